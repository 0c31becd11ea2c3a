"""A checked derivation, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from ..displayed import said_of, stated
from ..judge import Stated, Verdict, judge
from ..reading.chains import Chain, lines_of
from ..reading.language import Language
from ..reading.names import words_in
from ..reading.terms import RELATION_TEX
from ..trusted.facts import (
    ASSUMED,
    DEFINITION,
    HYPOTHESIS,
    INFIMUM,
    Fact,
    demand_seal,
    lemmas_in,
    sign_fact,
)
from ..trusted.kernel import Accepted
from .render import as_html, exactly, lists_html, lists_markdown
from .wording import displayed, for_a_reader, range_tex, wrapped

FEW_WORLDS = 3
REASON_STYLE = "margin-left: 3em; font-size: 90%"
ROW_STYLE = "margin: 0.4em 0 0.4em 3em; text-indent: -2em"


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
        return aligned(self)

    def __str__(self) -> str:
        return f"{self.name}: {self.statement}{self.fact.over.where}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {
            "text/markdown": proof_alone_markdown(self),
            "text/html": proof_alone_html(self),
            "text/plain": str(self),
        }


def used_silently(step: Accepted, facts: Mapping[str, Fact]) -> tuple[Fact, ...]:
    """The facts among its reasons that are neither cited nor what a cited fact rests on."""
    cited = [facts[name] for use in step.statements for name in use.cited if name in facts]
    uncited = step.rests_on.difference(*({fact.name, *fact.rests_on} for fact in cited))
    lemmas = [facts[name] for name in lemmas_in(uncited)]
    direct = uncited.difference(*(fact.rests_on for fact in lemmas))
    return (*lemmas, *(facts[name] for name in sorted(direct) if name.isidentifier()))


@dataclass(frozen=True)
class Row:
    """One row of a derivation: why it holds, in words, and the formula with its relation in front."""

    reason: str
    tex: str


def rows_of(proof: Proof) -> list[Row]:
    """The derivation row by row; the first row has no reason."""
    first = proof.steps[0].step
    rows = [Row("", (first.right if proof.chain.turned else first.left).tex)]
    for accepted in proof.steps:
        step = accepted.step
        relation = ">=" if proof.chain.turned and step.operator == "<=" else step.operator
        shown = step.left if proof.chain.turned else step.right
        rows.append(Row("; ".join(reason_words(accepted)), f"{RELATION_TEX[relation]} {shown.tex}"))
    return rows


def aligned(proof: Proof) -> str:
    """One LaTeX ``aligned`` block, for a paper; the reason of each step stands above it."""
    first, *others = rows_of(proof)
    lines = [f"& {first.tex}"]
    for row in others:
        lines += [rf"& \quad {{\small \text{{{row.reason}}}}}", f"&{row.tex}"]
    body = " \\\\\n".join(lines)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def reason_words(accepted: Accepted) -> list[str]:
    """The reasons of a step: cited facts in words, the gap, and what was used silently."""
    words = [for_a_reader(statement.words) for statement in accepted.statements]
    if accepted.step.gap is not None:
        words.append(rf"dropping ${accepted.step.gap.tex} \ge 0$")
    words += [f"also used: {for_a_reader(fact.words)}" for fact in accepted.silent]
    return words or ["algebra"]


def standing(proof: Proof) -> str:
    """Whether all that a proof rests on can be true at once, in words with code between accents."""
    verdict = proof.verdict
    if verdict.counterexample is not None:
        return f"As it is displayed this is false: `{verdict.counterexample}`."
    if verdict.witness is None:
        return (
            "No world was found in which all of this holds, so the derivation may say nothing; "
            "`ctx.model(...)` gives values to try."
        )
    return (
        f"All of it holds for instance for `{verdict.witness}`."
        if exactly(proof, proof.supposed)
        else ""
    )


def _heading(proof: Proof) -> tuple[str, str]:
    """What a derivation shows, in words, and where it holds."""
    where = range_tex(proof.fact)
    heading = proof.chain.label or proof.name.replace("_", " ").capitalize()
    return heading, f", {where}" if where else ""


def proof_markdown(proof: Proof) -> str:
    """A lemma: its name, where it holds, and its derivation as a list of rows."""
    heading, where = _heading(proof)
    out = [f"**{heading}**{where}.", "", "::::{rst-class} derivation", ""]
    for row in rows_of(proof):
        reason = [wrapped(row.reason), ""] if row.reason else []
        first, *others = [*reason, displayed(row.tex)]
        out += [f"- {first}", *(f"  {line}".rstrip() for line in others), ""]
    return "\n".join([*out, "::::", ""])


def proof_alone_markdown(proof: Proof) -> str:
    """A derivation outside of a theorem, with what it rests on."""
    said = [standing(proof)]
    verdict = proof.verdict
    if (
        verdict.witness is not None
        and verdict.counterexample is None
        and exactly(proof, proof.supposed)
    ):
        said = [
            "::::{admonition} A world in which this holds",
            ":class: dropdown",
            "",
            *said,
            "::::",
        ]
    return "\n".join(
        [*lists_markdown(exactly(proof, proof.supposed)), *said, "", proof_markdown(proof)]
    )


def proof_html(proof: Proof) -> str:
    """The same as :func:`proof_markdown`."""
    heading, where = _heading(proof)
    out = [f"<p><strong>{as_html(heading)}</strong>{as_html(where)}.</p>"]
    out.append('<ul style="list-style: none; padding: 0">')
    for row in rows_of(proof):
        reason = f'<div style="{REASON_STYLE}">{as_html(wrapped(row.reason))}</div>'
        formula = f'<div style="{ROW_STYLE}">{as_html(displayed(row.tex))}</div>'
        out.append(f"<li>{reason if row.reason else ''}{formula}</li>")
    return "\n".join([*out, "</ul>"])


def proof_alone_html(proof: Proof) -> str:
    """The same as :func:`proof_alone_markdown`."""
    words = standing(proof).split("`")
    words[1::2] = [f"<code>{escape(code)}</code>" for code in words[1::2]]
    above = [*lists_html(exactly(proof, proof.supposed)), f"<p>{''.join(words)}</p>"]
    return "\n".join(["<div>", *above, proof_html(proof), "</div>"])
