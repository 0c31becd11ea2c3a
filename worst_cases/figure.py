"""The figure of the page "How sharp the bounds are", drawn from results.json when the book is built.

python worst_cases/figure.py FOLDER      # as build.py does
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import PIL.Image

from olbook.plotting import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, use_style

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book" / "_ext"))

from bounds import bound_of, stored  # noqa: E402  (book/_ext/bounds.py)

LOOKS = {  # the theorem: what it is called, colour, marker
    "ogd.tuned": ("gradient descent, and the leader, with a tuned step", BLUE, "o"),
    "curved.logarithmic": ("gradient descent on curved losses", GREEN, "D"),
    "hedge.regret": ("Hedge with a tuned step, two experts", ORANGE, "s"),
    "ftrl.anytime_dual_averaging": ("dual averaging with steps that shrink", PURPLE, "^"),
    "ogd.shrinking_steps": ("gradient descent with steps that shrink", SKY, "v"),
    "ftrl.anytime_hedge": ("Hedge with steps that shrink, two experts", GREY, "P"),
}


def shares() -> plt.Figure:
    """What share of each bound the worst case reaches, against the number of rounds."""
    figure, ax = plt.subplots(figsize=(6.4, 4.6))
    cases = stored(ROOT)["cases"]
    for name, (label, colour, marker) in LOOKS.items():
        of_one = [case for case in cases if case["theorem"] == name]
        share = [case["lower"] / bound_of(case) for case in of_one]
        ax.plot([case["T"] for case in of_one], share, marker=marker, color=colour, label=label)
    ax.set(xlabel="rounds $T$", ylabel="exact worst case / bound", ylim=(0.5, 1.05))
    figure.legend(loc="outside lower center")
    return figure


def draw(folder: Path) -> None:
    """Write the figure, in few colours."""
    full = io.BytesIO()
    with plt.rc_context():
        use_style()
        figure = shares()
        figure.savefig(full, dpi=150, metadata={"Software": None})
        plt.close(figure)
    folder.mkdir(parents=True, exist_ok=True)
    image = PIL.Image.open(full).convert("RGB").quantize(64)
    image.save(folder / "exact_worst_cases.png", optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
