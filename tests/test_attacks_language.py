"""Attempts to make the checker print something false. None may be accepted, and none may crash it.

Every attack gets a context of its own and ends in a CheckError. A control shows that the same
harness does accept true derivations.
"""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest
import sympy as sp
from attacks import Attack, Attacks, define, demand_refusal, hyp, lemma, model

from olbook.checked import CheckError, Context

pytestmark = pytest.mark.landing

TRIED = Attacks(
    positive="a b",
    nonneg="h",
    real="x y z f g",
    vector="u v w",
    posint="T d",
    nonnegint="n",
    index="t: 1..T, s: 1..T, i: 1..d",
)
prepared, proves, theorem, states = TRIED.prepared, TRIED.proves, TRIED.theorem, TRIED.states


def reads(text: str) -> Attack:
    """State a hypothesis that must not even be read."""
    return states(hyp("odd", text))


ONE = "sqrt(x*y)/(sqrt(x)*sqrt(y))"
WITHIN = lemma("within", "t\n<= n | gap n - t")
ROUNDS = {"index": "t: 1..n, s: 1..T"}  # there may be no t

ATTACKS: dict[str, Attack] = {
    # ------------------------------------------------------------ sums that run backwards or far
    "backward sum as a sum of nonnegative terms": proves("0\n<= Sum(1,t,T+5,T) | gap Sum(1,t,T+5,T)\n== -4"),
    "backward sum evaluated by Karr's convention": proves("Sum(1,t,T+5,T)\n== -4"),
    "explicit backward sum": proves("Sum(x[t],t,5,2)\n== -x[3]-x[4]"),
    "sum whose limit is its own index": proves("Sum(x[t],t,1,t)\n== 0"),
    "summing a fact over its own limit": proves("0\n<= Sum(x[t],t,1,t) | by sum(t,1,t,low)", hyp("low", "0 <= x[t]")),
    "summing a fact beyond its range": proves("0\n<= Sum(x[t],t,1,T+5) | by sum(t,1,T+5,low)", hyp("low", "0 <= x[t]")),
    "product of sums as a sum of products": proves("Sum(f[t]*g[t],t,1,T)\n== Sum(f[t],t,1,T)*Sum(g[t],t,1,T)"),
    "sum over one index as a sum over a shorter range": proves("Sum(x[t],t,1,T)\n== Sum(x[t],t,1,d)"),
    "nested sums over the same letter": reads("Sum(Sum(x[t],t,1,T),t,1,T) <= 1"),
    # ------------------------------------------------------------ poles, roots, cancelling
    "cancel what may be zero": proves("x/x\n== 1"),
    "cancel inside a sum": proves("Sum(x[t]/x[t],t,1,T)\n== T"),
    "cancel in a reason": proves("0\n<= 1 | gap x/x"),
    "cancel in the claim only": theorem("1\n<= 1", "x/x <= 1"),
    "root of a negative number in the claim only": theorem("x\n<= x", "sqrt(x)**2 <= x"),
    "square of a root": proves("sqrt(x)**2\n== x"),
    "root of a square without a sign": proves("sqrt(x**2)\n== x"),
    "division by zero": proves("1\n<= 2/0"),
    "division by zero in disguise": proves("1\n<= 2/(x-x)"),
    "multiplier with a pole": proves("x\n== 0 | by times(1/y, hyp)", hyp("hyp", "x*y == 0")),
    "multiplier with a pole, searched": proves("x\n== 0 | by hyp", hyp("hyp", "x*y == 0")),
    "real power of a possibly negative base": proves("(x**a)**2\n== x**(2*a)"),
    "cube root of a negative number": proves("(-8)**(1/3)\n== -2"),
    "pole from a vanishing index": proves("0\n<= 1/(t-1) | gap 1/(t-1)"),
    "root under a sum, bad at its lower end": proves("0\n<= Sum(sqrt(t-2),t,1,T) | gap Sum(sqrt(t-2),t,1,T)"),
    # ------------------------------------------------------------ signs
    "odd power as a gap": proves("0\n<= x**3 | gap x**3"),
    "negative gap by an odd power": proves("1/(1-x)**3\n<= 0 | gap -1/(1-x)**3", hyp("below", "x < 1")),
    "multiply by an unknown sign": proves("x*y\n<= y | by times(y, up)", hyp("up", "x <= 1")),
    "multiply by a negative number": proves("-x\n<= -1 | by times(-1, up)", hyp("up", "x <= 1")),
    "multiply by a vector": proves("x*u\n== u | by times(u, up)", hyp("up", "x == 1")),
    "strict from weak": theorem("x\n<= 1 | by up", "x < 1", hyp("up", "x <= 1")),
    "weak sign used as strict": proves("1/h\n== 1/h"),
    "sign of an index in a sum to T+1": proves("0\n<= Sum(T-t,t,1,T+1) | gap Sum(T-t,t,1,T+1)"),
    "positive part of the wrong argument": proves("x\n<= pos(y) | by pos(y)"),
    # ------------------------------------------------------------ using facts
    "inequality as an equality": proves("x\n== 1 | by up", hyp("up", "x <= 1")),
    "cite yourself": proves("x\n<= 2*x | by stolen"),
    "cite a sum without its factor": proves("Sum(x[t],t,1,T)\n<= 1 | by sum(t,1,T,up)", hyp("up", "x[t] <= 1")),
    "an index that is no integer": proves("x[a]\n<= 1 | by at(up, t=a)", hyp("up", "x[t] <= 1")),
    "capture by a bound index": proves("y[t] + Sum(x[t],t,1,T)\n<= 0 | by at(all, s=t)",
        hyp("all", "y[s] + Sum(x[t],t,1,T) <= 0")),
    "replace a bound index": proves("Sum(x[t],t,1,T)\n<= 0 | by at(all, t=1)", hyp("all", "Sum(x[t],t,1,T) <= 0")),
    "replace a name by its function": proves("x[t]\n<= 1 | by at(up, x=y)", hyp("up", "x[t] <= 1")),
    "a fact about vectors in a line about numbers": proves("x\n== 0 | by zero", hyp("zero", "u == v")),
    "a chain from a vector to a number": proves("u\n== 0 | by zero\n== x - x", hyp("zero", "u == 0")),
    "two readings of one chain": proves("x\n<= y | by up\n>= x", hyp("up", "x <= y")),
    "overwrite a hypothesis": states(hyp("up", "x <= 0"), hyp("up", "x <= 1")),
    "overwrite a hypothesis by a proof": states(lemma("up", "x\n<= 2 | by up ; gap 1"), hyp("up", "x <= 1")),
    # ------------------------------------------------------------ definitions
    "circular definition": states(define("def1", "x[t] == x[t] + 1")),
    "index on the right only": states(define("def1", "x == y[t]")),
    "definition outside its range, instantiated": proves("f[T+1]\n== g[T+1] | by at(def1, t=T+1)",
        define("def1", "f[t] == g[t]")),
    "definition at another point": proves("f[s]\n== g[t] | by def1", define("def1", "f[t] == g[t]")),
    "definition with another value": proves("2\n== 1 | by at(def1, y=2)", define("def1", "y == 1")),
    # ------------------------------------------------------------ vacuity
    "contradictory hypotheses": theorem("1\n<= 0 | by low, up", "1 <= 0", hyp("low", "1 <= x"), hyp("up", "x <= 0")),
    "hypotheses that contradict each other by very little": theorem(
        "1\n<= 0 | by times(10000000000, low), times(10000000000, up)", "1 <= 0", hyp("low", "x >= 1/10000000000"),
        hyp("up", "x <= 0")),
    "the same behind a root": theorem("1\n<= 0 | by times(10000000000, low), times(10000000000, up)", "1 <= 0",
        hyp("low", "sqrt(2)*x >= 1/10000000000"), hyp("up", "sqrt(2)*x <= 0")),
    "a definition against a declared sign": theorem("0\n<= a | gap a\n== -1 | by def1", "0 <= -1",
        define("def1", "a == -1")),
    "a model that contradicts a hypothesis": theorem("1\n<= 0 | by low, up", "1 <= 0",
        hyp("low", "1 <= x"), hyp("up", "x <= 0"), model(x=float("nan"))),
    "a statement for an empty range, shown without it": proves("1\n<= 1 + x[t] | by low\n<= 0 | by up",
        hyp("low", "x[t] >= 0"), hyp("up", "1 + x[t] <= 0"), on="t: 5..2"),
    "contradictory hypotheses, hidden by an empty range": theorem(
        "x[t] + 1\n<= 1 | by up\n<= x[t] | by low\n<= 0 | by up", "x[t] + 1 <= 0",
        hyp("low", "1 <= x[t]", on="t: 5..T"), hyp("up", "x[t] <= 0", on="t: 5..T"), on="t: 5..T"),
    # ------------------------------------------------------------ claims
    "another claim": theorem("x**2\n<= 2*x**2 | gap x**2", "x**2 <= 3*x**2"),
    "another relation": theorem("x**2\n<= 2*x**2 | gap x**2", "x**2 == 2*x**2"),
    "the claim reversed": theorem("x**2\n<= 2*x**2 | gap x**2", "x**2 >= 2*x**2"),
    "a theorem about a sum on the right": theorem("Sum(x[t],t,1,T)\n<= Sum(x[t],t,1,T)",
        "Sum(x[t],t,1,T) <= Sum(x[t],t,1,T)"),
    "a theorem about a sum on the right, turned round": theorem("0\n>= Sum(-x[t]**2,t,1,T) | gap Sum(x[t]**2,t,1,T)",
        "0 >= Sum(-x[t]**2,t,1,T)"),
    # ------------------------------------------------------------ names that look alike
    "a name for the hidden summation index": lambda: Context(real="x", index="_i0: 1..2"),
    "a name for the hidden inner product": lambda: Context(real="Dot", vector="u"),
    "two names, one look": lambda: Context(real="x x_1"),
    "two names, one look, through an index": lambda: Context(real="x x_t", posint="T", index="t: 1..T"),
    "a Greek letter and its name": lambda: Context(real="eta η"),
    "a Cyrillic letter": lambda: Context(real="a а"),
    "a trailing underscore": lambda: Context(real="x x_"),
    "a Python keyword": lambda: Context(real="lambda"),
    "a word of the language": lambda: Context(real="Sum"),
    "a name declared twice": lambda: Context(real="x", positive="x"),
    "a name with and without subscript": states(hyp("q", "x[1] == 2"), hyp("p", "x == 1")),
    "empty brackets": states(hyp("q", "x[()] == 2"), hyp("p", "x == 1")),
    "empty round brackets": states(hyp("q", "x() == 2"), hyp("p", "x == 1")),
    # ------------------------------------------------------------ vectors
    "vector plus number, hidden behind a zero": reads("u - u + 1 == u"),
    "zero vector in disguise": reads("x - x + u == u"),
    "zeroth power of a vector": reads("u**0 == 1"),
    "division by a vector": reads("u/v == 1"),
    "order of vectors": reads("u <= v"),
    "vector compared with a number": reads("u == x"),
    "root of a vector": reads("sqrt(u) == 0"),
    "vector as a subscript": reads("x[0*u] == 1"),
    "vector as the end of a sum": reads("Sum(x[t],t,0*u,T) == 1"),
    "vector as the end of a range": states(hyp("p", "x[t] == 1", on="t: 0*u..T")),
    # ------------------------------------------------------------ ranges
    "a range that speaks of an index": lambda: Context(posint="T", real="x", index="t: 1..T, i: 1..t"),
    "a range that speaks of another index, for one fact": states(hyp("p", "x[i] <= 1", on="i: 1..t")),
    "a range that speaks of itself": states(hyp("p", "x[t] <= 1", on="t: 1..t")),
    "a range with a real end": states(hyp("p", "x[t] <= 1", on="t: 1..a")),
    "a range of something not free": states(hyp("p", "Sum(x[t],t,1,T) <= 1", on="t: 1..2")),
    "two ranges of one index": states(hyp("p", "x[t] <= 1", on="t: 1..2, t: 1..T")),
    "a letter that means two things at once": proves("0\n<= Sum(Sum(Sum(1,i,1,t)*1, t,1,T), t,1,T) | gap 0"),
    "a bound letter that borrows the range of a free one": proves(
        "0\n<= Sum(Sum(0,t,5,10),i,1,d) + Sum(Sum(pos(0)*1,i,1,t),t,1,T)"
        " | by sum(t,1,T, sum(i,1,t, times(Sum(t-i,t,1,1), one)))",
        hyp("one", "0 <= 1 + x"),
    ),
    # ------------------------------------------------------------ not in the language
    "a call into Python": reads('__import__("os").system("true") == 0'),
    "a lambda": reads("(lambda: 1)() == 1"),
    "an attribute": reads("x.is_zero == 1"),
    "a comparison inside": reads("(x <= 1) + 1 == 2"),
    "a chain of comparisons": reads("x <= y <= z"),
    "two relations": reads("x <= y and y <= z"),
    "a star": reads("dot(*u) == 1"),
    "a keyword argument": reads("sqrt(x=1) == 1"),
    "a keyword in a sum": reads("Sum(x[t], t, 1, high=T) == 1"),
    "a truth value": reads("True == 1"),
    "a string": reads('"x" == 1'),
    "an imaginary number": reads("1j*1j == 1"),
    "a modulus": reads("x % 2 == 0"),
    "a relation in a comment": reads("x # <= 1"),
    "a minus of another alphabet": reads("x − 1 <= 0"),
    "a raised letter": reads("xᵇ <= 1"),
    "a decimal that Python rounds": reads("9007199254740993.0 == 9007199254740992"),
    "infinity": reads("x <= 1e999"),
    "not a number": reads("nan <= 1"),
    "a tiny number": reads("x <= 1e-400"),
    "nothing": reads(""),
    "two lines": reads("x <= 1\ny <= 1"),
    "a null character": reads("x <= \0"),
    "a lone surrogate": reads("x <= \ud800"),
    "not text": states(hyp("p", 3)),  # type: ignore[arg-type]
    "a derivation that is not text": lambda: prepared().prove("p", None),  # type: ignore[arg-type]
    "a derivation without a step": lambda: prepared().prove("p", "x"),
    "an empty derivation": lambda: prepared().prove("p", ""),
    "a first line with a relation": proves("<= x\n<= x"),
    "a first line with a reason": proves("x | by up\n<= 1", hyp("up", "x <= 1")),
    "a bar without a reason": proves("x\n<= x |"),
    "a strict step": proves("x\n< x + 1 | gap 1"),
    "a reason that closes a bracket": proves("x\n<= 1 | by up), (up", hyp("up", "x <= 1")),
    "a reason with a star": proves("x\n<= 1 | by *up", hyp("up", "x <= 1")),
    "a gap in an equality": proves("x\n== x + 1 | gap 1"),
    "a law that is none": proves("x\n<= 0 | by sqrt(x)"),
    "at without a value": proves("x\n<= 1 | by at(up)", hyp("up", "x <= 1")),
    "a fact named like a word of the language": states(hyp("sq", "x <= 1")),
    "a label that breaks out of its formula": states(hyp("p", "x <= 1", label="} \\le 0")),
    "a title with a second theorem": theorem("0\n<= a | gap a", "0 <= a",
        title="T\n\n:::{prf:theorem} 1 = 0"),
    # ------------------------------------------------------------ too much work
    "powers of powers": reads("(((9**64)**64)**64)**64 == 1"),
    "a large power of a sum": proves("(x+y+z+a+b)**64\n== 1"),
    "a large exponent with a name": reads("2**(1000000*T) == 1"),
    "many denominators": proves(" + ".join(f"1/(a[{k}]+{k})" for k in range(30)) + "\n== 0"),
    "a large number": reads("x <= " + "9" * 5000),
    "a large hexadecimal number": reads("x <= 0x" + "f" * 3900),
    "a large subscript in a sum": proves("Sum(x[t-1000000000],t,1,T)\n== 0"),
    "a long explicit sum": proves("Sum(x[t],t,1,1000000000)\n== 0"),
    "a range of a thousand million": proves("y\n<= z",
        hyp("p", "x[t] <= 1", on="t: 1..1000000000")),
    "deep brackets": reads("(" * 1500 + "x" + ")" * 1500 + " == 1"),
    "many minus signs": reads("-" * 3900 + "x == 1"),
    "many terms": proves("+".join(["x"] * 1900) + "\n== 0"),
    "a very long text": reads("x" + "+x" * 100000 + " == 1"),
    "definitions that grow": proves("x\n== 1 | by def1, def2, def3", define("def1", "x == (y+1)**60"),
        define("def2", "y == (z+a)**60"), define("def3", "z == (b+h)**60")),
    # ------------------------------------------------------------ got through once
    "a replacement under another binder": proves("s + Sum(f(s), s, -1, -1)\n== s - 1 | by at(same, a=s)",
        define("same", "f(a) == a", for_all="a")),
    # 1/(t - p) with p = 1 in disguise: it must not be looked at for t = 1.
    "a term without a value outside of its sum": proves(
        f"(({ONE})**3 - {ONE})*Sum(1/(t - {ONE}), t, 2, T) + 1 + {ONE}\n== 0",
        hyp("x_positive", "0 < x"), hyp("y_positive", "0 < y"),
        lemma("squares", f"(1 + {ONE})*(1 - {ONE})\n== 0"),
        lemma("one", f"1 - {ONE}\n== 0 | by times(1/(1 + {ONE}), squares)"),
        lemma("low", f"1\n<= t - {ONE} | by one ; gap t - 2", on="t: 2..T")),
    # 1/n means something for t in 1..n, where t <= n is known, and not outside of the sum.
    "a factor of an empty sum": proves("Sum(1/n, t, 1, n)\n== 1", WITHIN, index="t: 1..n"),
    "a factor of an empty sum of vectors": proves("dot(Sum(u/n, t, 1, n), v)\n== dot(u, v)", WITHIN, index="t: 1..n"),
    "definitions that agree nowhere and meet": states(
        define("second", "y[t](m) == 1", for_all="m", on="t: m+2..2*m+2"),
        define("first", "y[t](k) == 0", for_all="k", on="t: 1..m+1"), posint="m k", index="t: 1..m"),
    "a bound letter in a range": states(hyp("said", "x[s] <= T", for_all="T"), **ROUNDS),
    "a bound letter in the range of a uniform index": states(hyp("said", "E(g[r]) <= T", for_all="T"),
        random="g", uniform="r: 1..T"),
    "a circle through a square": states(define("said", "y[s] == Sum(y[s+t-t**2], t, 1, 2) - y[s-2]"), **ROUNDS),
    "an index that cancels": states(hyp("said", "y + t - t <= 1"), **ROUNDS),
    "an index times zero": states(define("said", "y == 1 + 0*t"), **ROUNDS),
    "an index with a subscript": states(hyp("said", "t[1] <= 5"), **ROUNDS),
}  # fmt: skip


