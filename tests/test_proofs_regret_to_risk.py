"""The theorems from regret to risk, beside exact enumerations of all samples of tiny worlds.

What they assume, that a number made of the past is worth nothing against the next example, is the
enumeration itself: the learners are tables that say what to play after every past.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, bound

import olbook as ol
from olbook.regret_to_risk import AnytimeAverage, linear_decay
from olbook.validation import FloatArray

SUMS = {"start", "sums", "chance"}
EVENT = {"indicator", "event"}
CONVEX_AVERAGE = {"average", "mean"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "risk.average_risk": ("P <= delta",
        {"most", "most_risk", "possible"} | EVENT, SUMS | {"level", "rate", "same"}, {"fresh"}),
    "risk.average_point": ("P <= delta",
        {"most", "most_u", "most_risk", "most_risk_u", "convex_risk", "possible"} | EVENT,
        SUMS | {"level", "rate"} | CONVEX_AVERAGE, {"fresh"}),
    "risk.few_mistakes": ("P <= delta", {"most", "mistakes"} | EVENT, SUMS | {"factor"}, {"fresh"}),
    "risk.azuma_hoeffding": ("P <= exp(-2 * epsilon ** 2 / (T * c ** 2))",
        {"low", "high", "below", "above", "martingale"} | EVENT, SUMS | {"rate", "place"}, set()),
    "risk.anytime": ("E(L(x[T])) - L(u) <= B / N",
        {"convex_risk"}, {"first_weight", "weights", "start", "average", "regret", "expected", "total"}, {"fresh"}),
    "risk.last_iterate": ("E(L(w[T])) - L(u) <= U * G / sqrt(T)",
        {"convex_risk", "lipschitz", "size"},
        {"start", "slope", "rest", "tuning", "step", "target", "share", "moves"}, {"fresh", "projection"}),
    "risk.weighted_average": ("E(L(a)) - L(u) <= 2 * G ** 2 / (mu * (T + 1))",
        {"strong", "lipschitz"}, {"step", "tuning", "average"}, {"fresh", "projection"}),
    "risk.plain_average": ("E(L(a)) - L(u) <= G ** 2 * (1 + log(T)) / (2 * mu * T)",
        {"strong", "lipschitz"},
        {"step", "tuning", "inverse", "logarithm"} | CONVEX_AVERAGE, {"fresh", "projection"}),
    "risk.surrogate": ("P <= R + U * G / sqrt(T)",
        {"convex", "size", "lipschitz", "risk", "convex_risk", "indicator", "mistake"},
        {"start", "step", "squares", "tuning", "chance", "comparator"}
        | CONVEX_AVERAGE, {"projection", "fresh", "unseen"}),
}  # fmt: skip


# ---------------------------------------------------------------------- points
def lines(rng: np.random.Generator, d: int) -> Callable[[FloatArray], tuple[float, FloatArray]]:
    """The largest of some linear functions, with its gradient, which is no longer than 1."""
    A = rng.normal(size=(rng.integers(1, 6), d))
    A /= np.maximum(1, np.linalg.norm(A, axis=1, keepdims=True))
    b = rng.normal(size=len(A)) * rng.choice([0.0, 0.3])

    def value(w: FloatArray) -> tuple[float, FloatArray]:
        i = int((A @ w + b).argmax())
        return float(A[i] @ w + b[i]), A[i]

    return value


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 30), st.integers(1, 4), st.floats(0.2, 3))
def test_the_last_iterate(seed: int, T: int, d: int, U: float) -> None:
    """Without chance: any function of this kind, any comparator, and the projections on a ball."""
    rng = np.random.default_rng(seed)
    f, G = lines(rng, d), 1.0
    domain = ol.Ball(U) if seed % 2 else ol.WholeSpace()
    learner = ol.OnlineGradientDescent(linear_decay(U, G, T), domain, d=d)
    for _ in range(T - 1):
        learner.update(f(learner.w)[1])
    directions = rng.normal(size=(20, d))
    for u in U * directions / np.linalg.norm(directions, axis=1, keepdims=True):
        allowed = bound("risk.last_iterate", U=U, G=G, T=T)
        assert f(learner.w)[0] - f(u)[0] <= allowed + 1e-9


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 25), st.integers(1, 4))
def test_gradients_at_the_average(seed: int, T: int, d: int) -> None:
    """For every number of rounds, any inner step, any comparator."""
    rng = np.random.default_rng(seed)
    f = lines(rng, d)
    learner = AnytimeAverage(ol.OnlineGradientDescent(float(rng.choice([0.1, 1.0]))))
    learner.start(d)
    u, B = rng.normal(size=d), 0.0
    for t in range(1, T + 1):
        value, g = f(learner.w)
        B += float(g @ (learner.learner.w - u))
        assert value - f(u)[0] <= bound("risk.anytime", B=B, N=t) + 1e-9
        learner.update(g)


# ---------------------------------------------------------------------- surrogate
@settings(max_examples=25)
@given(SEEDS, st.integers(1, 4), st.floats(0.3, 3))
def test_how_often_the_average_errs(seed: int, T: int, U: float) -> None:
    """Two labelled points, each with its chance; all samples; several comparators."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(2, 2)), rng.choice([-1.0, 1.0], 2)
    share, G = float(rng.uniform(0.1, 0.9)), float(np.linalg.norm(X, axis=1).max())
    chances = np.array([1 - share, share])
    P = 0.0
    for z in itertools.product((0, 1), repeat=T):
        rows = list(z)
        learner = ol.GradientDescent(U / (G * sqrt(T)), loss="hinge", domain=ol.Ball(U))
        a = ol.play(learner, X[rows], y[rows]).average_w
        P += float(np.prod(chances[rows])) * float(chances @ (y * (X @ a) <= 0))
    for u in rng.normal(size=(5, 2)):
        u *= U / np.linalg.norm(u)
        R = float(chances @ np.maximum(0, 1 - y * (X @ u)))
        allowed = bound("risk.surrogate", R=R, U=U, G=G, T=T)
        assert allowed + 1e-12 >= P
