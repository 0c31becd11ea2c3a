"""Writes the list of chapters on the first page when the book is built, from the chapters themselves."""

from __future__ import annotations

from pathlib import Path

from chapters import opening, title
from sphinx.application import Sphinx

import olbook as ol

PAGE = "book/index"
PLACE = "<!-- The chapters are put here when the book is built, by book/_ext/index.py. -->"


def as_markdown(folder: Path) -> str:
    """The chapters in their order, each with what one does there."""
    entries = [
        f"{{doc}}`{title(folder, topic)} <{topic}>`\n: {opening(folder, topic)}"
        for topic in ol.TOPICS
    ]
    return "\n\n".join(entries)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the list into its page."""
    if docname == PAGE:
        source[0] = source[0].replace(PLACE, as_markdown(Path(app.srcdir, "book")))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
