"""A page asks for one style sheet and three scripts: what all pages ask for, joined when all is there.

Before it shows a word a browser works on every file that a page names, and the theme names thirty. So the style
sheets of every page become ``site.css``, and its scripts a few of some 20 kB: a browser does one at a time, and
looks after the reader in between. The sheet stands last in the head, where no
script waits for it; the options, which a page reads first, are written into it. Bootstrap comes when a reader
first does something, see ``access.js``. Signs that are not ASCII are written by their numbers: a page without
them is decoded in half the time.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from companion import OPTIONS
from hooks import when_finished
from slim import names_in, needed
from sphinx.application import Sphinx

SHEET = re.compile(r'[ \t]*<link [^>]*?href="(?:\.\./)*(_static/[^"?]*\.css)[^>]*>\n?')
SCRIPT = re.compile(r'[ \t]*<script ([^>]*?)src="(?:\.\./)*(_static/[^"?]*)[^>]*></script>\n?')
PRELOADED = re.compile(r'[ \t]*<link rel="preload" as="script"[^>]*>\n?')
IMPORTED = re.compile(r'@import "([^"]*)";')
ADDRESS = re.compile(r"""url\((["']?)(?!data:|#|https?:)([^)"']+)\1\)""")
# A script or a style knows no such numbers; the lists of formulas become HTML later.
CODE = re.compile(r'(<script\b(?! type="text/plain").*?</script>|<style\b.*?</style>)', re.DOTALL)
BOOTSTRAP = "_static/scripts/bootstrap.js"
AT_A_TIME = 20_000  # letters of a script
ITSELF = "currentScript"  # a script that asks where it is from stays alone


def common(lists: Iterable[list[str]]) -> list[str]:
    """What stands in all lists, in the order of the first."""
    first, *others = lists
    return [name for name in first if all(name in names for names in others)]


def sheet(site: Path, name: str) -> str:
    """A style sheet with what it imports, its addresses as from ``_static``."""
    css, folder = (site / name).read_text(encoding="utf-8"), posixpath.dirname(name)
    if folder != "_static":
        inside = posixpath.relpath(folder, "_static")
        css = ADDRESS.sub(lambda m: f"url({posixpath.normpath(f'{inside}/{m[2]}')})", css)
    return IMPORTED.sub(lambda m: sheet(site, posixpath.normpath(f"{folder}/{m[1]}")), css)


def joined_sheets(site: Path, names: Iterable[str]) -> str:
    """Style sheets as one, without what no page needs."""
    css = "\n".join(sheet(site, name) for name in names)
    return re.sub(r"\s*\n\s*", " ", needed(css.replace('@charset "UTF-8";', ""), names_in(site)))


def joined_scripts(site: Path, names: Iterable[str]) -> list[str]:
    """Scripts as a few; behind a semicolon none declares the others strict."""
    joined = [""]
    for name in names:
        text = re.sub("//# sourceMappingURL.*", "", (site / name).read_text(encoding="utf-8"))
        if len(joined[-1]) + len(text) > AT_A_TIME:
            joined.append("")
        joined[-1] += f";\n{text}\n"
    return [text for text in joined if text]


def plain(html: str) -> str:
    """The page with numbers for what is not ASCII."""
    pieces = CODE.split(html)
    pieces[::2] = [piece.encode("ascii", "xmlcharrefreplace").decode() for piece in pieces[::2]]
    return "".join(pieces)


def replaced(html: str, instead: dict[str, str]) -> str:
    """The page with other things for some of its scripts."""
    return SCRIPT.sub(lambda m: instead.get(m[2], m[0]), html)


def written(site: Path, name: str, text: str) -> str:
    """The address of a file that is written, another one when it changes."""
    (site / name).write_text(text, encoding="utf-8")
    return f"{name}?v={sha256(text.encode()).hexdigest()[:8]}"


def finish(site: Path) -> None:
    """Join the files, and let every page ask for these instead."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    pages = {path: html for path, html in pages.items() if 'data-content_root="' in html}
    sheets = common(SHEET.findall(html) for html in pages.values())
    deferred = {
        path: [name for how, name in SCRIPT.findall(html) if "defer" in how]
        for path, html in pages.items()
        if path.name != "search.html"  # whose scripts do not wait
    }
    scripts = [
        name
        for name in common(deferred.values())
        if name != BOOTSTRAP and ITSELF not in (site / name).read_text(encoding="utf-8")
    ]
    css = written(site, "_static/site.css", joined_sheets(site, sheets))
    js = [
        written(site, f"_static/site{i}.js", text)
        for i, text in enumerate(joined_scripts(site, scripts), 1)
    ]
    options = f"<script>{(site / OPTIONS).read_text(encoding='utf-8')}</script>\n"
    for path, html in pages.items():
        home = "../" * (len(path.relative_to(site).parts) - 1)
        gone = {BOOTSTRAP, *(scripts if path in deferred else ())}
        instead = {OPTIONS: options} | dict.fromkeys(gone, "")
        html = replaced(html, instead)
        own = "".join(found[0] for found in SHEET.finditer(html) if found[1] not in sheets)
        asked = f'<link rel="stylesheet" href="{home}{css}" />\n{own}</head>'
        if path in deferred:
            asks = "".join(f'<script defer src="{home}{name}"></script>\n' for name in js)
            html = html.replace(options, asks + options, 1)
        html = SHEET.sub("", PRELOADED.sub("", html)).replace("</head>", asked, 1)
        path.write_text(plain(html), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    when_finished(app, finish, priority=970)  # when all pages are finished
