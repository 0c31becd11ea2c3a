r"""Closed convex sets in which a learner must stay.

Each has ``project(v)``, the nearest point :math:`\arg\min_{u}\lVert u-v\rVert_2` of the set,
``contains(v, tolerance)`` and the support function ``support(c)``
:math:`=\sup_u\langle c,u\rangle`.  ``project`` returns the values of `v` unchanged if `v` lies in
the set already.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from .validation import FloatArray, nonnegative, positive, read_only, real_array, vector


@runtime_checkable
class Domain(Protocol):
    """What a learner asks of a domain."""

    def project(self, v: ArrayLike) -> FloatArray:
        """The point of the domain nearest to `v`."""

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        """Whether `v` lies in the domain, up to `tolerance`."""

    def support(self, c: ArrayLike) -> float:
        """The supremum of the inner product of `c` with the points of the domain."""


def as_domain(domain: Domain | None) -> Domain:
    """The domain itself; the whole space if there is none."""
    if domain is None:
        return WholeSpace()
    if not isinstance(domain, Domain) or isinstance(domain, type):
        raise TypeError(f"domain must be a domain such as Ball(1.0), got {domain!r}")
    return domain


def euclidean_length(v: FloatArray) -> float:
    """The 2-norm of `v`, in units of its largest entry: squares may leave the range of doubles."""
    largest = float(np.abs(v).max(initial=0.0))
    return largest * float(np.linalg.norm(v / largest)) if largest else 0.0


def _sum(v: FloatArray) -> float:
    """The sum of entries that are not negative; infinity if it leaves the range of doubles."""
    with np.errstate(over="ignore"):
        return float(v.sum())


def _rounding(v: FloatArray) -> float:
    """A sum over `v` that is right up to rounding is right up to this, relatively.

    Points that a projection has made count as inside; otherwise a second one would move them.
    """
    return len(v) * float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class WholeSpace:
    r"""All of :math:`\mathbb R^d`: nothing to project.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.WholeSpace().project([3.0, -4.0])
    array([ 3., -4.])
    """

    def project(self, v: ArrayLike) -> FloatArray:
        """`v` itself, as a new (d,) array."""
        return vector("v", v).copy()

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        """True for every finite vector."""
        vector("v", v)
        nonnegative("tolerance", tolerance)
        return True

    def support(self, c: ArrayLike) -> float:
        """0 for `c` = 0, infinite otherwise."""
        return math.inf if vector("c", c).any() else 0.0


def _slack(tolerance: float, radius: float) -> float:
    """By how much a norm may exceed the radius: relative to the radius, if that is above 1."""
    return nonnegative("tolerance", tolerance) * max(1.0, radius)


@dataclass(frozen=True)
class Ball:
    r"""The Euclidean ball :math:`\{u:\lVert u\rVert_2\le r\}`.

    Parameters
    ----------
    radius : float
        The radius :math:`r>0`.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.Ball(1.0).project([3.0, 4.0])
    array([0.6, 0.8])
    >>> ol.Ball(2.0).support([3.0, 4.0])
    10.0
    """

    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive("radius", self.radius))

    def project(self, v: ArrayLike) -> FloatArray:
        r""":math:`v\cdot\min(1,r/\lVert v\rVert_2)`, a new (d,) array."""
        v = vector("v", v)
        if euclidean_length(v) <= self.radius * (1 + _rounding(v)):
            return v.copy()
        direction = v / np.abs(v).max()
        projected: FloatArray = direction * (self.radius / np.linalg.norm(direction))
        return projected

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        r"""Whether :math:`\lVert v\rVert_2\le r+\text{tolerance}\cdot\max(1,r)`."""
        length = euclidean_length(vector("v", v))
        return bool(length <= self.radius + _slack(tolerance, self.radius))

    def support(self, c: ArrayLike) -> float:
        r""":math:`r\lVert c\rVert_2`."""
        return self.radius * euclidean_length(vector("c", c))


@dataclass(frozen=True)
class Simplex:
    r"""The probability simplex :math:`\Delta_d=\{u:u_i\ge0,\ \sum_iu_i=1\}`.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.Simplex().project([0.0, 0.0])
    array([0.5, 0.5])
    >>> ol.Simplex().project([2.0, 0.0])
    array([1., 0.])
    """

    def project(self, v: ArrayLike) -> FloatArray:
        r""":math:`[v-\theta]_+` with the :math:`\theta` that makes the entries sum to 1."""
        v = vector("v", v)
        if v.min() >= 0.0 and abs(_sum(v) - 1.0) <= _rounding(v):
            return v.copy()
        return _project_on_simplex(v, 1.0)

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        """Whether the entries are at least ``-tolerance`` and sum to 1 up to ``tolerance``."""
        v, tolerance = vector("v", v), nonnegative("tolerance", tolerance)
        return bool(v.min() >= -tolerance and abs(_sum(v) - 1.0) <= tolerance)

    def support(self, c: ArrayLike) -> float:
        r""":math:`\max_ic_i`."""
        return float(vector("c", c).max())


def _project_on_simplex(v: FloatArray, total: float) -> FloatArray:
    """The nearest point with non-negative entries that sum to `total`.

    It is ``max(v - theta, 0)``.  If the k largest entries stay positive, theta is their mean
    minus total / k; the right k is the last one for which the k-th largest entry exceeds theta.
    """
    # The answer is the same for v + a constant, and no digits are lost when v is far away.  Then
    # theta >= -total, so what lies well below that plays no role, however far below it is.
    with np.errstate(over="ignore"):
        v = np.maximum(v - v.max(), -2.0 * total)
    # Times a power of two, which is exact, no sum of entries leaves the range of doubles.
    share, power = np.frexp(total)
    v = np.ldexp(v, -power)
    largest_first = np.sort(v)[::-1]
    thetas = (np.cumsum(largest_first) - share) / np.arange(1, len(v) + 1)
    k = np.flatnonzero(largest_first > thetas)[-1]
    projected: FloatArray = np.ldexp(np.maximum(v - thetas[k], 0.0), power)
    return projected


@dataclass(frozen=True)
class L1Ball:
    r"""The ball of the 1-norm, :math:`\{u:\sum_i\lvert u_i\rvert\le r\}`.

    Parameters
    ----------
    radius : float
        The radius :math:`r>0`.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.L1Ball(1.0).project([0.9, -0.9])
    array([ 0.5, -0.5])
    """

    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive("radius", self.radius))

    def project(self, v: ArrayLike) -> FloatArray:
        r"""The signs of `v` times the projection of :math:`\lvert v\rvert` on a simplex."""
        v = vector("v", v)
        if _sum(np.abs(v)) <= self.radius * (1 + _rounding(v)):
            return v.copy()
        projected: FloatArray = np.sign(v) * _project_on_simplex(np.abs(v), self.radius)
        return projected

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        r"""Whether :math:`\lVert v\rVert_1\le r+\text{tolerance}\cdot\max(1,r)`."""
        length = _sum(np.abs(vector("v", v)))
        return bool(length <= self.radius + _slack(tolerance, self.radius))

    def support(self, c: ArrayLike) -> float:
        r""":math:`r\lVert c\rVert_\infty`."""
        return float(self.radius * np.abs(vector("c", c)).max())


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Box:
    r"""The box :math:`\{u:\text{low}_i\le u_i\le\text{high}_i\}`.

    Parameters
    ----------
    low, high : float or array of shape (d,)
        The finite ends, ``low <= high``; a number holds for every coordinate.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.Box(-1.0, [1.0, 2.0]).project([-5.0, 5.0])
    array([-1.,  2.])
    """

    low: FloatArray
    high: FloatArray

    def __init__(self, low: ArrayLike, high: ArrayLike) -> None:
        ends = real_array("low", low), real_array("high", high)
        try:
            lows, highs = (read_only(end.copy()) for end in np.broadcast_arrays(*ends))
        except ValueError as error:
            raise ValueError(f"low and high must have the same shape: {error}") from error
        if lows.ndim > 1 or lows.size == 0:
            raise ValueError(f"low and high must be numbers or of shape (d,), got {lows.shape}")
        if not (np.isfinite(lows).all() and np.isfinite(highs).all()):
            raise ValueError("low and high must be finite")
        if (lows > highs).any():
            raise ValueError("low must not exceed high in any coordinate")
        object.__setattr__(self, "low", lows)
        object.__setattr__(self, "high", highs)

    def __repr__(self) -> str:
        return f"Box(low={self.low.tolist()}, high={self.high.tolist()})"

    def _vector(self, name: str, value: ArrayLike) -> FloatArray:
        return vector(name, value, len(self.low) if self.low.ndim else None)

    def project(self, v: ArrayLike) -> FloatArray:
        """Each entry moved to the nearest point of its interval."""
        return np.clip(self._vector("v", v), self.low, self.high)

    def contains(self, v: ArrayLike, tolerance: float = 1e-9) -> bool:
        """Whether no entry leaves its interval by more than ``tolerance``."""
        v, tolerance = self._vector("v", v), nonnegative("tolerance", tolerance)
        return bool((v >= self.low - tolerance).all() and (v <= self.high + tolerance).all())

    def support(self, c: ArrayLike) -> float:
        r""":math:`\sum_i\max(c_i\,\text{low}_i,\,c_i\,\text{high}_i)`."""
        c = self._vector("c", c)
        return float(np.maximum(c * self.low, c * self.high).sum())
