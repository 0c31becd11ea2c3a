r"""Theorems on mirror descent and follow the regularised leader, and the p-norm algorithms.

In all of them :math:`\psi` is the regulariser, :math:`D` its gradient, and :math:`B` its Bregman
divergence :math:`B(a,b)=\psi(a)-\psi(b)-\langle D(b),a-b\rangle`.
"""

from __future__ import annotations

from functools import cache
from random import Random

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import ITS_REGRET, REGRET, regret_against

MINIMISER = (
    "at the minimiser of a convex function on a convex set, no direction into the set lowers it; the appendix "
    "has the proof"
)
CONVEX = "the losses be [convex with subgradients `g[t]` at `w[t]`](convex)"
DUAL = r"\lVert g_{#} \rVert_*"
WRITTEN = {"D": r"\nabla\psi", "B": r"B_\psi"}

LEADER = rf"""
    Let $\mathcal W$ be a closed convex set that contains `u`. For `t` from 1 to `T+1`, let the regulariser
    `psi[t]` be [strongly convex on it, with a positive modulus `sigma[t]`, in a norm of its own, and with a
    gradient at `w[t]`](strong, sigma > 0, norm >= 0), and let `k[t]` be [the dual norm of `g[t]`](dual, k >= 0).
    The losses are [convex with subgradients `g[t]` at `w[t]`](convex). Follow the regularised leader plays [the
    minimiser `w[t]` over $\mathcal W$](leader, last) of `psi[t](a) + dot(Sum(g[s], s, 1, t - 1), a)`. {ITS_REGRET}
"""
REGULARISER = r"""
    Let $\mathcal W$ be a closed convex set that contains `u` and `w[1]`, and let `psi` be [strongly convex on
    it, with a positive modulus `sigma`, in a norm](strong, sigma > 0, norm >= 0), with gradients `D(w[t])`
    at `w[1]` to `w[T+1]` and [Bregman divergence `B(a, b)`](bregman). The [step `eta` is positive](eta > 0), the
    losses are [convex with
    subgradients `g[t]` at `w[t]`](convex), and `k[t]` is [the dual norm of `g[t]`](dual, k >= 0).
    [The regret](reg) is `Reg_T(u)`.
"""
TWO_STEPS = rf"""
    Let $\mathcal W$ be a closed convex set that contains `u`, and let `psi` be [convex with gradient `D(b)` at
    `b`](tangent) and [Bregman divergence `B(a, b)`](bregman). The losses are [convex with subgradients
    `g[t]` at `w[t]`](convex). With a [step `eta` above 0](eta > 0), mirror descent starts at `w[1]`, goes from
    `w[t]` to [the `v[t]` with the gradient `D(w[t]) - eta*g[t]`](step), and then to `w[t+1]`, [the Bregman
    projection of `v[t]` on $\mathcal W$](projection). {ITS_REGRET}
"""
P_NORM = rf"""
    On $\mathbb R^d$ let $p$ and $q$ be dual exponents, whose reciprocals sum to 1, with {{range}}. The losses are
    [convex with subgradients `g[t]` at `w[t]`](convex), and `k[t]` is [the $p$-norm of `g[t]`](holder, k >= 0).
    With a [step `eta` above 0](eta > 0), mirror descent with [half the squared $q$-norm](half, bregman, norm_q >=
    0), which is [known to be strongly convex in the $q$-norm with modulus `1/(p - 1)`](strong), starts [at
    0](start, start_image) and takes [steps without constraints](step). {ITS_REGRET}
"""


