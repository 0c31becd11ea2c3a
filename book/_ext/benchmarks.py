"""Fills the page "How fast it is" from what is stored in benchmarks/ when the book is built.

On the page stand comments such as ``<!-- table -->``, and ``{bench}`` with a name in backticks where a
number goes.  A name that was not measured stops the build.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from goals import GOALS
from table import completed, number, short

PAGE = "book/benchmarks"
RESULTS = Path("benchmarks", "results.json")
PAGES = Path("benchmarks", "pages.json")
NUMBER = re.compile(r"\{bench\}`([^`]+)`")
CALL = 'play(..., method="loop")'
PLACE = re.compile(r"<!-- (machine|table|equalities|pages) -->")


def names(results: dict[str, Any]) -> dict[str, str]:
    """All that a ``{bench}`` on the page can name."""
    found = {line["key"]: number(line["measured"]) for line in results["lines"]}
    found |= {f"goal of {line['key']}": line["goal"] for line in results["lines"]}
    found |= {key: str(value) for key, value in results["machine"].items()}
    found |= {key: number(value) for key, value in (results["notes"] | results["times"]).items()}
    found |= {f"number {key}": str(value) for key, value in results["summary"].items()}
    found["number of goals"] = str(
        sum(results["summary"][verdict] for verdict in ("met", "NOT met", "not measured"))
    )
    for variable, grown in results["growth"].items():
        for way, slope in grown["slopes"].items():
            shown = number(slope) if variable == "mistakes" else f"{slope:.2f}"
            found[f"slope {variable} {way}"] = shown
    return found


def machine(results: dict[str, Any]) -> str:
    """What it was measured on, as a list."""
    return "\n".join(f"- {key}: {value}" for key, value in results["machine"].items())


def cell(line: dict[str, Any]) -> str:
    """A measured number with its goal and the verdict."""
    measured = number(line["measured"]) + (line["unit"] if line["measured"] else "")
    goal = short(line["goal"])
    if goal == "–":
        return measured
    told = f"{measured} ({goal})" if line["verdict"] == "met" else f"**{measured}, not {goal}**"
    return told.replace("≤ ", "≤\N{NO-BREAK SPACE}").replace("≥ ", "≥\N{NO-BREAK SPACE}")


def grid(title: str, lines: list[dict[str, Any]]) -> list[str]:
    """A table of two ways in."""
    columns = list(dict.fromkeys(line["column"] for line in lines))
    rows: dict[str, list[str]] = {}
    for line in lines:
        rows.setdefault(line["row"], []).append(cell(line))
    return [
        f"{as_code(title)}:",
        "",
        f"| mistakes | {' | '.join(columns)} |",
        "| :-- |" + " --: |" * len(columns),
        *(f"| {row} | {' | '.join(cells)} |" for row, cells in rows.items()),
    ]


def column(lines: list[dict[str, Any]]) -> list[str]:
    """A table with one line for each ratio."""
    return ["| ratio | measured |", "| :-- | --: |"] + [
        f"| {line['what']} | {cell(line)} |" for line in lines
    ]


def table(results: dict[str, Any]) -> str:
    """All lines, in tables, under the names of their sections; below, why goals were missed."""
    out: list[str] = []
    for section, of_section in groupby(results["lines"], key=itemgetter("section")):
        lines = list(of_section)
        out += [f"**{section}**", ""]
        for title, together in groupby(lines, key=itemgetter("grid")):
            members = list(together)
            out += [*(grid(title, members) if title else column(members)), ""]
        for reason in dict.fromkeys(line["reason"] for line in lines if line["reason"]):
            out += [f"*Not met:* {reason}", ""]
    return "\n".join(out)


def equalities(results: dict[str, Any]) -> str:
    """What was compared without tolerance, and on how many streams."""
    found: dict[str, list[bool]] = {}
    for what, same in results["equal"].items():
        found.setdefault(what.partition(": ")[0], []).append(same)
    return "\n".join(
        f"- {as_code(what)}: {told(sum(verdicts), len(verdicts))}"
        for what, verdicts in found.items()
    )


def told(equal: int, streams: int) -> str:
    """A verdict in words."""
    if equal < streams:
        return f"**not equal on {streams - equal} of {streams}**"
    return "equal" if streams == 1 else f"equal on all {streams}"


def as_code(text: str) -> str:
    """The same with a call set as code, so that its quotation marks stay straight."""
    return text.replace(CALL, f"`{CALL}`")


def pages(results: dict[str, Any]) -> str:
    """How soon pages are there, their formulas set while building and by MathJax."""
    out = [
        "| chapter | slowed down | first words | last formula | kB "
        "| MathJax: first words | last formula | kB | sooner |",
        "| :-- |" + " --: |" * 8,
    ]
    for row in results["pages"]:
        ours, theirs = row["ours"], row["MathJax"]
        times = [
            f"{words:.1f} | {formulas:.1f} | {kB:.0f}" for words, formulas, kB in (ours, theirs)
        ]
        sooner = f"{theirs[1] / ours[1]:.1f} times"
        out.append(f"| {{doc}}`{row['page']}` | {row['factor']} | {' | '.join(times)} | {sooner} |")
    return "\n".join(out)


PARTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "machine": machine,
    "table": table,
    "equalities": equalities,
    "pages": pages,
}


def stored(root: Path) -> dict[str, Any]:
    """What was measured."""
    results, pages = (
        json.loads((root / path).read_text(encoding="utf-8")) for path in (RESULTS, PAGES)
    )
    return {**completed(GOALS, results), "pages": pages}


def filled(text: str, results: dict[str, Any]) -> str:
    """The text of the page with all numbers and tables in place."""
    known = names(results)
    unknown = [name for name in NUMBER.findall(text) if name not in known]
    if unknown:
        raise ExtensionError(f"benchmarks/results.json does not have: {', '.join(unknown)}")
    text = NUMBER.sub(lambda found: known[found[1]], text)
    return PLACE.sub(lambda found: PARTS[found[1]](results), text)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Fill the page."""
    if docname == PAGE:
        source[0] = filled(source[0], stored(Path(app.srcdir)))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
