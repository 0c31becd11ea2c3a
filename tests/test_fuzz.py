"""Random derivations: the checker ends every one of them, and accepts none that is false in numbers.

The first half writes texts that are almost in the language. Each must end, soon, in a fact or in a
CheckError. The second half claims what a reason would give if it were allowed, and has the judge look
for numbers against what is accepted: it reads the text, not what the checker made of it. What facts
themselves say, used in every way, is in ``test_checked_laws``.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from evaluating import against
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from olbook.checked import CheckError, Context, displayed

pytestmark = pytest.mark.thorough

LONGEST = 10  # seconds of one processor, for a text of a few lines

NAMES = {
    "positive": "a b",
    "nonneg": "s",
    "real": "x y z p q B F f h k m X g",
    "vector": "u v w",
    "posint": "T",
    "nonnegint": "n",
    "random": "X g",
    "index": "t: 1..T, j: 1..T",
    "uniform": "r: 1..T",
}


def stated() -> Context:
    """A context with hypotheses and definitions of every kind."""
    ctx = Context(**NAMES)
    ctx.hyp("up", "f[t] <= y")
    ctx.hyp("size", "norm2(w[t]) <= a")
    ctx.hyp("label", "k[t]**2 == 1")
    ctx.hyp("bit", "X**2 == X")
    ctx.hyp("cap", "X <= z")
    ctx.hyp("low", "-1 <= F(p)", for_all="p")
    ctx.define("mean", "m == E(X)")
    ctx.define("start", "h[1] == 0")
    ctx.define("step", "h[t+1] == h[t] + f[t]")
    ctx.define("best", "B == inf(F(p), p)")
    ctx.hyp("large", "-1 <= q")
    return ctx


# ---------------------------------------------------------------------- any text
SCALARS = st.sampled_from(
    ["0", "1", "2", "-1", "1/2", "0.5", "64", "x", "y", "a", "b", "s", "n", "T", "t", "j", "m", "B"]
    + ["f[t]", "f[t+1]", "f[1]", "f[T]", "h[t]", "k[t]", "X", "g[t]", "g[r]", "r", "F(p)", "F(x)"]
    + ["F(f[t])", "p", "z"]
)
VECTORS = st.sampled_from(["u", "v", "w[t]", "w[1]", "w[t+1]", "0"])
ODD = st.sampled_from(
    ["zz", "", "x[t]", "f", "w", "F(u)", "f[]", "g()", "1/0", "10**39", "9**9**9", "t[1]", "E(x)"]
    + [
        "lim(1/T, T)",
        "u*v",
        "Sum(f[t],t,1,t)",
        "inf",
        "x if y else z",
        "[x]",
        "x.y",
        "'x'",
        "x <= y",
    ]
)
RANGES = st.sampled_from(["1,T", "0,T", "1,T+1", "2,T", "1,3", "T,1", "1,n", "t,T", "1,64"])


def larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Formulas made of smaller ones."""
    vectors = st.one_of(
        VECTORS,
        st.builds("{} - {}".format, VECTORS, VECTORS),
        st.builds("({})*{}".format, parts, VECTORS),
    )
    signs = st.sampled_from(["+", "-", "*", "/"])
    functions = st.sampled_from(["pos", "sqrt", "exp", "log", "E", "F", "-"])
    exponents = st.sampled_from(["2", "3", "-1", "(1/2)", "n", "x", "(n-1)", "T"])
    return st.one_of(
        st.builds("({}) {} ({})".format, parts, signs, parts),
        st.builds("({})**{}".format, parts, exponents),
        st.builds("{}({})".format, functions, parts),
        st.builds("dot({}, {})".format, vectors, vectors),
        st.builds("norm2({})".format, vectors),
        st.builds("Sum({},{},{})".format, parts, st.sampled_from(["t", "j", "x"]), RANGES),
        st.builds("lim({}, T)".format, parts),
    )


FORMULAS = st.recursive(st.one_of(SCALARS, SCALARS, SCALARS, ODD), larger, max_leaves=5)
FACTS = st.sampled_from(
    ["up", "size", "label", "bit", "cap", "low", "mean", "start", "step", "best"]
)
REPLACED = st.sampled_from(["t", "p", "T", "x", "X", "r", "j", "a", "zz"])


