"""What was handed in, as learning platforms and people deliver it: whose it is, and which counts.

Nothing is left out but what no student makes. Whatever is no notebook has a row all the same, and
the instructor is told. Of several files of one student the newest counts, and all are named.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from . import archives
from .assignment import (
    Assignment,
    AssignmentError,
    Unreadable,
    belongs_to,
    cells_of,
    defined,
    digest_of,
    grade_id,
    is_stub,
    parses,
    runnable,
    source_of,
)
from .roster import Person, people_called, plain

DEEPEST = 8  # folders inside of a student's; nbgrader has one
MOST = 2_000  # entries of a student's folder that are looked at
NO_ANSWERS = (".ipynb_checkpoints", "__MACOSX")  # copies that Jupyter and macOS make
NOBODYS = ("thumbs.db", "desktop.ini", "icon\r", "timestamp.txt", "submission_metadata.yml")
CLASS_BYTES, CLASS_FILES = 8 << 30, 20_000  # of all that a platform lets one download
NOTHING = "there is no notebook of this assignment"
LONGEST = 80  # characters of a name that files get

# How a platform calls what a student hands in, from the beginning of the name. Moodle and Canvas
# want the beginning back on the files of feedback.
PLATFORMS = {
    "Moodle": re.compile(
        r"(?P<student>.+?_\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.DOTALL
    ),
    "Canvas": re.compile(
        r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<user>\d+)(?:_question_\d+)?_(?P<serial>\d+|text|url)"
        r"[_.](?P<file>.*)"
    ),
    "Blackboard": re.compile(
        r".+?_(?P<student>[^_]+)_attempt_(?P<stamp>\d{4}(?:-\d\d){5})[_.](?P<file>.*)"
    ),
    "Brightspace": re.compile(
        r"\d+-\d+ ?- ?(?P<student>.+?) ?- ?(?P<stamp>[A-Z][a-z]+ \d\d?, \d{4} \d{3,4} [AP]M)"
        r" ?- ?(?P<file>.+)"
    ),
}
STAMPS = ("%Y-%m-%d-%H-%M-%S", "%B %d, %Y %I%M %p", "%b %d, %Y %I%M %p", "%Y%m%d%H%M%S")
STAMPED = re.compile(r"(?P<stamp>\d{14})_(?P<file>.+)")  # ILIAS, in a student's folder
LATE = re.compile(r"[ _-]+LATE$")
AGAIN = re.compile(r" ?\((\d{1,3})\)$")  # a browser's second download
COPY = re.compile(r"(?:-Copy\d+| - Copy| copy(?: \d+)?)$")  # of Jupyter, Windows and macOS
OTHER_FILE = re.compile(r"(?<=.)\.(?!ipynb$|zip$|tar$|tgz$|gz$|bz2$|xz$)\w{1,5}$", re.IGNORECASE)
ANOTHER = re.compile(r"-(\d{1,2})$")  # Canvas; but student-1 may also be a name


@dataclass(frozen=True)
class Attempt:
    """One thing that was handed in."""

    student: str  # as the name says it
    path: Path
    shown: str
    when: datetime | None = None  # if the name says it
    number: int = 0  # that grows from one attempt to the next, if the name has one
    late: bool = False
    platform: str = ""
    beginning: str = ""  # of the name, as the platform writes it
    trouble: str = ""  # an archive that cannot be opened
    empty: bool = False  # a folder in which nobody put anything


@dataclass(frozen=True)
class Task:
    """One student's file, and where its marks go."""

    name: str
    path: Path
    out: Path
    doubt: str = ""  # what a person has to decide: which file it is, or whose
    attempt: Attempt | None = None  # what is graded
    others: tuple[Attempt, ...] = field(default=())  # what is not, the newest first


