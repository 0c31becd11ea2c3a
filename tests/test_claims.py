"""Claims that are no chain of equalities and inequalities: enumerated, or tried out."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol


# ---------------------------------------------------------------------- disjunctions
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_disjunction_is_a_half_space(k: int) -> None:
    """The sign of <w, x> - 1/2 is never zero and says whether one of the k literals is true."""
    for x in itertools.product([0, 1], repeat=4):
        for literals in itertools.combinations(range(4), k):
            w = [int(i in literals) for i in range(4)]
            score = sum(a * b for a, b in zip(w, x, strict=True))
            assert (2 * score - 1 > 0) == any(x[i] for i in literals)
            assert (score >= 1) == any(x[i] for i in literals)
            assert 2 * score - 1 != 0


# ---------------------------------------------------------------------- the Perceptron
@settings(max_examples=30)
@given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 10**6))
def test_a_rescaled_hypothesis_predicts_the_same(T: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(T, d)), rng.normal(size=d)
    for factor in (0.25, 3.0, 1e6):
        assert ((X @ w > 0) == (X @ (factor * w) > 0)).all()


@settings(max_examples=30)
@given(st.integers(1, 60), st.integers(1, 5), st.integers(0, 4), st.integers(0, 10**6))
def test_the_dimension_does_not_matter_to_the_perceptron(
    T: int, d: int, extra: int, seed: int
) -> None:
    """Whole numbers, so that every score is exact: zero coordinates and a permutation change nothing."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(T, d)).astype(float)
    y = rng.choice([-1.0, 1.0], size=T)
    wider = np.hstack([X, np.zeros((T, extra))])[:, rng.permutation(d + extra)]
    here, there = ol.play(ol.Perceptron(), X, y), ol.play(ol.Perceptron(), wider, y)
    np.testing.assert_array_equal(here.mistakes, there.mistakes)
