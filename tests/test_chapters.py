"""Chapters speak to a reader without lecture notes, show code that fits, and tie their numbers down."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from chapter_checks import faults_of_chapter
from nbformat.v4 import new_code_cell, new_markdown_cell

import olbook as ol

BOOK = Path(__file__).parents[1] / "book"


@pytest.mark.parametrize("topic", ol.TOPICS)
def test_a_chapter_as_stored(topic: str) -> None:
    assert faults_of_chapter(nbformat.read(BOOK / f"{topic}.ipynb", as_version=4).cells) == []


PLANTED = {
    "speaks of lecture notes: our copy": new_markdown_cell("Here our copy has a sign."),
    "speaks of lecture notes: E1-04": new_code_cell("x = 1  # E1-04"),
    "speaks of lecture notes: The lecture": new_markdown_cell("The lecture forgets it."),
    "a number without its source: 0.885": new_markdown_cell("It is 0.885 of the best."),
    "a number without its source: 1,009": new_markdown_cell("It made 1,009 mistakes."),
    "a visible cell of 21 lines": new_code_cell("\n".join(["x = 1"] * 21)),
    "a visible line of 77 columns": new_code_cell(f"x = {'1' * 73}"),
    "an assertion in a visible cell": new_code_cell("x = 1\nassert x"),
    "not as checked, perceptron.margin has": new_markdown_cell(
        r"Then $w_{t+1}=w_t-\iota_ty_tx_t$<!-- is perceptron.margin:update -->."
    ),
    "not as checked, perceptron.margin has ['M": new_markdown_cell(
        "At most $R^2U$<!-- is perceptron.margin --> mistakes."
    ),
    "a number without its source: 7.25, in a caption": new_code_cell(
        "draw()", metadata={"mystnb": {"image": {"alt": "Up to 7.25."}}}
    ),
}


@pytest.mark.parametrize("report", PLANTED)
def test_a_planted_fault_is_found(report: str) -> None:
    faults = faults_of_chapter([PLANTED[report]])
    assert len(faults) == 1
    assert report in faults[0]


@pytest.mark.parametrize(
    "cell",
    [
        new_markdown_cell(
            "It is 0.885<!-- = ratio --> of the best, see {cite:t}`novikoff1962` (1962)."
        ),
        new_markdown_cell("For $0.25\\le x$ and `x = 0.25` see [there](#the-0.25)."),
        new_code_cell("assert x == 0.125", metadata={"tags": ["remove-input"]}),
        new_markdown_cell(
            r"$w_{t+1} = w_t+\iota_ty_tx_t$<!-- is perceptron.margin:update -->, so that "
            r"$M\le R^2U^2$<!-- is perceptron.margin -->, or $R^2\,U^2$<!-- is perceptron.margin -->."
        ),
        new_markdown_cell("More in [the fourth part](lectures/the_perceptron), E3-01 and E3-07."),
    ],
)
def test_what_is_allowed_is_not_reported(cell: nbformat.NotebookNode) -> None:
    assert faults_of_chapter([cell]) == []
