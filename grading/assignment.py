"""An assignment as the grader sees it, and the reading of what students hand in."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import importlib.util
import json
import re
import stat
import symtable
import sys
import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from .kit import Question
from .sandbox import HERE, PACKAGE, Piece
from .wire import things_in

ROOT = HERE.parent
LARGEST = 64 << 20  # bytes of a submission
MOST = 5_000_000  # things in it: more would take gigabytes to read
MOST_PIECES = 8  # into which a cell may have been split
DOWNLOADED = "get-the-package"  # the cell with which the site lets a notebook begin
MAGIC = re.compile(r"^([ \t]*)(?:(?:[\w, ]+=[ \t]*)?[%!].*|\??[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)


class AssignmentError(Exception):
    """What is wrong with an assignment, in words for the instructor."""


@dataclass(frozen=True)
class Cell:
    """A code cell of the instructor's notebook that is run: given, or an answer."""

    id: str
    source: str
    is_answer: bool
    section: int = 0  # how many checks stand above it
    question: str = ""  # for whose points an answer counts

    @property
    def names(self) -> frozenset[str]:
        """What it defines."""
        return defined(self.source)


@dataclass(frozen=True)
class Assignment:
    """The questions of a topic, and the cells that are run, in order."""

    topic: str
    title: str
    questions: tuple[Question, ...]
    cells: tuple[Cell, ...]
    tasks: dict[str, str]  # the text of each question
    seed: int
    version: str  # of all that the marks depend on beside the submission and the seed

    @classmethod
    def load(cls, topic: str, private: Path | None = None) -> Assignment:
        """Read an assignment; what a course keeps in a folder of its own comes first."""
        notebook, own = ROOT / "instructor" / f"{topic}.ipynb", None
        if private and (private / notebook.name).is_file():
            notebook = private / notebook.name
        if private and (private / f"{topic}.py").is_file():
            own = private / f"{topic}.py"
        if not re.fullmatch(r"\w+", topic) or not notebook.is_file():
            raise AssignmentError(f'there is no assignment "{topic}"; there are: {topics()}')
        shown = {} if private in notebook.parents else _printed(topic)
        title, cells, tasks = _read(notebook, shown)
        seed = 1
        for cell in cells:
            if found := re.search(r"^SEED *= *(\d+)", cell.source, re.MULTILINE):
                seed = int(found[1])
        questions = tuple(_grader(topic, own).QUESTIONS)
        version = _version([notebook, *([own] if own else [])])
        return cls(topic, title, questions, cells, tasks, seed, version)

    def pieces(self, submission: Submission, ours: Collection[str] = ()) -> list[Piece]:
        """The cells to run: those given that define something, and a student's in their places.

        A given cell that defines nothing shows or checks something; it is not for the grader.
        Behind the answers that define one of ``ours`` stand those of the course, which take their
        names.
        """
        pieces = []
        for cell in self.cells:
            helpers, section = submission.helpers.get(cell.id, []), cell.section
            pieces += [Piece(name, source, section=section) for name, source in helpers]
            if cell.is_answer and cell.id in submission.answers:
                answer = submission.answers[cell.id]
                pieces.append(Piece(cell.id, answer, wanted=cell.names, section=section))
            elif not cell.is_answer and bound(cell.source):
                pieces.append(Piece(cell.id, cell.source, given=True, section=section))
            if cell.is_answer and cell.names & set(ours):
                pieces.append(Piece(f"{cell.id}, ours", cell.source, section=section))
        after = max(cell.section for cell in self.cells) + 1
        helpers = submission.helpers.get("", [])
        return pieces + [Piece(name, source, section=after) for name, source in helpers]

    def used_in(self, question: str, submission: Submission) -> frozenset[str]:
        """The functions of the assignment that the answers to a question use."""
        own = [cell.id for cell in self.answers_to(question)]
        sources = [submission.answers[name] for name in own if name in submission.answers]
        sources += [source for cells in submission.helpers.values() for _, source in cells]
        return frozenset().union(*map(used, sources)) & self.names

    def answers_to(self, question: str) -> list[Cell]:
        """The answer cells of a question."""
        return [cell for cell in self.cells if cell.is_answer and cell.question == question]

    @property
    def points(self) -> float:
        """The points of all questions."""
        return sum(question.points for question in self.questions)

    @property
    def names(self) -> frozenset[str]:
        """What all answer cells define."""
        return frozenset().union(*(cell.names for cell in self.cells if cell.is_answer))


