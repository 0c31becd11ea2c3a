"""The theorems of online-to-batch conversion, beside an exact enumeration of all samples.

The one lemma that is assumed, that the present example may be exchanged for a fresh one, is
enumerated for arbitrary deterministic learners on tiny alphabets, and fails for one that peeks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.checked import CheckError
from olbook.losses import Loss
from olbook.proofs.online_to_batch import _against_a_comparator, _mistake_bound
from olbook.validation import FloatArray

AVERAGE = {"average", "mean"}
WIDROW_HOFF = {"start", "error", "update", "loss"}

# id: claim, hypotheses, definitions, assumed lemmas
PINNED: dict[str, tuple[str, set[str], set[str], set[str]]] = {
    "batch.mistakes_to_risk": ("E(L(h[r])) <= M / T", {"mistakes"}, set(), {"fresh"}),
    "batch.mistakes_to_probability": (
        "p <= M / (epsilon * T)",
        {"mistakes", "indicator", "bad"},
        {"chance"},
        {"fresh"},
    ),
    "batch.sample_size": (
        "p <= delta",
        {"mistakes", "indicator", "bad", "sample"},
        {"chance"},
        {"fresh"},
    ),
    "batch.losses_to_risk": ("E(L(a)) <= b / T", {"bound", "convex_risk"}, AVERAGE, {"fresh"}),
    "batch.gradient_descent": (
        "E(L(a)) - L(u) <= U * G / sqrt(T)",
        {"convex", "size", "lipschitz", "risk", "convex_risk"},
        {"start", "step", "squares", "tuning", "expected"} | AVERAGE,
        {"projection", "fresh"},
    ),
    "batch.average": (
        "E(L(a)) - L(u) <= B / T",
        {"risk", "convex_risk"},
        {"regret"} | AVERAGE,
        {"fresh"},
    ),
    "batch.jensen": ("L(a) <= m", {"convex"}, AVERAGE, set()),
    "batch.random_iterate": ("E(L(w[r])) - L(u) == B / T", {"risk"}, {"regret"}, {"fresh"}),
    "batch.jensen_square": ("E((dot(a, X) - Y) ** 2) <= Q", set(), AVERAGE, set()),
    "batch.widrow_hoff": (
        "E((dot(a, X) - Y) ** 2) <= R / (1 - eta) + U ** 2 / (eta * T)",
        {"small", "radius", "law", "size"},
        WIDROW_HOFF | AVERAGE | {"risk"},
        {"fresh"},
    ),
    "batch.widrow_hoff_best": (
        "E((dot(a, X) - Y) ** 2) <= B",
        {"small", "radius", "law"},
        WIDROW_HOFF | AVERAGE | {"best"},
        {"fresh"},
    ),
}


# ---------------------------------------------------------------------- all samples of a tiny world
Sample = tuple[int, ...]
Learner = Callable[[Sample], Fraction]
"""What is played after the examples seen so far."""


def samples(examples: int, T: int) -> Iterator[Sample]:
    """Every sequence of T examples 0, 1, ..., all equally likely."""
    return itertools.product(range(examples), repeat=T)


def mean(values: Iterator[Fraction]) -> Fraction:
    """The expectation of equally likely values."""
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def arbitrary_learner(examples: int, T: int, rng: np.random.Generator) -> Learner:
    """A table that says what to play after every possible past."""
    table = {
        past: Fraction(int(rng.integers(-4, 5)), 4)
        for t in range(T)
        for past in samples(examples, t)
    }
    return table.__getitem__


def arbitrary_targets(examples: int, rng: np.random.Generator) -> list[Fraction]:
    return [Fraction(int(k), 4) for k in rng.integers(-4, 5, size=examples)]


worlds = st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4)


def loss(w: Fraction, target: Fraction) -> Fraction:
    """Neither convex nor symmetric, since the lemma does not care."""
    return (w - target) ** 3 + abs(w)


@settings(deadline=None)
@given(*worlds)
def test_the_present_example_may_be_exchanged_for_a_fresh_one(
    seed: int, examples: int, T: int
) -> None:
    """The assumed lemma "fresh", exactly, for every round."""
    rng = np.random.default_rng(seed)
    play, targets = arbitrary_learner(examples, T, rng), arbitrary_targets(examples, rng)
    for t in range(T):
        present = mean(loss(play(z[:t]), targets[z[t]]) for z in samples(examples, T))
        fresh = mean(
            loss(play(z[:t]), targets[new]) for z in samples(examples, T) for new in range(examples)
        )
        assert present == fresh


def test_a_learner_that_has_seen_the_example_breaks_the_lemma() -> None:
    """Fed with the example before it plays, it repeats the answer."""
    targets = [Fraction(-1), Fraction(1)]
    present = mean((targets[z] - targets[z]) ** 2 for (z,) in samples(2, 1))
    fresh = mean((targets[z] - targets[new]) ** 2 for z, new in samples(2, 2))
    assert present == 0
    assert fresh == 2


# ---------------------------------------------------------------------- mistakes
def risks_and_mistakes(
    play: Learner, truth: list[Fraction], T: int
) -> tuple[list[list[Fraction]], list[int]]:
    """For every sample: the risks of h_1..h_T (right means the sign agrees), and the mistakes."""
    examples = len(truth)

    def wrong(h: Fraction, z: int) -> bool:
        return (h > truth[z]) != (truth[z] < 0)

    risks, mistakes = [], []
    for sample in samples(examples, T):
        played = [play(sample[:t]) for t in range(T)]
        risks.append([mean(Fraction(wrong(h, z)) for z in range(examples)) for h in played])
        mistakes.append(sum(wrong(h, z) for h, z in zip(played, sample, strict=True)))
    return risks, mistakes


@settings(deadline=None)
@given(*worlds, st.floats(0.05, 1.0), st.floats(0.05, 1.0))
def test_a_mistake_bound_becomes_a_risk(
    seed: int, examples: int, T: int, epsilon: float, delta: float
) -> None:
    rng = np.random.default_rng(seed)
    play, truth = arbitrary_learner(examples, T, rng), arbitrary_targets(examples, rng)
    risks, mistakes = risks_and_mistakes(play, truth, T)
    M = max(mistakes)
    expected_risk = mean(mean(iter(row)) for row in risks)  # over the sample, and over r
    assert expected_risk == mean(Fraction(m, T) for m in mistakes)
    assert expected_risk <= ol.theorem("batch.mistakes_to_risk").bound(M=M, T=T) + 1e-12
    p = mean(Fraction(risk >= epsilon) for row in risks for risk in row)
    assert p <= ol.theorem("batch.mistakes_to_probability").bound(M=M, epsilon=epsilon, T=T) + 1e-12
    if M / (epsilon * delta) <= T:
        assert p <= ol.theorem("batch.sample_size").bound(delta=delta) + 1e-12


def test_halving_on_thresholds() -> None:
    """222 = 222, and the pass over the sample makes at most log2(N + 1) mistakes."""
    N, T = 3, 4
    total_risk, total_mistakes, most = Fraction(0), 0, 0
    for k in range(N + 1):
        for xs in itertools.product(range(N), repeat=T):
            low, high, mistakes = 0, N, 0
            for x in xs:
                threshold = min(max(low - 1 + math.ceil((high - low + 1) / 2), low), high)
                total_risk += Fraction(abs(threshold - k), N)
                mistakes += (x >= threshold) != (x >= k)
                low, high = (low, min(high, x)) if x >= k else (max(low, x + 1), high)
            total_mistakes += mistakes
            most = max(most, mistakes)
    runs = (N + 1) * N**T
    assert total_risk == total_mistakes == 222
    assert most <= math.log2(N + 1)
    assert total_risk / (runs * T) <= ol.theorem("batch.mistakes_to_risk").bound(M=2, T=T)


def test_the_last_hypothesis_need_not_be_good() -> None:
    """Always right, but wrong in round T: one mistake, and the last hypothesis has risk 1."""
    T = 100
    risks = [0] * (T - 1) + [1]
    M = sum(risks)  # a risk of 0 or 1 is a mistake or none, on every example
    assert risks[-1] > ol.theorem("batch.mistakes_to_risk").bound(M=M, T=T)
    assert sum(risks) / T <= ol.theorem("batch.mistakes_to_risk").bound(M=M, T=T)


def test_the_bound_for_the_last_hypothesis_is_refused() -> None:
    """What holds on average over the rounds is not known of round T."""
    with pytest.raises(CheckError, match="wrong, step 2"):
        _mistake_bound().prove(
            "wrong",
            """
            E(L(h[T]))
            == E(ell[T])      | by at(fresh, t=T)
            <= M/T            | by times(1/T, E(mistakes))
            """,
        )


def test_markov_cannot_be_improved() -> None:
    """If one hypothesis in ten has risk 1 and the others 0, the bound is an equality."""
    T, M = 10, 1
    assert ol.theorem("batch.mistakes_to_probability").bound(
        M=M, epsilon=1.0, T=T
    ) == pytest.approx(1 / 10)


# ---------------------------------------------------------------------- convex losses
def square_world(
    seed: int, examples: int, T: int
) -> tuple[list[Sample], list[list[Fraction]], list[Fraction], Callable[[Fraction], Fraction]]:
    """All samples, what is played on them, the targets, and the risk for the loss (w - z)^2."""
    rng = np.random.default_rng(seed)
    play, targets = arbitrary_learner(examples, T, rng), arbitrary_targets(examples, rng)

    def risk(w: Fraction) -> Fraction:
        return mean((w - target) ** 2 for target in targets)

    every = list(samples(examples, T))
    played = [[play(sample[:t]) for t in range(T)] for sample in every]
    return every, played, targets, risk


@settings(deadline=None)
@given(*worlds, st.fractions(-2, 2, max_denominator=8))
def test_online_to_batch_against_a_comparator(
    seed: int, examples: int, T: int, u: Fraction
) -> None:
    every, played, targets, risk = square_world(seed, examples, T)
    B = mean(
        sum(
            ((w - targets[z]) ** 2 - (u - targets[z]) ** 2)
            for w, z in zip(row, sample, strict=True)
        )
        + Fraction(0)
        for row, sample in zip(played, every, strict=True)
    )
    drawn = mean(risk(w) for row in played for w in row) - risk(u)
    assert drawn == B / T
    assert ol.theorem("batch.random_iterate").bound(B=float(B), T=T) == pytest.approx(
        float(drawn), abs=1e-12
    )
    averaged = mean(risk(mean(iter(row))) for row in played) - risk(u)
    assert averaged <= ol.theorem("batch.average").bound(B=float(B), T=T) + 1e-12


@settings(deadline=None)
@given(*worlds)
def test_a_loss_bound_becomes_a_risk_of_the_average(seed: int, examples: int, T: int) -> None:
    every, played, targets, risk = square_world(seed, examples, T)
    totals = [
        sum((w - targets[z]) ** 2 for w, z in zip(row, sample, strict=True))
        for row, sample in zip(played, every, strict=True)
    ]
    averaged = mean(risk(mean(iter(row))) for row in played)
    assert averaged <= ol.theorem("batch.losses_to_risk").bound(b=float(max(totals)), T=T) + 1e-12


def test_the_regret_must_be_divided_by_the_number_of_rounds() -> None:
    """Loss w^2, w_t = 0, u = 1, T = 2. Without the division the claim would be -1 <= -2."""
    T, C_of_average, C_of_u = 2, 0.0, 1.0
    regret = T * (0.0 - 1.0)
    assert not C_of_average - C_of_u <= regret
    assert C_of_average - C_of_u <= ol.theorem("batch.average").bound(B=regret, T=T)
    assert C_of_average - C_of_u == ol.theorem("batch.random_iterate").bound(B=regret, T=T)


def test_the_conversion_without_the_division_is_refused() -> None:
    """Neither of the pick nor of the average."""
    with pytest.raises(CheckError, match="wrong, step 1"):
        _against_a_comparator().prove(
            "wrong", "E(L(w[r])) - L(u)\n== B | by uniform(t, r, L(w[t])), exchanged"
        )
    ctx = _against_a_comparator()
    ctx.hyp("averaged", "E(L(a)) <= Sum(E(L(w[t])), t, 1, T)/T")
    with pytest.raises(CheckError, match="wrong, step 1"):
        ctx.prove("wrong", "E(L(a)) - L(u)\n<= B | by averaged, exchanged")


def test_the_best_comparator_in_hindsight_is_another_matter() -> None:
    """A fair coin against w_t = 0 in [-1, 1]: no fixed u gains, the best in hindsight does."""
    T = 100
    in_hindsight = sum(math.comb(T, k) * abs(2 * k - T) for k in range(T + 1)) / 2**T
    assert ol.theorem("batch.random_iterate").bound(B=0.0, T=T) == 0.0 < in_hindsight / T
    assert in_hindsight > 7


def test_the_zero_one_loss_of_an_average() -> None:
    """The average of -3, 1, 1 errs although two of the three do not; the hinge loss is convex."""
    ws = [Fraction(-3), Fraction(1), Fraction(1)]
    average = mean(iter(ws))

    def zero_one(w: Fraction) -> Fraction:
        return Fraction(w <= 0)

    def hinge(w: Fraction) -> Fraction:
        return max(Fraction(0), 1 - w)

    jensen = ol.theorem("batch.jensen")
    assert zero_one(average) == 1 > jensen.bound(m=float(mean(map(zero_one, ws))))
    assert hinge(average) <= jensen.bound(m=float(mean(map(hinge, ws)))) + 1e-12


@pytest.mark.parametrize(
    "loss", [ol.losses.Square(), ol.losses.Absolute(), ol.losses.Hinge(), ol.losses.Logistic()]
)
@settings(deadline=None)
@given(st.lists(st.floats(-100, 100), min_size=1, max_size=20), st.sampled_from([-1.0, 1.0]))
def test_jensen_for_an_average(loss: Loss, scores: list[float], y: float) -> None:
    mean_loss = float(np.mean(loss.value(y, np.array(scores))))
    of_average = float(loss.value(y, np.mean(scores)))
    assert of_average <= ol.theorem("batch.jensen").bound(m=mean_loss) + 1e-9 * (1 + mean_loss)


# ---------------------------------------------------------------------- one pass over a sample
X3 = np.array([[1.0, 0.0], [-0.5, 0.5], [0.6, -0.8]])
Y3 = np.array([1.0, 1.0, 0.0])


@pytest.mark.parametrize("U", [0.3, 2.0])
@pytest.mark.parametrize("T", [1, 2, 4])
def test_one_pass_of_gradient_descent(U: float, T: int) -> None:
    """Expected excess risk over all samples, for the absolute loss."""
    G = float(np.linalg.norm(X3, axis=1).max())
    learner = ol.LinearPredictor(
        ol.OnlineGradientDescent(U / (G * math.sqrt(T)), ol.Ball(U)), loss="absolute"
    )

    def risk(w: FloatArray) -> float:
        return float(np.abs(X3 @ w - Y3).mean())

    risks = []
    for sample in samples(3, T):
        run = ol.play(learner, X3[list(sample)], Y3[list(sample)])
        risks.append(risk(ol.online_to_batch(run, "average")))
    bound = ol.theorem("batch.gradient_descent").bound(U=U, G=G, T=T)
    angles = np.linspace(0, 2 * np.pi, 25)
    for length, angle in itertools.product((0.0, U / 2, U), angles):
        u = length * np.array([np.cos(angle), np.sin(angle)])
        assert np.mean(risks) - risk(u) <= bound


def test_jensen_for_the_square_loss() -> None:
    """batch.jensen_square, and that the gain is the variance of the predictions."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        ws = rng.normal(size=(5, 2))
        predictions = ws @ X3.T
        risks = ((predictions - Y3) ** 2).mean(axis=1)
        of_average = float(((X3 @ ws.mean(axis=0) - Y3) ** 2).mean())
        assert of_average <= ol.theorem("batch.jensen_square").bound(Q=risks.mean())
        assert risks.mean() - of_average == pytest.approx(predictions.var(axis=0).mean())


