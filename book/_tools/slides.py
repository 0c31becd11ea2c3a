"""A deck of slides for each chapter, from the page of the built site: ``make slides``.

Nothing is written twice. From each section of a chapter a deck takes the figures, the boxes of
definitions, algorithms and theorems, their reasons (*Why.*), the displayed formulas, the tempting
mistakes, the runs with what they print, and at the end *What to remember*; folded proofs and
exercises stay in the book. A deck is one HTML file that needs no script and no network: a slide
fills the window, and Page Down goes to the next. Chromium tries every slide at 1280 x 720, sets
smaller what does not fit, and prints the same as PDF.
"""

from __future__ import annotations

import copy
import os
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

import build
import matplotlib
import pdf
from bs4 import BeautifulSoup, SoupStrainer, Tag
from bs4.element import NavigableString
from drawn import draw
from playwright.sync_api import Browser, sync_playwright

import olbook

SLIDES = build.BUILD / "slides"
STYLE = Path(__file__).with_name("slides.css")
LEFT_OUT_SECTIONS = ("How close the bounds come", "Your turn", "Further reading", "Appendix")
OPENING = ("In this chapter", "In this section", "Afterwards you can", "Before", "Time")
LONGEST_LEAD = 240  # letters; more is for reading
REASON = "Why."
END = re.compile(r"[.?!]\)?\s+(?=[A-Z“(]|$)")  # of a sentence
FONTS = {
    "STIXGeneral.ttf": "font-family: Book",
    "STIXGeneralItalic.ttf": "font-family: Book; font-style: italic",
    "STIXGeneralBol.ttf": "font-family: Book; font-weight: bold",
    "STIXGeneralBolIta.ttf": "font-family: Book; font-weight: bold; font-style: italic",
    "DejaVuSansMono.ttf": "font-family: Code",
    "DejaVuSansMono-Bold.ttf": "font-family: Code; font-weight: bold",
}


@dataclass
class Slide:
    """One slide: the kind, which its style sheet knows, the headings above it, what it shows."""

    kind: str
    headings: list[str]
    content: list[Tag] = field(default_factory=list)


def title(section: Tag) -> str:
    """The heading of a section, in HTML, with its formulas but without number and link."""
    heading = section.find(["h1", "h2", "h3"], recursive=False)
    assert isinstance(heading, Tag)
    for node in heading.select(".section-number"):
        node.decompose()
    return heading.decode_contents().strip()


def has_class(node: Tag, name: str) -> bool:
    """Whether an element has a class."""
    return name in (node.get("class") or [])


def last_sentences(paragraph: Tag) -> list[Tag]:
    """The end of a paragraph, from the first sentence on from which it is short enough to be heard."""
    if len(paragraph.get_text()) <= LONGEST_LEAD:
        return [paragraph]
    for place, text in enumerate(paragraph.contents):
        for end in END.finditer(text) if isinstance(text, NavigableString) else ():
            rest = copy.copy(paragraph)
            for node in rest.contents[:place]:
                node.extract()
            rest.contents[0].replace_with(str(text)[end.end() :])
            words = rest.get_text()
            if len(words) <= LONGEST_LEAD and words.count("(") == words.count(")"):
                return [rest] if words.strip() else []
    return []


def printed(cell: Tag) -> bool:
    """Whether a cell shows more than its code."""
    output = cell.select_one("div.cell_output")
    return output is not None and bool(output.select_one("img") or output.get_text(strip=True))


def lead(node: Tag) -> list[Tag]:
    """What is said right before a cell or a formula; a reason has a slide of its own."""
    before = node.find_previous_sibling()
    while before is not None and has_class(before, "cell") and not printed(before):
        before = before.find_previous_sibling()  # a cell that has no slide
    if before is None or before.name != "p" or before.get_text().startswith(REASON):
        return []
    return last_sentences(before)


def reason(paragraph: Tag) -> list[Tag]:
    """A paragraph *Why.*, its list or formulas, and the short paragraph that concludes."""
    found = [paragraph]
    for node in paragraph.find_next_siblings():
        concludes = node.name == "p" and found[-1].name != "p"
        if concludes and len(node.get_text()) > LONGEST_LEAD:
            break
        if not (concludes or node.name in ("ol", "ul") or has_class(node, "math")):
            break
        found.append(node)
    return found


