"""Fixed share, self-play, and boosting with stumps."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from games import points, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.games import (
    AdaBoost,
    FixedShare,
    coins_in_blocks,
    duality_gap,
    punish_the_heaviest,
    self_play,
)


@settings(max_examples=15)
@given(st.integers(1, 4), st.integers(2, 3), seeds)
def test_fixed_share_mixes_all_paths_of_experts(T: int, d: int, seed: int) -> None:
    """Each path weighs what a random walk gives it, times the exponential of its loss."""
    rng = np.random.default_rng(seed)
    losses, eta, alpha = rng.uniform(size=(T, d)), rng.uniform(0.1, 2), rng.uniform(0.05, 1)
    weights = points(FixedShare(eta, alpha), losses)
    expected = np.zeros(d)
    for path in itertools.product(range(d), repeat=T + 1):
        chance = 1.0
        for before, after in itertools.pairwise(path):
            chance *= (1 - alpha) * (before == after) + alpha / d
        expected[path[-1]] += chance * np.exp(-eta * losses[range(T), path[:-1]].sum())
    np.testing.assert_allclose(weights[-1], expected / expected.sum())


def test_fixed_share_counts_differences_only_and_stays_above_its_share() -> None:
    losses = np.random.default_rng(0).uniform(size=(50, 4))
    learner = FixedShare(2.0, alpha=0.1)
    weights = points(learner, losses)
    np.testing.assert_allclose(points(learner, losses + 5000.0), weights)
    assert weights.min() >= 0.1 / 4
    np.testing.assert_allclose(weights.sum(axis=1), 1.0)


def test_the_heaviest_expert_is_punished() -> None:
    learner = ol.Hedge(0.7)
    losses = punish_the_heaviest(learner, T=30, d=3)
    weights = points(learner, losses)[:-1]
    assert (losses.sum(axis=1) == 1).all()
    assert ((losses * weights).sum(axis=1) == weights.max(axis=1)).all()
    assert learner.w is None


def test_coins_are_bet_on_in_every_way() -> None:
    g = coins_in_blocks(T=12, k=3, rng=np.random.default_rng(0))
    blocks = g.reshape(3, 4, 8)
    assert g.shape == (12, 8)
    assert np.all(g.sum(axis=1) == 4)  # half of the experts lose
    right = [tuple(expert) for expert in (blocks == blocks[:, :, :1]).all(axis=1).T]
    assert len(set(right)) == 8
    assert (
        g.sum(axis=0).min()
        == np.minimum(blocks.sum(axis=1), 4 - blocks.sum(axis=1)).sum(axis=0).min()
    )


@settings(max_examples=25)
@given(st.integers(1, 5), st.integers(1, 5), seeds)
def test_the_gap_is_what_two_best_answers_gain(m: int, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A, p, q = rng.normal(size=(m, n)), rng.dirichlet(np.ones(m)), rng.dirichlet(np.ones(n))
    answers = [p @ A @ b - a @ A @ q for a in np.eye(m) for b in np.eye(n)]
    assert duality_gap(A, p, q) == pytest.approx(max(answers))
    assert duality_gap(A, p, q) >= -1e-12


def test_self_play_is_two_hedges_that_see_each_other() -> None:
    A, T = np.random.default_rng(1).uniform(size=(3, 4)), 20
    p, q = self_play(A, T)
    np.testing.assert_allclose(p, points(ol.Hedge(np.sqrt(8 * np.log(3) / T)), q @ A.T)[:-1])
    np.testing.assert_allclose(q, points(ol.Hedge(np.sqrt(8 * np.log(4) / T)), 1 - p @ A)[:-1])


@settings(max_examples=20)
@given(st.integers(2, 8), st.integers(1, 3), seeds)
def test_the_first_stump_is_the_best_of_all(n: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 4, size=(n, d)).astype(float), rng.choice([-1.0, 1.0], n)
    cuts = [-1.0, 0.5, 1.5, 2.5]
    rules = [np.where(X[:, [j]] > c, 1.0, -1.0)[:, 0] for j in range(d) for c in cuts]
    best = max(abs(float((y * h).mean())) for h in rules) / 2
    if best == 0.5:
        with pytest.raises(ValueError, match="one stump"):
            AdaBoost(1).fit(X, y)
    else:
        learner = AdaBoost(1).fit(X, y)
        right = y * learner.stumps[0].predict(X)
        assert learner.edges[0] == pytest.approx(best)
        assert right.mean() / 2 == pytest.approx(best)


def test_a_rule_is_as_good_as_a_coin_on_the_next_weights() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(40, 3)), rng.choice([-1.0, 1.0], 40)
    learner = AdaBoost(10).fit(X, y)
    w = np.full(40, 1 / 40)
    for h, alpha in zip(learner.stumps, learner.votes, strict=True):
        w = w * np.exp(-alpha * y * h.predict(X))
        assert (w @ (y * h.predict(X))) / w.sum() == pytest.approx(0.0)
    assert np.abs(learner.score(X)).max() <= 1 + 1e-12
