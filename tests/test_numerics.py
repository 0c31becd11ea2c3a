"""Numbers: what a million rounds and a hundred thousand coordinates do to them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.fast import follow
from olbook.validation import FloatArray

ROUNDOFF = 2.0**-53  # the largest relative error of one operation
MILLION = 1_000_000


# Projections at any scale


@given(log_scale=st.integers(-1000, 990), d=st.integers(1, 30), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_the_projection_on_the_l1_ball_knows_no_scale(log_scale: int, d: int, seed: int) -> None:
    """Multiplied by a power of two, the point, the ball and the projection keep all their bits."""
    v = np.random.default_rng(seed).standard_normal(d)
    scale = 2.0**log_scale
    np.testing.assert_array_equal(
        ol.L1Ball(0.5 * scale).project(scale * v), scale * ol.L1Ball(0.5).project(v)
    )
    np.testing.assert_allclose(
        ol.Ball(0.5 * scale).project(scale * v), scale * ol.Ball(0.5).project(v), rtol=1e-15
    )


# A million rounds


def test_weights_sum_to_one_after_each_of_a_million_rounds() -> None:
    """Of Hedge; follow-the-regularised-leader on the simplex shares its normalisation."""
    rng = np.random.default_rng(0)
    G = rng.random((MILLION, 3)) + [0.0, 1e-3, 0.1]
    G[::1000] *= 1e6  # now and then something large
    learner = ol.Hedge(1e-3, d=3)
    points = follow(learner, G)
    assert points.min() >= 0.0
    assert np.abs(points.sum(axis=1) - 1.0).max() <= 1e-15
    np.testing.assert_array_equal(learner.w, points[-1])


@pytest.mark.parametrize("spread", [0.0, 1e-3, 1.0, 300.0, 1e300])
def test_weights_sum_to_one_for_many_experts(spread: float) -> None:
    learner = ol.Hedge(1.0, d=100_000)
    learner.update(spread * np.random.default_rng(7).standard_normal(100_000))
    assert abs(math.fsum(learner.w) - 1.0) <= 1e-13


@pytest.mark.parametrize("signed", [False, True])
def test_exponentiated_gradient_keeps_its_sum_over_a_million_rounds(signed: bool) -> None:
    rng = np.random.default_rng(1)
    X = rng.choice([-1.0, 1.0], (MILLION, 3))
    y = np.where((X @ [0.6, 0.3, 0.1] > 0) ^ (rng.random(MILLION) < 0.0005), 1.0, -1.0)
    learner = ol.ExponentiatedGradient(0.5, "hinge", signed=signed, radius=1.0, conservative=True)
    run = ol.play(learner, X, y)
    assert run.updates.sum() >= 400
    exponents = run.learner._exponents
    both = np.concatenate([exponents, -exponents]) if signed else exponents
    powers = [math.exp(e - both.max()) for e in both.tolist()]
    shares = np.array(powers) / math.fsum(powers)
    if signed:
        shares = shares[:3] - shares[3:]
        assert np.abs(run.w).sum() <= 1.0 + 1e-15
    else:
        assert abs(math.fsum(run.w) - 1.0) <= 1e-15
    np.testing.assert_allclose(run.w, shares, rtol=1e-13)


def test_the_total_loss_of_a_million_rounds_keeps_twelve_digits() -> None:
    """Of what Hedge has summed up; it decides the weights by its differences."""
    G = np.random.default_rng(2).random((MILLION, 2))
    learner = ol.play_oco(ol.Hedge(1e-3), G, keep_weights=False).learner
    exact = np.array([math.fsum(column) for column in G.T])
    np.testing.assert_allclose(learner._sum, exact, rtol=1e-12)
    odds = math.exp(-1e-3 * (exact[0] - exact[1]))
    assert learner.w[0] / learner.w[1] == pytest.approx(odds, rel=1e-9)


# Averages


def exact_average(weights: FloatArray) -> list[float]:
    """Rounded twice: by fsum, and by the division."""
    return [math.fsum(column) / len(weights) for column in weights.T]


def assert_average_is_as_exact_as_proved(run: Any, changes: int) -> None:
    """The error is at most (changes + 3) round-offs of the mean absolute weight.

    Each change adds one product to the sum: one rounding for the product, and one for the sum,
    which all later additions may follow with theirs; the last product and the division add two.
    """
    played = run.weights[:-1]
    sizes = np.array(exact_average(np.abs(played)))
    error = np.abs(run.average_w - exact_average(played))
    assert (error <= (changes + 4) * ROUNDOFF * sizes).all()


def test_an_average_that_seldom_changes_keeps_all_digits() -> None:
    """A million rounds, one change: no million additions that would each lose a little."""
    X = np.full((MILLION, 2), [0.1, 0.3])
    run = ol.play(ol.Perceptron(), X, np.ones(MILLION))
    assert run.n_mistakes == 1
    exact = [Fraction(x) * (MILLION - 1) / MILLION for x in (0.1, 0.3)]
    np.testing.assert_allclose(run.average_w, [float(e) for e in exact], rtol=3 * ROUNDOFF)


def test_the_average_of_a_million_points_that_all_differ() -> None:
    G = np.random.default_rng(3).standard_normal((MILLION, 2)) + [0.5, -0.5]
    learner = ol.FollowTheRegularizedLeader(1e-3, ol.SquaredNorm(), d=2)
    points = np.concatenate([learner.w[np.newaxis], follow(learner.copy(), G)])
    run = ol.play_oco(learner, G, keep_weights=False)
    exact = np.array(exact_average(points[:-1]))
    np.testing.assert_allclose(run.average_w, exact, rtol=1e-12)  # proved are only ten digits


@given(
    T=st.integers(1, 400),
    d=st.integers(1, 4),
    seed=st.integers(0, 2**32 - 1),
    noise=st.sampled_from([0.0, 0.1, 0.5]),
    method=st.sampled_from(["auto", "loop"]),
)
@settings(max_examples=60)
def test_the_average_is_as_exact_as_proved(
    T: int, d: int, seed: int, noise: float, method: str
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, d)) * 10.0 ** rng.integers(-6, 7, (T, 1))
    y = np.where((X.sum(axis=1) > 0) ^ (rng.random(T) < noise), 1.0, -1.0)
    for learner in (ol.Perceptron(), ol.GradientDescent(0.1, "hinge", ol.Ball(1.0))):
        run = ol.play(learner, X, y, keep_weights=True, method=method)
        assert_average_is_as_exact_as_proved(run, int(run.updates.sum()))
