"""Numbers in prose, each with the expression it comes from: ``90.6<!-- = bound -->``."""

from __future__ import annotations

import re

SOURCED = re.compile(
    r"(?P<number>[-−]?\d[\d,]*(?:\.\d+)?)\$?(?: ?%)?<!-- = (?P<expression>.*?) -->", re.DOTALL
)


def agrees(number: str, value: float) -> bool:
    """Whether a value, rounded to as many digits as are shown, is the number."""
    shown = number.replace(",", "").replace("−", "-")
    decimals = len(shown.partition(".")[2])
    return abs(value - float(shown)) <= 0.5 * 10.0**-decimals * (1 + 1e-9)
