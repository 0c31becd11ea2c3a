"""A false theorem, planted in a copy of the package, turns every route red that leads to a reader.

The copy differs from the package in one place. It is found before the package, by a new Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import notebooks
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import olbook as ol

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Plant:
    """A change of one proof that makes it a proof of something false."""

    identifier: str
    module: str
    function: str
    old: str
    new: str
    refused: str  # the theorem and the step that have to be named


PLANTS = {
    "half of the true bound": Plant("perceptron.by_potential", "perceptron", "by_potential", "R**2*U**2",
        "R**2*U**2/2", "perceptron.by_potential: potential, step"),
    "a step size without the size of the gradients": Plant("ogd.tuned", "online_convex_optimization", "tuned",
        "U/(G*sqrt(T))", "U/sqrt(T)", "ogd.tuned: tuned, step"),
}  # fmt: skip


def plant(where: Path, planted: Plant) -> dict[str, str]:
    """Copy the package, make it false in one place; the environment in which the copy is found."""
    copy = shutil.copytree(
        Path(ol.__file__).parent, where / "olbook", ignore=shutil.ignore_patterns("__pycache__")
    )
    file = copy / "proofs" / f"{planted.module}.py"
    before, start, rest = file.read_text(encoding="utf-8").partition(f"def {planted.function}(")
    proof, end, after = rest.partition("\n@cache\n")
    assert planted.old in proof
    proof = proof.replace(planted.old, planted.new)
    file.write_text(before + start + proof + end + after, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(where)}


def run(command: list[str], where: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The exit status of a Python, and what it says."""
    done = subprocess.run(
        [sys.executable, *command], cwd=where, env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", PLANTS)
def test_whoever_asks_for_it_gets_an_error(name: str, tmp_path: Path) -> None:
    planted = PLANTS[name]
    environment = plant(tmp_path, planted)
    where = "import olbook as ol; print(ol.__file__)"
    assert str(tmp_path) in run(["-c", where], tmp_path, environment)[1]
    status, said = run(
        ["-c", f"{where}; ol.theorem('{planted.identifier}').claim"], tmp_path, environment
    )
    assert status == 1
    assert "CheckError" in said
    assert planted.refused in said


def test_a_chapter_that_shows_it_is_red(tmp_path: Path) -> None:
    planted = PLANTS["half of the true bound"]
    chapter = tmp_path / "chapter.ipynb"
    source = f"import olbook as ol\nol.theorem('{planted.identifier}').claim"
    chapter.write_text(notebooks.as_text(new_notebook(cells=[new_code_cell(source)])))
    notebooks.execute(chapter)  # so it is green where nothing is planted
    command = ["-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-c", os.devnull]
    command += ["--rootdir", str(tmp_path), "-p", "no:cacheprovider", str(chapter)]
    status, said = run(command, tmp_path, plant(tmp_path, planted))
    assert status == 1
    assert planted.refused in said


def test_the_page_of_all_theorems_is_not_built(tmp_path: Path) -> None:
    planted = PLANTS["half of the true bound"]
    environment = plant(tmp_path, planted)
    environment["PYTHONPATH"] += os.pathsep + str(ROOT / "book" / "_ext")
    shutil.copytree(ROOT / "book", tmp_path / "site" / "book", ignore=keep("theorems.md", ".ipynb"))
    (tmp_path / "site" / "conf.py").write_text(
        "extensions = ['myst_parser', 'sphinx_proof', 'theorems']\nroot_doc = 'book/theorems'\n"
    )
    command = ["-m", "sphinx", "-q", "-b", "html", str(tmp_path / "site"), str(tmp_path / "html")]
    status, said = run(command, tmp_path, environment)
    assert status != 0
    assert planted.refused in said
    assert not (tmp_path / "html" / "book" / "theorems.html").exists()


def keep(*ends: str) -> object:
    """Tells copytree to copy nothing else; the chapters have the titles."""
    return lambda folder, names: [other for other in names if not other.endswith(ends)]
