"""One line of the catalogue of theorems."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..checked import Theorem


@dataclass(frozen=True)
class Entry:
    """A title, and the function that proves all theorems of one context."""

    title: str
    build: Callable[[], Mapping[str, Theorem]]
