"""Answers that are equal up to names and layout: a list to look at, and no accusation.

What is compared is the syntax tree of an answer, without comments, imports, texts of documentation
and annotations, in which every name of the student's own is replaced by the number of its first
use, and texts have no spaces. A short answer is alike by itself: what two students have in common
is listed only if it is much, in one answer or in several together.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from .assignment import ROOT, Assignment, is_stub, runnable, source_of, tree_of

SMALLEST = 50  # the size of an answer, in nodes of its tree and words: shorter ones do not count
MUCH = 120  # the size of all that two students have in common
PUBLISHED = "the published solution"
MOST_NAMES = 4  # of those whose answers are alike, in a cell of a table


def form(source: str) -> tuple[str, int]:
    """What two answers have in common that differ in names and layout, and the size of that.

    An answer that is no Python is a text, as is a proof in words.
    """
    tree = tree_of(runnable(source))
    if tree is not None and is_stub(runnable(source)):
        return "", 0
    plain = ast.Constant(source) if tree is None else _Plain().visit(tree)
    nodes = list(ast.walk(plain))
    texts = [n for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    size = len(nodes) + sum(len(re.findall(r"\w+", str(text.value))) for text in texts)
    for text in texts:
        text.value = "".join(str(text.value).split())
    return hashlib.sha256(ast.dump(plain).encode(errors="replace")).hexdigest(), size


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

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        if node.arg in self.numbers:  # an argument of a function of the student's own
            node.arg = self.numbers[node.arg]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return self.visit(ast.Assign([node.target], node.value)) if node.value else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns = self.number(node.name), None
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.number(node.name)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        return None

    visit_ImportFrom = visit_Import


def _forms(answers: Iterable[str]) -> dict[str, int]:
    """The forms of some answers that are large enough, with their sizes."""
    return {key: size for key, size in map(form, answers) if size >= SMALLEST}


def published(assignment: Assignment) -> dict[str, str]:
    """The forms of the solutions that everybody can read, and of those of the course, by question."""
    sources = {cell.id: [cell.source] for cell in assignment.cells if cell.is_answer}
    public = ROOT / "instructor" / f"{assignment.topic}.ipynb"
    for cell in json.loads(public.read_text(encoding="utf-8"))["cells"] if public.exists() else []:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in sources:
            sources[name].append(source_of(cell))
    owner = {cell.id: cell.question for cell in assignment.cells}
    return {key: owner[name] for name, texts in sources.items() for key in _forms(texts)}


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
        Only those who have much in common with somebody.
    """
    whose: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    sizes: dict[str, int] = {}
    has = {
        student: [(asked["id"], _forms(asked["answers"])) for asked in own["questions"]]
        for student, own in marks.items()
    }
    for student, answers in has.items():
        for asked, forms in answers:
            sizes |= forms
            for key in forms:
                whose[asked, key].add(student)
    for key, asked in published(assignment).items():
        if (asked, key) in whose:
            whose[asked, key].add(PUBLISHED)
    common: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (_, key), students in whose.items():
        for student in students:
            common[student].update(dict.fromkeys(students - {student}, sizes[key]))
    said: defaultdict[str, list[str]] = defaultdict(list)
    for student, answers in has.items():
        known = {other for other, size in common[student].items() if size >= MUCH}
        for asked, forms in answers:
            found = known & set().union(*(whose[asked, key] for key in forms))
            others = sorted(found, key=lambda name: (name != PUBLISHED, name))
            more = f" and {len(others) - MOST_NAMES} more" if len(others) > MOST_NAMES else ""
            if others:
                said[student].append(f"{asked}: as {', '.join(others[:MOST_NAMES])}{more}")
    return {student: "; ".join(words) for student, words in said.items()}
