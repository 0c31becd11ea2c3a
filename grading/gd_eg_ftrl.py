"""How the assignment on gradient descent, exponentiated gradient and mirror descent is graded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from olbook.exercises import gd_eg_ftrl as visible
from olbook.exercises import is_several, vector

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

THEY = "should be {}, they are {}"


def soft(exponents: Array) -> Array:
    """Weights in proportion to the powers of e."""
    powers: Array = np.exp(exponents - exponents.max())
    return np.asarray(powers / powers.sum())


def several(
    student: Student, shapes: tuple[tuple[int, ...], ...], name: str, *args: object
) -> list[Array]:
    """What a function of the student's returns, as a list of arrays of these shapes."""
    found = student.call(name, *args)
    demand(is_several(found, len(shapes)), f"{name} should return {len(shapes)} things")
    return [
        as_array(each, shape, f"number {k} of {name}")
        for k, (each, shape) in enumerate(zip(found, shapes, strict=True), 1)
    ]


# ---------------------------------------------------------------------- 1: following a path of experts
def _grade_path(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "sharing_round_chain",
            "one round",
            2.0,
            visible.SHARING_ROUND,
            "(-m[t] - eta*g[t])/eta + eta/8",
            "(h[t] - q[t])/eta + eta/8",
        ),
        derivation(
            student,
            "sharing_rounds_chain",
            "all rounds",
            2.0,
            visible.SHARING_ROUNDS,
            "(q[T+1] - q[1] + C)/eta + eta/8*T",
        ),
    ]


# ---------------------------------------------------------------------- 2: the algorithm
def _divided(logarithms: Array) -> Array:
    """The logarithms of weights that have been divided by their sum."""
    return np.asarray(logarithms - np.logaddexp.reduce(logarithms))


def _to_all(logarithms: Array, alpha: float) -> Array:
    """Everybody gives the share, and it is dealt out evenly."""
    with np.errstate(divide="ignore"):
        kept, share = np.log1p(-alpha) + logarithms, np.log(alpha / len(logarithms))
    return np.asarray(np.logaddexp(kept, share))


def _to_the_others(logarithms: Array, alpha: float) -> Array:
    w = np.exp(logarithms)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log((1 - alpha) * w + alpha * (1 - w) / (len(w) - 1)))


class FixedShare(NamedTuple):
    """The algorithm, on logarithms; a slip replaces one of these."""

    sign: float = -1.0
    divided: Callable[[Array], Array] = _divided
    share: Callable[[Array, float], Array] = _to_all
    share_first: bool = False
    known: int = 0
    """How many rounds too many are known."""
    start: Callable[[int], float] = lambda d: 1 / d

    def __call__(self, losses: Array, eta: float, alpha: float) -> Array:
        d = losses.shape[1]
        w, played = np.full(d, np.log(self.start(d))), []
        for g in losses:
            played.append(w)
            w = self.share(w, alpha) if self.share_first else w
            w = self.divided(w + self.sign * eta * g)
            w = w if self.share_first else self.share(w, alpha)
        return np.exp([*played, w][self.known :][: len(losses)])


shared_weights = FixedShare()
SHARE_SLIPS = {
    "the sign of the exponent": FixedShare(sign=1.0),
    "the share": FixedShare(share=lambda w, alpha: w),
    "the share (it comes after the step)": FixedShare(share_first=True),
    "who gets the share": FixedShare(share=_to_the_others),
    "the round of the weights": FixedShare(known=1),
    "the sum of the weights": FixedShare(divided=lambda w: w),
    "the first weights": FixedShare(start=lambda d: 1.0),
}


class ShareGame(NamedTuple):
    """Losses, the step and the share."""

    losses: Array
    eta: float
    alpha: float


def _grade_share(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 2)
    short = [
        ShareGame(rng.uniform(size=(12, d)), rng.uniform(0.5, 2.0), rng.uniform(0.05, 0.3))
        for d in (2, 5)
    ]
    long = _long_games(rng)
    marks = [
        part("the weights", 2.0, lambda: _judge_weights(student, short)),
        part("numbers that do not run out", 1.0, lambda: _judge_long_games(student, *long)),
    ]
    games = (short, long)
    return [
        *charge_once(marks, SHARE_SLIPS, lambda n, slip: _shares_so(student, games[n], slip)),
        part("the price", 1.0, lambda: _judge_price(student, rng)),
    ]


