"""Prints the calendars of ``book/calendars.yml`` on the page for instructors.

What a calendar must fit is read from the book: how long a chapter takes from its paragraph *Time*,
what an assignment or a page needs from its paragraph *Before*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import nbformat
import yaml
from chapters import first_cell, heading, title
from hooks import filling

import olbook as ol

MOST_AT_ONCE = 2  # assignments and sheets
HOURS = (
    "To read and run the pages takes at most {:g} hours a week, and less after the lecture; sections in "
    "brackets are not counted. Lecture and class come on top, and for each assignment an hour or two."
)
PLACE = "<!-- The calendars are put here when the book is built, by book/_ext/calendars.py. -->"
NUMBERS = {"an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ninety": 90}
DURATION = re.compile(rf"\b({'|'.join(NUMBERS)}) (hour|minute)s?\b( and a half)?")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)
EXERCISE = re.compile(r"^:::+\{exercise\} (.+?)(?: · .*)?\n:label: (ex-[\w-]+)$", re.MULTILINE)
BEFORE = re.compile(r"^\*\*Before:\*\* (.*)", re.MULTILINE)
LINK = re.compile(r"\((?:(?:\.\./)?(\w+)\.ipynb|#([\w-]+))\)")
LABEL = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)
MENTIONED = re.compile(r"[^.]*\bmentioned\b[^.]*\.")  # a sentence on what nobody needs


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A page, or something of the lecturer's choice, with its weeks, lectures and classes.

    A page of several weeks has `starts`, the section with which each week after the first begins.
    A class is a list of labels of exercises, or of other words. `instead` says for a page that this
    one needs, and that is in no week before, what is left out or read for it.
    """

    page: str | None = None
    open: str = ""  # what is to be chosen
    weeks: Sequence[int]
    lectures: Sequence[str]
    classes: Sequence[Sequence[str]]
    starts: Sequence[str] = ()
    instead: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Calendar:
    """A term: its lectures in a week, and a student's hours in a week for the pages."""

    name: str
    label: str
    about: str
    weeks: int
    lectures: int
    hours: float
    units: tuple[Unit, ...]
    assignments: dict[str, tuple[int, int]]
    sheets: dict[str, tuple[int, int]]  # of the bank, on a page

    @property
    def work(self) -> list[tuple[int, int]]:
        """When each assignment and each sheet is set, and when it is due."""
        return [*self.assignments.values(), *self.sheets.values()]


def read(folder: Path) -> list[Calendar]:
    """The calendars of a folder of pages."""
    calendars = yaml.safe_load((folder / "calendars.yml").read_text(encoding="utf-8"))
    return [
        Calendar(
            **entry
            | {"units": tuple(Unit(**unit) for unit in entry["units"])}
            | {
                kind: {name: (d["set"], d["due"]) for name, d in entry.get(kind, {}).items()}
                for kind in ("assignments", "sheets")
            }
        )
        for entry in calendars
    ]


def hours(folder: Path, topic: str) -> float:
    """How many hours a chapter takes without its exercises, as its paragraph *Time* says."""
    found = re.search(r"^\*\*Time:\*\* (.*?)(?:[;.]|$)", first_cell(folder, topic), re.MULTILINE)
    durations = DURATION.findall(found[1]) if found else []
    if not durations:
        raise ValueError(f'{topic}.ipynb: its first cell does not say "**Time:** two hours"')
    return sum(
        (NUMBERS[n] + 0.5 * bool(half)) / (60 if unit == "minute" else 1)
        for n, unit, half in durations
    )


@cache
def text(folder: Path, topic: str) -> str:
    """All Markdown of a page."""
    notebook = nbformat.read(folder / f"{topic}.ipynb", as_version=4)
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@cache
def places(folder: Path) -> dict[str, str]:
    """The page on which each label stands."""
    return {label: topic for topic in ol.TOPICS for label in LABEL.findall(text(folder, topic))}


def linked(folder: Path, page: str) -> set[str]:
    """The pages to which the paragraph *Before* of a text links."""
    before = BEFORE.search(page)
    links = LINK.findall(MENTIONED.sub("", before[1])) if before else []
    return {name or places(folder).get(label, "") for name, label in links} & set(ol.TOPICS)


def needs(folder: Path, topic: str) -> set[str]:
    """The chapters that an assignment needs: its own, and those its paragraph *Before* links to."""
    return {topic} | linked(folder, text(folder / "assignments", topic))


def exercises(folder: Path, topic: str) -> dict[str, str]:
    """The titles of the exercises of a page, by their labels."""
    return {label: name for name, label in EXERCISE.findall(text(folder, topic))}


