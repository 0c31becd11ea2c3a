"""Shares the tests out to processes, and says at the end what became of the browser tests."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import build
import numpy as np
import pytest
import shares
import site_checks as checks
from filelock import FileLock
from hypothesis import settings
from playwright.sync_api import Browser, Page, sync_playwright
from xdist.scheduler import LoadFileScheduling

from grading import parts
from grading.derivations import grade_chain
from grading.kit import Mark

# The processes share the files out in this order: all would wait for a long one at the end.
LONGEST_FILES = [
    "test_add_a_chapter.py",
    "test_second_opinion.py",  # watches theorems while they are proved, so before all that only prove them
    "test_asked_formulas.py",  # where all theorems are proved if that one is left out
    "test_grading.py",
    "curved_losses.ipynb",
    "test_site.py",
    "test_site_live.py",
    "test_decisions.py",
    "gd_eg_ftrl.ipynb",
    "test_slides.py",
    "test_bank.py",
    "test_assignments.py",
    "test_site_access.py",
    "adaptive_ftrl.ipynb",
    "winnow.ipynb",
    "bandits.ipynb",
    "doubling_trick.ipynb",
    "square_loss.ipynb",
    "test_dragging.py",
    "test_site_search.py",
    "online_to_batch.ipynb",
    "test_fast.py",
    "games.ipynb",
    "regret_to_risk.ipynb",
    "test_site_moving.py",
    "test_dist.py",
]
# What asks for every theorem: in one process every theorem is proved once. Not so in the thorough
# run, where a file has few and long tests, which are shared out one by one.
ALL_THEOREMS = (
    "test_proofs",
    "test_asked_formulas",
    "test_book",
    "test_bounds",
    "test_chapters",
    "test_display",
    "test_docstrings",
    "test_judged",
    "test_live",
    "test_map",
    "test_order",
    "test_second_opinion",
    "test_site_map",
)
# But for these: what the tests of such a file share takes a minute and more to make.
SHARED = ("test_add_a_chapter", "test_bench", "test_grading", "test_second_opinion")
# What stands in a file all of whose tests are left to a landing, or to the thorough run.
ALL_LEFT = re.compile(r"^pytestmark = pytest\.mark\.(landing|thorough)$", re.MULTILINE)
# A first example pays for a proof or an import, and processes share processors.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
BROWSER_TESTS = pytest.StashKey[set[str]]()
CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
BROWSER_REQUIRED = "BROWSER_REQUIRED"  # set by .ci/run: there a missing browser is a failure


@pytest.fixture(autouse=True)
def numbers_are_printed_as_before() -> Iterator[None]:
    """A notebook's code run here may set NumPy's print options; examples in docstrings rely on them."""
    with np.printoptions():
        yield


@pytest.fixture(autouse=True, scope="module")
def a_derivation_is_graded_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """The variants of an answer share most of their derivations, and grading one takes long."""
    marks: dict[str, tuple[Mark, dict[str, Any]]] = {}  # the options too, lest an id be used again

    def remembered(text: Any, **options: Any) -> Mark:
        key = repr((text, options))
        if key not in marks:
            marks[key] = grade_chain(text, **options), options
        return marks[key][0]

    with ExitStack() as patches:
        if request.path.name == "test_assignments.py":
            patches.enter_context(patch.object(parts, "grade_chain", remembered))
        yield


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built by the command of ``make book`` unless it is up to date."""
    command = [sys.executable, build.__file__]
    build.BUILD.mkdir(exist_ok=True)
    with FileLock(build.BUILD / ".building"):  # one process builds it, the others wait
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"the site cannot be built:\n{done.stdout}{done.stderr}", pytrace=False)
    return build.SITE


@pytest.fixture(scope="session")
def html(site: Path) -> list[checks.Html]:
    """Every page of the site."""
    return checks.pages_of(site)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without access to any other host."""
    if CHROMIUM is None:
        reason = "no Chromium found; install it, or set CHROMIUM to its path"
        if BROWSER_REQUIRED in os.environ:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    hosts = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    arguments = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules={hosts}"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A tab of a window of each mode, kept: for a new window Chromium starts more than a chapter costs."""
    with ExitStack() as windows:

        @functools.cache
        def kept(mode: str) -> Page:
            options = checks.MODES.get(mode, {"java_script_enabled": False})
            return windows.enter_context(browser.new_context(**options)).new_page()

        yield kept


