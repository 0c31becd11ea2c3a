"""No mark hangs on the machine: not on the order of a sum, nor on the last bit of a power of e."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from another_machine import ANSWERS, GRADERS, Machine
from assignment_checks import ASSIGNMENTS, ROOT, other_seeds, setup

from grading.kit import LocalStudent

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),  # of the wrong answers
]

# In these questions the answers themselves go near to a tie, and say how near.
ON_PURPOSE = {"doubling-search": "the worst huts stand just beyond a turning point"}

OTHERS: dict[str, dict[str, str]] = {
    "Prescott": {
        "OPENBLAS_CORETYPE": "Prescott",
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
    },
    "Haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "SkylakeX": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "Zen": {"OPENBLAS_CORETYPE": "Zen", "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4"},
}


def numeric(topic: str) -> Iterator[tuple[str, str, str]]:
    """The questions of an assignment that ask for more than derivations, and all their answers."""
    table = importlib.import_module(f"answers.{topic}")
    given = f"{setup(topic)}\n{table.BASE}"
    for question in table.RIGHT:
        if question != table.PROOF:
            for number, answer in enumerate(table.RIGHT[question]):
                yield question, f"right answer {number}", given + answer
            for number, (answer, *_) in enumerate(table.WRONG[question]):
                yield question, f"wrong answer {number}", given + answer


LONG = {"batch-vote", "doubling-search", "doubling-late-riser", "gd-game", "gd-limit", "gd-share"}
LONG |= {"margins", "oco-newton", "oco-opponent", "oco-target", "walls", "pairs"}
QUESTIONS = [
    pytest.param(topic, question, *seed.values, marks=seed.marks)
    for topic in ASSIGNMENTS
    for question in dict.fromkeys(question for question, _, _ in numeric(topic))
    for seed in (other_seeds(0, 5)[1:] if question in LONG else other_seeds(1, 5))
]


@cache
def without_derivations(topic: str, edit: tuple[str, str] = ("", "")) -> ModuleType:
    """The grader of an assignment, as it is but for derivations, which have no numbers."""
    return Machine(moved=0.0).module(f"grading.{topic}", near=0.0, edit=edit)


def points(grader: ModuleType, question: str, names: dict[str, Any], seed: int) -> list[float]:
    (asked,) = (each for each in grader.QUESTIONS if each.id == question)
    return [mark.earned for mark in asked.marks(LocalStudent(names), seed)]


def changed_elsewhere(
    topic: str, question: str, seed: int, edit: tuple[str, str] = ("", "")
) -> list[str]:
    """The answers whose points another machine changes, with the ties that it decides otherwise."""
    near = GRADERS if question in ON_PURPOSE else ANSWERS
    found = []
    for of, name, answer in numeric(topic):
        if of != question:
            continue
        other = Machine(seed)
        here = without_derivations(topic, edit)
        there = other.module(f"grading.{topic}", edit=edit)
        plain = points(here, question, LocalStudent.of(answer).names, seed)
        if points(there, question, other.names_of(answer, near), seed) != plain:
            found.append(f"{name}: {sorted(other.near)}")
    return found


@pytest.mark.parametrize(("topic", "question", "seed"), QUESTIONS)
def test_no_decision_of_a_stored_answer_is_nearly_a_tie(
    topic: str, question: str, seed: int
) -> None:
    """Or the tie is exact on every machine, or nothing hangs on it.

    In the long questions one seed of four each week, in the others the first always and one of three.
    """
    assert changed_elsewhere(topic, question, seed) == []


def test_rows_at_a_right_angle_are_noticed() -> None:
    """Their scores are zero but for rounding: such a stream paid a wrong answer, on some machines."""
    found = changed_elsewhere("online_to_batch", "batch-anytime", 1, (" + 0.25)", ")"))
    assert any("<= 0" in each for each in found)


# ---------------------------------------------------------------------- on real kernels
@cache
def marks_of_all(seed: int) -> dict[str, list[float]]:
    """The points of every stored answer to a question with numbers."""
    return {
        f"{question}, {name}": points(
            without_derivations(topic), question, LocalStudent.of(answer).names, seed
        )
        for topic in ASSIGNMENTS
        for question, name, answer in numeric(topic)
    }


def marks_elsewhere(machine: dict[str, str], seed: int) -> dict[str, list[float]]:
    """The same in a process of its own, with other kernels of OpenBLAS and NumPy."""
    code = f"import test_other_machines as t, json; print(json.dumps(t.marks_of_all({seed})))"
    path = os.pathsep.join(map(str, (ROOT, Path(__file__).parent, ROOT / "book" / "_tools")))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | machine | {"PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_marks_of_all_stored_answers_are_the_same() -> None:
    """On Prescott, the oldest, and on Haswell, SkylakeX or Zen in turn; with a course seed of this week."""
    week = date.today().isocalendar().week
    oldest, *others = OTHERS.values()
    there, elsewhere = (
        marks_elsewhere(machine, seed=1 + week % 7)
        for machine in (oldest, others[week % len(others)])
    )
    assert {name: elsewhere[name] for name in there if elsewhere[name] != there[name]} == {}
