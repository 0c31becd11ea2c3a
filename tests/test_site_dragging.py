"""Pictures that are dragged, in a browser: by hand, by key, step by step, and standing still without scripts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import dragging
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page
from shares import first_of_each
from site_checks import MODES, in_part

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
TOPICS = {
    name: path.stem
    for path in sorted((ROOT / "book").glob("*.ipynb"))
    for name in dragging.PLACE.findall(path.read_text(encoding="utf-8").replace('\\"', '"'))
}
NARROW = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}


@pytest.fixture(scope="module")
def lean(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chapters with nothing but their pictures."""
    return in_part(
        site, tmp_path_factory.mktemp("lean"), TOPICS.values(), 'div class="drag noprint'
    )


@pytest.fixture(scope="module", params=first_of_each(["narrow", "desktop"]))
def window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A window of a laptop, and of the narrowest phone."""
    with browser.new_context(**MODES.get(request.param, NARROW)) as opened:
        yield opened


def said(box: Locator) -> str:
    """What stands beside a picture."""
    return box.locator(".drag-says").inner_text()


def drag(page: Page, handle: Locator, by: tuple[int, int]) -> None:
    """Take a point in the middle of its mark, and let it go elsewhere."""
    at = handle.locator(".room").bounding_box()
    assert at is not None
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=4)
    page.mouse.up()


def step_of(page: Page, handle: Locator, key: str) -> float:
    """How far a key moves a point."""
    where = "handle => ['cx', 'cy'].map(name => +handle.querySelector('.room').getAttribute(name))"
    before = handle.evaluate(where)
    page.keyboard.press(key)
    return math.dist(before, handle.evaluate(where))


@pytest.mark.parametrize("name", first_of_each(TOPICS))
def test_hands_keys_and_buttons_move_it(window: BrowserContext, lean: Path, name: str) -> None:
    page = window.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((lean / "book" / f"{TOPICS[name]}.html").as_uri())
    box = page.locator(".drag")
    box.scroll_into_view_if_needed()
    at_first = said(box)
    handle = box.locator(".handle").last
    handle.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    with_shift, without = (step_of(page, handle, key) for key in ("Shift+ArrowDown", "ArrowDown"))
    assert (with_shift < without) == dragging.stills()[name]["small"]
    by_key = said(box)
    assert by_key != at_first
    assert handle.evaluate("handle => handle === document.activeElement")
    drag(page, handle, (-30, -25))
    by_hand = said(box)
    assert by_hand != by_key
    page.wait_for_timeout(1_000)
    assert said(box) == by_hand  # nothing moves by itself
    box.get_by_role("button", name="Step").click()
    assert said(box) != by_hand
    box.get_by_role("button", name="Start again").click()
    assert said(box) == at_first
    box.get_by_role("button", name="Play").click()
    box.get_by_role("button", name="Pause").click()
    assert said(box) != at_first
    wide = "root => [...root.querySelectorAll('div > svg, button, input, p')].map(e => e.getBoundingClientRect().right)"
    assert max(box.evaluate(wide)) <= page.viewport_size["width"]  # type: ignore[index]
    letters = "svg => parseFloat(getComputedStyle(svg.querySelector('text')).fontSize) * svg.getScreenCTM().a"
    if box.locator("svg text").count():
        assert box.locator("svg").first.evaluate(letters) >= 11.5  # pixels
    assert faults == []
    page.close()


@pytest.mark.parametrize("name", first_of_each(TOPICS))
def test_without_scripts_it_stands_still(scriptless: Page, lean: Path, name: str) -> None:
    scriptless.goto((lean / "book" / f"{TOPICS[name]}.html").as_uri())
    box = scriptless.locator(".drag")
    assert box.locator(".handle").first.is_visible()
    assert box.locator("svg").first.get_attribute("role") == "img"
    assert box.locator("[tabindex]").count() == 0
    assert not box.locator("button").first.is_visible()
    assert len(said(box)) > 50


def test_only_pages_with_such_a_picture_load_it(site: Path) -> None:
    static = site / "_static"
    for page in (*TOPICS.values(), "square_loss"):
        text = (site / "book" / f"{page}.html").read_text(encoding="utf-8")
        assert ("dragging.css" in text) == (page in TOPICS.values())
        loaded = re.findall(r"_static/(dragging[^.]*[.]js)", text)
        assert len(loaded) == 2 * (page in TOPICS.values())
        assert sum((static / name).stat().st_size for name in loaded) < 16_000
