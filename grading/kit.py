"""What a question is, and what it may ask of a student's answer.

The student's code never runs beside the tests. A question sees it through :class:`Student`: it can
call a function of the student's by name, with arrays and numbers, and it gets arrays, numbers or a
text back. In a class the code runs in a sandbox (``sandbox.py``); in our own tests
:class:`LocalStudent` runs it in place.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

UNFORESEEN = "the tests cannot use this answer"
FAILED = re.compile(r"(?<= fails: )(\w+)(.*?)( \(line \d+ of the cell\))?$", re.DOTALL)
LONGEST = 160  # signs of the message of an exception
GUESSED = ("the line", "the wrong line")  # parts in which a second attempt is a second guess


class AnswerError(Exception):
    """The student's answer could not be used; the message is what the student will read."""


class SandboxError(Exception):
    """The sandbox cannot be used here; the message says why."""


def told(error: Exception) -> str:
    """What a student reads of an exception that costs points; one of the sandbox is passed on.

    An AnswerError says it in words. Whatever else is raised was not foreseen by the tests: it costs
    the part in which it is raised, and a person looks at it.
    """
    if isinstance(error, SandboxError):
        raise error
    if isinstance(error, AnswerError):
        return FAILED.sub(_without_numbers, str(error))
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"{UNFORESEEN} ({what}); your instructor has been told"


def _without_numbers(failed: re.Match[str]) -> str:
    """An exception as a student may read it: whoever raises it could write hidden data into it."""
    kind, message, line = failed.groups("")
    return re.sub(r"\d[\d.]*", "#", kind + message[:LONGEST]) + line


class Student(Protocol):
    """A student's answers, by the names that the assignment asks for."""

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the student's.

        Arguments and results are numbers, texts, ``None``, NumPy arrays, and lists, tuples and
        dicts of these. Raises AnswerError if it is missing, not written, fails, or takes too long.
        """

    def with_ours(
        self, question: str, names: Collection[str]
    ) -> AbstractContextManager[Student | None]:
        """The answers with functions of the course in the place of some of the student's.

        ``None`` where that changes nothing: the answers to the question use none of these.
        """


@dataclass(frozen=True)
class Mark:
    """What one part of a question earned, and why."""

    part: str
    earned: float
    possible: float
    reason: str


@dataclass(frozen=True)
class Question:
    """One question: its id (the ``grade_id`` of its cell), its points, and how it is graded.

    ``grade(student, seed)`` returns a mark for each part. What it raises outside of a part becomes
    a mark of zero for the question.

    Where ``by_hand`` is true a person gives the points, by the ``rubric``: what a full answer has,
    each with its points, which add up to ``points``. The marks that ``grade`` returns then stand
    beside the answer for whoever reads it, and do not count.

    ``rests_on`` says for a part on which other functions of the question it may rest: where they
    are wrong, the part is graded again with those of the course.
    """

    id: str
    title: str
    points: float
    grade: Callable[[Student, int], list[Mark]]
    by_hand: bool = False
    rubric: Mapping[str, float] = field(default_factory=dict)
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.by_hand and sum(self.rubric.values()) != self.points:
            raise ValueError(f"rubric of {self.id}: its points should add up to {self.points:g}")

    def marks(self, student: Student, seed: int) -> list[Mark]:
        """The marks of an answer; they add up to ``points`` for a right one."""
        marks = self._as_it_is(student, seed)
        for names in dict.fromkeys(self.rests_on.values()):
            titles = {title for title, those in self.rests_on.items() if those == names}
            if any(mark.part in titles and mark.earned < mark.possible for mark in marks):
                with student.with_ours(self.id, names) as other:
                    again = {m.part: m for m in (self._as_it_is(other, seed) if other else ())}
                new = [again.get(m.part, m) if m.part in titles else m for m in marks]
                marks = better(marks, new, names)
        return marks

    def _as_it_is(self, student: Student, seed: int) -> list[Mark]:
        try:
            return self.grade(student, seed)
        except Exception as error:
            return [Mark(self.title, 0.0, self.points, told(error))]


def better(before: list[Mark], again: list[Mark], names: Collection[str]) -> list[Mark]:
    """The marks, with those that were better when these functions were ours."""
    how = f"; with our {', '.join(sorted(names))} in the place of yours"
    second = [replace(mark, reason=mark.reason + how) for mark in again]
    if [mark.part for mark in before] != [mark.part for mark in again]:  # one stood for all
        return second if sum(m.earned for m in again) > sum(m.earned for m in before) else before
    return [
        new if new.earned > old.earned and old.part not in GUESSED else old
        for old, new in zip(before, second, strict=True)
    ]


@dataclass
class LocalStudent:
    """Answers that are run in place, in this process: for our own variants, never for a class.

    ``names`` are those of a module, so that its functions find in it what they use.
    """

    names: MutableMapping[str, Any] = field(default_factory=dict)
    ours: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str, ours: Mapping[str, Any] | None = None) -> LocalStudent:
        """The answers that a piece of code defines."""
        names: dict[str, Any] = {}
        exec(compile(source, "<answer>", "exec"), names)
        return cls(names, ours or {})

    @contextlib.contextmanager
    def with_ours(self, question: str, names: Collection[str]) -> Iterator[LocalStudent | None]:
        found = {name: self.ours[name] for name in names if name in self.ours}
        theirs = {name: self.names[name] for name in found.keys() & self.names.keys()}
        self.names.update(found)
        try:
            yield self if found else None
        finally:
            for name in found:
                del self.names[name]
            self.names.update(theirs)

    def call(self, name: str, *arguments: Any) -> Any:
        if name not in self.names:
            raise AnswerError(f"{name} is not defined")
        if not callable(self.names[name]):
            raise AnswerError(f"{name} is not a function")
        try:
            return self.names[name](*arguments)
        except NotImplementedError:
            raise AnswerError(f"{name} is not written yet") from None
        except Exception as error:
            raise AnswerError(f"{name} fails: {type(error).__name__}: {error}") from error
