"""Run the chapters in fresh kernels and store them in normal form: ``make notebooks``.

Running it twice changes nothing: no times, no counters of a past session, no user's settings are
stored. A chapter with a failing cell is reported and its file is left as it was.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import checks
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

# What a kernel finds in its environment, here and when the tests run a notebook again: one thread,
# one hash seed, and nobody's own matplotlib or IPython settings.
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MATPLOTLIBRC": os.devnull,
    "IPYTHONDIR": str(Path(__file__).resolve().parents[2] / "_build"),
}
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# All that the book's pages need, and what makes a cell of an assignment what it is.
KEPT_CELL_METADATA = ("mystnb", "tags", "nbgrader", "deletable", "editable")


def normalise(notebook: NotebookNode) -> None:
    """Bring a notebook into the form in which notebooks are stored."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, start=1):
        kept = {name: cell.metadata[name] for name in KEPT_CELL_METADATA if name in cell.metadata}
        cell.metadata = nbformat.from_dict(kept)
        cell.setdefault("id", f"cell-{number}")
        for output in cell.get("outputs", []):
            if "text/markdown" in output.get("data", {}):  # the page is made from that
                output.data.pop("text/html", None)


def add_checks(notebook: NotebookNode, path: Path) -> None:
    """Put behind each cell a cell that runs what is to be checked there."""
    said = checks.sections(path)
    for cell in [cell for cell in notebook.cells if cell.id in said]:
        statement = checks.in_kernel(f"checks.run({str(path.resolve())!r}, {cell.id!r})")
        check = nbformat.v4.new_code_cell(statement, metadata={"tags": ["check"]})
        notebook.cells.insert(notebook.cells.index(cell) + 1, check)


def remove_checks(notebook: NotebookNode) -> None:
    """Take these cells out again, and count the others as if they had never been there."""
    notebook.cells = [c for c in notebook.cells if "check" not in c.metadata.get("tags", [])]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, start=1):
        for counted in (cell, *(o for o in cell.outputs if o.output_type == "execute_result")):
            counted.execution_count = count


def as_text(notebook: NotebookNode) -> str:
    """A notebook as it is written to its file."""
    text: str = nbformat.writes(notebook)
    return text.rstrip("\n") + "\n"


def execute(path: Path) -> bool:
    """Run a notebook in its folder, in a fresh kernel, and store it; whether its file changed."""
    stored = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(stored, as_version=4)
    add_checks(notebook, path)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=120,
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute(env=os.environ | ENVIRONMENT)
    remove_checks(notebook)
    normalise(notebook)
    fresh = as_text(notebook)
    if fresh == stored:
        return False
    path.write_text(fresh, encoding="utf-8")
    return True


def main(paths: list[Path]) -> int:
    """Execute notebooks, telling what becomes of each; the exit status."""
    failures = 0
    for path in paths:
        print(f"notebooks: running {path}", end=" ... ", flush=True)
        try:
            print("stored" if execute(path) else "unchanged")
        except CellExecutionError as error:
            failures += 1
            print(f"failed, file left as it was\n{error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main([Path(argument) for argument in sys.argv[1:]]))
