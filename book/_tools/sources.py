"""Numbers in prose, each with the expression it comes from: ``90.6<!-- = bound -->``.

They may be spelled in words, ``thirty<!-- = len(runs) -->``.
"""

from __future__ import annotations

import re

ONES = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
)
TENS = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
VALUES: dict[str, float] = {word: value for value, word in enumerate(ONES)}
VALUES |= {word: 10 * value for value, word in enumerate(TENS, start=2)}
VALUES |= {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
VALUES |= {"a": 1, "half": 0.5, "twice": 2}
SMALL = rf"(?:(?:{'|'.join(TENS)})(?:-(?:{'|'.join(ONES[1:10])}))?|{'|'.join(ONES[::-1])})"
SPELLED = rf"\b(?i:(?:(?:a|{SMALL}) )?(?:hundred|[mb]illion|thousand)|{SMALL}|half|twice)\b"
SOURCED = re.compile(
    rf"(?P<number>[-−]?\d[\d,]*(?:\.\d+)?|{SPELLED})\$?(?: ?%)?<!-- = (?P<expression>.*?) -->",
    re.DOTALL,
)


def in_digits(number: str) -> str:
    """A number as it is shown, without its commas; ``two thousand`` is ``2000``."""
    if number.lstrip("-−")[:1].isdigit():
        return number.replace(",", "").replace("−", "-")
    *factors, last = number.lower().split()
    value = sum(VALUES[word] for word in last.split("-"))
    for word in factors:
        value *= sum(VALUES[part] for part in word.split("-"))
    return str(value)


def agrees(number: str, value: float) -> bool:
    """Whether a value, rounded to as many digits as are shown, is the number."""
    shown = in_digits(number)
    decimals = len(shown.partition(".")[2])
    return abs(value - float(shown)) <= 0.5 * 10.0**-decimals * (1 + 1e-9)
