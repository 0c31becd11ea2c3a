"""The grader of the assignment on the Perceptron: a Perceptron that is cautious, and one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import olbook as ol
from olbook.exercises import perceptron as visible

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    Array,
    a_line,
    as_array,
    asked,
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

FINE = 1e-9  # rounding of lengths and margins
MOST_PASSES = 2_000  # of a Perceptron with a slip, which may never be content
MOST, LARGEST = 100_000, 1e12  # numbers of a stream, and how far from zero


# ---------------------------------------------------------------------- what comes back
def _stream(X: Any, y: Any, d: int | None = None) -> tuple[Array, Array]:
    X = as_array(X, None, "X")
    if X.ndim != 2 or not X.size:
        raise AnswerError(f"X should have a row for each round, its shape is {X.shape}")
    demand(X.size <= MOST, f"X holds {X.size} numbers; {MOST} are enough")
    demand(np.abs(X).max() <= LARGEST, f"X holds a number beyond {LARGEST:g}")
    X = as_array(X, (len(X), X.shape[1] if d is None else d), "X")
    y = as_array(y, (len(X),), "y")
    if not np.isin(y, (-1, 1)).all():
        raise AnswerError(f"the labels y are -1 or +1, yours are {sorted(set(y.tolist()))[:4]}")
    return X, y


def _short(numbers: Array) -> str:
    return " ".join(np.array2string(numbers, precision=6, separator=", ", threshold=8).split())


# ---------------------------------------------------------------------- 1: the algorithm
class Cautious(NamedTuple):
    """The cautious Perceptron; a slip replaces one of these."""

    moves: Callable[[float, float, float], bool] = lambda y, score, theta: y * score <= theta
    step: Callable[[float], float] = lambda y: y
    begin: Callable[[Array], Array] = np.array

    def __call__(
        self, X: Array, y: Array, theta: float, start: Array
    ) -> tuple[Array, Array, Array]:
        """All weights w_1, ..., w_{T+1}, the signed scores and the updates."""
        w, signed, updated = [self.begin(start)], [], []
        for x_t, y_t in zip(X, y, strict=True):
            score = float(w[-1] @ x_t)
            signed.append(y_t * score)
            updated.append(self.moves(y_t, score, theta))
            w.append(w[-1] + self.step(y_t) * x_t if updated[-1] else w[-1])
        return np.array(w), np.array(signed), np.array(updated)


cautious = Cautious()
SLIPS = {
    "a tie with theta is an update too: y<w, x> <= theta, not <": Cautious(
        lambda y, score, theta: y * score < theta
    ),
    "you update in every round, not only where y<w, x> <= theta": Cautious(
        lambda y, score, theta: True
    ),
    "you update at mistakes only: theta is not used": Cautious(
        lambda y, score, theta: y * score <= 0
    ),
    "you compare <w, x> with theta, without the label": Cautious(
        lambda y, score, theta: score <= theta
    ),
    "you compare the absolute value of <w, x> with theta": Cautious(
        lambda y, score, theta: abs(score) <= theta
    ),
    "the sign of the update: add y x": Cautious(step=lambda y: -y),
    "the label in the update: add y x, not x": Cautious(step=lambda y: 1.0),
    "the size of the update: add y x, and not twice as much": Cautious(step=lambda y: 2 * y),
    "the size of the update: add y x, and not half of it": Cautious(step=lambda y: y / 2),
    "you begin at zero, not at start": Cautious(begin=np.zeros_like),
}


class _Case(NamedTuple):
    """A small stream, and how a learner is to begin on it."""

    name: str
    X: Array
    y: Array
    theta: float
    start: Array


def _small_streams(seed: int) -> list[_Case]:
    """Streams of whole numbers, so that every order of summation gives the same ties."""
    rng = generator(seed, 1)
    streams = []
    for number, (T, d, name) in enumerate(
        [
            (6, 2, "six rounds in the plane"),
            (40, 4, "40 rounds"),
            (40, 4, "40 rounds, theta = 0"),
            (90, 3, "90 rounds without an update"),
        ]
    ):
        X = rng.integers(-4, 5, size=(T, d)).astype(float)
        y = rng.choice([-1.0, 1.0], size=T)
        start = rng.integers(-3, 4, size=d).astype(float)
        if number < 2:  # the first round is a tie with theta
            X[0, 0], start[0], y[0] = 2.0, 3.0, 1.0
            X[0, 1:], start[1:] = 1.0, np.abs(start[1:])
            theta = float(start @ X[0])
        elif number == 2:
            theta, start = 0.0, np.zeros(d)
        else:
            start = start + 7.0
            X[:, 0] = np.where(X @ start == 0, X[:, 0] + 1, X[:, 0])
            theta, y = 0.0, np.sign(X @ start)
        streams.append(_Case(name, X, y, theta, start))
    return streams


def _answer(student: Student, case: _Case) -> list[Any]:
    """The last weights, the average and the updates, as the student's function returns them."""
    _, X, y, theta, start = case
    got = student.call("cautious_perceptron", X.copy(), y.copy(), theta, start.copy())
    return several(got, 3, "the last weights, the average weights, updated")


