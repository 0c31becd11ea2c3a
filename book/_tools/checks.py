"""What a chapter asserts about its own runs stands beside its notebook, in ``book/checks``.

A student who changes a number should meet no assertion of ours, so none travels with a notebook. A
file of checks is cut by lines ``# %% after <id of a code cell>``. What stands below such a line is run
after that cell, in the same kernel, by ``make notebooks`` and by the strict run, in names of its own:
it sees all names of the notebook, and those of earlier checks, but gives the notebook none. There is
one name more, ``labelled``, which reads the last figure back, see ``labelled.py``.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.getipython import get_ipython
from nbformat import NotebookNode

HEADING = re.compile(r"^# %% after (\S+)$", re.MULTILINE)
NAMES: dict[str, Any] = {}  # in a kernel, which runs one notebook: what the checks see and define


def file_of(notebook: Path) -> Path:
    """The file with the checks of a notebook, which need not exist."""
    return notebook.parent / "checks" / f"{notebook.stem}.py"


def sections(notebook: Path) -> dict[str, str]:
    """The checks behind each cell, below as many empty lines as stand above them in the file.

    What stands above all of them, such as an import, is the section without a name.
    """
    file = file_of(notebook)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    found = [("", 0, 0), *((m[1], m.start(), m.end()) for m in HEADING.finditer(text))]
    ends = [start for _, start, _ in found[1:]] + [len(text)]
    return {
        name: "\n" * text[:begin].count("\n") + text[begin:end].rstrip()
        for (name, _, begin), end in zip(found, ends, strict=True)
    }


def behind_their_cells(notebook: Path) -> list[NotebookNode]:
    """The cells of a notebook as stored, each followed by its checks as a cell that no page shows."""
    checks = sections(notebook)
    cells = []
    for cell in nbformat.read(notebook, as_version=4).cells:
        cells.append(cell)
        if cell.id in checks:
            hidden = {"tags": ["remove-cell"]}
            cells.append(nbformat.v4.new_code_cell(checks[cell.id].strip(), metadata=hidden))
    return cells


def misplaced(notebook: Path, cells: list[NotebookNode]) -> list[str]:
    """Checks that stand behind no code cell, or in another order than the cells."""
    ids = [cell.id for cell in cells if cell.cell_type == "code"]
    said = list(sections(notebook))[1:]
    unknown = [name for name in said if name not in ids]
    if unknown:
        return [f"{file_of(notebook)}: there is no code cell {name}" for name in unknown]
    ordered = sorted(said, key=ids.index)
    return [f"{file_of(notebook)}: not in the order of the cells"] if said != ordered else []


# --- in the kernel -------------------------------------------------------------------------------


def in_kernel(statement: str) -> str:
    """Code that runs a statement about this module in a kernel, and leaves no name there."""
    tools = str(Path(__file__).parent)
    whole = f"import sys\nsys.path.append({tools!r})\nimport checks\n{statement}"
    return f"exec({whole!r}, {{}})"


def run(notebook: str, cell: str) -> None:
    """Run what is to be checked behind a cell that has just been run; look at all names anew."""
    shell = get_ipython()
    if shell is None:
        raise RuntimeError("checks run in the kernel of their notebook")
    said, file = sections(Path(notebook)), file_of(Path(notebook))
    first = not NAMES
    if first:
        from labelled import Labelled  # it needs Matplotlib, and this module is imported without

        NAMES["labelled"] = Labelled()
    NAMES.update(shell.user_ns)
    NAMES["labelled"].look_at(shell.user_ns.get("fig"))
    for code in ([said[""]] if first else []) + [said.get(cell, "")]:
        # What is done to the cells of the shell is done to these.
        tree = shell.transform_ast(ast.parse(code))  # type: ignore[no-untyped-call]
        try:
            exec(compile(tree, str(file), "exec"), NAMES)
        except NameError as error:
            place = f"{file}, behind {cell}"
            raise NameError(f"{place}: no cell of the notebook makes {error.name!r}") from None


def value(expression: str) -> float:
    """What an expression in the words behind the last cell that was run is now."""
    return float(eval(expression, NAMES))


def true(expression: str) -> bool:
    """Whether what a word in the text behind that cell claims is so now."""
    said = eval(expression, NAMES)
    if getattr(said, "shape", ()):
        raise ValueError("many truths, and not one: say .all()")
    return bool(said)


def unsaid() -> list[str]:
    """The labels of the last figure of which no check has said what is drawn under them."""
    said: list[str] = NAMES["labelled"].unsaid()
    return said
