"""Statements as texts, and read: what the evaluator and the search get to see."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from .formulas import Part, Reader, Unreadable, listed, number_that_is_certain, same_kind


@dataclass(frozen=True)
class Declared:
    """How a name is declared."""

    kind: str  # "scalar" or "vector"
    sign: str = "real"  # or "positive" or "nonnegative"
    integer: bool = False
    random: bool = False


@dataclass(frozen=True)
class Said:
    """A relation and how it is said: its status, its ranges, and what it is said for all values of."""

    status: str  # "hypothesis", "assumed", "definition", "infimum" or "claim"
    name: str
    text: str
    ranges: tuple[tuple[str, str, str], ...] = ()
    for_all: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stated:
    """A statement: declarations, what stands above the claim, and the claim."""

    names: Mapping[str, Declared]
    uniform: Mapping[str, tuple[str, str]]
    supposed: tuple[Said, ...]
    claim: Said


@dataclass(frozen=True)
class Relation:
    """Both sides of a relation, ready for evaluation."""

    said: Said
    left: Part
    right: Part
    sign: str  # "==", "<=" or "<"
    ranges: tuple[tuple[str, Part, Part], ...]


@dataclass(frozen=True)
class Definition:
    """Where a definition gives a name a value: for subscripts ``letter + shift``, or one number."""

    relation: Relation
    subscripts: tuple[tuple[str | None, int], ...]
    arguments: tuple[str, ...]


class Meaning:
    """A statement, read."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        self.names = stated.names
        # How a name is used: number of subscripts, and which arguments are vectors.
        self.uses: dict[str, tuple[int, tuple[bool, ...]]] = {}
        self.uniform = {
            letter: (self._part(low), self._part(high))
            for letter, (low, high) in stated.uniform.items()
        }
        self.supposed = tuple(self.relation(said) for said in stated.supposed)
        self.claim = self.relation(stated.claim)
        self.definitions: dict[str, list[Definition]] = {}
        for relation in self.supposed:
            if relation.said.status in ("definition", "infimum"):
                name, definition = self._definition(relation)
                self.definitions.setdefault(name, []).append(definition)

    def relation(self, said: Said) -> Relation:
        """A relation from its text; those written from right to left are turned around."""
        tree = ast.parse(said.text, mode="eval").body
        if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
            raise Unreadable(f"{said.text} is not one relation")
        bound = frozenset({*(letter for letter, _, _ in said.ranges), *said.for_all})
        reader = Reader(self, said.text)
        left, right = reader.part(tree.left, bound), reader.part(tree.comparators[0], bound)
        signs = {ast.Eq: "==", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
        text = signs.get(type(tree.ops[0]), "")
        if text in (">=", ">"):
            left, right, text = right, left, text.replace(">", "<")
        left, right = same_kind(left, right)
        if not text or (left.vector and text != "=="):
            raise Unreadable(f"{said.text} is not a relation between numbers or an equation")
        if left.uniform | right.uniform:
            raise Unreadable(f"a uniform index outside of an expectation: {said.text}")
        ranges = tuple(
            (letter, self._part(low), self._part(high)) for letter, low, high in said.ranges
        )
        return Relation(said, left, right, text, ranges)

    def _part(self, text: str) -> Part:
        """An end of a range: plain names that are not random, and no letters."""
        part = Reader(self, text).part(ast.parse(text, mode="eval").body, frozenset())
        return number_that_is_certain(part)

    def _definition(self, relation: Relation) -> tuple[str, Definition]:
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
