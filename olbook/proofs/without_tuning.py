r"""Theorems about learning without tuning: blocks of any base, steps for any horizon, and coin betting.

A bettor begins with the wealth :math:`\epsilon` and bets :math:`w_t=\beta_tW_t` against :math:`g_t`, so that
:math:`W_{t+1}=W_t-g_tw_t`. The sum of the :math:`-g_s` before round :math:`t` is :math:`\theta_t`.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .adaptive_ftrl import anytime_dual_averaging
from .entries import Entry
from .lemmas import exp_tangent, log_tangent

IN_BLOCKS = """
    Let `s` be [above 1](above, s > 0). A learner plays [`T` rounds in blocks numbered from 0 to `L`](rounds,
    L >= 0), `n[m]` of them in block `m`, which is planned for `s**(2*m)` rounds. [Every block
    before the last is played to its end](full), {full}, and the last one is [begun, and may be
    cut](begun)"""
REGRETS = "Let [the regrets](block) of the blocks, against a point `u` that is the same in all,"
THE_REGRET = "[the regret](regret) against `u` in all rounds"


# ------------------------------------------------------------------------------ blocks of any base
def _blocks_of_any_base(**more: str) -> Context:
    r"""Blocks of :math:`s^{2m}` rounds, and that the last one is planned for few enough."""
    names = {"real": "f r Reg_T", "vector": "w u v", "positive": "s", **more}
    ctx = Context(posint="T n", nonnegint="L", index="m: 0..L, i: 1..T", **names)
    ctx.define("rounds", "T == Sum(n[m], m, 0, L)", label="number of rounds")
    ctx.hyp(
        "full",
        "n[m] == s**(2*m)",
        label="the earlier blocks are played to their end",
        on="m: 0..L-1",
    )
    ctx.hyp("above", "1 < s", label="the blocks grow")
    ctx.hyp("base", "2 <= s**2", label="the blocks at least double")
    ctx.hyp("begun", "1 <= n[L]", label="the last block is begun")
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
    ctx.prove(
        "earlier",
        """
        (s**2 - 1)*Sum(n[m], m, 0, L - 1)
        == (s**2 - 1)*Sum(s**(2*m), m, 0, L - 1)
            | by sum(m, 0, L - 1, full)
        == s**(2*L) - 1
            | by induction(L)
        """,
        label="The earlier blocks",
    )
    ctx.prove(
        "started",
        """
        s**(2*L)
        == 1 + (s**2 - 1)*Sum(n[m], m, 0, L - 1)
            | by earlier
        <= s**2 - 1 + (s**2 - 1)*Sum(n[m], m, 0, L - 1)
            | by base
        <= (s**2 - 1)*n[L] + (s**2 - 1)*Sum(n[m], m, 0, L - 1)
            | by times(s**2 - 1, begun)
        == (s**2 - 1)*T
            | by rounds
        """,
        label="The last block is not planned too long",
    )
    ctx.prove(
        "root",
        """
        s**L
        <= sqrt(s**2 - 1)*sqrt(T)
            | by times(1/(s**L + sqrt(s**2 - 1)*sqrt(T)), started)
        """,
        label="The same for square roots",
    )
    return ctx


@cache
def any_base() -> dict[str, Theorem]:
    r"""Restarting a learner whose regret within a block is at most :math:`\alpha s^m`."""
    ctx = _blocks_of_any_base(positive="s alpha")
    ctx.hyp("prefix", "r[m] <= alpha*s**m", label="bound for a block, cut or not")
    ctx.model(
        L=1, T=2, s=2, n={0: 1, 1: 1}, alpha=1, u=(0,), w={(0, 1): (0,), (1, 1): (0,)},
        f=lambda m, t, point: 0,
    )  # fmt: skip
    theorem = ctx.theorem(
        "doubling",
        """
        Reg_T(u)
        == Sum(r[m], m, 0, L)
            | by at(regret, v=u), block
        <= Sum(alpha*s**m, m, 0, L)
            | by sum(m, 0, L, prefix)
        == alpha*(s**(L+1) - 1)/(s - 1)
            | by induction(L)
        <= alpha*s**(L+1)/(s - 1)
            | gap alpha/(s - 1)
        <= s*sqrt(s**2 - 1)/(s - 1)*alpha*sqrt(T)
            | by times(alpha*s/(s - 1), root)
        """,
        claim="Reg_T(u) <= s*sqrt(s**2 - 1)/(s - 1)*alpha*sqrt(T)",
        title=THEOREMS["tuning.any_base"].title,
        name="tuning.any_base",
        statement=f"""
            {IN_BLOCKS}. Let {{base}}. {REGRETS} satisfy {{prefix}}, with one
            [positive `alpha`](alpha > 0) for all blocks. Then {THE_REGRET} satisfies {{claim}}.
        """,
        sample=samplers.blocks_of_any_base,
    )
    return {"tuning.any_base": theorem}


@cache
def gradient_descent_any_base() -> dict[str, Theorem]:
    """Restarting online gradient descent, whose bound pays less for a block that is cut."""
    ctx = _blocks_of_any_base(positive="s U G")
    ctx.hyp("cut", "n[L] <= s**(2*L)", label="the last block may be cut")
    ctx.hyp(
        "prefix",
        "r[m] <= U*G/2*(s**m + n[m]/s**m)",
        label="bound for gradient descent on a block, cut or not",
    )
    ctx.model(
        L=1, T=2, s=2, n={0: 1, 1: 1}, U=1, G=1, u=(0,), w={(0, 1): (0,), (1, 1): (0,)},
        f=lambda m, t, point: 0,
    )  # fmt: skip
    ctx.prove(
        "share",
        """
        n[m]/s**m
        == s**m
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
        == T - (s**(2*L) - 1)/(s**2 - 1)
            | by times(1/(s**2 - 1), earlier)
        """,
        label="Rounds played of the last block",
    )
    ctx.prove(
        "covered",
        """
        (s**2 - 1)*T
        == (s**2 - 1)*n[L] + s**(2*L) - 1
            | by times(s**2 - 1, last)
        <= (s**2 - 1)*s**(2*L) + s**(2*L) - 1
            | by times(s**2 - 1, cut)
        <= s**(2*L + 2)
            | gap 1
        """,
        label="The rounds that the blocks cover",
    )
    ctx.prove(
        "ceiling",
        """
        sqrt(s**2 - 1)*sqrt(T)
        <= s**(L + 1)
            | by times(1/(s**(L + 1) + sqrt(s**2 - 1)*sqrt(T)), covered)
        <= (s**2 + 2*s)*s**L
            | gap (s**2 + s)*s**L
        """,
        label="The game is not much longer than its last block",
    )
    ctx.prove(
        "power",
        """
        1
        <= 1 + (s - 1)*Sum(s**m, m, 0, L - 1)
            | gap (s - 1)*Sum(s**m, m, 0, L - 1)
        == s**L
            | by induction(L)
        """,
        label="A power of a number above one",
    )
    ctx.prove(
        "sums",
        """
        Sum(s**m, m, 0, L) + Sum(s**m, m, 0, L - 1)
        == s**L + 2*(s**L - 1)/(s - 1)
            | by induction(L)
        <= s**L + 2*s**L/(s - 1) - 1/((s**2 - 1)*s**L)
            | by times(1/((s**2 - 1)*s**L), power) ; gap (2*s + 1)/(s**2 - 1)
        == ((s + 1)**2 - 1)/(s**2 - 1)*s**L + (s**L - 1/s**L)/(s**2 - 1)
        """,
        label="The full blocks",
    )
    ctx.prove(
        "bracket",
        """
        Sum(s**m + n[m]/s**m, m, 0, L)
        == Sum(s**m, m, 0, L) + Sum(n[m]/s**m, m, 0, L - 1) + n[L]/s**L
        == Sum(s**m, m, 0, L) + Sum(s**m, m, 0, L - 1) + n[L]/s**L
            | by sum(m, 0, L - 1, share)
        == Sum(s**m, m, 0, L) + Sum(s**m, m, 0, L - 1) + T/s**L - (s**L - 1/s**L)/(s**2 - 1)
            | by times(1/s**L, last)
        <= ((s + 1)**2 - 1)/(s**2 - 1)*s**L + T/s**L
            | by sums
        <= (s + 1)**2/sqrt(s**2 - 1)*sqrt(T)
            | by times(1/((s**2 - 1)*s**L)*((s**2 + 2*s)*s**L - sqrt(s**2 - 1)*sqrt(T)), root)
        """,
        label="All blocks",
    )
    theorem = ctx.theorem(
        "doubling",
        """
        Reg_T(u)
        == Sum(r[m], m, 0, L)
            | by at(regret, v=u), block
        <= Sum(U*G/2*(s**m + n[m]/s**m), m, 0, L)
            | by sum(m, 0, L, prefix)
        == U*G/2*Sum(s**m + n[m]/s**m, m, 0, L)
        <= (s + 1)**2/(2*sqrt(s**2 - 1))*U*G*sqrt(T)
            | by times(U*G/2, bracket)
        """,
        claim="Reg_T(u) <= (s + 1)**2/(2*sqrt(s**2 - 1))*U*G*sqrt(T)",
        title=THEOREMS["tuning.gradient_descent_any_base"].title,
        name="tuning.gradient_descent_any_base",
        statement=f"""
            {IN_BLOCKS}, {{cut}}. Let {{base}}. {REGRETS} obey [the bound of gradient descent,
            tuned for the block, for gradients of length at most `G` and points of length at most `U`](prefix), with
            [positive `G` and `U`](G > 0, U > 0): {{prefix}}. Then {THE_REGRET} satisfies {{claim}}.
        """,
        sample=samplers.blocks_of_any_base,
    )
    return {"tuning.gradient_descent_any_base": theorem}


@cache
def best_bases() -> dict[str, Theorem]:
    r"""The two constants, squared, are least where the root of the base is the golden ratio, and 2."""
    ctx = Context(positive="s")
    ctx.hyp("above", "1 < s", label="the blocks grow")
    golden = ctx.theorem(
        "golden",
        """
        s**2*(s + 1)/(s - 1)
        >= (11 + 5*sqrt(5))/2
            | gap (s - (1 + sqrt(5))/2)**2*(s + 2 + sqrt(5))/(s - 1)
        """,
        claim="s**2*(s + 1)/(s - 1) >= (11 + 5*sqrt(5))/2",
        title=THEOREMS["tuning.golden_base"].title,
        name="tuning.golden_base",
        statement="""
            Let `s` be [above 1](above, s > 0). The square of the constant for restarts in blocks of the
            base `s**2` is at least what it is where `s` is the golden ratio, {claim}.
        """,
    )
    four = ctx.theorem(
        "four",
        """
        (s + 1)**3/(4*(s - 1))
        >= 27/4
            | gap (s - 2)**2*(s + 7)/(4*(s - 1))
        """,
        claim="(s + 1)**3/(4*(s - 1)) >= 27/4",
        title=THEOREMS["tuning.base_four"].title,
        name="tuning.base_four",
        statement="""
            Let `s` be [above 1](above, s > 0). The square of the constant for restarts of gradient
            descent in blocks of the base `s**2` is at least what it is for the base 4, {claim}.
        """,
    )
    return {"tuning.golden_base": golden, "tuning.base_four": four}


# -------------------------------------------------------------------------- steps for any horizon
@cache
def any_time() -> dict[str, Theorem]:
    r"""The sum of the gradients, kept whole, and read with a step that shrinks like :math:`1/\sqrt t`."""
    ctx = Context(
        index="t: 1..T, s: 1..T",
        posint="T",
        positive="eta U G",
        real="f B b r",
        vector="w g u theta",
    )
    ctx.define(
        "past",
        "theta[t] == -Sum(g[s], s, 1, t-1)",
        on="t: 1..T+1",
        label="minus the sum of the gradients",
    )
    ctx.define("tuning", "eta[t] == U/(G*sqrt(2*t))", label="the step sizes")
    ctx.define("point", "w[t] == eta[t]*theta[t]", label="the point that is played")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.define("lengths", "B[t] == norm2(theta[t])", on="t: 1..T+1", label="squared lengths")
    ctx.define("root", "r[t] == sqrt(t)", label="roots")
    ctx.define("inverse", "b[t] == 1/sqrt(t)", label="their inverses")
    ctx.prove(
        "lazy",
        """
        w[t]
        == -eta[t]*Sum(g[s], s, 1, t-1)
            | by point, past
        """,
        label="The same, with the gradients",
    )
    ctx.cite("leader", anytime_dual_averaging()["ftrl.anytime_dual_averaging"])
    theorem = ctx.theorem(
        "anytime",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U*G*sqrt(2*T)
            | by leader
        == sqrt(2)*U*G*sqrt(T)
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= sqrt(2)*U*G*sqrt(T)",
        title=THEOREMS["tuning.any_time"].title,
        name="tuning.any_time",
        statement=r"""
            In each of `T` rounds let the loss be a convex function on $\mathbb R^d$, and `g[t]` [a
            subgradient](convex) of it at `w[t]`, with {lipschitz}, and let [`G` and `U` be
            positive](G > 0, U > 0). Let the learner play {point}, where
            [`theta[t]` is minus the sum of the gradients before round `t`](past), with the
            [positive steps](eta > 0) {tuning}. Then its regret against every `u` with {size}
            satisfies {claim}.
        """,
    )
    return {"tuning.any_time": theorem}


@cache
def direction_and_magnitude() -> dict[str, Theorem]:
    """A vector is learned as a direction and a number."""
    ctx = Context(index="t: 1..T", posint="T", nonneg="U", real="s h P Q", vector="g w z u v")
    ctx.define("product", "w[t] == s[t]*z[t]", label="the point that is played")
    ctx.define("slope", "h[t] == dot(g[t], z[t])", label="the gradient for the magnitude")
    ctx.define("comparator", "u == U*v", label="the comparator")
    ctx.define("magnitude", "P == Sum(h[t]*(s[t] - U), t, 1, T)", label="regret of the magnitude")
    ctx.define(
        "direction", "Q == Sum(dot(g[t], z[t] - v), t, 1, T)", label="regret of the direction"
    )
    theorem = ctx.theorem(
        "split",
        """
        Sum(dot(g[t], w[t] - u), t, 1, T)
        == Sum(s[t]*dot(g[t], z[t]) - U*dot(g[t], v), t, 1, T)
            | by product, comparator
        == Sum(h[t]*(s[t] - U) + U*dot(g[t], z[t] - v), t, 1, T)
            | by slope
        == P + U*Q
            | by magnitude, direction
        """,
        claim="Sum(dot(g[t], w[t] - u), t, 1, T) == P + U*Q",
        title=THEOREMS["tuning.direction_and_magnitude"].title,
        name="tuning.direction_and_magnitude",
        shown="Sum(dot(g[t], w[t] - u), t, 1, T)"
        " == Sum(dot(g[t], z[t])*(s[t] - U), t, 1, T) + U*Sum(dot(g[t], z[t] - v), t, 1, T)",
        kind="lemma",
        statement="If {product} and {comparator}, with [`U` at least 0](U >= 0), then {claim}.",
    )
    return {"tuning.direction_and_magnitude": theorem}


BETTOR = """
    Let a bettor [begin with a positive wealth `epsilon`](endowment, epsilon > 0). In each of `T` rounds it plays
    the number {bet} and meets a slope `g[t]` [between −1 and 1](low, high), which leaves [{wealth}](W > 0). The
    share of the wealth that is bet is {share} with {tilt}, where [`theta[t]` is
    minus the sum of the slopes before round `t`](nothing, outcomes).
