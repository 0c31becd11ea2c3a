"""The theorems of the Winnow chapter: pinned, true of the algorithms, false once a word is changed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError, Context
from olbook.checked.displayed import stated
from olbook.checked.judge import Said, World, holds, meaning_of
from olbook.checked.judge.reals import FINE
from olbook.proofs import winnow
from olbook.validation import FloatArray

ROUNDING = 1 + 1e-9
LINEAR = "Sum(Sum(g[t, i] * (w[t, i] - u[i]), i, 1, d), t, 1, T)"
LIFTED = {"lifted_product", "lifted_features", "lifted_disjunction"}
ADDITIVE = {"indicator", "labels", "mistake", "binary", "disjunction", "decides"} | LIFTED
ADDS = {"start", "update", "count", "literals", "bias"}
A_GAME = {"indicator", "labels", "binary", "disjunction", "mistake"}
WINNOW = {"start", "gradient", "update", "loss", "losses", "local", "literals"}
MULTIPLIES = {"start", "update", "count", "literals"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "winnow.disjunction_margin": ("y * (2 * Sum(u[i] * x[i], i, 1, d) - 1) >= 1", {"true", "false"}, set(), set()),
    "winnow.lifted_margin": ("y[t] * dot(u, x[t]) >= 1", {"lifted_product", "decides"}, set(), set()),
    "winnow.lifted_length": ("norm2(u) == k + 1 / a ** 2",
        {"disjunction", "lifted_disjunction"}, {"literals"}, set()),
    "winnow.lifted_features": ("norm2(x[t]) <= 4 * d + a ** 2", {"binary", "lifted_features"}, set(), set()),
    "winnow.perceptron": ("M <= (k + 1) * (4 * d + 1)", ADDITIVE, ADDS, set()),
    "winnow.perceptron_best_bias": ("M <= (2 * sqrt(k * d) + 1) ** 2", ADDITIVE, ADDS | {"square"}, set()),
    "winnow.no_better_bias": ("(2 * sqrt(k * d) + 1) ** 2 <= (k + 1 / a ** 2) * (4 * d + a ** 2)",
        set(), set(), set()),
    "winnow.unnormalised_regret": (f"{LINEAR} <= (1 + (log(d) - 1) * k + N) / eta + eta * S",
        {"bounded", "conjugate"}, {"start", "update", "mass", "entropy", "local"}, set()),
    "winnow.small_gradients": ("S <= 2 * F",
        {"indicator", "labels", "binary", "mistake"}, {"gradient", "loss", "losses", "local"}, set()),
    "winnow.regret": (f"{LINEAR} <= k * log(d) / eta + 2 * eta * F", A_GAME | {"some", "rate"}, WINNOW, set()),
    "winnow.any_labels": ("M <= (k * log(d) / eta + H) / (1 - 2 * eta)",
        A_GAME | {"some", "rate"}, WINNOW | {"count", "hinge", "hinges"}, set()),
    "winnow.disjunctions": ("M <= 8 * k * log(d)", A_GAME | {"some", "margin"}, WINNOW | {"count", "tuning"}, set()),
    "winnow.any_labels_tuned": ("M <= 8 * k * log(d) + 2 * H",
        A_GAME | {"some"}, WINNOW | {"count", "hinge", "hinges", "tuning"}, set()),
    "winnow.normalised": ("M <= 2 * log(d) * A ** 2 * R ** 2 / kappa ** 2",
        {"most", "simplex", "indicator", "labels", "mistake", "low", "high", "margin"},
        {"start", "update", "total", "shares", "score", "count", "slopes", "tuning"}, set()),
    "winnow.any_factor": ("M <= (c * d - k * log(c) - k) / r",
        A_GAME | {"margin", "up", "promotion", "demotion"}, MULTIPLIES, set()),
    "winnow.factor_two": ("M <= (1 + k * (log(d) - 1)) / (log(2) - 1 / 2)",
        A_GAME | {"margin", "up"}, MULTIPLIES | {"two", "half", "first"}, set()),
    "winnow.known_literals": ("M <= (beta + 1) / log(beta) * k * log(d / k)",
        A_GAME | {"margin", "up"}, MULTIPLIES | {"balance", "first"}, set()),
    "winnow.known_literals_large_factor": ("M <= beta * k * log(d / k)",
        A_GAME | {"margin", "up", "large"}, MULTIPLIES | {"balance", "first"}, set()),
}  # fmt: skip


# ---------------------------------------------------------------------- streams of disjunctions
Stream = tuple[FloatArray, FloatArray, FloatArray]


def disjunction(T: int, d: int, k: int, density: float, seed: int, noise: float = 0.0) -> Stream:
    """Binary inputs, labels that say whether one of k literals is active, and the literals."""
    rng = np.random.default_rng(seed)
    u = np.zeros(d)
    u[rng.choice(d, min(k, d), replace=False)] = 1.0
    X = (rng.random((T, d)) < density).astype(float)
    y = np.where(X @ u >= 1, 1.0, -1.0)
    return X, np.where(rng.random(T) < noise, -y, y), u


games = st.tuples(
    st.integers(1, 300),
    st.integers(1, 60),
    st.integers(1, 5),
    st.sampled_from([0.02, 0.1, 0.5, 0.95]),
    st.integers(0, 10**6),
)


# ---------------------------------------------------------------------- the Perceptron on disjunctions
def lifted(X: FloatArray, bias: float) -> FloatArray:
    return np.hstack([2 * X, np.full((len(X), 1), -bias)])


@settings(max_examples=40)
@given(games)
def test_the_perceptron_on_disjunctions(game: tuple[int, int, int, float, int]) -> None:
    X, y, c = disjunction(*game)
    k, d = float(c.sum()), len(c)
    plain = ol.play(ol.Perceptron(), lifted(X, 1.0), y).n_mistakes
    assert plain <= ol.theorem("winnow.perceptron").bound(k=k, d=d) * ROUNDING
    best = np.sqrt(2 * np.sqrt(d / k))
    tuned = ol.play(ol.Perceptron(), lifted(X, best), y).n_mistakes
    assert tuned <= ol.theorem("winnow.perceptron_best_bias").bound(k=k, d=d) * ROUNDING


def test_few_features_make_lifted_vectors_short() -> None:
    """The squared length of a lifted input is at most 4d + 1, not equal to it."""
    x = np.array([[1.0, 0.0, 0.0, 0.0]])
    assert (
        (lifted(x, 1.0) ** 2).sum()
        == 5.0
        < ol.theorem("winnow.lifted_features").bound(d=4, a=1.0)
        == 17.0
    )
    ctx = winnow._lifted(bias=1)
    with pytest.raises(CheckError, match="The step is FALSE"):
        ctx.prove(
            "printed",
            "norm2(x[t])\n== 4*d + a**2 | by lifted_features, sum(i, 1, d, times(4, binary))",
        )


# ---------------------------------------------------------------------- exponentiated gradient
def unnormalised(gradients: FloatArray, eta: float) -> FloatArray:
    """The weights that were played: they start at 1/d and are never normalised."""
    T, d = gradients.shape
    w = np.full((T + 1, d), 1 / d)
    for t in range(T):
        w[t + 1] = w[t] * np.exp(-eta * gradients[t])
    return w[:-1]


def both_sides(gradients: FloatArray, eta: float, u: FloatArray) -> tuple[float, float]:
    """The linear regret of unnormalised exponentiated gradient, and the bound on it."""
    w = unnormalised(gradients, eta)
    entropy = float(sum(v * np.log(v) for v in u if v > 0))  # 0 ln 0 = 0
    S = float((w * gradients**2).sum())
    bound = ol.theorem("winnow.unnormalised_regret").bound(
        d=len(u), k=float(u.sum()), N=entropy, eta=eta, S=S
    )
    return float((gradients * (w - u)).sum()), bound


def test_large_negative_gradients_have_no_such_bound() -> None:
    """Without a condition on the gradients the bound is false."""
    gradients, eta, u = np.array([[-2.0]]), 1.0, np.array([np.exp(2.0)])
    regret, bound = both_sides(gradients, eta, u)
    assert regret == pytest.approx(12.778, abs=1e-3)
    assert bound == pytest.approx(12.389, abs=1e-3)
    assert regret > bound
    ctx = Context(real="s")
    with pytest.raises(CheckError):  # the parabola is below the exponential far to the left
        ctx.prove("parabola", "exp(-s)\n<= 1 - s + s**2 | by calculus(s, 0)")


# ---------------------------------------------------------------------- Winnow
def restated(identifier: str, **changed: str) -> Context:
    """Another context with the definitions and hypotheses of a theorem of Winnow, some changed."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta k w v",
        nonneg="iota x u",
        real="y f g F S",
        posint="T d",
    )
    for fact in ol.theorem(identifier).definitions:
        ctx.define(fact.name, changed.get(fact.name, fact.text))
    for fact in ol.theorem(identifier).hypotheses:
        ctx.hyp(fact.name, changed.get(fact.name, fact.text))
    return ctx


