"""Gradient descent and exponentiated gradient: their loops, their relatives, their errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from games import DOMAINS, anytime, equal, games, losses, steps, stream, weights
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain
from olbook.learners import inner
from olbook.validation import FloatArray

# Each algorithm against its formula


@given(**games, eta=steps, loss=losses, domain=st.sampled_from(DOMAINS))
def test_gradient_descent_is_its_loop(
    T: int, d: int, seed: int, eta: float, loss: str, domain: Domain | None
) -> None:
    X, y = stream(loss, T, d, seed)
    learner = ol.GradientDescent(eta, loss, domain)
    project = ol.WholeSpace().project if domain is None else domain.project
    w = project(np.zeros(d))
    for kept, x, target in zip(weights(learner, X, y), X, y, strict=False):
        np.testing.assert_array_equal(kept, w)
        w = project(w - eta * (learner.loss.slope(target, inner(w, x)) * x))


@given(**games, eta=steps, loss=losses)
def test_exponentiated_gradient_multiplies_and_normalises(
    T: int, d: int, seed: int, eta: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    learner = ol.ExponentiatedGradient(eta, loss)
    w = np.full(d, 1 / d)
    for kept, x, target in zip(weights(learner, X, y), X, y, strict=False):
        equal(kept, w)
        w = w * np.exp(-eta * learner.loss.slope(target, kept @ x) * x)
        w /= w.sum()


# One and the same


@given(**games)
def test_conservative_hinge_descent_with_step_one_is_the_perceptron(
    T: int, d: int, seed: int
) -> None:
    """To the bit."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T)
    X[rng.random(T) < 0.2] = 0.0  # ties
    perceptron = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    descent = ol.play(
        ol.GradientDescent(1.0, loss="hinge", conservative=True), X, y, keep_weights=True
    )
    np.testing.assert_array_equal(descent.weights, perceptron.weights)
    np.testing.assert_array_equal(descent.mistakes, perceptron.mistakes)
    np.testing.assert_array_equal(descent.updates, perceptron.updates)
    np.testing.assert_array_equal(descent.losses, ol.losses.Hinge().value(y, perceptron.scores))


@given(**games, eta=steps, loss=losses, domain=st.sampled_from(DOMAINS))
def test_gradient_descent_is_online_gradient_descent_that_predicts(
    T: int, d: int, seed: int, eta: float, loss: str, domain: Domain | None
) -> None:
    """To the bit."""
    X, y = stream(loss, T, d, seed)
    direct = ol.play(ol.GradientDescent(eta, loss, domain), X, y, keep_weights=True)
    reduced = ol.play(
        ol.LinearPredictor(ol.OnlineGradientDescent(eta, domain), loss), X, y, keep_weights=True
    )
    np.testing.assert_array_equal(reduced.weights, direct.weights)
    np.testing.assert_array_equal(reduced.scores, direct.scores)
    np.testing.assert_array_equal(reduced.losses, direct.losses)


@given(**games, eta=steps, radius=st.floats(0.1, 5.0), loss=losses)
def test_signed_weights_are_positive_weights_of_both_signs(
    T: int, d: int, seed: int, eta: float, radius: float, loss: str
) -> None:
    """EG plus-minus is EG on the inputs (r x, -r x)."""
    X, y = stream(loss, T, d, seed)
    signed = ol.ExponentiatedGradient(eta, loss, signed=True, radius=radius)
    ours = weights(signed, X, y)
    both = weights(ol.ExponentiatedGradient(eta, loss), radius * np.hstack([X, -X]), y)
    plus, minus = np.split(both, 2, axis=1)
    np.testing.assert_allclose(ours, radius * (plus - minus), rtol=1e-9, atol=1e-10)
    assert all(ol.L1Ball(radius).contains(w) for w in ours)
    np.testing.assert_array_equal(ours[0], np.zeros(d))


@given(**games, eta=st.floats(0.05, 1.0))
def test_without_a_threshold_the_normaliser_changes_no_prediction(
    T: int, d: int, seed: int, eta: float
) -> None:
    """Conservative EG on the hinge is Winnow with threshold 0, normalised."""
    rng = np.random.default_rng(seed)
    X, y = rng.choice([-1.0, 1.0], (T, d)), rng.choice([-1.0, 1.0], T)
    run = ol.play(ol.ExponentiatedGradient(eta, "hinge", conservative=True), X, y)
    v = np.ones(d)
    for x, label, s in zip(X, y, run.scores, strict=True):
        plain = v @ x / v.sum()
        assert s == pytest.approx(plain, abs=1e-9)
        if label * s <= 0:
            v = v * np.exp(eta * label * x)


