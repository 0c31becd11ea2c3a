"""The editors in which a reader changes a proof, and the checker that answers in the browser.

Below the proof of every theorem stands a fold, *Try to break it*: changes that are refused, with the
answers, and the place of an editor. What the editor needs is put into the site beside it: the texts of
the theorems, Pyodide from npm, and archives with SymPy, mpmath and the checker, compiled by
Pyodide's own Python while Sphinx reads the pages. Where npm's registry cannot be reached there are no
editors; the changes and answers are shown all the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import textwrap
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
from against import hypotheses
from breaks import Break, Power, refuting, stored, text_after
from docutils import nodes
from folds import fold, summary
from formulas import KATEX, NODE
from hooks import filling, when_finished
from needless import REASONS
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from theorems import TO_BREAK, inlines

import olbook as ol
from olbook.checked import CheckError
from olbook.checked.show.refusal import Part
from olbook.checked.show.render import label_for
from olbook.checked.show.told import told
from olbook.checked.written import Call, written
from olbook.proofs import CATALOGUE
from olbook.proofs.live import recording, text_of

HERE = Path(__file__).parents[1] / "_live"
PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")
OURS = ("live.js", "worker.mjs")

#: Folders of SymPy and mpmath that `import sympy` does not touch, or only to draw and to print.
NOT_SYMPY = frozenset(
    """stats vector crypto holonomic benchmarks testing categories codegen unify sandbox liealgebras
    physics diffgeom tests autolev latex c fortran""".split()  # noqa: SIM905
)
#: What the checker never asks Python's library for.
NOT_PYTHON = frozenset(
    """email multiprocessing xml unittest http _pyrepl pdb pydoc xmlrpc wsgiref tarfile pickletools
    _pyio _pydatetime _pydecimal argparse statistics optparse mailbox imaplib smtplib ftplib poplib
    zoneinfo doctest pydoc_data sqlite3 configparser plistlib sysconfig
    _sysconfigdata__emscripten_wasm32-emscripten""".split()  # noqa: SIM905
)
ENCODINGS = frozenset("__init__ aliases utf_8 ascii latin_1 cp437 idna".split())  # noqa: SIM905


# --- the archive ----------------------------------------------------------------------------------


def algebra() -> Iterator[tuple[str, bytes]]:
    """The modules of SymPy and of mpmath."""
    for package in ("sympy", "mpmath"):
        found = find_spec(package)
        assert found is not None
        assert found.origin is not None
        yield from below(Path(found.origin).parent, ("*.py",), NOT_SYMPY)


def checker() -> Iterator[tuple[str, bytes]]:
    """The modules that check and prove: of the package, what does not need NumPy."""
    root = Path(ol.__file__).parent
    yield "olbook/__init__.py", f"TOPICS = {ol.TOPICS!r}\n".encode()
    for part in ("checked", "proofs"):
        for name, content in below(root / part, ("*.py", "*.txt"), frozenset()):
            yield f"olbook/{name}", content


def below(
    folder: Path, patterns: Iterable[str], left_out: frozenset[str]
) -> Iterator[tuple[str, bytes]]:
    """The files below a folder by their names in an archive."""
    for file in sorted(file for pattern in patterns for file in folder.rglob(pattern)):
        name = file.relative_to(folder.parent)
        if not left_out & set(name.parts[1:]):
            yield name.as_posix(), file.read_bytes()


def library() -> Iterator[tuple[str, bytes]]:
    """Python's own library, as Pyodide brings it, without what is never used."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole:
        for name in whole.namelist():
            top, *rest = name.removesuffix(".py").split("/")
            unused = top in NOT_PYTHON or (top == "encodings" and rest[0] not in ENCODINGS)
            if name.endswith(".py") and not unused:
                yield name, whole.read(name)


