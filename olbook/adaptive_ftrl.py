r"""Follow the regularised leader with regularisers that change from round to round.

:class:`AdaGrad` and :class:`DiagonalAdaGrad` make their steps out of the gradients they have seen,
:class:`HintedLeader` guesses the next gradient.  What shrinks with the rounds alone needs no class of
its own: ``ol.Hedge`` and ``ol.FollowTheRegularizedLeader`` take a function of the round as their step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .domains import Box, Domain, as_domain
from .learners import OCOPlayer, StepSize, all_or_nothing, step_at, step_size
from .validation import FloatArray, nonnegative, positive, vector, whole


class AdaGrad(OCOPlayer):
    r"""AdaGrad with one step for all coordinates: the proximal leader.

    .. math:: w_{t+1}=\arg\min_{w\in\mathcal W}\sum_{s\le t}\Big(\langle g_s,w\rangle
              +\frac{\sigma_s}2\lVert w-w_s\rVert^2\Big),\qquad
              \sigma_1+\dots+\sigma_t=\frac1{\eta_t},\qquad
              \eta_t=\frac D{\sqrt{2(\lVert g_1\rVert^2+\dots+\lVert g_t\rVert^2)}}.

    As long as the domain is not left, the step is :math:`w_{t+1}=w_t-\eta_tg_t`.

    Parameters
    ----------
    D : float
        How far the points of the domain are from each other at most, or a guess of it.
    domain : Domain, optional
        The set :math:`\mathcal W`; by default the whole space.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    McMahan and Streeter (2010); Duchi, Hazan and Singer (2011).  Theorem ftrl.adagrad: the regret is
    at most :math:`D\sqrt{2\sum_{t=1}^T\lVert g_t\rVert^2}`, and neither the number of rounds nor a bound on
    the gradients is needed.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.adaptive_ftrl import AdaGrad
    >>> learner = AdaGrad(D=2.0, domain=ol.Ball(1.0), d=1)
    >>> learner.update([8.0])                  # the first step has length D/sqrt(2), clipped to 1
    >>> learner.w
    array([-1.])
    >>> small = AdaGrad(D=2.0, domain=ol.Ball(1.0), d=1)
    >>> small.update([0.125])                  # another unit of measurement: the same point
    >>> small.w
    array([-1.])
    """

    _theta: FloatArray  # the gradient of the objective at 0, with its sign changed
    _squares: float  # of the gradients so far
    _curvature: float  # of the objective, 1/eta_t

    def __init__(self, D: float, domain: Domain | None = None, d: int | None = None) -> None:
        self.D: Final = positive("D", D)
        self.domain: Final = as_domain(domain)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, w = self._begin_round(g)
        self._squares += float(np.dot(g, g))
        if self._squares == 0:
            return  # all gradients were zero: there is nothing to learn
        sigma = math.sqrt(2 * self._squares) / self.D - self._curvature
        self._curvature += sigma
        self._theta = self._theta + sigma * w - g
        self._move_to(self.domain.project(self._theta / self._curvature))

    def _first_weights(self, d: int) -> FloatArray:
        self._theta, self._squares, self._curvature = np.zeros(d), 0.0, 0.0
        return self.domain.project(np.zeros(d))


class DiagonalAdaGrad(OCOPlayer):
    r"""AdaGrad with a step for each coordinate, on a box.

    .. math:: w_{t+1,i}=\text{the point of }[a_i,b_i]\text{ nearest to }w_{t,i}-\eta_{t,i}g_{t,i},
              \qquad\eta_{t,i}=\frac{D_i}{\sqrt{2(\varepsilon+g_{1,i}^2+\dots+g_{t,i}^2)}}.

    Parameters
    ----------
    box : Box
        The set to stay in, bounded in every coordinate.
    epsilon : float
        At least 0.  With 0, a coordinate waits for its first derivative that is not 0.
    D : float, optional
        The width :math:`D_i` that the steps of all coordinates are made for; by default that of the box
        in each of them, :math:`b_i-a_i`.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    McMahan and Streeter (2010); Duchi, Hazan and Singer (2011).  Theorem ftrl.diagonal.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.adaptive_ftrl import DiagonalAdaGrad
    >>> learner = DiagonalAdaGrad(ol.Box(-1.0, 1.0), d=3)
    >>> learner.update([5.0, 0.0, -0.1])
    >>> learner.w
    array([-1.,  0.,  1.])
    """

    _squares: FloatArray  # of the derivatives so far

    def __init__(
        self, box: Box, epsilon: float = 0.0, D: float | None = None, d: int | None = None
    ) -> None:
        if not isinstance(box, Box):
            raise TypeError(f"box must be a Box, got {box!r}")
        self.box: Final = box
        self.epsilon: Final = nonnegative("epsilon", epsilon)
        self.D: Final = None if D is None else positive("D", D)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, w = self._begin_round(g)
        self._squares = self._squares + g**2
        widths = np.full(len(g), self.box.high - self.box.low if self.D is None else self.D)
        moves = g != 0
        step = np.zeros(len(g))
        step[moves] = widths[moves] / np.sqrt(2 * self._squares[moves])
        self._move_to(self.box.project(w - step * g))

    def _first_weights(self, d: int) -> FloatArray:
        self._squares = np.full(d, self.epsilon)
        return self.box.project(np.zeros(d))


def last_gradient(g: FloatArray) -> FloatArray:
    """The hint that the next gradient will be like the last."""
    return g


class HintedLeader(OCOPlayer):
    r"""The regularised leader that adds a guess of the next gradient, also called optimistic.

    .. math:: w_t=-\eta_t(g_1+\dots+g_{t-1}+h_t),\qquad h_1=0.

    Parameters
    ----------
    eta : float or callable
        A positive number, or a function of the round t = 2, 3, ... in which the point is played.
    hint : callable
        The hint :math:`h_{t+1}`, made of the gradient :math:`g_t`; by default this gradient itself.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Chiang et al. (2012); Rakhlin and Sridharan (2013).  Theorem ftrl.hints: with a constant step, the
    errors of the hints take the place of the gradients.

    Examples
    --------
    >>> from olbook.adaptive_ftrl import HintedLeader
    >>> learner = HintedLeader(0.5, d=1)
    >>> learner.update([1.0])
    >>> learner.w                              # 0.5 for the gradient, 0.5 for the hint
    array([-1.])
    """

    _sum: FloatArray  # of all gradients

    def __init__(
        self,
        eta: StepSize,
        hint: Callable[[FloatArray], ArrayLike] = last_gradient,
        d: int | None = None,
    ) -> None:
        self.eta: Final = step_size(eta)
        if not callable(hint):
            raise TypeError(f"hint must be a function of the last gradient, got {hint!r}")
        self.hint: Final = hint
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        self._sum = self._sum + g
        h = vector("the hint", self.hint(g), len(g))
        self._move_to(-step_at(self.eta, self._t + 1) * (self._sum + h))

    def _first_weights(self, d: int) -> FloatArray:
        self._sum = np.zeros(d)
        return np.zeros(d)


def late_turn(T: int) -> FloatArray:
    r"""An adversary for agile learners whose steps shrink, in all of :math:`\mathbb R`.

    The gradient is +1 in the first half of the rounds, and -1 in the second.  The first half is
    walked with long steps, and with short steps there is no way back in time.  With steps
    :math:`1/\sqrt t` and without constraints, the regret of online gradient descent against 0 grows
    like :math:`(\sqrt2-\frac43)\,T^{3/2}`.

    Parameters
    ----------
    T : int
        The number of rounds.

    Returns
    -------
    (T, 1) array
        The gradients, as :func:`olbook.play_oco` takes them.

    Notes
    -----
    That mirror descent fails there was shown by Orabona and Pál (2018).

    Examples
    --------
    >>> from olbook.adaptive_ftrl import late_turn
    >>> late_turn(4).ravel()
    array([ 1.,  1., -1., -1.])
    """
    T = whole("T", T)
    signs: FloatArray = np.where(np.arange(T) < T // 2, 1.0, -1.0)
    return signs[:, np.newaxis]
