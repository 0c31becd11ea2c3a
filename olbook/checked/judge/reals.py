"""Real numbers for the judge: exact as long as possible, and enclosed where they are not.

Three kinds of numbers follow each other, and all operations take all of them.

- ``int`` and ``Fraction``: whole and broken numbers, exact.
- `Formal`: a finite sum of terms such as :math:`\\frac32\\,2^{1/2}\\,e^{-1/3}\\log 5`, exact too. It is
  used one way only: if the terms cancel, the number *is* zero. That it is not zero is left to
  enclosures, so nothing has to be known about the independence of these terms. A term may also
  contain letters, which makes a polynomial: infima and limits are read off it.
- `Enclosure`: two bounds, rounded outwards after every operation, in floats or with more bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from mpmath import MPContext


class Undefined(Exception):
    """A formula has no value, for instance because something is divided by zero."""


class Undecided(Exception):
    """The judge cannot tell; this never counts as true or as false."""


@dataclass(frozen=True)
class Letter:
    """An unknown in a polynomial: any real number, or a positive one that grows."""

    name: str
    place: int = 0
    grows: bool = False


Rational: TypeAlias = int | Fraction
# 2 stands for the number 2, "e" for Euler's number, ("log", 2) for its logarithm.
Atom: TypeAlias = "int | str | tuple[str, int | Letter] | Letter"
Monomial: TypeAlias = "frozenset[tuple[Atom, Rational]]"
ONE: Monomial = frozenset()
MOST_TERMS = 400
MOST_FACTORS = 12
LARGEST_BITS = 60_000


class Ratio(Fraction):
    """A broken number in lowest terms. Only faster than a Fraction, and an ``int`` once it is whole."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        n, d = self._numerator, self._denominator  # type: ignore[attr-defined]
        if type(other) is int:
            return _lowest(n + other * d, d)
        if isinstance(other, Fraction):
            return ratio(n * other.denominator + other.numerator * d, d * other.denominator)
        return NotImplemented

    def __mul__(self, other: Any) -> Any:
        n, d = self._numerator, self._denominator  # type: ignore[attr-defined]
        if type(other) is int:
            return ratio(n * other, d)
        if isinstance(other, Fraction):
            return ratio(n * other.numerator, d * other.denominator)
        return NotImplemented

    def __sub__(self, other: Any) -> Any:
        return self + -other if isinstance(other, int | Fraction) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -self + other if isinstance(other, int | Fraction) else NotImplemented

    def __neg__(self) -> Any:
        return _lowest(-self._numerator, self._denominator)  # type: ignore[attr-defined]

    __radd__ = __add__
    __rmul__ = __mul__
    __hash__ = Fraction.__hash__


def _lowest(n: int, d: int) -> Ratio:
    """The number n/d, which is in lowest terms and broken already."""
    made = object.__new__(Ratio)
    made._numerator, made._denominator = n, d  # type: ignore[attr-defined]
    return made


def ratio(n: int, d: int) -> int | Ratio:
    """The number n/d for a positive d."""
    common = math.gcd(n, d)
    return n // common if common == d else _lowest(n // common, d // common)