# ---------------------------------------------------------------------- the FTRL lemma
@cache
def equality() -> dict[str, Theorem]:
    """What any sequence of points loses, for any regularisers and losses: an equality."""
    ctx = Context(
        index="t: 1..T, s: 1..T", real="f psi F P Q S Reg_T", vector="w u a", posint="T"
    )  # fmt: skip
    ctx.define(
        "objective",
        "F[t](a) == psi[t](a) + Sum(f[s](a), s, 1, t-1)",
        on="t: 1..T+1",
        for_all="a",
        label="the regularised loss of the past",
    )
    ctx.define("ends", "P == psi[T+1](u) - psi[1](w[1])", label="the regularisers at the ends")
    ctx.define(
        "rounds",
        "S == Sum(F[t](w[t]) + f[t](w[t]) - F[t+1](w[t+1]), t, 1, T)",
        label="what the rounds cost",
    )
    ctx.define("last", "Q == F[T+1](u) - F[T+1](w[T+1])", label="from the last point to $u$")
    regret_against(ctx)
    theorem = ctx.theorem(
        "equality",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        == S + F[T+1](w[T+1]) - F[1](w[1]) - Sum(f[t](u), t, 1, T)
            | by rounds
        == S + F[T+1](w[T+1]) - F[T+1](u) + psi[T+1](u) - psi[1](w[1])
            | by at(objective, t=T+1, a=u), at(objective, t=1, a=w[1])
        == P + S - Q
            | by ends, last
        """,
        claim=f"{REGRET} == P + S - Q",
        shown="Reg_T(u) == psi[T+1](u) - psi[1](w[1])"
        " + Sum(F[t](w[t]) + f[t](w[t]) - F[t+1](w[t+1]), t, 1, T) + F[T+1](w[T+1]) - F[T+1](u)",
        kind="lemma",
        title=THEOREMS["ftrl.equality"].title,
        name="ftrl.equality",
        statement="""
            With {objective}, [the regret](reg) of any points `w[t]` satisfies {claim}.
        """,
        why="""
            equality 1 | $S$ telescopes
            equality 2 | what $F_{T+1}$ and $F_1$ are
            equality 3 | the regularisers at the ends, the rounds, and the last difference
        """,
    )
    return {"ftrl.equality": theorem}


def linear_losses(index: str = "t: 1..T, s: 1..T", written: bool = False, **more: str) -> Context:
    """The equality for linear losses, which bounds the regret on convex ones."""
    names = {"real": "f psi F P Reg_T", "vector": "w u g a", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index=index, **names)
    if written:
        ctx.written(D=r"\nabla\psi_{#}", k=r"\lVert g_{#} \rVert_{#,*}")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    regret_against(ctx)
    ctx.define("ends", "P == psi[T+1](u) - psi[1](w[1])", label="the regularisers at the ends")
    ctx.define(
        "objective",
        "F[t](a) == psi[t](a) + Sum(dot(g[s], a), s, 1, t-1)",
        on="t: 1..T+1",
        for_all="a",
        label="the regularised loss of the past",
    )
    ctx.cite(
        "lemma",
        equality()["ftrl.equality"],
        given="f[t](a) = dot(g[t], a),"
        " S = Sum(F[t](w[t]) + dot(g[t], w[t]) - F[t+1](w[t+1]), t, 1, T),"
        " Q = F[T+1](u) - F[T+1](w[T+1])",
    )
    return ctx


# ---------------------------------------------------------------------- regularisers that grow
@cache
def growing() -> dict[str, Theorem]:
    """Strongly convex regularisers that never fall."""
    ctx = linear_losses(positive="sigma", nonneg="norm k", real="S", vector="D b", written=True)
    ctx.hyp(
        "strong",
        "psi[t](w[t]) + dot(D[t](w[t]), a - w[t]) + sigma[t]/2*norm[t](w[t] - a)**2 <= psi[t](a)",
        on="t: 1..T+1",
        for_all="a",
        label="strong convexity, for points of the set",
    )
    ctx.hyp(
        "rising",
        "psi[t](a) <= psi[t+1](a)",
        for_all="a",
        label="regularisers that never fall, at points of the set",
    )
    ctx.hyp(
        "dual", "dot(g[t], a) <= k[t]*norm[t](a)", for_all="a", label="dual norm of the gradient"
    )
    ctx.assume(
        "leader",
        "0 <= dot(D[t](w[t]) + Sum(g[s], s, 1, t-1), w[t+1] - w[t])",
        label="the leader, on the way to the next one",
        source=MINIMISER,
    )
    ctx.assume(
        "last",
        "0 <= dot(D[T+1](w[T+1]) + Sum(g[t], t, 1, T), u - w[T+1])",
        label="the last leader, on the way to $u$",
        source=MINIMISER,
    )
    leader = ctx.setting("ftrl.setting", "follow the regularised leader", LEADER)
    ctx.define("gradients", "S == Sum(k[t]**2/sigma[t], t, 1, T)", label="squared dual norms")
    ctx.model(
        T=1, sigma={1: 1, 2: 1}, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, u=(-1, 0), k={1: 1},
        f=lambda t, point: point[0],
        psi=lambda t, point: (point[0] ** 2 + point[1] ** 2) / 2,
        D=lambda t, point: point,
        norm=lambda t, point: max(abs(point[0]), abs(point[1])),
    )  # fmt: skip
    ctx.prove(
        "round",
        """
        F[t](w[t]) + dot(g[t], w[t]) - F[t+1](w[t+1])
        == psi[t](w[t]) - psi[t+1](w[t+1]) + dot(g[t] + Sum(g[s], s, 1, t-1), w[t] - w[t+1])
            | by at(objective, a=w[t]), at(objective, t=t+1, a=w[t+1])
        <= psi[t](w[t]) - psi[t](w[t+1]) + dot(g[t] + Sum(g[s], s, 1, t-1), w[t] - w[t+1])
            | by at(rising, a=w[t+1])
        <= dot(g[t], w[t] - w[t+1]) - sigma[t]/2*norm[t](w[t] - w[t+1])**2
            | by at(strong, a=w[t+1]), leader
        <= k[t]*norm[t](w[t] - w[t+1]) - sigma[t]/2*norm[t](w[t] - w[t+1])**2
            | by at(dual, a=w[t] - w[t+1])
        <= k[t]**2/(2*sigma[t])
            | gap (sigma[t]*norm[t](w[t] - w[t+1]) - k[t])**2/(2*sigma[t])
        """,
        label="One round",
    )
    ctx.prove(
        "end",
        """
        F[T+1](w[T+1])
        == psi[T+1](w[T+1]) + dot(Sum(g[t], t, 1, T), w[T+1])
            | by at(objective, t=T+1, a=w[T+1])
        <= psi[T+1](u) + dot(Sum(g[t], t, 1, T), u)
            | by last, at(strong, t=T+1, a=u) ; gap sigma[T+1]/2*norm[T+1](w[T+1] - u)**2
        == F[T+1](u)
            | by at(objective, t=T+1, a=u)
        """,
        label="The last leader is no worse than $u$",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(dot(g[t], w[t]) - dot(g[t], u), t, 1, T)
            | by sum(t, 1, T, convex)
        == P + Sum(F[t](w[t]) + dot(g[t], w[t]) - F[t+1](w[t+1]), t, 1, T) + F[T+1](w[T+1]) - F[T+1](u)
            | by lemma
        <= P + Sum(k[t]**2/(2*sigma[t]), t, 1, T)
            | by sum(t, 1, T, round), end
        == P + S/2
            | by gradients
        """,
        claim=f"{REGRET} <= P + S/2",
        shown="Reg_T(u) <= psi[T+1](u) - psi[1](w[1]) + Sum(k[t]**2/(2*sigma[t]), t, 1, T)",
        within=(leader,),
        why="""
            convex | linear losses are the worst
            round 2 | a round costs so much, since the regularisers never fall
            round 3 | since $w_t$ is a minimum
            round 4 | the dual norm
            round 5 | a square
            end | the last leader is no worse than $u$
            regret 4 | by the FTRL lemma, all rounds together
        """,
        title=THEOREMS["ftrl.growing"].title,
        name="ftrl.growing",
        statement="""
            In @ftrl.setting, if the regularisers [never fall](rising), {claim}.
        """,
        sample=samplers.growing_leader,
    )
    return {"ftrl.growing": theorem}


# ---------------------------------------------------------------------- one regulariser
def _regularised(index: str = "", **more: str) -> Context:
    """The regulariser, its gradient, and its Bregman divergence."""
    names = {"positive": "eta", "real": "psi B", "vector": "D a b"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index=index, **names)
    ctx.written(**WRITTEN | ({"k": DUAL} if "k" in names.get("nonneg", "").split() else {}))
    ctx.define(
        "bregman",
        "B(a, b) == psi(a) - psi(b) - dot(D(b), a - b)",
        for_all="a b",
        label="the Bregman divergence",
    )
    return ctx


# ---------------------------------------------------------------------- Bregman divergences
@cache
def three_points() -> dict[str, Theorem]:
    """The cosine law of Bregman divergences."""
    ctx = _regularised(vector="u v w", real="P Q R")
    ctx.define("p", "P == B(u, w)", label="from $u$ to $w$")
    ctx.define("q", "Q == B(u, v)", label="from $u$ to $v$")
    ctx.define("r", "R == B(w, v)", label="from $w$ to $v$")
    theorem = ctx.theorem(
        "three_points",
        """
        dot(D(v) - D(w), u - w)
        == B(u, w) - B(u, v) + B(w, v)
            | by at(bregman, a=u, b=w), at(bregman, a=u, b=v), at(bregman, a=w, b=v)
        == P - Q + R
            | by p, q, r
        """,
        claim="dot(D(v) - D(w), u - w) == P - Q + R",
        shown="dot(D(v) - D(w), u - w) == B(u, w) - B(u, v) + B(w, v)",
        kind="lemma",
        title=THEOREMS["mirror.three_points"].title,
        name="mirror.three_points",
        statement="""
            Let `psi` have [gradients `D(b)` and divergence `B(a, b)`](bregman). For any points `u`, `v` and
            `w`, {claim}.
        """,
    )
    return {"mirror.three_points": theorem}


