"""The editors below the theorems, in a real browser: what is proved there, what is refused, what stays."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import breaks
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from site_checks import Html, in_part, served

import olbook
from olbook.checked.show.render import label_for

pytestmark = pytest.mark.landing

ANSWERED = ".live-answer:is(.proved, .refused)"
A_MINUTE_OR_TWO = 120_000  # a busy machine starts the checker slowly


@pytest.fixture(scope="module")
def lean(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chapter with nothing but its editors."""
    folder = in_part(site, tmp_path_factory.mktemp("lean"), ["perceptron"], 'details class="live ')
    (folder / "search.html").symlink_to(site / "search.html")
    return folder


@pytest.fixture(scope="module")
def home(lean: Path) -> Iterator[str]:
    """That chapter over http."""
    with served(lean) as home:
        yield home


@pytest.fixture(scope="module")
def live(tab: Callable[[str], Page], home: str) -> Iterator[Page]:
    """A chapter over http, whose checker is started by the first test and kept for the others."""
    page = tab("desktop").context.new_page()
    page.set_default_timeout(A_MINUTE_OR_TWO)
    page.goto(f"{home}book/perceptron.html")
    yield page
    page.close()


def opened(page: Page, name: str) -> Locator:
    """The fold of a theorem, open, with its editor."""
    fold = page.locator(f"#try-{name}")
    fold.evaluate("fold => { fold.open = true }")
    fold.locator("textarea").wait_for()
    return fold


def press(fold: Locator, words: str) -> None:
    fold.get_by_role("button", name=words, exact=True).click()


def answer_in(fold: Locator) -> str:
    fold.locator(ANSWERED).wait_for()
    return fold.locator(".live-answer").inner_text()


def test_nothing_of_the_checker_is_fetched_before_a_click(desktop: Page, home: str) -> None:
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url.rpartition("/_static/live/")[2]))
    desktop.goto(f"{home}book/perceptron.html", wait_until="networkidle")
    assert [name for name in asked if "/" not in name and "http" not in name] == ["live.js"]
    opened(desktop, "perceptron-margin")
    assert not [name for name in asked if "zip" in name or "wasm" in name or "worker" in name]


def test_a_check_is_stopped_and_another_one_works(live: Page) -> None:
    fold = opened(live, "perceptron-inequality")
    press(fold, "Check")
    press(fold, "Stop")
    assert fold.locator(".live-answer").inner_text() == "Stopped."
    assert fold.get_by_role("button", name="Stop").is_disabled()
    other = opened(live, "perceptron-margin")
    press(other, "Check")
    assert answer_in(other).startswith("Proved")
    assert fold.locator(".live-answer").inner_text() == "Stopped."  # it hears no more
    press(fold, "Check")
    assert answer_in(fold).startswith("Proved")


def test_a_theorem_is_proved_live(live: Page) -> None:
    fold = opened(live, "perceptron-margin")
    press(fold, "Check")
    assert answer_in(fold).startswith("Proved")
    assert "yours" not in answer_in(fold)  # it is the book's own text
    fold.locator(".live-answer .katex").wait_for()  # set a moment later, and once
    fold.locator(".live-answer summary").click()
    fold.locator(".live-answer details .katex").first.wait_for()


def said_in(place: Locator) -> str:
    """A refusal, when its formulas are set."""
    place.locator(".live-said .katex").first.wait_for()
    expect(place.locator(".live-said code")).to_have_count(0)
    return place.locator(".live-said").inner_text()


def test_a_change_is_answered_live_about_the_claim_and_then_about_the_proof(live: Page) -> None:
    fold = opened(live, "perceptron-margin")
    offered = fold.locator(".live-break")
    assert said_in(offered.first).startswith("One round")
    offered.first.get_by_role("button").click()
    answer = fold.locator(".live-answer")
    answer.get_by_text("Where the proof breaks").wait_for()
    assert answer.inner_text().startswith("False now.")
    answer.locator("summary").click()
    area = fold.locator("textarea")
    assert area.get_attribute("aria-invalid") == "true"
    fold.get_by_role("button", name="Show line").click()
    chosen = area.evaluate("a => a.value.slice(a.selectionStart, a.selectionEnd)")
    assert chosen.strip().startswith("ctx.theorem(")
    press(fold, "Back to the original")
    assert "margin" in area.input_value()