def tasks(
    directory: Path,
    out: Path,
    assignment: Assignment,
    roster: Sequence[Person] = (),
    chosen: Collection[str] = (),
) -> list[Task]:
    """The students of a directory, each with what counts.

    There is a notebook for each, or a folder, which may hold it some folders deep, as nbgrader's
    do, or an archive. A file that is ``chosen``, by the name that is shown, counts before newer ones.
    """
    found: list[Attempt] = []
    for entry in sorted(_of_the_class(directory, assignment, roster).iterdir(), key=os.fsencode):
        if _is_nobodys(entry.name):
            print(f"grade: {shown(entry.name)} is nobody's; left out")
        else:
            found += _attempts(entry, out / "unpacked", assignment)
    groups: defaultdict[str, list[Attempt]] = defaultdict(list)
    for attempt in _named(found, roster):
        whose = people_called(shown(attempt.student), roster)
        only = whose[0] if len(whose) == 1 else None
        groups[f"row {roster.index(only)}" if only else plain(attempt.student)].append(attempt)
    made: list[Task] = []
    for group in groups.values():
        task = _task(group, out, assignment, chosen)
        if any(task.name == other.name for other in made):
            doubt = f"there is another submission of the name {task.name}"
            name = f"{task.name}-{_digest(group[0].student)}"
            file = out / "marks" / f"{_file_name(name)}.json"
            task = replace(task, name=name, doubt=doubt, out=file)
        made.append(task)
    return made


def _of_the_class(directory: Path, assignment: Assignment, roster: Sequence[Person] = ()) -> Path:
    """The folder with the students: ILIAS, Gradescope and GitHub put one around it.

    It is what lies alone in the directory, is nobody's own, and holds the work of two at least.
    """
    alone = [entry for entry in directory.iterdir() if not _is_nobodys(entry.name)]
    if len(alone) != 1 or alone[0].is_symlink() or not alone[0].is_dir():
        return directory
    (inner,) = alone
    said = read_name(inner.name, assignment.topic, is_folder=True)
    if said.platform or people_called(shown(said.student), roster):
        return directory
    students = set()
    for entry in itertools.islice(inner.iterdir(), MOST):
        whose = read_name(entry.name, assignment.topic, entry.is_dir())
        known = bool(whose.platform or people_called(shown(whose.student), roster))
        if not _is_nobodys(entry.name) and (known or _holds_ours(entry, assignment)):
            students.add(plain(whose.student))
    if len(students) < 2:
        return directory
    print(f"grade: the students are those in the folder {shown(inner.name)}")
    return _of_the_class(inner, assignment, roster)


def _holds_ours(entry: Path, assignment: Assignment) -> bool:
    """Whether a folder holds a notebook of this assignment."""
    files = _files(entry) if entry.is_dir() and not entry.is_symlink() else ()
    return any(p.suffix.lower() == ".ipynb" and _is_ours(p, assignment) for p in files)


def opened(directory: Path, out: Path) -> Path:
    """The directory, unpacked if it is the archive that a platform lets one download."""
    if directory.is_file() and archives.is_archive(directory):
        whole = out / "unpacked" / "all"
        try:
            archives.unpack(directory, whole, CLASS_BYTES, CLASS_FILES)
        except archives.ArchiveError as error:
            raise AssignmentError(f"{directory}: {error}") from None
        return whole
    if not directory.is_dir():
        raise AssignmentError(f"{directory} is no directory")
    return directory


# --- whose it is -----------------------------------------------------------------------------------


def read_name(name: str, topic: str, is_folder: bool = False) -> Attempt:
    """What the name of a file or folder says: whose it is, which attempt, when, and whether late."""
    matches = ((platform, pattern.fullmatch(name)) for platform, pattern in PLATFORMS.items())
    # A student may call a file as another platform would: what stands before it was not the student's.
    found = [(said.start("file"), platform, said) for platform, said in matches if said]
    if found:
        start, platform, first = min(found)
        parts = first.groupdict()
        serial = parts.get("serial") or ""
        return Attempt(
            parts.get("student") or f"{parts['name']}_{parts['user']}",
            Path(),
            shown(name),
            when=_when(parts.get("stamp")),
            number=int(serial) if serial.isdigit() else 0,
            late=bool(parts.get("late")),
            platform=platform,
            beginning=name[:start],
        )
    stem = name if is_folder else OTHER_FILE.sub("", name)
    for ending in (*archives.ENDINGS, ".ipynb"):
        stem = stem[: -len(ending)] if stem.lower().endswith(ending) else stem
    when, number = None, 0
    if said := STAMPED.fullmatch(stem):
        when, stem = _when(said["stamp"]), said["file"]
    late = bool(LATE.search(stem))
    stem = LATE.sub("", stem)
    if again := AGAIN.search(stem):
        number, stem = int(again[1]), stem[: again.start()]
    stem = COPY.sub("", stem)
    about_topic = rf"^{re.escape(topic)}[ _-]+(?=\S)|(?<=\S)[ _-]+{re.escape(topic)}$"
    stem = re.sub(about_topic, "", stem, flags=re.IGNORECASE) or stem
    return Attempt(stem, Path(), shown(name), when=when, number=number, late=late)


