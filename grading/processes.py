"""No process outlives a grading: who dies with whom, and who takes over those left behind.

A submission's process may be killed at any moment, and bubblewrap with it, even while it is being
set up; what a student's code starts without a sandbox may leave its group. On Linux such an orphan
goes to the nearest process that has said :func:`adopt`, which ends it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

DIE_WITH_PARENT, ADOPT = 1, 36  # PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER of prctl


def die_with_parent() -> None:
    """This process is killed when its parent ends."""
    _prctl(DIE_WITH_PARENT, signal.SIGKILL)


def adopt() -> None:
    """Whatever descends from this process and loses its parent becomes a child of this one."""
    _prctl(ADOPT, 1)


def end(process: int) -> None:
    """End a process and all that descend from it."""
    family = [process, *_descendants(process)]
    for member in family:
        with contextlib.suppress(ProcessLookupError):
            os.kill(member, signal.SIGKILL)


def end_children() -> None:
    """End every child of this process, own or adopted, until there is none."""
    while children := _children(os.getpid()):
        for child in children:
            end(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _children(of: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{of}/task").glob("*/children"):  # elsewhere than on Linux: none
        with contextlib.suppress(OSError):  # it has ended
            found += map(int, task.read_text().split())
    return found


def _descendants(of: int) -> list[int]:
    return [each for child in _children(of) for each in (child, *_descendants(child))]
