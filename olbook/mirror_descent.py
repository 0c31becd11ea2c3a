r"""Mirror descent, follow the regularised leader, and their most famous cases.

A regulariser decides how a gradient becomes a step; see :mod:`olbook.regularizers`.
:class:`MirrorDescent` and :class:`FollowTheRegularizedLeader` take any; with the entropy on the simplex
they are :class:`olbook.Hedge`.  :class:`PNorm`, whose regulariser is a squared norm, is a prediction
learner.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain
from .learners import (
    LinearLearner,
    OCOPlayer,
    StepSize,
    all_or_nothing,
    changes_nothing,
    only_mistakes,
    score,
    step_at,
    step_size,
)
from .losses import Loss
from .regularizers import Regularizer, domain_for, gradient_of_half_squared_norm
from .validation import FloatArray, real, vector


class MirrorDescent(OCOPlayer):
    r"""Mirror descent: a gradient step between mirror images, then back into the domain.

    .. math:: w_{t+1}=\arg\min_{w\in\mathcal W}\Big\{\langle g_t,w-w_t\rangle
              +\frac1{\eta_t}B_\psi(w,w_t)\Big\},\qquad w_1=\arg\min_{w\in\mathcal W}\psi(w).

    The objective is, but for a constant and the factor :math:`\eta_t`, equal to
    :math:`\psi(w)-\langle\theta,w\rangle` with :math:`\theta=\nabla\psi(w_t)-\eta_tg_t`: a gradient
    step that starts from the mirror image of :math:`w_t`.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    regularizer : Regularizer
        The function :math:`\psi`, such as ``SquaredNorm()`` or ``Entropy()``.
    domain : Domain, optional
        The set :math:`\mathcal W`; by default all points where :math:`\psi` has a gradient.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Raises
    ------
    ValueError
        If the step has no closed form for this pair of regulariser and domain.

    Notes
    -----
    Nemirovski and Yudin (1983), Beck and Teboulle (2003).  Theorem mirror.regret_by_divergences.

    Examples
    --------
    Under constraints it differs from follow-the-regularised-leader:

    >>> import olbook as ol
    >>> interval, gradients = ol.Box(-1.0, 1.0), [[2.0], [-1.0]]
    >>> ol.play_oco(ol.MirrorDescent(1.0, ol.SquaredNorm(), interval), gradients).weights.ravel()
    array([ 0., -1.,  0.])
    >>> lazy = ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm(), interval)
    >>> ol.play_oco(lazy, gradients).weights.ravel()
    array([ 0., -1., -1.])
    """

    _image: FloatArray  # of w under the gradient of the regulariser

    def __init__(
        self,
        eta: StepSize,
        regularizer: Regularizer,
        domain: Domain | None = None,
        d: int | None = None,
    ) -> None:
        self.eta: Final = step_size(eta)
        self.regularizer: Final = regularizer
        self.domain: Final = domain_for(regularizer, domain)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        theta = vector("theta", self._image - step_at(self.eta, self._t) * g)
        w, self._image = self.regularizer.minimize(theta, self.domain)
        self._move_to(w)

    def _first_weights(self, d: int) -> FloatArray:
        w, self._image = self.regularizer.minimize(np.zeros(d), self.domain)
        return w


class FollowTheRegularizedLeader(OCOPlayer):
    r"""Follow the regularised leader on linear losses: the best point so far, kept from jumping.

    .. math:: w_t=\arg\min_{w\in\mathcal W}\Big\{\sum_{s<t}\langle g_s,w\rangle
              +\frac1{\eta_t}\psi(w)\Big\}.

    The first point is :math:`w_1=\arg\min_{\mathcal W}\psi`.  Without a domain and with a constant
    step it is mirror descent.

    Parameters
    ----------
    eta : float or callable
        A positive number, or a function of the round t = 2, 3, ... in which the point is played.
    regularizer : Regularizer
        The function :math:`\psi`, such as ``SquaredNorm()`` or ``Entropy()``.
    domain : Domain, optional
        The set :math:`\mathcal W`; by default all points where :math:`\psi` has a gradient.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Raises
    ------
    ValueError
        If the minimum has no closed form for this pair of regulariser and domain.

    Notes
    -----
    The linearised form, also called lazy mirror descent or dual averaging.  Theorem
    mirror.leader_regret.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.FollowTheRegularizedLeader(0.5, ol.SquaredNorm(), d=2)
    >>> learner.update([1.0, 0.0])
    >>> learner.update([1.0, -2.0])
    >>> learner.w
    array([-1.,  1.])
    """

    _sum: FloatArray  # of all gradients

    def __init__(
        self,
        eta: StepSize,
        regularizer: Regularizer,
        domain: Domain | None = None,
        d: int | None = None,
    ) -> None:
        self.eta: Final = step_size(eta)
        self.regularizer: Final = regularizer
        self.domain: Final = domain_for(regularizer, domain)
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        self._sum = self._sum + g
        theta = vector("theta", -step_at(self.eta, self._t + 1) * self._sum)
        w, _ = self.regularizer.minimize(theta, self.domain)
        self._move_to(w)

    def _first_weights(self, d: int) -> FloatArray:
        self._sum = np.zeros(d)
        w, _ = self.regularizer.minimize(self._sum, self.domain)
        return w


class PNorm(LinearLearner):
    r"""The p-norm algorithms, which lead from gradient descent to exponentiated gradient.

    .. math:: \theta_{t+1}=\theta_t-\eta_t\,\ell'_{y_t}(s_t)\,x_t,\qquad
              w_{t+1}=\nabla\tfrac12\lVert\theta_{t+1}\rVert_p^2,\qquad\theta_1=0.

    For p = 2 this is gradient descent.  For p near :math:`2\ln d` it does as well as exponentiated
    gradient if few coordinates matter, and it needs no bound on the comparator.

    Parameters
    ----------
    p : float
        The exponent of the norm in which mirror images are measured, at least 2 and finite.
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    loss : str or Loss
        A name such as ``"square"``, or an object with ``value``, ``slope`` and ``kind``.
    conservative : bool
        For classification: only rounds with :math:`y_ts_t\le0` change the weights.  On the hinge
        loss this is the p-norm Perceptron.

    Notes
    -----
    Grove, Littlestone and Schuurmans (2001), Gentile (2003).  Theorem mirror.p_norm.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.PNorm(p=4.0, eta=1.0)
    >>> learner.update([1.0, 0.0], 2.0)
    >>> learner.w
    array([2., 0.])
    """

    _theta: FloatArray

    def __init__(
        self,
        p: float,
        eta: StepSize,
        loss: str | Loss = "square",
        conservative: bool = False,
    ) -> None:
        super().__init__(loss)
        self.eta: Final = step_size(eta)
        self.conservative: Final = only_mistakes(conservative, self.loss)
        if not 2.0 <= real("p", p) < np.inf:
            raise ValueError(f"p must be at least 2 and finite, got {p!r}")
        self.p: Final = float(p)

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if changes_nothing(self.loss, self.conservative, y, s):
            return
        g = self.loss.slope(y, s) * x
        self._theta = vector("theta", self._theta - step_at(self.eta, self._t) * g)
        self._move_to(gradient_of_half_squared_norm(self._theta, self.p))

    def _first_weights(self, d: int) -> FloatArray:
        self._theta = np.zeros(d)
        return np.zeros(d)
