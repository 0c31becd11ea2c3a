r"""The online game: who plays it stands in ``players``, what happened in ``record``.

In round :math:`t=1,\dots,T` the learner sees :math:`x_t`, predicts the score
:math:`s_t=\langle w_t,x_t\rangle`, is told :math:`y_t`, and updates its weights to
:math:`w_{t+1}`.  :func:`play` plays this game; :func:`play_oco` plays the game of online convex
optimisation, where the learner plays the point :math:`w_t` and pays :math:`f_t(w_t)`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from .fast import FOLLOW, is_scanned, play_leader, scan
from .learners import inner
from .losses import ZeroOne
from .players import (
    Learner,
    OCOLearner,
    check_learner,
    check_oco_learner,
    copy_of,
    dimension,
    loss_of,
    mistakes_of,
    start,
)
from .record import Diary, OcoRun, Run
from .validation import (
    FloatArray,
    all_finite,
    finite,
    finite_rows,
    read_only,
    real,
    table,
    targets,
    vector,
    whole,
)

# NumPy need not warn of a number that stops being finite: an error follows, and says in which round.
QUIET: dict[str, Any] = {"over": "ignore", "invalid": "ignore"}


def play(
    learner: Learner,
    X: ArrayLike | Iterable[tuple[ArrayLike, ArrayLike]],
    y: ArrayLike | None = None,
    *,
    keep_weights: bool = False,
    method: str = "auto",
    progress: bool = False,
) -> Run:
    r"""Play the online game: predict :math:`s_t`, be told :math:`y_t`, update, for each round t.

    The learner itself is never changed.  A copy plays, from the learner's present state, and comes
    back as ``run.learner``.

    Parameters
    ----------
    learner
        Anything with ``predict(x)`` and ``update(x, y)``; see :class:`olbook.players.Learner`.
    X : (T, d) array, or iterable of pairs
        One row a round, T and d at least 1.  With `y` left out, an iterable of blocks
        ``(X_block, y_block)``; only one block at a time is held.
    y : (T,) array, optional
        Labels -1 or +1 if the learner's loss is for classification, finite numbers otherwise.
    keep_weights : bool
        Keep all of :math:`w_1,\dots,w_{T+1}` in ``run.weights``.
    method : {"auto", "loop"}
        How to play.  ``"auto"`` scans the stream if the learner is one that many rounds do not
        change, such as the Perceptron; see :func:`olbook.fast.scan`.  The result is the same, bit
        for bit.  ``"loop"`` plays round by round.
    progress : bool
        Draw a bar on standard error, or count rounds if their number is not known beforehand.

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        If a value, a shape, a dtype or a label is wrong, or a score or weight stops being finite;
        the message says in which round, counted from 1.
    TypeError
        If an argument is the wrong kind of object.

    Notes
    -----
    The protocol of online prediction, as the chapter on the Perceptron tells it.

    Of a stream of blocks, one block at a time is held.  What stays are the arrays of the run, at most
    18 bytes a round, and the weights of every round if they are to be kept.

    Examples
    --------
    >>> import olbook as ol
    >>> run = ol.play(ol.Perceptron(), [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, -1, 1])
    >>> run
    Run(T=3, mistakes=3)
    >>> run.w
    array([2., 0.])
    """
    check_learner(learner, "predict", "update")
    if method not in ("auto", "loop"):
        raise ValueError(f'method must be "auto" or "loop", got {method!r}')
    player = copy_of(learner)
    loss = loss_of(player)
    blocks = _blocks(X, y, loss.kind)
    if progress:
        blocks = _with_progress(blocks, all_at_once=y is not None)
    first = next(blocks)
    d = first[0].shape[1]
    start(player, d)

    play_block = scan if method == "auto" and is_scanned(player) else _loop
    diary = Diary(player, d, keep_weights)
    scores, losses, mistakes = [], [], []
    for X_block, y_block in chain([first], blocks):
        first_round = diary.T + 1
        scores.append(play_block(player, X_block, y_block, diary))
        if loss.kind == "classification":
            mistakes.append(mistakes_of(loss, y_block, scores[-1]))
        if type(loss) is ZeroOne:  # whose value is 1 for a mistake, 0 otherwise
            losses.append(mistakes[-1].astype(np.float64))
        else:
            with np.errstate(**QUIET):
                losses.append(loss.value(y_block, scores[-1]))
            all_finite("the loss", losses[-1], first_round)
    return Run(
        scores=_joined(scores),
        losses=_joined(losses),
        mistakes=_joined(mistakes) if mistakes else None,
        updates=diary.updates(),
        w=diary.w,
        average_w=diary.average_w(),
        weights=diary.weights(),
        learner=player,
        T=diary.T,
        d=d,
    )


def _loop(player: Learner, X: FloatArray, y: FloatArray, diary: Diary) -> FloatArray:
    """Play a block round by round: this is what every other way to play must equal."""
    finite_rows("X", X, first_round=diary.T + 1)
    scores = np.empty(len(X))
    with np.errstate(**QUIET):
        for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
            try:
                scores[t] = finite("the score", real("the score", player.predict(x)))
                player.update(x, label)
                diary.end_round(player)
            except ValueError as error:
                raise ValueError(f"round {diary.T + 1}: {error}") from error
    return scores


class ConvexLoss(Protocol):
    """One round's loss in :func:`play_oco`."""

    def value(self, w: FloatArray, /) -> float:
        """The loss of the point `w`."""

    def gradient(self, w: FloatArray, /) -> ArrayLike:
        """A gradient, or subgradient, at `w`, of shape (d,)."""


