// UCB1: drag the means of three arms.
"use strict";

dragging.add("arms", ({ clip, total, two, about, line, disc, box, text, handle, bar }) => {
  // The same luck whatever the means: an arm loses 1 if its number, of this round, is below its mean.
  const STOPS = [3, 10, 30, 100, 300, 1000, 3000], ARMS = [0, 1, 2];
  let seed = 7;
  const luck = Array.from({ length: STOPS.at(-1) }, () =>
    ARMS.map(() => (seed = (seed * 16807) % 2147483647) / 2147483647));

  // What T rounds have shown of each arm: pulls, average, half the width of the interval, its lower end.
  function explore(means, T) {
    const pulls = [0, 0, 0], lost = [0, 0, 0];
    const seen = (t) => ARMS.map((i) => {
      const n = pulls[i], average = lost[i] / n, radius = Math.sqrt((2 * Math.log(t)) / n);
      return { n, average, radius, lowest: n ? average - radius : -Infinity };
    });
    const lowest = (arms) => arms.reduce((best, arm, i) => (arm.lowest < arms[best].lowest ? i : best), 0);
    for (let t = 1; t <= T; t++) {
      const arm = lowest(seen(t));
      pulls[arm] += 1;
      lost[arm] += luck[t - 1][arm] < means[arm] ? 1 : 0;
    }
    const arms = seen(T + 1), gaps = means.map((mean) => mean - Math.min(...means)), worse = gaps.filter((gap) => gap > 0);
    return {
      arms, next: lowest(arms), regret: total(gaps.map((gap, i) => gap * pulls[i])), inTurn: (T * total(gaps)) / 3,
      promised: 8 * Math.log(T) * total(worse.map((gap) => 1 / gap)) + 2 * total(worse),
    };
  }

  const [LOW, HIGH] = [-0.5, 1.4];
  const arms = {
    arithmetic: { luck, explore },
    size: [360, 300],
    to: (p) => [108 + 92 * p[0], 196 - 132 * p[1]],
    from: (p) => [(p[0] - 108) / 92, (196 - p[1]) / 132],
    start: () => ({ means: [0.3, 0.5, 0.7], T: 300 }),
    presets: {
      "Nearly the same": (state) => { state.means = [0.45, 0.5, 0.55]; },
      "One much worse": (state) => { state.means = [0.1, 0.1, 0.9]; },
    },
    draw(state) {
      const run = explore(state.means, state.T), { to } = this;
      let out = [0, 1].map((x) => line([to([-0.6, x]), to([2.6, x])], "axis") + text([44, to([0, x])[1] + 5], x, "scale", "end")).join("");
      out += text([44, to([0, 0.5])[1] + 5], "loss", "title", "end") + text([44, 292], "pulls", "title", "end");
      run.arms.forEach((arm, i) => {
        const [low, high] = [arm.lowest, arm.average + arm.radius].map((x) => to([i, clip(x, LOW, HIGH)]));
        out += box(high[0] - 20, high[1], 40, low[1] - high[1], i === run.next ? "domain" : "plane");
        out += box(high[0] - 20, high[1], 40, low[1] - high[1], "strip");
        out += line([-20, 20].map((x) => [low[0] + x, to([i, arm.average])[1]]), "");
        out += text([low[0], 292], arm.n, i === run.next ? "" : "scale", "middle");
      });
      const level = to([0, clip(run.arms[run.next].lowest, LOW, HIGH)])[1];
      out += line([[52, level], [356, level]], "promise");
      state.means.forEach((mean, i) => {
        out += handle(i, to([i, mean]), `mean of arm ${i + 1}`, two(mean), disc(to([i, mean]), 7, "star"));
      });
      return out;
    },
    bars(state) {
      const { regret, inTurn, promised } = explore(state.means, state.T), most = Math.max(inTurn, 1);
      return bar("cost of the worse arms", regret, most, "made", about(regret)) +
        bar("if pulled in turn", inTurn, most, "guess", about(inTurn)) +
        bar("promised: on average at most", promised, most, "promised", about(promised));
    },
    says(state) {
      const { arms, next, regret } = explore(state.means, state.T);
      return `After ${state.T} rounds the pulls are ${arms.map((arm) => arm.n).join(", ")}; the worse arms cost ` +
        `${about(regret)}. Next comes arm ${next + 1}, whose interval reaches down to ${two(arms[next].lowest)}.`;
    },
    where: (state, name) => [+name, state.means[+name]],
    drag(state, name, p) { state.means = state.means.map((mean, i) => (i === +name ? clip(p[1], 0, 1) : mean)); },
    step(state) {
      state.T = STOPS.find((T) => T > state.T) ?? STOPS[0];
      return state.T < STOPS.at(-1);
    },
  };
  return arms;
});
