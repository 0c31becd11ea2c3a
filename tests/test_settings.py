"""What theorems suppose together is said once: what a setting may leave out, and what it may not hide."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import pytest

import olbook as ol
from olbook import proofs
from olbook.checked import CheckError, Context, Setting, Theorem

STREAM = """
    Points have {radius}, where [`R` is positive](R > 0), and [weights `iota[t]` that are zero or one](indicator,
    iota >= 0). [The sum of the weights is `M`](count).
"""
WORDS = "In @toy.stream let {few} with a number `N`. Then {claim}."
ALL = "dot(z, x[t]) <= R**2"
SHOWN = "Sum(iota[t]*norm2(x[t]), t, 1, T) <= R**2*N"


def context(radius: str = "norm2(x[t]) <= R**2", **changed: str) -> Context:
    """Some weights and points."""
    fact = {key: changed.pop(key) for key in ("on", "for_all") if key in changed}
    names = {"nonneg": "iota", "positive": "R", "real": "M N S", "vector": "x z"} | changed
    ctx = Context(index="t: 1..T", posint="T", **names)
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="how many count")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="zero or one")
    ctx.hyp("radius", radius, label="size", **fact)
    return ctx


def stream(ctx: Context, words: str = STREAM, **kwargs: Any) -> Setting:
    """What is supposed of them."""
    return ctx.setting("toy.stream", "a stream", words, **kwargs)


def within(
    setting: Setting | None = None,
    words: str = WORDS,
    ctx: Context | None = None,
    shown: str = SHOWN,
    **kwargs: Any,
) -> Theorem:
    """A theorem that rests on all of it, and on one hypothesis more."""
    ctx = ctx or context()
    kwargs = {"within": (setting or stream(ctx),)} | kwargs
    ctx.define("total", "S == Sum(iota[t]*norm2(x[t]), t, 1, T)", label="the total")
    ctx.hyp("few", "M <= N", label="not too many")
    return ctx.theorem(
        "total_size",
        """
        S
        == Sum(iota[t]*norm2(x[t]), t, 1, T)
            | by total
        == Sum(iota[t]**2*norm2(x[t]), t, 1, T)
            | by sum(t, 1, T, times(norm2(x[t]), indicator))
        <= Sum(iota[t]**2*R**2, t, 1, T)
            | by sum(t, 1, T, times(iota[t]**2, radius))
        == R**2*M
            | by sum(t, 1, T, times(R**2, indicator)), count
        <= R**2*N
            | by few
        """,
        claim="S <= R**2*N",
        title="A total",
        name="toy.total",
        statement=words,
        shown=shown,
        **kwargs,
    )


def test_a_theorem_within_a_setting_says_what_is_its_own() -> None:
    theorem = within(kind="lemma")
    box = theorem._repr_mimebundle_()["text/markdown"]
    sentence = re.sub(r" § [^`]*`", "`", box.partition("::::{admonition}")[0])
    assert sentence.startswith(":::::{prf:lemma} A total\n:label: thm-toy-total\n")
    assert (
        "In {prf:ref}`set-toy-stream` (a stream) let {said}`$M \\le N$` with a number $N$. Then"
        in sentence
    )
    assert r"\lVert x_{t} \rVert^2 \le R^{2} \, N." in sentence
    assert "$S$" not in sentence  # it is spelled out, so nothing defines it
    assert theorem.bound(R=2.0, N=3.0) == 12.0
    fold = box.partition("Exactly what was checked")[2].partition("Proof of")[0]
    given, here = fold.split("*Said here*")
    assert given.count("*From the setting, a stream*") == 1
    assert all(f"*{label}:*" in given for label in ("size", "zero or one", "how many count"))
    assert all(f"*{label}:*" in here for label in ("the total", "not too many"))
    html = theorem._repr_mimebundle_()["text/html"]
    assert "<summary>The setting: a stream</summary>" in html
    assert "weights $\\iota_{t}$ that are zero or one" in html.partition("</details>")[0]


def simple(unused: str, ctx: Context | None = None, setting: Setting | None = None) -> Theorem:
    """A theorem in a setting with a hypothesis that the proof does not use."""
    ctx = ctx or context()
    if setting is None:
        ctx.hyp("unused", unused, label="not used")
        setting = ctx.setting("toy.s", "a number", "Let {unused}, where [`R` is positive](R > 0).")
    return ctx.theorem(
        "t", "S\n<= S + R | gap R", claim="S <= S + R", title="More", name="toy.t",
        within=(setting,), statement=f"In @{setting.name}, {{claim}}.",
    )  # fmt: skip


def test_the_judge_reads_all_that_the_setting_says() -> None:
    theorem = simple("N <= 1")
    assert [said.name for said in theorem.stated.supposed] == []
    assert [said.name for said in theorem.whole.supposed] == ["unused"]
    spelled = within()
    assert {said.name for said in spelled.whole.supposed} == {
        *("count", "indicator", "radius", "total", "few")
    }
    assert spelled.whole.claim.text.startswith("Sum(")


def contradictory() -> Theorem:
    ctx = context()
    ctx.hyp("tiny", "R <= -1", label="no size")
    return within(stream(ctx, f"{STREAM.rstrip()[:-1]}, where {{tiny}}."), ctx=ctx)


def unsaid_definition() -> Setting:
    return stream(context(), STREAM.replace("[The sum of the weights is `M`](count)", "So it is"))


def hides() -> Theorem:
    """The setting does not say that the weights are zero or one, and neither does the sentence."""
    ctx = context()
    words = "[weights `iota[t]` that are at least 0](iota >= 0)"
    return within(
        stream(ctx, re.sub(r"\[weights.*?iota >= 0\)", words, STREAM, flags=re.DOTALL)), ctx=ctx
    )


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few worlds are enough here."""
    monkeypatch.setattr(import_module("olbook.checked.judge"), "MANY", 5)


