"""No assignment pays for an answer that computes nothing, nor for one made for other numbers.

The solutions are disguised: what they return is replaced by something of the same form that took no
thought, or they know only the data of another course. Functions without an argument are left out:
a derivation, the number of a line, a counterexample are right or wrong by themselves.
"""

from __future__ import annotations

import copy
import pickle
import re
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from assignment_checks import ASSIGNMENTS, graded, own_solutions

from grading.kit import AnswerError, LocalStudent, Mark
from grading.nb import questions

pytestmark = pytest.mark.thorough
OTHER_SEED = 4711
WITHOUT_DATA = {"late_riser"}  # a small slope in every round is a right answer


@cache
def solutions(topic: str) -> LocalStudent:
    return LocalStudent.of(own_solutions(topic))


@cache
def solved(topic: str, name: str, arguments: bytes) -> Any:
    """What the solutions return, which is asked for again and again."""
    return solutions(topic).call(name, *pickle.loads(arguments))


class Disguised(LocalStudent):
    """The solutions, with something else for each of the numbers that they return."""

    def __init__(self, topic: str, instead: Callable[[Any, tuple[Any, ...]], Any]) -> None:
        super().__init__(solutions(topic).names)
        self.instead = instead

    def call(self, name: str, *arguments: Any) -> Any:
        if not arguments or name in WITHOUT_DATA:
            raise AnswerError(f"{name} is not written yet")
        return self._disguise(super().call(name, *arguments), arguments)

    def _disguise(self, value: Any, arguments: tuple[Any, ...]) -> Any:
        if isinstance(value, tuple | list) and any(np.ndim(each) for each in value):
            return tuple(self._disguise(each, arguments) for each in value)
        return self.instead(value, arguments)


class Replayed(LocalStudent):
    """Answers that were written down with the data of one course."""

    def __init__(self, topic: str) -> None:
        super().__init__(solutions(topic).names)
        self.notes: dict[str, Any] = {}
        self.learning = True

    def call(self, name: str, *arguments: Any) -> Any:
        if not arguments:
            raise AnswerError(f"{name} is not written yet")
        key = repr((name, arguments))
        if self.learning:
            self.notes[key] = super().call(name, *arguments)
        if key not in self.notes:
            raise AnswerError(f"{name} does not know this")
        return self.notes[key]


def like_an_argument(value: Any, arguments: tuple[Any, ...]) -> Any:
    """The first argument of this shape, as it came; nothing is computed."""
    numbers = [each for each in arguments if isinstance(each, np.ndarray | float | int)]
    same = (each for each in numbers if np.shape(each) == np.shape(value))
    return next(same, np.zeros(np.shape(value)))


def uniform(value: Any, arguments: tuple[Any, ...]) -> Any:
    last = np.shape(value)[-1:]
    return np.full(np.shape(value), 1 / (last[0] if last else 2))


def first_unit(value: Any, arguments: tuple[Any, ...]) -> Any:
    unit = np.zeros(np.atleast_1d(value).shape)
    unit[..., :1] = 1.0
    return unit.reshape(np.shape(value))


NO_THOUGHT: dict[str, Callable[[Any, tuple[Any, ...]], Any]] = {
    "zeros": lambda value, arguments: np.zeros(np.shape(value)),
    "ones": lambda value, arguments: np.ones(np.shape(value)),
    "small numbers": lambda value, arguments: np.full(np.shape(value), 0.03),
    "uniform weights": uniform,
    "all on the first": first_unit,
    "an argument as it came": like_an_argument,
    "a ramp": lambda value, arguments: np.linspace(1, 2, np.size(value)).reshape(np.shape(value)),
}


def paid(student: LocalStudent, topic: str, seed: int) -> list[Mark]:
    """The parts that earn something."""
    marks = [mark for each in questions(topic).values() for mark in each.marks(student, seed)]
    return [mark for mark in marks if mark.earned]


@pytest.mark.parametrize("kind", NO_THOUGHT)
@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_an_answer_without_thought_earns_nothing(topic: str, kind: str) -> None:
    assert paid(Disguised(topic, NO_THOUGHT[kind]), topic, OTHER_SEED) == []


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_answers_of_another_course_earn_nothing(topic: str) -> None:
    student = Replayed(topic)
    assert len(paid(student, topic, 1)) >= 3
    student.learning = False
    assert paid(student, topic, OTHER_SEED) == []


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_the_disguise_alone_costs_nothing(topic: str) -> None:
    right = paid(Disguised(topic, lambda value, arguments: value), topic, OTHER_SEED)
    assert sum(mark.earned for mark in right) >= 7
    assert all(mark.earned == mark.possible for mark in right)


