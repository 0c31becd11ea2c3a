r"""Curved losses: where the regret grows like a logarithm, and what forces it to.

On strongly convex losses :class:`olbook.OnlineGradientDescent` with the steps
:math:`\frac1{\mu t}` is enough.  :class:`OnlineNewtonStep` needs curvature along the gradients only,
and :class:`VovkAzouryWarmuth` is the same idea for the square loss.  The adversary,
:func:`opposite_targets`, forces a logarithm on every learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import ArrayLike

from .domains import Ball, euclidean_length
from .learners import OCOPlayer, all_or_nothing, independent_copy
from .losses import Loss, Square, as_loss
from .players import OCOLearner, check_oco_learner, copy_of, point_of, start
from .validation import FloatArray, finite, positive, read_only, target, vector, whole


class OnlineNewtonStep(OCOPlayer):
    r"""The online Newton step: a gradient step, short where past gradients were long.

    .. math:: A_t=\varepsilon I+\sum_{s\le t}g_sg_s^\top,\qquad
              w_{t+1}=\Pi^{A_t}\bigl(w_t-\tfrac1\gamma A_t^{-1}g_t\bigr),\qquad w_1=0.

    Here :math:`\Pi^{A_t}(v)` is the point of the ball that is nearest to `v` in the norm
    :math:`\sqrt{\langle z,A_tz\rangle}`.  Only the inverse of :math:`A_t` is kept, and each round
    changes it by a product of a vector with itself (Sherman and Morrison).

    In a ball of diameter :math:`D`, with gradients no longer than :math:`G`, let
    :math:`e^{-\alpha f_t}` be concave for an :math:`\alpha\le\frac1{GD}`.  With
    :math:`\gamma=\frac\alpha2` and :math:`\varepsilon=\frac1{\gamma^2D^2}` the regret is at most
    :math:`\frac1\alpha\bigl(1+d\ln(1+\frac T{4d})\bigr)`.

    Parameters
    ----------
    gamma : float
        The curvature :math:`\gamma>0` along the gradients.
    epsilon : float
        The factor :math:`\varepsilon>0` of the identity in the first matrix.
    domain : Ball, optional
        The ball to stay in; the whole space by default.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Hazan, Agarwal and Kale (2007).  Theorems curved.newton_regret, curved.newton and
    curved.newton_tuned.

    Examples
    --------
    >>> from olbook.curved_losses import OnlineNewtonStep
    >>> learner = OnlineNewtonStep(gamma=1.0, epsilon=1.0)
    >>> learner.update([1.0, 0.0])
    >>> learner.w
    array([-0.5,  0. ])
    """

    _inverse: FloatArray  # of the matrix A_t

    def __init__(
        self, gamma: float, epsilon: float, domain: Ball | None = None, d: int | None = None
    ) -> None:
        self.gamma: Final = positive("gamma", gamma)
        self.epsilon: Final = positive("epsilon", epsilon)
        if domain is not None and not isinstance(domain, Ball):
            raise TypeError(f"domain must be a Ball, or None for the whole space, got {domain!r}")
        self.domain: Final = domain
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, w = self._begin_round(g)
        self._inverse = with_one_more(self._inverse, g)
        v = vector("v", w - self._inverse @ g / self.gamma)
        self._move_to(v if self.domain is None else nearest(v, self._inverse, self.domain.radius))

    def _first_weights(self, d: int) -> FloatArray:
        self._inverse = np.eye(d) / self.epsilon
        return np.zeros(d)


def with_one_more(inverse: FloatArray, g: FloatArray) -> FloatArray:
    r"""The inverse of :math:`A+gg^\top`, from that of :math:`A` (Sherman and Morrison)."""
    p = inverse @ g
    return inverse - np.outer(p, p / (1 + g @ p))


def nearest(v: FloatArray, inverse: FloatArray, radius: float) -> FloatArray:
    r"""The point of the ball that is nearest to `v` in the norm of the matrix with this inverse.

    It is :math:`p=(I+\lambda A^{-1})^{-1}v` for the :math:`\lambda\ge0` at which this has the length of
    the radius.  As a function of :math:`\lambda` the number :math:`1/\lVert p\rVert` is increasing and
    concave, so Newton's method comes from 0 and never oversteps.
    """
    if euclidean_length(v) <= radius:
        return v
    sizes, axes = np.linalg.eigh(inverse)
    along = point = axes.T @ v
    multiplier, moving = 0.0, True
    while moving and (length := euclidean_length(point)) > radius:
        direction, before = point / length, multiplier
        slope = direction @ (direction * sizes / (1 + multiplier * sizes))
        multiplier += (length / radius - 1) / slope
        moving = multiplier > before
        point = along / (1 + multiplier * sizes)
    return Ball(radius).project(axes @ point)


class VovkAzouryWarmuth:
    r"""The forecaster of Vovk, Azoury and Warmuth: ridge regression that has seen the new input.

    .. math:: \hat y_t=\langle w_t,x_t\rangle,\qquad w_t=A_t^{-1}\sum_{s<t}y_sx_s,\qquad
              A_t=aI+\sum_{s\le t}x_sx_s^\top.

    The matrix holds :math:`x_t` already, which makes the forecast a little smaller.  For
    :math:`\lVert x_t\rVert\le R` and :math:`|y_t|\le Y` the sum of its squared errors exceeds that of any
    `u` by at most :math:`a\lVert u\rVert^2+dY^2\ln\bigl(1+\frac{R^2T}{ad}\bigr)`.  It need not know
    :math:`R`, :math:`Y`, :math:`T` or `u`.

    Parameters
    ----------
    a : float
        The price :math:`a>0` of the squared length of a comparator.

    Notes
    -----
    Vovk (2001), Azoury and Warmuth (2001).  Theorems curved.forecaster and curved.vovk_azoury_warmuth.

    Examples
    --------
    >>> from olbook.curved_losses import VovkAzouryWarmuth
    >>> learner = VovkAzouryWarmuth(a=1.0)
    >>> learner.update([1.0, 0.0], 3.0)
    >>> learner.predict([1.0, 0.0])
    1.0
    """

    loss: Final = Square()

    _inverse: FloatArray  # of the matrix of the rounds so far
    _sum: FloatArray  # of the inputs times their targets

    def __init__(self, a: float = 1.0) -> None:
        self.a: Final = positive("a", a)
        self._d: int | None = None

    @property
    def d(self) -> int | None:
        """The dimension of the inputs; None before it is known."""
        return self._d

    def start(self, d: int) -> None:
        """Forget everything; the inputs to come have dimension `d`."""
        self._d = whole("d", d)
        self._inverse = np.eye(self._d) / self.a
        self._sum = np.zeros(self._d)

    def predict(self, x: ArrayLike) -> float:
        """The forecast for `x`, shape (d,); nothing is changed."""
        x = vector("x", x, self._d)
        if self._d is None:
            return 0.0
        return finite("the score", float(self._sum @ with_one_more(self._inverse, x) @ x))

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is the number `y`."""
        x, y = vector("x", x, self._d), target("y", y, self.loss.kind)
        if self._d is None:
            self.start(len(x))
        self._inverse = with_one_more(self._inverse, x)
        self._sum = vector("the sum of the inputs", self._sum + y * x)

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"VovkAzouryWarmuth(a={self.a!r})"


