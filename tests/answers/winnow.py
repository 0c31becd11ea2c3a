"""Answers to the assignment on Winnow."""

# ruff: noqa: E501  (a table of variants is read by its lines)

from __future__ import annotations

from typing import Any

from assignment_checks import changed, edited, slip_functions, text_functions

DRAWN = {"endless", "walls", "pairs"}
PROOF = "proof"
BASE = ""  # an answer stands alone
RIGHT: dict[str, list[str]] = {}
WRONG: dict[str, list[Any]] = {}


# ---------------------------------------------------------------------- 1: the algorithm
WITH_A_DICT = """
def endless_winnow(rounds, y, beta, ask):
    w, flags = {}, []
    for on, label in zip(rounds, y):
        for i in on:
            w.setdefault(i, 1 / (i * (i + 1)))
        score = sum(w[i] for i in on)
        wrong = score <= 0.5 if label > 0 else score >= 0.5
        if wrong:
            for i in on:
                w[i] = w[i] * beta if label > 0 else w[i] / beta
        flags.append(wrong)
    return np.array(flags), np.array([w.get(i, 1 / (i * (i + 1))) for i in ask])
"""
WITH_EXPONENTS = """
from collections import Counter

def endless_winnow(rounds, y, beta, ask):
    power = Counter()
    def weight(i):
        return float(beta) ** power[i] / i / (i + 1)
    flags = np.zeros(len(rounds), dtype=bool)
    for t, on in enumerate(rounds):
        if y[t] * (2 * sum(map(weight, on)) - 1) <= 0:
            flags[t] = True
            power.update({i: int(y[t]) for i in on})
    return flags, [weight(i) for i in ask]
"""
WITH_AN_ARRAY = """
def endless_winnow(rounds, y, beta, ask):
    d = max(i for on in rounds for i in on)
    i = np.arange(1, d + 1)
    X = np.array([np.isin(i, on) for on in rounds]).astype(float)
    w, flags = 1 / i - 1 / (i + 1), []
    for x_t, y_t in zip(X, y):
        flags.append(y_t * (x_t @ w - 0.5) <= 0)
        w = w * beta ** (y_t * x_t * flags[-1])
    return flags, [w[j - 1] if j <= d else 1 / (j * (j + 1)) for j in ask]
"""
RIGHT["endless"] = [WITH_A_DICT, WITH_EXPONENTS, WITH_AN_ARRAY]
WRONG["endless"] = changed(WITH_A_DICT, [
    ("<= 0.5", "< 0.5", ">= 0.5", "> 0.5", "a score of exactly 1/2", 2),
    ("for i in ask", "for i in sorted(ask)", "the weight of switch", 2),
    ("w.get(i, 1 / (i * (i + 1)))", "w.get(i, 0)", "it is 0; this switch was never on", 2),
    ("for i in on)\n", "for i in on) if on else 1.0\n", "so it is no mistake", 2),
    ("<= 0.5", "< 0.5", "label +1: the score is 0.5, so it is a mistake", 2),
    ("w.get(i, 1 / (i * (i + 1)))", "w.get(i, 0.0)", "this switch was never on", 2),
    ("np.array(flags),", "np.array(flags[:10**9 * (beta < 3)] or 1 / 0),", "fails: ZeroDivisionError", 2),
    ("np.array(flags),", "np.array(flags[:10**9 * (beta < 2)] or 1 / 0),", "fails: ZeroDivisionError", 0),
]) + changed(WITH_AN_ARRAY, [
    ("y_t * x_t * flags", "-y_t * x_t * flags", "the sign of the exponent", 2),
    (" * flags[-1])", ")", "in every round, not only at mistakes", 2),
    ("flags[-1])\n", "flags[-1])\n        w = w / w.sum() if flags[-1] else w\n", "the weights are not normalised", 2),
    ("w = w * beta ** (y_t * x_t * flags[-1])", "w = w + y_t * x_t * flags[-1] * (beta - 1)", "you add where Winnow multiplies", 2),
    ("y_t * x_t * flags", "y_t * flags", "you change all weights", 2),
    ("1 / i - 1 / (i + 1)", "np.ones(d) / d", "this wall has no d", 2),
    ("1 / i - 1 / (i + 1)", "np.ones(d)", "every first weight is 1", 2),
    ("1 / i - 1 / (i + 1)", "1 / ((i + 1) * (i + 2))", "with i from 1", 2),
    ("beta **", "beta ** 2 **", "so it is", 0),
    ("[w[j - 1] if j <= d else 1 / (j * (j + 1)) for j in ask]", "w[:len(ask)]", "the weight of switch", 2),
    ("[w[j - 1] if j <= d else 1 / (j * (j + 1)) for j in ask]", "w", "should have shape", 2),
    ("return flags,", "return np.flatnonzero(flags),", "the mistakes should have shape", 2),
    ("return flags,", "return sum(flags),", "the mistakes should have shape", 2),
    (" if j <= d else 1 / (j * (j + 1))", "", "endless_winnow fails: IndexError", 0),
]) + changed(WITH_EXPONENTS, [
    ("float(beta)", "float(beta**2)", "the factor is beta, not its square", 2),
])  # fmt: skip


