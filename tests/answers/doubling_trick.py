"""Answers to the assignment *What nobody tells you*."""

from __future__ import annotations

from typing import Any

from assignment_checks import changed, edited

DRAWN = {"doubling-budget", "doubling-late-riser", "doubling-search"}
PROOF = "doubling-derivations"
BASE = ""  # an answer stands alone
RIGHT: dict[str, list[str]] = {}
WRONG: dict[str, list[Any]] = {}

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
LONG = edited(
    SPENT,
    *("<= 3*Sum(q[m], m, 0, L) + 1 ", "== 3*(Q - q[L]) + 1 | by total\n<= 3*Q + 1 "),
    *("    == 3*Q + 1                             | by total\n", ""),
)
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

RIGHT["doubling-derivations"] = [SPENT + REGRET, SHORT, LONG + TWO_SUMS]
WRONG["doubling-derivations"] = changed(SPENT, [
    (", full", ", over", "first fault: step 2", 1.33),
    ("| gap 3*q[L]", "", "first fault: step 3", 1.33),
    ("| gap 3*q[L]", "| gap q[L]", "first fault: step 3", 1.33),
    ("== 3*Sum((2", "== Sum((2", "first fault: step 1", 0.67),
    ("3*Q + 1", "3*Q + 2", "first fault: step 4", 1.33),
]) + changed(SPENT + REGRET, [
    ("sum(m, 0, L, block)", "block", "first fault: step 1", 4.4),
    ("by times(2*U, root)", "gap U", "first fault: step 5", 4.4),
    ("(2**(L+1) - 1)", "2**(L+1)", "first fault: step 3", 3.8),
    ("((2**m)**2 + 1)", "(2**m)**2", "first fault: step 2", 3.8),
]) + [
    ("def spent(): return 'trust me'", "first line and at least one step", 0),
    ("def spent(): return 17", "a text is expected", 0),
    ("def spent():\n    return '3*Q + 1\\n== 3*Q + 1'", "the first line should be", 0),
]  # fmt: skip


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
RIGHT["doubling-budget"] = [BUDGET, SCALED, SQUARES_FIRST, BY_CLASS]
WRONG["doubling-budget"] = changed(BUDGET, [
    ("spent >= 4**m", "spent > 4**m", "a budget that is reached is spent", 3.5),
    ("np.zeros_like(w), m + 1", "w, m + 1", "block 1 starts at 0", 3),
    ("w - U / 2**m * g", "w + U / 2**m * g", "against the gradient", 3),
    ("U / 2**m", "1 / 2**m", "in block 0 the step is U", 3),
    ("U / 2**m", "U / 2**(m/2)", "the step is U/2", 3),
    ("np.sum(g**2)", "np.linalg.norm(g)", "squared length", 3.5),
    ("np.sum(g**2)", "1", "in block 0 the step is U", 3),
    ("m + 1, 0.0", "m + 1, spent - 4**m", "block 1 spends 4 of its own", 3.5),
    ("m + 1, 0.0", "m + 1, spent", "block 1 spends 4 of its own", 3.5),
    ("if np.linalg.norm(w) > U", "if False", "nearest point", 3),
    ("U * w / np.linalg.norm(w)", "np.clip(w, -U, U)", "nearest point", 3),
    ("4**m", "2**m", "go to its nearest point", 3),
    ("np.array(points)", "np.array(points + [w])", "should have shape", 0),
    ("np.array(points)", "np.array(points)[:, 0]", "should have shape", 0),
    ("np.array(points)", "None", "should", 0),
    ("np.array(points)", "np.array(points) * np.nan", "NaN", 0),
])  # fmt: skip


