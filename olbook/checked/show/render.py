r"""How proofs and theorems are shown: MyST for the book, HTML for a notebook in JupyterLab.

Every formula comes from the terms that were checked. Nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import sympy as sp

from ..reading.terms import RELATION_TEX, tex_of_name
from ..trusted.facts import INFIMUM, Fact
from ..trusted.kernel import Accepted
from .layout import NARROW_IN_TEXT, pieces

if TYPE_CHECKING:
    from .theorem import Proof, Theorem


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
    words = [statement.words for statement in accepted.statements]
    if accepted.step.gap is not None:
        words.append(rf"dropping ${accepted.step.gap.tex} \ge 0$")
    words += [f"uses: {fact.words}" for fact in accepted.silent]
    return words or ["algebra"]


def inline(tex: str) -> str:
    """A formula within a text, in pieces between which a line may be broken."""
    parts = pieces(tex, NARROW_IN_TEXT)
    size = r"\displaystyle " if len(parts) > 1 else ""
    return " ".join(f"${size}{part}$" for part in parts)


def displayed(tex: str) -> str:
    """A formula on a row of its own, in pieces between which the row may be broken."""
    return " ".join(rf"$\displaystyle {part}$" for part in pieces(tex))


def wrapped(words: str) -> str:
    """Words with formulas between dollars, long formulas in pieces."""
    parts = words.split("$")
    parts[1::2] = [inline(formula)[1:-1] for formula in parts[1::2]]
    return "$".join(parts)


def range_tex(fact: Fact) -> str:
    """``for t = 1, ..., T`` in LaTeX, or nothing."""
    shown = [
        rf"${_tex(index)}={_tex(low)},\dots,{_tex(high)}$"
        for index, (low, high) in fact.over.ranges
    ]
    return f"for {' and '.join(shown)}" if shown else ""


def for_every(fact: Fact) -> str:
    """``for every u`` in LaTeX, or nothing."""
    shown = [f"${tex_of_name(name)}$" for name in sorted(fact.over.values)]
    if not shown or fact.status == INFIMUM:  # there the name stands below the inf
        return ""
    return f"for every {' and '.join(shown)}"


def _tex(end: sp.Expr) -> str:
    """The end of a range, which is made of numbers and plain names."""
    names = {symbol: tex_of_name(symbol.name) for symbol in end.free_symbols}
    return str(sp.latex(end, symbol_names=names, mul_symbol=r"\,"))


# --- the parts of a theorem, the same in both forms ----------------------------------------------

Parts = list[tuple[str, list[str]]]
"""Headings, each with the lines of its list."""


def _listed(
    heading: str, facts: Sequence[Fact], further: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """Facts in a list; a range that all that is listed shares is said once, in the heading."""
    ranges = {range_tex(fact) for fact in facts}
    shared = ranges.pop() if len(ranges) == 1 and not further else ""
    lines = []
    for fact in facts:
        where = ["" if shared else range_tex(fact), for_every(fact)]
        source = f" ({fact.source})" if fact.source else ""
        shown = ", ".join([inline(fact.tex), *filter(None, where)])
        lines.append(f"*{fact.label}:* {shown}{source}")
    return f"{heading}, {shared}," if shared else heading, [*lines, *further]


def _sign_tex(theorem: Theorem, sign: str) -> str:
    name, relation, zero = sign.split()
    integer = " an integer" if theorem.language.names[name].integer else ""
    return f"${tex_of_name(name)} {RELATION_TEX[relation]} {zero}${integer}"


def _chance(theorem: Theorem) -> list[str]:
    """What is random, and which indices are drawn uniformly."""
    uniform = {index.name for index in theorem.language.uniform}
    random = [f"${tex_of_name(name)}$" for name in theorem.random if name not in uniform]
    lines = [f"*random:* {', '.join(random)}; all else is fixed"] if random else []
    for index, ends in theorem.language.uniform.items():
        if index.name in theorem.random:
            low, high = map(_tex, ends)
            drawn = rf"${_tex(index)}$ is one of ${low},\dots,{high}$"
            lines.append(f"*uniform:* {drawn}, all equally likely, independent of all else")
    return lines


def _supposed(
    theorem: Theorem, within: Collection[Fact], signs: Collection[str], chance: Collection[str] = ()
) -> Parts:
    """What is written, supposed and taken as known, as far as it is among the facts ``within``."""
    names = {fact.name for fact in within}
    shown = ", ".join(_sign_tex(theorem, sign) for sign in signs)
    further = [f"*signs:* {shown}"] if signs else []
    parts = [
        _listed(heading, [fact for fact in facts if fact.name in names], more)
        for heading, facts, more in (
            ("Write", theorem.definitions, ()),
            ("Suppose", theorem.hypotheses, (*further, *chance)),
            ("Take as known, not proved here", theorem.assumed, ()),
        )
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def _folded(theorem: Theorem) -> Parts:
    """What the proof uses of the setting. The theorems of a setting share it, so it is folded."""
    return _supposed(theorem, theorem.of_setting, theorem.signs_of_setting)


def _in_sight(theorem: Theorem) -> tuple[Parts, str]:
    """What stands before the claim: the hypotheses that are this theorem's own, and "Then"."""
    folded = {fact.name for fact in theorem.of_setting}
    own = [fact for fact in theorem.supposed if fact.name not in folded]
    signs = [sign for sign in theorem.signs if sign not in theorem.signs_of_setting]
    parts = _supposed(theorem, own, signs, _chance(theorem))
    where = range_tex(theorem.proof.fact)
    then = f"Then, {where}," if where else "Then"
    if theorem.setting is None or not folded:
        return parts, then
    setting = f"In the setting of *{theorem.setting.name}*"
    if not parts:
        return [], f"{setting}, {where}," if where else f"{setting},"
    (heading, lines), *others = parts
    return [(f"{setting}, {heading[0].lower()}{heading[1:]}", lines), *others], then


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
        proved += f" {again}."
    if theorem.cited:
        proved += f" It uses {', '.join(reference(t) for t in theorem.cited)}."
    if theorem.assumed:
        sources = "; ".join(f"{f.label} ({f.source})" for f in theorem.assumed)
        return f"{proved} Assumed, not proved here: {sources}."
    return f"{proved} No lemma is assumed."


