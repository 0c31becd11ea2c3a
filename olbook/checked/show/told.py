r"""A world that refutes a claim, told as a small run: what is chosen, what follows, what the claim says.

Of more than one round there is a table, a row a round. Nothing here is trusted; the numbers are the
judge's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..judge import FINE, Said, Unreadable, World, failures, meaning_of, shown
from ..judge.reals import Undecided, Undefined
from ..judge.values import sides
from ..judge.world import Excluded, Key, Relation, called
from ..judge.worlds import Shape
from ..reading.names import words_in
from ..reading.terms import RELATION_TEX, tex_of_name
from .refusal import Part

COUNTS = ("", *["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"])
MOST_COLUMNS, MOST_FOLLOWING = 7, 6


@dataclass(frozen=True)
class Told:
    """Words with formulas, and of more than one round a table in TeX, whose first row names its columns."""

    words: list[Part]
    table: list[list[str]] = field(default_factory=list)


def told(world: World, left_out: Said | None = None) -> Told:
    """A refuting world for a reader; ``left_out`` is the hypothesis without which the claim is false."""
    values = world.known
    chosen = {k: v for k, v in values.items() if k[0] not in world.meaning.definitions}
    follows = {k: v for k, v in values.items() if k not in chosen}
    rounds = values.get(("T", (), None), 0)
    table = _table(world, rounds, chosen, follows) if rounds > 1 else []
    if table:
        by_round = _by_round(world)
        chosen = {k: v for k, v in chosen.items() if k[0] not in by_round}
    claimed = words_in(world.meaning.stated.claim.text)
    follows = {k: v for k, v in follows.items() if not k[1] and k[0] in claimed}
    words: list[Part] = []
    if rounds:
        chosen.pop(("T", (), None), None)
        plural = "s" * (rounds != 1)
        words.append((f"{COUNTS[rounds] if rounds < len(COUNTS) else rounds} round{plural}", []))
    words += _listed(": " if rounds else "", chosen, world) + _point(words or chosen)
    if len(follows) <= MOST_FOLLOWING:
        words += [*_listed("Then ", follows, world), *_point(follows)]
    if left_out is not None:
        words += _violated(world, left_out)
    return Told([*words, *_says(world)], table)


def _point(something: Any) -> list[Part]:
    return [(". ", [])] if something else []


def _formula(text: str, tex: str) -> Part:
    return text, [tex]


def _listed(before: str, values: dict[Key, Any], world: World) -> list[Part]:
    """The values, where names of the same value share one formula: x_1 = u = (1)."""
    same: dict[str, list[Key]] = {}
    for key, value in values.items():
        same.setdefault(f"{in_tex(value)} {isinstance(value, Shape)} {key[2]}", []).append(key)
    found: list[Part] = []
    for keys in same.values():
        chance = "" if keys[0][2] is None else f" in outcome {keys[0][2] + 1}"
        value = values[keys[0]]
        names, texes = [called(k) for k in keys], [_name_in_tex(k, value) for k in keys]
        equation = _formula(" = ".join([*names, shown(value)]), " = ".join([*texes, in_tex(value)]))
        found += [(", " if found else before, []), equation, *([(chance, [])] if chance else [])]
    if len(world.weights) > 1 and found and before != "Then ":
        odds = " : ".join(map(str, world.weights))
        found.insert(0, (f" with {len(world.weights)} outcomes of probabilities {odds}", []))
    return found


def _name_in_tex(key: Key, value: Any) -> str:
    tex = tex_of_name(key[0], [str(i) for i in key[1]])
    return f"{tex}(x)" if isinstance(value, Shape) else tex


def in_tex(value: Any) -> str:
    r"""A number, a vector or a function in TeX.

    Examples
    --------
    >>> in_tex((1, Fraction(-1, 2)))
    '(1, -\\tfrac{1}{2})'
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(in_tex, value))})"
    if isinstance(value, Shape):
        return _shape_in_tex(value)
    if isinstance(value, Fraction):
        sign = "-" if value < 0 else ""
        return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    text = shown(value)
    return re.sub(r"([\d.]+)e([+-])0*(\d+)", r"\1\\cdot 10^{\2\3}", text).replace("+", "")