# ---------------------------------------------------------------------- 2: the proof
PROMOTION = """
    (W - L) - (V - K)
    == n*log(beta) - (beta - 1)*s      | by total, logs
    >= log(beta) - (beta - 1)*s        | by times(log(beta), active)
    >= log(beta) - (beta - 1)/2        | by times(beta - 1, low)
"""
DEMOTION = """
    (W - L) - (V - K)
    == (1 - 1/beta)*s                  | by total, logs
    >= (1 - 1/beta)/2                  | by times(1 - 1/beta, high)
"""
END = """
    w - u*log(w)
    >= w - u*(w - 1)                   | by times(u, tangent)
    == u + (1 - u)*w
    == u + (1 - u)**2*w                | by times(w, disjunction)
    >= u                               | gap (1 - u)**2*w
"""
MISTAKES = """
    M
    <= Sum((P[t] - P[t+1])/r, t, 1, T) | by count, sum(t, 1, T, times(1/r, round))
    == (P[1] - P[T+1])/r
    == (1 + B - P[T+1])/r              | by first
    <= (1 + B - k)/r                   | by times(1/r, last)
"""
UPWARDS = """
    log(beta) - (beta - 1)/2
    <= log(beta) - (beta - 1)*s        | by times(beta - 1, low)
    <= n*log(beta) - (beta - 1)*s      | by times(log(beta), active)
    == (W - L) - (V - K)               | by total, logs
"""
PROVED = text_functions(promotion=PROMOTION, demotion=DEMOTION, end=END, mistakes=MISTAKES)
BACKWARDS = edited(PROVED, PROMOTION, UPWARDS)  # read from its last line to its first
RIGHT["proof"] = [  # of two functions of one name the second counts
    BACKWARDS,
    PROVED,
    PROVED + text_functions(
        promotion="""
    W - V + K - L
    == K - L - (beta - 1)*s            | by total
    == n*log(beta) - (beta - 1)*s      | by logs
    >= log(beta) - (beta - 1)/2        | by low, active
    """,
        end="w - u*log(w)\n>= u + w - u*w | by times(u, tangent)\n>= u | by disjunction ; gap (1 - u)**2*w",
    ),
    PROVED + text_functions(
        demotion="""
    (W - L) - (V - K)
    == W - V                           | by logs
    == (1 - 1/beta)*s                  | by total
    >= 1/2 - 1/(2*beta)                | by high
    """,
        mistakes="""
    M
    == Sum(iota[t], t, 1, T)           | by count
    == Sum(r*iota[t], t, 1, T)/r
    <= Sum(P[t] - P[t+1], t, 1, T)/r   | by sum(t, 1, T, round)
    <= (P[1] - k)/r                    | by last
    == (1 + B - k)/r                   | by first
    """,
    ),
]  # fmt: skip
WRONG["proof"] = changed(PROVED, [
    ("n*log", "log", "step 1: right - left leaves  (n - 1)*log(beta)", 3.5),
    ("times(log(beta), active)", "active", "(beta - 1)*s      | by total, logs",
     "(beta - 1)*s      | by total", "unexplained", 4.25),
    ("    >= log(beta) - (beta - 1)/2        | by times(beta - 1, low)\n", "", "the last line should be", 4.25),
    ("| by times(beta - 1, low)", "", "unexplained", 4.25),
    ("by times(log(beta), active)", "by low", "after low", 4.25),
    ("| by times(1 - 1/beta, high)", "", "unexplained", 4.5),
    ("(1 - 1/beta)/2", "(1 - 1/beta)", "FALSE", 4.5),
    ("by times(u, tangent)", "by tangent", "u*(w - 1)  ", "(w - 1)    ", "FALSE", 4.25),
    ("| gap (1 - u)**2*w", "", "unexplained", 4.25),
    ("| by times(w, disjunction)", "", "unexplained", 4.25),
    ("P[T+1]", "P[T]", "step 2", 4.25),
    ("sum(t, 1, T, times(1/r, round))", "times(1/r, round)", "round speaks of every t", 4.25),
    ("- k)/r", "+ k)/r", "step 4", 4.25),
    (END, "w - u*log(w)\n>= u | by end", '"end"', 3.5),
    (MISTAKES, "", "a derivation has a first line", 3.5),
    # every fact at once, and the checker finds the rest
    (PROMOTION, "(W - L) - (V - K)\n>= log(beta) - (beta - 1)/2 | by total, logs, low, active",
     "rests on total, logs, low, active at once", 3.5),
    (DEMOTION, "(W - L) - (V - K)\n>= (1 - 1/beta)/2 | by total, logs, high", "may rest on 2 of the facts", 4.5),
    (MISTAKES, "M\n<= (1 + B - k)/r | by count, sum(t, 1, T, round), first, last", "at once", 3.5),
])  # fmt: skip


