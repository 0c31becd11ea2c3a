r"""Finite classes of hypotheses: Halving, the standard optimal algorithm, and mistake trees.

A class is a matrix of truth values, ``H[h, x]``: does hypothesis h say *plus* at point x?  An input is
the number of a point, as an array of shape (1,).  :func:`forced_path` is the adversary: it walks down
a mistake tree and makes any learner err as often as the Littlestone dimension says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from .learners import LinearLearner, all_or_nothing, independent_copy, score
from .losses import Hinge, ZeroOne
from .online_convex_optimization import Hedge
from .players import Learner, check_learner, contradict, copy_of, start
from .validation import FloatArray, label, real_array, vector, whole

_Part: TypeAlias = frozenset[int]
"""Some of the hypotheses of a class, by the numbers of their rows."""


class HypothesisClass:
    r"""A finite class, and the Littlestone dimension of each of its parts.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Examples
    --------
    Two hypotheses that differ at one of two points:

    >>> from olbook.littlestone_dimension import HypothesisClass
    >>> pair = HypothesisClass([[True, False], [True, True]])
    >>> pair.agree(pair.everything, 1, +1)
    frozenset({1})
    >>> pair.dimension(pair.everything)
    1
    """

    def __init__(self, H: ArrayLike) -> None:
        table = real_array("H", H)
        if table.ndim != 2 or 0 in table.shape or not np.isin(table, (0, 1)).all():
            raise ValueError(
                "H must hold truth values, one row a hypothesis and one column a point; "
                f"got an array of shape {table.shape}"
            )
        self._plus = [frozenset(np.flatnonzero(column).tolist()) for column in table.T]
        self._dimensions: dict[_Part, int] = {}
        self.everything: _Part = frozenset(range(len(table)))

    def point(self, x: ArrayLike) -> int:
        """The number of a point, from an array of shape (1,) that holds it."""
        number = float(vector("x", x, 1)[0])
        if number not in range(len(self._plus)):
            raise ValueError(
                f"x must hold the number of a point, 0 to {len(self._plus) - 1}; got {number:g}"
            )
        return int(number)

    def agree(self, V: _Part, x: int, y: float) -> _Part:
        """The hypotheses of V that say y, -1 or +1, at point x."""
        return V & self._plus[x] if y > 0 else V - self._plus[x]

    def dimension(self, V: _Part) -> int:
        r"""The Littlestone dimension of V; -1 if V is empty.

        A question at x splits V into two halves.  Below it stand their trees, cut to one depth:

        .. math:: \mathrm{Ldim}(V)=\max_x\bigl(1+\min\{\mathrm{Ldim}(V_x^+),\mathrm{Ldim}(V_x^-)\}\bigr)

        over the points x at which both halves are not empty, and 0 if there are none.
        """
        if V not in self._dimensions:
            depth = 0 if V else -1
            for small, large in self._halves(V):
                if depth >= len(small).bit_length():  # Halving: from here on no tree is deeper
                    break
                depth = max(depth, 1 + min(self.dimension(small), self.dimension(large)))
            self._dimensions[V] = depth
        return self._dimensions[V]

    def tree(self, V: _Part, depth: int) -> MistakeTree | None:
        """A mistake tree of this depth, at most the dimension of V, whose paths all fit in V."""
        if depth == 0:
            return None
        for x in range(len(self._plus)):
            minus, plus = self.agree(V, x, -1), self.agree(V, x, +1)
            if min(self.dimension(minus), self.dimension(plus)) >= depth - 1:
                return MistakeTree(x, self.tree(minus, depth - 1), self.tree(plus, depth - 1))
        raise ValueError(f"depth must be at most the dimension of V, {self.dimension(V)}")

    def _halves(self, V: _Part) -> Iterator[tuple[_Part, _Part]]:
        """The halves that a question can make of V, the smaller first, the most even first."""
        splits = {V & plus for plus in self._plus} - {V, frozenset()}
        pairs = (sorted((plus, V - plus), key=len) for plus in splits)
        halves = {(small, large) for small, large in pairs}
        yield from sorted(halves, key=lambda pair: -len(pair[0]))


@dataclass(frozen=True)
class MistakeTree:
    """A question, and what is asked after each of the two answers; None where it ends."""

    point: int
    minus: MistakeTree | None
    plus: MistakeTree | None


def littlestone_dimension(H: ArrayLike) -> int:
    r"""The Littlestone dimension of a finite class: how many mistakes can be forced, at most.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Notes
    -----
    Littlestone (1988).  By recursion over parts of the class, each of which is looked at once; there
    can be exponentially many.

    Examples
    --------
    The eight thresholds on seven points:

    >>> import numpy as np
    >>> from olbook.littlestone_dimension import littlestone_dimension
    >>> littlestone_dimension(np.arange(7) >= np.arange(8)[:, np.newaxis])
    3
    """
    finite = HypothesisClass(H)
    return finite.dimension(finite.everything)


def mistake_tree(H: ArrayLike) -> MistakeTree | None:
    """A mistake tree of a finite class, as deep as its Littlestone dimension; None if that is 0.

    Whichever way one goes down, some hypothesis of the class gives all the answers on the way.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Examples
    --------
    >>> from olbook.littlestone_dimension import mistake_tree
    >>> mistake_tree([[True, False], [True, True]])
    MistakeTree(point=1, minus=None, plus=None)
    """
    finite = HypothesisClass(H)
    return finite.tree(finite.everything, finite.dimension(finite.everything))


class VersionSpaceLearner(ABC):
    """Keep the hypotheses that agree with all labels, and follow the half that is worth more.

    A subclass says in ``_worth(V)`` what some of the hypotheses are worth.
    """

    d: Final = 1  # an input is the number of a point

    def __init__(self, H: ArrayLike) -> None:
        self._class = HypothesisClass(H)
        self._left = self._class.everything

    @property
    def left(self) -> _Part:
        """The hypotheses that agree with all labels so far, by the numbers of their rows."""
        return self._left

    def predict(self, x: ArrayLike) -> float:
        """The worth of those who say plus at `x`, shape (1,), less the worth of the others."""
        number = self._class.point(x)
        plus, minus = (self._class.agree(self._left, number, y) for y in (+1, -1))
        return float(self._worth(plus) - self._worth(minus))

    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (1,), is `y`, -1 or +1: keep those who say so."""
        left = self._class.agree(self._left, self._class.point(x), label(y))
        if not left:
            raise ValueError(
                "y must be the label of some hypothesis that is left, and none says so"
            )
        self._left = left

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._left)} of {len(self._class.everything)} left)"

    @abstractmethod
    def _worth(self, V: _Part) -> int:
        """What the learner wants much of on its side."""


