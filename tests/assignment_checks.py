"""What the tests of all assignments share: the two notebooks, and what a variant of an answer earns."""

from __future__ import annotations

import ast
import importlib
import itertools
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from faults import tell
from nbformat import NotebookNode
from sources import in_digits

from grading.kit import LocalStudent, Mark
from grading.nb import questions, solutions
from olbook.checked import CheckError
from olbook.exercises.chains import Pinned

ROOT = Path(__file__).resolve().parents[1]
ASSIGNMENTS = sorted(path.stem for path in (ROOT / "instructor").glob("*.ipynb"))
HIDDEN, SOLUTION = "### BEGIN HIDDEN TESTS", "### BEGIN SOLUTION"
HEADING = r"^## \d+\. (.+) \((\S+) points\)$"
REGION = re.compile(rf"^( *){SOLUTION}.*?### END SOLUTION", re.MULTILINE | re.DOTALL)


def other_seeds(first: int, end: int) -> list[Any]:
    """Seeds of other courses: the first, and in the thorough run another one, each week the next."""
    year, week, _ = date.today().isocalendar()
    another = first + 1 + (53 * year + week) % (end - first - 1)
    return [pytest.param(first), pytest.param(another, marks=pytest.mark.thorough)]


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


def text_functions(**chains: str) -> str:
    """Several of them."""
    return "\n".join(text_function(name, chain) for name, chain in chains.items())


def slip_functions(line: str, counterexample: str, repaired: str) -> str:
    """The answer to a question about a slip: its line, a counterexample, and the derivation without it."""
    return (
        f"def wrong_line():\n    return {line}\n"
        f"def counterexample():\n    return {counterexample}\n"
        f"{text_function('repaired', repaired)}"
    )


def edited(text: str, *changes: str) -> str:
    """A text with changes: what is replaced, by what, what is replaced next, and so on."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


def changed(answer: str, rows: list[Any]) -> list[Any]:
    """The wrong answers of a table: changes of this right answer, words of the reason, and the points."""
    return [(edited(answer, *changes), words, points) for *changes, words, points in rows]


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


def without_blanks(text: str) -> str:
    """A line of a derivation as it is compared."""
    return re.sub(r"\s", "", text.partition("|")[0])


def facts_of_no_task(topic: str, text: str) -> Iterator[str]:
    """Facts, ends of derivations and lines to pass through that the text of an assignment has otherwise.

    A relation in backquotes is a fact of a task, behind its name; what begins with a relation is the last
    line of a task, behind its first. A chain of lines is one of our solution's; with reasons, it is checked.
    """
    module = importlib.import_module(f"olbook.exercises.{topic}")
    tasks = [task for task in vars(module).values() if isinstance(task, Pinned)]
    facts = {
        (fact.name, without_blanks(fact.text))
        for task in tasks
        for fact in task.context().facts.values()
    }
    for task in tasks:
        left, relation, right = map(without_blanks, task.ends)
        facts.add((left, relation + right))
    quoted = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
    for before, said in itertools.pairwise(["", *quoted]):
        known = (without_blanks(before), without_blanks(said)) in facts
        if re.search(r"[<>=]=|[<>]", said) and not known:
            told = [f for name, f in facts if without_blanks(before) == name]
            yield f"`{said}` behind `{before}` is not what olbook/exercises/{topic}.py has: {told}"
    ours = {without_blanks(line) for line in re.split(r'\n|"""', own_solutions(topic))}
    for chain in re.findall(r"```text\n(.*?)```", text, re.DOTALL):
        if "| by" in chain:  # a derivation of the chapter, from the facts of the first task
            context = tasks[0].context()
            try:
                for name, fact in QUOTED.get(topic, ()):
                    context.hyp(name, fact)
                context.prove("quoted", chain)
            except CheckError as error:
                yield str(error)
            continue
        for line in chain.splitlines():
            if without_blanks(line) not in ours:
                yield f"a line to pass through that is none of our solution: {line}"


QUOTED = {"perceptron": [("mistake", "y*dot(w, x) <= 0")]}
"""What the chapter supposes beside the facts of the first task, in the derivation that is quoted."""
PART = re.compile(r"(?<=\()(?:(\d+(?:\.\d+)?)|half a) points?\b")


def points_unlike_the_grader(topic: str, own: NotebookNode) -> Iterator[str]:
    """Parts of a question with other points than the grader gives, and another number of questions.

    A question with several functions says what each part earns: the marks of the grader, in its order and
    as the solution's stand in the notebook, added up.
    """
    asked = questions(topic)
    said, functions = "", 0
    for cell in own.cells:
        data = cell.metadata.nbgrader
        if cell.cell_type == "markdown":
            said += cell.source + "\n"
        elif data.solution:
            functions += 1
        if not data.grade:
            continue
        opening, _, section = said.rpartition("\n## ")
        for words in re.findall(r"\bin (\w+) questions\.", opening):
            if in_digits(words) != str(len(asked)):
                yield f"it has {len(asked)} questions, and says {words}"
        title = asked[data.grade_id].title
        parts = [float(part or 0.5) for part in PART.findall(section.partition("\n")[2])]
        printed = "".join(output.get("text", "") for output in cell.outputs)
        marks = [float(of) for of in re.findall(r"^\S+ of (\S+): ", printed, re.MULTILINE)]
        fit = {*itertools.accumulate(parts)} <= {*itertools.accumulate(marks)}
        if (parts or functions > 1) and not (fit and sum(parts) == sum(marks)):
            yield f"{title}: parts of {parts} points, and the grader's of {marks}: say what each earns"
        said, functions = "", 0


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
    text = "\n".join(cell.source for cell in own.cells if cell.cell_type == "markdown")
    faults = [*facts_of_no_task(topic, text), *points_unlike_the_grader(topic, own)]
    tell(faults, f"instructor/{topic}.ipynb")
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
