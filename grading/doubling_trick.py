"""Hidden tests of the assignment *What nobody tells you* (the doubling trick)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from olbook.exercises import doubling_trick as given

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    as_array,
    asked,
    demand,
    derivation,
    generator,
    part,
    part_beside,
    should_be,
    wrong_line,
)

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


def _budget(student: Student, seed: int) -> list[Mark]:
    def same_points(stream: tuple[Array, float], example: str, hints: Hints = ()) -> str:
        """Compare with the reference; the first wrong round says why, as far as we can tell."""
        gradients, U = stream
        T, d = gradients.shape
        found = as_array(
            student.call("play_budget", gradients.copy(), U),
            (T, d),
            f"play_budget of {T} gradients in dimension {d}",
        )
        wanted = _by_budgets(gradients, U)
        wrong = np.flatnonzero(np.abs(found - wanted).max(axis=1) > TOLERANCE * U)
        if not len(wrong):
            return f"right in all {T} rounds of {example}"
        t = int(wrong[0])
        words = [f"{example}: the point of round {t + 1} {should_be(wanted[t], found[t])}"]
        if t > 1 and not found[t].any():
            words.append("you begin a block here, and the budget is not spent yet")
        words += [text for rounds, text in hints if t + 1 in rounds][:1]
        raise AnswerError("; ".join(words))

    rng = generator(seed, 2)
    streams = {stream.__name__: stream(rng) for stream in (_first, _halves, _plane, _beyond, _long)}
    first, U = streams["_first"]
    halves, V = streams["_halves"]
    beyond, W = streams["_beyond"]
    return [
        part(
            "start, restart and step",
            1.0,
            lambda: same_points(
                (first, U),
                f"slopes {first[:, 0].tolist()}, U = {U:g}",
                (
                    ({1}, "every block starts at 0"),
                    ({2}, "the budget 1 of block 0 is spent after round 1; block 1 starts at 0"),
                    ({3, 4}, "in block 1 the step is U/2, against the gradient"),
                ),
            ),
        ),
        part(
            "what is spent",
            0.5,
            lambda: same_points(
                (halves, V),
                f"slopes {halves[:, 0].tolist()}, U = {V:g}",
                (
                    ({1, 2, 3, 4, 5}, "a round spends the squared length of its gradient"),
                    ({6, 7}, "1 is spent after five rounds, and a budget that is reached is spent"),
                ),
            ),
        ),
        part(
            "projection",
            1.0,
            lambda: same_points(
                streams["_plane"],
                "a stream in the plane",
                (
                    ({1, 2}, "every block starts at 0"),
                    ({3, 4, 5, 6}, "outside of the ball go to its nearest point, on the same ray"),
                ),
            ),
        ),
        part(
            "what is not carried over",
            0.5,
            lambda: same_points(
                (beyond, W),
                f"slopes {beyond[:, 0].tolist()}, U = {W:g}",
                (
                    ({1, 2, 3}, "block 0 lasts two rounds, which spend more than 1"),
                    (range(4, 9), "block 1 spends 4 of its own, and lasts five rounds"),
                ),
            ),
        ),
        part("a long stream", 1.0, lambda: same_points(streams["_long"], "600 gradients in space")),
    ]


Hints = Sequence[tuple[Collection[int], str]]
"""For some rounds, what may be wrong in them."""


def _radius(rng: np.random.Generator) -> float:
    return float(np.round(rng.uniform(1.5, 3.0), 2))


def _first(rng: np.random.Generator) -> tuple[Array, float]:
    a, b = rng.choice([0.25, 0.375, 0.5, 0.625], size=2, replace=False)
    return np.array([1.0, a, -b, 0.25])[:, None], _radius(rng)


def _halves(rng: np.random.Generator) -> tuple[Array, float]:
    """Four times a half, with a round of nothing among them, and a little of the next block."""
    slopes = np.insert([0.5, -0.5, 0.5, -0.5], rng.integers(1, 4), 0.0)
    return float(rng.choice([-1, 1])) * np.append(slopes, [0.5, 0.0])[:, None], _radius(rng)


def _plane(rng: np.random.Generator) -> tuple[Array, float]:
    angle = float(rng.uniform(0.5, 1.0))
    e = np.array([np.cos(angle), np.sin(angle)])
    f = np.array([-e[1], e[0]])
    return np.array([[1.0, 0.0], e, e, 0.75 * f, 0.5 * f, np.zeros(2)]), _radius(rng)


def _beyond(rng: np.random.Generator) -> tuple[Array, float]:
    """Two rounds spend more than 1; carried over, the rest would end the next block too early."""
    first, then = np.round(rng.uniform([0.94, 0.9], [0.98, 0.93]), 3)
    return np.array(2 * [first] + 6 * [then])[:, None], _radius(rng)


def _long(rng: np.random.Generator) -> tuple[Array, float]:
    long = rng.normal(size=(600, 3))
    long *= (rng.uniform(size=600) / np.linalg.norm(long, axis=1))[:, None]
    long[rng.uniform(size=600) < 0.2] = 0.0
    return long, _radius(rng)


# ---------------------------------------------------------------------- 3: the adversary
def _late_riser(student: Student, seed: int) -> list[Mark]:
    T = int(generator(seed, 3).integers(33_000, 50_000))
    slopes = as_array(student.call("late_riser", T), (T,), f"late_riser({T})")
    longest = float(np.abs(slopes).max())
    demand(longest <= 1 + TOLERANCE, f"a slope is {longest:.4g} long, above 1")
    rounds = given.regret(given.restart_by_rounds(slopes), slopes)
    awake = slopes[slopes != 0]  # the other rounds change nothing for this learner
    budget = given.regret(_by_budgets(awake[:, None], 1.0), awake)
    ratio = rounds / max(1.0, budget)
    earned = next((p for least, p in ((6, 3.0), (5, 2.0), (3, 1.0)) if ratio >= least), 0.0)
    measured = (
        f"on {T} rounds blocks of rounds pay {rounds:.1f}, blocks of budgets {budget:.1f}, "
        f"so {ratio:.2f} times as much" + ("; six times is possible" if earned < 3 else "")
    )
    return [Mark("six times as much", earned, 3.0, measured)]


# ---------------------------------------------------------------------- 4: the slip
def _slip(student: Student, seed: int) -> list[Mark]:
    return [
        wrong_line(student, "slip", 5, lines=7, consequences=(6,)),
        part("the counterexample", 1.0, lambda: _counterexample(student)),
        derivation(
            student,
            "corrected",
            "the corrected line",
            2.0,
            task=given.BREAKS,
            milestones=("2*Sum(2**j*gamma, j, 1, J)", "4*(2**J - 1)*gamma"),
        ),
    ]


def _counterexample(student: Student) -> str:
    slopes = as_array(student.call("counterexample"), None, "counterexample()")
    right = slopes.ndim == 1 and 2 <= len(slopes) <= 100
    demand(right, f"2 to 100 slopes are expected, the shape is {slopes.shape}")
    right = 0 < np.abs(slopes).max() < 1e12 and abs(slopes[0]) >= 1e-12
    demand(right, "the first slope must not be zero, and none beyond 1e12")
    points, guesses = given.play_without_size(slopes)
    broken = np.flatnonzero(np.abs(slopes) > guesses)
    demand(len(broken), "no slope is longer than the guess: there is no break")
    ratios = np.abs(slopes[broken]) / guesses[broken]
    t = int(broken[np.argmax(ratios)])
    cost = slopes[t] * points[t] + abs(slopes[t])  # against the worst u
    shown = (
        f"in round {t + 1} the slope {slopes[t]:g} breaks the guess {guesses[t]:g}, "
        f"which costs {cost:.4g} against the worst u"
    )
    demand(ratios.max() > 2 * (1 + TOLERANCE), f"{shown}; that is what the notes allow")
    return shown


# ---------------------------------------------------------------------- 5: lost on a line
def _way(hut: float, b: float) -> float:
    turn, walked = 1.0, 0.0
    while turn * hut < 0 or abs(hut) > abs(turn):
        walked, turn = walked + 2 * abs(turn), -b * turn
    return walked + abs(hut)


def _worst(b: float) -> float:
    return 1 + 2 * b * b / (b - 1)


def _search(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 5)
    far = rng.choice([-1, 1], size=20) * rng.uniform(1, 500, size=20)
    some = zip(far.tolist(), rng.uniform(1.3, 4, size=20).tolist(), strict=True)
    huts = [(1.0, 2.0), (-1.0, 3.0), (-3.0, 3.0), (4.0, 2.0), *some]
    small = rng.uniform([1.4, 2.5], [1.8, 5.0])
    large = rng.uniform(
        101.0, 150.0, size=4
    )  # with few turning points, and no grid is near all of them
    bases = [*small.tolist(), *large.tolist()]

    def walks(turning: bool) -> str:
        own = [(hut, b) for hut, b in huts if (abs(hut) in (1, b, b * b)) == turning]
        at = "; a hut at a turning point is found there" if turning else ""
        for hut, b in own:
            found, wanted = asked(student, "walk", hut, b), _way(hut, b)
            demand(
                abs(found - wanted) <= 1e-6 * wanted,
                f"walk({hut:.6g}, {b:.4g}) {should_be(wanted, found)}{at}",
            )
        return f"right for all {len(own)} huts"

    def worst_ratios() -> str:
        for b in bases:
            found = asked(student, "worst_ratio", b)
            says = f"worst_ratio({b:.4g}) is {found:.4f}"
            demand(
                found >= 0.99 * _worst(b),
                f"{says}, but some hut is worse than that; the worst ones are just beyond a "
                "turning point, and far away",
            )
            demand(found <= 1.0001 * _worst(b), f"{says}; no hut has a ratio so large")
        return "right within one per cent"

    def best_base() -> str:
        b, ratio = as_array(student.call("best_base"), (2,), "best_base()").tolist()
        known = f"base {b:.4g} has worst ratio {_worst(b):.3f}" if b > 1 else f"base {b:.4g}"
        demand(abs(b - 2) <= 0.2, f"{known}; another base has a smaller one")
        demand(
            abs(ratio - _worst(b)) <= 0.09,
            f"the base is right, but its worst ratio is not {ratio:.4g}",
        )
        return f"base {b:.3g}, ratio {ratio:.4g}"

    title = "a hut at a turning point"
    ways = part("the walk", 1.0, lambda: walks(turning=False))
    return [
        part_beside(ways, title, 0.5, lambda: walks(turning=True), "the other ways"),
        ways,
        part("the worst ratio", 1.5, worst_ratios),
        part("the best base", 1.0, best_base),
    ]


QUESTIONS = [
    Question("doubling-derivations", "Double the budget: the proof", 5.0, _derivations),
    Question("doubling-budget", "Double the budget: the learner", 4.0, _budget),
    Question("doubling-late-riser", "A late riser", 3.0, _late_riser),
    Question("doubling-slip", "Find the slip", 4.0, _slip),
    Question("doubling-search", "Lost on a line", 4.0, _search),
]
