"""The theorems of Widrow-Hoff, and of exponentiated gradient on the square loss."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import KINDS, ROUNDS, SEEDS, corners_and_others, stream, within

import olbook as ol
from olbook.checked import CheckError, Context

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
        bound = ol.theorem("square.widrow_hoff").bound(C=C, U=U, eta=eta)
        assert within(L, bound, L)
        smallest = ol.theorem("square.best_step").bound(C=C, U=U, eta=eta)
        assert within((sqrt(C) + U) ** 2, smallest, 1.0)
    best = ol.theorem("square.widrow_hoff").bound(
        C=float(((X @ ridge - y) ** 2).sum()), U=float(np.linalg.norm(ridge)), eta=eta
    )
    assert within(L, ol.theorem("square.widrow_hoff_best").bound(B=best), L)
    errors, other = run.scores - y, X @ rng.normal(size=3) - y
    assert np.all(
        2 * errors * other
        <= ol.theorem("square.product").bound(p=errors, q=other, eta=eta) + 1e-9 * (1 + L)
    )
    u = rng.normal(size=3)
    potential = ((run.weights - u) ** 2).sum(axis=1)
    bargain = ol.theorem("square.one_round").bound(P=-np.diff(potential), b=X @ u - y, eta=eta)
    assert np.all(eta * errors**2 <= bargain + 1e-9 * (1 + potential.max() + L))


def test_widrow_hoff_needs_a_step_below_one() -> None:
    """With x = y = 1 and u = 3, a step of 1.5 breaks the bound, and one of 2.1 diverges."""
    X, y, u = np.ones((20, 1)), np.ones(20), 3.0
    C = 20 * (u - 1) ** 2
    L = 2 * float(ol.play(ol.WidrowHoff(1.5), X, y).losses.sum())
    assert C / (1 - 1.5) + u**2 / 1.5 < L
    assert 2 * float(ol.play(ol.WidrowHoff(2.1), X, y).losses.sum()) > 10 * 20
    assert 2 * float(ol.play(ol.WidrowHoff(2.0), X, y).losses.sum()) == pytest.approx(20)
    text = "2*a*b\n<= (1 - eta)*a**2 + b**2/(1 - eta) | gap ((1 - eta)*a - b)**2/(1 - eta)"
    ctx = Context(positive="eta", real="a b")
    with pytest.raises(CheckError, match='"1 - eta", it must be visibly nonzero'):
        ctx.prove("slip", text)
    ctx.hyp("large", "1 < eta")
    with pytest.raises(CheckError, match="is not visibly nonnegative"):
        ctx.prove("slip", text)


def test_the_bound_of_widrow_hoff_is_attained() -> None:
    """With a new direction in every round nothing is learnt, whatever the step."""
    T = 25
    for eta in (0.1, 0.5, 0.9):
        L = 2 * float(ol.play(ol.WidrowHoff(eta), np.eye(T), np.ones(T)).losses.sum())
        C, U = T * (1 - eta) ** 2, eta * sqrt(T)  # the best u has all entries eta
        assert pytest.approx((L, ol.theorem("square.widrow_hoff").bound(C=C, U=U, eta=eta))) == (
            T,
            L,
        )


def test_the_average_loss_does_not_reach_the_comparators() -> None:
    """A comparator without loss whose norm grows, and the limits with a bounded one."""
    T, eta = 20_000, 0.9
    run = ol.play(ol.WidrowHoff(eta), np.full((T, 1), T**-0.5), np.ones(T))
    average = 2 * float(run.losses.mean())
    assert average == pytest.approx((1 - exp(-2 * eta)) / (2 * eta), rel=1e-3)
    assert ol.theorem("square.average_bound").bound(c=0.0, eta=eta) == 0 < average
    for c in (0.0, 0.3):
        fixed = ol.theorem("square.widrow_hoff").bound(C=c * 10**12, U=2.0, eta=eta) / 10**12
        assert fixed == pytest.approx(
            ol.theorem("square.average_bound").bound(c=c, eta=eta), abs=1e-9
        )
        tuned = (sqrt(c * 10**12) + 2.0) ** 2 / 10**12
        assert tuned == pytest.approx(ol.theorem("square.average_bound_tuned").bound(c=c), abs=1e-5)
    assert ol.theorem("square.average_bound").bound(c=0.3, eta=eta) > ol.theorem(
        "square.average_bound_tuned"
    ).bound(c=0.3)


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
        assert within(L, ol.theorem("square.exponentiated_gradient").bound(C=C, eta=eta, d=d), L)


def test_the_comparator_of_exponentiated_gradient_is_in_the_simplex() -> None:
    """Against u = (-1, 0) the bound is false; the signed algorithm repairs it."""
    T, eta = 200, 0.3
    X, y = np.ones((T, 2)), -np.ones(T)
    L = 2 * float(ol.play(ol.ExponentiatedGradient(eta), X, y).losses.sum())
    bound = ol.theorem("square.exponentiated_gradient").bound(C=0.0, eta=eta, d=2)
    assert pytest.approx(4 * T) == L
    assert bound < L
    doubled = np.hstack([X, -X])
    signed = 2 * float(ol.play(ol.ExponentiatedGradient(eta), doubled, y).losses.sum())
    assert signed <= ol.theorem("square.exponentiated_gradient").bound(C=0.0, eta=eta, d=4)


def test_exponentiated_gradient_needs_a_step_below_one() -> None:
    """With a step of 2 the same bound, read with 1/(1 - eta) = -1, is false."""
    X, y = np.ones((3, 2)), np.zeros(3)
    L = 2 * float(ol.play(ol.ExponentiatedGradient(2.0), X, y).losses.sum())
    C = 3.0  # every u of the simplex predicts 1
    assert pytest.approx(3.0) == L
    assert C / (1 - 2.0) + 2 * log(2) / 2.0 < L
