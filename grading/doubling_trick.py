"""Hidden tests of the assignment *What nobody tells you* (the doubling trick)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from olbook.exercises import doubling_trick as given

from .kit import AnswerError, Mark, Question, Student
from .parts import as_array, derivation, generator, wrong_line

Array = NDArray[np.float64]
TOLERANCE = 1e-9


# ---------------------------------------------------------------------- 1: the two derivations
def _derivations(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "spent",
            "what was spent",
            2.0,
            task=given.SPENT,
            milestones=("3*Sum((2**m)**2, m, 0, L - 1) + 1", "3*Sum(q[m], m, 0, L - 1) + 1"),
        ),
        derivation(
            student,
            "regret_of_all_blocks",
            "the regret of all blocks",
            3.0,
            task=given.REGRET,
            milestones=(
                "Sum(U/2*(2**m + q[m]/2**m), m, 0, L)",
                "Sum(U/2*(2**m + ((2**m)**2 + 1)/2**m), m, 0, L)",
                "U*(2**(L+1) - 1) + U*(1 - 1/2**(L+1))",
                "2*U*2**L",
            ),
        ),
    ]


# ---------------------------------------------------------------------- 2: the learner
def _by_budgets(gradients: Array, U: float) -> Array:
    w, points = np.zeros(gradients.shape[1]), np.empty_like(gradients)
    budget, spent = 1.0, 0.0
    for t, g in enumerate(gradients):
        points[t] = w
        spent += float(g @ g)
        if spent >= budget:
            budget, spent, w = 4 * budget, 0.0, np.zeros_like(w)
            continue
        w = w - U / np.sqrt(budget) * g
        length = float(np.linalg.norm(w))
        w = w * min(1.0, U / length) if length else w
    return points


def _same_points(
    student: Student, gradients: Array, U: float, part: str, points: float, example: str, hints: Any
) -> Mark:
    """Compare with the reference; the first wrong round says why, as far as we can tell."""
    try:
        found = as_array(
            student.call("play_budget", gradients.copy(), U),
            gradients.shape,
            f"play_budget of {len(gradients)} gradients in dimension {gradients.shape[1]}",
        )
    except AnswerError as error:
        return Mark(part, 0.0, points, str(error))
    wanted = _by_budgets(gradients, U)
    wrong = np.flatnonzero(np.abs(found - wanted).max(axis=1) > TOLERANCE * U)
    if not len(wrong):
        return Mark(part, points, points, f"right in all {len(gradients)} rounds of {example}")
    t = int(wrong[0])
    hint = next((text for rounds, text in hints if t + 1 in rounds), "")
    if t > 1 and not found[t].any():
        hint = "you begin a block here, and the budget is not spent yet; " + hint
    shown = ", ".join(f"{x:.4g}" for x in found[t]), ", ".join(f"{x:.4g}" for x in wanted[t])
    return Mark(
        part,
        0.0,
        points,
        f"{example}: the point of round {t + 1} should be ({shown[1]}), it is ({shown[0]})"
        + f"; {hint}".removesuffix("; "),
    )


def _budget(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 2)
    U = float(rng.choice([1.5, 2.0, 3.0]))
    a, b = (float(x) for x in rng.choice([0.25, 0.375, 0.5, 0.625], size=2, replace=False))
    first = np.array([1.0, a, -b, 0.25])[:, None]
    halves = np.array([0.5, 0.0, -0.5, 0.5, 0.5, 0.5, 0.0])[:, None]
    beyond = np.array(2 * [0.95] + 6 * [0.9])[:, None]
    angle = float(rng.uniform(0.5, 1.0))
    e, f = (
        np.array([np.cos(angle), np.sin(angle)]),
        np.array([-np.sin(angle), np.cos(angle)]),
    )
    plane = np.array([[1.0, 0.0], e, e, 0.75 * f, 0.5 * f, np.zeros(2)])
    long = rng.normal(size=(600, 3))
    long *= (rng.uniform(size=600) / np.linalg.norm(long, axis=1))[:, None]
    long[rng.uniform(size=600) < 0.2] = 0.0
    return [
        _same_points(
            student,
            first,
            U,
            "start, restart and step",
            1.0,
            f"slopes {first[:, 0].tolist()}, U = {U:g}",
            (
                ({1}, "every block starts at 0"),
                ({2}, "the budget 1 of block 0 is spent after round 1, and block 1 starts at 0"),
                ({3, 4}, "in block 1 the step is U/2, against the gradient"),
            ),
        ),
        _same_points(
            student,
            halves,
            1.0,
            "what is spent",
            0.5,
            f"slopes {halves[:, 0].tolist()}, U = 1",
            (
                ({1, 2, 3, 4, 5}, "a round spends the squared length of its gradient"),
                ({6, 7}, "1 is spent after five rounds, and a budget that is reached is spent"),
            ),
        ),
        _same_points(
            student,
            plane,
            1.0,
            "projection",
            1.0,
            "a stream in the plane",
            (
                ({1, 2}, "every block starts at 0"),
                (
                    {3, 4, 5, 6},
                    "outside of the ball go to its nearest point, the one on the same ray",
                ),
            ),
        ),
        _same_points(
            student,
            beyond,
            1.0,
            "what is not carried over",
            0.5,
            "slopes 0.95 twice, then 0.9 six times, U = 1",
            (
                ({1, 2, 3}, "block 0 lasts two rounds, which spend 1.805"),
                (range(4, 9), "block 1 spends 4 of its own, and lasts five rounds"),
            ),
        ),
        _same_points(student, long, U, "a long stream", 1.0, "600 gradients in space", ()),
    ]


# ---------------------------------------------------------------------- 3: the adversary
def _late_riser(student: Student, seed: int) -> list[Mark]:
    part, possible = "six times as much", 3.0
    T = int(generator(seed, 3).integers(33_000, 50_000))
    slopes = as_array(student.call("late_riser", T), (T,), f"late_riser({T})")
    if np.abs(slopes).max() > 1 + TOLERANCE:
        return [Mark(part, 0.0, possible, f"a slope is {np.abs(slopes).max():.4g} long, above 1")]
    rounds = given.regret(given.restart_by_rounds(slopes), slopes)
    awake = slopes[slopes != 0]  # the other rounds change nothing for this learner
    budget = given.regret(_by_budgets(awake[:, None], 1.0), awake)
    ratio = rounds / max(1.0, budget)
    earned = next((p for least, p in ((6, 3.0), (5, 2.0), (3, 1.0)) if ratio >= least), 0.0)
    measured = (
        f"on {T} rounds blocks of rounds pay {rounds:.1f}, blocks of budgets {budget:.1f}, "
        f"so {ratio:.2f} times as much"
    )
    if earned < possible:
        measured += "; six times is possible"
    return [Mark(part, earned, possible, measured)]


# ---------------------------------------------------------------------- 4: the slip
def _slip(student: Student, seed: int) -> list[Mark]:
    return [
        wrong_line(student, "slip", 5, consequences=(6,)),
        _counterexample(student),
        derivation(
            student,
            "corrected",
            "the corrected line",
            2.0,
            task=given.BREAKS,
            milestones=("2*Sum(2**j*gamma, j, 1, J)", "4*(2**J - 1)*gamma"),
        ),
    ]


def _counterexample(student: Student) -> Mark:
    part = "the counterexample"
    try:
        got = student.call("counterexample")
        slopes = as_array(got, np.shape(got), "counterexample()")
    except (AnswerError, ValueError) as error:
        return Mark(part, 0.0, 1.0, str(error))
    if slopes.ndim != 1 or not 2 <= len(slopes) <= 100:
        return Mark(part, 0.0, 1.0, f"2 to 100 slopes are expected, the shape is {slopes.shape}")
    if not 0 < np.abs(slopes).max() < 1e12 or abs(slopes[0]) < 1e-12:
        return Mark(part, 0.0, 1.0, "the first slope must not be zero, and none beyond 1e12")
    points, guesses = given.play_without_size(slopes)
    broken = np.flatnonzero(np.abs(slopes) > guesses)
    if not len(broken):
        return Mark(part, 0.0, 1.0, "no slope is longer than the guess: there is no break")
    ratios = np.abs(slopes[broken]) / guesses[broken]
    t = int(broken[np.argmax(ratios)])
    cost = slopes[t] * points[t] + abs(slopes[t])  # against the worst u
    shown = (
        f"in round {t + 1} the slope {slopes[t]:g} breaks the guess {guesses[t]:g}, "
        f"which costs {cost:.4g} against the worst u"
    )
    if ratios.max() > 2 * (1 + TOLERANCE):
        return Mark(part, 1.0, 1.0, shown)
    return Mark(part, 0.0, 1.0, f"{shown}; that is what the notes allow")


# ---------------------------------------------------------------------- 5: lost on a line
def _way(hut: float, b: float) -> float:
    turn, walked = 1.0, 0.0
    while turn * hut < 0 or abs(hut) > abs(turn):
        walked, turn = walked + 2 * abs(turn), -b * turn
    return walked + abs(hut)


def _worst(b: float) -> float:
    return 1 + 2 * b * b / (b - 1)


def _walks(student: Student, rng: np.random.Generator) -> Mark:
    part, points = "the walk", 1.5
    huts = [(1.0, 2.0), (-1.0, 3.0), (-3.0, 3.0), (4.0, 2.0)]
    huts += [
        (float(rng.choice([-1, 1]) * rng.uniform(1, 500)), float(rng.uniform(1.3, 4)))
        for _ in range(20)
    ]
    for hut, b in huts:
        try:
            found = float(as_array(student.call("walk", hut, b), (), f"walk({hut:.4g}, {b:.4g})"))
        except AnswerError as error:
            return Mark(part, 0.0, points, str(error))
        wanted = _way(hut, b)
        if abs(found - wanted) > 1e-6 * wanted:
            at = "; a hut at a turning point is found there" if abs(hut) in (1, b, b * b) else ""
            return Mark(
                part,
                0.0,
                points,
                f"walk({hut:.6g}, {b:.4g}) should be {wanted:.6g}, it is {found:.6g}{at}",
            )
    return Mark(part, points, points, f"right for all {len(huts)} huts")


def _worst_ratios(student: Student, rng: np.random.Generator) -> Mark:
    part, points = "the worst ratio", 1.5
    for b in (float(rng.uniform(1.4, 1.8)), float(rng.uniform(2.5, 5.0))):
        try:
            found = float(as_array(student.call("worst_ratio", b), (), f"worst_ratio({b:.4g})"))
        except AnswerError as error:
            return Mark(part, 0.0, points, str(error))
        if found < 0.99 * _worst(b):
            return Mark(
                part,
                0.0,
                points,
                f"worst_ratio({b:.4g}) is {found:.4f}, but some hut is worse than that; "
                "the worst ones are just beyond a turning point, and far away",
            )
        if found > 1.0001 * _worst(b):
            return Mark(
                part,
                0.0,
                points,
                f"worst_ratio({b:.4g}) is {found:.4f}; no hut has a ratio so large",
            )
    return Mark(part, points, points, "right within one per cent")


def _bases(student: Student) -> Mark:
    part = "the best base"
    try:
        b, ratio = as_array(student.call("best_base"), (2,), "best_base()")
    except AnswerError as error:
        return Mark(part, 0.0, 1.0, str(error))
    if abs(b - 2) > 0.2:
        b = float(b)
        known = f"base {b:.4g} has worst ratio {_worst(b):.3f}" if b > 1 else f"base {b:.4g}"
        return Mark(part, 0.0, 1.0, f"{known}; another base has a smaller one")
    if abs(ratio - _worst(float(b))) > 0.09:
        return Mark(part, 0.0, 1.0, f"the base is right, but its worst ratio is not {ratio:.4g}")
    return Mark(part, 1.0, 1.0, f"base {b:.3g}, ratio {ratio:.4g}")


def _search(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 5)
    return [_walks(student, rng), _worst_ratios(student, rng), _bases(student)]


QUESTIONS = [
    Question("doubling-derivations", "Double the budget: the proof", 5.0, _derivations),
    Question("doubling-budget", "Double the budget: the learner", 4.0, _budget),
    Question("doubling-late-riser", "A late riser", 3.0, _late_riser),
    Question("doubling-slip", "Find the slip", 4.0, _slip),
    Question("doubling-search", "Lost on a line", 4.0, _search),
]