@pytest.mark.parametrize("eta", [0.1, 1 / 3, 0.9])
@pytest.mark.parametrize("T", [1, 4])
def test_widrow_hoff_on_a_sample(eta: float, T: int) -> None:
    """batch.widrow_hoff over all samples, against every comparator and against the best one."""

    def risk(w: FloatArray) -> float:
        return float(((X3 @ w - Y3) ** 2).mean())

    risks, present, fresh = [], 0.0, 0.0
    for sample in samples(3, T):
        X, y = X3[list(sample)], Y3[list(sample)]
        run = ol.play(ol.WidrowHoff(eta), X, y, keep_weights=True)
        assert run.weights is not None
        risks.append(risk(ol.online_to_batch(run, "average")))
        present += float(((run.scores - y) ** 2).sum())
        fresh += sum(map(risk, run.weights[:-1]))
    assert present == pytest.approx(fresh)  # the assumed lemma
    measured = float(np.mean(risks))
    ridge = (1 - eta) / (eta * T) * np.eye(2)
    best = np.linalg.solve(X3.T @ X3 / 3 + ridge, X3.T @ Y3 / 3)
    bound = ol.theorem("batch.widrow_hoff").bound
    least = bound(R=risk(best), U=float(np.linalg.norm(best)), eta=eta, T=T)
    assert measured <= ol.theorem("batch.widrow_hoff_best").bound(B=least)
    rng = np.random.default_rng(1)
    for u in rng.normal(size=(50, 2)):
        U = float(np.linalg.norm(u))
        assert least <= bound(R=risk(u), U=U, eta=eta, T=T)


