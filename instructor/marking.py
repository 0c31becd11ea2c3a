"""Grades the sheets of the bank. Nothing of a student's is run: answers are read as numbers.

    python -m instructor.marking --secret "..." --students people.txt --sheets handed-in --out marks

It draws the questions again, reads what stands in the cells, and writes ``marks.csv`` and for each
student a text with what was right. A question has a point, shared out by what each entry is worth. Each
entry of an answer is read by itself, so one that cannot be read costs no other.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import csv
import math
import operator
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from grading.assignment import Unreadable, cells_of, content_of, source_of
from grading.roster import plain

from .bank import choose, draw_sheets, file_of, people_of
from .variants import Question, Variant

CLOSE = 6e-4  # of the size of a number: four digits
ROUNDING = 1e-9  # of a whole number that was computed, as sqrt(2)*sqrt(8)
EMPTY = ("", "None")
RIGHT, UNREAD = "right", "it cannot be read and was not marked"
LONGEST = 2_000  # characters of an entry
LARGEST = 1e12  # of a number
LARGEST_POWER = 28.0  # the logarithm of a power
TYPED = str.maketrans(  # as other programs write them
    {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u2212": "-",
     "\xa0": " ", "^": "**"}
)  # fmt: skip
NAMED = re.compile(r"^# ([\w-]+)$", re.MULTILINE)
FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
THOUSANDS = re.compile(r"[+-]? ?\d{1,3}(,\d{3})+(\.\d+)?")
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
    """Why an entry cannot be read."""


UNREADABLE = (
    NoAnswer,
    SyntaxError,
    ValueError,
    ArithmeticError,
    RecursionError,
    MemoryError,
    TypeError,
)


@dataclass(frozen=True)
class Result:
    """What one question earned, and for each thing that it asks whether it is right."""

    question: str
    share: float
    said: dict[str, str]


# --- reading ---------------------------------------------------------------------------------------


def value_of(node: ast.expr) -> Any:
    """A number, or a list of them, from a piece of Python that is not run."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return value_of(ast.parse(node.value.strip(), mode="eval").body)
    if isinstance(node, ast.Constant):
        return _number(node.value)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [value_of(each) for each in node.elts]
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


def forms_of(path: Path) -> dict[str, str]:
    """The forms of a sheet, by question."""
    if path.suffix == ".md":
        texts = FENCED.findall(content_of(path).decode("utf-8", "replace"))
    else:
        texts = [source_of(c) for c in cells_of(path, []) if c.get("cell_type") == "code"]
    return {named[1]: text for text in texts if (named := NAMED.search(text))}


def entries_of(form: str, names: Iterable[str]) -> dict[str, str]:
    """What stands behind each of these names in a form, as it was typed."""
    form = re.sub("#.*", "", form).translate(TYPED)
    places = list(re.finditer(rf"""["']?\b({"|".join(names)})\b["']? *:""", form))
    ends = [place.start() for place in places[1:]] + [len(form)]
    typed = {p[1]: form[p.end() : end] for p, end in zip(places, ends, strict=True)}
    return {name: text.split("\n}")[0].strip(" ,}\n\r\t") for name, text in typed.items()}


def readings(text: str) -> list[Any]:
    """What an entry may mean: outside of brackets a comma is a point, or parts thousands or a list."""
    if len(text) > LONGEST:
        return []
    bare, ways = text.strip("\"' "), [text]
    if "," in bare and not set(bare) & set("([{"):
        ways = [bare.replace(",", "."), f"[{bare}]"]
        ways += [bare.replace(",", "")] if THOUSANDS.fullmatch(bare) else []
    found = []
    for way in ways:
        with contextlib.suppress(*UNREADABLE):
            found.append(value_of(ast.parse(way, mode="eval").body))
    return found


# --- comparing -------------------------------------------------------------------------------------


def is_right(found: Any, expected: Any) -> bool:
    """Whether an answer is right: a whole number up to rounding, others in four digits."""
    if isinstance(expected, (list, tuple)):
        same = isinstance(found, list) and len(found) == len(expected)
        return same and all(map(is_right, found, expected))
    if isinstance(found, bool) or not isinstance(found, (int, float, Fraction)):
        return False
    whole = not isinstance(expected, float) and Fraction(expected).denominator == 1
    near = ROUNDING if whole else CLOSE
    return abs(float(found) - float(expected)) <= near * abs(float(expected))


