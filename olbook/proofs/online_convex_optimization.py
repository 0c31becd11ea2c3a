"""Theorems of online convex optimisation, as an appendix of a paper would prove them."""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from . import samplers
from .entries import Entry


@cache
def projection() -> dict[str, Theorem]:
    r"""Projecting on a closed convex set brings a point :math:`v` no farther from any :math:`u` in the set."""
    ctx = Context(nonneg="D", vector="p v u")
    ctx.assume(
        "obtuse",
        "dot(v - p, u - p) <= 0",
        label="projection",
        source="seen from its projection, a point makes no acute angle with a point of a closed convex set",
    )
    ctx.define("before", "D == norm2(v - u)", label="the distance before, squared")
    ctx.model(v=(2, 0), p=(1, 0), u=(0, 0), D=4)
    theorem = ctx.theorem(
        "closer",
        """
        norm2(p - u)
        <= norm2(v - u)
            | by times(2, obtuse) ; gap norm2(v - p)
        == D
            | by before
        """,
        claim="norm2(p - u) <= D",
        title=THEOREMS["ogd.projection"].title,
        name="ogd.projection",
    )
    return {"ogd.projection": theorem}


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
        source="seen from its projection, a point makes no acute angle with a point of a closed convex set",
    )
    ctx.model(
        T=1, G=1, U=1, eta=1, u=(-1, 0), g={1: (1, 0)}, v={1: (-1, 0)}, w={1: (0, 0), 2: (-1, 0)}, S=1,
        f=lambda t, point: point[0],
    )  # fmt: skip
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    return ctx


@cache
def gradient_descent() -> dict[str, Theorem]:
    r"""Online gradient descent: :math:`v_t = w_t - \eta g_t`, and :math:`w_{t+1}` is its projection."""
    ctx = gradient_descent_setting(nonneg="D")
    ctx.model(D=1)
    ctx.prove(
        "closer",
        """
        norm2(w[t+1] - u)
        <= norm2(v[t] - u)
            | by times(2, projection) ; gap norm2(v[t] - w[t+1])
        """,
        label="Projecting brings the iterate no farther from $u$",
    )
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
    ctx.prove(
        "rounds",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(w[1]-u) - norm2(w[T+1]-u))/(2*eta) + eta/2*S
            | by squares
        <= norm2(w[1]-u)/(2*eta) + eta/2*S
            | gap norm2(w[T+1]-u)/(2*eta)
        """,
        label="All rounds",
    )
    from_zero = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= norm2(w[1]-u)/(2*eta) + eta/2*S
            | by rounds
        == norm2(u)/(2*eta) + eta/2*S
            | by start
        <= U**2/(2*eta) + eta/2*S
            | by size
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U**2/(2*eta) + eta/2*S",
        title=THEOREMS["ogd.regret"].title,
        name="ogd.regret",
        sample=samplers.gradient_descent,
    )
    ctx.hyp(
        "distance", "norm2(w[1] - u) <= D**2", label="distance of the start from the comparator"
    )
    from_anywhere = ctx.theorem(
        "anywhere",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= norm2(w[1]-u)/(2*eta) + eta/2*S
            | by rounds
        <= D**2/(2*eta) + eta/2*S
            | by distance
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= D**2/(2*eta) + eta/2*S",
        title=THEOREMS["ogd.regret_from_any_start"].title,
        name="ogd.regret_from_any_start",
        sample=samplers.gradient_descent,
    )
    return {"ogd.regret": from_zero, "ogd.regret_from_any_start": from_anywhere}


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
        sample=samplers.gradient_descent_ahead,
    )
    return {"ogd.stopped_early": prefix, "ogd.every_round": theorem}


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
    )
    return {"ogd.no_better_step": best, "ogd.average_bound_vanishes": vanishing}


THEOREMS = {
    "ogd.projection": Entry("Projecting brings a point no farther from the set", projection),
    "ogd.regret": Entry("Regret of online gradient descent", gradient_descent),
    "ogd.regret_from_any_start": Entry(
        "Regret of online gradient descent, from any start", gradient_descent
    ),
    "ogd.known_horizon": Entry(
        "Regret of online gradient descent, with a step size that knows $T$", untuned
    ),
    "ogd.tuned": Entry("Regret of online gradient descent, with the step size tuned", tuned),
    "ogd.no_better_step": Entry("No step size has a better bound", best_step),
    "ogd.average_bound_vanishes": Entry("The average regret vanishes", best_step),
    "ogd.stopped_early": Entry("Regret of online gradient descent stopped early", stopped_early),
    "ogd.every_round": Entry("A bound for all rounds up to the planned one", stopped_early),
}
