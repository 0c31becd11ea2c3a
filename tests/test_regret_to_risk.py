"""The running average, falling steps, the weighted average, and two functions made to be hard."""

from __future__ import annotations

import numpy as np
import pytest
from games import points, seeds
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

sizes = {"T": st.integers(1, 40), "d": st.integers(1, 5), "seed": seeds}
BALL = ol.Ball(1.0)


@settings(max_examples=25)
@given(**sizes)
def test_the_average_is_that_of_the_learner_inside(T: int, d: int, seed: int) -> None:
    gradients = np.random.default_rng(seed).normal(size=(T, d))
    inner = ol.OnlineGradientDescent(0.3, BALL)
    played = ol.play_oco(AnytimeAverage(inner), gradients)
    alone = points(inner, gradients)
    averages = np.cumsum(alone, axis=0) / np.arange(1, T + 2)[:, np.newaxis]
    np.testing.assert_allclose(played.weights, averages, atol=1e-12)
    np.testing.assert_array_equal(played.learner.learner.w, alone[-1])


def test_the_learner_given_is_not_changed_and_a_copy_is_independent() -> None:
    inner = ol.OnlineGradientDescent(1.0, d=2)
    learner = AnytimeAverage(inner)
    learner.update([1.0, 0.0])
    twin = learner.copy()
    twin.update([1.0, 0.0])
    np.testing.assert_array_equal(inner.w, [0.0, 0.0])
    np.testing.assert_array_equal(learner.w, [-0.5, 0.0])
    np.testing.assert_array_equal(twin.w, [-1.0, 0.0])
    assert "OnlineGradientDescent" in repr(learner)


@given(st.floats(0.1, 10), st.floats(0.1, 10), st.integers(2, 50))
def test_the_steps_fall_along_a_line_to_zero(U: float, G: float, T: int) -> None:
    eta = linear_decay(U, G, T)
    steps = np.array([eta(t) for t in range(1, T)])
    assert steps[-1] == pytest.approx(U / (G * T**1.5))
    np.testing.assert_allclose(steps, np.arange(T - 1, 0, -1) * steps[-1])
    for t in (0, T):
        with pytest.raises(ValueError, match=rf"1 to T - 1 = {T - 1}; got {t}"):
            eta(t)


def test_the_weighted_average_counts_later_points_more() -> None:
    gradients = np.random.default_rng(0).normal(size=(7, 2))
    run = ol.play_oco(ol.OnlineGradientDescent(0.5), gradients)
    by_hand = sum(t * run.weights[t - 1] for t in range(1, 8)) / 28
    np.testing.assert_allclose(weighted_average(run), by_hand)


@settings(max_examples=30)
@given(seeds, st.integers(1, 8))
def test_the_hard_functions_are_convex_and_have_short_gradients(seed: int, T: int) -> None:
    rng = np.random.default_rng(seed)
    for loss, size in ((LargestCoordinate(2.0), 2.0), (RisingWalls(T), 1.0)):
        w, u = rng.normal(size=(2, T))
        g = loss.gradient(w)
        assert np.linalg.norm(g) <= size + 1e-12
        assert loss.value(u) >= loss.value(w) + g @ (u - w) - 1e-12


@pytest.mark.parametrize("T", [1, 2, 9])
def test_a_coordinate_stays_untouched(T: int) -> None:
    """Whatever the steps, after T - 1 gradients the value is 0 at the last point and the average."""
    loss = LargestCoordinate()
    learner = ol.OnlineGradientDescent(lambda t: 1 / (1 + t % 3))
    weights = [np.zeros(T)]
    learner.start(T)
    for _ in range(T - 1):
        learner.update(loss.gradient(weights[-1]))
        weights.append(learner.w)
    assert loss.value(weights[-1]) == loss.value(np.mean(weights, axis=0)) == 0


def test_the_walls_rise_under_a_constant_step() -> None:
    """By about a quarter of a logarithm, at the last point and not at the average."""
    ratios = []
    for T in (30, 300):
        loss = RisingWalls(T)
        run = ol.play_oco(ol.OnlineGradientDescent(T**-0.5), [loss] * (T - 1), d=T)
        ratios.append(np.sqrt(T) * loss.value(run.w))
        assert np.sqrt(T) * loss.value(run.weights.mean(axis=0)) < 0.4
    assert ratios[1] - ratios[0] > 0.2 * np.log(10)
