"""Visible checks of the assignment on gradient descent, exponentiated gradient and mirror descent."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ..checked import Context
from . import answer, array, close, is_several, require, vector, visible
from .chains import Pinned, check_of
from .chains import show_facts as show_facts
from .written import check_written as check_written


def sharing_round() -> Context:
    """One round of Hedge with a share, in logarithms of the weight of the path's expert."""
    ctx = Context(positive="eta", nonneg="c", real="s g m h q", index="t: 1..T", posint="T")
    ctx.assume(
        "hoeffding",
        "m[t] <= -eta*s[t] + eta**2/8",
        label="the lemma of Hoeffding",
        source="Hoeffding 1963",
    )
    ctx.define("hedge", "h[t] == q[t] - eta*g[t] - m[t]", label="the step of Hedge")
    ctx.hyp("share", "q[t+1] >= h[t] - c[t]", label="the share")
    return ctx


def sharing_rounds() -> Context:
    """The rounds of Hedge with a share added up."""
    ctx = Context(positive="eta d", nonneg="C c", real="s g q", index="t: 1..T", posint="T")
    ctx.hyp("one_round", SHARING_ROUND_TEXT, label="one round")
    ctx.define("start", "q[1] == -log(d)", label="equal weights")
    ctx.hyp("weight", "q[T+1] <= 0", label="no weight exceeds 1")
    ctx.define("price", "C == Sum(c[t], t, 1, T)", label="the price of the path")
    return ctx


def potential() -> Context:
    """The drop of the potential of Hedge, for losses of both signs."""
    ctx = Context(positive="eta N", nonneg="w q", real="s g", index="i: 1..d", posint="d")
    ctx.define("ratio", "N == Sum(w[i]*exp(-eta*g[i]), i, 1, d)", label="the drop")
    ctx.assume(
        "bend",
        "exp(-eta*g[i]) <= 1 - eta*g[i] + eta**2*g[i]**2",
        label="a parabola above the exponential",
        source="true for all exponents between -1 and 1",
    )
    ctx.hyp("whole", "Sum(w[i], i, 1, d) == 1", label="weights")
    ctx.define("mean", "s == Sum(w[i]*g[i], i, 1, d)", label="the loss of the learner")
    ctx.define("squares", "q == Sum(w[i]*g[i]**2, i, 1, d)", label="the mean of the squares")
    return ctx


def root_round() -> Context:
    """One round in one coordinate, paid with the root of what was seen before it."""
    ctx = Context(positive="r", real="g", index="t: 1..T", posint="T")
    ctx.hyp("roots", "r[t+1]**2 == r[t]**2 + g[t]**2", label="one slope more under the root")
    ctx.hyp("rise", "r[t] <= r[t+1]", label="the roots never fall")
    ctx.hyp("slow", "r[t+1] <= sqrt(2)*r[t]", label="nor do they leap")
    return ctx


def root_rounds() -> Context:
    """All rounds in one coordinate, with the price of one round as a fact."""
    ctx = Context(positive="r U", real="g w u", index="t: 1..T", posint="T")
    ctx.hyp("one_round", ROOT_ROUND_TEXT, label="one round")
    ctx.assume(
        "leader",
        "Sum(g[t]*(w[t] - u), t, 1, T) <= u**2*r[T]/(2*U) + U/2*Sum(g[t]**2/r[t], t, 1, T)",
        label="a leader whose regularisers grow",
        source="theorem ftrl.growing of this book",
    )
    ctx.hyp("near", "u**2 <= U**2", label="a point of the interval")
    ctx.hyp("rise", "r[t] <= r[t+1]", label="the roots never fall")
    return ctx


