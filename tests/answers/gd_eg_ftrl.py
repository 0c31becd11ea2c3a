"""Answers to the assignment on gradient descent and its relatives."""

# ruff: noqa: E501  (a table of variants is read by its lines)

from __future__ import annotations

from assignment_checks import answer_cells, changed, instructors, text_function

DRAWN = {"gd-share", "gd-limit", "gd-game", "gd-coordinate"}
PROOF = "gd-path"
# An answer stands below the solutions, and replaces one.
BASE = answer_cells(instructors("gd_eg_ftrl")) + "\n\n"
RIGHT = {
    "gd-path": [
        # other algebra: multiplied out, in another order
        text_function("sharing_round_chain", """
            -g[t] + s[t]
            <= eta/8 - m[t]/eta - g[t]  | by times(1/eta, hoeffding)
            == (h[t] - q[t])/eta + eta/8  | by hedge
            <= q[t+1]/eta + c[t]/eta - q[t]/eta + eta/8  | by times(1/eta, share)
            """),
        # two steps in one
        text_function("sharing_round_chain", """
            s[t] - g[t]
            <= (h[t] - q[t])/eta + eta/8  | by hoeffding, hedge
            <= (q[t+1] - q[t] + c[t])/eta + eta/8  | by share
            """),
        # the sum before it telescopes
        text_function("sharing_rounds_chain", """
            Sum(s[t] - g[t], t, 1, T)
            <= Sum((q[t+1] - q[t] + c[t])/eta + eta/8, t, 1, T)  | by sum(t, 1, T, one_round)
            == q[T+1]/eta - q[1]/eta + C/eta + eta*T/8  | by price
            <= C/eta - q[1]/eta + eta*T/8  | by times(1/eta, weight)
            == (log(d) + C)/eta + eta/8*T  | by start
            """),
    ],
    "gd-share": [
        # plain lists; the logarithm of a weight that has no share is that of its step
        """
from math import exp, log

def fixed_share(losses, eta, alpha):
    d = len(losses[0])
    logs, out = [-log(d)] * d, []
    for g in losses.tolist():
        out.append([exp(a) for a in logs])
        logs = [a - eta * b for a, b in zip(logs, g)]
        total = max(logs) + log(sum(exp(a - max(logs)) for a in logs))
        logs = [a - total for a in logs]
        if alpha:
            logs = [log((1 - alpha) * exp(a) + alpha / d) for a in logs]
    return out
""",
        # logarithms of the weights, and logaddexp
        """
def fixed_share(losses, eta, alpha):
    T, d = losses.shape
    logs = np.full((T, d), -np.log(d))
    with np.errstate(divide="ignore"):
        for t in range(T - 1):
            step = logs[t] - eta * losses[t]
            step = step - np.logaddexp.reduce(step)
            logs[t + 1] = np.logaddexp(np.log1p(-alpha) + step, np.log(alpha / d))
    return np.exp(logs)
""",
        # the price by counting
        """
def price(path, d, alpha):
    path = np.asarray(path)
    moves = np.count_nonzero(path[1:] != path[:-1])
    return moves * np.log(d / alpha) + (len(path) - moves) * np.log(d / (d * (1 - alpha) + alpha))
""",
        """
from math import log

def price(path, d, alpha):
    total = 0
    for t in range(len(path)):
        follows = path[t + 1] if t + 1 < len(path) else path[t]
        total -= log(alpha / d) if follows != path[t] else log(1 - alpha + alpha / d)
    return total
""",
    ],
    "gd-limit": [
        # the weights multiplied, as in the box
        """
def eg_limit(X, y):
    w = np.full(X.shape[1], 1 / X.shape[1])
    for k in range(30_000):
        x, target = X[k % len(X)], y[k % len(X)]
        w = w * np.exp(-0.8 * (w @ x - target) * x)
        w = w / w.sum()
    return w

def witness(X, w):
    away = np.log(w) - np.log(w).mean()
    a = np.linalg.pinv((X - X.mean(axis=1, keepdims=True)).T) @ away
    return list(a), float(np.mean(np.log(w) - X.T @ a))
""",
        # the package plays
        """
import olbook as ol

def eg_limit(X, y):
    passes = 4000
    run = ol.play(ol.ExponentiatedGradient(1.0), np.tile(X, (passes, 1)), np.tile(y, passes))
    return run.w
""",
        # by the dual problem, and with scipy's relative entropy
        """
from scipy.optimize import minimize
from scipy.special import logsumexp, rel_entr

def eg_limit(X, y):
    def dual(a):
        return logsumexp(X.T @ a) - y @ a, X @ np.exp(X.T @ a - logsumexp(X.T @ a)) - y
    a = minimize(dual, np.zeros(len(X)), jac=True, method="BFGS", options={"gtol": 1e-10}).x
    return np.exp(X.T @ a - logsumexp(X.T @ a))

def entropies(u, w):
    start = np.ones_like(w) / w.size
    return [rel_entr(u, start).sum(), rel_entr(u, w).sum(), rel_entr(w, start).sum()]
""",
        # loops
        """
from math import log

def entropies(u, w):
    d = len(u)
    total = [0.0, 0.0, 0.0]
    for a, b in zip(u, w):
        if a != 0:
            total[0] += a * log(a * d)
            total[1] += a * (log(a) - log(b))
        total[2] += b * log(d * b)
    return total
""",
    ],
    "gd-game": [
        # two learners of the package
        """
import olbook as ol

def self_play(A, T):
    n, m = A.shape
    rows, columns = ol.Hedge((8 * np.log(n) / T) ** 0.5, d=n), ol.Hedge((8 * np.log(m) / T) ** 0.5, d=m)
    ps, qs = [], []
    for _ in range(T):
        p, q = rows.w.copy(), columns.w.copy()
        rows.update(A @ q)
        columns.update(1 - A.T @ p)
        ps.append(p)
        qs.append(q)
    return [sum(ps) / T, sum(qs) / T, ps[-1], qs[-1]]
""",
        # weights multiplied, running averages
        """
def self_play(A, T):
    n, m = A.shape
    p, q = np.ones(n) / n, np.ones(m) / m
    P, Q = 0 * p, 0 * q
    for t in range(1, T + 1):
        P, Q = P + (p - P) / t, Q + (q - Q) / t
        last = p, q
        new_p = p * np.exp(-np.sqrt(8 * np.log(n) / T) * (A @ q))
        new_q = q * np.exp(np.sqrt(8 * np.log(m) / T) * (A.T @ p))
        p, q = new_p / new_p.sum(), new_q / new_q.sum()
    return P, Q, last[0], last[1]
""",
        # by loops over pure choices
        """
def gap(A, p, q):
    n, m = len(A), len(A[0])
    best = max(sum(p[i] * A[i][j] for i in range(n)) for j in range(m))
    safe = min(sum(A[i][j] * q[j] for j in range(m)) for i in range(n))
    return best - safe

def gaps(A, lengths):
    out = np.empty((len(lengths), 2))
    for k, T in enumerate(lengths):
        P, Q, p, q = self_play(A, T)
        out[k] = gap(A, P, Q), gap(A, p, q)
    return out.tolist()
""",
    ],
    "gd-slip": [
        "def counterexample():\n    return 2, 0.5, [1.0], [-1.0]\n",
        "def counterexample():\n    return np.int64(2), 1, np.array([0.2, 0.8]), np.array([1.0, -0.9])\n",
        text_function("repair", """
            log(N)
            <= N - 1  | by calculus(N, 1)
            <= -eta*s + eta**2*q
                | by ratio, whole, mean, squares, sum(i, 1, d, times(w[i], bend))
            """),
        text_function("repair", """
            log(N)
            <= -1 + N  | by calculus(N, 1)
            == -1 + Sum(exp(-eta*g[i])*w[i], i, 1, d)  | by ratio
            <= -1 + Sum(w[i], i, 1, d) - eta*Sum(w[i]*g[i], i, 1, d) + eta**2*Sum(w[i]*g[i]**2, i, 1, d)
                | by sum(i, 1, d, times(w[i], bend))
            == eta*(eta*q - s)  | by whole, mean, squares
            """),
    ],
    "gd-coordinate": [
        text_function("root_round_chain", """
            g[t]**2/r[t]
            <= (r[t+1] - r[t])*(1 + sqrt(2))  | by roots, times((r[t+1] - r[t])/r[t], slow)
            """),
        text_function("root_rounds_chain", """
            Sum(w[t]*g[t] - u*g[t], t, 1, T)
            <= u**2*r[T]/(2*U) + U/2*Sum(g[t]**2/r[t], t, 1, T)  | by leader
            <= u**2*r[T]/(2*U) + U/2*(1 + sqrt(2))*(r[T+1] - r[1])
                | by times(U/2, sum(t, 1, T, one_round))
            <= U*r[T+1] + U*r[T+1]/sqrt(2)
                | by times(r[T]/(2*U), near), times(U/2, at(rise, t=T)) ; gap U/2*(1 + sqrt(2))*r[1]
            """),
        """
def leader(slopes, steps, U):
    T, d = slopes.shape
    points = np.zeros((T, d))
    for t in range(1, T):
        for i in range(d):
            c, eta = sum(slopes[:t, i]), steps[t, i]
            low, high = c + U / eta, c - U / eta  # the slopes at both ends
            points[t, i] = U if low <= 0 else -U if high >= 0 else -c * eta
    return points.tolist()
""",
        """
def own_steps(slopes, G, U):
    under, rows = np.full(slopes.shape[1], G * G), []
    for g in slopes:
        rows.append(U / under**0.5)
        under = under + g * g
    return rows

def one_step(slopes, G, U):
    T, d = slopes.shape
    under, rows = G * G, []
    for g in slopes:
        rows.append([U / under**0.5] * d)
        under += g @ g / d
    return rows
""",
        """
def for_adagrad(d, T):
    return np.array([[1.0] + [0.9 * (t > 0.9 * T)] * (d - 1) for t in range(T)])

def against_adagrad(d, T):
    noise = np.zeros((T, d))
    noise[:, 0] = -1
    noise[-20::2, 1:], noise[-19::2, 1:] = -1, 1
    return noise
""",
    ],
}  # fmt: skip


