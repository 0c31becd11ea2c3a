"""The record of a game, or of many: what `play`, `play_oco` and `replicate` return."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from .rows import AT_ONCE, changes, total_in_order
from .validation import BoolArray, FloatArray, vector


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
class Replicas:
    r"""What happened in R games of T rounds each, played side by side; no :class:`Run` but R of them.

    The axis of the copies comes after that of the rounds: ``[t - 1, r]`` belongs to round t of copy
    r, and ``losses.mean(axis=1)`` is the mean loss in each round.

    Attributes
    ----------
    scores, losses : (T, R) array
        As in a :class:`Run`.
    mistakes, updates : (T, R) array of bool, or None
        As in a :class:`Run`.
    w, average_w : (R, d) array or None
        The last weights of each copy, and the average of those it played with.
    learners : list
        The R copies, as they are after round T.
    R, T, d : int
        The number of copies, of rounds, and the dimension.
    """

    scores: FloatArray
    losses: FloatArray
    mistakes: BoolArray | None
    updates: BoolArray | None
    w: FloatArray | None
    average_w: FloatArray | None
    learners: list[Any]
    R: int
    T: int
    d: int

    def __repr__(self) -> str:
        return f"Replicas(R={self.R}, T={self.T}, mean total loss={self.losses.sum() / self.R:.6g})"


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


class Diary:
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
