r"""Theorems of the Winnow chapter: learning disjunctions by adding and by multiplying.

A disjunction of :math:`k` of :math:`d` binary features is a vector :math:`u\in\{0,1\}^d` with
:math:`k` ones, and :math:`\iota_t\in\{0,1\}` says whether round :math:`t` was a mistake. The additive
learner is the Perceptron on lifted vectors. The multiplicative one is Winnow, which is unnormalised
exponentiated gradient on the hinge loss of the mistakes; two sharper bounds follow its potential
:math:`\sum_i(w_{t,i}-u_i\ln w_{t,i})` directly.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import exponentiated_gradient_setting, weighted_slopes
from .perceptron import separable

POTENTIAL = "Sum(w[t,i] - u[i]*log(w[t,i]), i, 1, d)"
NEXT_POTENTIAL = "Sum(w[t+1,i] - u[i]*log(w[t+1,i]), i, 1, d)"
FIRST_POTENTIAL = "Sum(w[1,i] - u[i]*log(w[1,i]), i, 1, d)"
LAST_POTENTIAL = "Sum(w[T+1,i] - u[i]*log(w[T+1,i]), i, 1, d)"


# Words that several statements share; each stands for facts of the derivation.
LIFTED_LABELS = (
    "Let [a disjunction](disjunction, decides) of [a positive number `k` of the `d` "
    "coordinates](literals, k > 0) give [labels](labels) to [binary inputs](binary). On [the inputs doubled, with one "
    "more coordinate"
)
THE_PERCEPTRON = (
    "[the number `M` of mistakes of the Perceptron](start, update, mistake, indicator, count, iota >= 0) "
    "satisfies {claim}."
)
LIFTS = "(lifted_features, lifted_product, lifted_disjunction, bias, a > 0)"
A_DISJUNCTION = "Let [a disjunction](disjunction, margin, u >= 0) of [a positive number `k` of the `d` coordinates]"
GIVES_THE_LABELS = "give [the labels](labels) of [binary inputs]"
ON_A_DISJUNCTION = """
    In each of `T` rounds [a point with `d` entries, each 0 or 1](binary), is given, and then [its label, −1 or
    +1](labels). It is [+1 if at least one of a positive number `k` of fixed coordinates is 1, and −1
    otherwise](disjunction, margin, literals, u >= 0, k > 0). [Winnow starts with all weights at a positive
    `c`](start, c > 0, w > 0). [A round is a mistake if the score is on the wrong side of the positive threshold
    `theta`, or on it](mistake, indicator, iota >= 0, theta > 0). [After a mistake the weights of the active
    coordinates are multiplied by a factor `beta` above 1 if the label is +1, and divided by it if it is
    −1](update, up, beta > 0). [The number of mistakes](count) is `M`.
"""
ON_ANY_LABELS = """
    In each of `T` rounds a point with `d` [entries `x[t, i]`, each 0 or 1](binary, x >= 0), is given, and then
    [any label `y[t]`, −1 or +1](labels). Winnow has [the weights `w[t, i]`, at first `1/d`](start, w > 0). [A round
    is a mistake if the score is on the wrong side of the threshold one half, or on it](mistake, indicator,
    iota >= 0), and [the factor is `exp(2*eta)`, where `eta` is positive](update, gradient, eta > 0). [The number
    of its mistakes](count) is `M`. The comparator is [a disjunction, with `u[i]` 1 for its coordinates and 0
    otherwise](disjunction, u >= 0), of [a positive number `k` of the `d` coordinates](literals, some, k > 0). Its
    hinge losses are [{hinge}](chi >= 0), and [over the rounds with a mistake they sum to `H`](hinges, H >= 0).
"""
NORMALISED = """
    In each of `T` rounds a point with [`d` entries `x[t, i]` between `-R` and `R`, which is positive](low, high,
    R > 0), is given, and then [its label `y[t]`, −1 or +1](labels). The learner has the weights `w[t, i]` of
    [Hedge](start, update, total, shares, V > 0, v > 0, w > 0, eta > 0) with step `eta` on the losses
    `z[t]*x[t, i]`, where [`z[t]` is `-y[t]` after a mistake, and 0 otherwise](slopes). [A round is a mistake if
    the score {score} is on the wrong side of zero, or is zero](mistake, indicator, iota >= 0). [The number of
    mistakes](count) is `M`.
    The comparator has [nonnegative entries `u[i]` that sum to 1](u >= 0, most, simplex).
