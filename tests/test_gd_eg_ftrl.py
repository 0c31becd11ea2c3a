"""Gradient descent, exponentiated gradient and their relatives: which of them are one and the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain
from olbook.regularizers import Regularizer
from olbook.validation import FloatArray

seeds = st.integers(0, 2**32 - 1)
games = {"T": st.integers(1, 50), "d": st.integers(1, 8), "seed": seeds}
steps = st.floats(1e-3, 2.0)
losses = st.sampled_from(["square", "absolute", "hinge", "logistic"])
DOMAINS: list[Domain | None] = [None, ol.Ball(0.7), ol.Simplex(), ol.L1Ball(0.5), ol.Box(-0.2, 0.3)]


def stream(loss: str, T: int, d: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Inputs no longer than 1, and targets of the kind that the loss asks for."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (T, d)) / np.sqrt(d)
    y = rng.choice([-1.0, 1.0], T) if loss in ("hinge", "logistic") else rng.standard_normal(T)
    return X, y


def weights(learner: Any, X: FloatArray, y: FloatArray) -> FloatArray:
    kept = ol.play(learner, X, y, keep_weights=True).weights
    assert kept is not None
    return kept


def points(learner: Any, gradients: FloatArray) -> FloatArray:
    kept = ol.play_oco(learner, gradients).weights
    assert kept is not None
    return kept


def equal(a: FloatArray, b: FloatArray) -> None:
    """Up to round-off."""
    np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


# Each algorithm against its formula


@given(**games, eta=steps, loss=losses, domain=st.sampled_from(DOMAINS))
@settings(deadline=None)
def test_gradient_descent_is_the_loop_of_the_lecture(
    T: int, d: int, seed: int, eta: float, loss: str, domain: Domain | None
) -> None:
    X, y = stream(loss, T, d, seed)
    learner = ol.GradientDescent(eta, loss, domain)
    project = ol.WholeSpace().project if domain is None else domain.project
    w = project(np.zeros(d))
    for kept, x, target in zip(weights(learner, X, y), X, y, strict=False):
        np.testing.assert_array_equal(kept, w)
        w = project(w - eta * (learner.loss.slope(target, w @ x) * x))


@given(**games, eta=steps, loss=losses)
@settings(deadline=None)
def test_exponentiated_gradient_multiplies_and_normalises(
    T: int, d: int, seed: int, eta: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    learner = ol.ExponentiatedGradient(eta, loss)
    w = np.full(d, 1 / d)
    for kept, x, target in zip(weights(learner, X, y), X, y, strict=False):
        equal(kept, w)
        w = w * np.exp(-eta * learner.loss.slope(target, kept @ x) * x)
        w /= w.sum()


@given(**games, eta=steps, p=st.floats(2.0, 20.0), loss=losses)
@settings(deadline=None)
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
@settings(deadline=None)
def test_hedge_weights_are_powers_of_the_total_losses(
    T: int, d: int, seed: int, eta: float
) -> None:
    expert_losses = np.random.default_rng(seed).random((T, d))
    totals = np.vstack([np.zeros(d), np.cumsum(expert_losses, axis=0)])
    powers = np.exp(-eta * totals)
    kept = points(ol.Hedge(eta), expert_losses)
    equal(kept, powers / powers.sum(axis=1, keepdims=True))
    assert (kept[0] == 1 / d).all()


# One and the same


@given(**games, eta=steps)
@settings(deadline=None)
def test_widrow_hoff_is_gradient_descent_on_the_square_loss(
    T: int, d: int, seed: int, eta: float
) -> None:
    """To the bit."""
    X, y = stream("square", T, d, seed)
    ours = weights(ol.WidrowHoff(eta), X, y)
    np.testing.assert_array_equal(ours, weights(ol.GradientDescent(eta, "square"), X, y))


@given(**games)
@settings(deadline=None)
def test_conservative_hinge_descent_with_step_one_is_the_perceptron(
    T: int, d: int, seed: int
) -> None:
    """To the bit."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T)
    X[rng.random(T) < 0.2] = 0.0  # ties
    perceptron = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    descent = ol.play(
        ol.GradientDescent(1.0, loss="hinge", conservative=True), X, y, keep_weights=True
    )
    np.testing.assert_array_equal(descent.weights, perceptron.weights)
    np.testing.assert_array_equal(descent.mistakes, perceptron.mistakes)
    np.testing.assert_array_equal(descent.updates, perceptron.updates)
    np.testing.assert_array_equal(descent.losses, ol.Hinge().value(y, perceptron.scores))


