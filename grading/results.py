"""What a lecturer gets when a class has been graded: tables, pages, and archives to send back."""

from __future__ import annotations

import hashlib
import io
import json
import math
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import Any

from . import copies, feedback, statistics, tables
from .adjustments import Adjustment, LateRule, adjusted, adjustments_of, no_marks, rows_of
from .assignment import Assignment, AssignmentError
from .folders import Attempt, Task, read_name, shown
from .roster import SENT, Person, people_called, plain
from .stored import marks_in, write

MOODLES_DATE = "%A, %d %B %Y, %I:%M %p"
LONGEST_REQUEST = 300  # letters of it in a table

Marks = dict[str, Any]


@dataclass(frozen=True)
class Decisions:
    """What people have decided, and what students have asked to look at again."""

    adjustments: Sequence[Adjustment] = ()
    due: datetime | None = None
    late: LateRule | None = None
    requests: Path | None = None
    markers: Sequence[str] = ()  # who share what is marked by hand

    @classmethod
    def of(
        cls,
        out: Path,
        assignment: Assignment,
        table: Path | None = None,
        due: str | None = None,
        late: str | None = None,
        markers: Sequence[str] = (),
    ) -> Decisions:
        """Those of a folder of marks; AssignmentError for what cannot be read."""
        try:
            when = datetime.fromisoformat(due) if due else None
        except ValueError:
            raise AssignmentError(f'"{due}" is no time; say it like "2029-05-04 23:59"') from None
        for filled in sorted(out.glob("to_mark*.csv")):
            if rows_of(filled):
                raise AssignmentError(
                    f"{filled} has been filled in; it would be written anew. Call it adjustments-"
                    "NAME.csv, with a name that no table there has, or add its rows to your table"
                )
        first = table or out / "adjustments.csv"
        rows = adjustments_of(first, assignment)
        for more in sorted(first.parent.glob(f"{escape(first.stem)}-*.csv")):
            rows += adjustments_of(more, assignment)
        return cls(rows, when, LateRule.of(late) if late else None, out / "requests", markers)

    @property
    def chosen(self) -> frozenset[str]:
        """The files that count, newest or not."""
        return frozenset(row.file for row in self.adjustments if row.file)


def report(
    graded: Sequence[tuple[Task, Marks | None]],
    people: Sequence[Person],
    assignment: Assignment,
    out: Path,
    decisions: Decisions,
) -> int:
    """Write everything; the number of students whom a person has to look at."""
    rows = tables.rows_of([(task.name, marks) for task, marks in graded], people)
    for row, (task, _) in zip(rows, graded, strict=False):  # after them, those without a file
        row.attention += [task.doubt] if task.doubt else []
        row.files = [each.shown for each in (task.attempt, *task.others) if each]
    equal = copies.alike({task.name: marks for task, marks in graded if marks}, assignment)
    whose = _decide(rows, [task for task, _ in graded], people, assignment, decisions)
    _answered_anew(rows, whose, out / "decided.json")
    for row in rows:
        row.alike = equal.get(row.submission, "")
    for name, table in (
        ("marks", tables.everything),
        ("moodle", tables.moodle),
        ("canvas", tables.canvas),
    ):
        write(out / f"{name}.csv", table(rows, assignment))
    pages = {}
    for row, (task, _) in zip(rows, graded, strict=False):
        file = out / "feedback" / f"{task.out.stem}.html"
        if row.marks:
            pages[task] = feedback.page(row.marks, assignment)
            write(file, pages[task])
        else:
            file.unlink(missing_ok=True)  # of an older grading
    _pack(pages, out)
    write(out / "statistics.html", statistics.page(rows, assignment))
    if any(question.by_hand for question in assignment.questions):
        everybody = [row.marks for row in rows if row.marks]
        _to_mark(everybody, assignment, out, decisions.markers)
    return sum(bool(row.attention) for row in rows)