"""
UP_OR_DOWN = "for the active weights at a mistake, up for the label +1 and down for −1]"
WINNOW = (
    "Winnow, with [all first weights `1/d`](start, w > 0), [the threshold one half](mistake, "
    "indicator, iota >= 0) and [the factor `exp(2*eta)` "
    f"{UP_OR_DOWN}(update, gradient)"
)
ITS_MISTAKES = "[the number `M` of its mistakes](count) satisfies {claim}."


# ---------------------------------------------------------------------- the Perceptron on disjunctions
@cache
def margin_of_a_disjunction() -> dict[str, Theorem]:
    """Around the threshold one half, a disjunction has margin 1."""
    ctx = Context(index="i: 1..d", posint="d", real="u x y")
    ctx.hyp(
        "true", "(1 + y)*(Sum(u[i]*x[i], i, 1, d) - 1) >= 0", label="if true, a literal is active"
    )
    ctx.hyp("false", "(1 - y)*Sum(u[i]*x[i], i, 1, d) <= 0", label="if false, none is")
    theorem = ctx.theorem(
        "margin",
        """
        y*(2*Sum(u[i]*x[i], i, 1, d) - 1)
        >= 1
            | by true, false
        """,
        claim="y*(2*Sum(u[i]*x[i], i, 1, d) - 1) >= 1",
        title=THEOREMS["winnow.disjunction_margin"].title,
        name="winnow.disjunction_margin",
        statement="""
            Let `y` be the label that a disjunction with indicator $u$ gives to a binary point $x$:
            [if it is +1, at least one literal is active](true), and [if it is −1, none is](false).
            Then {claim}.
        """,
    )
    return {"winnow.disjunction_margin": theorem}


def _lifted(bias: int) -> Context:
    r"""The Perceptron on :math:`\phi(x)=(2x,-a)`, against :math:`\phi(c)=(c,\frac1a)`; the example has this bias."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="a b k",
        nonneg="iota",
        real="y z c M",
        vector="w x u",
        posint="T d",
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]", label="the update")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.define("literals", "k == Sum(c[i], i, 1, d)", label="number of literals")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("mistake", "iota[t]*y[t]*dot(w[t], x[t]) <= 0", label="what a mistake is")
    ctx.hyp("binary", "z[t,i]**2 == z[t,i]", label="binary features")
    ctx.hyp("disjunction", "c[i]**2 == c[i]", label="the disjunction")
    ctx.hyp(
        "lifted_features",
        "norm2(x[t]) == Sum((2*z[t,i])**2, i, 1, d) + (-a)**2",
        label="size of $x_t = (2z_t, -a)$",
    )
    ctx.hyp(
        "lifted_disjunction",
        "norm2(u) == Sum(c[i]**2, i, 1, d) + (1/a)**2",
        label=r"size of $u = (c, \frac{1}{a})$",
    )
    ctx.hyp(
        "lifted_product",
        "dot(u, x[t]) == Sum(c[i]*(2*z[t,i]), i, 1, d) + (1/a)*(-a)",
        label="their inner product",
    )
    ctx.hyp(
        "decides",
        "y[t]*(2*Sum(c[i]*z[t,i], i, 1, d) - 1) >= 1",
        label="the disjunction gives the labels",
    )
    ctx.model(T=1, d=4, z={(1, 1): 1, (1, 2): 0, (1, 3): 0, (1, 4): 0}, y={1: 1}, iota={1: 1})
    ctx.model(c={1: 1, 2: 0, 3: 0, 4: 0}, x={1: (2, -bias)}, u=(1, 1 / bias))
    return ctx


@cache
def lifting() -> dict[str, Theorem]:
    """What the lifting does to margin and lengths."""
    ctx = _lifted(bias=1)
    margin = ctx.theorem(
        "margin",
        """
        y[t]*dot(u, x[t])
        == y[t]*(2*Sum(c[i]*z[t,i], i, 1, d) - 1)
            | by lifted_product
        >= 1
            | by decides
        """,
        claim="y[t]*dot(u, x[t]) >= 1",
        title=THEOREMS["winnow.lifted_margin"].title,
        name="winnow.lifted_margin",
        statement="""
            Let [a disjunction with indicator $c$ give the labels `y[t]`](decides) of binary inputs $z$.
            Let the vectors `x[t]` be [the inputs doubled, with one more coordinate `-a`, and `u` be $c$
            with one more coordinate `1/a`](lifted_product), for [a positive bias](a > 0) `a`. Then
            {claim} in every round.
        """,
        sample=samplers.lifted,
    )
    disjunction = ctx.theorem(
        "size",
        """
        norm2(u)
        == Sum(c[i]**2, i, 1, d) + (1/a)**2
            | by lifted_disjunction
        == Sum(c[i], i, 1, d) + 1/a**2
            | by sum(i, 1, d, disjunction)
        == k + 1/a**2
            | by literals
        """,
        claim="norm2(u) == k + 1/a**2",
        title=THEOREMS["winnow.lifted_length"].title,
        name="winnow.lifted_length",
        statement="""
            Let $c$ be the indicator of [a disjunction](disjunction) of [`k` literals, at least
            one](literals, k > 0), and `u` [the vector $c$ with one more coordinate
            `1/a`](lifted_disjunction), for [a positive bias](a > 0) `a`. Then {claim}.
        """,
        sample=samplers.lifted,
    )
    features = ctx.theorem(
        "radius",
        """
        norm2(x[t])
        == 4*Sum(z[t,i]**2, i, 1, d) + a**2
            | by lifted_features
        <= 4*d + a**2
            | by times(8, sum(i, 1, d, binary)) ; gap 4*Sum((1 - z[t,i])**2, i, 1, d)
        """,
        claim="norm2(x[t]) <= 4*d + a**2",
        title=THEOREMS["winnow.lifted_features"].title,
        name="winnow.lifted_features",
        statement="""
            Let [binary inputs](binary) with `d` coordinates be [doubled and given one more coordinate
            `-a`](lifted_features), for [a positive bias](a > 0) `a`. Then the result `x[t]` of round
            $t$ satisfies {claim}.
        """,
        sample=samplers.lifted,
    )
    return {
        "winnow.lifted_margin": margin,
        "winnow.lifted_length": disjunction,
        "winnow.lifted_features": features,
    }


def _lifted_bound(ctx: Context) -> None:
    """The mistake bound of the Perceptron, for any bias."""
    ctx.cite("margin", lifting()["winnow.lifted_margin"])
    ctx.cite("size", lifting()["winnow.lifted_length"])
    ctx.cite("radius", lifting()["winnow.lifted_features"])
    ctx.cite(
        "perceptron",
        separable()["perceptron.margin"],
        given="R = sqrt(4*d + a**2), U = sqrt(k + 1/a**2)",
    )
    ctx.prove(
        "any_bias",
        """
        M
        <= sqrt(4*d + a**2)**2*sqrt(k + 1/a**2)**2
            | by perceptron
        == (k + 1/a**2)*(4*d + a**2)
        """,
        label="The bound, for any bias",
    )


