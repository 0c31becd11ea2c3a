"""The theorems of gradient descent, exponentiated gradient, mirror descent and the square loss."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.domains import Domain
from olbook.regularizers import Regularizer
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
    "S2-AL5b": (
        f"{LINEAR_REGRET} <= sqrt(exp(1) * (2 * log(d) - 1)) * U * R * Z * sqrt(T)",
        P_NORM,
        {"bregman", "first", "gradients", "exponent", "tuning"},
        {"holder", "strong", "entries"},
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
def test_the_regret_of_gradient_descent(seed: int, T: int, eta: float, U: float, kind: str) -> None:
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
    least = np.linalg.lstsq(X, y, rcond=None)[0]
    points: FloatArray = np.vstack([rng.normal(size=(5, X.shape[1])), X.T @ y, -(X.T @ y), least])
    lengths = np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-12)
    return list(U * points / lengths)


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
    average = [
        ol.theorem("S2-T1").bound(U=1.0, eta=eta, R=1.0, Z=1.0, T=n) / n for n in (10, 10**9)
    ]
    assert average[0] > average[1]
    assert average[1] == pytest.approx(limit)
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
def test_the_regret_of_tuned_exponentiated_gradient(seed: int, T: int, d: int, kind: str) -> None:
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


def test_normalised_exponentiated_gradient_never_predicts_minus_one() -> None:
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


# ---------------------------------------------------------------------- Bregman divergences
REGULARISERS = [ol.SquaredNorm(), ol.Entropy(), ol.SquaredPNorm(1.5), ol.SquaredPNorm(1.1)]


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 5), st.sampled_from(REGULARISERS))
def test_three_points_and_their_divergences(seed: int, d: int, psi: Regularizer) -> None:
    rng = np.random.default_rng(seed)
    u, v, w = rng.random((3, d)) + 1e-3
    bound = ol.theorem("S2-D5").bound(
        P=psi.divergence(u, w), Q=psi.divergence(u, v), R=psi.divergence(w, v)
    )
    assert (psi.gradient(v) - psi.gradient(w)) @ (u - w) == pytest.approx(bound, abs=1e-9)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 5))
def test_the_two_divergences(seed: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    u, w = rng.normal(size=(2, d))
    squared = float(((u - w) ** 2).sum())
    shown = ol.theorem("S2-D5b").bound(S=squared)
    assert ol.SquaredNorm().divergence(u, w) == pytest.approx(shown)
    p, q = rng.random((2, d)) + 1e-3
    relative = float((p * np.log(p / q) - p + q).sum())
    assert ol.Entropy().divergence(p, q) == pytest.approx(relative, abs=1e-12)
    assert ol.theorem("S2-D5c").bound(K=relative) == relative
    assert ol.theorem("S2-D5d").bound(K=relative) >= 0
    middle = (ol.SquaredNorm().value(u) + ol.SquaredNorm().value(w)) / 2
    gap = middle - ol.SquaredNorm().value((u + w) / 2)
    assert gap == pytest.approx(ol.theorem("S2-E1").bound(S=squared))


def test_not_every_squared_norm_is_strictly_convex() -> None:
    """E2-12: the 1-norm and the maximum norm have a chord with no gap, unlike the Euclidean one."""

    def gap(a: FloatArray, b: FloatArray, r: float) -> float:
        """How far half the squared r-norm lies below its chord, in the middle."""
        middle, *ends = (np.linalg.norm(v, r) ** 2 / 2 for v in ((a + b) / 2, a, b))
        return float(sum(ends) / 2 - middle)

    first, second, both = np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([1.0, 1.0])
    for r, other in ((1.0, second), (np.inf, both)):
        squared = float(((first - other) ** 2).sum())
        assert gap(first, other, r) == 0
        assert gap(first, other, 2.0) == pytest.approx(ol.theorem("S2-E1").bound(S=squared))
    with pytest.raises(ValueError, match="q must be in"):
        ol.SquaredPNorm(1.0)  # E2-10: the end point is no regulariser
    ctx = Context(nonneg="norm", vector="a b")
    ctx.hyp("triangle", "norm((a + b)/2) <= norm(a)/2 + norm(b)/2")
    with pytest.raises(CheckError):
        ctx.prove("gap", "norm((a + b)/2)**2/2 + norm2(a - b)/8\n<= norm(a)**2/4 + norm(b)**2/4")


# ---------------------------------------------------------------------- mirror steps
def move(psi: Regularizer, w: FloatArray, g: FloatArray, eta: float) -> FloatArray:
    """The mirror step without a domain."""
    return psi.inverse_gradient(psi.gradient(w) - eta * g)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 5), st.floats(0.01, 3), st.sampled_from(REGULARISERS))
def test_the_mirror_step_is_the_best_trade_off(
    seed: int, d: int, eta: float, psi: Regularizer
) -> None:
    rng = np.random.default_rng(seed)
    w, g = rng.random(d) + 0.1, rng.normal(size=d)
    v = move(psi, w, g, eta)
    mine = float(eta * g @ (v - w)) + psi.divergence(v, w)
    for z in (w, *(v * np.exp(0.1 * rng.normal(size=(5, d)))), *(rng.random((5, d)) + 0.1)):
        other = float(eta * g @ (z - w) + psi.divergence(z, w))
        assert within(mine, ol.theorem("S2-AL4").bound(Q=other), 1.0)


def test_the_printed_update_does_not_move() -> None:
    """E2-06: with the loss at the old point, the best trade-off is the old point itself."""
    w, eta, psi = np.array([0.5, -1.0]), 0.3, ol.SquaredNorm()
    loss = 7.0
    grid = [w + step for step in np.random.default_rng(0).normal(size=(50, 2))]
    values = [loss + psi.divergence(z, w) / eta for z in (w, *grid)]
    assert np.argmin(values) == 0
    ctx = Context(positive="eta", vector="g v w z")
    ctx.define("step", "v == w - eta*g")
    text = """
        eta*dot(g, {0}) + norm2(v - w)/2
        <= eta*dot(g, {0}) + norm2(v - w)/2 + norm2(z - v)/2
            | gap norm2(z - v)/2
        == eta*dot(g, {1}) + norm2(z - w)/2
            | by step
        """
    ctx.prove("linearised", text.format("v", "z"))
    with pytest.raises(CheckError, match=r"step 2: .* The step is FALSE"):
        ctx.prove("printed", text.format("w", "w"))


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(0.01, 1), st.sampled_from(REGULARISERS))
def test_without_constraints_the_leader_is_mirror_descent(
    seed: int, T: int, eta: float, psi: Regularizer
) -> None:
    gradients = np.random.default_rng(seed).uniform(-1, 1, (T, 3))
    agile = ol.play_oco(ol.MirrorDescent(eta, psi), gradients, keep_weights=True)
    lazy = ol.play_oco(ol.FollowTheRegularizedLeader(eta, psi), gradients, keep_weights=True)
    assert agile.weights is not None
    assert lazy.weights is not None
    assert np.allclose(agile.weights, lazy.weights, rtol=1e-6, atol=1e-9)
    zero = ol.theorem("S2-L1").bound(), ol.theorem("S2-L3").bound()
    assert zero == (0, 0)
    if np.all(agile.weights[-1] != 0):  # where the p-norms have a gradient with an inverse
        slope = psi.gradient(agile.weights[-1]) + eta * gradients.sum(axis=0)
        np.testing.assert_allclose(slope, zero[1], atol=1e-6)


def test_from_another_start_the_leader_is_not_mirror_descent() -> None:
    """E2-07: the leader forgets the start, mirror descent does not."""
    eta, g, start = 1.0, 1.0, 5.0
    leader, descent = -eta * g, start - eta * g
    assert (leader, descent) == (-1.0, 4.0)
    ctx = Context(index="t: 1..T", positive="eta", vector="D w g a", posint="T")
    ctx.hyp("step", "dot(D(w[t+1]) - D(w[t]) + eta*g[t], a) == 0", for_all="a")
    text = """
        dot(D(w[T+1]) + eta*Sum(g[t], t, 1, T), a)
        == Sum(dot(D(w[t+1]) - D(w[t]) + eta*g[t], a), t, 1, T) + dot(D(w[1]), a)
        == {}
            | by sum(t, 1, T, step)
        """
    ctx.prove("right", text.format("dot(D(w[1]), a)"))
    with pytest.raises(CheckError):
        ctx.prove("slip", text.format("0"))


def test_with_constraints_the_leader_is_not_mirror_descent() -> None:
    """E2-08: on the interval from -1 to 1, with losses 2w and -w."""
    gradients = np.array([[2.0], [-1.0]])
    box = ol.Box(-1.0, 1.0)
    agile = ol.play_oco(ol.MirrorDescent(1.0, ol.SquaredNorm(), box), gradients)
    lazy = ol.play_oco(ol.FollowTheRegularizedLeader(1.0, ol.SquaredNorm(), box), gradients)
    assert (agile.w[0], lazy.w[0]) == (0.0, -1.0)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(1, 5), st.floats(0.01, 3))
def test_the_leaders_for_the_square_and_for_the_entropy(seed: int, d: int, eta: float) -> None:
    rng = np.random.default_rng(seed)
    g, w = rng.normal(size=d), rng.dirichlet(np.ones(d)) + 1e-6
    v = ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm(), d=d)
    v.update(g)
    assert v.w is not None
    least = float(eta * g @ v.w + v.w @ v.w / 2)
    for z in (*(v.w + rng.normal(size=(5, d)) * 0.1), *rng.normal(size=(5, d))):
        value = float(eta * g @ z + z @ z / 2)
        assert within(least, ol.theorem("S2-L2").bound(Q=value), 1.0)
    step = w * np.exp(-eta * g)
    step = step / step.sum()
    mine = float((eta * g * step + step * np.log(step / w)).sum())
    for p in (*rng.dirichlet(np.ones(d), 5), (step + w) / (step + w).sum()):
        p = np.maximum(p, 1e-12)
        value = float((eta * g * p + p * np.log(p / w)).sum())
        assert within(mine, ol.theorem("S2-L2b").bound(Q=value), 1.0)


def test_the_leader_for_the_entropy_multiplies_its_weights() -> None:
    rng = np.random.default_rng(1)
    gradients, eta = rng.normal(size=(30, 4)), 0.3
    run = ol.play_oco(
        ol.FollowTheRegularizedLeader(eta, ol.Entropy(), ol.Simplex()), gradients, keep_weights=True
    )
    assert run.weights is not None
    powers = run.weights[:-1] * np.exp(-eta * gradients)
    np.testing.assert_allclose(run.weights[1:], powers / powers.sum(axis=1, keepdims=True))
    assert ol.theorem("S2-L2c").bound() == 0


# ---------------------------------------------------------------------- mirror descent
def setups(
    rng: np.random.Generator,
) -> list[tuple[Regularizer, Domain, float, float, FloatArray]]:
    """Regulariser, domain, strong convexity, exponent of the dual norm, and some comparators."""
    ball = rng.normal(size=(6, 3))
    ball = ball / np.linalg.norm(ball, axis=1, keepdims=True)
    corners = np.vstack([np.eye(3), rng.dirichlet(np.ones(3), 3)])
    return [
        (ol.SquaredNorm(), ol.Ball(1.0), 1.0, 2.0, ball),
        (ol.SquaredNorm(), ol.WholeSpace(), 1.0, 2.0, 5 * ball),
        (ol.Entropy(), ol.Simplex(), 1.0, np.inf, corners),
        (ol.SquaredPNorm(1.5), ol.WholeSpace(), 0.5, 3.0, 5 * ball),
        (ol.SquaredPNorm(1.1), ol.WholeSpace(), 0.1, 11.0, 5 * ball),
    ]


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(0.01, 10), st.integers(0, 4), st.booleans())
def test_the_regret_of_mirror_descent(
    seed: int, T: int, eta: float, which: int, against: bool
) -> None:
    rng = np.random.default_rng(seed)
    psi, domain, sigma, dual, comparators = setups(rng)[which]
    player = ol.MirrorDescent(eta, psi, domain, d=3)
    weights, gradients, steps = [], [], []
    for _ in range(T):
        w = player.w
        assert w is not None
        g = np.sign(w - w.mean() + 1e-3) if against else rng.normal(size=3)
        weights.append(w)
        gradients.append(g)
        if np.all(w > 0) or not isinstance(psi, ol.Entropy):
            steps.append(psi.divergence(w, move(psi, w, g, eta)))
        player.update(g)
    W, G = np.array(weights), np.array(gradients)
    S = float((np.linalg.norm(G, dual, axis=1) ** 2).sum())
    paid = float((W * G).sum())
    for u in comparators:
        P = psi.divergence(u, W[0])
        regret = paid - float(G.sum(axis=0) @ u)
        second = ol.theorem("S2-T3b").bound(P=P, eta=eta, sigma=sigma, S=S)
        assert within(regret, second, S)
        if len(steps) == T:
            assert within(regret, ol.theorem("S2-T3").bound(P=P, S=sum(steps), eta=eta), sum(steps))


def test_the_printed_bregman_step_fails_after_a_projection() -> None:
    """E2-09: from 0.9, with loss -w and step 1, on the interval from -1 to 1."""
    psi, eta = ol.SquaredNorm(), 1.0
    w, u, g = np.array([0.9]), np.array([1.0]), np.array([-1.0])
    v = move(psi, w, g, eta)
    after = ol.Box(-1.0, 1.0).project(v)
    left = float(g @ (w - u))
    printed = psi.divergence(u, w) - psi.divergence(u, after) + psi.divergence(w, after)
    with_the_step = psi.divergence(u, w) - psi.divergence(u, after) + psi.divergence(w, v)
    assert (left, printed) == pytest.approx((0.1, 0.01))
    assert printed < left <= with_the_step
    text = """
        eta*dot(g, w - u)
        == norm2(u - w)/2 - norm2(u - v)/2 + norm2(w - v)/2
            | by step
        <= norm2(u - w)/2 - norm2(u - q)/2 + norm2(w - {})/2
            | by projection
        """
    for point in "vq":
        ctx = Context(positive="eta", vector="g q u v w")
        ctx.define("step", "v == w - eta*g")
        ctx.hyp("projection", "norm2(u - q) <= norm2(u - v)")
        if point == "v":
            ctx.prove(
                "right", text.format(point).replace("by projection", "by times(1/2, projection)")
            )
        else:
            with pytest.raises(CheckError, match="The step is FALSE"):
                ctx.prove("printed", text.format(point))


# ---------------------------------------------------------------------- p-norms
@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(2, 12), st.floats(0.01, 10), KINDS)
def test_the_regret_of_the_p_norm_algorithms(
    seed: int, T: int, p: float, eta: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.PNorm(p, eta, loss="absolute")
    X, y = stream(learner, T, 4, kind, rng, inputs="cube", targets=2.0)
    run = ol.play(learner, X, y)
    slopes = np.sign(run.scores - y)
    S = float((np.linalg.norm(slopes[:, None] * X, p, axis=1) ** 2).sum())
    q = p / (p - 1)
    for u in (*np.eye(4), *rng.normal(size=(4, 4)), np.zeros(4)):
        U = float(np.linalg.norm(u, q))
        regret = run.losses.sum() - np.abs(X @ u - y).sum()
        bound = ol.theorem("S2-AL5").bound(U=U, eta=eta, p=p, S=S)
        assert within(float(regret), bound, float(run.losses.sum()))


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.integers(3, 40), st.floats(0.1, 5), KINDS)
def test_the_regret_of_the_tuned_p_norm_algorithm(
    seed: int, T: int, d: int, U: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.PNorm(2 * log(d), U / sqrt(exp(1) * (2 * log(d) - 1) * T), loss="absolute")
    X, y = stream(learner, T, d, kind, rng, inputs="cube", targets=2.0)
    run = ol.play(learner, X, y)
    bound = ol.theorem("S2-AL5b").bound(U=U, R=1.0, Z=1.0, T=T, d=d)
    directions = np.vstack([np.eye(d)[:3], -np.eye(d)[:3], rng.normal(size=(3, d))])
    for u in U * directions / np.abs(directions).sum(axis=1, keepdims=True):
        regret = float(run.losses.sum() - np.abs(X @ u - y).sum())
        assert within(regret, bound, float(run.losses.sum()))


def test_the_tuned_p_norm_algorithm_needs_three_coordinates() -> None:
    """E2-10: for d = 2 the constant would be too small; with p = 2 it is the root of 2."""
    X, y, T = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([10.0, 10.0]), 2
    run = ol.play(ol.PNorm(2.0, 0.5, loss="absolute"), X, y)
    regret = float(run.losses.sum() - np.abs(X[:, 0] - y).sum())
    claimed = ol.theorem("S2-AL5b").bound(U=1.0, R=1.0, Z=1.0, T=T, d=2)
    assert claimed < regret <= sqrt(2) * sqrt(T) + 1e-12
    ctx = Context(posint="d", real="p")
    ctx.define("exponent", "p == 2*log(d)")
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove("slip", "2\n<= p | by exponent")


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(1, 6), st.floats(1.05, 2))
def test_gradients_of_half_squared_norms(seed: int, d: int, q: float) -> None:
    w = np.random.default_rng(seed).random(d) + 0.01
    psi = ol.SquaredPNorm(q)
    p, theta, S = psi.p, psi.gradient(w), float((w**q).sum())
    powers = ol.theorem("S2-AL5c").bound(S=S, p=p, q=q)
    assert float((theta**p).sum()) == pytest.approx(powers)
    np.testing.assert_allclose(psi.inverse_gradient(theta), ol.theorem("S2-AL5d").bound(v=w))


# ---------------------------------------------------------------------- Widrow-Hoff
@settings(max_examples=80, deadline=None)
@given(SEEDS, ROUNDS, st.floats(0.01, 0.99), KINDS)
def test_the_loss_of_widrow_hoff(seed: int, T: int, eta: float, kind: str) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.WidrowHoff(eta)
    X, y = stream(learner, T, 3, kind, rng)
    run = ol.play(learner, X, y, keep_weights=True)
    L = 2 * float(run.losses.sum())  # the theorems speak of squares without the half
    ridge = np.linalg.solve(X.T @ X + (1 - eta) / eta * np.eye(3), X.T @ y)
    for u in (ridge, *rng.normal(size=(3, 3)), np.zeros(3)):
        C, U = float(((X @ u - y) ** 2).sum()), float(np.linalg.norm(u))
        bound = ol.theorem("S4-T1").bound(C=C, U=U, eta=eta)
        assert within(L, bound, L)
        smallest = ol.theorem("B6.2").bound(C=C, U=U, eta=eta)
        assert within((sqrt(C) + U) ** 2, smallest, 1.0)
    best = ol.theorem("S4-T1").bound(
        C=float(((X @ ridge - y) ** 2).sum()), U=float(np.linalg.norm(ridge)), eta=eta
    )
    assert within(L, ol.theorem("S4-T1b").bound(B=best), L)
    assert run.weights is not None
    errors, other = run.scores - y, X @ rng.normal(size=3) - y
    assert np.all(
        2 * errors * other <= ol.theorem("S4-L2").bound(a=errors, b=other, eta=eta) + 1e-9 * (1 + L)
    )
    u = rng.normal(size=3)
    potential = ((run.weights - u) ** 2).sum(axis=1)
    one_round = np.diff(potential) + eta * errors**2 - eta / (1 - eta) * (X @ u - y) ** 2
    assert one_round.max() <= ol.theorem("S4-L1").bound() + 1e-9 * (1 + potential.max() + L)


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, KINDS)
def test_the_loss_of_tuned_widrow_hoff(seed: int, T: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    X, y = stream(ol.WidrowHoff(0.5), T, 3, kind, rng)
    u = rng.normal(size=3)
    C, U = float(((X @ u - y) ** 2).sum()), float(np.linalg.norm(u))
    assume(C > 1e-6)
    L = 2 * float(ol.play(ol.WidrowHoff(U / (U + sqrt(C))), X, y).losses.sum())
    assert within(L, ol.theorem("S4-T1c").bound(C=C, U=U), L)


def test_widrow_hoff_needs_a_step_below_one() -> None:
    """E4-01: with x = y = 1 and u = 3, a step of 1.5 breaks the bound, and one of 2.1 diverges."""
    X, y, u = np.ones((20, 1)), np.ones(20), 3.0
    C = 20 * (u - 1) ** 2
    L = 2 * float(ol.play(ol.WidrowHoff(1.5), X, y).losses.sum())
    assert C / (1 - 1.5) + u**2 / 1.5 < L
    assert 2 * float(ol.play(ol.WidrowHoff(2.1), X, y).losses.sum()) > 10 * 20
    assert 2 * float(ol.play(ol.WidrowHoff(2.0), X, y).losses.sum()) == pytest.approx(20)
    text = "2*a*b\n<= (1 - eta)*a**2 + b**2/(1 - eta) | gap ((1 - eta)*a - b)**2/(1 - eta)"
    ctx = Context(positive="eta", real="a b")
    with pytest.raises(CheckError, match='"1 - eta", it must be visibly nonzero'):
        ctx.prove("slip", text)
    ctx.hyp("large", "1 < eta")
    with pytest.raises(CheckError, match="is not visibly nonnegative"):
        ctx.prove("slip", text)


def test_the_bound_of_widrow_hoff_is_attained() -> None:
    """E4-08 (a): with a new direction in every round nothing is learnt, whatever the step."""
    T = 25
    for eta in (0.1, 0.5, 0.9):
        L = 2 * float(ol.play(ol.WidrowHoff(eta), np.eye(T), np.ones(T)).losses.sum())
        C, U = T * (1 - eta) ** 2, eta * sqrt(T)  # the best u has all entries eta
        assert pytest.approx((L, ol.theorem("S4-T1").bound(C=C, U=U, eta=eta))) == (T, L)


def test_the_average_loss_does_not_reach_the_comparators() -> None:
    """E4-08 (b): a comparator without loss whose norm grows, and the limits with a bounded one."""
    T, eta = 20_000, 0.9
    run = ol.play(ol.WidrowHoff(eta), np.full((T, 1), T**-0.5), np.ones(T))
    average = 2 * float(run.losses.mean())
    assert average == pytest.approx((1 - exp(-2 * eta)) / (2 * eta), rel=1e-3)
    assert ol.theorem("S4-R1").bound(c=0.0, eta=eta) == 0 < average
    for c in (0.0, 0.3):
        fixed = ol.theorem("S4-T1").bound(C=c * 10**12, U=2.0, eta=eta) / 10**12
        assert fixed == pytest.approx(ol.theorem("S4-R1").bound(c=c, eta=eta), abs=1e-9)
        tuned = (sqrt(c * 10**12) + 2.0) ** 2 / 10**12
        assert tuned == pytest.approx(ol.theorem("S4-R1b").bound(c=c), abs=1e-5)
    assert ol.theorem("S4-R1").bound(c=0.3, eta=eta) > ol.theorem("S4-R1b").bound(c=0.3)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 4), st.floats(0.01, 100))
def test_the_implicit_step(seed: int, d: int, eta: float) -> None:
    """E4-05: the implicit equation has a closed solution, and it is the best trade-off."""
    rng = np.random.default_rng(seed)
    w, x, y = rng.normal(size=d), rng.normal(size=d), float(rng.normal())
    error, square = float(w @ x) - y, float(x @ x)
    v = w - eta * error / (1 + eta * square) * x
    after = float(v @ x) - y
    assert after == pytest.approx(ol.theorem("S4-AL2").bound(l=error, eta=eta, S=square), abs=1e-9)
    np.testing.assert_allclose(
        v - w + eta * after * x, ol.theorem("S4-AL2b").bound(), atol=1e-8 * eta
    )
    mine = eta / 2 * after**2 + float((v - w) @ (v - w)) / 2
    for z in (*(v + 0.1 * rng.normal(size=(5, d))), w, w - eta * error * x):
        value = eta / 2 * (float(z @ x) - y) ** 2 + float((z - w) @ (z - w)) / 2
        assert within(mine, ol.theorem("S4-AL2c").bound(Q=value), 1.0)


def test_without_the_half_the_step_is_half_as_long() -> None:
    """E4-03: eta L + |z - w|^2 is least after a step of eta/2, not of eta, against the gradient."""
    ctx = Context(positive="eta", vector="g v w z")
    text = """
        eta*dot(g, v - w) + norm2(v - w)
        <= eta*dot(g, v - w) + norm2(v - w) + norm2(z - v)
            | gap norm2(z - v)
        == eta*dot(g, z - w) + norm2(z - w)
            | by {}
        """
    ctx.define("half", "v == w - eta/2*g")
    ctx.prove("right", text.format("half"))
    ctx = Context(positive="eta", vector="g v w z")
    ctx.define("printed", "v == w - eta*g")
    with pytest.raises(CheckError, match=r"step 2: .* The step is FALSE"):
        ctx.prove("slip", text.format("printed"))
    eta, gradient, w = 0.5, 2.0, 0.0  # in numbers: (w - 1)^2 has slope -2 at 0
    z = np.linspace(-3, 3, 6001)
    least = z[np.argmin(-eta * gradient * z + (z - w) ** 2)]
    assert least == pytest.approx(eta / 2 * gradient)
    assert least < eta * gradient


# ---------------------------------------------------------------------- EG on the square loss
@settings(max_examples=80, deadline=None)
@given(SEEDS, ROUNDS, st.integers(1, 6), st.floats(0.02, 0.98), KINDS)
def test_the_square_loss_of_exponentiated_gradient(
    seed: int, T: int, d: int, eta: float, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    learner = ol.ExponentiatedGradient(eta, loss="square")
    X, y = stream(learner, T, d, kind, rng, inputs="cube")
    if seed % 3 == 0:  # targets that a corner of the simplex explains
        y = X[:, 0] + 0.1 * rng.normal(size=T)
    L = 2 * float(ol.play(learner, X, y).losses.sum())
    for u in corners_and_others(rng, d):
        C = float(((X @ u - y) ** 2).sum())
        assert within(L, ol.theorem("S4-T2").bound(C=C, eta=eta, d=d), L)


def test_the_comparator_of_exponentiated_gradient_is_in_the_simplex() -> None:
    """E4-06: against u = (-1, 0) the bound is false; the signed algorithm repairs it."""
    T, eta = 200, 0.3
    X, y = np.ones((T, 2)), -np.ones(T)
    L = 2 * float(ol.play(ol.ExponentiatedGradient(eta), X, y).losses.sum())
    bound = ol.theorem("S4-T2").bound(C=0.0, eta=eta, d=2)
    assert pytest.approx(4 * T) == L
    assert bound < L
    doubled = np.hstack([X, -X])
    signed = 2 * float(ol.play(ol.ExponentiatedGradient(eta), doubled, y).losses.sum())
    assert signed <= ol.theorem("S4-T2").bound(C=0.0, eta=eta, d=4)


def test_exponentiated_gradient_needs_a_step_below_one() -> None:
    """E4-07: with a step of 2 the same bound, read with 1/(1 - eta) = -1, is false."""
    X, y = np.ones((3, 2)), np.zeros(3)
    L = 2 * float(ol.play(ol.ExponentiatedGradient(2.0), X, y).losses.sum())
    C = 3.0  # every u of the simplex predicts 1
    assert pytest.approx(3.0) == L
    assert C / (1 - 2.0) + 2 * log(2) / 2.0 < L


def test_the_exponent_for_the_square_loss_has_a_factor_two() -> None:
    """E4-04: for the loss without the half, the printed exponent is not the best trade-off."""
    w, x, y, eta = np.array([0.5, 0.5]), np.array([1.0, -0.5]), 2.0, 0.4
    gradient = 2 * (float(w @ x) - y) * x

    def step(factor: float) -> FloatArray:
        powers: FloatArray = w * np.exp(-factor * eta * (float(w @ x) - y) * x)
        weights: FloatArray = powers / powers.sum()
        return weights

    def value(p: FloatArray) -> float:
        return float((eta * gradient * p + p * np.log(p / w)).sum())

    others = np.linspace(0.01, 0.99, 99)
    for p in (np.array([a, 1 - a]) for a in others):
        assert value(step(2.0)) <= ol.theorem("S4-AL3").bound(Q=value(p)) + 1e-12
    assert value(step(1.0)) > value(step(2.0)) + 0.01
    ctx = Context(index="i: 1..d", positive="N eta v w", real="s x y", posint="d")
    ctx.define("step", "v[i] == w[i]*exp(-eta*(s - y)*x[i])/N")
    text = "2*eta*(s - y)*x[i] + log(v[i]/w[i])\n== -log(N) | by step"
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove("slip", text)
    ctx.prove("right", text.replace("2*eta", "eta"))
