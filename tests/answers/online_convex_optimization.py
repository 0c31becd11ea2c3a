"""Answers to the assignment on online convex optimisation."""

# ruff: noqa: E501  (a table of variants is read by its lines)

from __future__ import annotations

from assignment_checks import answer_cells, changed, edited, instructors, text_function

DRAWN = {"oco-cone", "oco-opponent", "oco-target", "oco-newton"}
PROOF = "oco-moving"
# An answer stands below the solutions, and replaces one.
BASE = answer_cells(instructors("online_convex_optimization")) + "\n\n"
RIGHT = {
    "oco-moving": [
        # rounds joined into fewer lines
        text_function("one_round_chain", """
            f[t](w[t]) - f[t](u[t])
            <= dot(g[t], w[t] - u[t])  | by convex
            == (norm2(w[t]-u[t]) - norm2(v[t]-u[t]))/(2*eta) + eta/2*norm2(g[t])  | by step
            <= (norm2(w[t]-u[t]) - norm2(w[t+1]-u[t+1]) + 2*D*p[t])/(2*eta) + eta/2*G**2
                | by projection, drift, size ; gap norm2(v[t]-w[t+1])/(2*eta)
            """),
        # with expanded squares and the terms in another order
        text_function("one_round_chain", """
            -f[t](u[t]) + f[t](w[t])
            <= dot(g[t], w[t]) - dot(u[t], g[t])  | by convex
            == eta*norm2(g[t])/2 + norm2(w[t]-u[t])/(2*eta) - norm2(v[t]-u[t])/(2*eta)  | by step
            <= eta*G**2/2 + norm2(w[t]-u[t])/(2*eta) - norm2(v[t]-u[t])/(2*eta)
                | by times(eta/2, size)
            <= eta*G**2/2 + norm2(w[t]-u[t])/(2*eta) - norm2(w[t+1]-u[t])/(2*eta)
                | by times(1/eta, projection) ; gap norm2(w[t+1]-v[t])/(2*eta)
            <= (norm2(w[t]-u[t]) - norm2(w[t+1]-u[t+1]))/(2*eta) + D*p[t]/eta + eta*G**2/2
                | by times(1/(2*eta), drift)
            """),
        # the sum written out before it telescopes
        text_function("all_rounds_chain", """
            Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)
            <= Sum((norm2(w[t]-u[t]) - norm2(w[t+1]-u[t+1]) + 2*D*p[t])/(2*eta) + eta/2*G**2, t, 1, T)
                | by sum(t, 1, T, one_round)
            == (norm2(w[1]-u[1]) - norm2(w[T+1]-u[T+1]))/(2*eta) + D*P/eta + eta/2*G**2*T  | by path
            <= norm2(w[1]-u[1])/(2*eta) + D*P/eta + eta/2*G**2*T
                | gap norm2(w[T+1]-u[T+1])/(2*eta)
            <= (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T  | by times(1/(2*eta), near)
            """),
    ],
    "oco-cone": [
        # by the larger of two half sums
        """
def project(v):
    x, s = np.array(v[:-1], float), float(v[-1])
    r = float(np.sqrt(np.sum(x**2)))
    plus, minus = max(0.0, r + s) / 2, max(0.0, s - r) / 2
    unit = x / r if r else x
    return np.array([*(unit * (plus - minus)), plus + minus])
""",
        # by a one-dimensional quadratic on each ray, and lists
        """
def project(v):
    v = list(map(float, v))
    r = sum(x * x for x in v[:-1]) ** 0.5
    if v[-1] >= r:
        return v
    along = (r + v[-1]) / 2
    if along <= 0:
        return [0.0] * len(v)
    return [x * along / r for x in v[:-1]] + [along]
""",
        # the points in a table that is filled
        """
def descend(gradients, eta):
    T, d = gradients.shape
    points = np.zeros((T, d))
    for t in range(T - 1):
        points[t + 1] = project(points[t] - eta * gradients[t])
    return points
""",
        # the package plays
        """
import olbook as ol

class Cone:
    def project(self, v):
        return project(v)
    def contains(self, v, tolerance=1e-9):
        return True
    def support(self, c):
        return 0.0

def descend(gradients, eta):
    return ol.play_oco(ol.OnlineGradientDescent(eta, Cone()), gradients).weights[:-1]
""",
    ],
    "oco-opponent": [
        # a table of means, filled round by round
        """
def table(T):
    values = np.abs(np.arange(-60.0, 61.0))
    for _ in range(T):
        values = np.concatenate([[0], (values[:-2] + values[2:]) / 2, [0]])
    return values

def forced(T):
    return table(T)[60]

def opponent(w, total, left):
    values, s = table(left), 60 + int(total)
    return -1 if values[s - 1] - w > values[s + 1] + w else 1
""",
        # the recursion, remembered
        """
from functools import lru_cache

@lru_cache(maxsize=None)
def mean(s, n):
    return abs(s) if n == 0 else (mean(s + 1, n - 1) + mean(s - 1, n - 1)) / 2

def forced(T):
    return mean(0, T)

def opponent(w, total, left):
    s, n = round(total), left
    return np.float64(1) if 2 * w + mean(s + 1, n) - mean(s - 1, n) >= 0 else np.float64(-1)
""",
        # the closed form of the mean distance, and ties downwards
        """
from math import comb

def forced(T):
    n = (T + 1) // 2
    return n * comb(2 * n, n) / 2 ** (2 * n - 1)

def opponent(w, total, left):
    law = [comb(left, k) / 2**left for k in range(left + 1)]
    signs = [2 * k - left for k in range(left + 1)]
    def value(g):
        return g * w + sum(p * abs(total + g + s) for p, s in zip(law, signs))
    return max((-1, 1), key=value)
""",
    ],
    "oco-target": [
        # by hand, with plain numbers
        """
def losses_paid(targets, eta):
    w, paid = 0.0, []
    for u in targets:
        paid += [u - w if u > w else w - u]
        if u > w:
            w = min(1.0, w + eta)
        elif u < w:
            w = max(-1.0, w - eta)
    return np.array(paid)
""",
        # the package plays
        """
import olbook as ol

def losses_paid(targets, eta):
    T = len(targets)
    learner = ol.GradientDescent(eta, loss="absolute", domain=ol.Box(-1.0, 1.0))
    return ol.play(learner, np.ones((T, 1)), targets).losses
""",
        # other algebra for the step, least squares for the slope
        """
def aware_step(targets):
    P = sum(abs(b - a) for a, b in zip(targets[:-1], targets[1:]))
    return 2 * (1 + P) ** 0.5 / len(targets) ** 0.5

def exponents(streams):
    slopes = []
    for step in (lambda u: 2 / len(u) ** 0.5, aware_step):
        x = np.log([np.abs(u[1:] - u[:-1]).sum() for u in streams])
        y = np.log([np.sum(losses_paid(u, step(u))) for u in streams])
        slopes.append(((x - x.mean()) * y).sum() / ((x - x.mean()) ** 2).sum())
    return slopes
""",
    ],
    "oco-slip": [
        "def counterexample():\n    return 3, np.array([1.0, 4.0, 0.0]), np.array([1.0, 0.1])\n",
        "def counterexample():\n    return np.int64(3), (0, 2, 2, 0), (1, 1, 0.2)\n",
        # the whole repair in one step, and in two
        text_function("repair", """
            Sum(b[t]*(a[t] - a[t+1]), t, 1, T)
            <= b[T]*D**2
                | by times(b[1], at(near, t=1)), sum(t, 1, T-1, times(b[t+1] - b[t], at(near, t=t+1))) ; gap b[T]*a[T+1]
            """),
        text_function("repair", """
            Sum(b[t]*a[t] - b[t]*a[t+1], t, 1, T)
            <= b[1]*a[1] + Sum((b[t+1] - b[t])*a[t+1], t, 1, T-1)  | gap b[T]*a[T+1]
            <= b[T]*D**2
                | by times(b[1], at(near, t=1)), sum(t, 1, T-1, times(b[t+1] - b[t], at(near, t=t+1)))
            """),
    ],
    "oco-newton": [
        text_function("curved_chain", """
            (s - y)**2/2 - (p - y)**2/2
            <= (s - p)*(s - y) - (s - p)**2*(s - y)**2/(8*C**2)
                | by times((s - p)**2/(8*C**2), size)
            == h - h**2/(8*C**2)  | by slope
            """),
        text_function("logarithm_chain", """
            q
            == 1 - z  | by times(1/b, determinant), ratio
            <= log(1/z)  | by calculus(z, 1)
            == log(b) - log(a)  | by ratio
            """),
        """
from olbook.curved_losses import with_one_more

def one_more(inverse, g):
    return with_one_more(inverse, g)

def to_slab(v, inverse, x, C):
    score, way = x @ v, inverse.dot(x) / (x @ inverse @ x)
    return v + max(-C - score, 0) * way - max(score - C, 0) * way
""",
        """
def newton_points(X, y, C, epsilon):
    T, d = X.shape
    A, v, w = epsilon * np.eye(d), np.zeros(d), np.zeros((T, d))
    for t in range(T):
        way = np.linalg.solve(A, X[t])
        w[t] = v - (v @ X[t] - np.clip(v @ X[t], -C, C)) / (X[t] @ way) * way
        g = (w[t] @ X[t] - y[t]) * X[t]
        A = A + g[:, None] * g
        v = w[t] - np.linalg.solve(A, g) * (2 * C) ** 2
    return w
""",
        """
def bills(X, y, u, C, epsilon):
    w, d = newton_points(X, y, C, epsilon), len(u)
    A, regret, sum_q, squares, rows = epsilon * np.eye(d), 0.0, 0.0, 0.0, []
    for point, x, target in zip(w, X, y):
        g, before = (point @ x - target) * x, np.linalg.det(A)
        A = A + np.outer(g, g)
        sum_q += 1 - before / np.linalg.det(A)
        regret += 0.5 * ((point @ x - target) ** 2 - (u @ x - target) ** 2)
        squares += g @ g
        first = epsilon * np.linalg.norm(u) ** 2 / 8 / C**2
        rows.append([regret, first + 2 * C**2 * sum_q,
                     first + 2 * C**2 * d * np.log1p(squares / d / epsilon)])
    return rows
""",
    ],
}  # fmt: skip


