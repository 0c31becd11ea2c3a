"""Definitions define: for every choice of the other names there is what they define.

A definition with an index, such as ``w[t+1] == w[t] - eta*g[t]``, is a hypothesis of the statement.
Here a lemma is written, and proved by Rocq, that says that such names exist, whatever the others
are. So no definitions contradict each other or anything else. An infimum is treated alike: it exists,
because the proof of the theorem bounds the set below.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from . import checker
from .checker import Fact
from .formulas import Formula, Image, NotExported, apply_images, name, num
from .printing import OUTCOME, TYPES, Printer, rocq_name
from .proofs import Exporter
from .scripts import Script
from .statements import bracketed, demand_same_chance

PREVIOUS = "previous"


@dataclass(frozen=True)
class Clause:
    """One defining equation: the name, the subscripts it is defined at, and what it is."""

    fact: Fact
    text: str
    pattern: tuple[Formula, ...]
    right: Formula

    @property
    def holders(self) -> tuple[str, ...] | None:
        """The subscripts, if they are distinct names."""
        words = [a.text for a in self.pattern if a.op == "name" and not a.args]
        distinct = len(set(words)) == len(words) == len(self.pattern)
        return tuple(words) if distinct else None


def existence(made: Exporter) -> list[str]:
    """The lemma that what is defined with an index exists; nothing if there is no such definition."""
    shown = made.shown
    facts = [
        f for f in made.theorem.definitions
        if f.status == "definition" and f not in shown.plain_definitions
    ]  # fmt: skip
    clauses = [_clause(made, f) for f in facts]
    defined = [n for n in shown.names if n in {c.text for c in clauses}]
    if not defined:
        return []
    lets = _lets(made, clauses, defined)
    others = [n for n in shown.given if n not in defined]
    binders = shown.binders(others)
    claim = " /\\ ".join(f"({shown.proposition(f)})" for f in facts)
    exists = " ".join(f"({rocq_name(n)} : {made.printer.type_of(n)})" for n in defined)
    words = shown.introduced(others, [checker.sides(f).left.text for f in lets])
    script = [
        f"intros {' '.join(words)}." if words else "idtac.",
        *_witnesses(made, clauses, defined),
    ]
    return [
        f"Lemma definitions_exist : {f'forall {binders}, ' if binders else ''}",
        *(f"  {shown.let(f)}" for f in lets),
        f"  exists {exists}, {claim}.",
        "Proof.", *("  " + line for line in script), "Qed.", "",
    ]  # fmt: skip


def _clause(made: Exporter, fact: Fact) -> Clause:
    relation = made.shown.relation_of(fact)
    demand_same_chance(made.shown, relation)
    return Clause(fact, relation.left.text, relation.left.args, relation.right)


def _lets(made: Exporter, clauses: list[Clause], defined: list[str]) -> list[Fact]:
    """The outright definitions that the clauses speak of, which must not speak of what is defined."""
    needed = set().union(*(c.right.free for c in clauses))
    found: list[Fact] = []
    for fact in reversed(made.shown.plain_definitions):
        relation = made.shown.relation_of(fact)
        if relation.left.text in needed:
            found.insert(0, fact)
            needed |= relation.right.free - fact.over.values
    for fact in found:
        mixed = made.shown.relation_of(fact).right.free & set(defined)
        if mixed:
            raise NotExported(f"{fact.name} and {min(mixed)} are defined by each other")
    return found


def _witnesses(made: Exporter, clauses: list[Clause], defined: list[str]) -> Script:
    """Something for each name, in an order in which each speaks of those before it only."""
    script: Script = []
    whole = [n for n in defined if made.words.kind(n) == "integer"]
    for n in whole:
        script += _integer(made, [c for c in clauses if c.text == n])
    by_name = {n: [c for c in clauses if c.text == n] for n in defined}
    images = {
        n: Image(group[0].holders, group[0].right)
        for n, group in by_name.items()
        if n not in whole and len(group) == 1 and group[0].holders is not None
    }
    recurring = [n for n in defined if n not in images and n not in whole]
    spoken_of = {n: frozenset[str]() for n in recurring}
    for n in recurring:
        spoken_of[n] = spoken_of[n].union(*(_put_in(c, images).free for c in by_name[n])) - {n}
    for n in _in_order(spoken_of):
        script.append(f"pose ({rocq_name(n)} := {_recurrence(made, n, by_name[n], images)}).")
    for n in _in_order({n: image.body.free for n, image in images.items()}):
        script.append(f"pose ({rocq_name(n)} := {_function(made, n, images[n])}).")
    script.append(f"exists {', '.join(map(rocq_name, defined))}.")
    return [*script, "repeat split; intros; first [assumption | reflexivity | recur]."]


def _in_order(spoken_of: Mapping[str, frozenset[str]]) -> list[str]:
    """Names, each after those that its definition speaks of."""
    placed: list[str] = []
    while waiting := [n for n in spoken_of if n not in placed]:
        ready = [n for n in waiting if not spoken_of[n] & set(waiting)]
        if not ready:
            raise NotExported(f"{', '.join(waiting)} are defined in a circle")
        placed += ready
    return placed


def _put_in(clause: Clause, images: Mapping[str, Image]) -> Formula:
    """The right side of a clause, with what is defined from the present values put in."""
    body = clause.right
    for _ in range(12):
        if not body.free & images.keys():
            return body
        body = apply_images(body, images)
    raise NotExported(f"{clause.text} is defined in a circle")


def _typed(made: Exporter, text: str, holders: tuple[str, ...]) -> list[str]:
    kinds = made.words.arguments(text)
    binders = [f"({rocq_name(h)} : {TYPES[k]})" for h, k in zip(holders, kinds, strict=True)]
    return binders + [f"({OUTCOME} : outcome)"] * made.words.random(text)


def _function(made: Exporter, text: str, image: Image) -> str:
    """What a name is, as a function of its subscripts."""
    binders = " ".join(_typed(made, text, image.holders))
    kinds = dict(zip(image.holders, made.words.arguments(text), strict=True))
    body = _body(made, text, image.body, kinds)
    return f"fun {binders} => {body}" if binders else body


def _body(made: Exporter, text: str, e: Formula, kinds: dict[str, str]) -> str:
    printer = Printer(made.words, kinds)
    return printer.vector(e) if made.words.kind(text) == "vector" else f"({printer.number(e)})%R"


def _recurrence(made: Exporter, text: str, group: list[Clause], images: dict[str, Image]) -> str:
    """``Zrec first next``, or a constant if it is defined at 1 only."""
    starts = [c for c in group if c.pattern and c.pattern[0] == num(1)]
    steps = [c for c in group if c not in starts]
    if len(starts) > 1 or len(steps) > 1 or not group[0].pattern:
        raise NotExported(f"{text} is defined twice")
    rest = _rest(group)
    kinds = {**dict.fromkeys(rest, "integer"), PREVIOUS: made.words.kind(text)}
    inner = "".join(f"fun {rocq_name(r)} => " for r in rest)
    shown_rest = "".join(" " + rocq_name(r) for r in rest)
    zero = "vzero" if made.words.kind(text) == "vector" else "0"
    first = inner + (_body(made, text, _put_in(starts[0], images), kinds) if starts else zero)
    if not steps:
        return f"fun (_ : int){shown_rest}{' (o : outcome)' * made.words.random(text)} => ({first}){shown_rest}"
    t = _index_of_step(steps[0])
    body = _with_previous(_put_in(steps[0], images), text, t)
    following = f"fun {t} {PREVIOUS} => {inner}{_body(made, text, body, kinds)}"
    outcome = " (o : outcome)" * made.words.random(text)
    return f"fun (t_ : int){shown_rest}{outcome} => Zrec ({first}) ({following}) t_{shown_rest}"


def _rest(group: list[Clause]) -> list[str]:
    """The other subscripts, which must be the same names in all clauses."""
    rests = {
        tuple(a.text if a.op == "name" and not a.args else "" for a in c.pattern[1:]) for c in group
    }
    rest = rests.pop()
    if rests or "" in rest or len(set(rest)) != len(rest):
        raise NotExported(f"{group[0].text} has an unusual pattern")
    return list(rest)


def _index_of_step(clause: Clause) -> str:
    """The t of ``w[t+1]``; its range must begin at 1 or later."""
    e = clause.pattern[0]
    if e.op == "add" and e.args[0].op == "name" and not e.args[0].args and e.args[1] == num(1):
        ranges = {i: low for i, low, _ in checker.ranges(clause.fact)}
        t = e.args[0].text
        if ranges.get(t) == num(1):
            return t
    raise NotExported(f"{clause.text} has an unusual pattern")


def _with_previous(e: Formula, text: str, t: str) -> Formula:
    """With ``w[t, i]`` as the value of the round before at i; no other round may occur."""
    args = tuple(_with_previous(a, text, t) for a in e.args)
    if e.op == "name" and e.text == text:
        if args[0] != name(t):
            raise NotExported(f"{text} is defined by more than the round before")
        return name(PREVIOUS, *args[1:])
    return replace(e, args=args)


def _integer(made: Exporter, clauses: list[Clause]) -> Script:
    """A whole number that is defined as a sum of whole numbers."""
    (clause,) = clauses
    body, low, high = clause.right.args if clause.right.op == "sum" else (None, None, None)
    if body is None or low is None or high is None or made.printer.kind(body) != "integer":
        raise NotExported(f"that {clause.text} is whole is not seen")
    index = rocq_name(clause.right.text)
    ends = f"{made.printer.integer(low)} {made.printer.integer(high)}"
    own = rocq_name(clause.text)
    terms = f"(fun {index} => {made.printer.integer(body)})"
    return [f"destruct (Zsum_whole {terms} {ends}) as [{own} Whole_{own}]."]


def infima(made: Exporter) -> list[str]:
    """For each infimum of the statement, the lemma that it exists."""
    out: list[str] = []
    for fact in made.theorem.definitions:
        if fact.status == "infimum":
            out += _infimum(made, fact)
    return out


def _infimum(made: Exporter, fact: Fact) -> list[str]:
    shown, parts = made.shown, checker.infimum(fact)
    point = {"vector": "vzero", "real": "0"}.get(made.words.kind(parts.over))
    if parts.conditions or point is None or made.printer.sign(parts.over):
        raise NotExported(f"that the infimum {parts.left.text} exists is not seen")
    use = made.at_every(parts.over, _bounded_by(made, fact))
    given = [n for n in shown.given if n != parts.left.text]
    others = [f for f in made.theorem.supposed if f != fact and f not in shown.plain_definitions]
    others = [f for f in others if parts.left.text not in shown.names_in(f)]
    signs = [n for n in shown.signs if n != parts.left.text]
    words = shown.introduced(given, shown.outright)
    words += [f"sign_{n}" for n in signs] + [f"H_{f.name}" for f in others]
    bound = made.printer.number(use.relation.left)
    return [
        f"Lemma {fact.name}_exists : forall {shown.binders(given)},",
        *(f"  {shown.let(f)}" for f in shown.plain_definitions),
        *(f"  {bracketed(made.printer.sign(n))} ->" for n in signs),
        *(f"  {bracketed(shown.proposition(f))} ->" for f in others),
        f"  exists {rocq_name(parts.left.text)}, {shown.proposition(fact)}.",
        "Proof.",
        f"  intros {' '.join(words)}.",
        f"  apply (inf_exists _ _ ({bound}) {point}); [exact I|].",
        f"  intros {parts.over}_ Hdomain_. {use.tactic}.",
        "Qed.", "",
    ]  # fmt: skip


def _bounded_by(made: Exporter, fact: Fact) -> Fact:
    """The fact that bounds the set below, as ``inf(best, fact)`` cites it in the proof."""
    for tree in (t for lemma in made.lemmas.values() for line in lemma.lines for t in line.reasons):
        match tree:
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=text), ast.Name(id=bound)]):
                if text == fact.name:
                    return made.facts[bound]
    raise NotExported(f"nothing shows that the infimum {fact.name} exists")
