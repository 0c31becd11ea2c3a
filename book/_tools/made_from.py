"""What a generated thing is made from, as digests: of modules, of theorems, of notebooks.

A digest does not depend on docstrings, on comments, on layout, or on the version of Python. That
of a theorem takes in what its proof names, and what that names, and so on; that of a notebook its cells
and outputs, the modules that it calls, and the theorems that it names.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "olbook" / "proofs"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def described(node: object) -> str:
    """A tree as a text, without docstrings and places, and without what is empty: that differs between Pythons."""
    if isinstance(node, list):
        return f"[{', '.join(map(described, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = {name: value for name, value in ast.iter_fields(node) if value not in (None, [])}
    if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        fields["body"] = fields["body"][1:]
    return f"{type(node).__name__}({', '.join(f'{k}={described(v)}' for k, v in fields.items())})"


@cache
def code_of(path: Path) -> str:
    """A digest of what a module does."""
    return digest(described(tree_of(path)))


@cache
def code_in(folder: str) -> str:
    """A digest of all modules, and of the lists of words and scripts of Rocq, in a folder."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    lists = sorted([*ROOT.glob(f"{folder}/**/words.txt"), *ROOT.glob(f"{folder}/*.v")])
    return digest(*map(code_of, paths), *(path.read_text(encoding="utf-8") for path in lists))


@cache
def closure(path: Path) -> frozenset[Path]:
    """A module and those of the package that it imports, and so on; the checker counts as a whole."""
    found, left = {path}, [path]
    while left:
        here = left.pop()
        for node in ast.walk(tree_of(here)):
            if isinstance(node, ast.ImportFrom) and node.level:
                folder = here.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                new = [folder.with_suffix(".py"), *(folder / f"{n.name}.py" for n in node.names)]
                new = [p for p in new if p not in found and p.exists() and "checked" not in p.parts]
                found |= set(new)
                left += new
    return frozenset(found)


def modules(paths: Iterable[Path]) -> str:
    return digest(*(f"{path.name} {code_of(path)}" for path in sorted(paths)))


# --- theorems ---


@cache
def topics() -> tuple[str, ...]:
    found = re.search(
        r"^TOPICS = (\(.*?^\))", (ROOT / "olbook/__init__.py").read_text(), re.M | re.S
    )
    assert found
    return tuple(ast.literal_eval(found[1]))


@cache
def entries() -> dict[str, tuple[Path, ast.expr]]:
    """The theorems, from the table THEOREMS of each topic: the module and what stands in the table."""
    found = {}
    for topic in topics():
        path = PROOFS / f"{topic}.py"
        for name, node in symbols(path).items():
            table = getattr(node, "value", None)
            if name == "THEOREMS" and isinstance(table, ast.Dict):
                for key, value in zip(table.keys, table.values, strict=True):
                    found[ast.literal_eval(key or ast.Constant(""))] = path, value
    return found


@cache
def symbols(path: Path) -> dict[str, ast.stmt]:
    """What a module defines, or imports from the package, by name."""
    found: dict[str, ast.stmt] = {}
    for node in tree_of(path).body:
        names = [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [each.id for each in targets if isinstance(each, ast.Name)]
        elif isinstance(node, ast.ImportFrom) and node.level:
            names = [each.asname or each.name for each in node.names]
        found |= dict.fromkeys(names, node)
    return found


@cache
def reached(path: Path, name: str) -> frozenset[str]:
    """Digests of a definition in a module of proofs, and of all that it names, and so on."""
    found: set[str] = set()
    seen, left = {(path, name)}, [(path, name)]
    while left:
        here, name = left.pop()
        node = symbols(here).get(name)
        if node is None:
            continue
        if isinstance(node, ast.ImportFrom):
            own = next(each.name for each in node.names if (each.asname or each.name) == name)
            folder = here.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            if (module := folder.with_suffix(".py")).parent == PROOFS and module.exists():
                new = {(module, own)}
            else:
                paths = (module, folder / f"{own}.py")
                found |= {
                    modules(closure(p)) for p in paths if p.exists() and "checked" not in p.parts
                }
                new = set()
        else:
            found.add(digest(described(node)))
            named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            new = {(here, each) for each in named - {"THEOREMS", "SETTINGS"}}
        left += new - seen
        seen |= new
    return frozenset(found)


@cache
def theorem_key(name: str) -> str:
    """What decides a theorem, but for the checker."""
    path, entry = entries()[name]
    named = [each.id for each in ast.walk(entry) if isinstance(each, ast.Name)]
    parts = set().union(*(reached(path, each) for each in named))
    return digest(ast.unparse(entry), *sorted(parts))


@cache
def proof_key(topic: str) -> str:
    """What decides the statements of a topic and their proofs."""
    own = [theorem_key(name) for name, (path, _) in entries().items() if path.stem == topic]
    return digest(code_in("olbook/checked"), *own)


# --- notebooks ---


@cache
def public_names() -> dict[str, Path]:
    """The module of each name that the package exports."""
    found: dict[str, Path] = {}
    for node in tree_of(ROOT / "olbook" / "__init__.py").body:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            for each in node.names:
                found[each.name] = ROOT / "olbook" / f"{node.module or each.name}.py"
    return found


def used_by(code: str) -> tuple[set[Path], bool]:
    """The modules of the package that some code names, and whether it uses the checker too."""
    found, checks = set(), any(word in code for word in ("heorem(", "theorems", "etting("))
    for node in ast.walk(ast.parse(code)):
        names: list[str] = []
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [node.attr] if node.value.id == "ol" else []
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("olbook"):
            checks |= "checked" in (node.module or "") or "proofs" in (node.module or "")
            inside = (node.module or "").split(".")[1:2]
            names = inside or [each.name for each in node.names]
        for name in names:
            path = public_names().get(name, ROOT / "olbook" / f"{name}.py")
            paths = [path] if path.exists() else (path.with_suffix("")).glob("*.py")
            found |= set().union(*map(closure, paths))
    return found, checks or ROOT / "olbook" / "measured.py" in found


def named_in(code: str) -> list[str]:
    """The theorems that some code names, or those that begin with the word that it does name."""
    exact = [name for name in entries() if re.search(rf"\b{re.escape(name)}\b", code)]
    begun = {name.split(".")[0] for name in exact}
    words = set(re.findall(r"[\"']([a-z_]+)\.", code)) - begun
    return sorted(exact + [name for name in entries() if name.split(".")[0] in words])


@cache
def accepted() -> dict[str, str]:
    """What the boxes say of Rocq."""
    text = (ROOT / "second_opinion" / "accepted.json").read_text(encoding="utf-8")
    return {name: entry["status"] for name, entry in json.loads(text).items()}


def notebook_key(path: Path) -> str:
    """Its cells and their outputs, what they call, the theorems they name, and what runs them."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    code = "\n".join(re.sub(r"(?m)^[%!].*$", "", cell.source) for cell in cells)
    paths, checks = used_by(code)
    parts = [repr([(cell.id, cell.source, cell.outputs) for cell in cells]), modules(paths)]
    if checks:
        parts.append(code_in("olbook/checked"))
        parts += [f"{theorem_key(name)} {accepted().get(name)}" for name in named_in(code)]
    own = path.parent / "checks" / f"{path.stem}.py"
    parts += [own.read_text(encoding="utf-8")] if own.exists() else []
    parts += [code_of(Path(__file__).with_name("notebooks.py"))]
    return digest(*parts, (ROOT / "requirements.txt").read_text(encoding="utf-8"))


def forget() -> None:
    """Read the files anew."""
    for each in globals().values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()