def _named(found: Iterable[Attempt], roster: Sequence[Person]) -> list[Attempt]:
    """The attempts with the ``-1`` taken for a number where the name without it is a student's."""
    found = list(found)
    known = {plain(attempt.student) for attempt in found}
    named = []
    for attempt in found:
        another = None if attempt.platform else ANOTHER.search(attempt.student)
        if another and not people_called(shown(attempt.student), roster):
            name = attempt.student[: another.start()]
            if plain(name) in known or people_called(shown(name), roster):
                attempt = replace(attempt, student=name, number=int(another[1]))
        named.append(attempt)
    return named


def _when(stamp: str | None) -> datetime | None:
    for form in STAMPS if stamp else ():
        try:
            return datetime.strptime(stamp or "", form)
        except ValueError:
            continue
    return None


def _is_nobodys(name: str) -> bool:
    """Whether a system has made this, and no student."""
    hidden = name.startswith(".") and not name.lower().endswith(".ipynb")
    return hidden or name.startswith("._") or name.lower() in NOBODYS or name in NO_ANSWERS


# --- which counts ----------------------------------------------------------------------------------


def _task(group: list[Attempt], out: Path, assignment: Assignment, chosen: Collection[str]) -> Task:
    """What counts of all that one student handed in."""
    told = [a for a in group if not (a.platform == "Blackboard" and a.path.suffix == ".txt")]
    order = sorted(told or group, key=lambda attempt: _rank(attempt, assignment), reverse=True)
    picked = [attempt for attempt in order if attempt.shown in chosen]
    order = [*picked, *(attempt for attempt in order if attempt not in picked)]
    counts, others = order[0], [attempt for attempt in order[1:] if not attempt.empty]
    doubts = [counts.trouble] if counts.trouble else []
    if not picked and len({digest_of(attempt.path) for attempt in (counts, *others)}) > 1:
        listed = ", ".join(attempt.shown for attempt in others)[:300]
        doubts.append(
            f"{counts.shown} is graded, {_why(order, assignment)}; there is also {listed}"
        )
    name = min(attempt.student for attempt in group)
    marks = out / "marks" / f"{_file_name(name)}.json"
    return Task(shown(name), counts.path, marks, "; ".join(doubts), counts, tuple(others))


Rank = tuple[bool, bool, bool, datetime, int, int]


def _rank(attempt: Attempt, assignment: Assignment) -> Rank:
    """What the newest attempt has more of.

    What is no notebook of this assignment comes before, and so does one in which nothing is written.
    """
    try:
        changed = attempt.path.lstat().st_mtime_ns
    except OSError:
        changed = 0
    ours, when = _is_ours(attempt.path, assignment), attempt.when or datetime.min
    written = ours and _is_written(attempt.path, assignment)
    return ours, written, not attempt.empty, when, attempt.number, changed


def _why(order: Sequence[Attempt], assignment: Assignment) -> str:
    """Why the first attempt counts and the others do not."""
    first, *others = (_rank(attempt, assignment)[-3:] for attempt in order)
    if all(first > other for other in others):
        return "the newest"
    return "the newest with an answer" if first < max(others) else "as new as another"


def _is_ours(path: Path, assignment: Assignment) -> bool:
    """Whether a file is a notebook with answers to this assignment."""
    try:
        cells = [cell for cell in cells_of(path, []) if cell.get("cell_type") == "code"]
    except Unreadable:
        return False
    answers = {cell.id for cell in assignment.cells if cell.is_answer}
    names = frozenset().union(*(defined(runnable(source_of(cell))) for cell in cells))
    has = bool(answers & set(map(grade_id, cells)) or assignment.names & names)
    return has and not belongs_to(cells, assignment)


def _is_written(path: Path, assignment: Assignment) -> bool:
    """Whether an answer in a notebook is not as it was given; what is no Python is not."""
    code = [cell for cell in cells_of(path, []) if cell.get("cell_type") == "code"]
    given = {cell.source.strip() for cell in assignment.cells}
    own = {runnable(source_of(cell)) for cell in code if source_of(cell).strip() not in given}
    answers = (source for source in own if assignment.names & defined(source))
    return not all(map(parses, own)) or not all(map(is_stub, answers))


