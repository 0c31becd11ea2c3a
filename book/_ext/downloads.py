"""A notebook that is downloaded begins with a cell that gets the package, of its own version.

The stored notebooks have no such cell, since they run where the package is installed; it is put
before those that the built site offers, which are also the ones of ``make dist``. The menu of every
page offers its notebook, all of them and the package, and leads to the page that says how to run them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import offered
from hooks import rewrite, when_finished
from offered import PAGE, WHEEL
from sphinx.application import Sphinx

import olbook

CELL_ID = "get-the-package"
CELL = """\
# The package of this book, olbook {version}. Where it is installed already, nothing happens.
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

wheel = "{wheel}"
beside = [path.resolve().as_uri() for path in (Path(wheel), Path("..", wheel)) if path.exists()]
sources = [*beside, {elsewhere}]
if sources and any(find_spec(name) is None for name in ("olbook", "scipy", "sklearn", "altair")):
    %pip install --quiet "olbook[book] @ {{sources[0]}}"
if find_spec("olbook") is None:
    raise ModuleNotFoundError(
        "What pip says above kept it from installing the package."
        if beside
        else f"Put {{wheel}} beside this notebook, and run this cell again: where you got the notebook, "
        "the page called Run it yourself offers that file{address}."
    )
if version("olbook") != "{version}":
    print(f"This notebook belongs to olbook {version}, and olbook {{version('olbook')}} is installed.")
    print("Get both from the same place; until then numbers and checks may differ.")
"""
PLACE = "<!-- What an address of the book adds is put here when the book is built, by book/_ext/downloads.py. -->"
FROM_HOME = "Without the wheel beside it the first cell of a notebook gets it from {home}."
ONE_CLICK = (
    "**With one click.** The rocket at the top of a notebook's page opens it on Binder{colab}."
)


WORDS = {".ipynb": "this notebook", ".md": "this page, as text", ".pdf": "print this page"}


def first_cell(home: str, repository: str, branch: str) -> str:
    """The code that installs the package: a wheel that lies beside, or else from the book's address.

    ``home`` is the address of the site, ``repository`` that of its sources; either may be empty.
    """
    home = home.rstrip("/")
    elsewhere = f'"git+{repository}@{branch}"' if repository else ""
    if home:
        elsewhere = f'"{home}/downloads/{WHEEL}"'
    code = CELL.format(
        version=olbook.__version__,
        wheel=WHEEL,
        elsewhere=elsewhere,
        address=f", {home}/{PAGE}.html" if home else "",
    )
    return code.rstrip("\n")


def with_first_cell(text: str, code: str) -> str:
    """A notebook, as text, with a cell before all others; the outputs stay as they were stored."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(code, id=CELL_ID))
    written: str = nbformat.writes(notebook)
    return written.rstrip("\n") + "\n"


def say_where(app: Sphinx, docname: str, source: list[str]) -> None:
    """Tell what the addresses of the site and of its sources make possible, if there are any."""
    if docname != PAGE:
        return
    options = app.config.html_theme_options
    launch = options["launch_buttons"] if options.get("repository_url") else {}
    home = app.config.html_baseurl
    colab = " or on Colab" if "colab_url" in launch else ""
    words = [FROM_HOME.format(home=home)] if home else []
    words += [ONE_CLICK.format(colab=colab)] if launch else []
    source[0] = source[0].replace(PLACE, "\n\n".join(words))


def link_to_running(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Say in the menu of downloads what each of them is, and where it stands how to run them."""
    if PAGE not in app.env.found_docs:
        return
    for group in context.get("header_buttons", []):
        if group.get("label") != "download-buttons":
            continue
        for button in group["buttons"]:
            button["text"] = WORDS.get(button["text"], button["text"])
        how = {"type": "link", "url": context["pathto"](PAGE), "label": "how-to-run"}
        group["buttons"].append(how | {"text": "how to run it", "tooltip": "Run it yourself"})
        group["tooltip"] = "Download and run"


def prepare(app: Sphinx, site: Path) -> None:
    """Put the cell before every notebook in the finished site, and make and offer the files."""
    options = app.config.html_theme_options
    branch = options.get("repository_branch") or "master"
    code = first_cell(app.config.html_baseurl, options.get("repository_url", ""), branch)
    rewrite(site, lambda notebook: with_first_cell(notebook, code), "_sources/**/*.ipynb")
    if PAGE in app.env.found_docs:
        offered.make(site)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", say_where)
    app.connect("html-page-context", link_to_running, priority=950)
    when_finished(app, lambda site: prepare(app, site))