class Halving(VersionSpaceLearner):
    r"""Halving: follow the majority of the hypotheses that agree with all labels.

    .. math:: s_t=|V_t^+|-|V_t^-|

    A mistake removes at least half of them.  So there are at most :math:`\log_2n` mistakes, if the
    labels are those of a hypothesis of the class.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Notes
    -----
    Littlestone (1988).  Theorem littlestone.halving.

    Examples
    --------
    >>> import numpy as np, olbook as ol
    >>> from olbook.littlestone_dimension import Halving, forced_path
    >>> H = np.arange(7) >= np.arange(8)[:, np.newaxis]
    >>> X, y = forced_path(Halving(H), H)
    >>> ol.play(Halving(H), X, y)
    Run(T=3, mistakes=3)
    """

    def _worth(self, V: _Part) -> int:
        return len(V)


class StandardOptimalAlgorithm(VersionSpaceLearner):
    r"""The standard optimal algorithm: follow the half of larger Littlestone dimension.

    .. math:: s_t=\mathrm{Ldim}(V_t^+)-\mathrm{Ldim}(V_t^-)

    A mistake lowers the dimension of what is left.  So there are at most :math:`\mathrm{Ldim}(H)`
    mistakes, if the labels are those of a hypothesis of the class, and no deterministic learner can
    be promised fewer.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Notes
    -----
    Littlestone (1988).  Theorem littlestone.standard_optimal.

    Examples
    --------
    One point each makes them say plus, and one hypothesis never does: a single mistake.

    >>> import numpy as np, olbook as ol
    >>> from olbook.littlestone_dimension import StandardOptimalAlgorithm, forced_path
    >>> H = np.vstack([np.eye(7), np.zeros(7)])
    >>> X, y = forced_path(StandardOptimalAlgorithm(H), H)
    >>> ol.play(StandardOptimalAlgorithm(H), X, y)
    Run(T=1, mistakes=1)
    """

    def _worth(self, V: _Part) -> int:
        return self._class.dimension(V)


