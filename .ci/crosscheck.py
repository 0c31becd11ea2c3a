"""A second opinion on every accepted step of every proof, by z3. Run by ``.ci/run`` alone.

z3 is given the facts that a step cites, the facts and declarations that made a sign visible, and
the laws of real numbers. It is not given the multipliers and the gap that the checker used. Inner
products, sums, expectations, exponentials and logarithms are real numbers to it, after the normal
form, which is the checker's own: a fault of the normal form itself would not be seen here.

So z3 cannot see everything. Where it finds numbers that contradict a step, it is told more, a level
at a time, and the table says how much it needed:

======  ============================================================================================
level   what z3 is told, besides what is cited
======  ============================================================================================
0       nothing
1       squared norms are nonnegative, also those that were multiplied out
2       and so are sums and expectations of what z3 finds nonnegative
3       and so are the gap and the multipliers of the checker, each of which is tried with numbers
======  ============================================================================================

An induction is tried at its first cases, a proof by calculus at many points. A step that z3
contradicts on every level, or facts that contradict each other, end the run with an error.
"""

from __future__ import annotations

import ast
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import sympy as sp
import z3
from sympy.core.function import AppliedUndef

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from mutants import Journal, journals, units

from olbook.checked import Context
from olbook.checked.calculus import domain_of
from olbook.checked.reading.chains import read_chain
from olbook.checked.trusted.kernel import Accepted
from olbook.checked.reading.terms import SCALAR, Dot, Expectation, Ranges, name_of
from olbook.checked.uses import Statement, substituted

MILLISECONDS = 5000
TRIES = 60
LEVELS = {
    0: "agrees",
    1: "agrees, told that squared norms are nonnegative",
    2: "agrees, told that a sum of nonnegative terms is nonnegative",
    3: "agrees, told the signs of gap and multipliers",
}
TRIED = "tried with numbers"
NEEDS = {"nonzero": lambda v: v != 0, "nonnegative": lambda v: v >= 0, "positive": lambda v: v > 0}
UNDECIDED = "not decided in time"
CONTRADICTED = "CONTRADICTED"
VACUOUS = "THE FACTS CONTRADICT EACH OTHER"


# False steps, each with the multiplier that a broken checker might have used.
PLANTED = {
    "x\n<= a/2 | by up": "1/2",
    "x\n<= a - b | by up": 1,
    "x\n<= a - b | by up ; gap -b": 1,
    "norm2(u - v)\n<= norm2(u) + norm2(v)": None,
    "2*b\n== norm2(u) | by length": None,
    "0\n<= Sum(norm2(u)*a - 2*x, t, 1, T)": None,
    "E(X)**2\n== E(X**2)": None,
    "log(a + b)\n== log(a) + log(b)": None,
    "Sum(t, t, 1, T)\n== T**2 | by induction(T)": 1,
    "exp(-s)\n<= 1 - s/2 | by calculus(s)": 1,
}


@dataclass(frozen=True)
class Opinion:
    """What came out of one step, and why not more."""

    verdict: str
    why: str = ""


