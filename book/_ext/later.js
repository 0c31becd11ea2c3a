// Formulas that nobody has seen yet stand as TeX: they are set when they come near, see later.py.
"use strict";

(() => {
  const lists = document.querySelectorAll("script.formulas"); // a hundred lines each, see waiting.py
  if (!lists.length) return;
  const read = [];

  function formula(number) {
    const list = Math.floor(number / 100);
    read[list] ??= lists[list].textContent.split("\n");
    return read[list][number % 100];
  }

  function set(formulas) {
    for (const each of formulas) each.outerHTML = formula(each.dataset.formula);
  }

  const places = new Map(); // what a phrase stands for is a place of its own
  for (const each of document.querySelectorAll("code.later")) {
    const place = each.closest(".exact") ?? each.closest("p, li, dd, td, div");
    places.set(place, [...(places.get(place) ?? []), each]);
  }

  // What is folded, or in a section that is not laid out yet, comes near when it is shown.
  // Where many come near at once, each frame sets a few: a click need not wait for the last.
  const asked = [];
  const near = new IntersectionObserver((entries) => {
    if (!asked.length) requestAnimationFrame(setSome);
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        asked.push(...places.get(target));
      }
  }, { rootMargin: "1000px" });
  function setSome() {
    const end = performance.now() + 20; // milliseconds
    while (asked.length && performance.now() < end) set(asked.splice(0, 1));
    if (asked.length) requestAnimationFrame(setSome);
  }
  for (const place of places.keys()) near.observe(place);

  // What a phrase stands for is read out as soon as it is reached; paper shows everything.
  for (const event of ["focusin", "pointerover"])
    addEventListener(event, ({ target }) => {
      const phrase = target.closest?.(".said");
      if (phrase) set(phrase.querySelectorAll("code.later"));
    });
  addEventListener("beforeprint", () => set(document.querySelectorAll("code.later")));
})();
