"""What a script is: tactics, line by line."""

from __future__ import annotations

from .formulas import Formula

Script = list[str]
Proved = tuple[Formula, Script]
"""What something is equal to, and the script that proves it."""


def indented(script: Script) -> Script:
    """A script in braces, to prove one goal."""
    return (
        [
            "{ " + script[0],
            *("  " + line for line in script[1:-1]),
            ("  " + script[-1] if len(script) > 1 else "") + " }",
        ]
        if len(script) > 1
        else ["{ " + script[0] + " }"]
    )
