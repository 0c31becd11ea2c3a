"""The submissions in a folder: which file is whose, and under which name its marks are kept."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .assignment import Assignment, Unreadable, belongs_to, cells_of

DEEPEST = 8  # folders inside of a student's; nbgrader has one
MOST = 2_000  # entries of a student's folder that are looked at
LONGEST = 80  # characters of a name that files get


@dataclass(frozen=True)
class Task:
    """One student's file, and where its marks go."""

    name: str
    path: Path
    out: Path


def tasks(directory: Path, out: Path, assignment: Assignment) -> list[Task]:
    """The submissions in a directory: a notebook for each student, or a folder for each.

    A folder may hold the notebook some folders deep, as nbgrader's do. A folder without one is a
    student who handed in nothing.
    """
    found: list[Task] = []
    for entry in sorted(directory.iterdir(), key=os.fsencode):
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith("."):
            path, name = _notebook_in(entry, assignment), entry.name
        elif entry.suffix == ".ipynb":
            path, name = entry, entry.stem
        else:
            print(f"grade: {shown(entry.name)} is no notebook and no folder; left out")
            continue
        if any(task.name == shown(name) for task in found):
            name = f"{name}-{_digest(entry.name)}"
        found.append(Task(shown(name), path, out / "marks" / f"{_file_name(name)}.json"))
    return found


def _notebook_in(folder: Path, assignment: Assignment) -> Path:
    """The notebook of this assignment in a student's folder; where it should be if there is none."""
    found = sorted(_notebooks(folder), key=lambda p: (p.stem != assignment.topic, os.fsencode(p)))
    ours = (
        path for path in found if path.stem == assignment.topic or not _foreign(path, assignment)
    )
    return next(ours, folder / f"{assignment.topic}.ipynb")


def _foreign(path: Path, assignment: Assignment) -> bool:
    """Whether it can be seen that a notebook is of another assignment."""
    try:
        return bool(belongs_to(cells_of(path, []), assignment))
    except Unreadable:
        return False


def _notebooks(folder: Path) -> Iterator[Path]:
    """The notebooks in a folder and below; no link is followed, and nothing endless is searched."""
    level, looked = [folder], 0
    for _ in range(DEEPEST):
        below: list[Path] = []
        for each in level:
            try:
                entries = list(itertools.islice(os.scandir(each), MOST - looked))
            except OSError:  # it may not be read, or its name has become too long
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False) and entry.name != ".ipynb_checkpoints":
                    below.append(Path(entry.path))
                elif entry.name.endswith(".ipynb"):
                    yield Path(entry.path)
            looked += len(entries)
        level = below


def shown(name: str) -> str:
    """The name of a file, in which every sign can be printed."""
    text = os.fsencode(name).decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _file_name(name: str) -> str:
    """A name for files of ours: that of the student if it is short, or begun by it."""
    text = shown(name)
    return text if text == name and len(text) <= LONGEST else f"{text[:40]}-{_digest(name)}"


def _digest(name: str) -> str:
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:8]
