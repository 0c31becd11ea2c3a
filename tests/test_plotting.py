"""The figures: what is drawn is what was given."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import altair as alt
import IPython.display
import matplotlib as mpl
import matplotlib.pyplot as plt
import moving
import numpy as np
import pytest
import vl_convert
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import olbook as ol
from olbook import plotting

X = np.array([[1.0, 0.5], [-1.0, 0.25], [0.5, -2.0], [-0.5, -1.0]])
y = np.array([1.0, -1.0, 1.0, -1.0])


@pytest.fixture(autouse=True)
def _fresh_style() -> Iterator[None]:
    with mpl.rc_context():
        yield


@pytest.fixture
def ax() -> Axes:
    axes: Axes = Figure().add_subplot()
    return axes


def with_constant(X: np.ndarray) -> np.ndarray:
    return np.column_stack([X, np.ones(len(X))])


def test_importing_changes_no_style() -> None:
    code = (
        "import matplotlib as mpl; before = dict(mpl.rcParams); import olbook.plotting; "
        "assert dict(mpl.rcParams) == before"
    )
    root = Path(ol.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert done.stderr == ""


def test_use_style() -> None:
    plotting.use_style()
    assert mpl.rcParams["figure.constrained_layout.use"]
    assert tuple(mpl.rcParams["figure.figsize"]) == (6.4, 3.6)
    cycle = list(mpl.rcParams["axes.prop_cycle"])
    assert len({entry["color"] for entry in cycle}) == len(cycle) == 6
    # Neighbours differ in more than their colour.
    assert all(a["linestyle"] != b["linestyle"] for a, b in itertools.pairwise(cycle))


def test_a_slow_machine_is_not_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matplotlib looks at the clock while it places a legend; what a notebook writes must not hang on it."""
    seconds = itertools.count(step=2)
    monkeypatch.setattr("matplotlib.legend.time.perf_counter", lambda: next(seconds))
    figure, axes = plt.subplots()
    axes.plot([0, 1], [0, 1], label="up")
    axes.legend()
    monkeypatch.setattr(IPython.display, "display", lambda shown: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plotting.show(figure)
    assert next(seconds) > 0  # it did look


@pytest.mark.parametrize("inputs", [X, with_constant(X)], ids=["plane", "with constant"])
def test_points(ax: Axes, inputs: np.ndarray) -> None:
    plus, minus = plotting.points(ax, inputs, y)
    np.testing.assert_array_equal(plus.get_offsets(), X[y > 0])
    np.testing.assert_array_equal(minus.get_offsets(), X[y < 0])
    assert (plus.get_label(), minus.get_label()) == ("$y=+1$", "$y=-1$")
    # The two are told apart by shape as well as by colour.
    assert len(plus.get_paths()[0]) != len(minus.get_paths()[0])


@pytest.mark.parametrize("w", [[1.0, 2.0], [0.0, -3.0], [1.0, 2.0, -4.0], [5.0, 0.0, 1.0]])
def test_line(ax: Axes, w: list[float]) -> None:
    drawn = plotting.line(ax, w, linestyle=":")
    offset = w[2] if len(w) == 3 else 0.0
    one, two = np.array(drawn.get_xy1()), np.array(drawn.get_xy2())
    assert np.dot(w[:2], one) + offset == pytest.approx(0.0)
    assert np.dot(w[:2], two) + offset == pytest.approx(0.0)
    assert np.linalg.norm(one - two) == pytest.approx(1.0)
    assert drawn.get_linestyle() == ":"


@pytest.mark.parametrize("w", [[0.0, 0.0], [0.0, 0.0, 1.0], [1.0], [1.0, 2.0, 3.0, 4.0]])
def test_no_line_without_a_normal(ax: Axes, w: list[float]) -> None:
    with pytest.raises(ValueError, match="w must have shape"):
        plotting.line(ax, w)


@pytest.mark.parametrize("w", [[1.0, 2.0], [0.0, -3.0], [1.0, 2.0, -4.0]])
def test_strip_covers_what_the_axes_show(ax: Axes, w: list[float]) -> None:
    plotting.points(ax, X, y)
    limits = ax.get_xlim(), ax.get_ylim()
    drawn = plotting.strip(ax, w, 0.5)
    assert (ax.get_xlim(), ax.get_ylim()) == limits

    offset = w[2] if len(w) == 3 else 0.0
    values = drawn.get_xy() @ np.array(w[:2]) + offset
    np.testing.assert_allclose(sorted(values[:4]), [-0.5, -0.5, 0.5, 0.5])
    rng = np.random.default_rng(0)
    shown = np.column_stack([rng.uniform(*limits[0], 500), rng.uniform(*limits[1], 500)])
    inside = drawn.get_path().contains_points(shown)
    np.testing.assert_array_equal(inside, np.abs(shown @ w[:2] + offset) <= 0.5)


@pytest.mark.parametrize("size", [1.0, 1e-9, 1e9])
def test_regions_have_the_colours_of_their_labels(ax: Axes, size: float) -> None:
    ax.set(xlim=(-1, 1), ylim=(-2, 2))
    drawn = plotting.regions(ax, lambda x: size * (x[0] - 0.25))
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 1), (-2, 2))
    minus, plus = drawn.get_paths()
    left, right = [(-0.9, 1.9), (0.24, 0.0)], [(0.26, 0.0), (0.9, -1.9)]
    assert minus.contains_points(left + right).tolist() == [True, True, False, False]
    assert plus.contains_points(left + right).tolist() == [False, False, True, True]
    assert to_rgb(tuple(drawn.get_facecolor()[0][:3])) == to_rgb(plotting.ORANGE)
    assert to_rgb(tuple(drawn.get_facecolor()[1][:3])) == to_rgb(plotting.BLUE)