def _played_shares(student: Student, game: ShareGame) -> Array:
    return numbers(student, game.losses.shape, "fixed_share", *game)


def _shares_so(student: Student, games: Sequence[ShareGame], slip: FixedShare) -> bool:
    """Whether the weights are just those of this slip."""
    return all(np.allclose(_played_shares(student, g), slip(*g), atol=1e-8) for g in games)


def _judge_weights(student: Student, games: Sequence[ShareGame]) -> str:
    for game in games:
        losses, eta, alpha = game
        found, wanted = _played_shares(student, game), shared_weights(*game)
        if np.allclose(found, wanted, rtol=1e-8, atol=1e-10):
            continue
        sums = found.sum(axis=1)
        off = int(np.argmax(~np.isclose(sums, 1.0)))
        demand(
            np.allclose(sums, 1.0),
            f"the weights of round {off + 1} add up to {sums[off]:.9g}: divide by the sum",
        )
        demand(
            not np.allclose(found[:-1], wanted[1:]),
            "these are w_2 to w_(T+1); row t is played before the losses of round t are known",
        )
        for slip, words in (
            (
                FixedShare(sign=1.0),
                "experts with large losses gain weight: the sign of the exponent",
            ),
            (FixedShare(share=lambda w, alpha: w), "this is Hedge: the share alpha is missing"),
            (FixedShare(share_first=True), "you share before the step of Hedge; it comes after it"),
        ):
            demand(not np.allclose(found, slip(*game)), words)
        t = int(np.argmax(~np.isclose(found, wanted, rtol=1e-8, atol=1e-10).all(axis=1)))
        place = "the first weights"
        if t:
            place = (
                f"with eta = {eta:.4g}, alpha = {alpha:.4g} and losses {vector(losses[t - 1])} in "
                f"round {t}, the weights of round {t + 1}"
            )
        raise AnswerError(f"{place} {should_be(wanted[t], found[t], THEY)}")
    return "the weights of 12 rounds, for 2 and 5 experts (to 1e-8)"


def _long_games(rng: np.random.Generator) -> list[ShareGame]:
    """A game, the same with large losses, one that turns, and one of Hedge that ends even."""
    losses = rng.uniform(size=(40, 3))
    first, then = int(rng.integers(800, 1000)), int(rng.integers(500, 700))
    turned = np.zeros((first + then, 2))
    turned[:first, 0], turned[first:, 1] = 1.0, 1.0
    even = np.vstack([turned[:first], turned[:first, ::-1]])
    return [
        ShareGame(losses, 1.0, 0.05),
        ShareGame(losses + 4000.0, 1.0, 0.05),
        ShareGame(turned, 2.0, 1e-4),
        ShareGame(even, 2.0, 0.0),
    ]


def _judge_long_games(
    student: Student, small: ShareGame, large: ShareGame, turned: ShareGame, even: ShareGame
) -> str:
    near = _played_shares(student, small)
    ended = (
        "4000 added to all losses should change nothing, and it does: powers like exp(-4000) "
        "are rounded to 0; only differences of losses count"
    )
    try:
        far = _played_shares(student, large)
    except AnswerError as error:
        raise AnswerError(f"{ended} ({error})") from None
    demand(np.allclose(far, near, rtol=1e-6, atol=1e-8), ended)
    demand(np.allclose(near.sum(axis=1), 1.0), "the weights do not add up to 1")
    found = _played_shares(student, turned)
    first = len(even.losses) // 2
    for round_, expert in ((first, 1), (len(found) - 1, 0)):
        demand(
            found[round_, expert] > 0.99,
            f"expert 1 errs in {first} rounds and expert 2 in the next {len(found) - first}; the "
            f"weight of expert {expert + 1} in round {round_ + 1} should be nearly 1, it is "
            f"{found[round_, expert]:.4g}",
        )
    found, wanted = _played_shares(student, even), float(1 / (1 + np.exp(even.eta)))
    demand(
        abs(found[-1, 0] - wanted) <= 1e-6,
        f"Hedge (alpha = 0, eta = 2): expert 1 errs in {first} rounds and expert 2 in the next "
        f"{first}; before the last of them expert 1 has lost one more, so its weight should be "
        f"{wanted:.4g}, it is {found[-1, 0]:.4g}: a weight that has been rounded to 0 does not come "
        "back, its logarithm does",
    )
    return "large losses and long games are no trouble"


