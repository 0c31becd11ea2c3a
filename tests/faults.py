"""How a test tells what is wrong: all faults of a kind at once, one a line.

A fault is four things: the file, the place in it, what is wrong, and the one command that helps, if one
does. ``assert faults == []`` would show one of them and cut it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def tell(faults: Iterable[str], file: Path | str = "", command: str = "") -> None:
    """Fail with these faults, if there are any; all of one file, and mended by one command, if named."""
    __tracebackhide__ = True
    if isinstance(file, Path) and file.is_relative_to(ROOT):
        file = file.relative_to(ROOT).as_posix()
    parts = [[part for part in (str(file), fault, command) if part] for fault in faults]
    if parts:
        pytest.fail("\n".join(": ".join(each) for each in parts), pytrace=False)