class Precision:
    """Enclosing arithmetic with so many bits: floats for 53, numbers of mpmath for more."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.number: Callable[[Any], Any]
        if bits == 53:
            self.number, source, self.tiny = float, math, 1e-322
        else:
            context = MPContext()
            context.prec = bits
            self.number, source, self.tiny = context.mpf, context, 0
        self.exp, self.log, self.sqrt = source.exp, source.log, source.sqrt
        # Single operations are wrong by at most one unit in the last place, this is eight.
        self.slack = self.number(2) ** (3 - bits)

    def around(self, lo: Any, hi: Any) -> Enclosure:
        """The enclosure that is left when both bounds may be wrong by rounding."""
        lo -= abs(lo) * self.slack + self.tiny
        hi += abs(hi) * self.slack + self.tiny
        if not (-math.inf < lo and hi < math.inf):
            raise Undecided("too large for floats")
        return Enclosure(lo, hi, self)

    def enclose(self, value: Real) -> Enclosure:
        """An enclosure of any number."""
        if isinstance(value, Enclosure):
            if value.at is self:
                return value
            return self.around(self.number(value.lo), self.number(value.hi))
        if isinstance(value, Formal):
            return sum((self._term(m, c) for m, c in value.terms.items()), self.enclose(0))
        try:
            if isinstance(value, int):
                point = self.number(value)
                if abs(value) < 2**53:
                    return Enclosure(point, point, self)
            else:
                point = self.number(value.numerator) / self.number(value.denominator)
        except OverflowError:
            raise Undecided("too large for floats") from None
        return self.around(point, point)

    def _term(self, monomial: Monomial, coefficient: Rational) -> Any:
        product: Any = self.enclose(coefficient)
        for atom, exponent in monomial:
            if isinstance(atom, int):
                power: Any = self.enclose(atom).log() * exponent
                product *= self.enclose(atom).sqrt() if exponent == Fraction(1, 2) else power.exp()
            elif atom == "e":
                product *= self.enclose(exponent).exp()
            elif isinstance(atom, tuple) and isinstance(atom[1], int):
                product *= power_whole(self.enclose(atom[1]).log(), int(exponent))
            else:
                raise Undecided("depends on a letter")
        return product


class _Number:
    """What `Formal` and `Enclosure` share, so that functions may compute with them like with floats."""

    def __sub__(self, other: Real) -> Any:
        return self + (-1) * other  # type: ignore[operator, arg-type]

    def __rsub__(self, other: Real) -> Any:
        return other + (-1) * self  # type: ignore[operator]

    def __neg__(self) -> Any:
        return (-1) * self  # type: ignore[operator]

    def __abs__(self) -> Any:
        return -self if sign(self) < 0 else self  # type: ignore[arg-type]

    def __lt__(self, other: Real) -> bool:
        return sign(self - other) < 0

    def __le__(self, other: Real) -> bool:
        return sign(self - other) <= 0

    def __gt__(self, other: Real) -> bool:
        return sign(self - other) > 0

    def __ge__(self, other: Real) -> bool:
        return sign(self - other) >= 0

    def __truediv__(self, other: Real) -> Any:
        return divide(self, other, FLOATS)  # type: ignore[arg-type]

    def __rtruediv__(self, other: Real) -> Any:
        return divide(other, self, FLOATS)  # type: ignore[arg-type]

    def __pow__(self, exponent: Rational) -> Any:
        return power(self, exponent, FLOATS)  # type: ignore[arg-type]


class Enclosure(_Number):
    """A number between two bounds."""

    __slots__ = ("at", "hi", "lo")

    def __init__(self, lo: Any, hi: Any, at: Precision) -> None:
        self.lo, self.hi, self.at = lo, hi, at

    def __repr__(self) -> str:
        low, high = f"{float(self.lo):.6g}", f"{float(self.hi):.6g}"
        return low if low == high else f"{low}..{high}"

    def _pair(self, other: Real) -> tuple[Enclosure, Enclosure]:
        """Both numbers with the larger number of bits."""
        if isinstance(other, Enclosure) and other.at.bits > self.at.bits:
            return other.at.enclose(self), other
        return self, self.at.enclose(other)

    def __add__(self, other: Real) -> Real:
        if isinstance(other, int) and other == 0:
            return self
        a, b = self._pair(other)
        return a.at.around(a.lo + b.lo, a.hi + b.hi)

    def __mul__(self, other: Real) -> Real:
        if isinstance(other, int) and other in (0, 1):
            return self if other else 0
        a, b = self._pair(other)
        products = a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi
        return a.at.around(min(products), max(products))

    __radd__ = __add__
    __rmul__ = __mul__

    def inverse(self) -> Enclosure:
        """One over it."""
        if self.lo <= 0 <= self.hi:
            raise Undecided("perhaps a division by zero")
        return self.at.around(1 / self.hi, 1 / self.lo)

    def __abs__(self) -> Enclosure:
        if self.lo >= 0:
            return self
        largest = max(-self.lo, self.hi)
        return Enclosure(max(-self.hi, 0 * largest), largest, self.at)

    def sqrt(self) -> Enclosure:
        """The root; the caller knows that there is one."""
        root = self.at.around(self.at.sqrt(max(self.lo, 0 * self.lo)), self.at.sqrt(self.hi))
        return Enclosure(max(root.lo, 0 * root.lo), root.hi, self.at)

    def exp(self) -> Enclosure:
        """The exponential."""
        if max(abs(self.lo), abs(self.hi)) > (700 if self.at.bits == 53 else 1e12):
            raise Undecided("too large for floats")
        return self.at.around(self.at.exp(self.lo), self.at.exp(self.hi))

    def log(self) -> Enclosure:
        """The logarithm of a positive number."""
        if self.lo <= 0:
            raise Undecided("perhaps the logarithm of zero")
        return self.at.around(self.at.log(self.lo), self.at.log(self.hi))


class Formal(_Number):
    """A finite sum of terms, exact: coefficients by products of powers of atoms."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Rational]) -> None:
        self.terms = terms

    def __repr__(self) -> str:
        try:
            return f"{float(FLOATS.enclose(self).lo):.6g}"
        except Undecided:
            return f"Formal({dict(self.terms)})"

    def __add__(self, other: Real) -> Real:
        if isinstance(other, Enclosure):
            return NotImplemented
        terms = dict(self.terms)
        for monomial, coefficient in _terms(other).items():
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return tidy(terms)

    def __mul__(self, other: Real) -> Real:
        if isinstance(other, Enclosure):
            return NotImplemented
        terms: dict[Monomial, Rational] = {}
        theirs = _terms(other)
        if len(self.terms) * len(theirs) > MOST_TERMS:
            raise Undecided("too many terms")
        for one, a in self.terms.items():
            for two, b in theirs.items():
                factor, monomial = _product(one, two)
                terms[monomial] = terms.get(monomial, 0) + a * b * factor
        return tidy(terms)

    __radd__ = __add__
    __rmul__ = __mul__

    def letters(self) -> set[Letter]:
        """The unknowns in it."""
        found = (a[1] if isinstance(a, tuple) else a for m in self.terms for a, _ in m)
        return {letter for letter in found if isinstance(letter, Letter)}

    def inverse(self) -> Real:
        """One over it, if that is a sum of terms again; a square root goes to the numerator first."""
        if len(self.terms) == 1:
            ((monomial, coefficient),) = self.terms.items()
            if any(not letter.grows for letter in self.letters()):
                raise Undecided("division by a letter")
            factor, turned = _product(ONE, frozenset((a, -n) for a, n in monomial))
            return tidy({turned: divide(factor, coefficient, FLOATS)})  # type: ignore[dict-item]
        powers: dict[Atom, set[Rational]] = {}
        for atom, exponent in (power for monomial in self.terms for power in monomial):
            powers.setdefault(atom, set()).add(exponent)
        half = Fraction(1, 2)
        for atom, exponents in powers.items():
            if isinstance(atom, int) and exponents == {half}:
                # then its root is gone from the product
                flipped = tidy({m: -c if (atom, half) in m else c for m, c in self.terms.items()})
                return flipped * inverse(self * flipped)
        raise Undecided("division by a sum")


