"""The built site, as files and in a real browser; and each check on a page with a planted fault."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Literal

import build
import downloads
import licences
import nbformat
import pytest
import site_checks as checks
from faults import tell
from formulas import set_formula
from playwright.sync_api import Browser, Page
from shares import first_of_each
from site_checks import home_of, served

import olbook

WITHOUT_FILE = {"sphinx-mathjax-offline", "pyodide"}  # for these the page names the licence


@pytest.fixture(scope="module")
def pages(site: Path, html: list[checks.Html]) -> list[Path]:
    """The files of all pages but the first, which only leads on to ``book/index.html``."""
    return [page.path for page in html if page.path != site / "index.html"]


@pytest.fixture(scope="module")
def chapter(tab: Callable[[str], Page], site: Path) -> Iterator[Page]:
    """A chapter as a reader has it open; a test leaves it as it was."""
    page = tab("desktop").context.new_page()
    page.goto((site / "book" / "perceptron.html").as_uri())
    yield page
    page.close()


# --- the site as files ---------------------------------------------------------------------------


def test_every_page_of_the_contents_is_built(pages: list[Path]) -> None:
    toc = (build.ROOT / "_toc.yml").read_text()
    listed = {line.split(":")[1].strip() for line in toc.splitlines() if "file:" in line}
    built = {path.relative_to(build.SITE).with_suffix("").as_posix() for path in pages}
    assert listed
    assert listed <= built


def test_links_and_anchors_resolve(html: list[checks.Html]) -> None:
    tell(checks.dead_links(html))


def test_ids_are_unique(html: list[checks.Html]) -> None:
    tell(fault for page in html for fault in checks.repeated_ids(page))


def test_every_image_has_words(html: list[checks.Html]) -> None:
    tell(fault for page in html for fault in checks.images_without_words(page))


def test_footer_names_the_version(pages: list[Path]) -> None:
    written = [page for page in pages if page.parent.name == "book"]
    assert written
    for page in written:
        text = page.read_text(encoding="utf-8")
        _, _, footer = text.rpartition('<footer class="bd-footer-content">')
        assert f"olbook {olbook.__version__} " in footer, page.name


def whose(site: Path) -> dict[str, list[str]]:
    """For every file that the site was given from elsewhere, the works it is said to belong to."""
    static = site / "_static"
    files = [file.relative_to(static).as_posix() for file in static.rglob("*") if file.is_file()]
    works = {work.title: work.files for work in licences.SHIPPED} | {"ours": licences.OURS}
    return {
        file: [name for name, patterns in works.items() if licences.covers(patterns, file)]
        for file in files
    }


def test_every_file_that_is_shipped_has_an_origin(site: Path) -> None:
    odd = {file: works for file, works in whose(site).items() if len(works) != 1}
    told = [f"{file} belongs to {' and '.join(works) or 'nobody'}" for file, works in odd.items()]
    tell(told, "book/_ext/licences.py")


def test_every_origin_has_its_file_and_its_licence(site: Path) -> None:
    page = (site / "book" / "licences.html").read_text(encoding="utf-8")
    files = whose(site)
    for work in licences.SHIPPED:
        for pattern in work.files:
            assert any(licences.covers((pattern,), file) for file in files), pattern
        named_only = (work.python or work.npm) in WITHOUT_FILE
        words = "" if named_only else "MIT|BSD|Redistribution and use|OPEN FONT LICENSE"
        assert re.search(words, work.text), work.title
        first_line = (work.text.strip() or work.licence).splitlines()[0]
        assert first_line.strip() in unescape(page), work.title


def test_a_file_from_elsewhere_is_noticed(site: Path, tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "analytics.js").touch()
    assert whose(tmp_path) == {"analytics.js": []}


def test_what_is_downloaded_begins_by_getting_the_package(site: Path) -> None:
    offered = sorted((site / "_sources").rglob("*.ipynb"))
    assert len(offered) == len(list((build.ROOT / "book").glob("**/*.ipynb")))
    code = downloads.first_cell("", "", "main")
    for path in offered:
        assert nbformat.read(path, as_version=4).cells[0].source == code, path.name


def test_the_status_page_was_filled_in(site: Path) -> None:
    page = (site / "book" / "status.html").read_text(encoding="utf-8")
    words = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert f"theorems proved by the checker {len(olbook.theorems())} " in words
    assert "every mutant of every proof" in words


def test_markdown_wins_over_html_on_the_site(site: Path) -> None:
    # A theorem prints itself in both forms; HTML output would be neither numbered nor typeset.
    page = (site / "book" / "perceptron.html").read_text(encoding="utf-8")
    assert 'class="proof theorem admonition"' in page
    assert "<strong>Theorem (" not in page


# --- the site in a browser -----------------------------------------------------------------------


# One page of each kind, and the shortest chapter: what differs is the theme's own doing, alike on all.
SAMPLE = ("index", "littlestone_dimension", "map", "lectures/perceptron_and_margins", "benchmarks")


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["phone", "desktop"])
def test_every_page_of_source_code_in_a_browser(
    tab: Callable[[str], Page], site: Path, pages: list[Path], mode: str
) -> None:
    shown = [page for page in pages if "_modules" in page.parts]
    assert len(shown) > 10
    with served(site) as home:
        urls = [home + page.relative_to(site).as_posix() for page in shown]
        tell(checks.faults_in_browser(tab(mode), urls, home))


@pytest.mark.landing
def test_some_pages_on_a_phone(phone: Page, site: Path) -> None:
    """All of them, on a phone and in a wide window: test_site_access.py, in the thorough run."""
    with served(site) as home:
        urls = [f"{home}book/{name}.html" for name in SAMPLE]
        tell(checks.faults_in_browser(phone, urls, home))


@pytest.mark.thorough
def test_some_pages_in_the_dark_and_as_files(tab: Callable[[str], Page], site: Path) -> None:
    """Two of them on a phone: test_site_access.py, in every run."""
    with home_of(site, "file") as home:
        urls = [f"{home}book/{name}.html" for name in SAMPLE]
        tell(checks.faults_in_browser(tab("dark"), urls, home))


def test_first_page_leads_to_the_book(desktop: Page, site: Path) -> None:
    with served(site) as home:
        desktop.goto(home)
        desktop.wait_for_url(f"{home}book/index.html", timeout=10_000)


@pytest.mark.landing
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_scheme_is_known_before_the_theme_s_script(
    desktop: Page, site: Path, scheme: Literal["dark", "light"]
) -> None:
    desktop.emulate_media(color_scheme=scheme)
    desktop.route("**/site?.js*", lambda route: route.abort())
    desktop.goto((site / "book" / "index.html").as_uri())
    assert desktop.evaluate("document.documentElement.dataset.theme") == scheme
    background = desktop.evaluate("getComputedStyle(document.body).backgroundColor")
    dark = sum(int(part) for part in background.strip("rgba()").split(",")[:3]) < 200
    assert dark == (scheme == "dark")


@pytest.mark.landing
def test_a_folded_proof_opens_from_the_keyboard(chapter: Page) -> None:
    assert chapter.locator("details.fold[open]").count() == 0
    proof = chapter.locator("details.fold:has(> ul.derivation)").first
    rows = proof.locator("ul.derivation").first
    assert not rows.is_visible()  # so Tab does not stop inside a folded proof either
    proof.locator("summary").first.focus()
    chapter.keyboard.press("Enter")
    rows.wait_for(state="visible", timeout=5_000)
    chapter.keyboard.press("Enter")
    rows.wait_for(state="hidden", timeout=5_000)


@pytest.mark.landing
def test_a_phrase_of_a_theorem_shows_what_it_stands_for(chapter: Page) -> None:
    phrase = chapter.locator("#thm-perceptron-margin .said").first
    exact = phrase.locator(".exact")
    assert not exact.is_visible()
    phrase.focus()  # the Tab key comes by, and a tap does the same
    exact.wait_for(state="visible", timeout=5_000)
    assert exact.locator(".katex").count() >= 1
    assert phrase.get_attribute("aria-describedby") == exact.get_attribute("id")
    phrase.evaluate("phrase => phrase.blur()")
    exact.wait_for(state="hidden", timeout=5_000)
    phrase.scroll_into_view_if_needed()
    first_line = phrase.evaluate("phrase => phrase.getClientRects()[0].toJSON()")
    chapter.mouse.move(first_line["x"] + 5, first_line["y"] + first_line["height"] / 2)
    exact.wait_for(state="visible", timeout=5_000)
    chapter.mouse.move(0, 0)


@pytest.mark.landing
def test_a_link_into_a_folded_box_opens_it(desktop: Page, site: Path) -> None:
    text = (site / "book" / "littlestone_dimension.html").read_text(encoding="utf-8")
    inside = re.search(r'<details class="solution[^>]*id="([^"]+)"', text)
    assert inside is not None
    desktop.goto(f"{(site / 'book' / 'littlestone_dimension.html').as_uri()}#{inside[1]}")
    assert desktop.locator(f'[id="{inside[1]}"] > summary').is_visible()


FAR_DOWN = (
    "perceptron.html#thm-perceptron-margin",
    "gd_eg_ftrl.html#your-turn",
    "glossary.html#term-regret",
)


@pytest.mark.landing
@pytest.mark.parametrize("address", first_of_each(FAR_DOWN))
@pytest.mark.parametrize("mode", first_of_each(["phone", "desktop"]))
def test_an_address_inside_a_page_leads_to_its_place(
    tab: Callable[[str], Page], site: Path, mode: str, address: str
) -> None:
    page = tab(mode)
    page.goto(f"{(site / 'book').as_uri()}/{address}")
    page.wait_for_timeout(500)  # in which what comes into view is laid out
    top = "id => document.getElementById(id).getBoundingClientRect().top"
    assert 0 < page.evaluate(top, address.partition("#")[2]) < 200, address


@pytest.mark.landing
def test_formulas_can_be_read_aloud_and_do_not_stop_the_tab_key(chapter: Page) -> None:
    formulas = chapter.locator(".katex").count()
    assert formulas > 100
    assert chapter.locator(".katex > .katex-mathml > math").count() == formulas
    assert chapter.locator(".katex[tabindex], .katex [tabindex]").count() == 0
    assert "<mi>Reg</mi>" in set_formula(r"\mathrm{Reg}_T", False)  # a word, not three letters


@pytest.mark.landing
def test_a_copied_formula_is_tex(chapter: Page) -> None:
    chapter.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chapter.locator("#thm-perceptron-margin div.math").first.evaluate(
        "box => { getSelection().selectAllChildren(box); document.execCommand('copy'); }"
    )
    assert r"M \le R^{2}" in chapter.evaluate("navigator.clipboard.readText()")


@pytest.mark.landing
def test_a_page_asks_for_no_more_than_it_shows(desktop: Page, site: Path) -> None:
    """No script that sets formulas, no font of all icons; 650 kB compressed for the longest chapters."""
    written = {topic: site / "book" / f"{topic}.html" for topic in olbook.TOPICS}
    longest = sorted(written, key=lambda topic: written[topic].stat().st_size)[-3:]
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    sizes = {}
    with served(site) as home:
        for chapter in longest:
            asked.clear()
            desktop.goto(f"{home}book/{chapter}.html", wait_until="networkidle")
            files = [
                site / url.removeprefix(home).partition("?")[0] for url in asked if home in url
            ]
            assert not [
                f for f in files if re.search("mathjax|fontawesome", f.as_posix(), re.IGNORECASE)
            ]
            packed = (".woff", ".woff2", ".png")
            sizes[chapter] = sum(
                len(data if file.suffix in packed else gzip.compress(data))
                for file in files
                for data in [file.read_bytes()]
            )
    assert max(sizes.values()) < 650_000, sizes


def test_a_page_waits_for_one_style_sheet_and_no_script(site: Path) -> None:
    text = (site / "book" / "perceptron.html").read_text(encoding="utf-8")
    assert "<script src=" not in text
    assert re.findall(r"_static/([\w/.-]*\.css)", text) == ["site.css", "dragging.css"]
    assert "<script" not in text.partition("site.css")[2].partition("</head>")[0]
    assert 1 <= len(re.findall("<script defer", text)) < 8


@pytest.mark.landing
def test_the_theme_s_menu_opens_when_it_is_asked_for(desktop: Page, site: Path) -> None:
    desktop.goto((site / "book" / "littlestone_dimension.html").as_uri())
    assert desktop.evaluate("window.bootstrap") is None
    menu = desktop.locator("button[data-bs-toggle='dropdown']")
    menu.dispatch_event("pointerdown")
    menu.dispatch_event("click")  # before what opens it has come
    desktop.locator(".dropdown-menu.show").wait_for(timeout=5_000)
    desktop.keyboard.press("Escape")
    desktop.locator(".dropdown-menu.show").wait_for(state="hidden", timeout=5_000)
    menu.press("Enter")
    desktop.locator(".dropdown-menu.show").wait_for(timeout=5_000)


@pytest.mark.landing
def test_what_is_not_in_view_is_not_laid_out(browser: Browser, site: Path) -> None:
    """No script measures the whole page when it is loaded; the contents still say where one reads."""
    page = browser.new_page()  # in a process of its own, whose boxes are counted
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def boxes() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return float({each["name"]: each["value"] for each in metrics}["LayoutObjects"])

    page.goto((site / "book" / "winnow.html").as_uri())
    page.wait_for_timeout(500)  # in which the theme's scripts have run
    loaded = boxes()
    for section in ("by-multiplying", "by-adding", "a-stream-that-defeats-adding"):
        page.locator(f"#pst-page-toc-nav a[href='#{section}']").click()  # the last is in the second
        page.locator(f"#pst-page-toc-nav a.active[href='#{section}']").wait_for(timeout=5_000)
    assert 3 * loaded < boxes()
    page.close()


@pytest.mark.thorough
def test_all_theorems_are_printed_on_a_few_sheets(desktop: Page, site: Path) -> None:
    desktop.goto((site / "book" / "theorems.html").as_uri())
    printed = desktop.pdf(format="A4", prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert 1 <= sheets <= 1 + len(olbook.theorems()) // 12


# --- a planted fault for every check -------------------------------------------------------------

GOOD_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="katex/katex.min.css"></head><body>
<h1 id="top">A page</h1>
<p>A number <span class="math">$x/1$</span>, <a href="#top">up</a>.</p>
<img src="dot.png" alt="One black dot."> {planted} </body></html>"""
LONG = "{a + b + c + d + e + f + g + h}"

