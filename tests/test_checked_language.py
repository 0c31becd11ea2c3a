"""One parse gives meaning and display: they must say the same."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
import sympy as sp
from evaluating import arithmetic, in_words, is_true
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tex_reader import read

from olbook.checked import CheckError, Context
from olbook.checked.reading.language import Language
from olbook.checked.reading.terms import plain, tex_of_name


def language() -> Language:
    words = Language()
    for name in ("x", "y", "lambda_", "x_bar", "eta", "ell", "loss"):
        words.declare(name)
    for name in ("f", "p", "q", "z", "norm_p", "norm_q"):
        words.declare(name)
    for name in ("u", "w"):
        words.declare(name, kind="vector")
    for name in ("T", "d"):
        words.declare(name, sign="positive", integer=True)
    words.declare_index("t", "1", "T")
    words.declare_index("tau", "1", "T")
    words.declare_index("i", "1", "d")
    return words


WORDS = language()


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("x", "x"),
        ("eta", r"\eta"),
        ("ell", r"\ell"),
        ("lambda_", r"\lambda"),
        ("loss", r"\mathrm{loss}"),
        ("x_bar", "x_{bar}"),
        ("p[t+1]", "p_{t + 1}"),
        ("p[tau]", r"p_{\tau}"),
        ("z[t, i]", "z_{t,i}"),
        ("f[t](u)", "f_{t}( u )"),
        ("x + (y - x)", "x + y - x"),
        ("-x*y", r"-x \, y"),
        ("-(x*y)", r"-x \, y"),
        ("(x + y)*x", r"( x + y ) \, x"),
        ("2*x", r"2 \, x"),
        ("x*2", r"x \cdot 2"),
        ("(x**2)**3", "( x^{2} )^{3}"),
        ("x**2**3", "x^{2^{3}}"),
        ("(x/y)**2", r"\left( \frac{x}{y} \right)^{2}"),
        ("p[t]**2", "p_{t}^{2}"),
        ("sqrt(x)", r"\sqrt{x}"),
        ("sqrt(x + y)*x", r"\sqrt{x + y} \, x"),
        ("norm2(u)", r"\lVert u \rVert^2"),
        ("norm2(u)**2", r"( \lVert u \rVert^2 )^{2}"),
        ("norm_q(u)", r"\lVert u \rVert_q"),
        ("norm_p[t](u)", r"\lVert u \rVert_{p,t}"),
        ("dot(u, w[t])", r"\langle u, w_{t} \rangle"),
        ("pos(1 - x)", r"\left[1 - x\right]_+"),
        ("Sum(p[tau], tau, 1, T+1)", r"\sum_{\tau=1}^{T + 1} p_{\tau}"),
        ("-Sum(p[t], t, 1, T)*x", r"\left( -\sum_{t=1}^{T} p_{t} \right) \, x"),
        ("Sum(p[t], t, 1, T)/T", r"\frac{\sum_{t=1}^{T} p_{t}}{T}"),
    ],
)
def test_how_names_and_signs_are_shown(text: str, tex: str) -> None:
    assert WORDS.parse(text).tex == tex


formulas = st.recursive(
    st.sampled_from(["x", "y", "eta", "p[t]", "2", "3", "10"]),
    lambda inner: st.one_of(
        *arithmetic(inner),
        st.builds("({})/({})".format, inner, inner),
        st.builds("Sum({}, t, 1, T)".format, inner),
    ),
    max_leaves=7,
)


@settings(max_examples=300)
@given(formulas, st.integers(0, 10**6))
def test_the_display_means_what_is_checked(text: str, seed: int) -> None:
    try:
        term = WORDS.parse(text)
    except CheckError:  # a sum over t within a sum over t, or a division by zero
        assume(False)
        raise
    rng = random.Random(seed)
    values = {name: Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for name in ("x", "y", "eta")}
    rounds = [Fraction(rng.randint(-9, 9), 2) for _ in range(3)]
    shown_values = {**values, r"\eta": values["eta"], "p_t": rounds[1]}
    table = {("p", (t,), None): value for t, value in enumerate(rounds, 1)}
    known = {**table, **{(name, (), None): v for name, v in {**values, "T": len(rounds)}.items()}}
    try:
        shown = read(term.tex, shown_values, rounds)
    except ZeroDivisionError:
        assume(False)
        raise
    for written in (text, in_words(term.sym, WORDS)):  # what the judge reads, and what is checked
        relation = f"{written} == {shown.numerator}/{shown.denominator}"
        true = is_true(relation, WORDS, lambda *key: known[key], ranges=[("t", "2", "2")])
        assert true, (written, term.tex)


def test_relations_are_shown_as_written_and_meant_the_usual_way_round() -> None:
    stated = WORDS.relation("x >= y + 1")
    assert stated.tex == r"x \ge y + 1"
    assert (stated.left.tex, stated.operator, stated.right.tex) == ("y + 1", "<=", "x")
    assert stated.shown_right.tex == "y + 1"
    assert WORDS.relation("x > y").operator == "<"
    assert WORDS.relation("x == y").shown_right.tex == "y"


def test_names_with_subscripts() -> None:
    assert tex_of_name("w_0", ["t"]) == "w_{0,t}"
    assert tex_of_name("alpha_star") == r"\alpha_{star}"
    assert tex_of_name("Err") == r"\mathrm{Err}"


def test_obligations_are_collected_before_anything_cancels() -> None:
    term = WORDS.parse("x/x + sqrt(y)**2 + Sum(1/p[t], t, 1, T)")
    needs = {(str(duty.expression), duty.need) for duty in term.obligations}
    assert {("x", "nonzero"), ("y", "nonnegative"), ("p(t)", "nonzero")} <= needs
    inside = next(duty for duty in term.obligations if str(duty.expression) == "p(t)")
    assert [str(index) for index, _, _ in inside.bindings] == ["t"]


def test_numbers_are_exact() -> None:
    assert WORDS.parse("0.1").sym == sp.Rational(1, 10)
    assert WORDS.parse("1/3").sym == sp.Rational(1, 3)
    assert WORDS.parse("1_000").sym == 1000
    assert not WORDS.parse("0.1*x + 2.5/y").sym.has(sp.Float)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xx", 'unknown name "xx"'),
        ("etaa", 'did you mean "eta"?'),
        ("x +", "cannot read"),
        ("u + 1", "a vector and a number are added: u + 1"),
        ("u*w[1]", "a product of two vectors (use dot)"),
        ("norm2(x)", "norm2 needs a vector: norm2(x)"),
        ("dot(u, x)", "dot needs a vector and a vector"),
        ("dot(u)", "dot needs a vector and a vector"),
        ("p[x]", 'a subscript of "p" is not an integer: x'),
        ("Sum(p[t], x, 1, T)", '"x" is not declared as an index'),
        ("Sum(p[t], t, 1)", "write Sum(term, index, from, to)"),
        ("Sum(p[t], t, 1, t)", "integer ends that do not mention it"),
        ("by(x)", "by belongs into a reason"),
        ("x**100", "an exponent is larger than 64"),
        ("x if y else 1", "not in the language: x if y else 1"),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(CheckError, match=re.escape(message)):
        language().parse(text)


def test_a_name_is_used_in_one_way() -> None:
    words = language()
    words.parse("p[t]")
    for other in ("p", "p[t, i]", "p[t](u)", "p(u)"):
        with pytest.raises(CheckError, match='"p" is used with'):
            words.parse(other)


def test_formulas_in_messages_can_be_read_back() -> None:
    for text in ("Sum(p[t], t, 1, T)", "norm2(u)", "dot(u, w[t])", "pos(x)", "x*p[t + 1]"):
        words = language()
        again = words.parse(plain(words.parse(text).sym))
        assert again.sym == words.parse(text).sym
    letter, j = sp.symbols("_i0 j")
    assert plain(sp.Sum(letter, (letter, 1, 3))) == "Sum(j, j, 1, 3)"
    assert plain(sp.Sum(j * letter, (letter, 1, 3))) == "Sum(k*j, k, 1, 3)"


def test_a_declaration_names_its_kind() -> None:
    with pytest.raises(CheckError, match="not a kind of name"):
        Context(scalar="x")
    with pytest.raises(CheckError, match="written"):
        Context(real="x", index="t in 1..5")
    with pytest.raises(CheckError, match="unknown name"):
        Context(index="t: 1..T")
