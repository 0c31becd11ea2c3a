"""The theorems on curved losses: pinned, and true of the learners."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import SEEDS, bound, within

import olbook as ol
from olbook.curved_losses import (
    OnlineNewtonStep,
    RegularizedLoss,
    SquaredDistance,
    VovkAzouryWarmuth,
    forced_numbers,
    opposite_targets,
)
from olbook.record import OcoRun
from olbook.validation import FloatArray

REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
NEWTON = {"curved", "direction", "distance"}
STEPS = {"step", "progress", "potential"}
FORECAST = {"prediction", "direction", "ridge", "size"}
SMOOTH = {"convex", "smooth", "floor", "distance"}
NUMBERS = {"recursion", "end"}
MATRICES = {"determinants", "trace"}
SQUARES = "Sum((w[t] - y[t]) ** 2 / 2 - (u - y[t]) ** 2 / 2, t, 1, T)"

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "curved.regret": (f"{REGRET} <= S / 2",
        {"curved", "positive"}, {"curvature", "tuning", "step", "potential", "squares"}, {"projection"}),
    "curved.strongly_convex": (f"{REGRET} <= S / (2 * mu)",
        {"curved"}, {"tuning", "step", "potential", "squares"}, {"projection"}),
    "curved.harmonic": ("Sum(1 / t, t, 1, T) <= 1 + log(T)", set(), {"inverse", "logarithm"}, set()),
    "curved.logarithmic": (f"{REGRET} <= G ** 2 / (2 * mu) * (1 + log(T))",
        {"curved", "lipschitz"}, {"tuning", "step", "potential", "squares", "inverse", "logarithm"}, {"projection"}),
    "curved.exp_concave": ("f(w) - f(u) <= s - alpha / 4 * s ** 2", {"concave", "steep"}, {"slope"}, set()),
    "curved.newton_regret": (f"{REGRET} <= gamma * epsilon / 2 * D ** 2 + Q / (2 * gamma)",
        NEWTON, STEPS, {"projection"}),
    "curved.log_determinant": ("Sum(dot(g[t], p[t]), t, 1, T) <= d * log(1 + S / (d * epsilon))",
        set(), {"squares", "logarithm"}, MATRICES),
    "curved.newton": (f"{REGRET} <= gamma * epsilon / 2 * D ** 2 + d / (2 * gamma) * log(1 + S / (d * epsilon))",
        NEWTON, STEPS | {"squares", "logarithm"}, MATRICES | {"projection"}),
    "curved.newton_tuned": (f"{REGRET} <= (1 + d * log(1 + T / (4 * d))) / alpha",
        {"concave", "direction", "near", "lipschitz", "steep"},
        STEPS | {"curvature", "tuning", "logarithm"}, MATRICES | {"projection"}),
    "curved.forecaster": ("L <= C + a * U ** 2 + Q", FORECAST, {"loss", "comparator", "price", "potential"}, set()),
    "curved.vovk_azoury_warmuth": ("L <= C + a * U ** 2 + d * Y ** 2 * log(1 + R ** 2 * T / (a * d))",
        FORECAST | {"radius", "targets"},
        {"loss", "comparator", "price", "potential", "logarithm"}, MATRICES),
    "curved.self_bounding": ("norm2(g) <= 2 * beta * L", {"smooth", "floor"}, {"lowest", "value"}, set()),
    "curved.smooth": (f"{REGRET} <= D ** 2 / (2 * eta) + eta * beta * L",
        SMOOTH, {"lowest", "step", "loss"}, {"projection"}),
    "curved.small_losses": ("L <= (C + D ** 2 / (2 * eta)) / (1 - eta * beta)",
        SMOOTH | {"short"}, {"lowest", "step", "loss", "comparator"}, {"projection"}),
    "curved.small_losses_tuned": (f"{REGRET} <= 2 * beta * D ** 2 + D * sqrt(2 * beta * K)",
        SMOOTH | {"known"}, {"lowest", "step", "loss", "comparator", "root", "tuning"}, {"projection"}),
    "curved.moving": ("Sum(f[t](w[t]) - f[t](u[t]), t, 1, T) <= D ** 2 / (2 * eta) + D * P / eta + eta / 2 * S",
        {"convex", "unit", "near", "after"}, {"step", "move", "path", "squares"}, {"projection"}),
    "curved.opponent": (f"{SQUARES} >= C_T / 2",
        NUMBERS | {"targets", "against"}, {"sofar", "mean", "total", "slack", "potential"}, set()),
    "curved.forced_sharp": ("log(T) <= C_T + log(C_T)", NUMBERS, {"total", "logarithm", "inverse"}, set()),
    "curved.forced": ("1 + log(T) <= 2 * C_T", NUMBERS, {"total", "logarithm", "inverse"}, set()),
    "curved.lower_bound": (f"{SQUARES} >= (1 + log(T)) / 4",
        NUMBERS | {"targets", "against"}, {"sofar", "mean", "slack", "potential", "logarithm", "inverse"}, set()),
}  # fmt: skip

ROUNDS = st.integers(1, 60)


def regret(run: OcoRun, losses: list[RegularizedLoss], u: FloatArray) -> float:
    return float(run.losses.sum() - sum(loss.value(u) for loss in losses))


def examples(seed: int, T: int, d: int = 3) -> tuple[FloatArray, FloatArray, np.random.Generator]:
    """Inputs of length at most 1, labels partly in a row, and the source of more chance."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, d))
    X /= np.maximum(1.0, np.linalg.norm(X, axis=1, keepdims=True))
    if seed % 3 == 0:
        X[:] = X[0]
    y = np.where(np.arange(T) < T // 2, 1.0, -1.0) if seed % 2 else rng.choice([-1.0, 1.0], T)
    return X, y, rng


# ---------------------------------------------------------------------- strongly convex losses
@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(0.01, 3.0), st.sampled_from([None, 0.5]))
def test_the_steps_of_the_curvatures(seed: int, T: int, mu: float, radius: float | None) -> None:
    X, y, rng = examples(seed, T)
    curvatures = mu * np.r_[1.0, rng.integers(0, 3, T - 1)]
    so_far = np.cumsum(curvatures)
    domain = None if radius is None else ol.Ball(radius)
    for values, name in ((curvatures, "general"), (np.full(T, mu), "same")):
        losses = [
            RegularizedLoss(x, label, value or 1e-300, "hinge")
            for x, label, value in zip(X, y, values, strict=True)
        ]
        eta = (1 / np.cumsum(values)).tolist()
        learner = ol.OnlineGradientDescent(lambda t, eta=eta: float(eta[t - 1]), domain)  # type: ignore[misc]
        run = ol.play_oco(learner, losses, d=3)
        squares = (run.gradients**2).sum(axis=1)
        shortest = np.zeros(3), *(0.5 * (X * y[:, None])[:2])
        for u in shortest:
            measured = regret(run, losses, u)
            if name == "general":
                allowed = bound("curved.regret", S=(squares / so_far).sum())
            else:
                weighted = (squares / np.arange(1, T + 1)).sum()
                allowed = bound("curved.strongly_convex", S=weighted, mu=mu)
                coarse = bound("curved.logarithmic", G=sqrt(squares.max()), mu=mu, T=T)
                assert allowed <= coarse * (1 + 1e-9)
            assert within(measured, allowed, float(run.losses.sum()))


