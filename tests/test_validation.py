"""What comes in from outside: what is let through, in which form, and the words of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from olbook import validation as check

LARGEST = check.LARGEST_SIZE


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2], [3, 4]],
        np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]),
        np.array([[1, 2], [3, 4]], dtype=np.uint8),
        np.array([[1, 2], [3, 4]], dtype=">f4"),
        np.array([[1.0, 9.0, 2.0], [3.0, 9.0, 4.0]])[:, ::2],
    ],
)
def test_arrays_come_out_as_contiguous_doubles(value: Any) -> None:
    for array in (check.real_array("v", value), check.matrix("v", value), check.table("v", value)):
        assert array.dtype == np.float64
        assert array.dtype.isnative
        assert array.flags.c_contiguous
        np.testing.assert_array_equal(array, [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("wrong", [1.0, [1.0], [[[1.0]]], np.zeros((0, 2)), np.zeros((2, 0))])
def test_a_table_has_rows_and_columns(wrong: Any) -> None:
    for accept in (check.table, check.matrix):
        with pytest.raises(ValueError, match=r"X must have shape \(T, d\) with T >= 1 and d >= 1"):
            accept("X", wrong)
    with pytest.raises(ValueError, match="X must be an array of real numbers: "):
        check.table("X", [[1.0], [1.0, 2.0]])


def test_there_is_one_target_a_round() -> None:
    for kind in ("regression", "classification"):
        assert check.targets("y", [1, -1], 2, kind).tolist() == [1.0, -1.0]
        for wrong in ([1.0], [1.0, 1.0, 1.0], 1.0, [[1.0], [1.0]]):
            with pytest.raises(
                ValueError, match=r"y must have shape \(2,\), one entry for each row"
            ):
                check.targets("y", wrong, 2, kind)
    assert check.targets("y", [0.5, 1e308], 2, "regression").tolist() == [0.5, 1e308]
    with pytest.raises(ValueError, match=r"y must be -1 or \+1 in every round; round 2 has 0.5"):
        check.targets("y", [1.0, 0.5], 2, "classification")


def test_truth_values_are_numbers_and_nothing_else_is() -> None:
    np.testing.assert_array_equal(check.real_array("v", [True, False]), [1.0, 0.0])
    for kind in ("U1", "S1", "O", "c16", "M8[D]", "m8[D]", "V2"):
        with pytest.raises(ValueError, match="v must hold real numbers, got dtype"):
            check.real_array("v", np.zeros(2, dtype=kind))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_the_round_that_is_not_finite_is_named(bad: float) -> None:
    X = np.ones((4, 3))
    assert check.finite_rows("X", X) is X
    X[2, 1] = bad
    y = [1.0, 1.0, bad, 1.0]
    with np.errstate(all="raise"):  # nor is there a warning before the error
        with pytest.raises(ValueError, match=r"X must be finite; round 3 holds"):
            check.finite_rows("X", X)
        with pytest.raises(ValueError, match=r"X must be finite; round 3 holds"):
            check.matrix("X", X)
        with pytest.raises(ValueError, match=r"X must be finite; round 13 holds"):
            check.finite_rows("X", X, first_round=11)
        with pytest.raises(
            ValueError, match=f"y must be a finite number in every round; round 3 has {bad}"
        ):
            check.targets("y", y, 4, "regression")
        with pytest.raises(ValueError, match=r"-1 or \+1 in every round; round 13 has"):
            check.targets("y", y, 4, "classification", first_round=11)


def test_the_largest_and_smallest_doubles_are_finite() -> None:
    X = np.array([[1.7e308, -1.7e308, 5e-324], [0.0, -0.0, 1.7e308]])
    assert check.finite_rows("X", X) is X


@pytest.mark.parametrize("y", [1, -1, 1.0, -1.0, np.int8(-1), np.float32(1), True, Fraction(1)])
def test_labels_come_out_as_floats(y: Any) -> None:
    for found in (check.label(y), check.target("y", y, "classification")):
        assert type(found) is float
        assert found == y


def test_a_target_of_regression_is_a_finite_number() -> None:
    assert check.target("y", 0.5, "regression") == 0.5
    with pytest.raises(ValueError, match="y must be finite, got nan"):
        check.target("y", np.nan, "regression")
    with pytest.raises(ValueError, match=r"y must be -1 or \+1, got 0.5"):
        check.target("y", 0.5, "classification")


@pytest.mark.parametrize("y", [0, 2, -2, 0.5, np.nan, np.inf, None, "1", False])
def test_other_labels_are_refused(y: Any) -> None:
    with pytest.raises(ValueError, match=r"y must be -1 or \+1, got"):
        check.label(y)


NUMBERS: dict[str, tuple[Callable[[str, Any], float], list[Any], list[Any]]] = {
    "finite_number": (check.finite_number, [0, -1.5, 1e308, Fraction(1, 2)], [np.nan, np.inf]),
    "nonnegative": (check.nonnegative, [0, 5e-324, 3], [-5e-324, np.nan, np.inf, -np.inf]),
    "positive": (check.positive, [5e-324, 3, np.float32(2)], [0, -1.0, np.nan, np.inf]),
}


@pytest.mark.parametrize(("accept", "good", "bad"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_in_their_range(
    accept: Callable[[str, Any], float], good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        assert type(accept("size", value)) is float
        assert accept("size", value) == value
    for value in bad:
        with pytest.raises(ValueError, match=rf"size must be .*got {value!r}".replace("(", r"\(")):
            accept("size", value)
    with pytest.raises(ValueError, match="size must be finite as a float, and it is too large"):
        accept("size", 10**400)
    for value in ("1", None, [1.0], 1j, Decimal(1)):
        with pytest.raises(TypeError, match="size must be a real number, got"):
            accept("size", value)


def test_what_stops_being_finite_is_reported() -> None:
    assert check.finite("the score", 1e308) == 1e308
    for value in (np.inf, -np.inf, np.nan):
        with pytest.raises(ValueError, match=f"the score must stay finite, got {value}"):
            check.finite("the score", value)


def test_whole_numbers() -> None:
    for value in (1, np.int8(1), True, LARGEST):
        assert type(check.whole("n", value)) is int
        assert check.whole("n", value) == value
    assert check.whole("n", 0, least=0) == 0
    with pytest.raises(ValueError, match="n must be at least 1, got 0"):
        check.whole("n", 0)
    with pytest.raises(ValueError, match="n must be at least 3, got 2"):
        check.whole("n", 2, least=3)
    with pytest.raises(ValueError, match=f"n must be at most {LARGEST}, the largest size"):
        check.whole("n", LARGEST + 1)
    for wrong in (1.0, "1", None, Fraction(1)):
        with pytest.raises(TypeError, match="n must be an integer, got"):
            check.whole("n", wrong)  # type: ignore[arg-type]


def test_vectors_have_one_axis_and_the_dimension_that_is_asked_for() -> None:
    for accept in (check.vector, check.point):
        np.testing.assert_array_equal(accept("v", [1, 2]), [1.0, 2.0])
        np.testing.assert_array_equal(accept("v", [1, 2], 2), [1.0, 2.0])
        for wrong in (1.0, [], [[1.0]], np.zeros((0, 2))):
            with pytest.raises(
                ValueError, match=r"v must have shape \(d,\) with d >= 1, got shape"
            ):
                accept("v", wrong)
        for wrong in ([1.0], [1.0, 2.0, 3.0], 1.0, [[1.0, 2.0]]):
            with pytest.raises(ValueError, match=r"v must have shape \(2,\), got shape"):
                accept("v", wrong, 2)
    assert np.isnan(check.point("v", [np.nan])).all()  # its inner products will tell
    with pytest.raises(ValueError, match="v must be finite, got a NaN or an infinity"):
        check.vector("v", [1.0, np.nan])


def test_only_a_generator_is_a_source_of_randomness() -> None:
    rng = np.random.default_rng(0)
    assert check.generator(rng) is rng
    for wrong in (None, 0, np.random.RandomState(0), np.random, np.random.PCG64(0)):
        with pytest.raises(TypeError, match="rng must be a numpy Generator such as"):
            check.generator(wrong)  # type: ignore[arg-type]


def test_what_is_handed_out_is_closed_for_writing() -> None:
    array = np.zeros(2)
    assert check.read_only(array) is array
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1.0
