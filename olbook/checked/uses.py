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

Three more speak of the step itself, ``induction(L)``, ``calculus(s)`` and ``cases(use, e, 0, 1)``:
they are in :mod:`.steps`. What ``at`` may do is in :mod:`.instances`.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from dataclasses import replace

import sympy as sp

from .algebra import Algebra
from .duties import Duties
from .errors import CheckError
from .facts import DEFINITION, INFIMUM, Fact, lemmas_in
from .instances import Instances
from .language import Language
from .rules import Rules
from .signs import Reasons, Signs, entering
from .statements import Statement, Step, substituted
from .steps import StepLaws
from .terms import (
    SCALAR,
    Expectation,
    Ranges,
    Term,
    plain,
    tex_of_name,
)


class Uses(Rules):
    """Reads and evaluates the reasons of a step."""

    def __init__(
        self,
        language: Language,
        algebra: Algebra,
        signs: Signs,
        duties: Duties,
        facts: Mapping[str, Fact],
    ) -> None:
        super().__init__(language, algebra, signs, duties, facts)
        self.instances = Instances(language, algebra, signs, duties, facts)
        self._laws = StepLaws(language, algebra, signs, duties, facts)

    # ------------------------------------------------------------------ reading a reason
    def reason(self, tree: ast.expr, step: Step, ranges: Ranges) -> Statement:
        """The statement of one reason of a step whose indices have these ranges."""
        match tree:
            case ast.Call(func=ast.Name(id="induction"), args=[ast.Name(id=name)], keywords=[]):
                return self._laws.induction(step, name, ranges)
            case ast.Call(
                func=ast.Name(id="calculus"), args=[ast.Name(id=name), *points], keywords=[]
            ):
                terms = [self.term(point, ranges) for point in points]
                return self._laws.calculus(step, name, terms, ranges)
            case ast.Call(func=ast.Name(id="cases"), args=[use, atom, *values], keywords=[]):
                terms = [self.term(value, ranges) for value in values]
                return self._laws.cases(
                    self._statement(use, ranges), self.term(atom, ranges), terms, ranges
                )
            case ast.Name(id=name) if self.fact(name).status == DEFINITION:
                return self.instances.rewriting(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name), *_]):
                if self.fact(name).status == DEFINITION:
                    return self.instances.rewriting(
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
                return self.instances.cited(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name)], keywords=[_, *_]):
                return self.instances.cited(
                    self.fact(name), self._replacements(tree, ranges), ranges
                )
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

    def facts_in(self, reasons: Reasons) -> list[Fact]:
        """The facts among what something rests on, lemmas that made a sign visible included."""
        names = {*reasons, *lemmas_in(reasons)} & self._facts.keys()
        return [self._facts[name] for name in sorted(names)]

    def fact(self, name: str) -> Fact:
        """A fact by name, or an error that proposes the nearest one."""
        if name not in self._facts:
            near = difflib.get_close_matches(name, self._facts, 1)
            raise CheckError(
                f'no fact is named "{name}"' + (f'; did you mean "{near[0]}"?' if near else "")
            )
        return self._facts[name]

    # ------------------------------------------------------------------ the ways

    def _times(self, factor: Term, use: Statement, ranges: Ranges) -> Statement:
        if factor.kind != SCALAR:
            raise CheckError("times needs a number as its first argument")
        reasons = self._duties.discharge(factor.obligations, ranges)
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
        reasons = self._duties.discharge(duties, ranges)
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
            instance=use.instance,
        )

    def _uniform(self, index: str, drawn: str, argument: ast.expr, ranges: Ranges) -> Statement:
        r"""The expectation over a uniform index, which is independent of everything else."""
        t, r = self._language.index(index), self._language.lookup(drawn).symbol
        if r not in self._language.uniform:
            raise CheckError(f'"{drawn}" is not declared as a uniform index')
        low, high = self._language.uniform[r]
        inner = entering(ranges, t, (low, high))
        term = self.term(argument, inner)
        reasons = self._duties.discharge(term.obligations, inner)
        if r in term.sym.free_symbols or not self._language.is_random(term.sym):
            raise CheckError(f"uniform needs something random that does not mention {drawn}")
        if any(t in inside.free_symbols for inside in term.sym.atoms(Expectation)):
            raise CheckError(
                f"{index} stands in an expectation, where {drawn} would be averaged too"
            )
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
        reasons = self._duties.discharge(argument.obligations, ranges)
        e = argument.sym
        if law == "sq":
            return Statement(
                "sq", sp.S.Zero, "<=", e**2, SCALAR, reasons, "a square is nonnegative"
            )
        words = r"$a \le [a]_+$"
        return Statement("pos", e, "<=", sp.Max(0, e), SCALAR, reasons, words)
