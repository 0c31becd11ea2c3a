r"""The sentence that states a theorem, bound to what was checked.

Its author writes words, and ties to them everything that makes the theorem true:

``[the Perceptron](start, update)``  words that stand for facts, named in round brackets
``{radius}``                         a fact printed as a formula
```w[t]```                           a term of the language of derivations, or a name, printed
``{claim}``                          the claim, printed; it stands in the sentence once
``$\mathcal W$``                     letters alone, for what the derivation has no name for

Instead of a fact, words may stand for a declared sign, ``[some mistake](M > 0)``, for the names that
depend on chance, ``[a random example](random)``, and for an index drawn uniformly, ``(uniform i)``.
A fact that is printed within such words, ``[{radius}](R > 0)``, is among what they stand for.
A hypothesis, an assumed lemma, a definition that the statement needs or a sign that no phrase stands
for is an error, and so are words for something that the context does not have. A definition by an
expectation says that something is integrable, so it is needed if the claim is not displayed with this
very expectation, and a phrase for it has the name that it defines among its words. Which words may be
used, :mod:`.grammar` says.

A theorem within a setting begins ``In @ogd.setting, ...`` or ``In @ogd.setting let ...``; what the box of
this name says need not be said again, as :mod:`.setting` explains. If its claim is displayed in another
form, ``shown="..."``, definitions of names that this form does not have need no phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import CheckError
from ..reading.language import Language
from ..reading.names import words_in
from ..trusted.facts import DEFINITION, INFIMUM, LAW, PROVED, Fact, sign_fact
from .grammar import demand_form, demand_opening
from .lexicon import compares, loose, misfit
from .parts import Exact, Part, Sentence, Setting
from .theorem import Quoted, Theorem
from .wording import for_every, random_names, range_tex, sign_tex, uniform_indices

PART = re.compile(
    r"\[(?P<words>(?:`[^`]*`|[^\]`])+)\]\((?P<bound>[^)]+)\)"
    r"|\{(?P<fact>\w+)\}"
    r"|@(?P<setting>[A-Za-z]\w*(?:\.\w+)?)"
    r"|`(?P<term>[^`]+)`"
    r"|\$(?P<letters>[^$]+)\$"
)
LETTERS = re.compile(r"(?:\\math(?:bb|cal) )?[A-Za-z](?:\^[A-Za-z])?")
FUNCTION = re.compile(r"([A-Za-z]\w*)\[(\w+(?: ?[+-] ?\w+)?)\]")
WORDS = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ0-9 .,:;()'’+−–-]*")
PHRASE = r"\[(?:`[^`]*`|[^\]`])+\]\([^)]+\)"
SIGNED = re.compile(r"\b(?:positive|nonnegative|negative|above|below|zero|0|some|any)\b")
ONE_OF = re.compile(r"\b[Ss]ome [`$](\w+)")
CLAIM, RANDOM = "claim", "random"

COUNTS = ("T", "d", "n")
BOUNDS = ("R", "U", "G", "D", "X", "Z", "alpha", "eta")
"""Signs that go without saying: numbers of rounds and dimensions are positive integers, step sizes
and bounds on lengths, slopes and losses are not negative. The page on notation says so. That such a
bound is positive is more, and has to be said."""


def sentence_for(theorem: Theorem, text: str) -> Sentence:
    """Read the sentence, or refuse it and name what it leaves out."""
    reader = Reader(theorem)
    text = " ".join(text.split())
    parts = tuple(reader.parts(text))
    demand_opening(theorem.name, parts, [setting.name for setting in theorem.within])
    demand_form(theorem.name, parts)
    _demand_claim_for(theorem, text)
    if left_out := reader.left_out():
        raise CheckError(f"{theorem.name}: no phrase of the statement stands for {left_out}")
    _demand_words_fit(theorem, parts)
    return Sentence(parts)


def _demand_words_fit(theorem: Theorem, parts: Sequence[Part]) -> None:
    likely = theorem.quoted is not None and theorem.quoted.level
    shown = theorem.quoted.text if theorem.quoted and likely else theorem.claim
    if likely and compares(theorem.title):
        raise CheckError(f"{theorem.name}: its title compares, and its claim is a probability")
    demand_fit(theorem.name, parts, theorem.supposed, [(theorem.title, [shown])])
    demand_nothing_loose(theorem.name, parts, shown)


def demand_fit(
    name: str,
    parts: Sequence[Part],
    facts: Iterable[Fact],
    more: Sequence[tuple[str, list[str]]] = (),
) -> None:
    """Refuse a phrase, a label or a title that compares otherwise than the relation it belongs to."""
    spoken = [(part.shown, [exact.text for exact in part.stands_for]) for part in parts]
    spoken += [(fact.label, [fact.text]) for fact in facts]
    for words, relations in [*spoken, *more]:
        if fault := misfit(words, relations):
            raise CheckError(f"{name}: {words!r} {fault}: {'; '.join(relations)}")


def demand_nothing_loose(name: str, parts: Sequence[Part], claim: str = "") -> None:
    """Refuse words between phrases that compare, unless they say in the claim's sentence what it says."""
    place = next((i for i, part in enumerate(parts) if part.is_claim), 0)
    free = [(i, p.shown) for i, p in enumerate(parts) if not (p.stands_for or p.is_claim)]
    begins = max((i for i, words in free if i < place and ". " in words), default=-1)
    for i, shown in free:
        *before, last = shown.split(". ")
        of_claim = claim if begins <= i < place else ""
        for words, again in [*((words, "") for words in before), (last, of_claim)]:
            if fault := loose(words, again):
                raise CheckError(f"{name}: {words.strip()!r} {fault}")


