"""Puts the longest files first, and says at the end what became of the browser tests."""

from __future__ import annotations

import pytest

LONGEST_FILES = ["test_site.py", "test_notebooks.py", "test_mutants.py", "test_planted.py"]
BROWSER_TESTS = pytest.StashKey[set[str]]()


def place(name: str) -> int:
    """The place of a file: the longest first, and the others after them in their own order."""
    return LONGEST_FILES.index(name) if name in LONGEST_FILES else len(LONGEST_FILES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[BROWSER_TESTS] = {
        item.nodeid for item in items if "browser" in getattr(item, "fixturenames", ())
    }
    # two processes share the files out in this order; a long one at the end would have one wait
    items.sort(key=lambda item: place(item.path.name))


# `make test` shares the tests out to two processes (pytest-xdist). They know the tests, the first
# process prints: it is told by these two.
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
