"""Theorems of online convex optimisation, as an appendix of a paper would prove them.

One theorem speaks of any start and any step size; the others cite it, all but the one whose step
changes with the rounds.
"""

from __future__ import annotations

from functools import cache
from random import Random

from ..checked import Context, Setting, Theorem
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

ON_THE_SIMPLEX = "[$u$ with nonnegative entries that sum to 1](most, simplex, u >= 0)"

NEAREST = (
    "seen from its projection, a point makes no acute angle with a point of a closed convex set; the appendix "
    "has the proof"
)

# What the first statement says of the game: the set, the losses, and what one round does.
SET = r"""Let $\mathcal W$ be a closed convex set in $\mathbb R^d$ that contains the comparator `u` and
    the point `w[1]`, where online gradient descent starts."""
BACK = r"""and comes back to the set at `w[t+1]`,
    [the projection](projection) of `v[t]` on $\mathcal W$."""
REGRET = "Sum(f[t](w[t]) - f[t](u), t, 1, T)"
ITS_REGRET = "[Its regret](reg) is `Reg_T(u)`."
# What theorems suppose together.
EXPERTS = r"""
    In each of `T` rounds `d` experts suffer losses `g[t, i]` [between 0 and 1](low, high).
    [Hedge](V > 0, v > 0, w > 0) with a
    [step `eta` above 0](eta > 0) starts at {start}, sets {update}, and
    plays the weights with {shares}, where {total}. Its regret against [the comparator $u$, with
    nonnegative entries that sum to 1](most, simplex, u >= 0), is {reg}.
"""
DESCENDING = rf"""
    Let $\mathcal W$ be a closed convex set that contains the comparator `u` and the start `w[1]`. In round `t`
    the learner pays `f[t](w[t])`, where the loss is [convex with a subgradient `g[t]` at `w[t]`](convex), goes
    to {{step}} with a [step `eta` above 0](eta > 0), and comes back to the set at `w[t+1]`, [the
    projection](projection) of `v[t]`. {ITS_REGRET}
"""

BOUNDED = """
    In @ogd.setting let {start} and {size}, and let {lipschitz} in every round, with a [positive
    `G`](G > 0).
"""


# ---------------------------------------------------------------------- experts
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
        kind="lemma",
        shown="log(N) <= lambda_*Sum(w[i]*x[i], i, 1, d) + lambda_**2*c**2/8",
        statement="""
            Let `w[i]` be [nonnegative weights](w >= 0) [that sum to 1](weights), and let `x[i]` be [values in
            an interval of length `c`](low, high, c > 0). For every real number `lambda_`, [the
            positive number](N > 0) {normaliser} satisfies {claim}.
        """,
    )
    return {"eg.hoeffding": theorem}


def one_round(ctx: Context, exponent: str, given: str) -> None:
    """Hoeffding's lemma for the weights of `shares`, whose exponents are given; a number `a` is positive."""
    log_tangent(ctx, "a")
    shares_sum_to_one(ctx)
    ctx.prove(
        "ratio",
        f"""
        V[t+1]/V[t]
        == Sum(v[t+1, i], i, 1, d)/V[t]
            | by at(total, t=t+1)
        == Sum(w[t, i]*exp({exponent}), i, 1, d)
            | by shares, update
        """,
        label="How the normaliser grows",
    )
    ctx.cite(
        "hoeffding",
        hoeffding()["eg.hoeffding"],
        given=f"N = V[t+1]/V[t], w[i] = w[t, i], {given}",
    )