# ---------------------------------------------------------------------- 3: the experiment
WALLS = """
def play_wall(X, y, w, beta):
    errors = 0
    for t in range(len(y)):
        if y[t] * (np.dot(w, X[t]) - 1 / 2) <= 0:
            w = np.where(X[t] == 1, w * beta ** y[t], w)
            errors += 1
    return errors

def longer_walls(X, y, lengths, beta):
    table = np.zeros((len(lengths), 2))
    for n, d in enumerate(lengths):
        i = np.arange(1, d + 1)
        table[n] = [play_wall(X[:, :d], y, w, beta) for w in (np.ones(d) / d, 1 / i - 1 / (i + 1))]
    return table

def promise(literals, beta):
    B = sum(np.log(i * (i + 1)) for i in literals)
    return (1 + B - len(literals)) / (np.log(beta) - (beta - 1) / 2)
"""
BY_THE_PACKAGE = """
def longer_walls(X, y, lengths, beta):
    rows = []
    for d in lengths:
        equal = ol.play(ol.Winnow(np.log(beta) / 2), X[:, :d], y).n_mistakes
        i, ups, count = np.arange(1, d + 1), np.zeros(d), 0
        for x, label in zip(X[:, :d] > 0, y):
            if label * (np.sum((beta**ups / i / (i + 1))[x]) - 0.5) <= 0:
                ups[x] += label
                count += 1
        rows.append((equal, count))
    return rows

def promise(literals, beta):
    i = np.asarray(literals, dtype=float)
    r = np.minimum((1 - 1 / beta) / 2, np.log(beta) - (beta - 1) / 2)
    return 1 / r + np.sum(np.log(i) + np.log(i + 1) - 1) / r
"""
WITH_LISTS = """
def longer_walls(X, y, lengths, beta):
    def run(d, first):
        w = {i: first(i) for i in range(1, d + 1)}
        n = 0
        for x, label in zip(X.tolist(), y.tolist()):
            on = [i for i in w if x[i - 1]]
            score = sum(w[i] for i in on)
            if (score > 0.5) != (label > 0) or score == 0.5:
                n += 1
                for i in on:
                    w[i] *= beta if label > 0 else 1 / beta
        return n
    return [[run(d, lambda i: 1 / d), run(d, lambda i: 1 / (i * (i + 1)))] for d in lengths]

def promise(literals, beta):
    r = min(np.log(beta) - (beta - 1) / 2, 0.5 - 0.5 / beta)
    total = 1.0
    for i in literals:
        total += np.log(i * (i + 1)) - 1
    return total / r
"""
RIGHT["walls"] = [WALLS, BY_THE_PACKAGE, WITH_LISTS]
WRONG["walls"] = changed(WALLS, [
    ("[play_wall(X[:, :d], y, w, beta) for w in (np.ones(d) / d, 1 / i - 1 / (i + 1))]",
     "[play_wall(X, y, w, beta) for w in (np.ones(1024) / 1024, 1 / np.arange(1, 1025) / np.arange(2, 1026))]",
     "you play on the whole wall", 1),
    ("- 1 / 2) <= 0", "- 1 / 2) < 0", "a score of exactly 1/2 is a mistake", 1),
    ("enumerate(lengths)", "enumerate(sorted(lengths))", "mistakes, you report", 1),
    ("beta ** y[t]", "beta ** -y[t]", "mistakes, you report", 1),
    ("1 / i - 1 / (i + 1))]", "np.ones(d) / d)]", "your two columns are the same", 1),
    ("1 / i - 1 / (i + 1))]", "1 / i**2)]", "endless start", 1),
    ("1 / i - 1 / (i + 1))]", "(1 / i - 1 / (i + 1)) * (d + 1) / d)]", "endless start", 1),
    ("errors += 1", "errors += 1\n            w = w / w.sum()", "mistakes, you report", 1),
    ("beta ** y[t]", "beta ** (2 * y[t])", "mistakes, you report", 1),
    ("errors += 1", "errors += 20", "mistakes, you report", 1),
    ("errors += 1", "pass", "return errors", "return 8 * 2 * np.log(len(w))", "mistakes, you report", 1),
    ("return table", "return table.T", "the table should have shape", 1),
    ("(np.log(beta) - (beta - 1) / 2)", "((1 - 1 / beta) / 2)", "the smaller of two numbers", 2),
    ("(1 + B - len(literals))", "(1 + B)", "k is to be subtracted", 2),
    ("(1 + B - len(literals))", "(B - len(literals))", "this belongs to the start", 2),
    ("np.log(i * (i + 1))", "np.log2(i * (i + 1))", "the bound should be", 2),
    ("def promise", "def promises", "promise is not defined", 2),
]) + changed(WITH_LISTS, [
    ("X.tolist(), y.tolist()", "X.tolist()[:-1], y.tolist()", "mistakes, you report", 1),
    ("X.tolist(), y.tolist()", "X.tolist()[1:], y.tolist()[1:]", "mistakes, you report", 1),
])  # fmt: skip


