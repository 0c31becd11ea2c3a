"""A reference to a theorem, an equation, a figure, a paper or a word shows it when it is pointed at.

While the pages are written, what can be shown is cut out of them. Each page gets a script with what others
refer to on it; a reader's browser loads it when such a reference is first pointed at, from a folder too.
(sphinx-tippy puts everything that a page refers to into that page, and the Escape key does not close it.)
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from elements import end_of, without
from hooks import add_script, rewrite, when_finished
from sphinx.application import Sphinx

TARGET = re.compile(
    r'<(?P<tag>div)\b(?=[^>]*\bclass="(?:proof|exercise|erratum|math|citation)\b)[^>]*\bid="(?P<id>[^"]+)"'
    r'|<(?P<figure>figure)\b[^>]*\bid="(?P<figure_id>[^"]+)"'
)
TERM = re.compile(r'<dt id="(term-[^"]+)">(.*?)</dt>\s*(<dd>.*?</dd>)', re.DOTALL)
ROW = re.compile(  # a theorem's entry on the page of all theorems, which may be several paragraphs
    r'<p id="(row-[^"]+)">.*?(?=<p id="row-|<p><em>It |<span id="row-|</section>)', re.DOTALL
)
LINK = re.compile(r'<a class="(?!headerlink)[^"]*\binternal\b[^"]*" href="([^"#]*)#([^"]+)"')
PERMALINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
INERT = re.compile(r'</?a\b[^>]*>| (?:id|tabindex|aria-describedby|role|loading)="[^"]*"')
IMAGE = re.compile(r' src="[^"]*?(_images/[^"]+)"')


def whole(html: str, start: int, tag: str) -> str:
    """The element that begins at a place."""
    return html[start : end_of(html, start, tag)]


def targets(html: str) -> Iterator[tuple[str, str]]:
    """What can be shown on a page: its id, and itself."""
    for found in TARGET.finditer(html):
        tag = found["tag"] or found["figure"]
        yield found["id"] or found["figure_id"], whole(html, found.start(), tag)
    for found in TERM.finditer(html):
        yield found[1], f"<p><strong>{found[2]}</strong></p>{found[3][4:-5]}"
    for found in ROW.finditer(html):
        yield found[1], found[0]


def snippet(html: str) -> str:
    """What is shown: nothing folded, nothing to press, no id; the pictures are found by the script."""
    html = without(without(html, "<details", "details"), '<span class="exact"', "span")
    html = INERT.sub("", without(PERMALINK.sub("", html), "<button", "button"))
    return IMAGE.sub(r' data-src="\1"', html)


class Previews:
    """What the pages can show, and what they refer to."""

    def __init__(self) -> None:
        self.shown: dict[str, dict[str, str]] = {}
        self.referred: set[tuple[str, str]] = set()

    def collect(
        self, app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        """Cut out what a page can show; note what it refers to, in its text alone."""
        if doctree is None:
            return
        self.shown[docname] = dict(targets(context["body"]))
        self.referred |= {self.place(docname, m) for m in LINK.finditer(context["body"])}

    @staticmethod
    def place(docname: str, link: re.Match[str]) -> tuple[str, str]:
        """The page and the anchor to which a link leads."""
        page = posixpath.join(posixpath.dirname(docname), link[1]) if link[1] else f"{docname}.html"
        return posixpath.normpath(page).removesuffix(".html"), link[2]

    def settings(self, docname: str, html: str) -> str:
        """The settings that a statement names: without them it is half a statement."""
        named = dict.fromkeys(self.place(docname, m) for m in LINK.finditer(html))
        boxes = (
            self.shown.get(page, {}).get(anchor)
            for page, anchor in named
            if anchor.startswith("set-")
        )
        return "".join(snippet(box) for box in boxes if box)

    def mark(self, docname: str, html: str) -> str:
        """The page, in which the references that show something say so."""

        def marked(link: re.Match[str]) -> str:
            page, anchor = self.place(docname, link)
            known = anchor in self.shown.get(page, {})
            return f'{link[0]} data-preview="{page}"' if known else link[0]

        return LINK.sub(marked, html)

    def write(self, site: Path) -> None:
        """Write the scripts of the pages, and mark the references."""
        for docname, shown in self.shown.items():
            wanted = {
                anchor: snippet(html) + self.settings(docname, html)
                for anchor, html in shown.items()
                if (docname, anchor) in self.referred
            }
            if wanted:
                script = site / "_static" / "previews" / f"{docname}.js"
                script.parent.mkdir(parents=True, exist_ok=True)
                text = json.dumps(wanted, ensure_ascii=False)
                script.write_text(f'previews["{docname}"] = {text};\n', encoding="utf-8")
            rewrite(site, partial(self.mark, docname), f"{docname}.html")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    previews = Previews()
    add_script(app, Path(__file__).with_name("previews.js"))
    app.connect("html-page-context", previews.collect)
    when_finished(app, previews.write)
