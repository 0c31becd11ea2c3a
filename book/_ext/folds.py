"""Folded boxes are ``<details>``: they open without scripts and by keyboard, and cost no layout closed."""

from __future__ import annotations

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

LABELS = (
    "Proof",
    "Exactly what was checked",
    "Exactly what it says",
    "Try to break it",
)  # shown where folds stand side by side
WORDY = ("Exactly what was ", "Try to ")  # not shown on a phone


class fold(nodes.General, nodes.Element):  # type: ignore[misc]
    """A box that is closed at first."""


class summary(nodes.General, nodes.TextElement):  # type: ignore[misc]
    """Its title, which opens it."""


def make_folds(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace every admonition of the class ``dropdown``, when its title has been resolved."""
    for box in list(doctree.findall(nodes.Admonition)):
        if "dropdown" not in box["classes"] or not isinstance(box[0], nodes.title):
            continue
        classes = [name for name in box["classes"] if name != "dropdown"]
        title, *inside = box.children
        opening = summary("", "", *without_links(title))
        made = fold("", opening, *inside, ids=box["ids"])
        box.replace_self(made)
        made["classes"] = classes


def without_links(title: nodes.title) -> list[nodes.Node]:
    """What stands in a title; a link inside of what opens a box could not be told from it."""
    for link in list(title.findall(nodes.reference)):
        link.replace_self(link.children)
    return list(title.children)


def make_cards(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """A theorem and its folds are one object: the folds stand side by side below the sentence."""
    for box in list(doctree.findall(nodes.container)):
        theorem = next((child for child in box if "proof" in child.get("classes", [])), None)
        folds = [child for child in box if isinstance(child, fold)]
        if theorem is None or not folds:
            continue
        box["classes"].append("statement")
        for inner in list(theorem.findall(fold)):
            inner.parent.remove(inner)
            box.insert(box.index(folds[0]) + 1, inner)
            folds.append(inner)
        for each in folds:
            shorten(each[0])


def put_code_last(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Folded code is a small word, and if it draws a figure it stands at the end of its caption."""
    for code in list(doctree.findall(HideCodeCellNode)):
        cell = code.parent
        if code[0].get("nb_element") != "cell_code_source":
            continue
        code["prompt_show"] = code["prompt_hide"] = "code"
        if any(cell.findall(nodes.figure)):
            cell.remove(code)
            cell.append(code)


def shorten(opening: summary) -> None:
    """Show the first words of what opens a fold; the rest is for those who hear them out of their place."""
    words = opening[0].astext()
    label = next((label for label in LABELS if words.startswith(label)), words)
    rest = nodes.inline("", words[len(label) :], *opening.children[1:], classes=["visually-hidden"])
    opening.children = []
    for wordy in WORDY:
        if label.startswith(wordy):
            opening += nodes.inline("", wordy, classes=["wordy"])
            label = label.removeprefix(wordy)
    opening += [nodes.inline("", label), rest]


def visit_fold(self: HTML5Translator, node: fold) -> None:
    """Open the box."""
    self.body.append(self.starttag(node, "details", CLASS="admonition fold"))


def visit_summary(self: HTML5Translator, node: summary) -> None:
    """Open its title."""
    self.body.append(self.starttag(node, "summary", "", CLASS="admonition-title"))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.add_node(fold, html=(visit_fold, lambda self, node: self.body.append("</details>\n")))
    app.add_node(summary, html=(visit_summary, lambda self, node: self.body.append("</summary>\n")))
    app.connect("doctree-resolved", make_folds, priority=950)
    app.connect("doctree-resolved", put_code_last)
    app.connect("doctree-resolved", make_cards, priority=970)  # when live.py has added its own
