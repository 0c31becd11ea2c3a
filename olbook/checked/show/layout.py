r"""Where a long formula may be broken, so that it can be read on a phone.

A browser breaks a paragraph between words, but never a formula. So a long formula is printed as
several short ones in a row, and the browser breaks between them wherever the page is too narrow.

It may be broken before a relation; if that is not enough, before a plus or minus; if what stands
between two of these is still too wide, inside its widest bracket; and last of all between two
factors. A wide fraction is first written as :math:`\frac1b(a_1+a_2)`, a wide root as
:math:`(a_1+a_2)^{1/2}`. Nothing else changes.

This module reads LaTeX as the language of derivations prints it. It is about the display alone: no
proof depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

NARROW = 14.5
"""The widest formula, in em, that is never broken: it fits a phone of 390 pixels in a folded proof."""

NARROW_IN_TEXT = 11.0
"""The same for a formula in the lists of a theorem, which are indented further."""

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S")
CLOSING = {"(": ")", "[": "]", r"\langle": r"\rangle", r"\lVert": r"\rVert", r"\{": r"\}"}
RELATIONS = {"=", "<", ">", r"\le", r"\ge"}
SIGNS = {"+", "-"}
GLUE = {r"\,", r"\cdot"}
WITH_LIMITS = {r"\sum", r"\inf", r"\lim", r"\sup", r"\max", r"\min"}
NAMED = re.compile(r"\\(mathrm|mathbb|mathcal|operatorname|text)")

# Widths in em, of the fonts of MathJax; letters that are not listed have the last one.
WIDTHS = {
    r"\,": 0.17, r"\cdot": 0.7, r"\sum": 1.6, r"\langle": 0.39, r"\rangle": 0.39, r"\lVert": 0.5,
    r"\rVert": 0.5, r"\log": 1.45, r"\exp": 1.75, r"\inf": 1.5, r"\lim": 1.6, r"\infty": 1.0,
    r"\dots": 1.3, r"\in": 1.2, r"\iota": 0.36, "(": 0.39, ")": 0.39, "[": 0.28, "]": 0.28,
    ",": 0.45, "M": 1.0, "W": 0.95, "H": 0.85, "U": 0.7, "R": 0.76, "T": 0.7, "t": 0.37, "i": 0.35,
    "l": 0.3, "m": 0.88, "w": 0.72,
}  # fmt: skip
LETTER, UNARY, SIGN, RELATION, SCRIPT, ROOT = 0.57, 0.78, 1.22, 1.35, 0.71, 0.85


@dataclass(frozen=True)
class Node:
    """A part of a formula. One with something ``inside`` can be broken there, and is then shown as
    ``opening``, the pieces of the inside, ``closing``."""

    tex: str
    width: float
    inside: tuple[Node, ...] = ()
    opening: str = ""
    closing: str = ""
    joint: str = ""  # "relation", or "sign" for a plus or minus between two terms


def pieces(tex: str, narrow: float = NARROW) -> list[str]:
    r"""The formula in one or more pieces, to be shown one after the other in displaystyle.

    Examples
    --------
    >>> pieces("a + b")
    ['a + b']
    >>> pieces(r"\eta \left( a + b \right)", narrow=2)
    ['\\eta ( a', '+\\: b )']
    """
    row = _Reader(tex).row()
    return [tex] if _width(row) <= narrow else _split(row, narrow)


def _fit(row: Sequence[Node], narrow: float) -> list[str]:
    return [_tex(row)] if _width(row) <= narrow else _split(row, narrow)


def _split(row: Sequence[Node], narrow: float) -> list[str]:
    """Break a row at the best place it offers; in one piece if it offers none."""
    for joint in ("relation", "sign"):
        parts = _cut(row, joint)
        if len(parts) > 1:
            return [piece for part in parts for piece in _fit(part, narrow)]
    breakable = [node for node in row if _is_breakable(node)]
    if breakable:
        return _split(_opened(row, max(breakable, key=lambda node: node.width)), narrow)
    return _split_factors(row, narrow)


def _is_breakable(node: Node) -> bool:
    return any(part.joint or _is_breakable(part) for part in node.inside)


def _cut(row: Sequence[Node], joint: str) -> list[list[Node]]:
    """The row cut before every joint of one kind; one that stands in front cuts nothing."""
    parts: list[list[Node]] = [[]]
    for node in row:
        if node.joint == joint and parts[-1]:
            parts.append([])
        parts[-1].append(node)
    return parts


def _opened(row: Sequence[Node], node: Node) -> list[Node]:
    """The row with what is inside of one node standing free between its brackets."""
    place = row.index(node)
    opening, closing = Node(node.opening, LETTER), Node(node.closing, LETTER)
    return [*row[:place], opening, *node.inside, closing, *row[place + 1 :]]


def _split_factors(row: Sequence[Node], narrow: float) -> list[str]:
    """Break a product near its middle, with a dot to say that it goes on."""
    places = [i for i, node in enumerate(row) if node.tex in GLUE]
    if not places:
        return [_tex(row)]
    middle = min(places, key=lambda i: abs(_width(row[:i]) - _width(row[i + 1 :])))
    first, *others = _fit(row[middle + 1 :], narrow)
    return [*_fit(row[:middle], narrow), rf"{{}}\cdot {first}", *others]


def _width(row: Sequence[Node]) -> float:
    return sum(node.width for node in row)


def _tex(row: Sequence[Node]) -> str:
    """The row as LaTeX; a joint in front keeps its distance, as it would have within a formula."""
    shown = [node.tex for node in row]
    if row[0].joint == "sign":
        shown[0] += r"\:"
    return " ".join(shown)


class _Reader:
    """Reads LaTeX into nodes."""

    def __init__(self, tex: str) -> None:
        self._tokens = TOKEN.findall(tex)
        self._next = 0

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def row(self, closing: str = "") -> tuple[Node, ...]:
        """Everything up to the end, or to a closing bracket, which is taken too."""
        nodes: list[Node] = []
        while self._peek() and self._peek() != closing:
            node = self._scripted(self._node())
            if node.joint == "sign" and (not nodes or nodes[-1].joint):
                node = Node(node.tex, UNARY)  # -a, not b - a
            nodes.append(node)
        self._take()
        return tuple(nodes)

    def _node(self) -> Node:
        token = self._take()
        if token == "{":
            row = self.row("}")
            return Node(f"{{{_plain(row)}}}", _width(row))
        if token == r"\frac":
            return self._fraction()
        if token == r"\sqrt":
            self._take()
            row = self.row("}")
            opening, closing = _fixed("(", ")", row)
            return Node(
                rf"\sqrt{{{_plain(row)}}}", _width(row) + ROOT, row, opening, closing + "^{1/2}"
            )
        if token == r"\left":
            bracket = self._take()
            row = self.row(r"\right")
            end = self._take()
            tex = rf"\left{bracket} {_plain(row)} \right{end}"
            return Node(tex, _width(row) + 1.4, row, *_fixed(bracket, end, row))
        if token in CLOSING:
            row = self.row(CLOSING[token])
            tex = f"{token} {_plain(row)} {CLOSING[token]}"
            width = _width(row) + WIDTHS.get(token, LETTER) * 2
            return Node(tex, width, row, token, CLOSING[token])
        if NAMED.match(token):
            self._take()
            row = self.row("}")
            return Node(f"{token}{{{''.join(node.tex for node in row)}}}", _width(row))
        if token in RELATIONS:
            return Node(token, RELATION, joint="relation")
        if token in SIGNS:
            return Node(token, SIGN, joint="sign")
        return Node(token, WIDTHS.get(token, LETTER))

    def _fraction(self) -> Node:
        self._take()
        above = self.row("}")
        self._take()
        below = self.row("}")
        tex = rf"\frac{{{_plain(above)}}}{{{_plain(below)}}}"
        opening, closing = _fixed("(", ")", above)
        unit = rf"\frac{{1}}{{{_plain(below)}}} {opening}"
        return Node(tex, max(_width(above), _width(below)) + 0.25, above, unit, closing)

    def _scripted(self, node: Node) -> Node:
        """The node with what stands above and below it."""
        scripts, width = "", 0.0
        while self._peek() in ("^", "_"):
            mark = self._take()
            script = self._node()
            scripts += mark + script.tex
            width = max(width, script.width * SCRIPT)
        if not scripts:
            return node
        total = max(node.width, width) if node.tex in WITH_LIMITS else node.width + width
        if node.closing.endswith("^{1/2}"):  # a root to a power stays whole: one superscript only
            return Node(node.tex + scripts, total)
        return Node(node.tex + scripts, total, node.inside, node.opening, node.closing + scripts)


def _plain(row: Sequence[Node]) -> str:
    return " ".join(node.tex for node in row)


def _fixed(opening: str, closing: str, row: Sequence[Node]) -> tuple[str, str]:
    """Brackets of a size that does not depend on finding both in one piece."""
    inside = _plain(row)
    size = "Bigg" if r"\sum" in inside else "bigg" if r"\frac" in inside else "big"
    tall = r"\sum" in inside or r"\frac" in inside or r"\sqrt" in inside
    return (rf"\{size}l{opening}", rf"\{size}r{closing}") if tall else (opening, closing)
