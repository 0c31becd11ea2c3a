"""How the pages are set: one pair of faces, headings that can be told apart, theorems as one object."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import faces
import joined
import pytest
import slim
from playwright.sync_api import Page
from site_checks import served

pytestmark = pytest.mark.landing


@pytest.fixture(scope="module")
def chapter(tab: Callable[[str], Page], site: Path) -> Iterator[Page]:
    """A chapter in a wide window, all of it laid out."""
    page = tab("desktop").context.new_page()
    page.goto((site / "book" / "perceptron.html").as_uri())
    page.add_style_tag(content="section { content-visibility: visible !important }")
    page.evaluate("document.fonts.ready")
    yield page
    page.close()


def test_the_faces_are_small_and_hold_what_katex_asks_for() -> None:
    made = faces.faces()
    assert sum(map(len, made.fonts.values())) < 110_000
    depth, height, correction, _, width = made.metrics["Math-Italic"][str(ord("f"))]
    assert depth > 0.1
    assert height > 0.6
    assert correction >= 0
    assert 0.3 < width < 0.8
    theirs = faces.katex_metrics()
    for name, table in made.metrics.items():
        assert set(theirs[name]) <= set(table)
        assert table != theirs[name]
    # KaTeX's own fonts are asked only for accents and pieces of signs.
    assert set(made.left) == set(faces.STYLES)
    for signs in made.left.values():
        codes = {int(code, 16) for code in re.findall(r"U\+([0-9A-F]+)", signs)}
        assert codes <= faces.ACCENTS | set(range(0xE000, 0xF900))


def test_a_chapter_loads_one_pair_of_faces(desktop: Page, site: Path) -> None:
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    with served(site) as home:
        desktop.goto(f"{home}book/perceptron.html", wait_until="networkidle")
    fonts = {name for name in asked if "woff" in name}
    assert len(fonts) == sum("woff" in name for name in asked)  # asked for early, and not again
    assert {name for name in fonts if name.startswith("stix-two")}
    assert not fonts & {"KaTeX_Math-Italic.woff2", "KaTeX_Main-Bold.woff2"}


def test_headings_can_be_told_apart(chapter: Page) -> None:
    look = "e => [parseFloat(getComputedStyle(e).fontSize), +getComputedStyle(e).fontWeight]"
    sizes = [chapter.locator(f"article {h}").first.evaluate(look) for h in ("h1", "h2", "h3", "p")]
    for (larger, heavier), (smaller, lighter) in pairwise(sizes):
        assert larger > 1.15 * smaller
        assert heavier >= lighter


def test_a_line_has_sixty_to_seventy_five_letters(chapter: Page) -> None:
    letters = chapter.evaluate("""() => {
      let letters = 0, lines = 0;
      for (const p of document.querySelectorAll("article section > p")) {
        if (p.querySelector(".math, code") || p.textContent.length < 300) continue;
        letters += p.textContent.length;
        lines += Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight));
      }
      return letters / lines;
    }""")
    assert 60 <= letters <= 75


@pytest.mark.parametrize("mode", [pytest.param("desktop", marks=pytest.mark.thorough), "phone"])
def test_a_short_formula_is_not_broken(tab: Callable[[str], Page], site: Path, mode: str) -> None:
    page = tab(mode)
    page.goto((site / "book" / "perceptron.html").as_uri())
    page.add_style_tag(content="section { content-visibility: visible !important }")
    broken = page.evaluate("""() => [...document.querySelectorAll("p > .math.short .katex-html")]
      .filter((f) => new Set([...f.children].map((b) => Math.round(b.getBoundingClientRect().bottom / 12))).size > 1
        && f.getBoundingClientRect().height > 45).length""")
    assert page.locator("p > .math.short").count() > 50
    assert broken == 0


@pytest.mark.parametrize("width", [320, 1280])
def test_a_closed_theorem_shows_its_folds_on_one_line(chapter: Page, width: int) -> None:
    chapter.set_viewport_size({"width": width, "height": 800})
    card = chapter.locator(".statement:has(#thm-perceptron-margin)")
    openings = card.locator("> details > summary")
    in_card = """e => {
      const card = e.closest(".statement").getBoundingClientRect();
      return e.getBoundingClientRect().top - card.top;
    }"""
    tops = {openings.nth(i).evaluate(in_card) for i in range(3)}
    assert openings.count() == 3
    assert len(tops) == 1
    openings.first.press("Enter")
    assert card.locator("ul.derivation").first.is_visible()
    assert openings.first.evaluate(in_card) in tops
    openings.first.press("Enter")


def test_the_code_of_a_figure_stands_below_its_caption(chapter: Page) -> None:
    cells = chapter.locator("div.cell:has(figure):has(> details.hide)")
    assert cells.count() > 3
    for i in range(cells.count()):
        caption = cells.nth(i).locator("figcaption").bounding_box()
        code = cells.nth(i).locator("> details.hide > summary").bounding_box()
        assert caption is not None
        assert code is not None
        assert 0 <= code["y"] - caption["y"] - caption["height"] < 40
        assert code["height"] < 30


def test_a_style_sheet_keeps_what_a_page_needs() -> None:
    css = (
        '@charset "utf-8";.a,.b>p{x:1}.c{x:";}"}@media print{.b{y:2}.c{z:3}}@media all{.c{z:3}}'
        ".d:not(.c){v:1}#e[data-x='.c']{w:1}@font-face{font-family:f}p{u:1}"
    )
    assert slim.needed(css, {"b", "d", "e"}) == (
        '@charset "utf-8";.b>p{x:1}@media print{.b{y:2}}'
        ".d:not(.c){v:1}#e[data-x='.c']{w:1}@font-face{font-family:f}p{u:1}"
    )


def test_style_sheets_are_small_together(site: Path) -> None:
    """What is loaded before anything is shown: once half a megabyte, most of it for no page."""
    for page in ("book/winnow", "book/index", "search"):
        asked = re.findall(r'href="([^"?]*\.css)', (site / f"{page}.html").read_text("utf-8"))
        sizes = {name: (site / page).parent.joinpath(name).stat().st_size for name in asked}
        assert sum(sizes.values()) < 200_000, sizes


def test_a_page_is_ascii(site: Path) -> None:
    page = "<p title='é'>≤</p><script>é</script><script type=\"text/plain\">≤</script>"
    made = page.replace("title='é'>≤", "title='&#233;'>&#8804;").replace('n">≤', 'n">&#8804;')
    assert joined.plain(page) == made
    assert (site / "book" / "theorems.html").read_bytes().isascii()


def test_joined_sheets_keep_their_order_and_addresses(tmp_path: Path) -> None:
    lists = [["theme", "book"], ["theme", "front", "book"], ["theme", "drag", "book"]]
    assert joined.common(lists) == ["theme", "book"]
    (tmp_path / "_static" / "in").mkdir(parents=True)
    (tmp_path / "_static" / "in" / "one.css").write_text(
        '@import "../other.css";\na{b:url(c.png)}\nd{e:url("../f.png")}\ng{h:url(data:x)}'
    )
    (tmp_path / "_static" / "other.css").write_text("i{j:url(k.png)}")
    made = joined.joined_sheets(tmp_path, ["_static/in/one.css"])
    assert made == "i{j:url(k.png)} a{b:url(in/c.png)} d{e:url(f.png)} g{h:url(data:x)}"


def test_figures_wait_and_keep_their_place(site: Path) -> None:
    page = (site / "book" / "winnow.html").read_text(encoding="utf-8")
    images = re.findall(r"<img [^>]*_images/[^>]*>", page)
    assert len(images) > 5
    assert all(re.search(r'loading="lazy" width="\d{3}" height="\d{3}"', one) for one in images)


def test_joined_scripts_are_short_and_keep_their_order(tmp_path: Path) -> None:
    sizes = {"a.js": joined.AT_A_TIME // 2, "b.js": joined.AT_A_TIME, "c.js": 5, "d.js": 7}
    for name, size in sizes.items():
        (tmp_path / name).write_text(name[0] * size, encoding="utf-8")
    made = joined.joined_scripts(tmp_path, sizes)
    assert ["".join(sorted({*text} & {*"abcd"})) for text in made] == ["a", "b", "cd"]
    assert "".join(made).replace(";", "").split() == [name[0] * sizes[name] for name in sizes]
