r"""The plain-text language of derivations: one parse gives meaning and display.

A formula is Python-like text, read with :mod:`ast` and never evaluated. Every construct returns a
:class:`Term`, which holds side by side what the formula *means* (a SymPy expression) and how it is
*shown* (LaTeX). What a reader sees and what the kernel checks therefore come from the same parse.

=======================  ===================================================================
written                  meaning
=======================  ===================================================================
``w[t]``, ``z[t, i]``    an indexed quantity; subscripts are integers
``f[t](u)``              a function of round ``t`` at the vector or number ``u``
``dot(a, b)``            the inner product :math:`\langle a, b\rangle`
``norm2(a)``             the squared norm :math:`\lVert a\rVert^2`
``sqrt(a)``              the square root, of something visibly nonnegative
``exp(a)``, ``log(a)``   the exponential, and the natural logarithm of something visibly positive
``pos(a)``               the positive part :math:`[a]_+ = \max(0, a)`
``Sum(a, t, 1, T)``      the sum of ``a`` over ``t = 1..T``
``E(a)``                 the expectation of ``a``, which contains a random name
``lim(a, T)``            the limit for :math:`T\to\infty`, see :mod:`.limits`
=======================  ===================================================================
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ..errors import CheckError
from ..guard import demand_small, demand_small_exponent
from .limits import limit_at_infinity
from .names import RESERVED, Names, Usage, ranges_in
from .terms import (
    ATOM,
    GREEK,
    POWER,
    PRODUCT,
    RELATION_TEX,
    SCALAR,
    SUM,
    VECTOR,
    Dot,
    Expectation,
    Obligation,
    Range,
    Ranges,
    Relation,
    Term,
    delimited,
    obligations_of,
    tex_of_name,
)

# Limits against texts that would take for ever; no derivation on paper comes near them.
LONGEST_TEXT = 4000
LARGEST_DEGREE = 256
DEEPEST = 9
MOST_DIGITS_OF_A_DECIMAL = 15  # Python reads so many exactly

NORM = re.compile(r"norm(_[A-Za-z0-9])?")  # a declared function of this name is shown as a norm

WRITTEN_OTHERWISE = {"≤": "<=", "≥": ">=", "^": "**"}
"""Signs that are understood, and what they stand for."""


def in_plain_signs(text: str) -> str:
    """One line without its comment, in the signs of the language."""
    for sign, meaning in WRITTEN_OTHERWISE.items():
        text = text.replace(sign, meaning)
    return text.partition("#")[0].strip()


def demand_plain(text: str) -> None:
    """Other signs can look like these, and Python reads some of them as others: refused by name."""
    for sign in text:
        if not sign.isascii() or not sign.isprintable():
            name = unicodedata.name(sign, f"number {ord(sign)}")
            raise CheckError(f"the sign {sign!r} ({name}) is not in the language: {text[:60]!r}")


GREEK_LETTER = rf"\\(?:ell|{'|'.join(sorted(GREEK))})"
LETTER = rf"(?:\\(?:bar|hat|tilde|mathcal|mathbb)(?: [A-Za-z]|\{{[A-Za-z]\}}|{GREEK_LETTER})|{GREEK_LETTER}|[A-Za-z])"
BELOW = rf"(?:_(?:{GREEK_LETTER}|\*|\{{#\}}))?"
SPELLING = re.compile(
    rf"(?:\\nabla(?: (?=[A-Za-z])|(?=\\)))?{LETTER}{BELOW}|\\lVert {LETTER}{BELOW} ?\\rVert_(?:\*|p|\{{#,\*\}})"
)
"""How a name may be written: a letter, its gradient, or the dual norm or the p-norm of one."""


def stem(tex: str) -> str:
    """A spelling without subscripts, spaces and braces: what one would take it for."""
    return re.sub(r"_(?:\{[^{}]*\}|\\?\w+|\*)|[{} ]", "", tex)


LOGARITHM_TO_2 = re.compile(r"log\((?:[^()]|\([^()]*\))*\) / log\(2\)")
"""A division by which one logarithm is one to base 2, as Python writes it."""


class Language(Names):
    """The reading of text in terms of the declared names."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[str, str] = {}  # spellings of the literature, for names of the language
        self.limits: list[tuple[sp.Symbol, sp.Expr]] = []  # each with the name that grows in it

    def spell(self, letters: dict[str, str]) -> None:
        """Have names written otherwise; none may be written like another, or like a formula."""
        for text, tex in letters.items():
            name = self.lookup(text)
            if name.integer or name.symbol in self.ranges:
                raise CheckError(f"{text} is an integer, and written as it is")
            is_p_norm = tex.endswith("_p") and "norm_p" in self.names
            if not SPELLING.fullmatch(tex) or stem(tex) in ("e", r"\mathbbE") or is_p_norm:
                raise CheckError(f"{text} cannot be written as {tex}")
            for letter in self.names.keys() & {*re.findall(r"[A-Za-z]+", tex)}:
                index = self.names[letter].symbol in self.ranges
                accented = tex.startswith((r"\bar", r"\hat", r"\tilde"))
                if index or (self.is_random_name(letter) != name.random and not accented):
                    raise CheckError(f"{text} written as {tex} is taken for something of {letter}")
        stems = {text: stem(letters.get(text, tex_of_name(text))) for text in self.names}
        for text in letters:
            for other in stems.keys() - {text}:
                if stems[other] == stems[text]:
                    raise CheckError(f'the names "{text}" and "{other}" could be shown alike')
        self.written |= letters

    def spelled(self, text: str, indices: Sequence[str] = ()) -> str:
        """LaTeX of a name with its subscripts, as the context has it written; ``#`` is their place."""
        tex = self.written.get(text)
        if tex is None:
            return tex_of_name(text, indices)
        below = ",".join(indices)
        if "#" in tex:
            return tex.replace("#", below or "t")
        return f"{{{tex}}}_{{{below}}}" if below else tex

    @property
    def memory(self) -> tuple[Usage, list[tuple[sp.Symbol, sp.Expr]]]:
        """What reading a text leaves behind: how names are used, and what grows in limits."""
        return dict(self._usage), list(self.limits)

    @memory.setter
    def memory(self, before: tuple[Usage, list[tuple[sp.Symbol, sp.Expr]]]) -> None:
        self._usage, self.limits = before

    # ------------------------------------------------------------------ ranges
    def declare_index(self, text: str, low: str, high: str) -> None:
        """Declare a summation index with its usual range; what it ranges over is never a sign."""
        self.declare(text, integer=True)
        self.use(text, 0, ())
        self.ranges[self.names[text].symbol] = self.range(text, low, high)

    def declare_uniform(self, text: str, low: str, high: str) -> None:
        """Declare an index that is drawn from a range, uniformly and independently of all else."""
        self.declare(text, integer=True, random=True)
        self.use(text, 0, ())
        self.uniform[self.names[text].symbol] = self.range(text, low, high)

    def range(self, text: str, low: str, high: str) -> Range:
        """Read the range of an index: its ends are integers made of numbers and plain names.

        No index may occur in them. A fact "for every i in 1..t" would depend on a t that it is not
        quantified over.
        """
        ends = self.parse(low), self.parse(high)
        for end in ends:
            indices = self.ranges.keys() | self.uniform.keys() | {self.names[text].symbol}
            if (
                not end.sym.is_integer
                or end.kind != SCALAR
                or end.obligations
                or end.sym.has(AppliedUndef, sp.Sum)
                or end.sym.free_symbols & indices
                or self.is_random(end.sym)
            ):
                raise CheckError(
                    f'the range of "{text}" must have integer ends, made of numbers and plain names '
                    f"that are not indices and not random: {low}..{high}"
                )
        return ends[0].sym, ends[1].sym

    def ranges_of(self, terms: list[Term], on: str | None) -> Ranges:
        """The ranges of the free indices: the declared ones, or those of ``on``."""
        free = sorted(set().union(*(self.indices(term.sym) for term in terms)), key=str)
        ranges = {index: self.ranges[index] for index in free}
        for name, ends in ranges_in(on or "").items():
            index = self.index(name)
            if index not in ranges:
                raise CheckError(f'"{name}" is not a free index here')
            ranges[index] = self.range(name, *ends)
        return ranges

    # ------------------------------------------------------------------ reading
    def parse(self, text: str) -> Term:
        """Read one formula."""
        term = self.term(self.tree(text))
        demand_small(term.sym)
        return term

    def normal(self, text: str) -> str:
        """A text with normalised signs, blanks and brackets."""
        return ast.unparse(self.tree(text))

    def tree(self, text: str) -> ast.expr:
        """The syntax tree of one formula."""
        if not isinstance(text, str):
            raise CheckError(f"a formula is a string, got {text!r}")
        if len(text) > LONGEST_TEXT:
            raise CheckError(
                f"a formula has at most {LONGEST_TEXT} characters: {text.strip()[:60]}"
            )
        text = " ".join(map(in_plain_signs, text.splitlines())).strip()
        demand_plain(text.replace("\t", " "))
        for decimal in re.findall(r"(?<![\w.])[\d_]*\.[\d_]*|(?<![\w.])\d[\d_]*[eE]", text):
            if "." not in decimal or sum(map(str.isdigit, decimal)) > MOST_DIGITS_OF_A_DECIMAL:
                # Python would round such a number, so that the display would not be what is written
                raise CheckError(
                    f"write a plain decimal of at most {MOST_DIGITS_OF_A_DECIMAL} digits: {decimal}"
                )
        try:
            tree = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = getattr(error, "msg", None) or str(error)
            raise CheckError(f'cannot read "{text}": {reason}') from None
        if _nested(tree) > DEEPEST:
            raise CheckError(
                f"fractions, powers and functions are nested more than {DEEPEST} deep: {text[:60]}"
            )
        if _degree(tree) > LARGEST_DEGREE:
            raise CheckError(f"powers of powers are too large: {text.strip()}")
        return tree

    def relation(self, text: str) -> Relation:
        """Read ``left <= right`` (or ``==``, ``>=``, ``<``, ``>``)."""
        tree = self.tree(text)
        operators = {ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">", ast.Eq: "=="}
        if (
            not isinstance(tree, ast.Compare)
            or len(tree.ops) != 1
            or type(tree.ops[0]) not in operators
        ):
            raise CheckError(
                f'one relation (==, <=, >=, < or >) was expected, not "{text.strip()}"'
            )
        operator = operators[type(tree.ops[0])]
        left, right = self.term(tree.left), self.term(tree.comparators[0])
        demand_small(right.sym - left.sym)
        self.demand_comparable(left, operator, right, text)
        tex = f"{left.tex} {RELATION_TEX[operator]} {right.tex}"
        obligations = left.obligations + right.obligations
        turned = operator in (">=", ">")
        if turned:
            left, right = right, left
        return Relation(left, operator.replace(">", "<"), right, tex, obligations, turned)

    @staticmethod
    def demand_comparable(left: Term, operator: str, right: Term, text: str) -> None:
        """Vectors compare only with vectors (or 0), and only by equality."""
        kinds = {side.kind for side in (left, right) if not side.is_zero}
        if len(kinds) > 1:
            raise CheckError(f"a vector compared with a number: {text.strip()}")
        if VECTOR in kinds and operator != "==":
            raise CheckError(f"vectors have no order: {text.strip()}")

    def term(self, tree: ast.AST) -> Term:
        """The term of a syntax tree; anything outside the table above is refused."""
        match tree:
            case ast.Constant(value=bool() | str() | bytes() | complex() | None):
                raise CheckError(f"not in the language: {ast.unparse(tree)}")
            case ast.Constant(value=int() | float() as value):
                return self._number(value)
            case ast.Name(id=text):
                return self._name(text)
            case ast.Subscript(value=ast.Name(id=text), slice=subscripts):
                return self._indexed(text, subscripts)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.term(operand)
                return replace(
                    inner,
                    sym=-inner.sym,
                    tex="-" + inner.bracketed(PRODUCT),
                    binding=SUM,
                    leading_minus=True,
                )
            case ast.BinOp(left=left, op=operator, right=right):
                return self._binary(self.term(left), operator, self.term(right), ast.unparse(tree))
            case ast.Call(keywords=[]):
                return self._call(tree)
        raise CheckError(f"not in the language: {ast.unparse(tree)}")

    @staticmethod
    def _number(value: int | float) -> Term:
        if isinstance(value, int) and value >= 10**40:  # checked first: str() of it may fail
            raise CheckError("a number has at most 40 digits")
        text = repr(value)
        if "e" in text:  # a large or small decimal
            raise CheckError(f'write the number "{text}" as a fraction')
        return Term(sp.Rational(text), text)

    def _name(self, text: str) -> Term:
        name = self.lookup(text)
        self.use(text, 0, ())
        if "#" in self.written.get(text, ""):
            raise CheckError(f'"{text}" is written with subscripts, and has none here')
        binding = SUM if self.written.get(text, "").startswith(r"\nabla") else ATOM
        return Term(name.symbol, self.spelled(text), binding, name.kind)

    def _indexed(self, text: str, subscripts: ast.expr) -> Term:
        name = self.lookup(text)
        indices = self._integers(subscripts, text)
        self.use(text, len(indices), ())
        shown = self.spelled(text, [i.tex for i in indices])
        return Term(
            name.function(*[i.sym for i in indices]),
            shown,
            ATOM,
            name.kind,
            obligations_of(indices),
        )

    def _integers(self, subscripts: ast.expr, text: str) -> list[Term]:
        trees = subscripts.elts if isinstance(subscripts, ast.Tuple) else [subscripts]
        indices = [self.term(tree) for tree in trees]
        if not indices:  # x[()] would be shown like x and be something else
            raise CheckError(f'"{text}" has empty brackets')
        for index in indices:
            if not index.sym.is_integer or index.kind != SCALAR:
                raise CheckError(f'a subscript of "{text}" is not an integer: {index.tex}')
        return indices

    def _binary(self, left: Term, operator: ast.operator, right: Term, text: str) -> Term:
        both = left.obligations + right.obligations
        match operator:
            case ast.Add() | ast.Sub():
                if left.kind != right.kind and not (left.is_zero or right.is_zero):
                    raise CheckError(f"a vector and a number are added: {text}")
                kind = VECTOR if VECTOR in (left.kind, right.kind) else SCALAR
                if isinstance(operator, ast.Add):
                    starts_with_minus = right.tex.startswith("-")  # never show "a + -b"
                    shown = delimited("(", right.tex, ")") if starts_with_minus else right.tex
                    return Term(left.sym + right.sym, f"{left.tex} + {shown}", SUM, kind, both)
                return Term(
                    left.sym - right.sym,
                    f"{left.tex} - {right.bracketed(PRODUCT)}",
                    SUM,
                    kind,
                    both,
                )
            case ast.Mult():
                if left.kind == right.kind == VECTOR:
                    raise CheckError(f"a product of two vectors (use dot): {text}")
                kind = VECTOR if VECTOR in (left.kind, right.kind) else SCALAR
                minus = left.leading_minus and not left.open_ended  # -a times b is shown as "-a b"
                shown_left = left.tex if minus else left.bracketed(PRODUCT)
                if left.open_ended:
                    shown_left = delimited("(", left.tex, ")")
                shown_right = right.bracketed(PRODUCT)
                glue = r" \cdot " if shown_right[:1].isdigit() else r" \, "
                shown = shown_left + glue + shown_right
                binding = SUM if minus else PRODUCT
                return Term(
                    left.sym * right.sym, shown, binding, kind, both, minus, right.open_ended
                )
            case ast.Div():
                if right.kind == VECTOR:
                    raise CheckError(f"division by a vector: {text}")
                duty = Obligation("divide by", right.sym, "nonzero")
                if right.sym == 0:
                    raise CheckError(f"division by zero: {text}")
                shown = rf"\frac{{{left.tex}}}{{{right.tex}}}"
                binary = LOGARITHM_TO_2.fullmatch(text) is not None
                if binary:
                    shown = left.tex.replace(r"\ln", r"\log_2", 1)
                sides = left.sym / right.sym
                return Term(sides, shown, PRODUCT, left.kind, (*both, duty), open_ended=binary)
            case ast.Pow():
                return self._power(left, right, text)
        raise CheckError(f"not in the language: {text}")

    @staticmethod
    def _power(base: Term, exponent: Term, text: str) -> Term:
        if VECTOR in (base.kind, exponent.kind):
            raise CheckError(f"a power of a vector (use norm2): {text}")
        power = exponent.sym
        demand_small_exponent(power, text)
        if power.is_number and not power.is_Rational:
            raise CheckError(f"an exponent is a rational number or contains a name: {text}")
        duties = base.obligations + exponent.obligations
        if not (power.is_integer and power.is_nonnegative):
            if power.is_integer and power.is_number:
                duties += (Obligation("divide by", base.sym, "nonzero"),)
            elif power.is_integer:
                duties += (Obligation("compute", sp.Tuple(base.sym, power), "a legal power"),)
            else:
                duties += (Obligation("take a real power of", base.sym, "positive"),)
        shown_base = base.tex if base.binding == ATOM else delimited("(", base.tex, ")")
        return Term(base.sym**power, f"{shown_base}^{{{exponent.tex}}}", POWER, SCALAR, duties)

    def _call(self, tree: ast.Call) -> Term:
        if isinstance(tree.func, ast.Subscript) and isinstance(tree.func.value, ast.Name):
            return self._function_of_round(tree.func.value.id, tree.func.slice, tree.args)
        if not isinstance(tree.func, ast.Name):
            raise CheckError(f"not in the language: {ast.unparse(tree)}")
        text = tree.func.id
        if text == "Sum":
            return self._sum(tree)
        if text == "lim":
            return self._limit(tree)
        arguments = [self.term(argument) for argument in tree.args]
        expected = {"dot": [VECTOR, VECTOR], "norm2": [VECTOR]}
        expected |= {name: [SCALAR] for name in ("sqrt", "exp", "log", "pos", "E")}
        if text in expected:
            kinds = [a.kind if not a.is_zero else expected[text][0] for a in arguments]
            if kinds != expected[text]:
                wanted = " and ".join(
                    "a vector" if k == VECTOR else "a number" for k in expected[text]
                )
                raise CheckError(f"{text} needs {wanted}: {ast.unparse(tree)}")
            if text == "E" and not self.is_random(arguments[0].sym):
                raise CheckError(f"nothing in this expectation is random: {ast.unparse(tree)}")
            return self._builtin(text, arguments)
        if text in RESERVED:
            raise CheckError(
                f"{text} belongs into a reason, not into a formula: {ast.unparse(tree)}"
            )
        return self._function_of_round(text, None, tree.args)

    def _builtin(self, text: str, arguments: list[Term]) -> Term:
        first, duties = arguments[0], obligations_of(arguments)
        match text:
            case "dot":
                shown = delimited(r"\langle", f"{first.tex}, {arguments[1].tex}", r"\rangle")
                return Term(Dot(first.sym, arguments[1].sym), shown, ATOM, SCALAR, duties)
            case "norm2":
                if "norm" in self.names:
                    raise CheckError("norm2 would look like the square of the declared norm")
                shown = delimited(r"\lVert", first.tex, r"\rVert") + "^2"
                return Term(Dot(first.sym, first.sym), shown, POWER, SCALAR, duties)
            case "sqrt":
                duty = Obligation("take the square root of", first.sym, "nonnegative")
                return Term(
                    sp.sqrt(first.sym), rf"\sqrt{{{first.tex}}}", ATOM, SCALAR, (*duties, duty)
                )
            case "exp":
                demand_small_exponent(first.sym, first.tex)
                shown = "e" if first.sym == 1 else f"e^{{{first.tex}}}"
                return Term(sp.exp(first.sym), shown, POWER, SCALAR, duties)
            case "log":
                duty = Obligation("take the logarithm of", first.sym, "positive")
                shown = rf"\ln {first.bracketed(ATOM)}"
                return Term(
                    sp.log(first.sym), shown, PRODUCT, SCALAR, (*duties, duty), open_ended=True
                )
            case "E":
                shown = r"\mathbb{E}" + delimited("[", first.tex, "]")
                return Term(Expectation(first.sym), shown, POWER, SCALAR, duties)
            case _:
                shown = rf"\left[{first.tex}\right]_+"
                return Term(sp.Max(0, first.sym), shown, POWER, SCALAR, duties)

    def _function_of_round(
        self, text: str, subscripts: ast.expr | None, trees: list[ast.expr]
    ) -> Term:
        name = self.lookup(text)
        indices = [] if subscripts is None else self._integers(subscripts, text)
        arguments = [self.term(tree) for tree in trees]
        if not arguments:
            raise CheckError(f'"{text}" has empty brackets')
        kinds = tuple(None if a.is_zero else a.kind for a in arguments)
        self.use(text, len(indices), kinds)
        within = ", ".join(a.tex for a in arguments)
        if NORM.fullmatch(text):
            below = ",".join([*text[5:], *(i.tex for i in indices)])
            shown = delimited(r"\lVert", within, r"\rVert") + (
                f"_{{{below}}}" if indices else text[4:]
            )
        else:
            if "#" in self.written.get(text, "") and not indices:
                raise CheckError(f'"{text}" is written with subscripts, and has none here')
            shown = self.spelled(text, [i.tex for i in indices]) + delimited("(", within, ")")
        everything = indices + arguments
        return Term(
            name.function(*[e.sym for e in everything]),
            shown,
            ATOM,
            name.kind,
            obligations_of(everything),
        )

    def _sum(self, tree: ast.Call) -> Term:
        if len(tree.args) != 4 or not isinstance(tree.args[1], ast.Name):
            raise CheckError(f"write Sum(term, index, from, to): {ast.unparse(tree)}")
        index = self.index(tree.args[1].id)
        body, low, high = self.term(tree.args[0]), self.term(tree.args[2]), self.term(tree.args[3])
        duties = tuple(
            replace(o, bindings=(*o.bindings, (index, low.sym, high.sym))) for o in body.obligations
        )
        duties += low.obligations + high.obligations + (self.span(index, low, high),)
        shown = rf"\sum_{{{tex_of_name(index.name)}={low.tex}}}^{{{high.tex}}} {body.bracketed(PRODUCT)}"
        if any(index == limit[0] for inner in body.sym.atoms(sp.Sum) for limit in inner.limits):
            raise CheckError(f"a sum over {index} within a sum over {index}: rename one of them")
        meaning = sp.Sum(body.sym, (index, low.sym, high.sym)) if body.sym != 0 else sp.S.Zero
        return Term(meaning, shown, PRODUCT, body.kind, duties, open_ended=True)

    def _limit(self, tree: ast.Call) -> Term:
        """The limit as a name that is a natural number grows; it is computed while reading."""
        if len(tree.args) != 2 or not isinstance(tree.args[1], ast.Name):
            raise CheckError(f"write lim(term, T): {ast.unparse(tree)}")
        name, body = self.lookup(tree.args[1].id), self.term(tree.args[0])
        plain_names = not body.sym.has(AppliedUndef, sp.Sum, sp.Max) and not self.indices(body.sym)
        if not (name.integer and name.sign == "positive") or body.kind != SCALAR or not plain_names:
            raise CheckError(
                f"lim takes a formula of plain numbers and a name declared posint: {ast.unparse(tree)}"
            )
        value = limit_at_infinity(body.sym, name.symbol)
        duty = Obligation("let grow alone", sp.Tuple(name.symbol, body.sym), "untied")
        self.limits.append((name.symbol, body.sym))
        shown = rf"\lim_{{{tex_of_name(name.text)} \to \infty}} {body.bracketed(PRODUCT)}"
        return Term(value, shown, PRODUCT, SCALAR, (*body.obligations, duty), open_ended=True)

    def span(self, index: sp.Symbol, low: Term, high: Term) -> Obligation:
        """The duty that a sum does not run backwards (SymPy would give it a negative value)."""
        for end in (low, high):
            if not end.sym.is_integer or end.kind != SCALAR or index in end.sym.free_symbols:
                raise CheckError(f'a sum over "{index}" needs integer ends that do not mention it')
            if self.is_random(end.sym):
                raise CheckError(f'a sum over "{index}" needs ends that are not random')
        return Obligation("sum over a range of length", high.sym - low.sym + 1, "nonnegative")


def _degree(tree: ast.AST) -> float:
    """About the degree of a formula as a polynomial, before anything is computed: ``9**9**9``."""
    match tree:
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            numbers = [
                part.value
                for part in ast.walk(exponent)
                if isinstance(part, ast.Constant) and isinstance(part.value, (int, float))
            ]
            return _degree(base) * max(1, *numbers, 1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            return max(_degree(left), _degree(right))
        case ast.Name() | ast.Constant():
            return 1
    return sum(_degree(part) for part in ast.iter_child_nodes(tree))


def _nested(tree: ast.AST) -> int:
    """How deep fractions, powers and functions stand within each other."""
    below = max(map(_nested, ast.iter_child_nodes(tree)), default=0)
    opens = isinstance(tree, ast.Call) or (
        isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Div | ast.Pow)
    )
    return below + opens
