"""The assignments: right answers of every style, and wrong ones, which lose points for their reason.

The answers to the assignment ``<topic>`` are the tables in ``tests/answers/<topic>.py``:

``RIGHT``
    for each question at least three answers that get full marks
``WRONG``
    for each question at least five, with words of the reason and the points that are left
``VISIBLE``
    the call of a visible check, an answer, and words of the line that it prints
``DRAWN``
    the questions with numbers that are drawn from the seed of the course
``PROOF``
    the question that asks for derivations, and for nothing else
``BASE``
    the code above each answer, on which it may build
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from assignment_checks import (
    ASSIGNMENTS,
    answer_cells,
    demand_full_marks,
    demand_reason,
    demand_sound_notebooks,
    edited,
    graded,
    other_seeds,
    own_solutions,
    setup,
    students,
)
from shares import first_of_each

import olbook as ol
from grading import doubling_trick, gd_eg_ftrl, online_convex_optimization, online_to_batch
from grading.kit import LocalStudent, Mark
from grading.nb import questions, score
from grading.parts import charge_once
from olbook import exercises

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the wrong answers
ANSWERS: dict[str, ModuleType] = {
    topic: importlib.import_module(f"answers.{topic}") for topic in ASSIGNMENTS
}
QUESTIONS = [
    (topic, question)
    for topic in ASSIGNMENTS
    for question, asked in questions(topic).items()
    if not asked.by_hand
]
DRAWN = [(topic, question) for topic, question in QUESTIONS if question in ANSWERS[topic].DRAWN]
RIGHT = [
    (topic, question, answer)
    for topic, question in QUESTIONS
    for answer in ANSWERS[topic].RIGHT[question]
]
WRONG = [
    (topic, question, *row)
    for topic, question in QUESTIONS
    for row in ANSWERS[topic].WRONG[question]
]


def topic_of(row: tuple[Any, ...]) -> str:
    topic: str = row[0]
    return topic


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_the_notebooks_are_sound(topic: str) -> None:
    demand_sound_notebooks(topic)


@pytest.mark.parametrize(("topic", "question"), QUESTIONS)
def test_the_instructors_own_solutions_get_full_marks(topic: str, question: str) -> None:
    demand_full_marks(topic, question, own_solutions(topic))


@pytest.mark.parametrize("seed", other_seeds(2, 100))
@pytest.mark.parametrize(("topic", "question"), first_of_each(DRAWN, topic_of))
def test_they_get_full_marks_with_another_course_seed(topic: str, question: str, seed: int) -> None:
    demand_full_marks(topic, question, own_solutions(topic), seed)


@pytest.mark.landing
@pytest.mark.parametrize(("topic", "question"), QUESTIONS)
def test_nothing_written_earns_nothing_and_the_reason_says_so(topic: str, question: str) -> None:
    for answer, words in (("", "not defined"), (answer_cells(students(topic)), "not written yet")):
        marks = graded(topic, question, answer)
        assert sum(mark.earned for mark in marks) == 0
        assert sum(mark.possible for mark in marks) == questions(topic)[question].points
        assert all(words in mark.reason for mark in marks)


@pytest.mark.parametrize(("topic", "question"), QUESTIONS)
def test_each_question_has_enough_answers(topic: str, question: str) -> None:
    assert len(ANSWERS[topic].RIGHT[question]) >= 3
    assert len(ANSWERS[topic].WRONG[question]) >= 5


@pytest.mark.landing
@pytest.mark.parametrize(("topic", "question", "answer"), first_of_each(RIGHT, topic_of))
def test_a_right_answer_in_other_words_gets_full_marks(
    topic: str, question: str, answer: str
) -> None:
    for seed in (1, 7) if (topic, question) in DRAWN else (1,):
        demand_full_marks(topic, question, ANSWERS[topic].BASE + answer, seed)


@pytest.mark.landing
@pytest.mark.parametrize(
    ("topic", "question", "answer", "words", "points"), first_of_each(WRONG, topic_of)
)
def test_a_wrong_answer_loses_points_for_the_right_reason(
    topic: str, question: str, answer: str, words: str, points: float
) -> None:
    earned = demand_reason(topic, question, ANSWERS[topic].BASE + answer, words)
    assert earned == pytest.approx(points)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize(("topic", "question"), DRAWN)
def test_no_wrong_answer_survives_another_course_seed(topic: str, question: str, seed: int) -> None:
    for answer, _, _ in ANSWERS[topic].WRONG[question]:
        demand_reason(topic, question, ANSWERS[topic].BASE + answer, "", seed)


@pytest.mark.landing
@pytest.mark.parametrize(
    ("topic", "call", "answer", "words"),
    first_of_each(
        [(topic, *row) for topic in ASSIGNMENTS for row in ANSWERS[topic].VISIBLE],
        lambda row: (row[0], row[1].partition("(")[0], row[3].startswith("fine: ")),
    ),
)
def test_what_the_visible_checks_say(
    topic: str, call: str, answer: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    exec(f"{setup(topic)}\n{ANSWERS[topic].BASE}\n{answer}", names)
    capsys.readouterr()
    exec(f"exercises.{topic}.{call}", names | {"exercises": exercises})
    (line,) = capsys.readouterr().out.splitlines()
    assert words in line
    assert line.startswith(("fine: ", "not yet: ", "not written yet"))
    assert line.startswith("fine: ") == words.startswith("fine: ")


@pytest.mark.landing
def test_with_nbgrader_a_slip_costs_once_too(capsys: pytest.CaptureFixture[str]) -> None:
    names = LocalStudent.of(own_solutions("gd_eg_ftrl")).names
    names["gap"] = wrong = lambda A, p, q: (A @ q).max() - (p @ A).min()
    assert score("gd_eg_ftrl", "gd-game", names, 1) == 3
    assert capsys.readouterr().out.count("with our gap, self_play in the place of yours") == 2
    assert names["gap"] is wrong


@pytest.mark.parametrize(
    ("earned", "fitting", "left"),
    [
        ([0, 0], {0, 1}, [0, 1]),
        ([1, 0, 0], {0, 1, 2}, [1, 0, 1]),
        ([0, 0], {1}, [0, 0]),
        ([0, 0], {0}, [0, 0]),
        ([1, 0, 0], {1, 2}, [1, 0, 0]),  # where the first part is right the slip was not made
        ([1, 0], {0, 1}, [1, 0]),
    ],
)
def test_a_slip_costs_one_part_if_it_explains_every_answer(
    earned: list[float], fitting: set[int], left: list[float]
) -> None:
    marks = [Mark(f"part {n}", each, 1, "") for n, each in enumerate(earned)]
    charged = charge_once(marks, {"a slip": None}, lambda n, _: n in fitting)
    assert [mark.earned for mark in charged] == left


# ---------------------------------------------------------------------- what a person marks
@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_a_proof_in_words_is_left_to_a_person(
    topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The machine gives no point for it, whatever it says, and says the rubric to whoever marks."""
    (asked,) = (question for question in questions(topic).values() if question.by_hand)
    assert sum(asked.rubric.values()) == asked.points == 3
    for answer, words in (
        (own_solutions(topic), "marked by hand"),
        ("def in_words(): return 3", "should return a text"),
        ("", "not defined"),
    ):
        (mark,) = graded(topic, asked.id, answer)
        assert (mark.earned, mark.possible) == (0, 3)
        assert words in mark.reason
    assert score(topic, asked.id, LocalStudent.of(own_solutions(topic)).names, 1) == 0
    assert capsys.readouterr().out.count("by hand, 1 for: ") == 3


