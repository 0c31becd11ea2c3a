"""Which rows of a test every run takes, and which the thorough run of ``.ci/run`` alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def first_of_each(
    rows: Iterable[Any], kind: Callable[[Any], Hashable] = lambda row: None
) -> list[Any]:
    """Rows for ``parametrize``; all but the first of each kind are left to the thorough run.

    Without kinds that is the first of all. A tuple is a row of several values; no row has marks yet.
    """
    seen: set[Hashable] = set()
    shared = []
    for row in rows:
        marks = [pytest.mark.thorough] if kind(row) in seen else []
        seen.add(kind(row))
        shared.append(pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=marks))
    return shared
