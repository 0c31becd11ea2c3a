"""The autograder for Gradescope, unpacked and run as there: marks, and nothing to take away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import toy_assignment as toy

from grading import gradescope

pytestmark = pytest.mark.landing

BASE = Path(sys.base_prefix).resolve()
REACHED = all(folder.stat().st_mode & 1 for folder in (BASE, *BASE.parents))
READS = """def twice(x):
    import os
    for path in ({paths}):
        try:
            open(path, "a" if "results" in path else "r").close()
        except OSError:
            continue
        return 0 * x
    return 2 * x"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder like ``/autograder``, in which any user may look."""
    own = toy.write_assignment(tmp_path / "own")
    gradescope.make("toy", tmp_path / "toy.zip", own)
    place = Path(tempfile.mkdtemp(prefix="autograder-"))
    place.chmod(0o755)
    with zipfile.ZipFile(tmp_path / "toy.zip") as archive:
        archive.extractall(place / "source")
    (place / "submission").mkdir()
    yield place
    shutil.rmtree(place)


def results_of(home: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "grading.gradescope", "run", str(home)]
    done = subprocess.run(command, cwd=home / "source", capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads((home / "results" / "results.json").read_text())
    return found


def test_a_submission_gets_its_marks(home: Path) -> None:
    notebook = toy.students(twice=toy.answer("twice", "    return x + 2"))
    (home / "submission" / "my work.ipynb").write_text(json.dumps(notebook))
    found = results_of(home)
    assert found["score"] == 6.0
    assert {"name": "Twice: value", "output": "it is not 2 * x", "score": 0.0, "max_score": 1.0,
            "visibility": "visible"} in found["tests"]  # type: ignore[operator] # fmt: skip


def test_nothing_but_a_text_is_no_crash(home: Path) -> None:
    (home / "submission" / "readme.txt").write_text("sorry")
    found = results_of(home)
    assert found["score"] == 0.0
    assert "readme.txt" in str(found["output"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run answers as somebody else")
@pytest.mark.parametrize("bubblewrap", [True, False])
def test_an_answer_sees_no_test_and_writes_no_result(
    home: Path, bubblewrap: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not bubblewrap:  # as inside of most containers
        if not REACHED:
            pytest.skip("nobody but root can reach this Python")
        monkeypatch.setenv("PATH", f"{sys.prefix}/bin")
    names = ("private/toy.py", "secret", "grading/kit.py", "instructor/perceptron.ipynb")
    paths = [str(home / "source" / name) for name in names]
    paths.append(str(home / "results" / "results.json"))
    notebook = toy.students(twice=READS.format(paths=repr(paths)[1:-1]))
    (home / "submission" / "toy.ipynb").write_text(json.dumps(notebook))
    found = results_of(home)
    assert found["score"] == 7.0, found
