"""What a grading keeps on disk: marks, those of earlier attempts, and the secret behind the seeds."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

SECRET_BITS = 128


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all, in the place of an older one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.replace(_scratch(path, text), path)


def _scratch(path: Path, text: str, mode: int = 0o644) -> str:
    number, made = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    os.fchmod(number, mode)  # by itself, only its owner may read it
    # Halves of a character, which a student's text may hold, have no UTF-8: they are written as in Python.
    with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return made


def marks_in(path: Path) -> dict[str, Any] | None:
    """What a marks file says, or None if it is not there or is none."""
    try:
        marks = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return marks if isinstance(marks, dict) else None


def keep_earlier(path: Path, sha256: str) -> None:
    """Put the marks of another content away, before those of this one take their place."""
    if (before := marks_in(path)) and before.get("sha256") != sha256:
        name = f"{path.stem}-{str(before.get('sha256'))[:8]}.json"
        (path.parent / "earlier").mkdir(exist_ok=True)
        os.replace(path, path.parent / "earlier" / name)


def secret_in(folder: Path) -> int:
    """The secret from which the seeds of a grading are made; it is drawn once, and kept."""
    path = folder / "secret"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        made = _scratch(path, f"{secrets.randbits(SECRET_BITS)}\n", mode=0o600)
        with contextlib.suppress(FileExistsError):  # another process was first
            os.link(made, path)
        os.unlink(made)
    return int(path.read_text())
