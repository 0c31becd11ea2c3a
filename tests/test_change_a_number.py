"""Whoever changes a number in a chapter and runs it again sees what it does, not an error of ours."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import nbformat
import pytest
from change_a_number import Change, apply, changes, complaint
from nbformat.v4 import new_code_cell, new_notebook

import olbook as ol

BOOK = Path(__file__).parents[1] / "book"


def read(topic: str) -> list[Change]:
    return changes(nbformat.read(BOOK / f"{topic}.ipynb", as_version=4).cells)


@pytest.mark.thorough
@pytest.mark.parametrize("topic", ol.TOPICS)
def test_two_numbers_of_this_week(topic: str) -> None:
    year, week, _ = date.today().isocalendar()
    chosen = random.Random(f"{topic} {year} {week}").sample(read(topic), 2)
    said = complaint(BOOK / f"{topic}.ipynb", chosen)
    assert not said, "; ".join([*map(str, chosen), said])


def test_every_chapter_has_numbers_to_change() -> None:
    assert [topic for topic in ol.TOPICS if len(read(topic)) < 2] == []


def test_a_change_is_written_where_the_number_stood() -> None:
    cells = [new_code_cell("T, d = 100, 20\nX = draw(T, noise=0.5, rng=np.random.default_rng(3))")]
    found = changes(cells)
    assert [(c.name, c.old, c.new) for c in found] == [
        ("T", 100, 150), ("d", 20, 30), ("noise", 0.5, 0.625), ("seed", 3, 10)]  # fmt: skip
    apply(cells, found[1])
    apply(cells, found[3])
    assert (
        cells[0].source == "T, d = 100, 30\nX = draw(T, noise=0.5, rng=np.random.default_rng(10))"
    )


@pytest.mark.thorough
def test_what_stops_a_notebook_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.ipynb"
    own = "T = 4\nassert T == 4"
    answered = (
        "import olbook as ol\nd = 4\nol.streams.separable(T=4, d=d, margin=4.5 - d, rng=None)"
    )
    for source, expected in ((own, "AssertionError: , at Cell"), (answered, "")):
        nbformat.write(new_notebook(cells=[new_code_cell(source)]), path)
        said = complaint(path, changes(nbformat.read(path, as_version=4).cells)[:1])
        assert said[: len(expected) or None] == expected
