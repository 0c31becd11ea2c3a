"""Checks beside the assignment on Winnow: they say what is wrong and how to see it.

Every function takes the student's functions, prints one line, and never raises for a wrong answer.
They look at small examples only; an answer that passes them can still lose points.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import numpy as np

from ..checked import Context
from ..protocol import play
from ..winnow import Winnow
from . import NotYet, answer, array, close, is_several, require, visible
from .chains import Pinned, check_of
from .written import check_written as check_written
from .written import check_wrong_line as check_wrong_line

Function = Callable[..., Any]


def _two(got: Any, names: str) -> tuple[Any, Any]:
    """Two things that were returned."""
    require(is_several(got, 2), f"two things are to be returned: {names}")
    return got[0], got[1]


# ---------------------------------------------------------------------- 1: the algorithm
# rounds, labels, factor, the mistakes, the weights of the switches 1, 2, 3 and 10 at the end
SMALL = [
    ([[1], [2, 3], [1, 2]], (-1, 1, 1), 2.0, (1, 1, 0), (1 / 4, 1 / 3, 1 / 6, 1 / 110)),
    ([[1], [10], [10, 2]], (1, 1, -1), 4.0, (1, 1, 0), (2.0, 1 / 6, 1 / 12, 4 / 110)),
    ([[1, 2, 3], [3]], (-1, -1), 3.0, (1, 0), (1 / 6, 1 / 18, 1 / 36, 1 / 110)),
    ([[], [1]], (1, 1), 2.0, (1, 1), (1.0, 1 / 6, 1 / 12, 1 / 110)),
]
ASKED = [3, 1, 10, 2]


@visible
def check_endless(endless_winnow: Function) -> str:
    """Three rounds that can be followed by hand."""
    for rounds, labels, beta, mistakes, weights in SMALL:
        where = f"rounds {rounds}, labels {list(labels)}, beta = {beta:g}"
        got = answer(endless_winnow, rounds, np.array(labels), beta, ASKED)
        flags, asked = _two(got, "the mistakes, the weights asked for")
        flags = array(flags, (len(rounds),), "the mistakes")
        for t in np.flatnonzero(flags != mistakes)[:1]:
            raise NotYet(
                f"round {t + 1} is {'a' if mistakes[t] else 'no'} mistake ({where}); add up the "
                "weights of its switches by hand, and compare with 1/2"
            )
        close(
            asked,
            [dict(zip((1, 2, 3, 10), weights, strict=True))[switch] for switch in ASKED],
            f"the weights of the switches 3, 1, 10 and 2, in this order ({where})",
            hint="only switches that were on in a mistake have left their first weight 1/(i(i+1))",
        )
    return "four short streams, a tie with the threshold and a round without a switch among them"


# ---------------------------------------------------------------------- 2: the proof
def _one_mistake(kind: str) -> Context:
    """A mistake: sum of the weights, and what the disjunction sees, before and after."""
    ctx = Context(positive="beta", real="W V L K s n")
    ctx.hyp("up", "1 < beta", label="the factor")
    if kind == "promotion":
        ctx.define("total", "V == W + (beta - 1)*s", label="the sum of the weights afterwards")
        ctx.define("logs", "K == L + n*log(beta)", label="the logarithms of the literals")
        ctx.hyp("low", "s <= 1/2", label="the score was too low")
        ctx.hyp("active", "n >= 1", label="a literal is active")
    else:
        ctx.define("total", "V == W - (1 - 1/beta)*s", label="the sum of the weights afterwards")
        ctx.define("logs", "K == L", label="the logarithms of the literals")
        ctx.hyp("high", "s >= 1/2", label="the score was too high")
    return ctx


def _the_end() -> Context:
    ctx = Context(positive="w", nonneg="u")
    ctx.hyp("disjunction", "u**2 == u", label="a literal or not")
    ctx.hyp("tangent", "log(w) <= w - 1", label="a line above the logarithm")
    return ctx


def _many_rounds() -> Context:
    ctx = Context(index="t: 1..T", posint="T", positive="r", nonneg="iota B k", real="M P")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.hyp("round", "r*iota[t] <= P[t] - P[t+1]", label="a mistake lowers the potential")
    ctx.hyp("first", "P[1] == 1 + B", label="the potential at the start")
    ctx.hyp("last", "P[T+1] >= k", label="the potential at the end")
    return ctx


PROMOTION = Pinned(
    lambda: _one_mistake("promotion"), "(W - L) - (V - K) >= log(beta) - (beta - 1)/2", most=2
)
DEMOTION = Pinned(lambda: _one_mistake("demotion"), "(W - L) - (V - K) >= (1 - 1/beta)/2", most=2)
END = Pinned(_the_end, "w - u*log(w) >= u")
MISTAKES = Pinned(_many_rounds, "M <= (1 + B - k)/r", most=2)


check_promotion = check_of(PROMOTION)
check_demotion = check_of(DEMOTION)
check_end = check_of(END)
check_mistakes = check_of(MISTAKES)


# ---------------------------------------------------------------------- 3: the experiment
@visible
def check_longer_walls(longer_walls: Function) -> str:
    """Two rounds on walls of two and of eight switches."""
    X = np.array([[1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0.0]])
    table = array(answer(longer_walls, X, np.array([1.0, -1.0]), [8, 2], 2.0), (2, 2), "your table")
    where = "rounds {1} (+1) and {2} (-1), beta = 2"
    for d, row, expected in zip((8, 2), table, ((1, 1), (2, 1)), strict=True):
        close(
            row,
            expected,
            f"the mistakes on the wall of {d}, equal start and endless start ({where})",
            hint="equal start means 1/d each, with d the length of this wall; the rows of the table "
            "have the order of the lengths, here 8 and 2",
        )
    X, y = np.tile(np.arange(8) == 3.0, (7, 1)) * 1.0, np.array([1.0, 1, 1, 1, -1, -1, 1])
    close(  # no score is 1/2, so that a factor that is made by exp and log will do
        array(answer(longer_walls, X, y, [8], 3.0), (1, 2), "your table"),
        [[4, 5]],
        "the mistakes on a wall of 8 where switch 4 is on in seven rounds, four times +1, twice -1, "
        "once +1, beta = 3, equal start and endless start",
        hint="from 1/8 its weight goes 3/8, 9/8, and then 3/8, 9/8; only mistakes change it",
    )
    return "two rounds on walls of two and of eight switches, and seven rounds with one"


@visible
def check_promise(promise: Function) -> str:
    """The bound for one literal and for two."""
    for literals, beta, expected in (
        ([1], 2.0, np.log(2) / (np.log(2) - 1 / 2)),
        ([1, 3], 1.5, (np.log(24) - 1) / (np.log(1.5) - 1 / 4)),
    ):
        close(
            answer(promise, literals, beta),
            expected,
            f"the bound for the literals {literals} and beta = {beta:g}",
            hint="B adds ln(i(i+1)) over the literals; r is the smaller of two numbers",
        )
    return "one literal with beta = 2, two literals with beta = 1.5"


# ---------------------------------------------------------------------- 4: the conversion
@visible
def check_pairs(pairs: Function) -> str:
    """All points with three switches: is every term of two literals a column?"""
    d = 3
    X = np.array(list(product((0.0, 1.0), repeat=d)))
    got = answer(pairs, X)
    require(np.ndim(got) == 2, f"an array with a row for each point, your shape is {np.shape(got)}")
    Z = array(got, (len(X), np.shape(got)[1]), "your array")
    require(np.isin(Z, (0, 1)).all(), "every new feature is 0 or 1")
    for i, j in combinations(range(d), 2):
        for on in product((1, 0), repeat=2):
            term = (X[:, i] == on[0]) & (X[:, j] == on[1])
            if not (term[:, np.newaxis] == Z).all(axis=0).any():
                name = " and ".join(
                    f"switch {n + 1} is {'on' if o else 'off'}"
                    for n, o in zip((i, j), on, strict=True)
                )
                raise NotYet(f'three switches: no column says "{name}"')
    require(
        Z.shape[1] <= 2 * d**2 + 1,
        f"three switches: {Z.shape[1]} columns, and {2 * d * (d - 1)} are enough",
    )
    kinds = len({tuple(column) for column in Z.T.tolist()})
    require(kinds == Z.shape[1], f"three switches: of {Z.shape[1]} columns {kinds} are different")
    alone = answer(pairs, X[3:4])
    require(
        np.shape(alone) == (1, Z.shape[1]) and np.array_equal(np.asarray(alone)[0], Z[3]),
        "one point alone gives another row than among others: a row may depend on its point only",
    )
    return f"three switches, {Z.shape[1]} columns, all terms of two literals"


@visible
def check_learn_pairs(learn_pairs: Function) -> str:
    """The bound, and that the count is possible."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, size=(60, 4)).astype(float)
    y = np.where(X[:, 0] != X[:, 1], 1.0, -1.0)
    got = _two(answer(learn_pairs, X, y, 2), "the mistakes, the bound")
    mistakes, bound = (float(array(each, (), "each of the two")) for each in got)
    low, high = 16 * np.log(24), 16 * np.log(33)
    require(
        low - 1e-9 <= bound <= high + 1e-9,
        f"four switches, k = 2: with 24 columns the bound is {low:.4g}, yours is {bound:.4g}",
    )
    require(
        mistakes == round(mistakes) and 0 < mistakes <= bound,
        f"four switches: {mistakes:g} mistakes cannot be, the bound is {bound:.4g}",
    )
    if abs(bound - low) < 1e-9:
        terms = [
            (X[:, i] == a) & (X[:, j] == b)
            for i, j in combinations(range(4), 2)
            for a, b in product((0, 1), repeat=2)
        ]
        Z = np.column_stack(terms).astype(float)
        close(
            mistakes,
            play(Winnow(), Z, y).n_mistakes,
            "four switches, the number of mistakes in 60 rounds",
            hint="Winnow as it is, on the 24 new features, in all rounds",
        )
    return f"exactly one of two switches: {mistakes:g} mistakes, at most {bound:.4g}"