def play_oco(
    learner: OCOLearner,
    losses: ArrayLike | Iterable[ConvexLoss],
    *,
    d: int | None = None,
    keep_weights: bool = True,
) -> OcoRun:
    r"""Play online convex optimisation: play :math:`w_t`, pay :math:`f_t(w_t)`, update, for each t.

    The learner itself is never changed.  A copy plays, from the learner's present state, and comes
    back as ``run.learner``.

    Parameters
    ----------
    learner
        Anything with ``w`` and ``update(g)``, such as :class:`olbook.OnlineGradientDescent`.
    losses : (T, d) array, or iterable of T losses
        An array holds gradients: :math:`f_t(w)=\langle g_t,w\rangle`.  Otherwise each loss has
        ``value(w)`` and ``gradient(w)``.
    d : int, optional
        The dimension, where neither the array nor the learner tells it.
    keep_weights : bool
        Keep all of :math:`w_1,\dots,w_{T+1}` in ``run.weights``.

    Returns
    -------
    OcoRun

    Raises
    ------
    ValueError
        If a value or a shape is wrong, or something stops being finite; the message says in which
        round, counted from 1.
    TypeError
        If an argument is the wrong kind of object.

    Notes
    -----
    The protocol of online convex optimisation; Zinkevich (2003).

    Examples
    --------
    >>> import olbook as ol
    >>> run = ol.play_oco(ol.OnlineGradientDescent(eta=0.5), [[1.0, 0.0], [1.0, 0.0]])
    >>> run
    OcoRun(T=2, total loss=-0.5)
    >>> run.w
    array([-1.,  0.])
    """
    check_oco_learner(learner)
    rounds = _convex_losses(losses)
    player: Any = copy_of(learner)
    if d is None:
        d = rounds.shape[1] if isinstance(rounds, np.ndarray) else dimension(player)
    if d is None:
        raise ValueError("d must be given, because neither the losses nor the learner tell it")
    start(player, whole("d", d))
    if getattr(player, "w", None) is None:
        raise TypeError("learner must have a point w to play in the first round")

    if isinstance(rounds, np.ndarray):
        if type(player) in FOLLOW and rounds.shape[1] == d:
            with suppress(ValueError):  # if something is wrong, the loop will say in which round
                leader, diary = copy_of(player), Diary(player, d, keep_weights)
                return _oco_run(leader, diary, *play_leader(leader, rounds, diary))
        rounds = [_Linear(g) for g in finite_rows("losses", rounds)]
    diary = Diary(player, d, keep_weights)
    values: list[float] = []
    gradients: list[FloatArray] = []
    with np.errstate(**QUIET):
        for loss in rounds:
            try:
                values.append(finite("the loss", real("the loss", loss.value(player.w))))
                gradients.append(vector("the gradient", loss.gradient(player.w), d).copy())
                player.update(gradients[-1])
                diary.end_round(player)
            except ValueError as error:
                raise ValueError(f"round {diary.T + 1}: {error}") from error
    return _oco_run(player, diary, np.array(values), np.array(gradients))


