r"""Theorems of the Perceptron chapter: the bound with a margin, proved twice, and the bounds without.

In all of them :math:`\iota_t\in\{0,1\}` says whether round :math:`t` was a mistake, and the Perceptron
moves to :math:`w_{t+1}=w_t+\iota_ty_tx_t`. The bounds without a margin read it as gradient descent:
scaled by any :math:`\eta`, it is the algorithm of the theorem ogd.regret, and that theorem is cited.
At no hinge loss they give the bound with a margin for a third time.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import gradient_descent

THE_ACTIVE_PIECE = "1 before the kink, 0 behind it"

THE_SETTING = """
    In each of `T` rounds a point with {radius}, where [`R` is positive](R > 0), is given, and then [its label
    `y[t]`, −1 or +1](labels). [The Perceptron starts at zero](start). [After a mistake, which is a round in which
    `y[t]*dot(w[t], x[t])` is at most zero, it moves by `y[t]*x[t]`](update, mistake, indicator, iota >= 0).
"""
ITS_MISTAKES = "[the number `M` of mistakes](count)"
A_SEPARATOR = """
    In @perceptron.setting, if some `u` with [{size}](U > 0) has {margin} in every round, then {claim}, where `M`
    is [the number of mistakes](count).
"""
ANY_COMPARATOR = """
    In @perceptron.setting let `u` have [length at most `U`](size, U > 0) and [hinge loss `H`, summed over the
    rounds with a mistake](hinge, hinges, chi >= 0, H >= 0). Let [the number of mistakes](count) be `M`, [at
    least one](M > 0).