@given(**games, eta=steps, loss=losses, domain=st.sampled_from(DOMAINS))
@settings(deadline=None)
def test_gradient_descent_is_online_gradient_descent_that_predicts(
    T: int, d: int, seed: int, eta: float, loss: str, domain: Domain | None
) -> None:
    """To the bit."""
    X, y = stream(loss, T, d, seed)
    direct = ol.play(ol.GradientDescent(eta, loss, domain), X, y, keep_weights=True)
    reduced = ol.play(
        ol.LinearPredictor(ol.OnlineGradientDescent(eta, domain), loss), X, y, keep_weights=True
    )
    np.testing.assert_array_equal(reduced.weights, direct.weights)
    np.testing.assert_array_equal(reduced.scores, direct.scores)
    np.testing.assert_array_equal(reduced.losses, direct.losses)


@given(**games, eta=steps, domain=st.sampled_from(DOMAINS))
@settings(deadline=None)
def test_mirror_descent_with_the_squared_norm_is_online_gradient_descent(
    T: int, d: int, seed: int, eta: float, domain: Domain | None
) -> None:
    """To the bit, with any domain."""
    gradients = np.random.default_rng(seed).standard_normal((T, d))
    mirror = ol.MirrorDescent(eta, ol.SquaredNorm(), domain)
    descent = ol.OnlineGradientDescent(eta, domain)
    np.testing.assert_array_equal(points(mirror, gradients), points(descent, gradients))


@given(**games, eta=steps, loss=losses)
@settings(deadline=None)
def test_gradient_descent_is_follow_the_regularised_leader(
    T: int, d: int, seed: int, eta: float, loss: str
) -> None:
    X, y = stream(loss, T, d, seed)
    leader = ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm())
    equal(
        weights(ol.GradientDescent(eta, loss), X, y),
        weights(ol.LinearPredictor(leader, loss), X, y),
    )


@given(**games, eta=steps, loss=losses)
@settings(deadline=None)
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
@settings(deadline=None)
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


@given(**games, eta=steps, loss=losses)
@settings(deadline=None)
def test_two_norm_is_gradient_descent(T: int, d: int, seed: int, eta: float, loss: str) -> None:
    X, y = stream(loss, T, d, seed)
    equal(weights(ol.PNorm(2.0, eta, loss), X, y), weights(ol.GradientDescent(eta, loss), X, y))


@given(**games, eta=steps)
@settings(deadline=None)
def test_without_a_domain_mirror_descent_is_follow_the_regularised_leader(
    T: int, d: int, seed: int, eta: float
) -> None:
    gradients = np.random.default_rng(seed).uniform(-0.3, 0.3, (T, d))
    regularizers: list[Regularizer] = [ol.SquaredNorm(), ol.Entropy(), ol.SquaredPNorm(1.5)]
    for psi in regularizers:
        agile, lazy = ol.MirrorDescent(eta, psi), ol.FollowTheRegularizedLeader(eta, psi)
        np.testing.assert_allclose(points(agile, gradients), points(lazy, gradients), rtol=1e-9)


def test_under_constraints_lazy_and_agile_part() -> None:
    """Erratum E2-08."""
    interval, gradients = ol.Box(-1.0, 1.0), np.array([[2.0], [-1.0]])
    agile = ol.MirrorDescent(1.0, ol.SquaredNorm(), interval)
    lazy = ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm(), interval)
    np.testing.assert_array_equal(points(agile, gradients).ravel(), [0.0, -1.0, 0.0])
    np.testing.assert_array_equal(points(lazy, gradients).ravel(), [0.0, -1.0, -1.0])


