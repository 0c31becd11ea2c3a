"""A deck of slides for each chapter, from the page of the built site: ``make slides``.

Nothing is written twice. From each section of a chapter a deck takes the figures, the boxes of
definitions, algorithms and theorems, their reasons (*Why.*, or else what is said right after the
statement), the lists, the displayed formulas, the tempting mistakes, what the runs print, and at
the end *What to remember*. Of the code it takes the loops of algorithms; folded proofs and
exercises stay in the book. A deck is one HTML file that needs no script and no network: a slide
fills the window, and Page Down goes to the next. A slide has a thought and at most sixty words
below its headings; a box with more goes on on the next slide, between sentences. The steps of a
reason and of a list come one by one. A tempting mistake stands alone, for the class to search; what
refutes it is on the next slide. Chromium tries every slide at 1280 x 720, sets smaller what does not
fit, puts a statement and its reason on one slide where both are large enough, and prints a PDF,
without the steps. Notes for the speaker, from the aims of the sections, are a text beside the deck.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import aims
import build
import chapters
import pdf
from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeValueList, Comment, NavigableString
from bs4.filter import SoupStrainer
from elements import without
from playwright.sync_api import Browser, sync_playwright

import olbook

SLIDES = build.BUILD / "slides"
STYLE = Path(__file__).with_name("slides.css")
LEFT_OUT_SECTIONS = ("How close the bounds come", "Your turn", "Further reading", "Appendix")
OPENING = ("In this chapter", "In this section", "Afterwards you can")
LONGEST_LEAD = 360  # letters; more is for reading
LONGEST_COMMENT = 420  # where a statement has no other reason
LONGEST_LOOP = 14  # lines
MOST_LINES = 4  # of a derivation on a slide; more would be too small to read
MOST_WORDS = 60  # on a slide; a formula is one, and code, its output and tables are none
HANGING = re.compile(  # a sentence that begins so points to the one before
    r"(It|Its|They|Their|These|Those|This|That|Such|So|But|And|Then|Both|Neither|Another|Beside|Hence"
    r"|Therefore|Otherwise|Also|Yet|Still|Again|Instead|Together|He|She|For if|For each the"
    r"|The (first|second|third|same|other|others|last)|To either|If it|If not|With it)\b"
)
FUNCTION = re.compile(r"\s*def .*\n(?:[ \t].*\n|\n)*")  # with which a cell begins
ELSEWHERE = re.compile(  # what is on no slide, or not on this one
    r"\bin the fold\b|\b[Tt]o compute it\b|\bnext (page|section)\b"
)
REASON = "Why."
RELATIONS = ("=", "≤", "≥", "<", ">")  # with which a line of a chain goes on
GOES_ON = ' <span class="goes-on">continued</span>'  # behind the title of a box, on its next slide
SIGNS = {  # of TeX, for a speaker
    "le": "≤", "ge": "≥", "langle": "⟨", "rangle": "⟩", "lVert": "‖", "rVert": "‖", "lvert": "|",
    "rvert": "|", "mapsto": " ↦ ", "to": " → ", "infty": "∞", "in": " ∈ ", "sqrt": "√", "sum": "Σ",
    "dots": "…", "cdot": "·", "eta": "η", "ell": "ℓ", "nabla": "∇", "leftarrow": " ← ", "ne": "≠",
    "lambda": "λ", "pm": "±", "times": "×", "top": "T", "left": "", "right": "", "big": "", "bar": "", "tfrac": "",
}  # fmt: skip
LISTED = ".definition-content > ol, .definition-content > ul"
TABLE = "pst-scrollable-table-container"  # as the theme wraps it
MISTAKE = "A tempting mistake"
END = re.compile(r"[.?!][)”]?\s+(?=[A-Z“(]|$)")  # of a sentence


@dataclass
class Slide:
    """One slide: the kind, which its style sheet knows, the headings above it, what it shows."""

    kind: str
    headings: list[str]
    content: list[Tag] = field(default_factory=list)
    refutes: bool = False  # a mistake, on the slide before


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


def letters(node: Tag) -> int:
    """How many letters one reads; a formula is on the page twice, once for screen readers."""
    return len(node.get_text()) - sum(len(f.get_text()) for f in node.select(".katex-mathml"))


def sentences(paragraph: Tag) -> list[Tag]:
    """Its sentences, each in a paragraph of its own; one in brackets stays with its neighbours."""
    found: list[list[str]] = [[]]
    for node in paragraph.contents:
        if not isinstance(node, NavigableString):
            found[-1].append(str(node))
            continue
        start, text = 0, str(node)
        before = node.previous_sibling
        claim = before.get_text() if isinstance(before, Tag) and before.name == "em" else ""
        if claim.endswith((".", "?", "!")) and re.match(r"\s+[A-Z“(]", text):
            found.append([])
        for end in END.finditer(text):
            found[-1].append(text[start : end.end()])
            start = end.end()
            found.append([])
        found[-1].append(text[start:])
    whole: list[str] = []
    for parts in found:
        if whole and BeautifulSoup(whole[-1], "html.parser").get_text().count("(") != (
            BeautifulSoup(whole[-1], "html.parser").get_text().count(")")
        ):
            whole[-1] += "".join(parts)
        elif "".join(parts).strip():
            whole.append("".join(parts))
    return [together([text]) for text in whole]


def together(parts: list[str]) -> Tag:
    """A paragraph of some pieces of HTML."""
    made = BeautifulSoup(f"<p>{''.join(parts).strip()}</p>", "html.parser").p
    assert made is not None
    return made


def joined(parts: list[Tag]) -> Tag:
    """Sentences, in one paragraph again."""
    return together([part.decode_contents() + " " for part in parts])


def continues(node: Tag) -> bool:
    """Whether a paragraph goes on with the sentence of the formula before it."""
    first = next(iter(node.contents), "")
    return isinstance(first, NavigableString) and first.lstrip()[:1].islower()


def last_sentences(paragraph: Tag) -> list[Tag]:
    """The end of a paragraph that is short enough to be heard, from a sentence that can be a first."""
    if continues(paragraph) and (rest := sentences(paragraph)[1:]):
        return last_sentences(joined(rest))
    if letters(paragraph) <= LONGEST_LEAD:
        return [paragraph]
    said = sentences(paragraph)
    ends = [joined(said[k:]) for k in range(1, len(said))]
    firsts = [end for end in ends if not (HANGING.match(end.get_text().strip()) or is_aside(end))]
    short = [end for end in firsts if letters(end) <= LONGEST_LEAD]
    medium = [end for end in reversed(firsts) if letters(end) <= LONGEST_COMMENT]
    hanging = [end for end in ends if letters(end) <= LONGEST_COMMENT]
    return (short or medium or hanging)[:1]


def first_sentences(paragraph: Tag, longest: int) -> list[Tag]:
    """The beginning of a paragraph up to some letters, without what leads on to the next thing."""
    said = sentences(paragraph)
    while said and (said[-1].get_text().rstrip().endswith(":") or letters(joined(said)) > longest):
        said.pop()
    return [joined(said)] if said else []


def printed(cell: Tag) -> bool:
    """Whether a cell shows more than its code."""
    output = cell.select_one("div.cell_output")
    return output is not None and bool(output.select_one("img") or output.get_text(strip=True))


def is_aside(node: Tag) -> bool:
    """Whether a paragraph is one remark in brackets."""
    said = node.get_text().strip()
    return node.name == "p" and said.startswith("(") and said.endswith(")")


def lead(node: Tag) -> list[Tag]:
    """What is said right before a cell or a formula; a reason has a slide of its own."""
    before = node.find_previous_sibling()
    while before is not None and (
        is_aside(before) or (has_class(before, "cell") and not printed(before))
    ):
        before = before.find_previous_sibling()  # it has no slide
    if before is None or before.name != "p" or before.get_text().startswith(REASON):
        return []
    return last_sentences(before)


def from_reason(paragraph: Tag) -> Tag | None:
    """A paragraph from *Why.* on, if it says so somewhere."""
    for place, node in enumerate(paragraph.contents):
        if isinstance(node, Tag) and node.name == "strong" and node.get_text() == REASON:
            return together([str(part) for part in paragraph.contents[place:]])
    return None


def leads_on(paragraph: Tag) -> bool:
    """Whether a paragraph introduces the run or the box below it."""
    node = paragraph.find_next_sibling()
    runs = node is not None and has_class(node, "cell") and not node.select("figure, div.proof")
    return runs or paragraph.get_text().rstrip().endswith(":")


def concluded(first: Tag, shown: Tag) -> list[Tag]:
    """A paragraph or a list, its list, lines or formulas, and the short paragraph that concludes."""
    found, last = [shown], first
    for node in first.find_next_siblings():
        concludes = node.name == "p" and last.name != "p"
        if concludes and (letters(node) > LONGEST_COMMENT or from_reason(node) or leads_on(node)):
            break
        lines = node.name in ("ol", "ul") or has_class(node, "math") or has_class(node, TABLE)
        if not (concludes or lines):
            break
        found.append(node)
        last = node
    return found


def is_statement(node: Tag) -> bool:
    """Whether a box, or a cell that shows one, states what has to be proved."""
    boxes = [node, *node.select("div.proof")]
    names = ("theorem", "proposition", "lemma", "corollary")
    return any(has_class(box, "proof") and has_class(box, name) for box in boxes for name in names)


def comment(statement: Tag) -> list[Tag]:
    """What is said right after a statement, if no *Why.* follows before the next one."""
    after = statement.find_next_siblings()
    for node in after:
        if node.name == "section" or is_statement(node):
            break
        if node.name == "p" and from_reason(node) is not None:
            return []
    if not after or after[0].name != "p":
        return []
    following = after[1] if len(after) > 1 else None
    longest = LONGEST_COMMENT
    if following is not None and (has_class(following, "math") or has_class(following, "cell")):
        longest = min(longest, letters(after[0]) - sum(map(letters, lead(following))))
    return first_sentences(after[0], longest)


def formulas(first: Tag) -> list[Tag]:
    """A displayed formula and what introduces it, with those that a few words join to it."""
    found = [*lead(first), first]
    words, formula = (first.find_next_siblings() + [None, None])[:2]
    while words is not None and formula is not None and words.name == "p":
        if not has_class(formula, "math") or len(words.get_text()) > LONGEST_LEAD:
            break
        found += [words, formula]
        words, formula = (formula.find_next_siblings() + [None, None])[:2]
    if words is not None and words.name == "p" and continues(words):
        first, *rest = sentences(words)
        found += [first] if rest or not leads_on(words) else []  # else the run has it
    return found


def with_its_lines(found: list[Slide]) -> Iterator[Slide]:
    """The slides, in which a reason whose sentence is not over has its lines with it."""
    for before, slide in pairwise(found):
        last = before.content[-1]
        opened = before.kind == "reason" and last.name == "p" and not ends(last)
        if opened and slide.kind == "reason":
            slide.content[:0] = before.content
            before.content.clear()
    yield from (slide for slide in found if slide.content)


def only_function(code: Tag) -> int:
    """Leave of the code of a cell the function with which it begins; its lines, or 0 without a loop."""
    text = code.get_text()
    function = FUNCTION.match(text)
    highlighted = code.select_one("pre")
    if function is None or highlighted is None:
        return 0
    left = len(function[0].rstrip())
    for node in list(highlighted.children):
        if left <= 0:
            node.extract()
        elif isinstance(node, NavigableString):
            node.replace_with(str(node)[:left])
        left -= len(node.get_text())
    return len(function[0].rstrip().splitlines()) if "    for " in function[0] else 0


def follows_mistake(cell: Tag) -> bool:
    """Whether a cell shows a tempting mistake fail, which then says what is to be seen."""
    before = cell.find_previous_sibling()
    return before is not None and has_class(before, "mistake")


def of_cell(cell: Tag, headings: list[str], wanted: bool) -> Iterator[Slide]:
    """The slides of a cell: its figures or boxes, or what it prints, with the loop of an algorithm."""
    output = cell.select_one("div.cell_output")
    code = cell.select_one("div.cell_input")
    wanted_parts = "figure, div.proof, ul.in-the-open"
    shown = [*output.select(wanted_parts)] if output is not None else []
    if shown:
        for node in shown:
            kind = {"figure": "figure", "ul": "reason"}.get(node.name, "box")
            said = comment(cell) if is_statement(node) else []
            yield Slide(kind, headings, [node, *said])
    elif code is not None and (wanted or printed(cell)):
        lines = only_function(code)
        loop = wanted or 0 < lines <= LONGEST_LOOP
        words = lead(cell)
        parts = [*([code] if loop else []), *([output] if output is not None else [])]
        if loop or words or follows_mistake(cell):
            yield Slide("run" if loop else "result", headings, [*words, *parts])


def of_node(node: Tag, headings: list[str], wanted: bool) -> list[Slide]:
    """The slides that begin with one element of a section."""
    why = from_reason(node) if node.name == "p" else None
    if why is not None:
        return [Slide("reason", headings, concluded(node, why))]
    if node.name in ("ol", "ul"):
        return [Slide("points", headings, [*lead(node), *concluded(node, node)])]
    if has_class(node, "math"):
        return [Slide("formula", headings, formulas(node))]
    if node.name == "section":
        return [*of_section(node, headings)]
    if has_class(node, "proof"):
        return [Slide("box", headings, [node, *(comment(node) if is_statement(node) else [])])]
    if node.name == "figure":
        return [Slide("figure", headings, [node])]
    return [*of_cell(node, headings, wanted)] if has_class(node, "cell") else []


def of_section(section: Tag, above: list[str]) -> Iterator[Slide]:
    """The slides of a section and of the sections in it, in their order."""
    headings = [*above, title(section)]
    after_algorithm = False  # the loop beside the algorithm is shown even if it prints nothing
    refuted: list[Tag] = []  # what is said against a mistake goes before the run right below it
    shown: list[Tag] = []  # on the last slide of a reason, a list or formulas
    for node in section.find_all(True, recursive=False):
        if any(node is one for one in shown):
            continue
        found = of_node(node, headings, after_algorithm)
        if found and found[-1].kind in ("reason", "points", "formula"):
            shown = found[-1].content
        if has_class(node, "proof"):
            after_algorithm = has_class(node, "algorithm")
        elif has_class(node, "cell"):
            after_algorithm = after_algorithm and not found
        if refuted and found and found[0].kind in ("run", "result"):
            found[0].content[:0] = refuted
            found[0].refutes = True
        elif refuted:
            yield Slide("box", headings, refuted, refutes=True)
        refuted = []
        if has_class(node, "mistake"):
            claim, refuted = claim_and_rest(node)
            yield Slide("box", headings, [claim])
        yield from found
    if refuted:
        yield Slide("box", headings, refuted, refutes=True)


def claim_and_rest(box: Tag) -> tuple[Tag, list[Tag]]:
    """A tempting mistake as it is claimed, in a box, and what is said against it."""
    heading, first, *more = [node for node in box.children if isinstance(node, Tag)]
    claim, *against = sentences(first)
    rest = [*([joined(against)] if against else []), *more]
    return shell(box, [heading, claim]), rest


# --- a thought each --------------------------------------------------------------------------------


def words(node: Tag) -> int:
    """How many words one reads."""
    plain = BeautifulSoup(str(node), "html.parser")
    for other in plain.select("pre, table, .cell_input, .cell_output"):
        if not other.decomposed:
            other.decompose()
    for formula in plain.select(".katex"):
        if not formula.decomposed:
            formula.replace_with(" x ")
    return sum(any(map(str.isalnum, word)) for word in plain.get_text(" ").split())


def lines(node: Tag) -> int:
    """How many lines a derivation in the open has, each with its reason."""
    own = node.find_all("li", recursive=False) if has_class(node, "derivation") else []
    return sum(not has_class(item, "again") for item in own)


def goes_on(item: Tag) -> bool:
    """Whether a line of a derivation has no left side of its own."""
    line = item.find_all("p")[-1:] or [item]
    shown = line[0].select_one(".katex-html") or line[0]
    return shown.get_text().lstrip("\u200b \n").startswith(RELATIONS)


def shared_out(items: list[Tag]) -> list[list[Tag]]:
    """The lines of a derivation for several slides, cut before those with a left side of their own.

    Each slide but the first begins, in grey, with where the one before has come to.
    """
    for item in filter(goes_on, items):
        item["class"] = AttributeValueList(["onward"])
    size = -(-len(items) // -(-len(items) // MOST_LINES))  # about as many on each
    shares: list[list[Tag]] = [[]]
    for place, item in enumerate(items):
        chain = 1
        while place + chain < len(items) and goes_on(items[place + chain]):
            chain += 1
        new = not goes_on(item) and len(shares[-1]) + chain > MOST_LINES
        rest = len(items) - place + len(shares[-1])
        even = not goes_on(item) and len(shares[-1]) >= size and rest > MOST_LINES
        if shares[-1] and (new or even or len(shares[-1]) == MOST_LINES):
            shares.append([])
        shares[-1].append(item)
    begun = [shares[0]]
    for before, share in pairwise(shares):
        first = max((n for n, item in enumerate(before) if not goes_on(item)), default=0)
        again = [copy(item) for item in before[first:]]
        for item in again:
            item["class"] = AttributeValueList([*(item.get("class") or []), "again"])
        begun.append([*(again[:1] + again[1:][-1:]), *share])
    return begun


def shell(box: Tag, content: list[Tag]) -> Tag:
    """A box of the same kind with other content."""
    made = BeautifulSoup(str(box), "html.parser").find(True)
    assert isinstance(made, Tag)
    made.clear()
    made.extend([part for node in content for part in BeautifulSoup(str(node), "html.parser")])
    return made


def pieces(node: Tag, room: int = MOST_WORDS) -> list[Tag]:
    """What may stand on slides of their own, if all of it is too much for one."""
    if lines(node) > MOST_LINES:
        return [shell(node, share) for share in shared_out(node.find_all("li", recursive=False))]
    if words(node) <= room:
        return [node]
    if node.name == "p":
        return sentences(node)
    if node.name in ("ul", "ol"):
        return [shell(node, [item]) for item in node.find_all("li", recursive=False)]
    if has_class(node, "admonition"):
        heading = node.find(class_="admonition-title")
        inside = node.find("section", recursive=False)
        within = inside if isinstance(inside, Tag) else node
        parts = [n for n in within.children if isinstance(n, Tag) and n is not heading]
        head = [heading] if isinstance(heading, Tag) else []
        room = MOST_WORDS - sum(map(words, head)) - 1  # the title stands on each
        shared = evenly([piece for part in parts for piece in pieces(part, room)], room)
        boxes = [shell(node, [*head, *some]) for some in shared]
        for box in boxes[1:]:
            if isinstance(over := box.find(class_="admonition-title"), Tag):
                if words(box) >= MOST_WORDS:  # a long sentence needs the room of its name
                    over.clear()
                over.append(BeautifulSoup(GOES_ON, "html.parser"))
        return boxes if len(boxes) > 1 else [node]
    if node.name == "figure" and (caption := node.select_one("figcaption .caption-text")):
        kept = sentences(caption)
        while len(kept) > 1 and words(joined(kept)) > MOST_WORDS - 4:
            kept.pop()
        short = joined(kept)
        caption.clear()
        caption.extend(list(short.contents))
    return [node]


def grouped(parts: list[Tag], room: int = MOST_WORDS) -> list[list[Tag]]:
    """Pieces in their order, as many together as a slide may have; no sentence is cut."""
    groups: list[list[Tag]] = []
    for part in parts:
        opened = groups and groups[-1][-1].name == "p" and not ends(groups[-1][-1])
        full = groups and (
            sum(map(words, [*groups[-1], part])) > room
            or sum(map(lines, [*groups[-1], part])) > MOST_LINES
        )
        if full and opened and len(said := sentences(groups[-1][-1])) > 1:
            groups[-1][-1] = joined(said[:-1])  # only the sentence that goes on stays with it
            groups.append([said[-1], part])
        elif groups and (opened or not full):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def evenly(parts: list[Tag], room: int) -> list[list[Tag]]:
    """Pieces on as few slides as they need, about as many words on each.

    So what a statement supposes is rather on the first, and what it claims together on the next.
    """
    best = grouped(parts, room)
    for less in range(room - 1, 0, -1):
        if len(found := grouped(parts, less)) > len(best):
            break
        best = found
    return best


def ends(paragraph: Tag) -> bool:
    """Whether a sentence is over, and does not go on in a formula or a list."""
    return paragraph.get_text().rstrip().endswith((".", "?", "!", ")", "”"))


def cut(slide: Slide) -> Iterator[Slide]:
    """A slide, or several where it has more words than one is to have."""
    runs = slide.kind == "run"
    parts = [piece for node in slide.content for piece in pieces(node)]
    for group in grouped(parts):
        has_code = any(has_class(node, "cell_input") for node in group)
        if slide.kind in ("reason", "points", "remember"):
            for node in group:
                mark_steps(node)
        for listed in (listed for node in group for listed in node.select(LISTED)):
            mark_steps(listed)
        kind = "result" if runs and not has_code else slide.kind
        yield Slide(kind, slide.headings, group, slide.refutes)


def mark_steps(node: Tag) -> None:
    """A paragraph comes as a whole, a list item by item."""
    for step in [node] if node.name == "p" else node.find_all("li", recursive=False):
        if has_class(step, "again"):  # it was there on the slide before
            continue
        step["class"] = AttributeValueList([*(step.get("class") or []), "step"])


def slides(chapter: Tag) -> Iterator[Slide]:
    """All slides of a chapter, from its title to what to remember."""
    name = title(chapter)
    openings = [
        node
        for node in chapter.find_all("p", recursive=False)
        if node.get_text().startswith(OPENING)
    ]
    after: list[Slide] = []
    outline: list[str] = []
    for section in chapter.find_all("section", recursive=False):
        heading = title(section)
        if heading == "What to remember":
            body = [node for node in section.find_all(True, recursive=False) if node.name != "h2"]
            after.append(Slide("remember", [heading], body))
        elif not heading.startswith(LEFT_OUT_SECTIONS) and (
            found := [*with_its_lines([*of_section(section, [])])]
        ):
            outline.append(f"<li>{heading}</li>")
            after += found
    contents = BeautifulSoup(f'<ol class="outline">{"".join(outline)}</ol>', "html.parser")
    yield Slide("opening", [name], [*openings, *contents.find_all("ol")])
    yield from after


def read(topic: str) -> Tag:
    """The page of a chapter, without what serves on a screen of the book only."""
    page = build.SITE / "book" / f"{topic}.html"
    only = SoupStrainer("article", class_="bd-article")
    # Folds hold most of a page and take long to parse.
    shown = without(page.read_text(encoding="utf-8"), "<details", "details")
    soup = BeautifulSoup(shown, "html.parser", parse_only=only)
    article = soup.article
    chapter = article.section if article is not None else None
    if chapter is None:
        raise ValueError(f"{topic}: the built page has no chapter")
    for node in chapter.select(", ".join(pdf.LEFT_OUT)):
        if not node.decomposed:
            node.decompose()
    for image in chapter.select("img[src]"):
        del image["loading"]  # all slides are there at once
        file = (page.parent / unquote(str(image["src"]))).resolve()
        (SLIDES / "figures").mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, SLIDES / "figures")
        image["src"] = f"figures/{file.name}"
    for heading in chapter.select(".admonition > .admonition-title"):
        if heading.get_text().startswith(MISTAKE) and heading.parent is not None:
            # Whichever colour it has in the book.
            heading.parent["class"] = AttributeValueList(["admonition", "mistake"])
    for link in chapter.select("a[href]"):
        link.unwrap()
    for note in chapter.find_all(string=lambda text: isinstance(text, Comment)):
        note.extract()
    chapter.smooth()
    for node in chapter.select("p:not(:has(.caption-text)), .caption-text"):
        if "slider" in node.get_text() or ELSEWHERE.search(node.get_text()):
            said = [(part, part.get_text()) for part in sentences(node)]
            # pictures that move stand still on paper, and another page is not at hand
            rest = [p for p, text in said if "slider" not in text and not ELSEWHERE.search(text)]
            node.clear()
            node.extend(joined(rest).contents if rest else [])
            if node.name == "p" and not rest:
                node.decompose()
    for node in chapter.select("[id], [tabindex], [aria-describedby]"):
        for name in ("id", "tabindex", "aria-describedby"):
            del node[name]
    return chapter


def html(slide: Slide, number: int, chapter: str) -> str:
    """A slide as a section of the deck."""
    *above, heading = slide.headings
    for node in slide.content:
        pdf.keep_together(node)
    level = 1 if slide.kind == "opening" else 2
    over = f'<p class="over">{above[-1]}</p>' if above else ""
    content = "\n".join(str(node) for node in slide.content).replace("\n\n\n", "\n\n")
    refutes = " data-refutes" if slide.refutes else ""
    return (
        f'<section class="slide {slide.kind}"{refutes}><header>{over}<h{level}>{heading}</h{level}></header>\n'
        f'<div class="content">{content}</div>\n'
        f"<footer><span>{chapter}</span><span>{number}</span></footer></section>"
    )


def deck(topic: str) -> str:
    """The deck of a chapter, before it is fitted."""
    chapter = read(topic)
    name = title(chapter)
    made = [part for slide in slides(chapter) for part in cut(slide)]
    body = "\n".join(html(slide, n, name) for n, slide in enumerate(made, start=1))
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
    for file in pdf.FACES:
        shutil.copy2(pdf.FONTS / file, target)
    (target / "slides.css").write_text(pdf.font_faces("") + STYLE.read_text(encoding="utf-8"))


# The largest size at which everything is on the slide; code and output stand below each other, or
# side by side where that is larger. Code that would be too small to be read from afar is left out if
# it prints something. A slide of words goes to the one before, of the same section, where both are
# large enough. The answer lists the slides on which even the smallest size is too large.
FIT = r"""MOST_WORDS => {
  const fits = box => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1
    && [...box.querySelectorAll("pre, .katex-display, table")].every(
      inner => inner.scrollWidth <= inner.clientWidth + 1);
  const fitted = (slide, smallest) => {
    const box = slide.querySelector(".content");
    const layouts = slide.matches(".run") ? ["below", "beside"] : [""];
    for (let scale = slide.matches(".figure") ? 1 : 1.4; scale > smallest; scale -= 0.05)
      for (const layout of layouts) {
        box.style.fontSize = `${scale.toFixed(2)}em`;
        if (layout) box.dataset.layout = layout;
        if (fits(box)) return true;
      }
    return false;
  };
  const words = slide => {
    const copy = slide.querySelector(".content").cloneNode(true);
    copy.querySelectorAll("pre, table").forEach(node => node.remove());
    copy.querySelectorAll(".katex").forEach(node => node.replaceWith(" x "));
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    let count = 0;
    while (texts.nextNode())
      count += texts.currentNode.data.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length;
    return count;
  };
  const ofWords = slide => slide.matches(".box, .reason, .points, .formula, .result")
    && !slide.querySelector(".mistake");
  let before = null;
  for (const slide of [...document.querySelectorAll(".slide")]) {
    const sameSection = before && !before.matches("[data-refutes]") && ofWords(before) && ofWords(slide)
      && before.querySelector("header").innerHTML === slide.querySelector("header").innerHTML;
    if (sameSection && words(before) + words(slide) <= MOST_WORDS) {
      const box = before.querySelector(".content");
      const alone = box.innerHTML;
      box.append(...[...slide.querySelector(".content").cloneNode(true).childNodes]);
      if (fitted(before, 0.97)) {
        slide.remove();
        continue;
      }
      box.innerHTML = alone;
    }
    const illustrates = before && before.matches(".result") && slide.matches(".figure")
      && before.querySelector("header").innerHTML === slide.querySelector("header").innerHTML
      && !before.querySelector(".admonition");
    const image = slide.querySelector("figure img");  // a wide one can spare some height
    if (illustrates && image && image.naturalWidth > 1.3 * image.naturalHeight) {
      const said = before.querySelector(".content");
      said.style.fontSize = "1em";
      const tall = said.lastElementChild.getBoundingClientRect().bottom - said.getBoundingClientRect().top;
      if (tall < said.clientHeight / 3.5 && words(before) + words(slide) <= MOST_WORDS) {
        slide.querySelector(".content").prepend(...said.childNodes);
        before.remove();
      }
    }
    before = slide;
  }
  const tooMuch = [];
  document.querySelectorAll(".slide").forEach((slide, index) => {
    slide.querySelector("footer span:last-child").textContent = index + 1;
    if (slide.matches(".run") && slide.querySelector(".cell_output") && !fitted(slide, 0.9)) {
      slide.querySelector(".cell_input").remove();
      slide.classList.replace("run", "result");
    }
    if (!fitted(slide, 0.6)) tooMuch.push(index + 1);
  });
  return tooMuch;
}"""


# Before a slide of several steps stand copies of it, each with one step more; they keep its number.
STEPS = """() => document.querySelectorAll(".slide").forEach(slide => {
  const count = slide.querySelectorAll(".step").length;
  for (let seen = 1; seen < count; seen++) {
    const copy = slide.cloneNode(true);
    copy.classList.add("unfinished");
    copy.querySelectorAll(".step").forEach((step, n) => { if (n >= seen) step.classList.add("later"); });
    slide.before(copy);
  }
})"""


def notes(topic: str, deck: str) -> str:
    """What a speaker wants to have at hand: for each section its slides, and what it is for."""
    folder = Path(__file__).parents[1]
    numbers: dict[str, list[str]] = {}
    for slide in BeautifulSoup(deck, "html.parser").select(".slide:not(.opening)"):
        over = slide.select_one(".over") or slide.select_one("h2")
        if over is not None:
            own = numbers.setdefault(unmarked(over.get_text()), [])
            own.append(slide.select("footer span")[-1].get_text())
    known = {unmarked(section.heading): section for section in aims.sections(folder, topic)}
    lines = [f"{chapters.title(folder, topic)}. {spoken(aims.aims(folder, topic))}"]
    for heading, own in numbers.items():
        where = f"slide {own[0]}" if len(own) == 1 else f"slides {own[0]} to {own[-1]}"
        lines.append(f"\n{heading} ({where})")
        if (section := known.get(heading)) is None:
            continue
        for verb, links in section.boxes.items():
            boxes = [re.sub(r" \(\{prf:ref\}.*?\)", "", link) for link in links]
            lines.append(f"  {verb}: {spoken('; '.join(boxes))}.")
        lines += [f"  Tempting: {spoken(mistake)}" for mistake in section.mistakes]
    practice = spoken("; ".join(aims.exercises(folder, topic)))
    return "\n".join([*lines, f"\nTo practise: {practice}.\n"])


def unmarked(heading: str) -> str:
    """A heading by which one is found, without stars and formulas."""
    return " ".join(re.sub(r"\$.*?\$|[*\u200b]", "", heading).split())


def spoken(text: str) -> str:
    """A text of a page as one reads it aloud: without its marks, with its formulas in letters."""
    text = re.sub(r"<!--.*?-->", "", text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)|\{[\w:]+\}`(.*?)(?: <.*?>)?`", r"\1\2", text)
    pieces = text.split("$")
    pieces[0::2] = [piece.replace("*", "") for piece in pieces[0::2]]
    pieces[1::2] = [in_letters(piece) for piece in pieces[1::2]]
    return "".join(pieces)


def in_letters(tex: str) -> str:
    """A short formula in a line of Unicode."""
    while (
        short := re.sub(r"\\[dt]?frac *(?:(\d)|\{([^{}]*)\})(?:(\d)|\{([^{}]*)\})", _over, tex)
    ) != tex:
        tex = short
    tex = re.sub(r"\\(mathrm|mathbb|mathcal|operatorname|text)\b *", "", tex)
    tex = re.sub(r"\\([A-Za-z]+) ?", lambda name: _letter(name[1]), tex)
    return re.sub(r"\\[,;! ]", " ", tex.replace(r"\|", "‖")).replace("{", "").replace("}", "")


def _over(parts: re.Match[str]) -> str:
    above, below = parts[1] or parts[2], parts[3] or parts[4]
    return f"{above}/{below}" if len(above + below) <= 2 else f"({above})/({below})"


def _letter(name: str) -> str:
    if name in SIGNS:
        return SIGNS[name]
    try:
        size = "CAPITAL" if name[0].isupper() else "SMALL"
        return unicodedata.lookup(f"GREEK {size} LETTER {name.removeprefix('var')}")
    except KeyError:
        return f"{name} "


def fit(browser: Browser, topic: str) -> None:
    """Set each slide of a deck so that it fits, store the deck, and print it."""
    file = SLIDES / f"{topic}.html"
    file.write_text(deck(topic), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(120_000)
    page.goto(file.as_uri())
    page.evaluate("document.fonts.ready")
    if too_much := page.evaluate(FIT, MOST_WORDS):
        raise ValueError(f"{topic}: too much for a slide: {', '.join(map(str, too_much))}")
    count = page.locator(".slide").count()
    file.with_suffix(".txt").write_text(notes(topic, page.content()), encoding="utf-8")
    page.evaluate(STEPS)
    file.write_text(page.content(), encoding="utf-8")
    page.pdf(path=str(file.with_suffix(".pdf")), prefer_css_page_size=True, print_background=True)
    page.close()
    print(f"slides: {count:3d} in {file.relative_to(build.ROOT)} and .pdf", flush=True)


def make(chromium: str, topics: tuple[str, ...]) -> None:
    """The decks of some chapters."""
    SLIDES.mkdir(parents=True, exist_ok=True)
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
