r"""Theorems on follow the regularised leader with regularisers that change from round to round.

What follows chooses the regularisers :math:`\psi_t` of the FTRL lemma, an equality, and says what
a round costs then.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .mirror_descent import MINIMISER, linear_losses
from .online_convex_optimization import ITS_REGRET, REGRET, hoeffding, regret_against

OF_HEDGE = "Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)"
BOWLS = rf"""
    Let $\mathcal W$ be a closed convex set that contains `u`. The losses are [convex with subgradients
    `g[t]` at `w[t]`](convex). From any `w[1]` in $\mathcal W$, with positive steps `eta[t]` [that never
    grow](sigma >= 0, eta > 0), [the proximal leader](leader, last) goes to the minimiser `w[t + 1]` of
    `Sum(dot(g[s], a) + sigma[s]/2*norm2(a - w[s]), s, 1, t)` over $\mathcal W$, where [`sigma[1]` to `sigma[t]`
    sum to `1/eta[t]`](first, more). {ITS_REGRET}
"""
BOX = """
    In every coordinate let [the first point and $u$ lie in one interval, of positive length `D[i]`](near, D >
    0). The losses are [convex with subgradients at the points played](convex), whose entries are `g[t, i]`.
    With [a positive `epsilon`](epsilon > 0, N > 0) let {squares} and [let](eta > 0) {steps}. The learner goes
    to {step} and [projects each coordinate onto its interval](projection), to `w[t + 1, i]`. [Its regret](reg)
    is `Reg_T`.
"""
LAZY = rf"""
    On $\mathbb R^d$, with [positive steps `eta[t]`](eta > 0), play {{lazy}}, where `g[t]` is [a subgradient at
    `w[t]` of the convex loss](convex) of round `t`. {ITS_REGRET}
"""
EXPERTS = """
    Hedge with [positive steps `eta[t]`](eta > 0) meets losses `g[t, i]` [between 0 and 1](low, high) of `d`
    experts. [Its weights](weights, total, after, N > 0, M > 0, w > 0) `w[t, i]` are proportional to
    `exp(-eta[t]*L[t, i])`, where `L[t, i]` is [what expert `i` has lost before round `t`](past), and sum to 1.
    [Its regret](reg) against a comparator with [nonnegative entries `u[i]` that sum to 1](simplex, most,
    u >= 0) is `Reg_T`.
"""
OPTIMISTIC = """
    Before round `t` a hint `h[t]` is known, and after it any vector `g[t]`. With [a positive step
    `eta`](eta > 0), play {hinted}.
"""


# ---------------------------------------------------------------------- proximal regularisers
def _proximal(ctx: Context) -> Setting:
    """Each round adds a bowl around the point that was just played."""
    ctx.define("first", "sigma[1] == 1/eta[1]", label="the curvature of the first bowl")
    ctx.define(
        "more",
        "sigma[t+1] == 1/eta[t+1] - 1/eta[t]",
        on="t: 1..T-1",
        label="the curvature of the others",
    )
    ctx.define(
        "chosen",
        "psi[t](a) == Sum(sigma[s]/2*norm2(a - w[s]), s, 1, t-1)",
        on="t: 1..T+1",
        for_all="a",
        label="bowls around the points that were played",
    )
    ctx.assume(
        "leader",
        "0 <= dot(Sum(g[s] + sigma[s]*(w[t] - w[s]), s, 1, t-1), w[t+1] - w[t])",
        label="the leader, on the way to the next one",
        source=MINIMISER,
    )
    ctx.assume(
        "last",
        "0 <= dot(Sum(g[t] + sigma[t]*(w[T+1] - w[t]), t, 1, T), u - w[T+1])",
        label="the last leader, on the way to $u$",
        source=MINIMISER,
    )
    setting = ctx.setting("ftrl.bowls", "FTRL-Proximal", BOWLS)
    ctx.hyp("near", "norm2(w[t] - u) <= D**2", label="distances in the set")
    ctx.model(
        T=1, D=1, u=(-1, 0), g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, f=lambda t, point: point[0]
    )  # fmt: skip
    return setting


@cache
def proximal() -> dict[str, Theorem]:
    """The leader with proximal regularisers, for any steps that shrink."""
    ctx = linear_losses(positive="eta z", nonneg="D sigma", real="S")
    bowls = _proximal(ctx)
    ctx.define("last_step", "z == eta[T]", label="the last step")
    ctx.define(
        "gradients", "S == Sum(eta[t]*norm2(g[t]), t, 1, T)", label="squared gradients and steps"
    )
    ctx.model(eta={1: 1}, sigma={1: 1}, z=1, S=1)
    ctx.prove(
        "curvature",
        """
        Sum(sigma[s], s, 1, t)
        == sigma[1] + Sum(sigma[s+1], s, 1, t-1)
        == 1/eta[1] + Sum(1/eta[s+1] - 1/eta[s], s, 1, t-1)
            | by first, sum(s, 1, t-1, at(more, t=s))
        == 1/eta[t]
        """,
        label="All bowls together",
    )
    ctx.prove(
        "round",
        """
        F[t](w[t]) + dot(g[t], w[t]) - F[t+1](w[t+1])
        == dot(g[t], w[t] - w[t+1]) - dot(Sum(g[s] + sigma[s]*(w[t] - w[s]), s, 1, t-1), w[t+1] - w[t]) - Sum(sigma[s], s, 1, t)/2*norm2(w[t] - w[t+1])
            | by at(objective, a=w[t]), at(objective, t=t+1, a=w[t+1]), at(chosen, a=w[t]), at(chosen, t=t+1, a=w[t+1])
        <= dot(g[t], w[t] - w[t+1]) - norm2(w[t] - w[t+1])/(2*eta[t])
            | by leader, curvature
        <= eta[t]/2*norm2(g[t])
            | gap norm2(w[t] - w[t+1] - eta[t]*g[t])/(2*eta[t])
        """,  # noqa: E501
        label="One round",
    )
    ctx.prove(
        "end",
        """
        F[T+1](w[T+1])
        <= F[T+1](u)
            | by last, at(objective, t=T+1, a=u), at(objective, t=T+1, a=w[T+1]), at(chosen, t=T+1, a=u), at(chosen, t=T+1, a=w[T+1]) ; gap Sum(sigma[t], t, 1, T)/2*norm2(w[T+1] - u)
        """,  # noqa: E501
        label="The last leader is no worse than $u$",
    )
    ctx.prove(
        "distance",
        """
        P
        == Sum(sigma[t]/2*norm2(w[t] - u), t, 1, T)
            | by ends, at(chosen, t=T+1, a=u), at(chosen, t=1, a=w[1])
        <= Sum(sigma[t]/2*D**2, t, 1, T)
            | by sum(t, 1, T, times(sigma[t]/2, near))
        == D**2/(2*z)
            | by at(curvature, t=T), last_step
        """,
        label="The bowls at $u$",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(dot(g[t], w[t]) - dot(g[t], u), t, 1, T)
            | by sum(t, 1, T, convex)
        == P + Sum(F[t](w[t]) + dot(g[t], w[t]) - F[t+1](w[t+1]), t, 1, T) + F[T+1](w[T+1]) - F[T+1](u)
            | by lemma
        <= P + Sum(eta[t]/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round), end
        <= D**2/(2*z) + S/2
            | by gradients, distance
        """,
        claim=f"{REGRET} <= D**2/(2*z) + S/2",
        title=THEOREMS["ftrl.proximal"].title,
        name="ftrl.proximal",
        shown="Reg_T(u) <= D**2/(2*eta[T]) + 1/2*Sum(eta[t]*norm2(g[t]), t, 1, T)",
        within=(bowls,),
        why="""
            convex | linear losses are the worst
            round 2 | $w_t$ is a minimum even with the new bowl
            round 3 | a square
            near | so much a bowl costs at $u$, by its curvature
            curvature | all bowls together
            regret 4 | the FTRL lemma adds this up
        """,
        statement="""
            In @ftrl.bowls, if [{near}](near, last_step, D >= 0, z > 0) in every round, {claim}.
        """,
        sample=samplers.proximal_leader,
    )
    return {"ftrl.proximal": theorem}


