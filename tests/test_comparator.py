"""The best fixed point in hindsight: the point is good, and the bound is a proof."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook import comparator as module
from olbook.comparator import lower_bound
from olbook.domains import Domain
from olbook.losses import NAMES
from olbook.validation import FloatArray

pytestmark = pytest.mark.landing

LOSSES = ["square", "absolute", "hinge", "logistic"]
each_loss = pytest.mark.parametrize("loss", LOSSES)
ROUNDING = 1e-12  # of a total loss computed by the tests


def domains(d: int, radius: float = 1.0) -> dict[str, Domain]:
    return {
        "ball": ol.Ball(radius),
        "simplex": ol.Simplex(),
        "l1": ol.L1Ball(radius),
        "box": ol.Box(-radius * np.linspace(0.5, 1.0, d), radius * np.linspace(0.0, 2.0, d)),
        "space": ol.WholeSpace(),
    }


KINDS = list(domains(1))
each_domain = pytest.mark.parametrize("kind", KINDS)


def sensible(loss: str, kind: str) -> bool:
    return kind != "space" or loss in ("square", "absolute")


def data(
    loss: str, T: int, d: int, rng: np.random.Generator, noise: float = 0.5
) -> tuple[FloatArray, FloatArray]:
    X = rng.standard_normal((T, d))
    scores = X @ rng.standard_normal(d) + noise * rng.standard_normal(T)
    return X, (scores if loss in ("square", "absolute") else np.where(scores > 0, 1.0, -1.0))


def total(loss: str, X: FloatArray, y: FloatArray, u: FloatArray) -> float:
    return float(NAMES[loss].value(y, X @ u).sum())


def quiet(*args: Any, **options: Any) -> ol.comparator.Comparator:
    """Without the warning: these data are so degenerate that the tolerance may be out of reach."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return ol.best_in_hindsight(*args, **options)


# The certificate


@each_loss
@given(
    T=st.integers(1, 12),
    d=st.integers(1, 5),
    scale=st.sampled_from([0.0, 1e-150, 1e-3, 1.0, 1e4]),
    radius=st.sampled_from([1e-100, 1e-3, 1.0, 1e3]),
    spread=st.sampled_from([0.0, 0.3, 1.0, 10.0]),
    seed=st.integers(0, 2**32 - 1),
)
def test_no_slopes_prove_what_is_false(
    loss: str, T: int, d: int, scale: float, radius: float, spread: float, seed: int
) -> None:
    """Slopes of the loss at a point, disturbed: the bound stays below the loss of every point."""
    rng = np.random.default_rng(seed)
    X, y = data(loss, T, d, rng)
    X = scale * X
    for domain in domains(d, radius).values():
        u = domain.project(radius * rng.standard_normal(d))
        slopes = NAMES[loss].slope(y, X @ u) + spread * rng.standard_normal(T)
        bound = lower_bound(X, y, loss, domain, slopes)
        assert bound >= 0.0
        for size in (0.0, 0.1, 1.0, 10.0):
            other = domain.project(u + size * radius * rng.standard_normal(d))
            least = total(loss, X, y, other)
            assert bound <= least + ROUNDING * (least + T)


@each_loss
@pytest.mark.parametrize("kind", KINDS[:4])
def test_the_bound_equals_the_tangent_plane_at_its_lowest(loss: str, kind: str) -> None:
    """With the slopes at u it is F(u) + min <g, v - u>, computed here without any conjugate."""
    rng = np.random.default_rng(5)
    X, y = data(loss, 30, 4, rng)
    domain = domains(4)[kind]
    u = domain.project(0.1 * rng.standard_normal(4))
    slopes = NAMES[loss].slope(y, X @ u)
    g = slopes @ X
    expected = total(loss, X, y, u) - g @ u - domain.support(-g)
    assert expected > 0
    bound = lower_bound(X, y, loss, domain, slopes)
    assert expected - 1e-10 <= bound <= expected