def _judge_price(student: Student, rng: np.random.Generator) -> str:
    for T, d in ((6, 3), (15, 8), (1, 4)):
        path = [int(i) for i in rng.integers(0, d, size=T)]
        path[3:4] = path[2:3]
        alpha = float(rng.uniform(0.05, 0.4))
        found = float(numbers(student, (), "price", path, d, alpha))
        moves = sum(a != b for a, b in pairwise(path))
        move, stay = -np.log(alpha / d), -np.log(1 - alpha + alpha / d)
        wanted = moves * move + (T - moves) * stay
        demand(
            abs(found - (wanted - stay)) > 1e-9,
            f"only the {T - 1} changes inside the game are paid; the price has T = {T} terms, the "
            "last for staying",
        )
        demand(
            abs(found - wanted) <= 1e-9 * (1 + wanted),
            f"the price of {path} with d = {d}, alpha = {alpha:.4g} {should_be(wanted, found)}: "
            f"there are {moves} moves at {move:.4g} and {T - moves} stays at {stay:.4g}",
        )
    return "moves and stays have their prices"


# ---------------------------------------------------------------------- 3: where exponentiated gradient goes
def system(seed: int) -> tuple[Array, Array]:
    """Three equations for weights of eight advisers."""
    rng = generator(seed, 3)
    X = rng.uniform(-1, 1, size=(3, 8))
    return X, X @ (0.7 * rng.dirichlet(np.ones(8)) + 0.3 / 8)


def newton_limit(X: Array, y: Array) -> Array:
    """The solution of least relative entropy, by Newton's method on its dual."""
    a = np.zeros(len(X))
    for _ in range(100):
        w = soft(X.T @ a)
        slope = X @ w - y
        bend = (X * w) @ X.T - np.outer(X @ w, X @ w)
        step = np.linalg.solve(bend, slope)
        a = a - step * min(1.0, 1.0 / (1e-12 + float(np.abs(step).max())))
    return soft(X.T @ a)


def _grade_limit(student: Student, seed: int) -> list[Mark]:
    X, y = system(seed)
    right = newton_limit(X, y)

    @cache
    def limit() -> Array:
        return numbers(student, (8,), "eg_limit", X, y)

    return [
        part("a solution", 1.0, lambda: _judge_solution(limit(), X, y)),
        part("the right one", 1.0, lambda: _judge_least(limit(), right)),
        part("the witness", 1.0, lambda: _judge_witness(student, X, right)),
        part("relative entropies", 1.0, lambda: _judge_entropies(student, seed)),
    ]


def _judge_solution(w: Array, X: Array, y: Array) -> str:
    demand(np.all(w >= 0), f"there is a negative weight, {w.min():.4g}; EG has none")
    demand(
        abs(w.sum() - 1) <= 1e-8, f"the weights add up to {w.sum():.9g}; EG keeps their sum at 1"
    )
    miss = float(np.abs(X @ w - y).max())
    demand(
        miss <= 1e-6,
        f"X w differs from y by {miss:.3g}; on a system with a solution EG comes below 1e-6: "
        "more passes, or another step",
    )
    return "weights that solve the equations (to 1e-6)"


def _judge_least(w: Array, right: Array) -> str:
    demand(np.all(w > 0), "a weight is not positive; those of EG are")
    extra, best = (float(np.log(8) + (v * np.log(v)).sum()) for v in (w, right))
    demand(
        float(np.abs(w - right).max()) <= 1e-5,
        f"this is not where EG goes: the relative entropy to the uniform weights is {extra:.6g}, "
        f"and there is a solution with {best:.6g}. Start at the uniform weights, and multiply",
    )
    return "of all solutions the one nearest to the uniform weights (to 1e-5)"


def _judge_witness(student: Student, X: Array, right: Array) -> str:
    a, c = several(student, ((3,), ()), "witness", X, right)
    off = float(np.abs(X.T @ a + c - np.log(right)).max())
    demand(off <= 1e-6, f"X.T a + c should be ln w; it differs by {off:.3g}")
    return "ln w is a combination of the rows and a constant (to 1e-6)"


