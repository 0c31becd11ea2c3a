"""How theorems come into the book: settings, the role ``said``, and two pages made from the theorems.

``theorems`` lists what they state, ``what_the_words_stand_for`` sets each phrase of a statement beside
the formulas it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from chapters import title
from docutils import nodes
from hooks import filling
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import ReferencesResolver, SphinxPostTransform
from sphinx.util.docutils import SphinxRole
from sphinx.writers.html5 import HTML5Translator
from sphinx_proof.directive import (  # type: ignore[import-untyped]
    DEFAULT_REALTYP_TO_COUNTERTYP,
    ElementDirective,
)

import olbook as ol
from olbook.checked import Setting, Theorem
from olbook.checked.show.parts import SEPARATOR, said_markdown
from olbook.checked.show.render import label_for, label_of_setting
from olbook.checked.show.theorem import sentence_markdown
from olbook.checked.show.wording import wrapped
from olbook.proofs import CATALOGUE, SETTINGS, THEOREMS

PAGE = "book/theorems"
PLACE = "<!-- The {} are put here when the book is built, by book/_ext/theorems.py. -->"
#: Where `live` puts what a theorem that no chapter has in a box can be tried with.
TO_BREAK = "<!-- {} is tried here. -->"


# --- the role: a phrase, and what it stands for ---------------------------------------------------


class said(nodes.inline):  # type: ignore[misc]
    """A phrase of a theorem's statement that shows exactly what was checked when it is pointed at."""


class exact(nodes.inline):  # type: ignore[misc]
    """What the phrase stands for, its last child."""


class Said(SphinxRole):
    """The role: what stands before the first separator is visible, the rest on hover and focus."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the nodes."""
        phrase, *formulas = self.text.split(SEPARATOR)
        lines = [nodes.inline("", "", *inlines(formula)) for formula in formulas]
        number = f"said-{self.env.new_serialno('said')}"
        hidden = exact("", "", *lines, number=number)
        return [said(self.rawtext, "", *inlines(phrase), hidden, number=number)], []


def inlines(words: str) -> list[nodes.Node]:
    """Words with formulas between dollars."""
    parts = words.split("$")
    kinds = (nodes.Text, lambda tex: nodes.math(tex, tex))
    return [kinds[i % 2](part) for i, part in enumerate(parts) if part]


def _visit_said(self: HTML5Translator, node: said) -> None:
    self.body.append(f'<span class="said" tabindex="0" aria-describedby="{node["number"]}">')


def _visit_exact(self: HTML5Translator, node: exact) -> None:
    self.body.append(f'<span class="exact" role="tooltip" id="{node["number"]}">')


