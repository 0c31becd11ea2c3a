"""The form of a sentence: what it supposes, then its claim, in words of a closed vocabulary.

Words around a bound phrase can take back what the phrase says, hedge it or add to it, in more ways than
anyone can list. So it is not listed what may not be said, but what may: ``words.txt`` has the words of
the book's sentences in three groups, none of which denies, doubts or excepts. A word of the first may
stand directly before a formula that is printed from a fact; one of the second stands between phrases;
one of the third only within a phrase, which shows what it stands for. Whoever adds a word asks what it
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
from typing import TYPE_CHECKING

from ..errors import CheckError

if TYPE_CHECKING:
    from .sentence import Part

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
LAST_WORD = re.compile(rf"({WORD.pattern})[ (]*$")
RELATES = re.compile(
    r" (?:is|are|be|reads)(?: (?:everywhere|a|the|equal|to|at|most|least|larger|smaller|"
    r"more|than|same|as|minus|plus|twice|half|times|on|average|squared?))* "
)
LEADS_TO_CLAIM = re.compile(r"(?:\b(?:[Tt]hen|satisf(?:y|ies)|has|have|is|reads)|[,:]) $")
AFTER_SETTING = re.compile(r", | let ")
FOLLOWS_CLAIM = re.compile(r"\.$|, where |, for every | in every round\.$")


def demand_form(name: str, parts: Sequence[Part]) -> None:
    """Refuse a sentence that is not of this form, and say where."""
    if sum(part.is_claim for part in parts) != 1:
        raise CheckError(f"{name}: the statement contains {{claim}} exactly once")
    place = next(i for i, part in enumerate(parts) if part.is_claim)
    _demand_claim_last(name, parts, place)
    demand_words(name, parts)


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
        if first.is_term and second.is_term and RELATES.fullmatch(words.shown):
            raise CheckError(
                f'{name}: with "{words.shown}" between two formulas its statement says something of its '
                "own; what relates them is printed from a fact, or stands in a phrase"
            )
    for before, after in pairwise(parts):
        found = LAST_WORD.search(before.shown) if after.is_formula else None
        if found and found[1].lower() not in _words()[0]:
            raise CheckError(
                f'{name}: directly before a formula its statement says "{found[1]}", which may turn it '
                "into something else; the first words of show/words.txt may stand there"
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
    leads, others, in_phrases = _words()
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
