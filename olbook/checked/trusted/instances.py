r"""Citing a fact, and putting something else in place of its names.

The delicate way of using a fact is ``at``. An index may be replaced by anything in its range, and a
name that the fact holds for all values of by anything of its kind and sign. Another name, say
``eta``, may be replaced only if every hypothesis, definition and assumed lemma that the fact rests
on and that mentions ``eta`` *still holds after the replacement*: for they are what the fact was
proved from. A regret bound for iterates that were defined with ``eta`` therefore cannot be read at
another ``eta``; a bound whose ``eta`` occurs only in the analysis can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy as sp

from ..errors import CheckError
from ..reading.terms import VECTOR, Ranges, Term, plain, tex_of_name
from .facts import INFIMUM, LAW, NOTHING, PROVED, Fact, Reasons, sign_fact
from .known import Known
from .signs import entering, with_limits
from .statements import Statement, substituted


class Instances:
    """The instances of the facts of a context."""

    def __init__(self, known: Known) -> None:
        self._language = known.language
        self._algebra = known.algebra
        self._facts = known.facts
        self._signs = known.signs
        self._duties = known.duties

    def cited(self, fact: Fact, replaced: dict[str, Term], ranges: Ranges) -> Statement:
        """The fact, for all indices of a step with these ranges, with some names replaced."""
        by_symbol = self._by_symbol(fact, replaced)
        reasons = self._indices_in_range(fact, by_symbol, ranges)
        for term in replaced.values():
            reasons |= self._duties.discharge(term.obligations, ranges)
        rests_on, found = self._still_true(fact, by_symbol, ranges)
        return self._instance(fact, replaced, by_symbol, rests_on | found | reasons)

    def rewriting(self, definition: Fact, replaced: dict[str, Term], ranges: Ranges) -> Statement:
        """A definition is checked against its range where it is applied, see :meth:`rewritten`."""
        by_symbol = self._by_symbol(definition, replaced)
        reasons = NOTHING
        for term in replaced.values():
            reasons |= self._duties.discharge(term.obligations, ranges)
        rests_on, found = self._still_true(definition, by_symbol, ranges)
        swap = {symbol: term.sym for symbol, term in by_symbol.items()}
        where = tuple(
            (swap.get(index, index), (low.xreplace(swap), high.xreplace(swap)))
            for index, (low, high) in definition.over.ranges
        )
        instance = self._instance(definition, replaced, by_symbol, rests_on | found | reasons)
        fixed = frozenset().union(*(value.free_symbols for value in swap.values()))
        return replace(instance, rewrites=True, where=where, fixed=fixed)

    def _by_symbol(self, fact: Fact, replaced: dict[str, Term]) -> dict[sp.Symbol, Term]:
        for name, term in replaced.items():
            self._demand_kind(fact, name, term)
        return {self._language.lookup(name).symbol: term for name, term in replaced.items()}

    def _instance(
        self,
        fact: Fact,
        replaced: dict[str, Term],
        by_symbol: dict[sp.Symbol, Term],
        rests_on: Reasons,
    ) -> Statement:
        swap = {symbol: term.sym for symbol, term in by_symbol.items()}
        words = fact.words
        if replaced:
            words += " at " + ", ".join(
                f"${tex_of_name(n)} = {term.tex}$" for n, term in replaced.items()
            )
        left, right = substituted(fact.left, swap), substituted(fact.right, swap)
        return Statement((fact.name,), left, fact.operator, right, fact.kind, rests_on, words)

    def _demand_kind(self, fact: Fact, name: str, term: Term) -> None:
        declared = self._language.lookup(name)
        if not fact.mentions(name):
            raise CheckError(f'"{name}" does not occur in {fact.name}')
        if not self._language.is_plain(name):
            raise CheckError(f'"{name}" has subscripts or arguments; at replaces plain names only')
        if declared.kind != term.kind and not (declared.kind == VECTOR and term.is_zero):
            raise CheckError(f'{name} is a {declared.kind}, "{plain(term.sym)}" is a {term.kind}')
        drawn = self._language.uniform.keys()
        if declared.symbol in drawn or (fact.over.chance and drawn & term.sym.free_symbols):
            raise CheckError(
                f"{fact.name}: a uniform index is independent of all else; nothing replaces it, "
                "and it replaces nothing where expectations are taken"
            )
        if fact.over.chance and not declared.random and self._language.is_random(term.sym):
            raise CheckError(
                f'{fact.name} takes expectations in which {name} is fixed; "{plain(term.sym)}" is random'
            )
        if declared.integer and not term.sym.is_integer:
            raise CheckError(f'{name} is an integer; "{plain(term.sym)}" is not known to be one')

    def _indices_in_range(self, fact: Fact, swap: dict[sp.Symbol, Term], ranges: Ranges) -> Reasons:
        """Every index of the fact, replaced or not, must stay within the range it is true on."""
        reasons = NOTHING
        values = {symbol: term.sym for symbol, term in swap.items()}
        for index, ends in fact.over.ranges:
            low, high = (end.xreplace(values) for end in ends)  # the range itself may speak of T
            if index in swap:
                value = swap[index].sym
                inner = (value, value)
            elif index in ranges:
                inner = ranges[index]
            else:
                raise CheckError(
                    f"{fact.name} speaks of every {index}, but this line has no {index}: "
                    f"say which, at({fact.name}, {index}=...), or sum it, sum({index}, 1, T, {fact.name})"
                )
            found = self._signs.covers(inner, (low, high), ranges)
            if found is None:
                asked = (
                    plain(inner[0]) if index in swap else f"{plain(inner[0])}..{plain(inner[1])}"
                )
                raise CheckError(
                    f"{fact.name} is known for {index} = {plain(low)}..{plain(high)}; "
                    f"{index} = {asked} is not visibly in that range"
                )
            reasons |= found
        return reasons

    def _still_true(
        self, fact: Fact, swap: dict[sp.Symbol, Term], ranges: Ranges
    ) -> tuple[Reasons, Reasons]:
        """What the instance rests on: what the fact rests on, with everything that mentions a
        replaced name re-established after the replacement."""
        indices = {index for index, _ in fact.over.ranges}
        names = {symbol.name: term for symbol, term in swap.items() if symbol not in indices}
        rests_on = set(fact.basis)
        if not names:
            return frozenset(rests_on), NOTHING
        if fact.status != PROVED and not names.keys() <= fact.over.values:
            raise CheckError(
                f"{fact.name} is a {fact.status} about this very {', '.join(names)}: "
                "only an index of it can be replaced"
            )
        found = NOTHING
        values = {symbol: term.sym for symbol, term in swap.items() if symbol.name in names}
        for name, term in names.items():
            sign = self._language.names[name].sign
            if sign != "real":
                rests_on.discard(sign_fact(name, sign))
                question = self._signs.positive if sign == "positive" else self._signs.nonnegative
                visible = question(term.sym, ranges)
                if visible is None:
                    raise CheckError(
                        f'{fact.name} needs {sign_fact(name, sign)}, but "{plain(term.sym)}" is not visibly so'
                    )
                found |= visible
        touched = {b.name: b for name in names for b in self._facts.about(rests_on, name)}
        for _, basis in sorted(touched.items()):
            found |= self._established(fact, basis, values, names, ranges)
            rests_on.discard(basis.name)
        return frozenset(rests_on), found

    def _established(
        self,
        fact: Fact,
        basis: Fact,
        values: dict[sp.Symbol, sp.Expr],
        names: Mapping[str, Term],
        ranges: Ranges,
    ) -> Reasons:
        """What makes ``basis`` true after the replacement, or a CheckError."""
        own = dict(basis.over.ranges)
        scope = ranges
        for index, pair in own.items():
            scope = entering(scope, index, pair)
        slack = substituted(basis.slack, values)
        quantified = {self._language.lookup(name).symbol for name in basis.over.values}
        clash = any((own.keys() | quantified) & value.free_symbols for value in values.values())
        ends = {symbol.name for pair in own.values() for end in pair for symbol in end.free_symbols}
        found: Reasons | None = None
        # of an infimum it would have to be shown that no other number is a larger lower bound, and
        # a uniform law is about one range
        fixed = basis.status in (INFIMUM, LAW)
        if not clash and not ends & names.keys() and not fixed:
            if basis.operator == "==":
                found = NOTHING if self._algebra.is_zero(slack) else None
            else:
                question = (
                    self._signs.positive if basis.operator == "<" else self._signs.nonnegative
                )
                found = question(slack, scope)
        if any(self._facts.about(found or (), name) for name in basis.over.values):
            found = None  # that is known for one value, and the basis speaks of all
        if found is None:
            changes = ", ".join(f"{name} = {plain(term.sym)}" for name, term in names.items())
            raise CheckError(
                f"{fact.name} rests on {basis.name}, {basis.text.strip()}, which need not hold for {changes}; "
                "state the choice as a definition and cite it instead"
            )
        return found

    # ------------------------------------------------------------------ rewriting by a definition
    def rewritten(
        self, e: sp.Expr, definition: Statement, ranges: Ranges
    ) -> tuple[sp.Expr, Reasons]:
        """``e`` with every occurrence of the definition's left side replaced by its right side.

        An occurrence inside a sum is replaced only if the sum stays within the definition's range.
        """
        if e == definition.left:
            reasons = NOTHING
            for value, outer in definition.where:
                found = self._signs.covers((value, value), outer, ranges)
                if found is None:
                    raise CheckError(
                        f'{definition.name} defines "{plain(e)}" only where {plain(value)} = '
                        f"{plain(outer[0])}..{plain(outer[1])}, which is not visible here"
                    )
                reasons |= found
            return definition.right, reasons
        if not e.args:
            return e, NOTHING
        inside = with_limits(ranges, e) if isinstance(e, sp.Sum) else ranges
        if isinstance(e, sp.Sum) and definition.fixed & {limit[0] for limit in e.limits}:
            return e, NOTHING  # what replaces a name was looked at for another value of this letter
        parts, reasons = [], NOTHING
        for position, part in enumerate(e.args):
            if isinstance(e, sp.Sum) and position > 0:
                parts.append(part)  # the limits themselves are not rewritten
                continue
            new, found = self.rewritten(part, definition, inside)
            parts.append(new)
            reasons |= found
        return (e.func(*parts) if tuple(parts) != e.args else e), reasons
