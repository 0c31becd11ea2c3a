"""Judges theorems of the book at length, and stores in how many worlds each was tried.

``make update`` has each statement judged that is new; what is displayed as it was is kept. The module
itself, run as ``python -m olbook.proofs.judged``, judges them all again, in three minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from unittest.mock import patch

from ..checked import Theorem
from ..checked import judge as judging
from . import CATALOGUE, theorem

EFFORT = 200_000
"""Relations that may be evaluated for each statement, which a page could not wait for."""


def at_length(identifiers: Iterable[str]) -> Iterator[tuple[str, Theorem]]:
    """Theorems of the book, judged at length, as if they had never been judged before."""
    patient = partial(judging.judge, effort=EFFORT)
    wanted = list(identifiers)
    with patch.object(judging, "_stored", dict), patch.object(judging, "judge", patient):
        for identifier in wanted:
            CATALOGUE[identifier].build.cache_clear()  # type: ignore[attr-defined]  # by functools.cache
        for identifier in wanted:
            yield identifier, CATALOGUE[identifier].build()[identifier]


def not_stored(identifiers: Iterable[str] = CATALOGUE) -> list[str]:
    """The theorems whose statement, as it is displayed now, was never judged at length."""
    known = judging._stored()
    return [name for name in identifiers if judging.address(theorem(name).whole) not in known]


def bring_up_to_date(identifiers: Iterable[str]) -> Iterator[str]:
    """Judge these, and store each at once, in place of what it said before; tells what was found."""
    lines = judging.STORED.read_text(encoding="utf-8").splitlines()
    known = {line.split()[-1]: line for line in lines}
    for identifier, found in at_length(identifiers):
        number = found.verdict.tried if found.verdict else 0
        known[identifier] = f"{judging.address(found.whole)} {number} {identifier}"
        ordered = [known[name] for name in CATALOGUE if name in known]
        judging.STORED.write_text("\n".join(ordered) + "\n", encoding="utf-8")
        yield f"{identifier}: tried in {number} worlds"


if __name__ == "__main__":
    for said in bring_up_to_date(CATALOGUE):
        print(said, flush=True)
