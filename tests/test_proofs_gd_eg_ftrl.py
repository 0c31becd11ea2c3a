"""The theorems of gradient descent and exponentiated gradient."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import (
    KINDS,
    ROUNDS,
    SEEDS,
    bound,
    corners_and_others,
    defined,
    near,
    stream,
    within,
)

import olbook as ol
from olbook.validation import FloatArray

GD_REGRET = "Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T)"
EG_REGRET = "Sum(f[t](s[t]) - f[t](Sum(u[i] * x[t, i], i, 1, d)), t, 1, T)"
GD = {"convex", "slope", "radius", "size"}
WEIGHTS = {"start", "update", "total", "shares", "score"}
SIMPLEX = {"most", "simplex"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "gd.regret": (f"{GD_REGRET} <= U ** 2 / (2 * eta) + eta / 2 * R ** 2 * Z ** 2 * T",
        GD, {"start", "update"}, set()),
    "gd.tuned": (f"{GD_REGRET} <= U * R * Z * sqrt(T)", GD, {"start", "update", "tuning"}, set()),
    "gd.average_bound_fixed_step": ("lim((U ** 2 / (2 * eta) + eta / 2 * R ** 2 * Z ** 2 * T) / T, T)"
        " == eta / 2 * R ** 2 * Z ** 2",
        set(), set(), set()),
    "gd.average_bound_tuned": ("lim(U * R * Z * sqrt(T) / T, T) == 0", set(), set(), set()),
    "eg.regret": (f"{EG_REGRET} <= log(d) / eta + eta / 2 * B ** 2 * Z ** 2 * T",
        SIMPLEX | {"convex", "low", "high", "slope"}, WEIGHTS, set()),
    "eg.tuned": (f"{EG_REGRET} <= B * Z * sqrt(2 * T * log(d))",
        SIMPLEX | {"convex", "low", "high", "slope"}, WEIGHTS | {"tuning"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- the definitions, played
@settings(max_examples=25)
@given(SEEDS, st.integers(1, 6), st.integers(1, 4), st.sampled_from(["square", "absolute"]))
def test_the_learners_do_what_the_theorems_define(seed: int, T: int, d: int, loss: str) -> None:
    rng = np.random.default_rng(seed)
    X, y, eta = rng.integers(-2, 3, (T, d)) / 2, rng.integers(-2, 3, T) / 2, 0.25
    gd = ol.play(ol.GradientDescent(eta, loss), X, y, keep_weights=True)
    eg = ol.play(ol.ExponentiatedGradient(eta, loss), X, y, keep_weights=True)
    of_loss = ol.losses.Square() if loss == "square" else ol.losses.Absolute()
    given = {"T": T, "d": d, "eta": eta, "x": X}
    world = defined("gd.regret", d, {**given, "z": of_loss.slope(y, gd.scores)})
    for t in range(1, T + 2):
        point = world.value("w", (t,), (), None)
        assert all(map(near, point, gd.weights[t - 1]))
    world = defined("eg.regret", d, {**given, "z": of_loss.slope(y, eg.scores)})
    for t in range(1, T + 1):
        assert near(world.value("s", (t,), (), None), eg.scores[t - 1])
        for i in range(1, d + 1):
            assert near(world.value("w", (t, i), (), None), eg.weights[t - 1, i - 1])


# ---------------------------------------------------------------------- gradient descent
@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(1e-3, 1e2), st.floats(0, 10), KINDS)
def test_the_regret_of_gradient_descent(seed: int, T: int, eta: float, U: float, kind: str) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.GradientDescent(eta, loss="absolute")
    X, y = stream(learner, T, 3, kind, rng, targets=2.0)
    run = ol.play(learner, X, y)
    R = float(np.linalg.norm(X, axis=1).max())
    allowed = bound("gd.regret", U=U, eta=eta, R=R, Z=1.0, T=T)
    for u in comparators_in_the_ball(rng, U, X, y):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, allowed, float(run.losses.sum()))


def comparators_in_the_ball(
    rng: np.random.Generator, U: float, X: FloatArray, y: FloatArray
) -> list[FloatArray]:
    """Random points of length U, and the least-squares direction of that length."""
    least = np.linalg.lstsq(X, y, rcond=None)[0]
    points: FloatArray = np.vstack([rng.normal(size=(5, X.shape[1])), X.T @ y, -(X.T @ y), least])
    lengths = np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-12)
    return list(U * points / lengths)


# ---------------------------------------------------------------------- exponentiated gradient


@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.integers(1, 6), st.floats(1e-3, 1e2), KINDS)
def test_the_regret_of_exponentiated_gradient(
    seed: int, T: int, d: int, eta: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.ExponentiatedGradient(eta, loss="absolute")
    X, y = stream(learner, T, d, kind, rng, inputs="cube", targets=2.0)
    run = ol.play(learner, X, y)
    B = float(np.abs(X).max())
    allowed = bound("eg.regret", eta=eta, B=B, Z=1.0, T=T, d=d)
    for u in corners_and_others(rng, d):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, allowed, float(run.losses.sum()))