"""


@cache
def hinge_is_convex() -> dict[str, Theorem]:
    r"""Between two points the hinge loss lies below its chord."""
    ctx = Context(nonneg="p A B a", real="y", vector="x w u v")
    ctx.define("between", "w == p*u + (1 - p)*v", label="a point between $u$ and $v$")
    ctx.define("first", "A == pos(1 - y*dot(u, x))", label="hinge loss at $u$")
    ctx.define("second", "B == pos(1 - y*dot(v, x))", label="hinge loss at $v$")
    ctx.hyp("weight", "p <= 1", label="a weight")
    ctx.hyp("part", "a <= 1", label="at most the whole slope")
    ctx.hyp("active", "pos(1 - y*dot(w, x)) == a*(1 - y*dot(w, x))", label=THE_ACTIVE_PIECE)
    theorem = ctx.theorem(
        "convex",
        """
        pos(1 - y*dot(w, x))
        == a*(1 - y*dot(w, x))
            | by active
        == p*a*(1 - y*dot(u, x)) + (1 - p)*a*(1 - y*dot(v, x))
            | by between
        <= p*a*A + (1 - p)*a*B
            | by first, second, times(p*a, pos(1 - y*dot(u, x))), times((1 - p)*a, pos(1 - y*dot(v, x)))
        <= p*A + (1 - p)*B
            | gap (1 - a)*(p*A + (1 - p)*B)
        """,
        claim="pos(1 - y*dot(w, x)) <= p*A + (1 - p)*B",
        title=THEOREMS["perceptron.hinge_is_convex"].title,
        name="perceptron.hinge_is_convex",
        statement="""
            On one example with input `x` and label `y`, let `w` lie between two vectors `u` and `v`:
            {between} with [a weight `p` from 0 to 1](weight, p >= 0). Then [the hinge loss at
            `w`](active, part, a >= 0) is at most the same mixture of [the hinge losses `A` at `u` and
            `B` at `v`](first, second, A >= 0, B >= 0): {claim}.
        """,
    )
    return {"perceptron.hinge_is_convex": theorem}


@cache
def hinge_with_a_margin() -> dict[str, Theorem]:
    """A separator with margin 1 has no hinge loss."""
    ctx = Context(nonneg="a", real="y", vector="x u")
    ctx.hyp("active", "pos(1 - y*dot(u, x)) == a*(1 - y*dot(u, x))", label=THE_ACTIVE_PIECE)
    ctx.hyp("margin", "y*dot(u, x) >= 1", label="margin")
    theorem = ctx.theorem(
        "zero",
        """
        pos(1 - y*dot(u, x))
        == a*(1 - y*dot(u, x))
            | by active
        <= 0
            | by times(a, margin)
        """,
        claim="pos(1 - y*dot(u, x)) <= 0",
        title=THEOREMS["perceptron.margin_leaves_no_hinge"].title,
        name="perceptron.margin_leaves_no_hinge",
        statement="""
            If `u` has {margin} on an example, then [its hinge loss there](active, a >= 0) is zero:
            {claim}.
        """,
    )
    return {"perceptron.margin_leaves_no_hinge": theorem}


@cache
def hinge_is_above() -> dict[str, Theorem]:
    r"""The zero-one loss :math:`\ell` is below the hinge loss, at every :math:`w`."""
    ctx = Context(nonneg="ell C", real="y", vector="x w")
    ctx.define("hinge", "C == pos(1 - y*dot(w, x))", label="hinge loss at $w$")
    ctx.hyp("zero_one", "ell**2 == ell", label="the zero-one loss is 0 or 1")
    ctx.hyp("mistake", "ell*y*dot(w, x) <= 0", label="it is 0 unless $w$ makes a mistake")
    theorem = ctx.theorem(
        "above",
        """
        ell
        <= ell*(1 - y*dot(w, x))
            | by mistake
        <= ell*C
            | by hinge, times(ell, pos(1 - y*dot(w, x)))
        <= C
            | by zero_one ; gap (1 - ell)**2*C
        """,
        claim="ell <= C",
        title=THEOREMS["perceptron.hinge_is_above"].title,
        name="perceptron.hinge_is_above",
        statement="""
            For every vector `w` and every example, [the zero-one loss `ell` of
            `w`](zero_one, mistake, ell >= 0) is at most [its hinge loss `C`](hinge, C >= 0):
            {claim}.
        """,
    )
    return {"perceptron.hinge_is_above": theorem}


@cache
def hinge_of_a_mistake() -> dict[str, Theorem]:
    """The hinge loss, set to 0 where there was no mistake, is above the zero-one loss where it was played."""
    ctx = Context(nonneg="iota f", real="y", vector="x w")
    ctx.define("modified", "f == iota*pos(1 - y*dot(w, x))", label="loss of a mistake only")
    ctx.hyp("mistake", "iota*y*dot(w, x) <= 0", label="what a mistake is")
    theorem = ctx.theorem(
        "above",
        """
        iota
        <= iota*(1 - y*dot(w, x))
            | by mistake
        <= f
            | by modified, times(iota, pos(1 - y*dot(w, x)))
        """,
        claim="iota <= f",
        title=THEOREMS["perceptron.hinge_of_a_mistake"].title,
        name="perceptron.hinge_of_a_mistake",
        statement="""
            Let `f` be [the hinge loss of `w` if `w` makes a mistake on the example, and 0
            otherwise](modified, f >= 0). Then [the indicator `iota` of the
            mistake](mistake, iota >= 0) satisfies {claim}.
        """,
    )
    return {"perceptron.hinge_of_a_mistake": theorem}


@cache
def only_mistakes_count() -> dict[str, Theorem]:
    """The comparator pays less if only some rounds are counted."""
    ctx = Context(index="t: 1..T", posint="T", nonneg="iota chi S", real="y", vector="x u")
    ctx.define(
        "hinge", "chi[t] == pos(1 - y[t]*dot(u, x[t]))", label="hinge loss of the comparator"
    )
    ctx.define("hinges", "S == Sum(chi[t], t, 1, T)", label="hinge loss of all rounds")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    theorem = ctx.theorem(
        "fewer",
        """
        Sum(iota[t]*pos(1 - y[t]*dot(u, x[t])), t, 1, T)
        == Sum(iota[t]*chi[t], t, 1, T)
            | by hinge
        <= S
            | by hinges, sum(t, 1, T, times(chi[t], indicator)) ; gap Sum((1 - iota[t])**2*chi[t], t, 1, T)
        """,
        claim="Sum(iota[t]*pos(1 - y[t]*dot(u, x[t])), t, 1, T) <= S",
        title=THEOREMS["perceptron.mistakes_alone_count"].title,
        name="perceptron.mistakes_alone_count",
        statement="""
            Let some of the rounds be marked by [an indicator `iota[t]` that is 0 or 1](indicator,
            iota >= 0), such as the rounds in which a learner made a mistake. The hinge loss of a
            vector `u`, summed over the marked rounds, is at most [its hinge loss `S`, summed over all
            rounds](hinge, hinges, chi >= 0, S >= 0): {claim}.
        """,
    )
    return {"perceptron.mistakes_alone_count": theorem}


@cache
def slopes_of_the_hinge() -> dict[str, Theorem]:
    r"""A line through the hinge loss at :math:`w` that stays below it, at the kink too."""
    ctx = Context(nonneg="c C", real="y", vector="x w u")
    ctx.define("elsewhere", "C == pos(1 - y*dot(u, x))", label="hinge loss at $u$")
    ctx.hyp("part", "c <= 1", label="at most the whole slope")
    ctx.hyp("active", "pos(1 - y*dot(w, x)) == c*(1 - y*dot(w, x))", label=THE_ACTIVE_PIECE)
    theorem = ctx.theorem(
        "below",
        """
        pos(1 - y*dot(w, x)) + dot(-c*y*x, u - w)
        == c*(1 - y*dot(u, x))
            | by active
        <= c*C
            | by elsewhere, times(c, pos(1 - y*dot(u, x)))
        <= C
            | gap (1 - c)*C
        """,
        claim="pos(1 - y*dot(w, x)) + dot(-c*y*x, u - w) <= C",
        title=THEOREMS["perceptron.hinge_slopes"].title,
        name="perceptron.hinge_slopes",
        statement="""
            On one example with input `x` and label `y`, let `c` be [1 where the hinge loss of `w` is
            positive, 0 where `w` has a margin above 1, and a number from 0 to 1 at the kink](part,
            active, c >= 0). Then the affine function with gradient `-c*y*x` that agrees with the
            hinge loss at `w` is everywhere at most this loss: [the hinge loss `C` at any
            `u`](elsewhere, C >= 0)
            satisfies {claim}.
        """,
    )
    return {"perceptron.hinge_slopes": theorem}


def _perceptron(*, radius: str = "R**2", size: str = "U**2", **more: str) -> Context:
    """The names and hypotheses that all mistake bounds share; ``more`` declares further names."""
    names = {"nonneg": "iota", "real": "y", "vector": "w x u", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]", label="the update")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("mistake", "iota[t]*y[t]*dot(w[t], x[t]) <= 0", label="what a mistake is")
    ctx.hyp("radius", f"norm2(x[t]) <= {radius}", label="size of the inputs")
    ctx.hyp("size", f"norm2(u) <= {size}", label="size of the comparator")
    ctx.model(T=1, x={1: (1, 0)}, y={1: 1}, iota={1: 1}, u=(1, 0), w={1: (0, 0), 2: (1, 0)})
    return ctx


def _setting(ctx: Context) -> Setting:
    return ctx.setting("perceptron.setting", "the Perceptron", THE_SETTING)


def _compared(ctx: Context) -> Setting:
    """The hinge loss of a comparator, on the mistakes of the Perceptron."""
    ctx.define(
        "hinge", "chi[t] == pos(1 - y[t]*dot(u, x[t]))", label="hinge loss of the comparator"
    )
    ctx.define("hinges", "H == Sum(iota[t]*chi[t], t, 1, T)", label="hinge loss on the mistakes")
    within = (_setting(ctx),)
    return ctx.setting(
        "perceptron.comparator", "the Perceptron and a comparator", ANY_COMPARATOR, within=within
    )


@cache
def separable() -> dict[str, Theorem]:
    r"""With a margin: :math:`\langle w,u\rangle` grows like :math:`M`, the length of :math:`w` like :math:`\sqrt M`."""
    ctx = _perceptron(positive="R U", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    ctx.prove(
        "alignment",
        """
        M
        == Sum(iota[t], t, 1, T)
            | by count
        <= Sum(iota[t]*y[t]*dot(u, x[t]), t, 1, T)
            | by sum(t, 1, T, times(iota[t], margin))
        == Sum(dot(w[t+1], u) - dot(w[t], u), t, 1, T)
            | by update
        == dot(w[T+1], u) - dot(w[1], u)
        == dot(w[T+1], u)
            | by start
        """,
        label="Alignment grows with every mistake",
    )
    ctx.prove(
        "growth",
        """
        norm2(w[t+1]) - norm2(w[t])
        == 2*iota[t]*y[t]*dot(w[t], x[t]) + iota[t]**2*y[t]**2*norm2(x[t])
            | by update
        == 2*iota[t]*y[t]*dot(w[t], x[t]) + iota[t]*norm2(x[t])
            | by indicator, labels
        <= iota[t]*norm2(x[t])
            | by times(2, mistake)
        <= iota[t]*R**2
            | by times(iota[t], radius)
        """,
        label="A mistake lengthens $w$ by little",
    )
    ctx.prove(
        "length",
        """
        norm2(w[T+1])
        == norm2(w[T+1]) - norm2(w[1])
            | by start
        == Sum(norm2(w[t+1]) - norm2(w[t]), t, 1, T)
        <= Sum(iota[t]*R**2, t, 1, T)
            | by sum(t, 1, T, growth)
        == R**2*M
            | by count
        """,
        label="So its length grows like the square root",
    )
    ctx.prove(
        "some",
        """
        0
        <= M
            | by count ; gap Sum(iota[t], t, 1, T)
        """,
        label="A number of rounds is not negative",
    )
    ctx.prove(
        "forward",
        """
        0
        <= M
            | by some
        <= dot(w[T+1], u)
            | by alignment
        """,
        label="In particular $w$ points towards $u$",
    )
    ctx.prove(
        "squares",
        """
        M**2
        <= dot(w[T+1], u)**2
            | by times(M + dot(w[T+1], u), alignment)
        <= norm2(w[T+1])*U**2
            | by times(dot(w[T+1], u)**2/U**2, size) ; gap norm2(U**2*w[T+1] - dot(w[T+1], u)*u)/U**2
        <= R**2*M*U**2
            | by times(U**2, length)
        """,
        label="The inequality of Cauchy and Schwarz brings them together",
    )
    theorem = ctx.theorem(
        "separable",
        """
        M
        == 2*M - M
        <= 2*M - M**2/(R**2*U**2)
            | by times(1/(R**2*U**2), squares)
        <= R**2*U**2
            | gap (M - R**2*U**2)**2/(R**2*U**2)
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["perceptron.margin"].title,
        name="perceptron.margin",
        within=(_setting(ctx),),
        statement=A_SEPARATOR,
        why="""
            alignment 2 | the margin, at each of the $M$ mistakes
            alignment 5 | this sum is what was added to $w$, seen along $u$
            growth 1 | the square expanded
            growth 4 | it was a mistake, and no point is longer than $R$
            length | added over the rounds
            squares 2 | the inequality of Cauchy and Schwarz
            squares 3 | the length
            separable 3 | divided by $M$
        """,
        sample=samplers.perceptron_separable,
    )
    return {"perceptron.margin": theorem}


