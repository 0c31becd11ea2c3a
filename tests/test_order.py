"""Nothing is used before its place: no theorem, no box with a number, no word of the glossary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import map as maps
import nbformat
import pytest
import yaml
from faults import tell

import olbook as ol
from olbook.checked.show.render import label_for
from olbook.proofs import THEOREMS

BOOK = Path(__file__).parents[1] / "book"
PLACE = {topic: i for i, topic in enumerate(ol.TOPICS)}
ASIDE = re.compile(
    r"^:::+\{(?:exercise|solution-start)\}.*?^:::+$|<!--.*?-->|\$[^$]*\$|`[^`\n]*`(?!<)",
    re.DOTALL | re.MULTILINE,
)
LOOKS_AHEAD = ("Your turn", "Exercises", "Further reading", "How close the bounds come")
"""Sections at the end of a page; exercises may name what is told elsewhere."""
LINK = re.compile(r"\{prf:ref\}`(?:[^`<]*<)?([\w-]+)>?`|\{eq\}`([\w-]+)`|\]\(#([\w-]+)\)")
LABEL = re.compile(r"^:::+\{(?:prf:\w+|math)\}.*\n(?::(?!label)\w+:.*\n)*:label: ([\w-]+)$", re.M)
SHOWN = re.compile(r'ol\.theorem\("([\w.]+)"\)')
ANCHOR = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
LEADS = re.compile(r"<([\w-]+)>`|\{prf:ref\}`([\w-]+)`|\]\(#?([\w.-]+)\)")
TERM = re.compile(r"^([^\n:{}].*)\n  \S", re.MULTILINE)


def told(topic: str) -> Iterator[tuple[str, str]]:
    """The text of a page from its beginning to its exercises: places, and what stands there."""
    section = ""
    for cell in nbformat.read(BOOK / f"{topic}.ipynb", as_version=4).cells:
        if cell.cell_type != "markdown":
            continue
        for part in re.split(r"(?m)^(?=## )", cell.source):
            if found := re.match(r"## (.*)", part):
                section = found[1]
            if section not in LOOKS_AHEAD:
                yield f"{topic}.ipynb, {section or 'opening'}", part


def places() -> dict[str, str]:
    """The page of each box with a number."""
    boxes = {label_for(name): topic for topic, named in THEOREMS.items() for name in named}
    for topic in ol.TOPICS:
        boxes |= {label: topic for _, text in told(topic) for label in LABEL.findall(text)}
    return boxes


def links_ahead() -> Iterator[str]:
    """Links from the text of a page to a box on a later one."""
    boxes = places()
    for topic in ol.TOPICS:
        for place, text in told(topic):
            for label in ("".join(found) for found in LINK.findall(text)):
                page = boxes.get(label, topic)
                if PLACE[page] > PLACE[topic]:
                    yield f"{place}: {label} stands on a later page, {page}"


def words_unexplained() -> Iterator[str]:
    """Words of the glossary that are neither explained nor linked on the page on which they first stand."""
    texts = {
        topic: [(place, text, ASIDE.sub("", text)) for place, text in told(topic)]
        for topic in ol.TOPICS
    }
    for term in TERM.findall((BOOK / "glossary.md").read_text(encoding="utf-8")):
        said = re.compile(rf"(?<![\w-]){re.escape(term)}(?:e?s)?(?![\w-])", re.IGNORECASE)
        marked = re.compile(
            rf"\*[^*\n]*{said.pattern}[^*\n]*\*|\{{term\}}`[^`]*{re.escape(term)}"
            rf"|^#+ .*{said.pattern}|^:::+\{{.*{said.pattern}",
            re.IGNORECASE | re.MULTILINE,
        )
        for parts in texts.values():
            if at := [place for place, _, plain in parts if said.search(plain)]:
                if not any(marked.search(text) for _, text, _ in parts):
                    yield f"{at[0]}: {term!r} stands here first, and is neither explained nor linked"
                break


def theorems_ahead() -> Iterator[str]:
    """Theorems whose proof uses one of a later page."""
    page = {name: topic for topic, named in THEOREMS.items() for name in named}
    for used, user in maps.uses():
        if PLACE[page[used]] > PLACE[page[user]]:
            yield f"{user} on {page[user]} uses {used}, which stands on a later page, {page[used]}"


def shown_on() -> dict[str, str]:
    """The page on which the box of a theorem stands, or the one that it belongs to."""
    page = {name: topic for topic, named in THEOREMS.items() for name in named}
    for topic in ol.TOPICS:
        cells = nbformat.read(BOOK / f"{topic}.ipynb", as_version=4).cells
        page |= {found[1]: topic for cell in cells if (found := SHOWN.fullmatch(cell.source))}
    return page


def rests_on() -> set[tuple[str, str]]:
    """Pages, and those whose theorems theirs use."""
    page = shown_on()
    pairs = {(page[user], page[used]) for used, user in maps.uses()}
    return {(user, used) for user, used in pairs if user != used}


def said_before() -> dict[str, set[str]]:
    """The pages to which the paragraph *Before* of each page leads, and theirs, and so on."""
    pages = {topic: "\n".join(text for _, text in told(topic)) for topic in ol.TOPICS}
    labels = {label: topic for topic, text in pages.items() for label in ANCHOR.findall(text)}
    labels |= places() | {f"{topic}.ipynb": topic for topic in ol.TOPICS}
    leads = dict[str, set[str]]()
    for topic, text in pages.items():  # those before it are complete
        before = next(line for line in text.splitlines() if line.startswith("**Before:**"))
        found = map("".join, LEADS.findall(before))
        direct = {labels[label] for label in found if label in labels}
        leads[topic] = direct.union(*(leads.get(page, set()) for page in direct))
    return leads


def not_said_before() -> Iterator[str]:
    """Pages whose theorems use those of another to which *Before* does not lead."""
    leads = said_before()
    for user, used in sorted(rests_on()):
        if used not in leads[user]:
            yield f"{user}.ipynb uses theorems of {used}, and its *Before* does not lead there"


def not_said_in_the_preface() -> Iterator[str]:
    """Pages that go further, and are used in another part of the book, of which the preface says nothing."""
    parts = yaml.safe_load((BOOK.parent / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    chapters = next(part["chapters"] for part in parts if part["caption"] == "Chapters")
    part_of = {
        Path(page["file"]).stem: i
        for i, chapter in enumerate(chapters)
        for page in [chapter, *chapter["sections"]]
    }
    further = part_of.keys() - {Path(chapter["file"]).stem for chapter in chapters}
    said = re.split(r"[,.;:] ", (BOOK / "preface.md").read_text(encoding="utf-8"))
    for user, used in sorted(rests_on()):
        apart = part_of.get(user) != part_of.get(used)
        if used in further and apart and not any(used in each and user in each for each in said):
            yield f"preface.md does not say that {user} uses {used}"


@pytest.mark.parametrize(
    "faults",
    [theorems_ahead, links_ahead, words_unexplained, not_said_before, not_said_in_the_preface],
)
def test_nothing_is_used_before_its_place(faults: Callable[[], Iterator[str]]) -> None:
    tell(faults(), "book")