@given(**games, eta=steps, radius=st.floats(0.1, 5.0), loss=losses)
@settings(deadline=None)
def test_signed_weights_are_positive_weights_of_both_signs(
    T: int, d: int, seed: int, eta: float, radius: float, loss: str
) -> None:
    """EG plus-minus is EG on the inputs (r x, -r x)."""
    X, y = stream(loss, T, d, seed)
    signed = ol.ExponentiatedGradient(eta, loss, signed=True, radius=radius)
    ours = weights(signed, X, y)
    both = weights(ol.ExponentiatedGradient(eta, loss), radius * np.hstack([X, -X]), y)
    plus, minus = np.split(both, 2, axis=1)
    np.testing.assert_allclose(ours, radius * (plus - minus), rtol=1e-9, atol=1e-10)
    assert all(ol.L1Ball(radius).contains(w) for w in ours)
    np.testing.assert_array_equal(ours[0], np.zeros(d))


@given(**games)
@settings(deadline=None)
def test_the_step_of_the_p_norm_perceptron_does_not_matter(T: int, d: int, seed: int) -> None:
    """Powers of two, so that nothing is rounded differently."""
    X, y = stream("hinge", T, d, seed)
    one, other = (
        ol.play(ol.PNorm(4.0, eta, "hinge", conservative=True), X, y) for eta in (1.0, 8.0)
    )
    np.testing.assert_array_equal(one.mistakes, other.mistakes)
    np.testing.assert_allclose(8.0 * np.asarray(one.w), other.w, rtol=1e-12)


@given(**games, eta=st.floats(0.05, 1.0))
@settings(deadline=None)
def test_without_a_threshold_the_normaliser_changes_no_prediction(
    T: int, d: int, seed: int, eta: float
) -> None:
    """Erratum E2-05: conservative EG on the hinge is Winnow with threshold 0, normalised."""
    rng = np.random.default_rng(seed)
    X, y = rng.choice([-1.0, 1.0], (T, d)), rng.choice([-1.0, 1.0], T)
    run = ol.play(ol.ExponentiatedGradient(eta, "hinge", conservative=True), X, y)
    v = np.ones(d)
    for x, label, s in zip(X, y, run.scores, strict=True):
        plain = v @ x / v.sum()
        assert s == pytest.approx(plain, abs=1e-9)
        if label * s <= 0:
            v = v * np.exp(eta * label * x)


# The step may depend on the round


def anytime(t: int) -> float:
    return 0.5 / np.sqrt(t)


@given(**games)
@settings(deadline=None)
def test_steps_that_depend_on_the_round(T: int, d: int, seed: int) -> None:
    X, y = stream("absolute", T, d, seed)
    w, v, theta = np.zeros(d), np.full(d, 1 / d), np.zeros(d)
    descent = weights(ol.GradientDescent(anytime, "absolute"), X, y)
    multiplied = weights(ol.ExponentiatedGradient(anytime, "absolute"), X, y)
    mirrored = weights(ol.PNorm(2.0, anytime, "absolute"), X, y)
    for t in range(1, T + 1):
        x, target = X[t - 1], y[t - 1]
        w = w - anytime(t) * np.sign(w @ x - target) * x
        v = v * np.exp(-anytime(t) * np.sign(multiplied[t - 1] @ x - target) * x)
        theta = theta - anytime(t) * np.sign(mirrored[t - 1] @ x - target) * x
        equal(descent[t], w)
        equal(multiplied[t], v / v.sum())
        equal(mirrored[t], theta)


@given(**games)
@settings(deadline=None)
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


def test_a_conservative_learner_counts_every_round() -> None:
    asked = []

    def eta(t: int) -> float:
        asked.append(t)
        return 1.0

    X, y = [[1.0], [1.0], [1.0], [-1.0]], [1, 1, -1, 1]  # a tie, right, wrong, a tie
    run = ol.play(ol.GradientDescent(eta, "hinge", conservative=True), X, y)
    np.testing.assert_array_equal(run.mistakes, [True, False, True, True])
    assert asked == [1, 3, 4]


