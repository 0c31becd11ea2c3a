"""Leaders with changing regularisers: their steps, their symmetries."""

from __future__ import annotations

import math

import numpy as np
import pytest
from games import DOMAINS, equal, games, points, steps
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad, DiagonalAdaGrad, HintedLeader, late_turn
from olbook.domains import Domain
from olbook.validation import FloatArray


def gradients(T: int, d: int, seed: int) -> FloatArray:
    """Of very different lengths, and some of them zero."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice([0.0, 0.01, 1.0, 30.0], T)
    return sizes[:, np.newaxis] * rng.standard_normal((T, d))


@given(**games, domain=st.sampled_from(DOMAINS))
@settings(max_examples=40)
def test_the_proximal_leader_minimises_its_objective(
    T: int, d: int, seed: int, domain: Domain | None
) -> None:
    """No other point of the domain is better, computed from the definition."""
    g = gradients(T, d, seed)
    where = domain if domain is not None else ol.WholeSpace()
    w = points(AdaGrad(D=2.0, domain=domain), g)
    curvatures = np.diff(np.sqrt(2 * np.cumsum((g**2).sum(axis=1))) / 2.0, prepend=0.0)
    others = where.project(w[-1]) + np.random.default_rng(seed).standard_normal((20, d))

    def objective(a: FloatArray) -> float:
        return float(np.sum(g @ a) + np.sum(curvatures * ((a - w[:-1]) ** 2).sum(axis=1)) / 2)

    least = objective(w[-1])
    for other in others:
        assert least <= objective(where.project(other)) + 1e-8 * (1 + abs(least) + np.abs(g).sum())


@given(**games)
@settings(max_examples=40)
def test_adagrad_without_constraints_takes_its_steps(T: int, d: int, seed: int) -> None:
    g = gradients(T, d, seed)
    w, squares = np.zeros(d), 0.0
    kept = points(AdaGrad(D=1.5), g)
    for t in range(T):
        squares += float(g[t] @ g[t])
        w = w - (1.5 / math.sqrt(2 * squares) * g[t] if squares else 0.0)
        np.testing.assert_allclose(kept[t + 1], w, rtol=1e-6, atol=1e-6)


@given(**games, power=st.integers(-30, 30))
@settings(max_examples=40)
def test_adagrad_does_not_see_the_unit_of_the_losses(T: int, d: int, seed: int, power: int) -> None:
    """To the bit, if the unit is changed by a power of four."""
    g = gradients(T, d, seed)
    for learner in (AdaGrad(2.0, ol.Ball(1.0)), DiagonalAdaGrad(ol.Box(-1.0, 1.0))):
        np.testing.assert_array_equal(points(learner, g), points(learner, 4.0**power * g))


@given(**games)
@settings(max_examples=40)
def test_diagonal_adagrad_is_adagrad_in_each_coordinate(T: int, d: int, seed: int) -> None:
    """While the box is not left, where lazy and agile agree."""
    g = gradients(T, d, seed)
    wide = DiagonalAdaGrad(ol.Box(-50.0, 50.0))
    together = points(wide, g)
    for i in range(d):
        alone = points(wide, g[:, i : i + 1])
        equal(together[:, i : i + 1], alone)
        if np.abs(alone).max() < 50:
            proximal = points(AdaGrad(100.0), g[:, i : i + 1])
            np.testing.assert_allclose(alone, proximal, rtol=1e-6, atol=1e-6)


def test_diagonal_adagrad_waits_in_a_coordinate_that_has_seen_nothing() -> None:
    learner = DiagonalAdaGrad(ol.Box([0.0, -1.0], 1.0))
    w = points(learner, np.array([[0.0, 1.0], [-1e-9, 0.0]]))
    equal(w, np.array([[0.0, 0.0], [0.0, -1.0], [1 / math.sqrt(2), -1.0]]))
    slow = points(DiagonalAdaGrad(ol.Box(0.0, 1.0), epsilon=100.0), -np.ones((1, 1)))
    assert slow[-1, 0] == pytest.approx(1 / math.sqrt(2 * 101))


@given(**games, width=st.floats(0.1, 3.0))
@settings(deadline=None, max_examples=40)
def test_diagonal_adagrad_may_be_told_another_width_than_that_of_the_box(
    T: int, d: int, seed: int, width: float
) -> None:
    """Its steps are those of a box of this width, and it stays in its own."""
    g = gradients(T, d, seed)
    box, wide = ol.Box(-1.0, 1.0), ol.Box(-50.0, 50.0)
    equal(points(DiagonalAdaGrad(box, D=2.0), g), points(DiagonalAdaGrad(box), g))
    told = points(DiagonalAdaGrad(box, D=width), g)
    assert np.abs(told).max() <= 1
    free = points(DiagonalAdaGrad(wide, D=width), g)
    inside = np.abs(free).max(axis=0) <= 1  # coordinates that are never clipped
    equal(told[:, inside], free[:, inside])
    moved = points(DiagonalAdaGrad(wide, D=width), g[:1])[1]
    np.testing.assert_allclose(moved, -width / math.sqrt(2) * np.sign(g[0]))


@given(**games, eta=steps)
@settings(max_examples=40)
def test_hints_of_zero_are_no_hints_and_hints_that_are_right_play_the_next_leader(
    T: int, d: int, seed: int, eta: float
) -> None:
    g = gradients(T, d, seed)
    plain = points(ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm()), g)
    equal(points(HintedLeader(eta, hint=np.zeros_like), g), plain)
    constant = np.tile(g[0], (T, 1))
    ahead = points(ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm()), constant)[1:]
    equal(points(HintedLeader(eta), constant)[1:-1], ahead[1:])


def test_the_late_turn() -> None:
    """Half of the rounds up, the rest down, for odd numbers of rounds as well."""
    assert late_turn(5).ravel().tolist() == [1.0, 1.0, -1.0, -1.0, -1.0]
    agile = ol.OnlineGradientDescent(lambda t: 1 / math.sqrt(t))
    ratios = [ol.play_oco(agile, late_turn(T)).losses.sum() / T**1.5 for T in (400, 6400)]
    limit = math.sqrt(2) - 4 / 3
    assert abs(ratios[1] - limit) < abs(ratios[0] - limit) < 0.03
    lazy = ol.FollowTheRegularizedLeader(lambda t: 1 / math.sqrt(t), ol.SquaredNorm())
    assert all(ol.play_oco(lazy, late_turn(T)).losses.sum() < 2 * T**0.5 for T in (400, 6400))
