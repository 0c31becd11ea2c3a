"""Worlds made by hand, for changes of theorems against which the search finds none; the judge evaluates each.

They have the shape of a sampler's draw: a table by subscript for each name. What a definition gives
is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Draw = dict[str, Any]


def stream(rows: Sequence[Sequence[int]], labels: Sequence[int], **more: Any) -> Draw:
    """A stream of examples for Winnow, all mistakes, labelled by the first feature alone."""
    d = len(rows[0])
    x = {(t, i): v for t, row in enumerate(rows, 1) for i, v in enumerate(row, 1)}
    y, iota = dict(enumerate(labels, 1)), dict.fromkeys(range(1, len(rows) + 1), 1)
    u = {i: int(i == 1) for i in range(1, d + 1)}
    return {"T": len(rows), "d": d, "x": x, "y": y, "iota": iota, "u": u, **more}


def features(d: int, *on: int) -> tuple[int, ...]:
    """An example in which these features are on."""
    return tuple(int(i in on) for i in range(1, d + 1))


def overshoot(d: int, **more: Any) -> Draw:
    """One promotion with a label that is far too large, then fourteen demotions of another feature."""
    return stream([features(d, 1, 2), *[features(d, 2)] * 14], [15, *[-1] * 14], **more)


def counted_often(d: int, **more: Any) -> Draw:
    """One mistake that counts a hundred times."""
    return {**stream([features(d, 1)], [1]), "iota": {1: 100}, **more}


def points(values: Sequence[int], labels: Sequence[int], **more: Any) -> Draw:
    """A stream for the Perceptron on the lifted examples of one feature."""
    rounds = range(1, len(values) + 1)
    return {
        "T": len(values), "d": 1, "c": {1: 1}, "a": 1, "u": (1, 1), "dimension": 2,
        "z": {(t, 1): v for t, v in zip(rounds, values, strict=True)},
        "x": {t: (2 * v, -1) for t, v in zip(rounds, values, strict=True)},
        "y": dict(zip(rounds, labels, strict=True)), "iota": dict.fromkeys(rounds, 1), **more,
    }  # fmt: skip


LARGE = [tuple(15 * value for value in features(30, t + 1)) for t in range(1, 30)]
ANY = {"beta": 2, "theta": Fraction(1, 2), "c": Fraction(1, 4), "r": Fraction(19, 100)}
ELSEWHERE = {t: (2, -1, 10 * (-2) ** t) for t in range(1, 12)}

WORLDS: dict[tuple[str, str], Draw] = {
    ("winnow.disjunctions", "labels"): overshoot(4),
    ("winnow.disjunctions", "binary"): stream(LARGE, [-1] * 29),
    ("winnow.any_labels_tuned", "labels"): overshoot(4),
    ("winnow.any_labels_tuned", "binary"): stream(LARGE, [-1] * 29),
    ("winnow.any_labels", "labels"): overshoot(4, eta=Fraction(1, 4)),
    ("winnow.factor_two", "labels"): overshoot(4),
    ("winnow.factor_two", "indicator"): counted_often(4),
    ("winnow.any_factor", "labels"): overshoot(4, **ANY),
    ("winnow.any_factor", "indicator"): counted_often(4, **ANY),
    ("winnow.known_literals", "labels"): overshoot(8, beta=2),
    ("winnow.known_literals", "indicator"): counted_often(8, beta=2),
    ("winnow.known_literals", "up"): {
        **counted_often(2, beta=Fraction(1, 2)),
        "iota": {1: 0},
    },
    ("winnow.known_literals_large_factor", "labels"): overshoot(8, beta=4),
    ("winnow.known_literals_large_factor", "indicator"): counted_often(8, beta=4),
    ("games.self_play", "convex"): {
        "T": 2,
        "m": 1,
        "n": 1,
        "dimension": 1,
        "p": {1: (-1,), 2: (1,)},
        "q": {1: (0,), 2: (0,)},
        "a": (1,),
        "b": (0,),
        "F": lambda p, q: -(p[0] ** 2) - q[0] ** 2,
    },
    ("winnow.perceptron", "labels"): points([1] + [0] * 12, [12] + [-1] * 12),
    ("winnow.perceptron", "mistake"): points([1] * 11, [1] * 11),
    ("winnow.perceptron", "lifted_features"): points(
        [1] * 11, [1] * 11, x=ELSEWHERE, u=(1, 1, 0), dimension=3
    ),
}
