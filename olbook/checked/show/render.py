r"""How proofs and theorems are shown: MyST for the book, HTML for a notebook in JupyterLab.

Every formula comes from the terms that were checked. Nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from ..reading.terms import RELATION_TEX
from ..trusted.facts import ASSUMED, DEFINITION, HYPOTHESIS, INFIMUM, Fact
from ..trusted.kernel import Accepted
from .layout import pieces
from .sentence import Part
from .wording import (
    displayed,
    for_a_reader,
    for_every,
    in_display,
    inline,
    random_names,
    range_tex,
    ranges_tex,
    sign_tex,
    uniform_indices,
    wrapped,
)

if TYPE_CHECKING:
    from .setting import Setting
    from .theorem import Proof, Theorem
    from .why import Why


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


def exactly(theorem: Theorem | Proof) -> Parts:
    """Everything that was supposed when this was checked, as it was written."""
    signs = {sign: sign_tex(theorem, sign) for sign in theorem.signs}
    return _exactly(
        theorem.definitions, theorem.hypotheses, theorem.assumed, signs, chance(theorem)
    )


def chance(theorem: Theorem | Proof) -> list[str]:
    """What is said of chance, each in a line."""
    names = random_names(theorem)
    random = [f"*random:* {names}; all else is fixed"] if names else []
    return [*random, *(f"*uniform:* {drawn}" for drawn in uniform_indices(theorem).values())]


def _exactly(
    definitions: Sequence[Fact],
    hypotheses: Sequence[Fact],
    assumed: Sequence[Fact],
    signs: Mapping[str, str],
    random: Sequence[str] = (),
) -> Parts:
    further = [f"*signs:* {', '.join(signs.values())}"] if signs else []
    parts = [
        _listed("Write", definitions),
        _listed("Suppose", hypotheses, [*further, *random]),
        _listed("Take as known, not checked", assumed),
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def in_groups(theorem: Theorem) -> Parts:
    """The same: what a setting says of it, and what is said here."""
    signs = {sign: sign_tex(theorem, sign) for sign in theorem.signs}
    facts = [*theorem.displayed]
    parts: Parts = []
    for setting in theorem.within:
        of_it = [fact for fact in facts if fact.name in setting.facts]
        own = {sign: tex for sign, tex in signs.items() if sign in setting.signs}
        facts = [fact for fact in facts if fact not in of_it]
        signs = {sign: tex for sign, tex in signs.items() if sign not in own}
        parts += [(f"*From the setting, {setting.title}*", []), *_by_status(of_it, own)]
    here = _by_status(facts, signs, chance(theorem))
    return [*parts, ("*Said here*", []), *here] if parts and here else [*parts, *here]


def _by_status(
    facts: Sequence[Fact], signs: Mapping[str, str], random: Sequence[str] = ()
) -> Parts:
    def of(*statuses: str) -> list[Fact]:
        return [fact for fact in facts if fact.status in statuses]

    return _exactly(of(DEFINITION, INFIMUM), of(HYPOTHESIS), of(ASSUMED), signs, random)


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
    return f"All of it holds for instance for `{verdict.witness}`." if exactly(proof) else ""


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


def proof_alone_markdown(proof: Proof) -> str:
    """A derivation outside of a theorem, with what it rests on."""
    said = [standing(proof)]
    verdict = proof.verdict
    if verdict.witness is not None and verdict.counterexample is None and exactly(proof):
        said = [
            "::::{admonition} A world in which this holds",
            ":class: dropdown",
            "",
            *said,
            "::::",
        ]
    return "\n".join([*_lists_markdown(exactly(proof)), *said, "", proof_markdown(proof)])


def why_markdown(why: Why) -> str:
    """Lines of a proof with their reasons, which stand beside them where there is room."""
    out = ["::::{rst-class} derivation in-the-open", ""]
    for line in why.lines:
        out += [f"- {wrapped(line.reason)}", "", f"  {displayed(line.tex)}", ""]
    return "\n".join([*out, "::::", ""])


def _lists_markdown(parts: Parts) -> list[str]:
    out = []
    for heading, lines in parts:
        out += [heading, "", *(f"- {line}" for line in lines), *[""][: len(lines)]]
    return out


def label_for(name: str) -> str:
    """The label by which other pages refer to the box of a theorem: ``thm-perceptron-margin``."""
    return "thm-" + name.replace(".", "-").replace("_", "-")


def label_of_setting(name: str) -> str:
    """The label of the box of a setting: ``set-ogd-setting``."""
    return label_for(name).replace("thm-", "set-", 1)


def label_of_rocq(name: str) -> str:
    """The label of its statement in Rocq: ``rocq-perceptron-margin``."""
    return label_for(name).replace("thm-", "rocq-", 1)


def label_of(theorem: Theorem) -> str:
    """The label of a theorem's own box."""
    return label_for(theorem.name)


