"""The words in figures, written down a second time.

The words of a drawing are read by no prover: an axis or a curve called by another name is false and breaks
nothing. So all of them stand in ``tests/below.txt`` too, with what is heard instead of a drawing. (Captions and
alternative texts are sentences of their pages: ``turned.py``.) ``make update`` writes there what is new, or
written anew; who changes fewer than a dozen words changes them there by hand. ``tests/test_below.py`` compares
the two, word by word, but for articles and the like, commas and capitals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
from legends import COMMENT, legend, read

from olbook import plotting

BOOK = Path(__file__).parents[1]
FILE = BOOK.parent / "tests" / "below.txt"
FIRST_LINE = "# Written by book/_tools/below.py, which says what this is, and when a line is changed by hand.\n"
ANEW = 12  # words that only one of two texts has
EMPTY = {"·", "a", "an", "the", "and", "is", "are", "it", "its", "of", "which", "that"}
WORD = re.compile(r"\$[^$]+\$|[\w#]+(?:[-'./]\w+)*|[^\w\s.,;:!?\"'()`*|-]+")
AT = r"translate\(([-\d.]+) ([-\d.]+)"
HEARD = re.compile(r'aria-label="([^"]+)"')
NUMBER = re.compile(r"(?<![\w#])\d+(?:\.\d+)?")
REPEATED = re.compile(r"(.{8,}?)\1+")
OF_TICKS = re.compile(r"\\(?:mathdefault|times)")
LETTER = re.compile(r"\\?[^\W\d_]|[^\s\d.,−${}\\^-]")
IN_CHARTS = ("title", "text", "field", "domain", "range", "color", "value", "expr")
UNSEEN = ("$schema", "config", "data", "datasets", "transform")


def words(text: str) -> list[str]:
    """The words and the formulas of a text, but for those that turn no meaning.

    Examples
    --------
    >>> words("Left, the loss $a$; it is 0.5.")
    ['left', 'loss', '$a$', '0.5']
    """
    found = (re.sub(r"\s", "", w) if "$" in w else w.lower() for w in WORD.findall(text))
    return [word for word in found if word not in EMPTY]


def is_anew(now: str, then: str) -> bool:
    """Whether many words are in one of two texts only; of an exchange none is."""
    here, there = Counter(words(now)), Counter(words(then))
    return ((here - there) + (there - here)).total() >= ANEW


def change(now: str, then: str) -> str:
    """The places at which two texts are not the same.

    Examples
    --------
    >>> change("with a heavy paper", "with a heavy rock")
    "'rock' is now 'paper'"
    """
    here, there = words(now), words(then)
    steps = SequenceMatcher(None, there, here, autojunk=False).get_opcodes()
    return ", ".join(
        f"{' '.join(there[a:b])!r} is now {' '.join(here[c:d])!r}"
        for step, a, b, c, d in steps
        if step != "equal"
    )


def drawn(drawing: str) -> Iterator[str]:
    """The words of a drawing: of each panel at its axes, then from left to right; and legends, with their looks."""
    for panel in read(drawing).iter():
        named, placed = [], []
        for part in panel if panel.get("id", "").startswith(("axes_", "figure_")) else ():
            if part.get("id", "").startswith(("axes_", "legend_")):
                continue
            for text in part.iter():
                said = " ".join(c.text or "" for c in text if c.tag is COMMENT).strip()
                if not LETTER.search(OF_TICKS.sub("", said)):
                    continue
                if part.get("id", "").startswith("text_"):
                    place = re.search(AT, ElementTree.tostring(text, "unicode"))
                    placed.append(
                        (*((float(place[1]), float(place[2])) if place else (0, 0)), said)
                    )
                else:
                    named.append(said)
        yield from (*named, *(said for *_, said in sorted(placed)))
    for label, looks in legend(drawing):
        yield " ".join((label, *sorted(looks)))


def charted(part: Any, key: str = "") -> Iterator[str]:
    """The words of a chart that moves, its columns, colours and what it says, in their order."""
    if isinstance(part, dict):
        yield from ([f"slider {part['name']}"] if key == "bind" else [])
        for name in [name for name in part if name not in UNSEEN]:
            yield from charted(part[name], name)
    elif isinstance(part, list):
        for each in part:
            yield from charted(each, key)
    elif isinstance(part, str) and key in IN_CHARTS:
        yield f"{key} {NUMBER.sub('#', part) if part.startswith('[') else part}"


def shown(outputs: Any, code: str) -> str:
    """The words of the drawings of a cell, without the numbers of its run, which its code has not."""
    data = [output.get("data", {}) for output in outputs]
    said = [text for each in data if (svg := each.get("image/svg+xml")) for text in drawn(svg)]
    said += [text for each in data for text in charted(each.get(plotting.VEGA_LITE))]
    text, known = " · ".join(said), set(NUMBER.findall(code))
    for name in ("blue", "orange", "green", "purple", "sky", "grey"):
        text = text.replace(getattr(plotting, name.upper()), name)
    return REPEATED.sub(r"\1", NUMBER.sub(lambda m: m[0] if m[0] in known else "#", text))


def html_of(cell: Any) -> str:
    """What a cell shows that has words for who cannot see it."""
    return "".join(
        output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])
    )


def pages() -> list[str]:
    """The files that have figures."""
    paths = sorted([*BOOK.glob("*.ipynb"), *BOOK.glob("lectures/*.ipynb")])
    return [path.relative_to(BOOK).as_posix() for path in paths]


def told(page: str) -> dict[str, str]:
    """What a page says in its figures, by the place."""
    found: dict[str, str] = {}
    for cell in nbformat.read(BOOK / page, as_version=4).cells:
        found[f"{cell.id} heard"] = " · ".join(HEARD.findall(html_of(cell)))
        found[f"{cell.id} drawn"] = shown(cell.get("outputs", []), cell.source)
    return {f"{page} {place}": " ".join(text.split()) for place, text in found.items() if text}


def rows() -> dict[str, str]:
    """What is written: a place, and the words there."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {place: text for place, _, text in (line.partition(" | ") for line in lines[1:])}


def unlike(
    now: dict[str, str], then: dict[str, str], page: str
) -> tuple[list[str], dict[str, str]]:
    """The places of a page that are for ``make update``; and those of which a few words are others, with these."""
    places = {place for place in now.keys() | then.keys() if place.startswith(f"{page} ")}
    both = [place for place in now if place in places & then.keys()]
    anew = [place for place in both if is_anew(now[place], then[place])]
    others = [
        place for place in both if place not in anew and words(now[place]) != words(then[place])
    ]
    return sorted((places - {*both}) | {*anew}), {place: now[place] for place in others}


def new_in(page: str) -> list[str]:
    """What is new, gone or written anew."""
    return unlike(told(page), rows(), page)[0]


def write_new(page: str) -> None:
    """Write what is new, gone or written anew, and nothing else."""
    written, now = rows(), told(page)
    new = unlike(now, written, page)[0]
    written = {place: text for place, text in written.items() if place not in new}
    written |= {place: now[place] for place in new if place in now}
    at, order = pages(), [*now]
    kept = [place for place in written if place.split()[0] in at]
    kept.sort(key=lambda p: (at.index(p.split()[0]), order.index(p) if p in order else 0))
    text = "".join(f"{place} | {written[place]}\n" for place in kept)
    FILE.write_text(FIRST_LINE + text, encoding="utf-8")
