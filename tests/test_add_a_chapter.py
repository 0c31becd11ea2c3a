"""The page "Add a chapter" of CONTRIBUTING.md, followed to the letter in a copy of the project.

The page says which files to write and which to edit; what is written into them is the toy's. A file
that the page forgets is not written, and the checks of the copy are then red.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import toy_topic as toy

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = ("olbook", "book", "tests", "grading", "instructor")
SINGLE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "_toc.yml")
SINGLE += ("conftest.py", "pyproject.toml", "requirements.txt")


def tables() -> list[list[str]]:
    """The paths in the first column of each table of the section, a list for each table."""
    section = PAGE.split("\n## Add a chapter\n")[1].split("\n## ")[0]
    found = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [re.findall(r"^\| `(\S+)` \|", table, re.MULTILINE) for table in found]


NEW, EDITED, FOR_AN_ASSIGNMENT = tables()


def test_a_topic_is_ten_new_files_and_five_edits_at_most() -> None:
    assert len(NEW) + len(FOR_AN_ASSIGNMENT) <= 10
    assert len(EDITED) <= 5
    assert all("<topic>" in path for path in NEW + FOR_AN_ASSIGNMENT)
    for path in FOR_AN_ASSIGNMENT:
        assert (ROOT / path.replace("<topic>", "perceptron")).exists(), path
    for path in EDITED:
        assert (ROOT / path).exists(), path


def test_the_toy_has_what_the_page_lists() -> None:
    assert set(toy.FILES) == set(NEW)
    assert set(toy.EDITS) == set(EDITED)


def copy_of_the_project(where: Path) -> Path:
    """The files that a topic and its checks need."""
    for name in FOLDERS:
        left_out = shutil.ignore_patterns("__pycache__", "_static")
        shutil.copytree(ROOT / name, where / name, ignore=left_out)
    for name in SINGLE:
        shutil.copy2(ROOT / name, where / name)
    return where


def run(project: Path, *command: str) -> tuple[int, str]:
    """A command of Python in the copy, where its own package is found first."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with the topic added as the page says."""
    where = copy_of_the_project(tmp_path_factory.mktemp("project"))
    for path in NEW:
        (where / path.replace("<topic>", toy.TOPIC)).write_text(toy.FILES[path], encoding="utf-8")
    for path in EDITED:
        text = (where / path).read_text(encoding="utf-8")
        (where / path).write_text(toy.EDITS[path](text), encoding="utf-8")
    status, said = run(where, "book/_tools/notebooks.py", f"book/{toy.TOPIC}.ipynb")
    assert status == 0, said
    return where


def checks(*names: str) -> list[str]:
    """A run of tests by their names, without a cache."""
    return ["-m", "pytest", "-q", "-p", "no:cacheprovider", *names]


WALKS = {
    "the topic's own tests": [
        f"tests/test_{toy.TOPIC}.py",
        f"tests/test_proofs_{toy.TOPIC}.py",
        f"olbook/{toy.TOPIC}.py",
    ],
    "its chapter, cell by cell": [f"book/{toy.TOPIC}.ipynb"],
    "the contract": ["tests/test_contract.py"],
    "what walks the topics": [
        "tests/test_topics.py",
        "tests/test_proofs.py::test_every_theorem_is_pinned_once_by_the_tests_of_its_topic",
        "tests/test_proofs.py::test_a_theorem_says_what_it_should_and_rests_on_what_it_should"
        f"[{toy.THEOREM}]",
        "tests/test_book.py::test_every_public_name_is_on_the_api_page",
        "tests/test_book.py::test_the_first_page_has_every_chapter_with_what_one_does_there",
        "tests/test_book.py::test_the_words_of_every_theorem_stand_beside_what_they_stand_for",
        f"tests/test_chapters.py::test_a_chapter_as_stored[{toy.TOPIC}]",
        "tests/test_lectures.py::test_nothing_is_lost",
        f"tests/test_notebooks.py::test_chapter_as_stored[{toy.TOPIC}]",
    ],
}


@pytest.mark.thorough
@pytest.mark.parametrize("names", WALKS.values(), ids=WALKS)
def test_the_topic_is_at_home(project: Path, names: list[str]) -> None:
    status, said = run(project, *checks(*names))
    assert status == 0, said


@pytest.mark.thorough
def test_the_code_of_the_topic_is_clean(project: Path) -> None:
    files = [path.replace("<topic>", toy.TOPIC) for path in NEW] + [
        path for path in EDITED if path.endswith(".py")
    ]
    package = [path for path in files if path.startswith("olbook/") and toy.TOPIC in path]
    for command in (
        ["ruff", "check", *files],
        ["ruff", "format", "--check", *files],
        ["mypy", "--follow-imports=silent", *package],
    ):
        status, said = run(project, "-m", *command)
        assert status == 0, said


@pytest.mark.thorough
def test_no_mutant_of_its_theorem_asks_for_a_reason(project: Path) -> None:
    code = (
        "import sys; sys.path.append('tests'); from mutants import LATER, REFUSED, tried; "
        f"tally = tried('{toy.THEOREM}'); print(tally.number(REFUSED, LATER), tally.survivors)"
    )
    status, said = run(project, "-c", code)
    assert status == 0, said
    tried, survivors = said.split(maxsplit=1)
    assert int(tried) > 20
    assert survivors.strip() == "[]"


@pytest.mark.thorough
def test_it_is_the_copy_that_is_tried(project: Path) -> None:
    code = (
        "import numpy as np, olbook as ol; "
        "learner = ol.FollowThePerturbedLeader(0.5, np.random.default_rng(0)); "
        "ol.play_oco(learner, np.eye(3)); "
        f"print(ol.__file__, ol.theorem('{toy.THEOREM}').claim)"
    )
    status, said = run(project, "-c", code)
    assert status == 0, said
    file, claim = said.split(maxsplit=1)
    assert Path(file).is_relative_to(project)
    assert claim.strip() == "Sum(dot(g[t], w[t] - u), t, 1, T) <= P + S"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("left_out", "tests", "words"),
    [
        (
            "olbook/__init__.py",
            "tests/test_topics.py",
            f"_toc.yml: lists {toy.TOPIC}, which is not in TOPICS",
        ),
        ("_toc.yml", "tests/test_topics.py", "_toc.yml does not list its chapter"),
        ("README.md", "tests/test_topics.py", "README.md does not name it"),
        ("tests/test_contract.py", "tests/test_contract.py", "'FollowThePerturbedLeader'"),
    ],
)
def test_an_edit_left_out_is_missed(project: Path, left_out: str, tests: str, words: str) -> None:
    edited = (project / left_out).read_text(encoding="utf-8")
    (project / left_out).write_text((ROOT / left_out).read_text(encoding="utf-8"), encoding="utf-8")
    try:
        status, said = run(project, *checks(tests))
    finally:
        (project / left_out).write_text(edited, encoding="utf-8")
    assert status == 1
    assert words in said
