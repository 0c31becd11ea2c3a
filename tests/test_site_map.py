"""The maps in the built site, and the way on its first page: what leads to a theorem, on a phone too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import front
import pytest
from map import uses, uses_of_topics
from playwright.sync_api import Page

import olbook as ol
from olbook.checked.show.render import label_for


@pytest.fixture(scope="module")
def parts(site: Path) -> tuple[str, str]:
    """The drawing and what stands below it."""
    html = (site / "book" / "map.html").read_text(encoding="utf-8")
    drawing, _, below = html.partition('<div class="map">')[2].partition("</svg></div>")
    return drawing, below


def test_every_box_and_every_line_leads_to_its_theorem(site: Path, parts: tuple[str, str]) -> None:
    wanted = {label_for(name) for name in ol.theorems()}
    for part in parts:
        links = set(re.findall(r'href="([^"#]*)#((?:row-)?thm-[\w-]+)"', part))
        assert {anchor.removeprefix("row-") for _, anchor in links} == wanted
        for page, anchor in links:
            text = (site / "book" / page).read_text(encoding="utf-8")
            assert f'id="{anchor}"' in text, f"{page}#{anchor}"


def test_the_preface_has_the_topics(site: Path) -> None:
    html = (site / "book" / "preface.html").read_text(encoding="utf-8")
    small = html.partition('<div class="map small">')[2].partition("</svg>")[0]
    links = re.findall(r'href="([\w-]+)\.html"', small)
    assert sorted(links) == sorted(ol.TOPICS)
    assert all((site / "book" / f"{link}.html").exists() for link in links)


def test_the_bounds_of_the_way_are_those_of_the_theorems() -> None:
    for stop in front.STOPS.values():
        claim = ol.theorem(stop.theorem).claim_tex
        shown = re.search(r"<annotation[^>]*>(.*?)</annotation>", front.bound(stop))
        assert shown is not None
        assert claim.endswith(shown[1].replace("&lt;", "<"))
        assert shown[1].startswith(r"\le ")


@pytest.mark.landing
def test_the_map_scrolls_in_its_own_box_on_a_phone(phone: Page, site: Path) -> None:
    phone.goto((site / "book" / "map.html").as_uri())
    box = phone.locator("div.map")
    box.scroll_into_view_if_needed()
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.wait_for_function("document.querySelector('div.map').tabIndex === 0")


@pytest.mark.landing
@pytest.mark.parametrize(("mode", "drawn"), [("desktop", True), ("phone", False)])
def test_the_preface_draws_the_topics_where_there_is_room(
    tab: Callable[[str], Page], site: Path, mode: str, drawn: bool
) -> None:
    page = tab(mode)
    page.goto((site / "book" / "preface.html").as_uri())
    drawing, words = page.locator("div.map"), page.locator("ul.map-in-words")
    assert drawing.is_visible() == drawn
    assert words.evaluate("list => list.offsetWidth > 200") != drawn  # else for screen readers only
    assert words.locator("li").count() == len({user for _, user in uses_of_topics(uses())})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.landing
def test_a_box_shows_its_arrows_and_its_theorem(desktop: Page, site: Path) -> None:
    desktop.goto((site / "book" / "map.html").as_uri())
    width = "path => getComputedStyle(path).strokeWidth"
    arrow = desktop.locator("path.at-perceptron-margin").first
    before = arrow.evaluate(width)
    desktop.locator("a.at-perceptron-margin").hover()
    assert arrow.evaluate(width) != before
    desktop.locator("#preview").wait_for(state="visible", timeout=5_000)
    assert "mistakes" in desktop.locator("#preview").inner_text()
