r"""How boxes are written: in MyST for the book, in HTML for a notebook in JupyterLab.

Every formula comes from the terms that were checked. Nothing is typed twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ..trusted.facts import ASSUMED, DEFINITION, HYPOTHESIS, INFIMUM, Fact
from .wording import (
    Speaking,
    for_every,
    in_display,
    inline,
    random_names,
    range_tex,
    sign_tex,
    uniform_indices,
)

# --- what is supposed, the same in both forms ----------------------------------------------------

Lists = list[tuple[str, list[str]]]
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


def exactly(of: Speaking, supposed: Sequence[Fact]) -> Lists:
    """Everything that was supposed when something was checked, as it was written."""
    return lists_of(supposed, {sign: sign_tex(of, sign) for sign in of.signs}, chance(of))


def chance(of: Speaking) -> list[str]:
    """What is said of chance, each in a line."""
    names = random_names(of)
    random = [f"*random:* {names}; all else is fixed"] if names else []
    return [*random, *(f"*uniform:* {drawn}" for drawn in uniform_indices(of).values())]


def lists_of(facts: Sequence[Fact], signs: Mapping[str, str], random: Sequence[str] = ()) -> Lists:
    """Facts by their status, with signs and what is said of chance."""

    def of(*statuses: str) -> list[Fact]:
        return [fact for fact in facts if fact.status in statuses]

    further = [f"*signs:* {', '.join(signs.values())}"] if signs else []
    lists = [
        _listed("Write", of(DEFINITION, INFIMUM)),
        _listed("Suppose", of(HYPOTHESIS), [*further, *random]),
        _listed("Take as known, not checked", of(ASSUMED)),
    ]
    return [(heading, lines) for heading, lines in lists if lines]


# --- Markdown, for the book ----------------------------------------------------------------------


def lists_markdown(lists: Lists) -> list[str]:
    """Headings with their lists."""
    out = []
    for heading, lines in lists:
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


def row_markdown(shown: list[str]) -> list[str]:
    """A formula on a row of its own."""
    if len(shown) == 1:
        return ["$$", *shown, "$$", ""]
    return [":::{rst-class} claim", "", in_display(shown), "", ":::", ""]


# --- HTML, for JupyterLab, which typesets the mathematics in it but does not know MyST -----------


def lists_html(lists: Lists) -> list[str]:
    """Headings with their lists."""
    out = []
    for heading, lines in lists:
        items = "".join(f"<li>{as_html(line)}</li>" for line in lines)
        out.append(f"<p>{as_html(heading)}</p>" + (f"<ul>{items}</ul>" if lines else ""))
    return out


def fold(summary: str, *inside: str) -> str:
    """Lines that are seen when the summary is opened."""
    return "\n".join(["<details>", f"<summary>{as_html(summary)}</summary>", *inside, "</details>"])


def row_html(shown: list[str]) -> str:
    """A formula on a row of its own."""
    return f'<p style="text-align: center">{as_html(in_display(shown))}</p>'


def as_html(markdown: str) -> str:
    """The little Markdown used here, as HTML: emphasis between single stars, mathematics between dollars."""
    parts = escape(markdown).split("$")
    for i in range(0, len(parts), 2):
        words = parts[i].split("*")
        parts[i] = "".join(w if j % 2 == 0 else f"<em>{w}</em>" for j, w in enumerate(words))
    return "$".join(parts)
