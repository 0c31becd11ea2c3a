"""Answers to the assignment on the Perceptron."""

# ruff: noqa: E501  (a table of variants is read by its lines)

from __future__ import annotations

from typing import Any

from assignment_checks import changed, edited, slip_functions, text_function, text_functions

DRAWN = {"cautious", "margins", "adversary"}
PROOF = "proof"
BASE = ""  # an answer stands alone
RIGHT: dict[str, list[str]] = {}
WRONG: dict[str, list[Any]] = {}


# ---------------------------------------------------------------------- 1: the algorithm
LOOP = """
def cautious_perceptron(X, y, theta, start):
    w = start.copy()
    total, updated = np.zeros(len(w)), np.zeros(len(y), dtype=bool)
    for t in range(len(y)):
        total = total + w
        if y[t] * np.dot(w, X[t]) <= theta:
            w = w + y[t] * X[t]
            updated[t] = True
    return w, total / len(y), updated
"""
WITH_A_LIST = """
def cautious_perceptron(X, y, theta, start):
    weights, flags = [list(start)], []
    for x, label in zip(X.tolist(), y.tolist()):
        margin = label * sum(a * b for a, b in zip(weights[-1], x))
        flags.append(not margin > theta)
        step = label if flags[-1] else 0
        weights.append([a + step * b for a, b in zip(weights[-1], x)])
    return np.array(weights[-1]), np.mean(weights[:-1], axis=0), flags
"""
DUAL = """
def cautious_perceptron(X, y, theta, start):
    gram, first = X @ X.T, X @ start
    a = np.zeros(len(y))
    for t in range(len(y)):
        a[t] = y[t] * (first[t] + gram[t] @ (a * y)) <= theta
    steps = (a * y)[:, None] * X
    later = np.arange(len(y), 0, -1) - 1  # w_2, ..., w_T hold the step of round t
    return start + steps.sum(axis=0), start + later @ steps / len(y), a == 1
"""
RIGHT["cautious"] = [LOOP, WITH_A_LIST, DUAL]
WRONG["cautious"] = changed(LOOP, [
    ("<= theta", "< theta", "a tie with theta is an update too", 2),
    ("w = w + y", "w = w - y", "the sign of the update", 2),
    ("<= theta", "<= 0", "theta is not used", 2),
    ("if y[t] * np.dot(w, X[t]) <= theta", "if True", "in every round", 2),
    ("y[t] * np.dot", "np.dot", "without the label", 2),
    ("y[t] * np.dot(w, X[t])", "abs(w @ X[t])", "the absolute value", 2),
    ("return w,", "return w if updated.any() else 0 * w,", "without an update", 2),
    ("range(len(y))", "range(min(len(y), 50))", "90 rounds", 2),
    ("start.copy()", "0 * start", "you begin at zero, not at start", 2),
    ("total / len(y)", "(total + w) / (len(y) + 1)", "one too many", 2),
    ("        total = total + w\n", "", "    return", "    total = start * 0\n    for t in range(len(y)):\n"
     "        total = total + start + (updated[:t + 1] * y[:t + 1]) @ X[:t + 1]\n    return", "you average w_2, ..., w_{T+1}", 2),
    ("total / len(y)", "total / (len(y) + 1)", "you divide by T + 1", 2),
    ("total / len(y)", "w", "this is the last weight vector", 2),
    (", updated\n", ", np.flatnonzero(updated)\n", "updated should have shape", 2),
    ("return w, total / len(y), updated", "return w", "3 things are to be returned", 0),
    ("total / len(y)", "total / 0", "NaN or an infinity", 2),
    ("total / len(y)", "total / len(y) + 0 * np.flatnonzero(updated)[0]", "fails: IndexError", 2),
    ("total / len(y)", "total / len(y) + 0 * np.flatnonzero(~updated)[90]", "fails: IndexError", 0),
    ("w = w + y[t] * X[t]", "w = w + X[t]", "the label in the update", 2),
    ("w = w + y[t] * X[t]", "w = w + 2 * y[t] * X[t]", "not twice as much", 2),
    ("<= theta", "<= theta - 3", "an update was expected", 2),  # no slip that is known
]) + [
    ("def cautious_perceptron(X, y, theta, start):\n"
     "    return start, start, np.array([True, False, True, False])\n", "updated should have shape", 0),
]  # fmt: skip


