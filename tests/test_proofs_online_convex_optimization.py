"""The theorems of online convex optimisation: pinned, and true of the algorithm."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from games import CHOICES, chosen_gradients
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import ROUNDS, SEEDS, bound, corners_and_others, defined, near, within

import olbook as ol
from olbook.domains import Domain
from olbook.validation import FloatArray

SIMPLEX = {"most", "simplex"}
SHARES = {"start", "update", "total", "shares"}
REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
DESCENT = {"start", "step", "squares"}
BOUNDED = {"convex", "size", "lipschitz"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "eg.hoeffding": ("log(N) <= lambda_ * m + lambda_ ** 2 * c ** 2 / 8",
        {"weights", "low", "high"}, {"normaliser", "mean", "place"}, set()),
    "eg.linear_losses": ("Sum(z[t] * (s[t] - Sum(u[i] * x[t, i], i, 1, d)), t, 1, T)"
        " <= log(d) / eta + eta / 8 * c ** 2 * Q",
        SIMPLEX | {"low", "high"}, SHARES | {"score", "slopes"}, set()),
    "hedge.regret": ("Sum(Sum(w[t, i] * g[t, i], i, 1, d) - Sum(u[i] * g[t, i], i, 1, d), t, 1, T)"
        " <= sqrt(T / 2 * log(d))",
        SIMPLEX | {"low", "high"}, SHARES | {"tuning"}, set()),
    "ogd.projection": ("norm2(p - u) <= D ** 2", set(), {"before"}, {"obtuse"}),
    "ogd.acute_angle": ("norm2(v - q) - norm2(v - p) <= -theta * alpha",
        {"acute"}, {"square", "share", "between"}, set()),
    "ogd.regret": (f"{REGRET} <= U ** 2 / (2 * eta) + eta / 2 * S", {"convex", "size"}, DESCENT, {"projection"}),
    "ogd.regret_from_any_start": (f"{REGRET} <= D ** 2 / (2 * eta) + eta / 2 * S",
        {"convex", "distance"}, {"step", "squares"}, {"projection"}),
    "ogd.known_horizon": (f"{REGRET} <= sqrt(T) / 2 * (U ** 2 + G ** 2)",
        BOUNDED, DESCENT | {"tuning"}, {"projection"}),
    "ogd.tuned": (f"{REGRET} <= U * G * sqrt(T)", BOUNDED, DESCENT | {"tuning"}, {"projection"}),
    "ogd.no_better_step": ("U ** 2 / (2 * eta) + eta / 2 * G ** 2 * T >= U * G * sqrt(T)", set(), set(), set()),
    "ogd.average_bound_vanishes": ("lim(U * G * sqrt(T) / T, T) == 0", set(), set(), set()),
    "ogd.stopped_early": (f"{REGRET} <= U * G / 2 * (sqrt(n) + T / sqrt(n))",
        BOUNDED, DESCENT | {"tuning"}, {"projection"}),
    "ogd.every_round": (f"{REGRET} <= U * G * sqrt(n)", BOUNDED | {"early"}, DESCENT | {"tuning"}, {"projection"}),
    "ogd.shrinking_steps": (f"{REGRET} <= 3 / 2 * D * G * sqrt(T)",
        {"convex", "lipschitz", "near"}, {"step", "tuning", "root", "inverse", "distances"}, {"projection"}),
}  # fmt: skip


# ---------------------------------------------------------------------- experts
@settings(max_examples=25)
@given(SEEDS, st.integers(1, 6), st.integers(2, 4))
def test_hedge_does_what_its_theorem_defines(seed: int, T: int, d: int) -> None:
    losses = np.random.default_rng(seed).integers(0, 5, (T, d)) / 4
    run = ol.play_oco(ol.Hedge(sqrt(8 * log(d) / T)), losses, keep_weights=True)
    world = defined("hedge.regret", d, {"T": T, "d": d, "g": losses})
    for t in range(1, T + 1):
        for i in range(1, d + 1):
            assert near(world.value("w", (t, i), (), None), run.weights[t - 1, i - 1])


@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.integers(1, 6), st.floats(0.01, 10), st.floats(0.1, 5))
def test_the_linear_regret_of_exponentiated_gradient(
    seed: int, T: int, d: int, eta: float, width: float
) -> None:
    """The bound with the true range and the true slopes, on the square loss."""
    rng = np.random.default_rng(seed)
    X = float(rng.normal()) + width * rng.random((T, d))
    y = rng.normal(size=T)
    run = ol.play(ol.ExponentiatedGradient(eta, loss="square"), X, y)
    z = run.scores - y
    allowed = bound("eg.linear_losses", eta=eta, c=width, Q=float((z**2).sum()), d=d)
    for u in corners_and_others(rng, d):
        assert within(float(z @ (run.scores - X @ u)), allowed, float(np.abs(z * run.scores).sum()))


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 60), st.integers(2, 8), st.sampled_from(["random", "leader"]))
def test_the_regret_of_hedge(seed: int, T: int, d: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    player = ol.Hedge(sqrt(8 * log(d) / T), d=d)
    losses, paid = np.zeros((T, d)), 0.0
    for t in range(T):
        w = player.w
        losses[t] = rng.integers(0, 2, d) if kind == "random" else np.eye(d)[np.argmax(w)]
        paid += float(losses[t] @ w)
        player.update(losses[t])
    allowed = bound("hedge.regret", T=T, d=d)
    assert within(paid - float(losses.sum(axis=0).min()), allowed, paid)


# ---------------------------------------------------------------------- projection
DOMAINS = [ol.Ball(0.7), ol.Simplex(), ol.L1Ball(2.0), ol.Box(-0.5, 1.0), ol.WholeSpace()]


@given(st.integers(0, 10**6), st.sampled_from(DOMAINS), st.floats(0.1, 100))
def test_projecting_brings_a_point_no_farther(seed: int, domain: Domain, scale: float) -> None:
    rng = np.random.default_rng(seed)
    v, u = scale * rng.normal(size=(2, 4))
    u = domain.project(u)
    p = domain.project(v)
    assert (v - p) @ (u - p) <= 1e-9 * scale**2  # the assumed lemma
    before = float(np.linalg.norm(v - u))
    assert (p - u) @ (p - u) <= bound("ogd.projection", D=before) + 1e-9 * scale**2


# ---------------------------------------------------------------------- regret
def regret(run: ol.record.OcoRun, u: FloatArray, gradients: FloatArray) -> float:
    """Regret against u, for linear losses."""
    return float((run.losses - gradients @ u).sum())


games = (st.integers(0, 10**6), st.integers(1, 60), st.floats(0.1, 10), st.floats(0.1, 10), CHOICES)


@settings(max_examples=60)
@given(*games, st.floats(1e-3, 1e3))
def test_any_step_and_any_point_of_the_domain(
    seed: int, T: int, U: float, G: float, kind: str, eta: float
) -> None:
    rng = np.random.default_rng(seed)
    low = rng.normal(size=3)
    domain = ol.Box(low, low + U)  # it need not contain zero
    learner = ol.OnlineGradientDescent(eta, domain, d=3)
    first = learner.w
    gradients = chosen_gradients(kind, learner, T, 3, rng, G)
    run = ol.play_oco(learner, gradients)
    squares = float((gradients**2).sum())
    best = np.where(gradients.sum(axis=0) > 0, low, low + U)
    for u in (best, first, low):
        measured = regret(run, u, gradients) * (1 - 1e-9)
        D, length = np.linalg.norm(first - u), np.linalg.norm(u)
        assert measured <= bound("ogd.regret_from_any_start", D=D, eta=eta, S=squares) + 1e-9
        if np.all(first == 0):
            assert measured <= bound("ogd.regret", U=length, eta=eta, S=squares) + 1e-9


@settings(max_examples=60)
@given(*games)
def test_bounded_gradients(seed: int, T: int, U: float, G: float, kind: str) -> None:
    rng = np.random.default_rng(seed)
    ball = ol.Ball(U)
    planned = T + int(rng.integers(0, 40))
    for eta, bounds in {
        1 / sqrt(T): [bound("ogd.known_horizon", U=U, G=G, T=T)],
        U / (G * sqrt(T)): [bound("ogd.tuned", U=U, G=G, T=T)],
        U / (G * sqrt(planned)): [
            bound("ogd.stopped_early", U=U, G=G, n=planned, T=T),
            bound("ogd.every_round", U=U, G=G, n=planned),
        ],
    }.items():
        learner = ol.OnlineGradientDescent(eta, ball)
        gradients = chosen_gradients(kind, learner, T, 3, rng, G)
        total = gradients.sum(axis=0)
        u = -U * total / max(float(np.linalg.norm(total)), 1e-300)  # the best point of the ball
        measured = regret(ol.play_oco(learner, gradients), u, gradients) * (1 - 1e-9)
        assert all(measured <= allowed for allowed in bounds)


@settings(max_examples=60)
@given(*games)
def test_steps_that_shrink(seed: int, T: int, U: float, G: float, kind: str) -> None:
    """At every moment, with the diameter of the set for D."""
    rng = np.random.default_rng(seed)
    ball, D = ol.Ball(U), 2 * U
    learner = ol.OnlineGradientDescent(lambda t: D / (G * sqrt(t)), ball)
    gradients = chosen_gradients(kind, learner, T, 3, rng, G)
    run = ol.play_oco(learner, gradients)
    best = U * np.linalg.norm(np.cumsum(gradients, axis=0), axis=1)
    allowed = bound("ogd.shrinking_steps", D=D, G=G, T=np.arange(1, T + 1))
    assert np.all((np.cumsum(run.losses) + best) * (1 - 1e-9) <= allowed)
