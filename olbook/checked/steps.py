r"""Reasons that speak of the step itself: induction, calculus, cases. (Trusted.)

``induction(L)`` and ``calculus(s)`` prove the step, so what they state is the step;
``cases(use, e, 0, 1)`` splits it, and :mod:`.kernel` asks for a certificate in each case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from .algebra import factored
from .calculus import domain_of, sign_by_derivatives
from .errors import CheckError
from .rules import Rules
from .signs import Reasons
from .statements import Statement, Step, substituted
from .terms import SCALAR, Ranges, Term, name_of, plain, tex_of_name


class StepLaws(Rules):
    """The laws that look at the two sides of a step."""

    def induction(self, step: Step, name: str, ranges: Ranges) -> Statement:
        """The step itself, an equality for every natural number, proved by induction."""
        declared = self._language.lookup(name)
        if step.operator != "==" or declared.sign == "real" or not declared.integer:
            raise CheckError(
                f"induction proves an equality, for a name declared posint or nonnegint, not {name}"
            )
        reasons = self._duties.discharge(step.left.obligations + step.right.obligations, ranges)
        supposed = [self._facts[r] for r in reasons if r in self._facts]
        if any(fact.depends_on(name) for fact in supposed):  # it must make sense for every number
            raise CheckError(f"for smaller {name}, this line need not be defined")
        n = declared.symbol
        base = sp.Integer(1 if declared.sign == "positive" else 0)
        difference = step.right.sym - step.left.sym
        first = substituted(difference, {n: base})
        growth = difference - substituted(difference, {n: n - 1})
        for what, e in (("first case", first), ("step", growth)):
            if not self._algebra.is_zero(e):
                left_over = plain(factored(self._algebra.normal_form(e)))
                raise CheckError(f"induction on {name}: in the {what},  {left_over}  remains")
        words = f"induction on ${tex_of_name(name)}$"
        return self._itself(step, "induction", reasons, words)

    def calculus(self, step: Step, name: str, points: Sequence[Term], ranges: Ranges) -> Statement:
        """The step itself, an inequality between two functions of one number."""
        if step.operator != "<=" or step.left.kind != SCALAR:
            raise CheckError("calculus proves an inequality between numbers")
        declared = self._language.lookup(name)
        reasons = self._duties.discharge(step.left.obligations + step.right.obligations, ranges)
        domain = domain_of(declared, self._facts.values())
        numbers = [point.sym for point in points]
        slack = step.right.sym - step.left.sym
        proof = sign_by_derivatives(
            slack,
            domain,
            numbers,
            visible=lambda e: self._signs.nonnegative(e, ranges),
            positive=lambda e: self._signs.positive(e, ranges),
        )
        if proof is None:
            raise CheckError(
                f"calculus: the signs of derivatives do not show  {plain(slack)} >= 0  for {domain}; "
                "split the range at more points, or use smaller steps"
            )
        reasons |= proof.reasons | domain.reasons
        for basis in [self._facts[r] for r in sorted(reasons - domain.reasons) if r in self._facts]:
            if basis.depends_on(name):  # the argument needs it at all points of the domain
                raise CheckError(f"calculus: {basis.name} is known for this {name} only")
        return self._itself(step, "calculus", reasons, proof.words)

    @staticmethod
    def _itself(step: Step, law: str, reasons: Reasons, words: str) -> Statement:
        kind = step.right.kind if step.left.is_zero else step.left.kind
        return Statement(
            law, step.left.sym, step.operator, step.right.sym, kind, reasons, words, exact=True
        )

    @staticmethod
    def cases(use: Statement, term: Term, values: Sequence[Term], ranges: Ranges) -> Statement:
        """Split the step by the value of a quantity that an equality leaves few values."""
        atom, numbers = term.sym, tuple(value.sym for value in values)
        if name_of(atom) is None or atom in ranges or not all(v.is_Rational for v in numbers):
            raise CheckError(f"write cases(fact, y[t], -1, 1), not with {plain(atom)}")
        product = sp.prod(atom - v for v in numbers)
        ratio = sp.cancel(use.slack / product)
        if use.operator != "==" or not ratio.is_Rational or ratio == 0:
            raise CheckError(
                f"{use.name} does not say that {plain(atom)} is one of {', '.join(map(plain, numbers))}"
            )
        words = f"the cases ${term.tex} = {', '.join(map(sp.latex, numbers))}$: {use.words}"
        return replace(use, words=words, splits=atom, values=numbers)
