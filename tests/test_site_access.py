"""Everybody can read the pages: axe-core, focus, names of folds, code that fits; and planted faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import access_checks as checks
import pytest
from access import named
from playwright.sync_api import Browser, BrowserContext, Page
from site_checks import MODES

import olbook

WIDTHS = {"desktop": 1280, "phone": 390}
# Findings of axe-core that are the theme's and cannot be mended here, as (rule, page). The list may only
# shrink: a finding that is new is a fault, and so is one that has gone.
ACCEPTED: set[tuple[str, str]] = set()
MODES_OF_AXE = [("desktop", "light"), ("phone", "dark")]  # each width and each scheme once
GRAVE = {"serious", "critical"}
SAMPLE = ("book/perceptron.html", "book/bibliography.html")


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A window of a width, in the light or in the dark."""
    width, scheme = request.param
    opened = browser.new_context(
        viewport={"width": WIDTHS[width], "height": 900}, color_scheme=scheme
    )
    yield opened
    opened.close()


def grave(context: BrowserContext, path: Path) -> dict[str, str]:
    """For each rule that is gravely broken on a page one place where it is."""
    page = context.new_page()
    page.goto(path.as_uri(), wait_until="load")
    found = {rule: where for rule, impact, where in checks.axe(page) if impact in GRAVE}
    page.close()
    return found


def compare(context: BrowserContext, site: Path, names: list[str]) -> None:
    found = {(rule, n): at for n in names for rule, at in grave(context, site / n).items()}
    assert {k: at for k, at in found.items() if k not in ACCEPTED} == {}
    gone = {k for k in ACCEPTED if k[1] in names} - found.keys()
    assert gone == set(), "is mended and has to leave the list"


@pytest.mark.parametrize("context", MODES_OF_AXE, ids=" ".join, indirect=True)
def test_axe_finds_nothing_grave_on_two_pages(context: BrowserContext, site: Path) -> None:
    compare(context, site, list(SAMPLE))


@pytest.mark.thorough
@pytest.mark.parametrize("context", MODES_OF_AXE, ids=" ".join, indirect=True)
def test_axe_finds_nothing_grave_on_any_page(context: BrowserContext, site: Path) -> None:
    pages = [p.relative_to(site).as_posix() for p in sorted((site / "book").rglob("*.html"))]
    assert len(pages) > 25
    compare(context, site, [*pages, "search.html", "genindex.html"])


@pytest.fixture
def wide(browser: Browser) -> Iterator[Page]:
    """A window of a laptop."""
    page = browser.new_page(**MODES["desktop"])
    yield page
    page.close()


def test_focus_always_shows(wide: Page, site: Path) -> None:
    for name in ("book/perceptron.html", "search.html"):
        wide.goto((site / name).as_uri())
        assert checks.hidden_focus(wide) == [], name


def test_what_is_wide_can_be_scrolled_by_keys(browser: Browser, site: Path) -> None:
    page = browser.new_page(**MODES["phone"])
    page.goto((site / "book" / "map.html").as_uri())
    page.locator("div.map").scroll_into_view_if_needed()
    page.locator("div.map[tabindex='0']").wait_for(timeout=5_000)
    tall = page.locator("article :is(table, div.map)").evaluate_all(
        "boxes => boxes.filter(t => t.tabIndex === 0 && t.scrollWidth <= t.clientWidth).length"
    )
    assert tall == 0
    page.close()


@pytest.mark.thorough
@pytest.mark.parametrize("topic", olbook.TOPICS)
def test_folds_have_names_and_code_fits_its_column_and_paper(
    wide: Page, site: Path, topic: str
) -> None:
    wide.goto((site / "book" / f"{topic}.html").as_uri())
    assert checks.unlike_names(wide) == []
    unbroken = "@media screen { div.cell_input pre { white-space: pre !important } }"
    assert checks.cut_code(wide, unbroken) == []
    wide.emulate_media(media="print")
    wide.set_viewport_size({"width": 680, "height": 960})  # A4 without its margins
    wide.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    assert checks.cut_code(wide, "") == []


# --- a planted fault for every check -------------------------------------------------------------

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
<body><main><article class="bd-article" style="width: 400px"><h1>A page</h1>
<p><a href="#">A link</a></p>
<details><summary>First</summary><p>x</p></details>
<details><summary>Second</summary><p>x</p></details>
<pre>short</pre>{planted}</article></main></body></html>"""


@pytest.fixture
def planted(wide: Page, request: pytest.FixtureRequest) -> Page:
    wide.set_content(PAGE.format(planted=getattr(request, "param", "")))
    return wide


def test_a_good_page_has_no_fault(planted: Page) -> None:
    assert checks.hidden_focus(planted) == []
    assert checks.unlike_names(planted) == []
    assert checks.cut_code(planted, "") == []
    assert checks.axe(planted) == []


AXE_FAULTS = {
    "<button></button>": "button-name",
    '<p style="color: #777; background: #888">grey</p>': "color-contrast",
    '<div role="list"><div>no item</div></div>': "aria-required-children",
    '<button aria-label="Open">Shut</button>': "label-content-name-mismatch",
}


@pytest.mark.parametrize(("planted", "rule"), AXE_FAULTS.items(), indirect=["planted"])
def test_axe_finds_what_is_planted(planted: Page, rule: str) -> None:
    assert rule in {found[0] for found in checks.axe(planted) if found[1] in GRAVE}, rule


OTHER_FAULTS = {
    "<style>a:focus { outline: none }</style>": (checks.hidden_focus, "focus does not show: <a"),
    "<details><summary>First</summary></details>": (checks.unlike_names, "'First'"),
    "<details><summary></summary></details>": (checks.unlike_names, "''"),
    f"<pre>{'x' * 99}</pre>": (lambda page: checks.cut_code(page, ""), "xxx"),
}


@pytest.mark.parametrize(("planted", "check"), OTHER_FAULTS.items(), indirect=["planted"])
def test_other_planted_faults(planted: Page, check: tuple[object, str]) -> None:
    find, report = check
    assert any(report in fault for fault in find(planted))  # type: ignore[operator]


def test_folded_cells_are_named_after_their_section() -> None:
    fold = '<summary aria-label="Toggle hidden content"><p>Show code</p></summary>'
    for_print = "<h1>A page</h1><h2>Contents</h2>"  # of the theme, on every page
    html = f'{for_print}<h2>A <em>run</em><a class="headerlink"></a></h2>{fold}{fold}'
    assert named(html).count("visually-hidden") == 2
    assert ': A run</span></summary><summary><p>Show code</p><span class="vi' in named(html)
    assert ": A run, 2</span>" in named(html)
    assert "Toggle hidden content" not in named(html)
