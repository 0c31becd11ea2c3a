"""A reference shows what it refers to: by mouse, keyboard and finger, over http and from a folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import previews
import pytest
from playwright.sync_api import Locator, Page
from site_checks import MODES, home_of, in_part

pytestmark = pytest.mark.landing

# A page, a reference on it, and a word of what it shows.
SHOWN = {
    "theorem": ("winnow", 'a[data-preview="book/perceptron"][href*="#thm-"]', "Theorem 2."),
    "theorem without a box": (
        "theorems",
        'a[data-preview][href="#row-thm-curved-harmonic"]',
        "For every",
    ),
    "definition": ("winnow", 'a[data-preview][href*="#def-"]', "Definition 2."),
    "exercise": ("winnow", 'a[data-preview][href*="#ex-"]', "Exercise 4."),
    "figure": ("convex_analysis", 'a[data-preview][href*="#fig-"]', "Fig. 1."),
    "paper": ("winnow", 'a[data-preview="book/bibliography"]', "19"),
    "word": ("glossary", 'a[data-preview][href="#term-regret"]', "total loss"),
}
# No formula waits near the window.
SETTLED = """() => ![...document.querySelectorAll("code.later")].some((each) => {
  const { height, top, bottom } = each.getBoundingClientRect();
  return height && top < innerHeight + 900 && bottom > -900;
})"""

INSIDE = """box => {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture(scope="module")
def lean(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages with nothing but the shorter paragraphs that refer to something."""
    pages = ("winnow", "convex_analysis", "theorems")

    def wanted(paragraph: str) -> bool:
        return "data-preview" in paragraph and len(paragraph) <= 25_000

    folder = in_part(site, tmp_path_factory.mktemp("lean"), pages, r"p\b", wanted)
    for name in ("glossary", "perceptron"):
        (folder / "book" / f"{name}.html").symlink_to(site / "book" / f"{name}.html")
    return folder


@pytest.fixture
def winnow(desktop: Page, lean: Path) -> Page:
    """A chapter with references of many kinds."""
    desktop.goto((lean / "book" / "winnow.html").as_uri())
    return desktop


def reference(page: Page, kind: str = "theorem") -> Locator:
    """A reference that stands in no folded box."""
    return page.locator(f"{SHOWN[kind][1]} >> visible=true").first


@pytest.mark.parametrize(
    ("scheme", "kinds"), [("http", list(SHOWN)), ("file", ["theorem", "figure"])]
)
def test_what_a_reference_refers_to_is_shown_under_the_mouse(
    desktop: Page, lean: Path, scheme: str, kinds: list[str]
) -> None:
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    box = desktop.locator("#preview")
    with home_of(lean, scheme) as home:
        for kind in sorted(kinds, key=lambda kind: SHOWN[kind][0]):
            name, _, words = SHOWN[kind]
            if not desktop.url.endswith(f"/{name}.html"):  # each page is opened once
                desktop.goto(f"{home}book/{name}.html")
                assert not [url for url in asked if "_static/previews/" in url], kind
            desktop.mouse.move(0, 0)
            box.wait_for(state="hidden", timeout=5_000)
            link = reference(desktop, kind)
            link.scroll_into_view_if_needed()
            desktop.wait_for_function(SETTLED)  # or what is pointed at moves on
            link.hover()
            box.wait_for(state="visible", timeout=5_000)
            assert words in box.inner_text(), kind
            pictures = box.locator("img")
            assert pictures.count() == (kind == "figure")
            for picture in pictures.all():
                picture.evaluate("picture => picture.decode()")  # fails if there is none
            asked.clear()


def test_a_preview_by_keyboard(winnow: Page) -> None:
    link, box = reference(winnow), winnow.locator("#preview")
    winnow.keyboard.press("Tab")  # from here on the focus is the keyboard's
    link.focus()
    box.wait_for(state="visible", timeout=5_000)
    assert link.get_attribute("aria-describedby") == box.get_attribute("id")
    winnow.keyboard.press("Escape")
    assert not box.is_visible()
    assert link.evaluate("link => link === document.activeElement")
    assert link.get_attribute("aria-describedby") is None
    winnow.keyboard.press("Shift+Tab")
    winnow.keyboard.press("Tab")
    box.wait_for(state="visible", timeout=5_000)
    link.evaluate("link => link.blur()")
    assert not box.is_visible()
    for edge in ("start", "end"):  # of the window, in which the whole of it is to be seen
        link.evaluate("(link, block) => link.scrollIntoView({ block })", edge)
        winnow.wait_for_function(SETTLED)
        link.focus()
        box.wait_for(state="visible", timeout=5_000)
        assert box.evaluate(INSIDE), edge
        link.evaluate("link => link.blur()")


def test_a_preview_stays_while_it_is_pointed_at_and_is_not_printed(winnow: Page) -> None:
    box = winnow.locator("#preview")
    reference(winnow).hover()
    box.wait_for(state="visible", timeout=5_000)
    box.hover()
    winnow.wait_for_timeout(400)
    assert box.is_visible()
    winnow.emulate_media(media="print")
    assert not box.is_visible()
    winnow.emulate_media(media="screen")
    winnow.mouse.move(0, 0)
    box.wait_for(state="hidden", timeout=5_000)


def test_a_first_tap_shows_and_a_second_one_follows(phone: Page, lean: Path) -> None:
    phone.goto((lean / "book" / "winnow.html").as_uri())
    link, box = reference(phone), phone.locator("#preview")
    link.tap()
    box.wait_for(state="visible", timeout=5_000)
    assert phone.url.endswith("winnow.html")
    place = box.bounding_box()
    assert place is not None
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= MODES["phone"]["viewport"]["width"]
    target = (link.get_attribute("href") or "").rpartition("/")[2]
    link.tap()
    phone.wait_for_url(f"**/{target}", timeout=10_000)


def test_every_reference_that_promises_to_show_something_does(site: Path) -> None:
    shown = {
        path.relative_to(site / "_static" / "previews").with_suffix("").as_posix(): json.loads(
            path.read_text(encoding="utf-8").partition("=")[2].rstrip(";\n")
        )
        for path in (site / "_static" / "previews").rglob("*.js")
    }
    promised = [
        (link["page"], link["anchor"])
        for path in (site / "book").rglob("*.html")
        for link in re.finditer(
            r'href="[^"#]*#(?P<anchor>[^"]+)" data-preview="(?P<page>[^"]+)"',
            path.read_text(encoding="utf-8"),
        )
    ]
    assert len(promised) > 300
    assert [place for place in promised if place[1] not in shown.get(place[0], {})] == []
    for page, snippets in shown.items():
        for anchor, html in snippets.items():
            assert not re.search(r"<(a|button|details|script)\b| id=| tabindex=", html), (
                page,
                anchor,
            )


def test_what_is_cut_out_is_whole_and_inert() -> None:
    html = (
        '<div class="proof theorem" id="thm-a"><p>A <a href="b.html">b</a>'
        '<span class="exact" id="s"><span>c</span></span></p><details><div>d</div></details>'
        '<button>e</button><img src="../_images/f.png" alt="f"></div><div id="g">h</div>'
    )
    ((name, cut),) = previews.targets(html)
    assert name == "thm-a"
    assert previews.snippet(cut) == (
        '<div class="proof theorem"><p>A b</p><img data-src="_images/f.png" alt="f"></div>'
    )
    with pytest.raises(ValueError, match="not closed"):
        previews.whole("<div><div></div>", 0, "div")
