r"""Real runs of the algorithms, from which the judge takes worlds.

A sampler draws data, runs the algorithm of a chapter on them, and returns values for some of the
names of a theorem, in the shape of ``Context.model``. The judge believes nothing of it: what a
sampler returns is a world only if the evaluator says that everything supposed holds there. Without
samplers the judge would seldom meet a convex function with its gradients, or a fresh example.

Two keys are no names of theorems: ``weights``, the probabilities of the outcomes in proportion to
each other, and ``dimension``, the number of coordinates of the vectors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ..checked.judge.reals import FLOATS, divide, exponential, logarithm, root

Draw = dict[Any, Any]
HALF = Fraction(1, 2)
SMALL = (0, 0, 1, 1, -1, 2, -2, Fraction(1, 2), Fraction(-3, 2), 3)
RATES = (Fraction(1, 4), Fraction(1, 2), 1, Fraction(1, 10), 2, Fraction(1, 3))


def _vector(rng: Random, size: int) -> tuple[Any, ...]:
    return tuple(rng.choice(SMALL) for _ in range(size))


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), 0)


def _plus(a: Sequence[Any], k: Any, b: Sequence[Any]) -> tuple[Any, ...]:
    """The vector a + k*b."""
    return tuple(x + k * y for x, y in zip(a, b, strict=True))


def _length(rng: Random, square: Any) -> int:
    """A whole number that is no shorter than a vector, and seldom much longer."""
    return max(1, math.isqrt(math.ceil(square) - 1) + 1 if square else 0) + rng.choice((0, 0, 0, 1))


def _rounds(rng: Random) -> int:
    return rng.choice((1, 1, 2, 2, 3, 4))


# -- the perceptron --------------------------------------------------------------------------------


def _perceptron(rng: Random, x: Draw, y: Draw, lazy: bool) -> dict[int, int]:
    """In which rounds the perceptron errs; a lazy one may ignore what happens on the hyperplane."""
    w: tuple[Any, ...] = (0,) * len(x[1])
    errs: dict[int, int] = {}
    for t in x:
        side = y[t] * _dot(w, x[t])
        errs[t] = int(side < 0 or (side == 0 and not (lazy and rng.random() < 0.5)))
        w = _plus(w, errs[t] * y[t], x[t])
    return errs


def _examples(rng: Random, separable: bool) -> Draw:
    """Examples and a comparator, with margin one if separable."""
    size, rounds = rng.choice((1, 2, 2, 3)), _rounds(rng)
    u = _vector(rng, size)
    while separable and not any(u):
        u = _vector(rng, size)
    x: Draw = {}
    y: Draw = {}
    for t in range(1, rounds + 1):
        x[t] = _vector(rng, size)
        while separable and not _dot(u, x[t]):
            x[t] = _vector(rng, size)
        side = _dot(u, x[t])
        if separable and abs(side) < 1:
            x[t] = tuple(c / abs(side) for c in x[t])
        y[t] = (1 if side > 0 else -1) if separable else rng.choice((1, -1))
    radius = _length(rng, max(_dot(v, v) for v in x.values()))
    return {
        "T": rounds,
        "dimension": size,
        "u": u,
        "x": x,
        "y": y,
        "R": radius,
        "U": _length(rng, _dot(u, u)),
    }


def perceptron(rng: Random) -> Draw:
    """A run of the perceptron on any labels."""
    draw = _examples(rng, separable=False)
    return {**draw, "iota": _perceptron(rng, draw["x"], draw["y"], lazy=True)}


def perceptron_separable(rng: Random) -> Draw:
    """A run of the perceptron on separable examples."""
    draw = _examples(rng, separable=True)
    return {**draw, "iota": _perceptron(rng, draw["x"], draw["y"], lazy=True)}


def perceptron_geometric(rng: Random) -> Draw:
    """The same, where the comparator has at most unit length."""
    draw = perceptron_separable(rng)
    scale = Fraction(1, _length(rng, _dot(draw["u"], draw["u"])))
    u = tuple(scale * c for c in draw["u"])
    margin = min(
        y * _dot(u, x) for x, y in zip(draw["x"].values(), draw["y"].values(), strict=True)
    )
    return {**draw, "u": u, "gamma": margin * rng.choice((1, 1, Fraction(1, 2)))}


def perceptron_unit(rng: Random) -> Draw:
    """The same, where the examples have at most unit length too."""
    draw = perceptron_geometric(rng)
    x = {t: tuple(c * Fraction(1, draw["R"]) for c in v) for t, v in draw["x"].items()}
    return {**draw, "x": x, "gamma": draw["gamma"] / draw["R"]}


# -- disjunctions ----------------------------------------------------------------------------------


def _disjunction(rng: Random, most: int) -> Draw:
    """Binary examples, a disjunction, and the labels that it gives."""
    size, rounds = rng.choice((1, 2, 2, 3, most)), _rounds(rng)
    u = {i: rng.choice((0, 1)) for i in range(1, size + 1)}
    u[rng.randint(1, size)] = 1
    x = {(t, i): rng.choice((0, 1)) for t in range(1, rounds + 1) for i in u}
    y = {t: 1 if any(u[i] and x[t, i] for i in u) else -1 for t in range(1, rounds + 1)}
    return {"T": rounds, "d": size, "u": u, "x": x, "y": y}


def _lifted(rng: Random, bias: Callable[[int, int], Any]) -> Draw:
    """The examples of a disjunction as vectors, with a coordinate for the bias."""
    draw = _disjunction(rng, 4)
    c, z = draw["u"], draw["x"]
    a = bias(draw["d"], sum(c.values()))
    x = {t: (*(2 * z[t, i] for i in c), (-1) * a) for t in draw["y"]}
    u = (*c.values(), divide(1, a, FLOATS))
    draw |= {"z": z, "c": c, "a": a, "x": x, "u": u, "dimension": draw["d"] + 1}
    return {**draw, "iota": _perceptron(rng, x, draw["y"], lazy=False)}


def lifted(rng: Random) -> Draw:
    """With any bias."""
    return _lifted(rng, lambda d, k: rng.choice(RATES))


def lifted_unit_bias(rng: Random) -> Draw:
    """With bias one."""
    return _lifted(rng, lambda d, k: 1)


def lifted_best_bias(rng: Random) -> Draw:
    """With the best bias, which is irrational for most disjunctions."""
    return _lifted(rng, lambda d, k: root(2 * root(Fraction(d, k), FLOATS), FLOATS))


def _multiplicative(
    rng: Random, draw: Draw, start: Any, threshold: float, step: Callable[[int], float]
) -> dict[int, int]:
    """In which rounds a run with multiplicative updates errs for certain."""
    w = {i: float(start) for i in draw["u"]}
    errs: dict[int, int] = {}
    for t, y in draw["y"].items():
        side = y * (sum(w[i] * draw["x"][t, i] for i in w) - threshold)
        errs[t] = int(side < -1e-9 or (side <= 0 and not any(errs.values()) and rng.random() < 0.8))
        for i in w:
            w[i] *= step(errs[t] * y * draw["x"][t, i])
    return errs


def winnow(rng: Random, eta: Any = Fraction(1, 4), separable: bool = True) -> Draw:
    """A run of Winnow as exponentiated gradient."""
    draw = _disjunction(rng, 5)
    if not separable:
        draw["y"] = {t: rng.choice((1, -1)) for t in draw["y"]}
    iota = _multiplicative(rng, draw, 1 / draw["d"], 0.5, lambda n: math.exp(2 * eta * n))
    return {**draw, "eta": eta, "iota": iota}


def winnow_any_labels(rng: Random) -> Draw:
    """The same on any labels."""
    return winnow(rng, separable=rng.random() < 0.3)


def winnow_any_rate(rng: Random) -> Draw:
    """The same with any step size below one half."""
    return winnow(
        rng, rng.choice((*RATES[::3], Fraction(1, 3), Fraction(49, 100))), rng.random() < 0.3
    )


def winnow_round(rng: Random) -> Draw:
    """Mistakes of any positive weights."""
    draw = winnow_any_labels(rng)
    w = {
        place: rng.choice((Fraction(1, 2), 1, Fraction(1, 3), 2, Fraction(1, 10)))
        for place in draw["x"]
    }
    iota = {}
    for t, y in draw["y"].items():
        side = y * (2 * sum(w[t, i] * draw["x"][t, i] for i in draw["u"]) - 1)
        iota[t] = int(side <= 0)
    return {**draw, "w": w, "iota": iota}


def winnow_factor(rng: Random) -> Draw:
    """Winnow with any factor and threshold."""
    draw = _disjunction(rng, 4)
    beta, c = (
        rng.choice((2, Fraction(3, 2), 4, 3)),
        rng.choice((Fraction(1, draw["d"]), Fraction(1, 2), 1)),
    )
    most = math.log(beta) / (beta - 1)
    theta = Fraction(rng.choice((most / 2, most * 0.8, most / 4))).limit_denominator(20)
    speed: Any = min(math.log(beta) - theta * (beta - 1), theta * (1 - Fraction(1) / beta))
    r = Fraction(math.floor(speed * 10**4 - 1), 10**4)
    iota = _multiplicative(rng, draw, c, float(theta), lambda n: float(beta) ** n)
    return {**draw, "beta": beta, "c": c, "theta": theta, "r": r, "iota": iota}


def winnow_doubling(rng: Random) -> Draw:
    """Winnow with factor two and threshold one half."""
    draw = _disjunction(rng, 4)
    return {**draw, "iota": _multiplicative(rng, draw, 1 / draw["d"], 0.5, lambda n: 2.0**n)}


def winnow_known(
    rng: Random, factors: Sequence[int | Fraction] = (2, 4, Fraction(3, 2), 10)
) -> Draw:
    """Winnow that knows the number of literals."""
    draw, beta = _disjunction(rng, 4), rng.choice(factors)
    start, threshold = (
        sum(draw["u"].values()) / draw["d"],
        math.log(beta) / float(beta - Fraction(1) / beta),
    )
    iota = _multiplicative(rng, draw, start, threshold, lambda n: float(beta) ** n)
    return {**draw, "beta": beta, "iota": iota}


def winnow_large_factor(rng: Random) -> Draw:
    """The same with a large factor."""
    return winnow_known(rng, (4, 5, 10, Fraction(15, 4)))


# -- exponentiated gradient ------------------------------------------------------------------------


def _experts(rng: Random, values: Sequence[Any], least: int = 1) -> Draw:
    """Features in a range, and a comparator on the simplex."""
    size, rounds = max(least, rng.choice((1, 2, 2, 3))), _rounds(rng)
    parts = [rng.choice((0, 0, 1, 2)) for _ in range(size)]
    parts[rng.randrange(size)] += 1
    u = {i + 1: Fraction(part, sum(parts)) for i, part in enumerate(parts)}
    x = {(t, i): rng.choice(values) for t in range(1, rounds + 1) for i in u}
    return {"T": rounds, "d": size, "u": u, "x": x}


def _weighted(draw: Draw, t: int, v: dict[int, float]) -> float:
    """The score of exponentiated gradient."""
    return sum(v[i] * float(draw["x"][t, i]) for i in v) / sum(v.values())


def experts(rng: Random) -> Draw:
    """Any range of the features, any slopes."""
    low, width = rng.choice(SMALL), rng.choice((1, 2, Fraction(1, 2)))
    draw = _experts(rng, (low, low + width, low + width / 2))
    z = {t: rng.choice(SMALL) for t in range(1, draw["T"] + 1)}
    return {**draw, "z": z, "b": low, "c": width, "eta": rng.choice(RATES)}


def experts_linear(rng: Random) -> Draw:
    """Losses of experts between zero and one."""
    return _experts(rng, (0, 1, 1, Fraction(1, 2)), least=2)


def experts_small(rng: Random) -> Draw:
    """The same, with step sizes whose exponentials are fractions, for the losses of Hedge."""
    draw = experts_linear(rng)
    eta = logarithm(rng.choice((2, 4, Fraction(10, 9))), FLOATS)
    return {**draw, "g": draw.pop("x"), "eta": eta}


def shifting_experts(rng: Random) -> Draw:
    """Losses of experts between zero and one, and a comparator that may move after each round."""
    draw = _experts(rng, (0, 1, 1, Fraction(1, 2)), least=2)
    size, rounds = draw["d"], draw["T"]
    if rng.random() < 0.5:  # a path of experts
        path = [rng.randint(1, size) for _ in range(rounds)]
        u = {
            (t, i): int(path[t - 1] == i) for t in range(1, rounds + 1) for i in range(1, size + 1)
        }
    else:
        rows = [_experts(rng, (0,), least=size)["u"] for _ in range(rounds)]
        u = {
            (t, i): rows[t - 1].get(i, 0) for t in range(1, rounds + 1) for i in range(1, size + 1)
        }
        u |= {
            (t, 1): u[t, 1] + 1 - sum(rows[t - 1].get(i, 0) for i in range(1, size + 1))
            for t in range(1, rounds + 1)
        }
    r = {
        (t, i): max(0, u[t + 1, i] - u[t, i]) for t in range(1, rounds) for i in range(1, size + 1)
    }
    return {**draw, "g": draw.pop("x"), "u": u, "r": r, "alpha": HALF, "beta": HALF}


def shifting_experts_tuned(rng: Random) -> Draw:
    """The same with some shifts, fewer than there could be, and the share that is best for them.

    The step size is the root of a sum of logarithms. So nothing but the last round is seen to be right
    to the last digit, unless nothing is lost before.
    """
    size, rounds = rng.choice((2, 2, 3, 4)), rng.randint(3, 6)
    turns, experts = range(1, rounds + 1), range(1, size + 1)
    shifts = rng.sample(turns[:-1], rng.randint(1, rounds - 2))
    path = {1: rng.choice(experts)}
    for t in turns[:-1]:
        others = [i for i in experts if i != path[t]]
        path[t + 1] = rng.choice(others) if t in shifts else path[t]
    u = {(t, i): int(path[t] == i) for t in turns for i in experts}
    r = {(t, i): int(t in shifts and path[t + 1] == i) for t in turns[:-1] for i in experts}
    before = rng.choice(((0,), (0,), (0,), (0, 1)))
    g = {
        (t, i): rng.choice((0, 1, HALF, Fraction(1, 3), Fraction(3, 4)) if t == rounds else before)
        for t in turns for i in experts
    }  # fmt: skip
    return {"T": rounds, "d": size, "g": g, "u": u, "r": r}


def boosting(rng: Random) -> Draw:
    """Rules that are right on some of a few examples, and those that are outvoted."""
    n, rounds = rng.choice((2, 3, 4)), rng.choice((1, 1, 2))
    c = {(t, i): rng.choice((1, 1, 0)) for t in range(1, rounds + 1) for i in range(1, n + 1)}
    c |= {(t, 1 + t % n): 0 for t in range(1, rounds + 1)}
    c |= {(t, 1 + (t + 1) % n): 1 for t in range(1, rounds + 1)}
    v: dict[int, Fraction] = {i: Fraction(1) for i in range(1, n + 1)}
    margins, votes, m = dict.fromkeys(v, 0.0), 0.0, rng.choice((0, 0, HALF))
    for t in range(1, rounds + 1):
        right = Fraction(sum(v[i] * c[t, i] for i in v), sum(v.values()))
        beta = (1 - right) / right
        v = {i: v[i] * beta if c[t, i] else v[i] for i in v}
        votes -= math.log(beta)
        margins = {i: margins[i] - (2 * c[t, i] - 1) * math.log(beta) for i in v}
    b = {i: int(margins[i] < min(0, m * votes) - 1e-9) for i in v}
    return {"n": n, "T": rounds, "c": c, "b": b, "m": m}


def two_players(rng: Random) -> Draw:
    """A bilinear payment, which averages leave as it is."""
    rounds = _rounds(rng)
    p, q = ({t: _vector(rng, 2) for t in range(1, rounds + 1)} for _ in range(2))
    a, b = _vector(rng, 2), _vector(rng, 2)
    first = sum(_dot(p[t], q[t]) - _dot(a, q[t]) for t in p)
    second = sum(_dot(p[t], b) - _dot(p[t], q[t]) for t in p)
    mean_p, mean_q = (
        tuple(Fraction(sum(entries), rounds) for entries in zip(*side.values(), strict=True))
        for side in (p, q)
    )
    return {
        "T": rounds, "p": p, "q": q, "a": a, "b": b, "P": mean_p, "Q": mean_q,
        "F": _dot, "B": first, "C": second, "dimension": 2,
    }  # fmt: skip


def two_hedges(rng: Random) -> Draw:
    """A matrix game, and pure answers."""
    m, n, rounds = rng.choice((2, 2, 3)), rng.choice((2, 2, 3)), rng.choice((1, 1, 2))
    rows, columns = range(1, m + 1), range(1, n + 1)
    best, answer = rng.choice(rows), rng.choice(columns)
    return {
        "T": rounds, "m": m, "n": n,
        "A": {(i, j): rng.choice((0, 1, HALF)) for i in rows for j in columns},
        "a": {i: int(i == best) for i in rows}, "b": {j: int(j == answer) for j in columns},
    }  # fmt: skip


def _exponentiated(rng: Random, draw: Draw, eta: Callable[[float], float]) -> Draw:
    """A run on square losses, with the gradients rounded as far as convexity allows."""
    v = dict.fromkeys(draw["u"], 1.0)
    bend = {t: Fraction(rng.choice((1, 2, Fraction(1, 2)))) for t in range(1, draw["T"] + 1)}
    y = {t: rng.choice((0, 1, -1, 2, 3)) for t in bend}
    most, z = 6, {}
    for t, k in bend.items():
        z[t] = Fraction(round(float(2 * k) * (_weighted(draw, t, v) - y[t]) * 64), 64)
        most = max(most, math.ceil(abs(z[t])))
        v = {i: v[i] * math.exp(-eta(6) * float(z[t] * draw["x"][t, i])) for i in v}
    losses = {"f": lambda t, point: bend[t] * (point - y[t]) * (point - y[t])}
    return {**draw, **losses, "z": z, "Z": most}


def exponentiated_gradient(rng: Random) -> Draw:
    """Exponentiated gradient on square losses."""
    eta = rng.choice(RATES)
    draw = _exponentiated(rng, _experts(rng, (1, -1, 0, Fraction(1, 2))), lambda most: float(eta))
    tight = max(1, *(abs(z) for z in draw["z"].values()))
    return {**draw, "R": 1, "Z": tight, "eta": eta}


def exponentiated_gradient_tuned(rng: Random) -> Draw:
    """The same with the best step size."""
    draw = _experts(rng, (1, -1, 0, Fraction(1, 2)), least=2)
    rate = math.sqrt(2 * math.log(draw["d"]) / draw["T"])
    return {**_exponentiated(rng, draw, lambda most: rate / most), "R": 1}


def exponentiated_perceptron(rng: Random) -> Draw:
    """Exponentiated gradient on the mistakes of a linear classifier with a margin."""
    draw = _experts(rng, (1, -1, 0, 2, Fraction(1, 2)))
    u, x = draw["u"], draw["x"]
    scores = {t: sum(u[i] * x[t, i] for i in u) for t in range(1, draw["T"] + 1)}
    for t, score in scores.items():
        if not score:
            x |= {(t, i): 1 for i in u}
            scores[t] = Fraction(1)
    scale, radius = rng.choice((1, 2, Fraction(1, 2))), max(abs(c) for c in x.values())
    y = {t: 1 if score > 0 else -1 for t, score in scores.items()}
    kappa = scale * min(map(abs, scores.values()))
    eta, v = float(kappa / (scale * radius**2)), dict.fromkeys(u, 1.0)
    iota: dict[int, int] = {}
    for t, label in y.items():
        side = label * _weighted(draw, t, v)
        iota[t] = int(side < -1e-9 or (side <= 0 and not any(iota.values())))
        v = {i: v[i] * math.exp(eta * iota[t] * label * float(x[t, i])) for i in v}
    return {**draw, "y": y, "A": scale, "R": radius, "kappa": kappa, "iota": iota}


def exponentiated_square_loss(rng: Random) -> Draw:
    """Exponentiated gradient on a regression problem."""
    draw = _experts(rng, (1, -1, 0, Fraction(1, 2)))
    y = {t: rng.choice((0, 1, -1, 2, 3, Fraction(1, 2))) for t in range(1, draw["T"] + 1)}
    return {**draw, "y": y, "eta": rng.choice((Fraction(1, 2), Fraction(1, 4), Fraction(9, 10)))}


def unnormalised(rng: Random) -> Draw:
    """Exponentiated gradient without normalisation."""
    size, rounds, eta = rng.choice((1, 2, 3)), _rounds(rng), rng.choice(RATES)
    u = {i: rng.choice((0, 1, 2, Fraction(1, 2))) for i in range(1, size + 1)}
    h = {
        i: Fraction(math.ceil(float(c) * math.log(c) * 1024), 1024) if c else 0
        for i, c in u.items()
    }
    places = [(t, i) for t in range(1, rounds + 1) for i in u]
    g = {place: max(rng.choice(SMALL), Fraction(-1) / eta) for place in places}
    return {"T": rounds, "d": size, "eta": eta, "u": u, "h": h, "g": g}


# -- gradient descent and mirror descent -----------------------------------------------------------


def _loss(rng: Random, size: int) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """A convex function and a subgradient: linear, an absolute value, a hinge, or a square."""
    a, b, form = (
        _vector(rng, size),
        rng.choice(SMALL),
        rng.choice(("linear", "abs", "hinge", "square")),
    )

    def value(point: Any) -> Any:
        line = _dot(a, point) - b
        if form in ("linear", "square"):
            return line * line * HALF if form == "square" else line
        return line if line > 0 else (-1) * line if form == "abs" else 0

    def slope(point: Any) -> Any:
        line = _dot(a, point) - b
        if form in ("linear", "square"):
            return tuple((line if form == "square" else 1) * c for c in a)
        return a if line > 0 else tuple(-c if form == "abs" else 0 for c in a)

    return value, slope


def _clipped(point: Sequence[Any], box: Any) -> tuple[Any, ...]:
    """The projection onto a box."""
    return tuple(c if abs(c) <= box else box if c > 0 else -box for c in point)


def _descent(rng: Random, eta: Callable[[Draw], Any]) -> Draw:
    """Online gradient descent on convex losses, in a box around the comparator or without one."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 1, 2, 2, 3))
    u, start = _vector(rng, size), (0,) * size
    losses = [_loss(rng, size) for _ in range(rounds)]
    draw: Draw = {
        "T": rounds,
        "dimension": size,
        "u": u,
        "U": _length(rng, _dot(u, u)),
        "G": rng.choice((1, 2, 3, 5)),
    }
    draw["n"] = rounds + rng.choice((0, 0, 1, 2))
    rate, box = eta(draw), max(1, *map(abs, u)) if rng.random() < 0.5 else None
    w: Draw = {1: start}
    g: Draw = {}
    for t, (_, slope) in enumerate(losses, start=1):
        g[t] = slope(w[t])
        if _dot(g[t], g[t]) > draw["G"] ** 2:  # a flat loss satisfies any bound on gradients
            losses[t - 1], g[t] = (lambda point: 0, slope), (0,) * size
        v = _plus(w[t], -1 * rate, g[t])
        w[t + 1] = v if box is None else _clipped(v, box)
    return {**draw, "eta": rate, "w": w, "g": g, "f": lambda t, point: losses[t - 1][0](point)}


