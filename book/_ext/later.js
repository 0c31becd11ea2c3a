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

  function set(place) {
    for (const each of place.querySelectorAll("code.later")) each.outerHTML = formula(each.dataset.formula);
  }

  // What is folded, or in a section that is not laid out yet, comes near when it is shown.
  // Where many come near at once, a click need not wait for the last.
  const asked = [];
  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        asked.push(target);
      }
    setSome();
  }, { rootMargin: "1500px" });
  function setSome() {
    const end = performance.now() + 20; // milliseconds
    while (asked.length && performance.now() < end) set(asked.shift());
    if (asked.length) setTimeout(setSome);
  }
  const places = new Set();
  for (const each of document.querySelectorAll("code.later"))
    places.add(each.closest(".exact") ?? each.closest("p, li, dd, td, div"));
  for (const place of places) near.observe(place);

  // What a phrase stands for is read out as soon as it is reached; paper shows everything.
  for (const event of ["focusin", "pointerover"])
    addEventListener(event, ({ target }) => {
      const phrase = target.closest?.(".said");
      if (phrase) set(phrase);
    });
  addEventListener("beforeprint", () => set(document));
})();
