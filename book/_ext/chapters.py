"""How a chapter begins, for the pages made from it."""

from __future__ import annotations

import json
import re
from pathlib import Path

# "**In this chapter** you run ...", or "**In this section** of [a chapter](#...) you predict ..."
OPENING = re.compile(
    r"^\*\*In this (?:chapter|section)\*\*(?: of \[.*?\]\(.*?\))? (.+)$", re.MULTILINE
)


def heading(text: str) -> str:
    """The first heading of a Markdown text, empty if there is none."""
    found = re.search(r"^# (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def first_cell(folder: Path, topic: str) -> str:
    """The text with which the chapter of a topic begins."""
    notebook = json.loads((folder / f"{topic}.ipynb").read_text(encoding="utf-8"))
    return "".join(notebook["cells"][0]["source"])


def title(folder: Path, topic: str) -> str:
    """The title of the chapter of a topic."""
    return heading(first_cell(folder, topic))


def opening(folder: Path, topic: str) -> str:
    """What one does in a chapter, as its first paragraph says; "you run ..." becomes "You run ..."."""
    found = OPENING.search(first_cell(folder, topic))
    if found is None:
        raise ValueError(f'{topic}.ipynb: its first cell does not say "**In this chapter** ..."')
    return found[1][0].upper() + found[1][1:]
