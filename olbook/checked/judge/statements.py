"""From a statement as a text to what it means: its relations, and where its definitions give values."""

from __future__ import annotations

import ast

from .formulas import Reader, Unreadable, listed, number_that_is_certain, same_kind
from .texts import Said, Stated
from .world import Definition, Meaning, Part, Relation, Uses

SIGNS = {ast.Eq: "==", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}


def meaning_of(stated: Stated) -> Meaning:
    """A statement, read; a text that is not one of the language is refused."""
    uses: Uses = {}
    uniform = {
        letter: (_end(low, stated, uses), _end(high, stated, uses))
        for letter, (low, high) in stated.uniform.items()
    }
    supposed = tuple(_relation(said, stated, uses) for said in stated.supposed)
    claim = _relation(stated.claim, stated, uses)
    definitions: dict[str, list[Definition]] = {}
    for relation in supposed:
        if relation.said.status in ("definition", "infimum"):
            name, definition = _definition(relation)
            definitions.setdefault(name, []).append(definition)
    return Meaning(stated, uses, uniform, supposed, claim, definitions)


def _relation(said: Said, stated: Stated, uses: Uses) -> Relation:
    """A relation from its text; those written from right to left are turned around."""
    tree = ast.parse(said.text, mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise Unreadable(f"{said.text} is not one relation")
    bound = frozenset({*(letter for letter, _, _ in said.ranges), *said.for_all})
    reader = Reader(stated, uses, said.text)
    left, right = reader.part(tree.left, bound), reader.part(tree.comparators[0], bound)
    text = SIGNS.get(type(tree.ops[0]), "")
    if text in (">=", ">"):
        left, right, text = right, left, text.replace(">", "<")
    left, right = same_kind(left, right)
    if not text or (left.vector and text != "=="):
        raise Unreadable(f"{said.text} is not a relation between numbers or an equation")
    if left.uniform | right.uniform:
        raise Unreadable(f"a uniform index outside of an expectation: {said.text}")
    ranges = tuple(
        (letter, _end(low, stated, uses), _end(high, stated, uses))
        for letter, low, high in said.ranges
    )
    return Relation(said, left, right, text, ranges)


def _end(text: str, stated: Stated, uses: Uses) -> Part:
    """An end of a range: plain names that are not random, and no letters."""
    tree = ast.parse(text, mode="eval").body
    return number_that_is_certain(Reader(stated, uses, text).part(tree, frozenset()))


def _definition(relation: Relation) -> tuple[str, Definition]:
    """What stands on the left of a definition, as a pattern."""
    tree = ast.parse(relation.said.text, mode="eval").body
    assert isinstance(tree, ast.Compare)
    head, arguments = tree.left, []
    subscripts: list[tuple[str | None, int]] = []
    if isinstance(head, ast.Call):
        arguments, head = [ast.unparse(argument) for argument in head.args], head.func
    if isinstance(head, ast.Subscript):
        for node in listed(head.slice):
            shift = 0
            if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
                shift = int(ast.literal_eval(node.right))
                shift = -shift if isinstance(node.op, ast.Sub) else shift
                node = node.left
            if isinstance(node, ast.Name):
                subscripts.append((node.id, shift))
            elif isinstance(node, ast.Constant):
                subscripts.append((None, int(ast.literal_eval(node)) + shift))
            else:
                raise Unreadable(f"not the pattern of a definition: {relation.said.text}")
        head = head.value
    return ast.unparse(head), Definition(relation, tuple(subscripts), tuple(arguments))
