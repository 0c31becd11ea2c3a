"""From the lines of a derivation to lemmas, one for each step, with their proofs.

A lemma is general in every name that its lines and premises speak of, and its premises are exactly
the facts that the checker says it rests on, and the declared signs of its names. So ``at(bound, eta=1)``
is an instance, whose premises are proved again; and what a proof chooses never reaches a statement.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from . import checker
from .calculus import by_derivatives
from .checker import Fact, Line, Proof, Theorem
from .formulas import (
    ZERO,
    Formula,
    Image,
    NotExported,
    Relation,
    apply_images,
    call,
    name,
    num,
    parse,
    read,
    rewrite,
    substitute,
    sum_of,
    total,
)
from .normal import Normaliser, Script, indented
from .printing import OUTCOME, SPACE, CHANCE, Printer, rocq_name
from .statements import Displayed, averaged, claim_text, ends, quantified

Values = Mapping[str, Formula]


def file_name(identifier: str) -> str:
    """The name of the Rocq file of a theorem, which is a module."""
    return "T_" + "".join(c if c.isalnum() else "_" for c in identifier)


@dataclass(frozen=True)
class Use:
    """What a reason states, and a tactic that proves it."""

    relation: Relation
    tactic: str


@dataclass
class Lemma:
    """One derivation: its names, its premises, its indices, its steps."""

    proof: Proof
    lines: list[Line]
    premises: list[Fact]
    ranges: list[tuple[str, Formula, Formula]]
    names: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its name."""
        return str(self.proof.name)

    @property
    def relation(self) -> Relation:
        """What it says."""
        strict = all(line.relation.operator == "==" for line in self.lines)
        operator = "==" if strict else "<="
        return Relation(self.lines[0].relation.left, operator, self.lines[-1].relation.right)


@functools.cache
def exporter(identifier: str) -> Exporter:
    """The exporter of a theorem of the catalogue."""
    return Exporter(checker.theorem(identifier))


