r"""Figures: each function draws one idea onto given axes and returns what it drew.

Nothing changes when this module is imported; :func:`use_style` sets the book's style when it is
called.  The points and lines live in the plane: a weight vector has shape (2,), or (3,) if the
inputs carry a constant coordinate 1 at the end, and then the line need not pass the origin.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.contour import QuadContourSet
from matplotlib.figure import Figure
from matplotlib.lines import AxLine
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from .record import Run
from .validation import FloatArray, matrix, positive, targets, vector, whole

#: Colours of Okabe and Ito, told apart with every common kind of colour blindness.
BLUE, ORANGE, GREEN, PURPLE, SKY, GREY = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#666666",
)

#: The form of a picture that moves, as JupyterLab and this book's site draw it.
VEGA_LITE = "application/vnd.vegalite.v5+json"
#: The book's style for such a picture.
MOVING_STYLE = {
    "font": "STIX Two Text, Times New Roman, serif",
    "view": {"stroke": None},
    "axis": {"labelFontSize": 13, "titleFontSize": 14, "titleFontWeight": "normal", "grid": False},
    "legend": {"labelFontSize": 13, "title": None, "orient": "bottom", "symbolStrokeWidth": 2},
    "title": {"fontSize": 15, "fontWeight": "normal", "anchor": "start", "offset": 10},
    "range": {"category": [BLUE, ORANGE, GREEN, PURPLE, SKY, GREY]},
}


def use_style() -> None:
    """Set the book's style for all figures made from now on in this process."""
    colours = [BLUE, ORANGE, GREEN, PURPLE, SKY, GREY]
    plt.rcParams.update(
        {
            "figure.figsize": (6.4, 3.6),
            "figure.dpi": 110,
            "figure.constrained_layout.use": True,
            "figure.facecolor": "white",
            "savefig.facecolor": "white",
            "axes.prop_cycle": cycler(color=colours)
            + cycler(linestyle=["-", "--", "-.", ":", "-", "--"]),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.titlesize": 13,
            "axes.labelsize": 13,
            "font.family": "STIXGeneral",  # as the text of the pages; Matplotlib brings it
            "font.size": 13,
            "legend.frameon": False,
            "legend.fontsize": 12,
            "lines.linewidth": 2.0,
            "mathtext.fontset": "stix",
            "xtick.labelsize": 12,
            "ytick.labelsize": 12,
        }
    )


def show(figure: Figure) -> None:
    """Show a figure in a notebook, as a drawing (SVG), and close it.

    It is sharp at any size and on paper, and the same figure gives the same text wherever it is
    drawn, but for the last digits of its numbers.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    """
    from IPython.display import SVG, display

    drawing = io.StringIO()
    unnamed = dict.fromkeys(["Creator", "Date", "Format", "Type"])
    with plt.rc_context({"svg.hashsalt": "olbook"}), warnings.catch_warnings():
        # Matplotlib warns if it needed a second to place a legend, so only on a slow machine.
        warnings.filterwarnings("ignore", "Creating legend with loc", UserWarning)
        figure.savefig(drawing, format="svg", bbox_inches="tight", metadata=unnamed)
    display(SVG(_shortened(drawing.getvalue())))  # type: ignore[no-untyped-call]
    plt.close(figure)


def table(name: str, **columns: ArrayLike) -> dict[str, Any]:
    """Columns of equal length as the data of an Altair chart.

    They become one text, a line for each row, with four digits of each number that is not whole:
    a notebook would store each number of a list on a line of its own.

    Parameters
    ----------
    name : str
        By which an expression of the chart finds the rows, as in ``data('name')[k].column``.
    **columns : (n,) arrays

    Returns
    -------
    dict
        Inline data of Vega-Lite.

    Examples
    --------
    >>> table("steps", eta=[0.125, 0.25], regret=[1 / 3, 2.0])["values"]
    'eta,regret\\n0.125,0.3333\\n0.25,2'
    """
    arrays = [np.asarray(column) for column in columns.values()]
    if len({array.shape for array in arrays}) != 1 or arrays[0].ndim != 1:
        shapes = ", ".join(f"{key} {np.shape(column)}" for key, column in columns.items())
        raise ValueError(f"columns must be vectors of one length, got {shapes}")
    rows = [",".join(map(_entry, row)) for row in zip(*arrays, strict=True)]
    numbers = [key for key, array in zip(columns, arrays, strict=True) if array.dtype.kind in "if"]
    return {
        "name": name,
        "values": "\n".join([",".join(columns), *rows]),
        "format": {"type": "csv", "parse": dict.fromkeys(numbers, "number")},
    }


