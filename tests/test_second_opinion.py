"""The second opinion: the stored run fits the book, and Rocq refuses what is false.

The first tests need no coqc; those that do are thorough. A theorem that is new, or was changed, is
marked as not yet proved again until ``make second-opinion`` has run; ``.ci/run`` does so before the
thorough tests.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
import rocq
from attacks import Attacks, Statement, define, hyp, lemma
from faults import tell

from olbook.checked import Context, Proof, Theorem
from olbook.checked.trusted import stating
from olbook.checked.trusted.algebra import Algebra
from olbook.checked.trusted.definitions import Definitions
from olbook.checked.trusted.facts import NOTHING, SEAL
from olbook.checked.trusted.stating import Stating
from second_opinion import checker, run, statement
from second_opinion.files import Source, source_of
from second_opinion.formulas import NotExported
from second_opinion.proofs import Exporter
from second_opinion.statements import Displayed

pytestmark = pytest.mark.landing

LEAST_ACCEPTED = 167


@pytest.fixture(scope="module")
def generated() -> tuple[dict[str, Source], dict[str, str]]:
    return run.generated()


# ---------------------------------------------------------------------- the stored run
def test_a_theorem_says_that_it_was_proved_again_only_if_it_was() -> None:
    kept = run.stored()  # the first test of all: a theorem that is proved unwatched is proved twice
    said = [i for i in checker.CATALOGUE if checker.theorem(i).proved_again]
    assert len(said) > 100
    assert all(kept[i].status == run.ACCEPTED for i in said)


def test_what_rocq_has_not_seen_in_these_words_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    root, name, other = run.HERE.parent, "perceptron.margin", "winnow.any_factor"
    known = rocq.run_of(root)
    seen = frozenset(d for d in run.BADGES.read_text().split() if d != checker.theorem(name).digest)
    monkeypatch.setattr("olbook.checked.show.theorem._accepted_by_rocq", lambda: seen)
    monkeypatch.setattr(rocq, "run_of", lambda _: {i: r for i, r in known.items() if i != name})
    assert rocq.missing(root)[name] == rocq.UNTRIED
    assert other not in rocq.missing(root)
    assert f"{name}: {rocq.UNTRIED}" in rocq.table(root)
    assert f"### {name}:" not in rocq.statements(root)


def test_what_was_known_of_other_words_is_forgotten_and_each_answer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, known = list(run.stored())[:2]
    entries = {i: replace(run.stored()[i], digest="of other words") for i in (changed,)}
    entries[known] = replace(run.stored()[known], digest="as it is")
    monkeypatch.setattr(run, "STORED", tmp_path / "accepted.json")
    monkeypatch.setattr(run, "BADGES", tmp_path / "badges.txt")
    monkeypatch.setattr(run, "generated", lambda wanted: (dict.fromkeys((changed, known)), {}))
    monkeypatch.setattr(run, "digests", lambda files, _: dict.fromkeys(files, "as it is"))
    monkeypatch.setattr(run.shutil, "which", lambda _: "coqc")
    monkeypatch.setattr(run, "build_library", lambda _: None)
    run.store(entries)
    asked = []
    monkeypatch.setattr(run, "prove", lambda wanted, *_: asked.extend(wanted))  # stopped at once
    run.main([])
    assert asked == [changed]
    assert run.stored() == {known: entries[known]}
    assert run.BADGES.read_text() == run.badges(run.stored())


@pytest.mark.thorough
def test_the_stored_run_is_about_the_files_of_today(
    generated: tuple[dict[str, Source], dict[str, str]],
) -> None:
    now, kept, stored = run.digests(*generated), run.stored(), "second_opinion/accepted.json"
    tell(
        [
            f"{stored}: {i}: the files for Rocq have changed: make update"
            for i, result in kept.items()
            if result.digest != now.get(i)
        ]
        + [f"{stored}: {i}: not there: make update" for i in checker.CATALOGUE if i not in kept]
        + [f"{run.BADGES.name}: not what follows from {stored}: make update"]
        * (run.BADGES.read_text() != run.badges(kept))
    )


def test_the_stored_run_says_why_a_theorem_is_not_accepted() -> None:
    kept = run.stored().values()
    assert all((result.status == run.ACCEPTED) != bool(result.why) for result in kept)
    assert sum(result.status == run.ACCEPTED for result in kept) >= LEAST_ACCEPTED


def test_a_reader_is_told_which_step_rocq_has_not_found() -> None:
    reasons = {i: result.why for i, result in run.stored().items() if result.why}
    told = [rocq.in_words(i, why) for i, why in reasons.items()]
    assert not [words for words in told if re.search("L_|tactic|Timeout|export", words)]
    assert all(len(words.split()) > 6 for words in told)


def test_files_are_the_same_when_they_are_generated_again() -> None:
    for identifier in ("perceptron.margin", "batch.widrow_hoff", "winnow.any_factor"):
        theorem = checker.theorem(identifier)
        once, again = (source_of(Exporter(theorem), identifier) for _ in range(2))
        assert once == again


@pytest.mark.parametrize("identifier", list(checker.CATALOGUE))
def test_a_statement_has_the_displayed_premises_and_no_others(identifier: str) -> None:
    theorem = checker.theorem(identifier)
    shown, text = Displayed(theorem), statement(theorem)
    lines = [line.strip() for line in text.splitlines()]
    premises = [line for line in lines if line.endswith("->")]
    lets = [line for line in lines if " let " in line]
    assert len(lets) + len(premises) == len(theorem.supposed) + len(shown.signs)
    assert {n for n in shown.names if shown.printer.sign(n)} >= set(shown.signs)
    assert set(shown.signs) <= {sign.split()[0] for sign in theorem.signs}
    assert set(shown.names) <= set(re.findall(r"\w+", displayed_text(theorem)))


def displayed_text(theorem: Theorem) -> str:
    """All that the box of a theorem says in formulas."""
    facts = (*theorem.supposed, theorem.proof.fact)
    ends = [str(end) for fact in facts for _, pair in fact.over.ranges for end in pair]
    return " ".join([theorem.claim, *(fact.text for fact in theorem.supposed), *ends])


# ---------------------------------------------------------------------- Rocq refuses what is false
def as_theorem(context: Context, proof: Proof) -> Theorem:
    """A proof as a theorem, without a witness."""
    names = context._needed(proof)
    theorem = Theorem(
        proof=proof, title="attack", name="attack", claim=proof.statement, claim_tex="",
        right=proof.chain.end.sym, language=context._language,
        facts=MappingProxyType(dict(context._facts)),
        lemmas=tuple(context._proofs[n] for n in names if n in context._proofs), cited=(), seal=SEAL,
    )  # fmt: skip
    checker._CONTEXTS[id(proof.fact)] = context
    return theorem


Attempt = Callable[[], tuple[Context, Proof]]


def proves(text: str, *statements: Statement, **names: str) -> Attempt:
    """A proof, after some statements, and its context."""

    def attempt() -> tuple[Context, Proof]:
        ctx = Attacks().prepared(*statements, **names)
        return ctx, ctx.prove("stolen", text)

    return attempt


SUMS = {"index": "t: 1..2, i: 1..2", "posint": "n"}
GEO = lemma("geo", "Sum(2**i, i, 1, n)\n== 2*2**n - 2 | by induction(n)")
ONE_IS_ZERO = "1\n== 0 | by times(2/5, sum(t, 1, 2, at(geo, n=3 - t)))"
Y = "(x - 1)**2 + 1 - B"
ATTACKS: dict[str, Attempt] = {
    "a backward sum": proves("Sum(Sum(i**2, i, 1, 3 - t), t, 1, 2)\n== 7", index="t: 1..2, i: 1..2"),
    "a sum that runs backwards": proves(ONE_IS_ZERO, GEO, **SUMS),
    "everything is at most one": proves("x\n<= 1 | by times(x - 1, one)", GEO, lemma("one", ONE_IS_ZERO),
        real="x", **SUMS),
    "an infimum of nothing": proves(f"x\n<= 1 | by at(best, p={Y} + 3), pos({Y}) ; gap (x - 3/2)**2 + 3/4",
        define("best", "B == inf(-pos(p - 3), p)"), real="B p x"),
    "a fixed function of chance": proves("E(X*Y)\n== E(G(Y)) | by at(law, p=Y)",
        define("law", "G(p) == X*p", for_all="p"), real="G p X Y", random="p X Y"),
    "defined twice": proves("x\n== y | by second\n== 0 | by first", define("first", "y == 0"),
        define("second", "y == x"), real="x y"),
    "defined in a circle": proves("z\n== y - x | by first\n== 1 | by second", define("first", "y == x + z"),
        define("second", "x == y - 1"), real="x y z"),
    "a pattern that is met twice": proves("f[(2*t - T)**2]\n== t | by squares",
        define("squares", "f[(2*t - T)**2] == t"), index="t: 1..T", posint="T", real="f"),
    "a name that is captured": proves("G(5)\n== 5 + y | by at(shifted, p=5)\n== 5 + 2*p | by double",
        define("double", "y == 2*p"), define("shifted", "G(p) == p + y", for_all="p"), real="G p y"),
}  # fmt: skip

needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason=run.INSTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("rocq")
    run.build_library(path)
    return path


def judged(context: Context, proof: Proof, folder: Path) -> tuple[bool, str]:
    """Whether Rocq accepts a proof as a theorem."""
    try:
        made = source_of(Exporter(as_theorem(context, proof)), "attack")
    except NotExported as error:
        return False, f"not exported: {error}"
    return run.verdict(made, folder)


@pytest.fixture
def gullible(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that takes every equation for true and every definition for one."""
    monkeypatch.setattr(Algebra, "is_zero", lambda *_: True)
    monkeypatch.setattr(Definitions, "demand", lambda *_: None)
    monkeypatch.setattr(stating, "bounded_below", lambda *_: NOTHING)
    monkeypatch.setattr(
        Stating, "_quantified", lambda _, said, *__: frozenset(said.for_all.split())
    )


