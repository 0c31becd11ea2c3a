"""Grades the sheets of the bank. Nothing of a student's is run: answers are read as numbers.

    python -m instructor.marking --secret "..." --students people.txt --sheets handed-in --out marks

It draws the questions again, reads what stands in the cells, and writes ``marks.csv`` and for each
student a text with what was right. A question has a point, in equal shares for what it asks.
"""

from __future__ import annotations

import argparse
import ast
import csv
import math
import operator
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from grading.assignment import Unreadable, cells_of, source_of
from grading.roster import plain

from .bank import choose, draw_for_all, file_of, people_of
from .variants import Question, Variant

CLOSE = 6e-4  # of the size of a number: four digits
LONGEST = 2_000  # characters of an answer
LARGEST = 1e12  # of a number
LARGEST_POWER = 28.0  # the logarithm of a power
NAMED = re.compile(r"^# ([\w-]+)$", re.MULTILINE)
OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: Fraction(a) / Fraction(b),
}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "sqrt": math.sqrt, "log": math.log, "ln": math.log, "exp": math.exp, "Fraction": Fraction,
}  # fmt: skip


class NoAnswer(Exception):
    """Why an answer cannot be read."""


@dataclass(frozen=True)
class Result:
    """What one question earned, and for each thing that it asks whether it is right."""

    question: str
    share: float
    said: dict[str, str]


# --- reading ---------------------------------------------------------------------------------------


