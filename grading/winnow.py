"""The grader of the assignment on Winnow: a wall without end, and lamps that are no disjunction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

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
def _first(d: int) -> Array:
    i = np.arange(1, d + 1)
    return np.asarray(1 / (i * (i + 1)))


def _winnow(
    X: Array, y: Array, beta: float, first: Array, *, rule: str = "mistake"
) -> tuple[Array, Array, Array]:
    """Mistakes, scores, and final weights; ``rule`` for the slips."""
    w, mistakes, scores = first.copy(), [], []
    for x_t, y_t in zip(X, y, strict=True):
        score = float(w @ x_t)
        tie = score == 0.5 and rule != "strict" and (rule != "up" or y_t < 0)
        mistake = y_t * (score - 0.5) < 0 or tie
        scores.append(score)
        mistakes.append(mistake)
        if mistake or rule == "always":
            if rule == "add":
                w = w + y_t * x_t * (beta - 1)
            elif rule == "all":
                w = w * beta**y_t
            else:
                w = w * beta ** ((-1 if rule == "sign" else 1) * y_t * x_t)
            if rule == "normalised":
                w = w / w.sum()
    return np.array(mistakes), np.array(scores), w


SLIPS = [
    ("a score of exactly 1/2 is a mistake too", "strict"),
    ("a score of exactly 1/2 is a mistake too, whatever the label is", "up"),
    ("the sign of the exponent: raise the weights when the label is +1", "sign"),
    ("you change weights in every round, not only at mistakes", "always"),
    ("the weights are not normalised", "normalised"),
    ("you add where Winnow multiplies", "add"),
    ("you change all weights, not only those of the switches that were on", "all"),
]
NEVER_ON = "; this switch was never on, so it has its first weight 1/(i(i+1))"
SQUARE = "the factor is beta, not its square"
SHIFTED = "the first weight of switch i is 1/(i(i+1)), with i from 1"
ONCE = {SLIPS[2][0], SQUARE, SHIFTED}  # slips of the pen, which cost the mistakes alone


def _stream(
    rng: np.random.Generator,
    T: int,
    d: int,
    literals: Sequence[int],
    starts: Sequence[tuple[int, float, Array]],
    ties: int = 0,
) -> tuple[Array, Array]:
    """Random rounds labelled by a disjunction (literals from 1), no score near a tie by accident.

    ``starts``: length of the wall, factor and first weights of the runs that will be made. The
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
            _, scores, _ = _winnow(X[:, :length], y, beta, first)
            near |= (np.abs(scores - 0.5) < NEAR) & (np.arange(len(X)) >= ties)
        if not near.any():
            return X, y
        X, y = X[~near], y[~near]


# ---------------------------------------------------------------------- 1: the algorithm
def _grade_endless(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 1)
    mistakes_reason = weights_reason = failed = ""
    for beta, d, literals in ((2.0, 12, [2, 5]), (1.5, 60, [3, 17, 31]), (3.0, 40, [1, 40])):
        X, y = _stream(rng, 60, d, literals, [(d, beta, _first(d))], ties=1)
        mistakes, scores, w = _winnow(X, y, beta, _first(d))
        rounds = [(np.flatnonzero(x) + 1).tolist() for x in X]
        ask = [1, *literals, d, d + 7, 10**6]  # the last two are never on
        ask = [ask[i] for i in rng.permutation(len(ask))]
        wanted = np.array([w[i - 1] if i <= d else 1 / (i * (i + 1)) for i in ask])
        on = f"{len(rounds)} rounds, beta = {beta:g}"
        try:
            got = student.call("endless_winnow", rounds, y.copy(), beta, list(ask))
            flags, asked = several(got, 2, "the mistakes, the weights asked for")
        except AnswerError as error:
            demand(not failed, failed)  # once may be for a special case
            mistakes_reason = failed = str(error)
            continue
        flags, fault = readable(flags, (len(y),), "the mistakes")
        mistakes_reason = fault or mistakes_reason
        asked, fault = readable(asked, (len(ask),), "the weights asked for")
        weights_reason = fault or weights_reason
        slip = ""
        if not (np.array_equal(flags, mistakes) and np.allclose(asked, wanted, rtol=1e-7, atol=0)):
            known = {i: v for i, v in zip(ask, asked, strict=True) if i <= d}
            slip = _slip(flags, known, X, y, beta)
        if not np.array_equal(flags, mistakes) and not mistakes_reason:
            t = int(np.flatnonzero(flags != mistakes)[0])
            mistakes_reason = (
                f"{on}, round {t + 1}, label {y[t]:+g}: the score is {scores[t]:.6g}, so it is "
                f"{'a' if mistakes[t] else 'no'} mistake{slip}"
            )
        if (own := _but_for_ties(flags, X, y, beta)) is not None:  # a tie is charged only once
            wanted = np.array([own[i - 1] if i <= d else 1 / (i * (i + 1)) for i in ask])
        if slip.removeprefix(": ") in ONCE:  # and so is such a slip, by the mistakes
            wanted = _pardoned(asked, ask, d, slip.removeprefix(": "))
            mistakes_reason = mistakes_reason or f"{on}: the weights are wrong{slip}"
        good = np.isclose(asked, wanted, rtol=1e-7, atol=0)
        if not good.all() and not weights_reason:
            i = int(np.flatnonzero(~good)[0])
            weights_reason = (
                f"{on}: the weight of switch {ask[i]} {should_be(wanted[i], asked[i])}{slip}"
            )
            if ask[i] > d:
                weights_reason += NEVER_ON
    return [
        part("the mistakes", 2, lambda: unless(mistakes_reason)),
        part("the weights", 2, lambda: unless(weights_reason)),
    ]


