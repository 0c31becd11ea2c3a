"""What people decide: points by hand, comments, days late, another question or file that counts.

All of it stands in a table, ``adjustments.csv``, and in those of other markers beside it, such as
``adjustments-Kim.csv``. The grader reads them and never changes them. The machine's marks stay as
they are; a row is applied anew after every grading, and shown with them.

=========== ========================================================================================
student     as a roster or ``marks.csv`` calls them
question    its id; ``id: criterion`` for one line of a rubric; empty for the whole submission
points      ``3`` for what it earns, ``+1`` or ``-0.5`` for what is added or taken
comment     what the student reads
days_late   of the submission; the late rule counts with them
instead     the id of another question, whose share of points counts for this one too
file        the file that counts, as ``marks.csv`` calls it, where it is not the newest
by, why     who has decided, and for which reason
=========== ========================================================================================
"""

from __future__ import annotations

import copy
import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .assignment import Assignment, AssignmentError, is_stub
from .kit import Question

COLUMNS = ("student", "question", "points", "comment", "days_late", "instead", "file", "by", "why")
DECIDES = ("points", "comment", "days_late", "instead", "file", "why")
POINTS = re.compile(r"[+-]?\d+(?:\.\d+)?")
LATE = re.compile(
    r"(?P<percent>\d+(?:\.\d+)?) ?% (?:a|per) day"
    r"(?:, (?P<free>\d+) (?:days? )?free)?(?:, at most (?P<most>\d+(?:\.\d+)?) ?%)?"
)

Marks = dict[str, Any]


@dataclass(frozen=True)
class Adjustment:
    """A row of a table, and where it stands."""

    table: Path
    line: int
    student: str = ""
    question: str = ""
    points: str = ""
    comment: str = ""
    days_late: str = ""
    instead: str = ""
    file: str = ""
    by: str = ""
    why: str = ""

    @property
    def where(self) -> str:
        """The place, for a message."""
        return f"{self.table}, line {self.line}"

    @property
    def asked(self) -> str:
        """The id of the question."""
        return self.question.partition(":")[0].strip()

    @property
    def criterion(self) -> str:
        """The line of a rubric, or nothing."""
        return self.question.partition(":")[2].strip()

    def contradicts(self, other: Adjustment) -> bool:
        """Whether both set points, of the whole answer or of the same line of its rubric."""
        both_set = all(row.points and row.points[0] not in "+-" for row in (self, other))
        apart = self.criterion and other.criterion and self.criterion != other.criterion
        return both_set and self.asked == other.asked and not apart

    def told(self, change: str) -> str:
        """A change in words, with who has made it, and why."""
        return f"{change}, by {self.by}" + (f": {self.why}" if self.why else "")


@dataclass(frozen=True)
class LateRule:
    """So many percent of the points for each day late, after the free ones; at most so many."""

    words: str
    percent: float
    free: float
    most: float

    @classmethod
    def of(cls, words: str) -> LateRule:
        """Read ``10% a day, 2 free, at most 50%``."""
        if not (said := LATE.fullmatch(words.strip())):
            raise AssignmentError(
                f'the late rule "{words}" is not read; say it like "10% a day, 2 free, at most 50%"'
            )
        return cls(
            words, float(said["percent"]), float(said["free"] or 0), float(said["most"] or 100)
        )

    def taken(self, days: float, points: float) -> float:
        """The points that it takes."""
        return points * min(self.percent * max(days - self.free, 0), self.most) / 100


# --- the table -------------------------------------------------------------------------------------


def adjustments_of(path: Path, assignment: Assignment) -> list[Adjustment]:
    """The rows of a table that can be applied; AssignmentError for one that cannot."""
    rows = rows_of(path)
    for row in rows:
        _demand_sound(row, assignment)
    return rows


