"""What to tell the author of a step that was not accepted. Only words: nothing here is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp

from .algebra import Algebra, factored
from .facts import DEFINITION, Fact
from .finder import Finder
from .kernel import Goal
from .numbers import Sampler
from .signs import NOTHING, Signs
from .terms import Ranges, plain
from .uses import Statement, Step


class Explainer:
    """Finds the most useful thing that can be said of a failing step."""

    def __init__(
        self,
        algebra: Algebra,
        signs: Signs,
        finder: Finder,
        sampler: Sampler,
        facts: Mapping[str, Fact],
    ) -> None:
        self._algebra = algebra
        self._signs = signs
        self._finder = finder
        self._sampler = sampler
        self._facts = facts

    def failure(self, step: Step, goals: Sequence[Goal], ranges: Ranges) -> str:
        """In this order: the step is false; it would close with one more reason; what is left."""
        unproved = (g for g in goals if self._finder.certificate([g], ranges) is None)
        goal = next(unproved, goals[0])
        rest, statements = goal.rest, list(goal.statements)
        left_over = factored(self._algebra.normal_form(rest))
        message = f"right - left leaves  {plain(left_over)}  unexplained"
        if statements:
            cited = ", ".join(s.name for s in statements)
            message = f"right - left leaves  {plain(left_over)},  not a sum of multiples of {cited}"
        numbers = self._sampler.counterexample(
            step.right.sym - step.left.sym, step.operator, ranges
        )
        if numbers is not None:
            return f"{message}. The step is FALSE: {numbers}"
        remedy = self._remedy(step, rest, statements, ranges)
        if remedy is not None:
            return f"{message}. It would close with: {remedy}"
        return f"{message}. No numbers were found that make the step false; the reasons given do not cover it"

    def _remedy(
        self, step: Step, rest: sp.Expr, statements: list[Statement], ranges: Ranges
    ) -> str | None:
        for fact in self._facts.values():
            usable = step.operator == "<=" or fact.operator == "=="
            covered = all(ranges.get(index) == ends for index, ends in fact.ranges)
            if fact.status == DEFINITION or not usable or not covered:
                continue
            extra = Statement(
                fact.name, fact.left, fact.operator, fact.right, fact.kind, NOTHING, fact.name
            )
            if self._finder.multipliers(rest, [*statements, extra], ranges) is not None:
                return f"by {fact.name}"
        if step.operator == "<=" and not statements:
            gap = factored(self._algebra.normal_form(rest))
            if self._signs.nonnegative(gap, ranges) is not None:
                return f"; gap {plain(gap)}"
        return None
