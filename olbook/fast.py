r"""Fast paths: two games in which many rounds can be played at once, and one whose copies can.

The loop is the definition.  What stands here computes the same numbers from the same operations in
the same order, bit for bit, and the tests compare it with the loop.

Why the same bits?  A sum of d products depends, in its last digits, on the order of the additions,
and the product ``X @ w`` of a matrix chooses another order than the inner product of one row.  So
the learners take their scores with ``np.vecdot``: for a matrix it calls, row by row, the very
routine that it calls for a single row.  Everything else is done entry by entry, where the order of
rounds plays no part, or with ``np.cumsum``, which adds from the first entry to the last.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from .validation import BoolArray, FloatArray, finite_rows

# A look ahead reads at most this many entries of X, one megabyte: they stay in the processor's cache,
# and a row that was seen in vain is needed again.
LONGEST = 2**17
# Less than 16 rows, or this many entries, take about as long as the call itself.
SHORTEST_ROWS, SHORTEST = 16, 2**12
# Rows longer than this are added one by one; np.cumsum goes down the columns, far apart in memory.
LONG_ROW = 256


class Skipping(Protocol):
    """A learner that says beforehand which rounds would change nothing but their number.

    Its score is ``np.vecdot(x, w)``.  A class declares that it can be scanned by ``skips_rounds`` in
    its own body.  A subclass does not inherit the promise, since it may have another update.
    """

    @property
    def skips_rounds(self) -> bool:
        """Whether it can say so, as it is set up."""

    @property
    def w(self) -> FloatArray:
        """The weights."""

    def is_content(self, X: FloatArray, y: FloatArray, scores: FloatArray, /) -> BoolArray:
        """Of each row: whether its round would leave the weights, and what else is learned, alone.

        The answer may be no where it could be yes: then the round is played as usual.
        """

    def skip(self, n: int, /) -> None:
        """Let `n` rounds pass that change nothing."""

    def update(self, x: FloatArray, y: float, /) -> None:
        """Learn that the label of `x` is `y`.

        A class may also declare ``change(x, y)``, which does the same to a round that is not
        content, but checks nothing: :func:`scan` then calls that.
        """


class Diary(Protocol):
    """What the scan asks of the record that :func:`olbook.play` keeps."""

    T: int

    def skip(self, n: int, /) -> None:
        """Let `n` rounds pass without a change."""

    def note(self, w: FloatArray, /) -> None:
        """Note a round that may have changed the weights, and that they are `w` after it."""

    def catch_up(self) -> None:
        """Take down what was noted."""


def declares(learner: object, member: str) -> bool:
    """Whether the class of `learner` has `member` in its own body, not from a base class."""
    return member in vars(type(learner))


def skips_rounds(learner: object) -> bool:
    """Whether :func:`scan` may play this learner."""
    return declares(learner, "skips_rounds") and bool(getattr(learner, "skips_rounds", False))


def scan(learner: Skipping, X: FloatArray, y: FloatArray, diary: Diary, scores: FloatArray) -> None:
    r"""Play all rounds of a learner that is content with most of them.

    As long as the weights do not change, the scores of the rounds to come are one product of a
    matrix with the weights.  So look ahead with the present weights, go to the first round that
    changes them, play it as usual, and look ahead again.  What was seen beyond that round is
    overwritten.  Each look ahead is twice as long as the last if that one came through, and half as
    long if it did not.  So few rounds are looked at in vain, and few products are made.

    The scores that stay were computed from the same weights and the same row as in the loop, by the
    same routine, and the rounds that change something are played by the learner itself.

    Parameters
    ----------
    learner
        See :class:`Skipping`; it is changed.
    X : (T, d) array
        C-contiguous.
    y : (T,) array
    diary
        Where the rounds are taken down.
    scores : (T,) array
        Is filled with the scores.  Whether they are finite is for the caller to check; they are
        not where a row of X is not.

    Raises
    ------
    ValueError
        In the round in which the learner raises it, or in which the weights stop being finite.
    """
    T, d = X.shape
    shortest = min(SHORTEST_ROWS, max(1, SHORTEST // d))
    longest = max(1, LONGEST // d)
    change = getattr(learner, "change" if declares(learner, "change") else "update")
    t, look_ahead = 0, shortest
    try:
        while t < T:
            ahead = slice(t, t + look_ahead)
            rows, labels, seen = X[ahead], y[ahead], scores[ahead]
            np.vecdot(rows, learner.w, out=seen)
            content = learner.is_content(rows, labels, seen)
            skipped = int(content.argmin())  # before the first round that changes the weights
            if content[skipped]:  # there is none
                skipped, look_ahead = len(content), min(2 * look_ahead, longest)
            else:
                look_ahead = max(look_ahead // 2, shortest)
            learner.skip(skipped)
            diary.skip(skipped)
            t += skipped
            if skipped < len(content):
                try:
                    change(rows[skipped], float(labels[skipped]))
                except ValueError as error:
                    raise ValueError(f"round {diary.T + 1}: {error}") from error
                diary.note(learner.w)
                t += 1
    finally:
        diary.catch_up()


class Following(Protocol):
    """A learner whose next point depends on the sum of the gradients only."""

    _sum: FloatArray  # of all gradients
    _t: int  # the number of rounds

    @property
    def eta(self) -> Any:
        """The step size, or a function that gives it for each round."""

    def _step(self, t: int, /) -> float:
        """The step of round t."""

    def _move_to(self, w: FloatArray, /) -> None:
        """Play `w` in the next round."""


def follow(
    learner: Following, gradients: FloatArray, link: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    r"""Let a learner learn many gradients at once, if its points are a function of their sums.

    .. math:: w_{t+1}=\text{link}\big(-\eta_{t+1}(g_1+\dots+g_t)\big)

    If the losses are linear, all gradients are known beforehand.  So all sums are one cumulative
    sum, and all points one call of the link, which works on each row for itself.

    Parameters
    ----------
    learner
        See :class:`Following`; it is changed.
    gradients : (T, d) array
    link : callable
        Of a (T, d) array; each row is what the learner's own loop computes from this row.

    Returns
    -------
    (T, d) array
        The points that the learner would play after each gradient.

    Raises
    ------
    ValueError
        If a step is not positive, or something stops being finite; the learner is then what it was.
    """
    T, later = len(gradients), learner._t + 2  # the round after the first of these
    if callable(learner.eta):
        steps = np.array([learner._step(t) for t in range(later, later + T)])
    else:
        steps = np.full(T, learner._step(later))
    with np.errstate(over="ignore", invalid="ignore"):
        sums = sums_in_order(learner._sum, gradients)[1:]
        thetas = -steps[:, np.newaxis] * sums
        finite_rows("theta", thetas)
        points = link(thetas)
    finite_rows("w", points)
    learner._move_to(points[-1].copy())
    learner._sum, learner._t = sums[-1].copy(), learner._t + T
    return points


def sums_in_order(start: FloatArray, rows: FloatArray) -> FloatArray:
    """`start`, and the sums that arise from it when one row after the other is added."""
    sums = np.concatenate([start[np.newaxis], rows])
    if sums.shape[1] < LONG_ROW:
        return np.cumsum(sums, axis=0, out=sums)
    for before, after in pairwise(sums):
        after += before
    return sums


def total_in_order(rows: FloatArray) -> FloatArray:
    """The sum of the rows, added from the first to the last.

    NumPy adds whole rows, unless they have one entry only: then it adds by halves.
    """
    total: FloatArray = rows.sum(axis=0) if rows.shape[1] > 1 else np.cumsum(rows, axis=0)[-1]
    return total


def softmax_rows(exponents: FloatArray) -> FloatArray:
    """In each row the powers of e, divided by their sum; the largest is 1 before the division."""
    powers: FloatArray = exponents - exponents.max(axis=1, keepdims=True)
    np.exp(powers, out=powers)
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


class Stepping(Protocol):
    """A learner whose state is its weights and the number of rounds, and which learns in rows."""

    @property
    def w(self) -> FloatArray:
        """The weights."""

    def update_rows(
        self, W: FloatArray, X: FloatArray, y: FloatArray, scores: FloatArray, /
    ) -> FloatArray:
        """One round of R copies with weights ``W[r]``, examples ``X[r]`` and targets ``y[r]``."""

    def _move_to(self, w: FloatArray, /) -> None:
        """Play `w` in the next round."""

    def copy(self) -> Any:
        """An independent copy."""


def lockstep(
    learner: Stepping, X: FloatArray, y: FloatArray
) -> tuple[FloatArray, BoolArray, FloatArray, FloatArray, list[Any]]:
    r"""Let R copies of a learner play R streams, all of them a round at a time.

    Parameters
    ----------
    learner
        See :class:`Stepping`; it has started, and is changed.
    X : (T, R, d) array
        C-contiguous.
    y : (T, R) array

    Returns
    -------
    scores, updates : (T, R) arrays
    w, average_w : (R, d) arrays
    learners
        The R copies.

    Raises
    ------
    ValueError
        If anything stops being finite.  It need not say where.
    """
    T, R, d = X.shape
    scores, updates = np.empty((T, R)), np.empty((T, R), dtype=np.bool_)
    W = known = np.tile(learner.w, (R, 1))  # the weights, and those at the last change
    unchanged, total = np.zeros(R, dtype=np.int64), np.zeros((R, d))
    for t in range(T):
        np.vecdot(X[t], W, out=scores[t])
        W = learner.update_rows(W, X[t], y[t], scores[t])
        changed = updates[t] = (known != W).any(axis=1)
        unchanged += 1
        total[changed] += unchanged[changed, np.newaxis] * known[changed]
        unchanged[changed] = 0
        known = np.where(changed[:, np.newaxis], W, known)
    # What is not finite has made all later scores of its copy not finite.
    finite_rows("the scores", scores)
    learners = [learner.copy() for _ in range(R)]
    for copy, w in zip(learners, finite_rows("w", W), strict=True):
        copy._move_to(w.copy())
    return scores, updates, known, (total + unchanged[:, np.newaxis] * known) / T, learners
