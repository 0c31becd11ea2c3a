"""Visible checks of the assignment on online convex optimisation."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..checked import Context
from . import NotYet, answer, array, close, is_several, require, vector, visible
from .chains import Pinned, check_of
from .chains import show_facts as show_facts
from .written import check_written as check_written

ONE_ROUND_TEXT = (
    "f[t](w[t]) - f[t](u[t]) <= "
    "(norm2(w[t]-u[t]) - norm2(w[t+1]-u[t+1]) + 2*D*p[t])/(2*eta) + eta/2*G**2"
)


def one_round() -> Context:
    """One round of gradient descent against a comparator that moves."""
    ctx = Context(
        positive="eta G", nonneg="D P p", real="f", vector="w v g u", index="t: 1..T", posint="T"
    )
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u[t]) <= dot(g[t], w[t] - u[t])", label="convexity")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u[t] - w[t+1]) <= 0",
        label="projection",
        source="seen from its projection, a point makes no acute angle with a point of a closed convex set",
    )
    ctx.hyp(
        "drift",
        "norm2(w[t+1] - u[t+1]) <= norm2(w[t+1] - u[t]) + 2*D*p[t]",
        label="the comparator moves",
    )
    ctx.hyp("size", "norm2(g[t]) <= G**2", label="size of the gradients")
    return ctx


def all_rounds() -> Context:
    """The rounds added up, with the inequality of one round as a fact."""
    ctx = Context(
        positive="eta G", nonneg="D P p", real="f", vector="w u", index="t: 1..T", posint="T"
    )
    ctx.hyp("one_round", ONE_ROUND_TEXT, label="one round")
    ctx.hyp("near", "norm2(w[1] - u[1]) <= D**2", label="the diameter")
    ctx.define("path", "P == Sum(p[t], t, 1, T)", label="length of the path")
    return ctx


def weighted() -> Context:
    """Distances in a bounded set, with factors that grow."""
    ctx = Context(positive="b", nonneg="a D", index="t: 1..T", posint="T")
    ctx.hyp("near", "a[t] <= D**2", label="the diameter")
    ctx.hyp("grow", "b[t] <= b[t+1]", on="t: 1..T-1", label="shorter and shorter steps")
    return ctx


def curved() -> Context:
    """The square loss bends along its gradient."""
    ctx = Context(positive="C", real="s p y h")
    ctx.define("slope", "h == (s - y)*(s - p)", label="what the tangent says")
    ctx.hyp("size", "(s - y)**2 <= 4*C**2", label="scores and targets between $-C$ and $C$")
    return ctx


def logarithm() -> Context:
    """One matrix more, in the logarithm of its determinant."""
    ctx = Context(positive="a b z", real="q")
    ctx.assume(
        "determinant",
        "a == b*(1 - q)",
        label="the determinant of the round before",
        source="the determinant of the identity minus a vector times another",
    )
    ctx.define("ratio", "z == a/b", label="the ratio of the determinants")
    return ctx


ONE_ROUND = Pinned(one_round, ONE_ROUND_TEXT)
ALL_ROUNDS = Pinned(
    all_rounds,
    "Sum(f[t](w[t]) - f[t](u[t]), t, 1, T) <= (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T",
    most=2,
)
WEIGHTED = Pinned(weighted, "Sum(b[t]*(a[t] - a[t+1]), t, 1, T) <= b[T]*D**2")
CURVED = Pinned(curved, "(s - y)**2/2 - (p - y)**2/2 <= h - h**2/(8*C**2)", most=1)
LOGARITHM = Pinned(logarithm, "q <= log(b) - log(a)")


check_one_round = check_of(ONE_ROUND)
check_all_rounds = check_of(ALL_ROUNDS)


def in_the_cone(p: Any) -> bool:
    """Whether a point lies in the cone, up to rounding."""
    return float(p[-1]) >= float(np.linalg.norm(p[:-1])) - 1e-9 * (1 + float(np.linalg.norm(p)))


def nearer_to(v: Any, p: Any) -> Any:
    """A point u of the cone with <v - p, u - p> > 0, which proves that p is not the projection.

    None if there is none: then p is the projection. On each ray of the cone the inner product is
    linear, so the apex, the point 2p and the ray towards v - p are enough.
    """
    rest = v - p
    side, height = rest[:-1], float(rest[-1])
    length = float(np.linalg.norm(side))
    tolerance = 1e-9 * (1 + float(v @ v))
    if rest @ p > tolerance:
        return 2 * p
    if rest @ p < -tolerance:
        return np.zeros_like(p)
    if length + height > tolerance:
        direction = side / length if length > 0 else np.eye(len(side))[0]
        return p + np.append(direction, 1.0)
    return None


@visible
def check_project(project: Any) -> str:
    """The projection on the cone, at four points."""
    points = {
        "inside the cone": (1.0, 0.0, 3.0),
        "on the axis": (0.0, 0.0, 2.0),
        "below its apex": (0.5, 0.0, -2.0),
        "outside": (3.0, 4.0, 1.0),
    }
    for where, values in points.items():
        v = np.array(values)
        p = array(answer(project, v), v.shape, f"project of {vector(v)}")
        require(
            in_the_cone(p), f"{vector(v)} goes to {vector(p)}, which is not a point of the cone"
        )
        if where in ("inside the cone", "on the axis"):
            close(p, v, f"project of {vector(v)}", hint="this point lies in the cone already")
        u = nearer_to(v, p)
        if u is not None:
            size = (v - p) @ (u - p)
            raise NotYet(
                f"{vector(v)} goes to p = {vector(p)}, which is not the nearest point: "
                f"u = {vector(u)} lies in the cone and <v - p, u - p> = {size:.4g} > 0"
            )
    return "four points go to the nearest point of the cone"


@visible
def check_descend(descend: Any, project: Any) -> str:
    """The points of gradient descent in the cone: shape, start, order, projection, sign."""
    for first in ([4.0, 0.0], [0.0, -1.0]):
        _four_rounds(descend, project, np.array([first, [0.0, -2.0], [0.0, 3.0], [4.0, 0.0]]))
    return "four rounds, each point played before its gradient is used"


def _four_rounds(descend: Any, project: Any, gradients: Any) -> None:
    points = array(
        answer(descend, gradients, 0.5), gradients.shape, "descend of 4 gradients, one row a round"
    )
    require(
        not points[0].any(),
        f"row 1 is {vector(points[0])}; the first point played is w_1 = 0, before any gradient",
    )
    for t in range(3):
        v = points[t] - 0.5 * gradients[t]
        w = array(answer(project, v), v.shape, "your project")
        reason = f"after w_{t + 1} = {vector(points[t])} and g = {vector(gradients[t])} "
        if not np.allclose(w, v) and np.allclose(points[t + 1], v):
            raise NotYet(reason + f"you play {vector(v)}, outside the cone: project it")
        hint = f"{reason.strip()}; a step begins at the point that was played"
        close(points[t + 1], w, f"row {t + 2}, with your project,", hint=hint)


def opponents_regret(
    opponent: Callable[..., Any], rule: Callable[[float, int], float], T: int
) -> float:
    """Play T rounds in [-1, 1]; the learner's rule sees the sum of the slopes and the rounds left."""
    total, paid = 0.0, 0.0
    for left in range(T - 1, -1, -1):
        w = rule(total, left)
        g = float(array(answer(opponent, w, total, left), (), "the slope"))
        require(abs(g) == 1.0, f"a slope is 1 or -1, opponent({w:g}, {total:g}, {left}) is {g:g}")
        paid += g * w
        total += g
    return paid + abs(total)