def billed(column, change):
    """The bills of the solutions, with a column changed."""
    return (
        "right = bills\n\ndef bills(X, y, u, C, epsilon):\n    rows = right(X, y, u, C, epsilon)\n"
        f"    rows[:, {column}] = {change}\n    return rows\n"
    )


NEWTON = """
def newton_points(X, y, C, epsilon):
    v, inverse, played = np.zeros(X.shape[1]), np.eye(X.shape[1]) / epsilon, []
    for x, target in zip(X, y):
        w = to_slab(v, inverse, x, C)
        played.append(w)
        g = (w @ x - target) * x
        before, inverse = inverse, one_more(inverse, g)
        v = w - 4 * C**2 * inverse @ g
    return np.array(played)
"""
DESCEND = """
def descend(gradients, eta):
    w = np.zeros(gradients.shape[1])
    out = []
    for g in gradients:
        out.append(w)
        w = project(w - eta * g)
    return np.array(out)
"""
LOSSES_PAID = """
def losses_paid(targets, eta):
    w, out = 0.0, []
    for u in targets:
        out.append(abs(w - u))
        w = np.clip(w - eta * np.sign(w - u), -1, 1)
    return np.array(out)
"""
SLAB = "def to_slab(v, inverse, x, C):\n    s = v @ x\n    "

