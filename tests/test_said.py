"""Words that turn a meaning are those written twice: of statements in ``said.txt``, of pages beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
import said
import turned
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


def test_sentences_of_the_pages_are_those_written_down() -> None:
    small, new = turned.sorted_out(turned.pages(), turned.stored())
    pages = Counter(each.page for each in new)
    tell(
        [*map(str, small), *(f"{page}: {pages[page]} new sentences: make update" for page in pages)]
    )


def became(old: str, new: str) -> str:
    """What is asked for when a text becomes another one: nothing, an update, or that it is said twice."""
    lines = {"page": Counter(each.line for each in turned.sentences(old))}
    small, taken = turned.sorted_out({"page": [*turned.sentences(new)]}, lines)
    return "twice" if small else "update" if taken else "nothing"


TEXT = "Whoever is second has a short bound of $a+b$ in all rounds, by Cesa and 3 others. The edge is the line."


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("second", "first"),
        ("a short bound", "the long bound"),
        ("$a+b$", "$a-b$"),
        ("all rounds", "some rounds"),
        ("in all rounds", "not in all rounds"),
        ("Cesa", "Littlestone"),
        ("3", "4"),
        ("3", "three times as many"),
        ("The edge is the line", "The line is the edge"),
        ("The edge is", "The line is"),
    ],
)
def test_a_small_change_that_turns_a_sentence_is_to_be_said_twice(words: str, instead: str) -> None:
    moved = " ".join(reversed(TEXT.replace(words, instead).split(". ")))
    assert (
        became(TEXT, TEXT.replace(words, instead))
        == became(TEXT, f"{moved}. It is new.")
        == "twice"
    )


@pytest.mark.parametrize(
    ("words", "instead", "asked"),
    [
        ("in all rounds", "in all of the rounds", "nothing"),
        ("The edge is the line.", "", "nothing"),
        (". The", ".\n\nThe", "nothing"),
        ("The edge", "That all of them last, we have seen. The edge", "update"),
        (
            TEXT,
            "The second player's bound is the shorter one, whatever the first may choose.",
            "update",
        ),
        (
            TEXT,
            "It pays 3<!-- = k -->, more<!-- so: a > b --> than $c$<!-- is toy.regret -->.",
            "update",
        ),
    ],
)
def test_what_costs_nothing_or_an_update(words: str, instead: str, asked: str) -> None:
    assert became(TEXT, TEXT.replace(words, instead)) == asked


def test_what_a_run_or_the_checker_answers_for_may_change() -> None:
    text = "It pays 3<!-- = k -->, more<!-- so: a > b --> than $c$<!-- is toy.regret --> at $x=2<!-- = x -->$."
    other = "It pays 5<!-- = k -->, less<!-- so: a < b --> than $d$<!-- is toy.regret --> at $x=7<!-- = x -->$."
    assert became(text, other) == "nothing"


def test_a_replacement_made_three_times_is_a_renaming() -> None:
    text = "The step is $U$. A bound holds for $U$. We know {}."
    assert became(text.format("$U$"), text.format("$U$").replace("U", "C")) == "update"
    assert became(text.format("it"), text.format("it").replace("U", "C")) == "twice"
