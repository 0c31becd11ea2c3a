"""The page that a student gets back: question, answer, points and reasons. It loads nothing."""

from __future__ import annotations

from html import escape
from typing import Any

from .assignment import Assignment

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
li { margin: .3rem 0; overflow-wrap: anywhere; } .points { font-weight: 600; }
.lost { color: #a33000; } .note { color: #555; } summary { cursor: pointer; }
pre { background: #f4f4f2; padding: .6rem .8rem; overflow-x: auto; font-size: .85rem; }
pre.task { white-space: pre-wrap; font-family: inherit; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  .lost { color: #ff9d73; } .note { color: #aaa; } pre { background: #242424; } }
"""


def page(marks: dict[str, Any], assignment: Assignment) -> str:
    """The feedback page of one submission, as HTML."""
    title, name = escape(assignment.title), escape(marks["submission"])
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: {name}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{title}</h1>\n<p>{name}: {_points(marks)} in all.</p>",
    ]
    for question in marks["questions"]:
        parts.append(f"<h2>{escape(question['title'])}: {_points(question)}</h2>\n<ul>")
        for part in question["parts"]:
            reason = f"{escape(part['part'])}: {escape(part['reason'])}"
            parts.append(f"<li>{_points(part)}. {reason}</li>")
        parts.append("</ul>")
        parts += _folded("The question", [assignment.tasks.get(question["id"], "")], "task")
        parts += _folded("Your answer", question["answers"], "answer")
    if marks["notes"] or marks["attention"]:
        parts.append('<h2>About the file</h2>\n<ul class="note">')
        parts += [f"<li>{escape(note)}</li>" for note in marks["notes"]]
        if marks["attention"]:
            parts.append("<li>Your instructor will look at this submission.</li>")
        parts.append("</ul>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _folded(title: str, texts: list[str], kind: str) -> list[str]:
    """What is shown when it is asked for."""
    shown = [f'<pre class="{kind}">{escape(text.strip())}</pre>' for text in texts if text.strip()]
    return [f"<details><summary>{title}</summary>", *shown, "</details>"] if shown else []


def _points(of: dict[str, Any]) -> str:
    kind = "points" if of["earned"] >= of["possible"] else "points lost"
    return f'<span class="{kind}">{of["earned"]:g} of {of["possible"]:g}</span>'
