r"""Theorems on Hedge in other roles: small losses, experts that change, games, and boosting.

In those about Hedge :math:`v_{t,i}` are its weights before they are divided by their sum :math:`V_t`, and
:math:`m_t=-\frac1\eta\ln\sum_iw_{t,i}e^{-\eta g_{t,i}}` is its mix loss.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .lemmas import (
    exp_tangent,
    from_first_to_last,
    log_tangent,
    on_the_simplex,
    shares,
    shares_sum_to_one,
)
from .online_convex_optimization import hedge, hoeffding, renamed

HEDGE = """[Hedge](start, update, total, shares, V > 0, v > 0, w > 0) with equal weights at the start and
    a [positive step size `eta`](eta > 0)"""
COMPARATOR = "[$u$ with nonnegative entries that sum to 1](most, simplex, u >= 0)"

EXPERTS = """
    [Hedge](start, update, total, shares, V > 0, v > 0, w > 0) with equal weights at the start and a [positive
    step size `eta`](eta > 0) meets losses `g[t, i]` of `d` experts in `T` rounds. The
    comparator has [nonnegative entries `u[i]` that sum to 1](most, simplex, u >= 0).
"""
COMPARED = """
    In @games.experts let all losses lie [between 0 and 1](low, high), and let [`eta` be
    positive](below). [The loss of Hedge is `L`](mine), and [that of the comparator `C`](other, C >= 0).
"""
TWO_PLAYERS = r"""
    Let $\mathcal P$ and $\mathcal Q$ be convex sets, `a` any point of $\mathcal P$ and `b` any point of
    $\mathcal Q$, and let the payment $F$ be [convex in its first place](convex) and [concave in its
    second](concave). In each of `T` rounds two players choose `p[t]` in
    $\mathcal P$ and `q[t]` in $\mathcal Q$, and the first pays the second `F(p[t], q[t])`. [The averages of their
    choices](mean_p, mean_q) are `P` and `Q`.
"""

SHIFTING_REGRET = "Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[t, i]*g[t, i], i, 1, d), t, 1, T)"
SHARING = """
    In `T` rounds there are losses `g[t, i]` of `d` experts. [Fixed share](start, mean, step, share, whole, N > 0,
    w > 0, h > 0) has weights `w[t, i]`, equal at the start, and a [positive step size `eta`](eta > 0). After each step
    a part `beta` is kept and a part `alpha` is shared equally among all experts, [both positive](alpha > 0,
    beta > 0). The comparator of a round has [nonnegative entries `u[t, i]` that sum to 1](simplex, u >= 0). After
    the round it moves [a weight `r[t, i]` to entry `i`](moved, kept, r >= 0), and [all the weight that it moves
    is `K`](shifts).
"""
BOUNDED = """
    In @games.sharing let the losses lie [between 0 and 1](low, high), and let [the weights sum to
    1](weights), as they do if `alpha + beta` is 1.
"""
BOOSTING = """
    At first the weights of `n` examples [are equal](start, v > 0, V > 0, total). In each of `T` rounds a rule
    is [right on examples that carry the share `rho[t]` of all the weight](right, rho > 0), and [wrong on those
    with the share {wrong}](wrong, epsilon > 0), both positive; `c[t, i]` is [1 if it is right on example `i`,
    and 0 otherwise](correct), and [its edge is {edge}](edge). After the round [the weights of the examples on
    which it is right are multiplied by {factor}](update, beta > 0). The vote of the rule is `log(1/beta[t])`,
    and [the sum of all votes is `A`](votes).
"""
COINS = """
    Divide [{rounds}](rounds, T > 0) rounds into `k` blocks [of `n` rounds](k > 0). There are `2**k` experts, one
    for every way to give each block a sign. [The weights of a learner](loss) are chosen before [a fair
    coin](fair, khinchin, sums, random) gives the sign of the round: the experts with this sign in the block lose 1,
    the others 0. `Reg_T` is [the regret against the expert that loses least](regret, lucky).