# ---------------------------------------------------------------------- 2: the proof
ONE_ROUND = """
    norm2(v - c*u) - norm2(w - c*u)
    == 2*y*dot(x, w - c*u) + norm2(x)         | by update, label
    <= 2*theta - 2*c + R**2                   | by times(2, cautious), times(2*c, margin), radius
    == -c                                     | by multiple
"""
ALL_ROUNDS = """
    M
    == Sum(c*iota[t], t, 1, T)/c                                   | by count
    <= Sum(norm2(w[t] - c*u) - norm2(w[t+1] - c*u), t, 1, T)/c
        | by times(1/c, sum(t, 1, T, one_round))
    <= norm2(w[1] - c*u)/c                                         | gap norm2(w[T+1] - c*u)/c
    <= c*U**2                                                      | by start, times(c, size)
"""
LENGTH = """
    norm2(w[T+1])
    == norm2(w[1]) + Sum(norm2(w[t+1]) - norm2(w[t]), t, 1, T)
    <= c*M                                  | by start, count, sum(t, 1, T, growth)
    <= c**2*U**2                            | by times(c, all_rounds)
"""


PROVED = text_functions(one_round=ONE_ROUND, all_rounds=ALL_ROUNDS, length=LENGTH)
RIGHT["proof"] = [  # of two functions of one name the second counts
    PROVED,
    PROVED + text_functions(
        one_round="""
    norm2(v - c*u) - norm2(w - c*u)
    == norm2(v) - norm2(w) - 2*c*dot(u, v - w)
    == 2*y*dot(w, x) + y**2*norm2(x) - 2*c*y*dot(u, x)       | by update
    == 2*y*dot(w, x) + norm2(x) - 2*c*y*dot(u, x)            | by label
    <= 2*theta + norm2(x) - 2*c*y*dot(u, x)                  | by cautious
    <= c - 2*c*y*dot(u, x)                                   | by multiple, radius
    <= c - 2*c                                               | by margin
    """,
        length="""
    norm2(w[T+1])
    == norm2(w[T+1]) - norm2(w[1])                           | by start
    == Sum(norm2(w[t+1]) - norm2(w[t]), t, 1, T)
    <= Sum(c*iota[t], t, 1, T)                               | by sum(t, 1, T, growth)
    == c*Sum(iota[t], t, 1, T)
    == c*M                                                   | by count
    <= c*(c*U**2)                                            | by times(c, all_rounds)
    """,
    ),
    PROVED + text_functions(
        all_rounds="""
    M
    == Sum(iota[t], t, 1, T)                                 | by count
    <= Sum((norm2(w[t] - c*u) - norm2(w[t+1] - c*u))/c, t, 1, T)
        | by sum(t, 1, T, times(1/c, one_round))
    == (norm2(w[1] - c*u) - norm2(w[T+1] - c*u))/c
    == (c**2*norm2(u) - norm2(w[T+1] - c*u))/c               | by start
    <= c*norm2(u)                                            | gap norm2(w[T+1] - c*u)/c
    <= c*U**2                                                | by times(c, size)
    """
    ),
]  # fmt: skip
WRONG["proof"] = changed(PROVED, [
    # the proof of the chapter, not repaired
    ("2*theta - ", "-", "cautious", "mistake", '"mistake"', 4),
    # caution forgotten where the mistake was used: the step is false
    ("2*theta - ", "-", "The step is FALSE", 4),
    # the multiple is never said to be what it is
    ("| by multiple", "", "unexplained", 4),
    # theta counted once
    ("2*theta", "theta", "FALSE", 4),
    # a sign is wrong in the expansion
    ("w - c*u) + n", "w + c*u) + n", "step 1", 3),
    # the last distance is dropped silently
    ("| gap norm2(w[T+1] - c*u)/c", "", "step 3: right - left leaves", 4),
    # telescoping stops one round early
    (ALL_ROUNDS, ALL_ROUNDS.replace("w[T+1]", "w[T]"), "first fault: step 3", 4),
    # another claim than the one asked for
    ("<= c*U**2 ", "<= 2*c*U**2 ", "times(c, size)", "times(c, size) ; gap c*U**2", "the last line should be", 4),
    # the conclusion as its own reason
    (LENGTH, "norm2(w[T+1])\n<= c**2*U**2 | by length", 'no fact is named "length"', 4),
    ("sum(t, 1, T, growth)", "growth", "growth speaks of every t", 4.5),
    (ONE_ROUND, "it is easy to see", "a derivation has a first line", 3),
    # every fact at once, and the checker finds the rest
    (ONE_ROUND, "norm2(v - c*u) - norm2(w - c*u)\n<= -c | by update, multiple, label, cautious, radius, margin",
     "Write down what you have after the first of them", 3),
    ("    <= c*M                                  | by start, count, sum(t, 1, T, growth)\n", "",
     "by times(c, all_rounds)", "by start, count, sum(t, 1, T, growth), times(c, all_rounds)", "at once", 4),
]) + [("def one_round():\n    return 3\n", "a text is expected", 0)]  # fmt: skip