def test_a_first_round_without_a_mistake_starts_the_learner() -> None:
    learner = ol.ExponentiatedGradient(1.0, "hinge", conservative=True)
    learner.update([1.0, 0.0], 1)
    np.testing.assert_array_equal(learner.w, [0.5, 0.5])


MAKERS: dict[str, Callable[[Any], Any]] = {
    "GradientDescent": lambda eta: ol.GradientDescent(eta),
    "WidrowHoff": lambda eta: ol.WidrowHoff(eta),
    "ExponentiatedGradient": lambda eta: ol.ExponentiatedGradient(eta),
    "PNorm": lambda eta: ol.PNorm(3.0, eta),
    "LinearPredictor": lambda eta: ol.LinearPredictor(ol.OnlineGradientDescent(eta), "square"),
}
OCO_MAKERS: dict[str, Callable[[Any], Any]] = {
    "MirrorDescent": lambda eta: ol.MirrorDescent(eta, ol.Entropy(), ol.Simplex()),
    "FollowTheRegularizedLeader": lambda eta: ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm()),
    "Hedge": lambda eta: ol.Hedge(eta),
}
each_predictor = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
each_oco_learner = pytest.mark.parametrize("make", OCO_MAKERS.values(), ids=OCO_MAKERS)


@each_predictor
@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_a_bad_step_names_the_round_and_changes_nothing(
    make: Callable[[Any], Any], bad: float
) -> None:
    with pytest.raises(ValueError, match="eta must be positive and finite"):
        make(bad)
    learner = make(lambda t: 0.5 if t != 2 else bad)
    learner.update([1.0, -1.0], 1.0)
    kept = learner.w
    for _ in range(2):
        with pytest.raises(ValueError, match=r"eta\(2\) must be positive and finite"):
            learner.update([1.0, 1.0], 1.0)
    np.testing.assert_array_equal(learner.w, kept)
    with pytest.raises(ValueError, match=r"round 2: eta\(2\)"):
        ol.play(make(learner_eta(bad)), np.ones((3, 2)), np.ones(3))


@each_oco_learner
@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_a_bad_step_of_an_oco_learner_names_the_round_and_changes_nothing(
    make: Callable[[Any], Any], bad: float
) -> None:
    with pytest.raises(ValueError, match="eta must be positive and finite"):
        make(bad)
    learner = make(lambda t: 0.5 if t < 4 else bad)
    learner.update([1.0, -1.0])
    learner.update([1.0, 2.0])
    kept = learner.w
    with pytest.raises(ValueError, match=r"round \d: eta\(4\) must be positive and finite"):
        ol.play_oco(learner, np.ones((3, 2)))
    np.testing.assert_array_equal(learner.w, kept)


def unreliable(fails: set[int]) -> Callable[[int], float]:
    """Steps that depend on the round, with a failure now and then; asked again, it answers."""

    def eta(t: int) -> float:
        if t in fails:
            fails.remove(t)
            raise ValueError("no answer")
        return 0.5 / t

    return eta


@pytest.mark.parametrize(
    "make", [*MAKERS.values(), lambda eta: ol.Winnow(eta)], ids=[*MAKERS, "Winnow"]
)
def test_a_round_that_failed_can_be_played_again(make: Callable[[Any], Any]) -> None:
    learner, reliable = make(unreliable({1, 3})), make(unreliable(set()))
    for t, (x, y) in enumerate([([1, 0], -1), ([0, 1], -1), ([0, 0], 1), ([1, 1], -1)], start=1):
        # Winnow's third round is a mistake; its second would be one without the first.
        if t in (1, 3):
            before = vars(learner).copy()
            with pytest.raises(ValueError, match="no answer"):
                learner.update(x, y)
            if t == 1:
                assert learner.w is None
                assert vars(learner).keys() == before.keys()
        learner.update(x, y)
        reliable.update(x, y)
        np.testing.assert_array_equal(learner.w, reliable.w)


