"""The theorems of gradient descent, exponentiated gradient, mirror descent and the square loss."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.proofs import gd_eg_ftrl, mirror_descent, square_loss
from olbook.validation import FloatArray

GD_REGRET = "Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T)"
EG_REGRET = "Sum(f[t](s[t]) - f[t](Sum(u[i] * x[t, i], i, 1, d)), t, 1, T)"
LINEAR_REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
GD = {"convex", "slope", "radius", "size"}
WEIGHTS = {"start", "update", "total", "shares", "score"}
SIMPLEX = {"most", "simplex"}
LMS = {"start", "error", "update", "loss"}
P_NORM = {"convex", "half", "start", "start_image", "step", "range", "size"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "S2-T1": (
        f"{GD_REGRET} <= U ** 2 / (2 * eta) + eta / 2 * R ** 2 * Z ** 2 * T",
        GD,
        {"start", "update"},
        set(),
    ),
    "S2-T1b": (f"{GD_REGRET} <= U * R * Z * sqrt(T)", GD, {"start", "update", "tuning"}, set()),
    "S2-R2": (
        "lim((U ** 2 / (2 * eta) + eta / 2 * R ** 2 * Z ** 2 * T) / T, T)"
        " == eta / 2 * R ** 2 * Z ** 2",
        set(),
        set(),
        set(),
    ),
    "S2-R2b": ("lim(U * R * Z * sqrt(T) / T, T) == 0", set(), set(), set()),
    "S2-T2a": (
        "log(N) <= s * m + s ** 2 * c ** 2 / 8",
        {"weights", "low", "high"},
        {"normaliser", "mean", "place"},
        set(),
    ),
    "S2-T2c": (
        "Sum(z[t] * (s[t] - Sum(u[i] * x[t, i], i, 1, d)), t, 1, T)"
        " <= log(d) / eta + eta / 8 * c ** 2 * Q",
        SIMPLEX | {"low", "high"},
        WEIGHTS | {"slopes"},
        set(),
    ),
    "S2-T2": (
        f"{EG_REGRET} <= log(d) / eta + eta / 2 * R ** 2 * Z ** 2 * T",
        SIMPLEX | {"convex", "low", "high", "slope"},
        WEIGHTS,
        set(),
    ),
    "S2-T2b": (
        f"{EG_REGRET} <= R * Z * sqrt(2 * T * log(d))",
        SIMPLEX | {"convex", "low", "high", "slope"},
        WEIGHTS | {"tuning"},
        set(),
    ),
    "B6.1": (
        "Sum(s[t] - Sum(u[i] * x[t, i], i, 1, d), t, 1, T) <= sqrt(T / 2 * log(d))",
        SIMPLEX | {"low", "high"},
        WEIGHTS | {"linear_losses", "tuning"},
        set(),
    ),
    "S2-D5": (
        "dot(D(v) - D(w), u - w) == P - Q + R",
        set(),
        {"bregman", "p", "q", "r"},
        set(),
    ),
    "S2-D5b": (
        "norm2(u) / 2 - norm2(w) / 2 - dot(w, u - w) == S / 2",
        set(),
        {"distance"},
        set(),
    ),
    "S2-D5c": (
        "Sum(p[i] * log(p[i]) - q[i] * log(q[i]) - (1 + log(q[i])) * (p[i] - q[i]), i, 1, d) == K",
        set(),
        {"relative"},
        set(),
    ),
    "S2-D5d": ("0 <= K", set(), {"relative"}, set()),
    "S2-E1": (
        "(norm2(a) / 2 + norm2(b) / 2) / 2 - norm2((a + b) / 2) / 2 == S / 8",
        set(),
        {"distance"},
        set(),
    ),
    "S2-AL4": (
        "eta * dot(g, v - w) + B(v, w) <= Q",
        {"tangent", "step"},
        {"bregman", "least"},
        set(),
    ),
    "S2-L1": ("dot(D(w[t + 1]) - D(w[t]) + eta * g[t], a) == 0", {"leader"}, set(), set()),
    "S2-L2": ("eta * dot(g, v) + norm2(v) / 2 <= Q", set(), {"step", "least"}, set()),
    "S2-L2b": ("P <= Q", {"simplex"}, {"normaliser", "step", "mine", "other"}, set()),
    "S2-L2c": (
        "w[t + 1, i] * N[t + 1] - w[t, i] * N[t] * exp(-eta * g[t, i]) == 0",
        set(),
        {"leader"},
        set(),
    ),
    "S2-L3": (
        "dot(D(w[T + 1]) + eta * Sum(g[t], t, 1, T), a) == 0",
        {"start", "step"},
        set(),
        set(),
    ),
    "S2-T3": (
        f"{LINEAR_REGRET} <= (P + S) / eta",
        {"convex", "tangent", "step"},
        {"bregman", "first", "lengths"},
        {"projection"},
    ),
    "S2-T3b": (
        f"{LINEAR_REGRET} <= P / eta + eta / (2 * sigma) * S",
        {"convex", "strong", "dual"},
        {"bregman", "first", "gradients"},
        {"optimal"},
    ),
    "S2-AL5": (
        f"{LINEAR_REGRET} <= U ** 2 / (2 * eta) + (p - 1) * eta / 2 * S",
        P_NORM,
        {"bregman", "first", "gradients"},
        {"holder", "strong"},
    ),
    "S2-AL5c": (
        "Sum((w[i] ** (q - 1) * S ** ((2 - q) / q)) ** p, i, 1, d) == S ** (p / q)",
        {"range"},
        {"dual", "powers"},
        set(),
    ),
    "S2-AL5d": (
        "(v ** (q - 1) * S ** ((2 - q) / q)) ** (p - 1) * (S ** (p / q)) ** ((2 - p) / p) == v",
        {"range"},
        {"dual"},
        set(),
    ),
    "S4-L2": ("2 * a * b <= (1 - eta) * a ** 2 + b ** 2 / (1 - eta)", {"small"}, set(), set()),
    "S4-L1": (
        "norm2(w[t + 1] - u) - norm2(w[t] - u) + eta * l[t] ** 2"
        " - eta / (1 - eta) * (dot(u, x[t]) - y[t]) ** 2 <= 0",
        {"small", "radius"},
        {"error", "update"},
        set(),
    ),
    "S4-T1": (
        "L <= C / (1 - eta) + U ** 2 / eta",
        {"small", "radius", "size"},
        LMS | {"comparator"},
        set(),
    ),
    "S4-T1b": ("L <= B", {"small", "radius"}, LMS | {"best"}, set()),
    "S4-T1c": (
        "L <= (sqrt(C) + U) ** 2",
        {"small", "radius", "size", "some_size"},
        LMS | {"comparator", "tuning"},
        set(),
    ),
    "B6.2": ("(sqrt(C) + U) ** 2 <= C / (1 - eta) + U ** 2 / eta", {"small"}, set(), set()),
    "S4-R1": ("lim((c * T / (1 - eta) + U ** 2 / eta) / T, T) == c / (1 - eta)", {"small"}, set(), set()),
    "S4-R1b": ("lim((sqrt(c * T) + U) ** 2 / T, T) == c", set(), set(), set()),
    "S4-AL2": (
        "dot(v, x) - y == l / (1 + eta * S)",
        set(),
        {"error", "square", "step"},
        set(),
    ),
    "S4-AL2b": (
        "dot(v - w + eta * (dot(v, x) - y) * x, z) == 0",
        set(),
        {"error", "square", "step"},
        set(),
    ),
    "S4-AL2c": (
        "eta / 2 * (dot(v, x) - y) ** 2 + norm2(v - w) / 2 <= Q",
        set(),
        {"error", "square", "step", "least"},
        set(),
    ),
    "S4-T2": (
        "L <= C / (1 - eta) + 2 * log(d) / eta",
        SIMPLEX | {"small", "low", "high"},
        WEIGHTS | {"error", "other", "loss", "comparator"},
        set(),
    ),
    "S4-AL3": ("P <= Q", {"simplex"}, {"normaliser", "step", "mine", "other"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- what is proved
def test_every_theorem_of_the_topic_is_pinned() -> None:
    assert {
        *gd_eg_ftrl.THEOREMS,
        *mirror_descent.THEOREMS,
        *square_loss.THEOREMS,
    } == set(PINNED)


@pytest.mark.parametrize("identifier", PINNED)
def test_a_theorem_says_what_it_should_and_rests_on_what_it_should(identifier: str) -> None:
    theorem = ol.theorem(identifier)
    claim, hypotheses, definitions, assumed = PINNED[identifier]
    assert theorem.claim == claim
    assert {fact.name for fact in theorem.hypotheses} == hypotheses
    assert {fact.name for fact in theorem.definitions} == definitions
    assert {fact.name for fact in theorem.assumed} == assumed
    assert all(fact.source for fact in theorem.assumed)
    assert theorem.source == identifier
    assert theorem.title == ol.theorems()[identifier]
    assert theorem.witness


# ---------------------------------------------------------------------- streams
SEEDS = st.integers(0, 10**6)
ROUNDS = st.integers(1, 40)
KINDS = st.sampled_from(["random", "constant", "against"])


def stream(
    learner: ol.GradientDescent | ol.ExponentiatedGradient | ol.WidrowHoff | ol.PNorm,
    rounds: int,
    d: int,
    kind: str,
    rng: np.random.Generator,
    inputs: str = "ball",
    targets: float = 1.0,
) -> tuple[FloatArray, FloatArray]:
    """Inputs in the unit ball or cube, and targets at random, constant, or far from the prediction."""
    player = learner.copy()
    player.start(d)
    X, y = [], []
    for _ in range(rounds):
        x = np.ones(d) if kind == "constant" else rng.uniform(-1, 1, d)
        if kind == "against" and inputs == "cube":
            x = rng.choice([-1.0, 1.0], d)
        if inputs == "ball":
            x = x / max(1.0, float(np.linalg.norm(x)))
            if kind == "against":  # on the boundary
                x = x / float(np.linalg.norm(x))
        target = {
            "random": targets * rng.normal(),
            "constant": targets,
            "against": -targets * np.sign(player.predict(x) or 1.0),
        }[kind]
        player.update(x, float(target))
        X.append(x)
        y.append(float(target))
    return np.array(X), np.array(y)


def within(value: float, bound: float, scale: float) -> bool:
    """At most the bound, up to rounding in sums of this size."""
    return value <= bound + 1e-9 * (abs(bound) + scale)


# ---------------------------------------------------------------------- gradient descent
@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(1e-3, 1e2), st.floats(0, 10), KINDS)
def test_the_regret_of_gradient_descent(
    seed: int, T: int, eta: float, U: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.GradientDescent(eta, loss="absolute")
    X, y = stream(learner, T, 3, kind, rng, targets=2.0)
    run = ol.play(learner, X, y)
    R = float(np.linalg.norm(X, axis=1).max())
    bound = ol.theorem("S2-T1").bound(U=U, eta=eta, R=R, Z=1.0, T=T)
    for u in comparators_in_the_ball(rng, U, X, y):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, bound, float(run.losses.sum()))


def comparators_in_the_ball(
    rng: np.random.Generator, U: float, X: FloatArray, y: FloatArray
) -> list[FloatArray]:
    """Random points of length U, and the least-squares direction of that length."""
    points = [rng.normal(size=X.shape[1]) for _ in range(5)]
    points += [X.T @ y, -(X.T @ y), np.linalg.lstsq(X, y, rcond=None)[0]]
    return [U * p / max(float(np.linalg.norm(p)), 1e-12) for p in points]


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(0.01, 10), KINDS)
def test_the_regret_of_tuned_gradient_descent(seed: int, T: int, U: float, kind: str) -> None:
    rng = np.random.default_rng(seed)
    R = 1.0
    learner = ol.GradientDescent(U / (R * sqrt(T)), loss="absolute")
    X, y = stream(learner, T, 3, kind, rng, targets=2.0)
    run = ol.play(learner, X, y)
    bound = ol.theorem("S2-T1b").bound(U=U, R=R, Z=1.0, T=T)
    for u in comparators_in_the_ball(rng, U, X, y):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, bound, float(run.losses.sum()))


def test_slopes_of_another_run_do_not_tune_the_step_size() -> None:
    """E2-03: with Z taken from a run with a small step, the tuned run breaks the tuned bound."""

    def run(eta: float) -> tuple[float, float]:
        """Total loss and largest slope, for losses (w - 1)^2."""
        w, total, largest = 0.0, 0.0, 0.0
        for _ in range(4):
            slope = 2 * (w - 1)
            total += (w - 1) ** 2
            largest = max(largest, abs(slope))
            w -= eta * slope
        return total, largest

    U, R, T = 10.0, 1.0, 4
    _, seen = run(1e-3)
    eta = U / (R * seen * sqrt(T))
    regret, actual = run(eta)  # u = 1 has no loss
    assert regret > ol.theorem("S2-T1b").bound(U=U, R=R, Z=seen, T=T)
    assert regret <= ol.theorem("S2-T1").bound(U=U, eta=eta, R=R, Z=actual, T=T)


def test_the_limit_of_the_average_regret_is_attained() -> None:
    """E2-04: with a fixed step, losses -w and w in turn leave the average regret at eta/2."""
    eta, T = 0.2, 1000
    gradients = np.where(np.arange(T) % 2 == 0, -1.0, 1.0)[:, None]
    run = ol.play_oco(ol.OnlineGradientDescent(eta), gradients)
    limit = ol.theorem("S2-R2").bound(eta=eta, R=1.0, Z=1.0)
    assert run.losses.sum() / T == pytest.approx(limit)
    average = [ol.theorem("S2-T1").bound(U=1.0, eta=eta, R=1.0, Z=1.0, T=n) / n for n in (10, 10**9)]
    assert average[0] > average[1] == pytest.approx(limit)
    assert ol.theorem("S2-R2b").bound() == 0


def test_a_fixed_step_does_not_make_the_average_regret_vanish() -> None:
    ctx = Context(positive="eta R Z", nonneg="U", posint="T")
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove("slip", "lim((U**2/(2*eta) + eta/2*R**2*Z**2*T)/T, T)\n== 0")


# ---------------------------------------------------------------------- exponentiated gradient
@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(1, 8), st.floats(-30, 30), st.floats(1e-3, 10))
def test_hoeffdings_lemma(seed: int, d: int, s: float, width: float) -> None:
    rng = np.random.default_rng(seed)
    w = rng.dirichlet(np.full(d, 0.3))
    low = float(rng.normal())
    x = low + width * (rng.random(d) if seed % 2 else rng.integers(0, 2, d))
    m = float(w @ x)
    N = float(w @ np.exp(s * (x - m)))  # shifted by the mean, so that nothing overflows
    assume(np.isfinite(N))
    assert within(log(N), ol.theorem("S2-T2a").bound(s=s, m=0.0, c=width), 1.0)


def test_hoeffdings_lemma_needs_the_whole_range() -> None:
    """A fair coin of small stake attains the constant 1/8; half the width is refuted."""
    s, width = 0.01, 1.0
    exponent = log((exp(s * width / 2) + exp(-s * width / 2)) / 2)
    bound = ol.theorem("S2-T2a").bound(s=s, m=0.0, c=width)
    assert exponent == pytest.approx(bound, rel=1e-4)
    assert exponent > ol.theorem("S2-T2a").bound(s=s, m=0.0, c=width / 2)


def corners_and_others(rng: np.random.Generator, d: int) -> list[FloatArray]:
    """Points of the simplex: its corners and some random ones."""
    return [*np.eye(d), *rng.dirichlet(np.ones(d), 3)]


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.integers(1, 6), st.floats(1e-3, 1e2), KINDS)
def test_the_regret_of_exponentiated_gradient(
    seed: int, T: int, d: int, eta: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.ExponentiatedGradient(eta, loss="absolute")
    X, y = stream(learner, T, d, kind, rng, inputs="cube", targets=2.0)
    run = ol.play(learner, X, y)
    R = float(np.abs(X).max())
    bound = ol.theorem("S2-T2").bound(eta=eta, R=R, Z=1.0, T=T, d=d)
    for u in corners_and_others(rng, d):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, bound, float(run.losses.sum()))


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.integers(2, 6), KINDS)
def test_the_regret_of_tuned_exponentiated_gradient(
    seed: int, T: int, d: int, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.ExponentiatedGradient(sqrt(2 * log(d)) / sqrt(T), loss="absolute")
    X, y = stream(learner, T, d, kind, rng, inputs="cube", targets=2.0)
    run = ol.play(learner, X, y)
    bound = ol.theorem("S2-T2b").bound(R=1.0, Z=1.0, T=T, d=d)
    for u in corners_and_others(rng, d):
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        assert within(regret, bound, float(run.losses.sum()))


@settings(max_examples=60, deadline=None)
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
    bound = ol.theorem("S2-T2c").bound(eta=eta, c=width, Q=float((z**2).sum()), d=d)
    for u in corners_and_others(rng, d):
        assert within(float(z @ (run.scores - X @ u)), bound, float(np.abs(z * run.scores).sum()))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(1, 60), st.integers(2, 8), st.sampled_from(["random", "leader"]))
def test_the_regret_of_hedge(seed: int, T: int, d: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    player = ol.Hedge(sqrt(8 * log(d) / T), d=d)
    losses, paid = np.zeros((T, d)), 0.0
    for t in range(T):
        w = player.w
        assert w is not None
        losses[t] = rng.integers(0, 2, d) if kind == "random" else np.eye(d)[np.argmax(w)]
        paid += float(losses[t] @ w)
        player.update(losses[t])
    bound = ol.theorem("B6.1").bound(T=T, d=d)
    assert within(paid - float(losses.sum(axis=0).min()), bound, paid)


def test_exponentiated_gradient_without_a_normaliser_never_predicts_minus_one() -> None:
    """E2-05: normalised, with no threshold and inputs 0 and 1, it errs on every negative label."""
    rng = np.random.default_rng(0)
    X = (rng.random((400, 16)) < 0.2).astype(float)
    X[:, 0] = rng.integers(0, 2, 400)
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    run = ol.play(ol.ExponentiatedGradient(0.5, loss="hinge", conservative=True), X, y)
    winnow = ol.play(ol.Winnow(), X, y)
    assert run.n_mistakes is not None
    assert winnow.n_mistakes is not None
    assert run.n_mistakes >= (y < 0).sum()
    assert winnow.n_mistakes < 8 * log(16)
