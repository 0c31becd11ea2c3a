"""The assignment *What nobody tells you*: right answers in many styles, and typical wrong ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
from assignment_checks import (
    a_few,
    demand_full_marks,
    demand_reason,
    demand_sound_notebooks,
    graded,
    own_solutions,
    setup,
)

from grading import doubling_trick as grader
from olbook import exercises

TOPIC = "doubling_trick"
QUESTIONS = [question.id for question in grader.QUESTIONS]
SEEDS = {"doubling-derivations": (1,), "doubling-slip": (1,)}  # nothing is drawn in these
given = exercises.doubling_trick


def right(question: str, source: str) -> None:
    for seed in SEEDS.get(question, (1, 7)):
        demand_full_marks(TOPIC, question, source, seed)


def wrong(question: str, source: str, reason: str, at_most: float = math.inf) -> None:
    """It loses marks, and the first mark that is lost says this."""
    for seed in SEEDS.get(question, (1, 7)):
        assert demand_reason(TOPIC, question, source, reason, seed, first=True) <= at_most


def test_notebooks() -> None:
    demand_sound_notebooks(TOPIC)


@pytest.mark.parametrize("question", QUESTIONS)
def test_own_solutions(question: str) -> None:
    for seed in SEEDS.get(question, range(1, 9)):
        demand_full_marks(TOPIC, question, own_solutions(TOPIC), seed)
    assert all("not defined" in mark.reason for mark in graded(TOPIC, question, ""))


def test_visible_checks_say_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    for change, hint in (
        (("spent >= 4**m", "spent > 4**m"), "is spent after round 1"),
        (("U / 2**m * g", "-U / 2**m * g"), "against the slope"),
        (("np.sum(g**2)", "np.linalg.norm(g)"), "squared length"),
        (("> U:", "> 1e9:"), "no point is longer than U"),
        (("U * w / np.linalg.norm(w)", "np.clip(w, -U, U)"), "on the same ray"),
        (("return np.array(points)", "return 1"), "should be of shape"),
    ):
        source = BUDGET.replace(*change)
        assert source != BUDGET
        names: dict[str, object] = {}
        exec(f"{setup(TOPIC)}{source}\nexercises.{TOPIC}.check_budget(play_budget)", names)
        printed = capsys.readouterr().out
        assert printed.startswith("not yet: ")
        assert hint in printed


def test_the_bound_of_question_1_holds() -> None:
    rng = np.random.default_rng(0)
    pushes = np.r_[-np.ones(1000), np.tile([1.0, -1.0], 500)]
    for slopes in (rng.choice([-1.0, 1.0], 3000), rng.uniform(-1, 1, 3000), pushes, 0 * pushes):
        points = grader._by_budgets(slopes[:, None], 1.0)
        spent = np.sum(slopes**2)
        assert given.regret(points, slopes) <= 2 * np.sqrt(3 * spent + 1)
        assert grader._by_budgets(slopes[:, None], 2.0) == pytest.approx(2 * points)


# ---------------------------------------------------------------------- 1
SPENT = """
def spent():
    return '''
    (2**L)**2
    == 3*Sum((2**m)**2, m, 0, L - 1) + 1   | by induction(L)
    <= 3*Sum(q[m], m, 0, L - 1) + 1        | by times(3, sum(m, 0, L - 1, full))
    <= 3*Sum(q[m], m, 0, L) + 1            | gap 3*q[L]
    == 3*Q + 1                             | by total
    '''
"""
REGRET = """
def regret_of_all_blocks():
    return '''
    Sum(r[m], m, 0, L)
    <= Sum(U/2*(2**m + q[m]/2**m), m, 0, L)              | by sum(m, 0, L, block)
    <= Sum(U/2*(2**m + ((2**m)**2 + 1)/2**m), m, 0, L)   | by sum(m, 0, L, times(U/2/2**m, over))
    == U*(2**(L+1) - 1) + U*(1 - 1/2**(L+1))             | by induction(L)
    <= 2*U*2**L                                          | gap U/2**(L+1)
    <= 2*U*sqrt(3*Q + 1)                                 | by times(2*U, root)
    '''
"""
SHORT = """
def spent():
    return '''
    (2**L)**2
    == 1 + 3*Sum((2**m)**2, m, 0, L - 1)  | by induction(L)
    <= 3*Q + 1  | by total, times(3, sum(m, 0, L - 1, full)) ; gap 3*q[L]
    '''
