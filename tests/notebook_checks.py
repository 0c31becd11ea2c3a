"""Finding what is wrong with a notebook as it is stored, without running it.

Every function returns a list of faults in words, empty if there is none.
"""

from __future__ import annotations

import ast
import copy
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import notebooks
from chapter_checks import HIDDEN
from checks import file_of, misplaced, sections
from nbformat import NotebookNode

from olbook.plotting import VEGA_LITE

LARGEST = 400_000  # bytes, without what figures draw
FIGURES = {"image/svg+xml", VEGA_LITE}
FENCE = re.compile(r"^\s*(:{3,}|`{3,})(.*)$")
# Blocks that quote somebody else's formulas, or leave the work to the reader.
QUOTING = re.compile(
    r"\{(exercise|solution)|proved on paper|\{admonition\}.*\bnotes\b|:class:.*\bnotes-say\b",
    re.IGNORECASE,
)
ALIGNMENT = re.compile(
    r"\\begin\{(align|aligned|alignat|flalign|split|eqnarray|gather|gathered|multline)\*?\}"
)
DISPLAYED = re.compile(
    r"\$\$(.*?)\$\$|\\\[(.*?)\\\]|\\begin\{equation\*?\}(.*?)\\end\{equation|"
    r"^\s*:::+\{math\}(.*?)^\s*:::",
    re.DOTALL | re.MULTILINE,
)
ORDER = re.compile(r"\\(leq?|geq?|leqslant|geqslant|lt|gt|ll|gg|lesssim|gtrsim)(?![a-zA-Z])|[<>≤≥]")
# The condition that defines a set or an indicator is no step of a derivation.
CONDITION = re.compile(r"\\\{.*?\\\}|\\mathbb ?1\[.*?\]")


def without_quoting_blocks(text: str) -> str:
    """Markdown without exercises, solutions, what is proved on paper, and what the notes say."""
    kept = []
    open_fences: list[tuple[str, bool]] = []  # the fence's marks, and whether its block quotes
    lines = text.splitlines()
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if fence and open_fences and fence[1] == open_fences[-1][0] and not fence[2].strip():
            open_fences.pop()
        elif fence:
            options = itertools.takewhile(lambda text: text.startswith(":"), lines[number + 1 :])
            head = " ".join([fence[2], *(o for o in options if not FENCE.match(o))])
            open_fences.append((fence[1], bool(QUOTING.search(head))))
        if not any(quotes for _, quotes in open_fences):
            kept.append(line)
    return "\n".join(kept)


def handwritten_derivations(text: str) -> list[str]:
    """Derivations typed into a page: they should be printed by the object that was checked.

    That is, formulas aligned by hand, and formulas on their own line that state an inequality.
    """
    own = without_quoting_blocks(text)
    faults = [f"a derivation typed by hand: {match.group()}" for match in ALIGNMENT.finditer(own)]
    for match in DISPLAYED.finditer(own):
        formula = " ".join(filter(None, match.groups())).strip()
        if ORDER.search(CONDITION.sub("", formula)) and not ALIGNMENT.search(formula):
            faults.append(f"an inequality typed by hand: {formula}")
    return faults


def typeset_in_code(source: str) -> list[str]:
    """LaTeX that a code cell displays, typed by hand."""
    found = re.findall(r"\b(Math|Latex)\(|(%%latex)|" + ALIGNMENT.pattern, source)
    return ["a code cell that displays typed LaTeX"] if found else []


def plain(text: str) -> str:
    """Text without emphasis, comment signs and line ends, to be searched for a sentence."""
    return " ".join(re.sub(r"[*_#\"'`>\\]", " ", text).split())


def figure_faults(cells: list[NotebookNode], position: int) -> Iterator[str]:
    """What is missing around the figure that a cell draws."""
    cell = cells[position]
    extras = cell.metadata.get("mystnb", {})
    caption = extras.get("figure", {}).get("caption", "").strip()
    if not extras.get("image", {}).get("alt", "").strip():
        yield "a figure without alternative text (mystnb: image: alt)"
    if "plotting.move(" not in cell.source and "plotting.show(fig)" not in cell.source:
        yield "a figure that is not called fig: the checks read back what has this name"
    if not caption:
        yield "a figure without a caption (mystnb: figure: caption)"
        return
    first_sentence = re.split(r"(?<=[.:?])\s", caption)[0]
    printed = "".join(output.get("text", "") for output in cell.outputs)
    neighbours = [c.source for c in cells[max(position - 1, 0) : position + 2]]
    if plain(first_sentence) not in plain("\n".join([*neighbours, printed])):
        yield (
            "a caption (mystnb, in the metadata), of which, in a cell beside it or its first comment, the "
            f"first sentence is not seen in JupyterLab: {first_sentence}"
        )


