// Winnow: drag the weights.
"use strict";

dragging.add("weights", ({ clip, total, two, about, line, disc, box, text, handle, bar }) => {
  // Winnow with the factor 2 and the threshold 1/2; two of eight switches are wired to the lamp.
  const WIRED = [1, 4];
  const potential = (w) => total(w) - total(WIRED.map((i) => Math.log(w[i])));
  const mistakesLeft = (w) => (potential(w) - WIRED.length) / (Math.LN2 - 0.5);
  function multiply(w, x) {
    const y = WIRED.some((i) => x[i]) ? 1 : -1, score = total(w.map((weight, i) => weight * x[i]));
    const next = y * (score - 0.5) <= 0 ? w.map((weight, i) => weight * 2 ** (y * x[i])) : w;
    return { x, y, score, next, drop: potential(w) - potential(next) };
  }

  // Where it errs and the potential falls least, if it can err.
  function spite(w) {
    let least = null;
    for (let bits = 1; bits < 256; bits++) {
      const round = multiply(w, w.map((_, i) => (bits >> i) & 1));
      if (round.next !== w && !(least?.drop <= round.drop + 1e-9)) least = round;
    }
    return least;
  }

  const weights = {
    arithmetic: { multiply, potential, spite, mistakesLeft },
    size: [360, 262],
    to: (p) => [p[0], Math.min(64 - 80 * p[1], 212)], // upwards log2(w) / 4
    from: (p) => [p[0], (64 - p[1]) / 80],
    start() { const w = Array(8).fill(1 / 8); return { w, first: w, made: 0 }; },
    draw(state) {
      const next = spite(state.w);
      let out = [["1", 64], ["½", 84], ["⅛", 124], ["1/64", 184]].map(([words, y]) => text([45, y + 5], words, "scale", "end") +
        line([[50, y], [356, y]], words === "½" ? "promise" : "axis")).join("");
      out += text([45, 236], "on", "scale", "end");
      state.w.forEach((weight, i) => {
        const p = this.to(this.where(state, i)), wired = WIRED.includes(i);
        out += box(p[0] - 10, p[1], 20, 216 - p[1], wired ? "share" : "strip");
        out += box(p[0] - 9, 222, 18, 18, next?.x[i] ? "minus" : "plane");
        if (wired) out += text([p[0], 257], "wired", "scale", "middle");
        out += handle(i, p, `weight of switch ${i + 1}`, weight.toFixed(3), disc(p, 6, wired ? "plus" : "coin"));
      });
      return out;
    },
    bars(state) {
      const promised = mistakesLeft(state.first), most = Math.max(promised, 1), now = potential(state.w);
      return bar("mistakes", state.made, most, "made", state.made) +
        bar("promised: at most (<i>Φ</i> − 2)/<i>r</i>", promised, most, "promised", about(promised)) +
        bar("<i>Φ</i>, never below 2", now, potential(state.first), "left", two(now));
    },
    says(state) {
      const next = spite(state.w), now = `Φ is ${two(potential(state.w))}.`;
      if (!next) return `${now} Winnow cannot err any more.`;
      const on = next.x.flatMap((x, i) => (x ? i + 1 : [])).join(", ");
      const [what, will] = next.y > 0 ? ["above ½, but the lamp is on", "doubled"] : ["below ½, but the lamp is off", "halved"];
      return `${now} On: ${on}. The score is ${next.score.toFixed(3)}, not ${what}. When these weights are ${will}, ` +
        `Φ falls by ${two(next.drop)}.`;
    },
    where: (state, name) => [72 + 37 * name, Math.log2(state.w[+name]) / 4],
    drag(state, name, p) {
      state.w = state.w.map((weight, i) => (i === +name ? 2 ** (4 * clip(p[1], -1.75, 0.25)) : weight));
      state.first = state.w;
      state.made = 0;
    },
    step(state) {
      const round = spite(state.w);
      if (!round) return false;
      state.w = round.next;
      state.made += 1;
      return true;
    },
  };
  return weights;
});
