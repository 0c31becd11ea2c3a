"""A notebook that is downloaded begins with a cell that gets the package, of its own version.

The stored notebooks have no such cell, since they run where the package is installed; it is put
before those that the built site offers, which are also the ones of ``make dist``.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from sphinx.application import Sphinx

import olbook

CELL_ID = "get-the-package"
CELL = """\
# The package of this book, olbook {version}. Where it is installed already, nothing happens.
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

if any(find_spec(name) is None for name in ("olbook", "scipy", "sklearn")):
    wheels = [*Path().glob("olbook-*.whl"), *Path("..").glob("olbook-*.whl")]
{otherwise}
    %pip install --quiet "olbook[book] @ {{source}}"
if version("olbook") != "{version}":
    print(f"This notebook belongs to olbook {version}, and olbook {{version('olbook')}} is installed.")
    print("Get both from the same place; until then numbers and checks may differ.")
"""
FROM_REPOSITORY = (
    '    source = wheels[0].resolve().as_uri() if wheels else "git+{address}@{branch}"'
)
FROM_WHEEL = """\
    if not wheels:
        raise FileNotFoundError("olbook-….whl, of the zip of notebooks, belongs beside this one")
    source = wheels[0].resolve().as_uri()"""


def first_cell(address: str, branch: str) -> str:
    """The code that installs the package: a wheel that lies beside, else from the repository."""
    otherwise = FROM_REPOSITORY.format(address=address, branch=branch) if address else FROM_WHEEL
    return CELL.format(otherwise=otherwise, version=olbook.__version__).rstrip("\n")


def with_first_cell(text: str, code: str) -> str:
    """A notebook, as text, with a cell before all others; the outputs stay as they were stored."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(code, id=CELL_ID))
    written: str = nbformat.writes(notebook)
    return written.rstrip("\n") + "\n"


def prepare(app: Sphinx, exception: Exception | None) -> None:
    """Put the cell before every notebook in the finished site."""
    if exception is not None or app.builder.format != "html":
        return
    options = app.config.html_theme_options
    code = first_cell(
        options.get("repository_url", ""), options.get("repository_branch") or "master"
    )
    for file in Path(app.outdir, "_sources").rglob("*.ipynb"):
        file.write_text(with_first_cell(file.read_text("utf-8"), code), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx when it loads the extension."""
    app.connect("build-finished", prepare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
