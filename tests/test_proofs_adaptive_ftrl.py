"""The theorems of leaders with changing regularisers, held against runs."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, corners_and_others, within

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad, DiagonalAdaGrad, HintedLeader, late_turn
from olbook.validation import FloatArray

LINEAR = {"objective", "ends"}
PROXIMAL = LINEAR | {"first", "more", "chosen"}
LEADER = {"leader", "last"}
HEDGE = {"past", "total", "weights", "after", "least", "least_after"}
SIMPLEX = {"most", "simplex", "low", "high"}
HINTS = {"past", "hinted", "errors", "lengths", "size_exactly", "missed"}
ROOTS = {"root", "inverse"}
EXPERTS = "Sum(Sum(w[t, i] * g[t, i], i, 1, d) - Sum(u[i] * g[t, i], i, 1, d), t, 1, T)"

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "ftrl.proximal": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= D ** 2 / (2 * z) + S / 2",
        {"convex", "near"}, PROXIMAL | {"last_step", "gradients"}, LEADER),
    "ftrl.adagrad": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= D * sqrt(2 * B)",
        {"convex", "near"}, PROXIMAL | {"squares", "steps", "total", "lengths", "price"}, LEADER),
    "ftrl.diagonal": ("Sum(l[t] - c[t], t, 1, T) <= A",
        {"convex", "near"},
        {"squares", "steps", "step", "all", "distances", "lengths", "price", "cost", "so_far"}, {"projection"}),
    "ftrl.hedge": (f"{EXPERTS} <= log(d) / z + S / 8",
        SIMPLEX | {"shrinking"}, HEDGE | {"last_step", "steps"}, set()),
    "ftrl.anytime_hedge": (f"{EXPERTS} <= sqrt(T * log(d))", SIMPLEX, HEDGE | ROOTS | {"steps"}, set()),
    "ftrl.dual_averaging": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U ** 2 / (2 * z) + S / 2",
        {"convex", "shrinking", "size"}, {"past", "lazy", "last_step", "gradients", "lengths"}, set()),
    "ftrl.anytime_dual_averaging": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U * G * sqrt(2 * T)",
        {"convex", "lipschitz", "size"}, ROOTS | {"past", "steps", "lazy", "lengths"}, set()),
    "ftrl.hints_exactly": ("Sum(dot(g[t], w[t] - u), t, 1, T) == (N - P) / (2 * eta) + eta / 2 * (S - H)",
        set(), HINTS, set()),
    "ftrl.hints": ("Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U ** 2 / (2 * eta) + eta / 2 * S",
        {"convex", "size"}, HINTS, set()),
}  # fmt: skip

KINDS = st.sampled_from(["random", "constant", "against", "late", "growing"])
ROUNDS = st.integers(1, 40)


def bound(name: str, **values: Any) -> float:
    return float(ol.theorem(name).bound(**values))


def stream(learner: Any, T: int, d: int, kind: str, rng: np.random.Generator) -> FloatArray:
    """Gradients: drawn, constant, turning late, growing, or along the point that is played."""
    if kind == "late":
        return late_turn(T) * np.ones(d)
    if kind == "constant":
        return np.ones((T, d))
    g: FloatArray = rng.standard_normal((T, d))
    if kind == "growing":
        g *= 1.5 ** np.arange(T)[:, np.newaxis]
    if kind == "against":
        player = learner.copy()
        player.start(d)
        for t in range(T):
            g[t] = np.where(player.w == 0, g[t], np.sign(player.w))
            player.update(g[t])
    return g


def losses_of(learner: Any, g: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The points that were played, and the losses paid for them."""
    run = ol.play_oco(learner, g)
    return run.weights, run.losses


def opposite(total: FloatArray, radius: float) -> FloatArray:
    """The point of the ball that loses least against these gradients, given their sum."""
    return -radius * total / (float(np.linalg.norm(total)) or 1.0)


