"""Worlds against changed statements of the book: found by the judge, written down, and evaluated again."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from olbook.checked import Theorem
from olbook.checked.judge import Said, Sampler, Stated, World, confirmed, judge, meaning_of
from olbook.checked.judge.kept import as_world, evaluated, exact, read_back
from olbook.checked.judge.meaning import holds
from olbook.checked.judge.reals import FLOATS, Formal
from olbook.checked.judge.worlds import Shape

FACTORS = ("strict", "99/100", "9/10", "1/2", "101/100", "1/4")  # 101/100 for a bound below zero
CLOSEST = "1/4"  # if no more is refuted, what does so is the closest run that is known
BOUND = "the bound"
EFFORT = 12000  # relations that are evaluated in one search
SEEDS = ("", "a", "b", "c")
MANY = 2000  # worlds

Search = tuple[Sampler | None, set[str], str]


# -- changed statements -----------------------------------------------------------------------------


def read_with(theorem: Theorem) -> Stated:
    """All that is displayed, what its settings say included, and the claim in the form of its text."""
    whole, own = theorem.whole, theorem.stated
    return replace(whole, names={**own.names, **whole.names}, claim=own.claim)


def hypotheses(theorem: Theorem) -> dict[str, Said]:
    """What a theorem rests on, lemmas included, by name; the definitions left out."""
    supposed = theorem.stated.supposed
    return {said.name: said for said in supposed if said.status in ("hypothesis", "assumed")}


def without(stated: Stated, name: str) -> Stated:
    """The statement without a hypothesis."""
    return replace(stated, supposed=tuple(s for s in stated.supposed if s.name != name))


def sharper(claim: str, factor: str) -> str | None:
    """A claim whose bound is smaller by a factor, or larger if it is one from below; None if that is no change."""
    tree = ast.parse(claim, mode="eval").body
    assert isinstance(tree, ast.Compare)
    signs = {ast.Eq: "==", ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
    sign = signs[type(tree.ops[0])]
    left, right = (ast.get_source_segment(claim, e) or "" for e in (tree.left, tree.comparators[0]))
    if "0" in (left, right):
        return f"{left} {sign[0]} {right}" if factor == "strict" and sign in ("<=", ">=") else None
    if factor == "strict":
        return None
    fraction = Fraction(factor)
    top, bottom = fraction.numerator, fraction.denominator
    if (sign in (">=", ">")) != _is_negative(tree.comparators[0]):
        top, bottom = bottom, top
    times = f"{top}*" if top > 1 else ""
    over = f"/{bottom}" if bottom > 1 else ""
    return f"{left} {sign} {times}{_bracketed(right)}{over}"


def _is_negative(node: ast.expr) -> bool:
    """Whether a product begins with a minus."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        node = node.left
    return isinstance(node, ast.UnaryOp)


def _bracketed(formula: str) -> str:
    tree = ast.parse(formula, mode="eval").body
    product = isinstance(tree, ast.BinOp) and not isinstance(tree.op, ast.Mult | ast.Pow)
    return f"({formula})" if product or isinstance(tree, ast.UnaryOp) else formula


def changed_by(stated: Stated, about: str, factor: str) -> Stated | None:
    """The statement that a stored world speaks against."""
    if about != BOUND:
        return without(stated, about)
    claim = sharper(stated.claim.text, factor)
    return None if claim is None else replace(stated, claim=replace(stated.claim, text=claim))


# -- worlds as data ---------------------------------------------------------------------------------


def as_data(world: World) -> dict[str, Any] | None:
    """What was chosen in a world, so that it can be written down; None if it cannot."""
    values = []
    for key, value in world.known.items():
        if _is_computed(key, world):
            continue
        kept = _plain(value)
        if kept is None:
            return None
        values.append([key[0], list(key[1]), key[2], kept])
    return {"weights": list(world.weights), "dimension": world.dimension, "values": values}


