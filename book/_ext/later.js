// Formulas that nobody has seen yet stand as TeX: they are set when they come near, see later.py.
"use strict";

(() => {
  const list = document.getElementById("formulas");
  if (!list) return;
  let formulas = null;

  function set(place) {
    formulas ??= JSON.parse(list.textContent);
    for (const each of place.querySelectorAll("code.later")) each.outerHTML = formulas[each.dataset.formula];
  }

  // What is folded, or in a section that is not laid out yet, comes near when it is shown.
  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        near.unobserve(target);
        set(target);
      }
  }, { rootMargin: "1500px" });
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