def gradient_descent(rng: Random) -> Draw:
    """With any step size."""
    draw = _descent(rng, lambda draw: rng.choice(RATES))
    return {**draw, "D": draw["U"]}


def gradient_descent_untuned(rng: Random) -> Draw:
    """With a step size that knows the number of rounds only."""
    return _descent(rng, lambda draw: divide(1, root(draw["T"], FLOATS), FLOATS))


def gradient_descent_tuned(rng: Random) -> Draw:
    """With the best step size."""
    return _descent(rng, lambda d: divide(d["U"], d["G"] * root(d["T"], FLOATS), FLOATS))


def gradient_descent_ahead(rng: Random) -> Draw:
    """With the best step size for another number of rounds."""
    return _descent(rng, lambda d: divide(d["U"], d["G"] * root(d["n"], FLOATS), FLOATS))


def _regulariser(rng: Random, size: int) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """A convex function with its gradient: a bowl somewhere, or a fourth power in each coordinate."""
    k, a = rng.choice((1, 1, 2, Fraction(1, 2))), _vector(rng, size)
    if rng.random() < 0.3:
        return lambda p: sum(c * c * c * c for c in p) * HALF * HALF, lambda p: tuple(
            c * c * c for c in p
        )
    return lambda p: k * _dot(p, p) * HALF + _dot(a, p), lambda p: _plus(a, k, p)


