"""The theorems of Widrow-Hoff, and of exponentiated gradient on the square loss."""

from __future__ import annotations

from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import KINDS, ROUNDS, SEEDS, bound, corners_and_others, stream, within

import olbook as ol

WEIGHTS = {"start", "update", "total", "shares", "score"}
SIMPLEX = {"most", "simplex"}
LMS = {"start", "error", "update", "loss"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "square.product": ("2 * p * q <= (1 - eta) * p ** 2 + q ** 2 / (1 - eta)", {"small"}, set(), set()),
    "square.one_round": ("eta * l ** 2 <= P + eta / (1 - eta) * b ** 2",
        {"small", "radius"}, {"error", "other", "step", "drop"}, set()),
    "square.widrow_hoff": ("L <= C / (1 - eta) + U ** 2 / eta",
        {"small", "radius", "size"}, LMS | {"comparator"}, set()),
    "square.widrow_hoff_best": ("L <= B", {"small", "radius"}, LMS | {"best"}, set()),
    "square.tuned": ("L <= (sqrt(C) + U) ** 2",
        {"small", "radius", "size", "some_size"}, LMS | {"comparator", "tuning"}, set()),
    "square.best_step": ("(sqrt(C) + U) ** 2 <= C / (1 - eta) + U ** 2 / eta", {"small"}, set(), set()),
    "square.average_bound": ("lim((c * T / (1 - eta) + U ** 2 / eta) / T, T) == c / (1 - eta)",
        {"small"}, set(), set()),
    "square.average_bound_tuned": ("lim((sqrt(c * T) + U) ** 2 / T, T) == c", set(), set(), set()),
    "square.implicit_shrinks": ("dot(v, x) - y == l / (1 + eta * S)", set(), {"error", "square", "step"}, set()),
    "square.implicit_solves": ("dot(v - w + eta * (dot(v, x) - y) * x, z) == 0",
        set(), {"error", "step"}, set()),
    "square.implicit_trade_off": ("eta / 2 * (dot(v, x) - y) ** 2 + norm2(v - w) / 2 <= q",
        set(), {"error", "step", "other"}, set()),
    "square.exponentiated_gradient": ("L <= C / (1 - eta) + 2 * log(d) / eta",
        SIMPLEX | {"small", "low", "high"}, WEIGHTS | {"error", "other", "loss", "comparator"}, set()),
    "square.exponent": ("P <= Q", {"simplex"}, {"normaliser", "step", "mine", "other"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- Widrow-Hoff
@settings(max_examples=80)
@given(SEEDS, ROUNDS, st.floats(0.01, 0.99), KINDS)
def test_the_loss_of_widrow_hoff(seed: int, T: int, eta: float, kind: str) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.WidrowHoff(eta)
    X, y = stream(learner, T, 3, kind, rng)
    run = ol.play(learner, X, y, keep_weights=True)
    L = 2 * float(run.losses.sum())  # the theorems speak of squares without the half
    ridge = np.linalg.solve(X.T @ X + (1 - eta) / eta * np.eye(3), X.T @ y)
    for u in (ridge, *rng.normal(size=(3, 3)), np.zeros(3)):
        C, U = float(((X @ u - y) ** 2).sum()), float(np.linalg.norm(u))
        allowed = bound("square.widrow_hoff", C=C, U=U, eta=eta)
        assert within(L, allowed, L)
        smallest = bound("square.best_step", C=C, U=U, eta=eta)
        assert within((sqrt(C) + U) ** 2, smallest, 1.0)
    best = bound(
        "square.widrow_hoff",
        C=float(((X @ ridge - y) ** 2).sum()),
        U=float(np.linalg.norm(ridge)),
        eta=eta,
    )
    assert within(L, bound("square.widrow_hoff_best", B=best), L)
    errors, other = run.scores - y, X @ rng.normal(size=3) - y
    assert np.all(
        2 * errors * other <= bound("square.product", p=errors, q=other, eta=eta) + 1e-9 * (1 + L)
    )
    u = rng.normal(size=3)
    potential = ((run.weights - u) ** 2).sum(axis=1)
    bargain = bound("square.one_round", P=-np.diff(potential), b=X @ u - y, eta=eta)
    assert np.all(eta * errors**2 <= bargain + 1e-9 * (1 + potential.max() + L))


# ---------------------------------------------------------------------- EG on the square loss
@settings(max_examples=80)
@given(SEEDS, ROUNDS, st.integers(1, 6), st.floats(0.02, 0.98), KINDS)
def test_the_square_loss_of_exponentiated_gradient(
    seed: int, T: int, d: int, eta: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.ExponentiatedGradient(eta, loss="square")
    X, y = stream(learner, T, d, kind, rng, inputs="cube")
    if seed % 3 == 0:  # targets that a corner of the simplex explains
        y = X[:, 0] + 0.1 * rng.normal(size=T)
    L = 2 * float(ol.play(learner, X, y).losses.sum())
    for u in corners_and_others(rng, d):
        C = float(((X @ u - y) ** 2).sum())
        assert within(L, bound("square.exponentiated_gradient", C=C, eta=eta, d=d), L)
