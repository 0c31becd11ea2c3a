"""What every rule consults, in one bundle."""

from __future__ import annotations

from dataclasses import dataclass

from ..reading.language import Language
from .algebra import Algebra
from .duties import Duties
from .facts import Facts
from .signs import Signs


@dataclass(frozen=True)
class Known:
    """The language, algebra, facts, signs and duties of a context."""

    language: Language
    algebra: Algebra
    facts: Facts
    signs: Signs
    duties: Duties


def known_in(language: Language) -> Known:
    """The bundle of a new context, in which nothing is supposed yet."""
    facts = Facts()
    algebra = Algebra(language.is_vector_name, language.is_random_name)
    signs = Signs(algebra, language.names, facts)
    return Known(language, algebra, facts, signs, Duties(signs, language.names, facts))
