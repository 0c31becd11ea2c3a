"""What a formula with vectors is worth: sums over coordinates, inner products, norms, positive parts.

A letter with the subscripts of a round or a coordinate is that letter. A matrix times a vector is their
product; vectors are multiplied coordinate by coordinate, as ``\\sum_iu_iw_i`` means it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

import numpy as np
from tex_values import TOKEN, Unreadable, _Reader, members

INDEX = re.compile(r"_(?:\{[tijs,]+\}|[tijs](?![\w]))")
SIGNS = (
    r"(?P<op>\\(?:sum|max|min)_\{?[ijt]\}?|\\(?:max|min)(?![_A-Za-z])|\\langle|\\rangle|\\(?:lvert|rvert|lVert)(?![A-Za-z])"
    r"|\\rVert(?:_(?:\\infty|[12a-z]))?|\\mathrm\{sign\}|\\tanh|\]_\+|\\top|,|\\lfloor|\\rfloor)|"
)
VECTORS, WHOLE = {"w", "u", "v", "g", "x", "a", "b", "theta", "n"}, {"n", "T", "d", "m", "k", "t"}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {r"\mathrm{sign}": np.sign, r"\tanh": np.tanh}
CLOSED = {r"\lvert": r"\rvert", r"\lVert": r"\rVert", r"\lfloor": r"\rfloor"}
ALIKE = {r"\tfrac": r"\frac", r"\Vert": r"\rVert", "|u|": r"\lvert u\rvert", r"\text": r"\mathrm"}


class _Vectors(_Reader):
    TOKEN = re.compile(SIGNS + TOKEN.pattern)
    ENDS = (*_Reader.ENDS, ",", "]_+", r"\rangle", r"\rvert", r"\rVert", r"\rfloor")
    root, logarithm = staticmethod(np.sqrt), staticmethod(np.log)

    def _product(self) -> Any:
        value = self._power()
        while not self._peek().startswith(self.ENDS[1:]) and self._peek():
            divides = self._take("/")
            self._take(r"\cdot")
            factor = self._power()
            matrix = max(np.ndim(value), np.ndim(factor)) > 1 and np.ndim(factor) > 0
            value = value / factor if divides else value @ factor if matrix else value * factor
        return value

    def _power(self) -> Any:
        base = self._factor()
        if not self._take("^"):
            return base
        power = self._argument()
        return np.linalg.inv(base) if np.ndim(base) == 2 and power == -1 else base**power

    def _value_of(self, kind: str) -> float:
        return float(kind) if kind.isdigit() else float(self._values[kind])

    def _list(self, end: str) -> list[Any]:
        values = [self._sum()]
        while self._take(","):
            values.append(self._sum())
        if not self._peek().startswith(end):
            raise Unreadable(end)
        return values

    def _factor(self) -> Any:
        kind, said = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        if kind == "name" and said != "e":
            self._at += 1
            letter = INDEX.sub("", said).strip("\\")
            self.names.add(letter)
            if letter not in self._values:
                raise Unreadable(said)
            return self._values[letter]
        if said == "[" and any(token == "]_+" for _, token in self._tokens[self._at :]):
            self._at += 1
            (value,) = self._list("]_+")
            self._at += 1
            return np.maximum(value, 0)
        if kind != "op":
            return super()._factor()
        self._at += 1
        if said.startswith(r"\sum"):
            return np.sum(self._product(), axis=0)
        if said in (r"\max", r"\min") and self._take("("):
            values = self._list(")")
            self._at += 1
            return getattr(np, said[1:])(values, axis=0)
        if said.startswith((r"\max", r"\min")):
            return getattr(np, said[1:4])(self._product())
        if said in FUNCTIONS:
            return FUNCTIONS[said](self._factor())
        if said == r"\langle":
            one, other = self._list(r"\rangle")
            self._at += 1
            return one @ other
        if said in CLOSED:
            (value,) = self._list(CLOSED[said])
            kind = self._take().partition("_")[2] or "2"
            if said != r"\lVert":
                return np.abs(value) if said == r"\lvert" else np.floor(np.real(value))
            return np.linalg.norm(value, np.inf if kind == r"\infty" else self._value_of(kind))
        raise Unreadable(said)


def worth(tex: str, values: Mapping[str, Any]) -> Any:
    """The value of a formula, in which each letter has one of these values."""
    for sign, other in ALIKE.items():
        tex = tex.replace(sign, other)
    tex = re.sub(
        r"_([tijs])(?=[A-Za-z])",
        r"_{\1}",
        re.sub(r"\)_[ij]|\^\\top", lambda m: m[0][0].strip("^"), tex),
    )
    try:
        with np.errstate(all="ignore"):
            return np.real(_Vectors(tex, 0, values).value())
    except (ArithmeticError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise Unreadable(tex) from error


VECTOR, NUMBER = 3, None  # how many coordinates


def drawn(letters: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Values for letters: vectors and numbers, labels, whole numbers, matrices."""
    rng = np.random.default_rng(seed)
    found: dict[str, Any] = {}
    for letter, shape in letters.items():
        if shape is Parameter.empty:
            shape = VECTOR if letter in VECTORS else NUMBER
        if letter == "A":
            root = rng.uniform(-1, 1, (3, 3))
            found[letter] = root @ root.T + np.eye(3)
        elif letter == "y":
            found[letter] = float(rng.choice([-1, 1]))
        elif letter in WHOLE:
            found[letter] = rng.integers(2, 8, shape) + 6 * (letter == "T")
        else:  # the norms of the mirror maps
            ranges = {"q": (1.1, 2), "p": (2.1, 4)}
            found[letter] = rng.uniform(*ranges.get(letter, (0.2, 2)), shape)
    if np.ndim(found.get("n", 0)) and "t" in found:  # the round after so many
        found["t"] = found["n"].sum() + 1
    return found


def is_computed(tex: str, how: Callable[..., Any]) -> bool:
    """Whether the sides of a formula in the letters of a computation have its value, and there is one.

    A default of a letter is its shape.
    """
    letters = {name: parameter.default for name, parameter in signature(how).parameters.items()}
    for seed in range(20):
        values, sides = drawn(letters, seed), 0
        expected = how(**values)
        for side in members(tex)[0]:
            try:
                found = worth(side, values)
            except Unreadable:
                continue
            if not re.search(r"[A-Za-z]", side) or side.strip() in letters:
                continue
            sides += 1
            if callable(expected):
                if not expected(found):
                    return False
            elif np.shape(found) != np.shape(expected) or not np.allclose(
                found, expected, 1e-6, 1e-9
            ):
                return False
        if not sides:
            return False
    return True
