r"""Theorems on gradient descent and exponentiated gradient, for any loss with a slope.

In all of them :math:`z_t` is the slope of the loss at the score :math:`s_t=\langle w_t,x_t\rangle`, so
that :math:`f_t(s_t)-f_t(s)\le z_t(s_t-s)` for every other score :math:`s`.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import (
    exponentiated_gradient_setting,
    renamed,
    weighted_slopes,
)
from .online_convex_optimization import gradient_descent as projected

ADDING = """
    In round `t` the learner predicts `dot(w[t], x[t])` on an input with {radius} and pays
    `f[t](dot(w[t], x[t]))`, where the loss is [convex with a slope `z[t]` there](convex), and {slope}, for
    [positive `R` and `Z`](R > 0, Z > 0). Gradient descent with a [step `eta` above 0](eta > 0) starts at
    {start} and goes to {update}. [Its regret](reg) is `Reg_T(u)`.
"""
MULTIPLYING = """
    In round `t` the learner predicts the number {score} on an input with [coordinates between −`B` and
    `B`](low, high), and pays `f[t](s[t])`, where the loss is [convex with a slope `z[t]` there](convex), and
    {slope}, for [positive `B` and `Z`](B > 0, Z > 0). [Exponentiated
    gradient](start, update, total, shares, V > 0, v > 0, w > 0) with a
    [step `eta` above 0](eta > 0) has the weights of Hedge on the losses `z[t]*x[t, i]`. Its regret against [the
    comparator $u$, with nonnegative entries that sum to 1](most, simplex, u >= 0), is {reg}.