def _reference(theorem: Theorem) -> str:
    return f"{{prf:ref}}`{label_of(theorem)}`"


def theorem_markdown(theorem: Theorem) -> str:
    """The theorem as a numbered box, with its proof folded below."""
    out = [f":::::{{prf:{theorem.kind}}} {theorem.title}", f":label: {label_of(theorem)}", ""]
    if theorem.sentence is None:
        out += [*_lists_markdown(in_groups(theorem)), *_then(theorem)]
    else:
        out += [*sentence_markdown(theorem), ""]
        out += [
            f"::::{{admonition}} Exactly what was checked: `{theorem.name}`",
            ":class: dropdown",
        ]
        out += ["", *_lists_markdown(in_groups(theorem)), *_then(theorem), "::::"]
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
    spelled_out = [_other_form(theorem), "", *_row(claim_pieces(theorem))] if theorem.quoted else []
    return ["Then", "", *_row(claim_pieces(theorem, plain=True)), *spelled_out]


def _other_form(theorem: Theorem) -> str:
    """What leads from the claim to what is displayed."""
    return "so" if theorem.quoted and theorem.quoted.level else "which is by definition"


def _row(shown: list[str]) -> list[str]:
    """A formula on a row of its own."""
    if len(shown) == 1:
        return ["$$", *shown, "$$", ""]
    return [":::{rst-class} claim", "", in_display(shown), "", ":::", ""]


def sentence_markdown(theorem: Theorem) -> list[str]:
    """The sentence; the claim stands in it on a row of its own."""
    if theorem.sentence is None:
        return []
    before, mark, after = theorem.sentence.around_claim
    words = ["".join(map(said_markdown, parts)).strip() for parts in (before, after)]
    return [words[0], "", *_row(claim_pieces(theorem, mark)), words[1]]


def said_markdown(part: Part) -> str:
    """Words of a sentence; the role ``said`` shows what they stand for on hover, focus and tap."""
    if part.setting:  # a link, whose preview is the box
        return f"{{prf:ref}}`{label_of_setting(part.setting)}` ({part.shown})"
    if not part.stands_for:
        return wrapped(part.shown)
    exact = [f"{e.label}: {e.formula}" for e in part.stands_for]
    return f"{{said}}`{SEPARATOR.join([wrapped(part.shown), *map(wrapped, exact)])}`"


def setting_markdown(setting: Setting) -> str:
    """The setting as a box, numbered with the theorems, and folded what exactly it says."""
    out = [f":::::{{prf:setting}} {setting.title}", f":label: {label_of_setting(setting.name)}", ""]
    out += ["".join(map(said_markdown, setting.parts)).strip(), ""]
    out += [f"::::{{admonition}} Exactly what it says: `{setting.name}`", ":class: dropdown", ""]
    out += [*_lists_markdown(said_in(setting)), "::::", ":::::", ""]
    return "\n".join(out)


def said_in(setting: Setting) -> Parts:
    """All that a setting says, as it was written."""
    signs = {sign: sign_tex(setting, sign) for sign in sorted(setting.signs)}
    names = random_names(setting)
    random = [f"*random:* {names}"] if names else []
    random += [f"*uniform:* {how}" for how in setting.chance.values()]
    return _by_status([*setting.facts.values()], signs, random)


SEPARATOR = " § "
"""Stands between a phrase and what it stands for, in the role ``said``."""


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


