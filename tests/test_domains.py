"""The domains: a projection is the nearest point, and the support function is the maximum."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.domains import Domain, as_domain, euclidean_length
from olbook.validation import FloatArray

RNG = np.random.Generator
Case = tuple[Domain, Callable[[], FloatArray]]  # a domain, and what draws a point in it
Maker = Callable[[int, float, RNG], Case]


def ball(d: int, size: float, rng: RNG) -> Case:
    def inside() -> FloatArray:
        v = rng.standard_normal(d)
        return size * rng.random() * v / np.linalg.norm(v)

    return ol.Ball(size), inside


def simplex(d: int, size: float, rng: RNG) -> Case:
    return ol.Simplex(), lambda: rng.dirichlet(np.full(d, 0.5))


def l1_ball(d: int, size: float, rng: RNG) -> Case:
    def inside() -> FloatArray:
        return size * rng.random() * rng.choice([-1.0, 1.0], d) * rng.dirichlet(np.full(d, 0.5))

    return ol.L1Ball(size), inside


def box(d: int, size: float, rng: RNG) -> Case:
    low = size * rng.standard_normal(d)
    high = low + size * rng.random(d)
    return ol.Box(low, high), lambda: np.clip(low + rng.random(d) * (high - low), low, high)


def whole_space(d: int, size: float, rng: RNG) -> Case:
    return ol.WholeSpace(), lambda: size * rng.standard_normal(d)


MAKERS: list[Maker] = [ball, simplex, l1_ball, box, whole_space]
BOUNDED: list[Maker] = [ball, simplex, l1_ball, box]
each_domain = pytest.mark.parametrize("make", MAKERS)
cases = given(
    d=st.integers(1, 9),
    size=st.sampled_from([1e-3, 1.0, 7.5, 1e4]),
    scale=st.sampled_from([0.0, 1e-100, 1e-3, 0.3, 1.0, 3.0, 1e3, 1e8, 1e100]),
    seed=st.integers(0, 2**32 - 1),
)


@each_domain
@cases
def test_projection_is_the_nearest_point(
    make: Maker, d: int, size: float, scale: float, seed: int
) -> None:
    """By the variational inequality, which says so for convex sets: <v - p, u - p> <= 0."""
    rng = np.random.default_rng(seed)
    domain, inside = make(d, size, rng)
    v = scale * rng.standard_normal(d)
    p = domain.project(v)
    assert domain.contains(p)
    for u in (inside() for _ in range(5)):
        size_of_v, size_of_p, size_of_u = map(np.linalg.norm, (v, p, u))
        rounding = 1e-13 * d * (size_of_v + size_of_p) * (size_of_u + size_of_p)
        assert (v - p) @ (u - p) <= rounding


@each_domain
@cases
def test_projection_is_idempotent_and_nonexpansive(
    make: Maker, d: int, size: float, scale: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    domain, _ = make(d, size, rng)
    v, other = scale * rng.standard_normal((2, d))
    p, q = domain.project(v), domain.project(other)
    np.testing.assert_array_equal(domain.project(p), p)  # not a bit is changed
    rounding = 1e-13 * d * (np.linalg.norm(p) + np.linalg.norm(q))
    assert np.linalg.norm(p - q) <= np.linalg.norm(v - other) * (1 + 1e-13) + rounding


@each_domain
@cases
def test_points_inside_stay_as_they_are(
    make: Maker, d: int, size: float, scale: float, seed: int
) -> None:
    domain, inside = make(d, size, np.random.default_rng(seed))
    u = 0.999 * inside() if make in (ball, l1_ball) else inside()
    p = domain.project(u)
    np.testing.assert_array_equal(p, u)
    assert p is not u


@pytest.mark.parametrize("make", BOUNDED)
@cases
def test_support_is_the_maximum(make: Maker, d: int, size: float, scale: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    domain, inside = make(d, size, rng)
    c = rng.standard_normal(d)
    maximum = domain.support(c)
    for _ in range(5):
        assert c @ inside() <= maximum + 1e-12 * (1 + abs(maximum) + size)
    # The projection of a far point in direction c comes near a maximiser.
    diameter = max(size, 1.0) * 10 * d
    far = 1e6 * diameter
    assert c @ domain.project(far * c) >= maximum - 2e-6 * diameter


def test_support_of_the_whole_space() -> None:
    assert ol.WholeSpace().support([0.0, 0.0]) == 0.0
    assert ol.WholeSpace().support([0.0, 1e-9]) == math.inf


def test_whole_space_contains_everything_finite() -> None:
    assert ol.WholeSpace().contains([1e300, -1e300])
    with pytest.raises(ValueError, match="v must be finite"):
        ol.WholeSpace().contains([np.nan])


def test_ball_projects_vectors_whose_squares_leave_the_doubles() -> None:
    with np.errstate(over="raise"):
        np.testing.assert_allclose(ol.Ball(1.0).project([3e200, 4e200]), [0.6, 0.8])
    np.testing.assert_allclose(ol.Ball(1e-200).project([3e-190, 4e-190]), [6e-201, 8e-201])
    np.testing.assert_array_equal(ol.Ball(1.0).project([0.0, 0.0]), [0.0, 0.0])


def exact_projection_on_simplex(v: list[Fraction], total: Fraction) -> list[Fraction]:
    """The pseudocode of the sorting algorithm, in rational numbers."""
    theta, head = Fraction(0), Fraction(0)
    for k, entry in enumerate(sorted(v, reverse=True), start=1):
        head += entry
        if entry > (head - total) / k:
            theta = (head - total) / k
    return [max(entry - theta, Fraction(0)) for entry in v]


def exact_projection(domain: Domain, v: FloatArray) -> list[Fraction]:
    exact = [Fraction(entry) for entry in v]
    if isinstance(domain, ol.Simplex):
        return exact_projection_on_simplex(exact, Fraction(1))
    assert isinstance(domain, ol.L1Ball)
    sizes, radius = [abs(entry) for entry in exact], Fraction(domain.radius)
    if sum(sizes) <= radius:
        return exact
    projected = exact_projection_on_simplex(sizes, radius)
    return [p if entry > 0 else -p for p, entry in zip(projected, exact, strict=True)]


@given(
    entries=st.lists(
        st.one_of(
            st.sampled_from([0.0, 0.5, -0.5, 1.0, 1e-300, -1e300]),  # ties, zeros, extremes
            st.floats(-2.0, 2.0),
            st.floats(-1e308, 1e308),
        ),
        min_size=1,
        max_size=40,
    ),
    shift=st.sampled_from([0.0, 1e8, -1e15]),
    radius=st.sampled_from([1e-200, 1e-8, 1.0, 3.0, 1e8, 1e150]),
)
@example(entries=[1.7e308, -1.7e308, -1.7e308], shift=0.0, radius=1.0)
@example(entries=[1.0, 0.0, -1e300], shift=0.0, radius=1.0)
@example(entries=[1e308, 1e308], shift=0.0, radius=1.0)
@example(entries=[0.0, 1.7e308], shift=0.0, radius=1e308)
@settings(max_examples=300)
def test_simplex_and_l1_projections_are_exact_to_round_off(
    entries: list[float], shift: float, radius: float
) -> None:
    v = np.array(entries) + shift
    for domain, total in ((ol.Simplex(), 1.0), (ol.L1Ball(radius), radius)):
        assert isinstance(domain, Domain)
        with np.errstate(all="raise", under="ignore"):
            p = domain.project(v)
            np.testing.assert_array_equal(domain.project(p), p)  # idempotent, to the last bit
            assert domain.contains(p)
            assert domain.contains(v) or not np.array_equal(p, v)
        for entry, exact in zip(p, exact_projection(domain, v), strict=True):
            assert abs(Fraction(entry) - exact) <= 2e-16 * len(v) * Fraction(total)


def test_ball_measures_vectors_whose_squares_leave_the_doubles() -> None:
    assert ol.Ball(1e170).support([3e-170, 4e-170]) == pytest.approx(5.0)
    assert ol.Ball(1e-170).support([3e170, 4e170]) == pytest.approx(5.0)
    assert ol.Ball(1e200).contains([3e199, 4e199])
    assert not ol.Ball(1e-200).contains([1e-8, 0.0], tolerance=0.0)
    assert ol.Ball(1.0).support([0.0, 0.0]) == 0.0


def test_domains_of_equal_parameters_show_them() -> None:
    assert repr(ol.Ball(2.0)) == "Ball(radius=2.0)"
    assert repr(ol.Box(0.0, [1.0, 2.0])) == "Box(low=[0.0, 0.0], high=[1.0, 2.0])"


def test_box_keeps_its_own_ends() -> None:
    low = np.zeros(2)
    domain = ol.Box(low, 1.0)
    low[0] = 5.0
    assert domain.low.tolist() == [0.0, 0.0]
    assert domain.high.tolist() == [1.0, 1.0]
    with pytest.raises(ValueError, match="read-only"):
        domain.high[0] = 3.0


EDGES: list[tuple[Domain, Callable[[float], list[float]], float]] = [
    # a domain, a point that leaves it by so much, and what a tolerance is multiplied by
    *((ol.Ball(r), lambda e, r=r: [0.0, -(r + e)], max(1.0, r)) for r in (0.01, 1.0, 300.0)),
    *((ol.L1Ball(r), lambda e, r=r: [0.5 * r, -(0.5 * r + e)], max(1.0, r)) for r in (0.01, 300.0)),
    (ol.Simplex(), lambda e: [0.5, 0.5 + e], 1.0),
    (ol.Simplex(), lambda e: [0.5, 0.5 - e], 1.0),
    (ol.Simplex(), lambda e: [-e, 1.0 + e], 1.0),
    (ol.Box(-200.0, 300.0), lambda e: [0.0, 300.0 + e], 1.0),
    (ol.Box([-200.0, 0.0], 300.0), lambda e: [-200.0 - e, 0.0], 1.0),
]


@pytest.mark.parametrize(("domain", "leaving", "unit"), EDGES)
@pytest.mark.parametrize("tolerance", [None, 1e-6, 0.25])
def test_contains_up_to_the_tolerance_and_no_farther(
    domain: Domain, leaving: Callable[[float], list[float]], unit: float, tolerance: float | None
) -> None:
    options = {} if tolerance is None else {"tolerance": tolerance}
    allowed = unit * (1e-9 if tolerance is None else tolerance)
    assert domain.contains(leaving(0.99 * allowed), **options)
    assert not domain.contains(leaving(1.01 * allowed), **options)


@pytest.mark.parametrize(
    ("domain", "point"),
    [
        (ol.Ball(2.0), [0.0, 2.5]),
        (ol.L1Ball(4.0), [-2.5, 2.5]),
        (ol.Simplex(), [-0.5, 1.5]),
        (ol.Simplex(), [1.0, 0.5]),
        (ol.Simplex(), [0.25, 0.25]),
        (ol.Box(0.0, 2.0), [-0.5, 2.5]),
    ],
)
def test_the_end_of_the_tolerance_belongs_to_it(domain: Domain, point: list[float]) -> None:
    """In numbers without rounding: all of these leave their domain by exactly the tolerance."""
    relative = domain.radius if isinstance(domain, ol.Ball | ol.L1Ball) else 1.0
    tolerance = (1.0 if isinstance(domain, ol.L1Ball) else 0.5) / relative
    assert domain.contains(point, tolerance=tolerance)
    assert not domain.contains(point, tolerance=0.999 * tolerance)


def test_an_empty_sum_has_length_zero() -> None:
    assert euclidean_length(np.zeros(0)) == 0.0
    assert euclidean_length(np.array([3e200, -4e200])) == pytest.approx(5e200)
    assert euclidean_length(np.array([0.0, -0.0])) == 0.0
    assert euclidean_length(np.array([0.0, -5e-324])) == 5e-324


@pytest.mark.parametrize("size", [1e-3, 1.0, 7.5])
@pytest.mark.parametrize("excess", [1e-12, 1e-6, 0.1, 0.5, 1.0, 3.0])
def test_points_just_outside_come_to_the_boundary(size: float, excess: float) -> None:
    rng = np.random.default_rng(0)
    for d in (1, 2, 5):
        v = rng.standard_normal(d)
        far = 1.0 + excess
        ball = ol.Ball(size).project(far * size * v / np.linalg.norm(v))
        assert np.linalg.norm(ball) == pytest.approx(size, rel=1e-14)
        np.testing.assert_allclose(ball / size, v / np.linalg.norm(v), rtol=1e-13)
        l1 = ol.L1Ball(size).project(far * size * v / np.abs(v).sum())
        assert np.abs(l1).sum() == pytest.approx(size, rel=1e-14)
        box = ol.Box(-size, size).project(far * size * np.sign(v))
        np.testing.assert_array_equal(box, size * np.sign(v))
        shares = rng.dirichlet(np.ones(d))
        for total in (far, 1.0 / far):
            p = ol.Simplex().project(total * shares)
            assert p.sum() == pytest.approx(1.0, rel=1e-14)
            assert p.min() >= 0.0


def test_a_box_may_be_one_point() -> None:
    domain = ol.Box([1.0, -2.0], [1.0, -2.0])
    np.testing.assert_array_equal(domain.project([5.0, 5.0]), [1.0, -2.0])
    assert domain.support([1.0, 1.0]) == -1.0
    with pytest.raises(ValueError, match=r"v must have shape \(2,\), got shape \(1,\)"):
        domain.project([1.0])
    assert ol.Box(0.0, 1.0).project([2.0]).tolist() == [1.0]  # of any dimension


@pytest.mark.parametrize(
    "domain", [ol.Ball(1.0), ol.L1Ball(1.0), ol.Simplex(), ol.Box(0.0, 1.0), ol.WholeSpace()]
)
def test_lists_will_do_and_nonsense_will_not(domain: Domain) -> None:
    for function in (domain.project, domain.contains, domain.support):
        assert np.all(function([0, 1]) == function(np.array([0.0, 1.0])))
        for wrong, message in (([1.0, np.nan], "finite"), ([[1.0]], "shape"), (["a"], "real")):
            with pytest.raises(ValueError, match=rf"[vc] must .*{message}"):
                function(wrong)
    for tolerance in (-1e-9, np.nan, np.inf):
        with pytest.raises(ValueError, match="tolerance must be at least 0 and finite"):
            domain.contains([0.0, 1.0], tolerance=tolerance)


def test_what_is_no_domain_is_refused_and_none_is_the_whole_space() -> None:
    assert as_domain(None) == ol.WholeSpace()
    ball = ol.Ball(1.0)
    assert as_domain(ball) is ball
    for wrong in (ol.Simplex, 1.0, "ball", np.zeros(2)):
        with pytest.raises(TypeError, match=r"domain must be a domain such as Ball\(1\.0\), got"):
            as_domain(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [np.float16, np.float32, np.longdouble, Fraction, int])
def test_a_radius_of_any_type_is_a_float(number: Any) -> None:
    for domain in (ol.Ball(number(1)), ol.L1Ball(number(1))):
        assert type(domain.radius) is float
    assert ol.Ball(np.float16(1000.0)).support([100.0]) == 100_000.0
    inside = ol.Ball(number(1)).project([1 + 5e-8, 0.0])
    assert euclidean_length(inside) <= 1.0
    assert type(ol.SquaredPNorm(number(2)).q) is float
