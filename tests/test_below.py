"""Captions, alternative texts and the words in figures are those of ``below.txt``."""

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