@cache
def two_divergences() -> dict[str, Theorem]:
    """The two divergences that the book uses most."""
    ctx = Context(index="i: 1..d", nonneg="S", real="K", positive="p q z", vector="u w", posint="d")
    ctx.define("distance", "S == norm2(u - w)", label="squared distance")
    quadratic = ctx.theorem(
        "quadratic",
        """
        norm2(u)/2 - norm2(w)/2 - dot(w, u - w)
        == S/2
            | by distance
        """,
        claim="norm2(u)/2 - norm2(w)/2 - dot(w, u - w) == S/2",
        title=THEOREMS["mirror.squared_norm"].title,
        name="mirror.squared_norm",
        statement="""
            Half the squared Euclidean norm, whose gradient at any point is the point itself, has
            half the squared distance
            as its divergence: for all `u` and `w` with [squared distance `S`](distance, S >= 0), {claim}.
        """,
    )
    ctx.define(
        "relative",
        "K == Sum(p[i]*log(p[i]/q[i]) - p[i] + q[i], i, 1, d)",
        label="relative entropy",
    )
    entropy = ctx.theorem(
        "entropy",
        """
        Sum(p[i]*log(p[i]) - q[i]*log(q[i]) - (1 + log(q[i]))*(p[i] - q[i]), i, 1, d)
        == K
            | by relative
        """,
        claim="Sum(p[i]*log(p[i]) - q[i]*log(q[i]) - (1 + log(q[i]))*(p[i] - q[i]), i, 1, d) == K",
        title=THEOREMS["mirror.entropy"].title,
        name="mirror.entropy",
        statement="""
            The negative entropy `Sum(q[i]*log(q[i]), i, 1, d)`, with the partial derivatives `1 +
            log(q[i])` at `q`, has the relative entropy {relative} as its divergence: for points
            `p` and `q`
            with [positive coordinates](p > 0, q > 0), {claim}.
        """,
    )
    ctx.prove(
        "tangent",
        """
        log(z)
        <= z - 1
            | by calculus(z, 1)
        """,
        label="The logarithm lies below its tangent",
    )
    nonnegative = ctx.theorem(
        "nonnegative",
        """
        0
        <= Sum(p[i]*log(p[i]/q[i]) - p[i] + q[i], i, 1, d)
            | by sum(i, 1, d, times(p[i], at(tangent, z=q[i]/p[i])))
        == K
            | by relative
        """,
        claim="0 <= K",
        title=THEOREMS["mirror.relative_entropy"].title,
        name="mirror.relative_entropy",
        statement="""
            For points `p` and `q` with [positive coordinates](p > 0, q > 0), the relative entropy
            {relative} is at least 0: {claim}.
        """,
    )
    return {
        "mirror.squared_norm": quadratic,
        "mirror.entropy": entropy,
        "mirror.relative_entropy": nonnegative,
    }


@cache
def strictly_convex() -> dict[str, Theorem]:
    """Half the squared Euclidean norm lies strictly below its chords, by an eighth of the square."""
    ctx = Context(nonneg="S", vector="a b")
    ctx.define("distance", "S == norm2(a - b)", label="squared distance")
    theorem = ctx.theorem(
        "chord",
        """
        (norm2(a)/2 + norm2(b)/2)/2 - norm2((a + b)/2)/2
        == S/8
            | by distance
        """,
        claim="(norm2(a)/2 + norm2(b)/2)/2 - norm2((a + b)/2)/2 == S/8",
        title=THEOREMS["mirror.strictly_convex"].title,
        name="mirror.strictly_convex",
        statement="""
            Let `a` and `b` be any two points, with [squared distance `S`](distance, S >= 0). The mean of the
            values that half the squared Euclidean norm has at `a` and at `b` exceeds its value at their midpoint
            by an eighth of `S`: {claim}.
        """,
    )
    return {"mirror.strictly_convex": theorem}


# ---------------------------------------------------------------------- the two algorithms
@cache
def mirror_step() -> dict[str, Theorem]:
    """A gradient step between mirror images minimises tangent plus divergence."""
    ctx = _regularised(vector="g v w z", real="Q")
    ctx.hyp(
        "tangent",
        "psi(b) + dot(D(b), a - b) <= psi(a)",
        for_all="a b",
        label="convexity of the regulariser",
    )
    ctx.hyp("step", "dot(D(v) - D(w) + eta*g, a) == 0", for_all="a", label="the mirror step")
    ctx.model(
        eta=1, g=(1, 0), w=(0, 0), v=(-1, 0), z=(0, 0), a=(0, 0), b=(0, 0), Q=-1 / 2,
        psi=lambda point: (point[0] ** 2 + point[1] ** 2) / 2,
        D=lambda point: point,
        B=lambda one, other: ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) / 2,
    )  # fmt: skip
    ctx.prove(
        "others",
        """
        eta*dot(g, v - w) + B(v, w)
        <= eta*dot(g, v - w) + B(v, w) + psi(z) - psi(v) - dot(D(v), z - v)
            | by at(tangent, a=z, b=v)
        == eta*dot(g, v - w) + B(v, w) + psi(z) - psi(v) - dot(D(w) - eta*g, z - v)
            | by at(step, a=z - v)
        == eta*dot(g, z - w) + B(z, w)
            | by at(bregman, a=v, b=w), at(bregman, a=z, b=w)
        """,
        label="No other point $z$ is better",
    )
    ctx.define("other", "Q == eta*dot(g, z) + B(z, w)", label="the objective at $z$")
    theorem = ctx.theorem(
        "minimises",
        """
        eta*dot(g, v) + B(v, w)
        <= eta*dot(g, z) + B(z, w)
            | by others
        == Q
            | by other
        """,
        claim="eta*dot(g, v) + B(v, w) <= Q",
        shown="eta*dot(g, v) + B(v, w) <= eta*dot(g, z) + B(z, w)",
        kind="lemma",
        title=THEOREMS["mirror.trade_off"].title,
        name="mirror.trade_off",
        statement="""
            For [convex `psi`](tangent) with [divergence `B(a, b)`](bregman), [`D(v)` equal to `D(w) -
            eta*g`](step) and [positive `eta`](eta > 0), {claim}, for every point `z`.
        """,
        sample=samplers.mirror_step,
    )
    return {"mirror.trade_off": theorem}


@cache
def leader() -> dict[str, Theorem]:
    """Without constraints, follow the regularised leader and mirror descent take the same steps."""
    ctx = Context(index="t: 1..T, s: 1..T", positive="eta", vector="D w g a", posint="T")
    ctx.hyp(
        "leader",
        "dot(D(w[t]) + eta*Sum(g[s], s, 1, t-1), a) == 0",
        on="t: 1..T+1",
        for_all="a",
        label="no slope at the leader",
    )
    ctx.model(
        T=1, eta=1, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, a=(1, 0), D=lambda point: point
    )  # fmt: skip
    theorem = ctx.theorem(
        "step",
        """
        dot(D(w[t+1]) - D(w[t]) + eta*g[t], a)
        == dot(eta*g[t] - eta*Sum(g[s], s, 1, t) - D(w[t]), a)
            | by at(leader, t=t+1)
        == -dot(D(w[t]) + eta*Sum(g[s], s, 1, t-1), a)
        == 0
            | by leader
        """,
        claim="dot(D(w[t+1]) - D(w[t]) + eta*g[t], a) == 0",
        title=THEOREMS["mirror.leader_steps"].title,
        name="mirror.leader_steps",
        statement="""
            For every $t$ from 1 to `T+1`, let `w[t]` be [a leader without constraints](leader):
            with `D` the gradient of the regulariser and a [positive `eta`](eta > 0), the vector
            `D(w[t]) + eta*Sum(g[s], s, 1, t - 1)` is
            zero. Then the leader moves by mirror steps: in every round and for every vector `a`,
            {claim}.
        """,
        sample=samplers.follow_the_leader,
    )
    return {"mirror.leader_steps": theorem}


