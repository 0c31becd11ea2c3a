"""What holds for the project as a whole: one version, one lock, clean code."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

import olbook

ROOT = Path(__file__).parents[1]
PIN = r"^([\w.-]+)==([\w.]+)"
TOOLS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pins() -> dict[str, str]:
    """The lock: package to version."""
    return dict(re.findall(PIN, read("requirements.txt"), re.MULTILINE))


@pytest.mark.parametrize("tool", TOOLS)
def test_code_is_clean(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *TOOLS[tool]], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{tool}:\n{done.stdout}{done.stderr}"


def test_one_version() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "olbook.__version__"}
    cited = set(re.findall(r"^\s*version: (\S+)$", read("CITATION.cff"), re.MULTILINE))
    assert cited == {olbook.__version__}
    latest = re.search(r"^## \[?(\d[\w.]*)", read("CHANGELOG.md"), re.MULTILINE)
    assert latest is not None
    assert latest[1] == olbook.__version__


def test_lock_is_for_any_machine() -> None:
    lock = read("requirements.txt")
    assert lock.splitlines()[-1] == "-e ."
    assert not re.findall(
        r"--(?:extra-)?index-url|--find-links|file:|https?:|^/", lock, re.MULTILINE
    )


def test_lock_follows_its_source() -> None:
    wanted = dict(re.findall(PIN, read("requirements.in"), re.MULTILINE))
    assert wanted
    assert wanted.items() <= pins().items()


def test_every_line_of_requirements_says_why() -> None:
    lines = [line for line in read("requirements.in").splitlines() if "==" in line]
    assert [line for line in lines if not re.search(r"#\s*\w+", line)] == []


def test_lock_holds_what_the_package_needs() -> None:
    needed = {re.split(r"[^\w.-]", line)[0] for line in requires("olbook") or []}
    assert {"numpy", "sympy", "matplotlib"} <= needed <= set(pins())


def test_import_is_light() -> None:
    heavy = "{'sympy', 'matplotlib', 'sklearn', 'scipy'} & set(sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, olbook; print({heavy})"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"