def regret_of_all_blocks():
    return '''
    Sum(r[m], m, 0, L)
    <= Sum(U*2**m + U/2/2**m, m, 0, L) | by sum(m, 0, L, block), sum(m, 0, L, times(U/2/2**m, over))
    == U*(2*2**L - 1/2/2**L)           | by induction(L)
    <= 2*U*2**L                        | gap U/2/2**L
    <= 2*U*sqrt(1 + 3*Q)               | by times(2*U, root)
    '''
"""
LONG = SPENT.replace("<= 3*Sum(q[m], m, 0, L) + 1 ", "== 3*(Q - q[L]) + 1 | by total\n<= 3*Q + 1 ")
LONG = LONG.replace("    == 3*Q + 1                             | by total\n", "")
TWO_SUMS = """
def regret_of_all_blocks():
    return '''
    Sum(r[m], m, 0, L)
    <= U/2*Sum(2**m, m, 0, L) + U/2*Sum(q[m]/2**m, m, 0, L)  | by sum(m, 0, L, block)
    <= U*Sum(2**m, m, 0, L) + U/2*Sum(1/2**m, m, 0, L)
        | by sum(m, 0, L, times(U/2/2**m, over))
    == U*(2**(L+1) - 1) + U/2*Sum(1/2**m, m, 0, L)           | by induction(L)
    == U*(2**(L+1) - 1) + U - U/2/2**L                       | by induction(L)
    <= 2*U*sqrt(3*Q + 1)  | by times(2*U, root) ; gap U/2/2**L
    '''
"""


@pytest.mark.parametrize(
    "source", [SPENT + REGRET, SHORT, LONG + TWO_SUMS], ids=["as given", "short", "long"]
)
def test_right_derivations(source: str) -> None:
    right("doubling-derivations", source)


@pytest.mark.parametrize(
    ("source", "reason", "at_most"),
    a_few(
        [
            (SPENT.replace(", full", ", over"), "first fault: step 2", 1.5),
            (SPENT.replace("| gap 3*q[L]", ""), "first fault: step 3", 1.5),
            (SPENT.replace("| gap 3*q[L]", "| gap q[L]"), "first fault: step 3", 1.5),
            (SPENT.replace("== 3*Sum((2", "== Sum((2"), "first fault: step 1", 1.5),
            (SPENT.replace("3*Q + 1", "3*Q + 2"), "first fault: step 4", 1.5),
            ("def spent(): return 'trust me'", "first line and at least one step", 0),
            ("def spent(): return 17", "a text is expected", 0),
            ("def spent():\n    return '3*Q + 1\\n== 3*Q + 1'", "the first line should be", 0),
            (SPENT + REGRET.replace("sum(m, 0, L, block)", "block"), "first fault: step 1", 4.5),
            (SPENT + REGRET.replace("by times(2*U, root)", "gap U"), "first fault: step 5", 4.5),
            (SPENT + REGRET.replace("(2**(L+1) - 1)", "2**(L+1)"), "first fault: step 3", 4),
            (SPENT + REGRET.replace("((2**m)**2 + 1)", "(2**m)**2"), "first fault: step 2", 4),
        ]
    ),
)
def test_wrong_derivations(source: str, reason: str, at_most: float) -> None:
    wrong("doubling-derivations", source, reason, at_most)


# ---------------------------------------------------------------------- 2
BUDGET = """
def play_budget(gradients, U):
    w, m, spent, points = np.zeros(gradients.shape[1]), 0, 0.0, []
    for g in gradients:
        points.append(w)
        spent += np.sum(g**2)
        if spent >= 4**m:
            w, m, spent = np.zeros_like(w), m + 1, 0.0
        else:
            w = w - U / 2**m * g
            if np.linalg.norm(w) > U:
                w = U * w / np.linalg.norm(w)
    return np.array(points)
"""
BY_CLASS = """
import math
import olbook as ol

class Block:
    def __init__(self, m, U, d):
        self.m, self.left = m, 4**m
        self.descent = ol.OnlineGradientDescent(U / math.sqrt(self.left), ol.Ball(U))
        self.descent.start(d)