@cache
def adagrad() -> dict[str, Theorem]:
    """Steps that are made of the gradients seen so far."""
    ctx = linear_losses(positive="D N eta", nonneg="B sigma", real="p r")
    bowls = _proximal(ctx)
    ctx.define("squares", "N[t] == Sum(norm2(g[s]), s, 1, t)", label="squared gradients so far")
    ctx.define("steps", "eta[t] == D/sqrt(2*N[t])", label="the steps")
    ctx.define("total", "B == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.define("lengths", "r[t] == sqrt(N[t])", label="their roots")
    ctx.define("price", "p[t] == norm2(g[t])/sqrt(N[t])", label="what a round costs")
    ctx.cite(
        "proximal",
        proximal()["ftrl.proximal"],
        given="z = eta[T], S = Sum(eta[t]*norm2(g[t]), t, 1, T)",
    )
    ctx.prove(
        "root",
        """
        p[t+1]
        == (N[t+1] - N[t])/sqrt(N[t+1])
            | by at(price, t=t+1), squares, at(squares, t=t+1)
        <= 2*(sqrt(N[t+1]) - sqrt(N[t]))
            | gap (sqrt(N[t+1]) - sqrt(N[t]))**2/sqrt(N[t+1])
        == 2*(r[t+1] - r[t])
            | by lengths, at(lengths, t=t+1)
        """,
        on="t: 1..T-1",
        label="The root of the sum grows fast enough",
    )
    ctx.prove(
        "first_price",
        """
        p[1] - 2*r[1]
        == norm2(g[1])/sqrt(N[1]) - 2*sqrt(N[1])
            | by at(price, t=1), at(lengths, t=1)
        == -sqrt(N[1])
            | by at(squares, t=1)
        <= 0
            | gap sqrt(N[1])
        """,
        label="The first round",
    )
    ctx.prove(
        "roots",
        """
        Sum(eta[t]*norm2(g[t]), t, 1, T)
        == D/sqrt(2)*Sum(p[t], t, 1, T)
            | by steps, price
        == D/sqrt(2)*(p[1] + Sum(p[t+1], t, 1, T-1))
        <= D/sqrt(2)*(p[1] + Sum(2*(r[t+1] - r[t]), t, 1, T-1))
            | by times(D/sqrt(2), sum(t, 1, T-1, root))
        == D/sqrt(2)*(p[1] - 2*r[1] + 2*r[T])
        <= sqrt(2)*D*r[T]
            | by times(D/sqrt(2), first_price)
        == sqrt(2)*D*sqrt(N[T])
            | by at(lengths, t=T)
        """,
        label="What the rounds cost",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= D**2/(2*eta[T]) + Sum(eta[t]*norm2(g[t]), t, 1, T)/2
            | by proximal
        <= D**2/(2*eta[T]) + D*sqrt(N[T])/sqrt(2)
            | by roots
        == D*sqrt(2*N[T])
            | by at(steps, t=T)
        == D*sqrt(2*B)
            | by at(squares, t=T), total
        """,
        claim=f"{REGRET} <= D*sqrt(2*B)",
        title=THEOREMS["ftrl.adagrad"].title,
        name="ftrl.adagrad",
        shown="Reg_T(u) <= D*sqrt(2*Sum(norm2(g[t]), t, 1, T))",
        within=(bowls,),
        statement="""
            In @ftrl.bowls let {near} and {steps}, with [positive `D` and `N[t]`](D > 0, N > 0). Then {claim},
            where [{squares}](total, B >= 0).
        """,
    )
    return {"ftrl.adagrad": theorem}


@cache
def diagonal() -> dict[str, Theorem]:
    """AdaGrad with a step for each coordinate, on a box, in its agile form."""
    ctx = Context(
        index="t: 1..T, s: 1..T, i: 1..d",
        positive="D N epsilon eta",
        real="A a c g K l p q r u v w Reg_T",
        posint="T d",
    )
    ctx.hyp(
        "convex",
        "l[t] - c[t] <= Sum(g[t, i]*(w[t, i] - u[i]), i, 1, d)",
        label="convexity",
    )
    ctx.define(
        "squares",
        "N[t, i] == epsilon + Sum(g[s, i]**2, s, 1, t)",
        label="squared derivatives so far",
    )
    ctx.define("steps", "eta[t, i] == D[i]/sqrt(2*N[t, i])", label="the steps")
    ctx.define("step", "v[t, i] == w[t, i] - eta[t, i]*g[t, i]", label="the gradient step")
    ctx.assume(
        "projection",
        "(v[t, i] - w[t+1, i])*(u[i] - w[t+1, i]) <= 0",
        label="projection",
        source="the nearest point of an interval lies between a point and each point of the interval",
    )
    ctx.hyp("near", "(w[t, i] - u[i])**2 <= D[i]**2", label="the widths of the box")
    ctx.define("reg", "Reg_T == Sum(l[t] - c[t], t, 1, T)", label="the regret")
    box = ctx.setting("ftrl.box", "AdaGrad by coordinates", BOX)
    ctx.define("all", "A == Sum(D[i]*sqrt(2*N[T, i]), i, 1, d)", label="all coordinates together")
    ctx.define(
        "distances",
        "a[t, i] == (w[t, i] - u[i])**2",
        on="t: 1..T+1, i: 1..d",
        label="squared distances",
    )
    ctx.define("lengths", "r[t, i] == sqrt(N[t, i])", label="roots")
    ctx.define("price", "p[t, i] == g[t, i]**2/sqrt(N[t, i])", label="what a round costs")
    ctx.define(
        "cost",
        "q[t, i] == r[t, i]*(a[t, i] - a[t+1, i])/(sqrt(2)*D[i]) + D[i]*p[t, i]/(2*sqrt(2))",
        label="what a round allows a coordinate",
    )
    ctx.define(
        "so_far",
        "K[t, i] == Sum(q[s, i], s, 1, t-1)",
        on="t: 1..T+1, i: 1..d",
        label="what it was allowed so far",
    )
    ctx.model(
        T=1, d=1, D=1, epsilon=1, g={(1, 1): 0}, w={(1, 1): 0, (2, 1): 0}, v={(1, 1): 0}, u={1: 0},
        l={1: 0}, c={1: 0},
    )  # fmt: skip
    ctx.prove(
        "closer",
        """
        (w[t+1, i] - u[i])**2
        <= (v[t, i] - u[i])**2
            | by times(2, projection) ; gap (v[t, i] - w[t+1, i])**2
        """,
        label="Clipping brings no coordinate farther from $u$",
    )
    ctx.prove(
        "round",
        """
        g[t, i]*(w[t, i] - u[i])
        == ((w[t, i] - u[i])**2 - (v[t, i] - u[i])**2)/(2*eta[t, i]) + eta[t, i]/2*g[t, i]**2
            | by step
        <= ((w[t, i] - u[i])**2 - (w[t+1, i] - u[i])**2)/(2*eta[t, i]) + eta[t, i]/2*g[t, i]**2
            | by times(1/(2*eta[t, i]), closer)
        == (a[t, i] - a[t+1, i])/(2*eta[t, i]) + eta[t, i]/2*g[t, i]**2
            | by distances, at(distances, t=t+1)
        == r[t, i]*(a[t, i] - a[t+1, i])/(sqrt(2)*D[i]) + D[i]*p[t, i]/(2*sqrt(2))
            | by steps, lengths, price
        == q[t, i]
            | by cost
        """,
        label="One round, one coordinate",
    )
    ctx.prove(
        "difference",
        """
        r[t+1, i] - r[t, i]
        == sqrt(N[t+1, i]) - sqrt(N[t, i])
            | by lengths, at(lengths, t=t+1)
        == (N[t+1, i] - N[t, i])/(sqrt(N[t+1, i]) + sqrt(N[t, i]))
        == g[t+1, i]**2/(sqrt(N[t+1, i]) + sqrt(N[t, i]))
            | by squares, at(squares, t=t+1)
        """,
        on="t: 1..T-1, i: 1..d",
        label="The difference of two roots",
    )
    ctx.prove(
        "weighted",
        """
        (r[t+1, i] - r[t, i])*a[t+1, i]
        == g[t+1, i]**2/(sqrt(N[t+1, i]) + sqrt(N[t, i]))*(w[t+1, i] - u[i])**2
            | by difference, at(distances, t=t+1)
        <= g[t+1, i]**2/(sqrt(N[t+1, i]) + sqrt(N[t, i]))*D[i]**2
            | by times(g[t+1, i]**2/(sqrt(N[t+1, i]) + sqrt(N[t, i])), at(near, t=t+1))
        == (r[t+1, i] - r[t, i])*D[i]**2
            | by difference
        """,
        on="t: 1..T-1, i: 1..d",
        label="What a shorter step costs",
    )
    ctx.prove(
        "first",
        """
        r[1, i]*a[1, i]
        == sqrt(N[1, i])*(w[1, i] - u[i])**2
            | by at(lengths, t=1), at(distances, t=1)
        <= sqrt(N[1, i])*D[i]**2
            | by times(sqrt(N[1, i]), at(near, t=1))
        == r[1, i]*D[i]**2
            | by at(lengths, t=1)
        """,
        on="i: 1..d",
        label="The first distance",
    )
    ctx.prove(
        "last",
        """
        -r[T, i]*a[T+1, i]
        == -sqrt(N[T, i])*(w[T+1, i] - u[i])**2
            | by at(lengths, t=T), at(distances, t=T+1)
        <= 0
            | gap sqrt(N[T, i])*(w[T+1, i] - u[i])**2
        """,
        on="i: 1..d",
        label="The last distance",
    )
    ctx.prove(
        "approach",
        """
        Sum(r[t, i]*(a[t, i] - a[t+1, i]), t, 1, T)
        == r[1, i]*a[1, i] - r[T, i]*a[T+1, i] + Sum((r[t+1, i] - r[t, i])*a[t+1, i], t, 1, T-1)
        <= r[1, i]*D[i]**2 + Sum((r[t+1, i] - r[t, i])*D[i]**2, t, 1, T-1)
            | by first, last, sum(t, 1, T-1, weighted)
        == D[i]**2*r[T, i]
        """,
        on="i: 1..d",
        label="What the distances cost",
    )
    ctx.prove(
        "growth",
        """
        p[t+1, i]
        == (N[t+1, i] - N[t, i])/sqrt(N[t+1, i])
            | by at(price, t=t+1), squares, at(squares, t=t+1)
        <= 2*(sqrt(N[t+1, i]) - sqrt(N[t, i]))
            | gap (sqrt(N[t+1, i]) - sqrt(N[t, i]))**2/sqrt(N[t+1, i])
        == 2*(r[t+1, i] - r[t, i])
            | by lengths, at(lengths, t=t+1)
        """,
        on="t: 1..T-1, i: 1..d",
        label="The root of the sum grows fast enough",
    )
    ctx.prove(
        "first_price",
        """
        p[1, i] - 2*r[1, i]
        == g[1, i]**2/sqrt(N[1, i]) - 2*sqrt(N[1, i])
            | by at(price, t=1), at(lengths, t=1)
        == -epsilon/sqrt(N[1, i]) - sqrt(N[1, i])
            | by at(squares, t=1)
        <= 0
            | gap epsilon/sqrt(N[1, i]) + sqrt(N[1, i])
        """,
        on="i: 1..d",
        label="The first round",
    )
    ctx.prove(
        "prices",
        """
        Sum(p[t, i], t, 1, T)
        == p[1, i] + Sum(p[t+1, i], t, 1, T-1)
        <= p[1, i] + Sum(2*(r[t+1, i] - r[t, i]), t, 1, T-1)
            | by sum(t, 1, T-1, growth)
        == p[1, i] - 2*r[1, i] + 2*r[T, i]
        <= 2*r[T, i]
            | by first_price
        """,
        on="i: 1..d",
        label="What the rounds cost",
    )
    ctx.prove(
        "coordinate",
        """
        K[T+1, i]
        == Sum(q[t, i], t, 1, T)
            | by at(so_far, t=T+1)
        == Sum(r[t, i]*(a[t, i] - a[t+1, i]), t, 1, T)/(sqrt(2)*D[i]) + D[i]/(2*sqrt(2))*Sum(p[t, i], t, 1, T)
            | by cost
        <= D[i]**2*r[T, i]/(sqrt(2)*D[i]) + D[i]/(2*sqrt(2))*2*r[T, i]
            | by times(1/(sqrt(2)*D[i]), approach), times(D[i]/(2*sqrt(2)), prices)
        == D[i]*sqrt(2*N[T, i])
            | by at(lengths, t=T)
        """,
        on="i: 1..d",
        label="One coordinate",
    )
    ctx.prove(
        "longer",
        """
        Sum(K[t+1, i] - K[t, i], i, 1, d)
        == Sum(q[t, i], i, 1, d)
            | by so_far, at(so_far, t=t+1)
        """,
        label="One round, all coordinates",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(l[t] - c[t], t, 1, T)
        <= Sum(Sum(g[t, i]*(w[t, i] - u[i]), i, 1, d), t, 1, T)
            | by sum(t, 1, T, convex)
        <= Sum(Sum(q[t, i], i, 1, d), t, 1, T)
            | by sum(t, 1, T, sum(i, 1, d, round))
        == Sum(Sum(K[t+1, i] - K[t, i], i, 1, d), t, 1, T)
            | by sum(t, 1, T, longer)
        == Sum(K[T+1, i], i, 1, d) - Sum(K[1, i], i, 1, d)
        == Sum(K[T+1, i], i, 1, d)
            | by at(so_far, t=1)
        <= Sum(D[i]*sqrt(2*N[T, i]), i, 1, d)
            | by sum(i, 1, d, coordinate)
        == A
            | by all
        """,
        claim="Sum(l[t] - c[t], t, 1, T) <= A",
        title=THEOREMS["ftrl.diagonal"].title,
        name="ftrl.diagonal",
        shown="Reg_T <= Sum(D[i]*sqrt(2*N[T, i]), i, 1, d)",
        within=(box,),
        statement="""
            In @ftrl.box, {claim}.
        """,
    )
    return {"ftrl.diagonal": theorem}


# ---------------------------------------------------------------------- lazy steps that shrink
def _roots(**names: str) -> Context:
    r"""The inverse roots of :math:`1,\dots,T` have a sum of at most :math:`2\sqrt T`."""
    names["real"] = f"{names.get('real', '')} b r"
    ctx = Context(**names)
    ctx.define("root", "r[t] == sqrt(t)", label="roots")
    ctx.define("inverse", "b[t] == 1/sqrt(t)", label="their inverses")
    ctx.prove(
        "growth",
        """
        b[t+1]
        == 1/sqrt(t+1)
            | by at(inverse, t=t+1)
        <= 2*(sqrt(t+1) - sqrt(t))
            | gap (sqrt(t+1) - sqrt(t))**2/sqrt(t+1)
        == 2*(r[t+1] - r[t])
            | by root, at(root, t=t+1)
        """,
        on="t: 1..T-1",
        label="The square root grows fast enough",
    )
    ctx.prove(
        "roots",
        """
        Sum(b[t], t, 1, T)
        == b[1] + Sum(b[t+1], t, 1, T-1)
        <= b[1] + Sum(2*(r[t+1] - r[t]), t, 1, T-1)
            | by sum(t, 1, T-1, growth)
        == b[1] + 2*r[T] - 2*r[1]
        == 2*r[T] - 1
            | by at(inverse, t=1), at(root, t=1)
        <= 2*sqrt(T)
            | by at(root, t=T) ; gap 1
        """,
        label="The sum of the inverse roots",
    )
    return ctx


def _define_past(ctx: Context) -> None:
    ctx.define(
        "past",
        "theta[t] == Sum(-g[s], s, 1, t-1)",
        on="t: 1..T+1",
        label="minus the gradients so far",
    )


@cache
def dual_averaging() -> dict[str, Theorem]:
    """The lazy form with steps that shrink, in all of space."""
    ctx = Context(
        index="t: 1..T, s: 1..T",
        positive="eta z",
        nonneg="U",
        real="f B S Reg_T",
        vector="w u g theta a",
        posint="T",
    )
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.define("lazy", "w[t] == -eta[t]*Sum(g[s], s, 1, t-1)", label="the leader")
    regret_against(ctx)
    lazy = ctx.setting("ftrl.lazy", "dual averaging", LAZY)
    _define_past(ctx)
    ctx.hyp("shrinking", "eta[t+1] <= eta[t]", on="t: 1..T-1", label="steps that never grow")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.define("last_step", "z == eta[T]", label="the last step")
    ctx.define(
        "gradients", "S == Sum(eta[t]*norm2(g[t]), t, 1, T)", label="squared gradients and steps"
    )
    ctx.define("lengths", "B[t] == norm2(theta[t])", on="t: 1..T+1", label="their squared length")
    ctx.prove(
        "round",
        """
        dot(g[t], w[t])
        == eta[t]*dot(g[t], theta[t])
            | by lazy, past
        == eta[t]/2*norm2(g[t]) - eta[t]/2*(norm2(theta[t+1]) - norm2(theta[t]))
            | by past, at(past, t=t+1)
        == eta[t]/2*norm2(g[t]) - eta[t]/2*(B[t+1] - B[t])
            | by lengths, at(lengths, t=t+1)
        """,
        label="One round",
    )
    ctx.prove(
        "shorter",
        """
        (eta[t+1] - eta[t])*B[t+1]
        == (eta[t+1] - eta[t])*norm2(theta[t+1])
            | by at(lengths, t=t+1)
        <= 0
            | by times(norm2(theta[t+1]), shrinking)
        """,
        on="t: 1..T-1",
        label="Shorter steps only help",
    )
    ctx.prove(
        "nothing",
        """
        B[1]
        == norm2(theta[1])
            | by at(lengths, t=1)
        == 0
            | by at(past, t=1)
        """,
        label="Nothing has passed at first",
    )
    ctx.prove(
        "end",
        """
        dot(theta[T+1], u) - z/2*B[T+1]
        == dot(theta[T+1], u) - z/2*norm2(theta[T+1])
            | by at(lengths, t=T+1)
        <= norm2(u)/(2*z)
            | gap norm2(u - z*theta[T+1])/(2*z)
        <= U**2/(2*z)
            | by times(1/(2*z), size)
        """,
        label="The last leader is no worse than $u$",
    )
    any_steps = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(dot(g[t], w[t]), t, 1, T) - dot(Sum(g[t], t, 1, T), u)
            | by sum(t, 1, T, convex)
        == Sum(eta[t]/2*norm2(g[t]) - eta[t]/2*(B[t+1] - B[t]), t, 1, T) + dot(theta[T+1], u)
            | by sum(t, 1, T, round), at(past, t=T+1)
        == S/2 - eta[T]/2*B[T+1] + eta[1]/2*B[1] + Sum((eta[t+1] - eta[t])*B[t+1], t, 1, T-1)/2 + dot(theta[T+1], u)
            | by gradients
        <= S/2 - z/2*B[T+1] + dot(theta[T+1], u)
            | by sum(t, 1, T-1, shorter), nothing, last_step
        <= U**2/(2*z) + S/2
            | by end
        """,
        claim=f"{REGRET} <= U**2/(2*z) + S/2",
        title=THEOREMS["ftrl.dual_averaging"].title,
        name="ftrl.dual_averaging",
        shown="Reg_T(u) <= U**2/(2*eta[T]) + 1/2*Sum(eta[t]*norm2(g[t]), t, 1, T)",
        kind="corollary",
        within=(lazy,),
        statement="""
            In @ftrl.lazy, if the steps [never grow](shrinking, last_step, z > 0), for every `u` with
            {size}, {claim}.
        """,
    )
    return {"ftrl.dual_averaging": any_steps}


@cache
def anytime_dual_averaging() -> dict[str, Theorem]:
    """With steps that know neither the number of rounds nor the comparator."""
    ctx = _roots(
        index="t: 1..T, s: 1..T",
        positive="eta G U",
        real="B f Reg_T",
        vector="w u g theta a",
        posint="T",
    )
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.define("lazy", "w[t] == -eta[t]*Sum(g[s], s, 1, t-1)", label="the leader")
    regret_against(ctx)
    lazy = ctx.setting("ftrl.lazy", "dual averaging", LAZY)
    _define_past(ctx)
    ctx.define("steps", "eta[t] == U/(G*sqrt(2*t))", label="the steps")
    ctx.define("lengths", "B[t] == norm2(theta[t])", on="t: 1..T+1", label="their squared length")
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.model(T=1, G=1, U=1, u=(-1, 0), g={1: (1, 0)}, f=lambda t, point: point[0])
    ctx.prove(
        "shrinking",
        """
        eta[t+1]
        == U/(G*sqrt(2))/sqrt(t+1)
            | by at(steps, t=t+1)
        <= U/(G*sqrt(2))/sqrt(t)
            | gap U/(G*sqrt(2))/(sqrt(t)*sqrt(t+1)*(sqrt(t) + sqrt(t+1)))
        == eta[t]
            | by steps
        """,
        on="t: 1..T-1",
        label="The steps shrink",
    )
    ctx.cite(
        "averaging",
        dual_averaging()["ftrl.dual_averaging"],
        given="z = eta[T], S = Sum(eta[t]*norm2(g[t]), t, 1, T)",
    )
    ctx.prove(
        "cost",
        """
        Sum(eta[t]*norm2(g[t]), t, 1, T)
        <= Sum(eta[t]*G**2, t, 1, T)
            | by sum(t, 1, T, times(eta[t], lipschitz))
        == U*G/sqrt(2)*Sum(b[t], t, 1, T)
            | by steps, inverse
        <= sqrt(2)*U*G*sqrt(T)
            | by times(U*G/sqrt(2), roots)
        """,
        label="What the rounds cost",
    )
    theorem = ctx.theorem(
        "anytime",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta[T]) + Sum(eta[t]*norm2(g[t]), t, 1, T)/2
            | by averaging
        <= U**2/(2*eta[T]) + U*G*sqrt(T)/sqrt(2)
            | by cost
        == U*G*sqrt(2*T)
            | by at(steps, t=T)
        """,
        claim=f"{REGRET} <= U*G*sqrt(2*T)",
        shown="Reg_T(u) <= U*G*sqrt(2*T)",
        title=THEOREMS["ftrl.anytime_dual_averaging"].title,
        name="ftrl.anytime_dual_averaging",
        kind="corollary",
        within=(lazy,),
        statement="""
            In @ftrl.lazy let {lipschitz} and {size}, for [positive `U` and `G`](U > 0, G > 0). With {steps},
            {claim}, for every number `T` of rounds.
        """,
    )
    return {"ftrl.anytime_dual_averaging": theorem}


