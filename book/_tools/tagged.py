"""The tags of the PDF: what is a heading, a list, a table or a formula, in the order in which it is read.

Chromium tags every span of a page, and most of them say nothing: a formula is made of fifty. Here the trees
of several files become one, in which a formula is one element with its TeX as the text to read aloud, and a
paragraph holds its words itself. What is drawn for no element, as a frame, is marked as decoration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

FORMULA = "TeX: "  # so begins what names a formula, and no other picture
DRAWN = ("/Figure", "/Lbl")  # may be without words, as the mark before an item of a list
SILENT = "/NonStruct"  # stands for what it holds
HEADING = re.compile(r"/H\d")
ROLES = {"/Em": "/Span", "/Strong": "/Span"}  # older readers do not know them
SAID = ("/Scope", "/ListNumbering", "/RowSpan", "/ColSpan")  # attributes that are kept
MARK = re.compile(
    rb"^(?:/\w+ <</MCID (?P<number>\d+) >>BDC|[^\n]*\bB[DM]C|(?P<end>EMC))\n", re.MULTILINE
)
PAINTS = re.compile(rb"(?:^|\s)(?:f\*?|[sSbB]\*?|Tj|TJ|Do|sh)\s")
BESIDE = re.compile(rb"/Span<</ActualText \(ff?[il]?\) >> BDC\n(.*?)EMC\n", re.DOTALL)
LIGATURE = re.compile(rb"(?P<codes><(?P<first>\w{4})>(?: <(?P<end>\w{4})>)?) <FB0(?P<sign>[0-4])>")
LIGATURES = [word.encode("utf-16-be") for word in ("ff", "fi", "fl", "ffi", "ffl")]


@dataclass(frozen=True)
class Drawn:
    """A piece of what is drawn on a page, counted from 0, by its number there."""

    page: int
    number: int
    words: bool  # or only lines and areas


@dataclass(frozen=True)
class Linked:
    """A place that leads elsewhere: its page, counted from 0, and its number among those of the page."""

    page: int
    number: int


@dataclass(eq=False)
class Element:
    """An element of the tree; what it holds is in the order of reading."""

    kind: str
    holds: list[Element | Drawn | Linked]
    alt: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Element]:
        """The element, and all below it."""
        yield self
        for each in self.holds:
            if isinstance(each, Element):
                yield from each

    def content(self) -> Iterator[Drawn | Linked]:
        """What is drawn here and below."""
        for each in self.holds:
            yield from each.content() if isinstance(each, Element) else (each,)


def pieces(drawing: bytes) -> Iterator[tuple[int, bytes]]:
    """What is drawn on a page, one after the other, with its number; -1 if it has none."""
    at, opened = 0, list[int]()
    for mark in MARK.finditer(drawing):
        if not mark["end"]:
            opened.append(int(mark["number"] or -1))
        if (number := opened[-1]) >= 0:
            yield number if mark["end"] else -1, drawing[at : mark.start()]
            at = mark.end()
        if mark["end"]:
            opened.pop()
    yield -1, drawing[at:]


def items(value: Any) -> list[Any]:
    """What a key holds: nothing, one object or several."""
    return [] if value is None else [*value] if isinstance(value, Array) else [value]


def read(file: Pdf, before: int = 0) -> Element:
    """The tree of a file, that will stand behind some pages; what is on no page of it is left out."""
    pages = {page.obj.objgen: before + number for number, page in enumerate(file.pages)}
    words = {
        (before + number, piece)
        for number, page in enumerate(file.pages)
        for piece, drawing in pieces(page.Contents.read_bytes())
        if b"Tj" in drawing
    }
    links = {
        link.objgen: Linked(before + number, place)
        for number, page in enumerate(file.pages)
        for place, link in enumerate(items(page.get("/Annots")))
    }

    def held(kid: Any, page: tuple[int, int] | None) -> Element | Drawn | Linked | None:
        if isinstance(kid, int):
            if page is None or page not in pages:
                return None
            return Drawn(pages[page], kid, (pages[page], kid) in words)
        kind = kid.get("/Type")
        if kind == "/MCR":
            return held(kid.MCID, kid.Pg.objgen if "/Pg" in kid else page)
        return links.get(kid.Obj.objgen) if kind == "/OBJR" else one(kid)

    def one(node: Object) -> Element:
        page = node.Pg.objgen if "/Pg" in node else None
        new = Element(str(node.S), [], str(node.get("/Alt", "")))
        for each in items(node.get("/A")):
            said = {name: each[name] for name in SAID if each.get(name, 1) != 1}
            new.attributes |= {"/O": each.O, **said} if said else {}
        new.holds = [each for kid in items(node.get("/K")) if (each := held(kid, page)) is not None]
        return new

    [root] = items(file.Root.StructTreeRoot.K)
    return one(root)


def plain(node: Element) -> list[Element | Drawn | Linked]:
    """What stands for an element: itself with less inside, or what it holds, or nothing."""
    if node.alt.startswith(FORMULA):
        node.kind, node.alt = "/Formula", node.alt.removeprefix(FORMULA)
        node.holds = [*node.content()]
        return [node]
    node.holds = [
        new for each in node.holds for new in (plain(each) if isinstance(each, Element) else [each])
    ]
    if node.kind not in DRAWN:  # without its frame
        node.holds = [each for each in node.holds if not isinstance(each, Drawn) or each.words]
    first = node.holds[0] if node.holds else None
    if node.kind == SILENT and isinstance(first, Element) and HEADING.fullmatch(first.kind):
        node.kind = "/Sect"
    if node.kind == SILENT or not node.holds:
        return node.holds
    if node.kind == "/Figure" and not node.alt:  # it holds a picture, that has words, and a caption
        inside = [each for each in node.holds if isinstance(each, Element) and each.alt]
        drawn = [new for each in inside for new in each.holds]
        node.alt = " ".join(each.alt for each in inside)
        node.holds = [*drawn, *(each for each in node.holds if each not in inside)]
    elif node.kind == "/LI":
        label = [each for each in node.holds if isinstance(each, Element) and each.kind == "/Lbl"]
        body = [each for each in node.holds if each not in label]
        node.holds = [*label, Element("/LBody", body)]
    return [node]


def spelled(found: re.Match[bytes]) -> bytes:
    """A line of a font's table of letters in which ligatures are several letters."""
    first, end, sign = (int(found[name] or b"0", 16) for name in ("first", "end", "sign"))
    rows = range(max(end - first, 0) + 1)
    words = b" ".join(b"<%s>" % LIGATURES[sign + row].hex().encode() for row in rows)
    return found["codes"] + (b" [%s]" % words if found["end"] else b" " + words)


