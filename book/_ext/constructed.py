"""Worlds made by hand, for changes of theorems against which the search finds none; the judge evaluates each.

They have the shape of a sampler's draw: a table by subscript for each name. What a definition gives
is left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from olbook.checked.judge.reals import FLOATS, logarithm
from olbook.checked.judge.worlds import Shape

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


def rare_losses(T: int, n: int, **more: Any) -> Draw:
    """A loss of n comes in one round of n, and then the learner stops; or it never comes."""
    rounds, outcomes = range(1, T + 1), range(1, T + 2)  # in outcome o the loss comes in round o
    return {
        "T": T, "M": n, "dimension": 1, "L": Shape("abs", 1, (-1,)),
        "h": {(t, o - 1): (int(t > o),) for t in rounds for o in outcomes},
        "ell": {(t, o - 1): n * (t == o) for t in rounds for o in outcomes},
        "chi": {o - 1: int(o > T) for o in outcomes},
        "weights": tuple((n - 1) ** (o - 1) * n ** max(T - o, 0) for o in outcomes), **more,
    }  # fmt: skip


def on_the_edge(d: int, up: float, theta: float, c: float, **more: Any) -> Draw:
    """What Winnow errs on longest: each example is as close to the threshold as the weights allow.

    The first feature decides. It is promoted together with as many others as fit below the threshold;
    then the others are demoted, as few at a time as still exceed it.
    """
    w, close = [c] * d, 1e-9  # no example is decided by rounding
    rows: list[list[int]] = []
    labels: list[int] = []
    while w[0] <= theta - close:
        on, others = [0], sorted(range(1, d), key=lambda i: -w[i])
        for i in others:
            on += [i] * (sum(w[j] for j in on) + w[i] <= theta - close)
        rows, labels = [*rows, on], [*labels, 1]
        w = [v * up if i in on else v for i, v in enumerate(w)]
        while sum(w[1:]) >= theta + close:
            on = sorted(range(1, d), key=lambda i: -w[i])
            for i in list(on):
                if sum(w[j] for j in on) - w[i] >= theta + close:
                    on.remove(i)
            rows, labels = [*rows, on], [*labels, -1]
            w = [v / up if i in on else v for i, v in enumerate(w)]
            if w[0] <= theta - close:
                break
    return stream([features(d, *(i + 1 for i in on)) for on in rows], labels, **more)


def orthogonal(block: Sequence[Sequence[int]], count: int, **more: Any) -> Draw:
    """So many orthogonal examples for the lifted Perceptron, all of the same inner product 1 with u."""
    size = len(block)
    blocks, square = -(-count // size), sum(v * v for v in block[0])
    rows = [
        (0,) * (size * k) + tuple(row) + (0,) * (size * (blocks - 1 - k))
        for k in range(blocks)
        for row in block
    ][:count]
    u = tuple(Fraction(sum(column), square) for column in zip(*rows, strict=True))
    rounds = range(1, count + 1)
    return {
        "T": count, "d": 1, "c": {1: 1}, "u": u, "dimension": len(u),
        "z": {(t, 1): 1 for t in rounds}, "x": dict(zip(rounds, rows, strict=True)),
        "y": dict.fromkeys(rounds, 1), "iota": dict.fromkeys(rounds, 1), **more,
    }  # fmt: skip


def table(rows: Sequence[Sequence[Any]]) -> dict[tuple[int, int], Any]:
    """Values by row and column."""
    return {(t, i): v for t, row in enumerate(rows, 1) for i, v in enumerate(row, 1)}


def bandit(d: int, T: int, n: int, m: int | Fraction) -> Draw:
    """Each arm is pulled n times, and m times where it is the good one."""
    arms = range(1, d + 1)
    different = logarithm(Fraction(4, 3), FLOATS)
    return {
        "d": d,
        "T": T,
        "n": dict.fromkeys(arms, n),
        "m": dict.fromkeys(arms, m),
        "K": different,
    }


HALVED, HALVES = logarithm(2, FLOATS), logarithm(4, FLOATS)
LONGER = {
    "u": {1: 1, 2: 0}, "y": dict.fromkeys((1, 2, 3), -1), "iota": dict.fromkeys((1, 2, 3), 1),
    "T": 3, "d": 2, "beta": 4, "x": table([(0, 1), (0, 3), (0, 190)]),
}  # fmt: skip
PAIR = [(2, 1), (-1, 2)]
FOUR = [(2, 1, 1, 0), (-1, 2, 0, 1), (-1, 0, 2, -1), (0, -1, 1, 2)]
LARGE = [tuple(15 * value for value in features(30, t + 1)) for t in range(1, 30)]
ANY = {"beta": 2, "theta": Fraction(1, 2), "c": Fraction(1, 4), "r": Fraction(19, 100)}
ELSEWHERE = {t: (2, -1, 10 * (-2) ** t) for t in range(1, 12)}

WORLDS: dict[tuple[str, str], Draw] = {
    ("eg.hoeffding", "the bound"): {  # two equal parts, and a small exponent
        "d": 2,
        "w": {1: Fraction(1, 2), 2: Fraction(1, 2)},
        "x": {1: -1, 2: 1},
        "a": -1,
        "c": 2,
        "lambda_": Fraction(1, 10),
    },
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
    ("winnow.perceptron", "the bound"): orthogonal(PAIR, 10),
    ("winnow.perceptron_best_bias", "the bound"): orthogonal(FOUR, 9),
    ("winnow.perceptron", "disjunction"): {
        "T": 14,
        "d": 2,
        "c": {1: 3, 2: Fraction(-5, 2)},
        "u": (*[1] * 14, Fraction(3, 2)),
        "dimension": 15,
        "z": table([(0, 0)] * 14),
        "x": {t: tuple(-int(i == t) for i in range(1, 16)) for t in range(1, 15)},
        "y": dict.fromkeys(range(1, 15), -1),
        "iota": dict.fromkeys(range(1, 15), 1),
    },
    ("winnow.disjunctions", "the bound"): on_the_edge(12, math.exp(1 / 2), 1 / 2, 1 / 12),
    ("winnow.any_labels_tuned", "the bound"): on_the_edge(12, math.exp(1 / 2), 1 / 2, 1 / 12),
    ("winnow.any_labels", "the bound"): on_the_edge(
        8, math.exp(2 / 5), 1 / 2, 1 / 8, eta=Fraction(1, 5)
    ),
    ("winnow.known_literals", "the bound"): on_the_edge(8, 2, math.log(2) / 1.5, 1 / 8, beta=2),
    ("winnow.known_literals_large_factor", "the bound"): on_the_edge(
        4, 4, math.log(4) / 3.75, 1 / 4, beta=4
    ),
    ("winnow.known_literals", "binary"): LONGER,
    ("winnow.known_literals_large_factor", "binary"): LONGER,
    ("bandits.forced", "the bound"): bandit(2, 2, 1, Fraction(3, 2)),
    ("bandits.forced", "two"): bandit(1, 1, 1, 1),
    ("bandits.forced", "total"): bandit(2, 2, 2, 2),
    ("bandits.forced", "moved"): bandit(2, 2, 1, 2),
    ("bandits.ucb1", "chosen"): {
        "k": 1,
        "T": 2,
        "mu": 0,
        "Delta": {1: 1},
        "a": {(1, 0): 1},
        "r": {(1, 0): Fraction(1, 10)},
        "q": {(1, 0): 0},
        "n": {(1, 0): 9},
        "N": {(1, 0): 10},
        "F": {(1, 1, 0): 0, (1, 2, 0): 0},
    },
    ("bandits.exp3", "bounded"): {
        "d": 2,
        "T": 1,
        "eta": 1,
        "g": table([(0, 10)]),
        "u": {1: 1, 2: 0},
        "b": {(1, 1, 0): 1, (1, 2, 0): 0, (1, 1, 1): 0, (1, 2, 1): 1},
        "weights": (1, 1),
    },
    ("risk.few_mistakes", "most"): rare_losses(13, 5, delta=Fraction(1, 20), lambda_=HALVED),
    ("risk.few_mistakes", "mistakes"): {
        "T": 1,
        "lambda_": HALVES,
        "delta": Fraction(1, 2),
        "M": 0,
        "dimension": 1,
        "h": {(1, 0): (0,)},
        "L": Shape("bowl", 1, (0,)),
        "ell": {(1, 0): 1},
        "chi": {0: 1},
    },
    ("games.shifting", "moved"): {
        "d": 2,
        "T": 3,
        "eta": HALVED,
        "alpha": Fraction(1, 100),
        "beta": Fraction(99, 100),
        "g": table([(1, 0), (0, 1), (1, 0)]),
        "u": table([(0, 1), (1, 0), (0, 1)]),
        "r": table([(0, 0), (0, 0)]),
    },
    ("games.shifting_tuned", "low"): {
        "d": 2,
        "T": 3,
        "g": table([(0, 0), (0, 0), (-5, 0)]),
        "u": table([(1, 0), (1, 0), (1, 0)]),
        "r": table([(0, 0), (1, 0)]),
    },
    ("games.shifting_tuned", "simplex"): {
        "d": 2,
        "T": 2,
        "g": table([(0, 0), (1, 1)]),
        "u": table([(0, 0), (Fraction(1, 100), 0)]),
        "r": table([(Fraction(1, 100), 0)]),
    },
}
