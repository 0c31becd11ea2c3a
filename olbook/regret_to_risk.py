r"""From regret to risk, continued: which point of a run to put out, and how sure one can be of it.

:class:`AnytimeAverage` lets a learner be told gradients at its running average, which is then good
after every round.  :func:`linear_decay` gives the steps after which the *last* point of gradient
descent is as good as the average.  :func:`weighted_average` is for strongly convex risks.
On :class:`LargestCoordinate` no method that steps against gradients does better; on
:class:`RisingWalls` the last point of gradient descent with a constant step is worse.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .learners import all_or_nothing, independent_copy
from .players import check_learner, check_oco_learner, copy_of, dimension
from .record import OcoRun, Run
from .validation import FloatArray, positive, read_only, vector, whole


class AnytimeAverage:
    r"""Play the running average of what another learner plays, and tell that learner the gradients.

    The learner inside chooses :math:`w_t`; what is played is :math:`x_t=(w_1+\dots+w_t)/t`, and the
    learner inside is told the gradient at :math:`x_t`.  If its regret on these linear losses is at most
    :math:`B`, then :math:`L(x_T)-L(u)\le B/T` for a convex risk :math:`L`, in expectation on a sample,
    after every round :math:`T` at which the bound holds.

    Parameters
    ----------
    learner
        Anything with ``w``, ``start(d)`` and ``update(g)``, such as
        :class:`olbook.OnlineGradientDescent`.

    Notes
    -----
    Cutkosky, *Anytime online-to-batch, optimism and acceleration* (2019).  Theorem risk.anytime, which
    also allows weights.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.regret_to_risk import AnytimeAverage
    >>> learner = AnytimeAverage(ol.OnlineGradientDescent(eta=1.0))
    >>> ol.play_oco(learner, [[1.0], [1.0], [1.0]]).weights.ravel()
    array([ 0. , -0.5, -1. , -1.5])
    """

    def __init__(self, learner: Any) -> None:
        check_oco_learner(learner)
        check_learner(learner, "start")
        self._learner = copy_of(learner)
        self._t, self._x = 1, self._first()

    @property
    def learner(self) -> Any:
        """The learner inside."""
        return self._learner

    @property
    def w(self) -> FloatArray | None:
        """The average of all that the learner inside has played, shape (d,); None before the start."""
        return self._x

    @all_or_nothing
    def start(self, d: int) -> None:
        """Forget the average and begin in dimension `d`."""
        inside = copy_of(self._learner)
        inside.start(whole("d", d))
        self._learner = inside
        self._t, self._x = 1, self._first()

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at the average."""
        g = vector("g", g, dimension(self))
        if self._x is None:
            self.start(len(g))
        assert self._x is not None  # for the type checker
        inside = copy_of(self._learner)
        inside.update(g)
        self._learner, self._t = inside, self._t + 1
        self._x = read_only(self._x + (inside.w - self._x) / self._t)

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self, _learner=copy_of(self._learner))

    def __repr__(self) -> str:
        return f"AnytimeAverage({self._learner!r})"

    def _first(self) -> FloatArray | None:
        first = self._learner.w
        return None if first is None else read_only(vector("w", first))


def linear_decay(U: float, G: float, T: int) -> Callable[[int], float]:
    r"""Steps that fall to zero along a line, :math:`\eta_t=\frac{U}{G\sqrt T}\,\frac{T-t}{T}`.

    After the :math:`T-1` steps :math:`\eta_1,\dots,\eta_{T-1}` of gradient descent from zero, its point
    :math:`w_T` satisfies :math:`L(w_T)-L(u)\le UG/\sqrt T` for :math:`\lVert u\rVert\le U`, if the
    gradients of the convex function :math:`L` have at most the length :math:`G`.

    Parameters
    ----------
    U, G : float
        The length of the comparator, and the largest length of a gradient.
    T : int
        The number of the last point.

    Returns
    -------
    callable
        The step of round t = 1, ..., T - 1, for :class:`olbook.OnlineGradientDescent`.

    Notes
    -----
    Zamani and Glineur (2023).  Theorem risk.last_iterate.

    Examples
    --------
    >>> from olbook.regret_to_risk import linear_decay
    >>> eta = linear_decay(U=2.0, G=1.0, T=4)
    >>> [eta(t) for t in (1, 2, 3)]
    [0.75, 0.5, 0.25]
    """
    U, G, T = positive("U", U), positive("G", G), whole("T", T)

    def eta(t: int) -> float:
        if not 1 <= t < T:
            raise ValueError(f"t must be a round with a step, 1 to T - 1 = {T - 1}; got {t}")
        return U / (G * math.sqrt(T)) * (T - t) / T

    return eta


