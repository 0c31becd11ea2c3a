"""Makes the ready-made breaks: small changes of each theorem's text that the checker refuses.

Run as ``python book/_ext/breaks.py`` after a theorem or the checker has changed: it makes the changes
again of every theorem whose stored ones the checker does not answer as before; with names of theorems,
of those. The changes are kept in ``book/_live/breaks.json``, with what the checker answers.
``tests/test_live.py`` holds them against the theorems.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from unittest.mock import patch

from olbook.checked.show.refusal import Part
from olbook.checked.written import Call, read, written
from olbook.proofs import CATALOGUE
from olbook.proofs.live import check, text_of

STORED = Path(__file__).parents[1] / "_live" / "breaks.json"
NUMBERS = "The step is FALSE"
MOST, LONGEST = 3, 600
HURRY = 10  # an answer that also comes in a tenth of the time comes in a slow browser too


@dataclass(frozen=True)
class Change:
    """Lines of a text, counted from 1, and what stands there instead; ``None`` is nothing."""

    kind: str
    says: str
    lines: Mapping[int, str | None]

    def of(self, text: str) -> str:
        """The changed text."""
        return changed(text, self.lines)


def changed(text: str, lines: Mapping[int, str | None]) -> str:
    """A text with some lines replaced, or left out."""
    numbered = enumerate(text.splitlines(), 1)
    kept = (lines.get(number, line) for number, line in numbered)
    return "\n".join(line for line in kept if line is not None) + "\n"


def words(call: Call) -> str:
    """A fact as the page names it."""
    return str(call.arguments.get("label") or call.name.replace("_", " "))


def dropped(text: str, calls: list[Call]) -> Iterator[Change]:
    """Every hypothesis left out, together with its citations."""
    for call in reversed(calls):  # what is special to the theorem comes last in its context
        if call.method == "hyp":
            out: dict[int, str | None] = dict.fromkeys(range(call.lines[0], call.lines[1] + 1))
            yield Change("dropped", f"Without “{words(call)}”", out | uncited(text, call.name))


def uncited(text: str, fact: str) -> dict[int, str | None]:
    """The reasons that cite a fact, without it."""
    out: dict[int, str | None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        before, bar, reason = line.partition("|")
        found = re.fullmatch(r"\s*by ([^;]*?)\s*(;.*)?", reason)
        if not bar or not found:
            continue
        uses = ast.parse(f"({found[1]},)", mode="eval").body.elts  # type: ignore[attr-defined]
        kept = [use for use in uses if fact not in {getattr(n, "id", "") for n in ast.walk(use)}]
        if len(kept) < len(uses):
            by = f"by {', '.join(map(ast.unparse, kept))} " if kept else ""
            rest = f"| {by}{found[2] or ''}".replace("| ;", "|").rstrip(" ")
            out[number] = f"{before}{rest}" if rest != "|" else before.rstrip() or None
    return out


def tightened(text: str, calls: list[Call]) -> Iterator[Change]:
    """The claim, and the last line of the derivation, with half of the bound; or one more."""
    theorem = calls[-1]
    lines = text.splitlines()
    first, last = theorem.lines
    steps = [n for n in range(first, last + 1) if lines[n - 1].strip()[:2] in ("<=", "==", ">=")]
    claim = next(n for n in range(first, last + 1) if lines[n - 1].strip().startswith("claim="))
    relation = next(r for r in ("<=", ">=", "==") if r in lines[claim - 1])
    stronger = {"<=": ("Half of the bound", "({})/2"), ">=": ("Twice the bound", "2*({})")}
    says, form = stronger.get(relation, ("One more on the right side", "{} + 1"))
    left, _, right = lines[claim - 1].partition(f" {relation} ")
    bound, quote, comma = right.rpartition('"')
    step, bar, reason = lines[steps[-1] - 1].partition("|")
    indent, sign, formula = step.partition(step.strip()[:2])
    yield Change(
        "constant",
        says,
        {
            steps[
                -1
            ]: f"{indent}{sign} {put(form, formula.strip())}{' ' + bar if bar else ''}{reason}",
            claim: f"{left} {relation} {put(form, bound)}{quote}{comma}",
        },
    )


def put(form: str, formula: str) -> str:
    """A formula in a form, without brackets that are not needed."""
    written = form.format(formula)
    plain = form.replace("(", "").replace(")", "").format(formula)
    same = ast.dump(ast.parse(written, mode="eval")) == ast.dump(ast.parse(plain, mode="eval"))
    return plain if same else written


def turned(text: str, calls: list[Call]) -> Iterator[Change]:
    """A plus for a minus in a definition, a strict sign made weak, a sign of a name forgotten."""
    lines = text.splitlines()

    def edit(call: Call, old: str, new: str, says: str) -> Iterator[Change]:
        for number in range(call.lines[0], call.lines[1] + 1):
            if old in lines[number - 1]:
                yield Change("sign", says, {number: lines[number - 1].replace(old, new, 1)})
                return

    for call in calls:
        formula = str(call.arguments.get("text", ""))
        if call.method == "hyp":
            for sign in (" < ", " > "):
                if sign in formula:
                    says = f"“{words(call)}” not strictly"
                    yield from edit(call, sign, f"{sign[:-1]}= ", says)
        if call.method == "define":
            right = formula.partition("== ")[2]
            for sign, other in ((" + ", " - "), (" - ", " + ")):
                if sign in right:
                    wrong = right.replace(sign, other, 1)
                    yield from edit(call, right, wrong, f"Another sign in “{words(call)}”")
    yield from unsigned(text, calls[0])


def unsigned(text: str, declared: Call) -> Iterator[Change]:
    """The sign of a name forgotten."""
    first, last = declared.lines
    old = text.splitlines()[first - 1 : last]
    for kind, says in (("positive", "need not be positive"), ("nonneg", "may be negative")):
        for name in str(declared.arguments.get(kind, "")).split():
            rest = " ".join(n for n in declared.arguments[kind].split() if n != name)
            real = f"{declared.arguments.get('real', '')} {name}".strip()
            call = declared.with_(**{kind: rest or None, "real": real})
            new: list[str | None] = [*written([call]).splitlines()]
            if len(new) != len(old):
                new = [written([call]).rstrip(), *[None] * (len(old) - 1)]
            out = {first + i: line for i, line in enumerate(new) if line != old[i]}
            yield Change("sign", f"`{name}` {says}", out)


def hasty(text: str, calls: list[Call]) -> Iterator[Change]:
    """A step of the last derivation without its reason, or with another sign in it."""
    first, last = calls[-1].lines
    for number, line in enumerate(text.splitlines(), 1):
        if not first <= number <= last:
            continue
        if line.strip().startswith("|"):
            yield Change("hasty", "A step without its reason", {number: None})
        elif line.strip()[:2] in ("<=", ">=", "=="):
            for sign, other in ((" + ", " - "), (" - ", " + ")):
                if sign in line:
                    wrong = line.replace(sign, other, 1)
                    yield Change("hasty", "Another sign in a step", {number: wrong})


@dataclass(frozen=True)
class Break:
    """A change that is refused: where, in whose place, and with which answer, also part by part."""

    says: str
    was: Mapping[str, str]
    lines: Mapping[str, str | None]
    answer: str
    parts: Sequence[Part]
    line: int


def refused(text: str, change: Change) -> Break | None:
    """The change with the answer to it, if it is refused, and at once."""
    taken = time.process_time
    with patch.object(time, "process_time", lambda: HURRY * taken()):
        answer = check(change.of(text))
    if answer["proved"] or len(answer["said"]) > LONGEST or check(change.of(text)) != answer:
        return None
    lines = text.splitlines()
    was = {str(number): lines[number - 1] for number in change.lines}
    new = {str(number): line for number, line in change.lines.items()}
    return Break(change.says, was, new, answer["said"], answer["parts"], answer["line"])


def breaks_of(text: str) -> list[Break]:
    """One of each kind, if there is, and rather one that numbers refute."""
    calls = read(text)
    chosen: list[Break] = []
    others: list[Break] = []
    for kind in (dropped, tightened, turned):
        best: list[Break] = []
        for change in kind(text, calls):
            found = refused(text, change)
            if found and NUMBERS in found.answer:
                best.insert(0, found)
                break
            best += [found] if found else []
        chosen += best[:1]
        others += best[1:]
    if len(chosen) + len(others) < MOST:
        more = (refused(text, change) for change in hasty(text, calls))
        others += islice(filter(None, more), MOST - len(chosen) - len(others))
    return [*chosen, *sorted(others, key=lambda each: len(each.answer))][:MOST]


def stored() -> dict[str, list[Break]]:
    """The breaks in the file, by theorem."""
    found = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return {name: [Break(**each) for each in breaks] for name, breaks in found.items()}


def text_after(text: str, each: Break) -> str:
    """A theorem's text with a stored break in it."""
    return changed(text, {int(number): line for number, line in each.lines.items()})


def is_refused(text: str, each: Break) -> bool:
    """Whether a stored break of this text is answered as it was."""
    numbered = text.splitlines()
    if any(numbered[int(n) - 1 : int(n)] != [line] for n, line in each.was.items()):
        return False
    answer = check(text_after(text, each))
    return not answer["proved"] and (answer["said"], answer["line"]) == (each.answer, each.line)


def store(found: Mapping[str, Iterable[Break]]) -> None:
    """Write the file, a line a break."""
    parts = [
        f"{json.dumps(name)}: [\n"
        + ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in found[name])
        + "\n]"
        for name in CATALOGUE
        if name in found
    ]
    STORED.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def main(names: list[str]) -> None:
    """Make the breaks of these theorems, or of those whose stored ones are not answered as before."""
    found = stored()
    for name in names or CATALOGUE:
        text = text_of(name)
        kept = found.get(name, [])
        if kept and name not in names and all(is_refused(text, each) for each in kept):
            continue
        found[name] = breaks_of(text)
        with_numbers = sum(NUMBERS in each.answer for each in found[name])
        print(f"{name}: {len(found[name])} breaks, {with_numbers} with numbers", flush=True)
        store(found)


if __name__ == "__main__":
    main(sys.argv[1:])
