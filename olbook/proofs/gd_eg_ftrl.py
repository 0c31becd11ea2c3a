r"""Theorems on gradient descent and exponentiated gradient, for any loss with a slope.

In all of them :math:`z_t` is the slope of the loss at the score :math:`s_t=\langle w_t,x_t\rangle`, so
that :math:`f_t(s_t)-f_t(s)\le z_t(s_t-s)` for every other score :math:`s`.
"""

from __future__ import annotations

from functools import cache
from random import Random

from ..checked import Context, Theorem
from ..checked.judge import Sampler
from . import samplers
from .entries import Entry
from .lemmas import (
    exp_tangent,
    from_first_to_last,
    log_tangent,
    on_the_simplex,
    shares,
    shares_sum_to_one,
    two_points,
)
from .online_convex_optimization import gradient_descent as projected

SLOPES = "whose slopes `z[t]` there are [of size at most `Z`, which is positive](slope, Z > 0)"
EXPONENTIATED_GRADIENT = """[exponentiated gradient](start, update, total, shares, V > 0, v > 0,
    w > 0) with equal weights at the start"""
ON_THE_SIMPLEX = "[$u$ with nonnegative entries that sum to 1](most, simplex, u >= 0)"


# ---------------------------------------------------------------------- gradient descent
@cache
def gradient_descent() -> dict[str, Theorem]:
    r"""Gradient descent without projection: :math:`w_{t+1}=w_t-\eta z_tx_t`."""
    ctx = Context(
        index="t: 1..T",
        positive="eta R Z",
        nonneg="U",
        real="f z",
        vector="w x u",
        posint="T",
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] - eta*z[t]*x[t]", label="the update")
    ctx.hyp(
        "convex",
        "f[t](dot(w[t], x[t])) - f[t](dot(u, x[t])) <= z[t]*(dot(w[t], x[t]) - dot(u, x[t]))",
        label="convexity",
    )
    ctx.hyp("slope", "z[t]**2 <= Z**2", label="size of the slopes")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size of the inputs")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.model(
        T=1, R=1, Z=1, U=1, eta=1, x={1: (1, 0)}, z={1: 1}, w={1: (0, 0), 2: (-1, 0)}, u=(-1, 0),
        f=lambda t, score: score,
    )  # fmt: skip
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
        statement=f"""
            Let gradient descent with a [positive step size `eta`](eta > 0), {{start}} and
            {{update}}, play `T`
            rounds on inputs with {{radius}}, [`R` positive](R > 0), and pay [convex
            losses](convex) `f[t](dot(w[t], x[t]))`,
            {SLOPES}. Then for every `u` with {{size}} its regret satisfies {{claim}}.
        """,
    )
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
        statement=f"""
            Let gradient descent, {{start}} and {{update}}, play `T` rounds on inputs with
            {{radius}}, [`R` positive](R > 0), and pay [convex losses](convex) `f[t](dot(w[t],
            x[t]))`, {SLOPES}. With the [positive
            step size](eta > 0) {{tuning}}, where [`U`, `R` and `Z` are positive](U > 0, R > 0, Z >
            0), its regret
            against every `u` with {{size}}
            satisfies {{claim}}.
        """,
    )
    return {"gd.regret": any_step, "gd.tuned": tuned}


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
            `eta`, the bound on the average
            regret of gradient descent in `T` rounds, on inputs of length at most `R` and slopes of size
            at most `Z`, against comparators of length at most `U`, tends to a positive number: {claim}.
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
            gradient descent, on inputs of length at most `R` and slopes of size at most `Z`,
            against comparators of length at most `U`, where [`R`, `Z` and `U` are positive](R > 0,
            Z > 0, U > 0), tends to zero: {claim}.
        """,
    )
    return {"gd.average_bound_fixed_step": fixed, "gd.average_bound_tuned": tuned}


# ---------------------------------------------------------------------- exponentiated gradient
@cache
def hoeffding() -> dict[str, Theorem]:
    """The moment generating function of a quantity in an interval, under weights that sum to 1."""
    ctx = Context(
        index="i: 1..d",
        positive="N c y z",
        nonneg="q w",
        real="a m p r theta x lambda_",
        posint="d",
    )
    ctx.define(
        "normaliser",
        "N == Sum(w[i]*exp(lambda_*x[i]), i, 1, d)",
        label="the mean of the exponentials",
    )
    ctx.define("mean", "m == Sum(w[i]*x[i], i, 1, d)", label="the mean")
    ctx.define("place", "p == (m - a)/c", label="where the mean lies")
    ctx.hyp("weights", "Sum(w[i], i, 1, d) == 1", label="weights")
    ctx.hyp("low", "a <= x[i]", label="the lower end")
    ctx.hyp("high", "x[i] <= a + c", label="the upper end")
    ctx.hyp("share", "q <= 1", label="a share")
    ctx.model(
        d=1, w={1: 1}, x={1: 0}, a=0, c=1, lambda_=1, N=1, m=0, p=0, q=1, theta=0, r=0, y=1, z=1
    )
    exp_tangent(ctx, "r")
    log_tangent(ctx, "z")
    ctx.prove(
        "log_chord",
        """
        log(z)
        <= log(y) + z/y - 1
            | by at(log_tangent, z=z/y)
        """,
        label="The same, at any point $y$",
    )
    two_points(ctx)
    ctx.prove(
        "chord_low",
        """
        (a + c - x[i])*(1 + lambda_*a - lambda_*x[i])*exp(lambda_*x[i])
        <= (a + c - x[i])*exp(lambda_*a)
            | by times((a + c - x[i])*exp(lambda_*x[i]), at(tangent, r=lambda_*a - lambda_*x[i]))
        """,
        label="The tangent at a value, at the lower end",
    )
    ctx.prove(
        "chord_high",
        """
        (x[i] - a)*(1 + lambda_*a + lambda_*c - lambda_*x[i])*exp(lambda_*x[i])
        <= (x[i] - a)*exp(lambda_*a + lambda_*c)
            | by times((x[i] - a)*exp(lambda_*x[i]), at(tangent, r=lambda_*a + lambda_*c - lambda_*x[i]))
        """,
        label="And at the upper end",
    )
    ctx.prove(
        "chord",
        """
        c*exp(lambda_*x[i])
        <= (a + c - x[i])*exp(lambda_*a) + (x[i] - a)*exp(lambda_*a + lambda_*c)
            | by chord_low, chord_high
        """,
        label="Each value, between the ends",
    )
    ctx.prove(
        "mean_low",
        """
        a
        == Sum(a*w[i], i, 1, d)
            | by weights
        <= Sum(w[i]*x[i], i, 1, d)
            | by sum(i, 1, d, times(w[i], low))
        == m
            | by mean
        """,
        label="The mean is above the lower end",
    )
    ctx.prove(
        "mean_high",
        """
        m
        == Sum(w[i]*x[i], i, 1, d)
            | by mean
        <= Sum((a + c)*w[i], i, 1, d)
            | by sum(i, 1, d, times(w[i], high))
        == a + c
            | by weights
        """,
        label="The mean is below the upper end",
    )
    ctx.prove(
        "average",
        """
        N
        == Sum(w[i]*c*exp(lambda_*x[i]), i, 1, d)/c
            | by normaliser
        <= Sum(w[i]*((a + c - x[i])*exp(lambda_*a) + (x[i] - a)*exp(lambda_*a + lambda_*c)), i, 1, d)/c
            | by times(1/c, sum(i, 1, d, times(w[i], chord)))
        == ((a + c - m)*exp(lambda_*a) + (m - a)*exp(lambda_*a + lambda_*c))/c
            | by mean, weights
        == exp(lambda_*a)*(1 - p + p*exp(lambda_*c))
            | by place
        """,
        label="All values together",
    )
    ctx.prove(
        "place_low",
        """
        0
        <= (m - a)/c
            | by times(1/c, mean_low)
        == p
            | by place
        """,
        label="So its place is at least 0",
    )
    ctx.prove(
        "place_high",
        """
        p
        == (m - a)/c
            | by place
        <= 1
            | by times(1/c, mean_high)
        """,
        label="And at most 1",
    )
    ctx.prove(
        "visible",
        """
        exp(p*(lambda_*c))
        <= 1 - p + p*exp(lambda_*c)
            | by at(jensen, q=p, theta=lambda_*c)
        """,
        label="A chord of the exponential, again",
    )
    theorem = ctx.theorem(
        "hoeffding",
        """
        log(N)
        <= log(exp(lambda_*a)*(1 - p + p*exp(lambda_*c))) + N/(exp(lambda_*a)*(1 - p + p*exp(lambda_*c))) - 1
            | by at(log_chord, z=N, y=exp(lambda_*a)*(1 - p + p*exp(lambda_*c)))
        <= log(exp(lambda_*a)*(1 - p + p*exp(lambda_*c)))
            | by times(1/(exp(lambda_*a)*(1 - p + p*exp(lambda_*c))), average)
        == lambda_*a + log(1 - p + p*exp(lambda_*c))
        <= lambda_*a + p*(lambda_*c) + (lambda_*c)**2/8
            | by at(two_points, q=p, theta=lambda_*c)
        == lambda_*m + lambda_**2*c**2/8
            | by place
        """,
        claim="log(N) <= lambda_*m + lambda_**2*c**2/8",
        title=THEOREMS["eg.hoeffding"].title,
        name="eg.hoeffding",
        statement="""
            Let `w[i]` be [nonnegative weights](w >= 0) [whose sum is 1](weights), and let `x[i]` be
            [values in an interval of length `c`](low, high, c > 0). Then, for every real number `lambda_`,
            {mean} and [the positive number](N > 0) {normaliser} satisfy {claim}.
        """,
    )
    return {"eg.hoeffding": theorem}


def exponentiated_gradient_setting(**more: str) -> Context:
    r"""Exponentiated gradient: weights :math:`v_{t,i}`, and :math:`w_t`, in which they sum to 1."""
    names = {
        "positive": "eta V v w",
        "nonneg": "u",
        "real": "s x z",
        "posint": "T d",
    }
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T, i: 1..d", **names)
    shares(ctx, "-eta*z[t]*x[t, i]")
    ctx.define("score", "s[t] == Sum(w[t, i]*x[t, i], i, 1, d)", label="the score")
    on_the_simplex(ctx)
    return ctx


@cache
def weighted_slopes() -> dict[str, Theorem]:
    """What exponentiated gradient loses on linear losses, for any slopes."""
    ctx = exponentiated_gradient_setting(positive="a c", real="b Q")
    ctx.hyp("low", "b <= x[t, i]", label="the lower end")
    ctx.hyp("high", "x[t, i] <= b + c", label="the upper end")
    ctx.define("slopes", "Q == Sum(z[t]**2, t, 1, T)", label="sum of squared slopes")
    ctx.model(
        T=1, d=1, eta=1, x={(1, 1): 0}, z={1: 1}, v={(1, 1): 1, (2, 1): 1}, V={1: 1, 2: 1},
        w={(1, 1): 1}, s={1: 0}, u={1: 1}, b=0, c=1, Q=1, a=1,
    )  # fmt: skip
    log_tangent(ctx, "a")
    shares_sum_to_one(ctx)
    ctx.prove(
        "ratio",
        """
        V[t+1]/V[t]
        == Sum(v[t+1, i], i, 1, d)/V[t]
            | by at(total, t=t+1)
        == Sum(w[t, i]*exp(-eta*z[t]*x[t, i]), i, 1, d)
            | by shares, update
        """,
        label="How the normaliser grows",
    )
    ctx.cite(
        "hoeffding",
        hoeffding()["eg.hoeffding"],
        given="N = V[t+1]/V[t], w[i] = w[t, i], x[i] = x[t, i], lambda_ = -eta*z[t],"
        " m = s[t], a = b, p = (s[t] - b)/c",
    )
    from_first_to_last(ctx, "a", "-eta*z[t]*Sum(u[i]*x[t, i], i, 1, d)")
    theorem = ctx.theorem(
        "linear",
        """
        Sum(z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)
        <= Sum((log(V[t]) - log(V[t+1]))/eta + eta/8*c**2*z[t]**2 - z[t]*Sum(u[i]*x[t, i], i, 1, d), t, 1, T)
            | by times(1/eta, sum(t, 1, T, hoeffding))
        == (log(V[1]) - log(V[T+1]))/eta + eta/8*c**2*Q + Sum(u[i]*log(v[T+1, i]), i, 1, d)/eta
            | by slopes, comparator
        <= log(V[1])/eta + eta/8*c**2*Q
            | by times(1/eta, last)
        == log(d)/eta + eta/8*c**2*Q
            | by first
        """,
        claim="Sum(z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d)), t, 1, T) <= log(d)/eta + eta/8*c**2*Q",
        title=THEOREMS["eg.linear_losses"].title,
        name="eg.linear_losses",
        statement=f"""
            Let {EXPONENTIATED_GRADIENT} and a [positive step size `eta`](eta > 0) run with any
            real numbers `z[t]`
            [whose squares sum to `Q`](slopes) in the place of slopes, in `T` rounds on inputs whose `d`
            coordinates [lie in an interval of length `c`](low, high, c > 0), the same in all rounds.
            For every
            {ON_THE_SIMPLEX}, [its predictions](score) `s[t]` satisfy {{claim}}.
        """,
        sample=samplers.experts,
    )
    return {"eg.linear_losses": theorem}


@cache
def exponentiated_gradient() -> dict[str, Theorem]:
    """Exponentiated gradient for any loss with bounded slopes."""
    ctx = exponentiated_gradient_setting(positive="B Z", real="f")
    ctx.hyp(
        "convex",
        "f[t](s[t]) - f[t](Sum(u[i]*x[t, i], i, 1, d)) <= z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d))",
        label="convexity",
    )
    ctx.hyp("low", "-B <= x[t, i]", label="inputs from below")
    ctx.hyp("high", "x[t, i] <= B", label="inputs from above")
    ctx.hyp("slope", "z[t]**2 <= Z**2", label="size of the slopes")
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
        statement=f"""
            Let {EXPONENTIATED_GRADIENT} and a [positive step size `eta`](eta > 0) predict in `T`
            rounds from
            inputs whose `d` coordinates [lie between −`B` and `B`](low, high, B > 0), and pay [convex
            losses](convex) `f[t](s[t])` of [its predictions](score) `s[t]`, {SLOPES}. Then for every
            {ON_THE_SIMPLEX} its regret satisfies {{claim}}.
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
        statement=f"""
            Let {EXPONENTIATED_GRADIENT} predict in `T` rounds from inputs whose `d` coordinates,
            at least two, [lie between −`B` and `B`](low, high, B > 0), and pay [convex
            losses](convex)
            `f[t](s[t])` of [its predictions](score) `s[t]`, {SLOPES}.
            With the [positive step size](eta > 0) {{tuning}}, where [`B` and `Z` are positive](B >
            0, Z > 0), its
            regret against every
            {ON_THE_SIMPLEX} satisfies {{claim}}.
        """,
        sample=renamed(samplers.exponentiated_gradient_tuned, R="B"),
    )
    return {"eg.regret": any_step, "eg.tuned": tuned}