@cache
def descent_leads() -> dict[str, Theorem]:
    """The converse: mirror descent from the least point of the regulariser is the leader."""
    ctx = Context(index="t: 1..T", positive="eta", vector="D w g a", posint="T")
    ctx.hyp("start", "dot(D(w[1]), a) == 0", for_all="a", label="the start")
    ctx.hyp(
        "step",
        "dot(D(w[t+1]) - D(w[t]) + eta*g[t], a) == 0",
        for_all="a",
        label="the mirror step",
    )
    ctx.model(
        T=1, eta=1, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, a=(1, 0), D=lambda point: point
    )  # fmt: skip
    theorem = ctx.theorem(
        "leader",
        """
        dot(D(w[T+1]) + eta*Sum(g[t], t, 1, T), a)
        == Sum(dot(D(w[t+1]) - D(w[t]) + eta*g[t], a), t, 1, T) + dot(D(w[1]), a)
        == dot(D(w[1]), a)
            | by sum(t, 1, T, step)
        == 0
            | by start
        """,
        claim="dot(D(w[T+1]) + eta*Sum(g[t], t, 1, T), a) == 0",
        title=THEOREMS["mirror.leads"].title,
        name="mirror.leads",
        statement="""
            Let `D` be the gradient of a convex regulariser, and let [`eta` be positive](eta > 0).
            Let mirror descent start [where `D` is
            zero](start) and take [steps without constraints that lower `D(w[t])` by
            `eta*g[t]`](step).
            Then `w[T+1]` is the leader after `T` rounds, where the regularised sum of their linear
            losses has the slope 0: for every vector `a`, {claim}.
        """,
        sample=samplers.follow_the_leader,
    )
    return {"mirror.leads": theorem}


