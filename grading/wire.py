"""What passes between a grader and a student's code: length-prefixed JSON, nothing that can run.

Arrays travel as shape, dtype and bytes. This file and ``server.py`` are all of this folder that the
sandbox can see, so it imports nothing of it.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

HEADER = 4  # bytes that say how long a message is
LARGEST = 64 << 20  # bytes of a message
DEEPEST = 12  # lists inside of lists
MOST = 1_000_000  # lists, and things in lists: an empty list is two bytes here and 64 in memory
KINDS = "biuf"  # arrays of booleans, integers and floats
TAG = "~"  # marks what JSON has no form for


class WireError(Exception):
    """Something that cannot pass, or a message that says nothing."""


def packed(message: dict[str, Any]) -> bytes:
    """A message with its length in front."""
    body = json.dumps(message).encode()
    if len(body) > LARGEST:
        raise WireError(f"it is larger than {LARGEST >> 20} MB")
    if things_in(body) > MOST:
        raise WireError(f"more than {MOST} things in lists; arrays may be larger")
    return len(body).to_bytes(HEADER, "big") + body


def received(read: Callable[[int], bytes]) -> dict[str, Any] | None:
    """The next message; None at the end. ``read(n)`` returns n bytes, fewer only at the end."""
    head = read(HEADER)
    if len(head) < HEADER:
        return None
    length = int.from_bytes(head, "big")
    if length > LARGEST:
        raise WireError(f"it is larger than {LARGEST >> 20} MB")
    body = read(length)
    if len(body) < length:
        return None
    if things_in(body) > MOST:
        raise WireError("it holds too many things")
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        raise WireError("it is not readable") from None
    if not isinstance(message, dict):
        raise WireError("it is not readable")
    return message


def things_in(text: bytes) -> int:
    """At least how many things a JSON text holds: what bounds the memory that reading it takes."""
    return sum(map(text.count, (b"[", b"{", b",")))


def encoded(value: Any, depth: int = 0) -> Any:
    """A value in the form in which it travels; WireError says what cannot."""
    if depth > DEEPEST:
        raise WireError(f"lists inside of lists, more than {DEEPEST} deep")
    if isinstance(value, np.generic):
        value = float(value) if isinstance(value, np.longdouble) else value.item()
    if isinstance(value, np.ndarray) and value.dtype == object:
        value = value.tolist()  # of fractions, say
    if isinstance(value, np.ndarray) and value.dtype == np.longdouble:
        value = value.astype(float)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in KINDS or value.dtype.itemsize > 8:
            raise WireError(f"an array of {value.dtype}; arrays of numbers are expected")
        if value.nbytes > LARGEST // 2:
            raise WireError(f"an array of more than {LARGEST >> 21} MB")
        plain = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        data = base64.b64encode(plain.tobytes()).decode()
        return {TAG: "array", "shape": list(value.shape), "dtype": plain.dtype.str, "data": data}
    if isinstance(value, Sequence) and len(value) > MOST:
        raise WireError(f"more than {MOST} things in lists; arrays may be larger")
    if isinstance(value, list):  # as below; here for speed
        return [encoded(each, depth + 1) for each in value]
    if isinstance(value, tuple):
        return {TAG: "tuple", "items": [encoded(each, depth + 1) for each in value]}
    if isinstance(value, dict):
        pairs = [[encoded(k, depth + 1), encoded(v, depth + 1)] for k, v in value.items()]
        return {TAG: "dict", "items": pairs}
    if isinstance(value, Fraction):
        return {TAG: "fraction", "items": [value.numerator, value.denominator]}
    if isinstance(value, Sequence):  # a range, a deque
        return [encoded(each, depth + 1) for each in value]
    if hasattr(value, "__float__"):  # a number of another library: of SymPy, of decimal
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise WireError(
        f"an object of class {type(value).__name__}; "
        "numbers, texts, arrays, lists, tuples and dicts of these are expected"
    )


def decoded(form: Any, depth: int = 0) -> Any:
    """The value again; WireError if the form is not one that ``encoded`` makes."""
    if depth > DEEPEST:
        raise WireError("it is not readable")
    if form is None or isinstance(form, bool | int | float | str):
        return form
    if isinstance(form, list):
        return [decoded(each, depth + 1) for each in form]
    try:
        if form[TAG] == "array":
            return _array(form["shape"], form["dtype"], form["data"])
        items = form["items"]
        if form[TAG] == "tuple":
            return tuple(decoded(each, depth + 1) for each in items)
        if form[TAG] == "dict":
            return {decoded(k, depth + 1): decoded(v, depth + 1) for k, v in items}
        if form[TAG] == "fraction":
            return Fraction(*map(int, items))
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        pass
    raise WireError("it is not readable")


def _array(shape: list[int], name: str, data: str) -> np.ndarray[Any, Any]:
    dtype = np.dtype(name)
    content = base64.b64decode(data, validate=True)
    fits = all(isinstance(n, int) and n >= 0 for n in shape)
    if dtype.kind not in KINDS or not fits or math.prod(shape) * dtype.itemsize != len(content):
        raise ValueError("not an array")
    array = np.frombuffer(content, dtype=dtype).reshape(shape)
    return array.astype(dtype.newbyteorder("="))  # a copy that can be written to