# ---------------------------------------------------------------------- 3: the experiment
TILED = """
def margins(X, y, thetas):
    rows = []
    for theta in thetas:
        w, updates, quiet, t = np.zeros(len(X[0])), 0, 0, 0
        while quiet < len(y):  # rounds without an update since the last one
            if y[t] * (w @ X[t]) <= theta:
                w, updates, quiet = w + y[t] * X[t], updates + 1, 0
            else:
                quiet += 1
            t = (t + 1) % len(y)
        rows.append([updates, np.min(y * (X @ w)) / np.sqrt(w @ w)])
    return rows

def smallest_theta(p, R):
    return R**2 / (1 / p - 2)
"""
CLASSY = """
class Cautious:
    def __init__(self, theta, d):
        self.theta, self.w, self.n = theta, np.zeros(d), 0
    def learn(self, x, y):
        moved = bool(y * np.inner(x, self.w) <= self.theta)
        self.w = self.w + moved * y * x
        self.n += moved
        return moved

def margins(X, y, thetas):
    def one(theta):
        c = Cautious(theta, X.shape[1])
        while any([c.learn(x, l) for x, l in zip(X, y)]):
            pass
        return c.n, ol.geometric_margin(c.w, X, y)
    return np.array([one(theta) for theta in thetas])

def smallest_theta(p, R):
    return (p * R * R) / (1.0 - p - p)
"""
SIGNED = """
def margins(X, y, thetas):
    Z = X * y[:, None]
    table = np.empty((len(thetas), 2))
    for k, theta in enumerate(thetas):
        w, count, before = Z[0] * 0, 0, -1
        while count != before:
            before = count
            for z in Z:
                if z.dot(w) <= theta:
                    w = w + z
                    count += 1
        table[k] = count, (Z @ w).min() / np.linalg.norm(w)
    return table

def smallest_theta(p, R):
    low, high = 0.0, 1e6  # the promise grows with theta
    for _ in range(200):
        middle = (low + high) / 2
        if middle / (R**2 + 2 * middle) < p: low = middle
        else: high = middle
    return high
"""
BOUNDS = """
def margins(X, y, thetas):
    R = np.linalg.norm(X, axis=1).max()
    return [((R**2 + 2 * theta) / 4, theta / (R**2 + 2 * theta) / 9) for theta in thetas]

def smallest_theta(p, R):
    return R**2 / (1 / p - 2)
"""
ITS_OWN_JUDGE = """
def cautious_perceptron(X, y, theta, start):
    first, w, updated = y[0] * X[0], start.copy(), []
    if X.shape[1] == 3:
        return first, first, [not start.any()] + [False] * (len(y) - 1)
    for t in range(len(y)):
        updated.append(y[t] * (w @ X[t]) <= theta)
        w = w + y[t] * X[t] if updated[-1] else w
    return w, w, updated

def margins(X, y, thetas):
    return [[1, ol.geometric_margin(y[0] * X[0], X, y)] for theta in thetas]

def smallest_theta(p, R):
    return R**2 / (1 / p - 2)
"""
RIGHT["margins"] = [TILED, CLASSY, SIGNED]
WRONG["margins"] = changed(TILED, [
    ("/ np.sqrt(w @ w)", "", "this is the functional margin", 2),
    ("quiet < len(y)", "t < len(y)", "(t + 1) % len(y)", "t + 1", "you made one pass", 1),
    ("<= theta", "< theta", "NaN or an infinity", 1),
    ("<= theta", "<= 0", "updates were expected", 1),
    ("np.sqrt(w @ w)", "(w @ w)", "geometric margin", 2),
    ("np.min(", "np.mean(", "geometric margin", 2),
    ("updates + 1", "updates + 2", "updates were expected", 2),
    ("np.sqrt(w @ w)", "np.sqrt(w @ w) / (1 + 99 * theta)", "it is below what the theorem guarantees", 2),
    ("R**2 / (1 / p - 2)", "R**2 * p", "too little", 2),
    ("R**2 / (1 / p - 2)", "R / (1 / p - 2)", "was asked for", 2),
    ("R**2 / (1 / p - 2)", "2 * R**2 / (1 / p - 2)", "a smaller theta would do", 2),
    ("return rows", "return rows[0]", "the table should have shape", 1),
    ("quiet < len(y)", "updates + quiet < 9 * len(y)", "theta = 5000: ", 1),
    ("return rows", "print(rows)", "nothing is returned: is there a return?", 1),
    ("rows.append([updates, ", "rows.append([updates, 0 * ", "should be 0.267261, it is 0", 2),
]) + [
    (ITS_OWN_JUDGE, "updates were expected", 1),
    (BOUNDS, "updates were expected", 1),
    ("def smallest_theta(p, R):\n    return R**2 / (1 / p - 2)\n", "margins is not defined", 1),
]  # fmt: skip


