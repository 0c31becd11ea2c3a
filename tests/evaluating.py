"""The judge's evaluator, for the tests of the checker: formulas in numbers that are drawn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import sympy as sp
from sympy.core.function import AppliedUndef

from olbook.checked import Context
from olbook.checked.displayed import stated
from olbook.checked.judge import Said, World, counterexample, holds, meaning_of
from olbook.checked.reading.language import Language
from olbook.checked.reading.terms import Dot, Expectation
from olbook.checked.trusted.facts import Fact

DIMENSION = 2


def in_words(e: sp.Basic, language: Language) -> str:
    """A SymPy expression, such as a normal form, as a text of the language.

    To the algebra a backward sum is minus the sum of what it leaves out; on the page it is empty. So
    each sum becomes a difference of two, one of which is empty.
    """

    def words(part: sp.Basic) -> str:
        return in_words(part, language)

    if isinstance(e, sp.Sum):
        text = words(e.function)
        for letter, low, high in e.limits:
            forwards = f"{words(letter)}, {words(low)}, {words(high)}"
            backwards = f"{words(letter)}, {words(high + 1)}, {words(low - 1)}"
            text = f"(Sum({text}, {forwards}) - Sum({text}, {backwards}))"
        return text
    if isinstance(e, sp.Symbol):
        return f"letter{e.name[2:]}" if e.name.startswith("_i") else str(e.name)
    if e.is_Rational:
        return f"({e})"
    if e is sp.E:
        return "exp(1)"
    if isinstance(e, AppliedUndef) and e.func not in (Dot, Expectation):
        name = type(e).__name__
        number = language.usage.get(name, (len(e.args), ()))[0]
        subscripts, arguments = e.args[:number], e.args[number:]
        text = f"{name}[{', '.join(map(words, subscripts))}]" if subscripts else name
        return f"{text}({', '.join(map(words, arguments))})" if arguments else text
    if isinstance(e, sp.Max):
        (inside,) = (part for part in e.args if part != 0)
        return f"pos({words(inside)})"
    if isinstance(e, sp.Pow) and e.exp == sp.Rational(1, 2):
        return f"sqrt({words(e.base)})"
    if isinstance(e, sp.Pow) and e.exp == -sp.Rational(1, 2):
        return f"(1/sqrt({words(e.base)}))"
    glue = {sp.Add: " + ", sp.Mul: "*", sp.Pow: "**"}
    for kind, sign in glue.items():
        if isinstance(e, kind):
            return "(" + sign.join(f"({words(part)})" for part in e.args) + ")"
    called = {Dot: "dot", Expectation: "E", sp.exp: "exp", sp.log: "log"}[e.func]
    return f"{called}({', '.join(map(words, e.args))})"


class Numbers:
    """Values of names, drawn when they are first asked for, and the same ever after."""

    def __init__(
        self, language: Language, seed: int, given: Mapping[str, Any] | None = None
    ) -> None:
        self._language = language
        self._rng = random.Random(seed)
        self._known: dict[Any, Any] = {(name, (), None): v for name, v in (given or {}).items()}

    def __call__(self, name: str, at: tuple[int, ...], outcome: int | None) -> Any:
        key = name, at, outcome
        if key not in self._known:
            self._known[key] = self._drawn(name)
        return self._known[key]

    def _drawn(self, name: str) -> Any:
        declared = self._language.names[name]
        if declared.kind == "vector":
            return tuple(self._number("real") for _ in range(DIMENSION))
        if declared.integer:
            return self._rng.choice([1, 2, 3] if declared.sign == "positive" else [0, 1, 2])
        return self._number(declared.sign)

    def _number(self, sign: str) -> Fraction:
        number = Fraction(self._rng.randint(-6, 6), self._rng.choice([1, 1, 2, 3]))
        return number if sign == "real" else abs(number) + Fraction(sign == "positive", 4)


def is_true(
    relation: str,
    language: Language,
    numbers: Any,
    *,
    ranges: Sequence[tuple[str, str, str]] = (),
    weights: Sequence[int] = (1,),
) -> bool | None:
    """Whether a relation is true in these numbers; ``None`` if that could not be decided."""
    claim = Said("claim", "relation", relation, tuple(ranges))
    meaning = meaning_of(stated(language, (), claim))
    return holds(meaning.claim, World(meaning, numbers, DIMENSION, weights))


def against(
    ctx: Context, text: str, supposed: Iterable[Fact], over: Sequence[tuple[str, str, str]] = ()
) -> str | None:
    """What the judge finds against a relation, if it is to follow from some facts."""
    claim = Said("claim", "line", text, tuple(over))
    return counterexample(stated(ctx._language, supposed, claim), effort=400)


def arithmetic(inner: st.SearchStrategy[str]) -> list[st.SearchStrategy[str]]:
    """Formulas made of smaller ones, in the ways that every formula allows."""
    return [
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("({})*({})".format, inner, inner),
        st.builds("(-({}))".format, inner),
        st.builds("({})**2".format, inner),
        st.builds("pos({})".format, inner),
    ]
