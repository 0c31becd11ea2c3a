// What is wider than its box is scrolled by the arrow keys too: the Tab key stops there, and only there.
"use strict";

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
