"""Winnow: the loop of the chapter, its mistake bound, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from games import seeds
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.learners import inner


@given(T=st.integers(1, 60), d=st.integers(1, 12), eta=st.floats(0.01, 0.5), seed=seeds)
def test_it_is_the_loop_of_the_chapter(T: int, d: int, eta: float, seed: int) -> None:
    """On any labels whatever."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (T, d)).astype(float), rng.choice([-1.0, 1.0], T)
    run = ol.play(ol.Winnow(eta), X, y, keep_weights=True)

    exponents, mistakes = np.zeros(d), []
    for t in range(T):
        w = np.exp(exponents) / d
        np.testing.assert_array_equal(run.weights[t], w)
        assert run.scores[t] == inner(w, X[t])
        mistakes.append(y[t] * (run.scores[t] - 0.5) <= 0)
        if mistakes[-1]:
            exponents += 2 * eta * y[t] * X[t]
    np.testing.assert_array_equal(run.w, np.exp(exponents) / d)
    np.testing.assert_array_equal(run.mistakes, mistakes)
    np.testing.assert_array_equal(run.losses, mistakes)
    # A mistake on x = 0 multiplies nothing.
    np.testing.assert_array_equal(run.updates, mistakes & X.any(axis=1))


@given(T=st.integers(1, 60), d=st.integers(1, 12), seed=seeds)
def test_what_was_moved_equally_often_is_equal(T: int, d: int, seed: int) -> None:
    """To the bit, in whatever order it went up and down; and it is the product of the lecture."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (T, d)).astype(float), rng.choice([-1.0, 1.0], T)
    run = ol.play(ol.Winnow(), X, y)
    up = (run.mistakes * y) @ X
    for count in set(up):
        assert len(set(run.w[up == count])) == 1
    product = np.full(d, 1 / d)
    for x_t, y_t in zip(X[run.mistakes], y[run.mistakes], strict=True):
        product *= np.exp(y_t * x_t / 2)
    np.testing.assert_allclose(run.w, product, rtol=1e-13)


@pytest.mark.parametrize("bad", [2.0, -1.0, 0.5, np.nan, np.inf])
def test_inputs_must_be_binary(bad: float) -> None:
    learner = ol.Winnow()
    learner.update([1, 1], -1)
    kept = learner.w
    for call in (learner.predict, lambda x: learner.update(x, 1)):
        with pytest.raises(ValueError, match="x must be 0 or 1 in every coordinate"):
            call([1.0, bad])
    assert learner.w is kept
    if np.isfinite(bad):
        with pytest.raises(ValueError, match=r"round 2: x must be 0 or 1"):
            ol.play(learner, [[1.0, 1.0], [1.0, bad]], [1, 1])


def test_the_step_may_depend_on_the_round() -> None:
    learner = ol.Winnow(lambda t: 1.0 / t)
    for x, y in (([1, 1], -1), ([0, 1], -1), ([1, 0], 1)):  # mistake, right, mistake
        learner.update(x, y)
    np.testing.assert_allclose(learner.w, [0.5 * np.exp(-2 + 2 / 3), 0.5 * np.exp(-2)])


# The adversary


class Whim:
    """Answers at random, without a threshold of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.rounds = 0

    def predict(self, x: object) -> float:
        return float(self.rng.normal())

    def update(self, x: object, y: float) -> None:
        self.rounds += 1


LEARNERS = st.one_of(
    st.just(ol.Perceptron()),
    st.floats(0.05, 0.49).map(ol.Winnow),
    st.just(ol.ExponentiatedGradient(0.5, "hinge", conservative=True)),
    st.builds(Whim, seeds),
)


@given(learner=LEARNERS, k=st.integers(1, 6), width=st.integers(2, 40), extra=st.integers(0, 5))
def test_hidden_literals_fool_every_learner_and_tell_no_lie(
    learner: ol.Perceptron, k: int, width: int, extra: int
) -> None:
    d = k * width + min(extra, k - 1)
    X, y, u = ol.streams.hidden_literals(learner, d, k)
    assert X.shape == (k * int(np.log2(width)), d)
    assert set(X.ravel()) <= {0.0, 1.0}
    assert set(u) <= {0.0, 1.0}
    blocks = u[: k * (d // k)].reshape(k, -1)
    np.testing.assert_array_equal(blocks.sum(axis=1), 1.0)  # one literal in each
    assert u.sum() == k
    assert (y * (2 * X @ u - 1) >= 1).all()
    run = ol.play(learner, X, y)
    assert run.n_mistakes == run.T


def test_weights_leave_the_range_at_either_end() -> None:
    for x, y, found in (([1, 0], -1, "from 0 to 0.5"), ([1, 0, 0, 0], 1, "from 0.25 to inf")):
        learner = ol.Winnow(eta=400.0)
        with (
            np.errstate(over="ignore"),
            pytest.raises(ValueError, match=f"between 1e-300 and 1e.300; the update leads {found}"),
        ):
            learner.update(x, y)
        assert learner.w is None
    near = ol.Winnow(eta=340.0)  # e^680 is about 1e295
    near.update([1, 0], -1)
    assert 1e-300 < near.w[0] < 1e-290
    with pytest.raises(ValueError, match="every weight must stay between"):
        ol.play(ol.Winnow(eta=340.0), [[1, 0, 0], [1, 1, 0], [1, 0, 0], [1, 1, 1]], [1, -1, -1, -1])
