"""The page of aims is made from the chapters: every box and every tempting mistake of a section."""

from __future__ import annotations

from pathlib import Path

import aims
import nbformat
import pytest
from faults import tell

import olbook as ol

FOLDER = Path(__file__).parents[1] / "book"

CHAPTER = """\
(chapter-toy)=
# A toy

**Afterwards you can** play.
"""
SECTION = """\
## One

:::{prf:definition} A word
:label: def-word
It is said.
:::

:::{admonition} A tempting mistake
:class: warning

Say the
opposite.

More of it.
:::
"""


def test_what_a_section_gives(tmp_path: Path) -> None:
    printed = ":::::{prf:theorem} A bound\n:label: thm-toy-bound\n\nIt holds.\n:::::"
    output = nbformat.v4.new_output("display_data", {"text/markdown": printed})
    turn = "## Your turn\n\n:::{exercise} Play · by hand\n:label: ex\n:::"
    cells = [
        *(nbformat.v4.new_markdown_cell(text) for text in (CHAPTER, SECTION)),
        nbformat.v4.new_code_cell("bound", outputs=[output]),
        nbformat.v4.new_markdown_cell("## Nothing here\n\nWords.\n\n" + turn),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "toy.ipynb")
    assert "\n\n".join(aims.chapter(tmp_path, "toy")).split("\n\n") == [
        "## A toy",
        "{doc}`A toy <toy>` · Play.",
        "**One**",
        "- *Say:* A word ({prf:ref}`def-word`).\n- *Prove:* A bound ({prf:ref}`thm-toy-bound`).\n"
        "- *Tempting:* Say the opposite.",
        "**To practise:** Play · by hand.",
    ]


@pytest.mark.parametrize("topic", ol.TOPICS)
def test_each_chapter_has_aims_mistakes_and_exercises(topic: str) -> None:
    tell(aims.missing(FOLDER, topic))
    found = aims.sections(FOLDER, topic)
    assert all(len(mistake) > 20 for section in found for mistake in section.mistakes)


def test_all_that_a_chapter_lacks_is_told_at_once(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_markdown_cell("# A toy")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "toy.ipynb")
    faults = aims.missing(tmp_path, "toy")
    assert len(faults) == 5
    for words in ("In this chapter", "Afterwards you can", "Time:", "a theorem", "{exercise}"):
        assert sum(words in fault for fault in faults) == 1
