"""Hidden tests of the assignment *The last point, after all* (online to batch)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from olbook.exercises import online_to_batch as given

from .kit import AnswerError, Mark, Question, Student
from .parts import as_array, derivation, generator, wrong_line

Array = NDArray[np.float64]
TOLERANCE = 1e-9


def _shown(values: Array) -> str:
    return "(" + ", ".join(f"{value:.5g}" for value in np.ravel(values)[:8]) + ")"


# ---------------------------------------------------------------------- 1: the two derivations
def _derivations(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "one_round",
            "one round",
            3.0,
            task=given.ONE_ROUND,
            milestones=(
                "L(x[t]) - L(u) + (t-1)*(L(x[t]) - L(x[t-1]))",
                "dot(D(x[t]), x[t] - u) + (t-1)*dot(D(x[t]), x[t] - x[t-1])",
            ),
        ),
        derivation(
            student,
            "last_point",
            "the last point",
            2.0,
            task=given.LAST_POINT,
            milestones=(
                "Sum(t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)), t, 1, T)/T",
                "Sum(dot(D(x[t]), w[t] - u), t, 1, T)/T",
            ),
        ),
    ]


# ---------------------------------------------------------------------- 2: gradients at averages
def _anytime(X: Array, y: Array, eta: float, U: float) -> Array:
    w = np.zeros(X.shape[1])
    total, points = np.zeros_like(w), np.empty_like(X)
    for t, (row, label) in enumerate(zip(X, y, strict=True)):
        total = total + w
        points[t] = total / (t + 1)
        if label * (row @ points[t]) < 1:
            w = w + eta * label * row
            w = w / max(1.0, float(np.linalg.norm(w)) / U)
    return points


def _pass(
    student: Student,
    stream: tuple[Array, Array, float, float],
    part: str,
    example: str,
    hints: dict[int, str],
    points: float = 1.0,
) -> Mark:
    X, y, eta, U = stream
    try:
        found = as_array(
            student.call("anytime_pass", X.copy(), y.copy(), eta, U),
            X.shape,
            f"anytime_pass of {len(X)} examples",
        )
    except AnswerError as error:
        return Mark(part, 0.0, points, str(error))
    wanted = _anytime(X, y, eta, U)
    wrong = np.flatnonzero(np.abs(found - wanted).max(axis=1) > TOLERANCE * U)
    if not len(wrong):
        return Mark(part, points, points, f"right in all {len(X)} rounds of {example}")
    t = int(wrong[0])
    reason = f"{example}: the average of round {t + 1} should be {_shown(wanted[t])}, it is {_shown(found[t])}"
    hint = hints.get(t + 1, "")
    return Mark(part, 0.0, points, f"{reason}; {hint}" if hint else reason)


def _anytime_pass(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 2)
    a = float(rng.choice([0.25, 0.375, 0.125]))
    line = np.array([[a], [-a], [2 * a], [a]])
    signs = np.array([1.0, 1.0, 1.0, -1.0])
    ones = np.ones((5, 1))
    angle = float(rng.uniform(0.6, 1.2))
    e = np.array([np.cos(angle), np.sin(angle)])
    f = np.array([-e[1], e[0]])
    X = rng.normal(size=(500, 3))
    X /= np.linalg.norm(X, axis=1)[:, None]
    y = np.where(X @ np.array([1.0, -0.5, 0.25]) + 0.3 * rng.normal(size=500) > 0, 1.0, -1.0)
    return [
        _pass(
            student,
            (line, signs, 1.0, 10.0),
            "steps and averages",
            f"rows {line[:, 0].tolist()}, labels 1, 1, 1, -1, eta = 1, U = 10",
            {
                1: "it is the average of w_1 alone, which is zero",
                2: f"w_2 = {a:g} after a step against the gradient; average it with w_1",
                3: "it is the average of w_1, w_2 and w_3",
                4: "a step is made wherever the margin is below 1; average w_1 to w_4",
            },
        ),
        _pass(
            student,
            (ones, np.ones(5), 0.75, 10.0),
            "where the gradient is taken",
            "five times the example (1, +1), eta = 0.75, U = 10",
            {4: "the gradient of round 3 is taken at the average 0.75, not at w_3 = 1.5"},
            0.5,
        ),
        _pass(
            student,
            (ones, np.ones(5), 2.0, 3.0),
            "a margin of 1",
            "five times the example (1, +1), eta = 2, U = 3",
            {
                3: "the average of round 2 has a margin of exactly 1: no loss, no step",
                4: "the average of round 3 has a margin above 1: no loss, no step",
            },
            0.5,
        ),
        _pass(
            student,
            (np.array([e, f, -e, e]), np.array([1.0, -1.0, 1.0, 1.0]), 1.5, 1.0),
            "projection",
            "a stream in the plane, eta = 1.5, U = 1",
            {
                2: "w_2 is outside of the ball: the nearest point of the ball is on its ray",
                3: "w_3 is outside of the ball: the nearest point of the ball is on its ray",
                4: "the points w_t are brought back to the ball, and then averaged",
            },
        ),
        _pass(student, (X, y, 0.25, 2.0), "a long stream", "500 examples in space", {}),
    ]


# ---------------------------------------------------------------------- 3: one more hypothesis
def _memory(labels: Sequence[float], T: int) -> float:
    """The expected risk of a hypothesis drawn from the first T."""
    N, M = len(labels), sum(1 for label in labels if label < 0)
    return M / T * (1 - (1 - 1 / N) ** T)


def _risks(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 3)
    worlds: list[tuple[list[int], int]] = [([-1, 1], 1), ([-1, -1, 1], 2)]
    for _ in range(3):
        drawn = rng.choice([-1, 1], size=int(rng.integers(2, 5)))
        drawn[int(rng.integers(len(drawn)))] = -1
        worlds.append((drawn.tolist(), int(rng.integers(2, 5))))
    parts = [("a pick from the first T", 1.5), ("a pick from all T + 1", 1.5)]
    marks: list[Mark] = []
    try:
        answers = [
            as_array(student.call("risks", np.array(labels), T), (2,), f"risks({labels}, {T})")
            for labels, T in worlds
        ]
        for which, (part, points) in enumerate(parts):
            reason, earned = f"right in {len(worlds)} worlds", points
            for (labels, T), found in zip(worlds, answers, strict=True):
                wanted = _memory(labels, T + which)
                if abs(found[which] - wanted) > 1e-9:
                    earned = 0.0
                    reason = (
                        f"labels {labels}, T = {T}: the expected risk should be {wanted:.6g}, "
                        f"it is {found[which]:.6g}"
                    )
                    break
            marks.append(Mark(part, earned, points, reason))
    except AnswerError as error:
        marks = [Mark(part, 0.0, points, str(error)) for part, points in parts]
    return [*marks, _tight(student, int(rng.integers(30, 60)))]


def _tight(student: Student, T: int) -> Mark:
    part = "the bound is nearly reached"
    try:
        labels = as_array(student.call("tight", T), None, f"tight({T})")
    except AnswerError as error:
        return Mark(part, 0.0, 1.0, str(error))
    if labels.ndim != 1 or not 5 <= len(labels) <= 10_000 or not np.isin(labels, (-1, 1)).all():
        return Mark(part, 0.0, 1.0, f"tight({T}) should be labels 1 or -1 of at least 5 points")
    M = int((labels == -1).sum())
    if not M:
        return Mark(part, 0.0, 1.0, "no label is -1: nobody errs, and the bound is zero as well")
    share = _memory(labels.tolist(), T + 1) / (M / (T + 1))
    reason = f"for T = {T} and {len(labels)} points the risk is {share:.4f} of M/(T+1)"
    return Mark(part, float(share >= 0.95), 1.0, reason)


# ---------------------------------------------------------------------- 4: the slip
def _slip(student: Student, seed: int) -> list[Mark]:
    return [
        wrong_line(student, "slip", 3, consequences=(4, 5, 6)),
        _counterexample(student),
        derivation(
            student,
            "corrected",
            "the corrected line",
            2.0,
            task=given.BOUNDED_BELOW,
            milestones=("E(chi*(Z + c))/(epsilon + c)", "E(Z + c)/(epsilon + c)"),
        ),
    ]


def _counterexample(student: Student) -> Mark:
    part = "the counterexample"
    try:
        got = student.call("counterexample")
        if not isinstance(got, tuple | list) or len(got) != 3:
            raise AnswerError("counterexample() should be values, chances and epsilon")
        values = as_array(got[0], None, "the values")
        chances = as_array(got[1], values.shape, "the chances")
        epsilon = float(as_array(got[2], (), "epsilon"))
    except AnswerError as error:
        return Mark(part, 0.0, 1.0, str(error))
    if values.ndim != 1 or not len(values) or chances.min() < 0 or abs(chances.sum() - 1) > 1e-9:
        return Mark(part, 0.0, 1.0, "the chances should be at least 0 and have the sum 1")
    mean, p = float(chances @ values), float(chances[values >= epsilon].sum())
    shown = f"Z has mean {mean:.4g}, and Z >= {epsilon:g} with probability {p:.4g}"
    if not (epsilon > 0 and mean > 0):
        return Mark(part, 0.0, 1.0, f"{shown}; epsilon and the mean should be positive")
    if p > mean / epsilon * (1 + TOLERANCE):
        return Mark(part, 1.0, 1.0, f"{shown}, more than {mean / epsilon:.4g}")
    return Mark(part, 0.0, 1.0, f"{shown}, not more than {mean / epsilon:.4g}")


# ---------------------------------------------------------------------- 5: the vote
def _perceptron(X: Array, y: Array) -> tuple[Array, Array]:
    W, lives = [np.zeros(X.shape[1])], [0]
    for t, (row, label) in enumerate(zip(X, y, strict=True)):
        lives[-1] += 1
        if label * (row @ W[-1]) <= 0 and t + 1 < len(X):
            W.append(W[-1] + label * row)
            lives.append(0)
    return np.array(W), np.array(lives, dtype=float)


def _run(student: Student, X: Array, y: Array, part: str, points: float, example: str) -> Mark:
    W, lives = _perceptron(X, y)
    try:
        got = student.call("voted", X.copy(), y.copy())
        if not isinstance(got, tuple | list) or len(got) != 2:
            raise AnswerError("voted should return two things, W and lives")
        total = float(as_array(got[1], None, "lives").sum())
        if total != len(X):
            raise AnswerError(
                f"{example}: the lives should add up to the {len(X)} rounds, their sum is {total:g}"
            )
        found = as_array(got[1], None, "lives")
        if not np.array_equal(found, lives):
            raise AnswerError(f"{example}: lives should be {_shown(lives)}, not {_shown(found)}")
        if np.abs(as_array(got[0], W.shape, f"{example}: W") - W).max() > TOLERANCE:
            raise AnswerError(f"{example}: the lives are right, the vectors are not")
    except AnswerError as error:
        return Mark(part, 0.0, points, str(error))
    return Mark(part, points, points, f"right on {example}")


def _votes(student: Student, rng: np.random.Generator) -> Mark:
    part, points = "the vote", 1.5
    long, short = np.array([[1.0, 0.0], [-4.0, 0.0], [0.0, 1.0]]), np.array([3, 2, 1])
    ballots = [
        (long, short, np.array([1.0, 0.5]), "4 voices against 2"),
        (long, np.array([1, 3, 1]), np.array([-1.0, -1.0]), "3 voices against 2"),
        (long, short, np.array([0.0, -1.0]), "a score of zero is no voice"),
        (long, short, np.array([0.0, 1.0]), "a score of zero is no voice"),
        (long, short, np.array([1.0, -1.0]), "3 voices against 3: a draw"),
    ]
    for _ in range(20):
        W = rng.normal(size=(6, 3)) * rng.uniform(0.1, 10, size=(6, 1))
        ballots.append((W, rng.integers(1, 9, size=6), rng.normal(size=3), "a ballot of six"))
    for W, lives, x, words in ballots:
        try:
            found = as_array(student.call("vote", W, lives, x), (), "vote")
        except AnswerError as error:
            return Mark(part, 0.0, points, str(error))
        wanted = np.sign(lives @ np.sign(W @ x))
        if found != wanted:
            return Mark(
                part,
                0.0,
                points,
                f"{words}: W = {np.round(W, 2).tolist()}, lives {lives.tolist()}, "
                f"x = {np.round(x, 2).tolist()}: the vote should be {wanted:g}, it is {found:g}",
            )
    return Mark(part, points, points, f"right on {len(ballots)} ballots")


def _voted(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 5)
    X = np.array([[1.0, 1.0], [0.0, 2.0], [1.0, -1.0], [2.0, 0.0], [-1.0, 3.0]])
    y = np.array([-1.0, -1.0, 1.0, 1.0, 1.0])  # a score of zero in round 3, a mistake at the end
    Z = rng.normal(size=(200, 4))
    labels = np.where(Z @ rng.normal(size=4) + 0.5 * rng.normal(size=200) > 0, 1.0, -1.0)
    small = f"rows {X.tolist()}, labels {y.tolist()}"
    return [
        _run(student, X, y, "a short run", 0.75, small),
        _run(student, Z, labels, "a long run", 0.75, "200 examples"),
        _votes(student, rng),
    ]


QUESTIONS = [
    Question("batch-derivations", "The last point: the proof", 5.0, _derivations),
    Question("batch-anytime", "The last point: the learner", 4.0, _anytime_pass),
    Question("batch-risks", "One more hypothesis", 4.0, _risks),
    Question("batch-slip", "Find the slip", 4.0, _slip),
    Question("batch-vote", "A vote", 3.0, _voted),
]