def test_widrow_hoff_on_a_sample_in_exact_numbers() -> None:
    """3 examples, 4 rounds, all 81 samples; the lemma (9) holds exactly."""
    examples = [
        (Fraction(1), Fraction(1)),
        (Fraction(-1, 2), Fraction(1)),
        (Fraction(1), Fraction(0)),
    ]
    T, eta = 4, Fraction(1, 3)

    def risk(w: Fraction) -> Fraction:
        return mean((w * x - y) ** 2 for x, y in examples)

    of_average, present, fresh = Fraction(0), Fraction(0), Fraction(0)
    for sample in itertools.product(examples, repeat=T):
        w, played = Fraction(0), []
        for x, y in sample:
            played.append(w)
            present += (w * x - y) ** 2
            fresh += risk(w)
            w -= eta * (w * x - y) * x
        of_average += risk(mean(iter(played)))
    assert present == fresh
    measured = of_average / len(examples) ** T
    assert measured <= min(
        ol.theorem("batch.widrow_hoff").bound(R=float(risk(u)), U=abs(float(u)), eta=1 / 3, T=T)
        for u in (Fraction(k, 50) for k in range(-100, 101))
    )


# ---------------------------------------------------------------------- what the statements say
@pytest.mark.parametrize("name", PINNED)
def test_a_theorem_says_what_is_random_and_unseen(name: str) -> None:
    """Whoever reads nothing but the sentence must know that examples are drawn, and when."""
    sentence = ol.theorem(name).sentence
    assert sentence is not None
    words = "".join(part.shown for part in sentence.parts)
    if "jensen" in name:
        assert "sample" not in words
        return
    assert "drawn independently from one distribution" in words
    if "widrow_hoff" in name:
        assert "independent of the sample" in words
    else:
        assert "chosen before it has seen example" in words
    if any(fact.name in ("mistakes", "bound") for fact in ol.theorem(name).hypotheses):
        assert "on every sample that can be drawn" in words


