r"""Facts: relations a derivation may use, each knowing what it is quantified over.

A fact is read as follows. Let :math:`h_1,\dots,h_k` be the hypotheses, definitions, assumed lemmas
and declared signs in ``rests_on``. Then

    for all values of the declared names for which :math:`h_1,\dots,h_k` hold (each for every index
    in *its* range), the relation holds for every index in the fact's own ``ranges``.

So a fact is universally quantified over its indices, within their ranges, and over names only as
far as the hypotheses leave them free. A hypothesis may also be stated for all values of a name, as
convexity is stated for all points; then the name is in its ``for_all``, and what it stands for
elsewhere does not matter. :mod:`.uses` obeys this reading whenever a fact is used.

If names are random, a fact holds in every outcome, and names that are not random are the same in all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass

import sympy as sp

from .errors import CheckError
from .terms import Range, mentioned_names, plain

HYPOTHESIS, DEFINITION, ASSUMED, PROVED = "hypothesis", "definition", "assumed", "proved"
INFIMUM = "infimum"  # a definition too: its name is the largest lower bound of its right side

PROPER_NAMES = (
    "Bregman",
    "Hoeffding",
    "Jensen",
    "Markov",
    "Perceptron",
    "Widrow",
    "Winnow",
    "Young",
)
"""Words that keep their capital in the middle of a sentence."""

SEAL = object()
"""Held by the kernel and the context alone. Python cannot hide it; no documented call hands it out."""


def demand_seal(seal: object) -> None:
    """Facts, proofs and theorems come from a context, never from their constructors."""
    if seal is not SEAL:
        raise CheckError(
            "this cannot be made by hand: state it with hyp, define or assume, or prove it"
        )


@dataclass(frozen=True)
class Fact:
    """A relation that may be cited. Only the kernel and the context make facts (see ``seal``)."""

    name: str
    status: str
    left: sp.Expr
    operator: str  # "==", "<=" or "<"
    right: sp.Expr
    kind: str  # "scalar" or "vector"
    tex: str
    ranges: tuple[tuple[sp.Symbol, Range], ...]
    rests_on: frozenset[str]
    label: str = ""
    source: str = ""
    text: str = ""
    for_all: frozenset[str] = frozenset()
    uses_chance: bool = False  # an expectation occurs in it or in its proof
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        demand_seal(seal)

    @property
    def slack(self) -> sp.Expr:
        """``right - left``: nonnegative for an inequality, zero for an equality."""
        return self.right - self.left

    @property
    def supports(self) -> frozenset[str]:
        """What a step rests on that uses this fact without citing it."""
        return self.rests_on | {lemma(self.name) if self.status == PROVED else self.name}

    @property
    def words(self) -> str:
        """Its label, or its name, as it stands in the middle of a sentence: without its capital."""
        words = self.label or self.name
        if words.startswith(PROPER_NAMES):
            return words
        is_word = words[1:2].islower() or words[1:2] == " "
        return words[:1].lower() + words[1:] if is_word else words

    @property
    def where(self) -> str:
        """Its range in words, ``", for t = 1..T"``, or nothing."""
        shown = [f"{index} = {plain(low)}..{plain(high)}" for index, (low, high) in self.ranges]
        return f", for {' and '.join(shown)}" if shown else ""

    def mentions(self, name: str) -> bool:
        """Whether a declared name occurs in the relation or in the ends of its ranges."""
        parts = [
            self.left,
            self.right,
            *(end for _, (low, high) in self.ranges for end in (low, high)),
        ]
        return any(name in mentioned_names(part) for part in parts)

    def depends_on(self, name: str) -> bool:
        """Whether it says something of the value that a name has elsewhere."""
        return name not in self.for_all and self.mentions(name)


def sign_fact(name: str, sign: str) -> str:
    """How a declared sign is recorded among the things a fact rests on: ``"eta > 0"``."""
    return f"{name} > 0" if sign == "positive" else f"{name} >= 0"


def lemma(name: str) -> str:
    """How a proved fact that made a sign visible is recorded: ``"lemma forward"``."""
    return f"lemma {name}"


def lemmas_in(reasons: Iterable[str]) -> list[str]:
    """The names of the proved facts among such records."""
    return sorted(r.removeprefix("lemma ") for r in reasons if r.startswith("lemma "))
