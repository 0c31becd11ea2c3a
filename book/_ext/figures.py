"""Figures are fetched when they come near, and keep their place until then.

A drawing is a document of its own: to load all of a chapter's at once is work before anything is read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PIL import Image
from sphinx.application import Sphinx

FIGURE = re.compile(r'<img (?=[^>]*src="[^"]*_images/([^"]+)")')
SIDE = r'<svg[^>]*\b{}="([\d.]+)(pt|px)?"'
PIXELS = {"pt": 4 / 3, "px": 1, None: 1}  # of a unit


def size(file: Path) -> tuple[int, int] | None:
    """Width and height in pixels, if the file says so."""
    if file.suffix != ".svg":
        with Image.open(file) as picture:
            return picture.size
    text = file.read_text(encoding="utf-8")
    sides = [re.search(SIDE.format(side), text) for side in ("width", "height")]
    lengths = [round(float(side[1]) * PIXELS[side[2]]) for side in sides if side]
    return (lengths[0], lengths[1]) if len(lengths) == 2 else None


def fetch_late(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Mark the figures of a page, and write their sizes."""
    files = {name: Path(app.srcdir, source) for source, name in app.builder.images.items()}

    def marked(found: re.Match[str]) -> str:
        sides = size(files[found[1]]) if found[1] in files else None
        room = 'width="{}" height="{}" '.format(*sides) if sides else ""
        return f'<img loading="lazy" {room}'

    context["body"] = FIGURE.sub(marked, context.get("body", ""))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("html-page-context", fetch_late)
