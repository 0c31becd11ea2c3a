"""Makes the test of the notebooks strict.

nbval runs each notebook again and compares its outputs with those stored. On its own it does not
compare images, does not compare a cell that was never run, and lets a comment or a tag switch a
comparison off. Here each of these makes the run red.
"""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import notebooks
import pytest
import runs
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell
from sources import SOURCED, agrees

LOCK = Path(__file__).with_name("requirements.txt")
IMAGES = ("image/png", "image/jpeg")
IMAGE_NOTE = pytest.StashKey[str]()
STARTED = pytest.StashKey[float]()
OUTCOMES = ("passed", "failed", "error", "skipped")
ABSOLUTE_PATH = re.compile(
    r"(?<![\w.~/])/(home|root|Users|tmp|usr|opt|work|mnt|var)/\w|\b[A-Z]:\\\w"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    explanation = "cells that may opt out of a check, as chapter.ipynb::cell-id"
    parser.addini("notebook_opt_outs", explanation, type="linelist", default=[])
    parser.addoption("--record", help="the kind of this run, for the page Status", default="")


def pytest_configure(config: pytest.Config) -> None:
    os.environ.update(notebooks.ENVIRONMENT)
    config.stash[STARTED] = time.monotonic()


def why_images_are_not_compared() -> str | None:
    """Images agree byte for byte only where the stored ones could have been made."""
    machine = f"{platform.system()} {platform.machine()}"
    if machine != "Linux x86_64":
        return f"stored on Linux x86_64, this is {machine}"
    for package in ("matplotlib", "pillow"):
        if f"\n{package}=={version(package)}\n" not in LOCK.read_text():
            return f"{package} {version(package)} is not the version in {LOCK.name}"
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    files = {item.parent for item in items if isinstance(item, IPyNbCell)}
    if not files:
        return
    reason = why_images_are_not_compared()
    if reason:
        config.stash[IMAGE_NOTE] = f"NOT COMPARED: {reason}"
        return
    config.stash[IMAGE_NOTE] = "compared byte for byte"
    for file in files:
        file.skip_compare = tuple(key for key in file.skip_compare if key not in IMAGES)


# `make test` shares the tests out to two processes (pytest-xdist). They know whether images are
# compared, the first process prints: it is told by these two.
def pytest_sessionfinish(session: pytest.Session) -> None:
    told = getattr(session.config, "workeroutput", None)
    note = session.config.stash.get(IMAGE_NOTE, None)
    if told is not None and note:
        told["image note"] = note


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    note = getattr(node, "workeroutput", {}).get("image note")
    if note:
        node.config.stash[IMAGE_NOTE] = note  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    note = terminalreporter.config.stash.get(IMAGE_NOTE, None)
    if note:
        terminalreporter.write_line(f"figures in notebooks: {note}")
    if kind := terminalreporter.config.option.record:
        counts = {name: len(terminalreporter.getreports(name)) for name in OUTCOMES}
        outcome = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        took = time.monotonic() - terminalreporter.config.stash[STARTED]
        runs.record(kind, took, outcome or "nothing was selected")


def shown_text(cell: NotebookNode) -> str:
    """The source and every textual output of a cell."""
    texts = [cell.source]
    for output in cell.outputs:
        texts.append(str(output.get("text", "")))
        texts.extend(str(v) for k, v in output.get("data", {}).items() if k not in IMAGES)
    return "\n".join(texts)


def faults(cell: NotebookNode, number: int, may_opt_out: bool) -> Iterator[str]:
    """What is wrong with the ``number``-th code cell as it is stored, before it is run again."""
    if cell.execution_count is None:
        yield "never run: its execution count is null"
    elif cell.execution_count != number:
        yield f"not run in order: its execution count is {cell.execution_count}, expected {number}"
    tags = cell.metadata.get("tags", [])
    markers = [
        tag for tag in tags if "nbval" in tag or tag in ("raises-exception", "skip-execution")
    ]
    markers += re.findall(r"(?i)\bnbval_\w+|\bpytest_validate_\w+", cell.source)
    if markers and not may_opt_out:
        yield f"opts out of a check without being on the list: {', '.join(markers)}"
    for output in cell.outputs:
        if output.output_type == "error" and not may_opt_out:
            yield f"stores an error: {output.ename}"
        if output.get("name") == "stderr":
            yield "writes to stderr, for example a warning"
        data = output.get("data", {})
        if "<Figure size" in str(data.get("text/plain", "")) and "image/png" not in data:
            yield "stores a figure without its image"
    if cell.source.rstrip().endswith(";"):
        yield "ends in a semicolon, which hides its output in one runner and not in another"
    if found := ABSOLUTE_PATH.search(shown_text(cell)):
        yield f"shows a path of one machine: {found.group()}..."


def words_after(item: IPyNbCell) -> str:
    """The Markdown between a code cell and the next; what stands above all code comes after the last."""
    cells = item.parent.nb.cells
    code = [position for position, cell in enumerate(cells) if cell.cell_type == "code"]
    place = code[item.cell_num]
    last = place == code[-1]
    after = cells[place + 1 : len(cells) if last else code[item.cell_num + 1]]
    return "\n".join(cell.source for cell in [*after, *(cells[: code[0]] if last else [])])


def wrong_numbers(item: IPyNbCell) -> Iterator[str]:
    """Numbers in the words behind a cell that are not what the expressions behind them say now."""
    said = {f"n{i}": match for i, match in enumerate(SOURCED.finditer(words_after(item)))}
    if not said:
        return
    asked = {key: f"float({match['expression']})" for key, match in said.items()}
    reply = item.parent.kernel.kc.execute_interactive(
        "", silent=True, user_expressions=asked, timeout=60, output_hook=lambda message: None
    )
    answers = reply["content"]["user_expressions"]
    for key, match in said.items():
        if answers[key]["status"] != "ok":
            yield f"{match['expression']} has no value: {answers[key]['evalue']}"
            continue
        value = float(answers[key]["data"]["text/plain"])
        if not agrees(match["number"], value):
            yield f"the text says {match['number']}, but {match['expression']} is {value:.6g}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run the cell, so that later ones find its names; then report what is wrong as stored."""
    if not isinstance(item, IPyNbCell):
        return (yield)
    name = f"{item.path.name}::{item.cell.get('id', '')}"
    may_opt_out = name in item.config.getini("notebook_opt_outs")
    found = list(faults(item.cell, item.cell_num + 1, may_opt_out))
    try:
        result = yield
        found += wrong_numbers(item)
        return result
    finally:
        if found:
            item.raise_cell_error("; ".join(found))
