"""Hidden tests of the assignment *The last point, after all* (online to batch)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from olbook.exercises import online_to_batch as given
from olbook.exercises import vector

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    Array,
    as_array,
    charge_once,
    demand,
    derivation,
    generator,
    part,
    part_beside,
    several,
    should_be,
    written,
    wrong_line,
)

TOLERANCE = 1e-9


# ---------------------------------------------------------------------- 1: the two derivations
def _grade_derivations(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "one_round",
            "one round",
            3.0,
            given.ONE_ROUND,
            "L(x[t]) - L(u) + (t-1)*(L(x[t]) - L(x[t-1]))",
            "dot(D(x[t]), x[t] - u) + (t-1)*dot(D(x[t]), x[t] - x[t-1])",
        ),
        derivation(
            student,
            "last_point",
            "the last point",
            2.0,
            given.LAST_POINT,
            "Sum(t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)), t, 1, T)/T",
            "Sum(dot(D(x[t]), w[t] - u), t, 1, T)/T",
        ),
    ]


# ---------------------------------------------------------------------- 2: gradients at averages
def _in_ball(w: Array, U: float) -> Array:
    return w / max(1.0, float(np.linalg.norm(w)) / U)


class Anytime(NamedTuple):
    """The averages; a slip replaces one of these.

    A gradient at the point itself is none of them: so it is in the chapter, and in the package.
    """

    sign: float = 1.0
    rounds: Callable[[int], int] = lambda t: t
    has_loss: Callable[[float, float], bool] = operator.lt
    nearest: Callable[[Array, float], Array] = _in_ball

    def __call__(self, X: Array, y: Array, eta: float, U: float) -> Array:
        w = np.zeros(X.shape[1])
        total, points = np.zeros_like(w), np.empty_like(X)
        for t, (row, label) in enumerate(zip(X, y, strict=True), 1):
            total = total + w
            points[t - 1] = total / self.rounds(t)
            if self.has_loss(label * (row @ points[t - 1]), 1):
                w = self.nearest(w + self.sign * eta * label * row, U)
        return points


anytime = Anytime()
SLIPS = {
    "the sign of the step": Anytime(sign=-1.0),
    "the number of points in the average": Anytime(rounds=lambda t: max(t - 1, 1)),
    "the number of points in the average (t after t rounds)": Anytime(rounds=lambda t: t + 1),
    "a margin of 1": Anytime(has_loss=operator.le),
    "the loss (up to a margin of 1, not of 0)": Anytime(has_loss=lambda margin, _: margin <= 0),
    "the projection": Anytime(nearest=lambda w, U: w),
    "the projection (on a ball, not a box)": Anytime(nearest=lambda w, U: np.clip(w, -U, U)),
}


class _Stream(NamedTuple):
    """Examples, labels, the step and the radius; and what a student is told of them, and of rounds."""

    X: Array
    y: Array
    eta: float
    U: float
    example: str
    hints: Mapping[int, str] = {}


def _grade_anytime(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 2)
    streams = [draw(rng) for draw in (_line, _same_again, _on_the_edge, _plane, _long)]
    line, same, edge, plane, long = streams
    marks = [
        part("steps and averages", 0.5, lambda: _judge_points(student, line)),
        part("where the gradient is taken", 1.5, lambda: _judge_points(student, same)),
        part("a margin of 1", 0.5, lambda: _judge_points(student, edge)),
        part("projection", 0.5, lambda: _judge_points(student, plane)),
        part("a long stream", 1.0, lambda: _judge_points(student, long)),
    ]
    return charge_once(marks, SLIPS, lambda n, slip: _fits(student, streams[n], slip))


def _points(student: Student, stream: _Stream) -> Array:
    X, y, eta, U, *_ = stream
    got = student.call("anytime_pass", X.copy(), y.copy(), eta, U)
    return as_array(got, X.shape, f"anytime_pass of {len(X)} examples")


def _fits(student: Student, stream: _Stream, slip: Anytime) -> bool:
    """Whether the student's averages are just those that one gets with this slip."""
    X, y, eta, U, *_ = stream
    found, wanted = _points(student, stream), slip(X, y, eta, U)
    return bool(np.abs(found - wanted).max() <= TOLERANCE * max(U, np.abs(wanted).max()))


def _judge_points(student: Student, stream: _Stream) -> str:
    """Compare with the reference; the first wrong round says why, as far as we can tell."""
    X, y, eta, U, example, hints = stream
    found, wanted = _points(student, stream), anytime(X, y, eta, U)
    wrong = np.flatnonzero(np.abs(found - wanted).max(axis=1) > TOLERANCE * U)
    if not len(wrong):
        return f"right in all {len(X)} rounds of {example}"
    t = int(wrong[0])
    hint = f"; {hints[t + 1]}" if t + 1 in hints else ""
    raise AnswerError(
        f"{example}: the average of round {t + 1} {should_be(wanted[t], found[t])}{hint}"
    )


