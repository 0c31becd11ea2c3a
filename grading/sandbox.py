"""Runs the answers of one submission where they can do no harm.

Student code and hidden tests are never in one process. The code runs in bubblewrap: no network, a
system that cannot be written to, an empty /tmp of its own, no home, no other submission, nothing of
this folder but the two files of the server, no second process or thread, and limits on memory and
time. What the tests see is what comes through a pipe (see ``wire.py``).
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import olbook

from . import wire
from .clock import Clock
from .kit import AnswerError, SandboxError

HERE = Path(__file__).resolve().parent
SERVER = ("server.py", "wire.py")
INSIDE = Path("/sandbox")
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
LINKER = ("/etc/ld.so.cache", "/etc/alternatives")
PACKAGE = Path(olbook.__file__).resolve().parent
ENVIRONMENT = {
    "PYTHONPATH": str(PACKAGE.parent),
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}
STARTING = 60.0  # seconds for Python to start, and for the cells before the first answer
CALLS = 3  # times the time of one call: what all calls of one function may use
SLICE = 0.1  # seconds between two looks at what a call has used
PATIENCE = 20  # times its limit: after so long a call is stopped however little it used
LIMITS = (
    f"larger than {wire.LARGEST >> 20} MB",
    f"more than {wire.LARGEST >> 21} MB",
    f"more than {wire.MOST} things",
    f"more than {wire.DEEPEST} deep",
)
NUMBER = re.compile(r"[\w.]*\d[\w.]*")  # or a word with one in it
FIRST_USER = 1 << 21  # far from the users that a system has


@dataclass(frozen=True)
class Limits:
    """What one submission may use; seconds are those of a :class:`~grading.clock.Clock`."""

    call: float = 10.0  # seconds of one call, or one cell; all calls of a function get CALLS times
    notebook: float = 600.0  # seconds of everything: far more than loops in every answer use up
    memory: int = 2 << 30  # bytes of address space
    user: int = 0  # as whom root runs the answers where there is no bubblewrap; 0: as itself


@dataclass(frozen=True)
class Piece:
    """A cell that is run: one that the assignment gives, or the student's answer."""

    id: str
    source: str
    given: bool = False
    wanted: frozenset[str] = frozenset()  # what an answer should define
    section: int = 0  # how many checks stand above it


Instead = Callable[[str, Collection[str]], Sequence[Piece]]