def spell_ligatures(file: Pdf) -> None:
    """Let every font say itself which letters a ligature is, or some readers stop where it is said beside."""
    for font in file.objects:
        if isinstance(font, Dictionary) and "/ToUnicode" in font:
            table = font.ToUnicode.read_bytes()
            if (new := LIGATURE.sub(spelled, table)) != table:
                font.ToUnicode.write(new)


def decoration(drawing: bytes) -> bytes:
    """What is drawn for no element, marked so."""
    return b"/Artifact BMC\n%sEMC\n" % drawing if PAINTS.search(drawing) else drawing


def redrawn(
    drawing: bytes, owner: dict[int, Element], next_to: set[tuple[int, int]]
) -> tuple[bytes, dict[int, int]]:
    """The drawing of a page with fewer marks, and the new numbers of its pieces.

    Pieces of an element become one if they are drawn, and read, one after the other. The pieces of a formula
    need not be read so, and the lines between them, of fractions and roots, belong to it.
    """
    out, between, numbers, last = list[bytes](), b"", dict[int, int](), -1
    for number, piece in pieces(drawing):
        if number not in owner:
            between += piece
            continue
        joined = last >= 0 and owner[number] is owner[last]
        if joined and owner[number].kind != "/Formula":
            joined = (last, number) in next_to and not PAINTS.search(between)
        if joined:
            numbers[number] = numbers[last]
            out += [between, piece]
        else:
            numbers[number] = numbers[last] + 1 if last >= 0 else 0
            mark = b"%s <</MCID %d>>BDC\n" % (owner[number].kind.encode(), numbers[number])
            out += [b"EMC\n" if last >= 0 else b"", decoration(between), mark, piece]
        last, between = number, b""
    return b"".join([*out, b"EMC\n" if last >= 0 else b"", decoration(between)]), numbers


