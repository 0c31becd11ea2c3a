"""Search finds sections, boxes and words, not only pages: MiniSearch, with an index made while building.

Only the search page loads it, by script tags, so it works from a folder too. MiniSearch comes by npm;
where npm's registry cannot be reached, the search of Sphinx is left as it is.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path, PurePosixPath

from docutils import nodes
from formulas import KATEX, NODE, set_formula
from hooks import rewrite, when_finished
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from theorems import exact

import olbook as ol

MINISEARCH = Path(__file__).parents[2] / "node_modules" / "minisearch" / "dist"
SCRIPT = Path(__file__).with_name("search.js")
OF_SPHINX = re.compile(r'<script src="[^"]*(?:searchtools|searchindex)\.js"></script>\s*')
WORDS = "language_data.js"  # Sphinx's: the words to leave out, and the stem of a word
FOR_REVIEWERS = ("book/rocq", "book/what_the_words_stand_for")
OURS = ("minisearch.js", "index.js", "search.js")
INDEXER = """
const [words, MiniSearch, {OPTIONS}] = process.argv.slice(1).map((path, i) =>
  i ? require(path) : require("vm").runInThisContext(require("fs").readFileSync(path, "utf-8")));
const index = new MiniSearch(OPTIONS);
index.addAll(JSON.parse(require("fs").readFileSync(0, "utf-8")));
process.stdout.write(JSON.stringify(index));
"""
LEAD = 160  # so many letters of an entry are shown below its title

BOXES = {"proof", "exercise", "erratum"}
SHARED = "A tempting mistake"  # the title of many boxes, which therefore names none of them
SKIPPED = (
    *(nodes.title, nodes.term, addnodes.desc_signature),  # which name their entries
    *(nodes.literal_block, nodes.comment, nodes.raw, addnodes.index, exact),
)
# TeX for looks only; every other command is looked for by its name, as in "eta" or "sqrt".
LOOKS = re.compile(
    r"\\(?:displaystyle|left|right|[lr]?[vV]ert|[lr]angle|math\w+|text\w*|operatorname|[bB]igg?[lr]?"
    r"|(?:begin|end)\{\w+\*?\}|q?quad|[^a-zA-Z])"
)


# --- what can be found ----------------------------------------------------------------------------


def heading(node: nodes.Element) -> nodes.Element | None:
    """What names an entry: the title of a section or a box, a word, a signature; ``None`` for the rest."""
    if not isinstance(node, nodes.Element) or not node.children:
        return None
    first = node[0]
    if isinstance(node, nodes.section) or (BOXES & {*node["classes"]} and node["ids"]):
        return first if isinstance(first, nodes.title) else None
    if isinstance(node, nodes.admonition) and node["names"]:
        return first if first.astext() != SHARED else None
    if isinstance(node, nodes.definition_list_item | addnodes.desc):
        return first if first["ids"] else None
    return None


def anchor(node: nodes.Element, named: nodes.Element) -> str:
    """The id of an entry: its label, if it has one, and only as a last choice one that counts."""
    ids: list[str] = node["ids"] or named["ids"]
    last = max(ids, key=lambda each: (not re.fullmatch(r"id\d+", each), ids.index(each)))
    return str(node.get("label") or last)


def pieces(node: nodes.Node) -> Iterator[nodes.Node]:
    """Text and formulas in their order, without code, titles, and the entries inside."""
    for child in node.children:
        if isinstance(child, nodes.Text | nodes.math | nodes.math_block):
            yield child
        elif not is_skipped(child):
            yield from pieces(child)
            if not isinstance(child, nodes.Inline):
                yield nodes.Text(" ")


def is_skipped(node: nodes.Element) -> bool:
    """Whether a part of an entry is not searched, or is an entry or the heading of one."""
    code = "cell_input" in node["classes"]
    return code or isinstance(node, SKIPPED) or heading(node) is not None


# --- as words, and as HTML ------------------------------------------------------------------------


def spoken(tex: str) -> str:
    """The words in a formula."""
    named = re.sub(r"\\ln\b", " log ln ", LOOKS.sub(" ", tex))
    return re.sub(r"[\\{}^_$&]", " ", named)


def words(node: nodes.Node) -> str:
    """All words of an entry."""
    texts = (p.astext() if isinstance(p, nodes.Text) else spoken(p.astext()) for p in pieces(node))
    return " ".join(" ".join(texts).split())


def mathml(tex: str) -> str:
    """A formula as MathML, which browsers set by themselves, without the TeX."""
    math = re.search(r"<math.*?</math>", set_formula(tex, False), re.DOTALL)
    assert math is not None
    return re.sub(r"(?s)<annotation.*?</annotation>|</?semantics>", "", math[0])


def shown(node: nodes.Node, room: int = 1000) -> str:
    """An entry, or its beginning, in HTML."""
    out = ""
    for piece in pieces(node):
        if room < 0:
            return f"{' '.join(out.split())} …"
        text = piece.astext()
        room -= len(text)
        out += escape(text) if isinstance(piece, nodes.Text) else mathml(text)
    return " ".join(out.split())


# --- the index ------------------------------------------------------------------------------------


def kind_of(node: nodes.Element, docname: str, page: str) -> str:
    """What an entry is to someone who looks for a word; ``search.js`` says how much that weighs."""
    if isinstance(node, addnodes.desc):
        return "api"
    if isinstance(node, nodes.definition_list_item):
        return "term"
    if "exercise" in node["classes"]:
        return "exercise"
    if PurePosixPath(docname).name not in ol.TOPICS or docname.count("/") > 1:
        return "other"
    if page.startswith("Going further"):
        return "further"
    return "box" if "proof" in node["classes"] else "chapter"


def sort_of(node: nodes.Element) -> str:
    """What a box calls itself, such as "Theorem"; empty for what is no box with a number."""
    boxes = {"proof", "exercise"} & {*node["classes"]}
    return str(node.get("realtype", "exercise")).title() if boxes else ""


def number_of(node: nodes.Element, numbers: dict[str, dict[str, tuple[int, ...]]]) -> str:
    """The number of a box, such as "4.5"."""
    found = [numbered[i] for numbered in numbers.values() for i in node["ids"] if i in numbered]
    return ".".join(map(str, found[0])) if found else ""


def name_of(title: nodes.Element, written: Callable[[nodes.Element], str]) -> str:
    """The name of an entry; of an object of the package without its arguments."""
    name = title.get("fullname")
    return str(name) if name else written(title)


def names(node: nodes.Element, title: nodes.Element) -> list[nodes.Element]:
    """What an entry is found by first: its name, and of a word what else it is called, in italics."""
    is_word = isinstance(node, nodes.definition_list_item)
    return [title, *(node.findall(nodes.emphasis) if is_word else ())]


class Index:
    """The entries of all pages, collected while these are written."""

    def __init__(self) -> None:
        self.entries: list[dict[str, str]] = []

    def collect(
        self,
        app: Sphinx,
        docname: str,
        template: str,
        context: object,
        doctree: nodes.Element | None,
    ) -> None:
        """Take the entries of a page."""
        if doctree is None or docname in FOR_REVIEWERS:
            return
        uri = app.builder.get_target_uri(docname)
        numbers = app.env.toc_fignumbers.get(docname, {})
        page = shown(next(doctree.findall(nodes.title)))
        for node in doctree.findall(nodes.Element):
            title = heading(node)
            if title is None:
                continue
            first = node.parent is doctree  # the page itself
            sort = sort_of(node)
            called = f"{sort} {number_of(node, numbers)} " if sort else ""
            entry = {
                "url": uri if first else f"{uri}#{anchor(node, title)}",
                "title": called + name_of(title, shown),
                "name": " ".join([sort, *(name_of(each, words) for each in names(node, title))]),
                "page": "" if first else page,
                "text": words(node),
                "lead": shown(node, LEAD),
                "kind": kind_of(node, docname, page),
            }
            self.entries.append(entry)

    def write(self, site: Path) -> None:
        """Make the index, and let the search page load it and MiniSearch instead of Sphinx's own."""
        static = site / "_static"
        made = subprocess.run(
            [NODE, "-e", INDEXER, static / WORDS, MINISEARCH / "cjs" / "index.cjs", SCRIPT],
            input=json.dumps(self.entries),
            capture_output=True,
            encoding="utf-8",
        )
        if made.returncode:
            raise ExtensionError(f"MiniSearch cannot make its index:\n{made.stderr}")
        folder = static / "search"
        folder.mkdir(exist_ok=True)
        shutil.copy2(MINISEARCH / "umd" / "index.js", folder / "minisearch.js")
        shutil.copy2(SCRIPT, folder)
        (folder / "index.js").write_text(f"const searchIndex = {made.stdout};\n", encoding="utf-8")
        tags = "".join(f'<script defer src="_static/search/{name}"></script>\n' for name in OURS)

        def with_ours(page: str) -> str:
            return OF_SPHINX.sub("", page).replace("</head>", f"{tags}</head>", 1)

        rewrite(site, with_ours, "search.html")
        (site / "searchindex.js").unlink()


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    if MINISEARCH.exists() and KATEX.exists():
        index = Index()
        app.connect("html-page-context", index.collect)
        when_finished(app, index.write)
