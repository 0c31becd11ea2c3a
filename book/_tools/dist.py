"""What one can take away, into ``_build/dist``: ``make dist``.

* ``olbook-site.zip``, the built site, which opens from a folder;
* ``olbook-notebooks.zip``, the notebooks with the wheel of the package and one command to type;
* ``olbook.pdf``, the book on paper, if Chromium is there to print it;
* ``olbook-<version>-py3-none-any.whl``, the package;
* ``site``, the built site with links to these: what is published.

The zip of notebooks and the wheel are made with every built site, by ``book/_tools/offered.py``.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import build
import offered
import pdf
import runs

DIST = build.BUILD / "dist"


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


def files_below(folder: Path, name: str) -> dict[str, Path | str]:
    """All files of a folder, with their names in a zip in which the folder is called ``name``."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != ".buildinfo"]
    return {f"{name}/{file.relative_to(folder).as_posix()}": file for file in files}


def zip_site(target: Path) -> None:
    """The site as it is, to be opened from a folder; what only helps to debug its scripts stays here."""
    files = files_below(build.SITE, "olbook-site")
    offered.write_zip(
        target, {name: file for name, file in files.items() if not name.endswith(".map")}
    )


def publish(files: dict[str, str]) -> None:
    """The site with all files in it and links to them."""
    target = DIST / "site"
    shutil.copytree(build.SITE, target, ignore=shutil.ignore_patterns("*.map", ".buildinfo"))
    for name in files:
        shutil.copy2(DIST / name, target / "downloads")
    offered.offer(target, files)


def main() -> int:
    """Make everything; the exit status."""
    started = time.monotonic()
    if status := site():
        return status
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    files = {}
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("dist: no Chromium found, so no PDF; install it, or set CHROMIUM to its path")
    elif not (build.SITE / "_static" / "katex").exists():
        print("dist: the formulas of this site are left to the reader's browser, so no PDF")
    else:
        count = pdf.make(DIST / "olbook.pdf", chromium)
        files["olbook.pdf"] = f"the book on {count} pages"
    for name in offered.FILES:
        shutil.copy2(build.SITE / "downloads" / name, DIST)
    zip_site(DIST / "olbook-site.zip")
    files |= offered.FILES
    files["olbook-site.zip"] = "this site, to be read from a folder"
    publish(files)
    made = [file for file in sorted(DIST.iterdir()) if file.is_file()]
    for file in made:
        print(f"dist: {file.stat().st_size / 1e6:6.1f} MB  {file}")
    print(f"dist: to publish: {DIST / 'site'}")
    outcome = ", ".join(f"{what} ({name})" for name, what in files.items())
    runs.record("dist", time.monotonic() - started, outcome)
    return 0


if __name__ == "__main__":
    sys.exit(main())
