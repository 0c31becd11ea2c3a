"""The rooms of the checker: who may import whom, and how much of it has to be trusted."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from faults import tell

import olbook.checked

CHECKED = Path(olbook.checked.__file__).parent
ROOMS = ("reading", "trusted", "search", "show", "judge")
BELOW = {  # what the modules of a room may import from the others
    "reading": set(),
    "trusted": {"reading"},
    "search": {"reading", "trusted", "judge"},
    "show": {"reading", "trusted", "judge"},
    "judge": set(),
}
LARGEST_CORE = 1500
LARGEST_EVALUATOR = 400
SYMPY_AT_LARGE = ("expand", "cancel", "factor", "together", "apart", "diff", "rem", "simplify")


def modules(room: str) -> list[Path]:
    return sorted((CHECKED / room).rglob("*.py"))


def imported(module: Path) -> set[Path]:
    """The modules of its package that a module imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.parents[node.level - 1] / (node.module or "").replace(".", "/")
            for name in node.names:
                places = (base / f"{name.name}.py", base.with_suffix(".py"), base / "__init__.py")
                found.add(next(place for place in places if place.exists()))
    return found


def imported_rooms(module: Path) -> set[str]:
    """The rooms of the checker that a module imports from."""
    inside = [path for path in imported(module) if path.is_relative_to(CHECKED)]
    return {path.relative_to(CHECKED).parts[0] for path in inside} & set(ROOMS)


def code_lines(module: Path) -> int:
    """Lines that hold code: no comments, no docstrings, no blank lines."""
    source = module.read_text(encoding="utf-8")
    strings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            strings |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in silent | {tokenize.ENDMARKER}:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - strings)


@pytest.mark.parametrize("room", ROOMS)
def test_imports_between_rooms_point_one_way(room: str) -> None:
    for module in modules(room):
        above = imported_rooms(module) - BELOW[room] - {room}
        assert not above, f"{module.relative_to(CHECKED)} imports from {', '.join(above)}"


@pytest.mark.parametrize(
    "package", [CHECKED, CHECKED.parents[1] / "second_opinion"], ids=lambda path: path.name
)
def test_no_module_is_in_a_circle(package: Path) -> None:
    """What is imported for annotations alone counts too: one can read the modules in an order."""
    graph = {module: imported(module) for module in package.rglob("*.py")}
    assert len(graph) > 20
    TopologicalSorter(graph).prepare()  # or it names a circle


def test_the_map_leads_through_every_module() -> None:
    """The first page of an auditor, and the judge has one of its own."""
    named = {
        name.removeprefix(".")
        for name in re.findall(r":mod:`(\.[\w.]+)`", olbook.checked.__doc__ or "")
    }
    here = [module for room in ROOMS if room != "judge" for module in modules(room)]
    paths = [
        module.relative_to(CHECKED).with_suffix("") for module in here if module.stem != "__init__"
    ]
    missing = [".".join(path.parts) for path in paths if ".".join(path.parts) not in named]
    tell([f"its docstring does not name .{name}" for name in missing], "olbook/checked/__init__.py")


def test_the_core_does_not_import_its_additions_but_where_a_reason_names_them() -> None:
    names_a_rule = {"uses.py", "stating.py"}
    for module in sorted((CHECKED / "trusted").glob("*.py")):
        mentions = "from .rules" in module.read_text(encoding="utf-8")
        assert mentions <= (module.name in names_a_rule), module.name


def test_the_core_can_be_audited_in_a_day() -> None:
    core = sum(code_lines(module) for module in (CHECKED / "trusted").glob("*.py"))
    assert 0 < core <= LARGEST_CORE


@pytest.mark.parametrize(
    ("row", "modules"),
    [
        ("the core", "trusted/*.py"),
        ("its additions", "trusted/rules/*.py"),
        ("reading", "reading/*.py"),
    ],
)
def test_the_page_says_how_much_must_be_trusted(row: str, modules: str) -> None:
    page = (CHECKED.parents[1] / "book" / "how_it_is_checked.md").read_text(encoding="utf-8")
    lines = sum(code_lines(module) for module in CHECKED.glob(modules))
    (said,) = re.findall(rf"^\| {row} \|.*\| ([\d,]+) \|$", page, re.MULTILINE)
    assert said == f"{lines:,}"


def test_the_evaluator_can_be_read_as_a_definition() -> None:
    modules = ("world.py", "meaning.py", "formulas.py")  # what a statement says, and the table
    assert 0 < sum(code_lines(CHECKED / "judge" / name) for name in modules) <= LARGEST_EVALUATOR


@pytest.mark.parametrize("room", ["reading", "trusted", "search"])
def test_every_large_computation_passes_the_guard(room: str) -> None:
    """``sp.expand`` and its like, and the methods of the same name, are called by the guard alone."""
    for module in modules(room):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in SYMPY_AT_LARGE:
                where = f"{module.relative_to(CHECKED)}, line {node.lineno}"
                raise AssertionError(f"{where}: {ast.unparse(node)} does not pass the guard")
