r"""Formulas in the middle of words: for what they hold, what is random, where a line may break."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol

import sympy as sp

from ..reading.language import Language
from ..reading.terms import RELATION_TEX, tex_of_name
from ..trusted.facts import INFIMUM, Fact
from .layout import NARROW_IN_TEXT, pieces

GIVEN = r"\$([^$]+?) = ([^$]+)\$"  # what a fact is used with
AT = re.compile(rf" at ({GIVEN}(?:, {GIVEN})*)")
NAMES = re.compile(r"(?<![\w\\])(?:azuma|hedge|khinchin|novikoff)\b")
OF_CALCULUS = (
    (
        "calculus, with $f$ the right side minus the left;",
        "calculus: let $f$ be the right side less the left;",
    ),
    (r"the sign of (\$f'*\$) is visible", r"the sign of \1 can be read off"),
    (r"from \$s=([^$]+)\$ on", r"from $\1$ on"),
    (r"up to \$s=([^$]+)\$", r"up to $\1$"),
)  # there s stands for the letter of which all are functions, which is named beside it


class Speaking(Protocol):
    """Something with names, of which some have a sign and some depend on chance."""

    @property
    def language(self) -> Language: ...
    @property
    def signs(self) -> Collection[str]: ...
    @property
    def random(self) -> tuple[str, ...]: ...


def inline(tex: str) -> str:
    """A formula within a text, in pieces between which a line may be broken."""
    parts = pieces(tex, NARROW_IN_TEXT)
    size = r"\displaystyle " if len(parts) > 1 else ""
    return " ".join(f"${size}{part}$" for part in parts)


def displayed(tex: str) -> str:
    """A formula on a row of its own, in pieces between which the row may be broken."""
    return in_display(pieces(tex))


def in_display(parts: Sequence[str]) -> str:
    """Pieces of a formula on a row of its own."""
    return " ".join(rf"$\displaystyle {part}$" for part in parts)


def wrapped(words: str) -> str:
    """Words with formulas between dollars, long formulas in pieces."""
    parts = words.split("$")
    parts[1::2] = [inline(formula)[1:-1] for formula in parts[1::2]]
    return "$".join(parts)


def for_a_reader(words: str) -> str:
    r"""A reason as a mathematician says it; the checker's is short.

    Examples
    --------
    >>> for_a_reader("the normaliser at $t = t + 1$, summed over $i=1,\\dots,d$")
    'the normaliser, with $t + 1$ for $t$, summed over $i=1,\\dots,d$'
    >>> for_a_reader("novikoff's theorem")
    "Novikoff's theorem"
    """
    for old, new in OF_CALCULUS:
        words = re.sub(old, new, words) if "(" in old else words.replace(old, new)
    words = NAMES.sub(lambda name: name[0].capitalize(), words)
    return AT.sub(lambda found: f", with {_given(found[1])}", words)


def _given(equations: str) -> str:
    """``$t + 1$ for $t$``, of one equation or several."""
    return " and ".join(f"${tex}$ for ${name}$" for name, tex in re.findall(GIVEN, equations))


def ranges_tex(fact: Fact) -> list[str]:
    """``t = 1, ..., T`` in LaTeX, for each index."""
    return [
        rf"{end_tex(index)}={end_tex(low)},\dots,{end_tex(high)}"
        for index, (low, high) in fact.over.ranges
    ]


def range_tex(fact: Fact) -> str:
    """``for t = 1, ..., T`` in words with LaTeX, or nothing."""
    shown = [f"${tex}$" for tex in ranges_tex(fact)]
    return f"for {' and '.join(shown)}" if shown else ""


def for_every(fact: Fact) -> str:
    """``for every u`` in LaTeX, or nothing."""
    shown = [f"${tex_of_name(name)}$" for name in sorted(fact.over.values)]
    if not shown or fact.status == INFIMUM:  # there the name stands below the inf
        return ""
    return f"for every {' and '.join(shown)}"


def end_tex(end: sp.Expr) -> str:
    """The end of a range, which is made of numbers and plain names."""
    names = {symbol: tex_of_name(symbol.name) for symbol in end.free_symbols}
    return str(sp.latex(end, symbol_names=names, mul_symbol=r"\,"))


def sign_tex(theorem: Speaking, sign: str) -> str:
    """A declared sign, ``"n >= 0"``, in LaTeX, and in words that a name is an integer."""
    name, relation, zero = sign.split()
    integer = " an integer" if theorem.language.names[name].integer else ""
    return f"${theorem.language.spelled(name)} {RELATION_TEX[relation]} {zero}${integer}"


def random_names(theorem: Speaking) -> str:
    """The names that depend on chance, without the indices drawn uniformly; or nothing."""
    uniform = {index.name for index in theorem.language.uniform}
    spelled = theorem.language.spelled
    return ", ".join(f"${spelled(name)}$" for name in theorem.random if name not in uniform)


def uniform_indices(theorem: Speaking) -> dict[str, str]:
    """For each index of the statement that is drawn uniformly, from what."""
    return {
        index.name: rf"${end_tex(index)}$ is one of ${end_tex(low)},\dots,{end_tex(high)}$, all "
        "equally likely, independent of all else"
        for index, (low, high) in theorem.language.uniform.items()
        if index.name in theorem.random
    }