Case = Callable[[], object]


def reworded(old: str, new: str) -> Case:
    """The setting with other words."""
    assert old in STREAM
    return lambda: stream(context(), STREAM.replace(old, new))


def here(ctx: Callable[[], Context], there: Callable[[], Context] = context) -> Case:
    """A theorem of one context in a setting of another."""
    return lambda: simple("", ctx(), stream(there()))


def says(words: str) -> Case:
    """A theorem in the setting with these words."""
    return lambda: within(words=words)


REFUSED: dict[str, tuple[Case, str]] = {
    "a setting that nothing meets": (contradictory, "no world was found"),
    "a setting that nothing meets and the proof does not use": (lambda: simple("N**2 <= -1"), "no world was found"),
    "another number in a fact": (here(lambda: context("norm2(x[t]) <= R**2/4")),
        r"says radius as the hypothesis norm2\(x\[t\]\) <= R \*\* 2, for t = 1..T, here"),
    "another range": (here(lambda: context(on="t: 1..T+1")), r"for t = 1..T, here it is .* for t = 1..T \+ 1"),
    "one point, not all": (here(lambda: context(ALL), lambda: context(ALL, for_all="z")), "for all z, here"),
    "another sign": (here(lambda: context(nonneg="iota R", positive="")), "R is declared otherwise"),
    "a fact that is not there": (here(lambda: Context(real="S", positive="R", posint="T")),
        "says count .* which is no fact here"),
    "a hypothesis in neither of the two": (hides, "no phrase of the statement stands for the hypothesis indicator"),
    "a definition that neither of the two says": (lambda: within(unsaid_definition()),
        "no phrase of the statement stands for the definition count"),
    "a sign of something that it does not define": (
        lambda: stream(context(real="N S", positive="R M"), "Let [the sum be positive](M > 0)."),
        "no phrase stands for the definition count"),
    "a claim": (lambda: stream(context(), STREAM + " Then {claim}."), "a setting claims nothing"),
    "a denial": (reworded("Points have", "Points without"), 'its statement says "without" between phrases'),
    "hedged": (reworded("and [weights", "and perhaps [weights"), '"perhaps"'),
    "half of it": (reworded("have {radius}", "half of {radius}"), 'directly before a formula its statement says "of"'),
    "a comparison the other way round": (reworded("{radius}", "[length at least one](radius)"), "the other way round"),
    "a comparison that stands for nothing": (reworded("Points have", "Points of length at least one have"),
        "stands for nothing that was checked"),
    "a bound doubled": (reworded("{radius},", "{radius} times 2,"), "directly after a formula"),
    "what seems to follow": (reworded("Points have", "It is so. Then points have"), "nothing follows there"),
    "a formula in its title": (lambda: context().setting("toy.s", "points with $R = 0$", STREAM),
        "a title has letters"),
    "letters that change after it": (
        lambda: [
            (ctx := Context(nonneg="k")),
            ctx.setting("toy.s", "k", "Let [`k` be nonnegative](k >= 0)."),
            ctx.written(k=r"\lVert g \rVert_*"),
        ],
        "before the first fact"),
    "what is not supposed": (reworded("(count)", "(count, M > 0)"), "M > 0 is not supposed here"),
    "no full stop": (lambda: stream(context(), STREAM.rstrip()[:-1]), "ends in a full stop"),
    "not in it": (says(WORDS.replace("In @", "Not in @")), "begins 'In @setting"),
    "in it or not": (says("In @toy.stream or not, if {few}, then {claim}."), "begins 'In @setting"),
    "in the middle": (says("If {few}, then in @toy.stream, {claim}."), "begins 'In @setting"),
    "in a phrase": (says("In [some @toy.stream](few), {claim}."), "its statement names none"),
    "not named": (says("If {few}, then {claim}."), "its statement names none"),
    "named and not within": (lambda: within(within=()), "which it is not within"),
    "another formula": (lambda: within(shown=SHOWN.replace("N", "N/2")), "is not its claim"),
    "another relation": (lambda: within(shown=SHOWN.replace("<=", "==")), "another relation"),
    "another sum": (lambda: within(shown=SHOWN.replace("1, T)", "1, T-1)")), "is not its claim"),
    "a kind that there is not": (lambda: within(kind="remark"), "it is one of theorem, corollary"),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_a_fault_is_refused(fault: str) -> None:
    made, report = REFUSED[fault]
    with pytest.raises(CheckError, match=report):
        made()


def test_a_name_with_a_sign_of_its_own_is_not_spelled_out_silently() -> None:
    """That a sum is positive is more than that it is a sum."""
    for sign, said in (("real", True), ("positive", False)):
        ctx = Context(index="t: 1..T", posint="T", vector="g", **{sign: "S"}, nonneg="c")
        ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="the squares")
        make = partial(
            ctx.theorem,
            "t", "S\n<= S + c | gap c", claim="S <= S + c",
            shown="Sum(norm2(g[t]), t, 1, T) <= Sum(norm2(g[t]), t, 1, T) + c",
            title="A", name="toy.t", statement="For every [nonnegative `c`](c >= 0), {claim}.",
        )  # fmt: skip
        if said:
            make()
        else:
            with pytest.raises(CheckError, match="the definition squares"):
                make()


