"""A slip in a loop that a chapter prints is noticed; those that are not are named, with the reason."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from faults import tell
from loops import FEW

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]
COMMAND = "PYTHONPATH=tests:book/_tools:book/_ext:. .venv/bin/python tests/loops.py"
NO_ZERO = "the entries are 1 and -1, never 0"
TWO_LABELS = "a label is 1 or -1, never 0"
SURVIVORS = {
    "perceptron": {
        "def-half-moons-n-noise-r-a60d4c, line 5: y > 0 -> y >= 0": TWO_LABELS,
        "class-bisect-bd64d6, line 11: y > 0 -> y >= 0": TWO_LABELS,
        "classes-loop, line 3: classes.max() + 1 -> classes.max() + 2": "one class more, that no "
        "example has and that never leads on these digits",
    },
    "winnow": {
        "w-hadamard, line 11: rows[1:, 1] < 0 -> rows[1:, 1] <= 0": NO_ZERO,
        "w-hadamard, line 11: rows[1:, 1] > 0 -> rows[1:, 1] >= 0": NO_ZERO,
        "w-hadamard, line 3: -a -> +a": "the learner's last weight changes its sign with the constant",
    },
}


@pytest.mark.parametrize("topic", SURVIVORS)
def test_slips_of_this_week_in_printed_loops_are_noticed(topic: str) -> None:
    year, week, _ = date.today().isocalendar()
    path = f"book/{topic}.ipynb"
    folders = [ROOT / "tests", ROOT / "book" / "_tools", ROOT / "book" / "_ext", ROOT]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    done = subprocess.run(
        [sys.executable, "tests/loops.py", path, "--few", f"{year} {week}"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    fates = [line.removeprefix(f"{path} ").split(" | ", 1) for line in done.stdout.splitlines()]
    assert len(fates) == FEW
    left = {slip for slip, fate in fates if fate.strip() == "not noticed"}
    known = SURVIVORS[topic]
    faults = [f"nothing notices {slip}" for slip in sorted(left - known.keys())]
    faults += [f"is noticed now: {slip}" for slip, _ in fates if slip in known.keys() - left]
    tell(faults, path, f"{COMMAND} {path}")
