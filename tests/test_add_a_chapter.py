"""The page "Add a chapter" of CONTRIBUTING.md, followed to the letter in a copy of the project, twice.

The page says which files to write, which to edit and what to run; what is written is the toys'. A file
that the page forgets is not written, a command that it forgets is not run, and the checks of the copy are
then red.
"""

from __future__ import annotations

import json
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
SECTION = PAGE.split("\n## Add a chapter\n")[1].split("\n## ")[0]
NOT_COPIED = (".*", "_build", "node_modules", "__pycache__", "*.egg-info")


def tables() -> list[list[str]]:
    """The paths in the first column of each table of the section, a list for each table."""
    found = re.findall(r"(?:^\|.*\n)+", SECTION, re.MULTILINE)
    return [re.findall(r"^\| `(\S+)` \|", table, re.MULTILINE) for table in found]


NEW, EDITED, FOR_AN_ASSIGNMENT = tables()
COMMANDS = re.findall(r"^make (\w+)", SECTION, re.MULTILINE)


def test_the_page_is_one_screen() -> None:
    assert len(NEW) + len(EDITED) <= 10
    assert len(SECTION.splitlines()) <= 50
    assert COMMANDS == ["update", "book", "test", "landing"]
    assert all("<topic>" in path for path in NEW + FOR_AN_ASSIGNMENT)
    for path in FOR_AN_ASSIGNMENT:
        assert (ROOT / path.replace("<topic>", "perceptron")).exists(), path
    for path in EDITED:
        assert (ROOT / path).exists(), path


def test_the_toys_have_what_the_page_lists() -> None:
    for each in toy.TOYS:
        assert set(each.files) == set(NEW)
        assert set(each.edits) == set(EDITED)


def run(project: Path, *command: str) -> tuple[int, str]:
    """A command of Python in the copy, where its own package is found first."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        timeout=1200,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with both topics added as the page says, and brought up to date but for Rocq."""
    where = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(ROOT, where, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for each in toy.TOYS:
        for path in NEW:
            target = where / path.replace("<topic>", each.topic)
            target.write_text(each.files[path], encoding="utf-8")
        for path in EDITED:
            text = (where / path).read_text(encoding="utf-8")
            (where / path).write_text(each.edits[path](text), encoding="utf-8")
    status, said = run(where, "book/_tools/update.py", "--without-rocq")
    assert status == 0, said
    return where


def checks(*names: str) -> list[str]:
    """A run of tests by their names, without a cache."""
    return ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not thorough", *names]


TOPICS = [each.topic for each in toy.TOYS]
WALKS = {
    "the topics' own tests": [
        path
        for topic in TOPICS
        for path in (
            f"tests/test_{topic}.py",
            f"tests/test_proofs_{topic}.py",
            f"olbook/{topic}.py",
        )
    ],
    "their chapters, cell by cell": [f"book/{topic}.ipynb" for topic in TOPICS],
    "the contract": ["tests/test_contract.py", "tests/test_learners.py"],
    "what walks the topics": [
        "tests/test_topics.py",
        "tests/test_proofs.py",
        "tests/test_book.py",
        "tests/test_aims.py",
        "tests/test_calendars.py",
        "tests/test_notation.py",
        "tests/test_map.py",
        "tests/test_said.py",
        "tests/test_live.py",
        "tests/test_judged.py",
        "tests/test_lectures.py::test_nothing_is_lost",
        *(f"tests/test_chapters.py::test_a_chapter_as_stored[{topic}]" for topic in TOPICS),
        *(f"tests/test_notebooks.py::test_chapter_as_stored[{topic}]" for topic in TOPICS),
        "tests/test_second_opinion.py::test_what_rocq_has_not_seen_in_these_words_is_marked",
        "tests/test_second_opinion.py::test_a_theorem_says_that_it_was_proved_again_only_if_it_was",
    ],
}


@pytest.mark.thorough
@pytest.mark.parametrize("names", WALKS.values(), ids=WALKS)
def test_the_topics_are_at_home(project: Path, names: list[str]) -> None:
    status, said = run(project, *checks(*names))
    assert status == 0, said


@pytest.mark.thorough
def test_the_site_is_built_and_marks_what_rocq_has_not_proved(project: Path) -> None:
    modules = project / "node_modules"
    if not modules.exists() and (ROOT / "node_modules").exists():
        modules.symlink_to(ROOT / "node_modules", target_is_directory=True)
    status, said = run(project, "book/_tools/build.py")
    assert status == 0, said
    site = project / "_build" / "html" / "book"
    for each in toy.TOYS:
        assert each.theorem not in json.loads(
            (project / "second_opinion" / "accepted.json").read_text()
        )
        assert "Proved again by Rocq" not in (site / f"{each.topic}.html").read_text()
        assert (
            f"{each.theorem}: not tried in these words"
            in (site / "how_it_is_checked.html").read_text()
        )
        assert f"{each.topic}.html" in (site / "index.html").read_text()


@pytest.mark.thorough
def test_nothing_is_made_twice(project: Path) -> None:
    status, said = run(project, "book/_tools/update.py", "--check")
    stale = {line.split(": ")[0] for line in said.splitlines()}
    assert (status, stale) == (1, {"Rocq"}), said


@pytest.mark.thorough
def test_the_code_of_the_topics_is_clean(project: Path) -> None:
    files = [path.replace("<topic>", topic) for path in NEW for topic in TOPICS]
    files += [path for path in EDITED if path.endswith(".py")]
    package = [path for path in files if path.startswith("olbook/") and path not in EDITED]
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
        "import sys; sys.path += ['tests', 'book/_tools']; from mutants import LATER, REFUSED, tried; "
        f"tally = tried('{toy.TOYS[0].theorem}'); "
        "print(tally.number(REFUSED, LATER), tally.survivors)"
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
        f"print(ol.__file__, ol.theorem('{toy.TOYS[0].theorem}').claim)"
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
            f"_toc.yml: lists {TOPICS[0]}, which is not in TOPICS of olbook/__init__.py",
        ),
        (
            "_toc.yml",
            "tests/test_topics.py",
            f"_toc.yml: does not list the chapter book/{TOPICS[0]}",
        ),
        ("README.md", "tests/test_topics.py", f"README.md: does not name {TOPICS[0]}.py"),
        (
            "tests/test_contract.py",
            "tests/test_contract.py",
            "tests/test_contract.py: SIGNATURES: does not have FollowThePerturbedLeader",
        ),
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
