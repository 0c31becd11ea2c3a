"""The theorems of the Perceptron chapter: pinned, true of the algorithm, and false in tempting variants."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.proofs import perceptron
from olbook.validation import FloatArray

ROUNDING = 1 + 1e-9
OF_A_MISTAKE = {"indicator", "labels", "mistake", "radius", "size"}
THE_PERCEPTRON = {"start", "update", "count"}

SEPARABLE = ("perceptron.margin", "perceptron.by_potential", "perceptron.by_regret")

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "perceptron.hinge_of_a_mistake": ("iota <= f", {"mistake"}, {"modified"}, set()),
    "perceptron.hinge_is_convex": (
        "pos(1 - y * dot(w, x)) <= p * A + (1 - p) * B",
        {"weight", "part", "active"},
        {"between", "first", "second"},
        set(),
    ),
    "perceptron.margin_leaves_no_hinge": (
        "pos(1 - y * dot(u, x)) <= 0",
        {"active", "margin"},
        set(),
        set(),
    ),
    "perceptron.hinge_is_above": ("ell <= C", {"zero_one", "mistake"}, {"hinge"}, set()),
    "perceptron.mistakes_alone_count": (
        "Sum(iota[t] * pos(1 - y[t] * dot(u, x[t])), t, 1, T) <= S",
        {"indicator"},
        {"hinge", "hinges"},
        set(),
    ),
    "perceptron.hinge_slopes": (
        "pos(1 - y * dot(w, x)) + dot(-c * y * x, u - w) <= C",
        {"part", "active"},
        {"elsewhere"},
        set(),
    ),
    "perceptron.step_size": (
        "norm2(v[T + 1] - eta * w[T + 1]) == 0",
        set(),
        {"start", "update", "other_start", "other_update"},
        set(),
    ),
    "perceptron.inequality": (
        "M - H <= R * U * sqrt(M)",
        OF_A_MISTAKE,
        THE_PERCEPTRON | {"hinge", "hinges"},
        set(),
    ),
    "perceptron.margin": ("M <= R ** 2 * U ** 2", OF_A_MISTAKE | {"margin"}, THE_PERCEPTRON, set()),
    "perceptron.geometric_margin": (
        "M <= R ** 2 / gamma ** 2",
        OF_A_MISTAKE | {"margin"},
        THE_PERCEPTRON,
        set(),
    ),
    "perceptron.quadratic": ("x <= (b + sqrt(b ** 2 + 4 * c)) / 2", {"square"}, set(), set()),
    "perceptron.sharp": (
        "M <= ((R * U + sqrt(R ** 2 * U ** 2 + 4 * H)) / 2) ** 2",
        OF_A_MISTAKE,
        THE_PERCEPTRON | {"hinge", "hinges"},
        set(),
    ),
    "perceptron.any_sequence": (
        "M <= R ** 2 * U ** 2 + R * U * sqrt(H) + H",
        OF_A_MISTAKE,
        THE_PERCEPTRON | {"hinge", "hinges"},
        set(),
    ),
    "perceptron.unit_ball": (
        "M <= 1 / gamma ** 2",
        OF_A_MISTAKE | {"margin"},
        THE_PERCEPTRON,
        set(),
    ),
    "perceptron.margin_needs_length": (
        "norm2(u) >= 1",
        {"label", "radius", "margin"},
        set(),
        set(),
    ),
    "perceptron.distance": (
        "norm2(x - p) >= 1 / U ** 2",
        {"size", "label", "margin", "plane"},
        set(),
        set(),
    ),
    "perceptron.strip": ("norm2(p - q) >= 4 / U ** 2", {"size", "front", "back"}, set(), set()),
    "perceptron.by_potential": (
        "M <= R ** 2 * U ** 2",
        OF_A_MISTAKE | {"margin"},
        THE_PERCEPTRON,
        set(),
    ),
    "perceptron.by_regret": (
        "M <= R ** 2 * U ** 2",
        OF_A_MISTAKE | {"margin"},
        THE_PERCEPTRON,
        set(),
    ),
}


@pytest.mark.parametrize(
    ("identifier", "cited"),
    [
        ("perceptron.margin", set()),
        ("perceptron.by_potential", set()),
        ("perceptron.inequality", {"ogd.regret"}),
        ("perceptron.geometric_margin", {"perceptron.margin"}),
        ("perceptron.sharp", {"perceptron.inequality", "perceptron.quadratic"}),
        ("perceptron.any_sequence", {"perceptron.sharp"}),
        ("perceptron.by_regret", {"perceptron.sharp"}),
        ("perceptron.unit_ball", {"perceptron.geometric_margin"}),
    ],
)
def test_what_is_proved_elsewhere_is_cited(identifier: str, cited: set[str]) -> None:
    assert {theorem.name for theorem in ol.theorem(identifier).cited} == cited


def test_every_theorem_states_itself() -> None:
    for identifier in PINNED:
        assert ol.theorem(identifier).sentence is not None, identifier


# ---------------------------------------------------------------------- the hinge
def hinge(margin: float) -> float:
    return max(0.0, 1.0 - margin)


vectors = st.lists(st.floats(-5, 5), min_size=3, max_size=3).map(np.array)
signs = st.sampled_from([-1.0, 1.0])


@settings(max_examples=50, deadline=None)
@given(vectors, vectors, vectors, signs, st.floats(0, 1))
def test_the_hinge_loss_is_convex(
    u: FloatArray, v: FloatArray, x: FloatArray, y: float, p: float
) -> None:
    between = p * u + (1 - p) * v
    chord = ol.theorem("perceptron.hinge_is_convex").bound(
        p=p, A=hinge(y * (u @ x)), B=hinge(y * (v @ x))
    )
    assert hinge(y * (between @ x)) <= chord + 1e-9
    loss = ol.losses.Hinge()
    assert float(loss.value(y, between @ x)) == hinge(y * (between @ x))


@settings(max_examples=50, deadline=None)
@given(vectors, vectors, signs)
def test_the_hinge_loss_is_above_the_zero_one_loss(w: FloatArray, x: FloatArray, y: float) -> None:
    zero_one = float(ol.losses.ZeroOne().value(y, w @ x))
    assert zero_one <= ol.theorem("perceptron.hinge_is_above").bound(C=hinge(y * (w @ x)))
    # the loss of the mistakes, at the weights that made them or did not
    assert zero_one <= ol.theorem("perceptron.hinge_of_a_mistake").bound(
        f=zero_one * hinge(y * (w @ x))
    )
    if y * (w @ x) >= 1:
        assert hinge(y * (w @ x)) <= ol.theorem("perceptron.margin_leaves_no_hinge").bound()


@settings(max_examples=50, deadline=None)
@given(vectors, vectors, vectors, signs, st.floats(0, 1))
def test_a_slope_of_the_hinge_loss_stays_below_it(
    w: FloatArray, u: FloatArray, x: FloatArray, y: float, c: float
) -> None:
    for v in (w, y * x / (x @ x) if x @ x > 1e-3 else w):  # the second lies at the kink
        margin = y * float(v @ x)
        if abs(margin - 1) > 1e-9:
            c = 1.0 if margin < 1 else 0.0
        line = hinge(margin) - c * y * float(x @ (u - v))
        assert line <= ol.theorem("perceptron.hinge_slopes").bound(C=hinge(y * (u @ x))) + 1e-6


def test_the_slopes_at_the_kink_are_those_between_0_and_1() -> None:
    """At the kink, 0 is one choice among many, and nothing outside of them will do."""
    for c, below in ((0.0, True), (0.4, True), (1.0, True), (-0.1, False), (1.1, False)):
        lines = [hinge(1.0) - c * (u - 1.0) <= hinge(u) + 1e-12 for u in np.linspace(-4, 4, 81)]
        assert all(lines) == below


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.floats(0.1, 5))
def test_only_the_hinge_loss_of_the_mistakes_counts(seed: int, T: int, length: float) -> None:
    X, y, u = ol.streams.noisy(T, 4, 0.1, 0.3, rng=np.random.default_rng(seed))
    run = ol.play(ol.Perceptron(), X, y)
    losses = np.maximum(0.0, 1 - y * (X @ (length * u)))
    assert (
        losses[run.mistakes].sum()
        <= ol.theorem("perceptron.mistakes_alone_count").bound(S=losses.sum()) * ROUNDING
    )


def test_the_loss_of_the_mistakes_is_not_above_the_zero_one_loss_elsewhere() -> None:
    """Set to 0 where w_t is right, the loss of another w is 0 even if w is wrong."""
    x = y = w_t = 1.0
    assert y * w_t * x > 0  # no mistake, so the modified loss is 0 for every w
    w = -1.0
    assert float(ol.losses.ZeroOne().value(y, w * x)) > 0.0
    ctx = Context(nonneg="iota ell f", real="y", vector="x w v")
    ctx.define("modified", "f == iota*pos(1 - y*dot(w, x))")
    ctx.hyp("mistake", "iota*y*dot(v, x) <= 0")  # iota speaks of v, ell of w
    ctx.hyp("zero_one", "ell*y*dot(w, x) <= 0")
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove("everywhere", "ell\n<= f | by modified, mistake, zero_one")


# ---------------------------------------------------------------------- the step size
@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(-10, 10))
def test_the_step_size_does_not_matter(seed: int, T: int, exponent: int) -> None:
    """Powers of two and whole inputs, so that no tie is lost to rounding."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (T, 3)).astype(float), rng.choice([-1.0, 1.0], T)
    eta = 2.0**exponent
    one = ol.play(ol.Perceptron(), X, y)
    other = ol.play(ol.GradientDescent(eta, loss="hinge", conservative=True), X, y)
    difference = other.w - eta * one.w
    assert difference @ difference == ol.theorem("perceptron.step_size").bound() == 0.0
    np.testing.assert_array_equal(one.mistakes, other.mistakes)