def mean_distance(T: int) -> float:
    """The mean distance from the start after T tosses of a coin, by trying all of them."""
    return float(np.mean([abs(sum(coins)) for coins in itertools.product((-1, 1), repeat=T)]))


@visible
def check_forced(forced: Any) -> str:
    """The mean distance of a random walk, for short walks."""
    for T in range(1, 9):
        close(
            answer(forced, T),
            mean_distance(T),
            f"forced({T})",
            hint=f"try all {2**T} sequences of {T} signs",
        )
    return "the mean distance after 1 to 8 tosses"


@visible
def check_opponent(opponent: Any) -> str:
    """The opponent against three simple learners, for eight rounds."""
    learners: dict[str, Callable[[float, int], float]] = {
        "rests at 0": lambda total, left: 0.0,
        "jumps to the best point so far": lambda total, left: -float(np.sign(total)),
        "makes small steps": lambda total, left: -total / 8,
    }
    for name, rule in learners.items():
        regret = opponents_regret(opponent, rule, 8)
        require(
            regret >= mean_distance(8) - 1e-9,
            f"the learner that {name} has regret {regret:.4g} after 8 rounds; "
            f"{mean_distance(8):.4g} can be forced",
        )
    for T in (2, 3):
        regret = opponents_regret(
            opponent, lambda total, left: float(np.clip(-total * 3 / 4, -1, 1)), T
        )
        require(
            regret >= mean_distance(T) - 1e-9,
            f"the learner that plays -3/4 of the sum of the slopes has regret {regret:.4g} after {T} "
            f"rounds; {mean_distance(T):.4g} can be forced. Go through the last round by hand: there "
            "is none left after it, so left = 0",
        )
    return "three learners are forced; other learners may try to escape"