def test_definitions_with_arguments_and_subscripts_are_spelled_out_by_the_checker() -> None:
    ctx = Context(index="t: 1..T", posint="T", real="f Reg N b", vector="w u z", positive="eta")
    ctx.define("regret", "Reg(z) == Sum(f[t](w[t]) - f[t](z), t, 1, T)", for_all="z")
    ctx.define("steps", "N[t] == eta*f[t](u)")
    ctx.define("last", "b == N[T]")
    ctx.hyp("small", "Reg(u) <= b", label="little regret")
    theorem = ctx.theorem(
        "t", "Sum(f[t](w[t]) - f[t](u), t, 1, T)\n== Reg(u) | by at(regret, z=u)\n<= b | by small",
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= b", shown="Reg(u) <= eta*f[T](u)",
        title="A", name="toy.t",
    )  # fmt: skip
    assert {fact.name for fact in theorem.displayed} >= {"regret", "steps", "last", "small"}
    with pytest.raises(
        CheckError, match="no phrase of the statement stands for the definition regret"
    ):
        ctx.theorem(
            "more", "b\n<= b + eta | gap eta", claim="b <= b + eta", title="A", name="toy.more",
            shown="eta*f[T](u) + Reg(u) - Sum(f[t](w[t]) - f[t](u), t, 1, T) <= b + eta",
            statement="For a [positive `eta`](eta > 0) and [the last step `b`](last, steps), {claim}.",
        )  # fmt: skip


