"""The theorems on learning without tuning: pinned, and true of real games."""

from __future__ import annotations

import numpy as np
import pytest
from games import CHOICES, chosen_gradients, points
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, bound, within

import olbook as ol
from olbook.without_tuning import CoinBetting, DirectionAndMagnitude

BLOCKS = {"rounds", "block", "regret"}
BETTOR = {"nothing", "outcomes", "tilt", "share", "endowment", "bet", "wealth", "potential"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "tuning.any_base": ("Reg_T(u) <= s * sqrt(s ** 2 - 1) / (s - 1) * alpha * sqrt(T)",
        {"full", "above", "base", "begun", "prefix"}, BLOCKS, set()),
    "tuning.gradient_descent_any_base": ("Reg_T(u) <= (s + 1) ** 2 / (2 * sqrt(s ** 2 - 1)) * U * G * sqrt(T)",
        {"full", "cut", "above", "base", "begun", "prefix"}, BLOCKS, set()),
    "tuning.golden_base": ("s ** 2 * (s + 1) / (s - 1) >= (11 + 5 * sqrt(5)) / 2", {"above"}, set(), set()),
    "tuning.base_four": ("(s + 1) ** 3 / (4 * (s - 1)) >= 27 / 4", {"above"}, set(), set()),
    "tuning.any_time": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= sqrt(2) * U * G * sqrt(T)",
        {"convex", "lipschitz", "size"},
        {"past", "tuning", "point", "lengths", "inverse", "root"}, set()),
    "tuning.direction_and_magnitude": ("Sum(dot(g[t], w[t] - u), t, 1, T) == P + U * Q",
        set(), {"product", "slope", "comparator", "magnitude", "direction"}, set()),
    "tuning.one_bet": ("exp(-c * z - z ** 2 / 2) <= 1 - c * (exp(z) - exp(-z)) / (exp(z) + exp(-z))",
        {"low", "high"}, set(), set()),
    "tuning.duality": ("-u * S - W <= U * sqrt(B * log(1 + B * U ** 2 / A ** 2))", {"rich"},
        {"size", "both", "exponent", "place"}, set()),
    "tuning.wealth": ("epsilon - Sum(g[t] * w[t], t, 1, T) >= epsilon / sqrt(T + 1) * exp(S ** 2 / (2 * (T + 1)))",
        {"low", "high"}, BETTOR | {"gradients", "exponent"}, set()),
    "tuning.coin_betting": ("Sum(g[t] * (w[t] - u), t, 1, T)"
        " <= epsilon + U * sqrt((T + 1) * log(1 + (T + 1) ** 2 * U ** 2 / epsilon ** 2))",
        {"low", "high"}, BETTOR | {"gradients", "exponent", "size", "both", "power", "place"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- blocks of any base
def blocks(base: int, T: int) -> list[int]:
    """The lengths of the blocks in a game of T rounds, the last one cut."""
    lengths: list[int] = []
    while sum(lengths) < T:
        lengths.append(min(base ** len(lengths), T - sum(lengths)))
    return lengths


@pytest.mark.parametrize("base", [2, 3, 4, 7])
def test_the_bounds_of_the_blocks_add_up_and_come_close(base: int) -> None:
    """With the worst regrets that blocks may have; the worst moment is when a block begins."""
    s, any_closest, gd_closest = np.sqrt(base), 0.0, 0.0
    for T in (*range(1, 60), *(sum(base**m for m in range(L)) + 1 for L in range(1, 18))):
        played = blocks(base, T)
        roots = s ** np.arange(len(played))
        allowed = bound("tuning.any_base", alpha=1.0, s=s, T=T)
        any_closest = max(any_closest, roots.sum() / allowed)
        allowed = bound("tuning.gradient_descent_any_base", U=1.0, G=1.0, s=s, T=T)
        gd_closest = max(gd_closest, (roots + np.array(played) / roots).sum() / 2 / allowed)
    assert 0.99 < any_closest <= 1
    assert 0.99 < gd_closest <= 1


@pytest.mark.parametrize("base", [2, 3, 4])
def test_restarted_gradient_descent(base: int) -> None:
    """Against the opponent that pushes and wiggles in every block."""
    T = sum(base**m for m in range(8))
    pieces, losses = [], []
    for n in blocks(base, T):
        eta = 1 / np.sqrt(n)
        pieces.append(ol.streams.push_and_wiggle(eta, n))
        learner = ol.OnlineGradientDescent(eta, ol.Ball(1.0))
        losses.append(ol.play_oco(learner, pieces[-1]).losses)
    total = np.linalg.norm(np.cumsum(np.vstack(pieces), axis=0), axis=1)
    regret = np.cumsum(np.concatenate(losses)) + total
    allowed = bound(
        "tuning.gradient_descent_any_base", U=1.0, G=1.0, s=np.sqrt(base), T=np.arange(1, T + 1)
    )
    assert (regret <= allowed + 1e-9).all()
    assert (regret / allowed).max() > 0.9


# ---------------------------------------------------------------------- a step for every horizon
def lazy(U: float, G: float) -> ol.FollowTheRegularizedLeader:
    return ol.FollowTheRegularizedLeader(lambda t: U / (G * np.sqrt(2 * t)), ol.SquaredNorm())


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 120), st.floats(0.1, 10), st.floats(0.1, 10), CHOICES)
def test_the_lazy_steps_at_every_horizon(seed: int, T: int, U: float, G: float, kind: str) -> None:
    learner = lazy(U, G)
    unit = chosen_gradients(kind, learner, T, 1, np.random.default_rng(seed))
    run = ol.play_oco(learner, G * unit)
    regret = np.cumsum(run.losses) + U * np.abs(np.cumsum(G * unit))
    allowed = bound("tuning.any_time", U=U, G=G, T=np.arange(1, T + 1))
    assert (regret <= allowed * (1 + 1e-9)).all()