def move(chart: Any, says: str) -> None:
    """Show an Altair chart that has sliders in a notebook, as Vega-Lite.

    JupyterLab draws it, and so does this book's site.

    Parameters
    ----------
    chart : altair.TopLevelMixin
    says : str
        An expression of Vega whose value, one line or a list of lines, is the title: what the
        picture shows at the place of its sliders.
    """
    from IPython.display import display

    spec = chart.to_dict()
    spec["params"].append({"name": "says", "expr": says})
    spec["title"] = {"text": {"expr": "says"}}
    spec["config"] = MOVING_STYLE
    display({VEGA_LITE: spec}, raw=True)  # type: ignore[no-untyped-call]


def points(ax: Axes, X: ArrayLike, y: ArrayLike) -> tuple[PathCollection, PathCollection]:
    """Points of the plane, blue discs for the label +1 and orange squares for -1.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    X : (T, 2) array, or (T, 3) with a constant last coordinate, which is not drawn
    y : (T,) array
        Labels -1 or +1.

    Returns
    -------
    plus, minus : matplotlib.collections.PathCollection
    """
    X, y = _plane(X), targets("y", y, len(np.asarray(X)), "classification")
    plus, minus = X[y > 0], X[y < 0]
    return (
        ax.scatter(plus[:, 0], plus[:, 1], marker="o", s=28, color=BLUE, label="$y=+1$"),
        ax.scatter(minus[:, 0], minus[:, 1], marker="s", s=28, color=ORANGE, label="$y=-1$"),
    )


def line(ax: Axes, w: ArrayLike, **style: Any) -> AxLine:
    r"""The line :math:`\langle w,x\rangle=0`.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    w : (2,) array, or (3,) with the weight of the constant coordinate last
    **style
        Passed on to :meth:`matplotlib.axes.Axes.axline`.

    Returns
    -------
    matplotlib.lines.AxLine
    """
    normal, offset = _normal_and_offset(w)
    foot = -offset * normal / (normal @ normal)
    along = np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
    return ax.axline(tuple(foot), tuple(foot + along), **({"color": "black"} | style))


def strip(ax: Axes, w: ArrayLike, margin: float) -> Polygon:
    r"""The strip :math:`\lvert\langle w,x\rangle\rvert\le\text{margin}`, as far as the axes show.

    Draw it after the points: it uses the limits that the axes have by then.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    w : (2,) array, or (3,) with the weight of the constant coordinate last
    margin : float
        A functional margin: the strip is 2 * margin / (length of the normal) wide.

    Returns
    -------
    matplotlib.patches.Polygon
    """
    normal, offset = _normal_and_offset(w)
    margin = positive("margin", margin)
    x_limits, y_limits = ax.get_xlim(), ax.get_ylim()
    corners = np.array([(x, y) for x in x_limits for y in y_limits])
    along = np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
    first, last = (corners @ along).min(), (corners @ along).max()
    lower, upper = ((side * margin - offset) * normal / (normal @ normal) for side in (-1.0, +1.0))
    outline = np.array(
        [lower + first * along, lower + last * along, upper + last * along, upper + first * along]
    )
    patch = Polygon(outline, closed=True, color=GREY, alpha=0.2, linewidth=0, label="margin")
    ax.add_patch(patch)
    ax.set_xlim(x_limits)
    ax.set_ylim(y_limits)
    return patch


