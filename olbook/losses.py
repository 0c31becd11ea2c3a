r"""Losses: how much a prediction costs.

A loss compares a target :math:`y` with a score :math:`s`.  Each class has ``value(y, s)``,
``slope(y, s)`` (the derivative in :math:`s`, or one subgradient at a kink), ``lipschitz`` (a bound
on :math:`\lvert\text{slope}\rvert`) and ``kind``: for ``"classification"`` the target is a label in
:math:`\{-1,+1\}`, for ``"regression"`` it is any real number.  All work elementwise on arrays that
broadcast against each other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .validation import FloatArray, finite_number, real_array


class Loss(Protocol):
    """What :func:`olbook.play` asks of a loss."""

    @property
    def lipschitz(self) -> float:
        """A bound on the absolute value of every slope."""

    @property
    def kind(self) -> str:
        """``"classification"`` or ``"regression"``."""

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        """The loss of the score `s` against the target `y`."""

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        """The derivative of the loss in `s`, or one subgradient."""


def as_loss(loss: str | Loss) -> Loss:
    """The loss with this name, or the loss itself.

    Names are "square", "absolute", "hinge", "logistic" and "zero-one".
    """
    if isinstance(loss, str):
        if loss not in NAMES:
            known = ", ".join(f'"{name}"' for name in NAMES)
            raise ValueError(f"loss must be one of {known}, or a loss object; got {loss!r}")
        return NAMES[loss]
    if isinstance(loss, type):
        raise TypeError(f"loss must be an object, not the class: write {loss.__name__}()")
    if not (callable(getattr(loss, "value", None)) and callable(getattr(loss, "slope", None))):
        raise TypeError(f"loss must be a name or have value(y, s) and slope(y, s), got {loss!r}")
    if getattr(loss, "kind", None) not in ("classification", "regression"):
        raise ValueError('loss must have a kind, "classification" or "regression"')
    return loss


def _pair(y: ArrayLike, s: ArrayLike) -> tuple[FloatArray, FloatArray]:
    y, s = real_array("y", y), real_array("s", s)
    if y.ndim and s.ndim and y.shape != s.shape:
        try:
            np.broadcast_shapes(y.shape, s.shape)
        except ValueError:
            raise ValueError(
                f"y and s must have shapes that broadcast, got {y.shape} and {s.shape}"
            ) from None
    return y, s


@dataclass(frozen=True)
class Square:
    r"""The square loss :math:`\frac12(s-y)^2`, with slope :math:`s-y`.

    The factor one half makes Widrow-Hoff exactly gradient descent with step :math:`\eta`.  The
    slope is unbounded, so ``lipschitz`` is infinite.

    Examples
    --------
    >>> import olbook as ol
    >>> float(ol.losses.Square().value(1.0, 4.0)), float(ol.losses.Square().slope(1.0, 4.0))
    (4.5, 3.0)
    """

    lipschitz: ClassVar[float] = math.inf
    kind: ClassVar[str] = "regression"

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\frac12(s-y)^2`, elementwise."""
        y, s = _pair(y, s)
        return 0.5 * (s - y) ** 2

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`s-y`, elementwise."""
        y, s = _pair(y, s)
        return s - y


# How near to a kink, as a share of the numbers compared, a score may be called on it.  Another processor
# adds an inner product in another order, so which side of the kink its last digits fall is an accident.
NEAR = 1e-9


@dataclass(frozen=True)
class Absolute:
    r"""The absolute loss :math:`\lvert s-y\rvert`, with slope :math:`\mathrm{sign}(s-y)`.

    At the kink :math:`s=y` every number in :math:`[-1,1]` is a subgradient; ours is 0.  The two
    count as equal if they are so up to rounding,
    :math:`\lvert s-y\rvert\le10^{-9}\max(1,\lvert y\rvert)`: a learner that has found the truth
    stays there, on every machine.  So targets should not be much smaller than 1.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.losses.Absolute().value([1.0, 2.0], 1.5)
    array([0.5, 0.5])
    >>> ol.losses.Absolute().slope([1.0, 1.5, 2.0], 1.5)
    array([ 1.,  0., -1.])
    """

    lipschitz: ClassVar[float] = 1.0
    kind: ClassVar[str] = "regression"

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\lvert s-y\rvert`, elementwise."""
        y, s = _pair(y, s)
        return np.abs(s - y)

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\mathrm{sign}(s-y)`, elementwise; 0 where they are equal up to rounding."""
        y, s = _pair(y, s)
        error = s - y
        return np.sign(error) * (np.abs(error) > NEAR * np.maximum(1.0, np.abs(y)))


@dataclass(frozen=True)
class Hinge:
    r"""The hinge loss :math:`[1-ys]_+=\max(0,1-ys)`, the Perceptron's convex surrogate.

    It is nowhere below the zero-one loss, and 0 once the label is right with margin 1.  The slope
    is :math:`-y` where :math:`ys<1` and 0 elsewhere, the kink :math:`ys=1` included.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.losses.Hinge().value(+1, [-1.0, 0.0, 1.0, 2.0])
    array([2., 1., 0., 0.])
    >>> ol.losses.Hinge().slope(+1, [-1.0, 0.0, 1.0, 2.0])
    array([-1., -1.,  0.,  0.])
    """

    lipschitz: ClassVar[float] = 1.0
    kind: ClassVar[str] = "classification"

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\max(0,1-ys)`, elementwise."""
        y, s = _pair(y, s)
        losses: FloatArray = np.maximum(0.0, 1.0 - y * s)
        return losses

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`-y` where :math:`ys<1`, 0 elsewhere."""
        y, s = _pair(y, s)
        slopes: FloatArray = np.where(y * s < 1.0, -y, 0.0)[()]
        return slopes