def mirror_descent(rng: Random) -> Draw:
    """Mirror descent: the dual step is chosen first, and the gradient is what leads there."""
    size, rounds, eta = rng.choice((1, 1, 2)), rng.choice((1, 2)), rng.choice(RATES)
    psi, image = _regulariser(rng, size)
    u, w, v, g = _vector(rng, size), {1: _vector(rng, size)}, {}, {}
    for t in range(1, rounds + 1):
        v[t] = rng.choice((_vector(rng, size), w[t], u))
        g[t] = tuple((a - b) / Fraction(eta) for a, b in zip(image(w[t]), image(v[t]), strict=True))
        w[t + 1] = rng.choice((v[t], u))
    slope = dict(g)
    return {
        "T": rounds, "dimension": size, "eta": eta, "u": u, "w": w, "v": v, "g": g, "psi": psi, "D": image,
        "f": lambda t, point: _dot(slope[t], point),
    }  # fmt: skip


def mirror_step(rng: Random) -> Draw:
    """One step of mirror descent with a bowl, whose minimum the judge can compute."""
    draw = mirror_descent(rng)
    size, k, a = (
        draw["dimension"],
        rng.choice((1, 2, Fraction(1, 2))),
        _vector(rng, draw["dimension"]),
    )
    w, v = _vector(rng, size), _vector(rng, size)
    g = tuple(Fraction(k) * (x - y) / draw["eta"] for x, y in zip(w, v, strict=True))
    return {
        "dimension": size, "eta": draw["eta"], "w": w, "v": v, "g": g,
        "psi": lambda p: k * _dot(p, p) * HALF + _dot(a, p), "D": lambda p: _plus(a, k, p),
    }  # fmt: skip