@cache
def hedge() -> dict[str, Theorem]:
    r"""Weights that lose by exponentials of the losses :math:`g_t` of experts."""
    ctx = Context(
        index="t: 1..T, i: 1..d", positive="a eta V v w", nonneg="u", real="g Reg_T", posint="T d"
    )
    shares(ctx, "-eta*g[t, i]")
    on_the_simplex(ctx)
    ctx.define(
        "reg",
        "Reg_T == Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)",
        label="the regret",
    )
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    experts = ctx.setting("hedge.setting", "experts", EXPERTS)
    ctx.model(T=1, d=2, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0}, a=1)
    one_round(
        ctx,
        "-eta*g[t, i]",
        "x[i] = g[t, i], lambda_ = -eta, m = Sum(w[t, i]*g[t, i], i, 1, d), a = 0, c = 1,"
        " p = Sum(w[t, i]*g[t, i], i, 1, d)",
    )
    ctx.prove(
        "round",
        """
        log(V[t+1]) - log(V[t])
        <= -eta*Sum(w[t, i]*g[t, i], i, 1, d) + eta**2/8
            | by hoeffding
        """,
        label="One round",
    )
    from_first_to_last(ctx, "a", "-eta*Sum(u[i]*g[t, i], i, 1, d)")
    ctx.prove(
        "rounds",
        """
        Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
        <= Sum((log(V[t]) - log(V[t+1]))/eta + eta/8 - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
            | by times(1/eta, sum(t, 1, T, round))
        == (log(V[1]) - log(V[T+1]))/eta + eta/8*T + Sum(u[i]*log(v[T+1, i]), i, 1, d)/eta
            | by comparator
        <= log(V[1])/eta + eta/8*T
            | by times(1/eta, last)
        == log(d)/eta + eta/8*T
            | by first
        """,
        label="All rounds, with any step",
    )
    ctx.define("tuning", "eta == sqrt(8*log(d)/T)", label="the step size")
    theorem = ctx.theorem(
        "tuned",
        """
        Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)
        <= log(d)/eta + eta/8*T
            | by rounds
        == sqrt(T/2*log(d))
            | by tuning
        """,
        claim="Sum(Sum(w[t, i]*g[t, i], i, 1, d) - Sum(u[i]*g[t, i], i, 1, d), t, 1, T)"
        " <= sqrt(T/2*log(d))",
        title=THEOREMS["hedge.regret"].title,
        name="hedge.regret",
        within=(experts,),
        shown="Reg_T <= sqrt(T/2*log(d))",
        statement="In @hedge.setting, with the step {tuning}, for [at least two experts](eta > 0), {claim}.",
        why="""
            round | Hoeffding's lemma, $c=1$
            last | each weight is below their sum
            rounds 1 | the first line, divided by $\\eta$
            rounds 2 | all but two logarithms cancel, and $\\ln v_{T+1,i}=-\\eta\\sum_tg_{t,i}$
            rounds 3 | the second line
            rounds 4 | all $v_{1,i}$ are 1
            tuned 2 | the two terms are equal
        """,
        sample=renamed(samplers.experts_linear, x="g"),
    )
    return {"hedge.regret": theorem}


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
    one_round(
        ctx,
        "-eta*z[t]*x[t, i]",
        "x[i] = x[t, i], lambda_ = -eta*z[t], m = s[t], a = b, p = (s[t] - b)/c",
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
        shown="Sum(z[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d)), t, 1, T) <= log(d)/eta + eta*c**2/8*Sum(z[t]**2, t, 1, T)",
        statement="""
            Let [Hedge with `d` weights `w[t, i]`, equal at the start,](start, update, total, shares, V > 0, v > 0,
            w > 0) and [positive step `eta`](eta > 0) run on losses `z[t]*x[t, i]`, with `x[t, i]` [in an interval
            of length `c`](low, high, c > 0). With {score}, for every [$u$ with nonnegative entries that sum to 1](most,
            simplex, u >= 0), {claim}.
        """,
        sample=samplers.experts,
    )
    return {"eg.linear_losses": theorem}


def renamed(sampler: Sampler, **names: str) -> Sampler:
    """A sampler whose values have other names: ``renamed(draw, x="g")``."""

    def sample(rng: Random) -> samplers.Draw:
        return {names.get(name, name): value for name, value in sampler(rng).items()}

    return sample