"""


def _hedge(**more: str) -> Context:
    """Hedge on the losses of experts, and a comparator on the simplex."""
    names = {"positive": "eta V v w z", "nonneg": "u", "real": "g", "posint": "T d"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, i: 1..d", **names)
    shares(ctx, "-eta*g[t, i]")
    on_the_simplex(ctx)
    ctx.model(T=1, d=2, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0})
    log_tangent(ctx, "z")
    shares_sum_to_one(ctx)
    return ctx


def _experts(ctx: Context) -> Setting:
    return ctx.setting("games.experts", "Hedge with experts", EXPERTS)


# ---------------------------------------------------------------------- Hedge and its mix loss
@cache
def mix_loss() -> dict[str, Theorem]:
    """What the normaliser of Hedge says, before any loss is bounded."""
    ctx = _hedge(real="m", positive="N")
    experts = _experts(ctx)
    ctx.define("ratio", "N[t] == V[t+1]/V[t]", label="what is kept of the normaliser")
    ctx.define("mix", "m[t] == -log(N[t])/eta", label="the mix loss")
    ctx.prove(
        "round",
        """
        m[t]
        == -log(N[t])/eta
            | by mix
        == (log(V[t]) - log(V[t+1]))/eta
            | by ratio
        """,
        label="The mix loss is the drop of its logarithm",
    )
    from_first_to_last(ctx, "z", "-eta*Sum(u[i]*g[t, i], i, 1, d)")
    theorem = ctx.theorem(
        "mix_loss",
        """
        Sum(m[t] - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
        == Sum((log(V[t]) - log(V[t+1]))/eta - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by sum(t, 1, T, round)
        == (log(V[1]) - log(V[T+1]))/eta + Sum(u[i]*log(v[T+1, i]), i, 1, d)/eta
            | by comparator
        <= log(V[1])/eta
            | by times(1/eta, last)
        == log(d)/eta
            | by first
        """,
        claim="Sum(m[t] - Sum(u[i]*g[t, i], i, 1, d), t, 1, T) <= log(d)/eta",
        title=THEOREMS["games.mix_loss"].title,
        name="games.mix_loss",
        within=(experts,),
        statement="""
            In @games.experts, with `V[t]` the sum of its weights before they are divided by it, the mix loss
            [{mix}, where {ratio},](mix, ratio, N > 0) satisfies {claim}.
        """,
        sample=renamed(samplers.experts_linear, x="g"),
    )
    return {"games.mix_loss": theorem}


@cache
def small_losses() -> dict[str, Theorem]:
    """The bound of Hedge in terms of the loss of the comparator."""
    ctx = _hedge(real="L x", nonneg="C a", positive="B k")
    experts = _experts(ctx)
    ctx.hyp("below", "exp(-eta) < 1", label="what is left of a weight after a loss of 1")
    ctx.define(
        "mine", "L == Sum(Sum(w[t, i]*g[t, i], i, 1, d), t, 1, T)", label="the loss of Hedge"
    )
    ctx.define("other", "C == Sum(Sum(u[i]*g[t, i], i, 1, d), t, 1, T)", label="the comparator's")
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    setting = ctx.setting("games.compared", "Hedge and a comparator", COMPARED, within=(experts,))
    ctx.cite(
        "mix_loss",
        mix_loss()["games.mix_loss"],
        given="m[t] = (log(V[t]) - log(V[t+1]))/eta, N[t] = V[t+1]/V[t]",
    )
    exp_tangent(ctx, "x")
    ctx.prove(
        "chord",
        """
        exp(-eta*g[t, i])
        <= 1 - g[t, i] + g[t, i]*exp(-eta)
            | by times((1 - g[t, i])*exp(-eta*g[t, i]), at(tangent, x=eta*g[t, i])), times(g[t, i]*exp(-eta*g[t, i]), at(tangent, x=eta*g[t, i] - eta))
        """,  # noqa: E501
        label="A chord of the exponential",
    )
    ctx.prove(
        "kept",
        """
        V[t+1]/V[t]
        == Sum(v[t+1, i], i, 1, d)/V[t]
            | by at(total, t=t+1)
        == Sum(w[t, i]*exp(-eta*g[t, i]), i, 1, d)
            | by shares, update
        <= Sum(w[t, i]*(1 - g[t, i] + g[t, i]*exp(-eta)), i, 1, d)
            | by sum(i, 1, d, times(w[t, i], chord))
        == 1 - (1 - exp(-eta))*Sum(w[t, i]*g[t, i], i, 1, d)
            | by weights
        """,
        label="What is kept in a round",
    )
    ctx.prove(
        "round",
        """
        (1 - exp(-eta))*Sum(w[t, i]*g[t, i], i, 1, d)
        <= 1 - V[t+1]/V[t]
            | by kept
        <= log(V[t]) - log(V[t+1])
            | by at(log_tangent, z=V[t+1]/V[t])
        """,
        label="One round",
    )
    any_step = ctx.theorem(
        "small_losses",
        """
        L
        == Sum((1 - exp(-eta))*Sum(w[t, i]*g[t, i], i, 1, d), t, 1, T)/(1 - exp(-eta))
            | by mine
        <= Sum(log(V[t]) - log(V[t+1]), t, 1, T)/(1 - exp(-eta))
            | by times(1/(1 - exp(-eta)), sum(t, 1, T, round))
        <= (log(d) + eta*C)/(1 - exp(-eta))
            | by times(eta/(1 - exp(-eta)), mix_loss), other
        """,
        claim="L <= (log(d) + eta*C)/(1 - exp(-eta))",
        title=THEOREMS["games.small_losses"].title,
        name="games.small_losses",
        within=(setting,),
        statement="In @games.compared, {claim}.",
        sample=samplers.experts_small,
    )
    ctx.hyp("known", "C <= B", label="a loss known to be enough")
    ctx.define("tuning", "eta == log(1 + sqrt(2*log(d)/B))", label="its best value")
    ctx.define("rate", "k == sqrt(2*log(d)/B)", label="the rate")
    ctx.prove(
        "logarithm",
        """
        log(1 + a)
        <= ((1 + a) - 1/(1 + a))/2
            | by calculus(a)
        """,
        label="A bound for the logarithm",
    )
    ctx.prove(
        "price",
        """
        eta
        == log(1 + k)
            | by tuning, rate
        <= ((1 + k) - 1/(1 + k))/2
            | by at(logarithm, a=k)
        """,
        label="At its best value",
    )
    ctx.prove(
        "dear",
        """
        (1 + 1/k)*eta
        <= 1 + k/2
            | by times(1 + 1/k, price)
        """,
        label="The price of a loss of the comparator",
    )
    ctx.prove(
        "inverse",
        """
        1/(1 - exp(-eta))
        == 1 + 1/k
            | by tuning, rate
        """,
        label="The factor in front",
    )
    ctx.prove(
        "root",
        """
        log(d)
        == k**2*B/2
            | by rate
        """,
        label="The rate squared",
    )
    tuned = ctx.theorem(
        "tuned",
        """
        L
        <= (log(d) + eta*C)/(1 - exp(-eta))
            | by small_losses
        == (log(d) + eta*C)*(1 + 1/k)
            | by times(log(d) + eta*C, inverse)
        <= (1 + k/2)*C + log(d) + log(d)/k
            | by times(C, dear)
        == (1 + k/2)*C + log(d) + k*B/2
            | by times(1/k, root)
        <= C + k*B + log(d)
            | by times(k/2, known)
        == C + sqrt(2*B*log(d)) + log(d)
            | by rate
        """,
        claim="L <= C + sqrt(2*B*log(d)) + log(d)",
        title=THEOREMS["games.small_losses_tuned"].title,
        name="games.small_losses_tuned",
        kind="corollary",
        within=(setting,),
        statement="""
            In @games.compared let {known} with [positive `B`](B > 0). With [{tuning}](rate, k > 0), for [at
            least two experts](eta > 0), {claim}.
        """,
        sample=renamed(samplers.experts_linear, x="g"),
    )
    return {"games.small_losses": any_step, "games.small_losses_tuned": tuned}


# ---------------------------------------------------------------------- experts that change
def _sharing() -> tuple[Context, Setting]:
    """Fixed share, and comparators that move."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta N w h alpha beta z x J",
        nonneg="u r y",
        real="g K m",
        posint="T d",
    )
    ctx.define("start", "w[1, i] == 1/d", label="the start")
    ctx.define("mean", "N[t] == Sum(w[t, i]*exp(-eta*g[t, i]), i, 1, d)", label="the normaliser")
    ctx.define("step", "h[t, i] == w[t, i]*exp(-eta*g[t, i])/N[t]", label="the step of Hedge")
    ctx.define("share", "w[t+1, i] == beta*h[t, i] + alpha/d", label="the share")
    ctx.hyp("whole", "h[t, i] <= 1", label="no part exceeds the whole")
    ctx.hyp("simplex", "Sum(u[t, i], i, 1, d) == 1", label="the comparators")
    ctx.hyp("moved", "u[t+1, i] - u[t, i] <= r[t, i]", on="t: 1..T-1", label="what moves in")
    ctx.hyp("kept", "r[t, i] <= u[t+1, i]", on="t: 1..T-1", label="and is there afterwards")
    ctx.define("shifts", "K == Sum(Sum(r[t, i], i, 1, d), t, 1, T-1)", label="the shifts")
    setting = ctx.setting("games.sharing", "fixed share", SHARING)
    ctx.model(T=2, d=2, u={(1, 1): 1, (1, 2): 0, (2, 1): 0, (2, 2): 1}, r={(1, 1): 0, (1, 2): 1})
    log_tangent(ctx, "z")
    return ctx, setting


@cache
def fixed_share() -> dict[str, Theorem]:
    """Hedge with a share, against comparators that move."""
    ctx, setting = _sharing()
    ctx.define("mix", "m[t] == -log(N[t])/eta", label="the mix loss")
    ctx.prove(
        "monotone",
        """
        log(x)
        <= log(x + y) + x/(x + y) - 1
            | by at(log_tangent, z=x/(x + y))
        <= log(x + y)
            | gap y/(x + y)
        """,
        label="The logarithm grows",
    )
    ctx.prove(
        "stays",
        """
        log(beta) + log(h[t, i])
        == log(beta*h[t, i])
        <= log(beta*h[t, i] + alpha/d)
            | by at(monotone, x=beta*h[t, i], y=alpha/d)
        == log(w[t+1, i])
            | by share
        """,
        label="A weight that stays keeps most",
    )
    ctx.prove(
        "moves",
        """
        log(alpha/d)
        <= log(beta*h[t, i] + alpha/d)
            | by at(monotone, x=alpha/d, y=beta*h[t, i])
        == log(w[t+1, i])
            | by share
        """,
        label="And every weight is at least its share",
    )
    ctx.prove(
        "no_more",
        """
        log(h[t, i])
        <= h[t, i] - 1
            | by at(log_tangent, z=h[t, i])
        <= 0
            | by whole
        """,
        label="These logarithms are not positive",
    )
    ctx.prove(
        "one",
        """
        u[t, i]*log(h[t, i]) + (u[t+1, i] - r[t, i])*log(beta) + r[t, i]*log(alpha/d)
        <= (u[t+1, i] - r[t, i])*(log(beta) + log(h[t, i])) + r[t, i]*log(alpha/d)
            | by times(u[t, i] - u[t+1, i] + r[t, i], no_more)
        <= (u[t+1, i] - r[t, i])*log(w[t+1, i]) + r[t, i]*log(alpha/d)
            | by times(u[t+1, i] - r[t, i], stays)
        <= u[t+1, i]*log(w[t+1, i])
            | by times(r[t, i], moves)
        """,
        on="t: 1..T-1",
        label="What the share costs one expert",
    )
    ctx.prove(
        "cost",
        """
        Sum(u[t, i]*log(h[t, i]), i, 1, d)
        <= Sum(u[t+1, i]*log(w[t+1, i]) - (u[t+1, i] - r[t, i])*log(beta) - r[t, i]*log(alpha/d), i, 1, d)
            | by sum(i, 1, d, one)
        == Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d) - (1 - Sum(r[t, i], i, 1, d))*log(beta) - Sum(r[t, i], i, 1, d)*log(alpha/d)
            | by times(-log(beta), at(simplex, t=t+1))
        """,  # noqa: E501
        on="t: 1..T-1",
        label="What a share costs",
    )
    ctx.prove(
        "costs",
        """
        Sum(Sum(u[t, i]*log(h[t, i]), i, 1, d), t, 1, T-1)
        <= Sum(Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d) - (1 - Sum(r[t, i], i, 1, d))*log(beta) - Sum(r[t, i], i, 1, d)*log(alpha/d), t, 1, T-1)
            | by sum(t, 1, T-1, cost)
        == Sum(Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d), t, 1, T-1) - (T - 1 - K)*log(beta) - K*log(alpha/d)
            | by shifts
        """,  # noqa: E501
        label="What all shares cost",
    )
    ctx.prove(
        "last",
        """
        Sum(u[T, i]*log(h[T, i]), i, 1, d)
        <= 0
            | by sum(i, 1, d, times(u[T, i], at(no_more, t=T)))
        """,
        label="After the last round, no logarithm is positive",
    )
    ctx.prove(
        "first",
        """
        Sum(u[1, i]*log(w[1, i]), i, 1, d)
        == -log(d)*Sum(u[1, i], i, 1, d)
            | by start
        == -log(d)
            | by at(simplex, t=1)
        """,
        label="Before the first, all weights are equal",
    )
    ctx.prove(
        "round",
        """
        -log(N[t]) - eta*Sum(u[t, i]*g[t, i], i, 1, d)
        == Sum(u[t, i]*(-log(N[t]) - eta*g[t, i]), i, 1, d)
            | by simplex
        == Sum(u[t, i]*log(h[t, i]) - u[t, i]*log(w[t, i]), i, 1, d)
            | by step
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "mix_loss",
        """
        Sum(m[t] - Sum(u[t, i]*g[t, i], i, 1, d), t, 1, T)
        == Sum((Sum(u[t, i]*log(h[t, i]), i, 1, d) - Sum(u[t, i]*log(w[t, i]), i, 1, d))/eta, t, 1, T)
            | by times(1/eta, sum(t, 1, T, round)), mix
        == (Sum(Sum(u[t, i]*log(h[t, i]), i, 1, d), t, 1, T-1) + Sum(u[T, i]*log(h[T, i]), i, 1, d) - Sum(u[1, i]*log(w[1, i]), i, 1, d) - Sum(Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d), t, 1, T-1))/eta
        <= (Sum(Sum(u[t, i]*log(h[t, i]), i, 1, d), t, 1, T-1) + log(d) - Sum(Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d), t, 1, T-1))/eta
            | by times(1/eta, last), times(1/eta, first)
        <= (log(d) - (T - 1 - K)*log(beta) - K*log(alpha/d))/eta
            | by times(1/eta, costs)
        == (log(d) + K*log(d/alpha) + (T - 1 - K)*log(1/beta))/eta
        """,  # noqa: E501
        claim="Sum(m[t] - Sum(u[t, i]*g[t, i], i, 1, d), t, 1, T)"
        " <= (log(d) + K*log(d/alpha) + (T - 1 - K)*log(1/beta))/eta",
        title=THEOREMS["games.mix_loss_shifting"].title,
        name="games.mix_loss_shifting",
        within=(setting,),
        statement="""
            In @games.sharing, the mix loss [{mix}](mix, mean), with `Sum(w[t, i]*exp(-eta*g[t, i]), i, 1, d)` for
            `N[t]`, satisfies {claim}.
        """,
        sample=samplers.shifting_experts,
    )
    return {"games.mix_loss_shifting": theorem}


@cache
def shifting() -> dict[str, Theorem]:
    """The regret of fixed share, for losses between 0 and 1."""
    ctx, setting = _sharing()
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    ctx.hyp("weights", "Sum(w[t, i], i, 1, d) == 1", label="the weights sum to 1")
    bounded = ctx.setting("games.shifting_experts", "shifting experts", BOUNDED, within=(setting,))
    ctx.cite("mix_loss", fixed_share()["games.mix_loss_shifting"], given="m[t] = -log(N[t])/eta")
    ctx.cite(
        "hoeffding",
        hoeffding()["eg.hoeffding"],
        given="N = N[t], w[i] = w[t, i], x[i] = g[t, i], lambda_ = -eta,"
        " m = Sum(w[t, i]*g[t, i], i, 1, d), a = 0, c = 1, p = Sum(w[t, i]*g[t, i], i, 1, d)",
    )
    any_step = ctx.theorem(
        "shifting",
        f"""
        {SHIFTING_REGRET}
        <= Sum(-log(N[t])/eta + eta/8 - Sum(u[t, i]*g[t, i], i, 1, d), t, 1, T)
            | by times(1/eta, sum(t, 1, T, hoeffding))
        <= (log(d) + K*log(d/alpha) + (T - 1 - K)*log(1/beta))/eta + eta/8*T
            | by mix_loss
        """,
        claim=f"{SHIFTING_REGRET}"
        " <= (log(d) + K*log(d/alpha) + (T - 1 - K)*log(1/beta))/eta + eta/8*T",
        title=THEOREMS["games.shifting"].title,
        name="games.shifting",
        within=(bounded,),
        statement="In @games.shifting_experts, {claim}.",
        sample=samplers.shifting_experts,
    )
    ctx.hyp("some", "0 < K", label="some shift")
    ctx.hyp("seldom", "K < T - 1", label="not after every round")
    ctx.hyp("long", "1 < T", label="it may move")
    ctx.define("share_tuned", "alpha == K/(T - 1)", label="the share")
    ctx.define("rest", "beta == 1 - alpha", label="the rest")
    ctx.define("price", "J == (K + 1)*log(d) + K*(1 + log((T - 1)/K))", label="the price")
    ctx.define("tuning", "eta == sqrt(8*J/T)", label="the step size")
    ctx.prove(
        "rests",
        """
        (T - 1 - K)*log(1/beta)
        <= (T - 1 - K)*(1/beta - 1)
            | by times(T - 1 - K, at(log_tangent, z=1/beta))
        == (T - 1 - K)*(1/(1 - K/(T - 1)) - 1)
            | by rest, share_tuned
        == K
        """,
        label="All rounds without a shift cost no more than this",
    )
    tuned = ctx.theorem(
        "tuned",
        f"""
        {SHIFTING_REGRET}
        <= (log(d) + K*log(d/alpha) + (T - 1 - K)*log(1/beta))/eta + eta/8*T
            | by shifting
        <= (log(d) + K*log(d/alpha) + K)/eta + eta/8*T
            | by times(1/eta, rests)
        == ((K + 1)*log(d) + K*(1 + log((T - 1)/K)))/eta + eta/8*T
            | by share_tuned
        == J/eta + eta/8*T
            | by price
        == sqrt(T/2*J)
            | by tuning
        """,
        claim=f"{SHIFTING_REGRET} <= sqrt(T/2*J)",
        title=THEOREMS["games.shifting_tuned"].title,
        name="games.shifting_tuned",
        kind="corollary",
        within=(bounded,),
        statement="""
            In @games.shifting_experts let [{some} and {seldom}](some, seldom, long). With {share_tuned},
            {rest} and {tuning}, {claim}, where [{price}](price, J > 0).
        """,
        sample=samplers.shifting_experts_tuned,
    )
    return {"games.shifting": any_step, "games.shifting_tuned": tuned}


# ---------------------------------------------------------------------- games
@cache
def equilibrium() -> dict[str, Theorem]:
    """Two players with little regret come close to an equilibrium."""
    ctx = Context(index="t: 1..T", posint="T m n", vector="p q a b P Q", real="F B C")
    ctx.written(P=r"\bar p", Q=r"\bar q")
    ctx.hyp("convex", "F(P, b) <= Sum(F(p[t], b), t, 1, T)/T", label="convex in the first argument")
    ctx.hyp(
        "concave", "Sum(F(a, q[t]), t, 1, T)/T <= F(a, Q)", label="concave in the second argument"
    )
    ctx.define("mean_p", "P == Sum(p[t], t, 1, T)/T", label="the average of the first player")
    ctx.define("mean_q", "Q == Sum(q[t], t, 1, T)/T", label="the average of the second player")
    ctx.hyp(
        "first", "Sum(F(p[t], q[t]) - F(a, q[t]), t, 1, T) <= B", label="the first player's regret"
    )
    ctx.hyp("second", "Sum(F(p[t], b) - F(p[t], q[t]), t, 1, T) <= C", label="the second player's")
    ctx.prove(
        "both",
        """
        Sum(F(p[t], b), t, 1, T)/T - Sum(F(a, q[t]), t, 1, T)/T
        == (Sum(F(p[t], b) - F(p[t], q[t]), t, 1, T) + Sum(F(p[t], q[t]) - F(a, q[t]), t, 1, T))/T
        <= (B + C)/T
            | by times(1/T, first), times(1/T, second)
        """,
        label="The two regrets together",
    )
    players = ctx.setting("games.two_players", "two players", TWO_PLAYERS)
    general = ctx.theorem(
        "equilibrium",
        """
        F(P, b) - F(a, Q)
        <= Sum(F(p[t], b), t, 1, T)/T - Sum(F(a, q[t]), t, 1, T)/T
            | by convex, concave
        <= (B + C)/T
            | by both
        """,
        claim="F(P, b) - F(a, Q) <= (B + C)/T",
        title=THEOREMS["games.equilibrium"].title,
        name="games.equilibrium",
        why="""
            equilibrium 1 | the averages are even better for whoever plays them
            both 1 | what the first pays the second is taken off and added
            equilibrium 2 | and the sums are the two regrets
        """,
        within=(players,),
        statement=r"""
            In @games.two_players, if {first} and {second}, then {claim}.
        """,
        sample=samplers.two_players,
    )
    return {"games.equilibrium": general}


TWO_HEDGES = """
    In each of `T` rounds two players choose mixtures of [`m` rows](m > 0) and `n` columns of a matrix `A`,
    [at least two of each](eta > 0, theta > 0), and the first pays the second the mean of [its entries, which lie
    between 0 and 1](low, high). [The first plays Hedge on the losses `g[t, i]`](start, update, total,
    shares, V > 0, v > 0, p > 0), with {tuning} and {pays}, and [the second on the losses `h[t, i]`](start_columns,
    update_columns, total_columns, shares_columns, X > 0, x > 0, q > 0), with {tuning_columns} and {misses}.
    [The averages of their choices](mean_p, mean_q) are `P` and `Q`.
