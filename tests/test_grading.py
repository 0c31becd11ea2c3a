"""The grader: a class of honest, odd and hostile submissions, each with its exact marks.

The assignment is a toy (``toy_assignment.py``) of three questions, for 2, 2 and 3 points.
"""

from __future__ import annotations

import contextlib
import copy
import csv
import hashlib
import io
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import psutil
import pytest
import toy_assignment as toy
from assignment_checks import ASSIGNMENTS
from shares import first_of_each

from grading import feedback, grade, nb, sandbox, tables, wire
from grading.assignment import Assignment, AssignmentError, Submission
from grading.derivations import grade_chain
from grading.kit import AnswerError, LocalStudent, Mark, Question, Student
from grading.parts import part
from grading.roster import roster_of
from grading.sandbox import Limits, Piece, Sandbox
from olbook.checked import Context

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
NBGRADER = ROOT / ".venv" / "grading" / "bin" / "python"
needs_sandbox = pytest.mark.skipif(
    sandbox.why_not() is not None, reason=f"no sandbox: {sandbox.why_not()}"
)
needs_nbgrader = pytest.mark.skipif(
    not NBGRADER.exists(), reason="nbgrader is not installed; make assignments installs it"
)
SECONDS = ["--call", "3", "--seconds", "60"]


# --- a class ---------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A submission, words that its page must say, and its marks for the three questions."""

    content: toy.Notebook | bytes
    says: str
    points: tuple[float, float, float] = (2, 2, 3)
    look: bool = False  # whether a person has to


CLASS: dict[str, Case] = {}


def twice(name: str, source: str, points: float, says: str, *, look: bool = False) -> None:
    """A student whose first answer is special, and whose others are right."""
    if not source.startswith("def ") and "\ndef twice" not in source:
        body = "\n".join("    " + line for line in source.splitlines())
        source = f"def twice(x):\n{body}"
    CLASS[name] = Case(toy.students(twice=source), says, (points, 2, 3), look=look)


def changed(change: Callable[[toy.Notebook], None], **sources: str) -> toy.Notebook:
    notebook = toy.students(**sources)
    change(notebook)
    return notebook


def cell_of(notebook: toy.Notebook, grade_id: str) -> dict[str, Any]:
    """The first cell of this id."""
    cells: list[dict[str, Any]] = notebook["cells"]
    return next(c for c in cells if c["metadata"]["nbgrader"]["grade_id"] == grade_id)


# honest
CLASS["right"] = Case(toy.students(), "accepted, in 3 steps")
twice("other-algebra", "return np.add(x, x)", 2, "right")
twice("a-loop", "y = x.copy()\nfor i in range(len(y)):\n    y[i] *= 2\nreturn y", 2, "right")
twice("own-import", "import math\n\ndef twice(x):\n    return math.sqrt(4) * x", 2, "right")
twice("with-magic", "%matplotlib inline\ndef twice(x):\n    return 2 * x", 2, "right")
twice("prints-a-little", "print(x)\nreturn 2 * x", 2, "right")
twice("wrong-value", "return x + 2", 1, "it is not 2 * x")
twice("wrong-shape", "return 2 * x[:1]", 0, "an array of shape (5,) is expected")
twice("no-return", "2 * x", 0, "an array of shape (5,) is expected")
twice("raises", "return y", 0, "twice(array of shape (5,)) fails: NameError: name &#x27;y&#x27;")
RENAMED = toy.students(twice="def Twice(x):\n    return 2 * x")
CLASS["renamed"] = Case(
    RENAMED, "its cell defines Twice, and a function must keep its name", (0, 2, 3)
)
twice("syntax", "return 2 x", 0, "SyntaxError: invalid syntax (line 2 of the cell)")
STUBS = {q: toy.answer(q, "    raise NotImplementedError") for q in toy.RIGHT}
STUBS["counter"] = toy.answer("counter", "        raise NotImplementedError")
CLASS["stub"] = Case(toy.students(**STUBS), "twice is not written yet", (0, 0, 0))
ONE_LESS = toy.answer("counter", "        return self.n - 1")
CLASS["one-less"] = Case(toy.students(counter=ONE_LESS), "it should say 3", (2, 0, 3))
HOLE = toy.answer("proof", toy.RIGHT["proof"].replace("| by mistake", ""))
CLASS["hole"] = Case(toy.students(proof=HOLE), "2 of 3 stretches accepted", (2, 2, 2))
FALSE = toy.answer("proof", toy.RIGHT["proof"].replace("+ 2*y*dot", "+ 3*y*dot"))
CLASS["false-step"] = Case(toy.students(proof=FALSE), "The step is FALSE", (2, 2, 1))

# strange files
LATIN = json.dumps(
    toy.students(twice="# caf\xe9\ndef twice(x):\n    return 2 * x"), ensure_ascii=False
)
CLASS["latin-1"] = Case(LATIN.encode("latin-1"), "not UTF-8")
CLASS["utf-16"] = Case(json.dumps(toy.students()).encode("utf-16"), "UTF-16")
CLASS["empty-file"] = Case(b"", "it is empty", (0, 0, 0), look=True)
CLASS["no-json"] = Case(b"\x00\x01PK not a notebook", "it is no notebook", (0, 0, 0), look=True)
CLASS["deep-json"] = Case(b"[" * 200_000, "it is no notebook", (0, 0, 0), look=True)
CLASS["no-cells"] = Case(b'{"cells": 3}', "it is no notebook", (0, 0, 0), look=True)
CONFLICT = json.dumps(toy.students(), indent=1).replace("[", "[\n<<<<<<< HEAD\n", 1)
CLASS["conflict"] = Case(CONFLICT.encode(), "git has left the marks", (0, 0, 0), look=True)
CLASS["missing"] = Case(b"", "no notebook was handed in", (0, 0, 0))
CLASS["a-link"] = Case(b"", "a link to one", (0, 0, 0), look=True)


def without_twice(notebook: toy.Notebook) -> None:
    notebook["cells"].remove(cell_of(notebook, "twice-answer"))


def doubled(first: str) -> Callable[[toy.Notebook], None]:
    """A second cell of the same id, above the answer."""

    def change(notebook: toy.Notebook) -> None:
        other = copy.deepcopy(cell_of(notebook, "twice-answer")) | {"source": first}
        notebook["cells"].insert(2, other)

    return change


def without_metadata(notebook: toy.Notebook) -> None:
    for each in notebook["cells"]:
        each["metadata"] = {}


def before_2015(notebook: toy.Notebook) -> None:
    """Format 3: cells in sheets, and the source of code under another name."""
    cells = notebook.pop("cells")
    for each in cells:
        if each["cell_type"] == "code":
            each["input"] = each.pop("source")
    notebook |= {"worksheets": [{"cells": cells}], "nbformat": 3}


def edited_tests(notebook: toy.Notebook) -> None:
    for question in toy.RIGHT:
        cell_of(notebook, question)["source"] = "score = lambda *_: 100.0\nscore()"
    cell_of(notebook, "setup")["source"] = "SEED = 7\nraise SystemExit"


