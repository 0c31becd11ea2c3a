"""Theorems of online convex optimisation, as an appendix of a paper would prove them.

One theorem speaks of any start and any step size; the others cite it, all but the one whose step
changes with the rounds.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry

NEAREST = (
    "seen from its projection, a point makes no acute angle with a point of a closed convex set"
)

# What the first statement says of the game: the set, the losses, and what one round does.
SET = r"""Let $\mathcal W$ be a closed convex set in $\mathbb R^d$ that contains the comparator `u` and
    the point `w[1]`, where online gradient descent starts."""
BACK = r"""and comes back to the set at `w[t+1]`,
    [the projection](projection) of `v[t]` on $\mathcal W$."""
ROUND = f"""In every round the loss is a convex function, and `g[t]` is [a subgradient](convex) of it
    at `w[t]`. The learner pays `f[t](w[t])`, goes to {{step}} with a [positive step `eta`](eta >
    0), {BACK}"""

# What the later ones say, so that one sees where they differ.
DESCENT = "[online gradient descent](step, projection)"
PAYS = "and let it pay [convex losses](convex) `f[t](w[t])` with subgradients `g[t]` at `w[t]`."
FROM_ZERO = rf"""start at {{start}} in a closed convex set $\mathcal W$ that contains 0 and the
    comparator `u`, {PAYS}"""
TUNED = f"Let {DESCENT} {FROM_ZERO} Let {{size}}, and let {{lipschitz}} in every round"


@cache
def projection() -> dict[str, Theorem]:
    r"""Projecting on a closed convex set brings a point :math:`v` no farther from any :math:`u` in the set."""
    ctx = Context(nonneg="D", vector="p v u")
    ctx.assume("obtuse", "dot(v - p, u - p) <= 0", label="projection", source=NEAREST)
    ctx.hyp("before", "norm2(v - u) <= D**2", label="the distance before")
    ctx.model(v=(2, 0), p=(1, 0), u=(0, 0), D=2)
    theorem = ctx.theorem(
        "closer",
        """
        norm2(p - u)
        <= norm2(v - u)
            | by times(2, obtuse) ; gap norm2(v - p)
        <= D**2
            | by before
        """,
        claim="norm2(p - u) <= D**2",
        title=THEOREMS["ogd.projection"].title,
        name="ogd.projection",
        statement=r"""
            Let `p` be [the projection of `v` on a closed convex set](obtuse), and let `u` be a
            point of this set. If {before}, for example with `D` equal to this distance, then {claim}.
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


def gradient_descent_setting(**more: str) -> Context:
    """The names and hypotheses that all proofs share."""
    names = {"positive": "eta G", "nonneg": "U", "real": "f S", "vector": "w v g u", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.assume(
        "projection",
        "dot(v[t] - w[t+1], u - w[t+1]) <= 0",
        label="projection",
        source=NEAREST,
    )
    ctx.model(
        T=1, G=1, U=1, eta=1, u=(-1, 0), g={1: (1, 0)}, v={1: (-1, 0)}, w={1: (0, 0), 2: (-1, 0)}, S=1,
        f=lambda t, point: point[0],
    )  # fmt: skip
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    return ctx


CLOSER = """
    norm2(w[t+1] - u)
    <= norm2(v[t] - u)
        | by times(2, projection) ; gap norm2(v[t] - w[t+1])
"""


@cache
def from_any_start() -> dict[str, Theorem]:
    r"""Online gradient descent: :math:`v_t = w_t - \eta g_t`, and :math:`w_{t+1}` is its projection."""
    ctx = gradient_descent_setting(nonneg="D")
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
        statement=rf"""
            {SET} {ROUND} If {{distance}}, then with {{squares}} the regret against `u` satisfies {{claim}}.
        """,
        sample=samplers.gradient_descent,
    )
    return {"ogd.regret_from_any_start": theorem}


@cache
def gradient_descent() -> dict[str, Theorem]:
    """The same, from a start at zero."""
    ctx = gradient_descent_setting()
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
        statement=rf"""
            Let {DESCENT} with a [positive step `eta`](eta > 0) {FROM_ZERO}
            If {{size}}, then with {{squares}} the regret against `u` satisfies {{claim}}.
        """,
        sample=samplers.gradient_descent,
    )
    return {"ogd.regret": theorem}


