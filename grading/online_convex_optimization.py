"""How the assignment on online convex optimisation is graded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from olbook.exercises import is_several, vector
from olbook.exercises import online_convex_optimization as visible

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    Array,
    as_array,
    charge_once,
    demand,
    derivation,
    generator,
    line_beside_example,
    numbers,
    part,
    should_be,
    written,
)


# ---------------------------------------------------------------------- 1: a comparator that moves
def _grade_moving(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "one_round_chain",
            "one round",
            2.0,
            visible.ONE_ROUND,
            "dot(g[t], w[t] - u[t])",
            "(norm2(w[t]-u[t]) - norm2(v[t]-u[t]))/(2*eta) + eta/2*norm2(g[t])",
            "(norm2(w[t]-u[t]) - norm2(w[t+1]-u[t]))/(2*eta) + eta/2*norm2(g[t])",
        ),
        derivation(
            student,
            "all_rounds_chain",
            "all rounds",
            2.0,
            visible.ALL_ROUNDS,
            "(norm2(w[1]-u[1]) - norm2(w[T+1]-u[T+1]) + 2*D*P)/(2*eta) + eta/2*G**2*T",
        ),
    ]


# ---------------------------------------------------------------------- 2: an ice-cream cone
Points = list[tuple[str, Array]]
"""Points of space, and where they lie."""
WITHIN = ("inside the cone", "on its border", "on the axis, above", "the apex")


def cone_points(seed: int) -> Points:
    """Points of all kinds, in two to six dimensions."""
    rng = generator(seed, 2)
    points = []
    for d in (2, 3, 6):
        side = rng.normal(size=d - 1)
        side /= np.linalg.norm(side)
        r = rng.uniform(1.0, 3.0)
        points += [
            ("inside the cone", np.append(0.5 * r * side, r)),
            ("on its border", np.append(3.0 * r * side, 3.0 * r)),
            ("outside, at height 0", np.append(r * side, 0.0)),
            ("outside, above 0", np.append(2 * r * side, r)),
            ("outside, below 0", np.append(2 * r * side, -r)),
            ("far below the apex", np.append(r * side, -2 * r)),
            ("on the axis, above", np.append(0 * side, r)),
            ("on the axis, below", np.append(0 * side, -r)),
        ]
    return [*points, ("the apex", np.zeros(3))]


Length = Callable[[Array], float]


def euclidean(side: Array) -> float:
    return float(np.linalg.norm(side))


def projected(v: Array, length_of: Length = euclidean) -> Array:
    """The nearest point of the cone; with another length, that of a slip."""
    length, height = length_of(v[:-1]), v[-1]
    if length <= height:
        return v
    if length <= -height:
        return 0 * v
    middle = (length + height) / 2
    return np.append(middle / length * v[:-1], middle)


LENGTHS: dict[str, Length] = {
    "the length (no sum of absolute values)": lambda side: float(np.abs(side).sum()),
    "the length (no largest absolute value)": lambda side: float(np.abs(side).max()),
}


def _grade_cone(student: Student, seed: int) -> list[Mark]:
    points = cone_points(seed)
    marks = [
        part("a point of the cone", 1.0, lambda: _judge_inside(student, points)),
        part("the nearest point", 1.5, lambda: _judge_nearest(student, points)),
    ]
    return [
        *charge_once(marks, LENGTHS, lambda _, length: _goes_by(student, points, length)),
        part("gradient descent in the cone", 1.5, lambda: _judge_path(student, seed)),
    ]


def _goes_by(student: Student, points: Points, length_of: Length) -> bool:
    """Whether every point goes where it goes with this length."""
    return all(
        np.allclose(numbers(student, v.shape, "project", v), projected(v, length_of))
        for _, v in points
    )


def _judge_inside(student: Student, points: Points) -> str:
    for where, v in points:
        p = numbers(student, v.shape, "project", v)
        demand(
            visible.in_the_cone(p),
            f"project of {vector(v)} is {vector(p)}, not a point of the cone: its last coordinate "
            f"is smaller than {np.linalg.norm(p[:-1]):.4g}, the length of the others",
        )
        if where in WITHIN:
            demand(
                np.allclose(p, v, rtol=1e-9, atol=1e-9),
                should_be(v, p, "{} lies in the cone and should stay; it goes to {}"),
            )
    return "always a point of the cone, and points of the cone stay"


def _judge_nearest(student: Student, points: Points) -> str:
    """The points from outside, where they go into the cone: the part before asks whether they do."""
    outside = [(where, v) for where, v in points if where not in WITHIN]
    judged, fault = 0, "too few of the points from outside go into the cone"
    for where, v in outside:
        try:
            p = numbers(student, v.shape, "project", v)
        except AnswerError as error:
            fault = str(error)
            continue
        if not visible.in_the_cone(p):
            continue
        judged += 1
        u = visible.nearer_to(v, p)
        if u is not None:
            raise AnswerError(
                f"{vector(v)}, {where}, goes to p = {vector(p)}, not the nearest point: "
                f"u = {vector(u)} lies in the cone, and <v - p, u - p> = "
                f"{(v - p) @ (u - p):.4g} is positive"
            )
    demand(2 * judged > len(outside), fault)
    return f"the nearest point for {judged} points in 2, 3 and 6 dimensions (to 1e-9)"


def _judge_path(student: Student, seed: int) -> str:
    rng = generator(seed, 22)
    gradients, eta = rng.normal(size=(12, 3)), float(rng.uniform(0.3, 0.6))
    gradients[0, -1] = -abs(gradients[0, -1])
    found = numbers(student, gradients.shape, "descend", gradients, eta)
    demand(
        not found[0].any(),
        f"the first point is {vector(found[0])}; w_1 = 0 is played before any gradient is known "
        "(T rows: w_1 to w_T)",
    )
    for t in range(11):
        v = found[t] - eta * gradients[t]
        w = projected(v)
        if np.allclose(found[t + 1], w, rtol=1e-9, atol=1e-9):
            continue
        where = f"w_{t + 2} is {vector(found[t + 1])}; from w_{t + 1} = {vector(found[t])} "
        where += f"with g = {vector(gradients[t])}, eta = {eta:.4g}, the step leads to {vector(v)}"
        demand(not np.allclose(found[t + 1], v), f"{where}, and there the projection is missing")
        demand(
            not np.allclose(found[t + 1], projected(found[t] + eta * gradients[t])),
            f"{where}: you step along the gradient, not against it (sign)",
        )
        raise AnswerError(f"{where} and the projection then to {vector(w)}")
    return "12 rounds in dimension 3 (to 1e-9)"


# ---------------------------------------------------------------------- 3: an opponent on the line
@cache
def distance(s: float, n: int) -> float:
    """The mean of |s + (sum of n signs)|."""
    total: float = sum(comb(n, k) * abs(s + 2 * k - n) for k in range(n + 1)) / 2**n
    return total


def balance(total: float, left: int) -> float:
    """Where a learner is equally well off with both slopes."""
    return (distance(total - 1, max(left, 0)) - distance(total + 1, max(left, 0))) / 2


Rule = Callable[[float, int], float]
"""What a learner plays, given the sum of the slopes so far and the number of rounds left."""
SLY: dict[str, Rule] = {
    "tempts whoever counts one round too many": lambda total, left: (
        (balance(total, left) + balance(total, left + 1)) / 2
    ),
    "tempts whoever counts one round too few": lambda total, left: (
        (balance(total, left) + balance(total, left - 1)) / 2
    ),
    "tempts whoever counts roughly, from below": lambda total, left: 0.995 * balance(total, left),
    "tempts whoever counts roughly, from above": lambda total, left: 1.005 * balance(total, left),
}


def _grade_opponent(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 3)
    small, eta = float(rng.uniform(0.05, 0.15)), float(rng.uniform(0.1, 0.3))
    even, odd = (int(k) for k in rng.integers(5, 10, size=2))
    lengths = [2 * even, 2 * odd + 1]  # a wrong count shows in games of one parity only
    simple: dict[str, Rule] = {
        "rests at 0": lambda total, left: 0.0,
        "makes small steps": lambda total, left: -eta * total,
        "jumps to the best point so far": lambda total, left: -float(np.sign(total)),
    }
    leaning: dict[str, Rule] = {
        f"bets {small:.2g} against the sum": lambda total, left: small if total <= 0 else -small,
        f"bets {small:.2g} on the sum": lambda total, left: -small if total <= 0 else small,
        "stays near the left end": lambda total, left: -0.9,
        "stays near the right end": lambda total, left: 0.9,
    }
    return [
        part("the mean distance", 1.0, lambda: _judge_value(student, rng)),
        part("simple learners", 1.0, lambda: _judge_force(student, simple, lengths)),
        part("learners that try to escape", 1.0, lambda: _judge_force(student, leaning, lengths)),
        part(
            "learners that know the game",
            1.0,
            lambda: _judge_force(student, SLY, lengths, to_escape=(even + 8, odd + 9)),
        ),
    ]


def _judge_value(student: Student, rng: np.random.Generator) -> str:
    for T in (1, 2, 3, 6, 7, int(rng.integers(20, 40))):
        found = float(numbers(student, (), "forced", T))
        demand(
            abs(found - distance(0.0, T)) <= 1e-9 * T,
            f"forced({T}) {should_be(distance(0.0, T), found)}: the mean of |S| after {T} tosses",
        )
    return "right for short and long games"


def _judge_force(
    student: Student, learners: dict[str, Rule], lengths: list[int], to_escape: tuple[int, ...] = ()
) -> str:
    """The learners pay, in games of ``lengths``; and in those ``to_escape`` the one that pays least."""
    for name, rule in learners.items():
        for T in lengths:
            paid, total = 0.0, 0.0
            for left in range(T - 1, -1, -1):
                w = float(np.clip(rule(total, left), -1.0, 1.0))
                g = float(numbers(student, (), "opponent", w, total, left))
                demand(
                    g in (-1.0, 1.0),
                    f"opponent({w:.3g}, {total:g}, {left}) is {g:.9g}; a slope is 1 or -1",
                )
                paid, total = paid + g * w, total + g
            regret = paid + abs(total)
            demand(
                regret >= distance(0.0, T) - 1e-7,
                f"after {T} rounds the learner that {name} has regret {regret:.6g}; "
                f"{distance(0.0, T):.6g} can be forced on every learner",
            )
    for T in to_escape:
        regret, points = escape(student, T)
        demand(
            regret >= distance(0.0, T) - 1e-7,
            f"after {T} rounds a learner that knows your opponent has regret {regret:.6g}; "
            f"{distance(0.0, T):.6g} can be forced on every learner. It plays {vector(points, 3)}",
        )
    return f"{distance(0.0, lengths[-1]):.4g} or more forced in {lengths[-1]} rounds"


def escape(student: Student, T: int) -> tuple[float, list[float]]:
    """The least regret that a learner can have against the student's opponent, and its points.

    In each state, the sum of the slopes and the number of rounds left, the learner may be at the
    ends, in the middle, or a little beside the point where both slopes are as good.
    """

    @cache
    def least(total: float, left: int) -> tuple[float, list[float]]:
        if left < 0:
            return abs(total), []
        even, ways = balance(total, left), []
        for w in sorted({-1.0, 0.0, 1.0, *np.clip([even - 1e-3, even + 1e-3], -1, 1).tolist()}):
            g = float(numbers(student, (), "opponent", w, total, left))
            demand(g in (-1.0, 1.0), f"opponent({w:.3g}, {total:g}, {left}) is {g:.9g}")
            rest, points = least(total + g, left - 1)
            ways.append((g * w + rest, [w, *points]))
        return min(ways)

    return least(0.0, T - 1)


# ---------------------------------------------------------------------- 4: following what moves
def paid_by(
    targets: Array, eta: float, *, fenced: bool = True, sign: float = -1.0, kink: float = 0.0
) -> Array:
    """The losses |w - target| of gradient descent on [-1, 1] from 0; ``kink``: the slope there."""
    w, losses = 0.0, []
    for target in targets:
        losses.append(abs(w - target))
        w = w + sign * eta * (float(np.sign(w - target)) or kink)
        w = float(np.clip(w, -1.0, 1.0)) if fenced else w
    return np.array(losses)


def path_length(targets: Array) -> float:
    return float(np.abs(np.diff(targets)).sum())


def jumping(height: float, jumps: int, T: int = 1000) -> Array:
    """Targets that jump so often between two values."""
    return np.asarray(height * (-1.0) ** (np.arange(T) * (jumps + 1) // T))


def _judge_losses(student: Student, rng: np.random.Generator) -> str:
    targets, eta = rng.uniform(-1, 1, size=60), float(rng.uniform(0.55, 0.95))
    targets[:5] = 0.0, 0.99, 0.98, -0.8, -0.9  # the kink is met, and the fence
    found = numbers(student, targets.shape, "losses_paid", targets, eta)
    wanted = paid_by(targets, eta)
    if np.allclose(found, wanted, rtol=1e-9, atol=1e-9):
        return "60 losses agree (to 1e-9)"
    if any(np.allclose(found, paid_by(targets, eta, kink=side)) for side in (1.0, -1.0)):
        raise AnswerError("in round 1 the target is 0 and so is w_1: the slope at the kink is 0")
    if np.allclose(found, paid_by(targets, eta, fenced=False)):
        raise AnswerError("the weight leaves [-1, 1]: project after each step")
    if np.allclose(found, paid_by(targets, eta, sign=1.0)):
        raise AnswerError("you step away from the target: against the slope, not along it")
    if np.allclose(found[:-1], wanted[1:]):
        raise AnswerError("you pay after the update; the loss of round t is that of w_t")
    t = int(np.argmax(~np.isclose(found, wanted, rtol=1e-9, atol=1e-9)))
    raise AnswerError(
        f"with eta = {eta:.4g} and targets {vector(targets[: t + 1][-4:])} up to round {t + 1}, "
        f"the loss of that round {should_be(wanted[t], found[t])}"
    )


def _judge_step(student: Student, rng: np.random.Generator) -> str:
    for targets in (np.full(50, 0.2), rng.uniform(-1, 1, size=80)):
        T, P = len(targets), path_length(targets)
        found = float(numbers(student, (), "aware_step", targets))
        wanted = float(np.sqrt((4 + 4 * P) / T))
        demand(
            abs(found - wanted) <= 1e-9 * wanted,
            f"for {T} targets with path length P = {P:.4g} (D = 2, G = 1) the bound is least at "
            + should_be(wanted, found, "{}; your step is {}"),
        )
    return "the step that makes the bound least"


def _grade_moving_target(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 44)
    height = float(generator(seed, 4).uniform(0.6, 0.9))
    streams = [jumping(height, jumps) for jumps in (2, 4, 8, 16, 32)]
    # On these the fixed step has another exponent: no two numbers are right for both lists.
    others = [jumping(0.5, *of) for of in ((2, 900), (8, 700), (32, 1200), (128, 1000))]
    lists = {
        f"the {len(streams)} streams of the course": streams,
        f"{len(others)} other streams, not all of one length, with smaller jumps": others,
    }

    @cache
    def told(of: str) -> tuple[Array, Array]:
        return numbers(student, (2,), "exponents", lists[of]), _slopes(lists[of])

    def growth() -> str:
        _judge_fit(told, lists, within=0.1)  # numbers that no run has given conclude nothing
        return _judge_growth(*told(next(iter(lists)))[0])

    return [
        part("losses of a run", 1.0, lambda: _judge_losses(student, rng)),
        part("the step", 1.0, lambda: _judge_step(student, rng)),
        *charge_once(
            [
                part("the fit", 1.0, lambda: _judge_fit(told, lists)),
                part("how the bill grows", 1.0, growth),
            ],
            {"the order (first the fixed step)": slice(None, None, -1)},
            lambda _, turned: all(_agree(told, on, turned) for on in lists),
        ),
    ]


def _slopes(streams: list[Array]) -> Array:
    """The two exponents: of the bill with the fixed step, and with the one that knows the path."""
    logs = []
    for targets in streams:
        T, P = len(targets), path_length(targets)
        steps = (2 / np.sqrt(T), np.sqrt((4 + 4 * P) / T))
        logs.append(np.log([P, *(paid_by(targets, eta).sum() for eta in steps)]))
    x, fixed, aware = np.array(logs).T
    return np.array([np.polyfit(x, fixed, 1)[0], np.polyfit(x, aware, 1)[0]])


def _agree(told: Callable[[str], tuple[Array, Array]], on: str, order: slice) -> bool:
    """Whether the exponents are right but for their order."""
    found, wanted = told(on)
    return np.allclose(found, wanted[order], atol=0.02)


def _judge_fit(
    told: Callable[[str], tuple[Array, Array]], lists: Iterable[str], within: float = 0.02
) -> str:
    """``told`` says of each list the exponents of the student's function and those of the runs."""
    for on in lists:
        found, wanted = told(on)
        demand(
            not np.allclose(found, wanted[::-1], atol=0.02),
            "the two exponents are in the wrong order: first the fixed step",
        )
        for got, right, step in zip(found, wanted, ("fixed", "aware"), strict=True):
            demand(
                abs(got - right) <= within,
                f"on {on} the exponent of the {step} step is {right:.3f}, within {within:g}; "
                f"exponents says {got:.3f}",
            )
    return f"right on both lists (to {within:g})"