# ---------------------------------------------------------------------- of single questions
@pytest.mark.parametrize(
    ("topic", "question", "line"),
    [
        ("gd_eg_ftrl", "gd-slip", "2, None, None, None"),
        ("online_convex_optimization", "oco-slip", "3, None, None"),
    ],
)
def test_the_right_line_counts_without_a_counterexample(
    topic: str, question: str, line: str
) -> None:
    answer = f"\ndef counterexample(): return {line}\n"
    named, example, repair = graded(topic, question, own_solutions(topic) + answer)
    assert named.earned == named.possible > 0 == example.earned
    assert repair.earned == repair.possible


SAME_SLIP = {  # what is changed in Winnow without end, and in the walls
    "a tie": ("score <= 0.5 if label > 0 else score >= 0.5", "score < 0.5 if label > 0 else score > 0.5"),
    "the sign": ("w[i] * beta if label > 0 else w[i] / beta", "w[i] / beta if label > 0 else w[i] * beta"),
    "the square": ("w[i] * beta if label > 0 else w[i] / beta", "w[i] * beta**(2 * label)"),
    "the first weight": ("1 / (i * (i + 1))", "1 / ((i + 1) * (i + 2))"),
    "the update": ("w[i] * beta if label > 0 else w[i] / beta", "w[i] + label * (beta - 1)"),
    "the threshold": ("score <= 0.5 if label > 0 else score >= 0.5", "score <= 1 if label > 0 else score >= 1"),
}  # fmt: skip
IN_THE_WALLS = {
    "a tie": ("- 1 / 2) <= 0", "- 1 / 2) < 0"),
    "the sign": ("beta ** y[t]", "beta ** -y[t]"),
    "the square": ("beta ** y[t]", "beta ** (2 * y[t])"),
    "the first weight": ("1 / i - 1 / (i + 1))]", "1 / (i + 1) - 1 / (i + 2))]"),
    "the update": ("w * beta ** y[t]", "w + y[t] * (beta - 1)"),
    "the threshold": ("- 1 / 2) <= 0", "- 1) <= 0"),
}


