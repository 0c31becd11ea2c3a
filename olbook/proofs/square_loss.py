r"""Theorems on the square loss: Widrow-Hoff, the implicit step, and exponentiated gradient.

In all of them :math:`l_t=\langle w_t,x_t\rangle-y_t` is the error of the learner. Total losses are sums
of squares, without the factor one half.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry
from .mirror_descent import entropic_leader
from .online_convex_optimization import weighted_slopes

WIDROW_HOFF = """
    On `T` inputs with {radius} and targets `y[t]`, [Widrow-Hoff](start) with a [positive step `eta`](eta > 0)
    [below 1](small) starts at zero and sets {update}, where {error} is its error. [The sum of the squares of
    its errors](loss, L >= 0) is `L`, and [that of a point `u`](comparator, C >= 0) is `C`.
"""
IMPLICIT = """
    The implicit step {step} with any `eta` [above 0](eta > 0) leads from `w` to `v`, where
    [`l` is the error of `w`](error) on the input `x` with the target `y`.
"""
MULTIPLYING = """
    [Exponentiated gradient](start, total, shares, V > 0, v > 0, w > 0) starts with equal weights and has a
    [positive step `eta`](eta > 0) [below 1](small). In `T` rounds on inputs with `d` coordinates
    [between −1](low) [and 1](high), with weights `w[t, i]`, [the
    scores {score}](score) and the targets `y[t]`, it [multiplies
    weight $i$ by](update) `exp(-eta*l[t]*x[t, i])`, where {error} is its error, and divides all weights by
    their sum. [The sum of the squares of its errors](loss, L >= 0) is `L`, and [that of $u$, a vector
    of probabilities](comparator, other, simplex, most, u >= 0, C >= 0), is `C`.
