"""The doubling trick: where blocks begin, what each learner is tuned for, what it costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from games import seeds
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.validation import FloatArray


def tuned(n: int) -> ol.OnlineGradientDescent:
    return ol.OnlineGradientDescent(1 / np.sqrt(n), ol.Ball(1.0))


@given(T=st.integers(1, 300))
def test_blocks_have_lengths_one_two_four(T: int) -> None:
    """A learner that counts its rounds says in which round of which block we are."""
    horizons = []

    def make(n: int) -> ol.OnlineGradientDescent:
        horizons.append(n)
        return ol.OnlineGradientDescent(1.0)

    run = ol.play_oco(ol.DoublingTrick(make), -np.ones((T, 1)))
    expected = [float(i) for j in range(T.bit_length() + 1) for i in range(2**j)]
    np.testing.assert_array_equal(run.weights.ravel(), expected[: T + 1])
    assert run.learner.block == (T + 1).bit_length() - 1
    assert run.learner.horizon == 2**run.learner.block
    # Once to know the members of a learner, once to start; then once a block.
    assert horizons == [1] + [2**j for j in range(run.learner.block + 1)]


@given(T=st.integers(1, 200), d=st.integers(1, 4), seed=seeds)
def test_each_block_is_a_game_of_its_own(T: int, d: int, seed: int) -> None:
    gradients = np.random.default_rng(seed).standard_normal((T, d))
    run = ol.play_oco(ol.DoublingTrick(tuned), gradients)
    first = 0
    while first < T:
        last = min(2 * first + 1, T)  # blocks end in rounds 1, 3, 7, 15, ...
        alone = ol.play_oco(tuned(first + 1), gradients[first:last])
        np.testing.assert_array_equal(run.weights[first:last], alone.weights[:-1])
        first = last


@given(T=st.integers(1, 60), d=st.integers(1, 4), seed=seeds)
def test_it_plays_prediction_too(T: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((T, d)), rng.standard_normal(T)
    learner = ol.DoublingTrick(lambda n: ol.GradientDescent(0.5 / np.sqrt(n), "absolute"))
    reduced = ol.DoublingTrick(
        lambda n: ol.LinearPredictor(ol.OnlineGradientDescent(0.5 / np.sqrt(n)), "absolute")
    )
    inside = ol.LinearPredictor(
        ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(0.5 / np.sqrt(n))), "absolute"
    )
    runs = [ol.play(one, X, y, keep_weights=True) for one in (learner, reduced, inside)]
    for run in runs:
        np.testing.assert_array_equal(run.weights, runs[0].weights)
        np.testing.assert_array_equal(run.losses, ol.losses.Absolute().value(y, run.scores))
        assert run.mistakes is None


def test_it_offers_the_members_of_the_present_learner() -> None:
    learner: Any = ol.DoublingTrick(lambda n: ol.Winnow(eta=1 / (4 * n)))
    assert (learner.block, learner.horizon, learner.eta) == (0, 1, 0.25)
    assert learner.loss == ol.losses.ZeroOne(threshold=0.5)
    assert learner.w is None
    learner.update([1, 0], 1)
    assert (learner.block, learner.horizon, learner.eta) == (1, 2, 0.125)
    assert learner.predict([1, 0]) == 0.5
    np.testing.assert_array_equal(learner.w, [0.5, 0.5])
    learner.start(4)
    assert (learner.block, learner.eta) == (0, 0.25)
    np.testing.assert_array_equal(learner.w, np.full(4, 0.25))
    run = ol.play(learner, [[1, 0, 0, 0]], [1])
    assert run.n_mistakes == 1

    oco: Any = ol.DoublingTrick(tuned)
    assert not hasattr(oco, "predict")
    with pytest.raises(AttributeError, match="_secret"):
        _ = oco._secret


def test_a_learner_that_is_handed_out_twice_is_copied() -> None:
    shared = ol.OnlineGradientDescent(1.0)
    run = ol.play_oco(ol.DoublingTrick(lambda n: shared), -np.ones((4, 1)))
    np.testing.assert_array_equal(run.weights.ravel(), [0, 0, 1, 0, 1])
    assert shared.w is None


def test_an_error_changes_nothing() -> None:
    """In the middle of a block, in its last round, and where the restart itself fails."""

    def make(n: int) -> ol.OnlineGradientDescent:
        if n == 4:
            raise ValueError("no learner for n = 4")
        return ol.OnlineGradientDescent(1.0)

    learner: Any = ol.DoublingTrick(make)
    learner.update([1.0])
    for rounds_left in (2, 1):
        kept = learner.w
        with pytest.raises(ValueError, match="g must be finite"):
            learner.update([np.nan])
        assert learner.w is kept
        if rounds_left == 2:
            learner.update([1.0])
    with pytest.raises(ValueError, match="no learner for n = 4"):
        learner.update([1.0])
    assert (learner.block, learner.w[0]) == (1, -1.0)
    with pytest.raises(ValueError, match="round 3: no learner for n = 4"):
        ol.play_oco(ol.DoublingTrick(make), np.ones((3, 1)))


def test_it_shows_its_state() -> None:
    assert repr(ol.DoublingTrick(lambda n: ol.Perceptron())) == (
        "DoublingTrick(block=0, horizon=1, Perceptron())"
    )


# ---------------------------------------------------------------------- the adversary
def regret_on(eta: float, gradients: FloatArray) -> FloatArray:
    """Regret against u = (1, 0) after every round."""
    run = ol.play_oco(ol.OnlineGradientDescent(eta, ol.Ball(1.0)), gradients)
    regret: FloatArray = np.cumsum(run.losses - gradients[:, 0])
    return regret


@given(eta=st.floats(0.02, 1.0), T=st.integers(1, 300))
def test_push_and_wiggle_attains_the_bound(eta: float, T: int) -> None:
    """At the end, and before it after every second round that comes after the push."""
    T = max(T, int(np.ceil(1 / eta)) + 1)
    gradients = ol.streams.push_and_wiggle(eta, T)
    assert gradients.shape == (T, 2)
    np.testing.assert_allclose(np.linalg.norm(gradients, axis=1), 1.0)
    best = -gradients.sum(axis=0)
    np.testing.assert_allclose(best / np.linalg.norm(best), [1.0, 0.0], atol=1e-9)
    regret = regret_on(eta, gradients)
    rounds = np.arange(1, T + 1)
    allowed = 1 / (2 * eta) + eta / 2 * rounds
    assert np.all(regret <= allowed + 1e-9)
    pushed = int(np.ceil(1 / eta)) + 1
    np.testing.assert_allclose(
        regret[::-1][: max(1, T - pushed) : 2], allowed[::-1][: max(1, T - pushed) : 2]
    )
    assert regret[-1] <= ol.theorem("ogd.regret").bound(U=1.0, eta=eta, S=float(T)) + 1e-9


def test_push_and_wiggle_attains_the_constants_of_the_theorems() -> None:
    """The one not rounded up at the end of every block; the other nearly, soon after one begins."""
    blocks = np.arange(13)
    gradients = np.vstack([ol.streams.push_and_wiggle(2.0 ** (-m / 2), 2**m) for m in range(13)])
    run = ol.play_oco(ol.DoublingTrick(tuned), gradients)
    regret = np.cumsum(run.losses - gradients[:, 0])
    ends = 2 ** (blocks + 1) - 1
    np.testing.assert_allclose(
        regret[ends - 1],
        ol.theorem("doubling.regret_not_rounded").bound(alpha=1.0, L=blocks),
        rtol=1e-9,
    )
    rounds = np.arange(1, len(regret) + 1)
    ratio = regret / ol.theorem("doubling.gradient_descent").bound(U=1.0, G=1.0, T=rounds)
    assert 0.97 < ratio.max() <= 1.0


def test_a_readers_own_learner_may_have_neither_weights_nor_dimension() -> None:
    class Last:
        """Predicts the last label."""

        def __init__(self) -> None:
            self.y = 1.0

        def predict(self, x: FloatArray) -> float:
            return self.y

        def update(self, x: FloatArray, y: float) -> None:
            self.y = y

    run = ol.play(ol.DoublingTrick(lambda n: Last()), np.ones((6, 2)), [-1, -1, -1, 1, 1, 1])
    # Rounds 1, 2 and 4 begin a block, with a learner that says +1 once more.
    np.testing.assert_array_equal(run.scores, [1.0, 1.0, -1.0, 1.0, 1.0, 1.0])
    assert (run.learner.block, run.learner.horizon) == (2, 4)