def exact_minimum_of_squares(X: FloatArray, y: FloatArray) -> Fraction:
    """min over all u of sum (x u - y)^2 / 2 for d = 1, in rational numbers."""
    xs, ys = [Fraction(x) for x in X[:, 0]], [Fraction(v) for v in y]
    u = sum(x * v for x, v in zip(xs, ys, strict=True)) / sum(x * x for x in xs)
    return sum((x * u - v) ** 2 for x, v in zip(xs, ys, strict=True)) / 2


@given(T=st.integers(1, 40), seed=st.integers(0, 2**32 - 1), far=st.sampled_from([0.0, 1e6]))
@settings(max_examples=60)
def test_the_bound_is_below_the_minimum_in_exact_arithmetic(T: int, seed: int, far: float) -> None:
    """No rounding in the judge: half of naive bounds would be above the minimum."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((T, 1)) + 3.0, rng.standard_normal(T) + far
    comparator = quiet(X, y)
    assert Fraction(comparator.lower_bound) <= exact_minimum_of_squares(X, y)


@given(seed=st.integers(0, 2**32 - 1), T=st.integers(1, 30), d=st.integers(1, 4))
@settings(max_examples=60)
def test_rounding_is_paid_for_in_the_linear_part(seed: int, T: int, d: int) -> None:
    """Absolute loss on the 1-norm ball: the bound in rational numbers is never smaller."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, d)) * 10.0 ** rng.integers(-8, 8, (T, d))
    y = rng.standard_normal(T) * 1e6
    slopes = rng.choice([-1.0, 1.0, 0.3], T) * rng.random()
    c = [
        sum(Fraction(a) * Fraction(x) for a, x in zip(slopes, X[:, i], strict=True))
        for i in range(d)
    ]
    value = -sum(Fraction(a) * Fraction(v) for a, v in zip(slopes, y, strict=True))
    exact = value - max(abs(entry) for entry in c)
    bound = lower_bound(X, y, "absolute", ol.L1Ball(1.0), slopes)
    assert Fraction(bound) <= max(exact, Fraction(0))


def test_slopes_outside_the_conjugate_are_moved_to_its_edge() -> None:
    X, y = np.ones((2, 1)), np.array([1.0, -1.0])
    for loss in ("hinge", "logistic"):
        wild = lower_bound(X, y, loss, ol.Ball(1.0), [-7.0, 9.0])
        edge = lower_bound(X, y, loss, ol.Ball(1.0), [-1.0, 1.0])
        assert wild == edge
    assert lower_bound(X, y, "absolute", ol.Ball(1.0), [-7.0, 9.0]) == lower_bound(
        X, y, "absolute", ol.Ball(1.0), [-1.0, 1.0]
    )
    assert lower_bound(X, y, "hinge", ol.Ball(1.0), [-1.0, 1.0]) == pytest.approx(2.0)


def test_reach_is_the_largest_absolute_value_of_each_coordinate() -> None:
    np.testing.assert_array_equal(module._reach(ol.Box([-5.0, 0.0], [1.0, 3.0]), 2), [5.0, 3.0])
    np.testing.assert_array_equal(module._reach(ol.Simplex(), 2), [1.0, 1.0])
    np.testing.assert_array_equal(module._reach(ol.Ball(7.0), 3), [7.0] * 3)


def test_tiny_numbers_do_not_fool_the_bound() -> None:
    """Squares of 1e-170 underflow; times a radius of 1e170 they would still count."""
    X = np.full((1, 2), 1e-170)
    best = total("hinge", X, np.ones(1), np.full(2, 1e170))
    assert best == 0.0
    assert lower_bound(X, [1.0], "hinge", ol.Ball(1e171), [-1.0]) == 0.0


def test_underflow_is_paid_for() -> None:
    """No score can help, so that the minimum is y^2 / 2: here a few of the smallest doubles."""
    for y in np.linspace(0.0, 1e-161, 50).tolist():
        bound = lower_bound([[0.0]], [y], "square", ol.Ball(1.0), [-y])
        assert Fraction(bound) <= Fraction(y) ** 2 / 2