def _line(rng: np.random.Generator) -> _Stream:
    a = float(np.round(rng.uniform(0.1, 0.375), 3))
    hints = {
        1: "it is the average of w_1 alone, which is zero",
        2: f"w_2 = {a:g} after a step against the gradient; average it with w_1",
        3: "it is the average of w_1, w_2 and w_3",
        4: "a step is made wherever the margin is below 1; average w_1 to w_4",
    }
    example = f"rows {[a, -a, 2 * a, a]}, labels 1, 1, 1, -1, eta = 1, U = 10"
    X, y = np.array([[a], [-a], [2 * a], [a]]), np.array([1.0, 1.0, 1.0, -1.0])
    return _Stream(X, y, 1.0, 10.0, example, hints)


def _same_again(rng: np.random.Generator) -> _Stream:
    """The third average has a loss, and the third point and the fourth average have none."""
    eta = float(np.round(rng.uniform(0.7, 0.95), 3))
    hints = {4: f"the gradient of round 3 is taken at the average {eta:g}, not at w_3"}
    example = f"five times the example (1, +1), eta = {eta:g}, U = 10"
    return _Stream(np.ones((5, 1)), np.ones(5), eta, 10.0, example, hints)


def _on_the_edge(rng: np.random.Generator) -> _Stream:
    """The second average has a margin of exactly 1: powers of two are not rounded."""
    x, label = 2.0 ** int(rng.integers(-2, 3)), float(rng.choice([-1, 1]))
    T, U = int(rng.integers(5, 9)), float(np.round(rng.uniform(3, 6) / x, 2))
    eta = 2 / x**2
    hints = {
        3: "the average of round 2 has a margin of exactly 1: no loss, no step",
        4: "the average of round 3 has a margin above 1: no loss, no step",
    }
    example = f"{T} times the example ({x:g}, {label:+g}), eta = {eta:g}, U = {U:g}"
    return _Stream(np.full((T, 1), x), np.full(T, label), eta, U, example, hints)


def _plane(rng: np.random.Generator) -> _Stream:
    """Rows far from a right angle, where the sign of a score would be that of a rounding error."""
    angle = float(rng.uniform(0.6, 1.2))
    e, f = np.array([[np.cos(a), np.sin(a)] for a in (angle, angle + np.pi / 2 + 0.25)])
    hints = {
        2: "w_2 is outside of the ball: the nearest point of the ball is on its ray",
        3: "w_3 is outside of the ball: the nearest point of the ball is on its ray",
        4: "the points w_t are brought back to the ball, and then averaged",
    }
    example = "a stream in the plane, eta = 1.5, U = 1"
    X, y = np.array([e, f, -e, e]), np.array([1.0, -1.0, 1.0, 1.0])
    return _Stream(X, y, 1.5, 1.0, example, hints)


def _long(rng: np.random.Generator) -> _Stream:
    X = rng.normal(size=(500, 3))
    X /= np.linalg.norm(X, axis=1)[:, None]
    scores = X @ np.array([1.0, -0.5, 0.25]) + 0.3 * rng.normal(size=500)
    return _Stream(X, np.where(scores > 0, 1.0, -1.0), 0.25, 2.0, "500 examples in space")


# ---------------------------------------------------------------------- 3: one more hypothesis
def _memory(labels: Sequence[float], T: int) -> float:
    """The expected risk of a hypothesis drawn from the first T."""
    N, M = len(labels), sum(1 for label in labels if label < 0)
    return M / T * (1 - (1 - 1 / N) ** T)


def _grade_risks(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 3)
    worlds: list[tuple[list[int], int]] = [
        ([-1, 1], 1),
        ([-1, -1, 1], 2),
        ([1, 1, 1], 2),  # nobody errs
        ([-1], 3),  # one point: it is known after one example
    ]
    for _ in range(3):
        drawn = rng.choice([-1, 1], size=int(rng.integers(2, 5)))
        drawn[int(rng.integers(len(drawn)))] = -1
        worlds.append((drawn.tolist(), int(rng.integers(2, 5))))
    lengths = [int(rng.integers(40, 60)), int(rng.integers(150, 200))]

    return [
        part("a pick from the first T", 1.5, lambda: _judge_pick(student, worlds, 0)),
        part("a pick from all T + 1", 1.5, lambda: _judge_pick(student, worlds, 1)),
        part("the bound is nearly reached", 1.0, lambda: _judge_tight(student, lengths)),
    ]


