"""Mends what keeps readers with a screen reader or a keyboard out of the theme's pages.

``tests/test_site_access.py`` runs axe-core on the result; what cannot be mended here stands on its list.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from pathlib import Path

from hooks import add_script, rewrite, when_finished
from sphinx.application import Sphinx

# What is replaced in every page, and by what.
MENDED = {
    # The first page is called like the book.
    r"<title>(.*?) &#8212; \1</title>": r"<title>\1</title>",
    # A button is called what stands on it.
    r'(<button class="btn search-button-field[^>]*?) aria-label="Search"': r"\1",
    # The pages below a chapter are unfolded by an arrow without a name.
    r'(<a class="(?:current )?reference internal" href="[^"]*">([^<]*)</a><details[^>]*>)<summary>': (
        r'\1<summary aria-label="Pages below \2">'
    ),
    # What stands outside of every landmark is not found by those who go from one to the next.
    r'<div class="sidebar-primary-item">(?=\s*<a class="navbar-brand)': (
        '<div class="sidebar-primary-item" role="navigation" aria-label="Start">'
    ),
    # Bootstrap does not find the contents of the page under this name: it would watch every link of the
    # page instead, and lay all of it out. access.js marks in them the section that is read.
    r' data-bs-spy="scroll"': "",
    # Roles of the bibliography that ARIA has given up, and a list without items.
    r'<div role="list" class="citation-list">': '<div class="citation-list">',
    r' role="doc-biblioentry"': "",
}
HEADING_OR_FOLD = re.compile(
    r"<h[1-6]>(?P<heading>(?:(?!</h).)*)<a class=\"headerlink"
    r'|<summary aria-label="Toggle hidden content">(?P<name>.*?)</summary>',
    re.DOTALL,
)
TAGS = re.compile(r"<annotation.*?</annotation>|<span class=\"katex-html\".*|<[^>]*>", re.DOTALL)


def named(html: str) -> str:
    """The page with a name of its own for every folded cell: its section, and which one it is there."""
    section, seen = "", Counter[str]()

    def name(found: re.Match[str]) -> str:
        nonlocal section
        if found["name"] is None:
            section = escape(TAGS.sub("", found["heading"]).strip(), quote=False)
            return found[0]
        seen[section] += 1
        count = f", {seen[section]}" if seen[section] > 1 else ""
        hidden = f'<span class="visually-hidden">: {section}{count}</span>'
        return f"<summary>{found['name']}{hidden}</summary>"

    return HEADING_OR_FOLD.sub(name, html)


def mended(html: str) -> str:
    """The page without what keeps readers out."""
    for theirs, ours in MENDED.items():
        html = re.sub(theirs, ours, html)
    return named(html)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    add_script(app, Path(__file__).with_name("access.js"))
    when_finished(app, lambda site: rewrite(site, mended))
