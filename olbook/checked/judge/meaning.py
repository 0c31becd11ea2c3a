"""The reference evaluator: what a statement says in a world, as the page defines it.

Read this next to ``book/what_a_formula_means.md``. A `Meaning` is a statement made ready for
evaluation, a `World` gives every name a value, and `holds` says whether a relation is true there.
Everything else is the table of the page, one function for each of its rows.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from .reals import (
    FINE,
    FINEST,
    FLOATS,
    Enclosure,
    Formal,
    Letter,
    Precision,
    Real,
    Undecided,
    Undefined,
    divide,
    exponential,
    least,
    limit,
    logarithm,
    power,
    ratio,
    root,
    sign,
    tidy,
    whole,
)

Vector: TypeAlias = tuple[Real, ...]
Value: TypeAlias = Any  # a Real or a Vector; which of them, is known from the text
Scope: TypeAlias = Mapping[str, Value]
Outcome: TypeAlias = int | None
Key: TypeAlias = tuple[str, tuple[int, ...], Outcome]
Source: TypeAlias = Callable[[str, tuple[int, ...], Outcome], Any]
LONGEST = 1000


class Unreadable(ValueError):
    """A text that is not a text of the language, or is used against its declarations."""


class Excluded(Exception):
    """A world that is none: a name has a value that its declaration forbids."""


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
        reader = _Reader(self, said.text)
        left, right = reader.part(tree.left, bound), reader.part(tree.comparators[0], bound)
        signs = {ast.Eq: "==", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
        text = signs.get(type(tree.ops[0]), "")
        if text in (">=", ">"):
            left, right, text = right, left, text.replace(">", "<")
        left, right = _same_kind(left, right)
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
        part = _Reader(self, text).part(ast.parse(text, mode="eval").body, frozenset())
        return _end(part)

    def _definition(self, relation: Relation) -> tuple[str, Definition]:
        """What stands on the left of a definition, as a pattern."""
        tree = ast.parse(relation.said.text, mode="eval").body
        assert isinstance(tree, ast.Compare)
        head, arguments, subscripts = tree.left, [], []
        if isinstance(head, ast.Call):
            arguments, head = [ast.unparse(argument) for argument in head.args], head.func
        if isinstance(head, ast.Subscript):
            for node in _listed(head.slice):
                shift = 0
                if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
                    shift, node = int(node.right.value), node.left  # type: ignore[arg-type]
                if isinstance(node, ast.Constant):
                    subscripts.append((None, int(node.value)))  # type: ignore[arg-type]
                else:
                    subscripts.append((ast.unparse(node), shift))
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
    """

    meaning: Meaning
    source: Source
    dimension: int = 1
    weights: Sequence[int] = (1,)
    at: Precision = FLOATS
    memo: dict[Any, Any] = field(default_factory=dict)
    thorough: bool = False
    points: dict[bool, list[Value]] = field(default_factory=lambda: {True: [], False: []})

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
        return World(
            self.meaning,
            self.source,
            self.dimension,
            self.weights,
            at,
            {},
            self.thorough,
            self.points,
        )

    def trials(self, name: str) -> list[Value]:
        """Values at which a statement for all values of this name is tried: met ones first."""
        declared = self.meaning.names[name]
        if declared.kind == "vector":
            axes = [
                _axis(i, k, self.dimension) for i in range(self.dimension) for k in (1, -2, 10**6)
            ]
            return [*self.points[True][:6], (0,) * self.dimension, *axes]
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
        return left == right if relation.sign == "==" else left < right + (relation.sign == "<=")  # type: ignore[no-any-return]
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
        letters = {name: world_letter(world, name) for name in names}
        left, right = sides(relation, world, {**scope, **letters}, outcome)
        if relation.sign == "==":
            return compared(relation, left, right)
        try:
            lowest = least(right - left, _unknown(letters.values()))
        except Undefined:
            return False
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