class Exporter:
    """Writes the lemmas of one theorem."""

    def __init__(self, theorem: Theorem) -> None:
        self.theorem = theorem
        self.shown = Displayed(theorem)
        self.words = self.shown.words
        self.facts = theorem.facts
        self.printer = Printer(self.words)
        self.normal = Normaliser(self.printer)
        self.lemmas: dict[str, Lemma] = {}
        self.cited: list[str] = []  # theorems of other contexts
        self.prefix = "C_"  # of the lemmas that a section cites from elsewhere
        self.calculus = False  # whether derivatives are needed
        self._collect(theorem.proof)

    # ------------------------------------------------------------------ what is needed
    def _collect(self, proof: Proof) -> Lemma:
        """The lemma of a proof, after those that it uses."""
        if proof.name in self.lemmas:
            return self.lemmas[proof.name]
        lines = [self._averaged(line) for line in checker.chain(proof)]
        lemma = Lemma(
            proof, lines, checker.rests_on(self.theorem, proof), checker.ranges(proof.fact)
        )
        found = self._names_of_lines(lemma)
        for fact in lemma.premises:
            found |= self.shown.names_in(fact)
        for fact, replaced in self._facts_used(lemma):
            if fact.status != "proved":
                continue
            other = checker.lemma(self.theorem, fact.name)
            needed = set(self._collect(other).names) if other else self._names_for_citation(fact)
            found |= needed - replaced
        lemma.names = [n for n in self.words.names if n in found]
        self.lemmas[proof.name] = lemma
        return lemma

    def _averaged(self, line: Line) -> Line:
        return Line(
            line.relation.map(lambda e: averaged(e, self.words)),
            line.reasons, line.gap, line.certificate, line.silent,
        )  # fmt: skip

    def _names_of_lines(self, lemma: Lemma) -> set[str]:
        found: set[str] = set()
        for _, low, high in lemma.ranges:
            found |= low.free | high.free
        for line in lemma.lines:
            found |= line.relation.left.free | line.relation.right.free
            found |= line.gap.free if line.gap else set()
            found |= {n for c in line.certificate for m in c for n in m.free}
            for tree in line.reasons:
                found |= {
                    n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id not in self.facts
                }
                found |= {
                    n.id
                    for part in ast.walk(tree)
                    if isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id == "at")
                    for a in part.args[:1] + part.args[1:]
                    for n in ast.walk(a)
                    if isinstance(n, ast.Name) and n.id in self.words and not self._is_fact_position(tree, n)
                }
        return found & set(self.words.names)

    def _is_fact_position(self, tree: ast.expr, node: ast.Name) -> bool:
        """Whether a name in a reason is that of a fact."""
        return any(node is n for n in self._fact_nodes(tree))

    def _fact_nodes(self, tree: ast.expr) -> list[ast.Name]:
        match tree:
            case ast.Name():
                return [tree]
            case ast.Call(func=ast.Name(id="at" | "cases" | "E"), args=[use, *_]):
                return self._fact_nodes(use)
            case ast.Call(func=ast.Name(id="times" | "sum"), args=[*_, use]):
                return self._fact_nodes(use)
            case ast.Call(func=ast.Name(id="inf"), args=[best, use]):
                return self._fact_nodes(best) + self._fact_nodes(use)
        return []

    def _facts_used(self, lemma: Lemma) -> list[tuple[Fact, set[str]]]:
        """The facts that a lemma uses, each with the names that are replaced in it."""
        used: list[tuple[Fact, set[str]]] = []
        silent: set[str] = set()
        for line in lemma.lines:
            silent |= set(line.silent)
            for tree in line.reasons:
                used += self._used_in(tree, set())
        for fact, _ in list(used):
            if fact.status == "proved" and checker.lemma(self.theorem, fact.name) is None:
                silent |= {r.removeprefix("lemma ") for r in fact.rests_on if r.startswith("lemma ")}
        silent |= {r.removeprefix("lemma ") for r in lemma.proof.fact.rests_on if r.startswith("lemma ")}
        both = used + [(self.facts[s], set()) for s in sorted(silent) if s in self.facts and s != lemma.text]
        order = list(self.facts)
        return sorted(both, key=lambda pair: order.index(pair[0].name))

    def _used_in(self, tree: ast.expr, replaced: set[str]) -> list[tuple[Fact, set[str]]]:
        match tree:
            case ast.Name(id=text) if text in self.facts:
                return [(self.facts[text], replaced)]
            case ast.Call(func=ast.Name(id="at"), args=[use], keywords=pairs):
                return self._used_in(use, replaced | {str(p.arg) for p in pairs})
            case ast.Call(func=ast.Name(id="inf"), args=[best, use]):
                fact = self.facts[best.id] if isinstance(best, ast.Name) else None
                over = {checker.infimum(fact).over} if fact else set()
                return self._used_in(use, replaced | over)
            case ast.Call(func=ast.Name(id="cases"), args=[use, *_]):
                return self._used_in(use, replaced)
            case ast.Call(func=ast.Name(id="times" | "sum" | "E"), args=[*_, use]):
                return self._used_in(use, replaced)
        return []

    # ------------------------------------------------------------------ sections
    def section(self, lemma: Lemma) -> list[str]:
        """The section of one lemma: its names, its premises, its steps, and the whole."""
        self.prefix = f"C_{lemma.text}_"
        out = [f"Section {lemma.text}_section."]
        out += [f"Context {{{b[1:-1]}}}." for b in self.spaces(lemma)]
        out += [f"Variable {rocq_name(n)} : {self.printer.type_of(n)}." for n in lemma.names]
        out += [f"Hypothesis sign_{n} : {s}." for n in lemma.names if (s := self.printer.sign(n))]
        out += [f"Hypothesis H_{f.name} : {self.shown.proposition(f)}." for f in lemma.premises]
        out += ['Set Default Proof Using "All".']
        out += self._citation_lemmas(lemma)
        steps = []
        for number, line in enumerate(lemma.lines, 1):
            own = f"L_{lemma.text}_{number}" if len(lemma.lines) > 1 else f"L_{lemma.text}"
            steps.append(own)
            script = [self._intros(lemma), *self._silent(lemma, line), *self.step(lemma, line)]
            out += self._lemma(own, self._claim(lemma, line.relation), [s for s in script if s])
        if len(steps) > 1:
            out += self._whole(lemma, steps)
        return [*out, f"End {lemma.text}_section.", ""]

    def spaces(self, lemma: Lemma) -> list[str]:
        """Binders of the space and of chance, if the lemma needs them."""
        types = [self.printer.type_of(n) for n in lemma.names]
        formulas = [e for line in lemma.lines for e in (line.relation.left, line.relation.right)]
        vectors = any("vec" in t.split() for t in types) or any(map(self.printer.has_vectors, formulas))
        chance = any("outcome" in t.split() for t in types) or any(
            p.op == "E" for e in formulas for p in e.walk()
        )
        return [f"({SPACE} : InnerProductSpace)"] * vectors + [f"({CHANCE} : Chance)"] * chance

    @staticmethod
    def _lemma(own: str, claim: str, script: Script) -> list[str]:
        return [f"Lemma {own} : {claim}.", "Proof.", *("  " + line for line in script), "Qed."]

    def _claim(self, lemma: Lemma, relation: Relation) -> str:
        shown = "".join(self.printer.within(*r) for r in lemma.ranges)
        return shown + ("forall o, " if self.is_random(lemma) else "") + self.printer.relation(relation)

    def is_random(self, lemma: Lemma) -> bool:
        """Whether a line of it depends on the outcome."""
        return any(
            self.printer.is_random(e) for line in lemma.lines for e in (line.relation.left, line.relation.right)
        )

    def _intros(self, lemma: Lemma) -> str:
        words = [w for i, *_ in lemma.ranges for w in (rocq_name(i), f"H{i}_")]
        words += [OUTCOME] * self.is_random(lemma)
        return f"intros {' '.join(words)}." if words else ""

    def _whole(self, lemma: Lemma, steps: list[str]) -> list[str]:
        arguments = " ".join(w for i, *_ in lemma.ranges for w in (rocq_name(i), f"H{i}_"))
        arguments += f" {OUTCOME}" if self.is_random(lemma) else ""
        relation = lemma.relation
        script = [self._intros(lemma)]
        if relation.operator == "==":
            script += [f"etransitivity; [exact ({s} {arguments})|]." for s in steps[:-1]]
            script.append(f"exact ({steps[-1]} {arguments}).")
        else:
            weak = ["right; " if line.relation.operator == "==" else "" for line in lemma.lines]
            script += [f"eapply Rle_trans; [{w}exact ({s} {arguments})|]." for w, s in zip(weak, steps[:-1], strict=False)]
            script.append(f"{weak[-1]}exact ({steps[-1]} {arguments}).")
        return self._lemma(f"L_{lemma.text}", self._claim(lemma, relation), [s for s in script if s])

    def _silent(self, lemma: Lemma, line: Line) -> Script:
        """Lemmas that make a sign visible, put in sight."""
        wanted = [s for s in line.silent if self.facts[s].status == "proved" and s != lemma.text]
        return [self._posed(self.facts[s]) for s in wanted]

    def _posed(self, fact: Fact) -> str:
        """A proved fact, put in sight for the tactics that look for signs."""
        own = fact.name in self.lemmas
        term = self.lemma_term(self.lemmas[fact.name], {}) if own else self.prefix + fact.name
        return f"pose proof ({term}) as V_{fact.name}."

    # ------------------------------------------------------------------ citing
    def lemma_term(self, lemma: Lemma, values: Values) -> str:
        """A lemma with its names and premises put in, for all its indices."""
        parts = [f"L_{lemma.text}"]
        for n in lemma.names:
            parts.append(self.printer.argument(values.get(n, name(n)), self.words.kind(n)) if n in values else rocq_name(n))
        parts += ["ltac:(side)" for n in lemma.names if self.printer.sign(n)]
        parts += ["ltac:(side)" for _ in lemma.premises]
        return " ".join(parts)

    def _index_terms(self, ranges: list[tuple[str, Formula, Formula]], values: Values) -> str:
        return "".join(
            f" {self.printer.argument(values.get(i, name(i)), 'integer')} ltac:(side)" for i, *_ in ranges
        )

    def fact_use(self, fact: Fact, values: Values) -> Use:
        """A fact with some of its names and indices replaced."""
        own_ranges = checker.ranges(fact)
        if fact.status == "infimum":
            parts = checker.infimum(fact)
            u = values.get(parts.over, name(parts.over))
            body = substitute(averaged(parts.body, self.words), {parts.over: u})
            argument = self.printer.argument(u, self.words.kind(parts.over))
            tactic = f"apply (proj1 H_{fact.name} {argument}); repeat split; side"
            return Use(Relation(parts.left, "<=", body), tactic)
        if fact.status == "proved":
            other = checker.lemma(self.theorem, fact.name)
            if other is None:
                return self._citation_use(fact, values)
            lemma = self.lemmas[fact.name]
            relation, term = lemma.relation, self.lemma_term(lemma, values)
            random = self.is_random(lemma)
        else:
            relation, term = self.shown.relation_of(fact), f"H_{fact.name}"
            for n in sorted(fact.for_all):
                term += " " + self.printer.argument(values.get(n, name(n)), self.words.kind(n))
                term += " ltac:(side)" if self.printer.sign(n) else ""
            random = self._relation_random(relation, fact)
        term += self._index_terms(own_ranges, values)
        term += f" {OUTCOME}" if random else ""
        return Use(relation.map(lambda e: substitute(e, values)), f"cite ({term})")

    def _relation_random(self, relation: Relation, fact: Fact) -> bool:
        bound = Printer(self.words, {n: self.words.kind(n) for n in fact.for_all})
        return bound.is_random(relation.left) or bound.is_random(relation.right)

    # ------------------------------------------------------------------ theorems of other contexts
    def images(self, fact: Fact) -> dict[str, Image]:
        """What the names of a cited theorem stand for here."""
        found = {}
        for part in _parts(checker.citation(fact).given):
            pattern, _, text = part.partition("=")
            left = parse(pattern)
            found[left.text] = Image(tuple(a.text for a in left.args), averaged(parse(text), self.words))
        return found

    def _names_for_citation(self, fact: Fact) -> set[str]:
        cited = exporter(checker.identifier(checker.citation(fact).theorem))
        images = self.images(fact)
        found: set[str] = set()
        for n in cited.final.names:
            if n in images:
                found |= images[n].body.free - set(images[n].holders)
            elif n in cited.shown.names:
                found.add(n)
        return found & set(self.words.names)

    @property
    def final(self) -> Lemma:
        """The derivation of the theorem itself."""
        return self.lemmas[self.theorem.proof.name]

    def image_term(self, cited: Exporter, text: str, images: Mapping[str, Image]) -> str:
        """The argument that stands for a name of a cited theorem."""
        kinds = cited.words.arguments(text)
        if text not in images:
            if text not in cited.shown.names:  # a choice of its proof
                return inhabitant(cited, text)
            if cited.words.random(text) == self.words.random(text):
                return rocq_name(text)
            holders = tuple(f"a{n}_" for n, _ in enumerate(kinds))
            image = Image(holders, name(text, *map(name, holders)))
        else:
            image = images[text]
        printer = Printer(self.words, dict(zip(image.holders, kinds, strict=True)))
        holders = [rocq_name(h) for h in image.holders]
        holders += [OUTCOME] * cited.words.random(text)
        kind = cited.words.kind(text)
        body = printer.vector(image.body) if kind == "vector" else printer.integer(image.body) if kind == "integer" else printer.number(image.body)
        typed = {"vector": "vec", "integer": "int", "real": "real"}
        binders = [f"({h} : {typed[k]})" for h, k in zip(holders, kinds, strict=False)] + [OUTCOME] * cited.words.random(text)
        return f"(fun {' '.join(binders)} => {body})" if binders else f"({body})" if " " in body else body

    def _image_relation(self, relation: Relation, images: Mapping[str, Image]) -> Relation:
        return relation.map(lambda e: apply_images(e, images))

    def _citation_lemmas(self, lemma: Lemma) -> list[str]:
        """For each theorem cited here: its premises, read in the names of this context."""
        out: list[str] = []
        done = set()
        for fact, _ in self._facts_used(lemma):
            if fact.status != "proved" or checker.lemma(self.theorem, fact.name) or fact.name in done:
                continue
            done.add(fact.name)
            out += self._citation_lemma(lemma, fact)
        return out

    def _citation_lemma(self, lemma: Lemma, fact: Fact) -> list[str]:
        citation = checker.citation(fact)
        identifier = checker.identifier(citation.theorem)
        if identifier not in self.cited:
            self.cited.append(identifier)
        cited, images = exporter(identifier), self.images(fact)
        final = cited.final
        ranges = checker.ranges(fact)
        parameters = ranges[: len(ranges) - len(final.ranges)]
        random = self._citation_random(fact)
        intro = "".join(self.printer.within(*r) for r in parameters) + ("forall o : outcome, " if random else "")
        intros = " ".join([w for i, *_ in parameters for w in (rocq_name(i), f"H{i}_")] + [OUTCOME] * random)
        arguments = [self.image_term(cited, n, images) for n in final.names]
        out, premises = [], []
        used = [self.facts[r.removeprefix("lemma ")] for r in sorted(fact.rests_on) if r.startswith("lemma ")]
        applied = (" " + " ".join(w for w in intros.split())) if intros else ""
        for premise in final.premises:
            own = f"{self.prefix}{fact.name}_{premise.name}"
            if premise.status == "infimum":
                raise NotExported("a theorem about an infimum is cited")
            relation = cited.shown.relation_of(premise).map(lambda e: apply_images(e, _without(images, premise.for_all)))
            own_ranges = [(i, apply_images(a, images), apply_images(b, images)) for i, a, b in checker.ranges(premise)]
            claim, script = self._premise(cited, premise, relation, own_ranges, lemma, used, intros)
            out += self._lemma(own, intro + claim, script)
            premises.append(f"({own}{applied})")
        signs = ["ltac:(intros; side)" for n in final.names if cited.printer.sign(n)]
        silent = [self._posed(f) for f in used]
        relation = self._image_relation(final.relation, images)
        claim = intro + "".join(self.printer.within(i, apply_images(a, images), apply_images(b, images)) for i, a, b in final.ranges)
        term = " ".join([f"{file_name(identifier)}.L_{final.text}", *arguments, *signs, *premises])
        inner = " ".join(w for i, *_ in final.ranges for w in (rocq_name(i), f"H{i}_"))
        inner_random = cited.is_random(final)
        script = [f"intros {intros} {inner}." if intros or inner else "", *silent, f"cite ({term} {inner}{' o' if inner_random else ''})."]
        if inner_random and not random:
            claim += "forall o, "
            script[0] = f"intros {intros} {inner} o."
        return out + self._lemma(self.prefix + fact.name, claim + self.printer.relation(relation), [s for s in script if s])

    def _citation_random(self, fact: Fact) -> bool:
        """Whether a theorem without chance is read in each outcome."""
        cited = exporter(checker.identifier(checker.citation(fact).theorem))
        images = self.images(fact)
        for n in cited.final.names:
            if cited.words.random(n):
                continue
            kinds = cited.words.arguments(n)
            if n in images:
                printer = Printer(self.words, dict(zip(images[n].holders, kinds, strict=True)))
                if printer.is_random(images[n].body):
                    return True
            elif n in self.words and self.words.random(n):
                return True
        return False

    def _premise(
        self, cited: Exporter, premise: Fact, relation: Relation,
        own_ranges: list[tuple[str, Formula, Formula]], lemma: Lemma, used: list[Fact], intros: str,
    ) -> tuple[str, Script]:  # fmt: skip
        """The image of a premise, and a proof: it is an identity, or a fact in normal form."""
        names = sorted(premise.for_all)
        own_name = {n: name(n + "_") for n in names}  # here, n may be something else
        relation = relation.map(lambda e: substitute(e, own_name))
        kinds = {n: cited.words.kind(n) for n in premise.for_all}
        inner = Printer(self.words, {n + "_": k for n, k in kinds.items()})
        typed = {"vector": "vec", "integer": "int", "real": "real"}
        claim = ""
        words = intros.split()
        for n in names:
            sign = cited.printer.sign(n)
            sign = sign and sign.replace(f" {rocq_name(n)}", f" {n}_")
            claim += f"forall {n}_ : {typed[kinds[n]]}, " + (f"{sign} -> " if sign else "")
            words += [f"{n}_"] + ([f"H{n}_"] if sign else [])
        claim += "".join(inner.within(*r) for r in own_ranges)
        words += [w for i, *_ in own_ranges for w in (rocq_name(i), f"H{i}_")]
        there = Printer(cited.words, kinds)
        original = cited.shown.relation_of(premise)
        random_there = there.is_random(original.left) or there.is_random(original.right)
        if random_there:
            claim += "forall o, "
            words.append(OUTCOME)
        claim += inner.relation(relation)
        script = [f"intros {' '.join(words)}."] if words else []
        saved, self.printer = self.printer, inner
        self.normal, normal = Normaliser(inner), self.normal
        try:
            for fact in used:
                script.append(self._posed(fact))
            candidates = self._matching(relation, [*lemma.premises, *used], own_name)
            for use, factor in candidates[:1]:
                script += [f"assert (F1 : {inner.relation(use.relation)}) by ({use.tactic})."]
                script += self._final(relation, [(use.relation, "F1", num(factor))], None)
                return claim, script
            script += self._visible(relation)
        finally:
            self.printer, self.normal = saved, normal
        return claim, script

    def _visible(self, relation: Relation) -> Script:
        """A relation that is an identity, or true by its form."""
        wanted = self._slack(relation)
        if relation.operator == "==" or not wanted:
            return self._final(relation, [], None)
        difference = call("sub", relation.right, relation.left)
        simple = self.normal.normal(difference)
        strict = relation.operator == "<"
        script = [f"assert (Visible : 0 {relation.operator} {self.printer.number(simple)}) by {'pos' if strict else 'nonneg'}."]
        script.append(f"assert (Same : {self.printer.number(difference)} = {self.printer.number(simple)}).")
        return [*script, "{", *self.normal.equal(difference, simple), "}", "lra."]

    def _matching(
        self, relation: Relation, facts: list[Fact], values: Values
    ) -> list[tuple[Use, int]]:
        """Facts that say the same in normal form, perhaps with the sides of an equality exchanged."""
        wanted = self._slack(relation)
        if not wanted:
            return []
        found = []
        for fact in facts:
            if fact.status == "infimum":
                continue
            try:
                use = self.fact_use(fact, values)
                slack = self._slack(use.relation)
            except (NotExported, KeyError):
                continue
            for factor in (1, -1):
                same = {m: factor * c for m, c in slack.items()} == wanted
                equality = use.relation.operator == "=="
                if same and (factor == 1 or equality) and (equality or relation.operator != "=="):
                    found.append((use, factor))
        return found

    def _slack(self, relation: Relation) -> dict[object, object]:
        e = call("sub", relation.right, relation.left)
        if "vector" in (self.printer.kind(relation.left), self.printer.kind(relation.right)):
            e = call("sub", *(call("dot", s, name("z_")) for s in (relation.right, relation.left)))
            self.printer.bound["z_"] = "vector"
        return dict(self.normal.poly(e))

    def _citation_use(self, fact: Fact, values: Values) -> Use:
        citation = checker.citation(fact)
        cited = exporter(checker.identifier(citation.theorem))
        relation = self._image_relation(cited.final.relation, self.images(fact))
        relation = relation.map(lambda e: substitute(e, values))
        random = self._citation_random(fact) or cited.is_random(cited.final)
        ranges = checker.ranges(fact)
        parameters = ranges[: len(ranges) - len(cited.final.ranges)]
        term = self.prefix + fact.name + self._index_terms(parameters, values)
        term += f" {OUTCOME}" if random else ""
        term += self._index_terms(ranges[len(parameters) :], values)
        return Use(relation, f"cite ({term})")

    # ------------------------------------------------------------------ reasons
    def use(self, tree: ast.expr) -> Use:
        """What a reason states."""
        match tree:
            case ast.Name(id=text):
                return self.fact_use(self.facts[text], {})
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=text)], keywords=pairs):
                values = {str(p.arg): averaged(read(p.value), self.words) for p in pairs}
                return self.fact_use(self.facts[text], values)
            case ast.Call(func=ast.Name(id="times"), args=[factor, use]):
                return self._times(averaged(read(factor), self.words), self.use(use))
            case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), low, high, use]):
                return self._summed(index, read(low), read(high), self.use(use))
            case ast.Call(func=ast.Name(id="E"), args=[use]):
                return self._expected(self.use(use))
            case ast.Call(func=ast.Name(id="sq"), args=[e]):
                return Use(Relation(ZERO, "<=", call("pow", read(e), num(2))), "apply pow2_ge_0")
            case ast.Call(func=ast.Name(id="pos"), args=[e]):
                return Use(Relation(read(e), "<=", call("pos", read(e))), "apply Rmax_r")
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=best), use]):
                return self._infimum(self.facts[best], use)
            case ast.Call(func=ast.Name(id="uniform"), args=[ast.Name(id=t), ast.Name(id=r), e]):
                return self._uniform(t, r, read(e))
        raise NotExported(f"the reason {ast.unparse(tree)}")

    def _uniform(self, index: str, drawn: str, e: Formula) -> Use:
        low, high = self.words.uniform[drawn]
        inside = call("E", substitute(e, {index: name(drawn)}))
        left = Formula("mean", (inside, low, high), drawn)
        length = call("add", call("sub", high, low), num(1))
        right = call("div", sum_of(call("E", e), index, low, high), length)
        return Use(Relation(left, "==", right), "unfold mean; f_equal; ipush; ring")

    def _is_vector(self, relation: Relation) -> bool:
        return "vector" in (self.printer.kind(relation.left), self.printer.kind(relation.right))

    def _times(self, factor: Formula, use: Use) -> Use:
        relation = use.relation.map(lambda e: call("mul", factor, e))
        shown = self.printer.number(factor, 9)
        if relation.operator == "==":
            scale = "scal" if self._is_vector(use.relation) else "Rmult"
            return Use(relation, f"apply (f_equal ({scale} {shown})); {use.tactic}")
        weaker = Relation(relation.left, "<=", relation.right)
        weak = "left; " if use.relation.operator == "<" else ""
        return Use(weaker, f"apply Rmult_le_compat_l; [nonneg | {weak}{use.tactic}]")

    def _summed(self, index: str, low: Formula, high: Formula, use: Use) -> Use:
        def summed(e: Formula) -> Formula:
            return ZERO if e == ZERO else sum_of(e, index, low, high)

        inner = use.relation
        weak = "left; " if inner.operator == "<" else ""
        operator = "==" if inner.operator == "==" else "<="
        relation = Relation(summed(inner.left), operator, summed(inner.right))
        if self._is_vector(inner):
            law = "apply Vsum_ext"
        elif operator == "==":
            law = "apply Zsum_ext"
            law = "symmetry; apply Zsum_eq0" if inner.left == ZERO else "apply Zsum_eq0" if inner.right == ZERO else law
        else:
            law = "apply Zsum_nonneg" if inner.left == ZERO else "apply Zsum_le0" if inner.right == ZERO else "apply Zsum_le"
        turned = "symmetry; " if law.startswith("symmetry") else ""
        enter = f"try rename {rocq_name(index)} into {index}__; intros {rocq_name(index)} H{index}__"
        return Use(relation, f"{law}; {enter}; cbv beta; {turned}{weak}{use.tactic}")

    def _expected(self, use: Use) -> Use:
        law = "apply E_ext" if use.relation.operator == "==" else "apply E_le"
        relation = use.relation.map(lambda e: call("E", e))
        return Use(relation, f"{law}; try rename o into o_; intros o; cbv beta; {use.tactic}")

    def _infimum(self, best: Fact, tree: ast.expr) -> Use:
        parts = checker.infimum(best)
        inner = self.use(ast.Call(func=ast.Name(id="at"), args=[tree], keywords=[
            ast.keyword(arg=parts.over, value=ast.Name(id=parts.over + "_"))]) if isinstance(tree, ast.Name) else tree)  # fmt: skip
        self.printer.bound[parts.over + "_"] = self.words.kind(parts.over)
        return Use(
            Relation(inner.relation.left, "<=", parts.left),
            f"apply (proj2 H_{best.name}); intros {parts.over}_ Hdomain_; {inner.tactic}",
        )

    # ------------------------------------------------------------------ one step
    def step(self, lemma: Lemma, line: Line) -> Script:
        """A script for one step."""
        match line.reasons:
            case (ast.Call(func=ast.Name(id="induction"), args=[ast.Name(id=text)]),):
                return self._induction(text, line.relation)
            case (ast.Call(func=ast.Name(id="calculus")),):
                self.calculus = True
                return by_derivatives(self, lemma, line.relation, lemma.lines.index(line))
        script: Script = []
        uses: list[Use] = []
        cases: list[tuple[Use, Formula, list[Formula]]] = []
        left, right = line.relation.left, line.relation.right
        for tree in line.reasons:
            match tree:
                case ast.Call(func=ast.Name(id="cases"), args=[use, e, *values]):
                    cases.append((self.use(use), read(e), [_as_real(read(v)) for v in values]))
                    continue
                case ast.Name(id=text) | ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=text)]) if (
                    self.facts[text].status == "definition"
                ):
                    use = self.use(tree)
                    right_side = use.relation.right
                    if self._is_vector(use.relation) and right_side == ZERO:
                        right_side = name("vzero")
                        self.printer.bound["vzero"] = "vector"
                    leaf = f"first [apply H_{text}; side | {use.tactic}]"
                    sides = []
                    for side in (left, right):
                        new = rewrite(side, use.relation.left, right_side, self.printer.key)
                        sides.append(new)
                        script += self._put_in(side, new, leaf)
                    left, right = sides
                    continue
            uses.append(self.use(tree))
        for number, use in enumerate(uses, 1):
            script.append(f"assert (F{number} : {self.printer.relation(use.relation)}) by ({use.tactic}).")
        goal = Relation(left, line.relation.operator, right)
        hints = [(u.relation, f"F{n}") for n, u in enumerate(uses, 1)]
        return script + self._by_cases(goal, hints, cases, list(line.certificate), line.gap)

    def _put_in(self, before: Formula, after: Formula, leaf: str) -> Script:
        """A definition put in on one side of the goal."""
        if self.printer.key(before) == self.printer.key(after):
            return []
        h = self.normal.fresh("D")
        same = self.printer.relation(Relation(before, "==", after))
        return [f"assert ({h} : {same}) by (cong ltac:({leaf})).", f"rewrite {h}; clear {h}."]

    def _by_cases(
        self, goal: Relation, facts: list[tuple[Relation, str]],
        cases: list[tuple[Use, Formula, list[Formula]]], certificate: list[tuple[Formula, ...]],
        gap: Formula | None,
    ) -> Script:  # fmt: skip
        """Split by each quantity in turn, and use the certificate of each case."""
        if not cases:
            multipliers = certificate.pop(0)
            hints = [(r, h, m) for (r, h), m in zip(facts, multipliers, strict=True)]
            return self._final(goal, hints, gap)
        (use, e, values), *rest = cases
        h, shown = self.normal.fresh("Case"), self.printer.number(e)
        either = " \\/ ".join(f"{shown} = {self.printer.number(v, 5)}" for v in values)
        script = [f"assert ({h}e : {self.printer.relation(use.relation)}) by ({use.tactic})."]
        script.append(f"assert ({h} : {either}) by (splitcase).")
        script.append(f"clear {h}e. destruct {h} as [{' | '.join([h] * len(values))}].")
        for value in values:
            def put(x: Formula, value: Formula = value) -> Formula:
                return rewrite(x, e, value, self.printer.key)

            inner = [(r.map(put), f) for r, f in facts]
            places = "".join(f" rewrite ?{h} in {f}." for _, f in facts)
            script.append(f"{{ rewrite ?{h}.{places}")
            inner_cases = [(Use(u.relation.map(put), u.tactic), a, v) for u, a, v in rest]
            script += self._by_cases(goal.map(put), inner, inner_cases, certificate, put(gap) if gap else None)
            script.append("}")
        return script

    def _final(
        self, goal: Relation, facts: list[tuple[Relation, str, Formula]], gap: Formula | None
    ) -> Script:
        """``right - left`` as a sum of multiples of the slacks of facts, plus the gap."""
        facts = [(r, h, m) for r, h, m in facts if m != ZERO]
        if self._is_vector(goal):
            return self._final_vector(goal, facts)
        script, parts = [], []
        for relation, h, m in facts:
            slack = call("sub", relation.right, relation.left)
            term = slack if m == num(1) else call("mul", m, slack)
            parts.append(term)
            k = self.normal.fresh("K")
            shown = self.printer.number(term)
            if relation.operator == "==":
                law = "" if m == num(1) else "apply Rmult_eq_0_compat_l; "
                script.append(f"assert ({k} : {shown} = 0) by ({law}exact (Rminus_diag_eq _ _ (eq_sym {h}))).")
            elif m == num(1):
                script.append(f"assert ({k} : 0 <= {shown}) by lra.")
            else:
                script.append(f"assert ({k} : 0 <= {shown}) by (apply Rmult_le_pos; [nonneg | lra]).")
        if gap is not None:
            parts.append(gap)
            script.append(f"assert ({self.normal.fresh('K')} : 0 <= {self.printer.number(gap)}) by nonneg.")
        whole = total(parts)
        difference = call("sub", goal.right, goal.left)
        script.append(f"assert (Certificate : {self.printer.number(difference)} = {self.printer.number(whole)}).")
        script += indented(self.normal.equal(difference, whole))
        return [*script, "lra."]

    def _final_vector(self, goal: Relation, facts: list[tuple[Relation, str, Formula]]) -> Script:
        """Vectors are equal if their inner products with every vector are."""
        z = name("z_")
        self.printer.bound["z_"] = "vector"
        script, parts = ["apply dot_ext; intros z_."], []
        for relation, h, m in facts:
            slack = call("sub", call("dot", relation.right, z), call("dot", relation.left, z))
            term = slack if m == num(1) else call("mul", m, slack)
            parts.append(term)
            law = "" if m == num(1) else "apply Rmult_eq_0_compat_l; "
            law += f"exact (Rminus_diag_eq _ _ (f_equal (fun v_ => dot v_ z_) (eq_sym {h})))"
            script.append(f"assert ({self.normal.fresh('K')} : {self.printer.number(term)} = 0) by ({law}).")
        difference = call("sub", call("dot", goal.right, z), call("dot", goal.left, z))
        whole = total(parts)
        script.append(f"assert (Certificate : {self.printer.number(difference)} = {self.printer.number(whole)}).")
        script += indented(self.normal.equal(difference, whole))
        return [*script, "lra."]

    def _induction(self, text: str, relation: Relation) -> Script:
        """The step itself, for every natural number from 0 or 1 on."""
        base = num(1 if self.words.sign(text) == "positive" else 0)
        k, more = name("k_"), call("add", name("k_"), num(1))

        def at(value: Formula) -> Relation:
            return relation.map(lambda e: substitute(e, {text: value}))

        def slack(value: Formula) -> Formula:
            return call("sub", at(value).left, at(value).right)

        script = [f"assert (Claim : forall k_, ({base.value} <= k_)%Z -> {self.printer.relation(at(k))})."]
        script += ["{ apply Z_ind_from.", "  { cbv beta. ", f"enough (Enough : {self.printer.relation(at(base))}) by (cite Enough).", *self.normal.equal(at(base).left, at(base).right), "}"]
        script += ["  { intros k_ Hk_ IH. cbv beta in IH.", f"enough (Enough : {self.printer.relation(at(more))}) by (cite Enough)."]
        script.append(f"assert (Growth : {self.printer.number(slack(more))} = {self.printer.number(slack(k))}).")
        script += [*indented(self.normal.equal(slack(more), slack(k))), "lra. } }", "apply Claim; lia."]
        return script


def inhabitant(exporter: Exporter, text: str) -> str:
    """Something of the type and sign of a name that only a proof speaks of."""
    value = {"vector": "vzero", "integer": "1%Z", "real": "1"}[exporter.words.kind(text)]
    arity = len(exporter.words.arguments(text)) + exporter.words.random(text)
    return f"(fun {' '.join(['_'] * arity)} => {value})" if arity else value


def _as_real(e: Formula) -> Formula:
    """A whole number as a real one."""
    if e.op == "neg":
        return num(-e.args[0].value, "real")
    return num(e.value, "real")


def _without(images: Mapping[str, Image], names: frozenset[str]) -> dict[str, Image]:
    return {n: image for n, image in images.items() if n not in names}


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


__all__ = ["Exporter", "Lemma", "claim_text", "ends", "exporter", "file_name", "inhabitant", "pairwise", "quantified"]