Real: TypeAlias = int | Fraction | Formal | Enclosure
FLOATS, FINE, FINEST = Precision(53), Precision(200), Precision(1000)


def _terms(value: Rational | Formal) -> Mapping[Monomial, Rational]:
    if isinstance(value, float):  # from an author's function; it stands for the fraction that it is
        value = Fraction(value)
    return value.terms if isinstance(value, Formal) else {ONE: value}


def tidy(terms: Mapping[Monomial, Rational]) -> Rational | Formal:
    """The number with these terms; without a Formal around it if it is rational."""
    terms = {monomial: coefficient for monomial, coefficient in terms.items() if coefficient}
    if not terms:
        return 0
    if len(terms) == 1 and ONE in terms:
        return terms[ONE]
    return Formal(terms)


def _product(one: Monomial, two: Monomial) -> tuple[Rational, Monomial]:
    """The product of two monomials, where ``2**(3/2)`` is written as ``2*2**(1/2)``."""
    if not one or not two:
        powers = dict(one or two)
        if all(not isinstance(a, int) or 0 < n < 1 for a, n in powers.items()):
            return 1, one or two
        one, two = ONE, one or two
    factor: Rational = 1
    powers = dict(one)
    for atom, exponent in two:
        exponent += powers.pop(atom, 0)
        if isinstance(atom, int):
            whole = math.floor(exponent)
            if abs(whole) > LARGEST_BITS:
                raise Undecided("too large")
            factor = factor * Fraction(atom) ** whole if whole else factor
            exponent -= whole
        if exponent:
            powers[atom] = exponent
    return factor, frozenset(powers.items())


