"""Grades one submission, or a class.

::

    python -m grading.grade one SUBMISSION.ipynb --topic perceptron --out marks.json
    python -m grading.grade class SUBMISSIONS --topic perceptron --out DIRECTORY

``one`` writes its marks file atomically, and does nothing if it is there. So any number of machines
may work on a class, and be stopped at any time: what is done stays done, and nothing is done twice.
``class`` does this for a directory on all cores, then writes ``marks.csv`` and a page for each
student.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

from . import feedback
from .assignment import Assignment, AssignmentError, Submission, topics
from .kit import Mark, Question, Student
from .sandbox import Limits, Sandbox, SandboxError, why_not

MARGIN = 300.0  # seconds that the hidden tests may need beside the student's code

Marks = dict[str, Any]
"""What a marks file holds."""


@dataclass(frozen=True)
class Course:
    """How a class is graded."""

    assignment: Assignment
    seed: int
    limits: Limits
    unsafe: bool = False


def graded(path: Path, name: str, course: Course) -> Marks:
    """The marks of one submission; never raises for what is in it."""
    assignment = course.assignment
    submission = Submission.read(path, assignment)
    marks: Marks = {
        "submission": name,
        "topic": assignment.topic,
        "earned": 0.0,
        "possible": assignment.points,
        "questions": [],
        "notes": submission.notes,
        "attention": [],
        "sha256": submission.sha256,
    }
    pieces = assignment.pieces(submission.answers)
    with Sandbox(pieces, course.limits, unsafe=course.unsafe) as student:
        for question in assignment.questions:
            if submission.answers:
                parts, attention = _parts(question, student, course.seed)
            else:
                parts, attention = [_nothing(question, "there is no answer to grade")], ""
            earned = min(math.fsum(part.earned for part in parts), question.points)
            marks["questions"].append(
                {
                    "id": question.id,
                    "title": question.title,
                    "earned": round(earned, 2),
                    "possible": question.points,
                    "parts": [asdict(part) for part in parts],
                }
            )
            if attention:
                marks["attention"].append(f"{question.id}: {attention}")
        for cell, why in student.faults.items():
            marks["notes"].append(f"the cell {cell} {why}")
    marks["earned"] = round(math.fsum(q["earned"] for q in marks["questions"]), 2)
    return marks


def _parts(question: Question, student: Student, seed: int) -> tuple[list[Mark], str]:
    """The marks of a question, and what an instructor has to look at."""
    try:
        parts = question.marks(student, seed)
    except SandboxError:
        raise
    except Exception as error:  # an answer that the hidden tests did not expect
        words = f"{type(error).__name__}: {error}"[:200]
        reason = "the tests cannot use this answer; your instructor has been told"
        return [_nothing(question, reason)], f"the tests failed with {words}"
    sound = [p for p in parts if math.isfinite(p.earned) and 0 <= p.earned <= p.possible + 1e-9]
    if len(sound) < len(parts):
        return sound, "the tests gave a part points that it does not have"
    return parts, ""


def _nothing(question: Question, reason: str) -> Mark:
    return Mark(question.title, 0.0, question.points, reason)


# --- one submission --------------------------------------------------------------------------------


def grade_one(path: Path, out: Path, name: str, course: Course) -> bool:
    """Grade one submission into a marks file; False if it was there already."""
    if out.exists():
        return False
    marks = graded(path, name, course)
    return write_once(out, json.dumps(marks, indent=1, ensure_ascii=True) + "\n")


def write_once(path: Path, text: str) -> bool:
    """Write a file whole or not at all, and never over another; whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = _scratch(path, text)
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    finally:
        os.unlink(made)
    return True


def write_over(path: Path, text: str) -> None:
    """Write a file whole or not at all, in the place of an older one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.replace(_scratch(path, text), path)


def _scratch(path: Path, text: str) -> str:
    number, made = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return made


# --- a class ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """One student's file, and where its marks go."""

    name: str
    path: Path
    out: Path