def _judge_pick(student: Student, worlds: list[tuple[list[int], int]], more: int) -> str:
    """The expected risk of a pick from the first T, or from one more."""
    for labels, T in worlds:
        got = student.call("risks", np.array(labels), T)
        found = as_array(got, (2,), f"risks({labels}, {T})")[more]
        wanted = _memory(labels, T + more)
        demand(
            abs(found - wanted) <= 1e-9,
            f"labels {labels}, T = {T}: the expected risk {should_be(wanted, found)}",
        )
    return f"right in {len(worlds)} worlds"


def _judge_tight(student: Student, lengths: Sequence[int]) -> str:
    reasons = []
    for T in lengths:
        labels = as_array(student.call("tight", T), None, f"tight({T})")
        right = labels.ndim == 1 and 1 <= len(labels) <= 10_000 and np.isin(labels, (-1, 1)).all()
        demand(right, f"tight({T}) should be labels 1 or -1")
        M = int((labels == -1).sum())
        demand(M, "no label is -1: nobody errs, and the bound is zero as well")
        risk = _memory(labels.tolist(), T + 1)
        share = risk / (M / (T + 1))
        reasons.append(
            f"for T = {T}, {len(labels)} points and M = {M} the risk is {risk:.4f}, "
            f"{100 * share:.1f} per cent of M/(T+1)"
        )
        demand(risk >= 0.25, f"{reasons[-1]}; it should be at least 1/4")
        demand(share >= 0.95, f"{reasons[-1]}; it should be at least 95 per cent")
    return "; ".join(reasons)


# ---------------------------------------------------------------------- 4: the slip
def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        wrong_line(student, "slip", 3, lines=6, consequences=(4, 5, 6)),
        part("the counterexample", 1.0, lambda: _judge_counterexample(student)),
        derivation(
            student,
            "corrected",
            "the corrected line",
            2.0,
            given.BOUNDED_BELOW,
            "E(chi*(Z + c))/(epsilon + c)",
            "E(Z + c)/(epsilon + c)",
        ),
    ]


def _judge_counterexample(student: Student) -> str:
    got = several(student.call("counterexample"), 3, "values, chances and epsilon")
    values = as_array(got[0], None, "the values")
    chances = as_array(got[1], values.shape, "the chances")
    epsilon = float(as_array(got[2], (), "epsilon"))
    right = values.ndim == 1 and len(values) and chances.min() >= 0
    demand(
        right and abs(chances.sum() - 1) <= 1e-9,
        "the chances should be at least 0 and have the sum 1",
    )
    mean, p = float(chances @ values), float(chances[values >= epsilon].sum())
    shown = f"Z has mean {mean:.4g}, and Z >= {epsilon:g} with probability {p:.4g}"
    demand(epsilon > 0 and mean > 0, f"{shown}; epsilon and the mean should be positive")
    demand(p > mean / epsilon * (1 + TOLERANCE), f"{shown}, not more than {mean / epsilon:.4g}")
    return f"{shown}, more than {mean / epsilon:.4g}"


# ---------------------------------------------------------------------- 5: the vote
class Voted(NamedTuple):
    """The vectors of the Perceptron and their lives; a slip replaces one of these."""

    errs: Callable[[float], bool] = lambda margin: margin <= 0
    step: Callable[[float], float] = lambda label: label

    def __call__(self, X: Array, y: Array) -> tuple[Array, Array]:
        W, lives = [np.zeros(X.shape[1])], [0]
        for t, (row, label) in enumerate(zip(X, y, strict=True)):
            lives[-1] += 1
            if self.errs(label * (row @ W[-1])) and t + 1 < len(X):
                W.append(W[-1] + self.step(label) * row)
                lives.append(0)
        return np.array(W), np.array(lives, dtype=float)


_Run = tuple[Array, Array, str]
"""Examples, labels, and words for them."""

voted = Voted()
VOTE_SLIPS = {
    "the rounds of the updates (mistakes only)": Voted(errs=lambda margin: True),
    "the sign of the update": Voted(step=lambda label: -label),
    "the label in the update": Voted(step=lambda label: 1.0),
    "the size of the update": Voted(step=lambda label: 2 * label),
}


