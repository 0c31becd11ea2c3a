r"""Theorems of the doubling trick, and the two other places where doubling pays.

Block :math:`m=0,\dots,L` is planned for :math:`2^m` rounds, and :math:`n_m` rounds of it are played: all
of them, except perhaps in the last block. Round :math:`i` of block :math:`m` has the index
:math:`m,i`, so that the regret of the whole game is a sum over blocks by definition.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry

RESTARTS = """
    `T` rounds are played in [the blocks 0 to `L`](rounds, L >= 0), `n[m]` of them in block `m`, each by a
    fresh learner that is tuned for `2**m` rounds. [Every block before the last is played to its end](full),
    {full}, and the last one is [begun](begun), and [may be cut](cut), {cut}. [The regret in block
    `m`](block) is `r[m]`, against a point `u` that is the same in all blocks, and [the regret in all
    rounds](regret) is `Reg_T(u)`.
"""


@cache
def geometric_sum() -> dict[str, Theorem]:
    r"""The sum :math:`1+\rho+\dots+\rho^L`; for :math:`\rho\ne1` one may divide by :math:`1-\rho`."""
    ctx = Context(real="rho", nonnegint="L", index="m: 0..L")
    theorem = ctx.theorem(
        "geometric",
        """
        (1 - rho)*Sum(rho**m, m, 0, L)
        == 1 - rho**(L+1)
            | by induction(L)
        """,
        claim="(1 - rho)*Sum(rho**m, m, 0, L) == 1 - rho**(L+1)",
        title=THEOREMS["doubling.geometric_sum"].title,
        name="doubling.geometric_sum",
        statement="For every real `rho` and [every whole number `L` from 0 on](L >= 0), {claim}.",
    )
    return {"doubling.geometric_sum": theorem}


def _blocks(**more: str) -> Context:
    """The names and hypotheses of the schedule, which all proofs about blocks share."""
    names = {"posint": "T n", "nonnegint": "L", **more}
    ctx = Context(index="m: 0..L, i: 1..T", **names)
    ctx.define("rounds", "T == Sum(n[m], m, 0, L)", label="number of rounds")
    ctx.hyp(
        "full", "n[m] == 2**m", label="the earlier blocks are played to their end", on="m: 0..L-1"
    )
    ctx.hyp("cut", "n[L] <= 2**L", label="the last block may be cut")
    return ctx


def _regret_of_blocks(**more: str) -> Context:
    """The schedule, the regret of a block, and what the theorems on regret need to know of the last block."""
    names = {"real": "f r Reg_T", "vector": "w u v", **more}
    ctx = _blocks(**names)
    ctx.define(
        "block",
        "r[m] == Sum(f[m, i](w[m, i]) - f[m, i](u), i, 1, n[m])",
        label="regret of a block",
    )
    ctx.define(
        "regret",
        "Reg_T(v) == Sum(Sum(f[m, i](w[m, i]) - f[m, i](v), i, 1, n[m]), m, 0, L)",
        label="regret of all rounds against a point",
        for_all="v",
    )
    ctx.hyp("begun", "1 <= n[L]", label="the last block is begun")
    ctx.model(
        L=1, T=2, n={0: 1, 1: 1}, u=(0,), w={(0, 1): (0,), (1, 1): (0,)}, f=lambda m, s, point: 0
    )  # fmt: skip
    ctx.prove(
        "started",
        """
        2**L
        == Sum(2**m, m, 0, L - 1) + 1
            | by induction(L)
        == Sum(n[m], m, 0, L - 1) + 1
            | by sum(m, 0, L - 1, full)
        <= Sum(n[m], m, 0, L - 1) + n[L]
            | by begun
        == T
            | by rounds
        """,
        label="The last block is planned no longer than the game",
    )
    ctx.prove(
        "root",
        """
        sqrt(2)**L
        <= sqrt(T)
            | by times(1/(sqrt(2)**L + sqrt(T)), started)
        """,
        label="The same for square roots",
    )
    return ctx


def _restarts(ctx: Context) -> Setting:
    return ctx.setting("doubling.restarts", "doubling trick", RESTARTS)


@cache
def covering() -> dict[str, Theorem]:
    """How many rounds fit into the blocks."""
    ctx = _blocks()
    ctx.model(L=1, T=2, n={0: 1, 1: 1})
    theorem = ctx.theorem(
        "covering",
        """
        T
        == Sum(n[m], m, 0, L - 1) + n[L]
            | by rounds
        == Sum(2**m, m, 0, L - 1) + n[L]
            | by sum(m, 0, L - 1, full)
        <= Sum(2**m, m, 0, L - 1) + 2**L
            | by cut
        == 2**(L+1) - 1
            | by induction(L)
        """,
        claim="T <= 2**(L+1) - 1",
        title=THEOREMS["doubling.covered_rounds"].title,
        name="doubling.covered_rounds",
        statement="""
            Let a learner play [`T` rounds in blocks numbered from 0 to `L`](rounds, L >= 0), `n[m]`
            of them in block `m`. [Every block before the last is played to its end](full), {full},
            and [the last one may be cut](cut), {cut}. Then {claim}.
        """,
        sample=samplers.blocks,
    )
    return {"doubling.covered_rounds": theorem}


@cache
def doubling() -> dict[str, Theorem]:
    r"""Restarting a learner whose regret within a block is at most :math:`\alpha\sqrt{2^m}`."""
    ctx = _regret_of_blocks(positive="alpha")
    restarts = _restarts(ctx)
    ctx.hyp("prefix", "r[m] <= alpha*sqrt(2)**m", label="bound for a block, cut or not")
    ctx.model(alpha=1)
    exact = ctx.theorem(
        "exact",
        """
        Reg_T(u)
        == Sum(r[m], m, 0, L)
            | by at(regret, v=u), block
        <= Sum(alpha*sqrt(2)**m, m, 0, L)
            | by sum(m, 0, L, prefix)
        == alpha*(sqrt(2)**(L+1) - 1)/(sqrt(2) - 1)
            | by induction(L)
        """,
        claim="Reg_T(u) <= alpha*(sqrt(2)**(L+1) - 1)/(sqrt(2) - 1)",
        title=THEOREMS["doubling.regret_not_rounded"].title,
        name="doubling.regret_not_rounded",
        kind="lemma",
        within=(restarts,),
        statement="""
            In @doubling.restarts, if {prefix} in every block, with one [positive `alpha`](alpha > 0),
            then {claim}.
        """,
        sample=samplers.short_blocks,
    )
    theorem = ctx.theorem(
        "doubling",
        """
        Reg_T(u)
        == Sum(r[m], m, 0, L)
            | by at(regret, v=u), block
        <= Sum(alpha*sqrt(2)**m, m, 0, L)
            | by sum(m, 0, L, prefix)
        == alpha*(sqrt(2)**(L+1) - 1)/(sqrt(2) - 1)
            | by induction(L)
        <= alpha*sqrt(2)**(L+1)/(sqrt(2) - 1)
            | gap alpha/(sqrt(2) - 1)
        <= alpha*sqrt(2)*sqrt(T)/(sqrt(2) - 1)
            | by times(alpha*sqrt(2)/(sqrt(2) - 1), root)
        == (2 + sqrt(2))*alpha*sqrt(T)
        """,
        claim="Reg_T(u) <= (2 + sqrt(2))*alpha*sqrt(T)",
        title=THEOREMS["doubling.regret"].title,
        name="doubling.regret",
        why="""
            doubling 1 | each block is compared with the same $u$
            doubling 2 | the bound for a block, cut or not
            doubling 3 | times the root of two, minus the sum itself: all terms cancel but two
            doubling 4 | what is subtracted is dropped
            doubling 5 | the last block has begun, so the power is at most the root of $T$
            doubling 6 | the same constant, simplified
        """,
        within=(restarts,),
        statement="""
            In @doubling.restarts, if {prefix} in every block, with one [positive `alpha`](alpha > 0),
            then {claim}.
        """,
        sample=samplers.short_blocks,
    )
    return {"doubling.regret_not_rounded": exact, "doubling.regret": theorem}


@cache
def doubling_gradient_descent() -> dict[str, Theorem]:
    r"""Restarting online gradient descent: what is not played of the last block costs only half."""
    ctx = _regret_of_blocks(nonneg="U G")
    restarts = _restarts(ctx)
    ctx.hyp(
        "prefix",
        "r[m] <= U*G/2*(sqrt(2)**m + n[m]/sqrt(2)**m)",
        label="bound for gradient descent on a block, cut or not",
    )
    ctx.model(U=1, G=1)
    ctx.cite("covering", covering()["doubling.covered_rounds"])
    ctx.prove(
        "share",
        """
        n[m]/sqrt(2)**m
        == sqrt(2)**m
            | by full
        """,
        on="m: 0..L-1",
        label="What a full block adds",
    )
    ctx.prove(
        "last",
        """
        n[L]
        == T - Sum(n[m], m, 0, L - 1)
            | by rounds
        == T - Sum(2**m, m, 0, L - 1)
            | by sum(m, 0, L - 1, full)
        == T + 1 - 2**L
            | by induction(L)
        """,
        label="Rounds played of the last block",
    )
    ctx.prove(
        "one",
        """
        1
        <= 1 + (sqrt(2) - 1)*Sum(sqrt(2)**m, m, 0, L - 1)
            | gap (sqrt(2) - 1)*Sum(sqrt(2)**m, m, 0, L - 1)
        == sqrt(2)**L
            | by induction(L)
        """,
        label="A power of a number above one",
    )
    ctx.prove(
        "ceiling",
        """
        sqrt(T)
        <= sqrt(2)*sqrt(2)**L
            | by times(1/(sqrt(T) + sqrt(2)*sqrt(2)**L), covering) ; gap 1/(sqrt(T) + sqrt(2)*sqrt(2)**L)
        <= (2 + 2*sqrt(2))*sqrt(2)**L
            | gap (2 + sqrt(2))*sqrt(2)**L
        """,
        label="The game is not much longer than its last block",
    )
    theorem = ctx.theorem(
        "doubling",
        """
        Reg_T(u)
        == Sum(r[m], m, 0, L)
            | by at(regret, v=u), block
        <= Sum(U*G/2*(sqrt(2)**m + n[m]/sqrt(2)**m), m, 0, L)
            | by sum(m, 0, L, prefix)
        == U*G/2*(Sum(sqrt(2)**m, m, 0, L) + Sum(n[m]/sqrt(2)**m, m, 0, L - 1) + n[L]/sqrt(2)**L)
        == U*G/2*(Sum(sqrt(2)**m, m, 0, L) + Sum(sqrt(2)**m, m, 0, L - 1) + n[L]/sqrt(2)**L)
            | by sum(m, 0, L - 1, share)
        == U*G/2*(Sum(sqrt(2)**m, m, 0, L) + Sum(sqrt(2)**m, m, 0, L - 1) + (T + 1)/sqrt(2)**L - sqrt(2)**L)
            | by last
        == U*G*((1 + sqrt(2))*(sqrt(2)**L - 1) + (T + 1)/(2*sqrt(2)**L))
            | by induction(L)
        <= U*G*((1 + sqrt(2))*sqrt(2)**L + T/(2*sqrt(2)**L))
            | by times(U*G/(2*sqrt(2)**L), one) ; gap U*G*(1/2 + sqrt(2))
        <= (3/2 + sqrt(2))*U*G*sqrt(T)
            | by times(U*G*((2 + 2*sqrt(2))*sqrt(2)**L - sqrt(T))/(2*sqrt(2)**L), root)
        """,
        claim="Reg_T(u) <= (3/2 + sqrt(2))*U*G*sqrt(T)",
        title=THEOREMS["doubling.gradient_descent"].title,
        name="doubling.gradient_descent",
        kind="corollary",
        within=(restarts,),
        statement="""
            In @doubling.restarts, if {prefix} in every block, for [`U` and `G` at least 0](U >= 0, G >= 0), then
            {claim}.
        """,
        sample=samplers.short_blocks,
    )
    return {"doubling.gradient_descent": theorem}


@cache
def line_search() -> dict[str, Theorem]:
    r"""Trying :math:`a, 2a, 4a, \dots` until one value is at least :math:`s`."""
    ctx = Context(positive="a s", nonnegint="J", index="j: 0..J")
    ctx.hyp("needed", "2**J*a <= 2*s", label="the last trial was needed")
    ctx.model(J=1, a=1, s=1)
    theorem = ctx.theorem(
        "trials",
        """
        Sum(2**j*a, j, 0, J)
        == (2**(J+1) - 1)*a
            | by induction(J)
        <= 2**(J+1)*a
            | gap a
        <= 4*s
            | by needed
        """,
        claim="Sum(2**j*a, j, 0, J) <= 4*s",
        title=THEOREMS["doubling.line_search"].title,
        name="doubling.line_search",
        statement="""
            Let a search try [`a`, `2*a`, `4*a` and so on up to `2**J*a`](J >= 0). If {needed}, for [positive `a`
            and `s`](a > 0, s > 0), then all values together satisfy {claim}.
        """,
    )
    return {"doubling.line_search": theorem}


@cache
def growing_memory() -> dict[str, Theorem]:
    r"""An array that is full moves to one of twice the size; :math:`J` moves made room for :math:`n`."""
    ctx = Context(posint="n", nonnegint="J", index="j: 0..J-1")
    ctx.hyp("needed", "2**J <= 2*n - 1", label="the array is less than twice as long as needed")
    ctx.model(J=2, n=3)
    theorem = ctx.theorem(
        "copies",
        """
        Sum(2**j, j, 0, J - 1)
        == 2**J - 1
            | by induction(J)
        <= 2*n - 2
            | by needed
        """,
        claim="Sum(2**j, j, 0, J - 1) <= 2*n - 2",
        title=THEOREMS["doubling.array"].title,
        name="doubling.array",
        statement="""
            Let an array begin with one place and double whenever it is full, copying its `2**j` numbers
            when it leaves `2**j` places. If after [`J` moves](J >= 0) [it has fewer than twice the
            `n` places that are needed](needed), that is, {needed}, then its copies satisfy
            {claim}.
        """,
    )
    return {"doubling.array": theorem}


@cache
def growing_memory_by_steps() -> dict[str, Theorem]:
    r"""An array that is full moves to one with :math:`c` more places; :math:`k` moves made room for :math:`n`."""
    ctx = Context(posint="n c", nonnegint="k", index="j: 1..k")
    ctx.hyp("room", "n <= c*(k+1)", label="the array is long enough")
    ctx.model(n=3, c=2, k=1)
    exact = ctx.theorem(
        "exact",
        """
        Sum(c*j, j, 1, k)
        == c*k*(k+1)/2
            | by induction(k)
        """,
        claim="Sum(c*j, j, 1, k) == c*k*(k+1)/2",
        title=THEOREMS["doubling.array_by_steps"].title,
        name="doubling.array_by_steps",
        statement="""
            Let an array begin with [`c` places](c > 0) and get `c` more whenever it is full, copying
            its `c*j` numbers at move `j`. Then the copies of [`k` moves](k >= 0) satisfy {claim}.
        """,
    )
    theorem = ctx.theorem(
        "copies",
        """
        Sum(c*j, j, 1, k)
        == c*k*(k+1)/2
            | by exact
        >= k*n/2
            | by times(k/2, room)
        >= (n/c - 1)*n/2
            | by times(n/(2*c), room)
        == n*(n - c)/(2*c)
        """,
        claim="Sum(c*j, j, 1, k) >= n*(n - c)/(2*c)",
        title=THEOREMS["doubling.steps_are_quadratic"].title,
        name="doubling.steps_are_quadratic",
        statement="""
            Let an array begin with [`c` places](c > 0) and get `c` more whenever it is full, copying
            its `c*j` numbers at move `j`. If [`k` moves](k >= 0) made room for `n` numbers, {room},
            then the copies satisfy {claim}.
        """,
    )
    return {"doubling.array_by_steps": exact, "doubling.steps_are_quadratic": theorem}


SETTINGS = {"doubling.restarts": Entry("doubling trick", doubling)}

THEOREMS = {
    "doubling.geometric_sum": Entry("The finite geometric sum", geometric_sum),
    "doubling.covered_rounds": Entry("How many rounds the blocks cover", covering),
    "doubling.regret": Entry("The doubling trick", doubling),
    "doubling.regret_not_rounded": Entry("The doubling trick, before rounding up", doubling),
    "doubling.gradient_descent": Entry(
        "The doubling trick for online gradient descent", doubling_gradient_descent
    ),
    "doubling.line_search": Entry("Search by doubling", line_search),
    "doubling.array": Entry("Copies made by an array that doubles", growing_memory),
    "doubling.array_by_steps": Entry(
        "Copies made by an array that grows by steps", growing_memory_by_steps
    ),
    "doubling.steps_are_quadratic": Entry("Growing by steps is quadratic", growing_memory_by_steps),
}
