"""The time that code takes, on a machine that does other things as well.

What waits for a processor is not charged for it: on a busy machine the same answer must earn the same
mark. What sleeps is charged, since it would otherwise never end.
"""

from __future__ import annotations

import contextlib
import time

import psutil

SHORT = 0.05  # seconds; nobody looks after less
WAITS = frozenset({psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP, psutil.STATUS_WAKING})


class Clock:
    """The seconds of a process and of those that it started: what they computed, or slept.

    Parameters
    ----------
    pid : int
        The process.
    """

    def __init__(self, pid: int) -> None:
        self._family = [psutil.Process(pid)]
        self._then, self._unseen, self._computed = time.monotonic(), 0.0, 0.0

    def go_on(self) -> None:
        """What it has slept since the last look was not its own doing."""
        self._then = time.monotonic()

    def tick(self) -> float:
        """The seconds since the last look."""
        waited, computed = time.monotonic() - self._then, self._computed
        self._then += waited
        self._unseen += waited
        if self._unseen < SHORT:
            return 0.0  # the next look finds what was computed until then
        self._unseen, ready = 0.0, waited < SHORT
        with contextlib.suppress(psutil.NoSuchProcess):  # it ends just now
            if not ready:
                self._family[1:] = self._family[0].children(recursive=True)
                ready = any(each.status() in WAITS for each in self._family)
            times = [each.cpu_times() for each in self._family]
            computed = sum(each.user + each.system for each in times)
        passed = max(computed - self._computed, 0.0) if ready else waited
        self._computed = computed
        return passed
