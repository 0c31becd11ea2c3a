"""The kernel believes no certificate: it accepts right ones and refuses all others."""

from __future__ import annotations

import pytest
import sympy as sp

from olbook.checked import CheckError, Context
from olbook.checked.reading.chains import read_chain
from olbook.checked.trusted.facts import Fact
from olbook.checked.trusted.kernel import Accepted


def context() -> Context:
    ctx = Context(
        positive="a b", real="x y z", vector="u v", posint="T n", index="t: 1..T, s: 1..T"
    )
    ctx.hyp("up", "x <= y")
    ctx.hyp("same", "y == z")
    ctx.hyp("turned", "u == v")
    return ctx


a, b = sp.symbols("a b", positive=True)
x, y, w = sp.symbols("x y w", real=True)


def submit(text: str, certificate: list[list[object]]) -> tuple[Fact, tuple[Accepted, ...]]:
    """Hand a certificate to the kernel, past the finder."""
    ctx = context()
    chain = read_chain(ctx._language, "handmade", text, None, "")
    return ctx._kernel.accept(chain, [[one_case] for one_case in certificate])  # type: ignore[arg-type]


def test_a_right_certificate_is_accepted() -> None:
    fact, accepted = submit("a*x\n<= a*y | by up", [[a]])
    assert (fact.name, fact.operator, fact.status) == ("handmade", "<=", "proved")
    assert fact.slack == a * y - a * x
    assert accepted[0].certificate == ((a,),)
    assert {"up", "a > 0"} <= fact.rests_on


WRONG = {
    "too small": [a / 2],
    "too large": [2 * a],
    "the wrong sign": [-a],
    "zero": [sp.S.Zero],
    "of unknown sign": [x],
    "too few": [],
    "too many": [a, a],
    "infinite": [sp.oo],
    "complex infinity": [sp.zoo],
    "not a number": [sp.nan],
    "imaginary": [sp.I * a],
    "rounded": [sp.Float(1.0) * a],
    "a Python float": [1.0],
    "text": ["a"],
    "nothing": [None],
    "a foreign symbol of the same spelling": [sp.Symbol("a")],
    "an undeclared name": [a + w - w + sp.Symbol("q") - sp.Symbol("q") + 0 * a + sp.Symbol("q")],
    "with a pole": [a * x / x + 1 / x],
    "a vector": [sp.Symbol("u", real=True)],
    "a square of a vector": [sp.Symbol("u", real=True) ** 2],
    "a root of something of unknown sign": [sp.sqrt(x) ** 2 + sp.sqrt(x)],
    "an unknown function": [sp.sin(a) ** 2],
    "a backward sum": [sp.Sum(a, (sp.Symbol("t", integer=True), sp.Integer(5), sp.Integer(2)))],
}


