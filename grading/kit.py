"""What a question is, and what it may ask of a student's answer.

The student's code never runs beside the tests. A question sees it through :class:`Student`: it can
call a function of the student's by name, with arrays and numbers, and it gets arrays and numbers
back; or it can read a text. In a class the code runs in a sandbox (``sandbox.py``); in our own tests
:class:`LocalStudent` runs it in place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

UNFORESEEN = "the tests cannot use this answer"
FAILED = re.compile(r"(?<= fails: )(\w+)(.*?)( \(line \d+ of the cell\))?$", re.DOTALL)
LONGEST = 160  # signs of the message of an exception


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

    def text(self, name: str) -> str:
        """A text of the student's; AnswerError if it is missing or no text."""

    def learner(self, name: str, *arguments: Any) -> Any:
        """An object of a class of the student's, with ``predict(x)`` and ``update(x, y)``."""


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
        try:
            return self.grade(student, seed)
        except Exception as error:
            return [Mark(self.title, 0.0, self.points, told(error))]


@dataclass
class LocalStudent:
    """Answers that are run in place, in this process: for our own variants, never for a class."""

    names: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str) -> LocalStudent:
        """The answers that a piece of code defines."""
        names: dict[str, Any] = {}
        exec(compile(source, "<answer>", "exec"), names)
        return cls(names)

    def _named(self, name: str) -> Any:
        if name not in self.names:
            raise AnswerError(f"{name} is not defined")
        return self.names[name]

    def call(self, name: str, *arguments: Any) -> Any:
        function = self._named(name)
        if not callable(function):
            raise AnswerError(f"{name} is not a function")
        try:
            return function(*arguments)
        except NotImplementedError:
            raise AnswerError(f"{name} is not written yet") from None
        except Exception as error:
            raise AnswerError(f"{name} fails: {type(error).__name__}: {error}") from error

    def text(self, name: str) -> str:
        text = self._named(name)
        if not isinstance(text, str):
            raise AnswerError(f"{name} should be a text, it is {type(text).__name__}")
        return text

    def learner(self, name: str, *arguments: Any) -> Any:
        return self.call(name, *arguments)
