"""The theorems of the Perceptron chapter: pinned, true of the algorithm, and false in tempting variants."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.proofs import perceptron
from olbook.validation import FloatArray

ROUNDING = 1 + 1e-9
OF_A_MISTAKE = {"indicator", "labels", "mistake", "radius", "size"}
THE_PERCEPTRON = {"start", "update", "count"}

SEPARABLE = ("perceptron.margin", "perceptron.by_potential", "perceptron.by_regret")

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


# ---------------------------------------------------------------------- the step size
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
    assert difference @ difference == ol.theorem("perceptron.step_size").bound() == 0.0
    np.testing.assert_array_equal(one.mistakes, other.mistakes)


def test_the_step_size_does_matter_to_the_losses_and_from_another_start() -> None:
    """Equal mistakes do not mean equal hinge losses, and all of it needs the start at 0."""
    X, y, _ = ol.streams.noisy(80, 3, 0.1, 0.2, rng=np.random.default_rng(0))
    runs = [
        ol.play(ol.GradientDescent(eta, loss="hinge", conservative=True), X, y) for eta in (0.25, 8)
    ]
    np.testing.assert_array_equal(runs[0].mistakes, runs[1].mistakes)
    losses = [np.maximum(0, 1 - y * run.scores)[run.mistakes].sum() for run in runs]
    assert losses[1] > 1.5 * losses[0]

    def mistakes_from_one(eta: float) -> list[bool]:
        w, wrong = np.ones(3), []
        for x, label in zip(X, y, strict=True):
            wrong.append(bool(label * (w @ x) <= 0))
            w = w + eta * label * x * wrong[-1]
        return wrong

    assert mistakes_from_one(0.25) != mistakes_from_one(8.0)
    ctx = Context(
        index="t: 1..T", posint="T", positive="eta", nonneg="iota", real="y", vector="x w v"
    )
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]")
    ctx.define("other_update", "v[t+1] == v[t] + eta*iota[t]*y[t]*x[t]")
    with pytest.raises(CheckError):
        ctx.prove(
            "same", "norm2(v[1+1] - eta*w[1+1])\n== 0 | by at(update, t=1), at(other_update, t=1)"
        )


# ---------------------------------------------------------------------- mistake bounds
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
    assert ol.theorem("perceptron.inequality").bound(R=R, U=length, M=M) * ROUNDING >= M - H
    sharp = ol.theorem("perceptron.sharp").bound(R=R, U=length, H=H)
    assert sharp * ROUNDING >= M
    assert ol.theorem("perceptron.any_sequence").bound(R=R, U=length, H=H) * ROUNDING >= sharp


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
    for identifier in SEPARABLE:
        assert ol.theorem(identifier).bound(R=R, U=U) * ROUNDING >= M
    gamma = ol.geometric_margin(unit, X, y)
    assert ol.theorem("perceptron.geometric_margin").bound(R=R, gamma=gamma) * ROUNDING >= M
    assert ol.theorem("perceptron.unit_ball").bound(gamma=gamma / R) * ROUNDING >= M


@pytest.mark.parametrize("n", [1, 4, 25])
def test_the_mistake_bounds_are_attained(n: int) -> None:
    X, y = ol.streams.orthonormal_rows(ol.Perceptron(), n)
    u = X.T @ y
    U, gamma = float(np.linalg.norm(u)), ol.geometric_margin(u, X, y)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes == n
    for identifier in SEPARABLE:
        assert ol.theorem(identifier).bound(R=1.0, U=U) == pytest.approx(n)
    assert ol.theorem("perceptron.geometric_margin").bound(R=1.0, gamma=gamma) == pytest.approx(n)
    assert ol.theorem("perceptron.unit_ball").bound(gamma=gamma) == pytest.approx(n)


@pytest.mark.parametrize("part", [0.01, 0.5, 0.75, 1.0])
def test_the_sharp_bound_is_attained_with_and_without_a_margin(part: float) -> None:
    """Orthonormal rows, and a comparator with a functional margin of `part` on each of them."""
    n = 25
    X, y = ol.streams.orthonormal_rows(ol.Perceptron(), n)
    u = part * (X.T @ y)
    U, H = float(np.linalg.norm(u)), float(np.maximum(0, 1 - y * (X @ u)).sum())
    assert pytest.approx(n * (1 - part), abs=1e-9) == H
    assert ol.theorem("perceptron.sharp").bound(R=1.0, U=U, H=H) == pytest.approx(n)
    assert ol.theorem("perceptron.inequality").bound(R=1.0, U=U, M=n) == pytest.approx(n - H)
    simpler = ol.theorem("perceptron.any_sequence").bound(R=1.0, U=U, H=H)
    assert simpler == pytest.approx(n * (part**2 + part * np.sqrt(1 - part) + 1 - part))


def test_the_mistake_bound_on_the_bisecting_adversary() -> None:
    X, y = ol.streams.bisection(ol.Perceptron(), 12)
    low, high = ol.streams.threshold_interval(X, y)
    u = np.array([1.0, -(low + high) / 2])
    u = u / ol.functional_margin(u, X, y)
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    assert ol.theorem("perceptron.margin").bound(R=R, U=U) >= 12
    H = float(np.maximum(0, 1 - y * (X @ (u / U))).sum())  # a short comparator has losses
    assert ol.theorem("perceptron.any_sequence").bound(R=R, U=1.0, H=H) >= 12
    assert ol.theorem("perceptron.inequality").bound(R=R, U=1.0, M=12) >= 12 - H


def test_without_the_margin_there_is_no_bound() -> None:
    """The adversary's separator of length 1: the margin hypothesis is what fails."""
    X, y = ol.streams.bisection(ol.Perceptron(), 12)
    low, high = ol.streams.threshold_interval(X, y)
    u = np.array([1.0, -(low + high) / 2])
    R = float(np.linalg.norm(X, axis=1).max())
    assert ol.functional_margin(u, X, y) > 0
    assert ol.theorem("perceptron.margin").bound(R=R, U=float(np.linalg.norm(u))) < 12