# ---------------------------------------------------------------------- regret
def _playing(**more: str) -> Context:
    """Mirror descent plays :math:`w_t` against convex losses."""
    names = {"real": "f P S Reg_T", "vector": "w u g", "posint": "T"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = _regularised(index="t: 1..T", **names)
    ctx.define("first", "P == B(u, w[1])", label="from the comparator to the start")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    regret_against(ctx)
    return ctx


@cache
def regret_by_divergences() -> dict[str, Theorem]:
    """Mirror descent that steps first and projects afterwards."""
    ctx = _playing(vector="v")
    ctx.hyp(
        "tangent",
        "psi(b) + dot(D(b), a - b) <= psi(a)",
        for_all="a b",
        label="convexity of the regulariser",
    )
    ctx.hyp(
        "step", "dot(D(v[t]) - D(w[t]) + eta*g[t], a) == 0", for_all="a", label="the mirror step"
    )
    ctx.assume(
        "projection",
        "0 <= dot(D(w[t+1]) - D(v[t]), u - w[t+1])",
        label="Bregman projection",
        source="at the point of a convex set nearest to $v$ in divergence, no direction into the set lowers it; "
        "the appendix has the proof",
    )
    two = ctx.setting("mirror.two_steps", "mirror descent, step and projection", TWO_STEPS)
    ctx.define("lengths", "S == Sum(B(w[t], v[t]), t, 1, T)", label="lengths of the mirror steps")
    ctx.model(
        T=1, eta=1, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, v={1: (-1, 0)}, u=(-1, 0),
        P=1 / 2, S=1 / 2,
        f=lambda t, point: point[0],
        psi=lambda point: (point[0] ** 2 + point[1] ** 2) / 2,
        D=lambda point: point,
        B=lambda one, other: ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) / 2,
    )  # fmt: skip
    ctx.prove(
        "positive",
        """
        0
        <= psi(a) - psi(b) - dot(D(b), a - b)
            | by tangent
        == B(a, b)
            | by bregman
        """,
        label="A divergence is nonnegative",
    )
    ctx.prove(
        "closer",
        """
        B(u, w[t+1])
        <= B(u, w[t+1]) + B(w[t+1], v[t])
            | by at(positive, a=w[t+1], b=v[t])
        == B(u, v[t]) - dot(D(w[t+1]) - D(v[t]), u - w[t+1])
            | by at(bregman, a=u, b=w[t+1]), at(bregman, a=w[t+1], b=v[t]), at(bregman, a=u, b=v[t])
        <= B(u, v[t])
            | by projection
        """,
        label="Projecting brings the iterate no farther from $u$",
    )
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u)
            | by convex
        == dot(D(v[t]) - D(w[t]), u - w[t])/eta
            | by times(1/eta, at(step, a=w[t] - u))
        == (B(u, w[t]) - B(u, v[t]) + B(w[t], v[t]))/eta
            | by at(bregman, a=u, b=w[t]), at(bregman, a=u, b=v[t]), at(bregman, a=w[t], b=v[t])
        <= (B(u, w[t]) - B(u, w[t+1]) + B(w[t], v[t]))/eta
            | by times(1/eta, closer)
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((B(u, w[t]) - B(u, w[t+1]) + B(w[t], v[t]))/eta, t, 1, T)
            | by sum(t, 1, T, round)
        == (B(u, w[1]) - B(u, w[T+1]) + S)/eta
            | by lengths
        <= (B(u, w[1]) + S)/eta
            | by times(1/eta, at(positive, a=u, b=w[T+1]))
        == (P + S)/eta
            | by first
        """,
        claim=f"{REGRET} <= (P + S)/eta",
        shown="Reg_T(u) <= (B(u, w[1]) + Sum(B(w[t], v[t]), t, 1, T))/eta",
        within=(two,),
        why="""
            round 2 | convexity, and the mirror step
            round 3 | three points
            closer 3 | coming back brings us no farther from $u$
            regret 4 | the sum telescopes, and the last divergence is not negative
        """,
        title=THEOREMS["mirror.regret_by_divergences"].title,
        name="mirror.regret_by_divergences",
        statement="""
            In @mirror.two_steps, {claim}.
        """,
        sample=samplers.mirror_descent,
    )
    return {"mirror.regret_by_divergences": theorem}


def _strongly_convex(ctx: Context) -> Setting:
    """A regulariser that is strongly convex in some norm, and gradients measured in the dual one."""
    ctx.hyp(
        "strong",
        "sigma/2*norm(w[t] - a)**2 <= B(a, w[t])",
        on="t: 1..T+1",
        for_all="a",
        label="strong convexity, for points of the set",
    )
    ctx.hyp("dual", "dot(g[t], a) <= k[t]*norm(a)", for_all="a", label="dual norm of the gradient")
    setting = ctx.setting("mirror.regulariser", "one regulariser", REGULARISER)
    ctx.define("gradients", "S == Sum(k[t]**2, t, 1, T)", label="squared dual norms")
    return setting


def _gain_of_a_move(ctx: Context) -> None:
    """What a move can gain on the linear loss of its round."""
    ctx.prove(
        "move",
        """
        eta*dot(g[t], w[t] - w[t+1])
        <= eta*k[t]*norm(w[t] - w[t+1])
            | by times(eta, at(dual, a=w[t] - w[t+1]))
        <= sigma/2*norm(w[t] - w[t+1])**2 + eta**2*k[t]**2/(2*sigma)
            | gap (sigma*norm(w[t] - w[t+1]) - eta*k[t])**2/(2*sigma)
        <= B(w[t+1], w[t]) + eta**2*k[t]**2/(2*sigma)
            | by at(strong, a=w[t+1])
        """,
        label="What the move can gain, the divergence pays",
    )


@cache
def regret_by_gradients() -> dict[str, Theorem]:
    """Mirror descent with a regulariser that is strongly convex in some norm."""
    ctx = _playing(positive="sigma", nonneg="norm k")
    setting = _strongly_convex(ctx)
    ctx.assume(
        "optimal",
        "0 <= dot(D(w[t+1]) - D(w[t]) + eta*g[t], u - w[t+1])",
        label="the mirror step",
        source=MINIMISER,
    )
    ctx.model(
        T=1, eta=1, sigma=1, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, u=(-1, 0), k={1: 1},
        P=1 / 2, S=1,
        f=lambda t, point: point[0],
        psi=lambda point: (point[0] ** 2 + point[1] ** 2) / 2,
        D=lambda point: point,
        B=lambda one, other: ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) / 2,
        norm=lambda point: max(abs(point[0]), abs(point[1])),
    )  # fmt: skip
    _gain_of_a_move(ctx)
    ctx.prove(
        "round",
        """
        f[t](w[t]) - f[t](u)
        <= dot(g[t], w[t] - u)
            | by convex
        <= dot(g[t], w[t] - w[t+1]) + dot(D(w[t+1]) - D(w[t]), u - w[t+1])/eta
            | by times(1/eta, optimal)
        == dot(g[t], w[t] - w[t+1]) + (B(u, w[t]) - B(u, w[t+1]) - B(w[t+1], w[t]))/eta
            | by at(bregman, a=u, b=w[t]), at(bregman, a=u, b=w[t+1]), at(bregman, a=w[t+1], b=w[t])
        <= (B(u, w[t]) - B(u, w[t+1]))/eta + eta*k[t]**2/(2*sigma)
            | by times(1/eta, move)
        """,
        label="One round",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum((B(u, w[t]) - B(u, w[t+1]))/eta + eta*k[t]**2/(2*sigma), t, 1, T)
            | by sum(t, 1, T, round)
        == (B(u, w[1]) - B(u, w[T+1]))/eta + eta/(2*sigma)*S
            | by gradients
        <= B(u, w[1])/eta + eta/(2*sigma)*S
            | by times(1/eta, at(strong, t=T+1, a=u)) ; gap sigma/2*norm(w[T+1] - u)**2/eta
        == P/eta + eta/(2*sigma)*S
            | by first
        """,
        claim=f"{REGRET} <= P/eta + eta/(2*sigma)*S",
        title=THEOREMS["mirror.regret"].title,
        name="mirror.regret",
        shown="Reg_T(u) <= B(u, w[1])/eta + eta/(2*sigma)*Sum(k[t]**2, t, 1, T)",
        within=(setting,),
        why="""
            round 2 | convexity, and $w_{t+1}$ is a minimum
            round 3 | three points
            move 1 | the dual norm
            move 2 | a square
            move 3 | strong convexity
            round 4 | what the move gains, its divergence pays
            regret 4 | the divergences from $u$ telescope, and the last is not negative
        """,
        statement=r"""
            In @mirror.regulariser let `w[t+1]` be [the minimiser over $\mathcal W$](optimal) of
            `eta*dot(g[t], a) + B(a, w[t])`. Then {claim}.
        """,
        sample=samplers.mirror_descent_norm,
    )
    return {"mirror.regret": theorem}


def _leading(rng: Random) -> samplers.Draw:
    """Linear losses, and the leader without constraints: the sum of all steps, from zero."""
    draw = samplers.mirror_descent_norm(rng)
    g, w = draw["g"], draw["w"]
    start = w[1]
    return draw | {
        "w": {t: tuple(a - b for a, b in zip(point, start, strict=True)) for t, point in w.items()},
        "f": lambda t, point: sum(a * b for a, b in zip(g[t], point, strict=True)),
    }


