// Two mirrors: drag the step.
"use strict";

dragging.add("mirror", ({ plus, scaled, size, clip, pair, line, disc, box, text, arrow, handle, bar }) => {
  // A mirror: into it, back, and to the nearest point of the simplex, as its divergence measures.
  const mirrors = {
    squared: {
      into: (w) => w,
      back: (theta) => theta,
      project(v) { const first = clip((1 + v[0] - v[1]) / 2, 0, 1); return [first, 1 - first]; },
    },
    entropy: {
      into: (w) => w.map((x) => 1 + Math.log(x)),
      back: (theta) => theta.map((x) => Math.exp(x - 1)),
      project: (v) => scaled(v, 1 / (v[0] + v[1])),
    },
  };
  function reflect(name, w, g, eta) {
    const mirror = mirrors[name], theta = mirror.into(w), moved = plus(theta, g, -eta);
    const v = mirror.back(moved);
    return { theta, moved, v, next: mirror.project(v) };
  }

  const NAMES = { squared: "squared norm", entropy: "entropy" };
  const PLANES = { // where the origin stands, and how long 1 is
    "squared-w": [[36, 166], 108], "entropy-w": [[220, 166], 108],
    "squared-g": [[62, 330], 56], "entropy-g": [[286, 280], 56],
  };
  const mirror = {
    arithmetic: { mirrors, reflect },
    size: [360, 390],
    plane(name) {
      const [[x, y], k] = PLANES[name];
      return { to: (p) => [x + k * p[0], y - k * p[1]], from: (p) => [(p[0] - x) / k, (y - p[1]) / k] };
    },
    start: () => ({ w: { squared: [0.5, 0.5], entropy: [0.5, 0.5] }, g: [-0.55, 0.75], eta: 1, rounds: 0 }),
    draw: (state) => Object.keys(NAMES).map((name) => mirror.half(state, name)).join(""),
    half(state, name) {
      const w = state.w[name], { theta, moved, v, next } = reflect(name, w, state.g, state.eta);
      const points = mirror.plane(`${name}-w`).to, slopes = mirror.plane(`${name}-g`).to;
      const left = name === "squared" ? 1 : 185;
      const part = (y, inside) =>
        `<svg x="${left}" y="${y}" width="174" height="172" viewBox="${left} ${y} 174 172">${inside}</svg>`;
      const axes = (to) => line([to([-9, 0]), to([9, 0])], "axis") + line([to([0, -9]), to([0, 9])], "axis");
      const way = [...Array(25).keys()].map((i) =>
        points(mirrors[name].back(plus(theta, state.g, (-state.eta * i) / 24))));
      const image = [...Array(60).keys()].map((i) => {
        const first = 0.004 + (0.992 * i) / 59;
        return slopes(mirrors[name].into([first, 1 - first]));
      });
      const tip = slopes(moved).map((x, i) => clip(x, [left + 8, 224][i], [left + 166, 380][i]));
      return box(left, 20, 174, 172, "plane") + box(left, 212, 174, 172, "plane dual") +
        text([left + 4, 14], NAMES[name], "title") +
        part(20, axes(points) + line([points([1, 0]), points([0, 1])], "simplex") + line(way, "way") +
          line([points(v), points(next)], "project") + disc(points(next), 6, "next")) +
        part(212, axes(slopes) + line(image, "simplex") + arrow(slopes(theta), slopes(moved), "step") +
          disc(slopes(theta), 5, "ink")) +
        text([left + 4, 207], "its mirror", "title") + text(plus(points(w), [-11, -10]), "w", "name", "end") +
        handle(`${name}-w`, points(w), `point w, ${NAMES[name]}`, pair(w), disc(points(w), 7, "ink")) +
        handle(`${name}-g`, tip, `step in the mirror, ${NAMES[name]}`, pair(scaled(state.g, -state.eta)),
          disc(tip, 6, "tip"));
    },
    next: (state, name) => reflect(name, state.w[name], state.g, state.eta).next,
    bars: (state) => Object.entries(NAMES).map(([name, words]) => {
      const next = mirror.next(state, name);
      return bar(`first weight next, ${words}`, next[0], 1, "made", next[0].toFixed(3));
    }).join(""),
    says(state) {
      const corner = mirror.next(state, "squared").some((x) => x === 0);
      return `The step ${pair(scaled(state.g, -state.eta))} is the same in both mirrors. ` +
        `Next: ${Object.entries(NAMES).map(([name, words]) => `${words} ${pair(mirror.next(state, name))}`).join(", ")}.` +
        (corner ? " One is in a corner; the other only comes near it." : "");
    },
    where(state, name) {
      const [which, what] = name.split("-");
      return what === "w" ? state.w[which] : reflect(which, state.w[which], state.g, state.eta).moved;
    },
    drag(state, name, p) {
      const [which, what] = name.split("-");
      if (what === "w") {
        const first = clip((1 + p[0] - p[1]) / 2, 0.02, 0.98);
        state.w = { squared: [first, 1 - first], entropy: [first, 1 - first] };
      } else {
        const d = plus(p, mirrors[which].into(state.w[which]), -1);
        state.g = scaled(d, -Math.min(1, 1.4 / (size(d) || 1)) / state.eta);
      }
      state.rounds = 0;
    },
    step(state) {
      for (const name of Object.keys(NAMES))
        state.w[name] = mirror.next(state, name).map((x) => (name === "entropy" ? Math.max(x, 1e-3) : x));
      state.rounds += 1;
      return state.rounds < 5;
    },
  };
  return mirror;
});