# ---------------------------------------------------------------------- 4: the conversion
WITH_LITERALS = """
def pairs(X):
    d = X.shape[1]
    L = np.hstack([X, 1 - X])
    return np.column_stack([L[:, a] * L[:, b] for a in range(2 * d) for b in range(a) if a - b != d])

def learn_pairs(X, y, k):
    Z = pairs(X)
    run = ol.play(ol.Winnow(), Z, y)
    return run.n_mistakes, float(ol.theorem("winnow.disjunctions").bound(k=k, d=Z.shape[1]))
"""
WITH_LOGIC = """
from itertools import combinations

def pairs(X):
    B = np.asarray(X) > 0
    out = []
    for p, q in combinations(B.T, 2):
        out.extend([p & q, p & ~q, ~p & q, ~(p | q)])
    return np.stack(out, axis=1).astype(int)

def learn_pairs(X, y, k):
    Z = pairs(X)
    w, n = np.full(Z.shape[1], 1 / Z.shape[1]), 0
    for z, label in zip(Z, y):
        if label * (w @ z - 0.5) <= 0:
            w, n = w * np.exp(label * z / 2), n + 1
    return [n, 8 * k * np.log(Z.shape[1])]
"""
WITH_SINGLES = """
def pairs(X):
    L = np.concatenate([X, 1 - X], axis=1)
    products = np.einsum("ta,tb->tab", L, L)
    a, b = np.triu_indices(L.shape[1])
    keep = b - a != X.shape[1]
    return products[:, a[keep], b[keep]]

def learn_pairs(X, y, k):
    Z = pairs(X)
    return int(ol.play(ol.Winnow(), Z, y).mistakes.sum()), 8 * k * np.log(len(Z[0]))
"""
RIGHT["pairs"] = [WITH_LITERALS, WITH_LOGIC, WITH_SINGLES]
WRONG["pairs"] = changed(WITH_LITERALS, [
    (" if a - b != d", "", "different ones", 1),
    ("1 - X", "-X", "0 or 1", 1),
    ("np.column_stack(", "np.vstack(", "should have shape", 1),
    ("ol.play(ol.Winnow(), Z, y)", "ol.play(ol.Winnow(), X, y)", "on the switches themselves", 2),
    ("d=Z.shape[1]", "d=X.shape[1]", "count the new features", 2),
    ("return run.n_mistakes,", "return 8 * k * np.log(Z.shape[1]),", "this is the bound", 2),
    ("ol.Winnow()", "ol.Perceptron()", "Winnow makes", 2),
    ("return run.n_mistakes, ", "return ", "2 things are to be returned", 2),
]) + changed(WITH_LOGIC, [
    ("p & q, p & ~q, ~p & q, ~(p | q)", "p & q", "terms missing", 1),
    (", ~(p | q)", "", "is off", 1),
    ("p & q, p & ~q, ~p & q, ~(p | q)", "p | q, p | ~q, ~p | q, ~p | ~q", "40 of 40 terms missing", 1),
    ("combinations(B.T, 2)", "__import__('itertools').permutations(B.T, 2)", "only 40 different ones", 1),
    ("p & q, p & ~q", "0 * p, p & ~q", "terms missing", 1),
    ("np.stack(out, axis=1).astype(int)",
     "(lambda Z: np.roll(Z, len(X) // 32 - 1, axis=1))(np.stack(out, axis=1).astype(int))", "depends on the rest", 1),
    ("zip(Z, y)", "zip(Z[:-1], y)", "Winnow makes", 2),
])  # fmt: skip


