"use strict";

// Sections are laid out when they come into view, see book.css. A jump to a place inside of the page would
// miss it, since what stands before it moves; so all that stands before it is laid out first.
(() => {
  const layOut = ({ hash }) => {
    const place = document.getElementById(decodeURIComponent(hash.slice(1)));
    for (const section of document.querySelectorAll(".bd-article > section > section")) {
      section.classList.add("laid-out");
      if (section.contains(place)) break;
    }
  };
  if (location.hash) layOut(location);
  addEventListener("click", ({ target }) => {
    const link = target.closest("a[href*='#']");
    if (link?.hash && link.pathname === location.pathname) layOut(link);
  }, { capture: true });
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

// The contents of the page mark the section that is read: the innermost that a line across the window crosses.
(() => {
  const links = new Map();
  for (const link of document.querySelectorAll("#pst-page-toc-nav a.nav-link"))
    links.set(document.getElementById(decodeURIComponent(link.hash.slice(1))), link);
  const crossed = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) crossed[isIntersecting ? "add" : "delete"](target);
    const innermost = [...links.keys()].findLast((section) => crossed.has(section));
    for (const [section, link] of links) {
      link.classList.toggle("active", section === innermost);
      link.parentElement.classList.toggle("active", crossed.has(section)); // its subsections are shown
    }
  }, { rootMargin: "-25% 0px -75%" });
  for (const section of links.keys()) watch.observe(section);
})();

// Bootstrap, which the theme takes for a menu, hints at buttons and the way back to the top, comes when a reader
// first does something: it is half of all scripts. A menu that was clicked before is then opened.
(() => {
  const first = new AbortController();
  const { signal } = first;
  let clicked;
  const ask = () => {
    first.abort();
    const click = ({ target }) => (clicked = target.closest("[data-bs-toggle='dropdown']"));
    addEventListener("click", click);
    const script = document.createElement("script");
    script.src = `${document.documentElement.dataset.content_root}_static/scripts/bootstrap.js`;
    script.onload = () => {
      removeEventListener("click", click);
      clicked?.click();
    };
    document.head.append(script);
  };
  for (const event of ["pointermove", "pointerdown", "keydown", "scroll"]) addEventListener(event, ask, { signal });
})();