def weighted_average(run: Run | OcoRun) -> FloatArray:
    r"""The average of a run in which later points count more, :math:`\frac{2}{T(T+1)}\sum_tt\,w_t`.

    Parameters
    ----------
    run : Run or OcoRun
        What :func:`olbook.play` or :func:`olbook.play_oco` returned, with ``keep_weights=True``.

    Returns
    -------
    (d,) array

    Raises
    ------
    ValueError
        If the run has not kept its weights.

    Notes
    -----
    Lacoste-Julien, Schmidt and Bach (2012).  Theorem risk.weighted_average.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.regret_to_risk import weighted_average
    >>> weighted_average(ol.play_oco(ol.OnlineGradientDescent(1.0), [[-1.0], [-1.0]]))
    array([0.66666667])
    """
    if run.weights is None:
        raise ValueError("run must have its weights: play with keep_weights=True")
    average: FloatArray = np.average(run.weights[:-1], axis=0, weights=np.arange(1.0, run.T + 1))
    return average


class LargestCoordinate:
    r"""The loss :math:`f(w)=G\max_iw_i`, whose gradient names one coordinate: the first largest.

    A method that starts at zero and steps against these gradients touches one new coordinate in each
    round.  In dimension :math:`T`, after :math:`T-1` rounds, one coordinate is still zero.  So its value
    is at least 0, also at every average, whereas the point with all entries :math:`-U/\sqrt T`, of
    length :math:`U`, has the value :math:`-UG/\sqrt T`.

    Parameters
    ----------
    size : float
        The length G of every gradient.

    Notes
    -----
    It goes back to Nemirovski and Yudin; Drori and Teboulle (2016) have the constant.  It attains the
    bound of theorem risk.last_iterate.

    Examples
    --------
    >>> from olbook.regret_to_risk import LargestCoordinate
    >>> loss = LargestCoordinate(size=2.0)
    >>> loss.value([-1.0, 0.0, 0.0]), loss.gradient([-1.0, 0.0, 0.0])
    (0.0, array([0., 2., 0.]))
    """

    def __init__(self, size: float = 1.0) -> None:
        self.size = positive("size", size)

    def value(self, w: ArrayLike) -> float:
        """The largest entry, times the size."""
        return self.size * float(vector("w", w).max())

    def gradient(self, w: ArrayLike) -> FloatArray:
        """A gradient at `w`, shape (d,)."""
        w = vector("w", w)
        g = np.zeros(len(w))
        g[w.argmax()] = self.size
        return g


class RisingWalls:
    r"""The largest of T linear functions, on which gradient descent with a constant step climbs.

    In round :math:`t` the function :math:`-bw_t+\sum_{i<t}a_iw_i` is the largest, among others, and its
    gradient pushes coordinate :math:`t` up.  Later gradients, with :math:`a_i=\frac{b}{2(T-i+1)}`, take
    back a part of that only.  So the value at the *last* of T points grows to the order of
    :math:`\frac{\ln T}{\sqrt T}`, for the step :math:`1/\sqrt T`, although the minimum is not above 0.

    Parameters
    ----------
    T : int
        The number of points, and the dimension.

    Notes
    -----
    After Harvey, Liaw, Plan and Randhawa (2019), for a constant step.  All gradients have at most
    length 1.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.regret_to_risk import RisingWalls
    >>> walls = RisingWalls(T=100)
    >>> run = ol.play_oco(ol.OnlineGradientDescent(eta=0.1), [walls] * 99, d=100)
    >>> round(walls.value(run.w), 3), round(walls.value(run.average_w), 3)
    (0.118, 0.031)
    """

    def __init__(self, T: int) -> None:
        self.T = whole("T", T)
        self.b, self.a = 1.0, 0.5 / np.arange(self.T, 0, -1.0)
        length = math.sqrt(self.b**2 + float((self.a[:-1] ** 2).sum()))
        self.b, self.a = self.b / length, self.a / length

    def _heights(self, w: ArrayLike) -> FloatArray:
        """The values of the T functions."""
        w = vector("w", w, self.T)
        before = np.concatenate([[0.0], np.cumsum(self.a * w)[:-1]])
        heights: FloatArray = before - self.b * w
        return heights

    def value(self, w: ArrayLike) -> float:
        """The largest of the functions at `w`, shape (T,)."""
        return float(self._heights(w).max())

    def gradient(self, w: ArrayLike) -> FloatArray:
        """The gradient of the first that is largest at `w`, shape (T,)."""
        first = int(self._heights(w).argmax())
        g = np.where(np.arange(self.T) < first, self.a, 0.0)
        g[first] = -self.b
        return g