@visible
def check_losses_paid(losses_paid: Any) -> str:
    """Four rounds by hand: first row, sign, fence."""
    targets = np.array([0.9, 0.8, -0.9, -0.7])
    found = array(answer(losses_paid, targets, 0.75), (4,), "losses_paid of 4 targets, step 0.75")
    w = 0.0
    for t, target in enumerate(targets):
        hint = f"there w = {w:g} meets the target {target:g}"
        close(found[t], abs(w - target), f"the loss of round {t + 1}", hint=hint)
        w = min(1.0, max(-1.0, w - 0.75 * float(np.sign(w - target))))
    found = array(answer(losses_paid, np.array([0.0, 0.5]), 0.75), (2,), "losses_paid of 2 targets")
    hint = "in round 1 w_1 = 0 meets the target 0, at the kink, where the slope is 0, and stays"
    close(found, [0.0, 0.5], "the losses for the targets 0 and 0.5, step 0.75", hint=hint)
    return "four losses are right, the border is kept, and at the kink nothing moves"


@visible
def check_aware_step(aware_step: Any) -> str:
    """The step on two streams."""
    still = np.full(100, 0.3)
    close(
        answer(aware_step, still),
        0.2,
        "aware_step of 100 equal targets",
        hint="nothing moves, so P = 0, and D = 2, G = 1",
    )
    moving = np.array([-0.5, 0.5, 0.5, -0.5])
    eta = float(array(answer(aware_step, moving), (), "aware_step of (-0.5, 0.5, 0.5, -0.5)"))
    require(eta > 0, f"a step is positive, this is {eta:g}")

    def bound(eta: float) -> float:
        return (4 + 4 * 2) / (2 * eta) + eta / 2 * 4

    for other in (0.9 * eta, 1.1 * eta):
        require(
            bound(other) > bound(eta),
            f"for targets (-0.5, 0.5, 0.5, -0.5), with P = 2, your step {eta:.4g} gives the bound "
            f"{bound(eta):.4g}, and {other:.4g} gives {bound(other):.4g}",
        )
    return "no step near yours has a better bound"