def follow_the_leader(rng: Random) -> Draw:
    """Weights whose images are the sums of the gradients."""
    size, rounds, eta = rng.choice((1, 2, 3)), rng.choice((1, 2, 3)), rng.choice(RATES)
    k, g = rng.choice((1, 2, Fraction(1, 2))), {t: _vector(rng, size) for t in range(1, rounds + 1)}
    w = {1: (0,) * size}
    for t in g:
        w[t + 1] = _plus(w[t], -Fraction(eta) / k, g[t])
    return {
        "T": rounds,
        "dimension": size,
        "eta": eta,
        "g": g,
        "w": w,
        "D": lambda p: tuple(k * c for c in p),
    }


def _norms(rng: Random, size: int) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """A norm that is not longer than the Euclidean one, and its dual."""

    def euclidean(p: Any) -> Any:
        return root(_dot(p, p), FLOATS)

    return rng.choice((
        (euclidean, euclidean),
        (lambda p: max(map(abs, p)), lambda p: sum(map(abs, p))),
    ))  # fmt: skip


def mirror_descent_norm(rng: Random) -> Draw:
    """Mirror descent with a bowl and a norm in which it is strongly convex."""
    size, rounds, eta = rng.choice((1, 1, 2)), rng.choice((1, 2)), rng.choice(RATES)
    k, (norm, dual) = rng.choice((1, 1, 2, Fraction(1, 2))), _norms(rng, size)
    u, w, g = _vector(rng, size), {1: _vector(rng, size)}, {}
    losses = [_loss(rng, size) for _ in range(rounds)]
    for t, (_, slope) in enumerate(losses, start=1):
        g[t] = slope(w[t])
        w[t + 1] = _plus(w[t], -Fraction(eta) / k, g[t])
    return {
        "T": rounds, "dimension": size, "eta": eta, "sigma": k, "u": u, "w": w, "g": g, "norm": norm,
        "k": {t: dual(v) for t, v in g.items()}, "f": lambda t, point: losses[t - 1][0](point),
        "psi": lambda p: k * _dot(p, p) * HALF, "D": lambda p: tuple(k * c for c in p),
    }  # fmt: skip


def _linear(g: Draw) -> Callable[[int, Any], Any]:
    """Linear losses with these gradients."""
    return lambda t, point: _dot(g[t], point)


def growing_leader(rng: Random) -> Draw:
    """The leader for linear losses, with bowls that become steeper."""
    draw = mirror_descent_norm(rng)
    g, norm, total = draw["g"], draw["norm"], (0,) * draw["dimension"]
    steep, w = {1: Fraction(draw["sigma"])}, {}
    for t in range(1, draw["T"] + 2):
        w[t] = tuple(-x / steep[t] for x in total)
        total = _plus(total, 1, g.get(t, total))
        steep[t + 1] = steep[t] + rng.choice((0, 0, 1))
    return draw | {
        "w": w, "f": _linear(g), "sigma": steep, "norm": lambda t, p: norm(p),
        "psi": lambda t, p: steep[t] * _dot(p, p) * HALF,
        "D": lambda t, p: tuple(steep[t] * c for c in p),
    }  # fmt: skip


def proximal_leader(rng: Random) -> Draw:
    """The proximal leader without constraints, which takes gradient steps, on linear losses."""
    draw = mirror_descent_norm(rng)
    g, u, w = draw["g"], draw["u"], {1: draw["w"][1]}
    sigma = {t: Fraction(rng.choice((0, 1, 2))) for t in g} | {1: 1 / Fraction(draw["eta"])}
    eta = {t: 1 / sum((sigma[s] for s in range(1, t + 1)), Fraction(0)) for t in g}
    for t in g:
        w[t + 1] = _plus(w[t], -eta[t], g[t])
    apart = [_plus(w[t], -1, u) for t in g]
    return {
        "T": draw["T"], "dimension": draw["dimension"], "u": u, "g": g, "w": w, "f": _linear(g),
        "eta": eta, "sigma": sigma, "D": _length(rng, max(_dot(p, p) for p in apart)),
    }  # fmt: skip


def _euclidean_run(rng: Random, eta: Callable[[Draw], Any]) -> Draw:
    """The p-norm algorithm with the Euclidean norm, which any other exponent admits."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 2))
    u, w, g = _vector(rng, size), {1: (0,) * size}, {}
    losses = [_loss(rng, size) for _ in range(rounds)]
    draw: Draw = {
        "T": rounds,
        "dimension": size,
        "u": u,
        "U": _length(rng, _dot(u, u)),
        "d": rng.choice((3, 4, 10)),
    }
    draw |= {"R": rng.choice((1, 2)), "Z": rng.choice((1, 3, Fraction(1, 2)))}
    rate = eta(draw)
    for t in range(1, rounds + 1):
        g[t] = losses[t - 1][1](w[t])
        if _dot(g[t], g[t]) > 2 * (draw["R"] * draw["Z"]) ** 2:
            losses[t - 1], g[t] = (lambda point: 0, losses[t - 1][1]), (0,) * size
        w[t + 1] = _plus(w[t], -1 * rate, g[t])

    def norm(p: Any) -> Any:
        return root(_dot(p, p), FLOATS)

    return {
        **draw, "eta": rate, "w": w, "g": g, "k": {t: norm(v) for t, v in g.items()}, "norm_q": norm,
        "f": lambda t, point: losses[t - 1][0](point), "psi": lambda p: _dot(p, p) * HALF, "D": lambda p: p,
        "p": rng.choice((2, 3, Fraction(5, 2))),
    }  # fmt: skip


def p_norm(rng: Random) -> Draw:
    """With any step size."""
    return _euclidean_run(rng, lambda draw: rng.choice(RATES))


def p_norm_tuned(rng: Random) -> Draw:
    """With the step size of the book; it has no exact value, so the weights stay where they are."""
    draw = _euclidean_run(rng, lambda draw: 0)
    zero = (0,) * draw["dimension"]
    rounds, drop = draw["T"], rng.choice((0, 1, Fraction(1, 3)))
    g, w = dict.fromkeys(range(1, rounds + 1), zero), dict.fromkeys(range(1, rounds + 2), zero)
    losses = {"f": lambda t, point: drop * _dot(point, point)}
    return {
        **draw,
        **losses,
        "g": g,
        "w": w,
        "k": {t: rng.choice((0, 1, Fraction(1, 2))) for t in g},
        "G": 1,
    }


def isometry(rng: Random) -> Draw:
    """Weights whose powers are rational."""
    size = rng.choice((1, 1, 2, 3))
    q = rng.choice((2, 3, Fraction(3, 2), Fraction(5, 2), 4))
    w = {i: rng.choice((1, 4, 9, Fraction(1, 4), 16)) for i in range(1, size + 1)}
    return {"d": size, "q": q, "w": w}


# -- the doubling trick ----------------------------------------------------------------------------


def blocks(rng: Random) -> Draw:
    """Block lengths that double, the last one cut short."""
    last = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8))
    return {"L": last, "n": {**{m: 2**m for m in range(last)}, last: rng.randint(1, 2**last)}}


def short_blocks(rng: Random) -> Draw:
    """The same, few enough of them to play in."""
    last = rng.choice((0, 0, 1, 1, 2))
    return {"L": last, "n": {**{m: 2**m for m in range(last)}, last: rng.randint(1, 2**last)}}


def blocks_of_any_base(rng: Random) -> Draw:
    """Blocks that grow by a whole factor; its root is given."""
    last, base = rng.choice((0, 0, 1, 1, 2)), rng.choice((2, 3, 4))
    lengths = {m: base**m for m in range(last)}
    return {"L": last, "s": root(base, FLOATS), "n": {**lengths, last: rng.randint(1, base**last)}}


# -- chance ----------------------------------------------------------------------------------------


def _runs(rng: Random, examples: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """All samples of two possible examples, and their probabilities in proportion."""
    chances = rng.choice(((1, 1), (1, 1), (1, 2), (3, 1)))
    samples = list(product((0, 1), repeat=examples))
    return samples, [math.prod(chances[e] for e in sample) for sample in samples]


def classification(rng: Random) -> Draw:
    """A learner of one of two constant labels that follows the last example, or does not learn."""
    rounds, learns = rng.choice((1, 2, 2)), rng.random() < 0.7
    samples, weights = _runs(rng, rounds)
    share = Fraction(sum(w for s, w in zip(samples, weights, strict=True) if s[0]), sum(weights))
    h = {
        (t, o): (s[t - 2] if t > 1 and learns else 0,)
        for o, s in enumerate(samples) for t in range(1, rounds + 1)
    }  # fmt: skip
    ell = {(t, o): int(h[t, o][0] != samples[o][t - 1]) for t, o in h}
    most = max(sum(ell[t, o] for t in range(1, rounds + 1)) for o in range(len(samples)))

    def risk(point: Any) -> Any:
        return share + (1 - 2 * share) * point[0] * point[0]

    epsilon = rng.choice((share, 1 - share, Fraction(1, 2), Fraction(1, 4)))
    chi = {place: int(risk(point) >= epsilon) for place, point in h.items()}
    delta = Fraction(max(most, 1)) / (epsilon * rounds) * rng.choice((1, 2))
    return {
        "T": rounds, "dimension": 1, "weights": weights, "h": h, "ell": ell, "L": risk, "chi": chi,
        "M": most + rng.choice((0, 0, 1)), "epsilon": epsilon, "delta": delta,
    }  # fmt: skip


def _stochastic(rng: Random, lengths: Sequence[int] = (1, 1, 2)) -> Draw:
    """Two convex losses, each with its chance, and the risk that they have together."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice(lengths)
    samples, weights = _runs(rng, rounds)
    share = Fraction(sum(w for s, w in zip(samples, weights, strict=True) if s[0]), sum(weights))
    losses = [_loss(rng, size), _loss(rng, size)]

    def mixed(a: Any, b: Any) -> Any:
        return (1 - share) * a + share * b

    return {
        "T": rounds, "dimension": size, "weights": weights, "samples": samples, "losses": losses,
        "f": lambda t, point, outcome: losses[samples[outcome][t - 1]][0](point),
        "L": lambda point: mixed(losses[0][0](point), losses[1][0](point)),
        "D": lambda point: tuple(map(mixed, losses[0][1](point), losses[1][1](point))),
    }  # fmt: skip