def _judge_growth(fixed: float, aware: float) -> str:
    demand(
        0.4 <= aware <= 0.55,
        f"with the aware step the bill grows like the root of the path, with an exponent "
        f"between 0.4 and 0.55; yours is {aware:.3f}",
    )
    demand(
        fixed >= aware + 0.15,
        f"the fixed step falls behind: its exponent is larger by 0.15 or more; yours are "
        f"{fixed:.3f} and {aware:.3f}",
    )
    return f"{fixed:.3f} for the fixed step, {aware:.3f} for the one that knows the path"


# ---------------------------------------------------------------------- 5: find the slip
WRONG_LINE = 3


def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        part("the line", 1.0, lambda: line_beside_example(student, WRONG_LINE, 6)),
        part("a counterexample", 1.0, lambda: _judge_counterexample(student)),
        derivation(
            student,
            "repair",
            "the repair",
            2.0,
            visible.WEIGHTED,
            "b[1]*a[1] + Sum((b[t+1] - b[t])*a[t+1], t, 1, T-1) - b[T]*a[T+1]",
        ),
    ]


def _judge_counterexample(student: Student) -> str:
    found = student.call("counterexample")
    demand(is_several(found, 3), "three things are expected: the line, the numbers a, the steps")
    number = float(as_array(found[0], (), "the line"))
    eta = as_array(found[2], None, "the steps").ravel()
    a = as_array(found[1], (len(eta) + 1,), f"a, for {len(eta)} steps,")
    demand(number == WRONG_LINE, f"line {number:g} cannot be refuted")
    demand(len(eta) >= 1 and np.all(a >= 0), "squared distances are not negative")
    demand(np.all(eta >= 1e-12), "steps are positive, and 1e-12 is small enough")
    demand(np.all(np.diff(eta) <= 0), "the steps never grow, yours do: the line is about others")
    left = float(((a[:-1] - a[1:]) / (2 * eta)).sum())
    right = float((a[0] - a[-1]) / (2 * eta[-1]))
    demand(
        left > right + 1e-9 * (1 + abs(left) + abs(right)),
        f"your numbers do not break the line by more than rounding: the left side is {left:.6g}, "
        f"the right side {right:.6g}, and left <= right is what it says",
    )
    return f"the left side is {left:.6g}, the right side {right:.6g}"