# ---------------------------------------------------------------------- Hedge without a horizon
def _hedge(ctx: Context) -> Setting:
    """Hedge with a step for each round, and its losses."""
    ctx.define(
        "past",
        "L[t, i] == Sum(g[s, i], s, 1, t-1)",
        on="t: 1..T+1, i: 1..d",
        label="the loss so far",
    )
    ctx.define("total", "N[t] == Sum(exp(-eta[t]*L[t, i]), i, 1, d)", label="the normaliser")
    ctx.define("weights", "w[t, i] == exp(-eta[t]*L[t, i])/N[t]", label="the weights")
    ctx.hyp("most", "u[i] <= 1", label="the comparator")
    ctx.hyp("simplex", "Sum(u[i], i, 1, d) == 1", label="its sum")
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    ctx.define("reg", f"Reg_T == {OF_HEDGE}", label="the regret")
    ctx.define(
        "after",
        "M[t] == Sum(exp(-eta[t]*L[t+1, i]), i, 1, d)",
        label="the normaliser after the round, with its step",
    )
    setting = ctx.setting("ftrl.experts", "Hedge with varying steps", EXPERTS)
    ctx.define(
        "least", "V[t] == (log(d) - log(N[t]))/eta[t]", label="the least regularised loss so far"
    )
    ctx.define(
        "least_after",
        "A[t] == (log(d) - log(M[t]))/eta[t]",
        label="the same after the round, with its step",
    )
    return setting


