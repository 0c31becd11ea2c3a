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

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, replace
from typing import Any

from ..errors import CheckError
from ..reading.language import Language
from ..reading.names import words_in
from ..trusted.facts import DEFINITION, INFIMUM, LAW, PROVED, Fact, demand_seal, sign_fact
from . import render
from .grammar import demand_no_consequence, demand_opening, demand_words
from .sentence import RANDOM, Part, Reader, defined_by, demand_fit, demand_nothing_loose

PLAIN = {PROVED, LAW}  # what is no part of a setting


@dataclass(frozen=True, eq=False)
class Setting:
    """A box of its own: its sentence, and what its words stand for. Two are equal by their content."""

    name: str
    title: str
    parts: tuple[Part, ...]
    facts: Mapping[str, Fact]
    signs: frozenset[str]
    chance: Mapping[str, str]  # uniform indices, and what they are drawn from
    random: tuple[str, ...]  # the names that depend on chance, if it says so
    letters: frozenset[str]
    language: Language
    within: tuple[Setting, ...] = ()
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        demand_seal(seal)

    @property
    def content(self) -> tuple[object, ...]:
        """All that it says and means."""
        return (
            self.name,
            self.title,
            tuple((part.shown, part.stands_for, part.setting) for part in self.parts),
            tuple((name, repr(_means(fact))) for name, fact in sorted(self.facts.items())),
            tuple(sorted(self.signs)),
            tuple(sorted(self.chance.items())),
            self.random,
            tuple((each, declared(self.language, each)) for each in sorted(self.letters)),
            tuple(other.content for other in self.within),
        )

    @property
    def digest(self) -> str:
        """A fingerprint of its content."""
        return hashlib.sha256(repr(self.content).encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.digest)

    def demand_in(self, where: str, language: Language, facts: Mapping[str, Fact]) -> None:
        """Refuse a context in which something of the setting is missing or means something else."""
        for name, mine in self.facts.items():
            other = facts.get(name)
            if other is None:
                raise CheckError(
                    f"{where}: the setting {self.name} says {name} ({mine.text}), which is no fact here"
                )
            if _means(mine) != _means(other):
                raise CheckError(
                    f"{where}: the setting {self.name} says {name} as {_in_words(mine)}, here it is "
                    f"{_in_words(other)}"
                )
        for letter in sorted(self.letters & language.names.keys()):
            if declared(self.language, letter) != declared(language, letter):
                raise CheckError(
                    f"{where}: {letter} is declared otherwise than in the setting {self.name}"
                )

    def __str__(self) -> str:
        words = "".join(part.shown for part in self.parts).strip()
        return f"{self.name} ({self.title}): {words}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {
            "text/markdown": render.setting_markdown(self),
            "text/html": render.setting_html(self),
            "text/plain": str(self),
        }


def _means(fact: Fact) -> tuple[object, ...]:
    """What has to be the same of a fact in two contexts."""
    over = fact.over
    ranges = tuple((str(i), str(low), str(high)) for i, (low, high) in over.ranges)
    return fact.status, fact.text, ranges, tuple(sorted(over.values)), fact.source, fact.tex


def _in_words(fact: Fact) -> str:
    """A fact for a message, with everything in which two may differ."""
    values = f", for all {' '.join(sorted(fact.over.values))}" if fact.over.values else ""
    source = f" ({fact.source})" if fact.source else ""
    return f"the {fact.status} {fact.text}{fact.over.where}{values}{source}"


def declared(language: Language, letter: str) -> tuple[object, ...]:
    """How a letter is declared."""
    name = language.names[letter]
    drawn = {str(index): str(ends) for index, ends in language.uniform.items()}
    is_index = name.symbol in language.ranges
    shown = language.written.get(letter, "")
    return name.kind, name.sign, name.integer, name.random, is_index, drawn.get(letter, ""), shown


@dataclass(frozen=True)
class Stage:
    """What a reader of sentences asks of a theorem, for a context in which all is supposed."""

    name: str
    language: Language
    facts: Mapping[str, Fact]
    random: tuple[str, ...]
    within: tuple[Setting, ...] = ()
    claim: str = ""
    quoted: Any = None
    shown_tex: str = ""

    @property
    def displayed(self) -> tuple[Fact, ...]:
        """All that is supposed."""
        return tuple(fact for fact in self.facts.values() if fact.status not in PLAIN)

    @property
    def signs(self) -> tuple[str, ...]:
        """All declared signs."""
        names = self.language.names.values()
        return tuple(sorted(sign_fact(n.text, n.sign) for n in names if n.sign != "real"))


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
