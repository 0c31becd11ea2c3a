r"""Reasons that speak of the step itself: induction and cases.

``induction(L)`` proves the step, so what it states is the step; ``cases(use, e, 0, 1)`` splits it, and
:mod:`.kernel` asks for a certificate in each case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from ..errors import CheckError
from ..guard import cancel, factored
from ..reading.chains import Step
from ..reading.terms import Ranges, Term, name_of, plain, tex_of_name
from .facts import Reasons
from .known import Known
from .statements import Statement, substituted


def induction(known: Known, step: Step, name: str, ranges: Ranges) -> Statement:
    """The step itself, an equality for every natural number, proved by induction."""
    declared = known.language.lookup(name)
    if (
        step.operator != "=="
        or declared.sign == "real"
        or not declared.integer
        or declared.random
        or any(declared.symbol in end.free_symbols for pair in ranges.values() for end in pair)
    ):
        raise CheckError(
            "induction proves an equality, for a name declared posint or nonnegint that is not random "
            f"and in no range, not {name}"
        )
    reasons = known.duties.discharge(step.left.obligations + step.right.obligations, ranges)
    if known.facts.about(reasons, name):  # it must make sense for every number
        raise CheckError(f"for smaller {name}, this line need not be defined")
    n = declared.symbol
    base = sp.Integer(1 if declared.sign == "positive" else 0)
    difference = step.right.sym - step.left.sym
    first = substituted(difference, {n: base})
    growth = difference - substituted(difference, {n: n - 1})
    for what, e in (("first case", first), ("step", growth)):
        if not known.algebra.is_zero(e):
            left_over = plain(factored(known.algebra.normal_form(e)))
            raise CheckError(f"induction on {name}: in the {what},  {left_over}  remains")
    return the_step_itself(step, "induction", reasons, f"induction on ${tex_of_name(name)}$")


def the_step_itself(step: Step, law: str, reasons: Reasons, words: str) -> Statement:
    """A law that proves a step states the step."""
    kind = step.right.kind if step.left.is_zero else step.left.kind
    left, right = step.left.sym, step.right.sym
    return Statement((law,), left, step.operator, right, kind, reasons, words, exact=True)


def cases(use: Statement, term: Term, values: Sequence[Term], ranges: Ranges) -> Statement:
    """Split the step by the value of a quantity that an equality leaves few values."""
    atom, numbers = term.sym, tuple(value.sym for value in values)
    if name_of(atom) is None or atom in ranges or not all(v.is_Rational for v in numbers):
        raise CheckError(f"write cases(fact, y[t], -1, 1), not with {plain(atom)}")
    ratio = cancel(use.slack / sp.prod(atom - v for v in numbers))
    if use.operator != "==" or not ratio.is_Rational or ratio == 0:
        raise CheckError(
            f"{use.name} does not say that {plain(atom)} is one of {', '.join(map(plain, numbers))}"
        )
    words = f"the cases ${term.tex} = {', '.join(map(sp.latex, numbers))}$: {use.words}"
    return replace(use, words=words, splits=atom, values=numbers)