def _demand_claim_for(theorem: Theorem, text: str) -> None:
    """Refuse a claim that is said for more than it was proved for."""
    before, _, after = text.partition(f"{{{CLAIM}}}")
    earlier, _, last = before.rpartition(". ")
    after = re.sub(PHRASE, "", after)
    if "in every round" in after and not theorem.proof.fact.over.ranges:
        raise CheckError(f"{theorem.name}: its claim is not one of every round")
    names = re.findall(r"[`$]([A-Za-z]\w*)", after if "for every" in after else "")
    names += re.findall(r"\b(?:every|all|any) [`$](\w+)[`$],? $", re.sub(PHRASE, "", last))
    for name in names:
        said = set(re.findall(r"\w+", earlier))
        said |= {fact for setting in theorem.within for fact in setting.facts}
        supposed = [fact for fact in (*theorem.hypotheses, *theorem.assumed) if fact.name in said]
        sides = [(fact, words_in(fact.text)) for fact in supposed if fact.is_about(name)]
        given = [fact for fact, words in sides if name in words]  # not in its range alone
        if given:
            raise CheckError(
                f"{theorem.name}: its claim is said for every {name}, and {given[0].name} supposes "
                f"something of it ({given[0].text})"
            )


@dataclass(frozen=True)
class Stage:
    """What a reader of sentences asks of a theorem, for a context in which all is supposed."""

    name: str
    language: Language
    facts: Mapping[str, Fact]
    random: tuple[str, ...]
    within: tuple[Setting, ...] = ()
    claim: str = ""
    quoted: Quoted | None = None
    shown_tex: str = ""

    @property
    def displayed(self) -> tuple[Fact, ...]:
        """All that is supposed."""
        return tuple(fact for fact in self.facts.values() if fact.status not in (PROVED, LAW))

    @property
    def signs(self) -> tuple[str, ...]:
        """All declared signs."""
        names = self.language.names.values()
        return tuple(sorted(sign_fact(n.text, n.sign) for n in names if n.sign != "real"))


