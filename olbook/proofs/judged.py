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


def lines() -> dict[str, str]:
    """The stored lines: an address, in how many worlds, and the name of the theorem, by which they are here."""
    return {line.split()[2]: line for line in judging.STORED.read_text("utf-8").splitlines()}


def bring_up_to_date(identifiers: Iterable[str], anyway: bool = False) -> Iterator[str]:
    """Judge of these what is stated anew, and store each at once; tells what was found."""
    identifiers = list(identifiers)
    addresses = {name: judging.address(theorem(name).whole) for name in identifiers}
    known = dict(judging._stored())
    for name in identifiers:
        if not anyway and addresses[name] in known:
            _store(name, addresses[name], known[addresses[name]])
    new = [name for name in identifiers if anyway or addresses[name] not in known]
    for identifier, found in at_length(new):
        number = found.verdict.tried if found.verdict else 0
        _store(identifier, judging.address(found.whole), number)
        yield f"{identifier}: tried in {number} worlds"


def _store(name: str, address: str, worlds: int) -> None:
    """Write the line of a theorem, in the order of the book; what is of no theorem is left out."""
    kept = lines() | {name: f"{address} {worlds} {name}"}
    ordered = [kept[each] for each in CATALOGUE if each in kept]
    judging.STORED.write_text("\n".join(ordered) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for said in bring_up_to_date(CATALOGUE, anyway=True):
        print(said, flush=True)