# ---------------------------------------------------------------------- propositions of the chapter
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("delta", [0.5, 0.9])
def test_what_holds_in_almost_every_run(seed: int, delta: float) -> None:
    """The average risk of a run, and the excess risk of its average, over all 1024 samples."""
    T, rng = 10, np.random.default_rng(seed)
    play, targets = arbitrary_learner(2, T, rng), arbitrary_targets(2, rng)
    u, room = Fraction(int(rng.integers(-4, 5)), 4), math.log(1 / delta)

    def square(w: Fraction, target: Fraction) -> float:
        return float((w - target) ** 2 / 4)  # between 0 and 1, as both lie in [-1, 1]

    too_risky = too_excessive = 0
    for z in samples(2, T):
        played = [play(z[:t]) for t in range(T)]
        wrong = [[(w > 0) != (target > 0) for target in targets] for w in played]
        mistakes = sum(row[new] for row, new in zip(wrong, z, strict=True))
        bound = (mistakes + room) / ((1 - math.exp(-1)) * T)
        too_risky += float(np.mean(wrong)) > bound + 1e-12
        average = sum(played, Fraction(0)) / T
        regret = sum(
            square(w, targets[new]) - square(u, targets[new])
            for w, new in zip(played, z, strict=True)
        )
        excess = float(np.mean([square(average, s) - square(u, s) for s in targets]))
        too_excessive += excess > regret / T + math.sqrt(2 * math.log(2 / delta) / T) + 1e-12
    assert too_risky <= delta * 2**T
    assert too_excessive <= delta * 2**T


def test_a_mistake_bound_is_an_assumption_on_the_labels() -> None:
    """One false label in ten: Halving loses the truth, and the bound for realizable samples fails."""
    N, T, M = 255, 60, 8
    rng = np.random.default_rng(0)
    mistakes, risks = [], []
    for _ in range(50):
        low, high, made = 0, N, 0
        for x, turned in zip(rng.integers(N, size=T), rng.random(T) < 0.1, strict=True):
            held = low + (high - low + 1) // 2 if low <= high else N
            plus = (x >= 100) != turned
            made += (x >= held) != plus
            risks.append(0.1 + 0.8 * abs(held - 100) / N)
            low, high = (low, min(high, x)) if plus else (max(low, x + 1), high)
        mistakes.append(made)
    assert np.mean(risks) > 3 * ol.theorem("batch.mistakes_to_risk").bound(M=M, T=T)
    assert np.mean(mistakes) / T == pytest.approx(np.mean(risks), abs=0.05)
