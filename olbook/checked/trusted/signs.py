r"""Visible signs: when is an expression nonnegative from its form and the declared facts?

The rules are those a reader applies at a glance: a square is nonnegative; so are a squared norm, a
positive part, a declared positive name, an exponential, a product, a sum or an expectation of
nonnegative things; an index is at least the lower end of its range; the logarithm of something that
is at least 1; and a hypothesis ``eta < 1`` makes ``1 - eta`` positive, and ``3 - eta`` too. Every
answer is the set of declarations and facts it used, or ``None`` for "not visible", which is never a
claim that the expression is negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import sympy as sp
from sympy.core.function import AppliedUndef

from ..guard import cancel, demand_small, expand, factored, is_small
from ..reading.terms import SCALAR, Dot, Expectation, Name, Range, Ranges, name_of
from .algebra import Algebra
from .facts import NOTHING, Fact, Facts, Over, Reasons, sign_fact

OPERATIONS = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.exp, sp.log)


class Signs:
    """Sign rules over declared names and the facts of a context."""

    def __init__(self, algebra: Algebra, names: Mapping[str, Name], facts: Facts) -> None:
        self._algebra = algebra
        self._names = names
        self._facts = facts

    # ------------------------------------------------------------------ the two questions
    def nonnegative(self, e: sp.Expr, ranges: Ranges) -> Reasons | None:
        """What makes ``e >= 0`` visible for all indices in ``ranges``, or ``None``."""
        demand_small(e)
        return self._sign(e, ranges, strictly=False)

    def positive(self, e: sp.Expr, ranges: Ranges) -> Reasons | None:
        """What makes ``e > 0`` visible for all indices in ``ranges``, or ``None``."""
        demand_small(e)
        return self._sign(e, ranges, strictly=True)

    def _sign(
        self,
        e: sp.Expr,
        ranges: Ranges,
        strictly: bool,
        try_factored: bool = True,
        with_facts: bool = True,
    ) -> Reasons | None:
        """What makes ``e > 0`` visible, or ``e >= 0`` if not ``strictly``."""

        def of_part(part: sp.Expr) -> Reasons | None:
            return self._sign(part, ranges, strictly, False, with_facts)

        if _is_plain_number(e):
            return NOTHING if (e.is_positive if strictly else e.is_nonnegative) else None
        if isinstance(e, sp.exp) or (not strictly and _is_square(e)):
            return NOTHING
        if isinstance(e, sp.Sum) and not strictly:
            return self.throughout(
                e,
                ranges,
                lambda body, inside: self._sign(body, inside, False, try_factored, with_facts),
            )
        found: Reasons | None = None
        if isinstance(e, sp.log) or e.func is Expectation:
            found = self._sign(_deciding(e), ranges, strictly, True, with_facts)
            try_factored = False
        else:
            found = self._declared(e, strictly) or self.least_integer(e, ranges, int(strictly))
        if found is None and e.is_Pow:
            found = of_part(e.base)
        if found is None and (e.is_Mul or (e.is_Add and not strictly)):
            found = all_of(of_part, e.args)
        if found is None and e.is_Add and strictly:
            found = self._positive_sum(e, ranges, with_facts)
        if found is None and with_facts:
            found = self._by_a_fact(e, ranges, strictly)
        if found is None and try_factored:
            found = first_of(of_part, _factorings(e))
        return found

    def _positive_sum(self, e: sp.Add, ranges: Ranges, with_facts: bool) -> Reasons | None:
        """Nonnegative terms, at least one of them positive."""
        weakly = all_of(lambda term: self._sign(term, ranges, False, False, with_facts), e.args)
        strictly = first_of(lambda term: self._sign(term, ranges, True, False, with_facts), e.args)
        return None if weakly is None or strictly is None else weakly | strictly

    # ------------------------------------------------------------------ where signs come from
    def _declared(self, e: sp.Expr, strictly: bool) -> Reasons | None:
        """The declared sign of a name; it holds for every subscript and argument."""
        name = name_of(e)
        if name is None or name not in self._names:
            return None
        sign = self._names[name].sign
        if sign == "positive" or (sign == "nonnegative" and not strictly):
            return frozenset({sign_fact(name, sign)})
        return None

    def least_integer(self, e: sp.Expr, ranges: Ranges, at_least: int) -> Reasons | None:
        """Bound an affine expression in integers below by putting each at the worst end of its range."""
        reasons: set[str] = set()
        for _ in range(len(e.free_symbols) + len(ranges) + 1):
            symbols = sorted(e.free_symbols, key=str)
            if e.has(AppliedUndef, sp.Sum) or not all(s.is_integer for s in symbols):
                return None
            if not symbols:
                return frozenset(reasons) if e.is_Integer and e >= at_least else None
            indices = [s for s in symbols if s in ranges]
            symbol = indices[0] if indices else symbols[0]
            slope = expand(e).coeff(symbol, 1)
            if not slope.is_Rational or symbol in expand(e - slope * symbol).free_symbols:
                return None
            if symbol in ranges:
                worst = ranges[symbol][0 if slope > 0 else 1]
            else:
                sign = self._names[symbol.name].sign if symbol.name in self._names else "real"
                if slope < 0 or sign == "real":
                    return None
                worst = sp.Integer(1 if sign == "positive" else 0)
                reasons.add(sign_fact(symbol.name, sign))
            e = expand(e.xreplace({symbol: worst}))
        return None

    def _by_a_fact(self, e: sp.Expr, ranges: Ranges, strictly: bool) -> Reasons | None:
        """A fact that makes ``e`` visible.

        Either ``e`` is a positive multiple of its slack, plus a number; or ``e`` is its larger side,
        and the smaller one is visible without any fact.
        """
        normal = None
        for fact in self._facts.values():
            if fact.operator == "==" or fact.kind != SCALAR:
                continue
            same_slack = e.free_symbols == fact.slack.free_symbols
            same_side = e.free_symbols == fact.right.free_symbols
            if not same_slack and not same_side:
                continue
            if normal is None:
                normal = self._algebra.normal_form(e)
            found = self._from_slack(normal, fact, strictly) if same_slack else None
            if found is None and same_side and normal == self._algebra.normal_form(fact.right):
                strict_left = strictly and fact.operator != "<"
                found = self._sign(fact.left, ranges, strict_left, False, with_facts=False)
            covered = self.holds_here(fact.over, ranges) if found is not None else None
            if found is not None and covered is not None:
                return covered | found | fact.supports
        return None

    def _from_slack(self, normal: sp.Expr, fact: Fact, strictly: bool) -> Reasons | None:
        excess = _excess(normal, self._algebra.normal_form(fact.slack))
        if excess is None or excess < 0 or (strictly and fact.operator != "<" and excess == 0):
            return None
        return NOTHING

    # ------------------------------------------------------------------ ranges
    def holds_here(self, over: Over, ranges: Ranges) -> Reasons | None:
        """What makes it visible that a fact holds for all indices of a step with these ranges.

        A fact about an index that the step does not have may be about nothing: its range may be empty.
        """
        return all_of(lambda pair: self.covers(ranges.get(pair[0]), pair[1], ranges), over.ranges)

    def covers(self, inner: Range | None, outer: Range, ranges: Ranges) -> Reasons | None:
        """What makes it visible that the range ``inner`` lies within ``outer``."""
        if inner is None:
            return None
        if inner == outer:
            return NOTHING
        ends = (inner[0] - outer[0], outer[1] - inner[1])
        return all_of(lambda end: self.least_integer(expand(end), ranges, at_least=0), ends)

    def throughout(
        self, e: sp.Sum, ranges: Ranges, question: Callable[[sp.Expr, Ranges], Reasons | None]
    ) -> Reasons | None:
        """Ask a question of the term of a sum, in its scope, if the sum does not run backwards.

        To the algebra a sum from T+5 to T is minus the sum from T+1 to T+4.
        """
        reasons = NOTHING
        for index, low, high in reversed(e.limits):  # the outermost sum comes last
            forwards = self._sign(high - low + 1, ranges, strictly=False, try_factored=False)
            if forwards is None:
                return None
            reasons |= forwards
            ranges = entering(ranges, index, (low, high))
        found = question(e.function, ranges)
        return None if found is None else reasons | found


def _is_square(e: sp.Expr) -> bool:
    """A positive part, a squared norm, or an even power."""
    if isinstance(e, sp.Max):
        return 0 in e.args
    if e.func is Dot:
        return bool(e.args[0] == e.args[1])
    return bool(e.is_Pow and e.exp.is_Integer and e.exp.is_even)


def _deciding(e: sp.Expr) -> sp.Expr:
    """The expression whose sign decides: a - 1 for the logarithm of a, X for its expectation."""
    return e.args[0] - 1 if isinstance(e, sp.log) else e.args[0]


def _excess(e: sp.Expr, slack: sp.Expr) -> sp.Expr | None:
    """The number c with ``e == k*slack + c`` for some number k > 0; both are in normal form."""
    terms, theirs = (
        {term: k for term, k in part.as_coefficients_dict().items() if term != 1}
        for part in (e, slack)
    )
    if terms.keys() == theirs.keys() and terms:
        ratios = {k / theirs[term] for term, k in terms.items()}
        ratio = ratios.pop()
        if not ratios and ratio.is_Rational and ratio > 0:
            excess = expand(e - ratio * slack)
            return excess if excess.is_Rational else None
    ratio = cancel(e / slack) if is_small(e / slack) else sp.S.NaN
    return sp.S.Zero if ratio.is_Rational and ratio > 0 else None


def all_of(question: Callable[..., Reasons | None], parts: Iterable[object]) -> Reasons | None:
    """The joint reasons if every part has one."""
    reasons = NOTHING
    for part in parts:
        found = question(part)
        if found is None:
            return None
        reasons |= found
    return reasons


def first_of(
    question: Callable[[sp.Expr], Reasons | None], forms: Iterable[sp.Expr]
) -> Reasons | None:
    """The reasons for the first of several forms of the same thing that has any."""
    return next((found for found in map(question, forms) if found is not None), None)


def _factorings(e: sp.Expr) -> Iterator[sp.Expr]:
    """The factored form, and the same with a minus sign moved into a sum: -a(c - 1) = a(1 - c)."""
    if not is_small(e):
        return
    product = factored(e)
    yield product
    if product.is_Mul:
        for part in product.args:
            if part.is_Add:
                yield -product / part * expand(-part)


def with_limits(ranges: Ranges, e: sp.Sum) -> Ranges:
    """The ranges inside a sum; SymPy lists the limits of nested sums from the inside out."""
    for index, low, high in reversed(e.limits):
        ranges = entering(ranges, index, (low, high))
    return ranges


def entering(ranges: Ranges, index: sp.Symbol, ends: Range) -> Ranges:
    """The ranges in the scope of ``index``.

    The same letter may have meant something else outside. What was known of it there is forgotten,
    and so are ranges that spoke of it.
    """
    kept = {
        other: pair
        for other, pair in ranges.items()
        if not any(index in end.free_symbols for end in pair)
    }
    return {**kept, index: ends}


def _is_plain_number(e: sp.Expr) -> bool:
    """A number in fact, not only in name: SymPy calls ``Sum(f(t), (t, 1, 2))`` one."""
    return bool(e.is_number and not e.has(sp.Sum, AppliedUndef))
