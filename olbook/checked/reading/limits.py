r"""Limits for :math:`T\to\infty`, of sums of powers and logarithms.

.. math:: \lim_{T\to\infty}\ c\,T^{q}(\ln T)^{k}=\begin{cases}0&q<0\\c&q=k=0\end{cases}

and the limit of a sum is the sum of the limits. Nothing else is known here, and nothing is searched:
a formula of another form is refused, and so is one that grows.
"""

from __future__ import annotations

import sympy as sp

from ..errors import CheckError
from ..guard import expand
from .terms import plain


def limit_at_infinity(e: sp.Expr, name: sp.Symbol) -> sp.Expr:
    """The limit of ``e`` as ``name`` grows, the other names being fixed."""
    total = sp.S.Zero
    for term in sp.Add.make_args(expand(e)):
        factor, rest = term.as_independent(name, as_Add=False)
        power, logarithms = _growth(rest, name)
        if power > 0 or (power == 0 and logarithms > 0):
            raise CheckError(f"{plain(term)} grows without bound with {name}")
        if power == 0 and logarithms == 0:
            total += factor
    return total


def _growth(e: sp.Expr, name: sp.Symbol) -> tuple[sp.Rational, sp.Rational]:
    """The exponents of T and of log(T) in a product of such powers."""
    exponents = {name: sp.S.Zero, sp.log(name): sp.S.Zero}
    for factor in sp.Mul.make_args(e):
        base, exponent = factor.as_base_exp()
        if factor == 1:
            continue
        if base not in exponents or not exponent.is_Rational:
            raise CheckError(f"the limit of {plain(factor)} is not known here")
        exponents[base] += exponent
    return exponents[name], exponents[sp.log(name)]
