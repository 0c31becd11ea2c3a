"""Formulas that nobody sees yet wait: in folds, in what a phrase stands for, on the pages of all theorems.

KaTeX makes some fifty elements of a formula; a browser that makes them all before anybody has opened a fold
does nothing else for seconds. So in the finished pages such a formula is its TeX, see ``waiting.py``.
``later.js`` sets it when it comes near, and all of them before the page is printed. The words stay.

A browser reads a long page for half a second at a time. Behind a script it lets others go first, so there is an
empty one at the end of the first paragraph below the title, and then at the first end of a paragraph behind every
30 kB; a page without paragraphs is one piece.
"""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

from hooks import add_script, when_finished
from sphinx.application import Sphinx
from waiting import waiting

SCRIPT = Path(__file__).with_name("later.js")
#: On these pages all formulas wait but for those of the first screen, for they have thousands.
LONG = ("book/theorems.html", "book/what_the_words_stand_for.html")
AT_ONCE = 40  # formulas
AT_A_TIME = 30_000  # letters


def in_pieces(html: str) -> str:
    """The page with empty scripts at ends of paragraphs."""
    read = html.find("<h1") - AT_A_TIME

    def end(found: re.Match[str]) -> str:
        nonlocal read
        if found.start() < read + AT_A_TIME:
            return found[0]
        read = found.start()
        return f"<script></script>{found[0]}"

    return re.sub("</p>", end, html)


def finish(site: Path) -> None:
    """Let the formulas of every page wait, and the page be read in pieces."""
    for page in (*site.glob("book/**/*.html"), *site.glob("*.html")):
        html = page.read_text(encoding="utf-8")
        long = page.relative_to(site).as_posix() in LONG
        made = waiting(html, AT_ONCE if long else inf)
        page.write_text(in_pieces(made), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    add_script(app, SCRIPT)
    when_finished(app, finish, priority=950)  # when the others have read the pages
