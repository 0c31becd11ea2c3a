"""The few icons that the theme shows, as a font of their own.

The theme ships every icon of Font Awesome, as a script that each page would load first: 1.5 MB, half
of all that a reader downloads. Here the icons that the pages name are cut out of its font.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from hooks import rewrite, when_finished
from sphinx.application import Sphinx

LOADED = re.compile(
    r'[ \t]*<script src="[^"]*fontawesome\.js[^"]*"></script>\n?'
    r"|[ \t]*<link [^>]*(?:fontawesome|vendor/)[^>]*>\n?"
)
WHOLE_FONT = re.compile(r"url\([^)]*fa-solid-900\.woff2\)[^;}]*")
STYLE = """\
.fa-solid,
.fas {
  display: inline-block;
  width: 1.25em;
  font-family: "Font Awesome 6 Free";
  font-weight: 900;
  font-style: normal;
  line-height: 1;
  text-align: center;
}
.fa-lg {
  font-size: 1.25em;
  vertical-align: -0.075em;
}
"""


def named(site: Path) -> Iterator[str]:
    """The names of icons in the pages and in the theme's own scripts."""
    for file in [*site.rglob("*.html"), *site.glob("_static/scripts/*theme.js")]:
        yield from re.findall(r"\bfa-([a-z-]+)", file.read_text(encoding="utf-8"))


def numbered(site: Path) -> set[int]:
    """The code points of the icons in the theme's style sheets."""
    styles = "".join(f.read_text(encoding="utf-8") for f in site.glob("_static/styles/*.css"))
    return {ord(sign) for sign in re.findall(r'--pst-icon[a-z-]*:\s*"(.)"', styles)}


def cut_out(site: Path) -> None:
    """Write the small font and its style sheet, and let every page load these instead."""
    fonts = site / "_static" / "vendor" / "fontawesome" / "webfonts"
    font = TTFont(fonts / "fa-solid-900.ttf")
    points = {name: point for point, name in font.getBestCmap().items()}
    shown = {name: points[name] for name in sorted(set(named(site)) & points.keys())}
    cutter = subset.Subsetter()
    cutter.populate(unicodes=[*shown.values(), *numbered(site) & set(points.values())])
    cutter.subset(font)
    font.flavor = "woff"
    folder = site / "_static" / "icons"
    folder.mkdir(exist_ok=True)
    font.save(folder / "icons.woff")
    rules = [f'.fa-{name}::before {{ content: "\\{point:x}"; }}' for name, point in shown.items()]
    (folder / "icons.css").write_text(STYLE + "\n".join(rules) + "\n", encoding="utf-8")
    small = 'url(../icons/icons.woff) format("woff")'
    rewrite(site, lambda css: WHOLE_FONT.sub(small, css), "_static/styles/*.css")
    rewrite(site, lambda html: LOADED.sub("", html))


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.add_css_file("icons/icons.css")
    when_finished(app, cut_out)
