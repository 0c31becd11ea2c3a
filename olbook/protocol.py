r"""The online game, and the record of what happened in it.

In round :math:`t=1,\dots,T` the learner sees :math:`x_t`, predicts the score
:math:`s_t=\langle w_t,x_t\rangle`, is told :math:`y_t`, and updates its weights to
:math:`w_{t+1}`.  :func:`play` plays this game; :func:`play_oco` plays the game of online convex
optimisation, where the learner plays the point :math:`w_t` and pays :math:`f_t(w_t)`.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .losses import Loss, ZeroOne, as_loss
from .validation import (
    BoolArray,
    FloatArray,
    finite,
    matrix,
    real,
    targets,
    vector,
    whole,
)


class Learner(Protocol):
    """What :func:`play` needs; a class that you write yourself will do.

    It may offer more, and :func:`play` then uses it: ``start(d)``, called before the first round;
    ``w``, its weights; ``loss``, an object or a name such as ``"hinge"`` (the zero-one loss if there
    is none); ``copy()`` (a deep copy is made if there is none).
    """

    def predict(self, x: FloatArray, /) -> float:
        """The score of `x`; it must not change the learner."""

    def update(self, x: FloatArray, y: float, /) -> None:
        """Learn that the target of `x` is `y`."""


class OCOLearner(Protocol):
    """What :func:`play_oco` needs: the point played next, and how to learn from a gradient."""

    @property
    def w(self) -> FloatArray | None:
        """The point that is played next."""

    def update(self, g: FloatArray, /) -> None:
        """Learn the gradient `g` of the round's loss at ``w``."""


class ConvexLoss(Protocol):
    """One round's loss in :func:`play_oco`."""

    def value(self, w: FloatArray, /) -> float:
        """The loss of the point `w`."""

    def gradient(self, w: FloatArray, /) -> ArrayLike:
        """A gradient, or subgradient, at `w`, of shape (d,)."""


AnyLearner = TypeVar("AnyLearner")


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    r"""What happened in a game of T rounds; row ``t - 1`` of an array belongs to round t.

    Attributes
    ----------
    scores : (T,) array
        The predictions :math:`s_t`, made before the update.
    losses : (T,) array
        The learner's loss in each round.
    mistakes : (T,) array of bool, or None
        Whether :math:`y_t(s_t-\theta)\le0`; a tie is a mistake.  The threshold :math:`\theta` is
        that of the loss, 1/2 for :class:`olbook.Winnow`; for all others it is 0.  None for
        regression.
    updates : (T,) array of bool, or None
        The rounds in which the weights were changed.  None if the learner has neither ``w`` nor
        ``coefficients`` to look at.
    w : (d,) array or None
        The last weights, :math:`w_{T+1}`; None if the learner has no ``w``.
    average_w : (d,) array or None
        :math:`(w_1+\dots+w_T)/T`.
    weights : (T + 1, d) array or None
        Row ``t - 1`` is :math:`w_t`; None unless it was asked for by ``keep_weights=True``.
    learner
        The copy that has played, as it is after round T.
    T, d : int
        The number of rounds and the dimension.
    """

    scores: FloatArray
    losses: FloatArray
    mistakes: BoolArray | None
    updates: BoolArray | None
    w: FloatArray | None
    average_w: FloatArray | None
    weights: FloatArray | None
    learner: Any
    T: int
    d: int

    @property
    def n_mistakes(self) -> int | None:
        """The number of mistakes; None for regression."""
        return None if self.mistakes is None else int(self.mistakes.sum())

    def __repr__(self) -> str:
        if self.mistakes is None:
            return f"Run(T={self.T}, total loss={self.losses.sum():.6g})"
        return f"Run(T={self.T}, mistakes={self.n_mistakes})"