@dataclass(frozen=True)
class SquaredDistance:
    r"""The loss :math:`\frac12\lVert w-y\rVert^2` of a point: it is 1-strongly convex.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.curved_losses import SquaredDistance
    >>> SquaredDistance(1.0).value(np.array([3.0]))
    2.0
    """

    y: float | FloatArray

    def value(self, w: FloatArray) -> float:
        """The loss of `w`."""
        return float(((w - self.y) ** 2).sum() / 2)

    def gradient(self, w: FloatArray) -> FloatArray:
        """Its gradient at `w`."""
        return w - self.y


class RegularizedLoss:
    r"""The loss of an example plus :math:`\frac\mu2\lVert w\rVert^2`: it is :math:`\mu`-strongly convex.

    Parameters
    ----------
    x, y
        The example, shape (d,), and its target.
    mu : float
        The curvature :math:`\mu>0`.
    loss : str or Loss
        The loss of the score, convex.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.curved_losses import RegularizedLoss
    >>> hinge = RegularizedLoss(np.array([1.0, 0.0]), 1.0, mu=0.5, loss="hinge")
    >>> hinge.value(np.array([0.0, 2.0]))
    2.0
    >>> hinge.gradient(np.array([0.0, 2.0]))
    array([-1.,  1.])
    """

    def __init__(self, x: FloatArray, y: float, mu: float, loss: str | Loss = "hinge") -> None:
        self._x, self._y = x, y
        self._mu, self._loss = positive("mu", mu), as_loss(loss)

    def value(self, w: FloatArray) -> float:
        """The loss of `w`."""
        return float(self._loss.value(self._y, w @ self._x)) + self._mu / 2 * float(w @ w)

    def gradient(self, w: FloatArray) -> FloatArray:
        """A subgradient at `w`."""
        slope: FloatArray = self._loss.slope(self._y, w @ self._x) * self._x
        return slope + self._mu * w


def forced_numbers(T: int) -> FloatArray:
    r"""The numbers :math:`c_0,\dots,c_T` with which :func:`opposite_targets` counts.

    .. math:: c_T=\frac1T,\qquad c_t=c_{t+1}+c_{t+1}^2.

    Parameters
    ----------
    T : int
        The number of rounds.

    Returns
    -------
    (T + 1,) array

    Examples
    --------
    >>> from olbook.curved_losses import forced_numbers
    >>> forced_numbers(2)
    array([1.3125, 0.75  , 0.5   ])
    """
    c = np.empty(whole("T", T) + 1)
    c[T] = 1 / T
    for t in range(T - 1, -1, -1):
        c[t] = c[t + 1] + c[t + 1] ** 2
    return c


def opposite_targets(learner: OCOLearner, T: int) -> FloatArray:
    r"""An adversary on the line that forces a regret of at least :math:`\frac14(1+\ln T)`.

    The loss of round t is :math:`\frac12(w-y_t)^2`, with a target :math:`y_t` that is 1 or -1.  A
    learner that knows the numbers of :func:`forced_numbers` does best to play
    :math:`c_t(y_1+\dots+y_{t-1})`, and then pays the same for both targets.  Every other learner plays
    above or below it, and the adversary takes the target on the other side.

    Parameters
    ----------
    learner
        Anything with ``w`` and ``update(g)``.  A copy plays; it is not changed.
    T : int
        The number of rounds.

    Returns
    -------
    (T,) array
        The targets; ``SquaredDistance(y)`` is the loss of a target.

    Notes
    -----
    Takimoto and Warmuth (2000) found the game's value.  Theorems curved.opponent and curved.lower_bound.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.curved_losses import opposite_targets
    >>> opposite_targets(ol.OnlineGradientDescent(lambda t: 1 / t), 4)
    array([ 1., -1.,  1., -1.])
    """
    check_oco_learner(learner)
    c, player = forced_numbers(T), copy_of(learner)
    start(player, 1)
    y = np.empty(T)
    for t in range(1, T + 1):
        w = point_of(player, 1)
        y[t - 1] = 1.0 if w[0] <= c[t] * y[: t - 1].sum() else -1.0
        player.update(w - y[t - 1])
    return read_only(y)