def _depart(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append("</span>")


def _skip(self: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _pass(self: Any, node: nodes.Element) -> None:
    """On paper a phrase is its words."""


class SettingDirective(ElementDirective):  # type: ignore[misc]
    """The box of a setting, numbered with the theorems."""

    name = "setting"


# --- the pages ------------------------------------------------------------------------------------


def labels_in(folder: Path, notebooks: str = "*.ipynb") -> set[str]:
    """The labels of the boxes of theorems and settings that the stored notebooks show."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob(notebooks)))
    return {label for text in texts for label in re.findall(r":label: ((?:thm|set)-[\w-]+)", text)}


def anchor(label: str) -> str:
    """The anchor of a theorem's entry, from the label of its box."""
    return f"row-{label}"


def _heading(theorem: Theorem, shown: set[str]) -> list[str]:
    label = label_for(theorem.name)
    box = f", {{prf:ref}}`{label}`" if label in shown else ""
    return [f"**{theorem.title}**{box}, `{theorem.name}`", ""]


def _stated(theorem: Theorem, shown: set[str]) -> list[str]:
    """A theorem's sentence, and what it rests on."""
    uses = ", ".join(f"{{prf:ref}}`{label_for(other.name)}`" for other in theorem.cited)
    rests = [f"uses {uses}"] if uses else []
    rests += [f"assumes {fact.words} ({fact.source})" for fact in theorem.assumed]
    boxed = label_for(theorem.name) in shown
    return [
        f"({anchor(label_for(theorem.name))})=",
        *_heading(theorem, shown),
        *sentence_markdown(theorem),
        "",
        *([f"*It {' and '.join(rests)}.*", ""] if rests else []),
        *([] if boxed else [TO_BREAK.format(theorem.name), ""]),
    ]


def _setting(setting: Setting, shown: set[str]) -> list[str]:
    """The words of a setting, above the theorems that are within it."""
    label = label_of_setting(setting.name)
    box = f"{{prf:ref}}`{label}`" if label in shown else "Setting"
    words = "".join(map(said_markdown, setting.parts)).strip()
    return [f"({anchor(label)})=", f"**{box}, {setting.title}.** {words}", ""]


def _phrases(theorem: Theorem, shown: set[str]) -> list[str]:
    """The phrases of a theorem's sentence beside what they stand for."""
    rows = []
    for part in theorem.sentence.parts if theorem.sentence else ():
        for i, each in enumerate(part.stands_for):
            words = said_markdown(part) if part.setting else wrapped(part.shown)
            phrase = words if i == 0 else ""
            rows += [f"* - {phrase}", f"  - {each.label}: {wrapped(each.formula)}"]
    if not rows:
        return [*_heading(theorem, shown), "It supposes nothing but the signs of its letters.", ""]
    table = ["::::{list-table}", ":class: phrases", ":widths: 35 65", "", *rows, "::::", ""]
    return [*_heading(theorem, shown), *table]


def as_markdown(
    folder: Path, shown: set[str], of_one: Callable[[Theorem, set[str]], list[str]] = _stated
) -> str:
    """A page below its introduction; ``shown`` are the labels that can be linked to."""
    out: list[str] = []
    for topic, names in THEOREMS.items():
        out += [f"## {title(folder, topic)}", ""]
        if of_one is _stated:
            for name in SETTINGS[topic]:
                out += _setting(ol.setting(name), shown)
        for name in names:
            out += of_one(ol.theorem(name), shown)
    return "\n".join(out)


class ToThePageOfTheorems(SphinxPostTransform):
    """Let a reference to a box that no chapter shows lead to its place on the page of all theorems."""

    default_priority = ReferencesResolver.default_priority - 1

    def run(self, **kwargs: Any) -> None:
        """Replace such references before they are resolved."""
        shown = labels_in(Path(self.app.srcdir, "book"))
        titles = {label_for(name): entry.title for name, entry in CATALOGUE.items()}
        titles |= {
            label_of_setting(name): "Setting" for names in SETTINGS.values() for name in names
        }
        for node in list(self.document.findall(addnodes.pending_xref)):
            label = node.get("reftarget", "")
            if node.get("refdomain") == "prf" and label in titles and label not in shown:
                page = self.app.builder.get_relative_uri(self.env.docname, PAGE)
                link = nodes.reference(
                    "", titles[label], refuri=f"{page}#{anchor(label)}", internal=True
                )
                node.replace_self(link)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    DEFAULT_REALTYP_TO_COUNTERTYP["setting"] = "theorem"
    app.setup_extension("sphinx_proof")
    app.add_directive_to_domain("prf", "setting", SettingDirective)
    app.add_node(said, html=(_visit_said, _depart), latex=(_pass, _pass), text=(_pass, _pass))
    app.add_node(exact, html=(_visit_exact, _depart), latex=(_skip, None), text=(_skip, None))
    app.add_role("said", Said())
    fill = {
        PLACE.format("theorems"): lambda book: as_markdown(book, labels_in(book)),
        PLACE.format("phrases"): lambda book: as_markdown(book, labels_in(book), _phrases),
    }
    filling(fill)(app)
    app.add_post_transform(ToThePageOfTheorems)