def _shape_in_tex(shape: Shape) -> str:
    """A drawn function, where x are all its arguments in a row."""
    alone = not any(shape.slope) and not shape.bend
    parts = [in_tex(shape.constant)] if shape.constant or alone else []
    if any(shape.slope):
        one = shape.slope == (1,)
        parts.append("x" if one else rf"\langle {in_tex(shape.slope)}, x\rangle")
    if shape.bend:
        factor = "" if shape.bend == 1 else in_tex(shape.bend)
        parts.append(rf"{factor}\lVert x\rVert^2")
    line = " + ".join(parts).replace("+ -", "- ")
    if shape.form == "abs":
        line = rf"\lvert {line}\rvert"
    if shape.form == "hinge":
        line = rf"[{line}]_+"
    return rf"\nabla({line})" if shape.gradient else line


# -- a table of rounds -----------------------------------------------------------------------------


def _by_round(world: World) -> set[str]:
    """The names whose first subscript is the round."""
    stated = world.meaning.stated
    texts = " ".join(said.text for said in (*stated.supposed, stated.claim))
    return set(re.findall(r"([A-Za-z_]\w*)\[t\b", texts))


def _table(
    world: World, rounds: int, chosen: dict[Key, Any], follows: dict[Key, Any]
) -> list[list[str]]:
    """A row a round: what is chosen and, if there is room, what follows."""
    by_round = _by_round(world)
    columns: dict[tuple[str, tuple[int, ...], int | None], str] = {}
    for values in (chosen, follows):
        more = {
            (k[0], k[1][1:], k[2]): _heading(k, value)
            for k, value in values.items()
            if k[0] in by_round and k[1] and 1 <= k[1][0] <= rounds
        }
        if not columns or len(columns) + len(more) <= MOST_COLUMNS:
            columns |= more
    values = {**chosen, **follows}
    rows = [["t", *columns.values()]]
    for t in range(1, rounds + 1):
        keys = [(name, (t, *rest), outcome) for name, rest, outcome in columns]
        rows.append([str(t), *(in_tex(values[k]) if k in values else "" for k in keys)])
    return rows if columns else []


def _heading(key: Key, value: Any) -> str:
    tex = tex_of_name(key[0], ["t", *(str(i) for i in key[1][1:])])
    chance = "" if key[2] is None else rf"^{{({key[2] + 1})}}"
    return f"{tex}{chance}(x)" if isinstance(value, Shape) else f"{tex}{chance}"


# -- what is said there ----------------------------------------------------------------------------


def _says(world: World) -> list[Part]:
    """What the claim says in this world."""
    found = failing(world.meaning.claim, world)
    if found is None:
        return [("There the claim is false.", [])]
    text, tex = found
    if not tex:
        return [(f"There the claim has no value, {text}.", [])]
    return [("The claim would say ", []), _formula(text, tex), (".", [])]


def _violated(world: World, said: Said) -> list[Part]:
    """How the hypothesis that was left out is violated, if the world has the values it speaks of."""
    known = world.known
    stated = world.meaning.stated
    try:
        meaning = meaning_of(replace(stated, supposed=(*stated.supposed, said)))
        fresh = replace(world, meaning=meaning, memo={}, source=lambda *key: known[key])
        found = failing(meaning.supposed[-1], fresh)
    except (KeyError, Undecided, Undefined, Excluded, Unreadable):
        return []
    if found is None or not found[1]:
        return []
    return [("What is left out is not so there: ", []), _formula(*found), (" is false. ", [])]


def failing(relation: Relation, world: World) -> tuple[str, str] | None:
    """Both sides of a relation where it is not true, as a text and in TeX; only why, if there is no value."""
    for here, scope, outcome in failures(relation, world, (world.at, FINE)):
        try:
            left, right = sides(relation, here, scope, outcome)
        except Undefined as reason:
            return str(reason), ""
        return (
            f"{shown(left)} {relation.sign} {shown(right)}",
            f"{in_tex(left)} {RELATION_TEX[relation.sign]} {in_tex(right)}",
        )
    return None
