r"""Facts: relations a derivation may use, each knowing what it is quantified over.

A fact is read as follows. Let :math:`h_1,\dots,h_k` be the hypotheses, definitions, assumed lemmas,
uniform laws and declared signs in ``rests_on``. Then

    in every world in which :math:`h_1,\dots,h_k` hold (each for every index in *its* range, and for
    all values of what it binds), the relation holds for every index in the fact's own ranges, for all
    values of the names it binds, and in every outcome.

What it is quantified over is one object, :class:`Over`. Every rule that uses a fact, or that concludes
from one value of a name to others, asks the :class:`Facts` of the context: which facts hold for the
indices at hand, and which of the things that something rests on speak of *this* value of a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass

import sympy as sp

from ..errors import CheckError
from ..reading.terms import Range, in_a_sentence, mentioned_names, plain

HYPOTHESIS, DEFINITION, ASSUMED, PROVED = "hypothesis", "definition", "assumed", "proved"
INFIMUM = "infimum"  # a definition too: its name is the greatest lower bound of its right side
LAW = "law"  # a uniform index has its range, all values equally likely

Reasons = frozenset[str]
"""What something rests on: names of facts, ``"lemma X"`` for a proved one used silently, signs."""

NOTHING: Reasons = frozenset()

SEAL = object()
"""Held by the kernel, the citations and the context. Python cannot hide it; no documented call hands it out."""


def demand_seal(seal: object) -> None:
    """Facts, proofs and theorems come from a context, never from their constructors."""
    if seal is not SEAL:
        raise CheckError(
            "this cannot be made by hand: state it with hyp, define or assume, or prove it"
        )


@dataclass(frozen=True)
class Over:
    """What a fact is quantified over."""

    ranges: tuple[tuple[sp.Symbol, Range], ...] = ()  # it holds for these indices
    values: frozenset[str] = frozenset()  # and for all values of these names, which it binds
    chance: bool = (
        False  # an expectation occurs in it or in its proof, so outcomes are tied together
    )

    @property
    def ends(self) -> list[sp.Expr]:
        """The ends of all ranges."""
        return [end for _, pair in self.ranges for end in pair]

    @property
    def where(self) -> str:
        """The ranges in words, ``", for t = 1..T"``, or nothing."""
        shown = [f"{index} = {plain(low)}..{plain(high)}" for index, (low, high) in self.ranges]
        return f", for {' and '.join(shown)}" if shown else ""


@dataclass(frozen=True)
class Fact:
    """A relation that may be cited. Only the kernel, the citations and the context make facts."""

    name: str
    status: str
    left: sp.Expr
    operator: str  # "==", "<=" or "<"
    right: sp.Expr
    kind: str  # "scalar" or "vector"
    tex: str
    over: Over
    rests_on: Reasons
    label: str = ""
    source: str = ""
    text: str = ""
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        demand_seal(seal)

    @property
    def slack(self) -> sp.Expr:
        """``right - left``: nonnegative for an inequality, zero for an equality."""
        return self.right - self.left

    @property
    def supports(self) -> Reasons:
        """What a step rests on that uses this fact without citing it."""
        return self.rests_on | {lemma(self.name) if self.status == PROVED else self.name}

    @property
    def basis(self) -> Reasons:
        """All that it follows from: if it is not proved, itself too."""
        return self.rests_on if self.status == PROVED else self.rests_on | {self.name}

    @property
    def words(self) -> str:
        """Its label, or its name, as it stands in the middle of a sentence: without its capital."""
        return in_a_sentence(self.label or self.name)

    def mentions(self, name: str) -> bool:
        """Whether a declared name occurs in the relation or in the ends of its ranges."""
        parts = [self.left, self.right, *self.over.ends]
        return any(name in mentioned_names(part) for part in parts)

    def is_about(self, name: str) -> bool:
        """Whether it says something of the one value that a name has elsewhere."""
        return name not in self.over.values and self.mentions(name)


class Facts(Mapping[str, Fact]):
    """The facts of a context. What is quantified over what is asked here and nowhere else."""

    def __init__(self) -> None:
        self._facts: dict[str, Fact] = {}

    def __getitem__(self, name: str) -> Fact:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def add(self, fact: Fact) -> None:
        """Make a fact citable by its name."""
        if fact.name in self._facts:
            raise CheckError(f'a fact named "{fact.name}" exists already')
        self._facts[fact.name] = fact

    def behind(self, reasons: Iterable[str]) -> list[Fact]:
        """The facts among what something rests on, lemmas used silently included."""
        names = set(reasons)
        return [self._facts[n] for n in sorted({*names, *lemmas_in(names)} & self._facts.keys())]

    def about(self, reasons: Iterable[str], name: str) -> list[Fact]:
        """What is supposed, among the reasons, of the one value that ``name`` has.

        If there is nothing, what follows from the reasons follows for every value of the name. What a
        lemma rests on is among the reasons itself.
        """
        return [f for f in self.behind(reasons) if f.status != PROVED and f.is_about(name)]


def sign_fact(name: str, sign: str) -> str:
    """How a declared sign is recorded among the things a fact rests on: ``"eta > 0"``."""
    return f"{name} > 0" if sign == "positive" else f"{name} >= 0"


def law_of(index: str) -> str:
    """The name of the fact that an index is uniform; no text can cite it."""
    return f"law of {index}"


def lemma(name: str) -> str:
    """How a proved fact that made a sign visible is recorded: ``"lemma forward"``."""
    return f"lemma {name}"


def lemmas_in(reasons: Iterable[str]) -> list[str]:
    """The names of the proved facts among such records."""
    return sorted(r.removeprefix("lemma ") for r in reasons if r.startswith("lemma "))