# What is planted, and the words that must be in the report. The first kind shows in a browser, the
# second in the file.
IN_BROWSER = {
    '<script src="https://example.org/a.js"></script>': "asks another host: https://example.org",
    '<link rel="stylesheet" href="http://localhost:9/a.css">': "asks another host: http://localhost",
    "<style>@font-face{font-family:f;src:url(https://example.org/f.woff2)}"
    "h1{font-family:f}</style>": "asks another host: https://example.org/f.woff2",
    '<script src="gone.js"></script>': "answer 404",
    '<img src="http://127.0.0.1:9/a.png" alt="A.">': "request failed (net::ERR_",
    "<script>nowhere.to_be_found()</script>": "JavaScript error",
    "<script>console.error('unwell')</script>": "console: unwell",
    '<span class="math">x \\le 1</span>': "mathematics not typeset",
    '<div style="width:3000px">wide</div>': "scrolls sideways",
    '<div style="width:800px">wide</div>': "scrolls sideways",  # in a narrow window only
    '<details><div style="width:3000px">wide</div></details>': "scrolls sideways",
    '<div class="math" style="height:5px;overflow:auto">$$\\frac{1}{2}$$</div>': "up and down",
    f'<p style="width:9em"><span class="math">${LONG}$</span></p>': "formula wider than its box",
    f'<details><p style="width:9em"><span class="math">${LONG}$</span></p></details>': (
        "formula wider than its box"
    ),
    f'<div class="math" style="width:9em;overflow-x:auto">$${LONG}$$</div>': (
        "formula wider than its box"
    ),
    '<img src="empty.png" alt="Nothing.">': "image not shown",
}
IN_FILE = {
    '<img src="dot.png">': "alt text ''",
    '<img src="dot.png" alt=" ">': "alt text ''",
    f'<img src="dot.png" alt="_images/{"0a" * 32}.png">': "alt text '_images/0a0a",
    '<img src="dot.png" alt="dot.png">': "alt text 'dot.png'",
    '<p id="top">again</p>': "id 'top' occurs 2 times",
    '<a href="#nowhere">x</a>': "#nowhere: no such anchor",
    '<a href="other.html#nowhere">x</a>': "other.html#nowhere: no such anchor",
    '<a href="gone.html">x</a>': "gone.html: no such file",
}


