"""Theorems of other contexts, read in the names of this one.

The theorem is compiled in its own file. Here each of its names gets an image, each of its premises
becomes a lemma about the images, and what follows is one more lemma of the section.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from . import checker
from .algebra import Poly
from .checker import Fact
from .formulas import (
    Formula,
    Image,
    NotExported,
    Relation,
    apply_images,
    call,
    name,
    num,
    parse,
    substitute,
)
from .lemmas import Lemma, Lemmas, Ranges, Use, Values
from .printing import OUTCOME, TYPES, Printer, rocq_name
from .scripts import Script
from .statements import averaged


def file_name(identifier: str) -> str:
    """The name of the Rocq file with the proof of a theorem, which is a module."""
    return "T_" + "".join(c if c.isalnum() else "_" for c in identifier)


def statement_file(identifier: str) -> str:
    """The name of the file with its statement."""
    return file_name(identifier).replace("T_", "S_", 1)


def inhabitant(made: Lemmas, text: str) -> str:
    """Something of the type and sign of a name that only a proof speaks of."""
    value = {"vector": "vzero", "integer": "1%Z", "real": "1"}[made.words.kind(text)]
    arity = len(made.words.arguments(text)) + made.words.random(text)
    return f"(fun {' '.join(['_'] * arity)} => {value})" if arity else value


@dataclass(frozen=True)
class Citation:
    """One cited theorem, and what its names stand for."""

    made: Lemmas
    fact: Fact
    cited: Lemmas
    fact_use: Callable[[Fact, Values], Use]  # what a fact of this context states

    @functools.cached_property
    def images(self) -> dict[str, Image]:
        """The images that are given; the other names stand for those spelled alike."""
        found = {}
        for part in _parts(checker.citation(self.fact).given):
            pattern, _, text = part.partition("=")
            left, body = parse(pattern), averaged(parse(text), self.made.words)
            found[left.text] = Image(tuple(a.text for a in left.args), body)
        return found

    @property
    def names(self) -> set[str]:
        """The names of this context that it speaks of."""
        found: set[str] = set()
        for n in self.cited.final.names:
            if n in self.images:
                found |= self.images[n].body.free - set(self.images[n].holders)
            elif n in self.cited.shown.names:
                found.add(n)
        return found & set(self.made.words.names)

    @functools.cached_property
    def parameters(self) -> Ranges:
        """The indices of this context for which all of it is read."""
        ranges = checker.ranges(self.fact)
        return ranges[: len(ranges) - len(self.cited.final.ranges)]

    @functools.cached_property
    def in_each_outcome(self) -> bool:
        """Whether a theorem in which a name is fixed is read for a random image of it."""
        for n in self.cited.final.names:
            if self.cited.words.random(n):
                continue
            image = self.images.get(n)
            if image is None:
                if n in self.made.words and self.made.words.random(n):
                    return True
            elif self._printer(n, image).is_random(image.body):
                return True
        return False

    def _printer(self, text: str, image: Image) -> Printer:
        kinds = self.cited.words.arguments(text)
        return Printer(self.made.words, dict(zip(image.holders, kinds, strict=True)))

    def _read(self, e: Formula, without: frozenset[str] = frozenset()) -> Formula:
        """A formula of the theorem in the names of this context."""
        return apply_images(e, {n: i for n, i in self.images.items() if n not in without})

    def _read_ranges(self, ranges: Ranges) -> Ranges:
        return [(i, self._read(low), self._read(high)) for i, low, high in ranges]

    def argument(self, text: str) -> str:
        """What stands for a name of the theorem, as an argument."""
        words, cited = self.made.words, self.cited
        if text not in cited.shown.names and text not in self.images:  # a choice of its proof
            return inhabitant(cited, text)
        kinds = cited.words.arguments(text)
        image = self.images.get(text)
        if image is None:
            if cited.words.random(text) == words.random(text):
                return rocq_name(text)
            holders = tuple(f"a{n}_" for n, _ in enumerate(kinds))
            image = Image(holders, name(text, *map(name, holders)))
        body = self._printer(text, image).argument(image.body, cited.words.kind(text))
        binders = [
            f"({rocq_name(h)} : {TYPES[k]})" for h, k in zip(image.holders, kinds, strict=True)
        ]
        binders += [OUTCOME] * cited.words.random(text)
        return f"(fun {' '.join(binders)} => {body})" if binders else body

    # ------------------------------------------------------------------ lemmas
    def lemmas(self, lemma: Lemma, prefix: str) -> list[str]:
        """The premises, and what follows from them."""
        made, final = self.made, self.cited.final
        words = [w for i, *_ in self.parameters for w in (rocq_name(i), f"H{i}_")]
        words += [OUTCOME] * self.in_each_outcome
        scope = "".join(made.printer.within(*r) for r in self.parameters)
        scope += f"forall {OUTCOME} : outcome, " * self.in_each_outcome
        out, premises = [], []
        for premise in final.premises:
            own = f"{prefix}{self.fact.name}_{premise.name}"
            claim, script = self._premise(premise, lemma, words)
            out += made.lemma_text(own, scope + claim, script)
            premises.append(f"({' '.join([own, *words])})")
        terms = [f"{file_name(self.cited.theorem.name)}.L_{final.text}"]
        terms += [self.argument(n) for n in final.names]
        terms += ["ltac:(intros; side)" for n in final.names if self.cited.printer.sign(n)]
        terms += premises
        last = [w for i, *_ in final.ranges for w in (rocq_name(i), f"H{i}_")]
        last += [OUTCOME] * self.cited.is_random(final)
        claim = scope + "".join(made.printer.within(*r) for r in self._read_ranges(final.ranges))
        claim += f"forall {OUTCOME} : outcome, " * self.cited.is_random(final)
        claim += made.printer.relation(final.relation.map(self._read))
        script = [f"intros {' '.join([*words, *last])}."] if words or last else []
        script += [made.posed(f) for f in self._signs]
        script.append(f"cite ({' '.join([*terms, *last])}).")
        return out + made.lemma_text(f"{prefix}{self.fact.name}", claim, script)

    @property
    def _signs(self) -> list[Fact]:
        """Proved facts that the checker used to see that the premises hold."""
        reasons = sorted(self.fact.rests_on)
        wanted = [r.removeprefix("lemma ") for r in reasons if r.startswith("lemma ")]
        return [self.made.facts[n] for n in wanted]

    def _premise(self, premise: Fact, lemma: Lemma, words: list[str]) -> tuple[str, Script]:
        """The image of a premise, and a proof: it is visible, or a fact in normal form."""
        if premise.status == "infimum":
            raise NotExported("a theorem about an infimum is cited")
        made, cited = self.made, self.cited
        original = cited.shown.relation_of(premise)
        own = {
            n: name(n + "_") for n in sorted(premise.over.values)
        }  # n may be something else here
        made.printer.bound |= {n + "_": cited.words.kind(n) for n in premise.over.values}
        relation = original.map(lambda e: substitute(self._read(e, premise.over.values), own))
        claim, intros = "", list(words)
        for n in own:
            sign = cited.printer.sign(n)
            sign = sign and sign.replace(f" {rocq_name(n)}", f" {n}_")
            claim += f"forall {n}_ : {TYPES[cited.words.kind(n)]}, " + (
                f"{sign} -> " if sign else ""
            )
            intros += [f"{n}_"] + ([f"H{n}_"] if sign else [])
        ranges = self._read_ranges(checker.ranges(premise))
        claim += "".join(made.printer.within(*r) for r in ranges)
        intros += [w for i, *_ in ranges for w in (rocq_name(i), f"H{i}_")]
        there = Printer(cited.words, {n: cited.words.kind(n) for n in premise.over.values})
        if there.is_random(original.left) or there.is_random(original.right):
            claim += f"forall {OUTCOME} : outcome, "
            intros.append(OUTCOME)
        script = [f"intros {' '.join(intros)}."] if intros else []
        script += [made.posed(f) for f in self._signs]
        script += self._justified(relation, [*lemma.premises, *self._signs], own)
        return claim + made.printer.relation(relation), script

    def _justified(self, relation: Relation, facts: list[Fact], values: Values) -> Script:
        made = self.made
        for use, factor in self._matching(relation, facts, values):
            script = [f"assert (F1 : {made.printer.relation(use.relation)}) by ({use.tactic})."]
            return script + made.certificates.final(
                relation, [(use.relation, "F1", num(factor))], None
            )
        return made.certificates.visible(relation)

    def _matching(
        self, relation: Relation, facts: list[Fact], values: Values
    ) -> list[tuple[Use, int]]:
        """Facts that say the same in normal form, perhaps with the sides of an equality exchanged."""
        wanted = self._slack(relation)
        found = []
        for fact in facts:
            if not wanted or fact.status == "infimum":
                continue
            try:
                use = self.fact_use(fact, values)
                slack = self._slack(use.relation)
            except (NotExported, KeyError):
                continue
            equality = use.relation.operator == "=="
            for factor in (1, -1) if equality else (1,):
                same = {m: factor * c for m, c in slack.items()} == wanted
                if same and (equality or relation.operator != "=="):
                    found.append((use, factor))
        return found

    def _slack(self, relation: Relation) -> Poly:
        sides = (relation.right, relation.left)
        if self.made.certificates.is_vector(relation):
            self.made.printer.bound["z_"] = "vector"
            sides = (call("dot", sides[0], name("z_")), call("dot", sides[1], name("z_")))
        return self.made.normal.poly(call("sub", *sides))

    # ------------------------------------------------------------------ use
    def use(self, values: Values, prefix: str) -> tuple[Relation, str]:
        """What it says, with some indices replaced, and the term that proves it."""
        relation = self.cited.final.relation.map(self._read)
        term = prefix + self.fact.name + self.made.index_terms(self.parameters, values)
        term += f" {OUTCOME}" * self.in_each_outcome
        ranges = checker.ranges(self.fact)[len(self.parameters) :]
        term += self.made.index_terms(ranges, values)
        term += f" {OUTCOME}" * self.cited.is_random(self.cited.final)
        return relation.map(lambda e: substitute(e, values)), term


def _parts(given: str) -> list[str]:
    """The text cut at the commas outside of all brackets."""
    parts, depth = [""], 0
    for sign in given:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]