SHARING_ROUND_TEXT = "s[t] - g[t] <= (q[t+1] - q[t] + c[t])/eta + eta/8"
SHARING_ROUND = Pinned(sharing_round, SHARING_ROUND_TEXT, most=2)
SHARING_ROUNDS = Pinned(
    sharing_rounds, "Sum(s[t] - g[t], t, 1, T) <= (log(d) + C)/eta + eta/8*T", most=2
)
POTENTIAL = Pinned(potential, "log(N) <= -eta*s + eta**2*q")
ROOT_ROUND_TEXT = "g[t]**2/r[t] <= (1 + sqrt(2))*(r[t+1] - r[t])"
ROOT_ROUND = Pinned(root_round, ROOT_ROUND_TEXT)
ROOT_ROUNDS = Pinned(root_rounds, "Sum(g[t]*(w[t] - u), t, 1, T) <= (1 + sqrt(2)/2)*U*r[T+1]")


check_sharing_round = check_of(SHARING_ROUND)
check_sharing_rounds = check_of(SHARING_ROUNDS)


@visible
def check_fixed_share(fixed_share: Any) -> str:
    """The weights, by adding up all sequences of experts of a short game."""
    losses = np.array([[0.0, 1.0], [0.5, 0.0], [1.0, 0.0], [0.2, 0.9]])
    T, d = losses.shape
    for eta, alpha in ((1.0, 0.0), (0.7, 0.2), (1.5, 1.0)):
        what = f"fixed_share of 4 rounds, eta = {eta:g}, alpha = {alpha:g},"
        found = array(answer(fixed_share, losses, eta, alpha), (T, d), what)
        for t in range(T):
            expected = np.zeros(d)
            for path in itertools.product(range(d), repeat=t + 1):
                chance = 1 / d
                for before, after in itertools.pairwise(path):
                    chance *= (1 - alpha) * (before == after) + alpha / d
                so_far = sum(losses[r, path[r]] for r in range(t))
                expected[path[-1]] += chance * np.exp(-eta * so_far)
            close(
                found[t],
                expected / expected.sum(),
                f"{what} row {t + 1}",
                hint="row t is played before the losses of round t are known",
            )
    same = array(
        answer(fixed_share, losses + 5000.0, 1.0, 0.1), (T, d), "weights, all losses + 5000,"
    )
    close(
        same,
        answer(fixed_share, losses, 1.0, 0.1),
        "fixed_share with 5000 added to all losses",
        hint="only differences count: do not let the powers run out of numbers",
        tolerance=1e-8,
    )
    turned = np.repeat(np.eye(2), 900, axis=0)  # each expert errs 900 times, one after the other
    long = array(answer(fixed_share, turned, 2.0, 0.0), turned.shape, "weights of a long game,")
    close(
        long[-1, 0],
        1 / (1 + np.exp(2.0)),
        "the weight of expert 1 before the last of 1800 rounds, with eta = 2 and alpha = 0,",
        hint="expert 1 errs in the first 900 and expert 2 in the others; a weight that is rounded to "
        "0 does not come back, its logarithm does",
        tolerance=1e-6,
    )
    return "four rounds, with three shares, with large losses, and a long game without a share"


@visible
def check_price(price: Any) -> str:
    """The price of short paths."""
    close(answer(price, [1, 1, 1], 2, 0.0), 0.0, "price of staying, alpha = 0")
    close(
        answer(price, [0, 1], 2, 1.0),
        2 * np.log(2),
        "price of (0, 1), d = 2, alpha = 1",
        hint="each of the two rounds costs ln 2, the last one too, although nobody moves",
    )
    close(answer(price, [0], 2, 1.0), np.log(2), "price of (0), d = 2, alpha = 1")
    require(
        float(array(answer(price, [0, 1, 1, 1], 4, 0.1), (), "price"))
        > float(array(answer(price, [0, 0, 0, 0], 4, 0.1), (), "price")),
        "a path that moves costs more than one that stays",
    )
    return "staying is cheap, moving is dear"


