"""The page "How sharp the bounds are": opponents beside bounds, and the stored worst cases played again.

What the solver found is not believed here. A game that it says is worst is played by its rules, in NumPy,
and has the regret that is stored; more than the theorem allows it cannot have.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import bounds as page  # book/_ext/bounds.py
import numpy as np
import pytest
import rates  # book/_ext/rates.py
from chapter_checks import (
    FORMULA,
    STATED,
    faults_of_statements,
    formulas_unlike_their_source,
    numbers_without_source,
    wrong_numbers,
)
from faults import tell
from regression import bound
from sources import agrees
from test_asked_formulas import SAYS_HOW, Computed, is_computed

import olbook as ol
from olbook.curved_losses import forced_numbers
from olbook.proofs import CATALOGUE

ROOT = Path(__file__).parents[1]
EXACT = ROOT / ".venv" / "exact" / "bin" / "python"
STORED = page.stored(ROOT)
CASES = STORED["cases"]
TEXT = (ROOT / "book" / "bounds.md").read_text(encoding="utf-8")
IDS = [f"{case['theorem']}-{case['T']}" for case in CASES]
CASE = {(case["theorem"], case["T"]): case for case in CASES}
GAMES = [case for case in CASES if "points" in case]
TOLERANCE = 2e-5  # the solver's is 1e-8, and points are roots of what it computes

# How far a learner goes after round t of T along the last gradient, or along all of them.
STEPS: dict[str, Callable[[int, int], float]] = {
    "ogd.tuned": lambda t, T: T**-0.5,
    "ogd.shrinking_steps": lambda t, T: t**-0.5,
    "curved.logarithmic": lambda t, T: 1 / t,
    "mirror.leader_regret": lambda t, T: T**-0.5,
    "ftrl.anytime_dual_averaging": lambda t, T: (2 * (t + 1)) ** -0.5,
}
LAZY = ("mirror.leader_regret", "ftrl.anytime_dual_averaging")


# --- upper and lower bounds ----------------------------------------------------------------------


@cache
def measured(pair: page.Pair) -> tuple[float, float]:
    """A game takes long, and two tests ask how it ended."""
    return pair.measured()


@pytest.mark.parametrize("pair", page.PAIRS, ids=lambda pair: pair.upper)
def test_what_is_forced_is_allowed(pair: page.Pair) -> None:
    assert pair.upper in CATALOGUE
    if pair.measured:
        bound, forced = measured(pair)
        assert 0 < forced <= bound * (1 + 1e-12)
        assert pair.lower
        assert pair.where


def test_the_bounds_that_are_said_to_be_attained_are_and_others_are_near() -> None:
    assert all(p.measured for p in page.PAIRS)
    ratios = {p.upper: np.divide(*measured(p)) for p in page.PAIRS}
    assert ratios["ogd.tuned"] == pytest.approx(1)
    assert ratios["perceptron.margin"] == 1
    assert ratios["ftrl.anytime_dual_averaging"] == pytest.approx(math.sqrt(2))
    assert all(ratios[name] > math.sqrt(2) for name in ("ftrl.adagrad", "ogd.shrinking_steps"))
    assert ratios["square.tuned"] == pytest.approx(1)
    assert ratios["winnow.factor_two"] < ratios["winnow.disjunctions"]
    assert 1 < ratios["curved.vovk_azoury_warmuth"] < 2
    assert 3 < ratios["batch.gradient_descent"] < 10 / 3


def test_on_curved_losses_two_theorems_leave_a_factor_that_falls_to_four() -> None:
    T = np.array([10, 1_000, 100_000])
    upper = ol.theorem("curved.logarithmic").bound(G=2.0, mu=1.0, T=T)
    sums = np.array([forced_numbers(t)[1:].sum() for t in T.tolist()])
    ratio = upper / ol.theorem("curved.opponent").bound(C_T=sums)
    assert np.all(np.diff(ratio) < 0)
    assert np.all(ratio > 4)
    # C_T is at least ln T - ln C_T, and that is what the limit needs.
    assert np.all(np.log(T) <= ol.theorem("curved.forced_sharp").bound(C_T=sums))
    assert np.all(upper <= 8 * ol.theorem("curved.opponent").bound(C_T=sums))


def test_halving_is_promised_less_than_winnow() -> None:
    assert math.log2(math.comb(64, 4)) < 20 < ol.theorem("winnow.disjunctions").bound(k=4, d=64)


def test_the_newton_step_is_forced_to_its_order_up_to_the_root_of_the_dimension() -> None:
    newton = ol.theorem("curved.newton_tuned").bound
    for T in (10**3, 10**5):  # rounds for each coordinate
        game = forced_numbers(T)[1:].sum() / 2
        ratios = [newton(alpha=d**-0.5 / 4, d=d, T=d * T) / (d * game) / d**0.5 for d in (1, 4, 16)]
        assert min(ratios) > 8
        assert max(ratios) < 10
    assert "besides a factor of the order $\\sqrt d$" in TEXT


def test_the_table_of_rates_is_printed_from_theorems() -> None:
    table = rates.table()
    assert formulas_unlike_their_source(table) + faults_of_statements(table) == []
    forced = {rate.lower for rate in rates.RATES if rate.lower in CATALOGUE}
    assert len(forced) > 2
    assert all(" >= " in ol.theorem(name).claim for name in forced)
    assert all(" <= " in ol.theorem(rate.upper).claim for rate in rates.RATES)
    uppers = [rate.upper for rate in rates.RATES]
    twice = [rate for rate in rates.RATES if uppers.count(rate.upper) > 1]
    tell(
        (f"{r.learner!r} has {r.upper}, and so has another row: name its own" for r in twice),
        "book/_ext/rates.py",
    )
    assert r"$\sqrt{\frac{T}{2} \, \ln d}$, {prf:ref}`thm-hedge-regret`" in table
    assert rates.PLACE in (ROOT / "book" / "rates.md").read_text(encoding="utf-8")


def on_a_line(d: float, T: float) -> float:
    """What is forced on a line in a d-th of the rounds."""
    return bound("curved.lower_bound", T=T) - math.log(d) / 4


# Formulas of the table that no theorem prints: what they are of their letters.
BESIDE: dict[str, Computed] = {
    r"UG\sqrt T": lambda U, G, T: bound("ogd.tuned", U=U, G=G, T=T),
    r"\frac12DG\sqrt T": lambda D, G, T: bound("ogd.tuned", U=D / 2, G=G, T=T),  # in a ball
    r"\frac12D\sqrt B": lambda D, B: bound("ogd.tuned", U=D / 2, G=B**0.5, T=1),
    # as many games on the line as there are coordinates, each with T/d rounds
    r"\frac d4\left(1+\ln\frac Td\right)": lambda d, T: d * on_a_line(d, T),
    r"C+\frac{dY^2}2\left(1+\ln\frac Td\right)": lambda C, d, Y, T: (
        C + 2 * Y**2 * d * on_a_line(d, T)
    ),
    # of s and the target 1 apart by 2 at most, in a cube of the diameter 2 sqrt d
    r"\alpha=\frac14": lambda: 2**-2,
    r"\frac1{GD}": lambda G, D: (G * D) ** -1,  # the largest alpha of the hypothesis `steep`
    r"\frac1{4\sqrt d}": lambda d: 1 / (2 * math.dist([-1] * d, [1] * d)),
    r"R^2U^2": lambda R, U: bound("perceptron.margin", R=R, U=U),
    r"k=\log_2d": lambda d: math.log(d) / math.log(2),
}
# What has no value here is so written.
PLAIN = (r"[-1,1]^d", r"\frac12(s\pm1)^2", r"k\lfloor\log_2(d/k)\rfloor")


def faults_of_rates(table: str) -> list[str]:
    """Formulas in the table that are of no theorem and that nothing computes."""
    linked = re.compile(r"\$[^$]+\$, \{prf:ref\}`thm-[\w-]+`")
    beside = FORMULA.findall(linked.sub(" ", STATED.sub(" ", table)))
    return [
        f"{tex}: name its theorem in a mark, or compute it in BESIDE, tests/test_bounds.py"
        for tex in dict.fromkeys(beside)
        if SAYS_HOW.search(tex) and tex not in PLAIN
        if not any(is_computed(tex, how) for how in BESIDE.values())
    ]


def test_formulas_beside_the_theorems_are_computed() -> None:
    tell(faults_of_rates(rates.table()), "book/_ext/rates.py")


@pytest.mark.parametrize(
    ("said", "slip"),
    [
        ("\\frac12DG", "2DG"),
        ("\\frac d4", "\\frac d2"),
        ("k=\\log_2d", "k=\\ln d"),
        ("\\lfloor\\log_2(d/k)", "\\lfloor\\log_2(k/d)"),
        ("$R^2U^2$", "$RU^2$"),
        ("\\frac1{\\mu t}", "\\frac{\\mu}t"),
    ],
)
def test_a_slip_in_the_table_of_rates_is_found(said: str, slip: str) -> None:
    table = rates.table()
    assert said in table
    planted = table.replace(said, slip)
    assert faults_of_rates(planted) + formulas_unlike_their_source(planted)


# --- exact worst cases ---------------------------------------------------------------------------


def test_every_learner_has_all_its_lengths() -> None:
    assert sorted((case["theorem"], case["T"]) for case in CASES) == sorted(
        (name, T) for name in page.SIZES for T in range(1, 9)
    )
    assert STORED["largest duality gap"] == max(case["upper"] - case["lower"] for case in CASES)
    assert STORED["largest duality gap"] < 1e-6


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_worst_case_is_below_the_bound(case: dict[str, Any]) -> None:
    assert 0 < case["lower"] <= page.bound_of(case) * (1 + 1e-7)
    assert case["lower"] <= case["upper"] + 1e-8


def faults(case: dict[str, Any]) -> list[str]:
    """What is against the rules in a stored game, or not as it is said."""
    name, T = case["theorem"], case["T"]
    u, w, g = (np.array(case[key]) for key in ("u", "points", "gradients"))
    found = []
    for t in range(1, T + 1):
        direction = g[:t].sum(axis=0) if name in LAZY else g[t - 1]
        start = w[0] if name in LAZY else w[t - 1]
        v = start - STEPS[name](t, T) * direction
        # w[t] is nearest to v in the hull of all points: the angle is obtuse at each of them.
        behind = (np.vstack([w, u]) - w[t]) @ (v - w[t])
        straight = name == "ftrl.anytime_dual_averaging"
        if (np.abs(v - w[t]) if straight else behind).max() > TOLERANCE:
            found.append(f"the step after round {t}")
    if np.linalg.norm(g, axis=1).max() > 1 + TOLERANCE:
        found.append("a gradient is too long")
    everything = np.vstack([w, u])
    far = {
        "ogd.shrinking_steps": np.linalg.norm(everything[:, None] - everything, axis=2).max(),
        "curved.logarithmic": 0.0,  # nothing is said of distances
    }.get(name, np.linalg.norm(u - w[0]))
    if far > 1 + TOLERANCE:
        found.append("the comparator or the set is too large")
    curvature = ((w[:T] - u) ** 2).sum() / 2 if name == "curved.logarithmic" else 0.0
    if abs(np.sum(g * (w[:T] - u)) - curvature - case["lower"]) > TOLERANCE * T:
        found.append("the regret is another")
    return found


@pytest.mark.parametrize(
    "case", GAMES, ids=[i for i, c in zip(IDS, CASES, strict=True) if c in GAMES]
)
def test_the_worst_game_can_be_played(case: dict[str, Any]) -> None:
    assert faults(case) == []


def test_a_game_that_breaks_a_rule_is_noticed() -> None:
    case = CASE["ogd.shrinking_steps", 4]
    for key, fault in [("gradients", "too long"), ("points", "step"), ("u", "too large")]:
        broken = deepcopy(case)
        broken[key] = (1.1 * np.array(case[key]) + 0.1).tolist()
        assert fault in " ".join(faults(broken))
    assert faults(case | {"lower": case["lower"] + 0.01}) == ["the regret is another"]


def steps_of_hedge(T: int) -> dict[str, np.ndarray]:
    """Of each of its theorems, in rounds 1 to T, for two experts."""
    return {
        "hedge.regret": np.full(T, math.sqrt(8 * math.log(2) / T)),
        "ftrl.anytime_hedge": 2 * np.sqrt(math.log(2) / np.arange(1, T + 1)),
    }


def regret_of_hedge(g: np.ndarray, steps: np.ndarray) -> float:
    """Against the best expert; the step of a round is that of the round in which the weights are played."""
    before = np.vstack([np.zeros(g.shape[1]), np.cumsum(g, axis=0)[:-1]])
    weights = np.exp(-steps[:, None] * before)
    weights /= weights.sum(axis=1, keepdims=True)
    return float(np.sum(weights * g) - g.sum(axis=0).min())


@pytest.mark.parametrize("T", range(1, 9))
def test_hedge_pays_what_is_stored_and_halves_are_no_worse(T: int) -> None:
    tried = np.random.default_rng(T).integers(0, 2, size=(100, T, 2)).astype(float)
    # Of two experts only the difference of their losses counts; here it may also be a half.
    lead = np.stack(np.meshgrid(*[[-1, -0.5, 0, 0.5, 1]] * T), axis=-1).reshape(-1, T)
    for name, steps in steps_of_hedge(T).items():
        case = CASE[name, T]
        pays = regret_of_hedge(np.array(case["losses"], float), steps)
        assert pays == pytest.approx(case["lower"])
        assert max(regret_of_hedge(g, steps) for g in tried) <= case["lower"] + 1e-12
        against_second = np.sum(lead / (1 + np.exp(steps * (lead.cumsum(axis=1) - lead))), axis=1)
        most = np.max(against_second + np.maximum(0, -lead.sum(axis=1)))
        assert most == pytest.approx(case["lower"])


def test_the_numbers_in_the_text_of_the_page() -> None:
    by_name = {key: case["lower"] for key, case in CASE.items()}
    for T in range(1, 9):
        assert by_name["ogd.tuned", T] == pytest.approx(math.sqrt(T), abs=1e-6)
        assert by_name["mirror.leader_regret", T] == pytest.approx(math.sqrt(T), abs=1e-6)
        harmonic = sum(1 / t for t in range(1, T + 1))
        assert by_name["curved.logarithmic", T] == pytest.approx(harmonic / 2, abs=1e-6)
    names = {"ol": ol, "math": math, "worst": by_name}
    names |= dict(zip(("with_whole", "with_fractions"), three_experts(), strict=True))
    assert wrong_numbers(TEXT, names) == []
    assert numbers_without_source(TEXT) == []


def test_the_numbers_of_the_figure_in_words() -> None:
    lines: dict[str, list[float]] = {}
    for case in CASES:
        lines.setdefault(case["theorem"], []).append(case["lower"] / page.bound_of(case))
    curved, hedge = lines["curved.logarithmic"], lines["hedge.regret"]
    seen = [min(curved), curved[-1], hedge[0], min(hedge), hedge[-1]]
    for name in ("ftrl.anytime_dual_averaging", "ftrl.anytime_hedge"):
        seen += [lines[name][0], lines[name][-1]]
    (words,) = re.findall(r"^:alt: (.*)$", TEXT, re.MULTILINE)
    said = re.findall(r"\d\.\d+", words)
    assert all(agrees(number, ratio) for number, ratio in zip(said, seen, strict=True)), seen


def three_experts() -> tuple[float, float]:
    """What the tuned Hedge can be made to pay in three rounds, with losses 0 and 1 and with fractions."""
    steps = np.full(3, math.sqrt(8 * math.log(3) / 3))
    whole = np.array(np.meshgrid(*[[0.0, 1.0]] * 9)).reshape(9, -1).T.reshape(-1, 3, 3)
    return max(regret_of_hedge(g, steps) for g in whole), regret_of_hedge(FRACTIONS, steps)


FRACTIONS = np.array([[0, 0.676, 1], [1, 0, 0], [1, 0, 1]])


def test_the_lock_fits_to_that_of_the_book_and_to_the_stored_run() -> None:
    def pins(name: str) -> dict[str, str]:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        words = (line.split()[0].partition("==") for line in lines if "==" in line)
        return {name.lower(): pinned for name, _, pinned in words}

    locked, book = pins("requirements-exact.txt"), pins("requirements.txt")
    shared = locked.keys() & book.keys()
    assert {name: locked[name] for name in shared} == {name: book[name] for name in shared}
    assert STORED["made with"] == {
        name: locked[name.lower()] for name in ("PEPit", "cvxpy", "clarabel", "numpy")
    }
    assert version("numpy") == STORED["made with"]["numpy"]


@pytest.mark.thorough
@pytest.mark.skipif(not EXACT.exists(), reason="`make exact` makes its environment")
@pytest.mark.parametrize(("name", "T"), [("ogd.shrinking_steps", 3), ("curved.logarithmic", 2)])
def test_the_solver_says_the_same_again(name: str, T: int) -> None:
    code = f"import json, exact; print(json.dumps(exact.worst_case({name!r}, {T})))"
    done = subprocess.run(
        [EXACT, "-W", "ignore", "-c", code],
        cwd=ROOT / "worst_cases",
        capture_output=True,
        text=True,
        check=True,
    )
    again = json.loads(done.stdout.splitlines()[-1])
    for end in ("upper", "lower"):
        assert again[end] == pytest.approx(CASE[name, T][end], abs=1e-6)
