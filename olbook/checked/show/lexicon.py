"""Words that compare, held against the relation that they stand for.

A phrase "at most 1" that is bound to ``norm2(u) >= 1`` would be printed as it stands; so would "at most 1"
for ``eta < 1``, and the sentence would claim what was not proved. Words are read here by a small list:
which way they compare, whether the bound itself is allowed, and whether they speak of every case or of
one. They are held against the relations that a phrase, a label or a title has; where those say nothing of
the kind, nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

UP, DOWN = "at most", "at least"
COMPARES = {
    UP: re.compile(
        r"\b(?:at most|no (?:more|longer|larger|greater) than|not (?:above|longer|larger)|below|under|"
        r"(?:less|smaller|shorter) than(?! (?:twice|half)))\b"
    ),
    DOWN: re.compile(
        r"\b(?:at least|no (?:less|smaller|shorter) than|not (?:below|less|smaller)|(?<!from )above|"
        r"(?:larger|greater|longer|more) than)\b"
    ),
}
WITH_BOUND = re.compile(
    r"\b(?:at most|at least)\b(?! one\b)"
)  # "at least one" also says: more than none
ONE_CASE = re.compile(r"\bsome (?:round|example|step|coordinate|expert|time)\b|\bonce\b")
RELATION = re.compile(r"^(.*?) (<=|>=|<|>) (.*?)(?:, for (.*))?$")
TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
SIMPLE = re.compile(r"[\d./* ]*(?:[A-Za-z]\w*(?: \*\* \d+)?)?[\d./* ]*")


def compares(words: str) -> bool:
    """Whether words say that something is at most or at least something else."""
    return any(pattern.search(words) for pattern in COMPARES.values())


def misfit(words: str, relations: Iterable[str]) -> str:
    """What words say that none of the relations says, as a text; empty if they fit."""
    texts = list(relations)
    read = [found for text in texts if (found := RELATION.match(text))]
    if any(
        " == " in text for text in texts
    ):  # a definition may be of what is compared; signs say nothing of it
        read = [found for found in read if not re.fullmatch(r"0", found[3])]
    ways = {way for way, pattern in COMPARES.items() if pattern.search(words)}
    said = [_compared(found[1], found[2], found[3]) for found in read]
    if len(ways) == 1 and len(read) == 1 and (op := _seen_from(words, min(ways), read[0])):
        said = [op]
    if len(ways) == 1 and said and all(said) and not re.search(r"\bfrom\b.*\bto\b", words):
        fits = [op for op in said if op[0] == ("<" if ways == {UP} else ">")]
        if not fits:
            return f"says {ways.pop()!r} or the like, which is the other way round"
        if WITH_BOUND.search(words) and not any(op.endswith("=") for op in fits):
            return "allows equality, which the relation does not"
    if ONE_CASE.search(words) and read and all(found[4] for found in read):
        return f"speaks of one case, and the relation holds for {read[0][4]}"
    return ""


def _seen_from(words: str, way: str, relation: re.Match[str]) -> str:
    """The relation to its bound, where that is the one letter named after the words that compare.

    Examples
    --------
    >>> relation = RELATION.match("q[i] <= m, for i = 1..d")
    >>> _seen_from("the mean is at least $q_{i}$", DOWN, relation)
    '>='
    """
    after = COMPARES[way].split(words)[-1]
    if after.startswith(" as "):  # "at least as many rounds T as arms"
        return ""
    letters = re.findall(r"\$([A-Za-z])(?:_[^$]*)?\$", after)
    left, right = (re.match(r"([A-Za-z])(?:\[[^\]]*\])?$", relation[i]) for i in (1, 3))
    if left and letters == [left[1]] and (not right or right[1] != left[1]):
        return TURNED[relation[2]]
    return relation[2] if left and right and letters == [right[1]] else ""


def _compared(left: str, op: str, right: str) -> str:
    """The relation of what is bounded to its bound, which is a number or a letter; empty if there is none."""
    if re.fullmatch(r"[a-zA-Z]\w*", left) and re.fullmatch(r"[a-zA-Z]\w*", right):
        return ""  # either may be meant
    if SIMPLE.fullmatch(right) and not re.fullmatch(r"[\d.]+", left):
        return op if len(left) >= len(right) or re.fullmatch(r"[\d.]+", right) else TURNED[op]
    return TURNED[op] if SIMPLE.fullmatch(left) else ""
