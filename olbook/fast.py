r"""Fast paths: two games in which many rounds can be played at once, and one whose copies can.

The loop is the definition.  What stands here computes the same numbers from the same operations in
the same order, bit for bit, and the tests compare it with the loop.

Why the same bits?  A sum of d products depends, in its last digits, on the order of the additions,
and the product ``X @ w`` of a matrix chooses another order than the inner product of one row; some
processors' routines even choose it by where the row begins in memory.  So the learners take their
scores with :func:`~olbook.learners.inner`, whose order hangs on d alone.  Everything else is done
entry by entry, where the order of rounds plays no part, or with ``np.cumsum``, which adds from the
first entry to the last.

Who takes which path stands in three tables, by type.  A subclass is not in them, since it may have
another update; it is played by the loop.  This room looks into the learners' private state; they know
nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


def always(learner: Any) -> bool:
    """Whether a learner can take a path that is open to all of its type."""
    return True


@dataclass(frozen=True)
class Scan:
    """How :func:`scan` plays a type of learner whose score is ``inner(x, w)``.

    Attributes
    ----------
    leaves_alone : callable
        ``leaves_alone(learner, X, y, scores)`` says of each row whether its round would change
        nothing but the number of the round.  It may say no where it could say yes: then the round is
        played as usual.
    update : callable
        ``update(learner, x, y)`` does in all other rounds what the learner's own update does.  It
        need not check the example again.
    fits : callable
        ``fits(learner)`` says whether many rounds leave it alone, as it is set up.
    """

    leaves_alone: Callable[[Any, FloatArray, FloatArray, FloatArray], BoolArray]
    update: Callable[[Any, FloatArray, float], None]
    fits: Callable[[Any], bool]


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


def loss_may_be_flat(learner: Any) -> bool:
    """Only mistakes count, or the loss is the hinge, which is flat beyond the margin 1."""
    return learner.conservative or type(learner.loss) is Hinge


SCAN: dict[type, Scan] = {
    Perceptron: Scan(perceptron_is_right, perceptron_update, always),
    Winnow: Scan(winnow_is_right, Winnow.update, always),
    GradientDescent: Scan(loss_is_flat, GradientDescent.update, loss_may_be_flat),
    ExponentiatedGradient: Scan(loss_is_flat, ExponentiatedGradient.update, loss_may_be_flat),
    PNorm: Scan(loss_is_flat, PNorm.update, loss_may_be_flat),
}


def scan_of(learner: object) -> Scan | None:
    """How to scan this learner; None if only the loop can play it."""
    how = SCAN.get(type(learner))
    return how if how is not None and how.fits(learner) else None


def scan(how: Scan, learner: Any, X: FloatArray, y: FloatArray, diary: Diary) -> FloatArray:
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
    how : Scan
    learner
        It has started, and is changed.
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
            _scan(how, learner, X, y, diary, scores)
    except Exception:  # the loop would have met an earlier fault first
        finite_rows("X", X, first_round)
        all_finite("the score", scores[: diary.T + 1 - first_round], first_round)
        raise
    if not np.isfinite(scores).all():
        finite_rows("X", X, first_round)
        all_finite("the score", scores, first_round)
    return scores


def _scan(
    how: Scan, learner: Any, X: FloatArray, y: FloatArray, diary: Diary, scores: FloatArray
) -> None:
    """Fill in the scores; they are not finite where a row of X is not."""
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
            alone = how.leaves_alone(learner, rows, labels, seen)
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
                    how.update(learner, rows[skipped], labels.item(skipped))
                except ValueError as error:
                    raise ValueError(f"round {diary.T + 1}: {error}") from error
                w = learner.w
                diary.note(w)
                t += 1
    finally:
        diary.catch_up()


# Learners whose next point depends on the sum of the gradients only


def leaders(learner: FollowTheRegularizedLeader, thetas: FloatArray) -> FloatArray:
    """In each row the point that the learner plays if this is minus the step times its sum."""
    pair = type(learner.regularizer), type(learner.domain)
    if pair == (Entropy, Simplex):
        return softmax_rows(thetas)
    if pair == (SquaredNorm, WholeSpace):
        return thetas
    return np.array([learner.regularizer.minimize(theta, learner.domain)[0] for theta in thetas])


def hedge_weights(learner: Hedge, thetas: FloatArray) -> FloatArray:
    """The same of Hedge."""
    return softmax_rows(thetas)


# Of a (T, d) array, which it may overwrite; each row of what it returns is what the learner's own
# loop computes from this row.
FOLLOW: dict[type, Callable[[Any, FloatArray], FloatArray]] = {
    FollowTheRegularizedLeader: leaders,
    Hedge: hedge_weights,
}


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
        step = learner.eta
    with np.errstate(over="ignore", invalid="ignore"):
        sums = sums_in_order(learner._sum, gradients)[1:]
        total = sums[-1].copy()
        # In place: to ask for new memory would take longer than the product.
        thetas = np.multiply(-step, sums, out=sums)
        if not np.isfinite(thetas).all():
            raise ValueError("theta must stay finite")
        points = FOLLOW[type(learner)](learner, thetas)
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


@dataclass(frozen=True)
class Lockstep:
    """How :func:`lockstep` plays a type of learner whose state is its weights and the round.

    Attributes
    ----------
    update : callable
        ``update(learner, step, W, X, y, scores)`` returns the weights after one round of R copies
        with weights ``W[r]``, examples ``X[r]``, targets ``y[r]`` and scores ``scores[r]``.
    fits : callable
        ``fits(learner)`` says whether it does the same few operations in every round, as it is set
        up.
    """

    update: Callable[[Any, float, FloatArray, FloatArray, FloatArray, FloatArray], FloatArray]
    fits: Callable[[Any], bool]


def widrow_hoff_rows(
    learner: WidrowHoff,
    step: float,
    W: FloatArray,
    X: FloatArray,
    y: FloatArray,
    scores: FloatArray,
) -> FloatArray:
    """Widrow-Hoff's update in each row."""
    errors = scores - y
    return W - step * (errors[:, np.newaxis] * X)


def gradient_descent_rows(
    learner: GradientDescent,
    step: float,
    W: FloatArray,
    X: FloatArray,
    y: FloatArray,
    scores: FloatArray,
) -> FloatArray:
    """Gradient descent's update in each row."""
    G = learner.loss.slope(y, scores)[:, np.newaxis] * X
    V = W - step * G
    if type(learner.domain) is WholeSpace:
        return V
    return np.array([learner.domain.project(v) for v in V])


def every_round_steps(learner: GradientDescent) -> bool:
    """Mistakes are nothing special, and the loss is known to work on many scores at once."""
    return not learner.conservative and type(learner.loss) in (Square, Absolute, Logistic)


LOCKSTEP: dict[type, Lockstep] = {
    WidrowHoff: Lockstep(widrow_hoff_rows, always),
    GradientDescent: Lockstep(gradient_descent_rows, every_round_steps),
}


def lockstep_of(learner: object) -> Lockstep | None:
    """How copies of this learner play side by side; None if only one after the other."""
    how = LOCKSTEP.get(type(learner))
    return how if how is not None and how.fits(learner) else None


def lockstep(
    how: Lockstep, learner: Any, X: FloatArray, y: FloatArray
) -> tuple[FloatArray, BoolArray, FloatArray, FloatArray, list[Any]]:
    r"""Let R copies of a learner play R streams, all of them a round at a time.

    Parameters
    ----------
    how : Lockstep
    learner
        It has started, and is changed.
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
            W = state[:] = how.update(learner, step, W, x, targets, seen)
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
