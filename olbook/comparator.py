r"""The best fixed point in hindsight, with a proof that no other is much better.

Regret compares the learner with :math:`\min_{u\in C}F(u)`, where
:math:`F(u)=\sum_{t=1}^Tf_t(\langle u,x_t\rangle)` is the total loss of a fixed point.  A numerical
method finds a point :math:`u` that is nearly best, but its word is not enough: if it is wrong, the
regret is wrong, and nobody notices.  So :func:`best_in_hindsight` also returns a number below the
minimum, and :func:`lower_bound` proves it:

.. math::
    F(u)=\sum_tf_t(\langle u,x_t\rangle)
    \ge\sum_t\bigl(a_t\langle u,x_t\rangle-f_t^*(a_t)\bigr)
    \ge-\sum_tf_t^*(a_t)-\sigma_C\Bigl(-\sum_ta_tx_t\Bigr).

The first step is the definition of the conjugate, :math:`f_t^*(a)=\sup_s(as-f_t(s))`; the second
that of the support function, :math:`\sigma_C(c)=\sup_{u\in C}\langle c,u\rangle`.  Both hold for
*all* numbers :math:`a_t`, so it does not matter where they come from.  A bad choice makes a bound
that is too low, never a wrong one.  This is weak duality (Rockafellar, *Convex Analysis*, 1970,
section 31); with the slopes of :math:`f_t` at the best point both steps are equalities.

The second half of this file finds :math:`u` and the slopes.  It may be skipped at first reading:
nothing that is reported rests on it.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from .domains import (
    Ball,
    Box,
    Domain,
    L1Ball,
    Simplex,
    WholeSpace,
    as_domain,
    euclidean_length,
)
from .losses import Absolute, Hinge, Logistic, Loss, Square, as_loss
from .record import OcoRun, Run
from .validation import (
    BoolArray,
    FloatArray,
    finite_number,
    matrix,
    positive,
    read_only,
    targets,
    vector,
    whole,
)

EPS = float(np.finfo(np.float64).eps)  # twice the largest relative error of one operation
CERTIFIED = (Square, Absolute, Hinge, Logistic)  # the losses whose conjugates are known here
TINY = float(np.finfo(np.float64).tiny)  # below this, errors are no longer relative


@dataclass(frozen=True, eq=False)
class Comparator:
    r"""A fixed point, its total loss, and a lower bound on that of every fixed point.

    ``lower_bound`` :math:`\le\min_{u\in C}F(u)\le` ``loss``, where the first inequality is proved
    and the second holds because the point lies in the domain (up to the rounding of ``loss``).

    Attributes
    ----------
    u : (d,) array
        The point, read-only.
    loss : float
        Its total loss over the T rounds.
    lower_bound : float
        No point of the domain has a smaller total loss.
    T : int or None
        The number of rounds, if it is known.

    Examples
    --------
    >>> import olbook as ol
    >>> comparator = ol.best_in_hindsight([[1.0], [1.0]], [0.0, 1.0], domain=ol.Ball(1.0))
    >>> round(float(comparator.u[0]), 6), round(comparator.loss, 6)
    (0.5, 0.25)
    """

    u: FloatArray
    loss: float
    lower_bound: float
    T: int | None = None

    def __post_init__(self) -> None:
        vector("u", self.u)
        finite_number("loss", self.loss)
        finite_number("lower_bound", self.lower_bound)
        if self.T is not None:
            whole("T", self.T)

    def __repr__(self) -> str:
        return f"Comparator(loss={self.loss:.6g}, gap={self.gap:.2g})"

    @property
    def gap(self) -> float:
        """By how much the loss of ``u`` may exceed the minimum."""
        return self.loss - self.lower_bound

    def regret(self, run: Run | OcoRun) -> tuple[float, float]:
        r"""The interval in which the regret of a run lies.

        The regret :math:`\sum_tf_t(w_t)-\min_{u\in C}F(u)` is at least the one against ``u`` and
        at most the one against ``lower_bound``.

        Parameters
        ----------
        run : Run or OcoRun
            What the learner did on the same data.

        Returns
        -------
        low, high : float

        Raises
        ------
        TypeError
            If `run` is not a run.
        ValueError
            If it has another number of rounds.

        Examples
        --------
        >>> import olbook as ol
        >>> X, y = [[1.0], [1.0]], [0.0, 1.0]
        >>> run = ol.play(ol.GradientDescent(0.5), X, y)
        >>> low, high = ol.best_in_hindsight(X, y, domain=ol.Ball(1.0)).regret(run)
        >>> low <= 0.25 <= high, high - low < 1e-6
        (True, True)
        """
        if not isinstance(run, Run | OcoRun):
            raise TypeError(f"run must be what ol.play returns, got {type(run).__name__}")
        if self.T is not None and run.losses.shape != (self.T,):
            raise ValueError(
                f"run must have {self.T} rounds, as the comparator has; "
                f"its losses have shape {run.losses.shape}"
            )
        total = math.fsum(run.losses)
        return total - self.loss, total - self.lower_bound


class Supported(Protocol):
    """A set that knows its support function; every domain does."""

    def support(self, c: ArrayLike) -> float:
        """The supremum of the inner product of `c` with the points of the set."""


def lower_bound(
    X: ArrayLike, y: ArrayLike, loss: str | Loss, domain: Supported, slopes: ArrayLike
) -> float:
    r"""A number that no point of the domain beats: weak duality, rounded downwards.

    .. math::
        \min_{u\in C}\sum_tf_t(\langle u,x_t\rangle)
        \ge-\sum_tf_t^*(a_t)-\sigma_C\Bigl(-\sum_ta_tx_t\Bigr)

    for all slopes :math:`a_t`, as the first lines of this module prove.

    Parameters
    ----------
    X : (T, d) array
    y : (T,) array
    loss : {"square", "absolute", "hinge", "logistic"} or the loss object
    domain : object with ``support(c)``
        The set :math:`C`.
    slopes : (T,) array
        The :math:`a_t`.  Any finite numbers will do; those at which the conjugate is infinite are
        moved to the nearest at which it is not.

    Returns
    -------
    float
        At least 0, since no loss is negative.

    Examples
    --------
    With the slopes of the best point, here :math:`u=1/2`, there is no gap:

    >>> import olbook as ol
    >>> from olbook.comparator import lower_bound
    >>> bound = lower_bound([[1.0], [1.0]], [0.0, 1.0], "square", ol.Ball(1.0), [0.5, -0.5])
    >>> bound <= 0.25 < bound + 1e-13
    True

    Other slopes prove less, but nothing that is false:

    >>> lower_bound([[1.0], [1.0]], [0.0, 1.0], "square", ol.Ball(1.0), [0.0, 0.0])
    0.0
    """
    X = matrix("X", X)
    T, d = X.shape
    loss = as_loss(loss)
    y = targets("y", y, T, loss.kind)
    slopes = targets("slopes", slopes, T, "regression")
    return _weak_duality(X, y, loss, domain, slopes, _reach(domain, d))


def _weak_duality(
    X: FloatArray,
    y: FloatArray,
    loss: Loss,
    domain: Supported,
    slopes: FloatArray,
    reach: FloatArray,
) -> float:
    """The lower bound from arguments that are known to be sound; see :func:`lower_bound`."""
    T, d = X.shape
    a, conjugates = _conjugates(loss, y, slopes)
    c = -(a @ X)
    if not np.isfinite(c).all():
        return 0.0  # what overflows proves nothing
    bound = -conjugates.sum() - domain.support(c)
    # Rounding.  A sum of n products, added in any order, is wrong by at most n EPS times the sum
    # of their absolute values (Higham, Accuracy and Stability, 2002, section 3.1), and TINY pays
    # for underflow.  So the entries of c are wrong by at most T EPS |a| @ |X|.  A point of
    # the domain multiplies each entry by at most its reach, which turns this into an error of
    # the support function; computing that one adds d EPS, and each conjugate is correct to 8 EPS.
    # The factor 4 pays for the rounding of this very line.
    sizes = reach @ (np.abs(a) @ np.abs(X) + TINY) + np.abs(conjugates).sum() + TINY
    return max(0.0, float(bound - 4 * (T + d + 8) * EPS * sizes))


def _reach(domain: Supported, d: int) -> FloatArray:
    """The largest absolute value of each coordinate in the domain."""
    axes = np.eye(d)
    return np.array([max(domain.support(axis), domain.support(-axis)) for axis in axes])


def _conjugates(loss: Loss, y: FloatArray, a: FloatArray) -> tuple[FloatArray, FloatArray]:
    r"""The slopes, moved to where the conjugates are finite, and the conjugates there.

    ======== ======================= ============================================
    loss     slopes                  conjugate
    ======== ======================= ============================================
    square   all                     :math:`a(y+a/2)`
    absolute :math:`|a|\le1`         :math:`ay`
    hinge    :math:`0\le-ay\le1`     :math:`ay`
    logistic :math:`0\le-ay\le1`     :math:`p\ln p+(1-p)\ln(1-p)` with :math:`p=-ay`
    ======== ======================= ============================================
    """
    if type(loss) is Square:
        return a, a * (y + a / 2)
    if type(loss) is Absolute:
        a = np.clip(a, -1.0, 1.0)
        return a, a * y
    p = np.clip(-a * y, 0.0, 1.0)
    if type(loss) is Hinge:
        return -p * y, -p
    if type(loss) is Logistic:
        inside = np.clip(p, TINY, 1.0 - EPS / 2)  # 0 ln 0 is 0
        return -inside * y, inside * np.log(inside) + (1.0 - inside) * np.log1p(-inside)
    raise ValueError(
        f'loss must be "square", "absolute", "hinge" or "logistic", got {loss!r}, whose conjugate '
        "is not known here"
    )


def best_in_hindsight(
    X: ArrayLike,
    y: ArrayLike,
    loss: str | Loss = "square",
    domain: Domain | None = None,
    tolerance: float = 1e-6,
) -> Comparator:
    r"""The best fixed point in hindsight, with a certificate.

    .. math:: \min_{u\in C}\ \sum_{t=1}^Tf_t(\langle u,x_t\rangle)

    Parameters
    ----------
    X : (T, d) array
    y : (T,) array
        Labels -1 or +1 for hinge and logistic loss, finite numbers otherwise.
    loss : {"square", "absolute", "hinge", "logistic"} or the loss object
        The zero-one loss is not convex, and no other will do.
    domain : Ball, Simplex, L1Ball, Box, WholeSpace or None
        The set :math:`C`; None is the whole space.  Hinge and logistic loss need a bounded domain:
        on separable data the logistic loss has no minimum in the whole space.
    tolerance : float
        The gap between ``loss`` and ``lower_bound`` that is small enough, relative to ``loss``.
        (Or to a hundredth of the loss of the predictions 0, if that is more: nothing is small
        relative to the loss 0 of a perfect fit.)

    Returns
    -------
    Comparator

    Warns
    -----
    UserWarning
        If the tolerance was not reached.  Loss and bound are correct even then, only farther
        apart.  In the whole space this happens if the columns of `X` depend on each other.

    Raises
    ------
    ValueError
        If an argument is not as described, or if the losses leave the range of doubles.
    TypeError
        If `loss` or `domain` is the wrong kind of object.

    Examples
    --------
    Two rounds that want different coordinates to be 1; the ball does not allow both.

    >>> import olbook as ol
    >>> X, y = [[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0]
    >>> comparator = ol.best_in_hindsight(X, y, loss="hinge", domain=ol.Ball(1.0))
    >>> comparator.u.round(2)
    array([0.71, 0.71])
    >>> comparator.loss - comparator.lower_bound <= 1e-6 * comparator.loss
    True
    """
    X = matrix("X", X)
    T, d = X.shape
    loss = as_loss(loss)
    if type(loss) not in CERTIFIED:  # a subclass may be another function
        raise ValueError(
            f'loss must be "square", "absolute", "hinge" or "logistic", got {loss!r}; '
            "for others no certificate is known here"
        )
    y = targets("y", y, T, loss.kind)
    tolerance = positive("tolerance", tolerance)
    domain = as_domain(domain)
    unit = _unit_set(domain, X)
    if isinstance(domain, WholeSpace) and loss.kind == "classification":
        raise ValueError(
            f"domain must be bounded for {type(loss).__name__.lower()} loss, for example Ball(10.0)"
        )
    best, least, bound = np.zeros(d), math.inf, 0.0
    with np.errstate(all="ignore"):  # what overflows is refused below, or ends the search
        hundredth = float(loss.value(y, np.zeros(T)).sum()) / 100
        sublevel = _SublevelSets(X, y) if isinstance(domain, WholeSpace) else None
        reach = _reach(domain, d) if sublevel is None else None
        for point, slopes in _candidates(X, y, loss, domain, unit):
            u = domain.project(point)  # so that its loss is no less than the minimum
            total = float(loss.value(y, X @ u).sum())
            if total < least:
                best, least = u, total
            bounded = domain if sublevel is None else sublevel.around(u, loss)
            far = _reach(bounded, d) if reach is None else reach
            bound = max(bound, _weak_duality(X, y, loss, bounded, slopes, far))
            allowed = tolerance * max(least, hundredth)
            if least - bound <= allowed:
                break
    if not (math.isfinite(least) and math.isfinite(hundredth)):
        raise ValueError("X, y and domain must be smaller: the total loss leaves the doubles")
    if least - bound > allowed:
        warnings.warn(
            f"best_in_hindsight: the loss {least:.9g} is proved to be within {least - bound:.2g} "
            f"of the minimum, but tolerance={tolerance:.2g} asks for {allowed:.2g}",
            stacklevel=2,
        )
    # The point lies in the domain, so only rounding can put the bound above its loss.
    return Comparator(read_only(best), least, min(bound, least), T)


class _SublevelSets:
    r"""For the whole space: bounded sets that contain its best point.

    The best point is no worse than any `u` that we have, so its residuals are no longer than those
    of `u`, of length :math:`\rho`, and :math:`\lVert X(\text{best}-u)\rVert_2\le2\rho`.  Write
    best :math:`=u+Bz` with an invertible :math:`B` that makes the columns of :math:`XB` nearly
    orthonormal.  If the singular values of :math:`XB` are at least :math:`s`, then
    :math:`\lVert z\rVert_2\le2\rho/s`.
    """

    def __init__(self, X: FloatArray, y: FloatArray) -> None:
        self.y = y
        self.used = np.abs(X).max(axis=0) > 0.0  # the other coordinates do not matter
        self.X = X[:, self.used]
        T, d = self.X.shape
        self.rounding = 4 * (T + d + 8) * EPS
        try:
            self.B = np.linalg.inv(np.linalg.qr(self.X, mode="r"))
        except np.linalg.LinAlgError:
            self.B = np.zeros((d, d))
        # All singular values are near 1, which is checked, for X may have dependent columns.
        W = self.X @ self.B
        defect = np.linalg.norm(W.T @ W - np.eye(d)) + self.rounding * np.linalg.norm(W) ** 2
        error = self.rounding * np.linalg.norm(np.abs(self.X) @ np.abs(self.B))
        self.singular_value = math.sqrt(max(0.0, 1.0 - defect)) - error

    def around(self, u: FloatArray, loss: Loss) -> Supported:
        """The points that may be better than `u`."""
        if not self.singular_value > 0.0:
            return WholeSpace()
        u = u[self.used]
        residuals = self.X @ u - self.y
        square = isinstance(loss, Square)
        length = euclidean_length(residuals) if square else np.abs(residuals).sum()
        rounding = self.rounding * (np.abs(self.X) @ np.abs(u) + np.abs(self.y) + TINY).sum()
        radius = 2.001 * (length + rounding) / self.singular_value
        return _Ellipsoid(self.used, u, radius * self.B)


@dataclass(frozen=True, eq=False)
class _Ellipsoid:
    r"""The points :math:`u+Mz` with :math:`\lVert z\rVert_2\le1`, in the used coordinates."""

    used: BoolArray
    centre: FloatArray
    M: FloatArray

    def support(self, c: ArrayLike) -> float:
        r""":math:`\langle c,u\rangle+\lVert M^\top c\rVert_2`, rounded upwards."""
        c = np.asarray(c)[self.used]
        sizes = np.abs(c) @ (np.abs(self.centre) + np.abs(self.M).sum(axis=1) + TINY)
        rounding = 4 * (len(c) + 8) * EPS * sizes
        return float(c @ self.centre + euclidean_length(c @ self.M) + rounding + TINY)


# ------------------------------------------------------------------------------------------------
# From here on: how the point and the slopes are found.  Skip it at first reading.
# ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _UnitSet:
    r"""The domain as the points ``centre + scale * V w``.

    For a polyhedron, w runs through :math:`\{w\ge0,\ Ew=1\}`.  The simplex has V = I and one sum;
    the 1-norm ball has :math:`V=(I,-I,0)`, where the last coordinate is what is left of the radius;
    for the box :math:`V=(I,-I)`, and each of the d pairs sums to 1.  For the ball and the whole
    space (E is None) V = I, and w has at most the given radius.  The rows of ``kernel`` span all
    that V takes to 0; no two of them have an entry in the same place, nor have two rows of V.
    ``start`` is the V w of the point nearest to the origin.
    """

    centre: FloatArray
    scale: FloatArray
    start: FloatArray
    V: FloatArray
    kernel: FloatArray
    E: FloatArray | None = None
    radius: float = math.inf


def _unit_set(domain: Domain, X: FloatArray) -> _UnitSet:
    d = X.shape[1]
    zero, one, identity, nothing = np.zeros(d), np.ones(d), np.eye(d), np.zeros((0, d))
    signed = np.hstack([identity, -identity])
    if isinstance(domain, WholeSpace):
        return _UnitSet(zero, one / (np.abs(X).max() or 1.0), zero, identity, nothing)
    if isinstance(domain, Ball):
        return _UnitSet(zero, one * domain.radius, zero, identity, nothing, radius=1.0)
    if isinstance(domain, Simplex):
        return _UnitSet(zero, one, one / d, identity, nothing, np.ones((1, d)))
    if isinstance(domain, L1Ball):
        V = np.column_stack([signed, zero])
        kernel = np.vstack([np.abs(V), np.eye(2 * d + 1)[-1]])
        return _UnitSet(zero, one * domain.radius, zero, V, kernel, np.ones((1, 2 * d + 1)))
    if isinstance(domain, Box):
        if domain.low.shape not in ((), (d,)):
            raise ValueError(
                f"domain must have as many coordinates as X has columns, {d}; "
                f"got a Box of shape {domain.low.shape}"
            )
        centre = one * (domain.low / 2 + domain.high / 2)
        scale = one * (domain.high / 2 - domain.low / 2)
        start = np.clip(-centre / np.where(scale > 0.0, scale, 1.0), -1.0, 1.0)
        return _UnitSet(centre, scale, start, signed, kernel=np.abs(signed), E=np.abs(signed))
    raise ValueError(f"domain must be a Ball, Simplex, L1Ball, Box or WholeSpace, got {domain!r}")


def _candidates(
    X: FloatArray, y: FloatArray, loss: Loss, domain: Domain, unit: _UnitSet
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Better and better points, each with slopes for the lower bound."""
    A = X * unit.scale
    offsets = X @ unit.centre
    size = 1.0
    if loss.kind == "regression":  # only differences count, and the unit is ours to choose
        y, offsets = y - offsets, np.zeros(len(y))
        size = max(float(np.abs(y).max()), float(A.max()), -float(A.min())) or 1.0
        A /= size
        y /= size
    smooth = isinstance(loss, Square | Logistic)
    pairs = (_newton if smooth else _interior_point)(A, offsets, y, loss, unit)
    try:
        for v, slopes in pairs:
            if not (np.isfinite(v).all() and np.isfinite(slopes).all()):
                return
            u = domain.project(unit.centre + unit.scale * v)
            yield u, slopes * size if isinstance(loss, Square) else slopes
            if not smooth:
                yield u, _refined(X, slopes, loss, u, domain)
    except np.linalg.LinAlgError:
        return  # this is as far as doubles go; the certificate says how far that is


def _refined(
    X: FloatArray, slopes: FloatArray, loss: Loss, u: FloatArray, domain: Domain
) -> FloatArray:
    """Slopes for which ``c = -slopes @ X`` is a normal vector of the domain at `u`.

    At the best point it is one.  Rounding spoils that in the rounds whose score lies at the kink,
    since there the slope depends on tiny differences.  What a projection takes away is normal.
    """
    c = -(slopes @ X)
    length, reach = euclidean_length(c), euclidean_length(u) or 1.0
    if length == 0.0:
        return slopes
    away = u + reach * (c / length)
    normal = (away - domain.project(away)) / reach * length
    size = np.abs(slopes)
    room = 1.0 - size if isinstance(loss, Absolute) else size * (1.0 - size)
    G = X.T @ (room[:, None] * X)
    change = room * (X @ np.linalg.lstsq(G, c - normal)[0])
    return slopes + np.nan_to_num(change)


def _newton(
    A: FloatArray, offsets: FloatArray, y: FloatArray, loss: Loss, unit: _UnitSet
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Newton's method for the smooth losses: minimise the quadratic model over the set, go there.

    The step is halved until the loss has fallen by a quarter of what the slope promises.
    """
    v = unit.start
    for _ in range(100):
        scores = offsets + A @ v
        slopes = loss.slope(y, scores)
        yield v, slopes
        if isinstance(loss, Square):
            H = A.T @ A
        else:
            curvature = np.abs(slopes) * (1 - np.abs(slopes))
            H = A.T @ (curvature[:, None] * A)
        gradient = slopes @ A
        step = _minimise_quadratic(H, H @ v - gradient, unit) - v
        total, promise, t = loss.value(y, scores).sum(), gradient @ step, 1.0
        while loss.value(y, scores + t * (A @ step)).sum() > total + t * promise / 4:
            t /= 2
            if t < 1e-9:
                return
        v = v + t * step


def _interior_point(
    A: FloatArray, offsets: FloatArray, y: FloatArray, loss: Loss, unit: _UnitSet
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """An interior point method for the losses with a kink; see :class:`_CentralPath`."""
    if isinstance(loss, Hinge):
        path = _CentralPath(y[:, None] * A, 1.0 - y * offsets, 0.0, 1.0, unit)
        sign = -y
    else:
        path = _CentralPath(A, y - offsets, -1.0, 2.0, unit)
        sign = -np.ones(len(y))
    for _ in range(60):
        yield path.v, sign * (path.low + path.height * path.alpha)
        path.advance()


class _CentralPath:
    r"""Minimises :math:`\sum_t(\ell r_t+h[r_t]_+)` with :math:`r=\text{target}-Bv` over the v of a set.

    The hinge loss is such a sum with :math:`r_t=1-y_ts_t`, :math:`\ell=0`, :math:`h=1`; the absolute
    loss with :math:`r_t=y_t-s_t`, :math:`\ell=-1`, :math:`h=2`.  Here :math:`[r]_+` is the least
    :math:`\xi` with :math:`\xi\ge r` and :math:`\xi\ge0`.  The multipliers :math:`\alpha` and
    :math:`\beta=1-\alpha` of these inequalities satisfy :math:`\alpha(\xi-r)=\mu` and
    :math:`\beta\xi=\mu` on the central path, and :math:`\mu` goes to 0 (Wright, *Primal-Dual
    Interior-Point Methods*, 1997).
    """

    def __init__(
        self, B: FloatArray, target: FloatArray, low: float, height: float, unit: _UnitSet
    ) -> None:
        self.B, self.target, self.low, self.height, self.unit = B, target, low, height, unit
        self.v = unit.start
        self.r = target - B @ self.v
        self.xi = np.maximum(self.r, 0.0) + np.abs(self.r).mean() + TINY
        self.alpha = np.full(len(target), 0.5)
        self.beta = self.alpha.copy()  # kept by itself: 1 - alpha would lose its digits

    def advance(self) -> None:
        """One step, computed twice: the second corrects what the first leaves (Mehrotra, 1992)."""
        above, count = self.xi - self.r, 2 * len(self.r)
        weights = 1.0 / (above / self.alpha + self.xi / self.beta)
        H = self.height * (self.B.T @ (weights[:, None] * self.B))
        mu = (self.alpha @ above + self.beta @ self.xi) / count
        nothing = np.zeros(len(self.r))
        dv, d_xi, d_above, d_alpha = self._newton_step(H, weights, above, nothing, nothing)
        primal, dual = self._lengths(above, d_xi, d_above, d_alpha)
        alpha, beta = self.alpha + dual * d_alpha, self.beta - dual * d_alpha
        left = alpha @ (above + primal * d_above) + beta @ (self.xi + primal * d_xi)
        goal = mu * min(1.0, left / count / mu) ** 3
        dv, d_xi, d_above, d_alpha = self._newton_step(
            H, weights, above, goal - d_alpha * d_above, goal + d_alpha * d_xi
        )
        primal, dual = self._lengths(above, d_xi, d_above, d_alpha)
        self.v = self.v + primal * dv
        self.r = self.target - self.B @ self.v
        positive_part = np.maximum(self.r, 0.0)
        self.xi = np.maximum(self.xi + primal * d_xi, positive_part * (1 + EPS) + TINY)
        self.alpha = self.alpha + dual * d_alpha
        self.beta = self.beta - dual * d_alpha

    def _newton_step(
        self,
        H: FloatArray,
        weights: FloatArray,
        above: FloatArray,
        mu_above: FloatArray,
        mu_xi: FloatArray,
    ) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Newton's step for alpha * above = mu_above and beta * xi = mu_xi, as changes.

        Eliminate xi and alpha, and a weighted sum of squares over the set is left to minimise.
        """
        pull = mu_above / self.alpha - mu_xi / self.beta
        wanted = self.alpha + weights * (self.target + pull)
        v = _minimise_quadratic(H, (self.low + self.height * wanted) @ self.B, self.unit)
        r = self.target - self.B @ v
        d_r = r - self.r
        d_alpha = weights * (r + pull)
        d_above = np.where(  # both are the same; divide by the larger multiplier
            self.alpha > self.beta,
            (mu_above - above * (self.alpha + d_alpha)) / self.alpha,
            (mu_xi - self.xi * (self.beta - d_alpha)) / self.beta - d_r,
        )
        return v - self.v, d_above + d_r, d_above, d_alpha

    def _lengths(
        self, above: FloatArray, d_xi: FloatArray, d_above: FloatArray, d_alpha: FloatArray
    ) -> tuple[float, float]:
        """How far the inequalities, and their multipliers, let us go."""
        primal = min(_longest_step(self.xi, d_xi), _longest_step(above, d_above))
        dual = min(_longest_step(self.alpha, d_alpha), _longest_step(self.beta, -d_alpha))
        return primal, dual


def _longest_step(x: FloatArray, dx: FloatArray) -> float:
    """Nearly the longest step, at most 1, for which ``x + step * dx`` stays positive."""
    falling = dx < 0.0
    return min(1.0, 0.995 * float(np.min(x[falling] / -dx[falling], initial=math.inf)))


def _minimise_quadratic(H: FloatArray, b: FloatArray, unit: _UnitSet) -> FloatArray:
    """The v in the unit set with the least v'Hv / 2 - b'v."""
    size = max(float(np.abs(H).max()), float(np.abs(b).max())) or 1.0
    H, b = H / size, b / size
    if unit.E is None:
        return _quadratic_on_ball(H, b, unit.radius)
    return unit.V @ _quadratic_on_polyhedron(H, b, unit.V, unit.kernel, unit.E)


def _quadratic_on_ball(H: FloatArray, b: FloatArray, radius: float) -> FloatArray:
    """The v of length at most `radius` with the least v'Hv / 2 - b'v.

    It is (H + shift I)^-1 b, with the shift 0 if that is short enough, and otherwise the one that
    makes its length equal to `radius`, found by Newton's method for 1 / length (More and Sorensen,
    1983).
    """
    eigenvalues, axes = np.linalg.eigh(H)
    eigenvalues = np.maximum(eigenvalues, len(b) * EPS * eigenvalues[-1] + TINY)
    p = axes.T @ b
    shift = max(0.0, float(np.linalg.norm(p)) / radius - float(eigenvalues[-1]))
    for _ in range(30):  # most often five are enough
        q = p / (eigenvalues + shift)
        length = float(np.linalg.norm(q))
        if length > radius:
            shift += (length / radius - 1) * length**2 / float(q @ (q / (eigenvalues + shift)))
    v: FloatArray = axes @ q * min(1.0, radius / (length or 1.0))
    return v


def _quadratic_on_polyhedron(
    H: FloatArray, b: FloatArray, V: FloatArray, kernel: FloatArray, E: FloatArray
) -> FloatArray:
    """The w >= 0 with Ew = 1 and the least (Vw)'H(Vw) / 2 - b'Vw, by an interior point method.

    At the minimum the gradient is ``multipliers - E'prices``, with multipliers >= 0 that are 0
    where w is not.  On the way multipliers * w = mu, and mu goes to 0: to a tenth of it with each
    step, or faster where the last step could be taken nearly in full.

    Each step solves (D + V'HV) x = side for the diagonal matrix D = multipliers / w.  With the
    unknowns D^1/2 x the matrix becomes I + D^-1/2 V'HV D^-1/2.  The rows of VD^-1/2 are orthogonal;
    divided by their lengths S they are the rows of U, and those of kernel D^1/2 become the rows of
    W.  Together these are an orthonormal basis, in which the inverse is U'(I + SHS)^-1 U + W'W: a
    well conditioned system, with as many unknowns as H has rows.
    """
    n = V.shape[1]
    w = np.full(n, len(E) / n)
    gradient = (H @ (V @ w) - b) @ V
    prices = np.full(len(E), 2 * np.abs(gradient).max() + TINY)
    multipliers = gradient + prices @ E
    best, least_gap, share = w, math.inf, 0.1
    identity = np.eye(len(b))
    for _ in range(100):
        gap = gradient @ w - np.where(E > 0.0, gradient, math.inf).min(axis=1).sum()
        if gap < least_gap:
            best, least_gap = w, gap
        mu = share * float(multipliers @ w) / n
        if mu <= 1e-22 or gap > 1e3 * least_gap + 1e-9:  # done, or lost in rounding
            break
        half = np.sqrt(w / multipliers)
        U, W = V * half, kernel / half
        S, lengths = (np.sqrt(np.vecdot(rows, rows))[:, None] for rows in (U, W))
        U, W = U / S, W / lengths
        sides = half[:, None] * np.column_stack([mu / w - gradient - prices @ E, E.T])
        try:
            within = np.linalg.solve(S * H * S.T + identity, U @ sides)
            solved = half[:, None] * (U.T @ within + W.T @ (W @ sides))
            free, by_E = solved[:, 0], solved[:, 1:]
            d_prices = np.linalg.solve(E @ by_E, E @ (w + free) - 1.0)
        except np.linalg.LinAlgError:
            break
        dw = free - by_E @ d_prices
        d_multipliers = mu / w - multipliers - multipliers / w * dw
        t = min(_longest_step(w, dw), _longest_step(multipliers, d_multipliers))
        share = min(0.1, max(0.001, (1.0 - t) ** 2))
        w, multipliers = w + t * dw, multipliers + t * d_multipliers
        w = w / (E @ w @ E)  # rounding must not add up
        prices = prices + t * d_prices
        gradient = (H @ (V @ w) - b) @ V
    return best
