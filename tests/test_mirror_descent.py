"""Mirror descent, the regularised leader and their cases: which of them are one and the same."""

from __future__ import annotations

import numpy as np
from games import DOMAINS, anytime, equal, games, losses, points, steps, stream, weights
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain
from olbook.regularizers import Regularizer

# Each algorithm against its formula


@given(**games, eta=steps, p=st.floats(2.0, 20.0), loss=losses)
def test_p_norm_steps_between_mirror_images(
    T: int, d: int, seed: int, eta: float, p: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    learner = ol.PNorm(p, eta, loss)
    theta = np.zeros(d)
    for w, x, target in zip(weights(learner, X, y), X, y, strict=False):
        length = np.linalg.norm(theta, p)
        link = np.sign(theta) * np.abs(theta) ** (p - 1) * length ** (2 - p) if length else theta
        np.testing.assert_allclose(w, link, rtol=1e-9, atol=1e-12)
        theta = theta - eta * learner.loss.slope(target, w @ x) * x


@given(**games, eta=steps)
def test_hedge_weights_are_powers_of_the_total_losses(
    T: int, d: int, seed: int, eta: float
) -> None:
    expert_losses = np.random.default_rng(seed).random((T, d))
    totals = np.vstack([np.zeros(d), np.cumsum(expert_losses, axis=0)])
    powers = np.exp(-eta * totals)
    kept = points(ol.Hedge(eta), expert_losses)
    equal(kept, powers / powers.sum(axis=1, keepdims=True))
    assert (kept[0] == 1 / d).all()


@given(**games)
def test_the_leader_weighs_the_past_with_the_step_of_the_round_to_come(
    T: int, d: int, seed: int
) -> None:
    gradients = np.random.default_rng(seed).standard_normal((T, d))
    totals = np.cumsum(gradients, axis=0)
    later = np.array([anytime(t) for t in range(2, T + 2)])[:, np.newaxis]
    lazy = points(ol.FollowTheRegularizedLeader(anytime, ol.SquaredNorm()), gradients)
    equal(lazy[1:], -later * totals)
    experts = points(ol.Hedge(anytime), gradients)
    powers = np.exp(-later * totals)
    equal(experts[1:], powers / powers.sum(axis=1, keepdims=True))


# One and the same


@given(**games, eta=steps, domain=st.sampled_from(DOMAINS))
def test_mirror_descent_with_the_squared_norm_is_online_gradient_descent(
    T: int, d: int, seed: int, eta: float, domain: Domain | None
) -> None:
    """To the bit, with any domain."""
    gradients = np.random.default_rng(seed).standard_normal((T, d))
    mirror = ol.MirrorDescent(eta, ol.SquaredNorm(), domain)
    descent = ol.OnlineGradientDescent(eta, domain)
    np.testing.assert_array_equal(points(mirror, gradients), points(descent, gradients))


@given(**games, eta=steps, loss=losses)
def test_four_forms_of_exponentiated_gradient(
    T: int, d: int, seed: int, eta: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    direct = weights(ol.ExponentiatedGradient(eta, loss), X, y)
    for oco_learner in (
        ol.Hedge(eta),
        ol.MirrorDescent(eta, ol.Entropy(), ol.Simplex()),
        ol.FollowTheRegularizedLeader(eta, ol.Entropy(), ol.Simplex()),
    ):
        equal(weights(ol.LinearPredictor(oco_learner, loss), X, y), direct)
    np.testing.assert_allclose(direct.sum(axis=1), 1.0, rtol=1e-14)
    assert (direct >= 0).all()


@given(**games, eta=steps, p=st.floats(2.0, 20.0), loss=losses)
def test_three_forms_of_the_p_norm_algorithm(
    T: int, d: int, seed: int, eta: float, p: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    psi = ol.SquaredPNorm(p / (p - 1))
    direct = weights(ol.PNorm(p, eta, loss), X, y)
    for oco_learner in (ol.MirrorDescent(eta, psi), ol.FollowTheRegularizedLeader(eta, psi)):
        np.testing.assert_allclose(
            weights(ol.LinearPredictor(oco_learner, loss), X, y), direct, rtol=1e-7, atol=1e-9
        )


@given(**games, eta=steps)
def test_without_a_domain_mirror_descent_is_follow_the_regularised_leader(
    T: int, d: int, seed: int, eta: float
) -> None:
    gradients = np.random.default_rng(seed).uniform(-0.3, 0.3, (T, d))
    regularizers: list[Regularizer] = [ol.SquaredNorm(), ol.Entropy(), ol.SquaredPNorm(1.5)]
    for psi in regularizers:
        agile, lazy = ol.MirrorDescent(eta, psi), ol.FollowTheRegularizedLeader(eta, psi)
        np.testing.assert_allclose(points(agile, gradients), points(lazy, gradients), rtol=1e-9)


def test_under_constraints_lazy_and_agile_part() -> None:
    """One forgets what lies beyond the end of the interval, the other remembers it."""
    interval, gradients = ol.Box(-1.0, 1.0), np.array([[2.0], [-1.0]])
    agile = ol.MirrorDescent(1.0, ol.SquaredNorm(), interval)
    lazy = ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm(), interval)
    np.testing.assert_array_equal(points(agile, gradients).ravel(), [0.0, -1.0, 0.0])
    np.testing.assert_array_equal(points(lazy, gradients).ravel(), [0.0, -1.0, -1.0])


# Where it could break, and what it refuses


def test_large_exponents_lose_no_weight() -> None:
    """Weights may be smaller than any double for a long while, and come back."""
    up = np.zeros((3000, 2))
    up[:1500, 0], up[1500:, 1] = 1.0, 1.0
    for learner in (
        ol.Hedge(1.0),
        ol.MirrorDescent(1.0, ol.Entropy(), ol.Simplex()),
        ol.FollowTheRegularizedLeader(1.0, ol.Entropy(), ol.Simplex()),
    ):
        run = ol.play_oco(learner, up)
        assert run.weights[1500, 0] == 0.0
        np.testing.assert_allclose(run.w, [0.5, 0.5], rtol=1e-9)