def play_budget(gradients, U):
    T, d = gradients.shape
    block, points = Block(0, U, d), np.empty((T, d))
    for t in range(T):
        points[t] = block.descent.w
        block.left -= gradients[t] @ gradients[t]
        if block.left <= 0:
            block = Block(block.m + 1, U, d)
        else:
            block.descent.update(gradients[t])
    return points
"""
SCALED = """
def play_budget(gradients, U):
    # plays in the unit ball with eta = 1/2^m, and multiplies by U; pure Python
    d = len(gradients[0])
    v, budget, spent, out = [0.0] * d, 1.0, 0.0, []
    for g in gradients.tolist():
        out.append([U * c for c in v])
        spent += sum(c * c for c in g)
        if spent >= budget:
            v, budget, spent = [0.0] * d, 4 * budget, 0.0
            continue
        v = [c - e / budget**0.5 for c, e in zip(v, g)]
        size = sum(c * c for c in v)
        if size > 1:
            v = [c / size**0.5 for c in v]
    return out
"""
SQUARES_FIRST = """
def play_budget(gradients, U):
    squares = (gradients**2).sum(axis=1)
    points, first, m = np.zeros(gradients.shape), 0, 0
    while first < len(gradients):
        spent = np.cumsum(squares[first:])
        n = min(int(np.searchsorted(spent, 4**m)) + 1, len(spent))
        for t in range(first + 1, first + n):
            step = points[t - 1] - U * 0.5**m * gradients[t - 1]
            points[t] = step * min(1.0, U / max(np.linalg.norm(step), 1e-300))
        first, m = first + n, m + 1
    return points
"""


@pytest.mark.parametrize(
    "source",
    [BUDGET, SCALED, SQUARES_FIRST, BY_CLASS],
    ids=["loop", "unit ball", "cumulative", "package"],
)
def test_right_learners(source: str) -> None:
    right("doubling-budget", source)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("spent >= 4**m", "spent > 4**m"), "block 1 starts at 0"),
        (("np.zeros_like(w), m + 1", "w, m + 1"), "right in all"),  # see below
        (("w - U / 2**m * g", "w + U / 2**m * g"), "against the gradient"),
        (("U / 2**m", "1 / 2**m"), "the step is U/2"),
        (("U / 2**m", "U / 2**(m/2)"), "the step is U/2"),
        (("np.sum(g**2)", "np.linalg.norm(g)"), "squared length"),
        (("np.sum(g**2)", "1"), "squared length"),
        (("m + 1, 0.0", "m + 1, spent - 4**m"), "block 1 spends 4 of its own"),
        (("m + 1, 0.0", "m + 1, spent"), "block 1 spends 4 of its own"),
        (("if np.linalg.norm(w) > U", "if False"), "nearest point"),
        (("U * w / np.linalg.norm(w)", "np.clip(w, -U, U)"), "nearest point"),
        (("4**m", "2**m"), "the budget is not spent yet"),
        (("np.array(points)", "np.array(points + [w])"), "should have shape"),
        (("np.array(points)", "np.array(points)[:, 0]"), "should have shape"),
        (("np.array(points)", "None"), "should"),
        (("np.array(points)", "np.array(points) * np.nan"), "NaN"),
    ],
)
def test_wrong_learners(change: tuple[str, str], reason: str) -> None:
    assert change[0] in BUDGET
    source = BUDGET.replace(*change)
    if "w, m + 1" in change[1]:
        # The block that begins after round 1 begins at 0 anyway: a later one shows it.
        marks = graded(TOPIC, "doubling-budget", source)
        assert marks[0].earned == 1
        assert "a budget that is reached is spent" in marks[1].reason
        return
    wrong("doubling-budget", source, reason)


# ---------------------------------------------------------------------- 3
@pytest.mark.parametrize(
    "source",
    [
        "def late_riser(T): return np.where(np.arange(T) < T - 85, 0.0, -1.0)",
        "def late_riser(T): return [0] * (T - 90) + [1] * 84 + [0] * 6",
        "def late_riser(T):\n    g = np.zeros(T)\n    g[32768:32768 + 84] = 1\n    return g",
        "def late_riser(T): return np.r_[np.zeros(T - 340), np.tile([-1.0, 0, 0, 0], 85)]",
    ],
)
def test_right_adversaries(source: str) -> None:
    right("doubling-late-riser", source)


@pytest.mark.parametrize(
    ("source", "reason", "at_most"),
    [
        ("def late_riser(T): return -np.ones(T)", "six times is possible", 0),
        ("def late_riser(T): return np.r_[-np.ones(85), np.zeros(T - 85)]", "six times", 0),
        ("def late_riser(T): return np.zeros(T)", "blocks of rounds pay 0.0", 0),
        ("def late_riser(T): return np.r_[np.zeros(T - 181), -np.ones(181)]", "5.06 times", 2),
        ("def late_riser(T): return np.r_[np.zeros(T - 110), -np.ones(110)]", "budgets 18.0", 1),
        ("def late_riser(T): return np.r_[np.zeros(T - 85), -50 * np.ones(85)]", "above 1", 0),
        ("def late_riser(T): return np.r_[np.zeros(T - 85), np.tile([-1, 1], 43)[:85]]", "six", 0),
        ("def late_riser(T): return np.zeros(65535)", "should have shape", 0),
        ("def late_riser(T): return np.random.default_rng(1).choice([-1, 1], T)", "six times", 0),
    ],
)
def test_wrong_adversaries(source: str, reason: str, at_most: float) -> None:
    wrong("doubling-late-riser", source, reason, at_most)


# ---------------------------------------------------------------------- 4
SLIP = """
def slip(): return 5
def counterexample(): return [1.0, 2.5]
def corrected():
    return '''
    Sum(c[j], j, 1, J)
    <= 2*Sum(2**j*gamma, j, 1, J)  | by sum(j, 1, J, pays), sum(j, 1, J, times(2, doubled))
    == 4*(2**J - 1)*gamma          | by induction(J)
    <= 8*G                         | by times(4, last) ; gap 4*gamma
    '''