def losses_of(
    run: ol.record.Run, X: FloatArray, y: FloatArray, u: FloatArray
) -> tuple[float, float, float, float]:
    """What the theorems sum: S, F, H, and the linear regret."""
    w, wrong = run.weights[:-1], run.mistakes
    gradients = -2 * (wrong * y)[:, np.newaxis] * X
    S = float((w * gradients**2).sum())
    F = float((1 - y * (2 * run.scores - 1))[wrong].sum())
    H = float(np.maximum(0, 1 - y * (2 * (X @ u) - 1))[wrong].sum())
    return S, F, H, float((gradients * (w - u)).sum())


@settings(max_examples=40)
@given(games, st.floats(0.001, 0.499), st.floats(0, 1))
def test_winnow_on_any_labels(
    game: tuple[int, int, int, float, int], eta: float, noise: float
) -> None:
    X, y, u = disjunction(*game, noise=noise)
    k, d = float(u.sum()), len(u)
    run = ol.play(ol.Winnow(eta), X, y, keep_weights=True)
    S, F, H, linear = losses_of(run, X, y, u)
    assert run.n_mistakes <= F * ROUNDING
    assert ol.theorem("winnow.small_gradients").bound(F=F) * ROUNDING >= S
    assert linear <= ol.theorem("winnow.regret").bound(k=k, d=d, eta=eta, F=F) * ROUNDING + 1e-9
    assert (
        run.n_mistakes <= ol.theorem("winnow.any_labels").bound(k=k, d=d, eta=eta, H=H) * ROUNDING
    )
    tuned = ol.play(ol.Winnow(0.25), X, y, keep_weights=True)
    H = losses_of(tuned, X, y, u)[2]
    assert tuned.n_mistakes <= ol.theorem("winnow.any_labels_tuned").bound(k=k, d=d, H=H) * ROUNDING