# ---------------------------------------------------------------------- exp-concave losses
@settings(max_examples=40)
@given(SEEDS, ROUNDS, st.sampled_from(["tuned", "any"]))
def test_the_newton_step_on_logistic_losses(seed: int, T: int, how: str) -> None:
    X, y, rng = examples(seed, T)
    radius, G = 1.0, 1.0
    D = 2 * radius
    alpha = min(np.exp(-radius), 1 / (G * D))
    gamma, epsilon = alpha / 2, 4 / (alpha * D) ** 2
    if how == "any":
        epsilon = float(rng.uniform(0.1, 10))
    losses = [RegularizedLoss(x, label, 1e-300, "logistic") for x, label in zip(X, y, strict=True)]
    run = ol.play_oco(OnlineNewtonStep(gamma, epsilon, ol.Ball(radius)), losses, d=3)
    A, progress = epsilon * np.eye(3), 0.0
    for g in run.gradients:
        A = A + np.outer(g, g)
        progress += float(g @ np.linalg.solve(A, g))
    S = float((run.gradients**2).sum())
    growth = bound("curved.log_determinant", S=S, d=3, epsilon=epsilon)
    assert within(progress, growth, 1.0)
    assert within(progress, np.linalg.slogdet(A)[1] - 3 * log(epsilon), 1.0)
    for u in (np.zeros(3), *(ol.Ball(radius).project(v) for v in rng.normal(size=(4, 3)))):
        measured, scale = regret(run, losses, u), float(run.losses.sum())
        first = bound("curved.newton_regret", gamma=gamma, epsilon=epsilon, D=radius, Q=progress)
        assert within(measured, first, scale)
        second = bound("curved.newton", gamma=gamma, epsilon=epsilon, D=radius, S=S, d=3)
        assert within(first, second, 1.0)
        if how == "tuned":
            third = bound("curved.newton_tuned", alpha=alpha, d=3, T=T)
            assert within(measured, third, scale)