@cache
def leader_regret() -> dict[str, Theorem]:
    """Follow the regularised leader, with a regulariser that is strongly convex in some norm."""
    ctx = _regularised(
        index="t: 1..T, s: 1..T",
        positive="sigma",
        nonneg="norm k",
        real="f P S V Reg_T",
        vector="w u g",
        posint="T",
    )
    ctx.define("first", "P == psi(u) - psi(w[1])", label="from the start to the comparator")
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    regret_against(ctx)
    setting = _strongly_convex(ctx)
    ctx.assume(
        "leader",
        "0 <= dot(D(w[t]) + eta*Sum(g[s], s, 1, t-1), w[t+1] - w[t])",
        label="the leader, on the way to the next one",
        source=MINIMISER,
    )
    ctx.assume(
        "last",
        "0 <= dot(D(w[T+1]) + eta*Sum(g[t], t, 1, T), u - w[T+1])",
        label="the last leader, on the way to $u$",
        source=MINIMISER,
    )
    ctx.define(
        "value",
        "V[t] == psi(w[t]) + eta*dot(Sum(g[s], s, 1, t-1), w[t])",
        on="t: 1..T+1",
        label="the least regularised loss of the past",
    )
    ctx.model(
        T=1, eta=1, sigma=1, g={1: (1, 0)}, w={1: (0, 0), 2: (-1, 0)}, u=(-1, 0), k={1: 1},
        P=1 / 2, S=1, V={1: 0, 2: -1 / 2},
        f=lambda t, point: point[0],
        psi=lambda point: (point[0] ** 2 + point[1] ** 2) / 2,
        D=lambda point: point,
        B=lambda one, other: ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) / 2,
        norm=lambda point: max(abs(point[0]), abs(point[1])),
    )  # fmt: skip
    _gain_of_a_move(ctx)
    ctx.prove(
        "round",
        """
        eta*dot(g[t], w[t])
        <= B(w[t+1], w[t]) + eta*dot(g[t], w[t+1]) + eta**2*k[t]**2/(2*sigma)
            | by move
        <= V[t+1] - V[t] + eta**2*k[t]**2/(2*sigma)
            | by at(bregman, a=w[t+1], b=w[t]), leader, value, at(value, t=t+1)
        """,
        label="One round",
    )
    ctx.prove(
        "end",
        """
        V[T+1]
        <= psi(u) - B(u, w[T+1]) + eta*dot(Sum(g[t], t, 1, T), u)
            | by at(value, t=T+1), last, at(bregman, a=u, b=w[T+1])
        <= psi(u) + eta*dot(Sum(g[t], t, 1, T), u)
            | by at(strong, t=T+1, a=u) ; gap sigma/2*norm(w[T+1] - u)**2
        """,
        label="The last leader is no worse than $u$",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= Sum(dot(g[t], w[t] - u), t, 1, T)
            | by sum(t, 1, T, convex)
        <= Sum((V[t+1] - V[t] + eta**2*k[t]**2/(2*sigma))/eta, t, 1, T) - dot(Sum(g[t], t, 1, T), u)
            | by sum(t, 1, T, times(1/eta, round))
        == (V[T+1] - V[1])/eta + eta/(2*sigma)*S - dot(Sum(g[t], t, 1, T), u)
            | by gradients
        <= (psi(u) - V[1])/eta + eta/(2*sigma)*S
            | by times(1/eta, end)
        == P/eta + eta/(2*sigma)*S
            | by first, at(value, t=1)
        """,
        claim=f"{REGRET} <= P/eta + eta/(2*sigma)*S",
        title=THEOREMS["mirror.leader_regret"].title,
        name="mirror.leader_regret",
        shown="Reg_T(u) <= (psi(u) - psi(w[1]))/eta + eta/(2*sigma)*Sum(k[t]**2, t, 1, T)",
        within=(setting,),
        why="""
            convex | linear losses are the worst
            move 1 | the dual norm
            move 2 | a square
            move 3 | strong convexity
            round 2 | $w_t$ is a minimiser, and so $w_{t+1}$ is no better
            end 2 | $w_{T+1}$ is a minimiser, and so $u$ is no better
            regret 5 | the values telescope
        """,
        statement=r"""
            In @mirror.regulariser let `w[t]` be [the minimiser over $\mathcal W$](leader, last) of `psi(a) +
            eta*dot(Sum(g[s], s, 1, t - 1), a)`. Then {claim}.
        """,
        sample=_leading,
    )
    return {"mirror.leader_regret": theorem}


# ---------------------------------------------------------------------- the two special cases
@cache
def quadratic_leader() -> dict[str, Theorem]:
    r"""With :math:`\psi=\frac12\lVert\cdot\rVert^2`, the leader is minus the step times the gradients."""
    ctx = Context(positive="eta", real="Q", vector="g v z")
    ctx.define("step", "v == -eta*g", label="the leader")
    ctx.model(eta=1, g=(1, 0), v=(-1, 0), z=(0, 0), Q=-1 / 2)
    ctx.prove(
        "others",
        """
        eta*dot(g, v) + norm2(v)/2
        <= eta*dot(g, v) + norm2(v)/2 + norm2(z - v)/2
            | gap norm2(z - v)/2
        == eta*dot(g, z) + norm2(z)/2
            | by step
        """,
        label="No other point $z$ is better",
    )
    ctx.define("least", "Q == inf(eta*dot(g, z) + norm2(z)/2, z)", label="the least value")
    theorem = ctx.theorem(
        "minimises",
        """
        eta*dot(g, v) + norm2(v)/2
        <= Q
            | by inf(least, others)
        """,
        claim="eta*dot(g, v) + norm2(v)/2 <= Q",
        title=THEOREMS["mirror.leader_squared_norm"].title,
        name="mirror.leader_squared_norm",
        statement="""
            For every vector `g` and [positive `eta`](eta > 0), the point {step} minimises `eta`
            times the linear loss with gradient `g` plus
            half the squared Euclidean norm: with [`Q` the infimum of `eta*dot(g, z) + norm2(z)/2` over all
            points `z`](least), {claim}.
        """,
    )
    return {"mirror.leader_squared_norm": theorem}


@cache
def entropic_leader() -> dict[str, Theorem]:
    """With the entropy, the leader on the simplex is exponentiated gradient."""
    ctx = Context(
        index="i: 1..d",
        positive="N eta p v w z",
        real="P Q g",
        posint="d",
    )
    ctx.define("normaliser", "N == Sum(w[i]*exp(-eta*g[i]), i, 1, d)", label="the normaliser")
    ctx.define("step", "v[i] == w[i]*exp(-eta*g[i])/N", label="the step")
    ctx.hyp("simplex", "Sum(p[i], i, 1, d) == 1", label="another point of the simplex")
    ctx.define(
        "mine",
        "P == Sum(eta*g[i]*v[i] + v[i]*log(v[i]/w[i]), i, 1, d)",
        label="the value of the step",
    )
    ctx.define(
        "other",
        "Q == Sum(eta*g[i]*p[i] + p[i]*log(p[i]/w[i]), i, 1, d)",
        label="the value of another point",
    )
    ctx.model(d=1, eta=1, g={1: 0}, w={1: 1}, v={1: 1}, p={1: 1}, N=1, P=0, Q=0, z=1)
    ctx.prove(
        "tangent",
        """
        log(z)
        <= z - 1
            | by calculus(z, 1)
        """,
        label="The logarithm lies below its tangent",
    )
    ctx.prove(
        "sum_of_step",
        """
        Sum(v[i], i, 1, d)
        == Sum(w[i]*exp(-eta*g[i]), i, 1, d)/N
            | by step
        == 1
            | by normaliser
        """,
        label="The step stays in the simplex",
    )
    theorem = ctx.theorem(
        "minimises",
        """
        P
        == Sum(eta*g[i]*v[i] + v[i]*log(v[i]/w[i]), i, 1, d)
            | by mine
        == Sum(v[i]*(eta*g[i] + log(v[i]/w[i]) + log(N)), i, 1, d) - log(N)
            | by sum_of_step
        == -log(N)
            | by step
        == -log(N) + Sum(p[i] - v[i], i, 1, d)
            | by sum_of_step, simplex
        <= -log(N) + Sum(p[i]*log(p[i]/v[i]), i, 1, d)
            | by sum(i, 1, d, times(p[i], at(tangent, z=v[i]/p[i])))
        == Sum(eta*g[i]*p[i] + p[i]*log(p[i]/w[i]), i, 1, d)
            | by step, simplex
        == Q
            | by other
        """,
        claim="P <= Q",
        title=THEOREMS["mirror.leader_entropy"].title,
        name="mirror.leader_entropy",
        statement="""
            For any vector `g` and [positive `eta`](eta > 0), multiply [positive weights](w > 0)
            `w[i]` by `exp(-eta*g[i])`, and
            divide the products by [their sum `N`](normaliser, N > 0); call [the result `v`](step,
            v > 0). Then `v` is, among the points `p` of [positive coordinates](p > 0) that [sum to
            1](simplex), the best trade-off between the linear loss and the entropy relative to
            `w`: for {mine} and {other},
            {claim}.
        """,
    )
    return {"mirror.leader_entropy": theorem}


@cache
def softmax() -> dict[str, Theorem]:
    """Weights that are exponentials of total losses are updated by exponentials of losses."""
    ctx = Context(index="t: 1..T, s: 1..T, i: 1..d", positive="N eta w", real="g", posint="T d")
    ctx.define(
        "leader",
        "w[t, i] == exp(-eta*Sum(g[s, i], s, 1, t-1))/N[t]",
        on="t: 1..T+1, i: 1..d",
        label="the leader",
    )
    theorem = ctx.theorem(
        "update",
        """
        w[t+1, i]*N[t+1] - w[t, i]*N[t]*exp(-eta*g[t, i])
        == exp(-eta*Sum(g[s, i], s, 1, t)) - w[t, i]*N[t]*exp(-eta*g[t, i])
            | by at(leader, t=t+1)
        == 0
            | by leader
        """,
        claim="w[t+1, i]*N[t+1] - w[t, i]*N[t]*exp(-eta*g[t, i]) == 0",
        title=THEOREMS["mirror.leader_multiplies"].title,
        name="mirror.leader_multiplies",
        statement="""
            Let the leader have [the weights](leader, w > 0) {leader}, with a [positive `eta`](eta
            > 0) and with [positive
            normalisers](N > 0) `N[t]`. Then, apart from the normalisers, every round multiplies
            the weight `w[t, i]`
            by `exp(-eta*g[t, i])`: {claim}.
        """,
    )
    return {"mirror.leader_multiplies": theorem}


# ---------------------------------------------------------------------- the p-norm algorithms
@cache
def p_norms() -> dict[str, Theorem]:
    r"""Gradients of half squared norms, coordinate by coordinate, for positive entries."""
    ctx = Context(index="i: 1..d", positive="S p q v w", posint="d")
    ctx.hyp("range", "1 < q", label="the norm")
    ctx.define("dual", "p == q/(q - 1)", label="the dual norm")
    ctx.define("powers", "S == Sum(w[i]**q, i, 1, d)", label="the sum of powers")
    ctx.model(d=1, p=2, q=2, w={1: 1}, S=1, v=1)
    isometry = ctx.theorem(
        "isometry",
        """
        Sum((w[i]**(q - 1)*S**((2 - q)/q))**p, i, 1, d)
        == Sum(w[i]**((q - 1)*p)*S**((2 - q)/q*p), i, 1, d)
        == S**(p*(2 - q)/q)*Sum(w[i]**q, i, 1, d)
            | by dual
        == S**(p*(2 - q)/q)*S
            | by powers
        == S**(p/q)
            | by dual
        """,
        claim="Sum((w[i]**(q - 1)*S**((2 - q)/q))**p, i, 1, d) == S**(p/q)",
        title=THEOREMS["mirror.dual_length"].title,
        name="mirror.dual_length",
        statement="""
            For [dual exponents](dual, range, p > 0, q > 0) with {range} and {dual}, let `w` be a point with
            [positive coordinates](w > 0), whose [`q`-th powers sum to `S`](powers, S > 0). The gradient of half
            the squared $q$-norm at `w` has the entries `w[i]**(q - 1)*S**((2 - q)/q)`. Its
            $p$-norm is the $q$-norm of `w`; raised to the power `p`, this reads {claim}.
        """,
        sample=samplers.isometry,
    )
    inverse = ctx.theorem(
        "inverse",
        """
        (v**(q - 1)*S**((2 - q)/q))**(p - 1)*(S**(p/q))**((2 - p)/p)
        == v**((q - 1)*(p - 1))*S**((2 - q)/q*(p - 1))*S**((2 - p)/q)
        == v
            | by dual
        """,
        claim="(v**(q - 1)*S**((2 - q)/q))**(p - 1)*(S**(p/q))**((2 - p)/p) == v",
        title=THEOREMS["mirror.dual_gradient"].title,
        name="mirror.dual_gradient",
        statement="""
            For [dual exponents](dual, range, p > 0, q > 0) with {range} and {dual}, let `v` be any
            coordinate of a point whose coordinates are [all positive](v > 0) and whose `q`-th powers
            [sum to `S`](S > 0). Take the gradient of half the squared $q$-norm at this point, and there
            the gradient of half the squared $p$-norm. The second leads back to the point: {claim}.
        """,
    )
    return {"mirror.dual_length": isometry, "mirror.dual_gradient": inverse}


def _p_norm() -> tuple[Context, Setting]:
    r"""Mirror descent with half the squared q-norm, where :math:`\frac1p+\frac1q=1`."""
    ctx = Context(
        index="t: 1..T",
        positive="eta G",
        nonneg="U norm_q k",
        real="B P S f p psi Reg_T",
        vector="D a b g u w",
        posint="T d",
    )
    ctx.written(**WRITTEN, k=r"\lVert g_{#} \rVert_p")
    ctx.define(
        "bregman",
        "B(a, b) == psi(a) - psi(b) - dot(D(b), a - b)",
        for_all="a b",
        label="the Bregman divergence",
    )
    ctx.hyp("convex", "f[t](w[t]) - f[t](u) <= dot(g[t], w[t] - u)", label="convexity")
    regret_against(ctx)
    ctx.hyp("half", "psi(a) == norm_q(a)**2/2", for_all="a", label="half the squared q-norm")
    ctx.hyp("start", "psi(w[1]) == 0", label="the start")
    ctx.hyp("start_image", "dot(D(w[1]), a) == 0", for_all="a", label="its mirror image")
    ctx.hyp(
        "step",
        "dot(D(w[t+1]) - D(w[t]), a) == -eta*dot(g[t], a)",
        for_all="a",
        label="the mirror step",
    )
    ctx.hyp("range", "2 <= p", label="the norm of the gradients")
    ctx.assume(
        "holder",
        "dot(g[t], a) <= k[t]*norm_q(a)",
        for_all="a",
        label="Hölder",
        source="Hölder's inequality; the appendix has the proof",
    )
    ctx.assume(
        "strong",
        "norm_q(b - a)**2/(2*(p - 1)) <= B(a, b)",
        for_all="a b",
        label="strong convexity",
        source="Ball, Carlen and Lieb (1994), for $q$ between 1 and 2, where $q-1=1/(p-1)$",
    )
    setting = ctx.setting("mirror.p_norm_setting", "a p-norm algorithm", P_NORM)
    ctx.define("first", "P == B(u, w[1])", label="from the comparator to the start")
    ctx.define("gradients", "S == Sum(k[t]**2, t, 1, T)", label="squared p-norms")
    ctx.hyp("size", "norm_q(u) <= U", label="size of the comparator")
    ctx.model(
        T=1, d=3, g={1: (0, 0)}, w={1: (0, 0), 2: (0, 0)}, u=(1, 0), k={1: 0}, U=1, G=1,
        f=lambda t, point: 0,
        psi=lambda point: point[0] ** 2 / 2,
        D=lambda point: (point[0], 0),
        B=lambda one, other: (one[0] - other[0]) ** 2 / 2,
        norm_q=lambda point: abs(point[0]),
    )  # fmt: skip
    return ctx, setting


@cache
def p_norm_descent() -> dict[str, Theorem]:
    """The p-norm algorithms, with any norm and step size."""
    ctx, setting = _p_norm()
    ctx.prove(
        "optimal",
        """
        0
        == dot(D(w[t+1]) - D(w[t]) + eta*g[t], u - w[t+1])
            | by at(step, a=u - w[t+1])
        """,
        label="The step, seen from $u$",
    )
    ctx.prove(
        "strong_there",
        """
        norm_q(w[t] - a)**2/(2*(p - 1))
        <= B(a, w[t])
            | by at(strong, b=w[t])
        """,
        on="t: 1..T+1",
        label="Strong convexity, seen from the points played",
    )
    ctx.cite(
        "mirror",
        regret_by_gradients()["mirror.regret"],
        given="sigma = 1/(p - 1), norm(a) = norm_q(a)",
    )
    ctx.prove(
        "from_start",
        """
        P
        == psi(u) - psi(w[1]) - dot(D(w[1]), u - w[1])
            | by first, at(bregman, a=u, b=w[1])
        == psi(u)
            | by start, at(start_image, a=u - w[1])
        == norm_q(u)**2/2
            | by at(half, a=u)
        <= U**2/2
            | by times((U + norm_q(u))/2, size)
        """,
        label="From the comparator to the start",
    )
    theorem = ctx.theorem(
        "regret",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= P/eta + eta/(2*(1/(p - 1)))*S
            | by mirror
        <= U**2/(2*eta) + (p - 1)*eta/2*S
            | by times(1/eta, from_start)
        """,
        claim=f"{REGRET} <= U**2/(2*eta) + (p - 1)*eta/2*S",
        title=THEOREMS["mirror.p_norm"].title,
        name="mirror.p_norm",
        shown="Reg_T(u) <= U**2/(2*eta) + (p - 1)*eta/2*Sum(k[t]**2, t, 1, T)",
        kind="corollary",
        within=(setting,),
        statement="""
            In @mirror.p_norm_setting, for every `u` with {size}, {claim}.
        """,
        sample=samplers.p_norm,
    )
    return {"mirror.p_norm": theorem}


