"""Each kind of step: a true derivation that is accepted, a false one that is refused, and in which words."""

from __future__ import annotations

import pytest

from olbook.checked import CheckError, Context


def refused(ctx: Context, text: str, **more: str) -> str:
    with pytest.raises(CheckError) as error:
        ctx.prove("mine", text, **more)
    return str(error.value)


# ---------------------------------------------------------------------- exponentials and powers
def functions() -> Context:
    ctx = Context(positive="a b q", real="x y", posint="d", nonnegint="L", index="m: 0..L, i: 1..d")
    ctx.hyp("above", "2 <= d")
    return ctx


TRUE = {
    "exponents add": "exp(a + b)\n== exp(a)*exp(b)",
    "exponents cancel": "exp(x - y)*exp(y)\n== exp(x)",
    "a logarithm splits over what is positive": "log(a*b**2/3)\n== log(a) + 2*log(b) - log(3)",
    "a factor taken out of a logarithm": "log(exp(-a)*(1 + b*exp(2*a)))\n== -a + log(1 + b*exp(2*a))",
    "powers of two": "sqrt(2)**L*sqrt(2)**(L+2)\n== 2*2**L",
    "fractions in an exponent": "a**((2-q)/(q+1))*a\n== a**(3/(q+1))",
    "a power in a sum": "Sum(a**(m+1), m, 0, L)\n== a*Sum(a**m, m, 0, L)",
    "a logarithm of something above one": "0\n<= log(d)  | gap log(d)",
    "an exponential is positive": "0\n<= Sum(exp(x*m), m, 0, L) | gap Sum(exp(x*m), m, 0, L)",
}


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE.keys())
def test_a_true_formula_is_accepted(text: str) -> None:
    assert functions().prove("mine", text)


def test_a_logarithm_needs_a_positive_argument() -> None:
    assert refused(functions(), "log(x)\n== log(x)") == (
        'mine, step 1: to take the logarithm of "x", it must be visibly positive: '
        "declare its sign or state it as a hypothesis"
    )


# ---------------------------------------------------------------------- induction
def test_induction() -> None:
    ctx = Context(real="r", nonnegint="L", posint="T", index="m: 0..L, t: 1..T")
    assert ctx.prove("geometric", "(1 - r)*Sum(r**m, m, 0, L)\n== 1 - r**(L+1) | by induction(L)")
    assert ctx.prove("numbers", "Sum(t, t, 1, T)\n== T*(T+1)/2 | by induction(T)")
    assert "in the first case,  1  remains" in refused(
        ctx, "Sum(t, t, 1, T)\n== T*(T+1)/2 + 1 | by induction(T)"
    )
    assert "in the step" in refused(ctx, "Sum(t, t, 1, T)\n== T**2 | by induction(T)")
    assert "induction proves an equality" in refused(
        ctx, "Sum(t, t, 1, T)\n<= T**2 | by induction(T)"
    )
    assert "induction proves an equality" in refused(ctx, "r\n== r | by induction(r)")


@pytest.mark.parametrize(
    "text",
    [
        "n\n== E(n) | by induction(n)",
        "a\n== a | by induction(a)",
        "t\n== t | by induction(t)",
        "t*T\n== T*t | by induction(T)",
    ],
)
def test_induction_is_over_a_natural_number_that_is_fixed_and_ends_no_range(text: str) -> None:
    """The first is false: E(n) - n does not change from one n to the next, and is 0 at n = 1."""
    ctx = Context(positive="a", posint="n T", random="n", index="t: 1..T")
    assert "induction proves an equality" in refused(ctx, text)


def test_induction_passes_through_every_smaller_number() -> None:
    ctx = Context(posint="T", index="t: 1..T")
    ctx.hyp("far", "4 <= T")
    assert "need not be defined" in refused(ctx, "T/(T-3)\n== T/(T-3) | by induction(T)")


