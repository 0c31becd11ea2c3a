// Curved and straight losses: drag the targets.
"use strict";

dragging.add("curve", ({ total, two, whole, text, bar, rounds }) => {
  // The leader on [-1, 1] when round t costs (w - y)^2/2, which is the mean, and when it costs -yw.
  function follow(targets) {
    const means = [0], ends = [0];
    let sum = 0;
    targets.forEach((y, i) => {
      sum += y;
      means.push(sum / (i + 1));
      ends.push(Math.sign(Math.round(1e9 * sum)));
    });
    const squares = (points) => total(targets.map((y, i) => (points[i] - y) ** 2 / 2));
    return {
      means, ends, promised: 2 * (1 + Math.log(targets.length)),
      curved: squares(means) - squares(targets.map(() => means.at(-1))),
      straight: Math.abs(sum) - total(targets.map((y, i) => y * ends[i])),
    };
  }

  const curve = {
    ...rounds,
    arithmetic: { follow },
    start: () => ({ values: [0.5, -0.7, 0.6, 0.8, -0.4, 0.9, 0.3, -0.8, 0.7, 0.2, -0.5, 0.6], shown: null }),
    presets: {
      "In turn": (state) => { state.values = state.values.map((_, i) => (i ? (-1) ** i : 0.5)); },
      "All the same": (state) => { state.values.fill(0.8); },
    },
    draw(state) {
      const { means, ends } = follow(this.played(state));
      return this.paths([{ points: ends, kinds: ["guess dashed", "star"] }, { points: means, kinds: ["simplex", "plus"] }]) +
        text([42, 171], "y = 1", "scale", "end") + this.stems(state, "target");
    },
    bars(state) {
      const { curved, promised, straight } = follow(this.played(state)), most = Math.max(promised, straight);
      return bar("regret, curved losses", curved, most, "made", two(curved)) +
        bar("promised: at most 2(1 + ln <i>T</i>)", promised, most, "promised", two(promised)) +
        bar("regret, straight losses", straight, most, "guess", two(straight));
    },
    says(state) {
      const targets = this.played(state), n = targets.length, { means, ends } = follow(targets);
      return `Target ${n} is ${two(targets[n - 1])}. The leader of the curved losses is now the mean, ${two(means[n])}, reached by a ` +
        `step of 1/${n}, that of the straight ones ${whole(ends[n])}.`;
    },
  };
  return curve;
});