# ---------------------------------------------------------------------- gradient descent
@cache
def projection() -> dict[str, Theorem]:
    r"""Projecting on a closed convex set brings a point :math:`v` no farther from any :math:`u` in the set."""
    ctx = Context(real="D", vector="p v u")
    ctx.assume("obtuse", "dot(v - p, u - p) <= 0", label="projection", source=NEAREST)
    ctx.define("before", "D == sqrt(norm2(v - u))", label="the distance before")
    ctx.model(v=(2, 0), p=(1, 0), u=(0, 0), D=2)
    theorem = ctx.theorem(
        "closer",
        """
        norm2(p - u)
        <= norm2(v - u)
            | by times(2, obtuse) ; gap norm2(v - p)
        == D**2
            | by before
        """,
        claim="norm2(p - u) <= D**2",
        shown="norm2(p - u) <= norm2(v - u)",
        kind="lemma",
        title=THEOREMS["ogd.projection"].title,
        name="ogd.projection",
        statement=r"""
            If `p` is [the projection of `v` on a closed convex set](obtuse) that contains `u`, then {claim}.
        """,
    )
    return {"ogd.projection": theorem}


@cache
def acute_angle() -> dict[str, Theorem]:
    r"""Where the angle at :math:`p` is acute, a point between :math:`p` and :math:`u` is nearer to :math:`v`."""
    ctx = Context(positive="alpha", nonneg="N", real="theta", vector="p q v u")
    ctx.hyp("acute", "dot(v - p, u - p) == alpha", label="the inner product at $p$ is positive")
    ctx.define("square", "N == norm2(u - p)", label="the squared distance of $p$ and $u$")
    ctx.define("share", "theta == alpha/(alpha + N)", label="the part of the way")
    ctx.define("between", "q == p + theta*(u - p)", label="a point between $p$ and $u$")
    ctx.model(v=(2, 0), p=(0, 0), u=(2, 0), alpha=4, N=4, theta="1/2", q=(1, 0))
    ctx.prove(
        "length",
        """
        theta*N
        == alpha - theta*alpha
            | by share
        """,
        label="The length of the step",
    )
    theorem = ctx.theorem(
        "nearer",
        """
        norm2(v - q) - norm2(v - p)
        == theta*(theta*N - 2*alpha)
            | by between, times(2*theta, acute), times(theta**2, square)
        == -theta*alpha - theta**2*alpha
            | by times(theta, length)
        <= -theta*alpha
            | gap theta**2*alpha
        """,
        claim="norm2(v - q) - norm2(v - p) <= -theta*alpha",
        title=THEOREMS["ogd.acute_angle"].title,
        name="ogd.acute_angle",
        statement=r"""
            For three points `p`, `u` and `v` let {acute} be [positive](alpha > 0). With
            [{square}](square, N >= 0) put {share} and {between}, a point between `p` and `u`. This
            point is nearer to `v` than `p` is: {claim}.
        """,
    )
    return {"ogd.acute_angle": theorem}


