"""What `make` does about its environment: interrupted, moved, copied, offline or only touched.

Python is a script here that makes an environment of scripts and writes down what it was asked to do,
so nothing is installed. `.ci/run` installs the real one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = ("Makefile", "requirements.txt", "pyproject.toml")

# The Python of the machine: says that it is new enough, and makes environments.
PYTHON = """#!/bin/sh
case "$*" in
  -c*) exit 0 ;;
  "-m venv .venv")
    echo venv >> log
    mkdir -p .venv/bin
    echo "command = /usr/bin/python3 -m venv $(pwd -P)/.venv" > .venv/pyvenv.cfg
    cp inside .venv/bin/python
    test ! -e no-ensurepip || { rm -f .venv/bin/uv; exit 1; }
    touch .venv/bin/uv ;;
esac
"""
# The Python of an environment: uv works if it is there, and installs if there is a network.
INSIDE = """#!/bin/sh
case "$*" in
  *"pip install"*) test ! -e offline || exit 1; echo install >> log ;;
  *) test -e .venv/bin/uv ;;
esac
"""


class Clone:
    """A clone of the repository, and what its Python has been asked to do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> tuple[int, str, list[str]]:
        (self.folder / "log").unlink(missing_ok=True)
        command = ["make", ".venv/.ready", "PYTHON=./python"]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, env=environment, timeout=60
        )
        log = self.folder / "log"
        steps = log.read_text().split() if log.exists() else []
        return done.returncode, done.stdout + done.stderr, steps


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    folder = tmp_path / "a clone"
    folder.mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    for name, text in (("python", PYTHON), ("inside", INSIDE)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return Clone(folder)


def test_it_is_made_once(clone: Clone) -> None:
    assert clone.make()[2] == ["venv", "install"]
    assert clone.make()[2] == []


def test_a_file_that_was_only_touched_needs_no_network(clone: Clone) -> None:
    clone.make()
    (clone.folder / "offline").touch()
    for name in FILES:
        (clone.folder / name).touch()
    code, _, steps = clone.make()
    assert (code, steps) == (0, [])


def test_another_lock_is_installed_into_what_is_there(clone: Clone) -> None:
    clone.make()
    with (clone.folder / "requirements.txt").open("a") as file:
        file.write("# another\n")
    assert clone.make()[2] == ["install"]
    assert clone.make()[2] == []


@pytest.mark.parametrize("copied", [True, False])
def test_a_clone_that_was_moved_or_copied_makes_its_own(clone: Clone, copied: bool) -> None:
    clone.make()
    other = clone.folder.with_name("elsewhere")
    if copied:
        shutil.copytree(clone.folder, other)
    else:
        clone.folder.rename(other)
    code, said, steps = Clone(other).make()
    assert (code, steps) == (0, ["venv", "install"])
    assert ".venv is not whole, or of another folder; made anew" in said
    assert Clone(other).make()[2] == []


def test_an_interrupted_clone_mends_itself(clone: Clone) -> None:
    clone.make()
    (clone.folder / ".venv" / ".ready").unlink()
    (clone.folder / ".venv" / "bin" / "uv").unlink()  # nor is there a pip
    assert clone.make()[2] == ["venv", "install"]
    (clone.folder / ".venv" / ".ready").unlink()  # interrupted while it was installing
    assert clone.make()[2] == ["install"]


def test_where_no_environment_can_be_made_the_next_try_begins_anew(clone: Clone) -> None:
    (clone.folder / "no-ensurepip").touch()
    code, said, _ = clone.make()
    assert code != 0
    assert "cannot make it; see above, then run make again" in said
    assert not (clone.folder / ".venv").exists()
    (clone.folder / "no-ensurepip").unlink()
    assert clone.make()[::2] == (0, ["venv", "install"])


def test_without_a_network_it_says_so_and_goes_on_later(clone: Clone) -> None:
    (clone.folder / "offline").touch()
    code, said, _ = clone.make()
    assert code != 0
    assert "Is there a network?" in said
    (clone.folder / "offline").unlink()
    assert clone.make()[::2] == (0, ["install"])
