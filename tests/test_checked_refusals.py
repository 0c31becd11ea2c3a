"""Refusals that no derivation of the book meets: each has words of its own, and leaves no fact behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from olbook import proofs
from olbook.checked import CheckError, Context, Theorem
from olbook.checked.chains import read_chain
from olbook.checked.numbers import Undefined, World


def context(**more: str) -> Context:
    declared = {
        "positive": "a b eta",
        "nonneg": "c k",
        "real": "x y p q B",
        "vector": "u w v",
        "posint": "T d",
        "index": "t: 1..T, i: 1..d",
    }
    ctx = Context(**{**declared, **more})
    ctx.hyp("up", "x <= y")
    ctx.hyp("bounded", "p[t] <= y")
    ctx.hyp("same", "u == w")
    ctx.hyp("low", "1 <= x")
    return ctx


STATEMENTS: dict[str, tuple[Callable[[Context], object], str]] = {
    "a lemma without a source": (
        lambda ctx: ctx.assume("new", "x <= y", source=""),
        "new: an assumed lemma needs a source",
    ),
    "an infimum with a condition that is not named": (
        lambda ctx: ctx.define("new", "B == inf(a/x, x)"),
        "new: low restricts x, so it must be one of the conditions",
    ),
    "an infimum of a vector": (
        lambda ctx: ctx.define("new", "u == inf(x*a, x)"),
        "a vector compared with a number",
    ),
    "a name that is no text": (
        lambda ctx: ctx.hyp(3, "x <= y"),  # type: ignore[arg-type]
        "a name is a string, got 3",
    ),
    "quantified names that are no text": (
        lambda ctx: ctx.hyp("new", "x <= y", for_all=3),  # type: ignore[arg-type]
        "for_all is a string of names, got 3",
    ),
    "random names that are no text": (
        lambda ctx: Context(real="x", random=["x"]),  # type: ignore[arg-type]
        "random is a string of names, got ['x']",
    ),
    "ranges that are no text": (
        lambda ctx: Context(real="x", index={"t": "1..T"}),  # type: ignore[arg-type]
        'ranges are a string such as "t: 1..T", got {',
    ),
    "a small decimal": (
        lambda ctx: ctx.hyp("new", "x <= 0.0000001"),
        'write the number "1e-07" as a fraction',
    ),
    "a limit of nothing": (lambda ctx: ctx.hyp("new", "x <= lim(x)"), "write lim(term, T): lim(x)"),
    "a theorem without a title": (
        lambda ctx: ctx.theorem("new", "x\n== x", claim="x == x", title="", source="here"),
        "new: a theorem needs a title and a source",
    ),
    "a theorem without a source": (
        lambda ctx: ctx.theorem("new", "x\n== x", claim="x == x", title="Title", source=""),
        "new: a theorem needs a title and a source",
    ),
    "a citation of what is no theorem": (
        lambda ctx: ctx.cite("new", ctx.facts["up"]),  # type: ignore[arg-type]
        "new: a theorem was expected",
    ),
}


@pytest.mark.parametrize(("state", "message"), STATEMENTS.values(), ids=STATEMENTS)
def test_statements(state: Callable[[Context], object], message: str) -> None:
    ctx = context()
    before = dict(ctx.facts)
    with pytest.raises(CheckError, match=re.escape(message)):
        state(ctx)
    assert dict(ctx.facts) == before


STEPS = {
    "vectors in an order": ("u\n<= w | by same", "vectors have no order: <= w"),
    "a vector beside a number": ("u\n== 1", "a vector compared with a number: == 1"),
    "a reason that breaks out of its list": (
        "x\n<= y | by up) + (up",
        'facts are separated by commas: "by up) + (up"',
    ),
    "an index the line does not have": (
        "x\n<= y | by sq(p[t]), up",
        "this line has no t: p[t]",
    ),
    "a replacement without a name": ("x\n<= y | by at(up, **x)", "write at(fact, name=value)"),
    "a name the fact does not have": ("x\n<= y | by at(up, a=b)", '"a" does not occur in up'),
    "a name with subscripts": ("x\n<= y | by at(bounded, p=x)", '"p" has subscripts or arguments'),
    "a vector for a number": ("x\n<= y | by at(up, y=u)", "y is a scalar, u is a vector"),
    "an expectation of vectors": ("u\n== w | by E(same)", "E needs a relation between numbers"),
    "an expectation of nothing random": ("x\n<= y | by E(up)", "nothing in up is random"),
    "an infimum of what is none": ("x\n<= y | by inf(up, up)", "up does not define an infimum"),
    "a law about numbers for a vector": ("x\n<= y | by sq(u)", "sq needs a number"),
    "a kink": (
        "pos(x)\n<= 1 + x**2 | by calculus(x, 0)",
        "calculus does not know how to differentiate pos(x)",
    ),
    "a root that may end": (
        "sqrt(c + b)\n<= 1 + c + b | by calculus(c)",
        "the signs of derivatives do not show",
    ),
    "a root whose argument may be zero": (
        "sqrt(c + k)\n<= 1 + c + k | by calculus(c)",
        "calculus: c + k is not visibly positive",
    ),
}


@pytest.mark.parametrize(("text", "message"), STEPS.values(), ids=STEPS)
def test_steps(text: str, message: str) -> None:
    ctx = context()
    before = dict(ctx.facts)
    with pytest.raises(CheckError, match=re.escape(message)):
        ctx.prove("mine", text)
    assert dict(ctx.facts) == before


def test_a_certificate_has_a_list_for_every_case() -> None:
    ctx = context()
    chain = read_chain(ctx._language, "mine", "x\n<= y | by up", None, "")
    (step,) = chain.steps
    one = [sp.S.One]
    assert ctx._kernel.accept_step(step, [one], {})
    for wrong in ([], [one, one]):
        with pytest.raises(CheckError, match="wrong number of cases"):
            ctx._kernel.accept_step(step, wrong, {})


# Citing a theorem of another context


def total() -> Theorem:
    ctx = Context(real="p y", posint="T", index="t: 1..T")
    ctx.hyp("bounded", "p[t] <= y")
    return ctx.theorem(
        "total",
        "Sum(p[t], t, 1, T)\n<= Sum(y, t, 1, T) | by sum(t, 1, T, bounded)\n== T*y",
        claim="Sum(p[t], t, 1, T) <= T*y",
        title="A bounded sum",
        source="here",
    )


CITATIONS = {
    "a name of another kind": ({"real": "p", "vector": "y"}, "", "y is a scalar there"),
    "subscripts that are missing": ({}, "p = x", "p has 1 subscripts and arguments"),
    "an image with an index of its own": (
        {"index": "t: 1..T, i: 1..d"},
        "p[i] = p[t]",
        "the image of p speaks of t, an index of the theorem itself",
    ),
    "a vector for a number": ({}, "y = u", "y"),
}


@pytest.mark.parametrize(("declared", "given", "message"), CITATIONS.values(), ids=CITATIONS)
def test_citations(declared: dict[str, Any], given: str, message: str) -> None:
    names = {"real": "p x y", "vector": "u", "posint": "T d", "index": "t: 1..T, i: 1..d"}
    ctx = Context(**{**names, **declared})
    with pytest.raises(CheckError, match=re.escape(message)):
        ctx.cite("cited", total(), given=given)
    assert "cited" not in ctx.facts


def test_a_theorem_shows_its_lines() -> None:
    theorem = total()
    assert len(theorem.lines) == 3
    assert theorem.lines[0] == "Sum(p[t], t, 1, T)"
    assert theorem.latex().startswith(r"\begin{aligned}")
    assert all(line.split("|")[0].strip() in theorem.source_text for line in theorem.lines)


def test_a_proof_that_breaks_names_its_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = proofs.CATALOGUE["S1-T3"]

    def broken() -> dict[str, Theorem]:
        raise CheckError("step 2: x + 1 remains")

    monkeypatch.setitem(proofs.CATALOGUE, "S1-T3", type(entry)(entry.title, broken))
    with pytest.raises(CheckError, match=r"^S1-T3: step 2: x \+ 1 remains$"):
        proofs.theorem("S1-T3")


# The numbers that show a step to be false


def world(**model: Any) -> World:
    return World(context(random="q")._language.names, [], model, None, {})


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x", "x has no value"), ("q", "q is random"), ("T**T", "a large power")],
)
def test_what_has_no_value_is_not_guessed(text: str, reason: str) -> None:
    names = context(random="q")._language.names
    formula = sp.sympify(text, locals={name: names[name].symbol for name in ("x", "q", "T")})
    with pytest.raises(Undefined, match=re.escape(reason)):
        world(T=10**6).evaluate(formula, {})
    with pytest.raises(Undefined):
        world(x=1).evaluate(sp.sin(names["x"].symbol), {})


@pytest.mark.parametrize(
    ("model", "holds"),
    [
        ({"x": -1, "a": 2, "c": 0, "T": 3, "u": (1, 0)}, True),
        ({"u": 0}, True),  # the zero vector
        ({"x": (1, 2)}, False),
        ({"u": 3}, False),
        ({"a": 0}, False),
        ({"a": -1}, False),
        ({"c": -1}, False),
        ({"T": sp.Rational(3, 2)}, False),
        ({"T": 0}, False),
    ],
)
def test_values_must_have_the_sign_and_kind_of_their_names(
    model: dict[str, Any], holds: bool
) -> None:
    values = world(**model)
    for name in model:
        values.evaluate(context()._language.names[name].symbol, {})
    assert values.signs_hold() is holds


def test_a_step_with_two_norms_is_closed_by_their_difference_only_if_it_is_true() -> None:
    ctx = context()
    with pytest.raises(CheckError, match=r"It would close with: ; gap norm2\(u - w\)"):
        ctx.prove("mine", "0\n<= norm2(u) + norm2(w) - 2*dot(u, w)")
    for text in ("norm2(u) + norm2(w) - 3*dot(u, w)", "norm2(u) + 2*norm2(w) - 3*dot(u, w)"):
        with pytest.raises(CheckError, match=r"unexplained\. (The step is FALSE|No numbers)"):
            ctx.prove("mine", f"0\n<= {text}")


def test_advice_that_is_not_found_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    ctx = context()
    finder = type(ctx._finder)
    search = finder.certificate
    calls = []

    def tired(self: Any, goals: Any, ranges: Any) -> Any:
        calls.append(goals)
        if len(calls) > 2:  # those before are the step's own
            raise CheckError("too many terms")
        return search(self, goals, ranges)

    monkeypatch.setattr(finder, "certificate", tired)
    with pytest.raises(CheckError, match="unexplained"):
        ctx.prove("mine", "0\n<= norm2(u) + norm2(v) - 2*dot(u, v)")
    assert len(calls) > 2


SUMS = [
    "2*Sum(p[t], t, 1, 3)\n== Sum(2*p[t], t, 1, 3)",
    "2*Sum(p[t], t, T, 2*T)\n== Sum(2*p[t], t, T, 2*T)",
    "Sum(p[t], t, 1, T+2)\n== Sum(p[t], t, 1, T) + p[T+1] + p[T+2]",
    "log((a*b)**2)\n== 2*log(a) + 2*log(b)",
]


@pytest.mark.parametrize("text", SUMS)
def test_ends_of_sums_that_are_no_plain_names(text: str) -> None:
    assert context().prove("mine", text)


def test_a_limit_may_not_tie_its_name_to_the_end_of_a_sum() -> None:
    with pytest.raises(CheckError, match="ties T to another name"):
        context().hyp("new", "x <= Sum(lim(x/T, T), t, 1, T)")
