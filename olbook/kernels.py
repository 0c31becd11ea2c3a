r"""Kernels: inner products after a map of the inputs that is never computed.

A kernel is a function ``kernel(A, B)`` of two arrays of shapes (m, d) and (n, d); it returns the
(m, n) array of :math:`K(a_i,b_j)`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from .validation import FloatArray, nonnegative, positive, table, whole


class Kernel(Protocol):
    """What :class:`olbook.KernelPerceptron` asks of a kernel."""

    def __call__(self, A: FloatArray, B: FloatArray, /) -> FloatArray:
        """The array of the kernel's values for all pairs of rows."""


def _rows(A: ArrayLike, B: ArrayLike) -> tuple[FloatArray, FloatArray]:
    A, B = table("A", A), table("B", B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(
            f"A and B must have as many columns, got {A.shape[1]} and {B.shape[1]} of them"
        )
    return A, B


def linear(A: ArrayLike, B: ArrayLike) -> FloatArray:
    r"""The kernel :math:`K(a,b)=\langle a,b\rangle`.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> ol.kernels.linear(np.eye(2), np.array([[3.0, 4.0]]))
    array([[3.],
           [4.]])
    """
    A, B = _rows(A, B)
    return A @ B.T


def polynomial(degree: int, offset: float = 1.0) -> Kernel:
    r"""The kernel :math:`K(a,b)=(\langle a,b\rangle+\text{offset})^{\text{degree}}`.

    Parameters
    ----------
    degree : int
        At least 1.
    offset : float
        At least 0; with 0 only the monomials of exactly this degree remain.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> kernel = ol.kernels.polynomial(2)
    >>> kernel(np.eye(2), np.array([[3.0, 4.0]]))
    array([[16.],
           [25.]])
    """
    power = whole("degree", degree)
    constant = nonnegative("offset", offset)

    def kernel(A: ArrayLike, B: ArrayLike) -> FloatArray:
        A, B = _rows(A, B)
        values: FloatArray = (A @ B.T + constant) ** power
        return values

    return kernel


def rbf(gamma: float) -> Kernel:
    r"""The Gaussian kernel :math:`K(a,b)=e^{-\gamma\lVert a-b\rVert^2}`.

    Parameters
    ----------
    gamma : float
        Positive; the larger, the narrower the bumps.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> kernel = ol.kernels.rbf(0.5)
    >>> kernel(np.zeros((1, 2)), np.array([[0.0, 0.0], [1.0, 1.0]])).round(4)
    array([[1.    , 0.3679]])
    """
    width = positive("gamma", gamma)

    def kernel(A: ArrayLike, B: ArrayLike) -> FloatArray:
        A, B = _rows(A, B)
        # Only differences count. Near the origin |a|^2 + |b|^2 - 2<a,b> loses few digits; it can
        # still come out a little below zero, hence the maximum.
        a, b = A - B[0], B - B[0]
        squares = (a**2).sum(axis=1)[:, np.newaxis] + (b**2).sum(axis=1) - 2.0 * (a @ b.T)
        values: FloatArray = np.exp(-width * np.maximum(squares, 0.0))
        return values

    return kernel