def value_of(node: ast.expr) -> Any:
    """A number, a word, or a list of them, from a piece of Python that is not run."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, type(None))):
        return node.value
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return _number(node.value)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [value_of(each) for each in node.elts]
    if isinstance(node, ast.Dict) and all(node.keys):
        keys = [value_of(key) for key in node.keys if key]
        return dict(zip(map(str, keys), map(value_of, node.values), strict=True))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _number(value_of(node.operand))
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp):
        left, right = _number(value_of(node.left)), _number(value_of(node.right))
        if isinstance(node.op, ast.Pow):
            if float(abs(right)) * math.log(float(abs(left)) + 2) > LARGEST_POWER:
                raise NoAnswer("a power is too large")
            return left**right
        if type(node.op) in OPERATIONS:
            return OPERATIONS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and not node.keywords:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        if name in FUNCTIONS and len(node.args) == 1:
            return FUNCTIONS[name](_number(value_of(node.args[0])))
        if name == "Fraction" and len(node.args) == 2:
            return Fraction(value_of(node.args[0])) / Fraction(value_of(node.args[1]))
    raise NoAnswer(f"{ast.unparse(node)[:60]} is no number")


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        raise NoAnswer(f"{str(value)[:60]} is no number")
    if abs(float(value)) > LARGEST:
        raise NoAnswer("a number is too large")
    return value


def answers_of(path: Path) -> dict[str, dict[str, Any] | str]:
    """What a sheet answers, by question; a text says why a cell cannot be read."""
    found: dict[str, dict[str, Any] | str] = {}
    for cell in cells_of(path, []):
        source = source_of(cell)
        named = NAMED.search(source)
        if cell.get("cell_type") == "code" and named:
            found[named[1]] = _answer(source)
    return found


def _answer(source: str) -> dict[str, Any] | str:
    try:
        if len(source) > LONGEST:
            raise NoAnswer(f"it is longer than {LONGEST} characters")
        values = [n.value for n in ast.parse(source).body if isinstance(n, ast.Assign)]
        value = value_of(values[-1]) if values else None
    except (NoAnswer, SyntaxError, ValueError, ArithmeticError, RecursionError, TypeError) as error:
        return f"{error}"[:200]
    return value if isinstance(value, dict) else "there is no answer = {...}"


# --- comparing -------------------------------------------------------------------------------------


def is_right(found: Any, expected: Any) -> bool:
    """Whether an answer is right: exactly, or in four digits; words in small letters."""
    if isinstance(expected, str):
        return isinstance(found, str) and found.strip().lower() == expected.lower()
    if isinstance(expected, (list, tuple)):
        same = isinstance(found, list) and len(found) == len(expected)
        return same and all(map(is_right, found, expected))
    if isinstance(found, bool) or not isinstance(found, (int, float, Fraction)):
        return False
    if isinstance(expected, int) and not isinstance(found, float):
        return bool(found == expected)
    near = CLOSE * max(abs(float(expected)), 1e-3)
    return bool(found == expected or abs(float(found) - float(expected)) <= near)


def result(question: Question, variant: Variant, given: dict[str, Any] | str) -> Result:
    """What one answer earns."""
    if isinstance(given, str):
        return Result(question.name, 0.0, dict.fromkeys(variant.answer, given))
    said, right = {}, 0
    for name, expected in variant.answer.items():
        if given.get(name) is None:
            said[name] = "no answer"
        elif is_right(given[name], expected):
            said[name], right = "right", right + 1
        else:
            said[name] = f"{given[name]} is not right"
    return Result(question.name, right / len(variant.answer), said)


def whose(sheets: Path, students: Sequence[str]) -> dict[Path, str]:
    """Every file and the student whose name is in its path, or nothing; of one student the newest is last.

    Platforms write the student before the name that the student chose: of the names on the list the one
    that stands first is meant, and of two that begin there the longer.
    """
    found = {}
    files = [path for path in sheets.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime):
        said = _in_marks(str(path.relative_to(sheets).with_suffix("")))
        named = [s for s in students if _in_marks(s) in said and path.suffix == ".ipynb"]
        first = sorted(named, key=lambda s: (said.index(_in_marks(s)), -len(s)))
        found[path] = first[0] if first else ""
    return found


def _in_marks(name: str) -> str:
    return "_" + re.sub(r"[\W_]+", "_", plain(name)).strip("_") + "_"


def grade(
    sheets: Path, students: Sequence[str], secret: str, questions: Sequence[Question]
) -> dict[str, list[Result]]:
    """The results of a class, by student; nothing handed in is no answer to every question."""
    files = {student: path for path, student in whose(sheets, students).items() if student}
    drawn = {question.name: draw_for_all(question, secret, students) for question in questions}
    found: dict[str, list[Result]] = {}
    for student in students:
        try:
            given = answers_of(files[student]) if student in files else {}
        except Unreadable as error:
            given = dict.fromkeys(drawn, str(error))
        missing = "nothing was handed in" if student not in files else "its cell is missing"
        found[student] = [
            result(q, drawn[q.name][student], given.get(q.name, missing)) for q in questions
        ]
    return found


def write(out: Path, results: dict[str, list[Result]]) -> None:
    """The table of a class, and a text for each student."""
    (out / "feedback").mkdir(parents=True, exist_ok=True)
    names = [each.question for each in next(iter(results.values()), [])]
    with (out / "marks.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["student", *names, "total", "possible"])
        for student, own in results.items():
            shares = [round(each.share, 2) for each in own]
            total = round(math.fsum(each.share for each in own), 2)
            table.writerow([student, *shares, total, len(own)])
    for student, own in results.items():
        lines = [
            f"{each.question}: {name}: {words}" for each in own for name, words in each.said.items()
        ]
        text = "\n".join(lines) + "\n"
        feedback = out / "feedback" / f"{file_of(student)}.txt"
        feedback.write_text(text, encoding="utf-8", errors="backslashreplace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="marking", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--secret", required=True, help="with which the sheets were made")
    parser.add_argument("--students", required=True, type=Path, help="the same file as then")
    parser.add_argument("--sheets", required=True, type=Path, help="what was handed in")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write to")
    parser.add_argument("questions", nargs="*", help="the same questions as then")
    options = parser.parse_args(arguments)
    try:
        questions = choose(options.questions)
        students = people_of(options.students)
        results = grade(options.sheets, students, options.secret, questions)
    except ValueError as error:
        parser.error(str(error))
    write(options.out, results)
    for path, student in whose(options.sheets, students).items():
        if not student:
            print(f"bank: {path}: of nobody on the list, or no notebook; it was not marked")
    print(f"bank: {len(results)} students, see {options.out / 'marks.csv'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