"""


@cache
def exchange() -> dict[str, Theorem]:
    """A double sum may be added up by rows or by columns."""
    ctx = Context(index="i: 1..m, j: 1..n, k: 1..n", posint="m n", real="A G")
    ctx.define(
        "so_far",
        "G[i, j] == Sum(A[i, k], k, 1, j-1)",
        on="i: 1..m, j: 1..n+1",
        label="a row so far",
    )
    ctx.prove(
        "step",
        """
        Sum(G[i, j+1] - G[i, j], i, 1, m)
        == Sum(A[i, j], i, 1, m)
            | by so_far, at(so_far, j=j+1)
        """,
        label="A column is what it adds to the rows",
    )
    theorem = ctx.theorem(
        "exchange",
        """
        Sum(Sum(A[i, j], i, 1, m), j, 1, n) - Sum(Sum(A[i, j], j, 1, n), i, 1, m)
        == Sum(Sum(G[i, j+1] - G[i, j], i, 1, m), j, 1, n) - Sum(Sum(A[i, j], j, 1, n), i, 1, m)
            | by sum(j, 1, n, step)
        == Sum(G[i, n+1], i, 1, m) - Sum(G[i, 1], i, 1, m) - Sum(Sum(A[i, j], j, 1, n), i, 1, m)
        == 0
            | by at(so_far, j=n+1), at(so_far, j=1)
        """,
        claim="Sum(Sum(A[i, j], i, 1, m), j, 1, n) - Sum(Sum(A[i, j], j, 1, n), i, 1, m) == 0",
        title=THEOREMS["games.exchange"].title,
        name="games.exchange",
        kind="lemma",
        statement="For every array of [`m` times `n` numbers](m > 0, n > 0) `A[i, j]`, {claim}.",
    )
    return {"games.exchange": theorem}


@cache
def two_hedges() -> dict[str, Theorem]:
    """Both players of a matrix game use Hedge, tuned for the number of rounds."""
    ctx = Context(
        index="t: 1..T, s: 1..T, i: 1..m, j: 1..n, k: 1..n, d: 1..n",
        positive="eta theta V v p X x q",
        nonneg="a b",
        real="A g h D G H M P Q R U W Reg_T",
        posint="T m n",
    )
    columns = "t: 1..T, i: 1..n"
    ctx.written(P=r"\bar p", Q=r"\bar q")
    ctx.define("start", "v[1, i] == 1", label="the start")
    ctx.define("update", "v[t+1, i] == v[t, i]*exp(-eta*g[t, i])", label="the update")
    ctx.define("total", "V[t] == Sum(v[t, i], i, 1, m)", on="t: 1..T+1", label="the normaliser")
    ctx.define("shares", "p[t, i] == v[t, i]/V[t]", label="the weights of the rows")
    ctx.define("pays", "g[t, i] == Sum(A[i, j]*q[t, j], j, 1, n)", label="what a row pays")
    ctx.define("tuning", "eta == sqrt(8*log(m)/T)", label="the step")
    ctx.define("start_columns", "x[1, i] == 1", on="i: 1..n", label="the start, for columns")
    ctx.define(
        "update_columns", "x[t+1, i] == x[t, i]*exp(-theta*h[t, i])", on=columns, label="the update"
    )
    ctx.define(
        "total_columns", "X[t] == Sum(x[t, i], i, 1, n)", on="t: 1..T+1", label="the normaliser"
    )
    ctx.define(
        "shares_columns", "q[t, i] == x[t, i]/X[t]", on=columns, label="the weights of the columns"
    )
    ctx.define(
        "misses",
        "h[t, i] == 1 - Sum(A[j, i]*p[t, j], j, 1, m)",
        on=columns,
        label="what a column is not paid",
    )
    ctx.define("tuning_columns", "theta == sqrt(8*log(n)/T)", label="the step, for columns")
    ctx.hyp("low", "0 <= A[i, j]", label="entries of at least 0")
    ctx.hyp("high", "A[i, j] <= 1", label="entries of at most 1")
    ctx.define("mean_p", "P[i] == Sum(p[t, i], t, 1, T)/T", label="the average of the first player")
    ctx.define(
        "mean_q", "Q[i] == Sum(q[t, i], t, 1, T)/T", on="i: 1..n", label="the average of the second"
    )
    setting = ctx.setting("games.two_hedges", "two Hedges", TWO_HEDGES)
    ctx.hyp("most", "a[i] <= 1", label="a mixture of rows")
    ctx.hyp("simplex", "Sum(a[i], i, 1, m) == 1", label="its sum")
    ctx.hyp("most_columns", "b[i] <= 1", on="i: 1..n", label="a mixture of columns")
    ctx.hyp("simplex_columns", "Sum(b[i], i, 1, n) == 1", label="its sum")
    ctx.define(
        "duality",
        "D == Sum(P[i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m) - Sum(Q[i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n)",
        label="the gap",
    )
    ctx.prove(
        "parts",
        """
        Sum(v[t, i]/V[t], i, 1, m)
        == 1
            | by total
        """,
        on="t: 1..T+1",
        label="Divided by their sum, they sum to 1",
    )
    ctx.prove(
        "ones",
        """
        Sum(p[t, i], i, 1, m)
        == Sum(v[t, i]/V[t], i, 1, m)
            | by shares
        == 1
            | by parts
        """,
        label="The weights of the rows sum to 1",
    )
    ctx.prove(
        "pieces",
        """
        Sum(x[t, i]/X[t], i, 1, n)
        == 1
            | by total_columns
        """,
        on="t: 1..T+1",
        label="Divided by their sum, they sum to 1",
    )
    ctx.prove(
        "ones_columns",
        """
        Sum(q[t, i], i, 1, n)
        == Sum(x[t, i]/X[t], i, 1, n)
            | by shares_columns
        == 1
            | by pieces
        """,
        label="The weights of the columns sum to 1",
    )
    ctx.prove(
        "least",
        """
        0
        == Sum(0*q[t, j], j, 1, n)
        <= Sum(A[i, j]*q[t, j], j, 1, n)
            | by sum(j, 1, n, times(q[t, j], low))
        == g[t, i]
            | by pays
        """,
        label="A row pays at least 0",
    )
    ctx.prove(
        "largest",
        """
        g[t, i]
        == Sum(A[i, j]*q[t, j], j, 1, n)
            | by pays
        <= Sum(q[t, j], j, 1, n)
            | by sum(j, 1, n, times(q[t, j], high))
        == 1
            | by ones_columns
        """,
        label="And at most 1",
    )
    ctx.prove(
        "least_columns",
        """
        0
        == 1 - Sum(p[t, i], i, 1, m)
            | by ones
        <= 1 - Sum(A[j, i]*p[t, j], j, 1, m)
            | by sum(j, 1, m, times(p[t, j], at(high, i=j, j=i)))
        == h[t, i]
            | by misses
        """,
        on=columns,
        label="A column misses at least 0",
    )
    ctx.prove(
        "largest_columns",
        """
        h[t, i]
        == 1 - Sum(A[j, i]*p[t, j], j, 1, m)
            | by misses
        <= 1
            | by sum(j, 1, m, times(p[t, j], at(low, i=j, j=i)))
        """,
        on=columns,
        label="And at most 1",
    )
    ctx.cite("rows", hedge()["hedge.regret"], given="d = m, w[t, i] = p[t, i], u[i] = a[i]")
    ctx.cite(
        "columns",
        hedge()["hedge.regret"],
        given="d = n, w[t, i] = q[t, i], u[i] = b[i], g[t, i] = h[t, i], v[t, i] = x[t, i], V[t] = X[t],"
        " eta = theta",
    )
    exchanged = exchange()["games.exchange"]
    for name, entry, sums in (
        ("played", "p[t, i]*A[i, {0}]*q[t, {0}]", "H"),
        ("answered", "p[t, i]*A[i, {0}]*b[{0}]", "M"),
        ("compared", "a[i]*A[i, {0}]*q[t, {0}]", "R"),
    ):
        ctx.define(
            f"{name}_so_far",
            f"{sums}[t, i, j] == Sum({entry.format('d')}, d, 1, j-1)",
            on="t: 1..T, i: 1..m, j: 1..n+1",
            label="a row so far",
        )
        terms = f"A[i, j] = {entry.format('j')}, G[i, j] = {sums}[t, i, j]"
        ctx.cite(name, exchanged, given=terms)
    for name, size, sums, entry in (
        ("averaged", "m", "U", "p[{0}, i]*Sum(A[i, d]*b[d], d, 1, n)"),
        ("averaged_columns", "n", "W", "q[{0}, i]*Sum(A[d, i]*a[d], d, 1, m)"),
    ):
        ctx.define(
            f"{name}_so_far",
            f"{sums}[i, j] == Sum({entry.format('s')}, s, 1, j-1)",
            on=f"i: 1..{size}, j: 1..T+1",
            label="the rounds so far",
        )
        terms = f"m = {size}, n = T, A[i, j] = {entry.format('j')}, G[i, j] = {sums}[i, j]"
        ctx.cite(name, exchanged, given=terms)
    ctx.prove(
        "payments",
        """
        Sum(p[t, i]*g[t, i], i, 1, m) + Sum(q[t, i]*h[t, i], i, 1, n)
        == Sum(Sum(p[t, i]*A[i, j]*q[t, j], j, 1, n), i, 1, m) + 1 - Sum(Sum(p[t, j]*A[j, i]*q[t, i], j, 1, m), i, 1, n)
            | by pays, misses, ones_columns
        == 1
            | by played
        """,
        label="What the first pays, the second is paid",
    )
    ctx.prove(
        "comparators",
        """
        Sum(a[i]*g[t, i], i, 1, m) + Sum(b[i]*h[t, i], i, 1, n)
        == Sum(Sum(a[i]*A[i, j]*q[t, j], j, 1, n), i, 1, m) + 1 - Sum(Sum(p[t, j]*A[j, i]*b[i], j, 1, m), i, 1, n)
            | by pays, misses, simplex_columns
        == 1 + Sum(q[t, i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n) - Sum(p[t, i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m)
            | by compared, answered
        """,
        label="What the comparators pay and are paid",
    )
    ctx.prove(
        "round",
        """
        Sum(p[t, i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m) - Sum(q[t, i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n)
        == Sum(p[t, i]*g[t, i], i, 1, m) - Sum(a[i]*g[t, i], i, 1, m) + Sum(q[t, i]*h[t, i], i, 1, n) - Sum(b[i]*h[t, i], i, 1, n)
            | by payments, comparators
        """,  # noqa: E501
        label="One round: the two regrets",
    )
    ctx.prove(
        "first",
        """
        Sum(P[i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m)
        == Sum(Sum(p[t, i]*Sum(A[i, d]*b[d], d, 1, n), t, 1, T), i, 1, m)/T
            | by mean_p
        == Sum(Sum(p[t, i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m), t, 1, T)/T
            | by times(1/T, averaged)
        """,
        label="What the first player pays with the average",
    )
    ctx.prove(
        "second",
        """
        Sum(Q[i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n)
        == Sum(Sum(q[t, i]*Sum(A[d, i]*a[d], d, 1, m), t, 1, T), i, 1, n)/T
            | by mean_q
        == Sum(Sum(q[t, i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n), t, 1, T)/T
            | by times(1/T, averaged_columns)
        """,
        label="What the second is paid with the average",
    )
    hedges = ctx.theorem(
        "self_play",
        """
        D
        == Sum(Sum(p[t, i]*Sum(A[i, d]*b[d], d, 1, n), i, 1, m), t, 1, T)/T - Sum(Sum(q[t, i]*Sum(A[d, i]*a[d], d, 1, m), i, 1, n), t, 1, T)/T
            | by duality, first, second
        == Sum(Sum(p[t, i]*g[t, i], i, 1, m) - Sum(a[i]*g[t, i], i, 1, m) + Sum(q[t, i]*h[t, i], i, 1, n) - Sum(b[i]*h[t, i], i, 1, n), t, 1, T)/T
            | by times(1/T, sum(t, 1, T, round))
        <= sqrt(T/2*log(m))/T + sqrt(T/2*log(n))/T
            | by times(1/T, rows), times(1/T, columns)
        == (sqrt(log(m)/2) + sqrt(log(n)/2))/sqrt(T)
        """,  # noqa: E501
        claim="D <= (sqrt(log(m)/2) + sqrt(log(n)/2))/sqrt(T)",
        title=THEOREMS["games.self_play"].title,
        name="games.self_play",
        shown="Sum(P[i]*Sum(A[i, j]*b[j], j, 1, n), i, 1, m) - Sum(Q[i]*Sum(A[j, i]*a[j], j, 1, m), i, 1, n)"
        " <= sqrt(log(m)/(2*T)) + sqrt(log(n)/(2*T))",
        within=(setting,),
        statement="""
            In @games.two_hedges, for [all mixtures `a` of rows and `b` of columns](most, simplex,
            most_columns, simplex_columns, a >= 0, b >= 0), {claim}.
        """,
        sample=samplers.two_hedges,
    )
    return {"games.self_play": hedges}


# ---------------------------------------------------------------------- boosting
@cache
def boosting() -> dict[str, Theorem]:
    """AdaBoost: Hedge on examples, which turns rules of thumb into one that is right."""
    ctx = Context(
        index="t: 1..T, i: 1..n",
        positive="v V epsilon rho beta z",
        nonneg="b",
        real="c x A m gamma P S",
        posint="T n",
    )
    ctx.define("start", "v[1, i] == 1", label="the start")
    ctx.define("update", "v[t+1, i] == v[t, i]*(1 - c[t, i] + c[t, i]*beta[t])", label="the update")
    ctx.define("total", "V[t] == Sum(v[t, i], i, 1, n)", on="t: 1..T+1", label="the normaliser")
    ctx.define("right", "rho[t] == Sum(v[t, i]*c[t, i], i, 1, n)/V[t]", label="where it is right")
    ctx.define("wrong", "epsilon[t] == 1 - rho[t]", label="where it is wrong")
    ctx.define("edge", "gamma[t] == 1/2 - epsilon[t]", label="the edge of the rule")
    ctx.define("factor", "beta[t] == epsilon[t]/rho[t]", label="the factor")
    ctx.hyp("correct", "c[t, i]**2 == c[t, i]", label="right or wrong")
    ctx.define("votes", "A == Sum(log(1/beta[t]), t, 1, T)", label="all votes")
    setting = ctx.setting("games.boosting", "AdaBoost", BOOSTING)
    ctx.define("edges", "S == Sum(gamma[t]**2, t, 1, T)", label="the squared edges")
    ctx.define("share", "P == Sum(b[i], i, 1, n)/n", label="the share of these examples")
    ctx.hyp("counted", "b[i]**2 == b[i]", label="counted or not")
    ctx.hyp(
        "margin",
        "b[i]*(2*Sum(c[t, i]*log(1/beta[t]), t, 1, T) - A) <= b[i]*m*A",
        label="a small margin",
    )
    log_tangent(ctx, "z")
    exp_tangent(ctx, "x")
    ctx.prove(
        "kept",
        """
        Sum(v[t, i]*c[t, i], i, 1, n)
        == V[t]*rho[t]
            | by right
        """,
        label="The weight where the rule is right",
    )
    ctx.prove(
        "whole",
        """
        Sum(v[t, i], i, 1, n)
        == V[t]
            | by total
        """,
        label="All weight",
    )
    ctx.prove(
        "next",
        """
        V[t+1]
        == Sum(v[t, i]*(1 - c[t, i] + c[t, i]*beta[t]), i, 1, n)
            | by at(total, t=t+1), update
        == V[t] - (1 - beta[t])*V[t]*rho[t]
            | by whole, times(beta[t] - 1, kept)
        == V[t]*(1 - rho[t] + epsilon[t])
            | by factor
        == 2*V[t]*epsilon[t]
            | by wrong
        """,
        label="One round",
    )
    ctx.prove(
        "product",
        """
        4*rho[t]*epsilon[t]
        == 1 - 4*gamma[t]**2
            | by edge, wrong
        """,
        label="The two parts multiplied",
    )
    ctx.prove(
        "drop",
        """
        log(V[t+1]) - log(V[t]) + log(1/beta[t])/2
        <= log(2*epsilon[t]) + V[t+1]/(2*V[t]*epsilon[t]) - 1 + log(1/beta[t])/2
            | by at(log_tangent, z=V[t+1]/(2*V[t]*epsilon[t]))
        == log(2*epsilon[t]) + log(1/beta[t])/2
            | by times(1/(2*V[t]*epsilon[t]), next)
        == log(4*rho[t]*epsilon[t])/2
            | by factor
        <= 2*rho[t]*epsilon[t] - 1/2
            | by times(1/2, at(log_tangent, z=4*rho[t]*epsilon[t]))
        == -2*gamma[t]**2
            | by times(1/2, product)
        """,
        label="The logarithm falls by twice the squared edge",
    )
    ctx.prove(
        "falls",
        """
        log(V[T+1]) + A/2
        == log(V[1]) + Sum(log(V[t+1]) - log(V[t]) + log(1/beta[t])/2, t, 1, T)
            | by votes
        <= log(V[1]) + Sum(-2*gamma[t]**2, t, 1, T)
            | by sum(t, 1, T, drop)
        == log(n) - 2*S
            | by at(total, t=1), start, edges
        """,
        label="All rounds",
    )
    ctx.prove(
        "logarithm",
        """
        log(v[t+1, i]) - log(v[t, i])
        == -c[t, i]*log(1/beta[t])
            | by update, cases(correct, c[t, i], 0, 1)
        """,
        label="One weight",
    )
    ctx.prove(
        "weight",
        """
        log(v[T+1, i])
        == log(v[1, i]) + Sum(log(v[t+1, i]) - log(v[t, i]), t, 1, T)
        == log(v[1, i]) + Sum(-c[t, i]*log(1/beta[t]), t, 1, T)
            | by sum(t, 1, T, logarithm)
        == -Sum(c[t, i]*log(1/beta[t]), t, 1, T)
            | by start
        """,
        label="The weight of an example counts the votes for its label",
    )
    ctx.prove(
        "few",
        """
        b[i]
        == b[i]**2
            | by counted
        <= 1
            | by times(2, counted) ; gap (1 - b[i])**2
        """,
        label="At most one",
    )
    ctx.prove(
        "counts",
        """
        b[i]
        <= b[i]*(1 + m/2*A + A/2 - Sum(c[t, i]*log(1/beta[t]), t, 1, T))
            | by times(1/2, margin)
        == b[i]*(1 + (m/2*A + A/2 + log(v[T+1, i])))
            | by times(-b[i], weight)
        <= b[i]*exp(m/2*A + A/2 + log(v[T+1, i]))
            | by times(b[i], at(tangent, x=m/2*A + A/2 + log(v[T+1, i])))
        <= exp(m/2*A + A/2)*v[T+1, i]
            | by times(exp(m/2*A + A/2)*v[T+1, i], few)
        """,
        label="A small margin means a large weight",
    )
    ctx.prove(
        "size",
        """
        V[T+1]
        <= V[T+1]*(1 + (log(n) - 2*S - A/2 - log(V[T+1])))
            | by times(V[T+1], falls)
        <= V[T+1]*exp(log(n) - 2*S - A/2 - log(V[T+1]))
            | by times(V[T+1], at(tangent, x=log(n) - 2*S - A/2 - log(V[T+1])))
        == n*exp(-2*S - A/2)
        """,
        label="All weights together",
    )
    margins = ctx.theorem(
        "margins",
        """
        P
        == Sum(b[i], i, 1, n)/n
            | by share
        <= Sum(exp(m/2*A + A/2)*v[T+1, i], i, 1, n)/n
            | by times(1/n, sum(i, 1, n, counts))
        == exp(m/2*A + A/2)*V[T+1]/n
            | by at(total, t=T+1)
        <= exp(m/2*A - 2*S)
            | by times(exp(m/2*A + A/2)/n, size)
        """,
        claim="P <= exp(m/2*A - 2*S)",
        title=THEOREMS["games.margins"].title,
        name="games.margins",
        shown="P <= exp(m/2*A - 2*Sum(gamma[t]**2, t, 1, T))",
        within=(setting,),
        statement="""
            In @games.boosting, for every real `m`, [the share `P` of
            examples of margin at most `m`, with at most `m*A` more votes for the label than against
            it](share, counted, margin, b >= 0), satisfies {claim}.
        """,
        sample=samplers.boosting,
    )
    ctx.hyp(
        "mistake",
        "b[i]*(2*Sum(c[t, i]*log(1/beta[t]), t, 1, T) - A) <= 0",
        label="no majority for the label",
    )
    ctx.cite("general", margins, given="m = 0")
    error = ctx.theorem(
        "error",
        """
        P
        <= exp(-2*S)
            | by general
        """,
        claim="P <= exp(-2*S)",
        title=THEOREMS["games.adaboost"].title,
        name="games.adaboost",
        shown="P <= exp(-2*Sum(gamma[t]**2, t, 1, T))",
        within=(setting,),
        statement="""
            In @games.boosting, [the share `P` of examples with no majority for the label](share, counted,
            mistake, b >= 0) satisfies {claim}.
        """,
        sample=samplers.boosting,
    )
    return {"games.margins": margins, "games.adaboost": error}


# ---------------------------------------------------------------------- what coins force
@cache
def coins() -> dict[str, Theorem]:
    """Experts whose losses are tossed by a coin: what every learner must lose."""
    ctx = Context(
        index="j: 1..k, t: 1..n",
        posint="k n",
        positive="T",
        real="sigma phi omega Y ell Reg_T",
        random="sigma phi omega Y ell Reg_T",
    )
    ctx.define("rounds", "T == k*n", label="all rounds")
    ctx.define(
        "loss",
        "ell[j, t] == (1 + phi[j, t]*sigma[j, t])/2",
        label="what it loses, $\\phi_{j,t}$ being its weight for the sign 1 less that for the other",
    )
    ctx.define("sums", "Y[j] == Sum(sigma[j, t], t, 1, n)", label="the sum of the coins of a block")
    ctx.hyp("lucky", "omega[j]*Y[j] == -pos(Y[j]) - pos(-Y[j])", label="the sign that loses least")
    ctx.assume(
        "fair",
        "E(phi[j, t]*sigma[j, t]) == 0",
        label="a fair coin",
        source="the weights are known before the coin is tossed, and its mean, given all that, is zero",
    )
    ctx.assume(
        "khinchin",
        "sqrt(n/2) <= E(pos(Y[j]) + pos(-Y[j]))",
        label="Khinchin's inequality",
        source="Szarek (1976), for a sum of independent fair signs",
    )
    ctx.define(
        "regret",
        "Reg_T == Sum(Sum(ell[j, t] - (1 + omega[j]*sigma[j, t])/2, t, 1, n), j, 1, k)",
        label="the regret",
    )
    setting = ctx.setting("games.coins", "coins for experts", COINS)
    ctx.prove(
        "block",
        """
        Sum(E(ell[j, t] - (1 + omega[j]*sigma[j, t])/2), t, 1, n)
        == Sum(E(phi[j, t]*sigma[j, t]), t, 1, n)/2 - E(omega[j]*Y[j])/2
            | by loss, sums
        == E(pos(Y[j]) + pos(-Y[j]))/2
            | by sum(t, 1, n, fair), E(lucky)
        >= sqrt(n/2)/2
            | by khinchin
        """,
        label="One block",
    )
    theorem = ctx.theorem(
        "forced",
        """
        E(Sum(Sum(ell[j, t] - (1 + omega[j]*sigma[j, t])/2, t, 1, n), j, 1, k))
        == Sum(Sum(E(ell[j, t] - (1 + omega[j]*sigma[j, t])/2), t, 1, n), j, 1, k)
        >= Sum(sqrt(n/2)/2, j, 1, k)
            | by sum(j, 1, k, block)
        == k/2*sqrt(n/2)
        == sqrt(k*T/8)
            | by rounds
        """,
        claim="E(Sum(Sum(ell[j, t] - (1 + omega[j]*sigma[j, t])/2, t, 1, n), j, 1, k))"
        " >= sqrt(k*T/8)",
        title=THEOREMS["games.forced"].title,
        name="games.forced",
        shown="E(Reg_T) >= sqrt(k*T/8)",
        within=(setting,),
        statement="In @games.coins, {claim}.",
        sample=samplers.coins_for_experts,
    )
    return {"games.forced": theorem}


SETTINGS = {
    "games.experts": Entry("Hedge with experts", mix_loss),
    "games.compared": Entry("Hedge and a comparator", small_losses),
    "games.two_players": Entry("two players", equilibrium),
    "games.two_hedges": Entry("two Hedges", two_hedges),
    "games.sharing": Entry("fixed share", fixed_share),
    "games.shifting_experts": Entry("shifting experts", shifting),
    "games.boosting": Entry("AdaBoost", boosting),
    "games.coins": Entry("coins for experts", coins),
}

THEOREMS = {
    "games.mix_loss": Entry("The mix loss of Hedge", mix_loss),
    "games.small_losses": Entry("Hedge, first-order regret bound", small_losses),
    "games.small_losses_tuned": Entry("Hedge, first-order regret bound, tuned", small_losses),
    "games.forced": Entry("Lower bound for experts", coins),
    "games.mix_loss_shifting": Entry("The mix loss of fixed share", fixed_share),
    "games.shifting": Entry("Regret of fixed share", shifting),
    "games.shifting_tuned": Entry("Regret of fixed share, tuned", shifting),
    "games.equilibrium": Entry("From regret to equilibrium", equilibrium),
    "games.exchange": Entry("A double sum, by rows or by columns", exchange),
    "games.self_play": Entry("Two Hedges come to equilibrium", two_hedges),
    "games.margins": Entry("The margins of AdaBoost", boosting),
    "games.adaboost": Entry("The training error of AdaBoost", boosting),
}
