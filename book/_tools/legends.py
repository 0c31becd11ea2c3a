"""What is said below a figure of colours and kinds of lines, compared with the legend of its drawing.

``the dashed line of Winnow`` and ``Dotted: the bound`` name a look and a label in one breath. The
drawing, as it is stored, has beside each label what it is drawn with. It has the lines too: what an
alternative text says to rise or to fall does so in a line that has the look, or the label, told before.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from olbook import plotting

COMMENT: Any = ElementTree.Comment  # has the words that are drawn
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
WAY = re.compile(
    r"\b(?:(?P<up>ris(?:es?|ing)|climb(?:s|ing)?)|(?P<down>fall(?:s|ing)?|sinks?|drops?))\b"
)
SEEN = 5  # points; less is flat
# Behind these something else is spoken of.
BREATH = re.compile(
    r"[.;,]\s|\)|\b(?:above|and|at|below|but|by|joins|near|on|reaches|starts|what|with)\b",
    re.IGNORECASE,
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


def read(drawing: str) -> Any:
    """A drawing with its comments."""
    builder = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(drawing, ElementTree.XMLParser(target=builder))


def legend(drawing: str) -> list[tuple[str, set[str]]]:
    """The labels of a drawing, each with the looks of what stands beside it."""
    root = read(drawing)
    found: list[tuple[str, set[str]]] = []
    for group in root.iter():
        if not group.get("id", "").startswith("legend_"):
            continue
        styles: list[str] = []
        for part in group.iter():
            if part.tag is COMMENT:
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


def heights(drawing: str) -> list[tuple[set[str], list[float]]]:
    """The looks of each line in the panels of a drawing, and its heights from left to right."""
    found = []
    for panel in ElementTree.fromstring(drawing).iter():
        own = (part for part in panel if panel.get("id", "").startswith("axes_"))
        for path in (
            path for part in own if part.get("id", "").startswith("line2d") for path in part
        ):
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
            across, up = numbers[::2], [-down for down in numbers[1::2]]
            if len(up) > 1:
                up = up if across[0] <= across[-1] else up[::-1]
                found.append((looks_of(path.get("style", "")), up))
    return found


def ways(up: list[float]) -> set[str]:
    """Whether a line rises somewhere, and whether it falls: by a quarter of its height, and to be seen."""
    least = max(SEEN, (max(up) - min(up)) / 4)
    rise = max(here - low for here, low in zip(up, itertools.accumulate(up, min), strict=True))
    fall = max(high - here for here, high in zip(up, itertools.accumulate(up, max), strict=True))
    return {way for way, by in (("up", rise), ("down", fall)) if by >= least}


def goes_otherwise(alt: str, drawing: str) -> Iterator[str]:
    """Places at which something rises or falls in words, and none of the lines meant does in the drawing.

    Those meant have the look or the one label that is told before in the same breath; otherwise it may be any.
    """
    labels, drawn = legend(drawing), heights(drawing)
    told = Counter(word for label, _ in labels for word in words(label))
    for breath in breaths(alt):
        for verb in WAY.finditer(breath):
            before = breath[: verb.start()]
            named = [
                own
                for label, own in labels
                if any(told[w] == 1 for w in words(label) & words(before))
            ]
            looks = {match.group().lower() for match in LOOK.finditer(before)}
            looks = looks or (named[0] if len(named) == 1 else set())
            found = set().union(*(ways(up) for own, up in drawn if looks <= own))
            if found and (verb.lastgroup or "") not in found:
                yield f"no such line goes {verb.lastgroup}: {breath.strip()}"


def words(text: str) -> set[str]:
    """The words of a text by their first letters, and its formulas."""
    formulas = re.findall(r"\$([^$]+)\$", text)
    plain = re.sub(r"\$[^$]*\$", " ", text).lower().replace("lower bound", "lowerbound")
    return {re.sub(r"(?<=[^s])s$", "", word)[:5] for word in re.findall(r"[a-z]{4,}", plain)} | {
        re.sub(r"[\s{}\\]", "", formula) for formula in formulas
    }


def breaths(text: str) -> list[str]:
    """The parts of a text in which a look and what has it are told; ``Dashed: ...`` holds until the stop."""
    headed = re.compile(rf"{LOOK.pattern}: [^.;]*", re.IGNORECASE)
    return [
        *(match.group() for match in headed.finditer(text)),
        *BREATH.split(headed.sub(". ", text)),
    ]


def looks_of_others(below: str, labels: list[tuple[str, set[str]]]) -> Iterator[str]:
    """Places at which one label is called by a look that it has not."""
    told = Counter(word for label, _ in labels for word in words(label))
    shared = {word: [own for label, own in labels if word in words(label)] for word in told}
    for breath in breaths(below):
        looks = {match.group().lower() for match in LOOK.finditer(breath)}
        named = [
            (label, own)
            for label, own in labels
            if any(told[word] == 1 for word in words(label) & words(breath))
        ]
        if len(looks) == len(named) == 1 and not looks <= named[0][1]:
            label, own = named[0]
            yield (
                f"{label!r} is not {looks.pop()} but {' and '.join(sorted(own))} "
                f"(a comma parts it from another that is): {breath.strip()}"
            )
        elif len(looks) == 1 and not named:
            for word in sorted(words(breath) & {word for word in told if told[word] > 1}):
                if not any(looks <= own for own in shared[word]):
                    yield f"no {word!r} of the legend is {min(looks)}: {breath.strip()}"


# Words of every drawing, which name nothing.
PLAIN = words(
    "curve line dots discs square star piece panel axis arrow point long short thin thick other "
    "above below each both three four five with from that which rise fall lies touch height dotted dashed "
    "solid left right"
)


def looks_by_word(text: str) -> dict[tuple[str, bool], set[str]]:
    """The colours, and the kinds of lines, that are told in one breath with a word."""
    found: dict[tuple[str, bool], set[str]] = {}
    for breath in breaths(text):
        looks = {match.group().lower() for match in LOOK.finditer(breath)}
        for kind in (looks & {*LINES}, looks - {*LINES}):
            if len(kind) == 1:
                for word in words(breath) - PLAIN - {look[:5] for look in looks}:
                    found.setdefault((word, kind <= {*LINES}), set()).update(kind)
    return found


def told_otherwise(caption: str, alt: str, labels: list[tuple[str, set[str]]]) -> Iterator[str]:
    """Words of no label that have another look in a caption than in the words for who cannot see it."""
    there, known = looks_by_word(alt), {word for label, _ in labels for word in words(label)}
    for key, looks in looks_by_word(caption).items():
        if key in there and key[0] not in known and not looks & there[key]:
            yield f"{key[0]!r} is {min(looks)} in the caption, {min(there[key])} in the alternative text"


SIDE = re.compile(
    r"(?:(?<![\w ] )|\b(?:[Oo]n|for) the )\b(left|right)(?! angle)\b|(?<!to the )\b(left|right)(?=[:,]| panel| half)",
    re.IGNORECASE,
)


def by_side(text: str) -> dict[str, set[str]]:
    """What a text tells of the left half of a figure, and of the right."""
    found: dict[str, set[str]] = {}
    marks = [*SIDE.finditer(text)]
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        side = (mark[1] or mark[2]).lower()
        found.setdefault(side, set()).update(words(text[mark.end() : end]) - PLAIN)
    return found if {"left", "right"} <= found.keys() else {}


def panels(drawing: str) -> dict[str, set[str]]:
    """The words beside the two panels of a figure, if it has two; a legend may be that of both."""
    root = read(drawing)
    axes = [group for group in root.iter() if group.get("id", "").startswith("axes_")]
    drawn = [
        " ".join(
            comment.text or ""
            for part in ax
            if not part.get("id", "").startswith("legend_")
            for comment in part.iter(COMMENT)
        )
        for ax in axes
    ]
    return dict(zip(("left", "right"), map(words, drawn), strict=True)) if len(axes) == 2 else {}


def beside_its_panel(text: str, drawn: dict[str, set[str]]) -> Iterator[str]:
    """Halves of a figure that a text begins to tell of in words of the other one."""
    for mark in SIDE.finditer(text if drawn else ""):
        head = re.split(r"[.:;,]\s", text[mark.end() :].lstrip(",: "))[0]
        here = (mark[1] or mark[2]).lower()
        there = "left" if here == "right" else "right"
        told = words(head) - PLAIN
        if told & (drawn[there] - drawn[here]) and not told & (drawn[here] - drawn[there]):
            yield f"stands in the {there} panel, not in the {here} one: {head}"


def sides_exchanged(**texts: dict[str, set[str]]) -> Iterator[str]:
    """Texts of two halves of which one fits better to another's other half."""
    for (name, here), (other, there) in itertools.combinations(texts.items(), 2):
        if here and there:
            one, its = (
                (halves["left"] - halves["right"], halves["right"] - halves["left"])
                for halves in (here, there)
            )
            across = (one[0] & its[1]) | (one[1] & its[0])
            if len(across) > len(one[0] & its[0]) + len(one[1] & its[1]):
                yield f"left and right of the {name} are exchanged in the {other}: {sorted(across)}"
