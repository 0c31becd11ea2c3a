"""The benchmarks: the machinery of the table, a run with tiny sizes, and the page made from it.

No time is asserted here. What is slow or unequal on purpose must be reported as such.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from faults import tell
from sphinx.errors import ExtensionError

import olbook as ol
from grading.sandbox import why_not

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

import classes  # noqa: E402
import contenders  # noqa: E402
import figures  # noqa: E402
import goals  # noqa: E402
import growth  # noqa: E402
import measurements  # noqa: E402
import speed  # noqa: E402
import table  # noqa: E402
import timing  # noqa: E402

import benchmarks as page  # noqa: E402  (book/_ext/benchmarks.py)

pytestmark = pytest.mark.landing

TINY = replace(
    measurements.QUICK,
    rounds={10: 300, 100: 200, 1000: 60},
    rounds_of_loops={10: 100, 100: 100, 1000: 30},
    rounds_of_rows=5,
    replicates=(10, 3, 10),
    linear=30,
    hindsight=(40, 3),
    file=(400, 3),
)


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    """What the page shows."""
    return page.stored(ROOT)


@pytest.fixture(scope="module")
def tiny() -> dict[str, Any]:
    """A run of everything with tiny sizes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measurements, "QUICK", TINY)
        patch.setattr(growth, "QUICK", growth.QUICK | {"T": [50, 100], "d": [4, 8]})
        return speed.rounded(speed.measured(quick=True))


@pytest.fixture(scope="module")
def lines(tiny: dict[str, Any]) -> list[dict[str, Any]]:
    """Its table."""
    return table.table(goals.GOALS, tiny["ratios"])


def test_every_goal_of_the_page_was_measured(stored: dict[str, Any]) -> None:
    missing = [line["key"] for line in stored["lines"] if line["measured"] is None]
    tell([f"{key}: was not measured" for key in missing], "benchmarks/results.json", "make bench")


def test_all_that_should_be_equal_was(stored: dict[str, Any]) -> None:
    unlike = [what for what, same in stored["equal"].items() if not same]
    tell([f"{what}: was not equal" for what in unlike], "benchmarks/results.json", "make bench")
    assert len(stored["equal"]) >= 30


def test_what_is_missed_has_a_reason(stored: dict[str, Any]) -> None:
    for line in stored["lines"]:
        assert (line["verdict"] == table.MISSED) == bool(line["reason"])
    assert all(goal.reason for goal in goals.GOALS if goal.text != "–")


def test_one_thread_was_used(stored: dict[str, Any]) -> None:
    assert stored["machine"]["BLAS threads"] == 1


