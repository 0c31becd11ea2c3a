"""Clocks, streams, and the name of the machine."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_info

import olbook as ol

MARGIN = 0.2
CACHED = 2**17  # numbers that fit the cache


def interleaved(
    contenders: dict[str, Callable[[], Any]], runs: int, seconds: float = 0.0
) -> dict[str, float]:
    """The shortest time of each contender, in seconds.

    They run in turn, so that all have the same weather, so many times and for so long at least.
    """
    times: dict[str, list[float]] = {name: [] for name in contenders}
    beginning = perf_counter()
    while runs > 0 or perf_counter() - beginning < seconds:
        runs -= 1
        gc.collect()
        for name, contender in contenders.items():
            gc.disable()
            start = perf_counter()
            contender()
            times[name].append(perf_counter() - start)
            gc.enable()
    return {name: min(found) for name, found in times.items()}


def unit_rows(rng: np.random.Generator, T: int, d: int) -> np.ndarray:
    """Normal rows of length 1, made in blocks so that little memory is needed beside them."""
    X = np.empty((T, d))
    rows = max(1, CACHED // d)
    for t in range(0, T, rows):
        block = rng.standard_normal(out=X[t : t + rows])
        block /= np.sqrt(np.vecdot(block, block))[:, np.newaxis]
    return X


class Rows:
    """Unit rows, pushed away from a hyperplane, whose labels can be flipped.

    Parameters
    ----------
    T, d
        The number of rounds and the dimension.
    """

    def __init__(self, T: int, d: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.X, u = unit_rows(rng, T, d), unit_rows(rng, 1, d)[0]
        self.clean = np.where(np.vecdot(self.X, u) >= 0, 1.0, -1.0)
        rows = max(1, CACHED // d)
        for t in range(0, T, rows):
            self.X[t : t + rows] += (MARGIN * self.clean[t : t + rows, np.newaxis]) * u
        self.luck = rng.random(T)

    def labelled(self, mistakes: float, T: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The first T rounds, with so many labels flipped that the Perceptron errs as often as wanted.

        `mistakes` is the share of rounds with a mistake. Each flip makes about two; the share of
        flips is found by trial.
        """
        X, clean, luck = self.X[:T], self.clean[:T], self.luck[:T]
        share = mistakes / 2
        for _ in range(8):
            y = np.where(luck < share, -clean, clean)
            found = ol.play(ol.Perceptron(), X, y).n_mistakes / len(X)
            if abs(found - mistakes) <= 0.02 * mistakes:
                break
            share = min(0.5, share * mistakes / max(found, 1 / len(X)))
        return X, y


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    blas = next((pool for pool in pools if "numpy" in pool["filepath"]), {})
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "BLAS": f"{blas.get('internal_api')} {blas.get('version')} ({blas.get('architecture')})",
        "BLAS threads": blas.get("num_threads"),
        "olbook": ol.__version__,
        "date": datetime.now(UTC).date().isoformat(),
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