def topics() -> str:
    """The names of the assignments of this repository."""
    return ", ".join(sorted(path.stem for path in (ROOT / "instructor").glob("*.ipynb")))


def _grader(topic: str, own: Path | None) -> ModuleType:
    """The module with the questions; one of a course may import as those of this folder do."""
    if own is None:
        return importlib.import_module(f"grading.{topic}")
    name = f"grading.private_{topic}"
    spec = importlib.util.spec_from_file_location(name, own)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        _ = module.QUESTIONS
    except Exception as error:
        steps = traceback.extract_tb(error.__traceback__)
        lines = [f", line {step.lineno}" for step in steps if step.filename == str(own)]
        where = f"{own}{lines[-1] if lines else ''}"
        raise AssignmentError(f"{where}: {type(error).__name__}: {error}") from error
    return module


def _version(own: list[Path]) -> str:
    """A digest of the graders, of the package with its checker, and of these files."""
    digest = hashlib.sha256()
    for path in [*sorted(HERE.glob("*.py")), *sorted(PACKAGE.rglob("*.py")), *own]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _printed(topic: str) -> dict[str, str]:
    """What the cells print that are given to the students, as the facts of a derivation."""
    handed_out = ROOT / "book" / "assignments" / f"{topic}.ipynb"
    found = {}
    for cell in json.loads(handed_out.read_text(encoding="utf-8"))["cells"]:
        kind = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "code" and not kind.get("grade"):
            found[kind.get("grade_id", "")] = "".join(
                "".join(output.get("text", "")) for output in cell["outputs"]
            )
    return found


def _read(
    notebook: Path, printed: Mapping[str, str]
) -> tuple[str, tuple[Cell, ...], dict[str, str]]:
    """Title, cells that run, and the text of each question: what stands before its check cell."""
    title, cells, waiting, texts = notebook.stem, [], list[str](), []
    tasks, owners, section = {}, dict[str, str](), 0
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"], 1):
        kind, source = cell["metadata"].get("nbgrader", {}), source_of(cell)
        name = kind.get("grade_id", f"cell {number}")
        if cell["cell_type"] == "markdown":
            if found := re.search(r"^# +(.+)$", source, re.MULTILINE):
                title = found[1].strip()
            else:
                texts.append(source)
        elif kind.get("grade"):
            tasks[name], texts = "\n\n".join(texts), []
            owners |= dict.fromkeys(waiting, name)
            waiting, section = [], section + 1
        elif cell["cell_type"] == "code":
            section += not bound(source)  # a check that has no points
            cells.append((name, source, bool(kind.get("solution")), section))
            texts += [f"```text\n{printed[name]}```"] if printed.get(name) else []
            waiting.append(name)
    return title, tuple(Cell(*cell, owners.get(cell[0], "")) for cell in cells), tasks


@functools.cache
def _names_of_others(topic: str) -> dict[str, frozenset[str]]:
    """The names that the answers of the other assignments have."""
    found = {}
    for notebook in sorted((ROOT / "instructor").glob("*.ipynb")):
        if notebook.stem != topic:
            answers = [cell for cell in _read(notebook, {})[1] if cell.is_answer]
            found[notebook.stem] = frozenset().union(*(cell.names for cell in answers))
    return found


# --- submissions -----------------------------------------------------------------------------------


