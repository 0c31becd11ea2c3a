r"""Bandits: a learner that is told the loss of the arm it pulled, and of no other.

:class:`Exp3` is Hedge on estimates of all losses, and draws its arm; it holds against losses that
anyone has fixed before.  :class:`UCB1` pulls the arm that might be the best, and is for losses that are
drawn independently.  :func:`play_bandit` is the game.  The opponent :func:`hidden_arm` makes one arm
a little better than the others, which costs every learner something, and
:func:`punish_the_chosen` makes the arm lose that a learner is about to pull.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .learners import StepSize, all_or_nothing, independent_copy
from .online_convex_optimization import Hedge
from .players import copy_of, start
from .validation import (
    FloatArray,
    finite_number,
    generator,
    matrix,
    nonnegative,
    whole,
)


class BanditLearner(Protocol):
    """What :func:`play_bandit` needs of a learner; ``start(d)`` is called before, if there is one."""

    def choose(self, rng: np.random.Generator, /) -> int:
        """The arm to pull, from 0 to d - 1; it must not change the learner."""

    def update(self, arm: int, loss: float, /) -> None:
        """Learn what this arm has lost in the round."""


class Exp3:
    r"""Exp3: Hedge on estimates, of which one at most is not zero.

    The arm :math:`I_t` is drawn with the probabilities :math:`w_t` of Hedge, which is told

    .. math:: h_{t,i}=\frac{g_{t,i}}{w_{t,i}}\text{ for }i=I_t,\qquad h_{t,i}=0\text{ otherwise.}

    Parameters
    ----------
    eta : float or callable
        A positive number, or a function of the round t = 2, 3, ... in which the arm is drawn.
    d : int, optional
        The number of arms.  If given, the learner starts at once.

    Notes
    -----
    Auer, Cesa-Bianchi, Freund and Schapire (2002), who have gains and mix in some exploration; with
    losses none is needed.  Theorem bandits.exp3.

    Examples
    --------
    >>> from olbook.bandits import Exp3
    >>> learner = Exp3(eta=0.5, d=2)
    >>> learner.update(0, 1.0)      # the first arm was pulled, and lost 1
    >>> learner.w.round(4)
    array([0.2689, 0.7311])
    """

    def __init__(self, eta: StepSize, d: int | None = None) -> None:
        self._hedge = Hedge(eta, d)

    @property
    def eta(self) -> StepSize:
        """The step size, or the function that gives it for each round."""
        return self._hedge.eta

    @property
    def w(self) -> FloatArray | None:
        """The probabilities of the arms, shape (d,); None before their number is known."""
        return self._hedge.w

    def start(self, d: int) -> None:
        """Forget everything, and make ready for `d` arms."""
        self._hedge.start(d)

    def choose(self, rng: np.random.Generator) -> int:
        """Draw an arm."""
        w = _started(self.w)
        return int(generator(rng).choice(len(w), p=w))

    def update(self, arm: int, loss: float) -> None:
        """Learn that this `arm` has lost `loss`."""
        self._hedge.update(self.estimate(arm, loss))

    def estimate(self, arm: int, loss: float) -> FloatArray:
        """What the losses of all arms are taken to be, shape (d,)."""
        w = _started(self.w)
        if w[_arm(arm, len(w))] == 0:
            raise ValueError(f"arm {arm} has the probability 0, so it was not drawn")
        h = np.zeros(len(w))
        h[arm] = finite_number("loss", loss) / w[arm]
        return h

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(eta={self.eta!r})"


class UCB1:
    r"""UCB1: pull the arm whose mean loss might be the lowest.

    After each arm was pulled once, in round t the arm is pulled with the smallest

    .. math:: a_{t,i}-\sqrt{\frac{c\ln t}{n_{t,i}}},

    where :math:`a_{t,i}` is the average of what was lost in the :math:`n_{t,i}` pulls so far.  For gains
    this is an upper confidence bound, whence the name.  On a tie the first arm is pulled.

    Parameters
    ----------
    c : float
        How wide the intervals are; 2 in the theorem, and 0 for no interval at all.
    d : int, optional
        The number of arms.  If given, the learner starts at once.

    Notes
    -----
    Auer, Cesa-Bianchi and Fischer (2002).  Theorem bandits.ucb1.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.bandits import UCB1, play_bandit
    >>> losses = np.tile([0.0, 1.0], (20, 1))
    >>> play_bandit(UCB1(), losses, np.random.default_rng(0)).pulls
    array([17,  3])
    """

    _pulls: NDArray[np.int64]
    _totals: FloatArray

    def __init__(self, c: float = 2.0, d: int | None = None) -> None:
        self.c: Final = nonnegative("c", c)
        self._d: int | None = None
        if d is not None:
            self.start(d)

    @property
    def d(self) -> int | None:
        """The number of arms; None before it is known."""
        return self._d

    def start(self, d: int) -> None:
        """Forget everything, and make ready for `d` arms."""
        self._d = whole("d", d)
        self._pulls, self._totals = np.zeros(self._d, dtype=np.int64), np.zeros(self._d)

    def choose(self, rng: np.random.Generator | None = None) -> int:
        """The arm to pull; nothing is drawn, so no generator is needed."""
        n = _started(self._d) and self._pulls
        if not n.all():
            return int(n.argmin())  # one that has not been pulled yet
        t = n.sum() + 1
        lower = self._totals / n - np.sqrt(self.c * math.log(t) / n)
        return int(lower.argmin())

    @all_or_nothing
    def update(self, arm: int, loss: float) -> None:
        """Learn that this `arm` has lost `loss`."""
        pulled = np.arange(_started(self._d)) == _arm(arm, _started(self._d))
        self._pulls = self._pulls + pulled
        self._totals = self._totals + finite_number("loss", loss) * pulled

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(c={self.c!r})"


@dataclass(frozen=True, eq=False)
class BanditRun:
    """What happened in a game of T rounds with d arms.

    Attributes
    ----------
    arms : (T,) array of int
        The arm of each round, from 0.
    losses : (T,) array
        What it lost.
    learner
        The copy that has played, as it is after round T.
    T, d : int
        The number of rounds and of arms.
    """

    arms: NDArray[np.int64]
    losses: FloatArray
    learner: Any
    T: int
    d: int

    @property
    def pulls(self) -> NDArray[np.int64]:
        """How often each arm was pulled, shape (d,)."""
        return np.bincount(self.arms, minlength=self.d)

    def __repr__(self) -> str:
        return f"BanditRun(T={self.T}, d={self.d}, total loss={self.losses.sum():.6g})"


def play_bandit(learner: BanditLearner, losses: ArrayLike, rng: np.random.Generator) -> BanditRun:
    """Play a bandit game: in each round choose an arm, and be told what it has lost, and nothing else.

    The learner itself is never changed.  A copy plays, from the learner's present state.

    Parameters
    ----------
    learner
        Anything with ``choose(rng)`` and ``update(arm, loss)``.
    losses : (T, d) array
        The losses of all arms, fixed before.
    rng : numpy.random.Generator
        Draws the arms, if the learner does not choose them otherwise.

    Returns
    -------
    BanditRun

    Raises
    ------
    ValueError
        If a value or a shape is wrong, or the learner chooses an arm that there is not; the message
        says in which round, counted from 1.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.bandits import Exp3, play_bandit
    >>> losses = np.tile([0.0, 1.0], (1000, 1))
    >>> run = play_bandit(Exp3(eta=0.1), losses, np.random.default_rng(0))
    >>> bool(run.losses.sum() < 50)
    True
    """
    losses, player = matrix("losses", losses), copy_of(learner)
    T, d = losses.shape
    start(player, d)
    arms = np.empty(T, dtype=np.int64)
    for t, g in enumerate(losses):
        try:
            arm = arms[t] = _arm(player.choose(rng), d)
            player.update(int(arm), float(g[arm]))
        except ValueError as error:
            raise ValueError(f"round {t + 1}: {error}") from error
    return BanditRun(arms, losses[np.arange(T), arms], player, T, d)


def hidden_arm(T: int, d: int, rng: np.random.Generator) -> tuple[FloatArray, int]:
    r"""Losses of `d` arms in `T` rounds, of which one is better, but so little that nobody sees it soon.

    In each round each arm loses 1 or 0, with equal chances.  One arm, which is drawn, loses 1 only with the
    probability :math:`\frac12-\epsilon`, where :math:`\epsilon=\frac14\sqrt{d/T}`.

    Parameters
    ----------
    T, d : int
        At least as many rounds as arms.
    rng : numpy.random.Generator

    Returns
    -------
    losses : (T, d) array
    arm : int
        The better one.

    Notes
    -----
    Auer, Cesa-Bianchi, Freund and Schapire (2002).  Theorem bandits.forced.

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.bandits import hidden_arm
    >>> losses, arm = hidden_arm(T=4, d=2, rng=np.random.default_rng(0))
    >>> losses.shape, arm in (0, 1)
    ((4, 2), True)
    """
    d = whole("d", d, least=2)
    T = whole("T", T, least=d)
    arm = int(generator(rng).integers(d))
    chance = np.full(d, 0.5)
    chance[arm] -= math.sqrt(d / T) / 4
    return (rng.random((T, d)) < chance).astype(np.float64), arm


def punish_the_chosen(
    learner: BanditLearner, T: int, d: int, rng: np.random.Generator
) -> FloatArray:
    """Losses of `d` arms in `T` rounds: 1 for the arm that the learner is about to pull, 0 for the others.

    Against a learner that draws nothing, such as :class:`UCB1`, they could have been fixed before.

    Parameters
    ----------
    learner
        Anything with ``choose(rng)`` and ``update(arm, loss)``.  A copy plays; it is not changed.
    T, d : int
    rng : numpy.random.Generator

    Returns
    -------
    (T, d) array

    Examples
    --------
    >>> import numpy as np
    >>> from olbook.bandits import UCB1, punish_the_chosen
    >>> punish_the_chosen(UCB1(), T=3, d=2, rng=np.random.default_rng(0))
    array([[1., 0.],
           [0., 1.],
           [1., 0.]])
    """
    player = copy_of(learner)
    start(player, whole("d", d))
    losses = np.zeros((whole("T", T), d))
    for g in losses:
        arm = player.choose(rng)
        g[arm] = 1.0
        player.update(arm, 1.0)
    return losses


def _started(value: Any) -> Any:
    if value is None:
        raise ValueError("the learner has no arms yet: give d, or call start(d)")
    return value


def _arm(arm: int, d: int) -> int:
    if not 0 <= whole("arm", arm, least=0) < d:
        raise ValueError(f"arm must be from 0 to {d - 1}, got {arm}")
    return int(arm)