# The point


@each_loss
@each_domain
@pytest.mark.parametrize(("T", "d"), [(1, 1), (3, 1), (60, 5), (8, 12)])
def test_the_gap_is_as_small_as_promised(loss: str, kind: str, T: int, d: int) -> None:
    if not sensible(loss, kind) or (kind == "space" and d > T):
        return
    X, y = data(loss, T, d, np.random.default_rng([T, d]))
    domain = domains(d)[kind]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing to warn of
        comparator = ol.best_in_hindsight(X, y, loss, domain)
    assert domain.contains(comparator.u, tolerance=1e-14)
    assert comparator.loss == total(loss, X, y, comparator.u)
    assert 0.0 <= comparator.gap == comparator.loss - comparator.lower_bound
    scale = max(comparator.loss, total(loss, X, y, np.zeros(d)) / 100)
    assert comparator.gap <= 1e-6 * scale
    assert comparator.T == T


@each_loss
@each_domain
@given(
    shape=st.sampled_from(
        ["plain", "zero rows", "equal rows", "equal columns", "separable", "zero"]
    ),
    T=st.integers(1, 15),
    d=st.integers(1, 4),
    scale=st.sampled_from([1e-150, 1e-4, 1.0, 1e4]),
    radius=st.sampled_from([1e-100, 0.01, 1.0, 100.0]),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=15)
def test_no_point_beats_the_bound(
    loss: str, kind: str, shape: str, T: int, d: int, scale: float, radius: float, seed: int
) -> None:
    if not sensible(loss, kind):
        return
    rng = np.random.default_rng(seed)
    X, y = data(loss, T, d, rng, noise=0.0 if shape == "separable" else 0.5)
    if shape == "zero rows":
        X[::2] = 0.0
    if shape == "equal rows":
        X[:] = X[0]
    if shape == "equal columns":
        X[:] = X[:, :1]
    X = scale * X if shape != "zero" else 0.0 * X
    domain = domains(d, radius)[kind]
    comparator = quiet(X, y, loss, domain)
    assert domain.contains(comparator.u)
    assert np.isfinite(comparator.loss)
    assert 0.0 <= comparator.lower_bound <= comparator.loss
    for size in (1e-8, 0.01, 1.0, 1e3):
        step = size * (radius if kind != "space" else 1 / scale) * rng.standard_normal(d)
        other = total(loss, X, y, domain.project(comparator.u + step))
        assert comparator.lower_bound <= other + ROUNDING * (other + T)


def test_known_minima() -> None:
    X, y = np.ones((5, 1)), np.array([1.0, 2.0, 3.0, 4.0, 100.0])
    mean = ol.best_in_hindsight(X, y)
    assert mean.u[0] == pytest.approx(22.0)
    median = ol.best_in_hindsight(X, y, "absolute")
    assert median.u[0] == pytest.approx(3.0, abs=1e-3)
    assert median.loss == pytest.approx(101.0, rel=1e-6)
    edge = ol.best_in_hindsight(X, y, domain=ol.Box(-1.0, 2.5))
    assert edge.u[0] == pytest.approx(2.5)
    two = ol.best_in_hindsight(np.eye(2), np.ones(2), "hinge", ol.Ball(1.0))
    np.testing.assert_allclose(two.u, math.sqrt(0.5), rtol=1e-3)
    assert two.loss == pytest.approx(2 - math.sqrt(2), rel=1e-6)
    one = ol.best_in_hindsight(np.eye(2), np.ones(2), "logistic", ol.Ball(2.0))
    assert one.loss == pytest.approx(2 * math.log1p(math.exp(-math.sqrt(2))), rel=1e-6)
    expert = ol.best_in_hindsight([[0.0, 1.0], [1.0, 3.0]], [-1.0, -1.0], "absolute", ol.Simplex())
    np.testing.assert_allclose(expert.u, [1.0, 0.0], atol=1e-5)
    assert expert.loss == pytest.approx(3.0, rel=1e-6)


