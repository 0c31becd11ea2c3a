"""The grader of the assignment on Winnow: a wall without end, and lamps that are no disjunction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

import olbook as ol
from olbook.exercises import winnow as visible

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    Array,
    a_line,
    as_array,
    demand,
    derivation,
    generator,
    part,
    readable,
    several,
    should_be,
    unless,
    written,
)

NEAR = 1e-6  # no score of the data is that near to the threshold, unless it is on it


# ---------------------------------------------------------------------- Winnow, and its slips
Change = Callable[[Array, Array, float, float], Array]


class Winnow(NamedTuple):
    """Winnow on an endless wall; a slip replaces one of these."""

    errs: Callable[[float, float], bool] = lambda y, score: y * (score - 0.5) <= 0
    change: Change = lambda w, x, y, beta: w * beta ** (y * x)
    always: bool = False
    first: Callable[[Array], Array] = lambda i: 1 / (i * (i + 1))

    def start(self, d: int) -> Array:
        """The first weights of d switches."""
        return np.asarray(self.first(np.arange(1.0, d + 1)))

    def __call__(
        self, X: Array, y: Array, beta: float, first: Array | None = None
    ) -> tuple[Array, Array, Array]:
        """Mistakes, scores, and final weights."""
        w = self.start(X.shape[1]) if first is None else first
        mistakes, scores = [], []
        for x_t, y_t in zip(X, y, strict=True):
            scores.append(float(w @ x_t))
            mistakes.append(self.errs(y_t, scores[-1]))
            if mistakes[-1] or self.always:
                w = self.change(w, x_t, y_t, beta)
        return np.array(mistakes), np.array(scores), w


def _normalised(w: Array, x: Array, y: float, beta: float) -> Array:
    w = np.asarray(w * beta ** (y * x))
    return np.asarray(w / w.sum())


winnow = Winnow()
TIE = "a score of exactly 1/2 is a mistake too"
SIGN = "the sign of the exponent: raise the weights when the label is +1"
SLIPS = {
    TIE: Winnow(errs=lambda y, score: y * (score - 0.5) < 0),
    f"{TIE}, whatever the label is": Winnow(errs=lambda y, score: y != (1 if score >= 0.5 else -1)),
    f"{TIE}, also if the label is -1": Winnow(
        errs=lambda y, score: y != (1 if score > 0.5 else -1)
    ),
    SIGN: Winnow(change=lambda w, x, y, beta: w * beta ** (-y * x)),
    "you change weights in every round, not only at mistakes": Winnow(always=True),
    "the weights are not normalised": Winnow(change=_normalised),
    "you add where Winnow multiplies": Winnow(change=lambda w, x, y, beta: w + y * x * (beta - 1)),
    "you change all weights, not only those of the switches that were on": Winnow(
        change=lambda w, x, y, beta: w * beta**y
    ),
    "the factor is beta, not its square": Winnow(
        change=lambda w, x, y, beta: w * beta ** (2 * y * x)
    ),
    "the threshold is 1/2, not 1": Winnow(errs=lambda y, score: y * (score - 1) <= 0),
    "the first weight of switch i is 1/(i(i+1)), with i from 1": Winnow(
        first=lambda i: 1 / ((i + 1) * (i + 2))
    ),
    "the first weight of switch i is 1/(i(i+1)), not the square of 1/i": Winnow(
        first=lambda i: 1 / i**2
    ),
    "you start at 1/d; this wall has no d": Winnow(first=lambda i: np.full(len(i), 1 / len(i))),
    "every first weight is 1 in your run": Winnow(first=np.ones_like),
}
NEVER_ON = "; this switch was never on, so it has its first weight 1/(i(i+1))"


def _stream(
    rng: np.random.Generator,
    T: int,
    d: int,
    literals: Sequence[int],
    starts: Sequence[tuple[int, float, Array]],
    ties: int = 0,
) -> tuple[Array, Array]:
    """Random rounds labelled by a disjunction (literals from 1), no score near a tie by accident.

    ``starts``: length of the wall, factor and first weights of the runs that may be made. The
    first ``ties`` rounds show switch 1 alone, whose first weight in the endless game is 1/2.
    """
    X = (rng.random((T, d)) < 1.5 / np.sqrt(np.arange(1, d + 1) + 3)).astype(float)
    X[:ties] = 0.0
    X[:ties, 0] = 1.0
    X[ties] = 0.0  # a round with all switches off
    y = np.where(X[:, np.array(literals) - 1].any(axis=1), 1.0, -1.0)
    while True:
        near = np.zeros(len(X), dtype=bool)
        for length, beta, first in starts:
            _, scores, _ = winnow(X[:, :length], y, beta, first)
            near |= (np.abs(scores - 0.5) < NEAR) & (np.arange(len(X)) >= ties)
        if not near.any():
            return X, y
        X, y = X[~near], y[~near]


# ---------------------------------------------------------------------- 1: the algorithm
class _Wall(NamedTuple):
    """Rounds on an endless wall, the factor, and the switches whose weights are asked for."""

    X: Array
    y: Array
    beta: float
    ask: list[int]


def _endless_walls(seed: int) -> Iterator[_Wall]:
    rng = generator(seed, 1)
    for beta, d, literals in ((2.0, 12, [2, 5]), (1.5, 60, [3, 17, 31]), (3.0, 40, [1, 40])):
        starts = [(d, beta, learner.start(d)) for learner in (winnow, *SLIPS.values())]
        X, y = _stream(rng, 60, d, literals, starts, ties=1)
        ask = [1, *literals, d, d + 7, 10**6]  # the last two are never on
        yield _Wall(X, y, beta, [ask[i] for i in rng.permutation(len(ask))])


def _answer(student: Student, wall: _Wall) -> list[Any]:
    """The mistakes and the weights, as the student's function returns them."""
    rounds = [(np.flatnonzero(x) + 1).tolist() for x in wall.X]
    got = student.call("endless_winnow", rounds, wall.y.copy(), wall.beta, list(wall.ask))
    return several(got, 2, "the mistakes, the weights asked for")


