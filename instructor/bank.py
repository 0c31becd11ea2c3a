"""A bank of questions whose numbers are drawn from a secret of the course: ``make bank``.

The secret, the student and the name of a question decide its numbers. So the same student gets the
same question again, and a public solution is about other numbers. No two students of a class have
the same answer: who would, in the order of the list, is given the next. For each student there are
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
import textwrap
from collections.abc import Sequence
from pathlib import Path

import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import olbook

from .by_hand import BY_HAND
from .false_lines import FALSE_LINES
from .variants import Number, Question, Variant

QUESTIONS: tuple[Question, ...] = tuple(
    sorted((*BY_HAND, *FALSE_LINES), key=lambda question: olbook.TOPICS.index(question.topic))
)

FENCE = "```python\n"
LINE = r"\_" * 30  # to write on
MOST_ATTEMPTS = 200  # to find an answer that nobody has
OPENING = """

Below each question is a form, which says what is asked: write your answers into it, in place of
`None`. Fractions such as `3/4` count as they are, and so do `sqrt(2)` and `log(2)`. A whole number
has to be exact, a decimal number needs four correct digits. A question has one point, and each of its
entries the share that stands beside it. Nothing has to be run."""


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
    """The variants of a class, no two with one answer; ValueError if there are not so many."""
    found: dict[str, Variant] = {}
    for student in students:
        for attempt in range(MOST_ATTEMPTS):
            variant = draw(question, secret, student, attempt)
            if all(variant.answer != other.answer for other in found.values()):
                break
        else:
            raise ValueError(f"{question.name} has no variants left after {len(found)} students")
        found[student] = variant
    return found


def draw_sheets(
    questions: Sequence[Question], secret: str, students: Sequence[str]
) -> dict[str, list[tuple[Question, Variant]]]:
    """What each student of a class is asked."""
    drawn = []
    for number, question in enumerate(questions, start=1):
        drawn.append((question, draw_for_all(question, secret, students)))
        print(f"bank: [{number}/{len(questions)}] {question.name}", flush=True)
    return {student: [(q, variants[student]) for q, variants in drawn] for student in students}


def choose(names: Sequence[str]) -> list[Question]:
    """The questions of these names or topics, as they are named; all of them if nothing is."""
    known = {question.name for question in QUESTIONS} | {question.topic for question in QUESTIONS}
    if unknown := sorted(set(names) - known):
        raise ValueError(f"questions: {', '.join(unknown)} is no question and no topic of the bank")
    named = [q for name in names for q in QUESTIONS if name in (q.name, q.topic)]
    return [q for n, q in enumerate(named) if q not in named[:n]] or list(QUESTIONS)


def sheet(
    variants: Sequence[tuple[Question, Variant]], student: str, answers: bool, paper: bool = False
) -> list[str]:
    """The texts of a sheet: an opening, then each question, its form, and perhaps its answer."""
    opening = "" if paper else OPENING
    texts = [f"# Questions for {student}" + (", with answers" if answers else opening)]
    for number, (question, variant) in enumerate(variants, start=1):
        points = f" ({in_points(sum(question.points.values()))})" if paper else ""
        texts.append(f"## {number}. {question.title}{points}\n\n{variant.statement}")
        if paper:
            texts += [
                f"{asked} ({in_points(question.points[name])}): {LINE}"
                for name, asked in question.asks.items()
            ]
        else:
            texts.append(f"{FENCE}{form(question, variant)}\n```")
        if answers:
            texts.append(f"**Answer** (`{question.name}`). {variant.solution}")
    return texts


def form(question: Question, variant: Variant) -> str:
    """Where a student writes the answers: for each what is asked, a name and a place."""
    lines = [f"# {question.name}", "answer = {"]
    for name, asked in question.asks.items():
        told = f"{asked}{kind_of(variant.answer[name])} ({in_points(question.shares[name])})"
        words = textwrap.wrap(told, 70)
        lines += [f"    # {line}" for line in words]
        lines.append(f'    "{name}": None,')
    return "\n".join([*lines, "}"])


def in_points(number: Number) -> str:
    """So many points, or such a part of one, in words."""
    return f"{number} point{'s' if number > 1 else ''}"


def kind_of(value: object) -> str:
    """What is asked for, without saying how long it is."""
    if isinstance(value, str):
        return ', as "A2"'
    if isinstance(value, (list, tuple)):
        rows = any(isinstance(each, (list, tuple)) for each in value)
        return ", as [(1, 2), (3, 4)]" if rows else ", as [1, 2]"
    return ""


def as_notebook(texts: Sequence[str]) -> nbformat.NotebookNode:
    """A notebook of a sheet; its forms are cells of code."""
    cells = [
        new_code_cell(text.removeprefix(FENCE).removesuffix("\n```"))
        if text.startswith(FENCE)
        else new_markdown_cell(text)
        for text in texts
    ]
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return notebook


def file_of(student: str) -> str:
    """The name of the files of a student."""
    return re.sub(r"[^\w.@+-]+", "_", student)


def write(
    out: Path,
    students: Sequence[str],
    secret: str,
    questions: Sequence[Question],
    paper: bool = False,
) -> None:
    """Write the sheets of a class: ``students/`` is handed out, ``instructor/`` is not."""
    if len(set(map(file_of, students))) < len(students):
        raise ValueError("students: two of them would get a file of the same name")
    drawn = draw_sheets(questions, secret, students)
    for answers, folder in ((False, out / "students"), (True, out / "instructor")):
        folder.mkdir(parents=True, exist_ok=True)
        for student, own in drawn.items():
            texts = sheet(own, student, answers, paper)
            place = folder / file_of(student)
            (folder / f"{place.name}.md").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
            if not paper:
                nbformat.write(as_notebook(texts), folder / f"{place.name}.ipynb")


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
    parser.add_argument("--paper", action="store_true", help="lines to write on, and no notebooks")
    parser.add_argument("questions", nargs="*", help="names or topics; all questions without it")
    options = parser.parse_args(arguments)
    students = people_of(options.students)
    try:
        questions = choose(options.questions)
        write(options.out, students, options.secret, questions, options.paper)
    except ValueError as error:
        parser.error(str(error))
    print(f"bank: {len(questions)} questions for {len(students)} students, in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