def names_of(code: str) -> set[str]:
    """The names that a piece of code uses, and gives no value to."""
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    return {n.id for n in found} - {n.id for n in found if isinstance(n.ctx, ast.Store)}


def unchecked(path: Path, cells: list[NotebookNode]) -> Iterator[str]:
    """Visible functions that no check calls, and outputs in solutions behind which none stands.

    That a loop prints what it printed before says nothing of the loop. Derivations are left out, and what
    makes their context: these the prover checks.
    """
    behind = sections(path)
    called = set().union(*map(names_of, behind.values()))
    in_solution = 0
    for position, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            in_solution += cell.source.count("{solution-start}") - cell.source.count(
                "{solution-end}"
            )
            continue
        if HIDDEN & set(cell.metadata.get("tags", [])):
            continue
        place = f"cell {position + 1} ({cell.id})"
        defined = [
            node.name
            for node in ast.parse(cell.source).body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        ]
        for name in defined:
            if name not in called and name != "new_context":
                yield f"{place}: no check in {file_of(path).name} calls {name}; compare it with the package"
        proves = names_of(cell.source) & {"Context", "new_context"}
        checked = cell.id in behind or proves or called & {*defined}
        if in_solution and cell.outputs and not checked:
            yield f"{place}: no check in {file_of(path).name} stands behind what this solution shows"


# What is printed behind such words, what is not, and what excuses it.
CALLED = (
    (r"\b(?:smallest|least|fewest|lowest|shortest)\b", r"\b(?:arg)?max\b", r"\b(?:arg)?min\b"),
    (r"\b(?:largest|most|highest|longest|widest)\b", r"\b(?:arg)?min\b", r"\b(?:arg)?max\b"),
    (r"\b(?:mean|average)\b", r"\b(?:median|max|min)\b", r"\b(?:mean|average)\b"),
    (r"\bmedian\b", r"\b(?:mean|average)\b", r"\bmedian\b"),
)


def called_otherwise(source: str) -> Iterator[str]:
    """Numbers that a cell prints behind a word for another one, such as a maximum behind "smallest"."""
    tree = ast.parse(source)
    made = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "print"
        ):
            parts = node.args
        for before, behind in itertools.pairwise(parts):
            if not (isinstance(before, ast.Constant) and isinstance(before.value, str)):
                continue
            value = behind.value if isinstance(behind, ast.FormattedValue) else behind
            value = made.get(value.id, value) if isinstance(value, ast.Name) else value
            words, code = re.split(r"[,;:(] ", before.value)[-1], ast.unparse(value)
            words = words if words.strip() else before.value
            for word, other, right in CALLED:
                if re.search(word, words) and re.search(other, code) and not re.search(right, code):
                    yield f"prints {code} behind {words.strip()!r}"


def size_without_figures(notebook: NotebookNode) -> int:
    """The bytes of a notebook, of which its writer decides; those of a figure are what it shows."""
    bare = copy.deepcopy(notebook)
    for cell in bare.cells:
        for output in cell.get("outputs", []):
            for kind in FIGURES & {*output.get("data", {})}:
                del output.data[kind]
    return len(notebooks.as_text(bare).encode())


def faults_as_stored(path: Path) -> list[str]:
    """Everything that is wrong with the file of a notebook."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    faults = []
    faults += misplaced(path, notebook.cells)
    if path.parent.name in ("book", "lectures"):
        faults += unchecked(path, notebook.cells)
    if (size := size_without_figures(notebook)) >= LARGEST:
        faults.append(f"{size} bytes without its figures, more than {LARGEST}")
    if not any(cell.cell_type == "code" for cell in notebook.cells):
        faults.append("no code cell, so nothing is tested")
    normal = nbformat.reads(text, as_version=4)
    notebooks.normalise(normal)
    if notebooks.as_text(normal) != text:
        faults.append("not in normal form: run make notebooks")
    open_blocks = 0  # exercises and solutions that go on over several cells
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            open_blocks += len(re.findall(r"\{(?:exercise|solution)-start\}", cell.source))
            here = [] if open_blocks else handwritten_derivations(cell.source)
            open_blocks -= len(re.findall(r"\{(?:exercise|solution)-end\}", cell.source))
            if re.search(r"^\s*`{3,}\s*\{", cell.source, re.MULTILINE):
                here.append("a directive in a backtick fence, which JupyterLab shows as code")
        elif any(FIGURES & {*output.get("data", {})} for output in cell.outputs):
            here = list(figure_faults(notebook.cells, position))
        else:
            here = typeset_in_code(cell.source)
        if cell.cell_type == "code":
            here += called_otherwise(cell.source)
        faults += [f"cell {position + 1} ({cell.id}): {fault}" for fault in here]
    return faults
