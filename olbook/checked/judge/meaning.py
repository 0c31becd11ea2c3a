"""The reference evaluator: what a statement says in a world, as the page defines it.

Read this next to ``book/what_a_formula_means.md``. A `World` gives every name a value, and `holds` says
whether a relation is true there. The values of formulas, the table of the page, are in `formulas`; how
a text becomes a relation is in `statements`, and how a statement for all values is decided in `values`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from .formulas import LONGEST
from .reals import FINE, FINEST, FLOATS, Precision, Undecided, Undefined
from .values import compared, for_all, sides
from .world import Outcome, Relation, Scope, World


def holds(
    relation: Relation, world: World, levels: Sequence[Precision] = (FLOATS, FINE, FINEST)
) -> bool | None:
    """Whether a relation is true at all indices in their ranges and in every outcome.

    None if this could not be decided. What has no value is not true.
    """
    for at in levels:
        here = world if at is world.at else world.finer(at)
        answers = [
            answer(relation, here, scope, outcome) for scope, outcome in instances(relation, here)
        ]
        if None not in answers or False in answers:
            return False not in answers
    return None


def instances(relation: Relation, world: World) -> Iterator[tuple[Scope, Outcome]]:
    """All values of the indices, and all outcomes if the relation mentions random names."""
    ranges = world.ranges(relation)
    if math.prod(high - low + 1 for _, low, high in ranges if high >= low) > LONGEST:
        raise Undecided("very many indices")
    outcomes: Sequence[Outcome] = (None,)
    if relation.left.random or relation.right.random:
        outcomes = range(len(world.weights))
    for values in product(*(range(low, high + 1) for _, low, high in ranges)):
        scope = dict(zip((letter for letter, _, _ in ranges), values, strict=True))
        for outcome in outcomes:
            yield scope, outcome


def answer(relation: Relation, world: World, scope: Scope, outcome: Outcome) -> bool | None:
    """Whether a relation is true at these indices, in this outcome."""
    try:
        if relation.said.for_all and relation.said.status != "infimum":
            return for_all(relation, world, scope, outcome)
        return compared(relation, *sides(relation, world, scope, outcome))
    except Undefined:
        return False
    except Undecided:
        return None