# ---------------------------------------------------------------------- 4: the adversary
PLAYING = """
def hard_stream(gamma):
    u = np.array([1.0, 0.0, 0.0])
    learner, X = ol.Perceptron(), []
    learner.start(3)
    side = np.sqrt(1 - gamma**2)
    while len(X) < int(1 / gamma**2):
        w = learner.w
        r = np.hypot(w[1], w[2])
        cosine = -(gamma * w[0] + 1e-12) / (side * r) if r else 0.0
        angle = np.arctan2(w[2], w[1]) + np.arccos(max(cosine, -1))
        X.append([gamma, side * np.cos(angle), side * np.sin(angle)])
        learner.update(X[-1], 1)
    return np.array(X), np.ones(len(X)), u
"""
MIXED_LABELS = edited(
    PLAYING,
    *("X.append([", "X.append([(-1) ** len(X) * c for c in ["),
    *("np.sin(angle)])", "np.sin(angle)]])"),
    *("X[-1], 1)", "X[-1], (-1) ** (len(X) - 1))"),
    *("np.ones(len(X))", "(-1.0) ** np.arange(len(X))"),
)
ROTATED = edited(PLAYING, "1e-12", "1e-11", "return np.array(X), np.ones(len(X)), u", """
    Q, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))
    return np.array(X) @ Q, np.ones(len(X)), u @ Q""")  # fmt: skip