def having(grade_id: str, **fields: Any) -> Callable[[toy.Notebook], None]:
    """A cell with another source, kind or output."""
    return lambda notebook: cell_of(notebook, grade_id).update(fields)


def damaged_cells(notebook: toy.Notebook) -> None:
    notebook["cells"] = [None, 3, {"cell_type": "code", "source": 5}, *notebook["cells"]]
    notebook["cells"].append({"cell_type": "code", "metadata": {"nbgrader": "?"}, "source": [1]})


RIGHT = toy.answer("twice", toy.RIGHT["twice"])
WRONG = "def twice(x):\n    return x"
NO_PYTHON = "def twice(x:\n    return x"
CLASS["deleted-cell"] = Case(changed(without_twice), "the cell twice-answer is missing", (0, 2, 3))
CLASS["copied-stub"] = Case(changed(doubled(STUBS["twice"])), "2 cells are twice-answer")
CLASS["copied-broken"] = Case(changed(doubled(NO_PYTHON)), "2 cells are twice-answer")
CLASS["first-counts"] = Case(changed(doubled(WRONG)), "says something else", (1, 2, 3), look=True)
CLASS["no-metadata"] = Case(
    changed(without_metadata), "twice-answer, counter-answer, proof-answer: each is found by"
)
CLASS["before-2015"] = Case(changed(before_2015), "right")
CLASS["edited-tests"] = Case(changed(edited_tests, twice=WRONG), "it is not 2 * x", (1, 2, 3))
CLASS["added-to-the-first-cell"] = Case(
    changed(
        having("setup", source="from math import sqrt\nSEED = 7"),
        twice="def twice(x):\n    return sqrt(4) * x",
    ),
    "a cell of your own is read too, since answers use sqrt",
)
HUGE = {"output_type": "stream", "name": "stdout", "text": "all work and no play\n" * 1_000_000}
CLASS["huge-output"] = Case(changed(having("twice-answer", outputs=[HUGE])), "right")
CLASS["damaged-cells"] = Case(changed(damaged_cells), "right")


def split(*pieces: str, kept: int = 9) -> Callable[[toy.Notebook], None]:
    """The answer in several cells, as *Split Cell* leaves it: in JupyterLab all pieces keep the id,
    in other editors the first does, or none."""

    def change(notebook: toy.Notebook) -> None:
        own = cell_of(notebook, "twice-answer")
        at = notebook["cells"].index(own)
        cells = [own | {"source": piece} for piece in pieces]
        notebook["cells"][at : at + 1] = cells[:kept] + [c | {"metadata": {}} for c in cells[kept:]]

    return change


def stray(*sources: str, at: int = 2) -> Callable[[toy.Notebook], None]:
    """Cells of the student's own, without metadata."""

    def change(notebook: toy.Notebook) -> None:
        cells = [{"cell_type": "code", "metadata": {}, "source": source} for source in sources]
        notebook["cells"][at:at] = cells

    return change


def merged(notebook: toy.Notebook) -> None:
    """Two answers in the first of their cells, as *Merge Cells* leaves them."""
    first, second = cell_of(notebook, "twice-answer"), cell_of(notebook, "counter-answer")
    first["source"] += "\n" + second["source"]
    notebook["cells"].remove(second)


def other_assignment(notebook: toy.Notebook) -> None:
    names = ("cautious_perceptron", "one_round", "all_rounds", "length", "margins", "hard_stream")
    notebook["cells"] = [
        toy.cell("code", f"def {name}(): return 1", grade_id=name) for name in names
    ]


# an answer that is not in its cell alone: put together, or the student is told
WITH_MATH = "def twice(x):\n    return math.sqrt(4) * x"
WITH_HELPER = "def twice(x):\n    return helper(x)"
HELPER = "def helper(x):\n    return factor * x"
CLASS["split"] = Case(changed(split("import math", WITH_MATH)), "2 cells are twice-answer")
for kept in (2, 1, 0):
    in_three = split(
        "def twice(x):\n    while True:", "        y = 2 * x", "        return y", kept=kept
    )
    CLASS[f"split-in-a-loop-{kept}"] = Case(changed(in_three), "they are read as one")
BESIDE_A_COPY = split("import math", WITH_MATH, WITH_MATH)
CLASS["split-and-copied"] = Case(changed(BESIDE_A_COPY), "3 cells are twice-answer")
CLASS["own-helper"] = Case(
    changed(stray("factor = 2", HELPER), twice=WITH_HELPER), "answers use factor"
)
CLASS["own-helper-below"] = Case(
    changed(stray(HELPER, "factor = 2", at=99), twice=WITH_HELPER), "answers use helper"
)
CLASS["trying-out"] = Case(
    changed(stray("x = y\nwhile True: pass", "print(3)")), "uses what they make: number 2, 3<"
)
IN_ANY_WAY = """
one, (two, *more) = 1, (0, 0)
two += 1
with np.errstate(all="ignore"):
    three = np.float64(1) / 0
if one:
    def same(function): return function
for four in range(3): pass
@same
def helper(x): return five["f"](x, *six)
"""
OWN_CELLS = {  # the cells, and what the answer returns
    "any-statement": (["five = {}", IN_ANY_WAY, "five['f'] = lambda x, y: x * y * two * one",
        "six = []", "six.append(four)"], "helper(x)"),
    "star": (["from numpy import *"], "add(x, x)"),
    "star-that-hides-sum": (["from numpy import *"], "sum([x, x], axis=0)"),
    "other-sum": (["sum = np.add"], "sum(x, x)"),
    "filled-by-a-call": (["def fill(table): table.append(2)\ntable = []", "fill(table)"], "x * table[0]"),
    "awaits": (["import asyncio\nasync def two(): return 2", "await asyncio.sleep(0)\nfactor = await two()"],
        "factor * x"),
}  # fmt: skip
for name, (sources, returned) in OWN_CELLS.items():
    CLASS[f"own-cell-{name}"] = Case(
        changed(stray(*sources), twice=f"def twice(x):\n    return {returned}"),
        "a cell of your own is read too",
    )
