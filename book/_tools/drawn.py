"""The figures of the chapters once more, as drawings that are sharp on paper.

A stored notebook holds small PNG pictures. To print, each notebook runs again with every figure
written as SVG; a drawing is kept under the digest of the picture it stands for, which is also what
the site calls that picture. So a notebook runs again only if one of its pictures has changed, and
without what no picture needs: cells that state a theorem, and all after the last picture.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from notebooks import ENVIRONMENT

THEOREM = re.compile(r'ol\.theorem\("[\w.]+"\)')
DRAW = """\
import io
import matplotlib.pyplot as plt
from IPython.display import SVG, display
from olbook import plotting

def show(figure):
    drawing = io.StringIO()
    plt.rcParams["svg.hashsalt"] = "olbook"
    figure.savefig(drawing, format="svg", bbox_inches="tight", metadata={"Date": None})
    display(SVG(drawing.getvalue()))
    plt.close(figure)

plotting.show = show
"""


def pictures(cells: list[NotebookNode]) -> Iterator[tuple[str, str]]:
    """The kind and the content of every picture of some cells, in their order."""
    for cell in cells:
        for output in cell.get("outputs", []):
            for kind in ("image/svg+xml", "image/png"):
                if kind in output.get("data", {}):
                    yield kind, output["data"][kind]
                    break


def digests(notebook: NotebookNode) -> list[str]:
    """What the site calls the pictures of a stored notebook."""
    return [
        hashlib.sha256(base64.b64decode(content)).hexdigest()
        for _, content in pictures(notebook.cells)
    ]


def draw(path: Path, folder: Path) -> None:
    """Store the drawings of one notebook as ``<digest of its picture>.svg``, unless they are there."""
    notebook = nbformat.read(path, as_version=4)
    names = digests(notebook)
    if all((folder / f"{name}.svg").exists() for name in names):
        return
    last = max(n for n, cell in enumerate(notebook.cells) if any(pictures([cell])))
    needed = [cell for cell in notebook.cells[: last + 1] if not THEOREM.fullmatch(cell.source)]
    notebook.cells = [nbformat.v4.new_code_cell(DRAW), *needed]
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=120,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute(env=os.environ | ENVIRONMENT)
    drawn = list(pictures(notebook.cells))
    if [kind for kind, _ in drawn] != ["image/svg+xml"] * len(names):
        raise ValueError(f"{path}: {len(names)} pictures are stored, {len(drawn)} were drawn")
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, drawing) in zip(names, drawn, strict=True):
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
