r"""Theorems on bandits, games in which a learner is told the loss of its own choice alone.

In those about exponential weights :math:`v_{t,i}` are the weights before they are divided by their sum
:math:`V_t`. In those about Exp3 :math:`b_{t,i}` is 1 if arm i is drawn in round t, and 0 otherwise, and
:math:`h_{t,i}` is what the learner takes for the loss of arm i. In the others :math:`\epsilon` and
:math:`\Delta_i` say by how much an arm is better or worse than others.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
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

COMPARATOR = "The comparator has [nonnegative entries `u[i]` that sum to 1](most, simplex, u >= 0)."
LARGE_LOSSES = f"""
    [Hedge](start, update, total, shares, V > 0, v > 0, w > 0) with weights `w[t, i]`, equal at the start, and a
    [positive step size `eta`](eta > 0) meets [losses `g[t, i]` that are not negative](g >= 0), of `d` experts in `T`
    rounds. {COMPARATOR}
"""

EXP3_REGRET = "E(Sum(Sum(b[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T))"
ONE_ARM = f"""
    Losses `g[t, i]` of `d` arms, [between 0 and 1](bounded, g >= 0), are fixed in advance. In each of `T` rounds a
    learner draws one arm, [arm `i` with the probability `w[t, i]`](fair, random), and [`b[t, i]` is 1 for this
    arm and 0 for all others](drawn). [Hedge](start, update, total, shares, V > 0, v > 0, w > 0) with equal
    weights at the start and a [positive step size `eta`](eta > 0) gives `w[t, i]` and is told [the estimates
    {{estimate}}](estimate, h >= 0) in the place of the losses. {COMPARATOR} `Reg_T` is [the regret](regret)
    against it.
"""
INTERVALS = """
    Each arm has a distribution of losses between 0 and 1, from which [its losses are drawn
    independently](random). There are [`k` arms](k > 0) that are worse than the best; [the mean of the worse
    arm `i` is above the lowest mean by its gap `Delta[i]`](Delta > 0). In `T` rounds [UCB1](above, below, chosen,
    width, later, hoeffding, n >= 0, r >= 0) pulls this arm `N[i]` times.
"""
HIDDEN_ARM = """
    There are [`d` arms, at least two](two), and [at least as many rounds `T`](long). In each round the best arm
    loses [1 with probability `1/2 - epsilon`, where {bias}, every other arm 1 with probability one half, and
    otherwise 0](bias). A learner pulls [one arm in each round](moved, distance, total, K > 0, n >= 0, m >= 0).