@each_oco_learner
def test_a_gradient_that_failed_can_be_played_again(make: Callable[[Any], Any]) -> None:
    learner, reliable = make(unreliable({3})), make(unreliable(set()))
    failures = 0
    for g in ([1.0, 0.0], [-2.0, 1.0], [0.0, 1.0], [3.0, 1.0]):
        try:
            learner.update(g)
        except ValueError:
            failures += 1
            learner.update(g)
        reliable.update(g)
        np.testing.assert_array_equal(learner.w, reliable.w)
    assert failures == 1


@pytest.mark.parametrize("make", [*MAKERS.values(), *OCO_MAKERS.values()])
def test_a_start_that_failed_changes_nothing(make: Callable[[Any], Any]) -> None:
    learner, other = make(anytime), make(anytime)
    example = ([1.0, -2.0], 1.0) if hasattr(learner, "predict") else ([1.0, -2.0],)
    for player in (learner, other):
        player.update(*example)
        player.update(*example)
    with pytest.raises(ValueError, match="d must be at least 1"):
        learner.start(0)
    for player in (learner, other):
        player.update(*example)
    np.testing.assert_array_equal(learner.w, other.w)


@each_predictor
def test_a_new_start_counts_from_one_again(make: Callable[[Any], Any]) -> None:
    learner, fresh = make(anytime), make(anytime)
    for _ in range(3):
        learner.update([1.0, 2.0], 1.0)
    learner.start(2)
    for one in (learner, fresh):
        one.update([1.0, -1.0], 2.0)
        one.update([1.0, 1.0], 2.0)
    np.testing.assert_array_equal(learner.w, fresh.w)


@each_oco_learner
def test_a_new_start_forgets_all_gradients(make: Callable[[Any], Any]) -> None:
    learner, fresh = make(anytime), make(anytime)
    for _ in range(3):
        learner.update([1.0, 2.0])
    learner.start(2)
    for one in (learner, fresh):
        one.update([1.0, -1.0])
        one.update([1.0, 1.0])
    np.testing.assert_array_equal(learner.w, fresh.w)


def learner_eta(bad: float) -> Callable[[int], float]:
    return lambda t: 0.5 if t == 1 else bad


# What the theory promises, and where it is silent


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
        assert run.weights is not None
        assert run.weights[1500, 0] == 0.0
        np.testing.assert_allclose(run.w, [0.5, 0.5], rtol=1e-9)


def test_widrow_hoff_diverges_with_twice_the_largest_step() -> None:
    """Erratum E4-01: the error is multiplied by 1 - eta in every round."""
    ones = np.ones((20, 1))
    assert ol.play(ol.WidrowHoff(2.0), ones, np.ones(20)).losses.sum() == pytest.approx(10.0)
    assert ol.play(ol.WidrowHoff(2.1), ones, np.ones(20)).losses.sum() > 20
    with np.errstate(over="ignore"), pytest.raises(ValueError, match=r"round \d+: .*finite"):
        ol.play(ol.WidrowHoff(1e10), np.ones((50, 1)), np.ones(50))


