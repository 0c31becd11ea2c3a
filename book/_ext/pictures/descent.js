// Gradient descent: drag the gradient.
"use strict";

dragging.add("descent", ({
  dot, plus, scaled, size, apart, inBall, clip, two, pair, line, disc, text, arrow, star, handle, bar,
}) => {
  // Rounds of online gradient descent in the unit ball: the points, and regret and promise against u.
  function descend(w, gradients, eta, u) {
    const points = [w];
    let regret = 0, squares = 0;
    for (const g of gradients) {
      regret += dot(g, plus(w, u, -1));
      squares += dot(g, g);
      w = inBall(plus(w, g, -eta));
      points.push(w);
    }
    return { points, regret, promised: apart(points[0], u) ** 2 / (2 * eta) + (eta / 2) * squares };
  }

  // What the opponent of gradient descent answers: gradients of length 1 that turn to and fro.
  const turning = (t) => [Math.cos(2.3 + 0.9 * Math.sin(0.8 * t)), Math.sin(2.3 + 0.9 * Math.sin(0.8 * t))];

  const descent = {
    arithmetic: { descend, turning },
    size: [360, 300],
    to: (p) => [180 + 112 * p[0], 150 - 112 * p[1]],
    from: (p) => [(p[0] - 180) / 112, (150 - p[1]) / 112],
    start: () => ({ w: [-0.5, 0.4], u: [0.55, -0.45], eta: 0.6, past: [], g: [-2.6, -1] }),
    now(state) {
      const first = state.past.length ? state.past[0].w : state.w;
      const run = descend(first, [...state.past.map((round) => round.g), state.g], state.eta, state.u);
      return { ...run, v: plus(state.w, state.g, -state.eta), next: run.points.at(-1) };
    },
    draw(state) {
      const { to } = this, { v, next } = this.now(state), [w, u, end, tip] = [state.w, state.u, next, v].map(to);
      const trail = state.past.map((round) => to(round.w));
      return disc(to([0, 0]), 112, "domain") + line([...trail, w], "trail") +
        trail.map((p) => disc(p, 2.6, "was")).join("") +
        line([w, u], "far") + line([end, u], "far after") + arrow(w, tip, "step") +
        line([tip, end], "project") + disc(end, 6, "next") +
        handle("g", tip, "tip of the step", pair(v), disc(tip, 6, "tip")) +
        text(plus(tip, [0, -13]), "w − ηg", "name step", "middle") +
        handle("w", w, "point that is played, w", pair(state.w), disc(w, 7, "ink")) +
        text(plus(w, [-8, -13]), "w", "name") +
        handle("u", u, "comparator u", pair(state.u), star(u)) + text(plus(u, [13, 5]), "u", "name");
    },
    bars(state) {
      const { regret, promised } = this.now(state), most = Math.max(promised, regret, 0.01);
      const rounds = state.past.length ? `${state.past.length + 1} rounds` : "one round";
      return bar(`regret against <i>u</i>, ${rounds}`, regret, most, "made", two(regret)) +
        bar("promised: at most", promised, most, "promised", two(promised));
    },
    says(state) {
      const { v, next } = this.now(state), far = [state.w, v, next].map((p) => two(apart(p, state.u)));
      const back = size(v) > 1 ? "leaves the ball, and the projection brings it back" : "stays in the ball";
      return `The step ${back}. Distance to u: ${far[0]} before, ${far[1]} after the step, ${far[2]} in the end.`;
    },
    where(state, name) { return name === "g" ? this.now(state).v : state[name]; },
    drag(state, name, p) {
      if (name === "g") {
        const tip = [clip(p[0], -1.5, 1.5), clip(p[1], -1.25, 1.25)];
        state.g = scaled(plus(tip, state.w, -1), -1 / state.eta);
      } else state[name] = inBall(p);
      if (name === "w") state.past = [];
    },
    step(state) {
      const { next } = this.now(state);
      state.past.push({ w: state.w, g: state.g });
      state.w = next;
      state.g = turning(state.past.length);
      return state.past.length < 24;
    },
  };
  return descent;
});
