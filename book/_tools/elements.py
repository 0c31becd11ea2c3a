"""Elements of a finished page, found in its text: to parse all pages would take minutes."""

from __future__ import annotations

import re


def end_of(html: str, start: int, tag: str) -> int:
    """Where the element ends that begins at a place; only its own tag can end it."""
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end()
    raise ValueError(f"<{tag}> is not closed: {html[start : start + 80]}")


def without(html: str, opening: str, tag: str) -> str:
    """The same without the elements that begin so."""
    pieces, at = [], 0
    while (start := html.find(opening, at)) >= 0:
        pieces.append(html[at:start])
        at = end_of(html, start, tag)
    return "".join([*pieces, html[at:]])
