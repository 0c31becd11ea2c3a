"""A bank of questions whose numbers are drawn from a secret of the course: ``make bank``.

The secret, the student and the name of a question decide its numbers. So the same student gets the
same question again, and a public solution is about other numbers. No two students of a class get
the same variant: who would, in the order of the list, is given the next. For each student there are
a sheet without answers and one with them, as notebooks and as Markdown; ``marking.py`` grades what
comes back.

    python -m instructor.bank --secret "..." --students people.txt --out sheets
    python -m instructor.marking --secret "..." --students people.txt --sheets handed-in --out marks
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import olbook

from .by_hand import BY_HAND
from .false_lines import FALSE_LINES
from .variants import Question, Variant

QUESTIONS: tuple[Question, ...] = tuple(
    sorted((*BY_HAND, *FALSE_LINES), key=lambda question: olbook.TOPICS.index(question.topic))
)

MOST_ATTEMPTS = 200  # to find a variant that nobody has
OPENING = """

Write your answers into the cells below the questions, in place of `None`. Fractions such as `3/4`
count as they are; a decimal number needs four correct digits. You need not run the cells."""


def draw(question: Question, secret: str, student: str, attempt: int = 0) -> Variant:
    """The question as one student of one course gets it.

    Parameters
    ----------
    question : Question
    secret : str
        Of the course. Who does not know it cannot draw the same numbers.
    student : str
    attempt : int
        Counts the variants of this student, where somebody else has the ones before.

    Returns
    -------
    Variant
    """
    message = f"{student}\n{question.name}" + (f"\n{attempt}" if attempt else "")
    digest = hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest()
    return question.make(np.random.default_rng(int.from_bytes(digest, "big")))


def draw_for_all(question: Question, secret: str, students: Sequence[str]) -> dict[str, Variant]:
    """The variants of a class, all different; ValueError if the question has not so many."""
    found: dict[str, Variant] = {}
    taken = set[str]()
    for student in students:
        for attempt in range(MOST_ATTEMPTS):
            variant = draw(question, secret, student, attempt)
            if variant.statement not in taken:
                break
        else:
            raise ValueError(f"{question.name} has no variants left after {len(found)} students")
        found[student] = variant
        taken.add(variant.statement)
    return found


def choose(names: Sequence[str]) -> list[Question]:
    """The questions of these names or topics; all of them if nothing is named."""
    known = {question.name for question in QUESTIONS} | {question.topic for question in QUESTIONS}
    if unknown := sorted(set(names) - known):
        raise ValueError(f"questions: {', '.join(unknown)} is no question and no topic of the bank")
    return [q for q in QUESTIONS if not names or q.name in names or q.topic in names]


def sheet(variants: Sequence[tuple[Question, Variant]], student: str, answers: bool) -> list[str]:
    """The texts of a sheet: an opening, then each question, with or without its answer."""
    texts = [f"# Questions for {student}" + (", with answers" if answers else OPENING)]
    for number, (question, variant) in enumerate(variants, start=1):
        texts.append(f"## {number}. {question.title}\n\n{variant.statement}")
        if answers:
            texts.append(f"**Answer** (`{question.name}`). {variant.solution}")
    return texts


def form(question: Question, variant: Variant) -> str:
    """The cell into which a student writes the answers: a name and a place for each."""
    width = max(map(len, variant.answer)) + 4
    lines = [f"# {question.name}", "answer = {"]
    for name, value in variant.answer.items():
        key = f'"{name}":'
        lines.append(f"    {key:{width}}None,  # {kind_of(value)}")
    return "\n".join([*lines, "}"])


def kind_of(value: object) -> str:
    """What is asked for, without saying how long it is."""
    if isinstance(value, str):
        return "a word in quotation marks"
    if isinstance(value, (list, tuple)):
        return "vectors, as [(1, 2), (3, 4)]" if _holds_rows(value) else "numbers, as [1, 2, 3]"
    return "a number; 3/4, sqrt(2) and log(2) may stand in it"


def _holds_rows(value: Sequence[object]) -> bool:
    return any(isinstance(each, (list, tuple)) for each in value)


def as_notebook(texts: Sequence[str], forms: Sequence[str], answers: bool) -> nbformat.NotebookNode:
    """A notebook of a sheet; a student's has below each question a cell for the answer."""
    cells = [new_markdown_cell(texts[0])]
    for number, text in enumerate(texts[1:]):
        cells.append(new_markdown_cell(text))
        if not answers:
            cells.append(new_code_cell(forms[number]))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return notebook


def file_of(student: str) -> str:
    """The name of the files of a student."""
    return re.sub(r"[^\w.@+-]+", "_", student)


def write(out: Path, students: Sequence[str], secret: str, questions: Sequence[Question]) -> None:
    """Write the sheets of a class: ``students/`` is handed out, ``instructor/`` is not."""
    if len(set(map(file_of, students))) < len(students):
        raise ValueError("students: two of them would get a file of the same name")
    drawn = {question.name: draw_for_all(question, secret, students) for question in questions}
    for answers, folder in ((False, out / "students"), (True, out / "instructor")):
        folder.mkdir(parents=True, exist_ok=True)
        for student in students:
            own = [(question, drawn[question.name][student]) for question in questions]
            texts = sheet(own, student, answers)
            forms = [form(question, variant) for question, variant in own]
            place = folder / file_of(student)
            (folder / f"{place.name}.md").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
            nbformat.write(as_notebook(texts, forms, answers), folder / f"{place.name}.ipynb")


def people_of(path: Path) -> list[str]:
    """The students of a file with a name in each line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="bank", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--secret", required=True, help="of the course; tell nobody")
    parser.add_argument("--students", required=True, type=Path, help="a file, a name in each line")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write to")
    parser.add_argument("questions", nargs="*", help="names or topics; all questions without it")
    options = parser.parse_args(arguments)
    students = people_of(options.students)
    try:
        questions = choose(options.questions)
        write(options.out, students, options.secret, questions)
    except ValueError as error:
        parser.error(str(error))
    print(f"bank: {len(questions)} questions for {len(students)} students, in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
