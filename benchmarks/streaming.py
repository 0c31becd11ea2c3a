"""A stream from a file, in a process of its own, so that its peak of memory can be seen.

python streaming.py FOLDER T D read|play|memory

prints one line of JSON: seconds, peak of memory in MB, rounds, and a digest of weights and scores.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

import olbook as ol  # noqa: E402

ROWS = 8192


def blocks(folder: Path, T: int, d: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The first T rounds of the stream, ROWS at a time."""
    with (folder / "X").open("rb") as X, (folder / "y").open("rb") as y:
        for t in range(0, T, ROWS):
            rows = min(ROWS, T - t)
            yield np.fromfile(X, count=rows * d).reshape(rows, d), np.fromfile(y, count=rows)


def peak_of_memory() -> float:
    """The most that this process has ever held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage says would include the parent's memory before the exec
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmHWM"].split()[0]) / 1024
    import resource

    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main() -> None:
    """Read the blocks only, play them, or put them into memory and play then."""
    folder, T, d, task = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    digest = ""
    if task == "memory":
        X = np.fromfile(folder / "X", count=T * d).reshape(T, d)
        y = np.fromfile(folder / "y", count=T)
    start = perf_counter()
    if task == "read":
        for X, _ in blocks(folder, T, d):
            assert X.flags.c_contiguous
    else:
        run = ol.play(ol.Perceptron(), *([X, y] if task == "memory" else [blocks(folder, T, d)]))
    seconds = perf_counter() - start
    if task != "read":
        digest = hashlib.sha256(run.w.tobytes() + run.scores.tobytes()).hexdigest()
    print(json.dumps({"seconds": seconds, "peak": peak_of_memory(), "T": T, "digest": digest}))


if __name__ == "__main__":
    main()
