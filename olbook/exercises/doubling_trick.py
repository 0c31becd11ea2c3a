"""Visible checks of the assignment *What nobody tells you* (the doubling trick)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..checked import Context
from ..validation import FloatArray
from . import answer, array, close, require, visible
from .chains import Pinned, check_of
from .written import check_written as check_written


def spending() -> Context:
    """What is known of the blocks of question 1; the facts are total, full, over, block."""
    ctx = Context(positive="U", nonneg="q Q", real="r", nonnegint="L", index="m: 0..L")
    ctx.define("total", "Q == Sum(q[m], m, 0, L)", label="all that is spent")
    ctx.hyp("full", "(2**m)**2 <= q[m]", label="the budget is spent", on="m: 0..L-1")
    ctx.hyp("over", "q[m] <= (2**m)**2 + 1", label="and one unit more at most")
    ctx.hyp("block", "r[m] <= U/2*(2**m + q[m]/2**m)", label="regret of a block")
    return ctx


def spending_with_root() -> Context:
    """The same, and the fact root, for the second half of question 1."""
    ctx = spending()
    ctx.hyp("root", "2**L <= sqrt(3*Q + 1)", label="the root of the first half")
    return ctx


def breaks() -> Context:
    """What is known of the breaks of question 4; the facts are pays, doubled, last."""
    ctx = Context(positive="gamma G", nonneg="h", real="c", nonnegint="J", index="j: 1..J")
    ctx.hyp("pays", "c[j] <= 2*h[j]", label="regret of a break")
    ctx.hyp("doubled", "h[j] <= 2**j*gamma", label="the new guess is large enough")
    ctx.hyp("last", "2**J*gamma <= 2*G", label="the last guess")
    return ctx


SPENT = Pinned(spending, "(2**L)**2 <= 3*Q + 1")
REGRET = Pinned(spending_with_root, "Sum(r[m], m, 0, L) <= 2*U*sqrt(3*Q + 1)")
BREAKS = Pinned(breaks, "Sum(c[j], j, 1, J) <= 8*G")


def restart_by_rounds(slopes: Any) -> FloatArray:
    """The points of the chapter's learner on [-1, 1]: blocks of 1, 2, 4, ... rounds."""
    points, w, n, left = [], 0.0, 1, 1
    for g in np.asarray(slopes, dtype=float).tolist():
        points.append(w)
        left -= 1
        if left:
            w = min(1.0, max(-1.0, w - g / n**0.5))
        else:
            n, w = 2 * n, 0.0
            left = n
    return np.array(points)


def regret(points: Any, slopes: Any) -> float:
    """What the points pay, minus what the best fixed point of [-1, 1] pays."""
    points, slopes = np.ravel(points), np.ravel(slopes)
    return float(points @ slopes + abs(slopes.sum()))


def play_without_size(slopes: Any) -> tuple[FloatArray, FloatArray]:
    """The learner of question 4 on [-1, 1]: its points, and the guess it holds in each round."""
    slopes = np.asarray(slopes, dtype=float)
    points, guesses, w, guess = [], [], 0.0, abs(float(slopes[0]))
    for g in slopes.tolist():
        points.append(w)
        guesses.append(guess)
        if abs(g) > guess:
            while abs(g) > guess:
                guess = 2 * guess
            w = 0.0
        else:
            w = min(1.0, max(-1.0, w - g / (guess * len(slopes) ** 0.5)))
    return np.array(points), np.array(guesses)


check_spent = check_of(SPENT)
check_regret = check_of(REGRET)


@visible
def check_budget(play_budget: Any) -> str:
    """Question 2: a few streams that one can play by hand."""
    points = answer(play_budget, np.ones((3, 2)) / 4, 1.0)
    array(points, (3, 2), "play_budget of 3 gradients in the plane")

    got = array(answer(play_budget, np.ones((6, 1)), 2.0), (6, 1), "play_budget of six ones")[:, 0]
    example = "six slopes 1, U = 2: the point of round"
    close(got[0], 0.0, f"{example} 1")
    close(
        got[1], 0.0, f"{example} 2",
        hint="block 0 has budget 1, which is spent after round 1; the new block starts at 0",
    )  # fmt: skip
    close(got[2], -1.0, f"{example} 3", hint="the step of block 1 is U/2, against the slope")
    close(got[3:5], [-2.0, -2.0], f"{example}s 4 and 5", hint="no point is longer than U")
    close(got[5], 0.0, f"{example} 6", hint="the four units of block 1 are spent after round 5")

    halves = array(answer(play_budget, np.full((5, 1), 0.5), 1.0), (5, 1), "play_budget of halves")
    close(
        halves[:, 0], [0.0, -0.5, -1.0, -1.0, 0.0], "five slopes 1/2, U = 1: the points",
        hint="a gradient spends its squared length, here 1/4",
    )  # fmt: skip

    plane = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, 0.8], [-0.8, 0.6], [0.0, 0.0]])
    last = array(answer(play_budget, plane, 1.0), (5, 2), "play_budget of 5 gradients")[4]
    end = np.array([-0.2, -1.1])
    close(
        last, end / np.linalg.norm(end), f"gradients {plane[:4].tolist()}, U = 1: the next point",
        hint="the step leads to (-0.2, -1.1); the nearest point of the ball is on the same ray",
    )  # fmt: skip

    beyond = np.array([[0.98]] * 2 + [[0.9]] * 6)
    points = array(answer(play_budget, beyond, 1.0), (8, 1), "play_budget of 8 slopes")
    close(
        points[2:, 0], [0, -0.45, -0.9, -1, -1, 0],
        "slopes 0.98 twice and 0.9 six times, U = 1: the points of rounds 3 to 8",
        hint="block 0 spends more than its budget; what is too much is not carried over to block 1",
    )  # fmt: skip
    return "blocks, steps and projections are right on streams that one can play by hand"


