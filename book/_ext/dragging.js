// Pictures that are dragged: a state, its drawing as SVG, and what a hand, a key and a step do to it. Node
// draws how each first stands, while the book is built; see dragging.py. Nothing moves by itself.
"use strict";

const dragging = (() => {
  // --- arithmetic: the package's, see tests/test_dragging.py

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const plus = (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1]];
  const scaled = (a, by) => [by * a[0], by * a[1]];
  const size = (a) => Math.hypot(a[0], a[1]);
  const apart = (a, b) => size(plus(a, b, -1));
  const inBall = (v) => scaled(v, 1 / Math.max(1, size(v)));
  const clip = (x, low, high) => Math.min(high, Math.max(low, x));

  // The Perceptron, again and again through the examples, until a pass without a mistake.
  function perceptron(X, y, most = 400) {
    const steps = [];
    let w = [0, 0];
    for (let t = 0, clean = 0; clean < X.length && steps.length < most; t++) {
      const i = t % X.length;
      if (y[i] * dot(w, X[i]) <= 0) {
        const next = plus(w, X[i], y[i]);
        steps.push({ t, i, w, next });
        w = next;
        clean = 0;
      } else clean += 1;
    }
    return { steps, w, done: steps.length < most };
  }

  // The widest margin of a line through 0: its direction goes through one of the signed examples, or is
  // perpendicular to the difference of two.
  function margin(X, y) {
    const signed = X.map((x, i) => scaled(x, y[i]));
    const tried = [...signed];
    for (const a of signed) for (const b of signed) if (a !== b) tried.push([a[1] - b[1], b[0] - a[0]]);
    let best = { gamma: -Infinity, u: [1, 0] };
    for (const direction of tried) {
      if (size(direction) === 0) continue;
      const u = scaled(direction, 1 / size(direction));
      const gamma = Math.min(...signed.map((a) => dot(u, a)));
      if (gamma > best.gamma) best = { gamma, u };
    }
    const R = Math.max(...X.map(size));
    return { ...best, R, bound: best.gamma > 0 ? (R / best.gamma) ** 2 : Infinity };
  }

  // Rounds of online gradient descent in the unit ball: the points, and regret and promise against u.
  function descend(w, gradients, eta, u) {
    const points = [w];
    let regret = 0, squares = 0;
    for (const g of gradients) {
      regret += dot(g, plus(w, u, -1));
      squares += dot(g, g);
      w = inBall(plus(w, g, -eta));
      points.push(w);
    }
    return { points, regret, promised: apart(points[0], u) ** 2 / (2 * eta) + (eta / 2) * squares };
  }

  // What the opponent of gradient descent answers: gradients of length 1 that turn to and fro.
  const turning = (t) => [Math.cos(2.3 + 0.9 * Math.sin(0.8 * t)), Math.sin(2.3 + 0.9 * Math.sin(0.8 * t))];

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

  // Coin betting: the share of the wealth that is bet in each round, the wealth, and what is promised of it.
  function bet(coins) {
    const shares = [], wealth = [1], promised = [1];
    let sum = 0;
    coins.forEach((coin, i) => {
      shares.push(Math.tanh(sum / (i + 2)));
      wealth.push(wealth[i] * (1 + shares[i] * coin));
      sum += coin;
      promised.push(Math.exp(sum ** 2 / (2 * (i + 2))) / Math.sqrt(i + 2));
    });
    return { shares, wealth, promised, sum, next: Math.tanh(sum / (coins.length + 2)) };
  }

  // Winnow with the factor 2 and the threshold 1/2; two of eight switches are wired to the lamp.
  const WIRED = [1, 4];
  const total = (values) => values.reduce((sum, value) => sum + value, 0);
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

  // --- drawing

  const one = (x) => x.toFixed(1);
  const two = (x) => (Math.abs(x) < 0.005 ? "0" : x.toFixed(2)).replace("-", "−");
  const about = (x) => (x >= 100 ? `${Math.round(x)}` : x >= 10 ? one(x) : two(x));
  const pair = (a) => `(${two(a[0])}, ${two(a[1])})`;
  const at = (p) => `${one(p[0])},${one(p[1])}`;
  const line = (points, kind) => `<path class="${kind}" d="M${points.map(at).join("L")}"/>`;
  const area = (points, kind) => `<polygon class="${kind}" points="${points.map(at).join(" ")}"/>`;
  const disc = (p, r, kind) => `<circle class="${kind}" cx="${one(p[0])}" cy="${one(p[1])}" r="${r}"/>`;
  const box = (x, y, width, height, kind) =>
    `<rect class="${kind}" x="${one(x)}" y="${one(y)}" width="${one(width)}" height="${one(height)}"/>`;
  const text = (p, words, kind = "", anchor = "start") =>
    `<text class="${kind}" x="${one(p[0])}" y="${one(p[1])}" text-anchor="${anchor}">${words}</text>`;
  function arrow(from, to, kind) {
    const long = apart(from, to);
    if (long < 1) return `<g class="arrow ${kind}"></g>`;
    const d = scaled(plus(to, from, -1), Math.min(9, long / 2) / long), foot = plus(to, d, -1);
    const head = area([to, plus(foot, [-d[1], d[0]], 0.45), plus(foot, [-d[1], d[0]], -0.45)], "head");
    return `<g class="arrow ${kind}">${line([from, foot], "shaft")}${head}</g>`;
  }
  const star = (p) => area(
    [...Array(10).keys()].map((i) => {
      const r = i % 2 ? 3.6 : 9, a = (Math.PI * i) / 5;
      return [p[0] + r * Math.sin(a), p[1] - r * Math.cos(a)];
    }), "star");

  // What a hand takes: its mark, a ring that shows the keyboard's place, and room for a finger.
  const handle = (name, p, label, value, mark) =>
    `<g class="handle" data-handle="${name}" data-label="${label}" data-value="${value}">` +
    `${disc(p, 17, "room")}${disc(p, 12, "ring")}${mark}</g>`;
  const bar = (label, value, most, kind, shown) =>
    `<p><span>${label}</span> <b>${shown}</b></p><i class="${kind}" style="width:${one(100 * clip(value / most, 0, 1))}%"></i>`;

  // --- the Perceptron: drag an example

  const EXAMPLES = [[-0.17, 0.57], [0.38, -0.85], [0.56, 0.34], [-0.36, -0.43], [0.02, 0.82], [0.75, -0.32],
    [0.9, 0.23], [-0.93, 0.12]];
  const LABELS = [1, -1, 1, -1, 1, 1, 1, -1];
  const examples = {
    size: [360, 330],
    to: (p) => [180 + 150 * p[0], 165 - 150 * p[1]],
    from: (p) => [(p[0] - 180) / 150, (165 - p[1]) / 150],
    start: () => ({ X: EXAMPLES.map((x) => [...x]), y: LABELS, shown: null }), // mistakes shown; null is all
    known(state) {
      const run = perceptron(state.X, state.y), now = state.shown === null ? null : run.steps[state.shown - 1];
      return { ...run, ...margin(state.X, state.y), now: now ?? null };
    },
    draw(state) {
      const { steps, w: end, now, gamma, u } = this.known(state), { to } = this;
      const w = now ? now.w : end, across = [-u[1], u[0]];
      const strip = (a, b) => to(plus(scaled(across, a), u, b));
      const drawn = 0.72 / Math.max(0.5, ...steps.map((step) => size(step.next)));
      const tip = to(scaled(w, drawn));
      const boundary = scaled([-w[1], w[0]], 3 / (size(w) || 1));
      let out = gamma > 0
        ? area([strip(3, gamma), strip(-3, gamma), strip(-3, -gamma), strip(3, -gamma)], "strip") : "";
      if (size(w)) {
        out += line([to(boundary), to(scaled(boundary, -1))], "boundary") + arrow(to([0, 0]), tip, "ink");
        out += text(plus(tip, [8, -5]), "w", "name");
      }
      if (now) {
        const goal = to(scaled(now.next, drawn));
        out += arrow(tip, goal, "step") + disc(to(state.X[now.i]), 14, "wrong");
        out += text(plus(goal, [8, 14]), "w + yx", "name step");
      }
      state.X.forEach((x, i) => {
        const sign = state.y[i] > 0 ? "plus" : "minus", p = to(x);
        const mark = state.y[i] > 0 ? disc(p, 7, "plus") : box(p[0] - 6.2, p[1] - 6.2, 12.4, 12.4, "minus");
        out += handle(i, p, `example ${i + 1}, ${sign}`, pair(x), mark);
      });
      return out;
    },
    bars(state) {
      const { steps, done, bound } = this.known(state), finite = Number.isFinite(bound);
      const made = state.shown === null ? steps.length : Math.min(state.shown, steps.length);
      const most = Math.max(12, finite ? bound : 0, done ? steps.length : 0);
      return bar("mistakes", done ? made : most, most, "made", done ? made : "no end") +
        bar("promised: at most <i>R</i>²‖<i>u</i>‖²", finite ? bound : 0, most, "promised",
          finite ? about(bound) : "nothing");
    },
    says(state) {
      const { steps, now, gamma, R, bound } = this.known(state);
      if (!(gamma > 0))
        return "No line through the middle separates these examples: the theorem promises nothing.";
      if (now)
        return `Mistake ${state.shown} of ${steps.length}, at the ringed example x: yx is added to w.`;
      return `${steps.length} mistakes until none is left. R is ${two(R)}, the margin ${gamma.toFixed(3)}, ` +
        `so at most ${about(bound)} are promised.`;
    },
    where: (state, name) => state.X[+name],
    drag(state, name, p) {
      state.X[+name] = [clip(p[0], -1.12, 1.12), clip(p[1], -1.02, 1.02)];
      state.shown = null;
    },
    step(state) {
      state.shown = (state.shown ?? 0) + 1;
      if (state.shown > this.known(state).steps.length) state.shown = null;
      return state.shown !== null;
    },
  };

  // --- gradient descent: drag the gradient

  const descent = {
    size: [360, 300],
    to: (p) => [180 + 112 * p[0], 150 - 112 * p[1]],
    from: (p) => [(p[0] - 180) / 112, (150 - p[1]) / 112],
    start: () => ({ w: [-0.5, 0.4], u: [0.55, -0.45], eta: 0.6, past: [], g: [-2.6, -1] }),
    now(state) {
      const first = state.past.length ? state.past[0].w : state.w;
      const run = descend(first, [...state.past.map((round) => round.g), state.g], state.eta, state.u);
      return { ...run, v: plus(state.w, state.g, -state.eta), next: run.points.at(-1) };
    },
    draw(state) {
      const { to } = this, { v, next } = this.now(state), [w, u, end, tip] = [state.w, state.u, next, v].map(to);
      const trail = state.past.map((round) => to(round.w));
      return disc(to([0, 0]), 112, "domain") + line([...trail, w], "trail") +
        trail.map((p) => disc(p, 2.6, "was")).join("") +
        line([w, u], "far") + line([end, u], "far after") + arrow(w, tip, "step") +
        line([tip, end], "project") + disc(end, 6, "next") +
        handle("g", tip, "tip of the step", pair(v), disc(tip, 6, "tip")) +
        text(plus(tip, [0, -13]), "w − ηg", "name step", "middle") +
        handle("w", w, "point that is played, w", pair(state.w), disc(w, 7, "ink")) +
        text(plus(w, [-8, -13]), "w", "name") +
        handle("u", u, "comparator u", pair(state.u), star(u)) + text(plus(u, [13, 5]), "u", "name");
    },
    bars(state) {
      const { regret, promised } = this.now(state), most = Math.max(promised, regret, 0.01);
      const rounds = state.past.length ? `${state.past.length + 1} rounds` : "one round";
      return bar(`regret against <i>u</i>, ${rounds}`, regret, most, "made", two(regret)) +
        bar("promised: at most", promised, most, "promised", two(promised));
    },
    says(state) {
      const { v, next } = this.now(state), far = [state.w, v, next].map((p) => two(apart(p, state.u)));
      const back = size(v) > 1 ? "leaves the ball, and the projection brings it back" : "stays in the ball";
      return `The step ${back}. Distance to u: ${far[0]} before, ${far[1]} after the step, ${far[2]} in the end.`;
    },
    where(state, name) { return name === "g" ? this.now(state).v : state[name]; },
    drag(state, name, p) {
      if (name === "g") {
        const tip = [clip(p[0], -1.5, 1.5), clip(p[1], -1.25, 1.25)];
        state.g = scaled(plus(tip, state.w, -1), -1 / state.eta);
      } else state[name] = inBall(p);
      if (name === "w") state.past = [];
    },
    step(state) {
      const { next } = this.now(state);
      state.past.push({ w: state.w, g: state.g });
      state.w = next;
      state.g = turning(state.past.length);
      return state.past.length < 24;
    },
  };

  // --- two mirrors: drag the step

  const NAMES = { squared: "squared norm", entropy: "entropy" };
  const PLANES = { // where the origin stands, and how long 1 is
    "squared-w": [[36, 166], 108], "entropy-w": [[220, 166], 108],
    "squared-g": [[62, 330], 56], "entropy-g": [[286, 280], 56],
  };
  const mirror = {
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

  // --- coin betting: drag the coins

  const COINS = [1, 1, -1, 1, 1, 0.4, -1, 1, 1, 1, -0.5, 1];
  const column = (i) => 62 + 25.5 * i;
  const height = (wealth) => 118 - 40 * Math.log10(wealth); // on a logarithmic scale
  const coins = {
    size: [360, 300],
    to: (p) => [p[0], 224 - 58 * p[1]],
    from: (p) => [p[0], (224 - p[1]) / 58],
    start: () => ({ coins: [...COINS], shown: null }), // rounds shown; null is all
    presets: {
      "All heads": (state) => { state.coins.fill(1); },
      "In turn": (state) => { state.coins = state.coins.map((_, i) => (i % 2 ? -1 : 1)); },
    },
    played: (state) => bet(state.coins.slice(0, state.shown ?? undefined)),
    draw(state) {
      const { shares, wealth, promised } = this.played(state);
      const over = (values) => values.map((value, i) => [column(i) - 12.5, height(value)]);
      let out = [1, 10, 100].map((x) => line([[47, height(x)], [356, height(x)]], "axis") +
        text([42, height(x) + 5], x, "scale", "end")).join("");
      out += text([47, 14], "wealth", "title") + line(over(promised), "promise") + line(over(wealth), "wealth");
      out += disc(over(wealth).at(-1), 4, "purse") + line([[47, 224], [356, 224]], "axis");
      out += text([42, 171], "heads", "scale", "end") + text([42, 287], "tails", "scale", "end");
      state.coins.forEach((coin, i) => {
        const p = this.to([column(i), coin]), gone = i < shares.length;
        if (gone) {
          const y = 224 - 58 * shares[i];
          out += box(column(i) - 8, Math.min(y, 224), 16, Math.abs(y - 224), "share");
        }
        out += line([[p[0], 224], p], gone ? "stem" : "stem to-come");
        out += handle(i, p, `outcome of round ${i + 1}`, two(coin), disc(p, 6, gone ? "coin" : "coin to-come"));
      });
      return out;
    },
    bars(state) {
      const { wealth, promised } = this.played(state), [has, least] = [wealth.at(-1), promised.at(-1)];
      const most = Math.max(has, 1.5);
      return bar("wealth, from 1", has, most, "made", about(has)) +
        bar("promised: at least", least, most, "promised", about(least));
    },
    says(state) {
      const { wealth, promised, sum, next } = this.played(state), rounds = wealth.length - 1;
      const on = Math.abs(next) < 0.005 ? "nothing" : `${Math.round(100 * Math.abs(next))} % on ${next > 0 ? "heads" : "tails"}`;
      return `After ${rounds} ${rounds === 1 ? "round" : "rounds"} the outcomes sum to ${two(sum)}. The wealth is ` +
        `${about(wealth.at(-1))}, at least ${about(promised.at(-1))} was promised. Bet next: ${on}.`;
    },
    where: (state, name) => [column(+name), state.coins[+name]],
    drag(state, name, p) {
      state.coins[+name] = clip(p[1], -1, 1);
      state.shown = null;
    },
    step(state) {
      state.shown = (state.shown ?? 0) + 1;
      if (state.shown >= state.coins.length) state.shown = null;
      return state.shown !== null;
    },
  };

  // --- Winnow: drag the weights

  const weights = {
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

  // --- a game: drag both players

  const players = {
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

  return {
    arithmetic: {
      perceptron, margin, descend, turning, mirrors, reflect, bet, multiply, potential, spite, mistakesLeft,
      gains, selfPlay,
    },
    pictures: { examples, descent, mirror, coins, weights, players },
  };
})();

if (typeof module !== "undefined") module.exports = dragging;
else for (const box of document.querySelectorAll(".drag")) {
  const picture = dragging.pictures[box.dataset.picture];
  const find = (name) => box.querySelector(name);
  const svg = find("svg"), says = find(".drag-says"), bars = find(".drag-bars"), play = find("[data-do=play]");
  const slider = find("input");
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  let state = picture.start(), held = null, clock = 0;

  // Elements that stay the same stay: the one that has the focus keeps it.
  function patch(old, made) {
    if (old.childNodes.length !== made.childNodes.length) return old.replaceChildren(...made.childNodes);
    [...made.childNodes].forEach((fresh, i) => {
      const stale = old.childNodes[i];
      if (stale.nodeName !== fresh.nodeName) return stale.replaceWith(fresh.cloneNode(true));
      if (fresh.nodeType === Node.TEXT_NODE) { stale.data = fresh.data; return; }
      for (const { name, value } of fresh.attributes)
        if (stale.getAttribute(name) !== value) stale.setAttribute(name, value);
      patch(stale, fresh);
    });
  }

  // Said aloud is what a hand has ended, not each place on its way.
  function show(aloud) {
    const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.handle : null;
    const made = document.createElementNS(svg.namespaceURI, "svg");
    made.innerHTML = picture.draw(state);
    for (const handle of made.querySelectorAll(".handle")) {
      const { label, value } = handle.dataset;
      const about = { role: "slider", tabindex: 0, "aria-label": label, "aria-valuetext": value,
        "aria-valuenow": parseFloat(value.replace("−", "-").replace("(", "")) };
      for (const [name, word] of Object.entries(about)) handle.setAttribute(name, word);
    }
    patch(svg, made);
    if (focused !== null && document.activeElement.dataset.handle !== focused)
      svg.querySelector(`[data-handle="${focused}"]`)?.focus({ preventScroll: true });
    bars.innerHTML = picture.bars(state);
    says.setAttribute("aria-live", aloud ? "polite" : "off");
    says.textContent = picture.says(state);
  }

  function stop() {
    clearTimeout(clock);
    clock = 0;
    play.textContent = "Play";
  }

  function tick() {
    const more = picture.step(state);
    show(!more);
    if (more) clock = setTimeout(tick, 900);
    else stop();
  }

  const plane = () => picture.plane?.(held) ?? picture;
  const pressed = (name, act) => find(`[data-do=${name}]`).addEventListener("click", () => { act(); show(true); });
  play.addEventListener("click", () => {
    if (clock) return stop();
    play.textContent = "Pause";
    tick();
  });
  pressed("step", () => { stop(); picture.step(state); });
  pressed("again", () => {
    stop();
    state = picture.start();
    if (slider) slider.value = state.eta;
  });
  for (const button of box.querySelectorAll("[data-preset]"))
    button.addEventListener("click", () => {
      stop();
      state.shown = null;
      picture.presets[button.dataset.preset](state);
      show(true);
    });
  slider?.addEventListener("input", () => {
    stop();
    state.eta = slider.valueAsNumber;
    show(true);
  });

  svg.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".handle");
    if (!handle) return;
    stop();
    held = handle.dataset.handle;
    svg.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (held === null) return;
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    picture.drag(state, held, plane().from([p.x, p.y]));
    show(false);
  });
  for (const end of ["pointerup", "pointercancel"])
    svg.addEventListener(end, () => {
      if (held !== null) show(true);
      held = null;
    });
  svg.addEventListener("keydown", (event) => {
    const way = WAYS[event.key], name = event.target.closest(".handle")?.dataset.handle;
    if (!way || name === undefined) return;
    event.preventDefault();
    stop();
    const by = event.shiftKey ? 0.01 : 0.05, from = picture.where(state, name);
    picture.drag(state, name, [from[0] + by * way[0], from[1] + by * way[1]]);
    show(true);
  });

  svg.setAttribute("role", "group");
  find(".drag-controls").hidden = false;
  show(false);
}