class Reader:
    """Reads a sentence, and remembers what its words stand for."""

    def __init__(self, theorem: Theorem | Stage) -> None:
        self._theorem = theorem
        self._language: Language = theorem.language
        self._supposed = {fact.name: fact for fact in theorem.displayed}
        self._within = {setting.name: setting for setting in theorem.within}
        self.bound: set[str] = set()
        self.terms: set[str] = set()  # printed because the author wished so

    def parts(self, text: str) -> Iterator[Part]:
        """The sentence, part by part."""
        for name in ONE_OF.findall(text):
            self._demand_free(name)
        end = 0
        for found in PART.finditer(text):
            yield from self._plain(text[end : found.start()])
            yield self._part(found)
            end = found.end()
        yield from self._plain(text[end:])

    def left_out(self) -> str:
        """The first thing that the theorem needs and the sentence does not say; or nothing."""
        missing = [
            f"the {fact.status} {fact.name} ({fact.text})"
            for fact in self._needed()
            if fact.name not in self.bound
        ]
        missing += [
            f"the sign {sign}"
            for sign in self._theorem.signs
            if sign not in self.bound
            and not self._goes_without_saying(sign)
            and not self._follows(sign)
        ]
        missing += [what for what in self.chance if what not in self.bound]
        bound = [fact for name, fact in self._theorem.facts.items() if name in self.bound]
        missing += [
            f"what says that {name} is {tex}"
            for name, tex in self._language.written.items()
            if name in words_in(self._claimed, *(fact.text for fact in self._needed()))
            and not any(fact.mentions(name) for fact in bound)
        ]
        return missing[0] if missing else ""

    # ------------------------------------------------------------------ what has to be said
    def _needed(self) -> list[Fact]:
        """Hypotheses, lemmas, and the definitions of names that these or the claim speak of."""
        definitions = {n: f for n, f in self._supposed.items() if f.status in (DEFINITION, INFIMUM)}
        spelled_out = words_in(self._theorem.claim) - words_in(self._claimed)
        signed = {  # of its right side too, then
            sign.split()[0]
            for sign in self._theorem.signs
            if sign.split()[0] not in spelled_out or not self._follows(sign)
        }
        needed = [
            f
            for f in self._supposed.values()
            if f.name not in definitions
            or defined_by(f) in signed
            or (_says_integrable(f) and f.name not in self._said)
        ]
        definitions = {name: f for name, f in definitions.items() if f not in needed}
        texts = [self._claimed, *(fact.text for fact in needed)]
        while texts:
            spoken_of = words_in(*texts)
            new = [f for f in definitions.values() if defined_by(f) in spoken_of]
            for fact in new:
                del definitions[fact.name]
            needed += new
            texts = [fact.text for fact in new]
        return needed

    @property
    def _said(self) -> frozenset[str]:
        """What the displayed claim says itself."""
        return self._theorem.quoted.said if self._theorem.quoted else frozenset()

    @property
    def _claimed(self) -> str:
        """The claim as it is displayed."""
        quoted = self._theorem.quoted
        return f"{quoted.text} {quoted.level}" if quoted else self._theorem.claim

    def _goes_without_saying(self, sign: str) -> bool:
        name, relation, _ = sign.split()
        integer = self._language.names[name].integer
        if self._language.is_random_name(name):
            return False
        return name in COUNTS if integer else name in BOUNDS and relation == ">="

    def _follows(self, sign: str) -> bool:
        """Whether a number has its sign by its definition, seen from the signs of what defines it."""
        name, relation, _ = sign.split()
        defining = [f for f in self._supposed.values() if f.text.startswith(f"{name} == ")]
        if not defining or defining[0].status == INFIMUM:
            return False
        right = defining[0].right
        return bool(right.is_positive if relation == ">" else right.is_nonnegative)

    @property
    def chance(self) -> dict[str, str]:
        """What has to be said of chance, and how it is shown."""
        shown = {
            f"uniform {index}": drawn for index, drawn in uniform_indices(self._theorem).items()
        }
        if names := random_names(self._theorem):
            shown[RANDOM] = f"{names}; all else is fixed"
        return shown

    # ------------------------------------------------------------------ the parts
    def _plain(self, words: str) -> Iterator[Part]:
        if not WORDS.fullmatch(words):
            raise CheckError(
                f"{self._theorem.name}: words were expected in its statement: {words!r}"
            )
        if words:
            yield Part(words)

    def _part(self, found: re.Match[str]) -> Part:
        if found["words"]:
            inner = list(self.parts(found["words"]))
            shown = "".join(part.shown for part in inner)
            if not re.search(r"[A-Za-z0-9]", shown):
                raise CheckError(f"{self._theorem.name}: a phrase has words: {found[0]!r}")
            exact = [e for name in found["bound"].split(",") for e in self._exact(name.strip())]
            if not exact:
                raise CheckError(
                    f"{self._theorem.name} does not rest on anything that "
                    f'"{found["words"]}" stands for: {found["bound"]}'
                )
            for name in found["bound"].split(","):
                self._demand_name(name.strip(), found["words"])
            within = [e for part in inner for e in part.stands_for]
            stands_for = tuple(dict.fromkeys([*within, *exact]))
            self._demand_letters(stands_for, found["words"])
            return Part(shown, stands_for, ends_in_formula=inner[-1].is_formula)
        if found["fact"] == CLAIM:
            self.bound |= (
                self._said if self._theorem.quoted and self._theorem.quoted.level else set()
            )
            return Part(self._theorem.shown_tex, is_claim=True)
        if found["fact"]:
            return self._formula(found["fact"])
        if found["setting"]:
            return self._in_setting(found["setting"])
        self.terms |= {found["term"] or ""}
        if (called := FUNCTION.fullmatch(found["term"] or "")) and self._is_function(called[1]):
            index = self._language.parse(called[2]).tex  # without its argument
            return Part(f"${self._language.spelled(called[1], [index])}$", is_term=True)
        if found["term"] in self._language.names:  # alone, whatever its subscripts
            return Part(f"${self._language.spelled(found['term'])}$", is_term=True)
        if found["term"]:
            return Part(f"${self._language.parse(found['term']).tex}$", is_term=True)
        if not LETTERS.fullmatch(found["letters"]):
            raise CheckError(
                f"{self._theorem.name}: only letters stand between dollars in its statement, the rest "
                f"is printed from what was checked: {found['letters']!r}"
            )
        return Part(f"${found['letters']}$")

    def _is_function(self, name: str) -> bool:
        """Whether a name stands for functions, one for each index."""
        return self._language.usage.get(name, (0, ()))[1] != ()

    def _in_setting(self, name: str) -> Part:
        """The name of a setting, which stands for all of it that the theorem rests on."""
        if name not in self._within:
            raise CheckError(
                f"{self._theorem.name}: its statement names the setting {name}, which it is not within"
            )
        setting = self._within[name]
        exact = [e for said in (*setting.facts, *sorted(setting.signs)) for e in self._exact(said)]
        for what, how in self.chance.items():
            known = setting.chance.get(what)
            if how == known or (what == RANDOM and self._random <= {*setting.random}):
                exact += self._exact(what)
        if not exact:
            raise CheckError(f"{self._theorem.name} rests on nothing that the setting {name} says")
        return Part(setting.title, tuple(dict.fromkeys(exact)), setting=name)

    @property
    def _random(self) -> set[str]:
        """The names that depend on chance, without indices drawn uniformly and what the claim says itself."""
        said = {sign.split()[0] for sign in self._said & {*self._theorem.signs}}
        return {*self._theorem.random} - said - {index.name for index in self._language.uniform}

    def _demand_free(self, name: str) -> None:
        """Refuse to speak of one value of a letter that what is supposed binds."""
        facts = self._supposed.values()
        bound = any(name in fact.over.values for fact in facts)
        bound = bound and not any(fact.is_about(name) for fact in facts)
        if bound or name in {index.name for index in self._language.ranges}:
            raise CheckError(
                f'{self._theorem.name}: its statement speaks of "some {name}", and what is supposed holds '
                "for all"
            )

    def _demand_letters(self, bound: Sequence[Exact], words: str) -> None:
        """Refuse words about the sign or the definition of one letter that stand for that of another."""
        spelled = words_in(*re.findall(r"`([^`]*)`", words), *re.findall(r"\$([^$]*)\$", words))
        drawn = {exact.label for exact in bound} & {RANDOM, "uniform"}
        declared = [n for n in self._language.names.values() if n.text in spelled and not n.integer]
        fixed = {name.text for name in declared if not name.random}
        if drawn and (fixed := fixed - words_in(*(exact.text for exact in bound))):
            raise CheckError(
                f'{self._theorem.name}: "{words}" stands for what is random, and names {min(fixed)}'
            )
        signs = [exact.text for exact in bound if exact.label == "sign"]
        other = spelled - words_in(*(exact.text for exact in bound))
        if (
            len(signs) == len(bound)
            and other & self._language.names.keys()
            and SIGNED.search(words)
        ):
            unnamed = [sign for sign in signs if sign.split()[0] not in spelled and " > " in sign]
        elif bound and not any(exact.given or exact.label == RANDOM for exact in bound):
            defined = not {exact.label.split()[0] for exact in bound} & {"uniform"}
            unnamed = [bound[0].text] if spelled and other == spelled and defined else []
        else:
            index = {str(s) for i, ends in self._language.ranges.items() for s in (i, *ends)}
            names = {str(s) for end in index for s in words_in(end)}
            foreign = (other & self._language.names.keys()) - names
            unnamed = [exact.text for exact in bound if exact.given and exact.label != "sign"]
            unnamed = unnamed if foreign and compares(words) else []
        if unnamed:
            raise CheckError(
                f'{self._theorem.name}: "{words}" stands for {unnamed[0]}, and names another letter'
            )

    def _demand_name(self, name: str, words: str) -> None:
        """What a number is the mean of can be seen in words for this number only."""
        fact = self._supposed.get(name)
        if fact is None or fact.status != DEFINITION or not _says_integrable(fact):
            return
        spelled = words_in(*re.findall(r"[`$]([^`$]*)[`$]", words))
        if defined_by(fact) not in spelled and f"{{{name}}}" not in words:
            raise CheckError(
                f'{self._theorem.name}: "{words}" stands for the definition of {defined_by(fact)} by an '
                "expectation, and does not name it"
            )

    def _formula(self, name: str) -> Part:
        if not (exact := self._exact(name)):
            raise CheckError(f"{self._theorem.name} does not rest on {name}")
        fact = self._supposed[name]
        usual = all(self._language.ranges.get(i) == ends for i, ends in fact.over.ranges)
        where = ["" if usual else range_tex(fact), for_every(fact)]
        formula = f"${as_norm(fact, self._language)}$"
        return Part(" ".join([formula, *filter(None, where)]), tuple(exact), is_formula=True)

    def _exact(self, name: str) -> list[Exact]:
        """What one name in round brackets means; nothing, if the theorem does not rest on it."""
        self.bound.add(name)
        if fact := self._supposed.get(name):
            shown = ", ".join(filter(None, [f"${fact.tex}$", range_tex(fact), for_every(fact)]))
            source = f" ({fact.source})" if fact.source else ""
            given = fact.status not in (DEFINITION, INFIMUM)
            return [Exact(fact.label + source, shown, fact.text + fact.over.where, given)]
        if name in self._theorem.signs:
            return [Exact("sign", sign_tex(self._theorem, name), name, True)]
        if shown := self.chance.get(name, ""):
            return [Exact(name.split()[0], shown, shown.replace("$", ""))]
        known = name in self._theorem.facts or name == RANDOM
        if not known and name.split()[0] not in self._language.names:
            raise CheckError(
                f'{self._theorem.name}: its statement speaks of "{name}", which is no fact'
            )
        return []


