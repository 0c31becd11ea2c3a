"""Checks beside the assignment on the Perceptron: they say what is wrong and how to see it.

Every function takes the student's functions, prints one line, and never raises for a wrong answer.
They look at small examples only; an answer that passes them can still lose points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..checked import Context
from ..perceptron import Perceptron
from ..protocol import play
from . import NotYet, answer, array, close, is_several, require, visible
from .chains import Pinned, check_of
from .written import check_written as check_written
from .written import check_wrong_line as check_wrong_line

Function = Callable[..., Any]
FINE = 1e-9  # rounding of lengths and margins


def _three(got: Any, names: str) -> tuple[Any, Any, Any]:
    """Three things that were returned."""
    require(is_several(got, 3), f"three things are to be returned: {names}")
    return tuple(got)


def _stream(X: Any, y: Any, d: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Points and labels."""
    shape = np.shape(X)
    require(len(shape) == 2 and shape[0] > 0, f"X should have a row for each round, shape {shape}")
    X = array(X, shape if d is None else (shape[0], d), "X")
    y = array(y, (len(X),), "y")
    require(np.isin(y, (-1, 1)).all(), "the labels y are -1 or +1")
    return X, y


# ---------------------------------------------------------------------- 1: the algorithm
ROWS = np.array([[2.0, 0.0], [1.0, 1.0], [1.0, -2.0], [0.0, 1.0]])
LABELS = np.array([1.0, 1.0, -1.0, 1.0])
# start, theta, the rounds with an update, the last weights, the average of w_1, ..., w_4
SMALL = [
    ((0.0, 0.0), 0.0, (True, False, True, False), (1.0, 2.0), (1.25, 0.5)),
    ((0.0, 0.0), 2.0, (True, True, True, False), (2.0, 3.0), (1.75, 1.0)),
    ((1.0, 0.0), 2.0, (True, False, True, True), (2.0, 3.0), (2.25, 0.5)),
]
QUIET = np.array([[2.0, 0.0], [0.0, 1.0]])  # rows, with labels 1, on which (1, 2) has no update


@visible
def check_cautious(cautious_perceptron: Function) -> str:
    """The cautious Perceptron on four rounds in the plane."""
    for start, theta, updated, last, average in SMALL:
        where = f"rows {ROWS.tolist()}, labels {LABELS.tolist()}, theta = {theta:g}, start {start}"
        got = answer(cautious_perceptron, ROWS, LABELS, theta, np.array(start))
        w, mean, flags = _three(got, "the last weights, the average weights, updated")
        flags = array(flags, (4,), "updated")
        for t in np.flatnonzero(flags != updated)[:1]:
            raise NotYet(
                f"round {t + 1}: {'an' if updated[t] else 'no'} update was expected ({where}); "
                "compute y<w, x> by hand there, and compare it with theta"
            )
        close(w, last, f"the last weights ({where})")
        close(
            mean,
            average,
            f"the average of the four played weights w_1, ..., w_4 ({where})",
            hint="the weights played in round 1 count, those after round 4 do not",
        )
    got = answer(cautious_perceptron, QUIET, np.ones(2), 1.0, np.array([1.0, 2.0]))
    w, mean, flags = _three(got, "the last weights, the average weights, updated")
    where = f"rows {QUIET.tolist()}, labels 1, theta = 1, start [1, 2]: no update"
    close(array(flags, (2,), "updated"), [0, 0], f"updated ({where})")
    for each, what in ((w, "last"), (mean, "average")):
        close(each, [1.0, 2.0], f"the {what} weights ({where})")
    return "four rounds, three times, ties with theta among them"


# ---------------------------------------------------------------------- 2: the proof
def one_update() -> Context:
    """A round with an update, from ``w`` to ``v``."""
    ctx = Context(positive="R theta c", real="y", vector="w v x u")
    ctx.define("update", "v == w + y*x", label="the update")
    ctx.define("multiple", "c == R**2 + 2*theta", label="a short name")
    ctx.hyp("label", "y**2 == 1", label="the label")
    ctx.hyp("cautious", "y*dot(w, x) <= theta", label="what an update needs")
    ctx.hyp("radius", "norm2(x) <= R**2", label="size of the input")
    ctx.hyp("margin", "y*dot(u, x) >= 1", label="margin")
    return ctx


