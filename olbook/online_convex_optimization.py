r"""Online gradient descent on convex losses, and an adversary that no learner can beat.

The adversary, :func:`orthogonal_gradients`, forces the regret :math:`UG\sqrt T` on every learner:
exactly what the tuned gradient descent guarantees.

Theorems of this topic: ogd.projection, ogd.regret, ogd.known_horizon, ogd.tuned and
ogd.stopped_early; see :func:`olbook.theorem`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, as_domain
from .learners import OCOMethod, StepSize, all_or_nothing
from .players import OCOLearner, check_oco_learner, copy_of, start
from .validation import FloatArray, positive, vector, whole


class OnlineGradientDescent(OCOMethod):
    r"""Online gradient descent: a step against the gradient, then back into the domain.

    .. math:: w_{t+1}=\Pi_{\mathcal W}(w_t-\eta_tg_t),\qquad w_1=\Pi_{\mathcal W}(0).

    For a constant step and convex losses with :math:`\lVert g_t\rVert\le G`, its regret against
    every :math:`u\in\mathcal W` is at most
    :math:`\frac{\lVert u-w_1\rVert^2}{2\eta}+\frac\eta2G^2T`.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    domain : Domain, optional
        The set :math:`\mathcal W` to stay in; the whole space by default.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Algorithm "online gradient descent" of the lecture on online convex optimisation; Zinkevich
    (2003).  Theorems ogd.regret and ogd.tuned.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.OnlineGradientDescent(eta=0.5, domain=ol.Ball(1.0), d=2)
    >>> learner.update([-1.0, 0.0])
    >>> learner.w
    array([0.5, 0. ])
    >>> learner.update([-8.0, 0.0])
    >>> learner.w
    array([1., 0.])
    """

    def __init__(self, eta: StepSize, domain: Domain | None = None, d: int | None = None) -> None:
        super().__init__(eta)
        self._domain = as_domain(domain)
        if d is not None:
            self.start(d)

    @property
    def domain(self) -> Domain:
        """The set to stay in."""
        return self._domain

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, w = self._begin_round(g)
        v = w - self._step(self._t) * g
        self._move_to(self._domain.project(v))

    def _first_weights(self, d: int) -> FloatArray:
        return self._domain.project(np.zeros(d))


def orthogonal_gradients(
    learner: OCOLearner, T: int, *, size: float = 1.0, d: int = 3
) -> FloatArray:
    r"""An adversary that forces regret :math:`UG\sqrt T` against the ball of radius U, for every U.

    In round t it looks at :math:`w_t` and answers with a gradient :math:`g_t` of length G that is
    orthogonal to :math:`w_t` and to :math:`g_1+\dots+g_{t-1}`.  In three dimensions there is one.
    So the learner pays nothing and gains nothing, while the sum of the gradients grows to length
    :math:`G\sqrt T`.  The best point of the ball lies opposite to this sum and has the loss
    :math:`-UG\sqrt T`.

    Parameters
    ----------
    learner
        Anything with ``w`` and ``update(g)``.  A copy plays; it is not changed.
    T : int
        The number of rounds.
    size : float
        The length :math:`G>0` of every gradient.
    d : int
        The dimension, at least 3.

    Returns
    -------
    (T, d) array
        The gradients, as :func:`olbook.play_oco` takes them.

    Notes
    -----
    Abernethy, Bartlett, Rakhlin and Tewari, *Optimal strategies and minimax lower bounds for online
    convex games* (2008).  It attains the bound of theorem ogd.tuned.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.OnlineGradientDescent(eta=0.1, domain=ol.Ball(1.0))
    >>> gradients = ol.streams.orthogonal_gradients(learner, 100)
    >>> loss = ol.play_oco(learner, gradients).losses.sum()
    >>> best = -ol.Ball(1.0).support(-gradients.sum(axis=0))
    >>> float(round(loss - best, 12))
    10.0
    """
    check_oco_learner(learner)
    T, G, d = whole("T", T), positive("size", size), whole("d", d, least=3)
    player = copy_of(learner)
    start(player, d)
    gradients, total = np.empty((T, d)), np.zeros(d)
    for t in range(1, T + 1):
        if (w := player.w) is None:
            raise TypeError("learner must have a point w to play, but its w is None")
        try:
            g = gradients[t - 1] = G * _orthogonal_to(vector("w", w, d), total)
            player.update(g)
        except ValueError as error:
            raise ValueError(f"round {t}: {error}") from error
        total += g
    return gradients


def _orthogonal_to(*vectors: FloatArray) -> FloatArray:
    """A unit vector orthogonal to the given ones, fewer than its entries."""
    units = [v / np.abs(v).max() if v.any() else v for v in vectors]
    axes = np.linalg.svd(np.array(units)).Vh
    last: FloatArray = axes[-1]
    return last
