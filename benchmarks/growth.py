"""How the cost of a game grows with the number of rounds, the dimension, and the mistakes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import timing

import olbook as ol

FULL = {
    "T": [2**k * 1000 for k in range(10)],
    "d": [2**k for k in range(2, 13)],
    "rate": [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3],
    "fixed": {"T": 100_000, "d": 100, "rate": 0.01},
    "rounds for d": 10_000,
}
QUICK = {
    "T": [200, 400, 800],
    "d": [4, 8, 16],
    "rate": [0.05, 0.1, 0.2],
    "fixed": {"T": 500, "d": 10, "rate": 0.1},
    "rounds for d": 300,
}


def measured(quick: bool, tell: Callable[[str], None]) -> dict[str, Any]:
    """Seconds and megabytes of `play` and of its loop, against T, d and mistakes, with fitted slopes."""
    plan = QUICK if quick else FULL
    fixed = plan["fixed"]
    points = {
        "T": [(T, fixed["d"], fixed["rate"]) for T in plan["T"]],
        "d": [(plan["rounds for d"], d, fixed["rate"]) for d in plan["d"]],
        "mistakes": [(fixed["T"], fixed["d"], rate) for rate in plan["rate"]],
    }
    out: dict[str, Any] = {}
    for variable, sizes in points.items():
        tell(f"growth with {variable}")
        measured = [_cost(T, d, rate) for T, d, rate in sizes]
        out[variable] = {"points": measured, "slopes": _slopes(variable, measured)}
    return out


def _cost(T: int, d: int, rate: float) -> dict[str, Any]:
    X, y = timing.Rows(T, d).labelled(rate)
    ways: dict[str, Callable[[], Any]] = {
        "play": lambda: ol.play(ol.Perceptron(), X, y),
        "loop": lambda: ol.play(ol.Perceptron(), X, y, method="loop"),
    }
    if T > 200_000:
        del ways["loop"]  # a line through the others says as much
    seconds = timing.interleaved(ways, 3)
    rows = 1000

    def blocks() -> Any:
        return ((X[t : t + rows], y[t : t + rows]) for t in range(0, T, rows))

    megabytes = {
        "play": _peak(lambda: ol.play(ol.Perceptron(), X, y)),
        "blocks": _peak(lambda: ol.play(ol.Perceptron(), blocks())),
        "all weights": _peak(lambda: ol.play(ol.Perceptron(), X, y, keep_weights=True))
        if 8 * T * d < 2e8
        else None,
        "stream": 8 * T * (d + 1) / 1e6,
    }
    mistakes = ol.play(ol.Perceptron(), X, y).n_mistakes
    return {"T": T, "d": d, "mistakes": mistakes, "seconds": seconds, "megabytes": megabytes}


def _peak(task: Callable[[], Any]) -> float:
    """What a task allocates at most, in MB."""
    tracemalloc.start()
    task()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def _slopes(variable: str, points: list[dict[str, Any]]) -> dict[str, float]:
    """Of the larger half of the points: the power of T or d; for mistakes, microseconds for each."""
    x = np.array([point[variable] for point in points], dtype=float)
    slopes = {}
    for quantity in ("seconds", "megabytes"):
        for way in points[0][quantity]:
            values = [point[quantity].get(way) for point in points]
            known = np.array([value is not None for value in values])
            late = known & (np.arange(len(x)) >= len(x) // 2)
            if late.sum() < 2:
                late = known
            here = np.array([value for value in values if value is not None], dtype=float)
            here = here[late[known]]
            if variable == "mistakes":
                slopes[f"{quantity} {way}"] = float(np.polyfit(x[late], 1e6 * here, 1)[0])
            else:
                slopes[f"{quantity} {way}"] = float(np.polyfit(np.log(x[late]), np.log(here), 1)[0])
    return slopes
