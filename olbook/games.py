r"""Experts and games: experts that change, two players who learn from each other, and boosting.

:class:`FixedShare` is Hedge that gives every expert a share of the weight back.  :func:`self_play` lets
two Hedges play a zero-sum game, and :func:`duality_gap` says how far a pair of mixed strategies is from
equilibrium.  :class:`AdaBoost` is Hedge with examples for experts.  The adversary
:func:`punish_the_heaviest` makes the expert lose that the learner trusts most, and
:func:`coins_in_blocks` tosses a coin, which hurts every learner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike

from .learners import OCOPlayer, StepSize, all_or_nothing, step_at, step_size
from .online_convex_optimization import Hedge
from .players import check_oco_learner, copy_of, point_of, start
from .validation import FloatArray, matrix, positive, targets, vector, whole


class FixedShare(OCOPlayer):
    r"""Fixed share: Hedge, after which every expert gets back an equal part of a share.

    .. math:: h_{t,i}=\frac{w_{t,i}e^{-\eta_tg_{t,i}}}{\sum_jw_{t,j}e^{-\eta_tg_{t,j}}},\qquad
              w_{t+1,i}=(1-\alpha)h_{t,i}+\frac\alpha d.

    So no weight is ever below :math:`\alpha/d`, and an expert that becomes good is soon trusted.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    alpha : float
        The share, above 0 and at most 1.
    d : int, optional
        The number of experts.  If given, the learner starts at once.

    Notes
    -----
    Herbster and Warmuth (1998).  Theorem games.shifting.

    Examples
    --------
    >>> from olbook.games import FixedShare
    >>> learner = FixedShare(eta=1.0, alpha=0.5)
    >>> learner.update([1.0, 0.0])      # the first expert was wrong
    >>> learner.w.round(4)
    array([0.3845, 0.6155])
    """

    def __init__(self, eta: StepSize, alpha: float, d: int | None = None) -> None:
        self.eta: Final = step_size(eta)
        self.alpha: Final = positive("alpha", alpha)
        if self.alpha > 1:
            raise ValueError(f"alpha must be at most 1, got {self.alpha}")
        super().__init__(d)

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        """Learn the losses `g` of the experts, shape (d,)."""
        g, w = self._begin_round(g)
        h = w * np.exp(-step_at(self.eta, self._t) * (g - g.min()))  # only differences count
        h = h / h.sum()
        self._move_to((1 - self.alpha) * h + self.alpha / len(w))

    def _first_weights(self, d: int) -> FloatArray:
        return np.full(d, 1 / d)


def punish_the_heaviest(learner: Any, T: int, d: int) -> FloatArray:
    """Losses of `d` experts in `T` rounds: 1 for the expert that the learner weighs most, 0 for the others.

    Parameters
    ----------
    learner
        Anything with ``w`` and ``update(g)``.  A copy plays; it is not changed.
    T, d : int

    Returns
    -------
    (T, d) array

    Examples
    --------
    >>> import olbook as ol
    >>> from olbook.games import punish_the_heaviest
    >>> punish_the_heaviest(ol.Hedge(1.0), T=2, d=2)
    array([[1., 0.],
           [0., 1.]])
    """
    check_oco_learner(learner)
    player = copy_of(learner)
    start(player, whole("d", d))
    losses = np.zeros((whole("T", T), d))
    for g in losses:
        g[np.argmax(point_of(player, d))] = 1.0
        player.update(g)
    return losses


def coins_in_blocks(T: int, k: int, rng: np.random.Generator) -> FloatArray:
    r"""Losses of :math:`2^k` experts: a fair coin a round, and `k` blocks of rounds.

    The experts are all ways to bet on one side of the coin throughout each block.  In every round those
    lose 1 that bet on the wrong side, and the others nothing.  Whoever plays, the expected regret
    against the best expert is at least :math:`\sqrt{kT/8}`.

    Parameters
    ----------
    T, k : int
        The number of rounds, and of blocks, which divides it.
    rng : numpy.random.Generator
        Tosses the coins.

    Returns
    -------
    (T, 2**k) array

    Raises
    ------
    ValueError
        If the blocks cannot be of one length.

    Notes
    -----
    Theorem games.forced.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.games import coins_in_blocks
    >>> coins_in_blocks(T=2, k=1, rng=np.random.default_rng(0)).sum(axis=1)
    array([1., 1.])
    """
    if whole("T", T) % whole("k", k):
        raise ValueError(f"T must be a multiple of k, got T={T} and k={k}")
    bets = np.arange(2**k) >> np.arange(k)[:, np.newaxis] & 1  # a row for each block
    coins = rng.integers(0, 2, size=T)
    losses: FloatArray = (coins[:, np.newaxis] != np.repeat(bets, T // k, axis=0)).astype(
        np.float64
    )
    return losses


def self_play(A: ArrayLike, T: int) -> tuple[FloatArray, FloatArray]:
    r"""Two Hedges play the zero-sum game `A` against each other.

    Row i and column j cost the first player :math:`A_{ij}\in[0,1]`, which the second is paid.  Each
    has the step size that its own number of choices asks for, :math:`\sqrt{8\ln m/T}` and
    :math:`\sqrt{8\ln n/T}`.

    Parameters
    ----------
    A : (m, n) array
        Payments between 0 and 1, with m and n at least 2.
    T : int
        The number of rounds.

    Returns
    -------
    rows, columns : (T, m) and (T, n) arrays
        The mixed strategies of the two players, one row a round.

    Notes
    -----
    Freund and Schapire (1999).  Theorem games.self_play.

    Examples
    --------
    >>> from olbook.games import duality_gap, self_play
    >>> A = [[0.0, 1.0], [1.0, 0.5]]
    >>> p, q = self_play(A, T=400)
    >>> duality_gap(A, p.mean(axis=0), q.mean(axis=0)) < 0.06
    True
    """
    A = matrix("A", A)
    if min(A.shape) < 2 or A.min() < 0 or A.max() > 1:
        raise ValueError(
            f"A must have two rows and columns at least and entries from 0 to 1; "
            f"got shape {A.shape} and entries from {A.min():g} to {A.max():g}"
        )
    m, n = A.shape
    T = whole("T", T)
    row = Hedge(math.sqrt(8 * math.log(m) / T), d=m)
    column = Hedge(math.sqrt(8 * math.log(n) / T), d=n)
    rows, columns = np.empty((T, m)), np.empty((T, n))
    for t in range(T):
        rows[t], columns[t] = row.w, column.w
        row.update(A @ columns[t])
        column.update(1 - rows[t] @ A)  # what it fails to be paid
    return rows, columns


def duality_gap(A: ArrayLike, p: ArrayLike, q: ArrayLike) -> float:
    r"""What the two players could gain together, if each answered the other's mixed strategy best.

    .. math:: \max_j(p^\top A)_j-\min_i(Aq)_i.

    It is never negative, and zero at an equilibrium only.

    Parameters
    ----------
    A : (m, n) array
    p : (m,) array
    q : (n,) array

    Returns
    -------
    float

    Examples
    --------
    >>> from olbook.games import duality_gap
    >>> duality_gap([[0.0, 1.0], [1.0, 0.0]], [0.5, 0.5], [0.5, 0.5])
    0.0
    """
    A = matrix("A", A)
    p, q = vector("p", p, A.shape[0]), vector("q", q, A.shape[1])
    return float((p @ A).max() - (A @ q).min())


@dataclass(frozen=True)
class Stump:
    """A rule of thumb: `sign` if coordinate `feature` is above `threshold`, else minus `sign`."""

    feature: int
    threshold: float
    sign: float

    def predict(self, X: FloatArray) -> FloatArray:
        """The labels -1 and +1 of the rows of `X`, shape (n, d)."""
        return np.where(X[:, self.feature] > self.threshold, self.sign, -self.sign)


class Stumps:
    """All stumps on some examples, sorted once, so that the best for any weights is found quickly."""

    def __init__(self, X: FloatArray, y: FloatArray) -> None:
        self._y, self._order = y, np.argsort(X, axis=0, kind="stable")
        self._sorted = np.take_along_axis(X, self._order, axis=0)
        self._ends = np.vstack([np.diff(self._sorted, axis=0) > 0, np.ones((1, X.shape[1]), bool)])

    def best(self, w: FloatArray) -> Stump:
        """The stump that errs on the least weight."""
        votes = (w * self._y)[self._order]
        edges = np.where(self._ends, votes.sum(axis=0) - 2 * votes.cumsum(axis=0), 0.0)
        i, j = divmod(int(np.abs(edges).argmax()), edges.shape[1])
        above = self._sorted[min(i + 1, len(votes) - 1), j]
        sign = 1.0 if edges[i, j] >= 0 else -1.0
        return Stump(j, float((self._sorted[i, j] + above) / 2), sign)


class AdaBoost:
    r"""AdaBoost with stumps: examples are weighted like experts, and rules of thumb vote.

    In round t the rule :math:`h_t` that errs least on the weights :math:`w_t` is right on the part
    :math:`\frac12+\gamma_t` of them.  It gets the vote
    :math:`\alpha_t=\frac12\ln\frac{1/2+\gamma_t}{1/2-\gamma_t}`, and the weights move by

    .. math:: w_{t+1,i}\propto w_{t,i}\,e^{-\alpha_ty_ih_t(x_i)}.

    The prediction is the sign of :math:`\sum_t\alpha_th_t(x)`.  On the examples it errs on a part of at
    most :math:`e^{-2\sum_{t=1}^T\gamma_t^2}`.

    Parameters
    ----------
    T : int
        The number of rules.

    Notes
    -----
    Freund and Schapire (1997).  Theorem games.adaboost.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.games import AdaBoost
    >>> X, y = np.array([[0.0], [1.0], [2.0]]), np.array([-1.0, 1.0, -1.0])
    >>> np.sign(AdaBoost(T=3).fit(X, y).score(X))
    array([-1.,  1., -1.])
    """

    def __init__(self, T: int) -> None:
        self.T = whole("T", T)
        self.stumps: list[Stump] = []
        self.votes: list[float] = []
        self.edges: list[float] = []

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from the rows of `X`, shape (n, d), with labels -1 and +1."""
        X = matrix("X", X)
        y = targets("y", y, len(X), "classification")
        rules, w = Stumps(X, y), np.full(len(y), 1 / len(y))
        self.stumps, self.votes, self.edges = [], [], []
        for t in range(self.T):
            h = rules.best(w)
            right = y * h.predict(X)
            if right.min() > 0:
                raise ValueError(
                    f"y is what one stump says, found in round {t + 1}: it needs no others, and its vote "
                    "would be infinite"
                )
            gamma = float(w @ right) / 2
            alpha = math.log((0.5 + gamma) / (0.5 - gamma)) / 2
            w = w * np.exp(-alpha * right)
            w = w / w.sum()
            self.stumps.append(h)
            self.votes.append(alpha)
            self.edges.append(gamma)
        return self

    def score(self, X: ArrayLike) -> FloatArray:
        r"""The margins without a label: :math:`\sum_t\alpha_th_t(x)/\sum_t\alpha_t`, shape (n,)."""
        X = matrix("X", X)
        total = sum(alpha * h.predict(X) for alpha, h in zip(self.votes, self.stumps, strict=True))
        return np.asarray(total) / positive(
            "the sum of the votes of a fitted learner", sum(self.votes)
        )
