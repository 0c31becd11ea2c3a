"""Titles, and the words of a statement that turn its meaning, written down a second time.

A slip such as "last" for "first" or "mean" for "sum" changes no formula, so that neither the checker nor
the judge can see it. ``tests/said.txt`` has a line for every theorem and, with an @, for every setting:
its name, its title, and in their order the words of its sentence that have an opposite. ``make update`` adds
the lines of new ones and changes none; ``tests/test_said.py`` compares. Another wording of the rest costs
nothing; who means another title or another such word writes it there too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from olbook.checked.show.sentence import Part
from olbook.proofs import SETTINGS, THEOREMS, setting, theorem

FILE = Path(__file__).parents[2] / "tests" / "said.txt"
PHRASES = ("at most", "at least", "or on it", "or equal", "in advance")
WORDS = """
above below between before after first second last next start begin begins begun end ends up down
backwards forwards every each any all both some one two three no none not never nowhere everywhere only
without otherwise many few more less fewer larger largest smaller smallest lowest highest shorter longer
nearer far best better worse worst upper lower left right wrong correct same other own new old equal unequal
open closed whole full cut known unknown zero nonzero positive negative nonnegative real integer plus minus
half twice doubled squared square squares sum sums mean average averages averaged total product products
inner outer row rows column columns grow grows fall falls shrinking increasing decreasing adding multiplying
multiplied divided proportional random randomly fixed given independent independently uniformly expected
expectation played convex concave linear affine strongly exp-concave smooth contains together apart separable
lazy greedy gradient gradients subgradient subgradients hinge zero-one absolute learner opponent adversary
mistake mistakes error errors loss losses gain gains regret risk minimiser minimises infimum maximum
distance distances length lengths size norm
"""
TURNING = re.compile(rf"\b(?:{'|'.join((*PHRASES, *WORDS.split()))})\b")


def turning(parts: Iterable[Part]) -> str:
    """The words of a sentence that have an opposite, formulas left out.

    Examples
    --------
    >>> turning([Part("Let the first of $n$ losses be at most 1")])
    'first losses at most'
    """
    words = re.sub(r"\$[^$]*\$", " ", " ".join(part.shown for part in parts if not part.is_claim))
    return " ".join(TURNING.findall(" ".join(words.lower().split())))


def names_of(topic: str) -> list[str]:
    """The theorems and settings of a topic."""
    return [*THEOREMS[topic], *(f"@{name}" for name in SETTINGS[topic])]


def printed(name: str) -> tuple[str, str]:
    """The title of a theorem or a setting, and the words that turn its meaning."""
    if name.startswith("@"):
        supposed = setting(name[1:])
        return supposed.title, turning(supposed.parts)
    proved = theorem(name)
    return proved.title, turning(proved.sentence.parts if proved.sentence else ())


def rows() -> Iterator[tuple[str, tuple[str, str]]]:
    """What is written: a name, a title, and words."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, title, words = (cell.strip() for cell in line.split("|"))
            yield name, (title, words)


def new_in(topic: str) -> list[str]:
    """What has no line yet."""
    written = dict(rows())
    return [name for name in names_of(topic) if name not in written]


def add_new(topic: str) -> None:
    """Write the lines that are not there."""
    lines = [" | ".join((name, *printed(name))) for name in new_in(topic)]
    with FILE.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
