"""From the lines of a derivation to lemmas, one for each step, with their proofs.

What a lemma speaks of and supposes, :mod:`.lemmas` says.
"""

from __future__ import annotations

import ast
import functools
from dataclasses import replace

from . import checker
from .calculus import by_derivatives
from .certificates import Cases
from .checker import Fact, Line, Proof, Theorem
from .citing import Citation
from .formulas import (
    ZERO,
    Formula,
    NotExported,
    Relation,
    call,
    name,
    num,
    read,
    rewrite,
    substitute,
    sum_of,
)
from .lemmas import Lemma, Lemmas, Use, Values
from .printing import ATOM, CHANCE, OUTCOME, SPACE, Printer, rocq_name
from .scripts import Script
from .statements import averaged


@functools.cache
def exporter(identifier: str) -> Exporter:
    """The exporter of a theorem of the catalogue."""
    return Exporter(checker.theorem(identifier))


class Exporter(Lemmas):
    """Writes the lemmas of one theorem."""

    def __init__(self, theorem: Theorem) -> None:
        super().__init__(theorem)
        self.cited: list[str] = []  # theorems of other contexts
        self.calculus = False  # whether derivatives are needed
        self._collect(theorem.proof)

    # ------------------------------------------------------------------ what is needed
    def _collect(self, proof: Proof) -> Lemma:
        """The lemma of a proof, after those that it uses."""
        if proof.name in self.lemmas:
            return self.lemmas[proof.name]
        lines = [
            replace(line, relation=line.relation.map(self._averaged))
            for line in checker.chain(proof)
        ]
        premises = checker.rests_on(self.theorem, proof)
        lemma = Lemma(proof, lines, premises, checker.ranges(proof.fact))
        found = self._names_of_lines(lemma).union(*map(self.shown.names_in, premises))
        for fact, replaced in self._facts_used(lemma):
            if fact.status == "proved":
                other = checker.lemma(self.theorem, fact.name)
                needed = set(self._collect(other).names) if other else self._citation(fact).names
                found |= needed - replaced
        lemma.names = [n for n in self.words.names if n in found]
        self.lemmas[proof.name] = lemma
        return lemma

    def _averaged(self, e: Formula) -> Formula:
        return averaged(e, self.words)

    def _citation(self, fact: Fact) -> Citation:
        cited = exporter(checker.citation(fact).theorem.name)
        return Citation(self, fact, cited, self.fact_use)

    def _names_of_lines(self, lemma: Lemma) -> set[str]:
        formulas = [*lemma.sides, *(end for _, *ends in lemma.ranges for end in ends)]
        formulas += [line.gap for line in lemma.lines if line.gap]
        formulas += [m for line in lemma.lines for case in line.certificate for m in case]
        found: set[str] = set().union(*(e.free for e in formulas))
        for line in lemma.lines:
            for tree in line.reasons:
                found |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - set(self.facts)
                found |= self._names_in_reason(tree)
        return found & set(self.words.names)

    def _names_in_reason(self, tree: ast.expr) -> set[str]:
        """The names in the formulas of a reason, not those of facts, which may be spelled alike."""
        match tree:
            case ast.Name():
                return set()
            case ast.Call(func=ast.Name(id="at"), keywords=pairs):
                return set().union(*(read(p.value).free for p in pairs))
            case ast.Call(func=ast.Name(id="times"), args=[factor, use]):
                return set(read(factor).free) | self._names_in_reason(use)
            case ast.Call(func=ast.Name(id="cases"), args=[use, e, *_]):
                return set(read(e).free) | self._names_in_reason(use)
            case ast.Call(func=ast.Name(id="sum" | "E" | "inf"), args=[*_, use]):
                return self._names_in_reason(use)
        return set()

    def _facts_used(self, lemma: Lemma) -> list[tuple[Fact, set[str]]]:
        """The facts that a lemma uses, in order, each with the names that are replaced in it."""
        used = [
            pair
            for line in lemma.lines
            for tree in line.reasons
            for pair in self._used_in(tree, set())
        ]
        silent = {text for line in lemma.lines for text in line.silent}
        for fact in (lemma.proof.fact, *(fact for fact, _ in used if fact.status == "proved")):
            if fact is lemma.proof.fact or checker.lemma(self.theorem, fact.name) is None:
                silent |= {
                    r.removeprefix("lemma ") for r in fact.rests_on if r.startswith("lemma ")
                }
        used += [(self.facts[s], set()) for s in silent if s in self.facts and s != lemma.text]
        order = list(self.facts)
        return sorted(used, key=lambda pair: order.index(pair[0].name))

    def _used_in(self, tree: ast.expr, replaced: set[str]) -> list[tuple[Fact, set[str]]]:
        match tree:
            case ast.Name(id=text) if text in self.facts:
                return [(self.facts[text], replaced)]
            case ast.Call(func=ast.Name(id="at"), args=[use], keywords=pairs):
                return self._used_in(use, replaced | {str(p.arg) for p in pairs})
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=best), use]):
                return self._used_in(use, replaced | {checker.infimum(self.facts[best]).over})
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
        out += [f"Context {{{b[1:-1]}}}." for b in self._spaces(lemma)]
        out += [f"Variable {rocq_name(n)} : {self.printer.type_of(n)}." for n in lemma.names]
        out += [f"Hypothesis sign_{n} : {s}." for n in lemma.names if (s := self.printer.sign(n))]
        out += [f"Hypothesis H_{f.name} : {self.shown.proposition(f)}." for f in lemma.premises]
        out += ['Set Default Proof Using "All".', *self._citations(lemma)]
        steps = []
        for number, line in enumerate(lemma.lines, 1):
            own = f"L_{lemma.text}_{number}" if len(lemma.lines) > 1 else f"L_{lemma.text}"
            steps.append(own)
            script = [*self._intros(lemma), *self._silent(lemma, line), *self.step(lemma, line)]
            out += self.lemma_text(own, self._claim(lemma, line.relation), script)
        if len(steps) > 1:
            out += self._whole(lemma, steps)
        return [*out, f"End {lemma.text}_section.", ""]

    def _spaces(self, lemma: Lemma) -> list[str]:
        """Binders of the space and of chance, if the lemma needs them."""
        types = {word for n in lemma.names for word in self.printer.type_of(n).split()}
        vectors = "vec" in types or any(map(self.printer.has_vectors, lemma.sides))
        chance = "outcome" in types or any(p.op == "E" for e in lemma.sides for p in e.walk())
        return [f"({SPACE} : InnerProductSpace)"] * vectors + [f"({CHANCE} : Chance)"] * chance

    def _citations(self, lemma: Lemma) -> list[str]:
        """For each theorem cited here, what it says in the names of this context."""
        wanted = {f.name: f for f, _ in self._facts_used(lemma) if f.status == "proved"}
        out: list[str] = []
        for fact in wanted.values():
            if checker.lemma(self.theorem, fact.name) is None:
                citation = self._citation(fact)
                if (identifier := citation.cited.theorem.name) not in self.cited:
                    self.cited.append(identifier)
                out += citation.lemmas(lemma, self.prefix)
        return out

    def _claim(self, lemma: Lemma, relation: Relation) -> str:
        shown = "".join(self.printer.within(*r) for r in lemma.ranges)
        shown += f"forall {OUTCOME} : outcome, " * self.is_random(lemma)
        return shown + self.printer.relation(relation)

    def _intros(self, lemma: Lemma) -> Script:
        words = self.introduced(lemma)
        return [f"intros {' '.join(words)}."] if words else []

    def _whole(self, lemma: Lemma, steps: list[str]) -> list[str]:
        """The chain from its first to its last line."""
        words = " ".join(self.introduced(lemma))
        script = self._intros(lemma)
        if lemma.relation.operator == "==":
            script += [f"etransitivity; [exact ({s} {words})|]." for s in steps[:-1]]
            script.append(f"exact ({steps[-1]} {words}).")
        else:
            for s, line in zip(steps, lemma.lines, strict=True):
                weak = "right; " if line.relation.operator == "==" else ""
                last = s == steps[-1]
                proof = f"{weak}exact ({s} {words})"
                script.append(f"{proof}." if last else f"eapply Rle_trans; [{proof}|].")
        return self.lemma_text(f"L_{lemma.text}", self._claim(lemma, lemma.relation), script)

    def _silent(self, lemma: Lemma, line: Line) -> Script:
        """Lemmas that make a sign visible, put in sight."""
        facts = [self.facts[s] for s in line.silent if s != lemma.text]
        return [self.posed(fact) for fact in facts if fact.status == "proved"]

    # ------------------------------------------------------------------ facts
    def fact_use(self, fact: Fact, values: Values) -> Use:
        """A fact with some of its names and indices replaced."""
        if fact.status == "infimum":
            return self._below_infimum(fact, values)
        if fact.status == "proved" and checker.lemma(self.theorem, fact.name) is None:
            relation, term = self._citation(fact).use(values, self.prefix)
            return Use(relation, f"cite ({term})")
        if fact.status == "proved":
            lemma = self.lemmas[fact.name]
            relation, term = lemma.relation, self.lemma_term(lemma, values)
            random = self.is_random(lemma)
        else:
            relation, term = self.shown.relation_of(fact), f"H_{fact.name}"
            for n in sorted(fact.over.values):
                term += " " + self.printer.argument(values.get(n, name(n)), self.words.kind(n))
                term += " ltac:(side)" if self.printer.sign(n) else ""
            inner = Printer(self.words, {n: self.words.kind(n) for n in fact.over.values})
            random = inner.is_random(relation.left) or inner.is_random(relation.right)
        term += self.index_terms(checker.ranges(fact), values) + f" {OUTCOME}" * random
        return Use(relation.map(lambda e: substitute(e, values)), f"cite ({term})")

    def _below_infimum(self, fact: Fact, values: Values) -> Use:
        parts = checker.infimum(fact)
        u = values.get(parts.over, name(parts.over))
        body = substitute(self._averaged(parts.body), {parts.over: u})
        argument = self.printer.argument(u, self.words.kind(parts.over))
        tactic = f"apply (proj1 H_{fact.name} {argument}); repeat split; side"
        return Use(Relation(parts.left, "<=", body), tactic)

    # ------------------------------------------------------------------ reasons
    def use(self, tree: ast.expr) -> Use:
        """What a reason states."""
        match tree:
            case ast.Name(id=text):
                return self.fact_use(self.facts[text], {})
            case ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=text)], keywords=pairs):
                values = {str(p.arg): self._averaged(read(p.value)) for p in pairs}
                return self.fact_use(self.facts[text], values)
            case ast.Call(func=ast.Name(id="times"), args=[factor, inner]):
                return self._times(self._averaged(read(factor)), self.use(inner))
            case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), low, high, inner]):
                return self._summed(index, read(low), read(high), self.use(inner))
            case ast.Call(func=ast.Name(id="E"), args=[inner]):
                return self._expected(self.use(inner))
            case ast.Call(func=ast.Name(id="sq"), args=[e]):
                return Use(Relation(ZERO, "<=", call("pow", read(e), num(2))), "apply pow2_ge_0")
            case ast.Call(func=ast.Name(id="pos"), args=[e]):
                return Use(Relation(read(e), "<=", call("pos", read(e))), "apply Rmax_r")
            case ast.Call(func=ast.Name(id="inf"), args=[ast.Name(id=best), ast.Name(id=bound)]):
                return self._infimum(self.facts[best], self.facts[bound])
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

    def _times(self, factor: Formula, use: Use) -> Use:
        relation = use.relation.map(lambda e: call("mul", factor, e))
        if relation.operator == "==":
            scale = "scal" if self.certificates.is_vector(use.relation) else "Rmult"
            shown = self.printer.number(factor, ATOM)
            return Use(relation, f"apply (f_equal ({scale} {shown})); {use.tactic}")
        weaker = Relation(relation.left, "<=", relation.right)
        return Use(weaker, f"apply Rmult_le_compat_l; [nonneg | {use.weakly}]")

    def _summed(self, index: str, low: Formula, high: Formula, use: Use) -> Use:
        inner = use.relation
        zeros = (inner.left == ZERO, inner.right == ZERO)
        if self.certificates.is_vector(inner):
            law = "apply Vsum_ext"
        elif inner.operator == "==":
            law = {(True, False): "symmetry; apply Zsum_eq0", (False, True): "apply Zsum_eq0"}.get(
                zeros, "apply Zsum_ext"
            )
        else:
            law = {(True, False): "apply Zsum_nonneg", (False, True): "apply Zsum_le0"}.get(
                zeros, "apply Zsum_le"
            )
        own, turned = rocq_name(index), "symmetry; " if law.startswith("symmetry") else ""
        enter = f"try rename {own} into {index}__; intros {own} H{index}__; cbv beta"

        def summed(e: Formula) -> Formula:
            return ZERO if e == ZERO else sum_of(e, index, low, high)

        operator = "==" if inner.operator == "==" else "<="
        relation = Relation(summed(inner.left), operator, summed(inner.right))
        return Use(relation, f"{law}; {enter}; {turned}{use.weakly}")

    def _expected(self, use: Use) -> Use:
        law = "apply E_ext" if use.relation.operator == "==" else "apply E_le"
        relation = use.relation.map(lambda e: call("E", e))
        enter = f"try rename {OUTCOME} into {OUTCOME}_; intros {OUTCOME}; cbv beta"
        return Use(relation, f"{law}; {enter}; {use.tactic}")

    def _infimum(self, best: Fact, bound: Fact) -> Use:
        """Below everything, so below the greatest lower bound."""
        parts = checker.infimum(best)
        inner = self.at_every(parts.over, bound)
        tactic = f"apply (proj2 H_{best.name}); intros {parts.over}_ Hdomain_; {inner.tactic}"
        return Use(Relation(inner.relation.left, "<=", parts.left), tactic)

    def at_every(self, over: str, fact: Fact) -> Use:
        """A fact at another value ``u_`` of a name u."""
        self.printer.bound[over + "_"] = self.words.kind(over)
        return self.fact_use(fact, {over: name(over + "_")})

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
        goal = line.relation
        facts: list[tuple[Relation, str]] = []
        cases: list[Cases] = []
        for tree in line.reasons:
            if (split := self._case(tree)) is not None:
                cases.append(split)
                continue
            use = self.use(tree)
            if (defined := self._definition(tree)) is not None:
                goal, put_in = self._put_in(goal, use, defined)
                script += self._signs_of(lemma, use, defined)
                script += put_in
                continue
            h = f"F{len(facts) + 1}"
            facts.append((use.relation, h))
            script.append(
                f"assert ({h} : {self.printer.relation(use.relation)}) by ({use.tactic})."
            )
        certificate = list(line.certificate)
        return script + self.certificates.by_cases(goal, facts, cases, certificate, line.gap)

    def _case(self, tree: ast.expr) -> Cases | None:
        match tree:
            case ast.Call(func=ast.Name(id="cases"), args=[inner, e, *values]):
                use = self.use(inner)
                numbers = tuple(_as_real(read(v)) for v in values)
                return Cases(use.relation, use.tactic, read(e), numbers)
        return None

    def _definition(self, tree: ast.expr) -> str | None:
        """The definition that a reason is, which is put in and not weighed."""
        match tree:
            case ast.Name(id=text) | ast.Call(func=ast.Name(id="at"), args=[ast.Name(id=text)]):
                return text if self.facts[text].status == "definition" else None
        return None

    def _put_in(self, goal: Relation, use: Use, text: str) -> tuple[Relation, Script]:
        """The goal with a definition put in, and a script that does so."""
        right = use.relation.right
        if self.certificates.is_vector(use.relation) and right == ZERO:
            right = name("vzero")
            self.printer.bound["vzero"] = "vector"
        script: Script = []
        sides = []
        for side in (goal.left, goal.right):
            new = rewrite(side, use.relation.left, right, self.printer.key)
            sides.append(new)
            if self.printer.key(side) != self.printer.key(new):
                h = self.printer.fresh("D")
                same = self.printer.relation(Relation(side, "==", new))
                leaf = f"first [apply H_{text}; side | (etransitivity; [apply H_{text}; side | congr]) | {use.tactic}]"
                script.append(
                    f"assert ({h} : {same}) by (cong ltac:({leaf})). rewrite {h}; clear {h}."
                )
        return Relation(sides[0], goal.operator, sides[1]), script

    def _signs_of(self, lemma: Lemma, use: Use, text: str) -> Script:
        """What is known of a number, said of the formula that defines it: its denominators need it."""
        number, value = use.relation.left, use.relation.right
        plain = number.op == "name" and not number.args and self.words.kind(number.text) == "real"
        if not plain or any(part.binds for part in value.walk()):
            return []
        known = [
            (f"H_{f.name}", self.shown.relation_of(f)) for f in lemma.premises if not f.over.values
        ]
        known = [(h, r) for h, r in known if r.operator == "<" and r.left == number]
        if self.words.sign(number.text) == "positive":
            known.append((f"sign_{number.text}", Relation(ZERO, "<", number)))
        script: Script = []
        for h, relation in known:
            new = relation.map(lambda e: rewrite(e, number, value, self.printer.key))
            own = self.printer.fresh("Own")
            script.append(f"assert ({own} : {self.printer.relation(new)})")
            script.append(f"  by (rewrite <- H_{text}; exact {h}).")
            if relation.left == ZERO:
                script += self.certificates.same(value, self.normal.normal(value), f"Is_{own}")
                script.append(f"try rewrite Is_{own} in {own}; clear Is_{own}.")
        return script

    def _induction(self, text: str, relation: Relation) -> Script:
        """The step itself, for every natural number from 0 or 1 on."""
        base = num(1 if self.words.sign(text) == "positive" else 0)
        k, more = name("k_"), call("add", name("k_"), num(1))

        def at(value: Formula) -> Relation:
            return relation.map(lambda e: substitute(e, {text: value}))

        def slack(value: Formula) -> Formula:
            return call("sub", at(value).left, at(value).right)

        def enough(value: Formula) -> str:
            return f"enough (Enough : {self.printer.relation(at(value))}) by (cite Enough)."

        claim = f"forall k_, ({base.value} <= k_)%Z -> {self.printer.relation(at(k))}"
        return [
            f"assert (Claim : {claim}).",
            "{ apply Z_ind_from.",
            f"{{ cbv beta. {enough(base)}",
            *self.normal.equal(at(base).left, at(base).right),
            "}",
            f"{{ intros k_ Hk_ IH. cbv beta in IH. {enough(more)}",
            *self.certificates.same(slack(more), slack(k), "Growth"),
            "lra. } }",
            "apply Claim; lia.",
        ]


def _as_real(e: Formula) -> Formula:
    """A whole number as a real one."""
    return num(-e.args[0].value, "real") if e.op == "neg" else num(e.value, "real")
