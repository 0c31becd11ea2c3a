"""Statements for all values: read off where they are about polynomials, tried at many values otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from .formulas import unknown_letters, unknown_value
from .reals import Letter, Real, Undecided, Undefined, inverse, least, sign, tidy
from .world import Outcome, Relation, Scope, Value, World

NUMBERS = (0, 1, -1, 2, -3, Fraction(1, 3), 10**6, Fraction(1, 10**6))
CLOSE = (Fraction(1, 1000), Fraction(999, 1000), Fraction(1, 2))


def sides(relation: Relation, world: World, scope: Scope, outcome: Outcome) -> tuple[Value, Value]:
    """The values of both sides."""
    return relation.left.value(world, scope, outcome), relation.right.value(world, scope, outcome)


def compared(relation: Relation, left: Value, right: Value) -> bool | None:
    """Whether the relation is true between two values."""
    if type(left) is type(right) is int:
        return left == right if relation.sign == "==" else left < right + (relation.sign == "<=")
    pairs = zip(left, right, strict=True) if relation.left.vector else ((left, right),)
    answers: list[bool | None] = []
    for a, b in pairs:
        try:
            side = sign(b - a)
            answers.append(side == 0 if relation.sign == "==" else side >= (relation.sign == "<"))
        except Undecided:
            answers.append(None)
    return False if False in answers else None if None in answers else True


def for_all(relation: Relation, world: World, scope: Scope, outcome: Outcome) -> bool | None:
    """A statement for all values: read off, if it is about a polynomial, and tried at many otherwise."""
    names = relation.said.for_all
    values = list(product(*(trials(world, name) for name in names)))
    few = values[:: 1 + len(values) // 3]
    if _tried(relation, world, scope, outcome, few) is False:
        return False
    try:
        return _read_off(relation, world, scope, outcome, names)
    except Undecided:
        many = values if world.thorough else values[:: 1 + len(values) // 25]
        result = _tried(relation, world, scope, outcome, many)
    if result is not False:
        for point in few if world.thorough else few[-1:]:
            inner = {**scope, **dict(zip(names, point, strict=True))}
            if any(_fails_along(relation, world, inner, outcome, name) for name in names):
                return False
    return result


def _read_off(
    relation: Relation, world: World, scope: Scope, outcome: Outcome, names: Iterable[str]
) -> bool | None:
    """A statement for all values of some names, about a polynomial of degree two in them."""
    letters = {name: unknown_value(world, name) for name in names}
    left, right = sides(relation, world, {**scope, **letters}, outcome)
    if relation.sign == "==":
        return compared(relation, left, right)
    try:
        lowest = least(right - left, unknown_letters(letters.values()))
    except Undefined:
        return False
    if relation.sign == "<" and any(world.meaning.names[n].sign == "positive" for n in letters):
        raise Undecided("what is approached at zero is not reached")
    return sign(lowest) >= (relation.sign == "<")


def _fails_along(
    relation: Relation, world: World, scope: Scope, outcome: Outcome, name: str
) -> bool:
    """Whether the statement is seen to fail where one of its letters moves and the others stay in place.

    There it may be about a polynomial although it is not about one in all letters. If it is not, it is
    looked at where the letter is larger, or closer to zero, than any number that could be tried.
    """
    try:
        return _read_off(relation, world, scope, outcome, (name,)) is False
    except Undecided:
        pass
    for far in _far(world, name, scope[name]):
        try:
            if compared(relation, *sides(relation, world, {**scope, name: far}, outcome)) is False:
                return True
        except Undecided:
            continue
    return False


def _far(world: World, name: str, value: Value) -> list[Value]:
    """Multiples of a value, and of its opposite, by a number that grows; or by one that falls to zero."""
    declared = world.meaning.names[name]
    grows = tidy({frozenset({(Letter(name, grows=True), 1)}): 1})
    if declared.kind == "vector":
        directions = [value] if any(value) else [_axis(i, 1, len(value)) for i in range(len(value))]
        return [tuple(k * grows * c for c in v) for v in directions for k in (1, -1)]
    size = abs(value) or 1
    if declared.integer:
        return [size * grows]
    return [size * grows, size * inverse(grows), *([-size * grows] * (declared.sign == "real"))]


def _tried(
    relation: Relation,
    world: World,
    scope: Scope,
    outcome: Outcome,
    values: Iterable[tuple[Value, ...]],
) -> bool | None:
    """Whether a statement for all values is true at these."""
    result: bool | None = True
    for point in values:
        inner = {**scope, **dict(zip(relation.said.for_all, point, strict=True))}
        here = compared(relation, *sides(relation, world, inner, outcome))
        if here is False:
            return False
        result = result and here
    return result


def trials(world: World, name: str) -> list[Value]:
    """Values at which a statement for all values of this name is tried: met ones first."""
    declared = world.meaning.names[name]
    if declared.kind == "vector":
        axes = [
            _axis(i, k, world.dimension) for i in range(world.dimension) for k in (1, -2, 10**6)
        ]
        points = [*world.points[True][:6], (0,) * world.dimension, *axes]
        if world.thorough:  # a kink or a bend shows itself between points that are close
            points += [tuple(k * x for x in p) for p in points for k in CLOSE if any(p)]
        return points
    met = [x for x in world.memo.values() if isinstance(x, int | Fraction)]
    numbers = [*world.points[False], *met, *NUMBERS]
    if world.thorough:
        numbers += [k * x for x in numbers[:20] for k in CLOSE]
    low = {"real": -math.inf, "positive": Fraction(1, 10**9), "nonnegative": 0}[declared.sign]
    possible = (x for x in numbers if low <= x and (isinstance(x, int) or not declared.integer))
    return list(dict.fromkeys(possible))


def _axis(place: int, length: int, dimension: int) -> tuple[Real, ...]:
    return tuple(length if i == place else 0 for i in range(dimension))