@dataclass
class Submission:
    """What a file holds: answers by the id of their cell, and what was strange about it."""

    answers: dict[str, str] = field(default_factory=dict)
    helpers: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Cells of the student's own that answers need, by the cell before which they are run."""
    notes: list[str] = field(default_factory=list)
    attention: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    """The answers whose cells are known by the names of their functions alone."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    """What stands in cells of text near an answer that a person reads, by its question."""
    sha256: str = ""

    @classmethod
    def read(cls, path: Path, assignment: Assignment) -> Submission:
        """Read a file that may be anything; never raises for what is in it."""
        own = cls(sha256=digest_of(path))
        try:
            cells = rejoined(cells_of(path, own.notes), own.notes)
        except Unreadable as error:
            own.notes.append(str(error))
            if error.a_person_must_look:
                own.attention.append(str(error))
            return own
        code = [cell for cell in cells if cell.get("cell_type") == "code"]
        for wanted in assignment.cells:
            if wanted.is_answer:
                own._choose(wanted, cells)
        if own.found:
            how = "found by the name of its function: the metadata is lost"
            own.notes.append(f"{', '.join(own.found)}: each is {how}")
        own._find_helpers(assignment, code)
        own._find_texts(assignment, cells)
        if other := belongs_to(code, assignment):
            own._look(f"this is the notebook of another assignment, {other}")
        elif not own.answers:
            own._look("it has no cell of this assignment")
        return own

    def _look(self, note: str) -> None:
        """A note, of which the instructor is told too."""
        self.notes.append(note)
        self.attention.append(note)

    def _choose(self, wanted: Cell, cells: list[dict[str, Any]]) -> None:
        """The answer to one answer cell, put together from all that may belong to it.

        A cell that was split leaves pieces with one id; one that was copied leaves whole answers
        with one id, or, in some editors, one without. The first of these that can be read and is
        no stub counts, with the pieces beside it.
        """
        code = [cell for cell in cells if cell.get("cell_type") == "code"]
        own = [runnable(source_of(cell)) for cell in code if grade_id(cell) == wanted.id]
        strays = [runnable(source_of(cell)) for cell in code if not grade_id(cell)]
        strays = [source for source in strays if wanted.names & defined(source)]
        if not own and not strays:
            elsewhere = [c for c in code if wanted.names & defined(runnable(source_of(c)))]
            turned = any(grade_id(cell) == wanted.id for cell in cells)
            how = "missing"
            if turned:
                how = "no code cell any more, so it is not read"
            elif elsewhere:
                how = f"missing; its function is read in {grade_id(elsewhere[0])}, if that is an answer"
            self.notes.append(f"the cell {wanted.id} is {how}")
            return
        if not own:
            self.found.append(wanted.id)
        sources, answers = own or strays, [s for s in own if wanted.names & bound(s)]
        if own and any(map(is_written, strays)):
            if not any(map(is_written, answers)):
                self.notes.append(
                    f"{wanted.id} is empty; a cell of your own with its function counts"
                )
                sources = strays
            elif self._answered_below(wanted, code) - {source.strip() for source in own}:
                self._look(f"{wanted.id} counts; a cell of your own below it says something else")
        self.answers[wanted.id] = self._together(wanted, sources)

    @staticmethod
    def _answered_below(wanted: Cell, code: list[dict[str, Any]]) -> set[str]:
        """The answers in cells of the student's own that stand below the answer cell."""
        last = max(n for n, cell in enumerate(code) if grade_id(cell) == wanted.id)
        free = [runnable(source_of(cell)) for cell in code[last:] if not grade_id(cell)]
        return {s.strip() for s in free if is_written(s) and wanted.names & defined(s)}

    def _together(self, wanted: Cell, sources: list[str]) -> str:
        """One source from pieces and copies, and a note if there are several."""
        if len(sources) == 1:
            return sources[0]
        about = f"{len(sources)} cells are {wanted.id}"
        whole = "\n".join(sources)
        if parses(whole) and all(times(name, whole) <= 1 for name in wanted.names):
            self.notes.append(f"{about}; they are read as one")
            return whole
        written = [source for source in sources if is_written(source)]
        kept: list[str] = []
        for source in written:
            if not wanted.names & defined(source) & defined("\n".join(kept)):
                kept.append(source)
        about += "; the first that can be read and has been written counts"
        if len({source.strip() for source in written}) > len(kept):
            self._look(f"{about}, and there is another that says something else")
        else:
            self.notes.append(about)
        return "\n".join(kept) or next(filter(parses, sources), sources[0])

    def _find_helpers(self, assignment: Assignment, code: list[dict[str, Any]]) -> None:
        """Cells of the student's own that make what answers use: read, each where it stands.

        Such a cell may do so for a name that has a value already, as ``sum`` has. What the cells
        given define, the answers, and the packages that they import are as they are.
        """
        given = [cell.source for cell in assignment.cells if not cell.is_answer]
        known = assignment.names.union(*map(bound, given), *map(imported, self.answers.values()))
        wanted = frozenset("*").union(*map(used, self.answers.values())) - known
        free = {  # also a given cell, to which a student may have added an import
            number: runnable(source_of(cell))
            for number, cell in enumerate(code)
            if grade_id(cell) not in self.answers and cell.get("id") != DOWNLOADED
        }
        needed: set[int] = set()
        while found := {n for n in free.keys() - needed if made(free[n]) & wanted}:
            needed |= found
            wanted |= frozenset().union(*(used(free[n]) for n in found)) - known
        order = [cell.id for cell in assignment.cells if cell.id in self.answers]
        for number in sorted(needed):
            after = (grade_id(cell) for cell in code[number:] if grade_id(cell) in order)
            place = next(after, "")  # or at the end
            name = f"{number + 1} of the code cells"
            self.helpers.setdefault(place, []).append((name, free[number]))
            what = ", ".join(sorted(made(free[number]) & wanted))[:100].replace(
                "*", "what it imports"
            )
            self.notes.append(f"a cell of your own is read too, since answers use {what}")
        idle = [n for n in free.keys() - needed if made(free[n]) - known and not grade_id(code[n])]
        if others := [n for n in idle if free[n] not in self.answers.values()]:
            which = ", ".join(str(number + 1) for number in sorted(others))
            self.notes.append(
                f"of the code cells, these are your own and are not read, since no answer uses what "
                f"they make: number {which}"[:300]
            )

    def _find_texts(self, assignment: Assignment, cells: list[dict[str, Any]]) -> None:
        """Text of the student's own between the answers before and behind one that a person reads."""
        places = [_place(cell, assignment) for cell in cells]
        printed = "\n".join(assignment.tasks.values())
        for number, asked in enumerate(assignment.questions):
            before = {other.id for other in assignment.questions[:number]}
            behind = {other.id for other in assignment.questions[number + 1 :]}
            start = max((n for n, place in enumerate(places) if place in before), default=-1)
            end = min((n for n, place in enumerate(places) if place in behind), default=len(cells))
            own = {"", *(cell.id for cell in assignment.answers_to(asked.id))}
            texts = [
                source_of(cell).strip()
                for cell in cells[start + 1 : end]
                if cell.get("cell_type") == "markdown" and grade_id(cell) in own
            ]
            if asked.by_hand and (mine := [text for text in texts if text not in printed]):
                self.texts[asked.id] = mine


