r"""A context: the declared names, what is supposed of them, and what has been proved from it."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

import sympy as sp

from .errors import CheckError
from .judge import Sampler, Verdict, counterexample, verdict_on
from .reading.chains import Chain, Step, read_chain, read_infimum
from .reading.language import Language
from .reading.names import demand_identifier, ranges_in
from .reading.terms import GREEK, SCALAR, VECTOR, Ranges, Relation, Term, mentioned_names, plain
from .search.explain import Explainer
from .search.finder import Finder
from .show.parts import Setting
from .show.proof import Proof, used_silently
from .show.refusal import Part, parts
from .show.sentence import sentence_for
from .show.setting import setting_for
from .show.theorem import KINDS as KINDS_OF_THEOREMS
from .show.theorem import Quoted, Theorem
from .show.unfolding import event_of, means_said, unfolding
from .show.why import why_for
from .trusted.definitions import demand_no_capture
from .trusted.facts import ASSUMED, DEFINITION, HYPOTHESIS, INFIMUM, SEAL, Fact
from .trusted.kernel import Accepted, Certificate, Kernel
from .trusted.known import known_in
from .trusted.rules.chance import uniform_law
from .trusted.rules.citing import Citation
from .trusted.stating import Said, Stating

KINDS = {
    "real": (SCALAR, "real", False),
    "positive": (SCALAR, "positive", False),
    "nonneg": (SCALAR, "nonnegative", False),
    "posint": (SCALAR, "positive", True),
    "nonnegint": (SCALAR, "nonnegative", True),
    "vector": (VECTOR, "real", False),
}

HARMLESS = GREEK | set(
    """lVert rVert langle rangle left right le ge lt gt sum ln sqrt frac cdot dots ldots inf infty in
    mathbb mathrm tilde bar hat ell , ;""".split()  # noqa: SIM905
)
"""LaTeX commands that may stand in a label."""

SUPPOSED = {DEFINITION, INFIMUM, HYPOTHESIS, ASSUMED}

P = ParamSpec("P")
R = TypeVar("R")


def _refusing(method: Callable[Concatenate[Context, P], R]) -> Callable[Concatenate[Context, P], R]:
    """Let a method raise CheckError only, and leave the context as it was when it does.

    A strange text can make Python or SymPy give up in many ways. To refuse it is always right.
    """

    @functools.wraps(method)
    def guarded(self: Context, /, *args: P.args, **kwargs: P.kwargs) -> R:
        before = self._language.memory
        try:
            return method(self, *args, **kwargs)
        except CheckError:
            self._language.memory = before
            raise
        except Exception as error:
            self._language.memory = before
            reason = f"{type(error).__name__}: {error}"[:200]
            raise CheckError(f"this is beyond the checker ({reason})") from error

    return guarded


class Context:
    r"""Everything a derivation may use.

    Parameters
    ----------
    index : str
        Summation indices with their usual ranges, ``"t: 1..T, i: 1..d"``.
    real, positive, nonneg, posint, nonnegint, vector : str
        Names, separated by blanks. A declared sign holds for every subscript of the name.
    random : str
        Those of these names that depend on chance. All else is fixed, and leaves an expectation.
    uniform : str
        Random indices, ``"r: 1..T"``: drawn uniformly, independently of everything else.

    Examples
    --------
    The sum of two squares bounds twice the product, because the gap is a square.

    >>> ctx = Context(real="a b")
    >>> proof = ctx.prove("amgm", '''
    ...     2*a*b
    ...     <= a**2 + b**2      | gap (a - b)**2
    ... ''')
    >>> print(proof)
    amgm: 2*a*b <= a**2 + b**2

    A step that is false is refused with numbers.

    >>> ctx.prove("wrong", '''
    ...     2*a*b
    ...     <= a**2 - b**2
    ... ''')  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    olbook.checked.errors.CheckError: wrong, step 1: ... The step is FALSE: it says ...
    """

    def __init__(
        self, *, index: str = "", random: str = "", uniform: str = "", **names: str
    ) -> None:
        self._language = Language()
        self._known = known_in(self._language)
        self._facts = self._known.facts
        self._stating = Stating(self._known)
        self._kernel = Kernel(self._known)
        self._finder = Finder(self._known)
        self._model: dict[str, Any] = {}
        self._explainer = Explainer(self._known, self._finder, self._model)
        self._proofs: dict[str, Proof] = {}
        self._theorems: dict[str, Theorem] = {}
        self._shown = False  # whether something was made that shows letters
        self._declare(index, random, uniform, names)

    @_refusing
    def _declare(self, index: str, random: str, uniform: str, names: dict[str, str]) -> None:
        chance = set(_words("random", random))
        for kind, declared in names.items():
            if kind not in KINDS or not isinstance(declared, str):
                raise CheckError(
                    f'"{kind}" is not a kind of name with a string of names; '
                    f"use index, {', '.join(KINDS)}"
                )
            for name in declared.split():
                self._language.declare(name, *KINDS[kind], random=name in chance)
        if missing := chance - self._language.names.keys():
            raise CheckError(f'"{min(missing)}" is said to be random, but has no kind')
        for name, (low, high) in ranges_in(index).items():
            self._language.declare_index(name, low, high)
        for name, (low, high) in ranges_in(uniform).items():
            self._language.declare_uniform(name, low, high)
        for drawn, ends in self._language.uniform.items():
            if self._known.signs.positive(ends[1] - ends[0] + 1, {}) is None:
                raise CheckError(f'the range of "{drawn}" is not visibly nonempty')
            self._facts.add(uniform_law(drawn, ends, SEAL))
        self._language.demand_distinct()

    # ------------------------------------------------------------------ what is supposed
    @_refusing
    def hyp(
        self, name: str, text: str, *, label: str = "", on: str | None = None, for_all: str = ""
    ) -> None:
        """State a hypothesis, for every index in its range (``on="t: 1..T+1"`` replaces the usual one)
        and for every value of the names in ``for_all``."""
        self._state(Said(HYPOTHESIS, name, text, label, "", on, for_all))

    @_refusing
    def assume(
        self,
        name: str,
        text: str,
        *,
        source: str,
        label: str = "",
        on: str | None = None,
        for_all: str = "",
    ) -> None:
        """State a lemma that is used and not checked; every page that uses it says so."""
        if not source:
            raise CheckError(f"{name}: an assumed lemma needs a source")
        self._state(Said(ASSUMED, name, text, label, source, on, for_all))

    @_refusing
    def define(
        self, name: str, text: str, *, label: str = "", on: str | None = None, for_all: str = ""
    ) -> None:
        """State a definition, an equation that is used from left to right.

        ``B == inf(expression, u)`` defines the infimum over all values of ``u``, once something
        that is at most the expression is known.
        """
        self._state(Said(DEFINITION, name, text, label, "", on, for_all))

    def model(self, **values: Any) -> None:
        """Give values at which all hypotheses hold: numbers, tuples for vectors, tables by subscript.

        A theorem is tried in worlds in which all hypotheses hold, and there must be some, for
        hypotheses that contradict each other prove anything. The judge searches such worlds; where it
        finds none by itself, a model helps.
        """
        for name in values:
            self._language.lookup(name)
        self._model.update(values)

    @_refusing
    def written(self, /, **letters: str) -> None:
        r"""Show names in the letters of the literature: ``ctx.written(D=r"\nabla\psi", k=r"\lVert g_{#}\rVert_*")``.

        ``#`` is the place of the subscripts. It is said before the first fact, and changes nothing but
        what is seen; a phrase of each theorem has to stand for a fact about such a name.
        """
        if self._shown or any(fact.status in SUPPOSED for fact in self._facts.values()):
            raise CheckError("how names are written is said before the first fact")
        self._language.spell(letters)

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts that can be cited, by name (read only)."""
        return MappingProxyType(self._facts)

    def parts_of(self, refusal: str) -> list[Part]:
        """The words and the formulas of a refusal, for a page that sets formulas."""
        return parts(refusal, self._language)

    def _state(self, said: Said) -> None:
        self._demand_free(said.name)
        _demand_words(said.label)
        _demand_words(said.source)
        values = _words("for_all", said.for_all)
        if said.status == DEFINITION and (infimum := read_infimum(self._language, said.text)):
            values.append(infimum[2])
        spellings = " ".join(self._language.written.values())
        letters = self._language.written.keys() | {*re.findall(r"[A-Za-z]+", spellings)}
        if written := letters & {*values}:
            raise CheckError(
                f"{said.name}: {min(written)} is written otherwise, and stands for all values"
            )
        self._stating.state(said)

    def _demand_free(self, name: str) -> None:
        demand_identifier(name, "name a fact")
        if name in self._facts:
            raise CheckError(f'a fact named "{name}" exists already')

    @_refusing
    def setting(
        self, name: str, title: str, statement: str, *, within: tuple[Setting, ...] = ()
    ) -> Setting:
        """Say once what several theorems suppose, in words bound to the facts stated so far.

        A theorem of any context in which all these facts hold is given ``within=(setting,)``, and its
        statement begins ``In @name, ...``; :mod:`.show.setting` explains it.
        """
        _demand_words(title)
        _demand_letters_only(title)
        _demand_name("a setting", name)
        self._shown = True
        return setting_for(name, title, self._language, self._facts, statement, within, SEAL)

    # ------------------------------------------------------------------ what is proved
    @_refusing
    def prove(self, name: str, text: str, *, on: str | None = None, label: str = "") -> Proof:
        """Check a derivation; if every step is accepted, its conclusion can be cited by ``name``.

        ``text`` has one line for each displayed line: first an expression, then ``<= expression``
        (or ``==``, or ``>=`` throughout) with ``| by fact, fact ; gap expression``. A reason may
        stand on a line of its own, which then starts with the bar.
        """
        self._demand_free(name)
        proof = self._checked(name, text, on, label)
        self._facts.add(proof.fact)
        self._proofs[name] = proof
        return proof

    @_refusing
    def theorem(
        self,
        fact: str,
        text: str,
        *,
        claim: str,
        title: str,
        name: str,
        statement: str | None = None,
        on: str | None = None,
        sample: Sampler | None = None,
        kind: str = "theorem",
        within: tuple[Setting, ...] = (),
        shown: str = "",
        why: str = "",
    ) -> Theorem:
        """Like :meth:`prove`, for a result to be displayed; ``name`` is its name in the whole book.

        The ``statement`` says it in words that are bound to the facts, as :mod:`.show.sentence`
        explains. The ``claim`` is stated apart and must be exactly what the derivation shows. The
        judge must not refute what is displayed. ``sample`` gets a source of chance and returns values
        as for :meth:`model`, for instance of a run of the algorithm: the judge looks for worlds there
        too, and believes nothing of it.

        ``kind`` is what it is called: a theorem, a corollary, a lemma or a proposition. ``within`` are
        the settings that its statement names. ``shown`` is the claim as the literature writes it, with
        its sums and norms: by definitions it has to be the ``claim``, whose right side is plotted. If the
        claim bounds the probability of an event, it may also be the opposite of the event, with ``<``; it is
        displayed with its probability then. ``why`` picks the lines of the proof that are shown in the
        open, as :mod:`.show.why` explains.
        """
        _demand_title(fact, title, kind)
        _demand_name(f"{fact}: a theorem", name)
        self._demand_free(fact)
        proof = self._checked(fact, text, on, title)
        pinned = self._language.relation(claim)
        self._demand_claim(proof, pinned, claim)
        proof = self._with_needs_of(proof, pinned)
        demand_no_capture(self._facts.behind(proof.fact.rests_on))
        self._demand_plain_right_side(fact, pinned)
        for setting in within:
            setting.demand_in(name, self._language, self._facts)
        needed = self._needed(proof)
        theorem = Theorem(
            proof=proof,
            name=name,
            title=title,
            claim=self._language.normal(claim),
            claim_tex=pinned.tex,
            right=pinned.shown_right.sym,
            language=self._language,
            facts=MappingProxyType(dict(self._facts)),
            lemmas=tuple(self._proofs[n] for n in needed if n not in self._theorems),
            cited=tuple(self._theorems[n] for n in needed if n in self._theorems),
            kind=kind,
            within=within,
            quoted=self._quoted(name, pinned, shown, proof.chain.ranges) if shown else None,
            seal=SEAL,
        )
        theorem = _spoken(theorem, statement, why)
        theorem = replace(theorem, verdict=self._judged(theorem, sample), seal=SEAL)
        self._facts.add(proof.fact)
        self._proofs[fact] = proof
        self._theorems[fact] = theorem
        return theorem

    @_refusing
    def cite(self, name: str, theorem: Theorem, *, given: str = "") -> None:
        """Make a theorem of another context citable by ``name``.

        ``given`` says what its names stand for here, ``"w[t] = eta*w[t], U = 1"``; the others stand
        for the names spelled alike. Everything it rests on must be a fact here, or visible.
        """
        self._demand_free(name)
        if not isinstance(theorem, Theorem):
            raise CheckError(f"{name}: a theorem was expected, got {theorem!r}")
        self._facts.add(Citation(theorem.result, given, self._known).fact(name))
        self._theorems[name] = theorem

    def _with_needs_of(self, proof: Proof, claim: Relation) -> Proof:
        """The claim may be written otherwise than the derivation, and need more to make sense."""
        needed = self._known.duties.discharge(claim.obligations, proof.chain.ranges)
        resting = replace(proof.fact, rests_on=proof.fact.rests_on | needed, seal=SEAL)
        return replace(proof, fact=resting, seal=SEAL)

    def _judged(self, theorem: Theorem, sample: Sampler | None) -> Verdict:
        """What the judge says of the statement as it is displayed, or a CheckError."""
        verdict = verdict_on(theorem.whole, model=self._model, sample=sample)
        if verdict.counterexample is not None:
            raise CheckError(
                f"{theorem.name}: every step is accepted, but as it is displayed the statement is false: "
                f"{verdict.counterexample}"
            )
        if verdict.witness is None:
            raise CheckError(
                f"{theorem.name}: no world was found in which all hypotheses hold, and the claim too, with "
                "a value for every index, so the theorem may say nothing; give values with "
                "ctx.model(...), or a sampler, sample=..."
            )
        return verdict

    def numbers_against(self, proof: Proof) -> str | None:
        """What the judge, in a short form, finds against something that was proved; ``None`` if nothing."""
        return counterexample(proof.stated, model=self._model)

    def _demand_claim(self, proof: Proof, stated: Relation, claim: str) -> None:
        fact = proof.fact
        shown = (fact.left, fact.operator, fact.right)
        if shown != (stated.left.sym, stated.operator, stated.right.sym):
            raise CheckError(
                f"{fact.name}: the derivation shows {proof.statement}, the claim is "
                f"{self._language.normal(claim)}"
            )

    def _quoted(self, name: str, pinned: Relation, shown: str, ranges: Ranges) -> Quoted:
        """The claim in another form, once the checker has shown that by definitions it is the claim."""
        relation = self._language.relation(shown)
        on = self._known.duties.discharge(relation.obligations, ranges)
        if (relation.operator, pinned.operator, pinned.turned) == ("<", "<=", False):
            return self._likely(name, pinned, relation, shown, on)
        if (relation.operator, relation.turned) != (pinned.operator, pinned.turned):
            raise CheckError(f"{name}: {shown} has another relation than its claim")
        spoken_of = {
            i for side in (relation.left, relation.right) for i in self._language.indices(side.sym)
        }
        if not spoken_of <= ranges.keys():
            raise CheckError(f"{name}: {shown} is about indices that its claim does not have")
        try:
            for mine, theirs in ((relation.left, pinned.left), (relation.right, pinned.right)):
                on |= self._same(mine, theirs, ranges)
        except CheckError as error:
            raise CheckError(
                f"{name}: by definitions {shown} is not its claim, {pinned.tex}: {error}"
            ) from None
        demand_no_capture(self._facts.behind(on))
        said = means_said(self._language, self._facts, relation.right.sym - relation.left.sym, on)
        text, right = self._language.normal(shown), relation.shown_right.tex
        return Quoted(text, relation.tex, right, on, said)

    def _likely(
        self, name: str, pinned: Relation, relation: Relation, shown: str, on: frozenset[str]
    ) -> Quoted:
        """The event that has not happened, where the claim bounds the probability of one that has."""
        unlikely = event_of(pinned.left.sym, self._language, self._facts)
        level = pinned.right.sym
        if unlikely is None or self._language.is_random(level) or level.has(pinned.left.sym):
            raise CheckError(f"{name}: its claim does not bound the probability of an event")
        difference = relation.right.sym - relation.left.sym
        named = set(re.findall(r"[A-Za-z]\w*", shown)) & self._language.names.keys()
        if lost := named - mentioned_names(difference):
            raise CheckError(f"{name}: {min(lost)} cancels in {shown}")
        try:
            mine, theirs = map(self._language.parse, (plain(difference), plain(unlikely.slack)))
            on |= self._same(mine, theirs, {})
        except CheckError as error:
            raise CheckError(
                f"{name}: by definitions {relation.tex} is not what is so unless {unlikely.words}: {error}"
            ) from None
        demand_no_capture(self._facts.behind(on))
        least = self._language.parse(f"1 - ({plain(level)})").tex
        tex = rf"\Pr\left[ {relation.tex} \right] \ge {least}"
        text, right = self._language.normal(shown), pinned.shown_right.tex
        said = means_said(self._language, self._facts, difference, on)
        return Quoted(text, tex, right, on, said.union(unlikely.facts), plain(level))

    def _same(self, mine: Term, theirs: Term, ranges: Ranges) -> frozenset[str]:
        """The definitions by which one term is the other."""
        if mine.sym == theirs.sym:
            return frozenset()
        step = unfolding(self._language, self._facts, mine, theirs)
        certificate = self._certificate(step, ranges)
        return self._kernel.accept_step(step, certificate, ranges).rests_on

    def _demand_plain_right_side(self, name: str, stated: Relation) -> None:
        """The bound is a function of named numbers, so that it can be evaluated and plotted."""
        right = stated.shown_right.sym
        names = self._language.names
        scalars = {
            n.symbol
            for n in names.values()
            if n.kind == SCALAR and n.symbol not in self._language.ranges
        }
        if not right.free_symbols <= scalars or right.has(sp.Sum, sp.core.function.AppliedUndef):
            raise CheckError(
                f"{name}: the right side of a theorem has only plain numbers; "
                "name the vector or sum by hyp or define"
            )

    def _needed(self, proof: Proof) -> list[str]:
        """Names of the proved facts a proof uses, directly or through a lemma, in the order in which
        they were proved. What a theorem used is that theorem's affair."""
        needed: set[str] = set()
        waiting = [proof]
        while waiting:
            for name in (
                waiting.pop().cited & (self._proofs.keys() | self._theorems.keys()) - needed
            ):
                needed.add(name)
                if name not in self._theorems:
                    waiting.append(self._proofs[name])
        return [name for name in self._facts if name in needed]

    def _checked(self, name: str, text: str, on: str | None, label: str) -> Proof:
        if not isinstance(text, str):
            raise CheckError(f"{name}: a derivation is a string, got {text!r}")
        self._shown = True
        _demand_words(label)
        chain = read_chain(self._language, name, text, on, label)
        certificates = []
        for number, step in enumerate(chain.steps, 1):
            try:
                certificates.append(self._certificate(step, chain.ranges))
            except CheckError as error:
                where = f"{name}, step {_as_written(chain, number)}"
                raise CheckError(f"{where}: {error}") from None
        fact, accepted = self._kernel.accept(chain, certificates)
        for number, done in enumerate(accepted, 1):
            self._demand_need(done, chain.ranges, f"{name}, step {_as_written(chain, number)}")
        shown = tuple(replace(a, silent=used_silently(a, self._facts)) for a in accepted)
        behind = set(self._facts.behind(fact.rests_on))
        supposed = tuple(f for f in self._facts.values() if f in behind and f.status in SUPPOSED)
        return Proof(chain, fact, shown, self._language, supposed, self._model, SEAL)

    def _certificate(self, step: Step, ranges: Ranges) -> Certificate:
        goals = self._kernel.prepared(step, ranges).goals
        found = self._finder.certificate(goals, ranges) or self._finder.with_idle(goals, ranges)
        if found is None:
            raise CheckError(self._explainer.failure(step, goals, ranges))
        return found

    def _demand_need(self, accepted: Accepted, ranges: Ranges, where: str) -> None:
        """Refuse a reason with the multiplier 0 unless, left out, the step rests on it all the same.

        Then it is cited for a sign that it makes visible.
        """
        weighed = [
            place
            for place, statement in enumerate(accepted.statements)
            if not statement.rewrites and statement.splits is None
        ]
        columns = zip(*accepted.certificate, strict=True)
        idle = [
            place
            for place, column in zip(weighed, columns, strict=True)
            if all(multiplier == 0 for multiplier in column)
        ]
        if not idle:
            return
        kept = (reason for place, reason in enumerate(accepted.step.reasons) if place not in idle)
        step = replace(accepted.step, reasons=tuple(kept))
        shorter = self._kernel.accept_step(step, self._certificate(step, ranges), ranges)
        for place in idle:
            cited = accepted.statements[place].cited
            facts = [self._facts[name] for name in cited if name in self._facts]
            if not facts or not all(fact.supports <= shorter.rests_on for fact in facts):
                raise CheckError(f'{where}: "{cited[0]}" is cited and not needed')


