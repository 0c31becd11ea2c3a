r"""Streams to learn from: synthetic ones with a known margin, four real data sets, and opponents.

The opponents stand beside the theorems that they show to be tight, in the modules of their topics, and
all of them can be had from here: :func:`~olbook.perceptron.bisection` as ``ol.streams.bisection``.
Randomness comes only from the ``numpy.random.Generator`` that is passed in.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from .doubling_trick import push_and_wiggle
from .online_convex_optimization import orthogonal_gradients
from .perceptron import bisection, orthonormal_rows, threshold_interval
from .validation import FloatArray, generator, positive, real, whole
from .winnow import hidden_literals

__all__ = [
    "bisection",
    "breast_cancer",
    "diabetes",
    "digits_pair",
    "disjunction",
    "hidden_literals",
    "noisy",
    "orthogonal_gradients",
    "orthonormal_rows",
    "push_and_wiggle",
    "separable",
    "shares",
    "threshold_interval",
]

SMALLEST, LARGEST = 1e-150, 1e150  # the radii whose squares are doubles without loss


def separable(
    T: int, d: int, margin: float, *, radius: float = 1.0, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""A stream that a random unit vector `u` separates with exactly the given margin.

    Every :math:`\lVert x_t\rVert_2` is `radius`.  The margins :math:`y_t\langle u,x_t\rangle` are
    uniform between `margin` and `radius`, and one round, at random, has exactly `margin`.  The
    labels are fair coins.

    Parameters
    ----------
    T, d : int
        Rounds and dimension, at least 1.
    margin : float
        In ``(0, radius]``; equal to `radius` if d = 1, where nothing else is possible.
    radius : float
        Between 1e-150 and 1e150.
    rng : numpy.random.Generator

    Returns
    -------
    X : (T, d) array
    y : (T,) array of -1.0 and +1.0
    u : (d,) array, a unit vector

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> X, y, u = ol.streams.separable(1000, 20, 0.1, rng=np.random.default_rng(0))
    >>> round(ol.geometric_margin(u, X, y), 12)
    0.1
    """
    T, d = whole("T", T), whole("d", d)
    radius, margin = positive("radius", radius), positive("margin", margin)
    if not SMALLEST <= radius <= LARGEST:
        raise ValueError(f"radius must be between {SMALLEST} and {LARGEST}; got {radius}")
    if margin > radius or (d == 1 and margin != radius):
        allowed = f"exactly the radius, {radius}, for d = 1" if d == 1 else f"at most {radius}"
        raise ValueError(f"margin must be {allowed}; got {margin}")
    generator(rng)

    u = _unit_rows(rng.standard_normal((1, d)))[0]
    y = rng.choice([-1.0, 1.0], size=T)
    margins = rng.uniform(margin, radius, size=T)
    margins[rng.integers(T)] = margin
    if d == 1:
        return (y * margins)[:, np.newaxis] * u, y, u
    sideways = rng.standard_normal((T, d))
    sideways = _unit_rows(sideways - np.outer(sideways @ u, u))
    along = (y * margins)[:, np.newaxis] * u
    across = np.sqrt(radius**2 - margins**2)[:, np.newaxis] * sideways
    return along + across, y, u


