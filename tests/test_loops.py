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

import olbook as ol

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]
COMMAND = "PYTHONPATH=tests:book/_tools:book/_ext:. .venv/bin/python tests/loops.py"
WEEKLY = 2  # of the notebooks
NO_ZERO = "the entries are 1 and -1, never 0"
TWO_LABELS = "a label is 1 or -1, never 0"
DRAWN = "a drawn number is none of the rates"
SIDES = "pennies with the sides exchanged are the same game"
ORTHOGONAL = "what is orthogonal to the sum is so to its opposite"
CUT = "what is beyond the last round is cut off"
SURVIVORS: dict[str, dict[str, str]] = {
    "adaptive_ftrl": {
        "cell-41, line 8: rng.uniform(size=(T, d)) < 0.5 ** np.arange(d) -> "
        "rng.uniform(size=(T, d)) <= 0.5 ** np.arange(d)": DRAWN,
        "cell-41, line 11: X @ u > 0 -> X @ u >= 0": "the first word is in every text, and powers of 2 "
        "do not cancel",
        "cell-62, line 10: -eta -> +eta": SIDES,
        "cell-62, line 13: played += [p @ last[0], q @ last[1]] -> "
        "played -= [p @ last[0], q @ last[1]]": "the two payments of a round cancel",
        "cell-62, line 14: seen + last -> seen - last": SIDES,
    },
    "bandits": {
        "readers, line 8: rng.random((T, len(rates))) >= rates -> "
        "rng.random((T, len(rates))) > rates": DRAWN,
        "worlds, line 9: draws >= rates -> draws > rates": DRAWN,
    },
    "curved_losses": {
        "newton-streams, line 6: rng.random(T) < chance -> rng.random(T) <= chance": DRAWN,
    },
    "doubling_trick": {
        "cell-6, line 8: n - pushes + 1 -> n - pushes + 2": CUT,
        "cell-6, line 8: n - pushes -> n + pushes": CUT,
        "cell-47, line 18: range(13) -> range(14)": "the condition leaves blocks beyond the game out",
    },
    "games": {
        "cell-24, line 9: K + 1 -> K + 2": CUT,
        "cell-24, line 12: rng.uniform(size=(T, d)) < chance -> "
        "rng.uniform(size=(T, d)) <= chance": DRAWN,
    },
    "gd_eg_ftrl": {
        "cell-105, line 15: np.asarray(s) >= y -> np.asarray(s) > y": "at the kink both are slopes",
    },
    "littlestone_dimension": {
        "ld-33, line 18: 1 - y * self.labels[:, int(x[0])] -> 2 - y * self.labels[:, int(x[0])]": "a "
        "constant in all losses changes no weight",
    },
    "mirror_descent": {
        "cell-87, line 8: learner.w < 0 -> learner.w <= 0": "where a weight is 0 either sign will do",
        "cell-87, line 9: signs[0] -> signs[1]": "one coordinate is as good as another",
    },
    "online_convex_optimization": {
        "cell-8, line 9: np.random.default_rng(seed).random(T) < 0.7 -> "
        "np.random.default_rng(seed).random(T) <= 0.7": DRAWN,
        "cell-64, line 10: total + g -> total - g": ORTHOGONAL,
        "cell-95, line 8: 0.5 + abs(w[0] + 0.5) < 2 * abs(w[0] - 1) -> "
        "0.5 + abs(w[0] + 0.5) <= 2 * abs(w[0] - 1)": "where the valleys meet both are slopes",
        "cell-112, line 10: total + g -> total - g": ORTHOGONAL,
        "cell-112, line 5: np.eye(2)[0] -> np.eye(2)[1]": "the first gradient may point anywhere",
        "cell-112, line 7: g @ learner.w >= 0 -> g @ learner.w > 0": "orthogonal to the point, both "
        "signs cost nothing",
    },
    "perceptron": {
        "def-half-moons-n-noise-r-a60d4c, line 5: y > 0 -> y >= 0": TWO_LABELS,
        "class-bisect-bd64d6, line 11: y > 0 -> y >= 0": TWO_LABELS,
        "classes-loop, line 3: classes.max() + 1 -> classes.max() + 2": "one class more, that no "
        "example has and that never leads on these digits",
    },
    "regret_to_risk": {
        "cell-29, line 13: T - 1 -> T - 2": "one of a thousand points earlier, the same in what is shown",
        "cell-44, line 5: T + 1 -> T + 2": CUT,
        "cell-44, line 8: t - 1 -> t - 2": "from 16 on it is true of the same numbers",
    },
    "winnow": {
        "w-hadamard, line 11: rows[1:, 1] < 0 -> rows[1:, 1] <= 0": NO_ZERO,
        "w-hadamard, line 11: rows[1:, 1] > 0 -> rows[1:, 1] >= 0": NO_ZERO,
        "w-hadamard, line 3: -a -> +a": "the learner's last weight changes its sign with the constant",
    },
    "lectures/doubling_and_online_gradient_descent": {},
    "lectures/perceptron_and_margins": {},
    "lectures/perceptron_and_winnow_by_regret": {
        "c28, line 5: 1 - y * (2 * w * x - 1) -> 2 - y * (2 * w * x - 1)": "the kink moves, not the slope",
        "c28, line 5: 2 * w * x - 1 -> 2 * w * x - 2": "the kink moves, not the slope",
        "c30, line 5: y_t * (w @ x_t - 0.5) <= 0 -> y_t * (w @ x_t - 0.5) < 0": "no sum is the threshold",
        "c38, line 8: learner.predict(x_t) > 0 -> learner.predict(x_t) >= 0": "at 0 both labels force a "
        "mistake",
        "c38, line 11: x_t == y_t -> x_t != y_t": "of the opposite numbers, too, one is never wrong",
    },
    "lectures/widrow_hoff_and_families_of_updates": {},
}


def this_week() -> list[str]:
    """Some of the notebooks, all of them in turn."""
    year, week, _ = date.today().isocalendar()
    names, first = sorted({*ol.TOPICS, *SURVIVORS}), WEEKLY * (53 * year + week)
    return [names[(first + i) % len(names)] for i in range(WEEKLY)]


@pytest.mark.parametrize("topic", this_week())
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
    assert 1 <= len(fates) <= FEW
    left = {slip for slip, fate in fates if fate.strip() == "not noticed"}
    known = SURVIVORS.get(topic, {})
    faults = [
        f"nothing notices {slip}: check it in book/checks, or give the reason in SURVIVORS"
        for slip in sorted(left - known.keys())
    ]
    faults += [
        f"is noticed now, take it out of SURVIVORS: {slip}"
        for slip, _ in fates
        if slip in known.keys() - left
    ]
    tell(faults, path, f"{COMMAND} {path}")