def _judge_entropies(student: Student, seed: int) -> str:
    rng = generator(seed, 33)
    u, w = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
    u[2] = 0.0
    u = u / u.sum()
    mask = u > 0
    wanted = [
        float((u[mask] * np.log(6 * u[mask])).sum()),
        float((u[mask] * np.log(u[mask] / w[mask])).sum()),
        float((w * np.log(6 * w)).sum()),
    ]
    found = numbers(student, (3,), "entropies", u, w)
    for value, good, name in zip(found, wanted, ("D(u, w_1)", "D(u, w)", "D(w, w_1)"), strict=True):
        demand(
            abs(value - good) <= 1e-9 * (1 + good),
            f"{name} {should_be(good, value)}, for u = {vector(u)}, w = {vector(w)}",
        )
    return "three relative entropies, one with a weight of zero"


# ---------------------------------------------------------------------- 4: two learners in one game
def games(seed: int) -> list[Array]:
    """A game like rock, paper, scissors, and one with a further column."""
    rng = generator(seed, 4)
    cycle = np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]])
    A = 0.2 + 0.6 * cycle + rng.uniform(-0.2, 0.2, size=(3, 3))
    return [A, np.column_stack([A, rng.uniform(0, 0.4, size=3)])]


def played(A: Array, T: int, *, sign: float = 1.0) -> list[Array]:
    """Averages and last points of two copies of Hedge; ``sign`` -1: both want the opposite."""
    n, m = A.shape
    eta_p, eta_q = np.sqrt(8 * np.log(n) / T), np.sqrt(8 * np.log(m) / T)
    lost, won, sum_p, sum_q = np.zeros(n), np.zeros(m), np.zeros(n), np.zeros(m)
    for _ in range(T):
        p, q = soft(-sign * eta_p * lost), soft(sign * eta_q * won)
        sum_p, sum_q, lost, won = sum_p + p, sum_q + q, lost + A @ q, won + p @ A
    return [sum_p / T, sum_q / T, p, q]


def gap_of(A: Array, p: Array, q: Array) -> float:
    return float((p @ A).max() - (A @ q).min())


LENGTHS = (400, 100, 1600)  # of the games whose gaps are measured
ORDERS: dict[str, Callable[[Array], Array]] = {
    "the order of the columns": lambda table: table[:, ::-1],
    "the order of the rows": lambda table: table[np.argsort(LENGTHS)],
}


def _grade_game(student: Student, seed: int) -> list[Mark]:
    matrices = games(seed)
    A = matrices[0]
    rng = generator(seed, 44)

    @cache
    def table() -> Array:
        return numbers(student, (3, 2), "gaps", A, list(LENGTHS))

    gaps = [
        part("the averages", 0.75, lambda: _judge_averages(A, table())),
        part("the last points", 0.75, lambda: _judge_last(A, table())),
    ]
    return [
        part("the gap", 1.0, lambda: _judge_gap(student, matrices, rng)),
        part("two copies of Hedge", 1.5, lambda: _judge_play(student, matrices)),
        *charge_once(gaps, ORDERS, lambda _, order: _agree(table(), order(_gaps(A)))),
    ]


def _gaps(A: Array) -> Array:
    """For each length the gap of the averages, and of the last points."""
    runs = [played(A, T) for T in LENGTHS]
    return np.array([[gap_of(A, *run[:2]), gap_of(A, *run[2:])] for run in runs])


def _agree(found: Array, wanted: Array) -> bool:
    return np.allclose(found, wanted, rtol=1e-5, atol=1e-9)


def _judge_gap(student: Student, matrices: list[Array], rng: np.random.Generator) -> str:
    for A in matrices:
        n, m = A.shape
        p, q = rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(m))
        found, wanted = float(numbers(student, (), "gap", A, p, q)), gap_of(A, p, q)
        demand(
            abs(found - wanted) <= 1e-9,
            f"in a game with {n} rows and {m} columns the gap of p = {vector(p)}, q = {vector(q)} "
            f"{should_be(wanted, found)}: what the column player could get against "
            "p, minus what the row player could get away with against q",
        )
    return "right in two games"