@visible
def check_exponents(exponents: Any) -> str:
    """The fit, on streams whose targets jump a few times; they are not all as long."""
    rng = np.random.default_rng(0)
    streams = [np.repeat(rng.choice([-0.8, 0.8], size=k), 300 // k) for k in (4, 8, 20)]
    streams[0][:60], streams[0][60:120] = -0.8, 0.8  # at least one jump
    found = array(answer(exponents, streams), (2,), "exponents of a list of streams")
    require(
        np.all((found > 0) & (found < 1.5)),
        f"the exponents are {vector(found)}; a total loss that grows with P, "
        "and not faster than P, has a slope between 0 and 1",
    )
    require(
        found[1] < found[0] - 0.1,
        f"the exponents are {vector(found)}; the fixed step comes first, and its bills grow faster",
    )
    longer = [np.append(streams[0], np.full(1200, streams[0][-1])), *streams[1:]]
    again = array(answer(exponents, longer), (2,), "exponents of another list of streams")
    require(
        np.all(again < found - 0.05),
        f"the first target stays for 1200 rounds more: it costs more, and its path is as long, so the "
        f"exponents fall; yours go from {vector(found)} to {vector(again)}. The bill of a stream "
        "is the sum of its losses",
    )
    return f"two slopes, here {vector(found)}: first the fixed step, then the aware one"


@visible
def check_counterexample(counterexample: Any) -> str:
    """The counterexample is of the form asked for; whether it refutes the right line is not said."""
    found = answer(counterexample)
    require(
        is_several(found, 3),
        "return three things: the number of the line, the T + 1 numbers a, the T steps",
    )
    line, a, eta = found
    require(
        isinstance(line, (int, np.integer)) and 1 <= line <= 6, "the line is a number from 1 to 6"
    )
    steps = array(eta, (np.size(eta),), "the steps")
    distances = array(a, (len(steps) + 1,), f"the squared distances, for {len(steps)} steps,")
    require(len(steps) >= 1, "there is at least one round")
    require((distances >= 0).all(), "squared distances are not negative")
    require((steps > 0).all(), "steps are positive")
    require((np.diff(steps) <= 0).all(), "the steps never grow")
    return "numbers of the right form (that they refute the line, you must see yourself)"


check_repair = check_of(WEIGHTED)
check_curved = check_of(CURVED)
check_logarithm = check_of(LOGARITHM)


@visible
def check_one_more(one_more: Any) -> str:
    """Matrix times inverse, once, and where there is no matrix."""
    A, g = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -2.0])
    found = array(answer(one_more, np.linalg.inv(A), g), (2, 2), "one_more")
    close(
        (A + np.outer(g, g)) @ found,
        np.eye(2),
        "(A + g g^T) times one_more, for A = (2, 1; 1, 3) and g = (1, -2),",
        hint="the identity",
    )
    flat = array(answer(one_more, np.diag([1.0, 0.0]), np.array([1.0, 5.0])), (2, 2), "one_more")
    close(flat, np.diag([0.5, 0.0]), "one_more of the inverse (1, 0; 0, 0) and g = (1, 5)")
    return "two matrices have their inverse, and one of them is no matrix"


@visible
def check_to_slab(to_slab: Any) -> str:
    """Points beside the answer, all in the slab, are no nearer."""
    A, x, C = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -2.0]), 1.0
    inverse = np.linalg.inv(A)
    for values in ((0.5, 0.5), (3.0, 0.0), (-2.0, 2.0)):
        v = np.array(values)
        p = array(answer(to_slab, v, inverse, x, C), (2,), f"to_slab of {vector(v)}")
        score = float(p @ x)
        require(
            abs(score) <= C + 1e-9,
            f"for x = (1, -2) and C = 1, {vector(v)} goes to {vector(p)} with the score "
            f"{score:.4g}, which is not in the slab",
        )
        if abs(v @ x) <= C:
            close(p, v, f"to_slab of {vector(v)}", hint="this point lies in the slab already")
            continue
        for along in (-0.01, 0.01):
            u = p + along * np.array([2.0, 1.0])  # the score stays
            before, after = (float((z - v) @ A @ (z - v)) for z in (p, u))
            require(
                before <= after + 1e-12,
                f"{vector(v)} goes to p = {vector(p)}, and u = {vector(u)} has the same score, "
                f"but <u - v, A (u - v)> = {after:.6g}, and for p it is {before:.6g}",
            )
        close(abs(score), C, f"the score of to_slab of {vector(v)}", hint="it need go no farther")
    return "three points go to the nearest point, as A measures it"


