r"""Regularisers: what mirror descent and follow-the-regularised-leader measure with.

A regulariser is a strictly convex function :math:`\psi`.  Its gradient maps points to their mirror
images, the inverse gradient maps back, and its Bregman divergence

.. math:: B_\psi(u,w)=\psi(u)-\psi(w)-\langle\nabla\psi(w),u-w\rangle\ge0

says how far :math:`u` lies from :math:`w`.  Every step of the two algorithms asks one question:
where in the domain is :math:`\psi(w)-\langle\theta,w\rangle` least?  ``minimize(theta, domain)``
answers it for the pairs of regulariser and domain that have an answer in closed form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, Simplex, WholeSpace, as_domain
from .validation import FloatArray, finite, real, vector


@runtime_checkable
class Regularizer(Protocol):
    """What mirror descent and follow-the-regularised-leader ask of a regulariser."""

    def value(self, w: ArrayLike) -> float:
        r""":math:`\psi(w)`."""

    def gradient(self, w: ArrayLike) -> FloatArray:
        r""":math:`\nabla\psi(w)`, the mirror image of `w`."""

    def inverse_gradient(self, theta: ArrayLike) -> FloatArray:
        """The point whose mirror image is `theta`."""

    def divergence(self, u: ArrayLike, w: ArrayLike) -> float:
        r"""The Bregman divergence :math:`B_\psi(u,w)`."""

    def has_closed_form(self, domain: Domain) -> bool:
        """Whether ``minimize`` has an answer for this domain."""

    def minimize(self, theta: ArrayLike, domain: Domain) -> tuple[FloatArray, FloatArray]:
        r"""The `w` of the domain with the least :math:`\psi(w)-\langle\theta,w\rangle`, and its
        mirror image."""


def domain_for(regularizer: Regularizer, domain: Domain | None) -> Domain:
    """The domain itself, or the whole space if there is none; the two must have a closed form."""
    if not isinstance(regularizer, Regularizer) or isinstance(regularizer, type):
        raise TypeError(
            f"regularizer must be a regulariser such as SquaredNorm(), got {regularizer!r}"
        )
    domain = as_domain(domain)
    if not regularizer.has_closed_form(domain):
        raise ValueError(
            f"regularizer {regularizer!r} and domain {domain!r} have no step in closed form"
        )
    return domain


@dataclass(frozen=True)
class SquaredNorm:
    r"""The regulariser :math:`\psi(w)=\frac12\lVert w\rVert_2^2`: points are their own mirror images.

    It turns mirror descent into online gradient descent.  Every domain has a closed form, its
    ``project``.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.SquaredNorm().value([3.0, 4.0])
    12.5
    >>> ol.SquaredNorm().divergence([3.0, 4.0], [3.0, 2.0])
    2.0
    """

    def value(self, w: ArrayLike) -> float:
        r""":math:`\frac12\lVert w\rVert_2^2`."""
        w = vector("w", w)
        return finite("the value of the regulariser", float(np.dot(w, w)) / 2)

    def gradient(self, w: ArrayLike) -> FloatArray:
        """`w` itself, as a new array."""
        return vector("w", w).copy()

    def inverse_gradient(self, theta: ArrayLike) -> FloatArray:
        """`theta` itself, as a new array."""
        return vector("theta", theta).copy()

    def divergence(self, u: ArrayLike, w: ArrayLike) -> float:
        r""":math:`\frac12\lVert u-w\rVert_2^2`."""
        u, w = _pair(u, w)
        return self.value(u - w)

    def has_closed_form(self, domain: Domain) -> bool:
        """True: every domain can project."""
        return True

    def minimize(self, theta: ArrayLike, domain: Domain) -> tuple[FloatArray, FloatArray]:
        r"""The projection of `theta` on the domain, twice."""
        w = domain.project(theta)
        return w, w


@dataclass(frozen=True)
class Entropy:
    r"""The negative entropy :math:`\psi(w)=\sum_iw_i\ln w_i` of vectors with no negative entry.

    Mirror images are logarithms, :math:`\nabla\psi(w)_i=1+\ln w_i`, and the divergence is the
    relative entropy :math:`\mathrm{KL}(u\Vert w)=\sum_i(u_i\ln\frac{u_i}{w_i}-u_i+w_i)`.  On the
    simplex it turns mirror descent and follow-the-regularised-leader into exponentiated gradient.
    The other domain with a closed form is no domain: the weights are then positive but need not
    sum to 1.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.Entropy().inverse_gradient(ol.Entropy().gradient([0.25, 0.75]))
    array([0.25, 0.75])
    >>> round(ol.Entropy().divergence([1.0, 0.0], [0.5, 0.5]), 6)    # ln 2
    0.693147
    """

    def value(self, w: ArrayLike) -> float:
        r""":math:`\sum_iw_i\ln w_i`, with :math:`0\ln0=0`; no entry may be negative."""
        w = _non_negative("w", vector("w", w))
        value = float(np.sum(w * np.log(np.where(w > 0, w, 1.0))))
        return finite("the value of the regulariser", value)

    def gradient(self, w: ArrayLike) -> FloatArray:
        r""":math:`1+\ln w_i`; every entry must be positive."""
        w = vector("w", w)
        if w.min() <= 0:
            raise ValueError("w must be positive in every coordinate to have an entropy gradient")
        return 1.0 + np.log(w)

    def inverse_gradient(self, theta: ArrayLike) -> FloatArray:
        r""":math:`e^{\theta_i-1}`."""
        with np.errstate(over="ignore"):
            return vector("the point with this mirror image", np.exp(vector("theta", theta) - 1.0))

    def divergence(self, u: ArrayLike, w: ArrayLike) -> float:
        r""":math:`\mathrm{KL}(u\Vert w)`; infinite if some :math:`w_i=0<u_i`."""
        u, w = _pair(u, w)
        u, w = _non_negative("u", u), _non_negative("w", w)
        used = u > 0
        if w[used].min(initial=1.0) == 0.0:
            return math.inf
        logarithms = np.log(u[used]) - np.log(w[used])
        # Rounding must not make it negative where u and w all but agree.
        divergence = float(np.sum(u[used] * logarithms) + np.sum(w - u))
        return max(0.0, finite("the divergence", divergence))

    def has_closed_form(self, domain: Domain) -> bool:
        """True for the simplex, and without a domain."""
        return type(domain) in (Simplex, WholeSpace)

    def minimize(self, theta: ArrayLike, domain: Domain) -> tuple[FloatArray, FloatArray]:
        r"""On the simplex the softmax :math:`e^{\theta_i}/\sum_je^{\theta_j}`."""
        theta = vector("theta", theta)
        if type(domain) is not Simplex:
            return self.inverse_gradient(theta), theta
        shifted = theta - theta.max()
        powers = np.exp(shifted)
        # The mirror image keeps the weights that are too small for a double.
        return powers / powers.sum(), 1.0 + shifted - np.log(powers.sum())


@dataclass(frozen=True)
class SquaredPNorm:
    r"""The regulariser :math:`\psi(w)=\frac12\lVert w\rVert_q^2` with :math:`1<q\le2`.

    Mirror images are measured in the dual norm :math:`p=q/(q-1)\ge2`:
    :math:`\lVert\nabla\psi(w)\rVert_p=\lVert w\rVert_q`, and the inverse gradient is
    :math:`\nabla\frac12\lVert\theta\rVert_p^2`.  For q = 2 it is :class:`SquaredNorm`; the nearer q
    comes to 1, the more it behaves like the entropy.  There is a closed form without a domain only.

    Parameters
    ----------
    q : float
        In (1, 2].

    Notes
    -----
    The p-norm algorithms of Grove, Littlestone and Schuurmans (2001) and Gentile (2003).  q = 1 is
    left out: that function is neither strictly convex nor differentiable.

    Examples
    --------
    >>> import olbook as ol
    >>> psi = ol.SquaredPNorm(1.5)
    >>> psi.inverse_gradient(psi.gradient([1.0, -8.0])).round(12)
    array([ 1., -8.])
    """

    q: float

    def __post_init__(self) -> None:
        q = real("q", self.q)
        if not 1.0 < q <= 2.0:
            raise ValueError(f"q must be in (1, 2], got {self.q!r}")
        object.__setattr__(self, "q", q)

    @property
    def p(self) -> float:
        """The dual exponent :math:`q/(q-1)`."""
        return self.q / (self.q - 1.0)

    def value(self, w: ArrayLike) -> float:
        r""":math:`\frac12\lVert w\rVert_q^2`."""
        length = _norm(vector("w", w), self.q)
        return finite("the value of the regulariser", length * length / 2)

    def gradient(self, w: ArrayLike) -> FloatArray:
        r""":math:`\mathrm{sign}(w_i)\lvert w_i\rvert^{q-1}\lVert w\rVert_q^{2-q}`."""
        return gradient_of_half_squared_norm(vector("w", w), self.q)

    def inverse_gradient(self, theta: ArrayLike) -> FloatArray:
        r""":math:`\mathrm{sign}(\theta_i)\lvert\theta_i\rvert^{p-1}\lVert\theta\rVert_p^{2-p}`."""
        return gradient_of_half_squared_norm(vector("theta", theta), self.p)

    def divergence(self, u: ArrayLike, w: ArrayLike) -> float:
        r""":math:`\frac12\lVert u\rVert_q^2+\frac12\lVert w\rVert_q^2-\langle\nabla\psi(w),u\rangle`."""
        u, w = _pair(u, w)
        # <grad psi(w), w> is twice psi(w).  Rounding must not make the difference negative.
        divergence = self.value(u) + self.value(w) - float(np.dot(self.gradient(w), u))
        return max(0.0, finite("the divergence", divergence))

    def has_closed_form(self, domain: Domain) -> bool:
        """True without a domain only."""
        return type(domain) is WholeSpace

    def minimize(self, theta: ArrayLike, domain: Domain) -> tuple[FloatArray, FloatArray]:
        """The inverse gradient of `theta`, and `theta`."""
        theta = vector("theta", theta)
        return self.inverse_gradient(theta), theta


def softmax(exponents: FloatArray) -> FloatArray:
    """Powers of e, divided by their sum; the largest is 1 before the division."""
    vector("the sum of exponents", exponents)
    powers = np.exp(exponents - exponents.max())
    weights: FloatArray = powers / powers.sum()
    return weights


def gradient_of_half_squared_norm(v: FloatArray, r: float) -> FloatArray:
    r"""The gradient of :math:`\frac12\lVert v\rVert_r^2`, for r > 1; 0 at 0."""
    length = _norm(v, r)
    if length == 0.0:
        return np.zeros(len(v))
    # Powers of entries may leave the range of doubles; powers of shares of the length do not.
    gradient: FloatArray = length * np.sign(v) * (np.abs(v) / length) ** (r - 1.0)
    return gradient


def _norm(v: FloatArray, r: float) -> float:
    """The r-norm, in units of the largest entry, so that no power overflows."""
    largest = float(np.abs(v).max())
    if largest == 0.0:
        return 0.0
    length = float(largest * np.sum((np.abs(v) / largest) ** r) ** (1.0 / r))
    return finite("the norm", length)


def _pair(u: ArrayLike, w: ArrayLike) -> tuple[FloatArray, FloatArray]:
    u = vector("u", u)
    return u, vector("w", w, len(u))


def _non_negative(name: str, v: FloatArray) -> FloatArray:
    if v.min() < 0:
        raise ValueError(f"{name} must not be negative in any coordinate for the entropy")
    return v
