r"""Learning without tuning: coin betting, which needs neither the horizon nor the size of the comparator.

:class:`CoinBetting` has no step size.  :class:`DirectionAndMagnitude` makes it a learner in any dimension
that does not depend on the choice of axes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .domains import Ball
from .learners import OCOPlayer, all_or_nothing, score
from .online_convex_optimization import OnlineGradientDescent
from .validation import FloatArray, positive


class CoinBetting(OCOPlayer):
    r"""Coin betting: play a share of the wealth, the larger the more the past gradients agree.

    .. math:: w_t=\tanh\Big(\frac{\theta_t}{t+1}\Big)W_t,\qquad \theta_{t+1}=\theta_t-g_t,\qquad
              W_{t+1}=W_t-g_tw_t,

    from :math:`\theta_1=0` and :math:`W_1=\epsilon`.  Every coordinate has a bettor of its own.  On the
    line, with gradients from -1 to 1, the regret against every u at once is at most
    :math:`\epsilon+|u|\sqrt{(T+1)\ln(1+(T+1)^2|u|^2/\epsilon^2)}`, and there is no step to tune.

    Parameters
    ----------
    epsilon : float
        The wealth at the start, positive.  It is also the most that each coordinate can ever lose.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Orabona and Pál (2016), with the potential :math:`e^{\theta^2/(2t)}/\sqrt t`; the bettor of
    Krichevsky and Trofimov plays :math:`\theta_t/t` instead of the hyperbolic tangent.  Theorem
    tuning.coin_betting.

    Examples
    --------
    >>> from olbook.without_tuning import CoinBetting
    >>> learner = CoinBetting(epsilon=1.0, d=1)
    >>> for g in (-1.0, -1.0, -1.0):    # the outcomes agree, so the bets grow
    ...     learner.update([g])
    ...     print(learner.w.round(3), learner.wealth.round(3))
    [0.322] [1.]
    [0.611] [1.322]
    [1.038] [1.932]
    """

    _theta: FloatArray
    _wealth: FloatArray

    def __init__(self, epsilon: float = 1.0, d: int | None = None) -> None:
        self.epsilon: Final = positive("epsilon", epsilon)
        super().__init__(d)

    @property
    def wealth(self) -> FloatArray | None:
        """The wealth in each coordinate, shape (d,); None before the dimension is known."""
        return None if self._w is None else self._wealth.copy()

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), with coordinates from -1 to 1."""
        g, w = self._begin_round(g)
        if (np.abs(g) > 1).any():
            raise ValueError(
                f"g must have coordinates from -1 to 1, got {np.abs(g).max()}; "
                "divide the gradients by a bound on their size"
            )
        self._wealth = self._wealth - g * w
        self._theta = self._theta - g
        self._move_to(np.tanh(self._theta / (self._t + 2)) * self._wealth)

    def _first_weights(self, d: int) -> FloatArray:
        self._theta, self._wealth = np.zeros(d), np.full(d, self.epsilon)
        return np.zeros(d)


class DirectionAndMagnitude(OCOPlayer):
    r"""A point as magnitude times direction: a bettor chooses how far, gradient descent whither.

    .. math:: w_t=s_tz_t,

    where online gradient descent plays :math:`z_t` in the unit ball on the gradients :math:`g_t`, with
    the steps :math:`2/\sqrt t`, and :class:`CoinBetting` plays :math:`s_t` on the numbers
    :math:`\langle g_t,z_t\rangle`.  With gradients no longer than 1, the regret against every u is at most

    .. math::

       \epsilon+\lVert u\rVert\sqrt{(T+1)\ln(1+(T+1)^2\lVert u\rVert^2/\epsilon^2)}
       +3\lVert u\rVert\sqrt T.

    Parameters
    ----------
    epsilon : float
        The wealth of the bettor at the start, positive.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Cutkosky and Orabona (2018).  Theorem tuning.direction_and_magnitude.

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.without_tuning import DirectionAndMagnitude
    >>> run = ol.play_oco(DirectionAndMagnitude(epsilon=1.0), [[0.0, -1.0]] * 4)
    >>> run.weights.round(3)
    array([[0.   , 0.   ],
           [0.   , 0.   ],
           [0.   , 0.245],
           [0.   , 0.473],
           [0.   , 0.794]])
    """

    _magnitude: CoinBetting
    _direction: OnlineGradientDescent

    def __init__(self, epsilon: float = 1.0, d: int | None = None) -> None:
        self.epsilon: Final = positive("epsilon", epsilon)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), no longer than 1."""
        g, _ = self._begin_round(g)
        if np.linalg.norm(g) > 1 + 1e-12:
            raise ValueError(
                f"g must be no longer than 1, got length {np.linalg.norm(g)}; "
                "divide the gradients by a bound on their length"
            )
        magnitude, direction = self._magnitude.copy(), self._direction.copy()
        slope = score(known(direction.w), g)
        magnitude.update([np.clip(slope, -1.0, 1.0)])  # beyond by rounding only
        direction.update(g)
        self._magnitude, self._direction = magnitude, direction
        self._move_to(known(magnitude.w) * known(direction.w))

    def _first_weights(self, d: int) -> FloatArray:
        self._magnitude = CoinBetting(self.epsilon, d=1)
        self._direction = OnlineGradientDescent(direction_step, Ball(1.0), d=d)
        return np.zeros(d)


def known(w: FloatArray | None) -> FloatArray:
    """The weights of a learner that has been started."""
    assert w is not None  # for the type checker
    return w


def direction_step(t: int) -> float:
    """The step of gradient descent in the unit ball, whose diameter is 2, on unit gradients."""
    return float(2 / np.sqrt(t))
