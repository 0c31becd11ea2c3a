r"""Gradient descent, exponentiated gradient, and what they have in common.

The first half holds prediction learners: they see an example, pay a loss, and step against its
gradient :math:`g_t=\ell'_{y_t}(s_t)\,x_t`.  The second half holds learners of online convex
optimisation, which are told the gradient.  :class:`LinearPredictor` leads from one to the other.

Theorems of this topic: S2-T1, S2-T2, S2-T3, S2-AL5, S4-T1 and S4-T2; see
:func:`olbook.theorem`.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, as_domain
from .learners import (
    LinearDescent,
    LossDescent,
    OCOMethod,
    StepSize,
    all_or_nothing,
    independent_copy,
    score,
)
from .losses import Loss, Square, as_loss
from .players import OCOLearner, check_oco_learner, copy_of, dimension, start
from .regularizers import Regularizer, gradient_of_half_squared_norm, softmax
from .validation import FloatArray, point, positive, real, target, vector


class GradientDescent(LossDescent):
    r"""Gradient descent on the loss of each example.

    .. math:: w_{t+1}=\Pi_{\mathcal W}\big(w_t-\eta_t\,\ell'_{y_t}(s_t)\,x_t\big),
              \qquad s_t=\langle w_t,x_t\rangle,\qquad w_1=\Pi_{\mathcal W}(0).

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    loss : str or Loss
        A name such as ``"square"``, ``"absolute"``, ``"hinge"`` or ``"logistic"``, or an object
        with ``value``, ``slope`` and ``kind``.
    domain : Domain, optional
        The set :math:`\mathcal W` to stay in; the whole space by default.
    conservative : bool
        For classification: only rounds with :math:`y_ts_t\le0` change the weights.

    Notes
    -----
    Algorithm "GD" of the lecture on online regression; Cesa-Bianchi (1999).  Conservative steps of
    size 1 on the hinge loss are the Perceptron.  Theorem S2-T1.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.GradientDescent(eta=0.5, loss="square")
    >>> learner.update([1.0, 2.0], 3.0)
    >>> learner.w
    array([1.5, 3. ])
    """

    def __init__(
        self,
        eta: StepSize,
        loss: str | Loss = "square",
        domain: Domain | None = None,
        conservative: bool = False,
    ) -> None:
        super().__init__(eta, loss, conservative)
        self._domain = as_domain(domain)

    @property
    def domain(self) -> Domain:
        """The set to stay in."""
        return self._domain

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if self._leaves_alone(y, s):
            return
        g = self._loss.slope(y, s) * x
        v = vector("w", w - self._step(self._t) * g)
        self._move_to(self._domain.project(v))

    def _first_weights(self, d: int) -> FloatArray:
        return self._domain.project(np.zeros(d))


class WidrowHoff(LinearDescent):
    r"""Widrow-Hoff, or least mean squares: correct the weights by the error of the prediction.

    .. math:: w_{t+1}=w_t-\eta_t(\langle w_t,x_t\rangle-y_t)\,x_t,\qquad w_1=0.

    It is gradient descent with step :math:`\eta_t` on the square loss :math:`\frac12(s-y)^2`.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...

    Notes
    -----
    Algorithm "Widrow-Hoff" of the lecture on online regression; Widrow and Hoff (1960).  Its loss
    bound needs :math:`\eta<1/\max_t\lVert x_t\rVert_2^2`; with more than twice that, the weights
    can diverge.  Theorem S4-T1.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.WidrowHoff(eta=0.5)
    >>> learner.update([1.0, 0.0], 1.0)
    >>> learner.update([1.0, 0.0], 1.0)
    >>> learner.w
    array([0.75, 0.  ])
    """

    def __init__(self, eta: StepSize) -> None:
        super().__init__(eta, Square())

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is the number `y`."""
        x, y, w = self._begin_round(x, y)
        error = score(w, x) - y
        self._move_to(w - self._step(self._t) * (error * x))

    def _first_weights(self, d: int) -> FloatArray:
        return np.zeros(d)


class ExponentiatedGradient(LossDescent):
    r"""Exponentiated gradient: weights on the simplex, multiplied by exponentials of the gradient.

    .. math:: w_{t+1,i}\propto w_{t,i}\,e^{-\eta_t\ell'_{y_t}(s_t)x_{t,i}},
              \qquad w_1=(\tfrac1d,\dots,\tfrac1d).

    The learner keeps the sum of the exponents, and takes their maximum away before it computes the
    powers.  So no weight is lost by rounding, however small it becomes.

    With ``signed=True`` it is EG plus-minus: every coordinate has two weights, :math:`w_i^+` for
    :math:`rx_{t,i}` and :math:`w_i^-` for :math:`-rx_{t,i}`.  All 2d of them lie on a simplex, and
    the prediction uses :math:`w=r(w^+-w^-)`, any point of the 1-norm ball of radius r.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    loss : str or Loss
        A name such as ``"square"``, or an object with ``value``, ``slope`` and ``kind``.
    signed : bool
        Whether weights may be negative.
    radius : float
        With ``signed=True``, the radius r of the 1-norm ball.  Without, the weights sum to 1, and
        no other radius is accepted.
    conservative : bool
        For classification: only rounds with :math:`y_ts_t\le0` change the weights.

    Notes
    -----
    Algorithm "EG" of the lecture on online regression; Kivinen and Warmuth (1997).  Theorems S2-T2
    and S4-T2.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.ExponentiatedGradient(eta=1.0, loss="absolute")
    >>> learner.update([1.0, 0.0], 2.0)
    >>> learner.w.round(4)
    array([0.7311, 0.2689])
    >>> ol.play(ol.ExponentiatedGradient(1.0, signed=True, radius=3.0), [[1.0, 0.0]], [0.0]).w
    array([0., 0.])
    """

    _exponents: FloatArray  # minus the steps times the gradients, summed up

    def __init__(
        self,
        eta: StepSize,
        loss: str | Loss = "square",
        signed: bool = False,
        radius: float = 1.0,
        conservative: bool = False,
    ) -> None:
        super().__init__(eta, loss, conservative)
        self._signed, self._radius = bool(signed), positive("radius", radius)
        if not self._signed and self._radius != 1.0:
            raise ValueError(f"radius must be 1 unless signed=True, got {radius!r}")

    @property
    def signed(self) -> bool:
        """Whether weights may be negative."""
        return self._signed

    @property
    def radius(self) -> float:
        """The radius of the 1-norm ball in which signed weights lie."""
        return self._radius

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if self._leaves_alone(y, s):
            return
        g = self._loss.slope(y, s) * x
        self._exponents = self._exponents - self._step(self._t) * self._radius * g
        self._move_to(self._normalised())

    def _first_weights(self, d: int) -> FloatArray:
        self._exponents = np.zeros(d)
        return self._normalised()

    def _normalised(self) -> FloatArray:
        if not self._signed:
            return softmax(self._exponents)
        both = softmax(np.concatenate([self._exponents, -self._exponents]))
        plus, minus = np.split(both, 2)
        return self._radius * (plus - minus)


class PNorm(LossDescent):
    r"""The p-norm algorithms, which lead from gradient descent to exponentiated gradient.

    .. math:: \theta_{t+1}=\theta_t-\eta_t\,\ell'_{y_t}(s_t)\,x_t,\qquad
              w_{t+1}=\nabla\tfrac12\lVert\theta_{t+1}\rVert_p^2,\qquad\theta_1=0.

    For p = 2 this is gradient descent.  For p near :math:`2\ln d` it does as well as exponentiated
    gradient if few coordinates matter, and it needs no bound on the comparator.

    Parameters
    ----------
    p : float
        At least 2 and finite.
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    loss : str or Loss
        A name such as ``"square"``, or an object with ``value``, ``slope`` and ``kind``.
    conservative : bool
        For classification: only rounds with :math:`y_ts_t\le0` change the weights.  On the hinge
        loss this is the p-norm Perceptron.

    Notes
    -----
    The p-norm algorithms of the lecture on online regression; Grove, Littlestone and Schuurmans
    (2001), Gentile (2003).  Theorem S2-AL5.

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
        super().__init__(eta, loss, conservative)
        if not 2.0 <= real("p", p) < np.inf:
            raise ValueError(f"p must be at least 2 and finite, got {p!r}")
        self._p = float(p)

    @property
    def p(self) -> float:
        """The exponent of the norm in which mirror images are measured."""
        return self._p

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if self._leaves_alone(y, s):
            return
        g = self._loss.slope(y, s) * x
        self._theta = vector("theta", self._theta - self._step(self._t) * g)
        self._move_to(gradient_of_half_squared_norm(self._theta, self._p))

    def _first_weights(self, d: int) -> FloatArray:
        self._theta = np.zeros(d)
        return np.zeros(d)


class LinearPredictor:
    r"""A prediction learner made of a learner of online convex optimisation.

    It predicts :math:`s_t=\langle w_t,x_t\rangle` with the point :math:`w_t` of the other learner,
    and tells it the gradient of :math:`w\mapsto\ell(y_t,\langle w,x_t\rangle)` at :math:`w_t`, which
    is :math:`\ell'_{y_t}(s_t)\,x_t`.  So a bound on the regret of the one is a bound on the regret of
    the other.

    Parameters
    ----------
    oco_learner
        A learner with ``w`` and ``update(g)``, such as :class:`olbook.OnlineGradientDescent`.  It is
        copied, and never changed.
    loss : str or Loss
        A name such as ``"square"``, or an object with ``value``, ``slope`` and ``kind``.

    Notes
    -----
    The reduction of the lecture on online regression, step "subgradient inequality" of its proofs.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = [[1.0, 0.0], [1.0, 1.0]], [1.0, -1.0]
    >>> ol.play(ol.LinearPredictor(ol.OnlineGradientDescent(0.5), "square"), X, y).w
    array([-0.25, -0.75])
    >>> ol.play(ol.GradientDescent(0.5, "square"), X, y).w
    array([-0.25, -0.75])
    """

    def __init__(self, oco_learner: OCOLearner, loss: str | Loss) -> None:
        check_oco_learner(oco_learner)
        self._oco_learner = copy_of(oco_learner)
        self._loss = as_loss(loss)

    @property
    def oco_learner(self) -> OCOLearner:
        """A copy of the learner of online convex optimisation, as it is now."""
        return copy_of(self._oco_learner)

    @property
    def loss(self) -> Loss:
        """The loss."""
        return self._loss

    @property
    def w(self) -> FloatArray | None:
        """The point the other learner would play next, shape (d,); None before it is known."""
        return self._oco_learner.w

    def start(self, d: int) -> None:
        """Forget everything and start in dimension `d`."""
        learner: Any = copy_of(self._oco_learner)
        if not callable(getattr(learner, "start", None)):
            raise TypeError(f"{type(learner).__name__} has no start(d), so it cannot start anew")
        learner.start(d)
        self._oco_learner = learner

    def predict(self, x: ArrayLike) -> float:
        r"""The score :math:`\langle w_t,x\rangle` of `x`, shape (d,); nothing is changed."""
        x = point("x", x, dimension(self))
        w = self.w
        if w is None:
            _, w = self._started(len(x))
        return score(w, x)

    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y = point("x", x, dimension(self)), target("y", y, self._loss.kind)
        learner, w = self._started(len(x))
        g = self._loss.slope(y, score(w, x)) * x
        learner.update(g)
        self._oco_learner = learner

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self, _oco_learner=copy_of(self._oco_learner))

    def __repr__(self) -> str:
        return f"LinearPredictor({self._oco_learner!r}, loss={self._loss!r})"

    def _started(self, d: int) -> tuple[OCOLearner, FloatArray]:
        """A copy of the other learner, started if need be, and its point."""
        learner = copy_of(self._oco_learner)
        start(learner, d)
        w = learner.w
        if w is None:
            raise TypeError("oco_learner must have a point w to play in the first round")
        return learner, w


class Regularized(OCOMethod):
    """What mirror descent and follow-the-regularised-leader are given: a step, a regulariser, a set."""

    def __init__(
        self,
        eta: StepSize,
        regularizer: Regularizer,
        domain: Domain | None = None,
        d: int | None = None,
    ) -> None:
        super().__init__(eta)
        if not isinstance(regularizer, Regularizer) or isinstance(regularizer, type):
            raise TypeError(
                f"regularizer must be a regulariser such as SquaredNorm(), got {regularizer!r}"
            )
        self._regularizer, self._domain = regularizer, as_domain(domain)
        if not regularizer.has_closed_form(self._domain):
            raise ValueError(
                f"regularizer {regularizer!r} and domain {self._domain!r} have no step in closed form"
            )
        if d is not None:
            self.start(d)

    @property
    def regularizer(self) -> Regularizer:
        """The regulariser."""
        return self._regularizer

    @property
    def domain(self) -> Domain:
        """The set to stay in."""
        return self._domain


class MirrorDescent(Regularized):
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
    Algorithm (B) of the lecture on online regression, with the linear term that its formula lacks
    (erratum E2-06); Nemirovski and Yudin (1983), Beck and Teboulle (2003).  Theorem S2-T3.

    Examples
    --------
    Under constraints it differs from follow-the-regularised-leader (erratum E2-08):

    >>> import olbook as ol
    >>> interval, gradients = ol.Box(-1.0, 1.0), [[2.0], [-1.0]]
    >>> ol.play_oco(ol.MirrorDescent(1.0, ol.SquaredNorm(), interval), gradients).weights.ravel()
    array([ 0., -1.,  0.])
    >>> lazy = ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm(), interval)
    >>> ol.play_oco(lazy, gradients).weights.ravel()
    array([ 0., -1., -1.])
    """

    _image: FloatArray  # of w under the gradient of the regulariser

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        theta = vector("theta", self._image - self._step(self._t) * g)
        w, self._image = self._regularizer.minimize(theta, self._domain)
        self._move_to(w)

    def _first_weights(self, d: int) -> FloatArray:
        w, self._image = self._regularizer.minimize(np.zeros(d), self._domain)
        return w


class FollowTheRegularizedLeader(Regularized):
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
    Algorithm (A) of the lecture on online regression, the linearised form; also called lazy mirror
    descent or dual averaging.  Theorem S2-T3.

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

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g, _ = self._begin_round(g)
        self._sum = self._sum + g
        theta = vector("theta", -self._step(self._t + 1) * self._sum)
        w, _ = self._regularizer.minimize(theta, self._domain)
        self._move_to(w)

    def _first_weights(self, d: int) -> FloatArray:
        self._sum = np.zeros(d)
        w, _ = self._regularizer.minimize(self._sum, self._domain)
        return w


class Hedge(OCOMethod):
    r"""Hedge: experts are weighted by exponentials of their total loss.

    .. math:: w_{t,i}\propto e^{-\eta_tL_{t-1,i}},\qquad L_{t-1}=g_1+\dots+g_{t-1}.

    Here :math:`g_{t,i}` is the loss of expert i in round t, and :math:`\langle w_t,g_t\rangle` is
    the learner's.  It is follow-the-regularised-leader with the entropy on the simplex.

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
        super().__init__(eta)
        if d is not None:
            self.start(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the losses `g` of the experts, shape (d,)."""
        g, _ = self._begin_round(g)
        self._sum = self._sum + g
        self._move_to(softmax(-self._step(self._t + 1) * self._sum))

    def _first_weights(self, d: int) -> FloatArray:
        self._sum = np.zeros(d)
        return np.full(d, 1 / d)
