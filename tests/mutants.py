"""Mutants of the proofs: what happens to a theorem when one place of its context is changed.

A context is recorded as the list of its calls: names declared, facts supposed, derivations. A mutant
changes one place of one call, or drops a fact together with every citation of it. Then the calls are
made again. The mutant is *refused* where it was made, or *later*, because what rests on it is
refused; or it *survives*, and the context accepts everything as if nothing had happened.

A survivor is no proof of a fault: a hypothesis can be stronger than needed, a lemma be stated in
another true way. It is a question that somebody has to answer, in ``SURVIVORS`` of the test.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import astuple, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sympy
from evaluating import in_words
from made_from import code_in, code_of

from olbook.checked import CheckError, Context, Theorem
from olbook.checked.displayed import said_of, stated
from olbook.checked.judge import Verdict, counterexample
from olbook.checked.reading.chains import Step, lines_of, read_chain
from olbook.checked.trusted.facts import Fact, lemmas_in
from olbook.checked.trusted.rules.citing import _parts
from olbook.proofs import CATALOGUE

STORED = Path(__file__).with_name("mutants_tried.json")

FACTS = ("hyp", "define", "assume")
DERIVATIONS = ("prove", "theorem")
METHODS = (*FACTS, *DERIVATIONS, "cite", "model")

REFUSED, LATER, SURVIVES = "refused", "later", "survives"
SAME = "the same, written otherwise"  # no mutant at all


@dataclass(frozen=True)
class Call:
    """One call of a context, its arguments by name; ``Context(...)`` itself is ``declare``."""

    method: str
    arguments: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the fact it makes, or what it does."""
        return str(self.arguments.get("fact", self.arguments.get("name", self.method)))

    def with_(self, **changed: Any) -> Call:
        """The same call with some arguments changed; ``None`` leaves an argument out."""
        arguments = {**self.arguments, **changed}
        return replace(self, arguments={k: v for k, v in arguments.items() if v is not None})

    def on(self, ctx: Context) -> None:
        """Make this call."""
        getattr(ctx, self.method)(**self.arguments)

    def described(self) -> str:
        """The call in words that are the same in every process."""

        def said(value: Any) -> Any:
            if isinstance(value, Theorem):
                return value.digest
            return inspect.getsource(value) if inspect.isfunction(value) else value

        return f"{self.method} { {name: said(value) for name, value in self.arguments.items()} }"


@dataclass(frozen=True)
class Mutant:
    """A change of the recorded calls, by position; ``None`` leaves a call out.

    ``alone`` says that it is judged by itself: the converse of a step survives if it is accepted.
    """

    unit: str
    operator: str
    what: str
    changes: Mapping[int, Call | None]
    alone: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """How the list of survivors speaks of it."""
        return self.unit, self.what

    @property
    def place(self) -> int:
        """The first call that is changed."""
        return min(self.changes)


@dataclass(frozen=True)
class Journal:
    """The calls of one context, and the context they made."""

    unit: str
    calls: tuple[Call, ...]
    context: Context


@dataclass(frozen=True)
class Tally:
    """What became of the mutants of one unit."""

    counts: Mapping[str, Mapping[str, int]]  # by kind of change, then by fate
    survivors: Sequence[str]
    false: Sequence[str]  # accepted, and numbers show that it is false

    def number(self, *fates: str) -> int:
        """How many met one of these fates."""
        return sum(by_fate.get(fate, 0) for by_fate in self.counts.values() for fate in fates)


def table(tallies: Mapping[str, Tally]) -> str:
    """How many were tried, and what became of them, by theorem."""
    fates = (REFUSED, LATER, SURVIVES)
    rows = {unit: [tally.number(fate) for fate in fates] for unit, tally in tallies.items()}
    rows["all"] = [sum(numbers) for numbers in zip(*rows.values(), strict=True)]
    heading = f"{'theorems':42}{'tried':>8}" + "".join(f"{fate:>10}" for fate in fates)
    lines = [f"{unit:42}{sum(n):8}" + "".join(f"{x:10}" for x in n) for unit, n in rows.items()]
    return "\n".join([heading, *lines])