def _grade_cautious(student: Student, seed: int) -> list[Mark]:
    faults = {"updated": "", "last": "", "average": ""}
    failed, moves = "", False
    for case in _small_streams(seed):
        try:
            last, average, flags = _answer(student, case)
        except AnswerError as error:
            demand(not failed, failed)  # once may be for a special case
            faults["updated"] = failed = str(error)
            continue
        T, d = case.X.shape
        flags, unread = readable(flags, (T,), "updated")
        faults["updated"] = unread or faults["updated"]
        last, unread = readable(last, (d,), "last weights")
        faults["last"] = unread or faults["last"]
        average, unread = readable(average, (d,), "the average")
        faults["average"] = unread or faults["average"]
        for what, fault in _faults(case, flags, last, average):
            faults[what] = faults[what] or fault
        moves = moves or bool(flags.any())
    if not moves:
        still = "in your runs nothing is ever updated, so nothing is "
        faults |= {"last": f"{still}learned", "average": f"{still}averaged"}
    return [
        part("the rounds with an update", 1, lambda: unless(faults["updated"])),
        part("the last weights", 1, lambda: unless(faults["last"])),
        part("the average weights", 1, lambda: unless(faults["average"])),
    ]


def _faults(case: _Case, flags: Array, last: Array, average: Array) -> Iterator[tuple[str, str]]:
    """What is wrong with the updates, the last and the average weights.

    A slip is charged once, by the updates: what comes after is to be right for the student's own.
    """
    name, X, y, theta, start = case
    w, signed, updated = cautious(X, y, theta, start)
    given = f"{name}, theta = {theta:g}, start {_short(start)}"
    wrong = not np.array_equal(flags, updated)
    fitting = (words for words, slip in SLIPS.items() if _fits(slip, flags, last, case))
    slip = next(fitting, "") if wrong or not np.allclose(last, w[-1]) else ""
    own = SLIPS[slip](X, y, theta, start)[0] if slip else w
    if wrong and not slip and np.isfinite(flags).all():
        own = start + np.vstack([0 * start, np.cumsum((flags * y)[:, np.newaxis] * X, axis=0)])
    words = f": {slip}" if slip else ""
    if wrong:
        t = int(np.flatnonzero(flags != updated)[0])
        yield (
            "updated",
            f"{given}: round {t + 1} has y<w, x> = {signed[t]:g}, so "
            f"{'an' if updated[t] else 'no'} update was expected{words}",
        )
    elif slip:
        yield "updated", f"{given}: the last weights should be {_short(w[-1])}{words}"
    if not (np.allclose(last, own[-1]) or np.allclose(last, w[-1])):
        yield (
            "last",
            f"{given}: with these updates the last weights should be {_short(own[-1])}, yours are "
            f"{_short(last)}",
        )
    wanted = own[:-1].mean(axis=0)
    if not (np.allclose(average, wanted) or np.allclose(average, w[:-1].mean(axis=0))):
        yield (
            "average",
            f"{given}: the average of w_1, ..., w_T should be {_short(wanted)}, yours is "
            f"{_short(average)}{_slip_of_average(average, own, flags)}",
        )