@pytest.mark.parametrize("multipliers", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_certificate_is_refused(multipliers: list[object]) -> None:
    with pytest.raises(CheckError):
        submit("a*x\n<= a*y | by up", [multipliers])


def test_rounding_cannot_hide_a_difference() -> None:
    """In floating point 10**20 + 1 equals 10**20."""
    text = "100000000000000000001*x\n<= 100000000000000000000*y | by up"
    for multiplier in (sp.Float(1e20), sp.Integer(10) ** 20, sp.Integer(10) ** 20 + 1):
        with pytest.raises(CheckError):
            submit(text, [[multiplier]])


def test_a_backward_sum_is_not_positive_although_its_terms_are() -> None:
    """To SymPy it is -4, so that -4*(y - x) would be added with a nonnegative look."""
    n = sp.Symbol("n", integer=True, positive=True)
    t = sp.Symbol("t", integer=True, real=True)
    with pytest.raises(CheckError):
        submit("4*y\n<= 4*x | by up", [[sp.Sum(1, (t, n + 5, n))]])


def test_every_step_needs_its_certificate() -> None:
    text = "x\n<= y | by up\n== z | by same"
    one = sp.S.One
    assert submit(text, [[one], [one]])[0].operator == "<="
    for certificates in ([], [[one]], [[one], [one], [one]], [[one], []], [[], [one]]):
        with pytest.raises(CheckError):
            submit(text, certificates)


def test_an_equality_may_be_multiplied_by_anything_defined() -> None:
    assert submit("x*y\n== x*z | by same", [[x]])[0].operator == "=="
    with pytest.raises(CheckError):
        submit("y/a\n== z/a | by same", [[1 / x]])


@pytest.mark.parametrize(
    ("text", "multipliers"),
    [
        ("3*x\n<= 3*y | by times(2, up)", [sp.Rational(3, 2)]),  # the author said 2
        ("y\n== z | by same", [sp.Symbol("u", real=True)]),
        ("x*y\n== x*z | by same, same", [x + sp.sin(x), -sp.sin(x)]),
    ],
)
def test_a_multiplier_is_refused_before_anything_is_added_up(
    text: str, multipliers: list[object]
) -> None:
    with pytest.raises(CheckError, match="cannot be multiplied by"):
        submit(text, [multipliers])


def test_a_chain_cannot_be_cut_open() -> None:
    """Steps of different derivations do not make a derivation."""
    import dataclasses

    ctx = context()
    first = read_chain(ctx._language, "first", "x\n<= y | by up", None, "")
    second = read_chain(ctx._language, "second", "y\n== z | by same", None, "")
    glued = dataclasses.replace(first, steps=first.steps + second.steps)
    with pytest.raises(CheckError, match="does not start where"):
        ctx._kernel.accept(glued, [[sp.S.One], [sp.S.One]])
    with pytest.raises(CheckError):
        ctx._kernel.accept(dataclasses.replace(first, steps=()), [])


def test_only_equalities_make_an_equality() -> None:
    ctx = context()
    assert ctx.prove("p", "y\n== z | by same\n== z + x - x").fact.operator == "=="
    assert ctx.prove("q", "x\n<= y | by up\n== z | by same").fact.operator == "<="
    downwards = ctx.prove("r", "z\n== y | by same\n>= x | by up")
    assert downwards.fact.slack == sp.Symbol("z", real=True) - x
    assert str(downwards) == "r: z >= x"


def test_a_proof_knows_what_it_rests_on() -> None:
    ctx = context()
    ctx.hyp("small", "a < 1")
    ctx.prove("one", "x/(1-a)\n<= y/(1-a) | by up")
    ctx.prove("two", "x/(1-a)\n<= z/(1-a) | by one, same")
    assert ctx.facts["one"].rests_on == {"up", "small"}
    assert ctx.facts["two"].rests_on == {"up", "small", "same"}


def test_a_lemma_used_silently_is_recorded() -> None:
    ctx = context()
    ctx.hyp("large", "a - 1 >= 0")
    ctx.prove("larger", "0\n<= a*b - b | by times(b, large)")
    proof = ctx.prove("silent", "(a*b - b)*x\n<= (a*b - b)*y | by up")
    assert {"large", "up"} <= proof.fact.rests_on
    assert proof.cited >= {"up"}


def test_a_fact_used_silently_is_shown_with_its_step() -> None:
    ctx = Context(real="x y")
    ctx.hyp("less", "x < 1", label="x is small")
    ctx.hyp("up", "y <= 2", label="bound on y")
    proof = ctx.prove("silent", "(1-x)*y\n<= 2*(1-x) | by times(1-x, up)")
    assert [fact.name for fact in proof.accepted[0].silent] == ["less"]
    assert "bound on y; also used: x is small" in proof.latex()
    cited = ctx.prove("cited", "x + y\n<= 3 | by less, up")
    assert cited.accepted[0].silent == ()
    assert "uses" not in cited.latex()


@pytest.mark.parametrize("reasons", ["times(1-x, up), less", "less, up", "up, less ; gap 1 - x"])
def test_a_fact_may_be_cited_for_a_sign(reasons: str) -> None:
    ctx = Context(real="x y", nonneg="z")
    ctx.hyp("less", "x < 1")
    ctx.hyp("up", "y <= 2")
    ctx.hyp("idle", "x <= z")
    end = "3*(1-x)" if "gap" in reasons else "2*(1-x)"
    proof = ctx.prove("cited", f"(1-x)*y\n<= {end} | by {reasons}")
    assert proof.fact.rests_on == {"less", "up"}
    assert proof.accepted[0].silent == ()
    with pytest.raises(CheckError, match='step 1: "idle" is cited and not needed'):
        ctx.prove("too_much", f"(1-x)*y\n<= {end} | by idle, {reasons}")


def test_a_definition_is_put_in_where_its_left_side_stands() -> None:
    ctx = Context(vector="w", real="b", index="t: 1..T", posint="T")
    ctx.define("start", "w[1] == 0")
    with pytest.raises(CheckError, match=r'"start": this line as written has no w\[1\]'):
        ctx.prove("early", "norm2(w[T+1])\n== Sum(norm2(w[t+1]) - norm2(w[t]), t, 1, T) | by start")