# ---------------------------------------------------------------------- recording
class Recording(Context):
    """A context that remembers its calls."""

    def __init__(self, **declared: str) -> None:
        super().__init__(**declared)
        self.calls = [Call("declare", declared)]


def _remembering(method: str) -> Callable[..., Any]:
    original = getattr(Context, method)
    parameters = inspect.signature(original)

    def remembered(self: Recording, *args: Any, **kwargs: Any) -> Any:
        result = original(self, *args, **kwargs)
        arguments = dict(parameters.bind(self, *args, **kwargs).arguments)
        del arguments["self"]
        for words in ("statement", "kind", "within", "shown", "why"):  # no part of what is proved
            arguments.pop(words, None)
        arguments |= arguments.pop("values", {})  # of model(**values)
        self.calls.append(Call(method, arguments))
        return result

    return remembered


for _method in METHODS:
    setattr(Recording, _method, _remembering(_method))


def units() -> dict[str, Callable[[], Any]]:
    """The functions that prove the theorems of the catalogue, by the ids of what they prove."""
    by_function: dict[Callable[[], Any], list[str]] = {}
    for identifier, entry in CATALOGUE.items():
        by_function.setdefault(entry.build, []).append(identifier)
    return {" ".join(ids): build for build, ids in by_function.items()}


def journals(unit: str, build: Callable[[], Any]) -> list[Journal]:
    """Prove the theorems of one function again, in contexts that record."""
    build()  # whatever it cites from other contexts is proved once, by ordinary ones
    made: list[Recording] = []

    def recording(**declared: str) -> Context:
        made.append(Recording(**declared))
        return made[-1]

    with ExitStack() as patches:
        for name, module in list(sys.modules.items()):
            if name.startswith("olbook.proofs.") and hasattr(module, "Context"):
                patches.enter_context(patch.object(module, "Context", recording))
        inspect.unwrap(build)()
    return [Journal(unit, tuple(ctx.calls), ctx) for ctx in made]


# ---------------------------------------------------------------------- edits of a formula
SWAPPED = {
    ast.Add: (ast.Sub, "sign"),
    ast.Sub: (ast.Add, "sign"),
    ast.Mult: (ast.Div, "operation"),
    ast.Div: (ast.Mult, "operation"),
}
# Ways of using a fact whose last argument is another use. Not "times": without it, the multiplier is
# searched and found, and the step is the same.
UNWRAPPED = ("sum", "E", "inf")


def edits(text: str) -> Iterator[tuple[str, str]]:
    """Every formula, or reason, that differs from ``text`` in one place; with the kind of change."""
    tree = ast.parse(text.strip(), mode="eval")
    for parent in list(ast.walk(tree)):
        for name, value in ast.iter_fields(parent):
            children = value if isinstance(value, list) else [value]
            for position, child in enumerate(children):
                if not isinstance(child, ast.expr):
                    continue
                for operator, other in _variants(child, parent, name, position):
                    children[position] = other
                    setattr(parent, name, children if isinstance(value, list) else other)
                    yield operator, ast.unparse(tree)
                children[position] = child
                setattr(parent, name, value)


def _variants(
    node: ast.expr, parent: ast.AST, field_name: str, position: int
) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
            other, operator = SWAPPED[type(op)]
            yield operator, ast.BinOp(left, other(), right)
        case ast.UnaryOp(operand=operand):
            yield "sign", operand
        case ast.Constant(value=int(number)):
            yield "number", ast.Constant(number + 1)
        case ast.Name() if _counts(parent, field_name, position):
            yield "index", ast.BinOp(node, ast.Add(), ast.Constant(1))
        case ast.Call(func=ast.Name(id=word), args=arguments, keywords=keywords):
            if word in UNWRAPPED:
                yield "wrapping", arguments[-1]
            if word == "cases":
                yield "wrapping", arguments[0]
            if word in ("cases", "calculus") and len(arguments) > 1:
                yield "wrapping", ast.Call(node.func, arguments[:-1], [])
            for k in range(len(keywords) if len(keywords) > 1 else 0):
                yield "wrapping", ast.Call(node.func, arguments, keywords[:k] + keywords[k + 1 :])


