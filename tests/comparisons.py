"""Words that compare runs, each with an expression that has to be true: ``does better<!-- so: a < b -->``.

The strict run of the notebooks evaluates it, as it does the numbers (``conftest.py``). What it says and
what the word before it says are compared here, so that "worse" cannot stand where "better" was true:
what is better, ahead, shorter or below is smaller, because learners pay losses; what is worse, behind,
longer or above is larger, and what overlaps or crosses reaches above the other's end. The first ``<`` or
``>`` of the expression says which. A "no" or "not" in the same clause turns the word around.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Iterable, Iterator

from nbformat import NotebookNode
from sources import SO, SOURCED

SMALLER = (
    r"at most|fewer|less|smaller|smallest|the least|shorter|below|under|lower|lowest|better|best|ahead|beats?"
    r"|wins?|won|faster|sooner|earlier|closer|nearer|halves|falls?|stays bounded"
)
LARGER = (
    r"at least|more|larger|largest|the most|(?<!no )longer|above|higher|highest|worse|worst|behind|slower|later"
    r"|exceeds?|overlaps?|cross(?:es)?|doubles|grow(?:s|ing)?|loses? to"
)
WORDS = re.compile(rf"\b(?:(?P<smaller>{SMALLER})|(?P<larger>{LARGER}))\b(?!-)", re.IGNORECASE)
COMPARING = re.compile(
    r"\b(?:better|worse|ahead|behind|fewer|smaller|larger|shorter|(?<!no )longer|lower(?! bounds?\b)"
    r"|higher|faster|slower|sooner|(?:more|less)(?: \w+)? than|or (?:more|less)|the least"
    r"|(?:is|are|lies?|stays?|stayed|far|just|well) (?:below|above) (?:the|it|its|all|both|that|what)"
    r"|exceeds?|grows?(?! like)|beats?|wins?|loses? to|overlaps?|cross(?:es)?)\b(?!-)"
)
NOT = re.compile(
    r"\b(?:neither\b.*?\bnor|no|not|cannot|never|nor|none|nothing|neither|nobody|nowhere)\b"
    r"(?! (?:far|much|only|quite)\b)",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[,;:.(]\s|-->| and ")
END = re.compile(r"(?<=[.!?])[)*]*\s+(?![^<]*-->)|\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
KINDS = {"additive": "add", "multiplicative": "mult"}


def names_of(cells: Iterable[NotebookNode]) -> set[str]:
    """What the code of a notebook gives a name to, and the package."""
    names = {"ol"}
    for cell in cells:
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    names.add(node.id)
                elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                    names.add(node.name)
    return names


def named(tree: ast.AST) -> set[str]:
    """The names that an expression takes from where it stands."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in found if isinstance(node.ctx, ast.Store)}
    return {node.id for node in found} - own - set(dir(builtins))


def compared(tree: ast.expr) -> Iterator[ast.Compare | None]:
    """The comparisons that must all be true if an expression is to be true; None for what is no comparison."""
    match tree:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from compared(value)
        case ast.Call(func=ast.Attribute(attr="all", value=ast.Compare() as each), args=[]):
            yield each
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=each)]):
            yield from compared(each)
        case ast.Compare():
            yield tree
        case _:
            yield None


def no_check(expression: str, names: Collection[str]) -> str:
    """Why an expression cannot hold a word; empty if it can."""
    try:
        tree = ast.parse(expression, mode="eval").body
    except SyntaxError as error:
        return f"is no expression, {error.msg}"
    for each in compared(tree):
        if each is None:
            return "is neither a comparison nor several joined by 'and'"
        if ast.dump(each.left) == ast.dump(each.comparators[0]):
            return "compares a thing with itself"
    parts = tree.values if isinstance(tree, ast.BoolOp) else [tree]
    held = all(named(part) & set(names) for part in parts)
    return "" if held else "names nothing of this notebook, so it cannot fail"


def other_than_said(before: str, expression: str) -> str:
    """What the words before a mark say that its expression does not; empty if they agree."""
    words = list(WORDS.finditer(before))
    signs = re.findall(r"[<>]", expression)
    if words:
        word = words[-1]
        clause = CLAUSE.split(before[: word.start()])[-1]
        turned = len(NOT.findall(clause)) % 2 == 1
        wanted = "<>"[bool(word["larger"]) != turned]
        if signs[:1] != [wanted]:
            return f"{'not ' * turned}{word[0]!r} stands before it, so it begins with {wanted}"
    for kind, stem in KINDS.items():
        left, _, _ = expression.partition((signs or ["=="])[0])
        if kind in before.lower() and stem not in left:
            return f"{kind!r} stands before it, so {stem!r} stands in a name on its left side"
    return ""


def unheld(text: str, names: Collection[str]) -> Iterator[str]:
    """Marks of a text that hold no word, and sentences that compare runs without one.

    A sentence compares runs if one of its numbers comes from the notebook and one of its words compares,
    other than a word of rounding before a number, "more than 900".
    """
    for sentence in END.split(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        marks, start = list(SO.finditer(sentence)), 0
        for mark in marks:
            before = SOURCED.sub(" ", sentence[start : mark.start()])
            fault = no_check(mark["expression"], names) or other_than_said(
                before, mark["expression"]
            )
            if fault:
                yield f"a mark that holds no word: {mark['expression']} {fault}"
            start = mark.end()
        said = COMPARING.search(re.sub(r"<!--.*?-->", " ", SOURCED.sub(" ", sentence)))
        sources = " ".join(match["expression"] for match in SOURCED.finditer(sentence))
        if said and not marks and set(re.findall(r"[A-Za-z_]\w*", sources)) & set(names):
            yield (
                f"a word about runs that nothing holds, write {said[0]}<!-- so: a < b --> with what has to "
                f"be true: {' '.join(sentence.split())[:200]}"
            )
