"""The online Newton step, the forecaster for the square loss, and an opponent for curved losses."""

from __future__ import annotations

import numpy as np
import pytest
from games import equal, games, points, stream
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.curved_losses import (
    OnlineNewtonStep,
    RegularizedLoss,
    SquaredDistance,
    VovkAzouryWarmuth,
    forced_numbers,
    nearest,
    opposite_targets,
)
from olbook.validation import FloatArray


@given(**games)
@settings(max_examples=40)
def test_without_a_domain_the_newton_step_solves_a_system(T: int, d: int, seed: int) -> None:
    gradients = np.random.default_rng(seed).standard_normal((T, d))
    w, A, expected = np.zeros(d), 0.5 * np.eye(d), [np.zeros(d)]
    for g in gradients:
        A = A + np.outer(g, g)
        w = w - np.linalg.solve(A, g) / 2.0
        expected.append(w)
    played = points(OnlineNewtonStep(gamma=2.0, epsilon=0.5), gradients)
    np.testing.assert_allclose(played, np.array(expected), rtol=1e-7, atol=1e-9)


@given(**games)
@settings(max_examples=40)
def test_the_newton_step_comes_back_to_the_nearest_point_in_the_norm_of_the_round(
    T: int, d: int, seed: int
) -> None:
    """No point of the ball lies towards the point it was projected from, in this norm."""
    rng = np.random.default_rng(seed)
    gradients = rng.standard_normal((T, d))
    ball = ol.Ball(0.3)
    played = points(OnlineNewtonStep(1.0, 0.5, ball), gradients)
    A = 0.5 * np.eye(d)
    for w, g, after in zip(played[:-1], gradients, played[1:], strict=True):
        A = A + np.outer(g, g)
        v = w - np.linalg.solve(A, g)
        assert ball.contains(after)
        for u in (ball.project(rng.standard_normal(d)) for _ in range(3)):
            assert (v - after) @ A @ (u - after) <= 1e-6 * np.trace(A)


def test_a_point_inside_the_ball_is_left_as_it_is() -> None:
    factor, v = np.random.default_rng(0).standard_normal((2, 5, 5))
    inverse = np.linalg.inv(factor @ factor.T)
    np.testing.assert_array_equal(nearest(v[0], inverse, 1.5 * np.linalg.norm(v[0])), v[0])


@given(**games)
@settings(max_examples=40)
def test_the_forecaster_is_ridge_regression_with_the_new_input(T: int, d: int, seed: int) -> None:
    X, y = stream("square", T, d, seed)
    run = ol.play(VovkAzouryWarmuth(a=0.5), X, y)
    expected = [
        x @ np.linalg.solve(0.5 * np.eye(d) + X[: t + 1].T @ X[: t + 1], X[:t].T @ y[:t])
        for t, x in enumerate(X)
    ]
    equal(run.scores, np.array(expected))


def test_a_call_that_fails_changes_nothing() -> None:
    forecaster = VovkAzouryWarmuth()
    forecaster.update([1.0, 2.0], 3.0)
    before = forecaster.predict([1.0, 1.0])
    for x, y, said in (
        ([1.0], 1.0, "x must"),
        ([np.nan, 0.0], 1.0, "x must"),
        ([1.0, 1.0], np.inf, "y must"),
    ):
        with pytest.raises(ValueError, match=said):
            forecaster.update(x, y)
    forecaster.copy().update([1.0, 1.0], -9.0)
    assert forecaster.predict([1.0, 1.0]) == before


@given(st.integers(0, 10**6), st.floats(0.1, 5.0), st.sampled_from(["hinge", "logistic", "square"]))
@settings(max_examples=60)
def test_a_regularised_loss_lies_above_its_parabola(seed: int, mu: float, loss: str) -> None:
    rng = np.random.default_rng(seed)
    x, w, u = rng.standard_normal((3, 3))
    f = RegularizedLoss(x, 1.0, mu, loss)
    assert f.value(u) + 1e-9 >= f.value(w) + f.gradient(w) @ (u - w) + mu / 2 * (u - w) @ (u - w)
    point = SquaredDistance(float(rng.standard_normal()))
    step = 1e-6 * (u - w)
    assert point.value(w + step) - point.value(w) == pytest.approx(
        point.gradient(w) @ step, rel=1e-4, abs=1e-9
    )


def regret_on_the_line(learner: object, y: FloatArray) -> float:
    run = ol.play_oco(learner, [SquaredDistance(target) for target in y], d=1)  # type: ignore[arg-type]
    return float(run.losses.sum() - ((y - y.mean()) ** 2).sum() / 2)


class KnowsTheNumbers:
    """The learner that is best against the opponent: c_t times the sum of the targets so far."""

    def __init__(self, T: int) -> None:
        self.c, self.t, self.sum = forced_numbers(T), 1, 0.0
        self.w = np.zeros(1)

    def update(self, g: FloatArray) -> None:
        self.sum += round(float((self.w - g)[0]))
        self.t += 1
        if self.t < len(self.c):
            self.w = np.array([self.c[self.t] * self.sum])


@pytest.mark.parametrize("T", [1, 2, 3, 17, 300])
def test_the_learner_that_knows_the_numbers_pays_no_more_than_it_must(T: int) -> None:
    """Whatever the targets, if they are 1 or -1; so nobody can force more than the opponent does."""
    forced = forced_numbers(T)[1:].sum() / 2
    rng = np.random.default_rng(T)
    for y in (opposite_targets(KnowsTheNumbers(T), T), rng.choice([-1.0, 1.0], T), np.ones(T)):
        assert regret_on_the_line(KnowsTheNumbers(T), y) == pytest.approx(forced)


def test_the_opponent_leaves_the_learner_alone() -> None:
    learner = ol.OnlineGradientDescent(0.1, d=1)
    y = opposite_targets(learner, 5)
    assert set(y) <= {-1.0, 1.0}
    assert learner.w[0] == 0.0
