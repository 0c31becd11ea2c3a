"""Worlds that were found once and written down: read, and evaluated again for a statement."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from . import confirmed
from .meaning import holds
from .reals import FLOATS, Formal, ratio
from .statements import meaning_of
from .texts import Stated
from .world import World
from .worlds import Shape


def as_world(stated: Stated, data: Mapping[str, Any]) -> World:
    """A world that was written down, for a statement."""
    values = {(name, tuple(at), outcome): read_back(v) for name, at, outcome, v in data["values"]}
    return World(
        meaning_of(stated), lambda *key: values[key], data["dimension"], tuple(data["weights"])
    )


def read_back(kept: Any) -> Any:
    """A number, a vector or a function that was written down."""
    if isinstance(kept, list):
        return tuple(map(read_back, kept))
    if isinstance(kept, dict) and "terms" in kept:
        return Formal(
            {
                frozenset((_atom(atom), read_back(n)) for atom, n in factors): read_back(
                    coefficient
                )
                for coefficient, factors in kept["terms"]
            }
        )
    if isinstance(kept, dict):
        return Shape(
            **{k: read_back(v) if k not in ("form", "gradient") else v for k, v in kept.items()}
        )
    number = Fraction(kept)
    return ratio(number.numerator, number.denominator)


def exact(value: Formal) -> dict[str, Any]:
    """An exact sum of roots, exponentials and logarithms, to be written down.

    Examples
    --------
    >>> from .reals import logarithm
    >>> exact(logarithm(8, FLOATS))
    {'terms': [['3', [['log 2', '1']]]]}
    """
    terms = [
        [str(coefficient), sorted([_written(atom), str(n)] for atom, n in monomial)]
        for monomial, coefficient in value.terms.items()
    ]
    return {"terms": sorted(terms, key=str)}


def _written(atom: Any) -> str:
    return f"{atom[0]} {atom[1]}" if isinstance(atom, tuple) else str(atom)


def _atom(text: str) -> Any:
    """Euler's number, a whole number, or its logarithm."""
    log, _, number = text.partition(" ")
    return text if text == "e" else (log, int(number)) if number else int(text)


def evaluated(stated: Stated, data: Mapping[str, Any]) -> World | None:
    """A world that was written down with all its values, if it refutes the statement."""
    world = as_world(stated, data)
    try:
        if not confirmed(world):
            return None
        for relation in (*world.meaning.supposed, world.meaning.claim):
            holds(relation, world, (FLOATS,))
    except KeyError:  # a value is asked for that was not written down
        return None
    return world
