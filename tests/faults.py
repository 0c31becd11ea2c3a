"""How a test tells what is wrong: all faults of a kind at once, one a line.

A fault is four things: the file, the place in it, what is wrong, and the one command that helps, if one
does. ``assert faults == []`` would show one of them and cut it.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def tell(faults: Iterable[str]) -> None:
    """Fail with these faults, if there are any."""
    __tracebackhide__ = True
    if found := list(faults):
        pytest.fail("\n".join(found), pytrace=False)
