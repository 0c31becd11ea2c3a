"""Numbers behind a derivation: a witness that hypotheses can hold, a counterexample to a false step.

Expressions are evaluated in plain Python: exact fractions as long as no irrational root is met,
tuples for vectors. This is independent of the algebra of the kernel, so it is also a second opinion
on it. Whether a hypothesis holds is decided exactly, or the numbers are not used: with a tolerance,
x = 0 would seem to satisfy both x <= 0 and x >= 1/10**10.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .facts import DEFINITION, PROVED, Fact
from .terms import VECTOR, Dot, Name, Ranges, mentioned_names, name_of

Value = Any  # a Fraction, a float, or a tuple of them
TOLERANCE = 1e-9
MOST_VALUES = 1000  # an index runs over no more values, a power has no larger exponent
NICE = [Fraction(n) for n in ("0", "1", "-1", "1/2", "2", "-1/2", "3", "1/4")]


class Undefined(Exception):
    """The expression has no value here (a division by zero, a name without a value)."""


class World:
    """An assignment of values to names, some given, some drawn, the defined ones computed."""

    def __init__(
        self,
        names: Mapping[str, Name],
        facts: Iterable[Fact],
        model: Mapping[str, Any],
        draw: Callable[[Name], Value] | None,
    ) -> None:
        self._names = names
        self._definitions = [f for f in facts if f.status == DEFINITION]
        self._model = model
        self._draw = draw
        self._computing: set[object] = set()
        self.values: dict[tuple[str, tuple[Value, ...]], Value] = {}

    def evaluate(self, e: sp.Expr, scope: Mapping[sp.Symbol, int]) -> Value:
        """The value of an expression, with the indices in ``scope``."""
        if e in scope:
            return Fraction(scope[e])
        if e.is_Rational:
            return Fraction(int(e.p), int(e.q))
        if isinstance(e, Dot):
            return _dot(self.evaluate(e.args[0], scope), self.evaluate(e.args[1], scope))
        if isinstance(e, sp.Sum):
            return self._sum(e, scope)
        if e.is_Symbol or isinstance(e, AppliedUndef):
            return self._named(e, tuple(self.evaluate(a, scope) for a in e.args if not e.is_Symbol))
        parts = [self.evaluate(a, scope) for a in e.args]
        if e.is_Add:
            return _added(parts)
        if e.is_Mul:
            return _multiplied(parts)
        if e.is_Pow:
            return _power(parts[0], parts[1])
        if isinstance(e, sp.Max):
            return max(parts)
        if isinstance(e, sp.Abs):  # SymPy's name for the root of a square
            return abs(parts[0])
        raise Undefined(str(e))

    def _sum(self, e: sp.Sum, scope: Mapping[sp.Symbol, int]) -> Value:
        *inner, (index, low, high) = e.limits
        body = sp.Sum(e.function, *inner) if inner else e.function
        values = self._span(low, high, scope)
        return _added([self.evaluate(body, {**scope, index: k}) for k in values])

    def _span(self, low: sp.Expr, high: sp.Expr, scope: Mapping[sp.Symbol, int]) -> range:
        first, last = int(self.evaluate(low, scope)), int(self.evaluate(high, scope))
        if last - first > MOST_VALUES:
            raise Undefined("too many values of an index")
        return range(first, last + 1)

    def _named(self, e: sp.Expr, arguments: tuple[Value, ...]) -> Value:
        name = str(name_of(e))
        key = (name, arguments)
        if key in self.values:
            return self.values[key]
        if name in self._model:
            value = _from_model(self._model[name], arguments)
        elif key in self._computing:
            raise Undefined(f"{name} is defined in terms of itself")
        else:
            self._computing.add(key)
            value = self._defined(e, arguments)
            self._computing.discard(key)
        if value is None and self._draw is not None and name in self._names:
            value = self._draw(self._names[name])
        if value is None:
            raise Undefined(f"{name} has no value")
        self.values[key] = value
        return value

    def _defined(self, e: sp.Expr, arguments: tuple[Value, ...]) -> Value | None:
        """The value a definition gives, if one applies at these subscripts."""
        for definition in self._definitions:
            if name_of(definition.left) != name_of(e) or len(definition.left.args) != len(e.args):
                continue
            scope: dict[sp.Symbol, int] = {}
            ranges = dict(definition.ranges)
            for pattern, value in zip(definition.left.args, arguments, strict=True):
                offset, index = pattern.as_coeff_Add()
                if index in ranges and isinstance(value, Fraction) and value.denominator == 1:
                    scope[index] = int(value - Fraction(int(offset)))
                elif self.evaluate(pattern, scope) != value:
                    break
            else:
                if all(self.within(scope[i], ranges[i], scope) for i in scope):
                    return self.evaluate(definition.right, scope)
        return None

    def within(
        self, value: int, ends: tuple[sp.Expr, sp.Expr], scope: Mapping[sp.Symbol, int]
    ) -> bool:
        """Whether an index value lies in a range."""
        return bool(self.evaluate(ends[0], scope) <= value <= self.evaluate(ends[1], scope))

    def scopes(
        self, ranges: Iterable[tuple[sp.Symbol, tuple[sp.Expr, sp.Expr]]]
    ) -> Iterator[dict[sp.Symbol, int]]:
        """Every value of the indices in their ranges."""
        scopes: list[dict[sp.Symbol, int]] = [{}]
        for index, (low, high) in ranges:
            scopes = [{**scope, index: k} for scope in scopes for k in self._span(low, high, scope)]
        return iter(scopes)

    def holds(self, fact: Fact) -> bool:
        """Whether a fact is certainly true at every index of its ranges."""
        allowed = {"==": {0}, "<=": {0, 1}, "<": {1}}[fact.operator]
        return all(
            _signs(self.evaluate(fact.slack, scope)) <= allowed
            for scope in self.scopes(fact.ranges)
        )

    def signs_hold(self) -> bool:
        """Whether every value given or computed has the sign its name was declared with."""
        for (name, _), value in self.values.items():
            declared = self._names[name]
            if isinstance(value, tuple) != (declared.kind == VECTOR) and value != 0:
                return False
            if (declared.sign == "positive" and not value > 0) or (
                declared.sign == "nonnegative" and not value >= 0
            ):
                return False
            if declared.integer and value != int(value):
                return False
        return True

    def described(self) -> str:
        """The values, for a reader: ``T = 2, x[1] = (1, 0), ...``."""
        return ", ".join(
            f"{name}{f'[{_inside(arguments)}]' if arguments else ''} = {_shown(value)}"
            for (name, arguments), value in sorted(
                self.values.items(), key=lambda item: (len(item[0][1]), str(item[0]))
            )
        )


class Sampler:
    """Looks for worlds in which all hypotheses hold."""

    def __init__(
        self, names: Mapping[str, Name], facts: Mapping[str, Fact], model: Mapping[str, Any]
    ) -> None:
        self._names = names
        self._facts = facts
        self._model = model

    def witness(self, conclusion: Fact, tries: int = 3000) -> str | None:
        """A world in which all that a fact rests on holds, described; ``None`` if none was found.

        No range may be empty in it: what is supposed for every t of an empty range is not tested.
        """
        facts = [self._facts[name] for name in sorted(conclusion.rests_on) if name in self._facts]
        for world in self._worlds(facts, frozenset(), tries):
            if all(any(True for _ in world.scopes(fact.ranges)) for fact in (*facts, conclusion)):
                return world.described()
        return None

    def counterexample(
        self, step_slack: sp.Expr, operator: str, ranges: Ranges, tries: int = 400
    ) -> str | None:
        """Numbers at which all hypotheses hold and ``right - left`` has the wrong sign."""
        facts = [f for f in self._facts.values() if f.status != PROVED]
        loose = frozenset(mentioned_names(step_slack))
        for world in self._worlds(facts, loose, tries):
            try:
                for scope in world.scopes(ranges.items()):
                    value = world.evaluate(step_slack, scope)
                    wrong = {-1, 1} if operator == "==" else {-1}
                    if _signs(value) & wrong and world.signs_hold():
                        at = "".join(f", {index} = {k}" for index, k in scope.items())
                        return f"right - left = {_shown(value)} for {world.described()}{at}"
            except (Undefined, ArithmeticError, TypeError, ValueError):
                continue
        return None

    def _worlds(self, facts: list[Fact], loose: frozenset[str], tries: int) -> Iterator[World]:
        """First the author's model; then the model with the ``loose`` names drawn; then all drawn."""
        rng = random.Random(0)
        for attempt in range(tries):
            if attempt == 0 and self._model:
                model: Mapping[str, Any] = self._model
            elif attempt % 2 and self._model:
                model = {name: value for name, value in self._model.items() if name not in loose}
            else:
                model = {}
            nice = NICE[:2] if attempt % 3 == 0 else NICE
            draw = functools.partial(_drawn, rng=rng, nice=nice)
            world = World(self._names, facts, model, draw)
            try:
                if all(world.holds(fact) for fact in facts) and world.signs_hold():
                    yield world
            except (Undefined, ArithmeticError, TypeError, ValueError):
                continue