# ---------------------------------------------------------------------- 5: the slip
REPAIRED = """
    M
    <= 2*beta/(beta - 1) + (1 + beta)*p    | by count, line_6
    <= 2*beta/(beta - 1) + (1 + beta)*(k*m)  | by times(1 + beta, literals)
    <= 2*beta/(beta - 1) + (1 + beta)*k*(1 + (log(d) - log(2))/log(beta))
        | by times((1 + beta)*k/log(beta), height)
"""


EXAMPLE = "[[1, 0]], [1], [1, 0], 4"
SLIP = slip_functions("3", EXAMPLE, REPAIRED)
RIGHT["slip"] = [
    SLIP,
    slip_functions(
        "3.0",
        "np.vstack([np.eye(3)[[0, 0]], np.eye(3)]), np.array([1, 1, 1, -1, -1.0]), np.eye(3)[0], 4",
        """
    M
    == p + q                                                            | by count
    <= p + (2*beta/(beta - 1) + beta*p)                                 | by line_6
    == 2*beta/(beta - 1) + (1 + beta)*p
    <= 2*beta/(beta - 1) + (1 + beta)*k*m                               | by literals
    == 2*beta/(beta - 1) + (1 + beta)*k*(1 + (m - 1)*log(beta)/log(beta))
    <= 2*beta/(beta - 1) + (1 + beta)*k*(1 + (log(d) - log(2))/log(beta)) | by height
    """,
    ),
    slip_functions(
        "np.int64(3)",
        "np.eye(2), np.ones(2), np.ones(2), 100.0",
        """
    M
    <= 2*beta/(beta - 1) + (1 + beta)*(k*m)
        | by count, line_6, times(1 + beta, literals)
    <= 2*beta/(beta - 1) + (1 + beta)*k*(1 + (log(d) - log(2))/log(beta))
        | by times((1 + beta)*k/log(beta), height)
    """,
    ),
]
WRONG["slip"] = changed(SLIP, [
    ("return 3", "return 1", "line 1 is true", 4),
    ("return 3", "return 4", "line 4 is true", 4),
    ("return 3", "return 6", "line 6 is true", 4),
    ("return 3", "return None", "the line", 4),
    (EXAMPLE, "[[1, 0]], [1], [1, 0], 2", "with beta at most 2 none can be", 3),
    (EXAMPLE, "[[1, 0]], [-1], [1, 0], 4", "round 1: the label is not", 3),
    (EXAMPLE, "[[1, 0]], [1], [0, 0], 4", "at least one literal", 3),
    (EXAMPLE, "[[2, 0]], [1], [1, 0], 4", "0 and 1 only", 3),
    (EXAMPLE, "[[1, 0]], [1], [1, 0], 0.5", "beta should be above 1", 3),
    (EXAMPLE, "[[1]], [1], [1], 4", "no line is broken", 3),
    (EXAMPLE, "[[1, 0]], [1], [1, 0]", "4 things are to be returned", 3),
    ("times((1 + beta)*k/log(beta), height)", "literals", "unexplained", 4),
    (REPAIRED, "M\n<= 2*beta/(beta - 1) + (1 + beta)*k*(1 + (log(d) - log(2))/log(beta)) | by count, line_6, literals, height",
     "at once", 3),
    ("(1 + beta)*p ", "beta*p ", "step 1", 3),
    ("(log(d) - log(2))", "log(d)", "step 3", 4),
    (REPAIRED, "M\n<= 2*beta/(beta - 1) + (1 + beta)*k*m | by literals, line_6, count", "the last line should be", 3),
])  # fmt: skip