def regions(
    ax: Axes, score: Callable[[FloatArray], float], *, resolution: int = 100
) -> QuadContourSet:
    """Where a learner says plus (blue) and where minus (orange).

    Draw it after the points: it fills the limits that the axes have by then.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    score : callable
        The score of one point of shape (2,), such as ``run.learner.predict``.
    resolution : int
        Points asked for along each side, at least 2.

    Returns
    -------
    matplotlib.contour.QuadContourSet
    """
    whole("resolution", resolution, least=2)
    xs = np.linspace(*ax.get_xlim(), resolution)
    ys = np.linspace(*ax.get_ylim(), resolution)
    scores = np.array([[score(np.array([x, y])) for x in xs] for y in ys])
    reach = max(float(np.abs(scores).max()), 1.0)
    return ax.contourf(
        xs, ys, scores, levels=[-reach, 0.0, reach], colors=[ORANGE, BLUE], alpha=0.2, zorder=0
    )


def turning(run: Run, X: ArrayLike, y: ArrayLike, rounds: Sequence[int]) -> Figure:
    """The line turning at some rounds: one small panel for each.

    A panel shows the points up to its round, the new point with a ring around it, the line before
    the round dashed and the line after it solid.  There is no line while the weights are zero.

    Parameters
    ----------
    run : olbook.record.Run
        Played on `X` and `y` with ``keep_weights=True``.
    X : (T, 2) array, or (T, 3) with a constant last coordinate
    y : (T,) array
        Labels -1 or +1.
    rounds : sequence of int
        The rounds to show, counted from 1; six make two rows of three.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if run.weights is None:
        raise ValueError("run must have its weights: play with keep_weights=True")
    shown = _plane(X)
    if len(shown) != run.T:
        raise ValueError(f"X must have a row for each of the {run.T} rounds, got {len(shown)} rows")
    y = targets("y", y, run.T, "classification")
    rounds = [whole("rounds", t) for t in rounds]
    if not rounds or max(rounds) > run.T:
        raise ValueError(f"rounds must name rounds from 1 to {run.T}, got {rounds}")

    rows = -(-len(rounds) // 3)
    figure, axes = plt.subplots(
        rows, 3, figsize=(6.4, 2.3 * rows), sharex=True, sharey=True, squeeze=False
    )
    reach = 1.1 * float(np.abs(shown).max())
    for ax, t in zip(axes.flat, rounds, strict=False):
        points(ax, shown[:t], y[:t])
        ax.plot(*shown[t - 1], "o", markersize=11, fillstyle="none", color="black")
        for w, style in ((run.weights[t - 1], "--"), (run.weights[t], "-")):
            if w[:2].any():
                line(ax, w, linestyle=style, linewidth=1.5)
        ax.set(title=f"round {t}", xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    for ax in axes.flat[len(rounds) :]:
        ax.set_visible(False)
    return figure


def _shortened(drawing: str) -> str:
    """A drawing to a tenth of a point, and without the blanks that nothing needs."""

    def tenths(number: re.Match[str]) -> str:
        value = float(number[0])
        return f"{value:.1f}" if abs(value) >= 1 else number[0]

    return re.sub(r" {2,}", " ", re.sub(r"-?\d+\.\d\d+", tenths, drawing))


def _entry(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, np.floating) else str(value)


def _plane(X: ArrayLike) -> FloatArray:
    """The two coordinates that are drawn."""
    X = matrix("X", X)
    if not (X.shape[1] == 2 or (X.shape[1] == 3 and (X[:, 2] == 1.0).all())):
        raise ValueError(
            f"X must have two columns, or three of which the last is 1; got shape {X.shape}"
        )
    return X[:, :2]


def _normal_and_offset(w: ArrayLike) -> tuple[FloatArray, float]:
    w = vector("w", w)
    if len(w) not in (2, 3) or not w[:2].any():
        raise ValueError(f"w must have shape (2,) or (3,) with a normal that is not zero, got {w}")
    return w[:2], float(w[2]) if len(w) == 3 else 0.0
