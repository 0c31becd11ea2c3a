"""An autograder for Gradescope: ``make gradescope TOPIC=perceptron``.

::

    python -m grading.gradescope make --topic perceptron --out perceptron.zip
    python -m grading.gradescope run /autograder

``make`` packs the grader with what it needs. Gradescope unpacks it, runs ``setup.sh`` once, and
``run_autograder``, which calls ``run``, for each submission in a container of its own. Bubblewrap
seldom works inside of one; then the answers run as a user who can read neither the hidden tests nor
the secret, and who cannot write the results.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .assignment import ROOT, Assignment, AssignmentError
from .folders import tasks
from .grade import Course, marks_of, run_all
from .kit import SandboxError
from .sandbox import SERVER, Limits, why_not
from .stored import SECRET_BITS, write

NOBODY = 65534
HIDDEN = ("grading", "instructor", "private", "secret", "settings.json", "book")
PLACES = ("olbook/**/*.*", "grading/*.py", "instructor/*.ipynb", "book/assignments/*.ipynb")
SETUP = """#!/usr/bin/env bash
set -e
apt-get update
apt-get install -y --no-install-recommends python3-pip bubblewrap
python3 -m pip install --break-system-packages uv || python3 -m pip install uv
export UV_PYTHON_INSTALL_DIR=/autograder/python
uv venv --python 3.12 /autograder/venv
grep -v '^-e' /autograder/source/requirements.txt | uv pip install --python /autograder/venv/bin/python -r -
"""
RUN = """#!/usr/bin/env bash
cd /autograder/source
exec /autograder/venv/bin/python -m grading.gradescope run /autograder
"""


def make(topic: str, out: Path, private: Path | None) -> None:
    """Pack the autograder of one assignment, with a secret of its own."""
    Assignment.load(topic, private)  # or say what is wrong with it
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("setup.sh", SETUP), ("run_autograder", RUN)):
            about = zipfile.ZipInfo(name)
            about.external_attr = 0o755 << 16
            archive.writestr(about, text)
        for path in _files():
            archive.write(path, path.relative_to(ROOT))
        for path in (private / f"{topic}.py", private / f"{topic}.ipynb") if private else ():
            if path.is_file():
                archive.write(path, f"private/{path.name}")
        archive.writestr("secret", str(secrets.randbits(SECRET_BITS)))
        archive.writestr("settings.json", json.dumps({"topic": topic}))


def _files() -> Iterator[Path]:
    yield ROOT / "requirements.txt"
    for place in PLACES:
        for path in sorted(ROOT.glob(place)):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def run(home: Path) -> None:
    """Grade the submission in ``home/submission`` and write ``home/results/results.json``."""
    source = home / "source"
    _hide(home)
    topic = json.loads((source / "settings.json").read_text())["topic"]
    private = source / "private" if (source / "private").is_dir() else None
    assignment = Assignment.load(topic, private)
    unsafe = why_not() is not None
    user = NOBODY if unsafe and os.geteuid() == 0 else 0
    secret = int((source / "secret").read_text())
    course = Course(assignment, secret, Limits(user=user), unsafe)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "in"
        shutil.copytree(home / "submission", folder / "submission", symlinks=True)
        (task,) = tasks(folder, Path(scratch) / "out", assignment)
        for _ in run_all([task], course, jobs=1):
            pass
        marks = marks_of(task, course)
    said = results(marks, task.doubt) if marks else {"score": 0, "output": "It was not graded."}
    write(home / "results" / "results.json", json.dumps(said, indent=1))


def _hide(home: Path) -> None:
    """Only root reads what is hidden; of the grader everybody reads what the answers run in."""
    source = home / "source"
    for name in HIDDEN:
        for path in [source / name, *(source / name).rglob("*")]:
            if path.exists():
                path.chmod(0o700 if path.is_dir() else 0o600)
    (source / "grading").chmod(0o711)
    for name in SERVER:
        (source / "grading" / name).chmod(0o644)
    (home / "results").mkdir(exist_ok=True)
    (home / "results").chmod(0o700)


def results(marks: dict[str, Any], doubt: str = "") -> dict[str, Any]:
    """The marks as Gradescope reads them; points by hand are given there, with its own rubric."""
    tests = []
    for question in marks["questions"]:
        for part in question["parts"]:
            test = {"name": f"{question['title']}: {part['part']}", "output": part["reason"]}
            if not question["by_hand"]:
                test |= {"score": part["earned"], "max_score": part["possible"]}
            tests.append(test | {"visibility": "visible"})
    notes = [*marks["notes"], *([doubt] if doubt else [])]
    return {"score": marks["earned"], "output": "\n".join(notes), "tests": tests}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    own = argparse.ArgumentParser(prog="python -m grading.gradescope", description=__doc__)
    own.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = own.add_subparsers(dest="command", required=True)
    pack = commands.add_parser("make", help="pack the autograder")
    pack.add_argument("--topic", required=True)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument("--private", type=Path)
    inside = commands.add_parser("run", help="grade, inside of the container")
    inside.add_argument("home", type=Path)
    said = own.parse_args(arguments)
    try:
        if said.command == "make":
            make(said.topic, said.out, said.private)
            print(f"gradescope: {said.out}")
        else:
            run(said.home)
    except (AssignmentError, SandboxError) as error:
        print(f"gradescope: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