CLASS["own-helper-of-another-name"] = Case(
    changed(
        stray("def helper(n):\n    return n", at=5),
        twice="def helper(x):\n    return 2 * x\n\n\n" + WITH_HELPER,
        counter=toy.answer("counter", "        return helper(self.n)"),
    ),
    "answers use helper",
)
twice(
    "awaits", "import asyncio\nawait asyncio.sleep(0)\ndef twice(x):\n    return 2 * x", 2, "right"
)
twice("magic-with-a-value", "files = !ls\ndef twice(x):\n    return 2 * x", 2, "right")
twice("typed", "twice: object = lambda x: 2 * x\n\n\ndef twice_as_well(x): pass", 2, "right")
USES_A_STUB = "def helper(x):\n    raise NotImplementedError\n\n\n" + WITH_HELPER
twice("uses-a-stub", USES_A_STUB, 0, "helper is not written yet, and twice uses it")
CLASS["helpers-of-one-name"] = Case(
    toy.students(
        twice="def helper(x):\n    return max(2, 1) * x\n\n\n" + WITH_HELPER,
        counter="helper = max = 0\n\n\n" + toy.answer("counter", toy.RIGHT["counter"]),
    ),
    "right",
)
CLASS["emptied"] = Case(
    changed(stray(RIGHT), twice="# see above"),
    "twice-answer is empty; a cell of your own",
)
CLASS["second-thoughts"] = Case(
    changed(stray(RIGHT, at=4), twice=WRONG),
    "a cell of your own below it says something else",
    (1, 2, 3),
    look=True,
)
CLASS["first-thoughts"] = Case(changed(stray("X = 3", WRONG)), "right")
CLASS["half-a-sign"] = Case(
    toy.students(twice="def twice(x):\n    raise ValueError(chr(0xD800))"), "ud800", (0, 2, 3)
)
CLASS["in-the-next-cell"] = Case(
    changed(stray(RIGHT, at=4), twice=STUBS["twice"]),
    "twice-answer is empty; a cell of your own",
)
CLASS["merged"] = Case(changed(merged), "its function is read in twice-answer")
CLASS["no-code-cell"] = Case(
    changed(having("twice-answer", cell_type="markdown")), "no code cell any more", (0, 2, 3)
)
CLASS["another-notebook"] = Case(
    changed(other_assignment), "another assignment, perceptron", (0, 0, 0), look=True
)
twice("unused-package", "import pandas as pd\n\n\ndef twice(x):\n    return 2 * x", 2, "right")
twice("used-package", "import pandas as pd\nreturn pd.Series(x)", 0, "No module named", look=True)
ABSENT = "import pandas as pd\n\n\ndef twice(x):\n    return pd.Series(x)"
twice("used-later", ABSENT, 0, "the package pandas is not installed here (line 5", look=True)
twice(
    "fractions",
    "from fractions import Fraction\nreturn [Fraction(2 * v) for v in x]",
    0,
    "an array of",
)
twice(
    "odd-containers", "from collections import deque\nreturn deque(2 * x)", 0, "an array of shape"
)
twice(
    "line-of-a-library", "return np.linalg.inv(np.zeros((2, 2)))", 0, "Singular matrix (line 2 of"
)

# hostile answers
NO_WORDS = "class E(Exception):\n    def __str__(self):\n        1 / 0\nraise E"
twice(
    "no-words", NO_WORDS, 0, "fails: E: its message cannot be read (ZeroDivisionError) (line 5 of"
)
twice("many-things", "return [[]] * 1_100_000", 0, "more than 1000000 things")
twice("huge-number", "return 10**5000", 0, "returns too much")
twice("loop", "while True:\n    pass", 0, "twice takes too long")
twice("loop-in-cell", "while True: pass\ndef twice(x):\n    return 2 * x", 0, "takes too long")
twice("exit", "import os\nos._exit(0)", 0, "twice ends the whole process")
twice("exit-in-cell", "import os\nos._exit(0)\ndef twice(x): pass", 0, "ends the whole process")
twice("crash", "import ctypes\nctypes.string_at(0)", 0, "twice ends the whole process")
twice("sys-exit", "import sys\nsys.exit(0)", 0, "twice leaves Python (SystemExit)")
twice("fork-bomb", "import os\nwhile True:\n    os.fork()", 0, "BlockingIOError")
twice("program", "import subprocess\nsubprocess.run(['true'])", 0, "BlockingIOError")
twice("thread", "import threading\nthreading.Thread(target=print).start()", 0, "start new thread")
twice("memory", "return np.ones(10**10)", 0, "needs more memory")
twice("recursion", "return twice(x)", 0, "calls itself without end")
twice("prints-forever", "while True:\n    print('x' * 100_000)", 0, "takes too long")
twice("returns-much", "return np.ones(10**7)", 0, "returns an array of more than 32 MB")
twice("kills-itself", "import os\nos.kill(os.getpid(), 9)", 0, "ends the whole process")
twice("kills-others", "import os\nos.kill(-1, 9)", 0, "No such process")
twice("passwords", "open('/etc/passwd')", 0, "No such file")
twice("others", "import os\nos.listdir('CLASS')", 0, "No such file")
twice("hidden-tests", "open('PRIVATE/toy.py')", 0, "No such file")
twice("the-grader", "import grading.kit", 0, "No module named &#x27;grading&#x27;", look=True)
twice("writes", "open('/usr/x', 'a')", 0, "Read-only file system")
twice("fills-tmp", "import tempfile; tempfile.TemporaryFile().write(bytes(10**8))", 0, "OSError")
twice("fills-memory", "open('/dev/shm/x', 'wb').write(bytes(10**8))", 0, "OSError")
twice("network", "import socket\nsocket.create_connection(('1.1.1.1', 80))", 0, "unreachable")
twice("patched-numpy", "np.allclose = np.array_equal = lambda *_: True\nreturn x", 1, "not 2 * x")
LIKES_ALL = "class Yes:\n    def __eq__(self, other):\n        return True\nreturn Yes()"
twice("likes-everything", LIKES_ALL, 0, "returns an object of class Yes")
FORGED = (
    "import os\nfor f in range(3, 20):\n    try: os.write(f, b'ABCDEFGH')\n    except OSError: pass"
)
twice("forged-reply", f"{FORGED}\nreturn 2 * x", 0, "the reply cannot be used", look=True)
twice("no-number", "return np.full(5, np.nan)", 1, "it is not 2 * x")
ODD = toy.answer("counter", "        return np.array([3, 3])")
CLASS["odd-value"] = Case(
    toy.students(counter=ODD), "your instructor has been told", (2, 0, 3), look=True
)


class Graded(NamedTuple):
    folder: Path
    out: Path
    rows: dict[str, dict[str, str]]
    said: str


def private(tmp: Path) -> Path:
    return toy.write_assignment(tmp / "private")


def grade_command(*arguments: object) -> list[str]:
    command = [sys.executable, "-m", "grading.grade", *arguments, "--topic", "toy"]
    return [str(part) for part in command]


def said_by(command: list[str], seconds: int) -> str:
    """What a grading prints that succeeds."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def write_class(folder: Path, private_folder: Path, names: list[str]) -> None:
    folder.mkdir()
    for name in names:
        content = CLASS[name].content
        if isinstance(content, dict):
            text = json.dumps(content).replace("CLASS", str(folder))
            content = text.replace("PRIVATE", str(private_folder)).encode()
        if name == "missing":
            (folder / name).mkdir()
        elif name == "a-link":
            (folder / f"{name}.ipynb").symlink_to(folder / "right.ipynb")
        elif name == "other-algebra":  # as nbgrader's folders are
            (folder / name / "toy").mkdir(parents=True)
            (folder / name / "toy" / "toy.ipynb").write_bytes(content)
        else:
            (folder / f"{name}.ipynb").write_bytes(content)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The whole class, graded in one go."""
    tmp = tmp_path_factory.mktemp("class")
    own, folder, out = private(tmp), tmp / "handed-in", tmp / "out"
    write_class(folder, own, list(CLASS))
    (folder / "readme.txt").write_text("not a submission")
    command = grade_command("class", folder, "--out", out, "--private", own, *SECONDS)
    said = said_by(command, 500)
    return Graded(folder, out, toy.rows_of(out), said)


