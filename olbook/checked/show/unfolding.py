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
from ..reading.terms import Expectation, Term, mentioned_names, name_of, plain
from ..trusted.facts import DEFINITION, HYPOTHESIS, PROVED, Fact, sign_fact

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


def means_said(
    language: Language, facts: Mapping[str, Fact], shown: sp.Expr, on: frozenset[str]
) -> frozenset[str]:
    """The definitions by expectations that all stand in a formula, which so says that they exist.

    One for all values, or for an index, would say more of them; and a sum may be empty.
    """
    given = [f for n, f in facts.items() if n in on and f.status == DEFINITION]
    definitions = [
        f for f in given if not (f.over.ranges or f.over.values) or not f.right.has(Expectation)
    ]
    by_name = {name_of(f.left): f for f in definitions if not f.right.has(Expectation)}

    def spelled_out(e: sp.Expr) -> sp.Expr:
        for _ in range(DEEPEST):
            parts = [p for p in sp.preorder_traversal(e) if name_of(p) in by_name]
            uses = [use for p in parts for use in _uses(language, by_name[name_of(p)], p)]
            e = e.xreplace({part: value for part, _, value in uses})
        return sp.expand(e)

    def means(e: sp.Expr) -> set[sp.Expr]:
        return {spelled_out(mean.args[0]) for mean in e.atoms(Expectation)}

    def in_sums(e: sp.Expr) -> set[sp.Expr]:
        return means(sp.Tuple(*e.atoms(sp.Sum))) if e.has(sp.Sum) else set()

    said = means(shown) - in_sums(shown)
    by_means = [f for f in definitions if f.right.has(Expectation)]
    return frozenset(f.name for f in by_means if means(f.right) <= said and not in_sums(f.right))


@dataclass(frozen=True)
class Event:
    """An event: what is at most 0 in it, and only there; and the facts and signs that say what its probability is."""

    slack: sp.Expr
    words: str
    facts: tuple[str, ...]


def event_of(chance: sp.Expr, language: Language, facts: Mapping[str, Fact]) -> Event | None:
    r"""The event whose probability a number is, or nothing.

    That is so if a plain number without a sign is defined as the expectation of a random :math:`\chi`, and all
    that is supposed of the two is this, :math:`\chi\ge0`, :math:`\chi^2=\chi` and :math:`\chi a\le\chi b`. What is
    proved then holds for every such :math:`\chi`, and so for the indicator of :math:`a\le b`; the opposite is
    :math:`b<a`. A fact for all values, or with an index, would be about other events too; and an index that
    is drawn independently of all else would be independent of :math:`\chi`.
    """
    supposed = [fact for fact in facts.values() if fact.status != PROVED]
    means = [f for f in supposed if f.status == DEFINITION and f.left == chance]
    chi = next(iter(means[0].right.args), None) if means else None
    if not (isinstance(chance, sp.Symbol) and isinstance(chi, sp.Symbol)) or language.uniform:
        return None
    signs = [(n.sign, n.integer) for n in (language.names[str(each)] for each in (chance, chi))]
    about = [fact for fact in supposed if fact.mentions(str(chance)) or fact.mentions(str(chi))]
    exact = [f"{chance} == E({chi})", f"{chi} ** 2 == {chi}"]
    bounds = [fact for fact in about if fact.text not in exact]
    if signs != [("real", False), ("nonnegative", False)] or (len(about), len(bounds)) != (3, 1):
        return None
    if (bounds[0].operator, bounds[0].status) != ("<=", HYPOTHESIS):
        return None
    a, b = (sp.expand(side).coeff(chi) for side in (bounds[0].left, bounds[0].right))
    multiplied = sp.expand(bounds[0].slack - (b - a) * chi) == 0
    alone = not {chance, chi} & (b - a).free_symbols and not language.indices(b - a)
    if any(fact.over.values or fact.over.ranges for fact in about) or not (multiplied and alone):
        return None
    said = (*(fact.name for fact in about), sign_fact(str(chi), "nonnegative"))
    return Event(a - b, bounds[0].words, said)
