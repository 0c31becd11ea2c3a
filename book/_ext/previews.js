// A reference to a theorem, an equation, a figure, a paper or a word shows it: under the mouse, at the Tab
// key, or at a first tap (a second one follows the reference). Escape closes it.
"use strict";

const previews = {}; // filled by the scripts of the pages, see previews.py

(() => {
  const home = document.documentElement.dataset.content_root;
  const box = document.createElement("div");
  box.id = "preview";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  const scripts = new Map();
  let wanted = null; // the reference that is pointed at
  let timer;

  function load(page) {
    if (!scripts.has(page))
      scripts.set(page, new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = `${home}_static/previews/${page}.js`;
        script.onload = script.onerror = resolve;
        document.head.append(script);
      }));
    return scripts.get(page);
  }

  function put(link) {
    const line = link.getClientRects()[0];
    const origin = box.offsetParent.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.max(8, Math.min(line.left, width - box.offsetWidth - 8));
    const below = line.bottom + box.offsetHeight + 8 < innerHeight || line.top < box.offsetHeight;
    box.style.left = `${left - origin.left}px`;
    box.style.top = `${(below ? line.bottom + 4 : line.top - box.offsetHeight - 4) - origin.top}px`;
  }

  async function show(link) {
    if (wanted === link && !box.hidden) return;
    hide();
    wanted = link;
    const page = link.dataset.preview;
    await load(page);
    const html = previews[page]?.[decodeURIComponent(link.getAttribute("href").split("#")[1])];
    if (wanted !== link || !html) return;
    box.innerHTML = html;
    for (const image of box.querySelectorAll("img[data-src]")) image.src = home + image.dataset.src;
    link.removeAttribute("title"); // of a paper, which would be shown once more
    link.setAttribute("aria-describedby", box.id);
    box.hidden = false;
    put(link);
  }

  function hide() {
    clearTimeout(timer);
    wanted?.removeAttribute("aria-describedby");
    wanted = null;
    box.hidden = true;
  }

  function soon(what, milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(what, milliseconds);
  }

  const main = document.querySelector("main") ?? document.body;
  main.append(box);
  const touched = (event) => event.pointerType === "touch";
  for (const link of document.querySelectorAll("a[data-preview]")) {
    link.addEventListener("pointerenter", (event) => touched(event) || soon(() => show(link), 200));
    link.addEventListener("pointerleave", (event) => touched(event) || soon(hide, 250));
    link.addEventListener("focus", () => link.matches(":focus-visible") && show(link));
    link.addEventListener("blur", hide);
    link.addEventListener("click", (event) => {
      if (!touched(event) || wanted === link) return;
      event.preventDefault();
      show(link);
    });
  }
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", (event) => touched(event) || soon(hide, 250));
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("pointerdown", (event) => {
    if (wanted && !box.contains(event.target) && !wanted.contains(event.target)) hide();
  });
})();
