// The average and the last point: drag what is looked for.
"use strict";

dragging.add("paths", ({ clip, total, two, line, disc, text, star, handle, bar }) => {
  // Samples of 24 numbers around u, up to 1 away from it; the loss of w is |w - y|.
  const T = 24, SAMPLES = 200;
  let seed = 11;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const noise = Array.from({ length: SAMPLES }, () => Array.from({ length: T }, () => 2 * random() - 1));
  const mean = (values) => total(values) / values.length;

  // The points of gradient descent from 0, with a step for each round, and what they lose on average beyond u.
  function walk(u, noise, step) {
    const points = [0];
    for (let t = 1; t < T; t++) points.push(points[t - 1] - step(t) * Math.sign(points[t - 1] - u - noise[t - 1]));
    return points;
  }
  const constant = (eta) => () => eta;
  const falling = (eta) => (t) => (eta * (T - t)) / T;
  function excess(w, u) {
    const far = Math.abs(w - u);
    return far < 1 ? far ** 2 / 2 : far - 0.5;
  }
  function handedIn(u, eta) {
    const ends = noise.map((sample) => {
      const points = walk(u, sample, constant(eta));
      return [mean(points), points.at(-1), walk(u, sample, falling(eta)).at(-1)];
    });
    return [0, 1, 2].map((k) => mean(ends.map((end) => excess(end[k], u))));
  }
  const promised = (u, eta) => u ** 2 / (2 * eta * T) + eta / 2;

  const column = (i) => 58 + 12 * i;
  const KINDS = [["wealth", "purse", "gap"], ["guess dashed", "star", "guess"], ["simplex", "plus", "made"]];
  const paths = {
    arithmetic: { noise, walk, constant, falling, handedIn, promised },
    size: [360, 270],
    to: (p) => [p[0], 135 - 62 * p[1]],
    from: (p) => [p[0], (135 - p[1]) / 62],
    start: () => ({ u: 0.8, eta: 0.2, sample: 0 }),
    now({ u, eta, sample }) {
      const still = walk(u, noise[sample], constant(eta)), slow = walk(u, noise[sample], falling(eta));
      return { still, slow, ends: [mean(still), still.at(-1), slow.at(-1)] };
    },
    draw(state) {
      const { still, slow, ends } = this.now(state), u = this.to([30, state.u]), average = ends.map((w) => this.to([346, clip(w, -2, 2)]));
      return line([this.to([46, 0]), this.to([346, 0])], "axis") + line([u, [346, u[1]]], "far") + text([30, 262], "u", "name", "middle") + text([column(11.5), 262], "rounds", "title", "middle") +
        noise[state.sample].map((x, i) => disc(this.to([column(i), state.u + x]), 2.2, "was to-come")).join("") +
        [still, slow].map((points, k) => line(points.map((w, i) => this.to([column(i), clip(w, -2.1, 2.1)])), KINDS[k + 1][0])).join("") +
        average.map((p, k) => disc(p, 5.5, KINDS[k][1])).join("") +
        handle("u", u, "what is looked for, u", two(state.u), star(u));
    },
    bars(state) {
      const risks = handedIn(state.u, state.eta), least = promised(state.u, state.eta), most = Math.max(least, ...risks);
      return ["average", "last point", "last, falling steps"].map((name, k) =>
        bar(`excess risk, ${name}`, risks[k], most, KINDS[k][2], risks[k].toFixed(3))).join("") +
        bar("promised to the average: at most", least, most, "promised", least.toFixed(3));
    },
    says(state) {
      const [average, last, slow] = this.now(state).ends.map(two);
      return `Sample ${state.sample + 1}, u is ${two(state.u)}: the average is ${average}, the last point ${last}, with falling ` +
        `steps ${slow}. The bars are what each loses beyond u, on average over ${SAMPLES} samples.`;
    },
    where: (state) => [30, state.u],
    drag(state, name, p) { state.u = clip(p[1], -1, 1); },
    step(state) {
      state.sample = (state.sample + 1) % SAMPLES;
      return state.sample % 10 > 0;
    },
  };
  return paths;
});
