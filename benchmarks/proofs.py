"""How long the proofs of the book take, measured in imports of SymPy.

    python benchmarks/proofs.py

A reader who opens a chapter waits for ``import sympy`` and then for the proofs of that chapter. So
the import is the unit. Each measurement is made in a fresh process, several times, the two kinds in
turn, and the medians are compared. The goals: all proofs together take at most 20 imports, those of
the worst module at most 5. A module is timed with the theorems of other modules that it cites.
"""

from __future__ import annotations

import statistics
import subprocess
import sys

RUNS = 5
ALL, WORST = 20, 5  # the goals, in imports of SymPy

IMPORT = """
from time import perf_counter
start = perf_counter()
import sympy
print(perf_counter() - start)
"""

PROOFS = """
from time import perf_counter
from olbook.proofs import CATALOGUE
names = sys.argv[1:]
start = perf_counter()
for identifier, entry in CATALOGUE.items():
    if entry.build.__module__ in names:
        entry.build()
print(perf_counter() - start)
"""

MODULES = """
from olbook.proofs import CATALOGUE
print(*dict.fromkeys(entry.build.__module__ for entry in CATALOGUE.values()))
"""


def output(code: str, *arguments: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", f"import sys\n{code}", *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def main() -> None:
    """Print the table, and a last line that says which goal is met."""
    modules = output(MODULES).split()
    tasks = {module.rpartition(".")[2]: [module] for module in modules} | {"all": modules}
    unit, times = [], {task: [] for task in tasks}
    for _ in range(RUNS):
        for task, names in tasks.items():
            unit.append(float(output(IMPORT)))
            times[task].append(float(output(PROOFS, *names)))
    one = statistics.median(unit)
    print(f"import sympy: median {one:.3f} s of {len(unit)} runs\n")
    print(f"{'proofs of':32}{'median':>10}{'slowest':>10}{'imports':>10}")
    ratios = {}
    for task, measured in times.items():
        median = statistics.median(measured)
        ratios[task] = median / one
        print(f"{task:32}{median:9.2f}s{max(measured):9.2f}s{ratios[task]:10.1f}")
    everything = ratios.pop("all")
    worst = max(ratios, key=ratios.__getitem__)
    print(
        f"\nall: {everything:.1f} imports, the goal of {ALL} is {met(everything, ALL)}; "
        f"worst module, {worst}: {ratios[worst]:.1f}, the goal of {WORST} is {met(ratios[worst], WORST)}"
    )


def met(ratio: float, goal: float) -> str:
    """The verdict in words."""
    return "met" if ratio <= goal else "NOT met"


if __name__ == "__main__":
    main()
