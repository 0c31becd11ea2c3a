"""What a figure draws under its labels, read back and compared with named arrays.

A drawing that is made again is the same drawing also if two of its labels are exchanged. So a check
behind the cell says a second time what each label stands for, ``assert labelled("Winnow", t, mistakes)``,
and the strict run asks for this where a figure has a legend. Nor is a drawing another one if the names of
its axes are exchanged, or others; so a check says these too, ``assert labelled.axes("round", "mistakes")``.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from numpy.typing import ArrayLike, NDArray


def points(artist: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where something is drawn, across and up: of bars the middle and the length, of an area its height."""
    if isinstance(artist, Line2D):
        return np.asarray(artist.get_xdata()), np.asarray(artist.get_ydata())
    if isinstance(artist, PathCollection):
        across, up = np.transpose(artist.get_offsets())
        return across, up
    if isinstance(artist, StepPatch):
        values, edges, _ = artist.get_data()
        return np.asarray(edges), np.asarray(values)
    if isinstance(artist, BarContainer):
        bars = artist.patches
        middles = [bar.get_x() + bar.get_width() / 2 for bar in bars]
        return np.array(middles), np.array([bar.get_height() for bar in bars])
    if isinstance(artist, PolyCollection):
        # There along the lower edge, and back along the upper one.
        across, up = np.transpose(artist.get_paths()[0].vertices)
        n = len(across) // 2 - 1
        return across[1 : n + 1], up[n + 2 : 2 * n + 2][::-1] - up[1 : n + 1]
    raise TypeError(f"no way to read back a {type(artist).__name__}")


class Labelled:
    """What the last figure has under its labels; compares it with what a check says."""

    def __init__(self) -> None:
        self.figure: Figure | None = None
        # Panels and labels of which no check has said anything.
        self.silent: set[tuple[str, str]] = set()
        self.unnamed: set[str] = set()  # panels of whose axes no check has said the names

    def look_at(self, figure: object) -> None:
        """Look at another figure, if it is one."""
        if not isinstance(figure, Figure) or figure is self.figure:
            return
        self.figure = figure
        has_legend = any(ax.get_legend() for ax in figure.axes)
        self.silent = set(self.series()) if has_legend else set()
        named = [ax for ax in figure.axes if ax.get_xlabel() or ax.get_ylabel()]
        self.unnamed = {panel(ax) for ax in named}

    def series(self) -> dict[tuple[str, str], Any]:
        """What is drawn, by its panel and its label."""
        axes: list[Axes] = self.figure.axes if self.figure else []
        return {
            (panel(ax), label): artist
            for ax in axes
            for artist, label in zip(*ax.get_legend_handles_labels(), strict=True)
        }

    def __call__(
        self,
        label: str,
        x: ArrayLike | EllipsisType,
        y: ArrayLike | EllipsisType,
        panel: str = "",
    ) -> bool:
        """Whether these numbers are drawn under a label, which may be told by how it begins.

        An ellipsis stands for any; the panel is that with this title, if there are several.
        """
        found = [key for key in self.series() if key[0] == panel and key[1].startswith(label)]
        exact = [key for key in found if key[1] == label] or found
        if len(exact) != 1:
            return False
        self.silent -= {*exact}
        pairs = zip((x, y), points(self.series()[exact[0]]), strict=True)
        return all(
            said is ...
            or (np.shape(said) in ((), there.shape) and np.allclose(said, there, rtol=1e-9))
            for said, there in pairs
        )

    def axes(self, across: str, up: str, panel: str = "") -> bool:
        """Whether this is what stands at the axis across, and at that upwards, letter by letter."""
        self.unnamed -= {panel}
        return self.names(panel) == [(across, up)]

    def names(self, of: str) -> list[tuple[str, str]]:
        """What stands at the axes of the panels of this name."""
        axes = self.figure.axes if self.figure else []
        return [(ax.get_xlabel(), ax.get_ylabel()) for ax in axes if panel(ax) == of]

    def unsaid(self) -> list[str]:
        """The labels and the axes of which no check has said anything, each told once."""
        silent, self.silent = sorted(self.silent), set()
        unnamed, self.unnamed = sorted(self.unnamed), set()
        return [
            f"no check says what is drawn under {label!r} {where}".rstrip()
            for where, label in silent
        ] + [
            f"no check says how the axes are called, add: assert labelled.axes{(*names, where)}"
            for where in unnamed
            for names in self.names(where)
        ]


def panel(ax: Axes) -> str:
    """The name of a panel, its title, or its place from 1 on if it has none; of a single one no name."""
    axes = ax.figure.axes
    return "" if len(axes) == 1 else ax.get_title() or str(axes.index(ax) + 1)