def used(uses: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Ways of using facts, made of smaller ones."""
    return st.one_of(
        st.builds("times({}, {})".format, FORMULAS, uses),
        st.builds("sum(t,{},{})".format, RANGES, uses),
        st.builds("E({})".format, uses),
        st.builds("inf(best, {})".format, uses),
        st.builds("cases({}, {}, -1, 1)".format, uses, FORMULAS),
    )


USES = st.recursive(
    st.one_of(
        FACTS,
        st.builds("at({}, {}={})".format, FACTS, REPLACED, FORMULAS),
        st.builds("uniform(t, r, {})".format, FORMULAS),
        st.builds("induction({})".format, st.sampled_from(["n", "T", "x", "t"])),
        st.builds("calculus({}, 0)".format, st.sampled_from(["s", "x", "a", "n"])),
        st.builds("{}({})".format, st.sampled_from(["sq", "pos", "lim"]), FORMULAS),
    ),
    used,
    max_leaves=3,
)
REASONS = st.one_of(
    st.just(""),
    st.builds("| by {}".format, USES),
    st.builds("| by {}, {}".format, USES, USES),
    st.builds("| gap {}".format, FORMULAS),
    st.builds("| by {} ; gap {}".format, USES, FORMULAS),
)
LINES = st.builds("{} {} {}".format, st.sampled_from(["==", "<=", ">="]), FORMULAS, REASONS)
RELATIONS = st.builds(
    "{} {} {}".format, FORMULAS, st.sampled_from(["==", "<=", ">=", "<", ">"]), FORMULAS
)
ON = st.one_of(st.none(), st.builds("t: {}".format, RANGES.map(lambda r: r.replace(",", ".."))))
GIVEN = st.lists(
    st.builds(
        "{} = {}".format,
        st.sampled_from(["f[t]", "F(p)", "F(u)", "y", "T", "x", "w[t]", "zz", "t", "p", "f"]),
        FORMULAS,
    ),
    max_size=3,
).map(", ".join)

FUZZ = settings(
    max_examples=50,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@contextlib.contextmanager
def ending_soon() -> Iterator[None]:
    """Only a CheckError may come out, in time, and never one that hides a crash."""
    started = time.process_time()
    said = "accepted"
    try:
        yield
    except CheckError as error:
        said = str(error).strip()
    assert said
    assert "beyond the checker" not in said
    assert time.process_time() - started < LONGEST


@FUZZ
@given(st.lists(LINES, min_size=1, max_size=3), FORMULAS, ON)
def test_every_derivation_ends(lines: list[str], first: str, on: str | None) -> None:
    ctx = stated()
    with ending_soon():
        proof = ctx.prove("fuzz", "\n".join([first, *lines]), on=on)
        assert proof._repr_mimebundle_()


@FUZZ
@given(RELATIONS, ON, st.sampled_from(["", "x", "p", "u", "t", "p x", "zz"]), FORMULAS)
def test_every_statement_ends(relation: str, on: str | None, for_all: str, shown: str) -> None:
    ctx = stated()
    for state in (ctx.hyp, ctx.define):
        with ending_soon():
            state(f"fuzz_{state.__name__}", relation, on=on, for_all=for_all)
    with ending_soon():
        ctx.prove("shown", f"{shown}\n<= {shown} + 1 | by fuzz_hyp ; gap 1")
    with ending_soon():
        ctx.define("least", f"z == inf({shown}, p)")


@FUZZ
@given(FORMULAS, st.sampled_from(["x", "T", "2*T", "1 + y"]), GIVEN)
def test_every_theorem_and_citation_ends(left: str, right: str, images: str) -> None:
    cited = stated().theorem(
        "sum_up",
        "Sum(f[t],t,1,T)\n<= T*y | by sum(t,1,T,up)",
        claim="Sum(f[t],t,1,T) <= T*y",
        title="T",
        name="X",
    )
    ctx = stated()
    with ending_soon():
        gap = f"({right}) - ({left})"
        claim = f"{left} <= {right}"
        text = f"{left}\n<= {right} | gap {gap}"
        assert ctx.theorem("fuzz", text, claim=claim, title="T", name="X")._repr_mimebundle_()
    with ending_soon():
        ctx.cite("cited", cited, given=images)
        ctx.prove("used", "Sum(f[t],t,1,T)\n<= T*y | by cited")


@settings(FUZZ, max_examples=40)
@given(st.text(max_size=40), st.text(max_size=10))
def test_any_text_ends(text: str, other: str) -> None:
    for attempt in (
        lambda: stated().prove(other, text),
        lambda: stated().prove("fuzz", f"x\n<= {text} | {other}"),
        lambda: stated().prove("fuzz", f"x\n<= y | by {text}"),
        lambda: stated().hyp("fuzz", f"x <= {text}", label=other, for_all=other, on=text),
        lambda: Context(real=text, index=other),
        lambda: Context(posint="T", uniform=f"r: 1..{text}"),
    ):
        with ending_soon():
            attempt()


# ---------------------------------------------------------------------- derivations that may be false
@dataclass(frozen=True)
class Use:
    """A way to use a fact, and what it then says."""

    text: str
    left: str
    relation: str
    right: str


FACTORS = ["1", "2", "a", "s", "a*b", "1/a", "x**2", "exp(x)", "1/2"]
STARTS = ["0", "x", "f[t]", "Sum(f[t],t,1,T)", "E(X)", "a*b", "dot(u,v)", "X", "F(x)"]


# Bold derivations say what a reason would give if it were allowed. Whether it is, the checker decides.
PLACES = ["t", "1", "2", "T", "T-1", "T+1", "0", "n", "n+1", "j", "r", "X", "t+1"]
VALUES = ["x", "X", "f[t]", "T", "s", "-1", "E(X)", "g[t]", "r", "t", "1/x", "q", "m", "x*X", "B"]
SPANS = [
    ("1", "T"),
    ("1", "T+1"),
    ("0", "T"),
    ("2", "T"),
    ("1", "2"),
    ("1", "n"),
    ("t", "T"),
    ("T", "T+1"),
]
BOLD = [
    Use("at(up, t={i})", "f[{i}]", "<=", "y"),
    Use("at(size, t={i})", "norm2(w[{i}])", "<=", "a"),
    Use("at(label, t={i})", "k[{i}]**2", "==", "1"),
    Use("sum(t,{lo},{hi},up)", "Sum(f[t],t,{lo},{hi})", "<=", "(({hi})-({lo})+1)*y"),
    Use("sum(t,{lo},{hi},label)", "Sum(k[t]**2,t,{lo},{hi})", "==", "({hi})-({lo})+1"),
    Use("sum(j,{lo},{hi},at(up, t={i}))", "Sum(f[{i}],j,{lo},{hi})", "<=", "Sum(y,j,{lo},{hi})"),
    Use("sum(t,1,T,times({e}, up))", "Sum(({e})*f[t],t,1,T)", "<=", "Sum(({e})*y,t,1,T)"),
    Use("at(low, p={e})", "-1", "<=", "F({e})"),
    Use("at(best, p={e})", "B", "<=", "F({e})"),
    Use("E(at(low, p={e}))", "-1", "<=", "E(F({e}))"),
    Use("E(times({e}, cap))", "E(({e})*X)", "<=", "E(({e})*z)"),
    Use("E(times({e}, bit))", "E(({e})*X**2)", "==", "E(({e})*X)"),
    Use("uniform(t,r,g[t]*({e}))", "E(g[r]*({e}))", "==", "Sum(E(g[t]*({e})),t,1,T)/T"),
    Use("uniform(t,r,g[{i}])", "E(g[r])", "==", "Sum(E(g[{i}]),t,1,T)/T"),
    Use("at(out, x={e})", "E(({e})*X)", "==", "({e})*E(X)"),
    Use("at(mean_out, m={e})", "E(X*({e}))", "==", "({e})**2"),
    Use("at(tangent, x={e})", "1 + ({e})", "<=", "exp({e})"),
    Use("at(above, q={e})", "exp(-({e}))", "<=", "1 - ({e}) + ({e})**2"),
    Use("at(drawn, X={e})", "E(({e})*r)", "==", "Sum(E(({e})*t),t,1,T)/T"),
    Use("at(bound, B={e})", "-1", "<=", "({e})"),
    Use("inf(best, at(low, p={e}))", "-1", "<=", "B"),
    Use("cases(at(label, t={i}), k[{i}], -1, 1)", "k[{i}]**3*({e})", "==", "k[{i}]*({e})"),
    Use("cases(bit, X, 0, 1)", "X*({e})", "==", "X**2*({e})"),
    Use("cases(bit, X, 0, 1)", "X*E(({e})*X)", "==", "X*E(({e}))"),
    Use("at(step, t={i})", "h[({i})+1]", "==", "h[{i}] + f[{i}]"),
    Use("induction({i})", "Sum({i},t,1,{i})", "==", "({i})**2"),
]
BOLD_GAPS = [
    "f[t]", "X", "E(X)", "y - f[{i}]", "a - norm2(w[{i}])", "({i}) - 1", "T - ({i})", "z - X",
    "z - E(X)", "E(z-X)", "1/({i})", "log(1+s)", "log({e})", "x**3", "exp(x) - 1 - x", "q + 1",
    "q + 2", "1/(q+1)", "pos({e}) - ({e})", "B + 1", "({e})**2", "sqrt({e})", "2 - X", "F({e}) + 2",
    "({e})*y - ({e})*f[t]", "Sum({e},t,{lo},{hi})", "Sum(y-f[t],t,{lo},{hi})", "norm2(u)*({e})",
    "k[{i}]**2 - 1", "1 - k[{i}]", "2**({i})", "x**({i})", "a**({e})", "E(({e})**2)", "E(({e})*X)",
]  # fmt: skip


@functools.cache
def with_lemmas() -> Context:
    """The same context with some lemmas; each derivation is tried in a copy of it."""
    ctx = stated()
    ctx.prove("out", "E(x*X)\n== x*E(X)")
    ctx.prove("mean_out", "E(X*m)\n== m**2 | by mean")
    ctx.prove("tangent", "1 + x\n<= exp(x) | by calculus(x, 0)")
    ctx.prove("above", "exp(-q)\n<= 1 - q + q**2 | by calculus(q, 0)")
    ctx.prove("drawn", "E(X*r)\n== Sum(E(X*t),t,1,T)/T | by uniform(t,r,X*t)")
    ctx.prove("bound", "-1\n<= B | by inf(best, low)")
    return ctx


@st.composite
def bold_derivations(draw: st.DrawFn) -> str:
    """One step from something to what it would be if the reason were good."""
    low, high = draw(st.sampled_from(SPANS))
    filled = {
        "{i}": draw(st.sampled_from(PLACES)),
        "{e}": draw(st.sampled_from(VALUES)),
        "{lo}": low,
        "{hi}": high,
    }
    start, factor = draw(st.sampled_from(STARTS)), draw(st.sampled_from([*FACTORS, *VALUES]))
    if draw(st.booleans()):
        gap = draw(st.sampled_from(BOLD_GAPS))
        text = f"{start}\n<= {start} + {gap} | gap {gap}"
    else:
        use = draw(st.sampled_from(BOLD))
        alone = use.text.startswith(("cases", "induction", "at(step"))
        if alone:
            text = f"{use.left}\n== {use.right} | by {use.text}"
        else:
            shown = f"{start} + ({factor})*(({use.right}) - ({use.left}))"
            text = f"{start}\n{use.relation} {shown} | by times({factor}, {use.text})"
    for hole, filling in filled.items():
        text = text.replace(hole, filling)
    return text


@settings(FUZZ, max_examples=25)
@given(bold_derivations())
def test_what_is_accepted_of_a_bold_derivation_is_true(text: str) -> None:
    ctx = copy.deepcopy(with_lemmas())
    try:
        fact = ctx.prove("fuzz", text).fact
    except CheckError:
        return
    first, line = (part.partition("|")[0].strip() for part in text.splitlines())
    relation = f"({first}) {line[:2]} ({line[2:]})"
    supposed = ctx._facts.behind(fact.rests_on)  # it must not rest on anything else
    assert against(ctx, relation, supposed, displayed.said_of(fact).ranges) is None, text


def test_what_is_false_is_seen() -> None:
    """Each of these is false in some world, whatever is supposed: the worlds are not too tame."""
    ctx = stated()
    for relation in (
        "E(X**2) == E(X)**2",
        "f[T+1] <= y",
        "f[1] == y",
        "F(x) <= B",
        "E(g[r]) == E(g[1])",
        "2**n == n + 1",
        "norm2(u) <= dot(u,v)",
    ):
        assert against(ctx, relation, ctx.facts.values()), relation