# ---------------------------------------------------------------------- 5: the slip
def promotions_of(X: np.ndarray, y: np.ndarray, beta: float) -> np.ndarray:
    """How often Winnow of the passage promotes each switch."""
    w, promotions = np.full(X.shape[1], 1 / X.shape[1]), np.zeros(X.shape[1])
    for x_t, y_t in zip(X, y, strict=True):
        if y_t * (w @ x_t - 0.5) <= 0:
            w, promotions = w * beta ** (y_t * x_t), promotions + x_t * (y_t > 0)
    return promotions


@visible
def check_counterexample(counterexample: Function) -> str:
    """That the stream is one of a disjunction, and that Winnow breaks a line on it."""
    got = answer(counterexample)
    require(is_several(got, 4), "four things are to be returned: X, y, u, beta")
    shape = np.shape(got[0])
    require(
        len(shape) == 2 and min(shape) > 0, f"X has a row for each round, yours has shape {shape}"
    )
    X, y = array(got[0], shape, "X"), array(got[1], shape[:1], "y")
    u, beta = array(got[2], shape[1:], "u"), float(array(got[3], (), "beta"))
    require(np.isin(X, (0, 1)).all() and np.isin(u, (0, 1)).all(), "X and u hold 0 and 1 only")
    require(u.any(), "u has at least one literal")
    require(beta > 1, f"beta should be above 1, it is {beta:g}")
    for t in np.flatnonzero(y != np.where(X @ u > 0, 1, -1))[:1]:
        raise NotYet(f"round {t + 1}: the label is not the one of your disjunction")
    require(
        promotions_of(X, y, beta)[u == 1].max() > np.log(len(u)) / np.log(beta) + 1e-9,
        f"beta = {beta:g}, d = {len(u)}: on this stream every line of the passage holds",
    )
    return "a stream that breaks a line of the passage; which one is not said here"


def _repair() -> Context:
    ctx = Context(positive="beta d", nonneg="k m p q", real="M")
    ctx.hyp("up", "1 < beta", label="the factor")
    ctx.define("count", "M == p + q", label="promotions and demotions")
    ctx.hyp("line_6", "q <= 2*beta/(beta - 1) + beta*p", label="line 6 of the passage")
    ctx.hyp("literals", "p <= k*m", label="no literal has more than $m$ promotions")
    ctx.hyp("height", "(m - 1)*log(beta) <= log(d) - log(2)", label="before the last of $m$")
    return ctx


REPAIRED = Pinned(
    _repair, "M <= 2*beta/(beta - 1) + (1 + beta)*k*(1 + (log(d) - log(2))/log(beta))", most=3
)


check_repaired = check_of(REPAIRED)
