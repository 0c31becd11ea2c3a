"""Writes the files, has coqc check them, and keeps what was accepted in ``accepted.json``."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from . import checker
from .citing import file_name, statement_file
from .files import Source, source
from .formulas import NotExported

HERE = Path(__file__).parent
STORED = HERE / "accepted.json"
BADGES = HERE.parent / "olbook" / "checked" / "show" / "accepted_by_rocq.txt"
BUILD = HERE.parent / "_build" / "second_opinion"
LIBRARY = ("Prelude", "Calculus")
SECONDS = 300
"""For one theorem. The slowest takes a tenth of it on an idle machine."""

ALLOWED = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
        "ClassicalEpsilon.constructive_indefinite_description",
    }
)
"""The axioms of Rocq's real numbers, and what Coquelicot adds to them."""
COMMANDS = re.compile(
    r"Require|Section|End|Context|Variable|Hypothesis|Lemma|Theorem|Definition|Proof|Qed"
    r"|Set Default Timeout|Set Default Proof Using"
)
"""The commands that a generated file is made of; every other sentence in it is a tactic."""
INSTALL = "coqc is missing: apt-get install --no-install-recommends coq libcoq-coquelicot"

ACCEPTED, NOT_YET = "accepted", "not yet"


@dataclass(frozen=True)
class Result:
    """What is known of one theorem: its status, a reason, the files and the words it is about."""

    status: str
    why: str
    digest: str
    theorem: str


# ---------------------------------------------------------------------- what is to be checked
def generated(
    wanted: Iterable[str] = checker.CATALOGUE,
) -> tuple[dict[str, Source], dict[str, str]]:
    """The files of theorems and of those that they cite, and for those that have none the reason."""
    files: dict[str, Source] = {}
    reasons: dict[str, str] = {}
    left = list(wanted)
    while left:
        identifier = left.pop()
        if identifier in files or identifier in reasons:
            continue
        try:
            files[identifier] = source(identifier)
            left += files[identifier].needs
        except NotExported as error:
            reasons[identifier] = f"not exported: {error}"
    return files, reasons


def digests(files: Mapping[str, Source], reasons: Iterable[str] = ()) -> dict[str, str]:
    """A digest of each file with the library and the files it needs."""
    library = "".join((HERE / f"{name}.v").read_text() for name in LIBRARY)
    known: dict[str, str] = {}

    def digest(identifier: str) -> str:
        if identifier not in known:
            made = files.get(identifier)
            own = [made.statement, made.proof, made.comparison] if made else [""]
            parts = [library, *own, *map(digest, made.needs if made else ())]
            known[identifier] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return known[identifier]

    for identifier in (*files, *reasons):
        digest(identifier)
    return known


def stored() -> dict[str, Result]:
    """The stored run."""
    if not STORED.exists():
        return {}
    content = json.loads(STORED.read_text())
    return {identifier: Result(**entry) for identifier, entry in content.items()}


def badges(results: Mapping[str, Result]) -> str:
    """The fingerprints of the accepted theorems, by which a theorem knows that it is one of them."""
    accepted = sorted(result.theorem for result in results.values() if result.status == ACCEPTED)
    return "\n".join(accepted) + "\n"


# ---------------------------------------------------------------------- coqc
def compile_file(name: str, text: str, folder: Path, seconds: float = SECONDS) -> tuple[bool, str]:
    """Whether coqc accepts a file, and its output or a reason in one line."""
    path = folder / f"{name}.v"
    path.write_text(text)
    command = ["coqc", "-q", "-w", "none", "-R", ".", "", path.name]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"not checked in {seconds:g} seconds"
    if done.returncode == 0:
        return True, done.stdout
    return False, _reason(done.stderr, text)


def _reason(message: str, text: str) -> str:
    """The lemma that failed, and Rocq's first words."""
    place = re.search(r"line (\d+)", message)
    before = text.splitlines()[: int(place[1]) if place else 0]
    heads = [
        line.split()[1] for line in before if line.startswith(("Lemma ", "Theorem ", "Definition "))
    ]
    words = " ".join(message.split("Error:")[-1].split())[:160]
    return f"{heads[-1] if heads else 'the statement'}: {words}"


def unwanted_axioms(output: str) -> list[str]:
    """The axioms that a theorem rests on and that are not those of the real numbers."""
    if "Axioms:" not in output:
        return [] if "Closed under the global context" in output else ["(nothing was printed)"]
    listed = re.findall(r"^([\w.']+)\s*:", output.split("Axioms:")[1], re.MULTILINE)
    return [name for name in listed if name not in ALLOWED]


def foreign_command(text: str) -> str:
    """The first sentence of a file that is neither one of the commands above nor a tactic."""
    for sentence in re.split(r"\.(?=\s|$)", re.sub(r"\(\* \w+ \*\)", "", text)):
        words = re.sub(r"^(?:[\s{}]|\d+: \{)+", "", sentence)
        if words and not COMMANDS.match(words) and not words[0].islower():
            return words.split("\n")[0][:40]
    return ""


