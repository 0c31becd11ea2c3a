"""Makes what students get from the instructor's notebooks: ``make assignments``.

Solutions and hidden tests are taken out by nbgrader's own preprocessors, in nbgrader's order; then
the notebook is run and stored like a chapter. An unwritten answer raises NotImplementedError inside
its function only, so it runs from top to bottom, and the site shows what a check says to begin with.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book" / "_tools"))

import notebooks  # noqa: E402

from .assignment import AssignmentError  # noqa: E402

SOURCE = ROOT / "instructor"
RELEASE = ROOT / "book" / "assignments"
STUB = "raise NotImplementedError"


def student_version(notebook: NotebookNode) -> NotebookNode:
    """The notebook without solutions, hidden tests and outputs, its given cells locked."""
    from nbgrader import preprocessors as steps  # not in the book's environment
    from traitlets.config import Config

    config = Config()
    config.ClearSolutions.code_stub = {"python": STUB}
    config.ClearSolutions.begin_solution_delimeter = "### BEGIN SOLUTION"
    config.ClearSolutions.end_solution_delimeter = "### END SOLUTION"
    config.ClearHiddenTests.begin_test_delimeter = "### BEGIN HIDDEN TESTS"
    config.ClearHiddenTests.end_test_delimeter = "### END HIDDEN TESTS"
    resources: dict[str, object] = {}
    for step in (
        steps.LockCells,
        steps.ClearSolutions,
        steps.ClearOutput,
        steps.CheckCellMetadata,
        steps.ComputeChecksums,
        steps.ClearHiddenTests,
        steps.ClearMarkScheme,
        steps.ComputeChecksums,
        steps.CheckCellMetadata,
    ):
        notebook, resources = step(config=config).preprocess(notebook, resources)
    for cell in notebook.cells:  # what the hidden tests leave behind: an empty line at the end
        cell.source = cell.source.rstrip("\n")
    return notebook


def demand_sound(notebook: NotebookNode, name: str) -> None:
    """AssignmentError unless answer cells have their solution and check cells tests and points."""
    for cell in notebook.cells:
        kind = cell.metadata.get("nbgrader", {})
        where = f"{name}: cell {kind.get('grade_id', cell.id)}"
        if not kind.get("solution"):
            if "SOLUTION" in cell.source:
                raise AssignmentError(f"{where}: a solution region outside of an answer cell")
        elif "### BEGIN SOLUTION" not in cell.source:
            raise AssignmentError(f"{where}: an answer cell has a solution region")
        elif not re.search(r"^ *(def|class) ", cell.source, re.MULTILINE):
            raise AssignmentError(f"{where}: a solution region is inside a function or a class")
        if kind.get("grade") and "### BEGIN HIDDEN TESTS" not in cell.source:
            raise AssignmentError(f"{where}: a check cell has hidden tests")
        if kind.get("grade") and not kind.get("points"):
            raise AssignmentError(f"{where}: a check cell says its points")


def release(source: Path, target: Path) -> bool:
    """Make the student version of one notebook, run it and store it; whether its file changed."""
    notebook = nbformat.read(source, as_version=4)
    demand_sound(notebook, source.name)
    made = student_version(notebook)
    notebooks.normalise(made)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".made-") as scratch:
        fresh = Path(scratch) / target.name
        fresh.write_text(notebooks.as_text(made), encoding="utf-8")
        notebooks.execute(fresh)
        text = fresh.read_text(encoding="utf-8")
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return False
    target.write_text(text, encoding="utf-8")
    return True


def main(sources: Iterable[Path]) -> int:
    """Make the student versions, telling what becomes of each; the exit status.

    Those of notebooks that a course keeps to itself are written into a folder beside them.
    """
    failures = 0
    for source in sources:
        print(f"assignments: {source.name}", end=" ... ", flush=True)
        try:
            public = source.resolve().parent == SOURCE
            into = RELEASE if public else source.parent / "students"
            print("stored" if release(source, into / source.name) else "unchanged")
        except (AssignmentError, CellExecutionError, RuntimeError) as error:
            failures += 1
            print(f"failed, nothing written\n{error}")
    return 1 if failures else 0


if __name__ == "__main__":
    arguments = [Path(argument) for argument in sys.argv[1:]]
    sys.exit(main(arguments or sorted(SOURCE.glob("*.ipynb"))))
