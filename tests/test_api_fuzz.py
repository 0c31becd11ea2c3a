"""Whatever is put into the public API, it answers, or it refuses with a ValueError or a TypeError.

No other exception leaves it, nothing hangs, and no answer holds a NaN that was not put in. Values
are drawn from what is allowed, from its edges (subnormal, huge, empty), and from what is not.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import olbook as ol

pytestmark = pytest.mark.thorough

EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, 5e-324, 1e-300, 1e-9, 1e9, 1e154, 1e300, -1e300, 1.7e308]
finite = st.one_of(st.sampled_from(EDGES), st.floats(-10, 10))
small = st.floats(-10, 10, allow_subnormal=False)
positive = st.one_of(st.sampled_from([5e-324, 1e-9, 0.1, 1.0, 10.0, 1e308]), st.floats(0.01, 5))
sizes = st.integers(1, 6)
nonsense = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.floats(),
    st.text(max_size=2),
    st.sampled_from([b"x", 1j, object(), int, {}, {1}, 10**400, np.datetime64("2026-01-01")]),
    st.lists(st.floats(), max_size=3),
    arrays(
        st.sampled_from([np.float64, np.float32, np.int8, np.bool_, np.complex128, object]),
        st.sampled_from([(), (0,), (2,), (2, 3), (0, 2), (2, 0), (1, 2, 2)]),
    ),
)


def mostly(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Four times of five what is allowed."""
    return st.integers(0, 4).flatmap(lambda n: nonsense if n == 0 else good)


def vectors(entries: st.SearchStrategy[float] = finite, d: int | None = None) -> st.SearchStrategy:
    return arrays(np.float64, st.integers(1, 5) if d is None else d, elements=entries)


def streams(entries: st.SearchStrategy[float] = finite) -> st.SearchStrategy:
    """X and y that belong together."""
    shapes = st.tuples(st.integers(1, 8), st.integers(1, 3))
    return shapes.flatmap(
        lambda shape: st.tuples(
            arrays(np.float64, shape, elements=entries),
            st.one_of(
                arrays(np.float64, shape[0], elements=st.sampled_from([-1.0, 1.0])),
                arrays(np.float64, shape[0], elements=entries),
            ),
        )
    )


losses = st.sampled_from(["square", "absolute", "hinge", "logistic", "zero-one", ol.losses.Hinge()])
domains = st.one_of(
    st.none(),
    st.sampled_from([ol.Simplex(), ol.Box(-1.0, 2.0), ol.Box([0, 0], [1, 2]), ol.WholeSpace()]),
    st.builds(ol.Ball, positive),
    st.builds(ol.L1Ball, positive),
)
regularizers = st.sampled_from(
    [ol.SquaredNorm(), ol.Entropy(), ol.SquaredPNorm(1.5), ol.SquaredPNorm(2.0)]
)
steps = st.one_of(positive, st.sampled_from([lambda t: 1 / t, lambda t: 2.0**t, lambda t: "t"]))


def nan_in(answer: object) -> bool:
    """Whether there is a NaN in what was returned."""
    if isinstance(answer, float | np.ndarray | np.floating):
        array = np.asarray(answer)
        return array.dtype.kind == "f" and bool(np.isnan(array).any())
    if isinstance(answer, tuple | list):
        return any(map(nan_in, answer))
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        return any(nan_in(getattr(answer, field.name)) for field in dataclasses.fields(answer))
    return nan_in(answer.w) if getattr(answer, "w", None) is not None else False


