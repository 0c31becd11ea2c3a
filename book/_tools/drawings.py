"""Two drawings are compared by what they show, not by their bytes.

Words, colours, kinds of lines and the order of things have to be the same, and every number nearly:
the last digits of what is drawn are those of the machine that drew it.
"""

from __future__ import annotations

import itertools
import re

TOLERANCE = 0.15  # points, of some 450 from side to side; a drawing is stored to a tenth of one
MADE_UP = re.compile(r"(?<=[a-z_])[0-9a-f]{10}(?=[\"')])", re.IGNORECASE)  # names, by a digest
PART = re.compile(r"#[0-9a-f]{6}\b|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[^\d#-]+|[#-]")
WITHIN = re.compile(r'<g id="(\w+)"|<!-- (.*?) -->')


def parts(drawing: str) -> list[str]:
    """The numbers of a drawing, and what stands between them."""
    names: dict[str, str] = {}
    # Digests of markers and clips come from their numbers, so they are counted instead.
    counted = MADE_UP.sub(lambda name: names.setdefault(name[0], f"n{len(names)}"), drawing)
    return PART.findall(counted)


def near(one: str, other: str) -> bool:
    """Whether two parts are equal, or numbers that differ by less than an eye can see."""
    if one == other:
        return True
    try:
        a, b = float(one), float(other)
    except ValueError:
        return False
    return abs(a - b) <= (TOLERANCE if max(abs(a), abs(b)) >= 1 else 1e-3)


def difference(stored: str, fresh: str) -> str:
    """The first difference between two drawings in words, empty if they show the same."""
    before = ""
    for old, new in itertools.zip_longest(parts(stored), parts(fresh), fillvalue=""):
        if not near(old, new):
            *_, place = [None, *WITHIN.finditer(before)]
            where = f" in {place[1] or place[2]}" if place else ""
            return f"the figure changed{where}: {old.strip()[:60]!r} became {new.strip()[:60]!r}"
        before += old
    return ""