"""


# -------------------------------------------------------------------------------- coin betting
@cache
def one_bet() -> dict[str, Theorem]:
    r"""What the bettor keeps of a unit of wealth that has bet the share :math:`\tanh z`."""
    ctx = Context(real="c z r y")
    ctx.hyp("low", "-1 <= c", label="the outcome is not below -1")
    ctx.hyp("high", "c <= 1", label="the outcome is not above 1")
    exp_tangent(ctx, "r")
    ctx.prove(
        "chord",
        """
        exp(-c*z)
        <= (1 - c)/2*exp(z) + (1 + c)/2*exp(-z)
            | by times((1 - c)/2*exp(-c*z), at(tangent, r=z + c*z)), times((1 + c)/2*exp(-c*z), at(tangent, r=c*z - z))
        """,
        label="A chord of the exponential",
    )
    ctx.prove(
        "average",
        """
        log(1/2 + exp(r)/2)
        <= r/2 + r**2/8
            | by calculus(r, 0)
        """,
        label="The mean of two exponentials",
    )
    ctx.prove(
        "symmetric",
        """
        exp(z) + exp(-z)
        <= 2*exp(z**2/2)
            | by times(exp(z) + exp(-z), at(tangent, r=z + z**2/2 - log(1/2 + exp(2*z)/2))), times(exp(z) + exp(-z), at(average, r=2*z))
        """,  # noqa: E501
        label="The hyperbolic cosine",
    )
    theorem = ctx.theorem(
        "kept",
        """
        exp(-c*z - z**2/2)
        <= 2*exp(-c*z)/(exp(z) + exp(-z))
            | by times(exp(-c*z - z**2/2)/(exp(z) + exp(-z)), symmetric)
        <= 1 - c*(exp(z) - exp(-z))/(exp(z) + exp(-z))
            | by times(2/(exp(z) + exp(-z)), chord)
        """,
        claim="exp(-c*z - z**2/2) <= 1 - c*(exp(z) - exp(-z))/(exp(z) + exp(-z))",
        title=THEOREMS["tuning.one_bet"].title,
        name="tuning.one_bet",
        kind="lemma",
        statement="For every real `z` and every `c` [between -1 and 1](low, high), {claim}.",
    )
    return {"tuning.one_bet": theorem}


@cache
def duality() -> dict[str, Theorem]:
    """A large wealth is a small regret, for the wealth of the coin bettor."""
    ctx = Context(positive="A B W c m s v y", nonneg="L U", real="S u")
    ctx.hyp("rich", "A*exp(S**2/(2*B)) <= W", label="the wealth is large")
    ctx.define("size", "U == sqrt(u**2)", label="the size of the comparator")
    ctx.define("both", "v == 1 + B*U**2/A**2", label="a ratio of squares")
    ctx.define("exponent", "L == log(1 + B*U**2/A**2)", label="a logarithm")
    ctx.define("place", "m == A*sqrt(v/(1 + L))", label="where a tangent touches")
    log_tangent(ctx, "s")
    ctx.prove(
        "below",
        """
        log(s)
        <= log(y) + s/y - 1
            | by at(log_tangent, s=s/y)
        """,
        label="The same at any point",
    )
    ctx.prove(
        "logs_rich",
        """
        log(A) + S**2/(2*B)
        == log(A*exp(S**2/(2*B))/W) + log(W)
        <= log(W) + A*exp(S**2/(2*B))/W - 1
            | by at(log_tangent, s=A*exp(S**2/(2*B))/W)
        <= log(W)
            | by times(1/W, rich)
        """,
        label="The logarithm of the wealth",
    )
    ctx.prove(
        "squared",
        """
        u**2
        == U**2
            | by size
        """,
        label="The size, squared",
    )
    ctx.prove(
        "square",
        """
        -u*S
        <= B*u**2/(2*m) + m*S**2/(2*B)
            | gap (B*u + m*S)**2/(2*m*B)
        == B*U**2/(2*m) + m*S**2/(2*B)
            | by times(B/(2*m), squared)
        """,
        label="Two squares",
    )
    ctx.prove(
        "wealth",
        """
        -W
        <= m*(log(m) - log(W)) - m
            | by times(m, at(below, s=W, y=m))
        <= m*(log(m) - log(A)) - m - m*S**2/(2*B)
            | by times(m, logs_rich)
        """,
        label="The wealth, by a tangent",
    )
    ctx.prove(
        "curve",
        """
        m**2*(1 + L)
        == A**2*v
            | by place
        == A**2 + B*U**2
            | by both
        """,
        label="Where the tangent touches, squared",
    )
    ctx.prove(
        "spelled_out",
        """
        log(v)
        == log(1 + B*U**2/A**2)
            | by both
        == L
            | by exponent
        """,
        label="The logarithm of the ratio",
    )
    ctx.prove(
        "log_small",
        """
        L
        == log(v)
            | by spelled_out
        <= v - 1
            | by at(log_tangent, s=v)
        == B*U**2/A**2
            | by both
        """,
        label="A logarithm is small",
    )
    ctx.prove(
        "small",
        """
        A**2
        <= A**2 + (A**2/(1 + L))*(B*U**2/A**2 - L)
            | by times(A**2/(1+L), log_small)
        == (A**2 + B*U**2)/(1 + L)
        == m**2
            | by times(1/(1+L), curve)
        """,
        label="It touches at no less than $A$",
    )
    ctx.prove(
        "logs",
        """
        log(m) - log(A)
        == log(v)/2 - log(1 + L)/2
            | by place
        == L/2 - log(1 + L)/2
            | by times(1/2, spelled_out)
        <= L/2
            | by at(log_tangent, s=1/(1+L)) ; gap L/(2*(1+L))
        """,
        label="Its logarithm",
    )
    ctx.prove(
        "squares",
        """
        m**2*L
        == B*U**2 + A**2 - m**2
            | by curve
        <= B*U**2
            | by small
        """,
        label="The squares of two numbers",
    )
    ctx.prove(
        "near",
        """
        m*sqrt(L)
        <= sqrt(B)*U + c
            | by times(1/(sqrt(B)*U + m*sqrt(L) + c), squares) ; gap c*(2*sqrt(B)*U + c)/(sqrt(B)*U + m*sqrt(L) + c)
        """,
        label="So the numbers, but for any $c$",
    )
    ctx.prove(
        "product",
        """
        2*m**2*L - 2*m*sqrt(L)*sqrt(B)*U
        <= 2*m*sqrt(L)*m/(2*sqrt(L) + 1)
            | by times(2*m*sqrt(L), at(near, c=m/(2*sqrt(L) + 1)))
        <= m**2
            | gap m**2/(2*sqrt(L) + 1)
        """,
        label="Their product",
    )
    theorem = ctx.theorem(
        "dual",
        """
        -u*S - W
        <= B*U**2/(2*m) + m*(log(m) - log(A)) - m
            | by square, wealth
        <= B*U**2/(2*m) + m*L/2 - m
            | by times(m, logs)
        == (m**2*L + m**2 - A**2)/(2*m) + m*L/2 - m
            | by times(1/(2*m), curve)
        <= sqrt(B)*U*sqrt(L) - A**2/(2*m)
            | by times(1/(2*m), product)
        <= U*sqrt(B*L)
            | gap A**2/(2*m)
        == U*sqrt(B*log(1 + B*U**2/A**2))
            | by exponent
        """,
        claim="-u*S - W <= U*sqrt(B*log(1 + B*U**2/A**2))",
        shown="-u*S - W <= sqrt(B*u**2*log(1 + B*u**2/A**2))",
        title=THEOREMS["tuning.duality"].title,
        name="tuning.duality",
        kind="lemma",
        statement="""
            Let [`A`, `B` and `W` be positive](A > 0, B > 0, W > 0). If {rich}, then for [every number
            `u`](size, both, exponent, place, L >= 0, m > 0, v > 0), {claim}.
        """,
    )
    return {"tuning.duality": theorem}


def _betting(**more: str) -> Context:
    """The bettor, who is never broke, and how the wealth grows."""
    names = {"positive": "W epsilon", "real": "g w beta z theta u r p k S Reg_T", **more}
    ctx = Context(index="t: 1..T", posint="T", **names)
    ctx.define("nothing", "theta[1] == 0", label="no outcomes before the first round")
    ctx.define("outcomes", "theta[t+1] == theta[t] - g[t]", label="the sum of the outcomes")
    ctx.define("tilt", "z[t] == theta[t]/(t + 1)", label="the average outcome")
    ctx.define(
        "share",
        "beta[t] == (exp(z[t]) - exp(-z[t]))/(exp(z[t]) + exp(-z[t]))",
        label="the share of the wealth that is bet",
    )
    ctx.define("endowment", "W[1] == epsilon", label="the wealth at the start")
    ctx.define("bet", "w[t] == beta[t]*W[t]", label="the bet")
    ctx.define("wealth", "W[t+1] == W[t] - g[t]*w[t]", label="the wealth")
    ctx.hyp("low", "-1 <= g[t]", label="gradients of at least -1")
    ctx.hyp("high", "g[t] <= 1", label="gradients of at most 1")
    return ctx


@cache
def coin_betting() -> dict[str, Theorem]:
    """The wealth of the bettor, and what follows for the regret."""
    ctx = _betting(positive="W epsilon s y m v", nonneg="U L")
    bettor = ctx.setting("tuning.bettor", "coin betting", BETTOR)
    ctx.cite("kept", one_bet()["tuning.one_bet"], given="c = g[t], z = z[t]")
    exp_tangent(ctx, "r")
    log_tangent(ctx, "s")
    ctx.prove(
        "below",
        """
        log(s)
        <= log(y) + s/y - 1
            | by at(log_tangent, s=s/y)
        """,
        label="The logarithm lies below its tangent at any point",
    )
    ctx.prove(
        "left",
        """
        W[t]*exp(-g[t]*z[t] - z[t]**2/2)
        <= W[t]*(1 - g[t]*(exp(z[t]) - exp(-z[t]))/(exp(z[t]) + exp(-z[t])))
            | by times(W[t], kept)
        == W[t] - g[t]*beta[t]*W[t]
            | by share
        == W[t+1]
            | by wealth, bet
        """,
        label="What a round leaves of the wealth",
    )
    ctx.prove(
        "growth",
        """
        log(W[t]) - g[t]*z[t] - z[t]**2/2
        == log(W[t]*exp(-g[t]*z[t] - z[t]**2/2)/W[t+1]) + log(W[t+1])
        <= W[t]*exp(-g[t]*z[t] - z[t]**2/2)/W[t+1] - 1 + log(W[t+1])
            | by at(log_tangent, s=W[t]*exp(-g[t]*z[t] - z[t]**2/2)/W[t+1])
        <= log(W[t+1])
            | by times(1/W[t+1], left)
        """,
        label="The logarithm of the wealth",
    )
    ctx.prove(
        "harmonic",
        """
        log(t) - log(t + 1)
        <= t/(t + 1) - 1
            | by at(below, s=t, y=t + 1)
        == -1/(t + 1)
        """,
        label="A term of the harmonic sum",
    )
    ctx.define(
        "potential",
        "p[t] == theta[t]**2/(2*t) - log(t)/2",
        on="t: 1..T+1",
        label="the logarithm of the potential",
    )
    ctx.prove(
        "round",
        """
        p[t+1] - p[t]
        == theta[t+1]**2/(2*(t + 1)) - theta[t]**2/(2*t) + log(t)/2 - log(t + 1)/2
            | by potential, at(potential, t=t+1)
        <= theta[t+1]**2/(2*(t + 1)) - theta[t]**2/(2*t) - 1/(2*(t + 1))
            | by times(1/2, harmonic)
        == (g[t]**2 - 1)/(2*(t + 1)) - g[t]*theta[t]/(t + 1) - theta[t]**2/(2*t*(t + 1))
            | by outcomes
        <= -g[t]*theta[t]/(t + 1) - theta[t]**2/(2*t*(t + 1))
            | by times((1 + g[t])/(2*(t + 1)), high)
        <= -g[t]*theta[t]/(t + 1) - theta[t]**2/(2*(t + 1)**2)
            | gap theta[t]**2/(2*t*(t + 1)**2)
        == -g[t]*z[t] - z[t]**2/2
            | by tilt
        <= log(W[t+1]) - log(W[t])
            | by growth
        """,
        label="One round",
    )
    ctx.prove(
        "rounds",
        """
        log(epsilon) + theta[T+1]**2/(2*(T + 1)) - log(T + 1)/2
        == log(W[1]) + theta[T+1]**2/(2*(T + 1)) - log(T + 1)/2
            | by endowment
        == log(W[1]) + p[T+1] - p[1]
            | by at(potential, t=T+1), at(potential, t=1), nothing
        == log(W[1]) + Sum(p[t+1] - p[t], t, 1, T)
        <= log(W[1]) + Sum(log(W[t+1]) - log(W[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == log(W[T+1])
        """,
        label="All rounds",
    )
    ctx.define("gradients", "S == Sum(g[t], t, 1, T)", label="the sum of the gradients")
    ctx.define("exponent", "k == S**2/(2*(T + 1))", label="the exponent")
    ctx.prove(
        "total",
        """
        theta[T+1]
        == theta[1] + Sum(theta[t+1] - theta[t], t, 1, T)
        == -Sum(g[t], t, 1, T)
            | by nothing, outcomes
        == -S
            | by gradients
        """,
        label="All outcomes",
    )
    ctx.prove(
        "money",
        """
        W[T+1]
        == W[1] + Sum(W[t+1] - W[t], t, 1, T)
        == epsilon - Sum(g[t]*w[t], t, 1, T)
            | by endowment, wealth
        """,
        label="The wealth is what the bettor began with and has won",
    )
    ctx.prove(
        "rich",
        """
        log(epsilon/sqrt(T + 1)) + S**2/(2*(T + 1))
        == log(epsilon) + theta[T+1]**2/(2*(T + 1)) - log(T + 1)/2
            | by times((S - theta[T+1])/(2*(T + 1)), total)
        <= log(W[T+1])
            | by rounds
        """,
        label="The same for the sum of the gradients",
    )
    ctx.prove(
        "excess",
        """
        log(epsilon) + k - log(T + 1)/2
        == log(epsilon/sqrt(T + 1)) + S**2/(2*(T + 1))
            | by exponent
        <= log(W[T+1])
            | by rich
        """,
        label="The same, with a name for the exponent",
    )
    wealth = ctx.theorem(
        "bounded",
        """
        epsilon - Sum(g[t]*w[t], t, 1, T)
        == W[T+1]
            | by money
        == epsilon/sqrt(T + 1)*exp(k)*exp(log(W[T+1]) - log(epsilon) - k + log(T + 1)/2)
        >= epsilon/sqrt(T + 1)*exp(k)*(1 + log(W[T+1]) - log(epsilon) - k + log(T + 1)/2)
            | by times(epsilon/sqrt(T + 1)*exp(k), at(tangent, r=log(W[T+1]) - log(epsilon) - k + log(T + 1)/2))
        >= epsilon/sqrt(T + 1)*exp(k)
            | by times(epsilon/sqrt(T + 1)*exp(k), excess)
        == epsilon/sqrt(T + 1)*exp(S**2/(2*(T + 1)))
            | by exponent
        """,
        claim="epsilon - Sum(g[t]*w[t], t, 1, T) >= epsilon/sqrt(T + 1)*exp(S**2/(2*(T + 1)))",
        title=THEOREMS["tuning.wealth"].title,
        name="tuning.wealth",
        why="""
            growth | what is kept of a bet, in logarithms
            round 3 | of the potential, whose own logarithm is $p_t$
            round 6 | the gradient is at most 1, and $t$ at most $t+1$
            round 7 | the first line
            rich | all rounds
            bounded 5 | the exponential
        """,
        within=(bettor,),
        statement="In @tuning.bettor, with {gradients}, the wealth at the end satisfies {claim}.",
    )
    ctx.define("size", "U == sqrt(u**2)", label="the size of the comparator")
    ctx.define("regret_against", "Reg_T == Sum(g[t]*(w[t] - u), t, 1, T)", label="the regret")
    ctx.define("both", "v == 1 + (T + 1)*U**2/(epsilon/sqrt(T + 1))**2", label="a ratio of squares")
    ctx.define(
        "power",
        "L == log(1 + (T + 1)*U**2/(epsilon/sqrt(T + 1))**2)",
        label="a logarithm",
    )
    ctx.define("place", "m == epsilon/sqrt(T + 1)*sqrt(v/(1 + L))", label="where a tangent touches")
    ctx.prove(
        "wealthy",
        """
        epsilon/sqrt(T + 1)*exp(S**2/(2*(T + 1)))
        <= epsilon - Sum(g[t]*w[t], t, 1, T)
            | by bounded
        == W[T+1]
            | by money
        """,
        label="So the wealth is large",
    )
    ctx.cite(
        "dual",
        duality()["tuning.duality"],
        given="A = epsilon/sqrt(T + 1), B = T + 1, W = W[T+1], S = S",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(g[t]*(w[t] - u), t, 1, T)
        == epsilon - W[T+1] - u*S
            | by money, gradients
        <= epsilon + U*sqrt((T + 1)*log(1 + (T + 1)**2*U**2/epsilon**2))
            | by dual
        """,
        claim="Sum(g[t]*(w[t] - u), t, 1, T)"
        " <= epsilon + U*sqrt((T + 1)*log(1 + (T + 1)**2*U**2/epsilon**2))",
        title=THEOREMS["tuning.coin_betting"].title,
        name="tuning.coin_betting",
        shown="Reg_T <= epsilon + sqrt((T + 1)*u**2*log(1 + (T + 1)**2*u**2/epsilon**2))",
        why="""
            regret 1 | the wealth is what the bettor began with and has won
            regret 2 | the wealth is large, so the rest is small
        """,
        within=(bettor,),
        statement="""
            In @tuning.bettor, for [every number `u`](size, both, power, place, L >= 0, m > 0, v > 0), with
            {regret_against}, {claim}.
        """,
    )
    return {"tuning.wealth": wealth, "tuning.coin_betting": theorem}


SETTINGS = {"tuning.bettor": Entry("coin betting", coin_betting)}

THEOREMS = {
    "tuning.any_base": Entry("Restarts in blocks of any base", any_base),
    "tuning.gradient_descent_any_base": Entry(
        "Restarts of online gradient descent, in blocks of any base", gradient_descent_any_base
    ),
    "tuning.golden_base": Entry("The best base for restarts", best_bases),
    "tuning.base_four": Entry("The best base for online gradient descent", best_bases),
    "tuning.any_time": Entry("A step for every horizon", any_time),
    "tuning.direction_and_magnitude": Entry(
        "Regret of a direction times a magnitude", direction_and_magnitude
    ),
    "tuning.one_bet": Entry("What is kept of a bet", one_bet),
    "tuning.duality": Entry("From wealth to regret", duality),
    "tuning.wealth": Entry("The wealth of a coin bettor", coin_betting),
    "tuning.coin_betting": Entry("Parameter-free regret of a coin bettor", coin_betting),
}
