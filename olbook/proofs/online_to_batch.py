r"""Theorems of online-to-batch conversion.

A learner is run once over a sample of :math:`T` independent examples: it plays :math:`w_t`, sees
example :math:`t`, and pays :math:`f_t(w_t)`. The risk :math:`L(v)` of a fixed point is its expected
loss on a fresh example. All theorems rest on one lemma: :math:`w_t` depends on the examples before
round :math:`t` only, so example :math:`t` is a fresh one for it, :math:`\mathbb E f_t(w_t)=\mathbb E L(w_t)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..checked import Context, Setting, Theorem
from . import samplers
from .entries import Entry
from .online_convex_optimization import gradient_descent_setting, tuned
from .square_loss import widrow_hoff

FRESH = (
    "exchangeability: what is played depends on the earlier examples only, "
    "so a fresh example may take the place of the present one; proved on paper as the lemma of the fresh example"
)

SAMPLE = """
    A learner meets [`T` examples, drawn independently from one distribution](random), one a round. In
    round $t$ it plays a vector `w[t]`, [chosen before it has seen example $t$](fresh), and pays its loss on
    it, `f[t](w[t])`. The risk $L$ of a vector is its expected loss on a new example. [The
    regret](regret) against a vector `u` that is [fixed before the sample is drawn](risk) is `Reg_T(u)`.
"""
CLASSIFIER = """
    A learner meets [`T` examples, drawn independently from one distribution](random), one a round. In round
    $t$ it answers with a hypothesis `h[t]`, [chosen before it has seen example $t$](fresh), whose risk
    `L(h[t])` is [the probability that it is wrong on a new example of the same distribution](L >= 0). It
    makes [at most `M` mistakes on every sample that can be drawn](mistakes, ell >= 0, M >= 0), and $r$
    is [drawn uniformly from 1 to `T`, independently of all else](uniform r). The expectation is over the sample
    and the draw of $r$.
"""
"""What the theorems on mistakes suppose. That the bound holds on every sample is a restriction."""
PLAYER = """
    A learner meets [`T` examples, drawn independently from one distribution](random), one a round. In
    round $t$ it plays a vector `w[t]`, [chosen before it has seen example $t$](fresh), and pays its
    loss on this example, `f[t](w[t])`.
"""
RISK = "expected loss on a new example of the same distribution"
DESCENT = """
    In @batch.sample let online gradient descent play. It [starts at zero](start), takes [a step](step,
    squares) with {tuning}, [above 0](eta > 0), against a gradient `g[t]` of the loss on the example at
    `w[t]`, and [projects onto a closed convex set that contains zero and `u`](projection). Suppose that [the loss
    is convex for every example](convex), and so [the risk](convex_risk), and that {lipschitz}, with
    a [positive `G`](G > 0), and {size}, with a positive `U`.
"""
REGRESSION = """
    Let [Widrow-Hoff](start, update, loss, L >= 0) run once over [a sample of `T` examples with inputs `x[t]`
    and targets `y[t]`, drawn independently from one distribution](random), where {radius}: it starts at
    zero and sets {update}, where {error} is its error and the [positive](eta > 0) step satisfies
    {small}. Let `a` be [the average](average) of `w[1]` to `w[T]`, and let the
    input `X` with the target `Y` be [a new example of the same distribution, independent of the
    sample](fresh, law).
