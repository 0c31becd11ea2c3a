"""The book as one PDF, made from the pages of the built site by headless Chromium.

The pages are joined to one document: folded proofs are opened, solutions go to an appendix, links
between pages become links inside the document. What only serves on a screen is left out; the second
page of the PDF says what. Chromium prints the body first. Then it is known on which page each
heading stands, and each word of the index; contents and index are printed, and the three are put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import unquote

import indexed
import matplotlib
import tagged
import yaml
from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString
from build import BUILD, ROOT, SITE
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, OutlineItem, Pdf, settings
from playwright.sync_api import Browser, sync_playwright
from waiting import filled

import olbook

TITLE = "Online learning, checked"
WORK = BUILD / "print"
STYLE = Path(__file__).with_name("print.css")
PART = "Chapters"
PREFACE = "book/preface"
APPENDICES = [
    "book/convex_analysis",
    "book/how_it_is_checked",
    "book/notation",
    "book/glossary",
    "book/bibliography",
]
SOLUTIONS = "solutions"
LEFT_OUT = [
    "script, style, button, template, iframe, a.headerlink, .toctree-wrapper",
    ".exact",  # what a phrase of a theorem stands for, shown when one points at it
    "details.hide",  # code folded away: imports, and how figures are drawn
    ".ol-game",
    ".ol-tree-game [data-say]",  # what is left of a game is the picture of its tree
    ".katex-mathml",  # the formula once more, for screen readers
    "details.live",  # changes to try, and editors
    "div.map",  # its arrows stand below it in words
    ".backrefs",  # from a work back to where it is cited, by numbers
    ".noprint",
]
SILENT = re.compile(  # TeX that is of no use to the ear
    r"\\(?:displaystyle|left|right|[bB]igg?[lr]?|q?quad)(?![a-zA-Z]) ?|\\[,:;! ]"
)
MARKS = re.compile(r"[.,;:?!)\]’-]+")
WIDTH = 597  # of the text, in CSS pixels; for what is wider all pages are printed smaller
LONG_REASON = 130  # letters
LONG_LISTING = 24  # lines
FOLDS_LEFT_OUT = (
    "Exactly what was checked",
    "Exactly what it says",
    "The text that was checked",
    "Theorem by theorem",
)
ON_PAPER: list[dict[str, str]] = yaml.safe_load(
    Path(__file__).with_name("on_paper.yml").read_text("utf-8")
)
PHRASES = [
    (re.compile(r"\s+".join(map(re.escape, each["web"].split()))), each["paper"])
    for each in ON_PAPER
]
NOT_ON_PAPER = re.compile(r"(Back to|The lectures from which this chapter grew)\s")  # paragraphs
CUT = re.compile(r"\s*The slider (goes from|of the)\s*$")  # and all that follows in the paragraph
INSTANCE = re.compile(r", for instance\s*$")  # a world in exact numbers, often many lines long
ELSEWHERE = re.compile(r"^[a-z]+:")
FONTS = Path(
    matplotlib.get_data_path(), "fonts", "ttf"
)  # they come with the lock: the same everywhere
FACES = {
    "STIXGeneral.ttf": "font-family: Book",
    "STIXGeneralItalic.ttf": "font-family: Book; font-style: italic",
    "STIXGeneralBol.ttf": "font-family: Book; font-weight: bold",
    "STIXGeneralBolIta.ttf": "font-family: Book; font-weight: bold; font-style: italic",
    "DejaVuSansMono.ttf": "font-family: Code",
    "DejaVuSansMono-Bold.ttf": "font-family: Code; font-weight: bold",
}
FRONT = """@page { @bottom-right { content: counter(page, lower-roman); } }
@page :first { @bottom-right { content: ""; } }"""
BACK = """@page {{ @bottom-left {{ content: "Index"; }} }}
html {{ counter-reset: page {}; }}"""
ANCHORS = "anchors"  # there stand links, as Chromium keeps the places that are linked to
PLACE = "place:"  # the scheme of links from contents and index to the body, until they are one file


@dataclass(frozen=True)
class Heading:
    """An entry of the contents."""

    level: int
    anchor: str
    number: str
    title: str  # in HTML, with its formulas
    words: str


INDEX = Heading(1, ANCHORS, "", "Index", "Index")


def pages() -> list[str]:
    """The pages that are printed, in their order."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    [part] = [part for part in toc["parts"] if part["caption"] == PART]
    names: list[str] = []
    for chapter in part["chapters"]:
        names += [chapter["file"], *(section["file"] for section in chapter.get("sections", []))]
    return [PREFACE, *names, *APPENDICES]