# ---------------------------------------------------------------------- regularisers that grow
CHOICES: dict[str, tuple[Any, ol.domains.Domain, Callable[[FloatArray], FloatArray]]] = {
    "squared norm": (ol.SquaredNorm(), ol.Ball(1.0), lambda g: np.linalg.norm(g, axis=1)),
    "entropy": (ol.Entropy(), ol.Simplex(), lambda g: np.abs(g).max(axis=1)),
}


@settings(max_examples=40)
@given(SEEDS, ROUNDS, st.sampled_from(sorted(CHOICES)), KINDS)
def test_the_regret_with_growing_regularisers(seed: int, T: int, choice: str, kind: str) -> None:
    """The regulariser is divided by steps that shrink by chance; it is made zero at its least."""
    rng, d = np.random.default_rng(seed), 4
    psi, domain, dual = CHOICES[choice]
    eta = np.r_[0.0, 1 / np.cumsum(rng.exponential(size=T + 1))]
    learner = ol.FollowTheRegularizedLeader(lambda t: eta[t], psi, domain)
    g = stream(learner, T, d, kind, rng)
    _, losses = losses_of(learner, g)
    least = psi.value(psi.minimize(np.zeros(d), domain)[0])
    S = float(np.sum(dual(g) ** 2 * eta[1 : T + 1]))
    for u in corners_and_others(rng, d):
        P = (psi.value(u) - least) / eta[T + 1]
        regret = float(losses.sum() - (g @ u).sum())
        assert within(regret, bound("ftrl.growing", P=P, S=S), float(np.abs(g).sum()))


def test_a_regulariser_that_falls_breaks_the_bound() -> None:
    """After a short step a long one is made up for the past."""
    eta = [0.0, 1.0, 100.0, 100.0]
    learner = ol.FollowTheRegularizedLeader(lambda t: eta[t], ol.SquaredNorm())
    _, losses = losses_of(learner, np.array([[1.0], [-1.0]]))
    assert losses.sum() == pytest.approx(100.0)
    assert bound("ftrl.growing", P=0.0, S=eta[1] + eta[2]) < losses.sum()


# ---------------------------------------------------------------------- AdaGrad
@settings(max_examples=40)
@given(SEEDS, ROUNDS, KINDS, st.floats(0.1, 3.0))
def test_the_regret_of_adagrad(seed: int, T: int, kind: str, radius: float) -> None:
    rng = np.random.default_rng(seed)
    learner = AdaGrad(2 * radius, ol.Ball(radius))
    g = stream(learner, T, 3, kind, rng)
    w, losses = losses_of(learner, g)
    squares = np.cumsum((g**2).sum(axis=1))
    eta = 2 * radius / np.sqrt(2 * squares)
    total = g.sum(axis=0)
    for u in (opposite(total, radius), np.zeros(3), rng.uniform(-1, 1, 3) * radius / 2):
        regret, scale = float(losses.sum() - total @ u), float(np.abs(g).sum()) * radius
        assert within(regret, bound("ftrl.adagrad", D=2 * radius, B=squares[-1]), scale)
        D = float(np.sqrt(((w[:-1] - u) ** 2).sum(axis=1).max()))
        S = float(np.sum(eta * (g**2).sum(axis=1)))
        assert within(regret, bound("ftrl.proximal", D=D, z=eta[-1], S=S), scale)


@settings(max_examples=40)
@given(SEEDS, ROUNDS, KINDS, st.sampled_from([0.0, 1e-3, 2.0]))
def test_the_regret_of_diagonal_adagrad(seed: int, T: int, kind: str, epsilon: float) -> None:
    rng, d = np.random.default_rng(seed), 4
    low, high = -rng.uniform(0.1, 2.0, d), rng.uniform(0.1, 2.0, d)
    learner = DiagonalAdaGrad(ol.Box(low, high), epsilon)
    g = stream(learner, T, d, kind, rng) * rng.choice([0.0, 0.1, 1.0, 20.0], d)
    _, losses = losses_of(learner, g)
    total = g.sum(axis=0)
    best = np.where(total > 0, low, high)
    A = float(np.sum((high - low) * np.sqrt(2 * (epsilon + (g**2).sum(axis=0)))))
    regret = float(losses.sum() - total @ best)
    assert within(regret, bound("ftrl.diagonal", A=A), float(np.abs(g).sum()))