def left_empty(page: Page) -> Iterator[Page]:
    """A page as a test gets it, left as it was found."""
    yield page
    page.unroute_all()
    page.emulate_media(media="null", color_scheme="null")
    page.evaluate("try { localStorage.clear() } catch { }")  # a page without an origin has none
    page.goto("about:blank")


@pytest.fixture
def desktop(tab: Callable[[str], Page]) -> Iterator[Page]:
    """An empty page in the window of a laptop."""
    yield from left_empty(tab("desktop"))


@pytest.fixture
def phone(tab: Callable[[str], Page]) -> Iterator[Page]:
    """An empty page on a phone."""
    yield from left_empty(tab("phone"))


@pytest.fixture
def scriptless(tab: Callable[[str], Page]) -> Iterator[Page]:
    """An empty page in which no script runs."""
    yield from left_empty(tab("scriptless"))


def place(name: str) -> int:
    """The place of a file: the longest first, and the others after them in their own order."""
    return LONGEST_FILES.index(name) if name in LONGEST_FILES else len(LONGEST_FILES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file is not read for nothing: to import them all takes each process seconds."""
    if collection_path.suffix != ".py" or collection_path.parent != Path(__file__).parent:
        return None
    left = ALL_LEFT.search(collection_path.read_text(encoding="utf-8"))
    return (left is not None and f"not {left[1]}" in config.option.markexpr) or None


def modules_of_proofs() -> list[Any]:
    """What proves theorems, each kept by functools.cache, if it was imported."""
    loaded = sys.modules.get("olbook.proofs")
    return [entry.build for entry in loaded.CATALOGUE.values()] if loaded else []


@pytest.hookimpl(trylast=True)  # when those that a marker leaves out are gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mine = {*shares.share_of(items, *config.option.share)}
    config.hook.pytest_deselected(items=[item for item in items if item not in mine])
    items[:] = [item for item in items if item in mine]
    config.stash[BROWSER_TESTS] = {
        item.nodeid for item in items if "browser" in getattr(item, "fixturenames", ())
    }
    items.sort(key=lambda item: place(item.path.name))
    if proved := [each for each in modules_of_proofs() if each.cache_info().currsize]:
        raise pytest.UsageError(f"a theorem was proved while tests were collected: {proved}")


class ByFile(LoadFileScheduling):
    """Keeps the tests of a file in one process, and those of all theorems; of the thorough, each test.

    What axe-core looks at takes minutes, so of that each window is by itself; and what tests of a
    file share and takes a minute is made once.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        if self.config.option.markexpr == "thorough":
            if Path(file).stem in SHARED:
                return file
            return nodeid if "test_site_access" in nodeid else nodeid.partition("[")[0]
        return "all theorems" if Path(file).name.startswith(ALL_THEOREMS) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFile:
    return ByFile(config, log)  # type: ignore[arg-type]


# The processes of pytest-xdist know the tests, the first process prints: it is told by these two.
def pytest_sessionfinish(session: pytest.Session) -> None:
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told["browser tests"] = sorted(session.config.stash.get(BROWSER_TESTS, set()))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    known = getattr(node, "workeroutput", {}).get("browser tests", [])
    node.config.stash.setdefault(BROWSER_TESTS, set()).update(known)  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    planned = terminalreporter.config.stash.get(BROWSER_TESTS, set())
    if not planned:
        return
    counts = {}
    for outcome in ("passed", "failed", "error", "skipped"):
        reports = terminalreporter.stats.get(outcome, [])
        counts[outcome] = len({report.nodeid for report in reports} & planned)
    told = ", ".join(f"{number} {outcome}" for outcome, number in counts.items() if number)
    terminalreporter.write_line(f"browser tests: {len(planned)} planned, {told or 'none run'}")
