r"""Online gradient descent on convex losses.

Theorems of this topic: S0-T3 and S0-C3; see :func:`olbook.theorem`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .domains import Domain, WholeSpace
from .validation import FloatArray, positive, read_only, vector, whole


class OnlineGradientDescent:
    r"""Online gradient descent: a step against the gradient, then back into the domain.

    .. math:: w_{t+1}=\Pi_{\mathcal W}(w_t-\eta_tg_t),\qquad w_1=\Pi_{\mathcal W}(0).

    For a constant step and convex losses with :math:`\lVert g_t\rVert\le G`, its regret against
    every :math:`u\in\mathcal W` is at most
    :math:`\frac{\lVert u-w_1\rVert^2}{2\eta}+\frac\eta2G^2T`.

    Parameters
    ----------
    eta : float or callable
        The step size: a positive number, or a function of the round t = 1, 2, ...
    domain : Domain, optional
        The set :math:`\mathcal W` to stay in; the whole space by default.
    d : int, optional
        The dimension.  If given, the learner starts at once.

    Notes
    -----
    Algorithm "online gradient descent" of the lecture on online convex optimisation; Zinkevich
    (2003).  Theorems S0-T3 and S0-C3.

    Examples
    --------
    >>> import olbook as ol
    >>> learner = ol.OnlineGradientDescent(eta=0.5, domain=ol.Ball(1.0), d=2)
    >>> learner.update([-1.0, 0.0])
    >>> learner.w
    array([0.5, 0. ])
    >>> learner.update([-8.0, 0.0])
    >>> learner.w
    array([1., 0.])
    """

    def __init__(
        self,
        eta: float | Callable[[int], float],
        domain: Domain | None = None,
        d: int | None = None,
    ) -> None:
        self._eta = eta if callable(eta) else positive("eta", eta)
        self._domain = WholeSpace() if domain is None else domain
        if not isinstance(self._domain, Domain) or isinstance(domain, type):
            raise TypeError(f"domain must be a domain such as Ball(1.0), got {domain!r}")
        self._w: FloatArray | None = None
        self._t = 1
        if d is not None:
            self.start(d)

    @property
    def eta(self) -> float | Callable[[int], float]:
        """The step size, or the function that gives it."""
        return self._eta

    @property
    def domain(self) -> Domain:
        """The set to stay in."""
        return self._domain

    @property
    def w(self) -> FloatArray | None:
        """The point that is played next, shape (d,); None before the dimension is known.

        The array is read-only, and an update makes a new one.
        """
        return self._w

    def start(self, d: int) -> None:
        """Forget everything and go to the point of the domain nearest to zero."""
        self._w, self._t = self._first_point(whole("d", d)), 1

    def update(self, g: ArrayLike) -> None:
        """Learn the gradient `g`, shape (d,), of the round's loss at ``w``."""
        g = vector("g", g, None if self._w is None else len(self._w))
        w = self._first_point(len(g)) if self._w is None else self._w
        v = w - self._step() * g
        self._w = read_only(self._domain.project(v))
        self._t += 1

    def copy(self) -> OnlineGradientDescent:
        """An independent copy."""
        return copy.copy(self)

    def __repr__(self) -> str:
        return f"OnlineGradientDescent(eta={self._eta!r}, domain={self._domain!r})"

    def _first_point(self, d: int) -> FloatArray:
        return read_only(self._domain.project(np.zeros(d)))

    def _step(self) -> float:
        """eta_t, the step of the round that is being played."""
        if callable(self._eta):
            return positive(f"eta({self._t})", self._eta(self._t))
        return self._eta