# The step may depend on the round


@given(**games)
def test_steps_that_depend_on_the_round(T: int, d: int, seed: int) -> None:
    X, y = stream("absolute", T, d, seed)
    w, v, theta = np.zeros(d), np.full(d, 1 / d), np.zeros(d)
    descent = weights(ol.GradientDescent(anytime, "absolute"), X, y)
    multiplied = weights(ol.ExponentiatedGradient(anytime, "absolute"), X, y)
    mirrored = weights(ol.PNorm(2.0, anytime, "absolute"), X, y)
    for t in range(1, T + 1):
        x, target = X[t - 1], y[t - 1]
        w = w - anytime(t) * np.sign(w @ x - target) * x
        v = v * np.exp(-anytime(t) * np.sign(multiplied[t - 1] @ x - target) * x)
        theta = theta - anytime(t) * np.sign(mirrored[t - 1] @ x - target) * x
        equal(descent[t], w)
        equal(multiplied[t], v / v.sum())
        equal(mirrored[t], theta)


def test_a_conservative_learner_counts_every_round() -> None:
    asked = []

    def eta(t: int) -> float:
        asked.append(t)
        return 1.0

    X, y = [[1.0], [1.0], [1.0], [-1.0]], [1, 1, -1, 1]  # a tie, right, wrong, a tie
    run = ol.play(ol.GradientDescent(eta, "hinge", conservative=True), X, y)
    np.testing.assert_array_equal(run.mistakes, [True, False, True, True])
    assert asked == [1, 3, 4]


def test_a_first_round_without_a_mistake_starts_the_learner() -> None:
    learner = ol.ExponentiatedGradient(1.0, "hinge", conservative=True)
    learner.update([1.0, 0.0], 1)
    np.testing.assert_array_equal(learner.w, [0.5, 0.5])


# Errors, and what a reader may bring


def test_a_linear_predictor_leaves_the_other_learner_alone() -> None:
    inner = ol.OnlineGradientDescent(0.5)
    learner, idle = (ol.LinearPredictor(inner, "square") for _ in range(2))
    learner.update([1.0, 2.0], 1.0)
    assert inner.w is None
    learner.oco_learner.update([9.0, 9.0])
    learner.copy().update([9.0, 9.0], 9.0)
    inner.update([9.0, 9.0])
    np.testing.assert_array_equal(learner.w, [0.5, 1.0])
    assert idle.w is None
    assert repr(learner) == (
        "LinearPredictor(OnlineGradientDescent(eta=0.5, domain=WholeSpace()), loss=Square())"
    )


def test_a_linear_predictor_checks_what_the_other_learner_does_not() -> None:
    class Careless:
        """Changes its point before it looks at the gradient."""

        w = np.zeros(2)

        def update(self, g: FloatArray) -> None:
            self.w = self.w - g
            if g[0] > 5:
                raise ValueError("too steep")

    learner = ol.LinearPredictor(Careless(), "square")
    learner.update([1.0, 0.0], 1.0)
    with pytest.raises(ValueError, match="too steep"):
        learner.update([1.0, 0.0], -9.0)
    np.testing.assert_array_equal(learner.w, [1.0, 0.0])
    with pytest.raises(ValueError, match=r"x must have shape \(2,\), got shape \(3,\)"):
        learner.predict([1.0, 0.0, 0.0])
    with pytest.raises(ValueError, match=r"y must be -1 or \+1, got 0.5"):
        ol.LinearPredictor(Careless(), "hinge").update([1.0, 0.0], 0.5)


def test_a_reader_may_bring_a_loss_a_domain_and_a_regulariser() -> None:
    class Huber:
        kind, lipschitz = "regression", 1.0

        def value(self, y: Any, s: Any) -> Any:
            r = np.abs(np.subtract(s, y))
            return np.where(r < 1, r * r / 2, r - 0.5)

        def slope(self, y: Any, s: Any) -> Any:
            return np.clip(np.subtract(s, y), -1, 1)

    class HalfLine:
        def project(self, v: Any) -> FloatArray:
            return np.maximum(v, 0.0)

        def contains(self, v: Any, tolerance: float = 1e-9) -> bool:
            return bool(np.min(v) >= -tolerance)

        def support(self, c: Any) -> float:
            return np.inf if np.max(c) > 0 else 0.0

    run = ol.play(ol.GradientDescent(0.5, Huber(), HalfLine()), [[1.0], [1.0]], [5.0, -5.0])
    np.testing.assert_array_equal(run.scores, [0.0, 0.5])
    np.testing.assert_array_equal(run.losses, [4.5, 5.0])
    np.testing.assert_array_equal(run.w, [0.0])