def test_the_step_size_does_matter_to_the_losses_and_from_another_start() -> None:
    """Equal mistakes do not mean equal hinge losses, and all of it needs the start at 0."""
    X, y, _ = ol.streams.noisy(80, 3, 0.1, 0.2, rng=np.random.default_rng(0))
    runs = [
        ol.play(ol.GradientDescent(eta, loss="hinge", conservative=True), X, y) for eta in (0.25, 8)
    ]
    np.testing.assert_array_equal(runs[0].mistakes, runs[1].mistakes)
    losses = [np.maximum(0, 1 - y * run.scores)[run.mistakes].sum() for run in runs]
    assert losses[1] > 1.5 * losses[0]

    def mistakes_from_one(eta: float) -> list[bool]:
        w, wrong = np.ones(3), []
        for x, label in zip(X, y, strict=True):
            wrong.append(bool(label * (w @ x) <= 0))
            w = w + eta * label * x * wrong[-1]
        return wrong

    assert mistakes_from_one(0.25) != mistakes_from_one(8.0)
    ctx = Context(
        index="t: 1..T", posint="T", positive="eta", nonneg="iota", real="y", vector="x w v"
    )
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]")
    ctx.define("other_update", "v[t+1] == v[t] + eta*iota[t]*y[t]*x[t]")
    with pytest.raises(CheckError):
        ctx.prove(
            "same", "norm2(v[1+1] - eta*w[1+1])\n== 0 | by at(update, t=1), at(other_update, t=1)"
        )