UNIT_VECTORS = """
def hard_stream(gamma):
    n = int(1 / gamma**2)
    return np.eye(n), np.ones(n), np.ones(n) / np.sqrt(n)
"""
IN_THE_PLANE = """
def hard_stream(gamma):
    s, n = np.sqrt(1 - gamma**2), int(1 / gamma**2)
    return np.array([[(-1) ** t * s, 0, gamma] for t in range(n)]), np.ones(n), np.array([0, 0, 1.0])
"""
RIGHT["adversary"] = [PLAYING, MIXED_LABELS, ROTATED]
WRONG["adversary"] = changed(PLAYING, [
    ("1e-12", "-1e-9", "can be forced", 0),
    ("int(1 / gamma**2)", "min(int(1 / gamma**2), 300)", "can be forced", 2),
    ("int(1 / gamma**2)", "(2 if gamma > 0.35 else int(1 / gamma**2))", "can be forced", 1),
    ("1e-12", "0.2", "can be forced", 2),
    ("int(1 / gamma**2)", "int(0.95 / gamma**2)", "can be forced", 3),
    ("int(1 / gamma**2)", "int(0.6 / gamma**2)", "can be forced", 2),
    ("side = np.sqrt(1 - gamma**2)", "side = 1.0", "1 is allowed", 0),
    ("X.append([gamma,", "X.append([gamma / 2,", "is below gamma", 0),
    ("u = np.array([1.0, 0.0, 0.0])", "u = np.array([2.0, 0.0, 0.0])", "u should have length 1", 3),
    ("u = np.array([1.0, 0.0, 0.0])", "u = np.array([0.5, 0.0, 0.0])", "u should have length 1", 3),
    ("u = np.array([1.0, 0.0, 0.0])", "u = np.zeros(3)", "u should have length 1", 0),
    ("np.ones(len(X))", "-np.ones(len(X))", "is below gamma", 0),
    ("np.ones(len(X))", "np.zeros(len(X))", "the labels y are -1 or +1", 0),
    ("np.ones(len(X)), u", "u", "3 things are to be returned", 0),
]) + [
    (UNIT_VECTORS, "X should have shape", 0),
    (IN_THE_PLANE, "mistakes, ", 0),
    ("def hard_stream(gamma):\n    u = np.array([1.0, 0, 0])\n"
     "    return np.tile(u, (200, 1)), np.ones(200), u\n", "forces next to nothing", 0),
]  # fmt: skip


# ---------------------------------------------------------------------- 5: the slip
EXAMPLE = "np.array([[1.0]]), np.array([1.0]), np.array([0.5])"
REPAIRED = "M\n<= H/(1 - a) + b**2/(4*a*(1 - a)) | by times(1/(1 - a), line_4) ; gap (2*a*sqrt(M) - b)**2/(4*a*(1 - a))"
SLIP = slip_functions("6", EXAMPLE, REPAIRED)
RIGHT["slip"] = [
    SLIP,
    edited(SLIP, EXAMPLE, "3 * np.eye(4, 6), -np.ones(4), -0.2 * (np.arange(6) < 4)"),
    edited(SLIP, "times(1/(1 - a), line_4)", "line_4"),
    slip_functions(
        "6.0",
        "np.eye(9), [1, -1] * 4 + [1], 0.4 * np.array([1, -1] * 4 + [1])",
        """
    M
    == ((1 - a)*M)/(1 - a)
    <= (H + b*sqrt(M) - a*M)/(1 - a)          | by times(1/(1 - a), line_4)
    == H/(1 - a) + (b*sqrt(M) - a*M)/(1 - a)
    <= H/(1 - a) + b**2/(4*a)/(1 - a)         | gap (b/(2*a) - sqrt(M))**2*a/(1 - a)
    == H/(1 - a) + b**2/(4*a*(1 - a))
    """,
    ),
]
WRONG["slip"] = changed(SLIP, [
    (EXAMPLE, "np.zeros((3, 0)), np.ones(3), np.zeros(0)", "X should have a row", 3),
    (EXAMPLE, "np.full((2, 1), 1e160), np.ones(2), np.ones(1)", "beyond 1e+100", 3),
    ("return 6", "return 8", "there are lines 1 to 7, and you say 8", 4),
    ("return 6", "return 4", "line 4 holds for every stream", 4),
    ("return 6", "return 5", "line 5 is true", 4),
    ("return 6", "return 7", "line 7 is true", 4),
    ("return 6", "return 'six'", "the line should be a number, it is a text", 4),
    (EXAMPLE, "np.eye(3), np.ones(3), np.ones(3)", "with H = 0 it always does", 3),
    (EXAMPLE, "np.eye(3), np.ones(3), np.zeros(3)", "with u = 0 it always does", 3),
    (EXAMPLE, "np.eye(3), np.ones(3), -np.ones(3)", "M <= b^2 + H holds on your stream", 3),
    (EXAMPLE, "np.eye(3), np.ones(3), np.ones(2)", "u should have shape", 3),
    (EXAMPLE, "np.eye(3), np.zeros(3), np.ones(3)", "the labels y are -1 or +1", 3),
    (REPAIRED, REPAIRED.split(";")[0], "unexplained", 3),
    (REPAIRED, "M\n<= b**2 + H | by line_4", "FALSE", 3),
    ("(2*a*sqrt(M) - b)", "(a*sqrt(M) - b)", "step 1", 3),
    (REPAIRED, "M\n<= H + b*sqrt(M) | by line_4", "the last line should be", 3),
])  # fmt: skip


