r"""Theorems that say more of the way from regret to risk.

Those on probabilities rest on one inequality for martingales. Its proof multiplies out the round
:math:`E[e^{sS_{t+1}}]\le e^{s^2c^2/8}\,E[e^{sS_t}]`, and needs of the past only that one particular
number, :math:`e^{s(S_t+A_t)}`, is known before round :math:`t`. So the language of derivations, which
has no conditional expectations, is rich enough for it.

The others are about stochastic subgradient descent on a risk. The proof for the last iterate is that of
Zamani and Glineur (2023), told with a target that walks from the comparator towards the learner.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .curved_losses import harmonic, strongly_convex
from .entries import Entry
from .lemmas import exp_tangent, two_points
from .online_convex_optimization import CLOSER, NEAREST
from .online_to_batch import (
    jensen,
    one_pass_setting,
    output_the_average,
    regret_against_a_point,
    stochastic_gradient_descent,
)

FRESH = (
    "what is played, and every number made of it and of the earlier examples, is known before the "
    "present example is drawn; so the mean of its loss, given all that, is the risk"
)

MARTINGALE = """
    [Random numbers](random) `D[1]` to `D[T]` are the differences of [a martingale](start, sums,
    martingale, rate), that is, the mean of `D[t]`, given all that is known before round $t$, is
    zero. Before round $t$ an interval is known that [contains zero](below, above), [contains `D[t]`](low, high)
    and has [the positive length `c`](c > 0). Let `epsilon` be [above zero](epsilon > 0).
"""
SAMPLE = """
    A learner meets [a sample of `T` examples, drawn independently from one distribution](random), one
    after the other.
"""
ONE_RUN = f"""
    {SAMPLE} In round $t$ it plays a hypothesis `h[t]`, [chosen before it has seen example
    $t$](fresh, start, sums, k > 0, lambda_ > 0), and has [a loss `ell[t]` between 0 and 1](most, ell >= 0) on
    it. The risk `L(h[t])` is [the expected loss on a new example of the same distribution](most_risk, L >= 0).
"""
POINTS = f"""
    {SAMPLE} In round $t$ it plays a vector `w[t]`, [chosen before it has seen example $t$](fresh,
    start, sums), and pays `f[t](w[t])`, the loss of this vector on the example. `Reg_T(u)` is
    [the regret](regret) against a fixed vector `u`. The risk
    $L$ of a vector, that is its expected loss on a new example of the same distribution, is [a
    convex function](convex_risk), and [losses and risks of these vectors lie between 0 and 1](most, most_u,
    most_risk, most_risk_u, f >= 0, L >= 0). Let `a` be [the average](average, mean) of
    `w[1]` to `w[T]`.
"""
AVERAGES = r"""
    The risk $L$ is [convex on $\mathbb R^d$](convex_risk). In round $t$ a learner
    plays `w[t]`, and `x[t]` is [the average of `w[1]` to `w[t]`](start, average) with [positive
    weights](alpha > 0) `alpha[1]` to `alpha[t]`, which are fixed in advance and [whose
    sum](first_weight, weights, A > 0) is `A[t]`. It is then told [a random vector](random)
    `g[t]`, [whose mean, given all that happened before, is a subgradient `D(x[t])` of the risk
    at the average](fresh). `Reg_T(u)` is [the regret](regret) against a fixed `u` on the linear losses of
    the vectors `alpha[t]*g[t]`.
"""
STOCHASTIC = """
    In round $t$ the learner draws [a random vector](random) `g[t]`, [whose mean, given all that
    happened before, is a subgradient `D(w[t])` of the risk at `w[t]`](fresh{more}), with {{lipschitz}} for
    a [positive `G`](G > 0).
"""
FALLING = rf"""
    The risk $L$ is [convex on $\mathbb R^d$](convex_risk). A learner [starts
    at zero](start), in a closed convex set that contains zero and a fixed $u$.
    {STOCHASTIC.format(more=", share, target, moves, rest, slope, n > 0, c > 0")}
    It takes [a step](step) {{tuning}} against `g[t]`, with [a positive `U`](U > 0), and [projects back onto the
    set](projection).
"""
STRONG = f"""
    The risk $L$ is [`mu`-strongly convex with a positive `mu`](strong, mu > 0). A learner starts
    anywhere in a closed convex set that contains a fixed $u$. {STOCHASTIC.format(more="")} It takes [a step](step)
    `eta[t]`, [above 0](eta > 0), against it and [projects back onto the set](projection).
"""
"""What the theorems on stochastic subgradient descent suppose."""


@cache
def azuma() -> dict[str, Theorem]:
    """The inequality of Azuma and Hoeffding, for differences in intervals of one length."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="epsilon c",
        nonneg="chi q",
        real="A D S P r s theta rho",
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
        label="a martingale: given what is known before round $t$, the mean of $D_t$ is zero",
    )
    setting = ctx.setting("risk.martingale", "bounded differences", MARTINGALE)
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp("event", "epsilon*chi <= chi*S[T+1]", label=r"$\chi=1$ only if the sum is large")
    ctx.define("chance", "P == E(chi)", label="the probability")
    ctx.define("place", "rho[t] == -A[t]/c", label="where zero lies in the interval")
    ctx.hyp("share", "q <= 1", label="a share")
    ctx.model(T=1, c=1, A=0, D=0, chi=0, epsilon=1, s=4, S=0, P=0)
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
    exp_tangent(ctx, "r")
    two_points(ctx)
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
        "chord_low",
        """
        (A[t] + c - D[t])*(1 + s*A[t] - s*D[t])*exp(s*D[t])
        <= (A[t] + c - D[t])*exp(s*A[t])
            | by times((A[t] + c - D[t])*exp(s*D[t]), at(tangent, r=s*A[t] - s*D[t]))
        """,
        label="The tangent at the difference, at the lower end",
    )
    ctx.prove(
        "chord_high",
        """
        (D[t] - A[t])*(1 + s*A[t] + s*c - s*D[t])*exp(s*D[t])
        <= (D[t] - A[t])*exp(s*A[t] + s*c)
            | by times((D[t] - A[t])*exp(s*D[t]), at(tangent, r=s*A[t] + s*c - s*D[t]))
        """,
        label="And at the upper end",
    )
    ctx.prove(
        "chord",
        """
        c*exp(s*D[t])
        <= (A[t] + c - D[t])*exp(s*A[t]) + (D[t] - A[t])*exp(s*A[t] + s*c)
            | by chord_low, chord_high
        """,
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
        P
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
        claim="P <= exp(-2*epsilon**2/(T*c**2))",
        title=THEOREMS["risk.azuma_hoeffding"].title,
        name="risk.azuma_hoeffding",
        kind="lemma",
        why="""
            round 1 | one difference more
            round 2 | on the interval the exponential lies below its chord
            round 3 | on the chord $D_t$ counts by its mean only, which is zero
            round 5 | Hoeffding's lemma
            azuma 2 | Markov's inequality
            azuma 4 | all rounds
            azuma 5 | the best $s$
        """,
        within=(setting,),
        statement="""
            In @risk.martingale, [the probability `P` that the sum of the differences is at least
            `epsilon`](chance, indicator, event, chi >= 0, random) satisfies {claim}.
        """,
        sample=samplers.martingale,
    )
    return {"risk.azuma_hoeffding": theorem}