def _pardoned(asked: Array, ask: Sequence[int], d: int, slip: str) -> Array:
    """The weights to ask for: those that moved are right but for a slip of the pen."""
    i = np.array(ask)
    moved = i <= d
    if slip == SHIFTED:  # some write the first weight twice, others once
        moved |= np.isclose(asked, 1 / ((i + 1) * (i + 2)), rtol=1e-7, atol=0)
    return np.where(moved, asked, 1 / (i * (i + 1)))


def _but_for_ties(flags: Array, X: Array, y: Array, beta: float) -> Array | None:
    """The final weights with these mistakes, if they are right wherever the score is no tie."""
    w = _first(X.shape[1])
    for x_t, y_t, flag in zip(X, y, flags, strict=True):
        apart = float(w @ x_t) - 0.5
        if abs(apart) > NEAR and flag != (y_t * apart < 0):
            return None
        w = w * beta ** (y_t * x_t) if flag else w
    return w


def _slip(flags: Array, weights: dict[int, float], X: Array, y: Array, beta: float) -> str:
    """Words for a typical slip that gives just these mistakes, and these weights of some switches."""
    d = X.shape[1]

    def fits(beta: float, first: Array, rule: str = "mistake") -> bool:
        mistakes, _, w = _winnow(X, y, beta, first, rule=rule)
        own = [w[i - 1] for i in weights]
        same = np.allclose([*weights.values()], own, rtol=1e-9, atol=0)
        return same and np.array_equal(flags, mistakes)

    if fits(beta, _first(d)):  # what is wrong is something else
        return ""
    for words, rule in SLIPS:
        if fits(beta, _first(d), rule):
            return f": {words}"
    for words, other, first in (
        ("you start at 1/d; this wall has no d", beta, np.full(d, 1 / d)),
        ("every first weight is 1 in your run", beta, np.ones(d)),
        (SHIFTED, beta, _shifted(d)),
        (SQUARE, beta**2, _first(d)),
    ):
        if fits(other, first):
            return f": {words}"
    return ""


def _shifted(d: int) -> Array:
    return _first(d + 1)[1:]


# ---------------------------------------------------------------------- 2: the proof
def _grade_proof(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "promotion",
            "promotion",
            1.5,
            task=visible.PROMOTION,
            milestones=["n*log(beta) - (beta - 1)*s"],
        ),
        derivation(student, "demotion", "demotion", 0.5, task=visible.DEMOTION, milestones=()),
        derivation(student, "end", "end", 1.5, task=visible.END, milestones=["w - u*(w - 1)"]),
        derivation(
            student,
            "mistakes",
            "mistakes",
            1.5,
            task=visible.MISTAKES,
            milestones=["(P[1] - P[T+1])/r"],
        ),
    ]


# ---------------------------------------------------------------------- 3: the experiment
WALLS = (64, 16, 1024, 256)