@cache
def step_size() -> dict[str, Theorem]:
    r"""With steps :math:`\eta` all weights are :math:`\eta` times as long: the same scores but for a factor."""
    ctx = Context(
        index="t: 1..T", posint="T", positive="eta", nonneg="iota", real="y", vector="x w v"
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]", label="the update")
    ctx.define("other_start", "v[1] == 0", label="the other start")
    ctx.define("other_update", "v[t+1] == v[t] + eta*iota[t]*y[t]*x[t]", label="the other update")
    ctx.prove(
        "round",
        """
        norm2(v[t+1] - eta*w[t+1])
        == norm2(v[t] - eta*w[t])
            | by update, other_update
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "same",
        """
        norm2(v[T+1] - eta*w[T+1])
        == norm2(v[1] - eta*w[1]) + Sum(norm2(v[t+1] - eta*w[t+1]) - norm2(v[t] - eta*w[t]), t, 1, T)
        == norm2(v[1] - eta*w[1])
            | by sum(t, 1, T, round)
        == 0
            | by start, other_start
        """,
        claim="norm2(v[T+1] - eta*w[T+1]) == 0",
        title=THEOREMS["perceptron.step_size"].title,
        name="perceptron.step_size",
        statement="""
            Let `w[t]` be the weights of [the Perceptron, which starts at
            zero](start, update, iota >= 0), and let `v[t]` follow [the same rule with a step `eta`,
            from zero and with updates in the same rounds](other_start, other_update, eta > 0). Then
            after `T` rounds the second weights are `eta` times the first: {claim}.
        """,
    )
    return {"perceptron.step_size": theorem}


def _cite_gradient_descent(ctx: Context) -> None:
    r"""Scaled by any :math:`\eta`, the Perceptron is gradient descent on the affine loss of its mistakes."""
    ctx.prove(
        "scaled_start",
        """
        eta*w[1]
        == 0
            | by start
        """,
        label="The scaled start",
    )
    ctx.prove(
        "scaled_update",
        """
        eta*w[t+1]
        == eta*w[t] + eta*iota[t]*y[t]*x[t]
            | by update
        """,
        label="The scaled update",
    )
    ctx.cite(
        "gradient_descent",
        gradient_descent()["ogd.regret"],
        given="""w[t] = eta*w[t], v[t] = eta*w[t+1], g[t] = -iota[t]*y[t]*x[t],
            f[t](u) = iota[t]*(1 - y[t]*dot(u, x[t])),
            S = Sum(norm2(iota[t]*y[t]*x[t]), t, 1, T)""",
    )
    ctx.prove(
        "gradient",
        """
        norm2(iota[t]*y[t]*x[t])
        == iota[t]**2*y[t]**2*norm2(x[t])
        == iota[t]*norm2(x[t])
            | by indicator, labels
        <= R**2*iota[t]
            | by times(iota[t], radius)
        """,
        label="Size of the gradients",
    )
    ctx.prove(
        "at_least_one",
        """
        M
        == Sum(iota[t], t, 1, T)
            | by count
        <= Sum(iota[t]*(1 - y[t]*dot(eta*w[t], x[t])), t, 1, T)
            | by sum(t, 1, T, times(eta, mistake))
        """,
        label="A mistake costs at least one",
    )
    ctx.prove(
        "regret",
        """
        M - Sum(iota[t]*(1 - y[t]*dot(u, x[t])), t, 1, T)
        <= Sum(iota[t]*(1 - y[t]*dot(eta*w[t], x[t])) - iota[t]*(1 - y[t]*dot(u, x[t])), t, 1, T)
            | by at_least_one
        <= U**2/(2*eta) + eta/2*Sum(norm2(iota[t]*y[t]*x[t]), t, 1, T)
            | by gradient_descent
        <= U**2/(2*eta) + eta/2*Sum(R**2*iota[t], t, 1, T)
            | by times(eta/2, sum(t, 1, T, gradient))
        == U**2/(2*eta) + eta/2*R**2*M
            | by count
        """,
        label=r"The regret, for every $\eta$",
    )


@cache
def quadratic() -> dict[str, Theorem]:
    """A quadratic inequality, solved: below its larger root."""
    ctx = Context(positive="b", nonneg="c", real="x")
    ctx.hyp("square", "x**2 <= b*x + c", label="the quadratic inequality")
    theorem = ctx.theorem(
        "root",
        """
        x
        <= b/2 + (2*x**2 - 2*b*x + b**2 + 2*c)/(2*sqrt(b**2 + 4*c))
            | gap (2*x - b - sqrt(b**2 + 4*c))**2/(4*sqrt(b**2 + 4*c))
        <= b/2 + (b**2 + 4*c)/(2*sqrt(b**2 + 4*c))
            | by times(1/sqrt(b**2 + 4*c), square)
        == (b + sqrt(b**2 + 4*c))/2
        """,
        claim="x <= (b + sqrt(b**2 + 4*c))/2",
        title=THEOREMS["perceptron.quadratic"].title,
        name="perceptron.quadratic",
        statement="""
            If [`b` is positive](b > 0), [`c` is not negative](c >= 0) and {square}, then {claim}.
        """,
    )
    return {"perceptron.quadratic": theorem}


@cache
def by_regret() -> dict[str, Theorem]:
    r"""Without a margin: the regret of gradient descent, the best :math:`\eta`, and a quadratic solved."""
    ctx = _perceptron(positive="R U M eta", nonneg="chi H")
    setting = _compared(ctx)
    _cite_gradient_descent(ctx)
    inequality = ctx.theorem(
        "inequality",
        """
        M - H
        <= M - Sum(iota[t]*(1 - y[t]*dot(u, x[t])), t, 1, T)
            | by hinges, hinge, sum(t, 1, T, times(iota[t], pos(1 - y[t]*dot(u, x[t]))))
        <= U**2/(2*(U/(R*sqrt(M)))) + (U/(R*sqrt(M)))/2*R**2*M
            | by at(regret, eta=U/(R*sqrt(M)))
        == R*U*sqrt(M)
        """,
        claim="M - H <= R*U*sqrt(M)",
        title=THEOREMS["perceptron.inequality"].title,
        name="perceptron.inequality",
        within=(setting,),
        statement="In @perceptron.comparator, {claim}.",
        sample=samplers.perceptron,
    )
    ctx.cite(
        "quadratic",
        quadratic()["perceptron.quadratic"],
        given="x = sqrt(M), b = R*U, c = H",
    )
    sharp = ctx.theorem(
        "sharp",
        """
        M
        == sqrt(M)**2
        <= ((R*U + sqrt(R**2*U**2 + 4*H))/2)**2
            | by times(sqrt(M) + (R*U + sqrt(R**2*U**2 + 4*H))/2, quadratic)
        """,
        claim="M <= ((R*U + sqrt(R**2*U**2 + 4*H))/2)**2",
        title=THEOREMS["perceptron.sharp"].title,
        name="perceptron.sharp",
        within=(setting,),
        statement="In @perceptron.comparator, {claim}.",
        sample=samplers.perceptron,
    )
    return {"perceptron.inequality": inequality, "perceptron.sharp": sharp}


@cache
def any_sequence() -> dict[str, Theorem]:
    """The sharp bound, made simpler and a little larger."""
    ctx = _perceptron(positive="R U M", nonneg="chi H")
    setting = _compared(ctx)
    ctx.cite("sharp", by_regret()["perceptron.sharp"])
    ctx.prove(
        "root",
        """
        sqrt(R**2*U**2 + 4*H)
        <= R*U + 2*sqrt(H)
            | gap 4*R*U*sqrt(H)/(R*U + 2*sqrt(H) + sqrt(R**2*U**2 + 4*H))
        """,
        label="The root of a sum is at most the sum of the roots",
    )
    theorem = ctx.theorem(
        "agnostic",
        """
        M
        <= ((R*U + sqrt(R**2*U**2 + 4*H))/2)**2
            | by sharp
        == R**2*U**2/2 + R*U*sqrt(R**2*U**2 + 4*H)/2 + H
        <= R**2*U**2 + R*U*sqrt(H) + H
            | by times(R*U/2, root)
        """,
        claim="M <= R**2*U**2 + R*U*sqrt(H) + H",
        title=THEOREMS["perceptron.any_sequence"].title,
        name="perceptron.any_sequence",
        kind="corollary",
        within=(setting,),
        statement="In @perceptron.comparator, {claim}.",
        sample=samplers.perceptron,
    )
    return {"perceptron.any_sequence": theorem}


@cache
def without_hinge_loss() -> dict[str, Theorem]:
    """The sharp bound for a comparator without hinge loss: the bound with a margin for a third time."""
    ctx = _perceptron(positive="R U M")
    ctx.hyp("margin", "pos(1 - y[t]*dot(u, x[t])) == 0", label="no hinge loss")
    ctx.cite("sharp", by_regret()["perceptron.sharp"], given="chi[t] = 0, H = 0")
    theorem = ctx.theorem(
        "no_loss",
        """
        M
        <= ((R*U + sqrt(R**2*U**2 + 4*0))/2)**2
            | by sharp
        == R**2*U**2
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["perceptron.by_regret"].title,
        name="perceptron.by_regret",
        kind="corollary",
        within=(_setting(ctx),),
        statement=f"""
            In @perceptron.setting let some `u` of [length at most `U`](size, U > 0) have [no hinge loss in any
            round, that is, a margin of at least 1](margin). Then {ITS_MISTAKES}, [if there are any](M > 0),
            satisfies {{claim}}.
        """,
        sample=samplers.perceptron_separable,
    )
    return {"perceptron.by_regret": theorem}