def descent(**more: str) -> Context:
    """One round of gradient descent, from any start."""
    names = {"positive": "eta", "nonneg": "U", "real": "f S", "vector": "w v g u", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    return ctx


def from_zero(ctx: Context) -> None:
    """Its start at zero, and the names of what the bounds depend on."""
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.model(
        T=1, U=1, eta=1, u=(-1, 0), g={1: (1, 0)}, v={1: (-1, 0)}, w={1: (0, 0), 2: (-1, 0)}, S=1,
        f=lambda t, point: point[0],
    )  # fmt: skip
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")


def gradient_descent_setting(**more: str) -> Context:
    """The names and hypotheses that proofs share, also those of one pass over a sample."""
    ctx = descent(**more)
    from_zero(ctx)
    return ctx


CLOSER = """
    norm2(w[t+1] - u)
    <= norm2(v[t] - u)
        | by times(2, projection) ; gap norm2(v[t] - w[t+1])
"""


def regret_against(ctx: Context, point: str = "a") -> None:
    """The regret as a function of the comparator."""
    sum_of_all = REGRET.replace("(u)", f"({point})")
    ctx.define("reg", f"Reg_T({point}) == {sum_of_all}", for_all=point, label="the regret")


def descending(**more: str) -> tuple[Context, Setting]:
    """The setting of online gradient descent, with the regret as a function of the comparator."""
    ctx = descent(real="Reg_T", vector="a", **more)
    regret_against(ctx)
    setting = ctx.setting("ogd.setting", "online gradient descent", DESCENDING)
    from_zero(ctx)
    return ctx, setting


@cache
def from_any_start() -> dict[str, Theorem]:
    r"""Online gradient descent: :math:`v_t = w_t - \eta g_t`, and :math:`w_{t+1}` is its projection."""
    ctx, setting = descending(nonneg="D")
    ctx.model(D=1)
    ctx.hyp(
        "distance", "norm2(w[1] - u) <= D**2", label="distance of the start from the comparator"
    )
    ctx.prove("closer", CLOSER, label="Projecting brings the iterate no farther from $u$")
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u)
            | by convex
        == (norm2(w[t]-u) - norm2(v[t]-u))/(2*eta) + eta/2*norm2(g[t])
            | by step
        <= (norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t])
            | by closer
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "rounds",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(w[1]-u) - norm2(w[T+1]-u))/(2*eta) + eta/2*S
            | by squares
        <= norm2(w[1]-u)/(2*eta) + eta/2*S
            | gap norm2(w[T+1]-u)/(2*eta)
        <= D**2/(2*eta) + eta/2*S
            | by distance
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= D**2/(2*eta) + eta/2*S",
        title=THEOREMS["ogd.regret_from_any_start"].title,
        name="ogd.regret_from_any_start",
        within=(setting,),
        shown="Reg_T(u) <= D**2/(2*eta) + eta/2*Sum(norm2(g[t]), t, 1, T)",
        statement="In @ogd.setting, if {distance}, then {claim}.",
        why="""
            round 1 | the tangent
            round 2 | multiply out $v_t-u=(w_t-u)-\\eta g_t$
            round 3 | projecting leads no farther from $u$
            rounds 2 | all rounds: the distances cancel; $S=\\sum_t\\lVert g_t\\rVert^2$
            rounds 3 | a square is not negative
            rounds 4 | the distance at the start
        """,
        sample=samplers.gradient_descent,
    )
    return {"ogd.regret_from_any_start": theorem}


@cache
def gradient_descent() -> dict[str, Theorem]:
    """The same, from a start at zero."""
    ctx, setting = descending()
    ctx.prove(
        "distance",
        """
        norm2(w[1] - u)
        == norm2(u)
            | by start
        <= U**2
            | by size
        """,
        label="The distance from zero",
    )
    ctx.cite("anywhere", from_any_start()["ogd.regret_from_any_start"], given="D = U")
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*S
            | by anywhere
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U**2/(2*eta) + eta/2*S",
        title=THEOREMS["ogd.regret"].title,
        name="ogd.regret",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U**2/(2*eta) + eta/2*Sum(norm2(g[t]), t, 1, T)",
        statement="In @ogd.setting, if {start} and {size}, then {claim}.",
        sample=samplers.gradient_descent,
    )
    return {"ogd.regret": theorem}


