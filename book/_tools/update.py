"""Brings everything generated up to date, and says what it did: ``make update``.

``ARTEFACTS`` names all that is stored in the repository and made by a program: its files, what they are
made from, the command that makes them, and how long that takes. Each comes in units: a notebook, or the
theorems of a module. ``generated.lock`` says from what a unit was made, by a digest; a unit is made again
if the digest of today is another one, and written down as soon as it is made, so that nothing is made
twice, and nothing is lost when this is stopped. A conflict of two branches in that file is settled by
either side, and this.

``--check`` lists what is not current, a line each, and makes nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from made_from import (
    PROOFS,
    ROOT,
    code_in,
    code_of,
    digest,
    forget,
    notebook_key,
    proof_key,
    topics,
)

LOCK = ROOT / "generated.lock"
NO_ROCQ = (
    "Rocq: skipped, since coqc is missing (apt-get install --no-install-recommends coq "
    "libcoq-coquelicot); the pages say of these theorems that Rocq has not proved them in these words"
)
PROCESSES = os.cpu_count() or 1
COLOURED = re.compile(r"\x1b\[[\d;]*m")

Done = Iterator[tuple[str, str]]  # a unit and what became of it; nothing, if all went well


@dataclass(frozen=True)
class Artefact:
    """What is stored, from what it is made, and how."""

    name: str
    files: str
    made_from: str
    command: str
    seconds: str  # of a processor
    units: Callable[[], Sequence[str]] = tuple  # none: `make update` leaves it alone
    key: Callable[[str], str] = str  # of a unit: a digest of what it is made from
    make: Callable[[Sequence[str]], Done] = lambda stale: iter(())


# --- the theorems: worlds, changes to try, Rocq -------------------------------------------------------


def names_of(topics: Sequence[str]) -> list[str]:
    from olbook.proofs import THEOREMS

    return [name for topic in topics for name in THEOREMS[topic]]


def key_of_worlds(topic: str) -> str:
    return digest(proof_key(topic), code_of(PROOFS / "judged.py"))


def key_of_breaks(topic: str) -> str:
    names = ("breaks", "against", "constructed", "needless")
    own = [code_of(ROOT / "book" / "_ext" / f"{name}.py") for name in names]
    judge = code_in("olbook/checked/judge")
    return digest(proof_key(topic), *own, judge, code_of(PROOFS / "live.py"))


def key_of_rocq(topic: str) -> str:
    known = json.loads((ROOT / "second_opinion" / "accepted.json").read_text(encoding="utf-8"))
    missing = [name for name in names_of([topic]) if name not in known]  # a run was stopped
    return digest(proof_key(topic), code_in("second_opinion"), *missing)


def by_topic(stale: Sequence[str], work: Callable[[str], Any]) -> Done:
    """Do this for each topic; a theorem that is not proved is a fault of its topic."""
    from olbook.checked import CheckError

    for topic in stale:
        fault = ""
        try:
            work(topic)
        except CheckError as error:
            fault = f"olbook/proofs/{topic}.py: {error}"
        yield topic, fault


def make_worlds(stale: Sequence[str]) -> Done:
    from olbook.proofs import judged

    def work(topic: str) -> None:
        for said in judged.bring_up_to_date(names_of([topic])):
            print(f"  {said}", flush=True)

    gone = judged.lines().keys() - set(names_of(topics()))  # their lines are left out on the way
    return by_topic(topics() if gone else stale, work)


def make_breaks(stale: Sequence[str]) -> Done:
    sys.path.append(str(ROOT / "book" / "_ext"))
    breaks = import_module("breaks")

    def work(topic: str) -> None:
        for said in breaks.bring_up_to_date(names_of([topic])):
            print(f"  {said}", flush=True)

    return by_topic(stale, work)


def make_rocq(stale: Sequence[str]) -> Done:
    sys.path.append(str(ROOT))
    from second_opinion import run

    here = shutil.which("coqc") is not None

    def work(topic: str) -> None:
        for lost in run.bring_up_to_date(names_of([topic]), PROCESSES, here=here):
            print(f"  {lost}", flush=True)

    done = by_topic(stale, work)
    if here:
        return done
    return ((topic, fault or NO_ROCQ) for topic, fault in done)


def key_of_sentences(_: str) -> str:
    import turned

    small, new = turned.asked()
    return digest(*map(str, small + new))


def make_sentences(stale: Sequence[str]) -> Done:
    import turned

    taken, refused = turned.write()
    for said in taken:
        print(f"  {said}", flush=True)
    return ((unit, "\nupdate: ".join(refused)) for unit in stale)


# --- notebooks ----------------------------------------------------------------------------------------


def all_notebooks() -> list[str]:
    paths = sorted([*ROOT.glob("book/*.ipynb"), *ROOT.glob("book/lectures/*.ipynb")])
    return [path.relative_to(ROOT).as_posix() for path in paths]


def key_of_notebook(name: str) -> str:
    return notebook_key(ROOT / name)


def make_notebooks(stale: Sequence[str]) -> Done:
    def run(name: str) -> tuple[str, str]:
        command = [sys.executable, "book/_tools/notebooks.py", name]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        said = COLOURED.sub("", done.stdout[-2000:] + done.stderr[-2000:])
        return name, f"{name}: {said}" if done.returncode else ""

    largest = sorted(stale, key=lambda name: -(ROOT / name).stat().st_size)
    with ThreadPoolExecutor(PROCESSES) as pool:
        yield from pool.map(run, largest)


# --- assignments, worst cases, locks ------------------------------------------------------------------


def all_assignments() -> list[str]:
    return sorted(path.stem for path in ROOT.glob("instructor/*.ipynb"))


def key_of_assignment(topic: str) -> str:
    source = ROOT / "instructor" / f"{topic}.ipynb"
    released = ROOT / "book" / "assignments" / f"{topic}.ipynb"
    texts = [
        path.read_text(encoding="utf-8") if path.exists() else "" for path in (source, released)
    ]
    own = [ROOT / "grading" / "make_assignments.py", ROOT / "grading" / f"{topic}.py"]
    codes = [code_of(path) for path in own if path.exists()]
    return digest(notebook_key(source), *texts, *codes)


def key_of_exact(name: str) -> str:
    texts = [ROOT / name, ROOT / "requirements-exact.txt"]
    own = [path.read_text(encoding="utf-8") for path in texts]
    return digest(code_of(ROOT / "worst_cases" / "exact.py"), *own)


def all_locks() -> list[str]:
    return sorted(path.with_suffix(".txt").name for path in ROOT.glob("requirements*.in"))


def key_of_lock(name: str) -> str:
    lock = ROOT / name
    return digest(lock.with_suffix(".in").read_text(), lock.read_text())


def by_make(target: str, *options: str) -> Callable[[Sequence[str]], Done]:
    """One command of make for all units."""

    def make(stale: Sequence[str]) -> Done:
        words = [option.format(" ".join(stale)) for option in options]
        done = subprocess.run(["make", target, *words], cwd=ROOT, capture_output=True, text=True)
        said = f"make {target}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        for unit in stale:
            yield unit, said if done.returncode else ""

    return make


ARTEFACTS = (
    Artefact(
        "locks", "requirements*.txt", "requirements*.in", "make lock", "10, and a registry",
        all_locks, key_of_lock, by_make("lock"),
    ),
    Artefact(
        "worlds", "olbook/checked/judge/worlds.txt", "statements", "make update", "1 a statement",
        topics, key_of_worlds, make_worlds,
    ),
    Artefact(
        "changes to try", "book/_live/breaks.json", "theorems", "make update", "1 to 4 a theorem",
        topics, key_of_breaks, make_breaks,
    ),
    Artefact(
        "Rocq", "second_opinion/accepted.json olbook/checked/show/accepted_by_rocq.txt",
        "proofs, second_opinion", "make second-opinion", "10 for the library, 1 to 30 a theorem",
        topics, key_of_rocq, make_rocq,
    ),
    Artefact(
        "sentences", "tests/said_on_pages.txt", "sentences of the pages, but for small changes that turn one",
        "make update", "1", lambda: ["tests/said_on_pages.txt"], key_of_sentences, make_sentences,
    ),
    Artefact(
        "notebooks", "book/*.ipynb book/lectures/*.ipynb",
        "their cells, what these call, the theorems that they name", "make notebooks", "5 to 35 each",
        all_notebooks, key_of_notebook, make_notebooks,
    ),
    Artefact(
        "assignments", "book/assignments/*.ipynb instructor/*.ipynb",
        "instructor/*.ipynb, olbook/exercises", "make assignments", "15 each",
        all_assignments, key_of_assignment, by_make("assignments", "TOPICS={}"),
    ),
    Artefact(
        "worst cases", "worst_cases/results.json", "worst_cases/exact.py", "make exact", "60",
        lambda: ["worst_cases/results.json"], key_of_exact, by_make("exact"),
    ),
    Artefact(
        "speed", "benchmarks/results.json benchmarks/pages.json", "a machine with nothing else to do",
        "make bench", "600",
    ),
    Artefact(
        "mutants", "tests/mutants_tried.json", "proofs, checker", "make mutants", "10 a theorem",
    ),
    Artefact("a picture of a page", "book/_static/readme.png", "the site", "by hand", "-"),
)  # fmt: skip


# --- the lock, and the run ----------------------------------------------------------------------------


def stored() -> dict[str, str]:
    """What is written down: artefact and unit, with the digest of what it was made from."""
    lines = LOCK.read_text(encoding="utf-8").splitlines() if LOCK.exists() else []
    pairs = (line.partition(" ") for line in lines if re.match(r"[0-9a-f]{16} ", line))
    return {name: key for key, _, name in pairs}


def store(known: dict[str, str]) -> None:
    lines = [f"{known[name]} {name}" for name in sorted(known)]
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


def stale_units(artefact: Artefact, known: dict[str, str]) -> list[str]:
    """The units that were made from something else than what is there now."""
    return [
        unit
        for unit in artefact.units()
        if known.get(f"{artefact.name}: {unit}") != artefact.key(unit)
    ]


def check() -> list[str]:
    """What is not current, a line each: the file, what is wrong, the command."""
    known = stored()
    return [
        f"{artefact.name}: {unit}: what it is made from has changed ({artefact.made_from}): make update"
        for artefact in ARTEFACTS
        for unit in stale_units(artefact, known)
    ]


def update(everything: bool = False, without: str = "") -> int:
    """Make what is not current, but for one artefact, and tell it; how many units could not be made."""
    known, failed, begun = stored(), 0, time.monotonic()
    told: list[str] = []  # of theorems several artefacts say the same
    for artefact in ARTEFACTS:
        forget()
        wanted = list(artefact.units())
        stale = wanted if everything else stale_units(artefact, known)
        mine = {f"{artefact.name}: {unit}" for unit in wanted}
        known = {
            n: k for n, k in known.items() if n in mine or not n.startswith(f"{artefact.name}: ")
        }
        if not stale or artefact.name == without:
            continue
        print(f"update: {artefact.name}: {', '.join(stale)}", flush=True)
        started, faults = time.monotonic(), set()
        for unit, fault in artefact.make(stale):
            if fault:
                faults.add(fault)
                continue
            known[f"{artefact.name}: {unit}"] = artefact.key(unit)
            store(known)
        new = sorted(faults - {*told})
        for fault in new:
            print(f"update: {fault}")
        told += new
        failed += len(faults - {NO_ROCQ})
        print(f"update: {artefact.name}: {time.monotonic() - started:.0f} s", flush=True)
    store(known)
    took = time.monotonic() - begun
    if failed:
        print("update: not all is done:", *told, sep="\n  ")
    ending = "see these" if failed else "all that is generated is current; make test tries the rest"
    print(f"update: {ending}, {took:.0f} s")
    return failed


def main(arguments: Sequence[str]) -> int:
    """The command line; see ``update.py --help``."""
    parser = argparse.ArgumentParser(prog="update", description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="make nothing, list what is stale")
    parser.add_argument("--all", action="store_true", help="make all of it again")
    parser.add_argument("--without-rocq", action="store_true", help="leave Rocq to another time")
    options = parser.parse_args(arguments)
    if options.check:
        faults = check()
        print("\n".join(faults) or "update: all is current")
        return 1 if faults else 0
    return 1 if update(options.all, "Rocq" if options.without_rocq else "") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