# ---------------------------------------------------------------------- mistake bounds
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 6), st.floats(0.01, 100))
def test_on_any_sequence(seed: int, T: int, d: int, length: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(T, d)), rng.choice([-1.0, 1.0], size=T)
    u = rng.normal(size=d)
    u *= length / np.linalg.norm(u)
    if seed % 2:  # half of the time u explains most labels
        y = np.where(rng.random(T) < 0.9, np.sign(X @ u), y)
        y[y == 0] = 1.0
    run = ol.play(ol.Perceptron(), X, y)
    M = run.n_mistakes
    H = float(np.maximum(0, 1 - y * (X @ u))[run.mistakes].sum())
    R = float(np.linalg.norm(X, axis=1).max())
    assert M >= 1  # the first round is a tie
    assert ol.theorem("perceptron.inequality").bound(R=R, U=length, M=M) * ROUNDING >= M - H
    sharp = ol.theorem("perceptron.sharp").bound(R=R, U=length, H=H)
    assert sharp * ROUNDING >= M
    assert ol.theorem("perceptron.any_sequence").bound(R=R, U=length, H=H) * ROUNDING >= sharp


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 80),
    st.integers(2, 6),
    st.floats(0.02, 0.9),
    st.floats(0.01, 100),
)
def test_with_a_margin(seed: int, T: int, d: int, margin: float, radius: float) -> None:
    rng = np.random.default_rng(seed)
    X, y, unit = ol.streams.separable(T, d, margin * radius, radius=radius, rng=rng)
    u = unit / ol.functional_margin(unit, X, y)
    M = ol.play(ol.Perceptron(), X, y).n_mistakes
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    for identifier in SEPARABLE:
        assert ol.theorem(identifier).bound(R=R, U=U) * ROUNDING >= M
    gamma = ol.geometric_margin(unit, X, y)
    assert ol.theorem("perceptron.geometric_margin").bound(R=R, gamma=gamma) * ROUNDING >= M
    assert ol.theorem("perceptron.unit_ball").bound(gamma=gamma / R) * ROUNDING >= M


