"""The marks of a class as tables: one to read, one for Moodle, one for Canvas.

``roster.py`` says who is who.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .assignment import Assignment
from .roster import CANVAS, CHANGED, MOODLE, people_called


@dataclass
class Row:
    """A student: the name of the submission, who that is, and the marks, if there are any."""

    submission: str
    marks: dict[str, Any] | None
    person: dict[str, str] = field(default_factory=dict)
    attention: list[str] = field(default_factory=list)
    alike: str = ""  # which answers equal those of whom
    files: list[str] = field(default_factory=list)  # what was handed in; the first is graded

    @property
    def identifier(self) -> str:
        """What tells this student from every other."""
        keys = ("ID number", "SIS User ID", "ID", "Email address", "Username", "Identifier")
        return next((self.person[key] for key in keys if self.person.get(key)), self.submission)

    @property
    def name(self) -> str:
        """What the student is called."""
        return self.person.get("Full name") or self.person.get("Student") or self.submission


def rows_of(graded: Iterable[tuple[str, Any]], roster: Sequence[dict[str, str]]) -> list[Row]:
    """The rows of a class; whoever is in the roster and handed in nothing has one as well."""
    rows, seen = [], []
    for submission, marks in graded:
        row = Row(submission, marks)
        people = people_called(submission, roster)
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


def everything(rows: Iterable[Row], assignment: Assignment) -> str:
    """The table to read: a column for each question, and what a person has to look at."""
    questions = [question.id for question in assignment.questions]
    head = ["submission", *questions, "total", "possible", "to mark", "attention"]
    table: list[list[Any]] = [[*head, "changed", "alike", "files", "notes", "identifier"]]
    for row in rows:
        marks = row.marks or {"questions": [], "earned": "", "notes": []}
        points = {question["id"]: question["earned"] for question in marks["questions"]}
        mine = [points.get(question, "") for question in questions]
        unmarked = [asked["id"] for asked in marks["questions"] if asked.get("unmarked")]
        words = [", ".join(unmarked), "; ".join(row.attention), "; ".join(marks.get("changes", []))]
        words += [row.alike, ", ".join(row.files), "; ".join(marks["notes"])]
        table.append(
            [
                row.submission or row.name,
                *mine,
                marks["earned"],
                assignment.points,
                *words,
                row.identifier,
            ]
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
            marks = [row.marks["earned"], assignment.points, who.get(CHANGED, "")]
            table.append([*mine, *marks, " / ".join(comments(row.marks))[:5000]])
    return _csv(table)


def comments(marks: dict[str, Any]) -> list[str]:
    """What people say and have changed, and why points were lost."""
    said = [*marks.get("comments", []), *marks.get("changes", [])]
    for question in marks["questions"]:
        said += [f"{question['id']}: {words}" for words in question.get("comments", [])]
        parts = [] if question.get("by_hand") else question["parts"]
        lost = [part for part in parts if part["earned"] < part["possible"]]
        said += [f"{part['part']}: {part['reason']}" for part in lost]
    return said


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