"""


# ---------------------------------------------------------------------- gradient descent
def _adding() -> tuple[Context, Setting]:
    r"""Gradient descent without projection: :math:`w_{t+1}=w_t-\eta z_tx_t`."""
    ctx = Context(
        index="t: 1..T",
        positive="eta R Z",
        nonneg="U",
        real="f z Reg_T",
        vector="w x u a",
        posint="T",
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] - eta*z[t]*x[t]", label="the update")
    ctx.hyp(
        "convex",
        "f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])) <= z[t]*(dot(w[t], x[t]) - dot(u, x[t]))",
        label="convexity",
    )
    ctx.define(
        "reg",
        "Reg_T(a) == Sum(f[t](dot(w[t], x[t])) - f[t](dot(a, x[t])), t, 1, T)",
        for_all="a",
        label="the regret",
    )
    ctx.hyp("slope", "z[t]**2 <= Z**2", label="size of the slopes")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size of the inputs")
    setting = ctx.setting("gd.setting", "gradient descent", ADDING)
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.model(
        T=1, R=1, Z=1, U=1, eta=1, x={1: (1, 0)}, z={1: 1}, w={1: (0, 0), 2: (-1, 0)}, u=(-1, 0),
        f=lambda t, score: score,
    )  # fmt: skip
    return ctx, setting


@cache
def gradient_descent() -> dict[str, Theorem]:
    """With any step."""
    ctx, setting = _adding()
    ctx.cite(
        "descent",
        projected()["ogd.regret"],
        given="""v[t] = w[t+1], g[t] = z[t]*x[t], f[t](u) = f[t](dot(u, x[t])),
            S = Sum(norm2(z[t]*x[t]), t, 1, T)""",
    )
    ctx.prove(
        "gradient",
        """
        norm2(z[t]*x[t])
        <= Z**2*norm2(x[t])
            | by times(norm2(x[t]), slope)
        <= R**2*Z**2
            | by times(Z**2, radius)
        """,
        label="Size of the gradients",
    )
    any_step = ctx.theorem(
        "regret",
        """
        Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T)
        <= U**2/(2*eta) + eta/2*Sum(norm2(z[t]*x[t]), t, 1, T)
            | by descent
        <= U**2/(2*eta) + eta/2*Sum(R**2*Z**2, t, 1, T)
            | by times(eta/2, sum(t, 1, T, gradient))
        == U**2/(2*eta) + eta/2*R**2*Z**2*T
        """,
        claim="Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T)"
        " <= U**2/(2*eta) + eta/2*R**2*Z**2*T",
        title=THEOREMS["gd.regret"].title,
        name="gd.regret",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U**2/(2*eta) + eta/2*R**2*Z**2*T",
        statement="In @gd.setting, if {size}, then {claim}.",
    )
    return {"gd.regret": any_step}


@cache
def gradient_descent_tuned() -> dict[str, Theorem]:
    """With the best step for bounded slopes and inputs."""
    ctx, setting = _adding()
    ctx.cite("regret", gradient_descent()["gd.regret"])
    ctx.define("tuning", "eta == U/(R*Z*sqrt(T))", label="the step size")
    tuned = ctx.theorem(
        "tuned",
        """
        Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T)
        <= U**2/(2*eta) + eta/2*R**2*Z**2*T
            | by regret
        == U*R*Z*sqrt(T)
            | by tuning
        """,
        claim="Sum(f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])), t, 1, T) <= U*R*Z*sqrt(T)",
        title=THEOREMS["gd.tuned"].title,
        name="gd.tuned",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U*R*Z*sqrt(T)",
        statement="In @gd.setting let {size}. With the step {tuning}, {claim}.",
    )
    return {"gd.tuned": tuned}


@cache
def average_regret() -> dict[str, Theorem]:
    """What the two bounds on the regret say of the average regret in the long run."""
    ctx = Context(positive="eta R Z", nonneg="U", posint="T")
    fixed = ctx.theorem(
        "fixed",
        """
        lim((U**2/(2*eta) + eta/2*R**2*Z**2*T)/T, T)
        == eta/2*R**2*Z**2
        """,
        claim="lim((U**2/(2*eta) + eta/2*R**2*Z**2*T)/T, T) == eta/2*R**2*Z**2",
        title=THEOREMS["gd.average_bound_fixed_step"].title,
        name="gd.average_bound_fixed_step",
        statement="""
            Let [`eta`, `R` and `Z` be positive](eta > 0, R > 0, Z > 0). With the fixed step size
            `eta`, the bound on the average regret of gradient descent in `T` rounds, with the bound `R` on the
            length of inputs, `Z` on the size of slopes and `U` on the length of comparators, tends to a
            positive number: {claim}.
        """,
    )
    tuned = ctx.theorem(
        "tuned",
        """
        lim(U*R*Z*sqrt(T)/T, T)
        == 0
        """,
        claim="lim(U*R*Z*sqrt(T)/T, T) == 0",
        title=THEOREMS["gd.average_bound_tuned"].title,
        name="gd.average_bound_tuned",
        statement="""
            With the step size tuned for each number `T` of rounds, the bound on the average regret of
            gradient descent, with the bound `R` on the length of inputs, `Z` on the size of slopes and `U` on
            the length of comparators, where [`R`, `Z` and `U` are positive](R > 0, Z > 0, U > 0), tends to
            zero: {claim}.
        """,
    )
    return {"gd.average_bound_fixed_step": fixed, "gd.average_bound_tuned": tuned}


# ---------------------------------------------------------------------- exponentiated gradient
@cache
def exponentiated_gradient() -> dict[str, Theorem]:
    """Exponentiated gradient for any loss with bounded slopes."""
    ctx = exponentiated_gradient_setting(positive="B Z", real="f Reg_T")
    ctx.hyp(
        "convex",
        "f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)) <= z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d))",
        label="convexity",
    )
    ctx.define(
        "reg",
        "Reg_T == Sum(f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)",
        label="the regret",
    )
    ctx.hyp("low", "-B <= x[t, i]", label="inputs from below")
    ctx.hyp("high", "x[t, i] <= B", label="inputs from above")
    ctx.hyp("slope", "z[t]**2 <= Z**2", label="size of the slopes")
    setting = ctx.setting("eg.setting", "exponentiated gradient", MULTIPLYING)
    ctx.model(
        T=1, d=2, B=1, Z=1, x={(1, 1): 0, (1, 2): 1}, z={1: 1}, u={1: 1, 2: 0},
        f=lambda t, score: score,
    )  # fmt: skip
    ctx.cite(
        "linear",
        weighted_slopes()["eg.linear_losses"],
        given="b = -B, c = 2*B, Q = Sum(z[t]**2, t, 1, T)",
    )
    any_step = ctx.theorem(
        "regret",
        """
        Sum(f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)
        <= Sum(z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)
            | by sum(t, 1, T, convex)
        <= log(d)/eta + eta/8*(2*B)**2*Sum(z[t]**2, t, 1, T)
            | by linear
        <= log(d)/eta + eta/2*B**2*Z**2*T
            | by times(eta/2*B**2, sum(t, 1, T, slope))
        """,
        claim="Sum(f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)"
        " <= log(d)/eta + eta/2*B**2*Z**2*T",
        title=THEOREMS["eg.regret"].title,
        name="eg.regret",
        kind="corollary",
        within=(setting,),
        shown="Reg_T <= log(d)/eta + eta/2*B**2*Z**2*T",
        statement="In @eg.setting, {claim}.",
        why="""
            regret 1 | the slopes
            regret 2 | Hedge on the losses $z_tx_{t,i}$, with $c=2B$
            regret 3 | no slope exceeds $Z$
        """,
        sample=renamed(samplers.exponentiated_gradient, R="B"),
    )
    ctx.define("tuning", "eta == sqrt(2*log(d))/(B*Z*sqrt(T))", label="the step size")
    tuned = ctx.theorem(
        "tuned",
        """
        Sum(f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)
        <= log(d)/eta + eta/2*B**2*Z**2*T
            | by regret
        == B*Z*sqrt(2*T*log(d))
            | by tuning
        """,
        claim="Sum(f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)), t, 1, T) <= B*Z*sqrt(2*T*log(d))",
        title=THEOREMS["eg.tuned"].title,
        name="eg.tuned",
        kind="corollary",
        within=(setting,),
        shown="Reg_T <= B*Z*sqrt(2*T*log(d))",
        statement="In @eg.setting, with the step {tuning}, for [at least two coordinates](eta > 0), {claim}.",
        sample=renamed(samplers.exponentiated_gradient_tuned, R="B"),
    )
    return {"eg.regret": any_step, "eg.tuned": tuned}


SETTINGS = {
    "gd.setting": Entry("gradient descent", gradient_descent),
    "eg.setting": Entry("exponentiated gradient", exponentiated_gradient),
}

THEOREMS = {
    "gd.regret": Entry("Gradient descent", gradient_descent),
    "gd.tuned": Entry("Gradient descent with the step tuned", gradient_descent_tuned),
    "gd.average_bound_fixed_step": Entry(
        "The bound on the average regret with a fixed step size", average_regret
    ),
    "gd.average_bound_tuned": Entry(
        "The bound on the average regret with the step size tuned", average_regret
    ),
    "eg.regret": Entry("Exponentiated gradient", exponentiated_gradient),
    "eg.tuned": Entry("Exponentiated gradient with the step tuned", exponentiated_gradient),
}
