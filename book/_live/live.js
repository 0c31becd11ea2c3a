// The editors of "Try to break it", of the exercises and of the workbench.
// Nothing is fetched before one is opened; the checker itself comes with the first press of Check.
(() => {
  "use strict";
  const here = document.currentScript.src;
  const places = document.querySelectorAll(".live-editor");
  const near = (path) => new URL(path, here).href;

  // --- the checker: one for the page, started by the first check --------------------------------
  const OFFLINE = "This browser is offline, and the checker has to be fetched once. Press Check when it is back.";
  const PATIENCE = 15000; // milliseconds in which something has to arrive
  let worker = null;
  let ready = false;
  let watch = 0;
  let number = 0;
  const waiting = new Map(); // the number of a check -> the editor that asked for it

  function start(bytes) {
    worker = new Worker(near(`worker.mjs?bytes=${bytes}`), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = () => stopAll("The checker could not be fetched. Press Check to try again.");
    ready = false;
    expectMore();
  }

  function heard({ progress, failed, number, about, answer, seconds }) {
    clearTimeout(watch);
    if (progress !== undefined) {
      ready = progress >= 1;
      for (const editor of waiting.values()) editor.loading(progress);
      return ready || expectMore();
    }
    if (failed) return stopAll(`The checker could not be started (${failed}). Press Check to try again.`);
    ready = true;
    const editor = waiting.get(number);
    if (about) return editor?.claimed(about);
    waiting.delete(number);
    editor?.answered(answer, seconds);
  }

  function expectMore() {
    clearTimeout(watch);
    const words = "Nothing has arrived for a while. Is this browser online? Press Check to try again.";
    watch = setTimeout(() => stopAll(words), PATIENCE);
  }

  // After a reload the checker is started again as soon as an editor is opened, from what the browser kept.
  function warm(bytes) {
    if (!worker && stored(sessionStorage, "olbook checker")) start(bytes);
  }

  function ask(editor, text) {
    if (!ready && !navigator.onLine) return stopAll(OFFLINE, editor);
    if (!worker) start(editor.bytes);
    put(sessionStorage, "olbook checker", "used");
    waiting.set(++number, editor);
    const original = editor.digest ? editor.original : "";
    const [worlds, needless] = [editor.worlds, Object.keys(editor.reasons)].map((known) => JSON.stringify(known));
    worker.postMessage({ number, text, original, worlds, needless, solution: editor.solution });
  }

  function stopAll(words, also) {
    clearTimeout(watch);
    worker?.terminate();
    worker = null;
    ready = false;
    for (const editor of [...waiting.values(), ...(also ? [also] : [])]) editor.stopped(words);
    waiting.clear();
  }

  addEventListener("offline", () => worker && !ready && stopAll(OFFLINE));

  // --- what stays in the browser, and what goes into an address ----------------------------------
  const key = (name) => `olbook try ${name}`;

  function stored(where, name) {
    try {
      return where.getItem(name);
    } catch {
      return null; // a browser may forbid it
    }
  }

  function put(where, name, text) {
    try {
      if (text === null) where.removeItem(name);
      else where.setItem(name, text);
    } catch {
      // then the text lasts as long as the page
    }
  }

  const kept = (name) => stored(localStorage, key(name));
  const keep = (name, text) => put(localStorage, key(name), text);

  async function through(stream, bytes) {
    const body = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(body).arrayBuffer());
  }

  async function packed(text) {
    const bytes = await through(new CompressionStream("deflate-raw"), text);
    const signs = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return signs.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  async function unpacked(signs) {
    const plain = atob(signs.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  }

  const asked = () => new URLSearchParams(location.hash.slice(1));

  // --- formulas, set when there is one to show -----------------------------------------------------
  let katex = null;

  function withKatex() {
    katex ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = near("katex.min.js");
      script.onload = () => done(window.katex);
      script.onerror = failed;
      document.head.append(script);
    });
    return katex;
  }

  async function set(element, tex, displayMode) {
    element.textContent = tex;
    try {
      (await withKatex()).render(tex, element, { displayMode, throwOnError: false });
    } catch {
      // then the formula is read as TeX
    }
  }

  function withFormulas(element, words) {
    words.split("$").forEach((part, i) => {
      if (i % 2 === 0) return element.append(part);
      set(element.appendChild(make("span", { className: "math" })), part, false);
    });
    return element;
  }

  // A part of a refusal: words, or a formula with its LaTeX in pieces between which a line may end.
  function part([text, pieces]) {
    if (!pieces.length) return text;
    const element = make("code", { textContent: text });
    setPieces(element, pieces);
    return element;
  }

  async function setPieces(element, pieces) {
    try {
      const { renderToString } = await withKatex();
      const shown = pieces.map((tex) => renderToString(tex, { throwOnError: false }));
      element.replaceWith(make("span", { className: "math", innerHTML: shown.join(" ") }));
    } catch {
      // then the formula is read as it is written
    }
  }

  function make(tag, properties = {}, ...inside) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  }

  function derivation([heading, rows]) {
    const shown = make("div", {}, withFormulas(make("p"), heading));
    for (const [reason, tex] of rows) {
      if (reason) shown.append(withFormulas(make("div", { className: "live-reason" }), reason));
      set(shown.appendChild(make("div", { className: "math" })), tex, true);
    }
    return shown;
  }

  // What a derivation rests on: a heading and lines in words with formulas; what is set off by stars is a name.
  function listed([heading, lines]) {
    const items = lines.map((line) => withFormulas(make("li"), line.replaceAll("*", "")));
    return make("div", {}, withFormulas(make("p"), heading), make("ul", {}, ...items));
  }

  // A world of several rounds, a row a round; formulas in its first row too.
  function tableOf(rows) {
    const row = (cells, tag) => make("tr", {}, ...cells.map((tex) => {
      const cell = make(tag);
      if (tex) set(cell.appendChild(make("span", { className: "math" })), tex, false);
      return cell;
    }));
    const [head, ...body] = rows;
    return make("table", { className: "live-run" },
      make("thead", {}, row(head, "th")), make("tbody", {}, ...body.map((cells) => row(cells, "td"))));
  }

  // --- an editor -------------------------------------------------------------------------------------
  class Editor {
    constructor(place, { text, digest, breaks, bytes, reasons, worlds, solution }) {
      const id = `live-${place.dataset.name.replaceAll(/\W/g, "-")}`;
      const button = (words, action) =>
        make("button", { type: "button", textContent: words, onclick: action });
      this.name = place.dataset.name;
      this.original = text;
      this.digest = digest;
      this.bytes = bytes;
      this.reasons = reasons;
      this.worlds = worlds;
      this.solution = solution;
      this.area = make("textarea", { id, spellcheck: false, autocapitalize: "off", wrap: "off" });
      this.area.rows = Math.max(8, Math.min(24, text.split("\n").length));
      this.area.setAttribute("aria-describedby", `${id}-answer`);
      this.check = button("Check", () => this.run());
      this.halt = button("Stop", () => stopAll("Stopped."));
      this.back = button("Back to the original", () => this.restore());
      this.share = button("Copy an address", () => this.copy());
      this.answer = make("div", { id: `${id}-answer`, className: "live-answer" });
      this.answer.setAttribute("role", "status");
      this.answer.setAttribute("aria-live", "polite");
      this.answer.setAttribute("aria-atomic", "false"); // what is added is read, and not all again
      this.halt.disabled = true;
      this.check.className = "live-check";
      this.area.oninput = () => this.change(this.area.value);
      this.area.onkeydown = (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
      };
      const label = make("label", { htmlFor: id, textContent: "What the checker is given" });
      const buttons = make("div", { className: "live-buttons" });
      buttons.append(this.check, this.halt, this.back, this.share);
      place.replaceChildren(label, this.area, buttons, this.answer);
      this.put(kept(this.name) ?? text);
      const rows = place.closest("details, section").querySelectorAll(".live-break");
      warm(bytes);
      breaks.forEach((broken, i) => {
        const tried = button("Try it", () => this.attempt(broken));
        tried.setAttribute("aria-label", `Try it: ${rows[i].querySelector("strong").textContent}`);
        rows[i].append(tried);
      });
    }

    put(text) {
      if (this.area.value !== text) this.area.value = text;
      this.back.disabled = text === this.original;
      this.area.removeAttribute("aria-invalid");
    }

    // A text is kept when its reader changes it, and then it is no longer that of the address.
    change(text) {
      this.put(text);
      keep(this.name, text === this.original ? null : text);
      if (asked().get("try") === this.name)
        history.replaceState(null, "", location.pathname + location.search);
    }

    restore() {
      this.change(this.original);
      this.say("", "The text is the book's again.");
      this.area.focus();
    }

    attempt(text) {
      this.change(text);
      this.area.scrollIntoView({ block: "nearest" });
      this.run();
    }

    run() {
      if (!this.halt.disabled) return;
      this.busy(true);
      this.about = { kind: "unread" };
      this.say("", ready ? "Checking …" : "Fetching the checker …");
      this.own = Boolean(this.digest) && this.area.value === this.original; // labels are words too
      ask(this, this.area.value);
    }

    busy(yes) {
      this.check.setAttribute("aria-disabled", yes);
      if (document.activeElement === this.halt) this.check.focus();
      this.halt.disabled = !yes;
    }

    loading(share) {
      if (share >= 1) return this.say("", "Checking …");
      if (!this.bar?.isConnected) {
        this.bar = make("progress", { max: 1 });
        this.bar.setAttribute("aria-label", "Fetching the checker");
        this.say("", "Fetching the checker, once …", this.bar);
      }
      this.bar.value = share;
    }

    stopped(words) {
      this.busy(false);
      this.say("", words);
    }

    // What becomes of the claim, which is known before its proof is looked at.
    claimed(about) {
      this.about = about;
      if (about.kind === "false") this.say("refused", ...this.verdict());
    }

    verdict() {
      const { kind, words, table, tried, closest, without } = this.about;
      const says = (verdict, ...what) => make("p", {}, make("strong", { textContent: verdict }), ...what);
      const run = table?.length ? [make("div", { className: "live-scroll" }, tableOf(table))] : [];
      if (kind === "false") return [says("False now. ", make("span", { className: "live-said" }, ...words.map(part))), ...run];
      if (kind === "stands")
        return [says("Still true", ", though this proof no longer shows it: it claims no more than the book's theorem.")];
      if (this.reasons[without])
        return [says("Still true", `, though this proof no longer shows it. ${this.reasons[without]}`)];
      if (!tried) return [says("Nothing tried", ": no world was found in which all that is supposed holds. This proof does not show the claim.")];
      const share = closest > 0 && closest < 1 ? `; at most ${Math.floor(100 * closest)} % of the right side is reached` : "";
      const worlds = tried === 1 ? "the one world that was tried" : `all ${tried} worlds that were tried, from zeros and ones to numbers by chance,`;
      return [says("Nothing found", ` against the claim: in ${worlds} it is true${share}. This proof does not show it.`)];
    }

    answered(answer, seconds) {
      this.busy(false);
      const time = `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
      if (answer.proved) return this.accepted(answer, time);
      if (this.about.kind === "unread") return this.refused(answer);
      this.area.setAttribute("aria-invalid", "true");
      const fold = make("details", {}, make("summary", { textContent: "Where the proof breaks" }), ...this.refusal(answer));
      this.say(this.about.kind === "false" ? "refused" : "", ...this.verdict(), fold);
    }

    accepted({ claim, worlds, assumed, supposed, witness, proofs }, time) {
      const words = [`, in ${time}.`];
      if (worlds) words.push(` The statement was tried in ${worlds} worlds.`);
      if (this.own && assumed.length) words.push(` Known, not checked: ${assumed.join("; ")}.`);
      if (this.digest && !this.own) words.push(" The text is yours, not the book's: read what it states.");
      const empty = !witness;
      if (empty) words.push(" No world was found in which all that it rests on holds, so it may say nothing.");
      else if (!this.own && supposed.length) words.push(` What it rests on holds for instance for ${witness}.`);
      const derived = empty ? "Every step is accepted" : "Proved";
      const said = make("p", {}, make("strong", { textContent: derived }));
      const formula = make("div", { className: "math" });
      const fold = make("details", {}, make("summary", { textContent: "The derivation, in formulas" }));
      fold.ontoggle = () => {
        fold.ontoggle = null;
        fold.append(...proofs.map(derivation));
      };
      const lists = this.own ? [] : supposed.map(listed); // of the book's own the box says what it supposes
      this.say(empty ? "empty" : "proved", withFormulas(said, words.join("")), ...lists, formula, fold);
      set(formula, claim, true);
    }

    refused(answer) {
      this.area.setAttribute("aria-invalid", "true");
      this.say("refused", ...this.refusal(answer));
    }

    refusal({ parts, line, hint, next }) {
      const show = make("button", { type: "button", textContent: `Show line ${line}` });
      show.onclick = () => this.show(line);
      const words = make("p", {}, make("strong", { textContent: "Refused" }), `, line ${line}: `);
      const [[first, pieces], ...others] = parts;
      const said = [[first.replace(`line ${line}: `, ""), pieces], ...others].map(part);
      words.append(make("span", { className: "live-said" }, ...said));
      return [words, show, ...this.help(hint, next)];
    }

    // A hint behind a second press; to an exercise, its page's solution behind a third.
    help(hint, next) {
      if (!hint && !this.solution) return [];
      const told = make("div", { className: "live-help" });
      const ask = make("button", { type: "button", textContent: "A hint" });
      const tell = (words, ...code) => told.append(make("p", {}, words, ...code.map((textContent) => make("code", { textContent }))));
      const solve = () => {
        const text = make("pre", { tabIndex: 0, textContent: this.solution });
        text.setAttribute("role", "group");
        text.setAttribute("aria-label", "The solution");
        told.append(make("p", { textContent: "The solution; the fold below the exercise has it in words." }), text);
        ask.remove();
        text.focus(); // the button is gone
      };
      ask.onclick = () => {
        if (hint) tell("It would close with: ", hint);
        else if (next) tell("The next line could be: ", next);
        else tell("No single reason was found that closes this line.");
        if (!this.solution) return ask.remove();
        ask.textContent = "The solution";
        ask.onclick = solve;
      };
      return [ask, told];
    }

    show(line) {
      const lines = this.area.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      this.area.focus();
      this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      const height = parseFloat(getComputedStyle(this.area).lineHeight);
      this.area.scrollTop = (line - 4) * height;
    }

    async copy() {
      location.hash = `try=${this.name}&text=${await packed(this.area.value)}`;
      try {
        await navigator.clipboard.writeText(location.href);
        this.say("", "The address of your text is copied, and stands in the address bar.");
      } catch {
        this.say("", "The address of your text stands in the address bar.");
      }
    }

    say(kind, ...what) {
      this.answer.className = `live-answer ${kind}`;
      this.answer.replaceChildren(...what);
    }
  }

  // --- on the page -------------------------------------------------------------------------------
  async function open(place) {
    if (place.editor) return place.editor;
    if (location.protocol === "file:") {
      place.textContent =
        "A browser does not start the checker from a file. In the folder of this site, run “python3 -m http.server” and open http://localhost:8000.";
      return null;
    }
    place.editor = fetch(near(`texts/${place.dataset.name}.json`))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .then((found) => new Editor(place, found))
      .catch(() => unreachable(place));
    return place.editor;
  }

  function unreachable(place) {
    place.editor = null;
    const again = make("button", { type: "button", textContent: "Try again", onclick: () => open(place) });
    place.replaceChildren("The text could not be fetched. Is this browser online? ", again);
    return null;
  }

  function unfold(fold, place) {
    for (const each of fold.querySelectorAll("code[data-tex]"))
      setPieces(each, JSON.parse(each.dataset.tex));
    open(place);
  }

  async function shared() {
    const wanted = asked();
    const place = [...places].find((each) => each.dataset.name === wanted.get("try"));
    if (!place) return;
    const fold = place.closest("details");
    if (fold) fold.open = true;
    const editor = await open(place);
    const text = await unpacked(wanted.get("text") ?? "").catch(() => null);
    if (editor && text) {
      editor.put(text);
      editor.say("", "This text came with the address. Press Check to have it checked.");
    }
    place.scrollIntoView();
  }

  for (const place of places) {
    const fold = place.closest("details");
    if (fold) fold.addEventListener("toggle", () => unfold(fold, place), { once: true });
    else open(place);
  }
  addEventListener("hashchange", shared);
  shared();
})();