# ---------------------------------------------------------------------- 6: Newton's step
def inverse_of_more(inverse: Array, g: Array) -> Array:
    p = inverse @ g
    return np.asarray(inverse - np.outer(p, p) / (1 + g @ p))


def in_slab(v: Array, inverse: Array, x: Array, C: float) -> Array:
    """The nearest point of the slab, in the norm whose inverse matrix this is."""
    way = inverse @ x
    far = float(v @ x - np.clip(v @ x, -C, C))
    return np.asarray(v - far / float(x @ way) * way)


def newton_run(X: Array, y: Array, C: float, epsilon: float) -> Array:
    """The points played."""
    v, inverse, played = np.zeros(X.shape[1]), np.eye(X.shape[1]) / epsilon, []
    for x, target in zip(X, y, strict=True):
        w = in_slab(v, inverse, x, C)
        played.append(w)
        g = (w @ x - target) * x
        inverse = inverse_of_more(inverse, g)
        v = w - 4 * C**2 * inverse @ g
    return np.array(played)


def bills_of(
    w: Array, X: Array, y: Array, u: Array, C: float, epsilon: float, *, early: bool = False
) -> Array:
    """Regret and both bounds after each round; with ``early`` each q is made with the old inverse."""
    d = X.shape[1]
    errors = (w * X).sum(axis=1) - y
    inverse, q = np.eye(d) / epsilon, []
    for g in errors[:, None] * X:
        after = inverse_of_more(inverse, g)
        q.append(float(g @ (inverse if early else after) @ g))
        inverse = after
    regret = np.cumsum(errors**2 - (X @ u - y) ** 2) / 2
    squares = np.cumsum(errors**2 * (X**2).sum(axis=1))
    start, rate = epsilon * float(u @ u) / (8 * C**2), 2 * C**2
    logarithm = d * np.log(1 + squares / (d * epsilon))
    return np.column_stack([regret, start + rate * np.cumsum(q), start + rate * logarithm])


