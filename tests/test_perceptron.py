"""The Perceptron: equal to others' Perceptrons, inside its bounds, and attained by adversaries."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from games import seeds
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

import olbook as ol
from olbook.validation import FloatArray


def separable_bound(R: ArrayLike, U: ArrayLike) -> FloatArray:
    """The bound on the mistakes if some u of length U has margin 1."""
    return np.asarray(ol.theorem("perceptron.margin").bound(R=R, U=U))


def length_of_longest(X: FloatArray) -> float:
    return float(np.linalg.norm(X, axis=1).max())


# Equal to scikit-learn's Perceptron, to the bit


def one_pass_of_scikit_learn(X: FloatArray, y: FloatArray) -> FloatArray:
    linear_model = pytest.importorskip("sklearn.linear_model")
    model = linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)
    coefficients: FloatArray = model.fit(X, y).coef_[0]
    return coefficients


@given(
    T=st.integers(2, 200),
    d=st.integers(1, 40),
    exponent=st.integers(-6, 6),
    integers=st.booleans(),
    seed=seeds,
)
def test_equal_to_scikit_learn_on_random_streams(
    T: int, d: int, exponent: int, integers: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (T, d)).astype(float) if integers else rng.standard_normal((T, d))
    X *= 10.0**exponent if not integers else 1.0
    y = rng.choice([-1.0, 1.0], T)
    y[:2] = 1.0, -1.0  # scikit-learn asks for both labels
    run = ol.play(ol.Perceptron(), X, y)
    np.testing.assert_array_equal(run.w, one_pass_of_scikit_learn(X, y))


@pytest.mark.parametrize(("a", "b"), [(0, 1), (3, 8), (4, 9)])
def test_equal_to_scikit_learn_on_digits(a: int, b: int) -> None:
    X, y = ol.streams.digits_pair(a, b)
    np.testing.assert_array_equal(ol.play(ol.Perceptron(), X, y).w, one_pass_of_scikit_learn(X, y))


# The kernel Perceptron


@given(T=st.integers(1, 60), d=st.integers(1, 8), seed=seeds)
def test_linear_kernel_is_the_perceptron(T: int, d: int, seed: int) -> None:
    """On integers, where both compute exactly."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-5, 6, (T, d)), rng.choice([-1, 1], T)
    primal = ol.play(ol.Perceptron(), X, y)
    dual = ol.play(ol.KernelPerceptron(ol.kernels.linear), X, y)
    np.testing.assert_array_equal(dual.scores, primal.scores)
    np.testing.assert_array_equal(dual.mistakes, primal.mistakes)
    np.testing.assert_array_equal(dual.learner.coefficients @ dual.learner.support, primal.w)


