"""The theorems of the doubling trick: pinned, and true of real games."""

from __future__ import annotations

from math import sqrt

import numpy as np
from games import CHOICES, chosen_gradients
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import bound

import olbook as ol

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "doubling.geometric_sum": ("(1 - rho) * Sum(rho ** m, m, 0, L) == 1 - rho ** (L + 1)", set(), set(), set()),
    "doubling.covered_rounds": ("T <= 2 ** (L + 1) - 1", {"full", "cut"}, {"rounds"}, set()),
    "doubling.regret": ("Reg_T(u) <= (2 + sqrt(2)) * alpha * sqrt(T)",
        {"full", "begun", "prefix"}, {"rounds", "block", "regret"}, set()),
    "doubling.regret_not_rounded": ("Reg_T(u) <= alpha * (sqrt(2) ** (L + 1) - 1) / (sqrt(2) - 1)",
        {"prefix"}, {"block", "regret"}, set()),
    "doubling.gradient_descent": ("Reg_T(u) <= (3 / 2 + sqrt(2)) * U * G * sqrt(T)",
        {"full", "cut", "begun", "prefix"}, {"rounds", "block", "regret"}, set()),
    "doubling.line_search": ("Sum(2 ** j * a, j, 0, J) <= 4 * s", {"needed"}, set(), set()),
    "doubling.array": ("Sum(2 ** j, j, 0, J - 1) <= 2 * n - 2", {"needed"}, set(), set()),
    "doubling.array_by_steps": ("Sum(c * j, j, 1, k) == c * k * (k + 1) / 2", set(), set(), set()),
    "doubling.steps_are_quadratic": ("Sum(c * j, j, 1, k) >= n * (n - c) / (2 * c)", {"room"}, set(), set()),
}  # fmt: skip


def last_block(T: int) -> int:
    """The number of the block that round T belongs to, by looking for it."""
    L = 0
    while 2 ** (L + 1) - 1 < T:
        L += 1
    return L


# ---------------------------------------------------------------------- sums and schedule


def test_the_bounds_of_the_blocks_add_up_to_the_bound() -> None:
    """With the worst regret that a block may have, the exact bound is attained."""
    rounds = np.array([*range(1, 300), 2**15, 10**6])
    blocks = np.array([last_block(int(T)) for T in rounds])
    regret = np.array([sum(1.7 * sqrt(2) ** m for m in range(L + 1)) for L in blocks])
    np.testing.assert_allclose(bound("doubling.regret_not_rounded", alpha=1.7, L=blocks), regret)
    assert np.all(regret <= bound("doubling.regret", alpha=1.7, T=rounds))


# ---------------------------------------------------------------------- real games


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 300), st.floats(0.1, 10), st.floats(0.1, 10), CHOICES)
def test_restarted_gradient_descent(seed: int, T: int, U: float, G: float, kind: str) -> None:
    ball = ol.Ball(U)
    learner = ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(U / (G * sqrt(n)), ball))
    played = chosen_gradients(kind, learner, T, 2, np.random.default_rng(seed), G)
    run = ol.play_oco(learner, played)
    u = -played.sum(axis=0)
    u = U * u / max(float(np.linalg.norm(u)), 1e-300)
    regret_by_round = run.losses - played @ u
    L = last_block(T)
    starts = [2**m - 1 for m in range(L + 1)]
    by_block = np.add.reduceat(regret_by_round, starts)
    lengths = np.diff([*starts, T])
    prefix = U * G / 2 * (sqrt(2) ** np.arange(L + 1) + lengths / sqrt(2) ** np.arange(L + 1))
    assert np.all(
        by_block <= prefix * (1 + 1e-9)
    )  # the hypothesis of doubling.gradient_descent, and of doubling.regret
    regret = float(regret_by_round.sum()) * (1 - 1e-9)
    assert regret <= bound("doubling.gradient_descent", U=U, G=G, T=T)
    assert regret <= bound("doubling.regret_not_rounded", alpha=U * G, L=L)
    assert regret <= bound("doubling.regret", alpha=U * G, T=T)


# ---------------------------------------------------------------------- line search, memory


def test_a_growing_array_copies_less_than_twice_its_length() -> None:
    """Capacity below 2n, copies below 2n, and up to 3n places held during a move."""
    capacity, copies, peak = 1, 0, 0.0
    lengths, counted = np.arange(1, 5000), []
    for n in lengths:
        if n > capacity:
            copies += capacity
            peak = max(peak, 3 * capacity / n)
            capacity *= 2
        assert n <= capacity <= 2 * n - 1  # there is room, and the hypothesis
        counted.append(copies)
    allowed = bound("doubling.array", n=lengths)
    assert np.all(np.array(counted) <= allowed)
    assert np.all(allowed < 2 * lengths)
    assert counted[2**11] == 2 * (2**11 + 1) - 3  # right after a move it is all but attained
    assert 2.4 < peak <= 3
