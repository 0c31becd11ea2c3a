"""What a question of the bank is, and how its numbers are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

Rng: TypeAlias = np.random.Generator
Number: TypeAlias = int | float | Fraction


@dataclass(frozen=True)
class Variant:
    """A question with its numbers.

    Parameters
    ----------
    statement : str
        In Markdown; it needs no other page. It asks nothing: that is for ``Question.asks``.
    solution : str
        In Markdown.
    data, answer : dict
        The numbers that were drawn, and those that are asked for, by name.
    """

    statement: str
    solution: str
    data: dict[str, Any]
    answer: dict[str, Any]


@dataclass(frozen=True)
class Question:
    """A question of the bank: its chapter, its name, its title, what it asks for, and how it is drawn.

    `asks` has for each name of an answer what it is, in words: a student sees these in the form,
    and is asked nothing else. `worth` says how much each counts, the same if it says nothing: a form
    shows the share of a point, a sheet of paper the points, and `marking.py` gives them.
    """

    topic: str
    name: str
    title: str
    asks: dict[str, str]
    make: Callable[[Rng], Variant]
    worth: tuple[int, ...] = ()

    @property
    def points(self) -> dict[str, int]:
        """What each entry has on paper."""
        return dict(zip(self.asks, self.worth or (1,) * len(self.asks), strict=True))

    @property
    def shares(self) -> dict[str, Fraction]:
        """What each entry has of the one point of a question in a form."""
        points = self.points
        return {name: Fraction(own, sum(points.values())) for name, own in points.items()}


def tex(value: Number) -> str:
    """A number in LaTeX: a fraction as a fraction, a decimal number with four digits."""
    if isinstance(value, float):
        return f"{value:.4g}"
    value = Fraction(value)
    sign, size = ("-" if value < 0 else ""), abs(value)
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    return rf"{sign}\frac{{{size.numerator}}}{{{size.denominator}}}"


def vector(values: Iterable[Number]) -> str:
    """A vector in LaTeX."""
    return f"({', '.join(tex(value) for value in values)})"


def listed(values: Iterable[Number]) -> str:
    """Numbers in a row, in LaTeX."""
    return ", ".join(f"${tex(value)}$" for value in values)


def signed(label: int) -> str:
    """A label in LaTeX."""
    return "+1" if label > 0 else "-1"


def integers(rng: Rng, low: int, high: int, count: int) -> list[int]:
    """Whole numbers from `low` to `high`, both included."""
    return [int(number) for number in rng.integers(low, high + 1, count)]


def integer(rng: Rng, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both included."""
    return integers(rng, low, high, 1)[0]
