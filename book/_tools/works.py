"""Who is named for what: names, years and citations of all texts, held against the bibliography.

Names are those of all authors of a work, or of the first *et al.*, and a year behind them is that of the work.
What has a person's name by itself, Hoeffding's lemma, is a thing of the second list, ``tests/works.txt``, with the
work that it comes from. That one work does not take the place of another is seen by ``turned.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from pybtex.database import Entry, parse_file

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "works.txt"
BIBLIOGRAPHY = ROOT / "book" / "references.bib"
WORDS_TOO = [
    "Ball",
    "Bach",
    "Block",
    "Cover",
    "Kale",
    "Lee",
    "Long",
    "Plan",
    "Street",
]  # alone no names
WHERE = ("book", "book/lectures", "book/assignments", "instructor")


def names_of(work: Entry) -> list[str]:
    """The last names of those who wrote or edited a work, in their order."""
    return [
        " ".join(map(str, (*person.rich_prelast_names, *person.rich_last_names)))
        for person in work.persons.get("author") or work.persons["editor"]
    ]


@cache
def works() -> dict[str, tuple[tuple[str, ...], str]]:
    """Each work of the bibliography: the last names of its authors, and its year."""
    entries = parse_file(str(BIBLIOGRAPHY)).entries
    return {key: (tuple(names_of(work)), work.fields["year"]) for key, work in entries.items()}


def lines(sign: str) -> dict[str, str]:
    """The lines of the second list that begin with this sign: what stands before the bar, and behind it."""
    written = FILE.read_text(encoding="utf-8").splitlines()
    found = (line[len(sign) :].partition("|") for line in written if line.startswith(sign))
    return {name.strip(): told.strip() for name, _, told in found}


@cache
def things() -> dict[str, tuple[str, ...]]:
    """What has a person's name without meaning a work there, and the works of the name, if any is cited."""
    return {name: tuple(keys.split()) for name, keys in lines("*").items()}


@cache
def people() -> tuple[str, ...]:
    """All last names that are looked for."""
    wrote = {name for names, _ in works().values() for name in names}
    others = (re.sub(r"\*[^*]*\*", "", name) for name, keys in things().items() if "nobody" in keys)
    more = {word for name in others for word in re.findall(r"[A-Z]\w{3,}", name)}
    return tuple(sorted(wrote | more, key=lambda name: (-len(name), name)))


@dataclass(frozen=True)
class Named:
    """What stands in a text: how it reads, and what it may mean."""

    text: str
    means: tuple[str, ...]
    key: str = ""  # that of a citation


SINCE = r"(?:19|20)\d\d\b"
YEAR = (
    rf"(?:['’]s)?(?: [a-z]+){{0,4}}(?:, \*[^*]*\*)?,? (?:\((?P<of>{SINCE})\)?|(?P<since>{SINCE}))"
)
WHOSE = r"(?<![\w-])[A-Z][\w-]+'s (?:\w+ )?(?:lemma|theorem|inequality|formula|distribution)\b"


@cache
def pattern() -> re.Pattern[str]:
    """A citation, a thing, or names."""
    alone = "|".join(map(re.escape, people()))
    named = "|".join(re.escape(name) for name in sorted(things(), key=len, reverse=True))
    person = rf"(?:{alone})(?!\w|-[A-Z])"
    run = rf"{person}(?:, {person})*(?:,? and {person})?(?: et al\.)?"
    return re.compile(
        r"\{cite(?::\w+)?\}`(?P<cite>[^`]*)`"
        rf"|(?<![\w-])(?P<thing>{named})(?!\w)"
        rf"|(?<![\w.-])(?P<names>{run})(?:{YEAR})?"
        rf"|(?P<whose>{WHOSE}|(?<![\w-])(?:(?:{alone})(?:-[A-Z]\w+)+|(?:[A-Z]\w+-)+(?:{alone})\b))"
    )


def plain(text: str) -> str:
    """A text in one line, without comments, formulas and addresses."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", "$", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)\s]*\)|https?://\S+", "]", text)
    return " ".join(text.replace("’", "'").split())


def meant(names: str, year: str) -> tuple[str, ...]:
    """The works that names and a year, if there is one, may mean."""
    listed = tuple(re.split(r",? and |, ", names.removesuffix(" et al.")))
    first = names.endswith(" et al.")
    return tuple(
        f"({key})"
        for key, (wrote, of) in works().items()
        if (wrote[:1] == listed and len(wrote) > 2 if first else wrote == listed)
        and year in ("", of)
    )


def named_in(text: str) -> Iterator[Named]:
    """What a text names, in its order; names that are a word are none without a year.

    Examples
    --------
    >>> [each.means for each in named_in("The rule of Rosenblatt, 1958")]
    [('(rosenblatt1958)',)]
    >>> [each.means for each in named_in("Novikoff (1958)")]
    [()]
    """
    for found in pattern().finditer(plain(text)):
        said, year = found[0], found["of"] or found["since"] or ""
        if found["cite"]:
            keys = [key.strip() for key in found["cite"].split(",")]
            yield from (Named(said, (key,), key) for key in keys)
        elif found["thing"]:
            yield Named(said, (said,))
        elif found["whose"]:
            yield Named(said, ())
        elif found["names"] not in WORDS_TOO or year:
            yield Named(said, meant(found["names"], year))


def texts() -> Iterator[tuple[str, str]]:
    """All texts, with their files."""
    for folder in WHERE:
        for file in sorted((ROOT / folder).glob("*.ipynb")):
            for cell in nbformat.read(file, as_version=4).cells:
                yield file.relative_to(ROOT).as_posix(), cell.source
                figure = cell.metadata.get("mystnb", {}).get("figure", {})
                yield file.relative_to(ROOT).as_posix(), figure.get("caption", "")
        for file in sorted((ROOT / folder).glob("*.md")):
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
    for folder in ("olbook", "instructor", "book/_ext"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "reading" in file.parts:  # the lists of words of the language
                continue
            code = re.sub(r"\"\s*\n\s*r?f?\"", "", file.read_text(encoding="utf-8"))  # in two lines
            yield file.relative_to(ROOT).as_posix(), code


def unknown() -> Iterator[str]:
    """Names of which no work is, and things that are not in the second list."""
    for file, text in texts():
        for each in named_in(text):
            if not each.means:
                yield (
                    f"{file}: {each.text} is no work of book/references.bib: mend the names or the year, add the "
                    f"work, or, if it is the name of a thing, add *{each.text} | nobody to tests/works.txt"
                )
