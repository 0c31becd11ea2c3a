"""Online gradient descent: its steps, its domain, its regret bound."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

import olbook as ol
from olbook.domains import Domain
from olbook.players import OCOLearner
from olbook.validation import FloatArray


@pytest.mark.parametrize(
    ("domain", "first"),
    [
        (None, [0.0, 0.0]),
        (ol.Ball(1.0), [0.0, 0.0]),
        (ol.Simplex(), [0.5, 0.5]),
        (ol.Box([1.0, -3.0], [2.0, -2.0]), [1.0, -2.0]),
    ],
)
def test_it_starts_at_the_point_nearest_to_zero(domain: Domain | None, first: list[float]) -> None:
    learner = ol.OnlineGradientDescent(0.1, domain, d=2)
    np.testing.assert_array_equal(learner.w, first)
    learner.update([5.0, -1.0])
    learner.start(2)
    np.testing.assert_array_equal(learner.w, first)


def test_the_step_may_depend_on_the_round() -> None:
    asked = []

    def eta(t: int) -> float:
        asked.append(t)
        return 1.0 / t

    run = ol.play_oco(ol.OnlineGradientDescent(eta), np.ones((4, 1)))
    assert asked == [1, 2, 3, 4]
    np.testing.assert_allclose(run.weights[:, 0], [0, -1, -1.5, -1.5 - 1 / 3, -1.75 - 1 / 3])
    again = ol.play_oco(run.learner, np.ones((1, 1)))
    assert asked[-1] == 5
    assert again.w[0] == pytest.approx(run.w[0] - 0.2)


# The adversary


class Lazy:
    """Never moves."""

    def __init__(self, point: ArrayLike) -> None:
        self.w: FloatArray = np.asarray(point, dtype=float)

    def update(self, g: FloatArray) -> None:
        pass


class Wild(Lazy):
    """Jumps somewhere far away in every round."""

    def __init__(self, seed: int) -> None:
        super().__init__([1.0, 0.0, 0.0])
        self.rng = np.random.default_rng(seed)

    def update(self, g: FloatArray) -> None:
        self.w = 10.0 ** self.rng.uniform(-6, 6) * self.rng.standard_normal(3)


LEARNERS: dict[str, OCOLearner] = {
    "tuned": ol.OnlineGradientDescent(2.0 / (3.0 * 20.0), ol.Ball(2.0)),
    "without a domain": ol.OnlineGradientDescent(7.0),
    "tiny steps": ol.OnlineGradientDescent(1e-100),
    "Hedge": ol.Hedge(0.5),
    "leader": ol.FollowTheRegularizedLeader(0.1, ol.SquaredNorm(), ol.Ball(2.0)),
    "lazy": Lazy([2.0, 0.0, 0.0]),
    "lazy at zero": Lazy([0.0, 0.0, 0.0]),
    "wild": Wild(0),
}


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_no_learner_beats_the_orthogonal_gradients(learner: OCOLearner) -> None:
    T, G, U = 400, 3.0, 2.0
    gradients = ol.streams.orthogonal_gradients(learner, T, size=G)
    np.testing.assert_allclose(np.linalg.norm(gradients, axis=1), G)
    run = ol.play_oco(learner, gradients)
    lengths = np.linalg.norm(run.weights[:-1], axis=1)
    assert np.all(np.abs(run.losses) <= 1e-14 * G * lengths)
    best = -ol.Ball(U).support(-gradients.sum(axis=0))
    np.testing.assert_allclose(-best, ol.theorem("ogd.tuned").bound(U=U, G=G, T=T), rtol=1e-12)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_gradients_whose_squares_leave_the_doubles_are_orthogonal_too(size: float) -> None:
    gradients = ol.streams.orthogonal_gradients(ol.OnlineGradientDescent(1.0), 20, size=size) / size
    lengths = np.linalg.norm(np.cumsum(gradients, axis=0), axis=1)
    np.testing.assert_allclose(lengths, np.sqrt(np.arange(1, 21)), rtol=1e-12)


def test_the_adversary_plays_against_a_copy_from_its_present_state() -> None:
    learner = ol.OnlineGradientDescent(1.0, d=3)
    learner.update([1.0, 2.0, 3.0])
    gradients = ol.streams.orthogonal_gradients(learner, 1)
    np.testing.assert_array_equal(learner.w, [-1.0, -2.0, -3.0])
    assert gradients[0] @ [1.0, 2.0, 3.0] == pytest.approx(0.0, abs=1e-14)


def test_the_adversary_names_the_round_of_an_error() -> None:
    learner = ol.OnlineGradientDescent(lambda t: 1.0 if t < 3 else np.nan)
    with pytest.raises(ValueError, match=r"round 3: eta\(3\)"):
        ol.streams.orthogonal_gradients(learner, 5)