@visible
def check_late_riser(late_riser: Any, play_budget: Any) -> str:
    """Question 3: what the two learners pay on the stream."""
    T = 33_000
    slopes = array(answer(late_riser, T), (T,), f"late_riser({T})")
    require(np.abs(slopes).max() <= 1, "a slope is longer than 1")
    rounds = regret(restart_by_rounds(slopes), slopes)
    awake = slopes[slopes != 0]  # the other rounds change nothing for this learner
    require(awake.size, "all slopes are zero")
    found = array(
        answer(play_budget, awake[:, None], 1.0), (len(awake), 1), "play_budget of your slopes"
    )
    budget = regret(found, awake)
    paid = f"regret {rounds:.1f} with rounds, {budget:.1f} with budgets"
    require(
        rounds >= 6 * max(1.0, budget),
        f"{paid}, as your play_budget plays; that is not six times as much",
    )
    return paid


@visible
def check_slip(slip: Any, counterexample: Any, corrected: Any) -> str:
    """Question 4: the form of the answers, and the chain; whether the line is right is graded."""
    line = answer(slip)
    require(line in range(1, 8), "slip() is a number from 1 to 7")
    slopes = np.asarray(answer(counterexample), dtype=float)
    require(slopes.ndim == 1 and 2 <= len(slopes) <= 100, "counterexample(): 2 to 100 slopes")
    require(np.isfinite(slopes).all() and slopes[0] != 0, "finite slopes, the first not zero")
    points, guesses = play_without_size(slopes)
    broken = np.flatnonzero(np.abs(slopes) > guesses)
    require(
        broken.size, "counterexample(): no slope is longer than the guess, so there is no break"
    )
    BREAKS.check(answer(corrected))
    seen = ", ".join(
        f"round {t + 1}: slope {slopes[t]:g}, guess {guesses[t]:g}, point {points[t]:.3f}"
        for t in broken[:3]
    )
    return f"the chain is accepted; breaks of your stream: {seen}. Are they what you want to show?"


@visible
def check_search(walk: Any, worst_ratio: Any, best_base: Any) -> str:
    """Question 5: huts that one can find by hand."""
    for hut, b, way, hint in (
        (1.0, 2.0, 1.0, "it stands at the first turning point"),
        (-1.0, 2.0, 3.0, "1 to the right, 1 back, 1 to the left"),
        (-2.0, 2.0, 4.0, "a hut at a turning point is found there"),
        (2.0, 2.0, 8.0, "2 for the first trip, 4 for the second, 2 for the way to the hut"),
        (3.0, 2.0, 9.0, "the trips to 1 and -2 are made in vain, there and back"),
    ):
        close(answer(walk, hut, b), way, f"walk({hut:g}, {b:g})", hint=hint)
    four = float(array(answer(worst_ratio, 4.0), (), "worst_ratio(4.0)"))
    require(
        four >= 11.4,
        f"worst_ratio(4.0) is {four:.4g}, but a hut at -4.001 has ratio 46.001/4.001 = 11.50",
    )
    require(
        four >= 746 / 64 - 0.01,
        f"worst_ratio(4.0) is {four:.4g}, but a hut at 64.001 has ratio 746.001/64.001 = 11.66",
    )
    require(four < 12, f"worst_ratio(4.0) is {four:.4g}, and no hut is as bad as that")
    b, ratio = array(answer(best_base), (2,), "best_base()")
    require(b > 1, "best_base(): the base is larger than 1")
    close(ratio, answer(worst_ratio, float(b)), "the ratio of best_base()", tolerance=0.005)
    for other in (b / 1.2, b * 1.2):
        if other > 1.01 and float(answer(worst_ratio, float(other))) < ratio:
            require(False, f"best_base() says {b:.3g}, but base {other:.3g} has a smaller ratio")
    return "the walks are right, and your base is better than its neighbours"
