r"""Theorems of the Perceptron chapter: three proofs of the mistake bound, and the agnostic bound.

In all of them :math:`\iota_t\in\{0,1\}` says whether round :math:`t` was a mistake, and the Perceptron
moves to :math:`w_{t+1}=w_t+\iota_ty_tx_t`.
"""

from __future__ import annotations

from functools import cache

from ..checked import Context, Theorem
from .entries import Entry


def _perceptron(**more: str) -> Context:
    """The names and hypotheses that all proofs share."""
    names = {"positive": "R U M", "nonneg": "iota", "real": "y", "vector": "w x u", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("update", "w[t+1] == w[t] + iota[t]*y[t]*x[t]", label="the update")
    ctx.define("count", "M == Sum(iota[t], t, 1, T)", label="number of mistakes")
    ctx.hyp("indicator", "iota[t]**2 == iota[t]", label="the indicator of a mistake")
    ctx.hyp("labels", "y[t]**2 == 1", label="labels")
    ctx.hyp("mistake", "iota[t]*y[t]*dot(w[t], x[t]) <= 0", label="what a mistake is")
    ctx.hyp("radius", "norm2(x[t]) <= R**2", label="size of the inputs")
    ctx.hyp("size", "norm2(u) == U**2", label="size of the comparator")
    ctx.model(
        T=1, R=1, U=1, x={1: (1, 0)}, y={1: 1}, iota={1: 1}, u=(1, 0), w={1: (0, 0), 2: (1, 0)}
    )
    return ctx


@cache
def by_regret() -> dict[str, Theorem]:
    r"""Without a margin: the Perceptron, scaled by any :math:`\eta`, as gradient descent on the surrogate."""
    ctx = _perceptron(positive="eta", nonneg="chi H")
    ctx.define(
        "hinge", "chi[t] == pos(1 - y[t]*dot(u, x[t]))", label="hinge loss of the comparator"
    )
    ctx.define("hinges", "H == Sum(iota[t]*chi[t], t, 1, T)", label="hinge loss on the mistakes")
    ctx.prove(
        "surrogate",
        """
        iota[t] - iota[t]*chi[t]
        <= iota[t]*(1 - y[t]*dot(eta*w[t], x[t])) - iota[t]*chi[t]
            | by times(eta, mistake)
        <= iota[t]*(1 - y[t]*dot(eta*w[t], x[t])) - iota[t]*(1 - y[t]*dot(u, x[t]))
            | by hinge, times(iota[t], pos(1 - y[t]*dot(u, x[t])))
        == -iota[t]*y[t]*dot(x[t], eta*w[t] - u)
        """,
        label="A mistake costs at least one, and the hinge is convex",
    )
    ctx.prove(
        "round",
        """
        iota[t] - iota[t]*chi[t]
        <= -iota[t]*y[t]*dot(x[t], eta*w[t] - u)
            | by surrogate
        == (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]**2*y[t]**2*norm2(x[t])
            | by update
        == (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*norm2(x[t])
            | by indicator, labels
        <= (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*R**2
            | by times(eta/2*iota[t], radius)
        """,
        label=r"One round of gradient descent with step size $\eta$",
    )
    ctx.prove(
        "regret",
        """
        M - H
        == Sum(iota[t] - iota[t]*chi[t], t, 1, T)
            | by count, hinges
        <= Sum((norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*R**2, t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(eta*w[1]-u) - norm2(eta*w[T+1]-u))/(2*eta) + eta/2*R**2*M
            | by count
        <= norm2(eta*w[1]-u)/(2*eta) + eta/2*R**2*M
            | gap norm2(eta*w[T+1]-u)/(2*eta)
        == U**2/(2*eta) + eta/2*R**2*M
            | by start, size
        """,
        label=r"All rounds, for every $\eta$",
    )
    inequality = ctx.theorem(
        "inequality",
        """
        M - H
        <= U**2/(2*(U/(R*sqrt(M)))) + (U/(R*sqrt(M)))/2*R**2*M
            | by at(regret, eta=U/(R*sqrt(M)))
        == R*U*sqrt(M)
        """,
        claim="M - H <= R*U*sqrt(M)",
        title=THEOREMS["S1-T2"].title,
        source="S1-T2",
    )
    ctx.prove(
        "root",
        """
        sqrt(M)
        <= R*U + sqrt(H)
            | by times(1/(sqrt(M) + sqrt(H)), inequality) ; gap R*U*sqrt(H)/(sqrt(M) + sqrt(H))
        """,
        label="The quadratic inequality, solved",
    )
    agnostic = ctx.theorem(
        "agnostic",
        """
        M
        <= H + R*U*sqrt(M)
            | by inequality
        <= H + R*U*(R*U + sqrt(H))
            | by times(R*U, root)
        == R**2*U**2 + R*U*sqrt(H) + H
        """,
        claim="M <= R**2*U**2 + R*U*sqrt(H) + H",
        title=THEOREMS["S1-T4"].title,
        source="S1-T4",
    )
    return {"S1-T2": inequality, "S1-T4": agnostic}


@cache
def separable_by_regret() -> dict[str, Theorem]:
    """With a margin, the comparator has no hinge loss, and the inequality can be divided."""
    ctx = _perceptron(positive="eta")
    ctx.hyp("margin", "y[t]*dot(u, x[t]) >= 1", label="margin")
    ctx.prove(
        "round",
        """
        iota[t]
        <= iota[t]*y[t]*dot(u, x[t])
            | by times(iota[t], margin)
        <= -iota[t]*y[t]*dot(x[t], eta*w[t] - u)
            | by times(eta, mistake)
        == (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]**2*y[t]**2*norm2(x[t])
            | by update
        == (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*norm2(x[t])
            | by indicator, labels
        <= (norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*R**2
            | by times(eta/2*iota[t], radius)
        """,
        label=r"One round of gradient descent with step size $\eta$",
    )
    ctx.prove(
        "regret",
        """
        M
        == Sum(iota[t], t, 1, T)
            | by count
        <= Sum((norm2(eta*w[t]-u) - norm2(eta*w[t+1]-u))/(2*eta) + eta/2*iota[t]*R**2, t, 1, T)
            | by sum(t, 1, T, round)
        == (norm2(eta*w[1]-u) - norm2(eta*w[T+1]-u))/(2*eta) + eta/2*R**2*M
            | by count
        <= norm2(eta*w[1]-u)/(2*eta) + eta/2*R**2*M
            | gap norm2(eta*w[T+1]-u)/(2*eta)
        == U**2/(2*eta) + eta/2*R**2*M
            | by start, size
        """,
        label=r"All rounds, for every $\eta$",
    )
    ctx.prove(
        "inequality",
        """
        M
        <= U**2/(2*(U/(R*sqrt(M)))) + (U/(R*sqrt(M)))/2*R**2*M
            | by at(regret, eta=U/(R*sqrt(M)))
        == R*U*sqrt(M)
        """,
        label=r"The best $\eta$",
    )
    theorem = ctx.theorem(
        "separable",
        """
        M
        <= R**2*U**2
            | by times((R*U + sqrt(M))/sqrt(M), inequality)
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["S1-T3"].title,
        source="S1-T3",
    )
    return {"S1-T3": theorem}


@cache
def by_potential() -> dict[str, Theorem]:
    r"""With a margin: every mistake brings :math:`w` closer to :math:`R^2u`."""
    ctx = _perceptron()
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
        == R**2*U**2
            | by start, size
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["S3-T1"].title,
        source="S3-T1",
    )
    return {"S3-T1": theorem}


@cache
def by_alignment() -> dict[str, Theorem]:
    r"""With a margin: :math:`\langle w,u\rangle` grows like :math:`M`, the length of :math:`w` like :math:`\sqrt M`."""
    ctx = _perceptron()
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
        "forward",
        """
        0
        <= M
            | gap M
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
            | by size ; gap norm2(U**2*w[T+1] - dot(w[T+1], u)*u)/U**2
        <= R**2*M*U**2
            | by times(U**2, length)
        """,
        label="The inequality of Cauchy and Schwarz brings them together",
    )
    theorem = ctx.theorem(
        "novikoff",
        """
        M
        <= R**2*U**2
            | by times(1/M, squares)
        """,
        claim="M <= R**2*U**2",
        title=THEOREMS["B4.3"].title,
        source="B4.3",
    )
    return {"B4.3": theorem}


THEOREMS = {
    "S1-T2": Entry("The Perceptron inequality", by_regret),
    "S1-T3": Entry("The Perceptron with a margin, by regret", separable_by_regret),
    "S1-T4": Entry("The Perceptron on any sequence", by_regret),
    "S3-T1": Entry("The Perceptron with a margin, by a potential", by_potential),
    "B4.3": Entry("The Perceptron with a margin, by alignment and length", by_alignment),
}