def _grade_endless(student: Student, seed: int) -> list[Mark]:
    mistakes_reason = weights_reason = failed = ""
    for wall in _endless_walls(seed):
        X, y, beta, ask = wall
        mistakes, scores, w = winnow(X, y, beta)
        on = f"{len(y)} rounds, beta = {beta:g}"
        try:
            flags, asked = _answer(student, wall)
        except AnswerError as error:
            demand(not failed, failed)  # once may be for a special case
            mistakes_reason = failed = str(error)
            continue
        flags, fault = readable(flags, (len(y),), "the mistakes")
        mistakes_reason = fault or mistakes_reason
        asked, fault = readable(asked, (len(ask),), "the weights asked for")
        weights_reason = fault or weights_reason
        wrong, wanted = not np.array_equal(flags, mistakes), _weights(ask, w, winnow)
        fitting = (words for words, own in SLIPS.items() if _fits(own, flags, asked, wall))
        slip = "" if not wrong and _same(asked, wanted).all() else next(fitting, "")
        words = f": {slip}" if slip else ""
        if wrong and not mistakes_reason:
            t = int(np.flatnonzero(flags != mistakes)[0])
            mistakes_reason = (
                f"{on}, round {t + 1}, label {y[t]:+g}: the score is {scores[t]:.6g}, so it is "
                f"{'a' if mistakes[t] else 'no'} mistake{words}"
            )
        if slip:  # it is charged by the mistakes, and only once
            mistakes_reason = mistakes_reason or f"{on}: the weights are wrong{words}"
            continue
        if wrong and flags.any():  # so are these mistakes, if their weights are right
            own = _weights(ask, _after(flags, X, y, beta), winnow)
            wanted = own if _same(asked, own).all() else wanted
        good = _same(asked, wanted)
        if not good.all() and not weights_reason:
            i = int(np.flatnonzero(~good)[0])
            weights_reason = f"{on}: the weight of switch {ask[i]} {should_be(wanted[i], asked[i])}"
            if ask[i] > X.shape[1]:
                weights_reason += NEVER_ON
    return [
        part("the mistakes", 2, lambda: unless(mistakes_reason)),
        part("the weights", 2, lambda: unless(weights_reason)),
    ]


