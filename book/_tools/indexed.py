"""The index of the printed book: the words of the glossary, the names of boxes, and people.

A word is found where a page links to the glossary, a person where a work of theirs is cited. Chromium says
on which page each of these places came to stand, as it does for the contents.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from bs4 import Tag
from pybtex.database import Person, parse_file

WORKS = Path(__file__).parents[1] / "references.bib"
GLOSSARY, BIBLIOGRAPHY = "#book-glossary--", "#book-bibliography--"
KINDS = ("Algorithm", "Definition", "Theorem", "Proposition", "Lemma", "Corollary")
ARTICLE = re.compile(r"^(The|An|A)\s+(?=\S)")


@dataclass(frozen=True)
class Entry:
    """A line of the index: its words in HTML, what it is sorted by, and where it leads."""

    shown: str
    sorted_by: str
    main: tuple[str, ...]  # where it is explained
    places: tuple[str, ...]


def key(words: str) -> str:
    """By what an entry is sorted: its letters without accents, capitals and marks."""
    plain = normalize("NFKD", words.casefold())
    return " ".join(
        re.findall(r"[a-z0-9]+", "".join(c for c in plain if not "\u0300" <= c <= "\u036f"))
    )


def links_to(body: list[Tag], start: str) -> dict[str, list[str]]:
    """By what they lead to, the ids of the links that begin so; a link without one is given one."""
    found: dict[str, list[str]] = defaultdict(list)
    for section in body:
        for number, link in enumerate(section.select(f'a[href^="{start}"]')):
            link["id"] = link.get("id") or f"{section['id']}--{start[1:]}{number}"
            found[str(link["href"]).removeprefix("#")].append(str(link["id"]))
    return found


def terms(body: list[Tag]) -> Iterator[Entry]:
    """The words of the glossary."""
    links = links_to(body, GLOSSARY)
    for section in body:
        for term in section.select(f'dt[id^="{GLOSSARY[1:]}"]'):
            name = str(term["id"])
            yield Entry(term.decode_contents(), key(term.get_text()), (name,), tuple(links[name]))


def boxes(body: list[Tag]) -> Iterator[Entry]:
    """Algorithms, definitions and theorems, by their names."""
    for section in body:
        for box in section.select("div.proof[id]"):
            caption = box.select_one(":scope > .admonition-title > .caption-number")
            number = " ".join(caption.get_text().split()) if caption is not None else ""
            if caption is None or not number.startswith(KINDS):
                continue
            html = "".join(map(str, caption.next_siblings)).strip()
            name = ARTICLE.sub("", html.removeprefix("(").removesuffix(")"))
            name = name[0].upper() + name[1:]
            words = "".join(each.get_text() for each in caption.next_siblings).strip(" ()\n")
            yield Entry(f"{name} ({number})", key(ARTICLE.sub("", words)), (str(box["id"]),), ())


def name_of(person: Person) -> tuple[str, str]:
    """A name as the bibliography prints it, and as an index does."""
    first = [*person.rich_first_names, *person.rich_middle_names]
    last = [*person.rich_prelast_names, *person.rich_last_names]
    given, family = (" ".join(map(str, parts)) for parts in (first, last))
    return f"{given} {family}", f"{family}, {given}"


def people(body: list[Tag]) -> Iterator[Entry]:
    """Who wrote the works that are cited."""
    works = parse_file(str(WORKS)).entries.values()
    names = dict(name_of(person) for work in works for person in work.persons["author"])
    links = links_to(body, BIBLIOGRAPHY)
    cited: dict[str, list[str]] = defaultdict(list)
    for section in body:
        for work in section.select("div.citation"):
            by = work.get_text().split("]")[-1].lstrip()
            while name := next((name for name in names if by.startswith(name)), None):
                cited[names[name]] += links[str(work["id"])]
                by = re.sub(r"^,? and |^, ", "", by.removeprefix(name))
    for name, places in cited.items():
        yield Entry(name, key(name), (), tuple(places))


def entries(body: list[Tag]) -> list[Entry]:
    """All that the index lists; what is only in the glossary is listed there."""
    found = [*terms(body), *boxes(body), *people(body)]
    return sorted((each for each in found if each.main or each.places), key=lambda e: e.sorted_by)


def printed(listed: list[Entry], page_of: dict[str, int], link: str) -> str:
    """The index in HTML; where a word is explained, the number is bold."""

    def line(entry: Entry) -> str:
        main = {page_of[place]: place for place in entry.main}
        pages = {page_of[place]: place for place in entry.places} | main
        numbers = (
            f'<a href="{link}{pages[page]}">{f"<b>{page}</b>" if page in main else page}</a>'
            for page in sorted(pages)
        )
        return f"<p>{entry.shown} &ensp;{', '.join(numbers)}</p>"

    letters = groupby(listed, key=lambda entry: entry.sorted_by[:1].upper())
    parts = (f"<h2>{letter}</h2>{''.join(map(line, group))}" for letter, group in letters)
    return (
        "<section><h1>Index</h1><p>A bold number leads to where a word is explained or a box stands, the "
        "others to where a word is first used in a chapter, or a work of a person is cited.</p>"
        f'<div class="index">{"".join(parts)}</div></section>'
    )
