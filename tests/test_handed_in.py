"""Forty ways of handing in, as learning platforms and people deliver them: none gets lost.

Each is what Ann Lee hands in, and how it lies in the folder that a lecturer downloads. It is hers,
with a roster and without; the right file counts; and what a person has to look at is said.
"""

# ruff: noqa: E501
from __future__ import annotations

import io
import json
import os
import tarfile
import time
import zipfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest
import toy_assignment as toy

from grading import archives
from grading.assignment import Assignment, Submission
from grading.folders import opened, read_name, tasks
from grading.roster import people_called, roster_of

pytestmark = pytest.mark.landing

ROSTER = """Identifier,Full name,Username,ID number,Email address,Last modified (submission)
Participant 4711,Ann Lee,annlee,s100,ann@example.org,-
Participant 4712,Bob Ray,bobray,s101,bob@example.org,-
"""
WRONG = toy.answer("twice", "    return x + 2")
RIGHT, OLD = json.dumps(toy.students()).encode(), json.dumps(toy.students(twice=WRONG)).encode()
STUBS = {
    name: f"{head}\n{' ' * (8 if name == 'counter' else 4)}raise NotImplementedError"
    for name, head in toy.HEADS.items()
}
BLANK = json.dumps(toy.students(**STUBS)).encode()
SCRIPT = b"def twice(x):\n    return 2 * x\n"