def _judge_play(student: Student, matrices: list[Array]) -> str:
    for A, T in zip(matrices, (40, 90), strict=True):
        n, m = A.shape
        found = several(student, ((n,), (m,), (n,), (m,)), "self_play", A, T)
        wanted = played(A, T)
        demand(
            not all(map(np.allclose, found, played(A, T, sign=-1.0))),
            "the signs are exchanged: the row player pays A[i, j], the column player is paid",
        )
        for got, right, name in zip(
            found, wanted, ("average p", "average q", "last p", "last q"), strict=True
        ):
            demand(
                abs(got.sum() - 1) <= 1e-8,
                f"the {name} after {T} rounds adds up to {got.sum():.9g}, not to 1",
            )
            demand(
                np.allclose(got, right, rtol=1e-7, atol=1e-9),
                f"after {T} rounds in a game with {n} rows and {m} columns the {name} "
                f"{should_be(right, got)}",
            )
    return "averages and last points agree in two games (to 1e-7)"


def _judge_averages(A: Array, table: Array) -> str:
    for T, row in zip(LENGTHS, table, strict=True):
        allowed = 2 * np.sqrt(np.log(3) / (2 * T))
        demand(
            -1e-12 <= row[0] <= allowed,
            f"after {T} rounds the gap of the averages lies between 0 and {allowed:.4g}, the two "
            f"regrets divided by T; yours is {row[0]:.4g}",
        )
    _demand_gaps(A, table, 0, "averages")
    return f"the averages come near an equilibrium: {vector(table[:, 0])}"


def _judge_last(A: Array, table: Array) -> str:
    _demand_gaps(A, table, 1, "last points")
    return f"the last points do not: {vector(table[:, 1])}"


def _demand_gaps(A: Array, table: Array, column: int, which: str) -> None:
    found, wanted = table[:, column], _gaps(A)[:, column]
    demand(
        _agree(found, wanted),
        f"after {list(LENGTHS)} rounds the gaps of the {which} {should_be(wanted, found, THEY)}",
    )


# ---------------------------------------------------------------------- 5: find the slip
WRONG_LINE = 2


def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        part("the line", 1.0, lambda: line_beside_example(student, WRONG_LINE, 6)),
        part("a counterexample", 1.0, lambda: _judge_counterexample(student)),
        derivation(
            student,
            "repair",
            "the repair",
            2.0,
            visible.POTENTIAL,
            "N - 1",
            "Sum(w[i]*(1 - eta*g[i] + eta**2*g[i]**2), i, 1, d) - 1",
        ),
    ]


def _judge_counterexample(student: Student) -> str:
    found = student.call("counterexample")
    demand(is_several(found, 4), "four things are expected: the line, eta, the weights, the losses")
    number, eta = (float(as_array(each, (), "line and eta")) for each in found[:2])
    w = as_array(found[2], None, "the weights").ravel()
    g = as_array(found[3], w.shape, "the losses")
    demand(number == WRONG_LINE, f"line {number:g} cannot be refuted")
    demand(0 < eta <= 1, f"eta is positive and at most 1, yours is {eta:g}")
    demand(
        len(w) > 0 and np.all(w >= 0) and abs(w.sum() - 1) <= 1e-9,
        "the weights are not negative and add up to 1",
    )
    demand(np.all(np.abs(g) <= 1), "losses lie between -1 and 1")
    left = float(w @ np.exp(-eta * g))
    right = float(1 - eta * (w @ g) + eta**2 / 2 * (w @ g**2))
    demand(
        left > right + 1e-12,
        f"your numbers do not break the line: the mean of the powers is {left:.6g}, the right side "
        f"{right:.6g}",
    )
    return f"the mean of the powers is {left:.6g}, the right side {right:.6g}"


# ---------------------------------------------------------------------- 6: a step for every coordinate
def leaders(slopes: Array, steps: Array, U: float) -> Array:
    """The leaders of all rounds: each forgets nothing, and has the step of its own round."""
    before = np.cumsum(slopes, axis=0) - slopes
    return np.asarray(np.clip(-steps * before, -U, U))


