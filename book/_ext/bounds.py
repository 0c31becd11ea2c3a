"""Fills the page "How sharp the bounds are": upper and lower bounds, and exact worst cases.

In the first table a theorem says what is forced, or an opponent of the package plays against the learner
of the upper bound while the book is built. The ratio says what is left between the two. The second table
compares bounds with worst_cases/results.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from hooks import filling

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad
from olbook.checked.show.render import label_for
from olbook.curved_losses import forced_numbers
from olbook.littlestone_dimension import Halving, StandardOptimalAlgorithm, forced_path
from olbook.proofs import CATALOGUE

RESULTS = "worst_cases/results.json"
PLACE = "<!-- The {} are put here when the book is built, by book/_ext/bounds.py. -->"
T = 64  # rounds of the games that are played for the table

Measured = tuple[float, float]  # the bound, and what the opponent forced


@dataclass(frozen=True)
class Pair:
    """An upper bound, and a lower one for the same game."""

    upper: str  # the name of the theorem
    lower: str  # what forces it, in Markdown with a link; empty if the book has none
    where: str = ""  # for which the two were compared
    measured: Callable[[], Measured] | None = None


def straight(name: str, learner: Any, **values: float) -> Measured:
    """Linear losses on the unit ball, against gradients that are orthogonal to what is played."""
    gradients = ol.streams.orthogonal_gradients(learner, T)
    paid = ol.play_oco(learner, gradients).losses.sum()
    return float(ol.theorem(name).bound(**values)), paid + ol.Ball(1.0).support(
        -gradients.sum(axis=0)
    )


def descent(eta: Any) -> ol.OnlineGradientDescent:
    """Gradient descent on the unit ball."""
    return ol.OnlineGradientDescent(eta, domain=ol.Ball(1.0))


def doubling() -> Measured:
    """Gradient descent that is started again after 1, 2, 4, ... rounds."""
    learner = ol.DoublingTrick(lambda n: descent(n**-0.5))
    return straight("doubling.gradient_descent", learner, U=1.0, G=1.0, T=T)


def numbers() -> Measured:
    """Targets 1 and -1, which any learner on the line may fear; both sides are theorems."""
    bound = ol.theorem("curved.logarithmic").bound(G=2.0, mu=1.0, T=T)
    forced = ol.theorem("curved.opponent").bound(C_T=forced_numbers(T)[1:].sum())
    return float(bound), float(forced)


def experts() -> Measured:
    """Losses that a coin decides, for experts that bet on it; both sides are theorems."""
    bound = ol.theorem("hedge.regret").bound(T=T, d=16)
    return float(bound), float(ol.theorem("games.forced").bound(T=T, k=4))


def orthonormal() -> Measured:
    """The Perceptron on orthonormal rows with labels that contradict it."""
    X, y = ol.streams.orthonormal_rows(ol.Perceptron(), T)
    bound = ol.theorem("perceptron.margin").bound(R=1.0, U=math.sqrt(T))
    return float(bound), ol.play(ol.Perceptron(), X, y).losses.sum()


def literals(name: str, learner: ol.Winnow) -> Measured:
    """Winnow, while one literal in each of 4 blocks of 16 coordinates is hidden."""
    X, y, _ = ol.streams.hidden_literals(learner, d=64, k=4)
    return float(ol.theorem(name).bound(k=4, d=64)), ol.play(learner, X, y).losses.sum()


def signs() -> Measured:
    """Orthonormal inputs with signs that nobody can know, each of which costs 1; a comparator half as far."""
    y = np.random.default_rng(0).choice((-1.0, 1.0), T)
    errors = ol.play(ol.WidrowHoff(1 / 2), np.eye(T), y).losses.sum() * 2
    return float(ol.theorem("square.tuned").bound(C=T / 4, U=math.sqrt(T) / 2)), float(errors)


def forecast() -> Measured:
    """The forecaster on the line, against the opponent of curved losses; both sides are theorems."""
    sizes = {"C": 0.0, "a": 1.0, "U": 1.0, "Y": 1.0, "R": 1.0, "d": 1, "T": T}
    bound = ol.theorem("curved.vovk_azoury_warmuth").bound(**sizes)
    return float(bound), 2 * float(
        ol.theorem("curved.opponent").bound(C_T=forced_numbers(T)[1:].sum())
    )


def cube() -> Measured:
    """The Newton step on the cube of 4 dimensions: in each a game on the line, of a fourth of the rounds."""
    d, game = 4, ol.theorem("curved.opponent").bound(C_T=forced_numbers(T // 4)[1:].sum())
    alpha = 1 / (2 * 2 * math.sqrt(d))  # 1/(GD), since the losses are 1/4-exp-concave and GD is 8
    bound = ol.theorem("curved.newton_tuned").bound(alpha=alpha, d=d, T=T)
    return float(bound), d * float(game)


def coins() -> Measured:
    """Two coins with a small mean, up or down: how much the rule loses that errs least."""
    heads = (1 + T**-0.5) / 2
    chance = [math.comb(T, k) * heads**k * (1 - heads) ** (T - k) for k in range(T // 2 + 1)]
    wrong = sum(chance[:-1]) + chance[-1] / 2  # half of the tosses or more show the other side
    return float(ol.theorem("batch.gradient_descent").bound(U=1.0, G=1.0, T=T)), 2 * T**-0.5 * wrong


def arms() -> Measured:
    """A hidden arm; both sides are theorems."""
    bound = ol.theorem("bandits.exp3_tuned").bound(T=T, d=4)
    return float(bound), float(ol.theorem("bandits.forced").bound(T=T, d=4))


def thresholds(name: str, learner: Any, **values: float) -> Measured:
    """Sixteen thresholds on a line of fifteen points, with answers from a mistake tree."""
    X, y = forced_path(learner(THRESHOLDS), THRESHOLDS)
    return float(ol.theorem(name).bound(**values)), ol.play(learner(THRESHOLDS), X, y).losses.sum()


THRESHOLDS = np.arange(15) >= np.arange(16)[:, np.newaxis]  # one a row
lazy = ol.FollowTheRegularizedLeader(lambda t: (2 * t) ** -0.5, ol.SquaredNorm())
FORCED = "{prf:ref}`prop-forced`, any deterministic learner"
NO_BETTER = "{prf:ref}`prop-minimax`, any learner"
BALL = f"unit ball, $G=1$, $T={T}$"
PAIRS = (
    Pair(
        "ogd.tuned",
        NO_BETTER,
        BALL,
        lambda: straight("ogd.tuned", descent(T**-0.5), U=1.0, G=1.0, T=T),
    ),
    Pair(
        "ftrl.anytime_dual_averaging",
        NO_BETTER,
        BALL,
        lambda: straight("ftrl.anytime_dual_averaging", lazy, U=1.0, G=1.0, T=T),
    ),
    Pair(
        "ftrl.adagrad",
        NO_BETTER,
        BALL,
        lambda: straight("ftrl.adagrad", AdaGrad(2.0, domain=ol.Ball(1.0)), D=2.0, B=T),
    ),
    Pair("doubling.gradient_descent", NO_BETTER, BALL, doubling),
    Pair(
        "ogd.shrinking_steps",
        NO_BETTER,
        BALL,
        lambda: straight("ogd.shrinking_steps", descent(lambda t: 2 * t**-0.5), D=2.0, G=1.0, T=T),
    ),
    Pair(
        "curved.logarithmic",
        "{prf:ref}`thm-curved-opponent`, any learner",
        rf"$\mu=1$, $G=2$, $T={T}$",
        numbers,
    ),
    Pair(
        "hedge.regret",
        "{prf:ref}`thm-games-forced`, any learner; with more coins the constant is "
        "[the smallest possible](#nobody-promises-better) in the limit (cited)",
        f"$d=16$, $T={T}$",
        experts,
    ),
    Pair(
        "perceptron.margin",
        "[orthonormal rows](#perceptron-break-it), any deterministic learner",
        f"$R=1$, $U={math.isqrt(T)}$",
        orthonormal,
    ),
    Pair(
        "winnow.disjunctions",
        "[a hidden disjunction](#winnow-hidden-literals), any deterministic learner",
        "$k=4$, $d=64$",
        lambda: literals("winnow.disjunctions", ol.Winnow()),
    ),
    Pair(
        "winnow.factor_two",
        "[a hidden disjunction](#winnow-hidden-literals), any deterministic learner",
        "$k=4$, $d=64$",
        lambda: literals("winnow.factor_two", ol.Winnow(math.log(2) / 2)),
    ),
    Pair(
        "littlestone.halving",
        FORCED,
        "16 thresholds",
        lambda: thresholds("littlestone.halving", Halving, N=16),
    ),
    Pair(
        "littlestone.standard_optimal",
        FORCED,
        "16 thresholds",
        lambda: thresholds("littlestone.standard_optimal", StandardOptimalAlgorithm, D=4),
    ),
    Pair(
        "bandits.exp3_tuned", "{prf:ref}`thm-bandits-forced`, any learner", f"$d=4$, $T={T}$", arms
    ),
    Pair(
        "square.tuned",
        "signs at random on orthonormal inputs, any learner",
        f"$T={T}$ inputs, $U={math.isqrt(T) // 2}$, $C={T // 4}$",
        signs,
    ),
    Pair(
        "curved.vovk_azoury_warmuth",
        "{prf:ref}`thm-curved-opponent`, any learner",
        f"$d=a=R=Y=U=1$, $T={T}$, beyond $C$",
        forecast,
    ),
    Pair(
        "batch.gradient_descent",
        "two coins with means $\\pm\\frac G{\\sqrt T}$, any rule",
        f"$U=G=1$, $T={T}$",
        coins,
    ),
    Pair(
        "curved.newton_tuned",
        "{prf:ref}`prop-dimension-stays`, any learner",
        f"the square loss on $[-1,1]^4$, $T={T}$",
        cube,
    ),
)


def number(value: float) -> str:
    """With two decimals where there are any."""
    return f"{value:.2f}".removesuffix(".00")


def pairs() -> str:
    """The table of upper and lower bounds."""
    out = ["| upper bound | what is forced | compared for | bound | forced | ratio |"]
    out += ["| :-- | :-- | :-- | --: | --: | --: |"]
    for pair in PAIRS:
        cells = [f"{{prf:ref}}`{label_for(pair.upper)}`, {CATALOGUE[pair.upper].title}"]
        cells += [pair.lower or "none in this book", pair.where or "–"]
        if pair.measured:
            bound, forced = pair.measured()
            cells += [number(bound), number(forced), number(bound / forced)]
        else:
            cells += ["–"] * 3
        out.append(f"| {' | '.join(cells)} |")
    return "\n".join(out)


def stored(root: Path) -> dict[str, Any]:
    """What `make exact` has computed."""
    found: dict[str, Any] = json.loads((root / RESULTS).read_text(encoding="utf-8"))
    return found


SIZES: dict[str, Callable[[int], dict[str, float]]] = {
    "ogd.tuned": lambda T: {"U": 1, "G": 1, "T": T},
    "mirror.leader_regret": lambda T: {"P": 1 / 2, "eta": T**-0.5, "sigma": 1, "S": T},
    "ogd.shrinking_steps": lambda T: {"D": 1, "G": 1, "T": T},
    "ftrl.anytime_dual_averaging": lambda T: {"U": 1, "G": 1, "T": T},
    "curved.logarithmic": lambda T: {"G": 1, "mu": 1, "T": T},
    "hedge.regret": lambda T: {"d": 2, "T": T},
    "ftrl.anytime_hedge": lambda T: {"d": 2, "T": T},
}
"""With what the bounds are compared: all sizes are 1, and Hedge has two experts."""


def bound_of(case: dict[str, Any]) -> float:
    """The proved bound for a case of `make exact`."""
    sizes = {name: float(value) for name, value in SIZES[case["theorem"]](case["T"]).items()}
    return float(ol.theorem(case["theorem"]).bound(**sizes))


def exact(found: dict[str, Any]) -> str:
    """The table of exact worst cases: how much of the bound they reach."""
    rounds = (1, 2, 4, 8)
    out = [
        f"| bound | {' | '.join(f'$T={T}$' for T in rounds)} |",
        "| :-- |" + " --: |" * len(rounds),
    ]
    for name in SIZES:
        cases = {case["T"]: case for case in found["cases"] if case["theorem"] == name}
        cells = [f"{cases[T]['lower']:.3f} of {bound_of(cases[T]):.3f}" for T in rounds]
        out.append(
            f"| {{prf:ref}}`{label_for(name)}`, {CATALOGUE[name].title} | {' | '.join(cells)} |"
        )
    return "\n".join(out)


def made(found: dict[str, Any]) -> str:
    """With what the stored numbers were computed, and how far the two sides differ at most."""
    programs = ", ".join(f"{name} {version}" for name, version in found["made with"].items())
    exponent = math.ceil(math.log10(found["largest duality gap"]))
    return f"made with {programs}; the two sides differ by less than $10^{{{exponent}}}$"


setup = filling(
    {
        PLACE.format("pairs"): lambda book: pairs(),
        PLACE.format("worst cases"): lambda book: exact(stored(book.parent)),
        PLACE.format("programs"): lambda book: made(stored(book.parent)),
    }
)
