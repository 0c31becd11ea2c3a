// A game: drag both players.
"use strict";

dragging.add("players", ({ dot, plus, scaled, clip, total, two, disc, box, text, arrow, handle, bar }) => {
  // Two Hedges in a game; what the first pays the second.
  const PAYS = [[1, 0], [0.25, 0.75]], ROUNDS = 60, PACE = Math.sqrt((8 * Math.LN2) / ROUNDS);
  const mixed = (first) => [first, 1 - first];
  const rows = (q) => PAYS.map((row) => dot(row, mixed(q)));
  const columns = (p) => [0, 1].map((j) => dot(mixed(p), PAYS.map((row) => row[j])));
  const gains = ([p, q]) => {
    const value = dot(mixed(p), rows(q));
    return [value - Math.min(...rows(q)), Math.max(...columns(p)) - value];
  };
  function selfPlay(rounds) {
    const played = [];
    let lost = [0, 0]; // what each first choice lost more
    for (let t = 0; t < rounds; t++) {
      const [p, q] = lost.map((more) => 1 / (1 + Math.exp(PACE * more)));
      played.push([p, q]);
      const [a, b] = [rows(q), columns(p)];
      lost = plus(lost, [a[0] - a[1], b[1] - b[0]]);
    }
    const mean = scaled(played.reduce((a, b) => plus(a, b)), 1 / rounds);
    return { played, mean, gap: total(gains(mean)), promised: (2 * Math.LN2) / (PACE * rounds) + PACE / 4 };
  }

  const players = {
    arithmetic: { gains, selfPlay },
    size: [360, 300],
    to: (p) => [72 + 250 * p[0], 262 - 250 * p[1]],
    from: (p) => [(p[0] - 197) / 125, (137 - p[1]) / 125], // from -1 to 1
    start: () => ({ pair: [0.5, 0.5], rounds: 1 }),
    draw(state) {
      const { to } = this, { pair } = state, [p, q] = pair, [a, b] = [rows(q), columns(p)];
      const best = [[+(a[0] < a[1]), q], [p, +(b[0] > b[1])]];
      let out = box(72, 12, 250, 250, "plane") + text([316, 282], "p", "name") + text([58, 24], "q", "name");
      gains(pair).forEach((gain, i) => { if (gain > 1e-9) out += arrow(to(pair), to(best[i]), "step"); });
      const { played, mean } = selfPlay(state.rounds);
      return out + played.map((at) => disc(to(at), 2.6, "was")).join("") + disc(to(mean), 6, "next") +
        handle("pair", to(pair), "p and q", pair.map(two).join(", "), disc(to(pair), 7, "ink"));
    },
    bars(state) {
      const { gap, promised } = selfPlay(state.rounds);
      return bar("gap of the averages so far", gap, 1, "made", gap.toFixed(3)) +
        bar("promised: at most", promised, 1, "promised", promised.toFixed(3));
    },
    says(state) {
      const [saves, wins] = gains(state.pair), [p, q] = state.pair;
      return `p is ${two(p)}, q is ${two(q)}, and ${two(dot(mixed(p), rows(q)))} is paid. The first could save ` +
        `${two(saves)}, the second gain ${two(wins)}: that is the gap.`;
    },
    where: (state) => state.pair.map((x) => 2 * x - 1),
    drag(state, name, p) { state.pair = p.map((x) => clip((1 + x) / 2, 0, 1)); },
    step(state) {
      state.rounds += 1;
      state.pair = selfPlay(state.rounds).played.at(-1);
      return state.rounds < ROUNDS;
    },
  };
  return players;
});
