"""The table of ratios: goals on one side, measurements on the other, and a verdict for each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MET, MISSED, REPORTED, NOT_MEASURED = "met", "NOT met", "reported", "not measured"


@dataclass(frozen=True)
class Goal:
    """One line of the table, before anything is measured.

    Attributes
    ----------
    key
        The name under which the line is stored.
    section
        The heading it stands under.
    what
        What the measured ratio is.
    at_most, at_least
        The goal; a line with neither is only reported.
    unit
        Of the ratio, if it has one.
    reason
        What stands in the way, shown if the goal is not met.
    grid
        The page shows lines with the same grid as one table, by `row` and `column`.
    """

    key: str
    section: str
    what: str
    at_most: float | None = None
    at_least: float | None = None
    unit: str = ""
    reason: str = ""
    grid: str = ""
    row: str = ""
    column: str = ""

    @property
    def text(self) -> str:
        """The goal in words."""
        if self.at_most is not None:
            return f"at most {self.at_most:g}{self.unit}"
        if self.at_least is not None:
            return f"at least {self.at_least:g}{self.unit}"
        return "–"

    def verdict(self, measured: float | None) -> str:
        """Whether a measured ratio meets the goal."""
        if measured is None:
            return NOT_MEASURED
        if self.at_most is not None:
            return MET if measured <= self.at_most else MISSED
        if self.at_least is not None:
            return MET if measured >= self.at_least else MISSED
        return REPORTED

    def score(self, measured: float | None) -> float | None:
        """How many times better than the goal: 1 is just met."""
        if not measured:
            return None
        if self.at_most is not None:
            return self.at_most / measured
        return None if self.at_least is None else measured / self.at_least


def table(goals: Iterable[Goal], found: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of the table.

    `found` holds a number for each key, or a text that says why there is none.  A measurement that
    no goal asks for is an error, since nobody would see it.
    """
    goals = list(goals)
    unknown = found.keys() - {goal.key for goal in goals}
    if unknown:
        raise KeyError(f"measured, but no line of the table: {', '.join(sorted(unknown))}")
    lines = []
    for goal in goals:
        value = found.get(goal.key, "it was left out")
        measured = None if isinstance(value, str) else float(value)
        verdict = goal.verdict(measured)
        because = value if isinstance(value, str) else goal.reason if verdict == MISSED else ""
        lines.append(
            {
                "key": goal.key,
                "section": goal.section,
                "what": goal.what,
                "goal": goal.text,
                "measured": measured,
                "unit": goal.unit,
                "score": goal.score(measured),
                "verdict": verdict,
                "reason": because,
                "grid": goal.grid,
                "row": goal.row,
                "column": goal.column,
            }
        )
    return lines


def completed(goals: Iterable[Goal], stored: dict[str, Any]) -> dict[str, Any]:
    """What was measured, with the lines of the table and how many of each verdict there are."""
    lines = table(goals, stored["ratios"])
    return {**stored, "lines": lines, "summary": summary(lines, stored["equal"])}


def short(goal: str) -> str:
    """The goal with a sign instead of words."""
    return goal.replace("at most", "≤").replace("at least", "≥")


def number(value: float | None) -> str:
    """A ratio with as many digits as it deserves."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def printed(lines: Iterable[dict[str, Any]]) -> str:
    """The table for a terminal."""
    out, section = [], ""
    for line in lines:
        if line["section"] != section:
            section = line["section"]
            out += ["", section]
        measured = number(line["measured"]) + (line["unit"] if line["measured"] else "")
        out.append(f"  {line['what']:68}{line['goal']:>16}{measured:>11}  {line['verdict']}")
        if line["reason"]:
            out.append(f"      {line['reason']}")
    return "\n".join(out)


def printed_equalities(equalities: dict[str, bool]) -> str:
    """What was compared without any tolerance."""
    lines = (f"  {'equal' if same else 'DIFFERENT':10} {what}" for what, same in equalities.items())
    return "\n".join(["", "Equal in every bit", *lines])


def summary(lines: list[dict[str, Any]], equalities: dict[str, bool]) -> dict[str, int]:
    """How many goals are met, missed and not measured, and how many equalities hold."""
    counts = dict.fromkeys((MET, MISSED, REPORTED, NOT_MEASURED), 0)
    for line in lines:
        counts[line["verdict"]] += 1
    return counts | {
        "equal": sum(equalities.values()),
        "different": sum(not v for v in equalities.values()),
    }