# ---------------------------------------------------------------------- 3
RIGHT["doubling-late-riser"] = [
    "def late_riser(T): return np.where(np.arange(T) < T - 85, 0.0, -1.0)",
    "def late_riser(T): return [0] * (T - 90) + [1] * 84 + [0] * 6",
    "def late_riser(T):\n    g = np.zeros(T)\n    g[32768:32768 + 84] = 1\n    return g",
    "def late_riser(T): return np.r_[np.zeros(T - 340), np.tile([-1.0, 0, 0, 0], 85)]",
]
WRONG["doubling-late-riser"] = [
    ("def late_riser(T): return -np.ones(T)", "six times is possible", 0),
    ("def late_riser(T): return np.r_[-np.ones(85), np.zeros(T - 85)]", "six times", 0),
    ("def late_riser(T): return np.zeros(T)", "blocks of rounds pay 0.0", 0),
    ("def late_riser(T): return np.r_[np.zeros(T - 181), -np.ones(181)]", "5.06 times", 2),
    ("def late_riser(T): return np.r_[np.zeros(T - 110), -np.ones(110)]", "budgets 18.0", 1),
    ("def late_riser(T): return np.r_[np.zeros(T - 85), -50 * np.ones(85)]", "above 1", 0),
    ("def late_riser(T): return np.r_[np.zeros(T - 85), np.tile([-1, 1], 43)[:85]]", "six", 0),
    ("def late_riser(T): return np.zeros(65535)", "should have shape", 0),
    ("def late_riser(T): return np.random.default_rng(1).choice([-1, 1], T)", "six times", 0),
]  # fmt: skip


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
RIGHT["doubling-slip"] = [SLIP, TERMWISE, FACTORED]
WRONG["doubling-slip"] = changed(SLIP, [
    ("return 5", "return 6", "follows from the lines before it", 3),
    ("return 5", "return 2", "line 2 is true", 3),
    ("return 5", "return '5th'", "should be a number", 3),
    ("[1.0, 2.5]", "[1.0, 2.0]", "that is what the notes allow", 3),
    ("[1.0, 2.5]", "[1.0, 2.0, 4.0, 8.0]", "that is what the notes allow", 3),
    ("[1.0, 2.5]", "[1.0, 0.5]", "there is no break", 3),
    ("[1.0, 2.5]", "[0.0, 9.0]", "must not be zero", 3),
    ("[1.0, 2.5]", "[5.0]", "2 to 100 slopes", 3),
    ("[1.0, 2.5]", "'a large slope'", "should be numbers", 3),
    ("; gap 4*gamma", "", "first fault: step 3", 3.33),
    ("times(2, doubled)", "last", "first fault: step 1", 3.33),
    ("4*(2**J - 1)*gamma", "2*(2**J - 1)*gamma", "first fault: step 2", 2.67),
    (", sum(j, 1, J, times(2, doubled))", "", "first fault: step 1", 3.33),
    ("<= 8*G  ", "<= 16*G  ", "first fault: step 3", 3.33),
    ("gap 4*gamma", "gap 4*gamma\n<= 16*G | gap 8*G", "the last line should be  8*G", 3.33),
])  # fmt: skip


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
RIGHT["doubling-search"] = [WALK + WORST + BEST, FORMULAS, GOLDEN]
WRONG["doubling-search"] = changed(WALK + WORST + BEST, [
    ("2 * abs(turn)", "abs(turn)", "walk(", 3),
    ("<= hut <=", "<= hut <", "walk(1, 2) should be 1", 3.5),
    ("turn = 0.0, 1.0", "turn = 0.0, -1.0", "walk(", 3),
    ("-b * turn\n    return way", "b * turn; assert turn < 1e9, 'never found'\n    return way", "never found", 2.5),
    ("way + abs(hut)", "way", "walk(", 3),
    ("turn * (1 + 1e-9)", "turn", "just beyond a turning point", 2.5),
    ("turn * (1 + 1e-9)", "1.5 * turn", "just beyond a turning point", 2.5),
    ("abs(turn) < 999999", "abs(turn) < 5", "far away", 2.5),
    ("return max(ratios)", SOME_HUTS, "some hut is worse", 2.5),
    ("return max(ratios)", "return max(ratios) * abs(turn)", "no hut has a ratio so large", 2.5),
    ("return max(ratios)", "return b**2 / (b - 1)", "some hut is worse", 2.5),
    ("return max(ratios)", "return ratios", "worst_ratio(", 2.5),
    ("np.linspace(1.5, 3, 151)", "np.linspace(2.6, 4, 15)", "another base has a smaller one", 3),
    ("np.argmin", "np.argmax", "another base has a smaller one", 3),
    (", min(ratios)", ", 4.0", "its worst ratio is not 4", 3),
    ("bases[np.argmin(ratios)], min(ratios)", "2.0", "should have shape (2,)", 3),
])  # fmt: skip


# ---------------------------------------------------------------------- what a student sees
VISIBLE = [
    ("check_budget(play_budget)", edited(BUDGET, "spent >= 4**m", "spent > 4**m"), "is spent after round 1"),
    ("check_budget(play_budget)", edited(BUDGET, "U / 2**m * g", "-U / 2**m * g"), "against the slope"),
    ("check_budget(play_budget)", edited(BUDGET, "np.sum(g**2)", "np.linalg.norm(g)"), "squared length"),
    ("check_budget(play_budget)", edited(BUDGET, "> U:", "> 1e9:"), "no point is longer than U"),
    ("check_budget(play_budget)", edited(BUDGET, "U * w / np.linalg.norm(w)", "np.clip(w, -U, U)"), "on the same ray"),
    ("check_budget(play_budget)", edited(BUDGET, "return np.array(points)", "return 1"), "should be of shape"),
    ("check_budget(play_budget)", edited(BUDGET, "m + 1, 0.0", "m + 1, spent - 4**m"), "is not carried over"),
    ("check_search(walk, worst_ratio, best_base)", WALK + WORST + "def best_base(): return 3.0, worst_ratio(3.0)",
     "not yet: best_base() says 3, but base 2.5 has a smaller ratio"),
    ("check_search(walk, worst_ratio, best_base)", WRONG["doubling-search"][7][0], "a hut at 64.001"),
]  # fmt: skip