def test_weights_that_overflow_name_the_round() -> None:
    with np.errstate(over="ignore"):
        for learner in (ol.WidrowHoff(1.0), ol.GradientDescent(1.0)):
            with pytest.raises(ValueError, match="round 1: w must be finite"):
                ol.play(learner, [[1e200, 1.0]], [1e200])
        with pytest.raises(ValueError, match="round 1: the sum of exponents must be finite"):
            ol.play(ol.ExponentiatedGradient(1.0), [[1e200, 1.0]], [1e200])
        with pytest.raises(ValueError, match="round 1: theta must be finite"):
            ol.play(ol.PNorm(3.0, 1.0), [[1e200, 1.0]], [1e200])
        for oco_learner in (
            ol.MirrorDescent(1e200, ol.SquaredNorm()),
            ol.FollowTheRegularizedLeader(1e200, ol.SquaredNorm(), ol.Ball(1.0)),
        ):
            with pytest.raises(ValueError, match="round 1: theta must be finite"):
                ol.play_oco(oco_learner, [[1e200]])
        with pytest.raises(ValueError, match="round 1: the sum of exponents must be finite"):
            ol.play_oco(ol.Hedge(1e200), [[1e200, 0.0]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ol.GradientDescent(0.1, "squared"), r'loss must be one of "square", "absolute"'),
        (lambda: ol.GradientDescent(0.1, "square", conservative=True), r"conservative=True needs"),
        (lambda: ol.PNorm(3.0, 0.1, "absolute", conservative=True), r"conservative=True needs"),
        (lambda: ol.PNorm(1.5, 0.1), r"p must be at least 2 and finite, got 1.5"),
        (lambda: ol.PNorm(np.inf, 0.1), r"p must be at least 2 and finite, got inf"),
        (lambda: ol.PNorm(np.nan, 0.1), r"p must be at least 2"),
        (lambda: ol.ExponentiatedGradient(0.1, radius=2.0), r"radius must be 1 unless signed=True"),
        (
            lambda: ol.ExponentiatedGradient(0.1, signed=True, radius=0.0),
            r"radius must be positive",
        ),
    ],
)
def test_wrong_values(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ol.GradientDescent(0.1, ol.Square), r"write Square\(\)"),
        (lambda: ol.GradientDescent(0.1, 3), r"loss must be a name or have value"),
        (lambda: ol.GradientDescent(0.1, domain="ball"), r"domain must be a domain"),
        (lambda: ol.PNorm("large", 0.1), r"p must be a real number, got str"),
        (lambda: ol.MirrorDescent(0.1, "entropy"), r"regularizer must be a regulariser"),
        (lambda: ol.MirrorDescent(0.1, ol.Entropy), r"regularizer must be a regulariser"),
        (lambda: ol.MirrorDescent(0.1, ol.Entropy(), ol.Simplex), r"domain must be a domain"),
        (lambda: ol.LinearPredictor(ol.OnlineGradientDescent, "square"), r"write OnlineGradient"),
        (lambda: ol.LinearPredictor(3, "square"), r"learner must have a method update"),
    ],
)
def test_wrong_kinds_of_object(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_regression_targets_are_numbers_and_labels_are_signs() -> None:
    learner = ol.GradientDescent(0.1, "square")
    with pytest.raises(ValueError, match="y must be finite, got nan"):
        learner.update([1.0], np.nan)
    with pytest.raises(TypeError, match="y must be a real number, got str"):
        learner.update([1.0], "one")
    with pytest.raises(ValueError, match=r"y must be -1 or \+1, got 0.5"):
        ol.GradientDescent(0.1, "hinge").update([1.0], 0.5)
    assert learner.w is None


def test_a_linear_predictor_leaves_the_other_learner_alone() -> None:
    inner = ol.OnlineGradientDescent(0.5)
    learner, idle = (ol.LinearPredictor(inner, "square") for _ in range(2))
    learner.update([1.0, 2.0], 1.0)
    assert inner.w is None
    learner.oco_learner.update([9.0, 9.0])
    learner.copy().update([9.0, 9.0], 9.0)
    inner.update([9.0, 9.0])
    np.testing.assert_array_equal(learner.w, [0.5, 1.0])
    assert idle.w is None
    assert repr(learner) == (
        "LinearPredictor(OnlineGradientDescent(eta=0.5, domain=WholeSpace()), loss=Square())"
    )


def test_a_linear_predictor_checks_what_the_other_learner_does_not() -> None:
    class Careless:
        """Changes its point before it looks at the gradient."""

        w = np.zeros(2)

        def update(self, g: FloatArray) -> None:
            self.w = self.w - g
            if g[0] > 5:
                raise ValueError("too steep")

    learner = ol.LinearPredictor(Careless(), "square")
    learner.update([1.0, 0.0], 1.0)
    with pytest.raises(ValueError, match="too steep"):
        learner.update([1.0, 0.0], -9.0)
    np.testing.assert_array_equal(learner.w, [1.0, 0.0])
    with pytest.raises(ValueError, match=r"x must have shape \(2,\), got shape \(3,\)"):
        learner.predict([1.0, 0.0, 0.0])
    with pytest.raises(ValueError, match=r"y must be -1 or \+1, got 0.5"):
        ol.LinearPredictor(Careless(), "hinge").update([1.0, 0.0], 0.5)


def test_a_reader_may_bring_a_loss_a_domain_and_a_regulariser() -> None:
    class Huber:
        kind, lipschitz = "regression", 1.0

        def value(self, y: Any, s: Any) -> Any:
            r = np.abs(np.subtract(s, y))
            return np.where(r < 1, r * r / 2, r - 0.5)

        def slope(self, y: Any, s: Any) -> Any:
            return np.clip(np.subtract(s, y), -1, 1)

    class HalfLine:
        def project(self, v: Any) -> FloatArray:
            return np.maximum(v, 0.0)

        def contains(self, v: Any, tolerance: float = 1e-9) -> bool:
            return bool(np.min(v) >= -tolerance)

        def support(self, c: Any) -> float:
            return np.inf if np.max(c) > 0 else 0.0

    run = ol.play(ol.GradientDescent(0.5, Huber(), HalfLine()), [[1.0], [1.0]], [5.0, -5.0])
    np.testing.assert_array_equal(run.scores, [0.0, 0.5])
    np.testing.assert_array_equal(run.losses, [4.5, 5.0])
    np.testing.assert_array_equal(run.w, [0.0])


LEARNERS: dict[str, Callable[[], Any]] = {
    "GradientDescent(eta=0.5, loss=Hinge(), domain=Ball(radius=2.0), conservative=True)": (
        lambda: ol.GradientDescent(0.5, "hinge", ol.Ball(2.0), conservative=True)
    ),
    "WidrowHoff(eta=0.5)": lambda: ol.WidrowHoff(0.5),
    "ExponentiatedGradient(eta=0.5, loss=Square(), signed=True, radius=3.0, conservative=False)": (
        lambda: ol.ExponentiatedGradient(0.5, signed=True, radius=3.0)
    ),
    "PNorm(p=3.0, eta=0.5, loss=Square(), conservative=False)": lambda: ol.PNorm(3.0, 0.5),
    "Hedge(eta=0.5)": lambda: ol.Hedge(0.5, d=2),
    "MirrorDescent(eta=0.5, regularizer=Entropy(), domain=Simplex())": (
        lambda: ol.MirrorDescent(0.5, ol.Entropy(), ol.Simplex(), d=2)
    ),
}


@pytest.mark.parametrize("shown", LEARNERS)
def test_learners_show_how_they_were_made(shown: str) -> None:
    assert repr(LEARNERS[shown]()) == shown


@pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
def test_weights_are_handed_out_read_only_and_stay_what_they_were(make: Callable[[], Any]) -> None:
    learner = make()
    learner.start(2)
    before = learner.w
    kept = before.copy()
    if hasattr(learner, "predict"):
        learner.update([1.0, 0.0], 1.0)
    else:
        learner.update([1.0, 0.0])
    for w in (before, learner.w):
        with pytest.raises(ValueError, match="read-only"):
            w[0] = 7.0
    np.testing.assert_array_equal(before, kept)
    assert not np.array_equal(learner.w, kept)


@pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
def test_a_prediction_before_the_first_round_starts_nothing(make: Callable[[], Any]) -> None:
    learner = make()
    if not hasattr(learner, "predict"):
        return
    twin = make()
    twin.start(2)
    assert learner.predict([1.0, 3.0]) == twin.predict([1.0, 3.0])
    assert learner.w is None
    assert learner.predict([1.0, 3.0, 5.0]) == learner.predict([1.0, 3.0, 5.0])