def tasks(directory: Path, out: Path, topic: str) -> list[Task]:
    """The submissions in a directory: a notebook for each student, or a folder for each.

    A folder may hold the notebook at any depth, as nbgrader's do. A folder without one is a
    student who handed in nothing.
    """
    found: dict[str, Path] = {}
    for entry in sorted(directory.iterdir(), key=os.fsencode):
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink():
            own = [p for p in sorted(entry.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts]
            own.sort(key=lambda p: p.stem != topic)  # the one of this name first
            path = own[0] if own else entry / f"{topic}.ipynb"
        elif entry.suffix == ".ipynb":
            path = entry
        else:
            print(f"grade: {shown(entry.name)} is no notebook and no folder; left out")
            continue
        name = shown(entry.stem if path == entry else entry.name)
        while name in found:
            name += "'"
        found[name] = path
    return [Task(name, path, out / "marks" / f"{name}.json") for name, path in found.items()]


def shown(name: str) -> str:
    """The name of a file, in which every sign can be printed."""
    return os.fsencode(name).decode("utf-8", errors="replace")


def run_all(work: Iterable[Task], course: Course, jobs: int) -> Iterator[tuple[Task, float]]:
    """Grade on several cores, a process for each submission; each task when it ends, with seconds.

    A process that dies, or that outlives its limits, leaves no marks file, and that is all.
    """
    context = multiprocessing.get_context("fork")
    waiting = list(work)[::-1]
    running: dict[int, tuple[Task, ForkProcess, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            task = waiting.pop()
            arguments = (task.path, task.out, task.name, course)
            process = context.Process(target=_quietly, args=arguments)
            process.start()
            running[process.sentinel] = (task, process, time.monotonic())
        ended = set(wait(list(running), timeout=1.0))
        for sentinel, (task, process, began) in list(running.items()):
            seconds = time.monotonic() - began
            if seconds > course.limits.notebook + MARGIN:
                process.kill()
            elif sentinel not in ended:
                continue
            process.join()
            del running[sentinel]
            yield task, seconds


def _quietly(path: Path, out: Path, name: str, course: Course) -> None:
    """``grade_one`` in a process of its own, which says in one line why it failed."""
    try:
        grade_one(path, out, name, course)
    except Exception as error:
        print(f"grade: {name}: {type(error).__name__}: {error}", file=sys.stderr)
        os._exit(1)


def grade_class(directory: Path, out: Path, course: Course, jobs: int) -> int:
    """Grade every submission in a directory; the number of those that could not be graded."""
    everything = tasks(directory, out, course.assignment.topic)
    work = [task for task in everything if not task.out.exists()]
    print(f"grade: {len(everything)} submissions, {len(work)} of them without marks")
    began = time.monotonic()
    for number, (task, seconds) in enumerate(run_all(work, course, jobs), 1):
        marks = marks_in(task.out)
        words = f"{marks['earned']:g} of {marks['possible']:g}" if marks else "NOT GRADED"
        look = "  (look at it)" if marks and marks["attention"] else ""
        print(
            f"grade: [{number}/{len(work)}] {task.name}: {words}, {seconds:.1f} s{look}", flush=True
        )
    if work:
        print(f"grade: {len(work)} in {time.monotonic() - began:.0f} s")
    rows = [(task, marks_in(task.out)) for task in everything]
    write_over(out / "marks.csv", table(rows, course.assignment))
    for task, marks in rows:
        if marks:
            write_over(out / "feedback" / f"{task.name}.html", feedback.page(marks))
    print(f"grade: see {out / 'marks.csv'} and the pages in {out / 'feedback'}")
    return sum(marks is None for _, marks in rows)


def marks_in(path: Path) -> Marks | None:
    """What a marks file says, or None if it is not there."""
    try:
        marks: Marks = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return marks


def table(rows: Iterable[tuple[Task, Marks | None]], assignment: Assignment) -> str:
    """The marks of a class as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    questions = [question.id for question in assignment.questions]
    writer.writerow(["submission", *questions, "total", "possible", "attention", "notes"])
    for task, marks in rows:
        name = task.name if task.name[:1] not in "=+-@" else f"'{task.name}"  # no formula
        if marks is None:
            empty = [""] * len(questions)
            writer.writerow([name, *empty, "", assignment.points, "not graded", ""])
            continue
        points = {question["id"]: question["earned"] for question in marks["questions"]}
        writer.writerow(
            [
                name,
                *(points.get(question, "") for question in questions),
                marks["earned"],
                marks["possible"],
                "; ".join(marks["attention"]),
                "; ".join(marks["notes"]),
            ]
        )
    return text.getvalue()


# --- the command -----------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """The command line."""
    usual = Limits()
    own = argparse.ArgumentParser(prog="python -m grading.grade", description=__doc__)
    own.formatter_class = argparse.RawDescriptionHelpFormatter
    both = argparse.ArgumentParser(add_help=False)
    both.add_argument("--topic", help=f"the assignment: {topics()}")
    both.add_argument("--out", type=Path, required=True, help="where the marks go")
    both.add_argument("--seed", type=int, help="the course seed; by default that of the notebook")
    both.add_argument(
        "--private", type=Path, help="a folder with a course's own TOPIC.ipynb and .py"
    )
    both.add_argument("--seconds", type=float, default=usual.notebook, help="for a submission")
    both.add_argument("--call", type=float, default=usual.call, help="seconds for one call or cell")
    both.add_argument("--memory", type=int, default=usual.memory >> 20, help="in MB")
    both.add_argument("--unsafe", action="store_true", help="without the sandbox")
    commands = own.add_subparsers(dest="command", required=True)
    one = commands.add_parser("one", parents=[both], help="grade one submission")
    one.add_argument("submission", type=Path)
    one.add_argument("--name", help="the student; by default the name of the file")
    many = commands.add_parser("class", parents=[both], help="grade a directory")
    many.add_argument("directory", type=Path)
    many.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    return own


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status: 1 if something was not graded, 2 if nothing can be."""
    said = parser().parse_args(arguments)
    try:
        course = _course(said)
        if said.command == "one":
            name = said.name or shown(said.submission.stem)
            fresh = grade_one(said.submission, said.out, name, course)
            print(f"grade: {said.out}" + ("" if fresh else " is there already"))
            return 0
        if not said.directory.is_dir():
            raise AssignmentError(f"{said.directory} is no directory")
        return 1 if grade_class(said.directory, said.out, course, max(said.jobs, 1)) else 0
    except (AssignmentError, SandboxError) as error:
        print(f"grade: {error}", file=sys.stderr)
        return 2


def _course(said: argparse.Namespace) -> Course:
    topic = said.topic
    if topic is None:
        source = said.directory if said.command == "class" else said.submission.with_suffix("")
        topic = source.resolve().name
    assignment = Assignment.load(topic, said.private)
    if not said.unsafe and (reason := why_not()):
        raise SandboxError(
            f"{reason}. Submissions are programs of strangers. To run them without a sandbox, on "
            "a machine that holds nothing of value, say --unsafe"
        )
    seed = assignment.seed if said.seed is None else said.seed
    limits = Limits(said.call, said.seconds, said.memory << 20)
    return Course(assignment, seed, limits, said.unsafe)


if __name__ == "__main__":
    sys.exit(main())
