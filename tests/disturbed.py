"""Another machine, imitated: arithmetic that is off in the last digits, where a real machine's may be.

Inner products, matrix products and norms are added in another order, in two parts; exponentials,
logarithms, powers and their like are off by at most one unit in the last place; where `argsort` need not
keep the order of ties, it turns it around; the sum of a list of floats is exact, as it nearly is from
Python 3.12 on.  Each is a fixed function of a seed, which stands for the machine, and of what goes in,
so a machine repeats itself.  What is exact stays exact: sums of dyadic numbers, exp(0), log2(8).  What NumPy
does in the same order everywhere, such as ``X.sum()``, is left alone; and so are other packages, the
proofs and their checker.

For this the source of the package and of the cells is read anew: ``import numpy`` and ``import math``
mean the modules made here, and the operators ``@`` and ``**`` are calls.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import math
import operator
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from types import CodeType, ModuleType
from typing import Any

import numpy as np

UNTOUCHED = ("olbook.checked", "olbook.proofs")
# Functions that libraries compute to within a unit in the last place, but not to the last bit.
INEXACT = re.findall(
    r"\w+",
    "exp expm1 exp2 log log1p log2 log10 logaddexp sin cos tan sinh cosh tanh arccos arcsin arctan "
    "arctan2 acos asin atan atan2 cbrt hypot power pow gamma lgamma",
)
STEPS = np.array([1, -1, 0, 0])  # a half of all results is right to the last bit
seed = 0


@cache
def order(n: int) -> np.ndarray:
    """In which order this machine adds n numbers."""
    return np.random.default_rng([seed, n]).permutation(n)


def nudged(values: Any) -> Any:
    """Floats moved by at most one unit in the last place; those that end in many zeros are exact."""
    if not isinstance(values, float) and getattr(values, "dtype", None) != np.float64:
        return values
    bits = np.atleast_1d(np.asarray(values)).view(np.int64)
    mixed = (bits.astype(np.uint64) ^ np.uint64(seed * 7919)) * np.uint64(0x9E3779B97F4A7C15)
    steps = STEPS[mixed >> np.uint64(62)]
    steps[bits & 0xFFFFF == 0] = 0
    moved = (bits + steps).view(np.float64).reshape(np.shape(values))
    return moved if isinstance(values, np.ndarray) else type(values)(moved)


class Inexact:
    """A function whose results are nudged; ``out=`` and its attributes are those of the original."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any, **options: Any) -> Any:
        result = nudged(self.function(*args, **options))
        if options.get("out") is None:
            return result
        options["out"][...] = result
        return options["out"]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.function, name)


def product(a: Any, b: Any, multiply: Callable[..., Any] = operator.matmul, at: int = -2) -> Any:
    """``a @ b``, or another product of a's last axis with axis `at` of b, added in two parts."""
    if getattr(a, "dtype", None) != np.float64 and getattr(b, "dtype", None) != np.float64:
        return multiply(a, b)
    a, b = np.asarray(a), np.asarray(b)
    at = max(at, -b.ndim)
    if not a.ndim or not b.ndim or a.shape[-1] != b.shape[at]:
        return multiply(a, b)
    n = a.shape[-1]
    first, second = order(n)[: n // 2], order(n)[n // 2 :]
    return multiply(a.take(first, -1), b.take(first, at)) + multiply(
        a.take(second, -1), b.take(second, at)
    )


def vecdot(a: Any, b: Any, out: Any = None) -> Any:
    """Row by row the same as of a single row, as in NumPy."""
    result = product(a, b, np.vecdot, at=-1)
    if out is None:
        return result
    out[...] = result
    return out


def norm(x: Any, ord: Any = None, axis: Any = None, **options: Any) -> Any:
    if ord in (None, 2) and axis is None and np.ndim(x) == 1 and not options:
        return np.sqrt(product(np.asarray(x, float), np.asarray(x, float)))
    return nudged(np.linalg.norm(x, ord, axis, **options))


def solve(A: Any, b: Any) -> Any:
    """The same equations in another order."""
    other = order(len(A))
    return np.linalg.solve(np.asarray(A)[other], np.asarray(b)[other])


def argsort(x: Any, axis: int = -1, kind: Any = None) -> Any:
    if kind == "stable":
        return np.argsort(x, axis, kind="stable")
    n = np.shape(x)[axis]
    return n - 1 - np.argsort(np.flip(x, axis), axis, kind="stable")


def power(a: Any, b: Any) -> Any:
    """``a ** b``; squares and roots are exact, or rounded as everywhere."""
    result = a**b
    return result if np.ndim(b) == 0 and b in (-1, 0, 0.5, 1, 2) else nudged(result)


def total(values: Iterable[Any], start: Any = 0) -> Any:
    values = list(values)
    if values and all(type(value) is float for value in values):
        return math.fsum([start, *values])
    return builtins.sum(values, start)


class Imitation(ModuleType):
    """A module in which some names mean something else."""

    def __init__(self, original: ModuleType, **others: Any) -> None:
        super().__init__(original.__name__)
        inexact = {
            name: Inexact(getattr(original, name)) for name in INEXACT if hasattr(original, name)
        }
        vars(self).update(inexact | others, original=original)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)


class Rewriter(ast.NodeTransformer):
    """Lets a program compute with what stands here."""

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for alias in node.names:
            if alias.name in ("numpy", "math"):
                alias.name, alias.asname = f"disturbed_{alias.name}", alias.asname or alias.name
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        if node.module in ("numpy", "math"):
            node.module = f"disturbed_{node.module}"
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        called = {ast.MatMult: "product", ast.Pow: "power"}.get(type(node.op))
        return node if called is None else self.call(node, called, [node.left, node.right])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "sum" and not node.keywords:
            return self.call(node, "total", node.args)
        return node

    def call(self, node: ast.AST, name: str, arguments: list[ast.expr]) -> ast.AST:
        here = ast.parse(f"__import__({__name__!r}).{name}", mode="eval").body
        return ast.fix_missing_locations(ast.copy_location(ast.Call(here, arguments, []), node))


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a file anew; the compiled one that Python keeps is that of the real machine."""

    def get_code(self, name: str) -> CodeType:
        tree = Rewriter().visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name.split(".")[0] != "olbook" or name.startswith(UNTOUCHED):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.origin is not None:
            spec.loader = Loader(name, spec.origin)
        return spec


def install(machine: int, shell: Any = None) -> None:
    """Be this machine from now on, for the package, which is not yet imported, and for a shell's cells."""
    global seed
    seed = machine
    linalg = Imitation(np.linalg, norm=norm, solve=solve)
    einsum = partial(np.einsum, optimize=True)  # by products of matrices
    sums = {"dot": product, "matmul": product, "vecdot": vecdot, "einsum": einsum}
    sys.modules["disturbed_numpy"] = Imitation(np, linalg=linalg, argsort=argsort, **sums)
    sys.modules["disturbed_math"] = Imitation(math)
    sys.meta_path.insert(0, Finder())
    if shell is not None:
        shell.ast_transformers.append(Rewriter())
