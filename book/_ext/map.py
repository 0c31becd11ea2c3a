"""Draws which theorem uses which: all of them on the page "A map", and the topics in the preface.

The drawings are SVG with text. Screen readers pass them by, because the page has a list with the same
theorems, uses and links; the drawing takes its links from there. The list of the preface names the
chapters that each one uses; on a phone it stands in the place of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

from chapters import title
from docutils import nodes
from hooks import filling
from sphinx.application import Sphinx
from theorems import labels_in

import olbook as ol
from olbook.checked.show.render import label_for
from olbook.proofs import THEOREMS

PAGE, FRONT = "book/map", "book/preface"
PLACE = "<!-- The map is put here when the book is built, by book/_ext/map.py. -->"
LIST = "<!-- The list of the map is put here when the book is built, by book/_ext/map.py. -->"
LETTERS, LINE, WIDTH, GAP = 26, 15, 172, 40  # of a box: letters a line, pixels a line, wide, apart

Arrows = list[tuple[str, str]]  # each from what is used to what uses it


def uses() -> Arrows:
    """Pairs of theorems: the proof of the second uses the first."""
    pairs = ((used.name, name) for name in ol.theorems() for used in ol.theorem(name).cited)
    return list(dict.fromkeys(pairs))


def uses_of_topics(arrows: Arrows) -> Arrows:
    """The same for the pages on which the theorems stand, each pair once."""
    folder = Path(__file__).parents[1]
    shown = {label: page for page in THEOREMS for label in labels_in(folder, f"{page}.ipynb")}
    topic = {  # a box may stand on another page than that of its module
        name: shown.get(label_for(name), module)
        for module, names in THEOREMS.items()
        for name in names
    }
    return list(dict.fromkeys((topic[a], topic[b]) for a, b in arrows if topic[a] != topic[b]))


def layers(names: Iterable[str], arrows: Arrows) -> dict[str, int]:
    """A column for each name, right of all it uses and near its users; of a circle, the first comes first."""
    waiting, placed = list(names), dict[str, int]()
    while waiting:
        blocked = {b for a, b in arrows if a in waiting and b in waiting}
        name = next((name for name in waiting if name not in blocked), waiting[0])
        waiting.remove(name)
        placed[name] = 1 + max(
            (placed[a] for a, b in arrows if b == name and a in placed), default=-1
        )
    for name in sorted(placed, key=lambda name: -placed[name]):
        users = [placed[b] for a, b in arrows if a == name]
        placed[name] = max(placed[name], min(users, default=0) - 1)
    return placed


@dataclass(frozen=True)
class Box:
    """Where a name stands in the drawing."""

    x: int
    y: int
    lines: list[str]

    @property
    def height(self) -> int:
        """Of its lines, and a little above and below."""
        return LINE * len(self.lines) + 10


def layout(
    bands: Mapping[str, Mapping[str, str]], arrows: Arrows
) -> tuple[dict[str, Box], dict[str, int]]:
    """Boxes for all names, in bands below each other, and the top of each band.

    In a band a name stands in its column, near what it uses; names without arrows stand below the others.
    """
    column = layers([name for band in bands.values() for name in band], arrows)
    joined = {name for arrow in arrows for name in arrow}
    boxes, tops, y = dict[str, Box](), dict[str, int](), 4
    for title_of_band, band in bands.items():
        tops[title_of_band] = y
        ends = [y + (26 if title_of_band else 0)] * (1 + max(column.values()))

        def place(
            name: str, at: int, ends: list[int] = ends, band: Mapping[str, str] = band
        ) -> None:
            boxes[name] = Box(at * (WIDTH + GAP) + 4, ends[at], wrap(band[name], LETTERS))
            ends[at] += boxes[name].height + 8

        def height_of_used(name: str) -> float:
            used = [boxes[a].y for a, b in arrows if b == name and a in boxes]
            return sum(used) / len(used) if used else 0

        for at in range(len(ends)):
            here = [name for name in band if column[name] == at and name in joined]
            for name in sorted(here, key=height_of_used):
                place(name, at)
        ends[:] = [max(ends)] * len(ends)  # below all arrows of the band
        for name in (name for name in band if name not in joined):
            place(name, ends.index(min(ends)))
        y = max(ends) + 16
    return boxes, tops


def drawing(
    bands: Mapping[str, Mapping[str, str]], arrows: Arrows, links: Mapping[str, str]
) -> str:
    """The drawing, as an element of a page."""
    boxes, tops = layout(bands, arrows)
    width = max(box.x for box in boxes.values()) + WIDTH + 4
    height = max(box.y + box.height for box in boxes.values()) + 4
    mark = {name: re.sub(r"\W|_", "-", f"at-{name}") for name in boxes}
    joined = dict.fromkeys(name for arrow in arrows for name in arrow)
    out = [
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" aria-hidden="true">',
        f"<style>{''.join(f'.map:has(a.{mark[n]}:hover) path.{mark[n]},' for n in joined)}"
        ".map path.none{stroke:var(--pst-color-primary);stroke-width:2.5;opacity:1}</style>",
    ]
    for used, user in arrows:
        a, b = boxes[used], boxes[user]
        x, y, to_x, to_y = a.x + WIDTH, a.y + a.height // 2, b.x, b.y + b.height // 2
        if to_x < x:  # the arrow of a circle that leads back
            x, to_x = a.x + WIDTH // 2, b.x + WIDTH // 2
        bend = (to_x - x) // 2 if to_y == y else max(GAP, (to_x - x) // 3)
        out.append(
            f'<path class="{mark[used]} {mark[user]}" d="M{x} {y}C{x + bend} {y} {to_x - bend} {to_y}'
            f' {to_x - 1} {to_y}l-6 -4m6 4l-6 4"/>'
        )
    for band, top in tops.items():
        out.append(
            f'<text class="topic" x="4" y="{top + 16}">{escape(band)}</text>' if band else ""
        )
    for name, box in boxes.items():
        lines = "".join(
            f'<tspan x="{box.x + 7}" y="{box.y + 17 + LINE * i}">{escape(line)}</tspan>'
            for i, line in enumerate(box.lines)
        )
        out.append(
            f'<a class="internal {mark[name]}" href="{escape(links[name])}" tabindex="-1"><rect x="{box.x}"'
            f' y="{box.y}" width="{WIDTH}" height="{box.height}" rx="4"/><text>{lines}</text></a>'
        )
    return f'<div class="map{" small" if "" in bands else ""}">{"".join(out)}</svg></div>'


def uses_in_words(titles: Mapping[str, str], arrows: Arrows) -> str:
    """The arrows between the topics as a list, for who cannot see the drawing or has a narrow screen."""
    uses = {topic: [titles[a] for a, b in arrows if b == topic] for topic in titles}
    items = "".join(
        f"<li><p><strong>{escape(titles[topic])}</strong> uses {escape('; '.join(used))}.</p></li>"
        for topic, used in uses.items()
        if used
    )
    return f'<ul class="map-in-words">{items}</ul>'


def as_list(folder: Path) -> str:
    """All theorems by topic, each with a link to its box and to those of the theorems it uses."""
    out, numbered = list[str](), labels_in(folder)
    for topic, names in THEOREMS.items():
        out += [f"### {title(folder, topic)}", ""]
        for name in names:
            used = ", ".join(f"{{prf:ref}}`{label_for(t.name)}`" for t in ol.theorem(name).cited)
            line = f"- {{prf:ref}}`{label_for(name)}`"
            if label_for(name) in numbered:  # the others are linked by their titles
                line += f", {ol.theorem(name).title}"
            out.append(f"{line}; uses {used}" if used else line)
        out.append("")
    return "\n".join(out)


def in_words(heading: str) -> str:
    """A title without its formulas' dollars, for a drawing."""
    return heading.replace("$", "")


def draw(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the drawings into their pages, when it is known where the links lead."""
    if docname not in (PAGE, FRONT):
        return
    titles = {topic: title(Path(app.srcdir, "book"), topic) for topic in THEOREMS}
    arrows = uses()
    if docname == FRONT:
        to = app.builder.get_relative_uri
        links = {topic: to(docname, f"book/{topic}") for topic in titles}
        between = uses_of_topics(arrows)
        made = drawing({"": titles}, between, links) + uses_in_words(titles, between)
    else:
        uris = [link["refuri"] for link in doctree.findall(nodes.reference) if "refuri" in link]
        by_label = {uri.partition("#")[2].removeprefix("row-"): uri for uri in uris}
        links = {name: by_label[label_for(name)] for name in ol.theorems()}
        bands = {
            titles[topic]: {name: in_words(entry.title) for name, entry in names.items()}
            for topic, names in THEOREMS.items()
        }
        made = drawing(bands, arrows, links)
    for place in list(doctree.findall(nodes.raw)):
        if place.astext().strip() == PLACE:
            place.replace_self(nodes.raw("", made, format="html"))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    filling({LIST: as_list})(app)
    app.connect("doctree-resolved", draw)