@cache
def hedge() -> dict[str, Theorem]:
    r"""Exponentiated gradient on the losses :math:`g_t` of experts: half the range, half the bound."""
    ctx = Context(
        index="t: 1..T, i: 1..d", positive="eta V v w", nonneg="u", real="g", posint="T d"
    )
    shares(ctx, "-eta*g[t, i]")
    on_the_simplex(ctx)
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    ctx.model(T=1, d=2, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0})
    ctx.cite(
        "linear",
        weighted_slopes()["eg.linear_losses"],
        given="x[t, i] = g[t, i], z[t] = 1, s[t] = Sum(w[t, i]*g[t, i], i, 1, d), b = 0, c = 1, Q = T",
    )
    ctx.define("tuning", "eta == sqrt(8*log(d)/T)", label="the step size")
    theorem = ctx.theorem(
        "tuned",
        """
        Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
        <= log(d)/eta + eta/8*T
            | by linear
        == sqrt(T/2*log(d))
            | by tuning
        """,
        claim="Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)"
        " <= sqrt(T/2*log(d))",
        title=THEOREMS["hedge.regret"].title,
        name="hedge.regret",
        statement=f"""
            Let [Hedge](start, update, total, shares, V > 0, v > 0, w > 0) with equal weights at the
            start, the [positive step size](eta > 0) {{tuning}} and the weights `w[t, i]` meet
            losses `g[t, i]` [between 0
            and 1](low, high) of `d` experts, at least two, in `T` rounds. Then for every
            {ON_THE_SIMPLEX} its regret satisfies {{claim}}.
        """,
        sample=renamed(samplers.experts_linear, x="g"),
    )
    return {"hedge.regret": theorem}


def renamed(sampler: Sampler, **names: str) -> Sampler:
    """A sampler whose values have other names: ``renamed(draw, x="g")``."""

    def sample(rng: Random) -> samplers.Draw:
        return {names.get(name, name): value for name, value in sampler(rng).items()}

    return sample


THEOREMS = {
    "gd.regret": Entry("Regret of gradient descent", gradient_descent),
    "gd.tuned": Entry("Regret of gradient descent, with the step size tuned", gradient_descent),
    "gd.average_bound_fixed_step": Entry(
        "The bound on the average regret with a fixed step size", average_regret
    ),
    "gd.average_bound_tuned": Entry(
        "The bound on the average regret with the step size tuned", average_regret
    ),
    "eg.hoeffding": Entry("Hoeffding's lemma", hoeffding),
    "eg.linear_losses": Entry("Exponentiated gradient on linear losses", weighted_slopes),
    "eg.regret": Entry("Regret of exponentiated gradient", exponentiated_gradient),
    "eg.tuned": Entry(
        "Regret of exponentiated gradient, with the step size tuned", exponentiated_gradient
    ),
    "hedge.regret": Entry("Regret of Hedge", hedge),
}
