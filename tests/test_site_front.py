"""The first page: what is seen at first, the game, the way, and what a shared link shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import front
import pytest
from bs4 import BeautifulSoup
from PIL import Image
from playwright.sync_api import Page
from sphinx.cmd.build import main as sphinx

import olbook as ol

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def page(site: Path) -> BeautifulSoup:
    """The first page, as a file."""
    text = (site / "book" / "index.html").read_text(encoding="utf-8")
    return BeautifulSoup(text, "html.parser")


def test_it_is_short(page: BeautifulSoup) -> None:
    article = page.select_one("article.bd-article")
    assert article is not None
    for twice in article.select(".katex-mathml, .toctree-wrapper"):
        twice.decompose()
    assert 100 < len(article.get_text(" ").split()) <= 500


def test_a_shared_link_shows_what_it_is(page: BeautifulSoup, site: Path) -> None:
    assert page.title is not None
    assert page.title.get_text() == "Online learning, checked"
    [description] = page.select('meta[name="description"]')
    assert 50 < len(str(description["content"])) < 160
    assert page.select_one('meta[property="og:title"]') is not None
    assert page.select_one('link[rel="icon"], link[rel="shortcut icon"]') is not None
    assert page.select_one('meta[property="og:image"]') is None  # it would need an address
    with Image.open(site / "_static" / front.PICTURE) as picture:
        assert picture.size == (1200, 630)


def test_the_link_of_a_chapter_says_what_one_does_in_it(site: Path) -> None:
    text = (site / "book" / "winnow.html").read_text(encoding="utf-8")
    chapter = BeautifulSoup(text, "html.parser")
    says = {
        str(tag.get("property")): str(tag["content"]) for tag in chapter.select("meta[property]")
    }
    assert says["og:title"] == "Winnow"  # the title of the page has its number, in a tag
    assert says["og:description"].startswith("In this chapter you watch a learner that multiplies")


def test_with_an_address_a_shared_link_shows_a_picture(tmp_path: Path) -> None:
    (tmp_path / "index.rst").write_text("One\n===")
    settings = {"extensions": ["front"], "html_baseurl": "https://example.org/book/"}
    (tmp_path / "conf.py").write_text("\n".join(f"{k} = {v!r}" for k, v in settings.items()))
    assert sphinx(["-W", "-q", str(tmp_path), str(tmp_path / "html")]) == 0
    made = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    found = re.search(r'property="og:image" content="https://example.org/book/([^"]+)"', made)
    assert found is not None
    assert (tmp_path / "html" / found[1]).exists()


def test_the_way_leads_through_all_chapters(page: BeautifulSoup) -> None:
    links = [str(link["href"]) for link in page.select("ol.way a")]
    assert sorted(links) == sorted(f"{topic}.html" for topic in ol.TOPICS)
    assert set(front.STOPS) == set(front.DRAWINGS) <= set(ol.TOPICS)


@pytest.mark.parametrize("mode", ["desktop", "phone"])
def test_the_first_screen_has_it_all(tab: Callable[[str], Page], site: Path, mode: str) -> None:
    window = tab(mode)
    window.goto((site / "book" / "index.html").as_uri())
    height = window.viewport_size["height"] if window.viewport_size else 0
    for what in ("article h1", ".says", ".game button[data-say='1']", ".doors a >> nth=2"):
        box = window.locator(what).first.bounding_box()
        assert box is not None, what
        assert box["y"] + box["height"] <= height, what


class Says:
    """A learner that says what we say in the game."""

    def __init__(self, words: list[int]) -> None:
        self.words, self.rounds = words, 0

    def predict(self, x: object) -> float:
        return float(self.words[self.rounds])

    def update(self, x: object, y: float) -> None:
        self.rounds += 1


def test_the_game_cannot_be_won_and_never_contradicts_itself(desktop: Page, site: Path) -> None:
    desktop.goto((site / "book" / "index.html").as_uri())
    game = desktop.locator(".game")
    low, high = Fraction(0), Fraction(1)
    said_by_us = [1, -1, -1, 1, 1, -1, 1, -1, 1]
    points, labels = ol.streams.bisection(Says(said_by_us), len(said_by_us))
    for turn, said in enumerate(said_by_us, start=1):
        asked = Fraction(
            re.findall(r"Is ([\d.]+) plus", game.locator(".game-says").inner_text())[0]
        )
        assert low < asked < high
        assert asked == Fraction(float(points[turn - 1, 0]))  # as the package's opponent plays
        assert labels[turn - 1] == -said
        game.locator(f"[data-say='{said}']").click()
        truth = "minus" if said > 0 else "plus"
        assert f"Wrong: {float(asked)} is {truth}." in game.locator(".game-says").inner_text()
        assert game.locator(".game-score").inner_text() == f"{turn} of {turn} wrong"
        low, high = (asked, high) if truth == "minus" else (low, asked)
        halves = game.locator("svg rect.left").evaluate_all(
            "bars => bars.map(b => +b.getAttribute('x'))"
        )
        assert halves[-2:] == [161 if truth == "minus" else 1, 1]  # the half that is left, the next
    assert game.locator(".game-after").is_visible()
    game.locator(".again").press("Enter")
    assert game.locator(".game-score").inner_text() == ""
    sixty = "button => { for (let turn = 0; turn < 60; turn++) button.click(); }"
    game.locator("[data-say='1']").evaluate(sixty)  # it ends while its numbers are exact
    assert game.locator(".game-score").inner_text() == "40 of 40 wrong"


def test_without_scripts_there_is_a_still_picture(scriptless: Page, site: Path) -> None:
    scriptless.goto((site / "book" / "index.html").as_uri())
    assert scriptless.locator(".game svg").is_visible()
    assert scriptless.locator(".game button:visible").count() == 0
    assert scriptless.locator(".game-says a").is_visible()


def test_the_same_game_in_the_chapter_says_what_is_wrong(desktop: Page, site: Path) -> None:
    desktop.goto((site / "book" / "perceptron.html").as_uri())
    game = desktop.locator(".ol-game")
    says = game.locator("[data-say]")
    said_by_us = [1, -1, 1, 1]
    points, _ = ol.streams.bisection(Says(said_by_us), len(said_by_us))
    for turn, (said, asked) in enumerate(zip(said_by_us, points[:, 0], strict=True), start=1):
        assert f"is {asked:g} plus or minus?" in says.inner_text()
        game.locator(f"[data-say-it='{said}']").click()
        truth = "minus" if said > 0 else "plus"
        assert f"Wrong, {asked:g} is {truth}: {turn} of {turn} wrong." in says.inner_text()
    game.locator("[data-again]").press("Enter")
    assert "Round 1: is 0.5 plus or minus?" in says.inner_text()