def zipped(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive; files in it have no date, so that equal contents give equal archives."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


class Packing:
    """The byte-compiler at work, in a process of its own beside Sphinx.

    What was compiled from the same files before is kept in ``folder``, and taken again.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._archives = {}
        pairs = []
        for name, files in (("checker", checker()), ("algebra", algebra()), ("library", library())):
            taken = folder / f"{name}.source.zip"
            zipped(taken, files)
            digest = hashlib.sha256(taken.read_bytes())
            for other in (HERE / "pack.mjs", PYODIDE / "package.json"):
                digest.update(other.read_bytes())
            made = self._archives[name] = folder / f"{name}-{digest.hexdigest()[:16]}.zip"
            if not made.exists():
                pairs.append([str(taken), str(made.with_suffix(".compiled"))])
        command = [str(NODE), str(HERE / "pack.mjs"), json.dumps(pairs)]
        self._process = subprocess.Popen(command) if pairs else None

    def finish(self) -> Iterator[tuple[str, Path]]:
        """The archives by name, when they are ready."""
        if self._process and self._process.wait():
            raise ExtensionError("Pyodide could not compile the checker; the lines above say why")
        for name, made in self._archives.items():
            if not made.exists():
                with zipfile.ZipFile(made.with_suffix(".compiled")) as compiled:
                    zipped(made, ((n, compiled.read(n)) for n in compiled.namelist()))
            yield f"{name}.zip", made


# --- on the pages ---------------------------------------------------------------------------------


def folded(name: str, power: Power) -> fold:
    """The box below a theorem: changes, what becomes of the claim, and the place of the editor."""
    unlike_others = nodes.inline("", f": {name}", classes=["visually-hidden"])
    opening = summary("", "", nodes.Text("Try to break it"), unlike_others)
    box = fold("", opening, classes=["live"])
    box["ids"].append(label_for(name).replace("thm-", "try-", 1))
    box.append(nodes.paragraph("", "", nodes.Text(introduction(power))))
    refuted = [each for each in power.offered if each.about in power.worlds]
    true = [each for each in power.offered if each not in refuted]  # they are offered last
    box.extend(shown(name, each, power) for each in refuted)
    if true:
        box.append(nodes.paragraph("", "", nodes.Text(LEFT_TRUE)))
    box.extend(shown(name, each, power) for each in true)
    if PYODIDE.exists():
        box.append(place(name))
    return box


LEFT_TRUE = "No break: without these the theorem is true as before, though this proof uses them."


def introduction(power: Power) -> str:
    """What the changes below are."""
    if not any(each.about in power.worlds for each in power.offered):
        return "Change the theorem or its proof, and see what is answered."
    return "Each change makes the claim false somewhere, and the run that shows it stands with it."


def shown(name: str, each: Break, power: Power) -> nodes.container:
    """One change, what becomes of the claim, and folded where the proof breaks."""
    words = each.says.split("`")
    heading = nodes.strong()
    for i, part in enumerate(words):
        heading += nodes.literal("", part) if i % 2 else inlines(part)
    lines = [f"- {line}" for line in each.was.values()]
    lines += [f"+ {line}" for line in each.lines.values() if line is not None]
    change = nodes.literal_block("", "\n".join(lines), language="diff")
    made = nodes.container("", nodes.paragraph("", "", heading), change, classes=["live-break"])
    made += answer_to(name, each, power)
    if each.line:
        made += where_it_breaks(each)
    return made


def answer_to(name: str, each: Break, power: Power) -> list[nodes.Node]:
    """What becomes of the claim."""
    world = refuting(name, power, each.about) if each.about in power.worlds else None
    if world is None:
        reason = nodes.Text(f", though this proof no longer shows it. {REASONS[name, each.about]}")
        return [nodes.paragraph("", "", nodes.strong("", "Still true"), reason)]
    left_out = hypotheses(ol.theorem(name)).get(each.about)
    run = told(world, left_out)
    said = nodes.inline("", "", *map(typeset, run.words), classes=["live-said"])
    answer: list[nodes.Node] = [nodes.paragraph("", "", nodes.strong("", "False now. "), said)]
    if run.table:
        answer.append(nodes.raw("", table(run.table), format="html"))
    return answer


def table(rows: list[list[str]]) -> str:
    """A run, a row a round; its formulas are set when the fold is opened."""
    html: list[str] = []
    for row in rows:
        tag = "td" if html else "th"
        cells = (
            f'<code data-tex="{escape(json.dumps([tex]))}">{escape(tex)}</code>' for tex in row
        )
        html.append("".join(f"<{tag}>{cell}</{tag}>" for cell in cells))
    head, *body = (f"<tr>{row}</tr>" for row in html)
    inside = f"<thead>{head}</thead><tbody>{''.join(body)}</tbody>"
    return f'<div class="live-scroll"><table class="live-run">{inside}</table></div>'


def where_it_breaks(each: Break) -> fold:
    """The line at which the proof ends, which comes second."""
    said = nodes.paragraph("", f"Line {each.line} of the changed text cites what is left out.")
    title = f"{each.says.replace('`', '')}: where the proof breaks"
    return fold("", summary("", "", *inlines(title)), said)


def typeset(said: Part) -> nodes.Node:
    """Words, or a formula, which is set when the fold is opened: most never are."""
    text, pieces = said
    if not pieces:
        return nodes.Text(text)
    html = f'<code data-tex="{escape(json.dumps(pieces))}">{escape(text)}</code>'
    return nodes.raw("", html, format="html")


def place(name: str) -> nodes.raw:
    """Where the editor will be."""
    words = "<noscript>An editor stands here where scripts may run.</noscript>"
    return nodes.raw(
        "", f'<div class="live-editor" data-name="{name}">{words}</div>', format="html"
    )


def add_folds(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the fold below the proof of a theorem in a box, and below the words of one that has none."""
    names = {label_for(name): name for name in CATALOGUE}
    breaks = stored()
    for box in list(doctree.findall(nodes.Admonition)):
        for name in (names[label] for label in box["ids"] if label in names):
            proof = box.next_node(fold, descend=False, siblings=True)
            after = proof if proof is not None and proof.parent is box.parent else box
            made = folded(name, breaks.get(name, Power()))
            after.parent.insert(after.parent.index(after) + 1, made)
    unboxed = {TO_BREAK.format(name): name for name in CATALOGUE}
    for mark in list(doctree.findall(nodes.raw)):
        if tried := unboxed.get(mark.astext().strip()):
            mark.replace_self(folded(tried, breaks.get(tried, Power())))


# --- exercises, and the workbench -----------------------------------------------------------------

EXERCISE = re.compile(r":label: (ex-[\w-]+)")
SOLUTION = re.compile(r"{solution-start} (ex-[\w-]+)")
WORKBENCH = "<!-- The editor is put here by book/_ext/live.py -->"
EMPTY = """\
ctx = Context(real="a b")

ctx.prove("mine", \"\"\"
    2*a*b
    <= a**2 + b**2
        | gap (a - b)**2
\"\"\")
"""


@cache
def cells_of(notebook: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The code of the questions and of the solutions of a chapter, by the labels of the exercises."""
    questions: dict[str, str] = {}
    solutions: dict[str, str] = {}
    label, code = "", questions
    for cell in nbformat.read(notebook, as_version=4).cells:
        if cell.cell_type != "markdown":
            if label:
                code[label] = f"{code.get(label, '')}{cell.source}\n"
        elif solved := SOLUTION.search(cell.source):
            label, code = solved[1], solutions
        elif asked := EXERCISE.findall(cell.source):
            label, code = asked[-1], questions
        elif "{solution-end}" in cell.source:
            label = ""
    return {label: code for label, code in questions.items() if "Context(" in code}, solutions


@cache
def exercises(notebook: Path) -> dict[str, str]:
    """The derivations with holes of a chapter, by the labels of the exercises, as texts.

    Such an exercise is followed by cells that make a context and try a chain. They are run with a
    recorder in the place of the context, which remembers what it is given and proves nothing.
    """
    return {label: written(given(code)) for label, code in cells_of(notebook)[0].items()}


@cache
def solutions(notebook: Path) -> dict[str, str]:
    """The chains without holes, from the cells of the solutions, which follow those of the question."""
    asked, solved = cells_of(notebook)
    return {
        label: textwrap.dedent(
            given(code + until_proved(solved[label]))[-1].arguments["text"]
        ).strip()
        for label, code in asked.items()
    }


def until_proved(code: str) -> str:
    """A solution as far as its proof: a run may follow."""
    return code[: code.index("\n", code.rindex(".prove("))]


def given(code: str) -> list[Call]:
    """What a context is given in the cells of an exercise."""
    names = ModuleType("exercise")
    names.__dict__.update(Context=None, CheckError=CheckError, print=lambda *_: None)
    with recording(names) as made:
        exec(code, names.__dict__)  # the book's own cells
    return made[-1].calls


def add_exercise_editors(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put an editor below each exercise that is a derivation with holes."""
    notebook = Path(app.srcdir, f"{docname}.ipynb")
    if not PYODIDE.exists() or not notebook.exists():
        return
    for box in list(doctree.findall(nodes.Admonition)):
        for label in set(box["ids"]) & exercises(notebook).keys():
            made = fold("", summary("", "Do it here, on this page"), place(label), classes=["live"])
            box.parent.insert(box.parent.index(box) + 1, made)


def workbench(book: Path) -> str:
    """The editor of the workbench."""
    if not PYODIDE.exists():
        return "This site was built without its live parts, so there is no editor here."
    return f"```{{raw}} html\n{place('workbench').astext()}\n```"


NOTHING: dict[str, Any] = {"digest": "", "breaks": [], "reasons": {}, "worlds": {}, "solution": ""}

# --- in the site ----------------------------------------------------------------------------------


def start(app: Sphinx) -> None:
    """Begin to compile."""
    if PYODIDE.exists():
        packing = Packing(Path(app.outdir).parent / "live")
        book = Path(app.srcdir, "book")
        when_finished(app, lambda site: finish(site, book, packing))


def finish(site: Path, book: Path, packing: Packing) -> None:
    """Put everything beside the pages."""
    target = site / "_static" / "live"
    (target / "pyodide").mkdir(parents=True, exist_ok=True)
    (target / "texts").mkdir(exist_ok=True)
    size = (PYODIDE / "pyodide.asm.wasm").stat().st_size
    for archive, file in packing.finish():
        shutil.copy2(file, target / archive)
        size += file.stat().st_size
    for name in OURS:
        shutil.copy2(HERE / name, target)
    for name in RUNTIME:
        shutil.copy2(PYODIDE / name, target / "pyodide")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}  # none is ever fetched
    (target / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    shutil.copy2(KATEX / "katex.min.js", target)
    breaks = stored()
    texts: dict[str, dict[str, Any]] = {"workbench": {"text": EMPTY}}
    for notebook in sorted(book.glob("*.ipynb")):
        solved = solutions(notebook)
        for label, text in exercises(notebook).items():
            texts[label] = {"text": text, "solution": solved[label]}
    for name in CATALOGUE:
        text = text_of(name)
        power = breaks.get(name, Power())
        tried = [text_after(text, each) for each in power.offered]
        texts[name] = {"text": text, "digest": ol.theorem(name).checked_digest, "breaks": tried}
        texts[name]["worlds"] = power.worlds
        texts[name]["reasons"] = {
            fact: why for (about, fact), why in REASONS.items() if about == name
        }
    for name, found in texts.items():
        file = target / "texts" / f"{name}.json"
        file.write_text(json.dumps(NOTHING | {"bytes": size} | found), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("builder-inited", start)
    app.connect("doctree-resolved", add_folds, priority=960)  # when the proofs are folds
    app.connect("doctree-resolved", add_exercise_editors, priority=960)
    filling({WORKBENCH: workbench})(app)
    if PYODIDE.exists():
        app.add_js_file("live/live.js", loading_method="defer")
