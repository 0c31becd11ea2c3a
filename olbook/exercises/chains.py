"""The visible check of a derivation: the checker of the book reads it, and its ends are compared."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from ..checked import CheckError, Context
from ..checked.reading.chains import forwards, lines_of
from . import NotYet, answer, text, visible

NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Pinned:
    """What a derivation must show, and from what: the facts of a fresh context.

    Where the steps are the question, ``most`` is the number of facts that one of them may rest on.
    """

    context: Callable[[], Context]
    claim: str
    most: int | None = None

    @property
    def ends(self) -> tuple[str, str, str]:
        """Left side, relation and right side of the claim."""
        for relation in ("<=", ">=", "=="):
            left, found, right = self.claim.partition(relation)
            if found:
                return left.strip(), relation, right.strip()
        raise ValueError(f"a claim has the form left <= right, got {self.claim!r}")

    def check(self, derivation: Any) -> str:
        """What is fine about a derivation; NotYet says which step is not accepted, or which end."""
        derivation = text(derivation, "the derivation")
        if len(lines_of(derivation)) < 2:
            raise NotYet("a derivation has a first line and at least one line with a relation")
        context = self.context()
        try:
            proof = context.prove("derivation", derivation)
        except CheckError as error:
            raise NotYet(without_the_answer(str(error).removeprefix("derivation, "))) from None
        if numbers := context.numbers_against(proof):
            raise NotYet(
                f"every step is accepted, but these numbers contradict it; please report this: {numbers}"
            )
        left, relation, right = self.ends
        lines = lines_of(forwards(derivation, relation, lambda e: self.same(e, left)))
        if any(line[:2] not in ("==", relation) for line in lines[1:]):
            raise NotYet(f"every step is accepted, but the claim is  {self.claim}")
        for line, end, place in ((lines[0], left, "first"), (lines[-1][2:], right, "last")):
            if not self.same(line.partition("|")[0].strip(), end):
                raise NotYet(f"every step is accepted, but the {place} line should be  {end}")
        if self.most and (crowd := crowded(derivation, context.facts, self.most)):
            raise NotYet(crowd)
        return f"proved, in {len(lines) - 1} step{'s' * (len(lines) > 2)}"

    def same(self, one: str, other: str) -> bool:
        """Whether two expressions are identically equal."""
        if "".join(one.split()) == "".join(other.split()):
            return True
        try:
            self.context().prove("same", f"{one}\n== {other}")
        except CheckError:
            return False
        return True


def check_of(task: Pinned) -> Callable[[Any], None]:
    """The visible check of a function that returns a derivation."""

    @visible
    def check(function: Any) -> str:
        return task.check(answer(function))

    return check


def crowded(derivation: str, facts: Collection[str], most: int) -> str:
    """Which step rests on more than so many facts, in words for the student; or nothing."""
    for number, line in enumerate(lines_of(derivation)):
        reasons = line.partition("|")[2].partition(";")[0]
        cited = [name for name in dict.fromkeys(NAME.findall(reasons)) if name in facts]
        if len(cited) > most:
            return (
                f"step {number}: it holds, but it rests on {', '.join(cited)} at once, and here a "
                f"step may rest on {most} of the facts, so that one sees how the proof goes. Write "
                "down what you have after the first of them, and go on from there"
            )
    return ""


def without_the_answer(refusal: str) -> str:
    """What the checker says of a step, but for the reasons that it found itself: they are asked for."""
    refusal = re.sub(
        r" It would close with: .*",
        " One more reason is needed, or a gap",
        refusal,
        flags=re.DOTALL,
    )
    how = ": say which one is meant, with at, or add all of them up, with sum"
    return re.sub(r": say which, at\(.*?, or sum it, sum\(.*?\)", how, refusal)


def show_facts(task: Pinned) -> None:
    """Print the facts that a derivation may cite, how many in a step, and what it must show."""
    shown = {}
    for fact in task.context().facts.values():
        ranges = ", ".join(f"{index} = {low}..{high}" for index, (low, high) in fact.over.ranges)
        shown[fact.name] = fact.text + (f"   for {ranges}" if ranges else "")
    if task.most:
        shown["in a step:"] = f"at most {task.most} of these facts" if task.most > 1 else "one fact"
    for name, said in {**shown, "to show:": task.claim}.items():
        print(_in_narrow_lines(f"{name:12s}{said}"))


def _in_narrow_lines(fact: str) -> str:
    """A fact in lines that fit a page: a side that is long begins a line of its own."""
    fact = re.sub(r" (\*\*|[*/]) ", r"\1", fact)
    fact = re.sub(r"\[(\w+) ([+-]) (\w+)\]", r"[\1\2\3]", fact)
    if len(fact) > 72:
        fact = re.sub(r" (<=|>=|==) ", r"\n\1 ", fact, count=1)
    first, *others = fact.splitlines()
    indent = 14 * " "
    folded = [
        textwrap.fill(line, 84, initial_indent=indent, subsequent_indent=indent + "   ")
        for line in others
    ]
    return "\n".join([first, *folded])
