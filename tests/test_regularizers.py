"""Regularisers: gradients, their inverses, divergences, and the points they lead to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from games import seeds
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain
from olbook.regularizers import Regularizer
from olbook.validation import FloatArray

EXPONENTS = [1.05, 1.3, 1.5, 1.9, 2.0]
REGULARIZERS: list[Regularizer] = [
    ol.SquaredNorm(),
    ol.Entropy(),
    *(ol.SquaredPNorm(q) for q in EXPONENTS),
]
each_regularizer = pytest.mark.parametrize("psi", REGULARIZERS, ids=repr)
dimensions = st.integers(1, 8)


def random_points(psi: Regularizer, n: int, d: int, seed: int) -> FloatArray:
    """Points where `psi` is differentiable: positive for the entropy, anywhere but near an axis."""
    rng = np.random.default_rng(seed)
    sizes = rng.uniform(0.1, 3.0, (n, d))
    return sizes if isinstance(psi, ol.Entropy) else sizes * rng.choice([-1.0, 1.0], (n, d))


@each_regularizer
@given(d=dimensions, seed=seeds)
@settings(max_examples=30)
def test_gradient_is_the_derivative_of_the_value(psi: Regularizer, d: int, seed: int) -> None:
    (w,) = random_points(psi, 1, d, seed)
    h = 1e-6
    slopes = [(psi.value(w + h * e) - psi.value(w - h * e)) / (2 * h) for e in np.eye(d)]
    np.testing.assert_allclose(psi.gradient(w), slopes, rtol=1e-6, atol=1e-7)


@each_regularizer
@given(d=dimensions, seed=seeds)
@settings(max_examples=30)
def test_inverse_gradient_inverts_the_gradient(psi: Regularizer, d: int, seed: int) -> None:
    (w,) = random_points(psi, 1, d, seed)
    np.testing.assert_allclose(psi.inverse_gradient(psi.gradient(w)), w, rtol=1e-11)
    theta = psi.gradient(w)
    np.testing.assert_allclose(psi.gradient(psi.inverse_gradient(theta)), theta, rtol=1e-11)


@each_regularizer
@given(d=dimensions, seed=seeds)
@settings(max_examples=30)
def test_divergence_is_the_gap_below_the_tangent(psi: Regularizer, d: int, seed: int) -> None:
    u, w = random_points(psi, 2, d, seed)
    gap = psi.value(u) - psi.value(w) - psi.gradient(w) @ (u - w)
    assert psi.divergence(u, w) == pytest.approx(gap, rel=1e-9, abs=1e-11)
    assert psi.divergence(u, w) >= 0.0
    assert psi.divergence(w, w) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("q", EXPONENTS)
@given(d=dimensions, seed=seeds)
@settings(max_examples=50)
def test_squared_p_norm_is_strongly_convex(q: float, d: int, seed: int) -> None:
    psi = ol.SquaredPNorm(q)
    u, w = random_points(psi, 2, d, seed)
    distance = np.linalg.norm(u - w, q)
    assert psi.divergence(u, w) >= (q - 1) / 2 * distance**2 - 1e-10


@given(d=st.integers(2, 8), seed=seeds)
def test_entropy_is_strongly_convex_on_the_simplex(d: int, seed: int) -> None:
    """Pinsker's inequality."""
    u, w = np.random.default_rng(seed).dirichlet(np.ones(d), 2)
    assert ol.Entropy().divergence(u, w) >= np.abs(u - w).sum() ** 2 / 2 - 1e-12


@pytest.mark.parametrize("scale", [1e-200, 1e-20, 1e20, 1e150])
@pytest.mark.parametrize("q", EXPONENTS)
def test_squared_p_norm_at_any_scale(q: float, scale: float) -> None:
    """The gradient grows like the point itself, and no power leaves the range of doubles."""
    psi, w = ol.SquaredPNorm(q), np.array([3.0, -1.0, 0.0, 0.5])
    np.testing.assert_allclose(psi.gradient(scale * w), scale * psi.gradient(w), rtol=1e-12)
    np.testing.assert_allclose(
        psi.inverse_gradient(scale * w), scale * psi.inverse_gradient(w), rtol=1e-11
    )