# ---------------------------------------------------------------------- calculus
def test_calculus() -> None:
    ctx = Context(real="s x", positive="r", nonneg="p z")
    ctx.hyp("low", "-1 <= s")
    assert ctx.prove("tangent", "1 + x\n<= exp(x) | by calculus(x, 0)")
    assert ctx.prove("logarithm", "log(r)\n<= r - 1 | by calculus(r, 1)")
    assert ctx.prove("second", "exp(-s)\n<= 1 - s + s**2 | by calculus(s, 0)")
    ctx.prove("normaliser", "1\n<= 1 - p + p*exp(z) | by times(p, at(tangent, x=z)) ; gap p*z")
    assert ctx.prove("hoeffding", "log(1 - p + p*exp(z)) - p*z\n<= z**2/8 | by calculus(z)")
    # what was proved for s >= -1 is known there only
    assert ctx.prove("there", "exp(-r)\n<= 1 - r + r**2 | by at(second, s=r)")
    assert "rests on low" in refused(ctx, "exp(-x)\n<= 1 - x + x**2 | by at(second, s=x)")


def test_calculus_refuses() -> None:
    ctx = Context(real="s x k", positive="r")
    ctx.hyp("low", "-3 <= s")
    ctx.hyp("special", "0 <= x**3")
    said = "calculus: the signs of derivatives do not show"
    assert said in refused(ctx, "exp(-s)\n<= 1 - s + s**2 | by calculus(s, 0)")
    assert said in refused(ctx, "exp(x)\n<= 1 + x + x**2 | by calculus(x, 0)")
    assert said in refused(ctx, "log(r)\n<= r - 2 | by calculus(r, 1)")
    # x**3 is nonnegative for this x, not at all points of the range
    assert "known for this x only" in refused(ctx, "0\n<= x**3 | by calculus(x)")
    assert "cut at increasing numbers inside it" in refused(
        ctx, "1 + r\n<= exp(r) | by calculus(r, -1)"
    )
    assert "does not know how to differentiate" in refused(ctx, "0\n<= pos(x) | by calculus(x)")
    assert "about a real number" in refused(Context(posint="T"), "T\n<= T**2 | by calculus(T)")


# ---------------------------------------------------------------------- for all values
def convexity() -> Context:
    ctx = Context(real="C", vector="w u v D a", index="t: 1..T", posint="T")
    ctx.hyp("convex", "C(u) - C(v) <= dot(D(u), u - v)", for_all="u v", label="convexity")
    ctx.define("average", "a == Sum(w[t], t, 1, T)/T")
    return ctx


def test_jensen_by_subgradients() -> None:
    assert convexity().prove(
        "jensen",
        """
        C(a)
        <= Sum(C(w[t]), t, 1, T)/T + dot(D(a), a) - dot(D(a), Sum(w[t], t, 1, T)/T)
            | by times(1/T, sum(t, 1, T, at(convex, u=a, v=w[t])))
        == Sum(C(w[t]), t, 1, T)/T
            | by average
        """,
    )


def test_a_fact_about_one_value_is_not_about_all() -> None:
    ctx = convexity()
    ctx.hyp("here", "C(u) <= 1")
    assert "only an index of it can be replaced" in refused(ctx, "C(v)\n<= 1 | by at(here, u=v)")
    ctx.prove("both", "C(u) + C(u)\n<= 2 | by here")
    assert "rests on here" in refused(ctx, "C(v) + C(v)\n<= 2 | by at(both, u=v)")


def test_for_all_names_what_occurs() -> None:
    ctx = convexity()
    for name in ("t", "w", "nothing"):
        with pytest.raises(CheckError):
            ctx.hyp("odd", "C(u) <= 1", for_all=name)
    with pytest.raises(CheckError, match="are the letters of its for_all"):
        ctx.define("all_equal", "a == v", for_all="v")


# ---------------------------------------------------------------------- chance
def chance() -> Context:
    ctx = Context(
        real="X f J a b m", random="X f J", index="t: 1..T", uniform="r: 1..T", posint="T"
    )
    ctx.hyp("surely", "Sum(f[t], t, 1, T) <= b")
    return ctx


