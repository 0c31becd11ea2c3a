r"""The place where a fact is proved.

A chain is a list of lines, each related to the one before by ``==`` or ``<=``. A step from
:math:`a` to :math:`b` is accepted with a certificate, a list of multipliers :math:`k_i`, one for each
cited statement :math:`\ell_i \le r_i` (or :math:`\ell_i = r_i`), if

.. math:: b - a = \sum_i k_i\,(r_i - \ell_i) + \text{gap}

holds *identically*, after the cited definitions have been put in; if every multiplier of an
inequality and the gap are visibly nonnegative; and if everything on display is well defined.
A step split by ``cases`` has such a certificate for each value of the quantity that decides.
Where the certificate comes from does not matter: :mod:`..search.finder` searches for it, and is not
trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy as sp

from ..errors import CheckError
from ..reading.chains import Chain, Step
from ..reading.terms import Expectation, Ranges, plain
from .facts import NOTHING, PROVED, SEAL, Fact, Over, Reasons
from .known import Known
from .statements import LAWS, Statement, substituted
from .uses import Uses


@dataclass(frozen=True)
class Goal:
    """What a certificate has to explain: ``rest`` as a sum of multiples of the statements' slacks."""

    rest: sp.Expr
    statements: tuple[Statement, ...]

    def when(self, atom: sp.Expr, value: sp.Expr) -> Goal:
        """The goal in the case that ``atom`` has this value.

        A case is about one outcome. What is inside an expectation is about all of them.
        """
        parts = [self.rest, *(side for s in self.statements for side in (s.left, s.right))]
        if any(inside.has(atom) for part in parts for inside in part.atoms(Expectation)):
            raise CheckError(f"{plain(atom)} stands in an expectation, which cases cannot split")
        swap = {atom: value}
        statements = tuple(
            replace(s, left=substituted(s.left, swap), right=substituted(s.right, swap))
            for s in self.statements
        )
        return Goal(substituted(self.rest, swap), statements)


@dataclass(frozen=True)
class Prepared:
    """A step before its certificate: its goals (one, or one for each case), and what it uses."""

    goals: tuple[Goal, ...]
    statements: tuple[Statement, ...]
    gap: sp.Expr
    rests_on: Reasons


Certificate = Sequence[Sequence[sp.Expr]]
"""For each goal of a step, a multiplier for each of its statements."""


@dataclass(frozen=True)
class Accepted:
    """A step that was accepted: what it used, and the certificate, for the reader's *why?*.

    ``silent``, for the display, are the facts that were not cited and made a sign visible.
    """

    step: Step
    statements: tuple[Statement, ...]
    certificate: tuple[tuple[sp.Expr, ...], ...]
    rests_on: Reasons
    silent: tuple[Fact, ...] = ()