def test_regions_of_a_learner_with_one_answer(ax: Axes) -> None:
    drawn = plotting.regions(ax, lambda x: 0.0, resolution=2)
    assert drawn.get_array().shape == (2,)
    with pytest.raises(ValueError, match="resolution must be at least 2"):
        plotting.regions(ax, lambda x: 0.0, resolution=1)


@pytest.mark.parametrize("inputs", [X, with_constant(X)], ids=["plane", "with constant"])
def test_turning(inputs: np.ndarray) -> None:
    run = ol.play(ol.Perceptron(), inputs, y, keep_weights=True)
    rounds = [1, 2, 3, 4]
    figure = plotting.turning(run, inputs, y, rounds)
    panels = [ax for ax in figure.axes if ax.get_visible()]
    assert [ax.get_title() for ax in panels] == [f"round {t}" for t in rounds]
    for ax, t in zip(panels, rounds, strict=True):
        shown = np.vstack([collection.get_offsets() for collection in ax.collections])
        assert {tuple(x) for x in shown} == {tuple(x) for x in X[:t]}
        ring, *lines = ax.lines
        np.testing.assert_array_equal(ring.get_xydata(), X[t - 1 : t])
        expected = [w for w in run.weights[t - 1 : t + 1] if w[:2].any()]
        assert len(lines) == len(expected)
        for drawn, w in zip(lines, expected, strict=True):
            offset = w[2] if len(w) == 3 else 0.0
            assert np.dot(w[:2], drawn.get_xy1()) + offset == pytest.approx(0.0)


def test_six_panels_make_two_rows_of_three() -> None:
    stream_X, stream_y, _ = ol.streams.separable(60, 2, 0.05, rng=np.random.default_rng(0))
    run = ol.play(ol.Perceptron(), stream_X, stream_y, keep_weights=True)
    figure = plotting.turning(run, stream_X, stream_y, range(1, 7))
    assert len(figure.axes) == 6
    assert all(ax.get_visible() for ax in figure.axes)
    columns = {round(ax.get_position().x0, 3) for ax in figure.axes}
    assert len(columns) == 3


def test_turning_wants_weights_and_rounds_of_the_run() -> None:
    bare = ol.play(ol.Perceptron(), X, y)
    with pytest.raises(ValueError, match="keep_weights=True"):
        plotting.turning(bare, X, y, [1])
    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    for rounds in ([], [5], [0]):
        with pytest.raises(ValueError, match="rounds must"):
            plotting.turning(run, X, y, rounds)
    with pytest.raises(ValueError, match="X must have a row for each of the 4 rounds, got 5 rows"):
        plotting.turning(run, np.vstack([X, X[:1]]), y, [1])


def test_a_table_is_short_and_knows_its_numbers() -> None:
    made = plotting.table("t", k=[1, 12345], x=[1 / 3, 2e-7], label=["+1", "−1"])
    assert made["values"] == "k,x,label\n1,0.3333,+1\n12345,2e-07,−1"
    assert made["format"] == {"type": "csv", "parse": {"k": "number", "x": "number"}}


@pytest.mark.parametrize("columns", [{"a": [1], "b": [1, 2]}, {"a": [[1]]}, {}])
def test_a_table_wants_columns_of_one_length(columns: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="columns must be vectors of one length"):
        plotting.table("t", **columns)


def test_a_chart_that_moves_is_stored_as_vega_lite_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(IPython.display, "display", lambda data, raw: shown.append(data))
    k = alt.param(name="k", value=1, bind=alt.binding_range(min=1, max=3, name="k"))
    dots = alt.Chart(plotting.table("rows", x=[1, 2])).mark_point().encode(x="x:Q")
    plotting.move(dots.add_params(k), "'k = ' + k")
    ((mime, spec),) = shown[0].items()
    assert mime == plotting.VEGA_LITE
    assert spec["title"] == {"text": {"expr": "says"}}
    assert [param["name"] for param in spec["params"]] == ["k", "says"]
    assert "k = 1" in vl_convert.vegalite_to_svg(spec, vl_version=moving.VERSION)


@pytest.mark.parametrize("inputs", [np.ones((4, 1)), np.ones((4, 4)), np.full((4, 3), 2.0)])
def test_only_the_plane_can_be_drawn(ax: Axes, inputs: np.ndarray) -> None:
    with pytest.raises(ValueError, match="X must have two columns"):
        plotting.points(ax, inputs, y)


def test_figures_are_deterministic() -> None:
    plotting.use_style()
    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    pictures = []
    for _ in range(2):
        buffer = BytesIO()
        plotting.turning(run, X, y, [1, 2, 3]).savefig(buffer, format="png")
        pictures.append(buffer.getvalue())
    assert pictures[0] == pictures[1]


def test_a_figure_is_shown_as_a_drawing_to_a_tenth_of_a_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plotting.use_style()
    shown: list[Any] = []
    monkeypatch.setattr(IPython.display, "display", shown.append)
    figure, ax = plt.subplots()
    plotting.points(ax, X, y)
    exact = StringIO()
    figure.savefig(exact, format="svg", bbox_inches="tight")
    plotting.show(figure)
    assert not plt.fignum_exists(figure.number)
    (drawing,) = shown
    number = re.compile(r"translate\((\S+) (\S+)\)")
    places, wanted = (
        np.array(number.findall(text), dtype=float) for text in (drawing.data, exact.getvalue())
    )
    assert np.abs(places - wanted).max() < 0.051
    assert len(drawing.data) < len(exact.getvalue())