@dataclass(frozen=True)
class Logistic:
    r"""The logistic loss :math:`\ln(1+e^{-ys})`, with slope :math:`-y/(1+e^{ys})`.

    Both are computed through ``logaddexp``, so that no score is too large.

    Examples
    --------
    >>> import olbook as ol
    >>> loss = ol.losses.Logistic()
    >>> round(float(loss.value(+1, 0.0)), 4), float(loss.value(+1, -1000.0))
    (0.6931, 1000.0)
    >>> float(loss.slope(+1, 0.0)), float(loss.slope(+1, -1000.0))
    (-0.5, -1.0)
    """

    lipschitz: ClassVar[float] = 1.0
    kind: ClassVar[str] = "classification"

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\ln(1+e^{-ys})`, elementwise."""
        y, s = _pair(y, s)
        losses: FloatArray = np.logaddexp(0.0, -y * s)
        return losses

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`-y/(1+e^{ys})`, elementwise."""
        y, s = _pair(y, s)
        slopes: FloatArray = -y * np.exp(-np.logaddexp(0.0, y * s))
        return slopes


@dataclass(frozen=True)
class ZeroOne:
    r"""The zero-one loss :math:`\mathbb 1[y(s-\theta)\le0]`: 1 for a mistake, 0 otherwise.

    A tie, :math:`s=\theta`, is a mistake.  The loss is not convex and it jumps, so ``lipschitz`` is
    infinite.  Its slope is 0 wherever it has one, which is why gradient descent learns nothing
    from it and needs a surrogate such as the hinge.

    Parameters
    ----------
    threshold : float
        The :math:`\theta` that separates the two predictions; 1/2 for :class:`olbook.Winnow`.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.losses.ZeroOne().value(+1, [-3.0, 0.0, 0.1])
    array([1., 1., 0.])
    >>> ol.losses.ZeroOne(threshold=0.5).value(-1, [0.4, 0.5, 0.6])
    array([0., 1., 1.])
    """

    threshold: float = 0.0

    lipschitz: ClassVar[float] = math.inf
    kind: ClassVar[str] = "classification"

    def __post_init__(self) -> None:
        finite_number("threshold", self.threshold)

    def value(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        r""":math:`\mathbb 1[y(s-\theta)\le0]`, elementwise."""
        y, s = _pair(y, s)
        losses: FloatArray = np.where(y * (s - self.threshold) <= 0.0, 1.0, 0.0)[()]
        return losses

    def slope(self, y: ArrayLike, s: ArrayLike) -> FloatArray:
        """0 everywhere (at a tie, where the loss jumps, by convention)."""
        y, s = _pair(y, s)
        slopes: FloatArray = np.zeros(np.broadcast_shapes(y.shape, s.shape))[()]
        return slopes


NAMES: dict[str, Loss] = {
    "square": Square(),
    "absolute": Absolute(),
    "hinge": Hinge(),
    "logistic": Logistic(),
    "zero-one": ZeroOne(),
}
