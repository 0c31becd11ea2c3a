"""The submissions in a folder: which file is whose, and under which name its marks are kept."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .assignment import Assignment, Unreadable, belongs_to, cells_of, digest_of

DEEPEST = 8  # folders inside of a student's; nbgrader has one
MOST = 2_000  # entries of a student's folder that are looked at
NO_ANSWERS = (".ipynb_checkpoints", "__MACOSX")  # copies that Jupyter and macOS make
LONGEST = 80  # characters of a name that files get


@dataclass(frozen=True)
class Task:
    """One student's file, and where its marks go."""

    name: str
    path: Path
    out: Path
    doubt: str = ""  # what a person has to decide: which file it is, or whose


def tasks(directory: Path, out: Path, assignment: Assignment) -> list[Task]:
    """The submissions in a directory: a notebook for each student, or a folder for each.

    A folder may hold the notebook some folders deep, as nbgrader's do. A folder without one is a
    student who handed in nothing.
    """
    found: list[Task] = []
    for entry in sorted(directory.iterdir(), key=os.fsencode):
        doubt = ""
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith("."):
            ours, name = _notebooks_in(entry, assignment), entry.name
            path = ours[0] if ours else entry / f"{assignment.topic}.ipynb"
            if len({digest_of(each) for each in ours}) > 1:
                others = ", ".join(shown(str(each.relative_to(entry))) for each in ours[1:])[:200]
                doubt = f"{shown(str(path.relative_to(entry)))} is graded; there is also {others}"
        elif entry.suffix.lower() == ".ipynb":
            path, name = entry, entry.stem
        else:
            print(f"grade: {shown(entry.name)} is no notebook and no folder; left out")
            continue
        if any(task.name == shown(name) for task in found):
            doubt = f"there is another submission of the name {shown(name)}"
            name = f"{name}-{_digest(entry.name)}"
        found.append(Task(shown(name), path, out / "marks" / f"{_file_name(name)}.json", doubt))
    return found


def _notebooks_in(folder: Path, assignment: Assignment) -> list[Path]:
    """The notebooks of this assignment in a student's folder; the first is graded."""
    found = sorted(_notebooks(folder), key=lambda p: (p.stem != assignment.topic, os.fsencode(p)))
    return [
        path for path in found if path.stem == assignment.topic or not _foreign(path, assignment)
    ]


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
                if entry.is_dir(follow_symlinks=False) and entry.name not in NO_ANSWERS:
                    below.append(Path(entry.path))
                elif entry.name.lower().endswith(".ipynb") and not entry.name.startswith("._"):
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