@visible
def check_eg_limit(eg_limit: Any) -> str:
    """One equation in three unknowns."""
    X, y = np.array([[1.0, 0.0, -1.0]]), np.array([0.2])
    w = array(answer(eg_limit, X, y), (3,), "eg_limit of one equation in three unknowns")
    numbers = " ".join(np.array2string(w, precision=6).split())
    require(np.all(w > 0), f"the weights of EG are positive, these are {numbers}")
    close(w.sum(), 1.0, "the sum of the weights", tolerance=1e-8)
    close(X @ w, y, "X @ w for X = (1, 0, -1)", tolerance=1e-6, hint="pass over the data longer")
    close(
        w[0] * w[2],
        w[1] ** 2,
        "w_1 w_3 (for X = (1, 0, -1) every update of EG keeps it equal to w_2 w_2), that is",
        tolerance=1e-5,
    )
    return "one equation is solved, on the path of EG"


@visible
def check_witness(witness: Any) -> str:
    """A witness for weights that were made from one."""
    X = np.array([[1.0, 0.0, -1.0, 0.5], [0.0, 1.0, 1.0, -0.5]])
    w = np.exp(X.T @ np.array([0.3, -0.7]))
    w /= w.sum()
    found = answer(witness, X, w)
    require(is_several(found, 2), "return two things: a and the number c")
    a, c = array(found[0], (2,), "a"), array(found[1], (), "c")
    close(X.T @ a + c, np.log(w), "X.T @ a + c", hint="it should be ln w", tolerance=1e-6)
    return "ln w is a combination of the rows and a constant"


@visible
def check_entropies(entropies: Any) -> str:
    """Three relative entropies, one of them with a weight of zero."""
    u, w = np.array([0.5, 0.5, 0.0]), np.array([0.5, 0.25, 0.25])
    found = array(answer(entropies, u, w), (3,), "entropies of (1/2, 1/2, 0) and (1/2, 1/4, 1/4)")
    expected = [np.log(3) - np.log(2), np.log(2) / 2, np.log(3) - 1.5 * np.log(2)]
    names = ("D(u, w_1)", "D(u, w)", "D(w, w_1)")
    for value, right, name in zip(found, expected, names, strict=True):
        close(value, right, f"{name}, for u = (1/2, 1/2, 0), w = (1/2, 1/4, 1/4),")
    return "three relative entropies, with 0 ln 0 = 0"


@visible
def check_gap(gap: Any) -> str:
    """The gap in a small game."""
    A = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]])
    half = np.array([0.5, 0.5])
    close(
        answer(gap, A, half, np.array([0.5, 0.5, 0.0])),
        0.0,
        "the gap of (1/2, 1/2) and (1/2, 1/2, 0)",
        hint="in this game nobody can gain by moving",
    )
    close(
        answer(gap, A, np.array([1.0, 0.0]), np.array([1.0, 0.0, 0.0])),
        1.0,
        "the gap of the first row and the first column",
        hint="the row player pays 1 and could have paid 0, the column player can get no more",
    )
    close(
        answer(gap, np.array([[1.0, 0.5], [0.25, 1.0]]), half * [2, 0], half * [2, 0]),
        0.75,
        "the gap of the first row and the first column of (1, 1/2; 1/4, 1)",
        hint="the row player pays 1 and could have paid 1/4; p chooses rows, q columns",
    )
    return "three gaps are right"


