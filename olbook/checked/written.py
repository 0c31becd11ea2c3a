r"""A context as a text that a reader can change: read, never run.

The text looks like the Python of this book, because it is what stands in ``olbook/proofs``: one call
of ``Context`` and then calls of its methods. But Python does not run it. It is taken apart, and what
is not such a call with plain values is refused. So a text that somebody else has sent can be checked
without a thought.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .context import Context
from .errors import CheckError
from .reading.language import in_plain_signs
from .show.theorem import Theorem

DECLARE = "declare"
FACTS = ("hyp", "define", "assume")
DERIVATIONS = ("prove", "theorem")
METHODS = (*FACTS, *DERIVATIONS, "cite", "model")
WIDTH = 88


@dataclass(frozen=True)
class Call:
    """One call of a context, its arguments by name; ``Context(...)`` itself is ``declare``.

    ``lines`` are the first and the last line it stands on, if it was read from a text.
    """

    method: str
    arguments: Mapping[str, Any]
    lines: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """The name of the fact it makes, or what it does."""
        return str(self.arguments.get("fact", self.arguments.get("name", self.method)))

    def with_(self, **changed: Any) -> Call:
        """The same call with some arguments changed; ``None`` leaves an argument out."""
        arguments = {**self.arguments, **changed}
        return replace(self, arguments={k: v for k, v in arguments.items() if v is not None})

    def on(self, ctx: Context) -> Any:
        """Make this call."""
        return getattr(ctx, self.method)(**self.arguments)


@dataclass(frozen=True)
class Named:
    """A theorem of the book, by its name: ``theorem("ogd.regret")``."""

    name: str


def called(method: str, /, *args: Any, **kwargs: Any) -> Call:
    """A call with its arguments by name, as the signature of the method has them."""
    arguments = dict(SIGNATURES[method].bind(*args, **kwargs).arguments)
    return Call(method, arguments | arguments.pop("values", {}))


def _of_method(method: str) -> inspect.Signature:
    """What can be given to a method of a context that exists."""
    signature = inspect.signature(getattr(Context, method))
    return signature.replace(parameters=list(signature.parameters.values())[1:])


SIGNATURES = {method: _of_method(method) for method in METHODS}


# --- writing --------------------------------------------------------------------------------------


def written(calls: Iterable[Call]) -> str:
    """The calls as a text, from which :func:`read` gets them back."""
    out: list[str] = []
    before = DECLARE
    for call in calls:
        if call.method in DERIVATIONS or before in DERIVATIONS or before == DECLARE:
            out += [""] if out else []
        out.append(_written(call))
        before = call.method
    return "\n".join(out) + "\n"


def _written(call: Call) -> str:
    if call.method == DECLARE:
        return _in_lines("ctx = Context(", [f"{k}={_value(v)}" for k, v in call.arguments.items()])
    positional = [p.name for p in _parameters(call.method) if p.kind is p.POSITIONAL_OR_KEYWORD]
    values = {
        key: _derivation(value) if call.method in DERIVATIONS and key == "text" else _value(value)
        for key, value in call.arguments.items()
    }
    given = [
        values[key] if key in positional and key != "given" else f"{key}={values[key]}"
        for key in values
    ]
    start = f"ctx.{call.method}("
    if call.method in DERIVATIONS:
        return f"{start}{', '.join(given[:2])}{_keywords(given[2:])})"
    return _in_lines(start, given)


def _parameters(method: str) -> Iterable[inspect.Parameter]:
    return SIGNATURES[method].parameters.values()


def _in_lines(start: str, given: list[str]) -> str:
    """On one line if it fits, otherwise an argument a line."""
    line = f"{start}{', '.join(given)})"
    if len(line) <= WIDTH:
        return line
    return "\n".join([start, *(f"    {part}," for part in given), ")"])


def _keywords(given: list[str]) -> str:
    """What follows a derivation: an argument a line, unless it is one short one."""
    together = ", ".join(given)
    if len(given) == 1 and len(together) <= WIDTH - 8:
        return f", {together}"
    return "".join(f",\n    {part}" for part in given)


def _derivation(text: str) -> str:
    lines = textwrap.indent(textwrap.dedent(text).strip("\n").rstrip(), "    ")
    return f'"""\n{lines}\n"""'


def _value(value: Any) -> str:
    if isinstance(value, Theorem | Named):
        return f'theorem("{value.name}")'
    if isinstance(value, str) and '"' not in value:
        value = " ".join(value.split())  # a formula may be on two lines in its module
        mark = "r" if "\\" in value else ""
        return f'{mark}"{value}"'
    return repr(value)


# --- reading --------------------------------------------------------------------------------------


def read(text: str) -> list[Call]:
    """The calls in a text; a CheckError says in which line something else stands.

    Examples
    --------
    >>> calls = read('ctx = Context(real="a b")' + chr(10) + 'ctx.hyp("up", "a <= b")')
    >>> [call.method for call in calls]
    ['declare', 'hyp']
    >>> read("import os")
    Traceback (most recent call last):
        ...
    olbook.checked.errors.CheckError: line 1: here stands neither ctx = Context(...) nor a call such as ctx.hyp(...)
    """
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", error)
        raise CheckError(f"line {line}: this cannot be read ({reason})") from None
    calls = [_call(statement) for statement in statements]
    if not calls or calls[0].method != DECLARE:
        raise CheckError("line 1: a text begins with the names, ctx = Context(...)")
    for call in calls[1:]:
        if call.method == DECLARE:
            raise CheckError(f"line {call.lines[0]}: one text is about one Context")
    return calls


def _call(statement: ast.stmt) -> Call:
    lines = statement.lineno, statement.end_lineno or statement.lineno
    match statement:
        case ast.Assign(
            targets=[ast.Name(id="ctx")],
            value=ast.Call(func=ast.Name(id="Context"), args=[], keywords=keywords),
        ):
            return Call(DECLARE, _by_name(keywords), lines)
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="ctx"), attr=method),
                args=args,
                keywords=keywords,
            )
        ) if method in METHODS:
            try:
                call = called(method, *map(_plain, args), **_by_name(keywords))
            except TypeError as error:
                raise CheckError(f"line {lines[0]}: ctx.{method}: {error}") from None
            return replace(call, lines=lines)
    raise CheckError(
        f"line {lines[0]}: here stands neither ctx = Context(...) nor a call such as ctx.hyp(...)"
    )


def _by_name(keywords: list[ast.keyword]) -> dict[str, Any]:
    for keyword in keywords:
        if keyword.arg is None:
            raise CheckError(f"line {keyword.lineno}: arguments are written out, without stars")
    return {str(keyword.arg): _plain(keyword.value) for keyword in keywords}


def _plain(node: ast.expr) -> Any:
    """A string, a number, a tuple, a table; or a theorem of the book."""
    match node:
        case ast.Call(func=ast.Name(id="theorem"), args=[ast.Constant(value=str(name))]):
            return Named(name)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise CheckError(
            f"line {node.lineno}: a string, a number or a table of these was expected"
        ) from None


def line_of_step(text: str, call: Call, step: int) -> int:
    """The line on which a step of a derivation stands, or the line on which its call begins."""
    first, last = call.lines
    lines = text.splitlines()
    steps = [
        number
        for number in range(first, last + 1)
        if in_plain_signs(lines[number - 1])[:2] in ("==", "<=", ">=")
    ]
    return steps[step - 1] if 0 < step <= len(steps) else first