@settings(max_examples=40)
@given(games)
def test_winnow_on_a_disjunction(game: tuple[int, int, int, float, int]) -> None:
    X, y, u = disjunction(*game)
    k, d = float(u.sum()), len(u)
    assert ol.play(ol.Winnow(), X, y).n_mistakes <= ol.theorem("winnow.disjunctions").bound(
        k=k, d=d
    )
    doubling = ol.play(ol.Winnow(np.log(2) / 2), X, y).n_mistakes
    assert doubling <= ol.theorem("winnow.factor_two").bound(k=k, d=d) * ROUNDING


@pytest.mark.parametrize(("d", "k"), [(64, 1), (64, 4), (128, 2), (1024, 3)])
def test_winnow_against_the_bisecting_adversary(d: int, k: int) -> None:
    """No learner is better than k log2(d/k) on the worst stream; Winnow is within a constant."""
    least = k * int(np.log2(d / k))
    for eta, identifier in ((0.25, "winnow.disjunctions"), (np.log(2) / 2, "winnow.factor_two")):
        X, y, u = ol.streams.hidden_literals(ol.Winnow(eta), d, k)
        bound = ol.theorem(identifier).bound(k=float(k), d=d)
        assert ol.play(ol.Winnow(eta), X, y).n_mistakes == len(y) >= least
        assert ol.functional_margin(u, 2 * X, y) >= 0
        repeated = np.tile(X, (20, 1)), np.tile(y, 20)
        assert ol.play(ol.Winnow(eta), *repeated).n_mistakes <= bound


