"""The theorems on bandits: what they say, and runs against their bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import ROUNDS, SEEDS, bound, corners_and_others, within

import olbook as ol
from olbook.bandits import UCB1, Exp3, play_bandit

HEDGE = {"start", "update", "total", "shares"}
EXP3 = "E(Sum(Sum(b[t, i] * g[t, i], i, 1, d) - Sum(u[i] * g[t, i], i, 1, d), t, 1, T))"

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "bandits.local_norm": (
        "Sum(Sum(w[t, i] * g[t, i], i, 1, d) - Sum(u[i] * g[t, i], i, 1, d), t, 1, T)"
        " <= log(d) / eta + eta / 2 * Q",
        {"most", "simplex"}, {*HEDGE, "local"}, set()),
    "bandits.exp3": (f"{EXP3} <= log(d) / eta + eta / 2 * d * T",
        {"most", "simplex", "bounded", "drawn"}, {*HEDGE, "estimate"}, {"fair"}),
    "bandits.exp3_tuned": (f"{EXP3} <= sqrt(2 * T * d * log(d))",
        {"most", "simplex", "bounded", "drawn"}, {*HEDGE, "estimate", "tuning"}, {"fair"}),
    "bandits.ucb1": ("E(Sum(Delta[i] * N[i], i, 1, k)) <= 8 * log(T) * H + 2 * S",
        {"above", "below", "chosen", "width", "later"}, {"inverses", "gaps", "inverse"}, {"hoeffding"}),
    "bandits.forced": ("Sum(epsilon * (T - m[i]), i, 1, d) / d >= sqrt(d * T) / 20",
        {"two", "long", "distance", "total"}, {"bias"}, {"moved"}),
}  # fmt: skip


def ends(
    learner: Any, T: int, losses: Any, chance: float = 1.0
) -> Iterator[tuple[float, list[int]]]:
    """All ways in which a game can end, with their chances: the arms that were pulled.

    ``losses`` gives, for a round and an arm, the chance that it loses 1; a number between 0 and 1 that
    is no chance is lost as it is, if ``losses`` says so by a pair.
    """
    if T == 0:
        yield chance, []
        return
    d = len(losses[0])
    w = getattr(learner, "w", None)
    for arm, p in enumerate(np.eye(d)[learner.choose(None)] if w is None else w):
        each = losses[0][arm]
        outcomes = [(1.0, each[0])] if isinstance(each, tuple) else [(each, 1.0), (1 - each, 0.0)]
        for q, loss in outcomes:
            if p * q > 1e-99:  # loss / p is not infinite, and the sum of all chances still 1
                after = learner.copy()
                after.update(arm, loss)
                for total, arms in ends(after, T - 1, losses[1:], chance * p * q):
                    yield total, [arm, *arms]


@settings(max_examples=30)
@given(ROUNDS, st.integers(1, 6), SEEDS, st.floats(0.01, 3.0))
def test_hedge_on_losses_without_an_upper_end(T: int, d: int, seed: int, eta: float) -> None:
    rng = np.random.default_rng(seed)
    g = rng.exponential(size=(T, d)) * rng.choice([0.0, 0.1, 10.0], size=(T, d))
    run = ol.play_oco(ol.Hedge(eta), g)
    Q = float((run.weights[:-1] * g**2).sum())
    allowed = bound("bandits.local_norm", eta=eta, d=d, Q=Q)
    for u in corners_and_others(rng, d):
        assert within(run.losses.sum() - g.sum(axis=0) @ u, allowed, T + float(g.sum()))


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 4), st.integers(2, 3), SEEDS, st.floats(0.05, 2.0))
def test_the_exact_regret_of_exp3(T: int, d: int, seed: int, eta: float) -> None:
    """Over all draws, with the best step and with others."""
    g = np.random.default_rng(seed).choice([0.0, 0.5, 1.0], size=(T, d))
    given_losses = [[(x,) for x in row] for row in g]
    tuned = math.sqrt(2 * math.log(d) / (d * T))
    for step, name, more in (
        (eta, "bandits.exp3", {"eta": eta}),
        (tuned, "bandits.exp3_tuned", {}),
    ):
        games = list(ends(Exp3(step, d=d), T, given_losses))
        assert sum(chance for chance, _ in games) == pytest.approx(1.0)
        paid = sum(chance * g[range(T), arms].sum() for chance, arms in games)
        assert paid - g.sum(axis=0).min() <= bound(name, T=T, d=d, **more) + 1e-9


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 200), st.integers(2, 5), SEEDS)
def test_a_run_of_ucb1_is_what_the_theorem_supposes(T: int, d: int, seed: int) -> None:
    """Each hypothesis, and what follows for the number of pulls in this very run."""
    rng = np.random.default_rng(seed)
    mu = np.sort(rng.uniform(size=d))
    g = (rng.random((T, d)) < mu).astype(float)
    run = play_bandit(UCB1(), g, rng)
    n, total = np.zeros((T, d)), np.zeros((T, d))
    for t in range(1, T):
        n[t] = n[t - 1] + (np.arange(d) == run.arms[t - 1])
        total[t] = total[t - 1] + run.losses[t - 1] * (np.arange(d) == run.arms[t - 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        r = np.sqrt(2 * np.log(np.arange(1, T + 1))[:, None] / n)
        a = np.where(n > 0, total / n, mu)
    r[n == 0] = np.inf
    for i in range(1, d):
        gap = mu[i] - mu[0]
        F = (mu[i] > a[:, i] + r[:, i]) | (a[:, 0] - r[:, 0] > mu[0])
        pulled = run.arms == i
        holds = np.flatnonzero(pulled & ~F)
        if len(holds):
            k = holds[-1]
            assert a[k, i] - r[k, i] <= a[k, 0] - r[k, 0] + 1e-12  # chosen
            if n[k, i]:
                assert gap <= 2 * r[k, i] + 1e-12
                assert n[k, i] * r[k, i] ** 2 <= 2 * math.log(T) + 1e-12  # width
            assert pulled.sum() <= n[k, i] + 1 + F.sum()  # later
        assert pulled.sum() <= 1 + 8 * math.log(T) / gap**2 + F.sum()


def test_the_regret_of_ucb1_in_the_mean() -> None:
    T, gaps = 2000, np.array([0.2, 0.4])
    mu = np.r_[0.3, 0.3 + gaps]
    regrets = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        run = play_bandit(UCB1(), (rng.random((T, 3)) < mu).astype(float), rng)
        regrets.append(float(run.pulls[1:] @ gaps))
    allowed = bound("bandits.ucb1", T=T, H=(1 / gaps).sum(), S=gaps.sum())
    assert np.mean(regrets) + 4 * np.std(regrets) / math.sqrt(30) < allowed


@pytest.mark.parametrize("t", [2, 3, 5, 20])
def test_the_inequality_of_hoeffding_that_is_assumed(t: int) -> None:
    for n in range(1, 60):
        for p in (0.05, 0.5, 0.9):
            least = n * p + math.sqrt(2 * n * math.log(t))
            chance = sum(
                comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if k > least - 1e-9
            )
            assert chance <= t**-4 + 1e-12


@pytest.mark.parametrize(("T", "d"), [(2, 2), (4, 2), (5, 2), (3, 3)])
def test_what_a_hidden_arm_forces(T: int, d: int) -> None:
    """Exactly, for learners that draw and that do not; and the lemma that is assumed."""
    epsilon = math.sqrt(d / T) / 4
    forced = bound("bandits.forced", T=T, d=d)
    for learner in (Exp3(0.8, d=d), UCB1(d=d), UCB1(c=0.0, d=d)):
        n = pulls(learner, T, [0.5] * d)
        m = [pulls(learner, T, [0.5 - epsilon * (i == j) for i in range(d)])[j] for j in range(d)]
        assert sum(n) == pytest.approx(T)
        for j in range(d):
            assert m[j] <= n[j] + T / 2 * math.sqrt(-n[j] * math.log(1 - 4 * epsilon**2)) + 1e-12
        assert sum(epsilon * (T - x) for x in m) / d >= forced


def pulls(learner: Any, T: int, chances: list[float]) -> list[float]:
    """How often each arm is pulled in the mean, over all losses and draws."""
    games = list(ends(learner, T, [chances] * T))
    return [sum(c * arms.count(i) for c, arms in games) for i in range(len(chances))]