def noisy(
    T: int,
    d: int,
    margin: float,
    noise: float,
    *,
    radius: float = 1.0,
    rng: np.random.Generator,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""The stream of :func:`separable`, with each label flipped with probability `noise`.

    Parameters
    ----------
    T, d, margin, radius, rng
        As for :func:`separable`.
    noise : float
        The probability of a flip, in [0, 1].

    Returns
    -------
    X : (T, d) array
    y : (T,) array of -1.0 and +1.0, after the flips
    u : (d,) array
        The unit vector that separated the stream before the flips.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> X, y, u = ol.streams.noisy(1000, 20, 0.1, 0.25, rng=np.random.default_rng(0))
    >>> ol.functional_margin(u, X, y) < 0
    True
    """
    if not 0.0 <= real("noise", noise) <= 1.0:
        raise ValueError(f"noise must be a probability, in [0, 1]; got {noise!r}")
    X, y, u = separable(T, d, margin, radius=radius, rng=rng)
    flipped = rng.random(T) < noise
    return X, np.where(flipped, -y, y), u


def disjunction(
    T: int,
    d: int,
    k: int,
    *,
    density: float | None = None,
    noise: float = 0.0,
    rng: np.random.Generator,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""A stream of random binary inputs, labelled by whether one of `k` hidden coordinates is 1.

    Parameters
    ----------
    T, d, k : int
        Rounds, dimension, and the number of literals of the disjunction, at most `d`.
    density : float, optional
        The probability that a coordinate is 1, in [0, 1].  The default, :math:`1-2^{-1/k}`, makes
        both labels equally likely.
    noise : float
        The probability that a label is flipped, in [0, 1].
    rng : numpy.random.Generator

    Returns
    -------
    X : (T, d) array of 0.0 and 1.0
    y : (T,) array of -1.0 and +1.0
    u : (d,) array of 0.0 and 1.0
        The disjunction, k ones: before the flips :math:`y_t(2\langle u,x_t\rangle-1)\ge1` in every
        round.

    Examples
    --------
    >>> import numpy as np
    >>> import olbook as ol
    >>> X, y, u = ol.streams.disjunction(1000, 64, 2, rng=np.random.default_rng(0))
    >>> float((y * (2 * X @ u - 1)).min())
    1.0
    """
    T, d = whole("T", T), whole("d", d)
    if whole("k", k) > d:
        raise ValueError(f"k must be at most d, {d}; got {k}")
    if density is None:
        density = 1.0 - 0.5 ** (1 / k)
    for name, share in (("density", density), ("noise", noise)):
        if not 0.0 <= real(name, share) <= 1.0:
            raise ValueError(f"{name} must be a probability, in [0, 1]; got {share!r}")
    generator(rng)

    u = np.zeros(d)
    u[rng.choice(d, size=k, replace=False)] = 1.0
    X = (rng.random((T, d)) < density).astype(float)
    y = np.where(X @ u > 0, 1.0, -1.0)
    flipped = rng.random(T) < noise
    return X, np.where(flipped, -y, y), u


def _unit_rows(A: FloatArray) -> FloatArray:
    rows: FloatArray = A / np.linalg.norm(A, axis=1, keepdims=True)
    return rows


def digits_pair(a: int, b: int) -> tuple[FloatArray, FloatArray]:
    r"""Two of the handwritten digits, in the order of the data set.

    The 8 x 8 = 64 pixels run from 0 to 16; they are divided by 16.  A constant coordinate 1 is
    appended, so that a separator through the origin can be shifted.  The label is -1 for the
    digit `a` and +1 for the digit `b`.

    Parameters
    ----------
    a, b : int
        Two different digits, 0 to 9.

    Returns
    -------
    X : (T, 65) array
    y : (T,) array

    Notes
    -----
    Scikit-learn's copy of the "Optical Recognition of Handwritten Digits" data (Alpaydin and
    Kaynak, 1998); it needs scikit-learn, but no network.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = ol.streams.digits_pair(0, 1)
    >>> X.shape
    (360, 65)
    """
    a, b = whole("a", a, least=0), whole("b", b, least=0)
    if a == b or max(a, b) > 9:
        raise ValueError(f"a and b must be two different digits, 0 to 9; got {a} and {b}")
    images, digits = _datasets().load_digits(return_X_y=True)
    chosen = (digits == a) | (digits == b)
    return _with_constant(images[chosen] / 16.0), np.where(digits[chosen] == b, 1.0, -1.0)


def breast_cancer() -> tuple[FloatArray, FloatArray]:
    r"""The breast cancer data of Wisconsin, in the order of the data set.

    Each of the 30 features is standardised: mean 0 and standard deviation 1 over the 569 cases.
    A constant coordinate 1 is appended.  The label is +1 for benign and -1 for malignant.

    Returns
    -------
    X : (569, 31) array
    y : (569,) array

    Notes
    -----
    Scikit-learn's copy of the data of Wolberg, Street and Mangasarian (1995); it needs
    scikit-learn, but no network.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = ol.streams.breast_cancer()
    >>> X.shape, int((y > 0).sum())
    ((569, 31), 357)
    """
    features, benign = _datasets().load_breast_cancer(return_X_y=True)
    standardised = (features - features.mean(axis=0)) / features.std(axis=0)
    return _with_constant(standardised), np.where(benign == 1, 1.0, -1.0)


def diabetes() -> tuple[FloatArray, FloatArray]:
    r"""The diabetes data, for regression, in the order of the data set.

    Each of the 10 features is centred at its mean over the 442 patients and divided by its largest
    absolute value.  A constant coordinate 1 is appended.  Then all rows are divided by the length
    of the longest, so that :math:`\max_t\lVert x_t\rVert_2=1`.  The target, the progression of
    the disease from 25 to 346, is divided by 346.

    Returns
    -------
    X : (442, 11) array
    y : (442,) array, in (0, 1]

    Notes
    -----
    Scikit-learn's copy of the data of Efron, Hastie, Johnstone and Tibshirani (2004); it needs
    scikit-learn, but no network.

    Examples
    --------
    >>> import olbook as ol
    >>> X, y = ol.streams.diabetes()
    >>> X.shape, float(y.max())
    ((442, 11), 1.0)
    """
    features, progression = _datasets().load_diabetes(return_X_y=True)
    X = _with_constant(features / np.abs(features).max(axis=0))
    return X / np.linalg.norm(X, axis=1).max(), progression / progression.max()


def shares() -> FloatArray:
    r"""By what the prices of four shares were multiplied in each month from January 1990 to May 2022.

    The columns are IBM, Apple, Microsoft and Xerox.  Splits and dividends are in the prices.

    Returns
    -------
    X : (389, 4) array
        Positive factors: 1.1 where the price rose by ten percent.

    Notes
    -----
    Prices by Yahoo Finance, in the sample data of Matplotlib (``Stocks.csv``); no network is needed.
    Whoever chose these four knew already which of them had risen.

    Examples
    --------
    >>> import olbook as ol
    >>> X = ol.streams.shares()
    >>> X.shape, X.prod(axis=0).round().astype(int)     # what became of one unit of money
    ((389, 4), array([ 13, 567, 635,   1]))
    """
    from matplotlib import cbook

    path = cbook.get_sample_data("Stocks.csv", asfileobj=False)
    prices = np.genfromtxt(path, delimiter=",", skip_header=2, usecols=(1, 2, 3, 4))
    monthly = prices[~np.isnan(prices).any(axis=1)][:390]
    factors: FloatArray = monthly[1:] / monthly[:-1]
    return factors


def _datasets() -> ModuleType:
    """scikit-learn's data sets, imported only when they are asked for."""
    try:
        from sklearn import datasets
    except ImportError as error:
        raise ImportError(
            "this data set comes with scikit-learn; install it with: pip install scikit-learn"
        ) from error
    module: ModuleType = datasets
    return module


def _with_constant(X: FloatArray) -> FloatArray:
    return np.column_stack([X, np.ones(len(X))])
