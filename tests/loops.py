"""Slips in the loops that a chapter prints: what happens if a comparison, a sign or a number is another.

A loop that a student copies is right only if its slips would be noticed: by an output of the page, or by
a check behind a cell. So each comparison in a visible function is made strict or not strict, each sign
is turned, each index and count is moved by one, and the cells from there on that use what has changed
are run again. A process runs the notebook, and forks at each slip; the child stops at the first
difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import pickle
import random
import signal
import time
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import checks
import nbformat
import notebooks
from drawings import difference
from nbformat import NotebookNode

HIDDEN = {"hide-input", "remove-input", "hide-cell", "remove-cell"}
TEXTS = ("text/plain", "text/markdown", "application/vnd.vegalite.v5+json")
DRAWING = "image/svg+xml"
STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
TURNED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
NOT_NOTICED = "not noticed"
FEW = 4


@dataclass(frozen=True)
class Slip:
    """One place of a function, and what stands there instead."""

    cell: str
    line: int
    was: str
    now: str
    source: str  # the cell with the slip

    def __str__(self) -> str:
        return f"{self.cell}, line {self.line}: {self.was} -> {self.now}"


def slips(cell: NotebookNode) -> Iterator[Slip]:
    """Every slip in the functions of a cell that the page shows."""
    if cell.cell_type != "code" or HIDDEN & set(cell.metadata.get("tags", [])):
        return
    tree = ast.parse(cell.source)
    for where, change in _changes(tree):
        mutant = deepcopy(tree)
        node = list(ast.walk(mutant))[where]
        was = ast.unparse(node)
        change(node)
        yield Slip(cell.id, node.lineno, was, ast.unparse(node), ast.unparse(mutant))


def _changes(tree: ast.Module) -> Iterator[tuple[int, Any]]:
    """Where a change is made, by its place in the walk, and the change."""
    place = {id(node): i for i, node in enumerate(ast.walk(tree))}
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for node in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) not in inside:
            continue
        at = place[id(node)]
        if isinstance(node, ast.Compare) and type(node.ops[0]) in STRICT:
            yield at, lambda n: n.ops.__setitem__(0, STRICT[type(n.ops[0])]())
        elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in TURNED:
            yield at, lambda n: setattr(n, "op", TURNED[type(n.op)]())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield at, lambda n: setattr(n, "op", ast.UAdd())
        for name in _counts(node):
            yield at, lambda n, name=name: _count_on(n, name)


def _counts(node: ast.AST) -> Iterator[str]:
    """Where a whole number counts: as an index, a bound of a range, or beside a plus or minus."""
    if isinstance(node, ast.Subscript) and _whole(node.slice):
        yield "slice"
    elif isinstance(node, ast.Slice):
        yield from (side for side in ("lower", "upper") if _whole(getattr(node, side)))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield from (side for side in ("left", "right") if _whole(getattr(node, side)))
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range":
        yield from (f"args {i}" for i, argument in enumerate(node.args) if _whole(argument))


def _names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that a cell gives a meaning, or may change what they mean, and those that it uses."""
    nodes = list(ast.walk(tree))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    made |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in nodes:
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
            made |= {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
    return made, used


def _whole(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _count_on(node: ast.AST, name: str) -> None:
    what, _, index = name.partition(" ")
    number = getattr(node, what)
    number = number[int(index)] if index else number
    number.value += 1


class Page:
    """A notebook that is run in this process, cell by cell."""

    def __init__(self, notebook: Path) -> None:
        from IPython.core.interactiveshell import InteractiveShell

        self.notebook = notebook
        self.cells = [
            c for c in nbformat.read(notebook, as_version=4).cells if c.cell_type == "code"
        ]
        os.environ.update(notebooks.ENVIRONMENT)
        os.chdir(notebook.parent)
        self.shell = InteractiveShell.instance()

    def run(self, source: str, cell: str) -> list[Any]:
        """What a cell says, whether it or a check behind it stops, and what it draws."""
        from IPython.utils.capture import capture_output

        with capture_output() as said:
            result = self.shell.run_cell(source, store_history=False)
            shown = [{k: v for k, v in out.data.items() if k in TEXTS} for out in said.outputs]
            error = result.error_before_exec or result.error_in_exec
            stopped = repr(error) if error else ""
            if not error:
                try:
                    checks.run(str(self.notebook), cell)
                except Exception as error:
                    stopped = f"check: {error!r}"
        drawn = [out.data[DRAWING] for out in said.outputs if DRAWING in out.data]
        return [said.stdout, shown, stopped, drawn]

    def expected(self) -> list[list[Any]]:
        """What all cells say, run in a child, so that nothing has happened here."""
        return pickle.loads(
            _child(lambda: pickle.dumps([self.run(c.source, c.id) for c in self.cells]))
        )

    def slips(self) -> list[Slip]:
        """Every slip in a visible function of the page."""
        return [slip for cell in self.cells for slip in slips(cell)]

    def fates(self, wanted: Collection[Slip]) -> Iterator[tuple[Slip, str]]:
        """These slips, and what notices each."""
        begin = time.monotonic()
        expected = self.expected()
        limit = int(10 + 3 * (time.monotonic() - begin))
        for i, cell in enumerate(self.cells):
            slipped = [slip for slip in slips(cell) if slip in wanted]
            those = self.concerned(i) if slipped else []
            right = partial(self._noticed, those, cell.source, expected)
            if slipped and _child(right, limit) != NOT_NOTICED.encode():
                those = list(range(i, len(self.cells)))  # the others do something unseen
            for slip in slipped:
                said = _child(partial(self._noticed, those, slip.source, expected), limit)
                yield slip, said.decode() or "it does not end"
            self.run(cell.source, cell.id)

    def concerned(self, first: int) -> list[int]:
        """The cells from one on that use a name that it changes, and those that make their names."""
        behind = checks.sections(self.notebook)
        texts = [f"{cell.source}\n{behind.get(cell.id, '')}" for cell in self.cells]
        named = [_names(ast.parse(text)) for text in texts]
        changed = set(named[first][0])
        chosen = {first}
        for j in range(first + 1, len(texts)):
            if changed & named[j][1]:
                changed |= named[j][0]
                chosen.add(j)
        for j in range(len(texts) - 1, first, -1):
            if any(named[j][0] & named[k][1] for k in chosen if k > j):
                chosen.add(j)
        return sorted(chosen)

    def _noticed(self, those: list[int], source: str, expected: list[list[Any]]) -> bytes:
        """What the first of these cells does to them if it has another source."""
        for j in those:
            cell = self.cells[j]
            said = self.run(source if j == those[0] else cell.source, cell.id)
            *words, drawn = said
            *right, figures = expected[j]
            if words != right:
                return f"{cell.id}: {said[2] or said[:2]}"[:200].encode()
            seen = filter(None, map(difference, figures, drawn))
            if first := next(seen, "figures" if len(figures) != len(drawn) else ""):
                return f"{cell.id}: {first}"[:200].encode()
        return NOT_NOTICED.encode()


def _child(made: Any, limit: int = 0) -> bytes:
    """What a forked process makes; nothing if it takes longer than a number of seconds."""
    read, write = os.pipe()
    if not (pid := os.fork()):
        os.close(read)
        signal.alarm(limit)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(made())
            pipe.flush()
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    return data


def main() -> None:
    """The fates of all slips in some notebooks, or of a few that a seed chooses, a line each."""
    parser = argparse.ArgumentParser(prog="loops", description=__doc__)
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--few", metavar="SEED", help=f"try only {FEW} of each notebook")
    options = parser.parse_args()
    for path in options.notebooks:
        page = Page(path.resolve())
        wanted = page.slips()
        if options.few:
            wanted = random.Random(options.few).sample(wanted, min(FEW, len(wanted)))
        for slip, fate in page.fates(wanted):
            print(path, slip, "|", fate, flush=True)


if __name__ == "__main__":
    main()
