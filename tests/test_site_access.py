"""Everybody can read the pages: axe-core, focus, names of folds, code that fits; and planted faults."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import access_checks as checks
import pytest
from access import named
from faults import tell
from playwright.sync_api import Browser, Page
from site_checks import MODES, faults_in_browser, home_of

import olbook

pytestmark = pytest.mark.landing

MODES_OF_AXE = [("desktop", "light"), ("phone", "dark")]  # each width and each scheme once
SAMPLE = ("book/littlestone_dimension.html", "search.html")  # the shortest chapter


def test_axe_finds_nothing_grave_on_two_pages(phone: Page, site: Path) -> None:
    """And nothing else is wrong with them and the first page, in the dark and as files."""
    phone.emulate_media(color_scheme="dark")
    with home_of(site, "file") as home:
        urls = [home + name for name in SAMPLE]
        found = faults_in_browser(phone, urls, home, checks.grave)
        tell([*found, *faults_in_browser(phone, [f"{home}book/index.html"], home)])


@pytest.mark.thorough
@pytest.mark.parametrize(("mode", "scheme"), MODES_OF_AXE)
def test_nothing_is_wrong_on_any_page(browser: Browser, site: Path, mode: str, scheme: str) -> None:
    """Every page is looked at, and with axe a third of them, each week the next.

    The pages of source code, which are many and alike, test_site.py opens.
    """
    shown = [*sorted((site / "book").rglob("*.html")), *sorted(site.glob("*.html"))]
    shown.remove(site / "index.html")  # only leads on to book/index.html
    assert len(shown) > 25
    window = browser.new_page(**{**MODES[mode], "color_scheme": scheme})
    with home_of(site, "http") as home:
        urls = [home + page.relative_to(site).as_posix() for page in shown]
        with_axe = urls[date.today().toordinal() // 7 % 3 :: 3]
        found = faults_in_browser(window, with_axe, home, checks.grave)
        found += faults_in_browser(window, sorted({*urls} - {*with_axe}), home)
    window.close()
    tell(found)


def test_focus_always_shows(desktop: Page, site: Path) -> None:
    for name in SAMPLE:
        desktop.goto((site / name).as_uri())
        tell(checks.hidden_focus(desktop), name)


def test_what_is_wide_can_be_scrolled_by_keys(phone: Page, site: Path) -> None:
    phone.goto((site / "book" / "map.html").as_uri())
    phone.locator("div.map").scroll_into_view_if_needed()
    phone.locator("div.map[tabindex='0']").wait_for(timeout=5_000)
    tall = phone.locator("article :is(table, div.map)").evaluate_all(
        "boxes => boxes.filter(t => t.tabIndex === 0 && t.scrollWidth <= t.clientWidth).length"
    )
    assert tall == 0


@pytest.mark.thorough
@pytest.mark.parametrize("topic", olbook.TOPICS)
def test_folds_have_names_and_code_fits_its_column_and_paper(
    browser: Browser, site: Path, topic: str
) -> None:
    wide = browser.new_page(**MODES["desktop"])
    wide.goto((site / "book" / f"{topic}.html").as_uri())
    tell(checks.unlike_names(wide), topic)
    unbroken = "@media screen { div.cell_input pre { white-space: pre !important } }"
    tell(checks.cut_code(wide, unbroken), topic)
    wide.emulate_media(media="print")
    wide.set_viewport_size({"width": 680, "height": 960})  # A4 without its margins
    wide.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    tell(checks.cut_code(wide, ""), f"{topic} on paper")
    wide.close()


# --- a planted fault for every check -------------------------------------------------------------

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
<body><main><article class="bd-article" style="width: 400px"><h1>A page</h1>
<p><a href="#">A link</a></p>
<details><summary>First</summary><p>x</p></details>
<details><summary>Second</summary><p>x</p></details>
<pre>short</pre>{planted}</article></main></body></html>"""


@pytest.fixture
def planted(desktop: Page, request: pytest.FixtureRequest) -> Page:
    desktop.set_content(PAGE.format(planted=getattr(request, "param", "")))
    return desktop


def test_a_good_page_has_no_fault(planted: Page) -> None:
    assert checks.hidden_focus(planted) == []
    assert checks.unlike_names(planted) == []
    assert checks.cut_code(planted, "") == []
    assert checks.axe(planted) == []


GREY = '<p style="color: #333">grey</p>'  # is seen on white, and not on what is nearly black
AXE_FAULTS = {
    "<button></button>": "button-name",
    '<p style="color: #777; background: #888">grey</p>': "color-contrast",
    f'{GREY}<div style="background: #444">{GREY}</div>': "color-contrast",
    f'{GREY}<div style="background: #444; height: 9em"></div><div style="margin-top: -8em">{GREY}</div>': (
        "color-contrast"
    ),
    '<p><code>black</code> <code style="background: #333">black</code></p>': "color-contrast",
    '<pre><b>if</b> <b style="opacity: 0.2">if</b></pre>': "color-contrast",
    '<div role="list"><div>no item</div></div>': "aria-required-children",
    '<button aria-label="Open">Shut</button>': "label-content-name-mismatch",
}


@pytest.mark.parametrize(("planted", "rule"), AXE_FAULTS.items(), indirect=["planted"])
def test_axe_finds_what_is_planted(planted: Page, rule: str) -> None:
    assert any(fault.startswith(f"{rule}: ") for fault in checks.grave(planted)), rule


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