def _counts(parent: ast.AST, field_name: str, position: int) -> bool:
    """Whether a name stands as a subscript, or as the upper end of a sum."""
    match parent:
        case ast.Subscript():
            return field_name == "slice"
        case ast.Tuple(ctx=ast.Load()):
            return field_name == "elts"
        case ast.Call(func=ast.Name(id="Sum")):
            return field_name == "args" and position == 3
        case ast.Call(func=ast.Name(id="sum")):
            return field_name == "args" and position == 2
    return False


# ---------------------------------------------------------------------- mutants of a derivation
@dataclass(frozen=True)
class Line:
    """One line of a derivation, in its parts."""

    relation: str
    formula: str
    uses: tuple[str, ...]
    gap: str

    def __str__(self) -> str:
        parts = [f"by {', '.join(self.uses)}"] if self.uses else []
        parts += [f"gap {self.gap}"] if self.gap else []
        reason = f" | {' ; '.join(parts)}" if parts else ""
        return f"{self.relation} {self.formula}{reason}".strip()


def parsed(text: str) -> list[Line]:
    """The lines of a derivation."""
    lines = []
    for number, line in enumerate(lines_of(text)):
        relation = line[:2] if number else ""
        formula, _, reason = line[len(relation) :].partition("|")
        by, gap = re.fullmatch(r"\s*(?:by ([^;]*?))?\s*;?\s*(?:gap (.*))?", reason).groups()  # type: ignore[union-attr]
        uses = ast.parse(f"({by},)", mode="eval").body.elts if by else []  # type: ignore[attr-defined]
        lines.append(
            Line(relation, formula.strip(), tuple(map(ast.unparse, uses)), (gap or "").strip())
        )
    return lines


def lines_changed(line: Line) -> Iterator[tuple[str, Line]]:
    """Every line that differs in one place: the formula, the relation, a reason, the gap."""
    for operator, new in edits(line.formula):
        yield operator, replace(line, formula=new)
    if line.relation in ("<=", ">="):
        yield "relation", replace(line, relation="==")
    for k, use in enumerate(line.uses):
        yield "reason dropped", replace(line, uses=line.uses[:k] + line.uses[k + 1 :])
        for operator, new in edits(use):
            changed = (*line.uses[:k], new, *line.uses[k + 1 :])
            yield f"{operator} in a reason", replace(line, uses=changed)
    if line.gap:
        yield "gap dropped", replace(line, gap="")
        for operator, new in edits(line.gap):
            yield f"{operator} in a gap", replace(line, gap=new)


def of_a_derivation(journal: Journal, place: int) -> Iterator[Mutant]:
    """Mutants of a lemma or a theorem."""
    call = journal.calls[place]
    lines = parsed(call.arguments["text"])

    def mutant(operator: str, what: str, new: Call, alone: bool = False) -> Mutant:
        return Mutant(journal.unit, operator, f"{call.name}: {what}", {place: new}, alone)

    def text_of(chosen: Iterable[Line]) -> str:
        return "\n".join(map(str, chosen))

    for number, line in enumerate(lines):
        for operator, new in lines_changed(line):
            text = text_of([*lines[:number], new, *lines[number + 1 :]])
            yield mutant(operator, str(new), call.with_(text=text))
        if line.relation in ("<=", ">="):
            start = Line("", line.formula, (), "")
            end = replace(line, formula=lines[number - 1].formula)
            arguments = {"name": call.name, "text": text_of([start, end])}
            arguments |= {"on": call.arguments["on"]} if call.arguments.get("on") else {}
            shown = f"{start} {end}"
            yield mutant("converse", shown, Call("prove", arguments), alone=True)
    if call.method == "theorem":
        for operator, claim in edits(call.arguments["claim"]):
            yield mutant(f"{operator} in the claim", f"claim {claim}", call.with_(claim=claim))
    for wider in ranges_changed(call.arguments.get("on") or "", -1):
        yield mutant("range", f"on {wider}", call.with_(on=wider))


