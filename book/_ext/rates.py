"""Fills the page "One table of rates": a bound beside what is forced, in formulas printed from the theorems."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hooks import filling

import olbook as ol
from olbook.checked.show.render import label_for

PLACE = "<!-- The rates are put here when the book is built, by book/_ext/rates.py. -->"


@dataclass(frozen=True)
class Rate:
    """A setting, who plays in it, and what is promised and forced there.

    What is forced is the name of a theorem, or words of our own; so are the letters of the one or the other.
    """

    setting: str
    learner: str
    upper: str
    lower: str
    letters: str = ""


NO_BETTER = "$UG\\sqrt T$, {prf:ref}`prop-minimax`"
RATES = (
    Rate("convex losses on a ball", "gradient descent that knows $T$", "ogd.tuned", NO_BETTER),
    Rate("the same", "dual averaging", "ftrl.anytime_dual_averaging", NO_BETTER),
    Rate("the same", "restarts", "doubling.gradient_descent", NO_BETTER),
    Rate(
        "convex losses, diameter $D$",
        "gradient descent with steps that shrink",
        "ogd.shrinking_steps",
        "$\\frac12DG\\sqrt T$, {prf:ref}`prop-minimax` for a ball",
    ),
    Rate(
        "the same, slopes unknown",
        "AdaGrad",
        "ftrl.adagrad",
        "$\\frac12D\\sqrt B$, {prf:ref}`prop-minimax` for a ball",
        "$B$: the sum of the squared lengths",
    ),
    Rate(
        "losses with curvature $\\mu$",
        "gradient descent, $\\eta_t=\\frac1{\\mu t}$<!-- is curved.logarithmic:tuning -->",
        "curved.logarithmic",
        "curved.opponent",
        "forced for $\\mu=1$; the sum is $C_T$, and $1+\\ln T\\le2C_T$<!-- is curved.forced -->",
    ),
    Rate(
        "exp-concave losses",
        "online Newton step",
        "curved.newton_tuned",
        "$\\frac d4\\left(1+\\ln\\frac Td\\right)$, {prf:ref}`prop-dimension-stays`",
        "forced on the cube $[-1,1]^d$, where $\\frac12(s\\pm1)^2$ has $\\alpha=\\frac14$, and $\\frac1{GD}$ is "
        "$\\frac1{4\\sqrt d}$",
    ),
    Rate(
        "examples with a margin",
        "Perceptron",
        "perceptron.margin",
        "$R^2U^2$, [orthonormal rows](#perceptron-break-it)",
    ),
    Rate(
        "a finite class, one hypothesis right",
        "standard optimal algorithm",
        "littlestone.standard_optimal",
        "$D$, {prf:ref}`prop-forced`",
        "$D$: the Littlestone dimension",
    ),
    Rate(
        "losses of slope $Z$ at most, $u$ in the simplex",
        "exponentiated gradient",
        "eg.tuned",
        "of this order, from the row on experts",
    ),
    Rate(
        "the same in the 1-norm",
        "$p$-norm learner",
        "mirror.p_norm_tuned",
        "of this order, from the row on experts",
    ),
    Rate(
        "square loss, $\\lVert x_t\\rVert\\le1$",
        "Widrow-Hoff",
        "square.tuned",
        "the same, {ref}`signs at random <upper-and-lower>`",
        "$C$: the loss of $u$, $\\lVert u\\rVert\\le U$",
    ),
    Rate(
        "square loss, ridge in all rounds",
        "forecaster",
        "curved.vovk_azoury_warmuth",
        "$C+\\frac{dY^2}2\\left(1+\\ln\\frac Td\\right)$, {prf:ref}`prop-dimension-stays`",
    ),
    Rate(
        "experts, losses in $[0,1]$",
        "Hedge that knows $T$",
        "hedge.regret",
        "games.forced",
        "$k=\\log_2d$",
    ),
    Rate(
        "the same",
        "Hedge with steps that shrink",
        "ftrl.anytime_hedge",
        "games.forced",
        "$k=\\log_2d$",
    ),
    Rate(
        "disjunctions of $k$ literals",
        "Winnow",
        "winnow.factor_two",
        "$k\\lfloor\\log_2(d/k)\\rfloor$, [a hidden disjunction](#winnow-hidden-literals)",
    ),
    Rate("arms, losses in $[0,1]$", "Exp3", "bandits.exp3_tuned", "bandits.forced"),
    Rate(
        "arms with gaps $\\Delta_i$",
        "UCB1",
        "bandits.ucb1",
        "of this order in $T$ {cite}`lattimore2020`",
        "$k$: how many arms are worse than the best",
    ),
    Rate(
        "no bound on $u$, slopes of at most 1",
        "coin betting",
        "tuning.coin_betting",
        "of this order {cite}`orabona2019`",
    ),
    Rate(
        "a sample, convex losses",
        "one pass, and the average",
        "batch.gradient_descent",
        "three tenths of it, {ref}`two coins <upper-and-lower>`",
    ),
    Rate(
        "the same",
        "one pass, the last point",
        "risk.last_iterate",
        "three tenths of it, {ref}`two coins <upper-and-lower>`",
    ),
    Rate(
        "a sample, risk with curvature $\\mu$",
        "one pass, weighted average",
        "risk.weighted_average",
        "of this order {cite}`nemirovski1983`",
    ),
    Rate(
        "two players, a matrix",
        "Hedge against Hedge",
        "games.self_play",
        "none in this book",
        "$m$ rows, $n$ columns",
    ),
)


def right_side(name: str) -> str:
    """What stands on the right of a theorem's claim, as it is displayed."""
    return re.split(r" \\(?:le|ge) ", ol.theorem(name).shown_tex)[-1]


def linked(name: str) -> str:
    """The right side of a theorem, with its number."""
    return f"${right_side(name)}$, {{prf:ref}}`{label_for(name)}`"


def table() -> str:
    """The table in Markdown."""
    out = ["| setting | learner | at most | forced from everybody | letters |", "|---" * 5 + "|"]
    for rate in RATES:
        lower = linked(rate.lower) if rate.lower in ol.theorems() else rate.lower
        cells = [rate.setting, rate.learner, linked(rate.upper), lower, rate.letters or "–"]
        out.append(f"| {' | '.join(cells)} |")
    return "\n".join(out)


setup = filling({PLACE: lambda book: table()})
