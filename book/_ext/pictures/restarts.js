// The doubling trick: drag the end of the game.
"use strict";

dragging.add("restarts", ({ clip, two, about, line, disc, box, text, star, handle, bar }) => {
  // Costs of T rounds: of blocks of 1, 2, 4, ... rounds, each charged in full, and of one guess n.
  const blocks = (T) => [...Array(1 + Math.floor(Math.log2(T))).keys()].map((m) => 2 ** m);
  const restarted = (T) => blocks(T).reduce((sum, n) => sum + Math.sqrt(n), 0);
  const guessed = (n, T) => (Math.sqrt(n) + T / Math.sqrt(n)) / 2;
  const allowed = (T) => (2 + Math.SQRT2) * Math.sqrt(T);

  const LAST = 10; // both scales are logarithmic, to the base 2
  const to = (p) => [44 + 31 * p[0], 226 - 29 * p[1]];
  const over = (cost) => [...Array(20 * LAST + 1).keys()].map((i) => i / 20)
    .map((x) => [x, Math.log2(cost(2 ** x))]).filter((p) => p[1] <= 7.3).map(to);
  const STEPS = [...Array(LAST).keys()].flatMap((m) => [[m, 2 ** m], [m + 1, 2 ** (m + 1) - 1]])
    .map(([x, T]) => to([x, Math.log2(restarted(T))]));
  const rounds = (x) => Math.round(2 ** x);
  const restarts = {
    arithmetic: { blocks, restarted, guessed, allowed },
    size: [360, 300],
    pace: [0.5, 0.1],
    flat: true,
    to,
    from: (p) => [(p[0] - 44) / 31, (226 - p[1]) / 29],
    start: () => ({ end: Math.log2(20), guess: 6 }),
    now(state) {
      const T = rounds(state.end), n = rounds(state.guess);
      return { T, n, paid: restarted(T), once: guessed(n, T), most: allowed(T), known: Math.sqrt(T) };
    },
    draw(state) {
      const { T, n, paid, once } = this.now(state), end = to([state.end, 0]);
      let out = [1, 10, 100].map((x) => line([to([0, Math.log2(x)]), to([LAST, Math.log2(x)])], "axis") +
        text([39, to([0, Math.log2(x)])[1] + 5], x, "scale", "end")).join("") + text([6, 14], "cost", "title");
      blocks(1000).forEach((first, m) => {
        const x = to([m, 0])[0], gone = clip((Math.log2(T + 1) - m) * 31, 0, 31);
        out += box(x, 250, 31, 18, "plane") + box(x + 1, 251, Math.max(0, gone - 2), 16, "share");
        out += text([x, 288], first, "scale", "middle");
      });
      out += line(over(Math.sqrt), "axis") + line(over(allowed), "promise") + line(over((t) => guessed(n, t)), "guess") +
        line(STEPS, "simplex") + line([[end[0], 10], [end[0], 268]], "far");
      out += [[paid, "plus"], [once, "star"]].map(([cost, kind]) => disc(to([state.end, Math.min(7.3, Math.log2(cost))]), 4, kind)).join("");
      return out + handle("end", [end[0], 250], "the end of the game", `${T} rounds`, disc([end[0], 250], 7, "ink")) +
        handle("guess", to([state.guess, state.guess / 2]), "the one guess", `${n} rounds`, star(to([state.guess, state.guess / 2])));
    },
    bars(state) {
      const { n, paid, once, most, known } = this.now(state);
      return bar("with restarts", paid, most, "made", about(paid)) +
        bar("promised: at most (2 + √2)√<i>T</i>", most, most, "promised", about(most)) +
        bar(`with one guess, ${n}`, once, most, "guess", about(once)) +
        bar("if <i>T</i> is known, √<i>T</i>", known, most, "promised", about(known));
    },
    says(state) {
      const { T, n, paid, once, known } = this.now(state), lengths = blocks(T), left = 2 * lengths.at(-1) - 1 - T;
      return `The game ends after ${T} ${T === 1 ? "round" : "rounds"}, in block ${lengths.length - 1}, ` +
        `${left ? `${left} ${left === 1 ? "round" : "rounds"} before its end` : "at its end"}. Restarts cost ${two(paid / known)} times √T, ` +
        `the guess of ${n} costs ${two(once / known)} times √T.`;
    },
    where: (state, name) => [state[name], 0],
    drag(state, name, p) { state[name] = clip(p[0], 0, LAST); },
    step(state) { // to the last round of a block, and to the first of the next
      const { T } = this.now(state), next = 2 * blocks(T).at(-1);
      state.end = Math.min(LAST, Math.log2(T + 1 === next ? next : next - 1));
      return state.end < LAST;
    },
  };
  return restarts;
});
