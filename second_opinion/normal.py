"""Normal forms with their proofs: from ``A`` and ``B`` to a script that proves ``A = B``.

Sums, expectations, inner products and functions inside ``A`` and ``B`` are replaced by normal forms,
each by an equation that has its own proof; what remains is for ``field``. As in the checker,

* a sum is split by linearity, shifted so that its smallest offset is 0, and counted from 1 to a
  symbol, so that telescoping becomes an identity;
* an inner product is split by bilinearity, an expectation by linearity;
* ``exp`` of a sum becomes a product, ``ln`` and ``sqrt`` of a product are split.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from . import algebra, checker
from .algebra import Monomial, Poly, atom, constant, formula, plus, power, times
from .formulas import (
    ONE,
    ZERO,
    Formula,
    NotExported,
    call,
    name,
    num,
    substitute,
    sum_of,
    total,
)
from .printing import OUTCOME, Printer

Script = list[str]
Proved = tuple[Formula, Script]
"""What something is equal to, and the script that proves it."""
ARITHMETIC = ("num", "add", "sub", "mul", "div", "neg")
MOST_EXPLICIT = 64


def indented(script: Script) -> Script:
    """A script in braces, to prove one goal."""
    return (
        [
            "{ " + script[0],
            *("  " + line for line in script[1:-1]),
            ("  " + script[-1] if len(script) > 1 else "") + " }",
        ]
        if len(script) > 1
        else ["{ " + script[0] + " }"]
    )


@dataclass
class Normaliser:
    """Normal forms over the names that a printer knows."""

    printer: Printer
    _counter: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _normal: dict[str, Poly] = field(default_factory=dict)

    def fresh(self, stem: str) -> str:
        """A name that occurs nowhere else."""
        return f"{stem}{next(self._counter)}"

    # ------------------------------------------------------------------ equations
    def equal(self, left: Formula, right: Formula) -> Script:
        """A script for the goal ``left = right`` between numbers."""
        if self.text(left) == self.text(right):
            return ["reflexivity."]
        script: Script = []
        sides = []
        for side in (left, right):
            pushed = self.push_dots(side)
            if self.text(pushed) != self.text(side):
                h = self.fresh("P")
                script.append(f"assert ({h} : {self.text(side)} = {self.text(pushed)}) by dpush.")
                script.append(f"rewrite {h}; clear {h}.")
            sides.append(pushed)
        found: dict[str, Formula] = {}
        for side in sides:
            for part in self.specials(side):
                found.setdefault(self.text(part), part)
        for shown in sorted(found, key=lambda s: (-len(s), s)):
            proved = self.simplified(found[shown])
            if proved is not None:
                h = self.fresh("N")
                script.append(f"assert ({h} : {shown} = {self.text(proved[0])}).")
                script += indented(proved[1])
                script.append(f"rewrite ?{h}; clear {h}.")
        return [*script, "fin."]

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
    def _whole_value(exponent: Formula) -> int:
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
                return self.reduced(power(self.poly(e.args[0]), self._whole_value(e.args[1])))
            case "name" if not e.args:
                return atom(e)
        return self.special_poly(e)

    def reduced(self, a: Poly) -> Poly:
        """With squares of roots put in, and powers of exponentials of a fraction."""
        result: Poly = {}
        for monomial, c in a.items():
            monomial = _whole_exponents(monomial)
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
        pushed = self.push_dots(e)
        if pushed.key != e.key:
            return self.poly(pushed)
        shown = self.text(e)
        if shown not in self._normal:
            proved = self.simplified(e)
            self._normal[shown] = atom(self.alpha(e)) if proved is None else self.poly_of(proved[0])
        return self._normal[shown]

    def poly_of(self, e: Formula) -> Poly:
        """The polynomial of a formula whose special parts are atoms."""
        known = {self.text(p): p for p in self.specials(e)}
        for shown, part in known.items():
            self._normal.setdefault(shown, atom(self.alpha(part)))
        return self.poly(e)

    def simplified(self, e: Formula) -> Proved | None:
        """The normal form of a special part, with a proof; nothing if it is in normal form."""
        shown = self.text(e)
        if self._normal.get(shown) == atom(self.alpha(e)):
            return None
        ways: dict[str, Callable[[Formula], Proved]] = {
            "sum": self._sum, "E": self._expectation, "mean": self._mean, "exp": self._exp,
            "log": self._log, "sqrt": self._sqrt, "pos": self._positive_part, "dot": self._dot,
            "norm2": self._dot, "power": self._power, "name": self._application,
        }  # fmt: skip
        result, script = ways[e.op](e)
        return (
            None if self.text(self.alpha(result)) == self.text(self.alpha(e)) else (result, script)
        )

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

    # ------------------------------------------------------------------ vectors
    def push_dots(self, e: Formula) -> Formula:
        """Inner products with sums of vectors as sums of inner products."""
        if e.op == "norm2" and self._has_vector_sum(e):
            e = call("dot", e.args[0], e.args[0])
        if e.op == "dot" and self._has_vector_sum(e):
            parts = [
                call("mul", call("mul", c, d), self._dot_sum(v, w))
                for c, v in self._linear(e.args[0])
                for d, w in self._linear(e.args[1])
            ]
            return total(parts)
        return e.with_args(tuple(map(self.push_dots, e.args)))

    def _has_vector_sum(self, e: Formula) -> bool:
        return any(v.op == "sum" for part in e.args for _, v in self._linear(part))

    def _linear(self, v: Formula) -> list[tuple[Formula, Formula]]:
        """A vector as coefficients and single vectors."""
        match v.op:
            case "add" | "sub":
                minus = v.op == "sub"
                right = self._linear(v.args[1])
                return self._linear(v.args[0]) + [
                    (call("neg", c) if minus else c, w) for c, w in right
                ]
            case "neg":
                return [(call("neg", c), w) for c, w in self._linear(v.args[0])]
            case "mul":
                first = self.printer.kind(v.args[0]) == "vector"
                w, c = v.args if first else v.args[::-1]
                return [
                    (d if c == ONE else c if d == ONE else call("mul", c, d), x)
                    for d, x in self._linear(w)
                ]
            case "div":
                return [(call("div", c, v.args[1]), w) for c, w in self._linear(v.args[0])]
            case "num" if v == ZERO:
                return []
            case "name" if v.text == "vzero":
                return []
        return [(ONE, v)]

    def _dot_sum(self, v: Formula, w: Formula) -> Formula:
        for summed, other, turned in ((v, w, False), (w, v, True)):
            if summed.op == "sum":
                body, low, high = summed.args
                index = summed.text
                if index in other.free or any(p.binds and p.text == index for p in other.walk()):
                    index = self.fresh(index + "_")
                    body = substitute(body, {summed.text: name(index)})
                inner = call("dot", other, body) if turned else call("dot", body, other)
                return sum_of(self.push_dots(inner), index, low, high)
        return call("dot", v, w)

    def _dot(self, e: Formula) -> Proved:
        first, second = e.args[0], e.args[-1]
        result: Poly = {}
        for c, v in self._linear(first):
            for d, w in self._linear(second):
                a, b = sorted((v, w), key=self.printer.vector)
                pair = (
                    call("norm2", a)
                    if self.printer.vector(a) == self.printer.vector(b)
                    else call("dot", a, b)
                )
                self._normal.setdefault(self.text(pair), atom(pair))
                result = plus(result, times(times(self.poly(c), self.poly(d)), atom(pair)))
        raw = [
            call("mul", call("mul", c, d), call("dot", v, w))
            for c, v in self._linear(first)
            for d, w in self._linear(second)
        ]
        target = formula(result)
        script = [f"transitivity ({self.text(total(raw))}); [dotexp|]."]
        coefficients = {
            self.text(p): p
            for c, _ in (*self._linear(first), *self._linear(second))
            for p in self.specials(c)
        }
        for shown, part in coefficients.items():
            proved = self.simplified(part)
            if proved is not None:
                h = self.fresh("N")
                script += [
                    f"assert ({h} : {shown} = {self.text(proved[0])}).",
                    *indented(proved[1]),
                    f"rewrite ?{h}; clear {h}.",
                ]
        return target, [*script, "vsym; fin."]

    # ------------------------------------------------------------------ sums
    def _sum(self, e: Formula) -> Proved:
        index = self.fresh("k")
        k = name(index)
        body, low, high = substitute(e.args[0], {e.text: k}), e.args[1], e.args[2]
        lower, upper = self.printer.polynomial(low), self.printer.polynomial(high)
        if not set(lower) - {()} and not set(upper) - {()}:
            return self._explicit_sum(e, int(lower.get((), 0)), int(upper.get((), 0)))
        groups: dict[Monomial, Poly] = {}
        for monomial, c in self.poly(body).items():
            inside = tuple((a, n) for a, n in monomial if index in a.free)
            outside = tuple((a, n) for a, n in monomial if index not in a.free)
            groups[inside] = plus(groups.get(inside, {}), {outside: c})
        groups = {m: c for m, c in groups.items() if c}
        bounds = " ".join(self._ends(low, high))
        if not groups:
            script = [f"transitivity (Zsum (fun _ => 0) {bounds})."]
            script += [
                f"{{ apply Zsum_ext; intros {index} H{index}; cbv beta.",
                *self.equal(body, ZERO),
                "}",
            ]
            return ZERO, [*script, "apply Zsum_zero."]
        terms = [(formula(c), algebra.monomial_formula(m)) for m, c in groups.items()]
        middle = total([call("mul", c, r) for c, r in terms])
        script = [f"transitivity (Zsum (fun {index} => {self.text(middle)}) {bounds})."]
        script += [
            f"{{ apply Zsum_ext; intros {index} H{index}; cbv beta.",
            *self.equal(body, middle),
            "}",
        ]
        split = total([call("mul", c, sum_of(r, index, low, high)) for c, r in terms])
        script.append(f"transitivity ({self.text(split)}); [zlinear|].")
        parts: list[Formula] = []
        for factor, r in terms:
            value, proof = self._single_sum(r, index, low, high)
            parts.append(call("mul", factor, value))
            if proof:
                h = self.fresh("Z")
                script.append(
                    f"assert ({h} : Zsum (fun {index} => {self.text(r)}) {bounds} = {self.text(value)})."
                )
                script += [*indented(proof), f"rewrite {h}; clear {h}."]
        result = total(parts)
        target = formula(self.poly_of(result))
        return target, [*script, "fin."]

    def _ends(self, low: Formula, high: Formula) -> tuple[str, str]:
        return self.printer.integer(low), self.printer.integer(high)

    def _explicit_sum(self, e: Formula, low: int, high: int) -> Proved:
        if high - low > MOST_EXPLICIT:
            raise NotExported("a sum of many explicit terms")
        values = [substitute(e.args[0], {e.text: num(j)}) for j in range(low, high + 1)]
        raw = total(values)
        target = self.normal(raw)
        script = [f"transitivity ({self.text(raw)}); [zexplicit|]."]
        return target, [*script, *self.equal(raw, target)]

    def _single_sum(self, r: Formula, index: str, low: Formula, high: Formula) -> Proved:
        """The sum of one term, from 1 to a symbol, and what stands over at the ends."""
        bounds = self._ends(low, high)
        if index not in r.free:
            value = self.normal(call("add", call("sub", high, low), ONE))
            return value, ["rewrite Zsum_one by lia. fin."]
        shift = self._smallest_offset(r, index)
        script: Script = []
        if shift:
            moved = substitute(r, {index: call("sub", name(index), num(shift))})
            r = self.normal(moved)
            low, high = call("add", low, num(shift)), call("add", high, num(shift))
            new = self._ends(low, high)
            f, g = (
                f"(fun {index} => {self.text(x)})"
                for x in (substitute(moved, {index: call("add", name(index), num(shift))}), r)
            )
            law = " ".join(["Zsum_shift", f, g, f"({shift})", *bounds, *new])
            pointwise = f"intros {index}; cbv beta; first [congr | solve [fin]]"
            script.append(f"rewrite ({law}) by (first [lia | {pointwise}]).")
            bounds = new
        points, ends_, low2, high2 = self._ends_of(low, high)
        base = self.alpha(sum_of(r, index, low2, high2))
        self._normal.setdefault(self.text(base), atom(base))
        if not points:
            return base, [*script, "reflexivity."] if script else []
        f = f"(fun {index} => {self.text(r)})"
        values: dict[str, Formula] = {}
        for point in points:
            raw = substitute(r, {index: point})
            value = self.normal(raw)
            values[self.printer.integer(point)] = value
            p, q, h = (
                self.printer.integer(point),
                self.printer.integer(call("sub", point, ONE)),
                self.fresh("Q"),
            )
            script.append(
                f"assert ({h} : Prim {f} {p} = Prim {f} {q} + {self.text_of(value, tight=True)})."
            )
            script += indented(
                [
                    f"rewrite (Prim_step {f} {q} {p}) by lia. cbv beta. apply Rplus_eq_compat_l.",
                    *self.equal(raw, value),
                ]
            )
        new = self._ends(low2, high2)
        before = (
            self.printer.integer(call("sub", low, ONE)),
            self.printer.integer(call("sub", low2, ONE)),
        )
        script.append(f"rewrite (Zsum_prim {f} {bounds[0]} {bounds[1]} {before[0]}) by lia.")
        script.append(f"rewrite (Zsum_prim {f} {new[0]} {new[1]} {before[1]}) by lia. lra.")
        result = base
        for point, sign in ends_:
            result = call("add" if sign > 0 else "sub", result, values[self.printer.integer(point)])
        return result, script

    def text_of(self, e: Formula, *, tight: bool) -> str:
        """The text of a number, in brackets if asked for."""
        return self.printer.number(e, 2 if tight else 0)

    def _smallest_offset(self, r: Formula, index: str) -> int:
        """The least m such that something is taken at index + m."""
        offsets = []
        for part in r.walk():
            if part.op != "name" or not part.args:
                continue
            for argument in part.args:
                if index in argument.free and self.printer.kind(argument) == "integer":
                    terms = self.printer.polynomial(argument)
                    if set(terms) <= {(index,), ()} and terms[(index,)] == 1:
                        offsets.append(int(terms.get((), 0)))
        return min(offsets, default=0)

    def _ends_of(
        self, low: Formula, high: Formula
    ) -> tuple[list[Formula], list[tuple[Formula, int]], Formula, Formula]:
        """The points between these ends and the range from 1 to a symbol, with their signs."""
        points: list[Formula] = []
        signed: list[tuple[Formula, int]] = []
        lower, upper = self.printer.polynomial(low), self.printer.polynomial(high)
        if not set(lower) - {()}:
            start = int(lower.get((), 0))
            points += [num(j) for j in (range(start, 1) if start < 1 else range(1, start))]
            signed += [(num(j), 1) for j in range(start, 1)] + [
                (num(j), -1) for j in range(1, start)
            ]
            low = ONE
        offset = int(upper.get((), 0))
        if set(upper) - {()} and offset:
            symbol = call("sub", high, num(offset))
            steps = range(1, offset + 1) if offset > 0 else range(offset + 1, 1)
            points += [call("add", symbol, num(j)) for j in steps]
            signed += [(call("add", symbol, num(j)), 1 if offset > 0 else -1) for j in steps]
            high = symbol
        return points, signed, low, high

    # ------------------------------------------------------------------ expectations
    def _mean(self, e: Formula) -> Proved:
        body, low, high = e.args
        index = e.text
        length = call("add", call("sub", high, low), ONE)
        raw = call("div", sum_of(body, index, low, high), length)
        target = self.normal(raw)
        script = [f"transitivity ({self.text(raw)}); [unfold mean; f_equal; ipush; ring|]."]
        return target, [*script, *self.equal(raw, target)]

    def _expectation(self, e: Formula) -> Proved:
        body = e.args[0]
        groups: dict[Monomial, Poly] = {}
        for monomial, c in self.poly(body).items():
            inside = tuple((a, n) for a, n in monomial if self.printer.is_random(a))
            outside = tuple((a, n) for a, n in monomial if not self.printer.is_random(a))
            groups[inside] = plus(groups.get(inside, {}), {outside: c})
        groups = {m: c for m, c in groups.items() if c}
        terms = [(formula(c), m) for m, c in groups.items()] or [(ZERO, ())]
        middle = total([call("mul", c, algebra.monomial_formula(m)) for c, m in terms])
        enter = f"{{ try rename {OUTCOME} into {OUTCOME}_; apply E_ext; intros {OUTCOME}; cbv beta."
        script = [
            f"transitivity ({self.text(call('E', middle))}).",
            enter,
            *self.equal(body, middle),
            "}",
        ]
        split = total([call("mul", c, call("E", algebra.monomial_formula(m))) for c, m in terms])
        script.append(f"transitivity ({self.text(split)}); [elinear|].")
        parts = []
        for factor, m in terms:
            old = call("E", algebra.monomial_formula(m))
            value, proof = self._single_expectation(m)
            parts.append(call("mul", factor, value))
            if proof:
                h = self.fresh("Z")
                script.append(f"assert ({h} : {self.text(old)} = {self.text(value)}).")
                script += [*indented(proof), f"rewrite ?{h}; clear {h}."]
        target = formula(self.poly_of(total(parts)))
        return target, [*script, "fin."]

    def _single_expectation(self, m: Monomial) -> Proved:
        sums = [a for a, n in m if a.op == "sum" and n == 1]
        if not m:
            return ONE, ["apply E_one."]
        if not sums:
            return call("E", algebra.monomial_formula(m)), []
        inner = sums[0]
        rest = algebra.monomial_formula(tuple((a, n) for a, n in m if a is not inner))
        index, k = self.fresh("k"), inner.text
        term = substitute(inner.args[0], {k: name(index)})
        body = term if rest == ONE else call("mul", rest, term)
        whole = sum_of(body, index, inner.args[1], inner.args[2])
        outside = sum_of(call("E", body), index, inner.args[1], inner.args[2])
        target = self.normal(outside)
        enter = f"{{ try rename {OUTCOME} into {OUTCOME}_; apply E_ext; intros {OUTCOME}; cbv beta."
        script = [f"transitivity ({self.text(call('E', whole))}).", enter]
        script += [*self.equal(algebra.monomial_formula(m), whole), "}"]
        script.append(f"transitivity ({self.text(outside)}); [apply E_Zsum|].")
        return target, [*script, *self.equal(outside, target)]

    # ------------------------------------------------------------------ functions
    def _exponent(self, e: Formula) -> Poly:
        """An exponent, with the factors of each logarithm in lowest terms."""
        argument = self.poly(e)
        if not any(k < 0 for m in argument for _, k in m):
            return argument
        groups: dict[Monomial, Poly] = {}
        for monomial, c in argument.items():
            logs = tuple((a, k) for a, k in monomial if a.op == "log" and k == 1)
            rest = tuple((a, k) for a, k in monomial if (a, k) not in logs)
            groups[logs] = plus(groups.get(logs, {}), {rest: c})
        result: Poly = {}
        for logs, coefficient in groups.items():
            simple = self.poly(checker.cancelled(formula(coefficient)))
            result = plus(result, times(simple, {logs: Fraction(1)}))
        return result

    def _exp(self, e: Formula) -> Proved:
        argument = self._exponent(e.args[0])
        factors: list[Formula] = []
        for monomial in algebra.sorted_monomials(argument):
            c = argument[monomial]
            inner = formula({monomial: Fraction(1, c.denominator)})
            base = call("exp", inner)
            self._normal.setdefault(self.text(base), atom(base))
            factors.append(base if c.numerator == 1 else call("pow", base, num(c.numerator)))
        joined = formula(argument)
        split = algebra.product(self._below_the_line(factors))
        script = [
            f"transitivity (exp ({self.text(joined)})).",
            "{ apply f_equal.",
            *self.equal(e.args[0], joined),
            "}",
        ]
        script.append(f"transitivity ({self.text(split)}); [expsplit|].")
        result: Poly = constant(1)
        for monomial in algebra.sorted_monomials(argument):
            c = argument[monomial]
            log = len(monomial) == 1 and monomial[0][0].op == "log" and monomial[0][1] == 1
            if log and c.denominator == 1:
                inside = monomial[0][0].args[0]
                script.append(f"rewrite ?(exp_ln ({self.text(inside)})) by pos.")
                result = times(result, power(self.poly(inside), c.numerator))
            else:
                inner = formula({monomial: Fraction(1, c.denominator)})
                result = times(result, atom(call("exp", inner), c.numerator))
        return formula(result), [*script, "fin."]

    @staticmethod
    def _below_the_line(factors: list[Formula]) -> list[Formula]:
        """Negative powers as one over something."""
        shown = []
        for f in factors:
            n = -f.args[1].value if f.op == "pow" else Fraction(0)
            size = f.args[0] if n == 1 else call("pow", f.args[0], num(n)) if n > 0 else f
            shown.append(call("div", ONE, size) if n > 0 else f)
        return shown

    def _factors(self, e: Formula) -> list[tuple[Formula, int]]:
        """A formula as a product of powers, as far as it is written as one."""
        match e.op:
            case "mul":
                return self._factors(e.args[0]) + self._factors(e.args[1])
            case "div":
                return self._factors(e.args[0]) + [(f, -k) for f, k in self._factors(e.args[1])]
            case "pow":
                n = self._whole_value(e.args[1])
                return [(f, k * n) for f, k in self._factors(e.args[0])]
            case "num" if e.value.denominator != 1:
                return [(num(e.value.numerator), 1), (num(e.value.denominator), -1)]
            case "num" | "name" | "exp" | "sqrt":
                return [(e, 1)] if e != ONE else []
        a = self.poly(e)
        if len(a) != 1:
            return [(formula(a), 1)]
        ((monomial, c),) = a.items()
        numbers = [(num(c.numerator), 1), (num(c.denominator), -1)]
        return [(f, k) for f, k in numbers if f != ONE] + list(monomial)

    def _collected(self, e: Formula) -> list[tuple[Formula, int]]:
        found: dict[str, tuple[Formula, int]] = {}
        for f, k in self._factors(e):
            plain = f if f.op in ("num", "exp") else self.normal(f)
            shown = self.text(plain)
            found[shown] = (plain, k + found.get(shown, (plain, 0))[1])
        return [pair for _, pair in sorted(found.items()) if pair[1]]

    @staticmethod
    def _assembled(factors: list[tuple[Formula, int]]) -> Formula:
        parts = []
        for f, k in factors:
            size = f if abs(k) == 1 else call("pow", f, num(abs(k)))
            parts.append(size if k > 0 else call("div", ONE, size))
        return algebra.product(parts)

    def _log(self, e: Formula) -> Proved:
        factors = self._collected(e.args[0])
        joined = self._assembled(factors)
        parts, result = [], constant(0)
        for f, k in factors:
            value = f.args[0] if f.op == "exp" else call("log", f)
            if f.op == "num":
                pieces = [(p, n) for p, n in _prime_factors(int(f.value))]
                value = total([call("mul", num(n), call("log", num(p))) for p, n in pieces])
                for p, _ in pieces:
                    piece = call("log", num(p))
                    self._normal.setdefault(self.text(piece), atom(piece))
            elif f.op != "exp":
                self._normal.setdefault(self.text(value), atom(value))
            parts.append(call("mul", num(k), value))
            result = plus(result, self.poly(value), k)
        script = [
            f"transitivity (ln ({self.text(joined)})).",
            "{ apply f_equal.",
            *self.equal(e.args[0], joined),
            "}",
        ]
        split = total(parts)
        script.append(f"transitivity ({self.text(split)}); [lnsplit|].")
        return formula(result), [*script, *self.equal(split, formula(result))]

    def _sqrt(self, e: Formula) -> Proved:
        factors = self._collected(e.args[0])
        joined = self._assembled(factors)
        result = constant(1)
        for f, k in factors:
            pieces = (
                [(num(p), n * k) for p, n in _prime_factors(int(f.value))]
                if f.op == "num"
                else [(f, k)]
            )
            for base, n in pieces:
                root = call("sqrt", base)
                self._normal.setdefault(self.text(root), atom(root))
                result = times(result, power(self.poly(base), n // 2))
                result = times(result, atom(root) if n % 2 else constant(1))
        script = [
            f"transitivity (sqrt ({self.text(joined)})).",
            "{ apply f_equal.",
            *self.equal(e.args[0], joined),
            "}",
        ]
        for number in [f for f, _ in factors if f.op == "num"]:
            proved = self._root_of_number(int(number.value))
            script += [f"assert (Root{number.value} : {proved})."] if proved else []
            script += ["{ roots_of_numbers. }"] if proved else []
        return formula(result), [*script, "sqrtsplit."]

    @staticmethod
    def _root_of_number(n: int) -> str:
        """``sqrt 8 = 2 * sqrt 2``; nothing if the number is prime."""
        pieces = _prime_factors(n)
        if (len(pieces) == 1 and pieces[0][1] == 1) or not pieces:
            return ""
        shown = [f"{p} ^ {k // 2}" for p, k in pieces if k > 1]
        shown += [f"sqrt {p}" for p, k in pieces if k % 2]
        return f"sqrt {n} = {' * '.join(shown)}"

    def _positive_part(self, e: Formula) -> Proved:
        inner = self.normal(e.args[0])
        return call("pos", inner), ["apply f_equal.", *self.equal(e.args[0], inner)]

    def _power(self, e: Formula) -> Proved:
        base, exponent = e.args
        if self.printer.kind(exponent) != "integer":
            raw = call("exp", call("mul", exponent, call("log", base)))
            target = self.normal(raw)
            script = [f"transitivity ({self.text(raw)}); [reflexivity|]."]
            return target, [*script, *self.equal(raw, target)]
        terms = self.printer.polynomial(exponent)
        offset = int(terms.get((), 0))
        symbol = call("sub", exponent, num(offset))
        plain = self.normal(base)
        rest = call("power", plain, symbol)
        if set(terms) - {()}:
            self._normal.setdefault(self.text(rest), atom(rest))
            result = times(atom(rest), power(self.poly(plain), offset))
        else:
            result = power(self.poly(plain), offset)
        script = [
            f"replace ({self.text(base)}) with ({self.text(plain)}).",
            "2: {",
            *self.equal(plain, base),
            "}",
        ]
        if self.text(base) == self.text(plain):
            script = []
        return formula(result), [*script, "prz; fin."]

    def _application(self, e: Formula) -> Proved:
        kinds = (
            self.printer.words.arguments(e.text)
            if e.text in self.printer.words
            else ["integer"] * len(e.args)
        )
        args = tuple(
            self.normal(a) if k == "real" else a for a, k in zip(e.args, kinds, strict=True)
        )
        result = e.with_args(args)
        changed = [(a, b) for a, b in zip(e.args, args, strict=True) if a.key != b.key]
        script = []
        for before, after in changed:
            script += [
                f"replace ({self.text(before)}) with ({self.text(after)}).",
                "2: {",
                *self.equal(after, before),
                "}",
            ]
        return result, [*script, "reflexivity."]


def _whole_exponents(monomial: Monomial) -> Monomial:
    """``exp(x/2)**2`` as ``exp(x)``."""
    found: Monomial = ()
    for e, k in monomial:
        inner = e.args[0] if e.op == "exp" else ONE
        if e.op == "exp" and inner.op == "div" and inner.args[1].op == "num":
            q = int(inner.args[1].value)
            if k % q == 0:
                e, k = call("exp", inner.args[0]), k // q
        found = algebra.merge(found, ((e, k),))
    return found


def _prime_factors(n: int) -> list[tuple[int, int]]:
    found, p = [], 2
    while n > 1:
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
        p += 1
    return found