FIXED_SHARE = """
def fixed_share(losses, eta, alpha):
    T, d = losses.shape
    w, rows = np.full(d, 1 / d), []
    for g in losses:
        rows.append(w)
        w = w * np.exp(-eta * (g - g.min()))
        w = w / w.sum()
        w = (1 - alpha) * w + alpha / d
    return np.array(rows)
"""
KEEP, STEP, SUM, SHARE = (f"{line}\n" for line in FIXED_SHARE.splitlines()[5:9])
LOGARITHMS = """
def fixed_share(losses, eta, alpha):
    d = losses.shape[1]
    w, rows = np.full(d, -np.log(d)), []
    with np.errstate(divide='ignore'):
        keep, share = np.log(1 - alpha), np.log(alpha / d)
    for g in losses:
        rows.append(np.exp(w))
        w = w - eta * g
        w = w - np.logaddexp.reduce(w)
        w = np.logaddexp(keep + w, share)
    return np.array(rows)
"""
SELF_PLAY = """
def soft(z):
    z = np.exp(z - z.max())
    return z / z.sum()

def self_play(A, T):
    n, m = A.shape
    L, G, ps, qs = np.zeros(n), np.zeros(m), [], []
    a, b = np.sqrt(8 * np.log(n) / T), np.sqrt(8 * np.log(m) / T)
    for _ in range(T):
        p, q = soft(-a * L), soft(b * G)
        ps.append(p)
        qs.append(q)
        L, G = L + A @ q, G + p @ A
    return np.mean(ps, axis=0), np.mean(qs, axis=0), p, q
"""
STEPS = (
    "def own_steps(slopes, G, U):\n    s = np.cumsum(slopes**2, axis=0) - slopes**2\n    return "
)
LEADER = "def leader(slopes, steps, U):\n    s = np.cumsum(slopes, axis=0) - slopes\n    return "

