r"""The doubling trick: a learner that must know the horizon becomes one that need not.

:func:`push_and_wiggle` shows that the constant of theorem doubling.gradient_descent cannot be improved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Self

import numpy as np

from .learners import independent_copy
from .players import check_learner, copy_of, dimension, start
from .validation import FloatArray, positive, whole


class DoublingTrick:
    r"""Restart a learner in blocks of 1, 2, 4, 8, ... rounds, tuned for the length of its block.

    Block :math:`m=0,1,2,\dots` has :math:`2^m` rounds, and a fresh learner plays it.  If the learner
    that is tuned for n rounds has a regret of at most :math:`\alpha\sqrt n` after each of them, the
    regret of the whole game is at most :math:`(2+\sqrt2)\,\alpha\sqrt T` for every T.

    Everything else, such as ``w``, ``predict`` or ``loss``, is that of the present learner.  The
    restart comes right after the last round of a block, so that ``w`` is always the point that is
    played next.

    Parameters
    ----------
    make_learner : callable
        ``make_learner(n)`` returns a learner tuned for n rounds, n = 1, 2, 4, ...  It may be a
        learner for :func:`olbook.play` or for :func:`olbook.play_oco`.

    Notes
    -----
    Cesa-Bianchi, Freund, Haussler, Helmbold, Schapire and Warmuth (1997).  Theorem doubling.regret.
    Of the present learner's members, only those can be reached whose names do not begin with an
    underscore.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(eta=1 / n**0.5))
    >>> run = ol.play_oco(learner, [[1.0]] * 7)
    >>> run.weights.ravel().round(3)             # blocks: round 1, rounds 2-3, rounds 4-7
    array([ 0.   ,  0.   , -0.707,  0.   , -0.5  , -1.   , -1.5  ,  0.   ])
    >>> run.learner
    DoublingTrick(block=3, horizon=8, OnlineGradientDescent(eta=0.35355339059327373, domain=WholeSpace()))
    """

    def __init__(self, make_learner: Callable[[int], Any]) -> None:
        if not callable(make_learner):
            raise TypeError(
                f"make_learner must be a function make_learner(n), got {make_learner!r}"
            )
        self.make_learner: Final = make_learner
        self._begin_block(0, self._fresh(0))

    @property
    def block(self) -> int:
        """The number m = 0, 1, 2, ... of the block that the next round belongs to."""
        return self._block

    @property
    def horizon(self) -> int:
        r"""The length :math:`2^m` of the block that the next round belongs to."""
        return int(2**self._block)

    def start(self, d: int) -> None:
        """Forget everything and begin block 0 in dimension `d`."""
        learner = self._fresh(0)
        start(learner, whole("d", d))
        self._begin_block(0, learner)

    def update(self, *example: Any) -> None:
        """Pass the round on to the present learner; after the last round of a block, restart."""
        if self._rounds_left > 1:
            self._learner.update(*example)
            self._rounds_left -= 1
            return
        # The last round goes to a copy: if the restart fails, nothing has happened.
        last = copy_of(self._learner)
        last.update(*example)
        successor = self._fresh(self._block + 1)
        d = dimension(last)
        if d is not None:
            start(successor, d)
        self._begin_block(self._block + 1, successor)

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self, _learner=copy_of(self._learner))

    def __getattr__(self, name: str) -> Any:
        """What this class does not have itself is a member of the present learner."""
        if name.startswith("_"):
            raise AttributeError(f"DoublingTrick has no attribute {name!r}")
        return getattr(self._learner, name)

    def __repr__(self) -> str:
        return f"DoublingTrick(block={self.block}, horizon={self.horizon}, {self._learner!r})"

    def _fresh(self, block: int) -> Any:
        """A new learner tuned for the length of this block."""
        made = self.make_learner(2**block)
        check_learner(made, "update")
        return copy_of(made)

    def _begin_block(self, block: int, learner: Any) -> None:
        self._block, self._rounds_left, self._learner = block, 2**block, learner


def push_and_wiggle(eta: float, T: int) -> FloatArray:
    r"""Unit gradients on which the regret of online gradient descent equals its bound.

    The learner has the step `eta` and stays in the unit ball.  About :math:`1/\eta` gradients push
    it from 0 to :math:`u=(1,0)`; from then on they alternate, and every second one finds it on the
    wrong side of `u`.  Its regret is :math:`\frac1{2\eta}+\frac\eta2T`, and the first of these two
    terms is lost in the first :math:`1/\eta` rounds.  Where :math:`1/\eta` is not a whole number, the
    first two pushes are tilted to the two sides, just so far that the sum has the right length.

    Parameters
    ----------
    eta : float
        The step, at most 1.
    T : int
        The number of rounds; :math:`1/\eta+1` are always enough.

    Returns
    -------
    (T, 2) array
        The gradients, as :func:`olbook.play_oco` takes them.

    Notes
    -----
    Played block by block with :math:`\eta=2^{-m/2}`, it makes the ratio of regret and
    :math:`\sqrt T` come as close as one likes to the constant of theorem doubling.gradient_descent.

    Examples
    --------
    >>> import olbook as ol
    >>> gradients = ol.streams.push_and_wiggle(eta=0.5, T=4)
    >>> gradients[:, 0]
    array([-1., -1.,  1., -1.])
    >>> run = ol.play_oco(ol.OnlineGradientDescent(0.5, ol.Ball(1.0)), gradients)
    >>> float(run.losses.sum() - gradients[:, 0].sum())
    2.0
    """
    eta, T = positive("eta", eta), whole("T", T)
    pushes = int(min(1 / eta, T + 1))  # more than T are too many anyway
    tilted: list[list[float]] = []
    if pushes != 1 / eta or (T - pushes) % 2:
        pushes -= (T - pushes) % 2
        along = (1 / eta - pushes) / 2
        across = np.sqrt(max(0.0, 1 - along**2))
        tilted = [[-along, -across], [-along, across]]
    wiggles = T - pushes - len(tilted)
    if eta > 1 or wiggles < 0:
        raise ValueError(
            f"eta must be at most 1 and T at least about 1/eta + 1; got eta = {eta} and T = {T}"
        )
    rows = tilted + [[-1.0, 0.0]] * pushes + [[1.0, 0.0], [-1.0, 0.0]] * (wiggles // 2)
    return np.array(rows)
