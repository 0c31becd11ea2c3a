"""Formulas that wait: none is lost, each is set when it is seen, and a long page is opened soon, in pieces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from formulas import set_formula
from later import AT_A_TIME, SCRIPT, in_pieces
from playwright.sync_api import Page
from shares import first_of_each
from waiting import IN_A_LIST, LIST, WAITS, filled, waiting

import olbook

pytestmark = pytest.mark.landing

WAITING = "document.querySelectorAll('code.later').length"


def test_what_is_folded_waits_and_comes_back_as_it_was() -> None:
    one, other = set_formula("x^2", False), set_formula(r"\frac{a}{b}", True)
    seen = f'<p><span class="math">{one}</span></p>'
    page = (
        f"<body>{seen}<details><summary>{one}</summary><div>{other}</div>"
        f"<details><summary>x</summary>{one}</details>{other}</details>{one}"
        f'<span class="said">{one}<span class="exact"><span>{other}</span></span></span>{one}</body>'
    )
    made = waiting(page)
    assert filled(made) == page
    assert WAITS.findall(made) == ["0", "1", "0", "0"]  # each formula is listed once
    assert made.count(one) == 6  # before the fold, what opens it, three behind it, in the list
    assert len(WAITS.findall(waiting(page, at_once=0))) == 9
    assert len(WAITS.findall(waiting(page, at_once=3))) == 6  # of the five in the open two
    assert waiting(seen) == seen


def test_many_formulas_wait_in_several_lists() -> None:
    formula = set_formula("x\n+1", False)
    many = "".join(formula.replace("1", f"{i}") for i in range(1, 2 * IN_A_LIST + 2))
    page = f"<body><details><summary>x</summary>{many}</details></body>"
    made = waiting(page)
    assert filled(made) == page
    assert [some.count("\n") + 1 for some in LIST.findall(made)] == [IN_A_LIST, IN_A_LIST, 1]
    script = SCRIPT.read_text(encoding="utf-8")
    assert f"number / {IN_A_LIST})" in script
    assert f"number % {IN_A_LIST}]" in script


def test_a_page_is_read_in_pieces(site: Path) -> None:
    page = "<p>Some words.</p>" * AT_A_TIME
    made = in_pieces(page)
    assert made.replace("<script></script>", "") == page
    assert made.count("<script></script>") >= len(page) // (2 * AT_A_TIME)
    for name in (*olbook.TOPICS, "theorems"):
        text = (site / "book" / f"{name}.html").read_text(encoding="utf-8")
        pieces = text.partition("</article>")[0].split("<script></script>")
        assert max(map(len, pieces)) < 3 * AT_A_TIME, name


@pytest.mark.parametrize("name", first_of_each(["perceptron", "theorems"]))
def test_a_page_is_opened_with_few_elements(desktop: Page, site: Path, name: str) -> None:
    desktop.goto((site / "book" / f"{name}.html").as_uri())
    text = (site / "book" / f"{name}.html").read_text(encoding="utf-8")
    formulas = len(WAITS.findall(text))
    assert formulas > 300
    whole = len(re.findall("<[a-z]", filled(text)))
    assert desktop.evaluate("document.querySelectorAll('*').length") < 0.6 * whole
    fold = desktop.locator("details.fold:has(> ul.derivation code.later)").first
    if name == "perceptron":
        fold.scroll_into_view_if_needed()
        fold.locator("summary").first.click()
        fold.locator("ul.derivation .katex").first.wait_for()
    else:  # far down, by its address
        desktop.goto(f"{desktop.url}#row-thm-tuning-any-base")
        row = desktop.locator('[id="row-thm-tuning-any-base"]').locator("xpath=following::div[1]")
        row.locator(".katex").first.wait_for()
    assert 0 < desktop.evaluate(WAITING) < formulas
    desktop.emulate_media(media="print")
    desktop.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert desktop.evaluate(WAITING) == 0


def test_without_scripts_the_tex_stands_there(scriptless: Page, site: Path) -> None:
    scriptless.goto((site / "book" / "perceptron.html").as_uri())
    fold = scriptless.locator("details.fold:has(> ul.derivation code.later)").first
    fold.locator("summary").first.click()
    formula = fold.locator("code.later", has_text="\\le").first
    assert formula.is_visible()
