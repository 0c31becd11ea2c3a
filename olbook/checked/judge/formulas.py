"""The values of formulas: the table of the page, one function for each of its rows.

A formula is read once, into functions that give its value in a world, for values of its letters, in
an outcome. A part has a value only if all its parts have one; otherwise `Undefined` is raised.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from .reals import (
    Enclosure,
    Formal,
    Letter,
    Real,
    Undecided,
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
from .texts import Stated
from .world import Excluded, Outcome, Part, Scope, Uses, Value, World

LONGEST = 1000


class Unreadable(ValueError):
    """A text that is not a text of the language, or is used against its declarations."""


class Reader:
    """Turns the text of a formula into a `Part`, row by row of the table of the page."""

    def __init__(self, stated: Stated, uses: Uses, text: str) -> None:
        self.names, self.letters = stated.names, stated.uniform.keys()
        self.uses, self.text = uses, text

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
            if node.func.id not in self.names and node.func.id in special:
                return special[node.func.id](node.args, bound)
            if node.func.id not in self.names:
                return _function(node.func.id, [self.part(a, bound) for a in node.args])
        return self._name(node, bound)

    def _number(self, node: ast.Constant) -> Part:
        """A number means the fraction that it spells."""
        spelled = Fraction(ast.get_source_segment(self.text, node) or "")
        return _constant(ratio(spelled.numerator, spelled.denominator))

    def _operation(self, node: ast.BinOp, a: Part, b: Part) -> Part:
        """``a + b``, ``a - b``, ``a*b``, ``a/b``, ``a**n``."""
        if isinstance(node.op, ast.Add | ast.Sub):
            a, b = same_kind(a, b)
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
            subscripts, node = [self.part(s, bound) for s in listed(node.slice)], node.value
        if not isinstance(node, ast.Name):
            raise Unreadable(f"not a formula: {self.text}")
        name = node.id
        if name in bound or name in self.letters:
            free = frozenset() if name in bound else frozenset({name})
            vector = name in self.names and self.names[name].kind == "vector"
            return Part(lambda w, s, o: s[name], vector, uniform=free)
        if name not in self.names:
            raise Unreadable(f"{name} is neither declared nor bound: {self.text}")
        declared = self.names[name]
        places = [subscript.value for subscript in subscripts]
        use = len(subscripts), tuple(argument.vector for argument in arguments)
        if self.uses.setdefault(name, use) != use:
            raise Unreadable(f"{name} is used in two ways: {self.text}")

        def plain(world: World, scope: Scope, outcome: Outcome) -> Value:
            at = tuple([whole(place(world, scope, outcome)) for place in places]) if places else ()
            known = world.memo.get((name, at, outcome if declared.random else None))
            return world.value(name, at, (), outcome) if known is None else known

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            at = tuple([whole(place(world, scope, outcome)) for place in places])
            given = [a.value(world, scope, outcome) for a in arguments]
            for part, point in zip(arguments, given, strict=True):
                known = world.points[part.vector]
                if len(known) < 6 and _is_exact(point) and point not in known:
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
        low, high = (number_that_is_certain(self.part(end, bound)) for end in arguments[2:])

        def value(world: World, scope: Scope, outcome: Outcome) -> Value:
            first, last = (whole(end.value(world, scope, outcome)) for end in (low, high))
            terms = world.terms * max(last - first + 1, 1)
            if terms > LONGEST:
                raise Undecided("a very long sum")
            inner, within = dict(scope), replace(world, terms=terms)
            total: Value = (0,) * world.dimension if term.vector else 0
            for inner[letter] in range(first, last + 1):
                total = plus(total, term.value(within, inner, outcome))
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
                    whole(end.value(world, {}, None)) for end in world.meaning.uniform[letter]
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
            unknown = unknown_value(world, name)
            return least(
                inside.value(world, {**scope, name: unknown}, outcome), unknown_letters([unknown])
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
    """Something from one or two parts that are evaluated first: it has a value only if they have."""
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
    if a.vector:
        return _made(lambda w, x, y: plus(x, y), a, b)._replace(vector=True)
    return _made(lambda w, x, y: x + y, a, b)


def _scaled(number: Part, part: Part) -> Part:
    if number.vector:
        raise Unreadable("a product of two vectors")
    if part.vector:
        return _made(lambda w, x, v: times(x, v), number, part)._replace(vector=True)
    return _made(lambda w, x, y: x * y, number, part)


def _vector(part: Part) -> Part:
    """A vector; the text ``0`` becomes the zero vector."""
    if part.zero:
        return Part(lambda w, s, o: (0,) * w.dimension, vector=True)
    if not part.vector:
        raise Unreadable("a number where a vector is needed")
    return part


def same_kind(a: Part, b: Part) -> tuple[Part, Part]:
    """Two numbers or two vectors."""
    return (_vector(a), _vector(b)) if a.vector or b.vector else (a, b)


def number_that_is_certain(part: Part) -> Part:
    """The end of a sum or of a range, which is a number and never random."""
    if part.vector or part.random or part.uniform:
        raise Unreadable("an end must be a number that does not depend on chance")
    return part


def listed(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _is_exact(value: Value) -> bool:
    """Whether it is a value, or a vector of values, without letters and enclosures."""
    return all(
        not isinstance(x, Formal | Enclosure)
        for x in (value if isinstance(value, tuple) else (value,))
    )


def unknown_letters(values: Iterable[Value]) -> list[Letter]:
    """The letters that numbers and vectors of unknown values consist of."""
    numbers = [x for value in values for x in (value if isinstance(value, tuple) else (value,))]
    return [letter for x in numbers for letter in x.letters()]


def unknown_value(world: World, name: str) -> Value:
    """An unknown number, or a vector of unknown coordinates; if it has a sign, an unknown square."""
    declared = world.meaning.names[name]
    if declared.kind == "vector":
        return tuple(tidy({frozenset({(Letter(name, i), 1)}): 1}) for i in range(world.dimension))
    if declared.integer:
        raise Undecided("an unknown whole number")
    return tidy({frozenset({(Letter(name), 1 if declared.sign == "real" else 2)}): 1})