def test_the_constant_of_the_lazy_steps_is_sharp_and_needs_its_hypotheses() -> None:
    T, pushes = 40_000, 282
    unit = np.r_[np.tile([-1.0, 1.0], (T - pushes) // 2), -np.ones(pushes)][:, np.newaxis]
    regret = ol.play_oco(lazy(1.0, 1.0), unit).losses.sum() + abs(unit.sum())
    allowed = bound("tuning.any_time", U=1.0, G=1.0, T=T)
    assert 0.98 * allowed < regret <= allowed
    longer = ol.play_oco(lazy(1.0, 1.0), 2 * unit).losses.sum() + 2 * abs(unit.sum())
    farther = ol.play_oco(lazy(1.0, 1.0), unit).losses.sum() + 3 * abs(unit.sum())
    assert min(longer, farther) > allowed


# ---------------------------------------------------------------------- coin betting


@settings(max_examples=50)
@given(SEEDS, st.integers(1, 150), st.floats(0.01, 100), CHOICES)
def test_the_wealth_and_the_regret_of_the_bettor(
    seed: int, T: int, epsilon: float, kind: str
) -> None:
    learner = CoinBetting(epsilon)
    stream = chosen_gradients(kind, learner, T, 1, np.random.default_rng(seed))
    run = ol.play_oco(learner, stream)
    S, paid = float(stream.sum()), float(run.losses.sum())
    scale = epsilon + float(np.abs(run.losses).sum())  # what is won may be lost again
    least = bound("tuning.wealth", epsilon=epsilon, S=S, T=T)
    assert within(least, epsilon - paid, scale)
    for u in (0.001, 0.1, 1.0, 10.0, 1000.0):
        allowed = bound("tuning.coin_betting", epsilon=epsilon, U=u, T=T)
        assert within(paid + u * abs(S), allowed, scale + u * abs(S))


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 120), st.integers(1, 4), st.floats(0.01, 100), st.floats(0.01, 1000))
def test_magnitude_and_direction(seed: int, T: int, d: int, epsilon: float, U: float) -> None:
    """The regrets of the two parts, and the sum of their bounds."""
    rng = np.random.default_rng(seed)
    drift = rng.normal(size=d) if seed % 2 else np.zeros(d)
    vectors = drift + rng.normal(size=(T, d))
    vectors = vectors / np.maximum(1.0, np.linalg.norm(vectors, axis=1, keepdims=True))
    total = vectors.sum(axis=0)
    unit = -total / (float(np.linalg.norm(total)) or 1.0)
    regret = float(
        np.sum(vectors * (points(DirectionAndMagnitude(epsilon), vectors)[:-1] - U * unit))
    )
    descent = ol.OnlineGradientDescent(lambda t: 2 / np.sqrt(t), ol.Ball(1.0))
    directions = points(descent, vectors)[:-1]
    slopes = np.sum(vectors * directions, axis=1)
    magnitudes = points(CoinBetting(epsilon), slopes[:, np.newaxis])[:-1, 0]
    P = float(slopes @ (magnitudes - U))
    Q = float(np.sum(vectors * (directions - unit)))
    scale = epsilon + U * T
    whole = bound("tuning.direction_and_magnitude", P=P, Q=Q, U=U)
    assert regret == pytest.approx(whole, rel=1e-9, abs=1e-9 * scale)
    coin = bound("tuning.coin_betting", epsilon=epsilon, U=U, T=T)
    allowed = coin + U * bound("ogd.shrinking_steps", D=2.0, G=1.0, T=T)
    assert within(regret, allowed, scale)
