"""How a claim is spelled out: which definitions turn one form of it into another.

Nothing here is trusted: what is found is a step, which the kernel accepts or does not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy as sp

from ..reading.chains import Step
from ..reading.language import Language
from ..reading.terms import Term, mentioned_names, name_of, plain
from ..trusted.facts import DEFINITION, LAW, PROVED, Fact, sign_fact

DEEPEST = 16  # definitions that speak of others, one below the other


def unfolding(language: Language, facts: Mapping[str, Fact], one: Term, other: Term) -> Step:
    """The step from one form to the other, with the definitions of what only one of them has."""
    by_name: dict[str, list[Fact]] = {}
    for fact in facts.values():
        if fact.status == DEFINITION and (head := name_of(fact.left)):
            by_name.setdefault(head, []).append(fact)
    for scope in ((0,), (1,), (0, 1)):  # one form may be the other, spelled out
        reasons, same = _spelled_out(language, by_name, (one.sym, other.sym), scope)
        if same:
            break
    trees = language.tree(f"({''.join(f'{reason}, ' for reason in dict.fromkeys(reasons))})")
    cited = tuple(trees.elts) if isinstance(trees, ast.Tuple) else ()
    text = f"({plain(one.sym)}) == ({plain(other.sym)})"
    return Step(one, "==", other, cited, None, text, text)


def _spelled_out(
    language: Language,
    by_name: Mapping[str, list[Fact]],
    sides: tuple[sp.Expr, sp.Expr],
    scope: tuple[int, ...],
) -> tuple[list[str], bool]:
    """What spells out one side, or both, and whether they are then the same."""
    reasons = list[str]()
    for _ in range(DEEPEST):
        if sp.expand(sides[0] - sides[1]) == 0:
            return reasons, True
        names = [mentioned_names(side) for side in sides]
        differ = (names[0] ^ names[1]) or (names[0] & names[1])
        uses = [
            use
            for side in scope
            for part in sp.preorder_traversal(sides[side])
            for fact in by_name.get(name_of(part) or "", ())
            if name_of(part) in differ
            for use in _uses(language, fact, part)
        ]
        if not uses:
            break
        if names[0] ^ names[1]:  # one at a time: what is defined last may speak of the others
            last = [name for name in by_name if any(name_of(part) == name for part, _, _ in uses)][
                -1
            ]
            uses = [use for use in uses if name_of(use[0]) == last]
        swap = {part: value for part, _, value in uses}
        sides = (sides[0].xreplace(swap), sides[1].xreplace(swap))
        reasons += [reason for _, reason, _ in uses if reason not in reasons]
    return reasons, sp.expand(sides[0] - sides[1]) == 0


def _uses(language: Language, fact: Fact, part: sp.Expr) -> Iterator[tuple[sp.Expr, str, sp.Expr]]:
    """How a definition applies to a part of a formula: the part, the reason, and what it becomes."""
    free = {index for index, _ in fact.over.ranges}
    free |= {language.names[name].symbol for name in fact.over.values}
    binding: dict[sp.Expr, sp.Expr] = {}
    for pattern, value in zip(fact.left.args, part.args, strict=True):
        if pattern in free and binding.setdefault(pattern, value) == value:
            continue
        if pattern != value:
            return
    changed = {k: v for k, v in binding.items() if k != v}
    given = ", ".join(f"{name}={plain(value)}" for name, value in changed.items())
    yield part, f"at({fact.name}, {given})" if given else fact.name, fact.right.xreplace(binding)


@dataclass(frozen=True)
class Event:
    """An event: the number that is 1 in it and 0 elsewhere, and what is at most 0 in it, and only there."""

    indicator: str
    slack: sp.Expr
    words: str
    facts: tuple[str, ...]  # that say so

    def mentions(self, term: sp.Expr) -> bool:
        """Whether a term speaks of its indicator."""
        return self.indicator in mentioned_names(term)


def event_of(chance: sp.Expr, facts: Mapping[str, Fact]) -> Event | None:
    r"""The event whose probability a number is, or nothing.

    That is so if the number is defined as the expectation of :math:`\chi`, and all that is supposed of
    :math:`\chi` is :math:`\chi^2=\chi` and :math:`\chi a\le\chi b`. What is proved then holds for every such
    :math:`\chi`, and so for the indicator of :math:`a\le b`; the opposite is :math:`b<a`.
    """
    given = [fact for fact in facts.values() if fact.status not in (PROVED, LAW)]
    means = [fact for fact in given if fact.status == DEFINITION and fact.left == chance]
    names = mentioned_names(means[0].right) if means else set[str]()
    own = {*names, str(chance)}
    about = {f.text: f for f in given if any(map(f.mentions, own))}
    name = min(names, default="")
    exact = (f"{chance} == E({name})", f"{name} ** 2 == {name}")
    bounds = [fact for text, fact in about.items() if text not in exact]
    if len(about) != 3 or len(bounds) != 1 or bounds[0].operator != "<=":
        return None
    indicator = about[exact[1]].right
    a, b = (sp.expand(side).coeff(indicator) for side in (bounds[0].left, bounds[0].right))
    multiplied = sp.expand(bounds[0].slack - (b - a) * indicator) == 0
    if indicator.is_positive or not multiplied or own & mentioned_names(b - a):
        return None
    said = (*(fact.name for fact in about.values()), sign_fact(name, "nonnegative"))
    return Event(name, a - b, bounds[0].words, said)
