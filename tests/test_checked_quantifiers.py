"""A fact speaks of its indices within their ranges, and of other names only as its hypotheses allow."""

from __future__ import annotations

import pytest

from olbook.checked import CheckError, Context


def descent() -> Context:
    """Gradient descent whose iterates are defined with eta, and its regret bound."""
    ctx = Context(positive="eta U G", real="S", vector="w g u", index="t: 1..T", posint="T")
    ctx.define("start", "w[1] == 0")
    ctx.define("step", "w[t+1] == w[t] - eta*g[t]")
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)")
    ctx.hyp("size", "norm2(u) <= U**2")
    ctx.prove(
        "round",
        """
        dot(g[t], w[t] - u)
        == (norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t])   | by step
        """,
    )
    ctx.prove(
        "regret",
        """
        Sum(dot(g[t], w[t] - u), t, 1, T)
        == Sum((norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(w[1]-u) - norm2(w[T+1]-u))/(2*eta) + eta/2*S    | by squares
        <= norm2(u)/(2*eta) + eta/2*S    | by start ; gap norm2(w[T+1]-u)/(2*eta)
        <= U**2/(2*eta) + eta/2*S        | by size
        """,
    )
    return ctx


def test_a_bound_is_not_read_at_another_eta_than_its_iterates() -> None:
    """The first unsound use: with eta = 1e-6 the bound at the best eta is false."""
    with pytest.raises(CheckError, match="rests on step"):
        descent().prove(
            "tuned",
            """
            Sum(dot(g[t], w[t] - u), t, 1, T)
            <= U**2/(2*(U/(G*sqrt(T)))) + (U/(G*sqrt(T)))/2*S
                | by at(regret, eta=U/(G*sqrt(T)))
            """,
        )


def test_the_choice_of_eta_as_a_definition_is_the_right_way() -> None:
    ctx = descent()
    ctx.define("tuning", "eta == U/(G*sqrt(T))")
    proof = ctx.prove(
        "tuned",
        """
        Sum(dot(g[t], w[t] - u), t, 1, T)
        <= U**2/(2*eta) + eta/2*S                  | by regret
        == U*G*sqrt(T)/2 + U*S/(2*G*sqrt(T))       | by tuning
        """,
    )
    assert {"tuning", "step"} <= proof.fact.rests_on


def test_a_hypothesis_is_about_its_own_names() -> None:
    """The second unsound use: x == 1 says nothing of 2."""
    ctx = Context(real="x y", positive="a")
    ctx.hyp("one", "x == 1")
    ctx.prove("lemma", "x*y\n== y | by one")
    with pytest.raises(CheckError, match="only an index of it can be replaced"):
        ctx.prove("false", "2\n== 1 | by at(one, x=2)")
    with pytest.raises(CheckError, match="rests on one"):
        ctx.prove("false", "2*y\n== y | by at(lemma, x=2)")
    ctx.prove("true", "x*7\n== 7 | by at(lemma, y=7)")
    ctx.prove("same", "1*y\n== y | by at(lemma, x=1)")


def test_a_name_free_of_hypotheses_can_be_chosen() -> None:
    ctx = Context(positive="eta a b", real="z")
    ctx.prove("young", "2*a*b\n<= a**2*eta + b**2/eta | gap (a*eta - b)**2/eta")
    ctx.prove("best", "2*a*b\n<= a**2*(b/a) + b**2/(b/a) | by at(young, eta=b/a)\n== 2*a*b")
    for value in ("z", "-1", "0", "a-b"):
        with pytest.raises(CheckError, match="eta > 0"):
            ctx.prove("bad", f"2*a*b\n<= a**2*({value}) + b**2 | by at(young, eta={value})")


@pytest.mark.parametrize(
    ("hypothesis", "good", "bad"),
    [
        ("x <= 1", "0", "2"),
        ("x < 1", "0", "1"),
        ("x >= a", "a + 1", "a - 1"),
        ("x**2 == 4", "-2", "1"),
    ],
)
def test_a_choice_must_satisfy_what_was_supposed(hypothesis: str, good: str, bad: str) -> None:
    ctx = Context(positive="a", real="x y")
    ctx.hyp("h", hypothesis)
    if "**" in hypothesis:
        ctx.prove("lemma", "y*x**2\n== 4*y | by h")
        use = "y*({0})**2\n== 4*y | by at(lemma, x={0})"
    else:
        slack = "x - a" if ">=" in hypothesis else "1 - x"
        ctx.prove("lemma", f"0\n<= a*({slack}) | by times(a, h)")
        use = f"0\n<= a*({slack.replace('x', '({0})')}) | by at(lemma, x={{0}})"
    ctx.prove("good", use.format(good))
    with pytest.raises(CheckError, match="rests on h"):
        ctx.prove("bad", use.format(bad))