@pytest.mark.parametrize("n", [1, 4, 25])
def test_the_mistake_bounds_are_attained(n: int) -> None:
    X, y = ol.streams.orthonormal_rows(ol.Perceptron(), n)
    u = X.T @ y
    U, gamma = float(np.linalg.norm(u)), ol.geometric_margin(u, X, y)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes == n
    for identifier in SEPARABLE:
        assert ol.theorem(identifier).bound(R=1.0, U=U) == pytest.approx(n)
    assert ol.theorem("perceptron.geometric_margin").bound(R=1.0, gamma=gamma) == pytest.approx(n)
    assert ol.theorem("perceptron.unit_ball").bound(gamma=gamma) == pytest.approx(n)


@pytest.mark.parametrize("part", [0.01, 0.5, 0.75, 1.0])
def test_the_sharp_bound_is_attained_with_and_without_a_margin(part: float) -> None:
    """Orthonormal rows, and a comparator with a functional margin of `part` on each of them."""
    n = 25
    X, y = ol.streams.orthonormal_rows(ol.Perceptron(), n)
    u = part * (X.T @ y)
    U, H = float(np.linalg.norm(u)), float(np.maximum(0, 1 - y * (X @ u)).sum())
    assert pytest.approx(n * (1 - part), abs=1e-9) == H
    assert ol.theorem("perceptron.sharp").bound(R=1.0, U=U, H=H) == pytest.approx(n)
    assert ol.theorem("perceptron.inequality").bound(R=1.0, U=U, M=n) == pytest.approx(n - H)
    simpler = ol.theorem("perceptron.any_sequence").bound(R=1.0, U=U, H=H)
    assert simpler == pytest.approx(n * (part**2 + part * np.sqrt(1 - part) + 1 - part))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_after_a_mistake_the_functional_value_has_grown_by_the_squared_length(
    seed: int, T: int
) -> None:
    X, y, _ = ol.streams.noisy(T, 3, 0.1, 0.3, rng=np.random.default_rng(seed))
    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    assert run.weights is not None
    steps = np.diff(run.weights, axis=0)
    gains = y * np.sum(steps * X, axis=1)
    np.testing.assert_allclose(gains, run.mistakes * np.sum(X**2, axis=1), atol=1e-9)


def test_the_mistake_bound_on_the_bisecting_adversary() -> None:
    X, y = ol.streams.bisection(ol.Perceptron(), 12)
    low, high = ol.streams.threshold_interval(X, y)
    u = np.array([1.0, -(low + high) / 2])
    u = u / ol.functional_margin(u, X, y)
    R, U = float(np.linalg.norm(X, axis=1).max()), float(np.linalg.norm(u))
    assert ol.theorem("perceptron.margin").bound(R=R, U=U) >= 12
    H = float(np.maximum(0, 1 - y * (X @ (u / U))).sum())  # a short comparator has losses
    assert ol.theorem("perceptron.any_sequence").bound(R=R, U=1.0, H=H) >= 12
    assert ol.theorem("perceptron.inequality").bound(R=R, U=1.0, M=12) >= 12 - H


def test_without_the_margin_there_is_no_bound() -> None:
    """The adversary's separator of length 1: the margin hypothesis is what fails."""
    X, y = ol.streams.bisection(ol.Perceptron(), 12)
    low, high = ol.streams.threshold_interval(X, y)
    u = np.array([1.0, -(low + high) / 2])
    R = float(np.linalg.norm(X, axis=1).max())
    assert ol.functional_margin(u, X, y) > 0
    assert ol.theorem("perceptron.margin").bound(R=R, U=float(np.linalg.norm(u))) < 12


# ---------------------------------------------------------------------- numbers and geometry
@settings(max_examples=50, deadline=None)
@given(st.floats(1e-3, 1e3), st.floats(0, 1e3), st.floats(0, 1))
def test_the_quadratic_inequality(b: float, c: float, part: float) -> None:
    largest = (b + np.sqrt(b**2 + 4 * c)) / 2
    for x in (largest, part * largest):
        assert x <= ol.theorem("perceptron.quadratic").bound(b=b, c=c) * ROUNDING