def packed(**files: bytes) -> bytes:
    """A zip file; ``__`` in a name stands for a folder."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/") + ".ipynb", content)
    return whole.getvalue()


def taped(name: str, content: bytes) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as tape:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        tape.addfile(entry, io.BytesIO(content))
    return whole.getvalue()


class Way(NamedTuple):
    """What lies in the folder, oldest first; which file counts; what is said; whose it is then."""

    files: dict[str, bytes]
    counts: str = ""  # nothing that could be graded
    says: str = ""  # nobody has to look
    name: str = "annlee"  # of the row, without a roster


MOODLE, CANVAS = "Ann Lee_4711_assignsubmission_file", "annlee_4711"
BLACKBOARD = "gradebook_ML-1_Toy_annlee_attempt_2029-05-04-09"
WAYS: dict[str, Way] = {
    # one notebook
    "a file": Way({"annlee.ipynb": RIGHT}, "annlee.ipynb"),
    "a file in capitals": Way({"AnnLee.IPYNB": RIGHT}, "AnnLee.IPYNB", name="AnnLee"),
    "an address": Way({"ann@example.org.ipynb": RIGHT}, "ann@example.org.ipynb", name="ann@example.org"),
    "the topic before the name": Way({"toy_annlee.ipynb": RIGHT}, "toy_annlee.ipynb"),
    "the topic behind it": Way({"annlee-Toy.ipynb": RIGHT}, "annlee-Toy.ipynb"),
    "downloaded twice": Way({"annlee (1).ipynb": RIGHT}, "annlee (1).ipynb"),
    "a folder": Way({"annlee/toy.ipynb": RIGHT}, "annlee/toy.ipynb"),
    "a folder of nbgrader": Way({"annlee/toy/toy.ipynb": RIGHT, "annlee/toy/timestamp.txt": b"2029-05-04"}, "annlee/toy/toy.ipynb"),
    "a folder of GitHub": Way({"toy-annlee/toy.ipynb": RIGHT, "toy-annlee/README.md": b"#"}, "toy-annlee/toy.ipynb"),
    "a folder of a Mac": Way({"annlee/toy.ipynb": RIGHT, "annlee/.DS_Store": b"x", "annlee/__MACOSX/._toy.ipynb": b"x"}, "annlee/toy.ipynb"),
    "Moodle, folders": Way({f"{MOODLE}/toy.ipynb": RIGHT}, f"{MOODLE}/toy.ipynb", name="Ann Lee_4711"),
    "Moodle before 4": Way({f"{MOODLE}_/toy.ipynb": RIGHT}, f"{MOODLE}_/toy.ipynb", name="Ann Lee_4711"),
    "Moodle, files": Way({f"{MOODLE}_toy.ipynb": RIGHT}, f"{MOODLE}_toy.ipynb", name="Ann Lee_4711"),
    "Moodle without names": Way({"Participant_4711_assignsubmission_file/toy.ipynb": RIGHT}, "Participant_4711_assignsubmission_file/toy.ipynb", name="Participant_4711"),
    "Moodle with a text": Way({f"{MOODLE}/toy.ipynb": RIGHT, "Ann Lee_4711_assignsubmission_onlinetext/onlinetext.html": b"<p>"}, f"{MOODLE}/toy.ipynb", "there is also Ann Lee_4711_assignsubmission_onlinetext", "Ann Lee_4711"),
    "Canvas": Way({f"{CANVAS}_90210_toy.ipynb": RIGHT}, f"{CANVAS}_90210_toy.ipynb", name=CANVAS),
    "Canvas, late": Way({"annlee_LATE_4711_90210_toy.ipynb": RIGHT}, "annlee_LATE_4711_90210_toy.ipynb", "late", CANVAS),
    "Blackboard": Way({f"{BLACKBOARD}-07-33_toy.ipynb": RIGHT, f"{BLACKBOARD}-07-33.txt": b"Name: Ann Lee"}, f"{BLACKBOARD}-07-33_toy.ipynb"),
    "Brightspace": Way({"123-456 - Ann Lee - May 4, 2029 907 AM - toy.ipynb": RIGHT}, "123-456 - Ann Lee - May 4, 2029 907 AM - toy.ipynb", name="Ann Lee"),
    "Sakai": Way({"Lee, Ann(annlee)/Submission attachment(s)/toy.ipynb": RIGHT}, "Lee, Ann(annlee)/Submission attachment(s)/toy.ipynb", name="Lee, Ann(annlee)"),
    "ILIAS": Way({"Lee_Ann_annlee_815/20290504090733_toy.ipynb": RIGHT}, "Lee_Ann_annlee_815/20290504090733_toy.ipynb", name="Lee_Ann_annlee_815"),
    # several files
    "Canvas, again": Way({f"{CANVAS}_90211_toy-1.ipynb": RIGHT, f"{CANVAS}_90210_toy.ipynb": OLD}, f"{CANVAS}_90211_toy-1.ipynb", f"there is also {CANVAS}_90210_toy.ipynb", CANVAS),
    "Canvas, again and late": Way({"annlee_LATE_4711_90211_toy-1.ipynb": RIGHT, f"{CANVAS}_90210_toy.ipynb": OLD}, "annlee_LATE_4711_90211_toy-1.ipynb", "late", CANVAS),
    "Canvas, notes beside it": Way({f"{CANVAS}_90210_toy.ipynb": RIGHT, f"{CANVAS}_90211_notes.pdf": b"%PDF"}, f"{CANVAS}_90210_toy.ipynb", "there is also", CANVAS),
    "Moodle, two files": Way({f"{MOODLE}_first.ipynb": OLD, f"{MOODLE}_toy.ipynb": RIGHT}, f"{MOODLE}_toy.ipynb", "there is also", "Ann Lee_4711"),
    "Blackboard, again": Way({f"{BLACKBOARD}-50-00_toy.ipynb": RIGHT, f"{BLACKBOARD}-07-33_toy.ipynb": OLD}, f"{BLACKBOARD}-50-00_toy.ipynb", "there is also"),
    "ILIAS, again": Way({"annlee/20290504190733_toy.ipynb": RIGHT, "annlee/20290504090733_toy.ipynb": OLD}, "annlee/20290504190733_toy.ipynb", "there is also"),
    "ILIAS, numbered by a browser": Way({"annlee/20290506090733_toy.ipynb": RIGHT, "annlee/20290505090733_toy (1).ipynb": OLD}, "annlee/20290506090733_toy.ipynb", "is graded, the newest; there is also"),
    "numbered by a browser": Way({"annlee (1).ipynb": RIGHT, "annlee.ipynb": OLD}, "annlee (1).ipynb", "there is also annlee.ipynb"),
    "numbered with a line": Way({"annlee-1.ipynb": RIGHT, "annlee.ipynb": OLD}, "annlee-1.ipynb", "there is also annlee.ipynb"),
    "marked as late": Way({"annlee.ipynb": OLD, "annlee_LATE.ipynb": RIGHT}, "annlee_LATE.ipynb", "late"),
    "a blank copy beside it": Way({"annlee/toy_mine.ipynb": RIGHT, "annlee/toy.ipynb": BLANK}, "annlee/toy_mine.ipynb", "is graded, the newest with an answer; there is also annlee/toy.ipynb"),
    "notes that are newer": Way({"annlee.ipynb": RIGHT, "annlee/notes.ipynb": b'{"cells": []}'}, "annlee.ipynb", "the newest with an answer"),
    "a copy of Jupyter": Way({"annlee/toy.ipynb": OLD, "annlee/toy-Copy1.ipynb": RIGHT}, "annlee/toy-Copy1.ipynb", "there is also annlee/toy.ipynb"),
    "the same file twice": Way({"annlee/toy.ipynb": RIGHT, "annlee/toy (1).ipynb": RIGHT}, "annlee/toy (1).ipynb"),
    "a file and a folder": Way({"annlee.ipynb": OLD, "annlee/toy.ipynb": RIGHT}, "annlee/toy.ipynb", "there is also annlee.ipynb"),
    "another assignment beside it": Way({"annlee/toy.ipynb": RIGHT, "annlee/other.ipynb": b'{"cells": []}'}, "annlee/toy.ipynb", "there is also annlee/other.ipynb"),
    # archives
    "a zip": Way({"annlee.zip": packed(toy=RIGHT)}, "annlee.zip/toy.ipynb"),
    "a zip with folders": Way({"annlee.zip": packed(term__week3__toy=RIGHT)}, "annlee.zip/term/week3/toy.ipynb"),
    "a zip in Moodle's folder": Way({f"{MOODLE}/toy.zip": packed(toy=RIGHT)}, f"{MOODLE}/toy.zip/toy.ipynb", name="Ann Lee_4711"),
    "Canvas, a zip later": Way({f"{CANVAS}_90210_toy.ipynb": OLD, f"{CANVAS}_90211_toy.zip": packed(toy=RIGHT)}, f"{CANVAS}_90211_toy.zip/toy.ipynb", f"there is also {CANVAS}_90210_toy.ipynb", CANVAS),
    "a zip on Canvas": Way({f"{CANVAS}_90210_toy.zip": packed(toy=RIGHT)}, f"{CANVAS}_90210_toy.zip/toy.ipynb", name=CANVAS),
    "a tape": Way({"annlee.tar.gz": taped("toy.ipynb", RIGHT)}, "annlee.tar.gz/toy.ipynb"),
    "a zip that is broken": Way({"annlee.zip": packed(toy=RIGHT)[:-30]}, says="it cannot be unpacked"),
    "a zip of something else": Way({"annlee.zip": packed()}, says="there is no notebook in it"),
    # no notebook
    "a script": Way({"annlee.py": SCRIPT}, says="cannot be read"),
    "saved as a text": Way({"annlee.ipynb.txt": RIGHT}, "annlee.ipynb.txt"),
    "saved as a text in a folder": Way({f"{MOODLE}/toy.ipynb.txt": RIGHT}, f"{MOODLE}/toy.ipynb.txt", name="Ann Lee_4711"),
    "saved as JSON": Way({"annlee/toy.json": RIGHT, "annlee/package.json": b"{}"}, "annlee/toy.json"),
    "a script in a folder": Way({"annlee/toy.py": SCRIPT}, says="there is no notebook of this assignment, but toy.py"),
    "Moodle, a text": Way({"Ann Lee_4711_assignsubmission_onlinetext/onlinetext.html": b"<p>"}, says="there is no notebook of this assignment, but", name="Ann Lee_4711"),
    "Canvas, a text": Way({f"{CANVAS}_text.html": b"<p>"}, says="cannot be read", name=CANVAS),
    "a broken upload": Way({"annlee.ipynb": RIGHT[:1000]}, says="cannot be read"),
    "nothing in the file": Way({"annlee.ipynb": b""}, says="it is empty"),
}  # fmt: skip


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return Assignment.load("toy", toy.write_assignment(tmp_path_factory.mktemp("toy")))


def handed_in(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder with these files, each a minute newer than the one before."""
    for number, (name, content) in enumerate(files.items()):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        changed = time.time() - 3600 + 60 * number
        os.utime(file, (changed, changed))
    return folder