@pytest.mark.parametrize(("for_all", "known"), [("", False), ("v", True)])
def test_a_lemma_for_all_points_is_not_shown_by_a_fact_at_one_point(
    for_all: str, known: bool
) -> None:
    """At x = 2 the assumed lemma reads F(v) <= 2, for all v; a hypothesis may say it of one v."""
    ctx = Context(real="x F", vector="u v")
    ctx.assume("below", "F(v) <= x", for_all="v", source="elsewhere")
    ctx.prove("at_u", "F(u)\n<= x | by at(below, v=u)")
    ctx.hyp("two", "F(v) <= 2", for_all=for_all)
    text = "F(u)\n<= 2 | by at(at_u, x=2)"
    if known:
        assert "two" in ctx.prove("mine", text).fact.rests_on
    else:
        with pytest.raises(CheckError, match="at_u rests on below"):
            ctx.prove("mine", text)


def test_an_infimum_is_one_number() -> None:
    """An index with the value of an infimum would make 1 <= t for every t, also for t = 0."""
    ctx = Context(nonneg="x", real="B", posint="T", index="t: 1..T")
    with pytest.raises(CheckError, match="an infimum is given to a plain name"):
        ctx.define("least", "t == inf(x + 1, x)")
    assert "least" not in ctx.facts
    ctx.define("least", "B == inf(x + 1, x)")


def test_the_end_of_a_range_is_not_free() -> None:
    """What was supposed for t = 1..T is not known for t = 1..2T."""
    ctx = Context(real="x", posint="T", index="t: 1..T")
    ctx.hyp("up", "x[t] <= 1")
    ctx.prove("total", "Sum(x[t],t,1,T)\n<= T | by sum(t,1,T,up)")
    with pytest.raises(CheckError, match="rests on up"):
        ctx.prove("longer", "Sum(x[t],t,1,2*T)\n<= 2*T | by at(total, T=2*T)")
    ctx.prove("count", "Sum(1,t,1,T)\n== T")
    ctx.prove("twice", "Sum(1,t,1,2*T)\n== 2*T | by at(count, T=2*T)")


@pytest.mark.parametrize("value", ["T+1", "0", "2", "t+1", "t-1", "T-1", "-T", "2*T", "2-T**2"])
def test_an_index_stays_in_its_range(value: str) -> None:
    ctx = Context(real="x", posint="T", index="t: 1..T")
    ctx.hyp("up", "x[t] <= 1")
    with pytest.raises(CheckError, match="range"):
        ctx.prove("out", f"x[{value}]\n<= 1 | by at(up, t={value})")
    ctx.prove("first", "x[1]\n<= 1 | by at(up, t=1)")
    ctx.prove("last", "x[T]\n<= 1 | by at(up, t=T)")


def test_a_range_of_its_own() -> None:
    ctx = Context(real="x y", posint="T", index="t: 1..T")
    ctx.hyp("early", "x[t] <= 1", on="t: 1..T-1")
    ctx.hyp("late", "y[t] <= 1", on="t: 1..T+1")
    with pytest.raises(CheckError, match=r"known for t = 1\.\.T - 1"):
        ctx.prove("all", "x[t]\n<= 1 | by early")
    ctx.prove("some", "x[t]\n<= 1 | by early", on="t: 1..T-1")
    ctx.prove("more", "y[t]\n<= 1 | by late")
    ctx.prove("end", "y[T+1]\n<= 1 | by at(late, t=T+1)")
    with pytest.raises(CheckError, match="known for"):
        ctx.prove("total", "Sum(x[t],t,1,T)\n<= T | by sum(t,1,T,some)")
    assert ctx.facts["some"].over.where == ", for t = 1..T - 1"


def test_a_theorem_shows_the_range_it_was_proved_on() -> None:
    ctx = Context(real="x", posint="T", index="t: 1..T")
    ctx.hyp("early", "x[t] <= 1", on="t: 2..T")
    theorem = ctx.theorem(
        "some", "x[t]\n<= 1 | by early", claim="x[t] <= 1", title="T", name="X", on="t: 2..T"
    )
    assert "for t = 2..T" in str(theorem)
    shown = theorem._repr_mimebundle_()
    statement = shown["text/markdown"].split("::::::")[0]
    assert r"(t=2,\dots,T)" in statement
    assert r"for $t=2,\dots,T$" in shown["text/html"]


def test_facts_without_an_index_and_lines_with_one() -> None:
    ctx = Context(real="x y", posint="T", index="t: 1..T, s: 1..T")
    ctx.hyp("up", "x[t] <= y")
    with pytest.raises(CheckError, match="speaks of every t"):
        ctx.prove("none", "x[s]\n<= y | by up")
    ctx.prove("other", "x[s]\n<= y | by at(up, t=s)")
    ctx.prove("total", "Sum(x[s],s,1,T)\n<= T*y | by sum(t,1,T,up)")


