"""The lemmas of a theorem: what each speaks of and supposes, and how a proof refers to it.

A lemma is general in every name that its lines and premises speak of, and its premises are exactly
the facts that the checker says it rests on, and the declared signs of its names. So ``at(bound, eta=1)``
is an instance, whose premises are proved again; and what a proof chooses never reaches a statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import functions, sums
from .certificates import Certificates
from .checker import Fact, Line, Proof, Theorem
from .formulas import Formula, Relation, name
from .normal import Form, Normaliser
from .printing import OUTCOME, Printer, rocq_name
from .scripts import Script
from .statements import Displayed

FORMS: dict[str, Form] = {
    "sum": sums.sum_form, "E": sums.expectation_form, "mean": sums.mean_form, "dot": sums.dot_form,
    "norm2": sums.dot_form, "exp": functions.exp_form, "log": functions.log_form,
    "sqrt": functions.sqrt_form, "pos": functions.positive_part_form, "power": functions.power_form,
    "name": functions.application_form,
}  # fmt: skip
"""The normal form of a special part, by its operation."""

Values = Mapping[str, Formula]
Ranges = list[tuple[str, Formula, Formula]]


@dataclass(frozen=True)
class Use:
    """What a reason states, and a tactic that proves it."""

    relation: Relation
    tactic: str

    @property
    def weakly(self) -> str:
        """The tactic, for the relation with ``<=`` in place of ``<``."""
        return f"left; {self.tactic}" if self.relation.operator == "<" else self.tactic


@dataclass
class Lemma:
    """One derivation: its names, its premises, its indices, its steps."""

    proof: Proof
    lines: list[Line]
    premises: list[Fact]
    ranges: Ranges
    names: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its name."""
        return str(self.proof.name)

    @property
    def relation(self) -> Relation:
        """What it says."""
        equality = all(line.relation.operator == "==" for line in self.lines)
        first, last = self.lines[0].relation.left, self.lines[-1].relation.right
        return Relation(first, "==" if equality else "<=", last)

    @property
    def sides(self) -> list[Formula]:
        """Both sides of all its lines."""
        return [e for line in self.lines for e in (line.relation.left, line.relation.right)]


class Lemmas:
    """The lemmas of one theorem, and what their proofs are written with."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem = theorem
        self.shown = Displayed(theorem)
        self.words = self.shown.words
        self.facts = theorem.facts
        self.printer = Printer(self.words)
        self.normal = Normaliser(self.printer, FORMS)
        self.certificates = Certificates(self.printer, self.normal)
        self.lemmas: dict[str, Lemma] = {}
        self.prefix = "C_"  # of the lemmas that a section cites from elsewhere

    @property
    def final(self) -> Lemma:
        """The derivation of the theorem itself."""
        return self.lemmas[self.theorem.proof.name]

    def is_random(self, lemma: Lemma) -> bool:
        """Whether a line of it depends on the outcome."""
        return any(map(self.printer.is_random, lemma.sides))

    def introduced(self, lemma: Lemma) -> list[str]:
        """The names of its indices, that they are in their ranges, and the outcome."""
        words = [w for i, *_ in lemma.ranges for w in (rocq_name(i), f"H{i}_")]
        return words + [OUTCOME] * self.is_random(lemma)

    @staticmethod
    def lemma_text(own: str, claim: str, script: Script) -> list[str]:
        """A lemma with its proof."""
        return [f"Lemma {own} : {claim}.", "Proof.", *("  " + line for line in script), "Qed."]

    def lemma_term(self, lemma: Lemma, values: Values) -> str:
        """A lemma with its names and premises put in, for all its indices."""
        parts = [f"L_{lemma.text}"]
        for n in lemma.names:
            given = n in values
            shown = self.printer.argument(values[n], self.words.kind(n)) if given else rocq_name(n)
            parts.append(shown)
        parts += ["ltac:(side)" for n in lemma.names if self.printer.sign(n)]
        parts += ["ltac:(side)" for _ in lemma.premises]
        return " ".join(parts)

    def index_terms(self, ranges: Ranges, values: Values) -> str:
        """Indices as arguments, and that they are in their ranges."""
        shown = [self.printer.argument(values.get(i, name(i)), "integer") for i, *_ in ranges]
        return "".join(f" {index} ltac:(side)" for index in shown)

    def posed(self, fact: Fact) -> str:
        """A proved fact, put in sight for the tactics that look for signs."""
        lemma = self.lemmas.get(fact.name)
        term = self.lemma_term(lemma, {}) if lemma else self.prefix + fact.name
        return f"pose proof ({term}) as V_{fact.name}."
