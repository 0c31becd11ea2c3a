"""The theorems on experts and games: what they say, and runs against their bounds."""

from __future__ import annotations

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import ROUNDS, SEEDS, bound, corners_and_others, within

import olbook as ol
from olbook.games import (
    AdaBoost,
    FixedShare,
    coins_in_blocks,
    duality_gap,
    punish_the_heaviest,
    self_play,
)
from olbook.validation import FloatArray

HEDGE = {"start", "update", "total", "shares"}
SHARE = {"start", "mean", "step", "share", "shifts"}
MOVING = {"whole", "simplex", "moved", "kept"}
SHIFTING = "Sum(Sum(w[t, i] * g[t, i], i, 1, d) - Sum(u[t, i] * g[t, i], i, 1, d), t, 1, T)"
PRICE = "(log(d) + K * log(d / alpha) + (T - 1 - K) * log(1 / beta)) / eta"
BOOSTED = {
    "start",
    "update",
    "total",
    "right",
    "wrong",
    "edge",
    "factor",
    "votes",
    "edges",
    "share",
}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "games.mix_loss": ("Sum(m[t] - Sum(u[i] * g[t, i], i, 1, d), t, 1, T) <= log(d) / eta",
        {"most", "simplex"}, {"start", "update", "total", "ratio", "mix"}, set()),
    "games.small_losses": ("L <= (log(d) + eta * C) / (1 - exp(-eta))",
        {"most", "simplex", "low", "high", "below"}, {*HEDGE, "mine", "other"}, set()),
    "games.small_losses_tuned": ("L <= C + sqrt(2 * B * log(d)) + log(d)",
        {"most", "simplex", "low", "high", "below", "known"},
        {*HEDGE, "mine", "other", "tuning", "rate"}, set()),
    "games.forced": ("E(Sum(Sum(ell[j, t] - (1 + omega[j] * sigma[j, t]) / 2, t, 1, n), j, 1, k))"
        " >= sqrt(k * T / 8)",
        {"lucky"}, {"rounds", "loss", "sums"}, {"fair", "khinchin"}),
    "games.mix_loss_shifting": (f"Sum(m[t] - Sum(u[t, i] * g[t, i], i, 1, d), t, 1, T) <= {PRICE}",
        MOVING, {*SHARE, "mix"} - {"mean"}, set()),
    "games.shifting": (f"{SHIFTING} <= {PRICE} + eta / 8 * T", {*MOVING, "low", "high", "weights"}, SHARE, set()),
    "games.shifting_tuned": (f"{SHIFTING} <= sqrt(T / 2 * J)",
        {*MOVING, "low", "high", "weights", "some", "seldom", "long"},
        {*SHARE, "share_tuned", "rest", "price", "tuning"}, set()),
    "games.equilibrium": ("F(P, b) - F(a, Q) <= (B + C) / T", {"convex", "concave", "first", "second"}, set(), set()),
    "games.exchange": ("Sum(Sum(A[i, j], i, 1, m), j, 1, n) - Sum(Sum(A[i, j], j, 1, n), i, 1, m) == 0",
        set(), {"so_far"}, set()),
    "games.self_play": ("D <= (sqrt(log(m) / 2) + sqrt(log(n) / 2)) / sqrt(T)",
        {"most", "simplex", "most_columns", "simplex_columns", "low", "high"},
        {*HEDGE, *(f"{each}_columns" for each in HEDGE), "pays", "misses", "tuning", "tuning_columns", "mean_p",
         "mean_q", "duality", "played_so_far", "answered_so_far", "compared_so_far", "averaged_so_far",
         "averaged_columns_so_far"}, set()),
    "games.margins": ("P <= exp(m / 2 * A - 2 * S)", {"correct", "counted", "margin"}, BOOSTED, set()),
    "games.adaboost": ("P <= exp(-2 * S)", {"correct", "counted", "mistake"}, BOOSTED, set()),
}  # fmt: skip


def losses(learner: ol.Hedge | FixedShare, kind: str, T: int, d: int, seed: int) -> FloatArray:
    """Of experts: at random, small for one of them, or 1 for the expert that is trusted most."""
    rng = np.random.default_rng(seed)
    if kind == "punished":
        return punish_the_heaviest(learner, T, d)
    g = rng.choice([0.0, 0.5, 1.0], size=(T, d))
    if kind == "few":
        g[:, 0] *= rng.uniform(size=T) < 0.1
    return g


@settings(max_examples=30)
@given(st.sampled_from(["random", "few", "punished"]), ROUNDS, st.integers(2, 6), SEEDS)
def test_hedge_and_an_expert_that_loses_little(kind: str, T: int, d: int, seed: int) -> None:
    for eta in (0.1, 1.0, 4.0):
        g = losses(ol.Hedge(eta), kind, T, d, seed)
        L = ol.play_oco(ol.Hedge(eta), g).losses.sum()
        for u in corners_and_others(np.random.default_rng(seed), d):
            allowed = bound("games.small_losses", C=float(g.sum(axis=0) @ u), eta=eta, d=d)
            assert within(L, allowed, T)
    for Q in (1.0, T / 2, float(T)):
        eta = float(np.log(1 + np.sqrt(2 * np.log(d) / Q)))
        g = losses(ol.Hedge(eta), kind, T, d, seed)
        L, C = ol.play_oco(ol.Hedge(eta), g).losses.sum(), float(g.sum(axis=0).min())
        if C <= Q:
            allowed = bound("games.small_losses_tuned", C=C, B=Q, d=d)
            assert within(L, allowed, T)


