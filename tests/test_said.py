"""Titles, and the words of a statement that turn its meaning, are those of ``said.txt``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import said
from faults import tell

from olbook.checked.show.sentence import Part
from olbook.proofs import THEOREMS

Said = dict[str, tuple[str, str]]


def unlike(printed: Said, written: Said) -> Iterator[str]:
    """What is said otherwise in the two, with the line to write if it is meant."""
    for name in sorted(printed.keys() | written.keys()):
        if name not in printed:
            yield f"{name}: is no theorem or setting, delete its line"
        elif name not in written:
            yield f"{name}: has no line: make update"
        elif printed[name] != written[name]:
            was, line = " | ".join(written[name]), " | ".join((name, *printed[name]))
            yield f"{name}: had {was}; if it is meant otherwise now, its line is: {line}"


def test_titles_and_words_that_turn_a_meaning_are_those_written_twice() -> None:
    printed = {name: said.printed(name) for topic in THEOREMS for name in said.names_of(topic)}
    tell(unlike(printed, dict(said.rows())), said.FILE)


@pytest.mark.parametrize(
    ("words", "instead"),
    [("the first", "the last"), ("the sum of", "the mean of"), ("below it or on it", "below it")],
)
def test_a_word_for_its_opposite_is_noticed(words: str, instead: str) -> None:
    here, there = (said.turning([Part(f"Let {each} be given")]) for each in (words, instead))
    assert [*unlike({"toy": ("A toy", here)}, {"toy": ("A toy", there)})]
    assert not [*unlike({"toy": ("A toy", here)}, {"toy": ("A toy", here)})]