def test_the_best_constants() -> None:
    """The factor 2 is the best for the start 1/d and the threshold 1/2; 3.5912 if k is known."""
    factors = np.linspace(1.01, 3.4, 400)
    progress = np.minimum(np.log(factors) - (factors - 1) / 2, (1 - 1 / factors) / 2)
    assert progress.max() <= np.log(2) - 0.5 + 1e-12
    betas = np.linspace(1.1, 10, 2000)
    constants = ol.theorem("winnow.known_literals").bound(k=1.0, d=100, beta=betas) / np.log(100)
    assert constants.min() == pytest.approx(3.5911, abs=2e-4)
    assert betas[constants.argmin()] == pytest.approx(3.5911, abs=1e-2)
    assert ol.theorem("winnow.known_literals_large_factor").bound(
        k=1.0, d=100, beta=3.5912
    ) == pytest.approx(constants.min() * np.log(100), rel=1e-4)


def test_without_a_literal_or_with_a_large_step_there_is_no_bound() -> None:
    """The bounds need k >= 1 and a step below one half."""
    X, y = np.ones((1, 4)), np.array([-1.0])  # no literal at all, and one mistake
    assert ol.play(ol.Winnow(), X, y).n_mistakes == 1 > 8 * 0 * np.log(4)
    half = winnow._winnow()
    half.hyp("rate", "2*eta <= 1")
    with pytest.raises(CheckError, match="must be visibly nonzero"):
        half.prove("solved", "M\n<= (k*log(d)/eta)/(1 - 2*eta) | by count")
    with pytest.raises(CheckError, match="rests on some"):
        restated("winnow.regret", some="0 <= k").cite("linear", ol.theorem("winnow.regret"))


# ---------------------------------------------------------------------- normalised weights
@settings(max_examples=40)
@given(
    st.integers(0, 10**6),
    st.integers(1, 200),
    st.integers(2, 40),
    st.floats(0.01, 0.5),
    st.floats(0.1, 10),
    st.floats(0.1, 10),
)
def test_normalised_winnow_with_a_margin(
    seed: int, T: int, d: int, least: float, R: float, A: float
) -> None:
    rng = np.random.default_rng(seed)
    u = rng.dirichlet(np.full(d, 0.2))
    X = rng.uniform(-R, R, (20 * T, d))
    X[: 10 * T] = R * np.sign(X[: 10 * T])  # half of them at the ends of their range
    X = X[np.abs(X @ u) >= least * R][:T]
    if len(X) == 0:
        return
    y = np.sign(X @ u)
    kappa = ol.functional_margin(A * u, X, y)
    learner = ol.ExponentiatedGradient(kappa / (A * R**2), loss="hinge", conservative=True)
    bound = ol.theorem("winnow.normalised").bound(d=d, A=A, R=R, kappa=kappa)
    assert ol.play(learner, X, y).n_mistakes <= bound * ROUNDING


@pytest.mark.parametrize("n", [2, 4, 8, 10])
def test_the_comparison_of_the_bounds_needs_a_logarithm(n: int) -> None:
    """On inputs of signs an adversary forces log2 d mistakes at margin 1."""
    d = 2**n
    learner = ol.ExponentiatedGradient(1.0, loss="hinge", conservative=True)
    learner.start(d)
    X = np.array([1.0 - 2 * ((np.arange(d) >> t) & 1) for t in range(n)])
    y = np.empty(n)
    for t, x in enumerate(X):
        y[t] = -1.0 if learner.predict(x) > 0 else 1.0
        learner.update(x, y[t])
    run = ol.play(ol.ExponentiatedGradient(1.0, loss="hinge", conservative=True), X, y)
    assert run.n_mistakes == n
    assert (y[:, np.newaxis] * X == 1).all(axis=0).sum() == 1  # one coordinate is never wrong
    without_logarithm = 1.0  # |u|_1^2 |x|_inf^2 / margin^2
    assert n > without_logarithm
    assert n <= ol.theorem("winnow.normalised").bound(d=d, A=1.0, R=1.0, kappa=1.0) <= 1.4 * n


