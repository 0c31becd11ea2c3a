"""Who may play: what the games ask of a learner, ours or yours, and how they handle one."""

from __future__ import annotations

import copy
from typing import Any, Protocol, TypeVar

import numpy as np

from .losses import Loss, ZeroOne, as_loss
from .validation import BoolArray, FloatArray, finite, real, vector


class Learner(Protocol):
    """What :func:`olbook.play` needs; a class that you write yourself will do.

    It may offer more, and then it is used: ``start(d)``, called before the first round,
    unless ``w`` or ``d`` says that the learner has a dimension already; ``w``, its weights, from
    then on; ``loss``, an object or a name such as ``"hinge"`` (the zero-one loss if there is none);
    ``copy()`` (a deep copy is made if there is none).  If ``w`` is a read-only array, an update must
    make a new one and leave the old one as it was.
    """

    def predict(self, x: FloatArray, /) -> float:
        """The score of `x`; it must not change the learner."""

    def update(self, x: FloatArray, y: float, /) -> None:
        """Learn that the target of `x` is `y`."""


class OCOLearner(Protocol):
    """What :func:`olbook.play_oco` needs: the point played next, and how to learn from a gradient."""

    @property
    def w(self) -> FloatArray | None:
        """The point that is played next."""

    def update(self, g: FloatArray, /) -> None:
        """Learn the gradient `g` of the round's loss at ``w``."""


AnyLearner = TypeVar("AnyLearner")


def copy_of(learner: AnyLearner) -> AnyLearner:
    """An independent copy, by the learner's own ``copy()`` if it has one, else a deep copy."""
    own: Any = getattr(learner, "copy", None)
    duplicate: AnyLearner = own() if callable(own) else copy.deepcopy(learner)
    return duplicate


def loss_of(learner: Learner) -> Loss:
    """The learner's loss; the zero-one loss if it names none."""
    loss: Any = getattr(learner, "loss", ZeroOne())
    return as_loss(loss)


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
        raise ValueError(
            f"the learner has dimension {present}, but the stream has d = {d}; they must be equal"
        )


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


def check_oco_learner(learner: object) -> None:
    """TypeError unless `learner` is an object that learns from gradients and does not predict."""
    check_learner(learner, "update")
    if not hasattr(learner, "w"):
        raise TypeError(
            f"learner must have an attribute w, the point it plays; {type(learner).__name__} has none"
        )
    if callable(getattr(learner, "predict", None)):
        raise TypeError(
            f"learner must learn from gradients, by update(g); {type(learner).__name__} learns from "
            "examples, by update(x, y), and is played with olbook.play"
        )


def point_of(player: OCOLearner, d: int) -> FloatArray:
    """The point that is played next, shape (d,); TypeError if there is none."""
    if player.w is None:
        raise TypeError("learner must have a point w to play, but its w is None")
    return vector("w", player.w, d)


def contradict(player: Learner, t: int, x: FloatArray) -> float:
    """Let `player` predict, answer the label for which this is a mistake, and let it learn that.

    To a tie, which is a mistake for both labels, the answer is +1.  An adversary calls this.
    """
    try:
        score = finite("the score", real("the score", player.predict(x)))
        plus = mistakes_of(loss_of(player), np.ones(1), np.array([score]))
        y = 1.0 if plus[0] else -1.0
        player.update(x, y)
    except ValueError as error:
        raise ValueError(f"round {t}: {error}") from error
    return y


def mistakes_of(loss: Loss, y: FloatArray, scores: FloatArray) -> BoolArray:
    """The rounds in which a loss for classification sees a mistake, or a tie."""
    threshold: float = getattr(loss, "threshold", 0.0)
    plus = y > 0
    return (plus & (scores <= threshold)) | (~plus & (scores >= threshold))