def _weights(ask: Sequence[int], w: Array, learner: Winnow) -> Array:
    """The weights of these switches; those beyond the wall were never on."""
    return np.array([w[i - 1] if i <= len(w) else learner.first(np.array([i]))[0] for i in ask])


def _same(asked: Array, wanted: Array) -> Array:
    return np.isclose(asked, wanted, rtol=1e-7, atol=0)


def _after(flags: Array, X: Array, y: Array, beta: float) -> Array:
    """The final weights with these mistakes."""
    w = winnow.start(X.shape[1])
    for x_t, y_t, flag in zip(X, y, flags, strict=True):
        w = w * beta ** (y_t * x_t) if flag == 1 else w
    return w


def _fits(learner: Winnow, flags: Array, asked: Array, wall: _Wall) -> bool:
    """Whether one gets just these mistakes and weights with this slip.

    For a switch that was never on some write the first weight twice, and rightly once.
    """
    X, y, beta, ask = wall
    mistakes, _, w = learner(X, y, beta)
    never, first = np.array(ask) > X.shape[1], _weights(ask, np.array([]), winnow)
    same = _same(asked, _weights(ask, w, learner)) | (never & _same(asked, first))
    return np.array_equal(flags, mistakes) and bool(same.all())


def _charged(student: Student, seed: int) -> Winnow | None:
    """Winnow with the slip for which question 1 has charged, if it has for one."""
    found: list[tuple[Array, Array, _Wall]] = []
    for wall in _endless_walls(seed):
        try:
            flags, asked = _answer(student, wall)
            found.append(
                (as_array(flags, wall.y.shape, ""), as_array(asked, (len(wall.ask),), ""), wall)
            )
        except AnswerError:
            return None
    fitting = (own for own in (winnow, *SLIPS.values()) if all(_fits(own, *f) for f in found))
    slip = next(fitting, None)
    return None if slip is winnow else slip


# ---------------------------------------------------------------------- 2: the proof
def _grade_proof(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student, "promotion", "promotion", 1.5, visible.PROMOTION, "n*log(beta) - (beta - 1)*s"
        ),
        derivation(student, "demotion", "demotion", 0.5, visible.DEMOTION),
        derivation(student, "end", "end", 1.5, visible.END, "w - u*(w - 1)"),
        derivation(student, "mistakes", "mistakes", 1.5, visible.MISTAKES, "(P[1] - P[T+1])/r"),
    ]


# ---------------------------------------------------------------------- 3: the experiment
WALLS = (64, 16, 1024, 256)


def _grade_walls(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 3)
    beta = float(rng.choice([1.5, 1.7, 2.2]))
    literals = sorted((rng.choice(10, size=2, replace=False) + 3).tolist())
    starts = [(d, beta, w) for d in WALLS for w in (np.full(d, 1 / d), winnow.start(d))]
    X, y = _stream(rng, 300, max(WALLS), literals, starts, ties=1)
    while _hides_a_slip(X, y, beta):
        X, y = _stream(rng, 300, max(WALLS), literals, starts, ties=1)
    last = max(np.flatnonzero(winnow(X[:, : len(w)], y, beta, w)[0])[-1] for _, _, w in starts)
    X, y = X[: last + 1], y[: last + 1]  # whoever leaves out the last round counts one too few

    def table() -> str:
        got = student.call("longer_walls", X.copy(), y.copy(), list(WALLS), beta)
        counts = as_array(got, (len(WALLS), 2), "the table")
        right = _table(X, y, beta)
        if not np.array_equal(counts, right) and (slip := _charged(student, seed)):
            slipped = _table(X, y, beta, slip)  # in one column, where the other is made by ours
            columns = zip(counts.T, right.T, slipped.T, strict=True)
            if all(
                np.array_equal(own, true) or np.array_equal(own, also)
                for own, true, also in columns
            ):
                return "right but for a slip that question 1 has charged"
        return _judge_table(counts, X, y, beta, literals)

    return [
        part("the table", 2, table),
        part("the promise", 1, lambda: _judge_promise(student, rng)),
    ]


