"""The figures of the page "How fast it is", drawn from results.json when the book is built.

python benchmarks/figures.py FOLDER      # as build.py does
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import PIL.Image
from goals import DIMENSIONS, GOALS, RATES
from matplotlib.axes import Axes
from table import MET, completed, number, short

from olbook.plotting import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, use_style

RESULTS = Path(__file__).with_name("results.json")

LOOKS = {  # contender: what it is called, colour, marker
    "product": ("product of X with w", GREY, "|"),
    "c": ("the same in C", GREEN, "D"),
    "play": ("play", BLUE, "o"),
    "scikit-learn": ("scikit-learn, an epoch", ORANGE, "s"),
    "bare loop": ("a bare loop", PURPLE, "^"),
    "own loop": ('play, method="loop"', SKY, "v"),
}


def times(results: dict[str, Any]) -> plt.Figure:
    """Microseconds per round of all contenders, for each dimension and share of mistakes."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.6), sharex=True)
    for ax, rate in zip(axes, RATES, strict=True):
        for place, d in enumerate(DIMENSIONS):
            for contender, (_, colour, marker) in LOOKS.items():
                found = results["times"].get(f"{contender}, {d}, {rate}")
                if found is not None:
                    front = 4 if contender == "play" else 3
                    ax.plot(found, 2 - place, marker, color=colour, ms=9, mew=2, zorder=front)
        ax.set(xscale="log", yticks=[2, 1, 0], yticklabels=[f"d = {d}" for d in DIMENSIONS])
        ax.set(ylim=(-0.6, 2.6), title=f"{rate} % mistakes")
        ax.grid(axis="x", color="#dddddd")
    axes[-1].set_xlabel("microseconds per round")
    handles = [
        plt.Line2D([], [], color=colour, marker=marker, ls="", markersize=9, mew=2, label=label)
        for label, colour, marker in LOOKS.values()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    return figure


def goals(results: dict[str, Any]) -> plt.Figure:
    """How many times better than its goal each line of the table is."""
    lines = [line for line in results["lines"] if line["score"] is not None]
    figure, ax = plt.subplots(figsize=(4.7, 0.36 * len(lines) + 0.9))
    for place, line in enumerate(reversed(lines)):
        met = line["verdict"] == MET
        colour, hatch = (BLUE, None) if met else (ORANGE, "////")
        ax.barh(place, line["score"] - 1, 0.42, left=1, color=colour, hatch=hatch, ec="white")
        measured = f"{number(line['measured'])}{line['unit']}"
        text = f"{line['what']}: {measured} ({short(line['goal'])})"
        behind = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        where = ax.get_yaxis_transform()
        ax.text(0.01, place + 0.26, text, transform=where, fontsize=8, bbox=behind)
    ax.axvline(1, color="black", linewidth=1)
    ax.set(xscale="log", yticks=[], ylim=(-0.6, len(lines) - 0.2))
    ax.set_xlabel("times better than the goal")
    ax.spines["left"].set_visible(False)
    return figure


def growth(results: dict[str, Any], variable: str) -> plt.Figure:
    """Time and peak memory against the number of rounds, the dimension, or the mistakes."""
    found = results["growth"][variable]
    points, slopes = found["points"], found["slopes"]
    figure, (time, memory) = plt.subplots(2, 1, figsize=(5.4, 6.4), sharex=True)
    _curves(time, points, slopes, variable, "seconds", {"loop": SKY, "play": BLUE})
    colours = {"stream": GREY, "all weights": PURPLE, "play": BLUE, "blocks": GREEN}
    _curves(memory, points, slopes, variable, "megabytes", colours)
    for ax in (time, memory):
        ax.set(xscale="log", yscale="log")
        ax.set_ylim(top=ax.get_ylim()[1] * 8)  # room for the legend
        ax.grid(color="#eeeeee")
        ax.legend(fontsize=10, loc="upper left")
    time.set(ylabel="seconds")
    memory.set(ylabel="megabytes, at the peak", xlabel=NAMES[variable])
    return figure


NAMES = {"T": "rounds T", "d": "dimension d", "mistakes": "mistakes"}
BOUNDED = {("d", "megabytes play"), ("d", "megabytes blocks")}  # not a power of d
WORDS = {
    "loop": 'method="loop"',
    "play": "play",
    "stream": "the stream itself",
    "all weights": "play, all weights kept",
    "blocks": "play, blocks of 1000",
}


def _curves(
    ax: Axes,
    points: list[dict[str, Any]],
    slopes: dict[str, float],
    variable: str,
    quantity: str,
    colours: dict[str, str],
) -> None:
    for (way, colour), marker in zip(colours.items(), "svo^", strict=False):
        known = [point for point in points if point[quantity].get(way) is not None]
        x = [point[variable] for point in known]
        label, name = WORDS[way], f"{quantity} {way}"
        if variable == "mistakes":
            label += f", {slopes[name]:.1f} µs each" if name == "seconds play" else ""
        elif (variable, name) not in BOUNDED:
            label += f", slope {slopes[name]:.2f}"
        ax.plot(
            x, [point[quantity][way] for point in known], marker, ls="-", color=colour, label=label
        )


def drawn(results: dict[str, Any]) -> dict[str, plt.Figure]:
    """All figures by the name of their file."""
    use_style()
    return {
        "times": times(results),
        "goals": goals(results),
        **{f"growth-{name}": growth(results, name) for name in results["growth"]},
    }


def draw(results: dict[str, Any], folder: Path) -> None:
    """Write all figures, with a palette of 64 colours, which is enough for a plot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in drawn(results).items():
        full = io.BytesIO()
        figure.savefig(full, format="png", dpi=160, bbox_inches="tight", pad_inches=0.05)
        image = PIL.Image.open(full).convert("RGB").quantize(64)
        image.save(folder / f"{name}.png", optimize=True)
        plt.close(figure)


if __name__ == "__main__":
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    draw(completed(GOALS, results), Path(sys.argv[1]))
