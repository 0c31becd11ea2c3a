"""What the tests of all assignments share: the two notebooks, and what a variant of an answer earns."""

from __future__ import annotations

import ast
import re
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from grading.kit import LocalStudent, Mark
from grading.nb import questions, solutions

ROOT = Path(__file__).resolve().parents[1]
ASSIGNMENTS = sorted(path.stem for path in (ROOT / "instructor").glob("*.ipynb"))
HIDDEN, SOLUTION = "### BEGIN HIDDEN TESTS", "### BEGIN SOLUTION"
HEADING = r"^## \d+\. (.+) \((\S+) points\)$"
REGION = re.compile(rf"^( *){SOLUTION}.*?### END SOLUTION", re.MULTILINE | re.DOTALL)


def other_seeds(first: int, end: int) -> list[Any]:
    """Seeds of other courses: the first, and in the thorough run another one, each week the next."""
    year, week, _ = date.today().isocalendar()
    another = first + 1 + (53 * year + week) % (end - first - 1)
    return [first, pytest.param(another, marks=pytest.mark.thorough)]


def instructors(topic: str) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(ROOT / "instructor" / f"{topic}.ipynb", as_version=4)
    return notebook


def students(topic: str) -> NotebookNode:
    notebook: NotebookNode = nbformat.read(
        ROOT / "book" / "assignments" / f"{topic}.ipynb", as_version=4
    )
    return notebook


def answer_cells(notebook: NotebookNode) -> str:
    """The code of the answer cells."""
    return "\n\n".join(
        cell.source
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.nbgrader.solution
    )


@cache
def setup(topic: str) -> str:
    """The code before the first answer: what an answer may rely on."""
    given = []
    for cell in instructors(topic).cells:
        if cell.cell_type == "code":
            if cell.metadata.nbgrader.solution:
                break
            given.append(cell.source)
    return "\n".join(given)


@cache
def own_solutions(topic: str) -> str:
    """The answers of the instructor's notebook, and what they rely on; no check is run."""
    return f"{setup(topic)}\n\n{answer_cells(instructors(topic))}"


def graded(topic: str, question: str, answers: str, seed: int = 1) -> list[Mark]:
    """The marks of a piece of code that stands in the answer cells."""
    student = LocalStudent.of(setup(topic) + "\n" + answers, solutions(topic))
    return questions(topic)[question].marks(student, seed)


def demand_full_marks(topic: str, question: str, answers: str, seed: int = 1) -> None:
    marks = graded(topic, question, answers, seed)
    assert all(mark.earned == mark.possible for mark in marks), marks
    assert sum(mark.possible for mark in marks) == questions(topic)[question].points, marks
    assert all(mark.reason for mark in marks)


def demand_reason(topic: str, question: str, answers: str, phrase: str, seed: int = 1) -> float:
    """The points of a wrong answer, which are fewer, for a reason that holds this phrase."""
    marks = graded(topic, question, answers, seed)
    points = questions(topic)[question].points
    assert sum(mark.possible for mark in marks) == points, marks
    assert all(0 <= mark.earned <= mark.possible for mark in marks), marks
    lost = [mark for mark in marks if mark.earned < mark.possible]
    assert lost, f"a wrong answer got full marks: {marks}"
    assert any(phrase in mark.reason for mark in lost), [mark.reason for mark in lost]
    return sum(mark.earned for mark in marks)


def text_function(name: str, chain: str) -> str:
    """A function that returns a derivation."""
    return f'def {name}():\n    return """{chain}"""\n'


def changed(answer: str, rows: list[Any]) -> list[Any]:
    """The wrong answers of a table of what is changed, and into what, in this right one."""
    assert all(old in answer for old, *_ in rows)
    return [(answer.replace(old, new), *rest) for old, new, *rest in rows]


def demand_fine_lines(topic: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every visible check is content with the instructor's solutions."""
    names: dict[str, object] = {}
    exec(own_solutions(topic), names)
    capsys.readouterr()
    for cell in instructors(topic).cells:
        if cell.metadata.nbgrader.grade or "exercises.check_" in cell.source:
            exec(cell.source.split(HIDDEN)[0], names)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= len(questions(topic))
    assert [line for line in lines if not line.startswith("fine: ")] == []


def signatures(notebook: NotebookNode) -> dict[str, str]:
    """The names and arguments of all functions of the answer cells, with what they promise."""
    found = {}
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution") and cell.cell_type == "code":
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.FunctionDef):
                    found[node.name] = f"{ast.unparse(node.args)}: {ast.get_docstring(node)}"
    return found


def solution_lines(topic: str) -> set[str]:
    """The lines of the solutions that are long enough to be telling."""
    lines = set()
    for cell in instructors(topic).cells:
        if SOLUTION in cell.source:
            solution = cell.source.split(SOLUTION)[1].split("### END SOLUTION")[0]
            lines |= {line.strip() for line in solution.splitlines() if len(line.strip()) > 11}
    return lines


def demand_sound_notebooks(topic: str) -> None:
    """The instructor's notebook adds up, and the student's holds the questions and no answer."""
    own, theirs = instructors(topic), students(topic)
    data = [cell.metadata.nbgrader for cell in own.cells]
    assert all(each.schema_version == 3 and each.task is False for each in data)
    assert all(each.locked != each.solution for each in data)
    assert len({each.grade_id for each in data}) == len(data)
    points = {each.grade_id: each.points for each in data if each.grade}
    assert points == {id_: question.points for id_, question in questions(topic).items()}
    assert re.search(rf"\*\*Points:\*\* {sum(points.values())}[,.]", own.cells[0].source)
    headings = re.findall(HEADING, "\n".join(cell.source for cell in own.cells), re.MULTILINE)
    asked = [(question.title, f"{question.points:g}") for question in questions(topic).values()]
    assert headings == asked, f"instructor/{topic}.ipynb: headings {headings}, the grader {asked}"

    assert signatures(own) == signatures(theirs)
    assert [cell.metadata.nbgrader.grade_id for cell in theirs.cells] == [d.grade_id for d in data]
    for mine, given in zip(own.cells, theirs.cells, strict=True):
        expected = mine.source.split(HIDDEN)[0].rstrip()
        if mine.metadata.nbgrader.solution:
            expected = REGION.sub(r"\1raise NotImplementedError", expected)
        assert given.source.rstrip() == expected, "make assignments has to be run"
    text = "\n".join(cell.source for cell in theirs.cells)
    for sign in ("SOLUTION", "HIDDEN", "grading", "score("):
        assert sign not in text
    given = "\n".join(c.source for c in own.cells if not c.metadata.nbgrader.solution)
    lines = {line.strip() for cell in theirs.cells for line in cell.source.splitlines()}
    shown = {line for line in solution_lines(topic) & lines if line not in given}
    assert not shown, shown
    for cell in theirs.cells:
        outputs = cell.get("outputs", [])
        assert all(output.output_type != "error" for output in outputs)
        if cell.metadata.nbgrader.grade:
            printed = "".join(output.get("text", "") for output in outputs).splitlines()
            assert printed
            assert set(printed) == {"not written yet"}
        if cell.metadata.nbgrader.solution:
            assert "raise NotImplementedError" in cell.source