# --- what is in it ---------------------------------------------------------------------------------


def _attempts(entry: Path, unpacked: Path, assignment: Assignment) -> list[Attempt]:
    """What one entry of the directory holds; of a folder that holds no notebook, one of no file."""
    own = replace(read_name(entry.name, assignment.topic, entry.is_dir()), path=entry)
    if entry.is_symlink():
        return [own]  # not followed; whoever reads it says so
    if not entry.is_dir():
        return _opened(own, unpacked, assignment)
    files = sorted(_files(entry), key=os.fsencode)
    mine = [path for path in files if path.suffix.lower() == ".ipynb"]
    mine = [p for p in mine if p.stem == assignment.topic or not _foreign(p, assignment)]
    mine = mine or [p for p in files if _is_renamed(p) and _is_ours(p, assignment)]
    found = [_inside(own, path, entry, assignment) for path in mine]
    for path in filter(archives.is_archive, files):
        found += _opened(_inside(own, path, entry, assignment), unpacked, assignment)
    if found:
        return found
    others = [str(path.relative_to(entry)) for path in files]
    trouble = f"{NOTHING}, but {', '.join(map(shown, others))}"[:300] if others else ""
    nothing = entry / f"{assignment.topic}.ipynb"
    return [replace(own, path=nothing, trouble=trouble, empty=not others)]


def _inside(of: Attempt, path: Path, folder: Path, assignment: Assignment) -> Attempt:
    """A file in the folder of a student."""
    said = read_name(path.name, assignment.topic)
    name = shown(f"{folder.name}/{path.relative_to(folder)}")
    late = of.late or said.late
    when = of.when if of.platform else said.when or of.when  # a platform's time, not the student's
    return replace(of, path=path, shown=name, number=said.number, when=when, late=late)


def _opened(of: Attempt, unpacked: Path, assignment: Assignment) -> list[Attempt]:
    """A file, or the notebooks in it if it is an archive."""
    if not archives.is_archive(of.path):
        return [of]
    into = unpacked / _file_name(of.shown.replace("/", "_"))
    try:
        archives.unpack(of.path, into)
        for nested in [path for path in _files(into) if archives.is_archive(path)]:
            archives.unpack(nested, nested.with_name(f"{nested.name}-unpacked"))
    except archives.ArchiveError as error:
        return [replace(of, trouble=str(error))]
    inside = [path for path in _files(into) if path.suffix.lower() == ".ipynb"]
    inside = [path for path in sorted(inside) if not _foreign(path, assignment)] or inside
    if not inside:
        return [replace(of, trouble="there is no notebook in it")]
    within = [_inside(of, path, into, assignment) for path in inside]
    return [
        replace(
            each,
            shown=f"{of.shown}/{shown(str(each.path.relative_to(into)))}",
            number=of.number if of.platform else each.number,
        )
        for each in within
    ]


def _is_renamed(path: Path) -> bool:
    """Whether a browser may have saved a notebook under this name."""
    return path.name.lower().endswith((".ipynb.txt", ".ipynb.json", ".json"))


def _foreign(path: Path, assignment: Assignment) -> bool:
    """Whether it can be seen that a notebook is of another assignment."""
    try:
        return bool(belongs_to(cells_of(path, []), assignment))
    except Unreadable:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder and below; no link is followed, and nothing endless is searched."""
    level, looked = [folder], 0
    for _ in range(DEEPEST):
        below: list[Path] = []
        for each in level:
            try:
                entries = list(itertools.islice(os.scandir(each), MOST - looked))
            except OSError:  # it may not be read, or its name has become too long
                continue
            for entry in entries:
                if _is_nobodys(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    below.append(Path(entry.path))
                else:
                    yield Path(entry.path)
            looked += len(entries)
        level = below


# --- names -----------------------------------------------------------------------------------------


def shown(name: str) -> str:
    """The name of a file, in which every sign can be printed."""
    text = os.fsencode(name).decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _file_name(name: str) -> str:
    """A name for files of ours: that of the student if it is short, or begun by it."""
    text = shown(name).replace("/", "_")
    return text if text == name and len(text) <= LONGEST else f"{text[:40]}-{_digest(name)}"


def _digest(name: str) -> str:
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:8]
