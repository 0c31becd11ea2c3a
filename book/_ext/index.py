"""Writes the list of chapters in the preface when the book is built, from the chapters themselves."""

from __future__ import annotations

from pathlib import Path

from chapters import opening, title
from hooks import filling

import olbook as ol

PLACE = "<!-- The chapters are put here when the book is built, by book/_ext/index.py. -->"


def as_markdown(folder: Path) -> str:
    """The chapters in their order, each with what one does there."""
    entries = [
        f"{{doc}}`{title(folder, topic)} <{topic}>`\n: {opening(folder, topic)}"
        for topic in ol.TOPICS
    ]
    return "\n\n".join(entries)


setup = filling({PLACE: as_markdown})
