"""Who is who: the students of a course, and to whom a name on a submission belongs.

A roster is a table (CSV) with a row for each student, such as learning platforms export: Moodle's
grading worksheet or list of participants, or Canvas's gradebook.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from .assignment import AssignmentError

MOODLE = ("Identifier", "Full name", "Username", "ID number", "Email address")
CHANGED = "Last modified (grade)"  # Moodle takes no worksheet without it, and keeps newer grades
SENT = "Last modified (submission)"
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
OTHER_NAMES = {"Email": "Email address", "Student ID": "ID", "Name": "Full name"}
TELLS_NOBODY = ("Section", CHANGED, SENT)

Person = dict[str, str]
"""A row of the roster, by the column titles of Moodle and Canvas."""


def roster_of(path: Path) -> list[Person]:
    """The students of a roster, by the column titles of Moodle and Canvas."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise AssignmentError(f"the roster {path} cannot be read: {error}") from None
    known = {title.lower(): title for title in (*MOODLE, *CANVAS, CHANGED, SENT, "submission")}
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


def people_called(name: str, roster: Sequence[Person]) -> list[Person]:
    """Who may have this name: by the whole of it, or else by a part between two ``_`` or brackets.

    Moodle calls a submission "Ann Lee_4711_..." for participant 4711, Canvas "leeann_4711_...",
    Sakai "Lee, Ann(annlee)". Of two Ann Lees it is the one whose number stands there too.
    """
    whole = plain(name)
    pieces = {piece.strip() for piece in re.split(r"[_()]", whole)} - {""}
    numbers = {f"participant {piece}" for piece in pieces}
    exact = [person for person in roster if whole in _names(person)]
    found = exact or [person for person in roster if _names(person) & (pieces | numbers)]
    both = [person for person in found if _names(person) & pieces and _names(person) & numbers]
    return both or found


def _names(person: Person) -> set[str]:
    """All that tells a person; "Lee, Ann" is Ann Lee too."""
    names = {plain(value) for title, value in person.items() if title not in TELLS_NOBODY}
    names |= {" ".join(reversed(name.split(", "))) for name in names if name.count(", ") == 1}
    return names - {""}


def plain(name: str) -> str:
    """A name to compare: in small letters, and an accent in one sign with its letter.

    macOS writes them in two in the names of files.
    """
    return unicodedata.normalize("NFC", name).lower()
