r"""Theorems about learning without tuning: blocks of any base, steps for any horizon, and coin betting.

A bettor begins with the wealth :math:`\epsilon` and bets :math:`w_t=\beta_tW_t` against :math:`g_t`, so that
:math:`W_{t+1}=W_t-g_tw_t`. The sum of the :math:`-g_s` before round :math:`t` is :math:`\theta_t`.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry

BETTOR = """
    Let a bettor [begin with a positive wealth `epsilon`](endowment, epsilon > 0) and in each of `T`
    rounds bet {bet} against a gradient [between −1 and 1](low, high), which leaves {wealth}, [positive in
    every round](W > 0). Let the share of the wealth that is bet be {share} with {tilt}, where
    [`theta[t]` is minus the sum of the gradients before round `t`](nothing, outcomes).
"""


# -------------------------------------------------------------------------------- coin betting
@cache
def one_bet() -> dict[str, Theorem]:
    r"""What the bettor keeps of a unit of wealth that has bet the share :math:`\tanh z`."""
    ctx = Context(real="c z r y")
    ctx.hyp("low", "-1 <= c", label="the outcome is not below -1")
    ctx.hyp("high", "c <= 1", label="the outcome is not above 1")
    ctx.prove(
        "tangent",
        """
        1 + r
        <= exp(r)
            | by calculus(r, 0)
        """,
        label="The exponential lies above its tangent",
    )
    ctx.prove(
        "chord",
        """
        exp(-c*z)
        <= (1 - c)/2*exp(z) + (1 + c)/2*exp(-z)
            | by times((1 - c)/2*exp(-c*z), at(tangent, r=z + c*z)), times((1 + c)/2*exp(-c*z), at(tangent, r=c*z - z))
        """,  # noqa: E501
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
        statement="For every real `z` and every `c` [between -1 and 1](low, high), {claim}.",
    )
    return {"tuning.one_bet": theorem}


@cache
def duality() -> dict[str, Theorem]:
    """A large wealth is a small regret, for the wealth of the coin bettor."""
    ctx = Context(positive="A B U W L y s", real="S u")
    ctx.hyp(
        "rich", "log(A) + S**2/(2*B) <= log(W)", label="the logarithm of the wealth is large"
    )
    ctx.hyp("size", "u**2 <= U**2", label="size of the comparator")
    ctx.prove(
        "log_tangent",
        """
        log(s)
        <= s - 1
            | by calculus(s, 1)
        """,
        label="The logarithm lies below its tangent",
    )
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
        "square",
        """
        -u*S
        <= U*S**2/(2*sqrt(B*L)) + U*sqrt(B*L)/2
            | by times(sqrt(B*L)/(2*U), size) ; gap (U*S + u*sqrt(B*L))**2/(2*U*sqrt(B*L))
        """,
        label="Two squares",
    )
    ctx.prove(
        "large",
        """
        y
        == (1 + y)*(log(1) - 1/(1 + y) + 1)
        <= (1 + y)*log(1 + y)
            | by times(1 + y, at(below, s=1, y=1 + y))
        """,
        label="A logarithm is not small",
    )
    ctx.prove(
        "ratio",
        """
        log(y)
        <= log((1 + y)*log(1 + y)) + y/((1 + y)*log(1 + y)) - 1
            | by at(below, s=y, y=(1 + y)*log(1 + y))
        <= log((1 + y)*log(1 + y))
            | by times(1/((1 + y)*log(1 + y)), large)
        """,
        label="So it is not much smaller than its argument",
    )
    ctx.prove(
        "place",
        """
        log(U*sqrt(B/log(1 + B*U**2/A**2)))
        == log(B*U**2/A**2)/2 + log(A) - log(log(1 + B*U**2/A**2))/2
        <= log(A) + log(1 + B*U**2/A**2)/2
            | by times(1/2, at(ratio, y=B*U**2/A**2))
        """,
        label="Where a tangent touches",
    )
    theorem = ctx.theorem(
        "dual",
        """
        -u*S - W
        <= U*S**2/(2*sqrt(B*log(1 + B*U**2/A**2))) + U*sqrt(B*log(1 + B*U**2/A**2))/2 - W
            | by at(square, L=log(1 + B*U**2/A**2))
        == U*sqrt(B*log(1 + B*U**2/A**2)) + U*sqrt(B/log(1 + B*U**2/A**2))*(S**2/(2*B) - log(1 + B*U**2/A**2)/2) - W
        <= U*sqrt(B*log(1 + B*U**2/A**2)) + U*sqrt(B/log(1 + B*U**2/A**2))*(log(A) + S**2/(2*B) - log(U*sqrt(B/log(1 + B*U**2/A**2)))) - W
            | by times(U*sqrt(B/log(1 + B*U**2/A**2)), place)
        <= U*sqrt(B*log(1 + B*U**2/A**2)) + U*sqrt(B/log(1 + B*U**2/A**2))*(log(W) - log(U*sqrt(B/log(1 + B*U**2/A**2)))) - W
            | by times(U*sqrt(B/log(1 + B*U**2/A**2)), rich)
        <= U*sqrt(B*log(1 + B*U**2/A**2)) - U*sqrt(B/log(1 + B*U**2/A**2))
            | by times(U*sqrt(B/log(1 + B*U**2/A**2)), at(below, s=W, y=U*sqrt(B/log(1 + B*U**2/A**2))))
        <= U*sqrt(B*log(1 + B*U**2/A**2))
            | gap U*sqrt(B/log(1 + B*U**2/A**2))
        """,  # noqa: E501
        claim="-u*S - W <= U*sqrt(B*log(1 + B*U**2/A**2))",
        title=THEOREMS["tuning.duality"].title,
        name="tuning.duality",
        statement="""
            For [positive numbers `A` and `B`](A > 0, B > 0) and a real number `S` let a [positive](W > 0)
            wealth `W` satisfy {rich}. Then every real number `u` with {size}, for any [positive](U > 0)
            `U`, has {claim}.
        """,
    )
    return {"tuning.duality": theorem}


def _betting(**more: str) -> Context:
    """The bettor, who is never broke, and how the wealth grows."""
    names = {"positive": "W epsilon", "real": "g w beta z theta u r p k S", **more}
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
    ctx = _betting(positive="W epsilon U s y")
    ctx.cite("kept", one_bet()["tuning.one_bet"], given="c = g[t], z = z[t]")
    ctx.prove(
        "tangent",
        """
        1 + r
        <= exp(r)
            | by calculus(r, 0)
        """,
        label="The exponential lies above its tangent",
    )
    ctx.prove(
        "log_tangent",
        """
        log(s)
        <= s - 1
            | by calculus(s, 1)
        """,
        label="The logarithm lies below its tangent",
    )
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
        """,  # noqa: E501
        claim="epsilon - Sum(g[t]*w[t], t, 1, T) >= epsilon/sqrt(T + 1)*exp(S**2/(2*(T + 1)))",
        title=THEOREMS["tuning.wealth"].title,
        name="tuning.wealth",
        statement=f"""
            {BETTOR} Then with {{gradients}} the wealth at the end satisfies {{claim}}.
        """,
    )
    ctx.hyp("size", "u**2 <= U**2", label="size of the comparator")
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
        statement=f"""
            {BETTOR} Then the regret against every real number `u` with {{size}}, for any
            [positive](U > 0) `U`, satisfies {{claim}}.
        """,
    )
    return {"tuning.wealth": wealth, "tuning.coin_betting": theorem}


THEOREMS = {
    "tuning.one_bet": Entry("What is kept of a bet", one_bet),
    "tuning.duality": Entry("From wealth to regret", duality),
    "tuning.wealth": Entry("The wealth of a coin bettor", coin_betting),
    "tuning.coin_betting": Entry("The regret of a coin bettor", coin_betting),
}
