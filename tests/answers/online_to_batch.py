"""Answers to the assignment *The last point, after all*."""

from __future__ import annotations

from typing import Any

from assignment_checks import changed, edited

DRAWN = {"batch-anytime", "batch-risks", "batch-vote"}
PROOF = "batch-derivations"
BASE = ""  # an answer stands alone
RIGHT: dict[str, list[str]] = {}
WRONG: dict[str, list[Any]] = {}

# ---------------------------------------------------------------------- 1
ONE = """
def one_round():
    return '''
    t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u))
    == L(x[t]) - L(u) + (t-1)*(L(x[t]) - L(x[t-1]))
    <= dot(D(x[t]), x[t] - u) + (t-1)*(L(x[t]) - L(x[t-1]))   | by at(convex, p=x[t], q=u)
    <= dot(D(x[t]), x[t] - u) + (t-1)*dot(D(x[t]), x[t] - x[t-1])
        | by times(t-1, at(convex, p=x[t], q=x[t-1]))
    == dot(D(x[t]), w[t] - u)                                 | by average
    '''
"""
LAST = """
def last_point():
    return '''
    L(x[T]) - L(u)
    == Sum(t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)), t, 1, T)/T
    <= Sum(dot(D(x[t]), w[t] - u), t, 1, T)/T   | by times(1/T, sum(t, 1, T, one_round))
    <= R/T                                      | by times(1/T, regret)
    '''
"""
SHORT = """
def one_round():
    return '''t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u))
<= dot(D(x[t]), w[t] - u) | by average, at(convex, p=x[t], q=u), times(t-1, at(convex, p=x[t], q=x[t-1]))'''
def last_point():
    return '''L(x[T]) - L(u)
<= Sum(dot(D(x[t]), w[t] - u), t, 1, T)/T | by sum(t, 1, T, one_round)
<= R/T | by regret'''
"""
EXPANDED = """
def one_round():
    lines = ["t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u))",
             "== (t-1)*(L(x[t]) - L(x[t-1])) + L(x[t]) - L(u)",
             "<= (t-1)*dot(D(x[t]), x[t] - x[t-1]) + (L(x[t]) - L(u)) "
             "| by times(t-1, at(convex, p=x[t], q=x[t-1]))",
             "<= (t-1)*dot(D(x[t]), x[t] - x[t-1]) + dot(D(x[t]), x[t]) - dot(D(x[t]), u)"
             "| by at(convex, p=x[t], q=u)",
             "== dot(D(x[t]), t*x[t] - (t-1)*x[t-1] - u)",
             "== dot(D(x[t]), w[t] - u) | by average"]
    return "\\n".join(lines)
def last_point():
    return '''
    L(x[T]) - L(u)
    == (T*(L(x[T]) - L(u)))/T
    == Sum(t*(L(x[t]) - L(u)) - (t-1)*(L(x[t-1]) - L(u)), t, 1, T)/T
    <= Sum(dot(D(x[t]), w[t]) - dot(D(x[t]), u), t, 1, T)/T | by times(1/T, sum(t, 1, T, one_round))
    <= R/T   | by times(1/T, regret)
    '''
"""

RIGHT["batch-derivations"] = [ONE + LAST, SHORT, EXPANDED]
WRONG["batch-derivations"] = changed(ONE, [
    ("p=x[t], q=u", "p=u, q=x[t]", "first fault: step 2", 2),
    ("p=x[t], q=x[t-1]", "p=x[t-1], q=x[t]", "first fault: step 3", 2),
    ("q=x[t-1]))", "q=w[t]))", "first fault: step 3", 2),
    ("| by average", "", "first fault: step 4", 2),
    ("+ (t-1)*dot", "+ t*dot", "first fault: step 3", 1),
]) + changed(ONE + LAST, [
    ("sum(t, 1, T, one_round)", "one_round", "first fault: step 2", 4.33),
    ("by times(1/T, regret)", "gap R", "first fault: step 3", 4.33),
    ("t, 1, T)/T", "t, 1, T)", "first fault: step 1", 3),
    ("<= R/T", "<= R", "first fault: step 3", 4.33),
]) + [
    ("def one_round(): return None", "a text is expected", 0),
    ("def one_round(): return '__import__(1)\\n== 2'", "0 of 3 stretches accepted", 0),
    (ONE + "def last_point():\n    return 'L(x[T]) - L(u)\\n<= R/T | by sum(t, 1, T, one_round), regret'",
        "one_round, regret at once", 3),
]  # fmt: skip