def _bounded_gradients(**more: str) -> tuple[Context, Setting]:
    """Gradient descent with its regret bound, when the gradients are bounded."""
    ctx, game = descending(positive="G", **more)
    ctx.model(G=1)
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    setting = ctx.setting("ogd.bounded", "bounded gradients", BOUNDED, within=(game,))
    ctx.cite("regret", gradient_descent()["ogd.regret"])
    ctx.prove(
        "bounded",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*S
            | by regret
        <= U**2/(2*eta) + eta/2*G**2*T
            | by squares, sum(t, 1, T, lipschitz)
        """,
        label="Bounded gradients",
    )
    return ctx, setting


@cache
def untuned() -> dict[str, Theorem]:
    r"""With a step size that knows :math:`T`, and neither :math:`U` nor :math:`G`."""
    ctx, setting = _bounded_gradients()
    ctx.define("tuning", "eta == 1/sqrt(T)", label="the step size")
    theorem = ctx.theorem(
        "untuned",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*G**2*T
            | by bounded
        == sqrt(T)/2*(U**2 + G**2)
            | by tuning
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= sqrt(T)/2*(U**2 + G**2)",
        title=THEOREMS["ogd.known_horizon"].title,
        name="ogd.known_horizon",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= sqrt(T)/2*(U**2 + G**2)",
        statement="In @ogd.bounded, with the step {tuning}, {claim}.",
        sample=samplers.gradient_descent_untuned,
    )
    return {"ogd.known_horizon": theorem}


@cache
def tuned() -> dict[str, Theorem]:
    """With the best step size for bounded gradients."""
    ctx, setting = _bounded_gradients()
    ctx.define("tuning", "eta == U/(G*sqrt(T))", label="the step size")
    theorem = ctx.theorem(
        "tuned",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*G**2*T
            | by bounded
        == U*G*sqrt(T)
            | by tuning
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U*G*sqrt(T)",
        title=THEOREMS["ogd.tuned"].title,
        name="ogd.tuned",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U*G*sqrt(T)",
        statement="In @ogd.bounded, with the step {tuning}, {claim}.",
        sample=samplers.gradient_descent_tuned,
    )
    return {"ogd.tuned": theorem}


@cache
def stopped_early() -> dict[str, Theorem]:
    r"""Tuned for :math:`n` rounds and stopped after :math:`T` of them: the last block of the doubling trick."""
    ctx, setting = _bounded_gradients(posint="n")
    ctx.define("tuning", "eta == U/(G*sqrt(n))", label="the step size")
    ctx.hyp("early", "T <= n", label="no more rounds than planned")
    ctx.model(n=1)
    prefix = ctx.theorem(
        "prefix",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*G**2*T
            | by bounded
        == U*G/2*(sqrt(n) + T/sqrt(n))
            | by tuning
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U*G/2*(sqrt(n) + T/sqrt(n))",
        title=THEOREMS["ogd.stopped_early"].title,
        name="ogd.stopped_early",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U*G/2*(sqrt(n) + T/sqrt(n))",
        statement="In @ogd.bounded, with the step {tuning}, planned for `n` rounds, {claim}.",
        sample=samplers.gradient_descent_ahead,
    )
    theorem = ctx.theorem(
        "early_bound",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U*G/2*(sqrt(n) + T/sqrt(n))
            | by prefix
        <= U*G*sqrt(n)
            | by times(U*G/(2*sqrt(n)), early)
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U*G*sqrt(n)",
        title=THEOREMS["ogd.every_round"].title,
        name="ogd.every_round",
        kind="corollary",
        within=(setting,),
        shown="Reg_T(u) <= U*G*sqrt(n)",
        statement="In @ogd.bounded, with the step {tuning}, planned for `n` rounds, where {early}, {claim}.",
        sample=samplers.gradient_descent_ahead,
    )
    return {"ogd.stopped_early": prefix, "ogd.every_round": theorem}


@cache
def shrinking_steps() -> dict[str, Theorem]:
    r"""With steps that shrink like :math:`1/\sqrt t`: a bound for every number of rounds."""
    ctx = Context(
        index="t: 1..T", posint="T", positive="eta G D", real="f a b r Reg_T", vector="w v g u z"
    )
    ctx.define("root", "r[t] == sqrt(t)", label="roots")
    ctx.define("inverse", "b[t] == 1/sqrt(t)", label="their inverses")
    ctx.define("distances", "a[t] == norm2(w[t] - u)", on="t: 1..T+1", label="squared distances")
    ctx.define("tuning", "eta[t] == D/(G*sqrt(t))", label="the step sizes")
    ctx.define("step", "v[t] == w[t] - eta[t]*g[t]", label="the gradient step")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.hyp("near", "norm2(w[t] - u) <= D**2", label="distances in the set")
    regret_against(ctx, "z")
    ctx.model(
        T=1, G=1, D=1, eta={1: 1}, u=(-1, 0), g={1: (1, 0)}, v={1: (-1, 0)}, w={1: (0, 0), 2: (-1, 0)},
        f=lambda t, point: point[0],
    )  # fmt: skip
    ctx.prove("closer", CLOSER, label="Projecting brings the iterate no farther from $u$")
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
        "difference",
        """
        r[t+1] - r[t]
        == sqrt(t+1) - sqrt(t)
            | by root, at(root, t=t+1)
        == 1/(sqrt(t+1) + sqrt(t))
        """,
        on="t: 1..T-1",
        label="The difference of two roots",
    )
    ctx.prove(
        "weighted",
        """
        (r[t+1] - r[t])*a[t+1]
        == a[t+1]/(sqrt(t+1) + sqrt(t))
            | by difference
        <= D**2/(sqrt(t+1) + sqrt(t))
            | by times(1/(sqrt(t+1) + sqrt(t)), at(near, t=t+1)), at(distances, t=t+1)
        == D**2*(r[t+1] - r[t])
            | by difference
        """,
        on="t: 1..T-1",
        label="What a shorter step costs",
    )
    ctx.prove(
        "first",
        """
        r[t]*a[t]
        == sqrt(t)*norm2(w[t] - u)
            | by root, distances
        <= sqrt(t)*D**2
            | by times(sqrt(t), near)
        == r[t]*D**2
            | by root
        """,
        label="The first distance",
    )
    ctx.prove(
        "same",
        """
        t*b[t]
        == t/sqrt(t)
            | by inverse
        == sqrt(t)
        == r[t]
            | by root
        """,
        label="A root and its inverse",
    )
    ctx.prove(
        "sign",
        """
        -r[t]
        == -sqrt(t)
            | by root
        <= 0
            | gap sqrt(t)
        """,
        label="A root is not negative",
    )
    ctx.prove(
        "last",
        """
        -r[t]*a[t+1]
        == -sqrt(t)*norm2(w[t+1] - u)
            | by root, at(distances, t=t+1)
        <= 0
            | gap sqrt(t)*norm2(w[t+1] - u)
        """,
        label="The last distance",
    )
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u)
            | by convex
        == (norm2(w[t]-u) - norm2(v[t]-u))/(2*eta[t]) + eta[t]/2*norm2(g[t])
            | by step
        <= (norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta[t]) + eta[t]/2*norm2(g[t])
            | by closer
        <= (norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta[t]) + eta[t]/2*G**2
            | by lipschitz
        == (a[t] - a[t+1])/(2*eta[t]) + eta[t]/2*G**2
            | by distances, at(distances, t=t+1)
        == G/(2*D)*sqrt(t)*(a[t] - a[t+1]) + D*G/(2*sqrt(t))
            | by tuning
        == G/(2*D)*r[t]*(a[t] - a[t+1]) + D*G/2*b[t]
            | by root, inverse
        """,
        label="One round",
    )
    ctx.prove(
        "approach",
        """
        Sum(r[t]*(a[t] - a[t+1]), t, 1, T)
        == r[1]*a[1] - r[T]*a[T+1] + Sum((r[t+1] - r[t])*a[t+1], t, 1, T-1)
        <= r[1]*D**2 + Sum((r[t+1] - r[t])*a[t+1], t, 1, T-1)
            | by at(first, t=1), at(last, t=T)
        <= r[1]*D**2 + Sum(D**2*(r[t+1] - r[t]), t, 1, T-1)
            | by sum(t, 1, T-1, weighted)
        == D**2*r[T]
        """,
        label="What the distances cost",
    )
    ctx.prove(
        "lengths",
        """
        Sum(b[t], t, 1, T)
        == b[1] + Sum(b[t+1], t, 1, T-1)
        <= b[1] + 2*(r[T] - r[1])
            | by sum(t, 1, T-1, growth)
        == 2*r[T] - r[1]
            | by at(same, t=1)
        <= 2*r[T]
            | by at(sign, t=1)
        """,
        label="What the steps cost",
    )
    theorem = ctx.theorem(
        "anytime",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(G/(2*D)*r[t]*(a[t] - a[t+1]) + D*G/2*b[t], t, 1, T)
            | by sum(t, 1, T, round)
        == G/(2*D)*Sum(r[t]*(a[t] - a[t+1]), t, 1, T) + D*G/2*Sum(b[t], t, 1, T)
        <= D*G/2*r[T] + D*G*r[T]
            | by times(G/(2*D), approach), times(D*G/2, lengths)
        == 3/2*D*G*sqrt(T)
            | by at(root, t=T)
        """,
        claim=f"{REGRET} <= 3/2*D*G*sqrt(T)",
        shown="Reg_T(u) <= 3/2*D*G*sqrt(T)",
        title=THEOREMS["ogd.shrinking_steps"].title,
        name="ogd.shrinking_steps",
        statement=r"""
            On [convex losses](convex) with subgradients `g[t]` at `w[t]`, let [online gradient
            descent](step, projection) in a closed convex set that contains `u` take the [steps](eta > 0) {tuning}.
            If {near} and {lipschitz} in every round, for [positive `D` and `G`](D > 0, G > 0), then [the
            regret](reg) satisfies {claim}.
        """,
    )
    return {"ogd.shrinking_steps": theorem}


@cache
def best_step() -> dict[str, Theorem]:
    """The tuned bound is the least over all step sizes, and it grows more slowly than the rounds."""
    ctx = Context(positive="eta U G", posint="T")
    best = ctx.theorem(
        "best",
        """
        U**2/(2*eta) + eta/2*G**2*T
        >= U*G*sqrt(T)
            | gap (U - eta*G*sqrt(T))**2/(2*eta)
        """,
        claim="U**2/(2*eta) + eta/2*G**2*T >= U*G*sqrt(T)",
        title=THEOREMS["ogd.no_better_step"].title,
        name="ogd.no_better_step",
        statement="""
            For every [positive step `eta`](eta > 0) and for all [positive `U` and `G`](U > 0, G > 0),
            {claim}.
        """,
    )
    vanishing = ctx.theorem(
        "vanishing",
        """
        lim(U*G*sqrt(T)/T, T)
        == 0
        """,
        claim="lim(U*G*sqrt(T)/T, T) == 0",
        title=THEOREMS["ogd.average_bound_vanishes"].title,
        name="ogd.average_bound_vanishes",
        statement="""
            For all [positive `U` and `G`](U > 0, G > 0), the bound `U*G*sqrt(T)` divided by the
            number of rounds tends
            to zero: {claim}.
        """,
    )
    return {"ogd.no_better_step": best, "ogd.average_bound_vanishes": vanishing}


SETTINGS = {
    "hedge.setting": Entry("experts", hedge),
    "ogd.setting": Entry("online gradient descent", from_any_start),
    "ogd.bounded": Entry("bounded gradients", untuned),
}

THEOREMS = {
    "eg.hoeffding": Entry("Hoeffding's lemma", hoeffding),
    "hedge.regret": Entry("Hedge", hedge),
    "eg.linear_losses": Entry("Hedge on losses in an interval", weighted_slopes),
    "ogd.projection": Entry("Projection lemma", projection),
    "ogd.acute_angle": Entry("Where the angle is acute, there is a nearer point", acute_angle),
    "ogd.regret_from_any_start": Entry("Online gradient descent", from_any_start),
    "ogd.regret": Entry("Online gradient descent from zero", gradient_descent),
    "ogd.tuned": Entry("Online gradient descent with the step tuned", tuned),
    "ogd.known_horizon": Entry("Online gradient descent, tuned to the horizon alone", untuned),
    "ogd.no_better_step": Entry("No step size has a better bound", best_step),
    "ogd.average_bound_vanishes": Entry("The bound on the average regret vanishes", best_step),
    "ogd.stopped_early": Entry("Online gradient descent stopped early", stopped_early),
    "ogd.every_round": Entry("A bound for all rounds up to the planned one", stopped_early),
    "ogd.shrinking_steps": Entry("Online gradient descent with shrinking steps", shrinking_steps),
}
