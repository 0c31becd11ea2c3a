r"""Chance: the expectation of both sides, and an index that is drawn uniformly.

The expectation is linear and monotone; both are used of relations that hold in every outcome. A
uniform index is independent of all other random names. That is a fact, ``law of r``, which no text
can cite, and on which everything rests that was concluded from it: so it is known to be about one
range, and about no other.

What only a proof mentions need not be integrable. As long as it is used linearly that does no harm:
whatever finitely many steps use of the expectation, a linear form has it too that is the expectation
on everything integrable. So a proof must not multiply expectations, divide by one, or put one into
a function or in the place of a name: there it matters that they are numbers. Nor does one bound
infinitely many numbers, see :mod:`.infimum`. Whoever needs this defines a name, ``m == E(x)``, and
what is displayed then says that ``x`` is integrable.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from ...errors import CheckError
from ...reading.language import Language
from ...reading.terms import SCALAR, Expectation, Ranges, Term, plain
from ..facts import LAW, Fact, Over, law_of
from ..known import Known
from ..signs import entering
from ..statements import Statement, substituted


def demand_linear(language: Language, e: sp.Expr) -> None:
    """Refuse expectations that are multiplied by each other or by chance, or put into a function."""
    if isinstance(e, sp.Add):
        for part in e.args:
            demand_linear(language, part)
    elif isinstance(e, sp.Mul):
        expected = [part for part in e.args if part.has(Expectation)]
        if len(expected) > 1 or language.is_random(e):
            demand_none(*expected)
        for part in expected:
            demand_linear(language, part)
    elif isinstance(e, sp.Sum):
        demand_none(*(end for _, low, high in e.limits for end in (low, high)))
        demand_linear(language, e.function)
    else:
        demand_none(*e.args)


def demand_none(*parts: sp.Basic) -> None:
    """Refuse every expectation."""
    for part in parts:
        for expected in sorted(part.atoms(Expectation), key=str):
            raise CheckError(
                f'"{plain(expected)}" is not used linearly here, and nothing on display says that it exists: '
                "give it a name by a definition, and write that name"
            )


def expectation(known: Known, use: Statement) -> Statement:
    """From ``left <= right`` in every outcome to the same of the expectations."""
    if use.kind != SCALAR:
        raise CheckError("E needs a relation between numbers")
    if not known.language.is_random(use.left - use.right):
        raise CheckError(f"nothing in {use.name} is random")
    return replace(
        use,
        left=Expectation(use.left),
        right=Expectation(use.right),
        words=f"{use.words}, in expectation",
    )


def uniform_law(drawn: sp.Symbol, ends: tuple[sp.Expr, sp.Expr], seal: object) -> Fact:
    """The fact that an index is one of its range, all equally likely, independent of all else."""
    name, over = law_of(drawn.name), Over(((drawn, ends),), chance=True)
    return Fact(name, LAW, drawn, "==", drawn, SCALAR, "", over, frozenset(), seal=seal)


def uniform_scope(known: Known, index: str, drawn: str, ranges: Ranges) -> tuple[sp.Symbol, Ranges]:
    """The index that runs over the range of a uniform one, and the ranges in its scope."""
    t, r = known.language.index(index), known.language.lookup(drawn).symbol
    if r not in known.language.uniform:
        raise CheckError(f'"{drawn}" is not declared as a uniform index')
    return t, entering(ranges, t, known.language.uniform[r])


def uniform(known: Known, t: sp.Symbol, drawn: str, term: Term, ranges: Ranges) -> Statement:
    r""":math:`\mathbb E[e_r]=\frac1T\sum_t\mathbb E[e_t]`, for a uniform index ``r`` of 1 to T."""
    r = known.language.lookup(drawn).symbol
    low, high = known.language.uniform[r]
    reasons = known.duties.discharge(term.obligations, entering(ranges, t, (low, high)))
    if r in term.sym.free_symbols or not known.language.is_random(term.sym):
        raise CheckError(f"uniform needs something random that does not mention {drawn}")
    if any(t in inside.free_symbols for inside in term.sym.atoms(Expectation)):
        raise CheckError(f"{t} stands in an expectation, where {drawn} would be averaged too")
    length = high - low + 1
    positive = known.signs.positive(length, ranges)
    if positive is None:
        raise CheckError(f"the range of {drawn} is not visibly nonempty")
    return Statement(
        cited=("uniform",),
        left=Expectation(substituted(term.sym, {t: r})),
        operator="==",
        right=sp.Sum(Expectation(term.sym), (t, low, high)) / length,
        kind=SCALAR,
        rests_on=reasons | positive | {law_of(drawn)},
        words=rf"${drawn}$ is uniform and independent of the rest",
    )