@pytest.mark.thorough
@needs_sandbox
def test_whole_class_is_graded(graded: Graded) -> None:
    assert set(graded.rows) == {*CLASS, "readme"}
    assert len(CLASS) >= 30
    assert f"[{len(CLASS) + 1}/{len(CLASS) + 1}]" in graded.said
    assert "cannot be read" in graded.rows["readme"]["attention"]
    total = sum(sum(case.points) for case in CLASS.values())
    assert math.fsum(float(row["total"]) for row in graded.rows.values()) == total


@pytest.mark.thorough
@needs_sandbox
@pytest.mark.parametrize("name", CLASS)
def test_exact_marks_and_a_reason(graded: Graded, name: str) -> None:
    case, row = CLASS[name], graded.rows[name]
    found = [float(row[question]) for question in toy.RIGHT]
    page = (graded.out / "feedback" / f"{name}.html").read_text()
    assert (found, name) == ([*case.points], name), page
    assert case.says in page
    assert bool(row["attention"]) == case.look, row["attention"]
    assert float(row["total"]) == sum(found)


@pytest.mark.thorough
@needs_sandbox
def test_pages_ask_nothing_of_other_hosts(graded: Graded) -> None:
    for page in (graded.out / "feedback").iterdir():
        text = page.read_text()
        assert not re.search(r"https?:|src=|href=|url\(|@import", text), page.name
        assert "<script" not in text


@pytest.mark.thorough
@needs_sandbox
def test_what_is_graded_is_not_graded_again(graded: Graded) -> None:
    before = {p: p.stat().st_mtime_ns for p in (graded.out / "marks").iterdir()}
    own = graded.folder.parent / "private"
    command = grade_command("class", graded.folder, "--out", graded.out, "--private", own)
    assert "0 of them without marks" in said_by(command, 100)
    assert {p: p.stat().st_mtime_ns for p in (graded.out / "marks").iterdir()} == before


@pytest.mark.thorough
@needs_sandbox
def test_a_class_that_was_killed_goes_on(tmp_path: Path) -> None:
    own, folder, out = private(tmp_path), tmp_path / "handed-in", tmp_path / "out"
    write_class(folder, own, ["a-loop", "hole", "own-import", "right"])
    command = grade_command("class", folder, "--out", out, "--private", own, "--jobs", 1, *SECONDS)
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    first = out / "marks" / "a-loop.json"
    while not first.exists():
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not (out / "marks.csv").exists()
    stamp = first.stat().st_mtime_ns
    said_by(command, 100)
    assert first.stat().st_mtime_ns == stamp
    lines = (out / "marks.csv").read_text().splitlines()
    assert [line.split(",")[4] for line in lines[1:]] == ["7.0", "6.0", "7.0", "7.0"]


def one_command(tmp: Path, notebook: toy.Notebook) -> list[str]:
    """The command that grades one submission, in a folder."""
    own, file, out = private(tmp), tmp / "ann.ipynb", tmp / "marks.json"
    file.write_text(json.dumps(notebook))
    return ["one", str(file), "--topic", "toy", "--out", str(out), "--private", str(own)]


def graded_one(tmp: Path, notebook: toy.Notebook, *more: str) -> tuple[float, bool]:
    """The marks of one submission in a folder, and whether they were made anew."""
    out = tmp / "marks.json"
    stamp = out.stat().st_mtime_ns if out.exists() else 0
    assert grade.main([*one_command(tmp, notebook), *more, *toy.UNSAFE]) == 0
    return json.loads(out.read_text())["earned"], out.stat().st_mtime_ns != stamp


def test_marks_belong_to_a_content_a_seed_and_a_grader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, blank = toy.students(), toy.blank()
    assert graded_one(tmp_path, right) == (7.0, True)
    assert graded_one(tmp_path, right) == (7.0, False)
    assert graded_one(tmp_path, blank) == (0.0, True)
    assert graded_one(tmp_path, blank, "--seed", "4711") == (0.0, True)
    assert graded_one(tmp_path, blank, "--seed", "4711") == (0.0, False)
    monkeypatch.setattr(toy, "QUESTIONS", toy.QUESTIONS.replace("Twice", "Two times"))
    assert graded_one(tmp_path, blank, "--seed", "4711") == (0.0, True)
    (tmp_path / "marks.json").write_text("{ not whole")
    assert graded_one(tmp_path, right) == (7.0, True)
    assert [p.name for p in tmp_path.glob(".part-*")] == []


@needs_sandbox
def test_an_environment_may_be_called_by_a_link_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``.venv`` is where several copies of the repository share one."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    python = tmp_path / ".venv" / Path(sys.executable).relative_to(sys.prefix)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(sys, "executable", str(python))
    assert sandbox.why_not.__wrapped__() is None


@needs_sandbox
def test_two_topics_from_one_folder(tmp_path: Path) -> None:
    """As in nbgrader's ``submitted``; who has no notebook of a topic handed in none."""
    for student, topics in (("ann", ("winnow",)), ("bob", ("perceptron",))):
        for topic in topics:
            folder = tmp_path / "submitted" / student / topic
            folder.mkdir(parents=True)
            text = (ROOT / "book" / "assignments" / f"{topic}.ipynb").read_text()
            (folder / f"{topic}.ipynb").write_text(text)
    found = {}
    for topic in ("perceptron", "winnow"):
        command = ["class", str(tmp_path / "submitted"), "--out", str(tmp_path / "out")]
        assert grade.main([*command, "--topic", topic]) == 0
        found[topic] = toy.rows_of(tmp_path / "out")
    assert "cautious" in found["perceptron"]["bob"]
    assert "no notebook of this assignment was handed in" in found["winnow"]["bob"]["notes"]
    assert found["winnow"]["bob"]["attention"]
    assert found["winnow"]["ann"]["notes"] == found["perceptron"]["bob"]["notes"] == ""


NAMES = {
    "long": b"x" * 249 + b".ipynb",
    "no-text": b"\xff" * 100 + b".ipynb",
    "other-no-text": b"\xfe" * 100 + b".ipynb",
    "line-break": b"a\nb\x1b[31m.ipynb",
    "formula": b"=1+1.ipynb",
    "dots": "..\u2024.ipynb".encode(),
    "spaces": b"  .ipynb",
    "quotes": b"'\";rm -rf $HOME.ipynb",
}


