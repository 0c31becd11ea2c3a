"""The page that names whose work the built site holds, with version, licence and its text.

``SHIPPED`` says for every file below ``_static`` where it is from. A file that no entry covers makes
a test red, and so does an entry without a file: what an upgrade brings or takes is noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import distribution, version

from formulas import KATEX
from hooks import filling
from live import PYODIDE
from moving import VEGA
from search import MINISEARCH

PLACE = "<!-- The list is put here when the book is built, by book/_ext/licences.py. -->"
MODULES = KATEX.parents[1]
LICENCE_FILE = re.compile(r"LICEN[CS]E(?:\.\w+)?$")


@dataclass(frozen=True)
class Work:
    """Something by others of which the site holds files."""

    title: str
    licence: str
    files: tuple[str, ...]  # patterns of paths below _static; a star reaches across folders
    python: str = ""  # the package it comes with, by pip
    npm: str = ""  # or by npm
    holds: str = ""  # what else is inside, with its licence

    @property
    def version(self) -> str:
        """As installed, which is as locked."""
        if self.python:
            return version(self.python)
        manifest = json.loads((MODULES / self.npm / "package.json").read_text(encoding="utf-8"))
        return str(manifest["version"])

    @property
    def text(self) -> str:
        """The licence as its authors publish it, empty if their package holds none."""
        if self.npm:
            texts = [
                file.read_text(encoding="utf-8") for file in (MODULES / self.npm).glob("LICENSE*")
            ]
            return texts[0] if texts else ""
        package = distribution(self.python)
        files = [file for file in package.files or [] if LICENCE_FILE.match(file.name)]
        inside = [file for file in files if ".dist-info" in str(file)]
        return inside[0].read_text(encoding="utf-8") if inside else ""


OURS = (
    "access.js",
    "book.css",
    "dragging.css",
    "dragging.js",
    "dragging/*.js",
    "favicon.svg",
    "front.css",
    "front.js",
    "icons/icons.css",
    "later.js",
    "live/checker.zip",
    "live/live.js",
    "live/texts/*",
    "live/worker.mjs",
    "moving.js",
    "moving/fig-*.js",
    "previews.js",
    "previews/*",
    "readme.png",
    "search/index.js",
    "search/search.js",
    "shared.png",
    "site*.*",  # joined.py puts files of others into them too
)
FORMULAS = (
    Work(
        "KaTeX, sets the formulas, with its fonts",
        "MIT; fonts OFL-1.1",
        ("katex/*.css", "katex/*.js", "katex/fonts/KaTeX_*", "live/katex.min.js"),
        npm="katex",
    )
    if KATEX.exists()
    else Work(
        "MathJax, sets the formulas in the browser",
        "Apache-2.0",
        ("mathjax/*",),
        python="sphinx-mathjax-offline",
    )
)
SEARCH = Work("MiniSearch, finds sections", "MIT", ("search/minisearch.js",), npm="minisearch")
PICTURES = Work(
    "Vega, draws the pictures that move",
    "BSD-3-Clause",
    ("moving/vega.js",),
    npm="vega",
    holds="D3, Delaunator and topojson-client (ISC); robust-predicates (Unlicense)",
)
CHECKER = (
    Work(
        "[Pyodide](https://github.com/pyodide/pyodide), Python in the browser",
        "MPL-2.0",
        ("live/pyodide/*", "live/library.zip"),
        npm="pyodide",
        holds="CPython and its library, byte-compiled, without what is not used (PSF-2.0)",
    ),
    Work(
        "SymPy, the algebra below the checker",
        "BSD-3-Clause",
        ("live/algebra.zip",),
        python="sympy",
        holds="mpmath (BSD-3-Clause); both byte-compiled, without what is not used",
    ),
)
FACES = (
    Work(
        "STIX Two Text, the face of the text",
        "OFL-1.1",
        ("katex/fonts/stix-two-text-*",),
        npm="@fontsource/stix-two-text",
    ),
    Work(
        "STIX Two Math, that of the formulas, cut down to what KaTeX asks for",
        "OFL-1.1",
        ("katex/fonts/stix-two-math-*",),
        npm="@fontsource/stix-two-math",
    ),
)
SHIPPED = (
    FORMULAS,
    *(FACES if KATEX.exists() else ()),
    *((SEARCH,) if MINISEARCH.exists() else ()),
    *((PICTURES,) if VEGA.exists() else ()),
    *(CHECKER if PYODIDE.exists() else ()),
    Work(
        "Sphinx, which builds the pages",
        "BSD-2-Clause",
        (
            "basic.css",
            "doctools.js",
            "documentation_options.js",
            "file.png",
            "language_data.js",
            "minus.png",
            "plus.png",
            "searchtools.js",
            "sphinx_highlight.js",
        ),
        python="sphinx",
        holds="the Snowball stemmer (BSD-3-Clause)",
    ),
    Work(
        "The book's theme",
        "BSD-3-Clause",
        (
            "images/*",
            "locales/*",
            "sbt-webpack-macros.html",
            "scripts/sphinx-book-theme.js*",
            "styles/sphinx-book-theme.css*",
        ),
        python="sphinx-book-theme",
        holds="logos of services, which are trademarks of their owners",
    ),
    Work(
        "The theme below it",
        "BSD-3-Clause",
        (
            "scripts/pydata-sphinx-theme.js*",
            "scripts/bootstrap.js*",
            "scripts/fontawesome.js*",
            "styles/pydata-sphinx-theme.css*",
            "styles/theme.css",
            "vendor/fontawesome/*",
            "icons/icons.woff",
            "webpack-macros.html",
        ),
        python="pydata-sphinx-theme",
        holds="Bootstrap and Popper (MIT); Font Awesome Free (icons CC-BY-4.0, fonts OFL-1.1, code "
        "MIT), of whose font `icons.woff` is a part",
    ),
    Work("Colours of code", "BSD-3-Clause", ("pygments.css",), python="accessible-pygments"),
    Work("Notebooks as pages", "BSD-3-Clause", ("mystnb.*.css",), python="myst-nb"),
    Work(
        "The button that copies code",
        "MIT",
        ("check-solid.svg", "clipboard.min.js", "copy*"),
        python="sphinx-copybutton",
        holds="clipboard.js (MIT); icons of Tabler (MIT)",
    ),
    Work("Panels and tabs", "MIT", ("design-tabs.js", "sphinx-design.*"), python="sphinx-design"),
    Work("Buttons that fold", "MIT", ("togglebutton.*",), python="sphinx-togglebutton"),
    Work(
        "Live code, not used here",
        "MIT",
        ("play-solid.svg", "sphinx-thebe.*"),
        python="sphinx-thebe",
    ),
    Work("Theorem boxes", "MIT", ("proof.css",), python="sphinx-proof"),
    Work("Exercises", "MIT", ("exercise.css",), python="sphinx-exercise"),
)


def covers(patterns: tuple[str, ...], path: str) -> bool:
    """Whether a path below ``_static`` is one of these."""
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def markdown() -> Iterator[str]:
    """The table, and below it the texts."""
    yield "| what | from | version | licence | holds |\n|---|---|---|---|---|"
    for work in SHIPPED:
        package = work.python or work.npm
        yield f"| {work.title} | {package} | {work.version} | {work.licence} | {work.holds} |"
    yield "\n## The texts\n"
    for work in SHIPPED:
        if work.text:
            package = work.python or work.npm
            yield f"::::{{admonition}} {package} {work.version}\n:class: dropdown\n"
            yield f"```text\n{work.text.strip()}\n```\n::::\n"


setup = filling({PLACE: lambda book: "\n".join(markdown())})
