"""Normal form and zero test against the evaluator: never zero of something that is not, and invariant."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest
import sympy as sp
from evaluating import Numbers, arithmetic, in_words, is_true
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from olbook.checked import CheckError, Context
from olbook.checked.reading.language import Language
from olbook.checked.reading.terms import Dot
from olbook.checked.trusted.algebra import Algebra

pytestmark = pytest.mark.landing


def language() -> Language:
    words = Language()
    for name in "xyzp":
        words.declare(name)
    for name in "ab":
        words.declare(name, sign="positive")
    for name in "uvw":
        words.declare(name, kind="vector")
    words.declare("T", sign="positive", integer=True)
    words.declare_index("t", "1", "T")
    words.declare_index("s", "1", "T")
    return words


WORDS = language()
ALGEBRA = Algebra(WORDS.is_vector_name)
T, t = WORDS.names["T"].symbol, WORDS.names["t"].symbol

# Formulas as text, so that the parser is tested too. p and w have subscripts, the others none.
scalars = st.recursive(
    st.sampled_from("x y a b p[1] p[t] p[t+1] p[t-1] p[T] T t 0 1 2 1/2".split())  # noqa: SIM905
    | st.sampled_from(["norm2(u)", "dot(u, v)", "dot(w[t], u)", "norm2(w[t+1] - u)"]),
    lambda inner: st.one_of(
        *arithmetic(inner),
        st.builds("({})/a".format, inner),
        st.builds("sqrt(b)*({})".format, inner),
        st.builds(
            "Sum({}, s, 1, T)".format,
            inner.map(lambda text: text.replace("t", "s")).filter(
                lambda text: "sqr" not in text and "do" not in text
            ),
        ),
    ),
    max_leaves=6,
)


def are_equal(one: str, other: str, seed: int, **given: int) -> bool | None:
    """Whether two formulas have the same value in some numbers, and for t = 2; None if it is not known."""
    return is_true(
        f"{one} == {other}", WORDS, Numbers(WORDS, seed, given), ranges=[("t", "2", "2")]
    )


def parsed(text: str) -> sp.Expr:
    return WORDS.parse(text).sym


def unless_refused(test: Callable[..., None]) -> Callable[..., None]:
    """What the language or the algebra refuses is no example: a sum over s within a sum over s, or
    something too large to be multiplied out."""

    @functools.wraps(test)
    def of_accepted_formulas(*args: object, **kwargs: object) -> None:
        try:
            test(*args, **kwargs)
        except CheckError:
            assume(False)

    return of_accepted_formulas


@settings(max_examples=60)
@given(scalars, st.integers(0, 10**6))
@unless_refused
def test_the_normal_form_has_the_same_value(text: str, seed: int) -> None:
    normal = in_words(ALGEBRA.normal_form(parsed(text)), WORDS)
    assert are_equal(text, normal, seed) is not False, normal


@settings(max_examples=60)
@given(scalars, scalars, st.integers(0, 10**6))
@unless_refused
def test_what_is_called_zero_is_zero_in_numbers(one: str, other: str, seed: int) -> None:
    if ALGEBRA.is_zero(parsed(one) - parsed(other)):
        assert are_equal(one, other, seed) is not False


# Sums whose ends are numbers, other indices, or empty: a law for all ends is easily wrong at some.
ends = st.sampled_from("0 1 2 3 t T t-1 t+1 T-t 3-t 2-t T-1 s-1 2-s T+1".split())  # noqa: SIM905
nested = st.builds(
    "Sum({}*Sum({}, i, {}, {}), s, {}, {})".format,
    st.sampled_from(["1", "p[s]", "s", "p[s+1]", "a"]),
    st.sampled_from(["1", "i", "i**2", "p[i]", "p[i+1]*p[s]", "p[i+s]", "2**i", "dot(w[i], w[s])"]),
    *[ends] * 4,
)


def demand_the_value_of_the_page(text: str, rounds: int, seed: int) -> None:
    """Wherever the language allows it, the normal form has the value that the page gives it."""
    ctx = Context(
        real="x y z p", positive="a b", vector="u v w", posint="T",
        index="t: 1..T, s: 1..T, i: 1..T",
    )  # fmt: skip
    language = ctx._known.language
    try:
        term = language.parse(text)
        ctx._known.duties.discharge(term.obligations, language.ranges_of([term], None))
        normal = in_words(ctx._known.algebra.normal_form(term.sym), language)
    except CheckError:
        assume(False)
        raise
    over = [(i.name, "1", "T") for i in language.ranges_of([term], None)]
    drawn = Numbers(language, seed, {"T": rounds})
    assert is_true(f"{text} == {normal}", language, drawn, ranges=over) is True, normal


@settings(max_examples=100)
@given(nested, st.integers(1, 3), st.integers(0, 10**6))
def test_nested_sums_mean_what_they_say(text: str, rounds: int, seed: int) -> None:
    demand_the_value_of_the_page(text, rounds, seed)


@pytest.mark.thorough
@settings(max_examples=1000)
@given(nested, st.integers(1, 3), st.integers(0, 10**6))
def test_many_nested_sums_mean_what_they_say(text: str, rounds: int, seed: int) -> None:
    demand_the_value_of_the_page(text, rounds, seed)


@settings(max_examples=60)
@given(scalars)
@unless_refused
def test_equal_formulas_are_recognised(text: str) -> None:
    e = parsed(text)
    assert ALGEBRA.is_zero(ALGEBRA.normal_form(e) - e)
    assert ALGEBRA.is_zero((e + 1) ** 2 - e**2 - 2 * e - 1)
    assert not ALGEBRA.is_zero((e + 1) ** 2 - e**2 - 2 * e)


@settings(max_examples=60)
@given(scalars, st.integers(0, 10**6), st.integers(0, 5), st.sampled_from([1, -1, 2]))
@unless_refused
def test_a_changed_formula_is_not_called_equal(text: str, seed: int, k: int, by: int) -> None:
    """Change one number or sign; if the values differ, the zero test must see it."""
    spots = [i for i, c in enumerate(text) if c in "+-12"]
    if not spots:
        return
    i = spots[k % len(spots)]
    new = {"+": "-", "-": "+", "1": "2", "2": "1"}[text[i]]
    changed = text[:i] + new + text[i + 1 :]
    if changed.startswith("+") or "(+" in changed:
        return
    difference = parsed(text) - parsed(changed)
    if are_equal(text, changed, seed) is False:
        assert not ALGEBRA.is_zero(difference)


IDENTITIES = [
    ("Sum(p[t+1]-p[t], t, 1, T)", "p[T+1]-p[1]"),
    ("Sum(p[t+3]-p[t], t, 1, T)", "p[T+1]+p[T+2]+p[T+3]-p[1]-p[2]-p[3]"),
    ("Sum(p[t], t, 1, T+2)", "Sum(p[s], s, 1, T) + p[T+1] + p[T+2]"),
    ("Sum(p[t], t, 0, T-1)", "Sum(p[t-1], t, 1, T)"),
    ("Sum(p[t], t, 2, T+1)", "Sum(p[t], t, 1, T) - p[1] + p[T+1]"),
    ("Sum(2*p[t]+x, t, 1, T)", "2*Sum(p[t], t, 1, T) + T*x"),
    ("Sum(Sum(p[t]*p[s], t, 1, T), s, 1, T)", "Sum(p[t], t, 1, T)**2"),
    ("Sum(Sum(p[s], s, 1, t), t, 1, T)", "Sum(Sum(p[s], s, 1, t-1) + p[t], t, 1, T)"),
    ("Sum(norm2(w[t+1])-norm2(w[t]), t, 1, T)", "norm2(w[T+1])-norm2(w[1])"),
    ("norm2(u+v)", "norm2(u)+2*dot(v,u)+norm2(v)"),
    ("norm2(u+v)+norm2(u-v)", "2*norm2(u)+2*norm2(v)"),
    ("dot(x*u+y*v, u-2*v)", "x*norm2(u)+(y-2*x)*dot(u,v)-2*y*norm2(v)"),
    ("dot(Sum(w[t],t,1,T), u)", "Sum(dot(u,w[t]),t,1,T)"),
    ("norm2(Sum(w[t],t,1,T))", "Sum(Sum(dot(w[t],w[s]),t,1,T),s,1,T)"),
    ("dot(Sum(p[t]*u,t,1,T), Sum(p[t]*v,t,1,T))", "dot(u,v)*Sum(p[t],t,1,T)**2"),
    ("sqrt(a)*sqrt(a)", "a"),
    ("(sqrt(a)+sqrt(b))*(sqrt(a)-sqrt(b))", "a-b"),
    ("1/(sqrt(a)+sqrt(b))*(a-b)", "sqrt(a)-sqrt(b)"),
    ("sqrt(8)", "2*sqrt(2)"),
    ("Sum(p[t], t, 1, 3)", "p[1]+p[2]+p[3]"),
    ("norm2(u - 0)", "dot(u, u)"),
    ("dot(0, u)", "0"),
    ("exp(2)/(b + exp(2)) + b/(b + exp(2))", "1"),
    ("2*Sum(p[t], t, T, 5)", "Sum(2*p[t], t, T, 5)"),
    ("log((a**2 + b)*(a + b**2))", "log(a**2 + b) + log(a + b**2)"),
]


@pytest.mark.parametrize(("left", "right"), IDENTITIES)
def test_identities(left: str, right: str) -> None:
    difference = WORDS.parse(left).sym - WORDS.parse(right).sym
    assert ALGEBRA.is_zero(difference)
    assert not ALGEBRA.is_zero(difference + 1)
    for seed in range(5):
        assert are_equal(left, right, seed) is not False


NO_IDENTITIES = [
    ("Sum(p[t]*p[t], t, 1, T)", "Sum(p[t], t, 1, T)**2"),
    ("Sum(p[t+1]-p[t], t, 1, T)", "p[T]-p[1]"),
    ("Sum(p[t], t, 1, T)", "Sum(p[t], t, 1, T+1)"),
    ("Sum(1, t, 1, T)", "T-1"),
    ("Sum(p[t], t, T, 5)", "Sum(p[t], t, T, 6)"),
    ("exp(2)", "2*exp(1)"),
    ("log(a**2 + b)", "2*log(a) + log(b)"),
    ("norm2(Sum(w[t],t,1,T))", "Sum(norm2(w[t]),t,1,T)"),
    ("norm2(u+v)", "norm2(u)+norm2(v)"),
    ("dot(u, v)**2", "norm2(u)*norm2(v)"),
    ("sqrt(a+b)", "sqrt(a)+sqrt(b)"),
    ("pos(x+y)", "pos(x)+pos(y)"),
    ("pos(x)", "x"),
    ("sqrt(x**2)", "x"),
    ("Sum(Sum(p[s], s, 1, t), t, 1, T)", "Sum(Sum(p[s], s, 1, T), t, 1, T)"),
]


@pytest.mark.parametrize(("left", "right"), NO_IDENTITIES)
def test_what_looks_like_an_identity_and_is_none(left: str, right: str) -> None:
    difference = WORDS.parse(left).sym - WORDS.parse(right).sym
    assert not ALGEBRA.is_zero(difference)
    different = any(are_equal(left, right, seed, T=2) is False for seed in range(50))
    assert different, "the example is an identity after all"


def test_the_normal_form_is_stable() -> None:
    for left, _ in IDENTITIES:
        if left == "norm2(Sum(w[t],t,1,T))":
            continue  # the two letters of a double sum of inner products can change places
        once = ALGEBRA.normal_form(WORDS.parse(left).sym)
        assert ALGEBRA.normal_form(once) == once


def test_letters_of_sums_do_not_matter() -> None:
    one, other = "Sum(p[t]*Sum(p[s], s, 1, t), t, 1, T)", "Sum(p[s]*Sum(p[t], t, 1, s), s, 1, T)"
    assert ALGEBRA.normal_form(WORDS.parse(one).sym) == ALGEBRA.normal_form(WORDS.parse(other).sym)


def test_too_large_is_refused_at_once() -> None:
    for text in (
        "(x+y+a+b)**64",
        "*".join(f"(x+y+p[{k}])" for k in range(20)),
        "Sum((x+y+a+p[t])**60, t, 1, T)",
    ):
        with pytest.raises(CheckError, match="multiplied out"):
            ALGEBRA.is_zero(WORDS.parse(text).sym)


@pytest.mark.parametrize("text", ["x", "dot(u, v)", "2"])
def test_an_inner_product_is_of_two_vectors(text: str) -> None:
    """The language refuses this before; the rules of inner products do not hold of numbers."""
    for pair in ((parsed(text), parsed("u")), (parsed("u + v"), parsed(text))):
        with pytest.raises(CheckError, match="not a vector"):
            ALGEBRA.is_zero(Dot(*pair))


def test_a_context_uses_this_algebra() -> None:
    ctx = Context(real="p", posint="T", index="t: 1..T")
    assert ctx.prove("telescope", "Sum(p[t+1]-p[t],t,1,T)\n== p[T+1]-p[1]").fact.operator == "=="
