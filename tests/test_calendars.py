"""The calendars fit the book: what is read when, how long it takes, and what is due when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import calendars
import pytest
from calendars import Calendar, Unit
from faults import tell

from instructor import bank

FOLDER = Path(__file__).parents[1] / "book"
CALENDARS = calendars.read(FOLDER)
TWELVE = CALENDARS[0]


@pytest.mark.parametrize("calendar", CALENDARS, ids=lambda c: c.label)
def test_calendars_are_consistent(calendar: Calendar) -> None:
    tell(calendars.faults(FOLDER, calendar), "book/calendars.yml")


def test_sheets_are_on_what_the_bank_has_questions_on() -> None:
    topics = {question.topic for question in bank.QUESTIONS}
    assert all(calendar.sheets.keys() <= topics for calendar in CALENDARS)


def test_there_are_calendars_of_twelve_and_of_six_weeks() -> None:
    assert {calendar.weeks for calendar in CALENDARS} >= {6, 12}


def unit(name: str, **changes: object) -> Calendar:
    """The first calendar with one unit changed."""
    units = (replace(u, **changes) if u.page == name else u for u in TWELVE.units)  # type: ignore[arg-type]
    return replace(TWELVE, units=tuple(units))


def dates(topic: str, given: int, due: int) -> Calendar:
    """The first calendar with one assignment moved."""
    return replace(TWELVE, assignments={**TWELVE.assignments, topic: (given, due)})


def sheet(topic: str, given: int, due: int) -> Calendar:
    """The first calendar with one sheet moved, or one more."""
    return replace(TWELVE, sheets={**TWELVE.sheets, topic: (given, due)})


@pytest.mark.parametrize(
    ("calendar", "complaint"),
    [
        (
            replace(TWELVE, about=TWELVE.about.replace("week 12", "week 11")),
            "about says 'and its talks are in week 11', and no unit",
        ),
        (
            replace(TWELVE, about=TWELVE.about.replace("week 8", "week 7")),
            "about says that Winnow has been read by week 7",
        ),
        (dates("gd_eg_ftrl", 5, 8), "gd_eg_ftrl is set in week 5, but mirror_descent"),
        (dates("online_to_batch", 11, 13), "is due in week 13, after the term"),
        (dates("winnow", 9, 10), "winnow has less than two weeks"),
        (replace(TWELVE, sheets={}), "week 2 has no work"),
        (dates("perceptron", 8, 11), "week 11 has 3 sheets at once"),
        (sheet("winnow", 7, 8), "sheet on winnow is set in week 7, before its page is begun"),
        (sheet("winnow", 9, 13), "winnow is due in week 13"),
        (sheet("online_convex_optimization", 1, 2), "is due in week 2, but its page ends in 2"),
        (replace(TWELVE, hours=2), "its pages take 3 hours, and it has 2"),
        (unit("winnow", weeks=(9, 13)), "not consecutive weeks of the term"),
        (unit("winnow", page="perceptron"), "perceptron has two units"),
        (unit("winnow", page="knitting"), "knitting is no page of the book"),
        (unit("square_loss", page=None), "needs square_loss, which is in no week"),
        (
            unit("doubling_trick", instead={}),
            "doubling_trick needs adaptive_ftrl, which is in no week before",
        ),
        (
            replace(TWELVE, units=(TWELVE.units[1], TWELVE.units[0], *TWELVE.units[2:])),
            "perceptron needs online_convex_optimization, which is in no week before",
        ),
        (
            unit("perceptron", instead={"winnow": "without it"}),
            "for want of winnow, which it does not want",
        ),
        (
            unit("doubling_trick", instead={"adaptive_ftrl": "without *Restarts*"}),
            "doubling_trick and adaptive_ftrl have no section 'Restarts'",
        ),
        (unit("winnow", lectures=()), "week 8: 0 lectures, not 1"),
        (TWELVE, None),
        (unit("perceptron", lectures=("one",)), "do not share its weeks evenly"),
        (replace(TWELVE, units=TWELVE.units[:-1]), "week 12 is empty"),
        (unit("winnow", classes=()), "winnow: 0 classes, not 1"),
        (unit("winnow", classes=(("ex-ties",),)), "winnow has no exercise ex-ties"),
        (
            unit("perceptron", lectures=TWELVE.units[1].lectures[::-1]),
            "'A game nobody can win, the margin, two proofs of the bound' begins with *A game you",
        ),
        (
            unit("winnow", lectures=("Without the length, guess and double",)),
            "winnow: no heading has a word of the lecture 'Without the length, guess and double'",
        ),
        (unit("perceptron", starts=()), "perceptron: does not say with which section"),
        (unit("perceptron", starts=("Bandits",)), "perceptron has no section 'Bandits'"),
    ],
)
def test_planted_faults_are_found(calendar: Calendar, complaint: str | None) -> None:
    found = list(calendars.faults(FOLDER, calendar))
    assert any(complaint in fault for fault in found) if complaint else found == []


@pytest.mark.parametrize(
    ("topic", "hours"),
    [("doubling_trick", 2), ("mirror_descent", 2.5), ("perceptron", 2.5), ("games", 1.5)],
)
def test_hours_are_those_of_the_chapter(topic: str, hours: float) -> None:
    assert calendars.hours(FOLDER, topic) == hours


def test_needs_are_those_of_the_assignment() -> None:
    assert calendars.needs(FOLDER, "perceptron") == {"perceptron"}
    three = {"gd_eg_ftrl", "square_loss", "mirror_descent"}
    assert calendars.needs(FOLDER, "gd_eg_ftrl") == three


def test_each_week_has_its_row() -> None:
    printed = calendars.as_markdown(FOLDER)
    for calendar in CALENDARS:
        rows = list(calendars.rows(FOLDER, calendar))
        assert len(rows) == calendar.weeks
        assert max(float(row[3] or 0) for row in rows) == calendar.hours  # the fullest week
        assert f"at most {calendar.hours:g} hours a week" in printed
        for one in calendar.units:
            assert all(lecture in printed for lecture in one.lectures)
            assert all(f"from *{start}* on" in printed for start in one.starts)
            assert all(f" ({words})" in printed for words in one.instead.values())
            assert all(work in printed for works in one.classes for work in works)
    assert isinstance(TWELVE.units[0], Unit)
