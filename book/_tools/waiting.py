"""Formulas of a finished page that nobody sees yet become their TeX, and can be put back.

The page ends in lists of those that wait, each once and on a line of its own: a text that costs a browser little
to read, the less the shorter a list.
"""

from __future__ import annotations

import re
from math import inf

from elements import end_of

# What makes formulas wait, what is seen all the same, and a formula; in this order of their names.
PIECE = re.compile(
    r"<(?P<fold>/?details)\b|<(?P<seen>/?summary)\b"
    r'|<span class="(?P<exact>exact)"|<span class="(?P<formula>katex(?:-display)?)">'
)
TEX = re.compile(r"<annotation[^>]*>(.*?)</annotation>", re.DOTALL)
WAITS = re.compile(r'<code class="later" data-formula="(\d+)">[^<]*</code>')
LIST = re.compile(r'<script type="text/plain" class="formulas">(.*?)</script>\n', re.DOTALL)
IN_A_LIST = 100
NEW_LINE = "&#10;"  # within a formula


def waiting(html: str, at_once: float = inf) -> str:
    """The page with the TeX of the formulas that are not seen yet, and a list of these at its end.

    In the open the first ``at_once`` are set.
    """
    formulas: dict[str, int] = {}
    pieces: list[str] = []
    copied = at = folds = end_of_exact = in_the_open = 0
    in_summary = False
    while found := PIECE.search(html, at):
        at = found.end()
        if found["fold"]:
            folds += -1 if found["fold"].startswith("/") else 1
        elif found["seen"]:
            in_summary = not found["seen"].startswith("/")
        elif found["exact"]:
            end_of_exact = end_of(html, found.start(), "span")
        else:
            at = end_of(html, found.start(), "span")
            hidden = (folds > 0 and not in_summary) or found.start() < end_of_exact
            in_the_open += not hidden
            hidden = hidden or in_the_open > at_once
            formula = html[found.start() : at]
            if hidden and (tex := TEX.search(formula)):
                number = formulas.setdefault(formula, len(formulas))
                place = f'<code class="later" data-formula="{number}">{tex[1]}</code>'
                pieces += [html[copied : found.start()], place]
                copied = at
    if not formulas:
        return html
    lines = [formula.replace("\n", NEW_LINE) for formula in formulas]
    body, end, rest = html[copied:].rpartition("</body>")
    for i in range(0, len(lines), IN_A_LIST):
        some = "\n".join(lines[i : i + IN_A_LIST])
        body += f'<script type="text/plain" class="formulas">{some}</script>\n'
    return "".join([*pieces, body, end, rest])


def filled(html: str) -> str:
    """The page as it was before its formulas waited, for those who make something else of it."""
    lists = LIST.findall(html)
    formulas = [line.replace(NEW_LINE, "\n") for some in lists for line in some.split("\n")]
    return WAITS.sub(lambda found: formulas[int(found[1])], LIST.sub("", html))