def test_adagrad_needs_to_know_how_large_the_set_is() -> None:
    """With a tenth of the diameter it comes too late."""
    g = np.ones((200, 1))
    B = float((g**2).sum())
    for learner in (AdaGrad(0.2, ol.Ball(1.0)), AdaGrad(2.0, ol.Ball(1.0))):
        _, losses = losses_of(learner, g)
        assert (losses.sum() + 200 > bound("ftrl.adagrad", D=learner.D, B=B)) == (learner.D < 2)


def test_the_bound_of_adagrad_is_attained_up_to_a_factor() -> None:
    """Orthogonal gradients force UG sqrt(T); AdaGrad promises 2 sqrt(2) times as much."""
    learner = AdaGrad(2.0, ol.Ball(1.0))
    g = ol.streams.orthogonal_gradients(learner, 64)
    _, losses = losses_of(learner, g)
    regret = losses.sum() + np.linalg.norm(g.sum(axis=0))
    promised = bound("ftrl.adagrad", D=2.0, B=64.0)
    assert regret / promised == pytest.approx(1 / (2 * sqrt(2)))


# ---------------------------------------------------------------------- Hedge
def experts(learner: ol.Hedge, T: int, d: int, kind: str, rng: np.random.Generator) -> FloatArray:
    """Losses between 0 and 1: drawn, or 1 for whom the learner trusts most."""
    g: FloatArray = rng.uniform(size=(T, d))
    if kind == "coins":
        g = np.round(g)
    if kind == "against":
        player = learner.copy()
        player.start(d)
        for t in range(T):
            g[t] = np.eye(d)[np.argmax(player.w)]
            player.update(g[t])
    return g


@settings(max_examples=40)
@given(SEEDS, ROUNDS, st.integers(2, 6), st.sampled_from(["random", "coins", "against"]))
def test_the_regret_of_hedge_without_a_horizon(seed: int, T: int, d: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    drawn = np.r_[0.0, np.sort(rng.exponential(size=T + 1))[::-1]]
    tuned = ol.Hedge(lambda t: 2 * sqrt(log(d) / t))
    for learner in (tuned, ol.Hedge(lambda t: float(drawn[t]))):
        g = experts(learner, T, d, kind, rng)
        _, losses = losses_of(learner, g)
        for u in corners_and_others(rng, d):
            regret = float(losses.sum() - (g @ u).sum())
            if learner is tuned:
                assert within(regret, bound("ftrl.anytime_hedge", T=T, d=d), T)
            else:
                allowed = bound("ftrl.hedge", d=d, z=drawn[T], S=float(drawn[1 : T + 1].sum()))
                assert within(regret, allowed, T)


def test_hedge_needs_losses_between_zero_and_one_and_steps_that_shrink() -> None:
    large = 10 * np.eye(2)[np.arange(100) % 2]
    _, losses = losses_of(ol.Hedge(lambda t: 2 * sqrt(log(2) / t)), large)
    assert losses.sum() - large.sum(axis=0).min() > bound("ftrl.anytime_hedge", T=100, d=2)
    wrong = np.array([[0.0, 1.0]] * 9 + [[1.0, 0.0]] * 10)  # all belief at once, where it is wrong
    growing = np.r_[np.full(10, 1e-9), 1.0, np.full(10, 1.0)]
    _, losses = losses_of(ol.Hedge(lambda t: float(growing[t])), wrong)
    assert losses.sum() - 9 > bound("ftrl.hedge", d=2, z=1.0, S=float(growing[1:20].sum()))


# ---------------------------------------------------------------------- dual averaging
@settings(max_examples=40)
@given(SEEDS, ROUNDS, KINDS, st.floats(0.1, 5.0))
def test_the_regret_of_dual_averaging(seed: int, T: int, kind: str, U: float) -> None:
    rng = np.random.default_rng(seed)
    g = stream(ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm()), T, 3, kind, rng)
    G, total = float(np.linalg.norm(g, axis=1).max()), g.sum(axis=0)
    drawn = np.r_[0.0, np.sort(rng.exponential(size=T + 1))[::-1]]
    tuned = np.r_[0.0, U / (G * np.sqrt(2 * np.arange(1, T + 2)))]
    for steps in (tuned, drawn):
        learner = ol.FollowTheRegularizedLeader(steps.__getitem__, ol.SquaredNorm())
        _, losses = losses_of(learner, g)
        eta = steps[1 : T + 1]
        S = float(np.sum(eta * (g**2).sum(axis=1)))
        u = opposite(total, U)
        regret, scale = float(losses.sum() - total @ u), float(np.abs(g).sum()) * U
        assert within(regret, bound("ftrl.dual_averaging", U=U, z=eta[-1], S=S), scale)
        if steps is tuned:
            assert within(regret, bound("ftrl.anytime_dual_averaging", U=U, G=G, T=T), scale)