LAST_RESORT = {
    "deep brackets",  # here and below it depends on the version of Python
    "many minus signs",
    "many terms",
    "a model that contradicts a hypothesis",  # with a value that is no number
}
"""Attacks that only the last resort of a context stops: it is for strange texts."""


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_is_accepted(name: str) -> None:
    demand_refusal(ATTACKS[name], last_resort=name in LAST_RESORT)


CONTROLS: dict[str, Attack] = {
    "algebra": proves("(x+y)**2\n== x**2 + 2*x*y + y**2"),
    "a visible gap": proves("2*x*y\n<= x**2 + y**2 | gap (x-y)**2"),
    "telescoping": proves("Sum(x[t+1]-x[t],t,1,T)\n== x[T+1]-x[1]"),
    "an instance within the range": proves("x[T]\n<= 1 | by at(up, t=T)", hyp("up", "x[t] <= 1")),
    "a sum within the range": proves("Sum(x[t],t,1,T)\n<= T | by sum(t,1,T,up)", hyp("up", "x[t] <= 1")),
    "a multiplier found": proves("a*x\n<= a | by up", hyp("up", "x <= 1")),
    "a definition": proves("f[T]\n== g[T] | by at(def1, t=T)", define("def1", "f[t] == g[t]")),
    "an index in its range": proves("t\n<= T | gap T-t"),
    "a chain downwards": proves("x**2+y**2\n>= 2*x*y | gap (x-y)**2"),
    "a root of a square, with a sign": proves("sqrt(a**2)\n== a"),
    "two sums multiplied": proves("norm2(Sum(w[t],t,1,T))\n== Sum(Sum(dot(w[t],w[s]),t,1,T),s,1,T)"),
    "a theorem": theorem("2*x*y\n<= x**2 + y**2 | gap (x-y)**2", "2*x*y <= x**2 + y**2"),
}  # fmt: skip


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS.keys())
def test_true_derivations_are_accepted(control: Attack) -> None:
    assert control()


