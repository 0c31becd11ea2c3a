"""Finite classes: the Littlestone dimension is what can be forced, and what the SOA promises."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.littlestone_dimension import (
    AgnosticExperts,
    Halving,
    MistakeTree,
    PassiveAggressive,
    StandardOptimalAlgorithm,
    forced_path,
    littlestone_dimension,
    mistake_tree,
)
from olbook.validation import FloatArray

Labels = tuple[int, ...]
CUBE: list[Labels] = list(product([0, 1], repeat=3))
CLASSES = [
    np.array(rows) for size in range(1, 9) for rows in combinations(CUBE, size)
]  # all the classes on three points


def thresholds(N: int) -> FloatArray:
    return (np.arange(N) >= np.arange(N + 1)[:, np.newaxis]).astype(float)


def disjunctions(k: int, d: int) -> FloatArray:
    """All disjunctions of k of d variables, on all points of the cube."""
    points = np.array(list(product([0, 1], repeat=d)))
    return np.array([points[:, list(S)].any(axis=1) for S in combinations(range(d), k)], float)


def halves(rows: frozenset[Labels]) -> Iterator[tuple[int, list[frozenset[Labels]]]]:
    for x in range(len(next(iter(rows)))):
        yield x, [frozenset(h for h in rows if h[x] == label) for label in (0, 1)]


def game_value(rows: frozenset[Labels]) -> int:
    """The mistakes of the best learner against the worst opponent, from the rules of the game."""
    values = [0]
    for _, (minus, plus) in halves(rows):
        if minus and plus:
            mistake, right = game_value(minus), game_value(plus)
            say_plus, say_minus = max(1 + mistake, right), max(mistake, 1 + right)
            values.append(min(say_plus, say_minus))
    return max(values)


def worst_case(learner: Any, rows: frozenset[Labels]) -> int:
    """The most mistakes of this learner on any labels of the class; settled points cost nothing."""
    values = [0]
    for x, (minus, plus) in halves(rows):
        score = learner.predict([x])
        if not (minus and plus):
            assert score * (1 if plus else -1) > 0
            continue
        for label, left in ((-1, minus), (+1, plus)):
            player = learner.copy()
            player.update([x], label)
            values.append((label * score <= 0) + worst_case(player, left))
    return max(values)


class FirstThatFits:
    """Predicts like the first row that agrees with all labels."""

    def __init__(self, H: FloatArray) -> None:
        self.H, self.left = H, list(range(len(H)))

    def predict(self, x: FloatArray) -> float:
        return 1.0 if self.H[self.left[0], int(x[0])] else -1.0

    def update(self, x: FloatArray, y: float) -> None:
        self.left = [h for h in self.left if bool(self.H[h, int(x[0])]) == (y > 0)]


def test_on_all_255_classes_on_three_points_the_dimension_is_the_value_of_the_game() -> None:
    """The recursion, the rules of the game, the SOA and the opponent agree; Halving is not below."""
    assert len(CLASSES) == 255
    for H in CLASSES:
        rows = frozenset(map(tuple, H.tolist()))
        D = littlestone_dimension(H)
        assert game_value(rows) == D
        assert worst_case(StandardOptimalAlgorithm(H), rows) == D
        halving = worst_case(Halving(H), rows)
        assert D <= halving <= math.log2(len(H))
        for learner in (StandardOptimalAlgorithm(H), Halving(H), FirstThatFits(H)):
            if D == 0:
                continue
            X, y = forced_path(learner, H)
            assert ol.play(learner, X, y).n_mistakes == len(y) == D
            assert any(np.array_equal(h[X[:, 0].astype(int)], y > 0) for h in H)


def test_halving_can_be_worse_than_the_standard_optimal_algorithm() -> None:
    """On three points it never is, by the test above."""
    H = np.array(
        [
            [int(b) for b in row]
            for row in ["0000", "0001", "0010", "0011", "0100", "0101", "0111", "1000"]
        ]
    )
    rows = frozenset(map(tuple, H.tolist()))
    assert littlestone_dimension(H) == 2
    assert worst_case(StandardOptimalAlgorithm(H), rows) == 2
    assert worst_case(Halving(H), rows) == 3


@pytest.mark.parametrize("N", [1, 2, 3, 6, 7, 8, 30, 31, 32, 200])
def test_the_dimension_of_thresholds(N: int) -> None:
    assert littlestone_dimension(thresholds(N)) == math.floor(math.log2(N + 1))


def test_the_dimension_of_other_classes() -> None:
    assert [littlestone_dimension(disjunctions(k, 4)) for k in (1, 2, 3, 4)] == [2, 2, 1, 0]
    assert [littlestone_dimension(np.array(list(product([0, 1], repeat=n)))) for n in (1, 4)] == [
        1,
        4,
    ]
    assert littlestone_dimension(np.vstack([np.eye(50), np.zeros(50)])) == 1
    assert littlestone_dimension([[1, 0], [1, 0]]) == 0


@given(st.integers(1, 7), st.integers(1, 5), st.integers(0, 10**6))
@settings(max_examples=60)
def test_every_path_of_the_mistake_tree_fits_and_is_as_long_as_the_dimension(
    n: int, N: int, seed: int
) -> None:
    """And neither repeated rows nor the order of the points matter."""
    rng = np.random.default_rng(seed)
    H = rng.integers(0, 2, (n, N))

    def paths(tree: MistakeTree | None) -> list[list[tuple[int, bool]]]:
        if tree is None:
            return [[]]
        below = ((False, tree.minus), (True, tree.plus))
        return [[(tree.point, label), *path] for label, half in below for path in paths(half)]

    D = littlestone_dimension(H)
    found = paths(mistake_tree(H))
    assert len(found) == 2**D
    for path in found:
        assert len(path) == D
        assert any(all(h[x] == label for x, label in path) for h in H)
    shuffled = np.vstack([H, H])[rng.permutation(2 * n)][:, rng.permutation(N)]
    assert littlestone_dimension(shuffled) == D == littlestone_dimension(1 - H)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10**6))
@settings(max_examples=40)
def test_for_every_hypothesis_some_expert_predicts_as_it_does(n: int, T: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    H = rng.integers(0, 2, (n, 4))
    learner = AgnosticExperts(H, T)
    assert learner.n_experts == sum(
        math.comb(T, k) for k in range(min(littlestone_dimension(H), T) + 1)
    )
    copies = np.ones((n, learner.n_experts), dtype=bool)
    for x in rng.integers(0, 4, T):
        votes = learner.votes([x])
        assert abs(learner.predict([x])) <= 1 + 1e-12
        copies &= votes == np.where(H[:, x], 1, -1)[:, np.newaxis]
        learner.update([x], rng.choice([-1, 1]))
    assert copies.any(axis=1).all()


@given(st.integers(1, 20), st.integers(1, 5), st.integers(0, 10**6))
@settings(max_examples=40)
def test_after_a_passive_aggressive_step_the_hinge_loss_is_zero(T: int, d: int, seed: int) -> None:
    """And no point nearer to the old weights does that."""
    rng = np.random.default_rng(seed)
    learner = PassiveAggressive()
    for x, y in zip(rng.normal(size=(T, d)), rng.choice([-1, 1], T), strict=True):
        before = np.zeros(d) if learner.w is None else learner.w
        hinge = max(0.0, 1 - y * float(before @ x))
        learner.update(x, y)
        assert 1 - y * learner.predict(x) <= 1e-9
        distance = float(np.linalg.norm(learner.w - before))
        assert distance == pytest.approx(hinge / float(np.linalg.norm(x)))
    kept = learner.w
    learner.update(np.zeros(d), 1)
    assert np.array_equal(learner.w, kept)  # type: ignore[arg-type]


H = thresholds(3)


@pytest.mark.parametrize(
    "learner", [Halving(H), StandardOptimalAlgorithm(H), AgnosticExperts(H, T=4)]
)
def test_an_update_that_fails_changes_nothing_and_a_copy_is_independent(learner: Any) -> None:
    learner.update([1], +1)
    before, copy = learner.predict([0]), learner.copy()
    for x, y in (([1], 0), ([9], 1)):
        with pytest.raises(ValueError, match="must"):
            learner.update(x, y)
    assert learner.predict([0]) == before
    copy.update([0], -1)
    assert learner.predict([0]) == before != copy.predict([0])
    assert repr(learner).startswith(type(learner).__name__ + "(")


def test_the_opponent_does_not_change_the_learner() -> None:
    learner = Halving(H)
    forced_path(learner, H)
    assert len(learner.left) == 4
