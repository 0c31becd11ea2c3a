"""Answers that are equal up to names and layout: a list to look at, and no accusation.

What is compared is the syntax tree of an answer, without comments, texts of documentation and
annotations, in which every name of the student's own is replaced by the number of its first use.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from .assignment import ROOT, Assignment, is_written, runnable, source_of, tree_of

SMALLEST = 60  # nodes of a tree, and words of texts in it: shorter answers are alike by themselves
PUBLISHED = "the published solution"
MOST_NAMES = 4  # of those whose answers are alike, in a cell of a table


def form(source: str) -> str:
    """What two answers have in common that differ in names and layout; nothing if it says little."""
    tree = tree_of(runnable(source))
    if tree is None or not is_written(runnable(source)):
        return ""
    tree = _Plain().visit(tree)
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    words = sum(len(text.split()) for text in texts if isinstance(text, str))
    if sum(1 for _ in ast.walk(tree)) + words < SMALLEST:
        return ""
    return hashlib.sha256(ast.dump(tree).encode(errors="replace")).hexdigest()


class _Plain(ast.NodeTransformer):
    """Takes from a tree what can be changed without a thought."""

    def __init__(self) -> None:
        self.numbers: dict[str, str] = {}

    def number(self, name: str) -> str:
        return self.numbers.setdefault(name, f"n{len(self.numbers)}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.number(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self.number(node.arg), None)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str):
            return ast.Constant(" ".join(node.value.split()))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        plain = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return self.generic_visit(plain)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns = self.number(node.name), None
        return self._without_words(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.number(node.name)
        return self._without_words(node)

    def _without_words(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)


def published(assignment: Assignment) -> dict[str, str]:
    """The forms of the solutions that everybody can read, and of those of the course, by question."""
    sources = {cell.id: [cell.source] for cell in assignment.cells if cell.is_answer}
    public = ROOT / "instructor" / f"{assignment.topic}.ipynb"
    for cell in json.loads(public.read_text(encoding="utf-8"))["cells"] if public.exists() else []:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in sources:
            sources[name].append(source_of(cell))
    owner = {cell.id: cell.question for cell in assignment.cells}
    found = {form(text): owner[name] for name, texts in sources.items() for text in texts}
    return {key: question for key, question in found.items() if key}


def alike(marks: Mapping[str, dict[str, Any]], assignment: Assignment) -> dict[str, str]:
    """For each student, in words, which answers equal those of whom.

    Parameters
    ----------
    marks : dict
        What the marks files hold, by student.
    assignment : Assignment

    Returns
    -------
    dict
        Only those who have something in common with somebody.
    """
    whose: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for student, own in marks.items():
        for question in own["questions"]:
            for answer in question["answers"]:
                if key := form(answer):
                    whose[question["id"], key].add(student)
    for key, asked in published(assignment).items():
        if (asked, key) in whose:
            whose[asked, key].add(PUBLISHED)
    said: defaultdict[str, list[str]] = defaultdict(list)
    for (asked, _), students in whose.items():
        for student in students - {PUBLISHED} if len(students) > 1 else ():
            others = sorted(students - {student}, key=lambda name: (name != PUBLISHED, name))
            more = f" and {len(others) - MOST_NAMES} more" if len(others) > MOST_NAMES else ""
            said[student].append(f"{asked}: as {', '.join(others[:MOST_NAMES])}{more}")
    return {student: "; ".join(sorted(set(words))) for student, words in said.items()}