def _hides_a_slip(X: Array, y: Array, beta: float) -> bool:
    """Whether a tie that is no mistake, or another endless start, leads to the same mistakes."""
    sum_is_1 = Winnow(first=lambda i: (len(i) + 1) / len(i) / (i * (i + 1)))
    squares = Winnow(first=lambda i: 1 / i**2)
    right = _table(X, y, beta)
    return any(
        np.array_equal(_table(X, y, beta, slip)[:, 1], right[:, 1])
        for slip in (SLIPS[TIE], squares, sum_is_1)
    )


def _table(X: Array, y: Array, beta: float, learner: Winnow = winnow) -> Array:
    """The mistakes on each wall with both starts."""
    return np.array(
        [
            [
                learner(X[:, :d], y, beta, first)[0].sum()
                for first in (np.full(d, 1 / d), learner.start(d))
            ]
            for d in WALLS
        ]
    )


def _promise(literals: Sequence[int], beta: float) -> float:
    i = np.array(literals, dtype=float)
    r = min(np.log(beta) - (beta - 1) / 2, (1 - 1 / beta) / 2)
    return float((1 + np.log(i * (i + 1)).sum() - len(i)) / r)


def _judge_table(table: Array, X: Array, y: Array, beta: float, literals: list[int]) -> str:
    right, signs = _table(X, y, beta), _table(X, y, beta, SLIPS[SIGN])
    for (row, column), got in np.ndenumerate(table):
        d, name, expected = WALLS[row], ("equal start", "endless start")[column], right[row, column]
        if got == expected:
            continue
        reason = f"wall of {d}, {name}, beta = {beta:g}: {expected} mistakes, you report {got:.9g}"
        if name == "equal start" and got == right[WALLS.index(max(WALLS)), 0]:
            raise AnswerError(
                f"{reason}: you play on the whole wall, not on its first {d} switches"
            )
        if name == "endless start" and got > _promise(literals, beta):
            raise AnswerError(f"{reason}; that is more than the theorem allows")
        if np.array_equal(table, _table(X, y, beta, SLIPS[TIE])):
            raise AnswerError(f"{reason}: {TIE}")
        if got == signs[row, column]:
            raise AnswerError(f"{reason}: look at the sign of the exponent")
        if np.array_equal(table[:, 0], table[:, 1]):
            raise AnswerError(f"{reason}: your two columns are the same")
        raise AnswerError(reason)
    return "right"


def _judge_promise(student: Student, rng: np.random.Generator) -> str:
    for _ in range(4):
        literals = sorted(
            (rng.choice(50, size=int(rng.integers(1, 5)), replace=False) + 1).tolist()
        )
        beta = float(rng.uniform(1.2, 3.0))
        got = float(as_array(student.call("promise", literals, beta), (), "the bound"))
        expected = _promise(literals, beta)
        if np.isclose(got, expected, rtol=1e-6):
            continue
        reason = f"literals {literals}, beta = {beta:.4g}: the bound {should_be(expected, got)}"
        r, other = np.log(beta) - (beta - 1) / 2, (1 - 1 / beta) / 2
        if np.isclose(got * other, expected * r):
            reason += ": every mistake lowers the potential by the smaller of two numbers only"
        elif np.isclose(got * r, expected * r + len(literals)):
            reason += ": the potential cannot fall below k, so k is to be subtracted"
        elif np.isclose(got * r, expected * r - 1):
            reason += ": the first weights add up to 1, and this belongs to the start"
        raise AnswerError(reason)
    return "right"


