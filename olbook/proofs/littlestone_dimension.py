r"""Theorems on finite classes: Halving, the standard optimal algorithm, and the agnostic case by experts.

The language of the checker has numbers, and no sets or trees. So the count of the hypotheses that are
left is followed from round to round, and what is said of trees, that two of them below one question
are a deeper tree, is an assumed lemma, which the page of the topic proves. A theorem on the
passive-aggressive algorithm, a variant of the Perceptron, stands here too.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry
from .lemmas import log_tangent
from .online_convex_optimization import ON_THE_SIMPLEX, hedge

HALVING = """
    In each of `T` rounds a learner predicts [what the majority says among those of `N` hypotheses that were right
    in all rounds before](start, keep, right, left, a >= 0, c >= 0, N > 0, n > 0); [a tie is a
    mistake](majority, indicator, iota >= 0). [Some hypothesis is right in all rounds](realizable). [The number
    of mistakes](count) is `M`.
"""
OPTIMAL = """
    A class has [the Littlestone dimension `D`](whole), and `q[t]` is the dimension of the hypotheses that agree
    with the labels of all rounds before `t`. It [never grows](part). The question of round `t` divides them
    into two halves, and the smaller of their dimensions, `m[t]`, [is less than `q[t]`](graft). Let a learner
    follow the half of larger dimension, so that [a mistake leaves the half of dimension
    `m[t]`](smaller, indicator, iota >= 0). [Some hypothesis is right in all `T` rounds](realizable), and
    [the number of mistakes](count) is `M`.
