"""Makes the test of the notebooks strict.

nbval runs each notebook again and compares its outputs with those stored. On its own it does not
compare images, does not compare a cell that was never run, and lets a comment or a tag switch a
comparison off. Here each of these makes the run red. Figures are compared by what they show. What the
chapter asserts about its own runs (``book/checks``) is run behind each cell, in the same kernel.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import checks
import forked
import notebooks
import pytest
import runs
from drawings import difference
from nbformat import NotebookNode
from nbval.plugin import IPyNbCell, NbCellError
from sources import SO, SOURCED, says

DRAWING, HTML = "image/svg+xml", "text/html"
TESTS = Path(__file__).with_name("tests")
AGAIN = "make update"
STARTED = pytest.StashKey[float]()
OUTCOMES = ("passed", "failed", "error", "skipped")
ABSOLUTE_PATH = re.compile(
    r"(?<![\w.~/])/(home|root|Users|tmp|usr|opt|work|mnt|var)/\w|\b[A-Z]:\\\w"
)


def share(text: str) -> tuple[int, int]:
    """What ``--share`` says; no share is empty, or a run of it could not fail."""
    first, parts = map(int, text.split("/"))
    if not 0 <= first < parts:
        raise ValueError
    return first, parts


def pytest_addoption(parser: pytest.Parser) -> None:
    explanation = "cells that may opt out of a check, as chapter.ipynb::cell-id"
    parser.addini("notebook_opt_outs", explanation, type="linelist", default=[])
    explanation = "the notebooks run with the arithmetic of another machine; see tests/disturbed.py"
    parser.addoption("--machine", help=explanation, type=int, default=0)
    explanation = "K/N: only every N-th of the tests, from the K-th on, counted from 0"
    parser.addoption("--share", help=explanation, type=share, default="0/1")
    parser.addoption("--record", help="the kind of this run, for the page Status", default="")


def no_json(root: Path) -> list[str]:
    """Notebooks that cannot be read at all: every test that opens one would fail in words of its own."""
    found = []
    for path in sorted(root.rglob("*.ipynb")):
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            found.append(f"{path.relative_to(root.parent)}: no notebook: {error}")
    return found


def pytest_configure(config: pytest.Config) -> None:
    if found := no_json(TESTS.with_name("book")):
        raise pytest.UsageError("\n".join(found))
    os.environ.update(notebooks.ENVIRONMENT)
    forked.install()
    config.stash[STARTED] = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for file in {item.parent for item in items if isinstance(item, IPyNbCell)}:
        file.skip_compare += (DRAWING, HTML)  # what_is_shown compares them


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
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
        texts.extend(str(v) for k, v in output.get("data", {}).items() if k != DRAWING)
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
        if "<Figure size" in str(data.get("text/plain", "")) or "image/png" in data:
            yield "stores a figure that is no drawing: show it with plotting.show"
    if cell.source.rstrip().endswith(";"):
        yield "ends in a semicolon, which hides its output in one runner and not in another"
    if found := ABSOLUTE_PATH.search(shown_text(cell)):
        yield f"shows a path of one machine: {found.group()}..."


def parted(text: str) -> tuple[str, str]:
    """A text up to the solution that goes on in the code below it, and what this solution says above it."""
    before, start, answer = text.rpartition("{solution-start}")
    return (before, answer) if start and "{solution-end}" not in answer else (text, "")


def words_after(item: IPyNbCell) -> str:
    """The Markdown between a code cell and the next; what stands above all code comes after the last.

    What a solution says above its code comes after this code.
    """
    cells = item.parent.nb.cells
    code = [position for position, cell in enumerate(cells) if cell.cell_type == "code"]
    words = [
        "\n".join(cell.source for cell in cells[start + 1 : end])
        for start, end in itertools.pairwise([-1, *code, len(cells)])
    ]
    answer, (after, _) = parted(words[item.cell_num])[1], parted(words[item.cell_num + 1])
    if item.cell_num == len(code) - 1:
        after = f"{words[-1]}\n{words[0]}"
    return f"{answer}\n{after}"


def changed_pictures(item: IPyNbCell) -> Iterator[str]:
    """Drawings and HTML that are not what is stored; HTML beside Markdown is not stored."""
    stored, fresh = (
        [output["data"] for output in outputs if "data" in output]
        for outputs in (item.cell.outputs, item.test_outputs)
    )
    for old, new in zip(stored, fresh, strict=False):  # nbval has compared how many there are
        if said := difference(old.get(DRAWING, ""), new.get(DRAWING, "")):
            yield said
        if "text/markdown" not in new and old.get(HTML) != new.get(HTML):
            yield "the HTML that it shows changed"


def ask(item: IPyNbCell, code: str = "", **expressions: str) -> dict[str, Any]:
    """Let the kernel run some code that leaves no trace in the notebook, and say its reply."""
    reply = item.parent.kernel.kc.execute_interactive(
        code, silent=True, user_expressions=expressions, timeout=120, output_hook=lambda _: None
    )
    content: dict[str, Any] = reply["content"]
    return content


def failed_checks(item: IPyNbCell) -> Iterator[str]:
    """What the chapter asserts behind this cell and is not so, with its place.

    And labels of the figure of this cell of which no check behind it says what they stand for.
    """
    statement = f"checks.run({str(item.path)!r}, {item.cell.id!r})"
    reply = ask(item, checks.in_kernel(statement), unsaid="__import__('checks').unsaid()")
    if reply["status"] != "ok":
        trace = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(reply["traceback"]))
        lines = re.findall(r"^-+> (\d+) (.*)$", trace, re.MULTILINE)
        number, line = lines[-1] if lines else ("?", "")
        said = f"{reply['ename']} {reply['evalue']}".strip()
        yield f"{checks.file_of(item.path)}:{number}: {line.strip()} ({said})"
    else:
        yield from ast.literal_eval(reply["user_expressions"]["unsaid"]["data"]["text/plain"])


def wrong_numbers(item: IPyNbCell) -> Iterator[str]:
    """Numbers in the words behind a cell that are not what the expressions behind them say now."""
    said = {f"n{i}": match for i, match in enumerate(SOURCED.finditer(words_after(item)))}
    if not said:
        return
    value = "__import__('checks').value"
    asked = {key: f"{value}({match['expression']!r})" for key, match in said.items()}
    answers = ask(item, **asked)["user_expressions"]
    for key, match in said.items():
        if answers[key]["status"] != "ok":
            yield f"{match['expression']} has no value: {answers[key]['evalue']}"
            continue
        number = float(answers[key]["data"]["text/plain"])
        if not says(match, number):
            yield f"the text behind it says {match['number']}, but {match['expression']} is {number:.6g}"


def untrue_words(item: IPyNbCell) -> Iterator[str]:
    """Words behind a cell that compare its runs, and are not so now."""
    marked = {f"s{i}": match for i, match in enumerate(SO.finditer(words_after(item)))}
    if not marked:
        return
    asked = {k: f"__import__('checks').true({m['expression']!r})" for k, m in marked.items()}
    answers = ask(item, **asked)["user_expressions"]
    for key, match in marked.items():
        before = " ".join(match.string[: match.start()].rpartition("-->")[2].split())[-60:]
        if answers[key]["status"] != "ok":
            yield f"{match['expression']} has no value: {answers[key]['evalue']}"
        elif answers[key]["data"]["text/plain"] != "True":
            yield f"the text behind it says ...{before}, but it is not so that {match['expression']}"


def disturb(item: IPyNbCell) -> None:
    """Let the kernel compute as another machine would, if one is asked for, before its first cell."""
    machine = item.config.option.machine
    if machine and item.cell_num == 0:
        install = f"__import__('disturbed').install({machine}, get_ipython())"
        reply = ask(item, f"import sys; sys.path.append({str(TESTS)!r}); {install}")
        assert reply["status"] == "ok", reply


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run the cell, so that later ones find its names; then report what is wrong as stored."""
    if not isinstance(item, IPyNbCell):
        return (yield)
    name = f"{item.path.name}::{item.cell.get('id', '')}"
    may_opt_out = name in item.config.getini("notebook_opt_outs")
    disturb(item)
    found = list(faults(item.cell, item.cell_num + 1, may_opt_out))
    trace, result = None, None
    try:
        result = yield
        found += [*changed_pictures(item), *failed_checks(item)]
        found += [*wrong_numbers(item), *untrue_words(item)]
    except NbCellError as error:
        found.append(str(error))
        found += [
            f"writes to stderr: {output['text'].strip()}"
            for output in item.test_outputs
            if output.get("name") == "stderr"
        ]
        trace = error.inner_traceback
    except pytest.skip.Exception:
        if not found:
            raise
    if found:
        file = item.nodeid.partition("::")[0]
        place = f"{file}: code cell {item.cell_num + 1} ({item.cell.get('id')})"
        told = "\n".join(f"{place}: {fault}" for fault in found)
        item.raise_cell_error(
            f"{told}\noutputs are brought up to date by {AGAIN}, words by hand", trace
        )
    return result
