"""What people decide about marks, copies, seeds, and what is sent back: with the toy assignment."""

from __future__ import annotations

import ast
import csv
import importlib
import json
import os
import stat
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
import toy_assignment as toy
from assignment_checks import ASSIGNMENTS, own_solutions
from assignment_checks import graded as marks_of
from shares import first_of_each

from grading import copies, feedback, grade, sandbox, statistics, tables
from grading.adjustments import COLUMNS, Adjustment, LateRule, adjusted, adjustments_of
from grading.assignment import ROOT, Assignment, AssignmentError
from grading.kit import Mark, better
from grading.sandbox import Limits

pytestmark = pytest.mark.landing

RIGHT = {topic: importlib.import_module(f"answers.{topic}").RIGHT for topic in ASSIGNMENTS}
UNSAFE = ["--unsafe"] if sandbox.why_not() else []
BY_HAND = '2.0, counter, by_hand=True, rubric={"the idea": 1.5, "the words": 0.5})'
WRONG = toy.answer("twice", "    return x + 2")
LONG = """def twice(x):
    total = []
    for value in x:
        half = value / 2
        total.append(half + half + half + half)
    if len(total) != len(x):
        raise ValueError("lengths")
    largest, place = -np.inf, 0
    for number, entry in enumerate(total):
        if abs(entry) > largest:
            largest, place = abs(entry), number
    assert total[place] == 2 * x[place]
    return np.array([entry for entry in total])
"""
RENAMED = '''def twice(array):
    """A text of documentation."""
    out: list[float] = []
    for v in array:
        q = v/2   # a comment
        out.append(q + q + q + q)
    if len(out) != len(array):
        raise ValueError("lengths")
    high, where = -np.inf, 0  # the largest
    for n, v2 in enumerate(out):
        """Look at it."""
        if abs(v2) > high: high, where = (abs(v2), n)
    assert out[where] == 2*array[where]
    return np.array([v2 for v2 in out])
'''


class Course:
    """A folder with a course: hand things in, decide, grade, and look at a table."""

    def __init__(self, folder: Path) -> None:
        self.own = toy.write_assignment(folder / "own")
        questions = (self.own / "toy.py").read_text().replace("2.0, counter)", BY_HAND)
        (self.own / "toy.py").write_text(questions)
        self.folder, self.out = folder / "in", folder / "out"
        self.folder.mkdir()

    def hand_in(self, name: str, **sources: str) -> None:
        (self.folder / name).write_text(json.dumps(toy.students(**sources)))

    def hand_in_blank(self, name: str) -> None:
        (self.folder / name).write_text(json.dumps(toy.blank()))

    def decide(self, *rows: str) -> None:
        self.out.mkdir(exist_ok=True)
        head = "student,question,points,comment,days_late,instead,file,by,why\n"
        (self.out / "adjustments.csv").write_text(head + "".join(f"{row}\n" for row in rows))

    def grade(self, *options: str) -> int:
        command = ["class", str(self.folder), "--topic", "toy", "--private", str(self.own)]
        return grade.main([*command, "--out", str(self.out), *options, *UNSAFE])

    def graded(self, *options: str, table: str = "marks") -> dict[str, dict[str, str]]:
        assert self.grade(*options) == 0
        with (self.out / f"{table}.csv").open(newline="") as file:
            return {row["submission"]: row for row in csv.DictReader(file)}

    def page(self, name: str) -> str:
        return (self.out / "feedback" / f"{name}.html").read_text()


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


# --- decisions -------------------------------------------------------------------------------------


