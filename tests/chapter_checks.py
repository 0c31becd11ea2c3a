"""Finding what makes a chapter hard to read, or untrue, without running it.

A number in the words of a chapter carries its source behind it, in a comment that no page shows:
``the bound is 90.6<!-- = bound -->``. The strict run of the notebooks evaluates it (``conftest.py``).
A formula may carry a theorem, ``$M\\le R^2U^2$<!-- is perceptron.margin -->``, whose claim or right
side it then is, or one of its facts, ``<!-- is perceptron.margin:update -->``. The boxes of the
algorithms do: they print what the proofs rest on. Captions and alternative texts cannot carry
comments, so what they say has to occur in the chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nbformat import NotebookNode
from sources import SOURCED, agrees

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
    r"|^\s*:{3,}[^\n]*$|^\s*:[\w-]+:[^\n]*$|^\([\w-]+\)=$|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+|\d\d)(?!\w|[.,]\d)")
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
    # A formula whose last number has a source stays one: its closing sign is kept.
    rest = SOURCED.sub(lambda match: " $ " if "$" in match[0].split("<!--")[0] else " ", text)
    prose = NO_PROSE.sub(" ", rest)
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
    r"\log_2N": r"\frac{\ln N}{\ln 2}",
    r"\nabla\psi": "D",  # as the proofs call it, in which the mirror map is always the same
    r"B_\psi": "B",
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
        said = [fact.tex for fact in theorem.supposed if fact.name == match["fact"]]
        said = said if match["fact"] else [theorem.claim_tex]
        shown = [part for tex in said for part in (tex, re.split(r" (?:\\le|\\ge|=) ", tex)[-1])]
        if signs_of(match["tex"]) not in map(signs_of, shown):
            faults.append(f"not as checked, {match['theorem']} has {shown}: {match['tex']}")
    return faults


def wrong_numbers(text: str, names: dict[str, object]) -> list[str]:
    """Numbers of a page that are not what the expressions behind them are, of things with these names."""
    found = [(m["number"], eval(m["expression"], dict(names))) for m in SOURCED.finditer(text)]
    return [f"the text says {n}, it is {value:.6g}" for n, value in found if not agrees(n, value)]


# A tie is a mistake: no score of the learner is compared with zero strictly, but where that tempts.
TEMPTING = re.compile(r"^:::\{admonition\} A tempting mistake$.*?^:::$", re.DOTALL | re.MULTILINE)
NO_TIE = re.compile(
    r"y(?:_t)?\(?\\langle w(?:_t)?,x(?:_t)?\\rangle(?:-\\frac12\))?(?:<|\\lt(?![a-z])|\\ge?(?![a-z]))"
)
BOX = re.compile(r"^:{3,}\{prf:(\w+)\}[^\n]*\n:label: (\w+)-(.*?)^:{3,}$", re.DOTALL | re.MULTILINE)
LABELS = {"theorem": "thm", "proposition": "prop", "definition": "def", "algorithm": "alg"}
LABELS |= {"lemma": "lem", "corollary": "cor"}
LOOP = re.compile(r"\*\*for\*\* (?!\$t=1,|\$m=0,)\S*")  # rounds are counted from 1, blocks from 0
UPHILL = re.compile(r"\+\s*(?:\\eta|\\frac1\\gamma|\\frac\{p_t\}\\gamma)")
PROMISE = re.compile(
    r"\b(?:bound|proof|lemma|theorem)s? (?:of )?\{prf:ref\}`(?:[^`<]*<)?(?!thm|lem|prop|cor)[\w-]+"
)


def faults_of_statements(text: str) -> list[str]:
    """Ties that are no mistakes, boxes and references of another kind, steps and loops that go wrong."""
    unread = STATED.sub("", SOURCED.sub("", text))
    faults = [
        f"a mark that nothing reads: {m}" for m in re.findall(r"<!-- ?(?:is|=) .*?-->", unread)
    ]
    faults += [f"a tie is a mistake: {m.group()}" for m in NO_TIE.finditer(TEMPTING.sub("", text))]
    faults += [f"this states no bound: {match.group()}" for match in PROMISE.finditer(text)]
    for kind, label, body in BOX.findall(text):
        if LABELS[kind] != label:
            faults.append(f"a box that is a {kind}, with the label {label}-...")
        if kind == "algorithm":
            faults += [f"a loop that starts elsewhere: {m.group()}" for m in LOOP.finditer(body)]
            faults += [f"a step up the gradient: {m.group()}" for m in UPHILL.finditer(body)]
    return faults


FORMULA = re.compile(r"\$\$?([^$]+)\$\$?")
SAYS_MUCH = re.compile(r"\\frac|\\sqrt|[/^]")
LARGE = re.compile(r"(?<![\w.,-])\d[\d,]*\d(?![\w.]*\d)")


def faults_below(below: str, prose: str, code: str) -> list[str]:
    """Formulas and whole numbers from 10 that stand below a figure, and not in the chapter."""
    formulas = [match[1] for match in FORMULA.finditer(below)]
    told = " ".join(signs_of(match[1]) for match in FORMULA.finditer(f"{prose}\n{code}"))
    faults = [f for f in formulas if SAYS_MUCH.search(f) and signs_of(f) not in told]
    numbers = LARGE.findall(FORMULA.sub(" ", below))
    return faults + [
        n for n in numbers if not re.search(rf"(?<![\w.]){n}(?![\w.]*\d)", prose + code)
    ]


def faults_of_chapter(cells: list[NotebookNode]) -> list[str]:
    """Everything of this kind that is wrong with the cells of a chapter."""
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    known = {match["number"] for match in SOURCED.finditer(prose)}
    code = [cell.source if cell.cell_type == "code" else "" for cell in cells]
    displayed = re.findall(r'^ol\.theorem\("([\w.]+)"\)$', "\n".join(code), re.MULTILINE)
    told = "\n".join([prose, *(f"${ol.theorem(name).claim_tex}$" for name in displayed)])
    faults = []
    for position, cell in enumerate(cells, start=1):
        figure = cell.metadata.get("mystnb", {})
        caption = figure.get("figure", {}).get("caption", "")
        below = f"{caption}\n{figure.get('image', {}).get('alt', '')}"
        here = words_about_notes(f"{cell.source}\n{below}")
        if cell.cell_type == "markdown":
            here += numbers_without_source(cell.source) + formulas_unlike_their_source(cell.source)
            here += faults_of_statements(cell.source)
        else:
            here += faults_of_code(cell)
            printed = "".join(str(output.get("text", "")) for output in cell.outputs)
            here += [
                f"{fault}, in a caption or alternative text"
                for fault in numbers_without_source(below)
                if (number := fault.split(": ")[1]) not in known and number not in printed
            ]
            near = "\n".join([printed, *code[max(position - 4, 0) : position + 1]])
            here += [
                f"below a figure and not in the chapter: {said}"
                for said in faults_below(below, told, near)
            ]
        faults += [f"cell {position} ({cell.id}): {fault}" for fault in here]
    return faults