@pytest.mark.parametrize("known", [True, False], ids=["roster", "no roster"])
@pytest.mark.parametrize("way", WAYS)
def test_a_way_of_handing_in(tmp_path: Path, assignment: Assignment, way: str, known: bool) -> None:
    files, counts, says, name = WAYS[way]
    folder = handed_in(tmp_path / "in", files)
    (tmp_path / "roster.csv").write_text(ROSTER)
    people = roster_of(tmp_path / "roster.csv") if known else []
    (task,) = tasks(folder, tmp_path / "out", assignment, people)
    submission = Submission.read(task.path, assignment)
    assert task.attempt is not None
    assert (task.attempt.shown if submission.answers else "") == counts
    if submission.answers:  # of two files, the right one is the newest
        assert "return 2 * x" in submission.answers["twice-answer"]
    said = [task.doubt, *submission.attention, "late" if task.attempt.late else ""]
    looked_at = "; ".join(filter(None, said))
    assert says in looked_at if says else looked_at == ""
    assert task.name == name
    if known:
        assert [person["ID number"] for person in people_called(task.name, people)] == ["s100"]


@pytest.mark.parametrize(
    "beginning", [f"{MOODLE}_", "annlee_LATE_4711_90210_", f"{BLACKBOARD}-07-33_"]
)
@pytest.mark.parametrize(
    "file", ["b_5_assignsubmission_file_t", f"b_{BLACKBOARD}-07-00_t", "b_5_6_t"]
)
def test_the_name_that_a_student_gives_a_file_makes_it_nobody_elses(
    beginning: str, file: str
) -> None:
    """Nor does it change the time, or make it less late."""
    honest, other = (read_name(f"{beginning}{name}.ipynb", "toy") for name in ("toy", file))
    assert other == replace(honest, shown=other.shown)


