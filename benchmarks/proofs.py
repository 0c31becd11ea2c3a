"""How long the proofs of the book take, measured in imports of SymPy.

    python benchmarks/proofs.py

A reader who opens a chapter waits for ``import sympy`` and then for the proofs of that chapter. So
the import is the unit. Each import is made in a fresh process. The proofs are made in a copy of
this process, forked after the import and before any proof, so that nothing is known yet. Imports
and proofs take turns, and the medians are compared. The goals: all proofs together take at most 20
imports, those of the worst module at most 5. A module is timed with the theorems of other modules
that it cites.
"""

from __future__ import annotations

import multiprocessing
import statistics
import subprocess
import sys
from multiprocessing.connection import Connection
from time import perf_counter

from olbook.proofs import CATALOGUE

RUNS = 3
ALL, WORST = 20, 5  # the goals, in imports of SymPy

IMPORT = """
from time import perf_counter
start = perf_counter()
import sympy
print(perf_counter() - start)
"""


def seconds_of_import() -> float:
    """How long a fresh Python takes to import SymPy."""
    command = [sys.executable, "-c", IMPORT]
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def prove(modules: list[str], answer: Connection) -> None:
    """Prove the theorems of these modules, and answer how long it took."""
    start = perf_counter()
    for entry in CATALOGUE.values():
        if entry.build.__module__ in modules:
            entry.build()
    answer.send(perf_counter() - start)


def seconds_of_proofs(modules: list[str]) -> float:
    """How long a process takes that has imported everything and proved nothing."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    child = fork.Process(target=prove, args=(modules, sender))
    child.start()
    sender.close()  # so that a child that fails is noticed
    seconds: float = receiver.recv()
    child.join()
    return seconds


def main() -> None:
    """Print the table, and a last line that says which goal is met."""
    modules = list(dict.fromkeys(entry.build.__module__ for entry in CATALOGUE.values()))
    tasks = {module.rpartition(".")[2]: [module] for module in modules} | {"all": modules}
    unit: list[float] = []
    times: dict[str, list[float]] = {task: [] for task in tasks}
    for run in range(1, RUNS + 1):
        for task, names in tasks.items():
            print(f"run {run} of {RUNS}: {task}", file=sys.stderr)
            unit.append(seconds_of_import())
            times[task].append(seconds_of_proofs(names))
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
