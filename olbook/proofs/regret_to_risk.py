r"""Theorems that say more of the way from regret to risk."""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import NEAREST


@cache
def azuma() -> dict[str, Theorem]:
    """The inequality of Azuma and Hoeffding, for differences in intervals of one length."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="epsilon c",
        nonneg="chi q",
        real="A D S p r s theta rho",
        random="A D S rho chi",
    )
    ctx.define("start", "S[1] == 0", label="the start")
    ctx.define("sums", "S[t+1] == S[t] + D[t]", label="the sums of the differences")
    ctx.define("rate", "s == 4*epsilon/(T*c**2)", label="the rate")
    ctx.hyp("low", "A[t] <= D[t]", label="the lower end of the interval")
    ctx.hyp("high", "D[t] <= A[t] + c", label="the upper end of the interval")
    ctx.hyp("below", "A[t] <= 0", label="the interval contains zero")
    ctx.hyp("above", "0 <= A[t] + c", label="the interval contains zero")
    ctx.hyp(
        "martingale",
        "E(exp(s*(S[t] + A[t]))*D[t]) == 0",
        label="a martingale: what is known before round $t$ says nothing about $D_t$",
    )
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp("event", "epsilon*chi <= chi*S[T+1]", label=r"$\chi=1$ only if the sum is large")
    ctx.define("chance", "p == E(chi)", label="the probability")
    ctx.define("place", "rho[t] == -A[t]/c", label="where zero lies in the interval")
    ctx.hyp("share", "q <= 1", label="a share")
    ctx.model(T=1, c=1, A=0, D=0, chi=0, epsilon=1, s=4, S=0, p=0)
    ctx.prove(
        "positive",
        """
        0
        <= 4*epsilon/(T*c**2)
            | gap 4*epsilon/(T*c**2)
        == s
            | by rate
        """,
        label="The rate is positive",
    )
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
        "jensen",
        """
        exp(q*theta)
        <= 1 - q + q*exp(theta)
            | by times((1 - q)*exp(q*theta), at(tangent, r=-q*theta)), times(q*exp(q*theta), at(tangent, r=theta - q*theta))
        """,  # noqa: E501
        label="A chord of the exponential",
    )
    ctx.prove(
        "two_points",
        """
        log(1 - q + q*exp(theta))
        <= q*theta + theta**2/8
            | by calculus(theta, 0)
        """,
        label="Two values, 0 and $\\theta$",
    )
    ctx.prove(
        "two_points_exp",
        """
        1 - q + q*exp(theta)
        <= (1 - q + q*exp(theta))*(1 + q*theta + theta**2/8 - log(1 - q + q*exp(theta)))
            | by times(1 - q + q*exp(theta), two_points)
        <= exp(q*theta + theta**2/8)
            | by times(1 - q + q*exp(theta), at(tangent, r=q*theta + theta**2/8 - log(1 - q + q*exp(theta))))
        """,
        label="Two values, without the logarithm",
    )
    ctx.prove(
        "chord",
        """
        c*exp(s*D[t])
        <= (A[t] + c - D[t])*exp(s*A[t]) + (D[t] - A[t])*exp(s*A[t] + s*c)
            | by times((A[t] + c - D[t])*exp(s*D[t]), at(tangent, r=s*A[t] - s*D[t])), times((D[t] - A[t])*exp(s*D[t]), at(tangent, r=s*A[t] + s*c - s*D[t]))
        """,  # noqa: E501
        label="The difference lies between the ends",
    )
    ctx.prove(
        "place_low",
        """
        0
        <= -A[t]/c
            | by times(1/c, below)
        == rho[t]
            | by place
        """,
        label="Zero is not below the interval",
    )
    ctx.prove(
        "place_high",
        """
        rho[t]
        == -A[t]/c
            | by place
        <= 1
            | by times(1/c, above)
        """,
        label="Nor above it",
    )
    ctx.prove(
        "ends",
        """
        (A[t] + c - A[t]*exp(s*c))*exp(s*A[t])
        == c*(1 - rho[t] + rho[t]*exp(s*c))*exp(-s*c*rho[t])
            | by place
        <= c*exp(s**2*c**2/8)
            | by times(c*exp(-s*c*rho[t]), at(two_points_exp, q=rho[t], theta=s*c))
        """,
        label="The mean between the ends is zero",
    )
    ctx.prove(
        "round",
        """
        E(exp(s*S[t+1]))
        == E(exp(s*S[t])*exp(s*D[t]))
            | by sums
        <= E(exp(s*S[t])*((A[t] + c - D[t])*exp(s*A[t]) + (D[t] - A[t])*exp(s*A[t] + s*c))/c)
            | by E(times(exp(s*S[t])/c, chord))
        == E(exp(s*S[t])*(A[t] + c - A[t]*exp(s*c))*exp(s*A[t])/c)
            | by times((exp(s*c) - 1)/c, martingale)
        <= E(exp(s*S[t])*exp(s**2*c**2/8))
            | by E(times(exp(s*S[t])/c, ends))
        == exp(s**2*c**2/8)*E(exp(s*S[t]))
        """,
        label="One round",
    )
    ctx.prove(
        "all_rounds",
        """
        E(exp(s*S[T+1]))*exp(-T*s**2*c**2/8) - E(exp(s*S[1]))
        == Sum(E(exp(s*S[t+1]))*exp(-t*s**2*c**2/8) - E(exp(s*S[t]))*exp(-(t-1)*s**2*c**2/8), t, 1, T)
        <= 0
            | by sum(t, 1, T, times(exp(-t*s**2*c**2/8), round))
        """,
        label="All rounds",
    )
    ctx.prove(
        "markov",
        """
        chi
        <= chi*(1 + s*S[T+1] - s*epsilon)
            | by times(s, event)
        <= chi*exp(s*S[T+1] - s*epsilon)
            | by times(chi, at(tangent, r=s*S[T+1] - s*epsilon))
        <= exp(s*S[T+1] - s*epsilon)
            | by times(exp(s*S[T+1] - s*epsilon), indicator) ; gap (1 - chi)**2*exp(s*S[T+1] - s*epsilon)
        """,
        label="In every outcome, as in the inequality of Markov",
    )
    theorem = ctx.theorem(
        "azuma",
        """
        p
        == E(chi)
            | by chance
        <= E(exp(s*S[T+1] - s*epsilon))
            | by E(markov)
        <= exp(-s*epsilon)*exp(T*s**2*c**2/8)*E(exp(s*S[1]))
            | by times(exp(-s*epsilon)*exp(T*s**2*c**2/8), all_rounds)
        == exp(T*s**2*c**2/8 - s*epsilon)
            | by start
        == exp(-2*epsilon**2/(T*c**2))
            | by rate
        """,
        claim="p <= exp(-2*epsilon**2/(T*c**2))",
        title=THEOREMS["risk.azuma_hoeffding"].title,
        name="risk.azuma_hoeffding",
        statement="""
            Let [random numbers](random) `D[1]` to `D[T]` be the differences of [a martingale](start, sums,
            martingale, rate), that is, what is known before round $t$ says nothing about the mean of
            `D[t]`, which is zero. Before round $t$ let an interval be known that [contains zero](below,
            above), [contains `D[t]`](low, high) and has [the positive length `c`](c > 0). Then for [any
            `epsilon` above zero](epsilon > 0), [the probability `p`
            that the sum of the differences is at least `epsilon`](chance, indicator, event, chi >= 0) satisfies {claim}.
        """,
        sample=samplers.martingale,
    )
    return {"risk.azuma_hoeffding": theorem}


THEOREMS = {
    "risk.azuma_hoeffding": Entry("The inequality of Azuma and Hoeffding", azuma),
}
