"""Every item of the notes and every erratum has its place in a chapter, and its check."""

from __future__ import annotations

import json
import re
from pathlib import Path

import ledger
import pytest

import olbook as ol
from olbook.proofs.others import OTHERS

BOOK = Path(__file__).parents[1] / "book"
CHAPTERS = ledger.read_book(BOOK)
ITEMS = ledger.items(BOOK)
ERRATA = ledger.errata_numbers(BOOK)


def claims(item: str) -> bool:
    """Whether an item of the notes asserts something: a theorem, a lemma or a corollary."""
    return re.match(r"S\d-[TLC]\d", item) is not None


def places(name: str) -> list[str]:
    return [key for key, chapter in CHAPTERS.items() if name in chapter.places]


def missing(name: str) -> list[str]:
    """What an item or an erratum lacks, in words."""
    found = places(name)
    faults = [] if len(found) == 1 else [f"{name} has {len(found)} anchors: {found}"]
    if name in ITEMS:
        checks = ledger.checks_of(name, ITEMS[name], ledger.find(CHAPTERS, name))
        if claims(name) and checks in ([], ["demonstrated"]):
            faults.append(f"{name} is a claim and nothing proves, enumerates, tests or cites it")
        if "-AL" in name and not checks:
            faults.append(f"{name} is an algorithm and does not run")
    else:
        rows = [chapter.errata[name] for chapter in CHAPTERS.values() if name in chapter.errata]
        if len(rows) != 1:
            faults.append(f"{name} is in {len(rows)} tables of errata")
        for severity, _ in rows:
            place = ledger.find(CHAPTERS, name)
            if not severity.startswith(ledger.SEVERITIES):
                faults.append(f"{name} has the unknown severity {severity!r}")
            if severity.startswith("false") and place and not place.followed:
                faults.append(f"{name} is called false and no cell follows that shows it")
            if place and not ledger.quoted(place, name):
                faults.append(f"{name} is not told at its anchor")
    return faults


@pytest.mark.parametrize("name", [*ITEMS, *ERRATA])
def test_has_its_place_and_its_check(name: str) -> None:
    assert missing(name) == []


def test_no_anchor_is_unknown() -> None:
    anchored = {name for chapter in CHAPTERS.values() for name in chapter.places}
    assert sorted(anchored - set(ITEMS) - set(ERRATA)) == []


def test_every_theorem_belongs_to_an_item() -> None:
    """Or goes beyond the notes, and then its number begins with B."""
    owned = {name for item in ITEMS for name in ledger.theorems_of(item)}
    assert [name for name in ol.theorems() if name not in owned and name[0] != "B"] == []
    assert sorted(set(OTHERS) - set(ITEMS)) == []


def test_repeated_items_say_so() -> None:
    for said in ITEMS.values():
        if isinstance(said, dict):
            assert said["same"] in ITEMS


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_ratios_are_of_theorems_and_below_one(chapter: str) -> None:
    """A chapter shows how close its bounds come, and no measured number exceeds its bound."""
    ratios = CHAPTERS[chapter].ratios
    assert ratios
    for name, (ratio, on) in ratios.items():
        assert name in ol.theorems()
        assert ratio <= 1
        assert on


SEVERE = [
    number
    for chapter in CHAPTERS.values()
    for number, (severity, _) in chapter.errata.items()
    if re.search("false|transcription", severity)
]


@pytest.mark.parametrize("number", SEVERE)
def test_the_uncorrected_statement_fails_in_a_test(number: str) -> None:
    """Each such test names its erratum."""
    tests = Path(__file__).parent.glob("test_*.py")
    assert any(number in path.read_text("utf-8") for path in tests if path.name != "test_ledger.py")