"""


@cache
def young() -> dict[str, Theorem]:
    """A product is at most a mean of two squares."""
    ctx = Context(positive="eta", real="p q")
    ctx.hyp("small", "eta < 1", label="the step size")
    theorem = ctx.theorem(
        "products",
        """
        2*p*q
        <= (1 - eta)*p**2 + q**2/(1 - eta)
            | gap ((1 - eta)*p - q)**2/(1 - eta)
        """,
        claim="2*p*q <= (1 - eta)*p**2 + q**2/(1 - eta)",
        title=THEOREMS["square.product"].title,
        name="square.product",
        kind="lemma",
        statement="""
            For every `eta` [above 0](eta > 0) and [below 1](small) and all real numbers `p` and
            `q`, {claim}.
        """,
    )
    return {"square.product": theorem}


@cache
def one_round() -> dict[str, Theorem]:
    """What a step of Widrow-Hoff towards the target makes of the distance to any point."""
    ctx = Context(positive="eta", real="y l b P", vector="w v x u")
    ctx.hyp("radius", "norm2(x) <= 1", label="size of the input")
    ctx.hyp("small", "eta < 1", label="the step size")
    ctx.define("error", "l == dot(w, x) - y", label="the error of the learner")
    ctx.define("other", "b == dot(u, x) - y", label="the comparator's error")
    ctx.define("step", "v == w - eta*l*x", label="the step")
    ctx.define("drop", "P == norm2(w - u) - norm2(v - u)", label="the drop of the potential")
    ctx.cite("products", young()["square.product"], given="p = l, q = b")
    theorem = ctx.theorem(
        "bargain",
        """
        eta*l**2
        == P + norm2(v - u) - norm2(w - u) + eta*l**2
            | by drop
        == P - 2*eta*l*dot(x, w - u) + eta**2*l**2*norm2(x) + eta*l**2
            | by step
        <= P - 2*eta*l*dot(x, w - u) + eta**2*l**2 + eta*l**2
            | by times(eta**2*l**2, radius)
        == P + eta*2*l*b - eta*(1 - eta)*l**2
            | by error, other
        <= P + eta/(1 - eta)*b**2
            | by times(eta, products)
        """,
        claim="eta*l**2 <= P + eta/(1 - eta)*b**2",
        title=THEOREMS["square.one_round"].title,
        name="square.one_round",
        kind="lemma",
        shown="eta*l**2 <= norm2(w - u) - norm2(v - u) + eta/(1 - eta)*b**2",
        why="""
            bargain 1 | what the potential drops by
            bargain 2 | the step, squared out
            bargain 3 | $x$ is no longer than 1
            bargain 4 | $\\langle x,w-u\\rangle$ is the difference of the two errors
            bargain 5 | the product of the errors, by two squares
        """,
        statement="""
            Let {radius}, and let [`eta` be between 0 and 1](eta > 0, small). With [the errors {error} and
            {other}](error, other), the step {step} satisfies {claim}.
        """,
    )
    return {"square.one_round": theorem}


@cache
def widrow_hoff() -> dict[str, Theorem]:
    r"""Widrow-Hoff: :math:`w_{t+1}=w_t-\eta l_tx_t`, a step towards the target of the round."""
    ctx = Context(
        index="t: 1..T",
        positive="eta",
        nonneg="C U L",
        real="y l B",
        vector="w x u",
        posint="T",
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("error", "l[t] == dot(w[t], x[t]) - y[t]", label="the error of the learner")
    ctx.define("update", "w[t+1] == w[t] - eta*l[t]*x[t]", label="the update")
    ctx.hyp("radius", "norm2(x[t]) <= 1", label="size of the inputs")
    ctx.define("loss", "L == Sum(l[t]**2, t, 1, T)", label="loss of the learner")
    ctx.hyp("small", "eta < 1", label="the step size")
    ctx.define(
        "comparator",
        "C == Sum((dot(u, x[t]) - y[t])**2, t, 1, T)",
        label="loss of the comparator",
    )
    setting = ctx.setting("square.setting", "Widrow-Hoff", WIDROW_HOFF)
    ctx.model(
        T=1, eta=1 / 2, x={1: (1, 0)}, y={1: 1}, l={1: -1}, w={1: (0, 0), 2: (1 / 2, 0)},
        u=(1 / 2, 0), L=1, C=1 / 4, U=1 / 2, B=1,
    )  # fmt: skip
    ctx.cite(
        "round",
        one_round()["square.one_round"],
        given="w = w[t], v = w[t+1], x = x[t], y = y[t], l = l[t], b = dot(u, x[t]) - y[t], "
        "P = norm2(w[t] - u) - norm2(w[t+1] - u)",
    )
    ctx.prove(
        "total",
        """
        L
        == Sum(l[t]**2, t, 1, T)
            | by loss
        <= Sum((dot(u, x[t]) - y[t])**2/(1 - eta) + (norm2(w[t] - u) - norm2(w[t+1] - u))/eta, t, 1, T)
            | by times(1/eta, sum(t, 1, T, round))
        == Sum((dot(u, x[t]) - y[t])**2, t, 1, T)/(1 - eta) + (norm2(w[1] - u) - norm2(w[T+1] - u))/eta
        <= Sum((dot(u, x[t]) - y[t])**2, t, 1, T)/(1 - eta) + norm2(w[1] - u)/eta
            | gap norm2(w[T+1] - u)/eta
        == Sum((dot(u, x[t]) - y[t])**2, t, 1, T)/(1 - eta) + norm2(u)/eta
            | by start
        """,
        label="All rounds",
    )
    ctx.define(
        "best",
        "B == inf(Sum((dot(u, x[t]) - y[t])**2, t, 1, T)/(1 - eta) + norm2(u)/eta, u)",
        label="the best trade-off",
    )
    infimum = ctx.theorem(
        "infimum",
        """
        L
        <= B
            | by inf(best, total)
        """,
        claim="L <= B",
        title=THEOREMS["square.widrow_hoff_best"].title,
        name="square.widrow_hoff_best",
        kind="corollary",
        within=(setting,),
        statement="""
            In @square.setting, {claim}, where `B` is [the least trade-off](best) of loss and length: {best}.
        """,
        sample=samplers.widrow_hoff,
    )
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    fixed = ctx.theorem(
        "bound",
        """
        L
        <= Sum((dot(u, x[t]) - y[t])**2, t, 1, T)/(1 - eta) + norm2(u)/eta
            | by total
        <= C/(1 - eta) + U**2/eta
            | by comparator, times(1/eta, size)
        """,
        claim="L <= C/(1 - eta) + U**2/eta",
        title=THEOREMS["square.widrow_hoff"].title,
        name="square.widrow_hoff",
        why="""
            total 2 | one round, divided by $\\eta$
            total 4 | the potential cancels, and what it ends with is not negative
            total 5 | the start at zero
            bound 2 | the size of $u$
        """,
        within=(setting,),
        statement="In @square.setting, if {size}, then {claim}.",
        sample=samplers.widrow_hoff,
    )
    ctx.hyp("some_size", "0 < U", label="the comparator is not zero")
    ctx.define("tuning", "eta == U/(U + sqrt(C))", label="the tuned step size")
    tuned = ctx.theorem(
        "tuned",
        """
        L
        <= C/(1 - eta) + U**2/eta
            | by bound
        == (sqrt(C) + U)**2
            | by tuning
        """,
        claim="L <= (sqrt(C) + U)**2",
        title=THEOREMS["square.tuned"].title,
        name="square.tuned",
        kind="corollary",
        within=(setting,),
        statement="""
            In @square.setting let {size}, with `U` [above 0](some_size). With the step {tuning}, {claim}.
        """,
        sample=samplers.widrow_hoff,
    )
    return {
        "square.widrow_hoff_best": infimum,
        "square.widrow_hoff": fixed,
        "square.tuned": tuned,
    }


@cache
def best_step_size() -> dict[str, Theorem]:
    """No step size makes the bound of Widrow-Hoff smaller than the tuned one."""
    ctx = Context(positive="eta", nonneg="C U")
    ctx.hyp("small", "eta < 1", label="the step size")
    ctx.prove(
        "square",
        """
        2*sqrt(C)*U*(eta*(1 - eta))
        <= eta**2*C + (1 - eta)**2*U**2
            | gap (eta*sqrt(C) - (1 - eta)*U)**2
        """,
        label="A square",
    )
    theorem = ctx.theorem(
        "smallest",
        """
        (sqrt(C) + U)**2
        == C + 2*sqrt(C)*U + U**2
        <= C + eta/(1 - eta)*C + (1 - eta)/eta*U**2 + U**2
            | by times(1/(eta*(1 - eta)), square)
        == C/(1 - eta) + U**2/eta
        """,
        claim="(sqrt(C) + U)**2 <= C/(1 - eta) + U**2/eta",
        title=THEOREMS["square.best_step"].title,
        name="square.best_step",
        kind="lemma",
        statement="""
            For every `eta` [above 0](eta > 0) and [below 1](small), every `C` [from 0 on](C >=
            0) and every `U` from 0
            on, {claim}.
        """,
    )
    return {"square.best_step": theorem}


@cache
def average_loss() -> dict[str, Theorem]:
    r"""The bounds on the average loss, if the comparator's average loss is :math:`c` for ever."""
    ctx = Context(positive="eta", nonneg="c U", posint="T")
    ctx.hyp("small", "eta < 1", label="the step size")
    fixed = ctx.theorem(
        "fixed",
        """
        lim((c*T/(1 - eta) + U**2/eta)/T, T)
        == c/(1 - eta)
        """,
        claim="lim((c*T/(1 - eta) + U**2/eta)/T, T) == c/(1 - eta)",
        title=THEOREMS["square.average_bound"].title,
        name="square.average_bound",
        statement="""
            For every `eta` [above 0](eta > 0) and [below 1](small), every `c` [from 0 on](c >=
            0) and every `U` from 0
            on, {claim}.
        """,
    )
    tuned = ctx.theorem(
        "tuned",
        """
        lim((sqrt(c*T) + U)**2/T, T)
        == c
        """,
        claim="lim((sqrt(c*T) + U)**2/T, T) == c",
        title=THEOREMS["square.average_bound_tuned"].title,
        name="square.average_bound_tuned",
        statement="""
            For every `c` [from 0 on](c >= 0) and every `U` from 0 on, {claim}.
        """,
    )
    return {"square.average_bound": fixed, "square.average_bound_tuned": tuned}


