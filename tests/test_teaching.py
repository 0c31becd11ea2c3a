"""The page for instructors: its ten lines for Dask and its lines for nbgrader do what it says.

Both need the environment of ``make assignments``; without it they are skipped, with a reason.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import toy_assignment as toy

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")
BIN = ROOT / ".venv" / "grading" / "bin"
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not (BIN / "nbgrader").exists(),
        reason="nbgrader is not installed; make assignments installs it",
    ),
]

# Runs the ten lines in a cluster of two workers, and kills one of them after the first marks.
CLUSTER = """
import os, signal, sys, threading, time
from pathlib import Path
from dask.distributed import LocalCluster

def kill_one(pids):
    while not list(Path("marks").glob("*.json")):
        time.sleep(0.02)
    os.kill(pids[0], signal.SIGKILL)
    print("killed a worker, with", len(list(Path("marks").glob("*.json"))), "marks", flush=True)

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    pids = [worker.pid for worker in cluster.workers.values()]
    threading.Thread(target=kill_one, args=(pids,), daemon=True).start()
    lines = Path("ten_lines.py").read_text()
    exec(compile(lines.replace("tcp://scheduler:8786", cluster.scheduler_address), "ten", "exec"))
    os._exit(0)
"""


def code_after(heading: str, language: str = "python") -> str:
    """The first piece of code in a section of the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


def run(folder: Path, *command: str, where: str = str(ROOT)) -> str:
    """What a program of the environment prints in a folder, if packages are found ``where``."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [BIN / command[0], *command[1:]],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": where},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr[-2000:]}"
    return done.stdout


def test_ten_lines_of_dask_when_a_worker_is_killed(tmp_path: Path) -> None:
    lines = code_after("Beyond one machine")
    assert len([line for line in lines.splitlines() if line]) == 10
    options = ["--topic", "toy", "--private", str(toy.write_assignment(tmp_path / "private"))]
    options += toy.UNSAFE
    (tmp_path / "ten_lines.py").write_text(
        lines.replace('["--topic", "perceptron"]', repr(options))
    )
    (tmp_path / "cluster.py").write_text(CLUSTER)
    (tmp_path / "handed-in").mkdir()
    wrong = toy.answer("twice", "    return x + 2")
    for number in range(6):
        notebook = toy.students() if number % 2 else toy.students(twice=wrong)
        (tmp_path / "handed-in" / f"{number}.ipynb").write_text(json.dumps(notebook))
    said = run(tmp_path, "python", "cluster.py")
    killed = re.search(r"killed a worker, with (\d) marks", said)
    assert killed is not None
    assert int(killed[1]) < 6
    assert "0 could not be graded" in said
    found = {
        p.name: json.loads(p.read_text())["earned"] for p in (tmp_path / "marks").glob("*.json")
    }
    assert found == {f"{number}.json": 7.0 if number % 2 else 6.0 for number in range(6)}


def test_lines_for_nbgrader(tmp_path: Path) -> None:
    """The toy, released, handed in by two and graded with nbgrader's commands and this config."""
    config = code_after("With nbgrader")
    (tmp_path / "nbgrader_config.py").write_text(config)
    commands = code_after("With nbgrader", "sh").replace("perceptron", "toy").splitlines()
    commands = [command for command in commands if "nbgrader " in command]
    own = toy.write_assignment(tmp_path / "private")
    (tmp_path / "source" / "toy").mkdir(parents=True)
    (own / "toy.ipynb").rename(tmp_path / "source" / "toy" / "toy.ipynb")
    package = tmp_path / "grading"  # this repository, as it would be with a topic more
    shutil.copytree(ROOT / "grading", package, ignore=shutil.ignore_patterns("__pycache__"))
    (own / "toy.py").rename(package / "toy.py")

    def nbgrader(command: str) -> None:
        words = command.partition("nbgrader ")[2].split()
        run(tmp_path, "nbgrader", *words, where=f"{tmp_path}{os.pathsep}{ROOT}")

    nbgrader(commands[0])
    released = tmp_path / "release" / "toy" / "toy.ipynb"
    assert "2 * x" not in released.read_text()
    solved = json.loads(released.read_text())
    for cell in solved["cells"]:
        question = cell["metadata"]["nbgrader"]["grade_id"].removesuffix("-answer")
        if cell["metadata"]["nbgrader"]["solution"] and question != "counter":
            cell["source"] = toy.answer(question, toy.RIGHT[question].replace("2 * x", "x + 2"))
    for name, notebook in (("ann", json.loads(released.read_text())), ("bob", solved)):
        (tmp_path / "submitted" / name / "toy").mkdir(parents=True)
        (tmp_path / "submitted" / name / "toy" / "toy.ipynb").write_text(json.dumps(notebook))
    nbgrader(commands[2])
    nbgrader(commands[4])
    rows = [line.split(",") for line in (tmp_path / "grades.csv").read_text().splitlines()]
    scores = {row[rows[0].index("student_id")]: row[rows[0].index("score")] for row in rows[1:]}
    assert scores == {"ann": "0.0", "bob": "4.0"}
    assert {row[rows[0].index("max_score")] for row in rows[1:]} == {"7.0"}
