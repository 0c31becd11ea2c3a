"""The check of a proof in words: that it can be read, for a person marks it."""

from __future__ import annotations

from typing import Any

from . import answer, require, text, visible

FEWEST, MOST = 30, 1000  # words


@visible
def check_written(in_words: Any) -> str:
    """That there is a text of a length that somebody will read; nobody looks at it here."""
    words = len(text(answer(in_words), "in_words()").split())
    require(words >= FEWEST, f"{words} words; a proof takes more than that")
    require(words <= MOST, f"{words} words; nobody reads more than {MOST} of a proof on one page")
    return (
        f"{words} words; whether they prove it is not checked here: a person reads and marks them"
    )
