r"""Who is named for what, page by page, written down a second time.

A slip such as one author for another, 1962 for 1958, or a citation in the place of another leaves every
sentence a sentence. So ``tests/works.txt`` says of each page, in their order, what it names: a work that is
cited by its key, ``novikoff1962``; one that is named without a citation by its key in brackets,
``(novikoff1962)``; a thing that has a person's name by itself, ``Hoeffding's_lemma``; a year; the number of a
theorem, ``no.23.4``. A name in brackets is that of all authors of the work, or of the first *et al.*, and a
year behind it is that of the work. ``make update`` writes what is new and agrees with the bibliography, and
lets go what is gone; what is in the place of another, or moved, it leaves to who meant it, with the line to
write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from pybtex.database import Entry, parse_file

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "works.txt"
BIBLIOGRAPHY = ROOT / "book" / "references.bib"
WORDS_TOO = {
    "Ball",
    "Bach",
    "Block",
    "Cover",
    "Kale",
    "Lee",
    "Long",
    "Plan",
    "Street",
}  # alone no names
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


def common() -> set[str]:
    """The things that no page writes down, since they are everywhere."""
    return {name for name, keys in things().items() if "often" in keys}


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
PLACE = "(?:[Tt]heorem|[Ll]emma|[Cc]orollary|[Pp]roposition|[Cc]hapter|[Ss]ection)s?"
NUMBER = rf"{PLACE} (?P<no>(?:[A-Z]\.)?\d+(?:\.\d+)*)\b"


@cache
def pattern() -> re.Pattern[str]:
    """A citation, a thing, names, a year, or the number of a theorem."""
    alone = "|".join(map(re.escape, people()))
    named = "|".join(re.escape(name) for name in sorted(things(), key=len, reverse=True))
    person = rf"(?:{alone})(?!\w|-[A-Z])"
    run = rf"{person}(?:, {person})*(?:,? and {person})?(?: et al\.)?"
    return re.compile(
        r"\{cite(?::\w+)?\}`(?P<cite>[^`]*)`"
        rf"|(?<![\w-])(?P<thing>{named})(?!\w)"
        rf"|(?<![\w.-])(?P<names>{run})(?:{YEAR})?"
        rf"|(?P<whose>{WHOSE}|(?<![\w-])(?:(?:{alone})(?:-[A-Z]\w+)+|(?:[A-Z]\w+-)+(?:{alone})\b))"
        r"|(?<![\w.,$\\/:{=-])(?P<year>(?:18|19|20)\d\d)(?![\w%$-]|[.,]\d)"
        rf"|\b{NUMBER}"
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


def named_in(text: str, prose: bool = True) -> Iterator[Named]:
    """What a text names, in its order; of a program neither years alone nor names that are a word.

    Examples
    --------
    >>> [each.means for each in named_in("The rule of Rosenblatt, 1958; theorem 12.2")]
    [('(rosenblatt1958)',), ('no.12.2',)]
    >>> [each.means for each in named_in("Novikoff (1958)")]
    [()]
    """
    for found in pattern().finditer(plain(text)):
        said, year = found[0], found["of"] or found["since"] or ""
        if found["cite"]:
            keys = [key.strip() for key in found["cite"].split(",")]
            yield from (Named(said, (key,), key) for key in keys)
        elif found["names"]:
            if found["names"] not in WORDS_TOO or year:
                yield Named(said, meant(found["names"], year))
        elif found["whose"]:
            yield Named(said, ())
        elif found["thing"]:
            if said not in common() and (prose or " " in said):
                yield Named(said, (said.replace(" ", "_"),))
        elif found["no"] or (found["year"] and prose):
            yield Named(said, (found["year"] or f"no.{found['no']}",))


def texts() -> Iterator[tuple[str, str, bool]]:
    """All texts with a name for each file, and whether they are prose."""
    for folder in WHERE:
        for file in sorted((ROOT / folder).glob("*.ipynb")):
            page = file.relative_to(ROOT).with_suffix("").as_posix().removeprefix("book/")
            cells = nbformat.read(file, as_version=4).cells
            yield from ((page, cell.source, True) for cell in cells if cell.cell_type == "markdown")
            for cell in cells:
                if cell.cell_type == "code":
                    shown = cell.metadata.get("mystnb", {})
                    told = (
                        shown.get("figure", {}).get("caption"),
                        shown.get("image", {}).get("alt"),
                    )
                    yield from ((page, text, True) for text in told if text)
                    yield page, cell.source, False
        for file in sorted((ROOT / folder).glob("*.md")):
            page = file.relative_to(ROOT).with_suffix("").as_posix().removeprefix("book/")
            yield page, file.read_text(encoding="utf-8"), True
    for folder in ("olbook", "instructor", "book/_ext"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "reading" in file.parts:  # the lists of words of the language
                continue
            code = re.sub(r"\"\s*\n\s*r?f?\"", "", file.read_text(encoding="utf-8"))  # in two lines
            yield file.relative_to(ROOT).as_posix(), code, False


def pages() -> dict[str, list[Named]]:
    """What each page names, in its order."""
    found: dict[str, list[Named]] = {}
    for page, text, prose in texts():
        found.setdefault(page, []).extend(named_in(text, prose))
    return {page: named for page, named in found.items() if named}


def token(each: Named, cited: set[str]) -> str:
    """What is written for it: the one work that it means, or else the one of them that the page cites."""
    here = [work for work in each.means if work[1:-1] in cited]
    return each.means[0] if len(each.means) == 1 else here[0] if len(here) == 1 else "?"


def tokens(named: Iterable[Named]) -> list[str]:
    """The line of a page, as far as it follows from the bibliography."""
    named = list(named)
    cited = {each.key for each in named if each.key}
    return [token(each, cited) for each in named]


def renewed(named: list[Named], told: list[str], sentences: bool = True) -> list[str] | None:
    """The line with what is new, or without what is gone; nothing, if it is both, or what is new not clear.

    A name that becomes a word is gone, too: that is noticed where sentences are held to their lines, ``turned.py``.
    """
    line, left, rest = [], list(told), iter(told)
    for each, derived in zip(named, tokens(named), strict=True):
        line.append(left.pop(0) if left and left[0] in each.means else derived)
    if left and sentences:
        line, left = (
            [next((word for word in rest if word in each.means), "?") for each in named],
            [],
        )
    return None if left or "?" in line else line


def unlike(found: dict[str, list[Named]], told: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Pages that name something else than is told of them, or in another order."""
    for page in sorted(found.keys() | told.keys()):
        named, line = found.get(page, []), told.get(page, "").split()
        lost = [each.text for each in named if not each.means]
        for text in lost:
            yield (
                page,
                (
                    f"{text} is no work of book/references.bib: mend the names or the year, add the work, or, "
                    f"if it is the name of a thing, add a line such as *{text} | nobody to tests/works.txt"
                ),
            )
        fits = [each for each, word in zip(named, line, strict=False) if word in each.means]
        if lost or len(fits) == len(named) == len(line):
            continue
        if not named:
            yield page, "names nothing: its line in tests/works.txt goes"
        elif renewed(named, line, not page.endswith(".py")):
            yield page, "names something new, or something no more: make update"
        else:
            yield (
                page,
                f"if it is meant, its line in tests/works.txt is: @{page} | {closest(named, line)}",
            )


