"""The theorems on finite classes and on the passive-aggressive algorithm, held against runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, bound, within

import olbook as ol
from olbook.littlestone_dimension import (
    AgnosticExperts,
    Halving,
    PassiveAggressive,
    StandardOptimalAlgorithm,
    forced_path,
    littlestone_dimension,
)
from olbook.validation import FloatArray

EXPERTS = "Sum(Sum(w[t, i] * g[t, i], i, 1, N) - Sum(u[i] * g[t, i], i, 1, N), t, 1, T)"

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "littlestone.halving": ("M <= log(N) / log(2)",
        {"right", "indicator", "majority", "realizable"}, {"start", "keep", "left", "count"}, set()),
    "littlestone.standard_optimal": ("M <= D",
        {"indicator", "smaller", "realizable"}, {"count", "whole"}, {"graft", "part"}),
    "littlestone.counting": ("log(N) <= D * (1 + log((D + r) / D))", set(), {"few"}, {"binomial"}),
    "littlestone.agnostic": (f"{EXPERTS} <= sqrt(D * T / 2 * (1 + log(T / D)))",
        {"few", "most", "simplex", "low", "high"}, {"rounds", "start", "update", "total", "shares", "tuning"},
        {"binomial"}),
    "passive_aggressive.squared_hinge": ("L <= R ** 2 * U ** 2",
        {"square", "active", "labels", "radius", "size", "margin"}, {"start", "update", "squares"}, set()),
}  # fmt: skip


def mistakes(learner: Any, X: FloatArray, y: FloatArray) -> int:
    return ol.play(learner, X, y).n_mistakes


def small_class(seed: int) -> tuple[FloatArray, np.random.Generator]:
    rng = np.random.default_rng(seed)
    n, N = rng.integers(2, 9), rng.integers(1, 6)
    H = np.unique(rng.integers(0, 2, (n, N)), axis=0).astype(float)
    return H, rng


# ---------------------------------------------------------------------- finite classes
@settings(max_examples=30)
@given(SEEDS)
def test_the_mistakes_of_halving_and_of_the_standard_optimal_algorithm(seed: int) -> None:
    """On questions in any order, answered by a hypothesis, and on the path that is forced."""
    H, rng = small_class(seed)
    D = littlestone_dimension(H)
    X = rng.integers(0, H.shape[1], (12, 1)).astype(float)
    y = np.where(H[rng.integers(len(H))][X[:, 0].astype(int)] > 0, 1.0, -1.0)
    streams = [(X, y)]
    if D > 0:
        streams += [
            forced_path(learner, H) for learner in (Halving(H), StandardOptimalAlgorithm(H))
        ]
    for X, y in streams:
        most = bound("littlestone.halving", N=len(H))
        assert within(mistakes(Halving(H), X, y), most, 1.0)
        optimal = mistakes(StandardOptimalAlgorithm(H), X, y)
        assert optimal <= bound("littlestone.standard_optimal", D=D) <= most + 1e-9


# ---------------------------------------------------------------------- labels of any kind
@settings(max_examples=15)
@given(SEEDS, st.integers(1, 7), st.booleans())
def test_the_regret_with_labels_of_any_kind(seed: int, T: int, against: bool) -> None:
    """Expected mistakes, against the best hypothesis; the opponent knows the probabilities."""
    H, rng = small_class(seed)
    D = littlestone_dimension(H)
    learner = AgnosticExperts(H, T)
    made, other = 0.0, np.zeros(len(H))
    for x in rng.integers(0, H.shape[1], T):
        score = learner.predict([x])
        y = rng.choice([-1, 1]) if not against else (-1 if score > 0 else 1)
        made += (1 - y * score) / 2
        other += H[:, x] != (y > 0)
        learner.update([x], y)
    if D == 0:
        assert made == other.min()
    elif T >= D:
        assert within(made - other.min(), bound("littlestone.agnostic", D=D, T=T), T)


# ---------------------------------------------------------------------- passive and aggressive
@settings(max_examples=30)
@given(SEEDS, st.integers(1, 60), st.integers(2, 6))
def test_the_squared_hinge_losses_of_the_passive_aggressive_algorithm(
    seed: int, T: int, d: int
) -> None:
    X, y, u = ol.streams.separable(T, d, 0.1, rng=np.random.default_rng(seed))
    u = u / ol.functional_margin(u, X, y)
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    run = ol.play(PassiveAggressive(), X, y)
    L = float((run.losses**2).sum())
    assert within(run.n_mistakes, L, 1.0)
    assert within(L, bound("passive_aggressive.squared_hinge", R=R, U=U), 1.0)
