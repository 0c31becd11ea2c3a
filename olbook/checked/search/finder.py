"""Searches the certificate of a step. Nothing here is trusted: the kernel checks what it finds.

The search is the one done by hand. To use a fact, look for one of its terms in what is left to be
explained, and multiply the fact so that this term disappears. Then go on with the next fact. If the
facts are exhausted and nothing is left, the multipliers are the certificate.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import sympy as sp

from ..errors import CheckError
from ..guard import demand_small, expand, factored, together
from ..reading.terms import Ranges
from ..trusted.kernel import Goal
from ..trusted.known import Known
from ..trusted.statements import Statement

MOST_ORDERS = 24
MOST_TRIALS = 200


class Finder:
    """Multiplier search over the algebra and the signs of a context."""

    def __init__(self, known: Known) -> None:
        self._algebra = known.algebra
        self._signs = known.signs
        self._duties = known.duties
        self._patience = MOST_TRIALS

    def certificate(
        self, goals: Sequence[Goal], ranges: Ranges, *, idle: bool = False
    ) -> list[tuple[sp.Expr, ...]] | None:
        """Multipliers for each goal of a step, or ``None`` if one goal has none."""
        found = []
        for goal in goals:
            multipliers = self.multipliers(
                goal.rest, goal.statements, ranges, may_be_idle=idle or len(goals) > 1
            )
            if multipliers is None:
                return None
            found.append(multipliers)
        return found

    def with_idle(self, goals: Sequence[Goal], ranges: Ranges) -> list[tuple[sp.Expr, ...]] | None:
        """A certificate in which a statement may have the multiplier 0: it is cited for a sign."""
        if not goals[0].statements:
            return None
        try:
            return self.certificate(goals, ranges, idle=True)
        except CheckError:  # too many ways to try
            return None

    def multipliers(
        self,
        rest: sp.Expr,
        statements: Sequence[Statement],
        ranges: Ranges,
        may_be_idle: bool = False,
    ) -> tuple[sp.Expr, ...] | None:
        """Multipliers with ``rest == sum(multiplier * slack)``, in the order of ``statements``.

        In one of several cases, or if it is cited for a sign, a statement ``may_be_idle``: then its
        multiplier is 0.
        """
        start = self._algebra.normal_form(rest)
        self._patience = MOST_TRIALS
        orders = itertools.permutations(range(len(statements)))
        for order in itertools.islice(orders, MOST_ORDERS):
            found = self._eliminate(start, [statements[i] for i in order], ranges, may_be_idle)
            if found is not None:
                by_position = dict(zip(order, found, strict=True))
                return tuple(by_position[i] for i in range(len(statements)))
        return None

    def _eliminate(
        self, rest: sp.Expr, statements: list[Statement], ranges: Ranges, may_be_idle: bool
    ) -> list[sp.Expr] | None:
        self._patience -= 1
        if self._patience < 0:
            raise CheckError("too many reasons at once to find out how they fit: use smaller steps")
        if not statements:
            return [] if self._algebra.is_zero(rest) else None
        first, *others = statements
        slack = self._algebra.normal_form(first.slack)
        candidates = self._candidates(rest, slack, first, ranges)
        for candidate in itertools.chain(candidates, [sp.S.Zero] if may_be_idle else []):
            demand_small(candidate * slack)
            left_over = expand(rest - candidate * slack)
            found = self._eliminate(left_over, others, ranges, may_be_idle)
            if found is not None:
                return [candidate, *found]
        return None

    def left_over(self, goal: Goal, ranges: Ranges) -> sp.Expr:
        """What remains of a goal when its statements explain as much of it as they can, one by one.

        Of several multipliers the one is taken that leaves the fewest terms.
        """
        rest = self._algebra.normal_form(goal.rest)
        for statement in goal.statements:
            slack = self._algebra.normal_form(statement.slack)
            candidates = self._candidates(rest, slack, statement, ranges)
            remains = [expand(rest - c * slack) for c in itertools.islice(candidates, MOST_ORDERS)]
            rest = min(remains, key=lambda e: len(sp.Add.make_args(e)))
        return rest

    def _candidates(
        self, rest: sp.Expr, slack: sp.Expr, statement: Statement, ranges: Ranges
    ) -> Iterator[sp.Expr]:
        """1, and whatever makes one term of the statement vanish from the rest."""
        if statement.exact:
            yield from statement.only[:-1]
            return
        yield sp.S.One
        seen = {sp.S.One, sp.S.Zero}
        for term in sp.Add.make_args(slack):
            for pivot in _pivots(term):
                mine, theirs = slack.coeff(pivot), rest.coeff(pivot)
                if mine == 0 or theirs == 0:
                    continue
                quotient = together(theirs / mine)
                for candidate in (factored(quotient), quotient):  # factor turns 1 - a into a - 1
                    if candidate not in seen and self._allowed(candidate, statement, ranges):
                        yield candidate
                    seen.add(candidate)

    def _allowed(self, candidate: sp.Expr, statement: Statement, ranges: Ranges) -> bool:
        if self._duties.well_formed(candidate, ranges) is None:
            return False
        return statement.operator == "==" or self._signs.nonnegative(candidate, ranges) is not None


def _pivots(term: sp.Expr) -> Iterator[sp.Expr]:
    """The parts of a term to look for: all of it, its inner products and sums, each of them alone."""
    whole = term.as_coeff_Mul()[1]
    parts = [
        f for f in sp.Mul.make_args(term) if not f.is_number and not f.as_base_exp()[0].is_Symbol
    ]
    yield from dict.fromkeys(p for p in (whole, sp.Mul(*parts), *parts) if p != 1)