@cache
def implicit_step() -> dict[str, Theorem]:
    r"""The step that trades the new loss :math:`\frac12(\langle z,x\rangle-y)^2` against the move."""
    ctx = Context(positive="eta", nonneg="S", real="y l q", vector="w v x z")
    ctx.define("error", "l == dot(w, x) - y", label="the error before the step")
    ctx.define("step", "v == w - eta*l/(1 + eta*norm2(x))*x", label="the step, solved")
    setting = ctx.setting("square.implicit", "implicit step", IMPLICIT)
    ctx.prove(
        "shrinks",
        """
        dot(v, x) - y
        == dot(w, x) - y - eta*l/(1 + eta*norm2(x))*norm2(x)
            | by step
        == l/(1 + eta*norm2(x))
            | by error
        """,
        label="The error after the step",
    )
    ctx.define("square", "S == norm2(x)", label="squared length of the input")
    after = ctx.theorem(
        "after",
        """
        dot(v, x) - y
        == l/(1 + eta*norm2(x))
            | by shrinks
        == l/(1 + eta*S)
            | by square
        """,
        claim="dot(v, x) - y == l/(1 + eta*S)",
        title=THEOREMS["square.implicit_shrinks"].title,
        name="square.implicit_shrinks",
        kind="lemma",
        within=(setting,),
        statement="""
            In @square.implicit, with [`S` for the squared length of `x`](square, S >= 0), the error of `v` is
            {claim}.
        """,
    )
    implicit = ctx.theorem(
        "implicit",
        """
        dot(v - w + eta*(dot(v, x) - y)*x, z)
        == eta*(dot(v, x) - y)*dot(x, z) - eta*l/(1 + eta*norm2(x))*dot(x, z)
            | by step
        == 0
            | by shrinks
        """,
        claim="dot(v - w + eta*(dot(v, x) - y)*x, z) == 0",
        title=THEOREMS["square.implicit_solves"].title,
        name="square.implicit_solves",
        kind="lemma",
        within=(setting,),
        statement="In @square.implicit, for every vector `z`, {claim}.",
    )
    ctx.define(
        "other", "q == eta/2*(dot(z, x) - y)**2 + norm2(z - w)/2", label="the trade-off at $z$"
    )
    least = ctx.theorem(
        "minimises",
        """
        eta/2*(dot(v, x) - y)**2 + norm2(v - w)/2
        <= eta/2*(dot(v, x) - y)**2 + norm2(v - w)/2 + eta/2*dot(z - v, x)**2 + norm2(z - v)/2
            | gap eta/2*dot(z - v, x)**2 + norm2(z - v)/2
        == eta/2*(dot(z, x) - y)**2 + norm2(z - w)/2
            | by at(implicit, z=z - v)
        == q
            | by other
        """,
        claim="eta/2*(dot(v, x) - y)**2 + norm2(v - w)/2 <= q",
        shown="eta/2*(dot(v, x) - y)**2 + norm2(v - w)/2"
        " <= eta/2*(dot(z, x) - y)**2 + norm2(z - w)/2",
        title=THEOREMS["square.implicit_trade_off"].title,
        name="square.implicit_trade_off",
        kind="lemma",
        within=(setting,),
        statement="In @square.implicit, for every point `z`, {claim}.",
    )
    return {
        "square.implicit_shrinks": after,
        "square.implicit_solves": implicit,
        "square.implicit_trade_off": least,
    }


