"""The page on notation says what a theorem's sentence relies on, and of each sign what a chapter says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest
from chapter_checks import FORMULA, STATED, signs_of
from faults import tell

import olbook as ol
from olbook.checked import Context
from olbook.checked.reading.language import RESERVED
from olbook.checked.show.sentence import BOUNDS, COUNTS

BOOK = Path(__file__).parents[1] / "book"
PAGE = (BOOK / "notation.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.*) \| (.*) \|$", re.MULTILINE)
A_LETTER = re.compile(r"(?:\\(?:hat|bar|mathcal|mathbb) ?)?\\?\w+(?:[_^](?:\w|\{[\w+,]*\}))?|\d")


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


@cache
def formulas() -> str:
    """All formulas of the chapters."""
    notebooks = (nbformat.read(BOOK / f"{topic}.ipynb", as_version=4) for topic in ol.TOPICS)
    texts = (cell.source for notebook in notebooks for cell in notebook.cells)
    return " ".join(signs_of(match[1]) for text in texts for match in FORMULA.finditer(text))


def displayed(code: str) -> str:
    """What the checker prints for a piece of code, in which every name is a number, or else a vector."""
    names = {*re.findall(r"[A-Za-z]\w*", code)} - RESERVED - {"t", "i", "j", "T"}
    kind = "vector" if re.match("dot|norm2", code) else "real"
    chance = " ".join(names) if code.startswith("E(") else ""
    ctx = Context(index="t: 1..T", random=chance, posint="T", **{kind: " ".join(names)})
    return ctx._language.parse(code).tex


def says(equation: str) -> bool:
    """Whether a chapter has this equation; its left side is whole, $y_t$ is not the end of another sign."""
    pattern = rf"(?<![\w\\^_]){re.escape(signs_of(equation))}(?![\^_\d])"
    return re.search(pattern, formulas()) is not None


def other_than_its_sign(page: str) -> Iterator[str]:
    """Formulas of a row, longer than a letter, that no chapter and not the checker gives its sign."""
    for sign, meaning in ROW.findall(page):
        found = FORMULA.findall(STATED.sub(" ", meaning))
        told = [tex for tex in found if not A_LETTER.fullmatch(tex)]
        codes = [displayed(code) for code in re.findall(r"`([^`]+)`", sign)] if told else []
        for tex in (tex for tex in told if signs_of(tex) not in map(signs_of, codes)):
            signs = [*FORMULA.findall(sign), *codes]
            if not any(says(f"{each}={tex}") for each in signs):
                yield (
                    f"no chapter says of {sign} that it is {tex}: write it as a chapter does, "
                    "name its theorem behind it, or say it in words"
                )


def test_a_sign_is_what_a_chapter_says() -> None:
    tell(other_than_its_sign(PAGE), "book/notation.md")


@pytest.mark.parametrize(
    "slip",
    [
        ("e^{2\\eta}", "e^{\\eta}"),
        ("\\hat y_t$ | the", "y_t$ | the"),
        ("\\max(a,0)", "\\max(0,-a)"),
        ("\\min_ty_t", "\\max_ty_t"),
        ("\\chi_t(u)$ |", "\\chi_t(w_t)$ |"),
        ("\\lVert a\\rVert^2", "\\lVert a\\rVert"),
        ("\\nabla\\psi(a)", "\\nabla^2\\psi(a)"),
        ("t=1}^Ta", "t=0}^Ta"),
        ("A_t^{-1}g_t", "A_{t-1}^{-1}g_t"),
    ],
)
def test_a_slip_in_a_row_is_found(slip: tuple[str, str]) -> None:
    assert slip[0] in PAGE
    assert [*other_than_its_sign(PAGE.replace(*slip, 1))]
