"""Every topic has its rooms, and is named where a reader looks for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from assignment_checks import ASSIGNMENTS
from faults import tell

import olbook as ol

ROOT = Path(__file__).parents[1]
ROOMS = (
    "olbook/{}.py",
    "olbook/proofs/{}.py",
    "book/{}.ipynb",
    "tests/test_{}.py",
    "tests/test_proofs_{}.py",
)


def chapters(root: Path) -> list[str]:
    """The pages below the caption "Chapters" of the table of contents, in their order."""
    toc = (root / "_toc.yml").read_text(encoding="utf-8")
    part = re.search(r"caption: Chapters\n(.*?)(?=  - caption:|\Z)", toc, re.DOTALL)
    assert part is not None
    return re.findall(r"- file: book/(\w+)", part[1])


def missing(topic: str, root: Path) -> list[str]:
    """What a topic lacks in the project below a folder, in words."""
    rooms = [room.format(topic) for room in ROOMS]
    faults = [f"{room}: does not exist" for room in rooms if not (root / room).exists()]
    if topic not in chapters(root):
        faults.append(f"_toc.yml: does not list the chapter book/{topic}")
    if not re.search(rf"\b{topic}\b", (root / "README.md").read_text(encoding="utf-8")):
        faults.append(f"README.md: does not name {topic}.py in the map of the house")
    return faults


@pytest.mark.parametrize("topic", ol.TOPICS)
def test_a_topic_has_its_rooms_and_is_named(topic: str) -> None:
    tell(missing(topic, ROOT))


def test_a_topic_that_is_only_a_name_misses_everything() -> None:
    faults = " ".join(missing("knitting", ROOT))
    assert faults.count("does not exist") == len(ROOMS)
    assert "_toc.yml" in faults
    assert "README.md" in faults


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_an_assignment_is_of_a_topic_and_listed(topic: str) -> None:
    assert topic in ol.TOPICS
    assert f"- file: book/assignments/{topic}\n" in (ROOT / "_toc.yml").read_text("utf-8")
    assert (ROOT / "tests" / "answers" / f"{topic}.py").exists()


def test_the_topics_are_the_chapters_in_their_order() -> None:
    listed, topics = chapters(ROOT), list(ol.TOPICS)
    faults = [f"lists {topic}, which is not in TOPICS" for topic in listed if topic not in topics]
    if not faults and listed != topics:
        faults = ["its chapters stand in another order than TOPICS"]
    tell([f"{fault} of olbook/__init__.py" for fault in faults], "_toc.yml")
