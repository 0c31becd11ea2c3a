"""Normal forms with their proofs: from ``A`` and ``B`` to a script that proves ``A = B``.

Sums, expectations, inner products and functions inside ``A`` and ``B`` are replaced by normal forms,
each by an equation that has its own proof; what remains is for ``field``. As in the checker,

* a sum is split by linearity, shifted so that its smallest offset is 0, and counted from 1 to a
  symbol, so that telescoping becomes an identity;
* an inner product is split by bilinearity, an expectation by linearity;
* ``exp`` of a sum becomes a product, ``ln`` and ``sqrt`` of a product are split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from . import algebra
from .algebra import Poly, atom, constant, formula, plus, power, times, whole_exponents
from .formulas import ZERO, Formula, name, substitute
from .printing import Printer
from .scripts import Proved, Script, indented
from .vectors import push_dots

ARITHMETIC = ("num", "add", "sub", "mul", "div", "neg")


Form: TypeAlias = Callable[["Normaliser", Formula], Proved]


@dataclass
class Normaliser:
    """Normal forms over the names that a printer knows; of special parts by a form for each operation."""

    printer: Printer
    forms: Mapping[str, Form]
    known: dict[str, Poly] = field(default_factory=dict)

    # ------------------------------------------------------------------ equations
    def equal(self, left: Formula, right: Formula) -> Script:
        """A script for the goal ``left = right`` between numbers."""
        if self.text(left) == self.text(right):
            return ["reflexivity."]
        if (
            left.op == "sub"
            and self.text(left.args[0]) == self.text(left.args[1])
            and right == ZERO
        ):
            return ["apply Rminus_diag_eq; reflexivity."]
        script: Script = []
        sides = []
        for side in (left, right):
            pushed = push_dots(self.printer, side)
            if self.text(pushed) != self.text(side):
                h = self.printer.fresh("P")
                script.append(f"assert ({h} : {self.text(side)} = {self.text(pushed)}) by dpush.")
                script.append(f"rewrite {h}; clear {h}.")
            sides.append(pushed)
        found: dict[str, Formula] = {}
        for side in sides:
            for part in self.specials(side):
                found.setdefault(self.text(part), part)
        for shown in sorted(found, key=lambda s: (-len(s), s)):
            script += self.rewritten(shown, found[shown])
        return [*script, "fin."]

    def rewritten(self, shown: str, part: Formula) -> Script:
        """A special part of the goal, put in its normal form."""
        if (proved := self.simplified(part)) is None:
            return []
        h = self.printer.fresh("N")
        claim = f"assert ({h} : {shown} = {self.text(proved[0])})."
        return [claim, *indented(proved[1]), f"rewrite ?{h}; clear {h}."]

    def text(self, e: Formula) -> str:
        """The text of a number."""
        return self.printer.number(e)

    # ------------------------------------------------------------------ special parts
    def specials(self, e: Formula) -> Iterator[Formula]:
        """The largest parts of a number that are no rational arithmetic."""
        if e.op in ARITHMETIC or e.op == "pow":
            for part in e.args[: 1 if e.op == "pow" else None]:
                yield from self.specials(part)
        elif e.op != "name" or e.args:
            yield e

    @staticmethod
    def whole_value(exponent: Formula) -> int:
        return -int(exponent.args[0].value) if exponent.op == "neg" else int(exponent.value)

    def poly(self, e: Formula) -> Poly:
        """A number as a polynomial in atoms in normal form."""
        match e.op:
            case "num":
                return constant(e.value)
            case "add":
                return plus(self.poly(e.args[0]), self.poly(e.args[1]))
            case "sub":
                return plus(self.poly(e.args[0]), self.poly(e.args[1]), -1)
            case "neg":
                return plus({}, self.poly(e.args[0]), -1)
            case "mul":
                return self.reduced(times(self.poly(e.args[0]), self.poly(e.args[1])))
            case "div":
                below = algebra.inverse(self.poly(e.args[1]))
                return self.reduced(times(self.poly(e.args[0]), below))
            case "pow":
                return self.reduced(power(self.poly(e.args[0]), self.whole_value(e.args[1])))
            case "name" if not e.args:
                return atom(e)
        return self.special_poly(e)

    def reduced(self, a: Poly) -> Poly:
        """With squares of roots put in, and powers of exponentials of a fraction."""
        result: Poly = {}
        for monomial, c in a.items():
            monomial = whole_exponents(monomial)
            roots = [(e, k) for e, k in monomial if e.op == "sqrt" and k not in (0, 1)]
            if not roots:
                result = plus(result, {monomial: c})
                continue
            rest = tuple((e, k) for e, k in monomial if (e, k) not in roots)
            term: Poly = {rest: c}
            for e, k in roots:
                term = times(term, power(self.poly(e.args[0]), k // 2))
                term = times(term, atom(e) if k % 2 else constant(1))
            result = plus(result, term)
        return result

    def special_poly(self, e: Formula) -> Poly:
        """The normal form of a special part."""
        pushed = push_dots(self.printer, e)
        if pushed.key != e.key:
            return self.poly(pushed)
        shown = self.text(e)
        if shown not in self.known:
            proved = self.simplified(e)
            self.known[shown] = atom(self.alpha(e)) if proved is None else self.poly_of(proved[0])
        return self.known[shown]

    def poly_of(self, e: Formula) -> Poly:
        """The polynomial of a formula whose special parts are atoms."""
        known = {self.text(p): p for p in self.specials(e)}
        for shown, part in known.items():
            self.known.setdefault(shown, atom(self.alpha(part)))
        return self.poly(e)

    def simplified(self, e: Formula) -> Proved | None:
        """The normal form of a special part, with a proof; nothing if it is in normal form."""
        shown = self.text(e)
        if self.known.get(shown) == atom(self.alpha(e)) or self._is_size(e):
            return None
        result, script = self.forms[e.op](self, e)
        return (
            None if self.text(self.alpha(result)) == self.text(self.alpha(e)) else (result, script)
        )

    def _is_size(self, e: Formula) -> bool:
        """Whether it is the root of the square of a name without a sign, which need not be the name."""
        of = e.args[0] if e.op == "sqrt" else e
        squared = of.op == "pow" and of.args[0].op == "name"
        return squared and e.op == "sqrt" and self.printer.sign(of.args[0].text) is None

    def alpha(self, e: Formula) -> Formula:
        """With the indices that sums bind named by how deep they are nested."""
        e = e.with_args(tuple(map(self.alpha, e.args)))
        if not e.binds:
            return e
        depth = 1 + max((int(p.text[1:]) for p in e.args[0].walk() if p.binds), default=-1)
        index = f"j{depth}"
        if index == e.text:
            return e
        body = substitute(e.args[0], {e.text: name(index)})
        return Formula(e.op, (body, *e.args[1:]), index)

    def normal(self, e: Formula) -> Formula:
        """The normal form of a number as a formula."""
        return formula(self.poly(e))
