"""Visible signs: what is seen, what is not, and that nothing seen is ever false in numbers."""

from __future__ import annotations

import itertools

import pytest
import sympy as sp
from evaluating import Numbers, arithmetic, is_true
from hypothesis import given, settings
from hypothesis import strategies as st

from olbook.checked import CheckError, Context
from olbook.checked.displayed import said_of
from olbook.checked.reading.names import words_in
from olbook.checked.reading.terms import plain


def context() -> Context:
    ctx = Context(
        positive="a b c",
        nonneg="h",
        real="x y p",
        vector="u v",
        posint="T n",
        nonnegint="m",
        index="t: 1..T, s: 1..T",
    )
    ctx.hyp("small", "c < 1")
    ctx.hyp("weak", "x <= 1")
    ctx.hyp("rounds", "p[t] <= 2")
    return ctx


CONTEXT = context()


def seen(text: str, strictly: bool = False) -> frozenset[str] | None:
    """The reasons why a formula is visibly nonnegative (or positive), in rounds 1..T."""
    term = CONTEXT._language.parse(text)
    ranges = CONTEXT._language.ranges_of([term], None)
    question = CONTEXT._known.signs.positive if strictly else CONTEXT._known.signs.nonnegative
    return question(term.sym, ranges)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("0", set()),
        ("x**2", set()),
        ("(x-y)**4", set()),
        ("norm2(u-v)", set()),
        ("pos(x-y)", set()),
        ("a", {"a > 0"}),
        ("h", {"h >= 0"}),
        ("a*h + x**2", {"a > 0", "h >= 0"}),
        ("a/b", {"a > 0", "b > 0"}),
        ("sqrt(a)", {"a > 0"}),
        ("1 - c", {"small"}),
        ("2 - 2*c", {"small"}),
        ("a - a*c", {"a > 0", "small"}),
        ("1/(1-c)", {"small"}),
        ("1 - x", {"weak"}),
        ("2 - p[t]", {"rounds"}),
        ("Sum(2 - p[t], t, 1, T)", {"rounds", "T > 0"}),
        ("x**2 - 2*x*y + y**2", set()),
        ("t - 1", set()),
        ("T - t", set()),
        ("2*T - t - s", set()),
        ("T - 1", {"T > 0"}),
        ("n + T - 2", {"n > 0", "T > 0"}),
        ("m", {"m >= 0"}),
        ("Sum(T-t, t, 1, T)", {"T > 0"}),
    ],
)
def test_seen(text: str, reasons: set[str]) -> None:
    assert seen(text) == reasons


@pytest.mark.parametrize(
    "text",
    [
        "x", "-a", "a-b", "x**3", "x*y", "dot(u,v)", "-norm2(u)", "c-1", "1-a", "x-1", "p[t]",
        "2-p[T+1]", "Sum(2-p[t],t,1,T+1)", "Sum(2-p[t],t,0,T)", "p[t]*p[s]", "t-2", "T-t-1", "t-T",
        "n-2", "m-1", "T-n", "a*x**2-b", "-pos(x)", "x*a", "1-x**2", "Sum(x,t,1,T)",
    ],
)  # fmt: skip
def test_not_seen(text: str) -> None:
    assert seen(text) is None


@pytest.mark.parametrize("text", ["a", "a+h", "1-c", "a/(1-c)", "T", "t", "1+x**2", "2", "sqrt(a)"])
def test_seen_to_be_positive(text: str) -> None:
    assert seen(text, strictly=True) is not None


@pytest.mark.parametrize(
    "text", ["0", "h", "x**2", "norm2(u)", "1-x", "m", "t-1", "pos(x)", "2-p[t]"]
)
def test_nonnegative_is_not_positive(text: str) -> None:
    assert seen(text) is not None
    assert seen(text, strictly=True) is None


formulas = st.recursive(
    st.sampled_from("x y a b c h p[t] p[1] t T n m 0 1 2 1/2".split())  # noqa: SIM905
    | st.sampled_from(["norm2(u)", "dot(u,v)", "1-c", "1-x", "2-p[t]", "T-t", "t-1"]),
    lambda inner: st.one_of(
        *arithmetic(inner),
        st.builds("({})**3".format, inner),
        st.builds("({})/a".format, inner),
        st.builds("1/({})".format, inner),
    ),
    max_leaves=5,
)


def worlds(count: int) -> list[Numbers]:
    """Numbers in which the hypotheses of the context hold."""
    language, found = CONTEXT._known.language, []
    for seed in itertools.count():
        drawn = Numbers(language, seed)
        if all(
            is_true(said.text, language, drawn, ranges=said.ranges)
            for said in map(said_of, CONTEXT.facts.values())
        ):
            found.append(drawn)
        if len(found) == count:
            break
    return found


WORLDS = worlds(25)


@settings(max_examples=150)
@given(formulas, st.booleans())
def test_what_is_seen_is_true(text: str, strictly: bool) -> None:
    try:
        reasons = seen(text, strictly)
    except CheckError:
        return
    if reasons is None:
        return
    language = CONTEXT._known.language
    over = [
        (index.name, plain(low), plain(high))
        for index, (low, high) in language.ranges.items()
        if index.name in words_in(text)
    ]
    for drawn in WORLDS:
        defined = is_true(f"{text} == {text}", language, drawn, ranges=over)
        if defined:  # a formula of no value is refused elsewhere
            sign = "<" if strictly else "<="
            assert is_true(f"0 {sign} {text}", language, drawn, ranges=over) is not False


def test_ranges_that_speak_of_each_other_show_nothing() -> None:
    t, s, T = (CONTEXT._language.names[name].symbol for name in "tsT")
    signs = CONTEXT._known.signs
    assert signs.least_integer(t, {t: (s, T), s: (t, T)}, at_least=-1) is None
    assert signs.least_integer(t, {t: (s, T), s: (sp.S.One, T)}, at_least=1) is not None


@pytest.mark.parametrize("kind", ["posint", "nonnegint"])
def test_a_fact_for_every_round_says_nothing_where_there_is_no_round(kind: str) -> None:
    """Its slack is 1 - x, but for T = 0 it would hold for every x."""
    ctx = Context(real="x", index="t: 1..T", **{kind: "T"})
    ctx.hyp("odd", "x + t <= 1 + t")
    for reason in ("", " | gap 1 - x", " | by odd"):
        with pytest.raises(CheckError):
            ctx.prove("mine", f"x\n<= 1{reason}")
    if kind == "posint":
        assert ctx.prove("mine", "x\n<= 1 | by at(odd, t=1)")
    else:
        with pytest.raises(CheckError, match="t = 1 is not visibly in that range"):
            ctx.prove("mine", "x\n<= 1 | by at(odd, t=1)")


def test_a_sign_used_silently_is_part_of_the_statement() -> None:
    ctx = Context(positive="a", real="y", posint="T")
    theorem = ctx.theorem(
        "root", "sqrt(a**2)*y\n== a*y", claim="sqrt(a**2)*y == a*y", title="Root", name="X"
    )
    assert theorem.signs == ("a > 0",)
    assert "a > 0" in theorem._repr_mimebundle_()["text/markdown"]


def test_integrality_used_silently_is_part_of_the_statement() -> None:
    """0 <= T - 1 is false of T = 1/2, which is positive."""
    ctx = Context(posint="T")
    theorem = ctx.theorem("one", "1\n<= T | gap T-1", claim="1 <= T", title="One", name="X")
    assert "integer" in theorem._repr_mimebundle_()["text/markdown"]
    with pytest.raises(ValueError, match="whole number"):
        theorem.bound(T=0.5)
