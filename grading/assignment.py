"""An assignment as the grader sees it, and the reading of what students hand in."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import json
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from .kit import Question
from .sandbox import Piece

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 100 << 20  # bytes of a submission
MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)


class AssignmentError(Exception):
    """What is wrong with an assignment, in words for the instructor."""


@dataclass(frozen=True)
class Cell:
    """A code cell of the instructor's notebook that is run: given, or an answer."""

    id: str
    source: str
    is_answer: bool

    @property
    def names(self) -> frozenset[str]:
        """What it defines."""
        return defined(self.source)


@dataclass(frozen=True)
class Assignment:
    """The questions of a topic, and the cells that are run, in order."""

    topic: str
    questions: tuple[Question, ...]
    cells: tuple[Cell, ...]
    seed: int

    @classmethod
    def load(cls, topic: str, private: Path | None = None) -> Assignment:
        """Read an assignment; what a course keeps in a folder of its own comes first."""
        notebook = ROOT / "instructor" / f"{topic}.ipynb"
        if private and (private / notebook.name).is_file():
            notebook = private / notebook.name
        if not re.fullmatch(r"\w+", topic) or not notebook.is_file():
            raise AssignmentError(f'there is no assignment "{topic}"; there are: {topics()}')
        cells, seed = tuple(_cells_that_run(notebook)), 1
        for cell in cells:
            if found := re.search(r"^SEED *= *(\d+)", cell.source, re.MULTILINE):
                seed = int(found[1])
        return cls(topic, tuple(_grader(topic, private).QUESTIONS), cells, seed)

    def pieces(self, answers: dict[str, str]) -> list[Piece]:
        """The cells to run: those given, and a student's answers in their places."""
        return [
            Piece(cell.id, answers[cell.id] if cell.is_answer else cell.source, not cell.is_answer)
            for cell in self.cells
            if not cell.is_answer or cell.id in answers
        ]

    @property
    def points(self) -> float:
        """The points of all questions."""
        return sum(question.points for question in self.questions)


def topics() -> str:
    """The names of the assignments of this repository."""
    return ", ".join(sorted(path.stem for path in (ROOT / "instructor").glob("*.ipynb")))


def _grader(topic: str, private: Path | None) -> ModuleType:
    own = private / f"{topic}.py" if private else None
    if own is None or not own.is_file():
        return importlib.import_module(f"grading.{topic}")
    spec = importlib.util.spec_from_file_location(f"private_{topic}", own)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _cells_that_run(notebook: Path) -> Iterator[Cell]:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    for number, cell in enumerate(content["cells"], 1):
        kind = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "code" and not kind.get("grade"):
            name = kind.get("grade_id", f"cell {number}")
            yield Cell(name, source_of(cell), bool(kind.get("solution")))


# --- submissions -----------------------------------------------------------------------------------


@dataclass
class Submission:
    """What a file holds: answers by the id of their cell, and what was strange about it."""

    answers: dict[str, str]
    notes: list[str]
    sha256: str = ""

    @classmethod
    def read(cls, path: Path, assignment: Assignment) -> Submission:
        """Read a file that may be anything; never raises for what is in it."""
        content, notes = content_of(path)
        own = cls({}, notes, hashlib.sha256(content or b"").hexdigest())
        if content is None:
            return own
        try:
            book = json.loads(_text(content, notes))
            cells = book["cells"]
            code = [c for c in cells if isinstance(c, dict) and c.get("cell_type") == "code"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            words = "it is empty" if not content.strip() else f"it is no notebook: {error}"
            notes.append(f"the file cannot be read: {words}"[:200])
            return own
        for cell in assignment.cells:
            if cell.is_answer:
                own._choose(cell, code)
        return own

    def _choose(self, wanted: Cell, code: list[dict[str, Any]]) -> None:
        """The answer to one answer cell: the first of its id that can be read and is no stub."""
        sources = [source_of(c) for c in code if grade_id(c) == wanted.id]
        if len(sources) > 1:
            self.notes.append(
                f"{len(sources)} cells are {wanted.id}; the first that can be read and has been "
                "written counts"
            )
        if not sources:
            strays = [source_of(c) for c in code if not grade_id(c)]
            sources = [s for s in strays if wanted.names & defined(runnable(s))]
            how = "found by the name of its function" if sources else "missing"
            self.notes.append(f"the cell {wanted.id} is {how}")
        readable = [s for s in map(runnable, sources) if parses(s)]
        written = [s for s in readable if not is_stub(s)]
        if found := written or readable or sources:
            self.answers[wanted.id] = found[0]


def content_of(path: Path) -> tuple[bytes | None, list[str]]:
    """The bytes of a file, or None and why not. A link, a pipe or a device is not opened."""
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            return None, ["it is not a file, or a link to one"]
        if about.st_size > LARGEST:
            return None, [f"the file is larger than {LARGEST >> 20} MB; clear its outputs"]
        return path.read_bytes(), []
    except FileNotFoundError:
        return None, ["no notebook was handed in"]
    except OSError as error:
        return None, [f"the file cannot be read: {error.strerror}"]


def _text(content: bytes, notes: list[str]) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        notes.append("the file is UTF-16, notebooks are UTF-8")
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append("the file is not UTF-8; it was read as Latin-1")
        return content.decode("latin-1")


def source_of(cell: dict[str, Any]) -> str:
    """The source of a cell, which may be a list of lines, or anything in a damaged file."""
    source = cell.get("source", "")
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def grade_id(cell: dict[str, Any]) -> str:
    """The id that nbgrader knows a cell by, or nothing."""
    metadata = cell.get("metadata")
    kind = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    found = kind.get("grade_id") if isinstance(kind, dict) else None
    return found if isinstance(found, str) else ""


def tree_of(source: str) -> ast.Module | None:
    """The syntax tree, or None."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parses(source: str) -> bool:
    """Whether it is Python."""
    return tree_of(source) is not None


def runnable(source: str) -> str:
    """The source without the lines that only a notebook understands, such as ``%timeit``."""
    return source if parses(source) else MAGIC.sub(r"\1pass", source)


def defined(source: str) -> frozenset[str]:
    """The names that a source defines at its top level."""
    tree = tree_of(source)
    names = set()
    for node in tree.body if tree else []:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(names)


def is_stub(source: str) -> bool:
    """Whether every function in it is as it was given: it raises NotImplementedError."""
    tree = tree_of(source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] if tree else []
    last = [ast.unparse(function.body[-1]).rstrip("()") for function in functions]
    return bool(last) and set(last) == {"raise NotImplementedError"}
