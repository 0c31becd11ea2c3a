r"""The declared names: what kind each is, its sign, its range, and how it has been used."""

from __future__ import annotations

import ast
import difflib
import keyword
import re
from collections.abc import Iterable

import sympy as sp

from ..errors import CheckError
from .terms import SCALAR, VECTOR, Name, Ranges, depends_on_chance, tex_of_name

RESERVED = frozenset(
    """Sum dot norm2 sqrt exp log pos E lim inf at times sum sq by gap induction calculus cases
    uniform Dot Max Ex e ln""".split()  # noqa: SIM905
)

Usage = dict[str, tuple[int, tuple[str | None, ...]]]
"""For each name the number of its subscripts, and the kinds of its arguments."""


OPERATORS = frozenset(
    ["log", "Pr", "max", "min", "sup", "inf", "lim", "arg", "det", "sin", "cos", "tan", "Var"]
)
"""Names, or their first parts, that look like these when they are printed."""


class Names:
    """The names of a context. They are declared once, at the start."""

    def __init__(self) -> None:
        self.names: dict[str, Name] = {}
        self.ranges: Ranges = {}
        self.uniform: Ranges = {}
        self._usage: Usage = {}

    def declare(
        self,
        text: str,
        kind: str = SCALAR,
        sign: str = "real",
        integer: bool = False,
        random: bool = False,
    ) -> None:
        """Declare a name; its sign and integrality hold for every subscript."""
        demand_identifier(text, "be a name")
        if text in self.names:
            raise CheckError(f'the name "{text}" is declared twice')
        if text.partition("_")[0] in OPERATORS:
            raise CheckError(f'the name "{text}" would be read as an operator')
        assumptions: dict[str, bool] = {"real": True}
        if sign != "real":
            assumptions[sign] = True
        if integer:
            assumptions["integer"] = True
        self.names[text] = Name(
            text,
            kind,
            sign,
            integer,
            random,
            sp.Symbol(text, **assumptions),
            sp.Function(text, **assumptions),
        )

    def demand_distinct(self) -> None:
        """Refuse names that can have the same LaTeX, such as ``x[1]`` and ``x_1``, or that of ``x[t]``."""
        shown: dict[str, str] = {}
        indices = {str(symbol) for symbol in self.ranges}
        for text in self.names:
            if indices & {*text.split("_")[1:]}:
                raise CheckError(f'the name "{text}" would be shown as if it had an index')
            alike = shown.setdefault(tex_of_name(text), text)
            stem, *subscripts = text.split("_")
            while subscripts and alike == text:
                if stem in self.names and all(s.isdigit() or s in self.names for s in subscripts):
                    alike = stem
                stem, subscripts = f"{stem}_{subscripts[0]}", subscripts[1:]
            if alike != text:
                raise CheckError(f'the names "{text}" and "{alike}" could be shown alike')

    def indices(self, e: sp.Expr) -> set[sp.Symbol]:
        """The declared indices that are free in an expression."""
        return {symbol for symbol in e.free_symbols if symbol in self.ranges}

    def letters_in(self, tree: ast.AST) -> set[str]:
        """The names that stand free in a text, whether or not SymPy cancels them."""
        if isinstance(tree, ast.Name):
            return {tree.id}
        free = set().union(*(self.letters_in(part) for part in ast.iter_child_nodes(tree)))
        if isinstance(tree, ast.Call) and ast.unparse(tree.func) == "Sum":
            term, letter, *ends = tree.args
            own = self.letters_in(letter)
            return (self.letters_in(term) - own).union(*(self.letters_in(end) for end in ends))
        return free

    def is_vector_name(self, text: str) -> bool:
        """Whether a declared name stands for vectors."""
        return text in self.names and self.names[text].kind == VECTOR

    def is_random_name(self, text: str) -> bool:
        """Whether a declared name depends on chance."""
        return text in self.names and self.names[text].random

    def is_random(self, e: sp.Expr) -> bool:
        """Whether an expression depends on chance; an expectation does not."""
        return depends_on_chance(e, self.is_random_name)

    @property
    def usage(self) -> Usage:
        """With how many subscripts, and with arguments of which kinds, each name has been used."""
        return dict(self._usage)

    def is_plain(self, text: str) -> bool:
        """Whether a name is used without subscripts and arguments."""
        return self._usage.get(text, (0, ())) == (0, ())

    def lookup(self, text: str) -> Name:
        """The declared name, or an error that proposes the nearest one."""
        if text not in self.names:
            raise CheckError(f'unknown name "{text}"{nearest(text, self.names)}')
        return self.names[text]

    def use(self, text: str, subscripts: int, kinds: tuple[str | None, ...]) -> None:
        """A name is used in one way throughout: ``u`` and ``u[t]`` are two different things.

        ``kinds`` are those of its arguments; ``None`` is the kind of 0, which may be a vector.
        """
        before = self._usage.setdefault(text, (subscripts, kinds))
        if (before[0], len(before[1])) != (subscripts, len(kinds)):
            raise CheckError(
                f'"{text}" is used with {subscripts} subscripts and {len(kinds)} arguments, '
                f"before with {before[0]} and {len(before[1])}"
            )
        merged = []
        for old, new in zip(before[1], kinds, strict=True):
            if old != new and old is not None and new is not None:
                raise CheckError(f'"{text}" is a function of a {old}, here it is given a {new}')
            merged.append(old or new)
        self._usage[text] = (subscripts, tuple(merged))

    def index(self, text: str) -> sp.Symbol:
        """The symbol of a declared index."""
        symbol = self.lookup(text).symbol
        if symbol not in self.ranges:
            raise CheckError(f'"{text}" is not declared as an index')
        return symbol


def nearest(text: str, known: Iterable[str]) -> str:
    """For a message: what somebody may have meant, if anything is near."""
    near = difflib.get_close_matches(text, known, 1)
    return f'; did you mean "{near[0]}"?' if near else ""


def demand_identifier(text: str, use: str) -> None:
    """Names are ASCII: other letters can look alike, and Python reads some of them as others."""
    if not isinstance(text, str):
        raise CheckError(f"a name is a string, got {text!r}")
    plain_word = text.isidentifier() and text.isascii() and not text.startswith("_")
    shown_like_a_word_of_the_language = text.rstrip("_") in RESERVED
    if not plain_word or keyword.iskeyword(text) or shown_like_a_word_of_the_language:
        raise CheckError(
            f'"{text}" cannot {use}: it is reserved, or not a word of plain letters and digits'
        )


def ranges_in(text: str) -> dict[str, tuple[str, str]]:
    """Read ``"t: 1..T, i: 1..d"``."""
    ranges: dict[str, tuple[str, str]] = {}
    if not isinstance(text, str):
        raise CheckError(f'ranges are a string such as "t: 1..T", got {text!r}')
    for part in filter(str.strip, text.split(",")):
        match = re.fullmatch(r"\s*(\w+)\s*:\s*(.+?)\s*\.\.\s*(.+?)\s*", part)
        if match is None:
            raise CheckError(
                f'a range is written "t: 1..T", several are separated by commas; got "{part.strip()}"'
            )
        if match[1] in ranges:
            raise CheckError(f'two ranges for "{match[1]}"')
        ranges[match[1]] = (match[2], match[3])
    return ranges


def words_in(*texts: str) -> set[str]:
    """Every word in some formulas: names, and those that belong to the language."""
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))
