"""Grading a derivation: the checker of the book reads it, in a context that the student cannot change.

The whole chain must be accepted, and show the pinned claim from the allowed facts: that is full
marks. Otherwise each stretch between two milestones that the checker accepts pays its share, and
the first step it refuses is shown with the checker's reason; nothing is said of the others.

The work is done in a process of its own with limits on time and memory, for a text of a few signs
can keep a computer algebra system busy for a year.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import re
import resource
import signal
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from olbook.checked import CheckError, Context
from olbook.checked.reading.chains import forwards, lines_of
from olbook.exercises.chains import Pinned, crowded, without_the_answer

from .kit import Mark

LONGEST = 10_000  # characters of a derivation
MOST_LINES = 60
MEMORY = 4 << 30


def grade_chain(
    text: Any,
    *,
    context: Callable[[], Context],
    claim: str,
    points: float,
    milestones: Sequence[str] = (),
    most: int | None = None,
    part: str = "derivation",
    seconds: float = 20.0,
) -> Mark:
    """Grade a derivation by the checker.

    Parameters
    ----------
    text : str
        The student's derivation.
    context : callable
        Makes the context, fresh for each use.
    claim : str
        What it must show, ``"left <= right"`` (or ``==``, ``>=``). The first line of the derivation
        must be identically the left side, and the last line the right side.
    points : float
        For a derivation that is accepted.
    milestones : sequence of str
        Expressions on the way, in order, without the two ends of the claim: with n of them there
        are n + 1 stretches, and each that is accepted pays ``points / (n + 1)``.
    most : int, optional
        The facts that one step may rest on; by default as many as it likes.
    seconds : float
        The limit on time of the processor. Whoever exceeds it gets nothing: it is far from what an
        honest answer takes.
    """
    if text is None:
        words = "a text is expected, and nothing is returned: is there a return?"
        return Mark(part, 0.0, points, words)
    if not isinstance(text, str):
        return Mark(part, 0.0, points, f"a text is expected, this is a {type(text).__name__}")
    if len(text) > LONGEST or len(lines_of(text)) > MOST_LINES:
        return Mark(part, 0.0, points, f"more than {LONGEST} characters or {MOST_LINES} lines")
    task = Pinned(context, claim, most)
    result = _limited(lambda: _judged(text, task, milestones), seconds)
    if isinstance(result, str):
        return Mark(part, 0.0, points, result)
    share, reason = result
    return Mark(part, round(points * share, 2), points, reason)


def _judged(text: str, task: Pinned, milestones: Sequence[str]) -> tuple[float, str]:
    """The share of the points, and the reason."""
    left, operator, right = task.ends
    refusal = ""
    try:
        fresh = task.context()
        proof = fresh.prove("answer", text)
        if numbers := fresh.numbers_against(proof):
            refusal = f"every step is accepted, but it is false: {numbers}"
        elif task.most:
            refusal = crowded(text, fresh.facts, task.most)
    except CheckError as error:
        refusal = without_the_answer(str(error).removeprefix("answer, ").removeprefix("answer: "))
    forward = text
    if len(lines_of(text)) > 1:
        forward = forwards(text, operator, lambda e: task.same(e, left))
    backwards, lines = forward != text, lines_of(forward)
    expressions = [_expression(line, number) for number, line in enumerate(lines)]
    if not refusal:
        if not task.same(expressions[0], left):
            refusal = f"the first line should be  {left}"
        elif not task.same(expressions[-1], right):
            refusal = f"the last line should be  {right}"
        elif operator == "==" and proof.fact.operator != "==":
            refusal = "an equality is asked for, and there is an inequality on the way"
        elif operator != "==" and any(line[:2] not in ("==", operator) for line in lines[1:]):
            refusal = f"the claim is  {task.claim}; the lines go the other way"
        else:
            return 1.0, f"accepted, in {_count(len(lines) - 1, 'step')}"
    if not milestones:
        return 0.0, f"not accepted: {refusal}"
    found = re.match(r"step (\d+):", refusal)
    refused = int(found[1]) if found else None
    if refused and backwards:
        refused = len(lines) - refused
    paid = _stretches(task, lines, (left, *milestones, right), refused)
    stretches = len(milestones) + 1
    share = min(paid, stretches - 1) / stretches  # the whole was refused
    told = f"{paid} of {_count(stretches, 'stretch')} accepted; the first fault: {refusal}"
    return share, told


def _stretches(
    task: Pinned, lines: Sequence[str], milestones: Sequence[str], refused: int | None
) -> int:
    """How many neighbouring milestones are joined by steps that are accepted.

    ``refused`` is a step that is known not to be: it is not tried again.
    """
    expressions = [_expression(line, number) for number, line in enumerate(lines)]
    at: list[int | None] = []
    start = 0
    for milestone in milestones:
        found = (k for k in range(start, len(lines)) if task.same(expressions[k], milestone))
        place = next(found, None)
        at.append(place)
        start = start if place is None else place + 1
    paid = 0
    for first, last in itertools.pairwise(at):
        if first is None or last is None or (refused and first < refused <= last):
            continue
        piece = "\n".join([expressions[first], *lines[first + 1 : last + 1]])
        fresh = task.context()
        try:
            fresh.prove("answer", piece)
        except CheckError:
            continue
        paid += not (task.most and crowded(piece, fresh.facts, task.most))
    return paid


def _expression(line: str, number: int) -> str:
    """What stands in a line between its relation and its bar."""
    return line[2 if number else 0 :].partition("|")[0].strip()


def _count(n: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("h") else f"{noun}s"
    return f"{n} {noun if n == 1 else plural}"


def _limited(work: Callable[[], Any], seconds: float) -> Any:
    """What ``work`` returns (JSON), done in a child process; a text if it exceeds a limit."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a notebook's kernel has threads
        child = os.fork()
    if child == 0:  # nothing here may return
        try:
            os.close(reader)
            limit = math.ceil(seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writer, "w") as pipe:
                json.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writer)
    try:  # the child ends by itself, for its time is limited: that of the processor, not of a clock
        with os.fdopen(reader, "rb") as pipe:
            received = pipe.read()
        status = os.waitpid(child, 0)[1]
    except BaseException:  # stopped from outside
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    try:
        return json.loads(received)
    except ValueError:
        if os.WIFSIGNALED(status):
            return f"the checker needs more than {seconds:g} seconds for it"
        return "this is beyond the checker: it needs too much memory"
