"""The process that runs one student's code. It sits inside the sandbox and answers one pipe.

It knows nothing of questions or of what is expected: it runs cells, calls functions by name, and
sends back what they return. Whatever the student's code does to this process it does to itself.
"""

from __future__ import annotations

import ast
import asyncio
import builtins
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Collection
from types import CodeType, ModuleType
from typing import Any, NoReturn


def limit(memory: int, processor_seconds: int, user: int) -> None:
    """Give up rights and set limits, before anything of the student's is read."""
    import resource

    if user:  # started by root: become a user that has no process but this one
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    if "--may-fork" not in sys.argv:  # no process and no thread beside this one
        resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))


class Server:
    """The student's names.

    In the student's notebook a check stands below each answer and sees the names as they are there,
    so a helper of a later answer may have the name of an earlier one. Here all cells are run before
    the first call. So the cells between two checks have names of their own: those of the section
    before, and what they change. What is defined only later is known to the earlier sections too.
    """

    def __init__(self) -> None:
        first = {"__name__": "__main__", "display": lambda *_, **__: None}
        self.sections: dict[int, dict[str, Any]] = {0: first}
        self.homes: dict[str, dict[str, Any]] = {}
        """By the name of an answer, the names of its section."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; an error is part of the answer."""
        label = str(request.get("name", "this"))
        try:
            return {"value": wire.encoded(getattr(self, "do_" + request["do"])(request))}
        except NotImplementedError as error:
            return {"error": unwritten(label, error, self.sections.values())}
        except Missing as missing:
            return {"error": str(missing), "missing": True}
        except wire.WireError as error:
            return {"error": f"{label} returns {error}"}
        except MemoryError:
            return {"error": f"{label} needs more memory than there is"}
        except RecursionError:
            return {"error": f"{label} calls itself without end (RecursionError)"}
        except (SystemExit, KeyboardInterrupt) as error:
            return {"error": f"{label} leaves Python ({type(error).__name__})"}
        except BaseException as error:
            return {"error": f"{label} fails: {words(error, self.sections.values())}"}

    def do_run(self, request: dict[str, Any]) -> None:
        """Run a cell; an import of a package that is not here fails where the package is used."""
        names = self.sections.setdefault(request["section"], dict(self.latest))
        self.homes |= dict.fromkeys(request["wanted"], names)
        name, awaits = f"<{request['name']}>", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        code = compile(request["source"], name, "exec", awaits, dont_inherit=True)
        try:
            self.execute(code, names)
        finally:
            late = {name: value for name, value in names.items() if not hasattr(builtins, name)}
            for earlier in self.sections.values():
                earlier |= late | earlier

    def execute(self, code: CodeType, names: dict[str, Any]) -> None:
        while True:
            try:
                waiting = eval(code, names)
                if code.co_flags & inspect.CO_COROUTINE:  # a cell that awaits something
                    asyncio.run(waiting)
                return
            except ModuleNotFoundError as error:
                package = (error.name or "").partition(".")[0]
                if not package or package in sys.modules or importlib.util.find_spec(package):
                    raise
                sys.modules[package] = Absent(package)

    @property
    def latest(self) -> dict[str, Any]:
        """The names of the last section."""
        return self.sections[max(self.sections)]

    def do_call(self, request: dict[str, Any]) -> Any:
        """Call a function."""
        return self.function(request["name"])(*wire.decoded(request["arguments"]))

    def function(self, name: str) -> Any:
        home = self.homes.get(name, self.latest)
        if name not in home:
            raise Missing(f"{name} is not defined")
        if not callable(home[name]):
            raise Missing(f"{name} is not a function, it is a {type(home[name]).__name__}")
        return home[name]


class Missing(Exception):
    """A name that is not there, or is not what it should be."""


class Absent(ModuleType):
    """A package that is not installed: to import it is no fault, to use it is one."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ModuleNotFoundError(f"the package {self.__name__} is not installed here")


def unwritten(label: str, error: BaseException, sections: Collection[dict[str, Any]]) -> str:
    """Which function raised NotImplementedError: that which was called, or one that it uses."""
    *_, (last, _) = traceback.walk_tb(error.__traceback__)
    name = last.f_code.co_name
    if not any(last.f_globals is names for names in sections):
        return f"{label} fails: {words(error, sections)}"
    if name.startswith("<") or name == label:
        return f"{label} is not written yet"
    return f"{name} is not written yet, and {label} uses it"


def words(error: BaseException, sections: Collection[dict[str, Any]]) -> str:
    """An exception in one line, with the line of the cell that raised it."""
    steps = traceback.walk_tb(error.__traceback__)
    own = [n for frame, n in steps if any(frame.f_globals is names for names in sections)]
    line = own[-1] if own else None
    try:
        message = str(error)
        if isinstance(error, SyntaxError):
            line, message = error.lineno, error.msg
    except BaseException as failure:  # its own __str__ fails
        message = f"its message cannot be read ({type(failure).__name__})"
    text = type(error).__name__ + (f": {' '.join(message.split())[:300]}" if message else "")
    if isinstance(error, BlockingIOError) or "start new thread" in message:
        text += "; there is one process with one thread, and no other can be started"
    return text + (f" (line {line} of the cell)" if line else "")


def main() -> NoReturn:
    """Answer requests until there are no more."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # what a student prints goes nowhere
        os.dup2(nothing, stream)
    server = Server()
    while (request := wire.received(requests.read)) is not None:
        reply = server.answer(request)
        try:
            message = wire.packed(reply | {"number": request["number"]})
        except (wire.WireError, ValueError, RecursionError) as error:
            failed = {"error": f"{request.get('name')} returns too much: {error}"}
            message = wire.packed(failed | {"number": request["number"]})
        replies.write(message)
        replies.flush()
    os._exit(0)


if __name__ == "__main__":
    limit(*map(int, sys.argv[1:4]))
    import wire  # type: ignore[import-not-found] # and NumPy, under the limits

    sys.path.pop(0)
    builtins.__dict__.update(exit=sys.exit, quit=sys.exit)  # those of a terminal say "use exit()"
    main()