@visible
def check_self_play(self_play: Any) -> str:
    """Two rounds by hand: shapes, start, signs, averages, and which point is the last one."""
    A = np.array([[1.0, 0.0, 0.5], [0.0, 0.5, 0.5]])
    found = answer(self_play, A, 2)
    require(is_several(found, 4), "return four things: average p, average q, last p, last q")
    names = ("the average p", "the average q", "the last p", "the last q")
    sizes = (2, 3, 2, 3)
    mean_p, mean_q, p, q = (
        array(each, (size,), name) for each, size, name in zip(found, sizes, names, strict=True)
    )
    for point, name in zip((mean_p, mean_q, p, q), names, strict=True):
        close(point.sum(), 1.0, f"the sum of {name} after 2 rounds")
    require(
        np.allclose(2 * mean_p - p, 0.5) and np.allclose(2 * mean_q - q, 1 / 3),
        "after 2 rounds, twice the average minus the last point should be the first point, which is "
        "uniform; average the points that were played, p_1 to p_T",
    )
    require(
        p[0] < p[1],
        "the first row pays more on average than the second; the row player, who pays, should now "
        f"prefer the second, and it plays ({p[0]:.4g}, {p[1]:.4g})",
    )
    require(
        q[0] > q[1] and q[2] > q[1],
        "the second column gets least; the column player, who is paid, should weigh it least",
    )
    for point, told, name in (
        (p, [-1 / 2, -1 / 3], "the last p"),
        (q, [1 / 2, 1 / 4, 1 / 2], "the last q"),
    ):
        powers = np.exp(np.sqrt(8 * np.log(len(point)) / 2) * np.array(told))
        close(
            point,
            powers / powers.sum(),
            f"{name} after 2 rounds",
            hint="both players choose at the same time: in round 2 they know p_1 and q_1 alone",
        )
    return "two rounds have the right signs and averages"


@visible
def check_gaps(gaps: Any) -> str:
    """Shapes and an order of magnitude."""
    A = np.array([[0.6, 1.0, 0.1], [0.0, 0.5, 0.9], [1.0, 0.2, 0.5]])
    found = array(answer(gaps, A, [50, 200]), (2, 2), "gaps for two lengths")
    require(np.all(found >= -1e-12), "a gap is never negative")
    for T, row in zip((50, 200), found, strict=True):
        allowed = 2 * np.sqrt(np.log(3) / (2 * T))
        require(
            row[0] <= allowed,
            f"after {T} rounds the gap of the averages is {row[0]:.4g}; "
            f"two regrets divided by T are at most {allowed:.4g}",
        )
        require(
            abs(row[0] - allowed) > 1e-9 and row[1] > 1e-9,
            f"after {T} rounds the gaps are {row[0]:.4g} and {row[1]:.4g}; in this game neither is 0, "
            "nor is that of the averages the promise: they are to be measured, the averages first",
        )
    turned = array(answer(gaps, A, [200, 50]), (2, 2), "gaps for the lengths 200, 50")
    close(
        turned, found[::-1], "gaps for the lengths 200, 50", hint="a row for each, in their order"
    )
    return "the averages keep their promise"


@visible
def check_counterexample(counterexample: Any) -> str:
    """The counterexample has the form asked for; whether it breaks the right line is not said."""
    found = answer(counterexample)
    require(
        is_several(found, 4),
        "return four things: the number of the line, eta, the weights, the losses",
    )
    line, eta, w, g = found
    require(
        isinstance(line, (int, np.integer)) and 1 <= line <= 6, "the line is a number from 1 to 6"
    )
    step = float(array(eta, (), "eta"))
    weights = array(w, (np.size(w),), "the weights")
    losses = array(g, weights.shape, "the losses")
    require(0 < step <= 1, "eta is positive and at most 1")
    require((weights >= 0).all(), "weights are not negative")
    close(weights.sum(), 1.0, "the sum of the weights")
    require((np.abs(losses) <= 1).all(), "losses lie between -1 and 1")
    return "numbers of the right form (that they break the line, you must see yourself)"


check_repair = check_of(POTENTIAL)


@visible
def check_leader(leader: Any) -> str:
    """The objective of every round at the point played, and at points beside it."""
    U, slopes = 1.0, np.array([[1.0, -1.0], [0.5, 1.0], [-1.0, 0.0], [1.0, 1.0], [0.0, -1.0]])
    steps = np.array([[0.8, 0.4], [0.8, 0.4], [0.5, 0.4], [0.5, 0.2], [0.4, 0.2]])
    found = array(answer(leader, slopes, steps, U), slopes.shape, "leader of 5 rounds")
    require((np.abs(found) <= U + 1e-12).all(), "a point lies outside of the box")
    for t, w in enumerate(found):
        so_far = slopes[:t].sum(axis=0)
        for i, move in itertools.product(range(2), (-0.01, 0.01)):
            v = w.copy()
            v[i] = np.clip(v[i] + move, -U, U)
            here, there = (float(so_far @ z + (z**2 / (2 * steps[t])).sum()) for z in (w, v))
            require(
                here <= there + 1e-12,
                f"with the steps {vector(steps[t])}, what the leader of round {t + 1} makes least "
                f"is {here:.6g} at your point {vector(w)} and {there:.6g} at {vector(v)}; it "
                f"knows the slopes of the {t} rounds before, whose sum is {vector(so_far)}",
            )
    return "no point near yours is better, in five rounds"


