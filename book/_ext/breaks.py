"""Makes the ready-made breaks: a theorem without a hypothesis, or with a smaller bound, and a world against it.

``make update`` searches again for every theorem whose stored worlds are about another statement, or no
longer refute, and begins at the worlds that did; ``python book/_ext/breaks.py perceptron.margin`` for that
one in any case. If only a proof has changed, what is offered is written again, and nothing is searched. The
worlds are kept in ``book/_live/breaks.json``. ``tests/test_live.py`` evaluates each of them again, and holds the
file against the theorems. The search is the judge's; what it found once need not be found again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from against import (
    BOUND,
    CLOSEST,
    FACTORS,
    changed_by,
    draw_of,
    found_against,
    hypotheses,
    read_with,
    sharper,
    without,
)
from constructed import WORLDS
from needless import NAMES, REASONS

import olbook as ol
from olbook.checked import judge as judging
from olbook.checked.judge import World
from olbook.checked.judge.kept import evaluated
from olbook.checked.reading.names import words_in
from olbook.checked.written import Call, read
from olbook.proofs import CATALOGUE
from olbook.proofs.live import help_for, text_of

STORED = Path(__file__).parents[1] / "_live" / "breaks.json"
OFFERED = 3  # of the hypotheses


@dataclass(frozen=True)
class Break:
    """A change that is offered: where, in whose place, and the line of the changed text where the proof breaks.

    ``about`` is the hypothesis that is left out, or `BOUND`.
    """

    says: str
    about: str
    was: Mapping[str, str]
    lines: Mapping[str, str | None]
    line: int


@dataclass
class Power:
    """What is known against the changes of one theorem.

    Parameters
    ----------
    statement
        The address of the statement this is about.
    factor
        The largest of `FACTORS` that was refuted as a factor of the bound; "strict" of a bound that is
        zero; or nothing.
    worlds
        Refuting worlds, by the hypothesis that is left out, or `BOUND`.
    tried
        In how many worlds nothing was found, and how much of the bound was reached.
    """

    statement: str = ""
    factor: str = ""
    worlds: dict[str, Any] = field(default_factory=dict)
    tried: dict[str, tuple[int, float]] = field(default_factory=dict)
    offered: list[Break] = field(default_factory=list)


# -- searching -------------------------------------------------------------------------------------


def refuting(name: str, power: Power, about: str) -> World | None:
    """The stored world against a change of a theorem, if by the judge's evaluation it is one."""
    stated = changed_by(read_with(ol.theorem(name)), about, power.factor)
    return None if stated is None else evaluated(stated, power.worlds[about])


def known_for(name: str, about: str, before: Power) -> list[Any]:
    """Draws at which a search begins: what was made by hand, and the world that was found before."""
    draws = [WORLDS[name, about]] if (name, about) in WORLDS else []
    return [*draws, *([draw_of(before.worlds[about])] if about in before.worlds else [])]


def power_of(name: str, before: Power) -> Power:
    """Search against all changes of a theorem; what is stored of it may be about other words."""
    theorem = ol.theorem(name)
    stated = read_with(theorem)
    model, sample = help_for(name)
    power = Power(judging.address(stated))
    for factor in FACTORS:
        changed = changed_by(stated, BOUND, factor)
        if changed is None:
            continue
        known = known_for(name, BOUND, before)
        data, (worlds, closest) = found_against(changed, model, sample, set(), known)
        if data is not None:
            power.factor, power.worlds[BOUND] = factor, data
            if factor != CLOSEST:
                power.tried.pop(BOUND, None)
            break
        share = 1 if factor == "strict" else float(Fraction(factor))  # of the whole bound
        known_closest = power.tried.get(BOUND, (0, 0.0))[1]
        power.tried[BOUND] = worlds, max(closest * share, known_closest)
    for fact, said in hypotheses(theorem).items():
        if (name, fact) in REASONS:
            continue
        known = known_for(name, fact, before)
        loose = words_in(said.text)
        data, tried = found_against(without(stated, fact), model, sample, loose, known)
        if data is None:
            power.tried[fact] = tried
        else:
            power.worlds[fact] = data
    return power


# -- what is offered --------------------------------------------------------------------------------


def changed(text: str, lines: Mapping[int, str | None]) -> str:
    """A text with some lines replaced, or left out."""
    numbered = enumerate(text.splitlines(), 1)
    kept = (lines.get(number, line) for number, line in numbered)
    return "\n".join(line for line in kept if line is not None) + "\n"


def text_after(text: str, each: Break) -> str:
    """A theorem's text with a stored break in it."""
    return changed(text, {int(number): line for number, line in each.lines.items()})


def words(call: Call) -> str:
    """A fact as the page names it."""
    return str(call.arguments.get("label") or call.name.replace("_", " "))