def formulas(first: Tag) -> list[Tag]:
    """A displayed formula and what introduces it, with those that a few words join to it."""
    found = [*lead(first), first]
    words, formula = (first.find_next_siblings() + [None, None])[:2]
    while words is not None and formula is not None and words.name == "p":
        if not has_class(formula, "math") or len(words.get_text()) > LONGEST_LEAD:
            break
        found += [words, formula]
        words, formula = (formula.find_next_siblings() + [None, None])[:2]
    return found


def of_cell(cell: Tag, headings: list[str], wanted: bool) -> Iterator[Slide]:
    """The slides of a cell: its figures or boxes, or its code with what it prints."""
    output = cell.select_one("div.cell_output")
    code = cell.select_one("div.cell_input")
    shown = [*output.select("figure, div.proof")] if output is not None else []
    if shown:
        for node in shown:
            figure = node.name == "figure"
            yield Slide("figure" if figure else "box", headings, [node])
    elif code is not None and (wanted or printed(cell)):
        yield Slide("run", headings, [*lead(cell), code, *([output] if output else [])])


def of_section(section: Tag, above: list[str]) -> Iterator[Slide]:
    """The slides of a section and of the sections in it, in their order."""
    headings = [*above, title(section)]
    after_algorithm = False  # the loop beside the algorithm is shown even if it prints nothing
    mistake: list[Tag] = []  # a tempting mistake shares a slide with the run right below it
    shown: list[Tag] = []  # on the last slide of a reason or of formulas
    for node in section.find_all(True, recursive=False):
        found: list[Slide] = []
        if any(node is one for one in shown):
            continue
        if node.name == "p" and node.get_text().startswith(REASON):
            shown = reason(node)
            found = [Slide("reason", headings, shown)]
        elif has_class(node, "math"):
            shown = formulas(node)
            found = [Slide("formula", headings, shown)]
        elif node.name == "section":
            found = [*of_section(node, headings)]
        elif has_class(node, "proof"):
            after_algorithm = has_class(node, "algorithm")
            found = [Slide("box", headings, [node])]
        elif node.name == "figure":
            found = [Slide("figure", headings, [node])]
        elif has_class(node, "cell"):
            found = [*of_cell(node, headings, after_algorithm)]
            after_algorithm = after_algorithm and not found
        if mistake and found and found[0].kind == "run":
            found[0].content[:0] = mistake
        elif mistake:
            yield Slide("box", headings, mistake)
        is_mistake = has_class(node, "admonition-a-tempting-mistake")
        mistake = [node] if is_mistake else []
        yield from found
    if mistake:
        yield Slide("box", headings, mistake)


def slides(chapter: Tag) -> Iterator[Slide]:
    """All slides of a chapter, from its title to what to remember."""
    name = title(chapter)
    openings = [
        node
        for node in chapter.find_all("p", recursive=False)
        if node.get_text().startswith(OPENING)
    ]
    yield Slide("opening", [name], openings)
    for section in chapter.find_all("section", recursive=False):
        heading = title(section)
        if heading == "What to remember":
            body = [node for node in section.find_all(True, recursive=False) if node.name != "h2"]
            yield Slide("remember", [heading], body)
        elif not heading.startswith(LEFT_OUT_SECTIONS):
            yield from of_section(section, [])


def read(topic: str) -> Tag:
    """The page of a chapter, without what serves on a screen of the book only."""
    page = build.SITE / "book" / f"{topic}.html"
    only = SoupStrainer("article", class_="bd-article")
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser", parse_only=only)
    article = soup.article
    chapter = article.section if article is not None else None
    if chapter is None:
        raise ValueError(f"{topic}: the built page has no chapter")
    for selector in ("details", ", ".join(pdf.LEFT_OUT)):  # folds hold most of a page
        for node in chapter.select(selector):
            if not node.decomposed:
                node.decompose()
    for image in chapter.select("img[src]"):
        file = (page.parent / unquote(str(image["src"]))).resolve()
        drawing = pdf.WORK / "figures" / f"{file.stem}.svg"
        source = drawing if drawing.exists() else file
        (SLIDES / "figures").mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, SLIDES / "figures")
        image["src"] = f"figures/{source.name}"
    for link in chapter.select("a[href]"):
        link.unwrap()
    for node in chapter.select("[id], [tabindex], [aria-describedby]"):
        for name in ("id", "tabindex", "aria-describedby"):
            del node[name]
    return chapter


def html(slide: Slide, number: int, chapter: str) -> str:
    """A slide as a section of the deck."""
    *above, heading = slide.headings
    level = 1 if slide.kind == "opening" else 2
    over = f'<p class="over">{above[-1]}</p>' if above else ""
    content = "\n".join(str(node) for node in slide.content).replace("\n\n\n", "\n\n")
    return (
        f'<section class="slide {slide.kind}"><header>{over}<h{level}>{heading}</h{level}></header>\n'
        f'<div class="content">{content}</div>\n'
        f"<footer><span>{chapter}</span><span>{number}</span></footer></section>"
    )