# ---------------------------------------------------------------------- tempting mistakes
def perceptron_context() -> Context:
    ctx = perceptron._perceptron(positive="R U", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    return ctx


def strict_perceptron(X: FloatArray, y: FloatArray) -> int:
    """The mistakes of a Perceptron that updates only if the sign is strictly wrong."""
    w, mistakes = np.zeros(X.shape[1]), 0
    for x, label in zip(X, y, strict=True):
        score = float(w @ x)
        mistakes += label * score <= 0
        if label * score < 0:
            w = w + label * x
    return mistakes


def test_without_updates_at_ties_there_is_no_bound() -> None:
    """With a strict test the Perceptron stays at 0, and every round is a mistake."""
    X, y, _ = ol.streams.separable(200, 3, 0.5, rng=np.random.default_rng(0))
    assert strict_perceptron(X, y) == 200 > ol.theorem("perceptron.margin").bound(R=1.0, U=1 / 0.5)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes <= ol.theorem("perceptron.margin").bound(
        R=1.0, U=2.0
    )


def test_the_functional_margin_can_be_scaled() -> None:
    """A bound in terms of a functional margin alone would scale with the comparator."""
    X, y, u = ol.streams.separable(50, 3, 0.1, rng=np.random.default_rng(0))
    assert ol.functional_margin(3 * u, X, y) == pytest.approx(3 * ol.functional_margin(u, X, y))
    assert ol.geometric_margin(3 * u, X, y) == pytest.approx(ol.geometric_margin(u, X, y))
    ctx = perceptron._perceptron(size="U**2", positive="R U gamma", real="M")  # no unit length
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= gamma")
    with pytest.raises(CheckError, match="rests on size"):
        ctx.cite("perceptron", ol.theorem("perceptron.geometric_margin"))


def test_a_planted_false_theorem_is_refused() -> None:
    text = """
        M
        == Sum(R**2*iota[t], t, 1, T)/R**2
            | by count
        <= R**2*U**2/2
            | by times(1/R**2, sum(t, 1, T, margin))
        """
    with pytest.raises(CheckError):
        perceptron_context().theorem(
            "false", text, claim="M <= R**2*U**2/2", title="False", name="X"
        )