# ---------------------------------------------------------------------- mutants of what is supposed
def ranges_changed(text: str, step: int, chosen: Sequence[str] | None = None) -> Iterator[str]:
    """``"t: 1..T"`` with one end moved, inwards for ``step = 1`` and outwards for ``-1``."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for k, part in enumerate(parts):
        index, low, high = re.fullmatch(r"(\w+)\s*:\s*(.+?)\s*\.\.\s*(.+)", part).groups()  # type: ignore[union-attr]
        moved = (f"{index}: {low} + {step}..{high}", f"{index}: {low}..{high} - {step}")
        for new in moved if chosen is None or index in chosen else ():
            yield ", ".join([*parts[:k], new, *parts[k + 1 :]])


def weaker(text: str) -> Iterator[str]:
    """The relation turned round, or a strict one made weak."""
    for sign, others in {"<=": (">=",), ">=": ("<=",), "<": (">", "<="), ">": ("<", ">=")}.items():
        left, found, right = text.partition(f" {sign} ")
        if found:
            yield from (f"{left} {other} {right}" for other in others)


def of_a_fact(journal: Journal, place: int) -> Iterator[Mutant]:
    """Mutants of a hypothesis, a definition or an assumed lemma."""
    call = journal.calls[place]
    text = call.arguments["text"]
    kind = {"hyp": "hypothesis", "define": "definition", "assume": "assumption"}[call.method]

    def mutant(operator: str, what: str, new: Call) -> Mutant:
        what = f"{call.name}: {what}"
        return Mutant(journal.unit, f"{kind}: {operator}", what, {place: new})

    for operator, new in edits(text):
        yield mutant(operator, new, call.with_(text=new))
    for new in weaker(text):
        yield mutant("relation", new, call.with_(text=new))
    for each in (call.arguments.get("for_all") or "").split():
        kept = " ".join(n for n in call.arguments["for_all"].split() if n != each)
        yield mutant("not for all", f"not for all {each}", call.with_(for_all=kept))
    for narrower in ranges_changed(call.arguments.get("on") or "", 1):
        yield mutant("range", f"on {narrower}", call.with_(on=narrower))
    dropped = {place: None} | {
        later: without(other, call.name)
        for later, other in enumerate(journal.calls)
        if later > place and without(other, call.name) != other
    }
    yield Mutant(journal.unit, f"{kind}: dropped", f"{call.name}: dropped", dropped)


def without(call: Call, fact: str) -> Call:
    """A call that no longer cites a fact."""

    def speaks_of_it(tree: ast.AST) -> bool:
        return any(isinstance(part, ast.Name) and part.id == fact for part in ast.walk(tree))

    if call.method in DERIVATIONS:
        lines = [
            replace(line, uses=tuple(use for use in line.uses if not speaks_of_it(ast.parse(use))))
            for line in parsed(call.arguments["text"])
        ]
        return (
            call.with_(text="\n".join(map(str, lines)))
            if lines != parsed(call.arguments["text"])
            else call
        )
    if call.method == "define" and "inf(" in call.arguments["text"]:
        kept = re.sub(rf", {fact}\b", "", call.arguments["text"])
        return call.with_(text=kept) if kept != call.arguments["text"] else call
    return call


def of_a_declaration(journal: Journal) -> Iterator[Mutant]:
    """A sign forgotten, a fixed name made random, a range made smaller that a fact is stated for."""
    language = journal.context._language
    call = journal.calls[0]
    declared = call.arguments
    texts = " ".join(c.arguments["text"] for c in journal.calls if "text" in c.arguments)
    in_sight = set(re.findall(r"\w+", texts))
    for kind, weaker_kind in (("positive", "real"), ("nonneg", "real"), ("posint", "nonnegint")):
        for name in filter(in_sight.__contains__, declared.get(kind, "").split()):
            rest = " ".join(n for n in declared[kind].split() if n != name)
            more = f"{declared.get(weaker_kind, '')} {name}".strip()
            changed = call.with_(**{kind: rest, weaker_kind: more})
            what = f"{name} is {weaker_kind}"
            yield Mutant(journal.unit, "sign forgotten", what, {0: changed})
    fixed = [n for n in in_sight if n in language.names and not language.is_random_name(n)]
    fixed = [n for n in sorted(fixed) if language.names[n].symbol not in language.ranges]
    for name in fixed if "random" in declared else ():
        more = f"{declared['random']} {name}"
        yield Mutant(
            journal.unit, "chance added", f"{name} is random", {0: call.with_(random=more)}
        )
    facts = journal.context._facts.values()
    ranging = {f"{index} {ends}" for fact in facts for index, ends in fact.over.ranges}
    used = [str(index) for index, ends in language.ranges.items() if f"{index} {ends}" in ranging]
    used += [str(r) for r in language.uniform if str(r) in in_sight]
    for kind in ("index", "uniform"):
        for narrower in ranges_changed(declared.get(kind, ""), 1, used):
            changed = call.with_(**{kind: narrower})
            yield Mutant(journal.unit, "range of an index", f"{kind} {narrower}", {0: changed})


def of_a_citation(journal: Journal, place: int) -> Iterator[Mutant]:
    """What the names of a cited theorem stand for, changed in one place."""
    call = journal.calls[place]
    parts = [part.strip() for part in _parts(call.arguments.get("given", ""))]
    for k, part in enumerate(parts):
        pattern, _, formula = part.partition("=")
        others = [(f"{op} in a citation", f"{pattern.strip()} = {f}") for op, f in edits(formula)]
        for operator, new in [*others, ("image dropped", "")]:
            given = ", ".join(filter(None, [*parts[:k], new, *parts[k + 1 :]]))
            what = f"{call.name}: {new or 'without ' + part}"
            yield Mutant(journal.unit, operator, what, {place: call.with_(given=given)})


def mutants(journal: Journal) -> Iterator[Mutant]:
    """Every mutant of a context.

    A fact that no theorem of the context rests on is part of none, and is left as it is.
    """
    theorems = journal.context._theorems.values()
    needed = set().union(*(theorem.proof.fact.rests_on for theorem in theorems))
    yield from of_a_declaration(journal)
    for place, call in enumerate(journal.calls):
        if call.method in FACTS and call.name in needed:
            yield from of_a_fact(journal, place)
        elif call.method in DERIVATIONS:
            yield from of_a_derivation(journal, place)
        elif call.method == "cite":
            yield from of_a_citation(journal, place)


# ---------------------------------------------------------------------- the same calls, once more
def fresh(declared: Mapping[str, str]) -> Context:
    """A context that wastes no time on words and witnesses: the proof alone has to notice."""
    ctx = Context(**declared)
    ctx._explainer.failure = lambda *_: "refused"  # type: ignore[method-assign]
    ctx._judged = lambda *_: Verdict(1, 0, None, "not asked here")  # type: ignore[method-assign]
    return ctx


class Replay:
    """Makes the calls of a journal again, with a mutant in them.

    What does not rest on the changed place is taken over as it was proved.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._harness_tried: set[str] = set()
        self._ready = fresh(journal.calls[0].arguments)  # as it was before the call ...
        self._next = 1  # ... of this number

    def fate(self, mutant: Mutant) -> tuple[str, str]:
        """What becomes of a mutant; and numbers, if it was accepted and is false."""
        place, new = mutant.place, mutant.changes[mutant.place]
        old = self.journal.calls[place]
        if new is not None and place and new.method in DERIVATIONS:
            self._advance(place)
            at_once = self._derivation(old, new)
            if at_once is not None:
                return at_once, ""
        return self._whole(mutant)

    def _advance(self, place: int) -> None:
        if place < self._next:
            raise ValueError("mutants come in the order of the calls")
        for call in self.journal.calls[self._next : place]:
            self._take_over(self._ready, call)
        self._next = place

    def _take_over(self, ctx: Context, call: Call) -> None:
        """What an unchanged call made, without proving it again."""
        mine, theirs = ctx, self.journal.context
        if call.method not in (*DERIVATIONS, "cite"):
            call.on(ctx)
            return
        mine._facts.add(theirs._facts[call.name])
        for table in ("_proofs", "_theorems"):
            if call.name in getattr(theirs, table):
                getattr(mine, table)[call.name] = getattr(theirs, table)[call.name]

    def _derivation(self, old: Call, new: Call) -> str | None:
        """Refused or the same, if the changed steps alone decide; ``None`` if they are accepted."""
        proof = self.journal.context._proofs[old.name]
        known = [_content(step) for step in proof.chain.steps]
        if old.name not in self._harness_tried:
            assert self._accepts(old, []) == len(known), f"{old.name} itself is not accepted here"
            self._harness_tried.add(old.name)
        if "claim" in new.arguments and not self._shows(proof.fact, new.arguments["claim"]):
            return REFUSED
        changed = self._accepts(
            new, known if new.arguments.get("on") == old.arguments.get("on") else []
        )
        return REFUSED if changed is None else SAME if changed == 0 else None

    def _accepts(self, call: Call, known: list[tuple[Any, ...]]) -> int | None:
        """How many steps of a derivation are new; ``None`` if one of these is refused."""
        ctx, memory = self._ready, self._ready._language.memory
        try:
            text, on = call.arguments["text"], call.arguments.get("on")
            chain = read_chain(ctx._language, call.name, text, on, "")
            steps = [step for step in chain.steps if _content(step) not in known]
            for step in steps:
                certificate = ctx._certificate(step, chain.ranges)
                ctx._kernel.accept_step(step, certificate, chain.ranges)
        except Exception:  # whatever it is: the public call makes it a refusal
            return None
        finally:
            ctx._language.memory = memory
        return len(steps)

    def _shows(self, fact: Fact, claim: str) -> bool:
        """Whether a claim is what a derivation shows."""
        ctx, memory = self._ready, self._ready._language.memory
        try:
            relation = ctx._language.relation(claim)
        except CheckError:
            return False
        finally:
            ctx._language.memory = memory
        stated = relation.left.sym, relation.operator, relation.right.sym
        return stated == (fact.left, fact.operator, fact.right)

    def _whole(self, mutant: Mutant) -> tuple[str, str]:
        """All calls, until one is refused."""
        changed = mutant.changes.get(0) or self.journal.calls[0]
        try:
            ctx = fresh(changed.arguments)
        except CheckError:  # such names cannot be declared
            return REFUSED, ""
        affected: set[str] | None = set() if mutant.place else None  # None: everything is
        numbers = ""
        for place, call in enumerate(self.journal.calls[1:], 1):
            if place in mutant.changes:
                new = mutant.changes[place]
                if affected is not None and place == mutant.place:
                    affected.add(call.name)
            elif affected is not None and not self._rests_on(call, affected):
                self._take_over(ctx, call)
                continue
            else:
                new = call
            try:
                if new is not None:
                    new.on(ctx)
            except Exception:  # CheckError, or an error of the builder's own
                itself = place == mutant.place or self.journal.calls[mutant.place].method in FACTS
                return REFUSED if itself or not mutant.place else LATER, numbers
            if affected is not None and call.name in self.journal.context._facts:
                affected.add(call.name)
            if place == mutant.place and new is not None:
                if new.method in FACTS and self._same_fact(ctx, new.name):
                    return SAME, ""
                speaks = new.method in (*DERIVATIONS, "cite") and not mutant.alone
                if speaks and self._same_content(ctx, new.name):
                    return SAME, ""
                if new.method in DERIVATIONS:
                    numbers = _numbers_against(ctx, new.name)
                if mutant.alone:
                    break
        return SURVIVES, numbers

    def _rests_on(self, call: Call, names: set[str]) -> bool:
        """Whether what a call made can depend on these facts."""
        if call.method not in (*DERIVATIONS, "cite"):
            return True
        context = self.journal.context
        basis = context._facts[call.name].rests_on
        used = {*basis, *lemmas_in(basis)}
        if call.name in context._proofs:
            used |= context._proofs[call.name].cited
        return bool(used & names)

    def _same_fact(self, ctx: Context, name: str) -> bool:
        one, other = ctx._facts[name], self.journal.context._facts[name]
        return all(
            getattr(one, part) == getattr(other, part)
            for part in ("left", "operator", "right", "over")
        )

    def _same_content(self, ctx: Context, name: str) -> bool:
        """Whether an accepted derivation, or citation, says what the original says, line by line."""

        def lines(context: Context) -> list[tuple[Any, ...]]:
            normal = context._known.algebra.normal_form
            fact = context._facts[name]
            said = [(normal(fact.left), fact.operator, normal(fact.right), fact.over.ranges)]
            for accepted in context._proofs[name].accepted if name in context._proofs else ():
                step = accepted.step
                uses = [normal(s.slack) for s in accepted.statements]
                said.append((normal(step.left.sym), step.operator, normal(step.right.sym), *uses))
            return said

        return lines(ctx) == lines(self.journal.context)