def _grade_vote(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 5)
    X, y = _short_run(rng)
    Z = rng.normal(size=(200, 4))
    labels = np.where(Z @ rng.normal(size=4) + 0.5 * rng.normal(size=200) > 0, 1.0, -1.0)
    runs = ((X, y, f"rows {X.tolist()}, labels {y.tolist()}"), (Z, labels, "200 examples"))
    marks = [
        part("a short run", 0.75, lambda: _judge_run(student, runs[0])),
        part("a long run", 0.75, lambda: _judge_run(student, runs[1])),
    ]
    ballots = _ballots(rng)
    votes = part("the vote", 1.0, lambda: _judge_vote(student, ballots, draws=False))
    return [
        # what a run is judged by says that it is right, or raises
        *charge_once(marks, VOTE_SLIPS, lambda n, slip: bool(_judge_run(student, runs[n], slip))),
        votes,
        part_beside(
            votes,
            "a draw",
            0.5,
            lambda: _judge_vote(student, ballots, draws=True),
            "the other votes",
        ),
    ]


def _judge_run(student: Student, run: _Run, learner: Voted = voted) -> str:
    X, y, example = run
    W, lives = learner(X, y)
    got = several(student.call("voted", X.copy(), y.copy()), 2, "W and lives")
    found = as_array(got[1], None, "lives")
    total = float(found.sum())
    demand(
        total == len(X),
        f"{example}: the lives should add up to the {len(X)} rounds, their sum is {total:.9g}",
    )
    right = np.array_equal(found, lives)
    demand(right, f"{example}: lives should be {vector(lives)}, not {vector(found)}")
    off = np.abs(as_array(got[0], W.shape, f"{example}: W") - W).max()
    demand(off <= TOLERANCE, f"{example}: the lives are right, the vectors are not")
    return f"right on {example}"


Ballot = tuple[Array, Array, Array, str]
"""Vectors, their lives, a point, and words for what it shows."""


def _judge_vote(student: Student, ballots: list[Ballot], draws: bool) -> str:
    outcomes = [np.sign(lives @ np.sign(W @ x)) for W, lives, x, _ in ballots]
    own = [(*b, o) for b, o in zip(ballots, outcomes, strict=True) if (o == 0) == draws]
    for W, lives, x, words, wanted in own:
        found = float(as_array(student.call("vote", W, lives, x), (), "vote"))
        demand(
            found == wanted,
            f"{words}: W = {np.round(W, 2).tolist()}, lives {lives.tolist()}, "
            f"x = {np.round(x, 2).tolist()}: the vote should be {wanted:g}, it is {found:.9g}",
        )
    return f"right on {len(own)} ballots"


def _short_run(rng: np.random.Generator) -> tuple[Array, Array]:
    """A score of zero in round 3 and a mistake at the end, in any scale and any reflection."""
    X = np.array([[1.0, 1.0], [0.0, 2.0], [1.0, -1.0], [2.0, 0.0], [-1.0, 3.0]])
    X = rng.integers(1, 10) * rng.choice([-1.0, 1.0], size=2) * rng.permutation(X, axis=1)
    return X, np.array([-1.0, -1.0, 1.0, 1.0, 1.0])


def _ballots(rng: np.random.Generator) -> list[Ballot]:
    long, short = np.array([[1.0, 0.0], [-4.0, 0.0], [0.0, 1.0]]), np.array([3, 2, 1])
    ballots = [
        (long, short, np.array([1.0, 0.5]), "4 voices against 2"),
        (long, np.array([1, 3, 1]), np.array([-1.0, -1.0]), "3 voices against 2"),
        (long, short, np.array([0.0, -1.0]), "a score of zero is no voice"),
        (long, short, np.array([0.0, 1.0]), "a score of zero is no voice"),
        (long, short, np.array([1.0, -1.0]), "3 voices against 3: a draw"),
        (long, short, np.array([-1.0, 1.0]), "3 voices against 3: a draw"),
    ]
    for _ in range(20):
        W = rng.normal(size=(6, 3)) * rng.uniform(0.1, 10, size=(6, 1))
        ballots.append((W, rng.integers(1, 9, size=6), rng.normal(size=3), "a ballot of six"))
    return ballots


QUESTIONS = [
    Question("batch-derivations", "The last point: the proof", 5.0, _grade_derivations),
    Question("batch-anytime", "The last point: the learner", 4.0, _grade_anytime),
    Question("batch-risks", "One more hypothesis", 4.0, _grade_risks),
    Question("batch-slip", "Find the slip", 4.0, _grade_slip),
    Question("batch-vote", "A vote", 3.0, _grade_vote),
    written(
        "batch-written",
        {
            "h_t does not know example t, so its chance to err is its mean risk": 1.0,
            "the sum over T + 1 rounds is the mean number of mistakes, at most M": 1.0,
            "the pick does not depend on the sample, and why example T + 1 need not be drawn": 1.0,
        },
    ),
]
