"""A small change that turns a sentence, or a line of code, is made only if it is said to be meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
import turned
from faults import tell

Reader = Callable[[str], Iterable[turned.Sentence]]


def test_sentences_of_the_pages_are_those_written_down() -> None:
    small, new = turned.asked()
    pages = Counter(each.page for each in new)
    tell(
        [*map(str, small), *(f"{page}: {pages[page]} new sentences: make update" for page in pages)]
    )


def became(old: str, new: str, page: str = "page", read: Reader = turned.sentences) -> str:
    """What is asked for when a text becomes another one: nothing, an update, or that it is said twice."""
    lines = {page: Counter(each.line for each in read(old))}
    small, taken = turned.sorted_out({page: [*read(new)]}, lines, lines)
    return "twice" if small else "update" if taken else "nothing"


def as_code(old: str, new: str) -> str:
    """The same for a program."""
    return became(old, new, read=turned.lines_of)


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
        (
            "Whoever is second has a short bound of $a+b$ in all rounds",
            "In all rounds who is second has a bound of $a+b$",
        ),
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


def test_a_hypothesis_does_not_go_unsaid() -> None:
    text = "Every learner has such a bound over a finite class of rules."
    assert became(text, text.replace("finite ", "")) == "twice"
    assert became(text, text.replace("such ", "")) == "nothing"


def test_a_draft_may_be_mended_until_it_is_committed() -> None:
    draft = "In no round is more paid than in the first."
    known = {"page": Counter(each.line for each in turned.sentences(draft))}
    mended = {"page": [*turned.sentences(draft.replace("more", "less"))]}
    assert not turned.sorted_out(mended, known, {})[0]
    assert turned.sorted_out(mended, known, known)[0]


def test_a_replacement_made_three_times_is_a_renaming() -> None:
    text = "The step is $U$. A bound holds for $U$. We know {}."
    assert became(text.format("$U$"), text.format("$U$").replace("U", "C")) == "update"
    assert became(text.format("it"), text.format("it").replace("U", "C")) == "twice"


LOOP = """for x_t, y_t in zip(X, y):
    held.append(learner.w.copy())
    if y_t * (learner.w @ x_t) <= 0:
        learner.update(x_t, y_t)
ax.plot(t, bound, label="the bound $R^2/\\mu^2$")  # which holds for all
ax.set(ylabel="drop of the potential")
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<= 0", "< 0"),
        ("y_t * (", "-y_t * ("),
        (r"R^2/\mu", r"R/\mu"),
        ("the bound", "the regret"),
        ("    held.append(learner.w.copy())\n", ""),
        ("(X, y)", "(y, X)"),
        ("drop of", "rise of"),  # which have the same letter
    ],
)
def test_a_slip_in_code_is_to_be_said_twice(old: str, new: str) -> None:
    assert LOOP.count(old) == 1
    assert as_code(LOOP, LOOP.replace(old, new)) == "twice"


def test_lines_of_code_in_another_order_are_to_be_said_twice() -> None:
    first, second, *rest = LOOP.splitlines(keepends=True)
    assert as_code(LOOP, "".join([second, first, *rest])) == "twice"


def test_a_name_may_become_another() -> None:
    assert as_code(LOOP, LOOP.replace("learner", "winnow")) == "update"
    assert as_code(LOOP + LOOP, (LOOP + LOOP).replace("<=", "<")) == "twice"


def test_a_comment_is_no_code() -> None:
    assert as_code(LOOP, LOOP.replace("which holds for all", "of the theorem")) == "nothing"


def test_of_a_statement_no_word_goes_unsaid() -> None:
    text = "Let the losses be drawn from a sample"
    assert became(text, "Let the losses be drawn", turned.STATEMENTS) == "twice"
    assert became(text, "Let the losses be drawn") == "nothing"
