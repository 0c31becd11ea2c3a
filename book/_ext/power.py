"""The table on *How it is checked* of what was refuted: for each theorem its bound and its hypotheses."""

from __future__ import annotations

from collections.abc import Iterator

from against import BOUND, CLOSEST, hypotheses
from breaks import Counts, Power, stored
from hooks import filling
from needless import REASONS

import olbook as ol
from olbook.proofs import CATALOGUE

PLACE = "<!-- The table of what was refuted is put here when the book is built, by book/_ext/power.py. -->"


def table() -> str:
    """A sentence with the sums, and a row a theorem in a fold."""
    found = stored()
    counts = Counts.of(found)
    out = [
        f"Of {counts.bounds} bounds, 99/100 of {counts.at_99} are refuted, 9/10 of {counts.at_9}, and half of "
        f"{counts.at_half}; of {counts.closest} others the closest run that is known exceeds a quarter. "
        f"Of {counts.hypotheses} hypotheses and lemmas, {counts.needed} are shown to be "
        f"needed, {counts.needless} are known not to be, and {counts.open} are open.",
        "",
        ":::{admonition} Theorem by theorem",
        ":class: dropdown",
        "| theorem | refuted | needed | not needed | open |",
        "|---|---|---|---|---|",
    ]
    out += [row(name, found[name]) for name in CATALOGUE if name in found]
    return "\n".join([*out, "", *reasons(), ":::"])


def reasons() -> Iterator[str]:
    """Why the theorems are true without what is not needed, equal lines and reasons once."""
    yield "A theorem lists what its proof cites. Without these lines it would be true all the same:"
    yield ""
    where: dict[tuple[str, str], list[str]] = {}
    for (name, fact), why in REASONS.items():
        where.setdefault((fact, why), []).append(f"`{name}`")
    for (fact, why), names in where.items():
        yield f"- `{fact}`, in {', '.join(names)}. {why}"


def row(name: str, power: Power) -> str:
    """What is known of one theorem."""
    facts = hypotheses(ol.theorem(name))
    needless = [fact for fact in facts if (name, fact) in REASONS]
    needed = [fact for fact in facts if fact in power.worlds]
    still = [fact for fact in facts if fact not in needed and fact not in needless]
    cells = (
        ", ".join(f"`{fact}`" for fact in column) or "–" for column in (needed, needless, still)
    )
    return f"| `{name}` | {bound(power)} | {' | '.join(cells)} |"


def bound(power: Power) -> str:
    """The largest factor of the bound that is refuted, or how close the closest world came."""
    if power.factor == "strict":
        return "that it is never attained"
    if power.factor == CLOSEST:
        return "1/4, by the closest run that is known"
    if power.factor:
        return power.factor
    if BOUND in power.tried:
        return f"nothing; at most {power.tried[BOUND][1]:.2f} of it was reached"
    return "is an identity or a limit"


setup = filling({PLACE: lambda book: table()})
