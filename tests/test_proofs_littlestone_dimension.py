"""The theorems on finite classes and on the passive-aggressive algorithm, held against runs."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, within

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


def bound(name: str, **values: float) -> float:
    return float(ol.theorem(name).bound(**values))


def mistakes(learner: Any, X: FloatArray, y: FloatArray) -> int:
    made = ol.play(learner, X, y).n_mistakes
    assert made is not None
    return made


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


def test_both_bounds_are_attained() -> None:
    """By all functions on four points."""
    H = np.array([[(i >> x) & 1 for x in range(4)] for i in range(16)])
    for learner, name in (
        (Halving(H), "halving"),
        (StandardOptimalAlgorithm(H), "standard_optimal"),
    ):
        values = {"N": 16} if name == "halving" else {"D": 4}
        X, y = forced_path(learner, H)
        made = mistakes(learner, X, y)
        assert made == pytest.approx(bound(f"littlestone.{name}", **values))


class Minority(Halving):
    """The same learner with the sign of its score turned."""

    def predict(self, x: Any) -> float:
        return -super().predict(x)


def test_halving_needs_the_majority_and_somebody_who_is_right() -> None:
    """Who follows the minority errs at each of nine points; so does one hypothesis that is wrong."""
    H = np.vstack([np.zeros(9), np.eye(9)])
    X, y = np.arange(9.0)[:, np.newaxis], -np.ones(9)
    assert mistakes(Halving(H), X, y) == 1
    assert bound("littlestone.halving", N=10) < 4 < mistakes(Minority(H), X, y)
    assert bound("littlestone.standard_optimal", D=1) < mistakes(Minority(H), X, y)
    alone = Halving(H[:1])
    assert bound("littlestone.halving", N=1) == 0 < sum(alone.predict([x]) < 0 for x in range(9))


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


def test_the_experts_need_losses_between_zero_and_one() -> None:
    """A single round in which all but one lose a hundred breaks the bound."""
    T, N = 40, 41
    losses = np.zeros((T, N))
    losses[0, 1:] = 100.0
    regret = ol.play_oco(ol.Hedge(sqrt(8 * log(N) / T)), losses).losses.sum()
    assert regret > bound("littlestone.agnostic", D=1, T=T)
    regret = ol.play_oco(ol.Hedge(sqrt(8 * log(N) / T)), losses / 100).losses.sum()
    assert regret <= bound("littlestone.agnostic", D=1, T=T)


def test_a_learner_without_chance_has_no_such_bound() -> None:
    """Whoever answers by the sign of the score errs always, and some constant every other time."""
    T, H = 100, np.array([[1.0], [0.0]])
    learner, made, pluses = AgnosticExperts(H, T), 0, 0
    for _ in range(T):
        y = -1 if learner.predict([0]) > 0 else 1
        made += y * learner.predict([0]) <= 0
        pluses += y > 0
        learner.update([0], y)
    assert made == T
    assert made - min(pluses, T - pluses) > bound("littlestone.agnostic", D=1, T=T)


# ---------------------------------------------------------------------- passive and aggressive
def squares(X: FloatArray, y: FloatArray) -> tuple[float, int]:
    """Summed squared hinge losses of the passive-aggressive algorithm, and its mistakes."""
    run = ol.play(PassiveAggressive(), X, y)
    return float((run.losses**2).sum()), mistakes(PassiveAggressive(), X, y)


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 60), st.integers(2, 6))
def test_the_squared_hinge_losses_of_the_passive_aggressive_algorithm(
    seed: int, T: int, d: int
) -> None:
    X, y, u = ol.streams.separable(T, d, 0.1, rng=np.random.default_rng(seed))
    u = u / ol.functional_margin(u, X, y)
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    L, made = squares(X, y)
    assert within(made, L, 1.0)
    assert within(L, bound("passive_aggressive.squared_hinge", R=R, U=U), 1.0)


def test_its_bound_is_attained_and_needs_the_margin() -> None:
    X, y = ol.streams.orthonormal_rows(PassiveAggressive(), 16, radius=2.0)
    attained = bound("passive_aggressive.squared_hinge", R=2.0, U=sqrt(16) / 2.0)
    assert squares(X, y) == (attained, 16)
    flipping = np.ones((20, 1)), np.array([1.0, -1.0] * 10)
    assert squares(*flipping)[0] > bound("passive_aggressive.squared_hinge", R=1.0, U=1.0)
