r"""Many games at once: copies of a learner on streams of their own, as a Monte Carlo study needs."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .fast import goes_in_lockstep, lockstep
from .losses import Loss
from .players import Learner, check_learner, copy_of, loss_of, mistakes_of, start
from .protocol import play
from .record import Replicas, Run
from .validation import FloatArray, finite_rows, real_array


def replicate(learner: Learner, X: ArrayLike, y: ArrayLike) -> Replicas:
    r"""Let R copies of a learner play R streams; the result equals R separate runs, bit for bit.

    A learner whose update is the same few operations in every round, such as gradient descent,
    plays all streams in lockstep: one operation on R rows costs little more than on one.  The other
    learners play one stream after the other.

    Parameters
    ----------
    learner
        Anything that :func:`olbook.play` takes; it is not changed.
    X : (T, R, d) array
        ``X[:, r]`` is the stream of copy r.
    y : (T, R) array
        Its labels or targets are ``y[:, r]``.

    Returns
    -------
    Replicas
        The arrays of R runs, with an axis for the copies after that for the rounds.

    Raises
    ------
    ValueError
        If a value, a shape, a dtype or a label is wrong, or a score or weight stops being finite;
        the message names the copy, counted from 0 as in ``X[:, r]``, and the round, counted from 1.
    TypeError
        If an argument is the wrong kind of object.

    Examples
    --------
    The mean loss of twenty runs, in the first ten rounds and in the last ten:

    >>> import numpy as np
    >>> import olbook as ol
    >>> X = np.random.default_rng(0).standard_normal((100, 20, 3))
    >>> y = X @ [1.0, -2.0, 0.5]
    >>> runs = ol.replicate(ol.WidrowHoff(0.1), X, y)
    >>> runs.losses.shape, runs.w.shape
    ((100, 20), (20, 3))
    >>> print(f"{runs.losses[:10].mean():.1f} {runs.losses[-10:].mean():.1f}")
    1.4 0.0
    """
    check_learner(learner, "predict", "update")
    X = real_array("X", X)
    if X.ndim != 3 or 0 in X.shape:
        raise ValueError(
            f"X must have shape (T, R, d), each at least 1, one row a round and copy; "
            f"got shape {X.shape}"
        )
    y = real_array("y", y)
    if y.shape != X.shape[:2]:
        raise ValueError(f"y must have shape {X.shape[:2]}, that of X without d; got {y.shape}")
    player: Any = copy_of(learner)
    loss = loss_of(player)
    if goes_in_lockstep(player):
        start(player, X.shape[2])
        replicas = _lockstep(player, loss, X, y)
        if replicas is not None:
            return replicas
    return _stacked([_play_copy(learner, X, y, r) for r in range(X.shape[1])])


def _play_copy(learner: Learner, X: FloatArray, y: FloatArray, r: int) -> Run:
    try:
        return play(learner, X[:, r], y[:, r])
    except ValueError as error:
        raise ValueError(f"copy {r}: {error}") from error


def _stacked(runs: list[Run]) -> Replicas:
    """The runs side by side."""

    def beside(name: str, axis: int) -> Any:
        arrays = [getattr(run, name) for run in runs]
        return None if arrays[0] is None else np.stack(arrays, axis=axis)

    return Replicas(
        scores=beside("scores", 1),
        losses=beside("losses", 1),
        mistakes=beside("mistakes", 1),
        updates=beside("updates", 1),
        w=beside("w", 0),
        average_w=beside("average_w", 0),
        learners=[run.learner for run in runs],
        R=len(runs),
        T=runs[0].T,
        d=runs[0].d,
    )


def _lockstep(player: Any, loss: Loss, X: FloatArray, y: FloatArray) -> Replicas | None:
    """All streams together; None if anything goes wrong, because the loop can say what and where."""
    good = np.abs(y) == 1 if loss.kind == "classification" else np.isfinite(y)
    if not good.all():
        return None
    with np.errstate(over="ignore", invalid="ignore"), suppress(ValueError):
        scores, updates, w, average_w, learners = lockstep(player, X, y)
        return Replicas(
            scores=scores,
            losses=finite_rows("the loss", loss.value(y, scores)),
            mistakes=mistakes_of(loss, y, scores) if loss.kind == "classification" else None,
            updates=updates,
            w=w,
            average_w=average_w,
            learners=learners,
            R=X.shape[1],
            T=X.shape[0],
            d=X.shape[2],
        )
    return None
