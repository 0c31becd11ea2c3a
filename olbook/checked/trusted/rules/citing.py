r"""A theorem of one context used in another.

A theorem says: whenever its hypotheses, definitions and assumed lemmas hold, so does its claim. To
use it elsewhere, each of its names is given an image, a formula of the other context:
:math:`w_t` may stand for :math:`\eta w_t` there, and :math:`f_t(u)` for a hinge loss. If the images
of everything the theorem rests on are facts there, or visibly true, the image of the claim is one.

An image may speak of an index of its own, as in ``w[i] = w[t, i]``. Then all of this is for every
such index in its declared range.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ...errors import CheckError
from ...reading.language import Language
from ...reading.terms import (
    Name,
    Range,
    Ranges,
    Term,
    mentioned_names,
    name_of,
    plain,
    tex_of_name,
)
from ..facts import INFIMUM, LAW, NOTHING, PROVED, SEAL, Fact, Over, Reasons, law_of
from ..known import Known
from ..signs import entering
from ..statements import substituted
from .chance import demand_none


@dataclass(frozen=True)
class Result:
    """What a theorem claims and what it rests on, in the language of its own context."""

    name: str
    title: str
    claim: str
    claim_tex: str
    fact: Fact
    supposed: tuple[Fact, ...]
    language: Language


@dataclass(frozen=True)
class Image:
    """What a name of the theorem stands for; ``placeholders`` are its subscripts and arguments."""

    placeholders: tuple[sp.Symbol, ...]
    term: Term
    shown: str  # "w_t as \eta w_t", for the reader


class Citation:
    """One theorem, read in the language of another context."""

    def __init__(self, theorem: Result, given: str, known: Known) -> None:
        self._theorem = theorem
        self._language = known.language
        self._algebra = known.algebra
        self._signs = known.signs
        self._facts = known.facts
        self._images: dict[str, Image] = {}
        self._parameters: Ranges = {}  # indices that images speak of
        self._meaning = NOTHING  # what makes the images mean something
        for part in _parts(given):
            name, image = self._read(part)
            self._images[name] = image
        for each, image in self._images.items():  # it must mean something for every subscript
            reasons = known.duties.discharge(image.term.obligations, self._parameters)
            self._demand_free_placeholders(each, image, reasons)
            self._meaning |= reasons
            if self._parameters.keys() & set(image.placeholders):
                raise CheckError(f"a letter of {each} has a range in another image: rename it")

    def fact(self, name: str) -> Fact:
        """The image of the claim, or a CheckError that says which hypothesis is not known here."""
        claim = self._theorem.fact
        supposed = [f for f in self._theorem.supposed if f.status != LAW]
        names = set().union(*(_names_in(fact) for fact in (claim, *self._theorem.supposed)))
        if unknown := self._images.keys() - names:
            raise CheckError(f"{name}: {min(unknown)} does not occur in {self._theorem.name}")
        if any(fact.status == INFIMUM for fact in supposed):
            raise CheckError(f"{name}: a theorem about an infimum cannot be read in other names")
        reasons = self._meaning
        for each in sorted(names):
            reasons |= self._sign(name, self._theorem.language.names[each])
        for fact in supposed:
            reasons |= self._established(name, fact)
        shown = "; ".join(image.shown for image in self._images.values())
        chance = claim.over.chance or any(f.over.chance for f in self._facts.behind(reasons))
        return Fact(
            name=name,
            status=PROVED,
            left=self._image(claim.left, frozenset()),
            operator=claim.operator,
            right=self._image(claim.right, frozenset()),
            kind=claim.kind,
            tex=self._theorem.claim_tex,
            over=Over(tuple(self._ranges(claim, frozenset()).items()), chance=chance),
            rests_on=reasons,
            label=f"{self._theorem.title} ({self._theorem.name})"
            + (f", with {shown}" if shown else ""),
            text=self._theorem.claim,
            seal=SEAL,
        )

    # ------------------------------------------------------------------ reading what is given
    def _read(self, part: str) -> tuple[str, Image]:
        """``w[t] = eta*w[t]`` or ``f[t](u) = ...``."""
        pattern, equals, text = part.partition("=")
        tree = self._language.tree(pattern)
        arguments: list[ast.expr] = []
        if isinstance(tree, ast.Call) and not tree.keywords:
            arguments, tree = tree.args, tree.func
        subscripts: list[ast.expr] = []
        if isinstance(tree, ast.Subscript):
            subscripts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
            tree = tree.value
        holders = [*subscripts, *arguments]
        words = [holder.id for holder in holders if isinstance(holder, ast.Name)]
        if not equals or not isinstance(tree, ast.Name) or len(set(words)) != len(holders):
            raise CheckError(
                f'given is written "w[t] = formula, f[t](u) = formula", not "{part.strip()}"'
            )
        theirs = self._theorem.language.names.get(tree.id)
        if (
            theirs is None
            or tree.id in self._images
            or theirs.symbol in self._theorem.language.ranges
        ):
            raise CheckError(
                f"{tree.id} is not a name of {self._theorem.name}, or it is given twice"
            )
        term = self._language.parse(text)
        demand_none(term.sym)
        placeholders = tuple(self._language.lookup(word).symbol for word in words)
        for place, symbol in enumerate(placeholders):
            if (symbol in self._language.ranges) != (place < len(subscripts)):
                raise CheckError(f"{part.strip()}: subscripts are indices, arguments are not")
        for index in sorted(self._language.indices(term.sym) - set(placeholders), key=str):
            if index in self._theorem.language.ranges:
                raise CheckError(
                    f"the image of {tree.id} speaks of {index}, an index of the theorem itself"
                )
            self._parameters[index] = self._language.ranges[index]
        if term.kind != theirs.kind and not term.is_zero:
            raise CheckError(f"{tree.id} is a {theirs.kind}, its image a {term.kind}")
        return tree.id, Image(
            placeholders, term, f"${self._shown(pattern, tree.id)}$ as ${term.tex}$"
        )

    def _shown(self, pattern: str, name: str) -> str:
        try:
            return self._theorem.language.parse(pattern).tex
        except CheckError:  # the theorem calls its index otherwise
            return tex_of_name(name)

    def _demand_free_placeholders(self, name: str, image: Image, reasons: Reasons) -> None:
        """A placeholder stands for everything: nothing that is known of its name may be used."""
        for symbol in image.placeholders:
            own = self._language.names[symbol.name]
            special = self._facts.about(reasons, own.text)
            index = symbol in self._language.ranges
            if own.sign != "real" or own.random or special or (own.integer and not index):
                raise CheckError(
                    f"in the image of {name}, {own.text} stands for every argument: "
                    "take a name declared real or vector, of which nothing is supposed"
                )

    # ------------------------------------------------------------------ images
    def _image(self, e: sp.Expr, kept: frozenset[str]) -> sp.Expr:
        """The image of a formula; names in ``kept`` are quantified in it and stand for themselves."""
        if isinstance(e, sp.Sum):
            *inner, (index, low, high) = e.limits
            body = sp.Sum(e.function, *inner) if inner else e.function
            own = self._language.index(index.name)
            below = self._image(body, kept)
            if any(own == limit[0] for s in below.atoms(sp.Sum) for limit in s.limits):
                raise CheckError(f"in the image, a sum over {own} stands within a sum over {own}")
            return sp.Sum(below, (own, self._image(low, kept), self._image(high, kept)))
        name = name_of(e)
        if name is None:
            return e.func(*[self._image(part, kept) for part in e.args]) if e.args else e
        if e in self._theorem.language.ranges:
            return self._language.index(name)
        arguments = [self._image(a, kept) for a in e.args] if isinstance(e, AppliedUndef) else []
        if name in kept or name not in self._images:
            own_name = self._language.lookup(name)
            return own_name.function(*arguments) if arguments else own_name.symbol
        image = self._images[name]
        if len(image.placeholders) != len(arguments):
            raise CheckError(f"{name} has {len(arguments)} subscripts and arguments in the theorem")
        for symbol, argument in zip(image.placeholders, arguments, strict=True):
            vectors = {self._algebra.is_vector(e) for e in (symbol, argument) if e != 0}
            if len(vectors) > 1:
                raise CheckError(f'the image of {name} has {symbol} for "{plain(argument)}"')
        free = mentioned_names(image.term.sym) - {p.name for p in image.placeholders}
        if captured := free & kept:
            raise CheckError(
                f"the image of {name} mentions {min(captured)}, which is quantified there"
            )
        return substituted(image.term.sym, dict(zip(image.placeholders, arguments, strict=True)))

    def _ranges(self, fact: Fact, kept: frozenset[str]) -> Ranges:
        ranges: Ranges = dict(self._parameters)
        for index, (low, high) in fact.over.ranges:
            ends: Range = (self._image(low, kept), self._image(high, kept))
            ranges = entering(ranges, self._language.index(index.name), ends)
        return ranges

    # ------------------------------------------------------------------ what must hold here
    def _sign(self, name: str, theirs: Name) -> Reasons:
        """What makes the image of a name have its sign, and be whole or fixed if it is."""
        if theirs.symbol in self._theorem.language.ranges:
            self._language.index(theirs.text)
            return NOTHING
        if theirs.symbol in self._theorem.language.uniform:
            return self._same_uniform(theirs)
        if theirs.text in self._images:
            image = self._images[theirs.text].term.sym
        else:
            mine = self._language.lookup(theirs.text)
            if mine.kind != theirs.kind:
                raise CheckError(f"{theirs.text} is a {theirs.kind} there and a {mine.kind} here")
            subscripts, kinds = self._theorem.language.usage.get(theirs.text, (0, ()))
            self._language.use(theirs.text, subscripts, kinds)
            dummies = [sp.Dummy(integer=True) for _ in range(subscripts + len(kinds))]
            image = mine.function(*dummies) if dummies else mine.symbol
        found: Reasons | None = NOTHING
        if theirs.sign == "positive":
            found = self._signs.positive(image, self._parameters)
        elif theirs.sign == "nonnegative":
            found = self._signs.nonnegative(image, self._parameters)
        if found is None or (theirs.integer and not image.is_integer):
            whole = "an integer and " if theirs.integer else ""
            raise CheckError(
                f'{name}: "{plain(image)}", for {theirs.text}, must be {whole}visibly {theirs.sign}'
            )
        if theirs.text in self._images:
            self._demand_free_placeholders(theirs.text, self._images[theirs.text], found)
        if self._theorem.fact.over.chance and not theirs.random and self._language.is_random(image):
            raise CheckError(
                f'{name}: {theirs.text} is fixed in the theorem, "{plain(image)}" is random'
            )
        return found

    def _same_uniform(self, theirs: Name) -> Reasons:
        """A uniform index stands for one with the same range, independent of all images."""
        here = self._language.uniform.get(self._language.lookup(theirs.text).symbol)
        low, high = self._theorem.language.uniform[theirs.symbol]
        there = (self._image(low, frozenset()), self._image(high, frozenset()))
        images = [image.term.sym for image in self._images.values()]
        mixed = any(self._language.uniform.keys() & image.free_symbols for image in images)
        if here != there or theirs.text in self._images or mixed:
            raise CheckError(
                f"{theirs.text} is a uniform index there; it needs one of the same range and name here, "
                "which no image mentions"
            )
        return frozenset({law_of(theirs.text)})

    def _established(self, name: str, fact: Fact) -> Reasons:
        """What makes the image of a hypothesis, definition or assumed lemma true here."""
        scope = self._ranges(fact, fact.over.values)
        for each in fact.over.values:
            there, here = self._theorem.language.names[each], self._language.lookup(each)
            if replace(there, symbol=here.symbol, function=here.function) != here:
                raise CheckError(f"{each} is quantified in {fact.name}; declare it here as there")
        left, right = (
            self._image(fact.left, fact.over.values),
            self._image(fact.right, fact.over.values),
        )
        slack = self._algebra.normal_form(right - left)
        if fact.operator == "==":
            found = self._equality(slack, fact.kind, scope)
        elif fact.operator == "<":
            found = self._signs.positive(slack, scope)
        else:
            found = self._signs.nonnegative(slack, scope)
            if found is None:
                found = self._equality(slack, fact.kind, scope)
        if found is not None:
            special = any(self._facts.about(found, each) for each in fact.over.values)
            found = None if special else found
        if found is None:
            where = " for all " + ", ".join(sorted(fact.over.values)) if fact.over.values else ""
            raise CheckError(
                f"{name}: {self._theorem.name} rests on {fact.name}, which reads here  "
                f"{plain(left)} {fact.operator} {plain(right)} {where} and is not a known fact"
            )
        return found

    def _equality(self, slack: sp.Expr, kind: str, scope: Ranges) -> Reasons | None:
        if self._algebra.is_zero(slack):
            return NOTHING
        for fact in self._facts.values():
            own = self._algebra.normal_form(fact.slack)
            alike = mentioned_names(own) == mentioned_names(slack)
            if fact.operator != "==" or fact.kind != kind or not alike:
                continue
            covered = self._signs.holds_here(fact.over, scope)
            if covered is not None and (
                self._algebra.is_zero(slack - own) or self._algebra.is_zero(slack + own)
            ):
                return covered | fact.supports
        return None


def _names_in(fact: Fact) -> set[str]:
    """The names that occur in a fact and are not quantified there."""
    parts = [fact.left, fact.right, *fact.over.ends]
    names = set().union(*(mentioned_names(part) for part in parts))
    return names - fact.over.values


def _parts(given: str) -> list[str]:
    """The text cut at the commas outside of all brackets."""
    if not isinstance(given, str):
        raise CheckError(f"given is a string, got {given!r}")
    parts, depth = [""], 0
    for sign in given:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]
