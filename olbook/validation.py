"""Checks of what comes in from outside: one place, one tone.

Every message names the argument, the round (counted from 1) where there is one, and what was
expected.  A wrong value, shape, dtype or label is a ``ValueError``; the wrong kind of object is a
``TypeError``.
"""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]

LARGEST_SIZE = int(np.iinfo(np.intp).max)


def real_array(name: str, value: ArrayLike) -> FloatArray:
    """`value` as a C-contiguous float64 array; ValueError unless it holds real numbers."""
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be an array of real numbers: {error}") from error
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got dtype {array.dtype}")
    return np.asarray(array, dtype=np.float64, order="C")


def matrix(name: str, value: ArrayLike) -> FloatArray:
    """`value` as a finite (T, d) array, one row a round, T >= 1 and d >= 1."""
    return finite_rows(name, table(name, value))


def table(name: str, value: ArrayLike) -> FloatArray:
    """`value` as a (T, d) array, one row a round, T >= 1 and d >= 1, not yet known to be finite."""
    array = real_array(name, value)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(
            f"{name} must have shape (T, d) with T >= 1 and d >= 1, one row a round; "
            f"got shape {array.shape}"
        )
    return array


def finite_rows(name: str, array: FloatArray, first_round: int = 1) -> FloatArray:
    """The (T, d) array itself; ValueError unless every row is finite."""
    # Zero times what is not finite is not a number; so no array of the size of this one is needed.
    with np.errstate(invalid="ignore"):
        zero = np.vecdot(array, np.zeros(array.shape[1])) == 0
    if not zero.all():
        t = first_round + int(zero.argmin())
        raise ValueError(f"{name} must be finite; round {t} holds a NaN or an infinity")
    return array


def all_finite(name: str, values: FloatArray, first_round: int) -> None:
    """ValueError that names the first round with a value that is not finite."""
    for t in np.flatnonzero(~np.isfinite(values)).tolist():
        finite(f"round {first_round + t}: {name}", float(values[t]))


def targets(name: str, value: ArrayLike, T: int, kind: str, first_round: int = 1) -> FloatArray:
    """`value` as a (T,) array: labels -1 or +1 for classification, finite numbers otherwise."""
    array = real_array(name, value)
    if array.shape != (T,):
        raise ValueError(
            f"{name} must have shape ({T},), one entry for each row of X; got shape {array.shape}"
        )
    if kind == "classification":
        good, expected = (array == 1) | (array == -1), "-1 or +1"
    else:
        good, expected = np.isfinite(array), "a finite number"
    if not good.all():
        wrong = int(good.argmin())
        raise ValueError(
            f"{name} must be {expected} in every round; round {first_round + wrong} has "
            f"{array[wrong]:g}"
        )
    return array


def vector(name: str, value: ArrayLike, d: int | None = None) -> FloatArray:
    """`value` as a finite (d,) array; any d >= 1 will do if `d` is None."""
    array = point(name, value, d)
    # Each boolean is a byte.  To look for a zero takes a fifth of the time of ``.all()``, and the
    # learners look at their weights in every round.
    if 0 in np.isfinite(array).tobytes():
        raise ValueError(f"{name} must be finite, got a NaN or an infinity")
    return array


def point(name: str, value: ArrayLike, d: int | None = None) -> FloatArray:
    """`value` as a (d,) array, not yet known to be finite.

    The learners call this in every round.  They need no separate look at the entries, because an
    inner product is finite only if every entry is: even 0 times infinity is not a number.
    """
    array = real_array(name, value)
    if array.ndim != 1 or len(array) == 0 or (d is not None and len(array) != d):
        expected = "(d,) with d >= 1" if d is None else f"({d},)"
        raise ValueError(f"{name} must have shape {expected}, got shape {array.shape}")
    return array


def label(y: float) -> float:
    """`y` as a float, -1.0 or +1.0."""
    if y == 1 or y == -1:
        return float(y)
    raise ValueError(f"y must be -1 or +1, got {y!r}")


def target(name: str, y: float, kind: str) -> float:
    """`y` as a float: a label -1 or +1 for classification, a finite number otherwise."""
    if kind == "classification":
        return label(y)
    return finite_number(name, y)


def finite(what: str, value: float) -> float:
    """`value`, unless it stopped being finite."""
    if not math.isfinite(value):
        raise ValueError(f"{what} must stay finite, got {value}")
    return value


def real(name: str, value: float) -> float:
    """`value` as a float; TypeError unless it is one real number."""
    if not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number, got {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be finite as a float, and it is too large") from None


def finite_number(name: str, value: float) -> float:
    """`value` as a float; it must be a real number and finite."""
    number = real(name, value)
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {value!r}")
    return number


def nonnegative(name: str, value: float) -> float:
    """`value` as a float, at least 0 and finite."""
    number = real(name, value)
    if not (number >= 0 and math.isfinite(number)):
        raise ValueError(f"{name} must be at least 0 and finite, got {value!r}")
    return number


def positive(name: str, value: float) -> float:
    """`value` as a float, positive and finite."""
    number = real(name, value)
    if not (number > 0 and math.isfinite(number)):
        raise ValueError(f"{name} must be positive and finite, got {value!r}")
    return number


def whole(name: str, value: int, least: int = 1) -> int:
    """`value` as an int, at least `least`."""
    if not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer, got {type(value).__name__}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    if value > LARGEST_SIZE:
        raise ValueError(f"{name} must be at most {LARGEST_SIZE}, the largest size of an array")
    return int(value)


def generator(rng: np.random.Generator | None) -> np.random.Generator:
    """`rng` itself; TypeError unless it is a NumPy Generator."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            "rng must be a numpy Generator such as numpy.random.default_rng(0), "
            f"got {type(rng).__name__}"
        )
    return rng


def read_only(array: FloatArray) -> FloatArray:
    """The same array, closed for writing: what is handed out cannot be corrupted by accident."""
    array.flags.writeable = False
    return array