def _to_mark(
    everybody: list[Marks], assignment: Assignment, out: Path, markers: Sequence[str]
) -> None:
    """What is to be marked by hand: a page of all, and for each marker a table of an equal share.

    Who has marked some keeps the others: the shares are of the class, and not of what is left.
    """
    share = [len(markers) * n // len(everybody) for n in range(len(everybody))]
    whose = [markers[n] for n in share] if markers else [""] * len(everybody)
    write(out / "by_hand.html", feedback.to_mark(everybody, whose, assignment))
    for old in out.glob("to_mark*.csv"):
        old.unlink()
    for marker in markers or [""]:
        own = [marks for marks, by in zip(everybody, whose, strict=True) if by == marker]
        if to_fill := feedback.table_to_fill(own, marker):
            file = re.sub(r"[^\w.+-]+", "_", f"to_mark-{marker}" if marker else "to_mark")
            write(out / f"{file}.csv", to_fill)


# --- decisions -------------------------------------------------------------------------------------


def _decide(
    rows: Sequence[tables.Row],
    everybody: Sequence[Task],
    people: Sequence[Person],
    assignment: Assignment,
    decisions: Decisions,
) -> dict[int, list[Adjustment]]:
    """Apply to each row what belongs to it; AssignmentError for what belongs to nobody."""
    whose: dict[int, list[Adjustment]] = {}
    for adjustment in decisions.adjustments:
        found = [n for n, row in enumerate(rows) if _is_called(row, adjustment.student, people)]
        if len(found) != 1:
            what = "nobody is" if not found else f"{len(found)} students are"
            raise AssignmentError(f'{adjustment.where}: {what} called "{adjustment.student}"')
        if adjustment.file and adjustment.file not in rows[found[0]].files:
            raise AssignmentError(f"{adjustment.where}: there is no file {adjustment.file}")
        own = whose.setdefault(found[0], [])
        for other in own:
            if other.table != adjustment.table and other.contradicts(adjustment):
                raise AssignmentError(f"{adjustment.where}: {other.where} has given these points")
        own.append(adjustment)
    asking = _requests(rows, people, assignment, decisions.requests)
    for number, row in enumerate(rows):
        own = whose.get(number, [])
        if row.marks is None and any(a.points or a.comment for a in own):
            row.marks = no_marks(row.name, assignment)
        attempt = everybody[number].attempt if number < len(everybody) else None
        days = _days_late(attempt, row.person, decisions.due)
        if row.marks is not None:
            before = len(row.marks["attention"])
            row.marks = adjusted(row.marks, own, days or 0, decisions.late)
            row.attention += row.marks["attention"][before:]
        if attempt and attempt.late and not days and not any(a.days_late for a in own):
            row.attention.append("late; by how many days is for adjustments.csv to say")
        for question, words in asking.get(number, []):
            if not any(a.asked == question for a in own):
                at = f" at {question}" if question else ""
                row.attention.append(f"asks to look again{at}: {words}")
    return whose


def _answered_anew(
    rows: Sequence[tables.Row], whose: dict[int, list[Adjustment]], file: Path
) -> None:
    """Tell of points that people gave to an answer that has been handed in anew since.

    Points that are new were given to the answer of the grading before, if there was one.
    """
    before, now = marks_in(file) or {}, {}
    for number, row in enumerate(rows):
        for question in row.marks["questions"] if row.marks else ():
            own = [a for a in whose.get(number, ()) if a.asked == question["id"]]
            words = [
                [a.criterion, a.points, a.instead, a.by, a.why]
                for a in own
                if a.points or a.instead
            ]
            answer = hashlib.sha256(repr(question["answers"]).encode()).hexdigest()
            key = f"{row.identifier}: {question['id']}"
            known, decided_on, last = before.get(key, [words, answer, answer])
            if words != known:
                decided_on = last
            now[key] = [words, decided_on, answer]
            if words and decided_on != answer:
                row.attention.append(
                    f"{question['id']}: {own[-1].by} decided on an answer before this one"
                )
    write(file, json.dumps(now, indent=1))


def _is_called(row: tables.Row, name: str, people: Sequence[Person]) -> bool:
    own = (row.submission, row.identifier, row.name)
    return plain(name) in map(plain, own) or (
        bool(row.person) and people_called(name, people) == [row.person]
    )


def _days_late(attempt: Attempt | None, person: Person, due: datetime | None) -> float | None:
    """By how many days, begun ones counted whole; None if nobody can know."""
    when = attempt.when if attempt else None
    if when is None and attempt and person.get(SENT):
        try:
            when = datetime.strptime(person[SENT], MOODLES_DATE)
        except ValueError:
            when = None
    if due is None or when is None:
        return None
    return float(max(math.ceil((when - due).total_seconds() / 86_400), 0))


def _requests(
    rows: Sequence[tables.Row],
    people: Sequence[Person],
    assignment: Assignment,
    folder: Path | None,
) -> dict[int, list[tuple[str, str]]]:
    """What students ask to look at again, by row: a file each, a line ``question: why`` each.

    Any other line is about the whole.
    """
    known = {question.id for question in assignment.questions}
    found: dict[int, list[tuple[str, str]]] = {}
    for file in sorted(folder.glob("*.txt")) if folder and folder.is_dir() else ():
        whose = read_name(file.name, "").student
        mine = [n for n, row in enumerate(rows) if _is_called(row, whose, people)]
        if len(mine) != 1:
            print(f"grade: {shown(file.name)} asks to look again, and belongs to nobody here")
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        for line in filter(None, map(str.strip, text.splitlines())):
            question, _, words = (part.strip() for part in line.partition(":"))
            asked, said = (question, words) if question in known else ("", line)
            found.setdefault(mine[0], []).append((asked, shown(said[:LONGEST_REQUEST])))
    return found


# --- to send back ----------------------------------------------------------------------------------


def _pack(pages: dict[Task, str], out: Path) -> None:
    """The pages in an archive for each platform, named as it wants them back."""
    for platform in ("Moodle", "Canvas"):
        own = {
            task.attempt.beginning: page
            for task, page in pages.items()
            if task.attempt and task.attempt.platform == platform
        }
        if own:
            whole = io.BytesIO()
            with zipfile.ZipFile(whole, "w") as archive:
                for beginning, page in own.items():
                    name = f"{beginning.rstrip('_/')}_feedback.html"
                    entry = zipfile.ZipInfo(name)  # without the time: the same pages, the same file
                    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                    archive.writestr(entry, page.encode(errors="backslashreplace"))
            (out / f"feedback-{platform.lower()}.zip").write_bytes(whole.getvalue())