class NewtonStream(NamedTuple):
    """Rows, targets, a comparator, and the numbers of the algorithm."""

    X: Array
    y: Array
    u: Array
    C: float
    epsilon: float


def newton_stream(seed: int) -> NewtonStream:
    rng = generator(seed, 6)
    C, epsilon = float(rng.uniform(0.7, 1.6)), float(rng.uniform(0.2, 0.6))
    X, u = rng.normal(size=(24, 3)) * [1.5, 1.0, 0.5], rng.normal(size=3)
    u *= C / float(np.abs(X @ u).max())
    return NewtonStream(X, np.clip(X @ u + 0.4 * C * rng.normal(size=24), -C, C), u, C, epsilon)


def _grade_newton(student: Student, seed: int) -> list[Mark]:
    stream = newton_stream(seed)
    rng = generator(seed, 66)
    root = rng.normal(size=(4, 4))
    inverse = root @ root.T + 0.1 * np.eye(4)
    return [
        derivation(
            student, "curved_chain", "the curvature", 0.5, visible.CURVED, "h - (s - p)**2/2"
        ),
        part("the inverse", 0.5, lambda: _judge_inverse(student, inverse, root, rng)),
        part("the slab", 0.75, lambda: _judge_slab(student, inverse, stream.C, rng)),
        part("the learner", 1.0, lambda: _judge_newton(student, stream)),
        derivation(student, "logarithm_chain", "the logarithm", 0.5, visible.LOGARITHM, "1 - a/b"),
        part("the bills", 0.75, lambda: _judge_bills(student, stream)),
    ]