"""


def _mistake_bound() -> Context:
    """The names and hypotheses of a run with few mistakes."""
    ctx = Context(
        index="t: 1..T",
        posint="T",
        positive="epsilon delta",
        nonneg="M ell L chi",
        real="p",
        vector="h",
        random="ell chi h",
        uniform="r: 1..T",
    )
    ctx.assume("fresh", "E(ell[t]) == E(L(h[t]))", label="a fresh example", source=FRESH)
    ctx.hyp(
        "mistakes",
        "Sum(ell[t], t, 1, T) <= M",
        label=r"mistake bound, where $\ell_t=1$ at a mistake",
    )
    ctx.model(T=1, M=1, ell=1, h=(0, 0), L=lambda point: 1, chi=1, epsilon=1, delta=1, p=1)
    return ctx


@cache
def mistakes() -> dict[str, Theorem]:
    r"""From a mistake bound :math:`M` to the risk of one hypothesis :math:`h_r`, drawn at random.

    Here :math:`\ell_t` is 1 if :math:`h_t` is wrong on example :math:`t`, and :math:`L(h)` is the
    probability that :math:`h` is wrong on a fresh one.
    """
    ctx = _mistake_bound()
    classifier = ctx.setting("batch.classifier", "few mistakes", CLASSIFIER)
    theorem = ctx.theorem(
        "risk",
        """
        E(L(h[r]))
        == Sum(E(L(h[t])), t, 1, T)/T
            | by uniform(t, r, L(h[t]))
        == E(Sum(ell[t], t, 1, T))/T
            | by sum(t, 1, T, fresh)
        <= M/T
            | by times(1/T, E(mistakes))
        """,
        claim="E(L(h[r])) <= M/T",
        title=THEOREMS["batch.mistakes_to_risk"].title,
        name="batch.mistakes_to_risk",
        why="""
            risk 1 | every round is as likely as the others
            risk 2 | a fresh example, in every round
            risk 3 | at most so many mistakes
        """,
        within=(classifier,),
        statement="""
            In @batch.classifier, {claim}.
        """,
        sample=samplers.classification,
    )
    ctx.hyp("indicator", "chi[t]**2 == chi[t]", label="an indicator")
    ctx.hyp(
        "bad",
        "epsilon*chi[t] <= chi[t]*L(h[t])",
        label=r"$\chi_t=1$ only if the risk is at least $\epsilon$",
    )
    ctx.define("chance", "p == E(chi[r])", label="probability of a bad hypothesis")
    ctx.prove(
        "markov",
        """
        chi[t]
        <= chi[t]*L(h[t])/epsilon
            | by times(1/epsilon, bad)
        <= L(h[t])/epsilon
            | by indicator ; gap (1 - chi[t])**2*L(h[t])/epsilon
        """,
        label="In every outcome, as in the inequality of Markov",
    )
    markov = ctx.theorem(
        "probability",
        """
        p
        == Sum(E(chi[t]), t, 1, T)/T
            | by chance, uniform(t, r, chi[t])
        <= Sum(E(L(h[t])), t, 1, T)/(epsilon*T)
            | by times(1/T, sum(t, 1, T, E(markov)))
        == E(L(h[r]))/epsilon
            | by uniform(t, r, L(h[t]))
        <= M/(epsilon*T)
            | by times(1/epsilon, risk)
        """,
        claim="p <= M/(epsilon*T)",
        title=THEOREMS["batch.mistakes_to_probability"].title,
        name="batch.mistakes_to_probability",
        kind="corollary",
        within=(classifier,),
        statement="""
            In @batch.classifier, for [positive `epsilon`](epsilon > 0), [the probability `p` that `h[r]`
            has a risk of at least `epsilon`](chance, indicator, bad, chi >= 0, random) satisfies {claim}.
        """,
        sample=samplers.classification,
    )
    ctx.hyp("sample", "M/(epsilon*delta) <= T", label="size of the sample")
    pac = ctx.theorem(
        "pac",
        """
        p
        <= M/(epsilon*T)
            | by probability
        <= delta
            | by times(delta/T, sample)
        """,
        claim="p <= delta",
        title=THEOREMS["batch.sample_size"].title,
        name="batch.sample_size",
        kind="corollary",
        within=(classifier,),
        statement="""
            In @batch.classifier let [`epsilon` and `delta` be above zero](epsilon > 0, delta > 0). If {sample},
            then [the probability `p` that `h[r]` has a risk of at least `epsilon`](chance, indicator,
            bad, chi >= 0, random) satisfies {claim}.
        """,
        sample=samplers.classification,
    )
    return {
        "batch.mistakes_to_risk": theorem,
        "batch.mistakes_to_probability": markov,
        "batch.sample_size": pac,
    }


@cache
def jensen() -> dict[str, Theorem]:
    r"""Jensen's inequality for an average, from the subgradients :math:`D` of a convex function :math:`L`."""
    ctx = Context(index="t: 1..T", posint="T", real="L m", vector="D w a p q")
    ctx.hyp("convex", "L(p) - L(q) <= dot(D(p), p - q)", label="convexity", for_all="p q")
    ctx.define("average", "a == Sum(w[t], t, 1, T)/T", label="the average")
    ctx.define("mean", "m == Sum(L(w[t]), t, 1, T)/T", label="the mean value")
    ctx.model(
        T=2, w={1: (0, 0), 2: (2, 0)},
        L=lambda point: point[0] ** 2, D=lambda point: (2 * point[0], 0),
    )  # fmt: skip
    theorem = ctx.theorem(
        "jensen",
        """
        L(a)
        <= Sum(L(w[t]) + dot(D(a), a - w[t]), t, 1, T)/T
            | by times(1/T, sum(t, 1, T, at(convex, p=a, q=w[t])))
        == Sum(L(w[t]), t, 1, T)/T + dot(D(a), a - Sum(w[t], t, 1, T)/T)
        == Sum(L(w[t]), t, 1, T)/T
            | by average
        == m
            | by mean
        """,
        claim="L(a) <= m",
        title=THEOREMS["batch.jensen"].title,
        name="batch.jensen",
        kind="lemma",
        statement="""
            Let $L$ be [a convex function of a vector](convex), let `a` be [the average of the
            vectors](average) `w[1]` to `w[T]`, and `m` [the mean of the values of $L$ at
            them](mean). Then {claim}.
        """,
    )
    return {"batch.jensen": theorem}