def _place(cell: dict[str, Any], assignment: Assignment) -> str:
    """The question to which a cell of code answers; nothing if it answers none."""
    if cell.get("cell_type") != "code":
        return ""
    names = defined(runnable(source_of(cell)))
    answers = [own for own in assignment.cells if own.is_answer]
    mine = [own for own in answers if own.id == grade_id(cell) or own.names & names]
    return mine[0].question if mine else ""


def belongs_to(code: list[dict[str, Any]], assignment: Assignment) -> str:
    """Another assignment whose functions a notebook has, rather than those of this one."""
    names = frozenset().union(*(defined(runnable(source_of(cell))) for cell in code))

    def share(wanted: frozenset[str]) -> float:
        return len(names & wanted) / max(len(wanted), 1)

    others = _names_of_others(assignment.topic)
    best = max(others, key=lambda topic: share(others[topic]), default="")
    return best if best and share(others[best]) > share(assignment.names) else ""


class Unreadable(Exception):
    """Why there is no notebook to read, and whether a person has to look for it."""

    def __init__(self, reason: str, *, a_person_must_look: bool = True) -> None:
        super().__init__(reason)
        self.a_person_must_look = a_person_must_look


def cells_of(path: Path, notes: list[str]) -> list[dict[str, Any]]:
    """The cells of a notebook; Unreadable if it is none."""
    content = content_of(path)
    if things_in(content) > MOST:
        raise Unreadable("the file holds too much to be read; clear its outputs")
    try:
        notebook = json.loads(_text(content, notes))
        sheets = notebook.get("worksheets", [notebook])  # before 2015 a notebook had sheets
        cells = [cell for sheet in sheets for cell in sheet["cells"]]
        return [cell for cell in cells if isinstance(cell, dict)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if not content.strip():
            words = "it is empty"
        elif re.search(rb"^(<<<<<<<|>>>>>>>) ", content, re.MULTILINE):
            words = "it is no notebook: git has left the marks of a conflict in it"
        else:
            why = str(error) if isinstance(error, ValueError) else "it has no list of cells"
            if path.suffix.lower() not in ("", ".ipynb"):
                why = f"its name ends in {path.suffix}"
            words = f"it is no notebook: {why}"
        raise Unreadable(f"the file cannot be read: {words}"[:200]) from None


def rejoined(cells: list[dict[str, Any]], notes: list[str]) -> list[dict[str, Any]]:
    """The cells, with those put together again that are Python only together.

    Where a cell is split inside of a function, most editors leave the pieces after the first
    without metadata.
    """
    whole: list[dict[str, Any]] = []
    at = 0
    while at < len(cells):
        first, found, pieces = cells[at], "", 1
        joined = source_of(first)
        for number, cell in enumerate(cells[at + 1 : at + MOST_PIECES], 2):
            is_code = first.get("cell_type") == cell.get("cell_type") == "code"
            its_own = grade_id(cell) in ("", grade_id(first))
            source = source_of(cell)
            apart = parses(runnable(joined)) and parses(runnable(source))
            if apart or not is_code or not its_own:
                break
            joined += "\n" + source
            if parses(runnable(joined)):
                found, pieces = joined, number
        if pieces > 1:
            notes.append(f"{pieces} cells are Python only together; they are read as one")
            first = first | {"source": found}
        whole.append(first)
        at += pieces
    return whole


def digest_of(path: Path) -> str:
    """What tells the content of one file from that of another."""
    try:
        return hashlib.sha256(content_of(path)).hexdigest()
    except Unreadable as error:
        return str(error)


def content_of(path: Path) -> bytes:
    """The bytes of a file; Unreadable if not. A link, a pipe or a device is not opened."""
    try:
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable("it is not a file, or a link to one")
        if about.st_size > LARGEST:
            raise Unreadable(f"the file is larger than {LARGEST >> 20} MB; clear its outputs")
        return path.read_bytes()
    except FileNotFoundError:
        other = path.parent.is_dir() and any(path.parent.iterdir())
        words = "no notebook" + (" of this assignment" if other else "") + " was handed in"
        words += ", but something else" if other else ""
        raise Unreadable(words, a_person_must_look=other) from None
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None


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
    source = cell.get("source", cell.get("input", ""))  # its name before 2015
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
    """The functions, classes and constants that a source defines at its top level."""
    tree = tree_of(source)
    names = {name.get_name() for name in _names(source) if name.is_namespace()}
    for node in tree.body if tree else []:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(names)


def times(name: str, source: str) -> int:
    """How often a function or class of this name is defined."""
    tree = tree_of(source)
    nodes = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)] if tree else []
    return sum(node.name == name for node in nodes)


