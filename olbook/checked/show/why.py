r"""A proof in the open: lines of the checked derivations, with the reason beside each in a few words.

The author of a theorem names places and gives reasons, ``why="..."``, one a line::

    round      | convexity, and the projection moves no point of the set away
    regret 2   | summed over the rounds, all but two distances cancel

A name alone is all that a lemma, or another fact that the proof uses, says. A name and a number are the
line of a derivation of this number; it goes on from the line of the same derivation that was shown
before, or from its first. What is shown ends with the claim. The formulas and the relations between
them come from what was checked: between two lines stands :math:`=` if every step between them is an equality.
"""

from __future__ import annotations

import re

from ..errors import CheckError
from ..reading.terms import RELATION_TEX
from ..trusted.facts import Fact
from .parts import Line, Why
from .proof import Proof
from .theorem import Theorem
from .wording import range_tex

ROW = re.compile(r"(\w+)(?: (\d+))?\s*\|\s*(\S.*)")


def why_for(theorem: Theorem, text: str) -> Why:
    """Read which lines are shown, or refuse a place that the proof does not have."""
    proofs = {proof.name: proof for proof in theorem.proofs}
    lines: list[Line] = []
    before: tuple[str, int] = ("", 0)
    for row in filter(None, map(str.strip, text.splitlines())):
        if not (found := ROW.fullmatch(row)):
            raise CheckError(f"{theorem.name}: 'name | reason' or 'name 2 | reason', not {row!r}")
        name, number, reason = found.groups()
        if number is None:
            lines.append(Line(_whole(theorem, proofs, name), False, reason))
            before = (name, len(proofs[name].steps) if name in proofs else 0)
            continue
        if name not in proofs or not 0 < int(number) <= len(proofs[name].steps):
            raise CheckError(f"{theorem.name}: its proof has no line {name} {number}")
        start = before[1] if before[0] == name else 0
        if start >= int(number):
            raise CheckError(f"{theorem.name}: {name} {number} does not go on from line {start}")
        goes_on = before[0] == name
        before = (name, int(number))
        claimed = theorem.quoted and before == (theorem.proof.name, len(theorem.proof.steps))
        right = theorem.quoted.right if theorem.quoted and claimed else ""
        shown = _between(proofs[name], start, int(number), goes_on, right)
        where = "" if goes_on else _where(theorem, proofs[name].fact)
        lines.append(Line(shown + where, goes_on, reason))
    if before != (theorem.proof.name, len(theorem.proof.steps)):
        raise CheckError(f"{theorem.name}: what is shown of its proof ends with its claim")
    return Why(theorem.name, tuple(lines))


def _whole(theorem: Theorem, proofs: dict[str, Proof], name: str) -> str:
    """All that a fact says, with the range it holds on if that is not the usual one."""
    if name in proofs:
        tex = _between(proofs[name], 0, len(proofs[name].steps), False)
    elif name in theorem.used:
        tex = theorem.facts[name].tex
    else:
        raise CheckError(f"{theorem.name}: its proof does not use {name}")
    return tex + _where(theorem, theorem.facts.get(name, theorem.proof.fact))


def _where(theorem: Theorem, fact: Fact) -> str:
    """For what it holds, if that is not the usual range."""
    usual = all(theorem.language.ranges.get(i) == ends for i, ends in fact.over.ranges)
    where = "" if usual else range_tex(fact).removeprefix("for ").replace("$", "")
    return rf" \quad ({where.replace(' and ', ', ')})" if where else ""


def _between(proof: Proof, start: int, end: int, goes_on: bool, shown: str = "") -> str:
    """The relation of one line of a derivation to a later one, which may be shown in another form."""
    turned = proof.chain.turned
    first = proof.steps[0].step
    lines = [first.right if turned else first.left]
    lines += [each.step.left if turned else each.step.right for each in proof.steps]
    operators = {each.step.operator for each in proof.steps[start:end]}
    unequal = ">=" if turned else "<="
    relation = RELATION_TEX["==" if operators == {"=="} else unequal]
    after = f"{relation} {shown or lines[end].tex}"
    return after if goes_on else f"{lines[start].tex} {after}"
