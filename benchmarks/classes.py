"""How long it takes to grade: a submission of each topic, and a class as it grows.

    python benchmarks/classes.py

The instructor's own notebook is handed in as a solved one, the student's as an empty one. A class
is graded as a course does it, by the command of ``make grade`` and in the sandbox.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
SOLVED, EMPTY = ROOT / "instructor", ROOT / "book" / "assignments"
COPIES = 4
SIZES = (4, 8, 16)
JOBS = (1, 2)


def seconds_of_class(notebook: Path, size: int, jobs: int) -> float:
    """How long a class takes in which everybody hands in this notebook."""
    with tempfile.TemporaryDirectory() as folder:
        handed_in = Path(folder) / "handed-in"
        handed_in.mkdir()
        for student in range(size):
            shutil.copy(notebook, handed_in / f"{student}.ipynb")
        command = [sys.executable, "-m", "grading.grade", "class", str(handed_in)]
        command += ["--topic", notebook.stem, "--out", f"{folder}/marks", "--jobs", str(jobs)]
        start = perf_counter()
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return perf_counter() - start


def seconds_of_submission(notebook: Path) -> float:
    """What one more submission costs on one core, without the start of the grader."""
    few, many = (seconds_of_class(notebook, size, jobs=1) for size in (1, 1 + COPIES))
    return (many - few) / COPIES


def main() -> None:
    """Print both tables."""
    print(f"{'seconds for one submission':32s}{'solved':>8s}{'empty':>8s}")
    for notebook in sorted(SOLVED.glob("*.ipynb")):
        solved, empty = (seconds_of_submission(f / notebook.name) for f in (SOLVED, EMPTY))
        print(f"{notebook.stem:32s}{solved:8.1f}{empty:8.1f}", flush=True)
    print(f"\n{'seconds for a solved class':32s}" + "".join(f"{j:>5d} jobs" for j in JOBS))
    for size in SIZES:
        times = (seconds_of_class(SOLVED / "perceptron.ipynb", size, jobs) for jobs in JOBS)
        print(f"{f'perceptron, {size} submissions':32s}" + "".join(f"{t:10.1f}" for t in times))


if __name__ == "__main__":
    main()