def _judge_inverse(student: Student, inverse: Array, root: Array, rng: np.random.Generator) -> str:
    g = rng.normal(size=4)
    found = numbers(student, (4, 4), "one_more", inverse, g)
    demand(
        not np.allclose(found, inverse_of_more(np.linalg.inv(inverse), g)),
        "the first argument is the inverse of A already, you take it for A",
    )
    demand(
        not np.allclose(found, inverse + np.outer(g, g)),
        "this is the inverse of A, plus g g^T; you should return the inverse of A + g g^T",
    )
    wanted = inverse_of_more(inverse, g)
    off = np.unravel_index(np.argmax(np.abs(found - wanted)), wanted.shape)
    demand(
        np.allclose(found, wanted, rtol=1e-8, atol=1e-8),
        f"in dimension 4 the entry {tuple(int(i) + 1 for i in off)} of the inverse "
        f"{should_be(wanted[off], found[off])}",
    )
    flat = root[:, :3] @ root[:, :3].T
    try:
        found = numbers(student, (4, 4), "one_more", flat, g)
    except AnswerError as error:
        raise AnswerError(
            f"for an inverse with an eigenvalue zero there is no A to be inverted ({error})"
        ) from None
    demand(
        np.allclose(found, inverse_of_more(flat, g), rtol=1e-8, atol=1e-8),
        "right for a matrix that has an inverse; but the inverse of A may have an eigenvalue "
        "zero, and there is no A to be inverted then",
    )
    return "right in dimension 4, also with an eigenvalue zero"