def chapter_with(tmp_path: Path, *cells: tuple[str, str]) -> ledger.Chapter:
    """A chapter of these (kind, source) cells; code prints its source."""
    stored = []
    for number, (kind, source) in enumerate(cells):
        cell = {"id": f"c{number}", "cell_type": kind, "metadata": {}, "source": source}
        if kind == "code":
            cell["metadata"] = {"tags": ["bounds"]}
            output = {"output_type": "stream", "name": "stdout", "text": source}
            cell |= {"execution_count": 1, "outputs": [output]}
        stored.append(cell)
    path = tmp_path / "planted.ipynb"
    path.write_text(
        json.dumps({"cells": stored, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    )
    return ledger.read_chapter(path)


def test_a_passage_is_read_with_its_cell(tmp_path: Path) -> None:
    chapter = chapter_with(
        tmp_path,
        ("markdown", "# Title\n\nBefore.\n\n(e0-01)=\n(s0-t1)=\n**A slip.** One.\n\nTwo."),
        ("code", "S0-T1     0.500  a stream"),
        ("markdown", "| [E0-01](#e0-01) | false | in a line |"),
    )
    assert chapter.title == "Title"
    assert chapter.places["E0-01"].text == "**A slip.** One.\n\nTwo."
    assert chapter.places["S0-T1"].printed == "S0-T1     0.500  a stream"
    assert chapter.errata == {"E0-01": ("false", "in a line")}
    assert chapter.ratios == {"S0-T1": (0.5, "a stream")}


@pytest.mark.parametrize(
    ("cells", "runs", "followed"),
    [
        ([("markdown", "(e0-01)=\nText."), ("code", "1")], True, True),
        ([("markdown", "(e0-01)=\nText.\n\n(e0-02)=\nMore."), ("code", "1")], True, False),
        ([("markdown", "(e0-01)=\nText."), ("markdown", "Then."), ("code", "1")], True, False),
        ([("markdown", "(e0-01)=\nText."), ("markdown", "## Next"), ("code", "1")], False, False),
        ([("markdown", "(e0-01)=\nText.")], False, False),
    ],
)
def test_which_passages_run(
    tmp_path: Path, cells: list[tuple[str, str]], runs: bool, followed: bool
) -> None:
    place = chapter_with(tmp_path, *cells).places["E0-01"]
    assert (place.runs, place.followed) == (runs, followed)


@pytest.mark.parametrize(
    ("cells", "report"),
    [
        ([], "has 0 anchors"),
        ([("markdown", "(e0-01)=\nText.")], "is in 0 tables of errata"),
        (
            [("markdown", "(e0-01)=\nText (E0-01).\n\n| [E0-01](#e0-01) | false | line |")],
            "no cell follows that shows it",
        ),
        (
            [("markdown", "(e0-01)=\nText (E0-01).\n\n| [E0-01](#e0-01) | wrong | line |")],
            "unknown severity",
        ),
        (
            [("markdown", "(e0-01)=\nSilent."), ("markdown", "| [E0-01](#e0-01) | gap | line |")],
            "is not told at its anchor",
        ),
    ],
)
def test_planted_faults_of_an_erratum_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cells: list[tuple[str, str]], report: str
) -> None:
    planted = chapter_with(tmp_path, ("markdown", "# Title"), *cells)
    monkeypatch.setattr("test_ledger.CHAPTERS", {"planted": planted})
    assert report in " ".join(missing("E0-01"))


def test_a_claim_without_a_check_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("test_ledger.ITEMS", ITEMS | {"S0-T99": "A claim of nobody's"})
    assert "nothing proves" in " ".join(missing("S0-T99"))


def test_the_pages_are_filled() -> None:
    table = ledger.ledger(BOOK)
    assert [item for item in ITEMS if f"* - {item}\n" not in table] == []
    listed = ledger.errata(BOOK)
    assert [number for number in ERRATA if f"### {number}\n" not in listed] == []
    for page in ("ledger", "errata"):
        text = (BOOK / f"{page}.md").read_text("utf-8")
        assert [found[1] for found in ledger.PLACE.finditer(text)] == [page]


def test_every_erratum_is_counted_under_one_severity() -> None:
    counts = dict(re.findall(r"^\| (\w+) \| (\d+) \|$", ledger.errata(BOOK), re.MULTILINE))
    assert int(counts.pop("all")) == sum(map(int, counts.values())) == len(ERRATA)
