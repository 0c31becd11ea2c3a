"""A course companion to online learning: the algorithms of the book, in code that reads like it.

    import olbook as ol
    run = ol.play(ol.Perceptron(), X, y)

Importing this package imports NumPy and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import kernels, losses, streams
from .comparator import best_in_hindsight
from .domains import Ball, Box, L1Ball, Simplex, WholeSpace
from .doubling_trick import DoublingTrick
from .gd_eg_ftrl import ExponentiatedGradient, GradientDescent, LinearPredictor
from .measured import MeasuredBounds
from .mirror_descent import FollowTheRegularizedLeader, MirrorDescent, PNorm
from .online_convex_optimization import Hedge, OnlineGradientDescent
from .online_to_batch import online_to_batch
from .perceptron import KernelPerceptron, Perceptron, functional_margin, geometric_margin
from .protocol import play, play_oco
from .regularizers import Entropy, SquaredNorm, SquaredPNorm
from .replicates import replicate
from .square_loss import WidrowHoff
from .winnow import Winnow

if TYPE_CHECKING:
    from .checked import Setting, Theorem

__version__ = "0.2.0"

TOPICS = (
    "online_convex_optimization",
    "curved_losses",
    "perceptron",
    "littlestone_dimension",
    "gd_eg_ftrl",
    "mirror_descent",
    "square_loss",
    "adaptive_ftrl",
    "winnow",
    "games",
    "bandits",
    "doubling_trick",
    "without_tuning",
    "online_to_batch",
    "regret_to_risk",
)
"""The topics in the order of the book; each is the name of a chapter, a module, proofs and tests."""

__all__ = [
    "Ball",
    "Box",
    "DoublingTrick",
    "Entropy",
    "ExponentiatedGradient",
    "FollowTheRegularizedLeader",
    "GradientDescent",
    "Hedge",
    "KernelPerceptron",
    "L1Ball",
    "LinearPredictor",
    "MeasuredBounds",
    "MirrorDescent",
    "OnlineGradientDescent",
    "PNorm",
    "Perceptron",
    "Simplex",
    "SquaredNorm",
    "SquaredPNorm",
    "WholeSpace",
    "WidrowHoff",
    "Winnow",
    "best_in_hindsight",
    "functional_margin",
    "geometric_margin",
    "kernels",
    "losses",
    "online_to_batch",
    "play",
    "play_oco",
    "replicate",
    "setting",
    "streams",
    "theorem",
    "theorems",
]


def theorem(name: str) -> Theorem:
    """The theorem with this name; its proof is checked when it is first asked for.

    Parameters
    ----------
    name : str
        For example ``"perceptron.margin"``; :func:`theorems` lists them all.

    Returns
    -------
    olbook.checked.Theorem
    """
    from .proofs import theorem as find

    return find(name)


def setting(name: str) -> Setting:
    """The setting with this name: what the theorems that name it suppose together.

    Parameters
    ----------
    name : str
        For example ``"games.two_players"``.

    Returns
    -------
    olbook.checked.Setting
    """
    from .proofs import setting as find

    return find(name)


def theorems() -> dict[str, str]:
    """The titles of all theorems by name; no proof is run for this.

    Returns
    -------
    dict
        Name to title.
    """
    from .proofs import theorems as titles

    return titles()
