"""What a derivation becomes once it is accepted: a proof to cite, or a theorem to display."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import sympy as sp

from ..displayed import said_of, stated
from ..judge import Stated, Verdict, judge
from ..reading.chains import Chain, lines_of
from ..reading.language import Language
from ..reading.names import words_in
from ..reading.terms import tex_of_name
from ..trusted.facts import (
    ASSUMED,
    DEFINITION,
    HYPOTHESIS,
    INFIMUM,
    PROVED,
    Fact,
    demand_seal,
    lemmas_in,
    sign_fact,
)
from ..trusted.kernel import Accepted
from ..trusted.rules.citing import Result
from . import render
from .sentence import Sentence
from .setting import Setting
from .why import Why

FEW_WORLDS = 3


@dataclass(frozen=True)
class Proof:
    """A checked derivation. In a notebook it shows itself; its ``fact`` can be cited by name.

    By itself it says nothing of a world in which what it rests on is false, and there may be no other:
    from ``1 <= x`` and ``x <= 0`` follows ``1 <= 0``. So it also shows what it rests on, and a world.
    """

    chain: Chain
    fact: Fact
    accepted: tuple[Accepted, ...]
    language: Language
    supposed: tuple[Fact, ...]  # the definitions, hypotheses and lemmas that it rests on
    model: Mapping[str, Any]  # values that its author gave
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        demand_seal(seal)

    @property
    def name(self) -> str:
        """The name under which the conclusion is cited."""
        return self.fact.name

    @property
    def steps(self) -> tuple[Accepted, ...]:
        """The accepted steps, in the order in which they were written."""
        return self.accepted[::-1] if self.chain.turned else self.accepted

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The derivation as its author wrote it, line by line."""
        return lines_of(self.chain.text)

    @property
    def statement(self) -> str:
        """The conclusion, as text."""
        operator = self.fact.operator.replace("<", ">") if self.chain.turned else self.fact.operator
        last = self.lines[-1][2:].partition("|")[0].strip()
        return f"{self.lines[0]} {operator} {last}"

    @cached_property
    def stated(self) -> Stated:
        """Its conclusion, with all that it rests on: what the judge reads."""
        claim = replace(said_of(self.fact), status="claim", text=self.statement)
        return stated(self.language, self.supposed, claim)

    @property
    def definitions(self) -> tuple[Fact, ...]:
        """The definitions it rests on."""
        return tuple(f for f in self.supposed if f.status in (DEFINITION, INFIMUM))

    @property
    def hypotheses(self) -> tuple[Fact, ...]:
        """The hypotheses it rests on."""
        return tuple(f for f in self.supposed if f.status == HYPOTHESIS)

    @property
    def assumed(self) -> tuple[Fact, ...]:
        """The lemmas it rests on that are not proved."""
        return tuple(f for f in self.supposed if f.status == ASSUMED)

    @property
    def random(self) -> tuple[str, ...]:
        """The names in it that depend on chance."""
        occurring = words_in(self.statement, *(fact.text for fact in self.supposed))
        return tuple(n for n in sorted(occurring) if self.language.is_random_name(n))

    @property
    def signs(self) -> tuple[str, ...]:
        """The declared signs of the names in it, as ``"eta > 0"``."""
        names = self.stated.names.items()
        return tuple(sorted(sign_fact(n, has.sign) for n, has in names if has.sign != "real"))

    @cached_property
    def verdict(self) -> Verdict:
        """What the judge says of it, content with a few worlds."""
        return judge(self.stated, model=self.model, worlds=FEW_WORLDS)

    @cached_property
    def cited(self) -> frozenset[str]:
        """Names of all facts used, cited or (for a visible sign) silently."""
        by_name = {name for step in self.accepted for use in step.statements for name in use.cited}
        return frozenset(by_name.union(lemmas_in(self.fact.rests_on)))

    def latex(self) -> str:
        """The derivation as one LaTeX ``aligned`` block, for a paper; each reason on its own row."""
        return render.aligned(self)

    def __str__(self) -> str:
        return f"{self.name}: {self.statement}{self.fact.over.where}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {
            "text/markdown": render.proof_alone_markdown(self),
            "text/html": render.proof_alone_html(self),
            "text/plain": str(self),
        }


