"""Judges all theorems of the book at length, and stores in how many worlds each was tried.

Run as ``python -m olbook.proofs.judged`` after a statement, or the judge, has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from unittest.mock import patch

from ..checked import Theorem
from ..checked import judge as judging
from . import CATALOGUE

EFFORT = 200_000
"""Relations that may be evaluated for each statement, which a page could not wait for."""


def at_length(identifiers: Iterable[str]) -> Iterator[tuple[str, Theorem]]:
    """Theorems of the book, judged at length, as if they had never been judged before."""
    patient = partial(judging.judge, effort=EFFORT)
    with patch.object(judging, "_stored", dict), patch.object(judging, "judge", patient):
        for entry in CATALOGUE.values():
            entry.build.cache_clear()  # type: ignore[attr-defined]  # all are kept by functools.cache
        for identifier in identifiers:
            yield identifier, CATALOGUE[identifier].build()[identifier]


def main() -> None:
    """Write the file beside the judge."""
    lines = []
    for identifier, theorem in at_length(CATALOGUE):
        worlds = theorem.verdict.tried if theorem.verdict else 0
        print(f"{identifier}: {worlds} worlds")
        lines.append(f"{judging.address(theorem.whole)} {worlds}")
    judging.STORED.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