def redraw(file: Pdf, tree: Element) -> list[dict[int, int]]:
    """Mark on all pages what this tree holds; page by page, the new numbers of the pieces."""
    owner: list[dict[int, Element]] = [{} for _ in file.pages]
    next_to: list[set[tuple[int, int]]] = [set() for _ in file.pages]
    for element in tree:
        for each in element.holds:
            if isinstance(each, Drawn):
                owner[each.page][each.number] = element
        for one, two in pairwise(element.holds):
            if isinstance(one, Drawn) and isinstance(two, Drawn) and one.page == two.page:
                next_to[one.page].add((one.number, two.number))
    numbers = []
    for page, owners, pairs in zip(file.pages, owner, next_to, strict=True):
        drawing, new = redrawn(BESIDE.sub(rb"\1", page.Contents.read_bytes()), owners, pairs)
        page.Contents = file.make_stream(drawing)
        numbers.append(new)
    return numbers


def write(file: Pdf, tree: Element) -> None:
    """Give a file this tree in place of what it had."""
    numbers = redraw(file, tree)
    pages = [page.obj for page in file.pages]
    on_page: list[dict[int, Object]] = [{} for _ in pages]
    links: list[Object] = []

    def put(element: Element, parent: Object) -> Object:
        node = file.make_indirect(Dictionary(S=Name(element.kind), P=parent))
        own = next((each.page for each in element.holds if isinstance(each, Drawn)), None)
        held: list[Any] = []
        for each in element.holds:
            if isinstance(each, Element):
                held.append(put(each, node))
            elif isinstance(each, Linked):
                link = pages[each.page].Annots[each.number]
                link.StructParent = len(pages) + len(links)
                links.append(node)
                held.append(Dictionary(Type=Name.OBJR, Obj=link, Pg=pages[each.page]))
            elif (number := numbers[each.page][each.number]) not in on_page[each.page]:
                on_page[each.page][number] = node
                other = Dictionary(Type=Name.MCR, Pg=pages[each.page], MCID=number)
                held.append(number if each.page == own else other)
        if own is not None:
            node.Pg = pages[own]
        if held:
            node.K = held[0] if len(held) == 1 else Array(held)
        if element.alt:
            node.Alt = String(element.alt)
        if element.attributes:
            node.A = Dictionary(element.attributes)
        return node

    root = file.make_indirect(Dictionary(Type=Name.StructTreeRoot, RoleMap=Dictionary()))
    for kind, known in ROLES.items():
        root.RoleMap[kind] = Name(known)
    root.K = put(tree, root)
    parents: list[Any] = []
    for number, (there, nodes) in enumerate(zip(pages, on_page, strict=True)):
        there.StructParents, there.Tabs = number, Name.S
        parents += [number, file.make_indirect(Array([nodes[each] for each in sorted(nodes)]))]
    for number, node in enumerate(links, len(pages)):
        parents += [number, node]
    root.ParentTree = file.make_indirect(Dictionary(Nums=Array(parents)))
    root.ParentTreeNextKey = len(pages) + len(links)
    file.Root.StructTreeRoot = root
    file.Root.MarkInfo = Dictionary(Marked=True)


def join(trees: list[Element]) -> Element:
    """One tree of several; it must be read before the pages are moved."""
    [new] = plain(Element("/Document", [each for tree in trees for each in tree.holds]))
    assert isinstance(new, Element)
    return new
