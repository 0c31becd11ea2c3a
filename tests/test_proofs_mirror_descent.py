"""The theorems of the regularised leader, mirror descent and the p-norm algorithms."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import KINDS, ROUNDS, SEEDS, bound, stream, within

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.domains import Domain
from olbook.regularizers import Regularizer
from olbook.validation import FloatArray

LINEAR_REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
P_NORM = {"convex", "half", "start", "start_image", "step", "range", "size"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "ftrl.equality": (f"{LINEAR_REGRET} == P + S - Q", set(), {"objective", "ends"} | {"rounds", "last"}, set()),
    "ftrl.growing": (f"{LINEAR_REGRET} <= P + S / 2",
        {"convex", "strong", "rising", "dual"}, {"objective", "ends"} | {"gradients"}, {"leader", "last"}),
    "mirror.three_points": ("dot(D(v) - D(w), u - w) == P - Q + R", set(), {"bregman", "p", "q", "r"}, set()),
    "mirror.squared_norm": ("norm2(u) / 2 - norm2(w) / 2 - dot(w, u - w) == S / 2", set(), {"distance"}, set()),
    "mirror.entropy": ("Sum(p[i] * log(p[i]) - q[i] * log(q[i]) - (1 + log(q[i])) * (p[i] - q[i]), i, 1, d) == K",
        set(), {"relative"}, set()),
    "mirror.relative_entropy": ("0 <= K", set(), {"relative"}, set()),
    "mirror.strictly_convex": ("(norm2(a) / 2 + norm2(b) / 2) / 2 - norm2((a + b) / 2) / 2 == S / 8",
        set(), {"distance"}, set()),
    "mirror.trade_off": ("eta * dot(g, v) + B(v, w) <= Q", {"tangent", "step"}, {"bregman", "other"}, set()),
    "mirror.leader_steps": ("dot(D(w[t + 1]) - D(w[t]) + eta * g[t], a) == 0", {"leader"}, set(), set()),
    "mirror.leader_squared_norm": ("eta * dot(g, v) + norm2(v) / 2 <= Q", set(), {"step", "least"}, set()),
    "mirror.leader_entropy": ("P <= Q", {"simplex"}, {"normaliser", "step", "mine", "other"}, set()),
    "mirror.leader_multiplies": ("w[t + 1, i] * N[t + 1] - w[t, i] * N[t] * exp(-eta * g[t, i]) == 0",
        set(), {"leader"}, set()),
    "mirror.leads": ("dot(D(w[T + 1]) + eta * Sum(g[t], t, 1, T), a) == 0", {"start", "step"}, set(), set()),
    "mirror.regret_by_divergences": (f"{LINEAR_REGRET} <= (P + S) / eta",
        {"convex", "tangent", "step"}, {"bregman", "first", "lengths"}, {"projection"}),
    "mirror.regret": (f"{LINEAR_REGRET} <= P / eta + eta / (2 * sigma) * S",
        {"convex", "strong", "dual"}, {"bregman", "first", "gradients"}, {"optimal"}),
    "mirror.leader_regret": (f"{LINEAR_REGRET} <= P / eta + eta / (2 * sigma) * S",
        {"convex", "strong", "dual"}, {"bregman", "first", "gradients", "value"}, {"leader", "last"}),
    "mirror.p_norm": (f"{LINEAR_REGRET} <= U ** 2 / (2 * eta) + (p - 1) * eta / 2 * S",
        P_NORM, {"bregman", "first", "gradients"}, {"holder", "strong"}),
    "mirror.p_norm_tuned": (f"{LINEAR_REGRET} <= sqrt(exp(1) * (2 * log(d) - 1)) * U * G * sqrt(T)",
        P_NORM, {"bregman", "first", "gradients", "exponent", "tuning"}, {"holder", "strong", "entries"}),
    "mirror.dual_length": ("Sum((w[i] ** (q - 1) * S ** ((2 - q) / q)) ** p, i, 1, d) == S ** (p / q)",
        {"range"}, {"dual", "powers"}, set()),
    "mirror.dual_gradient": ("(v ** (q - 1) * S ** ((2 - q) / q)) ** (p - 1) * (S ** (p / q)) ** ((2 - p) / p) == v",
        {"range"}, {"dual"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- Bregman divergences
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
        assert gap(first, other, 2.0) == pytest.approx(bound("mirror.strictly_convex", S=squared))
    with pytest.raises(ValueError, match="q must be in"):
        ol.SquaredPNorm(1.0)  # the end point is no regulariser
    ctx = Context(nonneg="norm_q", vector="a b")
    ctx.hyp("triangle", "norm_q((a + b)/2) <= norm_q(a)/2 + norm_q(b)/2")
    with pytest.raises(CheckError):
        ctx.prove(
            "gap", "norm_q((a + b)/2)**2/2 + norm2(a - b)/8\n<= norm_q(a)**2/4 + norm_q(b)**2/4"
        )


# ---------------------------------------------------------------------- mirror descent
def setups(rng: np.random.Generator) -> list[tuple[Regularizer, Domain, float, float, FloatArray]]:
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


def played(
    player: ol.MirrorDescent | ol.FollowTheRegularizedLeader,
    T: int,
    rng: np.random.Generator,
    against: bool,
) -> tuple[FloatArray, FloatArray]:
    """The points, and the gradients: drawn, or leading away from the point that is played."""
    weights, gradients = [], []
    for _ in range(T):
        w = player.w
        weights.append(w)
        gradients.append(np.sign(w - w.mean() + 1e-3) if against else rng.normal(size=3))
        player.update(gradients[-1])
    return np.array(weights), np.array(gradients)


@settings(max_examples=60)
@given(SEEDS, ROUNDS, st.floats(0.01, 10), st.integers(0, 4), st.booleans())
def test_the_regret_of_mirror_descent_and_of_the_regularised_leader(
    seed: int, T: int, eta: float, which: int, against: bool
) -> None:
    rng = np.random.default_rng(seed)
    psi, domain, sigma, dual, comparators = setups(rng)[which]
    for kind in (ol.MirrorDescent, ol.FollowTheRegularizedLeader):
        W, G = played(kind(eta, psi, domain, d=3), T, rng, against)
        S = float((np.linalg.norm(G, dual, axis=1) ** 2).sum())
        for u in comparators:
            regret = float((W * G).sum() - G.sum(axis=0) @ u)
            P = psi.divergence(u, W[0])
            if kind is ol.MirrorDescent:
                allowed = bound("mirror.regret", P=P, eta=eta, sigma=sigma, S=S)
                if np.all(W > 0) or not isinstance(psi, ol.Entropy):  # then it has gradients
                    images = [psi.gradient(w) - eta * g for w, g in zip(W, G, strict=True)]
                    steps = sum(map(psi.divergence, W, map(psi.inverse_gradient, images)))
                    finer = bound("mirror.regret_by_divergences", P=P, S=steps, eta=eta)
                    assert within(regret, finer, steps)
            else:
                more = psi.value(u) - psi.value(W[0])
                assert more >= P - 1e-9
                allowed = bound("mirror.leader_regret", P=more, eta=eta, sigma=sigma, S=S)
            assert within(regret, allowed, S)


# ---------------------------------------------------------------------- p-norms
@settings(max_examples=60)
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
        allowed = bound("mirror.p_norm", U=U, eta=eta, p=p, S=S)
        assert within(float(regret), allowed, float(run.losses.sum()))


def test_the_tuned_p_norm_algorithm_needs_three_coordinates() -> None:
    """For d = 2 the constant would be too small; with p = 2 it is the root of 2."""
    X, y, T = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([10.0, 10.0]), 2
    run = ol.play(ol.PNorm(2.0, 0.5, loss="absolute"), X, y)
    regret = float(run.losses.sum() - np.abs(X[:, 0] - y).sum())
    claimed = bound("mirror.p_norm_tuned", U=1.0, G=1.0, T=T, d=2)
    assert claimed < regret <= sqrt(2) * sqrt(T) + 1e-12
    ctx = Context(posint="d", real="p")
    ctx.define("exponent", "p == 2*log(d)")
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove("slip", "2\n<= p | by exponent")