def has_answer(question: Question, forms: Mapping[str, str]) -> bool:
    """Whether a place in the form of this question is filled."""
    typed = entries_of(forms.get(question.name, ""), question.asks)
    return any(text not in EMPTY for text in typed.values())


def said_of(text: str, expected: Any) -> str:
    """What a student reads of an entry."""
    if text in EMPTY:
        return "no answer"
    shown = " ".join(text.split())[:60]
    if isinstance(expected, str):
        right = text.strip("\"' ").lower() == expected.lower()
        return RIGHT if right else f"{shown} is not right"
    found = readings(text)
    if not found:
        return f"{UNREAD}: {shown}"
    return RIGHT if any(is_right(each, expected) for each in found) else f"{shown} is not right"


def result(question: Question, variant: Variant, form: str) -> Result:
    """What one answer earns."""
    typed = entries_of(form, question.asks)
    said = {name: said_of(typed.get(name, ""), value) for name, value in variant.answer.items()}
    earned = sum(question.shares[name] for name, words in said.items() if words == RIGHT)
    return Result(question.name, float(earned), said)


def whose(sheets: Path, students: Sequence[str]) -> dict[Path, str]:
    """Every file and the student whose name is in its path, or nothing; of one student the newest is last.

    Platforms write the student before the name that the student chose: of the names on the list the one
    that stands first is meant, and of two that begin there the longer.
    """
    found = {}
    files = [path for path in sheets.rglob("*") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime):
        said = _in_marks(str(path.relative_to(sheets).with_suffix("")))
        named = [s for s in students if _in_marks(s) in said and path.suffix in (".ipynb", ".md")]
        first = sorted(named, key=lambda s: (said.index(_in_marks(s)), -len(s)))
        found[path] = first[0] if first else ""
    return found


def _in_marks(name: str) -> str:
    return "_" + re.sub(r"[\W_]+", "_", plain(name)).strip("_") + "_"


def grade(
    sheets: Path, drawn: Mapping[str, Sequence[tuple[Question, Variant]]]
) -> dict[str, list[Result]]:
    """The results of a class, by student, from what each was asked.

    Of several files the newest counts that has an answer.
    """
    owner = whose(sheets, list(drawn))
    found: dict[str, list[Result]] = {}
    for student, own in drawn.items():
        forms: dict[str, str] = {}
        missing = "nothing was handed in"
        for path in (path for path in owner if owner[path] == student):
            try:
                new, missing = forms_of(path), "its form is missing"
            except Unreadable as error:
                new, missing = {}, str(error)
            if not forms or any(has_answer(question, new) for question, _ in own):
                forms = new
        found[student] = [
            result(question, variant, forms[question.name])
            if question.name in forms
            else Result(question.name, 0.0, dict.fromkeys(question.asks, missing))
            for question, variant in own
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
    parser.add_argument(
        "--group", type=Path, help="who hands in, if --students has one sheet for all"
    )
    parser.add_argument("--sheets", required=True, type=Path, help="what was handed in")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write to")
    parser.add_argument("questions", nargs="*", help="the same questions as then")
    options = parser.parse_args(arguments)
    try:
        questions = choose(options.questions)
        drawn = draw_sheets(questions, options.secret, people_of(options.students))
        if options.group:
            one, *others = drawn.values()  # the sheet that all were given
            if others:
                raise ValueError("--students: one sheet for all has one name")
            drawn = dict.fromkeys(people_of(options.group), one)
        results = grade(options.sheets, drawn)
    except ValueError as error:
        parser.error(str(error))
    write(options.out, results)
    for path, student in whose(options.sheets, list(drawn)).items():
        if not student:
            print(f"bank: {path}: of nobody on the list, or no sheet; it was not marked")
    for student, own in results.items():
        for each in own:
            for name, words in each.said.items():
                if words.startswith(UNREAD):
                    print(f"bank: {student}: {each.question}: {name}: {words}")
    print(f"bank: {len(results)} students, see {options.out / 'marks.csv'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