WRONG = {
    "oco-moving": [
        (text_function("one_round_chain", """
            f[t](w[t]) - f[t](u[t])
            <= dot(g[t], w[t] - u[t])  | by convex
            == (norm2(w[t]-u[t]) - norm2(v[t]-u[t]))/(2*eta) + eta/2*norm2(g[t])  | by step
            <= (norm2(w[t]-u[t]) - norm2(w[t+1]-u[t]))/(2*eta) + eta/2*norm2(g[t])
                | by projection
            <= (norm2(w[t]-u[t]) - norm2(w[t+1]-u[t+1]) + 2*D*p[t])/(2*eta) + eta/2*G**2
                | by drift, size
            """), "3 of 4 stretches accepted; the first fault: step 3", 3.5),
        (text_function("one_round_chain", """
            f[t](w[t]) - f[t](u[t])
            <= dot(g[t], w[t] - u[t])  | by convex
            == (norm2(w[t]-u[t]) - norm2(v[t]-u[t]))/(2*eta) - eta/2*norm2(g[t])  | by step
            """), "step 2", 2.5),
        (text_function("all_rounds_chain", """
            Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)
            <= (norm2(w[1]-u[1]) - norm2(w[T+1]-u[T+1]) + 2*D*P)/(2*eta) + eta/2*G**2*T
                | by sum(t, 1, T, one_round), path
            <= (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T  | by near
            """), "1 of 2 stretches accepted", 3),
        (text_function("all_rounds_chain", """
            Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)
            <= (norm2(w[1]-u[1]) - norm2(w[T+1]-u[T+1]) + 2*D*P)/(2*eta) + eta/2*G**2*T
                | by sum(t, 1, T, one_round), path
            """), "the last line should be", 3),
        (text_function("all_rounds_chain", """
            (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T
            == (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T
            """), "the first line should be", 2),
        (text_function("all_rounds_chain", """
            Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)
            <= (D**2 + 2*D*P)/(2*eta) + eta/2*G**2*T
                | by sum(t, 1, T, one_round), path, near ; gap norm2(w[T+1]-u[T+1])/(2*eta)
            """), "one_round, path, near at once", 2),
        ("def one_round_chain(): return 42", "a text is expected", 2),
        ("def one_round_chain(): raise NotImplementedError", "not written yet", 2),
    ],
    "oco-cone": [
        ("def project(v): return np.append(v[:-1], max(v[-1], np.linalg.norm(v[:-1])))", "not the nearest point", 2.5),
        ("def project(v):\n    n = np.linalg.norm(v[:-1])\n    m = (n + v[-1]) / 2\n"
         "    return np.append(m * v[:-1] / n, m) if n else v\n", "should stay", 3),
        ("def project(v):\n    n = np.linalg.norm(v[:-1])\n    if n <= v[-1]:\n        return v\n"
         "    m = (n + v[-1]) / 2\n    return np.append(m * v[:-1] / n, m)\n", "not a point of the cone", 3),
        ("def project(v):\n    n = np.linalg.norm(v[:-1])\n    if n <= v[-1]:\n        return v\n"
         "    return np.append(v[:-1] / n * max(v[-1], 0), max(v[-1], 0))\n", "not the nearest point", 1.5),
        ("def project(v):\n    n = np.abs(v[:-1]).sum()\n    if n <= v[-1]:\n        return v\n"
         "    if n <= -v[-1]:\n        return 0 * v\n    m = (n + v[-1]) / 2\n"
         "    return np.append(m / n * v[:-1], m)\n", "lies in the cone and should stay", 3),
        ("def project(v): return v / np.linalg.norm(v)", "should stay", 1.5),
        ("right = project\ndef project(v): return right(v) if v.any() else v * np.nan\n", "a NaN", 3),
        ("def project(v): return v[:-1]", "should have shape", 1.5),
    ] + changed(DESCEND, [
        ("out.append(w)\n        w = project(w - eta * g)", "w = project(w - eta * g)\n        out.append(w)",
         "before any gradient is known", 2.5),
        ("out.append(w)\n        w = project(w - eta * g)", "w = project(w - eta * g)\n        out.append(w)",
         "out = []", "out = [w]", "should have shape (12, 3)", 2.5),
        ("w - eta", "w + eta", "(sign)", 2.5),
        ("project(w - eta * g)", "w - eta * g", "the projection is missing", 2.5),
        ("append(w)", "append(project(w))", "= project(w - eta * g)", "= w - eta * g", "and the projection then to", 2.5),
    ]),
    "oco-opponent": [
        ("def forced(T): return np.sqrt(T)", "forced(2) should be 1", 3),
        ("def forced(T): return np.sqrt(2 * T / np.pi)", "forced(1) should be 1", 3),
        ("def forced(T):\n    rng = np.random.default_rng(0)\n"
         "    return np.abs(rng.choice([-1, 1], size=(10**5, T)).sum(axis=1)).mean()\n", "forced(2) should be 1", 3),
        ("def opponent(w, total, left): return 1 if w >= 0 else -1", "can be forced", 1),
        ("def opponent(w, total, left): return 1 if total >= 0 else -1", "can be forced on every learner", 1),
        ("def opponent(w, total, left): return -1 if w > 0 else 1", "the learner that", 1),
        ("def opponent(w, total, left): return np.sign(w)", "a slope is 1 or -1", 1),
        ("rng = np.random.default_rng(7)\n"
         "def opponent(w, total, left):\n    return rng.choice([-1.0, 1.0])\n", "can be forced", 1),
        ("right = opponent\ndef opponent(w, total, left):\n    return right(w, total, left + 1)\n", "counts one round too many", 3),
        ("right = opponent\ndef opponent(w, total, left):\n"
         "    return 1 if left == 0 and w >= 0 else right(w, total, left)\n", "knows your opponent", 3),
        ("right = opponent\ndef opponent(w, total, left):\n"
         "    return (1 if w >= 0 else -1) if left >= 10 else right(w, total, left)\n", "knows your opponent", 3),
        ("right = opponent\n"
         "def opponent(w, total, left):\n    return right(w, total, max(left - 1, 0))\n", "counts one round too few", 3),
        ("def opponent(w, total, left): return 1 if w + abs(total + 1) >= abs(total - 1) - w else -1", "can be forced on every learner", 2),
        ("from math import erf, exp, pi, sqrt\n"
         "def roughly(s, n):\n"
         "    if n == 0:\n        return abs(s)\n"
         "    return s * erf(s / sqrt(2 * n)) + sqrt(2 * n / pi) * exp(-s * s / (2 * n))\n"
         "def opponent(w, total, left):\n"
         "    up, down = roughly(total + 1, left), roughly(total - 1, left)\n"
         "    return 1 if w + up >= down - w else -1\n", "counts roughly", 3),
    ],
    "oco-target": changed(LOSSES_PAID, [
        ("w = np.clip(w - eta * np.sign(w - u), -1, 1)", "w -= eta * np.sign(w - u)", "leaves [-1, 1]", 3),
        ("np.sign(w - u)", "(1 if w >= u else -1)", "the slope at the kink is 0", 3),
        ("w - eta", "w + eta", "away from the target", 3),
        ("        out.append(abs(w - u))\n", "", "-1, 1)", "-1, 1)\n        out.append(abs(w - u))", "of that round should be", 3),
        ("np.sign(w - u)", "(w - u)", "of that round should be", 3),
    ]) + [
        ("def losses_paid(targets, eta): return np.full(len(targets), 2 / np.sqrt(len(targets)))", "of that round should be", 3),
        ("def aware_step(targets): return 2 / np.sqrt(len(targets))", "least at", 3),
        ("def aware_step(targets):\n    P = abs(targets[-1] - targets[0])\n"
         "    return np.sqrt((4 + 4 * P) / len(targets))\n", "least at", 3),
        ("right = exponents\ndef exponents(streams):\n    return right(streams)[::-1]\n", "in the wrong order", 3),
        ("def exponents(streams): return [1.0, 0.5]", "the exponent of the fixed step is", 2),
        ("def exponents(streams):\n    x = np.log([np.abs(np.diff(u)).sum() for u in streams])\n"
         "    y = [np.sqrt((4 + 4 * np.exp(a)) * len(u)) for a, u in zip(x, streams)]\n"
         "    s = np.polyfit(x, np.log(y), 1)[0]\n    return s, s\n", "the exponent of the fixed step is", 2),
        ("right, seen = exponents, []\ndef exponents(streams):\n"
         "    seen.extend(seen or right(streams))\n    return seen[:2]\n", "with smaller jumps", 2),
        ("def exponents(streams):\n    x = np.log([np.abs(np.diff(u)).sum() for u in streams])\n"
         "    return [np.polyfit(x, np.log([np.mean(losses_paid(u, s(u))) for u in streams]), 1)[0]\n"
         "            for s in (lambda u: 2 / np.sqrt(len(u)), aware_step)]\n", "with smaller jumps", 3),
        ("def exponents(streams): return 0.5", "should have shape (2,)", 2),
    ],
    "oco-slip": [
        ("def counterexample(): return 5, [0, 1, 0], [1, 0.5]", "another one does not", 2),
        ("def counterexample(): return 6, [0, 1, 0], [1, 0.5]", "cannot be refuted", 2),
        ("def counterexample(): return 3, [0, 1, 0], [0.5, 0.5]", "do not break", 3),
        ("def counterexample(): return 3, [2, 1, 0], [1, 0.5]", "do not break", 3),
        ("def counterexample(): return 3, [0, 1, 0], [0.5, 1]", "never grow", 3),
        ("def counterexample(): return 3, [0, 1e99, 0], [1e-300, 1e-300]", "1e-12 is small enough", 3),
        ("def counterexample(): return 3, [0, -1, 0], [1, 0.5]", "not negative", 3),
        ("def counterexample(): return 3, [0, 1], [1, 0.5]", "should have shape (3,)", 3),
        (text_function("repair", """
            Sum(b[t]*(a[t] - a[t+1]), t, 1, T)
            <= Sum(b[T]*(a[t] - a[t+1]), t, 1, T)  | by grow
            <= b[T]*D**2  | by at(near, t=1) ; gap b[T]*a[T+1]
            """), "step 1", 2),
        (text_function("repair", """
            Sum(b[t]*(a[t] - a[t+1]), t, 1, T)
            == b[1]*a[1] + Sum((b[t+1] - b[t])*a[t+1], t, 1, T-1) - b[T]*a[T+1]
            <= b[T]*D**2 - b[T]*a[T+1]  | by sum(t, 1, T, near)
            <= b[T]*D**2  | gap b[T]*a[T+1]
            """), "1 of 2 stretches accepted; the first fault: step 2", 3),
    ],
    "oco-newton": [
        (text_function("curved_chain", """
            (s - y)**2/2 - (p - y)**2/2
            == h - (s - p)**2/2  | by slope
            <= h - h**2/(4*C**2)  | by slope, times((s - p)**2/(4*C**2), size)
            """), "1 of 2 stretches accepted; the first fault: step 2", 3.75),
        (text_function("curved_chain", """
            (s - y)**2/2 - (p - y)**2/2
            <= h - h**2/(8*C**2)  | by slope, times((s - p)**2/(8*C**2), size)
            """), "slope, size at once", 3.5),
        (text_function("logarithm_chain", """
            q
            == 1 - a/b  | by determinant
            <= log(b) - log(a)  | by ratio, calculus(z, 1)
            """), "1 of 2 stretches accepted; the first fault: step 2", 3.75),
        ("def one_more(inverse, g):\n    return np.linalg.inv(np.linalg.inv(inverse) + np.outer(g, g))\n", "no A to be inverted", 3.5),
        ("def one_more(inverse, g):\n    return inverse + np.outer(g, g)\n", "this is the inverse of A, plus g g^T", 3.5),
        ("right = one_more\n\ndef one_more(inverse, g):\n    return right(np.linalg.inv(inverse), g)\n", "you take it for A", 3.5),
        ("def one_more(inverse, g):\n    p = inverse @ g\n    return inverse - np.outer(p, p)\n", "of the inverse should be", 3.5),
        ("def one_more(inverse, g):\n    return inverse - np.outer(g, g) / (1 + g @ inverse @ g)\n", "of the inverse should be", 3.5),
        ("def one_more(inverse, g):\n    p = inverse @ g\n    return inverse - np.outer(p, p) / (1 + g @ g)\n", "of the inverse should be", 3.5),
        (SLAB + "return v - (s - np.clip(s, -C, C)) / (x @ x) * x\n", "the shortest way for a ruler", 3.25),
        (SLAB + "way = np.linalg.solve(inverse, x)\n    return v - (s - np.clip(s, -C, C)) / (x @ way) * way\n", "is used as A", 3.25),
        (SLAB + "return v * min(1, C / abs(s))\n", "does not go to the nearest point", 3.25),
        (SLAB + "way = inverse @ x\n    return v - (s - C) / (x @ way) * way\n", "should stay", 3.25),
        (SLAB + "way = inverse @ x\n    return v - max(s - C, 0) / (x @ way) * way\n", "outside of the slab", 3.25),
        (SLAB + "return v\n", "outside of the slab", 3.25),
    ] + changed(NEWTON, [
        ("to_slab(v, inverse, x, C)", "v", "which lies outside of the slab", 3),
        ("4 * C**2 * inverse", "4 * C**2 * before", "in which g_t is counted already", 3),
        ("4 * C**2 * inverse", "inverse", "the factor 4 C^2 of the step is missing", 3),
        ("4 * C**2 * inverse @ g", "inverse @ g / (4 * C**2)", "not its inverse", 3),
        ("w - 4", "w + 4", "the sign of the step", 3),
        ("to_slab(v, inverse,", "to_slab(v, np.eye(len(v)),", "not that of a ruler", 3),
        ("        w = to_slab(v, inverse, x, C)\n        played.append(w)\n", "        played.append(v)\n        w = v\n",
         "inverse @ g\n", "inverse @ g\n        v = to_slab(v, inverse, x, C)\n", "not of the x before", 3),
        ("(w @ x - target) * x", "(w @ x - target) * w", "should be", 3),
        ("np.array(played)", "np.array([*played[1:], v])", "is played before any gradient is known", 3),
    ]) + [
        ("def one_more(inverse, g):\n    return 0 * inverse\n\n"
         "def newton_points(X, y, C, epsilon):\n    return 0 * X\n", "should be", 2.5),
        ("def to_slab(v, inverse, x, C):\n    return 0 * v\n\n"
         "def newton_points(X, y, C, epsilon):\n    return 0 * X\n", "should be", 2.25),
        (billed(0, "2 * rows[:, 0]"), "the loss is half of the square", 3.25),
        (billed(0, "rows[:, 1]"), "not what the run paid", 3.25),
        (billed(0, "np.diff(rows[:, 0], prepend=0.0)"), "add up the rounds", 3.25),
        (billed(1, "rows[:, 1] - epsilon * (u @ u) / (8 * C**2)"), "the first term", 3.25),
        (billed(2, "rows[:, 2] * 2"), "the bound with the logarithm should be", 3.25),
        (edited(NEWTON, "before, inverse = inverse, one_more(inverse, g)", "inverse = one_more(inverse, g)")
         + "right = one_more\nasked = bills\n\ndef bills(X, y, u, C, epsilon):\n"
         "    rows, P = asked(X, y, u, C, epsilon), np.eye(len(u)) / epsilon\n"
         "    q = []\n    for w, x, z in zip(newton_points(X, y, C, epsilon), X, y):\n"
         "        g = (w @ x - z) * x\n        q.append(g @ P @ g)\n        P = right(P, g)\n"
         "    rows[:, 1] = epsilon * (u @ u) / (8 * C**2) + 2 * C**2 * np.cumsum(q)\n    return rows\n", "in which g_t is counted already", 3.25),
        ("def bills(X, y, u, C, epsilon):\n    return np.zeros(3)\n", "should have shape (24, 3)", 3.25),
    ],
}  # fmt: skip


