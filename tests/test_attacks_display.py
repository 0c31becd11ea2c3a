"""Attacks on what is shown: each of these once showed, or let a reader believe, something false."""

from __future__ import annotations

import pytest
from test_second_opinion import as_theorem

from olbook.checked import CheckError, Context, Proof, Theorem
from olbook.proofs.live import check
from second_opinion.files import source_of
from second_opinion.proofs import Exporter
from second_opinion.run import foreign_command

pytestmark = pytest.mark.landing

NOTHING_HOLDS = """
ctx = Context(real="x")
ctx.hyp("above", "1 <= x")
ctx.hyp("below", "x <= 0")
ctx.prove("odd", '''
    1
    <= x | by above
    <= 0 | by below
''')
"""


@pytest.mark.parametrize("words", ["size § sign: $x$", "s\u0456ze", "$\\left x$"])
def test_a_label_says_nothing_beside_its_fact(words: str) -> None:
    with pytest.raises(CheckError, match="words on one line"):
        Context(real="x").hyp("small", "x <= 1", label=words)


def amgm(**model: float) -> Proof:
    ctx = Context(real="a b", positive="c")
    ctx.hyp("small", "c <= 1", label="size")
    ctx.model(**model)
    return ctx.prove("amgm", "2*c*a*b\n<= c*(a**2 + b**2) | gap c*(a - b)**2\n<= c*(a**2 + b**2)/c"
                     " | by times((a**2 + b**2), small)")  # fmt: skip


def test_what_rests_on_a_contradiction_is_not_called_proved_without_saying_so() -> None:
    answer = check(NOTHING_HOLDS)
    assert answer["proved"]
    assert answer["witness"] is None
    assert [line for _, lines in answer["supposed"] for line in lines] == [
        r"*above:* $1 \le x$",
        r"*below:* $x \le 0$",
    ]


def test_a_derivation_shows_what_it_rests_on_and_a_world() -> None:
    shown = amgm()._repr_mimebundle_()
    for form in ("text/markdown", "text/html"):
        assert r"$c \le 1$" in shown[form].replace("&lt;", "<")
        assert "$c > 0$" in shown[form].replace("&gt;", ">")
        assert "All of it holds for instance for" in shown[form]


def test_a_derivation_from_a_contradiction_says_that_no_world_was_found() -> None:
    ctx = Context(real="x")
    ctx.hyp("above", "1 <= x")
    ctx.hyp("below", "x <= 0")
    proof = ctx.prove("odd", "1\n<= x | by above\n<= 0 | by below")
    for form in ("text/markdown", "text/html"):
        assert "No world was found" in proof._repr_mimebundle_()[form]


def test_a_norm_may_be_at_most_the_square_of_a_number() -> None:
    ctx = Context(vector="x")
    ctx.hyp("size", "norm2(x) <= 2**2", label="size")
    theorem = ctx.theorem(
        "twice", "2*norm2(x)\n<= 8 | by times(2, size)", claim="2*norm2(x) <= 8",
        title="Twice", name="toy.twice", statement="Let {size}. Then {claim}.",
    )  # fmt: skip
    assert r"\lVert x \rVert \le 2$" in theorem._repr_mimebundle_()["text/html"].replace(
        "&lt;", "<"
    )


def with_an_integrable_bound(statement: str) -> Theorem:
    """If X has a mean m, then c is at most 1; for a Cauchy X everything but this can hold with c = 2."""
    ctx = Context(real="c m X f", vector="v", random="X f")
    ctx.define("mean", "m == E(X)", label="the mean of X")
    ctx.hyp("below", "f(v) <= X", for_all="v", label="bound")
    ctx.hyp("linear", "E(f(v)) == c", for_all="v", label="means")
    ctx.model(c=0, X=1, f=lambda point: 0)
    return ctx.theorem(
        "low", "c\n== E(f(v)) | by linear\n<= E(X) | by E(below)\n== m | by mean",
        claim="c <= m", title="A mean", name="toy.mean", statement=statement,
    )  # fmt: skip


SAID = "Let [numbers](random) {below} with {linear}"


def test_a_definition_by_an_expectation_is_said_by_its_own_phrase() -> None:
    with_an_integrable_bound(f"{SAID}, and let [`m` be the mean](mean). Then {{claim}}.")
    with pytest.raises(CheckError, match="does not name it"):
        with_an_integrable_bound("Let [numbers](random, mean) {below} with {linear}. Then {claim}.")


def test_a_definition_that_only_the_proof_speaks_of_is_said_if_it_has_an_expectation() -> None:
    ctx = Context(real="c m X", random="X")
    ctx.define("mean", "m == E(X)", label="the mean of X")
    ctx.hyp("above", "0 <= X", label="sign")
    ctx.hyp("fixed", "E(X) == c", label="c")
    with pytest.raises(
        CheckError, match="no phrase of the statement stands for the definition mean"
    ):
        ctx.theorem(
            "low", "0\n<= E(X) | by E(above)\n== m | by mean\n== c | by mean, fixed",
            claim="0 <= c", title="A mean", name="toy.mean",
            statement="Let [a number](random) satisfy {above} and {fixed}. Then {claim}.",
        )  # fmt: skip


def bounded(statement: str, title: str = "A share") -> Theorem:
    """False at U = 0, which the page on notation allows for a bound."""
    ctx = Context(real="x", positive="U")
    ctx.hyp("small", "x*U <= U", label="size")
    return ctx.theorem(
        "share", "x\n<= 1 | by times(1/U, small)", claim="x <= 1", title=title, name="toy.share",
        statement=statement,
    )  # fmt: skip


def test_that_a_bound_is_positive_is_said() -> None:
    bounded("Let {small} with a [positive `U`](U > 0). Then {claim}.")
    with pytest.raises(CheckError, match="the sign U > 0"):
        bounded("Let {small}. Then {claim}.")


def test_a_sign_that_follows_from_a_definition_needs_no_words() -> None:
    ctx = Context(real="x", positive="U a")
    ctx.define("bound", "U == 2*a", label="the bound")
    ctx.hyp("small", "x*U <= U", label="size")
    ctx.theorem(
        "share", "2*a*x\n== U*x | by bound\n<= U | by small\n== 2*a | by bound",
        claim="2*a*x <= 2*a", title="A share", name="toy.share",
        statement="Let {small} with a [positive `a`](a > 0), where {bound}. Then {claim}.",
    )  # fmt: skip


def test_the_digest_knows_the_title_and_the_sentence() -> None:
    said = "Let {small} with a [positive `U`](U > 0). Then {claim}."
    theorems = [bounded(said), bounded(said, "A part"), bounded(said.replace("with a", "for a"))]
    assert len({theorem.digest for theorem in theorems}) == 3
    assert len({theorem.checked_digest for theorem in theorems}) == 1


def test_no_words_of_ours_stand_in_a_rocq_file() -> None:
    command = 'Notation "x" := True'
    ctx = Context(real="x")
    ctx.hyp("small", "x <= 1", label=f"$*) {command}. (*$")
    proof = ctx.prove("twice", "2*x\n<= 2 | by times(2, small)", label=f"$*) {command}. (*$")
    made = source_of(Exporter(as_theorem(ctx, proof)), "attack")
    assert command not in made.statement + made.proof + made.comparison
    assert not foreign_command(made.statement + made.proof)
    assert foreign_command(made.proof + f"{command}.\n")
