"""Small words for graders: a part of a question, a demand, numbers of the student's, a derivation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from olbook.exercises import NotYet, array
from olbook.exercises.chains import Pinned

from .derivations import grade_chain
from .kit import AnswerError, Mark, Student

Array = np.ndarray[Any, Any]


def numbers(student: Student, shape: tuple[int, ...], name: str, *arguments: Any) -> Array:
    """What a function of the student's returns, as an array of this shape."""
    return as_array(student.call(name, *arguments), shape, name)


def as_array(got: Any, shape: tuple[int, ...], what: str) -> Array:
    """An answer as an array of this shape; AnswerError says what it is instead."""
    try:
        return array(got, shape, what)
    except NotYet as reason:
        raise AnswerError(str(reason)) from None


def part(title: str, points: float, look: Callable[[], str]) -> Mark:
    """All the points with what ``look`` returns for a reason, or none with what it raises."""
    try:
        return Mark(title, points, points, look())
    except AnswerError as error:
        return Mark(title, 0.0, points, str(error))


def demand(condition: Any, reason: str) -> None:
    """AnswerError with this reason, unless the condition holds."""
    if not condition:
        raise AnswerError(reason)


def shown(v: Any) -> str:
    """A vector in a reason."""
    return "(" + ", ".join(f"{x:.4g}" for x in np.atleast_1d(v)) + ")"


def derivation(
    student: Student,
    name: str,
    title: str,
    points: float,
    *,
    task: Pinned,
    milestones: tuple[str, ...],
) -> Mark:
    """A derivation that the student's function returns as a text."""
    try:
        written = student.call(name)
    except AnswerError as error:
        return Mark(title, 0.0, points, str(error))
    return grade_chain(
        written,
        context=task.context,
        claim=task.claim,
        points=points,
        milestones=milestones,
        part=title,
    )
