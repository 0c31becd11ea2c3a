// AdaGrad: drag the slopes.
"use strict";

dragging.add("steps", ({ clip, total, two, text, bar, rounds }) => {
  // Two learners on [-1, 1]: AdaGrad with D = 2, and gradient descent with the step for slopes of length 1.
  const FIXED = 1 / Math.sqrt(12);
  const squares = (slopes) => total(slopes.map((g) => g * g));
  function adagrad(slopes) {
    const points = [0];
    let theta = 0, curvature = 0;
    slopes.forEach((g, i) => {
      const more = Math.sqrt(2 * squares(slopes.slice(0, i + 1))) / 2 - curvature;
      curvature += more;
      theta += more * points[i] - g;
      points.push(curvature ? clip(theta / curvature, -1, 1) : 0);
    });
    return points;
  }
  function descent(slopes) {
    const points = [0];
    for (const g of slopes) points.push(clip(points.at(-1) - FIXED * g, -1, 1));
    return points;
  }
  const learners = [
    { name: "AdaGrad", kinds: ["simplex", "plus", "made"], points: adagrad, promised: (S) => 2 * Math.sqrt(2 * S) },
    { name: "the fixed step", kinds: ["guess dashed", "star", "guess"], points: descent, promised: (S) => (1 / FIXED + FIXED * S) / 2 },
  ];
  const paid = (slopes) => learners.map(({ points, promised }) => ({
    points: points(slopes),
    regret: total(points(slopes).slice(0, -1).map((w, i) => w * slopes[i])) + Math.abs(total(slopes)),
    promised: promised(squares(slopes)),
  }));

  const START = [-0.6, 0.3, -0.7, -0.8, 0.5, 0.4, -0.9, -0.5, 0.6, -0.8, 0.7, -0.4];
  const steps = {
    ...rounds,
    arithmetic: { paid },
    start: () => ({ values: [...START], shown: null }),
    presets: {
      "A tenth of all": (state) => { state.values = state.values.map((g) => g / 10); },
      "One is long": (state) => { state.values = START.map((g, i) => (i === 6 ? -1 : g / 10)); },
    },
    draw(state) {
      const paths = paid(this.played(state)).map(({ points }, k) => ({ points, kinds: learners[k].kinds }));
      return this.paths(paths) + text([42, 171], "g = 1", "scale", "end") + this.stems(state, "slope");
    },
    bars(state) {
      const both = paid(this.played(state)), most = Math.max(...both.map(({ promised }) => promised));
      return both.map(({ regret, promised }, k) => bar(`regret of ${learners[k].name}`, regret, most, learners[k].kinds[2], two(regret)) +
        bar("promised: at most", promised, most, "promised", two(promised))).join("");
    },
    says(state) {
      const slopes = this.played(state), S = squares(slopes), n = slopes.length;
      return `After ${n} ${n === 1 ? "round" : "rounds"} the squares of the slopes sum to ${S < 0.5 ? S.toFixed(4) : two(S)}. ` +
        `AdaGrad's step is now ${S ? two(Math.sqrt(2 / S)) : "not yet chosen"}, the fixed one ${two(FIXED)}.`;
    },
  };
  return steps;
});