@cache
def with_a_geometric_margin() -> dict[str, Theorem]:
    r"""The comparator has length 1 and margin :math:`\gamma`: apply the theorem to :math:`u/\gamma`."""
    ctx = _perceptron(size="1", positive="R gamma", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= gamma", label="margin")
    ctx.prove(
        "scaled_size",
        """
        norm2(u/gamma)
        <= (1/gamma)**2
            | by times(1/gamma**2, size)
        """,
        label="Size of the scaled comparator",
    )
    ctx.prove(
        "scaled_margin",
        """
        y[t]*dot(u/gamma, x[t])
        >= 1
            | by times(1/gamma, margin)
        """,
        label="Margin of the scaled comparator",
    )
    ctx.cite("perceptron", separable()["perceptron.margin"], given="u = u/gamma, U = 1/gamma")
    theorem = ctx.theorem(
        "geometric",
        """
        M
        <= R**2*(1/gamma)**2
            | by perceptron
        == R**2/gamma**2
        """,
        claim="M <= R**2/gamma**2",
        title=THEOREMS["perceptron.geometric_margin"].title,
        name="perceptron.geometric_margin",
        kind="corollary",
        within=(_setting(ctx),),
        statement="""
            In @perceptron.setting, if some `u` with {size} has {margin} in every round, for [positive
            `gamma`](gamma > 0), then {claim}, where `M` is [the number of mistakes](count).
        """,
        sample=samplers.perceptron_geometric,
    )
    return {"perceptron.geometric_margin": theorem}


@cache
def in_the_unit_ball() -> dict[str, Theorem]:
    r"""Assumption M in its other normalisation: length 1 and margin :math:`\gamma`, in the unit ball."""
    ctx = _perceptron(radius="1", size="1", positive="gamma", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= gamma", label="margin")
    ctx.cite("perceptron", with_a_geometric_margin()["perceptron.geometric_margin"], given="R = 1")
    theorem = ctx.theorem(
        "unit",
        """
        M
        <= 1/gamma**2
            | by perceptron
        """,
        claim="M <= 1/gamma**2",
        title=THEOREMS["perceptron.unit_ball"].title,
        name="perceptron.unit_ball",
        statement=f"""
            Let [the Perceptron](start, update, mistake, indicator, iota >= 0) run from zero on examples with
            {{radius}} and [labels −1 and +1](labels), and let some `u` of [length at most 1](size) have
            {{margin}} in every round, with [some `gamma` above zero](gamma > 0). Then {ITS_MISTAKES}
            satisfies {{claim}}.
        """,
        sample=samplers.perceptron_unit,
    )
    return {"perceptron.unit_ball": theorem}


@cache
def margin_needs_length() -> dict[str, Theorem]:
    """Inputs of length 1 and margin 1 leave no short comparator."""
    ctx = Context(real="y", vector="x u")
    ctx.hyp("label", "y**2 == 1", label="the label")
    ctx.hyp("radius", "norm2(x) <= 1", label="size of the input")
    ctx.hyp("margin", "y*dot(u, x) >= 1", label="margin")
    theorem = ctx.theorem(
        "long",
        """
        norm2(u)
        >= 2*y*dot(u, x) - y**2*norm2(x)
            | gap norm2(u - y*x)
        == 2*y*dot(u, x) - norm2(x)
            | by label
        >= 1
            | by times(2, margin), radius
        """,
        claim="norm2(u) >= 1",
        title=THEOREMS["perceptron.margin_needs_length"].title,
        name="perceptron.margin_needs_length",
        statement="""
            If an example has {radius} and [a label −1 or +1](label), then a vector `u` with
            {margin} on it satisfies {claim}.
        """,
    )
    return {"perceptron.margin_needs_length": theorem}


@cache
def distance_to_the_plane() -> dict[str, Theorem]:
    r"""With functional margin 1, every input is :math:`1/\lVert u\rVert` away from the plane of :math:`u`."""
    ctx = Context(positive="U", real="y", vector="x p u")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.hyp("label", "y**2 == 1", label="the label")
    ctx.hyp("margin", "y*dot(u, x) >= 1", label="margin")
    ctx.hyp("plane", "dot(u, p) == 0", label="any point of the plane")
    theorem = ctx.theorem(
        "distance",
        """
        norm2(x - p)
        >= 2*y*dot(u, x - p)/U**2 - y**2*norm2(u)/U**4
            | gap norm2(x - p - y*u/U**2)
        == 2*y*dot(u, x)/U**2 - norm2(u)/U**4
            | by plane, label
        >= 2/U**2 - 1/U**2
            | by times(2/U**2, margin), times(1/U**4, size)
        == 1/U**2
        """,
        claim="norm2(x - p) >= 1/U**2",
        title=THEOREMS["perceptron.distance"].title,
        name="perceptron.distance",
        statement="""
            Let `u` with [length at most `U`](size, U > 0) have {margin} on an example with [a label −1
            or +1](label). Then every point `p` of the hyperplane {plane} satisfies {claim}.
        """,
    )
    return {"perceptron.distance": theorem}


@cache
def width_of_the_strip() -> dict[str, Theorem]:
    r"""The two edges of the strip are :math:`2/\lVert u\rVert` apart."""
    ctx = Context(positive="U", vector="p q u")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.hyp("front", "dot(u, p) == 1", label="any point of the front edge")
    ctx.hyp("back", "dot(u, q) == -1", label="any point of the back edge")
    theorem = ctx.theorem(
        "width",
        """
        norm2(p - q)
        >= 4*dot(u, p - q)/U**2 - 4*norm2(u)/U**4
            | gap norm2(p - q - 2*u/U**2)
        == 8/U**2 - 4*norm2(u)/U**4
            | by front, back
        >= 4/U**2
            | by times(4/U**4, size)
        """,
        claim="norm2(p - q) >= 4/U**2",
        title=THEOREMS["perceptron.strip"].title,
        name="perceptron.strip",
        statement="""
            Let `u` have [length at most `U`](size, U > 0). Then a point `p` of one edge of its
            strip, {front}, and a point `q` of the other, {back}, satisfy {claim}.
        """,
    )
    return {"perceptron.strip": theorem}


@cache
def by_potential() -> dict[str, Theorem]:
    r"""With a margin: every mistake brings :math:`w` closer to :math:`R^2u`."""
    ctx = _perceptron(positive="R U", real="M")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    ctx.prove(
        "round",
        """
        norm2(w[t+1] - R**2*u) - norm2(w[t] - R**2*u)
        == 2*iota[t]*y[t]*dot(x[t], w[t] - R**2*u) + iota[t]**2*y[t]**2*norm2(x[t])
            | by update
        == 2*iota[t]*y[t]*dot(x[t], w[t] - R**2*u) + iota[t]*norm2(x[t])
            | by indicator, labels
        <= 2*iota[t]*y[t]*dot(x[t], w[t] - R**2*u) + iota[t]*R**2
            | by times(iota[t], radius)
        <= -2*R**2*iota[t]*y[t]*dot(x[t], u) + iota[t]*R**2
            | by times(2, mistake)
        <= -R**2*iota[t]
            | by times(2*R**2*iota[t], margin)
        """,
        label="One round: the potential falls by $R^2$ at a mistake",
    )
    theorem = ctx.theorem(
        "potential",
        """
        M
        == Sum(R**2*iota[t], t, 1, T)/R**2
            | by count
        <= Sum(norm2(w[t] - R**2*u) - norm2(w[t+1] - R**2*u), t, 1, T)/R**2
            | by times(1/R**2, sum(t, 1, T, round))
        == (norm2(w[1] - R**2*u) - norm2(w[T+1] - R**2*u))/R**2
        <= norm2(w[1] - R**2*u)/R**2
            | gap norm2(w[T+1] - R**2*u)/R**2
        <= R**2*U**2
            | by start, times(R**2, size)
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["perceptron.by_potential"].title,
        name="perceptron.by_potential",
        within=(_setting(ctx),),
        statement=A_SEPARATOR,
        sample=samplers.perceptron_separable,
    )
    return {"perceptron.by_potential": theorem}


THEOREMS = {
    "perceptron.margin": Entry("The Perceptron convergence theorem of Novikoff", separable),
    "perceptron.geometric_margin": Entry(
        "The Perceptron with a geometric margin", with_a_geometric_margin
    ),
    "perceptron.unit_ball": Entry("The Perceptron in the unit ball", in_the_unit_ball),
    "perceptron.by_potential": Entry(
        "Perceptron convergence theorem, by a potential", by_potential
    ),
    "perceptron.hinge_is_above": Entry("The hinge loss is above the zero-one loss", hinge_is_above),
    "perceptron.hinge_is_convex": Entry("The hinge loss is convex", hinge_is_convex),
    "perceptron.hinge_slopes": Entry("The slopes of the hinge loss", slopes_of_the_hinge),
    "perceptron.margin_leaves_no_hinge": Entry(
        "A margin of 1 leaves no hinge loss", hinge_with_a_margin
    ),
    "perceptron.hinge_of_a_mistake": Entry(
        "The hinge loss of a mistake is at least 1", hinge_of_a_mistake
    ),
    "perceptron.mistakes_alone_count": Entry(
        "The hinge loss of some rounds is at most that of all", only_mistakes_count
    ),
    "perceptron.step_size": Entry("The step size does not matter to the Perceptron", step_size),
    "perceptron.inequality": Entry("Perceptron without separability", by_regret),
    "perceptron.quadratic": Entry("A quadratic inequality, solved", quadratic),
    "perceptron.sharp": Entry("Perceptron without separability, solved", by_regret),
    "perceptron.any_sequence": Entry("Perceptron without separability, simpler form", any_sequence),
    "perceptron.by_regret": Entry("Perceptron convergence theorem, by regret", without_hinge_loss),
    "perceptron.margin_needs_length": Entry(
        "Margin 1 in the unit ball needs length 1", margin_needs_length
    ),
    "perceptron.distance": Entry("The margin is a distance", distance_to_the_plane),
    "perceptron.strip": Entry("The width of the strip", width_of_the_strip),
}

SETTINGS = {
    "perceptron.setting": Entry("the Perceptron", separable),
    "perceptron.comparator": Entry("the Perceptron and a comparator", by_regret),
}
