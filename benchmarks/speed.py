"""How fast the package is: ratios to loops, to compiled code and to the limit of the hardware.

    python benchmarks/speed.py            # measure, print the table, store results.json
    python benchmarks/speed.py --quick    # tiny sizes, to see that all of it runs; stores nothing

Run it on a machine with nothing else to do. One BLAS thread is used.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from pathlib import Path
from time import perf_counter
from typing import Any

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before NumPy is imported

import goals  # noqa: E402
import growth  # noqa: E402
import measurements  # noqa: E402
import timing  # noqa: E402
from table import completed, printed, printed_equalities  # noqa: E402

RESULTS = Path(__file__).with_name("results.json")


def measured(quick: bool = False, tell: Any = lambda text: None) -> dict[str, Any]:
    """Everything that results.json holds."""
    start = perf_counter()
    found = measurements.everything(measurements.QUICK if quick else measurements.Sizes(), tell)
    grown = growth.measured(quick, tell)
    return {
        "machine": timing.machine(),
        "seconds": round(perf_counter() - start),
        "ratios": found.ratios,
        "equal": found.equal,
        "times": found.times,
        "notes": found.notes,
        "growth": grown,
    }


def rounded(value: Any) -> Any:
    """The same with numbers of four digits: more would not come out again."""
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [rounded(entry) for entry in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main() -> int:
    """Measure and tell; 1 if something that should be equal is not."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="tiny sizes, nothing is stored")
    quick = parser.parse_args().quick
    warnings.filterwarnings("ignore", module="sklearn")
    start = perf_counter()

    def tell(text: str) -> None:
        print(f"[{perf_counter() - start:5.0f} s] {text}", file=sys.stderr, flush=True)

    busy = os.getloadavg()[0]
    if busy > 0.5 and not quick:
        tell(f"this machine has other work to do (load {busy:.1f}); the ratios will be too bad")
    stored = rounded(measured(quick, tell))
    results = completed(goals.GOALS, stored)
    print(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    print(printed(results["lines"]))
    print(printed_equalities(results["equal"]))
    print("\n" + ", ".join(f"{count} {word}" for word, count in results["summary"].items()))
    if not quick:
        RESULTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    return 1 if results["summary"]["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
