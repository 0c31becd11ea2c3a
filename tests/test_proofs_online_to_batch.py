"""The theorems of online-to-batch conversion, beside an exact enumeration of all samples.

The one lemma that is assumed, that the present example may be exchanged for a fresh one, is
enumerated for arbitrary deterministic learners on tiny alphabets.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from regression import bound

import olbook as ol
from olbook.proofs import _with_outer
from olbook.validation import FloatArray

AVERAGE = {"average", "mean"}
WIDROW_HOFF = {"start", "error", "update", "loss"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "batch.mistakes_to_risk": ("E(L(h[r])) <= M / T", {"mistakes"}, set(), {"fresh"}),
    "batch.mistakes_to_probability": ("p <= M / (epsilon * T)",
        {"mistakes", "indicator", "bad"}, {"chance"}, {"fresh"}),
    "batch.sample_size": ("p <= delta", {"mistakes", "indicator", "bad", "sample"}, {"chance"}, {"fresh"}),
    "batch.losses_to_risk": ("E(L(a)) <= b / T", {"bound", "convex_risk"}, AVERAGE, {"fresh"}),
    "batch.gradient_descent": ("E(L(a)) - L(u) <= U * G / sqrt(T)",
        {"convex", "size", "lipschitz", "risk", "convex_risk"},
        {"start", "step", "squares", "tuning"} | AVERAGE, {"projection", "fresh"}),
    "batch.average": ("E(L(a)) - L(u) <= B / T", {"risk", "convex_risk"}, {"expected"} | AVERAGE, {"fresh"}),
    "batch.jensen": ("L(a) <= m", {"convex"}, AVERAGE, set()),
    "batch.random_iterate": ("E(L(w[r])) - L(u) == B / T", {"risk"}, {"expected"}, {"fresh"}),
    "batch.jensen_square": ("E((dot(a, X) - Y) ** 2) <= Q", set(), AVERAGE, set()),
    "batch.widrow_hoff": ("E((dot(a, X) - Y) ** 2) <= R / (1 - eta) + U ** 2 / (eta * T)",
        {"small", "radius", "law", "size"}, WIDROW_HOFF | {"average", "risk"}, {"fresh"}),
    "batch.widrow_hoff_best": ("E((dot(a, X) - Y) ** 2) <= B",
        {"small", "radius", "law"}, WIDROW_HOFF | {"average", "best"}, {"fresh"}),
}  # fmt: skip


# ---------------------------------------------------------------------- all samples of a tiny world
Sample = tuple[int, ...]
Learner = Callable[[Sample], Fraction]
"""What is played after the examples seen so far."""


def samples(examples: int, T: int) -> Iterator[Sample]:
    """Every sequence of T examples 0, 1, ..., all equally likely."""
    return itertools.product(range(examples), repeat=T)


def mean(values: Iterator[Fraction]) -> Fraction:
    """The expectation of equally likely values."""
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def arbitrary_learner(examples: int, T: int, rng: np.random.Generator) -> Learner:
    """A table that says what to play after every possible past."""
    table = {
        past: Fraction(int(rng.integers(-4, 5)), 4)
        for t in range(T)
        for past in samples(examples, t)
    }
    return table.__getitem__


def arbitrary_targets(examples: int, rng: np.random.Generator) -> list[Fraction]:
    return [Fraction(int(k), 4) for k in rng.integers(-4, 5, size=examples)]


worlds = st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4)


def loss(w: Fraction, target: Fraction) -> Fraction:
    """Neither convex nor symmetric, since the lemma does not care."""
    return (w - target) ** 3 + abs(w)


@given(*worlds)
def test_the_present_example_may_be_exchanged_for_a_fresh_one(
    seed: int, examples: int, T: int
) -> None:
    """The assumed lemma "fresh", exactly, for every round."""
    rng = np.random.default_rng(seed)
    play, targets = arbitrary_learner(examples, T, rng), arbitrary_targets(examples, rng)
    for t in range(T):
        present = mean(loss(play(z[:t]), targets[z[t]]) for z in samples(examples, T))
        fresh = mean(
            loss(play(z[:t]), targets[new]) for z in samples(examples, T) for new in range(examples)
        )
        assert present == fresh


# ---------------------------------------------------------------------- one pass over a sample
X3 = np.array([[1.0, 0.0], [-0.5, 0.5], [0.6, -0.8]])
Y3 = np.array([1.0, 1.0, 0.0])


@pytest.mark.parametrize("U", [0.3, 2.0])
@pytest.mark.parametrize("T", [1, 2, 4])
def test_one_pass_of_gradient_descent(U: float, T: int) -> None:
    """Expected excess risk over all samples, for the absolute loss."""
    G = float(np.linalg.norm(X3, axis=1).max())
    learner = ol.LinearPredictor(
        ol.OnlineGradientDescent(U / (G * math.sqrt(T)), ol.Ball(U)), loss="absolute"
    )

    def risk(w: FloatArray) -> float:
        return float(np.abs(X3 @ w - Y3).mean())

    risks = []
    for sample in samples(3, T):
        run = ol.play(learner, X3[list(sample)], Y3[list(sample)])
        risks.append(risk(ol.online_to_batch(run, "average")))
    allowed = bound("batch.gradient_descent", U=U, G=G, T=T)
    angles = np.linspace(0, 2 * np.pi, 25)
    for length, angle in itertools.product((0.0, U / 2, U), angles):
        u = length * np.array([np.cos(angle), np.sin(angle)])
        assert np.mean(risks) - risk(u) <= allowed


@pytest.mark.parametrize("eta", [0.1, 1 / 3, 0.9])
@pytest.mark.parametrize("T", [1, 4])
def test_widrow_hoff_on_a_sample(eta: float, T: int) -> None:
    """batch.widrow_hoff over all samples, against every comparator and against the best one."""

    def risk(w: FloatArray) -> float:
        return float(((X3 @ w - Y3) ** 2).mean())

    risks, present, fresh = [], 0.0, 0.0
    for sample in samples(3, T):
        X, y = X3[list(sample)], Y3[list(sample)]
        run = ol.play(ol.WidrowHoff(eta), X, y, keep_weights=True)
        risks.append(risk(ol.online_to_batch(run, "average")))
        present += float(((run.scores - y) ** 2).sum())
        fresh += sum(map(risk, run.weights[:-1]))
    assert present == pytest.approx(fresh)  # the assumed lemma
    measured = float(np.mean(risks))
    ridge = (1 - eta) / (eta * T) * np.eye(2)
    best = np.linalg.solve(X3.T @ X3 / 3 + ridge, X3.T @ Y3 / 3)
    least = bound("batch.widrow_hoff", R=risk(best), U=float(np.linalg.norm(best)), eta=eta, T=T)
    assert measured <= bound("batch.widrow_hoff_best", B=least)
    rng = np.random.default_rng(1)
    for u in rng.normal(size=(50, 2)):
        U = float(np.linalg.norm(u))
        assert least <= bound("batch.widrow_hoff", R=risk(u), U=U, eta=eta, T=T)


# ---------------------------------------------------------------------- what the statements say
@pytest.mark.parametrize("name", PINNED)
def test_a_theorem_says_what_is_random_and_unseen(name: str) -> None:
    """Whoever reads the sentence, with its settings, must know that examples are drawn, and when."""
    theorem = ol.theorem(name)
    assert theorem.sentence is not None
    words = "".join(part.shown for part in theorem.sentence.parts)
    words += " ".join(str(each) for each in _with_outer(theorem.within))
    if "jensen" in name:
        assert "sample" not in words
        return
    assert "drawn independently from one distribution" in words
    if "widrow_hoff" in name:
        assert "independent of the sample" in words
    else:
        assert "chosen before it has seen example" in words
    if any(fact.name in ("mistakes", "bound") for fact in ol.theorem(name).hypotheses):
        assert "on every sample that can be drawn" in words