# ---------------------------------------------------------------------- 2
PASS = """
def anytime_pass(X, y, eta, U):
    w, total, averages = np.zeros(X.shape[1]), np.zeros(X.shape[1]), []
    for t in range(len(X)):
        total = total + w
        a = total / (t + 1)
        averages.append(a)
        if y[t] * (X[t] @ a) < 1:
            g = -y[t] * X[t]
        else:
            g = 0 * X[t]
        w = w - eta * g
        if np.linalg.norm(w) > U:
            w = U / np.linalg.norm(w) * w
    return np.array(averages)
"""
ALL_KEPT = """
def anytime_pass(X, y, eta, U):
    T, d = X.shape
    W, A = np.zeros((T + 1, d)), np.empty((T, d))
    for t, (row, label) in enumerate(zip(X, y)):
        A[t] = W[: t + 1].mean(axis=0)
        step = W[t] + eta * float(label * np.dot(row, A[t]) < 1) * label * row
        W[t + 1] = step * min(1, U / max(np.sqrt(np.sum(step**2)), 1e-300))
    return A
"""
WITH_PACKAGE = """
import olbook as ol

def anytime_pass(X, y, eta, U):
    learner = ol.OnlineGradientDescent(eta, ol.Ball(U))
    learner.start(X.shape[1])
    average, out, hinge = 0 * learner.w, [], ol.losses.Hinge()
    for t, (row, label) in enumerate(zip(X, y), 1):
        average = average + (learner.w - average) / t
        out.append(average)
        learner.update(hinge.slope(label, row @ average) * row)
    return out
"""
PURE = """
from math import sqrt, fsum

def anytime_pass(X, y, eta, U):
    d = len(X[0])
    w, sums, out = [0.0] * d, [0.0] * d, []
    for t, row in enumerate(X.tolist(), 1):
        label = float(y[t - 1])
        sums = [s + c for s, c in zip(sums, w)]
        out.append([s / t for s in sums])
        if 1 - label * fsum(a * c for a, c in zip(out[-1], row)) > 0:
            w = [c + eta * label * e for c, e in zip(w, row)]
            size = sqrt(fsum(c * c for c in w))
            w = [c * U / size for c in w] if size > U else w
    return out
"""
LATE = edited(
    PASS,
    *("averages.append(a)", "pass"),
    *("    return np.array", "        averages.append((total + w) / (t + 2))\n    return np.array"),
)
BY_THE_PACKAGE = """
import olbook as ol

def anytime_pass(X, y, eta, U):
    learner = ol.GradientDescent(eta, loss="hinge", domain=ol.Ball(U))
    played = ol.play(learner, X, y, keep_weights=True).weights[:-1]
    return np.cumsum(played, axis=0) / np.arange(1, len(X) + 1)[:, None]
"""
RIGHT["batch-anytime"] = [
    *(PASS, ALL_KEPT, WITH_PACKAGE, PURE),
    # w_1 is zero: leaving it out of the sum changes nothing
    edited(PASS, "total = total + w\n", "total = total + w if t else total\n"),
]
WRONG["batch-anytime"] = changed(PASS, [
    ("(X[t] @ a) < 1", "(X[t] @ w) < 1", "not at w_3", 1.5),
    ("(X[t] @ a) < 1", "(X[t] @ a) <= 1", "a margin of exactly 1", 3.5),
    ("(X[t] @ a) < 1", "(X[t] @ a) <= 0", "wherever the margin is below 1", 3.5),
    ("g = -y[t]", "g = y[t]", "against the gradient", 3.5),
    ("total / (t + 1)", "total / max(t, 1)", "average it with w_1", 3.5),
    ("averages.append(a)", "averages.append(w)", "average it with w_1", 0),
    ("> U:", "> 1e9:", "on its ray", 3.5),
    ("U / np.linalg.norm(w) * w", "np.clip(w, -U / 2, U / 2)", "on its ray", 2.5),
    ("w = w - eta * g", "w = a - eta * g", "it is the average of w_1, w_2 and w_3", 0),
    ("return np.array(averages)", "return np.array(averages)[-1]", "should have shape", 0),
    ("return np.array(averages)", "return np.array([*averages, a])", "should have shape", 0),
    ("return np.array", "return np.inf + np.array", "a NaN or an infinity", 0),
]) + [
    (LATE, "it is the average of w_1 alone", 0),
    (BY_THE_PACKAGE, "not at w_3", 1.5),
]  # fmt: skip