# ---------------------------------------------------------------------- SymPy to z3
class Numbers:
    """Formulas in normal form as formulas of z3; whatever is not arithmetic becomes a real number."""

    def __init__(self, ctx: Context, formulas: list[sp.Expr]) -> None:
        self._ctx = ctx
        self._known: dict[object, z3.ArithRef] = {}
        self.laws: list[z3.BoolRef] = []
        # b**m and b**(m/2) are powers of one number: the finest fraction of m in sight
        self._finest: dict[tuple[sp.Expr, sp.Expr], int] = {}
        for power in set().union(*(f.atoms(sp.Pow, sp.exp) for f in formulas)):
            base, exponent = power.as_base_exp()
            fraction, name = exponent.as_coeff_Mul()
            before = self._finest.get((base, name), 1)
            self._finest[base, name] = math.lcm(before, int(fraction.q))

    def __call__(self, e: sp.Expr) -> z3.ArithRef:
        if e.is_Rational:
            return z3.RealVal(str(e))
        if e.is_Add:
            return z3.Sum([self(part) for part in e.args])
        if e.is_Mul:
            return z3.Product([self(part) for part in e.args])
        if isinstance(e, (sp.Pow, sp.exp)):
            base, exponent = e.as_base_exp()
            if exponent.is_Integer:
                return self._power(self(base), int(exponent), base)
            fraction, name = exponent.as_coeff_Mul()
            root = self._root(base, name)
            return self._power(root, int(fraction * self._finest[base, name]), None)
        return self._unknown(e)

    def _power(self, base: z3.ArithRef, exponent: int, of: sp.Expr | None) -> z3.ArithRef:
        if exponent < 0:
            key = ("one over", of if of is not None else base)
            new = key not in self._known
            inverse = self._real(key)
            if new:
                self.laws.append(inverse * base == 1)
            base, exponent = inverse, -exponent
        return z3.Product([base] * exponent)

    def _root(self, base: sp.Expr, name: sp.Expr) -> z3.ArithRef:
        """The finest root in sight of ``base**name``."""
        degree = self._finest[base, name]
        key = ("power", base, name)
        new = key not in self._known
        root = self._real(key)
        if new and name == 1:
            self.laws += [root >= 0, z3.Product([root] * degree) == self(base)]
        elif new:
            self.laws.append(root > 0)
        return root

    def _unknown(self, e: sp.Expr) -> z3.ArithRef:
        new = e not in self._known
        number = self._real(e)
        if not new:
            return number
        declared = self._ctx._language.names.get(name_of(e) or "")
        if isinstance(e, Dot) and e.args[0] == e.args[1]:
            self.laws.append(number >= 0)
        elif isinstance(e, sp.Max):
            other = self(sum(e.args))  # max(0, a): the arguments are 0 and a
            self.laws += [number >= 0, number >= other, z3.Or(number == 0, number == other)]
        elif declared is not None and declared.sign == "positive":
            self.laws.append(number >= 1 if declared.integer else number > 0)
        elif declared is not None and declared.sign == "nonnegative":
            self.laws.append(number >= 0)
        return number

    def _real(self, key: object) -> z3.ArithRef:
        return self._known.setdefault(key, z3.Real(f"v{len(self._known)}"))


def asked(assertions: list[z3.BoolRef]) -> z3.CheckSatResult:
    """Whether all of this can be true together."""
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.add(*assertions)
    return solver.check()


