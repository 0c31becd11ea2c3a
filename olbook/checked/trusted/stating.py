"""What is stated becomes a fact, once all that is written in it makes sense and defines something."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ..errors import CheckError
from ..reading.chains import read_infimum
from ..reading.terms import PRODUCT, Expectation, Ranges, Relation, tex_of_name
from .definitions import Definitions
from .facts import DEFINITION, INFIMUM, NOTHING, SEAL, Fact, Over, Reasons
from .known import Known
from .rules.infimum import bounded_below


@dataclass(frozen=True)
class Said:
    """The arguments of ``hyp``, ``define`` or ``assume``."""

    status: str
    name: str
    text: str
    label: str = ""
    source: str = ""
    on: str | None = None
    for_all: str = ""


class Stating:
    """Makes the facts that are not proved."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._language = known.language
        self._definitions = Definitions(known.language, known.facts, known.signs)

    def state(self, said: Said) -> None:
        """Add what is said to the facts, or raise a CheckError."""
        name = said.name
        infimum = None
        if said.status == DEFINITION:
            infimum = read_infimum(self._language, said.text)
        if infimum is None:
            fact = self._fact(said, self._language.relation(said.text))
        elif said.on or said.for_all:
            raise CheckError(f"{name}: an infimum has no range and no for_all")
        else:
            fact = self._infimum(said, *infimum)
        if said.status == DEFINITION and infimum is None and fact.operator != "==":
            raise CheckError(f"{name}: a definition has the form name == term or name[t] == term")
        self._definitions.demand(fact)
        self._known.duties.demand_untied(self._language.limits, fact)
        self._known.facts.add(fact)

    def _infimum(self, said: Said, defined: str, e: str, over: str) -> Fact:
        """``B == inf(F(u), u)`` is the fact ``B <= F(u)`` for all u, with what bounds F below."""
        relation = self._language.relation(f"{defined} <= {e}")
        if relation.left.sym in self._language.ranges:
            raise CheckError(f"{said.name}: an infimum is given to a plain name")
        if self._language.indices(relation.right.sym):
            raise CheckError(f"{said.name}: an infimum has no free index")
        below = bounded_below(self._known, relation.right, over)
        shown = rf"\inf_{{{tex_of_name(over)}}} {relation.right.bracketed(PRODUCT)}"
        bound = Said(INFIMUM, said.name, said.text, said.label, for_all=over)
        return self._fact(bound, relation, below, f"{relation.left.tex} = {shown}")

    def _fact(
        self, said: Said, relation: Relation, reasons: Reasons = NOTHING, tex: str = ""
    ) -> Fact:
        name, sides = said.name, (relation.left, relation.right)
        ranges = self._language.ranges_of(list(sides), said.on)
        written = self._language.letters_in(self._language.tree(said.text))
        if gone := written & {index.name for index in self._language.ranges} - {
            i.name for i in ranges
        }:
            raise CheckError(
                f"{name}: {min(gone)} cancels, and is said to run over a range: leave it out"
            )
        reasons |= self._known.duties.discharge(relation.obligations, ranges)
        quantified = self._quantified(said, relation, ranges)
        if known := [f for each in quantified for f in self._known.facts.about(reasons, each)]:
            raise CheckError(
                f"{name}: that it makes sense for all values is known for one only, by {known[0].name}"
            )
        if self._language.uniform.keys() & _outside_expectations(*(side.sym for side in sides)):
            raise CheckError(
                f"{name}: a uniform index is independent of all else; it stands in an E(...)"
            )
        chance = any(side.sym.has(Expectation) for side in sides)
        return Fact(
            name=name,
            status=said.status,
            left=relation.left.sym,
            operator=relation.operator,
            right=relation.right.sym,
            kind=relation.right.kind if relation.left.is_zero else relation.left.kind,
            tex=tex or relation.tex,
            over=Over(tuple(ranges.items()), quantified, chance),
            rests_on=reasons,
            label=said.label or name.replace("_", " "),
            source=said.source,
            text=self._language.normal(said.text),
            seal=SEAL,
        )

    def _quantified(self, said: Said, relation: Relation, ranges: Ranges) -> frozenset[str]:
        """The names that a fact is stated for all values of: plain names that occur in it."""
        names = frozenset(said.for_all.split())
        spoken = relation.left.sym.free_symbols | relation.right.sym.free_symbols
        drawn = [ends for index, ends in self._language.uniform.items() if index in spoken]
        in_a_range = {
            s for ends in (*ranges.values(), *drawn) for end in ends for s in end.free_symbols
        }
        for each in names:
            symbol = self._language.lookup(each).symbol
            if symbol in in_a_range:
                raise CheckError(f"{said.name}: {each} stands in a range, where it has one value")
            fixed = symbol in self._language.ranges or self._language.is_random_name(each)
            if symbol not in spoken or fixed:
                raise CheckError(
                    f"{said.name}: {each} is not a plain name in it that is neither an index nor random"
                )
        return names


def _outside_expectations(*sides: sp.Expr) -> set[sp.Basic]:
    """The symbols that occur outside of every expectation."""
    found: set[sp.Basic] = set()
    waiting: list[sp.Basic] = list(sides)
    while waiting:
        part = waiting.pop()
        if isinstance(part, sp.Symbol):
            found.add(part)
        elif part.func is not Expectation:
            waiting.extend(part.args)
    return found
