"""Formulas as Rocq text. The names of the page are kept, unless Rocq has reserved them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from .checker import Vocabulary
from .formulas import ONE, ZERO, Formula, NotExported, Relation, call

RESERVED = frozenset(
    """E IZR Prim Rmax Rpower Type Vsum Zrec Zsum as at cofix dot else end exists exp fix for
    forall fun if in int is_inf let ln match mean mod norm2 o outcome pow powerRZ Prop real return scal
    Set sqrt statement tends then using vadd vec vsub vzero where with""".split()  # noqa: SIM905
)
TYPES = {"vector": "vec", "integer": "int", "real": "real"}
OUTCOME = "o"
CHANCE = "chance"
SPACE = "space"

# How tightly an operation binds, as in Rocq.
LOOSE, SUM, PRODUCT, MINUS, POWER, APPLIED, ATOM = range(7)


def rocq_name(text: str) -> str:
    """The name in Rocq."""
    return text + "_" if text in RESERVED else text


# ---------------------------------------------------------------------- integers
Integer = dict[tuple[str, ...], Fraction]
"""A polynomial in integer quantities, by the texts of the factors."""


@dataclass
class Printer:
    """Prints formulas over a vocabulary; ``bound`` are the kinds of names that are not declared."""

    words: Vocabulary
    bound: dict[str, str] = field(default_factory=dict)
    _counter: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def fresh(self, stem: str) -> str:
        """A name that occurs nowhere else."""
        return f"{stem}{next(self._counter)}"

    # ------------------------------------------------------------------ kinds
    def kind(self, e: Formula) -> str:
        """``vector``, ``integer`` or ``real``."""
        match e.op:
            case "name":
                if e.text in self.bound:
                    return self.bound[e.text]
                return self.words.kind(e.text) if e.text in self.words else "integer"
            case "num":
                return "integer" if e.value.denominator == 1 and not e.text else "real"
            case "neg":
                return self.kind(e.args[0])
            case "add" | "sub" | "mul" | "div":
                kinds = {self.kind(a) for a in e.args}
                if "vector" in kinds:
                    return "vector"
                return "real" if "real" in kinds or e.op == "div" else "integer"
            case "pow":
                whole = self.kind(e.args[0]) == "integer" and is_natural(e.args[1])
                return "integer" if whole else "real"
            case "sum":
                return "vector" if self.kind(e.args[0]) == "vector" else "real"
        return "real"

    def is_random(self, e: Formula) -> bool:
        """Whether it depends on the outcome, outside of every expectation."""
        if e.op == "E":
            return False
        if e.op == "name" and e.text not in self.bound and self.words.random(e.text):
            return True
        return any(map(self.is_random, e.args))

    def has_vectors(self, e: Formula) -> bool:
        """Whether an inner product space is needed to say it."""
        return any(
            p.op in ("dot", "norm2") or (p.op == "name" and self._vector_head(p)) for p in e.walk()
        )

    def _vector_head(self, e: Formula) -> bool:
        declared = e.text in self.words and e.text not in self.bound
        kinds = [self.kind(e), *(self.words.arguments(e.text) if declared else [])]
        return "vector" in kinds

    # ------------------------------------------------------------------ integers
    def integer(self, e: Formula) -> str:
        """An integer formula in normal form, with its scope if it is compound."""
        text = self._integer_text(self.polynomial(e))
        if " " in text or text.startswith("-"):
            return f"({text})%Z"
        return f"{text}%Z" if text.isdigit() else text

    def polynomial(self, e: Formula) -> Integer:
        """An integer formula, multiplied out."""
        match e.op:
            case "num" if e.value.denominator == 1:
                return {(): e.value} if e.value else {}
            case "name" if self.kind(e) == "integer":
                return {(self.application(e),): Fraction(1)}
            case "neg":
                return {k: -c for k, c in self.polynomial(e.args[0]).items()}
            case "add" | "sub":
                sign = 1 if e.op == "add" else -1
                result = dict(self.polynomial(e.args[0]))
                for k, c in self.polynomial(e.args[1]).items():
                    result[k] = result.get(k, Fraction(0)) + sign * c
                return {k: c for k, c in result.items() if c}
            case "mul":
                result = {}
                for k, c in self.polynomial(e.args[0]).items():
                    for m, d in self.polynomial(e.args[1]).items():
                        both = tuple(sorted(k + m))
                        result[both] = result.get(both, Fraction(0)) + c * d
                return {k: c for k, c in result.items() if c}
            case "pow" if is_natural(e.args[1]):
                factors = [e.args[0]] * int(e.args[1].value)
                return self.polynomial(
                    functools.reduce(lambda a, b: call("mul", a, b), factors, ONE)
                )
        raise NotExported(f"not an integer: {e.key}")

    @staticmethod
    def _integer_text(terms: Integer) -> str:
        shown = ""
        for factors, c in sorted(terms.items(), key=lambda pair: (pair[0] == (), pair[0])):
            body = " * ".join(factors)
            size = str(abs(c)) if not factors else body if abs(c) == 1 else f"{abs(c)} * {body}"
            if shown:
                shown += f" - {size}" if c < 0 else f" + {size}"
            else:
                shown = f"- {size}" if c < 0 else size
        return shown or "0"

    # ------------------------------------------------------------------ names
    def application(self, e: Formula) -> str:
        """A declared name with its subscripts, its arguments, and the outcome if it is random."""
        known = e.text in self.words and e.text not in self.bound
        kinds = self.words.arguments(e.text) if known else ["integer"] * len(e.args)
        shown = [rocq_name(e.text)]
        shown += [self.argument(a, k) for a, k in zip(e.args, kinds, strict=True)]
        if known and self.words.random(e.text):
            shown.append(OUTCOME)
        return " ".join(shown)

    def argument(self, e: Formula, kind: str) -> str:
        """A formula as an argument."""
        if kind == "integer":
            return self.integer(e)
        return self.vector(e, ATOM) if kind == "vector" else self.number(e, ATOM)

    # ------------------------------------------------------------------ numbers
    def number(self, e: Formula, tight: int = LOOSE) -> str:
        """A formula as a real number, in brackets if it binds less than ``tight``."""
        text, binding = self._number(e)
        return text if binding >= tight else f"({text})"

    def _number(self, e: Formula) -> tuple[str, int]:
        n = self.number
        match e.op:
            case "num":
                if e.value.denominator == 1:
                    return str(e.value), ATOM if e.value >= 0 else MINUS
                return f"{e.value.numerator} / {e.value.denominator}", PRODUCT
            case "name":
                text = self.application(e)
                return text, APPLIED if " " in text else ATOM
            case "neg":
                return f"- {n(e.args[0], MINUS)}", MINUS
            case "add":
                return f"{n(e.args[0], SUM)} + {n(e.args[1], PRODUCT)}", SUM
            case "sub":
                return f"{n(e.args[0], SUM)} - {n(e.args[1], PRODUCT)}", SUM
            case "mul":
                return f"{n(e.args[0], PRODUCT)} * {n(e.args[1], MINUS)}", PRODUCT
            case "div":
                return f"{n(e.args[0], PRODUCT)} / {n(e.args[1], MINUS)}", PRODUCT
            case "pow" | "power":
                return self._power(e)
            case "sum":
                return f"Zsum (fun {rocq_name(e.text)} => {n(e.args[0])}) {self._ends(e)}", APPLIED
            case "mean":
                return f"mean (fun {rocq_name(e.text)} => {n(e.args[0])}) {self._ends(e)}", APPLIED
            case "dot":
                a, b = (self.vector(x, ATOM, scoped=False) for x in e.args)
                return f"dot {a} {b}", APPLIED
            case "norm2":
                return f"norm2 {self.vector(e.args[0], ATOM, scoped=False)}", APPLIED
            case "sqrt" | "exp" | "log":
                word = "ln" if e.op == "log" else e.op
                return f"{word} {n(e.args[0], ATOM)}", APPLIED
            case "pos":
                return f"Rmax 0 {n(e.args[0], ATOM)}", APPLIED
            case "E":
                return f"E (fun {OUTCOME} => {n(e.args[0])})", APPLIED
        raise NotExported(f"not a number: {e.key}")

    def _power(self, e: Formula) -> tuple[str, int]:
        base, exponent = e.args
        if e.op == "pow" and is_natural(exponent):
            return f"{self.number(base, ATOM)} ^ {exponent.value}", POWER
        if e.op == "pow":
            size = exponent.args[0].value if exponent.op == "neg" else -exponent.value
            return f"/ {self.number(base, ATOM)} ^ {size}", MINUS
        if self.kind(exponent) == "integer":
            return f"powerRZ {self.number(base, ATOM)} {self.integer(exponent)}", APPLIED
        return f"Rpower {self.number(base, ATOM)} {self.number(exponent, ATOM)}", APPLIED

    # ------------------------------------------------------------------ vectors
    def vector(self, e: Formula, tight: int = LOOSE, *, scoped: bool = True) -> str:
        """A formula as a vector; a compound one says its scope, unless it stands in that scope."""
        text, binding = self._vector(e)
        if binding < APPLIED and scoped:
            return f"({text})%V"
        return text if binding >= tight else f"({text})"

    def _vector(self, e: Formula) -> tuple[str, int]:
        def inner(part: Formula, tight: int) -> str:
            return self.vector(part, tight, scoped=False)

        match e.op:
            case "name":
                text = "vzero" if e.text == "vzero" else self.application(e)
                return text, APPLIED if " " in text else ATOM
            case "num" if e == ZERO:
                return "vzero", ATOM
            case "neg":
                return f"-1 *: {inner(e.args[0], MINUS)}", PRODUCT
            case "add":
                return f"{inner(e.args[0], SUM)} + {inner(e.args[1], PRODUCT)}", SUM
            case "sub":
                return f"{inner(e.args[0], SUM)} - {inner(e.args[1], PRODUCT)}", SUM
            case "mul":
                first_is_vector = self.kind(e.args[0]) == "vector"
                v, c = e.args if first_is_vector else e.args[::-1]
                return f"{self.number(c, ATOM)} *: {inner(v, MINUS)}", PRODUCT
            case "div":
                return f"(/ {self.number(e.args[1], ATOM)}) *: {inner(e.args[0], MINUS)}", PRODUCT
            case "sum":
                body = self.vector(e.args[0])
                return f"Vsum (fun {rocq_name(e.text)} => {body}) {self._ends(e)}", APPLIED
        raise NotExported(f"not a vector: {e.key}")

    def _ends(self, e: Formula) -> str:
        """The ends of a sum or mean, which Rocq reads as integers."""
        return " ".join(self.integer(end).removesuffix("%Z") for end in e.args[1:])

    # ------------------------------------------------------------------ relations and types
    def key(self, e: Formula) -> str:
        """The text of a formula of any kind, which is equal for equal formulas."""
        if self.kind(e) == "vector":
            return self.vector(e)
        return self.number(e)

    def relation(self, relation: Relation) -> str:
        """A relation; an integer is compared as a real number."""
        left, right = relation.left, relation.right
        if "vector" in (self.kind(left), self.kind(right)):
            return f"{self.vector(left)} = {self.vector(right)}"
        operator = relation.operator.replace("==", "=")
        shown = self.number(left)
        if operator == "=" and left.op == "name" and self.kind(left) == "integer":
            shown = f"IZR {self.number(left, ATOM)}"
        return f"{shown} {operator} {self.number(right)}"

    def type_of(self, text: str) -> str:
        """The type of a declared name."""
        random = ["outcome"] if self.words.random(text) else []
        parts = [TYPES[k] for k in self.words.arguments(text)]
        return " -> ".join([*parts, *random, TYPES[self.words.kind(text)]])

    def sign(self, text: str) -> str | None:
        """The declared sign of a name, for all its subscripts and arguments."""
        sign = self.words.sign(text)
        if sign == "real" or self.words.kind(text) == "vector":
            return None
        random = [OUTCOME] if self.words.random(text) else []
        dummies = [f"i{n}" for n, _ in enumerate(self.words.arguments(text))] + random
        applied = " ".join([rocq_name(text), *dummies])
        relation = "<" if sign == "positive" else "<="
        scope = "(0 %s %s)%%Z" if self.words.kind(text) == "integer" else "0 %s %s"
        quantified = f"forall {' '.join(dummies)}, " if dummies else ""
        return quantified + scope % (relation, applied)

    def within(self, index: str, low: Formula, high: Formula) -> str:
        """``forall t, (low <= t <= high)%Z -> ``."""
        shown = rocq_name(index)
        ends = (self.integer(e).removesuffix("%Z") for e in (low, high))
        return "forall {0}, ({1} <= {0} <= {2})%Z -> ".format(shown, *ends)

    def for_outcomes(self, relation: Relation) -> str:
        """``forall o, `` in front of something random."""
        random = self.is_random(relation.left) or self.is_random(relation.right)
        return f"forall {OUTCOME}, " if random else ""


def is_natural(e: Formula) -> bool:
    """Whether this is a number 0, 1, 2, ... as it is written."""
    return e.op == "num" and e.value.denominator == 1 and e.value >= 0