class AgnosticExperts:
    r"""Hedge over copies of the standard optimal algorithm, each of which errs when it is told to.

    For every set of at most :math:`\mathrm{Ldim}(H)` of the T rounds there is an expert.  It predicts
    like the standard optimal algorithm, but the opposite in the rounds of its set, and it believes
    that its own predictions are the labels.  For each hypothesis some expert predicts just as it does.

    The score is the mean vote of the experts, weighted by :class:`olbook.Hedge`.  Who says *plus*
    with probability :math:`\frac{1+s_t}2` errs with probability :math:`\frac{1-y_ts_t}2`.

    Parameters
    ----------
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.
    T : int
        The number of rounds to come.

    Notes
    -----
    Ben-David, Pál and Shalev-Shwartz (2009).  Theorem littlestone.agnostic.

    Examples
    --------
    >>> from olbook.littlestone_dimension import AgnosticExperts
    >>> learner = AgnosticExperts([[True], [False]], T=10)
    >>> learner.n_experts
    11
    >>> round(learner.predict([0]), 4)        # one of them, who errs in this round, says minus
    0.8182
    """

    d: Final = 1  # an input is the number of a point
    loss: Final = ZeroOne()

    def __init__(self, H: ArrayLike, T: int) -> None:
        self._class = HypothesisClass(H)
        T, most = whole("T", T), self._class.dimension(self._class.everything)
        sizes = range(min(most, T) + 1)
        self._flips = [set(rounds) for k in sizes for rounds in combinations(range(1, T + 1), k)]
        self._believed = [self._class.everything] * self.n_experts
        eta = sqrt(8 * log(self.n_experts) / T) or 1.0  # a single expert needs no step
        self._hedge = Hedge(eta, d=self.n_experts)
        self._t = 1  # the round that comes next

    @property
    def n_experts(self) -> int:
        """The number of experts."""
        return len(self._flips)

    def votes(self, x: ArrayLike) -> FloatArray:
        """What each expert says on `x`, -1 or +1; a tie is broken in favour of plus."""
        number = self._class.point(x)
        # many experts believe the same
        optimal = {V: self._optimal(V, number) for V in set(self._believed)}
        turns = [-1.0 if self._t in flips else 1.0 for flips in self._flips]
        return np.array(turns) * [optimal[V] for V in self._believed]

    def predict(self, x: ArrayLike) -> float:
        """The weighted mean of the experts' votes on `x`, shape (1,)."""
        assert self._hedge.w is not None  # for the type checker
        return score(self._hedge.w, self.votes(x))

    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (1,), is `y`, -1 or +1."""
        number, y, votes = self._class.point(x), label(y), self.votes(x)
        self._hedge.update((1 - y * votes) / 2)
        told = list(zip(self._believed, votes, strict=True))
        halves = {(V, vote): self._class.agree(V, number, vote) for V, vote in set(told)}
        self._believed = [halves[pair] for pair in told]
        self._t += 1

    def _optimal(self, V: _Part, x: int) -> float:
        """What the standard optimal algorithm says at point x when V is left."""
        plus, minus = (self._class.dimension(self._class.agree(V, x, y)) for y in (+1, -1))
        return 1.0 if plus >= minus else -1.0

    def copy(self) -> Self:
        """An independent copy."""
        return independent_copy(self)

    def __repr__(self) -> str:
        return f"AgnosticExperts({self.n_experts} experts)"


def forced_path(learner: Learner, H: ArrayLike) -> tuple[FloatArray, FloatArray]:
    r"""An adversary that forces as many mistakes as the Littlestone dimension of a class.

    It walks down a :func:`mistake_tree`: it asks the question where it stands, answers the opposite
    of the prediction, and goes on below this answer.  Every round is a mistake, and at the end some
    hypothesis of the class gives all the answers.

    Parameters
    ----------
    learner
        Anything with ``predict(x)`` and ``update(x, y)``, where x holds the number of a point.  A copy
        plays; it is not changed.
    H : (n, N) array of truth values
        Row h is a hypothesis: ``H[h, x]`` says whether it says *plus* at point x.

    Returns
    -------
    X : (T, 1) array
        The numbers of the points; T is the Littlestone dimension.
    y : (T,) array

    Raises
    ------
    ValueError
        If no two hypotheses differ, because then nothing can be forced.

    Notes
    -----
    Littlestone (1988).  Theorem littlestone.standard_optimal is tight on it.

    Examples
    --------
    >>> from olbook.littlestone_dimension import StandardOptimalAlgorithm, forced_path
    >>> H = [[True, True], [True, False], [False, True]]
    >>> X, y = forced_path(StandardOptimalAlgorithm(H), H)
    >>> len(y)
    1
    """
    check_learner(learner, "predict", "update")
    tree = mistake_tree(H)
    if tree is None:
        raise ValueError("H must hold two hypotheses that differ; otherwise nothing can be forced")
    player = copy_of(learner)
    start(player, 1)
    points, y = [], []
    while tree is not None:
        x = np.array([float(tree.point)])
        points.append(x)
        y.append(contradict(player, len(points), x))
        tree = tree.plus if y[-1] > 0 else tree.minus
    return np.array(points), np.array(y)


class PassiveAggressive(LinearLearner):
    r"""Passive-aggressive: move just so far that the hinge loss of this example becomes zero.

    .. math:: w_{t+1}=w_t+\frac{\chi_t}{\lVert x_t\rVert^2}y_tx_t,\qquad
              \chi_t=[1-y_t\langle w_t,x_t\rangle]_+,\qquad w_1=0.

    An input of zeros changes nothing.  If some :math:`u` has functional margin 1, the squared hinge
    losses sum to at most :math:`R^2\lVert u\rVert^2`, and so does the number of mistakes.

    Notes
    -----
    Crammer, Dekel, Keshet, Shalev-Shwartz and Singer (2006).  Theorem
    passive_aggressive.squared_hinge.

    Examples
    --------
    >>> from olbook.littlestone_dimension import PassiveAggressive
    >>> learner = PassiveAggressive()
    >>> learner.update([2.0, 0.0], +1)
    >>> learner.w
    array([0.5, 0. ])
    """

    def __init__(self) -> None:
        super().__init__(Hinge())

    @all_or_nothing
    def update(self, x: ArrayLike, y: float) -> None:
        """Learn that the label of `x`, shape (d,), is `y`, -1 or +1."""
        x, y, w = self._begin_round(x, y)
        hinge = max(0.0, 1 - y * score(w, x))
        if x.any():
            self._move_to(w + hinge / score(x, x) * y * x)

    def _first_weights(self, d: int) -> FloatArray:
        return np.zeros(d)