"""
TERMWISE = """
def slip(): return np.int64(5)
def counterexample(): return np.array([0.25, 0.0, -0.25, 0.125, -1e6])
def corrected():
    return '''
    Sum(c[j], j, 1, J)
    <= Sum(2*h[j], j, 1, J)           | by sum(j, 1, J, pays)
    <= Sum(2*(2**j*gamma), j, 1, J)   | by sum(j, 1, J, times(2, doubled))
    == 2*gamma*Sum(2**j, j, 1, J)
    == 2*gamma*(2*2**J - 2)           | by induction(J)
    <= 4*2**J*gamma                   | gap 4*gamma
    <= 8*G                            | by times(4, last)
    '''
"""
FACTORED = """
def slip(): return 5.0
def counterexample(): return (-3, 0, 1, 9)
def corrected():
    return '''
    Sum(c[j], j, 1, J)
    <= 2*Sum(h[j], j, 1, J)     | by sum(j, 1, J, pays)
    <= 2*gamma*Sum(2**j, j, 1, J)  | by times(2, sum(j, 1, J, doubled))
    == 4*gamma*2**J - 4*gamma   | by induction(J)
    <= 8*G - 4*gamma            | by times(4, last)
    <= 8*G                      | gap 4*gamma
    '''
"""


@pytest.mark.parametrize("source", [SLIP, TERMWISE, FACTORED])
def test_right_slips(source: str) -> None:
    right("doubling-slip", source)


@pytest.mark.parametrize(
    ("old", "new", "reason", "at_most"),
    [
        ("return 5", "return 6", "follows from the lines before it", 3),
        ("return 5", "return 2", "line 2 is true", 3),
        ("return 5", "return '5th'", "should be a number", 3),
        ("[1.0, 2.5]", "[1.0, 2.0]", "that is what the notes allow", 3),
        ("[1.0, 2.5]", "[1.0, 2.0, 4.0, 8.0]", "that is what the notes allow", 3),
        ("[1.0, 2.5]", "[1.0, 0.5]", "there is no break", 3),
        ("[1.0, 2.5]", "[0.0, 9.0]", "must not be zero", 3),
        ("[1.0, 2.5]", "[5.0]", "2 to 100 slopes", 3),
        ("[1.0, 2.5]", "'a large slope'", "should be numbers", 3),
        ("; gap 4*gamma", "", "first fault: step 3", 3.4),
        ("times(2, doubled)", "last", "first fault: step 1", 3.4),
        ("4*(2**J - 1)*gamma", "2*(2**J - 1)*gamma", "first fault: step 2", 3),
        (", sum(j, 1, J, times(2, doubled))", "", "first fault: step 1", 3.4),
        ("<= 8*G  ", "<= 16*G  ", "first fault: step 3", 3.4),
        ("gap 4*gamma", "gap 4*gamma\n<= 16*G | gap 8*G", "the last line should be  8*G", 3.4),
    ],
)
def test_wrong_slips(old: str, new: str, reason: str, at_most: float) -> None:
    assert old in SLIP
    wrong("doubling-slip", SLIP.replace(old, new), reason, at_most)


# ---------------------------------------------------------------------- 5
WALK = """
def walk(hut, b):
    way, turn = 0.0, 1.0
    while not (min(0, turn) <= hut <= max(0, turn)):
        way, turn = way + 2 * abs(turn), -b * turn
    return way + abs(hut)