# ---------------------------------------------------------------------- 4: the conversion
def _grade_pairs(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 4)
    d = 5
    cube = np.array(list(product((0.0, 1.0), repeat=d)))[rng.permutation(2**d)]
    return [
        part("the new features", 2, lambda: _judge_features(student, cube)),
        part("Winnow on them", 1, lambda: _judge_learning(student, rng)),
    ]


def _features(student: Student, X: Array) -> Array:
    got = student.call("pairs", X.copy())
    Z = as_array(got, None, "the new features")
    if Z.ndim != 2 or not 0 < Z.shape[1] <= 100_000:
        raise AnswerError(f"pairs should return a row for each point, its shape is {Z.shape}")
    Z = as_array(Z, (len(X), Z.shape[1]), "the new features")
    if not np.isin(Z, (0, 1)).all():
        raise AnswerError("every new feature is 0 or 1; Winnow takes nothing else")
    return Z


def _judge_features(student: Student, cube: Array) -> str:
    d = cube.shape[1]
    Z = _features(student, cube)
    columns = {tuple(column) for column in Z.T.tolist()}
    missing = []
    for i, j in combinations(range(d), 2):
        for on in product((1, 0), repeat=2):
            if tuple(((cube[:, i] == on[0]) & (cube[:, j] == on[1])).astype(float)) not in columns:
                missing.append(
                    f'"{i + 1} is {"on" if on[0] else "off"} and {j + 1} is '
                    f'{"on" if on[1] else "off"}"'
                )
    if missing:
        words = f"{len(missing)} of {2 * d * (d - 1)} terms missing, such as {missing[0]}"
        raise AnswerError(f"{d} switches: {words}")
    count = f"{d} switches: {Z.shape[1]} columns"
    demand(len(columns) == Z.shape[1], f"{count}, but only {len(columns)} different ones")
    demand(Z.shape[1] <= 2 * d**2 + 1, f"{count}, {2 * d * (d - 1)} are enough")
    for t in (0, len(cube) // 2):
        alone = _features(student, cube[t : t + 1])
        demand(
            alone.shape == (1, Z.shape[1]) and np.array_equal(alone[0], Z[t]),
            "a point alone gets another row than among others: its row depends on the rest",
        )
    return "right"


def _has_terms(X: Array, Z: Array) -> bool:
    """Whether any two switches have a term: on fewer features the game is another, or none."""
    columns = {tuple(column) for column in Z.T.tolist()}
    return all(
        any(
            tuple(((X[:, i] == a) & (X[:, j] == b)).astype(float)) in columns
            for a, b in product((1, 0), repeat=2)
        )
        for i, j in combinations(range(X.shape[1]), 2)
    )


def _judge_learning(student: Student, rng: np.random.Generator) -> str:
    for d, terms in (
        (6, [(0, 1, 1, 0), (0, 0, 1, 1)]),
        (9, [(2, 1, 5, 1), (0, 0, 7, 1), (3, 0, 4, 0)]),
    ):
        X = rng.integers(0, 2, size=(400, d)).astype(float)
        true = [(X[:, i] == a) & (X[:, j] == b) for i, a, j, b in terms]
        y, k = np.where(np.any(true, axis=0), 1.0, -1.0), len(terms)
        Z = _features(student, X)
        demand(_has_terms(X, Z), "your features leave out two switches: they have no term of both")
        last = np.flatnonzero(np.asarray(ol.play(ol.Winnow(), Z, y).mistakes))[-1]
        X, y, Z = (each[: last + 1] for each in (X, y, Z))  # whoever leaves it out counts too few
        expected, bound = ol.play(ol.Winnow(), Z, y).n_mistakes, 8 * k * np.log(Z.shape[1])
        got = several(student.call("learn_pairs", X.copy(), y.copy(), k), 2, "mistakes, bound")
        mistakes = float(as_array(got[0], (), "the mistakes"))
        promised = float(as_array(got[1], (), "the bound"))
        on = f"{d} switches, {k} terms"
        if mistakes != expected:
            reason = f"{on}: Winnow makes {expected} mistakes on your features, not {mistakes:.9g}"
            if mistakes == ol.play(ol.Winnow(), X, y).n_mistakes:
                reason += ": this is its number on the switches themselves"
            elif np.isclose(mistakes, promised):
                reason += ": this is the bound"
            raise AnswerError(reason)
        if not np.isclose(promised, bound, rtol=1e-6):
            reason = f"{on}, {Z.shape[1]} columns: the bound is {bound:.6g}, not {promised:.6g}"
            if np.isclose(promised, 8 * k * np.log(d)):
                reason += ": count the new features, not the switches"
            raise AnswerError(reason)
    return "right"


# ---------------------------------------------------------------------- 5: the slip
def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        part("the line", 1, lambda: _judge_line(student)),
        part("the counterexample", 2, lambda: _judge_counterexample(student)),
        derivation(
            student, "repaired", "repaired", 2, visible.REPAIRED, "2*beta/(beta - 1) + (1 + beta)*p"
        ),
    ]


