"""What is said below a figure of colours and kinds of lines, compared with the legend of its drawing.

``the dashed line of Winnow`` and ``Dotted: the bound`` name a look and a label in one breath. The
drawing, as it is stored, has beside each label what it is drawn with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from olbook import plotting

COLOURS = {
    plotting.BLUE: "blue",
    plotting.ORANGE: "orange",
    plotting.GREEN: "green",
    plotting.PURPLE: "purple",
    plotting.GREY: "grey",
    "#000000": "black",
}
LINES = ("solid", "dashed", "dotted", "dash-dotted")
LOOK = re.compile(rf"(?<![\w-])(?:{'|'.join((*LINES, *COLOURS.values()))})\b", re.IGNORECASE)
# Behind these something else is spoken of.
BREATH = re.compile(
    r"[.;,]\s|\b(?:above|and|at|below|but|by|joins|on|reaches|starts|what|with)\b", re.IGNORECASE
)


def looks_of(style: str) -> set[str]:
    """The colours and the kind of line of a piece of a drawing."""
    said = dict(re.findall(r"([\w-]+): ([^;]+)", style))
    painted = {said.get("stroke", "").upper(), said.get("fill", "").upper()}
    looks = {name for colour, name in COLOURS.items() if colour.upper() in painted}
    dashes = [float(length) for length in re.findall(r"[\d.]+", said.get("stroke-dasharray", ""))]
    if len(dashes) > 2:
        return {*looks, "dash-dotted"}
    if dashes:
        return {*looks, "dashed" if dashes[0] > dashes[1] else "dotted"}
    return {*looks, "solid"} if said.get("fill") == "none" else looks


def legend(drawing: str) -> list[tuple[str, set[str]]]:
    """The labels of a drawing, each with the looks of what stands beside it."""
    builder = ElementTree.TreeBuilder(insert_comments=True)  # which have the words that are drawn
    root = ElementTree.fromstring(drawing, ElementTree.XMLParser(target=builder))
    found: list[tuple[str, set[str]]] = []
    for group in root.iter():
        if not group.get("id", "").startswith("legend_"):
            continue
        styles: list[str] = []
        for part in group.iter():
            if part.tag is ElementTree.Comment:
                label = (part.text or "").strip()
                if not styles and found:  # the second line of a label
                    label, looks = f"{found[-1][0]} {label}", found.pop()[1]
                else:
                    looks = set().union(*map(looks_of, styles))
                found.append((label, looks))
                styles = []
            elif style := part.get("style"):
                styles.append(style)
    return found


def words(text: str) -> set[str]:
    """The words of a text by their first letters, and its formulas."""
    formulas = re.findall(r"\$([^$]+)\$", text)
    plain = re.sub(r"\$[^$]*\$", " ", text).lower()
    return {word[:5] for word in re.findall(r"[a-z]{4,}", plain)} | {
        re.sub(r"[\s{}\\]", "", formula) for formula in formulas
    }


def looks_of_others(below: str, labels: list[tuple[str, set[str]]]) -> Iterator[str]:
    """Places at which one label is called by a look that it has not."""
    told = Counter(word for label, _ in labels for word in words(label))
    for breath in BREATH.split(below):
        looks = {match.group().lower() for match in LOOK.finditer(breath)}
        named = [
            (label, own)
            for label, own in labels
            if any(told[word] == 1 for word in words(label) & words(breath))
        ]
        if len(looks) == len(named) == 1 and not looks <= named[0][1]:
            yield f"{named[0][0]!r} is not {looks.pop()}: {breath.strip()}"
