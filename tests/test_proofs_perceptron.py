"""The theorems of the Perceptron chapter: pinned, and true of the algorithm."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import bound

import olbook as ol

ROUNDING = 1 + 1e-9
OF_A_MISTAKE = {"indicator", "labels", "mistake", "radius", "size"}
THE_PERCEPTRON = {"start", "update", "count"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "perceptron.hinge_of_a_mistake": ("iota <= f", {"mistake"}, {"modified"}, set()),
    "perceptron.hinge_is_convex": ("pos(1 - y * dot(w, x)) <= p * A + (1 - p) * B",
        {"weight", "part", "active"}, {"between", "first", "second"}, set()),
    "perceptron.margin_leaves_no_hinge": ("pos(1 - y * dot(u, x)) <= 0", {"active", "margin"}, set(), set()),
    "perceptron.hinge_is_above": ("ell <= C", {"zero_one", "mistake"}, {"hinge"}, set()),
    "perceptron.mistakes_alone_count": ("Sum(iota[t] * pos(1 - y[t] * dot(u, x[t])), t, 1, T) <= S",
        {"indicator"}, {"hinge", "hinges"}, set()),
    "perceptron.hinge_slopes": ("pos(1 - y * dot(w, x)) + dot(-c * y * x, u - w) <= C",
        {"part", "active"}, {"elsewhere"}, set()),
    "perceptron.step_size": ("norm2(v[T + 1] - eta * w[T + 1]) == 0",
        set(), {"start", "update", "other_start", "other_update"}, set()),
    "perceptron.inequality": ("M - H <= R * U * sqrt(M)", OF_A_MISTAKE, THE_PERCEPTRON | {"hinge", "hinges"}, set()),
    "perceptron.margin": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "perceptron.geometric_margin": ("M <= R ** 2 / gamma ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "perceptron.quadratic": ("x <= (b + sqrt(b ** 2 + 4 * c)) / 2", {"square"}, set(), set()),
    "perceptron.sharp": ("M <= ((R * U + sqrt(R ** 2 * U ** 2 + 4 * H)) / 2) ** 2",
        OF_A_MISTAKE, THE_PERCEPTRON | {"hinge", "hinges"}, set()),
    "perceptron.any_sequence": ("M <= R ** 2 * U ** 2 + R * U * sqrt(H) + H",
        OF_A_MISTAKE, THE_PERCEPTRON | {"hinge", "hinges"}, set()),
    "perceptron.unit_ball": ("M <= 1 / gamma ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "perceptron.margin_needs_length": ("norm2(u) >= 1", {"label", "radius", "margin"}, set(), set()),
    "perceptron.distance": ("norm2(x - p) >= 1 / U ** 2", {"size", "label", "margin", "plane"}, set(), set()),
    "perceptron.strip": ("norm2(p - q) >= 4 / U ** 2", {"size", "front", "back"}, set(), set()),
    "perceptron.by_potential": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "perceptron.by_regret": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
}  # fmt: skip


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(-10, 10))
def test_the_step_size_does_not_matter(seed: int, T: int, exponent: int) -> None:
    """Powers of two and whole inputs, so that no tie is lost to rounding."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (T, 3)).astype(float), rng.choice([-1.0, 1.0], T)
    eta = 2.0**exponent
    one = ol.play(ol.Perceptron(), X, y)
    other = ol.play(ol.GradientDescent(eta, loss="hinge", conservative=True), X, y)
    difference = other.w - eta * one.w
    assert difference @ difference == bound("perceptron.step_size") == 0.0
    np.testing.assert_array_equal(one.mistakes, other.mistakes)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 6), st.floats(0.01, 100))
def test_on_any_sequence(seed: int, T: int, d: int, length: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(T, d)), rng.choice([-1.0, 1.0], size=T)
    u = rng.normal(size=d)
    u *= length / np.linalg.norm(u)
    if seed % 2:  # half of the time u explains most labels
        y = np.where(rng.random(T) < 0.9, np.sign(X @ u), y)
        y[y == 0] = 1.0
    run = ol.play(ol.Perceptron(), X, y)
    M = run.n_mistakes
    H = float(np.maximum(0, 1 - y * (X @ u))[run.mistakes].sum())
    R = float(np.linalg.norm(X, axis=1).max())
    assert M >= 1  # the first round is a tie
    assert bound("perceptron.inequality", R=R, U=length, M=M) * ROUNDING >= M - H
    sharp = bound("perceptron.sharp", R=R, U=length, H=H)
    assert sharp * ROUNDING >= M
    assert bound("perceptron.any_sequence", R=R, U=length, H=H) * ROUNDING >= sharp


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(1, 80),
    st.integers(2, 6),
    st.floats(0.02, 0.9),
    st.floats(0.01, 100),
)
def test_with_a_margin(seed: int, T: int, d: int, margin: float, radius: float) -> None:
    rng = np.random.default_rng(seed)
    X, y, unit = ol.streams.separable(T, d, margin * radius, radius=radius, rng=rng)
    u = unit / ol.functional_margin(unit, X, y)
    M = ol.play(ol.Perceptron(), X, y).n_mistakes
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    for identifier in ("perceptron.margin", "perceptron.by_potential", "perceptron.by_regret"):
        assert bound(identifier, R=R, U=U) * ROUNDING >= M
    gamma = ol.geometric_margin(unit, X, y)
    assert bound("perceptron.geometric_margin", R=R, gamma=gamma) * ROUNDING >= M
    assert bound("perceptron.unit_ball", gamma=gamma / R) * ROUNDING >= M
