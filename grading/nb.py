"""The last line of a check cell: what nbgrader's autograde runs and reads as the points.

nbgrader takes the value of the last expression of a cell as its score, and shows what the cell
printed to the student. So here a student gets both, points and reasons.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import MutableMapping
from functools import cache
from typing import Any

from .assignment import Assignment, bound
from .kit import LocalStudent, Mark, Question


def questions(topic: str) -> dict[str, Question]:
    """The questions of an assignment by id."""
    found: list[Question] = importlib.import_module(f"grading.{topic}").QUESTIONS
    return {question.id: question for question in found}


@cache
def solutions(topic: str) -> dict[str, Any]:
    """The functions of the course, and what they use."""
    names: dict[str, Any] = {}
    for cell in Assignment.load(topic).cells:
        if bound(cell.source):
            exec(cell.source, names)
    return names


def score(topic: str, question_id: str, names: MutableMapping[str, Any], seed: int) -> float:
    """Grade one question on the names of a notebook, print the reasons, return the points.

    The seed of the notebook is known to the students; a course sets its own as ``OLBOOK_SEED``.
    Unlike ``grading.grade``, it runs the hidden tests in the student's own process, as nbgrader
    does: for a class whose work you trust.
    """
    question = questions(topic)[question_id]
    ours = solutions(topic) if question.rests_on else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nbgrader takes a warning for a failed test
        seed = int(os.environ.get("OLBOOK_SEED", seed))
        marks = question.marks(LocalStudent(names, ours), seed)
    for mark in marks:
        print(line(mark))
    for what, points in question.rubric.items():
        print(f"by hand, {points:g} for: {what}")
    return min(float(sum(mark.earned for mark in marks)), question.points)


def line(mark: Mark) -> str:
    """A mark as one line."""
    return f"{mark.earned:g} of {mark.possible:g}: {mark.part}: {mark.reason}"
