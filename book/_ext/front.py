"""The first page: a game that cannot be won, and the way through the chapters as one picture.

What stands at a chapter is drawn and said here; its title comes from the chapter, and its bound from the
theorem. A chapter that has no drawing yet is shown without one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import yaml
from chapters import title
from docutils import nodes
from formulas import KATEX, set_formula
from hooks import copy_script, filling, when_finished
from matplotlib import rc_context
from matplotlib.figure import Figure
from sphinx.application import Sphinx
from sphinx.util.nodes import clean_astext

import olbook as ol

PAGE = "book/index"
PLACE = "<!-- The {} is put here when the book is built, by book/_ext/front.py. -->"
SCRIPT = Path(__file__).with_name("front.js")
PICTURE = "shared.png"  # 1200 by 630 pixels
DESCRIPTION = (
    "A book on online learning: short algorithms to run, theorems that a program has checked, "
    "and opponents who try to break them."
)
GAME = """\
<section class="game" aria-labelledby="the-game">
<p class="game-head"><strong id="the-game">A game you cannot win</strong> <span class="game-score"></span></p>
<p>A threshold lies somewhere between 0 and 1: numbers below it are <em>minus</em>, numbers above it
<em>plus</em>.</p>
<svg viewBox="0 0 320 84" role="img"
 aria-label="One bar a round; what is left of it is where the threshold may be">
<rect class="left" x="1" y="2" width="318" height="12"/></svg>
<p class="game-says" aria-live="polite">Is 0.5 plus or minus? The buttons need scripts; {chapter} plays
the game as a program.</p>
<p class="game-buttons" hidden><button type="button" data-say="1">plus</button>
<button type="button" data-say="-1">minus</button>
<button type="button" class="again">start again</button></p>
<p class="game-after" hidden>You are wrong whatever you say, and still some threshold fits all that you
were told. <a href="perceptron.html#a-game-you-cannot-win">What would help?</a></p>
</section>
"""


@dataclass(frozen=True)
class Stop:
    """What the way says at a chapter: a line, and a theorem whose bound is shown after a word."""

    line: str
    theorem: str
    what: str


STOPS = {
    "doubling_trick": Stop("Nobody says how long the game will last.", "doubling.regret", "regret"),
    "online_to_batch": Stop(
        "One pass over a sample, a promise for new examples.",
        "batch.gradient_descent",
        "excess risk",
    ),
    "online_convex_optimization": Stop(
        "The general game, and one step that plays it.", "ogd.tuned", "regret"
    ),
    "perceptron": Stop("A margin is all that is needed.", "perceptron.margin", "mistakes"),
    "winnow": Stop("Three switches among a thousand.", "winnow.disjunctions", "mistakes"),
    "gd_eg_ftrl": Stop("To add or to multiply: two mirrors.", "eg.tuned", "regret"),
}


def path(points: list[tuple[float, float]], kind: str = "line") -> str:
    """A line through points."""
    return f'<path class="{kind}" d="M{"L".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def dots(points: list[tuple[float, float]], kind: str, r: float = 4) -> str:
    """A disc at each point."""
    return "".join(f'<circle class="{kind}" cx="{x}" cy="{y}" r="{r}"/>' for x, y in points)


def bar(x: float, y: float, width: float, height: float, kind: str) -> str:
    """A bar with its upper left corner."""
    return f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}"/>'


def arrow(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    """An arrow."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    u, v = 7 * (to_x - x) / length, 7 * (to_y - y) / length
    head = [(to_x - u - v / 2, to_y - v + u / 2), end, (to_x - u + v / 2, to_y - v - u / 2)]
    return path([start, end], kind) + path(head, kind)


def restarts() -> str:
    """The doubling trick: blocks of 1, 2, 4 and 8 rounds, and the sum of their square roots."""
    blocks = "".join(
        bar(6 + 7.4 * (n - 1), 62, 7.4 * n - 2, 8, "two" if k % 2 else "soft")
        for k, n in enumerate((1, 2, 4, 8))
    )
    curve = [(6.0, 58.0)]
    for t in range(1, 61):
        k = int(math.log2(t / 4 + 1))
        paid = sum(math.sqrt(2**i) for i in range(k)) + math.sqrt(t / 4 + 1 - 2**k)
        curve.append((6 + 7.4 * t / 4, 58 - 6.4 * paid))
    return path(curve) + blocks


WALK: list[tuple[float, float]] = [
    (14, 14),
    (44, 30),
    (34, 58),
    (74, 40),
    (62, 66),
    (98, 44),
    (84, 62),
]
HEIGHTS = (3, 4, 2, 40, 3, 2, 3, 52, 2, 4, 3, 2, 46, 3, 2, 3)
DRAWINGS = {
    "doubling_trick": restarts(),
    "online_to_batch": path(WALK, "trail") + dots(WALK, "was", 2.6) + dots([(84, 50)], "next", 5),
    "online_convex_optimization": dots([(52, 42)], "domain", 32)
    + arrow((38, 32), (94, 16), "step")
    + path([(94, 16), (80, 29)], "back")
    + dots([(38, 32)], "ink")
    + dots([(80, 29)], "next"),
    "perceptron": path([(14, 10), (106, 72)])
    + arrow((60, 41), (78, 14), "line")
    + dots([(84, 44), (96, 22), (104, 48)], "one")
    + "".join(bar(x, y, 7.2, 7.2, "two") for x, y in ((18, 36), (32, 58), (54, 62))),
    "winnow": "".join(
        bar(6 + 6.9 * i, 70 - h, 4.6, h, "two" if h > 9 else "soft") for i, h in enumerate(HEIGHTS)
    ),
    "gd_eg_ftrl": path([(22, 10), (22, 70), (112, 70)], "trail")
    + path([(22, 14), (88, 70)], "one")
    + arrow((48, 36), (86, 28), "step")
    + path([(86, 28), (70, 55)], "back")
    + dots([(48, 36)], "ink")
    + dots([(70, 55)], "next"),
}


