"""A bank of questions whose numbers are drawn from a secret of the course: ``make bank``.

The secret, the student and the name of a question decide its numbers. So the same student gets the
same question again, two students get different ones, and a public solution is about other numbers.
For each student there are a sheet without answers and one with them, as notebooks and as Markdown.

    python -m instructor.bank --secret "..." --students people.txt --out sheets
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


def draw(question: Question, secret: str, student: str) -> Variant:
    """The question as one student of one course gets it.

    Parameters
    ----------
    question : Question
    secret : str
        Of the course. Who does not know it cannot draw the same numbers.
    student : str

    Returns
    -------
    Variant
    """
    message = f"{student}\n{question.name}".encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    return question.make(np.random.default_rng(int.from_bytes(digest, "big")))


def choose(names: Sequence[str]) -> list[Question]:
    """The questions of these names or topics; all of them if nothing is named."""
    known = {question.name for question in QUESTIONS} | {question.topic for question in QUESTIONS}
    if unknown := sorted(set(names) - known):
        raise ValueError(f"questions: {', '.join(unknown)} is no question and no topic of the bank")
    return [q for q in QUESTIONS if not names or q.name in names or q.topic in names]


def sheet(questions: Sequence[Question], secret: str, student: str, answers: bool) -> list[str]:
    """The texts of a sheet: an opening, then each question, with or without its answer."""
    texts = [f"# Questions for {student}" + (", with answers" if answers else "")]
    for number, question in enumerate(questions, start=1):
        variant = draw(question, secret, student)
        texts.append(f"## {number}. {question.title}\n\n{variant.statement}")
        if answers:
            texts.append(f"**Answer** (`{question.name}`). {variant.solution}")
    return texts


def as_notebook(texts: Sequence[str], answers: bool) -> nbformat.NotebookNode:
    """A notebook of a sheet; a student's has an empty cell below each question."""
    cells = [new_markdown_cell(texts[0])]
    for text in texts[1:]:
        cells.append(new_markdown_cell(text))
        if not answers:
            cells.append(new_code_cell())
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return notebook


def write(out: Path, students: Sequence[str], secret: str, questions: Sequence[Question]) -> None:
    """Write the sheets of a class: ``students/`` is handed out, ``instructor/`` is not."""
    files = {student: re.sub(r"[^\w.@+-]+", "_", student) for student in students}
    if len(set(files.values())) < len(students):
        raise ValueError("students: two of them would get a file of the same name")
    for answers, folder in ((False, out / "students"), (True, out / "instructor")):
        folder.mkdir(parents=True, exist_ok=True)
        for student, file in files.items():
            texts = sheet(questions, secret, student, answers)
            (folder / f"{file}.md").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
            nbformat.write(as_notebook(texts, answers), folder / f"{file}.ipynb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="bank", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--secret", required=True, help="of the course; tell nobody")
    parser.add_argument("--students", required=True, type=Path, help="a file, a name in each line")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write to")
    parser.add_argument("questions", nargs="*", help="names or topics; all questions without it")
    options = parser.parse_args(arguments)
    lines = options.students.read_text(encoding="utf-8").splitlines()
    students = [line.strip() for line in lines if line.strip()]
    try:
        questions = choose(options.questions)
        write(options.out, students, options.secret, questions)
    except ValueError as error:
        parser.error(str(error))
    print(f"bank: {len(questions)} questions for {len(students)} students, in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