def _grade_walls(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 3)
    beta = float(rng.choice([1.5, 1.7, 2.2]))
    literals = sorted((rng.choice(10, size=2, replace=False) + 3).tolist())
    starts = [(d, beta, w) for d in WALLS for w in (np.full(d, 1 / d), _first(d))]
    X, y = _stream(rng, 300, max(WALLS), literals, starts, ties=1)
    while _hides_a_slip(X, y, beta):
        X, y = _stream(rng, 300, max(WALLS), literals, starts, ties=1)
    last = max(np.flatnonzero(_winnow(X[:, : len(w)], y, beta, w)[0])[-1] for _, _, w in starts)
    X, y = X[: last + 1], y[: last + 1]  # whoever leaves out the last round counts one too few

    def table() -> str:
        got = student.call("longer_walls", X.copy(), y.copy(), list(WALLS), beta)
        counts = as_array(got, (len(WALLS), 2), "the table")
        if any(np.array_equal(counts, slipped) for slipped in _charged(student, seed, X, y, beta)):
            return "right but for a slip that question 1 has charged"
        return _judge_table(counts, X, y, beta, literals)

    return [
        part("the table", 2, table),
        part("the promise", 1, lambda: _judge_promise(student, rng)),
    ]


def _charged(
    student: Student, seed: int, X: Array, y: Array, beta: float
) -> Iterator[list[list[int]]]:
    """The tables that one gets with the slips that question 1 has charged."""
    try:
        reason = _grade_endless(student, seed)[0].reason
    except AnswerError:
        return
    for words, rule, power, start in (
        (SLIPS[0][0], "strict", 1, _first),
        (SLIPS[2][0], "sign", 1, _first),
        (SQUARE, "mistake", 2, _first),
        (SHIFTED, "mistake", 1, _shifted),
    ):
        if words in reason:
            yield _table(X, y, beta**power, rule=rule, start=start)


def _hides_a_slip(X: Array, y: Array, beta: float) -> bool:
    """Whether a tie that is no mistake, or another endless start, leads to the same mistakes."""

    def counts(start: Callable[[int], Array], rule: str = "mistake") -> list[int]:
        return [int(_winnow(X[:, :d], y, beta, start(d), rule=rule)[0].sum()) for d in WALLS]

    squares, sum_is_1 = (
        (lambda d: 1 / np.arange(1.0, d + 1) ** 2),
        (lambda d: _first(d) * (d + 1) / d),
    )
    return counts(_first) in (counts(_first, "strict"), counts(squares), counts(sum_is_1))


def _table(
    X: Array, y: Array, beta: float, *, rule: str, start: Callable[[int], Array] = _first
) -> list[list[int]]:
    """The mistakes on each wall with both starts; ``rule`` and ``start`` for the slips."""
    return [
        [
            int(_winnow(X[:, :d], y, beta, first, rule=rule)[0].sum())
            for first in (np.full(d, 1 / d), start(d))
        ]
        for d in WALLS
    ]


def _promise(literals: Sequence[int], beta: float) -> float:
    i = np.array(literals, dtype=float)
    r = min(np.log(beta) - (beta - 1) / 2, (1 - 1 / beta) / 2)
    return float((1 + np.log(i * (i + 1)).sum() - len(i)) / r)


def _judge_table(table: Array, X: Array, y: Array, beta: float, literals: list[int]) -> str:
    for d, row in zip(WALLS, table, strict=True):
        for name, first, got in (
            ("equal start", np.full(d, 1 / d), row[0]),
            ("endless start", _first(d), row[1]),
        ):
            expected = int(_winnow(X[:, :d], y, beta, first)[0].sum())
            if got == expected:
                continue
            reason = (
                f"wall of {d}, {name}, beta = {beta:g}: {expected} mistakes, you report {got:.9g}"
            )
            if name == "equal start" and d < max(WALLS):
                whole = int(_winnow(X, y, beta, np.full(X.shape[1], 1 / X.shape[1]))[0].sum())
                if got == whole:
                    raise AnswerError(
                        f"{reason}: you play on the whole wall, not on its first {d} switches"
                    )
            if name == "endless start" and got > _promise(literals, beta):
                raise AnswerError(f"{reason}; that is more than the theorem allows")
            if np.array_equal(table, _table(X, y, beta, rule="strict")):
                raise AnswerError(f"{reason}: a score of exactly 1/2 is a mistake too")
            if got == int(_winnow(X[:, :d], y, beta, first, rule="sign")[0].sum()):
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
            student,
            "repaired",
            "repaired",
            2,
            task=visible.REPAIRED,
            milestones=["2*beta/(beta - 1) + (1 + beta)*p"],
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
    d, w = X.shape[1], np.full(X.shape[1], 1 / X.shape[1])
    promotions = np.zeros(d)
    for x_t, y_t in zip(X, y, strict=True):
        if y_t * (w @ x_t - 0.5) <= 0:
            w = w * beta ** (y_t * x_t)
            promotions += x_t * (y_t > 0)
    most, allowed = promotions[u == 1].max(), np.log(d) / np.log(beta)
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