def test_the_quadratic_inequality_is_solved_exactly() -> None:
    """At b = c = 1 the root is the golden ratio."""
    golden = (1 + np.sqrt(5)) / 2
    assert ol.theorem("perceptron.quadratic").bound(b=1.0, c=1.0) == pytest.approx(golden)


def test_the_simpler_bound_has_no_smaller_cross_term() -> None:
    """Half of RU sqrt(H) is too little: at R = U = H = 1 the sharp bound is above 2.5."""
    sharp = ol.theorem("perceptron.sharp").bound(R=1.0, U=1.0, H=1.0)
    assert 1 + 0.5 + 1 < sharp < ol.theorem("perceptron.any_sequence").bound(R=1.0, U=1.0, H=1.0)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.floats(1, 10), st.floats(0.1, 10), signs)
def test_the_margin_is_a_distance(seed: int, margin: float, length: float, y: float) -> None:
    rng = np.random.default_rng(seed)
    u = rng.normal(size=4)
    u *= length / np.linalg.norm(u)
    along = u / (u @ u)
    across = [v - (v @ u) * along for v in rng.normal(size=(3, 4))]
    x, p = y * margin * along + across[0], across[1]
    least = ol.theorem("perceptron.distance").bound(U=length)
    assert (x - p) @ (x - p) * ROUNDING >= least
    nearest = y * along + across[0]
    assert (nearest - across[0]) @ (nearest - across[0]) == pytest.approx(least)
    front, back = along + across[1], -along + across[2]
    width = ol.theorem("perceptron.strip").bound(U=length)
    assert (front - back) @ (front - back) * ROUNDING >= width
    assert 4 * along @ along == pytest.approx(width)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 20), st.floats(0.01, 1))
def test_margin_1_in_the_unit_ball_needs_length_1(seed: int, T: int, margin: float) -> None:
    X, y, u = ol.streams.separable(T, 3, margin, rng=np.random.default_rng(seed))
    u = u / ol.functional_margin(u, X, y)
    assert u @ u * ROUNDING >= ol.theorem("perceptron.margin_needs_length").bound()


