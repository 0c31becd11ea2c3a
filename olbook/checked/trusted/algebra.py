r"""Normal forms and the zero test: when are two formulas identically equal? (Trusted.)

These rules make up the normal form:

* inner products are bilinear and symmetric: :math:`\langle a+cb, d\rangle = \langle a,d\rangle + c\langle b,d\rangle`;
* sums are linear, and the sum of a constant is the constant times the number of terms;
* a sum may be shifted, :math:`\sum_{t=1}^{T} a_{t+1} = \sum_{t=1}^{T} a_t + a_{T+1} - a_1`. This makes
  telescoping an identity;
* the expectation is linear, and changes places with a finite sum;
* :math:`b^{m+n}=b^mb^n`, and :math:`\ln(ab)=\ln a+\ln b` if :math:`a` is positive by its form alone.

A sum here is the difference of a primitive at its ends, so a backward one is minus the sum of what it
leaves out: :math:`\sum_{t=a}^{b}=-\sum_{t=b+1}^{a-1}`. With this, and only with this, shifting and
splitting are laws for all ends. On the page a sum with b < a is empty. The two agree where a sum does
not run backwards, b >= a - 1, and a text is read only if all its sums are visibly such.

After that, two formulas are equal if their difference is zero as a rational function in its inner
products, sums, expectations, logarithms, powers and indexed quantities, each taken as an independent
unknown, and roots reduced by :math:`(\sqrt a)^2=a`. The test is exact. It never evaluates anything
numerically, and it may say "not zero" of something that is zero (a law it does not know), never the other way round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from ..errors import CheckError
from ..guard import (
    LONGEST_EXPLICIT_SUM,
    apart,
    cancel,
    demand_small,
    expand,
    factored,
    remainder,
    together,
)
from ..reading.terms import Dot, Expectation, depends_on_chance, name_of


class Algebra:
    """Normal form and zero test, given which names are vectors and which are random."""

    def __init__(
        self,
        is_vector_name: Callable[[str], bool],
        is_random_name: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self._is_vector_name = is_vector_name
        self._is_random_name = is_random_name
        # the same facts are looked at in every step
        self._normal_forms: dict[sp.Expr, sp.Expr] = {}

    # ------------------------------------------------------------------ normal form
    def normal_form(self, e: sp.Expr) -> sp.Expr:
        """Expand as far as the rules above go."""
        if e not in self._normal_forms:
            demand_small(e)
            normal = self._normal(e)
            if not is_proper(normal):
                raise CheckError("a part of this has no value, such as 1/0 or the root of -1")
            self._normal_forms[e] = normal
        return self._normal_forms[e]

    def _normal(self, e: sp.Expr) -> sp.Expr:
        if e.is_Atom:
            return e
        if isinstance(e, sp.Sum):
            body = self._normal(e.function)
            for limits in e.limits:  # SymPy flattens nested sums; the innermost comes first
                body = self._sum(body, *limits)
            return body
        if e.func is Dot:
            return self._inner_product(self._normal(e.args[0]), self._normal(e.args[1]))
        if e.func is Expectation:
            return self._expectation(self._normal(e.args[0]))
        parts = [self._normal(a) for a in e.args]
        if isinstance(e, AppliedUndef):
            return e.func(*parts)
        if isinstance(e, sp.log):
            return _logarithm(parts[0])
        if isinstance(e, sp.exp):
            return expand(sp.exp(_exponent(parts[0])))
        if e.is_Pow and not parts[1].is_number:
            return expand(factored(parts[0]) ** _exponent(parts[1]))
        return expand(e.func(*parts))

    def is_vector(self, e: sp.Expr) -> bool:
        """Whether an expression stands for a vector."""
        if isinstance(e, (sp.Add, sp.Mul, sp.Pow)):
            return any(self.is_vector(a) for a in e.args)
        if isinstance(e, sp.Sum):
            return self.is_vector(e.function)
        name = name_of(e)
        return name is not None and self._is_vector_name(name)

    def _vector_terms(self, e: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
        """Write a vector as a sum of (coefficient, single vector)."""
        for term in sp.Add.make_args(expand(e)):
            if term == 0:
                continue
            vectors = [factor for factor in sp.Mul.make_args(term) if self.is_vector(factor)]
            if len(vectors) != 1:
                raise CheckError(f"not a vector: {term}")
            yield term / vectors[0], vectors[0]

    def _inner_product(self, a: sp.Expr, b: sp.Expr) -> sp.Expr:
        total = sp.S.Zero
        for c, v in self._vector_terms(a):
            for d, w in self._vector_terms(b):
                total += c * d * self._inner_product_of_two(v, w)
        return expand(total)

    def _inner_product_of_two(self, v: sp.Expr, w: sp.Expr) -> sp.Expr:
        for summed, other in ((v, w), (w, v)):
            if isinstance(summed, sp.Sum):
                *inner, (index, low, high) = summed.limits
                body = sp.Sum(summed.function, *inner) if inner else summed.function
                own = sp.Dummy(index.name, integer=True)  # the other side may use the same index
                body = self._inner_product(body.xreplace({index: own}), other)
                return self._sum(body, own, low, high)
        return Dot(*sorted((v, w), key=sp.default_sort_key))

    def _sum(self, body: sp.Expr, t: sp.Symbol, low: sp.Expr, high: sp.Expr) -> sp.Expr:
        """The sum of ``body`` over ``t = low..high``, by linearity, term by term."""
        length = high - low + 1
        if length.is_Integer and low.is_Integer:
            if abs(length) > LONGEST_EXPLICIT_SUM:
                raise CheckError(f"a sum of {length} explicit terms; give its end a name")
            if length < 0:
                return expand(-self._sum(body, t, high + 1, low - 1))
            terms = [self._normal(body.xreplace({t: low + j})) for j in range(int(length))]
            return expand(sum(terms, sp.S.Zero))
        total = sp.S.Zero
        for term in sp.Add.make_args(expand(body)):
            constant, rest = term.as_independent(t, as_Add=False)
            if not (is_surely_positive(length) or is_total(constant)):
                constant, rest = (
                    sp.S.One,
                    term,
                )  # it may have a value in the sum alone: 1/n, for t <= n
            total += constant * (length if rest == 1 else self._shifted_sum(rest, t, low, high))
        return expand(total)

    def _shifted_sum(self, term: sp.Expr, t: sp.Symbol, low: sp.Expr, high: sp.Expr) -> sp.Expr:
        """One term, shifted so that its smallest offset is 0, summed from 1 to a symbol."""
        offsets = [
            argument - t
            for part in term.atoms(AppliedUndef)
            for argument in part.args
            if (argument - t).is_Integer
        ]
        shift = min(offsets, default=sp.S.Zero)
        steps = [shift, low if low.is_Integer else sp.S.Zero, high.as_coeff_Add()[0]]
        if any(abs(step) > LONGEST_EXPLICIT_SUM for step in steps):
            raise CheckError(f"a shift by more than {LONGEST_EXPLICIT_SUM}; give the number a name")
        if shift != 0:  # sum over t of a(t + shift) is the sum over s = t + shift of a(s)
            moved = expand(term.xreplace({t: t - shift}))
            return self._sum(moved, t, low + shift, high + shift)

        bound, (offset, symbol) = _bound(term), high.as_coeff_Add()
        body = term.xreplace({t: bound})
        own = sp.Sum(body, (bound, low, high))
        more: list[sp.Expr] = []  # terms that stand outside of the sum from 1 to the bare symbol
        less: list[sp.Expr] = []
        if low.is_Integer:
            more += map(sp.Integer, range(int(low), 1))
            less += map(sp.Integer, range(1, int(low)))
            low = sp.S.One
        if offset.is_Integer and symbol != 0:
            more += [symbol + j for j in range(1, int(offset) + 1)]
            less += [symbol - j for j in range(-int(offset))]
            high = symbol
        # outside of the range of the sum a term need not have a value: 1/(t - 1) at 1
        if not all(is_total(term, t, value) for value in (*more, *less)):
            return own
        out, off = (sum((term.xreplace({t: v}) for v in w), sp.S.Zero) for w in (more, less))
        return sp.Sum(body, (bound, low, high)) + out - off

    def is_random(self, e: sp.Basic) -> bool:
        """Whether an expression depends on chance; an expectation does not."""
        return depends_on_chance(e, self._is_random_name)

    def _expectation(self, body: sp.Expr) -> sp.Expr:
        """The expectation of something in normal form, by linearity, term by term."""
        total = sp.S.Zero
        for term in sp.Add.make_args(body):
            factors = sp.Mul.make_args(term)
            random = [f for f in factors if self.is_random(f)]
            fixed = sp.Mul(*(f for f in factors if not self.is_random(f)))
            sums = sorted(filter(self._has_fixed_ends, random), key=sp.default_sort_key)
            if sums:
                first, rest = sums[0], sp.Mul(*random) / sums[0]
                total += fixed * self._expectation_of_sum(first, rest)
            elif random:
                total += fixed * Expectation(sp.Mul(*random))
            else:
                total += fixed
        return expand(total)

    def _has_fixed_ends(self, e: sp.Expr) -> bool:
        """Whether this is a sum over a range that does not depend on chance."""
        return isinstance(e, sp.Sum) and not any(self.is_random(end) for end in e.limits)

    def _expectation_of_sum(self, e: sp.Sum, factor: sp.Expr) -> sp.Expr:
        """The expectation of a sum times something, taken inside the sum."""
        *inner, (index, low, high) = e.limits
        body = sp.Sum(e.function, *inner) if inner else e.function
        own = sp.Dummy(index.name, integer=True)  # the factor may use the same index
        return self._sum(
            self._expectation(expand(factor * body.xreplace({index: own}))), own, low, high
        )

    # ------------------------------------------------------------------ zero test
    def is_zero(self, e: sp.Expr) -> bool:
        """Whether ``e`` is identically zero wherever it is defined."""
        normal = self.normal_form(e)
        unknowns = _Unknowns(normal)
        numerator = expand(sp.fraction(together(unknowns.rational(normal)))[0])
        for root, relation in reversed(unknowns.roots):  # inner roots were met first
            numerator = remainder(numerator, relation, root)
        return bool(numerator == 0)


class _Unknowns:
    """Replaces everything that is not rational arithmetic by an independent unknown."""

    def __init__(self, e: sp.Expr) -> None:
        self._known: dict[object, sp.Dummy] = {}
        self.roots: list[tuple[sp.Dummy, sp.Expr]] = []
        # b**(m/2) and b**m are powers of one unknown, b**(m/2): the finest fraction of m in sight
        self._finest: dict[tuple[sp.Expr, sp.Expr], int] = {}
        for power in e.atoms(sp.Pow, sp.exp):
            base, exponent = power.as_base_exp()
            fraction, name = exponent.as_coeff_Mul()
            if name != 1:
                before = self._finest.get((base, name), 1)
                self._finest[base, name] = math.lcm(before, int(fraction.q))

    def _unknown(self, key: object) -> sp.Dummy:
        return self._known.setdefault(key, sp.Dummy(f"g{len(self._known)}"))

    def rational(self, e: sp.Expr) -> sp.Expr:
        if e.is_Rational or e.is_Symbol:
            return e
        if e.is_Add or e.is_Mul:
            return e.func(*[self.rational(a) for a in e.args])
        if e.is_Pow and e.exp.is_Integer:
            return self.rational(e.base) ** e.exp
        if e.is_Pow and e.exp.is_Rational:
            return self._root(e.base, e.exp.q) ** e.exp.p
        if isinstance(e, (sp.Pow, sp.exp)):
            base, exponent = e.as_base_exp()
            fraction, name = exponent.as_coeff_Mul()
            if name != 1:
                finest = self._finest.get((base, name), int(fraction.q))
                return self._unknown(("power", base, name, finest)) ** (fraction * finest)
        return self._unknown(e)

    def _root(self, base: sp.Expr, degree: int) -> sp.Dummy:
        key = (base, degree)
        if key not in self._known:
            radicand = self.rational(base)
            root = self._unknown(key)
            relation = sp.fraction(together(root**degree - radicand))[0]
            self.roots.append((root, relation))
        return self._known[key]


def _exponent(e: sp.Expr) -> sp.Expr:
    """An exponent as a sum of fractions, so that equal ones look equal: (2-q)/(q-1) = 1/(q-1) - 1."""
    e = cancel(together(e))
    below = sp.denom(e)
    if len(below.free_symbols) == 1 and not below.has(AppliedUndef, sp.Sum):
        (name,) = below.free_symbols
        e = apart(e, name)
    return expand(e)


def _logarithm(e: sp.Expr) -> sp.Expr:
    """The logarithm of something in normal form, split over the factors that are surely positive."""
    total, rest = sp.S.Zero, sp.S.One
    for factor in sp.Mul.make_args(factored(e)):
        base, exponent = factor.as_base_exp()
        if base.is_Rational and base > 0:
            total += exponent * sp.expand_log(sp.log(base))
        elif is_surely_positive(base):
            total += exponent * sp.log(expand(base))
        else:
            rest *= factor
    return expand(total + sp.log(expand(rest)), log=False)


def is_proper(e: sp.Expr) -> bool:
    """Whether a formula is made of real numbers: SymPy calculates with 1/0 and with imaginary ones."""
    return not e.has(sp.zoo, sp.nan, sp.oo, -sp.oo, sp.I)


def is_total(e: sp.Basic, t: sp.Symbol | None = None, value: sp.Expr | None = None) -> bool:
    """Whether a formula has a value by its form alone: everywhere, or where ``t`` has this one or any."""
    if t is not None and t not in e.free_symbols:
        return True
    if isinstance(e, sp.Sum):  # its ends may speak of t: then it may run over anything
        return is_total(e.function)
    if e.is_Pow or isinstance(e, sp.log):
        exponent = e.args[-1].xreplace({t: value}) if e.is_Pow and value is not None else e.args[-1]
        natural = e.is_Pow and exponent.is_integer and exponent.is_nonnegative
        if not natural and not is_surely_positive(e.args[0]):
            return False
    return all(is_total(part, t, value) for part in e.args)


def is_surely_positive(e: sp.Expr) -> bool:
    """Whether ``e`` is positive by its form and the declared signs of its names, without any fact."""
    if isinstance(e, sp.exp):
        return True
    if e.is_Rational or e is sp.E:
        return bool(e > 0)
    if e.is_Add or e.is_Mul:
        return all(is_surely_positive(part) for part in e.args)
    if e.is_Pow:
        return is_surely_positive(e.base)
    return name_of(e) is not None and bool(e.is_positive)


def _bound(term: sp.Expr) -> sp.Symbol:
    """The canonical summation index: sums inside the term already use the lower ones."""
    inner = {
        int(limit[0].name[2:])
        for s in term.atoms(sp.Sum)
        for limit in s.limits
        if limit[0].name[:2] == "_i"
    }
    return sp.Symbol(f"_i{max(inner, default=-1) + 1}", integer=True)
