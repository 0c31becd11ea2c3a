"""The one place that knows how the checker of the book keeps what it has proved.

The exporter asks for texts: names, facts, lines, reasons. From the certificates it takes the
multipliers alone, as hints that Rocq verifies.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import sympy as sp

from olbook.checked import Context, Theorem
from olbook.checked.reading.terms import Dot, Expectation
from olbook.checked.show.proof import Proof
from olbook.checked.trusted.facts import Fact
from olbook.checked.trusted.rules.calculus import domain_of
from olbook.proofs import CATALOGUE

from .formulas import (
    Formula,
    Infimum,
    NotExported,
    Relation,
    call,
    name,
    num,
    parse,
    parse_infimum,
    parse_relation,
    power,
    substitute,
    sum_of,
    total,
)

__all__ = ["CATALOGUE", "Citation", "Fact", "Line", "Proof", "Theorem", "Vocabulary"]

# ---------------------------------------------------------------------- what the checker forgets
_CONTEXTS: dict[int, Context] = {}  # by the identity of the fact of a theorem
_GIVEN: dict[int, tuple[Fact, Theorem, str]] = {}  # by the identity of a cited fact


@contextmanager
def _watched() -> Iterator[None]:
    """Keep, for each theorem, its context, and for each citation what was given.

    The checker keeps neither, since it has used them up when it has accepted a theorem.
    """
    theorem, cite = Context.theorem, Context.cite

    def watched_theorem(self: Context, *args: Any, **kwargs: Any) -> Theorem:
        made = theorem(self, *args, **kwargs)
        _CONTEXTS[id(made.proof.fact)] = self
        return made

    def watched_cite(self: Context, name: str, cited: Theorem, *, given: str = "") -> None:
        cite(self, name, cited, given=given)
        fact = self.facts[name]
        _GIVEN[id(fact)] = (fact, cited, given)

    with (
        patch.object(Context, "theorem", watched_theorem),
        patch.object(Context, "cite", watched_cite),
    ):
        yield


@functools.cache
def theorem(identifier: str) -> Theorem:
    """The theorem with this id, from a context that was watched."""
    build = CATALOGUE[identifier].build
    with _watched():
        made: Theorem = build()[identifier]
        if id(made.proof.fact) not in _CONTEXTS:  # it was proved before
            made = _rebuilt(inspect.unwrap(build))[identifier]
    return made


@functools.cache
def _rebuilt(build: Any) -> dict[str, Theorem]:
    return dict(build())


# ---------------------------------------------------------------------- names
@dataclass(frozen=True)
class Vocabulary:
    """The declared names of a context."""

    language: Any

    def __contains__(self, text: str) -> bool:
        return text in self.language.names

    @property
    def names(self) -> list[str]:
        """All declared names that are not indices, as they were declared."""
        skip = {s.name for s in (*self.language.ranges, *self.language.uniform)}
        return [n for n in self.language.names if n not in skip]

    @property
    def uniform(self) -> dict[str, tuple[Formula, Formula]]:
        """The uniform indices and their ranges."""
        return {
            s.name: (from_sympy(low), from_sympy(high))
            for s, (low, high) in self.language.uniform.items()
        }

    def kind(self, text: str) -> str:
        """``vector``, ``integer`` or ``real``."""
        declared = self.language.names[text]
        if declared.kind == "vector":
            return "vector"
        return "integer" if declared.integer else "real"

    @functools.cached_property
    def _usage(self) -> dict[str, Any]:
        return dict(self.language.usage)

    def arguments(self, text: str) -> list[str]:
        """The kinds of its subscripts and arguments."""
        subscripts, kinds = self._usage.get(text, (0, ()))
        return ["integer"] * subscripts + ["vector" if k == "vector" else "real" for k in kinds]

    def sign(self, text: str) -> str:
        """``positive``, ``nonnegative`` or ``real``."""
        return str(self.language.names[text].sign)

    def random(self, text: str) -> bool:
        """Whether it depends on chance, and is no uniform index."""
        declared = self.language.names.get(text)
        return (
            declared is not None
            and declared.random
            and declared.symbol not in self.language.uniform
        )


# ---------------------------------------------------------------------- facts, lines, reasons
def sides(fact: Fact) -> Relation:
    """What a fact says, as its text shows it."""
    if fact.status == "proved":
        raise NotExported(f"{fact.name} is proved: its lines say it")
    return parse_relation(fact.text)


def infimum(fact: Fact) -> Infimum:
    """The parts of the definition of an infimum."""
    return parse_infimum(fact.text)


def ranges(fact: Fact) -> list[tuple[str, Formula, Formula]]:
    """The indices of a fact, with their ranges."""
    return [(s.name, from_sympy(low), from_sympy(high)) for s, (low, high) in fact.over.ranges]


@dataclass(frozen=True)
class Line:
    """A step: a relation, its reasons, its gap, and the multipliers the checker found."""

    relation: Relation
    reasons: tuple[ast.expr, ...]
    gap: Formula | None
    certificate: tuple[tuple[Formula, ...], ...]
    silent: tuple[str, ...]


def chain(proof: Proof) -> list[Line]:
    """The steps of a proof, from its smaller end to its larger one."""
    rows = []
    for number, text in enumerate(proof.lines):
        operator = text[:2] if number else ""
        formula, _, reason = text[len(operator) :].partition("|")
        rows.append((operator, parse(formula), *_reason(reason.strip())))
    steps = []
    for before, row in pairwise(rows):
        left, right = (row[1], before[1]) if proof.chain.turned else (before[1], row[1])
        steps.append((Relation(left, row[0].replace(">", "<"), right), row[2], row[3]))
    if proof.chain.turned:
        steps.reverse()
    return [
        Line(relation, reasons, gap, _certificate(accepted), tuple(f.name for f in accepted.silent))
        for (relation, reasons, gap), accepted in zip(steps, proof.accepted, strict=True)
    ]


def _certificate(accepted: Any) -> tuple[tuple[Formula, ...], ...]:
    return tuple(tuple(map(from_sympy, multipliers)) for multipliers in accepted.certificate)


def _reason(text: str) -> tuple[tuple[ast.expr, ...], Formula | None]:
    cited, _, gap = ("; " + text if text.startswith("gap ") else text).partition(";")
    uses: tuple[ast.expr, ...] = ()
    if cited.strip():
        tree = ast.parse(f"({cited.strip()[3:]},)", mode="eval").body
        uses = tuple(tree.elts) if isinstance(tree, ast.Tuple) else ()
    return uses, parse(gap.strip()[4:]) if gap.strip() else None


@dataclass(frozen=True)
class Citation:
    """A theorem of another context, and what its names stand for."""

    theorem: Theorem
    given: str


def citation(fact: Fact) -> Citation:
    """What was cited to make a fact."""
    _, cited, given = _GIVEN[id(fact)]
    return Citation(cited, given)


def lemma(theorem: Theorem, text: str) -> Proof | None:
    """The proof of a fact of the same context, if it was proved there."""
    proof: Proof | None = _CONTEXTS[id(theorem.proof.fact)]._proofs.get(text)
    return proof


def rests_on(theorem: Theorem, proof: Proof) -> list[Fact]:
    """The hypotheses, definitions and assumed lemmas that a proof rests on, as they were stated."""
    return [
        f
        for n, f in theorem.facts.items()
        if n in proof.fact.rests_on and f.status not in ("proved", "law")
    ]


# ---------------------------------------------------------------------- SymPy to formulas
def from_sympy(e: sp.Expr) -> Formula:
    """A computed formula, such as a multiplier."""
    if e is sp.E:
        return call("exp", num(1))
    if isinstance(e, sp.Symbol):
        return name(e.name.lstrip("_"))  # an index that the checker has named
    if e.is_Rational:
        return num(int(e.p)) if e.q == 1 else call("div", num(int(e.p)), num(int(e.q)))
    if isinstance(e, sp.Sum):
        result = from_sympy(e.function)
        for index, low, high in e.limits:
            result = sum_of(result, index.name.lstrip("_"), from_sympy(low), from_sympy(high))
        return result
    if e.is_Add:
        return total([from_sympy(a) for a in e.as_ordered_terms()])
    if e.is_Mul:
        return _product(list(e.args))
    if e.is_Pow:
        return _power(e.base, e.exp)
    parts = [from_sympy(a) for a in e.args]
    if e.func is Dot or e.func is Expectation:
        return call("dot" if e.func is Dot else "E", *parts)
    if isinstance(e, sp.Max):
        return call("pos", from_sympy(next(a for a in e.args if a != 0)))
    if isinstance(e, (sp.exp, sp.log)):
        return call("exp" if isinstance(e, sp.exp) else "log", *parts)
    return name(str(type(e).__name__), *parts)


def _product(factors: list[sp.Expr]) -> Formula:
    """Factors with negative numbers as exponents go below the line."""
    below = [f for f in factors if f.is_Pow and f.exp.is_Rational and f.exp < 0]
    above = [f for f in factors if f not in below]
    top = _times([from_sympy(f) for f in above])
    return call("div", top, _times([from_sympy(1 / f) for f in below])) if below else top


def _times(factors: list[Formula]) -> Formula:
    result = factors[0] if factors else num(1)
    for factor in factors[1:]:
        result = call("mul", result, factor)
    return result


def _power(base: sp.Expr, exponent: sp.Expr) -> Formula:
    if exponent.could_extract_minus_sign():
        return call("div", num(1), from_sympy(base**-exponent))
    if exponent.is_Rational and exponent.q == 2:
        root = call("sqrt", from_sympy(base))
        return root if exponent.p == 1 else call("pow", root, num(int(exponent.p)))
    if not exponent.is_integer and (2 * exponent).is_integer:  # SymPy writes sqrt(b)**n so
        return power(call("sqrt", from_sympy(base)), from_sympy(sp.expand(2 * exponent)))
    return power(from_sympy(base), from_sympy(exponent))


# ---------------------------------------------------------------------- calculus
Expression = sp.Expr
"""A function, as the checker keeps it."""


@dataclass(frozen=True)
class Piece:
    """An interval; an end that is missing is infinite."""

    low: sp.Expr | None
    high: sp.Expr | None
    with_low: bool
    with_high: bool


@dataclass(frozen=True)
class Calculus:
    """An inequality ``0 <= slack`` in one number, on the pieces of its domain."""

    name: str
    slack: sp.Expr
    pieces: tuple[Piece, ...]
    context: Context

    def visible(self, f: sp.Expr) -> bool:
        """Whether the checker sees that it is nonnegative, without what it has proved since."""
        found = self.context._known.signs.nonnegative(f, {})
        return found is not None and not any(r.startswith("lemma ") for r in found)

    def visible_at(self, f: sp.Expr, end: sp.Expr) -> bool:
        """Whether it sees so at a number."""
        found = value(f, self.name, end)
        return not found.has(sp.oo, -sp.oo, sp.zoo, sp.nan) and self.visible(found)


def calculus_problem(theorem: Theorem, proof: Proof, number: int) -> Calculus:
    """The inequality of a step, and the pieces on which its author shows it."""
    context = _CONTEXTS[id(theorem.proof.fact)]
    step = proof.accepted[number].step
    tree = step.reasons[0]
    assert isinstance(tree, ast.Call)
    text, *points = tree.args
    assert isinstance(text, ast.Name)
    domain = domain_of(context._known, context._language.lookup(text.id))
    cuts = [context._language.term(point).sym for point in points]
    pieces = tuple(
        Piece(
            None if p.low == -sp.oo else p.low, None if p.high == sp.oo else p.high,
            p.with_low, p.with_high,
        )
        for p in domain.pieces(cuts)
    )  # fmt: skip
    return Calculus(text.id, sp.expand(step.right.sym - step.left.sym), pieces, context)


def _symbol(f: sp.Expr, text: str) -> sp.Symbol:
    return next(s for s in f.free_symbols if s.name == text)


def names_of(f: sp.Expr) -> set[str]:
    """The names that occur in it."""
    return {s.name for s in f.free_symbols}


def derivative(f: sp.Expr, text: str) -> sp.Expr:
    """The derivative; multiplied out, its denominators would be harder to see."""
    return sp.diff(f, _symbol(f, text))


def negated(f: sp.Expr) -> sp.Expr:
    """Minus the function."""
    return -f


def factored(f: sp.Expr) -> sp.Expr:
    """The function in factors."""
    return sp.factor(f)


def renamed(f: sp.Expr, text: str, new: str) -> sp.Expr:
    """The function of a number of another name."""
    return f.xreplace({s: sp.Symbol(new, real=True) for s in f.free_symbols if s.name == text})


def value(f: sp.Expr, text: str, end: sp.Expr) -> sp.Expr:
    """The value at a number, multiplied out."""
    return sp.expand(f.xreplace({_symbol(f, text): end}) if text in names_of(f) else f)


# ---------------------------------------------------------------------- hints
def cancelled(e: Formula) -> Formula:
    """A rational function in lowest terms, in partial fractions if it has one name below the line."""
    table: dict[str, tuple[sp.Symbol, Formula]] = {}
    found = sp.cancel(sp.together(_rational(e, table)))
    below = sp.denom(found)
    if len(below.free_symbols) == 1:
        found = sp.apart(found, *below.free_symbols)
    back = {symbol.name: part for symbol, part in table.values()}
    return substitute(from_sympy(sp.expand(found)), back)


def _rational(e: Formula, table: dict[str, tuple[sp.Symbol, Formula]]) -> sp.Expr:
    """Rational arithmetic in SymPy; all else is a symbol."""
    parts = (
        [_rational(a, table) for a in e.args] if e.op in ("add", "sub", "mul", "div", "neg") else []
    )
    match e.op:
        case "num":
            return sp.Rational(e.value.numerator, e.value.denominator)
        case "add":
            return parts[0] + parts[1]
        case "sub":
            return parts[0] - parts[1]
        case "mul":
            return parts[0] * parts[1]
        case "div":
            return parts[0] / parts[1]
        case "neg":
            return -parts[0]
        case "pow":
            exponent = e.args[1]
            n = -exponent.args[0].value if exponent.op == "neg" else exponent.value
            return _rational(e.args[0], table) ** int(n)
    return table.setdefault(e.key, (sp.Symbol(f"atom{len(table)}"), e))[0]
