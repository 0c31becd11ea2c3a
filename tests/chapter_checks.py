"""Finding what makes a chapter hard to read, or untrue, without running it.

A number in the words of a chapter carries its source behind it, in a comment that no page shows:
``the bound is 90.6<!-- = bound -->``. The strict run of the notebooks evaluates it (``conftest.py``).
A formula may carry a theorem, ``$M\\le R^2U^2$<!-- is perceptron.margin -->``, whose claim or right
side it then is, or one of its facts, ``<!-- is perceptron.margin:update -->``. The boxes of the
algorithms do: they print what the proofs rest on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nbformat import NotebookNode
from sources import SOURCED

import olbook as ol

LONGEST_LINE, MOST_LINES = 76, 20
HIDDEN = {"hide-input", "remove-input", "hide-cell", "remove-cell"}

ABOUT_NOTES = re.compile(
    r"\b[ES][0-4]-[A-Z]*\d+|\bB[456]\.\d|\bS[0-4]\b(?!\()|\b(?:our|the) cop(?:y|ies)\b"
    r"|\b(?:the|one|a|this|our|some|five) lectures?\b|\blecturers?'|\bthe notes\b|\berrat(?:um|a)\b",
    re.IGNORECASE,
)
POINTER = re.compile(r"^.*\blectures/.*$", re.MULTILINE)  # the line that leads to those pages

# What is no prose: code, formulas, comments, links' targets, roles, directives and their options.
NO_PROSE = re.compile(
    r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$]*\$|<!--.*?-->|\]\([^)]*\)|\{[\w:]+\}`[^`]*`"
    r"|^\s*:{3,}.*$|^\s*:[\w-]+:.*$|^\([\w-]+\)=$|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*\.\d+|(?<![\w.,-])\d[\d,]{2,}(?![\w.])")
YEAR = re.compile(r"(?:1[89]|20)\d\d")


def faults_of_code(cell: NotebookNode) -> Iterator[str]:
    """A visible cell fits its column and a screen, and leaves the asserting to the hidden ones."""
    if HIDDEN & set(cell.metadata.get("tags", [])):
        return
    lines = cell.source.splitlines()
    if len(lines) > MOST_LINES:
        yield f"a visible cell of {len(lines)} lines, more than {MOST_LINES}"
    if widest := max((line for line in lines if len(line) > LONGEST_LINE), key=len, default=""):
        yield f"a visible line of {len(widest)} columns, more than {LONGEST_LINE}: {widest.strip()}"
    if re.search(r"^\s*assert\b", cell.source, re.MULTILINE):
        yield "an assertion in a visible cell"


def words_about_notes(text: str) -> list[str]:
    """Places at which a chapter speaks of lecture notes, which its reader does not have."""
    own = POINTER.sub("", text)
    return [f"speaks of lecture notes: {match.group()}" for match in ABOUT_NOTES.finditer(own)]


def numbers_without_source(text: str) -> list[str]:
    """Decimal fractions, and whole numbers from 100, that nothing ties to what is true."""
    prose = NO_PROSE.sub(" ", SOURCED.sub(" ", text))
    found = [match.group() for match in NUMBER.finditer(prose)]
    return [f"a number without its source: {n}" for n in found if not YEAR.fullmatch(n)]


STATED = re.compile(r"\$(?P<tex>[^$]+)\$<!-- is (?P<theorem>\w+\.\w+)(?::(?P<fact>\w+))? -->")
NO_MEANING = re.compile(r"\\[,;:! ]|\\(?:left|right|displaystyle|cdot)(?![A-Za-z])|\s")
ALIKE = {
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\leq": r"\le",
    r"\geq": r"\ge",
    r"\frac12": r"\frac{1}{2}",
}


def signs_of(tex: str) -> str:
    """A formula without what does not change its meaning: blanks, braces around one sign, sizes."""
    for sign, other in ALIKE.items():
        tex = tex.replace(sign, other)
    tex = NO_MEANING.sub("", re.sub(r"(\\[A-Za-z]+) +(?=[A-Za-z])", r"\1{}", tex))
    before = ""
    while before != tex:
        before, tex = tex, re.sub(r"\{(\\?[A-Za-z]+|.|)\}", r"\1", tex)
    return tex


def formulas_unlike_their_source(text: str) -> list[str]:
    """Formulas that say they are those of a theorem and are not."""
    faults = []
    for match in STATED.finditer(text):
        theorem = ol.theorem(match["theorem"])
        if match["fact"]:
            shown = [fact.tex for fact in theorem.supposed if fact.name == match["fact"]]
        else:
            shown = [theorem.claim_tex, re.split(r" (?:\\le|\\ge|=) ", theorem.claim_tex)[-1]]
        if signs_of(match["tex"]) not in map(signs_of, shown):
            faults.append(f"not as checked, {match['theorem']} has {shown}: {match['tex']}")
    return faults


def faults_of_chapter(cells: list[NotebookNode]) -> list[str]:
    """Everything of this kind that is wrong with the cells of a chapter."""
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    known = {match["number"] for match in SOURCED.finditer(prose)}
    faults = []
    for position, cell in enumerate(cells, start=1):
        figure = cell.metadata.get("mystnb", {})
        caption = figure.get("figure", {}).get("caption", "")
        below = f"{caption}\n{figure.get('image', {}).get('alt', '')}"
        here = words_about_notes(f"{cell.source}\n{below}")
        if cell.cell_type == "markdown":
            here += numbers_without_source(cell.source) + formulas_unlike_their_source(cell.source)
        else:
            here += faults_of_code(cell)
            printed = "".join(str(output.get("text", "")) for output in cell.outputs)
            here += [
                f"{fault}, in a caption or alternative text"
                for fault in numbers_without_source(below)
                if (number := fault.split(": ")[1]) not in known and number not in printed
            ]
        faults += [f"cell {position} ({cell.id}): {fault}" for fault in here]
    return faults
