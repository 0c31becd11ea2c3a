// The Perceptron: drag an example.
"use strict";

dragging.add("examples", ({
  dot, plus, scaled, size, clip, two, about, pair, line, area, disc, box, text, arrow, handle, bar,
}) => {
  // The Perceptron, again and again through the examples, until a pass without a mistake.
  function perceptron(X, y, most = 400) {
    const steps = [];
    let w = [0, 0];
    for (let t = 0, clean = 0; clean < X.length && steps.length < most; t++) {
      const i = t % X.length;
      if (y[i] * dot(w, X[i]) <= 0) {
        const next = plus(w, X[i], y[i]);
        steps.push({ t, i, w, next });
        w = next;
        clean = 0;
      } else clean += 1;
    }
    return { steps, w, done: steps.length < most };
  }

  // The widest margin of a line through 0: its direction goes through one of the signed examples, or is
  // perpendicular to the difference of two.
  function margin(X, y) {
    const signed = X.map((x, i) => scaled(x, y[i]));
    const tried = [...signed];
    for (const a of signed) for (const b of signed) if (a !== b) tried.push([a[1] - b[1], b[0] - a[0]]);
    let best = { gamma: -Infinity, u: [1, 0] };
    for (const direction of tried) {
      if (size(direction) === 0) continue;
      const u = scaled(direction, 1 / size(direction));
      const gamma = Math.min(...signed.map((a) => dot(u, a)));
      if (gamma > best.gamma) best = { gamma, u };
    }
    const R = Math.max(...X.map(size));
    return { ...best, R, bound: best.gamma > 0 ? (R / best.gamma) ** 2 : Infinity };
  }

  const EXAMPLES = [[-0.17, 0.57], [0.38, -0.85], [0.56, 0.34], [-0.36, -0.43], [0.02, 0.82], [0.75, -0.32],
    [0.9, 0.23], [-0.93, 0.12]];
  const LABELS = [1, -1, 1, -1, 1, 1, 1, -1];
  const examples = {
    arithmetic: { perceptron, margin },
    size: [360, 330],
    to: (p) => [180 + 150 * p[0], 165 - 150 * p[1]],
    from: (p) => [(p[0] - 180) / 150, (165 - p[1]) / 150],
    start: () => ({ X: EXAMPLES.map((x) => [...x]), y: LABELS, shown: null }), // mistakes shown; null is all
    known(state) {
      const run = perceptron(state.X, state.y), now = state.shown === null ? null : run.steps[state.shown - 1];
      return { ...run, ...margin(state.X, state.y), now: now ?? null };
    },
    draw(state) {
      const { steps, w: end, now, gamma, u } = this.known(state), { to } = this;
      const w = now ? now.w : end, across = [-u[1], u[0]];
      const strip = (a, b) => to(plus(scaled(across, a), u, b));
      const drawn = 0.72 / Math.max(0.5, ...steps.map((step) => size(step.next)));
      const tip = to(scaled(w, drawn));
      const boundary = scaled([-w[1], w[0]], 3 / (size(w) || 1));
      let out = gamma > 0
        ? area([strip(3, gamma), strip(-3, gamma), strip(-3, -gamma), strip(3, -gamma)], "strip") : "";
      if (size(w)) {
        out += line([to(boundary), to(scaled(boundary, -1))], "boundary") + arrow(to([0, 0]), tip, "ink");
        out += text(plus(tip, [8, -5]), "w", "name");
      }
      if (now) {
        const goal = to(scaled(now.next, drawn));
        out += arrow(tip, goal, "step") + disc(to(state.X[now.i]), 14, "wrong");
        out += text(plus(goal, [8, 14]), "w + yx", "name step");
      }
      state.X.forEach((x, i) => {
        const sign = state.y[i] > 0 ? "plus" : "minus", p = to(x);
        const mark = state.y[i] > 0 ? disc(p, 7, "plus") : box(p[0] - 6.2, p[1] - 6.2, 12.4, 12.4, "minus");
        out += handle(i, p, `example ${i + 1}, ${sign}`, pair(x), mark);
      });
      return out;
    },
    bars(state) {
      const { steps, done, bound } = this.known(state), finite = Number.isFinite(bound);
      const made = state.shown === null ? steps.length : Math.min(state.shown, steps.length);
      const most = Math.max(12, finite ? bound : 0, done ? steps.length : 0);
      return bar("mistakes", done ? made : most, most, "made", done ? made : "no end") +
        bar("promised: at most <i>R</i>²‖<i>u</i>‖²", finite ? bound : 0, most, "promised",
          finite ? about(bound) : "nothing");
    },
    says(state) {
      const { steps, now, gamma, R, bound } = this.known(state);
      if (!(gamma > 0))
        return "No line through the middle separates these examples: the theorem promises nothing.";
      if (now)
        return `Mistake ${state.shown} of ${steps.length}, at the ringed example x: yx is added to w.`;
      return `${steps.length} mistakes until none is left. R is ${two(R)}, the margin ${gamma.toFixed(3)}, ` +
        `so at most ${about(bound)} are promised.`;
    },
    where: (state, name) => state.X[+name],
    drag(state, name, p) {
      state.X[+name] = [clip(p[0], -1.12, 1.12), clip(p[1], -1.02, 1.02)];
      state.shown = null;
    },
    step(state) {
      state.shown = (state.shown ?? 0) + 1;
      if (state.shown > this.known(state).steps.length) state.shown = null;
      return state.shown !== null;
    },
  };
  return examples;
});
