"""What a theorem says in Rocq: what its box displays, and nothing more.

Read are the claim, the definitions, hypotheses and assumed lemmas, the declared signs, and which
names are random or uniform. The proof is not looked at. A name that occurs in the proof alone does
therefore not occur here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from . import checker
from .checker import Fact, Theorem, Vocabulary
from .formulas import Formula, NotExported, Relation, parse_relation
from .printing import ATOM, CHANCE, SPACE, TYPES, Printer, rocq_name


def averaged(e: Formula, words: Vocabulary) -> Formula:
    """``e`` with every expectation that speaks of a uniform index as a mean over that index."""
    e = e.with_args(tuple(averaged(a, words) for a in e.args))
    drawn = [r for r in words.uniform if r in e.args[0].free] if e.op == "E" else []
    for r in drawn:
        low, high = words.uniform[r]
        e = Formula("mean", (e, low, high), r)
    return e


@dataclass(frozen=True)
class Displayed:
    """The parts of the box of a theorem, as formulas."""

    theorem: Theorem

    @cached_property
    def words(self) -> Vocabulary:
        """The declared names."""
        return Vocabulary(self.theorem.language)

    @cached_property
    def printer(self) -> Printer:
        """Prints its formulas."""
        return Printer(self.words)

    def relation_of(self, fact: Fact) -> Relation:
        """What a hypothesis or definition says."""
        return checker.sides(fact).map(lambda e: averaged(e, self.words))

    @cached_property
    def claim(self) -> Relation:
        """The claim."""
        return parse_relation(self.theorem.claim).map(lambda e: averaged(e, self.words))

    @cached_property
    def claim_ranges(self) -> list[tuple[str, Formula, Formula]]:
        """The indices of the claim."""
        return checker.ranges(self.theorem.proof.fact)

    # ------------------------------------------------------------------ names
    def names_in(self, fact: Fact) -> frozenset[str]:
        """The names that a fact speaks of, without those it is quantified over."""
        if fact.status == "infimum":
            parts = checker.infimum(fact)
            conditions = [self.theorem.facts[c] for c in parts.conditions]
            inside = parts.body.free.union(*(self.names_in(c) for c in conditions))
            return (inside - {parts.over}) | parts.left.free
        relation = self.relation_of(fact)
        return (
            (relation.left.free | relation.right.free | ends(fact))
            - indices(fact)
            - fact.over.values
        )

    @cached_property
    def names(self) -> list[str]:
        """The names that the statement is about, as they were declared."""
        found = self.claim.left.free | self.claim.right.free | ends(self.theorem.proof.fact)
        found -= {index for index, *_ in self.claim_ranges}
        found = found.union(*(self.names_in(f) for f in self.theorem.supposed))
        return [n for n in self.words.names if n in found]

    @cached_property
    def signs(self) -> list[str]:
        """Those of them whose sign is displayed."""
        shown = {s.split()[0] for s in self.theorem.signs}
        return [n for n in self.names if n in shown and self.printer.sign(n)]

    @cached_property
    def spaces(self) -> list[str]:
        """The binders of the inner product space and of chance, where they are needed."""
        formulas = [self.claim.left, self.claim.right]
        for fact in self.theorem.supposed:
            if fact.status == "infimum":
                formulas.append(checker.infimum(fact).body)
            else:
                relation = self.relation_of(fact)
                formulas += [relation.left, relation.right]
        vectors = any(map(self.printer.has_vectors, formulas))
        chance = any(p.op == "E" for e in formulas for p in e.walk())
        chance = chance or any(map(self.words.random, self.names))
        return [f"({SPACE} : InnerProductSpace)"] * vectors + [f"({CHANCE} : Chance)"] * chance

    # ------------------------------------------------------------------ definitions
    def is_plain_definition(self, fact: Fact) -> bool:
        """Whether it defines one thing outright: ``M == ...``, or ``B(a, b) == ...`` for all a, b."""
        if fact.status != "definition" or checker.ranges(fact):
            return False
        left = checker.sides(fact).left
        if self.words.kind(left.text) == "integer":
            return False  # a number defines it: that it is whole is shown
        holders = [a.text for a in left.args]
        return (
            all(a.op == "name" and not a.args for a in left.args)
            and len(set(holders)) == len(holders)
            and set(holders) == set(fact.over.values)
            and not self.words.random(left.text)
        )

    @cached_property
    def plain_definitions(self) -> list[Fact]:
        """The outright definitions, each after those that it speaks of."""
        waiting = [f for f in self.theorem.definitions if self.is_plain_definition(f)]
        defined = [
            checker.sides(f).left.text for f in self.theorem.definitions if f.status == "definition"
        ]
        placed: list[Fact] = []
        while waiting:
            own = {checker.sides(f).left.text for f in waiting}
            ready = [
                f for f in waiting if not self.names_in(f) - {checker.sides(f).left.text} & own
            ]
            ready = [f for f in ready if not (self.relation_of(f).right.free - f.over.values) & own]
            if not ready:
                raise NotExported(f"the definitions of {', '.join(sorted(own))} are circular")
            placed += ready[:1]
            waiting.remove(ready[0])
        for fact in placed:
            text = checker.sides(fact).left.text
            if defined.count(text) > 1:
                raise NotExported(f"{text} is defined twice")
        return placed

    @cached_property
    def outright(self) -> list[str]:
        """The names that are defined outright."""
        return [checker.sides(f).left.text for f in self.plain_definitions]

    @cached_property
    def given(self) -> list[str]:
        """The names that the statement begins with, "for all ..."."""
        return [n for n in self.names if n not in self.outright]

    def groups(self, names: list[str]) -> dict[str, list[str]]:
        """Names by their types."""
        groups: dict[str, list[str]] = {}
        for n in names:
            groups.setdefault(self.printer.type_of(n), []).append(rocq_name(n))
        return groups

    def binders(self, names: list[str]) -> str:
        """``(eta R : real) (w x : int -> vec)``."""
        groups = self.groups(names).items()
        return " ".join([*self.spaces, *(f"({' '.join(g)} : {t})" for t, g in groups)])

    def introduced(self, names: list[str], lets: list[str]) -> list[str]:
        """The words by which a proof introduces these binders, and names defined outright after them."""
        spaces = [binder[1:].split(" ")[0] for binder in self.spaces]
        grouped = [n for group in self.groups(names).values() for n in group]
        return [*spaces, *grouped, *map(rocq_name, lets)]

    def let(self, fact: Fact) -> str:
        """``let M := ... in``."""
        relation = self.relation_of(fact)
        demand_same_chance(self, relation)
        left, p = relation.left, self.printer
        kinds = self.words.arguments(left.text)
        binders = "".join(
            f" ({rocq_name(a.text)} : {TYPES[k]})" for a, k in zip(left.args, kinds, strict=True)
        )
        inner = replace_bound(p, fact)
        kind = self.words.kind(left.text)
        body = inner.vector(relation.right) if kind == "vector" else inner.number(relation.right)
        return f"let {rocq_name(left.text)}{binders} := {body} in"

    # ------------------------------------------------------------------ propositions
    def proposition(self, fact: Fact) -> str:
        """What a fact says, with everything it is quantified over."""
        if fact.status == "infimum":
            return self._infimum(fact)
        return quantified(fact, self.relation_of(fact), self.printer)

    def _infimum(self, fact: Fact) -> str:
        parts = checker.infimum(fact)
        over = f"fun {rocq_name(parts.over)} : {self.printer.type_of(parts.over)}"
        conditions = [self.proposition(self.theorem.facts[c]) for c in parts.conditions]
        sign = self.printer.sign(parts.over)
        domain = " /\\ ".join([*([sign] if sign else []), *conditions]) or "True"
        body = self.printer.number(averaged(parts.body, self.words))
        return f"is_inf ({over} => {domain}) ({over} => {body}) {self.printer.number(parts.left, ATOM)}"

    @cached_property
    def claimed(self) -> str:
        """The claim, for all its indices and outcomes."""
        return claim_text(self.claim, self.claim_ranges, self.printer)


def replace_bound(printer: Printer, fact: Fact) -> Printer:
    """A printer for which the names that a fact is stated for all values of are bound."""
    kinds = {n: printer.words.kind(n) for n in fact.over.values}
    return replace(printer, bound={**printer.bound, **kinds})


def indices(fact: Fact) -> frozenset[str]:
    """The indices a fact is quantified over."""
    return frozenset(index for index, *_ in checker.ranges(fact))


def ends(fact: Fact) -> frozenset[str]:
    """The names in the ends of its ranges."""
    none: frozenset[str] = frozenset()
    return none.union(*(low.free | high.free for _, low, high in checker.ranges(fact)))


def quantified(fact: Fact, relation: Relation, printer: Printer) -> str:
    """A relation for all names, indices and outcomes that a fact is stated for."""
    shown = ""
    inner = replace_bound(printer, fact)
    for n in sorted(fact.over.values):
        sign = printer.sign(n)
        kind = TYPES[printer.words.kind(n)]
        if printer.words.random(n):
            sign = sign and sign.replace("forall o, ", "").replace(f"{n} o", n)
        shown += f"forall {rocq_name(n)} : {kind}, " + (f"{sign} -> " if sign else "")
    return shown + claim_text(relation, checker.ranges(fact), inner)


def claim_text(
    relation: Relation, ranges: list[tuple[str, Formula, Formula]], printer: Printer
) -> str:
    """A relation for all indices in their ranges, and all outcomes."""
    if relation.left.op == "lim":
        limit = relation.left
        grows = f"fun {rocq_name(limit.text)} => {printer.number(limit.args[0])}"
        return f"tends ({grows}) {printer.number(relation.right, ATOM)}"
    shown = "".join(printer.within(*r) for r in ranges)
    return shown + printer.for_outcomes(relation) + printer.relation(relation)


def demand_same_chance(displayed: Displayed, relation: Relation) -> None:
    """A name that is not random is not defined by something that is."""
    text = relation.left.text
    if displayed.printer.is_random(relation.right) and not displayed.words.random(text):
        raise NotExported(f"{text} is fixed and is defined by something random")


def demand_no_capture(displayed: Displayed) -> None:
    """A fact for all p may not speak of a name that is defined by p: the page would mean p twice."""
    by_name: dict[str, frozenset[str]] = {}
    for fact in displayed.theorem.definitions:
        if fact.status == "definition":
            text = checker.sides(fact).left.text
            inside = displayed.names_in(fact) - {text}
            by_name[text] = by_name.get(text, frozenset()) | inside
    for fact in displayed.theorem.supposed:
        own = checker.sides(fact).left.text if fact.status == "definition" else ""
        seen: set[str] = set()
        waiting = set(displayed.names_in(fact)) - {own}
        while waiting:
            seen |= waiting
            waiting = set().union(*(by_name.get(n, frozenset()) for n in waiting)) - seen
        if captured := seen & fact.over.values:
            p = min(captured)
            raise NotExported(f"{fact.name} is for all {p}, and speaks of what {p} defines")


def statement(theorem: Theorem) -> str:
    """The statement of a theorem, as a Rocq definition that can be read beside the page."""
    shown = Displayed(theorem)
    demand_no_capture(shown)
    lines = [f"forall {binders}," if (binders := shown.binders(shown.given)) else ""]
    lines += [f"(* {f.name} *) {shown.let(f)}" for f in shown.plain_definitions]
    lines += [f"{bracketed(shown.printer.sign(n))} ->" for n in shown.signs]
    others = [f for f in theorem.supposed if f not in shown.plain_definitions]
    lines += [f"(* {f.name} *) {bracketed(shown.proposition(f))} ->" for f in others]
    lines.append(shown.claimed + ".")
    body = "\n".join(f"  {line}" for line in lines if line)
    return f"Definition statement : Prop :=\n{body}"


def bracketed(proposition: str | None) -> str:
    """A proposition in front of an arrow."""
    quantified_over = proposition is not None and proposition.startswith("forall")
    return f"({proposition})" if quantified_over else f"{proposition}"