def _says_integrable(fact: Fact) -> bool:
    """Whether it has an expectation, and so says that something is integrable."""
    return "E" in words_in(fact.text) or re.search(r"\bE\(", fact.text) is not None


def defined_by(fact: Fact) -> str:
    """The name that a definition is about."""
    found = re.match(r"\w+", fact.text)
    return found[0] if found else ""


def as_norm(fact: Fact, language: Language) -> str:
    r"""The fact in LaTeX, with :math:`\lVert a\rVert\le R` for :math:`\lVert a\rVert^2\le R^2`.

    So for a number, :math:`\lvert u\rvert\le U` for :math:`u^2\le U^2`. The two say the same where :math:`R` is
    a number or declared nonnegative; otherwise nothing is changed.
    """
    square = r"(?:norm2\([^()]*\) (?:<=|==|>=)|(?P<number>\w+(?:\[\w+\])?) \*\* 2 <=)"
    found = re.fullmatch(rf"{square} (?:1|(?P<base>\w+) \*\* 2)", fact.text)
    base = found and found["base"]
    if not found or (base in language.names and language.names[base].sign == "real"):
        return fact.tex
    left, relation, right = re.split(r" (=|\\le|\\ge) ", fact.tex)
    right = right.removesuffix("^{2}")
    if found["number"]:
        return rf"\lvert {language.parse(found['number']).tex} \rvert {relation} {right}"
    return f"{left.removesuffix('^2')} {relation} {right}"
