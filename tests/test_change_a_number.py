"""Whoever changes a number in a chapter and runs it again sees what it does, not an error of ours."""

from __future__ import annotations

import ast
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import nbformat
import notebooks
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

import olbook as ol

BOOK = Path(__file__).parents[1] / "book"
# What a chapter calls the numbers that a reader changes first.
CHANGED = re.compile(
    r"(T|d|k|n|m|p|N|K|U|D|eta|step|seed|noise|margin|radius|horizon|rounds|drift|theta|beta|n_\w+)(_\w)?"
)
THEOREM = re.compile(r'ol\.theorem\("[\w.]+"\)')
# An error is an answer if the package says which argument it is about and what it expects.
ANSWER = re.compile(r"must|expect|satisf|cannot|need|between|at least|at most|should")


@dataclass(frozen=True)
class Change:
    """A number in a cell, and another in its place."""

    cell: str
    line: int
    start: int
    end: int
    name: str
    old: float
    new: float

    def __str__(self) -> str:
        return f"{self.cell}, line {self.line}: {self.name} = {self.old}, changed to {self.new}"


def other(name: str, value: float) -> float:
    """A number that a reader might try instead."""
    if name == "seed":
        return value + 7
    return max(value + 1, round(1.5 * value)) if isinstance(value, int) else 1.25 * value


def named_numbers(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Numbers that are given to a name, an argument or a generator, each with its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "default_rng":
            yield from (("seed", argument) for argument in node.args)
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg, node.value
        elif isinstance(node, ast.arguments):
            defaults = [*node.posonlyargs, *node.args][-len(node.defaults) or None :]
            yield from zip((a.arg for a in defaults), node.defaults, strict=False)
        elif isinstance(node, ast.For):
            name = getattr(node.target, "id", "")
            yield from ((name, value) for value in getattr(node.iter, "elts", []))
        elif isinstance(node, ast.Assign):
            (target,) = node.targets[:1]
            one = isinstance(target, ast.Name)
            names = [target] if one else getattr(target, "elts", [])
            values = [node.value] if one else getattr(node.value, "elts", [])
            for name, value in zip(names, values, strict=False):
                yield getattr(name, "id", ""), value


def changes(cells: list[NotebookNode]) -> list[Change]:
    """One change for each number in the visible code that invites to it."""
    found = []
    for cell in cells:
        if cell.cell_type != "code" or THEOREM.fullmatch(cell.source):
            continue
        for name, at in named_numbers(ast.parse(cell.source)):
            number: Any = getattr(at, "value", None)
            if type(number) in (int, float) and number > 0 and CHANGED.fullmatch(name):
                place = (at.lineno, at.col_offset, at.end_col_offset)
                found.append(Change(cell.id, *place, name, number, other(name, number)))
    return found


def apply(cells: list[NotebookNode], change: Change) -> None:
    """Write the new number in the place of the old one."""
    (cell,) = (cell for cell in cells if cell.id == change.cell)
    lines = cell.source.splitlines()
    line = lines[change.line - 1].encode()
    new = line[: change.start] + repr(change.new).encode() + line[change.end :]
    lines[change.line - 1] = new.decode()
    cell.source = "\n".join(lines)


def complaint(path: Path, changed: list[Change]) -> str:
    """What stops the notebook after some changes, empty if it runs or an error says what to do."""
    notebook = nbformat.read(path, as_version=4)
    for change in sorted(changed, key=lambda change: (change.cell, -change.start)):
        apply(notebook.cells, change)
    notebook.cells = [cell for cell in notebook.cells if not THEOREM.fullmatch(cell.source)]
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=300,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute(env=os.environ | notebooks.ENVIRONMENT)
    except CellExecutionError as error:
        plain = re.sub(r"\x1b\[[\d;]*m", "", str(error.traceback))
        *_, place = re.findall(r"^(?:File|Cell) .*", plain, re.MULTILINE)
        of_the_package = "olbook" in place and error.ename in ("ValueError", "TypeError")
        if not (of_the_package and ANSWER.search(error.evalue)):
            return f"{error.ename}: {error.evalue}, at {place}"
    return ""


def read(topic: str) -> list[Change]:
    return changes(nbformat.read(BOOK / f"{topic}.ipynb", as_version=4).cells)


@pytest.mark.thorough
@pytest.mark.parametrize("topic", ol.TOPICS)
def test_two_numbers_of_this_week(topic: str) -> None:
    year, week, _ = date.today().isocalendar()
    chosen = random.Random(f"{topic} {year} {week}").sample(read(topic), 2)
    said = complaint(BOOK / f"{topic}.ipynb", chosen)
    assert not said, "; ".join([*map(str, chosen), said])


def test_every_chapter_has_numbers_to_change() -> None:
    assert [topic for topic in ol.TOPICS if len(read(topic)) < 2] == []


def test_a_change_is_written_where_the_number_stood() -> None:
    cells = [new_code_cell("T, d = 100, 20\nX = draw(T, noise=0.5, rng=np.random.default_rng(3))")]
    found = changes(cells)
    assert [(c.name, c.old, c.new) for c in found] == [
        ("T", 100, 150), ("d", 20, 30), ("noise", 0.5, 0.625), ("seed", 3, 10)]  # fmt: skip
    apply(cells, found[1])
    apply(cells, found[3])
    assert (
        cells[0].source == "T, d = 100, 30\nX = draw(T, noise=0.5, rng=np.random.default_rng(10))"
    )


@pytest.mark.thorough
def test_what_stops_a_notebook_is_told(tmp_path: Path) -> None:
    path = tmp_path / "small.ipynb"
    own = "T = 4\nassert T == 4"
    answered = (
        "import olbook as ol\nd = 4\nol.streams.separable(T=4, d=d, margin=4.5 - d, rng=None)"
    )
    for source, expected in ((own, "AssertionError: , at Cell"), (answered, "")):
        nbformat.write(new_notebook(cells=[new_code_cell(source)]), path)
        said = complaint(path, changes(nbformat.read(path, as_version=4).cells)[:1])
        assert said[: len(expected) or None] == expected