NO_PROJECTION = """
def project(v): return v
def descend(gradients, eta):
    w, played = np.zeros(gradients.shape[1]), []
    for g in gradients:
        played.append(w)
        w = w - eta * g
    return np.array(played)
"""
INVENTED = """
def losses_paid(targets, eta):
    P, T = np.abs(np.diff(targets)).sum(), len(targets)
    power = 0.9 if abs(eta - 2 / np.sqrt(T)) < 1e-12 else 0.5
    return np.full(T, P ** power / T)
def aware_step(targets): return 1.0
def exponents(streams): return [0.9, 0.5]
"""
SLY = {
    "a project that is 0": (
        "online_convex_optimization",
        "oco-cone",
        "def project(v): return 0 * v\ndef descend(gradients, eta): return 0 * gradients",
    ),
    "no project": ("online_convex_optimization", "oco-cone", NO_PROJECTION),
    "losses of 1": (
        "online_convex_optimization",
        "oco-target",
        "def losses_paid(targets, eta): return np.ones(len(targets))\n"
        "def aware_step(targets): return 1.0\n"
        "def exponents(streams): return [0, 0]",
    ),
    "invented losses": ("online_convex_optimization", "oco-target", INVENTED),
    "a game of zeros": (
        "gd_eg_ftrl",
        "gd-game",
        "def gap(A, p, q): return 0.0\n"
        "def self_play(A, T): return [np.zeros(n) for n in 2 * A.shape]\n"
        "def gaps(A, lengths): return np.zeros((len(lengths), 2))",
    ),
    "features of nothing": (
        "winnow",
        "pairs",
        "def pairs(X): return np.zeros((len(X), 1))\n"
        "def learn_pairs(X, y, k): return (y > 0).sum(), 0.0",
    ),
    "the switches as their own features": (
        "winnow",
        "pairs",
        "def pairs(X): return X\n"
        "def learn_pairs(X, y, k):\n"
        "    return ol.play(ol.Winnow(), X, y).n_mistakes, 8 * k * np.log(X.shape[1])",
    ),
    "a ramp of steps": (
        "online_to_batch",
        "batch-anytime",
        "def anytime_pass(X, y, eta, U):\n"
        "    return (eta * np.arange(len(X)) / 2 * y)[:, None] * X",
    ),
    "a few labels": (
        "online_to_batch",
        "batch-risks",
        "def risks(labels, T): return 0.25, 0.25\ndef tight(T): return -np.ones(17)",
    ),
    "no Perceptron": (
        "perceptron",
        "cautious",
        "def cautious_perceptron(X, y, theta, start): return start, start, [False] * len(y)",
    ),
}


@pytest.mark.parametrize("name", SLY)
def test_answers_that_agree_with_each_other_only_earn_nothing(name: str) -> None:
    topic, question, answers = SLY[name]
    marks = [mark for seed in (1, 2, 6) for mark in graded(topic, question, answers, seed)]
    assert [mark for mark in marks if mark.earned] == []


ODD: dict[str, Any] = {
    "nothing": None,
    "a text": "seven",
    "ragged": [[1.0], [1.0, 2.0]],
    "a table of names": {"w": 1.0},
    "no numbers": [],
    "an empty table": np.zeros((0, 0)),
    "a NaN": np.nan,
    "an infinity": np.array([np.inf, 1.0]),
    "a large integer": 10**400,
    "large integers": [10**400, 1],
    "a fraction": Fraction(1, 3),
    "deep": [[[[[1.0]]]]],
    "a text among numbers": [1.0, "two"],
    "a negative size": np.full((3, 2), -1e308),
}


class Odd(Disguised):
    """Returns an odd value, or the right things with an odd one for each in turn."""

    def __init__(self, topic: str, odd: Any, place: int | None) -> None:
        super().__init__(topic, lambda value, arguments: value)
        self.topic, self.odd, self.place = topic, odd, place

    def call(self, name: str, *arguments: Any) -> Any:
        if self.place is None:
            return self.odd
        right = copy.deepcopy(solved(self.topic, name, pickle.dumps(arguments)))
        if not isinstance(right, tuple | list) or not right:
            return self.odd
        changed = list(right)
        changed[self.place % len(right)] = self.odd
        return changed


@pytest.mark.parametrize("place", [None, 0, 1, 2])
@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_no_answer_confuses_the_tests(topic: str, name: str, place: int | None) -> None:
    student = Odd(topic, ODD[name], place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for question in questions(topic).values():
            marks = question.marks(student, 1)
            assert all(mark.reason for mark in marks)
            assert sum(mark.possible for mark in marks) == question.points


class Telltale(LocalStudent):
    """Writes what it is given, and the seed that it has found, into an exception."""

    def call(self, name: str, *arguments: Any) -> Any:
        def tell(*given: Any) -> None:
            raise ValueError(f"the seed is {OTHER_SEED}, and this was given: {given}")

        return LocalStudent({name: tell}).call(name, *arguments)


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_hidden_data_do_not_reach_the_feedback_through_an_exception(topic: str) -> None:
    marks = [m for each in questions(topic).values() for m in each.marks(Telltale({}), OTHER_SEED)]
    told = [mark.reason.partition(" fails: ")[2] for mark in marks]
    assert sum("ValueError: the seed is #, and this was given" in each for each in told) >= 8
    assert [each for each in told if re.search(r"\d", each)] == []


SAYS_TWICE = re.compile(
    r"(?:should be|least at|report|adds? up to|was expected,|make[s ]|:) "
    r"(?P<wanted>[(\[][^)\]]*[)\]]|-?\d[\d.e+-]*+)[^:;]*?"
    r"(?:it is|they are|yours (?:is|are)|your step is|you report|not to|not) (?P=wanted)(?![\d.])"
)


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_no_reason_asks_for_the_number_that_it_was_given(topic: str) -> None:
    """Of an answer that is nearly right the reason shows as many digits as it takes."""
    nearly = Disguised(topic, lambda value, arguments: np.asarray(value, float) * (1 + 3e-7) + 3e-7)
    marks = [mark for each in questions(topic).values() for mark in each.marks(nearly, 1)]
    lost = [mark.reason for mark in marks if mark.earned < mark.possible]
    assert sum("not written yet" not in reason for reason in lost) >= 4
    assert [reason for reason in lost if SAYS_TWICE.search(reason)] == []