@cache
def p_norm_tuned() -> dict[str, Theorem]:
    r"""With :math:`p=2\ln d`, the p-norm of a gradient is hardly more than its largest entry."""
    ctx, setting = _p_norm()
    ctx.cite("regret", p_norm_descent()["mirror.p_norm"])
    ctx.define("exponent", "p == 2*log(d)", label="the norm of the gradients")
    ctx.prove(
        "large",
        """
        2
        <= p
            | by range
        == 2*log(d)
            | by exponent
        """,
        label="At least three coordinates",
    )
    ctx.assume(
        "entries",
        "k[t] <= d**(1/p)*G",
        label="size of the gradients",
        source="the $p$-norm of $d$ numbers of size at most $G$",
    )
    ctx.define("tuning", "eta == U/(G*sqrt(exp(1)*(2*log(d) - 1)*T))", label="the step size")
    theorem = ctx.theorem(
        "tuned",
        """
        Sum(f[t](w[t]) - f[t](u), t, 1, T)
        <= U**2/(2*eta) + (p - 1)*eta/2*S
            | by regret
        <= U**2/(2*eta) + (p - 1)*eta/2*(d**(1/p)*G)**2*T
            | by gradients, times((p - 1)*eta/2, sum(t, 1, T, times(k[t] + d**(1/p)*G, entries)))
        == U**2/(2*eta) + (2*log(d) - 1)*eta/2*exp(1)*G**2*T
            | by exponent
        == sqrt(exp(1)*(2*log(d) - 1))*U*G*sqrt(T)
            | by tuning
        """,
        claim=f"{REGRET} <= sqrt(exp(1)*(2*log(d) - 1))*U*G*sqrt(T)",
        shown="Reg_T(u) <= sqrt(exp(1)*(2*log(d) - 1))*U*G*sqrt(T)",
        title=THEOREMS["mirror.p_norm_tuned"].title,
        name="mirror.p_norm_tuned",
        kind="corollary",
        within=(setting,),
        statement="""
            In @mirror.p_norm_setting let {size}, and let [every gradient have entries of size at most a
            positive `G`](entries, G > 0, k >= 0). With {exponent} and {tuning}, {claim}.
        """,
        sample=samplers.p_norm_tuned,
    )
    return {"mirror.p_norm_tuned": theorem}