class Deadline:
    """Waits for a process until it has used its seconds."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock, self._seconds, self._used = clock, seconds, 0.0
        self._last = time.monotonic() + PATIENCE * seconds

    def wait(self, readable: list[int], writable: list[int]) -> None:
        """Until one of the pipes can be used; TimeoutError if that is too late."""
        while not any(select.select(readable, writable, [], SLICE)):
            if self.used() >= self._seconds or time.monotonic() >= self._last:
                raise TimeoutError

    def used(self) -> float:
        """The seconds used so far."""
        self._used += self._clock.tick()
        return self._used


class Sandbox:
    """The answers of a submission (a :class:`~grading.kit.Student`). Use it in a ``with`` block.

    Parameters
    ----------
    pieces : sequence of Piece
        The cells, in order.
    limits : Limits
        Time and memory.
    unsafe : bool
        Run without bubblewrap, with the limits alone: for a machine that holds nothing of value.
    instead : callable, optional
        The cells with functions of the course in the place of some of the student's, given a
        question and the names of the functions; none if the question uses none of these.

    Notes
    -----
    A cell that cannot be run is left out, and named when something is missing. Code that ends its
    process, or takes too long, costs the call in which it does: the process is started anew for
    the next. Time is counted for each function by itself, so an endless loop takes none of the
    time of another.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        limits: Limits | None = None,
        *,
        unsafe: bool = False,
        instead: Instead = lambda question, names: [],
    ) -> None:
        self._pieces = list(pieces)
        self._instead = instead
        self._limits = limits or Limits()
        self._unsafe = unsafe
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._left = self._limits.notebook
        self._used: defaultdict[str, float] = defaultdict(float)  # seconds, by function
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._clock: Clock | None = None
        self.faults: dict[str, str] = {}
        """The cells that cannot be run, and why."""

    def __enter__(self) -> Sandbox:
        if not self._unsafe and (reason := why_not()):
            raise SandboxError(reason)
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                self._process.stdin.close()  # the server ends by itself, if it still can
                self._process.wait(1.0)
        self.stop()

    # ------------------------------------------------------------------ what a question asks
    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function of the student's."""
        request = {"do": "call", "name": name, "arguments": wire.encoded(list(arguments))}
        try:
            return self._ask(request)
        except AnswerError as error:
            before, fails, words = str(error).partition(f"{name} fails: ")
            if before or not fails:
                raise
            raise AnswerError(f"{name}({_in_words(arguments)}) fails: {words}") from None

    @contextlib.contextmanager
    def with_ours(self, question: str, names: Collection[str]) -> Iterator[Sandbox | None]:
        """Another sandbox, with functions of the course; its time is what is left of this one's."""
        pieces = self._instead(question, names)
        if not pieces or self._left <= 0:
            yield None
            return

        def instead(question: str, more: Collection[str]) -> Sequence[Piece]:
            return self._instead(question, {*names, *more})

        limits = replace(self._limits, notebook=self._left)
        with Sandbox(pieces, limits, unsafe=self._unsafe, instead=instead) as other:
            yield other
        self._left = other._left

    # ------------------------------------------------------------------ one process
    def start(self) -> None:
        """Start the process, and run in it every cell that can be run."""
        while self._process is None:  # at first, and after a cell that ended the process
            self._spawn()
            for piece in self._pieces:
                if self._process is not None and piece.id not in self.faults:
                    self._run(piece)

    def stop(self) -> None:
        """End the process and everything it started."""
        if self._process is not None:
            # The whole group: while bubblewrap is being set up its child does not yet die with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _run(self, piece: Piece) -> None:
        early = piece in itertools.takewhile(lambda p: p.given, self._pieces)
        try:
            where = {"section": piece.section, "wanted": sorted(piece.wanted)}
            request = {"do": "run", "name": piece.id, "source": piece.source, **where}
            self._exchange(request, STARTING if early else self._limits.call)
        except AnswerError as error:
            self.faults[piece.id] = str(error).removeprefix(f"{piece.id} ")

    def _spawn(self) -> None:
        limits = self._limits
        if self._left <= 0:
            raise AnswerError(f"not run: the notebook has used its {limits.notebook:g} seconds")
        seconds = max(int(self._left), 1)
        if self._unsafe:
            self._folder = tempfile.TemporaryDirectory()
            python = [sys.executable, str(HERE / "server.py")]
            if limits.user:
                os.chown(self._folder.name, limits.user, limits.user)
            command = [*python, str(limits.memory), str(seconds), str(limits.user), "--may-fork"]
        else:
            user = FIRST_USER + os.getpid() if os.geteuid() == 0 else 0
            python = [sys.executable, str(INSIDE / "server.py")]
            command = [*_wrapped(), *python, str(limits.memory), str(seconds), str(user)]
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name if self._folder else None,
            env=ENVIRONMENT,
            process_group=0,
        )
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._clock = Clock(self._process.pid)
        try:
            hello = {"do": "run", "name": "hello", "source": "", "section": 0, "wanted": []}
            self._exchange(hello, STARTING)
        except AnswerError as error:
            if self._left > 0:
                raise SandboxError(f"the process for the answers does not start: {error}") from None

    def _ask(self, request: dict[str, Any]) -> Any:
        """Ask one function, which has the time of a call, and of all its calls together."""
        name, limit = request["name"], CALLS * self._limits.call
        if self._used[name] >= limit:
            raise AnswerError(f"{name} is not run again: its calls have used {limit:g} seconds")
        if self._process is None:
            self.start()
        before = self._left
        try:
            return self._exchange(request, min(self._limits.call, limit - self._used[name]))
        finally:
            self._used[name] += before - self._left

    def _exchange(self, request: dict[str, Any], seconds: float) -> Any:
        """Send one request, wait for its answer; AnswerError for whatever is not one."""
        name, number = request["name"], next(self._numbers)
        if self._process is None or self._clock is None or self._left <= 0:
            self.stop()
            raise AnswerError(
                f"{name} is not run: the notebook has used its {self._limits.notebook:g} seconds"
            )
        seconds = min(seconds, self._left)
        self._clock.go_on()  # the time since the last exchange was the grader's
        deadline = Deadline(self._clock, seconds)
        try:
            self._send(wire.packed(request | {"number": number}), deadline)
            reply = wire.received(functools.partial(self._read, deadline=deadline))
            if reply is not None and reply.get("number") != number:
                raise wire.WireError("it is not readable")
            if reply is not None and "error" not in reply:
                return wire.decoded(reply.get("value"))
        except TimeoutError:
            self.stop()
            raise AnswerError(
                f"{name} takes too long: it was stopped after {seconds:.0f} seconds"
            ) from None
        except wire.WireError as error:
            self.stop()
            raise AnswerError(f"{name}: the reply cannot be used: {error}") from None
        finally:
            self._left -= deadline.used()
        if reply is None:
            self.stop()
            raise AnswerError(
                f"{name} ends the whole process, as os._exit, a crash or too much memory does"
            )
        message = self._without_numbers(str(reply["error"])[:600], request)
        if reply.get("missing"):
            message = "; ".join([message, *self._why_missing(name)])[:1200]
        raise AnswerError(message)

    def _without_numbers(self, message: str, request: dict[str, Any]) -> str:
        """A complaint of the process; an answer may have forged it, to tell what it was given.

        What stands behind ``fails:`` is the text of an exception, which ``kit.told`` cuts.
        """
        known = {request["name"]}.union(*(piece.wanted for piece in self._pieces))
        said, fails, rest = message.partition(" fails: ")
        for limit in LIMITS:  # of messages, in the words of wire.py
            known |= set(limit.split()) if limit in said else set()
        if request["do"] != "run":
            said = NUMBER.sub(lambda word: word[0] if word[0] in known else "#", said)
        return said + fails + rest

    def _why_missing(self, name: str) -> list[str]:
        """What is wrong with the cell that should define a name; if there is none, with any."""
        own = [piece for piece in self._pieces if name in piece.wanted]
        told = [piece.id for piece in own or self._pieces if piece.id in self.faults]
        if told or not own:
            return [f"the cell {cell} {self.faults[cell]}" for cell in told]
        made = re.findall(r"^(?:def|class) +(\w+)|^(\w+) *=", own[0].source, re.MULTILINE)
        others = ", ".join(filter(None, itertools.chain(*made)))[:200]
        return [f"its cell defines {others}, and a function must keep its name"] if others else []

    def _send(self, message: bytes, deadline: Deadline) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        pipe, rest = self._process.stdin.fileno(), memoryview(message)
        while rest:
            deadline.wait([], [pipe])
            try:
                rest = rest[os.write(pipe, rest) :]
            except BrokenPipeError:
                return  # the answer will be missing

    def _read(self, length: int, deadline: Deadline) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe, pieces, missing = self._process.stdout.fileno(), [], length
        while missing:
            deadline.wait([pipe], [])
            piece = os.read(pipe, min(missing, 1 << 20))
            if not piece:
                break
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)