def deck(topic: str) -> str:
    """The deck of a chapter, before it is fitted."""
    chapter = read(topic)
    name = title(chapter)
    body = "\n".join(html(slide, n, name) for n, slide in enumerate(slides(chapter), start=1))
    plain = BeautifulSoup(name, "html.parser").get_text()
    sheets = "".join(
        f'<link rel="stylesheet" href="assets/{sheet}">\n'
        for sheet in ("katex/katex.min.css", "pygments.css", "slides.css")
    )
    return (
        '<!doctype html>\n<html lang="en-GB" data-theme="light">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<meta name="generator" content="olbook {olbook.__version__}">'
        f"<title>{plain}: slides</title>\n{sheets}</head>\n<body>\n{body}\n</body></html>\n"
    )


def assets() -> None:
    """Style sheets and fonts, which come with the lock, so that every machine shows the same."""
    target = SLIDES / "assets"
    shutil.copytree(build.SITE / "_static" / "katex", target / "katex", dirs_exist_ok=True)
    shutil.copy2(build.SITE / "_static" / "pygments.css", target)
    faces = []
    for file, face in FONTS.items():
        shutil.copy2(Path(matplotlib.get_data_path(), "fonts", "ttf", file), target)
        faces.append(f'@font-face {{ {face}; src: url("{file}"); }}\n')
    (target / "slides.css").write_text("".join(faces) + STYLE.read_text(encoding="utf-8"))


# The largest size at which everything is on the slide; code and output stand below each other, or
# side by side where that is larger. Code that would be too small to be read from afar is left out if
# it prints something. The answer lists the slides on which even the smallest size is too large.
FIT = """() => {
  const fits = box => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1
    && [...box.querySelectorAll("pre, .katex-display, table")].every(
      inner => inner.scrollWidth <= inner.clientWidth + 1);
  const tooMuch = [];
  document.querySelectorAll(".slide").forEach((slide, index) => {
    const box = slide.querySelector(".content");
    const layouts = slide.matches(".run") ? ["below", "beside"] : [""];
    const largest = slide.matches(".figure") ? 1 : 1.4;
    const fitted = smallest => {
      for (let scale = largest; scale > smallest; scale -= 0.05)
        for (const layout of layouts) {
          box.style.fontSize = `${scale.toFixed(2)}em`;
          if (layout) box.dataset.layout = layout;
          if (fits(box)) return true;
        }
      return false;
    };
    if (slide.matches(".run") && box.querySelector(".cell_output") && !fitted(0.9))
      box.querySelector(".cell_input").remove();
    if (!fitted(0.6)) tooMuch.push(index + 1);
  });
  return tooMuch;
}"""


def fit(browser: Browser, topic: str) -> None:
    """Set each slide of a deck so that it fits, store the deck, and print it."""
    file = SLIDES / f"{topic}.html"
    file.write_text(deck(topic), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(120_000)
    page.goto(file.as_uri())
    page.evaluate("document.fonts.ready")
    if too_much := page.evaluate(FIT):
        raise ValueError(f"{topic}: too much for a slide: {', '.join(map(str, too_much))}")
    file.write_text(page.content(), encoding="utf-8")
    page.pdf(path=str(file.with_suffix(".pdf")), prefer_css_page_size=True, print_background=True)
    count = page.locator(".slide").count()
    page.close()
    print(f"slides: {count:3d} in {file.relative_to(build.ROOT)} and .pdf", flush=True)


def make(chromium: str, topics: tuple[str, ...]) -> None:
    """The decks of some chapters."""
    SLIDES.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        notebooks = [build.ROOT / "book" / f"{topic}.ipynb" for topic in topics]
        list(pool.map(lambda file: draw(file, pdf.WORK / "figures"), notebooks))
    assets()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for topic in topics:
            fit(browser, topic)
        browser.close()


def main() -> int:
    """Build the site if need be, then the decks; the exit status."""
    if status := build.build():
        return status
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("slides: no Chromium found; install it, or set CHROMIUM to its path")
        return 2
    if not (build.SITE / "_static" / "katex").exists():
        print("slides: the formulas of this site are left to the reader's browser, so no slides")
        return 2
    shutil.rmtree(SLIDES, ignore_errors=True)
    make(chromium, olbook.TOPICS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