def _slip_of_average(average: Array, own: Array, flags: Array) -> str:
    for words, wrong in (
        ("you average w_2, ..., w_{T+1}", own[1:].mean(axis=0)),
        ("you average w_1, ..., w_{T+1}, one too many", own.mean(axis=0)),
        ("you divide by T + 1", own[:-1].sum(axis=0) / len(own)),
        ("you leave out the rounds without an update", _mean(own[:-1][flags == 1])),
        ("this is the last weight vector", own[-1]),
    ):
        if np.allclose(average, wrong):
            return f": {words}"
    return ""


def _mean(rows: Array) -> Array:
    return rows.mean(axis=0) if len(rows) else np.zeros(rows.shape[1])


def _fits(slip: Cautious, flags: Array, last: Array, case: _Case) -> bool:
    """Whether one gets just this answer with this slip."""
    w, _, updated = slip(case.X, case.y, case.theta, case.start)
    return bool(np.array_equal(flags, updated) and np.allclose(last, w[-1]))


def _charged(student: Student, seed: int) -> Cautious | None:
    """The Perceptron with the slip for which question 1 has charged, if it has for one."""
    found: list[tuple[Array, Array, _Case]] = []
    for case in _small_streams(seed):
        try:
            last, _, flags = _answer(student, case)
            found.append(
                (as_array(flags, case.y.shape, ""), as_array(last, case.start.shape, ""), case)
            )
        except AnswerError:
            return None
    fitting = (own for own in (cautious, *SLIPS.values()) if all(_fits(own, *f) for f in found))
    slip = next(fitting, None)
    return None if slip is cautious else slip


# ---------------------------------------------------------------------- 2: the proof
def _grade_proof(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "one_round",
            "one_round",
            2,
            visible.ONE_ROUND,
            "2*y*dot(x, w - c*u) + norm2(x)",
        ),
        derivation(
            student, "all_rounds", "all_rounds", 2, visible.ALL_ROUNDS, "norm2(w[1] - c*u)/c"
        ),
        derivation(student, "length", "length", 1, visible.LENGTH, "c*M"),
    ]


