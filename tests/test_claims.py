"""Claims that are no chain of equalities and inequalities: enumerated, or tried out."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

import olbook as ol

# ---------------------------------------------------------------------- the Littlestone dimension
Hypothesis = tuple[bool, ...]  # the labels it gives to all points


@cache
def littlestone_dimension(hypotheses: frozenset[Hypothesis]) -> int:
    """The largest number of mistakes that can be forced, by asking every point in every state.

    -1 for the empty class; otherwise the best point has both answers open, and one mistake is made.
    """
    if not hypotheses:
        return -1
    points = range(len(next(iter(hypotheses))))
    best = 0
    for point in points:
        split = [frozenset(h for h in hypotheses if h[point] is answer) for answer in (True, False)]
        if all(split):
            best = max(best, 1 + min(map(littlestone_dimension, split)))
    return best


def thresholds(n: int) -> frozenset[Hypothesis]:
    return frozenset(tuple(point >= cut for point in range(n)) for cut in range(n + 1))


def disjunctions(d: int, k: int) -> frozenset[Hypothesis]:
    cube = list(itertools.product([0, 1], repeat=d))
    chosen = itertools.combinations(range(d), k)
    return frozenset(tuple(any(x[i] for i in literals) for x in cube) for literals in chosen)


@pytest.mark.parametrize("n", range(1, 16))
def test_thresholds_on_more_points_force_more_mistakes(n: int) -> None:
    """So on the whole line there is no bound: the dimension grows like the logarithm of n."""
    assert littlestone_dimension(thresholds(n)) == int(math.log2(n + 1))


def test_the_littlestone_dimension_of_small_disjunctions() -> None:
    assert [littlestone_dimension(disjunctions(4, k)) for k in (1, 2, 3, 4)] == [2, 2, 1, 0]


def best_worst_case(hypotheses: frozenset[Hypothesis], rounds: int) -> int:
    """The value of the game itself: the learner predicts best, the adversary answers worst."""
    if rounds == 0 or len(hypotheses) <= 1:
        return 0
    value = 0
    for point in range(len(next(iter(hypotheses)))):
        outcomes: list[int] = []
        for prediction in (True, False):
            answers = []
            for answer in (True, False):
                left = frozenset(h for h in hypotheses if h[point] is answer)
                if left:
                    answers.append((prediction != answer) + best_worst_case(left, rounds - 1))
            outcomes.append(max(answers))
        value = max(value, min(outcomes))
    return value


@pytest.mark.parametrize("hypotheses", [thresholds(3), thresholds(4), disjunctions(3, 1)])
def test_the_littlestone_dimension_is_the_value_of_the_game(
    hypotheses: frozenset[Hypothesis],
) -> None:
    dimension = littlestone_dimension(hypotheses)
    assert best_worst_case(hypotheses, dimension) == dimension
    assert best_worst_case(hypotheses, dimension + 1) == dimension


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


# ---------------------------------------------------------------------- the regularised leader
@settings(max_examples=30)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_softmax_minimises_the_regularised_loss_on_the_simplex(d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    total, eta = rng.normal(size=d), rng.uniform(0.1, 2)
    entropy = ol.Entropy()

    def regularised(w: np.ndarray) -> float:
        return float(total @ w + entropy.value(w) / eta)

    leader = ol.FollowTheRegularizedLeader(eta, entropy, ol.Simplex(), d=d)
    leader.update(total)
    softmax = np.exp(-eta * total - np.max(-eta * total))
    softmax /= softmax.sum()
    np.testing.assert_allclose(leader.w, softmax, atol=1e-12)
    assert all(
        regularised(softmax) <= regularised(w) + 1e-12 for w in rng.dirichlet(np.ones(d), size=200)
    )
    found = minimize(
        regularised,
        np.full(d, 1 / d),
        bounds=[(1e-9, 1)] * d,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
    )
    np.testing.assert_allclose(found.x, softmax, atol=1e-3)


@pytest.mark.parametrize(("order", "u", "v"), [(1, (1, 0), (0, 1)), (np.inf, (1, 1), (1, -1))])
def test_half_a_squared_norm_need_not_be_strictly_convex(
    order: float, u: tuple[int, int], v: tuple[int, int]
) -> None:
    """Between two points the function is constant; with the Euclidean norm it dips."""
    u_, v_ = np.array(u, dtype=float), np.array(v, dtype=float)

    def half_square(w: np.ndarray, p: float) -> float:
        return float(np.linalg.norm(w, p) ** 2 / 2)

    middle = (u_ + v_) / 2
    assert half_square(middle, order) == (half_square(u_, order) + half_square(v_, order)) / 2
    assert half_square(middle, 2) < (half_square(u_, 2) + half_square(v_, 2)) / 2


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


# ---------------------------------------------------------------------- uniform convergence
def test_a_deviation_bound_for_each_set_is_not_one_for_all_sets() -> None:
    """Finite sets of numbers have probability zero; the sample itself is such a set."""
    rng = np.random.default_rng(0)
    sample = rng.random(1000)
    fixed = rng.random(50)
    assert np.isin(sample, fixed).mean() == 0.0
    assert np.isin(sample, sample).mean() == 1.0


# ---------------------------------------------------------------------- tempting mistakes
@pytest.mark.parametrize("seed", range(20))
def test_only_the_littlestone_dimension_of_half_spaces_is_infinite(seed: int) -> None:
    """The VC dimension of half-spaces in the plane is finite: it is 2."""
    angles = np.linspace(0, 2 * np.pi, 5000, endpoint=False) + 1e-4
    directions = np.c_[np.cos(angles), np.sin(angles)]

    def sign_patterns(points: np.ndarray) -> int:
        return len(np.unique(directions @ points.T > 0, axis=0))

    assert sign_patterns(np.eye(2)) == 4  # all patterns of two points: they are shattered
    three = np.random.default_rng(seed).normal(size=(3, 2))
    assert sign_patterns(three) < 8


@pytest.mark.parametrize("label", [-1.0, 1.0])
def test_the_indicator_is_not_halved_and_a_tie_is_no_matter_of_signs(label: float) -> None:
    """Half of the indicator is no zero-one loss, and at a tie two descriptions part."""
    mistake = -label
    assert ol.losses.ZeroOne().value(label, mistake) == 1 != 0.5 * (label * mistake <= 0)
    sign_of_zero = 1.0
    differs = {y: float(y != sign_of_zero) for y in (-1.0, 1.0)}
    assert [ol.losses.ZeroOne().value(y, 0.0) for y in differs] != list(differs.values())


@pytest.mark.parametrize("d", range(2, 8))
def test_not_every_binary_vector_has_k_ones(d: int) -> None:
    """For no k has every vector of the cube exactly k ones."""
    ones = [sum(w) for w in itertools.product([0, 1], repeat=d)]
    for k in range(1, d + 1):
        assert 0 < ones.count(k) == math.comb(d, k) < 2**d
