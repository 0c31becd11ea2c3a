r"""The Perceptron, its kernel form, margins, and two adversaries.

The adversaries show what the theorems say and what they cannot say: :func:`orthonormal_rows`
attains the mistake bound :math:`R^2/\gamma^2`, and :func:`bisection` makes every learner err in
every round, because it leaves no margin.
"""

from __future__ import annotations

from typing import Final, Self

import numpy as np
from numpy.typing import ArrayLike

from .domains import euclidean_length
from .kernels import Kernel
from .learners import LinearLearner, all_or_nothing, independent_copy, score
from .losses import ZeroOne
from .players import Learner, check_learner, contradict, copy_of, start
from .validation import (
    FloatArray,
    finite,
    label,
    matrix,
    positive,
    read_only,
    targets,
    vector,
    whole,
)


class Perceptron(LinearLearner):
    r"""The Perceptron: on a mistake, add :math:`y_tx_t` to the weights.

    It starts at :math:`w_1=0`, predicts the score :math:`\langle w_t,x_t\rangle`, and updates

    .. math:: w_{t+1}=\begin{cases}w_t+y_tx_t&\text{if }y_t\langle w_t,x_t\rangle\le0,\\
              w_t&\text{otherwise.}\end{cases}

    A tie, :math:`\langle w_t,x_t\rangle=0`, is a mistake; otherwise the weights would never leave
    zero.  If some :math:`u` has :math:`y_t\langle u,x_t\rangle\ge1` in every round, the number of
    mistakes is at most :math:`R^2\lVert u\rVert^2`, with :math:`R=\max_t\lVert x_t\rVert`.

    Notes
    -----
    Rosenblatt (1958); mistake bound by Novikoff (1962).  Theorems perceptron.margin,
    perceptron.by_potential, perceptron.inequality, perceptron.sharp, perceptron.any_sequence and
    perceptron.by_regret.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.Perceptron()
    >>> learner.update([1.0, 2.0], +1)
    >>> learner.w
    array([1., 2.])
    >>> learner.predict([3.0, 1.0])
    5.0
    >>> learner.update([3.0, 1.0], +1)     # right, and no tie: nothing changes
    >>> learner.w
    array([1., 2.])
    """

    def __init__(self) -> None:
        super().__init__(ZeroOne())

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (d,), is `y`, -1 or +1."""
        x, y, w = self._begin_round(x, y)
        if y * score(w, x) <= 0:
            self._move_to(w + y * x)

    def _first_weights(self, d: int) -> FloatArray:
        return np.zeros(d)


class KernelPerceptron:
    r"""The Perceptron in the space of a kernel, written with inner products only.

    The Perceptron's weights are a sum over its mistakes, :math:`w_t=\sum_iy_ix_i`.  So the score
    needs no weights, only inner products, and a kernel can take their place:

    .. math:: \langle w_t,x\rangle=\sum_{i\in\mathcal M,\,i<t}y_i\,K(x_i,x).

    Parameters
    ----------
    kernel : callable
        ``kernel(A, B)`` of arrays of shapes (m, d) and (n, d) returns the (m, n) array of
        :math:`K(a_i,b_j)`; see :mod:`olbook.kernels`.

    Notes
    -----
    Freund and Schapire (1999).  There is no attribute ``w``.  The space may have more dimensions than
    there are numbers to store.

    Examples
    --------
    No line separates these labels, the corners of a square by the sign of a product:

    >>> import olbook as ol
    >>> X, y = [[1, 1], [-1, 1], [-1, -1], [1, -1]] * 2, [1, -1, 1, -1] * 2
    >>> run = ol.play(ol.KernelPerceptron(ol.kernels.polynomial(2)), X, y)
    >>> run.mistakes[4:]
    array([False, False, False, False])
    """

    loss: Final = ZeroOne()

    def __init__(self, kernel: Kernel) -> None:
        if not callable(kernel):
            raise TypeError(f"kernel must be a function kernel(A, B), got {kernel!r}")
        self.kernel: Final = kernel
        self._d: int | None = None
        self._support = read_only(np.zeros((0, 0)))
        self._coefficients = read_only(np.zeros(0))

    @property
    def d(self) -> int | None:
        """The dimension of the inputs; None before it is known."""
        return self._d

    @property
    def support(self) -> FloatArray:
        """The inputs of the mistakes in their order, shape (mistakes, d), read-only."""
        return self._support

    @property
    def coefficients(self) -> FloatArray:
        """The labels of the mistakes in their order, shape (mistakes,), read-only."""
        return self._coefficients

    def start(self, d: int) -> None:
        """Forget everything; the inputs to come have dimension `d`."""
        self._d = whole("d", d)
        self._support = read_only(np.zeros((0, self._d)))
        self._coefficients = read_only(np.zeros(0))

    def predict(self, x: ArrayLike) -> float:
        r"""The score :math:`\sum_iy_iK(x_i,x)` of `x`, shape (d,); nothing is changed."""
        x = vector("x", x, self._d)
        if len(self._support) == 0:
            return 0.0
        similarities = self.kernel(self._support, x[np.newaxis, :])[:, 0]
        return finite("the score", float(np.dot(self._coefficients, similarities)))

    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (d,), is `y`, -1 or +1."""
        x, y = vector("x", x, self._d), label(y)
        mistake = y * self.predict(x) <= 0
        if self._d is None:
            self.start(len(x))
        if mistake:
            self._support = read_only(np.vstack([self._support, x]))
            self._coefficients = read_only(np.append(self._coefficients, y))

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"KernelPerceptron({self.kernel!r})"