THEOREMS = {
    "ftrl.equality": Entry("FTRL lemma", equality),
    "ftrl.growing": Entry("Regret of FTRL", growing),
    "mirror.three_points": Entry("Three-point identity", three_points),
    "mirror.squared_norm": Entry("The divergence of half the squared norm", two_divergences),
    "mirror.entropy": Entry("The divergence of the entropy", two_divergences),
    "mirror.relative_entropy": Entry("Gibbs' inequality", two_divergences),
    "mirror.strictly_convex": Entry(
        "Half the squared Euclidean norm is strictly convex", strictly_convex
    ),
    "mirror.trade_off": Entry("The mirror step minimises", mirror_step),
    "mirror.leader_steps": Entry("The leader takes mirror steps", leader),
    "mirror.leader_squared_norm": Entry("The leader for half the squared norm", quadratic_leader),
    "mirror.leader_entropy": Entry("The leader for the entropy", entropic_leader),
    "mirror.leader_multiplies": Entry("The leader's weights are multiplied", softmax),
    "mirror.leads": Entry("Mirror descent is FTRL without constraints", descent_leads),
    "mirror.regret_by_divergences": Entry(
        "Regret of mirror descent, by divergences", regret_by_divergences
    ),
    "mirror.regret": Entry("Regret of mirror descent", regret_by_gradients),
    "mirror.leader_regret": Entry("Regret of FTRL with one regulariser", leader_regret),
    "mirror.p_norm": Entry("Regret of the p-norm algorithms", p_norm_descent),
    "mirror.p_norm_tuned": Entry("Regret of the p-norm algorithm, tuned", p_norm_tuned),
    "mirror.dual_length": Entry("A gradient is as long as its point, in the dual norm", p_norms),
    "mirror.dual_gradient": Entry("The gradient of the dual norm leads back", p_norms),
}

SETTINGS = {
    "ftrl.setting": Entry("follow the regularised leader", growing),
    "mirror.regulariser": Entry("one regulariser", regret_by_gradients),
    "mirror.two_steps": Entry("mirror descent, step and projection", regret_by_divergences),
    "mirror.p_norm_setting": Entry("a p-norm algorithm", p_norm_descent),
}
