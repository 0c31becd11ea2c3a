"""Coin betting: the wealth, the bets, and a point as magnitude times direction."""

from __future__ import annotations

import numpy as np
import pytest
from games import equal, games, points
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.without_tuning import CoinBetting, DirectionAndMagnitude

wealths = st.floats(0.01, 100.0)


@given(**games, epsilon=wealths)
def test_the_bets_are_shares_of_the_wealth(T: int, d: int, seed: int, epsilon: float) -> None:
    """Rebuilt from the sums alone: the wealth is what it was at first and what has been won."""
    gradients = np.random.default_rng(seed).uniform(-1, 1, (T, d))
    learner = CoinBetting(epsilon, d=d)
    played = points(learner, gradients)
    won = np.vstack([np.zeros(d), np.cumsum(-gradients * played[:-1], axis=0)])
    tilt = np.vstack([np.zeros(d), np.cumsum(-gradients, axis=0)])
    tilt = tilt / np.arange(2, T + 3)[:, np.newaxis]
    share = (np.exp(2 * tilt) - 1) / (np.exp(2 * tilt) + 1)
    np.testing.assert_allclose(played, share * (epsilon + won), rtol=1e-8, atol=1e-9 * epsilon)
    assert (epsilon + won > 0).all()


@given(**games, epsilon=wealths)
@settings(max_examples=30)
def test_a_bet_is_never_more_than_the_wealth(T: int, d: int, seed: int, epsilon: float) -> None:
    """Against the opponent that always takes the bet in full."""
    learner = CoinBetting(epsilon, d=d)
    rng = np.random.default_rng(seed)
    for _ in range(T):
        wealth = learner.wealth
        assert wealth is not None
        assert (np.abs(learner.w) < wealth).all()
        learner.update(np.where(learner.w == 0, rng.choice([-1.0, 1.0], d), np.sign(learner.w)))


def test_the_wealth_scales_the_points() -> None:
    gradients = np.random.default_rng(0).uniform(-1, 1, (40, 3))
    equal(points(CoinBetting(5.0), gradients), 5.0 * points(CoinBetting(1.0), gradients))
    equal(
        points(DirectionAndMagnitude(5.0), gradients / 2),
        5.0 * points(DirectionAndMagnitude(1.0), gradients / 2),
    )


@given(**games)
@settings(max_examples=30)
def test_a_point_is_magnitude_times_direction(T: int, d: int, seed: int) -> None:
    """Two learners, each playing its own game, give the points of the one."""
    gradients = np.random.default_rng(seed).uniform(-1, 1, (T, d)) / np.sqrt(d)
    step = ol.OnlineGradientDescent(lambda t: 2 / np.sqrt(t), ol.Ball(1.0))
    directions = points(step, gradients)
    slopes = np.sum(gradients * directions[:-1], axis=1)
    magnitudes = points(CoinBetting(2.0), slopes[:, np.newaxis])
    equal(points(DirectionAndMagnitude(2.0), gradients), magnitudes * directions)


def test_only_the_direction_and_magnitude_do_not_depend_on_the_axes() -> None:
    rng = np.random.default_rng(1)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    gradients = rng.uniform(-1, 1, (50, 3)) / np.sqrt(3)
    equal(
        points(DirectionAndMagnitude(), gradients @ turn.T),
        points(DirectionAndMagnitude(), gradients) @ turn.T,
    )
    by_axes = points(CoinBetting(), gradients @ turn.T)
    assert np.abs(by_axes - points(CoinBetting(), gradients) @ turn.T).max() > 0.01


@pytest.mark.parametrize("kind", [CoinBetting, DirectionAndMagnitude])
def test_what_is_refused_changes_nothing(
    kind: type[CoinBetting] | type[DirectionAndMagnitude],
) -> None:
    learner = kind(epsilon=3.0, d=2)
    learner.update([0.5, -0.5])
    twin = learner.copy()
    with pytest.raises(ValueError, match="divide"):
        learner.update([1.1, 0.0])
    for one in (learner, twin):
        one.update([0.25, 0.25])
    np.testing.assert_array_equal(learner.w, twin.w)
    assert repr(learner) == f"{kind.__name__}(epsilon=3.0)"


def test_the_wealth_is_unknown_before_the_dimension_is() -> None:
    assert CoinBetting().wealth is None
    wealth = CoinBetting(2.0, d=3).wealth
    assert wealth is not None
    assert wealth.tolist() == [2.0, 2.0, 2.0]
