"""A name beside a citation is that of one of its authors, and the bibliography says what a second list says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
from faults import tell
from pybtex.database import Entry, parse_file

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
    return {key: set(names_of(work)) for key, work in works.items()}


def names_of(work: Entry) -> list[str]:
    """The last names of those who wrote or edited a work, in their order."""
    return [
        " ".join(map(str, (*person.rich_prelast_names, *person.rich_last_names)))
        for person in work.persons.get("author") or work.persons["editor"]
    ]


def unlike(told: str, work: Entry) -> Iterator[str]:
    """Where an entry of the bibliography differs from a line of the second list."""
    key, names, place = (part.strip() for part in told.split("|"))
    wrote = [name.replace("_", " ") for name in names.split()]
    if names_of(work) != wrote:
        yield f"{key} is by {names_of(work)}, elsewhere by {wrote}"
    fields = {name: re.sub(r"[{}]", "", text) for name, text in work.fields.items()}
    if work.fields["year"] not in key:
        yield f"{key} is of {work.fields['year']}"
    where = " ".join(
        fields.get(k, "") for k in ("journal", "booktitle", "publisher", "howpublished", "note")
    )
    title, *numbers = re.split(r" (?=\d+(?: |$))", place)
    if title not in where:
        yield f"{key} stands in {where.strip()}, elsewhere in {title}"
    said = [fields[k].partition("--")[0] for k in ("volume", "pages") if k in fields]
    if numbers != said:
        yield f"{key} has volume and first page {said}, elsewhere {numbers}"


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


def test_the_bibliography_is_that_of_the_second_list() -> None:
    works = parse_file(str(BOOK / "references.bib")).entries
    lines = Path(__file__).with_name("works.txt").read_text(encoding="utf-8").splitlines()
    told = {line.partition(" |")[0]: line for line in lines if not line.startswith("#")}
    faults = [f"{key} is not in tests/works.txt" for key in works if key not in told]
    faults += [f"{key} is in tests/works.txt alone" for key in told if key not in works]
    faults += [f for key in told if key in works for f in unlike(told[key], works[key])]
    tell(faults, "book/references.bib")


@pytest.mark.parametrize(
    "told",
    [
        "novikoff1962 | Novikov | Mathematical Theory of Automata 12 615",
        "novikoff1962 | Novikoff Block | Mathematical Theory of Automata 12 615",
        "novikoff1963 | Novikoff | Mathematical Theory of Automata 12 615",
        "novikoff1962 | Novikoff | Machine Learning 12 615",
        "novikoff1962 | Novikoff | Mathematical Theory of Automata 12 616",
    ],
)
def test_a_slip_in_an_entry_is_noticed(told: str) -> None:
    work = parse_file(str(BOOK / "references.bib")).entries["novikoff1962"]
    assert len(list(unlike(told, work))) == 1


def test_exchanged_citations_are_noticed() -> None:
    assert list(strangers("The proof is Novikoff's {cite:p}`novikoff1962`.")) == []
    assert list(strangers("The proof is Novikoff's {cite:p}`zinkevich2003`.")) != []
    assert (
        list(strangers("As Zinkevich showed, {cite:p}`zinkevich2003`; then {cite:p}`block1962`."))
        == []
    )
    assert list(strangers("Both Novikoff and Block {cite:p}`block1962, novikoff1962` did.")) == []