def test_a_weaker_claim_is_still_true_live(live: Page) -> None:
    fold = opened(live, "perceptron-margin")
    area = fold.locator("textarea")
    area.fill(area.input_value().replace('claim="M <=', 'claim="M <= 2*'))
    press(fold, "Check")
    fold.locator(".live-answer").get_by_text("Still true").wait_for()
    press(fold, "Back to the original")


def test_a_hint_and_then_the_solution_are_asked_for_by_the_keyboard(live: Page) -> None:
    fold = live.locator("details.live", has_text="Do it here")
    fold.evaluate("fold => { fold.open = true }")
    area = fold.locator("textarea")
    area.wait_for()
    mine = area.input_value()
    area.press("Control+Enter")
    first = answer_in(fold)
    assert first.startswith("Refused")
    assert "by label" not in first
    spoken = fold.locator(".live-answer[role=status][aria-live=polite][aria-atomic=false]")
    fold.get_by_role("button", name="A hint").focus()
    live.keyboard.press("Enter")
    spoken.get_by_text("It would close with: by label").wait_for()
    assert "by short" not in spoken.inner_text()
    live.keyboard.press("Enter")  # the same button, which asks for more now
    solution = spoken.get_by_role("group", name="The solution")
    expect(solution).to_be_focused()
    assert "| by short" in solution.inner_text()
    assert area.input_value() == mine  # what was written stays


def test_a_hole_of_an_exercise_is_filled_live(live: Page) -> None:
    fold = live.locator("details.live", has_text="Do it here")
    fold.evaluate("fold => { fold.open = true }")
    area = fold.locator("textarea")
    area.wait_for()
    text = area.input_value()
    for line, reason in (
        ("norm2(x)\n    <= norm2", "label"),
        ("norm2(x)\n    <= norm2(w) + R", "mistake"),
    ):
        text = text.replace(line, line.replace("\n", f"  | by {reason}\n", 1), 1)
    area.fill(text.replace("R**2\n", "R**2 | by short\n"))
    press(fold, "Check")
    assert answer_in(fold).startswith("Proved")


def test_a_text_survives_and_has_an_address(desktop: Page, home: str) -> None:
    mine = "ctx = Context(real='a')  # mine: ≤ $"
    desktop.goto(f"{home}book/perceptron.html")
    fold = opened(desktop, "perceptron-margin")
    area = fold.locator("textarea")
    original = area.input_value()
    area.fill(mine)
    press(fold, "Copy an address")
    desktop.wait_for_url("**/*#try=*")
    desktop.reload()
    area.wait_for()
    assert area.input_value() == mine
    desktop.evaluate("localStorage.clear()")  # another reader, who has only the address
    desktop.reload()
    fold.get_by_text("This text came with the address").wait_for()
    assert area.input_value() == mine
    press(fold, "Back to the original")
    assert area.input_value() == original
    area.fill(f"{mine}, and more")  # is newer than what the address holds
    desktop.reload()
    assert opened(desktop, "perceptron-margin").locator("textarea").input_value() == (
        f"{mine}, and more"
    )


def test_a_reader_is_told_when_the_checker_does_not_come(
    desktop: Page, site: Path, tmp_path: Path
) -> None:
    live = tmp_path / "_static" / "live"
    live.mkdir(parents=True)
    for folder, copy in ((site, tmp_path), (site / "_static", live.parent), (live_of(site), live)):
        for file in folder.iterdir():
            if not (copy / file.name).exists() and file.name != "checker.zip":
                (copy / file.name).symlink_to(file)
    with served(tmp_path) as home:
        desktop.goto(f"{home}book/workbench.html")
        desktop.locator("textarea").wait_for()
        desktop.get_by_role("button", name="Check").click()
        desktop.get_by_text("The checker could not be started").wait_for(timeout=A_MINUTE_OR_TWO)


