"""Every way of using a fact states something true: the judge looks for worlds in which it is not."""

from __future__ import annotations

import functools

import pytest
from evaluating import against, in_words
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from olbook.checked import CheckError, Context
from olbook.checked.displayed import stated
from olbook.checked.judge import Said, counterexample
from olbook.checked.reading.chains import read_chain
from olbook.checked.reading.terms import plain

pytestmark = pytest.mark.landing

FACTS = ("low", "up", "rounds", "steps", "bits", "mean", "every", "shorter", "square", "best")


@functools.cache
def context() -> Context:
    """Facts of every kind: fixed and random, for rounds, for all values, defined, an infimum, proved."""
    ctx = Context(
        real="x y z p f h k B F X Y", nonneg="s", positive="a", posint="T", vector="u v w",
        random="X Y", index="t: 1..T, j: 1..T", uniform="r: 1..T",
    )  # fmt: skip
    ctx.hyp("few", "T <= 4")
    ctx.hyp("low", "x <= y")
    ctx.hyp("up", "y < z + 2")
    ctx.hyp("rounds", "f[t] <= h[t]", on="t: 1..T-1")
    ctx.hyp("steps", "h[t+1] == h[t] + s")
    ctx.hyp("bits", "X**2 == X")
    ctx.hyp("mean", "E(X*Y) <= x")
    ctx.hyp("every", "F(p) >= p - 1", for_all="p")
    ctx.define("shorter", "k[t+1] == k[t] - f[t]")
    ctx.prove("square", "2*x*a\n<= x**2 + a**2 | gap (x - a)**2")
    ctx.prove("below", "-1\n<= p**2 - 2*p | gap (p-1)**2")
    ctx.define("best", "B == inf(p**2 - 2*p, p)")
    return ctx


numbers = st.sampled_from(["1", "2", "T", "t", "T-1", "t+1", "0", "j", "a", "s", "x", "-1", "1/2"])
indices = st.sampled_from(["1", "T", "t", "t-1", "t+1", "T-1", "T+1", "2", "0"])
uses = st.recursive(
    st.sampled_from(FACTS)
    | st.builds("at({}, t={})".format, st.sampled_from(["rounds", "steps", "shorter"]), indices)
    | st.builds("at({}, p={})".format, st.sampled_from(["every", "best", "below"]), numbers)
    | st.builds("at({}, {}={})".format, st.sampled_from(FACTS), st.sampled_from("xaTsyp"), numbers)
    | st.builds("sq({})".format, numbers)
    | st.builds("pos({})".format, numbers)
    | st.builds("uniform(t, r, {})".format, st.sampled_from(["X*f[t]", "X + t", "Y*h[t+1]", "X"])),
    lambda inner: st.one_of(
        st.builds("times({}, {})".format, numbers, inner),
        st.builds("sum(t, {}, {}, {})".format, indices, indices, inner),
        st.builds("sum(j, {}, {}, {})".format, indices, indices, inner),
        st.builds("E({})".format, inner),
        st.builds("inf(best, {})".format, inner),
    ),
    max_leaves=4,
)


def against_reason(reason: str) -> str | None:
    """What the judge finds against what a reason states at a line that has the round t."""
    ctx = context()
    language = ctx._known.language
    chain = read_chain(language, "line", f"f[t]\n<= f[t] + 1 | by {reason}", None, "")
    statement = ctx._kernel._uses.statement(chain.steps[0].reasons[0], chain.ranges)
    left, right = (in_words(side, language) for side in (statement.left, statement.right))
    over = [(i.name, plain(low), plain(high)) for i, (low, high) in chain.ranges.items()]
    supposed = ctx._facts.behind(statement.rests_on)  # it must not rest on anything else
    few = ctx.facts["few"]  # in a world of many rounds a sum of sums takes half a minute
    return against(ctx, f"{left} {statement.operator} {right}", [*supposed, few], over)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(uses)
def test_what_a_reason_states_is_true(reason: str) -> None:
    try:
        numbers_against = against_reason(reason)
    except CheckError:
        assume(False)
        raise
    assert numbers_against is None, (reason, numbers_against)


@pytest.mark.parametrize(
    ("false", "supposed"),
    [
        ("x <= y - 1", ["low", "up"]),
        ("f[T] <= h[T]", ["rounds", "steps"]),
        ("E(X*Y) <= E(X)*E(Y)", ["bits", "mean"]),
        ("F(x) >= x", ["every"]),
        ("B >= 0", ["best"]),
        ("k[T+1] <= k[1]", ["shorter", "rounds"]),
    ],
)
def test_the_worlds_are_not_too_tame(false: str, supposed: list[str]) -> None:
    """The facts do not contradict each other, and what does not follow from them is refuted."""
    ctx = context()
    facts = [ctx.facts[name] for name in (*supposed, "few")]
    question = stated(ctx._language, facts, Said("claim", "false", false))
    assert counterexample(question) is not None
