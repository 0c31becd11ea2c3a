"""Grades one submission, or a class.

::

    python -m grading.grade one SUBMISSION.ipynb --topic perceptron --out marks.json
    python -m grading.grade class SUBMISSIONS --topic perceptron --out DIRECTORY

``one`` writes its marks file atomically, and does nothing if the marks of this content, topic, seed
and version of the grader are there. So any number of machines may work on a class, and be stopped
at any time: what is done stays done, and nothing is done twice. ``class`` does this for a directory
on all cores, then writes the tables and a page for each student.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import math
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

from . import processes
from .assignment import Assignment, AssignmentError, Submission, digest_of, topics
from .folders import Task, opened, shown, tasks
from .kit import UNFORESEEN, Mark, Question, SandboxError, Student, better
from .results import Decisions, report
from .roster import Person, roster_of
from .sandbox import Instead, Limits, Piece, Sandbox, why_not
from .stored import keep_earlier, marks_in, secret_in, write

LEAST_MEMORY = 512  # MB: what Python, NumPy and a little more of the book need to start
UNSAFE = """\
grade: WITHOUT A SANDBOX. The answers run as you, and nothing is protected: they can read and change
grade: your files, the other submissions, the hidden tests and the marks of anybody, use the
grade: network, and leave programs behind. The limits on time and memory are all there is."""
SHORT_SEED = 1 << 40
KNOWN = "nobody should know what the seeds are made from; without --seed it is drawn"
MARGIN = 300.0  # seconds that the hidden tests may need beside the student's code
UNUSUAL = (
    "ModuleNotFoundError",
    "the reply cannot be used",
    "the notebook has used its",
    UNFORESEEN,
)
LONGEST = 20_000  # characters of an answer that its page shows

Marks = dict[str, Any]
"""What a marks file holds."""


@dataclass(frozen=True)
class Course:
    """How a class is graded; the seeds are made from a secret."""

    assignment: Assignment
    secret: int
    limits: Limits
    unsafe: bool = False

    def seed_for(self, submission_sha256: str) -> int:
        """The seed of a submission.

        Who hands in something else meets other data, so nothing that a page shows, or that an
        answer has smuggled into it, is of use for the next attempt or for anybody else.
        """
        key = str(self.secret).encode()
        return int(hmac.new(key, submission_sha256.encode(), hashlib.sha256).hexdigest()[:32], 16)

    def identity(self, submission_sha256: str) -> dict[str, Any]:
        """What the marks of a submission belong to: whoever changes it wants others."""
        own = self.assignment
        return {
            "topic": own.topic,
            "seed": self.seed_for(submission_sha256),
            "version": own.version,
            "sha256": submission_sha256,
        }


def graded(path: Path, name: str, course: Course) -> Marks:
    """The marks of one submission; never raises for what is in it."""
    assignment = course.assignment
    submission = Submission.read(path, assignment)
    notes, attention = submission.notes, submission.attention
    found: dict[str, list[Mark]] = {}
    pieces, instead = assignment.pieces(submission), _instead(assignment, submission)
    with Sandbox(pieces, course.limits, unsafe=course.unsafe, instead=instead) as student:
        for question in assignment.questions:
            nothing = Mark(question.title, 0.0, question.points, "there is no answer to grade")
            found[question.id], trouble = [nothing], ""
            if submission.answers:
                seed = course.seed_for(submission.sha256)
                found[question.id], trouble = _parts(question, student, seed)
            if trouble:
                attention.append(f"{question.id}: {trouble}")
        notes += [f"the cell {cell} {why}" for cell, why in student.faults.items()]
        if submission.answers:
            _once(found, submission, course, student)
    questions: list[dict[str, Any]] = []
    for question in assignment.questions:
        parts = found[question.id]
        earned = 0.0 if question.by_hand else _sum(parts)  # until somebody has read it
        cells = [cell.id for cell in assignment.answers_to(question.id)]
        answers = [submission.answers[cell] for cell in cells if cell in submission.answers]
        answers += submission.texts.get(question.id, [])
        questions.append(
            {
                "id": question.id,
                "title": question.title,
                "earned": round(min(earned, question.points), 2),
                "possible": question.points,
                "by_hand": question.by_hand,
                "rubric": dict(question.rubric),
                "parts": [asdict(part) for part in parts],
                "answers": [answer[:LONGEST] for answer in answers],
            }
        )
    return {
        "submission": name,
        **course.identity(submission.sha256),
        "earned": round(math.fsum(question["earned"] for question in questions), 2),
        "possible": assignment.points,
        "questions": questions,
        "notes": notes,
        "attention": attention,
    }


def _instead(assignment: Assignment, submission: Submission) -> Instead:
    """The cells with our functions, if the answers to the question use any of these."""

    def instead(question: str, names: Collection[str]) -> list[Piece]:
        used = assignment.used_in(question, submission) & set(names)
        return assignment.pieces(submission, names) if used else []

    return instead


def _once(
    found: dict[str, list[Mark]], submission: Submission, course: Course, student: Sandbox
) -> None:
    """What a slip in one question has cost in another that uses its functions is given back.

    Such a question is graded again with the functions of the course in the place of the student's.
    """
    assignment, seed = course.assignment, course.seed_for(submission.sha256)
    lost = [asked for asked in assignment.questions if _sum(found[asked.id]) < asked.points]
    faulty = {cell.id: cell.names for asked in lost for cell in assignment.answers_to(asked.id)}
    for asked in lost:
        own = {cell.id for cell in assignment.answers_to(asked.id)}
        names = frozenset().union(*(faulty[cell] for cell in faulty.keys() - own))
        names &= assignment.used_in(asked.id, submission)
        if asked.by_hand or not names:
            continue
        with student.with_ours(asked.id, names) as other:
            if other:
                again, _ = _parts(asked, other, seed)
                found[asked.id] = better(found[asked.id], again, names)


def _sum(parts: Iterable[Mark]) -> float:
    return math.fsum(part.earned for part in parts)


def _parts(question: Question, student: Student, seed: int) -> tuple[list[Mark], str]:
    """The marks of a question, and what an instructor has to look at."""
    parts = question.marks(student, seed)
    for part in parts:
        if any(words in part.reason for words in UNUSUAL):
            return parts, part.reason[:200]
    sound = [p for p in parts if math.isfinite(p.earned) and 0 <= p.earned <= p.possible + 1e-9]
    if len(sound) < len(parts):
        return sound, "the tests gave a part points that it does not have"
    return parts, ""


# --- one submission --------------------------------------------------------------------------------


def grade_one(path: Path, out: Path, name: str, course: Course) -> bool:
    """Grade one submission into a marks file; False if its marks were there already."""
    if current(out, path, course):
        return False
    keep_earlier(out, digest_of(path))
    write(out, json.dumps(graded(path, name, course), indent=1, ensure_ascii=True) + "\n")
    return True


def current(out: Path, path: Path, course: Course) -> bool:
    """Whether a marks file holds the marks of this content, topic, seed and version."""
    marks = marks_in(out)
    return marks is not None and course.identity(digest_of(path)).items() <= marks.items()


# --- a class ---------------------------------------------------------------------------------------


def run_all(work: Iterable[Task], course: Course, jobs: int) -> Iterator[tuple[Task, float]]:
    """Grade on several cores, a process for each submission; each task when it ends, with seconds.

    A process that dies, or that outlives its limits, leaves no marks file, and that is all.
    """
    context = multiprocessing.get_context("fork")
    waiting = list(work)[::-1]
    running: dict[int, tuple[Task, ForkProcess, float]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                task = waiting.pop()
                process = context.Process(target=_quietly, args=(task, course))
                process.start()
                running[process.sentinel] = (task, process, time.monotonic())
            ended = set(wait(list(running), timeout=1.0))
            for sentinel, (task, process, began) in list(running.items()):
                seconds = time.monotonic() - began
                if seconds > course.limits.notebook + MARGIN:
                    processes.end(process.pid or 0)
                elif sentinel not in ended:
                    continue
                process.join()
                del running[sentinel]
                yield task, seconds
    finally:  # stopped half way
        for _, process, _ in running.values():
            processes.end(process.pid or 0)
            process.join()


def _quietly(task: Task, course: Course) -> None:
    """``grade_one`` in a process of its own, which leaves none behind, and says why it failed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    processes.die_with_parent()
    processes.adopt()
    try:
        grade_one(task.path, task.out, task.name, course)
    except Exception as error:
        print(f"grade: {task.name}: {type(error).__name__}: {error}"[:500], file=sys.stderr)
        os._exit(1)
    finally:
        processes.end_children()