def test_squared_p_norm_at_zero() -> None:
    psi = ol.SquaredPNorm(1.5)
    assert psi.value([0.0, 0.0]) == 0.0
    np.testing.assert_array_equal(psi.gradient([0.0, 0.0]), [0.0, 0.0])
    np.testing.assert_array_equal(psi.inverse_gradient([0.0, 0.0]), [0.0, 0.0])


PAIRS: list[tuple[Regularizer, Domain]] = [
    (ol.SquaredNorm(), ol.WholeSpace()),
    (ol.SquaredNorm(), ol.Ball(0.7)),
    (ol.SquaredNorm(), ol.Simplex()),
    (ol.SquaredNorm(), ol.L1Ball(0.5)),
    (ol.SquaredNorm(), ol.Box(-0.2, 0.3)),
    (ol.Entropy(), ol.Simplex()),
    (ol.Entropy(), ol.WholeSpace()),
    (ol.SquaredPNorm(1.5), ol.WholeSpace()),
]


@pytest.mark.parametrize(("psi", "domain"), PAIRS, ids=repr)
@given(d=dimensions, seed=seeds)
@settings(max_examples=30)
def test_minimize_finds_the_least_value(
    psi: Regularizer, domain: Domain, d: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    theta = 2 * rng.standard_normal(d)
    assert psi.has_closed_form(domain)
    w, image = psi.minimize(theta, domain)
    assert domain.contains(w)
    least = psi.value(w) - theta @ w
    for v in random_points(psi, 20, d, seed + 1):
        # Near w as well as far away, in the domain; positive again if rounding made it zero.
        v = domain.project(w + rng.choice([1e-3, 0.1, 1.0]) * (v - w))
        if isinstance(psi, ol.Entropy):
            v = np.abs(v)
        assert psi.value(v) - theta @ v >= least - 1e-9
    np.testing.assert_allclose(image, psi.gradient(w), rtol=1e-9, atol=1e-9)


def test_entropy_minimum_keeps_what_a_double_cannot_hold() -> None:
    w, image = ol.Entropy().minimize([0.0, -2000.0], ol.Simplex())
    np.testing.assert_array_equal(w, [1.0, 0.0])
    np.testing.assert_array_equal(image, [1.0, -1999.0])


@pytest.mark.parametrize(
    ("psi", "domain"),
    [
        (ol.Entropy(), ol.Ball(1.0)),
        (ol.Entropy(), ol.Box(0.0, 1.0)),
        (ol.SquaredPNorm(1.5), ol.Ball(1.0)),
        (ol.SquaredPNorm(1.5), ol.Simplex()),
        (ol.SquaredPNorm(2.0), ol.Simplex()),
    ],
    ids=repr,
)
def test_pairs_without_a_closed_form_are_refused(psi: Regularizer, domain: Domain) -> None:
    assert not psi.has_closed_form(domain)
    for method in (ol.MirrorDescent, ol.FollowTheRegularizedLeader):
        with pytest.raises(ValueError, match=r"regularizer .* and domain .* closed form"):
            method(0.1, psi, domain)


def test_entropy_at_the_boundary() -> None:
    psi = ol.Entropy()
    assert psi.value([0.0, 1.0]) == 0.0
    assert psi.divergence([0.0, 1.0], [0.5, 0.5]) == pytest.approx(math.log(2))
    assert psi.divergence([0.5, 0.5], [0.0, 1.0]) == math.inf
    assert psi.divergence([0.0, 1.0], [0.0, 1.0]) == 0.0
    with pytest.raises(ValueError, match="w must be positive in every coordinate"):
        psi.gradient([0.0, 1.0])
    with pytest.raises(ValueError, match="w must not be negative"):
        psi.value([-0.1, 1.1])
    with pytest.raises(ValueError, match="u must not be negative"):
        psi.divergence([-0.1, 1.1], [0.5, 0.5])


@each_regularizer
def test_points_of_different_dimensions_are_refused(psi: Regularizer) -> None:
    with pytest.raises(ValueError, match=r"w must have shape \(2,\), got shape \(3,\)"):
        psi.divergence([1.0, 1.0], [1.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="w must be finite"):
        psi.value([np.nan])


@pytest.mark.parametrize("psi", [ol.SquaredNorm(), ol.SquaredPNorm(1.5)], ids=repr)
def test_a_value_beyond_doubles_is_refused(psi: Regularizer) -> None:
    with np.errstate(over="ignore"), pytest.raises(ValueError, match="must stay finite, got inf"):
        psi.value([1e200])


@each_regularizer
def test_lists_will_do_and_answers_are_new_arrays(psi: Regularizer) -> None:
    point = np.array([1.0, 2.0])
    for function in (psi.gradient, psi.inverse_gradient):
        answer = function(point)
        assert not np.shares_memory(answer, point)
        np.testing.assert_array_equal(function([1, 2]), answer)
        for wrong, message in (([1.0, np.nan], "finite"), ([[1.0]], "shape"), (["a"], "real")):
            with pytest.raises(ValueError, match=rf"(w|theta) must .*{message}"):
                function(wrong)
    assert psi.value([1, 2]) == psi.value(point)
    assert psi.divergence([1, 2], [2, 1]) == psi.divergence(point, point[::-1])


@each_regularizer
@pytest.mark.parametrize("domain", [ol.WholeSpace(), ol.Simplex()])
def test_minimize_takes_lists_and_refuses_nonsense(psi: Regularizer, domain: Domain) -> None:
    if not psi.has_closed_form(domain):
        return
    theta = np.array([1.0, 2.0])
    for mine, same in zip(psi.minimize([1, 2], domain), psi.minimize(theta, domain), strict=True):
        np.testing.assert_array_equal(mine, same)
    with pytest.raises(ValueError, match=r"(theta|v) must be finite"):
        psi.minimize([1.0, np.inf], domain)


def test_values_and_divergences_of_the_entropy_beyond_doubles_are_refused() -> None:
    psi = ol.Entropy()
    with np.errstate(over="ignore"):
        with pytest.raises(ValueError, match="the value of the regulariser must stay finite"):
            psi.value([1e308])
        with pytest.raises(ValueError, match="the divergence must stay finite"):
            psi.divergence([1.7e308], [1e-300])


def test_the_entropy_far_from_one() -> None:
    """No power overflows, however large theta is; and nothing is far from the empty vector."""
    with np.errstate(over="raise", invalid="raise"):
        for shift in (0.0, 2000.0, -2000.0, 1e300):
            w, image = ol.Entropy().minimize([shift, shift, -1e305], ol.Simplex())
            np.testing.assert_array_equal(w, [0.5, 0.5, 0.0])
            assert image[0] == pytest.approx(1 - math.log(2))
    assert ol.Entropy().divergence([0.0, 0.0], [0.25, 0.5]) == 0.75
    assert ol.Entropy().divergence([0.0, 0.0], [0.0, 0.5]) == 0.5


@pytest.mark.parametrize("q", EXPONENTS)
@pytest.mark.parametrize("scale", [1e-120, 1.0, 1e120])
def test_squared_p_norm_where_entries_are_zero(q: float, scale: float) -> None:
    """A coordinate of zero changes nothing and stays zero, against the formula without it."""
    psi = ol.SquaredPNorm(q)
    w, with_zeros = scale * np.array([3.0, -4.0]), scale * np.array([0.0, 3.0, -0.0, -4.0])
    length = scale * (3.0**q + 4.0**q) ** (1 / q)
    expected = np.sign(w) * np.abs(w / length) ** (q - 1) * length
    np.testing.assert_allclose(psi.gradient(w), expected, rtol=1e-12)
    np.testing.assert_allclose(
        psi.gradient(with_zeros), [0.0, expected[0], 0.0, expected[1]], rtol=1e-12
    )
    assert psi.value(with_zeros) == pytest.approx(length**2 / 2, rel=1e-12)
    assert psi.value(w) == psi.value(with_zeros)
    assert psi.divergence(with_zeros, with_zeros) == pytest.approx(0.0, abs=1e-12 * length**2)