WRONG = {
    "gd-path": [
        (text_function("sharing_round_chain", """
            s[t] - g[t]
            <= (-m[t] - eta*g[t])/eta + eta/8  | by times(1/eta, hoeffding)
            == (h[t] - q[t])/eta + eta/8  | by share
            <= (q[t+1] - q[t] + c[t])/eta + eta/8  | by share
            """), "2 of 3 stretches accepted; the first fault: step 2", 3.33),
        (text_function("sharing_round_chain", """
            s[t] - g[t]
            <= (-m[t] - eta*g[t])/eta + eta**2/8  | by times(1/eta, hoeffding)
            == (h[t] - q[t])/eta + eta**2/8  | by hedge
            <= (q[t+1] - q[t] + c[t])/eta + eta**2/8  | by share
            """), "step 1", 2),
        (text_function("sharing_rounds_chain", """
            Sum(s[t] - g[t], t, 1, T)
            <= (q[T+1] - q[1] + C)/eta + eta/8*T  | by one_round, price
            <= (log(d) + C)/eta + eta/8*T  | by start, weight
            """), "1 of 2 stretches accepted; the first fault: step 1: one_round speaks of every t", 3),
        (text_function("sharing_rounds_chain", """
            Sum(s[t] - g[t], t, 1, T)
            <= (q[T+1] - q[1] + C)/eta + eta/8*T  | by sum(t, 1, T, one_round), price
            <= (log(d) + C)/eta  | by start, weight
            """), "1 of 2 stretches accepted; the first fault: step 2", 3),
        (text_function("sharing_rounds_chain", "\nSum(s[t], t, 1, T)\n== Sum(s[t], t, 1, T)\n"), "the first line should be", 2),
        (text_function("sharing_round_chain", """
            s[t] - g[t]
            <= (q[t+1] - q[t] + c[t])/eta + eta/8  | by hoeffding, hedge, share
            """), "rests on hoeffding, hedge, share at once", 2),
        (text_function("sharing_rounds_chain", """
            Sum(s[t] - g[t], t, 1, T)
            <= (log(d) + C)/eta + eta/8*T  | by sum(t, 1, T, one_round), start, weight, price
            """), "a step may rest on 2 of the facts", 2),
        ("def sharing_round_chain(): raise NotImplementedError", "not written yet", 2),
        ("def sharing_round_chain(): return ['lines']", "a text is expected", 2),
    ],
    "gd-share": changed(FIXED_SHARE, [
        (SHARE, "", "the share alpha is missing", 1),
        (SHARE, "", STEP, SHARE + STEP, "you share before the step of Hedge", 1),
        (SUM, "", "divide by the sum", 1),
        (KEEP, "", SHARE, SHARE + KEEP, "before the losses of round t are known", 1),
        ("-eta * (g - g.min())", "eta * (g - g.max())", "the sign of the exponent", 1),
        ("alpha / d\n", "alpha / (d - 1) * (1 - w)\n", "the weights of round 2 should be", 2),
        ("(g - g.min())", "g", "powers like exp(-4000)", 3),
        ("np.full(d, 1 / d)", "np.ones(d)", "add up", 1),
    ]) + [
        ("def fixed_share(losses, eta, alpha): return losses[0]", "should have shape", 1),
        (FIXED_SHARE, "does not come back", 3),
        ("right = price\ndef price(path, d, alpha): return right(path, d, alpha) if path[1:] else 0.0\n", "T = 1", 3),
        ("def price(path, d, alpha):\n    k = sum(a != b for a, b in zip(path, path[1:]))\n"
         "    return -k * np.log(alpha / d) - (len(path) - 1 - k) * np.log(1 - alpha + alpha / d)\n", "the last for staying", 3),
        ("def price(path, d, alpha):\n    k = sum(a != b for a, b in zip(path, path[1:]))\n"
         "    return -k * np.log(alpha / d) - (len(path) - k) * np.log(1 - alpha)\n", "should be", 3),
        ("def price(path, d, alpha):\n    k = len(set(path))\n"
         "    return -k * np.log(alpha / d) - (len(path) - k) * np.log(1 - alpha + alpha / d)\n", "moves at", 3),
    ] + changed(LOGARITHMS, [  # the same slips where numbers do not run out: each costs the weights alone
        ("w - eta", "w + eta", "the sign of the exponent", 2),
        ("np.logaddexp(keep + w, share)", "w", "the share alpha is missing", 2),
        ("w = w - eta * g\n", "w = np.logaddexp(keep + w, share) - eta * g\n",
         "np.logaddexp(keep + w, share)\n    return", "w\n    return", "you share before the step", 2),
        ("w - np.logaddexp.reduce(w)", "w", "divide by the sum", 2),
        ("        rows.append(np.exp(w))\n", "", "    return", "        rows.append(np.exp(w))\n    return",
         "before the losses of round t are known", 2),
        ("-np.log(d)", "0.0", "add up", 2),
    ]),
    "gd-limit": [
        ("def eg_limit(X, y): return np.linalg.pinv(X) @ y", "negative weight", 2),
        ("def eg_limit(X, y):\n    d = X.shape[1]\n"
         "    A, b = np.vstack([X, np.ones(d)]), np.append(y, 1.0)\n"
         "    return 1 / d + np.linalg.pinv(A) @ (b - A @ np.full(d, 1 / d))\n", "not where EG goes", 3),
        ("def eg_limit(X, y):\n    from scipy.optimize import linprog\n    d = X.shape[1]\n"
         "    A, b = np.vstack([X, np.ones(d)]), np.append(y, 1.0)\n"
         "    return linprog(np.arange(d), A_eq=A, b_eq=b).x\n", "is not positive", 3),
        ("def eg_limit(X, y):\n    w = np.full(X.shape[1], 1 / X.shape[1])\n    for x, b in zip(X, y):\n"
         "        w = w * np.exp(-0.5 * (w @ x - b) * x)\n        w /= w.sum()\n    return w\n", "more passes, or another step", 2),
        ("def eg_limit(X, y):\n    w = np.full(X.shape[1], 1 / X.shape[1])\n    for _ in range(3000):\n"
         "        for x, b in zip(X, y):\n            w = w * np.exp(-0.5 * (w @ x - b) * x)\n    return w\n", "add up to", 2),
        ("right = eg_limit\n\ndef eg_limit(X, y):\n    return right(X, y) + 1e-3 * np.eye(8)[0]\n", "add up to", 2),
        ("def witness(X, w):\n    a = np.linalg.pinv(X.T) @ np.log(w)\n    return a, 0.0\n", "it differs by", 3),
        ("def witness(X, w):\n    a = np.linalg.pinv(X.T) @ w\n    return a, float(np.mean(w - X.T @ a))\n", "should be ln w", 3),
        ("def witness(X, w): return np.zeros(3)", "should return 2 things", 3),
        ("def entropies(u, w):\n    s = np.full(len(w), 1 / len(w))\n    D = lambda p, q: (p * np.log(p / q)).sum()\n"
         "    return np.array([D(u, s), D(u, w), D(w, s)])\n", "a NaN or an infinity", 3),
        ("right = entropies\n\ndef entropies(u, w):\n    return right(u, w)[[0, 2, 1]]\n", "D(u, w) should be", 3),
    ],
    "gd-game": [
        ("def gap(A, p, q): return (p @ A).max() - p @ A @ q", "should be", 3),
        ("def gap(A, p, q): return (A @ q).max() - (p @ A).min()", "should be", 3),
    ] + changed(SELF_PLAY, [
        ("soft(-a * L), soft(b * G)", "soft(a * L), soft(-b * G)", "the signs are exchanged", 2.5),
        ("np.mean(ps, axis=0), np.mean(qs, axis=0)", "ps[-1], qs[-1]", "the average p should be", 2.5),
        ("        ps.append", "        L, G = L + A @ q, G + p @ A\n        p, q = soft(-a * L), soft(b * G)\n        ps.append",
         "        L, G = L + A @ q, G + p @ A\n    return", "    return", "the average p should be", 2.5),
        ("axis=0), p, q", "axis=0), soft(-a * L), soft(b * G)", "the last p should be", 2.5),
        ("np.mean(ps, axis=0), np.mean(qs, axis=0)", "sum(ps), sum(qs)", "not to 1", 2.5),
        ("p @ A", "soft(-a * (L + A @ q)) @ A", "should be", 2.5),
    ]) + [
        ("def gaps(A, lengths):\n    b = [2 * np.sqrt(np.log(3) / (2 * T)) for T in lengths]\n"
         "    return np.column_stack([b, b])\n", "rounds the gaps of the", 2.5),
        ("def gap(A, p, q): return 0.0\n\ndef gaps(A, lengths): return np.zeros((3, 2))\n", "rounds the gaps of the", 1.5),
        ("right = gaps\n\ndef gaps(A, lengths):\n    return right(A, sorted(lengths))\n", "rounds the gaps of the", 3.25),
        ("right = gaps\n\ndef gaps(A, lengths):\n    return right(A, lengths)[:, ::-1]\n", "the two regrets divided by T", 3.25),
        ("right = gaps\n\ndef gaps(A, lengths):\n    return right(A, lengths) * [1, 0]\n", "the gaps of the last points should be", 3.25),
        ("def gaps(A, lengths): return [0.0] * len(lengths)", "should have shape (3, 2)", 2.5),
    ],
    "gd-slip": [
        ("def counterexample(): return 5, 1.0, [1.0], [-1.0]", "another one does not", 2),
        ("def counterexample(): return 3, 1.0, [1.0], [-1.0]", "cannot be refuted", 2),
        ("def counterexample(): return 2, 1.0, [1.0], [1.0]", "do not break", 3),
        ("def counterexample(): return 2, 2.0, [1.0], [-1.0]", "at most 1", 3),
        ("def counterexample(): return 2, 1.0, [1.0], [-3.0]", "between -1 and 1", 3),
        ("def counterexample(): return 2, 1.0, [1, 1], [-1, 0]", "add up to 1", 3),
        ("def counterexample(): return 2", "four things", 2),
        (text_function("repair", """
            log(N)
            <= N - 1  | by calculus(N, 1)
            == Sum(w[i]*exp(-eta*g[i]), i, 1, d) - 1  | by ratio
            <= Sum(w[i]*(1 - eta*g[i] + eta**2*g[i]**2), i, 1, d) - 1  | by sum(i, 1, d, bend)
            == -eta*s + eta**2*q  | by whole, mean, squares
            """), "2 of 3 stretches accepted; the first fault: step 3", 3.33),
        (text_function("repair", """
            log(N)
            <= N - 1  | by calculus(N, 1)
            <= -eta*s + eta**2/2*q
                | by ratio, whole, mean, squares, sum(i, 1, d, times(w[i], bend))
            """), "1 of 3 stretches accepted; the first fault: step 2", 2.67),
    ],
    "gd-coordinate": [
        (text_function("root_round_chain", """
            g[t]**2/r[t]
            == (r[t+1]**2 - r[t]**2)/r[t]  | by roots
            <= (1 + sqrt(2))*(r[t+1] - r[t])  | by slow
            """), "1 of 2 stretches accepted; the first fault: step 2", 3.75),
        (text_function("root_round_chain", """
            g[t]**2/r[t]
            == (r[t+1]**2 - r[t]**2)/r[t]  | by roots
            <= 2*(r[t+1] - r[t])  | gap (r[t+1] - r[t])**2/r[t]
            """), "1 of 2 stretches accepted; the first fault: step 2", 3.75),
        (text_function("root_rounds_chain", """
            Sum(g[t]*(w[t] - u), t, 1, T)
            <= U*r[T]/2 + U/2*(1 + sqrt(2))*(r[T+1] - r[1])
                | by leader, times(r[T]/(2*U), near), times(U/2, sum(t, 1, T, one_round))
            <= (1 + sqrt(2)/2)*U*r[T+1]  | by times(U/2, at(rise, t=T))
            """), "1 of 2 stretches accepted; the first fault: step 2", 3.75),
        (text_function("root_rounds_chain", """
            Sum(g[t]*(w[t] - u), t, 1, T)
            <= U*r[T]/2 + U/2*(1 + sqrt(2))*(r[T+1] - r[1])
                | by leader, times(r[T]/(2*U), near), one_round
            """), "0 of 2 stretches accepted; the first fault: step 1: one_round speaks of every t", 3.5),
        (LEADER + "np.clip(-steps * (s + slopes), -U, U)\n", "the leader of the rounds before", 3),
        (LEADER + "np.clip(steps * s, -U, U)\n", "the sign", 3),
        (LEADER + "-steps * s\n", "outside of the box", 3),
        (LEADER + "np.clip(-np.vstack([steps[:1], steps[:-1]]) * s, -U, U)\n", "the step of the round before", 3),
        (LEADER + "-steps * s / np.maximum(1, np.linalg.norm(steps * s, axis=1, keepdims=True) / U)\n", "cut off by itself", 3),
        (LEADER + "np.clip(-steps * s / 2, -U, U)\n", "add up to", 3),
        ("def leader(slopes, steps, U):\n    w, rows = 0 * slopes[0], []\n"
         "    for g, eta in zip(slopes, steps):\n        rows.append(w)\n"
         "        w = np.clip(w - eta * g, -U, U)\n    return rows\n", "a slope keeps the step of its day", 3),
        ("def leader(slopes, steps, U):\n    s, rows = 0 * slopes[0], []\n"
         "    for g, eta in zip(slopes, steps):\n        rows.append(np.clip(-eta * s, -U, U))\n"
         "        s = np.clip(s + g, -U, U)\n    return rows\n", "the sum forgets nothing", 3),
        (STEPS + "U / np.sqrt(G**2 + s + slopes**2)\n", "knows the slope of round t", 3.5),
        (STEPS + "1 / np.sqrt(G**2 + s)\n", "the factor U is missing", 3.5),
        (STEPS + "U / (G**2 + s)\n", "the root is missing", 3.5),
        (STEPS + "U / np.sqrt(s)\n", "a NaN or an infinity", 3.5),
        (STEPS + "U / np.sqrt(G + s)\n", "sums of squares", 3.5),
        ("own_steps = one_step\n", "the two rules are exchanged", 3.5),
        ("right = one_step\n\ndef one_step(slopes, G, U):\n"
         "    return right(slopes, G, U) / np.sqrt(slopes.shape[1])\n", "the root of d above the bar", 3.5),
        ("def one_step(slopes, G, U):\n    s = (slopes**2).sum(axis=1, keepdims=True)\n"
         "    return U / np.sqrt(G**2 + np.cumsum(s, axis=0) - s) * np.ones(slopes.shape[1])\n", "both d are missing", 3.5),
        ("for_adagrad, against_adagrad = against_adagrad, for_adagrad\n", "the other way round", 3),
        ("def for_adagrad(d, T):\n    return np.random.default_rng(0).choice([-1.0, 1.0], (T, d))\n", "has to be twice the other", 3.5),
        ("def against_adagrad(d, T):\n    return np.zeros((T, d))\n", "nobody loses much", 3.5),
        ("right = for_adagrad\n\ndef for_adagrad(d, T):\n    return 2 * right(d, T)\n", "between -1", 3.5),
        ("def against_adagrad(d, T):\n    return np.ones(T)\n", "should have shape", 3.5),
    ],
}  # fmt: skip