def anchor(page: str, fragment: str = "") -> str:
    """The id, in the one document, of a page or of a place on it."""
    name = page.replace("/", "-")
    return f"{name}--{fragment}" if fragment else name


def target(page: str, href: str, printed: list[str]) -> str | None:
    """Where a link of a page leads in the document; nothing if its target is not printed."""
    if ELSEWHERE.match(href):
        return href
    path, _, fragment = unquote(href).partition("#")
    there = (SITE / page).parent / path if path else SITE / f"{page}.html"
    name = there.resolve().relative_to(SITE.resolve()).with_suffix("").as_posix()
    return f"#{anchor(name, fragment)}" if name in printed else None


def say_formulas(article: Tag) -> None:
    """Name each formula by its TeX, which is read aloud; Chromium hands names on to the PDF."""
    for formula in article.select(".katex"):
        mathml, seen = formula.find_all("span", recursive=False)
        tex = mathml.find("annotation")
        assert tex is not None
        words = " ".join(SILENT.sub(" ", tex.get_text()).split())
        formula["role"], formula["aria-label"] = "img", f"{tagged.FORMULA}{words}"
        del seen["aria-hidden"]
        mathml.decompose()


def unfold(soup: BeautifulSoup, article: Tag) -> None:
    """Leave out what serves on a screen only, and open every fold that remains."""
    for node in article.select(", ".join(LEFT_OUT)):
        if not node.decomposed:
            node.decompose()
    for fold in article.select("details"):
        if fold.decomposed:
            continue
        title = fold.summary
        if title is None or " ".join(title.get_text().split()).startswith(FOLDS_LEFT_OUT):
            fold.decompose()
            continue
        title.name, title["class"] = "p", "fold-title"
        fold.name = "div"
    for world in article.find_all(string=INSTANCE):
        for rest in [*world.next_siblings]:
            rest.extract()
        world.replace_with(INSTANCE.sub(".", str(world)))
    for cell in article.select("div.cell, div.cell_output, div.cell_input"):
        if not cell.decomposed and not cell.get_text(strip=True) and not cell.select("img, svg"):
            cell.decompose()


def on_paper(article: Tag) -> None:
    """Say what is so on paper, in place of what is so on a screen."""
    for paragraph in article.select("p"):
        if NOT_ON_PAPER.match(paragraph.get_text()):
            paragraph.decompose()
    for words in article.find_all(string=True):
        text = str(words)
        for phrase, paper in PHRASES:
            text = phrase.sub(paper, text)
        if (text == words and not CUT.search(text)) or words.find_parent(["pre", "code", "a"]):
            continue
        if CUT.search(text):
            text = CUT.sub("", text)
            for rest in [*words.next_siblings]:
                rest.extract()
        words.replace_with(text)


def keep_together(article: Tag) -> None:
    """Let no line begin with the comma after a formula: it goes into the formula's last piece."""
    for formula in article.select(".katex"):
        if formula.find_parent(class_="katex-display"):
            continue
        node: Tag = formula
        while node.next_sibling is None and node.parent is not None and node.parent is not article:
            node = node.parent
        after, pieces = node.next_sibling, formula.select(".base")
        if isinstance(after, NavigableString) and pieces and (mark := MARKS.match(after)):
            pieces[-1].append(mark[0])
            after.replace_with(after[mark.end() :])


def name_parts(article: Tag) -> None:
    """Say of what is no paragraph in HTML, but read as one, that it is."""
    for part in article.select("div.math, div.highlight, dt"):
        part["role"] = "paragraph"
    for listing in article.select("pre"):
        listing["role"] = "code"


def mark_long(article: Tag) -> None:
    """Mark what the style sheet treats otherwise if it is long: reasons, and listings."""
    for reason in article.select("ul.derivation > li > p:first-child:not(:last-child)"):
        if len(reason.get_text()) > LONG_REASON:
            reason["class"] = "long"
    for listing in article.select("pre"):
        if listing.get_text().count("\n") > LONG_LISTING:
            listing["class"] = "long"


def relocate(article: Tag, page: str, printed: list[str]) -> None:
    """Make ids unique in the document, and lead links and pictures to where they are."""
    for node in article.find_all(id=True):
        node["id"] = anchor(page, str(node["id"]))
    for link in article.select("a[href]"):
        where = target(page, str(link["href"]), printed)
        named = "theorems.html" in str(link["href"]) and link.get_text()[:1].isupper()
        if where is None and named:
            link.name, link.attrs = "i", {}  # a name in a sentence: "It uses How many rounds ..."
        elif where is None:
            link.unwrap()
        else:
            link["href"] = where
    for image in article.select("img[src]"):
        file = ((SITE / page).parent / unquote(str(image["src"]))).resolve()
        image["src"] = file.as_uri()