def _judge_line(student: Student) -> str:
    line = a_line(student.call("wrong_line"), 7)
    demand(
        line not in (4, 5),
        f"line {line:g} is true: the sum changes by the score, times beta - 1 or 1 - 1/beta",
    )
    demand(line not in (6, 7), f"line {line:g} is true: it follows from lines 4 and 5 alone")
    demand(line == 3, f"line {line:g} is true for every disjunction and every factor")
    return "right"


def _judge_counterexample(student: Student) -> str:
    got = several(student.call("counterexample"), 4, "X, y, u, beta")
    X = as_array(got[0], None, "X")
    if X.ndim != 2 or not 0 < X.shape[0] <= 5000 or not 0 < X.shape[1] <= 5000:
        raise AnswerError(
            f"X has a row for each round, and 1 to 5000 rows and columns; yours has shape {X.shape}"
        )
    y, u = as_array(got[1], X.shape[:1], "y"), as_array(got[2], X.shape[1:], "u")
    beta = float(as_array(got[3], (), "beta"))
    right = np.isin(X, (0, 1)).all() and np.isin(u, (0, 1)).all() and u.any()
    demand(right, "X and u hold 0 and 1 only, and u has at least one literal")
    demand(1 < beta <= 1e6, f"beta should be above 1, and at most a million; it is {beta:g}")
    wrong = np.flatnonzero(y != np.where(X @ u > 0, 1, -1))
    if len(wrong):
        raise AnswerError(f"round {wrong[0] + 1}: the label is not the one of your disjunction")
    d = X.shape[1]
    most, allowed = visible.promotions_of(X, y, beta)[u == 1].max(), np.log(d) / np.log(beta)
    demand(
        most > allowed + 1e-9,
        f"beta = {beta:g}, d = {d}: no literal has more than {most:g} promotions, and "
        f"log_beta(d) = {allowed:.6g}, so no line is broken"
        + ("; with beta at most 2 none can be" if beta <= 2 else ""),
    )
    return "right"


QUESTIONS = [
    Question("endless", "A wall without end", 4, _grade_endless),
    Question("proof", "What each switch costs", 5, _grade_proof),
    Question("walls", "Longer and longer walls", 3, _grade_walls),
    Question(
        "pairs",
        "Lamps that are no disjunction",
        3,
        _grade_pairs,
        rests_on={"Winnow on them": ("pairs",)},
    ),
    Question("slip", "Find the slip", 5, _grade_slip),
    written(
        "written",
        {
            "a literal is never demoted, and why": 1.0,
            "before a promotion its weight is at most the score, and that at most 1/2": 1.0,
            "the last of m promotions: the weight before it, and solved for m": 1.0,
        },
    ),
]
