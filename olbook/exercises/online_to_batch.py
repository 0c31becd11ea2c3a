"""Visible checks of the assignment *The last point, after all* (online to batch)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..checked import Context
from . import answer, array, close, is_several, require, visible
from .chains import Pinned, check_of
from .written import check_written as check_written


def anytime() -> Context:
    """What is known of one round of question 1; the facts are convex and average."""
    ctx = Context(index="t: 1..T", posint="T", real="L", vector="D w x u p q")
    ctx.hyp("convex", "L(p) - L(q) <= dot(D(p), p - q)", label="convexity", for_all="p q")
    ctx.define("average", "w[t] == t*x[t] - (t-1)*x[t-1]", label="the averages")
    return ctx


def all_rounds() -> Context:
    """What the second half of question 1 may use; the facts are one_round and regret."""
    ctx = Context(index="t: 1..T", posint="T", real="L R", vector="D w x u")
    ctx.hyp(
        "one_round",
        "t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)) <= dot(D(x[t]), w[t] - u)",
        label="the first half",
    )
    ctx.hyp("regret", "Sum(dot(D(x[t]), w[t] - u), t, 1, T) <= R", label="linear regret")
    return ctx


def bounded_below() -> Context:
    """What is known of the excess risk in question 4; the facts are chance, bad, either, mean."""
    ctx = Context(posint="T", positive="epsilon", nonneg="c", real="B Z chi p", random="Z chi")
    ctx.define("chance", "p == E(chi)", label="probability of a bad average")
    ctx.hyp("bad", "epsilon*chi <= chi*Z", label="bad means that it is at least epsilon")
    ctx.hyp("either", "chi*(Z + c) <= Z + c", label="as chi is 0 or 1")
    ctx.hyp("mean", "E(Z) <= B/T", label="the mean excess risk")
    return ctx


ONE_ROUND = Pinned(
    anytime, "t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)) <= dot(D(x[t]), w[t] - u)"
)
LAST_POINT = Pinned(all_rounds, "L(x[T]) - L(u) <= R/T", most=1)
BOUNDED_BELOW = Pinned(bounded_below, "p <= (B/T + c)/(epsilon + c)")


check_one_round = check_of(ONE_ROUND)
check_last_point = check_of(LAST_POINT)


@visible
def check_anytime_pass(anytime_pass: Any) -> str:
    """Question 2: two streams that one can play by hand."""
    ones = np.ones((5, 1))
    got = array(answer(anytime_pass, ones, np.ones(5), 0.75, 10.0), (5, 1), "5 averages")[:, 0]
    example = "five times the example (1, +1), eta = 0.75, U = 10: the average of round"
    close(got[0], 0.0, f"{example} 1", hint="it is the average of w_1 alone, which is zero")
    close(got[1], 0.375, f"{example} 2", hint="w_2 = 0.75; average it with w_1")
    close(got[2], 0.75, f"{example} 3", hint="w_3 = 1.5")
    close(
        got[3], 1.125, f"{example} 4",
        hint="at the average 0.75 the margin is below 1, so there is a third step, to w_4 = 2.25",
    )  # fmt: skip
    got = array(answer(anytime_pass, ones, np.ones(5), 2.0, 3.0), (5, 1), "5 averages")[:, 0]
    example = "five times the example (1, +1), eta = 2, U = 3: the average of round"
    close(got[1], 1.0, f"{example} 2", hint="w_2 = 2; average it with w_1")
    close(got[2], 4 / 3, f"{example} 3", hint="a margin of exactly 1 is no loss: no step")
    X = np.array([[0.6, 0.8], [1.0, 0.0], [0.0, 1.0]])
    got = array(answer(anytime_pass, X, np.array([1.0, -1.0, 1.0]), 2.0, 1.0), (3, 2), "3 averages")
    example = f"rows {X.tolist()}, labels 1, -1, 1, eta = 2, U = 1: the average of round"
    close(got[1], [0.3, 0.4], f"{example} 2", hint="w_2 is (1.2, 1.6), brought back to the ball")
    end = np.array([-1.4, 0.8])
    close(
        got[2], (np.array([0.6, 0.8]) + end / np.linalg.norm(end)) / 3, f"{example} 3",
        hint="w_3 is (-1.4, 0.8), brought back to the ball on its ray",
    )  # fmt: skip
    return "averages, gradients and projections are right on two small streams"


@visible
def check_risks(risks: Any, tight: Any) -> str:
    """Question 3: worlds that one can list by hand."""
    for labels, T, expected, hint in (
        ([-1], 1, (1.0, 0.5), "h_1 errs on the only point, h_2 has seen it"),
        ([1, 1, 1], 2, (0.0, 0.0), "a learner that answers +1 is never wrong here"),
        ([-1, 1], 1, (0.5, 0.375), "h_1 has risk 1/2; h_2 has it if the point drawn was number 1"),
    ):
        got = answer(risks, np.array(labels), T)
        close(got, expected, f"risks({labels}, {T})", hint=hint)
    T, chosen = 100, np.asarray(answer(tight, 100), dtype=float)
    require(chosen.ndim == 1 and np.isin(chosen, (-1, 1)).all(), f"tight({T}): labels are +1 or -1")
    require((chosen == -1).any(), f"tight({T}): without a label -1 the bound is zero")
    mistakes, M = _mean_mistakes(chosen, T + 1), np.sum(chosen == -1)
    said = (
        f"tight({T}): with your labels the learner makes {mistakes:.1f} mistakes in {T + 1} rounds, "
        f"in the mean of 4000 runs, so a pick has the risk {mistakes / (T + 1):.3f}"
    )
    close_to = 0.998  # the runs are drawn
    require(mistakes / (T + 1) >= close_to * 0.25, f"{said}; it should be at least 1/4")
    require(
        mistakes / M >= close_to * 0.95,
        f"{said}; that is {mistakes / M:.3f} of M/(T+1), below 0.95",
    )
    return f"the risks are right in three small worlds; {said}, {mistakes / M:.3f} of M/(T+1)"


def _mean_mistakes(labels: Any, rounds: int) -> float:
    """The mistakes of the learner with a memory, one at each point labelled -1 that is drawn."""
    rng = np.random.default_rng(0)
    draws = np.sort(rng.integers(len(labels), size=(4000, rounds)), axis=1)
    new = np.diff(draws, axis=1, prepend=-1) > 0
    return float((new & (labels[draws] < 0)).sum(axis=1).mean())


@visible
def check_slip(slip: Any, counterexample: Any, corrected: Any) -> str:
    """Question 4: the form of the answers, and the chain; whether the line is right is graded."""
    line = answer(slip)
    require(line in range(1, 7), "slip() is a number from 1 to 6")
    found = answer(counterexample)
    require(is_several(found, 3), "counterexample(): three things")
    values, chances = (np.asarray(part, dtype=float) for part in found[:2])
    require(values.ndim == 1 and values.shape == chances.shape, "as many chances as values")
    require(
        chances.min() >= 0 and abs(chances.sum() - 1) < 1e-9,
        "chances are not negative and have the sum 1",
    )
    epsilon = float(array(found[2], (), "the third thing"))
    require(epsilon > 0, "epsilon is positive")
    BOUNDED_BELOW.check(answer(corrected))
    p, mean = chances[values >= epsilon].sum(), chances @ values
    return (
        f"the chain is accepted; in your example Z has mean {mean:.4g}, and the chance that "
        f"Z >= {epsilon:g} is {p:.4g}. Is this what you want to show?"
    )


@visible
def check_voted(voted: Any, vote: Any) -> str:
    """Question 5: a short run, and a vote with three voices."""
    X = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 2.0], [1.0, -3.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0, -1.0])
    got = answer(voted, X, y)
    require(is_several(got, 2), "voted returns W and lives")
    lives = np.asarray(got[1], dtype=float)
    example = "the stream of this check"
    require(lives.sum() == 5, f"{example} has 5 rounds, but the lives have the sum {lives.sum():g}")
    close(
        lives, [1, 2, 2], f"the lives on {example}",
        hint="0 is held in round 1, the second vector in rounds 2 and 3, the third in 4 and 5; "
        "a score of zero is a mistake",
    )  # fmt: skip
    close(got[0], [[0, 0], [1, 0], [1, -1]], f"the vectors W on {example}")
    W, lives = np.array([[1.0, 0.0], [-5.0, 0.0], [0.0, 1.0]]), np.array([3, 2, 4])
    for x, expected, hint in (
        ([1.0, 0.0], 1, "3 voices for +1, 2 for -1; the third vector has score zero"),
        ([1.0, -1.0], -1, "3 voices for +1, 2 + 4 for -1"),
        ([0.0, 0.0], 0, "nobody votes"),
    ):
        what = f"vote(W, lives, {x}) with W = {W.tolist()}, lives = {lives.tolist()}"
        close(answer(vote, W, lives, np.array(x)), expected, what, hint=hint)
    return "the run and the votes are right"