def _oco_run(player: Any, diary: Diary, losses: FloatArray, gradients: FloatArray) -> OcoRun:
    return OcoRun(
        losses=losses,
        gradients=gradients,
        w=diary.w,
        average_w=diary.average_w(),
        weights=diary.weights(),
        learner=player,
        T=len(gradients),
        d=gradients.shape[1],
    )


class _Linear:
    """The linear loss with gradient `g`."""

    def __init__(self, g: FloatArray) -> None:
        self._g = g

    def value(self, w: FloatArray) -> float:
        return float(inner(self._g, w))

    def gradient(self, w: FloatArray) -> FloatArray:
        return self._g


def _convex_losses(losses: Any) -> FloatArray | list[Any]:
    """The losses of `play_oco`: gradients, shape (T, d), or objects with value and gradient.

    The gradients are not yet known to be finite.
    """
    if not isinstance(losses, Iterable):
        raise TypeError("losses must be an array of gradients or an iterable of losses")
    if isinstance(losses, np.ndarray):
        return table("losses", losses)
    rounds = list(losses)
    if not rounds:
        raise ValueError("losses must have at least one round, got none")
    if hasattr(rounds[0], "gradient"):
        for t, loss in enumerate(rounds, start=1):
            if not (callable(getattr(loss, "value", None)) and callable(loss.gradient)):
                raise TypeError(f"losses must have value(w) and gradient(w); round {t} has not")
        return rounds
    return table("losses", rounds)


def _blocks(X: Any, y: ArrayLike | None, kind: str) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The stream as validated blocks of at least one round each."""
    if y is None and (isinstance(X, np.ndarray) or not isinstance(X, Iterable)):
        raise TypeError("y is missing: give y, or an iterable of (X_block, y_block) as X")
    done, d = 0, None
    for pair in X if y is None else [(X, y)]:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"X must be an iterable of pairs (X_block, y_block) if y is left out; "
                f"the block of round {done + 1} is no pair"
            )
        X_block = read_only(table("X", pair[0]).view())  # no learner can change the stream
        y_block = targets("y", pair[1], len(X_block), kind, first_round=done + 1)
        if d is None:
            d = X_block.shape[1]
        elif X_block.shape[1] != d:
            raise ValueError(
                f"X must have {d} columns in every block; "
                f"the block of round {done + 1} has {X_block.shape[1]}"
            )
        yield X_block, y_block
        done += len(X_block)
    if done == 0:
        raise ValueError("X must have at least one round, got an empty stream")


def _joined(parts: list[Any]) -> Any:
    """The parts of an array in one piece; nothing is copied if there is only one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _with_progress(
    blocks: Iterator[tuple[FloatArray, FloatArray]], all_at_once: bool
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The same stream; on the way it says on standard error how far the game is."""
    done = 0
    for X_block, y_block in blocks:
        T = len(X_block)
        step = max(1, T // 100) if all_at_once else T
        for i in range(0, T, step):
            yield X_block[i : i + step], y_block[i : i + step]
            done += len(X_block[i : i + step])
            told = f"{_bar(done / T)} {done} of {T}" if all_at_once else f"round {done}"
            print(f"\r{told}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _bar(share: float) -> str:
    filled = int(40 * share)
    return f"[{'#' * filled}{'.' * (40 - filled)}]"