def test_names_are_shown_in_the_letters_of_the_literature() -> None:
    ctx = Context(index="t: 1..T", posint="T", nonneg="k", vector="D g w")
    ctx.written(D=r"\nabla\psi", k=r"\lVert g_{#} \rVert_*")
    ctx.hyp("h", "dot(g[t], D(w[t])) <= k[t]**2")
    tex = r"\langle g_{t}, \nabla\psi( w_{t} ) \rangle \le \lVert g_{t} \rVert_*^{2}"
    assert ctx.facts["h"].tex == tex
    with pytest.raises(CheckError, match="before the first fact"):
        ctx.written(g="h")
    for name, arguments in (
        ("bound", {"text": "k <= 1", "for_all": "k"}),
        ("least", {"text": "b == inf(k**2, k)"}),
    ):
        ctx = Context(nonneg="k", real="b", vector="g")
        ctx.written(k=r"\lVert g \rVert_*")
        with pytest.raises(CheckError, match="stands for all values"):
            ctx.define(name, **arguments)


@pytest.mark.parametrize(
    ("letters", "report"),
    [
        ({"D": r"\psi"}, "could be shown alike"),
        ({"D": "w_{#}"}, "could be shown alike"),
        ({"D": r"\hat g", "psi": r"\hat g"}, "could be shown alike"),
        ({"D": "a + b"}, "cannot be written as"),
        ({"D": r"\le"}, "cannot be written as"),
        ({"D": "w_{1}"}, "cannot be written as"),
        ({"D": r"\nablaw"}, "cannot be written as"),
        ({"D": "e"}, "cannot be written as"),
        ({"D": r"\hat t"}, "taken for something of t"),
        ({"D": r"\lVert X \rVert_*"}, "taken for something of X"),
        ({"T": "N"}, "is an integer"),
        ({"N": "n"}, "unknown name"),
    ],
)
def test_a_spelling_that_misleads_is_refused(letters: dict[str, str], report: str) -> None:
    ctx = Context(index="t: 1..T", posint="T", real="psi X", vector="D a b g w", random="X")
    with pytest.raises(CheckError, match=report):
        ctx.written(**letters)


@pytest.mark.parametrize("text", ["k <= 1", "D(1) <= 1"])
def test_what_is_written_with_subscripts_has_them(text: str) -> None:
    ctx = Context(index="t: 1..T", posint="T", real="k D")
    ctx.written(k="g_{#}", D="h_{#}")
    with pytest.raises(CheckError, match="has none here"):
        ctx.hyp("h", text)


@pytest.mark.parametrize(("name", "report"), [("y_t", "had an index"), ("log_2", "an operator")])
def test_a_name_that_misleads_is_refused(name: str, report: str) -> None:
    with pytest.raises(CheckError, match=report):
        Context(index="t: 1..T", posint="T", real=name)


def test_a_spelling_that_says_more_than_a_letter_has_a_fact_that_says_it() -> None:
    ctx = Context(nonneg="k c", vector="g")
    ctx.written(k=r"\lVert g \rVert_*")
    with pytest.raises(
        CheckError, match="no phrase of the statement stands for what says that k is"
    ):
        ctx.theorem(
            "t", "k\n<= k + c | gap c", claim="k <= k + c", title="A", name="toy.t",
            statement="For [all numbers](k >= 0, c >= 0), {claim}.",
        )  # fmt: skip


def test_one_setting_serves_several_contexts_and_is_one() -> None:
    one, other = stream(context()), stream(context())
    assert one == other
    assert hash(one) == hash(other)
    assert one != stream(context(), STREAM.replace("Points", "Vectors"))
    assert one != stream(context("norm2(x[t]) <= R**2/4"))
    assert within(one, ctx=context()).digest == within().digest


def test_a_setting_may_stand_within_another() -> None:
    ctx = context()
    outer = stream(ctx)
    ctx.hyp("few", "M <= N", label="not too many")
    inner = ctx.setting(
        "toy.few", "few points", "In @toy.stream let {few} with a number `N`.", within=(outer,)
    )
    assert {"radius", "few"} <= inner.facts.keys()
    assert (
        "In {prf:ref}`set-toy-stream` (a stream) let" in inner._repr_mimebundle_()["text/markdown"]
    )