def test_a_time_in_the_name_of_a_file_is_not_that_of_the_platform(
    tmp_path: Path, assignment: Assignment
) -> None:
    folder = handed_in(tmp_path / "in", {f"{BLACKBOARD}-07-33_x/20200101000000_toy.ipynb": RIGHT})
    (task,) = tasks(folder, tmp_path / "out", assignment)
    assert task.attempt is not None
    assert task.attempt.when == datetime(2029, 5, 4, 9, 7, 33)


def test_there_are_forty_ways() -> None:
    assert len(WAYS) >= 40


def test_two_students_stay_two(tmp_path: Path, assignment: Assignment) -> None:
    """Numbers at the end of names are names where nobody has the name without it."""
    names = ["student-1", "student-2", "group (a)", "x_1", "x_2"]
    folder = handed_in(tmp_path / "in", {f"{name}.ipynb": RIGHT for name in names})
    found = tasks(folder, tmp_path / "out", assignment)
    assert sorted(task.name for task in found) == sorted(names)
    assert len({task.out for task in found}) == len(names)


ALONE = ("Ann Lee_4711", "Ann Lee_4712")
TWO_LEES = """Identifier,Full name,Email address
Participant 4711,Ann Lee,ann@example.org
Participant 4712,Ann Lee,lee@example.org
"""


def test_two_of_one_name_are_told_apart_by_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(TWO_LEES)
    people = roster_of(tmp_path / "roster.csv")
    for person, name in zip(people, ALONE, strict=True):
        assert people_called(name, people) == [person]
    assert len(people_called("Ann Lee", people)) == 2
    assert len(people_called("Ann Lee_4713", people)) == 2  # nobody's number


FOLDERS = {
    "ILIAS": ("Toy", ["Lee_Ann_annlee_815/20290504090733_toy.ipynb", "Ray_Bob_bobray_816/20290504090734_toy.ipynb"]),
    "GitHub": ("toy-submissions", ["toy-annlee/toy.ipynb", "toy-bobray/src/toy.ipynb"]),
    "Gradescope": ("assignment_7_export", ["submission_1/toy.ipynb", "submission_2/toy.ipynb", "submission_metadata.yml"]),
    "Canvas": ("submissions", ["annlee_4711_90210_toy.ipynb", "bobray_4712_90211_toy.ipynb"]),
}  # fmt: skip


@pytest.mark.parametrize("platform", FOLDERS)
def test_a_folder_around_a_class_is_no_student(
    tmp_path: Path, assignment: Assignment, platform: str
) -> None:
    around, names = FOLDERS[platform]
    inner = handed_in(tmp_path / "bare", dict.fromkeys(names, RIGHT))
    found = sorted(task.name for task in tasks(inner, tmp_path / "out", assignment))
    assert len(found) == 2
    (tmp_path / "in").mkdir()
    inner.rename(tmp_path / "in" / around)
    again = tasks(tmp_path / "in", tmp_path / "out", assignment)
    assert sorted(task.name for task in again) == found


def test_a_folder_of_one_student_is_not_taken_for_a_class(
    tmp_path: Path, assignment: Assignment
) -> None:
    """Two notebooks beside each other, an old one below; or a name that the roster knows."""
    (tmp_path / "roster.csv").write_text(ROSTER)
    people = roster_of(tmp_path / "roster.csv")
    files = {"annlee/old/toy.ipynb": OLD, "annlee/toy.ipynb": RIGHT, "annlee/toy-2.ipynb": RIGHT}
    folder = handed_in(tmp_path / "one", files)
    assert [task.name for task in tasks(folder, tmp_path / "out", assignment)] == ["annlee"]
    files = {"annlee/old/toy.ipynb": OLD, "annlee/new/toy.ipynb": RIGHT}
    folder = handed_in(tmp_path / "two", files)
    assert [task.name for task in tasks(folder, tmp_path / "out", assignment, people)] == ["annlee"]


