"""A statement that is read, and a world: values for all its names.

What a statement says in a world is in `meaning`; how a text becomes a part of a formula, in `formulas`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from .reals import FLOATS, Precision, ratio, sign, whole
from .texts import Declared, Said, Stated

Value: TypeAlias = Any  # a Real or a tuple of them; which of them, is known from the text
Scope: TypeAlias = Mapping[str, Value]
Outcome: TypeAlias = int | None
Key: TypeAlias = tuple[str, tuple[int, ...], Outcome]
Source: TypeAlias = Callable[[str, tuple[int, ...], Outcome], Any]
Uses: TypeAlias = dict[str, tuple[int, tuple[bool, ...]]]
"""How names are used: with how many subscripts, and which arguments are vectors."""


class Excluded(Exception):
    """A world that is none: a name has a value that its declaration forbids."""


class Part(NamedTuple):
    """A piece of a formula: how to get its value, and what can be said without doing so."""

    value: Callable[[World, Scope, Outcome], Value]
    vector: bool = False
    zero: bool = False  # the text "0", which also stands for the zero vector
    random: bool = False  # whether it mentions random names outside of expectations
    uniform: frozenset[str] = frozenset()  # the uniform letters that no expectation has bound


@dataclass(frozen=True)
class Relation:
    """Both sides of a relation, ready for evaluation."""

    said: Said
    left: Part
    right: Part
    sign: str  # "==", "<=" or "<"
    ranges: tuple[tuple[str, Part, Part], ...]


@dataclass(frozen=True)
class Definition:
    """Where a definition gives a name a value: for subscripts ``letter + shift``, or one number."""

    relation: Relation
    subscripts: tuple[tuple[str | None, int], ...]
    arguments: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Meaning:
    """A statement, read."""

    stated: Stated
    uses: Uses
    uniform: Mapping[str, tuple[Part, Part]]
    supposed: tuple[Relation, ...]
    claim: Relation
    definitions: Mapping[str, list[Definition]]

    @cached_property
    def names(self) -> Mapping[str, Declared]:
        """How its names are declared."""
        return self.stated.names


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
                raise Excluded(f"{called(key)} has another dimension")
            return tuple(
                [ratio(x.numerator, x.denominator) if type(x) is Fraction else x for x in value]
            )
        if type(value) is Fraction:
            value = ratio(value.numerator, value.denominator)
        if declared.integer and not isinstance(value, int):
            whole(value)
            raise Excluded(f"{called(key)} is not whole")
        if declared.sign != "real" and sign(value) < (declared.sign == "positive"):
            raise Excluded(f"{called(key)} is not {declared.sign}")
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

    @property
    def known(self) -> dict[Key, Value]:
        """The values of names that were asked for."""
        names = self.meaning.names
        return {key: v for key, v in self.memo.items() if len(key) == 3 and key[0] in names}

    def finer(self, at: Precision) -> World:
        """The same world, with enclosures of more bits."""
        return replace(self, at=at, memo={})


def called(key: Key) -> str:
    """A name with its subscripts."""
    return key[0] + (f"[{', '.join(map(str, key[1]))}]" if key[1] else "")