def test_chance_is_said_by_the_setting() -> None:
    def theorem(words: str) -> Theorem:
        ctx = Context(index="t: 1..T", uniform="r: 1..T", posint="T", real="f m", random="f")
        ctx.define("mean", "m == Sum(E(f[t]), t, 1, T)/T", label="the mean")
        here = ctx.setting("toy.s", "losses", words)
        return ctx.theorem(
            "drawn", "E(f[r])\n== Sum(E(f[t]), t, 1, T)/T | by uniform(t, r, f[t])\n== m | by mean",
            claim="E(f[r]) == m", title="A mean", name="toy.mean", within=(here,),
            statement="In @toy.s let [their mean be `m`](mean). Then {claim}.",
        )  # fmt: skip

    words = "There are [random losses `f`](random) and [a round `r` at random](uniform r)."
    assert theorem(words).verdict
    for left_out in ("[random losses `f`](random) and ", " and [a round `r` at random](uniform r)"):
        assert left_out in words
        with pytest.raises(CheckError, match="no phrase of the statement stands for"):
            theorem(words.replace(left_out, ""))


def test_the_proof_in_the_open_is_printed_from_what_was_checked() -> None:
    words = (
        "total_size 2 | a weight is zero or one\nradius | given\ntotal_size 5 | no more than $N$"
    )
    why = within(why=words).why
    assert why is not None
    assert [line.tex for line in why.lines] == [
        r"S = \sum_{t=1}^{T} \iota_{t}^{2} \, \lVert x_{t} \rVert^2",
        r"\lVert x_{t} \rVert^2 \le R^{2}",
        r"S \le R^{2} \, N",
    ]
    assert within(why=words.replace("radius | given\n", "")).why.lines[-1].tex == r"\le R^{2} \, N"
    assert "- no more than $N$\n\n  $\\displaystyle S" in why._repr_mimebundle_()["text/markdown"]


def test_a_line_in_the_open_says_for_what_it_holds() -> None:
    ctx = Context(index="t: 1..T", posint="T", real="x a")
    ctx.hyp("high", "x[t] <= a", label="size", on="t: 2..T+1")
    ctx.prove("twice", "2*x[t]\n<= 2*a | by times(2, high)", on="t: 2..T+1")
    why = ctx.theorem(
        "all", "Sum(2*x[t + 1], t, 1, T)\n<= Sum(2*a, t, 1, T) | by sum(t, 1, T, at(twice, t=t+1))\n"
        "== 2*a*T", claim="Sum(2*x[t + 1], t, 1, T) <= 2*a*T", title="A", name="toy.a",
        why="twice 1 | twice\nall 2 | summed",
    ).why  # fmt: skip
    assert why is not None
    assert why.lines[0].tex == r"2 \, x_{t} \le 2 \, a \quad (t=2,\dots,T + 1)"


@pytest.mark.parametrize(
    ("words", "report"),
    [
        ("total_size 4 | by counting", "ends with its claim"),
        ("total_size 6 | more", "has no line total_size 6"),
        ("total_size 3 | one\ntotal_size 2 | two", "does not go on"),
        ("unknown | no\ntotal_size 5 | so", "does not use unknown"),
        ("total_size 5", "'name | reason'"),
        ("total_size 5 | so $\\text{{x}}$", "words on one line"),
    ],
)
def test_a_line_that_the_proof_does_not_have_is_not_shown(words: str, report: str) -> None:
    with pytest.raises(CheckError, match=report):
        within(why=words)


# --- in the book ----------------------------------------------------------------------------------


def test_two_settings_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = stream(context(), STREAM.replace("Points", "Vectors"))
    monkeypatch.setitem(proofs._SETTINGS_SEEN, "toy.stream", [stream(context())])
    with pytest.raises(CheckError, match="two settings"):
        proofs._demand_one_setting(other)


def test_a_name_that_is_none() -> None:
    with pytest.raises(ValueError, match="no setting is called 'ogd'"):
        ol.setting("ogd")


STATEMENT = (
    "Let {mean} for a [nonnegative random](X >= 0, random) `X` and [positive `a` and `m`](a > 0, m > 0). "
    "Then {claim}."
)


