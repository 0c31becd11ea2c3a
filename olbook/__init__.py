"""A course companion to online learning: the algorithms of the book, in code that reads like it.

    import olbook as ol
    run = ol.play(ol.Perceptron(), X, y)

Importing this package imports NumPy and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import kernels
from .comparator import Comparator, best_in_hindsight
from .domains import Ball, Box, L1Ball, Simplex, WholeSpace
from .doubling_trick import DoublingTrick, push_and_wiggle
from .gd_eg_ftrl import ExponentiatedGradient, GradientDescent, LinearPredictor
from .losses import Absolute, Hinge, Logistic, Square, ZeroOne
from .measured import MeasuredBounds
from .mirror_descent import FollowTheRegularizedLeader, Hedge, MirrorDescent, PNorm
from .online_convex_optimization import OnlineGradientDescent, orthogonal_gradients
from .online_to_batch import online_to_batch
from .perceptron import (
    KernelPerceptron,
    Perceptron,
    bisection,
    functional_margin,
    geometric_margin,
    orthonormal_rows,
    threshold_interval,
)
from .protocol import play, play_oco
from .record import OcoRun, Replicas, Run
from .regularizers import Entropy, SquaredNorm, SquaredPNorm
from .replicates import replicate
from .square_loss import WidrowHoff
from .streams import breast_cancer, diabetes, digits_pair, disjunction, noisy, separable
from .winnow import Winnow, hidden_literals

if TYPE_CHECKING:
    from .checked import Theorem

__version__ = "0.1.0"

TOPICS = (
    "doubling_trick",
    "online_to_batch",
    "online_convex_optimization",
    "perceptron",
    "winnow",
    "gd_eg_ftrl",
    "square_loss",
    "mirror_descent",
)
"""The topics in the order of the book; each is the name of a chapter, a module, proofs and tests."""

__all__ = [
    "Absolute",
    "Ball",
    "Box",
    "Comparator",
    "DoublingTrick",
    "Entropy",
    "ExponentiatedGradient",
    "FollowTheRegularizedLeader",
    "GradientDescent",
    "Hedge",
    "Hinge",
    "KernelPerceptron",
    "L1Ball",
    "LinearPredictor",
    "Logistic",
    "MeasuredBounds",
    "MirrorDescent",
    "OcoRun",
    "OnlineGradientDescent",
    "PNorm",
    "Perceptron",
    "Replicas",
    "Run",
    "Simplex",
    "Square",
    "SquaredNorm",
    "SquaredPNorm",
    "WholeSpace",
    "WidrowHoff",
    "Winnow",
    "ZeroOne",
    "best_in_hindsight",
    "bisection",
    "breast_cancer",
    "diabetes",
    "digits_pair",
    "disjunction",
    "functional_margin",
    "geometric_margin",
    "hidden_literals",
    "kernels",
    "noisy",
    "online_to_batch",
    "orthogonal_gradients",
    "orthonormal_rows",
    "play",
    "play_oco",
    "push_and_wiggle",
    "replicate",
    "separable",
    "theorem",
    "theorems",
    "threshold_interval",
]


def theorem(identifier: str) -> Theorem:
    """The theorem with this ledger id; its proof is checked when it is first asked for.

    Parameters
    ----------
    identifier : str
        For example ``"S1-T3"``; :func:`theorems` lists them all.

    Returns
    -------
    olbook.checked.Theorem
    """
    from .proofs import theorem as find

    return find(identifier)


def theorems() -> dict[str, str]:
    """The titles of all theorems by ledger id; no proof is run for this.

    Returns
    -------
    dict
        Ledger id to title.
    """
    from .proofs import theorems as titles

    return titles()