# ---------------------------------------------------------------------- one step
class Step:
    """One accepted step, as z3 sees it."""

    def __init__(self, ctx: Context, accepted: Accepted, ranges: Ranges) -> None:
        self._ctx = ctx
        self._normal = ctx._known.algebra.normal_form
        self._accepted = accepted
        self._ranges = ranges
        self._step = accepted.step
        self._gap = self._step.gap.sym if self._step.gap else sp.S.Zero
        self._weighed = [s for s in accepted.statements if not s.rewrites and s.splits is None]

    def opinion(self) -> Opinion:
        """What z3 makes of it."""
        laws = {statement.name for statement in self._accepted.statements}
        if "induction" in laws:
            return self._induction()
        if "calculus" in laws:
            return self._calculus()
        opinions = [self._goal(*goal) for goal in self._goals()]
        order = [*LEVELS.values(), TRIED, UNDECIDED, CONTRADICTED, VACUOUS]
        return max(opinions, key=lambda opinion: order.index(opinion.verdict))

    def _goals(self) -> Iterator[tuple[sp.Expr, list[Statement], tuple[sp.Expr, ...]]]:
        """What is to be shown, from which statements; with the multipliers that were used."""
        rest = self._step.right.sym - self._step.left.sym
        for definition in self._accepted.statements:
            if definition.rewrites:
                rest = rest.xreplace({definition.left: definition.right})
        swaps: list[dict[sp.Expr, sp.Expr]] = [{}]
        for split in self._accepted.statements:
            if split.splits is not None:
                swaps = [{**s, split.splits: value} for s in swaps for value in split.values]
        for swap, multipliers in zip(swaps, self._accepted.certificate, strict=True):
            statements = [
                replace(s, left=substituted(s.left, swap), right=substituted(s.right, swap))
                for s in self._weighed
            ]
            yield substituted(rest, swap), statements, multipliers

    def _goal(
        self, rest: sp.Expr, statements: list[Statement], multipliers: tuple[sp.Expr, ...]
    ) -> Opinion:
        weights = [k for k, s in zip(multipliers, statements, strict=True) if s.operator != "=="]
        products = [
            k * s.slack for k, s in zip(multipliers, statements, strict=True) if s.operator != "=="
        ]
        silent = [fact for fact in self._accepted.silent if self._speaks_here(fact.ranges)]
        duties = [
            duty
            for term in (self._step.left, self._step.right, self._step.gap)
            for duty in (term.obligations if term else ())
            if not duty.bindings and duty.need in NEEDS
        ]
        norms = self._parts((Dot,), rest, statements)
        sums = self._parts((sp.Sum, Expectation), rest, statements)
        claims = [self._gap, *weights]
        formulas = [rest, *(s.slack for s in statements), *(f.slack for f in silent)]
        formulas += [*(duty.expression for duty in duties), *norms, *sums, *claims, *products]
        normal = {formula: self._normal(formula) for formula in formulas}
        number = Numbers(self._ctx, list(normal.values()))
        value = {formula: number(normal[formula]) for formula in formulas}

        facts = [_relation(value[s.slack], s.operator) for s in statements]
        facts += [_relation(value[f.slack], f.operator) for f in silent]
        facts += [NEEDS[duty.need](value[duty.expression]) for duty in duties]
        laws = number.laws
        if not any(s.splits is not None for s in self._accepted.statements) and (
            asked([*laws, *facts]) == z3.unsat
        ):
            return Opinion(VACUOUS)
        wrong = value[rest] != 0 if self._step.operator == "==" else value[rest] < 0
        told: list[z3.BoolRef] = []
        answer = z3.unknown
        for level, verdict in LEVELS.items():
            if level == 1:
                told += [value[norm] >= 0 for norm in norms]
            if level == 2:
                told += [value[s] >= 0 for s in sums if self._is_nonnegative(s)]
            if level == 3:
                for claim in claims:
                    if numbers := self._numbers_against(claim):
                        return Opinion(CONTRADICTED, f"{claim} is not nonnegative: {numbers}")
                told += [value[claim] >= 0 for claim in [*claims, *products]]
            answer = asked([*laws, *facts, *told, wrong])
            if answer == z3.unsat:
                return Opinion(verdict)
        return Opinion(CONTRADICTED if answer == z3.sat else UNDECIDED)

    def _speaks_here(self, ranges: tuple[tuple[sp.Symbol, object], ...]) -> bool:
        return all(self._ranges.get(index) == ends for index, ends in ranges)

    def _parts(
        self, kinds: tuple[type, ...], rest: sp.Expr, statements: list[Statement]
    ) -> list[sp.Expr]:
        """Parts of the step, before it is multiplied out, that speak of no index of a sum."""
        formulas = [rest, self._gap, *(s.slack for s in statements)]
        formulas += [k for multipliers in self._accepted.certificate for k in multipliers]
        parts = sorted(set().union(*(f.atoms(*kinds) for f in formulas)), key=str)
        indices = self._ctx._language.ranges.keys() - self._ranges.keys()
        return [
            part
            for part in parts
            if not part.free_symbols & indices
            and (not isinstance(part, Dot) or part.args[0] == part.args[1])
        ]

    def _is_nonnegative(self, e: sp.Expr) -> bool:
        """Whether z3 finds the term of a sum, or what is expected, nonnegative."""
        body = self._normal(e.args[0])
        number = Numbers(self._ctx, [body])
        value = number(body)
        return asked([*number.laws, value < 0]) == z3.unsat

    def _numbers_against(self, claim: sp.Expr) -> str | None:
        return self._ctx._sampler.counterexample(claim, "<=", self._ranges, TRIES)

    # ------------------------------------------------------------------ without z3
    def _induction(self) -> Opinion:
        """The first cases, with all other names as random numbers."""
        (name,) = (r.args[0].id for r in self._step.reasons if _called(r) == "induction")
        declared = self._ctx._language.names[name]
        difference = self._step.right.sym - self._step.left.sym
        first = 1 if declared.sign == "positive" else 0
        for n in range(first, first + 6):
            case = difference.xreplace({declared.symbol: sp.Integer(n)}).doit()
            rng = random.Random(n)
            unknowns = case.atoms(AppliedUndef) | case.free_symbols
            values = {u: sp.Rational(rng.randint(1, 99), 17) for u in sorted(unknowns, key=str)}
            if abs(sp.N(case.xreplace(values), 40)) > sp.Rational(1, 10**25):
                return Opinion(CONTRADICTED, f"induction, {name} = {n}")
        return Opinion(TRIED, "induction")

    def _calculus(self) -> Opinion:
        """Many points of the range, with values of the other names that satisfy what is used."""
        (name,) = (r.args[0].id for r in self._step.reasons if _called(r) == "calculus")
        ctx, rng = self._ctx, random.Random(0)
        domain = domain_of(ctx._language.names[name], ctx._facts.values())
        used = [ctx._facts[r] for r in self._accepted.rests_on if r in ctx._facts]
        slack = self._step.right.sym - self._step.left.sym
        unknowns = sorted(slack.atoms(AppliedUndef) | slack.free_symbols, key=str)
        points = 0
        for _ in range(2000):
            values = {u: self._drawn(u, rng) for u in unknowns}
            low, high = max(domain.low, -20), min(domain.high, 20)
            values[domain.name] = low + (high - low) * sp.Rational(rng.randint(1, 999), 1000)
            if not all(_holds(fact.slack.xreplace(values)) for fact in used):
                continue
            points += 1
            if sp.N(slack.xreplace(values), 40) < -sp.Rational(1, 10**25):
                return Opinion(CONTRADICTED, f"calculus, at {values}")
            if points == 200:
                break
        return Opinion(TRIED, "calculus") if points else Opinion(UNDECIDED, "calculus: no points")

    def _drawn(self, unknown: sp.Expr, rng: random.Random) -> sp.Rational:
        sign = self._ctx._language.names[name_of(unknown)].sign
        value = sp.Rational(rng.randint(1, 300), 100)
        return value if sign != "real" else rng.choice([-1, 1]) * value


