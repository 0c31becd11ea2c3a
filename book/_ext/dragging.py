"""Pictures that are dragged: a still one for everybody, which a hand or a key takes up where scripts run.

A cell says which picture is put there; what is written under it stands here. ``pictures/NAME.js`` has its
arithmetic and its drawing, ``dragging.js`` what all have in common; Node draws how each first stands. On paper
they are left out.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from formulas import NODE
from front import formula
from hooks import copy_script, when_finished
from sphinx.application import Sphinx

COMMON = Path(__file__).with_name("dragging.js")
SCRIPTS = {path.stem: path for path in COMMON.with_name("pictures").glob("*.js")}
PLACE = re.compile(r'<!-- The picture "(\w+)" is put here .*?, by book/_ext/dragging.py. -->')
LOAD = """
globalThis.dragging = require(process.argv[1]);
for (const picture of process.argv.slice(2)) require(picture);
"""
STILL = """
console.log(JSON.stringify(Object.fromEntries(Object.entries(dragging.pictures).map(([name, picture]) => {
  const state = picture.start();
  return [name, {
    size: picture.size, drawing: picture.draw(state), bars: picture.bars(state), says: picture.says(state),
    eta: state.eta, presets: Object.keys(picture.presets ?? {}),
    small: (picture.pace ?? [1, 0])[1] < 1,
  }];
}))));
"""
KEYS, SMALL = (
    "With the keyboard: Tab to a point, then the arrow keys",
    "; with Shift in small steps",
)
SLIDER = (
    '<label>step size η <input type="range" min="0.05" max="1.5" step="0.05" value="{}"'
    ' autocomplete="off"></label>'
)
BLOCK = """\
<div class="drag noprint" role="group" aria-label="{title}" data-picture="{name}"><div class="drag-inside">
<svg viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{shows}">{drawing}</svg>
<div><p class="drag-title">{title}</p>
<div class="drag-bars" aria-hidden="true">{bars}</div><p class="drag-says">{says}</p>
<div class="drag-controls" hidden>{buttons}{slider}</div></div></div>
<p class="drag-words">{words} <span class="drag-keys">{keys}</span></p></div>"""


@dataclass(frozen=True)
class Words:
    """What is said of a picture: its title, what it shows, and what to do with it."""

    title: str
    shows: str
    to_do: str


WORDS = {
    "examples": Words(
        "Drag an example",
        "Eight examples in the plane, discs for plus and squares for minus; the weights as an arrow, "
        "the boundary, and the widest strip that separates the examples",
        "The arrow $w$ is what the Perceptron has learned, the line its boundary, and the grey strip the "
        "widest that is free of examples, $2/\\|u\\|$ wide. *Step* shows its mistakes one by one. Narrow the "
        "strip: the promise grows at once, the mistakes hardly. No arrangement makes the upper bar the "
        "longer one.",
    ),
    "descent": Words(
        "Drag the gradient",
        "A ball with the point that is played, the step against the gradient, the projection back into "
        "the ball, and a comparator, to which distances are drawn",
        "Drag the tip of the step, the point $w$, or the comparator $u$, which is a star. The projection "
        "never leads away from $u$; the step may. *Play* answers with an opponent who turns to and fro.",
    ),
    "mirror": Words(
        "Drag the step in the mirror",
        "Two columns, for the squared norm and for the entropy: above the simplex of two weights with a "
        "point, below its image in the mirror with a step",
        "Drag the point above or the step below. In both mirrors the step is the same straight arrow. On "
        "the way back the squared norm goes straight and is pushed to the segment, and the entropy bends. "
        "*Step* a few times: one of them arrives in the corner.",
    ),
    "coins": Words(
        "Drag the coins",
        "Above the wealth of the bettor, round by round on a logarithmic scale, and what is promised; "
        "below the outcomes between tail and head, and the shares that were bet on them",
        "Each dot is an outcome between $-1$ and 1; the bar beside it is the share of the wealth that was "
        "bet before it was known. Above, the wealth on a logarithmic scale, and dashed what the theorem "
        "promises. Make the coins agree, or let them take turns: where does the bettor come nearest to "
        "the promise?",
    ),
    "weights": Words(
        "Drag the weights",
        "Eight columns, the weights of Winnow on a logarithmic scale, with a dashed line at the threshold; "
        "two of them are wired to the lamp; below, which switches are on",
        "The lamp is wired to two of eight switches. An opponent sets them, below, so that Winnow errs and "
        "the potential falls as little as it can; *Step* corrects the weights. Every mistake takes at least "
        r"$r=\ln2-\frac12$ off $\Phi$. Drag the weights: what helps the opponent, a high weight that is not "
        "wired, or a low one that is?",
    ),
    "players": Words(
        "Drag both players",
        "A square: the probability with which the first player plays the first row, and upwards that with "
        "which the second plays the first column; arrows to the best answer of each",
        "The first player pays the second 1 or 0 in the first row, $\\frac14$ or $\\frac34$ in the second. Each "
        "arrow goes to a best answer. Where is the point at which neither helps? *Play* lets two Hedges "
        "begin in the middle: they go round it, and their average, the open disc, comes to rest there.",
    ),
    "answers": Words(
        "Drag the answers",
        "A table with a row for each function and a column for each point, discs for plus and squares for "
        "minus; below it what two learners predict, and the answers of the opponent",
        "A row is a function, a disc its *plus*. You are the opponent: drag an answer up or down, in any "
        "order. Rows that disagree with it fade, and a ring is a mistake; a tie counts as one. Where can you "
        "make Halving err once more than the optimal algorithm?",
    ),
    "restarts": Words(
        "Drag the end",
        "What the rounds cost, both scales logarithmic: restarts as a staircase below a dashed line, one "
        "guess as a curve that touches the root; below, the blocks as a time line",
        "The game ends where the disc stands, and the learner does not know it. The staircase is the cost of "
        "all blocks begun so far, the other curve that of a single guess, the star. Drag both: which of the "
        "two can be made more than four times as dear as $\\sqrt T$? Where do the restarts come nearest to "
        "the promise?",
    ),
    "conjugate": Words(
        "Drag a slope",
        "Left a function F and a line of slope θ that touches it from below; right the conjugate F* and a line of "
        "slope w; on each the same gap at the point that is dragged",
        "Drag $\\theta$ on the right: on the left a line of this slope comes up from below as far as it can, and "
        "where it meets the axis stands $-F^*(\\theta)$. Drag $w$: the thick gap is the same in both. Where does "
        "it close? *Play* rolls the line along the graph.",
    ),
    "arms": Words(
        "Drag the means",
        "Three arms, each with its true mean, the average seen so far, and the interval around it; a dashed line "
        "at the lowest end of all",
        "The bar of an arm is its interval, the disc its true mean, which the learner does not see. The bar that "
        "reaches lowest is pulled next. *Play*: what becomes of the lower ends? Then drag a mean: which arm is the "
        "dearest, one far worse than the best, or one nearly as good?",
    ),
    "steps": Words(
        "Drag the slopes",
        "Above the points that two learners play on the line from minus 1 to 1, round by round; below the slopes "
        "of the losses, from which they learn",
        "Each dot is the slope of a loss. The full line is AdaGrad, the dashed one gradient descent with the step "
        "for slopes of length 1. Divide all slopes by ten: which of the two plays on as before? Then make one "
        "of them long: does it matter whether it comes early or late?",
    ),
    "curve": Words(
        "Drag the targets",
        "Above the points that two leaders play on the line from minus 1 to 1, round by round; below the targets, "
        "one for each round",
        "Each dot is a target $y$. The full line plays what was best so far for the losses $\\frac12(w-y)^2$, the "
        "dashed one for their straight part $-yw$. Let the targets take turns: what does each of the two pay? "
        "Where does the first come nearest to its promise?",
    ),
    "paths": Words(
        "Drag what is looked for",
        "Two walks of gradient descent towards the height u, with constant and with falling steps, among the numbers "
        "of a sample; on the right where each ends, and the average of the first",
        "The small dots are a sample around $u$, the star. Gradient descent on $|w-y|$ walks from 0, dashed with the "
        "step $\\eta$ and full with steps that fall to zero along a line; on the right stands what is handed in. "
        "*Step* draws another sample. Give each of the three the $\\eta$ that is best for it: which is behind?",
    ),
}


@cache
def stills() -> dict[str, dict[str, Any]]:
    """How each picture first stands."""
    command = [str(NODE), "-e", LOAD + STILL, str(COMMON), *map(str, SCRIPTS.values())]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return dict(json.loads(done.stdout))


def html(text: str) -> str:
    """Words with formulas between dollars, and what is pressed between stars."""
    parts = re.split(r"[$]", re.sub(r"\*(\w+)\*", r"<em>\1</em>", text))
    return "".join(formula(part) if i % 2 else part for i, part in enumerate(parts))


def block(name: str) -> str:
    """A picture with all that stands around it."""
    words, still = WORDS[name], stills()[name]
    kinds = [("play", "Play"), ("step", "Step"), ("again", "Start again")]
    buttons = [f'<button type="button" data-do="{kind}">{label}</button>' for kind, label in kinds]
    buttons += [
        f'<button type="button" data-preset="{preset}">{preset}</button>'
        for preset in still["presets"]
    ]
    return BLOCK.format(
        **still,
        name=name,
        title=words.title,
        shows=escape(words.shows),
        words=html(words.to_do),
        buttons="\n".join(buttons),
        slider=SLIDER.format(still["eta"]) if "eta" in still else "",
        keys=KEYS + SMALL * still["small"] + ".",
    )


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the pictures in their places."""
    if not PLACE.search(source[0].replace('\\"', '"')):
        return
    notebook = json.loads(source[0])
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        cell["source"] = PLACE.sub(lambda m: f"```{{raw}} html\n{block(m[1])}\n```", text)
    source[0] = json.dumps(notebook)


def load(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Only a page with such a picture loads its scripts and its style."""
    if names := re.findall(
        r'class="drag noprint".*? data-picture="(\w+)"', context.get("body", "")
    ):
        for script in (COMMON.name, *(f"dragging/{name}.js" for name in names)):
            app.add_js_file(script, loading_method="defer")
        app.add_css_file("dragging.css")


def finish(site: Path) -> None:
    """Put the scripts into the finished site."""
    copy_script(COMMON, site)
    shutil.copytree(COMMON.with_name("pictures"), site / "_static" / "dragging", dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
    app.connect("html-page-context", load)
    when_finished(app, finish)