def bound(stop: Stop) -> str:
    """What the theorem of a stop promises: the right side of its claim, as it was proved."""
    tex = "".join(ol.theorem(stop.theorem).claim_tex.partition(r"\le ")[1:])
    return f"{stop.what} {formula(tex)}"


def formula(tex: str) -> str:
    """A formula in a line; where there is no KaTeX, MathJax sets it in the browser."""
    inside = set_formula(tex, False) if KATEX.exists() else rf"\({escape(tex)}\)"
    return f'<span class="math notranslate nohighlight">{inside}</span>'


def parts(toc: Path) -> list[tuple[str, list[str]]]:
    """The main chapters in the order of the contents, each with the chapters that go further."""
    listed = yaml.safe_load(toc.read_text(encoding="utf-8"))["parts"]
    entries = [entry for part in listed for entry in part["chapters"]]
    topics = set(ol.TOPICS)

    def name(entry: dict[str, Any]) -> str:
        return str(entry["file"]).removeprefix("book/")

    return [
        (name(entry), [name(below) for below in entry.get("sections", [])])
        for entry in entries
        if name(entry) in topics
    ]


def way(book: Path) -> str:
    """The chapters as a way from one to the next."""
    items = []
    for topic, further in parts(book.parent / "_toc.yml"):
        stop, picture = STOPS.get(topic), DRAWINGS.get(topic, "")
        link = f'<a href="{topic}.html"><strong>{escape(title(book, topic))}</strong></a>'
        says = f"<span>{stop.line}</span><span>{bound(stop)}</span>" if stop else ""
        below = "; ".join(
            f'<a href="{name}.html">{escape(title(book, name).removeprefix("Going further: "))}</a>'
            for name in further
        )
        further_on = f'<span class="further">further: {below}</span>' if below else ""
        items.append(
            f'<li><svg viewBox="0 0 120 80" aria-hidden="true">{picture}</svg>'
            f"<p>{link}{says}{further_on}</p></li>"
        )
    return f'<ol class="way">{"".join(items)}</ol>'


def game(book: Path) -> str:
    """The game, as it stands before a script takes it up."""
    chapter = f'<a href="perceptron.html">{escape(title(book, "perceptron"))}</a>'
    return GAME.format(chapter=chapter)


def raw(html: str) -> str:
    """HTML as a page of the book holds it."""
    return f"```{{raw}} html\n{html}\n```"


def first_words(page: nodes.document) -> str:
    """The first paragraph of a page in plain words; nothing if it has a formula."""
    paragraph = next(page.findall(nodes.paragraph), nodes.paragraph())
    return "" if paragraph.next_node(nodes.math) else paragraph.astext().replace("\n", " ")


def describe(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Say what a shared link shows: title, description, and a picture if the site has an address."""
    home = app.config.html_baseurl.rstrip("/")
    name, says = context.get("title", ""), DESCRIPTION
    if doctree is not None and pagename != PAGE:
        name = clean_astext(app.env.titles[pagename])
        says = first_words(doctree) or DESCRIPTION
    about = {"og:type": "book", "og:site_name": app.config.html_title}
    about |= {"og:title": name, "og:description": says}
    if home:  # others fetch the picture, so its address has to be whole
        about |= {"og:url": f"{home}/{pagename}.html", "og:image": f"{home}/_static/{PICTURE}"}
        about |= {"og:image:alt": "A bar of which a half is left in each round"}
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in about.items()]
    tags.append(f'<meta name="description" content="{escape(says)}" />')
    if pagename == PAGE:
        app.add_css_file("front.css")
        app.add_js_file(SCRIPT.name, loading_method="defer")
    context["metatags"] = context.get("metatags", "") + "\n".join(tags)


def draw_shared(target: Path) -> None:
    """The picture that a shared link shows: the title, and the game after a few rounds."""
    figure = Figure(figsize=(12, 6.3), dpi=100, facecolor="#fffefb")
    words = figure.add_axes((0.06, 0, 0.5, 1))
    words.axis("off")
    words.set(xlim=(0, 1), ylim=(0, 1))
    with rc_context({"font.family": "STIXGeneral"}):
        words.text(0, 0.5, "Online\nlearning,\nchecked", size=62, weight="bold", va="center")
    game = figure.add_axes((0.55, 0.16, 0.39, 0.68))
    game.axis("off")
    for row, left in enumerate((0.5, 0, 0, 0.5, 0)):
        game.barh(-row, 1, height=0.7, color="white", edgecolor="#d0cabd")
        game.barh(-row, 0.5, left=left, height=0.7, color="#0072b2")
    figure.savefig(target)


def finish(site: Path) -> None:
    """Put the script of the game and the shared picture into the finished site."""
    copy_script(SCRIPT, site)
    draw_shared(site / "_static" / PICTURE)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    filling(
        {
            PLACE.format("game"): lambda book: raw(game(book)),
            PLACE.format("way"): lambda book: raw(way(book)),
        }
    )(app)
    app.connect("html-page-context", describe)
    when_finished(app, finish)
