"""Visible checks: what a student sees while solving an assignment.

One module for each assignment, one function for each question. A check is called on the student's
own functions, runs offline in a second or two, and prints one line: ``fine: ...``,
``not yet: ...`` with what is wrong and how to see it, or ``not written yet``. A wrong answer never
raises. Such a function is written as follows.

>>> @visible
... def check_double(double):
...     got = answer(double, 3.0)
...     close(got, 6.0, "double(3.0)")
...     return "two times three is six"
>>> check_double(lambda x: 2 * x)
fine: two times three is six
>>> check_double(lambda x: x**2)
not yet: double(3.0) should be 6, it is 9
>>> def double(x):
...     raise NotImplementedError
>>> check_double(double)
not written yet
"""

from __future__ import annotations

import copy
import functools
import importlib
import importlib.util
import traceback
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, ParamSpec

import numpy as np

__all__ = [
    "NotYet",
    "answer",
    "array",
    "close",
    "is_several",
    "require",
    "text",
    "vector",
    "visible",
]

P = ParamSpec("P")


class NotYet(Exception):
    """What is wrong with an answer, in words for the student."""


def __getattr__(name: str) -> ModuleType:
    """``exercises.perceptron``, without importing it by hand."""
    if not name.startswith("_") and importlib.util.find_spec(f"{__name__}.{name}"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def visible(check: Callable[P, str]) -> Callable[P, None]:
    """Make a check print its line.

    The check returns what is fine, or raises :class:`NotYet`; the helpers below do so for it.
    """

    @functools.wraps(check)
    def printing(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # nbgrader takes a warning for a failed test
                line = f"fine: {check(*args, **kwargs)}"
        except NotImplementedError:
            line = "not written yet"
        except NotYet as reason:
            line = f"not yet: {reason}"
        except Exception as error:  # what the answer is has confused the check itself
            line = f"not yet: the check cannot use your answer: {_words(error)}"
        print(line)

    return printing


def answer(function: Any, *arguments: Any) -> Any:
    """Call the student's function on copies of the arguments; NotYet says how it fails.

    A function that changes an array it was given is told so.
    """
    name = getattr(function, "__name__", "this")
    if not callable(function):
        raise NotYet(f"a function is expected, this is a {type(function).__name__}")
    given = copy.deepcopy(arguments)
    try:
        result = function(*given)
    except NotImplementedError:
        raise
    except (Exception, SystemExit) as error:
        raise NotYet(f"{name}({_shown(arguments)}) fails: {_words(error)}") from None
    for number, (before, after) in enumerate(zip(arguments, given, strict=True), 1):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=True):
            raise NotYet(
                f"{name} changes its argument number {number} in place; work on a copy, "
                "for example w = w + ... instead of w += ..."
            )
    if result is None:
        raise NotYet(f"{name}({_shown(arguments)}) returns nothing; is there a return?")
    return result


def array(got: Any, shape: tuple[int, ...], what: str) -> np.ndarray[Any, Any]:
    """The answer as a float array of this shape, ``()`` for a number; or NotYet says what it is."""
    try:
        found = np.asarray(got, dtype=float)
    except (TypeError, ValueError):
        wanted = "a number" if shape == () else f"an array of shape {shape}"
        raise NotYet(f"{what} should be {wanted}, it is {_shown((got,))}") from None
    if found.shape != shape:
        wanted = "one number" if shape == () else f"of shape {shape}"
        is_ = "one number" if found.shape == () else f"of shape {found.shape}"
        raise NotYet(f"{what} should be {wanted}, it is {is_}")
    if not np.isfinite(found).all():
        raise NotYet(f"{what} holds a NaN or an infinity: {_numbers(found)}")
    return found


def close(
    got: Any, expected: Any, what: str, *, hint: str = "", tolerance: float = 1e-9
) -> np.ndarray[Any, Any]:
    """The answer as an array, if it agrees with what is expected; otherwise NotYet says where not.

    The tolerance is absolute and relative. ``hint`` says what to look at.
    """
    wanted = np.asarray(expected, dtype=float)
    found = array(got, wanted.shape, what)
    good = np.isclose(found, wanted, rtol=tolerance, atol=tolerance)
    if good.all():
        return found
    if wanted.size <= 6:
        reason = f"{what} should be {_numbers(wanted)}, it is {_numbers(found)}"
    else:
        at = tuple(int(i) for i in np.argwhere(~good)[0])
        place = at[0] if len(at) == 1 else at
        reason = (
            f"{what} is wrong in {int((~good).sum())} of {wanted.size} entries; the first is "
            f"number {place} (from 0): it should be {wanted[at]:.6g}, it is {found[at]:.6g}"
        )
    raise NotYet(f"{reason}; {hint}" if hint else reason)


def require(condition: Any, reason: str) -> None:
    """NotYet with this reason, unless the condition holds."""
    if not condition:
        raise NotYet(reason)


def is_several(got: Any, n: int) -> bool:
    """Whether an answer is n things."""
    return isinstance(got, tuple | list) and len(got) == n


def text(got: Any, what: str) -> str:
    """The answer as a text."""
    if not isinstance(got, str):
        raise NotYet(f"{what} should be a text, it is {_shown((got,))}")
    return got


def vector(v: Any, digits: int = 4) -> str:
    """A vector in a reason."""
    return "(" + ", ".join(f"{x:.{digits}g}" for x in np.atleast_1d(v)) + ")"


def _numbers(found: np.ndarray[Any, Any]) -> str:
    if found.ndim == 0:
        return f"{float(found):.6g}"
    short = np.array2string(found, precision=6, separator=", ", threshold=12)
    return " ".join(short.split())


def _shown(values: tuple[Any, ...]) -> str:
    """Arguments in a few words."""
    parts = []
    for value in values:
        if isinstance(value, np.ndarray):
            big = value.size > 6
            parts.append(f"array of shape {value.shape}" if big else _numbers(value))
        elif isinstance(value, bool | int | float | str | None | list | tuple | np.generic):
            written = str(value) if isinstance(value, np.generic) else repr(value)
            parts.append(written if len(written) <= 60 else written[:57] + "...")
        else:
            parts.append(f"a {type(value).__name__}")
    return ", ".join(parts)


def _words(error: BaseException) -> str:
    """An exception in one line, with the line of the student's code that raised it."""
    # A notebook's own functions know their names under __main__; the names of its files differ
    # from one editor to the next.
    trail = traceback.walk_tb(error.__traceback__)
    own = [n for frame, n in trail if frame.f_globals.get("__name__", "__main__") == "__main__"]
    where = f" (line {own[-1]} of your cell)" if own else ""
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {message}{where}" if message else type(error).__name__ + where
