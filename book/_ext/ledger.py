"""Writes the pages "ledger" and "errata" when the book is built.

Titles and checks come from the theorems, places and errata from the stored notebooks, measured
ratios from the outputs of their cells tagged ``bounds``. Only the list of items is a file of its
own, ``book/items.toml``: a test holds the notebooks against it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from chapters import heading
from nbformat import NotebookNode
from sphinx.application import Sphinx

import olbook as ol
from olbook.checked.show.render import label_for
from olbook.proofs import CATALOGUE
from olbook.proofs.others import OTHERS

ANCHOR = re.compile(r"^\(((?:s\d-[a-z]+\d+)|(?:e\d-\d\d))\)=$")
ERRATUM = re.compile(r"^\| \[(E\d-\d\d)\]\(#e\d-\d\d\) \| (.*?) \| (.*) \|$")
RATIO = re.compile(r"^([SB]\d[-.][A-Z]*\d+[a-z]?) +(-?\d+\.\d+)  (.*)$")
PLACE = re.compile(r"<!-- (ledger|errata): put here by book/_ext/ledger.py -->")
SEVERITIES = ("false", "gap", "typo", "convention", "transcription", "remark")


@dataclass
class Place:
    """Where a chapter treats an item or an erratum."""

    chapter: str
    text: str
    """The paragraphs below the anchor, up to the next anchor or heading."""
    runs: bool
    """Whether a code cell follows before the next heading."""
    followed: bool = False
    """Whether a code cell follows at once."""
    printed: str = ""
    """What that cell prints."""


@dataclass
class Chapter:
    """What the two pages take from one stored notebook."""

    title: str
    places: dict[str, Place] = field(default_factory=dict)
    errata: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Number of an erratum, its severity and its line in the table."""
    ratios: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Theorem, the closest that a measured number came to its bound, and on what."""


def printed_by(cell: NotebookNode) -> str:
    """The text a cell wrote or displayed, as it is stored."""
    parts = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            parts.append(output.text)
        elif set(output.get("data", {})) == {"text/plain"}:  # no figure and no theorem
            parts.append(output.data["text/plain"])
    return "\n".join(part.rstrip("\n") for part in parts)


def _runs_before_heading(cells: list[NotebookNode]) -> bool:
    for cell in cells:
        if cell.cell_type == "code":
            return True
        if re.search(r"^#+ ", cell.source, re.MULTILINE):
            return False
    return False


def _anchored(cell: NotebookNode) -> Iterator[tuple[list[str], str, bool]]:
    """The anchors of a Markdown cell that stand together, their text, and if it ends the cell."""
    names: list[str] = []
    lines: list[str] = []
    for line in cell.source.splitlines():
        found = ANCHOR.match(line)
        if (found or re.match(r"#+ |\([\w-]+\)=$", line)) and lines and "".join(lines).strip():
            if names:
                yield names, "\n".join(lines).strip(), False
            names, lines = [], []
        if found:
            names.append(found[1])
        elif names and (heading := re.match(r"#+ (.*)$", line)):
            lines.append(f"**{heading[1]}.**")  # a heading of its own opens the passage
        elif names and not re.match(r"\([\w-]+\)=$", line):
            lines.append(line)
    if names:
        yield names, "\n".join(lines).strip(), True


def read_chapter(path: Path) -> Chapter:
    """What the two pages need to know of one notebook."""
    cells = nbformat.read(path, as_version=4).cells
    chapter = Chapter(title=heading(cells[0].source) or path.stem)
    for number, cell in enumerate(cells):
        if cell.cell_type == "code":
            if "bounds" in cell.metadata.get("tags", []):
                for line in printed_by(cell).splitlines():
                    if row := RATIO.match(line):
                        chapter.ratios[row[1]] = (float(row[2]), row[3])
            continue
        for line in cell.source.splitlines():
            if row := ERRATUM.match(line):
                chapter.errata[row[1]] = (row[2], row[3])
        later = cells[number + 1 :]
        for names, text, last in _anchored(cell):
            follows = last and bool(later) and later[0].cell_type == "code"
            for name in names:
                chapter.places[name.upper()] = Place(
                    path.stem,
                    text,
                    runs=_runs_before_heading(later),
                    followed=follows,
                    printed=printed_by(later[0]) if follows else "",
                )
    return chapter


def read_book(folder: Path) -> dict[str, Chapter]:
    """All chapters by the name of their file."""
    return {path.stem: read_chapter(path) for path in sorted(folder.glob("*.ipynb"))}


@cache
def _listed(folder: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads((folder / "items.toml").read_text(encoding="utf-8"))


def items(folder: Path) -> dict[str, str | dict[str, str]]:
    """Every item of the notes, in their order, with what ``items.toml`` says of it."""
    notes = {name: own for name, own in _listed(folder).items() if name != "errata"}
    return {f"{name}-{item}": said for name, own in notes.items() for item, said in own.items()}


def errata_numbers(folder: Path) -> list[str]:
    """The numbers of all errata."""
    counts = _listed(folder)["errata"]
    return [f"{name}-{number:02d}" for name in counts for number in range(1, counts[name] + 1)]


def theorems_of(item: str) -> list[str]:
    """The theorems of an item: S0-T1 has S0-T1 and S0-T1b."""
    return [name for name in CATALOGUE if re.fullmatch(rf"{re.escape(item)}[a-z]?", name)]


def title_of(item: str, said: str | dict[str, str]) -> str:
    """The title of an item: its own, its theorem's, or its claim's."""
    if isinstance(said, dict):
        return title_of(said["same"], "") + f" (the same as {said['same']})"
    if said:
        return said
    if named := theorems_of(item):
        return ol.theorems()[named[0]]
    return OTHERS[item].title


def checks_of(item: str, said: str | dict[str, str], place: Place | None) -> list[str]:
    """How an item is checked, in words, the strongest first."""
    named = theorems_of(said["same"] if isinstance(said, dict) else item)
    out = []
    if named:
        out.append("proved: " + ", ".join(f"{{prf:ref}}`{label_for(name)}`" for name in named))
    lemmas = {fact.words: None for name in named for fact in ol.theorem(name).assumed}
    if lemmas:
        out.append(f"assumed there: {', '.join(lemmas)}")
    if item in OTHERS:
        claim = OTHERS[item]
        source = f" ({{cite:t}}`{claim.where}`)" if claim.mark == "cited" else ""
        out.append(f"{claim.mark}{source}")
    if place and place.runs and not out and "-X" not in item:
        out.append("demonstrated")
    return out


def _closest(item: str, chapters: dict[str, Chapter]) -> str:
    measured = [
        (*chapter.ratios[name], name)
        for chapter in chapters.values()
        for name in theorems_of(item)
        if name in chapter.ratios
    ]
    if not measured:
        return ""
    ratio, on, _ = max(measured)
    return f"{ratio:.3f}, {on}" + (" (tight)" if ratio > 1 - 5e-4 else "")


def find(chapters: dict[str, Chapter], name: str) -> Place | None:
    """The place of an item or erratum; the first, should there be several."""
    return next((c.places[name] for c in chapters.values() if name in c.places), None)


def ledger(folder: Path) -> str:
    """The table of all items."""
    chapters = read_book(folder)
    out: list[str] = []
    notes = ""
    for item, said in items(folder).items():
        if item[:2] != notes:
            out += ["::::", ""] if notes else []
            notes = item[:2]
            out += [f"## The notes {notes}", "", "::::{list-table}", ":class: theorems"]
            out += [":header-rows: 1", ":widths: 9 33 18 24 16", "", "* - item", "  - statement"]
            out += ["  - where", "  - checked", "  - closest to the bound"]
        place = find(chapters, item)
        where = f"[{chapters[place.chapter].title}](#{item.lower()})" if place else "–"
        out += [f"* - {item}", f"  - {title_of(item, said)}", f"  - {where}"]
        out += [f"  - {'; '.join(checks_of(item, said, place)) or 'stated'}"]
        out += [f"  - {_closest(item, chapters) or '–'}"]
    return "\n".join([*out, "::::", ""])


def quoted(place: Place, number: str) -> str:
    """What a chapter says of one erratum.

    All that stands under its anchor if that opens with words in bold, as a passage on this erratum
    alone does. Otherwise the paragraphs that name its number.
    """
    paragraphs = [text for text in place.text.split("\n\n") if ":::" not in text]
    if not place.text.startswith("**"):
        paragraphs = [text for text in paragraphs if number in text]
    return "\n\n".join(paragraphs)


def errata(folder: Path) -> str:
    """All errata: counted by severity, then each with what its chapter says of it and prints."""
    chapters = read_book(folder)
    rows = {
        number: (*said, chapter)
        for chapter in chapters.values()
        for number, said in chapter.errata.items()
    }
    first = [re.split("[^a-z]", said[0])[0] for said in rows.values()]
    out = ["| severity | how many |", "|---|---|"]
    out += [f"| {severity} | {first.count(severity)} |" for severity in SEVERITIES]
    out += [f"| all | {len(rows)} |", ""]
    notes = said = ""
    for number, (severity, line, chapter) in sorted(rows.items()):
        if number[:2] != notes:
            notes = number[:2]
            out += [f"## The notes S{notes[1]}", ""]
        place = chapter.places[number]
        said, last = quoted(place, number), said
        out += [f"(list-{number.lower()})=", f"### {number}", ""]
        out += [f"**{severity}** · {line}", ""]
        if said == last:
            out += ["The passage above speaks of this one too.", ""]
            continue
        out += [said, ""]
        if place.printed:
            out += ["The cell that follows there prints", "", "```text", place.printed, "```", ""]
        told = "told and run" if place.followed else "told"
        out += [f"*{told.capitalize()} in [{chapter.title}](#{number.lower()}).*", ""]
    return "\n".join(out)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the tables into their pages."""
    if docname in ("book/ledger", "book/errata"):
        folder = Path(app.srcdir, "book")
        tables = {"ledger": ledger, "errata": errata}
        source[0] = PLACE.sub(lambda place: tables[place[1]](folder), source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
