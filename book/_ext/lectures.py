"""Reads the pages about the five lectures, and writes the table of what stands on them.

The pages are notebooks in ``book/lectures``. An item of a lecture is a paragraph below its anchor,
with the place in the book and the checks behind an arrow; an erratum is a box below its anchor. A
test holds them complete.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import nbformat
from hooks import filling

PLACE = "<!-- The counts are put here when the book is built, by book/_ext/lectures.py. -->"
SEVERITIES = ("false", "gap", "typo", "convention", "transcription", "remark")
MARKS = ("Proved", "Tested", "Enumerated", "Cited")

ITEM = re.compile(
    r"^\((?P<anchor>s\d-[a-z]+\d+)\)=\n"
    r"\*\*(?P<id>S\d-[A-Z]+\d+) · (?P<title>[^*]+)\.\*\* (?P<said>.+?) → (?P<where>.+)$",
    re.MULTILINE,
)
ERRATUM = re.compile(
    r"^\((?P<anchor>e\d-\d\d)\)=\n"
    r":::\{admonition\} (?P<id>E\d-\d\d) · (?P<severity>\w+)[^·\n]* · (?P<title>.+)\n"
    r":class: erratum\n\n(?P<said>.+?)\n\n\*\*Read:\*\* (?P<read>.+?)\n:::$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Item:
    """An item of a lecture."""

    id: str
    title: str
    where: str
    """What stands behind the arrow."""

    @property
    def places(self) -> list[str]:
        """The anchors that it links to."""
        return re.findall(r"(?:\]\(#|\{ref\}`[^`<]+ <)([\w-]+)[)>]", self.where)

    @property
    def names(self) -> list[str]:
        """The theorems that stem from it."""
        return re.findall(r"\(`(\w+\.\w+)`\)", self.where)

    @property
    def boxes(self) -> list[str]:
        """The labels of the boxes of these theorems."""
        return re.findall(r"\{prf:ref\}`([\w-]+)`", self.where)

    @property
    def tests(self) -> list[str]:
        """The tests that are named."""
        return re.findall(r"`(tests/[^`]+)`", self.where)

    @property
    def marks(self) -> list[str]:
        """How it is checked."""
        return [mark for mark in MARKS if f"{mark}: " in self.where]


@dataclass(frozen=True)
class Erratum:
    """A place at which a copy says something else than the book."""

    id: str
    severity: str
    title: str
    said: str
    read: str
    """The corrected statement."""
    runs: bool
    """Whether a code cell follows at once."""


@dataclass(frozen=True)
class Lecture:
    """What stands on one page."""

    id: str
    title: str
    items: list[Item]
    errata: list[Erratum]
    anchors: list[str]
    """All anchors of items and errata, understood or not."""


def read_lecture(path: Path) -> Lecture:
    """What stands on a page, in its order."""
    items: list[Item] = []
    errata: list[Erratum] = []
    cells = nbformat.read(path, as_version=4).cells
    texts = [cell.source if cell.cell_type == "markdown" else "" for cell in cells]
    for number, text in enumerate(texts):
        items += [
            Item(found["id"], found["title"], found["where"]) for found in ITEM.finditer(text)
        ]
        for found in ERRATUM.finditer(text):
            ends = found.end() == len(text) and number + 1 < len(cells)
            runs = ends and cells[number + 1].cell_type == "code"
            names = ("id", "severity", "title", "said", "read")
            errata.append(Erratum(**{name: found[name] for name in names}, runs=runs))
    head = re.search(r"^# (.*) \((S\d)\)$", texts[0], re.MULTILINE)
    if head is None:
        raise ValueError(f"{path.name} does not begin with a title that ends in an id, as in (S0)")
    anchors = re.findall(r"^\(([se]\d-[a-z]*\d+)\)=$", "\n".join(texts), re.MULTILINE)
    return Lecture(head[2], head[1], items, errata, anchors)


def read_all(folder: Path) -> list[Lecture]:
    """All pages, in the order of their ids."""
    pages = (read_lecture(path) for path in (folder / "lectures").glob("*.ipynb"))
    return sorted(pages, key=lambda lecture: lecture.id)


def as_markdown(folder: Path) -> str:
    """How many items and errata there are, for each lecture and in all."""
    lectures = read_all(folder)
    names = [f"[{lecture.id}](#lecture-{lecture.id.lower()})" for lecture in lectures]
    out = [f"| number of | {' | '.join(names)} | all |", "|---|" + "---:|" * (len(lectures) + 1)]

    def row(name: str, counts: list[int]) -> None:
        out.append(f"| {name} | {' | '.join(map(str, [*counts, sum(counts)]))} |")

    row("items", [len(lecture.items) for lecture in lectures])
    for mark in MARKS:
        row(
            f"– {mark.lower()}",
            [sum(mark in item.marks for item in lecture.items) for lecture in lectures],
        )
    row("errata", [len(lecture.errata) for lecture in lectures])
    counted = [Counter(erratum.severity for erratum in lecture.errata) for lecture in lectures]
    for severity in SEVERITIES:
        row(f"– {severity}", [counts[severity] for counts in counted])
    return "\n".join(out)


setup = filling({PLACE: as_markdown})
