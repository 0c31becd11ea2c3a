"""The judge: reads the displayed statement of a theorem, and tries to refute it.

It shares nothing with the checker but the page ``book/what_a_formula_means.md``. `world`, `formulas` and
`meaning` are that page as a program, `worlds` searches for worlds in which a claim might fail, and `judge` counts them.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from .formulas import Unreadable
from .meaning import answer, holds, instances
from .reals import FINE, FINEST, FLOATS, Precision, Undecided, Undefined
from .shrink import shrink, size
from .statements import meaning_of
from .texts import Declared, Said, Stated
from .values import sides
from .world import Excluded, Outcome, Relation, Scope, World
from .worlds import Sampler, Search, State, described, fingerprint, shown

__all__ = [
    "FINE",
    "Declared",
    "Said",
    "Sampler",
    "Stated",
    "Undecided",
    "Undefined",
    "Unreadable",
    "Verdict",
    "World",
    "address",
    "confirmed",
    "counterexample",
    "failures",
    "holds",
    "judge",
    "meaning_of",
    "shown",
    "verdict_on",
]


MANY, FEW = 200, 12
REFUTATIONS = 2
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
    refutation
        A small world in which everything supposed holds and the claim does not.
    witness
        One of the worlds that were tried, for a reader.
    closest
        How much of the right side the left side reached in a world that was tried.
    """

    tried: int
    undecided: int
    refutation: World | None
    witness: str | None
    closest: float = 0.0

    @property
    def counterexample(self) -> str | None:
        """The refutation, for a reader."""
        return None if self.refutation is None else told(self.refutation)


def judge(
    stated: Stated,
    *,
    model: Mapping[str, Any] | None = None,
    sample: Sampler | None = None,
    worlds: int = MANY,
    effort: int = 12000,
    loose: Set[str] = frozenset(),
    seed: str = "",
) -> Verdict:
    """Try to refute a statement.

    The same statement is always judged in the same way, on any machine: what is spent is counted in
    relations that are evaluated, not in seconds.

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
    loose
        Names of a hypothesis that was left out, if one was: there the author's values are too tame.
    seed
        For another search of the same kind.
    """
    meaning = meaning_of(stated)
    rng = random.Random(repr((stated.supposed, stated.claim)) + seed)
    search = Search(meaning, model or {}, sample, rng, effort, loose)
    tried = undecided = repeated = 0
    seen: set[int] = set()
    refutations: list[World] = []
    witness: World | None = None
    closest = 0.0
    for state, truth in search.worlds():
        world = state.world
        mark = fingerprint(world)
        repeated = repeated + 1 if mark in seen else 0
        if mark not in seen:
            seen.add(mark)
            truth = truth if truth is True else _closely(world)
            if truth is False and confirmed(world):
                refutations.append(_small(search, state))
            tried += truth is True
            undecided += truth is None
            if truth:
                closest = max(closest, _reached(world))
            if truth and _telling(world, witness):
                witness = replace(world, memo=dict(world.memo))
        enough = worlds if witness else max(worlds, MANY)
        if max(tried, undecided, repeated) >= enough or len(refutations) == REFUTATIONS:
            break  # if the same comes again and again, there may be no others
    refutation = min(refutations, key=size) if refutations else None
    shown_to_a_reader = described(witness) if witness else None
    return Verdict(tried, undecided, refutation, shown_to_a_reader, closest)


def _small(search: Search, state: State) -> World:
    """The smallest world that is found from one that refutes the claim."""
    kept = search.rng, search.effort, search.loose
    mine = state.copy()
    search._attach(mine)
    shrink(search, mine, lambda state: _closely(state.world) is False and confirmed(state.world))
    search.rng, search.effort, search.loose = kept
    search._attach(state)
    return mine.world


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
    return {where: int(worlds) for where, worlds, *_ in map(str.split, lines)}


def counterexample(
    stated: Stated, *, model: Mapping[str, Any] | None = None, effort: int = 6000
) -> str | None:
    """The judge in a short form: a world that refutes a statement, for a reader; or None."""
    return judge(stated, model=model, effort=effort).counterexample


def _closely(world: World) -> bool | None:
    """Whether the claim is true, with as many bits as needed."""
    try:
        return holds(world.meaning.claim, world)
    except Undefined:
        return False
    except (Undecided, Excluded, RecursionError):
        return None


def confirmed(world: World) -> bool:
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


def _reached(world: World) -> float:
    """How much of its right side the left side of the claim reaches, if both are numbers above zero."""
    claim, most = world.meaning.claim, 0.0
    if claim.said.for_all or claim.left.vector or claim.sign == "==":
        return most
    for scope, outcome in instances(claim, world):
        try:
            left, right = (float(FLOATS.enclose(x).lo) for x in sides(claim, world, scope, outcome))
        except (Undefined, Undecided, OverflowError):
            continue
        most = max(most, left / right) if min(left, right) > 0 else most
    return most


def _telling(world: World, known: World | None) -> bool:
    """Whether a reader learns more from this world than from the one that is known: more, up to a limit.

    No range may be empty in it: what is supposed for every round of none is not seen to be possible.
    """
    relations = (*world.meaning.supposed, world.meaning.claim)
    if any(low > high for relation in relations for _, low, high in world.ranges(relation)):
        return False
    return known is None or len(known.memo) < len(world.memo) <= 12


def failures(
    relation: Relation, world: World, levels: Sequence[Precision]
) -> Iterator[tuple[World, Scope, Outcome]]:
    """Where a relation is seen not to be true, unless it is said for all values."""
    for at in levels:
        here = world if at is world.at else world.finer(at)
        for scope, outcome in instances(relation, here):
            if not relation.said.for_all and answer(relation, here, scope, outcome) is False:
                yield here, scope, outcome


def told(world: World) -> str:
    """What the claim says in a world, at the first indices at which it is seen not to be true."""
    claim = world.meaning.claim
    for here, scope, outcome in failures(claim, world, (FLOATS, FINE, FINEST)):
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