def why_html(why: Why) -> str:
    """The same as :func:`why_markdown`."""
    rows = [
        f"<tr><td>{_html(displayed(line.tex))}</td><td>{_html(wrapped(line.reason))}</td></tr>"
        for line in why.lines
    ]
    return "\n".join(["<table>", *rows, "</table>"])


def proof_alone_html(proof: Proof) -> str:
    """The same as :func:`proof_alone_markdown`."""
    words = standing(proof).split("`")
    words[1::2] = [f"<code>{escape(code)}</code>" for code in words[1::2]]
    above = [*_lists_html(exactly(proof)), f"<p>{''.join(words)}</p>"]
    return "\n".join(["<div>", *above, proof_html(proof), "</div>"])


REASON_STYLE = "margin-left: 3em; font-size: 90%"
ROW_STYLE = "margin: 0.4em 0 0.4em 3em; text-indent: -2em"


def _lists_html(parts: Parts) -> list[str]:
    out = []
    for heading, lines in parts:
        items = "".join(f"<li>{_html(line)}</li>" for line in lines)
        out.append(f"<p>{_html(heading)}</p>" + (f"<ul>{items}</ul>" if lines else ""))
    return out


def _fold(summary: str, *inside: str) -> str:
    return "\n".join(["<details>", f"<summary>{_html(summary)}</summary>", *inside, "</details>"])


def theorem_html(theorem: Theorem) -> str:
    """The same as :func:`theorem_markdown`."""
    exact = [*_lists_html(in_groups(theorem)), "<p>Then</p>"]
    exact.append(_row_html(claim_pieces(theorem, plain=True)))
    if theorem.quoted:
        exact += [f"<p>{_other_form(theorem)}</p>", _row_html(claim_pieces(theorem))]
    kind = theorem.kind.capitalize()
    out = ["<div>", f"<p><strong>{kind} ({_html(theorem.title)}).</strong></p>"]
    for setting in theorem.within:
        words = f"<p>{_words_html(setting.parts)}</p>"
        summary = f"<summary>The setting: {_html(setting.title)}</summary>"
        out += ['<details class="setting">', summary, words, "</details>"]
    if theorem.sentence is None:
        out += exact
    else:
        before, mark, after = theorem.sentence.around_claim
        out.append(f"<p>{_words_html(before)}</p>")
        out.append(_row_html(claim_pieces(theorem, mark)))
        out.append(f"<p>{_words_html(after)}</p>")
        out.append(_fold(f"Exactly what was checked: {theorem.name}", *exact))
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


def setting_html(setting: Setting) -> str:
    """The same as :func:`setting_markdown`."""
    title = f"<p><strong>Setting ({_html(setting.title)}).</strong></p>"
    exact = _fold(f"Exactly what it says: {setting.name}", *_lists_html(said_in(setting)))
    return "\n".join(["<div>", title, f"<p>{_words_html(setting.parts)}</p>", exact, "</div>"])


def _row_html(shown: list[str]) -> str:
    """A formula on a row of its own."""
    return f'<p style="text-align: center">{_html(in_display(shown))}</p>'


def _words_html(parts: Sequence[Part]) -> str:
    return "".join(map(_said_html, parts))


def _said_html(part: Part) -> str:
    """Words of a sentence; what they stand for is shown on hover, as it was written."""
    if part.setting:
        return f"the setting <em>{_html(part.shown)}</em>"
    if not part.stands_for:
        return _html(wrapped(part.shown))
    exact = escape("; ".join(f"{e.label}: {e.text}" for e in part.stands_for).replace("$", ""))
    return f'<span title="{exact}" style="{PHRASE_STYLE}">{_html(wrapped(part.shown))}</span>'


PHRASE_STYLE = "border-bottom: 1px dotted"


def _html(markdown: str) -> str:
    """The little Markdown used above, as HTML: emphasis between single stars, mathematics between dollars."""
    parts = escape(markdown).split("$")
    for i in range(0, len(parts), 2):
        words = parts[i].split("*")
        parts[i] = "".join(w if j % 2 == 0 else f"<em>{w}</em>" for j, w in enumerate(words))
    return "$".join(parts)