# ---------------------------------------------------------------------- 3: the experiment
def _separable_integers(rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """Points with whole coordinates, and a vector that separates them by a good margin."""
    u = rng.normal(size=3)
    u /= np.linalg.norm(u)
    X = rng.integers(-6, 7, size=(200, 3)).astype(float)
    X = X[np.abs(X @ u) > 1.5][:40]
    return X, np.sign(X @ u), u


def _until_clean(X: Array, y: Array, theta: float, learner: Cautious) -> tuple[int, Array]:
    """Updates until a whole pass makes none, and the weights then."""
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(MOST_PASSES):
        all_w, _, updated = learner(X, y, theta, w)
        if not updated.any():
            break
        updates, w = updates + int(updated.sum()), all_w[-1]
    return updates, w


def _grade_margins(student: Student, seed: int) -> list[Mark]:
    X, y, u = _separable_integers(generator(seed, 3))
    best = ol.geometric_margin(u, X, y)
    thetas = [0.0, 8.0, 200.0, 5000.0]  # from two passes to some hundred

    def measured(thetas: list[float], learner: Cautious) -> list[Mark]:
        @cache
        def faults() -> tuple[str, str]:
            got = student.call("margins", X.copy(), y.copy(), list(thetas))
            table = as_array(got, (len(thetas), 2), "the table")
            return _judge_table(table, X, y, thetas, best, learner)

        return [
            part("the updates", 1, lambda: unless(faults()[0])),
            part("the margins", 1, lambda: unless(faults()[1])),
        ]

    marks = measured(thetas, cautious)
    if any(mark.earned < mark.possible for mark in marks) and (slip := _charged(student, seed)):
        again = measured(thetas[1:], slip)  # with theta = 0 and a slip nothing may begin
        told = "right but for a slip that question 1 has charged"
        marks = [
            replace(new, reason=told) if new.earned > old.earned else old
            for old, new in zip(marks, again, strict=True)
        ]
    return [*marks, part("smallest_theta", 1, lambda: _judge_theta(student, seed))]


def _judge_table(
    table: Array, X: Array, y: Array, thetas: list[float], best: float, learner: Cautious
) -> tuple[str, str]:
    """What is wrong with the updates, and what with the margins."""
    updates_reason = margins_reason = ""
    R = float(np.linalg.norm(X, axis=1).max())
    for theta, (updates, margin) in zip(thetas, table, strict=True):
        expected, w = _until_clean(X, y, theta, learner)
        one_pass = int(learner(X, y, theta, np.zeros(X.shape[1]))[2].sum())
        reached, c = ol.geometric_margin(w, X, y), R**2 + 2 * theta
        on = f"{len(y)} points, R^2 = {R**2:g}, theta = {theta:g}"
        if updates != expected and not updates_reason:
            updates_reason = f"{on}: {expected} updates were expected, you report {updates:.9g}"
            if updates == one_pass:
                updates_reason += ": you made one pass; go on until a whole pass makes no update"
            elif np.isclose(updates, c / best**2):
                updates_reason += ": this is the bound, not the count"
        if not np.isclose(margin, reached, rtol=1e-6) and not margins_reason:
            margins_reason = f"{on}: the geometric margin {should_be(reached, margin)}"
            if np.isclose(margin, ol.functional_margin(w, X, y)):
                margins_reason += ": this is the functional margin; divide by the length of w"
            elif theta and np.isclose(margin, theta * best / c):
                margins_reason += ": this is the bound, not what was reached"
            elif margin < theta * best / c - FINE:
                margins_reason += ": it is below what the theorem guarantees, so it cannot be right"
    return updates_reason, margins_reason


def _judge_theta(student: Student, seed: int) -> str:
    rng = generator(seed, 31)
    fractions, radii = rng.uniform(0.05, 0.49, size=4), rng.uniform(0.5, 9, size=4)
    for fraction, R in zip(fractions.tolist(), radii.tolist(), strict=True):
        theta = asked(student, "smallest_theta", fraction, R)
        share = theta / (R**2 + 2 * theta) if R**2 + 2 * theta else np.inf
        fault = "too little" if share < fraction or theta < 0 else "a smaller theta would do"
        demand(
            abs(share - fraction) <= 1e-6,
            f"R = {R:.4g}: your theta = {theta:.6g} guarantees theta/(R^2 + 2 theta) = "
            f"{share:.4g} of the margin, {fraction:.4g} was asked for: {fault}",
        )
    return "right"


# ---------------------------------------------------------------------- 4: the adversary
def _grade_adversary(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 4)
    promise, unit, least = "", "", np.inf
    reasons: list[str] = []
    # From both ends of the range, 0.05 and 0.5, and from between.
    for low, high in ((15, 40), (80, 120), (380, 400), (4, 7)):
        n = int(rng.integers(low, high))
        gamma = float(1 / np.sqrt(n + 0.5))
        on = f"gamma = {gamma:.6g}"
        got = student.call("hard_stream", gamma)
        X, y, u = several(got, 3, "X, y, u")
        X, y = _stream(X, y, 3)
        u = as_array(u, (3,), "u")
        size, lengths, kappas = np.linalg.norm(u), np.linalg.norm(X, axis=1), y * (X @ u)
        if abs(size - 1) > FINE:
            unit = unit or f"{on}: u should have length 1, it has {size:.6g}"
            kappas = kappas / max(size, FINE)  # the stream may be right all the same
        if lengths.max() > 1 + FINE:
            t = lengths.argmax()
            promise = f"{on}, round {t + 1}: the point is {lengths[t]:.6g} long, 1 is allowed"
        elif kappas.min() < gamma - FINE:
            t = kappas.argmin()
            promise = f"{on}, round {t + 1}: y<u, x> = {kappas[t]:.6g} is below gamma"
        if promise:
            break
        forced = ol.play(ol.Perceptron(), X, y).n_mistakes or 0
        least = min(least, max(forced / n, 0.9 * (forced == n - 1)))
        if forced < n:
            reasons.append(f"{on}: the Perceptron makes {forced} mistakes, {n} can be forced")
    if promise:
        return [
            Mark("the promises", 0.0, 1, "; ".join(filter(None, (unit, promise)))),
            Mark("the mistakes", 0.0, 3, "not counted: the stream does not keep its promises"),
        ]
    earned = 3.0 if least >= 1 else 2.0 if least >= 0.9 else 1.0 if least >= 0.5 else 0.0
    if least < 0.25:
        kept = Mark("the promises", 0.0, 1, "kept, but by a stream that forces next to nothing")
    elif unit:
        kept = Mark("the promises", 0.0, 1, unit)
    else:
        kept = Mark("the promises", 1.0, 1, "kept: lengths, margin, three dimensions")
    return [
        kept,
        Mark("the mistakes", earned, 3, reasons[0] if reasons else "as many as can be forced"),
    ]


# ---------------------------------------------------------------------- 5: the slip
def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        part("the line", 1, lambda: _judge_line(student)),
        part("the counterexample", 2, lambda: _judge_counterexample(student)),
        derivation(student, "repaired", "repaired", 2, visible.REPAIRED),
    ]


