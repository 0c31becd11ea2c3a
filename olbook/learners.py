r"""What the learners have in common: everything around the loop.

Each learner of the book has an ``update`` that reads like the pseudocode of its chapter.  Checking what
comes in, counting rounds, asking for the step :math:`\eta_t` and handing out the weights is the
same for all, and stands here.
"""

from __future__ import annotations

import copy
import inspect
import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import wraps
from types import BuiltinFunctionType, FunctionType
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeAlias, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from .losses import Hinge, Loss, as_loss
from .validation import (
    FloatArray,
    finite,
    point,
    positive,
    read_only,
    target,
    vector,
    whole,
)

StepSize: TypeAlias = float | Callable[[int], float]

Player = TypeVar("Player")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

PLAIN = {bool, int, float, str, type(None), type, FunctionType, BuiltinFunctionType}


def all_or_nothing(
    method: Callable[Concatenate[Player, Arguments], Result],
) -> Callable[Concatenate[Player, Arguments], Result]:
    """Make a method that fails leave its object as it was before the call.

    It is enough to remember which value each attribute had, because learners make new arrays and
    never write into old ones.  Only a random generator changes as it is used, so its state is
    remembered as well.
    """

    @wraps(method)
    def careful(self: Player, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        before = vars(self).copy()
        states = [
            (value.bit_generator, value.bit_generator.state)
            for value in before.values()
            if isinstance(value, Generator)
        ]
        try:
            return method(self, *args, **kwargs)
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            for generator, state in states:
                generator.state = state
            raise

    return careful


def independent_copy(learner: Player, **parts: Any) -> Player:
    """A copy that shares nothing with the original that one of the two could change.

    What nobody can change is shared, see :func:`is_frozen`; the rest is copied with all it holds.
    `parts` are attributes that the caller has copied already.
    """
    twin = type(learner).__new__(type(learner))
    copied: dict[int, Any] = {id(learner): twin}
    for name, value in vars(learner).items():
        if name in parts:
            vars(twin)[name] = parts[name]
        else:
            vars(twin)[name] = value if is_frozen(value) else copy.deepcopy(value, copied)
    return twin


def is_frozen(value: Any) -> bool:
    """Whether nobody can change this value: numbers, names, functions, read-only arrays.

    Also a frozen dataclass that holds such values only.  An object with attributes of its own can
    change, even if it can be called like a function.
    """
    kind = type(value)
    if kind in PLAIN:
        return True
    if kind is np.ndarray:
        flags = value.flags
        return flags.owndata and not flags.writeable and not value.dtype.hasobject
    made_as = vars(kind).get("__dataclass_params__")  # of this class, not of one it derives from
    if made_as is None or not made_as.frozen:
        return False
    return all(is_frozen(getattr(value, name)) for name in kind.__dataclass_fields__)


class Weighted(ABC):
    r"""A learner with weights :math:`w_t`, which counts its rounds.

    A subclass says in ``_first_weights(d)`` where it starts.
    """

    def __init__(self) -> None:
        self._w: FloatArray | None = None
        self._t = 0  # the round that is being played, or was played last

    @property
    def w(self) -> FloatArray | None:
        """The weights for the next round, shape (d,); None before the dimension is known.

        The array is read-only, and an update makes a new one.  So an array that you keep will
        always show the weights of the round in which you took it.
        """
        return self._w

    @all_or_nothing
    def start(self, d: int) -> None:
        """Forget everything and go to the first weights in dimension `d`."""
        self._t = 0
        self._move_to(self._first_weights(whole("d", d)))

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        parameters = inspect.signature(type(self)).parameters
        names = [name for name in parameters if name != "d" and hasattr(self, name)]
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in names)})"

    @abstractmethod
    def _first_weights(self, d: int) -> FloatArray:
        """Where to start in dimension `d`."""

    def _begin(self, d: int) -> FloatArray:
        """Begin the next round, and the game if this is the first; the weights to play it with."""
        if self._w is None:
            self.start(d)
        assert self._w is not None  # for the type checker
        self._t += 1
        return self._w

    def _move_to(self, w: FloatArray) -> None:
        self._w = read_only(vector("w", w))


def step_size(eta: StepSize) -> StepSize:
    """`eta` itself, a function of the round, or as a float, positive and finite."""
    return eta if callable(eta) else positive("eta", eta)


def step_at(eta: StepSize, t: int) -> float:
    r"""The step :math:`\eta_t` of round t; ValueError or TypeError unless it is positive and finite."""
    return positive(f"eta({t})", eta(t)) if callable(eta) else positive("eta", eta)


class LinearLearner(Weighted):
    r"""A learner that predicts the score :math:`\langle w_t,x\rangle`."""

    def __init__(self, loss: str | Loss) -> None:
        super().__init__()
        self.loss: Final = as_loss(loss)

    def predict(self, x: ArrayLike) -> float:
        r"""The score :math:`\langle w_t,x\rangle` of `x`, shape (d,); nothing is changed."""
        x = self._checked(x)
        if self._w is None:
            twin = self.copy()
            twin.start(len(x))
            return twin.predict(x)
        return score(self._w, x)

    def _checked(self, x: ArrayLike) -> FloatArray:
        return point("x", x, None if self._w is None else len(self._w))

    def _begin_round(self, x: ArrayLike, y: float) -> tuple[FloatArray, float, FloatArray]:
        """The checked example of the next round, and the weights to predict it with."""
        x, y = self._checked(x), target("y", y, self.loss.kind)
        return x, y, self._begin(len(x))


def only_mistakes(conservative: bool, loss: Loss) -> bool:
    """Whether only mistakes are to change the weights; ValueError if the loss knows no mistakes."""
    if conservative and loss.kind != "classification":
        raise ValueError(
            "conservative=True needs a loss for classification, where there are mistakes; "
            f"got loss={loss!r}"
        )
    return bool(conservative)


def changes_nothing(loss: Loss, conservative: bool, y: Any, s: Any) -> Any:
    """Whether a round changes nothing: no mistake if only those count, no slope on the hinge."""
    if conservative:
        return y * s > 0
    return type(loss) is Hinge and y * s >= 1


class OCOPlayer(Weighted):
    """A learner of online convex optimisation: it plays ``w`` and is told a gradient.

    Its ``__init__`` comes last in that of a subclass: if `d` is given, the learner starts at once.
    """

    def __init__(self, d: int | None = None) -> None:
        super().__init__()
        if d is not None:
            self.start(d)

    def _begin_round(self, g: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """The checked gradient of the next round, and the point where it was taken."""
        g = vector("g", g, None if self._w is None else len(self._w))
        return g, self._begin(len(g))


def inner(X: FloatArray, W: FloatArray) -> FloatArray:
    """The inner products along the last axis, to the same bits alone or among others, on every machine.

    BLAS, and so ``X @ w``, ``np.dot`` and ``np.vecdot``, may choose the order of the additions by the
    processor, by the number of rows, and even by where a row begins in memory.  Here each product is
    rounded by itself, and NumPy adds them in an order that hangs on their number alone.  It does so
    only along entries that lie side by side: hence the order "C".
    """
    sums: FloatArray = np.add.reduce(np.multiply(X, W, order="C"), axis=-1)
    return sums


def score(w: FloatArray, x: FloatArray) -> float:
    """The inner product; ValueError unless it is finite, which it is only if all entries are.

    It is taken by ``inner``, which does the same to each row of a matrix: see :mod:`olbook.fast`.
    """
    value = float(inner(w, x))
    if not math.isfinite(value):
        vector("x", x)  # if it is the example that is not finite, this says so
    return finite("the score", value)
