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
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .fast import AT_ONCE, changes, declares, scan, skips_rounds, total_in_order
from .losses import Loss, ZeroOne, as_loss
from .validation import (
    BoolArray,
    FloatArray,
    finite,
    finite_rows,
    read_only,
    real,
    table,
    targets,
    vector,
    whole,
)


class Learner(Protocol):
    """What :func:`play` needs; a class that you write yourself will do.

    It may offer more, and :func:`play` then uses it: ``start(d)``, called before the first round,
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


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True, eq=False)
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
    The protocol of the lecture on the Perceptron, item "online classification".

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

    play_block = _scan if method == "auto" and skips_rounds(player) else _loop
    diary = _Diary(player, d, keep_weights)
    scores, losses, mistakes = [], [], []
    for X_block, y_block in chain([first], blocks):
        first_round = diary.T + 1
        scores.append(play_block(player, X_block, y_block, diary))
        if loss.kind == "classification":
            mistakes.append(mistakes_of(loss, y_block, scores[-1]))
        if type(loss) is ZeroOne:  # whose value is 1 for a mistake, 0 otherwise
            losses.append(mistakes[-1].astype(np.float64))
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                losses.append(loss.value(y_block, scores[-1]))
            _all_finite("the loss", losses[-1], first_round)
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
        if declares(player, "update_all") and rounds.shape[1] == d:
            with suppress(ValueError):  # if something is wrong, the loop will say in which round
                return _play_at_once(copy_of(player), rounds, keep_weights)
        rounds = [_Linear(g) for g in finite_rows("losses", rounds)]
    diary = _Diary(player, d, keep_weights)
    values: list[float] = []
    gradients: list[FloatArray] = []
    for loss in rounds:
        try:
            values.append(finite("the loss", real("the loss", loss.value(player.w))))
            gradients.append(vector("the gradient", loss.gradient(player.w), d).copy())
            player.update(gradients[-1])
            diary.end_round(player)
        except ValueError as error:
            raise ValueError(f"round {diary.T + 1}: {error}") from error
    return _oco_run(player, diary, np.array(values), np.array(gradients))


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
        raise ValueError(f"the learner has dimension {present}, but the stream has d = {d}")


def _play_at_once(player: Any, gradients: FloatArray, keep_weights: bool) -> OcoRun:
    """Play linear losses with a learner that can learn many at once, see :func:`olbook.fast.follow`.

    ValueError if anything is not finite: a loss is not, if its gradient or the point is not.
    """
    T, d = gradients.shape
    diary = _Diary(player, d, keep_weights)
    values, kept = np.empty(T), np.empty((T, d))
    rows = min(T, max(1, AT_ONCE // d))
    room = np.empty((rows + 1, d))
    for t in range(0, T, rows):
        G = kept[t : t + rows]
        G[:] = gradients[t : t + rows]
        points = room[: len(G) + 1]
        points[0], points[1:] = player.w, player.update_all(G)
        with np.errstate(over="ignore", invalid="ignore"):
            np.vecdot(G, points[:-1], out=values[t : t + rows])
        diary.end_rounds(points)
    if not np.isfinite(values).all():
        raise ValueError("the loss must stay finite")
    return _oco_run(player, diary, values, kept)


def _oco_run(player: Any, diary: _Diary, losses: FloatArray, gradients: FloatArray) -> OcoRun:
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


def _loop(player: Learner, X: FloatArray, y: FloatArray, diary: _Diary) -> FloatArray:
    """Play a block round by round: this is what every other way to play must equal."""
    finite_rows("X", X, first_round=diary.T + 1)
    scores = np.empty(len(X))
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        try:
            scores[t] = finite("the score", real("the score", player.predict(x)))
            player.update(x, label)
            diary.end_round(player)
        except ValueError as error:
            raise ValueError(f"round {diary.T + 1}: {error}") from error
    return scores


def _scan(player: Any, X: FloatArray, y: FloatArray, diary: _Diary) -> FloatArray:
    """Play a block by :func:`olbook.fast.scan`; errors are those of the loop."""
    scores = np.empty(len(X))
    first_round = diary.T + 1
    try:
        # What overflows in a look ahead need not do so when the round is played.
        with np.errstate(over="ignore", invalid="ignore"):
            scan(player, X, y, diary, scores)
    except Exception:  # the loop would have met an earlier fault first
        finite_rows("X", X, first_round)
        _all_finite("the score", scores[: diary.T + 1 - first_round], first_round)
        raise
    if not np.isfinite(scores).all():
        finite_rows("X", X, first_round)
        _all_finite("the score", scores, first_round)
    return scores


def _joined(parts: list[Any]) -> Any:
    """The parts of an array in one piece; nothing is copied if there is only one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _all_finite(name: str, values: FloatArray, first_round: int) -> None:
    """ValueError that names the first round with a value that is not finite."""
    for t in np.flatnonzero(~np.isfinite(values)).tolist():
        finite(f"round {first_round + t}: {name}", float(values[t]))


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
        self._updates = bytearray()  # one byte a round
        # Room for what is noted before it is taken down, used again and again: asking the system
        # for that much memory each time would take longer than filling it.
        most = max(1, AT_ONCE // d)
        self._noted: list[int] = []  # rounds
        self._states, self._terms = np.empty((most + 1, d)), np.empty((most, d))
        self._past: list[tuple[Any, int]] | None = [] if keep_weights and self._has_w else None

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
        if not changed:
            return
        if self._has_w:
            self._sum += self._unchanged * self._state
        if self._past is not None:
            self._past.append((self._state, self._unchanged))
        self._state, self._unchanged = state, 0

    # The other way to keep it, many rounds at a time: the same numbers, added in the same order.

    def skip(self, n: int) -> None:
        """Let `n` rounds pass without a change."""
        self.T += n

    def note(self, w: FloatArray) -> None:
        """Note a round that may have changed the weights, to `w`."""
        noted = self._noted
        noted.append(self.T)
        self.T += 1
        self._states[len(noted)] = w
        if len(noted) == len(self._terms):
            self.catch_up()

    def catch_up(self) -> None:
        """Take down what was noted; ValueError if the weights stopped being finite."""
        done = len(self._updates)
        rounds = np.array(self._noted, dtype=np.intp) - done
        states = self._states[: len(rounds) + 1]
        states[0] = self._state
        self._noted.clear()
        finite_states = np.vecdot(states, np.zeros(self._d)) == 0
        if not finite_states.all():
            self.T = done + int(rounds[finite_states.argmin() - 1])
            raise ValueError(f"round {self.T + 1}: w must be finite, got a NaN or an infinity")
        self._take_down(self.T - done, rounds, states)

    def end_rounds(self, points: FloatArray) -> None:
        """Take down many rounds: the point that is played in each, and the one after the last."""
        n = len(points) - 1
        points[0] = self._state  # the same point, but a zero may have had the other sign
        self.T += n
        self._take_down(n, np.arange(n), points)

    def _take_down(self, n: int, rounds: Any, states: FloatArray) -> None:
        """Take down `n` rounds; those numbered `rounds` led from each of the `states` to the next."""
        new = changes(states)
        if not new.all():
            rounds, states = rounds[new], states[np.append(True, new)]
        ends = np.concatenate([[-self._unchanged], rounds + 1, [n]])
        played = ends[1:] - ends[:-1]  # with each of the states
        terms = self._terms[: len(states) - 1]
        # NumPy multiplies floats by floats several times as fast as by integers.
        np.multiply(states[:-1], played[:-1, np.newaxis].astype(np.float64), out=terms)
        if len(terms):
            terms[0] += self._sum
            self._sum = total_in_order(terms)
        if self._past is not None:
            self._past += zip(states[:-1].copy(), played[:-1].tolist(), strict=True)
        self._state, self._unchanged = states[-1].copy(), int(played[-1])
        updates = np.zeros(n, dtype=np.bool_)
        updates[rounds] = True
        self._updates += updates.tobytes()

    def updates(self) -> BoolArray | None:
        if self._state is None:
            return None
        return np.frombuffer(self._updates, dtype=np.bool_).copy()

    @property
    def w(self) -> Any:
        return self._state.copy() if self._has_w else None

    def average_w(self) -> Any:
        if not self._has_w:
            return None
        return (self._sum + self._unchanged * self._state) / self.T

    def weights(self) -> FloatArray | None:
        if self._past is None:
            return None
        # The present state was played since it came, and would be played once more.
        states, rounds = zip(*self._past, (self._state, self._unchanged + 1), strict=True)
        return np.repeat(np.array(states), rounds, axis=0)


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


class _Linear:
    """The linear loss with gradient `g`."""

    def __init__(self, g: FloatArray) -> None:
        self._g = g

    def value(self, w: FloatArray) -> float:
        return float(np.vecdot(self._g, w))

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