"""
HOEFFDING = (
    r"Hoeffding (1963): an average of $n$ losses is off by $\sqrt{2\ln t/n}$ on one side with probability at "
    "most $t^{-4}$; two ends count, of two arms, and each has at most $t-1$ values of $n$"
)


# ---------------------------------------------------------------------- exponential weights
@cache
def local_norm() -> dict[str, Theorem]:
    """Exponential weights on losses that have no upper end."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta V v w z",
        nonneg="u g x",
        real="Q",
        posint="T d",
    )
    shares(ctx, "-eta*g[t, i]")
    on_the_simplex(ctx)
    large = ctx.setting("bandits.large_losses", "Hedge on nonnegative losses", LARGE_LOSSES)
    ctx.define(
        "local", "Q == Sum(Sum(w[t, i]*g[t, i]**2, i, 1, d), t, 1, T)", label="the local norms"
    )
    ctx.model(T=1, d=2, eta=1, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0})
    log_tangent(ctx, "z")
    shares_sum_to_one(ctx)
    ctx.prove(
        "parabola",
        """
        exp(-x)
        <= 1 - x + x**2/2
            | by calculus(x)
        """,
        label="From zero on, the exponential lies below its parabola",
    )
    ctx.prove(
        "ratio",
        """
        V[t+1]/V[t]
        == Sum(v[t+1, i], i, 1, d)/V[t]
            | by at(total, t=t+1)
        == Sum(w[t, i]*exp(-eta*g[t, i]), i, 1, d)
            | by shares, update
        <= Sum(w[t, i]*(1 - eta*g[t, i] + (eta*g[t, i])**2/2), i, 1, d)
            | by sum(i, 1, d, times(w[t, i], at(parabola, x=eta*g[t, i])))
        == 1 - eta*Sum(w[t, i]*g[t, i], i, 1, d) + eta**2/2*Sum(w[t, i]*g[t, i]**2, i, 1, d)
            | by weights
        """,
        label="What is kept in a round",
    )
    ctx.prove(
        "round",
        """
        log(V[t+1]) - log(V[t])
        <= V[t+1]/V[t] - 1
            | by at(log_tangent, z=V[t+1]/V[t])
        <= -eta*Sum(w[t, i]*g[t, i], i, 1, d) + eta**2/2*Sum(w[t, i]*g[t, i]**2, i, 1, d)
            | by ratio
        """,
        label="One round",
    )
    from_first_to_last(ctx, "z", "-eta*Sum(u[i]*g[t, i], i, 1, d)")
    theorem = ctx.theorem(
        "local_norm",
        """
        Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
        <= Sum((log(V[t]) - log(V[t+1]))/eta + eta/2*Sum(w[t, i]*g[t, i]**2, i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by times(1/eta, sum(t, 1, T, round))
        == (log(V[1]) - log(V[T+1]))/eta + Sum(u[i]*log(v[T+1, i]), i, 1, d)/eta + eta/2*Q
            | by comparator, local
        <= log(V[1])/eta + eta/2*Q
            | by times(1/eta, last)
        == log(d)/eta + eta/2*Q
            | by first
        """,  # noqa: E501
        claim="Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T) <= log(d)/eta + eta/2*Q",
        title=THEOREMS["bandits.local_norm"].title,
        name="bandits.local_norm",
        shown="Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)"
        " <= log(d)/eta + eta/2*Sum(Sum(w[t, i]*g[t, i]**2, i, 1, d), t, 1, T)",
        within=(large,),
        statement="In @bandits.large_losses, {claim}.",
        why="""
            ratio 2 | the weights are multiplied, and divided by their sum
            ratio 3 | from zero on, the exponential lies below its parabola
            round | the right side is 1 and something, and $\\ln(1+x)$ is at most $x$
            comparator | the logarithms of the comparator's weights add up its losses
            last | and no weight exceeds the sum of all
            local_norm 4 | all rounds added, and divided by $\\eta$
        """,
        sample=samplers.unbounded_experts,
    )
    return {"bandits.local_norm": theorem}


