"""What the editors of the site show and run: the contexts of the proofs as texts, and their check.

A text has the calls of ``olbook/proofs`` that one theorem needs. Two things are left out, for they are
no part of what is proved: the words of the statement, and the values and samplers that help the judge
to find worlds. When a text is about a theorem of the book, the judge gets these back.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from ..checked import CheckError, Context, Proof, Theorem
from ..checked.show.render import rows_of
from ..checked.written import DECLARE, DERIVATIONS, Call, Named, called, line_of_step, read, written
from . import CATALOGUE, theorem

HELP = ("sample", "statement")


class Recorder:
    """Stands in for a context: it remembers the calls, and proves nothing."""

    def __init__(self, **declared: str) -> None:
        self.calls = [Call(DECLARE, declared)]

    def __getattr__(self, method: str) -> Callable[..., Named | None]:
        def remembered(*args: Any, **kwargs: Any) -> Named | None:
            call = called(method, *args, **kwargs)
            self.calls.append(call)
            return Named(call.arguments["name"]) if _proves(call) else None  # it may be cited

        return remembered


@contextmanager
def recording(*modules: Any) -> Iterator[list[Recorder]]:
    """Let modules that make contexts make recorders instead."""
    made: list[Recorder] = []

    def recorder(**declared: str) -> Recorder:
        made.append(Recorder(**declared))
        return made[-1]

    before = [module.Context for module in modules]
    for module in modules:
        module.Context = recorder
    try:
        yield made
    finally:
        for module, original in zip(modules, before, strict=True):
            module.Context = original


def calls_behind(name: str) -> list[Call]:
    """All calls of the context in which a theorem of the book is proved."""
    build = CATALOGUE[name].build
    build()  # what it cites is proved once, by ordinary contexts, and kept
    package = __name__.rpartition(".")[0]
    modules = [
        module
        for path, module in sys.modules.items()
        if path.startswith(f"{package}.")
        and path != __name__
        and getattr(module, "Context", None) is Context
    ]
    with recording(*modules) as made:
        inspect.unwrap(build)()
    for recorder in made:
        if any(call.arguments.get("name") == name for call in recorder.calls if _proves(call)):
            return recorder.calls
    raise ValueError(f"{name} is not proved in a context of its own module")


def _proves(call: Call) -> bool:
    return call.method == "theorem"


def calls_for(name: str) -> list[Call]:
    """The calls that one theorem needs, without help for the judge."""
    calls = [call for call in calls_behind(name) if call.method != "model"]
    end = next(i for i, call in enumerate(calls) if call.arguments.get("name") == name)
    proved = theorem(name)
    needed = {*proved.used, calls[end].name}.union(*(p.fact.rests_on for p in proved.proofs))
    kept = []
    for call in reversed(calls[: end + 1]):
        if call.method == DECLARE or call.name in needed:
            kept.append(call.with_(**dict.fromkeys(HELP)))
            if call.method != DECLARE:
                needed |= set(re.findall(r"[A-Za-z_]\w*", call.arguments.get("text", "")))
    return kept[::-1]


def text_of(name: str) -> str:
    """A theorem of the book as a text to change."""
    return written(calls_for(name))


# --- checking -------------------------------------------------------------------------------------


def check(text: str) -> dict[str, Any]:
    """What the checker says of a text: whether it is proved, in words, and where it is not.

    Returns
    -------
    dict
        ``proved`` and ``said``. If it is refused, ``line``, the first that is not accepted, and ``parts``,
        what is said in words and formulas. If it is
        proved, ``claim`` in LaTeX and ``proofs``, rows of words and LaTeX; of a theorem also its
        ``digest``, in how many ``worlds`` it was tried, and what is ``assumed``.

    Examples
    --------
    >>> text = 'ctx = Context(real="a")' + chr(10) + 'ctx.prove("one", "a == 2*a")'
    >>> check(text)["proved"]
    False
    """
    ctx, made, line = None, [], 1
    try:
        calls = read(text)
        for call in calls:
            line = call.lines[0]
            try:
                if ctx is None:
                    ctx = Context(**call.arguments)
                else:
                    made.append(_made(call, ctx))
            except CheckError as error:
                line = _line_of(text, call, str(error))
                raise
    except CheckError as error:
        said = str(error)
        parts = ctx.parts_of(said) if ctx else [(said, [])]
        return {"proved": False, "said": said, "parts": parts, "line": _named_line(said) or line}
    proved = [each for each in made if isinstance(each, Proof | Theorem)]
    if not proved:
        said = "nothing is to be proved here"
        return {"proved": False, "said": said, "parts": [(said, [])], "line": line}
    return _accepted(proved[-1], [each for each in proved if isinstance(each, Proof)])


def _made(call: Call, ctx: Context) -> Any:
    """What a call makes; a citation gets its theorem, a theorem of the book the book's help."""
    arguments = dict(call.arguments)
    for key, value in arguments.items():
        if isinstance(value, Named):
            if value.name not in CATALOGUE:
                raise CheckError(f"{call.name}: no theorem of the book is called {value.name}")
            arguments[key] = theorem(value.name)
    if _proves(call) and arguments.get("name") in CATALOGUE:
        arguments |= _help(ctx, arguments["name"])
    try:
        return Call(call.method, arguments).on(ctx)
    except TypeError as error:
        raise CheckError(f"{call.name}: {error}") from None


def _help(ctx: Context, name: str) -> Mapping[str, Any]:
    """Give a context the values of the book's model, and return the book's sampler."""
    calls = calls_behind(name)
    for call in calls:
        for key, value in call.arguments.items() if call.method == "model" else ():
            with suppress(CheckError):  # a name that the reader has not declared
                ctx.model(**{key: value})
    mine = next(call for call in calls if call.arguments.get("name") == name and _proves(call))
    return {"sample": mine.arguments.get("sample")}


def _line_of(text: str, call: Call, said: str) -> int:
    """The line a refusal speaks of: that of a step, or else the first of the call."""
    step = re.search(r"step (\d+):", said)
    if call.method in DERIVATIONS and step:
        return line_of_step(text, call, int(step[1]))
    return call.lines[0]


def _named_line(said: str) -> int | None:
    """The line that a refusal names itself."""
    found = re.match(r"line (\d+):", said)
    return int(found[1]) if found else None


def _accepted(last: Proof | Theorem, lemmas: list[Proof]) -> dict[str, Any]:
    """What is shown of a text that is accepted."""
    proofs = last.proofs if isinstance(last, Theorem) else tuple(lemmas)
    answer: dict[str, Any] = {
        "proved": True,
        "said": last.claim if isinstance(last, Theorem) else str(last),
        "claim": last.claim_tex
        if isinstance(last, Theorem)
        else last.chain.tex(last.fact.operator),
        "proofs": [
            [
                proof.chain.label or proof.name.replace("_", " "),
                [[row.reason, row.tex] for row in rows_of(proof)],
            ]
            for proof in proofs
        ],
    }
    if isinstance(last, Theorem):
        answer["digest"] = last.digest
        answer["worlds"] = last.verdict.tried if last.verdict else 0
        answer["assumed"] = [f"{fact.words} ({fact.source})" for fact in last.assumed]
    return answer
