"""Nothing is used before its place: no theorem, no box with a number, no word of the glossary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import map as maps
import nbformat
import pytest
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


def terms() -> list[str]:
    """The words of the glossary."""
    return TERM.findall((BOOK / "glossary.md").read_text(encoding="utf-8"))


def words_unexplained() -> Iterator[str]:
    """Words of the glossary that are neither explained nor linked on the page on which they first stand."""
    texts = {
        topic: [(place, text, ASIDE.sub("", text)) for place, text in told(topic)]
        for topic in ol.TOPICS
    }
    for term in terms():
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


@pytest.mark.parametrize("faults", [theorems_ahead, links_ahead, words_unexplained])
def test_nothing_is_used_before_its_place(faults: Callable[[], Iterator[str]]) -> None:
    tell(faults(), "book")
