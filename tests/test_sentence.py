"""A theorem's sentence leaves nothing out, speaks of nothing else, and prints what was checked."""

from __future__ import annotations

import re

import pytest

from olbook.checked import CheckError, Context, Theorem
from olbook.checked.show.lexicon import loose, misfit

WHOLE = """
    Let [examples](labels, radius) with {radius} be given in rounds, with [the `M`](count) and with
    [`iota[t]` equal to 1](indicator, iota >= 0), and let [`R` be positive](R > 0). Then [with
    some](M > 0), {claim}.
"""


def theorem_with(statement: str) -> Theorem:
    """A theorem that rests on two definitions, two hypotheses and two signs; the labels are not needed."""
    ctx = Context(index="t: 1..T", posint="T", nonneg="iota", positive="R M", real="y", vector="x")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="how many count")
    ctx.define("unused", "y[t] == 1 - iota[t]")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="zero or one")
    ctx.hyp("labels", "iota[t] <= 1", label="no label counts twice")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size")
    return ctx.theorem(
        "total",
        """
        Sum(iota[t]**2*norm2(x[t]), t, 1, T)
        == Sum(iota[t]*norm2(x[t]), t, 1, T)
            | by sum(t, 1, T, times(norm2(x[t]), indicator))
        <= Sum(iota[t]*R**2, t, 1, T)
            | by sum(t, 1, T, times(iota[t], radius))
        == R**2*M
            | by count
        """,
        claim="Sum(iota[t]**2*norm2(x[t]), t, 1, T) <= R**2*M",
        title="A total",
        name="toy.total",
        statement=statement,
    )


def test_a_sentence_reads_as_its_author_wrote_it_with_formulas_put_in() -> None:
    box = theorem_with(WHOLE)._repr_mimebundle_()["text/markdown"]
    sentence = re.sub(r" § [^`]*`", "`", box.partition(":::{admonition}")[0])
    assert r"with {said}`$\lVert x_{t} \rVert \le R$` be given" in sentence
    assert r"{said}`$\iota_{t}$ equal to 1`, and let {said}`$R$ be positive`" in sentence
    assert "Then {said}`with some`" in sentence
    assert r"R^{2} \, M." in sentence
    shown = theorem_with(WHOLE)._repr_mimebundle_()["text/markdown"]
    assert r"§ size: $\lVert x_{t} \rVert^2 \le R^{2}$, for $t=1,\dots,T$`" in shown
    assert (
        r"§ zero or one: $\iota_{t}^{2} = \iota_{t}$, for $t=1,\dots,T$ § sign: $\iota \ge 0$`"
        in shown
    )


def test_words_stand_for_the_facts_printed_within_them_too() -> None:
    for bound in ("M > 0", "radius, M > 0", "M > 0, radius"):  # named twice, shown once
        words = WHOLE.replace("[examples](labels, radius) with {radius}", f"[{{radius}}]({bound})")
        assert words != WHOLE
        sentence = theorem_with(words).sentence
        assert sentence is not None
        printed = next(part for part in sentence.parts if "lVert" in part.shown)
        assert [exact.label for exact in printed.stands_for] == ["size", "sign"]


