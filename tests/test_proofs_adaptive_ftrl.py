"""The theorems of leaders with changing regularisers, held against runs."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import ROUNDS, SEEDS, bound, corners_and_others, within

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
