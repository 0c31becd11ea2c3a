r"""Gradient descent, exponentiated gradient, and the way from losses to their gradients.

:class:`GradientDescent` and :class:`ExponentiatedGradient` see an example, pay a loss, and step
against its gradient :math:`g_t=\ell'_{y_t}(s_t)\,x_t`.  :class:`LinearPredictor` makes such a learner
of any learner of online convex optimisation, which is told the gradient; :mod:`olbook.mirror_descent`
has those.
"""

from __future__ import annotations

from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, as_domain
from .learners import (
    LinearLearner,
    StepSize,
    all_or_nothing,
    changes_nothing,
    independent_copy,
    only_mistakes,
    score,
    step_at,
    step_size,
)
from .losses import Loss, as_loss
from .players import OCOLearner, check_oco_learner, copy_of, dimension, start
from .regularizers import softmax
from .validation import FloatArray, point, positive, target, vector


class GradientDescent(LinearLearner):
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
    Kivinen and Warmuth (1997), Cesa-Bianchi (1999).  Conservative steps of size 1 on the hinge loss
    are the Perceptron.  Theorems gd.regret and gd.tuned.

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
        super().__init__(loss)
        self.eta: Final = step_size(eta)
        self.conservative: Final = only_mistakes(conservative, self.loss)
        self.domain: Final = as_domain(domain)

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if changes_nothing(self.loss, self.conservative, y, s):
            return
        g = self.loss.slope(y, s) * x
        v = vector("w", w - step_at(self.eta, self._t) * g)
        self._move_to(self.domain.project(v))

    def _first_weights(self, d: int) -> FloatArray:
        return self.domain.project(np.zeros(d))


class ExponentiatedGradient(LinearLearner):
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
    Kivinen and Warmuth (1997).  Theorems eg.regret, eg.tuned and square.exponentiated_gradient.

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
        super().__init__(loss)
        self.eta: Final = step_size(eta)
        self.conservative: Final = only_mistakes(conservative, self.loss)
        self.signed: Final = bool(signed)
        self.radius: Final = positive("radius", radius)
        if not self.signed and self.radius != 1.0:
            raise ValueError(f"radius must be 1 unless signed=True, got {radius!r}")

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is `y`."""
        x, y, w = self._begin_round(x, y)
        s = score(w, x)
        if changes_nothing(self.loss, self.conservative, y, s):
            return
        g = self.loss.slope(y, s) * x
        self._exponents = self._exponents - step_at(self.eta, self._t) * self.radius * g
        self._move_to(self._normalised())

    def _first_weights(self, d: int) -> FloatArray:
        self._exponents = np.zeros(d)
        return self._normalised()

    def _normalised(self) -> FloatArray:
        if not self.signed:
            return softmax(self._exponents)
        both = softmax(np.concatenate([self._exponents, -self._exponents]))
        plus, minus = np.split(both, 2)
        return self.radius * (plus - minus)


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
    The losses are convex, so the regret is at most that of the linear losses with these gradients.

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
        self.loss: Final = as_loss(loss)

    @property
    def oco_learner(self) -> OCOLearner:
        """A copy of the learner of online convex optimisation, as it is now."""
        return copy_of(self._oco_learner)

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
        x, y = point("x", x, dimension(self)), target("y", y, self.loss.kind)
        learner, w = self._started(len(x))
        g = self.loss.slope(y, score(w, x)) * x
        learner.update(g)
        self._oco_learner = learner

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self, _oco_learner=copy_of(self._oco_learner))

    def __repr__(self) -> str:
        return f"LinearPredictor({self._oco_learner!r}, loss={self.loss!r})"

    def _started(self, d: int) -> tuple[OCOLearner, FloatArray]:
        """A copy of the other learner, started if need be, and its point."""
        learner = copy_of(self._oco_learner)
        start(learner, d)
        w = learner.w
        if w is None:
            raise TypeError("oco_learner must have a point w to play in the first round")
        return learner, w