def test_agile_steps_that_shrink_need_a_bounded_set() -> None:
    """The late turn breaks the bound of the lazy form for the agile one, at u = 0."""
    T, U = 900, 1.0

    def steps(t: int) -> float:
        return U / sqrt(2 * t)

    agile, lazy = (
        ol.OnlineGradientDescent(steps),
        ol.FollowTheRegularizedLeader(steps, ol.SquaredNorm()),
    )
    allowed = bound("ftrl.anytime_dual_averaging", U=U, G=1.0, T=T)
    assert losses_of(agile, late_turn(T))[1].sum() > 10 * allowed
    assert losses_of(lazy, late_turn(T))[1].sum() <= allowed


def test_steps_that_grow_break_the_bound_of_dual_averaging() -> None:
    eta = [0.0, 1.0, 100.0, 100.0]
    learner = ol.FollowTheRegularizedLeader(lambda t: eta[t], ol.SquaredNorm())
    _, losses = losses_of(learner, np.array([[1.0], [-1.0]]))
    assert losses.sum() > bound("ftrl.dual_averaging", U=0.0, z=100.0, S=101.0)


# ---------------------------------------------------------------------- hints
@settings(max_examples=40)
@given(SEEDS, ROUNDS, KINDS, st.floats(0.01, 2.0))
def test_the_regret_with_hints(seed: int, T: int, kind: str, eta: float) -> None:
    """An equality, whatever the hints are: here the last gradient, or anything."""
    rng = np.random.default_rng(seed)
    anything = rng.standard_normal((T + 1, 2))
    for learner in (
        HintedLeader(eta),
        HintedLeader(eta, hint=lambda g: np.sin(7 * g) * anything[0]),
    ):
        g = stream(learner, T, 2, kind, rng)
        h = np.vstack([np.zeros(2), *(np.atleast_2d(learner.hint(x)) for x in g[:-1])])
        _, losses = losses_of(learner, g)
        S, H = float(((g - h) ** 2).sum()), float((h**2).sum())
        scale = 1 + float((g**2).sum() + (h**2).sum()) * (1 + T) * eta
        for u in rng.standard_normal((3, 2)):
            P = float(((u + eta * g.sum(axis=0)) ** 2).sum())
            regret = float(losses.sum() - (g @ u).sum())
            exact = bound("ftrl.hints_exactly", N=float(u @ u), P=P, S=S, H=H, eta=eta)
            assert abs(regret - exact) <= 1e-9 * scale
            U = float(np.linalg.norm(u))
            assert within(regret, bound("ftrl.hints", U=U, S=S, eta=eta), scale)


def test_the_hints_bound_is_attained_and_ends_at_the_length_it_was_made_for() -> None:
    """Without hints and for u = w_{T+1} it is an equality; for a longer u it is false."""
    g = np.ones((50, 1))
    _, losses = losses_of(HintedLeader(0.1, hint=np.zeros_like), g)
    last = 0.1 * 50
    allowed = bound("ftrl.hints", U=last, S=50.0, eta=0.1)
    assert losses.sum() + 50 * last == pytest.approx(allowed)
    assert losses.sum() + 50 * 2 * last > allowed