def faults(folder: Path, calendar: Calendar) -> Iterator[str]:
    """What is wrong with a calendar, in words."""
    pages = [unit.page for unit in calendar.units if unit.page is not None]
    for page in sorted({page for page in pages if pages.count(page) > 1}):
        yield f"{page} has two units"
    for page in sorted(set(pages) - set(ol.TOPICS)):
        yield f"{page} is no page of the book"
    last = {unit.page: max(unit.weeks) for unit in calendar.units}
    for week in range(1, calendar.weeks + 1):
        units = [unit for unit in calendar.units if week in unit.weeks]
        if not units:
            yield f"week {week} is empty"
        held = sum(len(unit.lectures) // len(unit.weeks) for unit in units)
        if held != calendar.lectures:
            yield f"week {week}: {held} lectures, not {calendar.lectures}"
        stated = sum(hours(folder, u.page) / len(u.weeks) for u in units if u.page in ol.TOPICS)
        if stated > calendar.hours:
            yield f"week {week}: its pages take {stated:g} hours, and it has {calendar.hours:g}"
    for unit in calendar.units:
        first, *_, end = (*unit.weeks, unit.weeks[-1])
        if [*unit.weeks] != [*range(first, end + 1)] or not 1 <= first <= end <= calendar.weeks:
            yield f"{unit.page or unit.open}: its weeks are not consecutive weeks of the term"
        if len(unit.lectures) % len(unit.weeks):
            yield f"{unit.page or unit.open}: its lectures do not share its weeks evenly"
        if len(unit.classes) != len(unit.weeks):
            yield f"{unit.page or unit.open}: {len(unit.classes)} classes, not {len(unit.weeks)}"
        if unit.page in ol.TOPICS:
            yield from faults_of_page(folder, unit.page, unit, pages)
    yield from faults_of_words(folder, calendar)
    for topic, (given, due) in calendar.assignments.items():
        for page in sorted(needs(folder, topic)):
            if page not in last:
                yield f"assignment {topic} needs {page}, which is in no week"
            elif given < last[page]:
                yield f"assignment {topic} is set in week {given}, but {page} ends in {last[page]}"
        if due < given + 2:
            yield f"assignment {topic} has less than two weeks"
        if due > calendar.weeks:
            yield f"assignment {topic} is due in week {due}, after the term"
    yield from faults_of_work(calendar)


def faults_of_page(folder: Path, page: str, unit: Unit, pages: list[str]) -> Iterator[str]:
    """What a unit says of its page, and the page does not know; what it needs and nobody has read."""
    if len(unit.starts) != len(unit.weeks) - 1:
        yield f"{page}: does not say with which section each week after its first begins"
    for start in sorted(set(unit.starts) - set(SECTION.findall(text(folder, page)))):
        yield f"{page} has no section {start!r}"
    yield from faults_of_lectures(folder, page, unit)
    missing = linked(folder, text(folder, page)) - set(pages[: pages.index(page)])
    for other in sorted(missing - set(unit.instead)):
        yield f"{page} needs {other}, which is in no week before; say in `instead` what to do"
    for other in sorted(set(unit.instead) - missing):
        yield f"{page} says what to do for want of {other}, which it does not want"
    for other in sorted(missing & set(unit.instead)):
        known = {*SECTION.findall(text(folder, page)), *SECTION.findall(text(folder, other))}
        for name in sorted(set(re.findall(r"\*(.+?)\*", unit.instead[other])) - known):
            yield f"{page} and {other} have no section {name!r}"
    labels = {work for works in unit.classes for work in works if work.startswith("ex-")}
    for label in sorted(labels - set(exercises(folder, page))):
        yield f"{page} has no exercise {label}"


def faults_of_lectures(folder: Path, page: str, unit: Unit) -> Iterator[str]:
    """Lectures with no word of a heading of their page, or in another order than its headings."""
    headings = HEADING.findall(text(folder, page))
    begins, share = 0, max(len(unit.lectures) // len(unit.weeks), 1)
    for number, lecture in enumerate(unit.lectures):
        named = [i for i, said in enumerate(headings) if words(lecture) & words(said)]
        if not named:
            yield f"{page}: no heading has a word of the lecture {lecture!r}"
            continue
        week, later = divmod(number, share)
        if not later and 0 < week <= len(unit.starts) and unit.starts[week - 1] in headings:
            begins = headings.index(unit.starts[week - 1])
        if named[0] < begins:
            yield f"{page}: the lecture {lecture!r} begins with *{headings[named[0]]}*, before *{headings[begins]}*"
        begins = max(begins, named[0])


def faults_of_words(folder: Path, calendar: Calendar) -> Iterator[str]:
    """What is said to be in a week, *its talks are in week 12*, and is of no unit of that week."""
    for clause in re.split(r"[.,:;]", calendar.about):
        for said in re.finditer(r"(.*?)\bin week (\d+)", " ".join(clause.split())):
            units = [unit for unit in calendar.units if int(said[2]) in unit.weeks]
            names = (title(folder, u.page) if u.page in ol.TOPICS else u.open for u in units)
            if (own := words(said[1])) and not own & words(" ".join(names)):
                yield f"about says {said[0].strip()!r}, and no unit of that week has one of these words"
    about = " ".join(calendar.about.split())
    for week, read in re.findall(r"\bin week (\d+), when (.+?) has been read\b", about):
        done = {unit.page for unit in calendar.units if unit.weeks[-1] == int(week)}
        titles = " ".join(title(folder, page) for page in ol.TOPICS if page in done)
        if not words(read) & words(titles):
            yield f"about says that {read} has been read by week {week}, and its last week is another"


def words(text: str) -> set[str]:
    """The longer words of a text, without their endings."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower())} - {"week", "with"}


def faults_of_work(calendar: Calendar) -> Iterator[str]:
    """Weeks without work, or with too much; sheets on what has not been begun, or ends too late."""
    weeks = {unit.page: unit.weeks for unit in calendar.units}
    for week in range(2, calendar.weeks + 1):
        at_once = sum(given < week <= due for given, due in calendar.work)
        if at_once == 0:
            yield f"week {week} has no work"
        if at_once > MOST_AT_ONCE:
            yield f"week {week} has {at_once} sheets at once"
    for topic, (given, due) in calendar.sheets.items():
        read = weeks.get(topic, (calendar.weeks,))
        if given < min(read):
            yield f"the sheet on {topic} is set in week {given}, before its page is begun"
        if due <= max(read):
            yield f"the sheet on {topic} is due in week {due}, but its page ends in {max(read)}"
        if not given < due <= calendar.weeks:
            yield f"the sheet on {topic} is due in week {due}"


def assignment(folder: Path, topic: str) -> str:
    """A link to an assignment, with its title."""
    notebook = nbformat.read(folder / "assignments" / f"{topic}.ipynb", as_version=4)
    name = heading(notebook.cells[0].source).removeprefix("Assignment: ").removeprefix("the ")
    return f"{{doc}}`{name[0].upper()}{name[1:]} <assignments/{topic}>`"


def rows(folder: Path, calendar: Calendar) -> Iterator[list[str]]:
    """The rows of the table, one for each week."""
    for week in range(1, calendar.weeks + 1):
        lectures: list[str] = []
        pages: list[str] = []
        time = 0.0
        practice: list[str] = []
        for unit in calendar.units:
            if week not in unit.weeks:
                continue
            place, share = unit.weeks.index(week), len(unit.lectures) // len(unit.weeks)
            lectures += unit.lectures[place * share : (place + 1) * share]
            link = f"{{doc}}`{title(folder, unit.page)} <{unit.page}>`" if unit.page else unit.open
            first = f", from *{unit.starts[place - 1]}* on" if place else ""
            end = f", up to *{unit.starts[place]}*" if place < len(unit.starts) else ""
            aside = "".join(f" ({words})" for words in unit.instead.values())
            pages.append(f"{link}{first}{end}{aside}")
            time += hours(folder, unit.page) / len(unit.weeks) if unit.page else 0
            names = exercises(folder, unit.page) if unit.page else {}
            practice += [
                f"{{numref}}`{names[label]} ({{number}}) <{label}>`" if label in names else label
                for label in unit.classes[place]
            ]
        work = [
            f"{word}: {assignment(folder, topic)}"
            for topic, dates in calendar.assignments.items()
            for word, date in zip(("set", "due"), dates, strict=True)
            if date == week
        ]
        work += [
            f"{word}: a sheet of the bank on *{title(folder, topic)}*"
            for topic, dates in calendar.sheets.items()
            for word, date in zip(("set", "due"), dates, strict=True)
            if date == week
        ]
        read = [*map("; ".join, (lectures, pages)), f"{time:g}" if time else ""]
        yield [str(week), *read, *map("; ".join, (practice, work))]


def as_markdown(folder: Path) -> str:
    """All calendars, with what each leaves out."""
    parts = []
    for calendar in read(folder):
        pages = {unit.page for unit in calendar.units}
        left = [f"{{doc}}`{title(folder, t)} <{t}>`" for t in ol.TOPICS if t not in pages]
        columns = ["week", "lectures", "read", "hours", "class", "assignments"]
        table = [columns, ["---"] * len(columns), *rows(folder, calendar)]
        parts += [
            f"({calendar.label})=\n### {calendar.name}",
            f"{calendar.about.strip()} {HOURS.format(calendar.hours)}",
            "\n".join(f"| {' | '.join(row)} |" for row in table),
        ]
        if left:
            parts.append(f"Pages for the open weeks, or for reading at home: {', '.join(left)}.")
    return "\n\n".join(parts)


setup = filling({PLACE: as_markdown})
