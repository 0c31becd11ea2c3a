"""The sheets of the bank come back: read without being run, and graded with reasons."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from instructor import bank, marking

QUESTIONS = ["five-rounds", "hedge-tuned", "add-or-multiply", "false-trade"]


def text_of(value: Any) -> str:
    """An answer as a student types it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(text_of, value))}]"
    return repr(value)


def fill(path: Path, answers: dict[str, dict[str, Any]]) -> None:
    """Write answers into the cells of a sheet."""
    sheet = json.loads(path.read_text())
    for cell in sheet["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            name = source.split("\n")[0].removeprefix("# ")
            for key, value in answers.get(name, {}).items():
                source = re.sub(rf'("{key}": *)None', lambda m: m[1] + text_of(value), source)  # noqa: B023
            cell["source"] = source
    path.write_text(json.dumps(sheet))


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    people = tmp_path / "people.txt"
    people.write_text("ann\nbob\ncy\ndee\n")
    out = ["--secret", "s", "--students", str(people), "--out", str(tmp_path / "sheets")]
    assert bank.main([*out, *QUESTIONS]) == 0
    return tmp_path / "sheets" / "students"


def graded(sheets: Path) -> dict[str, dict[str, str]]:
    folder = sheets.parents[1]
    options = ["--secret", "s", "--students", str(folder / "people.txt"), "--sheets", str(sheets)]
    assert marking.main([*options, "--out", str(folder / "marks"), *QUESTIONS]) == 0
    with (folder / "marks" / "marks.csv").open(newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_right_answers_of_every_question_earn_everything(tmp_path: Path) -> None:
    (tmp_path / "people.txt").write_text("ann\n")
    bank.write(tmp_path, ["ann"], "s", bank.QUESTIONS)
    answers = {q.name: bank.draw(q, "s", "ann").answer for q in bank.QUESTIONS}
    path = tmp_path / "students" / "ann.ipynb"
    (empty,) = marking.grade(path.parent, ["ann"], "s", bank.QUESTIONS).values()
    assert {each.share for each in empty} == {0.0}
    fill(path, answers)
    (own,) = marking.grade(path.parent, ["ann"], "s", bank.QUESTIONS).values()
    assert [(each.question, each.said) for each in own if each.share < 1] == []


def test_a_class_of_sheets(sheets: Path) -> None:
    answers = {name: bank.draw(q, "s", "bob").answer for name, q in _named().items()}
    wrong = {**answers["five-rounds"], "bound": answers["five-rounds"]["bound"] + 1}
    fill(sheets / "bob.ipynb", {**answers, "five-rounds": wrong})
    (sheets / "bob.ipynb").rename(sheets / "bob_4712_90210_bob.ipynb")
    (sheets / "cy.ipynb").write_text("not a notebook")
    (sheets / "dee.ipynb").unlink()
    rows = graded(sheets)
    totals = {name: row["total"] for name, row in rows.items()}
    assert totals == {"ann": "0.0", "bob": "3.67", "cy": "0.0", "dee": "0.0"}
    said = (sheets.parents[1] / "marks" / "feedback" / "bob.txt").read_text()
    assert "five-rounds: mistakes: right" in said
    assert f"five-rounds: bound: {wrong['bound']} is not right" in said
    for name, words in (("cy", "cannot be read"), ("dee", "nothing was handed in")):
        assert words in (sheets.parents[1] / "marks" / "feedback" / f"{name}.txt").read_text()


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("Ann_Lee.ipynb", "Ann Lee"),
        ("Ann_Lee (1).ipynb", "Ann Lee"),
        ("Ann_Lee-1.ipynb", "Ann Lee"),
        ("leeann_4712_90210_Ann_Lee.ipynb", "Ann Lee"),
        ("Ann Lee_1234567_assignsubmission_file_/sheet.ipynb", "Ann Lee"),
        ("week 9/ann/ANN.ipynb", "ann"),
        ("Anne.ipynb", ""),
        ("Ann_Lee.pdf", ""),
        ("bo_4712_90210_Ann_Lee.ipynb", "bo"),  # who calls a file by another's name
        ("Ann Lee_7_assignsubmission_file_/bo.ipynb", "Ann Lee"),
    ],
)
def test_a_sheet_finds_its_student(tmp_path: Path, name: str, student: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")
    assert marking.whose(tmp_path, ["ann", "Ann Lee", "bo", "cy"]) == {path: student}


def test_no_sheet_stops_a_class(sheets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(sheets / "ann.ipynb", {"five-rounds": {"bound": int("9" * 400)}})
    fill(sheets / "bob.ipynb", {"five-rounds": {"bound": "\ud800"}})
    (sheets / "cy.ipynb").unlink()
    (sheets / "cy.ipynb").symlink_to(sheets / "nowhere.ipynb")
    (sheets / "eve.ipynb").write_text("{}")
    assert {row["total"] for row in graded(sheets).values()} == {"0.0"}
    assert "eve.ipynb: of nobody on the list" in capsys.readouterr().out


def test_the_answers_of_another_student_earn_little(sheets: Path) -> None:
    fill(sheets / "ann.ipynb", {n: bank.draw(q, "s", "bob").answer for n, q in _named().items()})
    assert float(graded(sheets)["ann"]["total"]) <= 2


def _named() -> dict[str, Any]:
    return {question.name: question for question in bank.choose(QUESTIONS)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/4", Fraction(3, 4)),
        ("-2", -2),
        ("2*sqrt(2)", 8**0.5),
        ("np.log(2)**2", 0.6931471805599453**2),
        ("Fraction(1, 3)", Fraction(1, 3)),
        ("[(1, 1/2), []]", [[1, Fraction(1, 2)], []]),
    ],
)
def test_what_is_read(text: str, value: Any) -> None:
    (found,) = [marking._answer(f'answer = {{"a": {text}}}')]
    assert found == {"a": value}


@pytest.mark.parametrize(
    "text",
    ["__import__('os').getcwd()", "open('x')", "[1 for _ in range(9)]", "9**9**9", "1/0", "x", "1 +",
     "sqrt(-1)", "(1).__class__", "'a' * 10**9", "lambda: 1", "1e400", "[" * 300],
)  # fmt: skip
def test_what_is_no_number_is_not_run(text: str) -> None:
    found = marking._answer(f'answer = {{"a": {text}}}')
    assert isinstance(found, str) or not marking.is_right(found["a"], 1.0)


@pytest.mark.parametrize(
    ("found", "expected", "right"),
    [
        (0.3333, Fraction(1, 3), True),
        (0.33, Fraction(1, 3), False),
        (3, 3, True),
        (3.0, 3, True),
        (4, 3, False),
        ([1, 2], (1, 2), True),
        ([2, 1], (1, 2), False),
        ([1, 2, 3], (1, 2), False),
        ("Adding ", "adding", True),
        (True, 1, False),
        (None, 0, False),
        (0.0, Fraction(0), True),
    ],
)
def test_what_is_right(found: Any, expected: Any, right: bool) -> None:
    assert marking.is_right(found, expected) == right