# ---------------------------------------------------------------------- tempting mistakes
def perceptron_context() -> Context:
    ctx = perceptron._perceptron(positive="R U", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    return ctx


def strict_perceptron(X: FloatArray, y: FloatArray) -> int:
    """The mistakes of a Perceptron that updates only if the sign is strictly wrong."""
    w, mistakes = np.zeros(X.shape[1]), 0
    for x, label in zip(X, y, strict=True):
        score = float(w @ x)
        mistakes += label * score <= 0
        if label * score < 0:
            w = w + label * x
    return mistakes


def test_without_updates_at_ties_there_is_no_bound() -> None:
    """With a strict test the Perceptron stays at 0, and every round is a mistake."""
    X, y, _ = ol.streams.separable(200, 3, 0.5, rng=np.random.default_rng(0))
    assert strict_perceptron(X, y) == 200 > ol.theorem("perceptron.margin").bound(R=1.0, U=1 / 0.5)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes <= ol.theorem("perceptron.margin").bound(
        R=1.0, U=2.0
    )


def test_the_label_of_the_adversary() -> None:
    """One minus the prediction is no label; minus the prediction is."""
    for prediction in (-1.0, 1.0):
        with pytest.raises(ValueError, match="y"):
            ol.play(ol.Perceptron(), [[1.0]], [1 - prediction])
        ol.play(ol.Perceptron(), [[1.0]], [-prediction])


def test_a_line_needs_an_offset() -> None:
    """On the line, without an offset, the Perceptron makes one mistake, whatever comes."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(50, 1))
        y = np.sign(X[:, 0]) * rng.choice([-1.0, 1.0])
        assert ol.play(ol.Perceptron(), np.sign(X), y).n_mistakes == 1
    X, y = ol.streams.bisection(ol.Perceptron(), 12)
    assert ol.play(ol.Perceptron(), X, y).n_mistakes == 12


def test_the_step_that_needs_an_inequality() -> None:
    """The last term is at most the indicator, not equal to it."""
    text = """
        norm2(w[t+1] - u)
        == norm2(w[t] - u) + 2*iota[t]*y[t]*dot(x[t], w[t] - u) + iota[t]*norm2(x[t])
            | by update, indicator, labels
        {} norm2(w[t] - u) + 2*iota[t]*y[t]*dot(x[t], w[t] - u) + iota[t]*R**2
            | by times(iota[t], radius)
        """
    perceptron_context().prove("right", text.format("<="))
    with pytest.raises(CheckError, match='"radius" is an inequality; it cannot justify "=="'):
        perceptron_context().prove("slip", text.format("=="))
    alone = Context(positive="R", nonneg="iota", vector="x", posint="T", index="t: 1..T")
    alone.hyp("radius", "norm2(x[t]) <= R**2")
    with pytest.raises(CheckError, match="The step is FALSE"):
        alone.prove("slip", "iota[t]*norm2(x[t])\n== iota[t]*R**2")


def test_at_a_tie_the_drop_is_not_strict() -> None:
    """At a tie, and where there is no mistake, the strict inequality of the proof fails."""
    run = ol.play(ol.Perceptron(), [[1.0], [1.0]], [1.0, 1.0], keep_weights=True)
    assert run.weights is not None
    assert run.mistakes is not None
    assert list(run.mistakes) == [True, False]
    for iota, w in zip(run.mistakes.astype(int), run.weights[:2, 0], strict=True):
        drop = iota * 1.0 * 1.0 * (w - 1.0)  # iota y <x, w - u> for u = 1
        assert drop <= -iota
        assert not drop < -iota
    strict = perceptron_context()
    with pytest.raises(CheckError):
        strict.prove("strict", "iota[t]*y[t]*dot(x[t], w[t] - u)\n< -iota[t] | by mistake, margin")


def test_being_right_is_not_being_separated() -> None:
    """With sgn(0) = -1, u = 0 gets two opposite points right, and no bound follows."""
    X, y = np.array([[1.0], [-1.0]] * 50), np.full(100, -1.0)
    assert all(label == -1.0 for label in y)  # what u = 0 predicts everywhere
    assert not any(ol.functional_margin([u], X, y) > 0 for u in np.linspace(-10, 10, 201))
    assert ol.play(ol.Perceptron(), X, y).n_mistakes >= 50


def test_long_inputs_need_another_potential() -> None:
    """The distance to u itself need not fall at a mistake; the distance to R^2 u does."""
    text = """
        norm2(w[t+1] - {0}) - norm2(w[t] - {0})
        == 2*iota[t]*y[t]*dot(x[t], w[t] - {0}) + iota[t]*norm2(x[t])
            | by update, indicator, labels
        <= {1}
            | by times(iota[t], radius), times(2, mistake), {2}
        """
    perceptron_context().prove(
        "right", text.format("R**2*u", "-R**2*iota[t]", "times(2*R**2*iota[t], margin)")
    )
    with pytest.raises(CheckError):
        perceptron_context().prove(
            "wrong", text.format("u", "-R**2*iota[t]", "times(2*iota[t], margin)")
        )
    x, u, w = 3.0, 1 / 3, 0.0  # a tie, margin 1, radius 3
    assert u * x == 1.0
    assert (w + x - u) ** 2 - (w - u) ** 2 > 0 > (w + x - 9 * u) ** 2 - (w - 9 * u) ** 2


def test_the_functional_margin_can_be_scaled() -> None:
    """A bound in terms of a functional margin alone would scale with the comparator."""
    X, y, u = ol.streams.separable(50, 3, 0.1, rng=np.random.default_rng(0))
    assert ol.functional_margin(3 * u, X, y) == pytest.approx(3 * ol.functional_margin(u, X, y))
    assert ol.geometric_margin(3 * u, X, y) == pytest.approx(ol.geometric_margin(u, X, y))
    ctx = perceptron._perceptron(size="U**2", positive="R U gamma", real="M")  # no unit length
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= gamma")
    with pytest.raises(CheckError, match="rests on size"):
        ctx.cite("perceptron", ol.theorem("perceptron.geometric_margin"))


def test_a_planted_false_theorem_is_refused() -> None:
    text = """
        M
        == Sum(R**2*iota[t], t, 1, T)/R**2
            | by count
        <= R**2*U**2/2
            | by times(1/R**2, sum(t, 1, T, margin))
        """
    with pytest.raises(CheckError):
        perceptron_context().theorem(
            "false", text, claim="M <= R**2*U**2/2", title="False", name="X"
        )