@cache
def exp3() -> dict[str, Theorem]:
    """Exponential weights on estimates of losses of which one is seen."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta V v w",
        nonneg="u g h",
        real="b Reg_T",
        posint="T d",
        random="V v w h b Reg_T",
    )
    ctx.written(h=r"\hat g_{#}")
    shares(ctx, "-eta*h[t, i]")
    on_the_simplex(ctx)
    ctx.define("estimate", "h[t, i] == b[t, i]*g[t, i]/w[t, i]", label="the estimate")
    ctx.hyp("bounded", "g[t, i] <= 1", label="losses of at most 1")
    ctx.hyp("drawn", "b[t, i]**2 == b[t, i]", label="drawn or not")
    ctx.assume(
        "fair",
        "E(b[t, i]/w[t, i]) == 1",
        label="a draw, divided by its probability",
        source="given the past, arm $i$ is drawn with the probability $w_{t,i}$",
    )
    ctx.define(
        "regret",
        "Reg_T == Sum(Sum(b[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)",
        label="the regret",
    )
    game = ctx.setting("bandits.one_arm", "Exp3", ONE_ARM)
    ctx.cite(
        "local_norm",
        local_norm()["bandits.local_norm"],
        given="g[t, i] = h[t, i], Q = Sum(Sum(w[t, i]*h[t, i]**2, i, 1, d), t, 1, T)",
    )
    ctx.prove("seen", "w[t, i]*h[t, i]\n== b[t, i]*g[t, i] | by estimate", label="What is paid")
    ctx.prove(
        "right",
        """
        E(h[t, i])
        == g[t, i]*E(b[t, i]/w[t, i])
            | by estimate
        == g[t, i]
            | by times(g[t, i], fair)
        """,
        label="On average the estimate is right",
    )
    ctx.prove(
        "one",
        """
        g[t, i]**2
        <= g[t, i]
            | by times(g[t, i], bounded)
        <= 1
            | by bounded
        """,
        label="Squares of at most 1",
    )
    ctx.prove(
        "square",
        """
        E(w[t, i]*h[t, i]**2)
        == g[t, i]**2*E(b[t, i]**2/w[t, i])
            | by estimate
        == g[t, i]**2*E(b[t, i]/w[t, i])
            | by times(g[t, i]**2, E(times(1/w[t, i], drawn)))
        == g[t, i]**2
            | by times(g[t, i]**2, fair)
        <= 1
            | by one
        """,
        label="Its square, weighted",
    )
    any_step = ctx.theorem(
        "exp3",
        f"""
        {EXP3_REGRET}
        == E(Sum(Sum(w[t, i]*h[t, i], i, 1, d) - Sum(u[i]*h[t, i], i, 1, d), t, 1, T))
            | by E(sum(t, 1, T, sum(i, 1, d, seen))), sum(t, 1, T, sum(i, 1, d, times(u[i], right)))
        <= log(d)/eta + eta/2*Sum(Sum(E(w[t, i]*h[t, i]**2), i, 1, d), t, 1, T)
            | by E(local_norm)
        <= log(d)/eta + eta/2*d*T
            | by times(eta/2, sum(t, 1, T, sum(i, 1, d, square)))
        """,
        claim=f"{EXP3_REGRET} <= log(d)/eta + eta/2*d*T",
        title=THEOREMS["bandits.exp3"].title,
        name="bandits.exp3",
        shown="E(Reg_T) <= log(d)/eta + eta/2*d*T",
        within=(game,),
        statement="In @bandits.one_arm, {claim}.",
        why="""
            seen | what is paid is what the weights and the estimates say
            right | on average the estimates are right
            exp3 2 | the local-norm bound, in expectation
            square | one division is paid back by the weight, one by the chance to be seen
            exp3 3 | so each arm costs at most $\\eta/2$ in a round
        """,
        sample=samplers.one_arm_at_a_time,
    )
    ctx.define("tuning", "eta == sqrt(2*log(d)/(d*T))", label="the best step size")
    tuned = ctx.theorem(
        "tuned",
        f"""
        {EXP3_REGRET}
        <= log(d)/eta + eta/2*d*T
            | by exp3
        == sqrt(2*T*d*log(d))
            | by tuning
        """,
        claim=f"{EXP3_REGRET} <= sqrt(2*T*d*log(d))",
        title=THEOREMS["bandits.exp3_tuned"].title,
        name="bandits.exp3_tuned",
        shown="E(Reg_T) <= sqrt(2*T*d*log(d))",
        kind="corollary",
        within=(game,),
        statement="In @bandits.one_arm let {tuning}, and let there be [at least two arms](eta > 0). Then {claim}.",
        sample=samplers.one_arm_at_a_time_tuned,
    )
    return {"bandits.exp3": any_step, "bandits.exp3_tuned": tuned}


# ---------------------------------------------------------------------- confidence bounds
@cache
def ucb1() -> dict[str, Theorem]:
    """An arm that is worse is pulled only while its interval is wide, or where an end of one fails."""
    ctx = Context(
        index="i: 1..k, t: 1..T",
        positive="Delta",
        nonneg="n r",
        real="mu a q F N H S z",
        posint="T k",
        random="n F r a q N",
    )
    ctx.hyp(
        "above",
        "mu + Delta[i] <= a[i] + r[i]",
        label="the mean is at most the upper end of its interval, at the last of its pulls at which this "
        "end and the lower end of the best arm hold",
    )
    ctx.hyp("below", "q[i] <= mu", label="the lower end of the best arm holds there")
    ctx.hyp("chosen", "a[i] - r[i] <= q[i]", label="there the arm has the lower end")
    ctx.hyp(
        "width", "n[i]*r[i]**2 <= 2*log(T)", label="half the width there, after $n_i$ other pulls"
    )
    ctx.hyp(
        "later",
        "N[i] <= n[i] + 1 + Sum(F[i, t], t, 1, T)",
        label="this pull, and later ones, when an end fails",
    )
    ctx.assume(
        "hoeffding",
        "E(F[i, t]) <= 2*(t-1)/t**4",
        label="how often an end fails",
        source=HOEFFDING,
    )
    intervals = ctx.setting("bandits.intervals", "UCB1", INTERVALS)
    ctx.define("inverses", "H == Sum(1/Delta[i], i, 1, k)", label="the inverse gaps")
    ctx.define("gaps", "S == Sum(Delta[i], i, 1, k)", label="the gaps")
    ctx.define("inverse", "z[t] == 1/t", on="t: 1..T+1", label="the inverse rounds")
    ctx.prove(
        "wide",
        """
        Delta[i]
        <= a[i] + r[i] - mu
            | by above
        <= q[i] + 2*r[i] - mu
            | by chosen
        <= 2*r[i]
            | by below
        """,
        label="A worse arm is pulled only while its interval is wide",
    )
    ctx.prove(
        "few",
        """
        Delta[i]*n[i]
        <= 2*r[i]*n[i]
            | by times(n[i], wide)
        <= 4*r[i]**2*n[i]/Delta[i]
            | by times(2*r[i]*n[i]/Delta[i], wide)
        <= 8*log(T)/Delta[i]
            | by times(4/Delta[i], width)
        """,
        label="So there were few pulls before",
    )
    ctx.prove(
        "fourth",
        """
        2*(t-1)/t**4
        <= 1/t - 1/(t+1)
            | gap ((3-t)**2/4 + 3*(t-1)**2/4 + (t-1)**3)/(t**4*(t+1))
        == z[t] - z[t+1]
            | by inverse, at(inverse, t=t+1)
        """,
        label="A sum that telescopes",
    )
    ctx.prove(
        "failing",
        """
        E(Sum(F[i, t], t, 1, T))
        <= Sum(2*(t-1)/t**4, t, 1, T)
            | by sum(t, 1, T, hoeffding)
        <= Sum(z[t] - z[t+1], t, 1, T)
            | by sum(t, 1, T, fourth)
        == 1 - 1/(T+1)
            | by at(inverse, t=1), at(inverse, t=T+1)
        <= 1
            | gap 1/(T+1)
        """,
        label="An end fails in one round at most, in expectation",
    )
    theorem = ctx.theorem(
        "ucb1",
        """
        E(Sum(Delta[i]*N[i], i, 1, k))
        <= E(Sum(Delta[i]*n[i] + Delta[i] + Delta[i]*Sum(F[i, t], t, 1, T), i, 1, k))
            | by E(sum(i, 1, k, times(Delta[i], later)))
        <= Sum(8*log(T)/Delta[i] + Delta[i] + Delta[i]*E(Sum(F[i, t], t, 1, T)), i, 1, k)
            | by E(sum(i, 1, k, few))
        <= Sum(8*log(T)/Delta[i] + 2*Delta[i], i, 1, k)
            | by sum(i, 1, k, times(Delta[i], failing))
        == 8*log(T)*H + 2*S
            | by inverses, gaps
        """,
        claim="E(Sum(Delta[i]*N[i], i, 1, k)) <= 8*log(T)*H + 2*S",
        title=THEOREMS["bandits.ucb1"].title,
        name="bandits.ucb1",
        shown="E(Sum(Delta[i]*N[i], i, 1, k)) <= Sum(8*log(T)/Delta[i] + 2*Delta[i], i, 1, k)",
        within=(intervals,),
        statement="In @bandits.intervals, the expected regret satisfies {claim}.",
        why="""
            wide 1 | the upper end of the arm holds
            wide 2 | its lower end is the lowest
            wide 3 | the lower end of the best arm holds: a worse arm is pulled only while its own interval is wide
            few 3 | so there were few pulls before
            failing 1 | in expectation an end fails in no more rounds than this
            failing 4 | which is less than one
            ucb1 4 | all pulls, each with its gap
        """,
        sample=samplers.confidence,
    )
    return {"bandits.ucb1": theorem}


# ---------------------------------------------------------------------- what nobody can avoid
@cache
def forced() -> dict[str, Theorem]:
    """One arm is a little better, and nobody finds it in time."""
    ctx = Context(index="i: 1..d", nonneg="m n", posint="T d", positive="epsilon K", real="x R")
    exp_tangent(ctx, "x")
    ctx.hyp("two", "2 <= d", label="two arms")
    ctx.hyp("long", "d <= T", label="as many rounds as arms")
    ctx.define("bias", "epsilon == sqrt(d/T)/4", label="how much better the good arm is")
    ctx.hyp("distance", "exp(-K) == 1 - 4*epsilon**2", label="how different this looks")
    ctx.hyp(
        "total",
        "Sum(n[i], i, 1, d) == T",
        label="all pulls, of arm $i$ on average $n_i$ if no arm is best",
    )
    ctx.assume(
        "moved",
        "m[i] <= n[i] + T/2*sqrt(n[i]*K)",
        label="how much a good arm is noticed",
        source="Auer, Cesa-Bianchi, Freund and Schapire (2002), Lemma A.1: Pinsker's inequality, and the "
        "chain rule for relative entropies",
    )
    hidden = ctx.setting("bandits.hidden_arm", "a hidden arm", HIDDEN_ARM)
    ctx.prove(
        "one",
        """
        1
        == exp(K)*(1 - 4*epsilon**2)
            | by times(exp(K), distance)
        == exp(K)*(1 - d/(4*T))
            | by bias
        """,
        label="The distance, turned round",
    )
    ctx.prove(
        "near",
        """
        3/4*exp(K)
        <= exp(K)*(1 - d/(4*T))
            | by times(exp(K)/(4*T), long)
        == 1
            | by one
        """,
        label="It is short",
    )
    ctx.prove(
        "unlike",
        """
        K
        <= exp(K) - 1
            | by at(tangent, x=K)
        == exp(K)*d/(4*T)
            | by one
        <= d/(3*T)
            | by times(d/(3*T), near)
        """,
        label="How short",
    )
    ctx.prove(
        "root",
        """
        sqrt(n[i]*K)
        <= 3*d/(10*T)*n[i] + 5*T/(6*d)*K
            | gap 3*d/(10*T)*(sqrt(n[i]) - 5*T/(3*d)*sqrt(K))**2
        """,
        label="Between two means",
    )
    ctx.prove(
        "average",
        """
        Sum(m[i], i, 1, d)
        <= Sum(n[i] + T/2*sqrt(n[i]*K), i, 1, d)
            | by sum(i, 1, d, moved)
        <= Sum(n[i] + T/2*(3*d/(10*T)*n[i] + 5*T/(6*d)*K), i, 1, d)
            | by sum(i, 1, d, times(T/2, root))
        == T + 3*d*T/20 + 5*T**2*K/12
            | by times(1 + 3*d/20, total)
        <= T + 3*d*T/20 + 5*d*T/36
            | by times(5*T**2/12, unlike)
        """,
        label="All arms together",
    )
    ctx.define("regret", "R == Sum(epsilon*(T - m[i]), i, 1, d)/d", label="the expected regret")
    theorem = ctx.theorem(
        "forced",
        """
        Sum(epsilon*(T - m[i]), i, 1, d)/d
        >= epsilon*T - epsilon*(T + 3*d*T/20 + 5*d*T/36)/d
            | by times(epsilon/d, average)
        == epsilon*T*(32/45 - 1/d)
        >= epsilon*T/5
            | by times(epsilon*T/(2*d), two) ; gap epsilon*T/90
        == sqrt(d*T)/20
            | by bias
        """,
        claim="Sum(epsilon*(T - m[i]), i, 1, d)/d >= sqrt(d*T)/20",
        title=THEOREMS["bandits.forced"].title,
        name="bandits.forced",
        shown="R >= sqrt(d*T)/20",
        within=(hidden,),
        statement="""
            In @bandits.hidden_arm, [the expected regret `R`, on average over the places of the best arm](regret),
            satisfies {claim}.
        """,
        why="""
            unlike 3 | $4\\epsilon^2=\\frac d{4T}\\le\\frac14$, and $\\ln\\frac1{1-x}\\le\\frac43x$ up to $\\frac14$
            root | a geometric mean is at most the arithmetic one, here of scaled factors
            average 3 | so the best arm is pulled little more often, added up over its places
            forced 1 | each other pull costs $\\epsilon$
            forced 4 | and there are two arms at least
        """,
        sample=samplers.hidden_arm,
    )
    return {"bandits.forced": theorem}


SETTINGS = {
    "bandits.large_losses": Entry("Hedge on nonnegative losses", local_norm),
    "bandits.one_arm": Entry("Exp3", exp3),
    "bandits.intervals": Entry("UCB1", ucb1),
    "bandits.hidden_arm": Entry("a hidden arm", forced),
}

THEOREMS = {
    "bandits.local_norm": Entry("The local-norm bound of Hedge", local_norm),
    "bandits.exp3": Entry("Regret of Exp3", exp3),
    "bandits.exp3_tuned": Entry("Regret of Exp3, tuned", exp3),
    "bandits.ucb1": Entry("Regret of UCB1", ucb1),
    "bandits.forced": Entry("Lower bound for bandits", forced),
}