def _is_computed(key: Any, world: World) -> bool:
    """Whether a definition gives this value."""
    definitions = world.meaning.definitions.get(key[0], ())
    return any(world._scope(d, key[1], [0] * len(d.arguments)) is not None for d in definitions)


def _plain(value: Any) -> Any:
    if isinstance(value, int | Fraction):
        return str(value)
    if isinstance(value, tuple):
        numbers = [_plain(c) for c in value]
        return None if None in numbers else numbers
    if isinstance(value, Formal):
        return None if value.letters() else exact(value)
    return asdict(value, dict_factory=_texts) if isinstance(value, Shape) else None


def _texts(items: list[tuple[str, Any]]) -> dict[str, Any]:
    words = {"form", "gradient"}
    return {k: v if k in words else _plain(v) for k, v in items}


# -- searching --------------------------------------------------------------------------------------


def always(draw: dict[str, Any]) -> Sampler:
    """A sampler that knows one draw."""
    return lambda rng: draw


def draw_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """A world that was written down, in the shape of a sampler's draw."""
    tables: dict[str, dict[Any, Any]] = {}
    for name, at, outcome, value in data["values"]:
        place = tuple(at), () if outcome is None else (outcome,)
        tables.setdefault(name, {})[place] = read_back(value)
    drawn = {name: _drawn(table) for name, table in tables.items()}
    return {**drawn, "dimension": data["dimension"], "weights": tuple(data["weights"])}


def _drawn(table: Mapping[Any, Any]) -> Any:
    (at, outcome), value = next(iter(table.items()))
    if isinstance(value, Shape):

        def function(*given: Any) -> Any:
            end = len(given) - len(outcome)
            return table[given[: len(at)], given[end:]](*given[len(at) : end])

        return function
    return {(*at, *outcome): v for (at, outcome), v in table.items()} if at or outcome else value


def as_it_stands(stated: Stated, draw: Mapping[str, Any]) -> dict[str, Any] | None:
    """A draw as data, if it gives a value to all that is asked for and refutes the statement as it is."""

    def source(name: str, at: tuple[int, ...], outcome: int | None) -> Any:
        given = draw[name]
        if isinstance(given, Mapping):
            place = (*at, *(() if outcome is None else (outcome,)))
            return given[place if len(place) > 1 else place[0]]
        if callable(given) and not isinstance(given, Shape):
            raise KeyError(name)  # somebody else's function: the search finds what it is
        return given

    world = World(
        meaning_of(stated), source, draw.get("dimension", 1), tuple(draw.get("weights", (1,)))
    )
    try:
        if not confirmed(world):
            return None
        for relation in (*world.meaning.supposed, world.meaning.claim):
            holds(relation, world, (FLOATS,))
    except (KeyError, IndexError):
        return None
    data = as_data(world)
    return data if data is not None and evaluated(stated, data) else None


def found_against(
    stated: Stated,
    model: Mapping[str, Any],
    sample: Any,
    loose: set[str],
    known: Sequence[Any] = (),
) -> tuple[dict[str, Any] | None, tuple[int, float]]:
    """A world against a statement as data, or in how many nothing was found and how close it came.

    The search begins at the draws that are known.
    """
    for draw in known:
        if (data := as_it_stands(stated, draw)) is not None:
            return data, (0, 0.0)
    tried, closest = 0, 0.0
    searches: list[Search] = []
    searches += [(always(draw), set(), "") for draw in known]
    searches += [(sample, loose, seed) for seed in SEEDS]
    for drawing, names, seed in searches:
        verdict = judge(
            stated,
            model=model,
            sample=drawing,
            worlds=MANY,
            effort=EFFORT,
            loose=names,
            seed=seed,
        )
        tried, closest = tried + verdict.tried, max(closest, verdict.closest)
        data = as_data(verdict.refutation) if verdict.refutation else None
        if data is not None and confirmed(as_world(stated, data)):
            return data, (tried, closest)
    return None, (tried, closest)