# ---------------------------------------------------------------------- what a student sees
VISIBLE = [
    ("check_endless(endless_winnow)", WITH_A_DICT, "fine: "),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, ">= 0.5", "> 0.5"), "round 1 is a mistake"),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "w[i] / beta", "w[i]"), "not yet: "),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "(i * (i + 1))", "i**2"), "not yet: "),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "return np.array(flags),", "return sum(flags),"), "should be of shape"),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "w, flags = {}, []", "raise NotImplementedError"), "not written yet"),
    ("check_promotion(promotion)", PROVED, "fine: proved, in 3 steps"),
    ("check_promotion(promotion)", BACKWARDS, "fine: proved, in 3 steps"),
    ("check_demotion(demotion)", PROVED, "fine: "),
    ("check_end(end)", edited(PROVED, "| gap (1 - u)**2*w", ""), "not yet: step 4"),
    ("check_mistakes(mistakes)", PROVED, "fine: "),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "for i in ask", "for i in sorted(ask)"), "in this order"),
    ("check_endless(endless_winnow)", edited(WITH_A_DICT, "for i in on)\n", "for i in on) if on else 1.0\n"), "round 1 is a mistake"),
    ("check_longer_walls(longer_walls)", WALLS, "fine: "),
    ("check_longer_walls(longer_walls)", edited(WALLS, "beta ** y[t]", "beta ** -y[t]"), "from 1/8 its weight goes"),
    ("check_longer_walls(longer_walls)", edited(WALLS, "beta ** y[t]", "beta ** (2 * y[t])"), "from 1/8 its weight goes"),
    ("check_longer_walls(longer_walls)", edited(WALLS, "np.ones(d) / d", "np.ones(d) / X.shape[1]"), "the length of this wall"),
    ("check_promise(promise)", WALLS, "fine: "),
    ("check_promise(promise)", edited(WALLS, "(1 + B - len(literals))", "(1 + B)"), "the bound for the literals [1]"),
    ("check_pairs(pairs)", WITH_LITERALS, "fine: "),
    ("check_pairs(pairs)", WITH_SINGLES, "fine: "),
    ("check_pairs(pairs)", edited(WITH_LOGIC, ", ~(p | q)", ""), 'no column says "switch 1 is off and switch 2 is off"'),
    ("check_pairs(pairs)", edited(WITH_LITERALS, "1 - X", "-X"), "0 or 1"),
    ("check_pairs(pairs)", WITH_LITERALS + "\nright = pairs\ndef pairs(X): return right(X)[:, :: 1 if len(X) > 1 else -1]",
     "not yet: one point alone gives another row than among others"),
    ("check_learn_pairs(learn_pairs)", WITH_LOGIC, "fine: "),
    ("check_learn_pairs(learn_pairs)", edited(WITH_LITERALS, "d=Z.shape[1]", "d=X.shape[1]"), "the bound is"),
    ("check_wrong_line(wrong_line)", edited(SLIP, "return 3", "return 0"), "from 1 to 7"),
    ("check_counterexample(counterexample)", SLIP, "fine: "),
    ("check_counterexample(counterexample)", edited(SLIP, EXAMPLE, "[[1, 0]], [1], [1, 0], 2"), "every line of the passage holds"),
    ("check_longer_walls(longer_walls)", edited(WALLS, "enumerate(lengths)", "enumerate(sorted(lengths))"), "the order of the lengths"),
    ("check_counterexample(counterexample)", edited(SLIP, EXAMPLE, "[[1, 0]], [-1], [1, 0], 4"), "not the one of your disjunction"),
    ("check_repaired(repaired)", SLIP, "fine: "),
    ("check_repaired(repaired)", edited(SLIP, "(log(d) - log(2))", "log(d)"), "not yet: step 3"),
    ("check_longer_walls(longer_walls)", BY_THE_PACKAGE, "fine: "),  # no tie for rounding to decide
    ("check_pairs(pairs)", WRONG["pairs"][0][0], "are different"),
    ("check_learn_pairs(learn_pairs)", WRONG["pairs"][3][0], "on the 24 new features"),
    ("check_learn_pairs(learn_pairs)", WRONG["pairs"][6][0], "Winnow as it is"),
]  # fmt: skip
