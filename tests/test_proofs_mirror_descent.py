"""The theorems of the regularised leader, mirror descent and the p-norm algorithms."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import KINDS, ROUNDS, SEEDS, stream, within

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.domains import Domain
from olbook.regularizers import Regularizer
from olbook.validation import FloatArray

LINEAR_REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
P_NORM = {"convex", "half", "start", "start_image", "step", "range", "size"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "mirror.three_points": (
        "dot(D(v) - D(w), u - w) == P - Q + R",
        set(),
        {"bregman", "p", "q", "r"},
        set(),
    ),
    "mirror.squared_norm": (
        "norm2(u) / 2 - norm2(w) / 2 - dot(w, u - w) == S / 2",
        set(),
        {"distance"},
        set(),
    ),
    "mirror.entropy": (
        "Sum(p[i] * log(p[i]) - q[i] * log(q[i]) - (1 + log(q[i])) * (p[i] - q[i]), i, 1, d) == K",
        set(),
        {"relative"},
        set(),
    ),
    "mirror.relative_entropy": ("0 <= K", set(), {"relative"}, set()),
    "mirror.strictly_convex": (
        "(norm2(a) / 2 + norm2(b) / 2) / 2 - norm2((a + b) / 2) / 2 == S / 8",
        set(),
        {"distance"},
        set(),
    ),
    "mirror.trade_off": (
        "eta * dot(g, v - w) + B(v, w) <= Q",
        {"tangent", "step"},
        {"bregman", "least"},
        set(),
    ),
    "mirror.leader_steps": (
        "dot(D(w[t + 1]) - D(w[t]) + eta * g[t], a) == 0",
        {"leader"},
        set(),
        set(),
    ),
    "mirror.leader_squared_norm": (
        "eta * dot(g, v) + norm2(v) / 2 <= Q",
        set(),
        {"step", "least"},
        set(),
    ),
    "mirror.leader_entropy": (
        "P <= Q",
        {"simplex"},
        {"normaliser", "step", "mine", "other"},
        set(),
    ),
    "mirror.leader_multiplies": (
        "w[t + 1, i] * N[t + 1] - w[t, i] * N[t] * exp(-eta * g[t, i]) == 0",
        set(),
        {"leader"},
        set(),
    ),
    "mirror.leads": (
        "dot(D(w[T + 1]) + eta * Sum(g[t], t, 1, T), a) == 0",
        {"start", "step"},
        set(),
        set(),
    ),
    "mirror.regret_by_divergences": (
        f"{LINEAR_REGRET} <= (P + S) / eta",
        {"convex", "tangent", "step"},
        {"bregman", "first", "lengths"},
        {"projection"},
    ),
    "mirror.regret": (
        f"{LINEAR_REGRET} <= P / eta + eta / (2 * sigma) * S",
        {"convex", "strong", "dual"},
        {"bregman", "first", "gradients"},
        {"optimal"},
    ),
    "mirror.leader_regret": (
        f"{LINEAR_REGRET} <= P / eta + eta / (2 * sigma) * S",
        {"convex", "strong", "dual"},
        {"bregman", "first", "gradients", "value"},
        {"leader", "last"},
    ),
    "mirror.p_norm": (
        f"{LINEAR_REGRET} <= U ** 2 / (2 * eta) + (p - 1) * eta / 2 * S",
        P_NORM,
        {"bregman", "first", "gradients"},
        {"holder", "strong"},
    ),
    "mirror.p_norm_tuned": (
        f"{LINEAR_REGRET} <= sqrt(exp(1) * (2 * log(d) - 1)) * U * R * Z * sqrt(T)",
        P_NORM,
        {"bregman", "first", "gradients", "exponent", "tuning"},
        {"holder", "strong", "entries"},
    ),
    "mirror.dual_length": (
        "Sum((w[i] ** (q - 1) * S ** ((2 - q) / q)) ** p, i, 1, d) == S ** (p / q)",
        {"range"},
        {"dual", "powers"},
        set(),
    ),
    "mirror.dual_gradient": (
        "(v ** (q - 1) * S ** ((2 - q) / q)) ** (p - 1) * (S ** (p / q)) ** ((2 - p) / p) == v",
        {"range"},
        {"dual"},
        set(),
    ),
}


# ---------------------------------------------------------------------- Bregman divergences
REGULARISERS = [ol.SquaredNorm(), ol.Entropy(), ol.SquaredPNorm(1.5), ol.SquaredPNorm(1.1)]


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 5), st.sampled_from(REGULARISERS))
def test_three_points_and_their_divergences(seed: int, d: int, psi: Regularizer) -> None:
    rng = np.random.default_rng(seed)
    u, v, w = rng.random((3, d)) + 1e-3
    bound = ol.theorem("mirror.three_points").bound(
        P=psi.divergence(u, w), Q=psi.divergence(u, v), R=psi.divergence(w, v)
    )
    assert (psi.gradient(v) - psi.gradient(w)) @ (u - w) == pytest.approx(bound, abs=1e-9)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(1, 5))
def test_the_two_divergences(seed: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    u, w = rng.normal(size=(2, d))
    squared = float(((u - w) ** 2).sum())
    shown = ol.theorem("mirror.squared_norm").bound(S=squared)
    assert ol.SquaredNorm().divergence(u, w) == pytest.approx(shown)
    p, q = rng.random((2, d)) + 1e-3
    relative = float((p * np.log(p / q) - p + q).sum())
    assert ol.Entropy().divergence(p, q) == pytest.approx(relative, abs=1e-12)
    assert ol.theorem("mirror.entropy").bound(K=relative) == relative
    assert ol.theorem("mirror.relative_entropy").bound(K=relative) >= 0
    middle = (ol.SquaredNorm().value(u) + ol.SquaredNorm().value(w)) / 2
    gap = middle - ol.SquaredNorm().value((u + w) / 2)
    assert gap == pytest.approx(ol.theorem("mirror.strictly_convex").bound(S=squared))


def test_not_every_squared_norm_is_strictly_convex() -> None:
    """The 1-norm and the maximum norm have a chord with no gap, unlike the Euclidean one."""

    def gap(a: FloatArray, b: FloatArray, r: float) -> float:
        """How far half the squared r-norm lies below its chord, in the middle."""
        middle, *ends = (np.linalg.norm(v, r) ** 2 / 2 for v in ((a + b) / 2, a, b))
        return float(sum(ends) / 2 - middle)

    first, second, both = np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([1.0, 1.0])
    for r, other in ((1.0, second), (np.inf, both)):
        squared = float(((first - other) ** 2).sum())
        assert gap(first, other, r) == 0
        assert gap(first, other, 2.0) == pytest.approx(
            ol.theorem("mirror.strictly_convex").bound(S=squared)
        )
    with pytest.raises(ValueError, match="q must be in"):
        ol.SquaredPNorm(1.0)  # the end point is no regulariser
    ctx = Context(nonneg="norm_q", vector="a b")
    ctx.hyp("triangle", "norm_q((a + b)/2) <= norm_q(a)/2 + norm_q(b)/2")
    with pytest.raises(CheckError):
        ctx.prove(
            "gap", "norm_q((a + b)/2)**2/2 + norm2(a - b)/8\n<= norm_q(a)**2/4 + norm_q(b)**2/4"
        )


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
        assert within(mine, ol.theorem("mirror.trade_off").bound(Q=other), 1.0)


def test_with_the_loss_at_the_old_point_nothing_moves() -> None:
    """With the loss at the old point, the best trade-off is the old point itself."""
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
    zero = ol.theorem("mirror.leader_steps").bound(), ol.theorem("mirror.leads").bound()
    assert zero == (0, 0)
    if np.all(agile.weights[-1] != 0):  # where the p-norms have a gradient with an inverse
        slope = psi.gradient(agile.weights[-1]) + eta * gradients.sum(axis=0)
        np.testing.assert_allclose(slope, zero[1], atol=1e-6)


def test_from_another_start_the_leader_is_not_mirror_descent() -> None:
    """The leader forgets the start, mirror descent does not."""
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
    """On the interval from -1 to 1, with losses 2w and -w."""
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
        assert within(least, ol.theorem("mirror.leader_squared_norm").bound(Q=value), 1.0)
    step = w * np.exp(-eta * g)
    step = step / step.sum()
    mine = float((eta * g * step + step * np.log(step / w)).sum())
    for p in (*rng.dirichlet(np.ones(d), 5), (step + w) / (step + w).sum()):
        p = np.maximum(p, 1e-12)
        value = float((eta * g * p + p * np.log(p / w)).sum())
        assert within(mine, ol.theorem("mirror.leader_entropy").bound(Q=value), 1.0)


def test_the_leader_for_the_entropy_multiplies_its_weights() -> None:
    rng = np.random.default_rng(1)
    gradients, eta = rng.normal(size=(30, 4)), 0.3
    run = ol.play_oco(
        ol.FollowTheRegularizedLeader(eta, ol.Entropy(), ol.Simplex()), gradients, keep_weights=True
    )
    assert run.weights is not None
    powers = run.weights[:-1] * np.exp(-eta * gradients)
    np.testing.assert_allclose(run.weights[1:], powers / powers.sum(axis=1, keepdims=True))
    assert ol.theorem("mirror.leader_multiplies").bound() == 0


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
        second = ol.theorem("mirror.regret").bound(P=P, eta=eta, sigma=sigma, S=S)
        assert within(regret, second, S)
        if len(steps) == T:
            assert within(
                regret,
                ol.theorem("mirror.regret_by_divergences").bound(P=P, S=sum(steps), eta=eta),
                sum(steps),
            )


@settings(max_examples=60, deadline=None)
@given(SEEDS, ROUNDS, st.floats(0.01, 10), st.integers(0, 4), st.booleans())
def test_the_regret_of_the_regularised_leader(
    seed: int, T: int, eta: float, which: int, against: bool
) -> None:
    rng = np.random.default_rng(seed)
    psi, domain, sigma, dual, comparators = setups(rng)[which]
    player = ol.FollowTheRegularizedLeader(eta, psi, domain, d=3)
    weights, gradients = [], []
    for _ in range(T):
        w = player.w
        assert w is not None
        weights.append(w)
        gradients.append(np.sign(w - w.mean() + 1e-3) if against else rng.normal(size=3))
        player.update(gradients[-1])
    W, G = np.array(weights), np.array(gradients)
    S = float((np.linalg.norm(G, dual, axis=1) ** 2).sum())
    for u in comparators:
        P = psi.value(u) - psi.value(W[0])
        assert psi.divergence(u, W[0]) - 1e-9 <= P
        allowed = ol.theorem("mirror.leader_regret").bound(P=P, eta=eta, sigma=sigma, S=S)
        assert within(float((W * G).sum() - G.sum(axis=0) @ u), allowed, S)


def test_the_length_of_a_step_that_was_cut_off_is_too_short() -> None:
    """From 0.9, with loss -w and step 1, on the interval from -1 to 1."""
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
        bound = ol.theorem("mirror.p_norm").bound(U=U, eta=eta, p=p, S=S)
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
    bound = ol.theorem("mirror.p_norm_tuned").bound(U=U, R=1.0, Z=1.0, T=T, d=d)
    directions = np.vstack([np.eye(d)[:3], -np.eye(d)[:3], rng.normal(size=(3, d))])
    for u in U * directions / np.abs(directions).sum(axis=1, keepdims=True):
        regret = float(run.losses.sum() - np.abs(X @ u - y).sum())
        assert within(regret, bound, float(run.losses.sum()))


def test_the_tuned_p_norm_algorithm_needs_three_coordinates() -> None:
    """For d = 2 the constant would be too small; with p = 2 it is the root of 2."""
    X, y, T = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([10.0, 10.0]), 2
    run = ol.play(ol.PNorm(2.0, 0.5, loss="absolute"), X, y)
    regret = float(run.losses.sum() - np.abs(X[:, 0] - y).sum())
    claimed = ol.theorem("mirror.p_norm_tuned").bound(U=1.0, R=1.0, Z=1.0, T=T, d=2)
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
    powers = ol.theorem("mirror.dual_length").bound(S=S, p=p, q=q)
    assert float((theta**p).sum()) == pytest.approx(powers)
    np.testing.assert_allclose(
        psi.inverse_gradient(theta), ol.theorem("mirror.dual_gradient").bound(v=w)
    )