def agile(slopes: Array, steps: Array, U: float) -> Array:
    """Each slope keeps the step of its day, as in gradient descent."""
    w, played = np.zeros(slopes.shape[1]), []
    for g, eta in zip(slopes, steps, strict=True):
        played.append(w)
        w = np.clip(w - eta * g, -U, U)
    return np.array(played)


def seen(slopes: Array, *, today: bool = False) -> Array:
    """The sums of squares before each round; with ``today`` as a learner who peeps has them."""
    squares = np.cumsum(slopes**2, axis=0)
    return squares if today else squares - slopes**2


def steps_of_each(slopes: Array, G: float, U: float, *, today: bool = False) -> Array:
    return np.asarray(U / np.sqrt(G**2 + seen(slopes, today=today)))


def step_of_all(slopes: Array, G: float, U: float, *, today: bool = False) -> Array:
    d = slopes.shape[1]
    under = d * G**2 + seen(slopes, today=today).sum(axis=1, keepdims=True)
    return np.repeat(U * np.sqrt(d / under), d, axis=1)


def regret_of(slopes: Array, steps: Array) -> float:
    """Of the leader on the box [-1, 1]^d, against its best point."""
    paid = float((leaders(slopes, steps, 1.0) * slopes).sum())
    return paid + float(np.abs(slopes.sum(axis=0)).sum())


def _grade_coordinate(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 6)
    U, G = float(rng.uniform(0.5, 2.0)), float(rng.uniform(1.5, 3.0))
    slopes = rng.uniform(-G, G, size=(20, 3)) * [1.0, 0.1, 0.5]
    slopes[:, 2] = np.abs(slopes[:, 2]) + 0.3 * G  # leads to the border
    eta = np.cumprod(rng.uniform(0.8, 1.0, size=(20, 3)), axis=0) * [0.5, 1.0, 1.0] * U / G
    pairs = [(int(d), int(T)) for d, T in zip((3, 5), rng.integers(300, 500, size=2), strict=True)]
    return [
        part("the leader", 1.0, lambda: _judge_leader(student, slopes, eta, U)),
        derivation(
            student,
            "root_round_chain",
            "one round",
            0.5,
            visible.ROOT_ROUND,
            "(r[t+1]**2 - r[t]**2)/r[t]",
        ),
        derivation(
            student,
            "root_rounds_chain",
            "all rounds",
            0.5,
            visible.ROOT_ROUNDS,
            "U*r[T]/2 + U/2*(1 + sqrt(2))*(r[T+1] - r[1])",
        ),
        part("steps of each", 0.5, lambda: _judge_steps(student, "own_steps", slopes, G, U)),
        part("one step for all", 0.5, lambda: _judge_steps(student, "one_step", slopes, G, U)),
        part("AdaGrad wins", 0.5, lambda: _judge_duel(student, "for_adagrad", pairs)),
        part("AdaGrad loses", 0.5, lambda: _judge_duel(student, "against_adagrad", pairs)),
    ]


def _judge_leader(student: Student, slopes: Array, eta: Array, U: float) -> str:
    found = numbers(student, slopes.shape, "leader", slopes, eta, U)
    wanted = leaders(slopes, eta, U)
    if np.allclose(found, wanted, rtol=1e-9, atol=1e-12):
        return "20 rounds in three coordinates (to 1e-9)"
    before = np.cumsum(slopes, axis=0) - slopes
    late = np.vstack([eta[:1], eta[:-1]])
    inside = np.array(agile(slopes, np.ones_like(eta), U))
    for slip, words in (
        (
            np.clip(-eta * (before + slopes), -U, U),
            "w_t knows the slope of round t already: it is the leader of the rounds before",
        ),
        (leaders(slopes, -eta, U), "the points go where the slopes are positive: the sign"),
        (-eta * before, "points lie outside of the box: take the nearest in it, after the step"),
        (
            agile(slopes, eta, U),
            "you step on from the last point; that is gradient descent, where a slope keeps the "
            "step of its day. The leader multiplies the sum of all slopes by the step of today",
        ),
        (leaders(slopes, late, U), "w_t is made with the step of the round before"),
        (
            np.clip(-eta * -inside, -U, U),
            "you bring back the sum into the box; it is the point that has to stay there, and the "
            "sum forgets nothing",
        ),
        (
            -eta * before / np.maximum(1, np.linalg.norm(eta * before, axis=1, keepdims=True) / U),
            "you bring points back to a ball; in a box each coordinate is cut off by itself",
        ),
    ):
        demand(not np.allclose(found, slip), words)
    t = int(np.argmax(~np.isclose(found, wanted, rtol=1e-9, atol=1e-12).all(axis=1)))
    raise AnswerError(
        f"with U = {U:.4g}, when the slopes of the {t} rounds before add up to {vector(before[t])} and "
        f"the steps are {vector(eta[t])}, w_{t + 1} {should_be(wanted[t], found[t])}"
    )