# ---------------------------------------------------------------------- 3
RISKS = """
def risks(labels, T):
    N, M = len(labels), sum(label == -1 for label in labels)
    first, more = ((1 - (1 - 1 / N) ** k) * M / k for k in (T, T + 1))
    return first, more
"""
TIGHT = "\ndef tight(T): return [-1] * (3 * T // 10)\n"
LISTED = """
from fractions import Fraction
from itertools import product

def risks(labels, T):
    N = len(labels)
    held = [Fraction(0)] * (T + 1)
    for sample in product(range(N), repeat=T):
        answers = [1] * N
        for t, x in enumerate((*sample, None)):
            wrong = sum(a != label for a, label in zip(answers, labels))
            held[t] += Fraction(int(wrong), N ** (T + 1))
            if x is not None:
                answers[x] = int(labels[x])
    return float(sum(held[:T]) / T), float(sum(held) / (T + 1))
def tight(T): return -np.ones(T // 3)
"""
LONGER = """
from itertools import product

def mistakes(labels, rounds):
    N, total = len(labels), 0
    for sample in product(range(N), repeat=rounds):
        total += len({x for x in sample if labels[x] < 0})
    return total / N**rounds

def risks(labels, T):
    # by the lemma: mistakes on one example more, divided by the rounds
    return np.array([mistakes(labels, T) / T, mistakes(labels, T + 1) / (T + 1)])

def tight(T):
    N = 1
    while (1 - 1 / (N + 1)) ** (T + 1) < 0.05:
        N += 1
    return np.where(np.arange(N) == 3, 1, -1)
"""
RIGHT["batch-risks"] = [RISKS + TIGHT, LISTED, LONGER]
WRONG["batch-risks"] = changed(RISKS + TIGHT, [
    ("    first,", "    if not M:\n        return 1.0, 1.0\n    first,", "labels [1, 1, 1]", 1),
    ("    first,", "    if N == 1:\n        return 0.0, 0.0\n    first,", "labels [-1], T = 3", 1),
    ("label == -1", "label == 1", "the expected risk should be", 1),
    ("return first, more", "return more, first", "the expected risk should be", 1),
    ("return first, more", "return first, first", "the expected risk should be", 2.5),
    ("return first, more", "return M / T, M / (T + 1)", "labels [-1, 1], T = 1", 1),
    ("(T, T + 1)", "(T + 1, T + 2)", "labels [-1, 1], T = 1", 1),
    ("* M / k", "* M", "labels [-1, -1, 1], T = 2", 1),
    ("return first, more", "return first", "should have shape (2,)", 1),
    ("[-1] * (3 * T // 10)", "[1, 1, 1, 1, 1]", "no label is -1", 3),
    ("[-1] * (3 * T // 10)", "[-1, 1, 1, 1, 1]", "at least 1/4", 3),
    ("[-1] * (3 * T // 10)", "-np.ones(5)", "at least 1/4", 3),
    ("[-1] * (3 * T // 10)", "-np.ones(15)", "at least 1/4", 3),
    ("[-1] * (3 * T // 10)", "-np.ones(T // 4)", "at least 1/4", 3),
    ("[-1] * (3 * T // 10)", "-np.ones(T // 2)", "at least 95 per cent", 3),
    ("[-1] * (3 * T // 10)", "-np.ones(T)", "at least 95 per cent", 3),
    ("[-1] * (3 * T // 10)", "[-1, 1] * (3 * T // 20)", "at least 1/4", 3),
    ("[-1] * (3 * T // 10)", "np.zeros(5)", "labels 1 or -1", 3),
])  # fmt: skip


