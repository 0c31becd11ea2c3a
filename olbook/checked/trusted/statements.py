"""What a reason states at a step, once read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from ..errors import CheckError
from ..reading.terms import Range, plain
from .facts import Reasons

LAWS = ("sq", "pos", "uniform", "induction", "calculus")
"""Reasons that need no fact."""


@dataclass(frozen=True)
class Statement:
    """What a use states, for all indices of the step at hand."""

    cited: tuple[str, ...]  # the facts, or the law, that it is an instance of; the first names it
    left: sp.Expr
    operator: str
    right: sp.Expr
    kind: str
    rests_on: Reasons
    words: str
    exact: bool = False  # the author gave the multiplier; it is not to be searched
    rewrites: bool = False  # a definition, applied from left to right ...
    where: tuple[tuple[sp.Expr, Range], ...] = ()  # ... where these indices lie in these ranges
    fixed: frozenset[sp.Symbol] = frozenset()  # ... and these letters are those of the step
    splits: sp.Expr | None = None  # it splits the step by this quantity, which has one of ...
    values: tuple[sp.Expr, ...] = ()  # ... these values

    @property
    def name(self) -> str:
        """The name by which messages speak of it."""
        return self.cited[0]

    @property
    def only(self) -> tuple[sp.Expr, ...]:
        """The multipliers of what is exact: an equality may be read from either side."""
        turned = (sp.S.NegativeOne,) if self.operator == "==" else ()
        return (sp.S.One, *turned, sp.S.Zero)

    @property
    def slack(self) -> sp.Expr:
        """``right - left``."""
        return self.right - self.left


def substituted(e: sp.Expr, swap: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """``e`` with symbols replaced; refuses to touch, or to be captured by, a summation index."""
    bound = {limit[0] for s in e.atoms(sp.Sum) for limit in s.limits}
    for part, value in swap.items():
        if bound & (part.free_symbols | value.free_symbols):
            raise CheckError(
                f"replacing {plain(part)} by {plain(value)} would touch a summation index: rename it"
            )
    return e.xreplace(dict(swap))