def _as_written(chain: Chain, number: int) -> int:
    """The number of a step in the text, which may run from the larger side to the smaller."""
    return len(chain.steps) + 1 - number if chain.turned else number


def _demand_name(what: str, name: str) -> None:
    if not re.fullmatch(r"[A-Za-z]\w*(\.\w+)?", name, re.ASCII):
        raise CheckError(f"{what} needs a name such as perceptron.margin, got {name!r}")


def _words(argument: str, text: str) -> list[str]:
    if not isinstance(text, str):
        raise CheckError(f"{argument} is a string of names, got {text!r}")
    return text.split()


def _demand_words(text: str) -> None:
    """Labels, titles and sources are words on one line, with LaTeX only between dollars.

    They stand inside formulas and Markdown, where other signs could change what is shown.
    """
    words, formulas = text.split("$")[::2], text.split("$")[1::2]
    if (
        len(words) == len(formulas)
        or not text.isprintable()
        or any(
            sign.isalpha() and not unicodedata.name(sign, "").startswith("LATIN ") for sign in text
        )
        or re.search(r"[\\{}%&#_^~`<>\[\]*§]|::", "".join(words))
        or not all(map(str.strip, formulas))
        or "$$" in text
        or not all(map(_is_plain_formula, formulas))
    ):
        raise CheckError(f"words on one line, formulas between dollars, were expected: {text!r}")


