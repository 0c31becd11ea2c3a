"""Reads the text of a derivation: its lines, their relations, and the reasons they give."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import CheckError
from .language import Language, in_plain_signs
from .terms import RELATION_TEX, VECTOR, Ranges, Term


@dataclass(frozen=True)
class Step:
    """``left operator right``, with the reasons its author gave."""

    left: Term
    operator: str  # "==" or "<="
    right: Term
    reasons: tuple[ast.expr, ...]
    gap: Term | None
    text: str
    relation: str  # as text: what the judge reads


@dataclass(frozen=True)
class Chain:
    """A parsed derivation, from its smaller end to its larger one.

    ``ranges`` says for which indices it is claimed. A chain written with ``>=`` is ``turned``: it is
    kept, and checked, from its last line to its first, and shown as it was written.
    """

    name: str
    start: Term
    steps: tuple[Step, ...]
    ranges: Ranges
    turned: bool
    text: str
    label: str = ""

    @property
    def end(self) -> Term:
        """The larger end."""
        return self.steps[-1].right

    def tex(self, operator: str) -> str:
        """The conclusion as it was written, from its first line to its last."""
        first, last = (self.end, self.start) if self.turned else (self.start, self.end)
        relation = ">=" if self.turned and operator == "<=" else operator
        return f"{first.tex} {RELATION_TEX[relation]} {last.tex}"


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a derivation; a line that starts with a bar continues the one before."""
    lines: list[str] = []
    for line in filter(None, map(in_plain_signs, text.splitlines())):
        if line.startswith("|") and lines:
            lines[-1] += "  " + line
        else:
            lines.append(line)
    return tuple(lines)


def forwards(text: str, relation: str, is_left_side: Callable[[str], bool]) -> str:
    """A derivation in the direction of a claim: as it is, or read from its last line to its first."""
    lines = lines_of(text)
    expressions = [lines[0], *(line[2:].partition("|")[0].strip() for line in lines[1:])]
    order = {line[:2] for line in lines[1:]} - {"=="}
    if order:
        backwards = relation != "==" and relation not in order
    else:
        backwards = not is_left_side(expressions[0]) and is_left_side(expressions[-1])
    if not backwards:
        return text
    back = {"<=": ">=", ">=": "<="}
    shown = [expressions[-1]]
    for before, line in zip(expressions[-2::-1], lines[:0:-1], strict=True):
        _, bar, reason = line[2:].partition("|")
        shown.append(f"{back.get(line[:2], line[:2])} {before} {bar}{reason}".rstrip())
    return "\n".join(shown)


def read_chain(language: Language, name: str, text: str, on: str | None, label: str) -> Chain:
    """Read a derivation; a CheckError says which line is not in the language."""
    lines = lines_of(text)
    if len(lines) < 2:
        raise CheckError(f"{name}: a derivation has a first line and at least one step")
    terms, operators, reasons = [_line(language, name, 0, lines[0])[1]], [], []
    written = [lines[0], *(line[2:].partition("|")[0].strip() for line in lines[1:])]
    for number, line in enumerate(lines[1:], 1):
        operator, term, reason = _line(language, name, number, line)
        terms.append(term)
        operators.append(operator)
        reasons.append(reason)
    turned = ">=" in operators
    if turned and "<=" in operators:
        raise CheckError(f"{name}: a derivation uses <= or >=, never both")
    steps = []
    for number, (before, operator, term, (uses, gap), line) in enumerate(
        zip(terms[:-1], operators, terms[1:], reasons, lines[1:], strict=True)
    ):
        left, right = (term, before) if turned else (before, term)
        if left.kind != right.kind and not (left.is_zero or right.is_zero):
            raise CheckError(f"{name}: a vector compared with a number: {line}")
        if VECTOR in (left.kind, right.kind) and operator != "==":
            raise CheckError(f"{name}: vectors have no order: {line}")
        relation = f"({written[number]}) {operator} ({written[number + 1]})"
        steps.append(Step(left, operator.replace(">", "<"), right, uses, gap, line, relation))
    if turned:
        steps.reverse()
    if len({term.kind for term in terms if not term.is_zero}) > 1:
        raise CheckError(f"{name}: vectors and numbers in one derivation")
    ranges = language.ranges_of(terms, on)
    ends = language.indices(terms[0].sym) | language.indices(terms[-1].sym)
    if ranges.keys() - ends:  # else the conclusion would hold for every t of an unseen range
        stray = min(map(str, ranges.keys() - ends))
        raise CheckError(f"{name}: {stray} is not an index of the first or the last line")
    return Chain(name, terms[-1] if turned else terms[0], tuple(steps), ranges, turned, text, label)


def _line(
    language: Language, name: str, number: int, line: str
) -> tuple[str, Term, tuple[tuple[ast.expr, ...], Term | None]]:
    """One line: relation, expression, and its reason."""
    try:
        operator = line[:2] if number else ""
        if number and operator not in ("==", "<=", ">="):
            raise CheckError(f"a line starts with ==, <= or >=: {line}")
        expression, bar, reason = line[len(operator) :].partition("|")
        if bar and not reason.strip():
            raise CheckError(f"there is no reason after the bar: {line}")
        if bar and not number:
            raise CheckError(f"the first line has no reason: {line}")
        if re.search("[<>=]", expression):
            raise CheckError(
                f"a line has one relation, and it stands at its beginning; the first line has none: {line}"
            )
        return operator, language.parse(expression), _reason(language, reason.strip())
    except CheckError as error:
        where = f"step {number}" if number else "first line"
        raise CheckError(f"{name}, {where}: {error}") from None


def _reason(language: Language, text: str) -> tuple[tuple[ast.expr, ...], Term | None]:
    """``by fact, fact ; gap expression``; either half may be missing."""
    cited, _, gap = ("; " + text if text.startswith("gap ") else text).partition(";")
    cited, gap = cited.strip(), gap.strip()
    if (
        (cited and not cited.startswith("by "))
        or (gap and not gap.startswith("gap "))
        or ";" in gap
    ):
        raise CheckError(f'a reason has the form "by fact, fact ; gap expression", not "{text}"')
    uses: tuple[ast.expr, ...] = ()
    if cited:
        tree = language.tree(f"({cited[3:]},)")
        if not isinstance(tree, ast.Tuple):
            raise CheckError(f'facts are separated by commas: "{cited}"')
        uses = tuple(tree.elts)
    return uses, language.parse(gap[4:]) if gap else None


def read_infimum(language: Language, text: str) -> tuple[str, str, str] | None:
    """The parts of ``B == inf(expression, u)``, or ``None`` if it is something else."""
    match language.tree(text):
        case ast.Compare(
            left=ast.Name(id=defined),
            ops=[ast.Eq()],
            comparators=[
                ast.Call(func=ast.Name(id="inf"), args=[e, ast.Name(id=over)], keywords=[])
            ],
        ):
            return defined, ast.unparse(e), over
    return None