# ---------------------------------------------------------------------- regression
@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(0.05, 5.0), st.sampled_from(["random", "against"]))
def test_the_forecaster(seed: int, T: int, a: float, kind: str) -> None:
    X, y, rng = examples(seed, T)
    learner, player = VovkAzouryWarmuth(a), VovkAzouryWarmuth(a)
    player.start(3)
    if kind == "against":
        for t, x in enumerate(X):
            y[t] = -1.0 if player.predict(x) > 0 else 1.0
            player.update(x, y[t])
    L = 2 * float(ol.play(learner, X, y).losses.sum())
    A, Q = a * np.eye(3), 0.0
    for x, target in zip(X, y, strict=True):
        A = A + np.outer(x, x)
        Q += target**2 * float(x @ np.linalg.solve(A, x))
    for u in (np.linalg.solve(A, X.T @ y), np.zeros(3), rng.normal(size=3)):
        C, U = float(((X @ u - y) ** 2).sum()), float(np.linalg.norm(u))
        first = bound("curved.forecaster", C=C, a=a, U=U, Q=Q)
        assert within(L, first, L)
        second = bound("curved.vovk_azoury_warmuth", C=C, a=a, U=U, d=3, Y=1.0, R=1.0, T=T)
        assert within(first, second, L)


# ---------------------------------------------------------------------- smooth losses
@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(0.05, 0.95), st.floats(0.0, 1.0))
def test_small_losses(seed: int, T: int, part: float, noise: float) -> None:
    """Half the squared error is 1-smooth for inputs no longer than 1."""
    X, _, rng = examples(seed, T)
    u = rng.normal(size=3)
    D = float(np.linalg.norm(u))
    y = X @ u + noise * rng.normal(size=T)
    C = float(((X @ u - y) ** 2).sum() / 2)
    root = sqrt(D**2 + 2 * C)
    for eta in (part, D / (D + root)):
        run = ol.play(ol.WidrowHoff(eta), X, y)
        L = float(run.losses.sum())
        assert within(L - C, bound("curved.smooth", D=D, eta=eta, beta=1.0, L=L), L + C)
        if eta < 1:
            allowed = bound("curved.small_losses", C=C, D=D, eta=eta, beta=1.0)
            assert within(L, allowed, L)
        gradients = (run.scores - y) ** 2 * (X**2).sum(axis=1)
        flat = bound("curved.self_bounding", beta=1.0, L=run.losses)
        assert np.all(gradients <= flat * (1 + 1e-9) + 1e-12)
    tuned = bound("curved.small_losses_tuned", beta=1.0, D=D, K=C)
    assert within(L - C, tuned, L + C)


# ---------------------------------------------------------------------- comparators that move
@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(0.01, 2.0), st.floats(0.0, 0.5))
def test_comparators_that_move(seed: int, T: int, eta: float, pace: float) -> None:
    rng = np.random.default_rng(seed)
    ball, D = ol.Ball(1.0), 2.0
    u = [ball.project(rng.normal(size=2))]
    for _ in range(T - 1):
        u.append(ball.project(u[-1] + pace * rng.normal(size=2)))
    path = float(np.linalg.norm(np.diff(u, axis=0), axis=1).sum())
    gradients = rng.normal(size=(T, 2)) - np.array(u)  # linear losses that lead towards u
    run = ol.play_oco(ol.OnlineGradientDescent(eta, ball), gradients)
    measured = float(run.losses.sum() - (gradients * np.array(u)).sum())
    allowed = bound("curved.moving", D=D, eta=eta, P=path, S=float((gradients**2).sum()))
    assert within(measured, allowed, float(np.abs(run.losses).sum()))


# ---------------------------------------------------------------------- the lower bound
@pytest.mark.parametrize("T", [1, 2, 5, 40, 1000])
def test_the_opponent_forces_its_sum_on_every_learner(T: int) -> None:
    total = float(forced_numbers(T)[1:].sum())
    learners = (
        ol.OnlineGradientDescent(lambda t: 1 / t),
        ol.OnlineGradientDescent(1 / sqrt(T), ol.Ball(1.0)),
        ol.OnlineGradientDescent(0.9),
        OnlineNewtonStep(0.1, 10.0, ol.Ball(1.0)),
    )
    for learner in learners:
        y = opposite_targets(learner, T)
        run = ol.play_oco(learner, [SquaredDistance(target) for target in y], d=1)
        measured = run.losses.sum() - ((y - y.mean()) ** 2).sum() / 2
        assert measured >= bound("curved.opponent", C_T=total) - 1e-9
        assert measured >= bound("curved.lower_bound", T=T)
    assert log(T) <= bound("curved.forced_sharp", C_T=total)
    assert 1 + log(T) <= bound("curved.forced", C_T=total)
