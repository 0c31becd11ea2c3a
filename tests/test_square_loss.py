"""Widrow-Hoff: gradient descent on the square loss, and how large a step it bears."""

from __future__ import annotations

import numpy as np
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
