"""Games for the learners of regression and of online convex optimisation, and how to compare them."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain
from olbook.validation import FloatArray

seeds = st.integers(0, 2**32 - 1)
games = {"T": st.integers(1, 50), "d": st.integers(1, 8), "seed": seeds}
steps = st.floats(1e-3, 2.0)
losses = st.sampled_from(["square", "absolute", "hinge", "logistic"])
DOMAINS: list[Domain | None] = [None, ol.Ball(0.7), ol.Simplex(), ol.L1Ball(0.5), ol.Box(-0.2, 0.3)]


def stream(loss: str, T: int, d: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Inputs no longer than 1, and targets of the kind that the loss asks for."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (T, d)) / np.sqrt(d)
    y = rng.choice([-1.0, 1.0], T) if loss in ("hinge", "logistic") else rng.standard_normal(T)
    return X, y


def weights(learner: Any, X: FloatArray, y: FloatArray) -> FloatArray:
    return ol.play(learner, X, y, keep_weights=True).weights


def points(learner: Any, gradients: FloatArray) -> FloatArray:
    return ol.play_oco(learner, gradients).weights


def equal(a: FloatArray, b: FloatArray) -> None:
    """Up to round-off."""
    np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


def anytime(t: int) -> float:
    return 0.5 / np.sqrt(t)


CHOICES = st.sampled_from(["random", "constant", "turning", "coin", "against"])


def chosen_gradients(
    kind: str, learner: Any, T: int, d: int, rng: np.random.Generator, size: float = 1.0
) -> FloatArray:
    """None is longer than `size`: random, constant, turned round in the middle, a coin, or against the learner.

    Against the learner they lead away from zero, where it is.
    """
    signs = {
        "constant": np.ones(T),
        "turning": np.where(np.arange(T) < T // 2, 1.0, -1.0),
        "coin": rng.choice([-1.0, 1.0], T, p=[0.6, 0.4]),
    }
    if kind in signs:
        return size * signs[kind][:, np.newaxis] * np.eye(1, d)
    directions: FloatArray = rng.normal(size=(T, d))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    if kind == "random":
        return size * directions * rng.uniform(size=(T, 1))
    player = learner.copy()
    player.start(d)
    for t, direction in enumerate(directions):
        length = np.linalg.norm(player.w)
        if length > 0:
            towards = player.w / length + 0.1 * direction
            directions[t] = towards / np.linalg.norm(towards)
        player.update(size * directions[t])
    return size * directions