check_root_round = check_of(ROOT_ROUND)
check_root_rounds = check_of(ROOT_ROUNDS)


SLOPES = np.array([[2.0, 4.0], [1.0, 0.0], [1.0, 5.0]])  # whose roots are easy, for G = 3


@visible
def check_own_steps(own_steps: Any) -> str:
    """The steps of each coordinate by itself, where the roots are easy."""
    found = array(answer(own_steps, SLOPES, 3.0, 6.0), (3, 2), "own_steps of 3 rounds")
    first = "before round 1 nothing was seen: G under the root, alone"
    close(found[0], [2, 2], "row 1 of own_steps, for G = 3, U = 6,", hint=first)
    hint = "the slopes before were 4 and 0, and the one of this round is not known yet"
    close(found[:, 1], [2, 1.2, 1.2], "column 2 of own_steps, for G = 3, U = 6,", hint=hint)
    close(
        answer(own_steps, SLOPES[:, ::-1].copy(), 3.0, 6.0),
        found[:, ::-1],
        "own_steps, when the coordinates change places,",
        hint="each column is made from its own slopes",
    )
    return "two coordinates, each with its own steps"


@visible
def check_one_step(one_step: Any) -> str:
    """One step for all coordinates, where the roots are easy."""
    slopes = np.array([[3.0, 1.0, 2.0, 2.0], [1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    found = array(answer(one_step, slopes, 3.0, 6.0), (3, 4), "one_step of 3 rounds")
    require(
        np.allclose(found, found[:, :1], rtol=1e-12),
        "in a round all coordinates have the same step",
    )
    for t, seen in enumerate((0.0, 18.0, 20.0)):
        close(
            found[t, 0],
            6 * 2 / np.sqrt(4 * 9 + seen),
            f"row {t + 1} of one_step, for G = 3, U = 6,",
            hint=f"d = 4, and the squares of all slopes before add up to {seen:g}",
        )
    return "one step for four coordinates"


@visible
def check_streams(
    for_adagrad: Any, against_adagrad: Any, leader: Any, one_step: Any, own_steps: Any
) -> str:
    """The two regrets on both streams, by the student's own learners."""
    said = []
    streams = (("for_adagrad", for_adagrad), ("against_adagrad", against_adagrad))
    for (d, T), (name, stream) in itertools.product(((4, 400), (3, 300), (5, 500)), streams):
        slopes = array(answer(stream, d, T), (T, d), f"{name}({d}, {T})")
        require((np.abs(slopes) <= 1).all(), f"{name}: slopes lie between -1 and 1")
        regrets = []
        for steps in (own_steps, one_step):
            eta = array(answer(steps, slopes, 1.0, 1.0), (T, d), "your steps")
            w = array(answer(leader, slopes, eta, 1.0), (T, d), "your leader")
            regrets.append(float((w * slopes).sum() + np.abs(slopes.sum(axis=0)).sum()))
        less, more = regrets if name == "for_adagrad" else regrets[::-1]
        told = "{:.4g} with AdaGrad, {:.4g} with one step".format(*regrets)
        require(
            more >= 2 * less and more >= 1,
            f"{name}({d}, {T}): by your own learners the regret is {told}",
        )
        said.append(told)
    return (
        f"by your own learners the regret is {said[0]}; and then {said[1]}; and as far apart with "
        "3 and 5 coordinates"
    )