@cache
def hedge() -> dict[str, Theorem]:
    """Hedge with steps that never grow."""
    ctx = Context(
        index="t: 1..T, s: 1..T, i: 1..d",
        positive="M N a eta w z",
        nonneg="u",
        real="A L S V g Reg_T",
        posint="T d",
    )
    setting = _hedge(ctx)
    ctx.hyp("shrinking", "eta[t+1] <= eta[t]", on="t: 1..T-1", label="steps that never grow")
    ctx.define("last_step", "z == eta[T]", label="the last step")
    ctx.define("steps", "S == Sum(eta[t], t, 1, T)", label="the sum of the steps")
    ctx.model(T=1, d=2, eta={1: 1}, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0})
    ctx.prove(
        "tangent",
        """
        log(a)
        <= a - 1
            | by calculus(a, 1)
        """,
        label="The logarithm lies below its tangent",
    )
    ctx.prove(
        "sum_one",
        """
        Sum(w[t, i], i, 1, d)
        == Sum(exp(-eta[t]*L[t, i]), i, 1, d)/N[t]
            | by weights
        == 1
            | by total
        """,
        label="The weights sum to 1",
    )
    ctx.prove(
        "sum_after",
        """
        Sum(exp(-eta[t]*L[t+1, i])/M[t], i, 1, d)
        == 1
            | by after
        """,
        label="So do those after the round",
    )
    ctx.prove(
        "ratio",
        """
        M[t]/N[t]
        == Sum(exp(-eta[t]*L[t, i] - eta[t]*g[t, i]), i, 1, d)/N[t]
            | by after, past, at(past, t=t+1)
        == Sum(w[t, i]*exp(-eta[t]*g[t, i]), i, 1, d)
            | by weights
        """,
        label="How the normaliser changes",
    )
    ctx.cite(
        "hoeffding",
        hoeffding()["eg.hoeffding"],
        given="N = M[t]/N[t], w[i] = w[t, i], x[i] = g[t, i], lambda_ = -eta[t],"
        " m = Sum(w[t, i]*g[t, i], i, 1, d), a = 0, c = 1, p = Sum(w[t, i]*g[t, i], i, 1, d)",
    )
    ctx.prove(
        "round",
        """
        Sum(w[t, i]*g[t, i], i, 1, d)
        <= -log(M[t]/N[t])/eta[t] + eta[t]/8
            | by times(1/eta[t], hoeffding)
        == A[t] - V[t] + eta[t]/8
            | by least, least_after
        """,
        label="One round",
    )
    ctx.prove(
        "spread",
        """
        0
        == Sum(w[t, i] - 1/d, i, 1, d)
            | by sum_one
        <= Sum(w[t, i]*(log(d) + log(w[t, i])), i, 1, d)
            | by sum(i, 1, d, times(w[t, i], at(tangent, a=1/(d*w[t, i]))))
        """,
        label="The entropy is at most that of equal weights",
    )
    ctx.prove(
        "variational",
        """
        -log(M[t])
        == Sum(-w[t+1, i]*log(M[t]), i, 1, d)
            | by at(sum_one, t=t+1)
        <= Sum(exp(-eta[t]*L[t+1, i])/M[t] - w[t+1, i] + w[t+1, i]*(eta[t]*L[t+1, i] + log(w[t+1, i])), i, 1, d)
            | by sum(i, 1, d, times(w[t+1, i], at(tangent, a=exp(-eta[t]*L[t+1, i])/(M[t]*w[t+1, i]))))
        == Sum(w[t+1, i]*(eta[t]*L[t+1, i] + log(w[t+1, i])), i, 1, d)
            | by sum_after, at(sum_one, t=t+1)
        """,
        on="t: 1..T-1",
        label="The next weights are no better for the old step",
    )
    ctx.prove(
        "log_weight",
        """
        log(w[t+1, i])
        == -eta[t+1]*L[t+1, i] - log(N[t+1])
            | by at(weights, t=t+1)
        """,
        on="t: 1..T-1, i: 1..d",
        label="The logarithm of a weight",
    )
    ctx.prove(
        "mine",
        """
        Sum(w[t+1, i]*L[t+1, i], i, 1, d)
        == Sum(-w[t+1, i]*(log(w[t+1, i]) + log(N[t+1]))/eta[t+1], i, 1, d)
            | by sum(i, 1, d, times(w[t+1, i]/eta[t+1], log_weight))
        == -(Sum(w[t+1, i]*log(w[t+1, i]), i, 1, d) + log(N[t+1]))/eta[t+1]
            | by at(sum_one, t=t+1)
        """,
        on="t: 1..T-1",
        label="The past loss of the next weights",
    )
    ctx.prove(
        "shorter",
        """
        A[t]
        == (log(d) - log(M[t]))/eta[t]
            | by least_after
        <= log(d)/eta[t] + Sum(w[t+1, i]*L[t+1, i], i, 1, d) + Sum(w[t+1, i]*log(w[t+1, i]), i, 1, d)/eta[t]
            | by times(1/eta[t], variational)
        == Sum(w[t+1, i]*(log(d) + log(w[t+1, i])), i, 1, d)/eta[t] - (Sum(w[t+1, i]*log(w[t+1, i]), i, 1, d) + log(N[t+1]))/eta[t+1]
            | by mine, at(sum_one, t=t+1)
        <= Sum(w[t+1, i]*(log(d) + log(w[t+1, i])), i, 1, d)/eta[t+1] - (Sum(w[t+1, i]*log(w[t+1, i]), i, 1, d) + log(N[t+1]))/eta[t+1]
            | by times((eta[t] - eta[t+1])/(eta[t]*eta[t+1]), at(spread, t=t+1))
        == (log(d) - log(N[t+1]))/eta[t+1]
            | by at(sum_one, t=t+1)
        == V[t+1]
            | by at(least, t=t+1)
        """,  # noqa: E501
        on="t: 1..T-1",
        label="A shorter step raises the least regularised loss",
    )
    ctx.prove(
        "start",
        """
        V[1]
        == (log(d) - log(N[1]))/eta[1]
            | by at(least, t=1)
        == 0
            | by at(total, t=1), at(past, t=1)
        """,
        label="At the start it is 0",
    )
    ctx.prove(
        "comparator",
        """
        Sum(u[i]*(L[t+1, i] - L[t, i]), i, 1, d)
        == Sum(u[i]*g[t, i], i, 1, d)
            | by past, at(past, t=t+1)
        """,
        label="The comparator's loss of a round",
    )
    ctx.prove(
        "end",
        """
        -log(M[T])
        == Sum(-u[i]*log(M[T]), i, 1, d)
            | by simplex
        <= Sum(u[i]*(eta[T]*L[T+1, i] + exp(-eta[T]*L[T+1, i])/M[T] - 1), i, 1, d)
            | by sum(i, 1, d, times(u[i], at(tangent, a=exp(-eta[T]*L[T+1, i])/M[T])))
        <= Sum(u[i]*(eta[T]*L[T+1, i] - 1) + exp(-eta[T]*L[T+1, i])/M[T], i, 1, d)
            | by sum(i, 1, d, times(exp(-eta[T]*L[T+1, i])/M[T], most))
        == eta[T]*Sum(u[i]*L[T+1, i], i, 1, d)
            | by simplex, at(sum_after, t=T)
        == eta[T]*(Sum(u[i]*L[1, i], i, 1, d) + Sum(Sum(u[i]*(L[t+1, i] - L[t, i]), i, 1, d), t, 1, T))
        == eta[T]*Sum(Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by at(past, t=1), sum(t, 1, T, comparator)
        """,
        label="At the end it is below the comparator's loss",
    )
    theorem = ctx.theorem(
        "regret",
        f"""
        {OF_HEDGE}
        <= Sum(A[t] - V[t] + eta[t]/8 - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by sum(t, 1, T, round)
        == A[T] - V[1] + Sum(A[t] - V[t+1], t, 1, T-1) + S/8 - Sum(Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by steps
        <= A[T] + S/8 - Sum(Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by sum(t, 1, T-1, shorter), start
        == (log(d) - log(M[T]))/eta[T] + S/8 - Sum(Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by at(least_after, t=T)
        <= log(d)/eta[T] + S/8
            | by times(1/eta[T], end)
        == log(d)/z + S/8
            | by last_step
        """,
        claim=f"{OF_HEDGE} <= log(d)/z + S/8",
        title=THEOREMS["ftrl.hedge"].title,
        name="ftrl.hedge",
        shown="Reg_T <= log(d)/eta[T] + 1/8*Sum(eta[t], t, 1, T)",
        within=(setting,),
        statement="""
            In @ftrl.experts, if the steps [never grow](shrinking, last_step, z > 0), {claim}.
        """,
    )
    return {"ftrl.hedge": theorem}