def page_with(planted: str) -> str:
    """The good page with something in it; KaTeX sets what stands between dollar signs."""
    text = GOOD_PAGE.replace("{planted}", planted)
    return re.sub(r"\$(\$?)(.+?)\$\1", lambda m: set_formula(m[2], bool(m[1])), text)


@pytest.fixture(scope="module")
def folder(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a harmless page, a picture and KaTeX, for bad pages to be planted in."""
    folder = tmp_path_factory.mktemp("planted")
    (folder / "katex").symlink_to(site / "_static" / "katex", target_is_directory=True)
    (folder / "other.html").write_text(page_with(""))
    (folder / "empty.png").write_bytes(b"")
    picture = next(iter(sorted((site / "_static").rglob("*.png"))))
    shutil.copy(picture, folder / "dot.png")
    return folder


def faults_in_file(folder: Path, planted: str) -> list[str]:
    (folder / "page.html").write_text(page_with(planted))
    pages = checks.pages_of(folder)
    page = next(page for page in pages if page.path.name == "page.html")
    return [
        *checks.repeated_ids(page),
        *checks.images_without_words(page),
        *(fault for fault in checks.dead_links(pages) if fault.startswith("page.html")),
    ]


def test_a_good_page_has_no_fault(desktop: Page, folder: Path) -> None:
    assert faults_in_file(folder, "") == []
    with served(folder) as home:
        assert checks.faults_in_browser(desktop, [f"{home}page.html"], home) == []


@pytest.mark.parametrize(("planted", "report"), IN_FILE.items())
def test_planted_fault_in_a_file(folder: Path, planted: str, report: str) -> None:
    assert any(report in fault for fault in faults_in_file(folder, planted))


@pytest.mark.thorough
@pytest.mark.parametrize(("planted", "report"), IN_BROWSER.items())
def test_planted_fault_in_a_browser(phone: Page, folder: Path, planted: str, report: str) -> None:
    (folder / "page.html").write_text(page_with(planted))
    with served(folder) as home:
        faults = checks.faults_in_browser(phone, [f"{home}page.html"], home)
    assert any(report in fault for fault in faults), faults
