"""A theorem: a proved statement with all that a reader may ask of it, and how it is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, replace
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import Any

import sympy as sp

from ..displayed import said_of, stated
from ..judge import Stated, Verdict
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
    sign_fact,
)
from ..trusted.rules.citing import Result
from .layout import pieces
from .parts import Sentence, Setting, Why, said_markdown, words_html
from .proof import Proof, proof_html, proof_markdown
from .render import (
    Lists,
    as_html,
    chance,
    fold,
    label_for,
    label_of_rocq,
    lists_html,
    lists_markdown,
    lists_of,
    row_html,
    row_markdown,
)
from .wording import ranges_tex, sign_tex

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
            "text/markdown": theorem_markdown(self),
            "text/html": theorem_html(self),
            "text/plain": str(self),
        }


def _fingerprint(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def _accepted_by_rocq() -> frozenset[str]:
    """The digests of the theorems that were accepted, written by the second opinion."""
    stored = Path(__file__).with_name("accepted_by_rocq.txt")
    return frozenset(stored.read_text(encoding="utf-8").split()) if stored.exists() else frozenset()


# --- how it is shown --------------------------------------------------------------------------


def in_groups(theorem: Theorem) -> Lists:
    """The same: what a setting says of it, and what is said here."""
    signs = {sign: sign_tex(theorem, sign) for sign in theorem.signs}
    facts = [*theorem.displayed]
    parts: Lists = []
    for setting in theorem.within:
        of_it = [fact for fact in facts if fact.name in setting.facts]
        own = {sign: tex for sign, tex in signs.items() if sign in setting.signs}
        facts = [fact for fact in facts if fact not in of_it]
        signs = {sign: tex for sign, tex in signs.items() if sign not in own}
        parts += [(f"*From the setting, {setting.title}*", []), *lists_of(of_it, own)]
    here = lists_of(facts, signs, chance(theorem))
    return [*parts, ("*Said here*", []), *here] if parts and here else [*parts, *here]


def claim_pieces(theorem: Theorem, mark: str = "", *, plain: bool = False) -> list[str]:
    """The claim, in pieces if it is wide, and for which indices it holds; ``mark`` ends a sentence.

    It is shown as it is displayed, or ``plain``, as it was derived.
    """
    shown = pieces(theorem.claim_tex if plain else theorem.shown_tex)
    if where := r",\ ".join(ranges_tex(theorem.proof.fact)):
        shown.append(rf"\quad ({where})")
    return [*shown[:-1], shown[-1] + mark]


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""


def _badge(theorem: Theorem, reference: Callable[[Theorem], str], again: str) -> str:
    """What is proved, by whom, and what is assumed; ``again`` says that Rocq has proved it too."""
    steps = [accepted.step.operator for proof in theorem.proofs for accepted in proof.accepted]
    equalities = steps.count("==")
    kinds = [
        _counted(equalities, "identity", "identities"),
        _counted(len(steps) - equalities, "inequality", "inequalities"),
    ]
    proved = f"Proved: {' and '.join(filter(None, kinds))}, with certificates."
    if theorem.proved_again:
        proved += f" {again}{', on finite probability spaces' if theorem.random else ''}."
    if theorem.cited:
        proved += f" It uses {', '.join(reference(t) for t in theorem.cited)}."
    if theorem.assumed:
        sources = "; ".join(f"{f.label} ({f.source})" for f in theorem.assumed)
        return f"{proved} Known, not checked: {sources}."
    return f"{proved} No lemma is assumed."


def _judged(theorem: Theorem, code: Callable[[str], str]) -> str:
    """In how many worlds the statement was tried, and one of them."""
    worlds = f"Tried in {theorem.verdict.tried} worlds" if theorem.verdict else "Not tried"
    return f"{worlds} in which all hypotheses hold, for instance {code(theorem.witness)}."


def _reference(theorem: Theorem) -> str:
    return f"{{prf:ref}}`{label_for(theorem.name)}`"


def theorem_markdown(theorem: Theorem) -> str:
    """The theorem as a numbered box, with its proof folded below."""
    out = [f":::::{{prf:{theorem.kind}}} {theorem.title}", f":label: {label_for(theorem.name)}", ""]
    if theorem.sentence is None:
        out += [*lists_markdown(in_groups(theorem)), *_then(theorem)]
    else:
        out += [*sentence_markdown(theorem), ""]
        out += [
            f"::::{{admonition}} Exactly what was checked: `{theorem.name}`",
            ":class: dropdown",
        ]
        out += ["", *lists_markdown(in_groups(theorem)), *_then(theorem), "::::"]
    out += [":::::", ""]
    out += [
        f"::::::{{admonition}} Proof of {_reference(theorem)}, machine-checked",
        ":class: dropdown",
        "",
    ]
    for proof in theorem.proofs:
        out += [proof_markdown(proof), ""]
    again = f"{{ref}}`Proved again by Rocq <{label_of_rocq(theorem.name)}>`"
    out += [
        f"{_badge(theorem, _reference, again)} {_judged(theorem, '`{}`'.format)}",
        "",
        ":::{admonition} The text that was checked",
        ":class: dropdown",
        "",
        "```text",
        theorem.source_text,
        "```",
        "",
        f"Digest {theorem.digest}.",
        "",
        ":::",
        "",
        "::::::",
        "",
    ]
    return "\n".join(out)


def _then(theorem: Theorem) -> list[str]:
    """The claim as it was derived, and as it is displayed, if that is another form."""
    spelled_out = (
        [_other_form(theorem), "", *row_markdown(claim_pieces(theorem))] if theorem.quoted else []
    )
    return ["Then", "", *row_markdown(claim_pieces(theorem, plain=True)), *spelled_out]


def _other_form(theorem: Theorem) -> str:
    """What leads from the claim to what is displayed."""
    return "so" if theorem.quoted and theorem.quoted.level else "which is by definition"


def sentence_markdown(theorem: Theorem) -> list[str]:
    """The sentence; the claim stands in it on a row of its own."""
    if theorem.sentence is None:
        return []
    before, mark, after = theorem.sentence.around_claim
    words = ["".join(map(said_markdown, parts)).strip() for parts in (before, after)]
    return [words[0], "", *row_markdown(claim_pieces(theorem, mark)), words[1]]


def theorem_html(theorem: Theorem) -> str:
    """The same as :func:`theorem_markdown`."""
    exact = [*lists_html(in_groups(theorem)), "<p>Then</p>"]
    exact.append(row_html(claim_pieces(theorem, plain=True)))
    if theorem.quoted:
        exact += [f"<p>{_other_form(theorem)}</p>", row_html(claim_pieces(theorem))]
    kind = theorem.kind.capitalize()
    out = ["<div>", f"<p><strong>{kind} ({as_html(theorem.title)}).</strong></p>"]
    for setting in theorem.within:
        words = f"<p>{words_html(setting.parts)}</p>"
        summary = f"<summary>The setting: {as_html(setting.title)}</summary>"
        out += ['<details class="setting">', summary, words, "</details>"]
    if theorem.sentence is None:
        out += exact
    else:
        before, mark, after = theorem.sentence.around_claim
        out.append(f"<p>{words_html(before)}</p>")
        out.append(row_html(claim_pieces(theorem, mark)))
        out.append(f"<p>{words_html(after)}</p>")
        out.append(fold(f"Exactly what was checked: {theorem.name}", *exact))
    badge = as_html(_badge(theorem, lambda other: other.title, "Proved again by Rocq"))
    witness = _judged(theorem, lambda text: f"<code>{escape(text)}</code>")
    out.append(
        fold(
            "Proof, machine-checked",
            *map(proof_html, theorem.proofs),
            f"<p>{badge} {witness}</p>",
            fold(
                "The text that was checked",
                f"<pre>{escape(theorem.source_text)}</pre>",
                f"<p>Digest {theorem.digest}.</p>",
            ),
        )
    )
    return "\n".join([*out, "</div>"])
