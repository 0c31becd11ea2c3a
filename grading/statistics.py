"""How a class has done, question by question: a page with pictures, which loads nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from .assignment import Assignment
from .feedback import STYLE
from .tables import Row

WIDTH, HEIGHT, BARS = 640, 160, 10
MOST_NAMES = 12  # of those who missed a part

OWN_STYLE = """
svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
.bar { fill: #3b6ea5; } .rest { fill: #8886; } td, th { text-align: left; padding: .1rem .8rem .1rem 0;
vertical-align: top; } td.number { text-align: right; }
"""


def page(rows: Sequence[Row], assignment: Assignment) -> str:
    """The page: the points of the class, how hard each question was, and who missed what."""
    graded = [row for row in rows if row.marks]
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{escape(assignment.title)}: the class</title>",
        f"<style>{STYLE}{OWN_STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(assignment.title)}: the class</h1>",
    ]
    if graded:
        totals = np.array([row.marks["earned"] for row in graded if row.marks])
        parts.append(
            f"<p>{len(graded)} submissions. The middle one has {np.median(totals):g} of "
            f"{assignment.points:g} points, the mean is {totals.mean():.1f}.</p>"
        )
        parts += ["<h2>Points of the class</h2>", histogram(totals, assignment.points)]
        parts += ["<h2>How much of each question was earned</h2>", *_difficulty(graded, assignment)]
        parts += ["<h2>Who missed what</h2>", *_missed(graded, assignment)]
    return "\n".join([*parts, "</body>\n</html>\n"])


def histogram(totals: Any, possible: float) -> str:
    """How many earned how much, in ten steps."""
    counts, edges = np.histogram(totals, BARS, (0, max(possible, float(totals.max()), 1)))
    step, tall = WIDTH / BARS, HEIGHT / max(counts.max(), 1)
    shapes = []
    for number, count in enumerate(counts):
        left, top = number * step, HEIGHT - count * tall
        shapes.append(
            f'<rect class="bar" x="{left + 2:.0f}" y="{top + 20:.0f}" width="{step - 4:.0f}" '
            f'height="{count * tall:.0f}"/><text x="{left + 4:.0f}" y="{top + 16:.0f}">{count}</text>'
            f'<text x="{left:.0f}" y="{HEIGHT + 36}">{edges[number]:g}</text>'
        )
    said = ", ".join(f"{c} from {e:g}" for c, e in zip(counts, edges, strict=False) if c)
    return _picture(HEIGHT + 40, f"Points in ten steps: {said}", shapes)


def _difficulty(graded: Sequence[Row], assignment: Assignment) -> list[str]:
    """A bar for each question, and how it goes with the rest of the submission."""
    shares = {}
    marked = [q for q in assignment.questions if not any(_is_unmarked(r, q.id) for r in graded)]
    for question in marked:
        shares[question.id] = np.array([_earned(row, question.id) for row in graded])
    whole = sum(shares.values())
    shapes, lines = [], []
    for number, question in enumerate(marked):
        own, y = shares[question.id], 26 * number
        mean = own.mean() / question.points
        shapes.append(
            f'<text x="0" y="{y + 15}">{escape(question.id)}</text>'
            f'<rect class="rest" x="160" y="{y}" width="400" height="20"/>'
            f'<rect class="bar" x="160" y="{y}" width="{400 * mean:.0f}" height="20"/>'
            f'<text x="568" y="{y + 15}">{100 * mean:.0f}%</text>'
        )
        full, none = (own >= question.points).sum(), (own <= 0).sum()
        lines.append(
            f"<tr><td>{escape(question.id)}</td><td>{escape(question.title)}</td>"
            f'<td class="number">{full}</td><td class="number">{none}</td>'
            f'<td class="number">{_together(own, whole - own)}</td></tr>'
        )
    said = "; ".join(
        f"{question.id} {100 * shares[question.id].mean() / question.points:.0f}%"
        for question in marked
    )
    head = (
        "<tr><th>question</th><th></th><th>all points</th><th>none</th><th>with the rest</th></tr>"
    )
    explained = (
        "<p>The last column is the correlation with the points of the other questions. Where it is "
        "near zero or below, look at the question before you look at the students.</p>"
    )
    if waiting := [q.title for q in assignment.questions if q not in marked]:
        explained += f"<p>Still to be marked by hand: {escape(', '.join(waiting))}.</p>"
    picture = _picture(26 * len(marked) + 4, f"Mean share earned: {said}", shapes)
    return [picture, "<table>", head, *lines, "</table>", explained]


def _together(own: Any, rest: Any) -> str:
    if len(own) < 3 or own.std() == 0 or rest.std() == 0:
        return "–"
    return f"{np.corrcoef(own, rest)[0, 1]:.2f}"


def _missed(graded: Sequence[Row], assignment: Assignment) -> list[str]:
    """For each part of a question that somebody missed, who did."""
    found = []
    for question in assignment.questions:
        if question.by_hand:  # what the machine says there does not count
            continue
        missed: dict[str, list[str]] = {}
        for row in graded:
            for part in _marks_of(row, question.id).get("parts", []):
                if part["earned"] < part["possible"]:
                    missed.setdefault(part["part"], []).append(row.name)
        order = Counter({part: len(names) for part, names in missed.items()}).most_common()
        found.append(f"<h3>{escape(question.title)}</h3>" if order else "")
        for part, count in order:
            names = "; ".join(map(escape, missed[part][:MOST_NAMES]))
            more = " and others" if count > MOST_NAMES else ""
            found.append(f"<p><b>{count}</b> · {escape(part)}: {names}{more}</p>")
    return [line for line in found if line] or ["<p>Nobody missed anything.</p>"]


def _marks_of(row: Row, question: str) -> dict[str, Any]:
    questions: list[dict[str, Any]] = row.marks["questions"] if row.marks else []
    return next((each for each in questions if each["id"] == question), {})


def _is_unmarked(row: Row, question: str) -> bool:
    return bool(_marks_of(row, question).get("unmarked"))


def _earned(row: Row, question: str) -> float:
    return float(_marks_of(row, question).get("earned", 0.0))


def _picture(height: int, said: str, shapes: Sequence[str]) -> str:
    box = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
    return f'<svg {box} role="img" aria-label="{escape(said)}">{"".join(shapes)}</svg>'
