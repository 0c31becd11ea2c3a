r"""How proofs and theorems are shown: MyST for the book, HTML for a notebook in JupyterLab.

Every formula comes from the terms that were checked. Nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

import sympy as sp

from .facts import Fact
from .kernel import Accepted
from .terms import RELATION_TEX, tex_of_name

if TYPE_CHECKING:
    from .theorem import Proof, Theorem


def aligned(proof: Proof) -> str:
    """One ``aligned`` block; the reason of each step stands in words above it, so lines stay short."""
    first = proof.steps[0].step
    rows = [rf"& {(first.right if proof.chain.turned else first.left).tex}"]
    for accepted in proof.steps:
        step = accepted.step
        relation = ">=" if proof.chain.turned and step.operator == "<=" else step.operator
        shown = (step.left if proof.chain.turned else step.right).tex
        rows.append(rf"& \quad {{\small {_reason_tex(accepted)}}}")
        rows.append(rf"&{RELATION_TEX[relation]} {shown}")
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def reason_words(accepted: Accepted) -> list[str]:
    """The reasons of a step: cited facts in words, the gap, and what was used silently."""
    words = [statement.words for statement in accepted.statements]
    if accepted.step.gap is not None:
        words.append(rf"dropping ${accepted.step.gap.tex} \ge 0$")
    words += [f"uses: {fact.words}" for fact in accepted.silent]
    return words or ["algebra"]


def _reason_tex(accepted: Accepted) -> str:
    return rf"\text{{{'; '.join(reason_words(accepted))}}}"


def range_tex(fact: Fact) -> str:
    """``for t = 1, ..., T`` in LaTeX, or nothing."""
    shown = [rf"{_tex(index)}={_tex(low)},\dots,{_tex(high)}" for index, (low, high) in fact.ranges]
    return f"for ${'$ and $'.join(shown)}$" if shown else ""


def _tex(end: sp.Expr) -> str:
    """The end of a range, which is made of numbers and plain names."""
    names = {symbol: tex_of_name(symbol.name) for symbol in end.free_symbols}
    return str(sp.latex(end, symbol_names=names)).replace(" ", "")


def _listed(heading: str, facts: Sequence[Fact]) -> tuple[str, list[str]]:
    """Facts in a list; a range that they share is said once, in the heading."""
    ranges = {range_tex(fact) for fact in facts} - {""}
    shared = ranges.pop() if len(ranges) == 1 else ""
    lines = []
    for fact in facts:
        where = range_tex(fact) if not shared else ""
        source = f" ({fact.source})" if fact.source else ""
        lines.append(f"*{fact.label}:* ${fact.tex}$" + (f", {where}" if where else "") + source)
    return f"{heading}, {shared}," if shared else heading, lines


def _signs_tex(theorem: Theorem) -> str:
    shown = []
    for sign in theorem.signs:
        name, relation, zero = sign.split()
        integer = " an integer" if theorem.language.names[name].integer else ""
        shown.append(f"${tex_of_name(name)} {RELATION_TEX[relation]} {zero}${integer}")
    return ", ".join(shown)


def _supposed(theorem: Theorem) -> list[tuple[str, list[str]]]:
    """What stands before the claim: what is written, supposed, and taken as known."""
    parts = [
        _listed("Write", theorem.definitions),
        _listed("Suppose", theorem.hypotheses),
        _listed("Take as known, not proved here", theorem.assumed),
    ]
    signs = _signs_tex(theorem)
    if signs:
        parts[1][1].append(f"*signs:* {signs}")
    return [(heading, lines) for heading, lines in parts if lines]


def _badge(theorem: Theorem, reference: Callable[[Theorem], str]) -> str:
    """One sentence: what is proved, what is assumed."""
    steps = sum(len(p.accepted) for p in theorem.proofs)
    equalities = sum(a.step.operator == "==" for p in theorem.proofs for a in p.accepted)
    proved = (
        f"Proved: {steps} steps, {equalities} of them identities, the others with certificates."
    )
    if theorem.cited:
        proved += f" It uses {', '.join(reference(t) for t in theorem.cited)}."
    if theorem.assumed:
        sources = "; ".join(f"{f.label} ({f.source})" for f in theorem.assumed)
        return f"{proved} Assumed, not proved here: {sources}."
    return f"{proved} No lemma is assumed."


def _then(theorem: Theorem) -> str:
    where = range_tex(theorem.proof.fact)
    return f"Then, {where}," if where else "Then"


def proof_markdown(proof: Proof) -> str:
    """A lemma: its name, where it holds, and its derivation."""
    where = range_tex(proof.fact)
    heading = proof.chain.label or proof.name.replace("_", " ").capitalize()
    return f"**{heading}**{', ' + where if where else ''}.\n\n$$\n{aligned(proof)}\n$$\n"


def label_of(theorem: Theorem) -> str:
    """The label other pages refer to: ``thm-s1-t3``."""
    return "thm-" + theorem.source.lower().replace(".", "-").replace(" ", "-")


def _reference(theorem: Theorem) -> str:
    return f"{{prf:ref}}`{label_of(theorem)}`"


def theorem_markdown(theorem: Theorem) -> str:
    """The theorem as a numbered box, with its proof folded below."""
    label = label_of(theorem)
    out = [f"::::{{prf:theorem}} {theorem.title}", f":label: {label}", ""]
    for heading, lines in _supposed(theorem):
        out += [f"{heading}", "", *(f"- {line}" for line in lines), ""]
    out += [_then(theorem), "", "$$", theorem.claim_tex, "$$", "", "::::", ""]
    out += [
        f"::::::{{admonition}} Proof of {_reference(theorem)}, machine-checked",
        ":class: dropdown",
        "",
    ]
    for proof in theorem.proofs:
        out += [proof_markdown(proof), ""]
    out += [
        f"{_badge(theorem, _reference)} All hypotheses hold together, for instance for `{theorem.witness}`.",
        "",
    ]
    out += [
        ":::{admonition} The text that was checked",
        ":class: dropdown",
        "",
        "```text",
        theorem.source_text,
        "```",
        "",
    ]
    out += [f"Digest {theorem.digest}.", "", ":::", "", "::::::", ""]
    return "\n".join(out)


def theorem_html(theorem: Theorem) -> str:
    """The same for JupyterLab, which typesets the mathematics in HTML outputs but not MyST."""
    out = ["<div>", f"<p><strong>Theorem ({escape(theorem.title)}).</strong></p>"]
    for heading, lines in _supposed(theorem):
        out.append(
            f"<p>{heading}</p><ul>" + "".join(f"<li>{_html(line)}</li>" for line in lines) + "</ul>"
        )
    out.append(f"<p>{_html(_then(theorem))}</p><p>$${escape(theorem.claim_tex)}$$</p>")
    out.append("<details><summary>Proof, machine-checked</summary>")
    for proof in theorem.proofs:
        where = range_tex(proof.fact)
        heading = proof.chain.label or proof.name.replace("_", " ").capitalize()
        out.append(
            f"<p><strong>{escape(heading)}</strong>{', ' + _html(where) if where else ''}.</p>"
        )
        out.append(f"<p>$${escape(aligned(proof))}$$</p>")
    out.append(
        f"<p>{_html(_badge(theorem, lambda t: t.title))} All hypotheses hold together, for instance for "
    )
    out.append(f"<code>{escape(theorem.witness)}</code>.</p>")
    out.append(
        f"<details><summary>The text that was checked</summary><pre>{escape(theorem.source_text)}</pre>"
    )
    out.append(f"<p>Digest {theorem.digest}.</p></details></details></div>")
    return "\n".join(out)


def _html(markdown: str) -> str:
    """The little Markdown used above, as HTML: emphasis between single stars, mathematics between dollars."""
    pieces = escape(markdown).split("$")
    for i in range(0, len(pieces), 2):
        words = pieces[i].split("*")
        pieces[i] = "".join(w if j % 2 == 0 else f"<em>{w}</em>" for j, w in enumerate(words))
    return "$".join(pieces)