@pytest.mark.parametrize("kind", KINDS[:4])
def test_separable_data_have_hinge_loss_zero(kind: str) -> None:
    X, y, _ = ol.streams.separable(200, 5, 0.2, rng=np.random.default_rng(0))
    if kind == "simplex":
        X = np.abs(X) * 100 * y[:, None]
    comparator = ol.best_in_hindsight(X, y, "hinge", domains(5, radius=50.0)[kind])
    assert comparator.loss <= 200 * 1e-8
    assert comparator.lower_bound == 0.0 or comparator.loss > 0.0


def test_columns_of_zeros_do_no_harm_in_the_whole_space() -> None:
    X, y = data("absolute", 50, 3, np.random.default_rng(1))
    X[:, 1] = 0.0
    for loss in ("square", "absolute"):
        comparator = ol.best_in_hindsight(X, y, loss)
        assert comparator.gap <= 1e-6 * comparator.loss


@pytest.mark.parametrize("loss", ["square", "absolute"])
@pytest.mark.parametrize("shape", ["dependent columns", "fewer rows than columns"])
def test_dependent_columns_leave_no_proof_in_the_whole_space(loss: str, shape: str) -> None:
    """The loss is right, the bound is 0, and the warning says so."""
    rng = np.random.default_rng(2)
    X, y = data(loss, 40, 4, rng)
    X[:, 3] = X[:, 1]
    if shape == "fewer rows than columns":
        X, y = np.repeat(X[:2], 3, axis=0), y[:6]
    with pytest.warns(UserWarning, match="is proved to be within"):
        comparator = ol.best_in_hindsight(X, y, loss)
    with_proof = ol.best_in_hindsight(X, y, loss, ol.Ball(100.0))
    assert comparator.loss == pytest.approx(with_proof.loss, rel=1e-4)
    assert comparator.lower_bound == 0.0


def test_quadratic_models_are_minimised_to_round_off() -> None:
    rng = np.random.default_rng(0)
    for _ in range(60):
        d, rows = int(rng.integers(1, 8)), int(rng.integers(1, 10))
        A, b = rng.standard_normal((rows, d)), rng.standard_normal(d)
        H = A.T @ A * 10.0 ** rng.integers(-6, 4)
        for kind in KINDS[:4]:
            domain = {"box": ol.Box(-1.0, 1.0)}.get(kind, domains(d)[kind])
            v = module._minimise_quadratic(H, b, module._unit_set(domain, A))
            u = domain.project(v)
            gradient = H @ u - b
            gap = gradient @ u + domain.support(-gradient)
            assert gap <= 1e-11 * max(np.abs(H).max(), np.abs(b).max())


# A wrong solver is caught


Candidates = Iterator[tuple[FloatArray, FloatArray]]


def change_the_search(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Candidates], Candidates]
) -> None:
    search = module._candidates
    monkeypatch.setattr(module, "_candidates", lambda *args: change(search(*args)))


