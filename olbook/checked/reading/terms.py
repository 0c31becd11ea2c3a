"""What a formula is, once read: its meaning, its LaTeX, and what it needs to be defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.printing.str import StrPrinter

Dot = sp.Function("Dot", real=True)
"""The inner product, as an uninterpreted function; :mod:`..trusted.algebra` knows that it is bilinear."""

Expectation = sp.Function("Ex", real=True)
"""The expectation, likewise; :mod:`..trusted.algebra` knows that it is linear."""

# Whose a formula is, is asked by ``e.func is Dot``: isinstance compares the names of all classes.

SCALAR, VECTOR = "scalar", "vector"
# Words in one string read better here than thirty quoted ones, hence the noqa.
GREEK = frozenset(
    """alpha beta gamma delta epsilon eta theta iota kappa lambda mu nu rho sigma tau phi chi psi
    omega Gamma Delta Theta Lambda Sigma Phi Psi Omega""".split()  # noqa: SIM905
)
RELATION_TEX = {"==": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">"}

PROPER_NAMES = (
    "Bregman",
    "Hoeffding",
    "Jensen",
    "Markov",
    "Perceptron",
    "Widrow",
    "Winnow",
    "Young",
)
"""Words that keep their capital in the middle of a sentence."""


# How tightly a construct binds, for deciding on brackets in the display.
SUM, PRODUCT, POWER, ATOM = 0, 1, 2, 3

Range = tuple[sp.Expr, sp.Expr]
Ranges = dict[sp.Symbol, Range]


@dataclass(frozen=True)
class Obligation:
    """Something that must be known before a formula means anything, such as a nonzero denominator.

    Obligations are collected while parsing, before SymPy has had a chance to cancel ``x/x``.
    ``bindings`` are the summation indices in whose scope the obligation stands.
    """

    verb: str
    expression: sp.Expr
    # "nonzero", "nonnegative", "positive"; "a legal power", of something positive or with a natural
    # exponent; "untied" for a name that grows in a limit
    need: str
    bindings: tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...] = ()

    @property
    def complaint(self) -> str:
        """What is said if it is not visible."""
        if self.need == "untied":
            name, e = self.expression.args
            return f"a hypothesis or definition ties {name} to another name in {plain(e)}: put it in first"
        if self.need == "a legal power":
            base, exponent = map(plain, self.expression.args)
            return (
                f"for the power {exponent} of {base}, the base must be visibly positive "
                "or the exponent a natural number"
            )
        return (
            f'to {self.verb} "{plain(self.expression)}", it must be visibly {self.need}: '
            "declare its sign or state it as a hypothesis"
        )


@dataclass(frozen=True)
class Term:
    """A parsed formula: its meaning, its LaTeX, its kind, and what must hold for it to be defined."""

    sym: sp.Expr
    tex: str
    binding: int = ATOM
    kind: str = SCALAR
    obligations: tuple[Obligation, ...] = ()
    leading_minus: bool = False
    open_ended: bool = (
        False  # a sum or a logarithm: a factor to the right would seem to belong to it
    )

    def bracketed(self, at_least: int) -> str:
        """The LaTeX, in brackets if it binds less tightly than ``at_least``."""
        return self.tex if self.binding >= at_least else delimited("(", self.tex, ")")

    @property
    def is_zero(self) -> bool:
        """Whether this is written ``0``, which stands for the zero vector too."""
        return self.tex == "0"


@dataclass(frozen=True)
class Relation:
    """``left op right`` with its display; ``>=`` and ``>`` are turned round in the meaning only."""

    left: Term
    operator: str  # "==", "<=" or "<"
    right: Term
    tex: str
    obligations: tuple[Obligation, ...]
    turned: bool = (
        False  # it was written with >= or >, so that ``left`` is on the right of the page
    )

    @property
    def shown_right(self) -> Term:
        """The side that stands on the right of the page."""
        return self.left if self.turned else self.right


@dataclass(frozen=True)
class Name:
    """A declared name, as a symbol (``u``) and as a function of its subscripts (``w[t]``)."""

    text: str
    kind: str
    sign: str  # "positive", "nonnegative" or "real"
    integer: bool
    random: bool
    symbol: sp.Symbol
    function: UndefinedFunction


def tex_of_name(text: str, indices: Sequence[str] = ()) -> str:
    r"""LaTeX of a name with its subscripts: ``eta_0[t]`` as :math:`\eta_{0,t}`."""
    stem, *subscripts = filter(None, text.split("_"))  # "lambda_" avoids the Python keyword
    if stem in GREEK or stem == "ell":
        stem = "\\" + stem
    elif len(stem) > 1:
        stem = rf"\mathrm{{{stem}}}"
    below = ",".join([*subscripts, *indices])
    return f"{stem}_{{{below}}}" if below else stem


def in_a_sentence(words: str) -> str:
    """Words as they stand in the middle of a sentence: without their capital."""
    if words.startswith(PROPER_NAMES):
        return words
    is_word = words[1:2].islower() or words[1:2] == " "
    return words[:1].lower() + words[1:] if is_word else words


def delimited(opening: str, inside: str, closing: str) -> str:
    """Delimiters that grow only around something tall."""
    tall = any(command in inside for command in (r"\frac", r"\sum", r"\sqrt"))
    grow = (r"\left", r"\right") if tall else ("", "")
    return f"{grow[0]}{opening} {inside} {grow[1]}{closing}"


class Notation(StrPrinter):  # type: ignore[misc]  # SymPy has no types
    """Prints as the language is written; sums get letters that are no names in the expression."""

    def doprint(self, expr: sp.Expr) -> str:
        names = mentioned_names(expr)
        self._letters = [letter for letter in "jklmnopqrs" if letter not in names]
        return str(super().doprint(expr))

    def _print_Function(self, e: sp.Expr) -> str:
        """A name with its subscripts, which are integers, and its arguments."""
        if e.func is Dot and e.args[0] == e.args[1]:
            return f"norm2({self._print(e.args[0])})"
        name: str = {Dot: "dot", Expectation: "E"}.get(e.func, e.func.__name__)
        built_in = is_built_in(e) or not isinstance(e, AppliedUndef)
        subscripts = [] if built_in else [*takewhile(lambda part: part.is_integer, e.args)]
        arguments = e.args[len(subscripts) :]
        shown = f"{name}[{self.stringify(subscripts, ', ')}]" if subscripts else name
        return f"{shown}({self.stringify(arguments, ', ')})" if arguments else shown

    def _print_Sum(self, e: sp.Expr) -> str:
        """One sum in another, where SymPy has one with several limits."""
        shown: str = self._print(e.function)
        for index, low, high in e.limits:
            shown = f"Sum({self.stringify((shown, index, low, high), ', ')})"
        return shown

    def _print_Max(self, e: sp.Expr) -> str:
        if len(e.args) == 2 and e.args[0] == 0:
            return f"pos({self._print(e.args[1])})"
        return str(super()._print_LatticeOp(e))

    def _print_Symbol(self, e: sp.Symbol) -> str:
        letter = re.fullmatch(r"_i(\d)", e.name)
        return self._letters[int(letter[1])] if letter else str(e.name)

    def _print_Exp1(self, e: sp.Expr) -> str:
        return "exp(1)"


def plain(expression: sp.Expr) -> str:
    """A SymPy expression in the notation of the language, for messages."""
    return Notation().doprint(expression)


def obligations_of(terms: list[Term]) -> tuple[Obligation, ...]:
    """All obligations of several terms."""
    return tuple(duty for term in terms for duty in term.obligations)


def is_built_in(expression: sp.Basic) -> bool:
    """Whether this is an inner product or an expectation."""
    return expression.func is Dot or expression.func is Expectation


def name_of(expression: sp.Basic) -> str | None:
    """The declared name at the head of a symbol or of an indexed quantity."""
    if isinstance(expression, sp.Symbol):
        return str(expression.name)
    if isinstance(expression, AppliedUndef) and not is_built_in(expression):
        return str(type(expression).__name__)
    return None


def mentioned_names(expression: sp.Basic) -> set[str]:
    """Every declared name that occurs in an expression."""
    return {
        name for part in sp.preorder_traversal(expression) if (name := name_of(part)) is not None
    }


def depends_on_chance(e: sp.Basic, is_random_name: Callable[[str], bool]) -> bool:
    """Whether an expression contains a random name outside of every expectation."""
    if e.func is Expectation:
        return False
    name = name_of(e)
    if name is not None and is_random_name(name):
        return True
    return any(depends_on_chance(part, is_random_name) for part in e.args)