def many_rounds() -> Context:
    """The rounds of a stream; ``iota`` is 1 in a round with an update, and 0 otherwise."""
    ctx = Context(
        index="t: 1..T", posint="T", positive="U c", nonneg="iota", real="M", vector="w u"
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of updates")
    return ctx


def _rounds_that_approach() -> Context:
    ctx = many_rounds()
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.hyp(
        "one_round", "norm2(w[t+1] - c*u) - norm2(w[t] - c*u) <= -c*iota[t]", label="the first part"
    )
    return ctx


def _rounds_that_lengthen() -> Context:
    ctx = many_rounds()
    ctx.hyp("growth", "norm2(w[t+1]) - norm2(w[t]) <= c*iota[t]", label="an update lengthens $w$")
    ctx.hyp("all_rounds", "M <= c*U**2", label="the second part")
    return ctx


ONE_ROUND = Pinned(one_update, "norm2(v - c*u) - norm2(w - c*u) <= -c", most=3)
ALL_ROUNDS = Pinned(_rounds_that_approach, "M <= c*U**2", most=3)
LENGTH = Pinned(_rounds_that_lengthen, "norm2(w[T+1]) <= c**2*U**2", most=3)


check_one_round = check_of(ONE_ROUND)
check_all_rounds = check_of(ALL_ROUNDS)
check_length = check_of(LENGTH)


# ---------------------------------------------------------------------- 3: the experiment
@visible
def check_margins(margins: Function) -> str:
    """Two points on a line: everything can be counted on the fingers."""
    X, y = np.array([[1.0], [-2.0]]), np.array([1.0, -1.0])
    table = array(answer(margins, X, y, [0.0, 1.0, 5.0]), (3, 2), "your table")
    on = "points 1 (label 1) and -2 (label -1)"
    for theta, row, expected in zip((0, 1, 5), table, (1, 2, 5), strict=True):
        require(
            row[0] == expected,
            f"{on}, theta = {theta}: {expected} updates until a whole pass makes none, you report "
            f"{row[0]:g}; follow w, a single number, by hand",
        )
        close(
            row[1],
            1.0,
            f"the geometric margin of your w ({on}, theta = {theta})",
            hint="on the line it is 1 for every w > 0: divide by the length of w",
        )
    return "two points on the line, three values of theta"


@visible
def check_smallest_theta(smallest_theta: Function) -> str:
    """The guarantee, put back in."""
    for R, tail in ((1.0, ""), (2.0, "; right for R = 1: do longer points need more caution?")):
        theta = float(array(answer(smallest_theta, 0.25, R), (), "theta"))
        share = theta / (R**2 + 2 * theta)
        require(
            abs(share - 0.25) <= FINE,
            f"with R = {R:g} your theta = {theta:g} guarantees theta/(R^2 + 2 theta) = {share:.4g} "
            f"of the margin, and 0.25 was asked for{tail}",
        )
    return "a quarter of the margin, for points of length 1 and of length 2"


# ---------------------------------------------------------------------- 4: the adversary
@visible
def check_hard_stream(hard_stream: Function) -> str:
    """The stream for a margin of 0.3: does it keep its promises, and does the Perceptron err?

    Also for a wider margin and for a narrow one, of which nothing is told that is right.
    """
    for gamma, most in ((0.49, 4), (0.051, 384), (0.3, 11)):
        said = _forced(hard_stream, gamma, most)
    return said


def _forced(hard_stream: Function, gamma: float, most: int) -> str:
    X, y, u = _three(answer(hard_stream, gamma), "X, y, u")
    (X, y), u = _stream(X, y, 3), array(u, (3,), "u")
    size = float(np.linalg.norm(u))
    require(abs(size - 1) <= FINE, f"u should have length 1, yours has {size:.6g}")
    lengths, kappas = np.linalg.norm(X, axis=1), y * (X @ u)
    require(
        lengths.max() <= 1 + FINE,
        f"gamma = {gamma}, round {lengths.argmax() + 1}: the point has length "
        f"{lengths.max():.6g}, above 1",
    )
    require(
        kappas.min() >= gamma - FINE,
        f"gamma = {gamma}, round {kappas.argmin() + 1}: y<u, x> = {kappas.min():.6g} is below gamma",
    )
    signed = y * play(Perceptron(), X, y).scores
    wrong = signed <= 0
    hint = ""
    if not wrong.all():
        t = int(wrong.argmin())
        hint = f"; round {t + 1} is right, with y<w, x> = {signed[t]:.3g}"
    require(
        wrong.sum() >= most,
        f"gamma = {gamma}: {wrong.sum()} mistakes, and {most} can be forced{hint}",
    )
    return f"gamma = {gamma}: {wrong.sum()} mistakes in three dimensions"


# ---------------------------------------------------------------------- 5: the slip
@visible
def check_counterexample(counterexample: Function) -> str:
    """Plays the Perceptron on the student's stream and says what comes out."""
    X, y, u = _three(answer(counterexample), "X, y, u")
    X, y = _stream(X, y)
    u = array(u, (X.shape[1],), "u")
    wrong = y * play(Perceptron(), X, y).scores <= 0
    H = np.maximum(0.0, 1 - y * (X @ u))[wrong].sum()
    b = np.linalg.norm(X, axis=1).max() * np.linalg.norm(u)
    numbers = f"M = {wrong.sum()}, b^2 = {b**2:.4g}, H = {H:.4g}"
    require(wrong.sum() > b**2 + H + FINE, f"{numbers}: these numbers break no line of the passage")
    return numbers


def repair_context() -> Context:
    """The inequality of line 4, and a weight between 0 and 1."""
    ctx = Context(positive="a", nonneg="b H M")
    ctx.hyp("part", "a < 1", label="a weight")
    ctx.hyp("line_4", "M - H <= b*sqrt(M)", label="line 4 of the passage")
    return ctx


REPAIRED = Pinned(repair_context, "M <= H/(1 - a) + b**2/(4*a*(1 - a))")


check_repaired = check_of(REPAIRED)
