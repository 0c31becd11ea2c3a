"""No change of one place of a proof goes unnoticed, except those listed here with a reason.

Every mutant of every proof takes some minutes, and is left to the thorough run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import mutants
import pytest
from mutants import LATER, REFUSED, SAME, SURVIVES, Replay, Tally

from olbook.checked import Context, Theorem
from olbook.checked.reading.chains import Step
from olbook.checked.trusted.facts import SEAL
from olbook.checked.trusted.kernel import Accepted, Kernel

#: Why a mutant that survives proves nothing false.
REASONS = {
    "a sign the proof does not need: the same claim for more values is true": {
        "S0-D1": "T is nonnegint; n is nonnegint",
        "S0-T1 S0-T1b": "T is nonnegint; n is nonnegint",
        "S0-R1": "T is nonnegint",
        "S0-A1": "s is real",
        "S0-A2": "n is nonnegint",
        "S0-A2b S0-A2c": "n is nonnegint",
        "S0-T2 S0-R2 S0-R2b": "M is real; ell is real; chi is real",
        "S4-T3 S4-T3b": "U is real; R is real",
        "S0-D4": "D is real",
        "S0-T3 S0-T3b": "U is real; D is real; T is nonnegint",
        "S0-C2": "G is real",
        "S0-C3b S0-C3c": "U is real; G is real",
        "S0-D6": "f is real",
        "S1-R5": "iota is real; S is real; T is nonnegint",
        "S1-L2": "eta is real; iota is real; T is nonnegint",
        "S1-T2 S1-T4": "chi is real",
        "S3-T1": "U is real; T is nonnegint",
        "B4.3": "R is real; T is nonnegint",
        "S1-D6": "d is nonnegint",
        "S1-D7 S1-D7b S1-D7c": "k is real; iota is real; T is nonnegint; d is nonnegint",
        "S1-T5c": "d is nonnegint",
        "S1-T6": "u is real; T is nonnegint",
        "S1-T7b": "k is real",
        "B5.6": "k is real",
        "B5.2 B5.2b": "beta is real",
        "S1-L4 S1-T6b S1-T7": "k is real; chi is real; H is real",
        "B5.1": "k is real; theta is real; T is nonnegint; d is nonnegint",
        "S2-T1 S2-T1b": "U is real",
        "S2-R2 S2-R2b": "R is real; Z is real; U is real",
        "S2-T2a": "d is nonnegint",
        "S2-T2c": "T is nonnegint",
        "S2-D5b S2-D5c S2-D5d": "S is real; d is nonnegint",
        "S2-E1": "S is real",
        "S2-AL4": "eta is real",
        "S2-L1": "eta is real",
        "S2-L2": "eta is real",
        "S2-L2b": "eta is real; d is nonnegint",
        "S2-L2c": "eta is real; w is real",
        "S2-L3": "eta is real; T is nonnegint",
        "S2-T3": "T is nonnegint",
        "S2-T3b": "norm is real; k is real; T is nonnegint",
        "S2-AL5": "U is real",
        "S2-AL5b": "U is real",
        "S2-AL5c S2-AL5d": "d is nonnegint",
        "B6.2": "U is real",
        "S4-R1 S4-R1b": "U is real",
        "S4-L2 S4-L1 S4-T1 S4-T1b S4-T1c": "U is real; L is real; T is nonnegint",
        "S4-T2": "C is real; L is real",
    },
    "a stronger hypothesis, which implies the one of the theorem": {
        "S1-T5": "decides: y[t] * (2 * Sum(c[i] * z[t, i], i, 1, d) - 1) >= 2",
        "S1-T5b": "decides: y[t] * (2 * Sum(c[i] * z[t, i], i, 1, d) - 1) >= 2",
        "S1-T6": "bounded: 1 <= eta * g[t, i]",
        "S1-R2": "low: R <= x[t, i]",
        "S1-T7b": "some: 2 <= k",
        "B5.6": "some: 2 <= k",
        "B5.1b": "margin: y[t] * (2 * Sum(u[i] * x[t, i], i, 1, d) - 1) >= 2",
        "B5.2 B5.2b": ("margin: y[t] * (2 * Sum(u[i] * x[t, i], i, 1, d) - 1) >= 2; up: 2 < beta"),
        "B5.1": "up: 2 < beta",
        "S2-T2 S2-T2b": "low: R <= x[t, i]",
        "B6.1": "low: 1 <= x[t, i]",
        "S2-AL5": "range: 3 <= p",
        "S2-AL5c S2-AL5d": "range: 2 < q",
        "S4-L2 S4-L1 S4-T1 S4-T1b S4-T1c": "some_size: 1 < U",
        "S4-T2": "low: 1 <= x[t, i]",
    },
    "the claim holds there too: beta may be 1, and the identities need only q != 1, eta != 1": {
        "B5.1": "up: 1 <= beta",
        "S2-AL5c S2-AL5d": "range: 1 > q",
        "S4-R1 S4-R1b": "small: eta > 1",
    },
    "hypothesis and claim then speak of one and the same a, instead of every a": {
        "S2-L1": "leader: not for all a",
        "S2-L3": "start: not for all a; step: not for all a",
    },
    "of the divergence only its change with its first argument is used, and that stays the same": {
        "S2-AL4": (
            "bregman: B(a, b) == psi(a) + psi(b) - dot(D(b), a - b); "
            "bregman: B(a, b) == psi(a) - psi(b) - dot(D(b), a + b)"
        ),
    },
    "hypothesis and claim are then about fewer rounds or coordinates": {
        "S1-D7 S1-D7b S1-D7c": "index t: 1 + 1..T, i: 1..d; index t: 1..T - 1, i: 1..d",
        "S2-L1": "index t: 1 + 1..T, s: 1..T; index t: 1..T - 1, s: 1..T",
        "S2-L2c": (
            "index t: 1 + 1..T, s: 1..T, i: 1..d; index t: 1..T - 1, s: 1..T, i: 1..d; "
            "index t: 1..T, s: 1..T, i: 1 + 1..d; index t: 1..T, s: 1..T, i: 1..d - 1"
        ),
    },
    "its definition as an expectation, or by fixed numbers, makes it the same in every outcome": {
        "S0-T2 S0-R2 S0-R2b": "p is random",
        "S0-R5": "eta is random",
        "S1-T9": "B is random",
        "S1-T10": "B is random",
        "S4-L3": "Q is random",
        "S4-T3 S4-T3b": "B is random; R is random",
    },
    "what is supposed of it holds in every outcome, and it never has to leave an expectation": {
        "S0-T2 S0-R2 S0-R2b": "L is random; delta is random",
        "S0-C1": "L is random; D is random",
        "S1-T9": "L is random; D is random",
        "S1-T10": "L is random",
        "S4-T3 S4-T3b": "U is random",
    },
    "the hypothesis on its risk says that L(u) is an expectation, so the same in every outcome": {
        "S1-T9": "u is random",
        "S1-T10": "u is random",
    },
}

SURVIVORS = {
    (unit, what): reason
    for reason, by_unit in REASONS.items()
    for unit, list_of_changes in by_unit.items()
    for what in list_of_changes.split("; ")
}


@pytest.fixture(scope="module")
def tally() -> Tally:
    """What becomes of the mutants of the whole catalogue."""
    found = mutants.tried_all(processes=2)
    print(f"\n{found.table()}")
    return found


@pytest.mark.thorough
def test_every_survivor_is_listed_with_a_reason(tally: Tally) -> None:
    unlisted = [key for key in tally.with_fate(SURVIVES) if key not in SURVIVORS]
    assert unlisted == []


@pytest.mark.thorough
def test_every_listed_survivor_survives(tally: Tally) -> None:
    """A list that outlives its theorems would hide the next survivor of the same name."""
    assert sorted(SURVIVORS.keys() - tally.fates.keys()) == []
    assert [key for key in tally.with_fate(REFUSED, LATER, SAME) if key in SURVIVORS] == []


@pytest.mark.thorough
def test_no_mutant_that_is_accepted_is_false(tally: Tally) -> None:
    assert tally.false == []


@pytest.mark.thorough
def test_enough_was_tried(tally: Tally) -> None:
    """Every theorem, and every kind of change."""
    assert {unit for unit, _ in tally.fates} == set(mutants.units())
    assert len(tally.with_fate(REFUSED)) > 3000
    kinds = {kind for kind, fate in tally.fates.values() if fate == REFUSED}
    assert kinds >= {
        "sign", "number", "operation", "index", "relation", "converse", "range",
        "reason dropped", "sign in a reason", "wrapping in a reason", "gap dropped",
        "number in a gap", "sign in the claim", "index in a citation", "image dropped",
        "hypothesis: dropped", "hypothesis: relation", "hypothesis: range",
        "hypothesis: not for all", "definition: dropped", "assumption: dropped",
        "sign forgotten", "chance added", "range of an index",
    }  # fmt: skip


# ---------------------------------------------------------------------- the instrument itself
def prove(line: str = "<= a + b | by up ; gap b") -> Mapping[str, Theorem]:
    ctx = mutants.Context(positive="a b", real="x")
    ctx.hyp("up", "x <= a")
    claim = f"x {line.partition('|')[0]}"
    return {"X": ctx.theorem("t", f"x\n{line}", claim=claim, title="T", source="X")}


def small(monkeypatch: pytest.MonkeyPatch, line: str) -> mutants.Journal:
    made: list[mutants.Recording] = []

    def recording(**declared: str) -> Context:
        made.append(mutants.Recording(**declared))
        return made[-1]

    monkeypatch.setattr(mutants, "Context", recording)
    prove(line)
    monkeypatch.undo()
    return mutants.Journal("X", tuple(made[0].calls), made[0])


def fates(journal: mutants.Journal) -> dict[str, str]:
    replay = Replay(journal)
    return {mutant.what: replay.fate(mutant)[0] for mutant in mutants.mutants(journal)}


def test_mutants_of_a_small_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    found = fates(small(monkeypatch, "<= a + b | by up ; gap b"))
    assert found == {
        "a is real": SURVIVES,
        "b is real": REFUSED,
        "up: x >= a": REFUSED,
        "up: dropped": REFUSED,
        "t: <= a - b | by up ; gap b": REFUSED,
        "t: == a + b | by up ; gap b": REFUSED,
        "t: <= a + b | gap b": REFUSED,
        "t: <= a + b | by up": REFUSED,
        "t: a + b <= x | by up ; gap b": REFUSED,
        "t: claim x <= a - b": REFUSED,
    }


def test_a_change_that_changes_nothing_is_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    found = fates(small(monkeypatch, "<= 1*a + b | by up ; gap b"))
    assert found["t: <= 1 / a + b | by up ; gap b"] == REFUSED
    found = fates(small(monkeypatch, "<= a*1 + b | by up ; gap b"))
    assert found["t: <= a / 1 + b | by up ; gap b"] == SAME
    assert found["t: <= a * 2 + b | by up ; gap b"] == REFUSED


def test_a_kernel_that_accepts_everything_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = small(monkeypatch, "<= a + b | by up ; gap b")
    monkeypatch.setattr(Context, "_certificate", lambda *_: ())
    monkeypatch.setattr(Kernel, "accept_step", lambda self, step, *_: accepted_anyhow(step))
    found = fates(journal)
    assert found["t: <= a + b | by up"] == SURVIVES
    assert found["up: x >= a"] == SURVIVES
    assert found["t: a + b <= x | by up ; gap b"] == SURVIVES


def accepted_anyhow(step: Step) -> Accepted:
    return Accepted(step, (), ((),), frozenset(), ())


def test_numbers_contradict_a_false_lemma_that_is_accepted() -> None:
    ctx = Context(positive="a b", real="x")
    ctx.hyp("up", "x <= a")
    ctx.prove("more", "x\n<= a + b | by up ; gap b")
    assert mutants._numbers_against(ctx, "more") == ""
    fact = ctx._facts["more"]
    ctx._facts._facts["more"] = replace(fact, right=fact.left - 1, seal=SEAL)
    assert "it says" in mutants._numbers_against(ctx, "more")