def _called(tree: ast.expr) -> str:
    return tree.func.id if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) else ""


def _holds(slack: sp.Expr) -> bool:
    return slack.is_number and bool(slack >= 0)


def _relation(slack: z3.ArithRef, operator: str) -> z3.BoolRef:
    return {"==": slack == 0, "<=": slack >= 0, "<": slack > 0}[operator]


# ---------------------------------------------------------------------- all steps
def opinions(journal: Journal) -> Iterator[tuple[str, str, Opinion]]:
    """Every step of every derivation of one context: where it stands, its text, the opinion."""
    for proof in journal.context._proofs.values():
        for number, accepted in enumerate(proof.steps, 1):
            step = Step(journal.context, accepted, proof.chain.ranges)
            yield f"{proof.name}, step {number}", accepted.step.text, step.opinion()


def planted() -> list[tuple[str, Opinion]]:
    """Steps that are false, put together without the kernel: each has to be contradicted."""
    ctx = Context(
        positive="a b", real="x s X", random="X", vector="u v", posint="T", index="t: 1..T"
    )
    ctx.hyp("up", "x <= a")
    ctx.define("length", "b == norm2(u)")
    results = []
    for text, multiplier in PLANTED.items():
        chain = read_chain(ctx._language, "planted", text, None, "")
        (step,) = chain.steps
        law = _called(step.reasons[0]) if step.reasons else ""
        if law in ("induction", "calculus"):  # what the kernel would have refused to state
            left, right = step.left.sym, step.right.sym
            statements = (
                Statement(law, left, step.operator, right, SCALAR, frozenset(), words=""),
            )
        else:
            statements = tuple(ctx._uses.reason(tree, step, {}) for tree in step.reasons)
        certificate = ((sp.sympify(multiplier),),) if multiplier is not None else ((),)
        forged = Accepted(step, statements, certificate, frozenset(), ())
        results.append((text, Step(ctx, forged, {}).opinion()))
    return results


def main() -> int:
    """Print the table; the exit status says whether anything is wrong."""
    missed = [text for text, opinion in planted() if opinion.verdict != CONTRADICTED]
    for text in missed:
        print(f"z3: a planted false step was not seen: {text!r}")
    total: Counter[str] = Counter()
    remarks, wrong = [], list(missed)
    columns = [*LEVELS.values(), TRIED, UNDECIDED, CONTRADICTED, VACUOUS]
    short = ["level 0", "level 1", "level 2", "level 3", "numbers", "no time", "AGAINST", "VACUOUS"]
    print(f"{'theorems':32}" + "".join(f"{word:>9}" for word in short))
    for unit, build in units().items():
        counts: Counter[str] = Counter()
        for journal in journals(unit, build):
            for where, text, opinion in opinions(journal):
                counts[opinion.verdict] += 1
                if opinion.verdict != LEVELS[0]:
                    why = f" ({opinion.why})" if opinion.why else ""
                    remarks.append(f"{opinion.verdict}{why}: {unit}, {where}: {text}")
                if opinion.verdict in (CONTRADICTED, VACUOUS):
                    wrong.append(remarks[-1])
        print(f"{unit[:31]:32}" + "".join(f"{counts[c]:9}" for c in columns), flush=True)
        total += counts
    print(f"{'all':32}" + "".join(f"{total[c]:9}" for c in columns) + "\n")
    print("\n".join(sorted(remarks)))
    agreed = sum(total[verdict] for verdict in LEVELS.values())
    print(
        f"\nz3: {agreed} of {total.total()} steps agree, {total[LEVELS[0]]} of them on the cited facts alone; "
    )
    print(
        f"z3: {total[TRIED]} tried with numbers, {total[UNDECIDED]} not decided, {len(wrong)} wrong"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
