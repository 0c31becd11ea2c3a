"""What is measured for the table.

Each function takes the sizes and returns what it found: a ratio for each line of the table (or a
text that says why there is none), what was equal, and times per round.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import contenders
import numpy as np
import timing
from contenders import Missing
from goals import DIMENSIONS, LOSSES, RATES, SETS

import olbook as ol
from olbook.learners import inner


@dataclass(frozen=True)
class Sizes:
    """How much is measured: everything in several passes, since a machine has slow moments."""

    passes: int = 3
    runs: int = 3  # of each contender in a race, at least
    seconds: float = 4.0  # that a race takes, at least
    rounds: dict[int, int] = field(
        default_factory=lambda: {10: 4_000_000, 100: 1_000_000, 1000: 60_000}
    )
    rounds_of_loops: dict[int, int] = field(
        default_factory=lambda: {10: 100_000, 100: 100_000, 1000: 20_000}
    )
    rounds_of_many_mistakes: dict[int, int] = field(
        default_factory=lambda: {10: 20_000, 100: 20_000, 1000: 4_000}
    )
    rounds_of_rows: int = 3000  # for packages that take half a millisecond a round
    replicates: tuple[int, int, int] = (1000, 100, 10)
    linear: int = 50_000
    hindsight: tuple[int, int] = (10_000, 100)
    file: tuple[int, int] = (2_000_000, 100)


QUICK = Sizes(
    passes=1,
    runs=1,
    seconds=0.0,
    rounds={10: 4000, 100: 2000, 1000: 400},
    rounds_of_loops={10: 2000, 100: 1000, 1000: 200},
    rounds_of_many_mistakes={10: 1000, 100: 500, 1000: 100},
    rounds_of_rows=60,
    replicates=(30, 5, 10),
    linear=300,
    hindsight=(100, 5),
    file=(20_000, 10),
)


@dataclass
class Found:
    """What the measurements found so far.

    Attributes
    ----------
    ratios
        A number for each line of the table, or why there is none.
    equal
        Whether two ways to compute the same agree in every bit.
    times
        The microseconds per round, by contender, d and share of mistakes: "play, 10, 0.1".
    notes
        Numbers for the text of the page.
    """

    ratios: dict[str, float | str] = field(default_factory=dict)
    equal: dict[str, bool] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    notes: dict[str, float] = field(default_factory=dict)
    _shortest: dict[tuple[str, str], float] = field(default_factory=dict)

    def shortest(
        self, race: str, ways: dict[str, Callable[[], Any]], runs: int, seconds: float = 0.0
    ) -> dict[str, float]:
        """The shortest time of each way, in this pass and all passes before it."""
        for name, found in timing.interleaved(ways, runs, seconds).items():
            self._shortest[race, name] = min(found, self._shortest.get((race, name), found))
        return {name: self._shortest[race, name] for name in ways}

    def compare(self, what: str, equal: bool) -> None:
        """Note whether two ways agree; they must in every pass."""
        self.equal[what] = equal and self.equal.get(what, True)

    @contextmanager
    def expecting(self, *keys: str) -> Iterator[None]:
        """If a contender is missing, its lines say so."""
        try:
            yield
        except Missing as missing:
            self.ratios |= {key: str(missing) for key in keys}


def same(*pairs: tuple[Any, Any]) -> bool:
    """Whether the arrays of each pair have the same bits."""
    return all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in pairs)


def same_run(one: Any, other: Any) -> bool:
    """Whether everything that two runs recorded has the same bits."""
    names = ("scores", "losses", "mistakes", "updates", "w", "average_w")
    return same(*((getattr(one, name), getattr(other, name)) for name in names))


def play(X: np.ndarray, y: np.ndarray, method: str = "auto") -> ol.record.Run:
    """What is measured: the call that a reader makes."""
    return ol.play(ol.Perceptron(), X, y, method=method)


def perceptron(sizes: Sizes, found: Found, d: int, tell: Callable[[str], None]) -> None:
    """One dimension, all rates of mistakes."""
    tell(f"Perceptron, d = {d}: making a stream of {sizes.rounds[d]:,} rounds")
    rows = timing.Rows(sizes.rounds[d], d)
    for rate in RATES:
        # With many mistakes a short stream is long enough.
        many = sizes.rounds_of_many_mistakes[d] if rate == "20" else None
        few = many or sizes.rounds_of_loops[d]
        X, y = rows.labelled(float(rate) / 100, many)
        tell(f"Perceptron, d = {d}, {rate} % mistakes: {len(X):,} rounds, compiled contenders")
        _compiled(sizes, found, X, y, rate)
        tell(f"Perceptron, d = {d}, {rate} % mistakes: {few:,} rounds, loops")
        _loops(sizes, found, *rows.labelled(float(rate) / 100, few), rate)


def _compiled(sizes: Sizes, found: Found, X: np.ndarray, y: np.ndarray, rate: str) -> None:
    d = X.shape[1]
    w = np.ones(d)
    ways: dict[str, Callable[[], Any]] = {
        "play": lambda: play(X, y),
        "vecdot": lambda: np.vecdot(X, w),
        "matmul": lambda: X @ w,
    }
    run = play(X, y)
    with found.expecting(f"c-{d}-{rate}"):
        in_c = contenders.perceptron_in_c()
        ways["c"] = lambda: in_c(X, y)
    with found.expecting(f"scikit-learn-{d}-{rate}"):
        epoch = contenders.scikit_learn_epoch(X, y)
        ways["scikit-learn"] = lambda: contenders.scikit_learn_epoch(X, y)
        what = f"scikit-learn's weights after one epoch: d = {d}, {rate} % mistakes"
        found.compare(what, same((run.w, epoch)))
    times = found.shortest(f"compiled, d = {d}, {rate} %", ways, sizes.runs, sizes.seconds)
    times["product"] = min(times.pop("vecdot"), times.pop("matmul"))
    _keep(found, times, run, rate)
    found.ratios[f"product-{d}-{rate}"] = times["play"] / times["product"]
    if "c" in times:
        found.ratios[f"c-{d}-{rate}"] = times["play"] / times["c"]
    if "scikit-learn" in times:
        found.ratios[f"scikit-learn-{d}-{rate}"] = times["scikit-learn"] / times["play"]


def _loops(sizes: Sizes, found: Found, X: np.ndarray, y: np.ndarray, rate: str) -> None:
    d = X.shape[1]
    run, by_loop, (w, scores, mistakes) = (
        play(X, y),
        play(X, y, "loop"),
        contenders.perceptron_loop(X, y, inner),
    )
    found.compare(
        f'play and play(..., method="loop"): d = {d}, {rate} % mistakes', same_run(run, by_loop)
    )
    found.compare(
        f"play and the bare loop: d = {d}, {rate} % mistakes",
        same((run.w, w), (run.scores, scores), (np.flatnonzero(run.mistakes), np.array(mistakes))),
    )
    ways: dict[str, Callable[[], Any]] = {
        "play, shorter stream": lambda: play(X, y),
        "bare loop": lambda: contenders.perceptron_loop(X, y),
        "vecdot": lambda: np.vecdot(X, w),
        "matmul": lambda: X @ w,
    }
    times = found.shortest(f"loops, d = {d}, {rate} %", ways, sizes.runs, sizes.seconds)
    ways = {"own loop": lambda: play(X, y, "loop")}
    times |= found.shortest(f"loops, d = {d}, {rate} %", ways, 1)
    product = min(times.pop("vecdot"), times.pop("matmul"))
    _keep(found, times, run, rate)
    found.ratios[f"loop-product-{d}-{rate}"] = times["bare loop"] / product
    found.ratios[f"loop-{d}-{rate}"] = times["bare loop"] / times["play, shorter stream"]
    found.ratios[f"own-loop-{d}-{rate}"] = times["own loop"] / times["play, shorter stream"]


def _keep(found: Found, times: dict[str, float], run: Any, rate: str) -> None:
    for contender, seconds in times.items():
        found.times[f"{contender}, {run.d}, {rate}"] = 1e6 * seconds / run.T


def row_by_row(sizes: Sizes, found: Found, tell: Callable[[str], None]) -> None:
    """The packages that are called for each round; times per round of streams with d = 100."""
    d, few = 100, sizes.rounds_of_rows
    tell(f"row by row: {few:,} rounds of d = {d}, scikit-learn and river")
    rows = timing.Rows(sizes.rounds_of_loops[d], d)
    X, y = rows.labelled(0.01)
    ways = {"play": lambda: play(X, y), "loop": lambda: contenders.perceptron_loop(X, y)}
    times = found.shortest("row by row", ways, sizes.runs)
    own, loop = times["play"] / len(X), times["loop"] / len(X)
    X, y = X[:few], y[:few]
    run, dicts = play(X, y), contenders.as_dicts(X)
    with found.expecting("river-loop", "river-play"):
        w = contenders.river_perceptron(dicts, y)
        found.compare("river's weights, without its intercept", same((run.w, w)))
        river = {"river": lambda: contenders.river_perceptron(dicts, y)}
        one = found.shortest("row by row", river, sizes.runs)["river"] / few
        found.ratios |= {"river-loop": one / loop, "river-play": one / own}
        _keep(found, {"river, row by row": one * few}, run, "1")
    with found.expecting("scikit-learn-rows-loop", "scikit-learn-rows-play"):
        w = contenders.scikit_learn_rows(X, y)
        found.compare("scikit-learn's weights, row by row", same((run.w, w)))
        some = slice(max(1, few // 5))
        by_rows = {"scikit-learn": lambda: contenders.scikit_learn_rows(X[some], y[some])}
        one = found.shortest("row by row", by_rows, 1)["scikit-learn"] / len(X[some])
        found.ratios |= {"scikit-learn-rows-loop": one / loop, "scikit-learn-rows-play": one / own}
        _keep(found, {"scikit-learn, row by row": one * few}, run, "1")


def widrow_hoff(sizes: Sizes, found: Found, tell: Callable[[str], None]) -> None:
    """Widrow-Hoff: many copies at once, and river."""
    eta, rng = 0.1, np.random.default_rng(1)
    _many_copies(eta, rng, sizes, found, tell)
    _widrow_hoff_of_river(eta, rng, sizes, found, tell)


def _many_copies(
    eta: float, rng: np.random.Generator, sizes: Sizes, found: Found, tell: Callable[[str], None]
) -> None:
    T, R, d = sizes.replicates
    tell(f"Widrow-Hoff: {R} copies of {T:,} rounds, d = {d}")
    X = rng.standard_normal((T, R, d)) / d**0.5
    y = X @ rng.standard_normal(d) + 0.1 * rng.standard_normal((T, R))
    streams = [(np.ascontiguousarray(X[:, r]), np.ascontiguousarray(y[:, r])) for r in range(R)]
    together = ol.replicate(ol.WidrowHoff(eta), X, y)
    apart = [ol.play(ol.WidrowHoff(eta), *stream) for stream in streams]
    bare = [contenders.widrow_hoff_loop(*stream, eta, inner) for stream in streams]
    found.compare(
        "replicate and separate runs",
        all(
            same(
                (together.w[r], run.w),
                (together.scores[:, r], run.scores),
                (together.losses[:, r], run.losses),
                (together.average_w[r], run.average_w),
            )
            for r, run in enumerate(apart)
        ),
    )
    found.compare(
        "replicate and bare loops",
        all(
            same((together.w[r], w), (together.scores[:, r], scores))
            for r, (w, scores) in enumerate(bare)
        ),
    )
    times = found.shortest(
        "copies",
        {
            "together": lambda: ol.replicate(ol.WidrowHoff(eta), X, y),
            "apart": lambda: [ol.play(ol.WidrowHoff(eta), *stream) for stream in streams],
            "bare": lambda: [contenders.widrow_hoff_loop(*stream, eta) for stream in streams],
        },
        1,
    )
    found.ratios["replicate-loop"] = times["bare"] / times["together"]
    found.ratios["replicate-runs"] = times["apart"] / times["together"]


def _widrow_hoff_of_river(
    eta: float, rng: np.random.Generator, sizes: Sizes, found: Found, tell: Callable[[str], None]
) -> None:
    few, d = sizes.rounds_of_rows, 100
    tell(f"Widrow-Hoff: {few:,} rounds of d = {d}, river")
    X = timing.unit_rows(rng, few, d)
    y = X @ rng.standard_normal(d)
    with found.expecting("river-widrow-hoff"):
        dicts = contenders.as_dicts(X)
        theirs, ours = (
            contenders.river_widrow_hoff(dicts, y, eta),
            ol.play(ol.WidrowHoff(eta), X, y).w,
        )
        if not np.allclose(theirs, ours, rtol=1e-10, atol=1e-12):
            raise AssertionError("river's Widrow-Hoff is another algorithm")
        times = found.shortest(
            "Widrow-Hoff",
            {
                "river": lambda: contenders.river_widrow_hoff(dicts, y, eta),
                "bare": lambda: contenders.widrow_hoff_loop(X, y, eta),
            },
            sizes.runs,
        )
        found.ratios["river-widrow-hoff"] = times["river"] / times["bare"]


def linear_losses(sizes: Sizes, found: Found, tell: Callable[[str], None]) -> None:
    """Hedge, all rounds at once."""
    eta = 0.05
    for d in (10, 100):
        T = sizes.linear
        tell(f"Hedge: {T:,} rounds, d = {d}")
        losses = np.random.default_rng(2).random((T, d))

        def ours(losses: np.ndarray = losses) -> ol.record.OcoRun:
            return ol.play_oco(ol.Hedge(eta), losses, keep_weights=False)

        loop = ol.play_oco(ol.Hedge(eta), [OneByOne(g) for g in losses], d=d, keep_weights=False)
        run = ours()
        found.compare(
            f"Hedge, all rounds at once and one by one: d = {d}",
            same((run.losses, loop.losses), (run.w, loop.w), (run.average_w, loop.average_w)),
        )
        ways = {"ours": ours, "bare": lambda losses=losses: contenders.hedge_loop(losses, eta)}
        with found.expecting(f"pyol-{d}"):
            few = losses[: max(1, T // 10)]
            if not np.allclose(contenders.pyol_hedge(few, eta), run.losses[: len(few)]):
                raise AssertionError("PyOL's exponential weights are another algorithm")
            ways["pyol"] = lambda few=few: contenders.pyol_hedge(few, eta)
        times = found.shortest(f"Hedge, d = {d}", ways, sizes.runs, sizes.seconds)
        found.ratios[f"hedge-{d}"] = times["bare"] / times["ours"]
        if "pyol" in times:
            found.ratios[f"pyol-{d}"] = (times["pyol"] / len(few)) / (times["ours"] / T)


class OneByOne:
    """A linear loss that `play_oco` cannot know to be one."""

    def __init__(self, g: np.ndarray) -> None:
        self.g = g

    def value(self, w: np.ndarray) -> float:
        """Its value."""
        return float(inner(self.g, w))

    def gradient(self, w: np.ndarray) -> np.ndarray:
        """Its gradient."""
        return self.g


def hindsight(sizes: Sizes, found: Found, tell: Callable[[str], None]) -> None:
    """The certified comparator, in units of one product X'X."""
    T, d = sizes.hindsight
    rng = np.random.default_rng(3)
    X = rng.standard_normal((T, d)) / d**0.5
    u = timing.unit_rows(rng, 1, d)[0]
    scores = 3 * X @ u + 0.3 * rng.standard_normal(T)
    signs = np.where(scores > 0, 1.0, -1.0)
    domains = {"ball": ol.Ball(3.0), "simplex": ol.Simplex(), "L1 ball": ol.L1Ball(3.0)}
    tasks = [(loss, name) for loss in LOSSES for name in SETS] + [("square", "ball")]
    times: dict[str, float] = {}
    for loss, name in tasks:
        tell(f"best point in hindsight: {loss}, {name}")
        y = signs if loss == "hinge" else scores
        ours = partial(ol.best_in_hindsight, X, y, loss, domains[name])
        best = ours()
        if best.gap > 1e-6 * best.loss:
            found.ratios[f"best-{loss}-{name.replace(' ', '-')}"] = "it was not certified"
            continue
        ways = {f"{loss}, {name}": ours, "product": lambda: X.T @ X}
        times |= found.shortest("hindsight", ways, sizes.runs)
        if (loss, name) == ("hinge", "ball"):
            with found.expecting("clarabel"):
                tell("best point in hindsight: hinge, ball, by Clarabel")
                least, seconds = contenders.clarabel(X, signs, 3.0)
                if not abs(least - best.loss) <= 1e-5 * best.loss:
                    raise AssertionError("Clarabel found another minimum")
                found.ratios["clarabel"] = seconds / times["hinge, ball"]
    for loss, name in tasks:
        if f"{loss}, {name}" in times:
            key = f"best-{loss}-{name.replace(' ', '-')}"
            found.ratios[key] = times[f"{loss}, {name}"] / times["product"]


