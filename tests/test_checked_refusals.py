"""Refusals that no derivation of the book meets: each has words of its own, and leaves no fact behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from olbook import proofs
from olbook.checked import CheckError, Context, Theorem
from olbook.checked.reading.chains import read_chain

pytestmark = pytest.mark.landing


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
    ctx.hyp("part", "k <= 1")
    return ctx


STATEMENTS: dict[str, tuple[Callable[[Context], object], str]] = {
    "a power that divides by zero": (lambda ctx: ctx.hyp("new", "q**-2 <= y"),
        'to divide by "q", it must be visibly nonzero'),
    "a definition that is cut off": (lambda ctx: ctx.define("new", "B == inf("), 'cannot read "B == inf("'),
    "a definition that is no text": (
        lambda ctx: ctx.define("new", 3),  # type: ignore[arg-type]
        "a formula is a string, got 3",
    ),
    "a lemma without a source": (lambda ctx: ctx.assume("new", "x <= y", source=""),
        "new: an assumed lemma needs a source"),
    "an infimum that makes sense for one value only": (lambda ctx: ctx.define("new", "B == inf(a/x, x)"),
        '"a/x" is not known to be bounded below for all x'),
    "an infimum of a vector": (lambda ctx: ctx.define("new", "u == inf(x*a, x)"), "a vector compared with a number"),
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
    "a small decimal": (lambda ctx: ctx.hyp("new", "x <= 0.0000001"), 'write the number "1e-07" as a fraction'),
    "a limit of nothing": (lambda ctx: ctx.hyp("new", "x <= lim(x)"), "write lim(term, T): lim(x)"),
    "a theorem without a title": (lambda ctx: ctx.theorem("new", "x\n== x", claim="x == x", title="", name="here"),
        "new: a theorem needs a title"),
    "a theorem without a name": (lambda ctx: ctx.theorem("new", "x\n== x", claim="x == x", title="Title", name=""),
        "new: a theorem needs a name such as perceptron.margin, got ''"),
    "a definition of a number": (lambda ctx: ctx.define("new", "2 == 1"),
        "new: a definition is name == term or name[t] == term"),
    "a definition that is an inequality": (lambda ctx: ctx.define("new", "x <= y"), "new: a definition has the form"),
    "an infimum for all values": (lambda ctx: ctx.define("new", "B == inf(a + q**2, q)", for_all="a"),
        "new: an infimum has no range and no for_all"),
    "a citation of what is no theorem": (
        lambda ctx: ctx.cite("new", ctx.facts["up"]),  # type: ignore[arg-type]
        "new: a theorem was expected",
    ),
}  # fmt: skip


STEPS = {
    "vectors in an order": ("u\n<= w | by same", "vectors have no order: <= w"),
    "a vector beside a number": ("u\n== 1", "a vector compared with a number: == 1"),
    "a reason that breaks out of its list": ("x\n<= y | by up) + (up",
        'facts are separated by commas: "by up) + (up"'),
    "a reason without by": ("x\n<= y | up", 'a reason has the form "by fact, fact ; gap'),
    "a gap without its word": ("x\n<= y | by up ; y - x", "a reason has the form"),
    "a square that is not enough": ("3*x*y\n<= x**2 + y**2 | by sq(x - y)",
        "after sq, right - left leaves  -x*y  unexplained. The step is FALSE"),
    "a factor that is not the author's": ("3*x\n<= 3*y | by times(2, up)", "after up"),
    "an index the line does not have": ("x\n<= y | by sq(p[t]), up", "this line has no t: p[t]"),
    "a replacement without a name": ("x\n<= y | by at(up, **x)", "write at(fact, name=value)"),
    "a name the fact does not have": ("x\n<= y | by at(up, a=b)", '"a" does not occur in up'),
    "a name with subscripts": ("x\n<= y | by at(bounded, p=x)", '"p" has subscripts or arguments'),
    "a vector for a number": ("x\n<= y | by at(up, y=u)", 'y is a scalar, "u" is a vector'),
    "an expectation of vectors": ("u\n== w | by E(same)", "E needs a relation between numbers"),
    "an expectation of nothing random": ("x\n<= y | by E(up)", "nothing in up is random"),
    "an infimum of what is none": ("x\n<= y | by inf(up, up)", "up does not define an infimum"),
    "a law about numbers for a vector": ("x\n<= y | by sq(u)", "sq needs a number"),
    "a convex function below its chord": ("k\n<= k**2 | by calculus(k)",
        "the signs of derivatives do not show  k**2 - k >= 0  for 0 <= k <= 1"),
    "an equality by the sign of a difference": ("0\n== x**2 | by calculus(x)",
        "calculus proves an inequality between numbers"),
    "cases of an inequality": ("y\n<= x | by cases(up, y, x)", "write cases(fact, y[t], -1, 1)"),
    "one case of an upper bound": ("1\n<= k | by cases(part, k, 1)", "part does not say that k is one of 1"),
    "cases of what is no name": ("x\n<= y | by cases(up, x + y, 1)", "write cases(fact, y[t], -1, 1)"),
    "cases of an index": ("p[t]\n<= y | by cases(bounded, t, 1)", "write cases(fact, y[t], -1, 1)"),
    "a vector as a factor": ("x\n<= y | by times(u, up)", "times needs a number as its first argument"),
    "a fact about vectors for numbers": ("x\n<= y | by same", '"same" is about a vector, this line about a scalar'),
    "a root that may end": ("sqrt(c + b)\n<= 1 + c + b | by calculus(c)", "the signs of derivatives do not show"),
    "a root whose argument may be zero": ("sqrt(c + k)\n<= 1 + c + k | by calculus(c)",
        'calculus: "c + k" is not visibly positive'),
}  # fmt: skip


def proving(text: str) -> Callable[[Context], object]:
    return lambda ctx: ctx.prove("mine", text)


REFUSED = STATEMENTS | {name: (proving(text), said) for name, (text, said) in STEPS.items()}


@pytest.mark.parametrize(("attempt", "message"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_has_its_words_and_leaves_no_fact(
    attempt: Callable[[Context], object], message: str
) -> None:
    ctx = context()
    before = dict(ctx.facts)
    with pytest.raises(CheckError, match=re.escape(message)):
        attempt(ctx)
    assert dict(ctx.facts) == before


@pytest.mark.parametrize(
    "text",
    [
        "2*x*y\n<= x**2 + y**2 | by sq(x - y)",
        "2*x\n<= 2*y | by times(2, up)",
        "k**2\n<= k | by calculus(k)",
        "a**-2*a\n== 1/a",
        # ends of sums that are no plain names
        "2*Sum(p[t], t, 1, 3)\n== Sum(2*p[t], t, 1, 3)",
        "2*Sum(p[t], t, T, 2*T)\n== Sum(2*p[t], t, T, 2*T)",
        "Sum(p[t], t, 1, T+2)\n== Sum(p[t], t, 1, T) + p[T+1] + p[T+2]",
        "log((a*b)**2)\n== 2*log(a) + 2*log(b)",
    ],
)
def test_what_is_right_is_accepted(text: str) -> None:
    assert context().prove("mine", text)


def test_a_fact_is_not_divided_by_what_may_be_zero() -> None:
    ctx = Context(real="p q", positive="a")
    ctx.hyp("scaled", "a*p[1] == a*p[2]")
    assert ctx.prove("same", "p[1]\n== p[2] | by scaled")
    ctx = Context(real="p q", positive="a")
    ctx.hyp("scaled", "q*p[1] == q*p[2]")
    with pytest.raises(CheckError, match=r"unexplained\. The step is FALSE.* q = 0"):
        ctx.prove("same", "p[1]\n== p[2] | by scaled")


def test_an_inequality_is_no_advice_for_an_equality() -> None:
    """x == y follows here from two inequalities, so no numbers refute it; neither one gives it."""
    ctx = context()
    ctx.hyp("down", "y <= x")
    with pytest.raises(CheckError, match=r"unexplained\. No numbers were found") as refused:
        ctx.prove("mine", "x\n== y")
    assert "It would close" not in str(refused.value)
    with pytest.raises(CheckError, match="It would close with: by up"):
        ctx.prove("mine", "x\n<= y")


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
        name="here",
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
    "a number as a subscript": ({}, "p[1] = x", 'given is written "w[t] = formula'),
    "a number that is given": ({}, "2 = x", 'given is written "w[t] = formula'),
}


@pytest.mark.parametrize(("declared", "given", "message"), CITATIONS.values(), ids=CITATIONS)
def test_citations(declared: dict[str, Any], given: str, message: str) -> None:
    names = {"real": "p x y", "vector": "u", "posint": "T d", "index": "t: 1..T, i: 1..d"}
    ctx = Context(**{**names, **declared})
    with pytest.raises(CheckError, match=re.escape(message)):
        ctx.cite("cited", total(), given=given)
    assert "cited" not in ctx.facts


def test_what_holds_for_whole_numbers_is_not_known_for_all() -> None:
    there = Context(real="F p")
    there.hyp("every", "p <= F(p)", for_all="p")
    theorem = there.theorem(
        "half",
        "1/2\n<= F(1/2) | by at(every, p=1/2)",
        claim="F(1/2) >= 1/2",
        title="Half",
        name="there",
    )
    ctx = Context(real="F", posint="p")
    ctx.hyp("every", "p <= F(p)", for_all="p")
    with pytest.raises(CheckError, match="p is quantified in every; declare it here as there"):
        ctx.cite("half", theorem)


def level(**more: str) -> Context:
    return Context(real="p y q", posint="T d", index="t: 1..T, i: 1..d", **more)


@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ({"p[t] == y": None}, True),
        ({"y == p[t]": None}, True),
        ({"p[t] == y": "t: 0..T+1"}, True),
        ({"p[t] == y": "t: 1..T-1"}, False),
        ({"p[t] == 2*y": None}, False),
        ({"p[t] == 2*y": None, "y == p[t]": "t: 2..T"}, False),
        ({"p[t] <= y": None}, False),
    ],
)
def test_an_equality_is_cited_for_the_whole_of_its_range(
    facts: dict[str, str | None], known: bool
) -> None:
    there = level()
    there.hyp("flat", "p[t] == y")
    theorem = there.theorem(
        "total",
        "Sum(p[t], t, 1, T)\n== Sum(y, t, 1, T) | by sum(t, 1, T, flat)\n== T*y",
        claim="Sum(p[t], t, 1, T) == T*y",
        title="A flat sum",
        name="there",
    )
    ctx = level()
    for number, (text, on) in enumerate(facts.items()):
        ctx.hyp(f"fact_{number}", text, on=on)
    if known:
        ctx.cite("total", theorem)
        assert "fact_0" in ctx.facts["total"].rests_on
    else:
        with pytest.raises(CheckError, match="there rests on flat"):
            ctx.cite("total", theorem)


def test_the_image_of_a_name_in_a_sum_has_an_index_of_its_own() -> None:
    there = level()
    there.hyp("known", "Sum(y*p[t], t, 1, T) <= q")
    claim, text = "Sum(y*p[t], t, 1, T) <= q", "Sum(y*p[t], t, 1, T)\n<= q | by known"
    theorem = there.theorem("weighted", text, claim=claim, title="A weighted sum", name="there")
    ctx = level()
    with pytest.raises(CheckError, match="a sum over t stands within a sum over t"):
        ctx.cite("weighted", theorem, given="y = Sum(p[t], t, 1, T)")
    ctx.hyp("known", "Sum(p[t]*Sum(p[i], i, 1, d), t, 1, T) <= q")
    ctx.cite("weighted", theorem, given="y = Sum(p[i], i, 1, d)")
    assert "known" in ctx.facts["weighted"].rests_on


def test_an_image_does_not_take_the_expectation_of_its_argument() -> None:
    """In E(f(q)) the image E(x*q) of f(x) would be E(q*q), and not the mean of E(x*q) at x = q."""

    def chance() -> Context:
        return Context(real="f q x c", random="q")

    there = chance()
    there.hyp("up", "f(q) <= c")
    theorem = there.theorem(
        "mean", "E(f(q))\n<= c | by E(up)", claim="E(f(q)) <= c", title="A mean", name="there"
    )
    ctx = chance()
    ctx.hyp("up", "f(q) <= c")
    with pytest.raises(CheckError, match="is not used linearly"):
        ctx.cite("mean", theorem, given="f(x) = E(x*q)")
    ctx.cite("mean", theorem, given="f(x) = f(x)")
    assert "up" in ctx.facts["mean"].rests_on


def test_a_bound_is_evaluated_for_what_its_names_were_declared_as() -> None:
    bound = Context(positive="a", real="x", posint="T").theorem(
        "up", "x\n<= x + a*T | gap a*T", claim="x <= x + a*T", title="Up", name="here"
    )
    assert bound.bound(a=2, x=-1, T=3) == 5
    for values in ({"a": 2, "x": 1}, {"a": 2, "x": 1, "T": 3, "y": 0}, {}):
        with pytest.raises(TypeError, match="the bound takes exactly T, a, x; got"):
            bound.bound(**values)
    for values, message in (
        ({"a": 0, "x": 1, "T": 3}, "a must be finite and positive; got 0"),
        ({"a": 2, "x": float("inf"), "T": 3}, "x must be finite; got inf"),
        ({"a": 2, "x": 1, "T": 1.5}, "T must be a whole number; got 1.5"),
    ):
        with pytest.raises(ValueError, match=message):
            bound.bound(**values)


def test_a_theorem_shows_its_lines() -> None:
    theorem = total()
    assert len(theorem.lines) == 3
    assert theorem.lines[0] == "Sum(p[t], t, 1, T)"
    assert theorem.latex().startswith(r"\begin{aligned}")
    assert all(line.split("|")[0].strip() in theorem.source_text for line in theorem.lines)


def test_a_proof_that_breaks_names_its_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = proofs.CATALOGUE["perceptron.margin"]

    def broken() -> dict[str, Theorem]:
        raise CheckError("step 2: x + 1 remains")

    monkeypatch.setitem(proofs.CATALOGUE, "perceptron.margin", type(entry)(entry.title, broken))
    with pytest.raises(CheckError, match=r"^perceptron.margin: step 2: x \+ 1 remains$"):
        proofs.theorem("perceptron.margin")


# The numbers that show a step to be false


def small_integers(**kind: str) -> Theorem:
    ctx = Context(**kind)
    ctx.hyp("positive", "1 <= n", for_all="n")
    return ctx.theorem(
        "one", "1\n<= d | by at(positive, n=d)", claim="1 <= d", title="One", name="here"
    )


def test_what_is_supposed_of_all_integers_is_tried_at_zero() -> None:
    assert small_integers(posint="n d").witness
    with pytest.raises(CheckError, match="no world was found"):
        small_integers(nonnegint="n d")


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


def test_a_limit_may_not_tie_its_name_to_the_end_of_a_sum() -> None:
    with pytest.raises(CheckError, match="ties T to another name"):
        context().hyp("new", "x <= Sum(lim(x/T, T), t, 1, T)")
