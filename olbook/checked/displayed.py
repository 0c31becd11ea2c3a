"""Facts and declarations in the words that the judge reads: texts, and nothing of what was proved."""

from __future__ import annotations

from collections.abc import Iterable, Set

from .judge import Declared, Said
from .reading.language import Language
from .reading.names import words_in
from .reading.terms import plain
from .trusted.facts import INFIMUM, Fact


def said_of(fact: Fact) -> Said:
    """What is stated by a fact that is not proved."""
    ranges = tuple((i.name, plain(low), plain(high)) for i, (low, high) in fact.over.ranges)
    for_all = () if fact.status == INFIMUM else tuple(sorted(fact.over.values))
    return Said(fact.status, fact.name, fact.text, ranges, for_all)


def uniform_of(language: Language, shown: Set[str] | None = None) -> dict[str, tuple[str, str]]:
    """The uniform indices, or those of them that are shown, with their ranges."""
    return {
        index.name: (plain(low), plain(high))
        for index, (low, high) in language.uniform.items()
        if shown is None or index.name in shown
    }


def declared_in(
    language: Language,
    said: Iterable[Said],
    uniform: dict[str, tuple[str, str]],
    signs: Set[str] | None = None,
) -> dict[str, Declared]:
    """The names that occur in what is said; of ``signs``, if given, only those have their signs."""
    occurring: set[str] = set()
    for each in said:
        occurring |= words_in(each.text)
        for _, low, high in each.ranges:
            occurring |= words_in(low) | words_in(high)
    for low, high in uniform.values():
        occurring |= words_in(low) | words_in(high)
    letters = {index.name for index in language.ranges} | uniform.keys()
    return {
        name.text: Declared(
            name.kind,
            name.sign if signs is None or name.text in signs else "real",
            name.integer,
            name.random,
        )
        for name in language.names.values()
        if name.text in occurring - letters
    }