"""


@cache
def halving() -> dict[str, Theorem]:
    """A mistake removes half of the hypotheses that are left, and one is left in the end."""
    ctx = Context(
        index="t: 1..T, i: 1..N", posint="T N", positive="n z", nonneg="iota a c", real="M"
    )
    ctx.define("start", "a[1, i] == 1", label="at first all are left")
    ctx.define("keep", "a[t+1, i] == a[t, i]*c[t, i]", label="who is right stays")
    ctx.define("left", "n[t] == Sum(a[t, i], i, 1, N)", on="t: 1..T+1", label="how many are left")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.hyp("right", "c[t, i]**2 == c[t, i]", label="1 for who is right, 0 for who is wrong")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp(
        "majority",
        "iota[t]*Sum(a[t, i]*(2*c[t, i] - 1), i, 1, N) <= 0",
        label="at a mistake those who are right are no majority",
    )
    ctx.hyp("realizable", "1 <= n[T+1]", label="one is left in the end")
    ctx.model(T=1, N=2, iota={1: 1}, c={(1, 1): 1, (1, 2): 0})
    setting = ctx.setting("littlestone.halving_setting", "Halving on a class", HALVING)
    log_tangent(ctx, "z")
    ctx.prove(
        "fewer",
        """
        n[t+1]
        == Sum(a[t, i]*c[t, i], i, 1, N)
            | by at(left, t=t+1), keep
        <= Sum(a[t, i], i, 1, N)
            | by sum(i, 1, N, times(a[t, i], right)) ; gap Sum(a[t, i]*(1 - c[t, i])**2, i, 1, N)
        == n[t]
            | by left
        """,
        label="Nobody comes back",
    )
    ctx.prove(
        "half",
        """
        2*iota[t]*n[t+1]
        == iota[t]*Sum(a[t, i]*(2*c[t, i] - 1), i, 1, N) + iota[t]*Sum(a[t, i], i, 1, N)
            | by at(left, t=t+1), keep
        <= iota[t]*n[t]
            | by majority, left
        """,
        label="A mistake removes half of them",
    )
    ctx.prove(
        "round",
        """
        log(n[t+1]) - log(n[t])
        <= -iota[t]*log(2)
            | by cases(indicator, iota[t], 0, 1), at(log_tangent, z=2*n[t+1]/n[t]), at(log_tangent, z=n[t+1]/n[t]), half, fewer
        """,  # noqa: E501
        label="The logarithm of their number falls by $\\ln2$",
    )
    ctx.prove(
        "all",
        """
        n[1]
        == N
            | by at(left, t=1), start
        """,
        label="All of them at first",
    )
    theorem = ctx.theorem(
        "halving",
        """
        M
        == Sum(iota[t]*log(2), t, 1, T)/log(2)
            | by count
        <= Sum(log(n[t]) - log(n[t+1]), t, 1, T)/log(2)
            | by times(1/log(2), sum(t, 1, T, round))
        == (log(n[1]) - log(n[T+1]))/log(2)
        <= log(n[1])/log(2)
            | by times(1/log(2), at(log_tangent, z=1/n[T+1])), times(1/n[T+1]/log(2), realizable)
        <= (log(N) + n[1]/N - 1)/log(2)
            | by times(1/log(2), at(log_tangent, z=n[1]/N))
        == log(N)/log(2)
            | by all
        """,
        claim="M <= log(N)/log(2)",
        title=THEOREMS["littlestone.halving"].title,
        name="littlestone.halving",
        within=(setting,),
        statement="In @littlestone.halving_setting, {claim}.",
        sample=samplers.halving,
    )
    return {"littlestone.halving": theorem}


@cache
def standard_optimal() -> dict[str, Theorem]:
    """A mistake lowers the Littlestone dimension of what is left, and that is not negative."""
    ctx = Context(index="t: 1..T", posint="T", nonneg="iota", real="q m D M")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.define("whole", "D == q[1]", label="dimension of the class")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp(
        "smaller",
        "iota[t]*q[t+1] <= iota[t]*m[t]",
        label="at a mistake the half of smaller dimension is left",
    )
    ctx.hyp("realizable", "0 <= q[T+1]", label="some hypothesis is left in the end")
    ctx.assume(
        "graft",
        "m[t] + 1 <= q[t]",
        label="two trees below one question",
        source="Littlestone (1988); proved on paper in the section on mistake trees",
    )
    ctx.assume(
        "part",
        "q[t+1] <= q[t]",
        label="a part has no larger dimension",
        source="a mistake tree of a part of a class is one of the class",
    )
    ctx.model(T=1, iota={1: 1}, q={1: 1, 2: 0}, m={1: 0})
    setting = ctx.setting("littlestone.optimal_setting", "the standard optimal algorithm", OPTIMAL)
    ctx.prove(
        "round",
        """
        iota[t]
        <= iota[t]*(q[t] - m[t])
            | by times(iota[t], graft)
        <= iota[t]*(q[t] - q[t+1])
            | by smaller
        <= q[t] - q[t+1]
            | by times((1 - iota[t])**2, part), times(q[t] - q[t+1], indicator)
        """,
        label="A mistake lowers the dimension",
    )
    theorem = ctx.theorem(
        "optimal",
        """
        M
        == Sum(iota[t], t, 1, T)
            | by count
        <= Sum(q[t] - q[t+1], t, 1, T)
            | by sum(t, 1, T, round)
        == q[1] - q[T+1]
        <= D
            | by realizable, whole
        """,
        claim="M <= D",
        title=THEOREMS["littlestone.standard_optimal"].title,
        name="littlestone.standard_optimal",
        within=(setting,),
        statement="In @littlestone.optimal_setting, {claim}.",
        sample=samplers.dimensions,
    )
    return {"littlestone.standard_optimal": theorem}


@cache
def counting() -> dict[str, Theorem]:
    r"""How many sets of at most D of D + r rounds there are, by the binomial theorem at :math:`x=D/(D+r)`."""
    ctx = Context(
        index="i: 0..D+r, k: 0..D",
        posint="D",
        nonnegint="r m",
        nonneg="c",
        positive="p x N",
        real="z",
    )
    ctx.define("few", "N == Sum(c[i], i, 0, D)", label="how many have at most $D$ elements")
    ctx.assume(
        "binomial",
        "Sum(c[i]*z**i, i, 0, D + r) == (1 + z)**(D + r)",
        for_all="z",
        label="what binomial coefficients are",
        source="the binomial theorem",
    )
    ctx.model(D=1, r=0, c={0: 1, 1: 1})
    log_tangent(ctx, "p")
    ctx.hyp("light", "x <= 1", label="a weight for each element")
    ctx.prove(
        "geometric",
        """
        1 - p**m
        == (1 - p)*Sum(p**i, i, 0, m - 1)
            | by induction(m)
        """,
        label="A geometric sum",
    )
    ctx.prove(
        "power",
        """
        x**m
        <= 1
            | by at(geometric, p=x), times(Sum(x**i, i, 0, m - 1), light)
        """,
        label="Powers of the weight are at most 1",
    )
    ctx.prove(
        "lightest",
        """
        x**D
        <= x**k
            | by times(x**k, at(power, m=D-k))
        """,
        label="Of the small sets, those with $D$ elements weigh least",
    )
    ctx.prove(
        "rest",
        """
        Sum(c[i]*p**i, i, 0, D + r)
        == Sum(c[i]*p**i, i, 0, D) + Sum(c[D + k]*p**(D + k), k, 1, r)
            | by induction(r)
        """,
        label="The small sets, and the others",
    )
    ctx.prove(
        "weight",
        """
        x**D*N
        == Sum(c[k]*x**D, k, 0, D)
            | by few
        <= Sum(c[k]*x**k, k, 0, D)
            | by sum(k, 0, D, times(c[k], lightest))
        <= Sum(c[i]*x**i, i, 0, D + r)
            | by at(rest, p=x) ; gap Sum(c[D + k]*x**(D + k), k, 1, r)
        == (1 + x)**(D + r)
            | by at(binomial, z=x)
        """,
        label="The small sets weigh no more than all",
    )
    ctx.prove(
        "any",
        """
        log(N)
        == log(x**D*N/(1 + x)**(D + r)) + (D + r)*log(1 + x) - D*log(x)
        <= x**D*N/(1 + x)**(D + r) - 1 + (D + r)*log(1 + x) - D*log(x)
            | by at(log_tangent, p=x**D*N/(1 + x)**(D + r))
        <= (D + r)*log(1 + x) - D*log(x)
            | by times(1/(1 + x)**(D + r), weight)
        <= (D + r)*x - D*log(x)
            | by times(D + r, at(log_tangent, p=1 + x))
        """,
        label="A bound for every weight",
    )
    ctx.prove(
        "share",
        """
        D/(D + r)
        <= 1
            | gap r/(D + r)
        """,
        label="The best weight",
    )
    theorem = ctx.theorem(
        "counting",
        """
        log(N)
        <= (D + r)*D/(D + r) - D*log(D/(D + r))
            | by at(any, x=D/(D + r))
        == D*(1 + log((D + r)/D))
        """,
        claim="log(N) <= D*(1 + log((D + r)/D))",
        title=THEOREMS["littlestone.counting"].title,
        name="littlestone.counting",
        statement="""
            Let [`c[i]` be the binomial coefficient, the number of sets of `i` elements
            of `D + r`](binomial, c >= 0), for whole numbers [`D` from 1 on](D > 0) and [`r` from 0
            on](r >= 0). Then the number `N` [of sets with at most `D` elements](few, N > 0) satisfies
            {claim}.
        """,
        sample=samplers.binomials,
    )
    return {"littlestone.counting": theorem}


@cache
def agnostic() -> dict[str, Theorem]:
    """Hedge, over one expert for every set of at most D rounds."""
    ctx = Context(
        index="t: 1..T, i: 1..N",
        positive="eta V b p v w",
        nonneg="a c u",
        real="g z",
        posint="T N D",
        nonnegint="r",
    )
    ctx.define("rounds", "T == D + r", label="at least as many rounds as the dimension")
    ctx.hyp("few", "N == Sum(c[i], i, 0, D)", label="one for each set of at most $D$ rounds")
    ctx.define("start", "v[1, i] == 1", label="the start")
    ctx.define("update", "v[t+1, i] == v[t, i]*exp(-eta*g[t, i])", label="the update")
    ctx.define("total", "V[t] == Sum(v[t, i], i, 1, N)", on="t: 1..T+1", label="the normaliser")
    ctx.define("shares", "w[t, i] == v[t, i]/V[t]", label="the weights")
    ctx.define("tuning", "eta == sqrt(8*log(N)/T)", label="the step size")
    ctx.hyp("most", "u[i] <= 1", label="the comparator")
    ctx.hyp("simplex", "Sum(u[i], i, 1, N) == 1", label="its sum")
    ctx.hyp("low", "0 <= g[t, i]", label="losses of at least 0")
    ctx.hyp("high", "g[t, i] <= 1", label="losses of at most 1")
    ctx.assume(
        "binomial",
        "Sum(c[i]*z**i, i, 0, D + r) == (1 + z)**(D + r)",
        for_all="z",
        label="what binomial coefficients are",
        source="the binomial theorem",
    )
    ctx.model(
        T=1, D=1, r=0, N=2, c={0: 1, 1: 1}, g={(1, 1): 0, (1, 2): 1}, u={1: 1, 2: 0},
    )  # fmt: skip
    ctx.cite("hedge", hedge()["hedge.regret"], given="d = N")
    ctx.cite("counting", counting()["littlestone.counting"])
    log_tangent(ctx, "p")
    ctx.prove(
        "positive",
        """
        0
        <= 1 - D/T
            | by rounds ; gap r/(D + r)
        <= log(T/D)
            | by at(log_tangent, p=D/T)
        """,
        label="The bound is a root of something positive",
    )
    ctx.prove(
        "inside",
        """
        T/2*log(N)
        <= T/2*D*(1 + log((D + r)/D))
            | by times(T/2, counting)
        == D*T/2*(1 + log(T/D))
            | by rounds
        """,
        label="The experts are few",
    )
    ctx.hyp("less", "a <= b", label="two numbers")
    ctx.prove(
        "root",
        """
        sqrt(a)
        <= sqrt(b)
            | by times(1/(sqrt(a) + sqrt(b)), less)
        """,
        label="A root grows",
    )
    theorem = ctx.theorem(
        "agnostic",
        """
        Sum(Sum(w[t, i]*g[t, i], i, 1, N) - Sum(u[i]*g[t, i], i, 1, N), t, 1, T)
        <= sqrt(T/2*log(N))
            | by hedge
        <= sqrt(D*T/2*(1 + log(T/D)))
            | by at(root, a=T/2*log(N), b=D*T/2*(1 + log(T/D)))
        """,
        claim="Sum(Sum(w[t, i]*g[t, i], i, 1, N) - Sum(u[i]*g[t, i], i, 1, N), t, 1, T)"
        " <= sqrt(D*T/2*(1 + log(T/D)))",
        title=THEOREMS["littlestone.agnostic"].title,
        name="littlestone.agnostic",
        statement=f"""
            Let there be [as many experts as sets of at most `D` of `T` rounds, which is a sum `N` of
            binomial coefficients](few, binomial, N > 0, c >= 0), where [`D` is a whole number from 1
            to `T`](rounds, D > 0, r >= 0). Let [Hedge](start, update, total, shares, V > 0, v > 0,
            w > 0) with equal weights at the start, the [positive step size](eta > 0) {{tuning}}
            and the weights `w[t, i]`
            meet their losses `g[t, i]`, [between 0 and 1](low, high). Then for every
            {ON_THE_SIMPLEX} its regret satisfies {{claim}}.
        """,
        sample=samplers.flipped_experts,
    )
    return {"littlestone.agnostic": theorem}


@cache
def passive_aggressive() -> dict[str, Theorem]:
    """Every step brings the weights nearer to a separator, by the squared hinge loss at least."""
    ctx = Context(
        index="t: 1..T", posint="T", positive="R U s", nonneg="ell", real="y L", vector="w x u"
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("hinge", "ell[t] == pos(1 - y[t]*dot(w[t], x[t]))", label="hinge loss of the round")
    ctx.define("update", "w[t+1] == w[t] + ell[t]/s[t]*y[t]*x[t]", label="the update")
    ctx.define("squares", "L == Sum(ell[t]**2, t, 1, T)", label="squared hinge loss of all rounds")
    ctx.hyp("square", "norm2(x[t]) == s[t]", label="squared length of the input")
    ctx.hyp(
        "active",
        "ell[t]**2 == ell[t]*(1 - y[t]*dot(w[t], x[t]))",
        label="it is 0, or on the sloping line",
    )
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size of the inputs")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    ctx.model(T=1, R=1, U=1, x={1: (1, 0)}, y={1: 1}, u=(1, 0), s={1: 1})
    ctx.prove(
        "round",
        """
        norm2(w[t+1] - u) - norm2(w[t] - u)
        == 2*ell[t]/s[t]*y[t]*dot(x[t], w[t] - u) + ell[t]**2/s[t]**2*y[t]**2*norm2(x[t])
            | by update
        == 2*ell[t]/s[t]*y[t]*dot(x[t], w[t] - u) + ell[t]**2/s[t]
            | by labels, square
        == 2*ell[t]/s[t]*(1 - y[t]*dot(x[t], u)) - ell[t]**2/s[t]
            | by times(2/s[t], active)
        <= -ell[t]**2/s[t]
            | by times(2*ell[t]/s[t], margin)
        """,
        label="One round: a step leads towards every separator",
    )
    ctx.prove(
        "far",
        """
        ell[t]**2
        <= R**2*ell[t]**2/s[t]
            | by times(ell[t]**2/s[t], radius), square
        <= R**2*(norm2(w[t] - u) - norm2(w[t+1] - u))
            | by times(R**2, round)
        """,
        label="And by how much",
    )
    theorem = ctx.theorem(
        "squares_of_hinges",
        """
        L
        == Sum(ell[t]**2, t, 1, T)
            | by squares
        <= R**2*Sum(norm2(w[t] - u) - norm2(w[t+1] - u), t, 1, T)
            | by sum(t, 1, T, far)
        == R**2*(norm2(w[1] - u) - norm2(w[T+1] - u))
        <= R**2*norm2(w[1] - u)
            | gap R**2*norm2(w[T+1] - u)
        <= R**2*U**2
            | by start, times(R**2, size)
        """,
        claim="L <= R**2*U**2",
        title=THEOREMS["passive_aggressive.squared_hinge"].title,
        name="passive_aggressive.squared_hinge",
        statement="""
            Let [the passive-aggressive algorithm](start, update) run from zero on examples with
            [labels −1 and +1](labels) and inputs [other than zero](square, s > 0) with {radius},
            for [positive `R` and `U`](R > 0, U > 0), and let some `u` with {size} have {margin} in
            every round. Then [the sum `L` of
            the squares](squares) of [the hinge losses](hinge, active, ell >= 0) `ell[t]` of the
            algorithm satisfies {claim}.
        """,
        sample=samplers.passive_aggressive,
    )
    return {"passive_aggressive.squared_hinge": theorem}


THEOREMS = {
    "littlestone.halving": Entry("Halving", halving),
    "littlestone.standard_optimal": Entry("The standard optimal algorithm", standard_optimal),
    "littlestone.counting": Entry("How many small sets there are", counting),
    "littlestone.agnostic": Entry("A finite dimension, and labels of any kind", agnostic),
    "passive_aggressive.squared_hinge": Entry(
        "The passive-aggressive algorithm with a margin", passive_aggressive
    ),
}

SETTINGS = {
    "littlestone.halving_setting": Entry("Halving on a class", halving),
    "littlestone.optimal_setting": Entry("the standard optimal algorithm", standard_optimal),
}