@settings(max_examples=30)
@given(st.sampled_from(["random", "few", "punished"]), st.integers(3, 40), SEEDS)
def test_fixed_share_and_comparators_that_move(kind: str, T: int, seed: int) -> None:
    """The path that is best with K shifts, by dynamic programming, and mixtures that move."""
    d, K = 3, 1 + seed % min(4, T - 2)
    P = float(np.log(d) + K * np.log(d * (T - 1) / K) + K)
    alpha, eta = K / (T - 1), float(np.sqrt(8 * P / T))
    learner = FixedShare(eta, alpha)
    g = losses(learner, kind, T, d, seed)
    paid = ol.play_oco(learner, g).losses.sum()
    tuned = bound("games.shifting_tuned", T=T, J=P)
    assert within(paid - best_path(g, K), tuned, T)
    u = np.random.default_rng(seed).dirichlet(np.full(d, 0.1), T)
    moved = float(np.maximum(0, np.diff(u, axis=0)).sum())
    allowed = bound("games.shifting", T=T, d=d, K=moved, alpha=alpha, beta=1 - alpha, eta=eta)
    assert within(paid - float((u * g).sum()), allowed, T)


def best_path(g: FloatArray, K: int) -> float:
    """The least loss of a path of experts that changes at most K times."""
    least = np.full((K + 1, g.shape[1]), 0.0)
    for row in g:
        stay = least.copy()
        stay[1:] = np.minimum(stay[1:], least[:-1].min(axis=1, keepdims=True))
        least = stay + row
    return float(least.min())


@settings(max_examples=20)
@given(ROUNDS, st.integers(2, 5), st.integers(2, 5), SEEDS)
def test_the_gap_of_two_hedges(T: int, m: int, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A = rng.choice([0.0, 0.5, 1.0], size=(m, n))
    p, q = self_play(A, T)
    gap = duality_gap(A, p.mean(axis=0), q.mean(axis=0))
    paid = np.einsum("ti,ij,tj->", p, A, q)
    B, C = paid - (q @ A.T).sum(axis=0).min(), (p @ A).sum(axis=0).max() - paid
    assert gap == pytest.approx(bound("games.equilibrium", B=B, C=C, T=T))
    assert within(gap, bound("games.self_play", m=m, n=n, T=T), 1.0)


@settings(max_examples=20)
@given(st.integers(1, 12), SEEDS)
def test_the_margins_of_adaboost(T: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    y = np.where(X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=30) > 0, 1.0, -1.0)
    learner = AdaBoost(T).fit(X, y)
    margins, S = y * learner.score(X), float(np.square(learner.edges).sum())
    assert (margins <= 0).mean() <= bound("games.adaboost", S=S) + 1e-12
    for level in (-0.2, 0.1, 0.3):
        allowed = bound("games.margins", S=S, m=level, A=2 * sum(learner.votes))
        assert (margins <= level).mean() <= allowed + 1e-12


@pytest.mark.parametrize(
    ("n", "k"), [(1, 1), (2, 1), (3, 1), (1, 3), (2, 2), (3, 2), (2, 3), (6, 1)]
)
def test_coins_force_their_share_from_every_learner(n: int, k: int) -> None:
    T, d = n * k, 2**k
    signs = np.array(list(product((-1, 1), repeat=k)))[:, np.repeat(np.arange(k), n)]
    games = [(1 + signs.T * np.array(toss)[:, None]) / 2 for toss in product((-1, 1), repeat=T)]
    exact = k / 2 * sum(abs(n - 2 * i) * comb(n, i) for i in range(n + 1)) / 2**n
    assert exact >= bound("games.forced", T=T, k=k) - 1e-12
    for learner in (ol.Hedge(0.7, d=d), FixedShare(2.0, alpha=0.3, d=d)):
        regrets = [ol.play_oco(learner, g, d=d).losses.sum() - g.sum(axis=0).min() for g in games]
        assert np.isclose(np.mean(regrets), exact)


def test_coins_that_are_not_fair_or_seen_before_force_less() -> None:
    forced = bound("games.forced", T=64, k=1)
    heads = np.tile([1.0, 0.0], (64, 1))  # a coin that only shows one side
    assert ol.play_oco(ol.Hedge(1.0), heads).losses.sum() < forced  # the other expert loses nothing
    g = coins_in_blocks(64, 1, np.random.default_rng(0))
    seen = g.min(axis=1).sum()  # all weight on whoever does not lose
    assert seen - g.sum(axis=0).min() < 0 < forced


@pytest.mark.parametrize("n", range(1, 80))
def test_the_inequality_of_khinchin_that_is_assumed(n: int) -> None:
    mean = sum(abs(n - 2 * i) * comb(n, i) for i in range(n + 1)) / 2**n
    assert mean >= sqrt(n / 2) - 1e-12
