"""Words that compare, held against the relation that they stand for.

A phrase "at most 1" that is bound to ``norm2(u) >= 1`` would be printed as it stands; so would "at most 1"
for ``eta < 1``, and the sentence would claim what was not proved. Words are read here by a small list:
which way they compare, whether the bound itself is allowed, and whether they speak of every case or of
one. They are held against the relations that a phrase, a label or a title has; where those say nothing of
the kind, nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

UP, DOWN = "at most", "at least"
COMPARES = {
    UP: re.compile(
        r"\b(?:at most|no (?:more|longer|larger|greater) than|not (?:above|longer|larger)|(?<!from )below|under|"
        r"(?:less|smaller|shorter) than(?! (?:twice|half)))\b"
    ),
    DOWN: re.compile(
        r"\b(?:at least|no (?:less|smaller|shorter) than|not (?:below|less|smaller)|(?<!from )above|"
        r"(?:larger|greater|longer|more) than)\b"
    ),
}
WITH_BOUND = re.compile(
    r"\b(?:at most|at least)\b(?! (?:one|two|three)\b)"
)  # of things that are counted, "at least one" also says: more than none
STRICT = re.compile(
    r"\b(?:below|above|(?:less|more|larger|greater|smaller) than) (?:zero|\$?0)(?![.\d])"
)
SOME = re.compile(r"\bsome\b(?! \w+s\b)")  # "some rounds" are a part of all
SUPPOSED_OF_ONE = re.compile(r"\b(?:if|let) some\b", re.IGNORECASE)
RELATION = re.compile(r"^(.*?) (<=|>=|<|>) (.*?)(?:, for (.*))?$")
TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
NAME = r"[A-Za-z]\w*(?:\[[^\]]*\])?"
SIGN = re.compile(rf"(?:{NAME} (?:<=|>=|<|>) 0|0 <=? {NAME})(?:, for .*)?")
INDICATOR = re.compile(rf"({NAME}) \*\* 2 == ({NAME})(?:, for .*)?")
SIMPLE = re.compile(rf"(?:[\d.]+|{NAME}(?: \*\* \d+)?)(?: [*/] (?:[\d.]+|{NAME}(?: \*\* \d+)?))*")
ITS_BOUND = re.compile(r"(?P<subject> as many \w+)?(?: (?:a|the|positive))* \$(?P<tex>[^$]+)\$")
AFTER = re.compile(r"\bafter\b")
OF_EARLIER = re.compile(r"\bSum\(.*, 1, t - 1\)|\bE\(")  # a mean is one given what came before


def compares(words: str) -> bool:
    """Whether words say that something is at most or at least something else."""
    return any(pattern.search(words) for pattern in COMPARES.values())


def misfit(words: str, relations: Iterable[str]) -> str:
    """What words say that none of the relations says, as a text; empty if they fit."""
    texts = list(relations)
    marks = {found[1] for text in texts if (found := INDICATOR.fullmatch(text))}
    signs = [text for text in texts if SIGN.fullmatch(text)]
    # of what is compared there may be a definition or another relation: signs say nothing of it then
    read_in = texts if len(signs) == len(texts) else [text for text in texts if text not in signs]
    read = [found for text in read_in if (found := RELATION.match(_unmarked(text, marks)))]
    ways = {way for way, pattern in COMPARES.items() if pattern.search(words)}
    said = [_compared(found[1], found[2], found[3]) for found in read]
    if len(ways) == 1 and len(read) == 1 and (op := _seen_from(words, min(ways), read[0])):
        said = [op]
    readable = len(ways) == 1 and said and all(said)
    one_way = readable and not re.search(r"\bfrom\b.*\bto\b", words)
    if one_way and (fault := _otherwise(words, min(ways), said)):
        return fault
    if SOME.search(words) and len(signs) < len(texts):
        return "speaks of one case, and the relation holds for all"
    if AFTER.search(words) and any(map(OF_EARLIER.search, texts)):
        return "says 'after', and the relation is of what came before"
    return ""


def _unmarked(relation: str, marks: Iterable[str]) -> str:
    """The relation where an indicator is 1, if it is a factor of both sides."""
    for mark in marks:
        factor = re.compile(rf"(?<![\w\]]){re.escape(mark)} \* | \* {re.escape(mark)}(?![\w\[])")
        sides = re.split(r" (<=|>=|<|>) ", relation, maxsplit=1)
        if len(sides) == 3 and all(len(factor.findall(side)) == 1 for side in sides[::2]):
            relation = factor.sub("", relation)
    return relation


def loose(words: str, claim: str = "") -> str:
    """What is wrong with words that compare and stand for nothing, as a text; empty if nothing is.

    They may say once more what the claim says, subject first, "the sum is at most that of all: A <= B".

    Examples
    --------
    >>> loose(" is at most the same of ", "A <= B"), loose("for at least two experts, ")
    ('', 'compares, and stands for nothing that was checked')
    >>> loose(" is at least the same of ", "A <= B")
    "says 'at least' or the like, which is the other way round"
    """
    if SOME.search(SUPPOSED_OF_ONE.sub("", words)):
        return "speaks of one case, and stands for nothing that was checked"
    ways = [way for way, pattern in COMPARES.items() if pattern.search(words)]
    if not ways:
        return ""
    if len(ways) > 1 or not (said := RELATION.match(claim)):
        return "compares, and stands for nothing that was checked"
    return _otherwise(words, ways[0], [_compared(said[1], said[2], said[3]) or said[2]])


def _otherwise(words: str, way: str, said: Sequence[str]) -> str:
    """How words that compare this way differ from all these relations of a thing to its bound; or nothing."""
    fits = [op for op in said if op[0] == ("<" if way == UP else ">")]
    if not fits:
        return f"says {way!r} or the like, which is the other way round"
    if WITH_BOUND.search(words) and not any(op.endswith("=") for op in fits):
        return "allows equality, which the relation does not"
    if STRICT.search(words) and any(op.endswith("=") for op in fits):
        return "excludes equality, which the relation does not"
    return ""


def _seen_from(words: str, way: str, relation: re.Match[str]) -> str:
    """The relation to its bound, where this is the side that has the letters named after the words that compare.

    Examples
    --------
    >>> relation = RELATION.match("q[i] <= m, for i = 1..d")
    >>> _seen_from("the mean is at least $q_{i}$", DOWN, relation)
    '>='
    >>> _seen_from("at least as many rounds $T$", DOWN, RELATION.match("d <= T"))
    '>='
    """
    found = ITS_BOUND.match(COMPARES[way].split(words)[-1])
    if not found:
        return ""
    named = set(re.findall(r"[A-Za-z]+", re.sub(r"_(?:\{[^}]*\}|\w)", "", found["tex"])))
    left, right = (named & set(re.findall(r"[A-Za-z]\w*", relation[i])) for i in (1, 3))
    if bool(left) == bool(right):
        return ""
    is_bound = bool(right) != bool(found["subject"])  # "at least as many rounds T as arms"
    return relation[2] if is_bound else TURNED[relation[2]]


def _compared(left: str, op: str, right: str) -> str:
    """The relation of what is bounded to its bound, which is a number or a letter; empty if there is none."""
    if re.fullmatch(NAME, left) and re.fullmatch(NAME, right):
        return ""  # either may be meant
    if SIMPLE.fullmatch(right) and not re.fullmatch(r"[\d.]+", left):
        return op if len(left) >= len(right) or re.fullmatch(r"[\d.]+", right) else TURNED[op]
    return TURNED[op] if SIMPLE.fullmatch(left) else ""
