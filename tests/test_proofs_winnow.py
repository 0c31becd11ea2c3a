"""The theorems of the Winnow chapter: pinned, and true of the algorithms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regression import bound

import olbook as ol
from olbook.checked.displayed import stated
from olbook.checked.judge import Said, World, holds, meaning_of
from olbook.checked.judge.reals import FINE
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
def disjunction(
    T: int, d: int, k: int, density: float, seed: int, noise: float = 0.0
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Binary inputs, labels that say whether one of k literals is active, and the literals."""
    rng = np.random.default_rng(seed)
    return ol.streams.disjunction(T, d, min(k, d), density=density, noise=noise, rng=rng)


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
    assert plain <= bound("winnow.perceptron", k=k, d=d) * ROUNDING
    best = np.sqrt(2 * np.sqrt(d / k))
    tuned = ol.play(ol.Perceptron(), lifted(X, best), y).n_mistakes
    assert tuned <= bound("winnow.perceptron_best_bias", k=k, d=d) * ROUNDING


# ---------------------------------------------------------------------- Winnow


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
    assert bound("winnow.small_gradients", F=F) * ROUNDING >= S
    assert linear <= bound("winnow.regret", k=k, d=d, eta=eta, F=F) * ROUNDING + 1e-9
    assert run.n_mistakes <= bound("winnow.any_labels", k=k, d=d, eta=eta, H=H) * ROUNDING
    tuned = ol.play(ol.Winnow(0.25), X, y, keep_weights=True)
    H = losses_of(tuned, X, y, u)[2]
    assert tuned.n_mistakes <= bound("winnow.any_labels_tuned", k=k, d=d, H=H) * ROUNDING


@settings(max_examples=40)
@given(games)
def test_winnow_on_a_disjunction(game: tuple[int, int, int, float, int]) -> None:
    X, y, u = disjunction(*game)
    k, d = float(u.sum()), len(u)
    assert ol.play(ol.Winnow(), X, y).n_mistakes <= bound("winnow.disjunctions", k=k, d=d)
    doubling = ol.play(ol.Winnow(np.log(2) / 2), X, y).n_mistakes
    assert doubling <= bound("winnow.factor_two", k=k, d=d) * ROUNDING


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
    allowed = bound("winnow.normalised", d=d, A=A, R=R, kappa=kappa)
    assert ol.play(learner, X, y).n_mistakes <= allowed * ROUNDING


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