@needs_sandbox
def test_any_name_is_graded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, folder = private(tmp_path), tmp_path / "handed-in"
    folder.mkdir()
    blank = json.dumps(toy.blank())
    for name in NAMES.values():
        (folder / os.fsdecode(name)).write_text(blank)
    long = folder / ("f" * 255)
    long.mkdir()
    (long / "toy.ipynb").write_text(json.dumps(toy.students()))
    deep = folder / "deep"
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1200):  # deeper than a path can say
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    (deep / ".hidden.ipynb").write_text(blank)
    (folder / ".a-folder").mkdir()
    rows = toy.graded_class(folder, own, tmp_path / "out").values()
    said = capsys.readouterr().out
    assert ".a-folder is nobody's; left out" in said
    assert "\x1b" not in said
    assert len(rows) == len(NAMES) + 2
    assert sorted(row["total"] for row in rows) == ["0.0"] * (len(rows) - 1) + ["7.0"]
    marks = [json.loads(file.read_text()) for file in (tmp_path / "out" / "marks").iterdir()]
    read = [mark["sha256"] == hashlib.sha256(blank.encode()).hexdigest() for mark in marks]
    assert sorted(read) == [False] + [True] * (len(rows) - 1)  # each whole; the other is right
    assert len(list((tmp_path / "out" / "feedback").iterdir())) == len(rows)
    subprocess.run(["rm", "-rf", str(deep)], check=True)


