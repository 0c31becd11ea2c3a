// Conjugates: drag a slope.
"use strict";

dragging.add("conjugate", ({ clip, two, line, disc, text, handle, bar }) => {
  // Functions on the line and their conjugates; where a line of a slope touches, and which slopes are shown.
  const FUNCTIONS = {
    "Square": { F: (w) => w ** 2 / 2, dual: (a) => a ** 2 / 2, touch: (a) => a, slopes: [-2, 2] },
    "Steeper": { F: (w) => 1.5 * w ** 2, dual: (a) => a ** 2 / 6, touch: (a) => a / 3, slopes: [-2, 2] },
    "Absolute value": { F: Math.abs, dual: () => 0, touch: () => 0, slopes: [-1, 1] },
    "Exponential": { F: Math.exp, dual: (a) => a * Math.log(a) - a, touch: Math.log, slopes: [0.15, 2] },
  };
  const gap = ({ F, dual }, w, a) => F(w) + dual(a) - a * w;

  const take = (name) => (state) => { state.name = name; state.a = clip(state.a, ...FUNCTIONS[name].slopes); };
  const conjugate = {
    arithmetic: { FUNCTIONS, gap },
    size: [360, 272],
    flat: true,
    plane(name) {
      const x = name === "w" ? 88 : 272;
      return { to: (p) => [x + 41 * p[0], 160 - 46 * p[1]], from: (p) => [(p[0] - x) / 41, (160 - p[1]) / 46] };
    },
    start: () => ({ name: "Square", w: -0.6, a: 1.2 }),
    presets: Object.fromEntries(Object.keys(FUNCTIONS).map((name) => [name, take(name)])),
    // One half: a graph over a range, the line of a slope that meets the axis at minus low, and the gap at a place.
    half(name, graph, [from, until], slope, low, at, kinds, words) {
      const { to } = this.plane(name), left = name === "w" ? 1 : 185;
      const over = [...Array(81).keys()].map((i) => from + ((until - from) * i) / 80);
      const end = to([0, -low]), kept = clip(end[1], 28, 262);
      return `<svg x="${left}" y="20" width="174" height="250" viewBox="${left} 20 174 250">` +
        line([to([-3, 0]), to([3, 0])], "axis") + line([to([0, -3]), to([0, 4])], "axis") +
        line(over.map((x) => to([x, graph(x)])), kinds[0]) +
        line([-3, 3].map((x) => to([x, slope * x - low])), kinds[1]) +
        line([to([at, graph(at)]), to([at, slope * at - low])], "gap") + disc([end[0], kept], 4.5, kinds[2]) +
        "</svg>" + text([left + 2, 14], words[0], "title") +
        text([end[0] + (slope < 0 ? -9 : 9), clip(kept + 17, 36, 264)], words[1], "name", slope < 0 ? "end" : "start");
    },
    draw(state) {
      const { F, dual, slopes } = FUNCTIONS[state.name], { w, a } = state;
      const points = [["w", [w, F(w)]], ["a", [a, dual(a)]]].map(([name, p]) => this.plane(name).to(p));
      return this.half("w", F, [-2.2, 2.2], a, dual(a), w, ["simplex", "guess", "star"], ["F, a line of slope θ", "−F*(θ)"]) +
        this.half("a", dual, slopes, w, F(w), a, ["guess", "simplex", "plus"], ["F*, one of slope w", "−F(w)"]) +
        handle("w", points[0], "point w", two(w), disc(points[0], 7, "plus")) +
        handle("a", points[1], "slope θ", two(a), disc(points[1], 7, "star"));
    },
    bars(state) {
      const { w, a, name } = state, { F, dual } = FUNCTIONS[name], apart = gap(FUNCTIONS[name], w, a);
      return [["<i>F</i>(<i>w</i>)", F(w)], ["<i>F</i>*(<i>θ</i>)", dual(a)], ["<i>θw</i>", a * w]].map(([label, x]) =>
        bar(label, Math.abs(x), 4, "promised", two(x))).join("") + bar("the gap, never below 0", apart, 4, "gap", two(apart));
    },
    says(state) {
      const { w, a, name } = state, apart = gap(FUNCTIONS[name], w, a), [low, high] = FUNCTIONS[name].slopes;
      return `A line of slope θ = ${two(a)} from below meets the axis at ${two(-FUNCTIONS[name].dual(a))}. ` + (apart < 1e-12
        ? `It touches F at w = ${two(w)}: there F(w) + F*(θ) = θw.` : `At w = ${two(w)} it is ${two(apart)} below F.`) +
        (name === "Absolute value" && (a === low || a === high) ? " No steeper line stays below F." : "");
    },
    where: (state, name) => [state[name], 0],
    drag(state, name, p) {
      state[name] = clip(p[0], ...(name === "w" ? [-1.95, 1.95] : FUNCTIONS[state.name].slopes));
    },
    step(state) { // to where the line touches, then to the next slope
      const { touch, slopes } = FUNCTIONS[state.name];
      if (gap(FUNCTIONS[state.name], state.w, state.a) < 1e-12)
        state.a = state.a < slopes[1] ? Math.min(slopes[1], state.a + 0.2) : slopes[0];
      state.w = clip(touch(state.a), -1.95, 1.95);
      return state.a < slopes[1];
    },
  };
  return conjugate;
});