def take_solutions(soup: BeautifulSoup, article: Tag) -> list[Tag]:
    """Take the solutions out of a page; exercise and solution are linked to each other."""
    exercises = {
        " ".join(exercise.p.get_text().split()): exercise
        for exercise in article.select("div.exercise")
        if exercise.p is not None
    }
    solutions = []
    for solution in article.select("div.solution"):
        assert solution.p is not None
        words = " ".join(solution.p.get_text().split()).removeprefix("Solution to ")
        exercise = exercises[words]
        link = soup.new_tag("a", href=f"#{exercise['id']}")
        link.extend(list(solution.p.contents))
        solution.p.append(link)
        assert exercise.p is not None
        there = soup.new_tag("a", href=f"#{solution['id']}", attrs={"class": "there"})
        there.string = "Solution"
        exercise.p.append(there)
        solutions.append(solution.extract())
    return solutions


def read(page: str, printed: list[str]) -> tuple[Tag, list[Tag]]:
    """A page as it is printed, and its solutions."""
    html = filled((SITE / f"{page}.html").read_text(encoding="utf-8"))
    soup = BeautifulSoup(html, "html.parser")
    article = soup.select_one("article.bd-article")
    if article is None:
        raise ValueError(f"{page}: the built page has no article")
    for image in article.select("img[loading]"):
        del image["loading"]  # a printer does not scroll
    say_formulas(article)
    unfold(soup, article)
    on_paper(article)
    keep_together(article)
    mark_long(article)
    name_parts(article)
    relocate(article, page, printed)
    for heading in article.select("h2, h3"):  # a section may begin at the foot of the page before
        section = heading.find_parent("section", id=True)
        if section is not None and section.find(re.compile("^h[1-6]$")) is heading:
            heading["id"] = section["id"]
            del section["id"]
    article.name, article["id"] = "section", anchor(page)
    if page == PREFACE and article.h1 is not None:
        article.h1.string = "Preface"
    article["class"] = "chapter"
    return article, take_solutions(soup, article)


def appendix(chapters: list[tuple[Tag, list[Tag]]]) -> Tag:
    """The solutions of all exercises, by chapter."""
    soup = BeautifulSoup(
        f'<section class="chapter" id="{SOLUTIONS}"><h1>Solutions</h1></section>', "html.parser"
    )
    section = soup.section
    assert section is not None
    for article, solutions in chapters:
        if solutions and article.h1 is not None:
            heading = soup.new_tag("h2", id=f"{SOLUTIONS}--{article['id']}")
            heading.extend(BeautifulSoup(article.h1.decode_contents(), "html.parser").contents)
            section.append(heading)
            section.extend(solutions)
    return section


def number_links(body: list[Tag]) -> None:
    """Where the words of a link do not say the number of a box or a figure, add it, for paper."""
    numbers = {}
    for section in body:
        for box in section.select("div[id], figure[id]"):
            caption = box.select_one(":scope > :is(.admonition-title, figcaption) .caption-number")
            if caption is not None:
                numbers[f"#{box['id']}"] = " ".join(caption.get_text().split())
    for section in body:
        for link in section.select("a[href]:not(.there)"):
            words, number = " ".join(link.get_text().split()), numbers.get(str(link["href"]), "")
            if not number or re.search(r"\d", words):
                continue
            kind, digits = number.split(" ", 1)
            if words == kind.lower():
                link.append(f" {digits}")
            else:
                link.append(f" ({digits})" if kind.lower() in words else f" ({number})")


def headings(body: list[Tag]) -> Iterator[Heading]:
    """Titles of chapters and of their sections, as the contents list them."""
    for section in body:
        for node in section.select("h1, h2"):
            number = node.select_one(".section-number")
            parent = node if node.get("id") else node.find_parent(id=True)
            assert parent is not None
            shown = number.get_text().strip() if number is not None else ""
            words = node.get_text().strip().removeprefix(shown).strip()
            html = re.sub(r'<span class="section-number">.*?</span>', "", node.decode_contents())
            yield Heading(int(node.name[1]), str(parent["id"]), shown, html.strip(), words)


