r"""Theorems on curved losses: strongly convex, exp-concave, square and smooth ones, and on comparators that move.

No matrix is needed. That a vector :math:`p` solves :math:`(\varepsilon I+\sum_sg_sg_s^\top)p=g` is said by
its inner product with every vector :math:`z`:
:math:`\varepsilon\langle p,z\rangle+\sum_s\langle g_s,p\rangle\langle g_s,z\rangle=\langle g,z\rangle`.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import (
    BACK,
    CLOSER,
    ITS_REGRET,
    NEAREST,
    REGRET,
    SET,
    from_any_start,
    regret_against,
)

DETERMINANT = (
    "the matrix determinant lemma, for a matrix to which a product of a vector with itself is added; proved on "
    "paper with the elliptical potential lemma"
)
GROWTH = "V[t-1] == V[t]*(1 - dot(g[t], p[t]))"
TRACE = "log(V[T]) <= log(V[0]) + d*log(1 + Sum(norm2(g[t]), t, 1, T)/(d*epsilon))"
MEANS = (
    "the geometric mean of the eigenvalues is at most their arithmetic mean, the trace divided by the dimension; "
    "proved on paper with the elliptical potential lemma"
)


# ---------------------------------------------------------------------- strongly convex losses
CURVED = rf"""
    {SET} In every round [the loss lies above a parabola that touches it at `w[t]`](curved): with a vector `g[t]` and
    a curvature `mu[t]`, {{curved}}. The sums of the curvatures, {{curvature}}, are [positive](positive). The
    learner goes to {{step}} with the [positive step](eta > 0) {{tuning}}, {BACK} {ITS_REGRET}
