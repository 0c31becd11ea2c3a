"""What a formula of a page is worth, with numbers for its letters: whether two of them say the same.

It reads products, quotients, powers, roots and logarithms, as people write them: ``\\frac12\\ln d``. A
letter with its subscripts is a name, and so is a norm. What it cannot read, such as a sum over rounds or
a function at a point, has no value here.
"""

from __future__ import annotations

import cmath
import itertools
import math
import random
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

RELATION = re.compile(r"(\\(?:approx|leq?|geq?|lt|gt)(?![A-Za-z])|[=<>])")
TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<name>(?:\\(?:lVert|\|).*?\\(?:rVert|\|)|\\max(?:_\{[^}]*\}|_\w)|\\lambda|\\l?v?ert"
    r"|\\hat [A-Za-z]|\\(?:alpha|beta|gamma|delta|v?epsilon|varepsilon|eta|theta|kappa|mu|rho|sigma|omega)"
    r"|[A-Za-z])(?:_(?:\{[^}]*\}|\\?\w+?(?![a-z])|.))?)"
    r"|(?P<sign>\\(?:frac|sqrt|ln|log_2|pi|cdot|mathrm)|[-−+/^(){}\[\]])"
    r"|(?P<blank>\\[,;:! ]|\\(?:left|right|[bB]igg?[lr]?|displaystyle)(?![A-Za-z])|\s|\.$)"
)


class Unreadable(ValueError):
    """A formula has something in it that has no value."""


class _Reader:
    TOKEN, ENDS = TOKEN, ("", "+", "-", "−", ")", "}", "]")
    root, logarithm = staticmethod(cmath.sqrt), staticmethod(cmath.log)
    number: Callable[..., Any] = complex

    def __init__(self, tex: str, seed: int, values: Mapping[str, float]) -> None:
        self._tokens: list[tuple[str, str]] = []
        self._seed, self._values, self._at, end = seed, values, 0, 0
        self.names: set[str] = set()
        while end < len(tex):
            if not (found := self.TOKEN.match(tex, end)):
                raise Unreadable(tex)
            end = found.end()
            if found.lastgroup != "blank":
                self._tokens.append((str(found.lastgroup), found[0]))

    def value(self) -> complex:
        """The whole formula."""
        value = self._sum()
        if self._at < len(self._tokens):
            raise Unreadable(self._peek())
        return value

    def _peek(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        if wanted and self._peek() not in wanted:
            return ""
        self._at += 1
        return self._tokens[self._at - 1][1]

    def _sum(self) -> complex:
        value = -self._product() if self._take("-", "−") else self._product()
        while sign := self._take("+", "-", "−"):
            value = value + (self._product() if sign == "+" else -self._product())
        return value

    def _product(self) -> complex:
        value = self._power()
        while self._peek() not in self.ENDS:
            divides = self._take("/")
            self._take(r"\cdot")
            value = value / self._power() if divides else value * self._power()
        return value

    def _power(self) -> complex:
        base = self._factor()
        return base ** self._argument() if self._take("^") else base

    def _argument(self) -> complex:
        """What stands in braces, or one sign: ``\\frac12`` is a half."""
        if self._take("{"):
            value = self._sum()
            if not self._take("}"):
                raise Unreadable("{")
            return value
        kind, said = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        if kind == "number" and len(said) > 1:
            self._tokens[self._at : self._at + 1] = [("number", digit) for digit in said]
        return self._factor()

    def _factor(self) -> complex:
        if self._at == len(self._tokens):
            raise Unreadable("the end")
        kind, said = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return self.number(said)
        if kind == "name":
            if said == "e":
                return math.e
            said = re.sub(r"\{(\\?\w+)\}", r"\1", said)
            if said in self._values:
                return self.number(self._values[said])
            self.names.add(said)
            return random.Random(f"{said}{self._seed}").uniform(0.2, 3)
        if said in ("(", "["):
            value = self._sum()
            if not self._take(")", "]"):
                raise Unreadable(said)
            return value
        if said == "{":
            self._at -= 1
            return self._argument()
        if said == r"\frac":
            return self._argument() / self._argument()
        if said == r"\sqrt":
            return self.root(self._argument())
        if said in (r"\ln", r"\log_2"):
            return self.logarithm(self._of_logarithm()) / (1 if said == r"\ln" else math.log(2))
        if said == r"\pi":
            return math.pi
        if said == r"\mathrm":
            return self._argument()
        raise Unreadable(said)

    def _of_logarithm(self) -> complex:
        """A power; in ``\\ln2d`` it is the product."""
        number = self._tokens[self._at : self._at + 1]
        value = self._power()
        after = self._tokens[self._at : self._at + 1]
        product = number and after and number[0][0] == "number" and after[0][0] == "name"
        return value * self._power() if product else value


def members(tex: str) -> tuple[list[str], list[str]]:
    """What stands between the relations of a formula, and the relations."""
    parts = RELATION.split(tex)
    alike = {r"\leq": r"\le", r"\geq": r"\ge", r"\lt": "<", r"\gt": ">"}
    return parts[::2], [alike.get(relation, relation) for relation in parts[1::2]]


def worth(
    tex: str, seed: int = 0, values: Mapping[str, float] = MappingProxyType({})
) -> tuple[complex, frozenset[str]]:
    """The value of a formula, and the names in it that have none: they are numbers that depend on the seed."""
    reader = _Reader(tex, seed, values)
    try:
        return reader.value(), frozenset(reader.names)
    except (ArithmeticError, IndexError) as error:
        raise Unreadable(tex) from error


def near(a: complex, b: complex) -> bool:
    """Equal but for rounding."""
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-3)


def equal(one: str, other: str, values: Mapping[str, float] = MappingProxyType({})) -> bool:
    """Whether two formulas have the same value, whatever numbers their letters are but for these."""
    return all(
        near(worth(one, seed, values)[0], worth(other, seed, values)[0]) for seed in range(3)
    )


def say_the_same(one: str, other: str) -> bool:
    """Whether two formulas have the same relations between members of the same values."""
    (mine, how), (theirs, so) = members(one), members(other)
    try:
        return how == so and all(map(equal, mine, theirs))
    except Unreadable:
        return False


def untrue(tex: str, values: Mapping[str, float] = MappingProxyType({})) -> list[str]:
    """Neighbours in a formula, both of numbers alone, or both of the same letters, that are not as it says.

    Of letters an equation is judged only, as if it held for all their values; those with a value are numbers.
    """
    faults = []
    parts, relations = members(tex)
    for (a, b), relation in zip(itertools.pairwise(parts), relations, strict=True):
        try:
            (left, mine), (right, its) = worth(a, 0, values), worth(b, 0, values)
        except Unreadable:
            continue
        if mine != its or (mine and relation != "="):
            continue
        decimals = len((re.search(r"\.(\d+)\D*$", b) or ["", ""])[1])
        x, y = left.real, right.real
        true = {
            r"\approx": abs(x - y) <= 0.5 * 10.0**-decimals,
            r"\le": x <= y,
            r"\ge": x >= y,
            "<": x < y,
            ">": x > y,
        }
        holds = true[relation] if relation in true else equal(a, b, values)
        faults += [] if holds else [a + relation + b]
    return faults
