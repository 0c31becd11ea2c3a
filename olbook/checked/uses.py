r"""Ways of using a fact inside a step: cite it, instantiate it, multiply it, sum it. (Trusted.)

==========================  =========================================================================
written after ``by``        what it states at this step
==========================  =========================================================================
``regret``                  the fact, for the indices of the step (which must lie in its ranges)
``at(fact, t=T, eta=1/2)``  the fact with an index or a name replaced
``times(c, use)``           both sides multiplied by ``c`` (nonnegative, if the use is an inequality)
``sum(t, 1, T, use)``       both sides summed
``E(use)``                  the expectation of both sides
``inf(best, use)``          :math:`a\le B`, if ``best`` defines :math:`B=\inf_uF(u)` and the use is
                            :math:`a\le F(u)`, for every :math:`u`
``uniform(t, r, e)``        :math:`\mathbb E[e_r]=\frac1T\sum_t\mathbb E[e_t]`, for a uniform index :math:`r`
``sq(e)``                   :math:`0 \le e^2`
``pos(e)``                  :math:`e \le [e]_+`
==========================  =========================================================================

Three more speak of the step itself: ``induction(L)`` and ``calculus(s)`` prove it
(:mod:`.induction`, :mod:`.calculus`), and ``cases(use, e, 0, 1)`` splits it (:mod:`.kernel`).

The delicate one is ``at``. An index may be replaced by anything in its range, and a name that the
fact holds for all values of by anything of its kind and sign. Another name, say
``eta``, may be replaced only if every hypothesis, definition and assumed lemma that the fact rests
on and that mentions ``eta`` *still holds after the replacement*: for they are what the fact was
proved from. A regret bound for iterates that were defined with ``eta`` therefore cannot be read at
another ``eta``; a bound whose ``eta`` occurs only in the analysis can.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import sympy as sp

from .algebra import Algebra, factored
from .calculus import domain_of, sign_by_derivatives
from .errors import CheckError
from .facts import DEFINITION, INFIMUM, PROVED, Fact, sign_fact
from .language import Language
from .signs import NOTHING, Reasons, Signs, entering, with_limits
from .terms import (
    SCALAR,
    VECTOR,
    Expectation,
    Obligation,
    Range,
    Ranges,
    Term,
    name_of,
    plain,
    tex_of_name,
)

LAWS = ("sq", "pos", "uniform", "induction", "calculus")
"""Uses that need no fact."""


@dataclass(frozen=True)
class Step:
    """``left operator right``, with the reasons its author gave."""

    left: Term
    operator: str  # "==" or "<="
    right: Term
    reasons: tuple[ast.expr, ...]
    gap: Term | None
    text: str


@dataclass(frozen=True)
class Statement:
    """What a use states, for all indices of the step at hand."""

    name: str
    left: sp.Expr
    operator: str
    right: sp.Expr
    kind: str
    rests_on: Reasons
    words: str
    exact: bool = False  # the author gave the multiplier; it is not to be searched
    rewrites: bool = False  # a definition, applied from left to right ...
    where: tuple[tuple[sp.Expr, Range], ...] = ()  # ... where these indices lie in these ranges
    splits: sp.Expr | None = None  # it splits the step by this quantity, which has one of ...
    values: tuple[sp.Expr, ...] = ()  # ... these values

    @property
    def slack(self) -> sp.Expr:
        """``right - left``."""
        return self.right - self.left


class Uses:
    """Reads and evaluates the reasons of a step."""

    def __init__(
        self, language: Language, algebra: Algebra, signs: Signs, facts: Mapping[str, Fact]
    ) -> None:
        self._language = language
        self._algebra = algebra
        self._signs = signs
        self._facts = facts

    # ------------------------------------------------------------------ reading a reason
    def reason(self, tree: ast.expr, step: Step, ranges: Ranges) -> Statement:
        """The statement of one reason of a step whose indices have these ranges."""
        match tree:
            case ast.Call(func=ast.Name(id="induction"), args=[ast.Name(id=name)], keywords=[]):
                return self._induction(step, name, ranges)
            case ast.Call(
                func=ast.Name(id="calculus"), args=[ast.Name(id=name), *points], keywords=[]
            ):
                return self._calculus(step, name, points, ranges)
            case ast.Call(func=ast.Name(id="cases"), args=[use, atom, _, *_], keywords=[]):
                return self._cases(self._statement(use, ranges), atom, tree.args[2:], ranges)
            case ast.Name(id=name) if self.fact(name).status == DEFINITION:
                return self._rewriting(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name), *_]):
                if self.fact(name).status == DEFINITION:
                    return self._rewriting(
                        self.fact(name), self._replacements(tree, ranges), ranges
                    )
        return self._statement(tree, ranges)

    def term(self, tree: ast.expr, ranges: Ranges) -> Term:
        """A formula inside a reason; it may speak only of the indices of the step."""
        term = self._language.term(tree)
        stray = sorted(
            str(s) for s in term.sym.free_symbols & self._language.ranges.keys() - ranges.keys()
        )
        if stray:
            raise CheckError(f"this line has no {', '.join(stray)}: {ast.unparse(tree)}")
        return term

    def _statement(self, tree: ast.expr, ranges: Ranges) -> Statement:
        match tree:
            case ast.Name(id=name):
                return self._cite(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name)], keywords=[_, *_]):
                return self._cite(self.fact(name), self._replacements(tree, ranges), ranges)
            case ast.Call(func=ast.Name(id="times"), args=[factor, use], keywords=[]):
                return self._times(self.term(factor, ranges), self._statement(use, ranges), ranges)
            case ast.Call(
                func=ast.Name(id="sum"), args=[ast.Name(id=index), low, high, use], keywords=[]
            ):
                ends = self.term(low, ranges), self.term(high, ranges)
                return self._sum(self._language.index(index), ends[0], ends[1], use, ranges)
            case ast.Call(func=ast.Name(id="E"), args=[use], keywords=[]):
                return self._expectation(self._statement(use, ranges))
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=name), use], keywords=[]):
                return self._infimum(self.fact(name), self._statement(use, ranges))
            case ast.Call(
                func=ast.Name(id="uniform"),
                args=[ast.Name(id=index), ast.Name(id=drawn), argument],
                keywords=[],
            ):
                return self._uniform(index, drawn, argument, ranges)
            case ast.Call(func=ast.Name(id=("sq" | "pos") as law), args=[argument], keywords=[]):
                return self._law(law, self.term(argument, ranges), ranges)
        raise CheckError(f"not a way to use a fact: {ast.unparse(tree)}")

    def _replacements(self, tree: ast.Call, ranges: Ranges) -> dict[str, Term]:
        replaced = {pair.arg: self.term(pair.value, ranges) for pair in tree.keywords}
        if not replaced or None in replaced or len(tree.args) != 1:
            raise CheckError(f"write at(fact, name=value): {ast.unparse(tree)}")
        return {str(name): value for name, value in replaced.items()}

    def fact(self, name: str) -> Fact:
        """A fact by name, or an error that proposes the nearest one."""
        if name not in self._facts:
            near = difflib.get_close_matches(name, self._facts, 1)
            raise CheckError(
                f'no fact is named "{name}"' + (f'; did you mean "{near[0]}"?' if near else "")
            )
        return self._facts[name]

    def discharge(self, duties: tuple[Obligation, ...], ranges: Ranges) -> Reasons:
        """What makes all obligations visible; a CheckError names the first that is not."""
        reasons = NOTHING
        for duty in duties:
            found = self._signs.meets(duty, ranges)
            if found is None and duty.need == "untied":
                name, e = duty.expression.args
                raise CheckError(
                    f"a hypothesis or definition ties {name} to another name in {plain(e)}: put it in first"
                )
            if found is None and duty.need == "a legal power":
                base, exponent = map(plain, duty.expression.args)
                raise CheckError(
                    f"for the power {exponent} of {base}, the base must be visibly positive "
                    "or the exponent a natural number"
                )
            if found is None:
                raise CheckError(
                    f'to {duty.verb} "{plain(duty.expression)}", it must be visibly {duty.need}: '
                    "declare its sign or state it as a hypothesis"
                )
            reasons |= found
        return reasons

    # ------------------------------------------------------------------ the ways
    def _cite(self, fact: Fact, replaced: dict[str, Term], ranges: Ranges) -> Statement:
        by_symbol = self._by_symbol(fact, replaced)
        reasons = self._indices_in_range(fact, by_symbol, ranges)
        for term in replaced.values():
            reasons |= self.discharge(term.obligations, ranges)
        rests_on, found = self._still_true(fact, by_symbol, ranges)
        return self._instance(fact, replaced, by_symbol, rests_on | found | reasons)

    def _rewriting(self, definition: Fact, replaced: dict[str, Term], ranges: Ranges) -> Statement:
        """A definition is checked against its range where it is applied, see :meth:`rewritten`."""
        by_symbol = self._by_symbol(definition, replaced)
        reasons = NOTHING
        for term in replaced.values():
            reasons |= self.discharge(term.obligations, ranges)
        rests_on, _ = self._still_true(definition, by_symbol, ranges)
        swap = {symbol: term.sym for symbol, term in by_symbol.items()}
        where = tuple(
            (swap.get(index, index), (low.xreplace(swap), high.xreplace(swap)))
            for index, (low, high) in definition.ranges
        )
        instance = self._instance(definition, replaced, by_symbol, rests_on | reasons)
        return replace(instance, rewrites=True, where=where)

    def _by_symbol(self, fact: Fact, replaced: dict[str, Term]) -> dict[sp.Symbol, Term]:
        for name, term in replaced.items():
            self._demand_kind(fact, name, term)
        return {self._language.lookup(name).symbol: term for name, term in replaced.items()}

    def _instance(
        self,
        fact: Fact,
        replaced: dict[str, Term],
        by_symbol: dict[sp.Symbol, Term],
        rests_on: Reasons,
    ) -> Statement:
        swap = {symbol: term.sym for symbol, term in by_symbol.items()}
        words = fact.words
        if replaced:
            words += " at " + ", ".join(
                f"${tex_of_name(n)} = {term.tex}$" for n, term in replaced.items()
            )
        left, right = substituted(fact.left, swap), substituted(fact.right, swap)
        return Statement(fact.name, left, fact.operator, right, fact.kind, rests_on, words)

    def _demand_kind(self, fact: Fact, name: str, term: Term) -> None:
        declared = self._language.lookup(name)
        if not fact.mentions(name):
            raise CheckError(f'"{name}" does not occur in {fact.name}')
        if not self._language.is_plain(name):
            raise CheckError(f'"{name}" has subscripts or arguments; at replaces plain names only')
        if declared.kind != term.kind and not (declared.kind == VECTOR and term.is_zero):
            raise CheckError(f"{name} is a {declared.kind}, {plain(term.sym)} is a {term.kind}")
        drawn = self._language.uniform.keys()
        if declared.symbol in drawn or (fact.uses_chance and drawn & term.sym.free_symbols):
            raise CheckError(
                f"{fact.name}: a uniform index is independent of all else; nothing replaces it, "
                "and it replaces nothing where expectations are taken"
            )
        if fact.uses_chance and not declared.random and self._language.is_random(term.sym):
            raise CheckError(
                f"{fact.name} takes expectations in which {name} is fixed; {plain(term.sym)} is random"
            )
        if declared.integer and not term.sym.is_integer:
            raise CheckError(f"{name} is an integer; {plain(term.sym)} is not known to be one")

    def _indices_in_range(self, fact: Fact, swap: dict[sp.Symbol, Term], ranges: Ranges) -> Reasons:
        """Every index of the fact, replaced or not, must stay within the range it is true on."""
        reasons = NOTHING
        values = {symbol: term.sym for symbol, term in swap.items()}
        for index, ends in fact.ranges:
            low, high = (end.xreplace(values) for end in ends)  # the range itself may speak of T
            if index in swap:
                value = swap[index].sym
                inner = (value, value)
            elif index in ranges:
                inner = ranges[index]
            else:
                raise CheckError(
                    f"{fact.name} speaks of every {index}, but this line has no {index}: "
                    f"say which, at({fact.name}, {index}=...), or sum it, sum({index}, 1, T, {fact.name})"
                )
            found = self._signs.covers(inner, (low, high), ranges)
            if found is None:
                asked = (
                    f"{index} = {plain(inner[0])}" if index in swap else _shown_range(index, inner)
                )
                raise CheckError(
                    f"{fact.name} is known for {_shown_range(index, (low, high))}; {asked} is not visibly in that range"
                )
            reasons |= found
        return reasons

    def _still_true(
        self, fact: Fact, swap: dict[sp.Symbol, Term], ranges: Ranges
    ) -> tuple[Reasons, Reasons]:
        """What the instance rests on: what the fact rests on, with everything that mentions a
        replaced name re-established after the replacement."""
        indices = {index for index, _ in fact.ranges}
        names = {symbol.name: term for symbol, term in swap.items() if symbol not in indices}
        rests_on = set(fact.rests_on) if fact.status == PROVED else {*fact.rests_on, fact.name}
        if not names:
            return frozenset(rests_on), NOTHING
        if fact.status != PROVED and not names.keys() <= fact.for_all:
            raise CheckError(
                f"{fact.name} is a {fact.status} about this very {', '.join(names)}: "
                "only an index of it can be replaced"
            )
        found = NOTHING
        values = {symbol: term.sym for symbol, term in swap.items() if symbol.name in names}
        for name, term in names.items():
            sign = self._language.names[name].sign
            if sign != "real":
                rests_on.discard(sign_fact(name, sign))
                question = self._signs.positive if sign == "positive" else self._signs.nonnegative
                visible = question(term.sym, ranges)
                if visible is None:
                    raise CheckError(
                        f"{fact.name} needs {sign_fact(name, sign)}, but {plain(term.sym)} is not visibly so"
                    )
                found |= visible
        for basis in [self._facts[b] for b in sorted(rests_on) if b in self._facts]:
            if any(basis.depends_on(name) for name in names):
                found |= self._established(fact, basis, values, names, ranges)
                rests_on.discard(basis.name)
        return frozenset(rests_on), found

    def _established(
        self,
        fact: Fact,
        basis: Fact,
        values: dict[sp.Symbol, sp.Expr],
        names: Mapping[str, Term],
        ranges: Ranges,
    ) -> Reasons:
        """What makes ``basis`` true after the replacement, or a CheckError."""
        own = dict(basis.ranges)
        scope = ranges
        for index, pair in own.items():
            scope = entering(scope, index, pair)
        slack = substituted(basis.slack, values)
        clash = any(own.keys() & value.free_symbols for value in values.values())
        ends = {symbol.name for pair in own.values() for end in pair for symbol in end.free_symbols}
        found: Reasons | None = None
        if not clash and not ends & names.keys():
            if basis.operator == "==":
                found = NOTHING if self._algebra.is_zero(slack) else None
            else:
                question = (
                    self._signs.positive if basis.operator == "<" else self._signs.nonnegative
                )
                found = question(slack, scope)
        if found is None:
            changes = ", ".join(f"{name} = {plain(term.sym)}" for name, term in names.items())
            raise CheckError(
                f"{fact.name} rests on {basis.name}, {basis.text.strip()}, which need not hold for {changes}; "
                "state the choice as a definition and cite it instead"
            )
        return found

    def _times(self, factor: Term, use: Statement, ranges: Ranges) -> Statement:
        if factor.kind != SCALAR:
            raise CheckError("times needs a number as its first argument")
        reasons = self.discharge(factor.obligations, ranges)
        if use.operator != "==":
            found = self._signs.nonnegative(factor.sym, ranges)
            if found is None:
                raise CheckError(
                    f"{use.name} is an inequality, so it may be multiplied only by something visibly nonnegative; "
                    f'"{plain(factor.sym)}" is not'
                )
            reasons |= found
        operator = "<=" if use.operator == "<" else use.operator
        return replace(
            use,
            left=factor.sym * use.left,
            right=factor.sym * use.right,
            operator=operator,
            rests_on=use.rests_on | reasons,
            words=f"${factor.bracketed(1)}$ times: {use.words}",
            exact=True,
        )

    def _sum(
        self, index: sp.Symbol, low: Term, high: Term, use: ast.expr, ranges: Ranges
    ) -> Statement:
        duties = (*low.obligations, *high.obligations, self._language.span(index, low, high))
        reasons = self.discharge(duties, ranges)
        inner = self._statement(use, entering(ranges, index, (low.sym, high.sym)))
        limits = (index, low.sym, high.sym)
        return replace(
            inner,
            left=sp.Sum(inner.left, limits) if inner.left != 0 else sp.S.Zero,
            right=sp.Sum(inner.right, limits) if inner.right != 0 else sp.S.Zero,
            operator="<=" if inner.operator == "<" else inner.operator,
            rests_on=inner.rests_on | reasons,
            words=f"{inner.words}, summed over "
            rf"${tex_of_name(index.name)}={low.tex},\dots,{high.tex}$",
        )

    def _expectation(self, use: Statement) -> Statement:
        """From ``left <= right`` in every outcome to the same of the expectations."""
        if use.kind != SCALAR:
            raise CheckError("E needs a relation between numbers")
        if not self._language.is_random(use.left - use.right):
            raise CheckError(f"nothing in {use.name} is random")
        return replace(
            use,
            left=Expectation(use.left),
            right=Expectation(use.right),
            words=f"{use.words}, in expectation",
        )

    def _infimum(self, best: Fact, use: Statement) -> Statement:
        """From ``left <= F(u)`` for every ``u`` to ``left <= B``, where B is the infimum of F."""
        if best.status != INFIMUM:
            raise CheckError(f"{best.name} does not define an infimum")
        (name,) = best.for_all
        symbol = self._language.lookup(name).symbol
        if symbol in use.left.free_symbols or not self._algebra.is_zero(use.right - best.right):
            raise CheckError(f"{use.name} does not bound {plain(best.right)} below, free of {name}")
        conditions = {
            basis
            for basis in use.rests_on
            if basis in self._facts and self._facts[basis].depends_on(name)
        }
        if use.operator == "==" or not conditions <= best.rests_on:
            extra = ", ".join(sorted(conditions - best.rests_on)) or use.name
            raise CheckError(f"{use.name} is not known for every {name}: {extra}")
        return Statement(
            name=best.name,
            left=use.left,
            operator="<=",
            right=best.left,
            kind=SCALAR,
            rests_on=(use.rests_on - conditions) | {best.name},
            words=f"{use.words}, for every ${tex_of_name(name)}$",
        )

    def _uniform(self, index: str, drawn: str, argument: ast.expr, ranges: Ranges) -> Statement:
        r"""The expectation over a uniform index, which is independent of everything else."""
        t, r = self._language.index(index), self._language.lookup(drawn).symbol
        if r not in self._language.uniform:
            raise CheckError(f'"{drawn}" is not declared as a uniform index')
        low, high = self._language.uniform[r]
        inner = entering(ranges, t, (low, high))
        term = self.term(argument, inner)
        reasons = self.discharge(term.obligations, inner)
        if r in term.sym.free_symbols or not self._language.is_random(term.sym):
            raise CheckError(f"uniform needs something random that does not mention {drawn}")
        length = high - low + 1
        positive = self._signs.positive(length, ranges)
        if positive is None:
            raise CheckError(f"the range of {drawn} is not visibly nonempty")
        return Statement(
            name="uniform",
            left=Expectation(substituted(term.sym, {t: r})),
            operator="==",
            right=sp.Sum(Expectation(term.sym), (t, low, high)) / length,
            kind=SCALAR,
            rests_on=reasons | positive,
            words=rf"${drawn}$ is uniform and independent of the rest",
        )

    def _law(self, law: str, argument: Term, ranges: Ranges) -> Statement:
        if argument.kind != SCALAR:
            raise CheckError(f"{law} needs a number")
        reasons = self.discharge(argument.obligations, ranges)
        e = argument.sym
        if law == "sq":
            return Statement(
                "sq", sp.S.Zero, "<=", e**2, SCALAR, reasons, "a square is nonnegative"
            )
        words = r"$a \le [a]_+$"
        return Statement("pos", e, "<=", sp.Max(0, e), SCALAR, reasons, words)

    # ------------------------------------------------------------------ ways that speak of the step
    def _induction(self, step: Step, name: str, ranges: Ranges) -> Statement:
        """The step itself, an equality for every natural number, proved by induction."""
        declared = self._language.lookup(name)
        if step.operator != "==" or declared.sign == "real" or not declared.integer:
            raise CheckError(
                f"induction proves an equality, for a name declared posint or nonnegint, not {name}"
            )
        reasons = self.discharge(step.left.obligations + step.right.obligations, ranges)
        supposed = [self._facts[r] for r in reasons if r in self._facts]
        if any(fact.depends_on(name) for fact in supposed):  # it must make sense for every number
            raise CheckError(f"for smaller {name}, this line need not be defined")
        n = declared.symbol
        base = sp.Integer(1 if declared.sign == "positive" else 0)
        difference = step.right.sym - step.left.sym
        first = substituted(difference, {n: base})
        growth = difference - substituted(difference, {n: n - 1})
        for what, e in (("first case", first), ("step", growth)):
            if not self._algebra.is_zero(e):
                left_over = plain(factored(self._algebra.normal_form(e)))
                raise CheckError(f"induction on {name}: in the {what},  {left_over}  remains")
        words = f"induction on ${tex_of_name(name)}$"
        return self._itself(step, "induction", reasons, words)

    def _calculus(self, step: Step, name: str, points: list[ast.expr], ranges: Ranges) -> Statement:
        """The step itself, an inequality between two functions of one number."""
        if step.operator != "<=" or step.left.kind != SCALAR:
            raise CheckError("calculus proves an inequality between numbers")
        declared = self._language.lookup(name)
        reasons = self.discharge(step.left.obligations + step.right.obligations, ranges)
        domain = domain_of(declared, self._facts.values())
        numbers = [self.term(point, ranges).sym for point in points]
        slack = step.right.sym - step.left.sym
        proof = sign_by_derivatives(
            slack, domain, numbers, lambda e: self._signs.nonnegative(e, ranges)
        )
        if proof is None:
            raise CheckError(
                f"calculus: the signs of derivatives do not show  {plain(slack)} >= 0  for {domain}; "
                "split the range at more points, or use smaller steps"
            )
        reasons |= proof.reasons | domain.reasons
        for basis in [self._facts[r] for r in sorted(reasons - domain.reasons) if r in self._facts]:
            if basis.depends_on(name):  # the argument needs it at all points of the domain
                raise CheckError(f"calculus: {basis.name} is known for this {name} only")
        return self._itself(step, "calculus", reasons, proof.words)

    @staticmethod
    def _itself(step: Step, law: str, reasons: Reasons, words: str) -> Statement:
        kind = step.right.kind if step.left.is_zero else step.left.kind
        return Statement(
            law, step.left.sym, step.operator, step.right.sym, kind, reasons, words, exact=True
        )

    def _cases(
        self, use: Statement, tree: ast.expr, values: list[ast.expr], ranges: Ranges
    ) -> Statement:
        """Split the step by the value of a quantity that an equality leaves few values."""
        term = self.term(tree, ranges)
        atom, numbers = term.sym, tuple(self.term(value, ranges).sym for value in values)
        if name_of(atom) is None or atom in ranges or not all(v.is_Rational for v in numbers):
            raise CheckError(f"write cases(fact, y[t], -1, 1): {ast.unparse(tree)}")
        product = sp.prod(atom - v for v in numbers)
        ratio = sp.cancel(use.slack / product)
        if use.operator != "==" or not ratio.is_Rational or ratio == 0:
            raise CheckError(
                f"{use.name} does not say that {plain(atom)} is one of {', '.join(map(plain, numbers))}"
            )
        words = f"the cases ${term.tex} = {', '.join(map(sp.latex, numbers))}$: {use.words}"
        return replace(use, words=words, splits=atom, values=numbers)

    # ------------------------------------------------------------------ rewriting by a definition
    def rewritten(
        self, e: sp.Expr, definition: Statement, ranges: Ranges
    ) -> tuple[sp.Expr, Reasons]:
        """``e`` with every occurrence of the definition's left side replaced by its right side.

        An occurrence inside a sum is replaced only if the sum stays within the definition's range.
        """
        if e == definition.left:
            reasons = NOTHING
            for value, outer in definition.where:
                found = self._signs.covers((value, value), outer, ranges)
                if found is None:
                    raise CheckError(
                        f"{definition.name} defines {plain(e)} only where {plain(value)} = "
                        f"{plain(outer[0])}..{plain(outer[1])}, which is not visible here"
                    )
                reasons |= found
            return definition.right, reasons
        if not e.args:
            return e, NOTHING
        inside = with_limits(ranges, e) if isinstance(e, sp.Sum) else ranges
        parts, reasons = [], NOTHING
        for position, part in enumerate(e.args):
            if isinstance(e, sp.Sum) and position > 0:
                parts.append(part)  # the limits themselves are not rewritten
                continue
            new, found = self.rewritten(part, definition, inside)
            parts.append(new)
            reasons |= found
        return (e.func(*parts) if tuple(parts) != e.args else e), reasons


def substituted(e: sp.Expr, swap: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """``e`` with symbols replaced; refuses to touch, or to be captured by, a summation index."""
    bound = {limit[0] for s in e.atoms(sp.Sum) for limit in s.limits}
    for part, value in swap.items():
        if bound & (part.free_symbols | value.free_symbols):
            raise CheckError(
                f"replacing {plain(part)} by {plain(value)} would touch a summation index: rename it"
            )
    return e.xreplace(dict(swap))


def _shown_range(index: sp.Symbol, ends: tuple[sp.Expr, sp.Expr]) -> str:
    return f"{index} = {plain(ends[0])}..{plain(ends[1])}"