# ---------------------------------------------------------------------- the definitions, played
def played(name: str, X: FloatArray, y: FloatArray, u: FloatArray, mistakes: list[bool]) -> World:
    """A run of a learner in the words of a theorem: its definitions say what the weights are."""
    theorem = ol.theorem(name)
    (T, d), claim = X.shape, Said("claim", "claim", theorem.claim)
    values = {
        "T": lambda at: T,
        "d": lambda at: d,
        "x": lambda at: int(X[at[0] - 1, at[1] - 1]),
        "y": lambda at: int(y[at[0] - 1]),
        "u": lambda at: int(u[at[0] - 1]),
        "iota": lambda at: int(mistakes[at[0] - 1]),
    }
    meaning = meaning_of(stated(theorem.language, theorem.supposed, claim))
    return World(meaning, lambda name, at, outcome: values[name](at))


def hypothesis(world: World, name: str) -> bool | None:
    """Whether a hypothesis of a theorem is true of a run."""
    (relation,) = (r for r in world.meaning.supposed if r.said.name == name)
    return holds(relation, world)


@pytest.mark.parametrize(
    ("name", "eta"), [("winnow.disjunctions", 1 / 4), ("winnow.factor_two", np.log(2) / 2)]
)
def test_the_definitions_of_the_theorems_are_the_learner(name: str, eta: float) -> None:
    """Start, update, sign and tie rule: what the proofs rest on is what ol.Winnow does."""
    X, y, u = disjunction(12, 5, 2, 0.4, seed=3)
    X[0] = [1, 1, 0, 0, 0.0]
    run = ol.play(ol.Winnow(eta), X, y, keep_weights=True)
    errs = run.mistakes.tolist()
    assert 2 <= sum(errs) < len(errs)
    world = played(name, X, y, u, errs)
    rounds, places = range(1, 14), range(1, 6)
    weights = [
        [float(FINE.enclose(world.value("w", (t, i), (), None)).lo) for i in places] for t in rounds
    ]
    np.testing.assert_allclose(weights, run.weights, rtol=1e-12)
    assert world.value("M", (), (), None) == run.n_mistakes
    assert hypothesis(world, "mistake") is True
    for t in np.flatnonzero(~run.mistakes):  # no other round may be called a mistake
        called = [*errs]
        called[t] = True
        assert hypothesis(played(name, X, y, u, called), "mistake") is False


def test_a_tie_is_a_mistake_in_the_theorems() -> None:
    X, y, u = np.array([[1.0, 0.0]]), np.array([-1.0]), np.array([0.0, 1.0])  # the score is 1/2
    assert ol.play(ol.Winnow(), X, y).n_mistakes == 1
    for name in ("winnow.disjunctions", "winnow.factor_two"):
        assert hypothesis(played(name, X, y, u, [True]), "mistake") is True


# ---------------------------------------------------------------------- adding, defeated
@pytest.mark.parametrize("d", [2, 4, 16, 64])
@pytest.mark.parametrize("a", [0.1, 1.0, 7.0])
def test_rows_of_a_hadamard_matrix_defeat_the_perceptron(d: int, a: float) -> None:
    """One literal, d - 1 rounds, d - 1 mistakes, with every bias; Winnow errs far less."""
    H = np.ones((1, 1))
    while len(H) < d:
        H = np.block([[H, H], [H, -H]])
    H = H[1:]
    rows = np.empty_like(H)
    rows[::2], rows[1::2] = H[H[:, 1] < 0], H[H[:, 1] > 0]
    X, y = (1 + rows) / 2, rows[:, 1]
    assert (y * (2 * X[:, 1] - 1) == 1).all()  # the disjunction is the second switch
    products = lifted(X, a) @ lifted(X, a).T
    np.testing.assert_allclose(products[~np.eye(d - 1, dtype=bool)], d + a**2)
    assert ol.play(ol.Perceptron(), lifted(X, a), y).n_mistakes == d - 1
    assert ol.play(ol.Winnow(), X, y).n_mistakes <= 8 * np.log(d)
