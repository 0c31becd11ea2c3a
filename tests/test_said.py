"""Titles, and the words of a statement that turn its meaning, against what was written down a second time.

A slip such as "last" for "first" or "mean" for "sum" changes no formula, so that neither the checker nor
the judge can see it. ``said.txt`` has a line for every theorem and setting: its name, its title, and in their order
the words of its sentence that have an opposite. Another wording of the rest costs nothing; who
means another title or another such word writes it there too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from olbook.checked.show.sentence import Part
from olbook.proofs import SETTINGS, setting, theorem, theorems

FILE = Path(__file__).with_name("said.txt")
TURNING = re.compile(
    r"\b(?:at most|at least|or on it|or equal"
    r"|above|below|between|before|after|every|each|any|all|both|one|two|three|some|no|none|not"
    r"|never|nowhere|everywhere|without|only|otherwise|zero|non(?:zero|negative)|positive|negative|real|integer"
    r"|random(?:ly)?|fixed|given|independent(?:ly)?|uniformly|expected|expectation|mean|average[sd]?|sums?|total"
    r"|products?|inner|outer|squares?|squared|half|twice|doubled|more|less|fewer|many|few|larger|smaller|shorter"
    r"|longer|nearer|far|best|worst|better|worse|larg(?:e|est)|small(?:est)?|lowest|highest|upper|lower|first|second|last"
    r"|next|start|end|begins?|begun|ends|up|down|backwards|forwards|grows?|falls?|shrink\w*|increas\w+|decreas\w+"
    r"|adding|multiplying|plus|minus|divided|multiplied|same|other|own|new|old|equal|unequal|right|wrong|correct"
    r"|rows?|columns?|left|convex|concave|linear|strongly|exp-concave|smooth|affine|closed|open|whole|contains"
    r"|(?:sub)?gradients?|hinge|zero-one|absolute|learner|opponent|adversary|mistakes?|errors?|loss(?:es)?|gains?"
    r"|regret|risk|minimis\w+|maximis\w+|infimum|supremum|minimum|maximum|lazy|greedy|together|apart|separable"
    r"|known|unknown|in advance|played|begun|cut|full|proportional|inversely|distances?|lengths?|size|norm)\b",
    re.IGNORECASE,
)


def turning(parts: Iterable[Part]) -> str:
    """The words of a sentence that have an opposite, formulas left out."""
    words = re.sub(r"\$[^$]*\$", " ", " ".join(part.shown for part in parts if not part.is_claim))
    return " ".join(word.lower() for word in TURNING.findall(" ".join(words.split())))


def printed() -> dict[str, tuple[str, str]]:
    """The title and the words of everything that is printed as a box of its own."""
    found = {}
    for name in theorems():
        proved = theorem(name)
        assert proved.sentence is not None
        found[name] = (proved.title, turning(proved.sentence.parts))
    for each in itertools.chain(*SETTINGS.values()):
        supposed = setting(each)
        found[f"@{each}"] = (supposed.title, turning(supposed.parts))
    return found


def written() -> dict[str, tuple[str, str]]:
    """What ``said.txt`` has."""
    lines = [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {name: (title, words) for name, title, words in rows}


def unlike(said: dict[str, tuple[str, str]], again: dict[str, tuple[str, str]]) -> list[str]:
    """What is said otherwise in the two, a line each, with the line to write if it is meant."""
    return [
        f"tests/said.txt: {name}: it had\n  {' | '.join(again.get(name, ('nothing',)))}\nand is now\n  "
        f"{' | '.join((name, *said[name]))}\nIf that is meant, write this line there."
        if name in said
        else f"tests/said.txt: {name} is no theorem or setting; delete its line"
        for name in sorted(said.keys() | again.keys())
        if said.get(name) != again.get(name)
    ]


def test_titles_and_words_that_turn_a_meaning_are_those_written_twice() -> None:
    faults = unlike(printed(), written())
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("slip", "instead"),
    [("the first", "the last"), ("the sum of", "the mean of"), ("before round", "after round")],
)
def test_a_word_for_its_opposite_is_noticed(slip: str, instead: str) -> None:
    here = [Part(f"Let {slip} be at most 1 in every round")]
    there = [Part(f"Let {instead} be at most 1 in every round")]
    assert unlike({"toy": ("A toy", turning(here))}, {"toy": ("A toy", turning(there))})
