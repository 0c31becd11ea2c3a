r"""Theorems that say more of the way from regret to risk."""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import NEAREST

FRESH = (
    "what is played, and every number made of it and of the earlier examples, is known before the "
    "present example is drawn; so the mean of its loss, given all that, is the risk"
)

LEARNER = """
    Show a learner [a sample of `T` examples, drawn independently from one distribution](random), one
    after the other. In round $t$ it plays a hypothesis `h[t]`, [chosen before it has seen example
    $t$](fresh, start, sums, rate), and has [a loss `ell[t]` between 0 and 1](most, ell >= 0) on it. The
    risk `L(h[t])` is [the expected loss on a new example of the same distribution](most_risk, L >= 0).
"""


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


@cache
def average_risk() -> dict[str, Theorem]:
    """The average risk of the hypotheses of a run, with high probability."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="epsilon",
        nonneg="ell L chi",
        real="S p s",
        vector="h",
        random="ell h S chi",
    )
    ctx.define("start", "S[1] == 0", label="the start")
    ctx.define("sums", "S[t+1] == S[t] + L(h[t]) - ell[t]", label="risks minus losses, so far")
    ctx.define("rate", "s == 4*epsilon", label="the rate")
    ctx.hyp("most", "ell[t] <= 1", label="losses between 0 and 1")
    ctx.hyp("most_risk", "L(h[t]) <= 1", label="risks between 0 and 1")
    ctx.assume(
        "fresh",
        "E(exp(s*(S[t] + L(h[t]) - 1))*(L(h[t]) - ell[t])) == 0",
        label="a fresh example",
        source=FRESH,
    )
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp(
        "event",
        "epsilon*chi <= chi*(Sum(L(h[t]), t, 1, T)/T - Sum(ell[t], t, 1, T)/T)",
        label=r"$\chi=1$ only if the average risk is large",
    )
    ctx.define("chance", "p == E(chi)", label="the probability")
    ctx.model(
        T=1, ell=1, h=(0, 0), L=lambda point: 1, S=0, chi=0, epsilon=1, s=4, p=0
    )  # fmt: skip
    ctx.prove(
        "total",
        """
        S[T+1]
        == S[1] + Sum(S[t+1] - S[t], t, 1, T)
        == Sum(L(h[t]), t, 1, T) - Sum(ell[t], t, 1, T)
            | by start, sums
        """,
        label="All risks minus all losses",
    )
    ctx.prove(
        "event_of_sums",
        """
        T*epsilon*chi
        <= chi*Sum(L(h[t]), t, 1, T) - chi*Sum(ell[t], t, 1, T)
            | by times(T, event)
        == chi*S[T+1]
            | by total
        """,
        label="Then the sum of the differences is large",
    )
    ctx.cite(
        "azuma",
        azuma()["risk.azuma_hoeffding"],
        given="D[t] = L(h[t]) - ell[t], A[t] = L(h[t]) - 1, c = 1, epsilon = T*epsilon, rho[t] = 1 - L(h[t])",
    )
    theorem = ctx.theorem(
        "average",
        """
        p
        <= exp(-2*T*epsilon**2)
            | by azuma
        """,
        claim="p <= exp(-2*T*epsilon**2)",
        title=THEOREMS["risk.average_risk"].title,
        name="risk.average_risk",
        statement=f"""
            {LEARNER} Then for [any `epsilon` above zero](epsilon > 0), [the probability `p` that the
            average risk of `h[1]` to `h[T]` is larger than the average loss of the run by `epsilon` or
            more](chance, indicator, event, chi >= 0) satisfies {{claim}}.
        """,
        sample=samplers.classification_with_high_probability,
    )
    return {"risk.average_risk": theorem}


@cache
def fast_rate() -> dict[str, Theorem]:
    """The sum of the risks, when the learner makes few mistakes."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="lambda_ delta a",
        nonneg="ell L chi M",
        real="Z p r",
        vector="h",
        random="ell h Z chi",
    )
    ctx.define("factor", "a == 1 - exp(-lambda_)", label="the factor")
    ctx.prove(
        "tangent",
        """
        1 + r
        <= exp(r)
            | by calculus(r, 0)
        """,
        label="The exponential lies above its tangent",
    )
    ctx.define("start", "Z[1] == 0", label="the start")
    ctx.define("sums", "Z[t+1] == Z[t] + a*L(h[t]) - lambda_*ell[t]", label="what is watched")
    ctx.hyp("most", "ell[t] <= 1", label="losses between 0 and 1")
    ctx.assume(
        "fresh",
        "E(exp(Z[t] + a*L(h[t]))*ell[t]) == E(exp(Z[t] + a*L(h[t]))*L(h[t]))",
        label="a fresh example",
        source=FRESH,
    )
    ctx.hyp("mistakes", "Sum(ell[t], t, 1, T) <= M", label="the total loss")
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp(
        "event",
        "(lambda_*M + log(1/delta))/a*chi <= chi*Sum(L(h[t]), t, 1, T)",
        label=r"$\chi=1$ only if the risks are large",
    )
    ctx.define("chance", "p == E(chi)", label="the probability")
    ctx.model(
        T=1, lambda_=1, ell=1, h=(0, 0), L=lambda point: 1, M=1, chi=0, delta=1, p=0
    )  # fmt: skip
    ctx.prove(
        "chord",
        """
        exp(-lambda_*ell[t])
        <= 1 - ell[t] + ell[t]*exp(-lambda_)
            | by times((1 - ell[t])*exp(-lambda_*ell[t]), at(tangent, r=lambda_*ell[t])), times(ell[t]*exp(-lambda_*ell[t]), at(tangent, r=lambda_*ell[t] - lambda_))
        == 1 - a*ell[t]
            | by factor
        """,  # noqa: E501
        label="A chord of the exponential",
    )
    ctx.prove(
        "round",
        """
        E(exp(Z[t+1]))
        == E(exp(Z[t] + a*L(h[t]))*exp(-lambda_*ell[t]))
            | by sums
        <= E(exp(Z[t] + a*L(h[t]))*(1 - a*ell[t]))
            | by E(times(exp(Z[t] + a*L(h[t])), chord))
        == E(exp(Z[t] + a*L(h[t]))*(1 - a*L(h[t])))
            | by times(a, fresh)
        <= E(exp(Z[t]))
            | by E(times(exp(Z[t] + a*L(h[t])), at(tangent, r=-a*L(h[t]))))
        """,
        label="One round",
    )
    ctx.prove(
        "all_rounds",
        """
        E(exp(Z[T+1])) - E(exp(Z[1]))
        == Sum(E(exp(Z[t+1])) - E(exp(Z[t])), t, 1, T)
        <= 0
            | by sum(t, 1, T, round)
        """,
        label="All rounds",
    )
    ctx.prove(
        "last",
        """
        log(1/delta)*chi
        <= chi*(a*Sum(L(h[t]), t, 1, T) - lambda_*M)
            | by times(a, event)
        <= chi*(a*Sum(L(h[t]), t, 1, T) - lambda_*Sum(ell[t], t, 1, T))
            | by times(chi*lambda_, mistakes)
        == chi*(Z[1] + Sum(Z[t+1] - Z[t], t, 1, T))
            | by start, sums
        == chi*Z[T+1]
        """,
        label="Then the last sum is large",
    )
    ctx.prove(
        "markov",
        """
        chi
        <= chi*(1 + Z[T+1] - log(1/delta))
            | by last
        <= chi*exp(Z[T+1] - log(1/delta))
            | by times(chi, at(tangent, r=Z[T+1] - log(1/delta)))
        <= exp(Z[T+1] - log(1/delta))
            | by times(exp(Z[T+1] - log(1/delta)), indicator) ; gap (1 - chi)**2*exp(Z[T+1] - log(1/delta))
        == delta*exp(Z[T+1])
        """,
        label="In every outcome, as in the inequality of Markov",
    )
    theorem = ctx.theorem(
        "fast",
        """
        p
        == E(chi)
            | by chance
        <= delta*E(exp(Z[T+1]))
            | by E(markov)
        <= delta*E(exp(Z[1]))
            | by times(delta, all_rounds)
        == delta
            | by start
        """,
        claim="p <= delta",
        title=THEOREMS["risk.few_mistakes"].title,
        name="risk.few_mistakes",
        statement=f"""
            {LEARNER.replace("start, sums, rate", "start, sums").replace("most_risk, ", "")} Let its losses add up to [at most `M`
            on every sample that can be drawn](mistakes, M >= 0). Let [`lambda_` and `delta` be above
            zero](lambda_ > 0, delta > 0), and put {{factor}}, [a positive number](a > 0). Then [the
            probability `p` that the risks of
            `h[1]` to `h[T]` add up to `(lambda_*M + log(1/delta))/a` or more](chance, indicator, event,
            chi >= 0) satisfies {{claim}}.
        """,
        sample=samplers.classification_with_few_mistakes,
    )
    return {"risk.few_mistakes": theorem}


THEOREMS = {
    "risk.azuma_hoeffding": Entry("The inequality of Azuma and Hoeffding", azuma),
    "risk.average_risk": Entry("The average risk of a run, with high probability", average_risk),
    "risk.few_mistakes": Entry("The average risk after few mistakes, with high probability", fast_rate),
}