@given(T=st.integers(1, 40), seed=seeds)
def test_polynomial_kernel_is_the_perceptron_on_monomials(T: int, seed: int) -> None:
    """(<a, b> + 1)^2 in the plane is the inner product of six monomials."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-4, 5, (T, 2)).astype(float), rng.choice([-1.0, 1.0], T)
    a, b = X.T
    root = np.sqrt(2.0)
    monomials = np.column_stack([np.ones(T), root * a, root * b, a**2, b**2, root * a * b])
    kernel = ol.kernels.polynomial(2)
    np.testing.assert_allclose(kernel(X, X), monomials @ monomials.T, rtol=1e-12, atol=1e-12)
    with_kernel = ol.play(ol.KernelPerceptron(kernel), X, y)
    np.testing.assert_allclose(
        with_kernel.learner.coefficients @ monomials[with_kernel.mistakes] @ monomials.T,
        [with_kernel.learner.predict(x) for x in X],
        rtol=1e-9,
        atol=1e-9,
    )


@given(seed=seeds, gamma=st.floats(1e-3, 1e3), m=st.integers(1, 6), n=st.integers(1, 6))
def test_rbf_kernel_against_its_formula(seed: int, gamma: float, m: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    A, B = rng.standard_normal((m, 3)), rng.standard_normal((n, 3))
    expected = [[np.exp(-gamma * ((a - b) ** 2).sum()) for b in B] for a in A]
    np.testing.assert_allclose(ol.kernels.rbf(gamma)(A, B), expected, rtol=1e-9, atol=1e-11)
    assert (ol.kernels.rbf(gamma)(A, A) <= 1.0).all()


# Adversaries


class Whim:
    """Any deterministic learner at all: its score is a hash of a seed and the history."""

    def __init__(self, seed: int) -> None:
        self.history = str(seed)

    def predict(self, x: FloatArray) -> float:
        digest = hashlib.sha256((self.history + str(x.tolist())).encode()).digest()
        return float(digest[0] % 3 - 1)  # -1, 0 or 1

    def update(self, x: FloatArray, y: float) -> None:
        self.history += str((x.tolist(), y))


class Constant:
    """Always says the same."""

    def __init__(self, score: float) -> None:
        self.score = score

    def predict(self, x: FloatArray) -> float:
        return self.score

    def update(self, x: FloatArray, y: float) -> None:
        pass


LEARNERS = st.one_of(
    st.just(ol.Perceptron()),
    st.sampled_from([ol.kernels.linear, ol.kernels.rbf(3.0)]).map(ol.KernelPerceptron),
    st.builds(Whim, seeds),
    st.builds(Constant, st.sampled_from([-1.0, 0.0, 1.0])),
)


Adversary = Callable[[Any, int], tuple[FloatArray, ...]]
ADVERSARIES: dict[str, Adversary] = {
    "bisection": ol.streams.bisection,
    "orthonormal rows": ol.streams.orthonormal_rows,
    "hidden literals": lambda learner, T: ol.streams.hidden_literals(learner, 2**T, 1),
}
each_adversary = pytest.mark.parametrize("adversary", ADVERSARIES.values(), ids=ADVERSARIES)


@given(learner=LEARNERS, n=st.integers(1, 30), extra=st.integers(0, 5), radius=st.floats(0.1, 9))
def test_orthonormal_rows_attain_the_bound(
    learner: ol.Perceptron, n: int, extra: int, radius: float
) -> None:
    X, y = ol.streams.orthonormal_rows(learner, n, radius=radius, d=n + extra)
    assert X.shape == (n, n + extra)
    np.testing.assert_array_equal(X @ X.T, radius * np.eye(n) * radius)
    run = ol.play(learner, X, y)
    assert run.n_mistakes == n
    u = y @ X / (radius * np.sqrt(n))
    assert np.linalg.norm(u) == pytest.approx(1.0)
    assert ol.geometric_margin(u, X, y) == pytest.approx(radius / np.sqrt(n))
    bound = separable_bound(R=length_of_longest(X), U=1 / ol.geometric_margin(u, X, y))
    assert bound == pytest.approx(n)


@given(learner=LEARNERS, T=st.integers(1, 53))
def test_bisection_fools_every_learner_and_stays_consistent(learner: ol.Perceptron, T: int) -> None:
    X, y = ol.streams.bisection(learner, T)
    run = ol.play(learner, X, y)
    assert run.n_mistakes == T
    assert (y * run.scores <= 0).all()

    # Exactly, in fractions: the middle threshold separates, and the bound is of order 4^T.
    low, high = map(Fraction, ol.streams.threshold_interval(X, y))
    assert high - low == Fraction(1, 2**T)
    theta = (low + high) / 2
    points = [(Fraction(s), int(label)) for (s, _), label in zip(X, y, strict=True)]
    margin = min(label * (s - theta) for s, label in points)
    assert margin == Fraction(1, 2 ** (T + 1))
    bound = max(s**2 + 1 for s, _ in points) * (1 + theta**2) / margin**2
    assert 4 ** (T + 1) <= bound <= 4 ** (T + 2)
    assert bound >= T


@each_adversary
def test_adversaries_answer_plus_to_a_tie(adversary: Adversary) -> None:
    for score, answer in ((0.0, 1.0), (1e-300, -1.0), (-1e-300, 1.0)):
        y = adversary(Constant(score), 5)[1]
        assert set(y) == {answer}


def test_bisection_goes_on_while_there_are_doubles() -> None:
    X, y = ol.streams.bisection(Constant(-1.0), 1000)  # towards 0, where doubles are dense
    assert X[-1, 0] == 2.0**-1000
    assert ol.streams.threshold_interval(X, y) == (0.0, 2.0**-1000)
    with pytest.raises(ValueError, match=r"round 1075: there is no double between 0\.0 and 5e-324"):
        ol.streams.bisection(Constant(-1.0), 1075)
    with pytest.raises(ValueError, match="round 54: there is no double between"):
        ol.streams.bisection(Constant(+1.0), 54)


@each_adversary
def test_adversaries_leave_the_learner_alone(adversary: Adversary) -> None:
    ours, theirs = ol.Perceptron(), Whim(0)
    adversary(ours, 5)
    adversary(theirs, 5)
    assert ours.w is None
    assert theirs.history == "0"


@each_adversary
def test_adversaries_name_the_round_of_a_bad_score(adversary: Adversary) -> None:
    with pytest.raises(ValueError, match="round 1: the score must stay finite, got nan"):
        adversary(Constant(np.nan), 5)


class Waiting(Constant):
    """Cannot predict before it is told its dimension."""

    d = None

    def start(self, d: int) -> None:
        self.d = d

    def predict(self, x: FloatArray) -> float:
        assert x.shape == (self.d,)
        return self.score


@each_adversary
def test_adversaries_start_the_learner(adversary: Adversary) -> None:
    assert len(adversary(Waiting(1.0), 5)[1]) == 5
    started = ol.Perceptron()
    started.start(7)
    with pytest.raises(ValueError, match="dimension 7, but the stream has d = "):
        adversary(started, 5)


# Margins


@given(T=st.integers(1, 20), d=st.integers(1, 5), seed=seeds, factor=st.floats(0.01, 100))
def test_the_geometric_margin_has_no_scale(T: int, d: int, seed: int, factor: float) -> None:
    rng = np.random.default_rng(seed)
    X, y, u = rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T), rng.standard_normal(d)
    functional, geometric = ol.functional_margin(u, X, y), ol.geometric_margin(u, X, y)
    assert functional == pytest.approx(min(y * (X @ u)))
    assert ol.functional_margin(factor * u, X, y) == pytest.approx(factor * functional)
    assert ol.geometric_margin(factor * u, X, y) == pytest.approx(geometric)
    assert abs(geometric) == pytest.approx(abs(functional) / np.linalg.norm(u))


def test_a_kernel_perceptron_begins_with_nothing_and_grows_by_its_mistakes() -> None:
    learner = ol.KernelPerceptron(ol.kernels.linear)
    assert (learner.d, learner.support.shape, learner.coefficients.shape) == (None, (0, 0), (0,))
    assert learner.predict([3.0, 4.0]) == 0.0
    assert learner.d is None
    learner.update([1.0, 2.0], -1)  # a tie is a mistake
    assert learner.d == 2
    np.testing.assert_array_equal(learner.support, [[1.0, 2.0]])
    np.testing.assert_array_equal(learner.coefficients, [-1.0])
    learner.update([1.0, 0.0], -1)  # right
    assert learner.coefficients.shape == (1,)
    for wrong, message in (([1.0], "shape"), ([np.nan, 1.0], "finite"), (["a", "b"], "real")):
        with pytest.raises(ValueError, match=f"x must .*{message}"):
            learner.update(wrong, 1)
    with pytest.raises(ValueError, match=r"y must be -1 or \+1"):
        learner.update([1.0, 2.0], 2)
    assert learner.coefficients.shape == (1,)
    for array in (learner.support, learner.coefficients):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7.0
    learner.start(3)  # all is forgotten
    assert (learner.d, learner.support.shape, learner.coefficients.shape) == (3, (0, 3), (0,))


def test_margins_and_adversaries_refuse_what_they_cannot_use() -> None:
    with pytest.raises(ValueError, match="the length of u must stay finite"):
        ol.geometric_margin([1.7e308, 1.7e308], [[1e-200, 0.0]], [1])
    for row in ([1e200, 0.0], np.resize([1e200, -1e200], 64)):  # infinite, or a difference of such
        with (
            np.errstate(all="raise"),
            pytest.raises(ValueError, match="the margin must stay finite"),
        ):
            ol.functional_margin(np.full(len(row), 1e200), [row], [1])


def test_one_label_leaves_one_end_of_the_interval() -> None:
    assert ol.streams.threshold_interval([[0.5, 1.0], [0.75, 1.0]], [1, 1]) == (0.0, 0.5)
    assert ol.streams.threshold_interval([[0.5, 1.0], [0.25, 1.0]], [-1, -1]) == (0.5, 1.0)


def test_the_gaussian_kernel_counts_differences_only() -> None:
    kernel = ol.kernels.rbf(1.0)
    far = 1.7e9  # a time in seconds
    np.testing.assert_array_equal(kernel([[far]], [[far + 1.0]]), np.exp([[-1.0]]))
    np.testing.assert_array_equal(kernel([[1e200]], [[1e200]]), [[1.0]])
    X, y = np.tile([[0.0], [1.0], [2.0], [3.0]], (3, 1)), [1, -1, 1, -1] * 3
    near, away = (ol.play(ol.KernelPerceptron(ol.kernels.rbf(5.0)), Z, y) for Z in (X, X + far))
    np.testing.assert_array_equal(near.scores, away.scores)