VISIBLE = [
    ("check_fixed_share(fixed_share)", WRONG["gd-share"][0][0], "row 2"),
    ("check_fixed_share(fixed_share)", WRONG["gd-share"][3][0], "before the losses"),
    ("check_fixed_share(fixed_share)", WRONG["gd-share"][6][0], "NaN"),
    ("check_price(price)", "def price(path, d, alpha): return 0.0", "the last one too"),
    ("check_eg_limit(eg_limit)", "def eg_limit(X, y): return np.linalg.pinv(X) @ y", "are positive"),
    ("check_eg_limit(eg_limit)", "def eg_limit(X, y): return np.array([0.45, 0.3, 0.25])", "keeps it equal"),
    ("check_witness(witness)", "def witness(X, w): return np.zeros(2), 0.0", "should be ln w"),
    ("check_entropies(entropies)", "def entropies(u, w): return [0, (u * np.log(u / w)).sum(), 0]", "NaN"),
    ("check_gap(gap)", "def gap(A, p, q): return (p @ A).max() - p @ A @ q", "could have paid 0"),
    ("check_self_play(self_play)", WRONG["gd-game"][2][0], "should now prefer the second"),
    ("check_self_play(self_play)", WRONG["gd-game"][4][0], "the points that were played"),
    ("check_gap(gap)", "def gap(A, p, q): return (A @ q).max() - (p @ A).min()", "it is 0.5"),
    ("check_self_play(self_play)", WRONG["gd-game"][7][0], "at the same time"),
    ("check_fixed_share(fixed_share)", FIXED_SHARE, "does not come back"),
    ("check_streams(for_adagrad, against_adagrad, leader, one_step, own_steps)",
     "right = for_adagrad\ndef for_adagrad(d, T): return right(d, T) * (d == 4)", "not yet: for_adagrad(3, 300)"),
    ("check_gaps(gaps)", "def gaps(A, lengths): return np.ones((len(lengths), 2))", "at most"),
    ("check_counterexample(counterexample)", "def counterexample(): return 2, 1.0, [1.0], [-3.0]", "between -1 and 1"),
    ("check_repair(repair)", text_function("repair", "log(N)\n<= N | by calculus(N, 1)"), "last line"),
    ("check_sharing_round(sharing_round_chain)", text_function("sharing_round_chain", "s[t] - g[t]\n<= c[t] | by share"), "step 1"),
    ("check_leader(leader)", LEADER + "np.clip(-steps * (s + slopes), -U, U)\n", "what the leader of round 1"),
    ("check_leader(leader)", LEADER + "-2 * steps * s\n", "outside of the box"),
    ("check_root_round(root_round_chain)", text_function("root_round_chain", "g[t]**2/r[t]\n<= r[t+1] | by slow"), "step 1"),
    ("check_own_steps(own_steps)", STEPS + "U / np.sqrt(G**2 + s + slopes**2)\n", "row 1 of own_steps"),
    ("check_own_steps(own_steps)", "own_steps = one_step\n", "column 2 of own_steps"),
    ("check_one_step(one_step)", "one_step = own_steps\n", "all coordinates have the same step"),
    ("check_streams(for_adagrad, against_adagrad, leader, one_step, own_steps)", "", "fine: by your own learners"),
    ("check_streams(for_adagrad, against_adagrad, leader, one_step, own_steps)", "against_adagrad = for_adagrad", "against_adagrad(4, 400): by your own learners"),
    ("check_streams(for_adagrad, against_adagrad, leader, one_step, own_steps)", "def for_adagrad(d, T): return np.full((T, d), 2.0)", "between -1 and 1"),
    ("check_price(price)", WRONG["gd-share"][10][0], "price of (0)"),
    ("check_gaps(gaps)", WRONG["gd-game"][8][0], "to be measured"),
    ("check_gaps(gaps)", WRONG["gd-game"][10][0], "in their order"),
    ("check_gaps(gaps)", WRONG["gd-game"][12][0], "in this game neither is 0"),
]  # fmt: skip
