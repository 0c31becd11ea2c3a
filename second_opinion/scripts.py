"""What a script is: tactics, line by line."""

from __future__ import annotations

from .formulas import Formula

Script = list[str]
Proved = tuple[Formula, Script]
"""What something is equal to, and the script that proves it."""


def indented(script: Script) -> Script:
    """A script in braces, to prove one goal."""
    if len(script) == 1:
        return [f"{{ {script[0]} }}"]
    first, *middle, last = script
    return [f"{{ {first}", *(f"  {line}" for line in middle), f"  {last} }}"]