def closest(named: list[Named], told: list[str]) -> str:
    """The line to write; what is told stays where it fits, and what is not clear is shown as its choices."""
    line, left = [], list(told)
    for each, derived in zip(named, tokens(named), strict=True):
        stays = next((word for word in left if word in each.means), "")
        if stays:
            left = left[left.index(stays) + 1 :]
        line.append(stays or (derived if derived != "?" else f"<{' or '.join(each.means)}>"))
    return " ".join(line)


def faults() -> list[str]:
    """What a page names and its line does not tell."""
    return [f"{page}: {fault}" for page, fault in unlike(pages(), lines("@"))]


def add_new() -> list[str]:
    """Write what is new and clear; tell the rest."""
    found, told = pages(), lines("@")
    for page, named in found.items():
        line = renewed(named, told.get(page, "").split(), not page.endswith(".py"))
        if line and all(each.means for each in named):
            told[page] = " ".join(line)
    written = FILE.read_text(encoding="utf-8").splitlines()
    kept = [line for line in written if not line.startswith("@")]
    FILE.write_text(
        "\n".join([*kept, *(f"@{page} | {told[page]}" for page in sorted(told))]) + "\n",
        encoding="utf-8",
    )
    return [f"{page}: {fault}" for page, fault in unlike(found, told)]
