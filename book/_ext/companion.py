"""What this book asks of Sphinx beyond its extensions.

* Pages ask nothing of another host. Where formulas are not set while building, MathJax is copied into
  the site from the package ``sphinx-mathjax-offline``.
* Scripts that no page needs are dropped; other files, but for the options, wait until the page has been read.
* Whether a page is light or dark is known before it is painted; the theme would paint and style it twice.
* The theme does not go through the whole page when it is loaded: not all of it is in view.
* Every HTML id is unique on its page.
* The footer names the version, read from the package.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from docutils import nodes
from formulas import KATEX
from hooks import when_finished
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

import olbook

# The package holds 24 MB; these 7 typeset TeX, with fonts, menu and speech for screen readers.
MATHJAX_PARTS = ("tex-chtml.js", "input/tex/extensions", "output/chtml/fonts", "a11y", "sre", "ui")
# What is taken out of the theme's scripts. One measures all boxes that may be wide, and so lays out the whole page:
# access.js looks at each box when it comes into view. The other looks for notes in the margin, which no page has.
TAKEN_OUT = {
    "pydata-sphinx-theme.js": ',"complete"===document.readyState?O():window.addEventListener("load",O)',
    "sphinx-book-theme.js": ',document.querySelectorAll(n.join(", ")).forEach((e=>{t.observe(e)}))',
}
# A live kernel, whose scripts declare a constant twice, an error on every page; buttons that fold; tabs in step.
UNUSED = re.compile("thebe|togglebutton|toggle(?:Hint|OpenOnPrint)|design-tabs", re.IGNORECASE)
OPTIONS = "_static/documentation_options.js"
LATER = {"defer": "defer"}
SCHEME = """{ const page = document.documentElement.dataset;
if (page.mode === "auto") page.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"; }"""
REPEATED_IDS = {"proof", "proof-content", "exercise-content", "solution-content"}


def name_version(app: Sphinx, config: Config) -> None:
    """Fill the version into the footer."""
    footer = config.html_theme_options.get("extra_footer", "")
    config.html_theme_options["extra_footer"] = footer.replace("{version}", olbook.__version__)


def drop_repeated_ids(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Remove the ids that sphinx-proof and sphinx-exercise give to every box and its body alike."""
    for node in doctree.findall(nodes.Element):
        if len(node["ids"]) == 1 and node["ids"][0] in REPEATED_IDS:
            node["ids"] = []


def few_scripts(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Remove the script tags that no page needs, and let the others wait until the page has been read."""

    def kept() -> Iterator[Any]:
        for script in context.get("script_files", []):
            name, attributes = script.filename, script.attributes
            if UNUSED.search(f"{name} {attributes.get('body')}"):
                continue
            # A line in the page sets one of these options, so they are read first; the search page's own do not wait.
            if name and name != OPTIONS and pagename != "search":
                script = type(script)(name, priority=script.priority, **{**attributes, **LATER})
            yield script

    context["script_files"] = [*kept()]


def take_out(site: Path) -> None:
    """Take out of the theme's scripts what goes through the whole page."""
    for name, piece in TAKEN_OUT.items():
        script = site / "_static" / "scripts" / name
        text = script.read_text(encoding="utf-8")
        if text.count(piece) != 1:
            raise ExtensionError(f"{name} has changed, and no longer holds once:  {piece}")
        script.write_text(text.replace(piece, ""), encoding="utf-8")


def copy_mathjax(site: Path) -> None:
    """Put MathJax into the finished site.

    Not through ``html_static_path``: Jupyter Book would load every script there on every page.
    """
    if KATEX.exists():
        return
    package = distribution("sphinx-mathjax-offline")
    source = Path(str(package.locate_file("sphinx-mathjax-offline/static/mathjax")))
    target = site / "_static" / "mathjax"
    for part in MATHJAX_PARTS:
        (target / part).parent.mkdir(parents=True, exist_ok=True)
        if (source / part).is_dir():
            shutil.copytree(source / part, target / part, dirs_exist_ok=True)
        else:
            shutil.copy2(source / part, target / part)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.config.mathjax_path = "mathjax/tex-chtml.js"
    app.add_js_file(None, body=SCHEME)
    app.connect("config-inited", name_version)
    app.connect("doctree-resolved", drop_repeated_ids, priority=900)
    app.connect("html-page-context", few_scripts, priority=900)
    when_finished(app, take_out)
    when_finished(app, copy_mathjax)
