"""Writes the page of all theorems when the book is built, from the theorems themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from chapters import title
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import ReferencesResolver, SphinxPostTransform

import olbook as ol
from olbook.checked import Theorem
from olbook.checked.show.render import for_every, inline, label_for, label_of, range_tex
from olbook.checked.trusted.facts import Fact
from olbook.proofs import CATALOGUE, THEOREMS

PAGE = "book/theorems"
PLACE = re.compile(r"<!-- The theorems are put here .*? -->", re.DOTALL)


def by_topic() -> dict[str, list[Theorem]]:
    """The theorems of each topic, in the order of the book."""
    return {topic: [ol.theorem(name) for name in names] for topic, names in THEOREMS.items()}


def labels_in(folder: Path) -> set[str]:
    """The labels of the theorem boxes that the stored notebooks show."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ipynb")))
    return {label for text in texts for label in re.findall(r":label: (thm-[\w-]+)", text)}


def _stated(fact: Fact, theorem: Theorem) -> str:
    """A fact in short; for which rounds it holds is said only if it is not all of them."""
    usual = all(theorem.language.ranges[index] == ends for index, ends in fact.over.ranges)
    where = ["" if usual else range_tex(fact), for_every(fact)]
    return " ".join(filter(None, [fact.label, inline(fact.tex), *where]))


def _settings(theorems: Iterable[Theorem]) -> list[str]:
    """Each setting once, with all of its facts that one of the theorems uses."""
    facts: dict[str, list[str]] = {}
    for theorem in theorems:
        for fact in theorem.of_setting:
            known = facts.setdefault(theorem.setting.name if theorem.setting else "", [])
            stated = _stated(fact, theorem)
            if stated not in known:
                known.append(stated)
    return [f"**The setting of {name}:** {' · '.join(known)}" for name, known in facts.items()]


def _under(theorem: Theorem) -> str:
    """What a theorem supposes beyond its setting, and what it rests on."""
    folded = {fact.name for fact in theorem.of_setting}
    own = [_stated(fact, theorem) for fact in theorem.supposed if fact.name not in folded]
    setting = [f"*{theorem.setting.name}*"] if theorem.setting and folded else []
    sentences = [
        " · ".join(setting + own),
        f"uses {', '.join(other.source for other in theorem.cited)}" if theorem.cited else "",
        f"assumes {', '.join(f.words for f in theorem.assumed)}" if theorem.assumed else "",
    ]
    return " · ".join(filter(None, sentences)) or "–"


def anchor(label: str) -> str:
    """The anchor of a theorem's row, from the label of its box."""
    return f"row-{label}"


def _row(theorem: Theorem, shown: set[str]) -> list[str]:
    label = label_of(theorem)
    box = f" ({{prf:ref}}`{label}`)" if label in shown else ""
    name = f"**{theorem.source}** {theorem.title}{box}"
    return [
        f"* - ({anchor(label)})=",
        f"    {name}",
        f"  - {inline(theorem.claim_tex)}",
        f"  - {_under(theorem)}",
    ]


def as_markdown(folder: Path, shown: set[str]) -> str:
    """The page below its introduction; ``shown`` are the labels that can be linked to."""
    out: list[str] = []
    for topic, theorems in by_topic().items():
        out += [f"## {title(folder, topic)}", ""]
        for setting in _settings(theorems):
            out += [setting, ""]
        out += ["::::{list-table}", ":class: theorems", ":header-rows: 1", ":widths: 26 34 40", ""]
        out += ["* - theorem", "  - bound", "  - under"]
        for theorem in theorems:
            out += _row(theorem, shown)
        out += ["::::", ""]
    return "\n".join(out)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the theorems into their page."""
    if docname == PAGE:
        folder = Path(app.srcdir, "book")
        table = as_markdown(folder, labels_in(folder))
        source[0] = PLACE.sub(lambda _: table, source[0])


class ToThePageOfTheorems(SphinxPostTransform):
    """Let a reference to a theorem whose box no chapter shows lead to its row on the page."""

    default_priority = ReferencesResolver.default_priority - 1

    def run(self, **kwargs: Any) -> None:
        """Replace such references before they are resolved."""
        shown = labels_in(Path(self.app.srcdir, "book"))
        labels = {label_for(identifier): identifier for identifier in CATALOGUE}
        for node in list(self.document.findall(addnodes.pending_xref)):
            label = node.get("reftarget", "")
            if node.get("refdomain") == "prf" and label in labels and label not in shown:
                page = self.app.builder.get_relative_uri(self.env.docname, PAGE)
                text = labels[label]
                link = nodes.reference("", text, refuri=f"{page}#{anchor(label)}", internal=True)
                node.replace_self(link)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", fill)
    app.add_post_transform(ToThePageOfTheorems)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
