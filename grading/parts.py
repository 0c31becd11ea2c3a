"""Small words for graders: a part of a question, a demand, numbers of the student's, a derivation."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from olbook.exercises import is_several, vector
from olbook.exercises.chains import Pinned

from .derivations import grade_chain
from .kit import AnswerError, Mark, Question, Student, told

Array = np.ndarray[Any, Any]
Slip = TypeVar("Slip")
LARGEST = 1e100  # so that squares and sums of what an answer returns are numbers too


def numbers(student: Student, shape: tuple[int, ...], name: str, *arguments: Any) -> Array:
    """What a function of the student's returns, as an array of this shape."""
    return as_array(student.call(name, *arguments), shape, name)


def asked(student: Student, name: str, *arguments: Any) -> float:
    """The one number that a function of the student's returns."""
    what = f"{name}({', '.join(f'{argument:.4g}' for argument in arguments)})"
    return float(as_array(student.call(name, *arguments), (), what))


def as_array(got: Any, shape: tuple[int, ...] | None, what: str) -> Array:
    """An answer as a finite array, of this shape if one is given; AnswerError says what it is."""
    wanted = "numbers" if shape is None else f"numbers of shape {shape}" if shape else "a number"
    if got is None:
        raise AnswerError(f"{what} should be {wanted}, and nothing is returned: is there a return?")
    try:
        found = np.asarray(got, dtype=float)
    except (TypeError, ValueError):
        raise AnswerError(f"{what} should be {wanted}, it is {_kind(got)}") from None
    except OverflowError:
        raise AnswerError(f"{what} holds a number that is too large for a float") from None
    if shape == () and found.shape:
        raise AnswerError(f"{what} should be a number, it is an array of shape {found.shape}")
    if shape is not None and found.shape != shape:
        raise AnswerError(f"{what} should have shape {shape}, it has shape {found.shape}")
    if not np.isfinite(found).all():
        raise AnswerError(f"{what} holds a NaN or an infinity")
    if found.size and np.abs(found).max() > LARGEST:
        raise AnswerError(f"{what} holds a number beyond {LARGEST:g}")
    return found


def _kind(got: Any) -> str:
    """What kind of thing it is; not what it holds, which may be hidden data."""
    return "a text" if isinstance(got, str) else f"of type {type(got).__name__}"


def readable(got: Any, shape: tuple[int, ...], what: str) -> tuple[Array, str]:
    """An answer as an array, or NaN with the reason: what is returned beside it may be right."""
    try:
        return as_array(got, shape, what), ""
    except AnswerError as error:
        return np.full(shape, np.nan), str(error)


def several(got: Any, n: int, names: str) -> list[Any]:
    """An answer of n things; AnswerError says which."""
    if not is_several(got, n):
        nothing = "; nothing is returned: is there a return?" if got is None else ""
        raise AnswerError(f"{n} things are to be returned: {names}{nothing}")
    return list(got)


def generator(seed: int, question: int) -> np.random.Generator:
    """The random numbers of one question of a course."""
    return np.random.default_rng([seed, question])


def a_line(got: Any, lines: int) -> int:
    """The number of a line of a passage that has so many."""
    line = float(as_array(got, (), "the line"))
    demand(line in range(1, lines + 1), f"there are lines 1 to {lines}, and you say {line:g}")
    return int(line)


def wrong_line(
    student: Student, name: str, false: int, lines: int, consequences: tuple[int, ...]
) -> Mark:
    """One point for the number of the false line; its consequences are told from true lines."""

    def look() -> str:
        line = a_line(student.call(name), lines)
        follows = f"line {line:g} follows from the lines before it; one of those is false"
        demand(line not in consequences, follows)
        demand(line == false, f"line {line:g} is true")
        return "this is the line that is false"

    return part("the wrong line", 1.0, look)


def line_beside_example(student: Student, false: int, lines: int) -> str:
    """The number of the false line, where ``counterexample`` returns it before all else."""
    found = student.call("counterexample")
    demand(
        isinstance(found, (tuple, list)) and len(found) > 0,
        "several things are expected, and the line is the first",
    )
    number = a_line(found[0], lines)
    demand(
        number == false, f"line {number:g} follows from what stands before it; another one does not"
    )
    return f"line {number:g} does not follow"


def part(title: str, points: float, look: Callable[[], str]) -> Mark:
    """All the points with what ``look`` returns for a reason, or none with what it raises."""
    try:
        return Mark(title, points, points, look())
    except Exception as error:
        return Mark(title, 0.0, points, told(error))


def part_beside(
    beside: Mark, title: str, points: float, look: Callable[[], str], others: str
) -> Mark:
    """The points of a special case, which count only beside a right answer to the ``others``."""
    mark = part(title, points, look)
    if mark.earned and beside.earned < beside.possible:
        return Mark(title, 0.0, points, f"right, but it counts only where {others} are right")
    return mark


def charge_once(
    marks: Sequence[Mark], slips: Mapping[str, Slip], fits: Callable[[int, Slip], bool]
) -> list[Mark]:
    """The marks, in which one slip that explains all of them costs its first part alone.

    ``slips`` has each by its words, and ``fits`` says whether the answer to the part of this
    number is just what a right one with this slip would give; no slip explains one that cannot be
    used.
    """
    first, *more = [n for n, mark in enumerate(marks) if mark.earned < mark.possible] or [0]
    for words, slip in slips.items() if more else ():
        with contextlib.suppress(AnswerError):
            if all(fits(n, slip) for n in range(len(marks))):
                reason = f'right but for {words}, which "{marks[first].part}" has charged'
                return [
                    replace(mark, earned=mark.possible, reason=reason) if n in more else mark
                    for n, mark in enumerate(marks)
                ]
    return list(marks)


def demand(condition: Any, reason: str) -> None:
    """AnswerError with this reason, unless the condition holds."""
    if not condition:
        raise AnswerError(reason)


def unless(fault: str) -> str:
    """The reason of a part that is right unless a fault was found."""
    demand(not fault, fault)
    return "right"


def should_be(wanted: Any, found: Any, words: str = "should be {}, it is {}") -> str:
    """Two numbers or vectors that differ, in words, in so many digits that one sees it."""
    show = vector if np.ndim(wanted) else lambda x, digits: f"{x:.{digits}g}"
    for digits in range(4 if np.ndim(wanted) else 6, 17):
        if show(wanted, digits) != show(found, digits):
            break
    return words.format(show(wanted, digits), show(found, digits))


def derivation(
    student: Student, name: str, title: str, points: float, task: Pinned, *milestones: str
) -> Mark:
    """A derivation that the student's function returns as a text; what it should pass through pays."""
    try:
        return grade_chain(
            student.call(name),
            context=task.context,
            claim=task.claim,
            points=points,
            milestones=milestones,
            most=task.most,
            part=title,
        )
    except Exception as error:
        return Mark(title, 0.0, points, told(error))


def written(question: str, rubric: Mapping[str, float]) -> Question:
    """The question "In words": a proof that a person reads, and marks by the rubric."""
    title, points = "In words", sum(rubric.values())

    def look(student: Student, seed: int) -> list[Mark]:
        try:
            proof = student.call("in_words")
            demand(isinstance(proof, str), "in_words should return a text")
            reason = f"marked by hand; there are {len(proof.split())} words to read"
        except Exception as error:
            reason = told(error)
        return [Mark(title, 0.0, points, reason)]

    return Question(question, title, points, look, by_hand=True, rubric=rubric)