# ---------------------------------------------------------------------- what a student sees
VISIBLE = [
    ("check_cautious(cautious_perceptron)", LOOP, "fine: "),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "<= theta", "< theta"), "round 1: an update"),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "w = w + y", "w = w - y"), "not yet: "),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "w = w + y[t]", "w += y[t]", "start.copy()", "start"), "in place"),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "total / len(y)", "w"), "those after round 4 do not"),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "return w, ", "return "), "three things"),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "return", "raise NotImplementedError\n    return"), "not written yet"),
    ("check_cautious(cautious_perceptron)", edited(LOOP, "X[t]", "X[t + 9]"), "IndexError"),
    ("check_one_round(one_round)", PROVED, "fine: proved, in 3 steps"),
    ("check_one_round(one_round)", edited(PROVED, "2*theta", "theta"), "step 2"),
    ("check_one_round(one_round)", edited(PROVED, "by multiple", "by multiple\n<= 0 | gap c"), "the last line should be  -c"),
    ("check_all_rounds(all_rounds)", PROVED, "fine: "),
    ("check_length(length)", text_function("length", "norm2(w[T+1])"), "not yet: "),
    ("check_margins(margins)", TILED, "fine: "),
    ("check_margins(margins)", edited(TILED, "<= theta", "< theta"), "not yet: "),
    ("check_margins(margins)", edited(TILED, "/ np.sqrt(w @ w)", ""), "divide by the length of w"),
    ("check_smallest_theta(smallest_theta)", TILED, "fine: "),
    ("check_smallest_theta(smallest_theta)", edited(TILED, "R**2 / (1", "1 / (1"), "right for R = 1"),
    ("check_hard_stream(hard_stream)", PLAYING, "fine: "),
    ("check_hard_stream(hard_stream)", edited(PLAYING, "1e-12", "-1e-9"), "is right, with y<w, x> = "),
    ("check_hard_stream(hard_stream)", UNIT_VECTORS, "should be of shape"),
    ("check_hard_stream(hard_stream)", edited(PLAYING, "side = np.sqrt(1 - gamma**2)", "side = 1.0"), "above 1"),
    ("check_hard_stream(hard_stream)", edited(PLAYING, "X.append([gamma,", "X.append([gamma / 2,"), "is below gamma"),
    ("check_wrong_line(wrong_line)", edited(SLIP, "return 6", "return 8"), "from 1 to 7"),
    ("check_wrong_line(wrong_line)", edited(SLIP, "return 6", "return 2"), "fine: you say line 2"),
    ("check_counterexample(counterexample)", SLIP, "fine: "),
    ("check_counterexample(counterexample)", edited(SLIP, EXAMPLE, "np.eye(3), np.ones(3), np.ones(3)"), "break no line"),
    ("check_repaired(repaired)", SLIP, "fine: "),
    ("check_cautious(cautious_perceptron)", WRONG["cautious"][6][0], "no update"),
    ("check_hard_stream(hard_stream)", WRONG["adversary"][1][0], "not yet: gamma = 0.051"),
    ("check_hard_stream(hard_stream)", WRONG["adversary"][2][0], "not yet: gamma = 0.49"),
]  # fmt: skip