# ---------------------------------------------------------------------- forging in Python
def test_facts_proofs_and_theorems_cannot_be_made_or_changed() -> None:
    ctx = prepared()
    ctx.hyp("up", "x <= 1")
    stolen = theorem("2*x*y\n<= x**2 + y**2 | gap (x-y)**2", "2*x*y <= x**2 + y**2")()
    for sealed in (ctx.facts["up"], stolen.proof, stolen):  # type: ignore[attr-defined]
        changed = {field.name: getattr(sealed, field.name) for field in dataclasses.fields(sealed)}
        with pytest.raises(CheckError, match="by hand"):
            dataclasses.replace(sealed)
        with pytest.raises(CheckError, match="by hand"):
            type(sealed)(**changed)
        with pytest.raises(dataclasses.FrozenInstanceError):
            next(iter(changed)) and setattr(sealed, next(iter(changed)), 0)
    with pytest.raises(TypeError):
        ctx.facts["new"] = ctx.facts["up"]  # type: ignore[index]
    with pytest.raises(TypeError):
        del stolen.facts["up"]  # type: ignore[attr-defined]


def test_copies_say_what_the_original_says() -> None:
    ctx = prepared()
    ctx.hyp("up", "x <= 1")
    fact = ctx.facts["up"]
    for same in (copy.copy(fact), copy.deepcopy(fact), pickle.loads(pickle.dumps(fact))):
        assert (same.left, same.operator, same.right) == (fact.left, fact.operator, fact.right)
        assert same.left == sp.Symbol("x", real=True)