def _judge_slab(student: Student, inverse: Array, C: float, rng: np.random.Generator) -> str:
    x = rng.normal(size=4)
    for score in (0.5, -0.5, 3.0, -2.0):
        v = rng.normal(size=4)
        v += (score * C - v @ x) / (x @ x) * x
        found = numbers(student, (4,), "to_slab", v, inverse, x, C)
        where = f"a point with the score {score * C:.4g}, for C = {C:.4g},"
        told = float(found @ x)
        wanted = in_slab(v, inverse, x, C)
        if abs(score) < 1:
            demand(np.allclose(found, v, rtol=1e-9), f"{where} lies in the slab and should stay")
        demand(
            not np.allclose(found, in_slab(v, np.eye(4), x, C)) or abs(score) < 1,
            f"{where} goes along x, the shortest way for a ruler; A measures otherwise",
        )
        demand(
            not np.allclose(found, in_slab(v, np.linalg.inv(inverse), x, C)) or abs(score) < 1,
            f"{where} goes along A x; what is given is the inverse of A, and it is used as A",
        )
        demand(
            abs(told) <= C * (1 + 1e-9), f"{where} gets the score {told:.6g}, outside of the slab"
        )
        demand(
            np.allclose(found, wanted, rtol=1e-8, atol=1e-8),
            f"{where} does not go to the nearest point: in the norm of A it goes "
            f"{_length(found - v, inverse):.6g} far, and {_length(wanted - v, inverse):.6g} is "
            "enough",
        )
    return "four points, on both sides and in the slab (to 1e-8)"