def rows_of(path: Path) -> list[Adjustment]:
    """The rows of a table that decide something; it is written with its titles if it is not there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(",".join(COLUMNS) + "\n", encoding="utf-8")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise AssignmentError(f"the adjustments {path} cannot be read: {error}") from None
    first = text.partition("\n")[0]
    between = max(",;\t", key=first.count)  # a spreadsheet may write another sign
    table = csv.DictReader(io.StringIO(text), delimiter=between)
    if unknown := {title or "" for title in table.fieldnames or ()} - set(COLUMNS):
        raise AssignmentError(f"{path}: it has no column {min(unknown)!r}; {', '.join(COLUMNS)}")
    rows = []
    for row in table:
        cells = {title: (cell or "").strip() for title, cell in row.items() if title in COLUMNS}
        if any(cells.get(title) for title in DECIDES):  # a row still to be filled decides nothing
            rows.append(Adjustment(path, table.line_num, **cells))
    return rows


def _demand_sound(row: Adjustment, assignment: Assignment) -> None:
    """AssignmentError, with its place, for a row that cannot be applied."""
    questions = {question.id: question for question in assignment.questions}
    own = questions.get(row.asked)
    fault = ""
    if not row.student:
        fault = "it does not say which student"
    elif not row.by:
        fault = "it does not say by whom"
    elif not row.why and (
        row.days_late or row.instead or (row.points and not (own and own.by_hand))
    ):
        fault = "it does not say why"
    elif row.question and own is None:
        fault = f'there is no question "{row.asked}"; there are {", ".join(questions)}'
    elif row.criterion and (own is None or row.criterion not in own.rubric):
        fault = f'{row.asked} has no line "{row.criterion}" in its rubric'
    elif row.points and not POINTS.fullmatch(row.points):
        fault = f'"{row.points}" is no points; say 3, +1 or -0.5'
    elif row.days_late and not re.fullmatch(r"\d+(\.\d+)?", row.days_late):
        fault = f'"{row.days_late}" is no number of days'
    elif row.instead and (row.instead not in questions or not row.question):
        fault = f'"{row.instead}" cannot count instead: two questions have to be named'
    elif own and row.points[:1] not in "+-" and float(row.points) > _most(row, own):
        fault = f"{row.question} has {_most(row, own):g} points, not {row.points}"
    if fault:
        raise AssignmentError(f"{row.where}: {fault}")


def _most(row: Adjustment, question: Question) -> float:
    return question.rubric[row.criterion] if row.criterion else question.points


# --- what it changes -------------------------------------------------------------------------------


def no_marks(name: str, assignment: Assignment) -> Marks:
    """The marks of somebody who handed in nothing: what people decide is added to them."""
    questions = [
        {"id": q.id, "title": q.title, "earned": 0.0, "possible": q.points, "by_hand": q.by_hand}
        | {"rubric": dict(q.rubric), "parts": [], "answers": []}
        for q in assignment.questions
    ]
    whole = {"submission": name, "earned": 0.0, "possible": assignment.points}
    return whole | {"questions": questions, "notes": [], "attention": []}


def adjusted(
    marks: Marks, rows: Sequence[Adjustment], days_late: float = 0, rule: LateRule | None = None
) -> Marks:
    """The marks with what people have decided, and in words where it applies."""
    new = copy.deepcopy(marks)
    new["changes"], new["comments"] = [], []
    questions = {question["id"]: question for question in new["questions"]}
    for question in new["questions"]:
        _decide(question, [row for row in rows if row.asked == question["id"]], questions)
        new["changes"] += [f"{question['id']}: {change}" for change in question["changes"]]
    new["earned"] = math.fsum(question["earned"] for question in new["questions"])
    for row in rows:
        if row.comment and not row.asked:
            new["comments"].append(f"{row.comment} ({row.by})")
        if row.points and not row.asked:
            before, new["earned"] = new["earned"], max(_counted(row.points, new["earned"]), 0.0)
            change = f"{before:g} points in all become {new['earned']:g}"
            new["changes"].append(row.told(change))
        if row.days_late:
            days_late = float(row.days_late)
            new["changes"].append(row.told(f"{days_late:g} days late"))
    if rule and days_late:
        taken = round(rule.taken(days_late, new["earned"]), 2)
        days = "day" if days_late == 1 else "days"
        said = (
            f"{days_late:g} {days} late: {rule.words} takes {taken:g} of {new['earned']:g} points"
        )
        new["changes"].append(said)
        new["earned"] -= taken
    new["earned"] = round(new["earned"], 2)
    return new


def _decide(question: Marks, rows: Sequence[Adjustment], questions: dict[str, Marks]) -> None:
    """Apply the rows of one question, in their order."""
    question["changes"], question["comments"] = [], []
    criteria = {row.criterion: row for row in rows if row.points and row.criterion}
    to_read = question.get("by_hand") and not all(map(is_stub, question["answers"]))
    unmarked = [name for name in question["rubric"] if name not in criteria] if to_read else []
    if question.get("by_hand"):
        question["earned"] = math.fsum(float(row.points) for row in criteria.values())
        for name, row in criteria.items():
            most = question["rubric"][name]
            question["changes"].append(row.told(f"{name}: {row.points} of {most:g}"))
    for row in rows:
        before = question["earned"]
        if row.instead:
            other = questions[row.instead]
            share = other["earned"] / other["possible"]
            question["earned"] = round(share * question["possible"], 2)
            change = f"{before:g} becomes {question['earned']:g}, as {row.instead} counts"
            question["changes"].append(row.told(change))
        elif row.points and not row.criterion:
            value = _counted(row.points, before)
            question["earned"] = min(max(value, 0.0), question["possible"])
            change = f"{before:g} becomes {question['earned']:g}"
            if question.get("by_hand"):
                unmarked, change = [], f"{question['earned']:g} of {question['possible']:g}"
            question["changes"].append(row.told(change))
        if row.comment:
            question["comments"].append(f"{row.comment} ({row.by})")
    question["unmarked"] = unmarked


def _counted(points: str, before: float) -> float:
    """Points that are set, added or taken."""
    return before + float(points) if points[0] in "+-" else float(points)
