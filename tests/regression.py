"""Streams for the learners of online regression, against which the proved bounds are held."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import olbook as ol
from olbook.checked.judge import World, meaning_of
from olbook.validation import FloatArray

SEEDS = st.integers(0, 10**6)
ROUNDS = st.integers(1, 40)
KINDS = st.sampled_from(["random", "constant", "against"])


def stream(
    learner: ol.GradientDescent | ol.ExponentiatedGradient | ol.WidrowHoff | ol.PNorm,
    rounds: int,
    d: int,
    kind: str,
    rng: np.random.Generator,
    inputs: str = "ball",
    targets: float = 1.0,
) -> tuple[FloatArray, FloatArray]:
    """Inputs in the unit ball or cube, and targets at random, constant, or far from the prediction."""
    player = learner.copy()
    player.start(d)
    X, y = [], []
    for _ in range(rounds):
        x = np.ones(d) if kind == "constant" else rng.uniform(-1, 1, d)
        if kind == "against" and inputs == "cube":
            x = rng.choice([-1.0, 1.0], d)
        if inputs == "ball":
            x = x / max(1.0, float(np.linalg.norm(x)))
            if kind == "against":  # on the boundary
                x = x / float(np.linalg.norm(x))
        target = {
            "random": targets * rng.normal(),
            "constant": targets,
            "against": -targets * np.sign(player.predict(x) or 1.0),
        }[kind]
        player.update(x, float(target))
        X.append(x)
        y.append(float(target))
    return np.array(X), np.array(y)


def corners_and_others(rng: np.random.Generator, d: int) -> list[FloatArray]:
    """Points of the simplex: its corners and some random ones."""
    return [*np.eye(d), *rng.dirichlet(np.ones(d), 3)]


def within(value: float, bound: float, scale: float) -> bool:
    """At most the bound, up to rounding in sums of this size."""
    return value <= bound + 1e-9 * (abs(bound) + scale)


def bound(name: str, **letters: Any) -> Any:
    """The bound of a theorem: a number, or an array if a letter stands for one."""
    return ol.theorem(name).bound(**letters)


def defined(identifier: str, d: int, given: dict[str, Any]) -> World:
    """A world in which the definitions of a theorem are worked out from what is given.

    An array is given from round 1 on; in the theorem on gradient descent a row is a vector.
    """

    def value(name: str, at: tuple[int, ...], _: object) -> Any:
        found = given[name]
        for place in at:
            found = found[place - 1]
        if np.ndim(found):
            return tuple(Fraction(float(entry)) for entry in found)
        return found if isinstance(found, int) else Fraction(float(found))

    return World(meaning_of(ol.theorem(identifier).stated), value, d)


def near(enclosed: Any, number: float) -> bool:
    """Whether a value of the definitions is what the learner computed."""
    middle = enclosed.lo if hasattr(enclosed, "lo") else enclosed
    return float(middle) == pytest.approx(number, rel=1e-9, abs=1e-12)