"""


@cache
def curvatures() -> dict[str, Theorem]:
    """Gradient descent whose inverse step is the sum of the curvatures so far."""
    ctx = Context(
        index="t: 1..T, s: 1..T",
        positive="eta",
        real="f mu q H S Reg_T",
        vector="w v g u z",
        posint="T",
    )
    ctx.define("curvature", "H[t] == Sum(mu[s], s, 1, t)", label="the curvature so far")
    ctx.hyp("positive", "0 < H[t]", label="some curvature so far")
    ctx.define("tuning", "eta[t] == 1/H[t]", label="the step sizes")
    ctx.define("step", "v[t] == w[t] - eta[t]*g[t]", label="the gradient step")
    ctx.hyp(
        "curved",
        "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u) - mu[t]/2*norm2(w[t] - u)",
        label="curved losses",
    )
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    regret_against(ctx, "z")
    setting = ctx.setting("curved.setting", "curved losses", CURVED)
    ctx.define(
        "potential",
        "q[t] == Sum(mu[s], s, 1, t-1)*norm2(w[t] - u)",
        on="t: 1..T+1",
        label="the potential",
    )
    ctx.define("squares", "S == Sum(norm2(g[t])/H[t], t, 1, T)", label="the gradients, weighted")
    ctx.prove("closer", CLOSER, label="Projecting brings the iterate no farther from $u$")
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u) - mu[t]/2*norm2(w[t] - u)
            | by curved
        == (norm2(w[t]-u) - norm2(v[t]-u))/(2*eta[t]) + eta[t]/2*norm2(g[t]) - mu[t]/2*norm2(w[t]-u)
            | by step
        <= (norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta[t]) + eta[t]/2*norm2(g[t]) - mu[t]/2*norm2(w[t]-u)
            | by closer
        == H[t]/2*(norm2(w[t]-u) - norm2(w[t+1]-u)) + norm2(g[t])/(2*H[t]) - mu[t]/2*norm2(w[t]-u)
            | by tuning
        == (q[t] - q[t+1])/2 + norm2(g[t])/(2*H[t])
            | by potential, at(potential, t=t+1), curvature
        """,
        label="One round",
    )
    ctx.prove(
        "last",
        """
        -q[T+1]
        == -H[T]*norm2(w[T+1] - u)
            | by at(potential, t=T+1), at(curvature, t=T)
        <= 0
            | by times(norm2(w[T+1] - u), at(positive, t=T))
        """,
        label="The last potential is not negative",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((q[t] - q[t+1])/2 + norm2(g[t])/(2*H[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == q[1]/2 - q[T+1]/2 + S/2
            | by squares
        <= q[1]/2 + S/2
            | by times(1/2, last)
        == S/2
            | by at(potential, t=1)
        """,
        claim=f"{REGRET} <= S/2",
        title=THEOREMS["curved.regret"].title,
        name="curved.regret",
        shown="Reg_T(u) <= 1/2*Sum(norm2(g[t])/H[t], t, 1, T)",
        why="""
            round 1 | the parabola
            round 2 | the step, squared out
            round 4 | projecting leads no farther from $u$, and the inverse step is $H_t$
            round 5 | what the curvature pays is what a shorter step costs
            regret 2 | summed over the rounds
            regret 4 | the potential starts at zero and is never negative
        """,
        within=(setting,),
        statement="In @curved.setting, {claim}.",
        sample=samplers.curved_descent,
    )
    return {"curved.regret": theorem}


STRONGLY = f"""
    Let the losses be [`mu`-strongly convex](curved), with a [positive `mu`](mu > 0) and gradients `g[t]` at
    `w[t]`. [Gradient descent](step, projection) in a closed convex set that contains `u` takes [the steps
    `1/(mu*t)`](tuning, eta > 0). {ITS_REGRET}
"""


def _strongly_convex(**more: str) -> tuple[Context, Setting]:
    """Gradient descent on losses that all have the same curvature."""
    names = {"positive": "eta mu", "real": "f q S Reg_T", "vector": "w v g u z", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, s: 1..T", **names)
    ctx.define("tuning", "eta[t] == 1/(mu*t)", label="the step sizes")
    ctx.define("step", "v[t] == w[t] - eta[t]*g[t]", label="the gradient step")
    ctx.hyp(
        "curved",
        "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u) - mu/2*norm2(w[t] - u)",
        label="strong convexity",
    )
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    regret_against(ctx, "z")
    setting = ctx.setting("curved.strong", "strongly convex losses", STRONGLY)
    ctx.define("squares", "S == Sum(norm2(g[t])/t, t, 1, T)", label="the gradients, weighted")
    ctx.define(
        "potential",
        "q[t] == mu*(t - 1)*norm2(w[t] - u)",
        on="t: 1..T+1",
        label="the potential",
    )
    return ctx, setting


@cache
def strongly_convex() -> dict[str, Theorem]:
    r"""The steps :math:`1/(\mu t)`."""
    ctx, setting = _strongly_convex()
    ctx.cite(
        "general",
        curvatures()["curved.regret"],
        given="mu[t] = mu, H[t] = mu*t, S = Sum(norm2(g[t])/(mu*t), t, 1, T)",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(norm2(g[t])/(mu*t), t, 1, T)/2
            | by general
        == S/(2*mu)
            | by squares
        """,
        claim=f"{REGRET} <= S/(2*mu)",
        title=THEOREMS["curved.strongly_convex"].title,
        name="curved.strongly_convex",
        kind="corollary",
        shown="Reg_T(u) <= 1/(2*mu)*Sum(norm2(g[t])/t, t, 1, T)",
        within=(setting,),
        statement="In @curved.strong, {claim}.",
        sample=samplers.strongly_convex,
    )
    return {"curved.strongly_convex": theorem}


UNIT_TANGENT = """
    log(k)
    <= k - 1
        | by calculus(k, 1)
"""
TANGENT = """
    log(k)
    <= log(h) + k/h - 1
        | by at(unit, k=k/h)
"""


@cache
def harmonic() -> dict[str, Theorem]:
    """The harmonic sum, by the tangent of the logarithm."""
    ctx = Context(index="t: 1..T", posint="T", real="b l", positive="h k")
    ctx.define("inverse", "b[t] == 1/t", label="the terms")
    ctx.define("logarithm", "l[t] == log(t)", label="the logarithms")
    ctx.prove("unit", UNIT_TANGENT, label="The logarithm lies below its tangent")
    ctx.prove("tangent", TANGENT, label="The same, at any point $h$")
    ctx.prove(
        "one",
        """
        1/(t+1)
        == 1 - t/(t+1)
        <= log(t+1) - log(t)
            | by at(tangent, k=t, h=t+1)
        == l[t+1] - l[t]
            | by logarithm, at(logarithm, t=t+1)
        """,
        on="t: 1..T-1",
        label="One term",
    )
    theorem = ctx.theorem(
        "harmonic",
        """
        Sum(1/t, t, 1, T)
        == Sum(b[t], t, 1, T)
            | by inverse
        == b[1] + Sum(b[t+1], t, 1, T-1)
        == 1 + Sum(1/(t+1), t, 1, T-1)
            | by at(inverse, t=1), sum(t, 1, T-1, at(inverse, t=t+1))
        <= 1 + Sum(l[t+1] - l[t], t, 1, T-1)
            | by sum(t, 1, T-1, one)
        == 1 + l[T] - l[1]
        == 1 + log(T)
            | by at(logarithm, t=T), at(logarithm, t=1)
        """,
        claim="Sum(1/t, t, 1, T) <= 1 + log(T)",
        title=THEOREMS["curved.harmonic"].title,
        name="curved.harmonic",
        statement="For every positive integer `T`, {claim}.",
    )
    return {"curved.harmonic": theorem}


@cache
def logarithmic() -> dict[str, Theorem]:
    """Bounded gradients: the regret grows like the logarithm of the rounds."""
    ctx, setting = _strongly_convex(nonneg="G", real="b l")
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.define("inverse", "b[t] == 1/t", label="the terms")
    ctx.define("logarithm", "l[t] == log(t)", label="the logarithms")
    ctx.cite("sums", strongly_convex()["curved.strongly_convex"])
    ctx.cite("harmonic", harmonic()["curved.harmonic"])
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= S/(2*mu)
            | by sums
        <= G**2/(2*mu)*Sum(1/t, t, 1, T)
            | by squares, times(1/(2*mu), sum(t, 1, T, times(1/t, lipschitz)))
        <= G**2/(2*mu)*(1 + log(T))
            | by times(G**2/(2*mu), harmonic)
        """,
        claim=f"{REGRET} <= G**2/(2*mu)*(1 + log(T))",
        title=THEOREMS["curved.logarithmic"].title,
        name="curved.logarithmic",
        kind="corollary",
        shown="Reg_T(u) <= G**2/(2*mu)*(1 + log(T))",
        within=(setting,),
        statement="In @curved.strong, if {lipschitz} in every round, then {claim}.",
        sample=samplers.strongly_convex,
    )
    return {"curved.logarithmic": theorem}


# ---------------------------------------------------------------------- exp-concave losses
@cache
def exp_concave() -> dict[str, Theorem]:
    r"""If :math:`e^{-\alpha f}` is concave, then :math:`f` is curved along its gradient."""
    ctx = Context(positive="alpha y", real="f s", vector="w u g")
    ctx.hyp(
        "concave",
        "exp(-alpha*f(u)) <= exp(-alpha*f(w)) - alpha*exp(-alpha*f(w))*dot(g, u - w)",
        label="the exponential lies below its tangent",
    )
    ctx.hyp("steep", "alpha*s <= 1", label="how steep the loss is")
    ctx.hyp("double", "y <= 2", label="at most twice")
    ctx.define("slope", "s == dot(g, w - u)", label="the slope towards $u$")
    ctx.model(alpha=1, w=(0, 0), u=(0, 0), g=(1, 0), s=0, y=1, f=lambda point: 0)
    ctx.prove(
        "bent",
        """
        log(y)
        <= y - 1 - (y - 1)**2/4
            | by calculus(y, 1)
        """,
        label="Up to 2, the logarithm lies below a parabola",
    )
    ctx.prove(
        "under",
        """
        exp(alpha*f(w) - alpha*f(u))
        <= 1 + alpha*dot(g, w - u)
            | by times(exp(alpha*f(w)), concave)
        == 1 + alpha*s
            | by slope
        """,
        label="The ratio lies below the tangent",
    )
    ctx.prove(
        "twice",
        """
        exp(alpha*f(w) - alpha*f(u))
        <= 1 + alpha*s
            | by under
        <= 2
            | by steep
        """,
        label="The ratio is at most 2",
    )
    theorem = ctx.theorem(
        "parabola",
        """
        f(w) - f(u)
        == log(exp(alpha*f(w) - alpha*f(u)))/alpha
        <= (exp(alpha*f(w) - alpha*f(u)) - 1 - (exp(alpha*f(w) - alpha*f(u)) - 1)**2/4)/alpha
            | by times(1/alpha, at(bent, y=exp(alpha*f(w) - alpha*f(u))))
        <= s - alpha/4*s**2
            | by times(1/(2*alpha), under), times((1 + alpha*s - exp(alpha*f(w) - alpha*f(u)))/(4*alpha), steep), times((1 + alpha*s - exp(alpha*f(w) - alpha*f(u)))/(4*alpha), twice)
        """,  # noqa: E501
        claim="f(w) - f(u) <= s - alpha/4*s**2",
        title=THEOREMS["curved.exp_concave"].title,
        name="curved.exp_concave",
        kind="lemma",
        why="""
            under 1 | a concave function lies below its tangent
            parabola 1 | the logarithm
            parabola 3 | $\\ln(1+z)$ is at most $z-\\frac14z^2$, up to $z=1$
        """,
        statement="""
            Let $f$ be [`alpha`-exp-concave on a convex set that contains `w` and `u`, with gradient `g` at
            `w`](concave), for a [positive `alpha`](alpha > 0). If [`alpha*dot(g, w - u)` is at most 1](steep,
            slope), then {claim}.
        """,
        shown="f(w) - f(u) <= dot(g, w - u) - alpha/4*dot(g, w - u)**2",
    )
    return {"curved.exp_concave": theorem}


@cache
def newton_regret() -> dict[str, Theorem]:
    r"""The online Newton step: a gradient step in the metric of all gradients so far."""
    ctx, setting = _newton(nonneg="D")
    _curved_and_near(ctx)
    ctx.prove(
        "closer",
        """
        q[t+1]
        == epsilon*norm2(w[t+1] - u) + Sum(dot(g[s], w[t+1] - u)**2, s, 1, t)
            | by at(potential, t=t+1)
        <= epsilon*norm2(v[t] - u) + Sum(dot(g[s], v[t] - u)**2, s, 1, t)
            | by times(2, projection) ; gap epsilon*norm2(v[t] - w[t+1]) + Sum(dot(g[s], v[t] - w[t+1])**2, s, 1, t)
        """,
        label="Projecting brings the iterate no farther from $u$",
    )
    ctx.prove(
        "expand",
        """
        epsilon*norm2(v[t] - u) + Sum(dot(g[s], v[t] - u)**2, s, 1, t)
        == epsilon*norm2(w[t] - u) + Sum(dot(g[s], w[t] - u)**2, s, 1, t) - 2/gamma*(epsilon*dot(p[t], w[t] - u) + Sum(dot(g[s], p[t])*dot(g[s], w[t] - u), s, 1, t)) + 1/gamma**2*(epsilon*norm2(p[t]) + Sum(dot(g[s], p[t])**2, s, 1, t))
            | by step
        == epsilon*norm2(w[t] - u) + Sum(dot(g[s], w[t] - u)**2, s, 1, t) - 2/gamma*dot(g[t], w[t] - u) + dot(g[t], p[t])/gamma**2
            | by at(direction, z=w[t] - u), at(direction, z=p[t])
        == q[t] + dot(g[t], w[t] - u)**2 - 2/gamma*dot(g[t], w[t] - u) + dot(g[t], p[t])/gamma**2
            | by potential
        """,  # noqa: E501
        label="The step, in the metric of this round",
    )
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u) - gamma/2*dot(g[t], w[t] - u)**2
            | by curved
        <= gamma/2*(q[t] - q[t+1]) + dot(g[t], p[t])/(2*gamma)
            | by times(gamma/2, closer), times(gamma/2, expand)
        """,
        label="One round",
    )
    ctx.prove(
        "last",
        """
        -q[T+1]
        == -epsilon*norm2(w[T+1] - u) - Sum(dot(g[s], w[T+1] - u)**2, s, 1, T)
            | by at(potential, t=T+1)
        <= 0
            | gap epsilon*norm2(w[T+1] - u) + Sum(dot(g[s], w[T+1] - u)**2, s, 1, T)
        """,
        label="The last potential is not negative",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(gamma/2*(q[t] - q[t+1]) + dot(g[t], p[t])/(2*gamma), t, 1, T)
            | by sum(t, 1, T, round)
        == gamma/2*q[1] - gamma/2*q[T+1] + Q/(2*gamma)
            | by progress
        <= gamma/2*q[1] + Q/(2*gamma)
            | by times(gamma/2, last)
        == gamma*epsilon/2*norm2(w[1] - u) + Q/(2*gamma)
            | by at(potential, t=1)
        <= gamma*epsilon/2*D**2 + Q/(2*gamma)
            | by times(gamma*epsilon/2, distance)
        """,
        claim=f"{REGRET} <= gamma*epsilon/2*D**2 + Q/(2*gamma)",
        title=THEOREMS["curved.newton_regret"].title,
        name="curved.newton_regret",
        shown="Reg_T(u) <= gamma*epsilon/2*D**2 + 1/(2*gamma)*Sum(dot(g[t], p[t]), t, 1, T)",
        why="""
            round 1 | the loss is curved along its gradient
            closer 2 | projecting in the norm of $A_t$
            expand 3 | the step, squared out in the norm of $A_t$
            round 2 | what the curvature pays is what the growth of the matrix costs
            regret 2 | summed over the rounds
            regret 5 | the first potential is the distance from the start
        """,
        within=(setting,),
        statement="""
            In @curved.newton_step, if {distance} and {curved}, then {claim}.
        """,
        sample=samplers.newton,
    )
    return {"curved.newton_regret": theorem}


NEWTON = rf"""
    Let $\mathcal W$ be a closed convex set in $\mathbb R^d$ that contains the comparator `u` and the start
    `w[1]`, and let [`epsilon` and `gamma` be positive](epsilon > 0, gamma > 0). The losses have gradients `g[t]`
    at `w[t]`. [Let `A[t]` be the matrix `epsilon` $I$ plus the sum of the outer products of `g[1]` to `g[t]`, and
    `A[t]*p[t]` equal to `g[t]`](direction). The learner goes to {{step}}, and then to `w[t+1]`, [the point of
    $\mathcal W$ that has the least distance to `v[t]` in the norm of `A[t]`](projection). {ITS_REGRET}
"""


def _newton(**more: str) -> tuple[Context, Setting]:
    """The online Newton step."""
    names = {
        "positive": "gamma epsilon",
        "real": "A f q Q Reg_T",
        "vector": "w v g u p z",
        "posint": "T",
    }
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, s: 1..T", **names)
    ctx.hyp(
        "direction",
        "epsilon*dot(p[t], z) + Sum(dot(g[s], p[t])*dot(g[s], z), s, 1, t) == dot(g[t], z)",
        for_all="z",
        label="the direction of the step",
    )
    ctx.define("step", "v[t] == w[t] - p[t]/gamma", label="the Newton step")
    ctx.assume(
        "projection",
        "epsilon*dot(v[t] - w[t+1], u - w[t+1])"
        " + Sum(dot(g[s], v[t] - w[t+1])*dot(g[s], u - w[t+1]), s, 1, t) <= 0",
        label="projection in the norm of the round",
        source=NEAREST,
    )
    regret_against(ctx, "z")
    setting = ctx.setting("curved.newton_step", "online Newton step", NEWTON)
    ctx.define("progress", "Q == Sum(dot(g[t], p[t]), t, 1, T)", label="lengths of the steps")
    ctx.define(
        "potential",
        "q[t] == epsilon*norm2(w[t] - u) + Sum(dot(g[s], w[t] - u)**2, s, 1, t-1)",
        on="t: 1..T+1",
        label="the potential",
    )
    return ctx, setting


def _curved_and_near(ctx: Context) -> None:
    """Losses that are curved along their gradients, and a comparator not far from the start."""
    ctx.hyp(
        "curved",
        "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u) - gamma/2*dot(g[t], w[t] - u)**2",
        label="curved along the gradient",
    )
    ctx.hyp(
        "distance", "norm2(w[1] - u) <= D**2", label="distance of the start from the comparator"
    )


# ---------------------------------------------------------------------- determinants
def growing_matrices(ctx: Context) -> None:
    """What is assumed of the determinants of the matrices, `V[t]` that of the round, `V[0]` the first."""
    ctx.assume("determinants", GROWTH, label="how the determinant grows", source=DETERMINANT)
    ctx.assume("trace", TRACE, label="determinant and trace", source=MEANS)


@cache
def log_determinant() -> dict[str, Theorem]:
    r"""The sum of :math:`\langle g_t,A_t^{-1}g_t\rangle` grows like the logarithm of a determinant."""
    ctx = Context(
        index="t: 1..T",
        positive="epsilon V h k",
        nonneg="S",
        real="A l",
        vector="g p",
        posint="T d",
    )
    growing_matrices(ctx)
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.define("logarithm", "l[t] == log(V[t])", on="t: 0..T", label="logarithms")
    ctx.prove("unit", UNIT_TANGENT, label="The logarithm lies below its tangent")
    ctx.prove("tangent", TANGENT, label="The same, at any point $h$")
    ctx.prove(
        "one",
        """
        dot(g[t], p[t])
        == 1 - V[t]*(1 - dot(g[t], p[t]))/V[t]
        == 1 - V[t-1]/V[t]
            | by determinants
        <= log(V[t]) - log(V[t-1])
            | by at(tangent, k=V[t-1], h=V[t])
        == l[t] - l[t-1]
            | by logarithm, at(logarithm, t=t-1)
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "grows",
        """
        Sum(dot(g[t], p[t]), t, 1, T)
        <= Sum(l[t] - l[t-1], t, 1, T)
            | by sum(t, 1, T, one)
        == l[T] - l[0]
        == log(V[T]) - log(V[0])
            | by at(logarithm, t=T), at(logarithm, t=0)
        <= d*log(1 + Sum(norm2(g[t]), t, 1, T)/(d*epsilon))
            | by trace
        == d*log(1 + S/(d*epsilon))
            | by squares
        """,
        claim="Sum(dot(g[t], p[t]), t, 1, T) <= d*log(1 + S/(d*epsilon))",
        title=THEOREMS["curved.log_determinant"].title,
        name="curved.log_determinant",
        kind="lemma",
        why="""
            one 2 | the determinant lemma
            one 4 | the logarithm lies below its tangent
            grows 2 | summed over the rounds
            grows 5 | the geometric mean of the eigenvalues is at most their arithmetic mean
        """,
        statement=r"""
            For vectors `g[t]` in $\mathbb R^d$ and [positive `epsilon`](epsilon > 0) [let `A[t]` be
            `epsilon` $I$ plus the sum of the outer products of `g[1]` to `g[t]`, and `A[t]*p[t]` equal to
            `g[t]`](determinants, trace, V > 0). With [{squares}](S >= 0), {claim}.
        """,
        sample=samplers.newton,
    )
    return {"curved.log_determinant": theorem}


@cache
def newton() -> dict[str, Theorem]:
    """The online Newton step, with its price in rounds."""
    ctx, setting = _newton(positive="V", nonneg="D S", real="l", posint="d")
    _curved_and_near(ctx)
    growing_matrices(ctx)
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.define("logarithm", "l[t] == log(V[t])", on="t: 0..T", label="logarithms")
    ctx.cite("steps", newton_regret()["curved.newton_regret"])
    ctx.cite("grows", log_determinant()["curved.log_determinant"])
    general = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= gamma*epsilon/2*D**2 + Q/(2*gamma)
            | by steps
        <= gamma*epsilon/2*D**2 + d/(2*gamma)*log(1 + S/(d*epsilon))
            | by progress, times(1/(2*gamma), grows)
        """,
        claim=f"{REGRET} <= gamma*epsilon/2*D**2 + d/(2*gamma)*log(1 + S/(d*epsilon))",
        title=THEOREMS["curved.newton"].title,
        name="curved.newton",
        kind="corollary",
        shown="Reg_T(u) <= gamma*epsilon/2*D**2 + d/(2*gamma)*log(1 + S/(d*epsilon))",
        within=(setting,),
        statement="""
            In @curved.newton_step, [with `d` for the dimension](determinants, trace, V > 0), let the losses be
            curved along their gradients, {curved}, and let {distance}. Then with [{squares}](S >= 0) the
            regret against `u` satisfies {claim}.
        """,
        sample=samplers.newton,
    )
    return {"curved.newton": general}


@cache
def newton_tuned() -> dict[str, Theorem]:
    """The online Newton step on exp-concave losses, with the parameters that the bound asks for."""
    ctx, setting = _newton(positive="D V alpha h k", nonneg="G", real="l", posint="d")
    growing_matrices(ctx)
    ctx.hyp(
        "concave",
        "exp(-alpha*f[t](u)) <= exp(-alpha*f[t](w[t]))"
        " - alpha*exp(-alpha*f[t](w[t]))*dot(g[t], u - w[t])",
        label="the exponential lies below its tangent",
    )
    ctx.hyp("near", "norm2(w[t] - u) <= D**2", label="distances in the set")
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.hyp("steep", "alpha*G*D <= 1", label="the curvature that is used")
    ctx.define("curvature", "gamma == alpha/2", label="the curvature along the gradients")
    ctx.define("tuning", "epsilon == 4/(alpha**2*D**2)", label="the first matrix")
    ctx.define("logarithm", "l[t] == log(V[t])", on="t: 0..T", label="logarithms")
    ctx.prove(
        "slope",
        """
        alpha*dot(g[t], w[t] - u)
        <= alpha**2*D**2/2*norm2(g[t]) + norm2(w[t] - u)/(2*D**2)
            | gap norm2(alpha*D*g[t] - (w[t] - u)/D)/2
        <= (alpha*G*D)**2/2 + 1/2
            | by times(alpha**2*D**2/2, lipschitz), times(1/(2*D**2), near)
        <= 1
            | by times((1 + alpha*G*D)/2, steep)
        """,
        label="The slope towards $u$",
    )
    ctx.cite(
        "parabola",
        exp_concave()["curved.exp_concave"],
        given="f(z) = f[t](z), w = w[t], g = g[t], s = dot(g[t], w[t] - u)",
    )
    ctx.prove(
        "curved",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u) - alpha/4*dot(g[t], w[t] - u)**2
            | by parabola
        == dot(g[t], w[t] - u) - gamma/2*dot(g[t], w[t] - u)**2
            | by curvature
        """,
        label="Curved along the gradient",
    )
    ctx.prove(
        "distance",
        """
        norm2(w[1] - u)
        <= D**2
            | by at(near, t=1)
        """,
        label="Distance of the start from the comparator",
    )
    ctx.cite("general", newton()["curved.newton"], given="S = Sum(norm2(g[t]), t, 1, T)")
    ctx.prove("unit", UNIT_TANGENT, label="The logarithm lies below its tangent")
    ctx.prove("tangent", TANGENT, label="The same, at any point $h$")
    ctx.prove(
        "rounds",
        """
        alpha**2*D**2*Sum(norm2(g[t]), t, 1, T)
        <= (alpha*G*D)**2*T
            | by times(alpha**2*D**2, sum(t, 1, T, lipschitz))
        <= T
            | by times(T*(1 + alpha*G*D), steep)
        """,
        label="The gradients together",
    )
    ctx.prove(
        "larger",
        """
        log(1 + alpha**2*D**2*Sum(norm2(g[t]), t, 1, T)/(4*d))
        <= log(1 + T/(4*d)) + (1 + alpha**2*D**2*Sum(norm2(g[t]), t, 1, T)/(4*d))/(1 + T/(4*d)) - 1
            | by at(tangent, k=1 + alpha**2*D**2*Sum(norm2(g[t]), t, 1, T)/(4*d), h=1 + T/(4*d))
        <= log(1 + T/(4*d))
            | by times(1/(4*d + T), rounds)
        """,
        label="The logarithm grows",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= gamma*epsilon/2*D**2 + d/(2*gamma)*log(1 + Sum(norm2(g[t]), t, 1, T)/(d*epsilon))
            | by general
        == 1/alpha + d/alpha*log(1 + alpha**2*D**2*Sum(norm2(g[t]), t, 1, T)/(4*d))
            | by curvature, tuning
        <= (1 + d*log(1 + T/(4*d)))/alpha
            | by times(d/alpha, larger)
        """,
        claim=f"{REGRET} <= (1 + d*log(1 + T/(4*d)))/alpha",
        title=THEOREMS["curved.newton_tuned"].title,
        name="curved.newton_tuned",
        kind="corollary",
        shown="Reg_T(u) <= 1/alpha*(1 + d*log(1 + T/(4*d)))",
        within=(setting,),
        statement="""
            In @curved.newton_step, [in `d` dimensions](determinants, trace, V > 0), let the losses be
            [`alpha`-exp-concave](concave), {lipschitz}, [the distances in the set at most `D`](near), and
            {steep}, with [positive `alpha` and `D`](alpha > 0, D > 0). With {curvature} and {tuning}, {claim}.
        """,
        sample=samplers.newton_tuned,
    )
    return {"curved.newton_tuned": theorem}


# ---------------------------------------------------------------------- regression
FORECASTER = r"""
    The inputs are `x[t]` in $\mathbb R^d$, the targets `y[t]`. With an [`a` above 0](a > 0) let `A[t]` be the
    matrix `a` $I$ plus the sum of the outer products of `x[1]` to `x[t]`. The forecaster predicts
    `dot(w[t], x[t])`, with [`A[t]*w[t]` equal to `Sum(y[s]*x[s], s, 1, t - 1)`](prediction, direction, ridge).
    [The sum of the squares of its errors](loss, L >= 0) is `L`, and [that of a point `u`](comparator, C >= 0) is
    `C`.
"""


def _forecaster(**more: str) -> tuple[Context, Setting]:
    """The forecaster of Vovk, Azoury and Warmuth."""
    names = {
        "positive": "a",
        "nonneg": "U C L",
        "real": "A y q Q",
        "vector": "w m p x u z",
        "posint": "T",
    }
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, s: 1..T", **names)
    past = "Sum(y[s]*dot(x[s], z), s, 1, t-1)"
    ctx.hyp(
        "prediction",
        f"a*dot(w[t], z) + Sum(dot(x[s], w[t])*dot(x[s], z), s, 1, t) == {past}",
        for_all="z",
        label="the weights",
    )
    ctx.hyp(
        "direction",
        "a*dot(p[t], z) + Sum(dot(x[s], p[t])*dot(x[s], z), s, 1, t) == dot(x[t], z)",
        for_all="z",
        label="the direction of the input",
    )
    ctx.hyp(
        "ridge",
        f"a*dot(m[t], z) + Sum(dot(x[s], m[t])*dot(x[s], z), s, 1, t-1) == {past}",
        for_all="z",
        on="t: 1..T+1",
        label="ridge regression",
    )
    ctx.define(
        "loss", "L == Sum((dot(w[t], x[t]) - y[t])**2, t, 1, T)", label="loss of the learner"
    )
    ctx.define(
        "comparator",
        "C == Sum((dot(u, x[t]) - y[t])**2, t, 1, T)",
        label="loss of the comparator",
    )
    setting = ctx.setting("curved.forecast", "Vovk-Azoury-Warmuth forecaster", FORECASTER)
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.define("price", "Q == Sum(y[t]**2*dot(x[t], p[t]), t, 1, T)", label="the price")
    ctx.define(
        "potential",
        "q[t] == Sum(y[s]**2, s, 1, t-1) - Sum(y[s]*dot(x[s], m[t]), s, 1, t-1)",
        on="t: 1..T+1",
        label="what ridge regression pays",
    )
    return ctx, setting


@cache
def forecaster() -> dict[str, Theorem]:
    """The forecaster against ridge regression, which knows all rounds."""
    ctx, setting = _forecaster()
    ctx.prove(
        "gain",
        """
        dot(w[t], x[t])**2
        <= dot(w[t], x[t])**2 + a*norm2(m[t] - w[t]) + Sum(dot(x[s], m[t] - w[t])**2, s, 1, t-1)
            | gap a*norm2(m[t] - w[t]) + Sum(dot(x[s], m[t] - w[t])**2, s, 1, t-1)
        == (a*dot(m[t], m[t]) + Sum(dot(x[s], m[t])*dot(x[s], m[t]), s, 1, t-1)) - 2*(a*dot(m[t], w[t]) + Sum(dot(x[s], m[t])*dot(x[s], w[t]), s, 1, t-1)) + (a*dot(w[t], w[t]) + Sum(dot(x[s], w[t])*dot(x[s], w[t]), s, 1, t))
        == Sum(y[s]*dot(x[s], m[t]), s, 1, t-1) - Sum(y[s]*dot(x[s], w[t]), s, 1, t-1)
            | by at(ridge, z=m[t]), at(ridge, z=w[t]), at(prediction, z=w[t])
        """,  # noqa: E501
        label="Ridge regression before the round, and the forecaster",
    )
    ctx.prove(
        "next",
        """
        Sum(y[s]*dot(x[s], m[t+1]), s, 1, t)
        == Sum(y[s]*dot(x[s], m[t+1]), s, 1, t-1) + y[t]*dot(x[t], m[t+1])
        == a*dot(w[t], m[t+1]) + Sum(dot(x[s], w[t])*dot(x[s], m[t+1]), s, 1, t) + y[t]*(a*dot(p[t], m[t+1]) + Sum(dot(x[s], p[t])*dot(x[s], m[t+1]), s, 1, t))
            | by at(prediction, z=m[t+1]), at(direction, z=m[t+1])
        == Sum(y[s]*dot(x[s], w[t]), s, 1, t) + y[t]*Sum(y[s]*dot(x[s], p[t]), s, 1, t)
            | by at(ridge, t=t+1, z=w[t]), times(y[t], at(ridge, t=t+1, z=p[t]))
        == Sum(y[s]*dot(x[s], w[t]), s, 1, t-1) + y[t]*dot(w[t], x[t]) + y[t]*Sum(y[s]*dot(x[s], p[t]), s, 1, t-1) + y[t]**2*dot(x[t], p[t])
        == Sum(y[s]*dot(x[s], w[t]), s, 1, t-1) + y[t]*dot(w[t], x[t]) + y[t]*(a*dot(w[t], p[t]) + Sum(dot(x[s], w[t])*dot(x[s], p[t]), s, 1, t)) + y[t]**2*dot(x[t], p[t])
            | by times(y[t], at(prediction, z=p[t]))
        == Sum(y[s]*dot(x[s], w[t]), s, 1, t-1) + 2*y[t]*dot(w[t], x[t]) + y[t]**2*dot(x[t], p[t])
            | by times(y[t], at(direction, z=w[t]))
        """,  # noqa: E501
        label="Ridge regression after the round, and the forecaster",
    )
    ctx.prove(
        "round",
        """
        (dot(w[t], x[t]) - y[t])**2
        == dot(w[t], x[t])**2 - 2*y[t]*dot(w[t], x[t]) + y[t]**2
        <= Sum(y[s]*dot(x[s], m[t]), s, 1, t-1) - Sum(y[s]*dot(x[s], w[t]), s, 1, t-1) - 2*y[t]*dot(w[t], x[t]) + y[t]**2
            | by gain
        == Sum(y[s]*dot(x[s], m[t]), s, 1, t-1) - Sum(y[s]*dot(x[s], m[t+1]), s, 1, t) + y[t]**2*dot(x[t], p[t]) + y[t]**2
            | by next
        == q[t+1] - q[t] + y[t]**2*dot(x[t], p[t])
            | by potential, at(potential, t=t+1)
        """,  # noqa: E501
        label="One round",
    )
    ctx.prove(
        "last",
        """
        q[T+1]
        == Sum(y[s]**2, s, 1, T) - Sum(y[s]*dot(x[s], m[T+1]), s, 1, T)
            | by at(potential, t=T+1)
        <= Sum(y[s]**2, s, 1, T) - Sum(y[s]*dot(x[s], m[T+1]), s, 1, T) + a*norm2(u - m[T+1]) + Sum(dot(x[s], u - m[T+1])**2, s, 1, T)
            | gap a*norm2(u - m[T+1]) + Sum(dot(x[s], u - m[T+1])**2, s, 1, T)
        == a*norm2(u) + Sum((dot(u, x[s]) - y[s])**2, s, 1, T)
            | by at(ridge, t=T+1, z=u), at(ridge, t=T+1, z=m[T+1])
        == a*norm2(u) + C
            | by comparator
        """,  # noqa: E501
        label="Nobody pays less than ridge regression",
    )
    theorem = ctx.theorem(
        "bound",
        """
        L
        == Sum((dot(w[t], x[t]) - y[t])**2, t, 1, T)
            | by loss
        <= Sum(q[t+1] - q[t] + y[t]**2*dot(x[t], p[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == q[T+1] - q[1] + Q
            | by price
        == q[T+1] + Q
            | by at(potential, t=1)
        <= C + a*norm2(u) + Q
            | by last
        <= C + a*U**2 + Q
            | by times(a, size)
        """,
        claim="L <= C + a*U**2 + Q",
        title=THEOREMS["curved.forecaster"].title,
        name="curved.forecaster",
        kind="lemma",
        why="""
            round 4 | ridge regression before and after the round solves two systems that differ in one term
            bound 3 | summed over the rounds
            bound 4 | before the first round ridge regression has paid nothing
            bound 5 | at the end nobody has paid less than ridge regression
            bound 6 | the size of $u$
        """,
        within=(setting,),
        statement="""
            In @curved.forecast, with {price} for the vectors `p[t]` that [`A[t]` maps to `x[t]`](direction), every
            `u` with {size} satisfies {claim}.
        """,
        sample=samplers.forecaster,
    )
    return {"curved.forecaster": theorem}


@cache
def vovk_azoury_warmuth() -> dict[str, Theorem]:
    """The forecaster on bounded inputs and targets."""
    ctx, setting = _forecaster(positive="V h k", nonneg="R Y", real="l", posint="d")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size of the inputs")
    ctx.hyp("targets", "y[t]**2 <= Y**2", label="size of the targets")
    ctx.assume(
        "determinants",
        "V[t-1] == V[t]*(1 - dot(x[t], p[t]))",
        label="how the determinant grows",
        source=DETERMINANT,
    )
    ctx.assume(
        "trace",
        "log(V[T]) <= log(V[0]) + d*log(1 + Sum(norm2(x[t]), t, 1, T)/(d*a))",
        label="determinant and trace",
        source=MEANS,
    )
    ctx.define("logarithm", "l[t] == log(V[t])", on="t: 0..T", label="logarithms")
    ctx.cite(
        "grows",
        log_determinant()["curved.log_determinant"],
        given="g[t] = x[t], epsilon = a, S = Sum(norm2(x[t]), t, 1, T)",
    )
    ctx.cite("ridge_bound", forecaster()["curved.forecaster"])
    ctx.prove("unit", UNIT_TANGENT, label="The logarithm lies below its tangent")
    ctx.prove("tangent", TANGENT, label="The same, at any point $h$")
    ctx.prove(
        "larger",
        """
        log(1 + Sum(norm2(x[t]), t, 1, T)/(d*a))
        <= log(1 + R**2*T/(a*d)) + (1 + Sum(norm2(x[t]), t, 1, T)/(d*a))/(1 + R**2*T/(a*d)) - 1
            | by at(tangent, k=1 + Sum(norm2(x[t]), t, 1, T)/(d*a), h=1 + R**2*T/(a*d))
        <= log(1 + R**2*T/(a*d))
            | by times(1/(d*a + R**2*T), sum(t, 1, T, radius))
        """,
        label="The logarithm grows",
    )
    ctx.prove(
        "length",
        """
        0
        <= a*norm2(p[t]) + Sum(dot(x[s], p[t])**2, s, 1, t)
            | gap a*norm2(p[t]) + Sum(dot(x[s], p[t])**2, s, 1, t)
        == dot(x[t], p[t])
            | by at(direction, z=p[t])
        """,
        label="The price of a round",
    )
    ctx.prove(
        "one",
        """
        y[t]**2*dot(x[t], p[t])
        <= Y**2*dot(x[t], p[t])
            | by times(dot(x[t], p[t]), targets)
        """,
        label="Bounded targets",
    )
    theorem = ctx.theorem(
        "bound",
        """
        L
        <= C + a*U**2 + Q
            | by ridge_bound
        <= C + a*U**2 + Y**2*Sum(dot(x[t], p[t]), t, 1, T)
            | by price, sum(t, 1, T, one)
        <= C + a*U**2 + d*Y**2*log(1 + Sum(norm2(x[t]), t, 1, T)/(d*a))
            | by times(Y**2, grows)
        <= C + a*U**2 + d*Y**2*log(1 + R**2*T/(a*d))
            | by times(d*Y**2, larger)
        """,
        claim="L <= C + a*U**2 + d*Y**2*log(1 + R**2*T/(a*d))",
        title=THEOREMS["curved.vovk_azoury_warmuth"].title,
        name="curved.vovk_azoury_warmuth",
        within=(setting,),
        statement="""
            In @curved.forecast, if {radius}, [{targets}](Y >= 0) and {size}, then {claim}, where `d` is [the
            dimension](determinants, trace, V > 0).
        """,
        sample=samplers.forecaster,
    )
    return {"curved.vovk_azoury_warmuth": theorem}


# ---------------------------------------------------------------------- smooth losses
@cache
def self_bounding() -> dict[str, Theorem]:
    """A smooth loss that is nowhere negative is flat where it is small."""
    ctx = Context(positive="beta", real="f L", vector="w g z")
    ctx.define("lowest", "z == w - g/beta", label="the lowest point of the parabola")
    ctx.hyp(
        "smooth", "f(z) <= f(w) + dot(g, z - w) + beta/2*norm2(z - w)", label="below the parabola"
    )
    ctx.hyp("floor", "0 <= f(z)", label="not negative")
    ctx.define("value", "L == f(w)", label="the loss")
    theorem = ctx.theorem(
        "flat",
        """
        norm2(g)
        <= norm2(g) + 2*beta*f(z)
            | by times(2*beta, floor)
        <= norm2(g) + 2*beta*(f(w) + dot(g, z - w) + beta/2*norm2(z - w))
            | by times(2*beta, smooth)
        == 2*beta*L
            | by value, lowest
        """,
        claim="norm2(g) <= 2*beta*L",
        title=THEOREMS["curved.self_bounding"].title,
        name="curved.self_bounding",
        kind="lemma",
        statement=r"""
            For [positive `beta`](beta > 0) let $f$ be [`beta`-smooth](smooth) and [nonnegative on $\mathbb
            R^d$](floor, lowest), with gradient `g` at `w`. Then {claim}.
        """,
        shown="norm2(g) <= 2*beta*f(w)",
    )
    return {"curved.self_bounding": theorem}


SMOOTH = rf"""
    {SET} The losses are [convex with gradients `g[t]` at `w[t]`](convex), [nowhere negative on $\mathbb
    R^d$](floor, lowest) and [`beta`-smooth](smooth), with a [positive `beta`](beta > 0). The
    learner goes to {{step}} with a [positive step `eta`](eta > 0), {BACK} {ITS_REGRET} [The total loss of
    `u`](comparator) is `C`.
"""


def _smooth(**more: str) -> tuple[Context, Setting]:
    """Gradient descent with a fixed step on smooth losses."""
    names = {
        "positive": "eta beta",
        "real": "f L C Reg_T",
        "vector": "w v g u z a",
        "posint": "T",
    }
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.define("lowest", "z[t] == w[t] - g[t]/beta", label="the lowest point of the parabola")
    ctx.hyp(
        "smooth",
        "f[t](z[t]) <= f[t](w[t]) + dot(g[t], z[t] - w[t]) + beta/2*norm2(z[t] - w[t])",
        label="smoothness",
    )
    ctx.hyp("floor", "0 <= f[t](z[t])", label="losses that are not negative")
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    regret_against(ctx)
    ctx.define("comparator", "C == Sum(f[t](u), t, 1, T)", label="loss of the comparator")
    setting = ctx.setting("curved.smooth_losses", "smooth losses", SMOOTH)
    ctx.hyp(
        "distance", "norm2(w[1] - u) <= D**2", label="distance of the start from the comparator"
    )
    ctx.define("loss", "L == Sum(f[t](w[t]), t, 1, T)", label="loss of the learner")
    return ctx, setting


@cache
def small_losses() -> dict[str, Theorem]:
    """The regret is small if the learner's loss is, and so if the comparator's loss is."""
    ctx, setting = _smooth(nonneg="D")
    ctx.cite(
        "regret",
        from_any_start()["ogd.regret_from_any_start"],
        given="S = Sum(norm2(g[t]), t, 1, T)",
    )
    ctx.cite(
        "flat",
        self_bounding()["curved.self_bounding"],
        given="f(a) = f[t](a), w = w[t], g = g[t], z = z[t], L = f[t](w[t])",
    )
    mixed = ctx.theorem(
        "mixed",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= D**2/(2*eta) + eta/2*Sum(norm2(g[t]), t, 1, T)
            | by regret
        <= D**2/(2*eta) + eta*beta*L
            | by loss, times(eta/2, sum(t, 1, T, flat))
        """,
        claim=f"{REGRET} <= D**2/(2*eta) + eta*beta*L",
        title=THEOREMS["curved.smooth"].title,
        name="curved.smooth",
        kind="lemma",
        within=(setting,),
        statement="""
            In @curved.smooth_losses, if {distance}, then with [the learner's total loss](loss) `L` the regret
            against `u` satisfies {claim}.
        """,
        sample=samplers.smooth_descent,
    )
    ctx.hyp("short", "eta*beta < 1", label="the step size")
    ctx.prove(
        "remainder",
        """
        (1 - eta*beta)*L
        == C + Sum(f[t](w[t]) - f[t](u), t, 1, T) - eta*beta*L
            | by loss, comparator
        <= C + D**2/(2*eta)
            | by mixed
        """,
        label="The learner's loss on both sides",
    )
    theorem = ctx.theorem(
        "bound",
        """
        L
        <= (C + D**2/(2*eta))/(1 - eta*beta)
            | by times(1/(1 - eta*beta), remainder)
        """,
        claim="L <= (C + D**2/(2*eta))/(1 - eta*beta)",
        title=THEOREMS["curved.small_losses"].title,
        name="curved.small_losses",
        kind="corollary",
        within=(setting,),
        statement="""
            In @curved.smooth_losses, if {distance} and {short}, then [the learner's total loss](loss) `L` satisfies
            {claim}.
        """,
        sample=samplers.smooth_descent,
    )
    return {"curved.smooth": mixed, "curved.small_losses": theorem}


@cache
def small_losses_tuned() -> dict[str, Theorem]:
    """With the step that is best if the comparator's loss is known."""
    ctx, setting = _smooth(positive="D k", nonneg="K")
    ctx.hyp("known", "C <= K", label="a bound on the loss of the comparator")
    ctx.define("root", "k == sqrt(beta**2*D**2 + 2*beta*K)", label="a root")
    ctx.define("tuning", "eta == D/(beta*D + k)", label="the step size")
    ctx.cite("mixed", small_losses()["curved.smooth"])
    ctx.prove(
        "square",
        """
        2*beta*K
        == (beta**2*D**2 + 2*beta*K) - beta**2*D**2
        == k**2 - beta**2*D**2
            | by root
        """,
        label="What the root is for",
    )
    ctx.prove(
        "remainder",
        """
        k/(beta*D + k)*Sum(f[t](w[t]) - f[t](u), t, 1, T)
        == Sum(f[t](w[t]) - f[t](u), t, 1, T) - beta*D/(beta*D + k)*(L - C)
            | by loss, comparator
        <= D**2/(2*eta) + eta*beta*L - beta*D/(beta*D + k)*(L - C)
            | by mixed
        == D*(beta*D + k)/2 + beta*D/(beta*D + k)*C
            | by tuning
        <= D*(beta*D + k)/2 + beta*D/(beta*D + k)*K
            | by times(beta*D/(beta*D + k), known)
        == D*k
            | by times(D/(2*(beta*D + k)), square)
        """,
        label="The learner's loss on both sides",
    )
    ctx.prove(
        "roots",
        """
        k
        == sqrt(beta**2*D**2 + 2*beta*K)
            | by root
        <= beta*D + sqrt(2*beta*K)
            | gap 2*beta*D*sqrt(2*beta*K)/(beta*D + sqrt(2*beta*K) + sqrt(beta**2*D**2 + 2*beta*K))
        """,
        label="The root of a sum is at most the sum of the roots",
    )
    exact = ctx.theorem(
        "exact",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= D*(beta*D + k)
            | by times((beta*D + k)/k, remainder)
        <= 2*beta*D**2 + D*sqrt(2*beta*K)
            | by times(D, roots)
        """,
        claim=f"{REGRET} <= 2*beta*D**2 + D*sqrt(2*beta*K)",
        title=THEOREMS["curved.small_losses_tuned"].title,
        name="curved.small_losses_tuned",
        shown="Reg_T(u) <= 2*beta*D**2 + D*sqrt(2*beta*K)",
        why="""
            remainder 1 | the regret is $L-C$
            remainder 2 | the bound of online gradient descent; each loss bounds its squared gradient
            remainder 3 | the step
            remainder 4 | $C$ is at most $K$
            exact 1 | solved for the regret
            exact 2 | the root of a sum is at most the sum of the roots
        """,
        within=(setting,),
        statement="""
            In @curved.smooth_losses let {distance} and [{known}](K >= 0) with [positive `D`](D > 0). With
            {tuning}, {claim}, where [{root}](k > 0).
        """,
        sample=samplers.smooth_descent_tuned,
    )
    return {"curved.small_losses_tuned": exact}


# ---------------------------------------------------------------------- comparators that move
DRIFT = rf"""
    Let $\mathcal W$ be a closed convex set that contains the start `w[1]` and the comparators `u[t]`, where, for a
    [positive `D`](D > 0), [all points have distances of at most `D` from each other](near, after). Let [the
    distance from `u[t]` to `u[t+1]` be at most `delta[t]`](move, unit, delta >= 0). The losses are [convex with
    subgradients `g[t]` at `w[t]`](convex). With a [step `eta` above 0](eta > 0) the learner goes to {{step}},
    {BACK}
"""


@cache
def moving_comparators() -> dict[str, Theorem]:
    """Against a sequence of comparators gradient descent pays for the length of their path."""
    ctx = Context(
        index="t: 1..T",
        positive="eta D",
        nonneg="delta",
        real="f P S",
        vector="w v g u b",
        posint="T",
    )
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u[t]) <= dot(g[t], w[t] - u[t])", label="convexity")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u[t] - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    ctx.define(
        "move", "u[t+1] == u[t] + delta[t]*b[t]", on="t: 1..T-1", label="how the comparator moves"
    )
    ctx.hyp("unit", "norm2(b[t]) <= 1", on="t: 1..T-1", label="its direction")
    ctx.hyp("near", "norm2(w[t] - u[t]) <= D**2", label="distances in the set")
    ctx.hyp("after", "norm2(w[t+1] - u[t]) <= D**2", label="distances after the step")
    setting = ctx.setting("curved.drift", "comparators that move", DRIFT)
    ctx.define("path", "P == Sum(delta[t], t, 1, T-1)", label="length of the path")
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.prove(
        "follow",
        """
        norm2(w[t+1] - u[t+1]) - norm2(w[t+1] - u[t])
        == -delta[t]*dot(b[t], (w[t+1] - u[t]) + (w[t+1] - u[t+1]))
            | by move
        <= delta[t]/2*(2*D*norm2(b[t]) + norm2(w[t+1] - u[t])/D + norm2(w[t+1] - u[t+1])/D)
            | gap delta[t]/2*D*norm2(b[t] + (w[t+1] - u[t])/D) + delta[t]/2*D*norm2(b[t] + (w[t+1] - u[t+1])/D)
        <= 2*D*delta[t]
            | by times(delta[t]*D, unit), times(delta[t]/(2*D), after), times(delta[t]/(2*D), at(near, t=t+1))
        """,
        on="t: 1..T-1",
        label="What a move of the comparator costs",
    )
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u[t])
        <= dot(g[t], w[t] - u[t])
            | by convex
        == (norm2(w[t] - u[t]) - norm2(v[t] - u[t]))/(2*eta) + eta/2*norm2(g[t])
            | by step
        <= (norm2(w[t] - u[t]) - norm2(w[t+1] - u[t]))/(2*eta) + eta/2*norm2(g[t])
            | by times(1/eta, projection) ; gap norm2(v[t] - w[t+1])/(2*eta)
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)
        <= Sum((norm2(w[t] - u[t]) - norm2(w[t+1] - u[t]))/(2*eta) + eta/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == norm2(w[1] - u[1])/(2*eta) - norm2(w[T+1] - u[T])/(2*eta) + eta/2*S + Sum(norm2(w[t+1] - u[t+1]) - norm2(w[t+1] - u[t]), t, 1, T-1)/(2*eta)
            | by squares
        <= norm2(w[1] - u[1])/(2*eta) + eta/2*S + Sum(norm2(w[t+1] - u[t+1]) - norm2(w[t+1] - u[t]), t, 1, T-1)/(2*eta)
            | gap norm2(w[T+1] - u[T])/(2*eta)
        <= norm2(w[1] - u[1])/(2*eta) + eta/2*S + D*P/eta
            | by path, times(1/(2*eta), sum(t, 1, T-1, follow))
        <= D**2/(2*eta) + D*P/eta + eta/2*S
            | by times(1/(2*eta), at(near, t=1))
        """,  # noqa: E501
        claim="Sum(f[t](w[t]) - f[t](u[t]), t, 1, T) <= D**2/(2*eta) + D*P/eta + eta/2*S",
        title=THEOREMS["curved.moving"].title,
        name="curved.moving",
        shown="Sum(f[t](w[t]) - f[t](u[t]), t, 1, T)"
        " <= D**2/(2*eta) + D/eta*Sum(delta[t], t, 1, T-1) + eta/2*Sum(norm2(g[t]), t, 1, T)",
        why="""
            round 1 | convexity
            round 3 | the step and the projection, as ever
            follow 3 | both distances are at most $D$
            regret 1 | one round, summed
            regret 3 | from one round to the next the comparator moves on
            regret 5 | what the moves cost
        """,
        within=(setting,),
        statement="In @curved.drift, {claim}.",
        sample=samplers.moving_descent,
    )
    return {"curved.moving": theorem}


# ---------------------------------------------------------------------- the lower bound
SQUARES = "Sum((w[t] - y[t])**2/2 - (u - y[t])**2/2, t, 1, T)"
NUMBERS = """
    Let [`c[0]` to `c[T]` be positive numbers](c > 0) with {end} and, backwards from there, {recursion}.
"""
OPPONENT = """
    In @curved.numbers, a learner plays any number `w[t]` and pays `(w[t] - y[t])**2/2`. The target `y[t]` is [1
    or −1](targets), [1 if `w[t]` is below `c[t]*b[t]`, and −1 if it is above](against), where {sofar} is the sum
    of the targets so far. Let {mean} be [their mean](mean). [The learner's regret](reg) is `Reg_T(u)`.
"""


def _numbers(**more: str) -> tuple[Context, Setting]:
    """The numbers that the best opponent counts with, from the last round backwards."""
    names = {"positive": "c", "real": "", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, s: 1..T, r: 1..T", **names)
    ctx.hyp("recursion", "c[t] == c[t+1] + c[t+1]**2", on="t: 0..T-1", label="one round earlier")
    ctx.hyp("end", "c[T] == 1/T", label="the last number")
    return ctx, ctx.setting("curved.numbers", "numbers that grow backwards", NUMBERS)


def _against(**more: str) -> tuple[Context, Setting]:
    """A learner on the line, and targets on the other side of the best answer."""
    names = {"real": "w y b u Reg_T z"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx, numbers = _numbers(**names)
    ctx.hyp("targets", "y[t]**2 == 1", label="targets 1 and -1")
    ctx.define(
        "sofar", "b[t] == Sum(y[s], s, 1, t-1)", on="t: 1..T+1", label="sum of the targets so far"
    )
    ctx.hyp("against", "0 <= y[t]*(c[t]*b[t] - w[t])", label="the choice of the target")
    ctx.define("mean", "u == Sum(y[s], s, 1, T)/T", label="the mean of the targets")
    ctx.define("reg", f"Reg_T(z) == {SQUARES.replace('(u', '(z')}", for_all="z", label="the regret")
    setting = ctx.setting(
        "curved.targets", "targets on the other side", OPPONENT, within=(numbers,)
    )
    return ctx, setting


@cache
def opponent() -> dict[str, Theorem]:
    """An opponent on the line whom no learner can escape."""
    ctx, setting = _against(real="m q C_T")
    ctx.define("total", "C_T == Sum(c[t], t, 1, T)", label="sum of the numbers")
    ctx.define("slack", "m[r] == 1/c[T-r+1] - (T-r+1)", label="how small the numbers are")
    ctx.define("potential", "q[t] == c[t-1]*b[t]**2", on="t: 1..T+1", label="the potential")
    ctx.prove(
        "start",
        """
        m[1]
        == 1/c[T] - T
            | by at(slack, r=1)
        == 0
            | by times(T/c[T], end)
        """,
        label="In the last round",
    )
    ctx.prove(
        "up",
        """
        m[r]
        == 1/c[T-r+1] - (T-r) - 1
            | by slack
        <= 1/(c[T-r+1] + c[T-r+1]**2) - (T-r)
            | gap c[T-r+1]/(1 + c[T-r+1])
        == 1/c[T-r] - (T-r)
            | by times(1/(c[T-r]*(c[T-r+1] + c[T-r+1]**2)), at(recursion, t=T-r))
        == m[r+1]
            | by at(slack, r=r+1)
        """,
        on="r: 1..T-1",
        label="One round earlier",
    )
    ctx.prove(
        "nonnegative",
        """
        0
        == m[1]
            | by start
        <= m[1] + Sum(m[s+1] - m[s], s, 1, r-1)
            | by sum(s, 1, r-1, at(up, r=s))
        == m[r]
        """,
        label="All rounds",
    )
    ctx.prove(
        "small",
        """
        c[t]*t
        <= c[t]*t + c[t]*m[T-t+1]
            | by times(c[t], at(nonnegative, r=T-t+1))
        == 1
            | by at(slack, r=T-t+1)
        """,
        label="The numbers are small",
    )
    ctx.prove(
        "few",
        """
        y[t]*b[t]
        == Sum(y[t]*y[s], s, 1, t-1)
            | by sofar
        <= Sum(y[t]**2/2 + y[s]**2/2, s, 1, t-1)
            | gap Sum((y[t] - y[s])**2/2, s, 1, t-1)
        == Sum(y[t]**2/2 + 1/2, s, 1, t-1)
            | by sum(s, 1, t-1, at(targets, t=s))
        == t - 1
            | by times((t-1)/2, targets)
        <= t
            | gap 1
        """,
        label="The sum of the targets is at most their number",
    )
    ctx.prove(
        "within",
        """
        y[t]*c[t]*b[t]
        <= c[t]*t
            | by times(c[t], few)
        <= 1
            | by small
        """,
        label="The best answer lies between the targets",
    )
    ctx.prove(
        "product",
        """
        0
        <= y[t]*(c[t]*b[t] - w[t])*(1 - y[t]*c[t]*b[t])
            | by times(y[t]*(c[t]*b[t] - w[t]), within)
        """,
        label="Away from the best answer the loss is larger",
    )
    ctx.prove(
        "gain",
        """
        c[t]*b[t]**2 + c[t]**2*b[t]**2 + c[t] + 1
        <= c[t]*b[t]**2 + c[t]**2*b[t]**2 + c[t] + 1 + (w[t] - c[t]*b[t])**2 + 2*y[t]*(c[t]*b[t] - w[t])*(1 - y[t]*c[t]*b[t])
            | by times(2, product) ; gap (w[t] - c[t]*b[t])**2
        == (w[t] - y[t])**2 + c[t]*(b[t] + y[t])**2
            | by times(-c[t] - 1 - 2*(c[t]*b[t] - w[t])*c[t]*b[t], targets)
        == (w[t] - y[t])**2 + c[t]*b[t+1]**2
            | by sofar, at(sofar, t=t+1)
        """,  # noqa: E501
        label="What the learner pays",
    )
    ctx.prove(
        "round",
        """
        (w[t] - y[t])**2
        >= c[t]*b[t]**2 + c[t]**2*b[t]**2 + c[t] + 1 - c[t]*b[t+1]**2
            | by gain
        == q[t] - q[t+1] + c[t] + 1
            | by times(-b[t]**2, at(recursion, t=t-1)), potential, at(potential, t=t+1)
        """,
        label="One round",
    )
    ctx.prove(
        "first",
        """
        q[1]
        == c[0]*b[1]**2
            | by at(potential, t=1)
        == 0
            | by at(sofar, t=1)
        """,
        label="The first potential",
    )
    ctx.prove(
        "last",
        """
        q[T+1]
        == c[T]*b[T+1]**2
            | by at(potential, t=T+1)
        == b[T+1]**2/T
            | by times(b[T+1]**2, end)
        == Sum(y[s], s, 1, T)**2/T
            | by at(sofar, t=T+1)
        """,
        label="The last potential",
    )
    ctx.prove(
        "best",
        """
        Sum((u - y[t])**2, t, 1, T)
        == u**2*T - 2*u*Sum(y[t], t, 1, T) + Sum(y[t]**2, t, 1, T)
        == u**2*T - 2*u*Sum(y[t], t, 1, T) + T
            | by sum(t, 1, T, targets)
        == T - Sum(y[s], s, 1, T)**2/T
            | by mean
        """,
        label="What the mean pays",
    )
    theorem = ctx.theorem(
        "forced",
        """
        Sum((w[t] - y[t])**2/2 - (u - y[t])**2/2, t, 1, T)
        == Sum((w[t] - y[t])**2, t, 1, T)/2 - Sum((u - y[t])**2, t, 1, T)/2
        >= Sum(q[t] - q[t+1] + c[t] + 1, t, 1, T)/2 - Sum((u - y[t])**2, t, 1, T)/2
            | by times(1/2, sum(t, 1, T, round))
        == (q[1] - q[T+1] + C_T + T)/2 - Sum((u - y[t])**2, t, 1, T)/2
            | by total
        == (C_T + T - Sum(y[s], s, 1, T)**2/T)/2 - (T - Sum(y[s], s, 1, T)**2/T)/2
            | by first, last, best
        == C_T/2
        """,
        claim=f"{SQUARES} >= C_T/2",
        title=THEOREMS["curved.opponent"].title,
        name="curved.opponent",
        shown="Reg_T(u) >= 1/2*Sum(c[t], t, 1, T)",
        within=(setting,),
        statement="In @curved.targets, {claim}.",
        sample=samplers.opponent,
    )
    return {"curved.opponent": theorem}


@cache
def opponent_logarithm() -> dict[str, Theorem]:
    """What the opponent forces grows like the logarithm of the rounds."""
    ctx, numbers = _numbers(positive="h k C_T", real="l a")
    ctx.define("total", "C_T == Sum(c[t], t, 1, T)", label="sum of the numbers")
    ctx.define("logarithm", "l[t] == log(c[t])", on="t: 0..T", label="logarithms")
    ctx.define("inverse", "a[t] == 1/c[t]", on="t: 0..T", label="inverses")
    ctx.prove("unit", UNIT_TANGENT, label="The logarithm lies below its tangent")
    ctx.prove("tangent", TANGENT, label="The same, at any point $h$")
    ctx.prove(
        "grow",
        """
        l[t-1] - l[t]
        == log(c[t-1]) - log(c[t])
            | by at(logarithm, t=t-1), logarithm
        <= c[t-1]/c[t] - 1
            | by at(tangent, k=c[t-1], h=c[t])
        == c[t]
            | by times(1/c[t], at(recursion, t=t-1))
        """,
        label="How fast the numbers grow",
    )
    ctx.prove(
        "ratio",
        """
        log(c[0]) - log(c[T])
        == l[0] - l[T]
            | by at(logarithm, t=0), at(logarithm, t=T)
        == Sum(l[t-1] - l[t], t, 1, T)
        <= Sum(c[t], t, 1, T)
            | by sum(t, 1, T, grow)
        == C_T
            | by total
        """,
        label="From the last number to the first",
    )
    ctx.prove(
        "fall",
        """
        a[t-1] - a[t]
        == 1/c[t-1] - 1/c[t]
            | by at(inverse, t=t-1), inverse
        == 1/(c[t] + c[t]**2) - 1/c[t]
            | by times(-1/(c[t-1]*(c[t] + c[t]**2)), at(recursion, t=t-1))
        <= c[t] - 1
            | gap c[t]**2/(1 + c[t])
        """,
        label="How fast their inverses fall",
    )
    ctx.prove(
        "begin",
        """
        1/c[0]
        == a[0]
            | by at(inverse, t=0)
        == a[T] + Sum(a[t-1] - a[t], t, 1, T)
        <= a[T] + Sum(c[t] - 1, t, 1, T)
            | by sum(t, 1, T, fall)
        == 1/c[T] - T + C_T
            | by at(inverse, t=T), total
        == C_T
            | by times(T/c[T], end)
        """,
        label="The first number is not small",
    )
    ctx.prove(
        "multiplied",
        """
        1
        <= C_T*c[0]
            | by times(c[0], begin)
        """,
        label="The same, multiplied out",
    )
    ctx.prove(
        "first",
        """
        -log(c[0]) - log(C_T)
        == log(1/(c[0]*C_T))
        <= 1/(c[0]*C_T) - 1
            | by at(unit, k=1/(c[0]*C_T))
        <= 0
            | by times(1/(c[0]*C_T), multiplied)
        """,
        label="Its logarithm",
    )
    ctx.prove(
        "final",
        """
        log(c[T])
        <= log(1/T) + c[T]*T - 1
            | by at(tangent, k=c[T], h=1/T)
        == -log(T)
            | by times(T, end)
        """,
        label="The logarithm of the last number",
    )
    sharp = ctx.theorem(
        "sharp",
        """
        log(T)
        <= -log(c[T])
            | by final
        <= C_T - log(c[0])
            | by ratio
        <= C_T + log(C_T)
            | by first
        """,
        claim="log(T) <= C_T + log(C_T)",
        title=THEOREMS["curved.forced_sharp"].title,
        name="curved.forced_sharp",
        kind="lemma",
        why="""
            grow | $\\ln(1+c_t)$ is at most $c_t$
            ratio | summed
            fall | $\\frac1{1+c_t}$ is at least $1-c_t$
            begin | summed, from $\\frac1{c_T}=T$
            sharp 2 | the first sum, with $c_T=\\frac1T$
            sharp 3 | the second sum
        """,
        within=(numbers,),
        statement="In @curved.numbers, the sum [{total}](C_T > 0) satisfies {claim}.",
        sample=samplers.opponents_numbers,
    )
    theorem = ctx.theorem(
        "logarithmic",
        """
        1 + log(T)
        <= 1 + C_T + log(C_T)
            | by sharp
        <= 2*C_T
            | by at(unit, k=C_T)
        """,
        claim="1 + log(T) <= 2*C_T",
        title=THEOREMS["curved.forced"].title,
        name="curved.forced",
        kind="corollary",
        within=(numbers,),
        statement="In @curved.numbers, the sum [{total}](C_T > 0) satisfies {claim}.",
        sample=samplers.opponents_numbers,
    )
    return {"curved.forced_sharp": sharp, "curved.forced": theorem}


@cache
def lower_bound() -> dict[str, Theorem]:
    """No learner has less than a logarithm against this opponent."""
    ctx, _ = _against(positive="h k", real="m q l a")
    ctx.define("logarithm", "l[t] == log(c[t])", on="t: 0..T", label="logarithms")
    ctx.define("inverse", "a[t] == 1/c[t]", on="t: 0..T", label="inverses")
    ctx.define("slack", "m[r] == 1/c[T-r+1] - (T-r+1)", label="how small the numbers are")
    ctx.define("potential", "q[t] == c[t-1]*b[t]**2", on="t: 1..T+1", label="the potential")
    total = "C_T = c[T] + Sum(c[t], t, 1, T-1)"
    ctx.cite("forced", opponent()["curved.opponent"], given=total)
    ctx.cite("numbers", opponent_logarithm()["curved.forced"], given=total)
    theorem = ctx.theorem(
        "least",
        f"""
        {SQUARES}
        >= (c[T] + Sum(c[t], t, 1, T-1))/2
            | by forced
        >= (1 + log(T))/4
            | by times(1/4, numbers)
        """,
        claim=f"{SQUARES} >= (1 + log(T))/4",
        title=THEOREMS["curved.lower_bound"].title,
        name="curved.lower_bound",
        shown="Reg_T(u) >= 1/4*(1 + log(T))",
        statement="""
            For every learner that plays a number `w[t]` in each of `T` rounds and pays `(w[t] - y[t])**2/2`
            there are [targets `y[t]`, each 1 or −1](targets, against, sofar, recursion, end, c > 0), for which
            [its regret](reg) against [their mean `u`](mean) satisfies {claim}.
        """,
        sample=samplers.opponent,
    )
    return {"curved.lower_bound": theorem}


SETTINGS = {
    "curved.setting": Entry("curved losses", curvatures),
    "curved.strong": Entry("strongly convex losses", strongly_convex),
    "curved.newton_step": Entry("online Newton step", newton_regret),
    "curved.forecast": Entry("Vovk-Azoury-Warmuth forecaster", forecaster),
    "curved.smooth_losses": Entry("smooth losses", small_losses),
    "curved.drift": Entry("comparators that move", moving_comparators),
    "curved.numbers": Entry("numbers that grow backwards", opponent_logarithm),
    "curved.targets": Entry("targets on the other side", opponent),
}
THEOREMS = {
    "curved.regret": Entry("Gradient descent on curved losses", curvatures),
    "curved.strongly_convex": Entry("Regret on strongly convex losses", strongly_convex),
    "curved.harmonic": Entry("The harmonic sum", harmonic),
    "curved.logarithmic": Entry("Logarithmic regret on strongly convex losses", logarithmic),
    "curved.exp_concave": Entry("Exp-concave losses are curved along their gradients", exp_concave),
    "curved.newton_regret": Entry("Online Newton step", newton_regret),
    "curved.log_determinant": Entry("Elliptical potential lemma", log_determinant),
    "curved.newton": Entry("Logarithmic regret of the online Newton step", newton),
    "curved.forecaster": Entry("Loss of the forecaster of Vovk, Azoury and Warmuth", forecaster),
    "curved.vovk_azoury_warmuth": Entry("Vovk-Azoury-Warmuth forecaster", vovk_azoury_warmuth),
    "curved.newton_tuned": Entry("Online Newton step, logarithmic regret", newton_tuned),
    "curved.self_bounding": Entry("Self-bounding property of smooth losses", self_bounding),
    "curved.smooth": Entry("Regret of gradient descent on smooth losses", small_losses),
    "curved.small_losses": Entry("Small losses: gradient descent on smooth losses", small_losses),
    "curved.small_losses_tuned": Entry(
        "Smooth losses, first-order regret bound", small_losses_tuned
    ),
    "curved.moving": Entry("Dynamic regret of gradient descent", moving_comparators),
    "curved.opponent": Entry("The opponent on the square loss", opponent),
    "curved.forced_sharp": Entry("The sum of the opponent's numbers, sharply", opponent_logarithm),
    "curved.forced": Entry("The sum of the opponent's numbers", opponent_logarithm),
    "curved.lower_bound": Entry("Logarithmic lower bound", lower_bound),
}