def bound(source: str) -> frozenset[str]:
    """Every name that a source gives a value at its top level, by an import too."""
    return frozenset(n.get_name() for n in _names(source) if n.is_assigned() or n.is_imported())


def imported(source: str) -> frozenset[str]:
    """Every name that a source imports at its top level."""
    return frozenset(name.get_name() for name in _names(source) if name.is_imported())


def made(source: str) -> frozenset[str]:
    """Every name that a source binds, or whose value it may change; ``*`` if it imports all."""
    names = set(bound(source))
    tree = tree_of(source)
    for node in ast.walk(tree) if tree else []:
        touched: list[ast.expr] = []
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            touched = [node]  # table["x"] = 1
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            touched = [node.value.func, *node.value.args]  # table.update(x=1), fill(table)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names} & {"*"}
        for each in touched:
            while isinstance(each, ast.Attribute | ast.Subscript):
                each = each.value
            names |= {each.id} if isinstance(each, ast.Name) else set()
    return frozenset(names)


def used(source: str) -> frozenset[str]:
    """Every name that a source, or a function in it, looks up at the top level."""
    scopes = _scopes(source)
    names = [name for table in scopes[1:] for name in table.get_symbols() if name.is_global()]
    names += [name for table in scopes[:1] for name in table.get_symbols() if name.is_referenced()]
    return frozenset(name.get_name() for name in names)


def _names(source: str) -> list[symtable.Symbol]:
    return [name for table in _scopes(source)[:1] for name in table.get_symbols()]


def _scopes(source: str) -> list[symtable.SymbolTable]:
    """The scope of a source and those inside of it; none if it cannot be read."""
    try:
        scopes = [symtable.symtable(source, "cell", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    for scope in scopes:  # grows while it is read
        scopes += scope.get_children()
    return scopes


def is_written(source: str) -> bool:
    """Whether it can be read and is no stub."""
    return parses(source) and not is_stub(source)


def is_stub(source: str) -> bool:
    """Whether every function in it is as it was given: it raises NotImplementedError."""
    tree = tree_of(source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] if tree else []
    last = [ast.unparse(function.body[-1]).rstrip("()") for function in functions]
    return bool(last) and set(last) == {"raise NotImplementedError"}
