"""A name beside a citation is that of one of its authors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
from pybtex.database import parse_file

BOOK = Path(__file__).parents[1] / "book"
CITED = re.compile(r"\{cite(?::p)?\}`([^`]*)`")  # {cite:t} prints the names itself
ENDS = re.compile(
    r"(?<=[\w)])[.;:]\s|\n|\{cite"
)  # the words that belong to a citation begin behind it
NEAR = 100  # letters


@cache
def authors() -> dict[str, set[str]]:
    """The last names of those who wrote or edited each work."""
    works = parse_file(str(BOOK / "references.bib")).entries
    return {
        key: {
            " ".join(map(str, (*person.rich_prelast_names, *person.rich_last_names)))
            for person in work.persons.get("author") or work.persons["editor"]
        }
        for key, work in works.items()
    }


def texts() -> Iterator[tuple[str, str]]:
    """All prose of the book, by its file."""
    for file in sorted(BOOK.rglob("*.ipynb")):
        for cell in nbformat.read(file, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield file.name, cell.source
    for file in sorted(BOOK.glob("*.md")):
        yield file.name, file.read_text(encoding="utf-8")


def strangers(text: str) -> Iterator[str]:
    """Citations behind names of which none is an author's; a name within another, as Widrow-Hoff, is none."""
    known = set().union(*authors().values())
    for found in CITED.finditer(text):
        before = ENDS.split(text[max(0, found.start() - NEAR) : found.start()])[-1]
        named = {
            name for name in known if re.search(rf"(?<![\w*-]){re.escape(name)}(?![\w-])", before)
        }
        wrote = set().union(*(authors()[key.strip()] for key in found[1].split(",")))
        if named and not named & wrote:
            yield f"{found[0]} stands behind {', '.join(sorted(named))}, and is by {', '.join(sorted(wrote))}"


def test_who_is_named_beside_a_citation_wrote_it() -> None:
    faults = [f"book/{name}: {fault}" for name, text in texts() for fault in strangers(text)]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_exchanged_citations_are_noticed() -> None:
    assert list(strangers("The proof is Novikoff's {cite:p}`novikoff1962`.")) == []
    assert list(strangers("The proof is Novikoff's {cite:p}`zinkevich2003`.")) != []
    assert (
        list(strangers("As Zinkevich showed, {cite:p}`zinkevich2003`; then {cite:p}`block1962`."))
        == []
    )
    assert list(strangers("Both Novikoff and Block {cite:p}`block1962, novikoff1962` did.")) == []