def test_an_index_and_a_name_at_once() -> None:
    """Both are replaced together; the range is read with the new T, the value with the old."""
    ctx = Context(real="x", posint="T", index="t: 1..T")
    ctx.prove("below", "t\n<= T | gap T - t")
    ctx.prove("shifted", "T + 1\n<= T + 1 | by at(below, T=T+1, t=T+1)")
    ctx.prove("smaller", "3\n<= 5 | by at(below, T=5, t=3)")
    with pytest.raises(CheckError, match="range"):
        ctx.prove("larger", "T + 1\n<= T | by at(below, t=T+1)")
    with pytest.raises(CheckError, match="range"):
        ctx.prove("larger", "7\n<= 5 | by at(below, T=5, t=7)")
    with pytest.raises(CheckError):
        ctx.prove("zero", "1\n<= 0 | by at(below, T=0, t=1)")


def test_rewriting_stays_in_the_range_of_a_definition() -> None:
    ctx = Context(real="f g", posint="T d", index="t: 1..T, i: 1..d")
    ctx.define("same", "f[t] == g[t]")
    ctx.prove("inside", "Sum(f[t],t,1,T)\n== Sum(g[t],t,1,T) | by same")
    ctx.prove("nested", "Sum(Sum(f[t],t,1,T),i,1,d)\n== d*Sum(g[t],t,1,T) | by same")
    for text in (
        "Sum(f[t],t,1,T+1)\n== Sum(g[t],t,1,T+1) | by same",
        "Sum(f[t],t,0,T)\n== Sum(g[t],t,0,T) | by same",
        "f[t] + Sum(f[t],t,1,2*T)\n== g[t] + Sum(g[t],t,1,2*T) | by same",
        "Sum(Sum(f[t],t,1,T+1),i,1,d)\n== d*Sum(g[t],t,1,T+1) | by same",
    ):
        with pytest.raises(CheckError, match="only where"):
            ctx.prove("outside", text)


def test_a_definition_may_be_used_under_sums_that_use_its_letters() -> None:
    """S stands for a sum over t; put into a sum over t, its t stays its own."""
    ctx = Context(real="x y S", posint="T", index="t: 1..T, s: 1..T")
    ctx.define("total", "S == Sum(x[t],t,1,T)")
    ctx.prove("right", "Sum(S*y[t],t,1,T)\n== Sum(x[s],s,1,T)*Sum(y[t],t,1,T) | by total")
    with pytest.raises(CheckError):
        ctx.prove("captured", "Sum(S*y[t],t,1,T)\n== T*Sum(x[t]*y[t],t,1,T) | by total")
    ctx.define("row", "y[s] == Sum(x[t]*s,t,1,T)")
    with pytest.raises(CheckError, match="touch a summation index"):
        ctx.prove("capture", "y[t]\n== Sum(x[t]*t,t,1,T) | by at(row, s=t)")


def test_the_letters_of_inner_sums_do_not_inherit_ranges() -> None:
    """In a sum over i = 1..t, and in that a sum over another t, nothing is known of i <= t."""
    ctx = Context(real="x", posint="T d", index="t: 1..T, i: 1..d")
    ctx.prove("fine", "0\n<= Sum(Sum(t-i,i,1,t),t,1,T) | gap Sum(Sum(t-i,i,1,t),t,1,T)")
    ctx.hyp("one", "0 <= x")
    with pytest.raises(CheckError, match="visibly nonnegative"):
        ctx.prove("shadow", "0\n<= x | by sum(t,1,T, sum(i,1,t, times(Sum(t-i,t,5,10), one)))")


# Of a theorem the judge would find these three false; a lemma is accepted by the kernel alone.
def test_a_real_number_is_put_for_no_integer() -> None:
    ctx = Context(positive="a", posint="n")
    ctx.prove("low", "0\n<= n - 1 | gap n - 1")
    with pytest.raises(CheckError, match='"a" is not known to be one'):
        ctx.prove("false", "0\n<= a - 1 | by at(low, n=a)")


def test_what_holds_for_all_values_is_not_shown_at_one_that_shares_their_letter() -> None:
    """x <= 0 rests on 0 <= x*u for all u; with u for x that would be 0 <= u*u, which is seen."""
    ctx = Context(real="x u")
    ctx.hyp("every", "0 <= x*u", for_all="u")
    ctx.prove("none", "x\n<= 0 | by at(every, u=-1)")
    with pytest.raises(CheckError, match="none rests on every"):
        ctx.prove("false", "u\n<= 0 | by at(none, x=u)")


def test_a_bound_that_holds_in_rounds_is_none_before_there_is_a_round() -> None:
    ctx = Context(nonneg="s", nonnegint="n", index="t: 1..n")
    ctx.hyp("short", "s + t <= 1 + t")
    with pytest.raises(CheckError, match="for 0 <= s"):
        ctx.prove("false", "s**2\n<= s | by calculus(s)")