def grade_class(
    directory: Path,
    out: Path,
    course: Course,
    jobs: int,
    people: Sequence[Person] = (),
    decisions: Decisions | None = None,
) -> int:
    """Grade every submission in a directory; the number of those that could not be graded."""
    decisions = decisions or Decisions()
    everybody = tasks(directory, out, course.assignment, people, decisions.chosen)
    work = [task for task in everybody if not current(task.out, task.path, course)]
    print(f"grade: {len(everybody)} submissions, {len(work)} of them without marks")
    if older := sum(task.out.exists() for task in work):
        print(f"grade: {older} have marks of another content, topic, seed or grader: made anew")
    _grade_all(work, course, jobs)
    graded_tasks = [(task, marks_of(task, course)) for task in everybody]
    strange = report(graded_tasks, people, course.assignment, out, decisions)
    print(f"grade: see {out / 'marks.csv'} and the pages in {out / 'feedback'}")
    if strange:
        print(f"grade: {strange} to look at: see the column attention")
    if unmarked := ", ".join(map(str, sorted(out.glob("to_mark*.csv")))):
        print(f"grade: answers to be marked by hand: see {out / 'by_hand.html'} and {unmarked}")
    return sum(marks is None for _, marks in graded_tasks)


def _grade_all(work: Sequence[Task], course: Course, jobs: int) -> None:
    """Grade what has no marks, and say how far it is."""
    began = time.monotonic()
    for number, (task, seconds) in enumerate(run_all(work, course, jobs), 1):
        marks = marks_of(task, course)
        words = f"{marks['earned']:g} of {marks['possible']:g}" if marks else "NOT GRADED"
        words += ", look at it" if marks and marks["attention"] else ""
        left = (time.monotonic() - began) / number * (len(work) - number)
        print(
            f"grade: [{number}/{len(work)}] {task.name}: {words}, {seconds:.1f} s"
            + (f"; {left:.0f} s left" if left >= 10 else ""),
            flush=True,
        )
    if work:
        print(f"grade: {len(work)} in {time.monotonic() - began:.0f} s")