def verdict(made: Source, folder: Path) -> tuple[bool, str]:
    """Whether Rocq accepts a theorem, from its axioms alone.

    The statement is compiled before the proof is seen, and what was proved is compared with it in a
    file that imports nothing of the proof.
    """
    own = file_name(made.identifier)
    files = {statement_file(made.identifier): made.statement, own: made.proof}
    for name, text in files.items():
        if strange := foreign_command(text):
            return False, f"the file says {strange}"
        fine, output = compile_file(name, text, folder)
        if not fine:
            return False, output
    fine, output = compile_file(own.replace("T_", "C_", 1), made.comparison, folder)
    if fine and (axioms := unwanted_axioms(output)):
        return False, f"rests on {', '.join(axioms)}"
    return fine, "" if fine else output


def build_library(folder: Path) -> None:
    """Compile the prelude."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LIBRARY:
        fine, output = compile_file(name, (HERE / f"{name}.v").read_text(), folder)
        if not fine:
            raise SystemExit(f"{name}.v: {output}")


# ---------------------------------------------------------------------- the run
def in_order(wanted: Iterable[str], files: Mapping[str, Source]) -> list[str]:
    """The theorems with those that they cite, these first."""
    order: list[str] = []

    def place(identifier: str) -> None:
        if identifier in order or identifier not in files:
            return
        for other in files[identifier].needs:
            place(other)
        order.append(identifier)

    for identifier in wanted:
        place(identifier)
    return order


def prove(
    wanted: Iterable[str],
    files: Mapping[str, Source],
    known: Mapping[str, str],
    jobs: int,
    keep: Callable[[str, Result], None],
) -> None:
    """Check theorems, several at a time, each after those that it cites, and keep each answer."""
    order = in_order(wanted, files)
    before = {i for i, result in stored().items() if result.status == ACCEPTED}
    running: dict[str, Future[Result]] = {}

    def one(identifier: str) -> Result:
        made, digest = files[identifier], known[identifier]
        words = checker.theorem(identifier).digest
        for other in made.needs:  # they were submitted before, so this waits for no one who waits
            if other not in running or running[other].result().status != ACCEPTED:
                return Result(NOT_YET, f"cites {other}, which is not accepted", digest, words)
        start = time.monotonic()
        fine, why = verdict(made, BUILD)
        refused = "NOT ACCEPTED any more" if identifier in before else "not accepted yet"
        said = "accepted" if fine else refused
        print(f"{identifier} {said} {time.monotonic() - start:.1f} s {why}", flush=True)
        return Result(ACCEPTED if fine else NOT_YET, why, digest, words)

    with ThreadPoolExecutor(jobs) as pool:
        for identifier in order:
            running[identifier] = pool.submit(one, identifier)
        for identifier, future in running.items():
            keep(identifier, future.result())


def store(results: Mapping[str, Result]) -> None:
    """Keep what is known, in the order of the book, and the badges that follow from it."""
    ordered = {i: results[i] for i in checker.CATALOGUE if i in results}
    lines = [f" {json.dumps(i)}: {json.dumps(asdict(r))}" for i, r in ordered.items()]
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    BADGES.write_text(badges(ordered))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process proves in this checkout: each would lose what the other keeps."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another run is proving here; waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@alone()
def bring_up_to_date(
    wanted: Iterable[str], jobs: int, everything: bool = False, here: bool = True
) -> list[str]:
    """Prove again, of these, each whose file has changed; keep each answer at once; what was lost.

    What was refused is refused again, so it is not tried as long as its file is the same. Where coqc is
    not ``here``, no more is done than to forget what was known of other words.
    """
    wanted, before = list(wanted), stored()
    files, reasons = generated(wanted)
    known = digests(files, reasons)
    # What is known of a theorem that reads otherwise now is known of another theorem.
    after = {
        i: replace(r, theorem=checker.theorem(i).digest) if i in known else r
        for i, r in before.items()
        if i in checker.CATALOGUE and known.get(i, r.digest) == r.digest
    }
    for i, why in reasons.items():
        after[i] = Result(NOT_YET, why, known[i], checker.theorem(i).digest)
    store(after)
    changed = [i for i in wanted if i in files and (everything or i not in after)]
    print(
        f"{len(changed)} of {len(checker.CATALOGUE)} theorems are to be checked by Rocq", flush=True
    )

    def keep(identifier: str, result: Result) -> None:
        after[identifier] = result
        store(after)

    if changed and here:
        build_library(BUILD)
        prove(changed, files, known, jobs, keep)
    return [
        f"second_opinion/accepted.json: {i} was accepted and is no longer: {after[i].why}"
        for i, r in before.items()
        if r.status == ACCEPTED and i in after and after[i].status != ACCEPTED
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command line; see ``python -m second_opinion --help``."""
    parser = argparse.ArgumentParser(prog="second_opinion", description=__doc__)
    parser.add_argument("theorems", nargs="*", help="ids; without any, all whose file has changed")
    parser.add_argument("--all", action="store_true", help="also those that have not changed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    options = parser.parse_args(arguments)
    if shutil.which("coqc") is None:
        print(INSTALL)
        return 2
    wanted = options.theorems or checker.CATALOGUE
    problems = bring_up_to_date(wanted, options.jobs, options.all or bool(options.theorems))
    good = sum(result.status == ACCEPTED for result in stored().values())
    print(f"{good} of {len(checker.CATALOGUE)} theorems are accepted by Rocq")
    for problem in problems:
        print(problem)
    return 1 if problems else 0
