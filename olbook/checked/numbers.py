"""Numbers behind a derivation: a witness that hypotheses can hold, a counterexample to a false step.

Expressions are evaluated in plain Python: exact fractions as long as no irrational root is met,
tuples for vectors. This is independent of the algebra of the kernel, so it is also a second opinion
on it. Whether a hypothesis holds is decided exactly, or the numbers are not used: with a tolerance,
x = 0 would seem to satisfy both x <= 0 and x >= 1/10**10. Only a hypothesis for all values of a name
is tried at some values of it, and a definition holds of what was computed by it.

Random names live on a small probability space: a fair coin, and for each uniform index its range.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .reading.terms import (
    VECTOR,
    Dot,
    Expectation,
    Name,
    Ranges,
    depends_on_chance,
    mentioned_names,
    name_of,
)
from .trusted.facts import DEFINITION, INFIMUM, LAW, PROVED, Fact

Value = Any  # a Fraction, a float, or a tuple of them
Scope = Mapping[sp.Symbol, Any]
TOLERANCE = 1e-9
MOST_VALUES = 1000  # an index runs over no more values, a power has no larger exponent
COIN = sp.Symbol("coin")  # the outcome, in a scope
OUTCOMES = (0, 1)
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
        uniform: Ranges,
    ) -> None:
        self._names = names
        self._uniform = uniform
        self._facts = list(facts)
        self._definitions = [f for f in self._facts if f.status == DEFINITION]
        self._model = model
        self._draw = draw
        self._computing: set[object] = set()
        self._by_definition: dict[object, str] = {}
        self.values: dict[tuple[str, tuple[Value, ...]], Value] = {}

    def evaluate(self, e: sp.Expr, scope: Scope) -> Value:
        """The value of an expression, with the indices (and outcomes) in ``scope``."""
        if e in scope:
            return _exact(scope[e])
        if e.is_Rational:
            return Fraction(int(e.p), int(e.q))
        if e is sp.E:
            return math.e
        if e.func is Dot:
            return _dot(self.evaluate(e.args[0], scope), self.evaluate(e.args[1], scope))
        if e.func is Expectation:
            return self._average(e.args[0], scope)
        if isinstance(e, sp.Sum):
            return self._sum(e, scope)
        if e.is_Symbol or isinstance(e, AppliedUndef):
            arguments = () if e.is_Symbol else e.args
            return self._named(e, tuple(self.evaluate(a, scope) for a in arguments), scope)
        parts = [self.evaluate(a, scope) for a in e.args]
        if e.is_Add:
            return _added(parts)
        if e.is_Mul:
            return _multiplied(parts)
        if e.is_Pow:
            return _power(parts[0], parts[1])
        if isinstance(e, sp.exp):
            return Fraction(1) if parts[0] == 0 else math.exp(parts[0])
        if isinstance(e, sp.log):
            return Fraction(0) if parts[0] == 1 else math.log(parts[0])
        if isinstance(e, sp.Max):
            return max(parts)
        if isinstance(e, sp.Abs):  # SymPy's name for the root of a square
            return abs(parts[0])
        raise Undefined(str(e))

    def _sum(self, e: sp.Sum, scope: Scope) -> Value:
        *inner, (index, low, high) = e.limits
        body = sp.Sum(e.function, *inner) if inner else e.function
        values = self._span(low, high, scope)
        return _added([self.evaluate(body, {**scope, index: k}) for k in values])

    def _average(self, e: sp.Expr, scope: Scope) -> Value:
        values = [self.evaluate(e, {**scope, **outcome}) for outcome in self.outcomes(e, scope)]
        return _multiplied([Fraction(1, len(values)), _added(values)])

    def outcomes(self, e: sp.Expr, scope: Scope) -> list[Scope]:
        """The equally likely outcomes that an expression may depend on."""
        drawn = [
            (r, self._span(*self._uniform[r], scope)) for r in e.free_symbols & self._uniform.keys()
        ]
        chance: list[tuple[sp.Symbol, Iterable[int]]] = [*drawn, (COIN, OUTCOMES)]
        values = itertools.product(*(values for _, values in chance))
        return [dict(zip((name for name, _ in chance), value, strict=True)) for value in values]

    def _span(self, low: sp.Expr, high: sp.Expr, scope: Scope) -> range:
        first, last = int(self.evaluate(low, scope)), int(self.evaluate(high, scope))
        if last - first > MOST_VALUES:
            raise Undefined("too many values of an index")
        return range(first, last + 1)

    def _named(self, e: sp.Expr, arguments: tuple[Value, ...], scope: Scope) -> Value:
        name = str(name_of(e))
        if name in self._names and self._names[name].random:
            if COIN not in scope:
                raise Undefined(f"{name} is random")
            arguments = (*arguments, Fraction(scope[COIN]))
        key = (name, arguments)
        if key in self.values:
            return self.values[key]
        if name in self._model:
            value = _from_model(self._model[name], arguments)
        elif key in self._computing:
            raise Undefined(f"{name} is defined in terms of itself")
        else:
            self._computing.add(key)
            value = self._defined(e, arguments, scope)
            self._computing.discard(key)
        if value is None and self._draw is not None and name in self._names:
            value = self._draw(self._names[name])
        if value is None:
            raise Undefined(f"{name} has no value")
        self.values[key] = value
        return value

    def _defined(self, e: sp.Expr, arguments: tuple[Value, ...], outer: Scope) -> Value | None:
        """The value a definition gives, if one applies at these subscripts."""
        for definition in self._definitions:
            if name_of(definition.left) != name_of(e) or len(definition.left.args) != len(e.args):
                continue
            scope: dict[sp.Symbol, Value] = {COIN: outer[COIN]} if COIN in outer else {}
            ranges = dict(definition.over.ranges)
            for pattern, value in zip(definition.left.args, arguments, strict=False):
                offset, index = pattern.as_coeff_Add()
                if pattern.is_Symbol and pattern.name in definition.over.values:
                    scope[pattern] = value
                elif index in ranges and isinstance(value, Fraction) and value.denominator == 1:
                    scope[index] = int(value - Fraction(int(offset)))
                elif self.evaluate(pattern, scope) != value:
                    break
            else:
                if all(self.within(scope[i], ranges[i], scope) for i in scope if i in ranges):
                    self._by_definition[str(name_of(e)), arguments] = definition.name
                    return self.evaluate(definition.right, scope)
        return None

    def within(self, value: int, ends: tuple[sp.Expr, sp.Expr], scope: Scope) -> bool:
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
        """Whether a fact is certainly true at every index of its ranges, and in every outcome.

        What holds for all values of a name is tried at a few of them.
        """
        return all(
            self._holds_for_all(fact, {**scope, **outcome})
            for scope in self.scopes(fact.over.ranges)
            for outcome in self._outcomes_of(fact)
        )

    def _holds_for_all(self, fact: Fact, scope: Scope) -> bool:
        instances = [{**scope, **instance} for instance in self._instances(fact, scope)]
        if fact.status == INFIMUM:  # a lower bound that is attained
            attained = any(
                _signs(self.evaluate(fact.slack, instance)) == {0} for instance in instances
            )
            return attained and all(self._holds_at(fact, instance) for instance in instances)
        return all(self._holds_at(fact, instance) for instance in instances)

    def _holds_at(self, fact: Fact, scope: Scope) -> bool:
        if fact.status == DEFINITION:
            arguments = tuple(self.evaluate(a, scope) for a in fact.left.args)
            if depends_on_chance(fact.left, self._is_random_name):
                arguments = (*arguments, Fraction(scope[COIN]))
            self.evaluate(fact.left, scope)  # now it is known where its value came from
            if self._by_definition.get((name_of(fact.left), arguments)) == fact.name:
                return True
        allowed = {"==": {0}, "<=": {0, 1}, "<": {1}}[fact.operator]
        return _signs(self.evaluate(fact.slack, scope)) <= allowed

    def _is_random_name(self, name: str) -> bool:
        return name in self._names and self._names[name].random

    def _outcomes_of(self, fact: Fact) -> list[Scope]:
        chance = depends_on_chance(fact.slack, self._is_random_name)
        return [{COIN: coin} for coin in OUTCOMES] if chance else [{}]

    def _instances(self, fact: Fact, scope: Scope) -> list[Scope]:
        """A few values of the names that a fact holds for all values of.

        An infimum is taken over the values that satisfy its conditions. There must be some.
        """
        names = [self._names[name] for name in sorted(fact.over.values)]
        instances: list[Scope] = [
            {name.symbol: value for name, value in zip(names, values, strict=True)}
            for values in itertools.product(*(_samples(name) for name in names))
        ]
        if fact.status != INFIMUM:
            return [*instances, {}] if names else instances  # and the value that the name has here
        conditions = [
            f
            for f in self._facts
            if f.name in fact.rests_on and any(map(f.is_about, fact.over.values))
        ]
        allowed = [
            instance
            for instance in instances
            if all(
                self._holds_at(condition, {**scope, **instance, **inner})
                for condition in conditions
                for inner in self.scopes(condition.over.ranges)
            )
        ]
        if not allowed:
            raise Undefined(f"nothing satisfies the conditions of {fact.name}")
        return allowed

    def refutes(self, slack: sp.Expr, operator: str, ranges: Ranges) -> tuple[Value, str] | None:
        """The value of ``right - left`` where it has the wrong sign for sure, and at which indices."""
        wrong = {-1, 1} if operator == "==" else {-1}
        try:
            for scope, value in self._values(slack, ranges):
                if _signs(value) & wrong:
                    return value, "".join(f", {index} = {k}" for index, k in scope.items())
        except (Undefined, ArithmeticError, TypeError, ValueError):
            return None
        return None

    def _values(self, e: sp.Expr, ranges: Ranges) -> Iterator[tuple[Scope, Value]]:
        """The values of an expression at all indices and in all outcomes."""
        for scope, outcome in itertools.product(self.scopes(ranges.items()), self.outcomes(e, {})):
            yield scope, self.evaluate(e, {**scope, **outcome})

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
        """The values, for a reader: ``T = 2, x[1] = (1, 0), ...``. Functions are only named."""
        functions = {
            name for name, arguments in self.values if any(isinstance(a, tuple) for a in arguments)
        }
        shown = [
            f"{name}{f'[{_inside(arguments)}]' if arguments else ''} = {_shown(value)}"
            for (name, arguments), value in sorted(
                self.values.items(), key=lambda item: (len(item[0][1]), str(item[0]))
            )
            if name not in functions
        ]
        if functions:
            shown.append(f"and functions {', '.join(sorted(functions))}")
        return ", ".join(shown) or "all values"


class Sampler:
    """Looks for worlds in which all hypotheses hold."""

    def __init__(
        self,
        names: Mapping[str, Name],
        facts: Mapping[str, Fact],
        model: Mapping[str, Any],
        uniform: Ranges,
    ) -> None:
        self._names = names
        self._uniform = uniform
        self._facts = facts
        self._model = model

    def witness(self, conclusion: Fact, tries: int = 3000) -> str | None:
        """A world in which all that a fact rests on holds, described; ``None`` if none was found.

        No range may be empty in it: what is supposed for every t of an empty range is not tested.
        All that is ``said`` in the proof must make sense and not be false in it. For what is supposed
        for all values of a name can only be tried at some, and a proof may have used it at others.
        """
        supposed = [self._facts[name] for name in conclusion.rests_on if name in self._facts]
        conditions = (fact.rests_on for fact in supposed if fact.status == INFIMUM)
        basis = conclusion.rests_on.union(*conditions)  # an infimum over nothing is no number
        facts = [self._facts[name] for name in sorted(basis) if name in self._facts]
        if any(fact.over.values for fact in facts):
            tries //= 10  # each is tried at many values
        for world in self._worlds(facts, frozenset(), tries):
            ranged = all(
                any(True for _ in world.scopes(f.over.ranges)) for f in (*facts, conclusion)
            )
            if ranged:
                return world.described()
        return None

    def counterexample(
        self, step_slack: sp.Expr, operator: str, ranges: Ranges, tries: int = 400
    ) -> str | None:
        """Numbers at which all hypotheses hold and ``right - left`` has the wrong sign."""
        facts = [f for f in self._facts.values() if f.status not in (PROVED, LAW)]
        facts.sort(key=lambda fact: len(fact.over.values))  # the quick ones first
        if any(fact.over.values for fact in facts):
            tries //= 20  # each is tried at many values
        loose = frozenset(mentioned_names(step_slack))
        for world in self._worlds(facts, loose, tries):
            refutation = world.refutes(step_slack, operator, ranges)
            if refutation is not None and world.signs_hold():
                value, at = refutation
                return f"right - left = {_shown(value)} for {world.described()}{at}"
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
            world = World(self._names, facts, model, draw, self._uniform)
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
    return rng.choice(_with_sign(name, nice))


def _samples(name: Name) -> list[Value]:
    """A few values of a name that have its kind and sign."""
    if name.kind == VECTOR:
        return list(itertools.product(NICE[:4], repeat=2))
    if name.integer:
        return [v for v in map(Fraction, (0, 1, 2)) if v > 0 or name.sign != "positive"]
    return _with_sign(name, NICE)


def _with_sign(name: Name, values: list[Fraction]) -> list[Fraction]:
    return [
        v
        for v in values
        if v > 0 or (v == 0 and name.sign != "positive") or (v < 0 and name.sign == "real")
    ]


def _exact(value: Value) -> Value:
    return Fraction(value) if isinstance(value, int) else value


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
        return _sum_of_numbers(parts)
    return tuple(_sum_of_numbers(coordinates) for coordinates in zip(*vectors, strict=True))


def _sum_of_numbers(parts: Sequence[Value]) -> Value:
    """The sum; of floats that cancel, only the 0.0 that has no sure sign."""
    total = sum(parts, Fraction(0))
    cancelled = isinstance(total, float) and abs(total) <= TOLERANCE * max(map(abs, parts))
    return 0.0 if cancelled else total


def _multiplied(parts: list[Value]) -> Value:
    numbers = [p for p in parts if not isinstance(p, tuple)]
    vectors = [p for p in parts if isinstance(p, tuple)]
    if vectors:
        return tuple(_product([*numbers, coordinate]) for coordinate in vectors[0])
    return _product(numbers)


def _product(numbers: list[Value]) -> Value:
    """The product; with an exact zero it is exactly zero."""
    if any(isinstance(p, Fraction) and p == 0 for p in numbers):
        return Fraction(0)
    return math.prod(numbers, start=Fraction(1))


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