def _judge_line(student: Student) -> str:
    line = a_line(student.call("wrong_line"), 7)
    demand(
        line != 5, "line 5 is true: with H = 0, line 4 is M <= b sqrt(M), and M = 0 is no exception"
    )
    demand(line != 7, "line 7 is true: all rounds are more rounds than those with a mistake")
    demand(line == 6, f"line {line:g} holds for every stream and every u; a later one does not")
    return "right"


def _judge_counterexample(student: Student) -> str:
    X, y, u = several(student.call("counterexample"), 3, "X, y, u")
    X, y = _stream(X, y)
    u = as_array(u, (X.shape[1],), "u")
    demand(np.abs(u).max() <= LARGEST, f"u holds a number beyond {LARGEST:g}")
    run = ol.play(ol.Perceptron(), X, y)
    hinge = np.maximum(0.0, 1 - y * (X @ u))
    H = hinge[y * run.scores <= 0].sum()
    b = np.linalg.norm(X, axis=1).max() * np.linalg.norm(u)
    M = run.n_mistakes
    more = ""
    if H == 0:
        more = "; with H = 0 it always does, so let u pay a little"
    elif b == 0:
        more = "; with u = 0 it always does, so let u be longer"
    known = f"M = {M}, b^2 = {b**2:.6g}, H = {H:.6g}"
    demand(b**2 + H + FINE < M, f"{known}: M <= b^2 + H holds on your stream{more}")
    return "right"


QUESTIONS = [
    Question("cautious", "The cautious Perceptron", 3, _grade_cautious),
    Question("proof", "What caution costs", 5, _grade_proof),
    Question(
        "margins",
        "What caution buys",
        3,
        _grade_margins,
        rests_on=dict.fromkeys(("the updates", "the margins"), ("cautious_perceptron",)),
    ),
    Question("adversary", "Three dimensions are enough", 4, _grade_adversary),
    Question("slip", "Find the slip", 5, _grade_slip),
    written(
        "written",
        {
            "the claim is made for every round, and holds at the start": 1.0,
            "an update is made in the same rounds, by the condition times s squared": 1.0,
            "an update keeps the claim, and so does a round without one": 1.0,
        },
    ),
]