def _sample(written: Mapping[str, str], **more: str) -> Context:
    """The names and hypotheses of a run over a sample, for any loss."""
    names = {
        "posint": "T", "real": "f L m", "vector": "D w a p q", "random": "f w a m", "uniform": "r: 1..T"
    }  # fmt: skip
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.written(**written)
    ctx.assume("fresh", "E(f[t](w[t])) == E(L(w[t]))", label="a fresh example", source=FRESH)
    ctx.model(
        T=1, w=(0, 0), f=lambda t, point, outcome: point[0] ** 2,
        L=lambda point: point[0] ** 2, D=lambda point: (2 * point[0], 0),
    )  # fmt: skip
    return ctx


def regret_against_a_point(ctx: Context) -> None:
    """Say what the regret of a run against a point is."""
    ctx.define(
        "regret",
        "Reg_T(p) == Sum(f[t](w[t]) - f[t](p), t, 1, T)",
        label="regret against a point",
        for_all="p",
    )


def _against_a_comparator(**written: str) -> tuple[Context, Setting]:
    """The same, with a fixed point to compare with."""
    ctx = _sample(written, real="B Reg_T", vector="u", random="Reg_T")
    ctx.hyp("risk", "E(f[t](u)) == L(u)", label="the risk of the comparator")
    regret_against_a_point(ctx)
    ctx.define("expected", "B == E(Sum(f[t](w[t]) - f[t](u), t, 1, T))", label="expected regret")
    ctx.model(u=(0, 0))
    setting = ctx.setting("batch.sample", "online-to-batch conversion", SAMPLE)
    ctx.prove(
        "exchanged",
        """
        Sum(E(L(w[t])), t, 1, T)/T - L(u)
        == Sum(E(f[t](w[t])) - E(f[t](u)), t, 1, T)/T
            | by sum(t, 1, T, fresh), sum(t, 1, T, risk)
        == B/T
            | by expected
        """,
        label="The average risk is the expected average loss",
    )
    return ctx, setting


