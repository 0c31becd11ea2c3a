"use strict";

// Sections are laid out when they come into view, see book.css. A jump to a place inside of the page would
// miss it, since what stands before it moves; so the whole page is laid out first.
(() => {
  const layOut = () => document.querySelector(".bd-article")?.classList.add("whole");
  if (location.hash) layOut();
  addEventListener("click", ({ target }) => target.closest("a[href*='#']") && layOut(), { capture: true });
})();

// What is wider than its box is scrolled by the arrow keys too: the Tab key stops there, and only there.

(() => {
  const boxes = ".bd-article :is(div.math, div.map, pre, table, .pst-scrollable-table-container)";
  const look = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const wide = target.scrollWidth > target.clientWidth + 1;
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(target).overflowX);
      if (wide && scrolls) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  // A box in a section that is not laid out yet is looked at when it is.
  for (const box of document.querySelectorAll(boxes)) look.observe(box);
})();