def test_expectations() -> None:
    ctx = chance()
    assert ctx.prove("linear", "E(a*X + b)\n== a*E(X) + b")
    assert ctx.prove("swap", "E(Sum(f[t], t, 1, T))\n== Sum(E(f[t]), t, 1, T)")
    assert ctx.prove(
        "random_index",
        """
        E(f[r])
        == Sum(E(f[t]), t, 1, T)/T
            | by uniform(t, r, f[t])
        == E(Sum(f[t], t, 1, T))/T
        <= b/T
            | by times(1/T, E(surely))
        """,
    )
    ctx.define("mean", "m == E(X)")
    squares = "m**2\n<= m**2 + E((X - m)**2) | gap E((X - m)**2)\n== E(X**2) | by mean"
    assert ctx.prove("variance", squares)
    assert "The step is FALSE" in refused(ctx, "E(X**2)\n== m**2 | by mean")
    assert "give it a name" in refused(ctx, "E(X)**2\n<= E(X**2)")
    assert "nothing in this expectation is random" in refused(ctx, "E(a)\n== a")
    assert "is random" in refused(ctx, "E(X*X)\n== X*m + b | by at(linear, a=X), mean")


def test_a_uniform_index_is_independent_of_everything() -> None:
    ctx = chance()
    with pytest.raises(CheckError, match="independent of all else"):
        ctx.hyp("tied", "X == r")
    assert "does not mention r" in refused(ctx, "E(f[r]*r)\n== 0 | by uniform(t, r, f[t]*r)")
    ctx.prove("product", "E(X*r)\n== Sum(E(X*t), t, 1, T)/T | by uniform(t, r, X*t)")
    for value in ("X=r", "r=1"):
        assert "independent of all else" in refused(ctx, f"E(X)\n== 0 | by at(product, {value})")


def test_what_is_fixed_is_not_defined_by_what_is_random() -> None:
    with pytest.raises(CheckError, match="a name that is not random is defined"):
        chance().define("smuggled", "a == X")


# ---------------------------------------------------------------------- cases
def test_cases() -> None:
    ctx = Context(real="y a", nonneg="b", index="t: 1..T", posint="T", random="a")
    ctx.hyp("labels", "y[t]**2 == 1")
    assert ctx.prove(
        "either", "b*y[t]\n<= b | by cases(labels, y[t], -1, 1) ; gap b*(1 - y[t])**2/2"
    )
    ctx.hyp("up", "a <= b")
    ctx.hyp("down", "-a <= b")
    assert ctx.prove("abs", "a*y[t]\n<= b | by cases(labels, y[t], -1, 1), up, down")
    assert "does not say that" in refused(
        ctx, "a*y[t]\n<= b | by cases(labels, y[t], 0, 1), up, down"
    )
    assert '"up" is cited and not needed' in refused(
        ctx, "-y[t]**2\n<= 0 | by cases(labels, y[t], -1, 1), up ; gap 1"
    )
    assert "would touch a summation index" in refused(
        ctx, "y[t]*Sum(y[t], t, 1, T)\n<= T | by cases(labels, y[t], -1, 1)"
    )


# ---------------------------------------------------------------------- infimum
def test_the_infimum() -> None:
    ctx = Context(real="L B c F G", vector="u v x", nonneg="U")
    with pytest.raises(CheckError, match="is not known to be bounded below for all u"):
        ctx.define("best", "B == inf(F(u), u)")
    ctx.hyp("size", "norm2(u) <= U**2")
    ctx.hyp("always", "L <= F(u)", for_all="u")
    ctx.define("best", "B == inf(F(u), u)")
    assert ctx.prove("greatest", "L\n<= B | by inf(best, always)")
    assert ctx.prove("lower", "B\n<= F(x) | by at(best, u=x)")
    ctx.prove("within", "L\n<= F(u) + U**2 - norm2(u) | by always, size")
    with pytest.raises(CheckError, match="is not known to be bounded below for all u"):
        ctx.define("near", "c == inf(F(u) + U**2 - norm2(u), u)")
    ctx.hyp("here", "L <= F(u) + 1")
    ctx.prove("special", "L - 1\n<= F(u) | by here")
    assert "is not known for every u: here" in refused(ctx, "L - 1\n<= B | by inf(best, special)")