def _played(rng: Random, draw: Draw) -> Draw:
    """Points that depend on the examples before only."""
    choices = {
        (t, past): _vector(rng, draw["dimension"]) for t in (1, 2) for past in ((), (0,), (1,))
    }
    return {
        (t, o): choices[t, sample[: t - 1]]
        for o, sample in enumerate(draw["samples"]) for t in range(1, draw["T"] + 1)
    }  # fmt: skip


def online_to_batch(rng: Random) -> Draw:
    """Any points, played on a sample."""
    draw = _stochastic(rng)
    return {**draw, "w": _played(rng, draw), "u": _vector(rng, draw["dimension"])}


def online_to_batch_bounded(rng: Random) -> Draw:
    """The same, with a bound on the total loss."""
    draw = online_to_batch(rng)
    totals = [
        sum(draw["f"](t, tuple(map(Fraction, draw["w"][t, o])), o) for t in range(1, draw["T"] + 1))
        for o in range(len(draw["samples"]))
    ]
    return {**draw, "b": max(totals) + rng.choice((0, 0, 1))}


def stochastic_gradient_descent(rng: Random) -> Draw:
    """One pass of gradient descent over a sample."""
    draw = _stochastic(rng)
    size, rounds = draw["dimension"], draw["T"]
    u = _vector(rng, size)
    while not any(u):
        u = _vector(rng, size)
    w, g, most = {}, {}, 1
    draw |= {"u": u, "U": _length(rng, _dot(u, u)), "G": rng.choice((2, 3, 5, 8))}
    eta = divide(draw["U"], draw["G"] * root(rounds, FLOATS), FLOATS)
    for o, sample in enumerate(draw["samples"]):
        w[1, o] = (0,) * size
        for t in range(1, rounds + 1):
            g[t, o] = draw["losses"][sample[t - 1]][1](w[t, o])
            w[t + 1, o] = _plus(w[t, o], -1 * eta, g[t, o])
            most = max(most, math.ceil(float(FLOATS.enclose(_dot(g[t, o], g[t, o])).hi)))
    return {**draw, "w": w, "g": g}


def regression(rng: Random) -> Draw:
    """Widrow-Hoff on a sample, and a fresh example."""
    size, rounds, eta = (
        rng.choice((1, 1, 2)),
        rng.choice((1, 1, 2)),
        rng.choice((Fraction(1, 2), Fraction(1, 4))),
    )
    samples, weights = _runs(rng, rounds + 1)
    units = [
        tuple(Fraction(c, 4) for c in _vector(rng, size)),
        tuple(int(i == 0) for i in range(size)),
    ]
    points = [v if _dot(v, v) <= 1 else units[1] for v in (rng.choice(units), rng.choice(units))]
    labels = [rng.choice(SMALL), rng.choice(SMALL)]
    u = _vector(rng, size)
    x = {(t, o): points[s[t - 1]] for o, s in enumerate(samples) for t in range(1, rounds + 1)}
    y = {(t, o): labels[s[t - 1]] for o, s in enumerate(samples) for t in range(1, rounds + 1)}
    return {
        "T": rounds, "dimension": size, "weights": weights, "eta": eta, "u": u, "U": _length(rng, _dot(u, u)),
        "x": x, "y": y, "X": {o: points[s[-1]] for o, s in enumerate(samples)},
        "Y": {o: labels[s[-1]] for o, s in enumerate(samples)},
    }  # fmt: skip


def widrow_hoff(rng: Random) -> Draw:
    """A regression problem with short examples."""
    size, rounds = rng.choice((1, 2, 2)), _rounds(rng)
    x = {}
    for t in range(1, rounds + 1):
        v = _vector(rng, size)
        x[t] = tuple(Fraction(c) / _length(rng, _dot(v, v)) for c in v)
    y = {t: rng.choice(SMALL) for t in x}
    u = _vector(rng, size)
    return {
        "T": rounds,
        "dimension": size,
        "x": x,
        "y": y,
        "u": u,
        "U": _length(rng, _dot(u, u)),
        "w": {1: u},
    }


def martingale(rng: Random) -> Draw:
    """Differences with mean zero, of two values each, whose size may depend on the past."""
    rounds, length = rng.choice((1, 2, 2, 3)), rng.choice((1, 2, Fraction(1, 2)))
    samples, weights = _runs(rng, rounds)
    share = Fraction(sum(w for s, w in zip(samples, weights, strict=True) if s[0]), sum(weights))
    sizes = {
        past: rng.choice((0, length, length))
        for t in range(rounds)
        for past in product((0, 1), repeat=t)
    }
    A, D = {}, {}
    for o, sample in enumerate(samples):
        for t in range(1, rounds + 1):
            A[t, o] = -share * length
            D[t, o] = (sample[t - 1] - share) * sizes[sample[: t - 1]]
    sums = [sum(D[t, o] for t in range(1, rounds + 1)) for o in range(len(samples))]
    epsilon = rng.choice([value for value in sums if value > 0] or [1])
    chi = {o: int(value >= epsilon) for o, value in enumerate(sums)}
    return {
        "T": rounds, "weights": weights, "c": length, "A": A, "D": D, "epsilon": epsilon, "chi": chi,
    }  # fmt: skip


def coins_for_experts(rng: Random) -> Draw:
    """Fair coins in blocks, a learner that may look at the last one, and the luckiest expert."""
    blocks, rounds = rng.choice(((1, 1), (1, 1), (1, 2), (2, 1), (1, 3), (2, 2)))
    places = [(j, t) for j in range(1, blocks + 1) for t in range(1, rounds + 1)]
    tosses = list(product((-1, 1), repeat=len(places)))
    leans = {
        past: rng.choice((0, 1, -1, Fraction(1, 2)))
        for known in range(len(places))
        for past in product((-1, 1), repeat=known)
    }
    sigma, phi, omega = {}, {}, {}
    for o, toss in enumerate(tosses):
        for number, place in enumerate(places):
            sigma[*place, o], phi[*place, o] = toss[number], leans[toss[:number]]
        for j in range(1, blocks + 1):
            heads = sum(sigma[j, t, o] for t in range(1, rounds + 1))
            omega[j, o] = -1 if heads > 0 else 1
    return {
        "k": blocks, "n": rounds, "weights": [1] * len(tosses), "sigma": sigma, "phi": phi, "omega": omega,
    }  # fmt: skip