def _unknown(values: Iterable[Value]) -> list[Letter]:
    """The letters that numbers and vectors of unknown values consist of."""
    numbers = [x for value in values for x in (value if isinstance(value, tuple) else (value,))]
    return [letter for x in numbers for letter in x.letters()]


def world_letter(world: World, name: str) -> Value:
    """An unknown number, or a vector of unknown coordinates."""
    declared = world.meaning.names[name]
    if declared.kind == "vector":
        return tuple(tidy({frozenset({(Letter(name, i), 1)}): 1}) for i in range(world.dimension))
    if declared.sign != "real" or declared.integer:
        raise Undecided("an unknown with a sign")
    return tidy({frozenset({(Letter(name), 1)}): 1})


class _Reader:
    """Turns the text of a formula into a `Part`, row by row of the table of the page."""

    def __init__(self, meaning: Meaning, text: str) -> None:
        self.meaning, self.text = meaning, text

    def part(self, node: ast.AST, bound: frozenset[str]) -> Part:
        """The part that a node of the syntax tree stands for; ``bound`` are the letters it may use."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return self._number(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return _scaled(_constant(-1), self.part(node.operand, bound))
        if isinstance(node, ast.BinOp):
            return self._operation(node, self.part(node.left, bound), self.part(node.right, bound))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            special = {
                "Sum": self._sum,
                "E": self._expectation,
                "lim": self._limit,
                "inf": self._infimum,
            }
            if node.func.id not in self.meaning.names and node.func.id in special:
                return special[node.func.id](node.args, bound)
            if node.func.id not in self.meaning.names:
                return _function(node.func.id, [self.part(a, bound) for a in node.args])
        return self._name(node, bound)

    def _number(self, node: ast.Constant) -> Part:
        """A number means the fraction that it spells."""
        spelled = Fraction(ast.get_source_segment(self.text, node) or "")
        return _constant(ratio(spelled.numerator, spelled.denominator))

    def _operation(self, node: ast.BinOp, a: Part, b: Part) -> Part:
        """``a + b``, ``a - b``, ``a*b``, ``a/b``, ``a**n``."""
        if isinstance(node.op, ast.Add | ast.Sub):
            a, b = _same_kind(a, b)
            return _added(a, b if isinstance(node.op, ast.Add) else _scaled(_constant(-1), b))
        if isinstance(node.op, ast.Mult):
            return _scaled(b, a) if a.vector else _scaled(a, b)
        if isinstance(node.op, ast.Div):
            inverse = _made(lambda w, n: divide(1, n, w.at), b)
            return (
                _scaled(inverse, a) if a.vector else _made(lambda w, x, y: divide(x, y, w.at), a, b)
            )
        if isinstance(node.op, ast.Pow):
            return _made(lambda w, x, n: power(x, n, w.at), a, b)
        raise Unreadable(f"not an operation of the language: {self.text}")

    def _name(self, node: ast.AST, bound: frozenset[str]) -> Part:
        """A letter, or a name: plain, with subscripts, with arguments, or with both."""
        subscripts: list[Part] = []
        arguments: list[Part] = []
        if isinstance(node, ast.Call):
            arguments, node = [self.part(a, bound) for a in node.args], node.func
        if isinstance(node, ast.Subscript):
            subscripts, node = [self.part(s, bound) for s in _listed(node.slice)], node.value
        if not isinstance(node, ast.Name):
            raise Unreadable(f"not a formula: {self.text}")
        name = node.id
        if name in bound or name in self.meaning.stated.uniform:
            free = frozenset() if name in bound else frozenset({name})
            vector = name in self.meaning.names and self.meaning.names[name].kind == "vector"
            return Part(lambda w, s, o: s[name], vector, uniform=free)
        if name not in self.meaning.names:
            raise Unreadable(f"{name} is neither declared nor bound: {self.text}")
        declared = self.meaning.names[name]
        places = [subscript.value for subscript in subscripts]
        use = len(subscripts), tuple(argument.vector for argument in arguments)
        if self.meaning.uses.setdefault(name, use) != use:
            raise Unreadable(f"{name} is used in two ways: {self.text}")

        def plain(world: World, scope: Scope, outcome: Outcome) -> Value:
            at = tuple([whole(place(world, scope, outcome)) for place in places]) if places else ()
            known = world.memo.get((name, at, outcome if declared.random else None))
            return world.value(name, at, (), outcome) if known is None else known

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            at = tuple([whole(place(world, scope, outcome)) for place in places])
            given = [a.value(world, scope, outcome) for a in arguments]
            for part, point in zip(arguments, given, strict=True):
                if (
                    len(known := world.points[part.vector]) < 6
                    and _is_exact(point)
                    and point not in known
                ):
                    known.append(point)
            return world.value(name, at, given, outcome)

        random = declared.random or any(p.random for p in (*subscripts, *arguments))
        uniform = frozenset().union(*(p.uniform for p in (*subscripts, *arguments)))
        vector = declared.kind == "vector"
        return Part(value if arguments else plain, vector, random=random, uniform=uniform)

    def _sum(self, arguments: list[ast.expr], bound: frozenset[str]) -> Part:
        """``Sum(e, t, a, b)``: nothing is evaluated in an empty sum, which is zero."""
        letter = ast.unparse(arguments[1])
        term = self.part(arguments[0], bound | {letter})
        low, high = (_end(self.part(end, bound)) for end in arguments[2:])

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            first, last = (
                whole(low.value(world, scope, outcome)),
                whole(high.value(world, scope, outcome)),
            )
            if last - first > LONGEST:
                raise Undecided("a very long sum")
            inner = dict(scope)
            total: Value = (0,) * world.dimension if term.vector else 0
            for inner[letter] in range(first, last + 1):
                total = plus(total, term.value(world, inner, outcome))
            return total

        return term._replace(value=value, zero=False)

    def _expectation(self, arguments: list[ast.expr], bound: frozenset[str]) -> Part:
        """``E(e)``: the mean over all outcomes, and over the values of uniform letters."""
        (inside,) = (self.part(argument, bound) for argument in arguments)
        letters = sorted(inside.uniform)

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            ranges = []
            for letter in letters:
                low, high = (
                    whole(end.value(world, {}, None)) for end in self.meaning.uniform[letter]
                )
                if low > high:
                    raise Excluded(f"there is no number {letter}")
                if high - low > LONGEST:
                    raise Undecided("very many numbers")
                ranges.append(range(low, high + 1))
            total: Value = (0,) * world.dimension if inside.vector else 0
            for values in product(*ranges):
                inner = {**scope, **dict(zip(letters, values, strict=True))}
                for chance, weight in enumerate(world.weights) if inside.random else ((None, 1),):
                    total = plus(total, times(weight, inside.value(world, inner, chance)))
            count = math.prod(map(len, ranges)) * (sum(world.weights) if inside.random else 1)
            return times(ratio(1, count), total)

        return Part(value, inside.vector)

    def _limit(self, arguments: list[ast.expr], bound: frozenset[str]) -> Part:
        """``lim(e, T)``: read off, if ``e`` is a sum of powers of ``T``."""
        name = ast.unparse(arguments[1])
        inside = self.part(arguments[0], bound | {name})
        letter = Letter(name, grows=True)
        grows = tidy({frozenset({(letter, 1)}): 1})
        return inside._replace(
            value=lambda w, s, o: limit(inside.value(w, {**s, name: grows}, o), letter)
        )

    def _infimum(self, arguments: list[ast.expr], bound: frozenset[str]) -> Part:
        """``inf(e, u)``: read off, if ``e`` is a polynomial of degree two in ``u``."""
        name = ast.unparse(arguments[1])
        inside = self.part(arguments[0], bound | {name})

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            unknown = world_letter(world, name)
            return least(
                inside.value(world, {**scope, name: unknown}, outcome), _unknown([unknown])
            )

        return inside._replace(value=value)


def _function(name: str, parts: list[Part]) -> Part:
    """The functions of the language."""
    if name in ("dot", "norm2"):
        a, b = (_vector(part) for part in (parts if name == "dot" else parts * 2))
        return _made(lambda w, x, y: sum((p * q for p, q in zip(x, y, strict=True)), 0), a, b)
    known: dict[str, Callable[[World, Real], Real]] = {
        "sqrt": lambda w, x: root(x, w.at),
        "exp": lambda w, x: exponential(x, w.at),
        "log": lambda w, x: logarithm(x, w.at),
        "pos": lambda w, x: _larger(x),
    }
    if name not in known or len(parts) != 1:
        raise Unreadable(f"{name} is not a function of the language")
    return _made(known[name], *parts)


def _larger(x: Real) -> Real:
    """The larger of a number and zero."""
    if isinstance(x, Enclosure):
        return Enclosure(max(x.lo, 0 * x.lo), max(x.hi, 0 * x.hi), x.at)
    return x if sign(x) > 0 else 0


def plus(a: Value, b: Value) -> Value:
    """The sum of two numbers or of two vectors."""
    return tuple([x + y for x, y in zip(a, b, strict=True)]) if isinstance(a, tuple) else a + b


def times(a: Real, b: Value) -> Value:
    """A number times a number or a vector."""
    return tuple([a * x for x in b]) if isinstance(b, tuple) else a * b


def _made(operation: Callable[..., Value], *parts: Part) -> Part:
    """A number from one or two parts that are evaluated first: it has a value only if they have."""
    one, two = parts[0].value, parts[-1].value
    if len(parts) == 1:
        made = Part(lambda w, s, o: operation(w, one(w, s, o)))
    else:
        made = Part(lambda w, s, o: operation(w, one(w, s, o), two(w, s, o)))
    return made._replace(
        random=any(part.random for part in parts),
        uniform=frozenset().union(*(part.uniform for part in parts)),
    )


def _constant(number: Real) -> Part:
    return Part(lambda w, s, o: number, zero=number == 0)


def _added(a: Part, b: Part) -> Part:
    one, two = a.value, b.value
    if not a.vector:
        return _made(lambda w, x, y: x + y, a, b)
    added = Part(lambda w, s, o: plus(one(w, s, o), two(w, s, o)), vector=True)
    return added._replace(random=a.random or b.random, uniform=a.uniform | b.uniform)


def _scaled(number: Part, part: Part) -> Part:
    if number.vector:
        raise Unreadable("a product of two vectors")
    if not part.vector:
        return _made(lambda w, x, y: x * y, number, part)
    one, two = number.value, part.value
    scaled = Part(lambda w, s, o: times(one(w, s, o), two(w, s, o)), vector=True)
    return scaled._replace(
        random=number.random or part.random, uniform=number.uniform | part.uniform
    )


def _vector(part: Part) -> Part:
    """A vector; the text ``0`` becomes the zero vector."""
    if part.zero:
        return Part(lambda w, s, o: (0,) * w.dimension, vector=True)
    if not part.vector:
        raise Unreadable("a number where a vector is needed")
    return part


def _same_kind(a: Part, b: Part) -> tuple[Part, Part]:
    """Two numbers or two vectors."""
    return (_vector(a), _vector(b)) if a.vector or b.vector else (a, b)


def _end(part: Part) -> Part:
    """The end of a sum or of a range, which is a number and never random."""
    if part.vector or part.random or part.uniform:
        raise Unreadable("an end must be a number that does not depend on chance")
    return part


def _listed(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _axis(place: int, length: int, dimension: int) -> Vector:
    return tuple(length if i == place else 0 for i in range(dimension))


def _is_exact(value: Value) -> bool:
    """Whether it is a value, or a vector of values, without letters and enclosures."""
    return all(
        not isinstance(x, Formal | Enclosure)
        for x in (value if isinstance(value, tuple) else (value,))
    )


def _called(key: Key) -> str:
    return key[0] + (f"[{', '.join(map(str, key[1]))}]" if key[1] else "")
