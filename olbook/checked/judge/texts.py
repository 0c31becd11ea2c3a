"""Statements as texts: what the judge gets to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Declared:
    """How a name is declared."""

    kind: str  # "scalar" or "vector"
    sign: str = "real"  # or "positive" or "nonnegative"
    integer: bool = False
    random: bool = False


@dataclass(frozen=True)
class Said:
    """A relation and how it is said: its status, its ranges, and what it is said for all values of."""

    status: str  # "hypothesis", "assumed", "definition", "infimum" or "claim"
    name: str
    text: str
    ranges: tuple[tuple[str, str, str], ...] = ()
    for_all: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stated:
    """A statement: declarations, what stands above the claim, and the claim."""

    names: Mapping[str, Declared]
    uniform: Mapping[str, tuple[str, str]]
    supposed: tuple[Said, ...]
    claim: Said