def functional_margin(u: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    r"""The functional margin :math:`\kappa(u)=\min_ty_t\langle u,x_t\rangle`.

    It is positive exactly if `u` separates the stream, and it is multiplied by c > 0 when `u` is.

    Parameters
    ----------
    u : (d,) array
    X : (T, d) array
    y : (T,) array
        Labels -1 or +1.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.functional_margin([2.0, 0.0], [[1.0, 5.0], [-3.0, 5.0]], [1, -1])
    2.0
    """
    X = matrix("X", X)
    y = targets("y", y, len(X), "classification")
    u = vector("u", u, X.shape[1])
    with np.errstate(over="ignore", invalid="ignore"):
        margins = y * (X @ u)
    return finite("the margin", float(margins.min()))


def geometric_margin(u: ArrayLike, X: ArrayLike, y: ArrayLike) -> float:
    r"""The geometric margin :math:`\gamma=\kappa(u)/\lVert u\rVert_2`.

    If it is positive, it is the distance from the hyperplane of `u` to the nearest point.

    Parameters
    ----------
    u : (d,) array
        Not zero.
    X : (T, d) array
    y : (T,) array
        Labels -1 or +1.

    Examples
    --------
    >>> import olbook as ol
    >>> ol.geometric_margin([2.0, 0.0], [[1.0, 5.0], [-3.0, 5.0]], [1, -1])
    1.0
    """
    margin = functional_margin(u, X, y)
    length = finite("the length of u", euclidean_length(vector("u", u)))
    if length == 0.0:
        raise ValueError("u must not be zero: it has no hyperplane")
    return margin / length


def orthonormal_rows(
    learner: Learner, n: int, *, radius: float = 1.0, d: int | None = None
) -> tuple[FloatArray, FloatArray]:
    r"""An adversary that forces `n` mistakes at margin :math:`R/\sqrt n`.

    In round t it shows :math:`x_t=Re_t` and answers the opposite of the prediction.  Every round
    is a mistake.  Yet :math:`u=\frac1{\sqrt n}\sum_ty_te_t`, a unit vector, has geometric margin
    :math:`\gamma=R/\sqrt n`, so that :math:`n=R^2/\gamma^2`: no deterministic learner has a better
    bound than the Perceptron's, if the dimension is at least :math:`R^2/\gamma^2`.

    Parameters
    ----------
    learner
        Anything with ``predict(x)`` and ``update(x, y)``.  A copy plays; it is not changed.
    n : int
        The number of rounds.
    radius : float
        The length :math:`R>0` of every input.
    d : int, optional
        The dimension, at least `n`, which is the default.

    Returns
    -------
    X : (n, d) array
    y : (n,) array

    Notes
    -----
    Folklore; it matches the upper bound of Novikoff (1962).  Theorem perceptron.margin is tight on it.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = ol.streams.orthonormal_rows(ol.Perceptron(), 25)
    >>> ol.play(ol.Perceptron(), X, y)
    Run(T=25, mistakes=25)
    """
    check_learner(learner, "predict", "update")
    n = whole("n", n)
    d = n if d is None else whole("d", d, least=n)
    X = positive("radius", radius) * np.eye(n, d)
    player = copy_of(learner)
    start(player, d)
    y = np.array([contradict(player, t, x) for t, x in enumerate(X, start=1)])
    return X, y


def bisection(learner: Learner, T: int) -> tuple[FloatArray, FloatArray]:
    r"""An adversary that forces a mistake in every round and never contradicts itself.

    Thresholds on the line: the input is :math:`x_t=(s_t,1)`, the label is
    :math:`\mathrm{sign}(s_t-\theta)` for a threshold :math:`\theta\in(0,1)` that the adversary has
    not chosen yet.  It asks for the middle of the interval where :math:`\theta` may still lie, and
    keeps the half on which the learner was wrong.  Whatever the learner does, it errs in every
    round, and :math:`u=(1,-\theta)` separates the stream.  The margin halves in each round, so that
    the Perceptron's bound :math:`R^2\lVert u\rVert^2` grows like :math:`4^T`.

    Parameters
    ----------
    learner
        Anything with ``predict(x)`` and ``update(x, y)``.  A copy plays; it is not changed.
    T : int
        The number of rounds.

    Returns
    -------
    X : (T, 2) array
    y : (T,) array

    Raises
    ------
    ValueError
        If the interval has no double between its ends; the message names the round.  The first 53
        rounds never come to that.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = ol.streams.bisection(ol.Perceptron(), 20)
    >>> ol.play(ol.Perceptron(), X, y)
    Run(T=20, mistakes=20)
    """
    check_learner(learner, "predict", "update")
    T = whole("T", T)
    player = copy_of(learner)
    start(player, 2)
    low, high = 0.0, 1.0
    X, y = np.ones((T, 2)), np.empty(T)
    for t in range(1, T + 1):
        middle = (low + high) / 2
        if not low < middle < high:
            raise ValueError(f"round {t}: there is no double between {low!r} and {high!r}")
        X[t - 1, 0] = middle
        y[t - 1] = contradict(player, t, X[t - 1])
        if y[t - 1] > 0:
            high = middle
        else:
            low = middle
    return X, y


def threshold_interval(X: ArrayLike, y: ArrayLike) -> tuple[float, float]:
    r"""The open interval of the thresholds in (0, 1) that agree with a stream of :func:`bisection`.

    Every :math:`\theta` in it makes :math:`u=(1,-\theta)` a separator.  The best is the middle, once
    both labels have come: its functional margin is half the length of the interval.

    Parameters
    ----------
    X : (T, 2) array
        Rows :math:`(s_t,1)`.
    y : (T,) array
        Labels: +1 right of the threshold, -1 left of it.

    Returns
    -------
    low, high : float

    Examples
    --------
    >>> import olbook as ol
    >>> ol.streams.threshold_interval([[0.5, 1.0], [0.25, 1.0]], [+1, -1])
    (0.25, 0.5)
    """
    X = matrix("X", X)
    y = targets("y", y, len(X), "classification")
    if X.shape[1] != 2 or not (X[:, 1] == 1).all():
        raise ValueError("X must have two columns, the second of ones: rows (s, 1)")
    s = X[:, 0]
    low, high = float(s[y < 0].max(initial=0.0)), float(s[y > 0].min(initial=1.0))
    if low >= high:
        raise ValueError("y must agree with some threshold in (0, 1); no threshold fits")
    return low, high