def _judge_newton(student: Student, stream: NewtonStream) -> str:
    X, y, _, C, epsilon = stream
    found = numbers(student, X.shape, "newton_points", X, y, C, epsilon)
    if np.allclose(found, newton_run(X, y, C, epsilon), rtol=1e-7, atol=1e-9):
        return f"{len(X)} rounds in dimension 3 (to 1e-7)"
    demand(
        not found[0].any(),
        f"the first point is {vector(found[0])}; w_1 = 0 is played before any gradient is known",
    )
    inverse = np.eye(3) / epsilon
    for t in range(len(X) - 1):
        w, g = found[t], (found[t] @ X[t] - y[t]) * X[t]
        before, inverse = inverse, inverse_of_more(inverse, g)
        right = in_slab(w - 4 * C**2 * inverse @ g, inverse, X[t + 1], C)
        if np.allclose(found[t + 1], right, rtol=1e-7, atol=1e-9):
            continue
        where = f"w_{t + 2} {should_be(right, found[t + 1])}"
        for slip, words in _newton_slips(w, g, before, inverse, X[t : t + 2], C):
            demand(not np.allclose(found[t + 1], slip), f"{where}: {words}")
        raise AnswerError(
            f"from w_{t + 1} = {vector(w)}, x = {vector(X[t])}, y = {y[t]:.4g}, with C = {C:.4g}: {where}"
        )
    return f"{len(X)} rounds in dimension 3, each from the one before (to 1e-7)"