def _one_run(**more: str) -> tuple[Context, Setting]:
    """Hypotheses that are played on a sample, and an indicator of something unlikely."""
    names = {
        "posint": "T", "positive": "delta k lambda_", "nonneg": "ell L chi", "real": "Z P",
        "vector": "h", "random": "ell h Z chi",
    }  # fmt: skip
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.define("start", "Z[1] == 0", label="the start")
    ctx.define("sums", "Z[t+1] == Z[t] + k*L(h[t]) - lambda_*ell[t]", label="what is watched")
    ctx.hyp("most", "ell[t] <= 1", label="losses between 0 and 1")
    ctx.hyp("most_risk", "L(h[t]) <= 1", label="risks between 0 and 1")
    ctx.assume(
        "fresh",
        "E(exp(Z[t] + k*L(h[t]))*(L(h[t]) - ell[t])) == 0",
        label="a fresh example",
        source=FRESH,
    )
    setting = ctx.setting("risk.one_run", "bounded losses", ONE_RUN)
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.define("chance", "P == E(chi)", label="the probability")
    return ctx, setting


@cache
def average_risk() -> dict[str, Theorem]:
    """The average risk of the hypotheses of a run, with high probability."""
    ctx, setting = _one_run(positive="epsilon")
    ctx.hyp("possible", "0 <= log(1/delta)", label="a probability")
    ctx.define("level", "epsilon == sqrt(log(1/delta)/(2*T))", label="by how much")
    ctx.define("rate", "k == 4*epsilon", label="the rate")
    ctx.define("same", "lambda_ == 4*epsilon", label="the same rate for losses")
    ctx.hyp(
        "event",
        "epsilon*chi <= chi*(Sum(L(h[t]), t, 1, T)/T - Sum(ell[t], t, 1, T)/T)",
        label="the average risk is large",
    )
    ctx.model(T=1, ell=1, h=(0, 0), L=lambda point: 1, chi=0, delta=1 / 2)
    ctx.prove(
        "first",
        """
        Z[1]/k
        == 0
            | by start
        """,
        label="At the start",
    )
    ctx.prove(
        "next",
        """
        Z[t+1]/k
        == Z[t]/k + L(h[t]) - ell[t]
            | by sums, rate, same
        """,
        label="Risks minus losses, so far",
    )
    ctx.prove(
        "martingale",
        """
        E(exp(k*(Z[t]/k + L(h[t]) - 1))*(L(h[t]) - ell[t]))
        == exp(-k)*E(exp(Z[t] + k*L(h[t]))*(L(h[t]) - ell[t]))
        == 0
            | by times(exp(-k), fresh)
        """,
        label="A fresh example, with a factor",
    )
    ctx.prove(
        "total",
        """
        Z[T+1]/k
        == Z[1]/k + Sum(Z[t+1]/k - Z[t]/k, t, 1, T)
        == Sum(L(h[t]), t, 1, T) - Sum(ell[t], t, 1, T)
            | by first, sum(t, 1, T, next)
        """,
        label="All risks minus all losses",
    )
    ctx.prove(
        "event_of_sums",
        """
        T*epsilon*chi
        <= chi*Sum(L(h[t]), t, 1, T) - chi*Sum(ell[t], t, 1, T)
            | by times(T, event)
        == chi*Z[T+1]/k
            | by total
        """,
        label="Then the sum of the differences is large",
    )
    ctx.cite(
        "azuma",
        azuma()["risk.azuma_hoeffding"],
        given="S[t] = Z[t]/k, s = k, D[t] = L(h[t]) - ell[t], A[t] = L(h[t]) - 1, c = 1, epsilon = T*epsilon,"
        " rho[t] = 1 - L(h[t])",
    )
    theorem = ctx.theorem(
        "average",
        """
        P
        <= exp(-2*T*epsilon**2)
            | by azuma
        == delta
            | by level
        """,
        claim="P <= delta",
        title=THEOREMS["risk.average_risk"].title,
        name="risk.average_risk",
        shown="Sum(L(h[t]), t, 1, T)/T < Sum(ell[t], t, 1, T)/T + sqrt(log(1/delta)/(2*T))",
        within=(setting,),
        statement="""
            In @risk.one_run let [`delta` be between 0 and 1](delta > 0, possible, level, epsilon > 0, rate, same).
            Then {claim}.
        """,
        sample=samplers.classification_with_high_probability,
    )
    return {"risk.average_risk": theorem}


