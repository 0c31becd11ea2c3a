"""The reference evaluator: what a statement says in a world, as the page defines it.

Read this next to ``book/what_a_formula_means.md``. A `Meaning` is a statement made ready for
evaluation, a `World` gives every name a value, and `holds` says whether a relation is true there.
The values of formulas, the table of the page, are in `formulas`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from .formulas import (
    LONGEST,
    Excluded,
    Outcome,
    Part,
    Reader,
    Scope,
    Unreadable,
    Value,
    listed,
    number_that_is_certain,
    same_kind,
    unknown_letters,
    unknown_value,
)
from .reals import (
    FINE,
    FINEST,
    FLOATS,
    Precision,
    Real,
    Undecided,
    Undefined,
    least,
    ratio,
    sign,
    whole,
)

Key: TypeAlias = tuple[str, tuple[int, ...], Outcome]
Source: TypeAlias = Callable[[str, tuple[int, ...], Outcome], Any]


CLOSE = (Fraction(1, 1000), Fraction(999, 1000), Fraction(1, 2))


@dataclass(frozen=True)
class Declared:
    """How a name is declared."""

    kind: str  # "scalar" or "vector"
    sign: str = "real"  # or "positive" or "nonnegative"
    integer: bool = False
    random: bool = False


@dataclass(frozen=True)
class Said:
    """A relation and how it is said: its status, its ranges, and what it is said for all values of."""

    status: str  # "hypothesis", "assumed", "definition", "infimum" or "claim"
    name: str
    text: str
    ranges: tuple[tuple[str, str, str], ...] = ()
    for_all: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stated:
    """A statement: declarations, what stands above the claim, and the claim."""

    names: Mapping[str, Declared]
    uniform: Mapping[str, tuple[str, str]]
    supposed: tuple[Said, ...]
    claim: Said


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

    def scope(self, world: World, at: tuple[int, ...], arguments: Sequence[Value]) -> Scope | None:
        """The values of its letters at these subscripts, or None if it does not define this value."""
        scope: dict[str, Value] = dict(zip(self.arguments, arguments, strict=True))
        for (letter, shift), subscript in zip(self.subscripts, at, strict=True):
            if letter is None and subscript != shift:
                return None
            if letter is not None:
                scope[letter] = subscript - shift
        for letter, low, high in world.ranges(self.relation):
            if not low <= scope[letter] <= high:
                return None
        return scope


class Meaning:
    """A statement, read."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        self.names = stated.names
        # How a name is used: number of subscripts, and which arguments are vectors.
        self.uses: dict[str, tuple[int, tuple[bool, ...]]] = {}
        self.uniform = {
            letter: (self._part(low), self._part(high))
            for letter, (low, high) in stated.uniform.items()
        }
        self.supposed = tuple(self.relation(said) for said in stated.supposed)
        self.claim = self.relation(stated.claim)
        self.definitions: dict[str, list[Definition]] = {}
        for relation in self.supposed:
            if relation.said.status in ("definition", "infimum"):
                name, definition = self._definition(relation)
                self.definitions.setdefault(name, []).append(definition)

    def relation(self, said: Said) -> Relation:
        """A relation from its text; those written from right to left are turned around."""
        tree = ast.parse(said.text, mode="eval").body
        if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
            raise Unreadable(f"{said.text} is not one relation")
        bound = frozenset({*(letter for letter, _, _ in said.ranges), *said.for_all})
        reader = Reader(self, said.text)
        left, right = reader.part(tree.left, bound), reader.part(tree.comparators[0], bound)
        signs = {ast.Eq: "==", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
        text = signs.get(type(tree.ops[0]), "")
        if text in (">=", ">"):
            left, right, text = right, left, text.replace(">", "<")
        left, right = same_kind(left, right)
        if not text or (left.vector and text != "=="):
            raise Unreadable(f"{said.text} is not a relation between numbers or an equation")
        if left.uniform | right.uniform:
            raise Unreadable(f"a uniform index outside of an expectation: {said.text}")
        ranges = tuple(
            (letter, self._part(low), self._part(high)) for letter, low, high in said.ranges
        )
        return Relation(said, left, right, text, ranges)

    def _part(self, text: str) -> Part:
        """An end of a range: plain names that are not random, and no letters."""
        part = Reader(self, text).part(ast.parse(text, mode="eval").body, frozenset())
        return number_that_is_certain(part)

    def _definition(self, relation: Relation) -> tuple[str, Definition]:
        """What stands on the left of a definition, as a pattern."""
        tree = ast.parse(relation.said.text, mode="eval").body
        assert isinstance(tree, ast.Compare)
        head, arguments = tree.left, []
        subscripts: list[tuple[str | None, int]] = []
        if isinstance(head, ast.Call):
            arguments, head = [ast.unparse(argument) for argument in head.args], head.func
        if isinstance(head, ast.Subscript):
            for node in listed(head.slice):
                shift = 0
                if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
                    shift = int(ast.literal_eval(node.right))
                    shift = -shift if isinstance(node.op, ast.Sub) else shift
                    node = node.left
                if isinstance(node, ast.Name):
                    subscripts.append((node.id, shift))
                elif isinstance(node, ast.Constant):
                    subscripts.append((None, int(ast.literal_eval(node)) + shift))
                else:
                    raise Unreadable(f"not the pattern of a definition: {relation.said.text}")
            head = head.value
        return ast.unparse(head), Definition(relation, tuple(subscripts), tuple(arguments))


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
            scope = definition.scope(self, at, arguments)
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

    def trials(self, name: str) -> list[Value]:
        """Values at which a statement for all values of this name is tried: met ones first."""
        declared = self.meaning.names[name]
        if declared.kind == "vector":
            axes = [
                _axis(i, k, self.dimension) for i in range(self.dimension) for k in (1, -2, 10**6)
            ]
            points = [*self.points[True][:6], (0,) * self.dimension, *axes]
            if self.thorough:  # a kink or a bend shows itself between points that are close
                points += [tuple(k * x for x in p) for p in points for k in CLOSE if any(p)]
            return points
        met = [x for x in self.memo.values() if isinstance(x, int | Fraction)]
        numbers = [
            *self.points[False],
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
        if self.thorough:
            numbers += [k * x for x in numbers[:20] for k in CLOSE]
        low = {"real": -math.inf, "positive": Fraction(1, 10**9), "nonnegative": 0}[declared.sign]
        possible = (x for x in numbers if low <= x and (isinstance(x, int) or not declared.integer))
        return list(dict.fromkeys(possible))


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
            return _for_all(relation, world, scope, outcome)
        return compared(relation, *sides(relation, world, scope, outcome))
    except Undefined:
        return False
    except Undecided:
        return None


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


def _for_all(relation: Relation, world: World, scope: Scope, outcome: Outcome) -> bool | None:
    """A statement for all values: read off, if it is about a polynomial, and tried at many otherwise."""
    names = relation.said.for_all
    values = list(product(*(world.trials(name) for name in names)))
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


def _axis(place: int, length: int, dimension: int) -> tuple[Real, ...]:
    return tuple(length if i == place else 0 for i in range(dimension))


def _called(key: Key) -> str:
    return key[0] + (f"[{', '.join(map(str, key[1]))}]" if key[1] else "")
