"""Formulas as trees, read once from the displayed text, and what one does with them.

A formula keeps the form in which the page shows it. The words of the language become the operations
``add sub mul div neg dot norm2 sqrt exp log pos E sum lim``; a power is ``pow`` if its exponent is
written as a whole number, else ``power``; a declared name with its subscripts and arguments is the
operation ``name``. ``mean`` is an expectation over a uniform index.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

FUNCTIONS = ("dot", "norm2", "sqrt", "exp", "log", "pos", "E")
BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"
}  # fmt: skip
RELATIONS: dict[type[ast.cmpop], str] = {
    ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.Eq: "=="
}  # fmt: skip


class NotExported(Exception):
    """Something that the exporter cannot say in Rocq, or must not say."""


@dataclass(frozen=True)
class Formula:
    """One node. ``text`` is a name, or the index that a sum, mean or limit binds.

    A whole number that stands for a real one has the text ``real``.
    """

    op: str
    args: tuple[Formula, ...] = ()
    text: str = ""
    value: Fraction = Fraction(0)

    @cached_property
    def key(self) -> str:
        """A text that is equal for equal formulas, to sort and to compare."""
        inner = ",".join(a.key for a in self.args)
        return f"{self.op}:{self.text}{self.value if self.op == 'num' else ''}({inner})"

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def binds(self) -> bool:
        """Whether ``text`` is bound in the first argument."""
        return self.op in ("sum", "mean", "lim")

    def walk(self) -> Iterator[Formula]:
        """This node and all below it."""
        yield self
        for part in self.args:
            yield from part.walk()

    @cached_property
    def free(self) -> frozenset[str]:
        """The names that occur free."""
        found = frozenset({self.text}) if self.op == "name" else frozenset()
        for position, part in enumerate(self.args):
            found |= part.free - ({self.text} if self.binds and position == 0 else set())
        return found

    def with_args(self, args: tuple[Formula, ...]) -> Formula:
        """The same operation on other parts."""
        return self if args == self.args else replace(self, args=args)


def num(value: int | Fraction, text: str = "") -> Formula:
    """A number."""
    return Formula("num", text=text, value=Fraction(value))


def name(text: str, *args: Formula) -> Formula:
    """A declared name, with its subscripts and arguments."""
    return Formula("name", args, text)


def call(op: str, *args: Formula) -> Formula:
    """An operation."""
    return Formula(op, args)


def power(base: Formula, exponent: Formula) -> Formula:
    """A power."""
    inner = exponent.args[0] if exponent.op == "neg" else exponent
    literal = inner.op == "num" and inner.value.denominator == 1
    return call("pow" if literal else "power", base, exponent)


def sum_of(body: Formula, index: str, low: Formula, high: Formula) -> Formula:
    """A sum."""
    return Formula("sum", (body, low, high), index)


def total(parts: list[Formula]) -> Formula:
    """The sum of several formulas, left to right."""
    result = parts[0] if parts else ZERO
    for part in parts[1:]:
        result = call("add", result, part)
    return result


ZERO, ONE = num(0), num(1)


@dataclass(frozen=True)
class Relation:
    """``left operator right``, where the operator is ``==``, ``<=`` or ``<``."""

    left: Formula
    operator: str
    right: Formula

    def map(self, change: Callable[[Formula], Formula]) -> Relation:
        """The same relation between changed sides."""
        return Relation(change(self.left), self.operator, change(self.right))


@dataclass(frozen=True)
class Infimum:
    """``left == inf(body, over, condition, ...)``; the conditions are names of facts."""

    left: Formula
    body: Formula
    over: str
    conditions: tuple[str, ...]


# ---------------------------------------------------------------------- reading
def read(tree: ast.AST) -> Formula:
    """The formula of a syntax tree."""
    match tree:
        case ast.Constant(value=int() | float() as value):
            return num(Fraction(repr(value)))
        case ast.Name(id=text):
            return name(text)
        case ast.Subscript(value=ast.Name(id=text), slice=below):
            return name(text, *map(read, _several(below)))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return call("neg", read(inner))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return power(read(left), read(right))
        case ast.BinOp(left=left, op=operator, right=right):
            return call(BINARY[type(operator)], read(left), read(right))
        case ast.Call(func=ast.Name(id="Sum"), args=[body, ast.Name(id=index), low, high]):
            return sum_of(read(body), index, read(low), read(high))
        case ast.Call(func=ast.Name(id="lim"), args=[body, ast.Name(id=growing)]):
            return Formula("lim", (read(body),), growing)
        case ast.Call(func=ast.Name(id=text), args=args) if text in FUNCTIONS:
            return call(text, *map(read, args))
        case ast.Call(func=ast.Name(id=text), args=args):
            return name(text, *map(read, args))
        case ast.Call(func=ast.Subscript(value=ast.Name(id=text), slice=below), args=args):
            return name(text, *map(read, [*_several(below), *args]))
    raise NotExported(f"not a formula: {ast.unparse(tree)}")


def _several(tree: ast.expr) -> list[ast.expr]:
    return tree.elts if isinstance(tree, ast.Tuple) else [tree]


def parse(text: str) -> Formula:
    """The formula that a text of the language shows."""
    return read(ast.parse(text.strip(), mode="eval").body)


def parse_relation(text: str) -> Relation:
    """The relation that a text shows; ``>=`` and ``>`` are turned round."""
    tree = ast.parse(text.strip(), mode="eval").body
    if not isinstance(tree, ast.Compare):
        raise NotExported(f"not a relation: {text}")
    operator = RELATIONS[type(tree.ops[0])]
    left, right = read(tree.left), read(tree.comparators[0])
    if operator.startswith(">"):
        left, right = right, left
    return Relation(left, operator.replace(">", "<"), right)


def parse_infimum(text: str) -> Infimum:
    """``B == inf(F(u), u, condition, ...)``."""
    match ast.parse(text.strip(), mode="eval").body:
        case ast.Compare(left=left, comparators=[ast.Call(args=[body, ast.Name(id=over), *rest])]):
            conditions = tuple(c.id for c in rest if isinstance(c, ast.Name))
            return Infimum(read(left), read(body), over, conditions)
    raise NotExported(f"not an infimum: {text}")


# ---------------------------------------------------------------------- changing
def substitute(e: Formula, values: Mapping[str, Formula]) -> Formula:
    """``e`` with plain names replaced; a bound index that would capture something is renamed."""
    values = {n: v for n, v in values.items() if n in e.free}
    if not values:
        return e
    if e.op == "name":
        if not e.args and e.text in values:
            return values[e.text]
        return e.with_args(tuple(substitute(a, values) for a in e.args))
    if e.binds:
        inside = {n: v for n, v in values.items() if n != e.text}
        taken = frozenset().union(*(v.free for v in inside.values()))
        if e.text in taken:
            fresh = e.text
            while fresh in taken | e.args[0].free:
                fresh += "_"
            body = substitute(e.args[0], {e.text: name(fresh)})
            e = replace(e, text=fresh, args=(body, *e.args[1:]))
        ends = tuple(substitute(a, values) for a in e.args[1:])
        return replace(e, args=(substitute(e.args[0], inside), *ends))
    return e.with_args(tuple(substitute(a, values) for a in e.args))


@dataclass(frozen=True)
class Image:
    """What a name of a cited theorem stands for: a formula in its subscripts and arguments."""

    holders: tuple[str, ...]
    body: Formula


def apply_images(e: Formula, images: Mapping[str, Image]) -> Formula:
    """``e`` with names replaced by functions of their subscripts and arguments."""
    images = {n: image for n, image in images.items() if n in e.free}
    if not images:
        return e
    if e.binds:
        inside = {n: image for n, image in images.items() if n != e.text}
        taken = frozenset().union(*(i.body.free - set(i.holders) for i in inside.values()))
        if e.text in taken:
            fresh = e.text + "_"
            body = substitute(e.args[0], {e.text: name(fresh)})
            e = replace(e, text=fresh, args=(body, *e.args[1:]))
        ends = tuple(apply_images(a, images) for a in e.args[1:])
        return replace(e, args=(apply_images(e.args[0], inside), *ends))
    args = tuple(apply_images(a, images) for a in e.args)
    if e.op == "name" and e.text in images:
        image = images[e.text]
        return substitute(image.body, dict(zip(image.holders, args, strict=True)))
    return e.with_args(args)


def rewrite(e: Formula, left: Formula, right: Formula, same: Callable[[Formula], str]) -> Formula:
    """``e`` with every occurrence of ``left`` replaced; ``same`` says when two formulas are equal."""
    wanted = same(left)

    def go(part: Formula) -> Formula:
        if part.op == left.op and part.text == left.text and same(part) == wanted:
            return right
        if part.binds:
            if part.text in right.free and part.text not in left.free:
                raise NotExported(f"{part.text} would be captured")
            return replace(part, args=(go(part.args[0]), *part.args[1:]))
        return part.with_args(tuple(map(go, part.args)))

    return go(e)
