"""The form of a sentence: what it supposes, then its claim, in words of a closed vocabulary.

Words around a bound phrase can take back what the phrase says, hedge it or add to it, in more ways than
anyone can list. So it is not listed what may not be said, but what may: ``words.txt`` has the words of
the book's sentences in four groups, none of which denies, doubts or excepts. A word of the first may
stand directly before a formula that is printed from a fact; one of the second stands between phrases;
one of the third only within a phrase, which shows what it stands for; and directly after such a formula
only one of the fourth, for "times two" would turn it into another. Nothing is said to follow, or to hold
if something else does, where things are supposed; nothing supposed stands where the claim is, after
"then"; and after the claim nothing is compared. Whoever adds a word asks what it
can do to the formula beside it.

A theorem within a setting opens with its name: ``In @ogd.setting, ...``, ``In @ogd.setting let ...``, or
``In @ogd.setting and @ogd.moving, ...``. The claim stands in the last sentence, at its end, or before a
clause that says what a letter stands for.
Whatever else there is to say is a remark, and stands outside of the box.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from ..errors import CheckError
from .parts import Part

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
LAST_WORD = re.compile(rf"({WORD.pattern})[ (]*$")
RELATES = re.compile(
    r" (?:is|are|be|reads)(?: (?:everywhere|a|the|equal|to|at|most|least|larger|smaller|"
    r"more|than|same|as|minus|plus|twice|half|times|on|average|squared?))* "
)
LEADS_TO_CLAIM = re.compile(r"(?:\b(?:[Tt]hen|satisf(?:y|ies)|has|have|is|reads)|[,:]) $")
AFTER_FORMULA = re.compile(rf"[,.:;)]|$| ({WORD.pattern})\b| $")
COMPARES = re.compile(
    r"\d|\b(?:at (?:most|least)|above|below|negative|positive|zero|one|two|three|half|twice|eighth|more|most|"
    r"least|less|larger|smaller|equal|equals|never|none|no|all)\b"
)
AFTER_TERM = re.compile(r" (?:at (?:most|least)|above|below|(?:larger|smaller|more|less) than)\b")
CONDITION = re.compile(r" (?:if|when|whenever)(?: [^,.;:]*)? ")
CONSEQUENCE = re.compile(r"(?:^|[.;:] )[Tt]hen\b|\bfollow that $|\b[Tt]hat is, $")
WHICH = re.compile(r"(?<=[a-z$]) that .*")
BUT_IF = re.compile(r"\b(?:if|when|whenever) $")
SO = re.compile(r"(?:^|[.;:] )[Ss]o\b|\bso that $")
RELATING = re.compile(r"\b(?:is|are|be|has|have|makes?|lies?|holds?|meets?)\b")
THEN = re.compile(r"^.*\b[Tt]hen\b", re.DOTALL)
CONDITIONED = re.compile(
    r"\b(?:with|where|if|for|of|among|every|any|some|on|at|"
    r"in|from|against|over|to|and)\b",
    re.IGNORECASE,
)
AFTER_SETTING = re.compile(r", | let ")
FOLLOWS_CLAIM = re.compile(r"\.$|, where |, for every | in every round\.$")


def demand_form(name: str, parts: Sequence[Part]) -> None:
    """Refuse a sentence that is not of this form, and say where."""
    if sum(part.is_claim for part in parts) != 1:
        raise CheckError(f"{name}: the statement contains {{claim}} exactly once")
    place = next(i for i, part in enumerate(parts) if part.is_claim)
    _demand_claim_last(name, parts, place)
    demand_words(name, parts)
    first = max((i for i, part in enumerate(parts[:place]) if _ends_sentence(part)), default=-1)
    demand_no_consequence(name, parts[: first + 1], SO)
    _demand_not_claimed(name, parts[max(first, 0) : place])
    for part in parts[place + 1 :]:
        if not part.stands_for and (found := COMPARES.search(part.shown)):
            raise CheckError(
                f"{name}: after the claim its statement says {found[0]!r}, which was not checked"
            )


def _ends_sentence(part: Part) -> bool:
    return not part.stands_for and not part.is_formula and ". " in part.shown


def _demand_not_claimed(name: str, parts: Sequence[Part]) -> None:
    """Refuse a hypothesis that is said where the claim is: after 'then', and not as a condition."""
    claimed, led = False, ""
    for part in parts:
        if not part.stands_for:
            found = THEN.search(part.shown)
            claimed |= bool(found)
            led = part.shown[found.end() :] if found else f"{led} {part.shown}"
            continue
        given = any(exact.given for exact in part.stands_for)
        words = WHICH.sub("", part.shown) if part.shown.startswith("the ") else part.shown
        says = part.is_formula or RELATING.search(words)
        first = "" if part.is_formula else words.partition(" ")[0]
        led = " and " if CONDITIONED.search(f"{led} {first}") else ""
        if claimed and given and says and not led:
            raise CheckError(
                f"{name}: its statement says {part.shown!r} after 'then', which is supposed, not proved"
            )


def demand_no_consequence(
    name: str, parts: Sequence[Part], more: re.Pattern[str] = CONSEQUENCE
) -> None:
    """Refuse words of what is supposed by which it would follow, and be no supposition."""
    for part, after in pairwise([*parts, parts[0]] if parts else []):
        if part.stands_for:
            continue
        words = part.shown.rpartition(". ")[0] + ". " if part is parts[-1] else part.shown
        found = CONSEQUENCE.search(words) or more.search(words)
        found = found or (BUT_IF.search(words) if after.stands_for else None)
        if found:
            raise CheckError(
                f"{name}: in what its statement supposes it says {found[0].strip()!r}; nothing follows there, "
                "and nothing is supposed only if something else holds"
            )


def demand_opening(name: str, parts: Sequence[Part], within: Sequence[str]) -> None:
    """Refuse a sentence that does not begin with the settings that it is within, or names them elsewhere."""
    named = [part.setting for part in parts if part.setting]
    if sorted(named) != sorted(within):
        raise CheckError(
            f"{name}: it is within {', '.join(within) or 'no setting'}, and its statement names "
            f"{', '.join(named) or 'none'}"
        )
    if not named:
        return
    opening = ["@" if part.setting else part.shown for part in parts[: 2 * len(named)]]
    after = parts[2 * len(named)] if len(parts) > 2 * len(named) else parts[0]
    well_begun = opening == ["In ", "@", *[" and ", "@"] * (len(named) - 1)]
    if not well_begun or after.stands_for or not AFTER_SETTING.match(after.shown):
        raise CheckError(
            f"{name}: a statement within a setting begins 'In @setting, ' or 'In @setting let '"
        )


def demand_words(name: str, parts: Sequence[Part]) -> None:
    """Refuse words that may not stand where they stand."""
    for part in parts:
        if not part.is_claim and not part.setting:
            _demand_words(name, part)
    for first, words, second in zip(parts, parts[1:], parts[2:], strict=False):
        both = first.stands_for and not first.setting and second.stands_for
        if both and CONDITION.fullmatch(words.shown):
            raise CheckError(
                f'{name}: with "{words.shown}" its statement supposes one thing only if another holds'
            )
        if first.is_term and second.is_term and RELATES.fullmatch(words.shown):
            raise CheckError(
                f'{name}: with "{words.shown}" between two formulas its statement says something of its '
                "own; what relates them is printed from a fact, or stands in a phrase"
            )
    for before, after in pairwise(parts):
        _demand_apart(name, before, after)
        found = LAST_WORD.search(before.shown) if after.is_formula else None
        if found and found[1].lower() not in _words()[0]:
            raise CheckError(
                f'{name}: directly before a formula its statement says "{found[1]}", which may turn it '
                "into something else; the first words of show/words.txt may stand there"
            )


def _demand_apart(name: str, before: Part, after: Part) -> None:
    """Refuse words directly after a formula that may turn it into something else."""
    if after.stands_for or after.is_formula or after.is_claim or after.is_term:
        return
    if before.is_formula or before.ends_in_formula:
        found = AFTER_FORMULA.match(after.shown)
        if not found or (found[1] and found[1] not in _words()[3]):
            raise CheckError(
                f"{name}: directly after a formula its statement says {after.shown.strip()[:20]!r}, which may "
                "turn it into something else; the last words of show/words.txt may stand there"
            )
    if before.is_term and AFTER_TERM.match(after.shown):
        raise CheckError(
            f"{name}: {after.shown.strip()[:20]!r} compares {before.shown}, and stands in no phrase"
        )


def _demand_claim_last(name: str, parts: Sequence[Part], place: int) -> None:
    before = parts[place - 1].shown if place else ""
    after = "".join(part.shown for part in parts[place + 1 :])
    if not LEADS_TO_CLAIM.search(before):
        raise CheckError(
            f"{name}: words like 'then' or 'satisfies', a comma or a colon lead to the claim in its "
            f"statement; these are {before!r}"
        )
    direct = parts[place + 1].shown if place + 1 < len(parts) else ""
    if not FOLLOWS_CLAIM.match(direct) or re.search(r"[.;] ", after) or not after.endswith("."):
        raise CheckError(
            f"{name}: after the claim its statement ends, or goes on with ', where', ', for every' or "
            f"'in every round' to its end; this goes on with {after!r}"
        )


def _demand_words(name: str, part: Part) -> None:
    leads, others, in_phrases, _ = _words()
    known = leads | others | (in_phrases if part.stands_for else frozenset())
    words = " ".join(part.shown.split("$")[::2])
    if strange := [word for word in WORD.findall(words) if word.lower() not in known]:
        where = "within a phrase" if part.stands_for else "between phrases"
        raise CheckError(
            f'{name}: its statement says "{strange[0]}" {where}; the words that may stand there are '
            "those of show/words.txt"
        )


@cache
def _words() -> tuple[frozenset[str], ...]:
    text = (pkgutil.get_data(__package__, "words.txt") or b"").decode()
    groups = re.split(r"^#.*\n", text, flags=re.MULTILINE)[1:]
    return tuple(frozenset(group.split()) for group in groups)
