"""What students would look for is found among the first three, in a browser and from a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
import search
import site_checks as checks
from playwright.sync_api import Page
from site_checks import home_of

pytestmark = pytest.mark.landing

# The question, and the places that answer it, page by page. Written before the search was tuned; since
# then words that the book lacked were added to it, and signs were made to part words.
QUERIES: dict[str, dict[str, str]] = {
    "mistake bound": {
        "glossary": "term-mistake-bound",
        "perceptron": "how-many-mistakes thm-perceptron-margin prop-no-bound",
        "winnow": "how-many-mistakes thm-winnow-any-factor",
        "online_to_batch": "few-mistakes-sure-and-surer",
    },
    "regret of gradient descent": {
        "online_convex_optimization": "thm-ogd-regret-from-any-start thm-ogd-tuned",
        "gd_eg_ftrl": "thm-gd-regret thm-gd-tuned gradient-descent",
    },
    "Hedge": {"online_convex_optimization": "alg-hedge thm-hedge-regret experts"},
    "tuning of eta": {
        "gd_eg_ftrl": "thm-gd-tuned thm-eg-tuned ex-best-step",
        "online_convex_optimization": "the-step thm-ogd-tuned",
        "square_loss": "thm-square-tuned",
        "mirror_descent": "ex-must-tune",
        "glossary": "term-step-size",
    },
    "Novikoff": {
        "perceptron": "how-many-mistakes thm-perceptron-margin further-reading ex-novikoff"
    },
    "margin": {
        "perceptron": "the-margin def-margin thm-perceptron-margin",
        "glossary": "term-margin",
    },
    "average of weights": {
        "online_to_batch": "from-regret-to-risk thm-batch-average",
        "perceptron": "ex-average",
        "glossary": "term-online-to-batch",
    },
    "log d": {
        "winnow": "two-opponents prop-winnow-logarithm thm-winnow-factor-two "
        "thm-winnow-any-labels-tuned how-many-mistakes",
        "online_convex_optimization": "thm-hedge-regret experts",
        "gd_eg_ftrl": "thm-eg-regret thm-eg-tuned",
        "glossary": "term-expert",
    },
    "doubling trick": {
        "doubling_trick": " alg-doubling-trick thm-doubling-regret",
        "glossary": "term-doubling-trick",
    },
    "hinge loss": {"perceptron": "def-hinge", "glossary": "term-hinge-loss"},
    "online to batch": {
        "online_to_batch": " thm-batch-average",
        "glossary": "term-online-to-batch",
    },
    "Winnow": {"winnow": " alg-winnow"},
    "mirror descent": {
        "mirror_descent": " mirror-descent alg-mirror-descent",
        "glossary": "term-mirror-descent",
    },
    "strong convexity": {
        "mirror_descent": "break-it-drop-the-strong-convexity",
        "glossary": "term-strongly-convex",
    },
    "exponentiated gradient": {
        "gd_eg_ftrl": " exponentiated-gradient alg-eg",
        "glossary": "term-exponentiated-gradient",
    },
    "kernel perceptron": {"perceptron": "kernels", "glossary": "term-kernel term-support-vector"},
    "random order": {"online_to_batch": "watch-it-on-real-data", "doubling_trick": "on-real-data"},
    "unknown horizon": {
        "doubling_trick": " guess-and-double alg-doubling-trick how-long-will-it-last",
        "online_convex_optimization": "ogd-stopped-early thm-ogd-shrinking-steps",
        "glossary": "term-horizon term-doubling-trick",
    },
    "p-norm": {
        "mirror_descent": "going-further-the-p-norm-algorithms alg-p-norm thm-mirror-p-norm"
    },
    "what is a subgradient": {
        "online_convex_optimization": "what-convexity-buys",
        "gd_eg_ftrl": "def-slope",
        "glossary": "term-subgradient term-slope",
    },
    "when does winnow beat perceptron": {
        "winnow": " adding-or-multiplying who-errs-less a-stream-that-defeats-adding"
        " thm-winnow-perceptron",
        "gd_eg_ftrl": "add-or-multiply-the-answer",
    },
    "learning rate": {
        "online_convex_optimization": "the-step thm-ogd-tuned",
        "square_loss": "thm-square-tuned",
        "glossary": "term-step-size",
    },
    "kernel trick": {"perceptron": "kernels", "glossary": "term-kernel"},
    "support vector machine": {
        "perceptron": "on-real-data ex-svm",
        "glossary": "term-support-vector",
    },
    "lower bound": {
        "online_convex_optimization": "prop-minimax beat-it-if-you-can nobody-promises-better",
        "perceptron": "prop-no-bound a-game-you-cannot-win beat-the-bound-if-you-can",
        "winnow": "two-opponents",
        "glossary": "term-lower-bound",
    },
    "FTRL": {
        "mirror_descent": "follow-the-regularised-leader alg-ftrl thm-ftrl-growing thm-ftrl-equality",
        "glossary": "term-follow-the-regularised-leader",
    },
    "halving algorithm": {
        "littlestone_dimension": "alg-littlestone-halving thm-littlestone-halving finite-classes-and-the-majority"
    },
    "perceptron convergence theorem": {"perceptron": "how-many-mistakes thm-perceptron-margin"},
    "why are ties mistakes": {
        "notation": "ties-are-mistakes",
        "glossary": "term-tie term-mistake",
        "perceptron": "ex-ties",
    },
    "follow the leader fails": {
        "mirror_descent": "the-leader-that-flips",
        "glossary": "term-follow-the-leader",
    },
    "projection onto a ball": {
        "online_convex_optimization": "projections thm-ogd-projection ex-oco-by-hand",
        "glossary": "term-projection",
    },
    "KL divergence": {"mirror_descent": "bregman-divergences"},
    "linear regression": {
        "square_loss": "",
        "gd_eg_ftrl": "the-game-of-online-regression def-online-regression",
        "online_to_batch": "linear-regression",
    },
    "data that is not separable": {
        "perceptron": "when-no-line-separates thm-perceptron-any-sequence",
    },
    "prediction with expert advice": {
        "online_convex_optimization": "experts alg-hedge thm-hedge-regret",
        "glossary": "term-expert",
    },
    # These six came later.
    "multiplicative weights": {
        "online_convex_optimization": "alg-hedge experts",
        "glossary": "term-Hedge",
    },
    "online to batch conversion": {"online_to_batch": "", "glossary": "term-online-to-batch"},
    "boosting weak learner": {"games": "alg-adaboost", "glossary": "term-boosting"},
    "parameter free": {"without_tuning": "", "glossary": "term-coin-betting"},
    "mirror decent": {"mirror_descent": " mirror-descent alg-mirror-descent"},
    "how do I install it": {"running": ""},
    # Eleven of sixty that were written down before any of them was tried.
    "randomized weighted majority": {
        "online_convex_optimization": "alg-hedge experts",
        "glossary": "term-Hedge",
    },
    "be-the-leader lemma": {"mirror_descent": "prop-be-the-leader"},
    "LMS algorithm": {"square_loss": "alg-widrow-hoff"},
    "multi-armed bandits": {
        "bandits": "one-place-for-many-headlines",
        "glossary": "term-bandit",
    },
    "EG± negative weights": {"gd_eg_ftrl": "eg-both-signs"},
    "generalization bound from regret": {
        "online_to_batch": "from-regret-to-risk thm-batch-average",
        "glossary": "term-online-to-batch",
    },
    "concept drift": {"curved_losses": "moving-comparators", "glossary": "term-path-length"},
    "what if I do not know the number of rounds in advance": {
        "doubling_trick": " guess-and-double alg-doubling-trick how-long-will-it-last",
        "online_convex_optimization": "ogd-stopped-early",
        "glossary": "term-horizon",
    },
    "Nash equilibrium of a zero sum game by no-regret learning": {
        "games": "a-learner-against-itself thm-games-equilibrium",
        "glossary": "term-duality-gap",
    },
    "upload grades to Moodle or Canvas": {"teaching": "grade-a-class"},
    "Littelstone dimention": {
        "littlestone_dimension": " def-littlestone-dimension",
        "glossary": "term-Littlestone-dimension",
    },
}


# What a page shows in its first three results when a query has been typed, for each query.
FIRST_THREE = """queries => queries.map(query => {
  const field = document.querySelector(".bd-search-container input[name=q]");
  field.value = query;
  field.dispatchEvent(new Event("input"));
  const links = [...document.querySelectorAll("#search-results li a")].slice(0, 3);
  return links.map(link => link.getAttribute("href"));
})"""


@pytest.fixture(scope="module")
def found(tab: Callable[[str], Page], site: Path) -> dict[str, list[str]]:
    """The addresses of the first three results of each query, on the page opened from a folder."""
    page = tab("desktop")
    page.goto((site / "search.html").as_uri())
    return dict(zip(QUERIES, page.evaluate(FIRST_THREE, [*QUERIES]), strict=True))


def good(places: dict[str, str]) -> set[str]:
    """The addresses of places; the empty anchor is the page itself."""
    return {
        f"book/{page}.html{'#' if anchor else ''}{anchor}"
        for page, anchors in places.items()
        for anchor in anchors.split(" ")
    }


@pytest.mark.parametrize("query", QUERIES)
def test_the_right_section_is_among_the_first_three(
    found: dict[str, list[str]], query: str
) -> None:
    assert len(found[query]) == 3
    assert good(QUERIES[query]) & {*found[query]}, found[query]


def test_every_place_that_can_be_found_exists(site: Path, html: list[checks.Html]) -> None:
    anchors = {page.path.relative_to(site).as_posix(): {*page.ids, ""} for page in html}
    script = (site / "_static" / "search" / "index.js").read_text(encoding="utf-8")
    index = json.loads(script.partition("=")[2].rstrip(";\n"))
    found = {*index["documentIds"].values()}
    assert len(found) > 800
    for place in sorted(found.union(*map(good, QUERIES.values()))):
        page, _, anchor = place.partition("#")
        assert anchor in anchors[page], place


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_the_field_of_a_page_leads_to_a_place(desktop: Page, site: Path, scheme: str) -> None:
    with home_of(site, scheme) as home:
        desktop.goto(f"{home}book/benchmarks.html")
        desktop.keyboard.press("Control+k")
        desktop.keyboard.type("step size")
        desktop.keyboard.press("Enter")
        desktop.locator("#search-results li a").first.click()
        desktop.wait_for_url("**/glossary.html#term-step-size", timeout=10_000)


def test_what_is_not_in_the_book_is_not_found(desktop: Page, site: Path) -> None:
    desktop.goto((site / "search.html").as_uri())
    desktop.locator(".bd-search-container input[name=q]").fill("xylophone quarks")
    assert "Nothing found" in desktop.locator("#search-results [role=status]").inner_text()
    assert desktop.evaluate(FIRST_THREE, ["xylophone quarks", "margin", ""])[::2] == [[], []]


def test_only_the_search_page_loads_the_index(site: Path, html: list[checks.Html]) -> None:
    loading = {
        page.path.relative_to(site).as_posix()
        for page in html
        if any("search/index.js" in link for link in page.links)
    }
    assert loading == {"search.html"}


def test_without_minisearch_the_search_of_sphinx_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = Mock()
    monkeypatch.setattr(search, "MINISEARCH", tmp_path / "missing")
    search.setup(app)
    app.connect.assert_not_called()