def marks_of(task: Task, course: Course) -> Marks | None:
    """The marks of a task, or None if it has none that belong to it."""
    return marks_in(task.out) if current(task.out, task.path, course) else None


# --- the command -----------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """The command line."""
    usual = Limits()
    own = argparse.ArgumentParser(prog="python -m grading.grade", description=__doc__)
    own.formatter_class = argparse.RawDescriptionHelpFormatter
    both = argparse.ArgumentParser(add_help=False)
    both.add_argument("--topic", help=f"the assignment: {topics()}")
    both.add_argument("--out", type=Path, required=True, help="where the marks go")
    both.add_argument(
        "--seed",
        type=_at_least(0),
        help="what the seeds are made from; by default it is drawn, and kept",
    )
    both.add_argument(
        "--private", type=Path, help="a folder with a course's own TOPIC.ipynb and .py"
    )
    both.add_argument(
        "--seconds", type=_at_least(1), default=usual.notebook, help="for a submission"
    )
    both.add_argument(
        "--call", type=_at_least(1), default=usual.call, help="seconds for one call or cell"
    )
    both.add_argument(
        "--memory", type=_at_least(LEAST_MEMORY), default=usual.memory >> 20, help="in MB"
    )
    both.add_argument("--unsafe", action="store_true", help="without the sandbox")
    commands = own.add_subparsers(dest="command", required=True)
    one = commands.add_parser("one", parents=[both], help="grade one submission")
    one.add_argument("submission", type=Path)
    one.add_argument("--name", help="the student; by default the name of the file")
    many = commands.add_parser("class", parents=[both], help="grade a directory")
    many.add_argument("directory", type=Path, help="or the archive that a platform gives you")
    many.add_argument(
        "--jobs", type=_at_least(1), default=os.cpu_count() or 1, help="processes at a time"
    )
    many.add_argument("--roster", type=Path, help="a CSV file that says who is who")
    many.add_argument(
        "--adjustments", type=Path, help="what people decide; by default adjustments.csv in --out"
    )
    many.add_argument("--markers", default="", help='who share what is marked by hand, "Kim, Lou"')
    many.add_argument("--due", help='when it was due, "2029-05-04 23:59"')
    many.add_argument("--late", help='the late rule, "10%% a day, 2 free, at most 50%%"')
    return own


