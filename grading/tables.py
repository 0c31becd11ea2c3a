"""The marks of a class as tables: one to read, one for Moodle, one for Canvas.

A roster says who is who. It is a table (CSV) with a row for each student, such as the two systems
export: Moodle's grading worksheet or list of participants, or Canvas's gradebook.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .assignment import Assignment, AssignmentError

MOODLE = ("Identifier", "Full name", "Username", "ID number", "Email address")
CHANGED = "Last modified (grade)"  # Moodle takes no worksheet without it, and keeps newer grades
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
OTHER_NAMES = {"Email": "Email address", "Student ID": "ID", "Name": "Full name"}


@dataclass
class Row:
    """A student: the name of the submission, who that is, and the marks, if there are any."""

    submission: str
    marks: dict[str, Any] | None
    person: dict[str, str] = field(default_factory=dict)
    attention: list[str] = field(default_factory=list)

    @property
    def identifier(self) -> str:
        """What tells this student from every other."""
        keys = ("ID number", "SIS User ID", "ID", "Email address", "Username", "Identifier")
        return next((self.person[key] for key in keys if self.person.get(key)), self.submission)

    @property
    def name(self) -> str:
        """What the student is called."""
        return self.person.get("Full name") or self.person.get("Student") or self.submission


def roster_of(path: Path) -> list[dict[str, str]]:
    """The students of a roster, by the column titles of Moodle and Canvas."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise AssignmentError(f"the roster {path} cannot be read: {error}") from None
    known = {title.lower(): title for title in (*MOODLE, *CANVAS, CHANGED, "submission")}
    known |= {title.lower(): other for title, other in OTHER_NAMES.items()}
    people = []
    for row in csv.DictReader(io.StringIO(text)):
        cells = ((known.get((title or "").strip().lower()), cell) for title, cell in row.items())
        person = {title: cell.strip() for title, cell in cells if title and cell not in (None, "-")}
        if {"First name", "Last name"} <= row.keys():
            person.setdefault("Full name", f"{row['First name']} {row['Last name']}".strip())
        if person and person.get("Student", "").strip() != "Points Possible":
            people.append(person)
    if not people:
        titles = ", ".join(dict.fromkeys((*MOODLE, *CANVAS)))
        raise AssignmentError(f"the roster {path} has no row; columns it may have: {titles}")
    return people


def rows_of(graded: Iterable[tuple[str, Any]], roster: Sequence[dict[str, str]]) -> list[Row]:
    """The rows of a class; whoever is in the roster and handed in nothing has one as well."""
    rows, seen = [], []
    for submission, marks in graded:
        row = Row(submission, marks)
        people = _people(submission, roster)
        if len(people) == 1 and people[0] not in seen:
            row.person = people[0]
            seen.append(people[0])
        elif people:
            row.attention.append("more than one submission or row of the roster fits")
        elif roster:
            row.attention.append("not in the roster")
        row.attention += ["not graded"] if marks is None else marks["attention"]
        rows.append(row)
    absent = [person for person in roster if person not in seen]
    rows += [Row("", None, person, ["nothing handed in"]) for person in absent]
    return rows


def _people(submission: str, roster: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Who may have handed this in: by the whole name of the file, or else by a part of it.

    Moodle calls a file "Ann Lee_4711_assignsubmission_file_..." for participant 4711, Canvas
    "leeann_4711_...".
    """
    whole, pieces = _plain(submission), _plain(submission).split("_")
    numbers = {f"participant {piece}" for piece in pieces}
    exact = [p for p in roster if whole in map(_plain, p.values())]
    return exact or [p for p in roster if {*map(_plain, p.values())} & {*pieces, *numbers}]


def _plain(name: str) -> str:
    """A name to compare: in small letters, and an accent in one sign with its letter.

    macOS writes them in two in the names of files.
    """
    return unicodedata.normalize("NFC", name).lower()


def everything(rows: Iterable[Row], assignment: Assignment) -> str:
    """The table to read: a column for each question, and what a person has to look at."""
    questions = [question.id for question in assignment.questions]
    head = ["submission", *questions, "total", "possible", "attention", "notes", "identifier"]
    table: list[list[Any]] = [head]
    for row in rows:
        marks = row.marks or {"questions": [], "earned": "", "notes": []}
        points = {question["id"]: question["earned"] for question in marks["questions"]}
        mine = [points.get(question, "") for question in questions]
        words = ["; ".join(row.attention), "; ".join(marks["notes"])]
        table.append(
            [row.submission, *mine, marks["earned"], assignment.points, *words, row.identifier]
        )
    return _csv(table)


def moodle(rows: Iterable[Row], assignment: Assignment) -> str:
    """For Moodle: the columns of its grading worksheet; the grade import maps them as well."""
    table: list[list[Any]] = [[*MOODLE, "Grade", "Maximum grade", CHANGED, "Feedback comments"]]
    for row in rows:
        if row.marks is not None:
            known = any(row.person.get(key) for key in MOODLE)  # not if the roster is Canvas's
            who = row.person if known else {"Full name": row.name, "ID number": row.identifier}
            mine = [who.get(key, "") for key in MOODLE]
            lost = [
                f"{part['part']}: {part['reason']}"
                for question in row.marks["questions"]
                for part in question["parts"]
                if part["earned"] < part["possible"]
            ]
            marks = [row.marks["earned"], assignment.points, who.get(CHANGED, "")]
            table.append([*mine, *marks, " / ".join(lost)[:5000]])
    return _csv(table)


def canvas(rows: Iterable[Row], assignment: Assignment) -> str:
    """For Canvas: the five columns of its gradebook, the assignment's, and the points possible."""
    table: list[list[Any]] = [[*CANVAS, assignment.title]]
    table.append(["    Points Possible", "", "", "", "", assignment.points])
    for row in rows:
        if row.marks is not None:
            who = {"Student": row.name, "SIS User ID": row.identifier, **row.person}
            if row.person.get("ID"):
                who["SIS User ID"] = row.person.get("SIS User ID", "")
            table.append([*(who.get(key, "") for key in CANVAS), row.marks["earned"]])
    return _csv(table)


def _csv(table: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in table:  # a spreadsheet takes a text that begins with one of these for a formula
        writer.writerow(
            f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell
            for cell in row
        )
    return text.getvalue()