VISIBLE = [
    ("check_project(project)", "def project(v): return v", "not a point of the cone"),
    ("check_project(project)", "def project(v): return np.append(v[:-1], max(v[-1], np.linalg.norm(v[:-1])))", "is not the nearest point: u = "),
    ("check_descend(descend, project)", WRONG["oco-cone"][11][0], "outside the cone: project it"),
    ("check_descend(descend, project)",
     "right = descend\ndef descend(gradients, eta):\n"
     "    return np.roll(right(gradients, eta), -1, axis=0)\n", "before any gradient"),
    ("check_forced(forced)", "def forced(T): return T**0.5", "forced(2) should be 1"),
    ("check_opponent(opponent)", "def opponent(w, total, left): return -1 if w > 0 else 1", "can be forced"),
    ("check_losses_paid(losses_paid)", edited(WRONG["oco-target"][0][0], "np.array(out)", "out"), "the loss of round 3"),
    ("check_losses_paid(losses_paid)", edited(WRONG["oco-target"][1][0], "np.array(out)", "out"), "at the kink"),
    ("check_aware_step(aware_step)", "def aware_step(targets): return 2 / np.sqrt(len(targets))", "gives the bound"),
    ("check_exponents(exponents)", "def exponents(streams): return -1.0, 2.0", "slope"),
    ("check_counterexample(counterexample)", "def counterexample(): return 3, [0, 1, 0], [0.5, 1]", "never grow"),
    ("check_repair(repair)", "def repair(): return 'x'", "a derivation has"),
    ("check_all_rounds(all_rounds_chain)",
     "def all_rounds_chain():\n    return '''P\n == Sum(p[t], t, 1, T) | by path'''\n", "the first line should be"),
    ("check_one_more(one_more)", "def one_more(inverse, g):\n    return inverse\n", "identity"),
    ("check_one_more(one_more)", "def one_more(inverse, g):\n    return np.linalg.inv(np.linalg.inv(inverse) + np.outer(g, g))\n", "one_more"),
    ("check_to_slab(to_slab)", SLAB + "return v\n", "not in the slab"),
    ("check_to_slab(to_slab)", SLAB + "return v - (s - np.clip(s, -C, C)) / (x @ x) * x\n", "has the same score"),
    ("check_newton_points(newton_points)", edited(NEWTON, "4 * C**2 * inverse", "inverse"), "w_2 for x = 1, 2, 1"),
    ("check_newton_points(newton_points)", edited(NEWTON, "to_slab(v, inverse, x, C)", "v"), "the slab of x_2 = 2"),
    ("check_bills(bills, newton_points)", billed(0, "2 * rows[:, 0]"), "the losses of your newton_points"),
    ("check_bills(bills, newton_points)", billed(1, "0"), "at most the bound with the sum"),
    ("check_logarithm(logarithm_chain)", text_function("logarithm_chain", "q\n== 1 - z | by ratio"), "step 1"),
    ("check_descend(descend, project)", WRONG["oco-cone"][12][0], "begins at the point that was played"),
    ("check_descend(descend, project)", WRONG["oco-cone"][6][0], "NaN"),
    ("check_opponent(opponent)", WRONG["oco-opponent"][8][0], "there is none left after it"),
    ("check_opponent(opponent)", WRONG["oco-opponent"][11][0], "after 3 rounds"),
    ("check_exponents(exponents)", WRONG["oco-target"][8][0], "the fixed step comes first"),
    ("check_exponents(exponents)", WRONG["oco-target"][9][0], "exponents fall"),
    ("check_exponents(exponents)", WRONG["oco-target"][12][0], "is the sum of its losses"),
    ("check_newton_points(newton_points)", WRONG["oco-newton"][20][0], "as A_2 has it"),
    ("check_bills(bills, newton_points)", WRONG["oco-newton"][29][0], "the first term has epsilon"),
]  # fmt: skip
