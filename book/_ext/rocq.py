"""Writes what Rocq accepted when the book is built: a table, and the statements."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sphinx.application import Sphinx

import olbook as ol
from olbook.checked.show.render import label_of, label_of_rocq
from olbook.proofs import CATALOGUE
from second_opinion import statement
from summary import title_of, topics

PLACE = re.compile(r"<!-- The (statements|table) .*? by book/_ext/rocq\.py\. -->", re.DOTALL)


def run_of(root: Path) -> dict[str, dict[str, str]]:
    """The stored run: for each theorem its status, and the reason if it was not accepted."""
    found: dict[str, dict[str, str]] = json.loads(
        (root / "second_opinion" / "accepted.json").read_text(encoding="utf-8")
    )
    return found


def table(run: dict[str, dict[str, str]]) -> str:
    """Which theorems were proved again, by topic, and why the others were not yet."""
    accepted = [name for name in CATALOGUE if run[name]["status"] == "accepted"]
    out = [f"Proved again: {len(accepted)} of {len(CATALOGUE)}.", ""]
    out += ["| topic | proved again | not yet, and why |", "|---|---|---|"]
    for topic, theorems in topics().items():
        names = [theorem.source for theorem in theorems]
        again = ", ".join(f"{{ref}}`{n} <{label_of_rocq(n)}>`" for n in names if n in accepted)
        missing = "; ".join(f"{n}: {run[n]['why']}" for n in names if n not in accepted)
        out.append(f"| {title_of(topic)} | {again or '–'} | {missing or '–'} |")
    return "\n".join(out)


def statements(run: dict[str, dict[str, str]]) -> str:
    """The statements that were accepted, by topic."""
    out = []
    for topic, theorems in topics().items():
        out += [f"## {title_of(topic)}", ""]
        for theorem in theorems:
            if run[theorem.source]["status"] == "accepted":
                out += [f"({label_of_rocq(theorem.source)})=", ""]
                out += [f"**{theorem.source}, {theorem.title}** ({{prf:ref}}`{label_of(theorem)}`)"]
                out += ["", "```coq", statement(ol.theorem(theorem.source)), "```", ""]
    return "\n".join(out)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the table or the statements where a page asks for them."""
    found = PLACE.search(source[0])
    if found:
        made = table if found[1] == "table" else statements
        source[0] = PLACE.sub(lambda _: made(run_of(Path(app.srcdir))), source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