def test_a_text_that_could_not_be_fetched_is_asked_for_again(browser: Browser, home: str) -> None:
    page = browser.new_page()  # which keeps nothing of what was fetched before
    page.goto(f"{home}book/perceptron.html")
    page.context.set_offline(True)
    fold = page.locator("#try-perceptron-margin")
    fold.evaluate("fold => { fold.open = true }")
    again = fold.get_by_role("button", name="Try again")
    again.wait_for()
    page.context.set_offline(False)
    again.click()
    fold.locator("textarea").wait_for()
    page.context.set_offline(True)
    press(fold, "Check")
    fold.get_by_text("This browser is offline").wait_for()
    page.close()


def test_every_theorem_can_be_broken_on_some_page(html: list[Html]) -> None:
    folds = {one for page in html for one in page.ids if one.startswith("try-")}
    assert folds == {label_for(name).replace("thm-", "try-", 1) for name in olbook.theorems()}


def live_of(site: Path) -> Path:
    """Where the site has what the editors need."""
    return site / "_static" / "live"


def test_a_page_from_a_file_says_what_the_editor_needs(desktop: Page, lean: Path) -> None:
    desktop.goto((lean / "book" / "perceptron.html").as_uri())
    fold = desktop.locator("#try-perceptron-margin")
    fold.evaluate("fold => { fold.open = true }")
    fold.get_by_text("http.server").wait_for()
    assert fold.locator(".live-break").count() >= 2


def test_changes_and_answers_are_read_without_scripts(scriptless: Page, home: str) -> None:
    scriptless.goto(f"{home}book/perceptron.html")
    fold = scriptless.locator("#try-perceptron-margin")
    fold.locator("summary").first.click()
    assert "False now." in fold.inner_text()


ASK = """async ([text, { text: original, bytes, worlds, reasons }]) => {
  const started = performance.now();
  window.checker ??= new Worker(`/_static/live/worker.mjs?bytes=${bytes}`, { type: "module" });
  const answer = await new Promise(done => {
    window.checker.onmessage = ({ data }) =>
      data.about ? (window.about = data.about) : data.progress === undefined && done(data);
    const [known, needless] = [worlds, Object.keys(reasons)].map(each => JSON.stringify(each));
    window.checker.postMessage({ number: 1, text, original, worlds: known, needless });
  });
  return [answer, (performance.now() - started) / 1000, window.about];
}"""


@pytest.mark.thorough
def test_every_theorem_is_proved_and_every_change_refused_in_a_browser(
    browser: Browser, home: str, site: Path
) -> None:
    """In any order; all take ten minutes, and LIVE_SECONDS says after how many no other is begun."""
    page = browser.new_page()
    page.goto(f"{home}search.html")
    kept = breaks.stored()
    seconds, faults = [], []
    end = time.monotonic() + float(os.environ.get("LIVE_SECONDS", "inf"))
    for name in random.sample(sorted(olbook.theorems()), len(olbook.theorems())):
        if time.monotonic() > end:
            break
        found = json.loads((site / "_static" / "live" / "texts" / f"{name}.json").read_text())
        whole = found["text"]
        answer, took, _ = page.evaluate(ASK, [whole, found])
        seconds.append(took)
        if answer.get("answer", {}).get("digest") != found["digest"]:
            faults.append(f"{name}: {answer}")
        power = kept.get(name, breaks.Power())
        for text, each in zip(found["breaks"], power.offered, strict=True):
            said, _, about = page.evaluate(ASK, [text, found])
            if said["answer"]["proved"] or (about["kind"] == "false") != (
                each.about in power.worlds
            ):
                faults.append(f"{name}: {each.says}: {about['kind']}")
    page.close()
    print(f"{len(seconds)} theorems in {sum(seconds):.1f} s, the slowest in {max(seconds):.1f} s")
    assert faults == []