REFUSED = {
    "a hypothesis left out": ("(indicator, iota >= 0)", "(iota >= 0)", "the hypothesis indicator"),
    "a definition left out": ("[the `M`](count)", "the `M`", "the definition count"),
    "a sign left out": ("(indicator, iota >= 0)", "(indicator)", "the sign iota >= 0"),
    "a formula left out": ("(labels, radius) with {radius}", "(indicator) with `x[t]`", "the hypothesis radius"),
    "no claim": ("{claim}", "all is well", "exactly once"),
    "the claim twice": ("{claim}", "{claim} and {claim}", "exactly once"),
    "a formula typed by hand": ("{claim}", r"$M \le R$ and {claim}", "only letters"),
    "LaTeX between words": ("{claim}", r"\le {claim}", "words were expected"),
    "a relation between words": ("{claim}", "M = 1 and {claim}", "words were expected"),
    "a phrase about no fact": ("(count)", "(counted)", '"counted", which is no fact'),
    "a phrase about nothing it rests on": ("{claim}", "[so](unused) {claim}", "does not rest on"),
    "a formula it does not rest on": ("{claim}", "{unused} {claim}", "does not rest on"),
    "a name that does not exist": ("`M`", "`N`", "unknown name"),
    "a phrase without a word": (".", "[.](radius)", "a phrase has words"),
    "a claim turned into its contrary": ("{claim}", "it is false that {claim}", "lead to the claim"),
    "a claim denied in capitals": ("{claim}", "Not {claim}", "lead to the claim"),
    "a claim with a factor": ("{claim}", "2 {claim}", "lead to the claim"),
    "a formula before the claim": ("{claim}", "`M` {claim}", "lead to the claim"),
    "a formula after the claim": ("{claim}", "{claim} `M`", "after the claim"),
    "a claim diminished": ("{claim}", "{claim} - 2", "after the claim"),
    "a claim made strict": ("{claim}", "{claim} strictly", "after the claim"),
    "a claim taken back": ("{claim}.", "{claim} fails.", "after the claim"),
    "a hypothesis that need not hold": ("{claim}", "unless {radius}, {claim}", '"unless"'),
    "a hypothesis denied in capitals": ("{claim}", "Never {radius}, {claim}", '"Never"'),
    "a hypothesis violated": ("with {radius} be given", "with {radius} be violated", '"violated"'),
    "a hypothesis that is absent": ("{claim}", "in the absence of {radius}, {claim}", '"absence"'),
    "a hypothesis hedged": ("{claim}", "even when {radius}, {claim}", '"even"'),
    "a claim about few": ("{claim}", "hardly any has {claim}", '"hardly"'),
    "half of a hypothesis": ("with {radius}", "with half of {radius}", 'says "of"'),
    "more than was proved": ("{claim}.", "{claim}. The same is true of all.", "after the claim"),
    "a remark in brackets": ("{claim}.", "{claim}. (The sum is small.)", "after the claim"),
    "an equation of one's own": ("{claim}", "as `x[t]` is `2*x[t]`, {claim}", '" is " between'),
    "a phrase that says anything": ("[with\n    some]", "[with anything at all]", '"anything"'),
    "a letter of another alphabet": ("{claim}", "n\u043et, {claim}", "words were expected"),
    "a letter that is not seen": ("{claim}", "no\u200bt, {claim}", "words were expected"),
    "a bound doubled": ("{radius} be", "{radius} times two be", "directly after a formula"),
    "a bound with a digit": ("{radius} be", "{radius}2 be", "directly after a formula"),
    "a bound squared in a phrase": ("[`R` be positive](R > 0)", "[with {radius}](R > 0) squared",
        "directly after a formula"),
    "a smaller range": ("{radius} be", "{radius} for `t` at least 2 be", "in no phrase"),
    "a hypothesis claimed": ("Then [with\n    some](M > 0),", "Then {radius},", "after 'then'"),
    "a hypothesis claimed in a phrase": ("Then [with\n    some](M > 0),",
        "Then [all have equal length](radius), and it has",
        "after 'then'"),
    "a hypothesis that follows": ("Then [", "Then {radius}. Then [", "nothing follows there"),
    "a hypothesis under a condition": ("[the `M`](count) and with", "{radius} if", "only if another holds"),
    "a value after the claim": ("{claim}.", "{claim}, where `M` is 0.", "after the claim"),
    "a bound after the claim": ("{claim}.", "{claim}, where `M` is at most 2.", "after the claim"),
    "the sign of another letter": ("[`R` be", "[`M` be", "names another letter"),
    "the definition of another letter": ("[the `M`]", "[the sum `R`]", "names another letter"),
    "a letter that nothing has": ("[the `M`]", "[the sum $N$]", "names another letter"),
    "some round for all rounds": ("examples]", "for some `t` examples]", '"some t"'),
    "every value of what is bounded": ("{claim}.", "{claim}, for every `x[t]`.", "supposes something of it"),
    "every value of it, before": ("Then [with\n    some](M > 0), {claim}",
        "With [some](M > 0), then for every `x`, {claim}",
        "supposes something of it"),
    "a round that the claim does not have": ("{claim}.", "{claim} in every round.", "not one of every round"),
    "an end of the role": ("given", "given§", "words were expected"),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_a_sentence_is_refused(fault: str) -> None:
    words, instead, report = REFUSED[fault]
    assert words in WHOLE
    with pytest.raises(CheckError, match=re.escape(report)):
        theorem_with(WHOLE.replace(words, instead))


def test_a_definition_of_something_signed_has_to_be_said() -> None:
    ctx = Context(posint="T", real="x")
    ctx.define("d", "T == x")
    with pytest.raises(CheckError, match="no phrase of the statement stands for the definition d"):
        ctx.theorem(
            "low", "1\n<= x | by d ; gap T - 1", claim="1 <= x", title="A", name="toy.low",
            statement="Every number `x` has {claim}.",
        )  # fmt: skip


def test_that_something_is_an_integer_goes_without_saying_for_counts_only() -> None:
    for name, said in (("n", True), ("eta", False)):
        ctx = Context(posint=name)
        made = lambda ctx=ctx, name=name: ctx.theorem(  # noqa: E731
            "low", f"1\n<= {name} | gap {name} - 1", claim=f"1 <= {name}", title="A", name="toy.low",
            statement=f"For every `{name}`, {{claim}}.",
        )  # fmt: skip
        if said:
            made()
        else:
            with pytest.raises(CheckError, match="the sign eta > 0"):
                made()


def test_chance_has_to_be_said() -> None:
    def theorem(words: str) -> Theorem:
        ctx = Context(index="t: 1..T", uniform="r: 1..T", posint="T", real="f m", random="f")
        ctx.define("mean", "m == Sum(E(f[t]), t, 1, T)/T", label="the mean")
        return ctx.theorem(
            "drawn",
            "E(f[r])\n== Sum(E(f[t]), t, 1, T)/T | by uniform(t, r, f[t])\n== m | by mean",
            claim="E(f[r]) == m",
            title="A mean",
            name="toy.mean",
            statement=words,
        )

    sentence = "For [random losses](random) and [a round `r` at random](uniform r) and [their mean `m`](mean), {claim}."
    assert "all equally likely" in theorem(sentence)._repr_mimebundle_()["text/markdown"]
    for words, instead, missing in (
        ("[random losses](random)", "losses", "random"),
        ("(uniform r)", "(random)", "uniform r"),
    ):
        with pytest.raises(CheckError, match=f"no phrase of the statement stands for {missing}"):
            theorem(sentence.replace(words, instead))


@pytest.mark.parametrize("sign", ["real", "nonneg"])
def test_a_square_is_shown_as_a_norm_only_where_that_says_the_same(sign: str) -> None:
    ctx = Context(vector="x", **({"real": "r"} if sign == "real" else {"nonneg": "r"}))
    ctx.hyp("size", "norm2(x) <= r**2", label="size")
    theorem = ctx.theorem(
        "twice", "2*norm2(x)\n<= 2*r**2 | by times(2, size)", claim="2*norm2(x) <= 2*r**2",
        title="Twice", name="toy.twice",
        statement="Let {size} with " + ("`r`" if sign == "real" else "[no sign](r >= 0)") + ": {claim}.",
    )  # fmt: skip
    assert theorem.sentence is not None
    shown = next(part.shown for part in theorem.sentence.parts if "lVert" in part.shown)
    assert (r"\lVert x \rVert \le r" in shown) is (sign == "nonneg")


@pytest.mark.parametrize(
    ("words", "relation", "said"),
    [
        ("length at least 1", "norm2(u) <= 1", "the other way round"),
        ("length at most 1", "norm2(u) <= 1", ""),
        ("length below 1", "norm2(u) <= 1", ""),
        ("a step of at most 1", "eta < 1", "allows equality"),
        ("above 1", "1 < s", ""),
        ("below 1", "1 < s", "the other way round"),
        (
            "the margin is at most 1",
            "y[t] * dot(u, x[t]) >= 1, for t = 1..T",
            "the other way round",
        ),
        ("some round has a margin", "y[t] * dot(u, x[t]) >= 1, for t = 1..T", "speaks of one case"),
        ("some vector", "norm2(x[t]) <= 1, for t = 1..T", "speaks of one case"),
        ("some positive $r$", "r > 0", ""),
        ("on some sample", "Sum(ell[t], t, 1, T) <= M; M >= 0", "speaks of one case"),
        ("at least one literal", "k > 0", ""),
        ("a number from 0 to 1, above 1 at times", "c <= 1", ""),
        ("at most two experts", "eta > 0", "the other way round"),
        ("at least two experts", "eta > 0", ""),
        (
            "it errs where $y_{t} s_{t}$ is at least zero, and moves by $x_{t}$",
            "iota[t] ** 2 == iota[t]; iota[t] * y[t] * s[t] <= 0; iota >= 0",
            "the other way round",
        ),
        (
            "a risk of at most $\\epsilon$",
            "chi ** 2 == chi; epsilon * chi <= chi * L(h); chi >= 0",
            "the other way round",
        ),
        ("at least $K$", "C <= K; K >= 0", "the other way round"),
        ("entries of size at least $G$", "k[t] <= d ** (1 / p) * G", "the other way round"),
        ("at most as many rounds $T$ as arms", "d <= T", "the other way round"),
        ("is more than $q_{t}$", "m[t] + 1 <= q[t], for t = 1..T", "the other way round"),
        ("what was lost after round $t$", "L[t] == Sum(g[s], s, 1, t - 1)", "'after'"),
        (
            "chosen after it has seen example $t$",
            "E(ell[t]) == E(L(h[t])), for t = 1..T",
            "'after'",
        ),
        ("a slope below zero", "s <= 0", "excludes equality"),
    ],
)
def test_words_that_compare_fit_their_relation(words: str, relation: str, said: str) -> None:
    found = misfit(words, relation.split("; "))
    assert said in found if said else found == ""


@pytest.mark.parametrize(
    ("words", "claim", "said"),
    [
        ("with inputs of length at least ", "", "stands for nothing that was checked"),
        ("in some block ", "", "speaks of one case"),
        (" is at least that of all: ", "A <= S", "the other way round"),
        (" is at most that of all: ", "A <= S", ""),
        (" is at least 0: ", "0 <= K", ""),
        (" is at most 0: ", "0 <= K", "the other way round"),
        (" is below that of all: ", "A == S", "stands for nothing that was checked"),
        ("in every round ", "A <= S", ""),
        (". For some vector ", "A <= S", "speaks of one case"),
        ("In the setting, if some ", "A <= S", ""),
    ],
)
def test_words_that_stand_for_nothing_do_not_compare(words: str, claim: str, said: str) -> None:
    found = loose(words, claim)
    assert said in found if said else found == ""


def test_a_sentence_with_such_words_is_refused() -> None:
    with pytest.raises(CheckError, match=r"'with mistakes below zero' says 'at most'.*: M > 0"):
        theorem_with(WHOLE.replace("[with\n    some](M > 0)", "[with mistakes below zero](M > 0)"))