def answers_or_refuses(call: Callable[[], object]) -> object:
    """The answer; None if it was refused as it should be. Anything else is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's word on an overflow, before ours
        try:
            answer = call()
        except (ValueError, TypeError) as error:
            refusal = str(error)
        else:
            assert not nan_in(answer), f"a NaN in {answer!r}"
            return answer
    assert refusal, "the refusal says nothing"
    return None


@st.composite
def predictors(draw: st.DrawFn) -> Any:
    """A learner that predicts, or the refusal to make it."""
    eta, loss, some = draw(mostly(steps)), draw(mostly(losses)), draw(mostly(st.booleans()))
    makers: list[Callable[[], Any]] = [
        ol.Perceptron,
        lambda: ol.KernelPerceptron(
            draw(mostly(st.sampled_from([ol.kernels.linear, ol.kernels.rbf(0.5)])))
        ),
        lambda: ol.Winnow(eta),
        lambda: ol.GradientDescent(eta, loss, draw(mostly(domains)), some),
        lambda: ol.WidrowHoff(eta),
        lambda: ol.ExponentiatedGradient(eta, loss, some, draw(mostly(positive)), False),
        lambda: ol.PNorm(draw(mostly(st.floats(1.5, 9.0))), eta, loss, some),
        lambda: ol.LinearPredictor(ol.OnlineGradientDescent(eta, draw(mostly(domains))), loss),
        lambda: ol.DoublingTrick(lambda n: ol.GradientDescent(eta, loss)),
    ]
    return answers_or_refuses(draw(st.sampled_from(makers)))


@st.composite
def oco_learners(draw: st.DrawFn) -> Any:
    """A learner of online convex optimisation, or the refusal to make it."""
    eta, domain = draw(mostly(steps)), draw(mostly(domains))
    d, psi = draw(mostly(st.one_of(st.none(), sizes))), draw(mostly(regularizers))
    makers: list[Callable[[], Any]] = [
        lambda: ol.OnlineGradientDescent(eta, domain, d),
        lambda: ol.MirrorDescent(eta, psi, domain, d),
        lambda: ol.FollowTheRegularizedLeader(eta, psi, domain, d),
        lambda: ol.Hedge(eta, d),
    ]
    return answers_or_refuses(draw(st.sampled_from(makers)))


@given(learner=mostly(predictors()), stream=streams(), data=st.data())
def test_playing(learner: Any, stream: Any, data: st.DataObject) -> None:
    X, y = data.draw(mostly(st.just(stream[0]))), data.draw(mostly(st.just(stream[1])))
    keep, method = data.draw(st.booleans()), data.draw(mostly(st.sampled_from(["auto", "loop"])))
    before = getattr(learner, "w", None)
    answers_or_refuses(lambda: ol.play(learner, X, y, keep_weights=keep, method=method))
    if before is not None:
        assert np.array_equal(before, learner.w)


@given(learner=predictors(), stream=streams(), data=st.data())
def test_updating_leaves_no_half_of_a_step(learner: Any, stream: Any, data: st.DataObject) -> None:
    if learner is None:
        return
    for x, y in zip(*stream, strict=True):
        x, y = data.draw(mostly(st.just(x))), data.draw(mostly(st.just(float(y))))
        before = learner.copy()

        def step(x: Any = x, y: Any = y) -> str:
            learner.update(x, y)
            return "done"

        if answers_or_refuses(step) is None and getattr(before, "w", None) is not None:
            assert np.array_equal(before.w, learner.w)
        answers_or_refuses(lambda x=x: learner.predict(x))


@given(domain=domains, v=mostly(vectors()), tolerance=mostly(positive))
def test_domains(domain: Any, v: Any, tolerance: Any) -> None:
    domain = domain or ol.WholeSpace()
    projected = answers_or_refuses(lambda: domain.project(v))
    if projected is not None:
        assert domain.contains(projected)
    answers_or_refuses(lambda: domain.contains(v, tolerance))
    answers_or_refuses(lambda: domain.support(v))


@settings(max_examples=60)
@given(stream=streams(small), loss=mostly(losses), domain=mostly(domains), data=st.data())
def test_best_in_hindsight(stream: Any, loss: Any, domain: Any, data: st.DataObject) -> None:
    X, y = data.draw(mostly(st.just(stream[0]))), data.draw(mostly(st.just(stream[1])))
    best = answers_or_refuses(lambda: ol.best_in_hindsight(X, y, loss, domain))
    if isinstance(best, ol.comparator.Comparator):
        assert best.lower_bound <= best.loss + 1e-9 * max(1.0, abs(best.loss))


MADE_OF_ONE = [
    ol.Ball, ol.L1Ball, ol.SquaredPNorm, ol.losses.ZeroOne, ol.kernels.rbf, ol.kernels.polynomial,
    ol.Winnow, ol.WidrowHoff,
]  # fmt: skip
RNG = st.builds(np.random.default_rng, sizes)
SIGNS = st.sampled_from([-1.0, 1.0])
HOW = st.sampled_from(["average", "last", "random", "longest_survivor"])
# what is drawn, one after the other, and the calls that are made with it
CALLS: dict[str, tuple[tuple[st.SearchStrategy[Any], ...], tuple[Callable[..., Any], ...]]] = {
    "a game against gradients": (
        (mostly(oco_learners()), mostly(streams().map(lambda pair: pair[0])), mostly(st.none())),
        (lambda learner, G, d: ol.play_oco(learner, G, d=d),)),
    "replicates": (
        (mostly(predictors()), mostly(arrays(np.float64, (3, 2, 2), elements=finite)),
         mostly(arrays(np.float64, (3, 2), elements=SIGNS))),
        (ol.replicate,)),
    "objects": (
        (st.sampled_from(MADE_OF_ONE), mostly(positive)),
        (lambda make, value: make(value),)),
    "boxes": ((mostly(finite), mostly(finite)), (ol.Box,)),
    "losses": (
        (st.sampled_from(list(ol.losses.NAMES.values())), st.one_of(finite, vectors(), st.just("y")),
         st.one_of(finite, vectors(), st.none())),
        (lambda loss, y, s: loss.value(y, s), lambda loss, y, s: loss.slope(y, s))),
    "regularisers": (
        (regularizers, mostly(vectors(d=2)), mostly(vectors(d=2)), domains),
        (lambda psi, w, u, domain: psi.value(w), lambda psi, w, u, domain: psi.gradient(w),
         lambda psi, w, u, domain: psi.inverse_gradient(w), lambda psi, w, u, domain: psi.divergence(u, w),
         lambda psi, w, u, domain: psi.minimize(w, domain or ol.WholeSpace()))),
    "kernels": (
        (st.sampled_from([ol.kernels.linear, ol.kernels.rbf(0.5), ol.kernels.polynomial(3)]),
         mostly(arrays(np.float64, (2, 2), elements=small)), mostly(arrays(np.float64, (3, 2), elements=small))),
        (lambda kernel, A, B: kernel(A, B),)),
    "margins": (
        (mostly(vectors()), streams().flatmap(lambda pair: st.tuples(*(mostly(st.just(each)) for each in pair)))),
        (lambda u, pair: ol.functional_margin(u, *pair), lambda u, pair: ol.geometric_margin(u, *pair),
         lambda u, pair: ol.streams.threshold_interval(*pair))),
    "streams": (
        (mostly(sizes), mostly(sizes), mostly(st.floats(0, 1)), mostly(st.floats(0, 1)), mostly(positive), RNG),
        (lambda T, d, margin, noise, radius, rng: ol.streams.separable(T, d, margin, radius=radius, rng=rng),
         lambda T, d, margin, noise, radius, rng: ol.streams.noisy(T, d, margin, noise, radius=radius, rng=rng),
         lambda T, d, share, noise, radius, rng: ol.streams.disjunction(
             T, d, d, density=share, noise=noise, rng=rng))),
    "adversaries": (
        (mostly(predictors()), mostly(oco_learners()), mostly(sizes), mostly(sizes), mostly(positive)),
        (lambda learner, oco, n, k, size: ol.streams.bisection(learner, n),
         lambda learner, oco, n, k, size: ol.streams.orthonormal_rows(learner, n, radius=size),
         lambda learner, oco, n, k, size: ol.streams.hidden_literals(learner, n, k),
         lambda learner, oco, n, k, size: ol.streams.orthogonal_gradients(oco, n, size=size))),
    "one hypothesis": (
        (streams(small), mostly(HOW), st.booleans(), mostly(RNG)),
        (lambda pair, how, keep, rng: ol.online_to_batch(
            ol.play(ol.WidrowHoff(0.01), *pair, keep_weights=keep), how, rng),)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_it_answers_or_refuses(name: str, data: st.DataObject) -> None:
    drawn, calls = CALLS[name]
    arguments = [data.draw(strategy) for strategy in drawn]
    for call in calls:
        answers_or_refuses(lambda call=call: call(*arguments))


@pytest.mark.parametrize("value", [np.nan, np.array([1.0, np.nan]), (1.0, np.nan)])
def test_a_nan_is_seen(value: object) -> None:
    with pytest.raises(AssertionError, match="a NaN"):
        answers_or_refuses(lambda: value)


def test_another_exception_is_a_failure() -> None:
    with pytest.raises(ZeroDivisionError):
        answers_or_refuses(lambda: 1 / 0)
