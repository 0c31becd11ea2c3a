"""The strict test of notebooks turns red on every planted fault; the stored ones have none.

That each stored notebook reproduces its outputs is not tested here: pytest collects the notebooks
of ``book/`` themselves, cell by cell.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import nbformat
import notebook_checks as checks
import notebooks
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from olbook.plotting import VEGA_LITE

ROOT = Path(__file__).parents[1]
CHAPTERS = [
    *sorted((ROOT / "book").glob("*.ipynb")),
    *sorted((ROOT / "book/lectures").glob("*.ipynb")),
]


@pytest.fixture(scope="module")
def strict() -> ModuleType:
    """The conftest.py that makes nbval strict, as a module."""
    spec = importlib.util.spec_from_file_location("strict_conftest", ROOT / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- planted faults ------------------------------------------------------------------------------

WORDS = "print(1.25)\n[1, 2, 3]"
FORMULA = "sympy.Symbol('eta') ** 2 / 2"
CAPTION = "A line goes up. It is straight."
FIGURE = f"# {CAPTION}\nplt.plot([1, 2, 3])\nplt.show()"
# The way of the chapters, which store figures with a palette.
BOOK_FIGURE = "figure, ax = plt.subplots()\nax.plot([1, 2, 3])\nplotting.show(figure)"
FIGURE_METADATA = {
    "mystnb": {"image": {"alt": "A rising straight line."}, "figure": {"caption": CAPTION}}
}
IMPORTS = "import matplotlib.pyplot as plt\nimport sympy\nfrom olbook import plotting"

Fault = Callable[[NotebookNode], None]
IN_CELL: dict[str, tuple[str, Fault, str]] = {}  # name: (source, what to break, report)
IN_NOTEBOOK: dict[str, tuple[Fault, str]] = {}  # name: (what to break, report)


def in_cell(source: str, report: str) -> Callable[[Fault], Fault]:
    """Register a way to break a cell, with the words that the run must say of that cell."""

    def register(fault: Fault) -> Fault:
        IN_CELL[fault.__name__] = (source, fault, report)
        return fault

    return register


def in_notebook(report: str) -> Callable[[Fault], Fault]:
    """Register a way to break a notebook of three cells, with the words the run must say."""

    def register(fault: Fault) -> Fault:
        IN_NOTEBOOK[fault.__name__] = (fault, report)
        return fault

    return register


@in_cell(WORDS, "Cell outputs differ")
def changed_print(cell: NotebookNode) -> None:
    cell.outputs[0].text = "1.26\n"


@in_cell(WORDS, "Cell outputs differ")
def changed_result(cell: NotebookNode) -> None:
    cell.outputs[1].data["text/plain"] = "[1, 2, 4]"


@in_cell(WORDS, "Cell outputs differ")
def changed_code(cell: NotebookNode) -> None:
    cell.source = "print(1.25)\n[1, 2, 4]"


@in_cell(WORDS, "Cell outputs differ")
def deleted_output(cell: NotebookNode) -> None:
    cell.outputs = []


@in_cell(WORDS, "never run")
def never_run(cell: NotebookNode) -> None:
    cell.execution_count, cell.outputs = None, []


@in_cell(WORDS, "never run")
def count_removed_outputs_kept(cell: NotebookNode) -> None:
    cell.execution_count = None


@in_cell(WORDS, "caused an exception")
def raising(cell: NotebookNode) -> None:
    cell.source += "\nraise ValueError('no')"


@in_cell(WORDS, "opts out of a check .*: NBVAL_SKIP")
def skip_comment(cell: NotebookNode) -> None:
    cell.source = "# NBVAL_SKIP\nprint(1.26)"


@in_cell(WORDS, "opts out of a check .*: NBVAL_IGNORE_OUTPUT")
def ignore_comment_inside(cell: NotebookNode) -> None:
    cell.source = "if True:\n    # NBVAL_IGNORE_OUTPUT\n    print(1.26)"


@in_cell(WORDS, "opts out of a check .*: PYTEST_VALIDATE_IGNORE_OUTPUT")
def old_ignore_comment(cell: NotebookNode) -> None:
    cell.source = "#PYTEST_VALIDATE_IGNORE_OUTPUT\nprint(1.26)"


@in_cell(WORDS, "opts out of a check .*: nbval-skip")
def skip_tag(cell: NotebookNode) -> None:
    cell.metadata.tags = ["hide-input", "nbval-skip"]


@in_cell(WORDS, "opts out of a check .*: nbval-ignore-output")
def ignore_tag(cell: NotebookNode) -> None:
    cell.metadata.tags = ["nbval-ignore-output"]


@in_cell(WORDS, "opts out of a check .*: raises-exception")
def raises_exception_tag(cell: NotebookNode) -> None:
    cell.metadata.tags = ["raises-exception"]
    cell.source = "raise ValueError('no')"
    cell.outputs = [new_output("error", ename="ValueError", evalue="no", traceback=[])]


@in_cell(WORDS, "writes to stderr")
def warning_shown(cell: NotebookNode) -> None:
    cell.source = "import sys\nprint('careful', file=sys.stderr)"
    cell.outputs = [new_output("stream", name="stderr", text="careful\n")]


@in_cell(WORDS, "ends in a semicolon")
def trailing_semicolon(cell: NotebookNode) -> None:
    cell.source += ";"


@in_cell(WORDS, "shows a path of one machine: /home/")
def absolute_path(cell: NotebookNode) -> None:
    cell.source = "print('/home' + '/someone/data')"
    cell.outputs = [new_output("stream", name="stdout", text="/home/someone/data\n")]


@in_cell(FORMULA, "Cell outputs differ")
def changed_latex(cell: NotebookNode) -> None:
    data = cell.outputs[0].data
    assert "eta" in data["text/latex"]
    data["text/latex"] = data["text/latex"].replace("2", "3")


@in_cell(FIGURE, "Cell outputs differ")
def changed_figure(cell: NotebookNode) -> None:
    cell.source = cell.source.replace("[1, 2, 3]", "[1, 2.2, 3]")


@in_cell(FIGURE, "stores a figure without its image")
def deleted_image(cell: NotebookNode) -> None:
    del cell.outputs[0].data["image/png"]


@in_cell(BOOK_FIGURE, "Cell outputs differ")
def changed_figure_of_the_book(cell: NotebookNode) -> None:
    cell.source = cell.source.replace("[1, 2, 3]", "[1, 2.2, 3]")


@in_cell(BOOK_FIGURE, "Cell outputs differ")
def deleted_image_of_the_book(cell: NotebookNode) -> None:
    del cell.outputs[-1].data["image/png"]


@in_notebook("never run")
def stripped(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.execution_count, cell.outputs = None, []


@in_notebook("not run in order: its execution count is 2, expected 1")
def run_out_of_order(notebook: NotebookNode) -> None:
    notebook.cells[0].execution_count, notebook.cells[1].execution_count = 2, 1


@in_notebook("not run in order: its execution count is 8, expected 1")
def run_late_in_a_session(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.execution_count += 7


@in_notebook("Timeout|dead|died")
def kernel_death(notebook: NotebookNode) -> None:
    notebook.cells[1].source = "import os\nos._exit(1)"


# --- what a strict run says of them --------------------------------------------------------------


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Two sound notebooks, run and stored as chapters are: a long one, with a cell for every
    fault and one more, and a short one."""
    long = [IMPORTS, *(source for source, _, _ in IN_CELL.values()), WORDS]
    folder = tmp_path_factory.mktemp("originals")
    texts = {}
    for name, sources in {"long": long, "short": [WORDS] * 3}.items():
        cells = [new_code_cell(source) for source in sources]
        for cell in cells:
            cell.metadata.update(FIGURE_METADATA if cell.source in (FIGURE, BOOK_FIGURE) else {})
        path = folder / f"{name}.ipynb"
        nbformat.write(new_notebook(cells=cells), path)
        assert notebooks.execute(path)
        texts[name] = path.read_text(encoding="utf-8")
    return texts


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
def test_cells_beside_a_broken_one_are_green(
    strict_run: StrictRun,
) -> None:
    verdicts, _ = strict_run
    assert (verdicts["broken_cells"][0], verdicts["broken_cells"][-1]) == ("", "")


