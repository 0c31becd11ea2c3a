"""Writes what Rocq accepted when the book is built: a table, and the statements."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from chapters import title
from hooks import filling

import olbook as ol
from olbook.checked.show.proof import rows_of
from olbook.checked.show.render import label_of_rocq
from olbook.proofs import THEOREMS

PLACE = "<!-- The {} put here when the book is built, by book/_ext/rocq.py. -->"
Run = dict[str, dict[str, str]]
UNTRIED = "not tried in these words"
AT_A_STEP = re.compile(r"L_(?P<proof>\w+)_(?P<step>\d+): (?P<said>.*)")
IN_WORDS = {
    r"cites (\S+), which is not accepted": r"it rests on `\1`, which is not proved again",
    r"not exported: (.+) are defined in a circle": (
        r"Rocq reads a definition after those that it uses, and here `\1` lead back to themselves"
    ),
    r"not exported: (\w+) and (\w+) are defined by each other": (
        r"Rocq reads a definition after those that it uses, and here `\1` and `\2` wait for each other"
    ),
    "not exported: a reason of a step has more than one meaning in it": (
        "a step of its proof has a reason that the translation can read in two ways"
    ),
}


def run_of(root: Path) -> Run:
    """The stored run: for each theorem its status, and the reason if it was not accepted."""
    stored: Run = json.loads((root / "second_opinion" / "accepted.json").read_text("utf-8"))
    return stored


def in_words(name: str, why: str) -> str:
    """Why a theorem is not proved again, for a reader who knows the theorem and not the tactics."""
    for said, words in IN_WORDS.items():
        if re.fullmatch(said, why):
            return re.sub(said, words, why)
    found = AT_A_STEP.match(why)
    if not found:
        return why
    proof = next((p for p in ol.theorem(name).proofs if p.name == found["proof"]), None)
    rows, step = rows_of(proof) if proof else [], int(found["step"])
    if proof is None or step >= len(rows):
        return "its proof was another one when it was tried"
    row, label = rows[step], proof.chain.label or proof.name
    how = "is not found in time" if "Timeout" in found["said"] else "is not found"
    return f"of *{label}*, a proof of the step ${row.tex}$ ({row.reason}) {how}"


def missing(root: Path) -> dict[str, str]:
    """The theorems that Rocq has not proved as they stand now, with the reason."""
    run = run_of(root)
    return {
        name: in_words(name, run.get(name, {}).get("why") or UNTRIED)
        for topic in ol.TOPICS
        for name in THEOREMS[topic]
        if not ol.theorem(name).proved_again
    }


def table(root: Path) -> str:
    """Which theorems were proved again, by topic, and why the others were not yet."""
    not_yet, count = missing(root), sum(map(len, THEOREMS.values()))
    out = [f"Proved again: {count - len(not_yet)} of {count}.", ""]
    out += ["| topic | proved again | not yet, and why |", "|---|---|---|"]
    for topic in ol.TOPICS:
        names = list(THEOREMS[topic])
        again = ", ".join(f"{{ref}}`{n} <{label_of_rocq(n)}>`" for n in names if n not in not_yet)
        why = "; ".join(f"{n}: {not_yet[n]}" for n in names if n in not_yet)
        out.append(f"| {title(root / 'book', topic)} | {again or '–'} | {why or '–'} |")
    return "\n".join(out)


def statements(root: Path) -> str:
    """The statements that were accepted, by topic."""
    sys.path.append(str(root))  # the second opinion is not installed with the package
    from second_opinion import statement

    out: list[str] = []
    for topic in ol.TOPICS:
        out += [f"## {title(root / 'book', topic)}", ""]
        for name in THEOREMS[topic]:
            if (theorem := ol.theorem(name)).proved_again:
                out += [f"({label_of_rocq(name)})=", f"### {name}: {theorem.title}", ""]
                out += ["```coq", statement(theorem), "```", ""]
    return "\n".join(out)


setup = filling(
    {
        PLACE.format("table is"): lambda book: table(book.parent),
        PLACE.format("statements are"): lambda book: statements(book.parent),
    }
)