@dataclass(frozen=True, eq=False, repr=False)
class OcoRun:
    r"""What happened in T rounds of online convex optimisation.

    Attributes
    ----------
    losses : (T,) array
        :math:`f_t(w_t)`.
    gradients : (T, d) array
        :math:`g_t`, the gradient of :math:`f_t` at :math:`w_t`.
    w : (d,) array
        :math:`w_{T+1}`.
    average_w : (d,) array
        :math:`(w_1+\dots+w_T)/T`.
    weights : (T + 1, d) array or None
        Row ``t - 1`` is :math:`w_t`; None if ``keep_weights=False``.
    learner
        The copy that has played, as it is after round T.
    T, d : int
        The number of rounds and the dimension.
    """

    losses: FloatArray
    gradients: FloatArray
    w: FloatArray
    average_w: FloatArray
    weights: FloatArray | None
    learner: Any
    T: int
    d: int

    def __repr__(self) -> str:
        return f"OcoRun(T={self.T}, total loss={self.losses.sum():.6g})"


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
        Anything with ``predict(x)`` and ``update(x, y)``; see :class:`olbook.protocol.Learner`.
    X : (T, d) array, or iterable of pairs
        One row a round, T and d at least 1.  With `y` left out, an iterable of blocks
        ``(X_block, y_block)``; only one block at a time is held.
    y : (T,) array, optional
        Labels -1 or +1 if the learner's loss is for classification, finite numbers otherwise.
    keep_weights : bool
        Keep all of :math:`w_1,\dots,w_{T+1}` in ``run.weights``.
    method : {"auto", "loop"}
        How to play.  There is one way at present, the loop, and both names choose it.
    progress : bool
        Say on standard error which round it is.

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
    The protocol of the lecture on the Perceptron, item "online classification".

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
    first = next(blocks)
    d = first[0].shape[1]
    start(player, d)

    diary = _Diary(player, d, keep_weights)
    scores: list[float] = []
    labels: list[FloatArray] = []
    for X_block, y_block in chain([first], blocks):
        labels.append(y_block)
        for x, label in zip(X_block, y_block.tolist(), strict=True):
            try:
                scores.append(finite("the score", real("the score", player.predict(x))))
                player.update(x, label)
                diary.end_round(player)
            except ValueError as error:
                raise ValueError(f"round {diary.T + 1}: {error}") from error
            if progress and diary.T % 1000 == 0:
                print(f"\rround {diary.T}", end="", file=sys.stderr, flush=True)
    if progress:
        print(f"\rround {diary.T}, the last", file=sys.stderr)

    all_scores, all_labels = np.array(scores), np.concatenate(labels)
    return Run(
        scores=all_scores,
        losses=loss.value(all_labels, all_scores),
        mistakes=_mistakes(loss, all_labels, all_scores),
        updates=diary.updates(),
        w=diary.w,
        average_w=diary.average_w(),
        weights=diary.weights(),
        learner=player,
        T=diary.T,
        d=d,
    )


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
    The protocol of the lecture on online convex optimisation.

    Examples
    --------
    >>> import olbook as ol
    >>> run = ol.play_oco(ol.OnlineGradientDescent(eta=0.5), [[1.0, 0.0], [1.0, 0.0]])
    >>> run
    OcoRun(T=2, total loss=-0.5)
    >>> run.w
    array([-1.,  0.])
    """
    check_learner(learner, "update")
    rounds = _convex_losses(losses)
    player: Any = copy_of(learner)
    if d is None:
        d = rounds[0].d if isinstance(rounds[0], _Linear) else dimension(player)
    if d is None:
        raise ValueError("d must be given, because neither the losses nor the learner tell it")
    start(player, whole("d", d))
    if getattr(player, "w", None) is None:
        raise TypeError("learner must have a point w to play in the first round")

    diary = _Diary(player, d, keep_weights)
    values: list[float] = []
    gradients: list[FloatArray] = []
    for loss in rounds:
        try:
            values.append(finite("the loss", real("the loss", loss.value(player.w))))
            gradients.append(vector("the gradient", loss.gradient(player.w), d))
            player.update(gradients[-1])
            diary.end_round(player)
        except ValueError as error:
            raise ValueError(f"round {diary.T + 1}: {error}") from error
    return OcoRun(
        losses=np.array(values),
        gradients=np.array(gradients),
        w=diary.w,
        average_w=diary.average_w(),
        weights=diary.weights(),
        learner=player,
        T=diary.T,
        d=d,
    )


def copy_of(learner: AnyLearner) -> AnyLearner:
    """An independent copy, by the learner's own ``copy()`` if it has one, else a deep copy."""
    own: Any = getattr(learner, "copy", None)
    duplicate: AnyLearner = own() if callable(own) else copy.deepcopy(learner)
    return duplicate


def loss_of(learner: Learner) -> Loss:
    """The learner's loss; the zero-one loss if it names none."""
    loss: Any = getattr(learner, "loss", ZeroOne())
    named: Loss = as_loss(loss) if isinstance(loss, str) else loss
    return named


