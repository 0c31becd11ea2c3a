"""The page on notation says what a theorem's sentence relies on."""

from __future__ import annotations

import re
from pathlib import Path

from olbook.checked.show.sentence import BOUNDS, COUNTS

PAGE = (Path(__file__).parents[1] / "book" / "notation.md").read_text(encoding="utf-8")


def test_the_letters_that_need_no_introduction_are_those_of_the_sentences() -> None:
    section = (
        PAGE.partition("\n(letters-without-words)=\n")[2]
        .partition("\n(")[0]
        .partition("\n## The")[0]
    )
    told = re.findall(
        r"\$(\\?\w+)\$", "\n".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE))
    )
    assert {letter.removeprefix("\\") for letter in told} - {"t", "i"} == {*BOUNDS, *COUNTS}


def test_every_table_has_two_columns() -> None:
    rows = re.findall(r"^\|.*\|$", PAGE, re.MULTILINE)
    assert rows
    assert [row for row in rows if len(re.findall(r"(?<!\\)\|", row)) != 3] == []