def _judged(theorem: Theorem, code: Callable[[str], str]) -> str:
    """In how many worlds the statement was tried, and one of them."""
    worlds = f"Tried in {theorem.verdict.tried} worlds" if theorem.verdict else "Not tried"
    return f"{worlds} in which all hypotheses hold, for instance {code(theorem.witness)}."


def _heading(proof: Proof) -> tuple[str, str]:
    """What a derivation shows, in words, and where it holds."""
    where = range_tex(proof.fact)
    heading = proof.chain.label or proof.name.replace("_", " ").capitalize()
    return heading, f", {where}" if where else ""


# --- Markdown, for the book ----------------------------------------------------------------------


def proof_markdown(proof: Proof) -> str:
    """A lemma: its name, where it holds, and its derivation as a list of rows."""
    heading, where = _heading(proof)
    out = [f"**{heading}**{where}.", "", "::::{rst-class} derivation", ""]
    for row in rows_of(proof):
        reason = [wrapped(row.reason), ""] if row.reason else []
        first, *others = [*reason, displayed(row.tex)]
        out += [f"- {first}", *(f"  {line}".rstrip() for line in others), ""]
    return "\n".join([*out, "::::", ""])


def _lists_markdown(parts: Parts) -> list[str]:
    out = []
    for heading, lines in parts:
        out += [heading, "", *(f"- {line}" for line in lines), ""]
    return out


def label_for(source: str) -> str:
    """The label by which other pages refer to the box of a theorem: ``thm-s1-t3``."""
    return "thm-" + source.lower().replace(".", "-").replace(" ", "-")


def label_of_rocq(source: str) -> str:
    """The label of its statement in Rocq: ``rocq-s1-t3``."""
    return label_for(source).replace("thm-", "rocq-", 1)


def label_of(theorem: Theorem) -> str:
    """The label of a theorem's own box."""
    return label_for(theorem.source)


def _reference(theorem: Theorem) -> str:
    return f"{{prf:ref}}`{label_of(theorem)}`"


