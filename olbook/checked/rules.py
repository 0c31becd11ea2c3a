"""What every rule about reasons consults. (Trusted.)"""

from __future__ import annotations

from collections.abc import Mapping

from .algebra import Algebra
from .duties import Duties
from .facts import Fact
from .language import Language
from .signs import Signs


class Rules:
    """The language, algebra, signs, duties and facts of a context."""

    def __init__(
        self,
        language: Language,
        algebra: Algebra,
        signs: Signs,
        duties: Duties,
        facts: Mapping[str, Fact],
    ) -> None:
        self._language = language
        self._algebra = algebra
        self._signs = signs
        self._duties = duties
        self._facts = facts
