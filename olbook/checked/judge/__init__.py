"""The judge: reads the displayed statement of a theorem, and tries to refute it.

It shares nothing with the checker but the page ``book/what_a_formula_means.md``. `formulas` and `meaning`
are that page as a program, `worlds` searches for worlds in which a claim might fail, and `judge` counts them.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from .formulas import Excluded, Unreadable
from .meaning import World, answer, holds, instances
from .reals import FINE, FINEST, FLOATS, Undecided, Undefined
from .texts import Declared, Meaning, Said, Stated
from .values import sides
from .worlds import Sampler, Search, described, fingerprint, shown

__all__ = [
    "Declared",
    "Meaning",
    "Said",
    "Sampler",
    "Stated",
    "Undecided",
    "Undefined",
    "Unreadable",
    "Verdict",
    "World",
    "address",
    "counterexample",
    "holds",
    "judge",
    "verdict_on",
]


MANY, FEW = 200, 12
REFUTATIONS = 6
STORED = Path(__file__).with_name("worlds.txt")


@dataclass(frozen=True)
class Verdict:
    """What the judge found.

    Parameters
    ----------
    tried
        Worlds in which everything supposed holds, and the claim too.
    undecided
        Worlds in which everything supposed holds, and about the claim nothing could be decided.
    counterexample
        A world in which everything supposed holds and the claim does not, for a reader.
    witness
        One of the worlds that were tried, for a reader.
    """

    tried: int
    undecided: int
    counterexample: str | None
    witness: str | None


def judge(
    stated: Stated,
    *,
    model: Mapping[str, Any] | None = None,
    sample: Sampler | None = None,
    worlds: int = MANY,
    effort: int = 12000,
    seconds: float = 10.0,
    plain: bool = False,
) -> Verdict:
    """Try to refute a statement.

    The same statement is always judged in the same way, unless the time is up.

    Parameters
    ----------
    stated
        The statement as it is displayed.
    model
        Values that the author gave: numbers, tuples, tables by subscript, functions.
    sample
        The author's sampler, a function from a source of chance to such values.
    worlds
        After how many worlds to be content.
    effort
        How many relations may be evaluated.
    seconds
        When to stop, whatever was found; of the processor's time, so that a busy machine finds the same.
    plain
        Whether to try only numbers that a reader would choose.
    """
    meaning = Meaning(stated)
    rng = random.Random(repr((stated.supposed, stated.claim)))
    search = Search(meaning, model or {}, sample, rng, effort, plain, seconds)
    started = time.process_time()
    tried = undecided = 0
    seen: set[int] = set()
    refutations: list[str] = []
    witness: World | None = None
    repeated = 0
    for world, truth in search.worlds():
        mark = fingerprint(world)
        repeated = repeated + 1 if mark in seen else 0
        if mark not in seen:
            seen.add(mark)
            truth = truth if truth is True else _closely(world)
            if truth is False and _confirmed(world):
                refutations.append(_refutation(world))
            tried += truth is True
            undecided += truth is None
            if truth and _telling(world, witness):
                witness = replace(world, memo=dict(world.memo))
        if max(tried, undecided) >= worlds or time.process_time() - started > seconds:
            break
        if repeated == worlds:  # there may be no others
            break
        if len(refutations) == REFUTATIONS:  # one is enough, of several the shortest is told
            break
    counterexample = min(refutations, key=len) if refutations else None
    return Verdict(tried, undecided, counterexample, _read_out(witness))


def verdict_on(
    stated: Stated, *, model: Mapping[str, Any] | None = None, sample: Sampler | None = None
) -> Verdict:
    """The verdict on a statement that becomes a theorem.

    The book's own statements are judged at length when the book is checked, and how many worlds that
    took is stored beside this module, by what is stated. Here they are judged again in a few worlds.
    A statement that is not stored, or has changed in a sign, is judged at length now.
    """
    before = _stored().get(address(stated), 0)
    verdict = judge(stated, model=model, sample=sample, worlds=FEW if before else MANY)
    return replace(verdict, tried=max(before, verdict.tried))


def address(stated: Stated) -> str:
    """A fingerprint of all that is displayed."""
    return hashlib.sha256(repr(stated).encode()).hexdigest()[:16]


@cache
def _stored() -> dict[str, int]:
    lines = STORED.read_text(encoding="utf-8").splitlines() if STORED.exists() else []
    return {where: int(worlds) for where, worlds in map(str.split, lines)}


def counterexample(
    stated: Stated,
    *,
    model: Mapping[str, Any] | None = None,
    effort: int = 1500,
    seconds: float = 5.0,
) -> str | None:
    """The judge in a short form: a world that refutes a statement, for a reader; or None."""
    for plain in (True, False):  # the numbers of the first are easier to read
        verdict = judge(stated, model=model, effort=effort, seconds=seconds, plain=plain)
        if verdict.counterexample is not None:
            break
    return verdict.counterexample


def _closely(world: World) -> bool | None:
    """Whether the claim is true, with as many bits as needed."""
    try:
        return holds(world.meaning.claim, world, (FLOATS, FINE, FINEST))
    except Undefined:
        return False
    except (Undecided, Excluded, RecursionError):
        return None


def _confirmed(world: World) -> bool:
    """Whether everything supposed is true in a world whose claim is false, looked at anew."""
    # The claim comes first: what is said for all values is then tried at the values it speaks of.
    fresh = replace(world.finer(FLOATS), thorough=True, points={True: [], False: []})
    try:
        if holds(fresh.meaning.claim, fresh) is not False:
            return False
        for relation in fresh.meaning.supposed:
            if relation.said.status in ("definition", "infimum") and not relation.said.for_all:
                for scope, outcome in instances(relation, fresh):
                    relation.left.value(fresh, scope, outcome)
            elif holds(relation, fresh) is not True:
                return False
    except (Undefined, Undecided, Excluded, RecursionError):
        return False
    return True


def _read_out(world: World | None) -> str | None:
    return None if world is None else described(world)


def _telling(world: World, known: World | None) -> bool:
    """Whether a reader learns more from this world than from the one that is known: more, up to a limit.

    No range may be empty in it: what is supposed for every round of none is not seen to be possible.
    """
    relations = (*world.meaning.supposed, world.meaning.claim)
    if any(low > high for relation in relations for _, low, high in world.ranges(relation)):
        return False
    return known is None or len(known.memo) < len(world.memo) <= 12


def _refutation(world: World) -> str:
    """What the claim says in a world, at the first indices at which it is seen not to be true."""
    claim = world.meaning.claim
    for at in (FLOATS, FINE, FINEST):
        here = world if at is world.at else world.finer(at)
        for scope, outcome in instances(claim, here):
            if claim.said.for_all or answer(claim, here, scope, outcome) is not False:
                continue
            try:
                left, right = map(shown, sides(claim, here, scope, outcome))
                said = f"it says {left} {claim.sign} {right}"
            except Undefined as reason:
                said = f"it has no value, {reason},"
            where = [f"{letter} = {value}" for letter, value in scope.items()]
            where += [] if outcome is None else [f"outcome {outcome + 1}"]
            for_what = ", ".join(filter(None, [described(world), *where]))
            return f"{said} for {for_what}" if for_what else said
    return described(world)