Faults = dict[str, Callable[[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]]
FAULTS: Faults = {
    "the point is wrong": lambda u, a: (np.full_like(u, 0.1), a),
    "the slopes are wrong": lambda u, a: (u, 0.9 * a),
    "the slopes have the wrong sign": lambda u, a: (u, -a),
    "the slopes are zero": lambda u, a: (u, np.zeros_like(a)),
}


@each_loss
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_wrong_solver_is_caught(
    loss: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = data(loss, 80, 3, np.random.default_rng(4))
    right = ol.best_in_hindsight(X, y, loss, ol.Ball(1.0))
    change_the_search(monkeypatch, lambda found: (fault(u, slopes) for u, slopes in found))
    with pytest.warns(UserWarning, match=r"proved to be within .* asks for"):
        comparator = ol.best_in_hindsight(X, y, loss, ol.Ball(1.0))
    assert comparator.lower_bound <= right.loss * (1 + 1e-14)
    assert comparator.loss >= right.lower_bound
    assert comparator.gap > 1e-6 * comparator.loss


def test_a_point_outside_the_domain_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = data("hinge", 80, 3, np.random.default_rng(4))
    right = ol.best_in_hindsight(X, y, "hinge", ol.Ball(1.0))
    change_the_search(monkeypatch, lambda found: ((1.5 * u, slopes) for u, slopes in found))
    comparator = ol.best_in_hindsight(X, y, "hinge", ol.Ball(1.0))
    assert total("hinge", X, y, 1.5 * right.u) < right.lower_bound
    assert ol.Ball(1.0).contains(comparator.u)
    assert right.lower_bound <= comparator.loss == total("hinge", X, y, comparator.u)


def test_the_warning_says_what_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = data("hinge", 80, 3, np.random.default_rng(4))
    change_the_search(monkeypatch, lambda found: islice(found, 1))
    with pytest.warns(UserWarning, match="best_in_hindsight") as caught:
        comparator = ol.best_in_hindsight(X, y, "hinge", ol.Ball(1.0), tolerance=1e-3)
    message = str(caught[0].message)
    assert caught[0].filename == __file__
    assert f"{comparator.loss:.9g}" in message
    assert f"within {comparator.gap:.2g} of the minimum" in message
    assert f"tolerance=0.001 asks for {1e-3 * comparator.loss:.2g}" in message


def test_a_loose_tolerance_is_met_sooner_and_is_still_a_proof() -> None:
    X, y = data("hinge", 300, 5, np.random.default_rng(6))
    loose = ol.best_in_hindsight(X, y, "hinge", ol.Ball(1.0), tolerance=0.1)
    tight = ol.best_in_hindsight(X, y, "hinge", ol.Ball(1.0))
    assert loose.lower_bound <= tight.loss <= loose.loss
    assert loose.gap > tight.gap


@pytest.mark.parametrize("loss", ["absolute", "hinge", "logistic"])
@pytest.mark.parametrize("kind", KINDS[:4])
@pytest.mark.parametrize("scale", [1e8, 1e200])
def test_scores_too_large_for_the_search_end_in_a_warning(
    loss: str, kind: str, scale: float
) -> None:
    X, y = data(loss, 30, 3, np.random.default_rng(8))
    comparator = quiet(scale * X, y, loss, domains(3)[kind])
    assert 0.0 <= comparator.lower_bound <= comparator.loss < math.inf
    at_zero = total(loss, X, y, np.zeros(3))
    assert kind == "simplex" or comparator.loss <= at_zero * (1 + 1e-12)


@each_loss
def test_a_tolerance_below_rounding_ends_in_a_warning(loss: str) -> None:
    for seed in range(4):
        X, y = data(loss, 40, 3, np.random.default_rng(seed))
        with pytest.warns(UserWarning, match="asks for"):
            comparator = ol.best_in_hindsight(X, y, loss, ol.Ball(1.0), tolerance=1e-300)
        assert comparator.gap <= 1e-6 * comparator.loss


# Regret


@each_loss
@given(seed=st.integers(0, 2**32 - 1), T=st.integers(1, 40))
@settings(max_examples=20)
def test_regret_is_an_interval_around_the_regret(loss: str, seed: int, T: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = data(loss, T, 3, rng)
    comparator = quiet(X, y, loss, ol.Ball(1.0))
    run = ol.play(ol.GradientDescent(0.1, loss, ol.Ball(1.0)), X, y)
    low, high = comparator.regret(run)
    against_u = float((run.losses - NAMES[loss].value(y, X @ comparator.u)).sum())
    assert low - 1e-9 <= against_u <= high + 1e-9
    assert high - low == pytest.approx(comparator.gap, rel=1e-3, abs=1e-12 * (1 + run.losses.sum()))
    assert low == math.fsum(run.losses) - comparator.loss


def test_regret_wants_a_run_of_the_same_length() -> None:
    X, y = data("square", 20, 2, np.random.default_rng(0))
    comparator = ol.best_in_hindsight(X, y)
    run = ol.play(ol.WidrowHoff(0.1), X[:19], y[:19])
    with pytest.raises(ValueError, match="run must have 20 rounds"):
        comparator.regret(run)
    with pytest.raises(TypeError, match="run must be what"):
        comparator.regret(run.losses)  # type: ignore[arg-type]
    low, high = ol.comparator.Comparator(comparator.u, 1.0, 0.5).regret(run)
    assert high - low == pytest.approx(0.5)


def test_comparator_shows_loss_and_gap_and_is_read_only() -> None:
    X, y = data("square", 20, 2, np.random.default_rng(0))
    comparator = ol.best_in_hindsight(X, y)
    assert re.fullmatch(r"Comparator\(loss=[\d.]+, gap=[\d.e-]+\)", repr(comparator))
    with pytest.raises(ValueError, match="read-only"):
        comparator.u[0] = 1.0
    with pytest.raises(AttributeError):
        comparator.loss = 0.0  # type: ignore[misc]
    assert len({comparator, ol.best_in_hindsight(X, y)}) == 2  # equal only to itself


def test_sums_that_overflow_prove_nothing() -> None:
    X = np.full((3, 1), 1e308)
    with np.errstate(over="ignore"):
        assert lower_bound(X, np.ones(3), "hinge", ol.Ball(1.0), -np.ones(3)) == 0.0
        comparator = quiet(X, np.ones(3), "hinge", ol.Ball(1.0))
    assert 0.0 <= comparator.lower_bound <= comparator.loss <= 3.0


def test_a_perfect_fit_is_no_reason_to_warn() -> None:
    """Nothing is small relative to the loss 0, but to a hundredth of that of the predictions 0."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        comparator = ol.best_in_hindsight([[1.0], [1.0]], [1.0, 1.0])
        nothing = ol.best_in_hindsight([[1.0]], [0.0])
    assert comparator.loss <= 1e-6 * 1.0 / 100
    assert comparator.u[0] == pytest.approx(1.0, abs=1e-3)
    assert nothing.loss == nothing.lower_bound == 0.0
    with pytest.warns(UserWarning, match=r"tolerance=1e-30 asks for 1e-32$"):
        ol.best_in_hindsight([[1.0], [1.0]], [1.0, 1.0001], tolerance=1e-30)


def test_a_search_that_gets_worse_ends_with_its_best_point(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = data("square", 40, 3, np.random.default_rng(0))
    right = ol.best_in_hindsight(X, y, domain=ol.Ball(1.0))

    def wandering(found: Candidates) -> Candidates:
        *_, last = found
        yield last[0], np.zeros(40)  # without a proof, so that the search goes on
        yield -last[0], last[1]

    change_the_search(monkeypatch, wandering)
    comparator = quiet(X, y, domain=ol.Ball(1.0))
    np.testing.assert_allclose(comparator.u, right.u, atol=1e-4)
    assert comparator.loss == pytest.approx(right.loss, rel=1e-9)
    assert comparator.gap <= 1e-6 * comparator.loss


@pytest.mark.parametrize("loss", LOSSES[1:])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_the_search_is_silent_about_what_overflows_on_its_way(loss: str, scale: float) -> None:
    X, y = data(loss, 12, 3, np.random.default_rng(8))
    with np.errstate(all="raise"):
        comparator = quiet(scale * X, y, loss, ol.Ball(1.0))
    assert 0.0 <= comparator.lower_bound <= comparator.loss


@pytest.mark.parametrize("loss", ["square", "absolute"])
@pytest.mark.parametrize("shape", ["plain", "integers", "equal columns", "few rows", "scaled"])
def test_no_better_point_lies_outside_the_sublevel_set(loss: str, shape: str) -> None:
    """What the lower bound in the whole space rests on; looked at through its support function."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        T, d = (2, 3) if shape == "few rows" else (12, 3)
        X, y = data(loss, T, d, rng)
        if shape == "integers":
            X = np.rint(X)
        if shape == "equal columns":
            X = np.rint(3 * X[:, [0, 0, 1]])
        if shape == "scaled":
            X = X * [1e-6, 1.0, 1e6]
        best = quiet(X, y, loss).u
        null = np.linalg.svd(X).Vh[-1] if np.linalg.matrix_rank(X) < d else np.zeros(d)
        sets = module._SublevelSets(X, y)
        for size in (0.0, 0.1, 3.0, 100.0):
            u = best + size * rng.standard_normal(d) / np.abs(X).max(axis=0, initial=1e-9)
            around = sets.around(u, NAMES[loss])
            for t in (0.0, 1.0, -0.99):  # t = 1 is best; beyond it, as far from best as u is
                other = u + t * (best - u) + 100.0 * null
                if total(loss, X, y, other) > total(loss, X, y, u) and t:
                    continue
                for c in (*rng.standard_normal((5, d)), *np.eye(d), null):
                    reach = abs(c @ other) + np.abs(c) @ np.abs(u)
                    assert around.support(c) >= c @ other - 1e-9 * (1.0 + reach)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_rounding_leaves_the_best_point_in_the_sublevel_set(size: float) -> None:
    """In rational numbers, where the residuals that are measured are mostly rounding."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((8, 1))
    y = X[:, 0] * (size * rng.standard_normal())
    xs, ys = [Fraction(x) for x in X[:, 0]], [Fraction(v) for v in y]
    best = sum(x * v for x, v in zip(xs, ys, strict=True)) / sum(x * x for x in xs)
    sets = module._SublevelSets(X, y)
    for steps in (0, *(2**k for k in range(20))):  # between neighbouring doubles
        u = float(best) * (1 + steps * module.EPS)
        ellipsoid = sets.around(np.array([u]), NAMES["square"])
        assert abs(Fraction(ellipsoid.M[0, 0])) >= abs(best - Fraction(u))


def test_the_sublevel_set_of_the_absolute_loss_is_measured_in_its_own_norm() -> None:
    """Small residuals everywhere, or one large: the sum of sizes falls, the length grows."""
    X, y = np.full((25, 1), -1.0), np.full(25, -1.0)
    X[0] = 23.0
    u, better = np.zeros(1), np.ones(1)
    assert total("absolute", X, y, better) < total("absolute", X, y, u)
    assert np.linalg.norm(X @ better - y) > 4 * np.linalg.norm(X @ u - y)
    assert module._SublevelSets(X, y).around(u, NAMES["absolute"]).support([1.0]) >= 1.0


@pytest.mark.parametrize("factor", [0.1, 0.5, 0.8, 1.0, 1.2, 1.4, 2.0])
def test_a_factor_that_is_off_makes_the_sublevel_set_no_smaller(
    factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when columns nearly depend on each other: then the inverse is far from exact."""
    inverse = np.linalg.inv
    monkeypatch.setattr(np.linalg, "inv", lambda R: factor * inverse(R))
    X = np.random.default_rng(0).standard_normal((12, 1))
    best, u = np.array([3.0]), np.array([-1.0])
    opposite = 2 * best - u  # as far from a perfect fit as u, on the other side of it
    sets = module._SublevelSets(X, X @ best)
    assert sets.around(u, NAMES["square"]).support([1.0]) >= opposite[0]
    assert sets.around(opposite, NAMES["square"]).support([-1.0]) >= -u[0]
    assert (sets.singular_value > 0.0) == (factor < math.sqrt(2))


@given(
    d=st.integers(1, 4),
    centre=st.sampled_from([0.0, 1.0, 1e9]),
    axes=st.sampled_from([0.0, 1.0, 1e9]),
    cancels=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=60)
def test_the_support_of_an_ellipsoid_is_rounded_upwards(
    d: int, centre: float, axes: float, cancels: bool, seed: int
) -> None:
    """In rational numbers, also where nearly all of c @ M cancels, as for dependent columns."""
    rng = np.random.default_rng(seed)
    u, c = centre * rng.standard_normal(d), rng.standard_normal(d)
    M = axes * rng.standard_normal((d, d))
    if cancels:
        M[-1] -= c @ M / c[-1]
    used = np.append(np.full(d, True), False)  # the last coordinate does not matter
    support = module._Ellipsoid(used, u, M).support(np.append(c, 7.0))
    exact = [Fraction(entry) for entry in c]
    left = Fraction(support) - sum(a * Fraction(b) for a, b in zip(exact, u, strict=True))
    squares = (sum(a * Fraction(b) for a, b in zip(exact, column, strict=True)) for column in M.T)
    assert left >= 0
    assert left**2 >= sum(square**2 for square in squares)


def test_the_support_of_a_point_is_rounded_upwards() -> None:
    """An ellipsoid without any extent has nothing but the rounding to hide behind."""
    rng = np.random.default_rng(0)
    for u, c in (*rng.standard_normal((200, 2)), (0.0, 1e300)):
        point = module._Ellipsoid(np.array([True]), np.array([u]), np.zeros((1, 1)))
        assert Fraction(u) * Fraction(c) <= Fraction(point.support([c]))


@pytest.mark.parametrize("closeness", [0.0, 6.0, 10.0, 12.0, 13.0, 13.5])
def test_the_singular_value_is_rounded_downwards(closeness: float) -> None:
    """In rational numbers W'W - s^2 I is positive semidefinite, however dependent the columns."""
    for seed in range(40):  # without the rounding about one in twenty would be too large
        rng = np.random.default_rng(seed)
        a, b = rng.standard_normal((2, 6))
        X = np.column_stack([a, a + 10.0**-closeness * b])
        sets = module._SublevelSets(X, a)
        if sets.singular_value <= 0.0:
            assert closeness > 12  # so that what comes next is not about nothing
            continue
        W = [
            [sum(Fraction(x) * Fraction(v) for x, v in zip(row, column, strict=True)) for row in X]
            for column in sets.B.T
        ]
        p, q, r = (
            sum(v * w for v, w in zip(W[i], W[j], strict=True)) for i, j in ((0, 0), (0, 1), (1, 1))
        )
        square = Fraction(sets.singular_value) ** 2
        assert min(p, r) >= square
        assert (p - square) * (r - square) >= q * q


def test_the_singular_value_of_many_rounds_is_rounded_downwards() -> None:
    """One column, in rational numbers: the more rounds, the more there is to pay for."""
    for seed in range(20):
        X = np.random.default_rng(seed).standard_normal((300, 1))
        sets = module._SublevelSets(X, np.zeros(300))
        square = Fraction(sets.B[0, 0]) ** 2 * sum(Fraction(x) ** 2 for x in X[:, 0])
        assert 0 < Fraction(sets.singular_value) ** 2 <= square


@pytest.mark.parametrize("d", [1, 9, 12, 50])
def test_rounding_is_paid_for_in_many_dimensions(d: int) -> None:
    """One round, and absolute loss on the 1-norm ball: y - max |x| in rational numbers."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x, y = rng.standard_normal(d), 100.0 * rng.random() + 10.0
        exact = Fraction(y) - max(abs(Fraction(entry)) for entry in x)
        bound = lower_bound([x], [y], "absolute", ol.L1Ball(1.0), [-1.0])
        assert exact - Fraction(1, 10**8) <= Fraction(bound) <= exact


@pytest.mark.parametrize("edge", [0.0, -1.0])
def test_a_slope_at_the_edge_does_not_spoil_the_others(edge: float) -> None:
    """There the conjugate of the logistic loss is 0 ln 0 = 0, and no NaN that proves nothing."""
    bound = lower_bound(np.zeros((2, 1)), [1.0, 1.0], "logistic", ol.Ball(1.0), [edge, -0.5])
    assert bound == pytest.approx(math.log(2.0), rel=1e-12)
