"""The theorems of the book by their ledger ids, each proved when it is first asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from .. import TOPICS
from ..checked import CheckError, Theorem
from .entries import Entry

THEOREMS: dict[str, dict[str, Entry]] = {
    topic: import_module(f".{topic}", __name__).THEOREMS for topic in TOPICS
}
"""The theorems of each topic, from the module of its name."""

CATALOGUE = {name: entry for theorems in THEOREMS.values() for name, entry in theorems.items()}


def theorem(identifier: str) -> Theorem:
    r"""The theorem with this ledger id.

    Its proof is checked at the first call, with all others of the same context.

    Raises
    ------
    ValueError
        If there is no such id.
    CheckError
        If its proof, or another of the same context, is not accepted.

    Examples
    --------
    >>> from olbook.proofs import theorem
    >>> theorem("S1-T3").claim
    'M <= R ** 2 * U ** 2'
    >>> theorem("S1-T3").bound(R=1.0, U=3.0)
    9.0
    """
    if identifier not in CATALOGUE:
        near = difflib.get_close_matches(str(identifier), CATALOGUE, 1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(
            f"no theorem has the id {identifier!r}{hint} Known ids: {', '.join(CATALOGUE)}"
        )
    try:
        return CATALOGUE[identifier].build()[identifier]
    except CheckError as error:
        raise CheckError(f"{identifier}: {error}") from error


def theorems() -> dict[str, str]:
    """Ids and titles of all theorems, without running a proof.

    Examples
    --------
    >>> from olbook.proofs import theorems
    >>> theorems()["S1-T3"]
    'The Perceptron with a margin, by regret'
    """
    return {identifier: entry.title for identifier, entry in CATALOGUE.items()}
