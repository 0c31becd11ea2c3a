"""No change of one place of a proof goes unnoticed, except those listed here with a reason.

What became of the mutants is stored, and only what has changed is tried again, by the thorough run.
After a change of the checker that is all of them, which takes a while: ``make mutants`` tries and
stores them, and ``MUTANTS_SECONDS`` is how long the run of a test may go on.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import replace

import mutants
import pytest
import runs
from faults import tell
from mutants import LATER, REFUSED, SAME, SURVIVES, Replay, Tally

from olbook.checked import Context, Theorem
from olbook.checked.reading.chains import Step
from olbook.checked.trusted.facts import SEAL
from olbook.checked.trusted.kernel import Accepted, Kernel

#: A mutant without a sign that the proof does not need: the same claim for more values is true.
FORGOTTEN_SIGN = re.compile(r"\w+ is (real|nonnegint)")
#: Why another mutant that survives proves nothing false.
REASONS = {
    "a stronger hypothesis, which implies the one of the theorem": {
        "winnow.perceptron": "decides: y[t] * (2 * Sum(c[i] * z[t, i], i, 1, d) - 1) >= 2",
        "winnow.perceptron_best_bias": "decides: y[t] * (2 * Sum(c[i] * z[t, i], i, 1, d) - 1) >= 2",
        "winnow.unnormalised_regret": "bounded: 1 <= eta * g[t, i]",
        "winnow.normalised": "low: R <= x[t, i]",
        "winnow.disjunctions": "some: 2 <= k",
        "winnow.any_labels_tuned": "some: 2 <= k",
        "winnow.factor_two": (
            "margin: y[t] * (2 * Sum(u[i] * x[t, i], i, 1, d) - 1) >= 2; up: 2 < beta"
        ),
        "winnow.known_literals winnow.known_literals_large_factor": (
            "margin: y[t] * (2 * Sum(u[i] * x[t, i], i, 1, d) - 1) >= 2; up: 2 < beta"
        ),
        "winnow.any_factor": "up: 2 < beta",
        "curved.smooth curved.small_losses": "floor: 1 <= f[t](z[t])",
        "curved.opponent": "against: 1 <= y[t] * (c[t] * b[t] - w[t])",
        "curved.lower_bound": "against: 1 <= y[t] * (c[t] * b[t] - w[t])",
        "risk.average_risk": "possible: 1 <= log(1 / delta)",
        "risk.average_point": "possible: 1 <= log(1 / delta)",
        "games.shifting games.shifting_tuned": (
            "low: 1 <= g[t, i]; some: 1 < K; seldom: K < T - 2; long: 2 < T"
        ),
        "games.small_losses games.small_losses_tuned": "low: 1 <= g[t, i]",
        "tuning.any_base": "above: 2 < s",
        "tuning.gradient_descent_any_base": "above: 2 < s",
        "tuning.golden_base tuning.base_four": "above: 2 < s",
        "tuning.one_bet": "low: 1 <= c",
        "tuning.wealth tuning.coin_betting": "low: 1 <= g[t]",
        "curved.small_losses_tuned": "floor: 1 <= f[t](z[t])",
        "eg.regret eg.tuned": "low: B <= x[t, i]",
        "hedge.regret": "low: 1 <= g[t, i]",
        "littlestone.agnostic": "low: 1 <= g[t, i]",
        "ftrl.adagrad": (
            "leader: 1 <= dot(Sum(g[s] + sigma[s] * (w[t] - w[s]), s, 1, t - 1), w[t + 1] - w[t]); "
            "last: 1 <= dot(Sum(g[t] + sigma[t] * (w[T + 1] - w[t]), t, 1, T), u - w[T + 1])"
        ),
        "ftrl.hedge": "low: 1 <= g[t, i]",
        "ftrl.anytime_hedge": "low: 1 <= g[t, i]",
        "mirror.p_norm": "range: 3 <= p",
        "mirror.dual_length mirror.dual_gradient": "range: 2 < q",
        "square.widrow_hoff square.widrow_hoff_best square.tuned": "some_size: 1 < U",
        "square.exponentiated_gradient": "low: 1 <= x[t, i]",
    },
    "the intervals hold around it in every outcome, and the claim does not speak of it": {
        "bandits.ucb1": "mu is random"
    },
    "by the definitions both sides are equal, so every relation between them holds": {
        "winnow.factor_two": (
            "promotion: == log(beta) - theta*(beta - 1) | by two, half; "
            "promotion: log(beta) - theta*(beta - 1) <= log(2) - 1/2 | by two, half"
        ),
        "winnow.known_literals winnow.known_literals_large_factor": (
            "demotion: == theta*(1 - 1/beta) | by balance; "
            "demotion: theta*(1 - 1/beta) <= log(beta)/(beta + 1) | by balance; "
            "promotion: == log(beta) - theta*(beta - 1) | by balance; "
            "promotion: log(beta) - theta*(beta - 1) <= log(beta)/(beta + 1) | by balance"
        ),
    },
    "the claim holds there too: beta may be 1, and the identities need only q != 1, eta != 1": {
        "winnow.any_factor": "up: 1 <= beta",
        "mirror.dual_length mirror.dual_gradient": "range: 1 > q",
        "square.average_bound square.average_bound_tuned": "small: eta > 1",
    },
    "the lemma speaks of round t + 1, and holds for the first round too, where it is not used": {
        "ftrl.hedge": "log_weight: on t: 1 + -1..T-1, i: 1..d"
    },
    "what is supposed at every point holds at those of other rounds too, where it is not used": {
        "mirror.p_norm": "strong_there: on t: 1 + -1..T+1; strong_there: on t: 1..T+1 - -1"
    },
    "hypothesis and claim then speak of one and the same a, instead of every a": {
        "mirror.leader_steps": "leader: not for all a",
        "mirror.leads": "start: not for all a; step: not for all a",
    },
    "of the divergence only its change with its first argument is used, and that stays the same": {
        "mirror.trade_off": (
            "bregman: B(a, b) == psi(a) + psi(b) - dot(D(b), a - b); "
            "bregman: B(a, b) == psi(a) - psi(b) - dot(D(b), a + b)"
        )
    },
    "hypothesis and claim are then about fewer rounds or coordinates": {
        (
            "winnow.lifted_margin winnow.lifted_length winnow.lifted_features"
        ): "index t: 1 + 1..T, i: 1..d; index t: 1..T - 1, i: 1..d",
        "mirror.leader_steps": "index t: 1 + 1..T, s: 1..T; index t: 1..T - 1, s: 1..T",
        "games.exchange": (
            "index i: 1 + 1..m, j: 1..n, k: 1..n; index i: 1..m - 1, j: 1..n, k: 1..n"
        ),
        "mirror.leader_multiplies": (
            "index t: 1 + 1..T, s: 1..T, i: 1..d; index t: 1..T - 1, s: 1..T, i: 1..d; "
            "index t: 1..T, s: 1..T, i: 1 + 1..d; index t: 1..T, s: 1..T, i: 1..d - 1"
        ),
    },
    "an equality may be multiplied by either sign, and what is found is the other multiplier": {
        "curved.forced_sharp curved.forced": (
            "fall: == 1/(c[t] + c[t]**2) - 1/c[t]"
            " | by times(1 / (c[t - 1] * (c[t] + c[t] ** 2)), at(recursion, t=t - 1))"
        ),
        "curved.opponent": (
            "round: == q[t] - q[t+1] + c[t] + 1"
            " | by times(b[t] ** 2, at(recursion, t=t - 1)), potential, at(potential, t=t + 1)"
        ),
        "games.margins games.adaboost": (
            "counts: == b[i]*(1 + (m/2*A + A/2 + log(v[T+1, i]))) | by times(b[i], weight)"
        ),
        "games.mix_loss_shifting": (
            "cost: == Sum(u[t+1, i]*log(w[t+1, i]), i, 1, d) - (1 - Sum(r[t, i], i, 1, d))*log(beta)"
            " - Sum(r[t, i], i, 1, d)*log(alpha/d) | by times(log(beta), at(simplex, t=t + 1))"
        ),
    },
    "its definition as an expectation, or by fixed numbers, makes it the same in every outcome": {
        "games.forced": "T is random",
        "bandits.ucb1": "H is random; S is random; z is random",
        "risk.azuma_hoeffding": "P is random",
        "risk.few_mistakes": "P is random",
        "risk.average_risk": "lambda_ is random",
        "risk.last_iterate": "n is random",
        "risk.surrogate": "P is random",
        "batch.mistakes_to_risk batch.mistakes_to_probability batch.sample_size": "p is random",
        "batch.gradient_descent": "eta is random; B is random",
        "batch.average": "B is random",
        "batch.random_iterate": "B is random",
        "batch.jensen_square": "Q is random",
        "batch.widrow_hoff batch.widrow_hoff_best": "B is random; R is random",
    },
    "what is supposed of it holds in every outcome, and it never has to leave an expectation": {
        "risk.average_risk": "L is random",
        "risk.average_point": "L is random; D is random; u is random",
        "risk.few_mistakes": "L is random; M is random; r is random",
        "risk.anytime": "B is random; D is random",
        "risk.azuma_hoeffding": "q is random; r is random; theta is random",
        "risk.last_iterate": "D is random; eta is random",
        "risk.plain_average": ("D is random; G is random; b is random; eta is random; l is random"),
        "risk.surrogate": "R is random",
        "risk.weighted_average": "D is random; G is random",
        (
            "batch.mistakes_to_risk batch.mistakes_to_probability batch.sample_size"
        ): "L is random; delta is random",
        "batch.losses_to_risk": "L is random; D is random",
        "batch.average": "L is random; D is random",
        "batch.gradient_descent": "L is random; D is random",
        "batch.random_iterate": "L is random",
        "batch.widrow_hoff batch.widrow_hoff_best": "U is random",
    },
    "the hypothesis on its risk says that L(u) is an expectation, so the same in every outcome": {
        "batch.average": "u is random",
        "batch.random_iterate": "u is random",
        "batch.gradient_descent": "u is random",
    },
}

SURVIVORS = {
    (unit, what): reason
    for reason, by_unit in REASONS.items()
    for unit, list_of_changes in by_unit.items()
    for what in list_of_changes.split("; ")
}


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    """What becomes of the mutants of the whole catalogue."""
    started = time.monotonic()
    limit = float(os.environ.get("MUTANTS_SECONDS", "inf"))
    found = mutants.tried_all(processes=2, seconds=limit)
    print(f"\n{mutants.table(found)}")
    tried = sum(tally.number(REFUSED, LATER, SURVIVES) for tally in found.values())
    survive = sum(len(tally.survivors) for tally in found.values())
    false = sum(len(tally.false) for tally in found.values())
    outcome = f"{tried} tried, {survive} survive, {false} of these false"
    if left := len(mutants.units()) - len(found):
        outcome += f"; the time was up before {left} of {len(mutants.units())} contexts"
    print(outcome)
    runs.record("mutants", time.monotonic() - started, outcome)
    return found


@pytest.mark.thorough
def test_the_survivors_are_those_listed_with_a_reason(tallies: dict[str, Tally]) -> None:
    """A list that outlives its theorems would hide the next survivor of the same name."""
    found = {
        (unit, what)
        for unit, tally in tallies.items()
        for what in tally.survivors
        if not FORGOTTEN_SIGN.fullmatch(what)
    }
    gone = [key for key in SURVIVORS.keys() - found if key[0] in tallies]
    tell(
        [
            f"{unit}: {what}: survives, and REASONS has no reason"
            for unit, what in sorted(found - SURVIVORS.keys())
        ]
        + [
            f"{unit}: {what}: has a reason in REASONS and does not survive"
            for unit, what in sorted(gone)
        ],
        "tests/test_mutants.py",
    )
    assert {unit for unit, _ in SURVIVORS} <= set(mutants.units())


@pytest.mark.thorough
def test_no_mutant_that_is_accepted_is_false(tallies: dict[str, Tally]) -> None:
    tell(f"{unit}: {numbers}" for unit, tally in tallies.items() for numbers in tally.false)


@pytest.mark.thorough
def test_enough_was_tried(tallies: dict[str, Tally]) -> None:
    """Every kind of change; and every theorem that was tried has some."""
    assert all(tally.number(REFUSED) for tally in tallies.values())
    kinds = {kind for tally in tallies.values() for kind in tally.counts}
    assert kinds >= {
        "sign", "number", "operation", "index", "relation", "converse", "range",
        "reason dropped", "sign in a reason", "wrapping in a reason", "gap dropped",
        "number in a gap", "sign in the claim", "index in a citation", "image dropped",
        "hypothesis: dropped", "hypothesis: relation", "hypothesis: range",
        "hypothesis: not for all", "definition: dropped", "assumption: dropped",
        "sign forgotten", "chance added", "range of an index",
    }  # fmt: skip


@pytest.mark.thorough
def test_what_is_stored_is_what_happens(tallies: dict[str, Tally]) -> None:
    """Two units, others whenever the checker or a proof has changed, are tried again."""
    quick = [unit for unit, tally in tallies.items() if tally.number(REFUSED) < 150]
    for unit in sorted(quick, key=mutants.address)[:2]:
        assert mutants.tried(unit) == tallies[unit]


# ---------------------------------------------------------------------- the instrument itself
def prove(line: str = "<= a + b | by up ; gap b") -> Mapping[str, Theorem]:
    ctx = mutants.Context(positive="a b", real="x")
    ctx.hyp("up", "x <= a")
    claim = f"x {line.partition('|')[0]}"
    return {"X": ctx.theorem("t", f"x\n{line}", claim=claim, title="T", name="X")}


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
