"""Checks of the form alone: of a proof in words, which a person marks, and of the number of a line."""

from __future__ import annotations

from typing import Any

from . import answer, array, require, text, visible

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


@visible
def check_wrong_line(wrong_line: Any) -> str:
    """Only that it is the number of a line."""
    line = float(array(answer(wrong_line), (), "the line"))
    require(line in range(1, 8), f"a line has a number from 1 to 7, you say {line:g}")
    return f"you say line {line:g}; whether it is the wrong one is not checked here"