def _risks(draw: Draw) -> list[Any]:
    """The sums of the risks, in every outcome."""
    rounds = range(1, draw["T"] + 1)
    return [sum(draw["L"](draw["h"][t, o]) for t in rounds) for o in range(len(draw["weights"]))]


def _large(rng: Random, excess: list[Any], rate: Any) -> Draw:
    """In which outcomes the excess is large, and the probability that is said to be as large, exactly."""
    epsilon = max(Fraction(1, 8), rng.choice(excess))
    delta = exponential(-rate * epsilon * epsilon, FLOATS)
    return {"delta": delta, "chi": {o: int(value >= epsilon) for o, value in enumerate(excess)}}


def classification_with_high_probability(rng: Random) -> Draw:
    """The same classifier, and the samples on which the average risk is large."""
    draw = classification(rng)
    rounds = draw["T"]
    losses = [
        sum(draw["ell"][t, o] for t in range(1, rounds + 1)) for o in range(len(draw["weights"]))
    ]
    excess = [(a - b) / rounds for a, b in zip(_risks(draw), losses, strict=True)]
    return {**draw, **_large(rng, excess, 2 * rounds)}


def classification_with_few_mistakes(rng: Random) -> Draw:
    """The same, beside a bound for few mistakes with a rate whose exponential is a fraction."""
    draw, base = classification(rng), rng.choice((2, 4, Fraction(4, 3)))
    rate, factor = logarithm(base, FLOATS), 1 - 1 / Fraction(base)
    delta = Fraction(rng.choice((1, 2, 3)), rng.choice((3, 4, 10)))
    level = (math.log(base) * draw["M"] - math.log(delta)) / float(factor)
    chi = {o: int(total > level + 1e-9) for o, total in enumerate(_risks(draw))}
    return {**draw, "lambda_": rate, "k": factor, "delta": delta, "chi": chi}


def online_to_batch_with_high_probability(rng: Random) -> Draw:
    """Points of the unit interval, played against square losses, and when the average is bad."""
    rounds = rng.choice((1, 2, 2))
    samples, weights = _runs(rng, rounds)
    share = Fraction(sum(w for s, w in zip(samples, weights, strict=True) if s[0]), sum(weights))
    targets = rng.choice(((0, 1), (1, 0), (0, HALF), (1, 1)))
    mean = (1 - share) * targets[0] + share * targets[1]
    spread = (1 - share) * targets[0] ** 2 + share * targets[1] ** 2 - mean**2

    def risk(point: Any) -> Any:
        return (point[0] - mean) * (point[0] - mean) + spread

    def loss(t: int, point: Any, outcome: int) -> Any:
        line = point[0] - targets[samples[outcome][t - 1]]
        return line * line

    points = {
        past: (rng.choice((0, HALF, 1)),)
        for t in range(rounds)
        for past in product((0, 1), repeat=t)
    }
    u, turns = (rng.choice((0, HALF, 1)),), range(1, rounds + 1)
    w = {(t, o): points[sample[: t - 1]] for o, sample in enumerate(samples) for t in turns}
    excess = []
    for o in range(len(samples)):
        average = (sum((w[t, o][0] for t in turns), Fraction(0)) / rounds,)
        regret = sum(loss(t, w[t, o], o) - loss(t, u, o) for t in turns)
        excess.append(risk(average) - risk(u) - Fraction(regret) / rounds)
    return {
        "T": rounds, "dimension": 1, "weights": weights, "f": loss, "L": risk, "w": w, "u": u,
        "D": lambda point: (2 * (point[0] - mean),), **_large(rng, excess, Fraction(rounds, 2)),
    }  # fmt: skip


def last_iterate(rng: Random) -> Draw:
    """Steps from zero, against gradients of two losses, that fall to zero along a line."""
    draw = _stochastic(rng, (1, 2, 2, 2))
    size, T = draw["dimension"], draw["T"]
    u = _vector(rng, size)
    draw |= {"u": u, "U": _length(rng, _dot(u, u)), "G": rng.choice((2, 3, 5, 8))}
    slope = divide(draw["U"], draw["G"] * T * root(T, FLOATS), FLOATS)
    w, g, v = {}, {}, {}
    for o, sample in enumerate(draw["samples"]):
        w[1, o] = (0,) * size
        for t in range(1, T + 1):
            g[t, o] = draw["losses"][sample[t - 1]][1](w[t, o])
            v[t, o] = w[t + 1, o] = _plus(w[t, o], (t - T) * slope, g[t, o])
    return {**draw, "w": w, "g": g, "v": v}


def anytime(rng: Random) -> Draw:
    """Any points, and gradients of two losses at their running average."""
    draw = _stochastic(rng, (1, 2, 2))
    w = _played(rng, draw)
    alpha = {t: rng.choice((1, 2, HALF, 3)) for t in range(1, draw["T"] + 1)}
    g = {}
    for o, sample in enumerate(draw["samples"]):
        x = (0,) * draw["dimension"]
        for t, weight in alpha.items():
            share = Fraction(weight) / sum(alpha[s] for s in range(1, t + 1))
            x = tuple((1 - share) * a + share * b for a, b in zip(x, w[t, o], strict=True))
            g[t, o] = draw["losses"][sample[t - 1]][1](x)
    return {**draw, "alpha": alpha, "w": w, "g": g, "u": _vector(rng, draw["dimension"])}


def _strongly_convex(rng: Random, eta: Callable[[Any, int], Any]) -> Draw:
    """Steps against the gradients of a bowl around one of two points, each with its chance."""
    size, rounds, mu = rng.choice((1, 1, 2)), rng.choice((1, 2, 2)), rng.choice((1, 2, HALF))
    samples, weights = _runs(rng, rounds)
    share = Fraction(sum(w for s, w in zip(samples, weights, strict=True) if s[0]), sum(weights))
    targets = _vector(rng, size), _vector(rng, size)
    mean = tuple((1 - share) * a + share * b for a, b in zip(*targets, strict=True))
    start, w, g, v = _vector(rng, size), {}, {}, {}
    for o, sample in enumerate(samples):
        w[1, o] = start
        for t in range(1, rounds + 1):
            g[t, o] = tuple(mu * c for c in _plus(w[t, o], -1, targets[sample[t - 1]]))
            v[t, o] = w[t + 1, o] = _plus(w[t, o], -eta(mu, t), g[t, o])
    most = max(_dot(vector, vector) for vector in g.values())
    return {
        "T": rounds, "dimension": size, "weights": weights, "mu": mu, "w": w, "g": g, "v": v,
        "G": _length(rng, most), "u": rng.choice((mean, _vector(rng, size))),
        "L": lambda point: mu * _dot(_plus(point, -1, mean), _plus(point, -1, mean)) * HALF,
        "D": lambda point: tuple(mu * c for c in _plus(point, -1, mean)),
    }  # fmt: skip


def strongly_convex_weighted(rng: Random) -> Draw:
    """With the steps for the weighted average."""
    return _strongly_convex(rng, lambda mu, t: Fraction(2) / (mu * (t + 1)))


def strongly_convex_plain(rng: Random) -> Draw:
    """With the steps for the plain average."""
    return _strongly_convex(rng, lambda mu, t: Fraction(1) / (mu * t))


