r"""The square loss: Widrow-Hoff, the oldest of these algorithms."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .learners import LinearLearner, StepSize, all_or_nothing, score, step_at, step_size
from .losses import Square
from .validation import FloatArray


class WidrowHoff(LinearLearner):
    r"""Widrow-Hoff, or least mean squares: correct the weights by the error of the prediction.

    .. math:: w_{t+1}=w_t-\eta_t(\langle w_t,x_t\rangle-y_t)\,x_t,\qquad w_1=0.

    It is gradient descent with step :math:`\eta_t` on the square loss :math:`\frac12(s-y)^2`.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...

    Notes
    -----
    Widrow and Hoff (1960); the bounds on its loss are of Cesa-Bianchi, Long and Warmuth (1996).
    They need :math:`\eta<1/\max_t\lVert x_t\rVert_2^2`; with more than twice that, the weights can
    diverge.  Theorem square.widrow_hoff.

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
        super().__init__(Square())
        self.eta: Final = step_size(eta)

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the target of `x`, shape (d,), is the number `y`."""
        x, y, w = self._begin_round(x, y)
        error = score(w, x) - y
        self._move_to(w - step_at(self.eta, self._t) * (error * x))

    def _first_weights(self, d: int) -> FloatArray:
        return np.zeros(d)