@cache
def perceptron_on_disjunctions() -> dict[str, Theorem]:
    """The simplest lifting: bias 1."""
    ctx = _lifted(bias=1)
    ctx.define("bias", "a == 1", label="the bias")
    _lifted_bound(ctx)
    theorem = ctx.theorem(
        "unit_bias",
        """
        M
        <= (k + 1/a**2)*(4*d + a**2)
            | by any_bias
        == (k + 1)*(4*d + 1)
            | by bias
        """,
        claim="M <= (k + 1)*(4*d + 1)",
        title=THEOREMS["winnow.perceptron"].title,
        name="winnow.perceptron",
        kind="corollary",
        statement=f"{LIFTED_LABELS} −1]{LIFTS}, {THE_PERCEPTRON}",
        sample=samplers.lifted_unit_bias,
    )
    return {"winnow.perceptron": theorem}


@cache
def perceptron_with_the_best_bias() -> dict[str, Theorem]:
    """The bias for which the bound is smallest."""
    ctx = _lifted(bias=2)
    ctx.define("bias", "a == sqrt(b)", label="the bias")
    ctx.define("square", "b == 2*sqrt(d/k)", label="its square")
    _lifted_bound(ctx)
    theorem = ctx.theorem(
        "best_bias",
        """
        M
        <= (k + 1/a**2)*(4*d + a**2)
            | by any_bias
        == (k + 1/b)*(4*d + b)
            | by bias
        == (2*sqrt(k*d) + 1)**2
            | by square
        """,
        claim="M <= (2*sqrt(k*d) + 1)**2",
        title=THEOREMS["winnow.perceptron_best_bias"].title,
        name="winnow.perceptron_best_bias",
        statement=f"""
            {LIFTED_LABELS} `-a`]{LIFTS}, where [{{bias}}](bias, a > 0) and [{{square}}](square, b > 0),
            {THE_PERCEPTRON}
        """,
        sample=samplers.lifted_best_bias,
    )
    return {"winnow.perceptron_best_bias": theorem}


@cache
def no_better_bias() -> dict[str, Theorem]:
    """The bound with any bias, such as 1, is at least the one with the best."""
    ctx = Context(positive="a k", posint="d")
    theorem = ctx.theorem(
        "no_better",
        """
        (2*sqrt(k*d) + 1)**2
        <= (k + 1/a**2)*(4*d + a**2)
            | gap (sqrt(k)*a - 2*sqrt(d)/a)**2
        """,
        claim="(2*sqrt(k*d) + 1)**2 <= (k + 1/a**2)*(4*d + a**2)",
        title=THEOREMS["winnow.no_better_bias"].title,
        name="winnow.no_better_bias",
        statement="""
            For [every positive](a > 0) `a`, [every positive](k > 0) `k` and every dimension `d`,
            {claim}.
        """,
    )
    return {"winnow.no_better_bias": theorem}


# ---------------------------------------------------------------------- exponentiated gradient
@cache
def unnormalised() -> dict[str, Theorem]:
    r"""Unnormalised exponentiated gradient, for gradients that are not too negative.

    The comparator may have zeros. So :math:`u_i\ln u_i`, which is 0 there, enters by the property that
    the proof needs: it is :math:`h_i=\sup_{v>0}(u_i\ln v-v+u_i)`.
    """
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta w v",
        nonneg="u",
        real="g h s k D N S",
        posint="T d",
    )
    ctx.define("start", "w[1,i] == 1/d", label="the start")
    ctx.define("update", "w[t+1,i] == w[t,i]*exp(-eta*g[t,i])", label="the update")
    ctx.define("mass", "k == Sum(u[i], i, 1, d)", label="sum of the comparator")
    ctx.define("entropy", "N == Sum(h[i], i, 1, d)", label=r"sum of $u_i \ln u_i$")
    ctx.define("distance", "D == 1 + (log(d) - 1)*k + N", label="relative entropy")
    ctx.define(
        "local",
        "S == Sum(Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T)",
        label="squared gradients, weighted",
    )
    ctx.hyp("bounded", "-1 <= eta*g[t,i]", label="no large negative gradient")
    ctx.hyp(
        "conjugate",
        "u[i]*log(v) - v + u[i] <= h[i]",
        for_all="v",
        label=r"$h_i$ is $u_i \ln u_i$, or 0 if $u_i = 0$",
    )
    ctx.hyp("above", "-1 <= s", label="the range of the parabola")
    ctx.prove(
        "parabola",
        """
        exp(-s)
        <= 1 - s + s**2
            | by calculus(s, 0)
        """,
        label="A parabola above the exponential",
    )
    ctx.prove(
        "round",
        f"""
        Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d)
        == {POTENTIAL}/eta - Sum(w[t,i]*(1 - eta*g[t,i]) - u[i]*log(w[t+1,i]), i, 1, d)/eta
            | by update
        <= {POTENTIAL}/eta - Sum(w[t,i]*exp(-eta*g[t,i]) - u[i]*log(w[t+1,i]) - eta**2*w[t,i]*g[t,i]**2, i, 1, d)/eta
            | by times(1/eta, sum(i, 1, d, times(w[t,i], at(parabola, s=eta*g[t,i]))))
        == {POTENTIAL}/eta - {NEXT_POTENTIAL}/eta + eta*Sum(w[t,i]*g[t,i]**2, i, 1, d)
            | by update
        """,
        label="One round: what the potential falls by",
    )
    ctx.prove(
        "first",
        f"""
        {FIRST_POTENTIAL}
        == 1 + log(d)*Sum(u[i], i, 1, d)
            | by start
        == 1 + k*log(d)
            | by mass
        """,
        label="The potential at the start",
    )
    ctx.prove(
        "last",
        f"""
        {LAST_POTENTIAL}
        >= Sum(u[i] - h[i], i, 1, d)
            | by sum(i, 1, d, at(conjugate, v=w[T+1,i]))
        == k - N
            | by mass, entropy
        """,
        label="The potential at the end",
    )
    theorem = ctx.theorem(
        "regret",
        f"""
        Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T)
        <= Sum({POTENTIAL}/eta - {NEXT_POTENTIAL}/eta + eta*Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T)
            | by sum(t, 1, T, round)
        == ({FIRST_POTENTIAL} - {LAST_POTENTIAL})/eta + eta*S
            | by local
        <= (1 + k*log(d) - (k - N))/eta + eta*S
            | by first, times(1/eta, last)
        == (1 + (log(d) - 1)*k + N)/eta + eta*S
        """,
        claim="Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T) <= (1 + (log(d) - 1)*k + N)/eta + eta*S",
        title=THEOREMS["winnow.unnormalised_regret"].title,
        name="winnow.unnormalised_regret",
        shown="Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T) "
        "<= D/eta + eta*Sum(Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T)",
        statement="""
            [Unnormalised exponentiated gradient starts with all weights `1/d` and moves by {update}, with
            positive `eta`](start, update, w > 0, eta > 0), where {bounded}. For every
            comparator with [nonnegative entries `u[i]`](u >= 0), at [the relative entropy
            `D`](distance, mass, entropy, conjugate, v > 0) from the start, {claim}.
        """,
        sample=samplers.unnormalised,
    )
    return {"winnow.unnormalised_regret": theorem}