@cache
def anytime_hedge() -> dict[str, Theorem]:
    """Hedge with steps that do not know the number of rounds."""
    ctx = _roots(
        index="t: 1..T, s: 1..T, i: 1..d",
        positive="M N eta w",
        nonneg="u",
        real="A L V g Reg_T",
        posint="T d",
    )
    setting = _hedge(ctx)
    ctx.define("steps", "eta[t] == 2*sqrt(log(d))/sqrt(t)", label="the steps")
    ctx.model(T=1, d=2, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0})
    ctx.prove(
        "shrinking",
        """
        eta[t+1]
        == 2*sqrt(log(d))/sqrt(t+1)
            | by at(steps, t=t+1)
        <= 2*sqrt(log(d))/sqrt(t)
            | gap 2*sqrt(log(d))/(sqrt(t)*sqrt(t+1)*(sqrt(t) + sqrt(t+1)))
        == eta[t]
            | by steps
        """,
        on="t: 1..T-1",
        label="The steps shrink",
    )
    ctx.cite("any", hedge()["ftrl.hedge"], given="z = eta[T], S = Sum(eta[t], t, 1, T)")
    ctx.prove(
        "cost",
        """
        Sum(eta[t], t, 1, T)
        == 2*sqrt(log(d))*Sum(b[t], t, 1, T)
            | by steps, inverse
        <= 4*sqrt(log(d))*sqrt(T)
            | by times(2*sqrt(log(d)), roots)
        """,
        label="The sum of the steps",
    )
    theorem = ctx.theorem(
        "anytime",
        f"""
        {OF_HEDGE}
        <= log(d)/eta[T] + Sum(eta[t], t, 1, T)/8
            | by any
        <= log(d)/eta[T] + sqrt(log(d))*sqrt(T)/2
            | by cost
        == sqrt(T*log(d))
            | by at(steps, t=T)
        """,
        claim=f"{OF_HEDGE} <= sqrt(T*log(d))",
        shown="Reg_T <= sqrt(T*log(d))",
        title=THEOREMS["ftrl.anytime_hedge"].title,
        name="ftrl.anytime_hedge",
        kind="corollary",
        within=(setting,),
        statement="""
            In @ftrl.experts, with {steps}, for [at least two experts](eta > 0), {claim}, for every number `T` of
            rounds.
        """,
    )
    return {"ftrl.anytime_hedge": theorem}


