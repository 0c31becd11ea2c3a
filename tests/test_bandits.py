"""Exp3, UCB1, the game that tells them so little, and two opponents."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from games import points, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.bandits import UCB1, Exp3, hidden_arm, play_bandit, punish_the_chosen


@settings(max_examples=20)
@given(st.integers(1, 30), st.integers(1, 5), seeds, st.floats(0.01, 2.0))
def test_exp3_is_hedge_on_estimates(T: int, d: int, seed: int, eta: float) -> None:
    losses = np.random.default_rng(seed).uniform(size=(T, d))
    run = play_bandit(Exp3(eta), losses, np.random.default_rng(seed))
    w, estimates = np.full(d, 1 / d), np.zeros((T, d))
    for t, arm in enumerate(run.arms):
        estimates[t, arm] = losses[t, arm] / w[arm]
        w = points(ol.Hedge(eta), estimates[: t + 1])[-1]
    np.testing.assert_allclose(run.learner.w, w)
    np.testing.assert_array_equal(run.losses, losses[np.arange(T), run.arms])
    assert run.pulls.sum() == T


def test_exp3_draws_with_its_probabilities() -> None:
    learner = Exp3(1.0, d=3)
    learner.update(0, 0.4)
    learner.update(2, 0.1)
    assert learner.w is not None
    rng = np.random.default_rng(0)
    share = np.bincount([learner.choose(rng) for _ in range(20_000)]) / 20_000
    assert np.abs(share - learner.w).max() < 4 * 0.5 / math.sqrt(20_000)


@pytest.mark.parametrize("d", [2, 3])
def test_in_the_mean_over_all_draws_the_estimates_are_right(d: int) -> None:
    """All draws of three rounds, with probabilities that are fractions and depend on what was drawn before."""
    g = [[Fraction(1, 1 + (t + i) % 3) for i in range(d)] for t in range(3)]
    mean = [[Fraction(0)] * d for _ in g]
    square = [[Fraction(0)] * d for _ in g]
    for draws in itertools.product(range(d), repeat=3):
        chance, w, p = Fraction(1), [Fraction(1, d)] * d, []
        for arm in draws:
            p.append(w[arm])
            chance *= w[arm]
            heavier = [x + (i == arm) * Fraction(1, 3) for i, x in enumerate(w)]  # for instance
            w = [x / sum(heavier) for x in heavier]
        for t, arm in enumerate(draws):
            mean[t][arm] += chance * g[t][arm] / p[t]
            square[t][arm] += chance * p[t] * (g[t][arm] / p[t]) ** 2
    assert mean == g
    assert square == [[x * x for x in row] for row in g]


@settings(max_examples=20)
@given(st.integers(1, 60), st.integers(1, 5), seeds, st.sampled_from([0.0, 0.5, 2.0]))
def test_ucb1_pulls_the_lowest_end_after_each_arm_once(T: int, d: int, seed: int, c: float) -> None:
    losses = np.random.default_rng(seed).uniform(size=(T, d))
    run = play_bandit(UCB1(c), losses, np.random.default_rng(seed))
    np.testing.assert_array_equal(run.arms[:d], np.arange(min(T, d)))
    for t in range(d, T):
        seen = [run.losses[:t][run.arms[:t] == i] for i in range(d)]
        lower = [x.mean() - math.sqrt(c * math.log(t + 1) / len(x)) for x in seen]
        assert lower[run.arms[t]] <= min(lower) + 1e-12


def test_a_learner_is_not_changed_and_goes_on_where_it_was() -> None:
    losses = np.random.default_rng(1).uniform(size=(40, 3))
    for learner in (Exp3(0.3), UCB1()):
        whole = play_bandit(learner, losses, np.random.default_rng(2))
        rng = np.random.default_rng(2)
        half = play_bandit(learner, losses[:20], rng)
        rest = play_bandit(half.learner, losses[20:], rng)
        np.testing.assert_array_equal(whole.arms, np.r_[half.arms, rest.arms])
        with pytest.raises(ValueError, match="no arms yet"):
            learner.choose(rng)


def test_the_chosen_arm_is_punished() -> None:
    rng = np.random.default_rng(0)
    losses = punish_the_chosen(UCB1(), T=60, d=3, rng=rng)
    run = play_bandit(UCB1(), losses, rng)
    assert run.losses.sum() == 60
    assert losses.sum() == 60


def test_one_arm_is_hidden_among_fair_coins() -> None:
    games = [hidden_arm(T=400, d=4, rng=np.random.default_rng(seed)) for seed in range(400)]
    better = np.mean([g[:, arm].mean() for g, arm in games])
    others = np.mean([np.delete(g, arm, axis=1).mean() for g, arm in games])
    assert abs(better - (0.5 - 0.025)) < 4 * 0.5 / 400
    assert abs(others - 0.5) < 4 * 0.5 / 400 / math.sqrt(3)
    assert np.bincount([arm for _, arm in games]).min() > 60


class Elsewhere:
    """Chooses an arm that there is not."""

    def choose(self, rng: np.random.Generator) -> int:
        return 2

    def update(self, arm: int, loss: float) -> None:
        """Nothing."""


def test_what_is_wrong_is_named_with_its_round() -> None:
    rng, losses = np.random.default_rng(0), np.zeros((3, 2))
    with pytest.raises(ValueError, match="round 1: arm must be from 0 to 1, got 2"):
        play_bandit(Elsewhere(), losses, rng)
    sure = Exp3(1.0, d=2)
    sure.update(0, 2000.0)
    with pytest.raises(ValueError, match="arm 0 has the probability 0"):
        sure.update(0, 1.0)
    learner = UCB1(d=2)
    with pytest.raises(ValueError, match="loss must be finite"):
        learner.update(0, np.inf)
    assert learner.choose() == 0