@pytest.mark.landing
@pytest.mark.parametrize("seed", other_seeds(1, 7))
@pytest.mark.parametrize("slip", SAME_SLIP)
def test_a_slip_made_in_two_questions_on_winnow_costs_one_part(slip: str, seed: int) -> None:
    own = ANSWERS["winnow"]
    answers = edited(own.WITH_A_DICT, *SAME_SLIP[slip]) + edited(own.WALLS, *IN_THE_WALLS[slip])
    marks = [m for q in ("endless", "walls") for m in graded("winnow", q, answers, seed)]
    assert [mark.part for mark in marks if mark.earned < mark.possible] == ["the mistakes"]


@pytest.mark.landing
@pytest.mark.parametrize("seed", other_seeds(1, 7))
@pytest.mark.parametrize(
    ("old", "new"),
    [("<= theta", "< theta"), ("<= theta", "<= 0"), ("w + y[t]", "w + 2 * y[t]")],
)
def test_a_slip_typed_twice_with_the_perceptron_costs_one_part(
    old: str, new: str, seed: int
) -> None:
    own = ANSWERS["perceptron"]
    answers = edited(own.LOOP, old, new) + edited(own.TILED, old, new)
    marks = [m for q in ("cautious", "margins") for m in graded("perceptron", q, answers, seed)]
    assert [m.part for m in marks if m.earned < m.possible] == ["the rounds with an update"]
    assert sum("that question 1 has charged" in mark.reason for mark in marks) == 2


@pytest.mark.landing
def test_what_rests_on_a_wrong_learner_goes_on_from_ours() -> None:
    right = own_solutions("perceptron")
    wrong = edited(right, "<= theta", "< theta")
    demand_full_marks("perceptron", "margins", wrong)  # the slip was paid for in question 1
    nobody = "\ndef cautious_perceptron(X, y, theta, start): raise NotImplementedError\n"
    demand_full_marks("perceptron", "margins", right + nobody)
    twice = edited(wrong, "updates += updated.sum()", "updates += 2 * updated.sum()")
    assert demand_reason("perceptron", "margins", twice, "no hyperplane") == 2