def hinge(rng: Random) -> Draw:
    """One pass of gradient descent over labelled examples, and a new one, for the hinge loss."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 1, 2))
    samples, weights = _runs(rng, rounds + 1)
    points, labels = (_vector(rng, size), _vector(rng, size)), (1, rng.choice((1, -1)))
    chances = [sum(w for s, w in zip(samples, weights, strict=True) if s[0] == e) for e in (0, 1)]
    u = _vector(rng, size)
    U, G = _length(rng, _dot(u, u)) or 1, _length(rng, max(_dot(x, x) for x in points)) or 1
    eta = divide(U, G * root(rounds, FLOATS), FLOATS)

    def loss(example: int, point: Any) -> Any:
        line = 1 - labels[example] * _dot(points[example], point)
        return line if line > 0 else 0

    def slope(example: int, point: Any) -> tuple[Any, ...]:
        active = labels[example] * _dot(points[example], point) < 1
        return tuple(-labels[example] * c if active else 0 for c in points[example])

    def mixed(a: Any, b: Any) -> Any:
        return (a * chances[0] + b * chances[1]) * Fraction(1, sum(chances))

    w, g, v, chi = {}, {}, {}, {}
    for o, sample in enumerate(samples):
        w[1, o] = total = (0,) * size
        for t in range(1, rounds + 1):
            g[t, o] = slope(sample[t - 1], w[t, o])
            total = _plus(total, 1, w[t, o])
            v[t, o] = w[t + 1, o] = _plus(w[t, o], -1 * eta, g[t, o])
        chi[o] = int(labels[sample[-1]] * _dot(points[sample[-1]], total) <= 0)
    return {
        "T": rounds, "dimension": size, "weights": weights, "u": u, "U": U, "G": G, "w": w, "g": g, "v": v,
        "f": lambda t, point, outcome: loss(samples[outcome][t - 1], point), "chi": chi,
        "L": lambda point: mixed(loss(0, point), loss(1, point)),
        "D": lambda point: tuple(map(mixed, slope(0, point), slope(1, point))),
        "X": {o: points[s[-1]] for o, s in enumerate(samples)},
        "Y": {o: labels[s[-1]] for o, s in enumerate(samples)},
    }  # fmt: skip


# -- curved losses ---------------------------------------------------------------------------------


def _bowl(
    rng: Random, size: int, curvature: Any
) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """A convex function plus half the curvature times the squared distance from somewhere."""
    value, slope = _loss(rng, size)
    a = _vector(rng, size)

    def bowl(point: Any) -> Any:
        away = _plus(point, -1, a)
        return value(point) + curvature * HALF * _dot(away, away)

    return bowl, lambda point: _plus(slope(point), curvature, _plus(point, -1, a))


def curved_descent(rng: Random, same: bool = False) -> Draw:
    """Gradient descent with the steps that the curvatures of the losses ask for."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 2, 2, 3))
    u = _vector(rng, size)
    first = rng.choice((1, 2, HALF))
    mu = {t: first if same or t == 1 else rng.choice((0, 1, 2, HALF)) for t in range(1, rounds + 1)}
    losses = {t: _bowl(rng, size, mu[t]) for t in mu}
    box = max(1, *map(abs, u)) if rng.random() < 0.5 else None
    w: Draw = {1: (0,) * size}
    g: Draw = {}
    for t in mu:
        g[t] = losses[t][1](w[t])
        v = _plus(w[t], Fraction(-1) / sum(mu[s] for s in range(1, t + 1)), g[t])
        w[t + 1] = v if box is None else _clipped(v, box)
    return {
        "T": rounds, "dimension": size, "u": u, "mu": first if same else mu, "w": w, "g": g,
        "G": max(_length(rng, _dot(g[t], g[t])) for t in g),
        "f": lambda t, point: losses[t][0](point),
    }  # fmt: skip


def strongly_convex(rng: Random) -> Draw:
    """The same curvature in all rounds."""
    return curved_descent(rng, same=True)


