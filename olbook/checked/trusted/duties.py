r"""When does a formula make sense: denominators, roots, logarithms, sums.

While a formula is read, every condition under which it means something is written down as an
:class:`~.terms.Obligation`, before SymPy has had a chance to cancel ``x/x``. Here they are met, or
the formula is refused. Formulas that were computed, such as multipliers, are looked through instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from ..errors import CheckError
from ..guard import expand
from ..reading.terms import Name, Obligation, Ranges, is_built_in, name_of, plain
from .facts import DEFINITION, NOTHING, PROVED, Fact, Facts, Reasons
from .signs import OPERATIONS, Signs, all_of, entering


class Duties:
    """Meets obligations by the sign rules and the facts of a context."""

    def __init__(self, signs: Signs, names: Mapping[str, Name], facts: Facts) -> None:
        self._signs = signs
        self._names = names
        self._facts = facts

    def discharge(self, duties: tuple[Obligation, ...], ranges: Ranges) -> Reasons:
        """What makes all obligations visible; a CheckError names the first that is not."""
        reasons = NOTHING
        for duty in duties:
            found = self._meets(duty, ranges)
            if found is None:
                raise CheckError(duty.complaint)
            reasons |= found
        return reasons

    def _meets(self, duty: Obligation, ranges: Ranges) -> Reasons | None:
        """What makes an obligation visible, in the scope in which it stands."""
        if duty.need == "untied":
            name, e = duty.expression.args
            spans = [(low, high) for _, low, high in duty.bindings]
            spans += [ranges[index] for index in e.free_symbols if index in ranges]
            if any(name in end.free_symbols for ends in spans for end in ends):
                return None
            return self._untied(name, e)
        scope = ranges
        for index, low, high in reversed(duty.bindings):  # the outermost sum was recorded last
            scope = entering(scope, index, (low, high))
        if duty.need == "nonnegative":
            return self._signs.nonnegative(duty.expression, scope)
        if duty.need == "a legal power":
            base, exponent = duty.expression.args
            return self._legal_power(base, exponent, scope)
        found = self._signs.positive(duty.expression, scope)
        if found is None and duty.need == "nonzero":
            found = self._signs.positive(expand(-duty.expression), scope)
        return found

    def _legal_power(self, base: sp.Expr, exponent: sp.Expr, ranges: Ranges) -> Reasons | None:
        """What makes a power with an integer exponent legal: its base, or that the exponent is natural."""
        natural = self._signs.least_integer(exponent, ranges, at_least=0)
        return natural if natural is not None else self._signs.positive(base, ranges)

    def demand_untied(self, limits: Iterable[tuple[sp.Symbol, sp.Expr]], new: Fact) -> None:
        """Refuse a fact that would tie what grows in a limit that was read already."""
        for name, e in limits:
            if self._untied(name, e, new) is None:
                raise CheckError(f"{new.name} ties {name}, which grows in lim({plain(e)}, {name})")

    def _untied(self, name: sp.Symbol, e: sp.Expr, *new: Fact) -> Reasons | None:
        """Whether a name may grow in a formula while the others are fixed: no facts tie them to it.

        A definition ties what it defines to what it speaks of, and not the other way round, unless it
        defines the very name that grows.
        """
        supposed = [fact for fact in (*self._facts.values(), *new) if fact.status != PROVED]
        tied, size = {name.name}, 0
        while len(tied) > size:
            size = len(tied)
            for fact in supposed:
                if any(fact.is_about(one) for one in tied):
                    defined = name_of(fact.left) if fact.status == DEFINITION else None
                    if defined is None or defined == name.name:
                        tied |= {other for other in self._names if fact.is_about(other)}
                    else:
                        tied.add(defined)
        others = {symbol.name for symbol in e.free_symbols - {name}}
        return None if tied & others else NOTHING

    def well_formed(self, e: sp.Expr, ranges: Ranges) -> Reasons | None:
        """What makes a computed expression visibly legal: its denominators, its roots, its sums.

        Only exact numbers, declared names and the operations of the language are legal at all.
        """
        if isinstance(e, sp.Sum):
            return self._signs.throughout(e, ranges, self.well_formed)
        if e.is_Atom:
            known = e.is_Rational or e is sp.E or e in ranges or self._is_declared(e)
            return NOTHING if known else None
        operation = isinstance(e, OPERATIONS) or is_built_in(e)
        if not operation and not self._is_declared(e):
            return None
        own: Reasons | None = NOTHING
        if e.is_Pow and not (e.exp.is_Integer and e.exp.is_nonnegative):
            if e.exp.is_Rational and e.exp.is_nonnegative:
                own = self._signs.nonnegative(e.base, ranges)
            else:
                own = (
                    self._legal_power(e.base, e.exp, ranges)
                    if e.exp.is_integer and not e.exp.is_number
                    else self._signs.positive(e.base, ranges)
                )
                if own is None and e.exp.is_Integer:
                    own = self._signs.positive(expand(-e.base), ranges)
        if isinstance(e, sp.log):
            own = self._signs.positive(e.args[0], ranges)
        below = all_of(lambda part: self.well_formed(part, ranges), e.args)
        return None if own is None or below is None else own | below

    def _is_declared(self, e: sp.Basic) -> bool:
        """Whether this is a declared name itself, not another symbol of the same spelling."""
        name = self._names.get(name_of(e) or "")
        return name is not None and (e == name.symbol or e.func == name.function)
