"""The reference evaluator: what a statement says in a world, as the page defines it.

Read this next to ``book/what_a_formula_means.md``. A `World` gives every name a value, and `holds` says
whether a relation is true there. The values of formulas, the table of the page, are in `formulas`; how
a text becomes a relation is in `texts`, and how a statement for all values is decided in `values`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from .formulas import LONGEST, Excluded, Outcome, Scope, Value
from .reals import FINE, FINEST, FLOATS, Precision, Undecided, Undefined, ratio, sign, whole
from .texts import Declared, Definition, Meaning, Relation
from .values import compared, for_all, sides

Key: TypeAlias = tuple[str, tuple[int, ...], Outcome]
Source: TypeAlias = Callable[[str, tuple[int, ...], Outcome], Any]


@dataclass
class World:
    """Values for all names: drawn ones from a source, defined ones from what they are defined by.

    Parameters
    ----------
    meaning
        The statement.
    source
        Gives the value of a name at subscripts in an outcome; for a name with arguments a function.
    dimension
        Number of coordinates of all vectors.
    weights
        The probabilities of the outcomes, in proportion to each other.
    at
        How enclosures are computed where exact numbers end.
    thorough
        Whether statements for all values are tried at all values that come to mind.
    points
        Values of vectors and numbers that occurred as arguments.
    terms
        In how many terms of sums, one within the other, a value is looked for.
    """

    meaning: Meaning
    source: Source
    dimension: int = 1
    weights: Sequence[int] = (1,)
    at: Precision = FLOATS
    memo: dict[Any, Any] = field(default_factory=dict)
    thorough: bool = False
    points: dict[bool, list[Value]] = field(default_factory=lambda: {True: [], False: []})
    terms: int = 1

    def value(
        self, name: str, at: tuple[int, ...], arguments: Sequence[Value], outcome: Outcome
    ) -> Value:
        """The value of a name. The same in all outcomes if the name is not random."""
        declared = self.meaning.names[name]
        key = name, at, outcome if declared.random else None
        if key in self.memo:
            known = self.memo[key]
            return self._checked(key, declared, known(*arguments)) if arguments else known
        for definition in self.meaning.definitions.get(name, ()):
            scope = self._scope(definition, at, arguments)
            if scope is not None:
                result = definition.relation.right.value(self, scope, key[2])
                break
        else:
            result = self.source(*key)
            if arguments:
                self.memo[key] = result
                result = result(*arguments)
        result = self._checked(key, declared, result)
        if not arguments:
            self.memo[key] = result
        return result

    def _scope(
        self, definition: Definition, at: tuple[int, ...], arguments: Sequence[Value]
    ) -> Scope | None:
        """The values of its letters at these subscripts, or None if it does not define this value."""
        scope: dict[str, Value] = dict(zip(definition.arguments, arguments, strict=True))
        for (letter, shift), subscript in zip(definition.subscripts, at, strict=True):
            if letter is None and subscript != shift:
                return None
            if letter is not None:
                scope[letter] = subscript - shift
        for letter, low, high in self.ranges(definition.relation):
            if not low <= scope[letter] <= high:
                return None
        return scope

    def _checked(self, key: Key, declared: Declared, value: Value) -> Value:
        """The value, if its name may have it."""
        if declared.kind == "vector":
            if len(value) != self.dimension:
                raise Excluded(f"{_called(key)} has another dimension")
            return tuple(
                [ratio(x.numerator, x.denominator) if type(x) is Fraction else x for x in value]
            )
        if type(value) is Fraction:
            value = ratio(value.numerator, value.denominator)
        if declared.integer and not isinstance(value, int):
            whole(value)
            raise Excluded(f"{_called(key)} is not whole")
        if declared.sign != "real" and sign(value) < (declared.sign == "positive"):
            raise Excluded(f"{_called(key)} is not {declared.sign}")
        return value

    def ranges(self, relation: Relation) -> list[tuple[str, int, int]]:
        """The ranges of the indices of a relation."""
        key = relation.said.ranges
        if key not in self.memo:
            self.memo[key] = [
                (letter, whole(low.value(self, {}, None)), whole(high.value(self, {}, None)))
                for letter, low, high in relation.ranges
            ]
        return self.memo[key]  # type: ignore[no-any-return]

    def finer(self, at: Precision) -> World:
        """The same world, with enclosures of more bits."""
        return replace(self, at=at, memo={})


def holds(
    relation: Relation, world: World, levels: Sequence[Precision] = (FLOATS, FINE, FINEST)
) -> bool | None:
    """Whether a relation is true at all indices in their ranges and in every outcome.

    None if this could not be decided. What has no value is not true.
    """
    for at in levels:
        here = world if at is world.at else world.finer(at)
        answers = [
            answer(relation, here, scope, outcome) for scope, outcome in instances(relation, here)
        ]
        if None not in answers or False in answers:
            return False not in answers
    return None


def instances(relation: Relation, world: World) -> Iterator[tuple[Scope, Outcome]]:
    """All values of the indices, and all outcomes if the relation mentions random names."""
    ranges = world.ranges(relation)
    if math.prod(high - low + 1 for _, low, high in ranges if high >= low) > LONGEST:
        raise Undecided("very many indices")
    outcomes: Sequence[Outcome] = (None,)
    if relation.left.random or relation.right.random:
        outcomes = range(len(world.weights))
    for values in product(*(range(low, high + 1) for _, low, high in ranges)):
        scope = dict(zip((letter for letter, _, _ in ranges), values, strict=True))
        for outcome in outcomes:
            yield scope, outcome


def answer(relation: Relation, world: World, scope: Scope, outcome: Outcome) -> bool | None:
    """Whether a relation is true at these indices, in this outcome."""
    try:
        if relation.said.for_all and relation.said.status != "infimum":
            return for_all(relation, world, scope, outcome)
        return compared(relation, *sides(relation, world, scope, outcome))
    except Undefined:
        return False
    except Undecided:
        return None


def _called(key: Key) -> str:
    return key[0] + (f"[{', '.join(map(str, key[1]))}]" if key[1] else "")
