"""The strict test of notebooks turns red on every planted fault; the stored ones have none.

That each stored notebook reproduces its outputs is not tested here: pytest collects the notebooks
of ``book/`` themselves, cell by cell.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import notebook_checks as checks
import notebooks
import pytest
from faults import tell
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from olbook.plotting import VEGA_LITE

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
CHAPTERS = [
    *sorted((ROOT / "book").glob("*.ipynb")),
    *sorted((ROOT / "book/lectures").glob("*.ipynb")),
]


# --- planted faults ------------------------------------------------------------------------------

WORDS = "print(1.25)\n[1, 2, 3]"
FORMULA = "sympy.Symbol('eta') ** 2 / 2"
CAPTION = "A line goes up. It is straight."
BOLD = "from IPython.display import HTML\nHTML('<b>1</b>')"
FIGURE = f"# {CAPTION}\nfig, ax = plt.subplots()\nax.plot([1, 2, 3])\nplotting.show(fig)"
LEGEND = FIGURE.replace("3])", "3], label='up')\nax.legend()")
FIGURE_METADATA = {
    "mystnb": {"image": {"alt": "A rising straight line."}, "figure": {"caption": CAPTION}}
}
IMPORTS = "import matplotlib.pyplot as plt\nimport sympy\nfrom olbook import plotting"

Fault = Callable[[NotebookNode], Any]


def skip_tag(cell: NotebookNode) -> None:
    cell.metadata.tags = ["hide-input", "nbval-skip"]


def raising(cell: NotebookNode) -> None:
    cell.source += "\nraise ValueError('no')"


def raises_exception_tag(cell: NotebookNode) -> None:
    cell.metadata.tags = ["raises-exception"]
    cell.source = "raise ValueError('no')"
    cell.outputs = [new_output("error", ename="ValueError", evalue="no", traceback=[])]


def source(text: str, stream: str = "", shown: str = "") -> Fault:
    """Another text of the cell, and what it has written if that is another too."""
    outputs = {"outputs": [new_output("stream", name=stream, text=shown)]} if stream else {}
    return lambda cell: cell.update(source=text, **outputs)


def changed_latex(cell: NotebookNode) -> None:
    data = cell.outputs[0].data
    assert "eta" in data["text/latex"]
    data["text/latex"] = data["text/latex"].replace("2", "3")


def changed_html(cell: NotebookNode) -> None:
    cell.outputs[0].data["text/html"] = "<b>2</b>"


def changed_figure(cell: NotebookNode) -> None:
    cell.source = cell.source.replace("[1, 2, 3]", "[1, 2.2, 3]")


def deleted_image(cell: NotebookNode) -> None:
    del cell.outputs[-1].data["image/svg+xml"]


def raster(cell: NotebookNode) -> None:
    cell.outputs[-1].data["image/png"] = "iVBORw0KGgo="


DIFFER, OPT_OUT = "Cell outputs differ", "opts out of a check .*: "
# name: the source of a cell, how it is broken, and the words that the run must say of that cell
IN_CELL: dict[str, tuple[str, Fault, str]] = {
    "changed_print": (WORDS, lambda cell: cell.outputs[0].update(text="1.26\n"), DIFFER),
    "changed_result": (WORDS, lambda cell: cell.outputs[1].data.update({"text/plain": "[1, 2, 4]"}), DIFFER),
    "changed_code": (WORDS, source("print(1.25)\n[1, 2, 4]"), DIFFER),
    "deleted_output": (WORDS, lambda cell: cell.update(outputs=[]), DIFFER),
    "never_run": (WORDS, lambda cell: cell.update(execution_count=None, outputs=[]), "never run"),
    "count_removed_outputs_kept": (WORDS, lambda cell: cell.update(execution_count=None), "never run"),
    "raising": (WORDS, raising, "caused an exception"),
    "skip_comment": (WORDS, source("# NBVAL_SKIP\nprint(1.26)"), OPT_OUT + "NBVAL_SKIP"),
    "ignore_comment_inside": (WORDS, source("if True:\n    # NBVAL_IGNORE_OUTPUT\n    print(1.26)"),
        OPT_OUT + "NBVAL_IGNORE_OUTPUT"),
    "old_ignore_comment": (WORDS, source("#PYTEST_VALIDATE_IGNORE_OUTPUT\nprint(1.26)"),
        OPT_OUT + "PYTEST_VALIDATE_IGNORE_OUTPUT"),
    "skip_tag": (WORDS, skip_tag, OPT_OUT + "nbval-skip"),
    "ignore_tag": (WORDS, lambda cell: cell.metadata.update(tags=["nbval-ignore-output"]),
        OPT_OUT + "nbval-ignore-output"),
    "raises_exception_tag": (WORDS, raises_exception_tag, OPT_OUT + "raises-exception"),
    "warning_shown": (WORDS, source("import sys\nprint('careful', file=sys.stderr)", "stderr", "careful\n"),
        "writes to stderr"),
    "warning": (WORDS, lambda cell: cell.update(source="import sys; print('slow', file=sys.stderr)\n" + cell.source),
        "writes to stderr: slow"),
    "trailing_semicolon": (WORDS, lambda cell: cell.update(source=cell.source + ";"), "ends in a semicolon"),
    "absolute_path": (WORDS, source("print('/home' + '/someone/data')", "stdout", "/home/someone/data\n"),
        "shows a path of one machine: /home/"),
    "changed_latex": (FORMULA, changed_latex, DIFFER),
    "changed_html": (BOLD, changed_html, "the HTML that it shows changed"),
    "deleted_image": (FIGURE, deleted_image, "the figure changed"),
    "raster": (FIGURE, raster, "stores a figure that is no drawing"),
    "changed_figure": (FIGURE, changed_figure, "the figure changed in line2d_"),
    "label_unsaid": (FIGURE, source(LEGEND), "no check says what is drawn under 'up'"),
}  # fmt: skip


def stripped(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.execution_count, cell.outputs = None, []


def run_out_of_order(notebook: NotebookNode) -> None:
    notebook.cells[0].execution_count, notebook.cells[1].execution_count = 2, 1


def run_late_in_a_session(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.execution_count += 7


def untrue(notebook: NotebookNode) -> None:
    """Words behind the first cell, in the solution that goes on in the second, and above them all."""
    said = "So 3<!-- = 2 --> is less<!-- so: 3 < 2 -->."
    solution = ":::{solution-start} ex-a\n:::\n\nAnd less<!-- so: 5 < 4 --> here."
    notebook.cells[1:1] = [new_markdown_cell(said), new_markdown_cell(solution)]
    notebook.cells[:0] = [new_markdown_cell("These are 7<!-- = 8 --> pages.")]


def kernel_death(notebook: NotebookNode) -> None:
    notebook.cells[1].source = "import os\nos._exit(1)"


# name: how a notebook of three cells is broken, and the words the run must say
IN_NOTEBOOK: dict[str, tuple[Fault, str]] = {
    "stripped": (stripped, "never run"),
    "run_out_of_order": (run_out_of_order, "not run in order: its execution count is 2, expected 1"),
    "run_late_in_a_session": (run_late_in_a_session, "not run in order: its execution count is 8, expected 1"),
    "untrue": (untrue, r"text behind it says 3, but[\s\S]*is less, but it is not so that 3 < 2"
        r"[\s\S]*cell 2 [\s\S]*that 5 < 4[\s\S]*it says 7"),
    "kernel_death": (kernel_death, "Timeout|dead|died"),
}  # fmt: skip


# --- what a strict run says of them --------------------------------------------------------------


def stored(factory: pytest.TempPathFactory, sources: list[str]) -> str:
    """The text of a notebook with these cells, run and stored as chapters are."""
    cells = [new_code_cell(source) for source in sources]
    for cell in cells:
        cell.metadata.update(FIGURE_METADATA if cell.source == FIGURE else {})
    path = factory.mktemp("original") / "sound.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    assert notebooks.execute(path)
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    return stored(tmp_path_factory, [WORDS] * 3)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory, short: str) -> dict[str, str]:
    """Two sound notebooks: a long one, with a cell for every fault and one more, and a short one."""
    long = [IMPORTS, *(source for source, _, _ in IN_CELL.values()), WORDS]
    return {"long": stored(tmp_path_factory, long), "short": short}


def start_run(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a run over the notebooks of a folder, with the options of pyproject.toml."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "book" / "_tools")])
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    command += ["--rootdir", str(folder), "-p", "conftest", "-p", "no:cacheprovider"]
    command += ["--color=no", f"--junitxml={folder / 'report.xml'}", *options, str(folder)]
    environment = os.environ | {"PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
    return subprocess.Popen(command, env=environment, cwd=folder, text=True, stdout=subprocess.PIPE)


def verdicts_of(folder: Path) -> dict[str, list[str]]:
    """For each notebook of a finished run what was said of each cell, "" if it passed."""
    verdicts: dict[str, list[str]] = {}
    for case in ElementTree.parse(folder / "report.xml").iter("testcase"):
        name = case.get("classname", "").removesuffix(".ipynb").rpartition(".")[2]
        bad = [e for kind in ("failure", "error", "skipped") for e in case.findall(kind)]
        verdicts.setdefault(name, []).append("\n".join(f"{e.get('message')} {e.text}" for e in bad))
    return verdicts


# The same opt-out in two notebooks; only the first is on the list given to the run.
ALLOWED, NOT_ALLOWED = "allowed_opt_out", "same_opt_out_elsewhere"


StrictRun = tuple[dict[str, list[str]], str]


@pytest.fixture(scope="module")
def strict_run(originals: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> StrictRun:
    """The verdicts on the sound notebooks and on every planted fault, and what the run printed."""
    folder, deadly = tmp_path_factory.mktemp("planted"), tmp_path_factory.mktemp("deadly")
    for name, text in originals.items():
        (folder / f"{name}.ipynb").write_text(text)
    broken = nbformat.reads(originals["long"], as_version=4)
    for cell, (_, fault, _) in zip(broken.cells[1:-1], IN_CELL.values(), strict=True):
        fault(cell)
    nbformat.write(broken, folder / "broken_cells.ipynb")
    for name, (fault, _) in IN_NOTEBOOK.items():
        notebook = nbformat.reads(originals["short"], as_version=4)
        fault(notebook)
        nbformat.write(notebook, (deadly if fault is kernel_death else folder) / f"{name}.ipynb")
    notebook = nbformat.reads(originals["short"], as_version=4)
    skip_tag(notebook.cells[0])
    for name in (ALLOWED, NOT_ALLOWED):
        nbformat.write(notebook, folder / f"{name}.ipynb")
    listed = f"notebook_opt_outs={ALLOWED}.ipynb::{notebook.cells[0].id}"
    runs = [start_run(folder, "-o", listed), start_run(deadly, "--nbval-cell-timeout=5")]
    printed = "".join(run.communicate()[0] for run in runs)
    assert [run.returncode for run in runs] == [1, 1], printed
    return verdicts_of(folder) | verdicts_of(deadly), printed


@pytest.mark.thorough
def test_sound_notebooks_are_green(strict_run: StrictRun) -> None:
    verdicts, _ = strict_run
    assert verdicts["long"] == [""] * (len(IN_CELL) + 2)
    assert verdicts["short"] == [""] * 3


@pytest.mark.thorough
def test_cells_beside_a_broken_one_are_green(strict_run: StrictRun) -> None:
    verdicts, _ = strict_run
    assert (verdicts["broken_cells"][0], verdicts["broken_cells"][-1]) == ("", "")


@pytest.mark.thorough
@pytest.mark.parametrize("name", IN_CELL)
def test_a_broken_cell_is_red(strict_run: StrictRun, name: str) -> None:
    verdicts, _ = strict_run
    verdict = verdicts["broken_cells"][1 + list(IN_CELL).index(name)]
    assert re.search(IN_CELL[name][2], verdict), verdict


@pytest.mark.thorough
@pytest.mark.parametrize("name", IN_NOTEBOOK)
def test_a_broken_notebook_is_red(strict_run: StrictRun, name: str) -> None:
    verdicts, _ = strict_run
    assert re.search(IN_NOTEBOOK[name][1], "\n".join(verdicts[name])), verdicts[name]


@pytest.mark.thorough
def test_an_opt_out_must_be_on_the_list(strict_run: StrictRun) -> None:
    verdicts, _ = strict_run
    assert "opts out" not in "".join(verdicts[ALLOWED])
    assert "opts out" in verdicts[NOT_ALLOWED][0]


# What a chapter asserts beside its notebook: the verdict on each of its three cells.
BESIDE = {
    "checks_hold": ("# %% after {0}\nx = 2\n# %% after {1}\nassert x == 2\n", ["", "", ""]),
    "checks_fail": (
        "# %% after {1}\nx = 3\nassert x == 2\n",
        ["", r"checks_fail\.py:3: assert x == 2", ""],
    ),
    "checks_leak": ("# %% after {0}\nprint = None\nbounds = 1\n", ["", "", ""]),
}


@pytest.mark.thorough
def test_checks_run_behind_their_cell_in_names_of_their_own(short: str, tmp_path: Path) -> None:
    notebook = nbformat.reads(short, as_version=4)
    ids = [cell.id for cell in notebook.cells]
    for name, (text, _) in BESIDE.items():
        (tmp_path / f"{name}.ipynb").write_text(short)
        write_checks(tmp_path / f"{name}.ipynb", text.format(*ids))
    start_run(tmp_path).communicate()
    for name, verdicts in verdicts_of(tmp_path).items():
        for said, expected in zip(verdicts, BESIDE[name][1], strict=True):
            assert re.search(expected, said) if expected else said == ""


def test_a_failing_check_is_named_and_leaves_the_notebook_as_it_was(
    short: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short.ipynb"
    path.write_text(short)
    first = nbformat.reads(short, as_version=4).cells[0].id
    write_checks(path, f"# %% after {first}\nassert 1 == 2\n")
    assert notebooks.main([path]) == 1
    assert path.read_text() == short
    assert "checks/short.py:2" in capsys.readouterr().out


# --- storing notebooks ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def figure_stored(tmp_path_factory: pytest.TempPathFactory) -> str:
    return stored(tmp_path_factory, [IMPORTS, FIGURE])


@pytest.fixture
def figure(figure_stored: str) -> NotebookNode:
    """A sound notebook: a title, the imports, a cell with a figure."""
    notebook = nbformat.reads(figure_stored, as_version=4)
    notebook.cells.insert(0, new_markdown_cell("# A line", id="title"))
    return notebook


def faults_of(notebook: NotebookNode, folder: Path, beside: str = "") -> list[str]:
    """What is wrong with a notebook when it is stored, with such checks beside it."""
    path = folder / "figure.ipynb"
    path.write_text(notebooks.as_text(notebook))
    if beside:
        write_checks(path, beside)
    return checks.faults_as_stored(path)


def write_checks(path: Path, text: str) -> None:
    """Checks beside a notebook."""
    file = path.parent / "checks" / f"{path.stem}.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


@pytest.mark.thorough
def test_running_again_changes_nothing(originals: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "long.ipynb"
    path.write_text(originals["long"], encoding="utf-8")
    assert not notebooks.execute(path)
    assert path.read_text(encoding="utf-8") == originals["long"]


def test_normal_form_keeps_what_pages_need(figure: NotebookNode) -> None:
    ids = [cell.id for cell in figure.cells]
    drawing = figure.cells[2]
    drawing.metadata.update({"tags": ["hide-input"], "collapsed": True, "scrolled": True})
    figure.metadata["author"] = "someone"
    notebooks.normalise(figure)
    assert dict(drawing.metadata) == FIGURE_METADATA | {"tags": ["hide-input"]}
    assert dict(figure.metadata) == notebooks.METADATA
    assert [cell.id for cell in figure.cells] == ids


def test_a_failing_chapter_is_left_as_it_was(
    short: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = nbformat.reads(short, as_version=4)
    raising(notebook.cells[1])
    path = tmp_path / "short.ipynb"
    nbformat.write(notebook, path)
    before = path.read_bytes()
    assert notebooks.main([path]) == 1
    assert path.read_bytes() == before
    assert "failed" in capsys.readouterr().out


# --- the notebooks of the book, as stored --------------------------------------------------------


def test_the_book_has_notebooks() -> None:
    assert CHAPTERS
    listed = (ROOT / "_toc.yml").read_text()
    files = [path.relative_to(ROOT).with_suffix("").as_posix() for path in CHAPTERS]
    tell([f"does not list {f}" for f in files if f"- file: {f}\n" not in listed], "_toc.yml")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_as_stored(path: Path) -> None:
    tell(checks.faults_as_stored(path), path)


PAGES = [*sorted((ROOT / "book").glob("*.md")), ROOT / "book/lectures/index.md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_page_has_no_handwritten_derivation(path: Path) -> None:
    tell(checks.handwritten_derivations(path.read_text(encoding="utf-8")), path)


def test_a_sound_notebook_as_stored(figure: NotebookNode, tmp_path: Path) -> None:
    assert faults_of(figure, tmp_path) == []


def add(cell: int, text: str) -> Fault:
    """More text in a cell."""
    return lambda notebook: notebook.cells[cell].update(source=notebook.cells[cell].source + text)


def figure_metadata(change: Fault) -> Fault:
    return lambda notebook: change(notebook.cells[2].metadata["mystnb"])


def moving_without_alt(notebook: NotebookNode) -> None:
    notebook.cells[2].outputs[-1].data = {VEGA_LITE: {"mark": "point"}}
    del notebook.cells[2].metadata["mystnb"]["image"]


# the words of the report: how the small notebook with a figure is broken, as stored
STORED: dict[str, Fault] = {
    "bytes without its figures, more than": add(0, "x" * checks.LARGEST),
    "no code cell": lambda notebook: notebook.update(cells=notebook.cells[:1]),
    "not in normal form": lambda notebook: notebook.cells[1].metadata.update(
        execution={"iopub.status.busy": "2026-01-01"}),
    "a directive in a backtick fence": add(0, "\n\n```{note}\nText.\n```"),
    "typed by hand: \\begin{aligned}": add(
        0, "\n\n:::{note}\n$$\\begin{aligned}a &= b\\end{aligned}$$\n:::"),
    "an inequality typed by hand: a \\le b": add(0, "\n\n$$a \\le b$$"),
    "displays typed LaTeX": add(1, "\nMath('a <= b')"),
    "prints drops.max() behind 'the smallest drop'": add(1, "\nprint(f'the smallest drop {drops.max()}')"),
    "prints np.median(x) behind 'mean'": add(1, "\nbest = np.median(x)\nprint('mean', best)"),
    "without alternative text": figure_metadata(lambda mystnb: mystnb["image"].update(alt=" ")),
    "without alternative text (mystnb": moving_without_alt,
    "without a caption": figure_metadata(lambda mystnb: mystnb.pop("figure")),
    "first sentence is not seen in JupyterLab: A line goes up.": lambda notebook: notebook.cells[2].update(
        source="fig, ax = plt.subplots()\nplotting.show(fig)"),
}  # fmt: skip


@pytest.mark.parametrize("report", STORED)
def test_a_fault_as_stored_is_found(figure: NotebookNode, tmp_path: Path, report: str) -> None:
    STORED[report](figure)
    (fault,) = faults_of(figure, tmp_path)
    assert report in fault


def test_what_a_page_prints_is_checked(tmp_path: Path) -> None:
    cells = [
        new_code_cell("def loop(x):\n    return x", id="loop"),
        new_code_cell("def new_context():\n    return Context()", id="context"),
        new_code_cell("def drawing():\n    pass", id="hidden", metadata={"tags": ["hide-input"]}),
        new_markdown_cell(":::{solution-start} ex\n:::", id="start"),
        new_code_cell("print(2)", id="shown", outputs=[new_output("stream", text="2\n")]),
        new_code_cell("Context()", id="proof", outputs=[new_output("stream", text="proved\n")]),
        new_markdown_cell(":::{solution-end}\n:::", id="end"),
        new_code_cell("print(3)", id="outside", outputs=[new_output("stream", text="3\n")]),
    ]
    path = tmp_path / "page.ipynb"
    write_checks(path, "# %% after loop\nassert loops(2)\n")
    assert [fault.partition(": ")[0] for fault in checks.unchecked(path, cells)] == [
        "cell 1 (loop)",
        "cell 5 (shown)",
    ]
    more = "# %% after loop\nassert loop(2) == 2\n\n# %% after shown\nassert 1 + 1 == 2\n"
    write_checks(path, more)
    assert not [*checks.unchecked(path, cells)]


def test_checks_that_stand_nowhere_are_found(figure: NotebookNode, tmp_path: Path) -> None:
    _, second, third = figure.cells
    for order, said in (
        (["gone"], "checks/figure.py: there is no code cell gone"),
        ([third.id, second.id], "order of the cells"),
    ):
        text = "\n".join(f"# %% after {name}\npass" for name in order)
        (fault,) = faults_of(figure, tmp_path, text)
        assert fault.endswith(said)


@pytest.mark.parametrize(
    "opening",
    [
        "{exercise}",
        "{solution} ex",
        "{admonition} What the notes say",
        "{admonition} In our copy\n:class: warning notes-say",
        "{exercise-start}",
    ],
)
def test_quoted_derivations_are_allowed(opening: str) -> None:
    for derivation in ("$$\\begin{aligned}a &= b\\end{aligned}$$", "$$a\\ge b$$"):
        block = f"::::{opening}\n:::{{note}}\nText.\n:::\n{derivation}\n::::\n"
        assert checks.handwritten_derivations(block) == []
        assert len(checks.handwritten_derivations(block + derivation)) == 1
        assert len(checks.handwritten_derivations(f"{block}:::{{note}}\n{derivation}\n:::")) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "$$a\\le b$$",
        "$$a<b$$",
        "Words, $$\na = b\n\\geq c\n$$ and more",
        "\\[ a \\ll b \\]",
        "\\begin{equation}a\\leqslant b\\end{equation}",
        ":::{math}\n:label: x\na > b\n:::",
        "$$\\{a\\le b\\}\\ge 0$$",
        "$$\\begin{multline*}a\\end{multline*}$$",
        "- a list\n\n  $$a ≤ b$$",
    ],
)
def test_an_inequality_typed_into_a_page_is_found(typed: str) -> None:
    assert len(checks.handwritten_derivations(f"Before.\n\n{typed}\n\nAfter.")) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "$$a=b$$",
        "in the text, $a\\le b$",
        "$$M=\\{t: y_t\\le0\\}$$",
        "$$\\ell=\\mathbb 1[\\,y\\le0\\,]$$",
        "$$\\left(a\\right)\\leftarrow\\langle a,b\\rangle$$",
    ],
)
def test_definitions_and_equations_may_be_typed(typed: str) -> None:
    assert checks.handwritten_derivations(typed) == []


def test_a_solution_over_several_cells_may_derive(figure: NotebookNode, tmp_path: Path) -> None:
    derivation = "$$a\\le b$$"
    texts = [":::{solution-start} ex\n:::", derivation, ":::{solution-end}\n:::"]
    figure.cells += [new_markdown_cell(text, id=f"part-{i}") for i, text in enumerate(texts)]
    assert faults_of(figure, tmp_path) == []
    figure.cells += [new_markdown_cell(derivation, id="after")]
    assert len(faults_of(figure, tmp_path)) == 1