def offered(name: str, power: Power) -> list[Break]:
    """The changes that are offered: the bound, the hypotheses with the smallest worlds, one not needed."""
    text = text_of(name)
    calls = {call.name: call for call in read(text)}
    made = []
    if power.factor:
        made.append(_of(text, says_of(power.factor, text), BOUND, _claim_line(text, power.factor)))
    small = {
        fact: len(json.dumps(power.worlds[fact]["values"]))
        for fact in hypotheses(ol.theorem(name))
        if fact in power.worlds and fact in calls
    }
    for fact in sorted(small, key=lambda fact: small[fact])[:OFFERED]:
        says = f"Without “{words(calls[fact])}”"
        made.append(_of(text, says, fact, _lines_of(calls[fact])))
    needless = [
        fact
        for (about, fact), why in REASONS.items()
        if about == name and fact in calls and why not in NAMES
    ]
    for fact in needless[:1]:
        made.append(_of(text, f"Not needed? “{words(calls[fact])}”", fact, _lines_of(calls[fact])))
    return made


def _lines_of(call: Call) -> dict[int, str | None]:
    return dict.fromkeys(range(call.lines[0], call.lines[1] + 1))


def says_of(factor: str, text: str) -> str:
    """What is done to a claim."""
    claim = str(read(text)[-1].arguments["claim"])
    if factor == "strict":
        return "Never attained"
    if "==" in claim:
        return f"{factor} of the right side"
    if factor == CLOSEST:
        return "A quarter of the bound. No run is known that exceeds half of it"
    if "<" in claim:
        return "Half of the bound" if factor == "1/2" else f"{factor} of the bound"
    return f"{1 / Fraction(factor)} times the bound"


def _claim_line(text: str, factor: str) -> dict[int, str | None]:
    """The line of the claim, with a sharper one."""
    lines = text.splitlines()
    last = read(text)[-1]
    claim = sharper(str(last.arguments["claim"]), factor)
    number = next(n for n in range(last.lines[0], last.lines[1] + 1) if "claim=" in lines[n - 1])
    end = "," if lines[number - 1].rstrip().endswith(",") else ")"
    return {number: f'    claim="{claim}"{end}'}


def _of(text: str, says: str, about: str, lines: Mapping[int, str | None]) -> Break:
    """A change; the proof breaks where it first cites what is left out."""
    was = {str(number): text.splitlines()[number - 1] for number in lines}
    new = {str(number): line for number, line in lines.items()}
    cites = re.compile(rf"\|.*\b{re.escape(about)}\b")
    numbered = enumerate(changed(text, lines).splitlines(), 1)
    cited = (number for number, line in numbered if cites.search(line))
    return Break(says, about, was, new, next(cited, 0))


# -- the file ---------------------------------------------------------------------------------------


def stored() -> dict[str, Power]:
    """What is in the file, by theorem."""
    found = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return {
        name: Power(**{**each, "offered": [Break(**b) for b in each["offered"]]})
        for name, each in found.items()
    }


def store(found: Mapping[str, Power]) -> None:
    """Write the file, a line a theorem."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(asdict(found[name]), ensure_ascii=False)}"
        for name in CATALOGUE
        if name in found
    ]
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def address_of(name: str) -> str:
    """The address of what is displayed of a theorem, against which its worlds are."""
    return judging.address(read_with(ol.theorem(name)))


def is_about(name: str, power: Power) -> bool:
    """Whether what is stored is about the theorem as it is stated and proved today."""
    text = text_of(name).splitlines()
    lines = {int(n): line for each in power.offered for n, line in each.was.items()}
    same = power.statement == address_of(name)
    return same and all(text[n - 1 : n] == [line] for n, line in lines.items())


def all_refute(name: str, power: Power) -> bool:
    """Whether all stored worlds refute."""
    return all(refuting(name, power, about) is not None for about in power.worlds)


@dataclass(frozen=True)
class Counts:
    """How much is refuted in the whole book."""

    bounds: int
    at_99: int
    at_9: int
    at_half: int
    closest: int
    hypotheses: int
    needed: int
    needless: int
    open: int

    @classmethod
    def of(cls, found: Mapping[str, Power]) -> Counts:
        """Count what is stored."""
        factors = [power.factor for power in found.values()]
        facts = [hypotheses(ol.theorem(name)).keys() for name in found]
        needed = sum(len(power.worlds.keys() - {BOUND}) for power in found.values())
        total, needless = sum(map(len, facts)), len(REASONS)
        return cls(
            bounds=sum(bool(p.factor) or BOUND in p.tried for p in found.values()),
            at_99=sum(f in ("strict", "99/100", "101/100") for f in factors),
            at_9=sum(f not in ("", "1/2", CLOSEST) for f in factors),
            at_half=sum(f not in ("", CLOSEST) for f in factors),
            closest=sum(f == CLOSEST for f in factors),
            hypotheses=total,
            needed=needed,
            needless=needless,
            open=total - needed - needless,
        )


def bring_up_to_date(names: Iterable[str], anyway: Container[str] = ()) -> Iterator[str]:
    """Search again for those of which something stored is no longer true; tells what was found."""
    found = stored()
    for name in names:
        known = found.get(name, Power())
        refutes = known.statement == address_of(name) and all_refute(name, known)
        if name in anyway or not refutes:
            known = power_of(name, known)
        elif is_about(name, known):
            continue
        power = found[name] = known
        power.offered = offered(name, power)
        store(found)
        yield f"{name}: {power.factor or 'no factor'} of the bound, open: {sorted(power.tried)}"


if __name__ == "__main__":
    for said in bring_up_to_date(sys.argv[1:] or CATALOGUE, sys.argv[1:]):
        print(said, flush=True)
