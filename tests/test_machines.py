"""No number of the book hangs on the last digit of a sum.

`.ci/run` runs all notebooks once more with an old processor's arithmetic, and a part of them with that of
an imitated machine, another one each week.  Here it is tested that the imitation does what a machine may,
and nothing more, and that an experiment which balances on a tie is red there.
"""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import disturbed
import nbformat
import notebooks
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from test_notebooks import start_run, verdicts_of

ROOT = Path(__file__).parents[1]
FUNCTIONS = {name: disturbed.Inexact(getattr(np, name)) for name in ("exp", "log", "tanh", "log1p")}


@pytest.fixture(params=[1, 2, 202648])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(disturbed, "seed", request.param)
    disturbed.order.cache_clear()
    return int(request.param)


def test_what_is_exact_stays_exact(machine: int) -> None:
    rng = np.random.default_rng(0)
    A, B = (rng.integers(-64, 64, shape) / 16 for shape in ((5, 40), (40, 7)))
    np.testing.assert_array_equal(disturbed.product(A, B), A @ B)
    np.testing.assert_array_equal(disturbed.vecdot(A, B[:, 0]), A @ B[:, 0])
    assert disturbed.norm(np.array([3.0, 4.0])) == 5.0
    powers = np.array([0.0, 1.0, 2.0, 10.0])
    np.testing.assert_array_equal(disturbed.power(2.0, -powers), 2.0**-powers)
    assert FUNCTIONS["exp"](0.0) == 1.0
    assert disturbed.Inexact(math.log2)(8.0) == 3.0
    assert disturbed.total([1, 2, 3]) == 6
    assert disturbed.total([0.5, 0.25], 1) == 1.75


def test_the_last_digits_move_and_no_others(machine: int) -> None:
    rng = np.random.default_rng(0)
    A, b = rng.normal(size=(200, 60)), rng.normal(size=60)
    size = np.abs(A) @ np.abs(b)
    for other in (disturbed.product(A, b), disturbed.vecdot(A, b)):
        assert 0 < np.max(np.abs(other - A @ b) / size) < 1e-14
    at = rng.uniform(0.1, 5, 1000)
    for function in FUNCTIONS.values():
        ulps = (function(at) - function.function(at)) / np.spacing(function.function(at))
        assert set(ulps) == {-1.0, 0.0, 1.0}
        assert function(at[0]) == function(at)[0]  # the same of one number as of many


def test_a_row_is_multiplied_as_it_is_among_others(machine: int) -> None:
    """The fast paths rely on it; see `olbook.fast`."""
    rng = np.random.default_rng(0)
    A, b = rng.normal(size=(20, 33)), rng.normal(size=33)
    np.testing.assert_array_equal(disturbed.vecdot(A, b), [disturbed.vecdot(row, b) for row in A])


def test_ties_may_come_in_another_order(machine: int) -> None:
    x = np.array([2.0, 1.0, 2.0, 1.0])
    np.testing.assert_array_equal(disturbed.argsort(x), [3, 1, 2, 0])
    np.testing.assert_array_equal(disturbed.argsort(x, kind="stable"), [1, 3, 0, 2])


PLAY = """
import sys
sys.path.append({tests!r})
if {machine}:
    import disturbed
    disturbed.install({machine})
import numpy, olbook
X = numpy.random.default_rng(0).normal(size=(50, 30))
run = olbook.play(olbook.GradientDescent(0.1, "logistic"), X, numpy.sign(X[:, 0]))
print(run.w.tobytes().hex())
"""


def test_the_package_computes_as_the_machine_does() -> None:
    code = [PLAY.format(tests=str(ROOT / "tests"), machine=machine) for machine in (0, 1, 1, 2)]
    here, one, again, two = (
        subprocess.check_output([sys.executable, "-c", text], text=True, cwd=ROOT) for text in code
    )
    assert one == again
    assert len({here, one, two}) == 3
    w, w_one = (np.frombuffer(bytes.fromhex(text)) for text in (here, one))
    np.testing.assert_allclose(w, w_one, rtol=1e-12)


# What a cell prints, and whether another machine would print it too.
CELLS = {
    "import numpy as np\nsigns = np.random.default_rng(0).choice([-1.0, 1.0], size=(400, 24))": True,
    "print(np.sum(signs @ np.tile([1, 2, 3], 8) / 8 > 0))": True,  # ties of numbers that are exact
    "print(np.sum(signs @ np.tile([0.1, 0.2, 0.3], 8) > 0))": False,  # ties that rounding decides
    "print(np.round(signs[:5] @ np.tile([0.1, 0.2, 0.3], 8), 6) + 0.0)": True,
    "print(np.argsort(signs[0])[:3])": False,
}


@pytest.mark.thorough
def test_a_cell_that_balances_on_a_tie_is_red_on_another_machine(tmp_path: Path) -> None:
    path = tmp_path / "ties.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(source) for source in CELLS]), path)
    assert notebooks.execute(path)
    for machine in (0, 1):
        run = start_run(tmp_path, f"--machine={machine}")
        printed = run.communicate()[0]
        green = [verdict == "" for verdict in verdicts_of(tmp_path)["ties"]]
        assert green == [True if machine == 0 else same for same in CELLS.values()], printed
