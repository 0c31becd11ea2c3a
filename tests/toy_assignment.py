"""A small assignment, so that the tests of the grader depend on no real one: notebook and questions.

It is written into a folder as ``toy.ipynb`` and ``toy.py``, like what a course keeps to itself.
"""

from __future__ import annotations

import copy
import csv
import json
from pathlib import Path
from typing import Any

from grading import grade
from grading.sandbox import why_not

UNSAFE = ["--unsafe"] if why_not() else []

QUESTIONS = '''
import numpy as np

from grading.derivations import grade_chain
from grading.kit import AnswerError, Mark, Question
from olbook.checked import Context


def twice(student, seed):
    """Values for one point, shape for the other."""
    x = np.random.default_rng([seed, 1]).normal(size=5)
    got = student.call("twice", x)
    if not isinstance(got, np.ndarray) or got.shape != x.shape:
        return [Mark("twice", 0.0, 2.0, "an array of shape (5,) is expected")]
    right = np.allclose(got, 2 * x)
    value = Mark("value", float(right), 1.0, "right" if right else "it is not 2 * x")
    return [Mark("shape", 1.0, 1.0, "right"), value]


def counter(student, seed):
    right = student.call("counted", 3) == 3
    reason = "right" if right else "after three rounds it should say 3"
    return [Mark("rounds", 2.0 * right, 2.0, reason)]


def context():
    ctx = Context(vector="w x", real="y R")
    ctx.hyp("label", "y**2 == 1", label="labels are +1 or -1")
    ctx.hyp("mistake", "y*dot(w, x) <= 0", label="the round was a mistake")
    ctx.hyp("short", "norm2(x) <= R**2", label="no point is longer than R")
    return ctx


def proof(student, seed):
    return [
        grade_chain(
            student.call("derivation"),
            context=context,
            claim="norm2(w + y*x) <= norm2(w) + R**2",
            milestones=["norm2(w) + 2*y*dot(w, x) + norm2(x)", "norm2(w) + norm2(x)"],
            points=3.0,
            seconds=60.0,
        )
    ]


QUESTIONS = [
    Question("twice", "Twice", 2.0, twice),
    Question("counter", "A counter", 2.0, counter),
    Question("proof", "One mistake", 3.0, proof),
]
'''

CHAIN = """
        norm2(w + y*x)
        == norm2(w) + 2*y*dot(w, x) + norm2(x)   | by label
        <= norm2(w) + norm2(x)                   | by mistake
        <= norm2(w) + R**2                       | by short
    """

HEADS = {
    "twice": 'def twice(x):\n    """Twice an array."""',
    "counter": 'class Counter:\n    """Predicts the number of rounds."""\n\n    n = 0\n\n'
    "    def predict(self, x):",
    "proof": "def derivation():",
}
RIGHT = {
    "twice": "    return 2 * x",
    "counter": "        return self.n",
    "proof": f'    return """{CHAIN}"""',
}
TAILS = {
    "counter": "\n\n\ndef counted(rounds):\n    counter = Counter()\n    counter.n += rounds\n"
    "    return counter.predict(0)"
}
POINTS = {"twice": 2, "counter": 2, "proof": 3}
SETUP = "import numpy as np\nfrom olbook import exercises\n\nSEED = 1"
CHECK = """@exercises.visible
def check(answer):
    {visible}
    return "well done"


check({name})
### BEGIN HIDDEN TESTS
from grading.nb import score

score("toy", "{question}", globals(), SEED)
### END HIDDEN TESTS"""
VISIBLE = {
    "twice": ("twice", "exercises.close(exercises.answer(answer, np.ones(2)), [2, 2], 'twice')"),
    "counter": ("Counter", "exercises.answer(answer().predict, np.ones(2))"),
    "proof": ("derivation", "exercises.text(exercises.answer(answer), 'derivation()')"),
}

Notebook = dict[str, Any]


def cell(kind: str, source: str, **about: Any) -> dict[str, Any]:
    """A cell with nbgrader's metadata."""
    usual = {"schema_version": 3, "grade": False, "solution": False, "locked": True, "task": False}
    made: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{about['grade_id']}",
        "metadata": {"nbgrader": usual | about},
        "source": source,
    }
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def answer(question: str, body: str) -> str:
    """The source of an answer cell."""
    return f"{HEADS[question]}\n{body}{TAILS.get(question, '')}"


def notebook(cells: list[dict[str, Any]]) -> Notebook:
    return {"cells": copy.deepcopy(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def instructors() -> Notebook:
    """The instructor's notebook, with solutions and hidden tests."""
    cells = [cell("markdown", "# Toy", grade_id="title"), cell("code", SETUP, grade_id="setup")]
    for question, body in RIGHT.items():
        indent = body[: len(body) - len(body.lstrip())]
        region = f"{indent}### BEGIN SOLUTION\n{body}\n{indent}### END SOLUTION"
        name, visible = VISIBLE[question]
        check = CHECK.format(question=question, name=name, visible=visible)
        own = {"solution": True, "locked": False}
        cells += [
            cell("markdown", f"Question {question}", grade_id=f"{question}-text"),
            cell("code", answer(question, region), grade_id=f"{question}-answer", **own),
            cell("code", check, grade_id=question, grade=True, points=POINTS[question]),
        ]
    return notebook(cells)


def students(**sources: str) -> Notebook:
    """A student's notebook: ``twice="source of the answer cell"``; the others are right."""
    made = instructors()
    for each in made["cells"]:
        name = each["metadata"]["nbgrader"]["grade_id"].removesuffix("-answer")
        if each["metadata"]["nbgrader"]["solution"]:
            each["source"] = sources.get(name, answer(name, RIGHT[name]))
        elif each["cell_type"] == "code":
            each["source"] = each["source"].partition("\n### BEGIN HIDDEN")[0]
    return made


def blank() -> Notebook:
    """A student's notebook without any answer: it is graded at once, for nothing has to be run."""
    made = students()
    made["cells"] = [c for c in made["cells"] if not c["metadata"]["nbgrader"]["solution"]]
    return made


def write_assignment(folder: Path) -> Path:
    """Write notebook and questions into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.ipynb").write_text(json.dumps(instructors(), indent=1), encoding="utf-8")
    (folder / "toy.py").write_text(QUESTIONS, encoding="utf-8")
    return folder


def graded_class(
    folder: Path, private: Path, out: Path, *options: str
) -> dict[str, dict[str, str]]:
    """Grade what a class has handed in; the rows of the table of marks."""
    files = ["--private", str(private), "--out", str(out)]
    assert grade.main(["class", str(folder), "--topic", "toy", *files, *options, *UNSAFE]) == 0
    return rows_of(out)


def rows_of(out: Path) -> dict[str, dict[str, str]]:
    """The rows of a table of marks, by their submissions."""
    with (out / "marks.csv").open(newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}