def _bounded_gradients(**more: str) -> Context:
    """Gradient descent with its regret bound, when the gradients are bounded."""
    ctx = gradient_descent_setting(**more)
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
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
    return ctx


@cache
def untuned() -> dict[str, Theorem]:
    r"""With a step size that knows :math:`T`, and neither :math:`U` nor :math:`G`."""
    ctx = _bounded_gradients()
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
        statement=rf"""
            {TUNED}, with [`G` positive](G > 0). Then with the [positive step](eta > 0) {{tuning}} the
            regret against `u` satisfies {{claim}}.
        """,
        sample=samplers.gradient_descent_untuned,
    )
    return {"ogd.known_horizon": theorem}


@cache
def tuned() -> dict[str, Theorem]:
    """With the best step size for bounded gradients."""
    ctx = _bounded_gradients()
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
        statement=rf"""
            {TUNED}, with [`U` and `G` positive](U > 0, G > 0). Then with the [positive step](eta >
            0) {{tuning}} the regret against `u`
            satisfies {{claim}}.
        """,
        sample=samplers.gradient_descent_tuned,
    )
    return {"ogd.tuned": theorem}


@cache
def stopped_early() -> dict[str, Theorem]:
    r"""Tuned for :math:`n` rounds and stopped after :math:`T` of them: the last block of the doubling trick."""
    ctx = _bounded_gradients(posint="n")
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
        statement=rf"""
            {TUNED}, with [`U` and `G` positive](U > 0, G > 0). Then with the [positive step](eta >
            0) {{tuning}} for `n` rounds the regret against `u` after `T` rounds satisfies
            {{claim}}.
        """,
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
        statement=rf"""
            {TUNED}, with [`U` and `G` positive](U > 0, G > 0). Then with the [positive step](eta >
            0) {{tuning}} for `n` rounds the regret against `u` after any number {{early}} of
            rounds satisfies {{claim}}.
        """,
        sample=samplers.gradient_descent_ahead,
    )
    return {"ogd.stopped_early": prefix, "ogd.every_round": theorem}


@cache
def shrinking_steps() -> dict[str, Theorem]:
    r"""With steps that shrink like :math:`1/\sqrt t`: a bound for every number of rounds."""
    ctx = Context(index="t: 1..T", posint="T", positive="eta G D", real="f a b r", vector="w v g u")
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
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= 3/2*D*G*sqrt(T)",
        title=THEOREMS["ogd.shrinking_steps"].title,
        name="ogd.shrinking_steps",
        statement=rf"""
            Let {DESCENT} start at `w[1]` in a closed convex set $\mathcal W$ that contains `w[1]` and
            the comparator `u`, {PAYS} Let {{near}} and {{lipschitz}} in every round, with [`D` and
            `G` positive](D > 0, G > 0). Then with the [positive steps](eta > 0) {{tuning}} the
            regret against `u`
            satisfies {{claim}}.
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


THEOREMS = {
    "ogd.projection": Entry(
        "Projecting brings a point no farther from any point of the set", projection
    ),
    "ogd.acute_angle": Entry("Where the angle is acute, there is a nearer point", acute_angle),
    "ogd.regret_from_any_start": Entry(
        "Regret of online gradient descent, from any start", from_any_start
    ),
    "ogd.regret": Entry("Regret of online gradient descent", gradient_descent),
    "ogd.tuned": Entry("Regret of online gradient descent, with the step size tuned", tuned),
    "ogd.known_horizon": Entry(
        "Regret of online gradient descent, with a step size that knows $T$", untuned
    ),
    "ogd.no_better_step": Entry("No step size has a better bound", best_step),
    "ogd.average_bound_vanishes": Entry("The bound on the average regret vanishes", best_step),
    "ogd.stopped_early": Entry("Regret of online gradient descent stopped early", stopped_early),
    "ogd.every_round": Entry("A bound for all rounds up to the planned one", stopped_early),
    "ogd.shrinking_steps": Entry(
        "Regret of online gradient descent, with shrinking steps", shrinking_steps
    ),
}