@pytest.mark.parametrize("letter", ["x", "ü", "龙", "🙂"])
def test_a_long_name_in_an_archive_keeps_both_of_its_ends(tmp_path: Path, letter: str) -> None:
    """One that no file system takes stops nobody else's files."""
    name = f"Maximilian {letter * 90} Hohenlohe_4711_assignsubmission_file"
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(f"{name}/{letter * 240}.ipynb", RIGHT)
        archive.writestr(f"{name}/{letter * 241}.ipynb", OLD)
    archives.unpack(tmp_path / "x.zip", tmp_path / "into")
    (inside,) = (tmp_path / "into").iterdir()
    said = read_name(inside.name, "toy", is_folder=True)
    assert said.student.startswith("Maximilian ")
    assert said.student.endswith(" Hohenlohe_4711")
    assert [file.suffix for file in inside.iterdir()] == [".ipynb", ".ipynb"]


def test_a_link_is_not_followed_and_has_a_row(tmp_path: Path, assignment: Assignment) -> None:
    folder = handed_in(tmp_path / "in", {"annlee/toy.ipynb": RIGHT})
    (folder / "bobray").symlink_to(folder / "annlee")
    bob = {task.name: task for task in tasks(folder, tmp_path / "out", assignment)}["bobray"]
    assert "a link" in Submission.read(bob.path, assignment).attention[0]


def test_the_file_that_was_chosen_counts(tmp_path: Path, assignment: Assignment) -> None:
    folder = handed_in(tmp_path / "in", {"annlee.ipynb": RIGHT, "annlee (1).ipynb": OLD})
    (task,) = tasks(folder, tmp_path / "out", assignment, chosen={"annlee.ipynb"})
    assert task.path.name == "annlee.ipynb"
    assert task.doubt == ""


def test_a_name_leads_out_of_no_archive(tmp_path: Path) -> None:
    whole = tmp_path / "x.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        for name in (
            "../../out.ipynb",
            "/etc/out.ipynb",
            "C:\\a\\..\\..\\out.ipynb",
            "...",
            "a\0b",
        ):
            archive.writestr(name, RIGHT)
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    archives.unpack(whole, tmp_path / "into")
    assert {path.name for path in tmp_path.iterdir()} == {"x.zip", "into"}
    assert not any(path.is_symlink() for path in (tmp_path / "into").rglob("*"))
    assert len(list((tmp_path / "into").rglob("out.ipynb"))) == 3


def test_an_archive_that_would_fill_the_disk_is_not_unpacked(tmp_path: Path) -> None:
    whole = tmp_path / "x.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ipynb", bytes(archives.LARGEST + 1))
    with pytest.raises(archives.ArchiveError, match="more than 64 MB"):
        archives.unpack(whole, tmp_path / "into")
    with zipfile.ZipFile(whole, "w") as archive:
        for number in range(archives.MOST + 1):
            archive.writestr(f"{number}.ipynb", b"")
    with pytest.raises(archives.ArchiveError, match="more than 2000 files"):
        archives.unpack(whole, tmp_path / "into")


def test_what_a_platform_gives_for_a_class_is_graded_as_it_is(tmp_path: Path) -> None:
    """The archive with everybody's files, one of them a zip; marks, and a row for everybody."""
    own = toy.write_assignment(tmp_path / "own")
    whole = tmp_path / "toy.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("annlee_LATE_4711_90211_toy-1.ipynb", RIGHT)
        archive.writestr("annlee_4711_90210_toy.ipynb", OLD)
        archive.writestr("bobray_4712_90213_all.zip", packed(toy=OLD))
        archive.writestr("noclue_4799_90214_toy.py", SCRIPT)
    (tmp_path / "roster.csv").write_text(ROSTER)
    out = tmp_path / "out"
    options = ["--roster", str(tmp_path / "roster.csv")]
    rows = toy.graded_class(whole, own, out, *options)
    totals = {name: row["total"] for name, row in rows.items()}
    assert totals == {"annlee_4711": "7.0", "bobray_4712": "6.0", "noclue_4799": "0.0"}
    assert "not in the roster" in rows["noclue_4799"]["attention"]
    assert opened(tmp_path, out) == tmp_path

    # graded a second time, elsewhere and one after the other: the same marks to the byte
    again = tmp_path / "again"
    again.mkdir()
    (again / "secret").write_bytes((out / "secret").read_bytes())
    toy.graded_class(whole, own, again, *options, "--jobs", "1")
    files = [file.relative_to(out) for file in out.rglob("*") if file.is_file()]
    assert len(files) > 12
    assert [
        file for file in files if (again / file).read_bytes() != (out / file).read_bytes()
    ] == []
    with zipfile.ZipFile(out / "feedback-canvas.zip") as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