def _drawn(name: Name, rng: random.Random, nice: list[Fraction]) -> Value:
    if name.kind == VECTOR:
        return (rng.choice(nice), rng.choice(nice))
    if name.integer:
        return Fraction(rng.choice([1, 2]))
    allowed = [
        v
        for v in nice
        if v > 0 or (v == 0 and name.sign != "positive") or (v < 0 and name.sign == "real")
    ]
    return rng.choice(allowed)


def _from_model(given: Any, arguments: tuple[Value, ...]) -> Value | None:
    """A model gives a value, a function of the subscripts, or a table by subscript."""
    if isinstance(given, Mapping):
        key = tuple(int(a) for a in arguments if not isinstance(a, tuple))
        given = given.get(key[0] if len(key) == 1 else key)
    elif callable(given):
        given = given(*arguments)
    if given is None:
        return None
    return (
        tuple(Fraction(v) for v in given) if isinstance(given, (tuple, list)) else Fraction(given)
    )


def _dot(a: Value, b: Value) -> Value:
    if not isinstance(a, tuple) or not isinstance(b, tuple):
        return Fraction(0)  # the zero vector is the number 0
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _added(parts: list[Value]) -> Value:
    vectors = [p for p in parts if isinstance(p, tuple)]
    if not vectors:
        return sum(parts, Fraction(0))
    return tuple(sum(coordinates, Fraction(0)) for coordinates in zip(*vectors, strict=True))


