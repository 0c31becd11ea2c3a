"""What the site offers to take away: the notebooks, the package, and in ``make dist`` more.

The files lie in the site's folder ``downloads``. A link exists only where its file does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import olbook

ROOT = Path(__file__).parents[2]
WHEEL = f"olbook-{olbook.__version__}-py3-none-any.whl"
ZIP = "olbook-notebooks.zip"
PAGE = "book/running"  # says how to run the notebooks, and lists the files
EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip of the same files is the same zip
#: What every built site holds.
FILES = {
    ZIP: "all notebooks, with the package",
    WHEEL: "the package alone",
}
README = """\
Online learning, checked: the notebooks, version {version}

You need Python 3.11 or later. In this folder, type

    python -m pip install "./{wheel}[lab]"
    jupyter lab

The first line installs the package olbook, what the notebooks import, and JupyterLab; the second opens
the notebooks. If you have an editor or a server of your own for notebooks, [book] instead of [lab]
installs the package alone with what the notebooks import. On Colab, upload a notebook and the file
{wheel} beside it: the first cell installs it.

The chapters lie in this folder, notes on five lectures in lectures, assignments in assignments.
"""
LIST = re.compile(r'<ul class="files">.*?</ul>', re.DOTALL)
# In the menu of every page the files stand before the link to the page that lists them.
MENU = re.compile(r'(?:<li class="file">.*?</li>)*(?=<li><a [^>]*btn-how-to-run)', re.DOTALL)
MENU_ITEM = (
    '<li class="file"><a class="btn btn-sm dropdown-item" href="{folder}/{name}" download>'
    '<span class="btn__text-container">{what}</span></a></li>'
)


def write_zip(target: Path, files: dict[str, Path | str]) -> None:
    """A zip of files, given by their names in it; the same files make the same zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            data = content.encode() if isinstance(content, str) else content.read_bytes()
            archive.writestr(entry, data)


def make_wheel(target: Path) -> None:
    """Build the wheel of the package, in a copy: setuptools leaves folders where it builds."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "olbook", copy / "olbook")
        for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-text"):
            shutil.copy2(ROOT / name, copy)
        here = ["--no-build-isolation", "--python", sys.executable]  # asks no registry
        options = ["build", "--wheel", "--quiet", *here, "--out-dir", str(target), folder]
        subprocess.run(
            [sys.executable, "-m", "uv", *options],
            env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"},  # EPOCH
            check=True,
        )
    (target / ".gitignore").unlink(missing_ok=True)  # uv's
    if not (target / WHEEL).exists():
        raise FileNotFoundError(f"uv has built no {WHEEL} in {target}")


def zip_notebooks(target: Path, notebooks: Path) -> None:
    """The notebooks as the site offers them, with the wheel beside them."""
    files: dict[str, Path | str] = {
        f"olbook-notebooks/{file.relative_to(notebooks).as_posix()}": file
        for file in notebooks.rglob("*.ipynb")
    }
    files[f"olbook-notebooks/{WHEEL}"] = target / WHEEL
    files["olbook-notebooks/README.txt"] = README.format(version=olbook.__version__, wheel=WHEEL)
    write_zip(target / ZIP, files)


def offer(site: Path, files: dict[str, str]) -> None:
    """Link files of the site's folder ``downloads`` from the menu of every page, and list them on one.

    ``files`` says of each, by its name, what it is.
    """
    sizes = {name: (site / "downloads" / name).stat().st_size / 1e6 for name in files}
    items = "".join(
        f'<li><p><a href="../downloads/{name}" download>{name}</a>, {what}, {sizes[name]:.1f} MB</p></li>'
        for name, what in files.items()
    )
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        folder = Path(os.path.relpath(site / "downloads", page.parent)).as_posix()
        links = "".join(
            MENU_ITEM.format(folder=folder, name=name, what=files[name]) for name in files
        )
        made = MENU.sub(links, text)
        if page == site / f"{PAGE}.html":
            made = LIST.sub(f'<ul class="files">{items}</ul>', made)
        if made != text:
            page.write_text(made, encoding="utf-8")


def make(site: Path) -> None:
    """Make what every built site offers, and offer it."""
    (site / "downloads").mkdir(exist_ok=True)
    make_wheel(site / "downloads")
    zip_notebooks(site / "downloads", site / "_sources" / "book")
    offer(site, FILES)
