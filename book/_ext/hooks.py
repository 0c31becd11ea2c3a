"""Where the extensions join the build: places on pages that they fill, and what they do to the finished site."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from sphinx.application import Sphinx


def filling(places: Mapping[str, Callable[[Path], str]]) -> Callable[[Sphinx], None]:
    """The ``setup`` of an extension that puts what is made of the book's folder into places of pages."""

    def fill(app: Sphinx, docname: str, source: list[str]) -> None:
        for place, made in places.items():
            if place in source[0]:
                source[0] = source[0].replace(place, made(Path(app.srcdir, "book")))

    def setup(app: Sphinx) -> None:
        app.connect("source-read", fill)

    return setup


def when_finished(app: Sphinx, work: Callable[[Path], None], priority: int = 500) -> None:
    """Do this to the folder of the site when all of it was written without an error."""

    def finish(app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.name == "html":
            work(Path(app.outdir))

    app.connect("build-finished", finish, priority=priority)


def rewrite(site: Path, change: Callable[[str], str], files: str = "**/*.html") -> None:
    """Change the pages of the finished site, or other files."""
    for file in site.glob(files):
        file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def add_script(app: Sphinx, script: Path) -> None:
    """Let every page load a script of ours."""
    app.add_js_file(script.name, loading_method="defer")
    when_finished(app, lambda site: copy_script(script, site))


def copy_script(script: Path, site: Path) -> None:
    """Put a script into the finished site: Jupyter Book loads all in ``html_static_path`` on every page."""
    shutil.copy2(script, site / "_static")
