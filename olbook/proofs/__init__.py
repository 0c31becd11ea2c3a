"""The theorems of the book by name, each proved when it is first asked for."""

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


def theorem(name: str) -> Theorem:
    r"""The theorem with this name.

    Its proof is checked at the first call, with all others of the same context.

    Raises
    ------
    ValueError
        If there is no such theorem.
    CheckError
        If its proof, or another of the same context, is not accepted.

    Examples
    --------
    >>> from olbook.proofs import theorem
    >>> theorem("perceptron.margin").claim
    'M <= R ** 2 * U ** 2'
    >>> theorem("perceptron.margin").bound(R=1.0, U=3.0)
    9.0
    """
    if name not in CATALOGUE:
        near = difflib.get_close_matches(str(name), CATALOGUE, 1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"no theorem is called {name!r}{hint} Known names: {', '.join(CATALOGUE)}")
    try:
        return CATALOGUE[name].build()[name]
    except CheckError as error:
        raise CheckError(f"{name}: {error}") from error


def theorems() -> dict[str, str]:
    """Names and titles of all theorems, without running a proof.

    Examples
    --------
    >>> from olbook.proofs import theorems
    >>> theorems()["perceptron.margin"]
    'The Perceptron with a margin'
    """
    return {name: entry.title for name, entry in CATALOGUE.items()}