def output_the_average(ctx: Context) -> None:
    """Output the average of the iterates; its risk is at most their average risk."""
    ctx.hyp(
        "convex_risk",
        "L(p) - L(q) <= dot(D(p), p - q)",
        label="convexity of the risk",
        for_all="p q",
    )
    ctx.define("average", "a == Sum(w[t], t, 1, T)/T", label="the average iterate")
    ctx.define("mean", "m == Sum(L(w[t]), t, 1, T)/T", label="the mean risk of the iterates")
    ctx.cite("jensen", jensen()["batch.jensen"])


@cache
def random_iterate() -> dict[str, Theorem]:
    """An iterate drawn at random; no convexity is needed."""
    ctx, setting = _against_a_comparator()
    theorem = ctx.theorem(
        "random",
        """
        E(L(w[r])) - L(u)
        == Sum(E(L(w[t])), t, 1, T)/T - L(u)
            | by uniform(t, r, L(w[t]))
        == B/T
            | by exchanged
        """,
        claim="E(L(w[r])) - L(u) == B/T",
        title=THEOREMS["batch.random_iterate"].title,
        name="batch.random_iterate",
        shown="E(L(w[r])) - L(u) == E(Reg_T(u))/T",
        within=(setting,),
        statement="""
            In @batch.sample, for $r$ [drawn uniformly and independently from 1 to `T`](uniform r), {claim}.
        """,
        sample=samplers.online_to_batch,
    )
    return {"batch.random_iterate": theorem}


@cache
def average_iterate() -> dict[str, Theorem]:
    """The average of the iterates, against a comparator."""
    ctx, setting = _against_a_comparator(a=r"\bar w")
    output_the_average(ctx)
    theorem = ctx.theorem(
        "averaged",
        """
        E(L(a)) - L(u)
        <= E(m) - L(u)
            | by E(jensen)
        == Sum(E(L(w[t])), t, 1, T)/T - L(u)
            | by mean
        == Sum(E(f[t](w[t])) - E(f[t](u)), t, 1, T)/T
            | by sum(t, 1, T, fresh), sum(t, 1, T, risk)
        == B/T
            | by expected
        """,
        claim="E(L(a)) - L(u) <= B/T",
        title=THEOREMS["batch.average"].title,
        name="batch.average",
        shown="E(L(a)) - L(u) <= E(Reg_T(u))/T",
        why="""
            averaged 2 | Jensen's inequality
            averaged 3 | every example is fresh, for $w_t$ and for a $u$ that is fixed
            averaged 4 | the expected regret, by definition
        """,
        within=(setting,),
        statement="""
            In @batch.sample, if [the risk is convex](convex_risk), [the average `a` of the `w[t]`](average, mean,
            random) satisfies {claim}.
        """,
        sample=samplers.online_to_batch,
    )
    return {"batch.average": theorem}


@cache
def bounded_loss() -> dict[str, Theorem]:
    """The average of the iterates, if the total loss is bounded for every sample."""
    ctx = _sample({}, real="b")
    ctx.hyp("bound", "Sum(f[t](w[t]), t, 1, T) <= b", label="loss bound, for any sample")
    ctx.model(b=1)
    output_the_average(ctx)
    theorem = ctx.theorem(
        "averaged",
        """
        E(L(a))
        <= E(m)
            | by E(jensen)
        == Sum(E(L(w[t])), t, 1, T)/T
            | by mean
        == E(Sum(f[t](w[t]), t, 1, T))/T
            | by sum(t, 1, T, fresh)
        <= b/T
            | by times(1/T, E(bound))
        """,
        claim="E(L(a)) <= b/T",
        title=THEOREMS["batch.losses_to_risk"].title,
        name="batch.losses_to_risk",
        kind="corollary",
        statement=f"""
            {PLAYER} Let the risk $L$ of a vector, that is its {RISK}, be [a convex
            function of all vectors](convex_risk), and let the losses add up to [at most `b` on every
            sample that can be drawn](bound). Then [the average `a` of the vectors played](average, mean)
            satisfies {{claim}}.
        """,
        sample=samplers.online_to_batch_bounded,
    )
    return {"batch.losses_to_risk": theorem}