# ---------------------------------------------------------------------- hints
@cache
def hints() -> dict[str, Theorem]:
    """The leader that guesses the next gradient."""
    ctx = Context(
        index="t: 1..T, s: 1..T",
        positive="eta",
        nonneg="U",
        real="f H N P S Reg_T",
        vector="w u g h theta a",
        posint="T",
    )
    ctx.define(
        "hinted", "w[t] == -eta*(Sum(g[s], s, 1, t-1) + h[t])", label="the leader with a hint"
    )
    setting = ctx.setting("ftrl.optimistic", "optimistic FTRL", OPTIMISTIC)
    _define_past(ctx)
    ctx.define("errors", "S == Sum(norm2(g[t] - h[t]), t, 1, T)", label="errors of the hints")
    ctx.define("lengths", "H == Sum(norm2(h[t]), t, 1, T)", label="lengths of the hints")
    ctx.define("size_exactly", "N == norm2(u)", label="the comparator")
    ctx.define("missed", "P == norm2(u - eta*theta[T+1])", label="from the last leader to $u$")
    ctx.prove(
        "round",
        """
        dot(g[t], w[t])
        == eta*dot(g[t], theta[t] - h[t])
            | by hinted, past
        == eta/2*(norm2(g[t] - h[t]) - norm2(h[t])) - eta/2*(norm2(theta[t+1]) - norm2(theta[t]))
            | by past, at(past, t=t+1)
        """,
        label="One round",
    )
    exact = ctx.theorem(
        "exact",
        """
        Sum(dot(g[t], w[t] - u), t, 1, T)
        == Sum(eta/2*(norm2(g[t] - h[t]) - norm2(h[t])) - eta/2*(norm2(theta[t+1]) - norm2(theta[t])), t, 1, T) + dot(theta[T+1], u)
            | by sum(t, 1, T, round), at(past, t=T+1)
        == eta/2*(S - H) - eta/2*(norm2(theta[T+1]) - norm2(theta[1])) + dot(theta[T+1], u)
            | by errors, lengths
        == eta/2*(S - H) - eta/2*norm2(theta[T+1]) + dot(theta[T+1], u)
            | by at(past, t=1)
        == (N - P)/(2*eta) + eta/2*(S - H)
            | by size_exactly, missed
        """,  # noqa: E501
        claim="Sum(dot(g[t], w[t] - u), t, 1, T) == (N - P)/(2*eta) + eta/2*(S - H)",
        title=THEOREMS["ftrl.hints_exactly"].title,
        name="ftrl.hints_exactly",
        shown="Sum(dot(g[t], w[t] - u), t, 1, T) == (norm2(u) - norm2(u + eta*Sum(g[t], t, 1, T)))/(2*eta)"
        " + eta/2*(Sum(norm2(g[t] - h[t]), t, 1, T) - Sum(norm2(h[t]), t, 1, T))",
        kind="lemma",
        within=(setting,),
        why="""
            round 1 | the point that is played
            round 2 | two squares
            exact 4 | summed, and a square at the end
        """,
        statement="""
            In @ftrl.optimistic, for every `u`, {claim}.
        """,
    )
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    regret_against(ctx)
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.model(T=1, eta=1, U=1, u=(-1, 0), g={1: (1, 0)}, h={1: (0, 0)}, f=lambda t, point: point[0])
    theorem = ctx.theorem(
        "bound",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(dot(g[t], w[t] - u), t, 1, T)
            | by sum(t, 1, T, convex)
        == (N - P)/(2*eta) + eta/2*(S - H)
            | by exact
        <= U**2/(2*eta) + eta/2*S
            | by times(1/(2*eta), size), size_exactly, missed, lengths ; gap norm2(u - eta*theta[T+1])/(2*eta) + eta/2*Sum(norm2(h[t]), t, 1, T)
        """,  # noqa: E501
        claim=f"{REGRET} <= U**2/(2*eta) + eta/2*S",
        title=THEOREMS["ftrl.hints"].title,
        name="ftrl.hints",
        shown="Reg_T(u) <= U**2/(2*eta) + eta/2*Sum(norm2(g[t] - h[t]), t, 1, T)",
        within=(setting,),
        statement="""
            In @ftrl.optimistic, on [convex losses with subgradients `g[t]` at `w[t]`](convex) [the regret](reg)
            satisfies {claim}, for every `u` with {size}.
        """,
    )
    return {"ftrl.hints_exactly": exact, "ftrl.hints": theorem}


THEOREMS = {
    "ftrl.proximal": Entry("Regret of FTRL-Proximal", proximal),
    "ftrl.adagrad": Entry("Regret of AdaGrad", adagrad),
    "ftrl.diagonal": Entry("Regret of AdaGrad by coordinates", diagonal),
    "ftrl.hedge": Entry("Regret of Hedge, with steps that shrink", hedge),
    "ftrl.anytime_hedge": Entry("Regret of Hedge without a horizon", anytime_hedge),
    "ftrl.dual_averaging": Entry(
        "Regret of dual averaging, with steps that shrink", dual_averaging
    ),
    "ftrl.anytime_dual_averaging": Entry(
        "Regret of dual averaging without a horizon", anytime_dual_averaging
    ),
    "ftrl.hints_exactly": Entry("Optimistic FTRL, exactly", hints),
    "ftrl.hints": Entry("Regret of optimistic FTRL", hints),
}

SETTINGS = {
    "ftrl.experts": Entry("Hedge with varying steps", hedge),
    "ftrl.lazy": Entry("dual averaging", dual_averaging),
    "ftrl.bowls": Entry("FTRL-Proximal", proximal),
    "ftrl.box": Entry("AdaGrad by coordinates", diagonal),
    "ftrl.optimistic": Entry("optimistic FTRL", hints),
}