def dimension(learner: object) -> int | None:
    """The dimension a learner is committed to; None before it has started."""
    w = getattr(learner, "w", None)
    return getattr(learner, "d", None) if w is None else len(w)


def start(learner: object, d: int) -> None:
    """Start `learner` in dimension `d`, unless it has learned already: then it goes on."""
    present = dimension(learner)
    if present is None:
        begin = getattr(learner, "start", None)
        if callable(begin):
            begin(d)
    elif present != d:
        raise ValueError(f"the learner has dimension {present}, but the stream has d = {d}")


class _Diary:
    """Watches a learner's weights from round to round."""

    def __init__(self, learner: object, d: int, keep_weights: bool) -> None:
        self.T = 0
        self._d = d
        self._has_w = getattr(learner, "w", None) is not None
        self._state: Any = None
        self._state = self._look(learner)
        self._unchanged = 0  # rounds that were played with the present weights
        self._sum = np.zeros(d)  # of the weights of all rounds before those
        self._updates: list[bool] = []
        self._weights = [self._state] if keep_weights and self._has_w else None

    def _look(self, learner: Any) -> Any:
        """A snapshot of the weights, or of the coefficients if there are no weights."""
        if not self._has_w:
            return copy.copy(getattr(learner, "coefficients", None))
        w = learner.w
        if w is self._state:
            return w
        w = vector("w", w, self._d)
        # An array that nobody can write to is its own snapshot.
        return w if w.flags.owndata and not w.flags.writeable else w.copy()

    def end_round(self, learner: object) -> None:
        """Take down what the update of this round did."""
        state = self._look(learner)
        changed = state is not self._state and not np.array_equal(state, self._state)
        self.T += 1
        self._unchanged += 1
        self._updates.append(changed)
        if changed:
            if self._has_w:
                self._sum += self._unchanged * self._state
            self._state, self._unchanged = state, 0
        if self._weights is not None:
            self._weights.append(self._state)

    def updates(self) -> BoolArray | None:
        return None if self._state is None else np.array(self._updates)

    @property
    def w(self) -> Any:
        return self._state.copy() if self._has_w else None

    def average_w(self) -> Any:
        if not self._has_w:
            return None
        return (self._sum + self._unchanged * self._state) / self.T

    def weights(self) -> FloatArray | None:
        return None if self._weights is None else np.array(self._weights)


def check_learner(learner: object, *members: str) -> None:
    """TypeError unless `learner` is an object, not a class, with these methods."""
    if isinstance(learner, type):
        raise TypeError(
            f"learner must be an object, not the class itself: write {learner.__name__}()"
        )
    for member in members:
        if not callable(getattr(learner, member, None)):
            raise TypeError(
                f"learner must have a method {member}; {type(learner).__name__} has none"
            )


def _mistakes(loss: Loss, y: FloatArray, scores: FloatArray) -> BoolArray | None:
    if loss.kind != "classification":
        return None
    threshold: float = getattr(loss, "threshold", 0.0)
    return y * (scores - threshold) <= 0


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
        X_block = matrix("X", pair[0], first_round=done + 1)
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


class _Linear:
    """The linear loss with gradient `g`."""

    def __init__(self, g: FloatArray) -> None:
        self._g = g
        self.d = len(g)

    def value(self, w: FloatArray) -> float:
        return float(np.dot(self._g, w))

    def gradient(self, w: FloatArray) -> FloatArray:
        return self._g


def _convex_losses(losses: Any) -> list[Any]:
    """The losses of `play_oco` as objects with value and gradient, one a round."""
    if not isinstance(losses, Iterable):
        raise TypeError("losses must be an array of gradients or an iterable of losses")
    if isinstance(losses, np.ndarray):
        return [_Linear(g) for g in matrix("losses", losses)]
    rounds = list(losses)
    if not rounds:
        raise ValueError("losses must have at least one round, got none")
    if hasattr(rounds[0], "gradient"):
        for t, loss in enumerate(rounds, start=1):
            if not (callable(getattr(loss, "value", None)) and callable(loss.gradient)):
                raise TypeError(f"losses must have value(w) and gradient(w); round {t} has not")
        return rounds
    return [_Linear(g) for g in matrix("losses", rounds)]