# ---------------------------------------------------------------------- exponentiated gradient
@cache
def exponentiated_gradient() -> dict[str, Theorem]:
    r"""Exponentiated gradient with exponents :math:`-\eta l_tx_{t,i}`, for inputs between -1 and 1."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta V v w",
        nonneg="u C L",
        real="s x y l b",
        posint="T d",
    )
    ctx.define("start", "v[1, i] == 1", label="the start")
    ctx.define("update", "v[t+1, i] == v[t, i]*exp(-eta*l[t]*x[t, i])", label="the update")
    ctx.define("total", "V[t] == Sum(v[t, i], i, 1, d)", on="t: 1..T+1", label="the normaliser")
    ctx.define("shares", "w[t, i] == v[t, i]/V[t]", label="the weights")
    ctx.define("score", "s[t] == Sum(w[t, i]*x[t, i], i, 1, d)", label="the score")
    ctx.hyp("most", "u[i] <= 1", label="the comparator")
    ctx.hyp("simplex", "Sum(u[i], i, 1, d) == 1", label="its sum")
    ctx.define("error", "l[t] == s[t] - y[t]", label="the error of the learner")
    ctx.define("other", "b[t] == Sum(u[i]*x[t, i], i, 1, d) - y[t]", label="the comparator's error")
    ctx.hyp("low", "-1 <= x[t, i]", label="inputs from below")
    ctx.hyp("high", "x[t, i] <= 1", label="inputs from above")
    ctx.define("loss", "L == Sum(l[t]**2, t, 1, T)", label="loss of the learner")
    ctx.define("comparator", "C == Sum(b[t]**2, t, 1, T)", label="loss of the comparator")
    ctx.hyp("small", "eta < 1", label="the step size")
    setting = ctx.setting(
        "square.multiplying", "exponentiated gradient on the square loss", MULTIPLYING
    )
    ctx.model(T=1, d=1, eta=1 / 2, x={(1, 1): 1}, u={1: 1}, y={1: 3})
    ctx.cite(
        "linear", weighted_slopes()["eg.linear_losses"], given="z[t] = l[t], b = -1, c = 2, Q = L"
    )
    ctx.prove(
        "products",
        """
        2*l[t]*b[t]
        <= (1 - eta)*l[t]**2 + b[t]**2/(1 - eta)
            | gap ((1 - eta)*l[t] - b[t])**2/(1 - eta)
        """,
        label="A product, by two squares",
    )
    ctx.prove(
        "linearised",
        """
        L - (1 - eta)/2*L - C/(2*(1 - eta))
        == Sum(l[t]**2 - (1 - eta)/2*l[t]**2 - b[t]**2/(2*(1 - eta)), t, 1, T)
            | by loss, comparator
        <= Sum(l[t]**2 - l[t]*b[t], t, 1, T)
            | by times(1/2, sum(t, 1, T, products))
        == Sum(l[t]*(s[t] - Sum(u[i]*x[t, i], i, 1, d)), t, 1, T)
            | by error, other
        <= log(d)/eta + eta/8*2**2*L
            | by linear
        """,
        label="The losses, and the regret on the slopes",
    )
    theorem = ctx.theorem(
        "bound",
        """
        L
        <= C/(1 - eta) + 2*log(d)/eta
            | by times(2, linearised)
        """,
        claim="L <= C/(1 - eta) + 2*log(d)/eta",
        title=THEOREMS["square.exponentiated_gradient"].title,
        name="square.exponentiated_gradient",
        why="""
            linearised 2 | the product of the errors, by two squares
            linearised 4 | the bound on linear losses, of slopes $l_t$
            bound 1 | solved for $L$
        """,
        within=(setting,),
        statement="In @square.multiplying, {claim}.",
        sample=samplers.exponentiated_square_loss,
    )
    return {"square.exponentiated_gradient": theorem}


@cache
def exponent() -> dict[str, Theorem]:
    r"""The step of exponentiated gradient for the loss :math:`(\langle w,x\rangle-y)^2`, with its factor 2."""
    ctx = Context(index="i: 1..d", positive="N eta p v w z", real="P Q s x y", posint="d")
    ctx.define(
        "normaliser", "N == Sum(w[i]*exp(-2*eta*(s - y)*x[i]), i, 1, d)", label="the normaliser"
    )
    ctx.define("step", "v[i] == w[i]*exp(-2*eta*(s - y)*x[i])/N", label="the step")
    ctx.hyp("simplex", "Sum(p[i], i, 1, d) == 1", label="another point of the simplex")
    ctx.define(
        "mine",
        "P == Sum(2*eta*(s - y)*x[i]*v[i] + v[i]*log(v[i]/w[i]), i, 1, d)",
        label="the value of the step",
    )
    ctx.define(
        "other",
        "Q == Sum(2*eta*(s - y)*x[i]*p[i] + p[i]*log(p[i]/w[i]), i, 1, d)",
        label="the value of another point",
    )
    ctx.model(d=1, eta=1, x={1: 1}, y=1, s=1, w={1: 1}, v={1: 1}, p={1: 1}, N=1, P=0, Q=0)
    ctx.cite("leader", entropic_leader()["mirror.leader_entropy"], given="g[i] = 2*(s - y)*x[i]")
    theorem = ctx.theorem(
        "minimises",
        """
        P
        <= Q
            | by leader
        """,
        claim="P <= Q",
        title=THEOREMS["square.exponent"].title,
        name="square.exponent",
        statement="""
            For any numbers `s` and `y` and any vector `x`, let $v$ come from [the positive
            weights](w > 0) $w$ by [the multiplicative step](v > 0, N > 0) {step} with a [positive
            `eta`](eta > 0), {normaliser}. Then
            every [vector of positive probabilities](simplex, p > 0) $p$ satisfies {claim}, where {mine}
            is the value of the step and {other} that of $p$.
        """,
    )
    return {"square.exponent": theorem}


SETTINGS = {
    "square.setting": Entry("Widrow-Hoff", widrow_hoff),
    "square.implicit": Entry("implicit step", implicit_step),
    "square.multiplying": Entry(
        "exponentiated gradient on the square loss", exponentiated_gradient
    ),
}
THEOREMS = {
    "square.product": Entry("Young's inequality", young),
    "square.one_round": Entry("Widrow-Hoff, one-step progress", one_round),
    "square.widrow_hoff": Entry("Widrow-Hoff loss bound", widrow_hoff),
    "square.widrow_hoff_best": Entry(
        "Loss of Widrow-Hoff against the best comparator", widrow_hoff
    ),
    "square.tuned": Entry("Widrow-Hoff loss bound, tuned", widrow_hoff),
    "square.best_step": Entry("The best step size of Widrow-Hoff", best_step_size),
    "square.average_bound": Entry(
        "The limit of the bound on the average loss, fixed step", average_loss
    ),
    "square.average_bound_tuned": Entry(
        "The limit of the bound on the average loss, tuned step", average_loss
    ),
    "square.implicit_shrinks": Entry("The implicit step shrinks the error", implicit_step),
    "square.implicit_solves": Entry("The implicit step solves its equation", implicit_step),
    "square.implicit_trade_off": Entry("The implicit step is the best trade-off", implicit_step),
    "square.exponentiated_gradient": Entry(
        "Exponentiated gradient on the square loss", exponentiated_gradient
    ),
    "square.exponent": Entry(
        "The exponent of exponentiated gradient for the square loss", exponent
    ),
}
