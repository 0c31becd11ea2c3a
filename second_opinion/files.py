"""One Rocq file for each theorem: the statement, the lemmas of its proof, the theorem."""

from __future__ import annotations

from dataclasses import dataclass

from .citing import file_name, inhabitant
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
    """A generated file: its text, and the theorems whose files it needs."""

    identifier: str
    text: str
    needs: tuple[str, ...]


def source(identifier: str) -> Source:
    """The file of a theorem of the catalogue."""
    return source_of(exporter(identifier), identifier)


def source_of(made: Exporter, identifier: str) -> Source:
    """The file of an exporter."""
    limit = made.shown.claim.left.op == "lim"  # one step, and its proof is that of the theorem
    lemmas = [] if limit else list(made.lemmas.values())
    sections = [line for lemma in lemmas for line in made.section(lemma)]
    needs = tuple(made.cited)
    # auto_derive works only where Coquelicot is imported; our names come last, so they win
    out = ["Require Import Coquelicot.Coquelicot.", "Require Import Calculus."] * made.calculus
    out.append("Require Import Prelude.")
    out += [f"Require {file_name(other)}." for other in needs]
    out += [f"(* {identifier}: {made.theorem.title} *)", f"Set Default Timeout {TIMEOUT}.", ""]
    out += [statement(made.theorem), "", *existence(made), *sections, *infima(made)]
    out += conclusion(made, file_name(identifier))
    return Source(identifier, "\n".join(out) + "\n", needs)


def conclusion(made: Exporter, own: str) -> list[str]:
    """The theorem itself: the last lemma, with what only its proof speaks of put in."""
    shown, final = made.shown, made.final
    words = [b[1:].split(" ")[0] for b in shown.spaces]
    words += [n for group in shown.groups(shown.given).values() for n in group]
    words += [rocq_name(n) for n in shown.outright]
    words += [f"sign_{n}" for n in shown.signs]
    words += [f"H_{f.name}" for f in made.theorem.supposed if f not in shown.plain_definitions]
    if shown.claim.left.op == "lim":
        return _theorem(
            own, [f"cbv delta [statement]; intros {' '.join(words)}.", *limit_proof(made)]
        )
    words += made.introduced(final)
    term = [f"L_{final.text}"]
    term += [rocq_name(n) if n in shown.names else inhabitant(made, n) for n in final.names]
    term += ["ltac:(side)" for n in final.names if made.printer.sign(n)]
    term += ["ltac:(side)" for _ in final.premises]
    term += made.introduced(final)
    script = [
        f"cbv delta [statement]; intros {' '.join(words)}." if words else "cbv delta [statement]."
    ]
    relation = final.relation
    script.append(
        f"assert (Last : {made.printer.relation(relation)}) by (exact ({' '.join(term)}))."
    )
    if made.printer.relation(relation) == made.printer.relation(shown.claim):
        script.append("exact Last.")
    else:
        script += made.certificates.final(shown.claim, [(relation, "Last", num(1))], None)
    return _theorem(own, script)


def _theorem(own: str, script: Script) -> list[str]:
    body = ["  " + line for line in script]
    return [f"Theorem {own} : statement.", "Proof.", *body, "Qed.", f"Print Assumptions {own}."]
