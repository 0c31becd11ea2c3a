"""The Rocq files of a theorem: its statement, its proof, and the comparison of the two.

No words stand in them, for words could hold commands: what the page calls a theorem or a fact is not
written there, only names, and these are identifiers. The statement is compiled alone, before the proof
is, with the definitions of ``Prelude.v`` and nothing else; so no notation and no tactic that a proof
might bring can change what it means. A third file asks whether what was proved has this type, and on
what axioms it rests.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from .citing import file_name, inhabitant, statement_file
from .definitions import existence, infima
from .formulas import num
from .limits import limit_proof
from .printing import rocq_name
from .proofs import Exporter, exporter
from .scripts import Script
from .statements import statement

TIMEOUT = 60
"""Seconds for one sentence of a proof; on an idle machine the slowest takes a few."""


@dataclass(frozen=True)
class Source:
    """What is generated for a theorem, and the theorems whose files it needs."""

    identifier: str
    statement: str
    proof: str
    needs: tuple[str, ...]

    @property
    def comparison(self) -> str:
        """The file in which the proof is held against the statement."""
        stated, proved = statement_file(self.identifier), file_name(self.identifier)
        theorem = f"{proved}.{proved}"
        return (
            f"Require {stated} {proved}.\n"
            f"Check ({theorem} : {stated}.statement).\nPrint Assumptions {theorem}.\n"
        )


@functools.cache  # an exporter numbers what it names, so its second files would be others
def source(identifier: str) -> Source:
    """The files of a theorem of the catalogue."""
    return source_of(exporter(identifier), identifier)


def source_of(made: Exporter, identifier: str) -> Source:
    """The files of an exporter."""
    limit = made.shown.claim.left.op == "lim"  # one step, and its proof is that of the theorem
    lemmas = [] if limit else list(made.lemmas.values())
    sections = [line for lemma in lemmas for line in made.section(lemma)]
    needs = tuple(made.cited)
    # auto_derive works only where Coquelicot is imported; our names come last, so they win
    out = ["Require Import Coquelicot.Coquelicot.", "Require Import Calculus."] * made.calculus
    out.append("Require Import Prelude.")
    out += [f"Require {file_name(other)}." for other in needs]
    out += [f"Require {statement_file(identifier)}.", f"Set Default Timeout {TIMEOUT}.", ""]
    out += [*existence(made), *sections, *infima(made), *conclusion(made, identifier)]
    stated = f"Require Import Prelude.\n\n{statement(made.theorem)}\n"
    return Source(identifier, stated, "\n".join(out) + "\n", needs)


def conclusion(made: Exporter, identifier: str) -> list[str]:
    """The theorem itself: the last lemma, with what only its proof speaks of put in."""
    shown, final = made.shown, made.final
    unfold = f"cbv delta [{statement_file(identifier)}.statement]"
    words = shown.introduced(shown.given, shown.outright)
    words += [f"sign_{n}" for n in shown.signs]
    words += [f"H_{f.name}" for f in made.theorem.supposed if f not in shown.plain_definitions]
    if shown.claim.left.op == "lim":
        return _theorem(identifier, [f"{unfold}; intros {' '.join(words)}.", *limit_proof(made)])
    words += made.introduced(final)
    term = [f"L_{final.text}"]
    term += [rocq_name(n) if n in shown.names else inhabitant(made, n) for n in final.names]
    term += ["ltac:(side)" for n in final.names if made.printer.sign(n)]
    term += ["ltac:(side)" for _ in final.premises]
    term += made.introduced(final)
    script = [f"{unfold}; intros {' '.join(words)}." if words else f"{unfold}."]
    relation = final.relation
    script.append(
        f"assert (Last : {made.printer.relation(relation)}) by (exact ({' '.join(term)}))."
    )
    if made.printer.relation(relation) == made.printer.relation(shown.claim):
        script.append("exact Last.")
    else:
        script += made.certificates.final(shown.claim, [(relation, "Last", num(1))], None)
    return _theorem(identifier, script)


def _theorem(identifier: str, script: Script) -> list[str]:
    body = ["  " + line for line in script]
    head = f"Theorem {file_name(identifier)} : {statement_file(identifier)}.statement."
    return [head, "Proof.", *body, "Qed."]
