"""Answers and their graders as another machine might run them: rounded otherwise, ties turned over.

A processor adds the products of an inner product in its own order, and its powers of e differ in
the last bit. So what is rounded there is moved here, far more than by one bit; what is exact on every
machine, such as sums of small whole numbers, stays. A comparison of two numbers that are then nearly
equal, but not equal, is decided the other way. If a mark changes, it hangs on the machine.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import operator
from types import ModuleType
from typing import Any

import numpy as np

from grading.kit import Mark

ANSWERS, GRADERS = 1e-6, 1e-10  # two numbers are nearly equal if they are less apart, in their size
MOVED = 1e-14  # by which a rounded sum is moved, in the size of what is added
SHORT = 20  # bits of numbers whose products and sums are exact
COMPARED: dict[type[ast.cmpop], str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
POWERS = ("exp", "log", "tanh", "expm1", "log1p", "logaddexp")


class Machine:
    """Another machine: how it adds, and what it decides."""

    def __init__(self, seed: int = 0, moved: float = MOVED) -> None:
        self.rng, self.moved = np.random.default_rng(seed), moved
        self.near: set[str] = set()
        """Where two numbers were compared that are nearly equal."""

    # ------------------------------------------------------------------ what the code is made to call
    def product(self, x: Any, y: Any) -> Any:
        """The inner or matrix product."""
        exact = np.matmul if np.ndim(x) and np.ndim(y) else np.multiply
        found, x, y = exact(x, y), np.asarray(x, float), np.asarray(y, float)
        if exact is np.multiply or (_is_short(x) and _is_short(y)):
            return found
        several = (x != 0).astype(float) @ (y != 0) > 1
        return found + several * self._noise(found) * (np.abs(x) @ np.abs(y))

    def rounded(self, found: Any) -> Any:
        """A length or a power of e."""
        return found if _is_short(np.asarray(found, float)) else found * (1 + self._noise(found))

    def compare(self, x: Any, y: Any, how: str, where: str, near: float) -> Any:
        """Whether ``x`` is smaller, or larger, the other way where it is nearly a tie."""
        said = getattr(operator, how)(x, y)
        if isinstance(x, float | int) and isinstance(y, float | int):
            size = max(abs(x), abs(y)) if x and y else 1.0
            if x == y or not abs(x - y) < near * size or isinstance(x + y, int):
                return said
            self.near.add(where)
            return not said
        try:
            a, b = np.abs(np.asarray(x, float)), np.abs(np.asarray(y, float))
            apart = np.abs(np.subtract(x, y, dtype=float))
        except (TypeError, ValueError):
            return said
        size = np.where(np.minimum(a, b) == 0, 1.0, np.maximum(a, b))
        tied = (apart > 0) & (apart < near * size)
        if not tied.any():
            return said
        self.near.add(where)
        return said != tied if np.ndim(said) else bool(said) != bool(tied)

    def _noise(self, like: Any) -> Any:
        return self.moved * self.rng.uniform(-1, 1, size=np.shape(like))

    # ------------------------------------------------------------------ the code
    def names(self, near: float) -> dict[str, Any]:
        """What rewritten code looks up."""
        compare = functools.partial(self.compare, near=near)
        return {"_product": self.product, "_rounded": self.rounded, "_compare": compare}

    def names_of(self, source: str, near: float = ANSWERS) -> dict[str, Any]:
        """What a piece of code defines here."""
        names = self.names(near)
        exec(compile(rewritten(source), "<answer>", "exec"), names)
        return names

    def module(
        self, name: str, near: float = GRADERS, edit: tuple[str, str] = ("", "")
    ) -> ModuleType:
        """A grader, read again, with one text replaced; it does not look at derivations."""
        ours = importlib.import_module(name)
        made = ModuleType(name)
        made.__dict__.update({"__package__": ours.__package__} | self.names(near))
        source = inspect.getsource(ours)
        assert edit[0] in source
        exec(compile(rewritten(source.replace(*edit)), name, "exec"), made.__dict__)
        made.__dict__["derivation"] = unread
        return made


def unread(student: Any, name: str, title: str, points: float, **_: Any) -> Mark:
    """In the place of the mark of a derivation."""
    return Mark(title, 0.0, points, "not read")


def _is_short(found: np.ndarray[Any, Any]) -> bool:
    mantissa = np.frexp(found)[0] * 2.0**SHORT
    return bool(np.all(mantissa == np.rint(mantissa)))


def rewritten(source: str) -> ast.Module:
    """The code, with what may differ from machine to machine done by ours."""
    return ast.fix_missing_locations(_Rewriter().visit(ast.parse(source)))


class _Rewriter(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        where = f"{node.lineno}: {ast.unparse(node)}"
        self.generic_visit(node)
        if not all(type(how) in COMPARED for how in node.ops):
            return node
        sides = [node.left, *node.comparators]
        parts: list[ast.expr] = [
            _call("_compare", left, right, ast.Constant(COMPARED[type(how)]), ast.Constant(where))
            for left, right, how in zip(sides, sides[1:], node.ops, strict=False)
        ]
        return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return (
            _call("_product", node.left, node.right) if isinstance(node.op, ast.MatMult) else node
        )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in ("dot", "inner"):
            own = [] if ast.unparse(node.func).startswith("np.") else [node.func.value]  # type: ignore[attr-defined]
            return _call("_product", *own, *node.args)
        if name == "norm" or name in POWERS:
            return _call("_rounded", node)
        if name == "sign":  # a decision as well
            (x,), where = node.args, ast.Constant(f"{node.lineno}: {ast.unparse(node)}")
            zero = ast.Constant(0.0)
            up, down = (
                _call("_compare", x, zero, ast.Constant(how), where) for how in ("gt", "lt")
            )
            return ast.BinOp(_times_one(up), ast.Sub(), _times_one(down))
        return node


def _times_one(node: ast.expr) -> ast.expr:
    return ast.BinOp(node, ast.Mult(), ast.Constant(1.0))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
