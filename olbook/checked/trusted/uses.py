r"""Ways of using a fact inside a step: cite it, instantiate it, multiply it, sum it.

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

Three more speak of the step itself: ``induction(L)`` and ``cases(use, e, 0, 1)`` are in :mod:`.steps`,
``calculus(s)`` in :mod:`.rules.calculus`. What ``at`` may do is in :mod:`.instances`; ``E`` and
``uniform`` are in :mod:`.rules.chance`, ``inf`` is in :mod:`.rules.infimum`.
"""

from __future__ import annotations

import ast
from dataclasses import replace

import sympy as sp

from ..errors import CheckError
from ..reading.chains import Step
from ..reading.names import nearest
from ..reading.terms import SCALAR, Expectation, Ranges, Term, plain, tex_of_name
from .facts import DEFINITION, Fact
from .instances import Instances
from .known import Known
from .rules.calculus import calculus
from .rules.chance import demand_linear, demand_none, expectation, uniform, uniform_scope
from .rules.infimum import infimum
from .signs import entering
from .statements import Statement
from .steps import cases, induction


class Uses:
    """Reads and evaluates the reasons of a step."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._language = known.language
        self.instances = Instances(known)

    def demand_linear(self, step: Step) -> None:
        """Refuse a step that uses expectations otherwise than linearly, see :mod:`.rules.chance`."""
        for line in (step.left, step.right, step.gap or step.left):
            demand_linear(self._known.language, line.sym)

    def demand_apart(self, factor: sp.Expr, use: Statement) -> None:
        """Refuse an expectation that is multiplied by something random, or by another one."""
        if self._language.is_random(use.slack) or use.slack.has(Expectation):
            demand_none(factor)

    # ------------------------------------------------------------------ reading a reason
    def reason(self, tree: ast.expr, step: Step, ranges: Ranges) -> Statement:
        """The statement of one reason of a step whose indices have these ranges."""
        match tree:
            case ast.Call(func=ast.Name(id="induction"), args=[ast.Name(id=name)], keywords=[]):
                return induction(self._known, step, name, ranges)
            case ast.Call(
                func=ast.Name(id="calculus"), args=[ast.Name(id=name), *points], keywords=[]
            ):
                terms = [self.term(point, ranges) for point in points]
                return calculus(self._known, step, name, terms, ranges)
            case ast.Call(func=ast.Name(id="cases"), args=[use, atom, *values], keywords=[]):
                terms = [self.term(value, ranges) for value in values]
                return cases(self.statement(use, ranges), self.term(atom, ranges), terms, ranges)
            case ast.Name(id=name) if self.fact(name).status == DEFINITION:
                return self.instances.rewriting(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name), *_]):
                if self.fact(name).status == DEFINITION:
                    return self.instances.rewriting(
                        self.fact(name), self._replacements(tree, ranges), ranges
                    )
        return self.statement(tree, ranges)

    def term(self, tree: ast.expr, ranges: Ranges) -> Term:
        """A formula inside a reason; it may speak only of the indices of the step."""
        term = self._language.term(tree)
        stray = sorted(
            str(s) for s in term.sym.free_symbols & self._language.ranges.keys() - ranges.keys()
        )
        if stray:
            raise CheckError(f"this line has no {', '.join(stray)}: {ast.unparse(tree)}")
        demand_none(term.sym)
        return term

    def statement(self, tree: ast.expr, ranges: Ranges) -> Statement:
        """What a reason states if it is one relation, a definition read as an equality included."""
        match tree:
            case ast.Name(id=name):
                return self.instances.cited(self.fact(name), {}, ranges)
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=name)], keywords=[_, *_]):
                return self.instances.cited(
                    self.fact(name), self._replacements(tree, ranges), ranges
                )
            case ast.Call(func=ast.Name(id="times"), args=[factor, use], keywords=[]):
                return self._times(self.term(factor, ranges), self.statement(use, ranges), ranges)
            case ast.Call(
                func=ast.Name(id="sum"), args=[ast.Name(id=index), low, high, use], keywords=[]
            ):
                ends = self.term(low, ranges), self.term(high, ranges)
                return self._sum(self._language.index(index), ends[0], ends[1], use, ranges)
            case ast.Call(func=ast.Name(id="E"), args=[use], keywords=[]):
                return expectation(self._known, self.statement(use, ranges))
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=name), use], keywords=[]):
                return infimum(self._known, self.fact(name), self.statement(use, ranges))
            case ast.Call(
                func=ast.Name(id="uniform"),
                args=[ast.Name(id=index), ast.Name(id=drawn), argument],
                keywords=[],
            ):
                t, inner = uniform_scope(self._known, index, drawn, ranges)
                return uniform(self._known, t, drawn, self.term(argument, inner), ranges)
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
        if name not in self._known.facts:
            raise CheckError(f'no fact is named "{name}"{nearest(name, self._known.facts)}')
        return self._known.facts[name]

    # ------------------------------------------------------------------ the ways
    def _times(self, factor: Term, use: Statement, ranges: Ranges) -> Statement:
        if factor.kind != SCALAR:
            raise CheckError("times needs a number as its first argument")
        reasons = self._known.duties.discharge(factor.obligations, ranges)
        if use.operator != "==":
            found = self._known.signs.nonnegative(factor.sym, ranges)
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
        reasons = self._known.duties.discharge(duties, ranges)
        inner = self.statement(use, entering(ranges, index, (low.sym, high.sym)))
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

    def _law(self, law: str, argument: Term, ranges: Ranges) -> Statement:
        if argument.kind != SCALAR:
            raise CheckError(f"{law} needs a number")
        reasons = self._known.duties.discharge(argument.obligations, ranges)
        e = argument.sym
        if law == "sq":
            words = "a square is nonnegative"
            return Statement(("sq",), sp.S.Zero, "<=", e**2, SCALAR, reasons, words)
        words = r"$a \le [a]_+$"
        return Statement(("pos",), e, "<=", sp.Max(0, e), SCALAR, reasons, words)