def streaming(sizes: Sizes, found: Found, tell: Callable[[str], None]) -> None:
    """A stream larger than one would like to hold."""
    T, d = sizes.file
    with tempfile.TemporaryDirectory() as folder:
        tell(f"stream: writing {8 * T * d / 1e9:.2g} GB")
        few = T // 4  # what is compared in memory
        rows = timing.Rows(few, d, seed=4)
        _, y = rows.labelled(0.01)
        with Path(folder, "X").open("wb") as X_file, Path(folder, "y").open("wb") as y_file:
            for shift in range(4):  # the same rows, moved on, so that one part is not the other
                np.roll(rows.X, shift * few // 4, axis=0).tofile(X_file)
                np.roll(y, shift * few // 4).tofile(y_file)
        del rows, y

        def at_work(T: int, task: str) -> dict[str, Any]:
            tell(f"stream: {T:,} rounds, {task}")
            command = [sys.executable, str(Path(__file__).with_name("streaming.py"))]
            arguments = [folder, str(T), str(d), task]
            done = subprocess.run([*command, *arguments], stdout=subprocess.PIPE, check=True)
            found: dict[str, Any] = json.loads(done.stdout)
            return found

        at_work(T, "read")  # so that the file is in the system's cache for all
        rounds = {"read": T, "play": T, "memory": few}
        runs = [{task: at_work(n, task) for task, n in rounds.items()} for _ in range(sizes.passes)]
        part = at_work(few, "play")
    for run in runs:
        found.compare(
            "a stream of blocks and the same in memory", part["digest"] == run["memory"]["digest"]
        )
    seconds = {task: min(run[task]["seconds"] for run in runs) for task in rounds}
    peak = {task: max(run[task]["peak"] for run in runs) for task in rounds}
    found.ratios["streaming-memory"] = peak["play"]
    found.ratios["streaming-time"] = seconds["play"] / (
        seconds["read"] + seconds["memory"] * T / few
    )
    found.notes["streaming seconds"] = seconds["play"]
    found.notes["streaming gigabytes"] = 8 * T * d / 1e9
    found.notes["streaming peak in memory"] = peak["memory"]


def everything(sizes: Sizes, tell: Callable[[str], None]) -> Found:
    """All measurements of the table."""
    found = Found()
    for number in range(sizes.passes):
        tell(f"pass {number + 1} of {sizes.passes}")
        for d in DIMENSIONS:
            perceptron(sizes, found, d, tell)
        for measure in (row_by_row, widrow_hoff, linear_losses, hindsight):
            measure(sizes, found, tell)
    streaming(sizes, found, tell)
    return found
