"""The sheets of the bank come back: read without being run, and graded with reasons."""

from __future__ import annotations

import csv
import json
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from instructor import bank, marking

pytestmark = pytest.mark.landing

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
    if path.suffix == ".md":
        pieces = re.split(r"(?<=^```python\n)", path.read_text(), flags=re.MULTILINE)
        path.write_text("".join(filled(piece, answers) for piece in pieces))
        return
    sheet = json.loads(path.read_text())
    for cell in sheet["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = filled("".join(cell["source"]), answers)
    path.write_text(json.dumps(sheet))


def filled(form: str, answers: dict[str, dict[str, Any]]) -> str:
    """A form with answers."""
    for key, value in answers.get(form.split("\n")[0].removeprefix("# "), {}).items():
        form = re.sub(rf'("{key}": *)None', lambda m: m[1] + text_of(value), form)  # noqa: B023
    return form


def drawn(student: str) -> dict[str, dict[str, Any]]:
    """The right answers of a student."""
    return {q.name: bank.draw(q, "s", student).answer for q in bank.choose(QUESTIONS)}


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    people = tmp_path / "people.txt"
    people.write_text("ann\nbob\ncy\ndee\n")
    out = ["--secret", "s", "--students", str(people), "--out", str(tmp_path / "sheets")]
    assert bank.main([*out, *QUESTIONS]) == 0
    return tmp_path / "sheets" / "students"


def graded(sheets: Path, *more: str) -> dict[str, dict[str, str]]:
    folder = sheets.parents[1]
    options = ["--secret", "s", "--students", str(folder / "people.txt"), "--sheets", str(sheets)]
    assert marking.main([*options, *more, "--out", str(folder / "marks"), *QUESTIONS]) == 0
    with (folder / "marks" / "marks.csv").open(newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def feedback(sheets: Path, student: str) -> str:
    """What a student reads when the sheets are graded."""
    return (sheets.parents[1] / "marks" / "feedback" / f"{student}.txt").read_text()


def test_right_answers_of_every_question_earn_everything(tmp_path: Path) -> None:
    bank.write(tmp_path, ["ann"], "s", bank.QUESTIONS)
    drawn = bank.draw_sheets(bank.QUESTIONS, "s", ["ann"])
    answers = {q.name: variant.answer for q, variant in drawn["ann"]}
    path = tmp_path / "students" / "ann.ipynb"
    blank = path.read_text(), path.with_suffix(".md").read_text()
    for handed_in in (path, path.with_suffix(".md")):  # both are; one has the answers
        path.write_text(blank[0])
        path.with_suffix(".md").write_text(blank[1])
        (empty,) = marking.grade(path.parent, drawn).values()
        assert {words for each in empty for words in each.said.values()} == {"no answer"}
        fill(handed_in, answers)
        os.utime(handed_in, (1, 1))
        (own,) = marking.grade(path.parent, drawn).values()
        assert [(each.question, each.said) for each in own if each.share < 1] == []


@pytest.mark.parametrize("question", bank.QUESTIONS, ids=lambda q: q.name)
def test_an_entry_earns_what_its_form_says(question: bank.Question) -> None:
    variant = bank.draw(question, "s", "ann")
    form = bank.form(question, variant)
    for name, answer in variant.answer.items():
        written = filled(form, {question.name: {name: answer}})
        before = " ".join(form.split(f'"{name}"')[0].replace("#", " ").split())
        (share,) = re.findall(r" \(([\d/]+) points?\)$", before)
        assert marking.result(question, variant, written).share == float(Fraction(share))
    full = filled(form, {question.name: variant.answer})
    assert marking.result(question, variant, full).share == 1


def test_a_class_of_sheets(sheets: Path) -> None:
    answers = drawn("bob")
    wrong = {**answers["five-rounds"], "bound": answers["five-rounds"]["bound"] + 1}
    fill(sheets / "bob.ipynb", {**answers, "five-rounds": wrong})
    (sheets / "bob.ipynb").rename(sheets / "bob_4712_90210_bob.ipynb")
    (sheets / "cy.ipynb").write_text("not a notebook")
    for path in (*sheets.glob("cy.md"), *sheets.glob("dee.*")):
        path.unlink()
    rows = graded(sheets)
    totals = {name: row["total"] for name, row in rows.items()}
    assert totals == {"ann": "0.0", "bob": "3.83", "cy": "0.0", "dee": "0.0"}
    assert "five-rounds: mistakes: right" in feedback(sheets, "bob")
    assert f"five-rounds: bound: {wrong['bound']} is not right" in feedback(sheets, "bob")
    assert "cannot be read" in feedback(sheets, "cy")
    assert "nothing was handed in" in feedback(sheets, "dee")


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
    fill(sheets / "ann.ipynb", drawn("bob"))
    assert float(graded(sheets)["ann"]["total"]) <= 2


def test_one_sheet_for_all(sheets: Path) -> None:
    folder = sheets.parents[1]
    (folder / "group.txt").write_text("ann\nbob\n")
    (folder / "people.txt").write_text("all\n")
    for name in ("ann", "bob"):
        fill(sheets / f"{name}.ipynb", drawn("all"))
    rows = graded(sheets, "--group", str(folder / "group.txt"))
    assert {name: row["total"] for name, row in rows.items()} == {"ann": "4.0", "bob": "4.0"}
    (folder / "people.txt").write_text("ann\nbob\n")
    with pytest.raises(SystemExit):
        graded(sheets, "--group", str(folder / "group.txt"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3/4", Fraction(3, 4)),
        ("-2", -2),
        ("2*sqrt(2)", 8**0.5),
        ("np.log(2)**2", 0.6931471805599453**2),
        ("Fraction(1, 3)", Fraction(1, 3)),
        ("[(1, 1/2), []]", [(1, Fraction(1, 2)), ()]),
        ("2,828", 8**0.5),
        ("\u22122^3", -8),
        ("\u201c3/4\u201d", Fraction(3, 4)),
        ("0,05", Fraction(1, 20)),
        ("-1,250,000", -1250000),
        ('"3/4"', Fraction(3, 4)),
        ("'0,75'", Fraction(3, 4)),
        ("['1/2', \"0.25\"]", (Fraction(1, 2), Fraction(1, 4))),
        ("1, 3, 4", [1, 3, 4]),
        ("[{1, 2}, {3}]", [[1, 2], [3]]),
        ("[(1, 2),\n     (3, 4)]", [(1, 2), (3, 4)]),
        ("A2", "A2"),
        ("' a2 '", "A2"),
    ],
)
def test_what_is_read(text: str, expected: Any) -> None:
    assert said(text, expected) == marking.RIGHT
    assert said(text, 7) != marking.RIGHT


@pytest.mark.parametrize("text", ["2,5", "12,5", "1,2345", "1,23,456"])
def test_a_decimal_comma_is_not_left_out(text: str) -> None:
    """Only thousands have a comma that says nothing."""
    assert said(text, int(text.replace(",", ""))) != marking.RIGHT


def said(text: str, expected: Any) -> str:
    """What is said of an entry between two others."""
    form = f'# q\nanswer = {{\n    # the a, "a": 1\n    "a": 1,\n    "b": {text},  # mine\n    "c": 3,\n}}'
    typed = marking.entries_of(form, "abc")
    assert (typed["a"], typed["c"]) == ("1", "3")
    return marking.said_of(typed["b"], expected)


@pytest.mark.parametrize(
    "text",
    ["__import__('os').getcwd()", "open('x')", "[1 for _ in range(9)]", "9**9**9", "1/0", "x", "1 +",
     "sqrt(-1)", "(1).__class__", "'a' * 10**9", "lambda: 1", "1e400", "[" * 300, "-" * 1999 + "1",
     "1+" * 990 + "1", "3 1/2", "True", "'" * 500, "7" * 3000],
)  # fmt: skip
def test_what_is_no_number_is_not_run_and_said(text: str) -> None:
    assert said(text, 1.0).startswith(marking.UNREAD)


def test_an_entry_that_cannot_be_read_costs_no_other(
    sheets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(sheets / "ann.ipynb", drawn("ann"))
    sheet = json.loads((sheets / "ann.ipynb").read_text())
    for cell in sheet["cells"]:
        cell["source"] = re.sub(r'("adds": ).*', r"\1about (5,", "".join(cell["source"]))
    (sheets / "ann.ipynb").write_text(json.dumps(sheet))
    assert graded(sheets)["ann"]["add-or-multiply"] == "0.67"
    told = f"add-or-multiply: adds: {marking.UNREAD}: about (5"
    assert told in feedback(sheets, "ann")
    assert f"bank: ann: {told}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "expected", "right"),
    [
        (0.3333, Fraction(1, 3), True),
        (0.33, Fraction(1, 3), False),
        (0.04592, Fraction(9, 196), True),
        (0.0504, Fraction(1, 20), False),
        (0.0001, 0.0005, False),
        (3, 3, True),
        (3.0, 3, True),
        (4, 3, False),
        (2000, 2001, False),
        (Fraction(2000), Fraction(2001), False),
        (2001.2, 2001, False),
        (2**0.5 * 8**0.5, 4, True),
        ([1, 2], (1, 2), True),
        ([2, 1], (1, 2), False),
        ([1, 2, 3], (1, 2), False),
        (True, 1, False),
        (None, 0, False),
        (0.0, Fraction(0), True),
    ],
)
def test_what_is_right(found: Any, expected: Any, right: bool) -> None:
    assert marking.is_right(found, expected) == right