def _newton_slips(
    w: Array, g: Array, before: Array, inverse: Array, rows: Array, C: float
) -> list[tuple[Array, str]]:
    """Wrong steps from w, with what is wrong in them."""
    x, rate = rows[1], 4 * C**2
    v = w - rate * inverse @ g
    return [
        (v, "you play v, which lies outside of the slab"),
        (in_slab(v, np.eye(3), x, C), "the norm is that of A, not that of a ruler"),
        (
            in_slab(v, inverse, rows[0], C),
            "the slab of a round is that of its x, not of the x before",
        ),
        (
            in_slab(w - rate * before @ g, inverse, x, C),
            "the step is made with the inverse of A_t, in which g_t is counted already",
        ),
        (
            in_slab(w - rate * before @ g, before, x, C),
            "g_t is missing in A_t: the matrix comes first, then the step",
        ),
        (
            in_slab(w - inverse @ g / rate, inverse, x, C),
            "the factor of the step is 4 C^2, not its inverse",
        ),
        (in_slab(w - inverse @ g, inverse, x, C), "the factor 4 C^2 of the step is missing"),
        (in_slab(w + rate * inverse @ g, inverse, x, C), "the sign of the step"),
    ]


def _judge_bills(student: Student, stream: NewtonStream) -> str:
    found = numbers(student, (len(stream.X), 3), "bills", *stream)
    w = newton_run(stream.X, stream.y, stream.C, stream.epsilon)
    right = bills_of(w, *stream)
    for k, (name, slips) in enumerate(_bill_slips(w, stream, right)):
        got, wanted = found[:, k], right[:, k]
        if np.allclose(got, wanted, rtol=1e-6, atol=1e-9):
            continue
        for slip, words in slips:
            demand(not np.allclose(got, slip, rtol=1e-6, atol=1e-9), f"{name}: {words}")
        t = int(np.argmax(~np.isclose(got, wanted, rtol=1e-6, atol=1e-9)))
        raise AnswerError(f"after round {t + 1} {name} {should_be(wanted[t], got[t])}")
    words = "{} rounds: regret {:.4g}, bounds {:.4g} and {:.4g}"
    return words.format(len(stream.X), *found[-1])


def _bill_slips(
    w: Array, stream: NewtonStream, right: Array
) -> list[tuple[str, list[tuple[Array, str]]]]:
    """The columns of the bills by name, with wrong ones and what is wrong in them."""
    start = stream.epsilon * float(stream.u @ stream.u) / (8 * stream.C**2)
    early = bills_of(w, *stream, early=True)
    regret, *bounds = right.T
    each_round, promised = (
        "this is what a round adds; add up the rounds",
        "this is what is promised, not what the run paid",
    )
    of_regret = [
        *((bound, promised) for bound in bounds),
        (2 * regret, "the loss is half of the square"),
        (np.diff(regret, prepend=0.0), each_round),
    ]
    of_bounds = [
        [
            (np.diff(bound, prepend=0.0), each_round),
            (bound - start, "the first term, with the length of u, is missing"),
            (old, "q_t is made with the inverse of A_t, in which g_t is counted already"),
        ]
        for bound, old in zip(bounds, early.T[1:], strict=True)
    ]
    names = ("the regret", "the bound with the sum", "the bound with the logarithm")
    return list(zip(names, [of_regret, *of_bounds], strict=True))


def _length(z: Array, inverse: Array) -> float:
    return float(np.sqrt(z @ np.linalg.solve(inverse, z)))


QUESTIONS = [
    Question("oco-moving", "A comparator that moves", 4.0, _grade_moving),
    Question(
        "oco-cone",
        "An ice-cream cone",
        4.0,
        _grade_cone,
        rests_on={"gradient descent in the cone": ("project",)},
    ),
    Question("oco-opponent", "An opponent on the line", 4.0, _grade_opponent),
    Question(
        "oco-target",
        "Following a moving target",
        4.0,
        _grade_moving_target,
        rests_on=dict.fromkeys(("the fit", "how the bill grows"), ("losses_paid", "aware_step")),
    ),
    Question("oco-slip", "Find the slip", 4.0, _grade_slip),
    Question(
        "oco-newton",
        "Newton's step",
        4.0,
        _grade_newton,
        rests_on={
            "the learner": ("one_more", "to_slab"),
            "the bills": ("one_more", "to_slab", "newton_points"),
        },
    ),
    written(
        "oco-written",
        {
            "the points between p and u lie in the set, as it is convex": 1.0,
            "the squared distance from v to such a point, multiplied out": 1.0,
            "divided by the share, which then goes to zero": 1.0,
        },
    ),
]