@pytest.mark.thorough
def test_a_tiny_run_measures_every_line(tiny: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    for line in lines:
        if line["measured"] is None:  # only what is not installed here may be missing
            assert re.search(r"is not installed|no C compiler|was not certified", line["reason"])
        else:
            assert line["measured"] > 0
    assert all(tiny["equal"].values())


@pytest.mark.thorough
def test_a_tiny_run_makes_a_page_and_figures(tiny: dict[str, Any]) -> None:
    drawn = figures.drawn(table.completed(goals.GOALS, tiny))
    text = (ROOT / "book" / "benchmarks.md").read_text(encoding="utf-8")
    assert set(drawn) == set(re.findall(r"/_build/drawn/(\S+)\.png", text))
    figures.plt.close("all")


def test_the_page_has_every_line_and_no_hole(stored: dict[str, Any]) -> None:
    text = (ROOT / "book" / "benchmarks.md").read_text(encoding="utf-8")
    filled = page.filled(text, stored)
    assert "{bench}" not in filled
    assert "<!--" not in filled
    for line in stored["lines"]:
        row = next(row for row in filled.splitlines() if page.cell(line) in row)
        assert row.startswith(f"| {line['row'] or line['what']} |") or line["grid"]
        assert line["reason"] in filled
    assert "not equal" not in filled
    assert page.equalities({"equal": {"a: 1": True, "a: 2": True}}) == "- a: equal on all 2"
    assert "**not equal on 1 of 2**" in page.equalities({"equal": {"a: 1": True, "a: 2": False}})


def test_no_measured_number_is_typed_on_the_page() -> None:
    text = (ROOT / "book" / "benchmarks.md").read_text(encoding="utf-8")
    text = re.sub(
        r"\{bench\}`[^`]*`|:::\{figure\}.*?:::|\$[^$]*\$|`[^`]*`", "", text, flags=re.DOTALL
    )
    # what may stand there: the shares of mistakes, the size of the blocks, bytes of a round
    assert set(re.findall(r"\d[\d.,]*\d|\d", text)) <= {"0.1", "1", "20", "8192", "18"}


def test_a_name_that_was_not_measured_stops_the_build(stored: dict[str, Any]) -> None:
    with pytest.raises(ExtensionError, match="river-on-the-moon"):
        page.filled("{bench}`river-on-the-moon`", stored)


# A check that cannot fail says nothing.


def test_verdicts() -> None:
    small, large = table.Goal("a", "", "", at_most=2), table.Goal("b", "", "", at_least=2)
    for value, of_small, of_large in [
        (1.0, table.MET, table.MISSED),
        (2.0, table.MET, table.MET),
        (3.0, table.MISSED, table.MET),
        (float("nan"), table.MISSED, table.MISSED),
        (None, table.NOT_MEASURED, table.NOT_MEASURED),
    ]:
        assert small.verdict(value) == of_small
        assert large.verdict(value) == of_large
    assert table.Goal("c", "", "").verdict(5.0) == table.REPORTED
    assert small.score(4.0) == large.score(1.0) == 0.5


def test_lines_without_a_measurement_and_measurements_without_a_line() -> None:
    goal = table.Goal("a", "section", "speed", at_most=2)
    line = table.table([goal], {})[0]
    assert (line["verdict"], line["reason"]) == (table.NOT_MEASURED, "it was left out")
    line = table.table([goal], {"a": "there is no C compiler"})[0]
    assert (line["verdict"], line["reason"]) == (table.NOT_MEASURED, "there is no C compiler")
    with pytest.raises(KeyError, match="measured, but no line"):
        table.table([goal], {"a": 1.0, "b": 1.0})


def ticking(seconds: dict[str, float]) -> Any:
    """A clock for `timing.interleaved` under which each contender takes the seconds given."""
    return lambda ways, *limits: {name: seconds.get(name, 1.0) for name in ways}


@pytest.mark.parametrize("slow", [False, True])
def test_a_slow_path_is_reported(slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        timing, "interleaved", ticking({"play": 10.0 if slow else 0.1, "scikit-learn": 1.0})
    )
    found = measurements.Found()
    measurements._compiled(TINY, found, *timing.Rows(200, 100).labelled(0.01), "0.1")
    lines = {line["key"]: line for line in table.table(goals.GOALS, found.ratios)}
    for key in ("product-100-0.1", "scikit-learn-100-0.1"):
        assert lines[key]["verdict"] == (table.MISSED if slow else table.MET)
    assert ("NOT met" in table.printed(lines.values())) == slow


def test_an_inequality_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `play` whose result is off by one unit in the last place is not equal to the loop."""
    honest = ol.play

    def off(*args: Any, **options: Any) -> Any:
        run = honest(*args, **options)
        if options.get("method") != "loop":
            run.scores[-1] = np.nextafter(run.scores[-1], np.inf)
        return run

    monkeypatch.setattr(ol, "play", off)
    found = measurements.Found()
    measurements._loops(TINY, found, *timing.Rows(60, 10).labelled(0.1), "20")
    assert not any(found.equal.values())
    shown = table.printed_equalities(found.equal)
    assert shown.count("DIFFERENT") == len(found.equal) == 2
    assert table.summary([], found.equal)["different"] == 2


@pytest.mark.thorough
def test_a_run_with_an_inequality_fails(
    tiny: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["speed.py", "--quick"])
    monkeypatch.setattr(speed, "measured", lambda quick, tell: tiny)
    assert speed.main() == 0
    wrong = tiny | {"equal": {"this and that": False}}
    monkeypatch.setattr(speed, "measured", lambda quick, tell: wrong)
    assert speed.main() == 1
    assert "DIFFERENT  this and that" in capsys.readouterr().out


def test_who_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    found = measurements.Found()
    measurements._compiled(TINY, found, *timing.Rows(200, 100).labelled(0.01), "1")
    assert found.ratios["scikit-learn-100-1"] == "sklearn is not installed"
    assert isinstance(found.ratios["product-100-1"], float)


def test_streams_have_the_mistakes_they_should() -> None:
    rows = timing.Rows(5000, 20)
    np.testing.assert_allclose(np.vecdot(rows.X, rows.X), 1, atol=0.6)
    for wanted in (0.05, 0.2):
        X, y = rows.labelled(wanted)
        assert ol.play(ol.Perceptron(), X, y).n_mistakes / 5000 == pytest.approx(wanted, rel=0.1)
    assert (
        contenders.perceptron_loop(X, y)[2]
        == np.flatnonzero(ol.play(ol.Perceptron(), X, y).mistakes).tolist()
    )


def test_the_lock_of_the_benchmarks_fits_the_lock_of_the_book() -> None:
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))

    locked, wanted, book = (
        pins(f"requirements{name}") for name in ("-bench.txt", "-bench.in", ".txt")
    )
    assert {name.lower() for name in wanted} <= locked.keys()
    assert {"river", "cvxpy", "pyol", "cffi", "clarabel"} <= locked.keys()
    shared = locked.keys() & book.keys()
    assert "numpy" in shared
    assert {name: locked[name] for name in shared} == {name: book[name] for name in shared}
    lines = (ROOT / "requirements-bench.in").read_text(encoding="utf-8").splitlines()
    assert all(re.search(r"#\s*\w+", line) for line in lines if line[:1].isalpha())


@pytest.mark.thorough
@pytest.mark.skipif(bool(why_not()), reason=f"no sandbox: {why_not()}")
def test_a_class_is_timed_that_was_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert classes.seconds_of_class(classes.EMPTY / "perceptron.ipynb", size=2, jobs=1) > 0
    monkeypatch.setattr(classes, "ROOT", ROOT / "tests")  # where there is no grader
    with pytest.raises(subprocess.CalledProcessError):
        classes.seconds_of_class(classes.EMPTY / "perceptron.ipynb", size=1, jobs=1)
