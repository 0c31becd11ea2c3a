"""Writes the page about the state of the book: what it holds, what was run on it, with which versions.

Every number is counted or read while building. A run that has left no record is said not to have run.
"""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from pathlib import Path

import runs
from formulas import KATEX
from hooks import filling
from rocq import missing

import olbook as ol

PLACE = "<!-- The tables are put here when the book is built, by book/_ext/status.py. -->"
RUNS = {
    "test": "`make test`: package, derivations, notebooks, site",
    "landing": "`make landing`: scripts of the pages, grader, hostile proofs, what is taken away",
    "thorough": "the thorough tests: hostile texts and submissions, other seeds, nbgrader, Dask",
    "mutants": "every mutant of every proof",
    "dist": "`make dist`: the zips and the PDF",
}
PACKAGES = (
    "numpy",
    "scipy",
    "sympy",
    "mpmath",
    "matplotlib",
    "scikit-learn",
    "sphinx",
    "jupyter-book",
)


def contents(root: Path) -> str:
    """What there is, counted."""
    count = len(ol.theorems())
    worlds = (root / "olbook/checked/judge/worlds.txt").read_text(encoding="utf-8").split()[1::3]
    notebooks = [*root.glob("book/*.ipynb"), *root.glob("book/lectures/*.ipynb")]
    rows = {
        "theorems proved by the checker": count,
        "of these proved again by Rocq": count - len(missing(root)),
        "statements tried by the judge": f"{len(worlds)}, in {sum(map(int, worlds))} worlds",
        "notebooks, stored with their outputs": len(notebooks),
    }
    body = "\n".join(f"| {what} | {number} |" for what, number in rows.items())
    return f"| what the book holds | |\n|---|---|\n{body}"


def last_runs(folder: Path, state: str) -> str:
    """What was run, when, how long it took, and whether the files are still the same."""
    out = ["| what was run | when (UTC) | seconds | outcome | on |", "|---|---|---|---|---|"]
    for kind, what in RUNS.items():
        run = runs.last(kind, folder)
        if run is None:
            out.append(f"| {what} | – | – | not run where this page was built | – |")
        else:
            files = "these files" if run.state == state else "an earlier state of the files"
            out.append(
                f"| {what} | {run.when} | {run.seconds} | {run.outcome} | {files}; {run.machine} |"
            )
    return "\n".join(out)


def versions() -> str:
    """With what the pages were built."""
    used = {"olbook": ol.__version__, "Python": platform.python_version()}
    used |= {package: version(package) for package in PACKAGES}
    if KATEX.exists():
        manifest = json.loads((KATEX.parent / "package.json").read_text(encoding="utf-8"))
        used["katex"] = manifest["version"]
    body = "\n".join(f"| {package} | {number} |" for package, number in used.items())
    return f"| built with | version |\n|---|---|\n{body}"


def as_markdown(folder: Path) -> str:
    """All tables."""
    made = [contents(folder.parent), last_runs(runs.FOLDER, runs.state()), versions()]
    return "\n\n".join(made)


setup = filling({PLACE: as_markdown})