def _multiplied(parts: list[Value]) -> Value:
    number = math.prod((p for p in parts if not isinstance(p, tuple)), start=Fraction(1))
    vectors = [p for p in parts if isinstance(p, tuple)]
    return tuple(number * v for v in vectors[0]) if vectors else number


def _power(base: Value, exponent: Value) -> Value:
    if abs(exponent) > MOST_VALUES:
        raise Undefined("a large power")
    if not isinstance(exponent, Fraction) or exponent.denominator == 1:
        return base ** (int(exponent) if isinstance(exponent, Fraction) else exponent)
    if base < 0:
        raise Undefined("a root of a negative number")
    if isinstance(base, Fraction):
        top, bottom = (_root(n, exponent.denominator) for n in base.as_integer_ratio())
        if top is not None and bottom is not None:
            return Fraction(top, bottom) ** exponent.numerator
    return float(base) ** float(exponent)


def _root(n: int, degree: int) -> int | None:
    """The root of a natural number, if it is one itself."""
    root = round(n ** (1 / degree))
    return root if root**degree == n else None


def _signs(value: Value) -> set[int | None]:
    """The signs of the coordinates; ``None`` for a float too close to zero to have a sure one."""
    coordinates = value if isinstance(value, tuple) else (value,)
    return {
        None if isinstance(c, float) and abs(c) <= TOLERANCE else (c > 0) - (c < 0)
        for c in coordinates
    }


def _inside(arguments: tuple[Value, ...]) -> str:
    return ", ".join(_shown(a) for a in arguments)


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({_inside(value)})"
    return str(value) if isinstance(value, Fraction) else f"{value:.4g}"