@lru_cache(maxsize=4096)
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """Factors and exponents; what has no small prime factor may stay in one piece."""
    found = []
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        count = 0
        while number % prime == 0:
            number, count = number // prime, count + 1
        if count:
            found.append((prime, count))
    count = 1
    while number > 1 and math.isqrt(number) ** 2 == number:
        number, count = math.isqrt(number), count * 2
    return (*found, (number, count)) if number > 1 else tuple(found)


def sign(value: Real) -> int:
    """The sign, for certain."""
    if isinstance(value, Enclosure):
        if value.lo > 0:
            return 1
        if value.hi < 0:
            return -1
        raise Undecided("close to zero")
    if isinstance(value, Formal):
        letters = value.letters()
        if len(letters) == 1 and all(letter.grows for letter in letters):
            return _sign_in_the_end(value, *letters)
        if len(value.terms) == 1 and all(letter.grows for letter in letters):
            return sign(next(iter(value.terms.values())))
        for at in (FLOATS, FINE):
            try:
                return sign(at.enclose(value))
            except Undecided:
                continue
        return sign(FINEST.enclose(value))
    return (value > 0) - (value < 0)


def inverse(value: Real) -> Real:
    """One over a number that is not zero."""
    if isinstance(value, Enclosure | Formal):
        return value.inverse()
    if value == 0:
        raise Undecided("division by zero")
    return ratio(value.denominator, value.numerator) if value > 0 else -inverse(-value)


def divide(a: Real, b: Real, at: Precision) -> Real:
    """``a/b``, with a value for every ``b`` but zero."""
    if isinstance(b, int | Fraction):
        if b == 0:
            raise Undefined("division by zero")
        if isinstance(a, _Number):
            return a * inverse(b)
        n, d = a.numerator * b.denominator, a.denominator * b.numerator
        return ratio(n, d) if d > 0 else ratio(-n, -d)
    try:
        return a * inverse(b)
    except Undecided:
        return a * at.enclose(b).inverse()


def power_whole(a: Real, n: int) -> Real:
    """The product of ``n`` factors; negative ``n`` for a number that is not zero."""
    if n < 0:
        return inverse(power_whole(a, -n))
    if isinstance(a, Enclosure):
        base = abs(a) if n % 2 == 0 else a
        result = base.at.around(base.lo**n, base.hi**n) if n else base.at.enclose(1)
        return Enclosure(max(result.lo, 0 * result.lo), result.hi, a.at) if base.lo >= 0 else result
    if isinstance(a, Formal):
        if n > MOST_FACTORS:
            raise Undecided("a long product of unknowns")
        product: Real = 1
        for _ in range(n):
            product = product * a
        return product
    if n * max(a.numerator.bit_length(), a.denominator.bit_length()) > LARGEST_BITS:
        if a in (0, 1, -1):
            return a ** (n % 2 + 2)
        raise Undecided("too large")
    return a**n


def power(a: Real, n: Real, at: Precision) -> Real:
    """``a**n``: natural ``n``, or negative whole ``n`` and ``a`` not zero, or any ``n`` and positive ``a``."""
    if type(n) is int or (isinstance(n, Fraction) and n.denominator == 1):
        if n == 2 and type(a) is int and -(2**64) < a < 2**64:
            return a * a
        if n < 0:
            return divide(1, power(a, -n, at), at)
        try:
            return power_whole(a, int(n))
        except OverflowError:
            raise Undecided("too large for floats") from None
    if sign(a) <= 0:
        if not isinstance(n, int | Fraction):
            whole(n)  # undecided, if it might be whole
        raise Undefined("a broken power of a number that is not positive")
    return exponential(n * logarithm(a, at), at)


def whole(value: Real) -> int:
    """The value as a whole number; it is undefined what stands at or runs to another number."""
    if type(value) is int:
        return value
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        raise Undefined(f"{value} is not a whole number")
    bounds = FINE.enclose(value)
    if math.floor(bounds.lo) < math.floor(bounds.hi) or bounds.lo == math.floor(bounds.lo):
        raise Undecided("perhaps not a whole number")
    raise Undefined("not a whole number")