def _content(step: Step) -> tuple[Any, ...]:
    """What a step says, whatever blanks and brackets it is written with."""
    reasons = tuple(map(ast.dump, step.reasons))
    gap = None if step.gap is None else step.gap.sym
    return step.left.sym, step.operator, step.right.sym, reasons, gap


def _numbers_against(ctx: Context, name: str) -> str:
    """Numbers that satisfy every hypothesis and contradict an accepted fact; nothing, if it is sound."""
    fact, language = ctx._facts[name], ctx._known.language
    text = f"{in_words(fact.left, language)} {fact.operator} {in_words(fact.right, language)}"
    claim = replace(said_of(fact), text=text)
    question = stated(language, ctx._facts.values(), claim)
    found = counterexample(question, model=ctx._model, effort=200)
    return f"{name}: {fact.text}: {found}" if found else ""


# ---------------------------------------------------------------------- all of them
def tried(unit: str) -> Tally:
    """The fates of the mutants of one unit."""
    fates: dict[str, tuple[str, str]] = {}
    false = []
    for journal in journals(unit, units()[unit]):
        replay = Replay(journal)
        for mutant in mutants(journal):
            if mutant.what not in fates:
                fate, numbers = replay.fate(mutant)
                fates[mutant.what] = mutant.operator, fate
                false += [numbers] if numbers else []
    counts: dict[str, Counter[str]] = {}
    for operator, fate in fates.values():
        counts.setdefault(operator, Counter())[fate] += 1
    survivors = [what for what, (_, fate) in fates.items() if fate == SURVIVES]
    plain = {operator: dict(by_fate) for operator, by_fate in counts.items()}
    return Tally(plain, survivors, false)