class Kernel:
    """Checks certificates and makes proved facts; everything else only proposes."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._uses = Uses(known)

    def prepared(self, step: Step, ranges: Ranges) -> Prepared:
        """``right - left`` with definitions put in and the gap taken off, and the cited statements."""
        self._uses.demand_linear(step)
        statements = [self._uses.reason(tree, step, ranges) for tree in step.reasons]
        reasons = self._known.duties.discharge(
            step.left.obligations + step.right.obligations, ranges
        )
        rest = step.right.sym - step.left.sym
        for place, definition in enumerate(statements):
            if definition.rewrites:
                new, found = self._uses.instances.rewritten(rest, definition, ranges)
                if new == rest:  # there is nothing to put in, so it is an equality like others
                    statements[place] = self._uses.statement(step.reasons[place], ranges)
                    if definition.kind != _kind(step):
                        left = plain(definition.left)
                        raise CheckError(f'"{definition.name}": this line as written has no {left}')
                rest, reasons = new, reasons | found
        gap = sp.S.Zero
        if step.gap is not None:
            reasons |= self._known.duties.discharge(step.gap.obligations, ranges)
            if step.operator == "==":
                raise CheckError("an equality has no gap")
            visible = self._known.signs.nonnegative(step.gap.sym, ranges)
            if visible is None:
                raise CheckError(f'the gap "{plain(step.gap.sym)}" is not visibly nonnegative')
            gap, reasons = step.gap.sym, reasons | visible
        for statement in statements:
            if step.operator == "==" and statement.operator != "==":
                raise CheckError(f'"{statement.name}" is an inequality; it cannot justify "=="')
            if statement.kind != _kind(step) and not statement.rewrites:
                raise CheckError(
                    f'"{statement.name}" is about a {statement.kind}, this line about a {_kind(step)}'
                )
            reasons |= statement.rests_on
        for fact in self._cited(statements):
            if fact.left == fact.right:
                raise CheckError(f'"{fact.name}" says nothing: its two sides are the same')
        weighed = tuple(s for s in statements if not s.rewrites and s.splits is None)
        goals: tuple[Goal, ...] = (Goal(rest - gap, weighed),)
        for split in statements:
            if split.splits is not None:
                goals = tuple(g.when(split.splits, value) for g in goals for value in split.values)
        return Prepared(goals, tuple(statements), gap, reasons)

    def accept_step(self, step: Step, certificate: Certificate, ranges: Ranges) -> Accepted:
        """Accept one step with its certificate, or raise a CheckError."""
        prepared = self.prepared(step, ranges)
        reasons = prepared.rests_on
        if len(prepared.goals) != len(certificate):
            raise CheckError("the certificate has the wrong number of cases")
        for goal, multipliers in zip(prepared.goals, certificate, strict=True):
            reasons |= self._accept_goal(goal, multipliers, ranges)
        return Accepted(step, prepared.statements, tuple(map(tuple, certificate)), reasons)

    def _accept_goal(self, goal: Goal, multipliers: Sequence[sp.Expr], ranges: Ranges) -> Reasons:
        """What the certificate of one goal rests on, or a CheckError."""
        if len(goal.statements) != len(multipliers):
            raise CheckError("the certificate has the wrong number of multipliers")
        rest, reasons = goal.rest, NOTHING
        for statement, multiplier in zip(goal.statements, multipliers, strict=True):
            if not isinstance(multiplier, sp.Expr):
                raise CheckError("a multiplier is not a formula")
            self._uses.demand_apart(multiplier, statement)
            defined = self._known.duties.well_formed(multiplier, ranges)
            unequal = statement.operator != "=="
            visible = self._known.signs.nonnegative(multiplier, ranges) if unequal else NOTHING
            chosen = statement.exact and multiplier not in statement.only
            if (
                defined is None
                or visible is None
                or chosen
                or self._known.algebra.is_vector(multiplier)
            ):
                raise CheckError(f'"{statement.name}" cannot be multiplied by {plain(multiplier)}')
            rest, reasons = rest - multiplier * statement.slack, reasons | defined | visible
        if not self._known.algebra.is_zero(rest):
            raise CheckError("the certificate does not add up")
        return reasons

    def _cited(self, statements: Sequence[Statement]) -> list[Fact]:
        """The facts that some statements are instances of."""
        return [self._known.facts[name] for s in statements for name in s.cited if name not in LAWS]

    def accept(
        self, chain: Chain, certificates: Sequence[Certificate]
    ) -> tuple[Fact, tuple[Accepted, ...]]:
        """Accept a chain with a certificate for each step, and make the fact it proves."""
        if not chain.steps or len(certificates) != len(chain.steps):
            raise CheckError(f"{chain.name}: no step, or a step without a certificate")
        lines = [chain.start, *(step.right for step in chain.steps)]
        if any(step.left is not line for step, line in zip(chain.steps, lines, strict=False)):
            raise CheckError(f"{chain.name}: a step does not start where the one before ended")
        accepted = tuple(
            self.accept_step(step, certificate, chain.ranges)
            for step, certificate in zip(chain.steps, certificates, strict=True)
        )
        expressions = [line.sym for line in lines]
        expressions += [side for a in accepted for s in a.statements for side in (s.left, s.right)]
        rests_on = NOTHING.union(*(a.rests_on for a in accepted))
        used = [
            *self._cited([s for a in accepted for s in a.statements]),
            *self._known.facts.behind(rests_on),
        ]
        chance = any(e.has(Expectation) for e in expressions) or any(f.over.chance for f in used)
        operator = "==" if all(step.operator == "==" for step in chain.steps) else "<="
        return (
            Fact(
                name=chain.name,
                status=PROVED,
                left=chain.start.sym,
                operator=operator,
                right=chain.end.sym,
                kind=_kind(chain.steps[0]),
                tex=chain.tex(operator),
                over=Over(tuple(chain.ranges.items()), chance=chance),
                rests_on=rests_on,
                label=chain.label,
                text=chain.text,
                seal=SEAL,
            ),
            accepted,
        )


def _kind(step: Step) -> str:
    return step.right.kind if step.left.is_zero else step.left.kind