@pytest.mark.parametrize("seed", other_seeds(1, 11))
def test_the_course_numbers_of_gradient_descent_are_sound(seed: int) -> None:
    """The system has a solution with positive weights, and the two columns of gaps differ."""
    X, y = gd_eg_ftrl.system(seed)
    w = gd_eg_ftrl.newton_limit(X, y)
    assert abs(X @ w - y).max() < 1e-9
    assert w.min() > 1e-4
    A = gd_eg_ftrl.games(seed)[0]
    assert 0 <= A.min() <= A.max() <= 1
    mean_p, mean_q, p, q = gd_eg_ftrl.played(A, 1600)
    assert gd_eg_ftrl.gap_of(A, p, q) > 3 * gd_eg_ftrl.gap_of(A, mean_p, mean_q)


def test_the_bound_of_the_doubling_tricks_first_question_holds() -> None:
    rng = np.random.default_rng(0)
    pushes = np.r_[-np.ones(1000), np.tile([1.0, -1.0], 500)]
    for slopes in (rng.choice([-1.0, 1.0], 3000), rng.uniform(-1, 1, 3000), pushes, 0 * pushes):
        points = doubling_trick.by_budgets(slopes[:, None], 1.0)
        spent = np.sum(slopes**2)
        assert exercises.doubling_trick.regret(points, slopes) <= 2 * np.sqrt(3 * spent + 1)
        assert doubling_trick.by_budgets(slopes[:, None], 2.0) == pytest.approx(2 * points)


def test_the_promise_on_the_last_point_holds() -> None:
    """On one example for ever the loss is a fixed convex function, as in the question."""
    X, y = np.array([[0.6, 0.8], [0.8, -0.6], [-1.0, 0.0]]), np.array([1.0, -1.0, 1.0])
    for row, label in zip(X, y, strict=True):
        for T in (1, 10, 400):
            eta = 2 / np.sqrt(T)
            points = online_to_batch.anytime(np.tile(row, (T, 1)), np.full(T, label), eta, 2.0)
            loss = max(0.0, 1 - label * (row @ points[-1]))  # u = label*row has none
            assert loss <= 1 / (2 * eta * T) + eta / 2 + 1e-12


def test_the_promise_on_the_expected_risk_holds() -> None:
    for labels in ([-1], [-1, 1], [-1, -1, 1, -1]):
        bound = ol.theorem("batch.mistakes_to_risk").bound
        for T in (1, 2, 5, 50):
            risk = online_to_batch._memory(labels, T)
            assert online_to_batch._memory(labels, T + 1) <= risk <= bound(M=labels.count(-1), T=T)


@pytest.mark.parametrize("seed", other_seeds(1, 11))
def test_the_promises_of_both_kinds_of_steps_are_kept(seed: int) -> None:
    """Also on the streams on which AdaGrad loses; its own promise is never the larger one."""
    d, T = 4, 300
    names = LocalStudent.of(own_solutions("gd_eg_ftrl")).names
    drawn = np.random.default_rng(seed).uniform(-1, 1, size=(T, d)) * [1.0, 0.3, 0.1, 0.0]
    for slopes in (drawn, names["for_adagrad"](d, T), names["against_adagrad"](d, T)):
        roots = np.sqrt(1 + np.sum(slopes**2, axis=0))
        promises = np.array([np.sum(roots), np.sqrt(d) * np.linalg.norm(roots)]) * (1 + 0.5**0.5)
        rules = (gd_eg_ftrl.steps_of_each, gd_eg_ftrl.step_of_all)
        regrets = [gd_eg_ftrl.regret_of(slopes, rule(slopes, 1.0, 1.0)) for rule in rules]
        assert promises[0] <= promises[1] + 1e-9
        assert np.all(np.array(regrets) <= promises)


@pytest.mark.parametrize("seed", other_seeds(1, 11))
def test_the_regret_of_newtons_step_stays_below_both_bounds(seed: int) -> None:
    X, y, u, C, epsilon = online_convex_optimization.newton_stream(seed)
    w = online_convex_optimization.newton_run(X, y, C, epsilon)
    bills = online_convex_optimization.bills_of(w, X, y, u, C, epsilon)
    assert np.all(np.diff(bills, axis=1) >= 0)
    assert np.sum(np.abs(np.sum(w * X, axis=1)) > C - 1e-9) >= 3  # the slab is met
