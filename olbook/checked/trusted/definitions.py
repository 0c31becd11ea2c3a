r"""When does a definition define something?

For any values of the names that are not defined there must be exactly one way to give values to those
that are. So each value is given once, by an equation whose left side names it; nothing is defined by
means of itself, a recursion goes back to earlier subscripts; what is not random is not defined by
something random; and nothing that is said for all values of a letter speaks of a name that was
defined by means of one particular value of that letter.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import sympy as sp

from ..errors import CheckError
from ..guard import expand
from ..reading.language import Language
from ..reading.terms import Ranges, mentioned_names, name_of
from .facts import DEFINITION, INFIMUM, LAW, Fact, Facts
from .signs import Signs

UNBOUNDED = sp.oo


class Definitions:
    """Looks at each new definition before it becomes a fact."""

    def __init__(self, language: Language, facts: Facts, signs: Signs) -> None:
        self._language = language
        self._facts = facts
        self._signs = signs

    def demand(self, fact: Fact) -> None:
        """Raise a CheckError unless ``fact`` may be added to what is stated."""
        if fact.status == DEFINITION:
            self._demand_pattern(fact)
        if fact.status in (DEFINITION, INFIMUM):
            self._demand_fixed(fact)
            self._demand_unique(fact)
            self._demand_no_circle(fact)

    def _all(self, fact: Fact) -> list[Fact]:
        """All definitions, with a new one."""
        known = [f for f in self._facts.values() if f.status in (DEFINITION, INFIMUM)]
        return [*known, fact] if fact.status in (DEFINITION, INFIMUM) else known

    # ------------------------------------------------------------------ the left side
    def _demand_pattern(self, fact: Fact) -> None:
        """``name``, ``name[t + 1, i]`` or ``name[t](u)``: each index once, each argument a bound letter."""
        left = fact.left
        if name_of(left) is None or left in self._language.ranges:
            raise CheckError(f"{fact.name}: a definition is name == term or name[t] == term")
        subscripts, arguments = self._pattern(left)
        letters = [*(s for s in map(self._index_of, subscripts) if s is not None), *arguments]
        if len(set(letters)) != len(letters):
            raise CheckError(f"{fact.name}: each index and letter stands once on the left side")
        loose = {str(a) for a in arguments} ^ fact.over.values
        if loose or not all(a.is_Symbol for a in arguments):
            raise CheckError(
                f"{fact.name}: the arguments of what is defined are the letters of its for_all"
            )
        stray = self._language.indices(fact.right) - self._language.indices(left)
        if stray:
            raise CheckError(f"{fact.name}: the index {min(map(str, stray))} is on the right only")

    def _pattern(self, e: sp.Expr) -> tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]]:
        """Subscripts and arguments."""
        number = self._language.usage.get(str(name_of(e)), (0, ()))[0]
        return e.args[:number], e.args[number:]

    def _index_of(self, subscript: sp.Expr) -> sp.Symbol | None:
        """The index in ``t + 1``, or ``None`` for a number; nothing else is a subscript of a pattern."""
        offset, index = subscript.as_coeff_Add()
        if index == 0 and offset.is_Integer:
            return None
        if index not in self._language.ranges or not offset.is_Integer:
            raise CheckError(f"{subscript}, not an index plus a number, may name a value twice")
        return index

    def _demand_fixed(self, fact: Fact) -> None:
        if self._language.is_random(fact.right) and not self._language.is_random(fact.left):
            raise CheckError(f"{fact.name}: a name that is not random is defined by what is random")

    # ------------------------------------------------------------------ once
    def _demand_unique(self, fact: Fact) -> None:
        for other in self._all(fact)[:-1]:
            if name_of(other.left) == name_of(fact.left) and not self._apart(fact, other):
                raise CheckError(
                    f"{fact.name}: {name_of(fact.left)} is defined by {other.name} already, "
                    "perhaps at the same subscript"
                )

    def _apart(self, one: Fact, other: Fact) -> bool:
        """Whether two patterns visibly differ in some subscript, wherever both apply."""
        renamed = {index: sp.Dummy(index.name, integer=True) for index, _ in other.over.ranges}
        ranges: Ranges = dict(one.over.ranges)
        ranges |= {renamed[index]: ends for index, ends in other.over.ranges}
        for mine, theirs in zip(
            self._pattern(one.left)[0], self._pattern(other.left)[0], strict=True
        ):
            ahead = expand(mine - theirs.xreplace(renamed))
            for difference in (ahead, -ahead):
                if self._signs.least_integer(expand(difference), ranges, at_least=1) is not None:
                    return True
        return False

    # ------------------------------------------------------------------ not by means of itself
    def _demand_no_circle(self, fact: Fact) -> None:
        """No way from a name through definitions back to it, except to an earlier first subscript.

        Each use of one defined name in the definition of another is an arrow; its length says how much
        later than the defined value the value is that is used. A way back must have negative length.
        """
        definitions = self._all(fact)
        names = sorted({str(name_of(d.left)) for d in definitions})
        longest: dict[tuple[str, str], sp.Expr] = {}
        for definition in definitions:
            here = str(name_of(definition.left))
            for used, later in self._uses(definition):
                if used in names:
                    longest[here, used] = sp.Max(longest.get((here, used), -UNBOUNDED), later)
        for middle, a, b in itertools.product(names, repeat=3):
            if (a, middle) in longest and (middle, b) in longest:
                through = longest[a, middle] + longest[middle, b]
                longest[a, b] = sp.Max(longest.get((a, b), -UNBOUNDED), through)
        circle = [name for name in names if longest.get((name, name), -UNBOUNDED) >= 0]
        if circle:
            raise CheckError(
                f"{fact.name}: {', '.join(circle)} would be defined by means of itself; "
                "a recursion goes back to earlier subscripts"
            )

    def _uses(self, definition: Fact) -> Iterator[tuple[str, sp.Expr]]:
        """The names it speaks of, each with how much later it is than what is defined."""
        subscripts, _ = self._pattern(definition.left)
        yield from self._uses_in(definition.right, subscripts[0] if subscripts else None, {})
        for end in definition.over.ends:
            yield from ((name, UNBOUNDED) for name in mentioned_names(end))

    def _uses_in(
        self, e: sp.Basic, defined_at: sp.Expr | None, latest: dict[sp.Symbol, sp.Expr]
    ) -> Iterator[tuple[str, sp.Expr]]:
        """The same for a part of it; ``latest`` says how large the letters of sums become."""
        name = name_of(e)
        if name is not None:
            first = self._pattern(e)[0][:1]
            if first and defined_at is not None:
                yield name, _how_much_later(first[0], defined_at, latest)
            else:
                yield name, UNBOUNDED
        if isinstance(e, sp.Sum):
            latest = {**latest, **{index: high for index, _, high in e.limits}}
        for part in e.args:
            yield from self._uses_in(part, defined_at, latest)


def _how_much_later(
    subscript: sp.Expr, defined_at: sp.Expr, latest: dict[sp.Symbol, sp.Expr]
) -> sp.Expr:
    """A number that ``subscript - defined_at`` never exceeds, if one is visible."""
    for _ in latest:  # the end of an inner sum may speak of the letter of an outer one
        for letter in subscript.free_symbols & latest.keys():
            if letter in expand(subscript - letter).free_symbols:
                return UNBOUNDED
            subscript = subscript.xreplace({letter: latest[letter]})
    later = expand(subscript - defined_at)
    return later if later.is_Integer else UNBOUNDED


def demand_no_capture(supposed: Sequence[Fact]) -> None:
    """What is said for all values of a letter does not speak of what one value of it defines.

    Of a theorem this is asked for what stands above its claim. A reader of "y = 2p" and "G(p) = p + y
    for every p" would not know which p is meant by y.
    """
    for fact in supposed:
        for letter in fact.over.values:
            spoken = mentioned_names(fact.left) | mentioned_names(fact.right)
            if captured := _defined_from(letter, supposed) & spoken:
                raise CheckError(
                    f"{fact.name} is said for all {letter}, and {min(captured)} is defined by means of "
                    f"one {letter}: call one of the two otherwise"
                )


def _defined_from(letter: str, supposed: Sequence[Fact]) -> set[str]:
    """The names that are defined, or drawn, directly or not, by means of the one value of a letter."""
    tied = {letter}
    while (
        joined := {
            str(name_of(fact.left))
            for fact in supposed
            if fact.status in (DEFINITION, INFIMUM, LAW)
            and letter not in fact.over.values
            and any(map(fact.mentions, tied))
        }
        - tied
    ):
        tied |= joined
    return tied - {letter}