@pytest.mark.thorough
@needs_coqc
@pytest.mark.usefixtures("gullible")
@pytest.mark.parametrize("name", ATTACKS)
def test_what_a_gullible_checker_accepts_is_refused(name: str, folder: Path) -> None:
    """Each of these was accepted once; what refuses them in the checker now is switched off."""
    accepted, why = judged(*ATTACKS[name](), folder)
    assert not accepted
    assert why


AMGM = proves(
    "2*c*a*b\n<= c*(a**2 + b**2) | gap c*(a - b)**2\n<= a**2 + b**2 | by times(a**2 + b**2, small)",
    hyp("small", "c <= 1"),
    real="a b",
    positive="c",
)


@pytest.mark.thorough
@needs_coqc
def test_a_true_theorem_is_accepted(folder: Path) -> None:
    assert judged(*AMGM(), folder) == (True, "")


@pytest.mark.thorough
@needs_coqc
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "  2 * c * a * b <= a ^ 2 + b ^ 2.",
            "  2 * c * a * b <= a ^ 2 + b ^ 2 - 1.",
        ),  # another claim
        ("  (* small *) c <= 1 ->\n", ""),  # a hypothesis less
        ("Qed.", "Admitted."),
        ("Set Default Timeout", "Axiom false : False.\nSet Default Timeout"),
        ("Set Default Timeout", 'Notation "x <= y" := True : R_scope.\nSet Default Timeout'),
        ("Set Default Timeout", "Ltac closed ::= exact I.\nSet Default Timeout"),
        ("Set Default Timeout", "Module S_attack. End S_attack.\nSet Default Timeout"),
    ],
)
def test_a_file_with_a_fault_is_refused(before: str, after: str, folder: Path) -> None:
    made = source_of(Exporter(as_theorem(*AMGM())), "attack")
    assert before in made.statement + made.proof
    faulty = replace(
        made,
        statement=made.statement.replace(before, after),
        proof=made.proof.replace(before, after),
    )
    accepted, why = run.verdict(faulty, folder)
    assert not accepted
    assert why
