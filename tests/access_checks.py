"""Finding what keeps a reader out of a page: axe-core, focus that does not show, code that is cut.

Every function looks at an open page and returns faults in words, as those of ``site_checks`` do.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = {"serious", "critical"}

# Everything is unfolded, at once, and laid out: what fades in has little contrast at first. A formula is
# a hundred elements to axe, KaTeX's and not ours: a box of the same size stands in its place, or a page
# would take minutes. Of what looks alike in a paragraph, or in a program, the contrast is computed until
# one piece has enough; a piece that is moved from its place is like nothing else.
RUN_AXE = """async () => {
  const style = document.createElement("style");
  style.textContent =
    "* { content-visibility: visible !important; animation: none !important; transition: none !important }";
  document.head.append(style);
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  await new Promise(resolve => setTimeout(resolve, 100));
  const formulas = [...document.querySelectorAll(".katex")];
  const sizes = formulas.map(formula => formula.getBoundingClientRect());
  formulas.forEach((formula, i) => {
    const box = document.createElement("span");
    box.textContent = "formula";
    box.style.cssText = `display: inline-block; overflow: hidden; ` +
      `width: ${sizes[i].width}px; height: ${sizes[i].height}px`;
    formula.replaceWith(box);
  });
  const look = (text, block) => {
    const {color, fontSize, fontWeight, textShadow} = getComputedStyle(text);
    const seen = [color, fontSize, fontWeight, textShadow];
    for (let box = text; box !== block; box = box.parentElement) {
      const {position, opacity, backgroundColor, backgroundImage} = getComputedStyle(box);
      if (position !== "static") return "";
      const ground = [opacity, backgroundColor, backgroundImage].join();
      if (ground !== "1,rgba(0, 0, 0, 0),none") seen.push(ground);
    }
    return seen.join();
  };
  const enough = new Map();
  const check = axe._audit.checks["color-contrast"];
  const contrast = check.evaluate;
  check.evaluate = function (text, ...others) {
    const block = text.closest("pre, p, li, td, th, dd, dt, figcaption, div, body");
    const seen = look(text, block);
    if (enough.get(block)?.has(seen)) return true;
    const found = contrast.call(this, text, ...others);
    if (found && seen && axe.commons.dom.isVisibleOnScreen(text))
      enough.set(block, (enough.get(block) ?? new Set()).add(seen));
    return found;
  };
  const found = await axe.run(document, {resultTypes: ["violations"], preload: {assets: ["media"]}});
  return found.violations.flatMap(({id, impact, nodes}) =>
    nodes.map(node => [id, impact, `${node.target.join(" ")}: ${node.html.slice(0, 120)}`]));
}"""

# What can be reached by Tab looks differently when it is, it or a box around it.
HIDDEN_FOCUS = """() => {
  const look = element => {
    const seen = [];
    for (let e = element, i = 0; e && i < 4; e = e.parentElement, i++) {
      const {outlineStyle, outlineWidth, boxShadow, backgroundColor, textDecoration, borderColor} =
        getComputedStyle(e);
      const outline = outlineStyle === "none" || outlineWidth === "0px" ? "" : outlineWidth;
      seen.push([outline, boxShadow, backgroundColor, textDecoration, borderColor].join());
    }
    return seen.join(";");
  };
  const reached = "a[href], button, input, summary, select, textarea, [tabindex='0']";
  const stops = [...document.querySelectorAll(reached)].filter(
    e => !e.disabled && e.checkVisibility({visibilityProperty: true}));
  const faults = [];
  for (const stop of stops) {
    document.activeElement?.blur();
    const before = look(stop);
    stop.focus({focusVisible: true, preventScroll: true});
    if (document.activeElement === stop && look(stop) === before)
      faults.push(`focus does not show: ${stop.outerHTML.slice(0, 120)}`);
  }
  return [stops.length, faults];
}"""

CUT_CODE = """() => [...document.querySelectorAll(".bd-article pre")]
  .filter(pre => pre.checkVisibility() && pre.scrollWidth > pre.clientWidth + 1)
  .map(pre => pre.textContent.split("\\n").sort((a, b) => b.length - a.length)[0])"""


def axe(page: Page) -> list[tuple[str, str, str]]:
    """What axe-core finds: the rule, how grave it is, and where. The page is not the same afterwards."""
    page.add_script_tag(path=AXE)
    return [tuple(finding) for finding in page.evaluate(RUN_AXE)]


def grave(page: Page) -> list[str]:
    """What axe-core finds grave."""
    return [f"{rule}: {where}" for rule, impact, where in axe(page) if impact in GRAVE]


def hidden_focus(page: Page) -> list[str]:
    """What the Tab key comes to without a reader seeing it."""
    page.keyboard.press("Tab")
    stops, faults = page.evaluate(HIDDEN_FOCUS)
    return faults if stops else ["the Tab key stops nowhere"]


def unlike_names(page: Page) -> list[str]:
    """Names that two folds of a page share, and folds without one; a fold in a fold has the outer name too."""
    names = page.locator("article summary").evaluate_all("""folds => folds.map(fold => {
      const names = [];
      for (let box = fold.parentElement; box; box = box.parentElement.closest("details"))
        names.unshift(box.querySelector("summary").textContent.replace(/\\s+/g, " ").trim());
      return names.includes("") ? "" : names.join(" > ");
    })""")
    return [f"name of a fold: {name!r}" for name in names if not name or names.count(name) > 1]


def cut_code(page: Page, style: str) -> list[str]:
    """The longest lines of code that does not fit its column, under a further style."""
    page.add_style_tag(content="* { content-visibility: visible !important }" + style)
    return [f"code is wider than its column: {line}" for line in page.evaluate(CUT_CODE)]
