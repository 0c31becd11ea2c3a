"""Theorems of online convex optimisation, as an appendix of a paper would prove them."""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from .entries import Entry


@cache
def gradient_descent() -> dict[str, Theorem]:
    r"""Online gradient descent: :math:`v_t = w_t - \eta g_t`, and :math:`w_{t+1}` is its projection."""
    ctx = Context(
        positive="eta G", nonneg="U", real="f S", vector="w v g u", index="t: 1..T", posint="T"
    )
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("step", "v[t] == w[t] - eta*g[t]", label="the gradient step")
    ctx.define("squares", "S == Sum(norm2(g[t]), t, 1, T)", label="sum of squared gradients")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
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
    any_step = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((norm2(w[t]-u) - norm2(w[t+1]-u))/(2*eta) + eta/2*norm2(g[t]), t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(w[1]-u) - norm2(w[T+1]-u))/(2*eta) + eta/2*S
            | by squares
        <= norm2(w[1]-u)/(2*eta) + eta/2*S
            | gap norm2(w[T+1]-u)/(2*eta)
        == norm2(u)/(2*eta) + eta/2*S
            | by start
        <= U**2/(2*eta) + eta/2*S
            | by size
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U**2/(2*eta) + eta/2*S",
        title=THEOREMS["S0-T3"].title,
        source="S0-T3",
    )
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.define("tuning", "eta == U/(G*sqrt(T))", label="the step size")
    tuned = ctx.theorem(
        "tuned",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + eta/2*S
            | by regret
        <= U**2/(2*eta) + eta/2*G**2*T
            | by squares, sum(t, 1, T, lipschitz)
        == U*G*sqrt(T)
            | by tuning
        """,
        claim="Sum(f[t](w[t]) - f[t](u), t, 1, T) <= U*G*sqrt(T)",
        title=THEOREMS["S0-C3"].title,
        source="S0-C3",
    )
    return {"S0-T3": any_step, "S0-C3": tuned}


THEOREMS = {
    "S0-T3": Entry("Regret of online gradient descent", gradient_descent),
    "S0-C3": Entry("Regret of online gradient descent, with the step size tuned", gradient_descent),
}
