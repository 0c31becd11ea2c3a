"""Exact worst cases for a few rounds: ``make exact``.

For a method of gradient type PEPit writes "which losses are worst?" as a semidefinite program, and
Clarabel solves it. The program is exact, because its constraints are those that points, gradients and
values of some convex functions and some convex set must fulfil, and no others. For Hedge with two experts
all sequences of losses 0 and 1 are tried.

Everything has size 1: the longest gradient, the comparator's length, the set, the curvature.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from PEPit import PEP
from PEPit.functions import (
    ConvexIndicatorFunction,
    ConvexLipschitzFunction,
    StronglyConvexFunction,
)
from PEPit.point import null_point
from PEPit.primitive_steps import proximal_step

RESULTS = Path(__file__).with_name("results.json")
ROUNDS = range(1, 9)
SOLVER = "CLARABEL"
Steps = Callable[[int, int], float]  # of t and T

# name: whose bound it is, what the method does after round t, the step, what is of size 1 besides gradients
METHODS: dict[str, tuple[str, Steps, str]] = {
    "ogd.tuned": ("gradient", lambda t, T: 1 / math.sqrt(T), "comparator"),
    "ogd.shrinking_steps": ("gradient", lambda t, T: 1 / math.sqrt(t), "diameter"),
    "curved.logarithmic": ("gradient", lambda t, T: 1 / t, "curvature"),
    "mirror.leader_regret": ("leader", lambda t, T: 1 / math.sqrt(T), "comparator"),
    "ftrl.anytime_dual_averaging": ("lazy", lambda t, T: 1 / math.sqrt(2 * (t + 1)), "comparator"),
}


def worst_case(name: str, T: int) -> dict[str, Any]:
    """The largest regret of a method, between its two sides, and a game in which it is reached."""
    kind, step, size = METHODS[name]
    problem = PEP()
    the_set = problem.declare_function(
        ConvexIndicatorFunction, D=1 if size == "diameter" else np.inf
    )
    curved = size == "curvature"
    family = (StronglyConvexFunction, {"mu": 1}) if curved else (ConvexLipschitzFunction, {"M": 1})
    losses = [problem.declare_function(family[0], **family[1]) for _ in range(T)]

    def projected(point: Any) -> Any:
        return point if kind == "lazy" else proximal_step(point, the_set, 1)[0]

    u, first = projected(problem.set_initial_point()), projected(problem.set_initial_point())
    if size == "comparator":
        problem.set_initial_condition((first - u) ** 2 <= 1)
    points, gradients, regret = [first], [], 0 * (first - u) ** 2
    for t, loss in enumerate(losses, start=1):
        g, value = loss.oracle(points[-1])
        problem.add_constraint(g**2 <= 1)
        regret = regret + value - loss(u)
        gradients.append(g)
        if kind == "gradient":
            points.append(projected(points[-1] - step(t, T) * g))
        else:
            points.append(projected(first - step(t, T) * sum(gradients, start=null_point)))
    problem.set_performance_metric(regret)
    upper = problem.solve(wrapper="cvxpy", solver=SOLVER, verbose=0)
    vectors = np.array([(p - first).eval() for p in [u, *points]] + [g.eval() for g in gradients])
    vectors = in_few_dimensions(vectors)
    return {
        "theorem": name,
        "T": T,
        "upper": round(float(upper), 10),
        "lower": round(float(problem.objective.eval()), 10),
        "u": vectors[0].tolist(),
        "points": vectors[1 : T + 2].tolist(),
        "gradients": vectors[T + 2 :].tolist(),
    }


def in_few_dimensions(vectors: np.ndarray) -> np.ndarray:
    """The same lengths and angles with as few coordinates as they need."""
    left, sizes, _ = np.linalg.svd(vectors, full_matrices=False)
    kept = sizes > 3e-4  # the square root of what the solver leaves of an eigenvalue 0
    return (left[:, kept] * sizes[kept]).round(9)


def hedge(T: int, step: Callable[[int], float]) -> tuple[float, list[list[int]]]:
    """The largest regret of Hedge with two experts on losses 0 and 1, and losses that reach it.

    By symmetry the first expert is compared with. What happens depends only on the lead of the second,
    which is therefore all that is remembered.
    """

    @cache
    def rest(t: int, lead: int) -> tuple[float, tuple[int, ...]]:
        """Most that the total of <w, g> can exceed the loss of the first expert from round t on."""
        if t > T:
            return 0.0, ()
        second = 1 / (1 + math.exp(-step(t) * lead))  # the weight of the second
        tried = []
        for change in (1, -1):  # the second pays more, or less, than the first
            then, losses = rest(t + 1, lead - change)
            tried.append((change * second + then, (change, *losses)))
        return max(tried)

    value, changes = rest(1, 0)
    return value, [[max(0, -change), max(0, change)] for change in changes]


def hedge_cases(T: int) -> list[dict[str, Any]]:
    """Both Hedges: with the step for a known T, and with steps that shrink."""
    steps = {
        "hedge.regret": lambda t: math.sqrt(8 * math.log(2) / T),
        "ftrl.anytime_hedge": lambda t: 2 * math.sqrt(math.log(2) / t),
    }
    found = []
    for name, step in steps.items():
        value, losses = hedge(T, step)
        found.append({"theorem": name, "T": T, "upper": value, "lower": value, "losses": losses})
    return found


def main() -> None:
    """Compute all of them and store them with how they were made."""
    cases = [worst_case(name, T) for name in METHODS for T in ROUNDS]
    cases += [case for T in ROUNDS for case in hedge_cases(T)]
    gap = max(case["upper"] - case["lower"] for case in cases)
    how = {package: version(package) for package in ("PEPit", "cvxpy", "clarabel", "numpy")}
    stored = {"made with": how, "solver": SOLVER, "largest duality gap": gap, "cases": cases}
    lines = ",\n".join(json.dumps(case) for case in stored.pop("cases"))
    head = json.dumps(stored, indent=1)[:-2]
    RESULTS.write_text(f'{head},\n "cases": [\n{lines}\n]\n}}\n', encoding="utf-8")
    print(f"exact: {len(cases)} cases, largest duality gap {gap:.1e}, stored in {RESULTS.name}")


if __name__ == "__main__":
    main()