def address(unit: str) -> str:
    """A digest of all that decides the fates: the calls of the unit, the checker, this file."""
    calls = [call.described() for made in journals(unit, units()[unit]) for call in made.calls]
    return hashlib.sha256("\n".join([_instruments(), *calls]).encode()).hexdigest()


@cache
def _instruments() -> str:
    """What the checker and its mutants do, and the version of SymPy."""
    return f"{sympy.__version__} {code_in('olbook/checked')} {code_of(Path(__file__))}"


def stored() -> dict[str, tuple[str, Tally]]:
    """The tallies of the last run, each with the address it was made for."""
    entries = json.loads(STORED.read_text(encoding="utf-8"))
    return {unit: (made_for, Tally(*tally)) for unit, (made_for, *tally) in entries.items()}


def tried_all(processes: int, seconds: float = math.inf) -> dict[str, Tally]:
    """The fates of the mutants, of all units or of those that were begun within so many seconds.

    Only what has changed is tried again.
    """
    known, end = stored(), time.monotonic() + seconds
    with ProcessPoolExecutor(processes) as pool:
        today = dict(zip(units(), pool.map(address, units()), strict=True))
        known = {unit: known[unit] for unit in today if known.get(unit, ("",))[0] == today[unit]}
        futures = {pool.submit(tried, unit): unit for unit in today if unit not in known}
        for future in as_completed(futures):
            unit, tally = futures[future], future.result()
            print(f"{unit}: {tally.number(REFUSED, LATER, SURVIVES)} mutants", flush=True)
            known[unit] = today[unit], tally
            _store(known)  # after each, for who is interrupted
            if time.monotonic() > end:
                pool.shutdown(cancel_futures=True)
                break
    return {unit: known[unit][1] for unit in today if unit in known}


def _store(known: Mapping[str, tuple[str, Tally]]) -> None:
    entries = {unit: [made_for, *astuple(tally)] for unit, (made_for, tally) in known.items()}
    lines = [f"{json.dumps(unit)}: {json.dumps(entries[unit])}" for unit in sorted(entries)]
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