def font_faces(folder: str) -> str:
    """The rules of a style sheet that name the fonts in a folder."""
    return "".join(
        f'@font-face {{ {face}; src: url("{folder}{file}"); }}\n' for file, face in FACES.items()
    )


def document(body: str, style: str = "") -> str:
    """A whole HTML file."""
    faces = font_faces(f"{FONTS.as_uri()}/")
    sheets = [SITE / "_static/katex/katex.min.css", SITE / "_static/pygments.css", STYLE]
    links = "".join(f'<link rel="stylesheet" href="{sheet.as_uri()}">\n' for sheet in sheets)
    return (
        '<!doctype html>\n<html lang="en-GB" data-theme="light">\n<head><meta charset="utf-8">'
        f"<title>{TITLE}</title>\n{links}<style>{faces}{style}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


# What is wider than the column is set smaller, and lines of code that would get too small are broken.
FIT = """() => {
  let worst = 1;
  for (const box of document.querySelectorAll(".katex-display, pre, table")) {
    const number = box.parentElement.querySelector(":scope > .eqno");
    const around = getComputedStyle(box.parentElement);
    const inside = parseFloat(around.paddingLeft) + parseFloat(around.paddingRight);
    const room =
      box.parentElement.clientWidth - inside - (number ? number.offsetWidth + 10 : 0);
    const content = box.matches(".katex-display") ? box.querySelector(".katex-html") : box;
    if (content.scrollWidth <= room + 1) continue;
    const scale = 0.99 * room / content.scrollWidth;
    if (box.matches("pre") && scale < 0.85) {
      box.style.whiteSpace = "pre-wrap";
    } else {
      box.style.fontSize = `${scale * parseFloat(getComputedStyle(box).fontSize)}px`;
      worst = Math.min(worst, scale);
    }
  }
  return worst;
}"""


# At the end of a line the space stays, as who reads the tags sees no lines.
SPACES = r"""() => {
  for (const block of document.querySelectorAll("p, h1, h2, h3, h4")) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let last = null;
    while (texts.nextNode()) {
      const node = texts.currentNode;
      let text = node.data.replace(/[ \n]+/g, " ");
      if (!last || last.data.endsWith(" ")) text = text.replace(/^ /, "");
      if (text !== node.data) node.data = text;
      if (text) last = node;
    }
    if (last) last.data = last.data.replace(/ $/, "");
    block.style.whiteSpace = "pre-wrap";
  }
}"""


def print_to(browser: Browser, text: str, pdf: Path) -> None:
    """Print one HTML document; it stays beside the PDF."""
    html = pdf.with_suffix(".html")
    html.write_text(text, encoding="utf-8")
    page = browser.new_page(viewport={"width": WIDTH, "height": 900})
    page.set_default_timeout(600_000)
    page.goto(html.as_uri())
    page.emulate_media(media="print")
    page.evaluate("document.fonts.ready")
    page.evaluate(SPACES)
    worst = page.evaluate(FIT)
    print(f"pdf: {html.name}: what is widest was set at {worst:.0%}", flush=True)
    page.pdf(path=str(pdf), prefer_css_page_size=True, print_background=True, tagged=True)
    page.close()


def running_titles(body: list[Tag]) -> str:
    """Each chapter has pages of its own kind, with its title at their foot."""
    rules = []
    for section in body:
        [first, *_] = headings([section])
        name, title = str(section["id"]), f"{first.number} {first.words}".strip()
        rules.append(f"#{name} {{ page: {name}; }}")
        rules.append(f'@page {name} {{ @bottom-left {{ content: "{title}"; }} }}')
    return "\n".join(rules)


def contents(entries: list[Heading], page_of: dict[str, int]) -> str:
    """The table of contents."""
    rows = [
        f'<li class="level{entry.level}"><a href="{PLACE}{entry.anchor}">'
        f'<span>{entry.number} {entry.title}</span><span class="dots"></span>'
        f'<span class="page">{page_of[entry.anchor]}</span></a></li>'
        for entry in entries
    ]
    return f"<nav><h1>Contents</h1><ul>{''.join(rows)}</ul></nav>"


def front(version: str) -> str:
    """The title page, and what this edition is."""
    return f"""
<section class="titlepage"><h1>Online learning, checked</h1>
<p>A companion to a course, with derivations checked by machine and code that runs</p>
<p class="authors">The olbook authors</p><p class="version">Version {escape(version)}</p></section>
<section class="about"><h2>About this edition</h2>
<p>These pages are the chapters of the web book, printed from the same files. Proofs, which the
web book folds away, are open here; the solutions of the exercises stand at the end.</p>
<p>Some things are left out because they need a screen or would fill many pages: below each theorem
the list of exactly what was checked and the text that the checker read, the formula behind each
phrase of a theorem, code that only imports and draws, games, pictures to drag, the pages on the package, on speed, on
Rocq, on five sets of lecture notes, and the assignments. They are all in the web book, and a chapter is
a notebook there, which you can run and change. So are the theorems that are named in italics. A picture
that moves there is shown here at one moment.</p>
<p>Coloured words are links, and the bookmarks of your viewer list the sections. The file is tagged for
those who listen to it: they hear a formula as TeX, and what a picture shows.</p>
<p>Text and figures under CC BY 4.0, code under the BSD 3-clause licence.</p></section>"""


@dataclass(frozen=True)
class Place:
    """Where a named place of a PDF stands: its page, from 1, and how high on it."""

    page: int
    top: float


def places_in(file: Pdf) -> dict[str, Place]:
    """The named places of a PDF."""
    number = {page.obj.objgen: count for count, page in enumerate(file.pages, 1)}
    return {
        unquote(name).removeprefix("/"): Place(number[place[0].objgen], float(place[3]))
        for name, place in file.Root.Dests.items()
    }


def join(parts: tuple[Path, Path, Path], entries: list[Heading], pdf: Path) -> int:
    """Contents, body and index in one file, with tags, links, bookmarks and page labels; its number of pages."""
    first, file, last = map(Pdf.open, parts)
    places = places_in(file)
    del file.pages[places[ANCHORS].page - 1 :]
    count, end = len(first.pages), len(first.pages) + len(file.pages)
    befores = ((first, 0), (file, count), (last, end))
    tree = tagged.join([tagged.read(part, before) for part, before in befores])
    file.pages.extend(last.pages)
    for page in reversed(first.pages):
        file.pages.insert(0, page)
    tagged.write(file, tree)
    tagged.spell_ligatures(file)

    def destination(name: str) -> Array:
        place = places[name]
        return Array([file.pages[count + place.page - 1].obj, Name.XYZ, 0, place.top, None])

    for page in [*file.pages[:count], *file.pages[end:]]:
        for link in page.get("/Annots", Array()):
            uri = str(link.get("/A", Dictionary()).get("/URI", ""))
            if uri.startswith(PLACE):
                del link.A
                link.Dest = destination(unquote(uri.removeprefix(PLACE)))
    with file.open_outline() as outline:
        for entry in entries:
            mark = OutlineItem(f"{entry.number} {entry.words}".strip(), destination(entry.anchor))
            (outline.root[-1].children if entry.level == 2 else outline.root).append(mark)
    labels = (0, Dictionary(S=Name.r), count, Dictionary(S=Name.D))
    file.Root.PageLabels = Dictionary(Nums=Array(labels))
    file.Root.PageMode = Name.UseOutlines
    with file.open_metadata(set_pikepdf_as_editor=False) as about:
        about["dc:title"], about["dc:creator"] = TITLE, ["The olbook authors"]
    settings.set_flate_compression_level(9)
    file.save(pdf, object_stream_mode=ObjectStreamMode.generate, recompress_flate=True)
    return len(file.pages)


def make(pdf: Path, chromium: str) -> int:
    """Print the built site; the number of pages."""
    WORK.mkdir(parents=True, exist_ok=True)
    printed = pages()
    chapters = [read(page, printed) for page in printed]
    body = [article for article, _ in chapters]
    body.insert(len(body) - len(APPENDICES), appendix(chapters))
    number_links(body)
    listed, entries = indexed.entries(body), [*headings(body), INDEX]
    places = [entry.anchor for entry in entries]
    places += [place for entry in listed for place in (*entry.main, *entry.places)]
    links = "".join(f'<a href="#{place}">.</a>' for place in places)
    text = "\n".join(str(section) for section in body)
    parts = (WORK / "front.pdf", WORK / "body.pdf", WORK / "back.pdf")
    first, whole, last = parts
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print_to(
            browser, document(f'{text}<p id="{ANCHORS}">{links}</p>', running_titles(body)), whole
        )
        with Pdf.open(whole) as body_file:
            page_of = {name: place.page for name, place in places_in(body_file).items()}
        listing = front(olbook.__version__) + contents(entries, page_of)
        print_to(browser, document(listing, FRONT), first)
        index = indexed.printed(listed, page_of, PLACE)
        print_to(browser, document(index, BACK.format(page_of[ANCHORS] - 1)), last)
        browser.close()
    return join(parts, entries, pdf)
