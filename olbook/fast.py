r"""Fast paths: two games in which many rounds can be played at once, and one whose copies can.

The loop is the definition.  What stands here computes the same numbers from the same operations in
the same order, bit for bit, and the tests compare it with the loop.

Why the same bits?  A sum of d products depends, in its last digits, on the order of the additions,
and the product ``X @ w`` of a matrix chooses another order than the inner product of one row; some
processors' routines even choose it by where the row begins in memory.  So the learners take their
scores with :func:`~olbook.learners.inner`, whose order hangs on d alone.  Everything else is done
entry by entry, where the order of rounds plays no part, or with ``np.cumsum``, which adds from the
first entry to the last.

Who takes which path is said by type, in ``SCAN``, ``FOLLOW`` and :func:`goes_in_lockstep`.  A subclass
may have another update; it is played by the loop.  This room looks into the learners' private state;
they know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .domains import Simplex, WholeSpace
from .gd_eg_ftrl import ExponentiatedGradient, GradientDescent
from .learners import changes_nothing, inner, step_at
from .losses import Absolute, Hinge, Logistic, Square
from .mirror_descent import FollowTheRegularizedLeader, PNorm
from .online_convex_optimization import Hedge
from .perceptron import Perceptron
from .record import Diary
from .regularizers import Entropy, SquaredNorm
from .rows import AT_ONCE, changes, softmax_rows, sums_in_order, total_in_order
from .square_loss import WidrowHoff
from .validation import BoolArray, FloatArray, all_finite, finite_rows, read_only
from .winnow import THRESHOLD, Winnow

# A look ahead reads at most this many entries of X, one megabyte: they stay in the processor's cache,
# and a row that was seen in vain is needed again.
LONGEST = 2**17
# What a look ahead costs besides its rows, and a row besides its own entries, as a number of entries
# that could be read meanwhile.  Twice as much or half as much makes little difference.
CALL, ROW = 2**13, 16
# `scan` compares so often that it shows: NumPy takes half as long for an array as for a number.
ZERO = read_only(np.array(0.0))


# Learners that most rounds leave alone


def perceptron_is_right(
    learner: Perceptron, X: FloatArray, y: FloatArray, scores: FloatArray
) -> BoolArray:
    """No mistakes, no ties."""
    return y * scores > ZERO


def perceptron_update(learner: Perceptron, x: FloatArray, y: float) -> None:
    """The update on a mistake: the same bits as w + y * x, since y is 1 or -1; a product less."""
    w = learner._w
    assert w is not None  # for the type checker
    learner._t += 1
    learner._w = read_only(w + x if y > 0 else w - x)


def winnow_is_right(learner: Winnow, X: FloatArray, y: FloatArray, scores: FloatArray) -> BoolArray:
    """No mistakes, no ties, and no example that is not binary: that is an error."""
    binary: BoolArray = ((X == 0) | (X == 1)).all(axis=1)
    return binary & (y * (scores - THRESHOLD) > 0)


def loss_is_flat(learner: Any, X: FloatArray, y: FloatArray, scores: FloatArray) -> BoolArray:
    """The rounds in which the learner's own update takes no step."""
    return np.asarray(changes_nothing(learner.loss, learner.conservative, y, scores))


# Of each row of X, whether its round would change nothing but the number of the round.  The answer may
# be no where it could be yes: then the round is played as usual.
SCAN: dict[type, Callable[[Any, FloatArray, FloatArray, FloatArray], BoolArray]] = {
    Perceptron: perceptron_is_right,
    Winnow: winnow_is_right,
    GradientDescent: loss_is_flat,
    ExponentiatedGradient: loss_is_flat,
    PNorm: loss_is_flat,
}


def is_scanned(learner: Any) -> bool:
    """Whether many rounds leave this learner alone, as it is set up; if not, the loop plays it."""
    if SCAN.get(type(learner)) is loss_is_flat:
        # The hinge loss is flat beyond the margin 1.
        return learner.conservative or type(learner.loss) is Hinge
    return type(learner) in SCAN


def scan(learner: Any, X: FloatArray, y: FloatArray, diary: Diary) -> FloatArray:
    r"""Play all rounds of a learner that most of them leave alone.

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
    same routine, and the rounds that change something are played by the learner's own operations.

    Parameters
    ----------
    learner
        Of a type in ``SCAN``, whose score is ``inner(x, w)``; it has started, and is changed.
    X : (T, d) array
        C-contiguous.
    y : (T,) array
    diary : Diary
        Where the rounds are taken down.

    Returns
    -------
    (T,) array
        The scores.

    Raises
    ------
    ValueError
        In the round in which the loop raises it, with the same words.
    """
    scores = np.empty(len(X))
    first_round = diary.T + 1
    try:
        # What overflows in a look ahead need not do so when the round is played.
        with np.errstate(over="ignore", invalid="ignore"):
            _scan(learner, X, y, diary, scores)
    except Exception:  # the loop would have met an earlier fault first
        finite_rows("X", X, first_round)
        all_finite("the score", scores[: diary.T + 1 - first_round], first_round)
        raise
    if not np.isfinite(scores).all():
        finite_rows("X", X, first_round)
        all_finite("the score", scores, first_round)
    return scores


