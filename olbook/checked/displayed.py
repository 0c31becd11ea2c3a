"""Facts and declarations in the words that the judge reads: texts, and nothing of what was proved."""

from __future__ import annotations

from collections.abc import Iterable, Set

import sympy as sp

from .judge import Declared, Said, Stated
from .reading.language import Language
from .reading.names import words_in
from .reading.terms import Range, plain
from .trusted.facts import INFIMUM, LAW, PROVED, Fact


def over_in_words(ranges: Iterable[tuple[sp.Symbol, Range]]) -> tuple[tuple[str, str, str], ...]:
    """Indices with their ranges."""
    return tuple((index.name, plain(low), plain(high)) for index, (low, high) in ranges)


def said_of(fact: Fact) -> Said:
    """What is stated by a fact that is not proved."""
    for_all = () if fact.status == INFIMUM else tuple(sorted(fact.over.values))
    return Said(fact.status, fact.name, fact.text, over_in_words(fact.over.ranges), for_all)


def stated(
    language: Language,
    supposed: Iterable[Fact],
    claim: Said,
    *,
    signs: Set[str] | None = None,
    uniform: Set[str] | None = None,
) -> Stated:
    """A statement for the judge, with all declared signs and uniform indices, or those displayed only."""
    above = tuple(said_of(fact) for fact in supposed if fact.status not in (PROVED, LAW))
    drawn = {
        index.name: (plain(low), plain(high))
        for index, (low, high) in language.uniform.items()
        if uniform is None or index.name in uniform
    }
    occurring = set().union(*(words_in(low, high) for low, high in drawn.values()))
    for said in (*above, claim):
        occurring |= words_in(said.text, *(end for _, *ends in said.ranges for end in ends))
    letters = {index.name for index in language.ranges} | drawn.keys()
    names = {
        name.text: Declared(
            name.kind,
            name.sign if signs is None or name.text in signs else "real",
            name.integer,
            name.random,
        )
        for name in language.names.values()
        if name.text in occurring - letters
    }
    return Stated(names, drawn, above, claim)