# ---------------------------------------------------------------------- limits
def test_limits() -> None:
    ctx = Context(positive="U G eta", posint="T")
    assert ctx.prove("average", "lim(U*G*sqrt(T)/T, T)\n== 0")
    assert ctx.prove("constant", "lim((U*T + log(T))/T, T)\n== U")
    assert "grows without bound" in refused(ctx, "lim(sqrt(T), T)\n== 0")
    assert "is not known here" in refused(ctx, "lim(1/(T+1), T)\n== 0")
    free = Context(real="x", posint="T", index="t: 1..T")
    assert "ties T to another name" in refused(free, "Sum(lim(x/T, T), t, 1, T)\n== 0")
    ctx.define("tuning", "eta == U/sqrt(T)")
    assert "ties T to another name" in refused(ctx, "lim(eta, T)\n== eta")


def test_what_grows_in_a_limit_is_not_tied_afterwards() -> None:
    ctx = Context(real="x a", posint="T")
    ctx.hyp("small", "x <= lim(a/T, T)")
    with pytest.raises(CheckError, match="ties T, which grows in lim"):
        ctx.define("square", "a == T**2")


# ---------------------------------------------------------------------- theorems of other contexts
def there() -> object:
    ctx = Context(positive="c", real="a S", index="t: 1..T", posint="T")
    ctx.hyp("small", "a[t] <= c")
    ctx.define("total", "S == Sum(a[t], t, 1, T)")
    return ctx.theorem(
        "bound",
        "S\n<= c*T | by total, sum(t, 1, T, small)",
        claim="S <= c*T",
        title="A sum of small numbers",
        name="X1",
    )


def here() -> Context:
    return Context(positive="b", real="f B", vector="w", index="t: 1..T", posint="T")


def test_a_theorem_is_cited_for_what_satisfies_its_hypotheses() -> None:
    ctx = here()
    ctx.hyp("short", "norm2(w[t]) <= b**2")
    given = "a[t] = norm2(w[t]), c = b**2, S = Sum(norm2(w[t]), t, 1, T)"
    ctx.cite("sum_of_small", there(), given=given)
    theorem = ctx.theorem(
        "squares",
        "Sum(norm2(w[t]), t, 1, T)\n<= b**2*T | by sum_of_small",
        claim="Sum(norm2(w[t]), t, 1, T) <= b**2*T",
        title="A sum of squares",
        name="X2",
    )
    assert [fact.name for fact in theorem.hypotheses] == ["short"]
    assert [cited.name for cited in theorem.cited] == ["X1"]
    assert theorem.assumed == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("a[t] = norm2(w[t]), c = b, S = Sum(norm2(w[t]), t, 1, T)", "rests on small"),
        ("a[t] = norm2(w[t]), c = b**2, S = B", "rests on total"),
        ("a[t] = norm2(w[t]), c = f, S = Sum(norm2(w[t]), t, 1, T)", "must be visibly positive"),
        ("a[t] = w[t], c = b**2, S = 0", "its image a vector"),
        ("a[t] = norm2(w[t+1]), c = b**2, S = Sum(norm2(w[t+1]), t, 1, T)", "rests on small"),
        ("c = b**2", 'unknown name "S"'),
        ("z = b", "is not a name of X1"),
        ("a[t]", "given is written"),
    ],
)
def test_a_theorem_is_not_cited_for_anything_else(given: str, said: str) -> None:
    ctx = here()
    ctx.hyp("short", "norm2(w[t]) <= b**2")
    with pytest.raises(CheckError, match=said.replace("(", r"\(")):
        ctx.cite("sum_of_small", there(), given=given)
