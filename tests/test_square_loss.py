"""Widrow-Hoff: gradient descent on the square loss, and how large a step it bears."""

from __future__ import annotations

import numpy as np
import pytest
from games import games, steps, stream, weights
from hypothesis import given

import olbook as ol


@given(**games, eta=steps)
def test_widrow_hoff_is_gradient_descent_on_the_square_loss(
    T: int, d: int, seed: int, eta: float
) -> None:
    """To the bit."""
    X, y = stream("square", T, d, seed)
    ours = weights(ol.WidrowHoff(eta), X, y)
    np.testing.assert_array_equal(ours, weights(ol.GradientDescent(eta, "square"), X, y))


def test_widrow_hoff_diverges_with_twice_the_largest_step() -> None:
    """The error is multiplied by 1 - eta in every round."""
    ones = np.ones((20, 1))
    assert ol.play(ol.WidrowHoff(2.0), ones, np.ones(20)).losses.sum() == pytest.approx(10.0)
    assert ol.play(ol.WidrowHoff(2.1), ones, np.ones(20)).losses.sum() > 20
    with pytest.raises(ValueError, match=r"round \d+: .*finite"):
        ol.play(ol.WidrowHoff(1e10), np.ones((50, 1)), np.ones(50))