@cache
def average_point() -> dict[str, Theorem]:
    """The average of the points that were played, against a comparator, with high probability."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="epsilon delta",
        nonneg="f L chi",
        real="S P s m Reg_T",
        vector="w u a D p q",
        random="f w S chi a m Reg_T",
    )
    ctx.written(a=r"\bar w")
    regret_against_a_point(ctx)
    ctx.define("start", "S[1] == 0", label="the start")
    ctx.define(
        "sums",
        "S[t+1] == S[t] + L(w[t]) - L(u) - f[t](w[t]) + f[t](u)",
        label="excess risk minus regret, so far",
    )
    ctx.hyp("most", "f[t](w[t]) <= 1", label="losses between 0 and 1")
    ctx.hyp("most_u", "f[t](u) <= 1", label="losses of the comparator between 0 and 1")
    ctx.hyp("most_risk", "L(w[t]) <= 1", label="risks between 0 and 1")
    ctx.hyp("most_risk_u", "L(u) <= 1", label="risk of the comparator between 0 and 1")
    ctx.assume(
        "fresh",
        "E(exp(s*(S[t] + L(w[t]) - L(u) - 1))*(L(w[t]) - L(u) - f[t](w[t]) + f[t](u))) == 0",
        label="a fresh example",
        source=FRESH,
    )
    output_the_average(ctx)
    setting = ctx.setting("risk.points", "a bounded convex risk", POINTS)
    ctx.hyp("possible", "0 <= log(1/delta)", label="a probability")
    ctx.define("level", "epsilon == sqrt(2*log(1/delta)/T)", label="by how much")
    ctx.define("rate", "s == epsilon", label="the rate")
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp(
        "event",
        "epsilon*chi <= chi*(L(a) - L(u) - Sum(f[t](w[t]) - f[t](u), t, 1, T)/T)",
        label="the excess risk is large",
    )
    ctx.define("chance", "P == E(chi)", label="the probability")
    ctx.model(
        T=1, w=(0, 0), u=(0, 0), f=lambda t, point, outcome: 0, L=lambda point: 0,
        D=lambda point: (0, 0), chi=0, delta=1/2,
    )  # fmt: skip
    ctx.prove(
        "total",
        """
        S[T+1]
        == S[1] + Sum(S[t+1] - S[t], t, 1, T)
        == Sum(L(w[t]), t, 1, T) - T*L(u) - Sum(f[t](w[t]) - f[t](u), t, 1, T)
            | by start, sums
        """,
        label="Excess risk minus regret",
    )
    ctx.prove(
        "event_of_sums",
        """
        T*epsilon*chi
        <= chi*(T*L(a) - T*L(u) - Sum(f[t](w[t]) - f[t](u), t, 1, T))
            | by times(T, event)
        <= chi*(T*m - T*L(u) - Sum(f[t](w[t]) - f[t](u), t, 1, T))
            | by times(chi*T, jensen)
        == chi*S[T+1]
            | by total, mean
        """,
        label="Then the sum of the differences is large",
    )
    ctx.prove(
        "low",
        """
        L(w[t]) - L(u) - 1
        <= L(w[t]) - L(u) - f[t](w[t]) + f[t](u)
            | by most ; gap f[t](u)
        """,
        label="The lower end of the interval",
    )
    ctx.prove(
        "high",
        """
        L(w[t]) - L(u) - f[t](w[t]) + f[t](u)
        <= L(w[t]) - L(u) - 1 + 2
            | by most_u ; gap f[t](w[t])
        """,
        label="Its upper end",
    )
    ctx.prove(
        "below",
        """
        L(w[t]) - L(u) - 1
        <= 0
            | by most_risk ; gap L(u)
        """,
        label="It contains zero",
    )
    ctx.prove(
        "above",
        """
        0
        <= L(w[t]) - L(u) - 1 + 2
            | by most_risk_u ; gap L(w[t])
        """,
        label="From both sides",
    )
    ctx.cite(
        "azuma",
        azuma()["risk.azuma_hoeffding"],
        given="D[t] = L(w[t]) - L(u) - f[t](w[t]) + f[t](u), A[t] = L(w[t]) - L(u) - 1, c = 2,"
        " epsilon = T*epsilon, rho[t] = (1 + L(u) - L(w[t]))/2",
    )
    theorem = ctx.theorem(
        "averaged",
        """
        P
        <= exp(-T*epsilon**2/2)
            | by azuma
        == delta
            | by level
        """,
        claim="P <= delta",
        title=THEOREMS["risk.average_point"].title,
        name="risk.average_point",
        kind="corollary",
        within=(setting,),
        shown="L(a) < L(u) + Reg_T(u)/T + sqrt(2*log(1/delta)/T)",
        statement="""
            In @risk.points let [`delta` be between 0 and 1](delta > 0, possible, level, epsilon > 0, rate, random).
            Then {claim}.
        """,
        sample=samplers.online_to_batch_with_high_probability,
    )
    return {"risk.average_point": theorem}


@cache
def few_mistakes() -> dict[str, Theorem]:
    """The sum of the risks, when the learner makes few mistakes."""
    ctx, setting = _one_run(nonneg="M", real="r")
    ctx.define("factor", "k == 1 - exp(-lambda_)", label="the factor")
    exp_tangent(ctx, "r")
    ctx.hyp("mistakes", "Sum(ell[t], t, 1, T) <= M", label="the total loss")
    ctx.hyp(
        "event",
        "(lambda_*M + log(1/delta))/k*chi <= chi*Sum(L(h[t]), t, 1, T)",
        label="the risks are large",
    )
    ctx.model(
        T=1, lambda_=1, ell=1, h=(0, 0), L=lambda point: 1, M=1, chi=0, delta=1, P=0
    )  # fmt: skip
    ctx.prove(
        "chord_low",
        """
        (1 - ell[t])*(1 + lambda_*ell[t])*exp(-lambda_*ell[t])
        <= 1 - ell[t]
            | by times((1 - ell[t])*exp(-lambda_*ell[t]), at(tangent, r=lambda_*ell[t]))
        """,
        label="The tangent at the loss, at 0",
    )
    ctx.prove(
        "chord_high",
        """
        ell[t]*(1 + lambda_*ell[t] - lambda_)*exp(-lambda_*ell[t])
        <= ell[t]*exp(-lambda_)
            | by times(ell[t]*exp(-lambda_*ell[t]), at(tangent, r=lambda_*ell[t] - lambda_))
        """,
        label="And at 1",
    )
    ctx.prove(
        "chord",
        """
        exp(-lambda_*ell[t])
        <= 1 - ell[t] + ell[t]*exp(-lambda_)
            | by chord_low, chord_high
        == 1 - k*ell[t]
            | by factor
        """,
        label="A chord of the exponential",
    )
    ctx.prove(
        "round",
        """
        E(exp(Z[t+1]))
        == E(exp(Z[t] + k*L(h[t]))*exp(-lambda_*ell[t]))
            | by sums
        <= E(exp(Z[t] + k*L(h[t]))*(1 - k*ell[t]))
            | by E(times(exp(Z[t] + k*L(h[t])), chord))
        == E(exp(Z[t] + k*L(h[t]))*(1 - k*L(h[t])))
            | by times(k, fresh)
        <= E(exp(Z[t]))
            | by E(times(exp(Z[t] + k*L(h[t])), at(tangent, r=-k*L(h[t]))))
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
        <= chi*(k*Sum(L(h[t]), t, 1, T) - lambda_*M)
            | by times(k, event)
        <= chi*(k*Sum(L(h[t]), t, 1, T) - lambda_*Sum(ell[t], t, 1, T))
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
        P
        == E(chi)
            | by chance
        <= delta*E(exp(Z[T+1]))
            | by E(markov)
        <= delta*E(exp(Z[1]))
            | by times(delta, all_rounds)
        == delta
            | by start
        """,
        claim="P <= delta",
        title=THEOREMS["risk.few_mistakes"].title,
        name="risk.few_mistakes",
        shown="Sum(L(h[t]), t, 1, T) < (lambda_*M + log(1/delta))/k",
        why="""
            round 1 | one round more
            round 2 | on the interval the exponential lies below its chord
            round 3 | a fresh example: the loss may be replaced by the risk
            round 4 | $1-z\\le e^{-z}$
            fast 2 | Markov's inequality
            fast 4 | all rounds
        """,
        within=(setting,),
        statement="""
            In @risk.one_run let the losses add up to [at most `M` on every sample that can be drawn](mistakes, M >=
            0), for [positive `delta` and `lambda_`](delta > 0, lambda_ > 0). Then {claim}, where {factor}.
        """,
        sample=samplers.classification_with_few_mistakes,
    )
    return {"risk.few_mistakes": theorem}


@cache
def anytime() -> dict[str, Theorem]:
    """Gradients at the running average, which is what is put out after any round."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="alpha A N",
        real="L B Reg_T",
        vector="w x g u D p q",
        random="w x g Reg_T",
    )
    ctx.define("first_weight", "A[1] == alpha[1]", label="the sum of the first weight")
    ctx.define(
        "weights", "A[t+1] == A[t] + alpha[t+1]", on="t: 1..T-1", label="sums of the weights"
    )
    ctx.define("start", "x[1] == w[1]", label="the first average")
    ctx.define(
        "average",
        "x[t+1] == x[t] + alpha[t+1]/A[t+1]*(w[t+1] - x[t])",
        on="t: 1..T-1",
        label="the running average",
    )
    ctx.hyp(
        "convex_risk",
        "L(p) - L(q) <= dot(D(p), p - q)",
        label="convexity of the risk",
        for_all="p q",
    )
    ctx.assume(
        "fresh",
        "E(dot(g[t], w[t] - u)) == E(dot(D(x[t]), w[t] - u))",
        label="a fresh example",
        source=FRESH,
    )
    ctx.define(
        "regret",
        "Reg_T(p) == Sum(alpha[t]*dot(g[t], w[t] - p), t, 1, T)",
        label="regret on the linear losses",
        for_all="p",
    )
    setting = ctx.setting("risk.averages", "gradients at the running average", AVERAGES)
    ctx.define("expected", "B == E(Reg_T(u))", label="expected regret")
    ctx.define("total", "N == A[T]", label="the sum of all weights")
    ctx.model(
        T=1, alpha=1, A=1, N=1, w=(0, 0), x=(0, 0), g=(0, 0), u=(0, 0), L=lambda point: 0,
        D=lambda point: (0, 0), B=0,
    )  # fmt: skip
    ctx.prove(
        "identity",
        """
        alpha[t+1]*dot(q, w[t+1] - x[t+1])
        == alpha[t+1]*(1 - alpha[t+1]/A[t+1])*dot(q, w[t+1] - x[t])
            | by average
        == A[t]*(alpha[t+1]/A[t+1])*dot(q, w[t+1] - x[t])
            | by weights
        == A[t]*dot(q, x[t+1] - x[t])
            | by average
        """,
        on="t: 1..T-1",
        label="How far the new point is from the average",
    )
    ctx.prove(
        "all_weights",
        """
        Sum(alpha[t], t, 1, T)
        == alpha[1] + Sum(A[t+1] - A[t], t, 1, T-1)
            | by weights
        == A[1] + Sum(A[t+1] - A[t], t, 1, T-1)
            | by first_weight
        == N
            | by total
        """,
        label="The sum of the weights",
    )
    ctx.prove(
        "first",
        """
        A[1]*L(x[1])
        == alpha[1]*L(x[1])
            | by first_weight
        <= alpha[1]*L(u) + alpha[1]*dot(D(x[1]), x[1] - u)
            | by times(alpha[1], at(convex_risk, p=x[1], q=u))
        == alpha[1]*L(u) + alpha[1]*dot(D(x[1]), w[1] - u)
            | by start
        """,
        label="The first round",
    )
    ctx.prove(
        "round",
        """
        A[t+1]*L(x[t+1])
        == A[t]*L(x[t]) + A[t]*(L(x[t+1]) - L(x[t])) + alpha[t+1]*L(x[t+1])
            | by weights
        <= A[t]*L(x[t]) + A[t]*dot(D(x[t+1]), x[t+1] - x[t]) + alpha[t+1]*L(x[t+1])
            | by times(A[t], at(convex_risk, p=x[t+1], q=x[t]))
        == A[t]*L(x[t]) + alpha[t+1]*dot(D(x[t+1]), w[t+1] - x[t+1]) + alpha[t+1]*L(x[t+1])
            | by at(identity, q=D(x[t+1]))
        <= A[t]*L(x[t]) + alpha[t+1]*dot(D(x[t+1]), w[t+1] - u) + alpha[t+1]*L(u)
            | by times(alpha[t+1], at(convex_risk, p=x[t+1], q=u))
        """,
        on="t: 1..T-1",
        label="One round",
    )
    theorem = ctx.theorem(
        "last",
        """
        E(L(x[T])) - L(u)
        == E(A[T]*L(x[T]))/N - L(u)
            | by total
        == E(A[1]*L(x[1]) + Sum(A[t+1]*L(x[t+1]) - A[t]*L(x[t]), t, 1, T-1))/N - L(u)
        <= E(alpha[1]*L(u) + alpha[1]*dot(D(x[1]), w[1] - u) + Sum(alpha[t+1]*L(u) + alpha[t+1]*dot(D(x[t+1]), w[t+1] - u), t, 1, T-1))/N - L(u)
            | by times(1/N, E(first)), times(1/N, E(sum(t, 1, T-1, round)))
        == Sum(alpha[t]*E(dot(D(x[t]), w[t] - u)), t, 1, T)/N + Sum(alpha[t], t, 1, T)*L(u)/N - L(u)
        == Sum(alpha[t]*E(dot(D(x[t]), w[t] - u)), t, 1, T)/N
            | by times(L(u)/N, all_weights)
        == Sum(alpha[t]*E(dot(g[t], w[t] - u)), t, 1, T)/N
            | by sum(t, 1, T, times(alpha[t]/N, fresh))
        == B/N
            | by expected, at(regret, p=u)
        """,  # noqa: E501
        claim="E(L(x[T])) - L(u) <= B/N",
        title=THEOREMS["risk.anytime"].title,
        name="risk.anytime",
        why="""
            identity | $x_{t+1}$ is an average: a pull by the new point moves it a little
            round 2 | convexity, at the new average
            round 3 | the identity
            round 4 | convexity again
            last 2 | all rounds but the first telescope
            last 5 | one round, in the mean; the weights add up to $N$
            last 7 | given the past, the mean of $g_t$ is a subgradient
        """,
        within=(setting,),
        shown="E(L(x[T])) - L(u) <= E(Reg_T(u))/A[T]",
        statement="In @risk.averages, {claim}.",
        sample=samplers.anytime,
    )
    return {"risk.anytime": theorem}


