"""Hidden tests of the assignment *What nobody tells you* (the doubling trick)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from olbook.exercises import doubling_trick as given

from .kit import AnswerError, Mark, Question, Student
from .parts import (
    Array,
    as_array,
    asked,
    charge_once,
    demand,
    derivation,
    generator,
    part,
    part_beside,
    should_be,
    written,
    wrong_line,
)

TOLERANCE = 1e-9


# ---------------------------------------------------------------------- 1: the two derivations
def _grade_derivations(student: Student, seed: int) -> list[Mark]:
    return [
        derivation(
            student,
            "spent",
            "what was spent",
            2.0,
            given.SPENT,
            "3*Sum((2**m)**2, m, 0, L - 1) + 1",
            "3*Sum(q[m], m, 0, L - 1) + 1",
        ),
        derivation(
            student,
            "regret_of_all_blocks",
            "the regret of all blocks",
            3.0,
            given.REGRET,
            "Sum(U/2*(2**m + q[m]/2**m), m, 0, L)",
            "Sum(U/2*(2**m + ((2**m)**2 + 1)/2**m), m, 0, L)",
            "U*(2**(L+1) - 1) + U*(1 - 1/2**(L+1))",
            "2*U*2**L",
        ),
    ]


# ---------------------------------------------------------------------- 2: the learner
def _in_ball(w: Array, U: float) -> Array:
    length = float(np.linalg.norm(w))
    return w * min(1.0, U / length) if length else w


class Budgets(NamedTuple):
    """The learner, in blocks m = 0, 1, ...; a slip replaces one of these."""

    spent_by: Callable[[Array], float] = lambda g: float(g @ g)
    budget: Callable[[int], float] = lambda m: 4.0**m
    is_spent: Callable[[float, float], bool] = operator.ge
    carried: Callable[[float, float], float] = lambda spent, budget: 0.0
    start_from: Callable[[Array], Array] = np.zeros_like
    step: Callable[[float, int], float] = lambda U, m: U / 2**m
    nearest: Callable[[Array, float], Array] = _in_ball
    known: int = 0  # gradients beside those of the rounds before

    def __call__(self, gradients: Array, U: float) -> Array:
        """The points that are played."""
        w, points = np.zeros(gradients.shape[1]), []
        m, spent = 0, 0.0
        for g in gradients:
            points.append(w)
            spent += self.spent_by(g)
            if self.is_spent(spent, self.budget(m)):
                m, spent, w = m + 1, self.carried(spent, self.budget(m)), self.start_from(w)
            else:
                w = self.nearest(w - self.step(U, m) * g, U)
        return np.array([*points, w][self.known :][: len(gradients)])


by_budgets = Budgets()
SLIPS = {
    "a budget that is reached, and is not spent": Budgets(is_spent=operator.gt),
    "the sign of the step": Budgets(step=lambda U, m: -U / 2**m),
    "the size of the step (it has the factor U)": Budgets(step=lambda U, m: 1 / 2**m),
    "the size of the step (half of the last, no quarter)": Budgets(step=lambda U, m: U / 4**m),
    "the size of the step (half of the last)": Budgets(step=lambda U, m: U / 2 ** (m / 2)),
    "the size of the step (U in block 0)": Budgets(step=lambda U, m: U / 2 ** (m + 1)),
    "the number of the first block (0)": Budgets(
        budget=lambda m: 4.0 ** (m + 1), step=lambda U, m: U / 2 ** (m + 1)
    ),
    "the round of the points (before its gradient is known)": Budgets(known=1),
    "the budget (four times the one before)": Budgets(budget=lambda m: 2.0**m),
    "the start of a block": Budgets(start_from=lambda w: w),
    "the square of what is spent": Budgets(spent_by=lambda g: float(np.linalg.norm(g))),
    "what is spent (squared lengths, no rounds)": Budgets(spent_by=lambda g: 1.0),
    "what is carried over": Budgets(carried=lambda spent, budget: spent),
    "the rest that is carried over": Budgets(carried=lambda spent, budget: spent - budget),
    "the projection": Budgets(nearest=lambda w, U: w),
    "the projection (on a ball, not a box)": Budgets(nearest=lambda w, U: np.clip(w, -U, U)),
}


Hints = Sequence[tuple[Collection[int], str]]
"""For some rounds, what may be wrong in them."""


class _Stream(NamedTuple):
    """Gradients, the radius, and what a student is told of them."""

    gradients: Array
    U: float
    example: str
    hints: Hints = ()


def _grade_budget(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 2)
    streams = [draw(rng) for draw in (_first, _halves, _plane, _beyond, _long)]
    first, halves, plane, beyond, long = streams
    marks = [
        part("start, restart and step", 1.0, lambda: _judge_points(student, first)),
        part("what is spent", 0.5, lambda: _judge_points(student, halves)),
        part("projection", 1.0, lambda: _judge_points(student, plane)),
        part("what is not carried over", 0.5, lambda: _judge_points(student, beyond)),
        part("a long stream", 1.0, lambda: _judge_points(student, long)),
    ]
    return charge_once(marks, SLIPS, lambda n, slip: _fits(student, streams[n], slip))


def _points(student: Student, stream: _Stream) -> Array:
    gradients, U = stream.gradients, stream.U
    got = student.call("play_budget", gradients.copy(), U)
    T, d = gradients.shape
    return as_array(got, (T, d), f"play_budget of {T} gradients in dimension {d}")


def _fits(student: Student, stream: _Stream, slip: Budgets) -> bool:
    """Whether the student plays just as one does with this slip."""
    found, wanted = _points(student, stream), slip(stream.gradients, stream.U)
    return bool(np.abs(found - wanted).max() <= TOLERANCE * max(stream.U, np.abs(wanted).max()))


def _judge_points(student: Student, stream: _Stream) -> str:
    """Compare with the reference; the first wrong round says why, as far as we can tell."""
    gradients, U, example, hints = stream
    found, wanted = _points(student, stream), by_budgets(gradients, U)
    wrong = np.flatnonzero(np.abs(found - wanted).max(axis=1) > TOLERANCE * U)
    if not len(wrong):
        return f"right in all {len(gradients)} rounds of {example}"
    t = int(wrong[0])
    words = [f"{example}: the point of round {t + 1} {should_be(wanted[t], found[t])}"]
    known = [text for rounds, text in hints if t + 1 in rounds]
    if not known and not found[t].any():
        known = ["you begin a block here, and the budget is not spent yet"]
    words += known[:1]
    raise AnswerError("; ".join(words))


def _radius(rng: np.random.Generator) -> float:
    return float(np.round(rng.uniform(1.5, 3.0), 2))


def _on_a_line(slopes: Array, U: float, hints: Hints) -> _Stream:
    return _Stream(slopes[:, None], U, f"slopes {slopes.tolist()}, U = {U:g}", hints)


def _first(rng: np.random.Generator) -> _Stream:
    """Two rounds spend a little more than 1: a tie with the budget is for the next stream."""
    a, b = rng.choice([0.25, 0.375, 0.5, 0.625], size=2, replace=False)
    hints = (
        ({1}, "every block starts at 0"),
        ({2}, "in block 0 the step is U, against the gradient"),
        ({3}, "the budget 1 of block 0 is spent after round 2; block 1 starts at 0"),
        ({4, 5}, "in block 1 the step is U/2, against the gradient"),
    )
    return _on_a_line(np.array([0.75, 0.875, a, -b, 0.25]), _radius(rng), hints)


def _halves(rng: np.random.Generator) -> _Stream:
    """Four times a half, with a round of nothing among them, and a little of the next block."""
    slopes = np.insert([0.5, -0.5, 0.5, -0.5], rng.integers(1, 4), 0.0)
    slopes = float(rng.choice([-1, 1])) * np.append(slopes, [0.5, 0.0])
    hints = (
        ({1, 2, 3, 4, 5}, "a round spends the squared length of its gradient"),
        ({6, 7}, "1 is spent after five rounds, and a budget that is reached is spent"),
    )
    return _on_a_line(slopes, _radius(rng), hints)


def _plane(rng: np.random.Generator) -> _Stream:
    angle = float(rng.uniform(0.5, 1.0))
    e = np.array([np.cos(angle), np.sin(angle)])
    f = np.array([-e[1], e[0]])
    begun = [[0.45, 0.0], [-0.45, 0.0], [0.8, 0.0]]  # block 0 ends where it began, at zero
    far = 0.98 * e  # two of them spend a little less than 2, in which a wrong budget would tie
    gradients = np.array([*begun, far, far, 0.75 * f, 0.5 * f, np.zeros(2)])
    hints = (
        ({1, 4}, "every block starts at 0"),
        ({2, 3}, "in block 0 the step is U, against the gradient"),
        ({5, 6, 7, 8}, "outside of the ball go to its nearest point, on the same ray"),
    )
    return _Stream(gradients, _radius(rng), "a stream in the plane", hints)


def _beyond(rng: np.random.Generator) -> _Stream:
    """Two rounds spend more than 1; carried over, the rest would end the next block too early."""
    first, then = np.round(rng.uniform([0.94, 0.9], [0.98, 0.93]), 3)
    hints = (
        ({1, 2, 3}, "block 0 lasts two rounds, which spend more than 1"),
        (range(4, 9), "block 1 spends 4 of its own, and lasts five rounds"),
    )
    return _on_a_line(np.array(2 * [first] + 6 * [then]), _radius(rng), hints)


def _long(rng: np.random.Generator) -> _Stream:
    long = rng.normal(size=(600, 3))
    long *= (rng.uniform(size=600) / np.linalg.norm(long, axis=1))[:, None]
    long[rng.uniform(size=600) < 0.2] = 0.0
    return _Stream(long, _radius(rng), "600 gradients in space")


# ---------------------------------------------------------------------- 3: the adversary
def _grade_late_riser(student: Student, seed: int) -> list[Mark]:
    T = int(generator(seed, 3).integers(33_000, 50_000))
    slopes = as_array(student.call("late_riser", T), (T,), f"late_riser({T})")
    longest = float(np.abs(slopes).max())
    demand(longest <= 1 + TOLERANCE, f"a slope is {longest:.4g} long, above 1")
    rounds = given.regret(given.restart_by_rounds(slopes), slopes)
    awake = slopes[slopes != 0]  # the other rounds change nothing for this learner
    budget = given.regret(by_budgets(awake[:, None], 1.0), awake)
    ratio = rounds / max(1.0, budget)
    earned = next((p for least, p in ((6, 3.0), (5, 2.0), (3, 1.0)) if ratio >= least), 0.0)
    measured = (
        f"on {T} rounds blocks of rounds pay {rounds:.1f}, blocks of budgets {budget:.1f}, "
        f"so {ratio:.2f} times as much" + ("; six times is possible" if earned < 3 else "")
    )
    return [Mark("six times as much", earned, 3.0, measured)]


# ---------------------------------------------------------------------- 4: the slip
def _grade_slip(student: Student, seed: int) -> list[Mark]:
    return [
        wrong_line(student, "slip", 5, lines=7, consequences=(6,)),
        part("the counterexample", 1.0, lambda: _judge_counterexample(student)),
        derivation(
            student,
            "corrected",
            "the corrected line",
            2.0,
            given.BREAKS,
            "2*Sum(2**j*gamma, j, 1, J)",
            "4*(2**J - 1)*gamma",
        ),
    ]


def _judge_counterexample(student: Student) -> str:
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
def _way(hut: float, b: float, first: float = 1.0, times: int = 2, end: int = 1) -> float:
    """The whole way; slips are a first turn on the other side, the way back, the last piece."""
    turn, walked = first, 0.0
    while turn * hut < 0 or abs(hut) > abs(turn):
        walked, turn = walked + times * abs(turn), -b * turn
    return walked + end * abs(hut)


Way = Callable[[float, float], float]
SLIPS_ON_THE_WAY: dict[str, Way] = {
    "the side of the first turn": lambda hut, b: _way(hut, b, first=-1),
    "the first turn, which is at 1": lambda hut, b: _way(hut, b, first=b),
    "the way back, which is walked too": lambda hut, b: _way(hut, b, times=1),
    "the last piece, up to the hut": lambda hut, b: _way(hut, b, end=0),
    "the sign of the last piece": lambda hut, b: _way(hut, b, end=-1),
    "the size of the hut, in the last piece": lambda hut, b: _way(hut, b, end=0) + hut,
}


def _worst(b: float) -> float:
    return 1 + 2 * b * b / (b - 1)


def _grade_search(student: Student, seed: int) -> list[Mark]:
    rng = generator(seed, 5)
    far = rng.choice([-1, 1], size=20) * rng.uniform(1, 500, size=20)
    some = zip(far.tolist(), rng.uniform(1.3, 4, size=20).tolist(), strict=True)
    huts = [(1.0, 2.0), (-1.0, 3.0), (-3.0, 3.0), (4.0, 2.0), *some]
    small = rng.uniform([1.4, 2.5], [1.8, 5.0])
    large = rng.uniform(101.0, 150.0, size=4)  # few turning points, and no grid is near them all
    bases = [*small.tolist(), *large.tolist()]
    ways = part("the walk", 1.0, lambda: _judge_walks(student, huts, turning=False))
    title = "a hut at a turning point"
    at_turn = part_beside(
        ways, title, 0.5, lambda: _judge_walks(student, huts, turning=True), "the other ways"
    )
    return [
        *charge_once(
            [ways, at_turn], SLIPS_ON_THE_WAY, lambda _, slip: _walks(student, huts, slip)
        ),
        part("the worst ratio", 1.5, lambda: _judge_ratios(student, bases)),
        part("the best base", 1.0, lambda: _judge_base(student)),
    ]


def _judge_walks(student: Student, huts: list[tuple[float, float]], turning: bool) -> str:
    own = [(hut, b) for hut, b in huts if (abs(hut) in (1, b, b * b)) == turning]
    at = "; a hut at a turning point is found there" if turning else ""
    for hut, b in own:
        found, wanted = asked(student, "walk", hut, b), _way(hut, b)
        demand(
            abs(found - wanted) <= 1e-6 * wanted,
            f"walk({hut:.6g}, {b:.4g}) {should_be(wanted, found)}{at}",
        )
    return f"right for all {len(own)} huts"


def _walks(student: Student, huts: list[tuple[float, float]], slip: Way) -> bool:
    """Whether the student walks just as one does with this slip."""
    found = [asked(student, "walk", hut, b) for hut, b in huts]
    return np.allclose(found, [slip(hut, b) for hut, b in huts], rtol=1e-6, atol=0)


def _judge_ratios(student: Student, bases: list[float]) -> str:
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


def _judge_base(student: Student) -> str:
    b, ratio = as_array(student.call("best_base"), (2,), "best_base()").tolist()
    known = f"base {b:.4g} has worst ratio {_worst(b):.3f}" if b > 1 else f"base {b:.4g}"
    demand(abs(b - 2) <= 0.2, f"{known}; another base has a smaller one")
    demand(
        abs(ratio - _worst(b)) <= 0.09, f"the base is right, but its worst ratio is not {ratio:.4g}"
    )
    return f"base {b:.3g}, ratio {ratio:.4g}"


QUESTIONS = [
    Question("doubling-derivations", "Double the budget: the proof", 5.0, _grade_derivations),
    Question("doubling-budget", "Double the budget: the learner", 4.0, _grade_budget),
    Question("doubling-late-riser", "A late riser", 3.0, _grade_late_riser),
    Question("doubling-slip", "Find the slip", 4.0, _grade_slip),
    Question(
        "doubling-search",
        "Lost on a line",
        4.0,
        _grade_search,
        rests_on={"the worst ratio": ("walk",), "the best base": ("walk", "worst_ratio")},
    ),
    written(
        "doubling-written",
        {
            "the length of the way, by a geometric sum": 1.0,
            "the hut was missed two turns before, so it is farther away than that turn": 1.0,
            "the ratio, with the first two turns by themselves": 1.0,
        },
    ),
]