def test_who_decides_between_two_files_is_told(tmp_path: Path) -> None:
    own, folder = private(tmp_path), tmp_path / "handed-in"
    blank, right = json.dumps(toy.blank()), json.dumps(toy.students())
    for name, text in {
        "two/toy.ipynb": blank,
        "two/toy-Copy1.ipynb": right,
        "same/toy.ipynb": blank,
        "same/toy-Copy1.ipynb": blank,
        "mac/toy.ipynb": blank,
        "mac/._toy.ipynb": "of macOS",
        "mac/__MACOSX/._toy.ipynb": "of macOS",
        "ann/toy.ipynb": blank,
        "ann.ipynb": right,
        "WINDOWS.IPYNB": blank,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    rows = toy.graded_class(folder, own, tmp_path / "out")
    both = "two/toy-Copy1.ipynb is graded, the newest; there is also two/toy.ipynb"
    assert rows["two"]["attention"] == both
    both = "ann.ipynb is graded, the newest; there is also ann/toy.ipynb"
    assert rows["ann"]["attention"] == both
    others = [rows[name]["attention"] for name in rows if name not in ("two", "ann")]
    assert others == ["it has no cell of this assignment"] * 3
    assert {name: row["total"] for name, row in rows.items()} == {
        "two": "7.0",
        "ann": "7.0",
        "same": "0.0",
        "mac": "0.0",
        "WINDOWS": "0.0",
    }


def test_a_submission_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "ann.ipynb"
    file.write_bytes(b'{"cells": [' + b"[]," * 5_000_000 + b"[]]}")
    submission = Submission.read(file, Assignment.load("toy", private(tmp_path)))
    assert submission.answers == {}
    assert "too much to be read" in submission.attention[0]


def test_a_reply_that_would_fill_the_memory_is_not_read() -> None:
    body = b'{"value": [' + b"[]," * 2_000_000 + b"[]]}"
    message = io.BytesIO(len(body).to_bytes(wire.HEADER, "big") + body)
    with pytest.raises(wire.WireError, match="too many things"):
        wire.received(message.read)


@pytest.mark.parametrize(
    "wrong",
    [
        ("--seed", "-1"),
        ("--memory", "50"),
        ("--call", "0"),
        ("--seconds", "0"),
    ],
)
def test_an_option_that_would_spoil_all_marks_is_refused(
    tmp_path: Path, wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        graded_one(tmp_path, toy.students(), *wrong)
    assert f"argument {wrong[0]}: {wrong[1]} is too small" in capsys.readouterr().err


def test_a_file_that_is_not_there_gets_no_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["one", "ann.ipynp", "--topic", "perceptron", "--out", str(tmp_path / "marks.json")]
    assert grade.main([*arguments, *toy.UNSAFE]) == 2
    assert "there is no file ann.ipynp" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_the_tests_did_not_foresee_costs_one_part_and_a_person_is_told() -> None:
    def grades(student: Student, seed: int) -> list[Mark]:
        both = [part("odd", 1.0, lambda: str(1 / seed)), part("even", 2.0, lambda: "right")]
        return both if seed < 2 else both[seed]  # type: ignore[return-value]

    question = Question("two", "Two parts", 3.0, grades)
    for seed, earned in ((1, 3.0), (0, 2.0), (2, 0.0)):
        parts, trouble = grade._parts(question, LocalStudent(), seed)
        assert sum(mark.earned for mark in parts) == earned
        assert sum(mark.possible for mark in parts) == 3.0
        assert bool(trouble) == (earned < 3)
        lost = [mark.reason for mark in parts if not mark.earned]
        assert all("Error" in words and "your instructor has been told" in words for words in lost)


# --- processes -------------------------------------------------------------------------------------

LEAVES_A_PROGRAM = """def twice(x):
    import os, subprocess, sys
    if os.fork() == 0:
        os.setsid()
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "MARKER"])
        os._exit(0)
    return 2 * x"""


def left_over(marker: str) -> list[str]:
    """The command lines of all processes that hold this text."""
    running = psutil.process_iter(["cmdline"])
    lines = ("".join(f"{word} " for word in each.info["cmdline"] or []) for each in running)
    return [line for line in lines if marker in line]


@pytest.mark.thorough
@needs_sandbox
@pytest.mark.parametrize("stopped", [signal.SIGINT, None, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_a_grading(tmp_path: Path, stopped: signal.Signals | None) -> None:
    own, folder = private(tmp_path), tmp_path / "handed-in"
    folder.mkdir()
    loops = {q: toy.answer(q, "    while True: pass") for q in ("twice", "proof")}
    for number in range(4):
        (folder / f"{number}.ipynb").write_text(json.dumps(toy.students(**loops)))
    memory = 2000 + os.getpid() % 1000  # no other grading has just this limit
    command = grade_command("class", folder, "--out", tmp_path / "out", "--private", own)
    command += ["--call", "1", "--seconds", "3", "--memory", str(memory), "--jobs", "4"]
    marker = f"server.py {memory << 20} "
    running = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # what a shell has started in the background ignores it, and so would this
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    while not left_over(marker):
        assert time.monotonic() < deadline
    if stopped:
        time.sleep(0.5)
        running.send_signal(stopped)
    code = running.wait(100)
    assert code == {None: 0, signal.SIGINT: 130}.get(stopped, -(stopped or 0))
    deadline = time.monotonic() + 5  # the kernel needs a moment
    while left_over(marker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left_over(marker) == []


def test_what_an_answer_starts_without_a_sandbox_ends_with_its_grading(tmp_path: Path) -> None:
    marker = f"left by {tmp_path}"
    leaves = LEAVES_A_PROGRAM.replace("MARKER", marker)
    earned, _ = graded_one(tmp_path, toy.students(twice=leaves), "--unsafe")
    assert earned == 7.0
    assert left_over(marker) == []


def test_without_a_sandbox_nothing_is_run_unless_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(grade, "why_not", lambda: "bubblewrap is not installed")
    assert grade.main(one_command(tmp_path, toy.students())) == 2
    assert "say --unsafe" in capsys.readouterr().err
    assert not (tmp_path / "marks.json").exists()
    assert graded_one(tmp_path, toy.students(), "--unsafe") == (7.0, True)


def test_an_unknown_topic_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(AssignmentError, match='no assignment "toys"'):
        Assignment.load("toys", tmp_path)


def test_the_course_seed_is_that_of_the_notebook(tmp_path: Path) -> None:
    own = private(tmp_path)
    text = (own / "toy.ipynb").read_text().replace("SEED = 1", "SEED = 23")
    (own / "toy.ipynb").write_text(text)
    assert Assignment.load("toy", own).seed == 23


# --- the sandbox -----------------------------------------------------------------------------------

ANSWERS = """
import numpy as np
kept = []
def echo(value): return value
def grow(value):
    kept.append(value)
    return len(kept)
def sleep(seconds):
    import time
    time.sleep(seconds)
"""
VALUES: list[Any] = [
    None,
    True,
    3,
    10**40,
    0.1,
    math.inf,
    "Grüße",
    [1, [2.0, "x"]],
    (1, (2, 3)),
    {"a": 1, (1, 2): [None]},
    Fraction(1, 3),
]
ARRAYS = [
    np.arange(6.0).reshape(2, 3),
    np.arange(6)[::2],
    np.array([True, False]),
    np.zeros((0, 2)),
    np.array(3.0),
    np.ones((2, 3)).T,
    np.arange(3, dtype=">f4"),
]


def in_sandbox(*pieces: Piece | str, **limits: Any) -> Sandbox:
    """A student in a sandbox, if this machine has one."""
    read = [Piece("answers", each) if isinstance(each, str) else each for each in pieces]
    return Sandbox(read, Limits(**limits), unsafe=bool(sandbox.why_not()))


@pytest.fixture
def student() -> Iterator[Sandbox]:
    with in_sandbox(ANSWERS, call=30) as student:
        yield student


def test_values_pass_as_they_are(student: Sandbox) -> None:
    for value in VALUES:
        got = student.call("echo", value)
        assert got == value
        assert type(got) is type(value)
    for array in ARRAYS:
        got = student.call("echo", array)
        assert np.array_equal(got, array)
        assert (got.shape, got.dtype) == (array.shape, array.dtype.newbyteorder("="))
        assert got.flags.writeable


def test_a_student_is_what_a_local_student_is(student: Sandbox) -> None:
    local = LocalStudent.of(ANSWERS)
    for each in (student, local):
        assert each.call("grow", 1) == 1
        assert each.call("grow", 1) == 2
        for name, words in (("nothing", "nothing is not defined"), ("kept", "is not a function")):
            with pytest.raises(AnswerError, match=words):
                each.call(name)


def test_what_is_missing_is_explained_by_its_own_cell() -> None:
    broken = ["def one(x:", "def two(x", "def Three(x): return x", "x = 1 /"]
    named = zip(["one", "two", "three"], broken, strict=False)
    pieces = [Piece(n, source, wanted=frozenset({n})) for n, source in named]
    pieces.append(Piece("helper", broken[-1]))
    with in_sandbox(*pieces, call=30) as student:
        for name, said, unsaid in (
            ("one", "the cell one fails: SyntaxError", "two"),
            ("three", "its cell defines Three, and a function must keep its name", "SyntaxError"),
            ("four", "the cell helper fails: SyntaxError", "!"),
        ):
            with pytest.raises(AnswerError, match=said) as told:
                student.call(name, 1)
            assert unsaid not in str(told.value)


TELLTALES = {
    "a class": "class Seed_4711: pass\ndef tell(x): return Seed_4711()",
    "a function": "def d4711(): raise NotImplementedError\ndef tell(x): d4711()",
    "an exit": "class Exit4711(SystemExit): pass\ndef tell(x): raise Exit4711",
    "an exception": "class E4711(Exception): pass\ndef tell(x): raise E4711(47.11)",
    "a forged reply": """
def tell(x):
    import __main__
    __main__.Server.answer = lambda self, request: {"error": "tell returns 4711"}
    raise ValueError""",
}


@pytest.mark.parametrize("how", TELLTALES)
def test_no_number_reaches_a_page_through_a_complaint(how: str) -> None:
    piece = Piece("answers", TELLTALES[how], wanted=frozenset({"tell", "part_2"}))
    with in_sandbox(piece, call=30) as student:
        for _ in range(2):
            mark = part("x", 1.0, lambda: str(student.call("tell", "data")))
            assert mark.earned == 0
            said = re.sub(r"\(line \d of the cell\)$", "", mark.reason)
            assert not re.search(r"\d", said), said
        with pytest.raises(AnswerError, match=r"part_2|returns #"):
            student.call("part_2")


def test_a_complaint_about_size_says_the_limit() -> None:
    source = "def tell(n): return 'x' * 10**8 if n else [[]] * 10**7"
    with in_sandbox(source) as student:
        for n, limit in ((1, "larger than 64 MB"), (0, "more than 1000000 things")):
            with pytest.raises(AnswerError, match=limit):
                student.call("tell", n)


def test_after_a_timeout_the_next_call_is_answered() -> None:
    with in_sandbox(ANSWERS, call=2) as student:
        with pytest.raises(AnswerError, match="sleep takes too long: it was stopped after 2 sec"):
            student.call("sleep", 100)
        assert student.call("grow", 1) == 1


def test_all_calls_of_a_function_have_a_limit_together() -> None:
    given = Piece("answers", "import time\ndef nap(): time.sleep(0.06)", given=True)
    with in_sandbox(given, call=0.1) as student:
        for _ in range(9):
            with contextlib.suppress(AnswerError):
                student.call("nap")
        with pytest.raises(AnswerError, match=r"nap is not run again: its calls have used 0\.3 s"):
            student.call("nap")


@pytest.mark.thorough
def test_waiting_for_a_processor_costs_nothing_but_computing_does() -> None:
    source = """
import time
def compute(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds: pass
    return seconds
"""
    burn = [sys.executable, "-c", "print('on', flush=True)\nwhile True: pass"]
    others = [  # in sessions of their own, as the student's: a session gets a share of the processor
        subprocess.Popen(burn, stdout=subprocess.PIPE, start_new_session=True)
        for _ in range(6 * (os.cpu_count() or 1))
    ]
    try:
        for each in others:
            assert each.stdout is not None
            each.stdout.readline()
        with in_sandbox(source, call=1) as student:
            began = time.monotonic()
            assert student.call("compute", 0.5) == 0.5
            assert time.monotonic() - began > 1, "the machine was not busy"
            with pytest.raises(AnswerError, match="compute takes too long"):
                student.call("compute", 3)
    finally:
        for each in others:
            each.kill()
            each.communicate()


def test_a_notebook_has_a_limit_of_its_own() -> None:
    with in_sandbox(ANSWERS, call=60, notebook=3) as student:
        for _ in range(2):
            with pytest.raises(AnswerError, match=r"takes too long|has used its 3 seconds"):
                student.call("sleep", 100)


@pytest.mark.parametrize(
    "form",
    [
        {"~": "array", "shape": [3], "dtype": "<f8", "data": "AAAA"},
        {"~": "array", "shape": [-1], "dtype": "<f8", "data": ""},
        {"~": "array", "shape": [1], "dtype": "|O", "data": "AAAAAAAAAAA="},
        {"~": "fraction", "items": [1, 0]},
        {"~": "dict", "items": [[[1], 2]]},
        {"~": "object"},
        {"plain": 1},
        {"~": "tuple", "items": 3},
    ],
)
def test_a_forged_value_is_refused(form: Any) -> None:
    with pytest.raises(wire.WireError):
        wire.decoded(form)


def test_what_cannot_pass_is_named() -> None:
    loop: list[Any] = []
    loop.append(loop)
    for value, words in (
        (print, "class builtin_function_or_method"),
        (np.array([print]), "class builtin_function_or_method"),
        (np.array([1j]), "an array of complex128"),
        (loop, "lists inside of lists"),
    ):
        with pytest.raises(wire.WireError, match=words):
            wire.encoded(value)


# --- derivations -----------------------------------------------------------------------------------


TOY: dict[str, Any] = {}
exec(toy.QUESTIONS, TOY)
DERIVATIONS = {
    "right": (toy.CHAIN, 3, "accepted, in 3 steps"),
    "one step": (
        "norm2(w + y*x)\n<= norm2(w) + R**2 | by label, mistake, short",
        3,
        "accepted, in 1 step",
    ),
    "other order": (
        toy.CHAIN.replace("norm2(w) + norm2(x)  ", "norm2(x) + norm2(w)"),
        3,
        "accepted",
    ),
    "a hole": (toy.CHAIN.replace("| by short", ""), 2, "step 3"),
    "another end": (
        toy.CHAIN.replace("R**2   ", "R**2 + 1 ").replace("by short", "by short ; gap 1"),
        2,
        "the last line should be",
    ),
    "another start": ("norm2(w)\n<= norm2(w) + R**2 | gap R**2", 0, "the first line should be"),
    "padded": ("norm2(w + y*x)\n" + "== norm2(w + y*x)\n" * 9 + "<= 0", 0, "step 10"),
    "too long": ("0\n" + "== 0\n" * 100, 0, "more than 10000 characters or 60 lines"),
    "empty": ("", 0, "a derivation has a first line"),
    "no text": (3, 0, "a text is expected, this is a int"),
    "printed": (None, 0, "nothing is returned: is there a return?"),
    "no language": ("the norm\n<= the bound", 0, "first line"),
    "code": ("__import__('os')._exit(0)\n== 0", 0, "first line"),
}


@pytest.mark.parametrize("name", DERIVATIONS)
def test_derivations(name: str) -> None:
    text, earned, says = DERIVATIONS[name]
    (mark,) = TOY["proof"](LocalStudent({"derivation": lambda: text}), 1)
    assert mark.earned == earned, mark.reason
    assert says in mark.reason


def test_a_derivation_has_a_limit_on_time() -> None:
    def busy() -> Context:
        while True:
            pass

    mark = grade_chain("a\n== a", context=busy, claim="a == a", points=1, seconds=1)
    assert mark.earned == 0
    assert "more than 1 seconds" in mark.reason


# --- the environment ---------------------------------------------------------------------------------


def test_what_grading_adds_fits_to_the_lock() -> None:
    pin = r"^([\w.-]+)==([\w.]+)"
    files = [ROOT / f"requirements{kind}.txt" for kind in ("", "-grading")]
    lock, own = (dict(re.findall(pin, file.read_text(), re.MULTILINE)) for file in files)
    assert {"nbgrader", "distributed"} <= own.keys() - lock.keys()
    assert {name: lock[name] for name in own.keys() & lock.keys()} == {
        name: own[name] for name in own.keys() & lock.keys()
    }


# --- nbgrader --------------------------------------------------------------------------------------


def test_score_prints_reasons_and_returns_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = Assignment.load("toy", private(tmp_path)).questions
    monkeypatch.setattr(nb, "questions", lambda topic: {q.id: q for q in questions})
    points = nb.score("toy", "twice", {"twice": lambda x: x}, 1)
    assert type(points) is float
    assert points == 1.0
    assert capsys.readouterr().out == "1 of 1: shape: right\n0 of 1: value: it is not 2 * x\n"
    met: list[float] = []
    for seed in ("", "7", "8"):
        if seed:
            monkeypatch.setenv("OLBOOK_SEED", seed)
        nb.score("toy", "twice", {"twice": lambda x: met.append(x[0])}, 7)
    assert met[0] == met[1] != met[2]


@pytest.mark.thorough
@needs_nbgrader
def test_student_version_is_made_by_nbgrader(tmp_path: Path) -> None:
    own = private(tmp_path)
    command: list[str | Path] = [NBGRADER, "-m", "grading.make_assignments", own / "toy.ipynb"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (own / "students" / "toy.ipynb").read_text()
    made = json.loads(text)
    assert "2 * x" not in text
    assert "HIDDEN" not in text
    assert "by mistake" not in text
    shown = [c["outputs"][0]["text"] for c in made["cells"] if c.get("outputs")]
    assert shown == [["not written yet\n"]] * 3
    assignment = Assignment.load("toy", own)
    submission = Submission.read(own / "students" / "toy.ipynb", assignment)
    assert set(submission.answers) == {"twice-answer", "counter-answer", "proof-answer"}
    assert submission.notes == []


# --- tables and pages --------------------------------------------------------------------------------

ROSTERS = {
    "Moodle": "Identifier,Full name,ID number,Email address,Status,Grade,Last modified (grade)\n"
    'Participant 4711,Ann Lee,s100,ann@example.org,Submitted,,"Friday, 4 May 2029, 9:07 AM"\n'
    "Participant 4712,Bob Ray,s101,bob@example.org,Submitted,,-\n"
    "Participant 4713,Cy No,s102,cy@example.org,,,-\n",
    "Canvas": "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
    '"Lee, Ann",4711,s100,ann@example.org,A\n"Ray, Bob",4712,s101,bob@example.org,A\n'
    '"No, Cy",4713,s102,cy@example.org,A\n',
}
FILES = {
    "by number": ("s100", "s101"),
    "by address": ("ann@example.org", "Bob@example.org"),
    "as Moodle names them": (
        "Ann Lee_4711_assignsubmission_file",
        "Bob Ray_4712_assignsubmission_",
    ),
    "as Canvas names them": ("leeann_4711_90210_toy", "raybob_LATE_4712_90211_toy"),
}


Marked = tuple[Assignment, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def two_marks(tmp_path_factory: pytest.TempPathFactory) -> Marked:
    """An assignment, and the marks of a right and a wrong submission to it."""
    tmp = tmp_path_factory.mktemp("marks")
    assignment = Assignment.load("toy", private(tmp))
    course = grade.Course(assignment, 1, Limits(), unsafe=bool(sandbox.why_not()))
    marks = []
    for source in (toy.RIGHT["twice"], "    return '=1+1'"):
        (tmp / "x.ipynb").write_text(json.dumps(toy.students(twice=toy.answer("twice", source))))
        marks.append(grade.graded(tmp / "x.ipynb", "<ann>", course))
    return assignment, marks


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("system", ROSTERS)
def test_marks_travel_to_moodle_and_canvas(
    tmp_path: Path, two_marks: Marked, system: str, files: str
) -> None:
    assignment, marks = two_marks
    (tmp_path / "roster.csv").write_text(ROSTERS[system], encoding="utf-8-sig")
    people = roster_of(tmp_path / "roster.csv")
    rows = tables.rows_of(zip(FILES[files], marks, strict=True), people)
    assert [row.attention for row in rows] == [[], [], ["nothing handed in"]]
    own = list(csv.DictReader(io.StringIO(tables.everything(rows, assignment))))
    assert [row["identifier"] for row in own] == ["s100", "s101", "s102"]
    assert [row["total"] for row in own] == ["7.0", "5.0", ""]
    third = people[2].get("Full name") or people[2].get("Student")
    assert own[2]["submission"] == third  # who handed in nothing has a name too
    moodle = list(csv.DictReader(io.StringIO(tables.moodle(rows, assignment))))
    canvas = list(csv.reader(io.StringIO(tables.canvas(rows, assignment))))
    assert [row["Grade"] for row in moodle] == ["7.0", "5.0"]
    assert {row["Maximum grade"] for row in moodle} == {"7.0"}
    assert "an array of shape (5,) is expected" in moodle[1]["Feedback comments"]
    assert canvas[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Toy"]
    assert canvas[1] == ["    Points Possible", "", "", "", "", "7.0"]
    assert [row[5] for row in canvas[2:]] == ["7.0", "5.0"]
    if system == "Moodle":
        assert [row["Identifier"] for row in moodle] == ["Participant 4711", "Participant 4712"]
        assert [row["Email address"] for row in moodle] == ["ann@example.org", "bob@example.org"]
        given = csv.DictReader(io.StringIO(ROSTERS["Moodle"]))
        for row, had in zip(moodle, given, strict=False):  # a worksheet without it is refused
            assert row["Last modified (grade)"] == had["Last modified (grade)"].strip("-")
    else:
        assert [row[1:3] for row in canvas[2:]] == [["4711", "s100"], ["4712", "s101"]]
        assert [row["ID number"] for row in moodle] == ["s100", "s101"]
        assert all(row["Full name"] for row in moodle)
        del people[0]["SIS User ID"]  # Canvas's own number is none of the school's
        without = list(csv.reader(io.StringIO(tables.canvas(rows, assignment))))
        assert without[2][1:3] == ["4711", ""]


def test_whom_the_roster_does_not_know_or_knows_twice_is_looked_at(two_marks: Marked) -> None:
    assignment, marks = two_marks
    roster = [{"Full name": "Ann", "ID number": "1"}, {"Full name": "Ann", "ID number": "2"}]
    names = ["Ann", "1", "1_again", "Zoe"]
    rows = tables.rows_of([(name, marks[0]) for name in names], roster)
    fits = "more than one submission or row of the roster fits"
    told = [[fits], [], [fits], ["not in the roster"], ["nothing handed in"]]
    assert [row.attention for row in rows] == told
    without = tables.rows_of([("ann", marks[0]), ("bob", None)], [])
    assert [row.identifier for row in without] == ["ann", "bob"]
    assert [row.attention for row in without] == [[], ["not graded"]]
    assert tables.moodle(without, assignment).count("\n") == 2  # no marks, no row


def test_an_accent_may_be_written_in_two_ways(two_marks: Marked) -> None:
    _, marks = two_marks
    (row,) = tables.rows_of([("mu\u0308ller_12_file", marks[0])], [{"Full name": "M\u00fcller"}])
    assert (row.name, row.attention) == ("M\u00fcller", [])


def test_no_cell_of_a_table_is_a_formula(two_marks: Marked) -> None:
    assignment, marks = two_marks
    rows = tables.rows_of([(name, marks[0]) for name in ("=1+1", "@x", "+1", "-1")], [])
    for table in (tables.everything, tables.moodle, tables.canvas):
        for row in csv.reader(io.StringIO(table(rows, assignment))):
            assert not any(cell[:1] in ("=", "+", "@", "-") for cell in row)


def test_a_page_shows_title_question_answer_and_reason(two_marks: Marked) -> None:
    assignment, marks = two_marks
    page = feedback.page(marks[1], assignment)
    assert "<h1>Toy</h1>" in page
    assert "&lt;ann&gt;" in page
    assert "<ann>" not in page
    for question in assignment.questions:
        assert question.title in page
    assert "Question twice" in page
    assert "return &#x27;=1+1&#x27;" in page
    assert "an array of shape (5,) is expected" in page


def test_a_question_is_read_as_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "See [*there*](x.md): $a_t<b$, `$c`\n\n$$\nd^2\n$$\n\n| n |\n|---|\n| <b>e</b> |\n"
    shown = (
        "<em>there</em>: ",
        "<code>a_t&lt;b</code>",
        "<code>$c</code>",
        "<code>d^2</code>",
        "<td>&lt;b&gt;e",
    )
    monkeypatch.setattr(feedback, "KATEX", Path("none"))
    page = feedback.question.__wrapped__(text)
    assert all(words in page for words in shown)


@pytest.mark.parametrize("topic", first_of_each(ASSIGNMENTS))
def test_a_page_has_the_text_and_the_answers_of_each_question(topic: str) -> None:
    assignment = Assignment.load(topic)
    assert assignment.title.startswith("Assignment: ")
    read = "".join(map(feedback.question, assignment.tasks.values()))
    words = re.sub(r"<code.*?</code>|<annotation.*?</annotation>", "", read, flags=re.DOTALL)
    assert not re.search(r"\$|\*\*|```|\|---|\]\(|href=|katex-error|[{}]", words)
    assert ("<math" in read) == feedback.KATEX.exists()
    facts = any("show_facts" in cell.source for cell in assignment.cells)
    assert ("to show:" in read) == facts
    for question in assignment.questions:
        assert f"{question.points:g} point" in assignment.tasks[question.id]
        assert assignment.answers_to(question.id)
    answers = [cell for cell in assignment.cells if cell.is_answer]
    assert len(answers) == sum(len(assignment.answers_to(q.id)) for q in assignment.questions)


@needs_sandbox
def test_what_the_assignments_allow_can_be_imported() -> None:
    titles = {"NumPy": "numpy", "SciPy": "scipy", "SymPy": "sympy", "Matplotlib": "matplotlib"}
    titles |= {"scikit-learn": "sklearn", "the book's package": "olbook"}
    for topic in ASSIGNMENTS:
        notebook = json.loads((ROOT / "book" / "assignments" / f"{topic}.ipynb").read_text())
        allowed = "".join(notebook["cells"][0]["source"]).split("**Allowed** are")[1]
        assert all(title in allowed.split(".")[0] for title in titles), topic
    source = f"import {', '.join(titles.values())}\ndef fine(): return sklearn.__name__"
    with in_sandbox(source, call=60) as student:
        assert student.call("fine") == "sklearn"
