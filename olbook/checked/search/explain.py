"""What to tell the author of a step that was not accepted. Only words: nothing here is trusted."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from ..displayed import over_in_words, stated
from ..errors import CheckError
from ..guard import cancel, factored
from ..judge import Said, counterexample
from ..reading.chains import Step
from ..reading.terms import Dot, Ranges, plain
from ..trusted.facts import DEFINITION, NOTHING
from ..trusted.kernel import Goal
from ..trusted.known import Known
from ..trusted.statements import Statement
from .finder import Finder

MOST_WEIGHTS = 12


class Explainer:
    """Finds the most useful thing that can be said of a failing step."""

    def __init__(self, known: Known, finder: Finder, model: Mapping[str, Any]) -> None:
        self._language = known.language
        self._algebra = known.algebra
        self._signs = known.signs
        self._facts = known.facts
        self._finder = finder
        self._model = model

    def failure(self, step: Step, goals: Sequence[Goal], ranges: Ranges) -> str:
        """In this order: the step is false; it would close with one more reason; what is left."""
        unproved = (g for g in goals if self._finder.certificate([g], ranges) is None)
        goal = next(unproved, goals[0])
        left_over = self._finder.left_over(goal, ranges)
        message = f"right - left leaves  {plain(factored(left_over))}  unexplained"
        if goal.statements:
            cited = ", ".join(dict.fromkeys(s.name for s in goal.statements))
            message = f"after {cited}, {message}"
        numbers = self._numbers_against(step, ranges)
        if numbers is not None:
            return f"{message}. The step is FALSE: {numbers}"
        remedy = self._remedy(step, goal, left_over, ranges)
        if remedy is not None:
            return f"{message}. It would close with: {remedy}"
        weight = self._missing_weight(goal, ranges)
        if weight is not None:
            return f"a weight is missing. It would close with: {weight}"
        return f"{message}. No numbers were found that make the step false; the reasons given do not cover it"

    def _numbers_against(self, step: Step, ranges: Ranges) -> str | None:
        """A world in which all that is supposed holds and the step does not."""
        claim = Said("claim", "step", step.relation, over_in_words(ranges.items()))
        return counterexample(
            stated(self._language, self._facts.values(), claim), model=self._model
        )

    def _remedy(self, step: Step, goal: Goal, left_over: sp.Expr, ranges: Ranges) -> str | None:
        """A fact to cite, or a gap to name, after which the step would be accepted."""
        for fact in self._facts.values():
            usable = step.operator == "<=" or fact.operator == "=="
            covered = all(ranges.get(index) == ends for index, ends in fact.over.ranges)
            if fact.status == DEFINITION or not usable or not covered:
                continue
            sides = fact.left, fact.operator, fact.right
            extra = Statement((fact.name,), *sides, fact.kind, NOTHING, fact.name)
            if self._closes(Goal(goal.rest, (*goal.statements, extra)), ranges):
                return f"by {fact.name}"
        for gap in self._gaps(left_over) if step.operator == "<=" else ():
            longer = Goal(goal.rest - gap, goal.statements)
            visible = self._signs.nonnegative(gap, ranges) is not None
            if visible and self._closes(longer, ranges):
                return f"; gap {plain(gap)}"
        return None

    def _missing_weight(self, goal: Goal, ranges: Ranges) -> str | None:
        """A sum of a fact that should have been multiplied, round by round, before it was summed."""
        needed = [part.function for part in self._algebra.normal_form(goal.rest).atoms(sp.Sum)]
        for place, use in enumerate(goal.statements):
            sums = [side for side in (use.left, use.right) if isinstance(side, sp.Sum)]
            if not sums or len(sums[0].limits) > 1:
                continue
            limits = sums[0].limits[0]
            for weight in itertools.islice(self._weights(use, limits[0], needed), MOST_WEIGHTS):
                weighed = replace(
                    use,
                    left=_times_inside(weight, use.left, limits),
                    right=_times_inside(weight, use.right, limits),
                )
                statements = [*goal.statements]
                statements[place] = weighed
                if self._closes(Goal(goal.rest, tuple(statements)), ranges):
                    ends = ", ".join(map(plain, limits))
                    return f"by sum({ends}, times({plain(weight)}, {use.name}))"
        return None

    def _weights(
        self, use: Statement, index: sp.Symbol, needed: Sequence[sp.Expr]
    ) -> Iterator[sp.Expr]:
        """What the terms of a summed fact lack to become terms of the sums that are left."""
        seen = {sp.S.One}
        sides = [side.function for side in (use.left, use.right) if isinstance(side, sp.Sum)]
        for term in sp.Add.make_args(self._algebra.normal_form(sp.Add(*sides))):
            for body in needed:
                letters = [s for s in body.free_symbols if s.name.startswith("_")]
                there = body.xreplace(dict.fromkeys(letters, index))
                weight = _without_number(cancel(there / term))
                if weight not in seen and index in weight.free_symbols:
                    seen.add(weight)
                    yield weight

    def _closes(self, goal: Goal, ranges: Ranges) -> bool:
        """Whether multipliers are found; not if the search gives up, since this is advice only."""
        try:
            return self._finder.certificate([goal], ranges) is not None
        except CheckError:
            return False

    def _gaps(self, left_over: sp.Expr) -> Iterator[sp.Expr]:
        """What is left in a form whose sign may be visible: in factors, or as one squared norm."""
        yield factored(left_over)
        squares = [
            (left_over.coeff(part), part.args[0])
            for part in sorted(left_over.atoms(Dot), key=sp.default_sort_key)
            if part.args[0] == part.args[1]
        ]
        for (k, v), (m, w) in itertools.combinations(squares, 2):
            for norm in (Dot(v - w, v - w), Dot(v + w, v + w)) if k == m else ():
                if self._algebra.is_zero(left_over - k * norm):
                    yield k * norm


def _times_inside(weight: sp.Expr, side: sp.Expr, limits: sp.Tuple) -> sp.Expr:
    return sp.Sum(weight * side.function, limits) if isinstance(side, sp.Sum) else side


def _without_number(weight: sp.Expr) -> sp.Expr:
    """A weight without its numerical factor, which the search for multipliers finds by itself."""
    return weight.as_coeff_Mul()[1]
