"""The map of the theorems: every theorem, every use, and where its links lead."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import map as maps  # book/_ext/map.py
import pytest
import theorems as page_of_theorems

import olbook as ol
from olbook.checked.show.render import label_for
from olbook.proofs import THEOREMS

BOOK = Path(__file__).parents[1] / "book"
BANDS = {
    topic: {name: maps.in_words(entry.title) for name, entry in names.items()}
    for topic, names in THEOREMS.items()
}
MARKS = {f"at-{label_for(name).removeprefix('thm-')}": name for name in ol.theorems()}


def nodes_in(svg: str) -> dict[str, str]:
    """The theorems of a drawing, each with what its box says."""
    found = re.findall(r'<a class="internal (\S+)"[^>]*>.*?<text>(.*?)</text></a>', svg)
    return {MARKS[mark]: " ".join(re.findall(r"<tspan[^>]*>(.*?)<", text)) for mark, text in found}


def arrows_in(svg: str) -> list[tuple[str, str]]:
    """The arrows of a drawing."""
    return [(MARKS[a], MARKS[b]) for a, b in re.findall(r'<path class="(\S+) (\S+)"', svg)]


def uses_on_the_page_of_theorems() -> set[tuple[str, str]]:
    """What the page of all theorems says below each of them."""
    by_label, found = {label_for(name): name for name in ol.theorems()}, set()
    for entry in page_of_theorems.as_markdown(BOOK, set()).split("\n(row-")[1:]:
        uses = re.search(r"^\*It uses (.*)", entry, re.M)
        for label in re.findall(r"`(thm-[\w-]+)`", uses[1] if uses else ""):
            found.add((by_label[label], by_label[entry.partition(")=")[0]]))
    return found


@pytest.fixture(scope="module")
def drawn() -> str:
    """The whole map, with links that are only names."""
    return maps.drawing(BANDS, maps.uses(), {name: f"#{name}" for name in ol.theorems()})


def test_every_theorem_stands_on_the_map_with_its_title(drawn: str) -> None:
    titles = {
        name: title.replace("$", "").replace("'", "&#x27;") for name, title in ol.theorems().items()
    }
    assert nodes_in(drawn) == titles
    assert not re.search(r"[$\\{}]", "".join(titles.values()))  # no formula is left in a drawing


def test_every_use_is_an_arrow_and_every_arrow_a_use(drawn: str) -> None:
    arrows = arrows_in(drawn)
    assert len(arrows) == len(set(arrows)) > 50
    assert set(arrows) == uses_on_the_page_of_theorems()
    assert {("ogd.tuned", "batch.gradient_descent"), ("ogd.regret", "ogd.tuned")} <= set(arrows)


def test_a_theorem_that_is_not_drawn_or_an_arrow_too_few_is_noticed() -> None:
    fewer = {topic: dict(list(names.items())[1:]) for topic, names in BANDS.items()}
    kept = [(a, b) for a, b in maps.uses() if any(a in n for n in fewer.values())]
    kept = [(a, b) for a, b in kept if any(b in n for n in fewer.values())]
    faulty = maps.drawing(fewer, kept[1:], dict.fromkeys(ol.theorems(), ""))
    assert nodes_in(faulty).keys() != ol.theorems().keys()
    assert set(arrows_in(faulty)) != uses_on_the_page_of_theorems()


def test_boxes_do_not_overlap_and_arrows_lead_to_the_right() -> None:
    boxes, _ = maps.layout(BANDS, maps.uses())
    for a, b in combinations(boxes.values(), 2):
        apart = a.y + a.height <= b.y or b.y + b.height <= a.y
        assert a.x != b.x or apart
    assert all(boxes[used].x + maps.WIDTH < boxes[user].x for used, user in maps.uses())
    assert all(len(line) <= maps.LETTERS for box in boxes.values() for line in box.lines)


def test_no_arrow_passes_behind_a_box_without_arrows() -> None:
    boxes, _ = maps.layout(BANDS, maps.uses())
    joined = {name for arrow in maps.uses() for name in arrow}
    for names in BANDS.values():
        ends = [boxes[name].y + boxes[name].height for name in names if name in joined]
        assert all(boxes[name].y > max(ends, default=0) for name in names if name not in joined)


def test_a_name_stands_next_to_the_first_that_uses_it() -> None:
    arrows = [("a", "b"), ("b", "c"), ("lemma", "c")]
    assert maps.layers(["a", "b", "c", "lemma"], arrows) == {"a": 0, "b": 1, "c": 2, "lemma": 1}


def test_topics_that_use_each_other_can_be_drawn() -> None:
    circle = [("a", "b"), ("b", "c"), ("c", "a")]
    assert maps.layers("abc", circle) == {"a": 0, "b": 1, "c": 2}
    svg = maps.drawing(
        {"": dict(zip("abc", "abc", strict=True))}, circle, dict.fromkeys("abc", "#")
    )
    assert svg.count('<path class="at-') == 3


def test_the_topics_are_joined_as_their_theorems_are() -> None:
    topics = set(maps.uses_of_topics(maps.uses()))
    assert ("online_convex_optimization", "perceptron") in topics
    assert ("curved_losses", "square_loss") in topics  # by the box that stands there
    assert not any(a == b for a, b in topics)
    assert {topic for pair in topics for topic in pair} <= set(ol.TOPICS)


def test_the_list_says_the_same_as_the_drawing() -> None:
    lines = re.findall(r"^- \{prf:ref\}`(thm-[\w-]+)`(.*)$", maps.as_list(BOOK), re.M)
    assert [label for label, _ in lines] == [label_for(name) for name in ol.theorems()]
    uses = {(used, label) for label, line in lines for used in re.findall(r"`(thm-[\w-]+)`", line)}
    assert uses == {(label_for(a), label_for(b)) for a, b in maps.uses()}


@pytest.mark.parametrize("name", [maps.PAGE, maps.FRONT])
def test_the_page_has_a_place_for_its_map(name: str) -> None:
    text = BOOK.parent.joinpath(f"{name}.md").read_text(encoding="utf-8")
    assert text.count(maps.PLACE) == 1
    assert text.count(maps.LIST) == (name == maps.PAGE)
