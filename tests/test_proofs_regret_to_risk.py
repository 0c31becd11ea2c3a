"""The theorems from regret to risk, beside exact enumerations of all samples of tiny worlds.

What they assume, that a number made of the past is worth nothing against the next example, is the
enumeration itself: the learners are tables that say what to play after every past.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.regret_to_risk import (
    AnytimeAverage,
    LargestCoordinate,
    RisingWalls,
    linear_decay,
    weighted_average,
)
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

SEEDS = st.integers(0, 10**6)
SLACK = 1e-12


# ---------------------------------------------------------------------- points
def lines(
    rng: np.random.Generator, d: int
) -> tuple[Callable[[FloatArray], tuple[float, FloatArray]], float]:
    """The largest of some linear functions with a gradient of length at most 1, and their offset."""
    A = rng.normal(size=(rng.integers(1, 6), d))
    A /= np.maximum(1, np.linalg.norm(A, axis=1, keepdims=True))
    b = rng.normal(size=len(A)) * rng.choice([0.0, 0.3])

    def value(w: FloatArray) -> tuple[float, FloatArray]:
        i = int((A @ w + b).argmax())
        return float(A[i] @ w + b[i]), A[i]

    return value, 1.0


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 30), st.integers(1, 4), st.floats(0.2, 3))
def test_the_last_iterate(seed: int, T: int, d: int, U: float) -> None:
    """Without chance: any function of this kind, any comparator, and the projections on a ball."""
    rng = np.random.default_rng(seed)
    f, G = lines(rng, d)
    domain = ol.Ball(U) if seed % 2 else ol.WholeSpace()
    learner = ol.OnlineGradientDescent(linear_decay(U, G, T), domain, d=d)
    for _ in range(T - 1):
        learner.update(f(learner.w)[1])
    directions = rng.normal(size=(20, d))
    for u in U * directions / np.linalg.norm(directions, axis=1, keepdims=True):
        bound = float(ol.theorem("risk.last_iterate").bound(U=U, G=G, T=T))
        assert f(learner.w)[0] - f(u)[0] <= bound + 1e-9


def test_the_bound_for_the_last_iterate_is_attained() -> None:
    U, G, T = 2.0, 3.0, 16
    loss = LargestCoordinate(G)
    learner = ol.OnlineGradientDescent(linear_decay(U, G, T))
    run = ol.play_oco(learner, [loss] * (T - 1), d=T)
    excess = loss.value(run.w) - loss.value(np.full(T, -U / sqrt(T)))
    assert excess == pytest.approx(ol.theorem("risk.last_iterate").bound(U=U, G=G, T=T))


def test_the_last_iterate_needs_the_falling_steps() -> None:
    """On rising walls the last point of a constant step exceeds the bound, that of ours does not."""
    T = 200
    loss, bound = RisingWalls(T), float(ol.theorem("risk.last_iterate").bound(U=1.0, G=1.0, T=T))
    for eta, keeps in ((1 / sqrt(T), False), (linear_decay(1.0, 1.0, T), True)):
        run = ol.play_oco(ol.OnlineGradientDescent(eta), [loss] * (T - 1), d=T)
        assert (loss.value(run.w) <= bound) is keeps


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 25), st.integers(1, 4))
def test_gradients_at_the_average(seed: int, T: int, d: int) -> None:
    """For every number of rounds, any inner step, any comparator."""
    rng = np.random.default_rng(seed)
    f, _ = lines(rng, d)
    learner = AnytimeAverage(ol.OnlineGradientDescent(float(rng.choice([0.1, 1.0]))))
    learner.start(d)
    u, B = rng.normal(size=d), 0.0
    for t in range(1, T + 1):
        value, g = f(learner.w)
        B += float(g @ (learner.learner.w - u))
        assert value - f(u)[0] <= ol.theorem("risk.anytime").bound(B=B, N=t) + 1e-9
        learner.update(g)


# ---------------------------------------------------------------------- strongly convex risks


def test_the_rates_need_strong_convexity() -> None:
    """On |w| scaled to slope 1, in one dimension, with mu that is not there."""
    T, mu, G = 400, 10.0, 1.0
    for name, step in (
        ("risk.weighted_average", lambda t: 2 / (mu * (t + 1))),
        ("risk.plain_average", lambda t: 1 / (mu * t)),
    ):
        learner = ol.OnlineGradientDescent(step)
        learner.start(1)
        run = ol.play_oco(learner, [Distance()] * T)
        a = weighted_average(run) if name == "risk.weighted_average" else run.average_w
        assert abs(a[0] - 5.0) > ol.theorem(name).bound(G=G, mu=mu, T=T)


class Distance:
    """The loss |w - 5|."""

    def value(self, w: FloatArray) -> float:
        return float(abs(w[0] - 5))

    def gradient(self, w: FloatArray) -> FloatArray:
        return np.sign(w - 5)


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
        bound = ol.theorem("risk.surrogate").bound(R=R, U=U, G=G, T=T)
        assert bound + SLACK >= P


def test_errors_are_compared_with_hinge_losses() -> None:
    """With errors of u on the right side the theorem would be false: one far point on the wrong side."""
    X, y, U, T = np.array([[1.0], [-10.0]]), np.array([1.0, 1.0]), 10.0, 4000
    chances = np.array([0.6, 0.4])  # u = 10 errs with probability 0.4
    rows = np.random.default_rng(0).choice(2, size=T, p=chances)
    learner = ol.GradientDescent(U / (10 * sqrt(T)), loss="hinge", domain=ol.Ball(U))
    a = ol.play(learner, X[rows], y[rows]).average_w
    errs = float(chances @ (y * (X @ a) <= 0))
    without = float(ol.theorem("risk.surrogate").bound(R=0.4, U=0.01, G=10.0, T=T))
    assert errs == pytest.approx(0.6)
    assert errs > without
