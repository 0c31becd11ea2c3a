r"""A setting: what several theorems suppose, said once, its words bound to facts like a theorem's.

``ctx.setting("ogd.setting", "Online gradient descent", '''...''')`` reads words as :mod:`.sentence` does,
from the facts and signs that the context has so far. It claims nothing, ends in a full stop, and says every
definition that its facts speak of. A theorem that is given ``within=(setting,)`` begins ``In
@ogd.setting, ...`` or ``In @ogd.setting let ...``; then what the setting says need not be said again.
A setting may begin so itself, if it is within another one.

The box and the theorem cannot mean different things: each fact of the setting has to be a fact of the
theorem's context, the same in status, text, ranges and for all values of the same names, and its letters have
to be declared alike. So a theorem may suppose more than its setting, and never less. The judge reads
all that the setting says, whether the proof uses it or not.

Contexts that share a setting make it by the same function. Settings of one name that differ are
refused when the theorems of the book are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..errors import CheckError
from ..reading.language import Language
from ..reading.names import words_in
from ..trusted.facts import DEFINITION, INFIMUM, Fact
from .grammar import demand_no_consequence, demand_opening, demand_words
from .parts import Setting
from .sentence import RANDOM, Reader, Stage, defined_by, demand_fit, demand_nothing_loose


def _demand_definitions(stage: Stage, said: Mapping[str, Fact], signs: Iterable[str]) -> None:
    """Refuse a setting whose facts speak of what it does not define."""
    spoken_of = words_in(*(f.text for f in said.values())) | {sign.split()[0] for sign in signs}
    for fact in stage.displayed:
        unsaid = fact.status in (DEFINITION, INFIMUM) and fact.name not in said
        if unsaid and defined_by(fact) in spoken_of:
            raise CheckError(
                f"{stage.name}: its facts speak of {defined_by(fact)}, and no phrase stands for the "
                f"definition {fact.name} ({fact.text})"
            )


def _letters(
    stage: Stage, said: Iterable[Fact], terms: Iterable[str], signs: Iterable[str]
) -> frozenset[str]:
    """The declared letters of which these facts, terms and signs speak."""
    ends = {str(s) for fact in said for end in fact.over.ends for s in end.free_symbols}
    spoken_of = words_in(*(fact.text for fact in said), *terms) | ends
    return frozenset(
        (spoken_of | {sign.split()[0] for sign in signs}) & stage.language.names.keys()
    )


def setting_for(
    name: str,
    title: str,
    language: Language,
    facts: Mapping[str, Fact],
    text: str,
    within: tuple[Setting, ...],
    seal: object,
) -> Setting:
    """Read the words of a setting, or refuse them."""
    text = " ".join(text.split())
    chance = tuple(each for each in language.names if language.is_random_name(each))
    stage = Stage(name, language, dict(facts), chance, within)
    for other in within:
        other.demand_in(name, language, facts)
    first = Reader(stage)
    if any(part.is_claim for part in first.parts(text)):
        raise CheckError(f"{name}: a setting claims nothing")
    said = {f.name: f for f in stage.displayed if f.name in first.bound}
    signs = frozenset(stage.signs) & first.bound
    letters = _letters(stage, said.values(), first.terms, signs)
    drawn = {what.split()[1] for what in first.bound if what.startswith("uniform ")}
    random = {each for each in chance if each in letters | drawn}
    reader = Reader(replace(stage, random=tuple(sorted(random))))  # now it shows these as random
    parts = tuple(reader.parts(text))
    demand_words(name, parts)
    demand_no_consequence(name, parts)
    demand_fit(name, parts, said.values())
    demand_nothing_loose(name, parts)
    demand_opening(name, parts, [other.name for other in within])
    if not text.endswith("."):
        raise CheckError(f"{name}: a setting ends in a full stop")
    if empty := sorted(reader.bound - said.keys() - signs - reader.chance.keys()):
        raise CheckError(f"{name}: {empty[0]} is not supposed here")
    _demand_definitions(stage, said, signs)
    if not re.search(r"[A-Za-z]", title):
        raise CheckError(f"{name}: a setting needs a title")
    return Setting(
        name=name,
        title=title,
        parts=parts,
        facts=said,
        signs=signs,
        chance={k: how for k, how in reader.chance.items() if k in reader.bound - {RANDOM}},
        random=tuple(sorted(random)) if RANDOM in reader.bound else (),
        letters=letters,
        language=language,
        within=within,
        seal=seal,
    )
