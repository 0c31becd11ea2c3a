"""Pictures that move: sliders move them from a folder too, a still one stands without scripts; planted faults."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotInTime
from shares import first_of_each
from site_checks import in_part, served

from olbook.plotting import VEGA_LITE

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
TOPICS = sorted(
    path.stem for path in (ROOT / "book").glob("*.ipynb") if VEGA_LITE in path.read_text()
)
ON_DEMAND = "_static/moving/"  # what only a reader who moves a picture loads
SPOKEN = "slider => slider.ariaValueText"


@pytest.fixture(scope="module")
def lean(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chapters with nothing but their figures."""
    return in_part(site, tmp_path_factory.mktemp("lean"), TOPICS, r"figure\b")


def figure_of(page: Page, url: str) -> Locator:
    """The moving picture of a page, which is opened for it."""
    page.goto(url)
    figure = page.locator("figure:has(.moving)")
    figure.scroll_into_view_if_needed()
    return figure


def moved(page: Page, slider: Locator, patience: int = 15_000) -> str:
    """What a picture shows when an arrow key has moved one of its sliders."""
    before = slider.evaluate(SPOKEN)
    slider.focus()
    past_the_middle = slider.evaluate("slider => 2 * slider.value > +slider.min + +slider.max")
    page.keyboard.press("ArrowLeft" if past_the_middle else "ArrowRight")
    handle = slider.element_handle()
    changed = "([slider, before]) => (slider.ariaValueText ?? before) !== before"
    page.wait_for_function(changed, arg=[handle, before], timeout=patience)
    return page.locator("figure .stage svg").inner_html()


def moves(page: Page, slider: Locator) -> bool:
    """Whether a picture shows something else each time one of its sliders has been moved."""
    try:
        return moved(page, slider, 4_000) != moved(page, slider, 4_000)
    except NotInTime:
        return False


# --- every picture -------------------------------------------------------------------------------


def test_eight_chapters_have_a_picture_that_moves() -> None:
    assert len(TOPICS) >= 8


@pytest.mark.parametrize("topic", first_of_each(TOPICS))
@pytest.mark.parametrize("mode", first_of_each(["phone", "desktop"]))
def test_every_slider_moves_the_picture_from_a_folder(
    tab: Callable[[str], Page], lean: Path, mode: str, topic: str
) -> None:
    page = tab(mode)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    figure = figure_of(page, (lean / "book" / f"{topic}.html").as_uri())
    still = figure.locator("img")
    # It is fetched when it comes near; what stands above it gets its true height on the way there.
    come = "image => { image.scrollIntoView(); return image.complete && image.naturalWidth > 0; }"
    page.wait_for_function(come, arg=still.element_handle())
    seen = []
    for slider in figure.locator("label > input[type=range]").all():
        assert (
            slider.locator("..").text_content() or ""
        ).strip() != ""  # its name, also for a screen reader
        seen += [moved(page, slider), moved(page, slider)]
    assert len(set(seen)) == len(seen) >= 2
    assert not still.is_visible()
    assert figure.locator(".stage").get_attribute("aria-label") == still.get_attribute("alt")
    wide = "root => [...root.querySelectorAll('.stage svg, input')].map(e => e.getBoundingClientRect().right)"
    assert max(figure.evaluate(wide)) <= page.viewport_size["width"]  # type: ignore[index]
    page.emulate_media(media="print")
    assert still.is_visible()
    assert not figure.locator(".stage").is_visible()
    assert not figure.locator(".moving").is_visible()
    page.emulate_media(media="screen")
    assert faults == []


@pytest.mark.parametrize("topic", first_of_each(TOPICS))
def test_without_scripts_the_still_picture_stands(scriptless: Page, lean: Path, topic: str) -> None:
    figure = figure_of(scriptless, (lean / "book" / f"{topic}.html").as_uri())
    still = figure.locator("img")
    assert still.is_visible()
    assert len(still.get_attribute("alt") or "") > 100
    assert (still.get_attribute("src") or "").endswith(".svg")
    assert len(figure.locator("figcaption").text_content() or "") > 100
    assert not figure.locator("input").first.is_visible()


# --- what it costs -------------------------------------------------------------------------------


def test_nothing_is_loaded_before_a_slider_is_used(desktop: Page, lean: Path) -> None:
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    with served(lean) as home:
        figure = figure_of(desktop, f"{home}book/perceptron.html")
        desktop.wait_for_load_state("networkidle")
        assert not [url for url in asked if ON_DEMAND in url]
        moved(desktop, figure.locator("input").first)
        assert all(url.startswith((home, "data:")) for url in asked)
        later = {url.rpartition("/")[2] for url in asked if ON_DEMAND in url}
    assert later == {"vega.js", "fig-turning.js"}


def test_a_picture_is_small(site: Path) -> None:
    packed = {
        path.name: len(gzip.compress(path.read_bytes()))
        for path in (site / "_static" / "moving").glob("*.js")
    }
    assert packed.pop("vega.js") < 200_000
    assert len(packed) >= len(TOPICS)
    assert max(packed.values()) < 15_000, packed
    assert len(gzip.compress((site / "_static" / "moving.js").read_bytes())) < 2_000


# --- planted faults ------------------------------------------------------------------------------

# The file below the site, what is replaced in it, and by what.
FAULTS = {
    "the view forgets the sliders": (
        "_static/moving.js",
        "view.signal(slider.name, slider.valueAsNumber)",
        "view.signal(slider.name, Number(slider.defaultValue))",
    ),
    "the sliders stay hidden": ("_static/moving.js", "controls.hidden = false", "0"),
    "the picture is not there": ("_static/moving/fig-turning.js", "fig-turning", "elsewhere"),
    "Vega is not there": ("_static/moving/vega.js", "vega", "vaga"),
}


@pytest.mark.parametrize("fault", first_of_each(FAULTS))
def test_a_planted_fault_is_seen(desktop: Page, site: Path, lean: Path, fault: str) -> None:
    name, old, new = FAULTS[fault]
    text = (site / name).read_text(encoding="utf-8")
    assert old in text
    desktop.route(f"**/{name}*", lambda route: route.fulfill(body=text.replace(old, new)))
    figure = figure_of(desktop, (lean / "book" / "perceptron.html").as_uri())
    assert not moves(desktop, figure.locator("input").first)
    assert fault == "the view forgets the sliders" or figure.locator("img").is_visible()