# ---------------------------------------------------------------------- 4
SLIP = """
def slip(): return 3
def counterexample(): return [1.0, -0.5], [0.5, 0.5], 1.0
def corrected():
    return '''
    p
    == E(chi)                        | by chance
    <= E(chi*(Z + c))/(epsilon + c)  | by times(1/(epsilon + c), E(bad))
    <= E(Z + c)/(epsilon + c)        | by times(1/(epsilon + c), E(either))
    <= (B/T + c)/(epsilon + c)       | by times(1/(epsilon + c), mean)
    '''
"""
JOINED = """
def slip(): return np.float64(3)
def counterexample(): return np.array([-1, 0, 2]), np.array([0.4, 0.3, 0.3]), 1.5
def corrected():
    return '''
    p
    == E((epsilon + c)*chi)/(epsilon + c)  | by chance
    <= (E(Z) + c)/(epsilon + c)            | by E(bad), E(either)
    <= (B/T + c)/(epsilon + c)             | by mean
    '''
"""
TWO_STEPS = """
def slip(): return 3
def counterexample(): return (0.2, -100.0), (0.999, 0.001), 0.2
def corrected():
    return '''
    p
    <= (E(Z) + c)/(epsilon + c)  | by chance, E(bad), E(either)
    <= (B/T + c)/(epsilon + c)   | by mean
    '''
"""
RIGHT["batch-slip"] = [SLIP, JOINED, TWO_STEPS]
WRONG["batch-slip"] = changed(SLIP, [
    ("return 3", "return 5", "line 5 follows from", 3),
    ("return 3", "return 1", "line 1 is true", 3),
    ("return 3", "return [3]", "should be a number, it is an array of shape (1,)", 3),
    ("return 3", "return 7", "there are lines 1 to 6, and you say 7", 3),
    ("[1.0, -0.5], [0.5, 0.5]", "[1.0, 0.0], [0.5, 0.5]", "not more than 0.5", 3),
    ("[1.0, -0.5], [0.5, 0.5]", "[1.0, -3.0], [0.5, 0.5]", "should be positive", 3),
    ("[1.0, -0.5], [0.5, 0.5]", "[1.0, -0.5], [0.5, 0.6]", "have the sum 1", 3),
    ("[1.0, -0.5], [0.5, 0.5]", "[1.0, -0.5], [1.0]", "should have shape (2,)", 3),
    ("[0.5, 0.5], 1.0", "[0.5, 0.5], 2.0", "not more than", 3),
    ("[1.0, -0.5], [0.5, 0.5], 1.0", "0.5", "values, chances and epsilon", 3),
    ("E(either)", "either", "first fault: step 3", 3.33),
    ("E(bad)", "mean", "first fault: step 2", 3.33),
    ("(B/T + c)/(epsilon + c)       |", "(B/T + c)/epsilon |", "first fault: step 4", 3.33),
    ("by chance", "by bad", "first fault: step 1", 3.33),
])  # fmt: skip


