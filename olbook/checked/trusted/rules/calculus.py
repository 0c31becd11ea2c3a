r"""Inequalities between functions of one number, by the signs of derivatives.

To show :math:`f(s)\ge0` on an interval, one of four arguments is used, over and over:

* it is visible, for instance because :math:`f` is an exponential or a square;
* :math:`f(a)\ge0` at the left end, and :math:`f'\ge0`: the function rises;
* :math:`f(b)\ge0` at the right end, and :math:`-f'\ge0`: the function falls;
* :math:`f\ge0` at both ends, and :math:`-f''\ge0`: the function is concave.

Each argument is right whenever it applies, so it does not matter in which order they are tried.
That the function is smooth on the whole interval follows from its being well defined there, for it
is made of sums, products, powers, exponentials and logarithms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy as sp

from ...errors import CheckError
from ...guard import derivative, expand
from ...reading.chains import Step
from ...reading.terms import SCALAR, Name, Ranges, Term, plain, tex_of_name
from ..facts import HYPOTHESIS, NOTHING, Reasons, sign_fact
from ..known import Known
from ..statements import Statement
from ..steps import the_step_itself

SMOOTH = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log)
MOST_DERIVATIVES = 4

Visible = Callable[[sp.Expr], Reasons | None]


@dataclass(frozen=True)
class Domain:
    """An interval, with or without its ends, and the facts that say that a name lies in it."""

    name: sp.Symbol
    low: sp.Expr
    high: sp.Expr
    with_low: bool
    with_high: bool
    reasons: Reasons

    def __str__(self) -> str:
        if self.low == -sp.oo and self.high == sp.oo:
            return f"all {self.name}"
        left = f"{self.low} {'<=' if self.with_low else '<'} " if self.low != -sp.oo else ""
        right = f" {'<=' if self.with_high else '<'} {self.high}" if self.high != sp.oo else ""
        return f"{left}{self.name}{right}"

    def pieces(self, points: Sequence[sp.Expr]) -> list[Domain]:
        """The interval, cut at points inside it."""
        cuts = [self.low, *points, self.high]
        if not all(p.is_Rational for p in points) or any(
            not a < b for a, b in itertools.pairwise(cuts)
        ):
            raise CheckError(f"{self} is cut at increasing numbers inside it")
        last = len(cuts) - 2
        return [
            Domain(
                self.name,
                a,
                b,
                self.with_low if i == 0 else True,
                self.with_high if i == last else True,
                self.reasons,
            )
            for i, (a, b) in enumerate(itertools.pairwise(cuts))
        ]


@dataclass(frozen=True)
class SignProof:
    """Why a function is nonnegative: what it rests on, and the argument in words."""

    reasons: Reasons
    words: str


def calculus(
    known: Known, step: Step, name: str, points: Sequence[Term], ranges: Ranges
) -> Statement:
    """The step itself, an inequality between two functions of one number."""
    if step.operator != "<=" or step.left.kind != SCALAR:
        raise CheckError("calculus proves an inequality between numbers")
    declared = known.language.lookup(name)
    reasons = known.duties.discharge(step.left.obligations + step.right.obligations, ranges)
    domain = domain_of(known, declared)
    slack = step.right.sym - step.left.sym
    proof = sign_by_derivatives(
        slack,
        domain,
        [point.sym for point in points],
        visible=lambda e: known.signs.nonnegative(e, ranges),
        positive=lambda e: known.signs.positive(e, ranges),
    )
    if proof is None:
        raise CheckError(
            f"calculus: the signs of derivatives do not show  {plain(slack)} >= 0  for {domain}; "
            "split the range at more points, or use smaller steps"
        )
    reasons |= proof.reasons | domain.reasons
    if this_only := known.facts.about(reasons - domain.reasons, name):
        raise CheckError(f"calculus: {this_only[0].name} is known for this {name} only")
    return the_step_itself(step, "calculus", reasons, proof.words)


def domain_of(known: Known, name: Name) -> Domain:
    """The interval that the declared sign of a name and the hypotheses ``number <= s`` leave it."""
    if name.integer:
        raise CheckError(f"calculus is about a real number, and {name.text} is an integer")
    s, reasons = name.symbol, set()
    low, high, with_low, with_high = -sp.oo, sp.oo, False, False
    if name.sign != "real":
        low, with_low = sp.S.Zero, name.sign == "nonnegative"
        reasons.add(sign_fact(name.text, name.sign))
    for fact in known.facts.values():
        if fact.status != HYPOTHESIS or fact.over.values or fact.slack.free_symbols != {s}:
            continue
        if fact.over.ranges:  # it may say nothing: a range may be empty
            continue
        slope = expand(fact.slack).coeff(s, 1)
        end = expand(s - fact.slack / slope) if slope.is_Rational and slope != 0 else s
        if fact.operator == "==" or not end.is_Rational:
            continue
        closed = fact.operator == "<="
        if slope > 0 and (end > low or (end == low and not closed)):
            low, with_low = end, closed
            reasons.add(fact.name)
        if slope < 0 and (end < high or (end == high and not closed)):
            high, with_high = end, closed
            reasons.add(fact.name)
    return Domain(s, low, high, with_low, with_high, frozenset(reasons))


def sign_by_derivatives(
    f: sp.Expr, domain: Domain, points: Sequence[sp.Expr], visible: Visible, positive: Visible
) -> SignProof | None:
    """Why ``f >= 0`` on the whole domain, cut at ``points``; ``None`` if the rules do not show it."""
    reasons, words = _smoothness(f, domain.name, positive), []
    for piece in domain.pieces(points):
        found = _nonnegative(expand(f), piece, visible, 0)
        if found is None:
            return None
        reasons |= found[0]
        words.append(f"for ${_shown(piece)}$: {', '.join(found[1])}")
    return SignProof(
        reasons, f"calculus, with $f$ the right side minus the left; {'; '.join(words)}"
    )


def _nonnegative(
    f: sp.Expr, on: Domain, visible: Visible, order: int
) -> tuple[Reasons, list[str]] | None:
    """What shows that the ``order``-th derivative ``f`` is nonnegative, up to its sign."""
    found = visible(f)
    shown = "f" + "'" * order
    if found is not None:
        return found, [f"the sign of ${shown}$ is visible"]
    if order == MOST_DERIVATIVES or on.name not in f.free_symbols:
        return None
    slope = derivative(f, on.name)
    at_low = visible(_value(f, on.name, on.low)) if on.with_low else None
    at_high = visible(_value(f, on.name, on.high)) if on.with_high else None
    if at_low is not None:
        rest = _nonnegative(slope, on, visible, order + 1)
        if rest is not None:
            return at_low | rest[0], [*rest[1], f"so ${shown}$ keeps its sign from $s={on.low}$ on"]
    if at_high is not None:
        rest = _nonnegative(-slope, on, visible, order + 1)
        if rest is not None:
            return at_high | rest[0], [*rest[1], f"so ${shown}$ keeps its sign up to $s={on.high}$"]
    if at_low is not None and at_high is not None:
        bend = -derivative(slope, on.name)
        rest = _nonnegative(bend, on, visible, order + 2)
        if rest is not None:
            words = f"so ${shown}$ lies above its chord, and has one sign at both ends"
            return at_low | at_high | rest[0], [*rest[1], words]
    return None


def _value(f: sp.Expr, s: sp.Symbol, end: sp.Expr) -> sp.Expr:
    value = f.xreplace({s: end})
    # an infinite value would be no value at all; the sign rules see no sign in nan
    return sp.nan if value.has(sp.oo, -sp.oo, sp.zoo, sp.nan) else expand(value)


def _smoothness(f: sp.Expr, s: sp.Symbol, positive: Visible) -> Reasons:
    """What makes a function smooth, or a CheckError: the root of a square has a kink."""
    reasons = NOTHING
    for part in sp.preorder_traversal(f):
        if s in part.free_symbols and part != s and not isinstance(part, SMOOTH):
            raise CheckError(f'calculus does not know how to differentiate "{plain(part)}"')
        root = isinstance(part, sp.Pow) and not part.exp.is_Integer and part.base != s
        if root and s in part.base.free_symbols:
            found = positive(part.base)
            if found is None:
                raise CheckError(f'calculus: "{plain(part.base)}" is not visibly positive')
            reasons |= found
    return reasons


def _shown(piece: Domain) -> str:
    below, above = (r"\le " if closed else "<" for closed in (piece.with_low, piece.with_high))
    left = f"{sp.latex(piece.low)}{below}" if piece.low != -sp.oo else ""
    right = f"{above}{sp.latex(piece.high)}" if piece.high != sp.oo else ""
    return f"{left}{tex_of_name(piece.name.name)}{right}"