# ---------------------------------------------------------------------- Winnow
def _winnow() -> Context:
    """The names and hypotheses of Winnow on a disjunction; the step size is still open."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive="eta k w v",
        nonneg="iota x u chi H",
        real="y f g M F S",
        posint="T d",
    )
    ctx.define("start", "w[1,i] == 1/d", label="the start")
    ctx.define("gradient", "g[t,i] == -2*iota[t]*y[t]*x[t,i]", label="the gradient")
    ctx.define("update", "w[t+1,i] == w[t,i]*exp(-eta*g[t,i])", label="the update")
    ctx.define(
        "loss",
        "f[t] == iota[t]*(1 - y[t]*(2*Sum(w[t,i]*x[t,i], i, 1, d) - 1))",
        label="hinge loss on a mistake",
    )
    ctx.define("losses", "F == Sum(f[t], t, 1, T)", label="sum of these losses")
    ctx.define(
        "local",
        "S == Sum(Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T)",
        label="squared gradients, weighted",
    )
    _learn_a_disjunction(ctx)
    ctx.hyp("some", "1 <= k", label="at least one literal")
    ctx.hyp(
        "mistake",
        "iota[t]*y[t]*(2*Sum(w[t,i]*x[t,i], i, 1, d) - 1) <= 0",
        label="what a mistake is",
    )
    ctx.model(T=1, d=2, x={(1, 1): 1, (1, 2): 0}, y={1: 1}, u={1: 1, 2: 0}, iota={1: 1})
    return ctx


def _learn_a_disjunction(ctx: Context) -> None:
    """Binary inputs, a disjunction to compare with, and the number of mistakes."""
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.define("literals", "k == Sum(u[i], i, 1, d)", label="number of literals")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("binary", "x[t,i]**2 == x[t,i]", label="binary inputs")
    ctx.hyp("disjunction", "u[i]**2 == u[i]", label="the disjunction")


def _define_hinge(ctx: Context) -> None:
    """What a disjunction pays that does not give all the labels."""
    ctx.define(
        "hinge",
        "chi[t] == pos(1 - y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1))",
        label="hinge loss of the disjunction",
    )
    ctx.define("hinges", "H == Sum(iota[t]*chi[t], t, 1, T)", label="its sum over the mistakes")


def _any_labels(ctx: Context) -> Setting:
    return ctx.setting("winnow.any_labels_setting", "Winnow on any labels", ON_ANY_LABELS)


@cache
def winnow() -> dict[str, Theorem]:
    """Winnow with any step below one half, on any labels."""
    ctx = _winnow()
    _define_hinge(ctx)
    setting = _any_labels(ctx)
    ctx.hyp("rate", "2*eta < 1", label="size of the step")
    ctx.prove(
        "local_norm",
        """
        Sum(w[t,i]*g[t,i]**2, i, 1, d)
        == 4*iota[t]**2*y[t]**2*Sum(w[t,i]*x[t,i]**2, i, 1, d)
            | by gradient
        == 4*iota[t]*Sum(w[t,i]*x[t,i], i, 1, d)
            | by indicator, labels, sum(i, 1, d, times(4*iota[t]*w[t,i], binary))
        <= 2*iota[t]*(1 - y[t]*(2*Sum(w[t,i]*x[t,i], i, 1, d) - 1))
            | by cases(labels, y[t], -1, 1), times(4, mistake)
        == 2*f[t]
            | by loss
        """,
        label="One round",
    )
    lemma = ctx.theorem(
        "lemma",
        """
        S
        == Sum(Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T)
            | by local
        <= Sum(2*f[t], t, 1, T)
            | by sum(t, 1, T, local_norm)
        == 2*F
            | by losses
        """,
        claim="S <= 2*F",
        shown="Sum(Sum(w[t,i]*g[t,i]**2, i, 1, d), t, 1, T) <= 2*F",
        title=THEOREMS["winnow.small_gradients"].title,
        name="winnow.small_gradients",
        kind="lemma",
        within=(setting,),
        statement="""
            In @winnow.any_labels_setting let `g[t, i]` be [`-2*y[t]*x[t, i]` at a mistake, and 0
            otherwise](gradient), and let [the hinge losses of Winnow itself over its mistakes](losses, loss) sum
            to `F`. Then {claim}.
        """,
        sample=samplers.winnow_any_rate,
    )
    ctx.prove(
        "bounded",
        """
        -1
        <= -2*eta
            | by rate
        <= -2*eta*iota[t]*x[t,i]
            | by indicator, binary ; gap 2*eta*(1 - iota[t]*x[t,i])**2
        <= -2*eta*iota[t]*y[t]*x[t,i]
            | by labels ; gap eta*iota[t]*x[t,i]*(1 - y[t])**2
        == eta*g[t,i]
            | by gradient
        """,
        label="No large negative gradient",
    )
    ctx.prove(
        "tangent",
        """
        log(v)
        <= v - 1
            | by calculus(v, 1)
        """,
        label="A line above the logarithm",
    )
    ctx.prove(
        "conjugate",
        """
        u[i]*log(v) - v + u[i]
        <= u[i]*v - v
            | by times(u[i], tangent)
        <= 0
            | by disjunction ; gap (1 - u[i])**2*v
        """,
        label=r"$u_i \ln u_i = 0$ if $u_i$ is 0 or 1",
    )
    ctx.cite(
        "exponentiated_gradient",
        unnormalised()["winnow.unnormalised_regret"],
        given="h[i] = 0, N = 0",
    )
    linear = ctx.theorem(
        "linear",
        """
        Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T)
        <= (1 + (log(d) - 1)*k)/eta + eta*S
            | by exponentiated_gradient
        <= k*log(d)/eta + eta*S
            | by times(1/eta, some)
        <= k*log(d)/eta + 2*eta*F
            | by times(eta, lemma)
        """,
        claim="Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T) <= k*log(d)/eta + 2*eta*F",
        title=THEOREMS["winnow.regret"].title,
        name="winnow.regret",
        kind="lemma",
        within=(setting,),
        statement="""
            In @winnow.any_labels_setting let {rate}, and let [the hinge losses of Winnow itself over its
            mistakes](losses, loss) sum to `F`. Then {claim}.
        """,
        sample=samplers.winnow_any_rate,
    )
    ctx.prove(
        "below",
        """
        f[t] - iota[t]*chi[t]
        <= f[t] - iota[t]*(1 - y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1))
            | by hinge, times(iota[t], pos(1 - y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1)))
        == Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d)
            | by loss, gradient
        """,
        label="The hinge is convex",
    )
    ctx.prove(
        "regret",
        """
        F - H
        == Sum(f[t] - iota[t]*chi[t], t, 1, T)
            | by losses, hinges
        <= Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T)
            | by sum(t, 1, T, below)
        <= k*log(d)/eta + 2*eta*F
            | by linear
        """,
        label="The regret bounds the losses",
    )
    theorem = ctx.theorem(
        "any_labels",
        """
        M
        == Sum(iota[t], t, 1, T)
            | by count
        <= Sum(iota[t]*(1 - y[t]*(2*Sum(w[t,i]*x[t,i], i, 1, d) - 1)), t, 1, T)
            | by sum(t, 1, T, mistake)
        == F
            | by losses, loss
        <= (k*log(d)/eta + H)/(1 - 2*eta)
            | by times(1/(1 - 2*eta), regret)
        """,
        claim="M <= (k*log(d)/eta + H)/(1 - 2*eta)",
        title=THEOREMS["winnow.any_labels"].title,
        name="winnow.any_labels",
        within=(setting,),
        statement="In @winnow.any_labels_setting, if {rate}, then {claim}.",
        sample=samplers.winnow_any_rate,
    )
    return {"winnow.small_gradients": lemma, "winnow.regret": linear, "winnow.any_labels": theorem}


def _tune(ctx: Context) -> None:
    r"""Winnow with :math:`\eta=\frac14`, the step for which :math:`\eta(1-2\eta)` is largest."""
    ctx.define("tuning", "eta == 1/4", label="the step size")
    ctx.prove(
        "rate",
        """
        2*eta
        <= 3/4
            | by tuning ; gap 1/4
        """,
        label="Size of the step",
    )


@cache
def tuned_winnow() -> dict[str, Theorem]:
    """Winnow, tuned, on the labels of a disjunction."""
    ctx = _winnow()
    ctx.hyp(
        "margin",
        "y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1) >= 1",
        label="the disjunction gives the labels",
    )
    _tune(ctx)
    ctx.cite("linear", winnow()["winnow.regret"])
    ctx.prove(
        "below",
        """
        f[t]
        <= f[t] - iota[t]*(1 - y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1))
            | by times(iota[t], margin)
        == Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d)
            | by loss, gradient
        """,
        label="The disjunction has no loss",
    )
    ctx.prove(
        "regret",
        """
        F
        <= Sum(Sum(g[t,i]*(w[t,i] - u[i]), i, 1, d), t, 1, T)
            | by losses, sum(t, 1, T, below)
        <= k*log(d)/eta + 2*eta*F
            | by linear
        """,
        label="The regret bounds the losses",
    )
    theorem = ctx.theorem(
        "mistakes",
        """
        M
        <= Sum(iota[t]*(1 - y[t]*(2*Sum(w[t,i]*x[t,i], i, 1, d) - 1)), t, 1, T)
            | by count, sum(t, 1, T, mistake)
        == F
            | by losses, loss
        <= k*log(d)/eta/(1 - 2*eta)
            | by times(1/(1 - 2*eta), regret)
        == 8*k*log(d)
            | by tuning
        """,
        claim="M <= 8*k*log(d)",
        title=THEOREMS["winnow.disjunctions"].title,
        name="winnow.disjunctions",
        kind="corollary",
        statement=f"""
            {A_DISJUNCTION}(literals, some, k > 0) {GIVES_THE_LABELS}(binary, x >= 0), and let
            {WINNOW}, where {{tuning}}, run on them. Then {ITS_MISTAKES}
        """,
        sample=samplers.winnow,
    )
    return {"winnow.disjunctions": theorem}


@cache
def tuned_winnow_on_any_labels() -> dict[str, Theorem]:
    """Winnow, tuned, on any labels."""
    ctx = _winnow()
    _define_hinge(ctx)
    setting = _any_labels(ctx)
    _tune(ctx)
    ctx.cite("winnow", winnow()["winnow.any_labels"])
    theorem = ctx.theorem(
        "any_labels",
        """
        M
        <= (k*log(d)/eta + H)/(1 - 2*eta)
            | by winnow
        == 8*k*log(d) + 2*H
            | by tuning
        """,
        claim="M <= 8*k*log(d) + 2*H",
        title=THEOREMS["winnow.any_labels_tuned"].title,
        name="winnow.any_labels_tuned",
        kind="corollary",
        within=(setting,),
        statement="In @winnow.any_labels_setting, with {tuning}, {claim}.",
        sample=samplers.winnow_any_labels,
    )
    return {"winnow.any_labels_tuned": theorem}


# ---------------------------------------------------------------------- sharper constants
def _on_a_disjunction(**more: str) -> Context:
    """Winnow on the labels of a disjunction, with any factor, threshold and start."""
    ctx = Context(
        index="t: 1..T, i: 1..d",
        positive=f"k w v beta theta c {more.get('positive', '')}",
        nonneg="iota u",
        real="x y M",
        posint="T d",
    )
    _learn_a_disjunction(ctx)
    ctx.hyp(
        "margin",
        "y[t]*(2*Sum(u[i]*x[t,i], i, 1, d) - 1) >= 1",
        label="the disjunction gives the labels",
    )
    ctx.hyp("up", "1 < beta", label="the factor")
    ctx.define("start", "w[1,i] == c", label="the start")
    ctx.define("update", "w[t+1,i] == w[t,i]*beta**(iota[t]*y[t]*x[t,i])", label="the update")
    ctx.hyp(
        "mistake",
        "iota[t]*y[t]*(Sum(w[t,i]*x[t,i], i, 1, d) - theta) <= 0",
        label="what a mistake is",
    )
    ctx.model(T=1, d=2, x={(1, 1): 1, (1, 2): 0}, y={1: 1}, u={1: 1, 2: 0}, iota={1: 1})
    return ctx


def _drops(ctx: Context, least: str, reason: str, demotion: str = "") -> None:
    """What promotions and demotions take off the potential, at least."""
    for name, drop, why in (
        ("promotion", "log(beta) - theta*(beta - 1)", reason),
        ("demotion", "theta*(1 - 1/beta)", demotion or reason),
    ):
        text = f"""
            {least}
            <= {drop}
                | {why}
            """
        ctx.prove(name, text, label=f"What a {name} takes off the potential")


def _setting(ctx: Context) -> Setting:
    return ctx.setting("winnow.setting", "Winnow on a disjunction", ON_A_DISJUNCTION)


@cache
def winnow_by_potential() -> dict[str, Theorem]:
    r"""With any factor, threshold and start, every mistake lowers the potential by :math:`r`."""
    ctx = _on_a_disjunction(positive="r")
    setting = _setting(ctx)
    ctx.hyp("promotion", "r <= log(beta) - theta*(beta - 1)", label="progress if weights grow")
    ctx.hyp("demotion", "r <= theta*(1 - 1/beta)", label="progress if weights shrink")
    ctx.model(beta=2, theta=1 / 2, c=1 / 2, r=1 / 10)
    change = "((beta - 1)*(1 + y[t]) - (1 - 1/beta)*(1 - y[t]))/2"
    ctx.prove(
        "power",
        f"""
        beta**(iota[t]*y[t]*x[t,i])
        == 1 + {change}*iota[t]*x[t,i]
            | by cases(indicator, iota[t], 0, 1), cases(labels, y[t], -1, 1), cases(binary, x[t,i], 0, 1)
        """,
        label="On binary inputs the update is linear",
    )
    ctx.prove(
        "round",
        f"""
        r*iota[t]
        <= iota[t]*((1 + y[t])/2*(log(beta) - theta*(beta - 1)) + (1 - y[t])/2*theta*(1 - 1/beta))
            | by cases(labels, y[t], -1, 1), times(iota[t], promotion), times(iota[t], demotion)
        <= iota[t]*(1 + y[t])/2*log(beta) - {change}*iota[t]*Sum(w[t,i]*x[t,i], i, 1, d)
            | by cases(labels, y[t], -1, 1), times(beta - 1, mistake), times(1 - 1/beta, mistake)
        <= iota[t]*y[t]*Sum(u[i]*x[t,i], i, 1, d)*log(beta) - {change}*iota[t]*Sum(w[t,i]*x[t,i], i, 1, d)
            | by times(iota[t]*log(beta)/2, margin)
        == {POTENTIAL} - Sum(w[t,i]*beta**(iota[t]*y[t]*x[t,i]) - u[i]*log(w[t+1,i]), i, 1, d)
            | by update, sum(i, 1, d, times(w[t,i], power))
        == {POTENTIAL} - {NEXT_POTENTIAL}
            | by update
        """,
        label="One round: what the potential falls by",
    )
    ctx.prove(
        "first",
        f"""
        {FIRST_POTENTIAL}
        == c*d - log(c)*Sum(u[i], i, 1, d)
            | by start
        == c*d - k*log(c)
            | by literals
        """,
        label="The potential at the start",
    )
    ctx.prove(
        "tangent",
        """
        log(v)
        <= v - 1
            | by calculus(v, 1)
        """,
        label="A line above the logarithm",
    )
    ctx.prove(
        "last",
        f"""
        {LAST_POTENTIAL}
        >= Sum(w[T+1,i] - u[i]*(w[T+1,i] - 1), i, 1, d)
            | by sum(i, 1, d, times(u[i], at(tangent, v=w[T+1,i])))
        >= Sum(u[i], i, 1, d)
            | by sum(i, 1, d, times(w[T+1,i], disjunction)) ; gap Sum((1 - u[i])**2*w[T+1,i], i, 1, d)
        == k
            | by literals
        """,
        label="The potential at the end",
    )
    theorem = ctx.theorem(
        "mistakes",
        f"""
        M
        == Sum(r*iota[t], t, 1, T)/r
            | by count
        <= Sum({POTENTIAL} - {NEXT_POTENTIAL}, t, 1, T)/r
            | by times(1/r, sum(t, 1, T, round))
        == ({FIRST_POTENTIAL} - {LAST_POTENTIAL})/r
        <= (c*d - k*log(c) - k)/r
            | by first, times(1/r, last)
        """,
        claim="M <= (c*d - k*log(c) - k)/r",
        title=THEOREMS["winnow.any_factor"].title,
        name="winnow.any_factor",
        within=(setting,),
        statement="""
            In @winnow.setting, for [positive `r`](r > 0) with {promotion} and {demotion}, {claim}.
        """,
        sample=samplers.winnow_factor,
    )
    return {"winnow.any_factor": theorem}


@cache
def doubling_winnow() -> dict[str, Theorem]:
    """The start 1/d, the threshold one half, and the factor 2, which is best for them."""
    ctx = _on_a_disjunction()
    setting = _setting(ctx)
    ctx.define("two", "beta == 2", label="the factor")
    ctx.define("half", "theta == 1/2", label="the threshold")
    ctx.define("first", "c == 1/d", label="the first weights")
    _drops(ctx, "log(2) - 1/2", "by two, half", demotion="by two, half ; gap 3/4 - log(2)")
    ctx.cite("potential", winnow_by_potential()["winnow.any_factor"], given="r = log(2) - 1/2")
    theorem = ctx.theorem(
        "doubling",
        """
        M
        <= (c*d - k*log(c) - k)/(log(2) - 1/2)
            | by potential
        == (1 + k*(log(d) - 1))/(log(2) - 1/2)
            | by first
        """,
        claim="M <= (1 + k*(log(d) - 1))/(log(2) - 1/2)",
        title=THEOREMS["winnow.factor_two"].title,
        name="winnow.factor_two",
        kind="corollary",
        within=(setting,),
        statement="In @winnow.setting, with {two}, {half} and {first}, {claim}.",
        sample=samplers.winnow_doubling,
    )
    return {"winnow.factor_two": theorem}


@cache
def winnow_that_knows_k() -> dict[str, Theorem]:
    r"""The number of literals is known: a start and a threshold for which both kinds of mistake are as bad."""
    ctx = _on_a_disjunction()
    setting = _setting(ctx)
    ctx.define("balance", "theta == log(beta)/(beta - 1/beta)", label="the threshold")
    ctx.define("first", "c == k/d", label="the first weights")
    ctx.model(
        beta=4, d=4, x={(1, 1): 1, (1, 2): 0, (1, 3): 0, (1, 4): 0}, u={1: 1, 2: 0, 3: 0, 4: 0}
    )
    _drops(ctx, "log(beta)/(beta + 1)", "by balance")
    ctx.cite(
        "potential",
        winnow_by_potential()["winnow.any_factor"],
        given="r = log(beta)/(beta + 1)",
    )
    known = ctx.theorem(
        "known",
        """
        M
        <= (c*d - k*log(c) - k)/(log(beta)/(beta + 1))
            | by potential
        == (beta + 1)/log(beta)*k*log(d/k)
            | by first
        """,
        claim="M <= (beta + 1)/log(beta)*k*log(d/k)",
        title=THEOREMS["winnow.known_literals"].title,
        name="winnow.known_literals",
        kind="corollary",
        within=(setting,),
        statement="In @winnow.setting, with {balance} and {first}, {claim}.",
        sample=samplers.winnow_known,
    )
    ctx.hyp("large", "beta + 1 <= beta*log(beta)", label="a factor of at least about 3.591")
    ctx.prove(
        "few",
        """
        k
        == Sum(u[i], i, 1, d)
            | by literals
        <= d
            | by sum(i, 1, d, disjunction) ; gap Sum((1 - u[i])**2, i, 1, d)
        """,
        label="No more literals than features",
    )
    ctx.prove(
        "ratio",
        """
        1
        <= d/k
            | by times(1/k, few)
        """,
        label="The ratio is at least 1",
    )
    large = ctx.theorem(
        "large_factor",
        """
        M
        <= (beta + 1)/log(beta)*k*log(d/k)
            | by known
        <= beta*k*log(d/k)
            | by times(k*log(d/k)/log(beta), large)
        """,
        claim="M <= beta*k*log(d/k)",
        title=THEOREMS["winnow.known_literals_large_factor"].title,
        name="winnow.known_literals_large_factor",
        kind="corollary",
        within=(setting,),
        statement="In @winnow.setting, with {balance} and {first}, if {large}, then {claim}.",
        sample=samplers.winnow_large_factor,
    )
    return {"winnow.known_literals": known, "winnow.known_literals_large_factor": large}


# ---------------------------------------------------------------------- normalised weights
@cache
def normalised_winnow() -> dict[str, Theorem]:
    """Exponentiated gradient on the mistakes, against a comparator with a functional margin.

    The comparator is :math:`c=Au`, where :math:`u` has nonnegative weights that sum to 1.
    """
    ctx = exponentiated_gradient_setting(positive="A R kappa", nonneg="iota", real="y M")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.define("slopes", "z[t] == -iota[t]*y[t]", label="slope of the hinge")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("mistake", "iota[t]*y[t]*s[t] <= 0", label="what a mistake is")
    ctx.hyp("low", "-R <= x[t,i]", label="inputs from below")
    ctx.hyp("high", "x[t,i] <= R", label="inputs from above")
    ctx.hyp(
        "margin",
        "y[t]*Sum(A*u[i]*x[t,i], i, 1, d) >= kappa",
        label="margin of the comparator $A u$",
    )
    setting = ctx.setting("winnow.normalised_setting", "normalised Winnow", NORMALISED)
    ctx.define("tuning", "eta == kappa/(A*R**2)", label="the step size")
    ctx.model(
        T=1, d=2, A=1, R=1, kappa=1, x={(1, 1): 1, (1, 2): -1}, y={1: 1}, iota={1: 1},
        u={1: 1, 2: 0},
    )  # fmt: skip
    ctx.cite(
        "linear",
        weighted_slopes()["eg.linear_losses"],
        given="b = -R, c = 2*R, Q = Sum(z[t]**2, t, 1, T)",
    )
    ctx.prove(
        "squares",
        """
        z[t]**2
        == iota[t]**2*y[t]**2
            | by slopes
        == iota[t]
            | by indicator, labels
        """,
        label="Square of the slope",
    )
    ctx.prove(
        "gain",
        """
        kappa/A*iota[t]
        <= iota[t]*y[t]*Sum(u[i]*x[t,i], i, 1, d)
            | by times(iota[t]/A, margin)
        <= iota[t]*y[t]*Sum(u[i]*x[t,i], i, 1, d) - iota[t]*y[t]*s[t]
            | by mistake
        == z[t]*(s[t] - Sum(u[i]*x[t,i], i, 1, d))
            | by slopes
        """,
        label="A mistake costs the margin",
    )
    ctx.prove(
        "regret",
        """
        kappa/A*M
        == Sum(kappa/A*iota[t], t, 1, T)
            | by count
        <= Sum(z[t]*(s[t] - Sum(u[i]*x[t,i], i, 1, d)), t, 1, T)
            | by sum(t, 1, T, gain)
        <= log(d)/eta + eta/8*(2*R)**2*Sum(z[t]**2, t, 1, T)
            | by linear
        == log(d)/eta + eta/2*R**2*Sum(iota[t], t, 1, T)
            | by sum(t, 1, T, squares)
        == A*R**2*log(d)/kappa + kappa/(2*A)*M
            | by tuning, count
        """,
        label="The regret",
    )
    theorem = ctx.theorem(
        "mistakes",
        """
        M
        <= 2*log(d)*A**2*R**2/kappa**2
            | by times(2*A/kappa, regret)
        """,
        claim="M <= 2*log(d)*A**2*R**2/kappa**2",
        title=THEOREMS["winnow.normalised"].title,
        name="winnow.normalised",
        within=(setting,),
        statement="""
            In @winnow.normalised_setting let {margin} in every round, for [positive `A` and `kappa`](A > 0,
            kappa > 0). With {tuning}, {claim}.
        """,
        sample=samplers.exponentiated_perceptron,
    )
    return {"winnow.normalised": theorem}


THEOREMS = {
    "winnow.disjunction_margin": Entry("A disjunction has margin 1", margin_of_a_disjunction),
    "winnow.lifted_margin": Entry("Lifting keeps the margin of a disjunction", lifting),
    "winnow.lifted_length": Entry("The length of a lifted disjunction", lifting),
    "winnow.lifted_features": Entry("The length of lifted features", lifting),
    "winnow.perceptron": Entry("The Perceptron on disjunctions", perceptron_on_disjunctions),
    "winnow.perceptron_best_bias": Entry(
        "The Perceptron on disjunctions, best bias", perceptron_with_the_best_bias
    ),
    "winnow.no_better_bias": Entry("No bias is better than the best", no_better_bias),
    "winnow.unnormalised_regret": Entry(
        "Regret of unnormalised exponentiated gradient", unnormalised
    ),
    "winnow.small_gradients": Entry("Self-bounding gradients of Winnow", winnow),
    "winnow.regret": Entry("Regret of Winnow", winnow),
    "winnow.any_labels": Entry("Winnow on any labels", winnow),
    "winnow.disjunctions": Entry("Winnow on the labels of a disjunction", tuned_winnow),
    "winnow.any_labels_tuned": Entry(
        "Winnow on any labels, with the step size tuned", tuned_winnow_on_any_labels
    ),
    "winnow.normalised": Entry("Normalised Winnow with a margin", normalised_winnow),
    "winnow.any_factor": Entry("Mistakes of Winnow", winnow_by_potential),
    "winnow.factor_two": Entry("Winnow with the factor 2", doubling_winnow),
    "winnow.known_literals": Entry("Winnow that knows the number of literals", winnow_that_knows_k),
    "winnow.known_literals_large_factor": Entry(
        "Winnow that knows the number of literals, large factor", winnow_that_knows_k
    ),
}

SETTINGS = {
    "winnow.setting": Entry("Winnow on a disjunction", winnow_by_potential),
    "winnow.any_labels_setting": Entry("Winnow on any labels", winnow),
    "winnow.normalised_setting": Entry("normalised Winnow", normalised_winnow),
}
