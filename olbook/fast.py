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
# Where many rounds are taken down at once, they have about this many entries: a quarter of a megabyte.
AT_ONCE = 2**15
# What a look ahead costs besides its rows, and a row besides its own entries, as a number of entries
# that could be read meanwhile.  Twice as much or half as much makes little difference.
CALL, ROW = 2**13, 16
# Rows longer than this are added one by one; np.cumsum goes down the columns, far apart in memory.
LONG_ROW = 256
# The maximum of a row shorter than this takes less time than the call for the row.
SHORT_ROW = 64


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
        """Of each row, as a boolean: whether its round would leave all that is learned alone.

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


def skips_rounds(learner: Any) -> bool:
    """Whether :func:`scan` may play this learner."""
    return declares(learner, "skips_rounds") and bool(learner.skips_rounds)


def scan(learner: Skipping, X: FloatArray, y: FloatArray, diary: Diary, scores: FloatArray) -> None:
    r"""Play all rounds of a learner that is content with most of them.

    As long as the weights do not change, the scores of the rounds to come are one product of a
    matrix with the weights.  So look ahead with the present weights, go to the first round that
    changes them, play it as usual, and look ahead again.  What was seen beyond that round is
    overwritten.

    How far to look?  If a change comes every G rounds, each change costs about G/L + 1/2 looks ahead
    of L rows, since L/2 rows are seen in vain.  If a look costs as much as c rows, and c is small
    beside G, the part that depends on L is cG/L + L/2.  It is least at :math:`L=\sqrt{2cG}`.

    We do not know G, and it grows as the learner learns.  But a rule finds this length by itself:
    look farther by c/8 rows after each look that came through, less far by a sixteenth after each
    that did not.  It is at rest where G/L times c/8 is L/16, which is the same.  Networks share their
    lines by such a rule (Chiu and Jain, 1989).

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
    longest = max(1, LONGEST // d) - 1
    farther = CALL / (8 * (d + ROW))
    change = getattr(learner, "change" if declares(learner, "change") else "update")
    w = learner.w
    t, look_ahead = 0, farther  # rows beyond the next one
    try:
        while t < T:
            ahead = slice(t, t + 1 + int(look_ahead))
            rows, labels, seen = X[ahead], y[ahead], scores[ahead]
            np.vecdot(rows, w, out=seen)
            content = learner.is_content(rows, labels, seen)
            # How many rounds come before the first that changes the weights?  Each boolean is a byte.
            skipped = content.tobytes().find(0)
            if skipped < 0:  # there is none
                skipped = len(content)
                look_ahead = min(look_ahead + farther, longest)
            else:
                look_ahead *= 15 / 16
            learner.skip(skipped)
            diary.skip(skipped)
            t += skipped
            if skipped < len(content):
                try:
                    change(rows[skipped], labels.item(skipped))
                except ValueError as error:
                    raise ValueError(f"round {diary.T + 1}: {error}") from error
                w = learner.w
                diary.note(w)
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
        Of a (T, d) array, which it may overwrite; each row of what it returns is what the learner's
        own loop computes from this row.

    Returns
    -------
    (T, d) array
        The points that the learner would play after each gradient.

    Raises
    ------
    ValueError
        If a step is not positive, or a sum times its step or the last point is not finite; the
        learner is then what it was.  Whether the other points are finite is for the caller to
        check: the loss of one that is not is not finite either.
    """
    T, later = len(gradients), learner._t + 2  # the round after the first of these
    step: Any
    if callable(learner.eta):
        step = np.array([[learner._step(t)] for t in range(later, later + T)])
    else:
        step = learner._step(later)
    with np.errstate(over="ignore", invalid="ignore"):
        sums = sums_in_order(learner._sum, gradients)[1:]
        total = sums[-1].copy()
        # In place: to ask for new memory would take longer than the product.
        thetas = np.multiply(-step, sums, out=sums)
        if not np.isfinite(thetas).all():
            raise ValueError("theta must stay finite")
        points = link(thetas)
    learner._move_to(points[-1].copy())
    learner._sum, learner._t = total, learner._t + T
    return points


def sums_in_order(start: FloatArray, rows: FloatArray) -> FloatArray:
    """`start`, and the sums that arise from it when one row after the other is added."""
    sums = np.concatenate([start[np.newaxis], rows])
    if sums.shape[1] < LONG_ROW:
        return np.cumsum(sums, axis=0, out=sums)
    for before, after in pairwise(sums):
        after += before
    return sums


def changes(states: FloatArray) -> BoolArray:
    """Whether each state differs from the one before; a state is a vector, or has one in each row."""
    first: BoolArray = states[1:, ..., 0] != states[:-1, ..., 0]
    if first.all():  # most often one coordinate says it
        return first
    anywhere: BoolArray = (states[1:] != states[:-1]).any(axis=-1)
    return anywhere


def total_in_order(rows: FloatArray) -> FloatArray:
    """The sum of the rows, added from the first to the last.

    NumPy adds whole rows, unless they have one entry only: then it adds by halves.
    """
    total: FloatArray = rows.sum(axis=0) if rows.shape[1] > 1 else np.cumsum(rows, axis=0)[-1]
    return total


def softmax_rows(exponents: FloatArray) -> FloatArray:
    """In each row the powers of e, divided by their sum; the largest is 1 before the division.

    The exponents are overwritten.
    """
    # The largest of many short rows is found faster by comparing whole columns.
    short = exponents.shape[1] < SHORT_ROW
    largest = exponents.T.copy().max(axis=0) if short else exponents.max(axis=1)
    exponents -= largest[:, np.newaxis]
    powers: FloatArray = np.exp(exponents, out=exponents)
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
    at_once = max(1, AT_ONCE // (R * d))
    for first in range(0, T, at_once):
        block = slice(first, first + at_once)
        states = np.empty((len(X[block]) + 1, R, d))
        states[0] = known
        for x, targets, seen, state in zip(
            X[block], y[block], scores[block], states[1:], strict=True
        ):
            np.vecdot(x, W, out=seen)
            W = state[:] = learner.update_rows(W, x, targets, seen)
        new = updates[block] = changes(states)
        t = np.arange(len(new))[:, np.newaxis]  # rounds, counted from the first of this block
        before = -1 - unchanged  # the last round before the block that changed each copy
        # Before each round, the last one that changed the weights of each copy.
        last = np.maximum.accumulate(np.vstack([before, np.where(new, t, before)]))
        played = np.where(new, t - last[:-1], 0)  # with the weights that are left now
        terms = played[:, :, np.newaxis].astype(np.float64) * states[:-1]
        terms[0] += total
        total = total_in_order(terms.reshape(len(new), R * d)).reshape(R, d)
        known = states[np.maximum(last[-1] + 1, 0), np.arange(R)]
        unchanged = t[-1] - last[-1]
    # What is not finite has made all later scores of its copy not finite.
    finite_rows("the scores", scores)
    learners = [learner.copy() for _ in range(R)]
    for copy, w in zip(learners, finite_rows("w", W), strict=True):
        copy._move_to(w.copy())
    return scores, updates, known, (total + unchanged[:, np.newaxis] * known) / T, learners