"""
WORST = """
def worst_ratio(b):
    ratios, turn = [3.0], 1.0
    while abs(turn) < 999999:
        hut = turn * (1 + 1e-9)
        ratios.append(walk(hut, b) / abs(hut))
        turn = -b * turn
    return max(ratios)
"""
BEST = """
def best_base():
    bases = np.linspace(1.5, 3, 151)
    ratios = [worst_ratio(b) for b in bases]
    return bases[np.argmin(ratios)], min(ratios)
"""
SOME_HUTS = """huts = np.linspace(1, 1e6, 1000)
    return max(walk(hut, b) / abs(hut) for hut in [*huts, *-huts])"""
FORMULAS = """
def walk(hut, b):
    k = 0
    while abs(hut) > b**k or (hut > 0) != (k % 2 == 0):
        k += 1
    return 2 * (b**k - 1) / (b - 1) + abs(hut)
def worst_ratio(b): return 1 + 2 * b**2 / (b - 1)
def best_base(): return np.array([2.0, 9.0])
"""
GOLDEN = """
from scipy.optimize import minimize_scalar
def walk(hut, b):
    position, walked, k = 0.0, 0.0, 0
    while True:
        goal = (-b) ** k
        if min(position, goal) <= hut <= max(position, goal):
            return walked + abs(hut - position)
        walked, position, k = walked + abs(goal - position), goal, k + 1
def worst_ratio(b):
    huts = np.concatenate([[1.0, -1.0], [(-b) ** k * 1.000001 for k in range(34) if b**k < 9e5]])
    return np.max([walk(h, b) / abs(h) for h in huts])
def best_base():
    found = minimize_scalar(worst_ratio, bounds=(1.5, 3), method="bounded")
    return [found.x, found.fun]
"""


@pytest.mark.parametrize("source", [WALK + WORST + BEST, FORMULAS, GOLDEN])
def test_right_searches(source: str) -> None:
    right("doubling-search", source)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2 * abs(turn)", "abs(turn)", "walk("),
        ("<= hut <=", "<= hut <", "walk(1, 2) should be 1"),
        ("turn = 0.0, 1.0", "turn = 0.0, -1.0", "walk(1, 2) should be 1"),
        ("-b * turn\n    return way", "b * turn\n    return way", "took"),
        ("way + abs(hut)", "way", "walk(1, 2) should be 1, it is 0"),
        ("turn * (1 + 1e-9)", "turn", "just beyond a turning point"),
        ("turn * (1 + 1e-9)", "1.5 * turn", "just beyond a turning point"),
        ("abs(turn) < 999999", "abs(turn) < 5", "far away"),
        ("return max(ratios)", SOME_HUTS, "some hut is worse"),
        ("return max(ratios)", "return max(ratios) * abs(turn)", "no hut has a ratio so large"),
        ("return max(ratios)", "return b**2 / (b - 1)", "some hut is worse"),
        ("return max(ratios)", "return ratios", "worst_ratio("),
        ("np.linspace(1.5, 3, 151)", "np.linspace(2.6, 4, 15)", "another base has a smaller one"),
        ("np.argmin", "np.argmax", "another base has a smaller one"),
        (", min(ratios)", ", 4.0", "its worst ratio is not 4"),
        ("bases[np.argmin(ratios)], min(ratios)", "2.0", "should have shape (2,)"),
    ],
)
def test_wrong_searches(old: str, new: str, reason: str) -> None:
    source = WALK + WORST + BEST
    assert old in source
    if reason == "took":  # it never turns round: to the right for ever
        source = source.replace(old, "b * turn; assert turn < 1e9, 'never found'\n    return way")
        reason = "never found"
        old = new = ""
    wrong("doubling-search", source.replace(old, new) if old else source, reason)