def _demand_letters_only(title: str) -> None:
    """A title says nothing in formulas that the formula below it does not say."""
    for formula in title.split("$")[1::2]:
        if re.search(r"[=<>]|\\(?:le|ge|lt|gt|in)\b", formula):
            raise CheckError(f"a title has letters between dollars, not relations: {formula!r}")


def _is_plain_formula(formula: str) -> bool:
    """Whether a formula in a label uses only harmless commands, and its braces match."""
    depth = 0
    for sign in formula:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    commands = set(re.findall(r"\\([A-Za-z]+|.?)", formula))
    halves = len(re.findall(r"\\left\b", formula)) == len(re.findall(r"\\right\b", formula))
    return depth == 0 and halves and not set("%&#") & set(formula) and commands <= HARMLESS


def _spoken(theorem: Theorem, statement: str | None, why: str) -> Theorem:
    """The theorem with its sentence, and with the lines of its proof that are shown in the open."""
    if theorem.within and statement is None:
        raise CheckError(f"{theorem.name}: a statement says in which setting it is")
    if statement is not None:
        theorem = replace(theorem, sentence=sentence_for(theorem, statement), seal=SEAL)
    if why:
        for line in filter(None, map(str.strip, why.splitlines())):
            _demand_words(line.partition("|")[2].strip())
        theorem = replace(theorem, why=why_for(theorem, why), seal=SEAL)
    return theorem


def _demand_title(fact: str, title: str, kind: str) -> None:
    """Refuse a theorem without a title, with a title that claims, or of a kind that there is not."""
    if not title:
        raise CheckError(f"{fact}: a theorem needs a title")
    if kind not in KINDS_OF_THEOREMS:
        raise CheckError(f"{fact}: it is one of {', '.join(KINDS_OF_THEOREMS)}, not {kind!r}")
    _demand_letters_only(title)
