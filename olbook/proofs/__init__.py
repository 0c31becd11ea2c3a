"""The theorems of the book by name, each proved when it is first asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from .. import TOPICS
from ..checked import CheckError, Setting, Theorem
from .entries import Entry

THEOREMS: dict[str, dict[str, Entry]] = {
    topic: import_module(f".{topic}", __name__).THEOREMS for topic in TOPICS
}
"""The theorems of each topic, from the module of its name."""

SETTINGS: dict[str, dict[str, Entry]] = {
    topic: getattr(import_module(f".{topic}", __name__), "SETTINGS", {}) for topic in TOPICS
}
"""The settings of each topic, with the functions of some theorems that are within them."""

# By name, as different contexts made them: all of a name say the same.
_SETTINGS_SEEN: dict[str, list[Setting]] = {}

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
        found = CATALOGUE[name].build()[name]
        for each in found.within:
            _demand_one_setting(each)
    except CheckError as error:
        raise CheckError(f"{name}: {error}") from error
    return found


def setting(name: str) -> Setting:
    r"""The setting with this name: what the theorems that name it suppose together.

    Raises
    ------
    ValueError
        If there is no such setting.

    Examples
    --------
    >>> from olbook.proofs import setting
    >>> setting("games.two_players").title
    'two players'
    """
    entries = {each: entry for settings in SETTINGS.values() for each, entry in settings.items()}
    if name not in entries:
        raise ValueError(f"no setting is called {name!r}. Known names: {', '.join(entries)}")
    for found in entries[name].build().values():
        for each in _with_outer(found.within):
            if each.name == name:
                _demand_one_setting(each)
                return each
    raise ValueError(f"no theorem of the function named for it is within {name!r}")


def _with_outer(settings: tuple[Setting, ...]) -> list[Setting]:
    """Settings, and those that these are within."""
    return [each for setting in settings for each in (*_with_outer(setting.within), setting)]


def _demand_one_setting(found: Setting) -> None:
    """Refuse a second setting of the same name that says something else."""
    for each in _with_outer((found,)):
        seen = _SETTINGS_SEEN.setdefault(each.name, [each])
        if any(each is other for other in seen):
            continue
        if each != seen[0]:
            raise CheckError(f"there are two settings {each.name} that differ")
        seen.append(each)


def theorems() -> dict[str, str]:
    """Names and titles of all theorems, without running a proof.

    Examples
    --------
    >>> from olbook.proofs import theorems
    >>> theorems()["perceptron.margin"]
    'The Perceptron convergence theorem of Novikoff'
    """
    return {name: entry.title for name, entry in CATALOGUE.items()}