def root(a: Real, at: Precision) -> Real:
    """``sqrt(a)``."""
    if isinstance(a, int) and a >= 0 and math.isqrt(a) ** 2 == a:
        return math.isqrt(a)
    side = sign(a)
    if side < 0:
        raise Undefined("the square root of a negative number")
    if side == 0:
        return 0
    if isinstance(a, Enclosure) or (isinstance(a, Formal) and len(a.terms) > 1):
        return at.enclose(a).sqrt()
    return exponential(logarithm(a, at) * Fraction(1, 2), at)


def exponential(a: Real, at: Precision) -> Real:
    """``exp(a)``; exact for rational multiples of logarithms and rational numbers."""
    if isinstance(a, Enclosure):
        return a.exp()
    if isinstance(a, int) and a == 0:
        return 1
    powers: dict[Atom, Rational] = {}
    for monomial, coefficient in _terms(a).items():
        atoms = list(monomial)
        if not atoms:
            powers["e"] = coefficient
        elif len(atoms) == 1 and isinstance(atoms[0][0], tuple) and atoms[0][1] == 1:
            powers[atoms[0][0][1]] = coefficient
        else:
            return at.enclose(a).exp()
    factor, monomial = _product(ONE, frozenset(powers.items()))
    return tidy({monomial: factor})


def logarithm(a: Real, at: Precision) -> Real:
    """``log(a)``; exact for products of powers."""
    if sign(a) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    if isinstance(a, Enclosure) or (isinstance(a, Formal) and len(a.terms) > 1):
        return at.enclose(a).log()
    ((monomial, coefficient),) = _terms(a).items()
    total: Real = 0
    for part, direction in ((coefficient.numerator, 1), (coefficient.denominator, -1)):
        for factor, count in _factors(part):
            total = total + tidy({frozenset({(("log", factor), 1)}): direction * count})
    for atom, exponent in monomial:
        if isinstance(atom, tuple):
            return at.enclose(a).log()
        logarithm_of_atom = ONE if atom == "e" else frozenset({(("log", atom), 1)})
        total = total + tidy({logarithm_of_atom: exponent})  # type: ignore[dict-item]
    return total


def least(value: Real, letters: Iterable[Letter]) -> Real:
    """The greatest lower bound of a polynomial of degree two over all values of its letters.

    One letter after the other is set to its best value, which completes a square.
    """
    for letter in letters:
        if not isinstance(value, Formal):
            return value
        parts: list[dict[Monomial, Rational]] = [{}, {}, {}]
        for monomial, coefficient in value.terms.items():
            degree = dict(monomial).get(letter, 0)
            if degree not in (0, 1, 2) or any(
                isinstance(a, tuple) and a[1] == letter for a, _ in monomial
            ):
                raise Undecided("not a polynomial of degree two")
            rest = frozenset((a, n) for a, n in monomial if a != letter)
            parts[int(degree)][rest] = coefficient
        constant, slope, bend = map(tidy, parts)
        if isinstance(bend, Formal) and bend.letters():
            raise Undecided("not a polynomial of degree two")
        if sign(bend) < 0 or (sign(bend) == 0 and not (isinstance(slope, int) and slope == 0)):
            raise Undefined("not bounded below")
        value = constant if slope == 0 else constant - slope * slope * inverse(4 * bend)
    return value


def limit(value: Real, letter: Letter) -> Real:
    """The limit of a sum of powers of a letter (and of its logarithm) as the letter grows."""
    if not isinstance(value, Formal):
        return value
    groups = _by_growth(value, letter)
    for growth, coefficient in groups.items():
        if growth > (0, 0) and sign(coefficient):
            raise Undefined("no finite limit")
    return groups.get((0, 0), 0)


def _by_growth(value: Formal, letter: Letter) -> dict[tuple[Rational, Rational], Real]:
    """The coefficients of all powers of a letter and of its logarithm, the fastest growing first."""
    groups: dict[tuple[Rational, Rational], dict[Monomial, Rational]] = {}
    for monomial, coefficient in value.terms.items():
        powers = dict(monomial)
        growth = powers.pop(letter, 0), powers.pop(("log", letter), 0)
        groups.setdefault(growth, {})[frozenset(powers.items())] = coefficient
    return {growth: tidy(groups[growth]) for growth in sorted(groups, reverse=True)}


def _sign_in_the_end(value: Formal, letter: Letter) -> int:
    """The sign that a sum of powers of a letter has for all values of the letter that are large enough."""
    signs = (sign(coefficient) for coefficient in _by_growth(value, letter).values())
    return next(filter(None, signs), 0)