def _judge_steps(student: Student, name: str, slopes: Array, G: float, U: float) -> str:
    rule = {"own_steps": steps_of_each, "one_step": step_of_all}[name]
    found = numbers(student, slopes.shape, name, slopes, G, U)
    wanted = rule(slopes, G, U)
    if np.allclose(found, wanted, rtol=1e-9, atol=1e-12):
        return "the steps of 20 rounds (to 1e-9)"
    d = slopes.shape[1]
    other = step_of_all if name == "own_steps" else steps_of_each
    slips = [
        (
            rule(slopes, G, U, today=True),
            "the step of round t knows the slope of round t; only those before are known",
        ),
        (
            other(slopes, G, U),
            "the two rules are exchanged: own_steps has a step for each coordinate, one_step the "
            "same for all",
        ),
        (wanted / U, "the factor U is missing"),
        (wanted**2 / U, "the root is missing"),
    ]
    if name == "one_step":
        slips += [
            (wanted / np.sqrt(d), "the root of d above the bar is missing"),
            (
                step_of_all(slopes, G / np.sqrt(d), U) / np.sqrt(d),
                "both d are missing, the one that makes the box wider than its sides and the one "
                "before G^2",
            ),
        ]
    for slip, words in slips:
        demand(not np.allclose(found, slip), words)
    t = int(np.argmax(~np.isclose(found, wanted, rtol=1e-9, atol=1e-12).all(axis=1)))
    raise AnswerError(
        f"for G = {G:.4g}, U = {U:.4g} and sums of squares {vector(seen(slopes)[t])} before round "
        f"{t + 1}, its steps {should_be(wanted[t], found[t], THEY)}"
    )


def _judge_duel(student: Student, name: str, pairs: list[tuple[int, int]]) -> str:
    told = ""
    for d, T in pairs:
        slopes = numbers(student, (T, d), name, d, T)
        demand(np.all(np.abs(slopes) <= 1), f"{name}({d}, {T}): slopes lie between -1 and 1")
        own = regret_of(slopes, steps_of_each(slopes, 1.0, 1.0))
        one = regret_of(slopes, step_of_all(slopes, 1.0, 1.0))
        less, more = (own, one) if name == "for_adagrad" else (one, own)
        told = f"regret {own:.4g} with AdaGrad, {one:.4g} with one step"
        demand(
            not (less >= 2 * more and less >= 1),
            f"on {name}({d}, {T}) it is the other way round: {told}",
        )
        demand(more >= 1, f"on {name}({d}, {T}) nobody loses much: {told}")
        demand(more >= 2 * less, f"{name}({d}, {T}): {told}; the larger has to be twice the other")
    return f"{told}, in {pairs[-1][1]} rounds and {pairs[-1][0]} coordinates"


QUESTIONS = [
    Question("gd-path", "A path of experts", 4.0, _grade_path),
    Question("gd-share", "Hedge with a share", 4.0, _grade_share),
    Question("gd-limit", "Where exponentiated gradient goes", 4.0, _grade_limit),
    Question(
        "gd-game",
        "Two learners in one game",
        4.0,
        _grade_game,
        rests_on=dict.fromkeys(("the averages", "the last points"), ("gap", "self_play")),
    ),
    Question("gd-slip", "Find the slip", 4.0, _grade_slip),
    Question("gd-coordinate", "A step for every coordinate", 4.0, _grade_coordinate),
    written(
        "gd-written",
        {
            "the regret of the row player, with its best fixed row": 1.0,
            "the regret of the column player, who is paid, with the right sign": 1.0,
            "what both paid cancels, and sums are T times averages": 1.0,
        },
    ),
]