def _scan(learner: Any, X: FloatArray, y: FloatArray, diary: Diary, scores: FloatArray) -> None:
    """Fill in the scores; they are not finite where a row of X is not."""
    leaves_alone = SCAN[type(learner)]
    update = perceptron_update if type(learner) is Perceptron else type(learner).update
    T, d = X.shape
    longest = max(1, LONGEST // d) - 1
    farther = CALL / (8 * (d + ROW))
    w = learner.w
    t, look_ahead = 0, farther  # rows beyond the next one
    try:
        while t < T:
            ahead = slice(t, t + 1 + int(look_ahead))
            rows, labels, seen = X[ahead], y[ahead], scores[ahead]
            seen[:] = inner(rows, w)
            alone = leaves_alone(learner, rows, labels, seen)
            # How many rounds come before the first that changes the weights?  Each boolean is a byte.
            skipped = alone.tobytes().find(0)
            if skipped < 0:  # there is none
                skipped = len(alone)
                look_ahead = min(look_ahead + farther, longest)
            else:
                look_ahead *= 15 / 16
            learner._t += skipped
            diary.skip(skipped)
            t += skipped
            if skipped < len(alone):
                try:
                    update(learner, rows[skipped], labels.item(skipped))
                except ValueError as error:
                    raise ValueError(f"round {diary.T + 1}: {error}") from error
                w = learner.w
                diary.note(w)
                t += 1
    finally:
        diary.catch_up()


# Learners whose next point depends on the sum of the gradients only


FOLLOW = (FollowTheRegularizedLeader, Hedge)


def leaders(learner: FollowTheRegularizedLeader | Hedge, thetas: FloatArray) -> FloatArray:
    """In each row the point that the learner plays if this is minus the step times its sum.

    It is what the learner's own loop computes from this row.  The rows may be overwritten.
    """
    if isinstance(learner, Hedge):
        return softmax_rows(thetas)
    pair = type(learner.regularizer), type(learner.domain)
    if pair == (Entropy, Simplex):
        return softmax_rows(thetas)
    if pair == (SquaredNorm, WholeSpace):
        return thetas
    return np.array([learner.regularizer.minimize(theta, learner.domain)[0] for theta in thetas])


def follow(learner: FollowTheRegularizedLeader | Hedge, gradients: FloatArray) -> FloatArray:
    r"""Let a learner learn many gradients at once, if its points are a function of their sums.

    .. math:: w_{t+1}=\text{link}\big(-\eta_{t+1}(g_1+\dots+g_t)\big)

    If the losses are linear, all gradients are known beforehand.  So all sums are one cumulative
    sum, and all points one call of the link, which works on each row for itself.

    Parameters
    ----------
    learner
        Of a type in ``FOLLOW``; it has started, and is changed.
    gradients : (T, d) array

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
        step = np.array([[step_at(learner.eta, t)] for t in range(later, later + T)])
    else:
        step = step_at(learner.eta, later)
    with np.errstate(over="ignore", invalid="ignore"):
        sums = sums_in_order(learner._sum, gradients)[1:]
        total = sums[-1].copy()
        # In place: to ask for new memory would take longer than the product.
        thetas = np.multiply(-step, sums, out=sums)
        if not np.isfinite(thetas).all():
            raise ValueError("theta must stay finite")
        points = leaders(learner, thetas)
    learner._move_to(points[-1].copy())
    learner._sum, learner._t = total, learner._t + T
    return points


def play_leader(
    learner: FollowTheRegularizedLeader | Hedge, gradients: FloatArray, diary: Diary
) -> tuple[FloatArray, FloatArray]:
    """Play linear losses by :func:`follow`, a block of rounds at a time.

    Returns the losses and a copy of the gradients.  ValueError if anything is not finite: a loss is
    not, if its gradient or the point is not.
    """
    T, d = gradients.shape
    losses, kept = np.empty(T), np.empty((T, d))
    rows = min(T, max(1, AT_ONCE // d))
    room = np.empty((rows + 1, d))
    for t in range(0, T, rows):
        G = kept[t : t + rows]
        G[:] = gradients[t : t + rows]
        points = room[: len(G) + 1]
        points[0], points[1:] = learner.w, follow(learner, G)
        with np.errstate(over="ignore", invalid="ignore"):
            losses[t : t + rows] = inner(G, points[:-1])
        diary.end_rounds(points)
    if not np.isfinite(losses).all():
        raise ValueError("the loss must stay finite")
    return losses, kept


# Learners whose copies can play side by side


def goes_in_lockstep(learner: Any) -> bool:
    """Whether it does the same few operations in every round; if not, its copies play one by one.

    So it is if mistakes are nothing special, and the loss is known to work on many scores at once.
    """
    if type(learner) is GradientDescent:
        return not learner.conservative and type(learner.loss) in (Square, Absolute, Logistic)
    return type(learner) is WidrowHoff


def updated_rows(
    learner: Any, step: float, W: FloatArray, X: FloatArray, y: FloatArray, scores: FloatArray
) -> FloatArray:
    """The weights after one round of R copies; row r of all arrays is of copy r."""
    G = learner.loss.slope(y, scores)[:, np.newaxis] * X
    V: FloatArray = W - step * G
    if type(learner) is WidrowHoff or type(learner.domain) is WholeSpace:
        return V
    return np.array([learner.domain.project(v) for v in V])


def lockstep(
    learner: Any, X: FloatArray, y: FloatArray
) -> tuple[FloatArray, BoolArray, FloatArray, FloatArray, list[Any]]:
    r"""Let R copies of a learner play R streams, all of them a round at a time.

    Parameters
    ----------
    learner
        One for which :func:`goes_in_lockstep` says yes; it has started, and is changed.
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
            seen[:] = inner(x, W)
            learner._t += 1
            step = step_at(learner.eta, learner._t)
            W = state[:] = updated_rows(learner, step, W, x, targets, seen)
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
