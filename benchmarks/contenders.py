"""Whom the package is measured against: bare loops, C, scikit-learn, river, PyOL.

What is not installed, or has no compiler, raises :class:`Missing`; its lines of the table are then
reported as not measured.
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

Array = np.ndarray


class Missing(Exception):
    """A contender is not there; the message says why."""


def module(name: str) -> Any:
    """The module, or Missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{name.partition('.')[0]} is not installed") from error


# The loops as one writes them in a lecture: no checks, no record beyond what is shown.  They are timed
# with NumPy's inner product, and compared to the bit with that of the package.


def perceptron_loop(
    X: Array, y: Array, dot: Callable[[Array, Array], Any] = np.dot
) -> tuple[Array, Array, list[int]]:
    """Weights, scores, and the rounds with a mistake."""
    w, scores, mistakes = np.zeros(X.shape[1]), np.empty(len(X)), []
    for t in range(len(X)):
        scores[t] = dot(w, X[t])
        if y[t] * scores[t] <= 0:
            w += y[t] * X[t]
            mistakes.append(t)
    return w, scores, mistakes


def widrow_hoff_loop(
    X: Array, y: Array, eta: float, dot: Callable[[Array, Array], Any] = np.dot
) -> tuple[Array, Array]:
    """Weights and scores."""
    w, scores = np.zeros(X.shape[1]), np.empty(len(X))
    for t in range(len(X)):
        scores[t] = dot(w, X[t])
        w -= eta * ((scores[t] - y[t]) * X[t])
    return w, scores


def hedge_loop(losses: Array, eta: float) -> tuple[Array, Array]:
    """The sum of all losses, and what the learner lost in each round."""
    total, paid = np.zeros(losses.shape[1]), np.empty(len(losses))
    for t in range(len(losses)):
        powers = np.exp(-eta * (total - total.min()))
        paid[t] = np.dot(powers, losses[t]) / powers.sum()
        total += losses[t]
    return total, paid


# The limit.


# The sums may be added in any order, which vectorises them. Not -ffast-math: a library linked with
# it makes the processor drop subnormal numbers, for the whole process that loads it.
ANY_ORDER = ["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-fno-math-errno"]


@cache
def perceptron_in_c() -> Callable[[Array, Array], tuple[Array, Array]]:
    """The Perceptron of reference.c, called through cffi: weights and scores."""
    cffi = module("cffi")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Missing("there is no C compiler")
    source = Path(__file__).with_name("reference.c")
    with tempfile.TemporaryDirectory() as folder:
        library = str(Path(folder, "reference.so"))
        flags = ["-O3", "-march=native", *ANY_ORDER, "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, str(source), "-lm", "-o", library], check=True)
        ffi = cffi.FFI()
        ffi.cdef("long perceptron(const double*, const double*, double*, double*, long, long);")
        compiled = ffi.dlopen(library)

    def play(X: Array, y: Array) -> tuple[Array, Array]:
        w, scores = np.zeros(X.shape[1]), np.empty(len(X))
        arrays = [ffi.cast("double*", array.ctypes.data) for array in (X, y, w, scores)]
        compiled.perceptron(*arrays, *X.shape)
        return w, scores

    return play


# Other packages, each set up to be the very same algorithm.


def scikit_learn_epoch(X: Array, y: Array) -> Array:
    """Weights after one pass of scikit-learn's compiled Perceptron; it returns no predictions."""
    linear_model = module("sklearn.linear_model")
    learner = linear_model.Perceptron(fit_intercept=False, shuffle=False, max_iter=1, tol=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that one epoch is not convergence, which it is not
        return learner.fit(X, y).coef_[0]


def scikit_learn_rows(X: Array, y: Array) -> Array:
    """Weights; predict and learn row by row."""
    linear_model = module("sklearn.linear_model")
    learner = linear_model.Perceptron(fit_intercept=False, shuffle=False)
    classes = np.array([-1.0, 1.0])
    learner.partial_fit(X[:1], y[:1], classes=classes)
    for t in range(1, len(X)):
        learner.predict(X[t : t + 1])
        learner.partial_fit(X[t : t + 1], y[t : t + 1])
    return learner.coef_[0]


def as_dicts(X: Array) -> list[dict[int, float]]:
    """The rows as river wants them."""
    return [dict(enumerate(row)) for row in X.tolist()]


def river_perceptron(rows: list[dict[int, float]], y: Array) -> Array:
    """Weights; predict and learn row by row.

    river's own Perceptron has an intercept that cannot be switched off: this is what it is made of.
    """
    linear_model, optim = module("river.linear_model"), module("river.optim")
    learner = linear_model.LogisticRegression(
        optim.SGD(1.0), loss=optim.losses.Hinge(threshold=0.0), intercept_lr=0.0
    )
    for row, label in zip(rows, (y > 0).tolist(), strict=True):
        learner.predict_one(row)
        learner.learn_one(row, label)
    return np.array([learner.weights.get(i, 0.0) for i in range(len(rows[0]))])


def river_widrow_hoff(rows: list[dict[int, float]], y: Array, eta: float) -> Array:
    """Weights; predict and learn row by row. The loss has no factor one half, so half the step."""
    linear_model, optim = module("river.linear_model"), module("river.optim")
    learner = linear_model.LinearRegression(optim.SGD(eta / 2), intercept_lr=0.0)
    for row, target in zip(rows, y.tolist(), strict=True):
        learner.predict_one(row)
        learner.learn_one(row, target)
    return np.array([learner.weights.get(i, 0.0) for i in range(len(rows[0]))])


def clarabel(X: Array, y: Array, radius: float) -> tuple[float, float]:
    """The least hinge loss in a ball, by the solver Clarabel through cvxpy, and the seconds it took."""
    cvxpy = module("cvxpy")
    u = cvxpy.Variable(X.shape[1])
    total = cvxpy.sum(cvxpy.pos(1 - cvxpy.multiply(y, X @ u)))
    problem = cvxpy.Problem(cvxpy.Minimize(total), [cvxpy.norm(u, 2) <= radius])
    start = perf_counter()
    return float(problem.solve(solver="CLARABEL")), perf_counter() - start


def pyol_hedge(losses: Array, eta: float) -> Array:
    """What PyOL's exponential weights lose in each round."""
    oco = module("pyol.oco")
    step = type("ConstantStep", (), {"get_lr": lambda self: eta, "update": lambda self, g: None})
    learner, paid = oco.EntropyOptimisticFTRL(losses.shape[1], lr_handler=step()), []
    for g in losses:
        paid.append(float(np.dot(learner.get_x(), g)))
        learner.update(g)
    return np.array(paid)
