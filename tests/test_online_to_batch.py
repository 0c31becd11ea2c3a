"""Online-to-batch conversion: which hypothesis comes out, and what it is worth."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from games import seeds
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.validation import FloatArray


def random_run(T: int, d: int, seed: int) -> ol.record.Run:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, (T, d)), rng.choice([-1, 1], T)
    return ol.play(ol.Perceptron(), X, y, keep_weights=True)


@given(T=st.integers(1, 40), d=st.integers(1, 4), seed=seeds)
def test_average_and_last(T: int, d: int, seed: int) -> None:
    run = random_run(T, d, seed)
    assert run.w is not None
    np.testing.assert_allclose(ol.online_to_batch(run), run.weights[:-1].mean(axis=0), atol=1e-12)
    np.testing.assert_array_equal(ol.online_to_batch(run, "last"), run.weights[-1])


@given(T=st.integers(1, 40), d=st.integers(1, 3), seed=seeds)
def test_longest_survivor_against_a_count_by_hand(T: int, d: int, seed: int) -> None:
    run = random_run(T, d, seed)
    played = [tuple(w) for w in run.weights[:-1]]
    lives = [(w, len(list(rounds))) for w, rounds in itertools.groupby(played)]
    longest = max(length for _, length in lives)
    earliest = next(w for w, length in lives if length == longest)
    np.testing.assert_array_equal(ol.online_to_batch(run, "longest_survivor"), earliest)


def test_random_is_uniform_on_the_weights_that_were_played() -> None:
    run = ol.play_oco(ol.OnlineGradientDescent(1.0), -np.ones((5, 1)))
    rng = np.random.default_rng(0)
    drawn = np.array([ol.online_to_batch(run, "random", rng)[0] for _ in range(5000)])
    counts = np.array([(drawn == w).sum() for w in range(5)])
    assert counts.sum() == 5000
    # Six standard deviations of a binomial share.
    assert (np.abs(counts / 5000 - 0.2) <= 6 * np.sqrt(0.2 * 0.8 / 5000)).all()


def test_the_same_generator_gives_the_same_hypothesis() -> None:
    run = random_run(30, 3, 0)
    one, two = (ol.online_to_batch(run, "random", rng=np.random.default_rng(7)) for _ in range(2))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("how", ["average", "last", "random", "longest_survivor"])
def test_what_comes_out_is_a_copy(how: str) -> None:
    run = random_run(20, 2, 1)
    before = [np.array(a) for a in (run.weights, run.w, run.average_w)]
    ol.online_to_batch(run, how, rng=np.random.default_rng(0))[:] = 77.0
    for a, b in zip(before, (run.weights, run.w, run.average_w), strict=True):
        np.testing.assert_array_equal(a, b)


def exact_widrow_hoff(sample: list[tuple[Fraction, Fraction]], eta: Fraction) -> list[Fraction]:
    w, played = Fraction(0), []
    for x, y in sample:
        played.append(w)
        w -= eta * (w * x - y) * x
    return played


def test_expected_risk_over_all_samples_of_a_small_law() -> None:
    """Exact: the risk of a random hypothesis is the average loss, the average's is no larger."""
    law = [(Fraction(1), Fraction(1)), (Fraction(-1), Fraction(0)), (Fraction(1, 2), Fraction(1))]
    T, eta = 4, Fraction(1, 2)

    def risk(w: Fraction) -> Fraction:
        return sum(((w * x - y) ** 2 / 2 for x, y in law), Fraction(0)) / len(law)

    online = random = average = Fraction(0)
    samples = list(itertools.product(law, repeat=T))
    for sample in samples:
        played = exact_widrow_hoff(list(sample), eta)
        rounds = zip(played, sample, strict=True)
        online += sum((w * x - y) ** 2 / 2 for w, (x, y) in rounds) / T
        random += sum(map(risk, played)) / T
        average += risk(sum(played) / T)
    assert random == online
    assert average < online

    # The package computes the same hypotheses.
    X, y = (np.array([[float(p[i])] for p in samples[5]]) for i in (0, 1))
    run = ol.play(ol.WidrowHoff(0.5), X, y.ravel(), keep_weights=True)
    exact = exact_widrow_hoff(list(samples[5]), eta)
    np.testing.assert_allclose(run.weights[:-1].ravel(), [float(w) for w in exact])
    np.testing.assert_allclose(ol.online_to_batch(run), [float(sum(exact) / T)])


def test_the_last_hypothesis_may_be_the_worst() -> None:
    """In regression, too, one odd example at the end spoils it."""
    X = np.ones((100, 1))
    y = np.append(np.ones(99), -100.0)
    run = ol.play(ol.WidrowHoff(0.5), X, y)

    def risk_on_ordinary_examples(w: FloatArray) -> float:
        return float((w[0] - 1) ** 2 / 2)

    assert risk_on_ordinary_examples(ol.online_to_batch(run)) < 0.001
    assert risk_on_ordinary_examples(ol.online_to_batch(run, "last")) > 1000
