"""The words in figures are those of ``below.txt``."""

from __future__ import annotations

from collections.abc import Iterator

import below
import pytest
from faults import tell


def faults(now: dict[str, str], then: dict[str, str], page: str) -> Iterator[str]:
    """What a page says otherwise than is written, with what helps."""
    new, others = below.unlike(now, then, page)
    yield from (f"{place}: new, gone or written anew: make update" for place in new)
    for place, text in others.items():
        yield f"{place}: {below.change(text, then[place])}; if it is meant, its line is: {place} | {text}"


@pytest.mark.parametrize("page", below.pages())
def test_what_stands_below_figures_and_in_them_is_written_twice(page: str) -> None:
    tell(faults(below.told(page), below.rows(), page), below.FILE)


def test_what_is_written_is_of_a_page() -> None:
    strangers = {place.split()[0] for place in below.rows()} - {*below.pages()}
    tell(
        (f"{page}: there is no such page, delete its lines" for page in sorted(strangers)),
        below.FILE,
    )


WHERE = "games.ipynb fig-one caption"
THEN = (
    "Two Hedges play rock, paper, scissors with a heavy rock. Left, the first with steps "
    "$\\frac1{\\mu t}$; right, the second with steps $\\frac2{\\mu(t+1)}$, which ends lower."
)
LATER = (
    " Its regret, divided by the rounds, is the gap between what each of the two could have had."
)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a heavy rock", "a heavy paper", "'rock' is now 'paper'"),
        ("lower", "higher", "'lower' is now 'higher'"),
        ("the first", "the last", "'first' is now 'last'"),
        ("which ends", "which never ends", "'' is now 'never'"),
        (THEN.split("; ")[1], "", "is now ''"),  # few words, and all of a side
        (r"\mu t", r"\mu T", r"'$\\frac1{\\mut}$' is now '$\\frac1{\\muT}$'"),
    ],
)
def test_a_few_other_words_are_told_with_the_line_to_write(old: str, new: str, said: str) -> None:
    now = {WHERE: THEN.replace(old, new)}
    (fault,) = faults(now, {WHERE: THEN}, "games.ipynb")
    assert said in fault
    assert fault.endswith(f"its line is: {WHERE} | {now[WHERE]}")


def test_what_is_exchanged_is_never_written_anew() -> None:
    first, second = THEN.split(". Left, ")[1].split("; right, ")
    (fault,) = faults(
        {WHERE: THEN.replace(first, "#").replace(second, first).replace("#", second)},
        {WHERE: THEN},
        "games.ipynb",
    )
    assert "if it is meant" in fault


def test_new_texts_and_those_written_anew_are_for_an_update() -> None:
    now = {WHERE: THEN + LATER, "games.ipynb fig-two alt": THEN, "bandits.ipynb fig alt": ""}
    assert below.unlike(now, {WHERE: THEN, "games.ipynb gone alt": ""}, "games.ipynb") == (
        ["games.ipynb fig-one caption", "games.ipynb fig-two alt", "games.ipynb gone alt"],
        {},
    )


@pytest.mark.parametrize("now", [THEN.replace(", ", " ").lower(), THEN.replace("with a", "with")])
def test_commas_capitals_and_articles_are_free(now: str) -> None:
    assert not [*faults({WHERE: now}, {WHERE: THEN}, "games.ipynb")]