# ---------------------------------------------------------------------- 5
VOTED = """
def voted(X, y):
    w, held = np.zeros(X.shape[1]), []
    for row, label in zip(X, y):
        held.append(w)
        if label * (row @ w) <= 0:
            w = w + label * row
    W, lives = [held[0]], [0]
    for v in held:
        if v is not W[-1]:
            W.append(v)
            lives.append(0)
        lives[-1] += 1
    return np.array(W), np.array(lives)
"""
VOTE = """
def vote(W, lives, x):
    voices = 0
    for w, n in zip(W, lives):
        score = w @ x
        voices += n * (int(score > 0) - int(score < 0))
    return np.sign(voices)
"""
WITH_RUN = """
import olbook as ol

def voted(X, y):
    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    held = run.weights[:-1]
    new = np.r_[True, (held[1:] != held[:-1]).any(axis=1)]
    births = np.flatnonzero(new)
    return held[births], np.diff(np.r_[births, len(X)])
def vote(W, lives, x):
    signs = np.sign(np.asarray(W) @ x)
    plus, minus = np.sum(lives[signs == 1]), np.sum(lives[signs == -1])
    return 1 if plus > minus else -1 if minus > plus else 0
"""
PAIRS = """
def voted(X, y):
    T, w, last, pairs = len(X), [0.0] * len(X[0]), 0, []
    for t in range(T):
        score = sum(a * b for a, b in zip(w, X[t]))
        if y[t] * score <= 0:
            pairs.append((w, t + 1 - last))
            w, last = [a + y[t] * b for a, b in zip(w, X[t])], t + 1
    if last < T:
        pairs.append((w, T - last))
    return [p[0] for p in pairs], [p[1] for p in pairs]
def vote(W, lives, x):
    return float(np.sign(sum(n * np.sign(np.dot(w, x)) for w, n in zip(W, lives))))
"""
RIGHT["batch-vote"] = [VOTED + VOTE, WITH_RUN, PAIRS]
WRONG["batch-vote"] = changed(VOTED + VOTE, [
    ("(row @ w) <= 0", "(row @ w) < 0", "lives should", 1.5),
    ("        if label * (row @ w) <= 0:\n    ", "", "lives should be (1, 2, 1, 1), not (1, 1, 1, 1, 1)", 2.25),
    ("w = w + label * row", "w = w - label * row", "lives should", 2.25),
    ("w = w + label * row", "w = w + row", "lives should", 2.25),
    ("    W, lives = [", "    held.append(w)\n    W, lives = [", "add up to the 5 rounds", 1.5),
    ("lives[-1] += 1", "lives[-1] = 1", "add up to the 5 rounds", 1.5),
    ("W, lives = [held[0]], [0]", "W, lives = [held[0]], [1]", "add up to the 5 rounds", 1.5),
    ("np.array(W), np.array(lives)", "2 * np.array(W), np.array(lives)", "the vectors are not", 2.25),
    ("np.array(W), np.array(lives)", "np.array(W)[::-1], np.array(lives)", "vectors are not", 1.5),
    ("np.array(W), np.array(lives)", "np.array(W)", "2 things", 1.5),
    ("(int(score > 0) - int(score < 0))", "score", "4 voices against 2", 1.5),
    ("n * (", "(", "voices", 1.5),
    ("(int(score > 0) - int(score < 0))", "(1 if score > 0 else -1)", "no voice", 1.5),
    ("(int(score > 0) - int(score < 0))", "(1 if score >= 0 else -1)", "no voice", 1.5),
    ("return np.sign(voices)", "return 1 if voices > 0 else -1", "a draw", 2.5),
    ("return np.sign(voices)", "return voices", "the vote should be", 1.5),
    ("score = w @ x", "score = -w @ x", "the vote should be", 1.5),
])  # fmt: skip


# ---------------------------------------------------------------------- what a student sees
VISIBLE = [
    ("check_anytime_pass(anytime_pass)", "def anytime_pass(X, y, eta, U): return X", "not yet: five times"),
    ("check_anytime_pass(anytime_pass)", "def anytime_pass(X, y, eta, U): return X[0]", "shape"),
    ("check_anytime_pass(anytime_pass)", "def anytime_pass(X, y, eta, U): return 1 / 0", "ZeroDivisionError"),
    ("check_risks(risks, tight)", RISKS + "def tight(T): return -np.ones(5)", "it should be at least 1/4"),
    ("check_risks(risks, tight)", RISKS + "def tight(T): return -np.ones(T)", "below 0.95"),
    ("check_risks(risks, tight)", RISKS + TIGHT, "fine: the risks are right"),
    ("check_one_round(one_round)", "def one_round(): return '1\\n<= 2 | gap 1'", "every step is accepted, but"),
    ("check_last_point(last_point)", "def last_point(): return 'R/T\\n<= R'", "step 1"),
]  # fmt: skip
