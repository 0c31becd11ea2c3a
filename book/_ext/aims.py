"""Writes the page of learning aims and typical mistakes, section by section, from the chapters.

A section's aims are its boxes: what it defines, which algorithms it writes down, what it proves. Its
typical mistakes are its boxes *A tempting mistake*. Nothing is typed twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from calendars import hours
from chapters import first_cell, opening, title
from hooks import filling
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import olbook as ol

PLACE = "<!-- The chapters are put here when the book is built, by book/_ext/aims.py. -->"
AIMS = re.compile(r"^\*\*Afterwards you can\*\* (.*)$", re.MULTILINE)
BOX = re.compile(r"^:::+\{prf:(\w+)\} ([^\n]*)\n:label: ([\w-]+)", re.MULTILINE)
MISTAKE = re.compile(
    r"^(:::+)\{admonition\} A tempting mistake\n(.*?)^\1$", re.MULTILINE | re.DOTALL
)
EXERCISE = re.compile(r"^:::+\{exercise\} (.+)$", re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
KINDS = {
    "definition": "Say",
    "setting": "Say",
    "algorithm": "Run",
}  # whatever else is in a box is proved
ENDS = ("What to remember", "How close the bounds come", "Your turn", "Further reading")


@dataclass
class Section:
    """A section: its heading, links to its boxes by what one can do with them, its mistakes."""

    heading: str
    boxes: dict[str, list[str]] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)


def text_of(cell: nbformat.NotebookNode) -> str:
    """What a cell shows as Markdown: its own text, or the boxes that it prints."""
    if cell.cell_type == "markdown":
        return str(cell.source)
    outputs = [output.get("data", {}).get("text/markdown", "") for output in cell.outputs]
    return "\n".join("".join(text) for text in outputs)


def sections(folder: Path, topic: str) -> list[Section]:
    """The sections of a chapter that have a box or a mistake, up to its end."""
    notebook = nbformat.read(folder / f"{topic}.ipynb", as_version=4)
    text = "\n\n".join(text_of(cell) for cell in notebook.cells)
    _, *parts = HEADING.split(text)
    found = []
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        if heading.startswith((*ENDS, "Appendix")):
            continue
        section = Section(heading)
        for kind, name, label in BOX.findall(body):
            link = f"{name} ({{prf:ref}}`{label}`)"
            section.boxes.setdefault(KINDS.get(kind, "Prove"), []).append(link)
        section.mistakes = [first_words(inside) for _, inside in MISTAKE.findall(body)]
        if section.boxes or section.mistakes:
            found.append(section)
    return found


def first_words(box: str) -> str:
    """The first paragraph of a box without its options: the mistake, and why it is one."""
    lines = [line for line in box.splitlines() if not line.startswith(":")]
    return "\n".join(lines).strip().split("\n\n")[0].replace("\n", " ")


def aims(folder: Path, topic: str) -> str:
    """What one can do after a chapter."""
    found = AIMS.search(first_cell(folder, topic))
    if found is None:
        raise ValueError(f'{topic}.ipynb: its first cell does not say "**Afterwards you can** ..."')
    return found[1][0].upper() + found[1][1:]


def exercises(folder: Path, topic: str) -> list[str]:
    """The titles of its exercises, with their kinds."""
    notebook = nbformat.read(folder / f"{topic}.ipynb", as_version=4)
    return [name for cell in notebook.cells for name in EXERCISE.findall(cell.source)]


def chapter(folder: Path, topic: str) -> Iterator[str]:
    """A chapter on the page."""
    yield f"## {title(folder, topic)}"
    yield f"{{doc}}`{title(folder, topic)} <{topic}>` · {aims(folder, topic)}"
    for section in sections(folder, topic):
        lines = [f"- *{verb}:* {'; '.join(links)}." for verb, links in section.boxes.items()]
        lines += [f"- *Tempting:* {mistake}" for mistake in section.mistakes]
        yield f"**{section.heading}**"
        yield "\n".join(lines)
    yield f"**To practise:** {'; '.join(exercises(folder, topic))}."


def as_markdown(folder: Path) -> str:
    """All chapters, in the order of the book."""
    return "\n\n".join(part for topic in ol.TOPICS for part in chapter(folder, topic))


def missing(folder: Path, topic: str) -> list[str]:
    """What the pages made from a chapter look for and do not find in it."""
    faults = []
    for found in (opening, aims, hours):
        try:
            found(folder, topic)
        except ValueError as error:
            faults.append(f"book/{error}")
    if not any("Prove" in section.boxes for section in sections(folder, topic)):
        faults.append(f"book/{topic}.ipynb: no section shows a theorem")
    if not exercises(folder, topic):
        faults.append(f"book/{topic}.ipynb: no cell has an {{exercise}}")
    return faults


def demand(app: Sphinx, _: object) -> None:
    """Say at once what all chapters lack, before any page is made."""
    faults = [fault for topic in ol.TOPICS for fault in missing(Path(app.srcdir, "book"), topic)]
    if faults:
        raise ExtensionError("\n".join(faults))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("config-inited", demand)
    filling({PLACE: as_markdown})(app)
