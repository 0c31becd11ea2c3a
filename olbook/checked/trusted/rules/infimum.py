r"""The greatest lower bound over all values of a name.

``B == inf(F(u), u)`` is a definition only if :math:`F` is known to be bounded below: then, and only
then, there is a greatest lower bound. After that, whatever is at most :math:`F(u)` for every
:math:`u` is at most :math:`B`.
"""

from __future__ import annotations

from ...errors import CheckError
from ...reading.terms import SCALAR, Expectation, Term, plain, tex_of_name
from ..facts import INFIMUM, Fact, Reasons
from ..known import Known
from ..statements import Statement


def bounded_below(known: Known, e: Term, over: str) -> Reasons:
    """What makes it known that ``e`` has a lower bound that does not depend on the name ``over``."""
    visible = known.signs.nonnegative(e.sym, {})
    if visible is not None and not known.facts.about(visible, over):
        return visible
    symbol = known.language.lookup(over).symbol
    for fact in known.facts.values():
        inequality = fact.operator != "==" and fact.kind == SCALAR and not fact.over.ranges
        if not inequality or symbol in fact.left.free_symbols or fact.left.has(Expectation):
            continue  # an expectation that nothing on display mentions need not be a number
        for_every_value = not known.facts.about(fact.basis, over)
        if for_every_value and known.algebra.is_zero(fact.right - e.sym):
            return fact.supports
    raise CheckError(
        f'"{plain(e.sym)}" is not known to be bounded below for all {over}, so it may have no infimum: '
        "prove first that something without it and without E(...) is at most this"
    )


def infimum(known: Known, best: Fact, use: Statement) -> Statement:
    """From ``left <= F(u)`` for every ``u`` to ``left <= B``, where B is the infimum of F."""
    if best.status != INFIMUM:
        raise CheckError(f"{best.name} does not define an infimum")
    (name,) = best.over.values
    symbol = known.language.lookup(name).symbol
    if symbol in use.left.free_symbols or not known.algebra.is_zero(use.right - best.right):
        raise CheckError(f'{use.name} does not bound "{plain(best.right)}" below, free of {name}')
    conditions = known.facts.about(use.rests_on, name)
    if use.operator == "==" or conditions:
        extra = ", ".join(fact.name for fact in conditions) or use.name
        raise CheckError(f"{use.name} is not known for every {name}: {extra}")
    return Statement(
        cited=(best.name, *use.cited),
        left=use.left,
        operator="<=",
        right=best.left,
        kind=SCALAR,
        rests_on=use.rests_on | best.rests_on | {best.name},
        words=f"{use.words}, for every ${tex_of_name(name)}$",
    )