@cache
def last_iterate() -> dict[str, Theorem]:
    """The last point of subgradient descent with steps that fall to zero along a line."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="U G c n",
        real="L eta",
        vector="w v g y z u D p q",
        random="w v g y z",
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("slope", "c == U/(G*T*sqrt(T))", label="the slope of the steps")
    ctx.define("rest", "n[t] == T + 1 - t", label="the number of rounds left")
    ctx.define("tuning", "eta[t] == U/(G*sqrt(T))*((T - t)/T)", label="the steps")
    ctx.define("step", "v[t] == w[t] - eta[t]*g[t]", label="the gradient step")
    ctx.define("target", "z[1] == u", label="the first target")
    ctx.define("share", "y[t] == (w[t] - z[t])/n[t]", label="a share of the way to the learner")
    ctx.define(
        "moves",
        "z[t+1] == z[t] + y[t]",
        on="t: 1..T-1",
        label="the target moves towards the learner",
    )
    ctx.hyp(
        "convex_risk",
        "L(p) - L(q) <= dot(D(p), p - q)",
        label="convexity of the risk",
        for_all="p q",
    )
    ctx.assume(
        "fresh",
        "E(dot(g[t], y[t])) == E(dot(D(w[t]), y[t]))",
        label="a fresh example",
        source=FRESH,
    )
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], z[t+1] - w[t+1]) <= 0",
        on="t: 1..T-1",
        label="projection",
        source=NEAREST,
    )
    ctx.hyp("lipschitz", "E(norm2(g[t])) <= G**2", label="size of the gradients")
    setting = ctx.setting("risk.falling_steps", "steps that fall to zero", FALLING)
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.model(
        T=2, U=1, G=1, w=(0, 0), v=(0, 0), g=(0, 0), z=(0, 0), y=(0, 0), u=(0, 0),
        L=lambda point: 0, D=lambda point: (0, 0),
    )  # fmt: skip
    ctx.prove(
        "fewer",
        """
        n[t+1]
        == T + 1 - (t + 1)
            | by at(rest, t=t+1)
        == n[t] - 1
            | by rest
        """,
        on="t: 1..T-1",
        label="One round fewer is left",
    )
    ctx.prove(
        "shrinking",
        """
        eta[t]
        == c*(T - t)
            | by tuning, slope
        == c*(n[t] - 1)
            | by rest
        """,
        label="The steps, by the number of rounds left",
    )
    ctx.prove(
        "length",
        """
        norm2(w[t] - z[t])
        == n[t]**2*norm2(y[t])
            | by share
        """,
        label="The whole way",
    )
    ctx.prove(
        "step_to_target",
        """
        norm2(v[t] - z[t+1])
        == norm2(w[t] - z[t] - eta[t]*g[t] - y[t])
            | by step, moves
        == norm2((n[t] - 1)*y[t] - eta[t]*g[t])
            | by share
        == (n[t] - 1)**2*norm2(y[t] - c*g[t])
            | by times((eta[t] + c*(n[t] - 1))*norm2(g[t]) - 2*(n[t] - 1)*dot(g[t], y[t]), shrinking)
        """,
        on="t: 1..T-1",
        label="Target and learner move",
    )
    ctx.prove(
        "closer",
        """
        n[t+1]**2*norm2(y[t+1])
        == norm2(w[t+1] - z[t+1])
            | by at(length, t=t+1)
        <= norm2(v[t] - z[t+1])
            | by times(2, projection) ; gap norm2(v[t] - w[t+1])
        == (n[t] - 1)**2*norm2(y[t] - c*g[t])
            | by step_to_target
        == n[t+1]**2*norm2(y[t] - c*g[t])
            | by times((n[t+1] + n[t] - 1)*norm2(y[t] - c*g[t]), fewer)
        """,
        on="t: 1..T-1",
        label="Projecting brings the iterate no farther from the target",
    )
    ctx.prove(
        "approach",
        """
        2*c*dot(g[t], y[t])
        <= norm2(y[t]) - norm2(y[t+1]) + c**2*norm2(g[t])
            | by times(1/n[t+1]**2, closer)
        """,
        on="t: 1..T-1",
        label="One step",
    )
    ctx.prove(
        "slope_there",
        """
        L(z[t+1]) - L(z[t])
        <= dot(D(z[t+1]), z[t+1] - z[t])
            | by at(convex_risk, p=z[t+1], q=z[t])
        == dot(D(z[t+1]), y[t])
            | by moves
        """,
        on="t: 1..T-1",
        label="What the target pays",
    )
    ctx.prove(
        "ahead",
        """
        n[t+1]*dot(q, y[t])
        == n[t]*dot(q, y[t]) - dot(q, y[t])
            | by times(dot(q, y[t]), fewer)
        == dot(q, w[t] - z[t] - y[t])
            | by share
        == dot(q, w[t] - z[t+1])
            | by moves
        """,
        on="t: 1..T-1",
        label="The rest of the way",
    )
    ctx.prove(
        "target_risk",
        """
        n[t]*(L(z[t+1]) - L(z[t]))
        == n[t+1]*(L(z[t+1]) - L(z[t])) + L(z[t+1]) - L(z[t])
            | by times(L(z[t+1]) - L(z[t]), fewer)
        <= n[t+1]*dot(D(z[t+1]), y[t]) + L(z[t+1]) - L(z[t])
            | by times(n[t+1], slope_there)
        == dot(D(z[t+1]), w[t] - z[t+1]) + L(z[t+1]) - L(z[t])
            | by at(ahead, q=D(z[t+1]))
        <= L(w[t]) - L(z[t])
            | by at(convex_risk, p=z[t+1], q=w[t])
        """,
        on="t: 1..T-1",
        label="The target is a mean of itself and the learner",
    )
    ctx.prove(
        "round",
        """
        2*c*E(L(z[t+1]) - L(z[t]))
        <= 2*c*E((L(w[t]) - L(z[t]))/n[t])
            | by times(2*c, E(times(1/n[t], target_risk)))
        <= 2*c*E(dot(D(w[t]), w[t] - z[t])/n[t])
            | by times(2*c, E(times(1/n[t], at(convex_risk, p=w[t], q=z[t]))))
        == 2*c*E(dot(D(w[t]), y[t]))
            | by share
        == 2*c*E(dot(g[t], y[t]))
            | by times(2*c, fresh)
        <= E(norm2(y[t])) - E(norm2(y[t+1])) + c**2*E(norm2(g[t]))
            | by E(approach)
        <= E(norm2(y[t])) - E(norm2(y[t+1])) + c**2*G**2
            | by times(c**2, lipschitz)
        """,
        on="t: 1..T-1",
        label="One round",
    )
    ctx.prove(
        "last_way",
        """
        dot(q, y[T])
        == dot(q, w[T] - z[T])/n[T]
            | by at(share, t=T)
        == dot(q, w[T] - z[T])
            | by at(rest, t=T)
        """,
        label="In the last round, the way is one share",
    )
    ctx.prove(
        "last_round",
        """
        2*c*E(L(w[T]) - L(z[T]))
        <= 2*c*E(dot(D(w[T]), w[T] - z[T]))
            | by times(2*c, E(at(convex_risk, p=w[T], q=z[T])))
        == 2*c*E(dot(D(w[T]), y[T]))
            | by times(2*c, E(at(last_way, q=D(w[T]))))
        == 2*c*E(dot(g[T], y[T]))
            | by times(2*c, at(fresh, t=T))
        <= E(norm2(y[T])) + c**2*E(norm2(g[T]))
            | gap E(norm2(y[T] - c*g[T]))
        <= E(norm2(y[T])) + c**2*G**2
            | by times(c**2, at(lipschitz, t=T))
        """,
        label="The last round",
    )
    ctx.prove(
        "first_way",
        """
        norm2(y[1])
        == norm2(u)/n[1]**2
            | by at(share, t=1), start, target
        == norm2(u)/T**2
            | by at(rest, t=1)
        <= U**2/T**2
            | by times(1/T**2, size)
        """,
        label="The first share of the way",
    )
    ctx.prove(
        "all_rounds",
        """
        2*c*(E(L(w[T])) - L(u))
        == 2*c*(E(L(w[T])) - E(L(z[1])))
            | by target
        == 2*c*E(L(w[T]) - L(z[T])) + Sum(2*c*E(L(z[t+1]) - L(z[t])), t, 1, T-1)
        <= E(norm2(y[T])) + c**2*G**2 + Sum(E(norm2(y[t])) - E(norm2(y[t+1])) + c**2*G**2, t, 1, T-1)
            | by last_round, sum(t, 1, T-1, round)
        == E(norm2(y[1])) + T*c**2*G**2
        <= U**2/T**2 + T*c**2*G**2
            | by E(first_way)
        """,
        label="All rounds",
    )
    theorem = ctx.theorem(
        "last",
        """
        E(L(w[T])) - L(u)
        <= U**2/(2*c*T**2) + T*c*G**2/2
            | by times(1/(2*c), all_rounds)
        == U*G/sqrt(T)
            | by slope
        """,
        claim="E(L(w[T])) - L(u) <= U*G/sqrt(T)",
        title=THEOREMS["risk.last_iterate"].title,
        name="risk.last_iterate",
        why="""
            target_risk | the new target is a mean of the old one and of $w_t$, which counts once
            approach | the step, for the moves $y_t$ of the target
            round 2 | the first line, and convexity
            round 6 | the second line, as $w_t$ and $z_t$ are known before $g_t$ is drawn
            all_rounds 4 | summed: the last move goes all the way to $w_T$
            last 1 | the first move is $-u/T$
            last 2 | the slope of the steps
        """,
        within=(setting,),
        statement="In @risk.falling_steps, if {size}, the last point satisfies {claim}.",
        sample=samplers.last_iterate,
    )
    return {"risk.last_iterate": theorem}


def _strongly_convex(**more: str) -> tuple[Context, Setting]:
    """Stochastic subgradient descent on a strongly convex risk."""
    names = {
        "posint": "T", "positive": "mu G eta", "real": "L", "vector": "w v g u D p q", "random": "w v g",
    }  # fmt: skip
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.written(a=r"\bar w")
    ctx.hyp(
        "strong",
        "L(p) - L(q) <= dot(D(p), p - q) - mu/2*norm2(p - q)",
        label="strong convexity of the risk",
        for_all="p q",
    )
    ctx.prove(
        "convex_risk",
        """
        L(p) - L(q)
        <= dot(D(p), p - q)
            | by strong ; gap mu/2*norm2(p - q)
        """,
        label="It is convex all the more",
    )
    ctx.define("step", "v[t] == w[t] - eta[t]*g[t]", label="the gradient step")
    ctx.assume(
        "fresh",
        "E(dot(g[t], w[t] - u)) == E(dot(D(w[t]), w[t] - u))",
        label="a fresh example",
        source=FRESH,
    )
    ctx.assume(
        "projection", "dot(v[t] - w[t+1], u - w[t+1]) <= 0", label="projection", source=NEAREST
    )
    ctx.hyp("lipschitz", "E(norm2(g[t])) <= G**2", label="size of the gradients")
    setting = ctx.setting("risk.strongly_convex", "a strongly convex risk", STRONG)
    ctx.model(
        T=1, mu=1, G=1, w=(0, 0), v=(0, 0), g=(0, 0), u=(0, 0), L=lambda point: point[0] ** 2 / 2 + point[1] ** 2 / 2,
        D=lambda point: point,
    )  # fmt: skip
    ctx.prove(
        "not_negative",
        """
        -E(norm2(w[t+1] - u))
        <= 0
            | gap E(norm2(w[t+1] - u))
        """,
        label="Distances are not negative",
    )
    ctx.prove("closer", CLOSER, label="Projecting brings the iterate no farther from $u$")
    return ctx, setting


@cache
def weighted_average() -> dict[str, Theorem]:
    """A strongly convex risk: later points count more in the average."""
    ctx, setting = _strongly_convex(vector="a", random="a")
    ctx.define("tuning", "eta[t] == 2/(mu*(t + 1))", label="the steps")
    ctx.define("average", "a == 2/(T*(T + 1))*Sum(t*w[t], t, 1, T)", label="the weighted average")
    ctx.prove(
        "round",
        """
        t*(E(L(w[t])) - L(u))
        <= t*E(dot(D(w[t]), w[t] - u)) - mu*t/2*E(norm2(w[t] - u))
            | by times(t, E(at(strong, p=w[t], q=u)))
        == t*E(dot(g[t], w[t] - u)) - mu*t/2*E(norm2(w[t] - u))
            | by times(t, fresh)
        == t*E(norm2(w[t] - u) - norm2(v[t] - u))/(2*eta[t]) + t*eta[t]/2*E(norm2(g[t])) - mu*t/2*E(norm2(w[t] - u))
            | by step
        <= t*E(norm2(w[t] - u) - norm2(w[t+1] - u))/(2*eta[t]) + t*eta[t]/2*G**2 - mu*t/2*E(norm2(w[t] - u))
            | by times(t/(2*eta[t]), E(closer)), times(t*eta[t]/2, lipschitz)
        == mu/4*(t*(t-1)*E(norm2(w[t] - u)) - (t+1)*t*E(norm2(w[t+1] - u))) + t/(mu*(t + 1))*G**2
            | by tuning
        <= mu/4*(t*(t-1)*E(norm2(w[t] - u)) - (t+1)*t*E(norm2(w[t+1] - u))) + G**2/mu
            | gap G**2/(mu*(t + 1))
        """,
        label="One round, multiplied by its number",
    )
    ctx.prove(
        "numbers",
        """
        Sum(t, t, 1, T)
        == T*(T + 1)/2
            | by induction(T)
        """,
        label="The sum of the numbers of the rounds",
    )
    ctx.prove(
        "all_rounds",
        """
        Sum(t*(E(L(w[t])) - L(u)), t, 1, T)
        <= Sum(mu/4*(t*(t-1)*E(norm2(w[t] - u)) - (t+1)*t*E(norm2(w[t+1] - u))) + G**2/mu, t, 1, T)
            | by sum(t, 1, T, round)
        == -mu/4*(T+1)*T*E(norm2(w[T+1] - u)) + T*G**2/mu
            | by times(mu*norm2(u)/2, numbers)
        <= T*G**2/mu
            | by times(mu/4*(T+1)*T, at(not_negative, t=T))
        """,
        label="All rounds",
    )
    ctx.prove(
        "jensen",
        """
        L(a) - L(u)
        == 2/(T*(T + 1))*Sum(t*(L(a) - L(u)), t, 1, T)
            | by times(2*(L(a) - L(u))/(T*(T + 1)), numbers)
        <= 2/(T*(T + 1))*Sum(t*(L(w[t]) - L(u) + dot(D(a), a - w[t])), t, 1, T)
            | by times(2/(T*(T + 1)), sum(t, 1, T, times(t, at(convex_risk, p=a, q=w[t]))))
        == 2/(T*(T + 1))*Sum(t*(L(w[t]) - L(u)), t, 1, T) + dot(D(a), a)*(2/(T*(T + 1))*Sum(t, t, 1, T) - 1)
            | by average
        == 2/(T*(T + 1))*Sum(t*(L(w[t]) - L(u)), t, 1, T)
            | by times(2*dot(D(a), a)/(T*(T + 1)), numbers)
        """,
        label="Jensen's inequality for the weighted average",
    )
    theorem = ctx.theorem(
        "weighted",
        """
        E(L(a)) - L(u)
        <= 2/(T*(T + 1))*Sum(t*(E(L(w[t])) - L(u)), t, 1, T)
            | by E(jensen)
        <= 2*G**2/(mu*(T + 1))
            | by times(2/(T*(T + 1)), all_rounds)
        """,
        claim="E(L(a)) - L(u) <= 2*G**2/(mu*(T + 1))",
        title=THEOREMS["risk.weighted_average"].title,
        name="risk.weighted_average",
        why="""
            round 1 | strong convexity, times $t$
            round 4 | the round of gradient descent
            round 5 | the step
            round 6 | $t$ is at most $t+1$
            all_rounds 3 | the distances telescope
            weighted 1 | the weights add up to $\\frac{T(T+1)}2$
            weighted 2 | all rounds
        """,
        within=(setting,),
        statement="""
            In @risk.strongly_convex let {tuning}. Then [the average `a` of the `w[t]` with weights proportional to
            $t$](average, random) satisfies {claim}.
        """,
        sample=samplers.strongly_convex_weighted,
    )
    return {"risk.weighted_average": theorem}


@cache
def plain_average() -> dict[str, Theorem]:
    """A strongly convex risk, with steps and an average that count all points alike."""
    ctx, setting = _strongly_convex(vector="a", random="a m", real="m b l")
    ctx.define("tuning", "eta[t] == 1/(mu*t)", label="the steps")
    ctx.define("average", "a == Sum(w[t], t, 1, T)/T", label="the average")
    ctx.define("mean", "m == Sum(L(w[t]), t, 1, T)/T", label="the mean of the risks")
    ctx.define("inverse", "b[t] == 1/t", label="the inverses of the numbers of the rounds")
    ctx.define("logarithm", "l[t] == log(t)", label="and their logarithms")
    ctx.cite("jensen", jensen()["batch.jensen"])
    ctx.cite("harmonic", harmonic()["curved.harmonic"])
    ctx.cite(
        "regret",
        strongly_convex()["curved.strongly_convex"],
        given="""f[t](p) = dot(g[t], p) + mu/2*norm2(p - w[t]),
            S = Sum(norm2(g[t])/t, t, 1, T), q[t] = mu*(t-1)*norm2(w[t] - u)""",
    )
    ctx.prove(
        "in_every_outcome",
        """
        Sum(dot(g[t], w[t] - u) - mu/2*norm2(w[t] - u), t, 1, T)
        <= Sum(norm2(g[t])/t, t, 1, T)/(2*mu)
            | by regret
        """,
        label="The regret on the parabolas that are seen",
    )
    ctx.prove(
        "round",
        """
        E(L(w[t])) - L(u)
        <= E(dot(D(w[t]), w[t] - u)) - mu/2*E(norm2(w[t] - u))
            | by E(at(strong, p=w[t], q=u))
        == E(dot(g[t], w[t] - u)) - mu/2*E(norm2(w[t] - u))
            | by fresh
        """,
        label="One round",
    )
    ctx.prove(
        "all_rounds",
        """
        Sum(E(L(w[t])) - L(u), t, 1, T)
        <= Sum(E(dot(g[t], w[t] - u)) - mu/2*E(norm2(w[t] - u)), t, 1, T)
            | by sum(t, 1, T, round)
        <= Sum(E(norm2(g[t]))/t, t, 1, T)/(2*mu)
            | by E(in_every_outcome)
        <= G**2/(2*mu)*Sum(1/t, t, 1, T)
            | by times(1/(2*mu), sum(t, 1, T, times(1/t, lipschitz)))
        <= G**2/(2*mu)*(1 + log(T))
            | by times(G**2/(2*mu), harmonic)
        """,
        label="All rounds",
    )
    theorem = ctx.theorem(
        "plain",
        """
        E(L(a)) - L(u)
        <= E(m) - L(u)
            | by E(jensen)
        == Sum(E(L(w[t])) - L(u), t, 1, T)/T
            | by mean
        <= G**2*(1 + log(T))/(2*mu*T)
            | by times(1/T, all_rounds)
        """,
        claim="E(L(a)) - L(u) <= G**2*(1 + log(T))/(2*mu*T)",
        title=THEOREMS["risk.plain_average"].title,
        name="risk.plain_average",
        within=(setting,),
        statement="""
            In @risk.strongly_convex let {tuning}. Then [the average `a` of its points](average, mean, random)
            satisfies {claim}.
        """,
        sample=samplers.strongly_convex_plain,
    )
    return {"risk.plain_average": theorem}


@cache
def surrogate() -> dict[str, Theorem]:
    """How often the average errs that was learnt with the hinge loss."""
    ctx = one_pass_setting(real="P R Y Reg_T", nonneg="chi", vector="X", random="chi X Y Reg_T")
    regret_against_a_point(ctx)
    ctx.assume(
        "unseen",
        "E(pos(1 - Y*dot(a, X))) == E(L(a))",
        label="a fresh example",
        source=FRESH,
    )
    ctx.hyp("indicator", "chi**2 == chi", label="an indicator")
    ctx.hyp("mistake", "chi*Y*dot(a, X) <= 0", label=r"$\chi=1$ only at a mistake")
    ctx.define("chance", "P == E(chi)", label="the probability of a mistake")
    ctx.define("comparator", "R == L(u)", label="the hinge risk of the comparator")
    ctx.model(X=(0, 0), Y=1, chi=1, P=1, R=0)
    one_pass = stochastic_gradient_descent()["batch.gradient_descent"]
    ctx.cite("one_pass", one_pass)
    ctx.prove(
        "above",
        """
        chi
        <= chi*(1 - Y*dot(a, X))
            | by mistake
        <= chi*pos(1 - Y*dot(a, X))
            | by times(chi, pos(1 - Y*dot(a, X)))
        <= pos(1 - Y*dot(a, X))
            | by times(pos(1 - Y*dot(a, X)), indicator) ; gap (1 - chi)**2*pos(1 - Y*dot(a, X))
        """,
        label="The hinge loss lies above the mistake",
    )
    theorem = ctx.theorem(
        "surrogate",
        """
        P
        == E(chi)
            | by chance
        <= E(L(a))
            | by E(above), unseen
        <= L(u) + U*G/sqrt(T)
            | by one_pass
        == R + U*G/sqrt(T)
            | by comparator
        """,
        claim="P <= R + U*G/sqrt(T)",
        title=THEOREMS["risk.surrogate"].title,
        name="risk.surrogate",
        kind="corollary",
        within=one_pass.within,
        shown="P <= L(u) + U*G/sqrt(T)",
        statement="""
            In @batch.descent let the losses be hinge losses. Then [the probability `P` that the average `a` errs
            on](chance, indicator, mistake, average, mean, chi >= 0, random) [a new example `X` with the label
            `Y`, independent of the sample](unseen), satisfies {claim}.
        """,
        sample=samplers.hinge,
    )
    return {"risk.surrogate": theorem}


SETTINGS = {
    "risk.martingale": Entry("bounded differences", azuma),
    "risk.one_run": Entry("bounded losses", average_risk),
    "risk.points": Entry("a bounded convex risk", average_point),
    "risk.averages": Entry("gradients at the running average", anytime),
    "risk.falling_steps": Entry("steps that fall to zero", last_iterate),
    "risk.strongly_convex": Entry("a strongly convex risk", weighted_average),
}
THEOREMS = {
    "risk.average_risk": Entry("Online to batch, with high probability", average_risk),
    "risk.average_point": Entry(
        "Online to batch for the average, with high probability", average_point
    ),
    "risk.few_mistakes": Entry("Few mistakes, small risk, with high probability", few_mistakes),
    "risk.azuma_hoeffding": Entry("The inequality of Azuma and Hoeffding", azuma),
    "risk.anytime": Entry("Anytime online to batch", anytime),
    "risk.last_iterate": Entry("The last iterate, with steps that fall to zero", last_iterate),
    "risk.weighted_average": Entry("Strongly convex risk, weighted average", weighted_average),
    "risk.plain_average": Entry("A strongly convex risk, and the plain average", plain_average),
    "risk.surrogate": Entry("How often the average of hinge learning errs", surrogate),
}
