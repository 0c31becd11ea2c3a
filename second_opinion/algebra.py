"""Polynomials in atoms: what the insides of sums, inner products and functions are brought to.

An atom is a formula that is no sum, product or quotient. The result is always a hint: the equation
"formula = its normal form" is proved by Rocq.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .formulas import ONE, ZERO, Formula, call, num

Monomial = tuple[tuple[Formula, int], ...]
Poly = dict[Monomial, Fraction]
"""Coefficients by monomials; a monomial is a product of atoms with exponents, sorted."""


def constant(value: Fraction | int) -> Poly:
    """A number."""
    return {(): Fraction(value)} if value else {}


def atom(e: Formula, exponent: int = 1) -> Poly:
    """A power of an atom."""
    return {((e, exponent),): Fraction(1)}


def plus(a: Poly, b: Poly, factor: Fraction | int = 1) -> Poly:
    """``a + factor*b``."""
    result = dict(a)
    for monomial, c in b.items():
        result[monomial] = result.get(monomial, Fraction(0)) + factor * c
    return {m: c for m, c in result.items() if c}


def merge(a: Monomial, b: Monomial) -> Monomial:
    """The product of two monomials."""
    exponents = dict(a)
    for e, k in b:
        exponents[e] = exponents.get(e, 0) + k
    return tuple(sorted(((e, k) for e, k in exponents.items() if k), key=lambda p: p[0].key))


def whole_exponents(monomial: Monomial) -> Monomial:
    """``exp(x/2)**2`` as ``exp(x)``."""
    found: Monomial = ()
    for e, k in monomial:
        inner = e.args[0] if e.op == "exp" else ONE
        if e.op == "exp" and inner.op == "div" and inner.args[1].op == "num":
            q = int(inner.args[1].value)
            if k % q == 0:
                e, k = call("exp", inner.args[0]), k // q
        found = merge(found, ((e, k),))
    return found


def times(a: Poly, b: Poly) -> Poly:
    """The product."""
    result: Poly = {}
    for m, c in a.items():
        for n, d in b.items():
            both = merge(m, n)
            result[both] = result.get(both, Fraction(0)) + c * d
    return {m: c for m, c in result.items() if c}


def power(a: Poly, exponent: int) -> Poly:
    """A power with an integer exponent."""
    if exponent < 0:
        return power(inverse(a), -exponent)
    result = constant(1)
    for _ in range(exponent):
        result = times(result, a)
    return result


def inverse(a: Poly) -> Poly:
    """One over a polynomial; one of several terms becomes an atom, with leading coefficient 1."""
    if len(a) == 1:
        ((monomial, c),) = a.items()
        return {tuple((e, -k) for e, k in monomial): 1 / c}
    if not a:
        return atom(ZERO, -1)
    leading = a[sorted_monomials(a)[0]]
    whole = {m: c / leading for m, c in a.items()}
    return {((formula(whole), -1),): 1 / leading}


def sorted_monomials(a: Poly) -> list[Monomial]:
    """The monomials in a fixed order, the constant last."""
    return sorted(a, key=lambda m: (m == (), [(e.key, k) for e, k in m]))


def product(factors: Iterable[Formula]) -> Formula:
    """A product from left to right."""
    result: Formula | None = None
    for factor in factors:
        result = factor if result is None else call("mul", result, factor)
    return ONE if result is None else result


def monomial_formula(monomial: Monomial) -> Formula:
    """A monomial as a formula, with negative exponents below the line."""
    above = [e if k == 1 else call("pow", e, num(k)) for e, k in monomial if k > 0]
    below = [e if k == -1 else call("pow", e, num(-k)) for e, k in monomial if k < 0]
    top = product(above)
    return call("div", top, product(below)) if below else top


def number(value: Fraction) -> Formula:
    """A rational number as it is written."""
    if value.denominator == 1:
        return num(value)
    return call("div", num(value.numerator), num(value.denominator))


def formula(a: Poly) -> Formula:
    """A polynomial as a formula."""
    result: Formula | None = None
    for monomial in sorted_monomials(a):
        c = a[monomial]
        body = monomial_formula(monomial)
        size = abs(c)
        term = (
            number(size) if not monomial else body if size == 1 else product([number(size), body])
        )
        if result is None:
            result = call("neg", term) if c < 0 else term
        else:
            result = call("sub" if c < 0 else "add", result, term)
    return ZERO if result is None else result