@pytest.mark.thorough
@pytest.mark.parametrize("name", IN_CELL)
def test_a_broken_cell_is_red(strict_run: StrictRun, strict: ModuleType, name: str) -> None:
    verdicts, _ = strict_run
    reason = strict.why_images_are_not_compared()
    if name == "changed_figure" and reason:
        pytest.skip(f"images are not compared: {reason}")
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


@pytest.mark.thorough
def test_a_run_says_what_became_of_figures(
    strict_run: StrictRun,
    strict: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, printed = strict_run
    expected = "NOT COMPARED" if strict.why_images_are_not_compared() else "compared byte for byte"
    assert f"figures in notebooks: {expected}" in printed
    monkeypatch.setattr(strict.platform, "machine", lambda: "toaster")
    assert "toaster" in strict.why_images_are_not_compared()
    monkeypatch.undo()
    monkeypatch.setattr(strict, "version", lambda package: "0.0.1")
    assert strict.why_images_are_not_compared() is not None


# --- storing notebooks ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def figure(originals: dict[str, str]) -> str:
    """The text of a sound notebook: a title, the imports, a cell with a figure."""
    notebook = nbformat.reads(originals["long"], as_version=4)
    drawing = next(cell for cell in notebook.cells if cell.source == FIGURE)
    title = new_markdown_cell("# A line", id="title")
    notebook.cells = [title, notebook.cells[0], drawing]
    return notebooks.as_text(notebook)


@pytest.mark.thorough
def test_running_again_changes_nothing(originals: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "long.ipynb"
    path.write_text(originals["long"], encoding="utf-8")
    assert not notebooks.execute(path)
    assert path.read_text(encoding="utf-8") == originals["long"]


def test_normal_form_keeps_what_pages_need(figure: str) -> None:
    notebook = nbformat.reads(figure, as_version=4)
    ids = [cell.id for cell in notebook.cells]
    drawing = notebook.cells[2]
    drawing.metadata.update({"tags": ["hide-input"], "collapsed": True, "scrolled": True})
    notebook.metadata["author"] = "someone"
    notebooks.normalise(notebook)
    assert dict(drawing.metadata) == FIGURE_METADATA | {"tags": ["hide-input"]}
    assert dict(notebook.metadata) == notebooks.METADATA
    assert [cell.id for cell in notebook.cells] == ids


def test_a_failing_chapter_is_left_as_it_was(
    originals: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = nbformat.reads(originals["short"], as_version=4)
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
    assert [file for file in files if f"- file: {file}\n" not in listed] == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_as_stored(path: Path) -> None:
    assert checks.faults_as_stored(path) == []


PAGES = [*sorted((ROOT / "book").glob("*.md")), ROOT / "book/lectures/index.md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_page_has_no_handwritten_derivation(path: Path) -> None:
    assert checks.handwritten_derivations(path.read_text(encoding="utf-8")) == []


def test_a_sound_notebook_as_stored(figure: str, tmp_path: Path) -> None:
    path = tmp_path / "figure.ipynb"
    path.write_text(figure)
    assert checks.faults_as_stored(path) == []


STORED: dict[str, Fault] = {}  # the words of the report: what to break


def stored(report: str) -> Callable[[Fault], Fault]:
    """Register a way to break the small notebook with a figure, as stored."""

    def register(fault: Fault) -> Fault:
        STORED[report] = fault
        return fault

    return register


@stored("bytes, more than")
def too_large(notebook: NotebookNode) -> None:
    notebook.cells[0].source += "x" * checks.LARGEST


@stored("no code cell")
def without_code(notebook: NotebookNode) -> None:
    del notebook.cells[1:]


@stored("not in normal form")
def with_times(notebook: NotebookNode) -> None:
    notebook.cells[1].metadata["execution"] = {"iopub.status.busy": "2026-01-01"}


@stored("a directive in a backtick fence")
def backtick_fence(notebook: NotebookNode) -> None:
    notebook.cells[0].source += "\n\n```{note}\nText.\n```"


@stored("typed by hand: \\begin{aligned}")
def typed_derivation(notebook: NotebookNode) -> None:
    notebook.cells[0].source += "\n\n:::{note}\n$$\\begin{aligned}a &= b\\end{aligned}$$\n:::"


@stored("an inequality typed by hand: a \\le b")
def typed_inequality(notebook: NotebookNode) -> None:
    notebook.cells[0].source += "\n\n$$a \\le b$$"


@stored("displays typed LaTeX")
def typed_in_code(notebook: NotebookNode) -> None:
    notebook.cells[1].source += "\nMath('a <= b')"


@stored("without alternative text")
def without_alt(notebook: NotebookNode) -> None:
    notebook.cells[2].metadata["mystnb"]["image"]["alt"] = " "


@stored("without alternative text (mystnb")
def moving_without_alt(notebook: NotebookNode) -> None:
    output = notebook.cells[2].outputs[-1]
    output.data = {VEGA_LITE: {"mark": "point"}}
    del notebook.cells[2].metadata["mystnb"]["image"]


@stored("without a caption")
def without_caption(notebook: NotebookNode) -> None:
    del notebook.cells[2].metadata["mystnb"]["figure"]


@stored("first sentence is not seen in JupyterLab: A line goes up.")
def caption_only_on_the_site(notebook: NotebookNode) -> None:
    notebook.cells[2].source = "plt.plot([1, 2, 3])\nplt.show()"


@pytest.mark.parametrize("report", STORED)
def test_a_fault_as_stored_is_found(figure: str, tmp_path: Path, report: str) -> None:
    notebook = nbformat.reads(figure, as_version=4)
    STORED[report](notebook)
    path = tmp_path / "figure.ipynb"
    path.write_text(notebooks.as_text(notebook))
    faults = checks.faults_as_stored(path)
    assert len(faults) == 1
    assert report in faults[0]


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


def test_a_solution_over_several_cells_may_derive(figure: str, tmp_path: Path) -> None:
    notebook = nbformat.reads(figure, as_version=4)
    path = tmp_path / "figure.ipynb"
    start, derivation, end = (
        new_markdown_cell(text, id=f"part-{i}")
        for i, text in enumerate(
            [":::{solution-start} ex\n:::", "$$a\\le b$$", ":::{solution-end}\n:::"]
        )
    )
    notebook.cells += [start, derivation, end]
    path.write_text(notebooks.as_text(notebook))
    assert checks.faults_as_stored(path) == []
    notebook.cells += [new_markdown_cell("$$a\\le b$$", id="after")]
    path.write_text(notebooks.as_text(notebook))
    assert len(checks.faults_as_stored(path)) == 1