def _solve(matrix: list[list[Any]], right: Sequence[Any]) -> tuple[Any, ...]:
    """The solution of one or two linear equations."""
    if len(right) == 1:
        return (Fraction(right[0]) / matrix[0][0],)
    (a, b), (c, d) = matrix
    determinant = Fraction(a * d - b * c)
    return (d * right[0] - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant


def _metric(a: Any, vectors: Sequence[Sequence[Any]], size: int) -> list[list[Any]]:
    """The matrix a*I plus the products of the vectors with themselves."""
    return [
        [a * (i == j) + sum(v[i] * v[j] for v in vectors) for j in range(size)] for i in range(size)
    ]


def _determinant(m: list[list[Any]]) -> Any:
    return m[0][0] if len(m) == 1 else m[0][0] * m[1][1] - m[0][1] * m[1][0]


def newton(rng: Random, tuned: bool = False) -> Draw:
    """The online Newton step, without a domain, on parabolas along the gradients; tuned, exp-concave ones."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 2, 2, 3))
    epsilon, gamma, u = rng.choice(RATES), rng.choice(RATES), _vector(rng, size)
    D, G = _length(rng, _dot(u, u)), rng.choice((1, 2, 3))
    if tuned:
        gamma = Fraction(1, 2 * G * D)
        epsilon = 1 / (gamma * D) ** 2
    w: Draw = {1: (0,) * size}
    g: Draw = {}
    p: Draw = {}
    V: Draw = {0: epsilon**size}
    shapes: Draw = {}
    bend = 2 * gamma if tuned else gamma * HALF
    for t in range(1, rounds + 1):
        g[t] = _vector(rng, size)
        if tuned and _dot(g[t], g[t]) > G**2:
            g[t] = (G,) + (0,) * (size - 1)
        shapes[t] = (w[t], g[t])
        metric = _metric(epsilon, [g[s] for s in g], size)
        p[t], V[t] = _solve(metric, g[t]), _determinant(metric)
        w[t + 1] = _plus(w[t], Fraction(-1) / gamma, p[t])

    def loss(t: int, point: Any) -> Any:
        """Curved along its gradient at the point that was played."""
        played, slope = shapes[t]
        along = _dot(slope, _plus(point, -1, played))
        return along + bend * along * along

    return {
        "T": rounds, "d": size, "dimension": size, "epsilon": epsilon, "gamma": gamma, "u": u, "w": w,
        "g": g, "p": p, "V": V, "D": D, "G": G, "alpha": 2 * gamma, "f": loss,
    }  # fmt: skip


def newton_tuned(rng: Random) -> Draw:
    """The same, with the parameters that the bound asks for."""
    return newton(rng, tuned=True)


def forecaster(rng: Random) -> Draw:
    """The forecaster of Vovk, Azoury and Warmuth, and ridge regression."""
    size, rounds = rng.choice((1, 1, 2)), rng.choice((1, 2, 2, 3))
    a, u = rng.choice(RATES), _vector(rng, size)
    x: Draw = {t: _vector(rng, size) for t in range(1, rounds + 1)}
    y: Draw = {t: rng.choice(SMALL) for t in x}
    w: Draw = {}
    p: Draw = {}
    V: Draw = {0: a**size}
    metric = _metric(a, [], size)
    past: tuple[Any, ...] = (0,) * size
    m: Draw = {1: past}
    for t in x:
        metric = _metric(a, [x[s] for s in x if s <= t], size)
        w[t], p[t], V[t] = _solve(metric, past), _solve(metric, x[t]), _determinant(metric)
        past = _plus(past, y[t], x[t])
        m[t + 1] = _solve(metric, past)
    return {
        "T": rounds, "d": size, "dimension": size, "a": a, "u": u, "U": _length(rng, _dot(u, u)),
        "x": x, "y": y, "w": w, "p": p, "m": m, "V": V, "R": max(_length(rng, _dot(v, v)) for v in x.values()),
        "Y": max(map(abs, y.values())),
    }  # fmt: skip


def _opponents_numbers(rounds: int) -> Draw:
    """What the opponent counts with."""
    c: Draw = {rounds: Fraction(1, rounds)}
    for t in range(rounds, 0, -1):
        c[t - 1] = c[t] + c[t] ** 2
    return {"T": rounds, "c": c}


def opponents_numbers(rng: Random) -> Draw:
    """The numbers alone, in as many rounds as can be; every round doubles the number of their digits."""
    return _opponents_numbers(min(rng.randint(1, 12), rng.randint(1, 12)))


def opponent(rng: Random) -> Draw:
    """A learner on the line, and the opponent whom it cannot escape."""
    draw = _opponents_numbers(rng.choice((1, 2, 3, 4, 5, 6)))
    rounds, c = draw["T"], draw["c"]
    w: Draw = {}
    y: Draw = {}
    for t in range(1, rounds + 1):
        best = c[t] * sum(y.values())
        w[t] = best if rng.random() < 0.3 else rng.choice(SMALL)
        y[t] = rng.choice((1, -1)) if w[t] == best else 1 if w[t] < best else -1
    return {**draw, "w": w, "y": y}


def moving_descent(rng: Random) -> Draw:
    """Gradient descent in a box, and comparators that walk about in it."""
    size, rounds, eta = rng.choice((1, 1, 2)), rng.choice((1, 2, 3)), rng.choice(RATES)
    losses = [_loss(rng, size) for _ in range(rounds)]
    w: Draw = {1: (0,) * size}
    g: Draw = {}
    for t, (_, slope) in enumerate(losses, start=1):
        g[t] = slope(w[t])
        w[t + 1] = _clipped(_plus(w[t], -1 * eta, g[t]), 2)
    u: Draw = {1: _clipped(_vector(rng, size), 2)}
    delta: Draw = {}
    b: Draw = {}
    for t in range(1, rounds):
        delta[t], sign = rng.choice((0, 1, HALF)), rng.choice((1, -1))
        if not -2 <= u[t][0] + sign * delta[t] <= 2:
            sign = -sign
        b[t] = (sign,) + (0,) * (size - 1)
        u[t + 1] = _plus(u[t], delta[t], b[t])
    return {
        "T": rounds, "dimension": size, "eta": eta, "w": w, "g": g, "u": {1: u[1]}, "delta": delta, "b": b,
        "D": 4 * size, "f": lambda t, point: losses[t - 1][0](point),
    }  # fmt: skip


def smooth_descent(rng: Random, tuned: bool = False) -> Draw:
    """Gradient descent on squares of linear functions, which are smooth."""
    size, rounds, beta = rng.choice((1, 1, 2)), rng.choice((1, 2, 3)), rng.choice((1, 2, 5))
    u = _vector(rng, size)
    D = _length(rng, _dot(u, u))
    forms = []
    for _ in range(rounds):
        a = _vector(rng, size)
        forms.append((a if _dot(a, a) <= beta else (1,) + (0,) * (size - 1), rng.choice(SMALL)))
    eta: Any = Fraction(rng.choice((1, 2, 3)), 4 * beta)
    K = sum((_dot(a, u) - b) ** 2 * HALF for a, b in forms) + rng.choice((0, 1))
    if tuned:
        eta = divide(1, beta + root(beta**2 + divide(2 * beta * K, D**2, FLOATS), FLOATS), FLOATS)
    w: Draw = {1: (0,) * size}
    g: Draw = {}
    for t, (a, b) in enumerate(forms, start=1):
        g[t] = tuple((_dot(a, w[t]) - b) * c for c in a)
        w[t + 1] = _plus(w[t], -1 * eta, g[t])
    return {
        "T": rounds, "dimension": size, "beta": beta, "eta": eta, "u": u, "D": D, "K": K, "w": w, "g": g,
        "f": lambda t, point: (_dot(forms[t - 1][0], point) - forms[t - 1][1]) ** 2 * HALF,
    }  # fmt: skip


def smooth_descent_tuned(rng: Random) -> Draw:
    """With the step that is best if the comparator's loss is known."""
    return smooth_descent(rng, tuned=True)


# -- finite classes --------------------------------------------------------------------------------


def halving(rng: Random) -> Draw:
    """A run of Halving on a class drawn by chance; one hypothesis gives the labels."""
    size, rounds = rng.choice((1, 2, 3, 4, 5)), _rounds(rng)
    left = set(range(1, size + 1))
    c: dict[tuple[int, int], int] = {}
    iota: dict[int, int] = {}
    for t in range(1, rounds + 1):
        c |= {(t, i): 1 if i == 1 else rng.choice((0, 1)) for i in range(1, size + 1)}
        right = {i for i in left if c[t, i]}
        iota[t] = int(2 * len(right) <= len(left))
        left = right
    return {"T": rounds, "N": size, "c": c, "iota": iota}


def dimensions(rng: Random) -> Draw:
    """Dimensions that fall at every mistake, and perhaps at other times."""
    rounds = _rounds(rng)
    D, m, iota = {rounds + 1: rng.choice((0, 0, 1))}, {}, {}
    for t in range(rounds, 0, -1):
        iota[t] = rng.choice((0, 1))
        D[t] = D[t + 1] + iota[t] + rng.choice((0, 0, 1))
        m[t] = D[t + 1] if iota[t] else rng.randint(-1, D[t] - 1)
    return {"T": rounds, "D": D, "m": m, "iota": iota}


def _binomials(few: int, more: int) -> Draw:
    return {"D": few, "r": more, "c": {i: math.comb(few + more, i) for i in range(few + more + 1)}}


def binomials(rng: Random) -> Draw:
    """Binomial coefficients."""
    return _binomials(rng.randint(1, 12), rng.choice((0, rng.randint(0, 6), rng.randint(0, 20))))


def flipped_experts(rng: Random) -> Draw:
    """An expert for every set of a few rounds, with losses that are drawn."""
    draw = _binomials(rng.choice((1, 1, 2, 3)), rng.choice((0, 0, 1, 2, 5)))
    rounds, experts = draw["D"] + draw["r"], sum(draw["c"][i] for i in range(draw["D"] + 1))
    g = {
        (t, j): rng.choice((0, 1, 1, HALF))
        for t in range(1, rounds + 1)
        for j in range(1, experts + 1)
    }
    best = rng.randint(1, experts)
    u = {j: int(j == best) for j in range(1, experts + 1)}
    return {**draw, "N": experts, "g": g, "u": u}


def passive_aggressive(rng: Random) -> Draw:
    """Separable examples, with the squared lengths of their inputs."""
    draw = _examples(rng, separable=True)
    return {**draw, "s": {t: _dot(x, x) for t, x in draw["x"].items()}}


def unbounded_experts(rng: Random) -> Draw:
    """Losses of experts that are not negative, and may be large."""
    draw = _experts(rng, (0, 1, Fraction(1, 2), 3), least=1)
    return {**draw, "g": draw.pop("x"), "eta": rng.choice(RATES)}


def one_arm_at_a_time(rng: Random, tuned: bool = False) -> Draw:
    """Exp3, with a step size whose exponential is whole, so that all probabilities are fractions.

    If it is tuned, nothing is lost before the last round, and the arms are still drawn equally.
    """
    size, rounds = rng.choice((2, 2, 3, 4) if tuned else (1, 2, 2, 3)), rng.choice((1, 2, 2))
    base, arms, turns = rng.choice((2, 3, 4)), range(1, size + 1), range(1, rounds + 1)
    whole = (0, 1, 1) if size > 2 else (0, 1, 1, HALF)
    g = {
        (t, i): rng.choice((0,) if tuned and t < rounds else whole) for t in turns for i in arms
    }  # fmt: skip
    outcomes = list(product(arms, repeat=rounds))
    chances: list[Fraction] = []
    b: Draw = {}
    for o, drawn in enumerate(outcomes):
        v, chance = dict.fromkeys(arms, Fraction(1)), Fraction(1)
        for t, arm in zip(turns, drawn, strict=True):
            w = v[arm] / sum(v.values())
            chance *= w
            b |= {(t, i, o): int(i == arm) for i in arms}
            if t < rounds:  # the loss of an arm, divided by its probability, is whole by then
                v[arm] /= base ** int(g[t, arm] / w)
        chances.append(chance)
    whole_chances = math.lcm(*(chance.denominator for chance in chances))
    mixed = rng.random() < HALF
    u = {i: Fraction(1, size) if mixed else int(i == 1) for i in arms}
    draw = {
        "T": rounds, "d": size, "g": g, "b": b, "u": u,
        "weights": [int(chance * whole_chances) for chance in chances],
    }  # fmt: skip
    return draw if tuned else {**draw, "eta": logarithm(base, FLOATS)}


def one_arm_at_a_time_tuned(rng: Random) -> Draw:
    """The same with the best step size."""
    return one_arm_at_a_time(rng, tuned=True)


def confidence(rng: Random) -> Draw:
    """Arms with gaps, pulled as often as their intervals allow, and failures of intervals in one outcome."""
    rounds, arms = rng.choice((1, 2, 3, 5, 9)), range(1, rng.choice((1, 2, 3)) + 1)
    delta = {i: Fraction(rng.choice((1, 2, 3, 6)), 3) for i in arms}
    share = rng.choice((2, 8, 21, 50))
    r = {i: delta[i] / 2 * rng.choice((1, 1, 2)) for i in arms}
    n = {i: logarithm(rounds, FLOATS) * (rng.choice((1, 2, 2, 0)) / (r[i] * r[i])) for i in arms}
    failing = rng.choice([t for t in range(1, rounds + 1) if 2 * (t - 1) * share >= t**4] or [0])
    F = {
        (i, t, o): int(o == 0 and t == failing)
        for i in arms for t in range(1, rounds + 1) for o in (0, 1)
    }  # fmt: skip
    return {
        "T": rounds, "k": len(arms), "mu": 0, "Delta": delta, "r": r, "n": n, "F": F,
        "a": {i: delta[i] - r[i] for i in arms}, "q": 0,
        "N": {(i, o): n[i] + 1 + int(o == 0 and failing > 0) for i in arms for o in (0, 1)},
        "weights": [1, share - 1],
    }  # fmt: skip


def hidden_arm(rng: Random) -> Draw:
    """Arms that are pulled equally often, and as much more often as can be if they are good."""
    arms = rng.choice((2, 2, 3, 4, 8))
    rounds = arms * rng.choice((1, 1, 2, 4, 25))
    epsilon = root(Fraction(arms, rounds), FLOATS) / 4
    pulls = Fraction(rounds, arms)
    return {
        "T": rounds, "d": arms, "n": dict.fromkeys(range(1, arms + 1), pulls), "epsilon": epsilon,
        "K": logarithm(Fraction(4 * rounds, 4 * rounds - arms), FLOATS),
    }  # fmt: skip
