"""How tall a section will be is written into the page, so that the scroll bar is true before it is laid out.

A section that is not in view is not laid out, see ``book.css``. Its height is estimated from what stands in it;
what one letter, one line of code and so on take is what fits all sections of the book best, as Chromium lays
them out in a wide window and on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from elements import without
from hooks import rewrite, when_finished
from sphinx.application import Sphinx

FOLD = re.compile(r"<details\b|</details\b|</summary\b")
SECTION = re.compile(r"<(/?)section\b[^>]*>")
UNSEEN = re.compile(r"<(math|script|template|svg|button)\b.*?</\1>", re.DOTALL)
LISTING = re.compile(r"<pre.*?</pre>", re.DOTALL)
PICTURE = re.compile(r'<img [^>]*?width="(\d+)" height="(\d+)"')
COUNTED = (
    re.compile(r"<(?:p|li|dt|dd)\b"),
    re.compile(r"<tr\b"),
    re.compile(r'class="[^"]*\badmonition\b(?!-)'),
    re.compile(r"<h[2-5]\b"),
    re.compile(r'class="drag noprint'),
)
#: For each kind of window its column, and what is taken by a letter, a line of code, a listing, the
#: height of a picture, and each of those that are counted; in pixels.
WINDOWS: dict[str, tuple[int, tuple[float, ...]]] = {
    "--tall": (680, (0.5, 18.4, 43.2, 0.83, 6.9, 28.3, 40.2, 62.6, 153)),
    "--tall-phone": (358, (0.68, 14.8, 61.7, 0.7, 7.0, 7.3, 65.6, 51.1, 292)),
}


def unfolded(html: str) -> str:
    """What is seen as long as every fold is closed, with the words that open it."""
    pieces, at, depth = [], 0, 0
    for tag in FOLD.finditer(html):
        if tag[0] == "<details":
            depth += 1
        elif tag[0] == "</details":
            depth -= 1
            at = tag.start() if depth == 0 else at
        elif depth == 1:
            pieces.append(html[at : tag.start()])
    return "".join([*pieces, html[at:]])


def height(section: str, window: str) -> int:
    """The height of a section in pixels, about."""
    column, weights = WINDOWS[window]
    # What a phrase stands for is shown when one points at it.
    seen = without(UNSEEN.sub("", unfolded(section)), '<span class="exact"', "span")
    listings = LISTING.findall(seen)
    text = LISTING.sub("", seen)
    letters = len(" ".join(re.sub(r"<[^>]+>", "", text).split()))
    lines = sum(listing.count("\n") for listing in listings)
    pictures = sum(int(h) * min(1.0, column / int(w)) for w, h in PICTURE.findall(seen))
    counts = (len(each.findall(text)) for each in COUNTED)
    amounts: tuple[float, ...] = (letters, lines, len(listings), pictures, *counts)
    return round(sum(a * w for a, w in zip(amounts, weights, strict=True)))


def sections(html: str) -> Iterator[tuple[int, int]]:
    """Where the content of each section below the title of a page begins and ends."""
    depth = start = 0
    article = html.partition("</article>")[0]
    for tag in SECTION.finditer(article, max(0, article.find("<article"))):
        depth += -1 if tag[1] else 1
        if depth == 2 and not tag[1]:
            start = tag.end()
        elif depth == 1 and tag[1]:
            yield start, tag.start()


def with_heights(html: str) -> str:
    """The page with the heights of its sections."""
    pieces, at = [], 0
    for start, end in sections(html):
        style = ";".join(f"{name}:{height(html[start:end], name)}px" for name in WINDOWS)
        pieces += [html[at : start - 1], f' style="{style}">']
        at = start
    return "".join([*pieces, html[at:]])


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    # when formulas in folds wait
    when_finished(app, lambda site: rewrite(site, with_heights, "book/**/*.html"), priority=960)
