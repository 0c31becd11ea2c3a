// Pictures that are dragged: a state, its drawing as SVG, and what a hand, a key and a step do to it. Each has a
// file of its own in pictures/. Node draws how it first stands, while the book is built; see dragging.py. Nothing
// moves by itself.
"use strict";

const dragging = (() => {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const plus = (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1]];
  const scaled = (a, by) => [by * a[0], by * a[1]];
  const size = (a) => Math.hypot(a[0], a[1]);
  const apart = (a, b) => size(plus(a, b, -1));
  const inBall = (v) => scaled(v, 1 / Math.max(1, size(v)));
  const clip = (x, low, high) => Math.min(high, Math.max(low, x));
  const total = (values) => values.reduce((sum, value) => sum + value, 0);

  // --- drawing

  const one = (x) => x.toFixed(1);
  const two = (x) => (Math.abs(x) < 0.005 ? "0" : x.toFixed(2)).replace("-", "−");
  const whole = (x) => `${x}`.replace("-", "−");
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

  // Numbers between -1 and 1, one for each of twelve rounds, below what becomes of them.
  const rounds = {
    size: [360, 300],
    to: (p) => [p[0], 224 - 58 * p[1]],
    from: (p) => [p[0], (224 - p[1]) / 58],
    column: (i) => 62 + 25.5 * i,
    played: (state) => state.values.slice(0, state.shown ?? undefined), // rounds shown; null is all
    stems(state, label) {
      const gone = this.played(state).length;
      return line([[47, 224], [356, 224]], "axis") + state.values.map((value, i) => {
        const p = this.to([this.column(i), value]), come = i < gone ? "" : " to-come";
        return line([[p[0], 224], p], `stem${come}`) +
          handle(i, p, `${label} of round ${i + 1}`, two(value), disc(p, 6, `coin${come}`));
      }).join("");
    },
    // Points of [-1, 1] that were played, with the kinds of their line and their discs.
    paths(paths) {
      const height = (w) => 78 - 50 * w;
      return text([47, 14], "what is played, w", "title") + [1, 0, -1].map((w) => text([42, height(w) + 5], whole(w), "scale", "end") +
        line([[47, height(w)], [356, height(w)]], "axis")).join("") + paths.map(({ points, kinds }) => {
          const over = points.slice(0, 12).map((w, i) => [this.column(i), height(w)]);
          return line(over, kinds[0]) + over.map((p) => disc(p, 3.2, kinds[1])).join("");
        }).join("");
    },
    where(state, name) { return [this.column(+name), state.values[+name]]; },
    drag(state, name, p) {
      state.values[+name] = clip(p[1], -1, 1);
      state.shown = null;
    },
    step(state) {
      state.shown = (state.shown ?? 0) + 1;
      if (state.shown >= state.values.length) state.shown = null;
      return state.shown !== null;
    },
  };

  // --- what a hand, a key and a button do

  function live(box, picture) {
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
      const [by, small] = picture.pace ?? [0.05, 0.01], along = picture.flat ? [way[0] + way[1], 0] : way;
      picture.drag(state, name, plus(picture.where(state, name), along, event.shiftKey ? small : by));
      show(true);
    });

    svg.setAttribute("role", "group");
    find(".drag-controls").hidden = false;
    show(false);
  }

  const tools = {
    dot, plus, scaled, size, apart, inBall, clip, total, one, two, whole, about, pair,
    line, area, disc, box, text, arrow, star, handle, bar, rounds,
  };
  const pictures = {};
  function add(name, make) {
    pictures[name] = make(tools);
    if (typeof document === "undefined") return;
    for (const box of document.querySelectorAll(`.drag[data-picture=${name}]`)) live(box, pictures[name]);
  }
  return { add, pictures };
})();

if (typeof module !== "undefined") module.exports = dragging;