def unlikely(
    shown: str = "X < a",
    more: str = "",
    for_all: str = "",
    random: str = "chi X",
    statement: str = STATEMENT,
    title: str = "Markov",
    **names: str,
) -> Theorem:
    """Markov's inequality, displayed by the event that has a large probability."""
    ctx = Context(random=random, **({"nonneg": "X chi", "positive": "a m", "real": "P"} | names))
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp("event", "a*chi <= chi*X", label="the number is large")
    ctx.define("chance", "P == E(chi)", label="the probability")
    ctx.hyp("mean", "E(X) <= m*a", label="a small mean")
    if more:
        ctx.hyp("more", more, label="more of it", for_all=for_all)
    ctx.model(a=1, m=1, X=1, chi=1, P=1)
    ctx.prove(
        "markov",
        """
        chi
        <= chi*X/a
            | by times(1/a, event)
        <= X/a
            | by times(X/a, indicator) ; gap (1 - chi)**2*X/a
        """,
    )
    return ctx.theorem(
        "t", "P\n== E(chi) | by chance\n<= E(X)/a | by E(markov)\n<= m | by times(1/a, mean)",
        claim="P <= m", shown=shown, title=title, name="toy.t",
        statement=statement,
    )  # fmt: skip


def test_what_is_so_unless_something_unlikely_happens() -> None:
    box = unlikely()._repr_mimebundle_()["text/markdown"]
    said = re.sub(r" § [^`]*`", "`", box.partition("::::{admonition}")[0])
    shown = "$$\n\\Pr\\left[ X < a \\right] \\ge 1 - m"
    assert f"Then\n\n{shown}.\n$$" in said
    assert f"$$\nP \\le m\n$$\n\nso\n\n{shown}\n$$" in box
    assert unlikely().bound(m=0.5) == 0.5
    assert "X - a" in unlikely("X - a < 0").shown_tex


NO_BOUND = "does not bound the probability"
UNLIKELY: dict[str, tuple[dict[str, str], str]] = {
    "another event": ({"shown": "X < 2*a"}, "is not what is so unless"),
    "the same event": ({"shown": "a < X"}, "is not what is so unless"),
    "more is supposed": ({"more": "chi <= X"}, NO_BOUND),
    "of the probability": ({"more": "P <= a"}, NO_BOUND),
    "two events in one word": ({"more": "a*chi <= chi*X", "for_all": "a"}, NO_BOUND),
    "a probability with a sign": ({"real": "", "positive": "a m P"}, NO_BOUND),
    "always": ({"nonneg": "X", "positive": "a m chi"}, NO_BOUND),
    "a level that depends on chance": ({"random": "chi X m"}, NO_BOUND),
    "what cancels": ({"shown": "X*m/m < a"}, "m cancels in"),
    "a title that compares what is only probable": ({"title": "Always below $a$"}, "its title compares"),
    # A bound elsewhere, and random here.
    "a sign without words": ({"statement": STATEMENT.replace("nonnegative random](X >= 0, ", "random](")},
        "the sign X >= 0"),
    "a word of a fixed number": ({"statement": STATEMENT.replace("random]", "and random, as `m`,]")}, "names m"),
}  # fmt: skip


@pytest.mark.parametrize("fault", UNLIKELY)
def test_another_event_or_other_words_are_refused(fault: str) -> None:
    changed, report = UNLIKELY[fault]
    with pytest.raises(CheckError, match=report):
        unlikely(**changed)


def test_what_is_displayed_needs_its_words() -> None:
    ctx = Context(real="m", nonneg="c X", positive="delta", random="X")
    ctx.define("mean_m", "m == E(X)", label="the mean")
    ctx.hyp("small", "c <= delta", label="a small number")
    said = (
        "If {small}, for [nonnegative `c` and `X`](c >= 0, X >= 0) where [`delta` is positive](delta > 0) "
        "and `X` is [random](random), then {claim}."
    )
    with pytest.raises(CheckError, match="mean_m"):  # as E(X) cancels, nothing says that it exists
        ctx.theorem(
            "t", "c + m - E(X)\n== c | by mean_m\n<= delta | by small", claim="c + m - E(X) <= delta",
            shown="c <= delta", title="A bound", name="toy.t", statement=said,
        )  # fmt: skip