@visible
def check_newton_points(newton_points: Any) -> str:
    """Three rounds in one dimension, by hand."""
    X, y = np.array([[1.0], [2.0], [1.0]]), np.array([1.0, -1.0, 0.0])
    found = array(answer(newton_points, X, y, 1.0, 3.0), (3, 1), "newton_points of 3 rounds")
    for t, (right, hint) in enumerate(
        (
            (0.0, "nothing is known before the first round"),
            (0.5, "g_1 = -1, A_1 = 4, so v_2 = 1, and the slab of x_2 = 2 ends at 0.5"),
            (-0.3, "g_2 = 4, A_2 = 20, so v_3 = 0.5 - 0.8"),
        )
    ):
        close(found[t, 0], right, f"w_{t + 1} for x = 1, 2, 1 and y = 1, -1, 0", hint=hint)
    X, y = np.array([[-3.0, 2.0], [-1.0, -2.0], [-3.0, 1.0]]), np.array([1.0, 0.0, 0.0])
    found = array(answer(newton_points, X, y, 1.0, 1.0), (3, 2), "newton_points of 3 rounds")
    where = "for x = (-3, 2), (-1, -2), (-3, 1), y = 1, 0, 0 and epsilon = 1"
    for t, (point, hint) in enumerate(
        (
            ((0, 0), "nothing is known before the first round"),
            ((-6 / 7, 4 / 7), "v_2 = (-6/7, 4/7), where the score of x_2 is -2/7"),
            (
                (-293 / 1127, 248 / 1127),
                "v_3 is not in the slab of x_3: what is nearest, as A_2 has it?",
            ),
        )
    ):
        close(found[t], point, f"w_{t + 1} {where}", hint=hint)
    return "three rounds, with C = 1 and epsilon = 3"


@visible
def check_bills(bills: Any, newton_points: Any) -> str:
    """The regret of the student's own learner, and the order of the columns."""
    X = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [0.8, -0.6], [1.0, 0.0], [-0.6, 0.8]])
    u = np.array([0.5, -0.5])
    y = X @ u + [0.1, -0.1, 0.2, -0.2, 0.1, 0.0]
    found = array(answer(bills, X, y, u, 1.0, 0.5), (6, 3), "bills of 6 rounds")
    w = array(answer(newton_points, X, y, 1.0, 0.5), X.shape, "your newton_points")
    losses, fixed = ((np.sum(point * X, axis=1) - y) ** 2 / 2 for point in (w, u))
    for t in (0, 5):
        close(
            found[t, 0],
            (losses - fixed)[: t + 1].sum(),
            f"the regret after round {t + 1}",
            hint="the losses of your newton_points up to this round, minus those of u",
        )
    for t, row in enumerate(found):
        require(
            row[0] <= row[1] + 1e-12 and row[1] <= row[2] + 1e-12,
            f"row {t + 1} is {vector(row)}: the regret, at most the bound with the sum, which is at "
            "most the bound with the logarithm",
        )
    size = 2 * losses[0]  # the gradient's, squared: x_1 has length 1
    close(
        found[0, 1],
        0.5 * 0.5 / 8 + 2 * size / (0.5 + size),
        "the middle of row 1, for epsilon = 0.5 and u = (0.5, -0.5),",
        hint="the first term has epsilon and u, the sum has one term",
    )
    close(
        found[0, 2],
        0.5 * 0.5 / 8 + 2 * 2 * np.log(1 + losses[0] * 2 / (2 * 0.5)),
        "the last number of row 1, for epsilon = 0.5 and u = (0.5, -0.5),",
        hint="d = 2, and ||g_1||^2 is twice the loss, since x_1 has length 1",
    )
    return (
        f"after 6 rounds regret {found[-1, 0]:.4g}, bounds {found[-1, 1]:.4g}, {found[-1, 2]:.4g}"
    )