def _at_least(least: int) -> Any:
    """For argparse: a whole number that is not smaller."""

    def number(text: str) -> int:
        if (found := int(text)) < least:
            raise argparse.ArgumentTypeError(f"{found} is too small; the least is {least}")
        return found

    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status: 1 if something was not graded, 2 if nothing can be."""
    said = parser().parse_args(arguments)
    try:
        return _class(said) if said.command == "class" else _one(said)
    except (AssignmentError, SandboxError) as error:
        print(f"grade: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("grade: stopped; the same command goes on where it was", file=sys.stderr)
        return 130


def _class(said: argparse.Namespace) -> int:
    course = _course(said, said.out)
    people = roster_of(said.roster) if said.roster else []
    own = course.assignment
    markers = [name.strip() for name in said.markers.split(",") if name.strip()]
    decisions = Decisions.of(said.out, own, said.adjustments, said.due, said.late, markers)
    directory = opened(said.directory, said.out)
    failed = grade_class(directory, said.out, course, said.jobs, people, decisions)
    return 1 if failed else 0


def _one(said: argparse.Namespace) -> int:
    if not os.path.lexists(said.submission):
        raise AssignmentError(f"there is no file {said.submission}")
    folder = said.out.parent
    course = _course(said, folder.parent if folder.name == "marks" else folder)
    task = Task(said.name or shown(said.submission.stem), said.submission, said.out)
    fresh = not current(task.out, task.path, course)
    if fresh:
        for _ in run_all([task], course, jobs=1):
            pass
    print(f"grade: {said.out}" + ("" if fresh else " is there already"))
    return 0 if marks_of(task, course) else 1


def _course(said: argparse.Namespace, out: Path) -> Course:
    topic = said.topic
    if topic is None:
        source = said.directory if said.command == "class" else said.submission
        topic = source.resolve().stem
    assignment = Assignment.load(topic, said.private)
    if said.unsafe:
        print(UNSAFE, file=sys.stderr)
    elif reason := why_not():
        raise SandboxError(
            f"{reason}. Submissions are programs of strangers. To run them without a sandbox, on "
            "a machine that holds nothing of value, say --unsafe (with make: GRADE_ARGS=--unsafe)"
        )
    if said.seed == assignment.seed:
        print(f"grade: {said.seed} is the seed in the students' notebook: {KNOWN}", file=sys.stderr)
    elif said.seed is not None and said.seed < SHORT_SEED:
        print(f"grade: a seed so short is found by trying: {KNOWN}", file=sys.stderr)
    limits = Limits(said.call, said.seconds, said.memory << 20)
    secret = secret_in(out) if said.seed is None else said.seed
    return Course(assignment, secret, limits, said.unsafe)


if __name__ == "__main__":
    sys.exit(main())
