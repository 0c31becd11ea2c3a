"""Folded boxes are ``<details>``: they open without scripts and by keyboard, and cost no layout closed."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class fold(nodes.General, nodes.Element):  # type: ignore[misc]
    """A box that is closed at first."""


class summary(nodes.General, nodes.TextElement):  # type: ignore[misc]
    """Its title, which opens it."""


def make_folds(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace every admonition of the class ``dropdown``, when its title has been resolved."""
    if app.builder.format != "html":
        return
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


def visit_fold(self: HTML5Translator, node: fold) -> None:
    """Open the box."""
    self.body.append(self.starttag(node, "details", CLASS="admonition fold"))


def visit_summary(self: HTML5Translator, node: summary) -> None:
    """Open its title."""
    self.body.append(self.starttag(node, "summary", "", CLASS="admonition-title"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx when it loads the extension."""
    app.add_node(fold, html=(visit_fold, lambda self, node: self.body.append("</details>\n")))
    app.add_node(summary, html=(visit_summary, lambda self, node: self.body.append("</summary>\n")))
    app.connect("doctree-resolved", make_folds, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
