"""The scroll bar tells the truth before a page is laid out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import heights
import pytest
from playwright.sync_api import Page
from shares import first_of_each

pytestmark = pytest.mark.landing

HEIGHT = "document.scrollingElement.scrollHeight"
VISIBLE = "section { content-visibility: visible !important; display: flow-root }"


@pytest.mark.parametrize("name", first_of_each(["perceptron", "mirror_descent", "regret_to_risk"]))
@pytest.mark.parametrize("mode", first_of_each(["phone", "desktop"]))
def test_a_page_is_about_as_tall_as_it_says(
    tab: Callable[[str], Page], site: Path, mode: str, name: str
) -> None:
    page = tab(mode)
    page.goto((site / "book" / f"{name}.html").as_uri())
    said = page.evaluate(HEIGHT)
    page.add_style_tag(content=VISIBLE)
    assert said == pytest.approx(page.evaluate(HEIGHT), rel=0.08)


def test_what_is_not_seen_takes_no_room() -> None:
    seen = "<p>Three words here.</p><pre>one\ntwo\n</pre>"
    folded = f"<details><summary></summary>{seen}<details>{seen}</details>{seen}</details>"
    exact = '<span class="exact"><span>what it stands for</span></span>'
    svg = '<svg viewBox="0 0 1 1"><text>more words</text></svg>'
    for window in heights.WINDOWS:
        alone = heights.height(seen, window)
        assert heights.height(seen + folded + exact + svg, window) == alone > 0
        assert heights.height(seen + seen, window) > 1.9 * alone


def test_only_the_sections_below_the_title_have_a_height() -> None:
    inner = "<section><p>inner</p></section>"
    page = f"<article><section><h1>Title</h1><section id='a'>{inner}</section></section></article>{inner}"
    made = heights.with_heights(page)
    assert made.count("--tall:") == made.count("--tall-phone:") == 1
    assert "<section id='a' style=" in made