def _in_words(arguments: Sequence[Any]) -> str:
    """What a function was called with, arrays by their shape."""
    told = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            told.append(f"array of shape {each.shape}")
        else:
            written = repr(each)
            told.append(written if len(written) <= 30 else f"{type(each).__name__} of {len(each)}")
    return ", ".join(told)


def _wrapped() -> list[str]:
    """The call of bubblewrap, up to the command that runs inside."""
    command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-pid"]
    command += ["--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if os.geteuid() == 0:  # the server needs these two until it has become somebody else
        command += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user"]
    command += ["--proc", "/proc", "--dev", "/dev", "--size", str(64 << 20), "--perms", "1777"]
    command += ["--tmpfs", "/tmp"]
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            command += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            command += ["--ro-bind", str(path), str(path)]
    seen = {path: path for path in map(Path, LINKER) if path.exists()}
    links = {}  # an environment may be called by the name of a link to it
    for name in (sys.base_prefix, sys.prefix, PACKAGE):
        path = Path(name).resolve()
        if path.is_relative_to("/usr"):
            continue
        seen[path] = path
        if path != Path(name):
            links[Path(name)] = path
    seen |= {HERE / name: INSIDE / name for name in SERVER}
    folders = {folder for inside in (*seen.values(), *links) for folder in inside.parents}
    for folder in sorted(
        folders - {Path("/"), Path("/tmp")}
    ):  # everybody may look for what is below
        command += ["--perms", "0755", "--dir", str(folder)]
    for outside, inside in seen.items():
        command += ["--ro-bind", str(outside), str(inside)]
    for link, path in links.items():
        command += ["--symlink", str(path), str(link)]
    return [*command, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"]


@functools.cache
def why_not() -> str | None:
    """Why the sandbox does not work here; None if it does."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap is for Linux"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (Debian: apt install bubblewrap)"
    try:
        done = subprocess.run(
            [*_wrapped(), sys.executable, "-c", "import olbook"],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start: {error}"
    if done.returncode:
        return f"bubblewrap does not work here: {done.stderr.strip()[-300:]}"
    return None
