"""Statements for all values: read off where they are about polynomials, tried at many values otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from .formulas import Outcome, Scope, Value, unknown_letters, unknown_value
from .reals import Real, Undecided, Undefined, least, sign
from .texts import Relation

if TYPE_CHECKING:
    from .meaning import World

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
        letters = {name: unknown_value(world, name) for name in names}
        left, right = sides(relation, world, {**scope, **letters}, outcome)
        if relation.sign == "==":
            return compared(relation, left, right)
        try:
            lowest = least(right - left, unknown_letters(letters.values()))
        except Undefined:
            return False
        if relation.sign == "<" and any(world.meaning.names[n].sign == "positive" for n in names):
            raise Undecided("what is approached at zero is not reached")
        return sign(lowest) >= (relation.sign == "<")
    except Undecided:
        many = values if world.thorough else values[:: 1 + len(values) // 25]
        return _tried(relation, world, scope, outcome, many)


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
    numbers = [
        *world.points[False],
        *met,
        0,
        1,
        -1,
        2,
        -3,
        Fraction(1, 3),
        10**6,
        Fraction(1, 10**6),
    ]
    if world.thorough:
        numbers += [k * x for x in numbers[:20] for k in CLOSE]
    low = {"real": -math.inf, "positive": Fraction(1, 10**9), "nonnegative": 0}[declared.sign]
    possible = (x for x in numbers if low <= x and (isinstance(x, int) or not declared.integer))
    return list(dict.fromkeys(possible))


def _axis(place: int, length: int, dimension: int) -> tuple[Real, ...]:
    return tuple(length if i == place else 0 for i in range(dimension))