def used_silently(step: Accepted, facts: Mapping[str, Fact]) -> tuple[Fact, ...]:
    """The facts among its reasons that are neither cited nor what a cited fact rests on."""
    cited = [facts[name] for use in step.statements for name in use.cited if name in facts]
    uncited = step.rests_on.difference(*({fact.name, *fact.rests_on} for fact in cited))
    lemmas = [facts[name] for name in lemmas_in(uncited)]
    direct = uncited.difference(*(fact.rests_on for fact in lemmas))
    return (*lemmas, *(facts[name] for name in sorted(direct) if name.isidentifier()))


KINDS = ("theorem", "corollary", "lemma", "proposition")


@dataclass(frozen=True)
class Quoted:
    """The claim in the form in which it is displayed, where that is not the form of the derivation.

    The checker has shown that they are the same by the definitions among what this rests ``on``.
    """

    text: str
    tex: str
    right: str  # LaTeX of its right side
    on: frozenset[str]
    said: frozenset[str] = frozenset()  # of these, what the display says
    level: str = ""  # if an event is displayed, with its probability: what the opposite has at most


@dataclass(frozen=True)
class Theorem:
    """A proved statement with everything a reader may ask of it.

    ``hypotheses``, ``assumed`` and ``used`` are read off the proof, never typed.
    """

    proof: Proof
    name: str
    title: str
    claim: str
    claim_tex: str
    right: sp.Expr
    language: Language
    facts: Mapping[str, Fact]
    lemmas: tuple[Proof, ...]
    cited: tuple[Theorem, ...]
    kind: str = "theorem"  # what it is called where it is displayed
    within: tuple[Setting, ...] = ()  # the settings that its sentence names
    quoted: Quoted | None = None
    why: Why | None = None  # lines of its proof to be shown in the open
    sentence: Sentence | None = None
    verdict: Verdict | None = None  # of the judge; no theorem is handed out without one
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        demand_seal(seal)

    @property
    def witness(self) -> str:
        """A world in which all that is supposed holds, and the claim too."""
        return str(self.verdict and self.verdict.witness)

    @property
    def result(self) -> Result:
        """What another context needs to know of it."""
        supposed = [f for n, f in self.facts.items() if n in self.proof.fact.rests_on]
        return Result(
            self.name,
            self.title,
            self.claim,
            self.claim_tex,
            self.proof.fact,
            tuple(supposed),
            self.language,
        )

    def _used(self, *statuses: str) -> tuple[Fact, ...]:
        return tuple(
            f
            for n, f in self.facts.items()
            if f.status in statuses and n in self.proof.fact.rests_on
        )

    @property
    def hypotheses(self) -> tuple[Fact, ...]:
        """The hypotheses the proof rests on."""
        return self._used(HYPOTHESIS)

    @property
    def definitions(self) -> tuple[Fact, ...]:
        """The definitions the proof rests on."""
        return self._used(DEFINITION, INFIMUM)

    @property
    def assumed(self) -> tuple[Fact, ...]:
        """The lemmas that are used and not checked, each with its source."""
        return self._used(ASSUMED)

    @property
    def supposed(self) -> tuple[Fact, ...]:
        """All definitions, hypotheses and assumed lemmas the proof rests on."""
        return (*self.definitions, *self.hypotheses, *self.assumed)

    @property
    def displayed(self) -> tuple[Fact, ...]:
        """What is supposed, and the definitions with which the claim is displayed."""
        on = self.quoted.on if self.quoted else frozenset()
        status = (DEFINITION, INFIMUM, HYPOTHESIS, ASSUMED)
        own = {fact.name for fact in self.supposed}
        more = [f for f in self.facts.values() if f.name in on - own and f.status in status]
        return (*self.supposed, *more)

    @property
    def shown_tex(self) -> str:
        """The claim as it is displayed, in LaTeX."""
        return self.quoted.tex if self.quoted else self.claim_tex

    @property
    def _occurring(self) -> set[str]:
        """The words in all formulas that are displayed."""
        shown = f"{self.quoted.text} {self.quoted.level}" if self.quoted else ""
        return words_in(self.claim, shown, *(fact.text for fact in self.displayed))

    @property
    def random(self) -> tuple[str, ...]:
        """The names in the statement that depend on chance."""
        occurring = self._occurring
        return tuple(n for n in sorted(occurring) if self.language.is_random_name(n))

    @property
    def signs(self) -> tuple[str, ...]:
        """The declared signs of the names in the statement, as ``"eta > 0"``.

        All of them, for SymPy uses a declared sign silently, as in ``sqrt(x**2) == x``. A name that
        occurs in the derivation only is a choice of the proof and needs no hypothesis.
        """
        occurring = self._occurring
        return tuple(
            sorted(
                sign_fact(name.text, name.sign)
                for name in self.language.names.values()
                if name.sign != "real"
                and (
                    name.text in occurring
                    or any(fact.mentions(name.text) for fact in (self.proof.fact, *self.displayed))
                )
            )
        )

    @cached_property
    def stated(self) -> Stated:
        """What it rests on and claims, and nothing else."""
        claim = replace(said_of(self.proof.fact), status="claim", text=self.claim)
        signs = {sign.split()[0] for sign in self.signs}
        return stated(self.language, self.supposed, claim, signs=signs, uniform=set(self.random))

    @cached_property
    def whole(self) -> Stated:
        """All that is displayed, and nothing else: what the judge reads.

        That is the claim as it is displayed, and all that its settings say, whether the proof uses it or not.
        """
        if not self.within and self.quoted is None:
            return self.stated
        text = self.quoted.text if self.quoted and not self.quoted.level else self.claim
        claim = replace(said_of(self.proof.fact), status="claim", text=text)
        said = {fact.name: fact for fact in self.displayed}
        signs = {sign.split()[0] for sign in self.signs}
        random = set(self.random)
        for setting in self.within:
            said |= {name: self.facts[name] for name in setting.facts}
            signs |= {sign.split()[0] for sign in setting.signs}
            random |= {what.split()[1] for what in setting.chance}
        return stated(self.language, said.values(), claim, signs=signs, uniform=random)

    @property
    def used(self) -> tuple[str, ...]:
        """Names of all facts in the proof, lemmas included."""
        names = set(self.proof.fact.rests_on)
        names |= {lemma.name for lemma in self.lemmas} | {
            theorem.proof.name for theorem in self.cited
        }
        return tuple(name for name in self.facts if name in names)

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The lemmas and then the theorem itself."""
        return (*self.lemmas, self.proof)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the theorem's own derivation."""
        return self.proof.lines

    @property
    def source_text(self) -> str:
        """The whole derivation in plain text, lemmas first: what was checked."""
        shown = []
        for proof in self.proofs:
            lines = [line.replace("  |", "\n      |") for line in proof.lines]
            shown.append("\n  ".join([f"{proof.name}:", *lines]))
        return "\n\n".join(shown)

    def latex(self) -> str:
        """The theorem's own derivation as LaTeX."""
        return self.proof.latex()

    def bound(self, **values: Any) -> Any:
        """Evaluate the proved right-hand side in NumPy.

        Parameters
        ----------
        **values : array_like
            One keyword for each name on the right-hand side; arrays are broadcast.

        Raises
        ------
        ValueError
            If a value is not finite, not whole where its name was declared an integer, or does not
            have the sign its name was declared with.
        TypeError
            If a name is missing or unknown.
        """
        import numpy as np

        wanted, evaluate = self._numeric
        if set(wanted) != values.keys():
            got = ", ".join(values) or "nothing"
            raise TypeError(f"the bound takes exactly {', '.join(wanted)}; got {got}")
        try:
            arrays = {name: np.asarray(value, dtype=float) for name, value in values.items()}
        except OverflowError as error:
            raise ValueError(f"a value is too large for a floating-point number: {error}") from None
        for name, array in arrays.items():
            sign = self.language.names[name].sign
            legal = np.isfinite(array)
            if sign != "real":
                legal &= array > 0 if sign == "positive" else array >= 0
            if self.language.names[name].integer and not np.all(array == np.floor(array)):
                raise ValueError(f"{name} must be a whole number; got {values[name]}")
            if not np.all(legal):
                wanted_sign = "finite" if sign == "real" else f"finite and {sign}"
                raise ValueError(f"{name} must be {wanted_sign}; got {values[name]}")
        result = evaluate(*(arrays[name] for name in wanted))
        return float(result) if np.ndim(result) == 0 else result

    @cached_property
    def _numeric(self) -> tuple[list[str], Callable[..., Any]]:
        """The names on the right-hand side, and the function of them that NumPy evaluates."""
        symbols = sorted(self.right.free_symbols, key=str)
        own = [sp.Dummy() for _ in symbols]  # a declared name may be one that NumPy knows
        right = self.right.xreplace(dict(zip(symbols, own, strict=True)))
        return [symbol.name for symbol in symbols], sp.lambdify(own, right, "numpy")

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that the box shows: the title, the sentence, and what was checked."""
        said = self.sentence.parts if self.sentence else ()
        words = [repr((part.shown, part.stands_for)) for part in said] or [self.shown_tex]
        kind = [self.kind] if self.kind != KINDS[0] else []
        settings = [setting.digest for setting in self.within]
        return _fingerprint(self.name, self.title, *kind, *words, *settings, self.checked_digest)

    @cached_property
    def checked_digest(self) -> str:
        """A fingerprint of declarations, facts, lines and claim, in normal form, without any words."""
        names = self.language.names.values()
        parts = [
            f"{n.text} {n.kind} {n.sign} {n.integer} {n.random}"
            for n in sorted(names, key=lambda n: n.text)
        ]
        parts += [
            f"{f.status} {f.name}: {f.text} on {f.over.ranges} for all {sorted(f.over.values)}"
            + (
                f" {self._plain(f.tex)}" if f.status == INFIMUM else ""
            )  # which shows its conditions
            for f in self.facts.values()
            if f.name in self.used and f.status != PROVED
        ]
        parts += [
            f"{p.name} on {p.fact.over.ranges}: "
            + " / ".join(" ".join(line.split()) for line in p.lines)
            for p in self.proofs
        ]
        parts += [theorem.checked_digest for theorem in self.cited]
        return _fingerprint(*parts, self.claim)

    def _plain(self, tex: str) -> str:
        """LaTeX with the names as they are, and not as they are written."""
        for name, shown in self.language.written.items():
            tex = tex.replace(shown, tex_of_name(name))
        return tex

    @property
    def proved_again(self) -> bool:
        """Whether Rocq accepted a proof of this very theorem, in these words, by the stored run."""
        return self.digest in _accepted_by_rocq()

    def __str__(self) -> str:
        return f"{self.name} ({self.title}): {self.claim}{self.proof.fact.over.where}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {
            "text/markdown": render.theorem_markdown(self),
            "text/html": render.theorem_html(self),
            "text/plain": str(self),
        }


def _fingerprint(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def _accepted_by_rocq() -> frozenset[str]:
    """The digests of the theorems that were accepted, written by the second opinion."""
    stored = Path(__file__).with_name("accepted_by_rocq.txt")
    return frozenset(stored.read_text(encoding="utf-8").split()) if stored.exists() else frozenset()
