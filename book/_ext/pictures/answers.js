// Halving and the standard optimal algorithm: drag the answers.
"use strict";

dragging.add("answers", ({ line, disc, box, text, handle, bar }) => {
  // Classes of functions on four points, each a word of four signs; what a learner wants much of on its side.
  const CLASSES = {
    "Eight functions": ["----", "---+", "--+-", "--++", "-+--", "-+-+", "-+++", "+---"],
    "Thresholds": ["++++", "-+++", "--++", "---+", "----"],
    "One plus": ["+---", "-+--", "--+-", "---+", "----"],
  };
  const POINTS = [0, 1, 2, 3];
  const agree = (V, x, y) => V.filter((signs) => signs[x] === y);
  function dimension(V) {
    const halves = POINTS.map((x) => [agree(V, x, "+"), agree(V, x, "-")]).filter((pair) => pair.every((half) => half.length));
    return V.length ? Math.max(0, ...halves.map((pair) => 1 + Math.min(...pair.map(dimension)))) : -1;
  }
  const learners = { Halving: (V) => V.length, optimal: dimension };
  const score = (worth, V, x) => worth(agree(V, x, "+")) - worth(agree(V, x, "-"));
  const errs = (worth, V, [x, y]) => (y === "+" ? 1 : -1) * score(worth, V, x) <= 0;

  // What was left before each answer, what is left in the end, and who erred when.
  function answered(V, answers) {
    const before = answers.map(([x, y]) => { const was = V; V = agree(V, x, y); return was; });
    const wrong = Object.values(learners).map((worth) => answers.map((answer, t) => errs(worth, before[t], answer)));
    return { before, V, wrong, made: wrong.map((rounds) => rounds.filter(Boolean).length) };
  }

  // The answers on which Halving errs most.
  function hardest(V) {
    let best = { errors: 0, answers: [] };
    for (const x of POINTS) for (const y of "+-") {
      const left = agree(V, x, y);
      if (!left.length || left.length === V.length) continue;
      const after = hardest(left), errors = after.errors + errs(learners.Halving, V, [x, y]);
      if (errors > best.errors) best = { errors, answers: [[x, y], ...after.answers] };
    }
    return best;
  }

  const column = (x) => 128 + 62 * x;
  const SIGNS = { "+": "plus", "-": "minus" };
  const take = (name) => (state) => { state.rows = CLASSES[name]; state.answers = []; };
  const answers = {
    arithmetic: { CLASSES, dimension, answered, hardest },
    size: [360, 332],
    pace: [1, 1],
    to: (p) => [p[0], 287 - 26 * p[1]],
    from: (p) => [p[0], (287 - p[1]) / 26],
    start: () => ({ rows: CLASSES["Eight functions"], answers: [] }),
    presets: Object.fromEntries(Object.keys(CLASSES).map((name) => [name, take(name)])),
    now: (state) => answered(state.rows, state.answers),
    draw(state) {
      const { before, V, wrong } = this.now(state);
      let out = text([92, 18], "point", "scale", "end") + text([92, 101], `${V.length} left`, "", "end");
      out += ["Halving", "optimal"].map((name, i) => text([92, 206 + 28 * i], name, "", "end")).join("");
      out += text([92, 266], "plus", "scale", "end") + text([92, 318], "minus", "scale", "end");
      state.rows.forEach((signs, i) => {
        const marks = POINTS.map((x) => signs[x] === "+" ? disc([column(x), 38 + 19 * i], 6, "plus")
          : box(column(x) - 5.3, 32.7 + 19 * i, 10.6, 10.6, "minus"));
        out += `<g class="${V.includes(signs) ? "left" : "gone"}">${marks.join("")}</g>`;
      });
      for (const x of POINTS) {
        const t = state.answers.findIndex((answer) => answer[0] === x), then = before[t] ?? V;
        const p = this.to(this.where(state, x)), can = "+-".split("").filter((y) => agree(then, x, y).length);
        out += text([column(x), 18], x, "scale", "middle");
        Object.values(learners).forEach((worth, i) => {
          const says = score(worth, then, x), at = [column(x), 206 + 28 * i];
          out += text(at, says > 0 ? "+" : says < 0 ? "−" : "tie", t < 0 ? "scale" : "", "middle");
          if (wrong[i][t]) out += disc([at[0], at[1] - 5], 12.5, "wrong");
        });
        out += line(can.map((y) => this.to([column(x), y === "+" ? 1 : -1])).concat([[column(x), 287]]), "axis");
        if (t >= 0) out += text([p[0] + 14, p[1] + 5], `${t + 1}.`, "scale");
        const value = t >= 0 ? `${state.answers[t][1]}1, ${SIGNS[state.answers[t][1]]}` : can[1] ? "0, not asked"
          : `0, not asked; all that are left say ${SIGNS[can[0]]}`;
        out += handle(x, p, `answer at point ${x}`, value, disc(p, 7, t < 0 ? "next" : "ink"));
      }
      return out;
    },
    bars(state) {
      const { made } = this.now(state), promised = [Math.log2(state.rows.length), dimension(state.rows)];
      return ["Halving", "the optimal algorithm"].map((name, i) => bar(`mistakes of ${name}`, made[i], 3, "made", made[i]) +
        bar(`promised: at most ${i ? "the dimension" : "log<sub>2</sub> of the size"}`, promised[i], 3, "promised",
          +promised[i].toFixed(2))).join("");
    },
    says(state) {
      const { V, made } = this.now(state), n = state.answers.length, last = state.answers.at(-1);
      const times = made.map((m) => `${m} ${m === 1 ? "time" : "times"}`);
      return (last ? `Answer ${n}: ${last[0]} is ${SIGNS[last[1]]}. ` : "Nothing is asked yet. ") +
        (V.length > 1 ? `${V.length} of ${state.rows.length} functions are left, of dimension ${dimension(V)}. `
          : "One function is left, and no mistake can be forced. ") +
        `Halving erred ${times[0]}, the optimal algorithm ${times[1]}.`;
    },
    where(state, name) {
      const answer = state.answers.find(([x]) => x === +name);
      return [column(+name), answer ? +`${answer[1]}1` : 0];
    },
    drag(state, name, p) { // an answer that is changed takes back those after it
      const at = this.where(state, name)[1], to = Math.round(Math.min(1, Math.max(-1, p[1]))), x = +name;
      if (at === to) return;
      if (at) state.answers.length = state.answers.findIndex((answer) => answer[0] === x);
      const y = to > 0 ? "+" : "-";
      if (to && agree(this.now(state).V, x, y).length) state.answers.push([x, y]);
    },
    step(state) {
      state.answers.push(...hardest(this.now(state).V).answers.slice(0, 1));
      return this.now(state).V.length > 1;
    },
  };
  return answers;
});
