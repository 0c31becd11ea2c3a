"""One guard in front of every computation that could take for ever.

SymPy multiplies out, cancels, factors and differentiates whatever it is given. ``(a + b + c)**64`` is
short to write and long to multiply out. So the modules of the checker call the functions of this
module in the place of SymPy's (a test says so), and each looks at the size of the result first.
"""

from __future__ import annotations

import math
from functools import lru_cache

import sympy as sp

from .errors import CheckError

MOST_TERMS = 400
MOST_BITS = 16_000
MOST_ROOTS = 12
LONGEST_EXPLICIT_SUM = 64
LARGEST_FACTORED_POWER = 12
MOST_TERMS_AND_NAMES = 120
LARGEST_DEGREE = 10_000
LARGEST_EXPONENT = 64

# A formula never changes, and a proof asks about the same ones again and again.
remembered = lru_cache(maxsize=20_000)


def is_small(e: sp.Basic) -> bool:
    """Whether a formula has few terms, and numbers of few digits, once it is multiplied out."""
    return max(_size(e)) <= MOST_TERMS and all(
        max(abs(n.p), n.q).bit_length() <= MOST_BITS for n in e.atoms(sp.Rational)
    )


@remembered
def demand_small(e: sp.Basic) -> None:
    """Refuse what is not small."""
    if not is_small(e):
        raise CheckError(
            f"multiplied out, a formula would have more than {MOST_TERMS} terms, or a number with more "
            f"than {MOST_BITS} binary digits: use smaller steps"
        )
    parts = e.atoms(sp.Pow, sp.exp, sp.log)
    powers = [part for part in parts if not isinstance(part, sp.log)]
    fractions = [p for p in powers if p.exp.is_Rational and not p.exp.is_Integer]
    roots = [p for p in fractions if not isinstance(p, sp.exp)]
    if len(roots) + len(parts) - len(powers) > MOST_ROOTS:
        raise CheckError(f"a formula has more than {MOST_ROOTS} different roots and logarithms")
    numbers = [p.exp for p in powers if p.exp.is_number and not p.exp.is_Rational]
    for exponent in sorted(numbers, key=sp.count_ops):  # of a tower its top first
        demand_small_exponent(exponent, str(exponent))


def demand_small_exponent(e: sp.Expr, shown: str) -> None:
    """Refuse an exponent that is a large number, or that has one in it."""
    numbers = [max(abs(number.p), number.q) for number in e.atoms(sp.Rational)]
    if e.is_number:
        # a tower is looked at from its top, so this number has no large exponent itself
        numbers.append(abs(e.evalf()))
    if not all(number <= LARGEST_EXPONENT for number in numbers):
        raise CheckError(f"an exponent is larger than {LARGEST_EXPONENT}: {shown}")


@remembered
def expand(e: sp.Expr, log: bool = True) -> sp.Expr:
    """Multiply out; logarithms of visibly positive products are split, unless ``log`` is false."""
    demand_small(e)
    return sp.expand(e, log=log)


@remembered
def together(e: sp.Expr) -> sp.Expr:
    """Bring over one denominator."""
    demand_small(e)
    return sp.together(e)


@remembered
def cancel(e: sp.Expr) -> sp.Expr:
    """Reduce a fraction."""
    demand_small(e)
    return sp.cancel(e)


def apart(e: sp.Expr, name: sp.Symbol) -> sp.Expr:
    """Split into partial fractions in one name, unless high powers would make this long."""
    demand_small(e)
    return e if sp.degree(sp.denom(e), name) > LARGEST_FACTORED_POWER else sp.apart(e, name)


@remembered
def derivative(e: sp.Expr, name: sp.Symbol) -> sp.Expr:
    """Differentiate, and multiply out."""
    demand_small(e)
    return expand(sp.diff(e, name))


@remembered
def factored(e: sp.Expr) -> sp.Expr:
    """``e`` in factors, or as it is if high powers or many names would make the search for them long."""
    demand_small(e)
    large = max(_size(e)) * len(e.free_symbols) > MOST_TERMS_AND_NAMES or any(
        part.exp.is_Integer and abs(part.exp) > LARGEST_FACTORED_POWER for part in e.atoms(sp.Pow)
    )
    return e if large else sp.factor(e)


@remembered
def remainder(numerator: sp.Expr, divisor: sp.Expr, name: sp.Symbol) -> sp.Expr:
    """The remainder of a polynomial in ``name`` divided by another, multiplied out."""
    demand_small(numerator)
    for power in (numerator + divisor).atoms(sp.Pow):
        if power.base == name and power.exp > LARGEST_DEGREE:
            raise CheckError(f"a root has a power larger than {LARGEST_DEGREE}")
    return expand(sp.rem(numerator, divisor, name))


@remembered
def _size(e: sp.Basic) -> tuple[int, int]:
    """About how many terms numerator and denominator have, multiplied out over one denominator."""
    if isinstance(e, sp.Sum):
        top, bottom = _size(e.function)
        for _, low, high in e.limits:
            demand_small(low)
            demand_small(high)
            length = high - low + 1
            top *= min(abs(int(length)), LONGEST_EXPLICIT_SUM) if length.is_Integer else 1
        return top, bottom
    if isinstance(e, sp.Add):
        top, bottom = 0, 1
        for part in map(_size, e.args):
            top, bottom = top * part[1] + part[0] * bottom, bottom * part[1]
        return top, bottom
    if isinstance(e, sp.Mul) or type(e).__name__ == "Dot":
        sizes = [_size(a) for a in e.args]
        return math.prod(s[0] for s in sizes), math.prod(s[1] for s in sizes)
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        n = abs(int(e.exp))
        powers = [math.comb(n + terms - 1, n) for terms in _size(e.base)]
        return (powers[0], powers[1]) if e.exp > 0 else (powers[1], powers[0])
    if isinstance(e, sp.Pow) and e.exp.is_Rational:
        return _size(e.base)
    if isinstance(e, sp.Pow):  # b**(n + 3) is b**n times the cube of b
        demand_small(e.exp)
        number = e.exp.as_coeff_Add()[0]
        return _size(e.base ** sp.ceiling(number)) if number.is_Rational else _size(e.base)
    for part in e.args:  # what stands inside a function is multiplied out there
        demand_small(part)
    return 1, 1
