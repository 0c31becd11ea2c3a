"""The pages about the five lectures are complete, and what they say of the book is true."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import lectures
import nbformat
import pytest
from chapter_checks import (
    faults_of_code,
    faults_of_statements,
    formulas_unlike_their_source,
    numbers_without_source,
)
from checks import behind_their_cells
from comparisons import names_of, unheld
from faults import tell
from lectures import Erratum, Item

import olbook as ol
from olbook.checked.show.render import label_for

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "book"
PAGES = sorted((BOOK / "lectures").glob("*.ipynb"))
LECTURES = lectures.read_all(BOOK)

# What each lecture has, in its order, and how many errata; counted from the notes, once.
ITEMS = {
    "S0": "D1 L1 T1 R1 A1 A2 T2 R2 C1 X1 D2 D3 R3 AL1 D4 T3 C2 C3 R4 R5 D5 R6 D6 F1 AL2 X2",
    "S1": "D1 F1 F2 D2 D3 L1 R5 AL1 L2 AL2 T1 T2 T3 L3 T4 D4 D5 R1 D6 D7 T5 AL3 R6 T6 L4 T7 R2 D8 "
    "T8 AL4 R3 T9 T10 R4",
    "S2": "R1 D1 D2 D3 AL1 T1 R2 R3 AL2 D4 T2 R4 R5 AL3 L1 L2 D5 AL4 L3 R6 T3 AL5 R7 E1 R8 X1",
    "S3": "R1 D1 D2 D3 D4 R2 D5 D6 L1 AL1 T1 R5 D7 R3 L2 D8 R4",
    "S4": "AL1 D1 T1 L1 L2 R1 D2 AL2 AL3 T2 R2 D3 AL4 R3 T3 L3 R4",
}
ERRATA = {"S0": 15, "S1": 21, "S2": 13, "S3": 7, "S4": 10}
SEVERITIES = {"false": 12, "gap": 25, "typo": 6, "convention": 6, "transcription": 7, "remark": 10}

# The theorems that stem from an item. All others go beyond the lectures.
STEMS = {
    "S0-D1": "doubling.covered_rounds",
    "S0-L1": "doubling.geometric_sum",
    "S0-T1": "doubling.regret doubling.regret_not_rounded",
    "S0-R1": "doubling.gradient_descent",
    "S0-A1": "doubling.line_search",
    "S0-A2": "doubling.array doubling.array_by_steps doubling.steps_are_quadratic",
    "S0-T2": "batch.mistakes_to_risk",
    "S0-R2": "batch.mistakes_to_probability batch.sample_size",
    "S0-C1": "batch.losses_to_risk",
    "S0-D4": "ogd.projection",
    "S0-T3": "ogd.regret ogd.regret_from_any_start",
    "S0-C2": "ogd.known_horizon",
    "S0-C3": "ogd.tuned ogd.no_better_step ogd.average_bound_vanishes",
    "S0-R4": "ogd.stopped_early ogd.every_round",
    "S0-R5": "batch.gradient_descent",
    "S0-D6": "perceptron.hinge_of_a_mistake",
    "S1-L1": "perceptron.hinge_is_convex perceptron.margin_leaves_no_hinge "
    "perceptron.hinge_is_above",
    "S1-R5": "perceptron.mistakes_alone_count",
    "S1-L2": "perceptron.step_size",
    "S1-T1": "ogd.regret ogd.regret_from_any_start",
    "S1-T2": "perceptron.inequality",
    "S1-T3": "perceptron.margin perceptron.geometric_margin perceptron.by_regret",
    "S1-L3": "perceptron.quadratic",
    "S1-T4": "perceptron.any_sequence perceptron.sharp",
    "S1-D6": "winnow.disjunction_margin",
    "S1-D7": "winnow.lifted_margin winnow.lifted_length winnow.lifted_features",
    "S1-T5": "winnow.perceptron winnow.perceptron_best_bias winnow.no_better_bias",
    "S1-T6": "winnow.unnormalised_regret winnow.regret",
    "S1-L4": "winnow.small_gradients",
    "S1-T7": "winnow.any_labels winnow.disjunctions",
    "S1-R2": "winnow.normalised",
    "S1-T9": "batch.average batch.jensen",
    "S1-T10": "batch.random_iterate",
    "S2-T1": "gd.regret gd.tuned",
    "S2-R2": "gd.average_bound_fixed_step gd.average_bound_tuned",
    "S2-T2": "eg.hoeffding eg.linear_losses eg.regret eg.tuned",
    "S2-L1": "mirror.leader_steps",
    "S2-L2": "mirror.leader_squared_norm mirror.leader_entropy mirror.leader_multiplies",
    "S2-D5": "mirror.three_points mirror.squared_norm mirror.entropy mirror.relative_entropy",
    "S2-AL4": "mirror.trade_off",
    "S2-L3": "mirror.leads",
    "S2-T3": "mirror.regret_by_divergences mirror.regret",
    "S2-AL5": "mirror.p_norm mirror.p_norm_tuned mirror.dual_length mirror.dual_gradient",
    "S2-E1": "mirror.strictly_convex",
    "S3-D6": "perceptron.unit_ball perceptron.margin_needs_length",
    "S3-L1": "perceptron.distance perceptron.strip",
    "S3-T1": "perceptron.by_potential",
    "S3-L2": "perceptron.hinge_slopes",
    "S4-T1": "square.widrow_hoff square.widrow_hoff_best square.tuned",
    "S4-L1": "square.one_round",
    "S4-L2": "square.product",
    "S4-R1": "square.average_bound square.average_bound_tuned",
    "S4-AL2": "square.implicit_shrinks square.implicit_solves square.implicit_trade_off",
    "S4-AL3": "square.exponent",
    "S4-T2": "square.exponentiated_gradient",
    "S4-T3": "batch.widrow_hoff batch.widrow_hoff_best",
    "S4-L3": "batch.jensen_square",
}


@cache
def anchors_of_chapters() -> set[str]:
    """The anchors that the chapters have."""
    texts = [(BOOK / f"{topic}.ipynb").read_text(encoding="utf-8") for topic in ol.TOPICS]
    return {anchor for text in texts for anchor in re.findall(r"\(([\w-]+)\)=", text)}


def faults_of_item(item: Item) -> list[str]:
    """What an item lacks or says wrongly, in words."""
    faults = [f"links to #{place}" for place in item.places if place not in anchors_of_chapters()]
    if len(item.places) != 1:
        faults.append(f"has {len(item.places)} places in the book")
    titles = ol.theorems()
    faults += [f"names {name}, no theorem" for name in item.names if name not in titles]
    if item.boxes != [label_for(name) for name in item.names]:
        faults.append("links to other boxes than those it names")
    stems = [name for name in STEMS.get(item.id, "").split() if name in titles]
    if sorted(item.names) != sorted(stems):
        faults.append(f"names {item.names}, and has {stems}")
    for test in item.tests:
        path, _, name = test.partition("::")
        if f"\ndef {name}(" not in (ROOT / path).read_text(encoding="utf-8"):
            faults.append(f"names {test}, no test")
    for key in re.findall(r"\{cite:t\}`(\w+)`", item.where):
        if f"{{{key}," not in (BOOK / "references.bib").read_text(encoding="utf-8"):
            faults.append(f"cites {key}, no reference")
    if re.search(r"-(T|L|C)\d", item.id) and not item.marks:
        faults.append("is a claim, and nothing proves, enumerates, tests or cites it")
    if "-AL" in item.id and not item.marks and "Run there" not in item.where:
        faults.append("is an algorithm and does not run")
    return faults


def faults_of_erratum(erratum: Erratum) -> list[str]:
    """What an erratum lacks, in words."""
    faults = []
    if erratum.severity not in lectures.SEVERITIES:
        faults.append(f"has the unknown severity {erratum.severity}")
    if not erratum.said.strip() or not erratum.read.strip():
        faults.append("does not say what the copy says and how it should read")
    if not erratum.runs:
        faults.append("is not followed by a cell")
    return faults


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.id)
def test_every_item_and_erratum_is_there_once(lecture: lectures.Lecture) -> None:
    key = lecture.id
    assert [item.id for item in lecture.items] == [f"{key}-{item}" for item in ITEMS[key].split()]
    expected = [f"E{key[1]}-{number:02d}" for number in range(1, ERRATA[key] + 1)]
    assert sorted(erratum.id for erratum in lecture.errata) == expected
    known = [entry.id.lower() for entry in [*lecture.items, *lecture.errata]]
    assert sorted(lecture.anchors) == sorted(known)


def test_nothing_is_lost() -> None:
    assert [lecture.id for lecture in LECTURES] == list(ITEMS) == list(ERRATA)
    assert sum(len(lecture.items) for lecture in LECTURES) == 120
    assert sum(SEVERITIES.values()) == 66
    found = Counter(erratum.severity for erratum in CORRECTIONS)
    faults = []
    for severity in found | Counter(SEVERITIES):
        if found[severity] != SEVERITIES.get(severity):
            ids = ", ".join(e.id for e in CORRECTIONS if e.severity == severity)
            faults.append(
                f"{found[severity]} errata are {severity} ({ids}), SEVERITIES in tests/test_lectures.py has "
                f"{SEVERITIES.get(severity, 0)}: mend the one that was changed, or count a new one there"
            )
    tell(faults, "book/lectures")


ENTRIES = [item for lecture in LECTURES for item in lecture.items]
CORRECTIONS = [erratum for lecture in LECTURES for erratum in lecture.errata]


@pytest.mark.parametrize("item", ENTRIES, ids=lambda item: item.id)
def test_an_item_leads_to_its_place_and_its_check(item: Item) -> None:
    tell(faults_of_item(item), f"book/lectures: {item.id}")


@pytest.mark.parametrize("erratum", CORRECTIONS, ids=lambda erratum: erratum.id)
def test_an_erratum_has_severity_correction_and_cell(erratum: Erratum) -> None:
    tell(faults_of_erratum(erratum), f"book/lectures: {erratum.id}")


PLANTED = {
    "links to #nowhere": "[there](#nowhere).",
    "names perceptron.none, no theorem": "[there](#perceptron-margin). (`perceptron.none`).",
    "names [], and has": "[there](#perceptron-margin).",
    "is a claim, and nothing proves": "[there](#perceptron-margin).",
    "no test": "[there](#perceptron-margin). Tested: `tests/test_claims.py::test_none`.",
    "no reference": "[there](#perceptron-margin). Cited: {cite:t}`nobody2026`.",
}


@pytest.mark.parametrize("report", PLANTED)
def test_a_planted_fault_of_an_item_is_found(report: str) -> None:
    item = Item("S1-T3", "The Perceptron with a margin", PLANTED[report])
    assert report in "; ".join(faults_of_item(item))


def test_planted_faults_of_an_erratum_are_found() -> None:
    faults = "; ".join(
        faults_of_erratum(Erratum("E1-01", "wrong", "a sign", "It has.", " ", False))
    )
    for report in ("unknown severity", "how it should read", "not followed by a cell"):
        assert report in faults


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_code_fits_and_numbers_are_tied_down(path: Path) -> None:
    courses = re.compile(r"CSE 546|COS 511")
    cells = behind_their_cells(path)
    faults, names = [], names_of(cells)
    for cell in cells:
        if cell.cell_type == "code":
            faults += list(faults_of_code(cell))
        else:
            faults += unheld(cell.source, names)
            faults += numbers_without_source(courses.sub("", cell.source))
            faults += formulas_unlike_their_source(cell.source)
            stated = faults_of_statements(cell.source)  # what notes call a mistake is theirs
            faults += [fault for fault in stated if not fault.startswith("a tie is")]
    tell(faults, path)


def test_the_first_page_counts() -> None:
    page = (ROOT / "book/lectures/index.md").read_text(encoding="utf-8")
    assert page.count(lectures.PLACE) == 1
    table = lectures.as_markdown(BOOK)
    assert re.search(r"^\| items \|.* \| 120 \|$", table, re.MULTILINE)
    assert re.search(r"^\| errata \|.* \| 66 \|$", table, re.MULTILINE)
    told = {severity for severity in lectures.SEVERITIES if f"\n| {severity} | " in page}
    assert told == set(SEVERITIES)


def untrue_origins(page: str) -> list[str]:
    """Numbers that the first page has of a set of notes, and the page about these notes has not."""
    heads = [nbformat.read(path, as_version=4).cells[0].source for path in PAGES]
    faults = []
    for key in ITEMS:
        (head,) = (head for head in heads if f"({key})\n" in head)
        (said,) = re.findall(rf"^\*\*\[{key}\]\(.*?\)(.*)$", page, re.MULTILINE)
        known = re.findall(r"\d+", head)
        faults += [f"{key}: {n}" for n in re.findall(r"\d+", said) if n not in known]
    return faults


def test_the_first_page_says_where_the_notes_come_from() -> None:
    page = (ROOT / "book/lectures/index.md").read_text(encoding="utf-8")
    tell(
        [f"{said} is not on the page about these notes" for said in untrue_origins(page)],
        "book/lectures/index.md",
    )
    assert untrue_origins(page.replace("27 March 2020", "28 March 2020")) == ["S0: 28"]


@pytest.mark.landing
def test_the_strict_run_collects_them() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, "book"], cwd=ROOT, capture_output=True, text=True)
    for path in PAGES:
        assert f"book/lectures/{path.name}::" in done.stdout


def test_the_table_of_renamed_theorems_names_theorems() -> None:
    """Who comes from an older version looks a name up there."""
    text = (ROOT / "RENAMED.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([SB]\d[-.]\w+)` \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 100
    named = [name for _, now in rows for name in re.findall(r"`(\w+\.\w+)`", now)]
    tell(f"RENAMED.md: {name} is no theorem" for name in named if name not in ol.theorems())
