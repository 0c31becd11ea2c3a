"""A step from its certificate: ``right - left`` is a sum of multiples of the slacks of facts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import checker
from .formulas import ONE, ZERO, Formula, NotExported, Relation, call, name, rewrite, total
from .normal import Normaliser
from .printing import ATOM, Printer
from .scripts import Script, indented

Hint = tuple[Relation, str, Formula]
"""A fact in the context of the proof, its name there, and its multiplier."""
Z = "z_"


@dataclass(frozen=True)
class Cases:
    """A quantity that has one of some values, and the tactic that proves the fact that says so."""

    fact: Relation
    tactic: str
    quantity: Formula
    values: tuple[Formula, ...]


@dataclass
class Certificates:
    """Writes the scripts; the multipliers come from the checker."""

    printer: Printer
    normal: Normaliser

    def is_vector(self, relation: Relation) -> bool:
        """Whether it is about vectors."""
        return "vector" in (self.printer.kind(relation.left), self.printer.kind(relation.right))

    def same(self, left: Formula, right: Formula, own: str) -> Script:
        """The assertion of an equality between numbers, with its proof."""
        claim = f"assert ({own} : {self.printer.number(left)} = {self.printer.number(right)})."
        return [claim, *indented(self.normal.equal(left, right))]

    def final(self, goal: Relation, hints: list[Hint], gap: Formula | None) -> Script:
        """A script for the goal."""
        hints = [hint for hint in hints if hint[2] != ZERO]
        if self.is_vector(goal):
            return self._vectors(goal, hints)
        script, parts = [], []
        for relation, h, m in hints:
            term = _weighed(m, call("sub", relation.right, relation.left))
            parts.append(term)
            equality = relation.operator == "=="
            if equality:
                law = "" if m == ONE else "apply Rmult_eq_0_compat_l; "
                reason = f"{law}exact (Rminus_diag_eq _ _ (eq_sym {h}))"
            else:
                reason = "lra" if m == ONE else "apply Rmult_le_pos; [nonneg | lra]"
            sign = "{} = 0" if equality else "0 <= {}"
            shown = sign.format(self.printer.number(term))
            script.append(f"assert ({self.printer.fresh('K')} : {shown}) by ({reason}).")
        if gap is not None:
            parts.append(gap)
            shown = self.printer.number(gap)
            script.append(f"assert ({self.printer.fresh('K')} : 0 <= {shown}) by nonneg.")
        difference = call("sub", goal.right, goal.left)
        return [*script, *self.same(difference, total(parts), "Certificate"), "closed."]

    def _vectors(self, goal: Relation, hints: list[Hint]) -> Script:
        """Vectors are equal if their inner products with every vector are."""
        z = name(Z)
        self.printer.bound[Z] = "vector"

        def slack(relation: Relation) -> Formula:
            return call("sub", call("dot", relation.right, z), call("dot", relation.left, z))

        script, parts = [f"apply dot_ext; intros {Z}."], []
        for relation, h, m in hints:
            term = _weighed(m, slack(relation))
            parts.append(term)
            law = "" if m == ONE else "apply Rmult_eq_0_compat_l; "
            reason = (
                f"{law}exact (Rminus_diag_eq _ _ (f_equal (fun v_ => dot v_ {Z}) (eq_sym {h})))"
            )
            shown = self.printer.number(term)
            script.append(f"assert ({self.printer.fresh('K')} : {shown} = 0) by ({reason}).")
        return [*script, *self.same(slack(goal), total(parts), "Certificate"), "closed."]

    def visible(self, relation: Relation) -> Script:
        """A relation that is an identity, or true by its form."""
        difference = call("sub", relation.right, relation.left)
        if relation.operator == "==" or not self.normal.poly(difference):
            return self.final(relation, [], None)
        simple = checker.cancelled(self.normal.normal(difference))
        if simple == ZERO:
            return self.final(replace(relation, operator="=="), [], None)
        tactic = "pos" if relation.operator == "<" else "nonneg"
        claim = f"0 {relation.operator} {self.printer.number(simple)}"
        script = [f"assert (Visible : {claim}) by {tactic}."]
        return [*script, *self.same(difference, simple, "Same"), "closed."]

    def by_cases(
        self,
        goal: Relation,
        facts: list[tuple[Relation, str]],
        cases: list[Cases],
        certificate: list[tuple[Formula, ...]],
        gap: Formula | None,
    ) -> Script:
        """Split by each quantity in turn; each case has a list of multipliers."""
        if not cases:
            multipliers = certificate.pop(0)
            if len(multipliers) != len(facts):
                raise NotExported("a reason of a step has more than one meaning in it")
            hints = [(r, h, m) for (r, h), m in zip(facts, multipliers, strict=True)]
            return self.final(goal, hints, gap)
        first, *rest = cases
        h, shown = self.printer.fresh("Case"), self.printer.number(first.quantity)
        values = [self.printer.number(v, ATOM) for v in first.values]
        either = " \\/ ".join(f"{shown} = {v}" for v in values)
        script = [f"assert ({h}e : {self.printer.relation(first.fact)}) by ({first.tactic})."]
        script.append(f"assert ({h} : {either}) by (splitcase). clear {h}e.")
        script.append(f"destruct {h} as [{' | '.join([h] * len(values))}].")
        for value in first.values:

            def put(e: Formula, value: Formula = value) -> Formula:
                return rewrite(e, first.quantity, value, self.printer.key)

            places = "".join(f" rewrite ?{h} in {f}." for _, f in facts)
            script.append(f"{{ rewrite ?{h}.{places}")
            inner = [(r.map(put), f) for r, f in facts]
            left = [Cases(c.fact.map(put), c.tactic, c.quantity, c.values) for c in rest]
            script += self.by_cases(
                goal.map(put), inner, left, certificate, put(gap) if gap else None
            )
            script.append("}")
        return script


def _weighed(multiplier: Formula, slack: Formula) -> Formula:
    return slack if multiplier == ONE else call("mul", multiplier, slack)
