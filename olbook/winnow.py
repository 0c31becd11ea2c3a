r"""Winnow: multiplicative updates, for few relevant coordinates among many.

The adversary :func:`hidden_literals` shows that no learner can do without the logarithm of the
dimension.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from .learners import LinearLearner, StepSize, all_or_nothing, score, step_at, step_size
from .losses import ZeroOne
from .players import Learner, check_learner, contradict, copy_of, start
from .validation import FloatArray, whole

THRESHOLD = 0.5
SMALLEST, LARGEST = 1e-300, 1e300


class Winnow(LinearLearner):
    r"""Winnow: on a mistake, multiply the weights of the active coordinates.

    It starts at :math:`w_1=(\frac1d,\dots,\frac1d)` and predicts :math:`+1` if
    :math:`\langle w_t,x_t\rangle>\frac12`.  The inputs are binary, :math:`x_t\in\{0,1\}^d`.  On a
    mistake, :math:`y_t(\langle w_t,x_t\rangle-\frac12)\le0`,

    .. math:: w_{t+1,i}=w_{t,i}\,e^{2\eta y_tx_{t,i}}.

    So the active weights go up by the factor :math:`e^{2\eta}` if the prediction was too low, and
    down by the same factor if it was too high.  The weights are never normalised: the threshold
    needs their sum free to move.  If the labels say whether one of k fixed coordinates is active,
    the number of mistakes with :math:`\eta=\frac14` is at most :math:`8k\ln d`.

    The learner keeps the sum of the exponents.  So a weight that goes up and down again is what it
    was, and weights that were moved equally often are equal; after many products they would be so
    only up to rounding.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...

    Notes
    -----
    Littlestone (1988).  It is unnormalised exponentiated gradient on the hinge loss
    :math:`[1-y(2\langle w,x\rangle-1)]_+` of the mistakes.  Theorems winnow.disjunctions (labels of
    a disjunction), winnow.any_labels and winnow.any_factor.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.Winnow()
    >>> learner.update([1, 1, 0, 0], -1)      # 1/4 + 1/4 is a tie with the threshold: a mistake
    >>> learner.w.round(4)
    array([0.1516, 0.1516, 0.25  , 0.25  ])
    >>> learner.predict([0, 0, 1, 1])
    0.5
    """

    _exponents: FloatArray  # the logarithms of the weights times d

    def __init__(self, eta: StepSize = 0.25) -> None:
        super().__init__(ZeroOne(threshold=THRESHOLD))
        self.eta: Final = step_size(eta)

    @property
    def threshold(self) -> float:
        """One half: scores above it mean +1."""
        return THRESHOLD

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (d,) with entries 0 and 1, is `y`, -1 or +1."""
        x, y, w = self._begin_round(x, y)
        if y * (score(w, x) - THRESHOLD) <= 0:
            self._exponents = self._exponents + 2 * step_at(self.eta, self._t) * y * x
            self._move_to(np.exp(self._exponents) / len(w))

    def _first_weights(self, d: int) -> FloatArray:
        self._exponents = np.zeros(d)
        return np.full(d, 1 / d)

    def _move_to(self, w: FloatArray) -> None:
        if not (w.min() >= SMALLEST and w.max() <= LARGEST):
            raise ValueError(
                f"every weight must stay between {SMALLEST} and {LARGEST}; "
                f"the update leads from {w.min():.3g} to {w.max():.3g}"
            )
        super()._move_to(w)

    def _checked(self, x: ArrayLike) -> FloatArray:
        x = super()._checked(x)
        if not ((x == 0) | (x == 1)).all():
            raise ValueError("x must be 0 or 1 in every coordinate")
        return x


def hidden_literals(learner: Learner, d: int, k: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""An adversary that hides a disjunction of `k` literals, and forces a mistake in every round.

    It cuts the coordinates into k blocks and hides one literal in each.  In a block it shows half
    of the places where the literal may still be, answers the opposite of the prediction, and keeps
    the half that fits its answer.  So it forces :math:`k\lfloor\log_2(d/k)\rfloor` mistakes from any
    deterministic learner.

    Parameters
    ----------
    learner
        Anything with ``predict(x)`` and ``update(x, y)``.  A copy plays; it is not changed.  Its
        loss, if it has one, says where its threshold is.
    d, k : int
        The dimension and the number of literals, with ``2 * k <= d``.

    Returns
    -------
    X : (T, d) array of 0.0 and 1.0
        The number of rounds T is :math:`k\lfloor\log_2(d/k)\rfloor`.
    y : (T,) array of -1.0 and +1.0
    u : (d,) array of 0.0 and 1.0
        The disjunction: k ones, and :math:`y_t(\langle u,x_t\rangle-\frac12)>0` in every round.

    Notes
    -----
    Littlestone (1988).

    Examples
    --------
    >>> import olbook as ol
    >>> X, y, u = ol.streams.hidden_literals(ol.Winnow(), d=64, k=2)
    >>> ol.play(ol.Winnow(), X, y)
    Run(T=10, mistakes=10)
    """
    check_learner(learner, "predict", "update")
    k = whole("k", k)
    d = whole("d", d, least=2 * k)
    player = copy_of(learner)
    start(player, d)
    rows: list[FloatArray] = []
    labels: list[float] = []
    u = np.zeros(d)
    halvings = (d // k).bit_length() - 1  # how often d/k can be halved: log2, rounded down
    for block in range(k):
        places = block * (d // k) + np.arange(2**halvings)  # where the literal may be
        while len(places) > 1:
            shown, others = np.split(places, 2)
            x = np.zeros(d)
            x[shown] = 1.0
            y = contradict(player, len(rows) + 1, x)
            places = shown if y > 0 else others
            rows.append(x)
            labels.append(y)
        u[places] = 1.0
    return np.array(rows), np.array(labels), u