def one_pass_setting(**more: str) -> Context:
    """The names and hypotheses of one pass of online gradient descent over a sample."""
    names = {"positive": "G", "real": "L m", "vector": "D a p q", "random": "f w v g S a m"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = gradient_descent_setting(**names)
    ctx.hyp("lipschitz", "norm2(g[t]) <= G**2", label="size of the gradients")
    ctx.define("tuning", "eta == U/(G*sqrt(T))", label="the step size")
    ctx.assume("fresh", "E(f[t](w[t])) == E(L(w[t]))", label="a fresh example", source=FRESH)
    ctx.hyp("risk", "E(f[t](u)) == L(u)", label="the risk of the comparator")
    ctx.model(
        T=1, G=1, w={(1, 0): (0, 0), (1, 1): (0, 0), (2, 0): (-1, 0), (2, 1): (-1, 0)},
        g=(1, 0), v=(-1, 0), S=1, f=lambda t, point, outcome: point[0], L=lambda point: point[0],
        D=lambda point: (1, 0),
    )  # fmt: skip
    output_the_average(ctx)
    return ctx


@cache
def stochastic_gradient_descent() -> dict[str, Theorem]:
    """One pass of online gradient descent over the sample, and its average iterate."""
    ctx = one_pass_setting(real="Reg_T", random="Reg_T")
    regret_against_a_point(ctx)
    _, sample = _against_a_comparator()
    descent = ctx.setting("batch.descent", "stochastic gradient descent", DESCENT, within=(sample,))
    ctx.cite("descent", tuned()["ogd.tuned"])
    theorem = ctx.theorem(
        "excess",
        """
        E(L(a)) - L(u)
        <= E(m) - L(u)
            | by E(jensen)
        == Sum(E(f[t](w[t])) - E(f[t](u)), t, 1, T)/T
            | by mean, sum(t, 1, T, fresh), sum(t, 1, T, risk)
        <= U*G*sqrt(T)/T
            | by times(1/T, E(descent))
        == U*G/sqrt(T)
        """,
        claim="E(L(a)) - L(u) <= U*G/sqrt(T)",
        title=THEOREMS["batch.gradient_descent"].title,
        name="batch.gradient_descent",
        kind="corollary",
        within=(descent,),
        statement="""
            In @batch.descent, [the average `a` of `w[1]` to `w[T]`](average, mean, random) satisfies {claim}.
        """,
        sample=samplers.stochastic_gradient_descent,
    )
    return {"batch.gradient_descent": theorem}


def _regression(**more: str) -> Context:
    r"""The names of linear predictors that are tried on a fresh example :math:`(X, Y)`."""
    names = {"posint": "T", "real": "Y Q", "vector": "w a X", "random": "w a X Y"}
    for kind, extra in more.items():
        names[kind] = f"{names.get(kind, '')} {extra}"
    ctx = Context(index="t: 1..T", **names)
    ctx.written(a=r"\bar w")
    return ctx


AVERAGE = "a == Sum(w[t], t, 1, T)/T"
VARIANCE = """
    (dot(a, X) - Y)**2
    <= (dot(a, X) - Y)**2 + Sum((dot(w[t], X) - dot(a, X))**2, t, 1, T)/T
        | gap Sum((dot(w[t], X) - dot(a, X))**2, t, 1, T)/T
    == Sum((dot(w[t], X) - Y)**2, t, 1, T)/T
        | by average
"""


@cache
def square_jensen() -> dict[str, Theorem]:
    """Jensen's inequality for the square loss: what the average gains is a variance."""
    ctx = _regression()
    ctx.define("average", AVERAGE, label="the average of the weights")
    ctx.define(
        "mean",
        "Q == Sum(E((dot(w[t], X) - Y)**2), t, 1, T)/T",
        label="the mean risk of the weights",
    )
    ctx.model(
        T=2, w={(1, 0): (0, 0), (1, 1): (0, 0), (2, 0): (2, 0), (2, 1): (2, 0)}, X=(1, 0), Y=1
    )
    ctx.prove("variance", VARIANCE, label="The average gains a variance")
    theorem = ctx.theorem(
        "square",
        """
        E((dot(a, X) - Y)**2)
        <= Sum(E((dot(w[t], X) - Y)**2), t, 1, T)/T
            | by E(variance)
        == Q
            | by mean
        """,
        claim="E((dot(a, X) - Y)**2) <= Q",
        title=THEOREMS["batch.jensen_square"].title,
        name="batch.jensen_square",
        kind="lemma",
        statement="""
            Let [the vectors](random) `w[1]` to `w[T]` and an example with input `X` and target `Y`
            be given; let `a` be [the average of the vectors](average), and let [`Q` be
            the mean of their expected square losses on the example](mean). Then {claim}.
        """,
    )
    return {"batch.jensen_square": theorem}


@cache
def batch_widrow_hoff() -> dict[str, Theorem]:
    """One pass of Widrow-Hoff over the sample, and the average of its weights."""
    ctx = _regression(positive="eta", nonneg="L U", real="y l B R", vector="x u", random="x y l L")
    ctx.define("start", "w[1] == 0", label="the start")
    ctx.define("error", "l[t] == dot(w[t], x[t]) - y[t]", label="the error of the learner")
    ctx.define("update", "w[t+1] == w[t] - eta*l[t]*x[t]", label="the update")
    ctx.define("loss", "L == Sum(l[t]**2, t, 1, T)", label="loss of the learner")
    ctx.hyp("radius", "norm2(x[t]) <= 1", label="size of the inputs")
    ctx.assume(
        "fresh",
        "E((dot(w[t], x[t]) - y[t])**2) == E((dot(w[t], X) - Y)**2)",
        label="a fresh example",
        source=FRESH,
    )
    ctx.hyp(
        "law",
        "E((dot(u, x[t]) - y[t])**2) == E((dot(u, X) - Y)**2)",
        label="the new example has the distribution of the sample",
        for_all="u",
    )
    ctx.hyp("small", "eta < 1", label="the step size")
    ctx.define("average", AVERAGE, label="the average of the weights")
    ctx.model(
        T=1, eta=1 / 2, w={(1, 0): (0, 0), (1, 1): (0, 0), (2, 0): (1 / 2, 0), (2, 1): (1 / 2, 0)},
        x=(1, 0), y=1, X=(1, 0), Y=1, u=(1, 0), U=1, B=1,
    )  # fmt: skip
    ctx.prove("variance", VARIANCE, label="The average gains a variance")
    ctx.cite(
        "one_pass",
        widrow_hoff()["square.widrow_hoff"],
        given="C = Sum((dot(u, x[t]) - y[t])**2, t, 1, T), U = sqrt(norm2(u))",
    )
    ctx.prove(
        "identical",
        """
        E(Sum((dot(u, x[t]) - y[t])**2, t, 1, T))
        == T*E((dot(u, X) - Y)**2)
            | by sum(t, 1, T, law)
        """,
        label="All examples have the same distribution",
    )
    ctx.prove(
        "any",
        """
        E((dot(a, X) - Y)**2)
        <= Sum(E((dot(w[t], X) - Y)**2), t, 1, T)/T
            | by E(variance)
        == E(Sum((dot(w[t], x[t]) - y[t])**2, t, 1, T))/T
            | by sum(t, 1, T, fresh)
        == E(L)/T
            | by loss, error
        <= E(Sum((dot(u, x[t]) - y[t])**2, t, 1, T))/((1 - eta)*T) + norm2(u)/(eta*T)
            | by times(1/T, E(one_pass))
        == E((dot(u, X) - Y)**2)/(1 - eta) + norm2(u)/(eta*T)
            | by times(1/((1 - eta)*T), identical)
        """,
        label="For every comparator",
    )
    setting = ctx.setting("batch.regression", "one pass of Widrow-Hoff", REGRESSION)
    ctx.define(
        "best",
        "B == inf(E((dot(u, X) - Y)**2)/(1 - eta) + norm2(u)/(eta*T), u)",
        label="the best trade-off",
    )
    infimum = ctx.theorem(
        "infimum",
        """
        E((dot(a, X) - Y)**2)
        <= B
            | by inf(best, any)
        """,
        claim="E((dot(a, X) - Y)**2) <= B",
        title=THEOREMS["batch.widrow_hoff_best"].title,
        name="batch.widrow_hoff_best",
        kind="corollary",
        within=(setting,),
        statement="In @batch.regression, {claim}, where {best}.",
        sample=samplers.regression,
    )
    ctx.define("risk", "R == E((dot(u, X) - Y)**2)", label="risk of the comparator")
    ctx.hyp("size", "norm2(u) <= U**2", label="size of the comparator")
    theorem = ctx.theorem(
        "batch",
        """
        E((dot(a, X) - Y)**2)
        <= E((dot(u, X) - Y)**2)/(1 - eta) + norm2(u)/(eta*T)
            | by any
        <= R/(1 - eta) + U**2/(eta*T)
            | by risk, times(1/(eta*T), size)
        """,
        claim="E((dot(a, X) - Y)**2) <= R/(1 - eta) + U**2/(eta*T)",
        title=THEOREMS["batch.widrow_hoff"].title,
        name="batch.widrow_hoff",
        shown="E((dot(a, X) - Y)**2) <= E((dot(u, X) - Y)**2)/(1 - eta) + U**2/(eta*T)",
        kind="corollary",
        within=(setting,),
        statement="""
            In @batch.regression, for every fixed `u` with {size}, {claim}.
        """,
        sample=samplers.regression,
    )
    return {"batch.widrow_hoff_best": infimum, "batch.widrow_hoff": theorem}


SETTINGS = {
    "batch.sample": Entry("online-to-batch conversion", average_iterate),
    "batch.descent": Entry("stochastic gradient descent", stochastic_gradient_descent),
    "batch.classifier": Entry("few mistakes", mistakes),
    "batch.regression": Entry("one pass of Widrow-Hoff", batch_widrow_hoff),
}

THEOREMS = {
    "batch.mistakes_to_risk": Entry("From a mistake bound to the risk of a random pick", mistakes),
    "batch.mistakes_to_probability": Entry("The chance of a bad pick", mistakes),
    "batch.sample_size": Entry("A sample that is large enough", mistakes),
    "batch.losses_to_risk": Entry("From a loss bound to the risk of the average", bounded_loss),
    "batch.gradient_descent": Entry(
        "One pass of stochastic gradient descent", stochastic_gradient_descent
    ),
    "batch.average": Entry("Online to batch, with the average of the iterates", average_iterate),
    "batch.jensen": Entry("Jensen's inequality for an average", jensen),
    "batch.random_iterate": Entry(
        "Online to batch, with an iterate drawn at random", random_iterate
    ),
    "batch.jensen_square": Entry("Jensen's inequality for the square loss", square_jensen),
    "batch.widrow_hoff": Entry("Widrow-Hoff on a sample", batch_widrow_hoff),
    "batch.widrow_hoff_best": Entry(
        "Widrow-Hoff on a sample, against the best comparator", batch_widrow_hoff
    ),
}