def test_a_refusal_leaves_the_context_as_it_was() -> None:
    ctx = prepared()
    with pytest.raises(CheckError):
        ctx.hyp("p", "x[t] <= unknown")  # here x had a subscript
    ctx.hyp("p", "x <= 1")
    with pytest.raises(CheckError):
        ctx.prove("q", "x\n<= 0 | by p")
    assert set(ctx.facts) == {"p"}
    ctx.prove("q", "x\n<= 1 | by p")


# ---------------------------------------------------------------------- too large, or left behind
TOWER = "exp(exp(exp(exp(exp(exp(1))))))"


@pytest.mark.parametrize(
    "text",
    [
        f"{TOWER}\n== 2",
        f"log(1 + {TOWER})\n>= 0",
        "y\n>= 0 | by at(lemma, x=exp(exp(2)))",
        "2**(1/10**45)\n== 1",
        "2**(1/61)*2**(1/59)*2**(1/53)*2**(1/47)\n== 1",
    ],
)
def test_a_tower_or_a_root_of_high_degree_is_refused_before_it_is_computed(text: str) -> None:
    """Without the guard each of these computes for minutes."""
    ctx = Context(real="x y")
    ctx.assume("lemma", "log(exp(exp(x))) >= x", for_all="x", source="a tower, once x has a value")
    with pytest.raises(CheckError, match=r"larger than (64|10000)"):
        ctx.prove("p", text)


def test_what_makes_an_image_mean_something_is_displayed() -> None:
    zero = "((n - 73)**2 + (m - 4127)**2)"
    there = Context(real="x y", posint="n m")
    there.hyp("inverse", f"x*{zero} == 1")
    there.hyp("product", f"{zero}*y == 0")
    text = "y\n<= 0 | by times(y, inverse), times(x, product)"
    theorem = there.theorem("t", text, claim="y <= 0", title="One", name="one")
    ctx = Context(real="y", posint="n m")
    ctx.hyp("positive", f"0 < {zero}")
    ctx.hyp("product", f"{zero}*y == 0")
    ctx.cite("c", theorem, given=f"x = 1/{zero}")
    again = ctx.theorem("again", "y\n<= 0 | by c", claim="y <= 0", title="Two", name="two")
    assert {fact.name for fact in again.hypotheses} == {"positive", "product"}


def test_a_refused_limit_leaves_nothing_behind() -> None:
    ctx = Context(real="x", posint="T")
    with pytest.raises(CheckError):
        ctx.prove("p", "lim(x/T, T)\n== 1")
    ctx.define("d", "x == T")
