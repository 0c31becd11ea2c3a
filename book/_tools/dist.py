"""What one can take away, into ``_build/dist``: ``make dist``.

* ``olbook-site.zip``, the built site, which opens from a folder;
* ``olbook-notebooks.zip``, the notebooks with the wheel of the package and one command to type;
* ``olbook.pdf``, the book on paper, if Chromium is there to print it;
* ``olbook-<version>-py3-none-any.whl``, the package;
* ``site``, the built site with links to these on its first page: what is published.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import build
import pdf
import runs

import olbook

DIST = build.BUILD / "dist"
FIRST_PAGE = Path("book", "index.html")
BEFORE = '<section id="why-check-by-machine">'
EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip of the same files is the same zip
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


def site() -> int:
    """Build the site, again if a run has ended since; the exit status."""
    stamp = build.STAMP
    newer = [
        record
        for record in runs.FOLDER.glob("*.json")
        if record.stem != "dist"
        and stamp.exists()
        and record.stat().st_mtime > stamp.stat().st_mtime
    ]
    if newer:
        stamp.unlink()  # the page Status tells of these runs
    return build.build()


def write_zip(target: Path, files: dict[str, Path | str]) -> None:
    """A zip of files, given by their names in it; the same files make the same zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            data = content.encode() if isinstance(content, str) else content.read_bytes()
            archive.writestr(entry, data)


def files_below(folder: Path, name: str) -> dict[str, Path | str]:
    """All files of a folder, with their names in a zip in which the folder is called ``name``."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != ".buildinfo"]
    return {f"{name}/{file.relative_to(folder).as_posix()}": file for file in files}


def make_wheel(target: Path) -> Path:
    """Build the wheel of the package, in a copy: setuptools leaves folders where it builds."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(build.ROOT / "olbook", copy / "olbook")
        for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-text"):
            shutil.copy2(build.ROOT / name, copy)
        options = ["build", "--wheel", "--quiet", "--out-dir", str(target), folder]
        subprocess.run([sys.executable, "-m", "uv", *options], check=True)
    (target / ".gitignore").unlink(missing_ok=True)  # uv's
    [wheel] = target.glob(f"olbook-{olbook.__version__}-*.whl")
    return wheel


def zip_site(target: Path) -> None:
    """The site as it is, to be opened from a folder; what only helps to debug its scripts stays here."""
    files = files_below(build.SITE, "olbook-site")
    write_zip(target, {name: file for name, file in files.items() if not name.endswith(".map")})


def zip_notebooks(target: Path, wheel: Path) -> None:
    """The notebooks as the site offers them, with the wheel beside them."""
    notebooks = build.SITE / "_sources" / "book"
    files: dict[str, Path | str] = {
        f"olbook-notebooks/{file.relative_to(notebooks).as_posix()}": file
        for file in notebooks.rglob("*.ipynb")
    }
    files[f"olbook-notebooks/{wheel.name}"] = wheel
    files["olbook-notebooks/README.txt"] = README.format(
        version=olbook.__version__, wheel=wheel.name
    )
    write_zip(target, files)


def as_section(downloads: dict[str, str]) -> str:
    """What the first page says about the files: their names, what they are, and their sizes."""
    items = "".join(
        f'<li><p><a href="../downloads/{name}" download>{name}</a>, {what}, '
        f"{(DIST / name).stat().st_size / 1e6:.1f} MB</p></li>"
        for name, what in downloads.items()
    )
    return (
        '<section id="take-it-away"><h2>Take it away<a class="headerlink" href="#take-it-away"'
        f' title="Link to this heading">#</a></h2><ul class="simple">{items}</ul></section>\n'
    )


def publish(downloads: dict[str, str]) -> None:
    """The site with the files in it and links to them on its first page."""
    target = DIST / "site"
    shutil.copytree(build.SITE, target, ignore=shutil.ignore_patterns("*.map", ".buildinfo"))
    (target / "downloads").mkdir()
    for name in downloads:
        shutil.copy2(DIST / name, target / "downloads")
    page = target / FIRST_PAGE
    text = page.read_text(encoding="utf-8")
    if text.count(BEFORE) != 1:
        raise ValueError(f"{page} has no place for the links: {BEFORE} is not there once")
    page.write_text(text.replace(BEFORE, as_section(downloads) + BEFORE), encoding="utf-8")


def main() -> int:
    """Make everything; the exit status."""
    started = time.monotonic()
    if status := site():
        return status
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    downloads = {}
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("dist: no Chromium found, so no PDF; install it, or set CHROMIUM to its path")
    elif not (build.SITE / "_static" / "katex").exists():
        print("dist: the formulas of this site are left to the reader's browser, so no PDF")
    else:
        count = pdf.make(DIST / "olbook.pdf", chromium)
        downloads["olbook.pdf"] = f"the book on {count} pages"
    wheel = make_wheel(DIST)
    zip_notebooks(DIST / "olbook-notebooks.zip", wheel)
    downloads["olbook-notebooks.zip"] = "the notebooks, and the package they run with"
    zip_site(DIST / "olbook-site.zip")
    downloads["olbook-site.zip"] = "this site, to be read from a folder without a network"
    publish(downloads)
    made = [file for file in sorted(DIST.iterdir()) if file.is_file()]
    for file in made:
        print(f"dist: {file.stat().st_size / 1e6:6.1f} MB  {file}")
    print(f"dist: to publish: {DIST / 'site'}")
    outcome = ", ".join(f"{what} ({name})" for name, what in downloads.items())
    runs.record("dist", time.monotonic() - started, outcome)
    return 0


if __name__ == "__main__":
    sys.exit(main())
