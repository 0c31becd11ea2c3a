"""What holds for the project as a whole: one version, one lock, clean code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
from faults import tell

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


@pytest.mark.parametrize(
    "tool",
    [pytest.param(tool, marks=[pytest.mark.landing] * (tool == "mypy")) for tool in TOOLS],
)
def test_code_is_clean(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *TOOLS[tool]], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{tool}:\n{done.stdout}{done.stderr}"


SCREEN = 50


def long_functions(source: str) -> dict[str, int]:
    """The functions that no screen holds, and their lines without the docstring."""
    lines = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node, clean=False)
            told = 0 if said is None else said.count("\n") + 1
            lines[node.name] = (node.end_lineno or 0) - node.lineno + 1 - told
    return {name: length for name, length in lines.items() if length > SCREEN}


def test_a_function_fits_on_a_screen() -> None:
    """But for derivations, which are as long as their chains are."""
    line = "\n    pass"
    assert long_functions(f"def f():{line * SCREEN}") == {"f": SCREEN + 1}
    assert not long_functions(f'def f():\n    """Of two\n    lines."""{line * (SCREEN - 1)}')
    folders = [path for path in ROOT.iterdir() if re.match(r"[a-z]", path.name)]
    modules = [module for folder in folders for module in folder.rglob("*.py")]
    assert len(modules) > 200
    tell(
        f"{module.relative_to(ROOT)}: {name}: {lines} lines, more than {SCREEN}"
        for module in modules
        if module.parent != ROOT / "olbook" / "proofs" and "node_modules" not in module.parts
        for name, lines in long_functions(module.read_text(encoding="utf-8")).items()
    )


def test_one_version() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "olbook.__version__"}
    cited = set(re.findall(r"^\s*version: (\S+)$", read("CITATION.cff"), re.MULTILINE))
    wrong = sorted(cited - {olbook.__version__})
    tell(
        [f"version: {v}, not {olbook.__version__} of olbook/__init__.py" for v in wrong],
        "CITATION.cff",
    )
    latest = re.search(r"^## \[?(\d[\w.]*)", read("CHANGELOG.md"), re.MULTILINE)
    assert latest is not None
    if latest[1] != olbook.__version__:
        tell(
            [f"begins with {latest[1]}, not {olbook.__version__} of olbook/__init__.py"],
            "CHANGELOG.md",
        )


def test_lock_is_for_any_machine() -> None:
    lock = read("requirements.txt")
    assert lock.splitlines()[-1] == "-e ."
    assert not re.findall(
        r"--(?:extra-)?index-url|--find-links|file:|https?:|^/", lock, re.MULTILINE
    )


def test_lock_follows_its_source() -> None:
    wanted = dict(re.findall(PIN, read("requirements.in"), re.MULTILINE))
    assert wanted
    other = {name: pin for name, pin in wanted.items() if pins().get(name) != pin}
    told = [f"{name}=={pin} of requirements.in is not in it" for name, pin in other.items()]
    tell(told, "requirements.txt", "make lock")


def test_every_line_of_requirements_says_why() -> None:
    lines = [line for line in read("requirements.in").splitlines() if "==" in line]
    silent = [line for line in lines if not re.search(r"#\s*\w+", line)]
    tell([f"{line}: does not say why" for line in silent], "requirements.in")


def test_lock_holds_what_the_package_needs() -> None:
    needed = {re.split(r"[^\w.-]", line)[0] for line in requires("olbook") or []}
    assert {"numpy", "sympy", "matplotlib"} <= needed <= set(pins())


# ---------------------------------------------------------------------- what the first pages say
TARGETS = set(re.findall(r"^([\w-]+):", read("Makefile"), re.MULTILINE))
PAGES = ("README.md", "CONTRIBUTING.md", "book/teaching.md")


def test_the_code_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL):
        exec(code, names)
    assert 0 < names["run"].n_mistakes <= names["bound"]
    printed = f"{names['run'].n_mistakes} mistakes, at most {names['bound']}"
    assert printed in capsys.readouterr().out
    tell([] if printed in read("README.md") else [f"its code prints: {printed}"], "README.md")


def test_the_readme_asks_for_the_python_that_make_asks_for() -> None:
    told = re.findall(r"Python 3\.(\d+) (?:to|and|or) 3\.(\d+)", read("README.md"))
    ((least, most),) = re.findall(
        r"\(3, (\d+)\) <= sys\.version_info\[:2\] <= \(3, (\d+)\)", read("Makefile")
    )
    wanted = f"make asks for Python 3.{least} to 3.{most}"
    others = [
        f"{wanted}: says 3.{one} to 3.{other}"
        for one, other in told
        if (one, other) != (least, most)
    ]
    tell(others if told else [f"{wanted}: names no versions in these words"], "README.md")
    assert f'requires-python = ">=3.{least}"' in read("pyproject.toml")


@cache
def options_of_the_grader() -> set[str]:
    asked = ("class", "one")
    commands = [[sys.executable, "-m", "grading.grade", name, "--help"] for name in asked]
    pages = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for command in commands
    ]
    return set(re.findall(r"--[a-z]+", "".join(pages)))


def invented(text: str, folder: Path = ROOT) -> set[str]:
    """What a page names and the project has not: targets of make, files, options of the grader."""
    made = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)) - TARGETS
    links = set(re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text))
    house = "".join(re.findall(r"```\nbook/.*?```", text, re.DOTALL))
    inside = ""
    for indent, paths in re.findall(
        r"^( {0,2})((?:[\w.]+(?:\.\w+|/)(?: +|$))+)", house, re.MULTILINE
    ):
        inside = inside if indent else paths.split()[0]
        links |= {f"{inside if indent else ''}{path}" for path in paths.split()}
    lost = {link for link in links if not (folder / link).exists()}
    options = set(
        re.findall(r"(?<![\w-])--[a-z]+", re.sub(r"^nbgrader .*", "", text, flags=re.MULTILINE))
    )
    return made | lost | (options - options_of_the_grader())


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_exists(page: str) -> None:
    text = read(page)
    told = sorted(invented(text, (ROOT / page).parent))
    tell([f"names {name}, which does not exist" for name in told], page)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Type `make boook`.", "boook"),
        ("See [there](GONE.md).", "GONE.md"),
        ("Grade with `--sed`.", "--sed"),
        ("```\nbook/    pages\n  gone.md   x\n```", "book/gone.md"),
    ],
)
def test_a_name_without_a_thing_is_found(text: str, name: str) -> None:
    assert invented(text) == {name}


# ---------------------------------------------------------------------- the map is true
LISTED = subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
).stdout.splitlines()
TEXTS = re.compile(r"\.(?:py|md|ipynb|yml|toml|css|js|mjs|v)$|Makefile$|\.ci/run$")
ROOMS = "olbook|book|tests|grading|instructor|second_opinion|benchmarks|worst_cases"
FILE = re.compile(
    rf"(?<![\w./-])((?:{ROOMS})/[\w./-]*\w\.(?:py|ipynb|md|json|txt|yml|bib|js|css|mjs|v))\b"
)
TEST = re.compile(r"(?<![\w./-])(?:tests/)?(test_\w+\.py)(?:::(test_\w+))?")
MODULE = re.compile(rf":mod:`~?((?:\.|(?:{ROOMS})\b)[\w.]*)`")
# Files that name what is not.
INVENTED = {"tests/test_dist.py", "tests/test_lectures.py", "tests/test_project.py"}


def module_of(name: str, file: Path) -> Path:
    """The place of a module that a docstring names, without its ending."""
    dots = len(name) - len(name.lstrip("."))
    base = ROOT if dots == 0 else file.parents[dots - 1]
    return base.joinpath(*name.strip(".").split("."))


def misled(text: str, file: Path) -> list[str]:
    """The files, tests, modules and commands that a text names and the project has not."""
    lost = [
        n for n in FILE.findall(text) if not (ROOT / n).exists() and not (file.parent / n).exists()
    ]
    for name, function in TEST.findall(text):
        known = (
            (ROOT / "tests" / name).read_text("utf-8") if (ROOT / "tests" / name).exists() else ""
        )
        if not known or f"def {function}" not in known:
            lost.append(f"{name}::{function}" if function else name)
    modules = {name: module_of(name, file) for name in MODULE.findall(text)}
    lost += [n for n, p in modules.items() if not p.is_dir() and not p.with_suffix(".py").exists()]
    return lost + [f"make {t}" for t in re.findall(r"`make ([a-z-]+)", text) if t not in TARGETS]


@pytest.mark.skipif(not LISTED, reason="this is no checkout of git")
def test_every_module_test_and_command_that_is_named_exists() -> None:
    files = [ROOT / name for name in LISTED if TEXTS.search(name) and name not in INVENTED]
    tell(
        f"{file.relative_to(ROOT)}: names {name}, which does not exist"
        for file in files
        if file.exists()
        for name in misled(file.read_text(encoding="utf-8"), file)
    )


@pytest.mark.parametrize(
    "name",
    ["olbook/gone.py", "test_gone.py", "test_project.py::test_gone", ":mod:`.gone`", "`make gone`"],
)
def test_a_name_of_nothing_is_found(name: str) -> None:
    assert len(misled(f"See {name}.", ROOT / "olbook" / "__init__.py")) == 1
    kept = "`make book`, tests/test_project.py::test_one_version, :mod:`.checked`, olbook/winnow.py"
    assert misled(kept, ROOT / "olbook" / "__init__.py") == []
