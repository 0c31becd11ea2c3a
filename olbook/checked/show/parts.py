r"""What authors say in words, read: sentences, settings, lines in the open. Each shows itself.

How it is read, :mod:`.sentence`, :mod:`.setting` and :mod:`.why` say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from html import escape

from ..errors import CheckError
from ..reading.language import Language
from ..trusted.facts import Fact, demand_seal
from .render import Lists, as_html, fold, label_of_setting, lists_html, lists_markdown, lists_of
from .wording import displayed, random_names, sign_tex, wrapped

SEPARATOR = " § "
"""Stands between a phrase and what it stands for, in the role ``said``."""

PHRASE_STYLE = "border-bottom: 1px dotted"


@dataclass(frozen=True)
class Exact:
    """One thing that a phrase stands for: in words, as a formula between dollars, and as it was typed."""

    label: str
    formula: str
    text: str
    given: bool = field(default=False, repr=False)  # a hypothesis, a lemma or a sign


@dataclass(frozen=True)
class Part:
    """Some words of the sentence, ``$`` around formulas, and what exactly they stand for."""

    shown: str
    stands_for: tuple[Exact, ...] = ()
    is_claim: bool = False
    is_formula: bool = False  # printed from a fact
    ends_in_formula: bool = False  # its last words are one that is printed from a fact
    is_term: bool = False  # printed because its author wished so
    setting: str = ""  # the name of the setting that it names


@dataclass(frozen=True)
class Sentence:
    """The statement of a theorem in words; read from left to right, the parts are the sentence."""

    parts: tuple[Part, ...]

    @property
    def around_claim(self) -> tuple[list[Part], str, list[Part]]:
        """The parts before the claim, the mark that follows it at once, and the parts after it."""
        place = next(i for i, part in enumerate(self.parts) if part.is_claim)
        before, after = list(self.parts[:place]), list(self.parts[place + 1 :])
        if not after or after[0].stands_for or after[0].shown[:1] not in set(".,;"):
            return before, "", after
        return before, after[0].shown[0], [replace(after[0], shown=after[0].shown[1:]), *after[1:]]


def said_markdown(part: Part) -> str:
    """Words of a sentence; the role ``said`` shows what they stand for on hover, focus and tap."""
    if part.setting:  # a link, whose preview is the box
        return f"{{prf:ref}}`{label_of_setting(part.setting)}` ({part.shown})"
    if not part.stands_for:
        return wrapped(part.shown)
    exact = [f"{e.label}: {e.formula}" for e in part.stands_for]
    return f"{{said}}`{SEPARATOR.join([wrapped(part.shown), *map(wrapped, exact)])}`"


def words_html(parts: Sequence[Part]) -> str:
    """The same as :func:`said_markdown`, of several parts."""
    return "".join(map(_said_html, parts))


def _said_html(part: Part) -> str:
    """Words of a sentence; what they stand for is shown on hover, as it was written."""
    if part.setting:
        return f"the setting <em>{as_html(part.shown)}</em>"
    if not part.stands_for:
        return as_html(wrapped(part.shown))
    exact = escape("; ".join(f"{e.label}: {e.text}" for e in part.stands_for).replace("$", ""))
    return f'<span title="{exact}" style="{PHRASE_STYLE}">{as_html(wrapped(part.shown))}</span>'


@dataclass(frozen=True)
class Line:
    """One line: a formula, whether it goes on from the one before, and why it holds."""

    tex: str
    goes_on: bool
    reason: str


@dataclass(frozen=True)
class Why:
    """The lines of a proof that are shown in the open; in a notebook they show themselves."""

    name: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join(f"{line.tex}    ({line.reason})" for line in self.lines)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {
            "text/markdown": _why_markdown(self),
            "text/html": _why_html(self),
            "text/plain": str(self),
        }


def _why_markdown(why: Why) -> str:
    """Lines of a proof with their reasons, which stand beside them where there is room."""
    out = ["::::{rst-class} derivation in-the-open", ""]
    for line in why.lines:
        out += [f"- {wrapped(line.reason)}", "", f"  {displayed(line.tex)}", ""]
    return "\n".join([*out, "::::", ""])


def _why_html(why: Why) -> str:
    rows = [
        f"<tr><td>{as_html(displayed(line.tex))}</td><td>{as_html(wrapped(line.reason))}</td></tr>"
        for line in why.lines
    ]
    return "\n".join(["<table>", *rows, "</table>"])


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
            "text/markdown": _setting_markdown(self),
            "text/html": _setting_html(self),
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


def _setting_markdown(setting: Setting) -> str:
    """The setting as a box, numbered with the theorems, and folded what exactly it says."""
    out = [f":::::{{prf:setting}} {setting.title}", f":label: {label_of_setting(setting.name)}", ""]
    out += ["".join(map(said_markdown, setting.parts)).strip(), ""]
    out += [f"::::{{admonition}} Exactly what it says: `{setting.name}`", ":class: dropdown", ""]
    out += [*lists_markdown(_said_in(setting)), "::::", ":::::", ""]
    return "\n".join(out)


def _said_in(setting: Setting) -> Lists:
    """All that a setting says, as it was written."""
    signs = {sign: sign_tex(setting, sign) for sign in sorted(setting.signs)}
    names = random_names(setting)
    random = [f"*random:* {names}"] if names else []
    random += [f"*uniform:* {how}" for how in setting.chance.values()]
    return lists_of([*setting.facts.values()], signs, random)


def _setting_html(setting: Setting) -> str:
    title = f"<p><strong>Setting ({as_html(setting.title)}).</strong></p>"
    exact = fold(f"Exactly what it says: {setting.name}", *lists_html(_said_in(setting)))
    return "\n".join(["<div>", title, f"<p>{words_html(setting.parts)}</p>", exact, "</div>"])
