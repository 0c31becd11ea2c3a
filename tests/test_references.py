"""A name beside a citation is that of one of its authors, and the bibliography says what a second list says.

So is a name beside a year, ``Auer, Cesa-Bianchi and Fischer (2002)``: all authors of a work, and its year.
That one work is not cited for another is seen by ``book/_tools/turned.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
import works
from faults import tell
from pybtex.database import Entry, parse_file

BOOK = Path(__file__).parents[1] / "book"
CITED = re.compile(r"\{cite(?::p)?\}`([^`]*)`")  # {cite:t} prints the names itself
ENDS = re.compile(
    r"(?<=[\w)])[.;:]\s|\n|\{cite"
)  # the words that belong to a citation begin behind it
NEAR = 100  # letters
WORKS = works.FILE.read_text(encoding="utf-8").splitlines()


@cache
def authors() -> dict[str, set[str]]:
    """The last names of those who wrote or edited each work."""
    return {key: set(names) for key, (names, _) in works.works().items()}


def with_initials(work: Entry) -> list[str]:
    """Those who wrote or edited a work, as A.B.J. Novikoff."""
    people = work.persons.get("author") or work.persons["editor"]
    given = ([*person.first_names, *person.middle_names] for person in people)
    letters = ("".join("-".join(f"{n[0]}." for n in name.split("-")) for name in g) for g in given)
    return [f"{first} {last}" for first, last in zip(letters, works.names_of(work), strict=True)]


def unlike(told: str, work: Entry) -> Iterator[str]:
    """Where an entry of the bibliography differs from a line of the second list."""
    key, names, title, place = (part.strip() for part in told.split("|"))
    wrote = names.split(", ")
    if with_initials(work) != wrote:
        yield f"{key} is by {', '.join(with_initials(work))}, in tests/works.txt by {names}"
    fields = {name: re.sub(r"[{}]", "", text) for name, text in work.fields.items()}
    if fields["title"] != title:
        yield f"{key} has the title {fields['title']}, in tests/works.txt {title}"
    if work.fields["year"] not in key:
        yield f"{key} is of {work.fields['year']}"
    where = " ".join(
        fields.get(k, "") for k in ("journal", "booktitle", "publisher", "howpublished", "note")
    )
    journal, *numbers = re.split(r" (?=[\d-]+(?: |$))", place)
    if journal not in where:
        yield f"{key} stands in {where.strip()}, in tests/works.txt in {journal}"
    said = [fields[k] for k in ("volume", "number", "pages") if k in fields]
    if numbers != said:
        yield f"{key} has volume, number and pages {said}, in tests/works.txt {numbers}"


def texts() -> Iterator[tuple[str, str]]:
    """All prose of the book, by its file."""
    for file in sorted(BOOK.rglob("*.ipynb")):
        if file.parent.name == ".ipynb_checkpoints":  # JupyterLab's copies
            continue
        for cell in nbformat.read(file, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield file.relative_to(BOOK).as_posix(), cell.source
    for file in sorted(BOOK.glob("*.md")):
        yield file.name, file.read_text(encoding="utf-8")


def apart(text: str) -> Iterator[str]:
    """Names in a paragraph with citations, of none of which they are."""
    for paragraph in re.split(r"\n\s*\n|\n(?=[-*|] |\d+\. )", text):
        named = list(works.named_in(paragraph))
        wrote = [authors()[each.key] for each in named if each.key]
        for each in named:
            mean = [authors()[work[1:-1]] for work in each.means if work.startswith("(")]
            if wrote and mean and not any(mean[0] <= them for them in wrote):
                yield f"{each.text} is not of those whose works its paragraph cites"


def misnamed() -> Iterator[str]:
    """Names of things with the works of somebody else."""
    for name, keys in works.things().items():
        wrote = [authors()[key] for key in keys if key != "nobody"]
        named = {who for who in set().union(*authors().values()) if re.search(rf"\b{who}\b", name)}
        if "nobody" not in keys and (
            not named <= set().union(*wrote) or not all(named & w for w in wrote)
        ):
            yield f"*{name} is of {', '.join(sorted(named))}, not of {' '.join(keys)}"


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


NAME = r"(?:(?:de|van) )?[A-Z][\w'’]+(?:-[A-Z]\w+)*"
IN_A_YEAR = re.compile(
    rf"((?:{NAME}, )*(?:{NAME} and )?{NAME}|{NAME} et al\.)(?:, \*[^*]*\*)? \(((?:19|20)\d\d)\)"
)
# Works that the bibliography does not have: where a data set or a constant is from, beside what is cited.
NOT_CITED = {
    "Wolberg, Street and Mangasarian (1995)",
    "Efron, Hastie, Johnstone and Tibshirani (2004)",
    "Drori and Teboulle (2016)",  # An optimal variant of Kelley's cutting-plane method
}


@cache
def dated() -> set[tuple[str, str]]:
    """The authors of each work, as a sentence lists them, and its year."""
    found = set()
    for work in parse_file(str(BOOK / "references.bib")).entries.values():
        *first, last = works.names_of(work)
        listed = f"{', '.join(first)} and {last}" if first else last
        year = work.fields["year"]
        found |= {(listed, year), (f"{(first or [last])[0]} et al.", year)}
    return found


def misdated(text: str) -> Iterator[str]:
    """Names with a year in brackets, of which no work of the bibliography is."""
    for found in IN_A_YEAR.finditer(" ".join(text.split())):
        names, year = found.groups()
        said = f"{names} ({year})"
        if (names, year) not in dated() and said not in NOT_CITED:
            yield f"{said} is no work of book/references.bib: mend the names or the year, or add it"


def test_who_is_named_beside_a_citation_wrote_it() -> None:
    tell(f"book/{name}: {fault}" for name, text in texts() for fault in strangers(text))


def test_who_is_named_beside_a_year_wrote_then() -> None:
    faults = [f"book/{name}: {fault}" for name, text in texts() for fault in misdated(text)]
    for path in sorted((BOOK.parent / "olbook").rglob("*.py")):
        code = re.sub(r"\"\s*\n\s*\"", "", path.read_text(encoding="utf-8"))  # a text in two lines
        faults += [f"{path.relative_to(BOOK.parent)}: {fault}" for fault in misdated(code)]
    tell(faults)


@pytest.mark.parametrize(
    "said", ["Novikoff (1963)", "Hazan, Agarwal and Koren (2007)", "Chiang et al. (2013)"]
)
def test_another_year_is_noticed(said: str) -> None:
    assert len(list(misdated(f"This is due to\n    {said}."))) == 1


def test_the_bibliography_is_that_of_the_second_list() -> None:
    entries = parse_file(str(BOOK / "references.bib")).entries
    told = {line.partition(" |")[0]: line for line in WORKS if line and line[0] not in "#@*"}
    faults = [f"{key} is not in tests/works.txt" for key in entries if key not in told]
    faults += [f"{key} is in tests/works.txt alone" for key in told if key not in entries]
    faults += [f for key in told if key in entries for f in unlike(told[key], entries[key])]
    tell(faults, "book/references.bib")


@pytest.mark.parametrize(
    "slip",
    [
        ("Novikoff |", "Novikov |"),
        ("B.J.", "B.L."),
        ("Novikoff |", "Novikoff, H.D. Block |"),
        ("1962", "1963"),
        ("On convergence", "On the convergence"),
        ("Theory of Automata", "Theory of Machines"),
        ("615", "616"),
        ("622", "623"),
    ],
)
def test_a_slip_in_an_entry_is_noticed(slip: tuple[str, str]) -> None:
    (line,) = (told for told in WORKS if told.startswith("novikoff1962"))
    work = parse_file(str(BOOK / "references.bib")).entries["novikoff1962"]
    assert list(unlike(line, work)) == []
    assert len(list(unlike(line.replace(*slip), work))) == 1


def test_exchanged_citations_are_noticed() -> None:
    assert list(strangers("The proof is Novikoff's {cite:p}`novikoff1962`.")) == []
    assert list(strangers("The proof is Novikoff's {cite:p}`zinkevich2003`.")) != []
    assert (
        list(strangers("As Zinkevich showed, {cite:p}`zinkevich2003`; then {cite:p}`block1962`."))
        == []
    )
    assert list(strangers("Both Novikoff and Block {cite:p}`block1962, novikoff1962` did.")) == []


def test_who_is_named_in_a_paragraph_with_citations_wrote_one_of_them() -> None:
    tell(f"book/{name}: {fault}" for name, text in texts() for fault in apart(text))
    assert [*apart("Fixed share {cite:p}`herbster1998`. (Freund and Schapire do it.)")]
    assert not [*apart("Fixed share {cite:p}`herbster1998`. (Herbster and Warmuth do it.)")]


def test_a_thing_has_the_name_of_those_whose_works_are_told() -> None:
    tell(misnamed(), works.FILE)


def test_every_name_is_that_of_a_work_or_of_a_thing() -> None:
    tell(works.unknown())


@pytest.mark.parametrize(
    "said",
    [
        "Rosenblatt's rule of 1962",
        "Novikoff and Block (1962)",
        "Schapire and Freund (1999)",
        "Freund and Schapire (1998)",
        "Lee et al. (2012)",
        "Chebyshev's inequality",
    ],
)
def test_a_name_or_a_year_of_no_work_is_noticed(said: str) -> None:
    right = "Rosenblatt's rule of 1958, Novikoff (1962), Freund and Schapire (1999), Markov's inequality"
    assert all(each.means for each in works.named_in(right))
    assert not all(each.means for each in works.named_in(said))
