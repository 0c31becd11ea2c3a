"""What was run on this machine, when, and what came of it: one small file a kind of run.

The runs write ``_build/runs/<kind>.json`` when they end; the page *Status* reads them when the book is
built. A run is about a state of the files, named by a digest, so the page can say whether that state
is still the one it shows.
"""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "_build" / "runs"
#: What a run can depend on; files that the build makes are in none of these.
SOURCES = (
    "book", "olbook", "tests", "grading", "instructor", "second_opinion",
    "conftest.py", "pyproject.toml", "requirements.txt", "_config.yml", "_toc.yml",
)  # fmt: skip
KINDS = {".py", ".ipynb", ".md", ".bib", ".txt", ".json", ".toml", ".yml", ".css", ".js", ".v"}


@dataclass(frozen=True)
class Run:
    """A run that came to its end."""

    when: str  # in UTC, to the minute
    seconds: int
    outcome: str
    machine: str
    state: str


def state() -> str:
    """A digest of all sources."""
    total = hashlib.sha256()
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            place = file.relative_to(ROOT)
            if file.suffix in KINDS and not any(part.startswith(".") for part in place.parts):
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                total.update(f"{place.as_posix()} {content}\n".encode())
    return total.hexdigest()


def record(kind: str, seconds: float, outcome: str) -> None:
    """Write down that a run has just ended, in place of the last one of its kind."""
    run = Run(
        when=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        seconds=round(seconds),
        outcome=outcome,
        machine=f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
        state=state(),
    )
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{kind}.json").write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")


def last(kind: str, folder: Path = FOLDER) -> Run | None:
    """The last run of a kind, if there was one."""
    file = folder / f"{kind}.json"
    return Run(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None
