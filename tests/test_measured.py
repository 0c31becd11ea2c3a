"""Measured numbers beside the proved bounds: a number above its bound is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol


@pytest.fixture
def bounds() -> ol.MeasuredBounds:
    return ol.MeasuredBounds()


def test_the_bound_comes_from_the_theorem(bounds: ol.MeasuredBounds) -> None:
    assert "bounds.check" in repr(bounds)  # a reader runs a chapter without our checks
    assert bounds.check("perceptron.margin", 3, on="a stream", R=2.0, U=3.0) == 36
    assert bounds.closest == {"perceptron.margin": (3 / 36, "a stream")}


@given(st.lists(st.floats(-5, 9), min_size=1, max_size=8))
def test_the_largest_ratio_stays(measured: list[float]) -> None:
    one_by_one, at_once = ol.MeasuredBounds(), ol.MeasuredBounds()
    for number in measured:
        one_by_one.check("perceptron.margin", number, on="it", R=1.0, U=3.0)
    at_once.check("perceptron.margin", measured, on="it", R=1.0, U=3.0)
    assert one_by_one.closest == at_once.closest
    assert one_by_one.closest["perceptron.margin"][0] == pytest.approx(max(measured) / 9)


def test_many_bounds_at_once(bounds: ol.MeasuredBounds) -> None:
    allowed = bounds.check(
        "perceptron.margin", [1, 5], on="two streams", R=1.0, U=np.array([2.0, 3.0])
    )
    assert np.array_equal(allowed, [4, 9])
    assert bounds.closest["perceptron.margin"][0] == pytest.approx(5 / 9)


def test_rounding_is_forgiven_and_shown_as_tight(bounds: ol.MeasuredBounds) -> None:
    bounds.check("perceptron.margin", 9 * (1 + 1e-12), on="rounded", R=1.0, U=3.0)
    assert repr(bounds) == "perceptron.margin  1.000  rounded"


def test_what_is_a_millionth_below_its_bound_is_not_tight(bounds: ol.MeasuredBounds) -> None:
    bounds.check("perceptron.margin", 9 * (1 - 1e-6), on="nearly", R=1.0, U=3.0)
    assert bounds.closest["perceptron.margin"][0] == pytest.approx(1 - 1e-6, abs=1e-9)


def test_a_bound_of_zero_is_tight_where_it_is_attained(bounds: ol.MeasuredBounds) -> None:
    with np.errstate(all="raise"):
        bounds.check("ogd.tuned", [0.0, -1.0], on="nothing", U=0.0, G=1.0, T=3)
    assert bounds.closest == {"ogd.tuned": (1.0, "nothing")}


def test_a_table_has_the_words_of_a_theorem_and_leads_to_it(bounds: ol.MeasuredBounds) -> None:
    assert set(bounds._repr_mimebundle_()) == {"text/plain"}
    bounds.check("doubling.regret", 1.0, on="a <wall>", alpha=1.0, T=1)
    shown = bounds._repr_mimebundle_()
    row = "| {prf:ref}`thm-doubling-regret`, The doubling trick | 0.293 | a <wall> |"
    assert shown["text/markdown"].splitlines()[-1] == row
    assert "<td>The doubling trick</td><td>0.293</td><td>a &lt;wall&gt;</td>" in shown["text/html"]


@pytest.mark.parametrize("U", [0.1, 1.0, 1000.0])
def test_rounding_is_relative_to_a_large_bound(bounds: ol.MeasuredBounds, U: float) -> None:
    billionth = 1e-9 * max(U**2, 1.0)
    bounds.check("perceptron.margin", U**2 + 0.9 * billionth, on="rounded", R=1.0, U=U)
    with pytest.raises(ValueError, match="exceeds the bound"):
        bounds.check("perceptron.margin", U**2 + 1.1 * billionth, on="too much", R=1.0, U=U)


@pytest.mark.parametrize("measured", [9.001, [1, 10], np.inf])
def test_an_excess_is_refused(bounds: ol.MeasuredBounds, measured: float) -> None:
    with pytest.raises(
        ValueError, match=r"perceptron.margin on a stream: measured .* exceeds the bound 9"
    ):
        bounds.check("perceptron.margin", measured, on="a stream", R=1.0, U=3.0)
    assert bounds.closest == {}


def test_what_is_no_number_is_refused(bounds: ol.MeasuredBounds) -> None:
    with pytest.raises(ValueError, match="not a number"):
        bounds.check("perceptron.margin", np.nan, on="a stream", R=1.0, U=3.0)


def test_rows_are_in_order(bounds: ol.MeasuredBounds) -> None:
    bounds.check("perceptron.unit_ball", 1, on="second", gamma=0.5)
    bounds.check("perceptron.margin", 9, on="first", R=1.0, U=3.0)
    assert repr(bounds).splitlines() == [
        "perceptron.margin     1.000  first",
        "perceptron.unit_ball  0.250  second",
    ]