def theorem_markdown(theorem: Theorem) -> str:
    """The theorem as a numbered box, with its proof folded below."""
    parts, then = _in_sight(theorem)
    claim = pieces(theorem.claim_tex)
    out = [f"::::{{prf:theorem}} {theorem.title}", f":label: {label_of(theorem)}", ""]
    out += [*_lists_markdown(parts), then, ""]
    if len(claim) == 1:
        out += ["$$", *claim, "$$", ""]
    else:
        out += [":::{rst-class} claim", "", displayed(theorem.claim_tex), "", ":::", ""]
    if theorem.setting and theorem.of_setting:
        out += [f":::{{admonition}} The setting: {theorem.setting.name}", ":class: dropdown", ""]
        out += ["This is what the proof uses of it.", "", *_lists_markdown(_folded(theorem)), ":::"]
    out += ["::::", ""]
    out += [
        f"::::::{{admonition}} Proof of {_reference(theorem)}, machine-checked",
        ":class: dropdown",
        "",
    ]
    for proof in theorem.proofs:
        out += [proof_markdown(proof), ""]
    again = f"{{ref}}`Proved again by Rocq <{label_of_rocq(theorem.source)}>`"
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


# --- HTML, for JupyterLab, which typesets the mathematics in it but does not know MyST -----------


def proof_html(proof: Proof) -> str:
    """The same as :func:`proof_markdown`."""
    heading, where = _heading(proof)
    out = [f"<p><strong>{_html(heading)}</strong>{_html(where)}.</p>"]
    out.append('<ul style="list-style: none; padding: 0">')
    for row in rows_of(proof):
        reason = f'<div style="{REASON_STYLE}">{_html(wrapped(row.reason))}</div>'
        formula = f'<div style="{ROW_STYLE}">{_html(displayed(row.tex))}</div>'
        out.append(f"<li>{reason if row.reason else ''}{formula}</li>")
    return "\n".join([*out, "</ul>"])


REASON_STYLE = "margin-left: 3em; font-size: 90%"
ROW_STYLE = "margin: 0.4em 0 0.4em 3em; text-indent: -2em"


def _lists_html(parts: Parts) -> list[str]:
    out = []
    for heading, lines in parts:
        items = "".join(f"<li>{_html(line)}</li>" for line in lines)
        out.append(f"<p>{_html(heading)}</p><ul>{items}</ul>")
    return out


def _fold(summary: str, *inside: str) -> str:
    return "\n".join(["<details>", f"<summary>{_html(summary)}</summary>", *inside, "</details>"])


def theorem_html(theorem: Theorem) -> str:
    """The same as :func:`theorem_markdown`."""
    parts, then = _in_sight(theorem)
    out = ["<div>", f"<p><strong>Theorem ({_html(theorem.title)}).</strong></p>"]
    out += [*_lists_html(parts), f"<p>{_html(then)}</p>"]
    out.append(f'<p style="text-align: center">{_html(displayed(theorem.claim_tex))}</p>')
    if theorem.setting and theorem.of_setting:
        uses = "<p>This is what the proof uses of it.</p>"
        out.append(
            _fold(f"The setting: {theorem.setting.name}", uses, *_lists_html(_folded(theorem)))
        )
    badge = _html(_badge(theorem, lambda other: other.title, "Proved again by Rocq"))
    witness = _judged(theorem, lambda text: f"<code>{escape(text)}</code>")
    out.append(
        _fold(
            "Proof, machine-checked",
            *map(proof_html, theorem.proofs),
            f"<p>{badge} {witness}</p>",
            _fold(
                "The text that was checked",
                f"<pre>{escape(theorem.source_text)}</pre>",
                f"<p>Digest {theorem.digest}.</p>",
            ),
        )
    )
    return "\n".join([*out, "</div>"])


def _html(markdown: str) -> str:
    """The little Markdown used above, as HTML: emphasis between single stars, mathematics between dollars."""
    parts = escape(markdown).split("$")
    for i in range(0, len(parts), 2):
        words = parts[i].split("*")
        parts[i] = "".join(w if j % 2 == 0 else f"<em>{w}</em>" for j, w in enumerate(words))
    return "$".join(parts)
