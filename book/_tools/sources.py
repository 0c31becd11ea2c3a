"""Numbers in prose, each with the expression it comes from: ``90.6<!-- = bound -->``.

They may be spelled in words, ``thirty<!-- = len(runs) -->``. What a text supposes and no code has is
``given``: ``with 100<!-- given --> examples``. Words before a number may say that it is rounded: "about 940"
is true of 939, and so are "more than 900" and "fewer than 1,000".
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
MARKED = rf"(?P<number>[-−]?\d[\d,]*(?:\.\d+)?|{SPELLED})\$?(?: ?%)?"
ROUNDED = (
    r"(?:\b(?i:(?P<about>about|around|roughly|some)|(?P<above>more than|over)"
    r"|(?P<below>(?:less|fewer) than|nearly|almost)) )?"
)
SOURCED = re.compile(rf"{ROUNDED}{MARKED}<!-- = (?P<expression>.*?) -->", re.DOTALL)
GIVEN = re.compile(rf"{MARKED}<!-- given -->")
SO = re.compile(r"<!-- so: (?P<expression>.*?) -->", re.DOTALL)


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


def says(match: re.Match[str], value: float) -> bool:
    """Whether what stands before a source, a number and perhaps a word of rounding, is true of a value.

    A rounded number is near, by a tenth; "about" rounds at its zeros.
    """
    if agrees(match["number"], value):
        return True
    number = float(in_digits(match["number"]))
    if abs(number - value) > abs(value) / 10:
        return False
    if match["about"]:
        zeros = len(match["number"]) - len(match["number"].rstrip("0,"))
        return "." not in match["number"] and abs(number - value) <= 0.5 * 10**zeros
    return bool((match["above"] and number < value) or (match["below"] and number > value))
