r"""Hedge on the losses of experts, online gradient descent on convex losses, and an adversary.

The adversary, :func:`orthogonal_gradients`, forces the regret :math:`UG\sqrt T` on every learner:
exactly what the tuned gradient descent guarantees.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, as_domain
from .learners import OCOPlayer, StepSize, all_or_nothing, step_at, step_size
from .players import OCOLearner, check_oco_learner, copy_of, point_of, start
from .regularizers import softmax
from .validation import FloatArray, positive, whole


class OnlineGradientDescent(OCOPlayer):
    r"""Online gradient descent: a step against the gradient, then back into the domain.

    .. math:: w_{t+1}=\Pi_{\mathcal W}(w_t-\eta_tg_t),\qquad w_1=\Pi_{\mathcal W}(0).

    For a constant step and convex losses with :math:`\lVert g_t\rVert\le G`, its regret against
    every :math:`u\in\mathcal W` is at most
    :math:`\frac{\lVert u-w_1\rVert^2}{2\eta}+\frac\eta2G^2T`.  With the steps
    :math:`\eta_t=\frac D{G\sqrt t}` in a set of diameter :math:`D` it is at most
    :math:`\frac32DG\sqrt T`, for every :math:`T`.

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
    Zinkevich (2003).  Theorems ogd.regret_from_any_start, ogd.tuned and ogd.shrinking_steps.

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
        self.eta: Final = step_size(eta)
        self.domain: Final = as_domain(domain)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, w = self._begin_round(g)
        v = w - step_at(self.eta, self._t) * g
        self._move_to(self.domain.project(v))

    def _first_weights(self, d: int) -> FloatArray:
        return self.domain.project(np.zeros(d))


class Hedge(OCOPlayer):
    r"""Hedge: experts are weighted by exponentials of their total loss.

    .. math:: w_{t,i}\propto e^{-\eta_tL_{t-1,i}},\qquad L_{t-1}=g_1+\dots+g_{t-1}.

    Here :math:`g_{t,i}` is the loss of expert i in round t, and :math:`\langle w_t,g_t\rangle` is
    the learner's.

    Parameters
    ----------
    eta : float or callable
        A positive number, or a function of the round t = 2, 3, ... in which the point is played.
    d : int, optional
        The number of experts.  If given, the learner starts at once.

    Notes
    -----
    Freund and Schapire (1997).  For losses in [0, 1] and :math:`\eta=\sqrt{8\ln d/T}` the regret is
    at most :math:`\sqrt{\frac T2\ln d}` (Cesa-Bianchi and Lugosi 2006, theorem 2.2).
    Theorem hedge.regret.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.Hedge(eta=1.0)
    >>> learner.update([1.0, 0.0])      # the first expert was wrong
    >>> learner.w.round(4)
    array([0.2689, 0.7311])
    """

    _sum: FloatArray  # the losses of each expert so far

    def __init__(self, eta: StepSize, d: int | None = None) -> None:
        self.eta: Final = step_size(eta)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the losses `g` of the experts, shape (d,)."""
        g, _ = self._begin_round(g)
        self._sum = self._sum + g
        self._move_to(softmax(-step_at(self.eta, self._t + 1) * self._sum))

    def _first_weights(self, d: int) -> FloatArray:
        self._sum = np.zeros(d)
        return np.full(d, 1 / d)


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
        try:
            g = gradients[t - 1] = G * _orthogonal_to(point_of(player, d), total)
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