def test_what_people_decide_survives_every_grading(course: Course) -> None:
    course.hand_in("ann.ipynb", twice=WRONG)
    course.hand_in("bob.ipynb")
    before = course.graded()
    assert [before[name]["total"] for name in ("ann", "bob")] == ["4.0", "5.0"]
    assert before["ann"]["to mark"] == "counter"
    assert before["ann"]["attention"] == ""  # or everybody would have to be looked at
    to_fill = (course.out / "to_mark.csv").read_text()
    assert "ann,counter: the idea,,,,,,,\nann,counter: the words,,,,,,," in to_fill
    assert "not marked yet" in course.page("ann")
    course.decide(
        "ann,twice,+0.5,,,,,Kim,a typing slip",
        "ann,counter: the idea,1,Say why.,,,,Kim,",
        "ann,counter: the words,0.5,,,,,Kim,",
        "ann,,,,2,,,Kim,the clock of the platform",
        "bob,counter,,,,proof,,Lou,the text was in the other cell",
    )
    for _ in range(2):  # the second time everything is graded anew
        rows = course.graded("--late", "10% a day")
        assert rows["ann"]["counter"] == "1.5"
        assert "A counter" not in (course.out / "statistics.html").read_text().split("missed")[1]
        assert float(rows["ann"]["total"]) == pytest.approx(0.8 * (1.5 + 1.5 + 3.0))
        for words in ("1 becomes 1.5, by Kim: a typing slip", "the idea: 1 of 1.5, by Kim"):
            assert words in rows["ann"]["changed"]
            assert words in course.page("ann")
        assert "2 days late: 10% a day takes 1.2 of 6 points" in course.page("ann")
        assert "Say why. (Kim)" in course.page("ann")
        assert rows["ann"]["to mark"] == "" != before["bob"]["to mark"]
        assert float(rows["bob"]["counter"]) == 2.0
        assert "as proof counts, by Lou" in rows["bob"]["changed"]
        (course.own / "toy.py").write_text((course.own / "toy.py").read_text() + "\n# changed\n")
    assert json.loads((course.out / "marks" / "ann.json").read_text())["earned"] == 4.0


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("ann,twice,1,,,,,Kim,", "line 2: it does not say why"),
        ("ann,twice,1,,,,,,slip", "by whom"),
        ("ann,thrice,1,,,,,Kim,slip", 'no question "thrice"; there are twice, counter, proof'),
        ("ann,twice,3,,,,,Kim,slip", "twice has 2 points, not 3"),
        ("ann,counter: the words,1,,,,,Kim,", "counter: the words has 0.5 points, not 1"),
        ("ann,twice,a lot,,,,,Kim,slip", "no points; say 3, +1 or -0.5"),
        ("ann,counter: the end,1,,,,,Kim,", 'no line "the end" in its rubric'),
        ("ann,,,,soon,,,Kim,slip", "no number of days"),
        ("ann,,,,,proof,,Kim,slip", "two questions have to be named"),
        ("zoe,twice,1,,,,,Kim,slip", 'line 2: nobody is called "zoe"'),
        ("ann,,,,,,bob.ipynb,Kim,slip", "line 2: there is no file bob.ipynb"),
    ],
)
def test_a_row_that_cannot_be_applied_is_named(
    course: Course, row: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    course.hand_in_blank("ann.ipynb")
    course.decide(row)
    assert course.grade() == 2
    assert said in capsys.readouterr().err


def test_a_table_of_a_spreadsheet_is_read(course: Course) -> None:
    path = course.own / "table.csv"
    path.write_text("\ufeffstudent;question;points;by;why\nann;twice;+1;Kim;slip\n", "utf-8")
    (row,) = adjustments_of(path, Assignment.load("toy", course.own))
    assert (row.student, row.points, row.by) == ("ann", "+1", "Kim")
    path.write_text("student,question,mark\n")
    with pytest.raises(AssignmentError, match="no column 'mark'"):
        adjustments_of(path, Assignment.load("toy", course.own))


@pytest.mark.parametrize(
    ("rule", "days", "taken"),
    [
        ("10% a day", 3, 3.0),
        ("10% per day, 2 days free", 3, 1.0),
        ("25% a day, at most 50%", 4, 5.0),
        ("5 % a day, 1 free, at most 20%", 1, 0.0),
    ],
)
def test_late_rules(rule: str, days: float, taken: float) -> None:
    assert LateRule.of(rule).taken(days, 10.0) == pytest.approx(taken)


def test_a_late_rule_that_is_not_read_is_refused() -> None:
    with pytest.raises(AssignmentError, match="say it like"):
        LateRule.of("somewhat less")


def test_days_late_are_counted_from_the_name(course: Course) -> None:
    course.hand_in("gradebook_X_ann_attempt_2029-05-05-00-01-00_toy.ipynb")
    course.hand_in_blank("bob_LATE_4712_90210_toy.ipynb")
    rows = course.graded("--due", "2029-05-04 23:59", "--late", "20% a day")
    assert float(rows["ann"]["total"]) == pytest.approx(0.8 * 5)
    assert "by how many days" in rows["bob_4712"]["attention"]
    free = course.graded("--due", "2029-05-04 23:59", "--late", "20% a day, 1 free")["ann"]
    assert free["changed"] == "1 day late: 20% a day, 1 free takes 0 of 5 points"


@pytest.mark.parametrize(("said", "left"), [("0", 10.0), ("1", 9.0), ("4", 6.0), ("", 7.0)])
def test_the_days_that_a_person_says_count_and_not_those_of_the_clock(
    said: str, left: float
) -> None:
    rows = [Adjustment(Path("table"), 2, student="ann", days_late=said, by="Kim", why="ill")]
    marks = {"earned": 10.0, "questions": [{"id": "twice", "earned": 10.0, "rubric": {}}]}
    assert adjusted(marks, rows, 3, LateRule.of("10% a day"))["earned"] == left


def test_points_cannot_leave_a_question(course: Course) -> None:
    assignment = Assignment.load("toy", course.own)
    marks = {"earned": 1.0, "attention": [], "questions": [
        {"id": "twice", "earned": 1.0, "possible": 2.0, "parts": [], "answers": []}
    ]}  # fmt: skip
    course.decide("ann,twice,+5,,,,,Kim,x", "ann,,+1,,,,,Kim,a prize")
    rows = adjustments_of(course.out / "adjustments.csv", assignment)
    assert adjusted(marks, rows)["earned"] == 3.0
    assert marks["earned"] == 1.0


def test_marks_of_earlier_attempts_stay(course: Course) -> None:
    course.hand_in("ann.ipynb", twice=WRONG)
    course.graded()
    course.hand_in_blank("ann.ipynb")
    assert course.graded()["ann"]["total"] == "0.0"
    (earlier,) = (course.out / "marks" / "earlier").iterdir()
    assert json.loads(earlier.read_text())["earned"] == 4.0


def test_points_for_an_answer_that_was_handed_in_anew_are_looked_at(course: Course) -> None:
    course.hand_in("ann.ipynb", twice=WRONG)
    course.decide("ann,counter,1,,,,,Kim,", "ann,twice,1,,,,,Kim,by eye")
    assert course.graded()["ann"]["attention"] == ""
    course.hand_in("ann.ipynb")
    for _ in range(2):
        said = course.graded()["ann"]["attention"]
        assert said == "twice: Kim decided on an answer before this one"
    course.decide("ann,counter,1,,,,,Kim,", "ann,twice,1,,,,,Kim,the new one too")
    assert course.graded()["ann"]["attention"] == ""


def test_points_written_before_the_new_answer_came_are_for_the_old_one(course: Course) -> None:
    course.hand_in("ann.ipynb", twice=WRONG)
    course.graded()
    course.decide("ann,twice,1,,,,,Kim,by eye")
    course.hand_in("ann.ipynb")
    said = "twice: Kim decided on an answer before this one"
    assert course.graded()["ann"]["attention"] == said
    course.decide("ann,twice,2,,,,,Kim,the new one too")
    assert course.graded()["ann"]["attention"] == ""


def test_markers_share_a_class_and_nothing_they_fill_in_is_lost(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ann", "bob", "cy"):
        course.hand_in(f"{name}.ipynb")
    course.graded()
    markers = ["--markers", "Kim, Lou"]
    course.graded(*markers)
    of_kim, of_lou = course.out / "to_mark-Kim.csv", course.out / "to_mark-Lou.csv"
    assert not (course.out / "to_mark.csv").exists()
    assert of_lou.read_text() == ",".join(COLUMNS) + (
        "\ncy,counter: the idea,,,,,,Lou,\ncy,counter: the words,,,,,,Lou,\n"
    )
    assert "bob: to be marked by Kim" in (course.out / "by_hand.html").read_text()
    filled = of_kim.read_text().replace("idea,", "idea,1", 1)
    of_kim.write_text(filled)
    assert course.grade(*markers) == 2
    assert "to_mark-Kim.csv has been filled in" in capsys.readouterr().err
    of_kim.rename(course.out / "adjustments-Kim.csv")
    assert [row["counter"] for row in course.graded(*markers).values()] == ["1.0", "0.0", "0.0"]
    assert "ann,counter: the words" in of_kim.read_text()  # still hers, and bob's are too
    assert "bob,counter: the words" in of_kim.read_text()
    for row in ("ann,counter: the idea,0.5,,,,,Lou,", "ann,counter,1,,,,,Lou,"):
        course.decide(row)
        assert course.grade(*markers) == 2
        said = capsys.readouterr().err
        assert "adjustments-Kim.csv, line 2" in said
        assert "adjustments.csv, line 2 has given these points" in said


def test_a_request_to_look_again_is_a_file(course: Course) -> None:
    course.hand_in_blank("ann.ipynb")
    (course.out / "requests").mkdir(parents=True)
    (course.out / "requests" / "ann.txt").write_text(
        "twice: I added, is that not the same?\n\nAnd: thanks"
    )
    said = course.graded()["ann"]["attention"]
    assert "asks to look again at twice: I added" in said
    assert "asks to look again: And: thanks" in said
    course.decide("ann,twice,,It is not.,,,,Kim,", "ann,,,You are welcome.,,,,Kim,")
    row = course.graded()["ann"]
    assert "look again" not in row["attention"]
    assert "It is not. (Kim)" in course.page("ann")


def test_answers_for_a_person_stand_on_one_page(course: Course) -> None:
    course.hand_in("ann.ipynb", counter=toy.answer("counter", "        return 7"))
    course.graded()
    page = (course.out / "by_hand.html").read_text()
    assert "return 7" in page
    assert "after three rounds it should say 3" in page
    assert "1 of 1 are to be marked" in page


def test_a_row_that_is_still_to_be_filled_decides_nothing(course: Course) -> None:
    course.hand_in("ann.ipynb")
    course.decide("ann,counter: the idea,,,,,,,", "ann,counter: the words,0.5,,,,,Kim,")
    row = course.graded()["ann"]
    assert (row["counter"], row["to mark"]) == ("0.5", "counter")


def test_who_wrote_nothing_is_not_to_be_read_and_a_text_beside_the_answer_is(
    course: Course,
) -> None:
    stub = "class Counter:\n    def predict(self, x):\n        raise NotImplementedError"
    course.hand_in("ann.ipynb", counter=stub)
    notebook = toy.students(counter=stub)
    text = {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": "My proof is short."}
    at = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in notebook["cells"]]
    notebook["cells"].insert(at.index("counter-answer") + 1, text)
    (course.folder / "bob.ipynb").write_text(json.dumps(notebook))
    rows = course.graded()
    assert [rows[name]["to mark"] for name in ("ann", "bob")] == ["", "counter"]
    page = (course.out / "by_hand.html").read_text()
    assert "My proof is short." in page
    assert "1 of 2 are to be marked; 1 wrote nothing." in page


def test_a_slip_costs_once(course: Course) -> None:
    """A later answer that uses a wrong or a broken one is graded with the function of the course."""
    chain = f'"""{toy.CHAIN}"""'
    uses = f"    return {chain} if twice(np.ones(1))[0] == 2 else 'something else'"
    for name, source in (("ann", WRONG), ("bob", "def twice(x:"), ("cy", toy.RIGHT["twice"])):
        twice = source if source.startswith("def") else toy.answer("twice", source)
        course.hand_in(f"{name}.ipynb", twice=twice, proof=toy.answer("proof", uses))
    rows = course.graded()
    assert [rows[name]["twice"] for name in rows] == ["1.0", "0.0", "2.0"]
    assert [rows[name]["proof"] for name in rows] == ["3.0", "3.0", "3.0"]
    assert "with our twice in the place of yours" in course.page("bob")
    assert "with our" not in course.page("cy")


def test_a_second_grading_is_no_second_guess() -> None:
    lost = [Mark("the line", 0.0, 1.0, "no"), Mark("the walk", 0.0, 1.0, "no")]
    again = [replace(mark, earned=1.0) for mark in lost]
    assert [mark.earned for mark in better(lost, again, ["walk"])] == [0.0, 1.0]


def test_rows_to_fill_are_read_again() -> None:
    unmarked = ["the start, and the end", 'so called "ends"']
    marks = {"submission": "ann", "questions": [{"id": "written", "unmarked": unmarked}]}
    titles, *rows = csv.reader(feedback.table_to_fill([marks], "Kim").splitlines())
    assert tuple(titles) == COLUMNS
    assert [row[1] for row in rows] == [
        "written: the start, and the end",
        'written: so called "ends"',
    ]
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert {row[COLUMNS.index("by")] for row in rows} == {"Kim"}


CLIPPED = "w / max(1.0, np.linalg.norm(w) / U)", "np.clip(w, -U, U)"
SLIPS = [  # topic, question, a slip in its functions or everywhere: the parts that it costs
    ("perceptron", "cautious", "<= theta", "< theta", ["the rounds with an update"]),
    ("winnow", "endless", "0.5) <= 0", "0.5) < 0", ["the mistakes"]),
    ("winnow", "pairs", "first * X[:, j]", "first + X[:, j]", ["the new features"]),
    ("doubling_trick", "doubling-search", "way + abs(hut)", "way - abs(hut)", ["the walk"]),
    ("doubling_trick", "doubling-budget", "spent_in_block >= 4**m", "spent_in_block >= 2**m", ["projection"]),
    ("doubling_trick", "doubling-budget", *CLIPPED, ["projection"]),
    ("online_to_batch", "batch-anytime", *CLIPPED, ["projection"]),
    ("gd_eg_ftrl", "gd-share", "- eta * g\n", "+ eta * g\n", ["the weights"]),
    ("gd_eg_ftrl", "gd-game", "np.max(p @ A) - np.min(A @ q)", "np.max(p @ A) + np.min(A @ q)", ["the gap"]),
    ("online_convex_optimization", "oco-cone", "if length <= height:", "if length <= 0:", ["a point of the cone"]),
    ("online_convex_optimization", "oco-target", "w - eta * np", "w + eta * np", ["losses of a run"]),
    ("online_convex_optimization", "oco-newton", "/ (1 + g @ p)", "* (1 + g @ p)", ["the inverse"]),
]  # fmt: skip


@pytest.mark.parametrize(("topic", "question", "right", "wrong", "lost"), first_of_each(SLIPS))
def test_a_slip_in_a_function_costs_its_own_part_alone(
    tmp_path: Path, topic: str, question: str, right: str, wrong: str, lost: list[str]
) -> None:
    assignment = Assignment.load(topic)
    notebook = nbformat.read(ROOT / "instructor" / f"{topic}.ipynb", as_version=4)
    before = json.dumps(notebook)
    for cell in notebook.cells:
        cell.source = cell.source.replace(right, wrong)
    assert json.dumps(notebook) != before
    (tmp_path / "ann.ipynb").write_text(json.dumps(notebook))
    course = grade.Course(assignment, 1 << 70, Limits(), unsafe=bool(UNSAFE))
    marks = grade.graded(tmp_path / "ann.ipynb", "ann", course)
    lossy = [q for q in marks["questions"] if q["earned"] < q["possible"] and not q["by_hand"]]
    assert [own["id"] for own in lossy] == [question]
    assert [part["part"] for part in lossy[0]["parts"] if part["earned"] < part["possible"]] == lost


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the slips
@pytest.mark.parametrize(("topic", "question", "right", "wrong", "lost"), SLIPS)
def test_a_slip_in_a_function_costs_one_part_of_its_question(
    topic: str, question: str, right: str, wrong: str, lost: list[str]
) -> None:
    own = own_solutions(topic)
    assert right in own
    marks = marks_of(topic, question, own.replace(right, wrong))
    assert [mark.part for mark in marks if mark.earned < mark.possible] == lost


# --- copies ----------------------------------------------------------------------------------------


def test_answers_that_are_equal_up_to_names_are_listed(course: Course) -> None:
    for name, source in (("ann", LONG), ("bob", RENAMED), ("cy", LONG.replace("/ 2", "/ 4"))):
        course.hand_in(f"{name}.ipynb", twice=source)
    rows = course.graded()
    assert rows["ann"]["alike"] == "twice: as bob"
    assert rows["bob"]["alike"] == "twice: as ann"
    assert rows["cy"]["alike"] == rows["ann"]["attention"][:0] == ""
    assert "as bob" not in course.page("ann")


def test_what_is_alike_by_itself_is_not_listed() -> None:
    short = copies.form(toy.answer("twice", toy.RIGHT["twice"]))[1]
    assert short < copies.SMALLEST < copies.form(LONG)[1]
    assert copies.form("def f(x):\n    raise NotImplementedError")[1] == 0
    assert copies.form(LONG) == copies.form("import math\n" + RENAMED)
    assert copies.form("In words: a  proof.") == copies.form("In words:\na proof.")


class Other(ast.NodeTransformer):
    """Other names, and other spaces in a derivation."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(node.id if node.id in self.known else f"my_{node.id}", node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(f"my_{node.arg}")

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(
            node.value.replace("(", "( ") if isinstance(node.value, str) else node.value
        )

    def __init__(self, tree: ast.AST) -> None:
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        own |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        self.known = {n.id for n in names} - own


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_copies_are_listed_and_independent_answers_are_not(topic: str) -> None:
    """A class of the right answers of different style, and somebody who copies one of them."""
    right, whole = RIGHT[topic], Assignment.load(topic)

    def marks(number: int, copied: bool = False) -> dict[str, Any]:
        asked = []
        for name, answers in right.items():
            parts = ast.parse(answers[number]).body if number < len(answers) else []
            texts = [ast.unparse(Other(part).visit(part) if copied else part) for part in parts]
            asked.append({"id": name, "answers": texts})
        return {"questions": asked}

    everybody = {f"student {number}": marks(number) for number in range(3)}
    assert copies.alike(everybody, whole) == {}
    for number, name in enumerate(everybody):
        found = copies.alike(everybody | {"copy": marks(number, copied=True)}, whole)
        assert set(found) == {name, "copy"}
        assert len(found["copy"].split(f": as {name}")) > 3


def test_the_published_solution_is_known() -> None:
    assignment = Assignment.load("perceptron")
    (cell,) = assignment.answers_to("adversary")
    question = {"id": cell.question, "answers": [cell.source.replace("gamma", "g")]}
    found = copies.alike({"ann": {"questions": [question]}}, assignment)
    assert found == {"ann": f"{cell.question}: as {copies.PUBLISHED}"}


# --- seeds -----------------------------------------------------------------------------------------


def test_seeds_are_long_and_another_for_each_hand_in(course: Course) -> None:
    course.hand_in_blank("ann.ipynb")
    course.hand_in("bob.ipynb", twice=LONG)
    course.hand_in_blank("copy.ipynb")
    course.graded()
    files = [course.out / "marks" / f"{name}.json" for name in ("ann", "bob", "copy")]
    seeds = [json.loads(file.read_text())["seed"] for file in files]
    assert min(seeds) > 1 << 64
    assert seeds[0] == seeds[2] != seeds[1]
    for page in (course.out / "feedback").iterdir():
        assert not any(str(seed) in page.read_text() for seed in seeds)
    assert stat.S_IMODE((course.out / "secret").stat().st_mode) == 0o600
    stamps = [file.stat().st_mtime_ns for file in files]
    course.graded()  # with the same secret: nothing is made anew
    assert [file.stat().st_mtime_ns for file in files] == stamps
    course.graded("--seed", str(1 << 70))  # which one gives is no more than the secret
    given = [json.loads(file.read_text())["seed"] for file in files]
    assert given[0] == given[2] != given[1]
    assert not {1 << 70, *seeds} & {*given}


def test_a_seed_that_students_know_is_told(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    course.hand_in_blank("ann.ipynb")
    for seed, words in (("1", "the seed in the students' notebook"), ("4711", "found by trying")):
        course.graded("--seed", seed)
        assert words in capsys.readouterr().err
    course.graded()
    assert capsys.readouterr().err.replace(grade.UNSAFE, "").strip() == ""


# --- ways out --------------------------------------------------------------------------------------


def test_a_copy_of_a_grader_works_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    own = Path(grade.__file__).parent / "perceptron.py"
    (tmp_path / "perceptron.py").write_text(own.read_text() + "\nCHANGED = True\n")
    found = Assignment.load("perceptron", tmp_path)
    assert [q.id for q in found.questions] == [
        q.id for q in Assignment.load("perceptron").questions
    ]
    assert found.version != Assignment.load("perceptron").version


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\nfrom .nothing import x\n", r"perceptron.py, line 2: ModuleNotFoundError"),
        ("def", "perceptron.py: SyntaxError"),
        ("x = 1", "QUESTIONS"),
    ],
)
def test_a_private_file_that_fails_is_named(tmp_path: Path, source: str, said: str) -> None:
    (tmp_path / "perceptron.py").write_text(source)
    with pytest.raises(AssignmentError, match=said):
        Assignment.load("perceptron", tmp_path)


def test_pages_go_back_under_the_names_of_the_platform(course: Course) -> None:
    course.hand_in_blank("Ann Lee_4711_assignsubmission_file_toy.ipynb")
    course.hand_in_blank("bobray_LATE_4712_90210_toy.ipynb")
    course.graded()
    for platform, name in (
        ("moodle", "Ann Lee_4711_assignsubmission_file_feedback.html"),
        ("canvas", "bobray_LATE_4712_90210_feedback.html"),
    ):
        with zipfile.ZipFile(course.out / f"feedback-{platform}.zip") as archive:
            assert archive.namelist() == [name]
            assert b"<h1>Toy</h1>" in archive.read(name)


def test_everybody_may_read_tables_and_pages(course: Course) -> None:
    course.hand_in_blank("ann.ipynb")
    course.graded()
    for name in ("marks.csv", "moodle.csv", "canvas.csv", "feedback/ann.html", "statistics.html"):
        assert stat.S_IMODE(os.stat(course.out / name).st_mode) == 0o644


def rows_with(points: Sequence[tuple[float, float]]) -> list[tables.Row]:
    rows = []
    for number, (twice, proof) in enumerate(points):
        part = {"part": "value", "earned": twice, "possible": 2.0, "reason": ""}
        questions = [{"id": "twice", "earned": twice, "parts": [part]}]
        questions += [{"id": "counter", "earned": 2.0, "parts": []}]
        questions += [{"id": "proof", "earned": proof, "parts": []}]
        marks = {"earned": twice + 2 + proof, "questions": questions}
        rows.append(tables.Row(f"student-{number}", marks))
    return rows


def test_the_page_of_the_class_counts(course: Course) -> None:
    assignment = Assignment.load("toy", course.own)
    points = [(2.0, 3.0), (1.0, 0.0), (0.0, 1.5), (2.0, 3.0)]
    page = statistics.page(rows_with(points), assignment)
    share = 100 * np.mean([p[0] for p in points]) / 2
    assert f"twice {share:.0f}%" in page
    together = np.corrcoef([p[0] for p in points], [p[1] + 2 for p in points])[0, 1]
    assert f"{together:.2f}</td>" in page
    assert "<b>2</b> · value: student-1; student-2" in page
    assert "<script" not in page
    assert statistics.page([], assignment).count("<svg") == 0
