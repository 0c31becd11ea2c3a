"""What one can take away: the notebooks that get their package, the PDF, the zips and their links."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp
from unicodedata import normalize

import dist
import downloads
import indexed
import nbformat
import offered
import pdf
import pytest
import repository
import runs
import site_checks as checks
import status
import tagged
from bs4 import BeautifulSoup, Tag
from fontTools.ttLib import TTFont
from pikepdf import Array, Pdf
from playwright.sync_api import Browser
from pypdfium2 import PdfDocument
from sphinx.cmd.build import main as sphinx
from tagged import Drawn, Element

import olbook
from grading.assignment import Assignment, Submission

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
ADDRESS = "https://github.com/example/olbook"
HOME = "https://example.org/book/"
NOTEBOOKS = sorted((ROOT / "book").glob("**/*.ipynb"))


# --- the first cell --------------------------------------------------------------------------------


def run_first_cell(home: str, repository: str) -> dict[str, str]:
    """What the first cell leaves behind if installing does nothing."""
    names: dict[str, str] = {}
    code = downloads.first_cell(home, repository, "main").replace("%pip", "pass  # ")
    exec(compile(code, "first cell", "exec"), names)
    return names


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and no package to be found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    return tmp_path


@pytest.mark.parametrize("address", ["", ADDRESS])
def test_first_cell_does_nothing_where_the_package_is(address: str) -> None:
    code = downloads.first_cell(HOME, address, "main").replace("%pip", "raise AssertionError  # ")
    exec(compile(code, "first cell", "exec"), {})


@pytest.mark.parametrize("missing", ["olbook", "sklearn", "scipy", "altair"])
def test_first_cell_installs_where_anything_is_missing_that_notebooks_import(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda n: None if n == missing else there(n))
    code = downloads.first_cell(HOME, ADDRESS, "main").replace("%pip", "raise KeyError  # ")
    with pytest.raises(KeyError):
        exec(compile(code, "first cell", "exec"), {})


@pytest.mark.parametrize(("home", "repository", "beside", "found"), [
    ("", "", True, "file:"),
    (HOME, ADDRESS, True, "file:"),
    (HOME, ADDRESS, False, f"{HOME}downloads/{offered.WHEEL}"),
    ("", ADDRESS, False, f"git+{ADDRESS}@main"),
])  # fmt: skip
def test_first_cell_takes_the_wheel_beside_it_then_that_of_the_site_then_the_repository(
    home: str, repository: str, beside: bool, found: str,
    nothing_installed: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if beside:
        (nothing_installed / offered.WHEEL).touch()
    installed = iter([None, "olbook"])  # before and after
    monkeypatch.setattr("importlib.util.find_spec", lambda name: next(installed))
    assert run_first_cell(home, repository)["sources"][0].startswith(found)


def test_first_cell_says_if_the_package_is_of_another_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_first_cell("", "")
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.0.1")
    run_first_cell("", "")
    assert f"belongs to olbook {olbook.__version__}, and olbook 0.0.1" in capsys.readouterr().out


@pytest.mark.parametrize("home", ["", HOME])
def test_first_cell_says_what_to_do(home: str, nothing_installed: Path) -> None:
    with pytest.raises(
        ModuleNotFoundError, match=f"Put {offered.WHEEL} beside this notebook"
    ) as said:
        run_first_cell(home, "")
    assert (f"{home}{offered.PAGE}.html" in str(said.value)) == bool(home)
    (nothing_installed / offered.WHEEL).touch()  # it is there, and pip has not succeeded
    with pytest.raises(ModuleNotFoundError, match="What pip says above"):
        run_first_cell(home, "")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_download_is_the_stored_notebook_after_one_cell(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    made = nbformat.reads(downloads.with_first_cell(path.read_text("utf-8"), "code"), as_version=4)
    nbformat.validate(made)
    assert made.cells[0].source == "code"
    assert made.cells[1:] == stored.cells
    assert downloads.CELL_ID not in {cell.id for cell in stored.cells}


@pytest.mark.parametrize("topic", [p.stem for p in sorted((ROOT / "instructor").glob("*.ipynb"))])
def test_the_grader_reads_a_download_as_it_reads_the_assignment(topic: str, tmp_path: Path) -> None:
    given = ROOT / "book" / "assignments" / f"{topic}.ipynb"
    code = downloads.first_cell(HOME, ADDRESS, "main")
    made = tmp_path / given.name
    made.write_text(downloads.with_first_cell(given.read_text("utf-8"), code), encoding="utf-8")
    assignment = Assignment.load(topic)
    plain, download = Submission.read(given, assignment), Submission.read(made, assignment)
    assert download.answers == plain.answers
    assert download.notes == plain.notes


# --- the one key -----------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["", ADDRESS, "https://gitlab.com/example/olbook"])
def small_book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of one notebook, with or without the address of a repository."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "index.ipynb").write_text(
        nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# One")]))
    )
    options = {"repository_url": request.param, "repository_branch": "main"}
    settings = {
        "extensions": ["myst_nb", "repository", "downloads"],
        "html_theme": "sphinx_book_theme",
        "html_theme_options": options,
        "nb_execution_mode": "off",
    }
    (folder / "conf.py").write_text("\n".join(f"{k} = {v!r}" for k, v in settings.items()))
    assert sphinx(["-W", "-q", str(folder), str(folder / "html")]) == 0
    (folder / "address").write_text(request.param)
    return folder


def test_one_key_turns_the_links_on(small_book: Path) -> None:
    address = (small_book / "address").read_text()
    page = (small_book / "html" / "index.html").read_text(encoding="utf-8")
    cell = nbformat.read(small_book / "html" / "_sources" / "index.ipynb", 4).cells[0].source
    shown = {host for host in (repository.BINDER, repository.COLAB) if host in page}
    if not address:
        assert shown == set()
        assert "http" not in "".join(re.findall(r'<a href="([^"]*)"[^>]*class="[^"]*btn', page))
        assert "example" not in page
        assert "git+" not in cell
    else:
        assert repository.BINDER in shown
        assert (repository.COLAB in shown) == ("github" in address)
        assert re.search(rf"{address}/(-/)?edit/main/index.ipynb", page)
        assert "Report a slip" in page
        assert f"git+{address}@main" in cell
        font = small_book / "html/_static/vendor/fontawesome/webfonts/fa-solid-900.ttf"
        glyphs = set(TTFont(font).getBestCmap().values())
        groups = re.findall(r'<i class="fa[bs] fa-([a-z-]+)"', page)
        assert set(groups) <= glyphs  # an icon in no font of the site would be an empty box
    if "github" in address:
        assert f"/blob/{repository.NOTEBOOKS}/index.ipynb" in page
        assert "issues/new?template=slip.yml" in page
        assert f"version={olbook.__version__}" in page


def test_the_key_is_there() -> None:
    text = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert re.search(r'^repository:\n  url: "[^"]*" +#.*\n  branch: \w+$', text, re.MULTILINE)


# --- the pages of the PDF --------------------------------------------------------------------------

PAGE = """
<article class="bd-article"><h1>One</h1><p id="a">See <a href="two.html#b">two</a>, <a href="api.html">api</a>,
<a href="#a">here</a> and <a href="https://example.org/">there</a>. Solutions are
folded.</p><p id="f">Let <span class="katex"><span class="katex-mathml"><annotation>\\displaystyle\\left\\|x
\\right\\|,\\:\\le</annotation></span><span class="katex-html"
aria-hidden="true"><span class="base">x</span></span></span>,
by <a href="theorems.html#c">A lemma</a>.</p><p>The picture. The slider goes from <b>one</b> to two.</p>
<p>Back to <a href="two.html">two</a>.</p>
<details class="admonition fold"><summary class="admonition-title">Proof of Theorem 1</summary><p>Because.
</p><p>Tried in 2 worlds, for instance <code>T = 1</code>.</p><details class="fold"><summary>The text that
was checked</summary>raw</details></details>
<details class="fold"><summary>Exactly what was checked: <code>x</code></summary>list</details>
<div class="cell"><details class="hide"><summary>Show</summary>import this</details></div>
<div class="exercise admonition" id="ex"><p class="admonition-title">Exercise 1 (Easy)</p></div>
<details class="solution fold" id="so"><summary>Solution to Exercise 1 (Easy)</summary><p>Yes.</p></details>
</article>"""


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Tag, str]:
    """A page as the PDF shows it, and its solutions."""
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "one.html").write_text(PAGE)
    monkeypatch.setattr(pdf, "SITE", tmp_path)
    article, solutions = pdf.read("book/one", ["book/one", "book/two"])
    return article, "".join(map(str, solutions))


def test_proofs_are_open_and_what_needs_a_screen_is_gone(printed: tuple[Tag, str]) -> None:
    page = str(printed[0])
    assert "Because." in page
    assert "<details" not in page
    for gone in ("raw", "Exactly what", "import this", "T = 1", "Show"):
        assert gone not in page
    assert "Tried in 2 worlds." in page


def test_what_the_web_book_says_of_itself_is_said_for_paper(printed: tuple[Tag, str]) -> None:
    words = " ".join(printed[0].get_text().split())
    assert "Solutions stand at the end of the book." in words
    assert "The picture." in words
    for gone in ("folded", "slider", "one to two", "Back to"):
        assert gone not in words


def test_no_line_begins_with_the_comma_after_a_formula(printed: tuple[Tag, str]) -> None:
    page, _ = printed
    assert [piece.get_text() for piece in page.select(".base")] == ["x,"]
    assert [name.get_text() for name in page.select("i")] == ["A lemma"]


def test_a_formula_is_named_by_its_tex_without_what_is_for_the_eye(
    printed: tuple[Tag, str],
) -> None:
    [formula] = printed[0].select(".katex")
    assert formula["aria-label"] == rf"{tagged.FORMULA}\|x \|, \le"
    assert "aria-hidden" not in str(formula)


def test_a_link_says_the_number_of_its_box() -> None:
    box = '<div id="e"><p class="admonition-title"><span class="caption-number">Exercise 1.2 </span></p></div>'
    links = "".join(
        f'<a href="#e">{words}</a>' for words in ("exercise", "an exercise", "race", "1.2")
    )
    soup = BeautifulSoup(f"<section>{box}{links}</section>", "html.parser")
    assert soup.section is not None
    pdf.number_links([soup.section])
    shown = [link.get_text() for link in soup.select("a")]
    assert shown == ["exercise 1.2", "an exercise (1.2)", "race (Exercise 1.2)", "1.2"]


def test_the_index_lists_words_boxes_and_people() -> None:
    title = '<p class="admonition-title"><span class="caption-number">Theorem 1.2 </span> (The least margin)</p>'
    pages = {
        "book-one": f'<a href="#book-glossary--term-margin">margin</a><div class="proof" id="t">{title}</div>'
        '<a href="#book-bibliography--id1">2006</a> <a href="#book-bibliography--id1">2006</a>',
        "book-glossary": '<dt id="book-glossary--term-margin">margin</dt><dt id="book-glossary--term-tie">tie</dt>',
        "book-bibliography": '<div class="citation" id="book-bibliography--id1"><span>[CBL06]</span>'
        "<p>Nicolò Cesa-Bianchi and Gábor Lugosi. Prediction.</p></div>",
    }
    body = [
        BeautifulSoup(f'<section id="{name}">{html}</section>', "html.parser").section
        for name, html in pages.items()
    ]
    listed = indexed.entries([section for section in body if section is not None])
    places = [place for entry in listed for place in (*entry.main, *entry.places)]
    page_of = {place: 9 if place.startswith("book-glossary") else 3 for place in places}
    html = BeautifulSoup(indexed.printed(listed, page_of, "x:"), "html.parser")
    assert [" ".join(line.get_text().split()) for line in html.select(".index p")] == [
        "Cesa-Bianchi, Nicolò 3",
        "Least margin (Theorem 1.2) 3",
        "Lugosi, Gábor 3",
        "margin 3, 9",
        "tie 9",
    ]
    assert [bold.get_text() for bold in html.select("b")] == ["3", "9", "9"]
    assert {str(link["href"]).removeprefix("x:") for link in html.select("a")} <= set(places)


def test_every_phrase_that_is_said_otherwise_on_paper_is_in_the_book() -> None:
    files = [file for ending in ("ipynb", "md") for file in (ROOT / "book").glob(f"*.{ending}")]
    book = " ".join(file.read_text(encoding="utf-8") for file in files)
    assert [each["web"] for each in pdf.ON_PAPER if each["web"] not in book] == []


def test_links_lead_to_where_the_pages_went(printed: tuple[Tag, str]) -> None:
    links = [link["href"] for link in printed[0].select("a")]
    assert links == ["#book-two--b", "#book-one--a", "https://example.org/", "#book-one--so"]


def test_solutions_go_to_the_end_and_are_linked(printed: tuple[Tag, str]) -> None:
    page, solutions = printed
    assert "Yes." not in str(page)
    assert "Yes." in solutions
    assert 'href="#book-one--ex"' in solutions


def test_the_pages_are_the_chapters_and_the_appendices() -> None:
    pages = pdf.pages()
    assert pages[1 : 1 + len(olbook.TOPICS)] == [f"book/{topic}" for topic in olbook.TOPICS]
    assert pages[-len(pdf.APPENDICES) :] == pdf.APPENDICES
    assert all(
        (ROOT / f"{page}.md").exists() or (ROOT / f"{page}.ipynb").exists() for page in pages
    )


def test_a_formula_is_one_element_and_a_picture_has_its_words() -> None:
    letters = [Element("/NonStruct", [Drawn(0, number, True)]) for number in range(4)]
    formula = Element("/Figure", [letters[1], letters[2]], f"{tagged.FORMULA}x^2")
    picture = Element("/Figure", [Drawn(0, 4, False)], "A line.")
    figure = Element("/Figure", [picture, Element("/Caption", [letters[3]])])
    item = Element("/LI", [Element("/P", [letters[0], formula, Drawn(0, 5, False)])])
    tree = tagged.join([Element("/Document", [Element("/L", [item]), figure])])
    assert [(each.kind, each.alt) for each in tree] == [
        ("/Document", ""), ("/L", ""), ("/LI", ""), ("/LBody", ""), ("/P", ""), ("/Formula", "x^2"),
        ("/Figure", "A line."), ("/Caption", ""),
    ]  # fmt: skip
    assert [each.number for each in tree.content()] == [0, 1, 2, 4, 3]


def test_what_is_read_together_is_marked_together_and_the_rest_as_decoration() -> None:
    words, formula = Element("/P", []), Element("/Formula", [])
    signs = [b"<0001> Tj\n", b"/Span<</ActualText (fi) >> BDC\n<0002> Tj\nEMC\n", b"<0003> Tj\n"]
    marked = [b"/NonStruct <</MCID %d >>BDC\n%sEMC\n" % (7 + n, signs[n % 3]) for n in range(5)]
    page = b"".join(
        [b"q\n", marked[0], marked[1], b"0 0 9 9 re\nf\n", *marked[2:4], b"f\n", marked[4]]
    )
    owner = {7: words, 8: words, 9: formula, 10: words, 11: formula}
    drawing, numbers = tagged.redrawn(page, owner, {(7, 8)})
    assert drawing == (
        b"q\n/P <</MCID 0>>BDC\n%s%sEMC\n/Artifact BMC\n0 0 9 9 re\nf\nEMC\n"
        b"/Formula <</MCID 1>>BDC\n%sEMC\n/P <</MCID 2>>BDC\n%sEMC\n"
        b"/Artifact BMC\nf\nEMC\n/Formula <</MCID 3>>BDC\n%sEMC\n"
        % (signs[0], signs[1], signs[2], signs[0], signs[1])
    )
    assert numbers == {7: 0, 8: 0, 9: 1, 10: 2, 11: 3}
    page = b"".join([marked[2], b"f\n", marked[4]])  # the line of a fraction
    drawing, numbers = tagged.redrawn(page, owner, set())
    assert drawing == b"/Formula <</MCID 0>>BDC\n%sf\n%sEMC\n" % (signs[2], signs[1])
    assert numbers == {9: 0, 11: 0}


@pytest.mark.parametrize(("said", "new"), [
    (b"<0357> <FB01>", b"<0357> <00660069>"),
    (b"<08F5> <08F7> <FB00>", b"<08F5> <08F7> [<00660066> <00660069> <0066006c>]"),
    (b"<0044> <005D> <0061>", b"<0044> <005D> <0061>"),
])  # fmt: skip
def test_a_ligature_is_spelled(said: bytes, new: bytes) -> None:
    assert tagged.LIGATURE.sub(tagged.spelled, said) == new


def test_chromium_hands_on_what_the_tags_need(browser: Browser, tmp_path: Path) -> None:
    html = """<section id="one"><h1>One</h1><p>Two words, <em>and</em> <span class="katex" role="img"
    aria-label="TeX: x^2"><b>x</b><sup>2</sup></span>; <a href="#one">to the beginning</a>.</p><table><tr><th>a</th>
    <th>b</th></tr><tr><td>1</td><td>2</td></tr></table><div role="paragraph"><pre role="code">f(x)</pre></div>
    <ul><li>One</li></ul></section>"""
    parts = (tmp_path / "1.pdf", tmp_path / "2.pdf", tmp_path / "3.pdf")
    end = f'<p id="{pdf.ANCHORS}"><a href="#one">.</a><a href="#{pdf.ANCHORS}">.</a></p>'
    for part, body in zip(parts, ("<h1>Zero</h1>", html + end, "<h1>Three</h1>"), strict=True):
        pdf.print_to(browser, pdf.document(body), part)
    pages = pdf.join(parts, [pdf.Heading(1, "one", "", "One", "One")], tmp_path / "all.pdf")
    with Pdf.open(tmp_path / "all.pdf") as made:
        tree = tagged.read(made)
    assert pages == 3
    assert [each.kind.removeprefix("/") for each in tree] == [
        "Document", "H1", "Sect", "H1", "P", "Em", "Formula", "Link", "Table", "TR", "TH", "TH", "TR", "TD", "TD",
        "P", "Code", "L", "LI", "Lbl", "LBody", "H1",
    ]  # fmt: skip
    assert [each.alt for each in tree if each.alt] == ["x^2"]
    assert {each.page for each in tree.content()} == {0, 1, 2}


def test_the_same_files_make_the_same_zip(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("two")
    for name, order in (("x.zip", ["a", "b"]), ("y.zip", ["b", "a"])):
        content: dict[str, Path | str] = {"a": "one", "b": tmp_path / "b"}
        offered.write_zip(tmp_path / name, {key: content[key] for key in order})
    os.utime(tmp_path / "b", (0, 0))
    assert (tmp_path / "x.zip").read_bytes() == (tmp_path / "y.zip").read_bytes()


# --- what the page Status says ---------------------------------------------------------------------


def test_what_has_not_run_is_said_not_to_have_run(tmp_path: Path) -> None:
    table = status.last_runs(tmp_path, runs.state())
    assert table.count("not run where this page was built") == len(status.RUNS)


def test_a_run_is_told_as_it_was_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "FOLDER", tmp_path)
    runs.record("test", 61.4, "3 passed, 1 failed")
    told = status.last_runs(tmp_path, runs.state())
    assert "| 61 | 3 passed, 1 failed | these files;" in told
    assert "an earlier state of the files" in status.last_runs(tmp_path, "another state")
    stored = json.loads((tmp_path / "test.json").read_text())
    assert stored["state"] == runs.state()


def test_a_test_run_records_itself(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text("def test_a(): pass\ndef test_b(): assert False\n")
    (tmp_path / "elsewhere.py").write_text(
        f"import runs, pathlib; runs.FOLDER = pathlib.Path({str(tmp_path)!r})\n"
    )
    options = ["-q", "-p", "no:cacheprovider", "-p", "conftest", "-p", "elsewhere", "--record=test"]
    path = os.pathsep.join(map(str, (ROOT, ROOT / "book" / "_tools", tmp_path)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(tmp_path), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": path}, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    run = runs.last("test", tmp_path)
    assert run is not None
    assert run.outcome == "1 passed, 1 failed"


# --- everything, as `make dist` leaves it ----------------------------------------------------------


@pytest.fixture(scope="module")
def made() -> Path:
    """The folder of ``make dist``, made now if it is not there."""
    if not (dist.DIST / "site").exists():
        subprocess.run([sys.executable, dist.__file__], check=True)
    return dist.DIST


@pytest.fixture(scope="module")
def unpacked(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip of notebooks, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(made / "olbook-notebooks.zip") as archive:
        archive.extractall(folder)
    return folder / "olbook-notebooks"


@pytest.fixture(scope="module")
def book(made: Path) -> Iterator[Pdf]:
    """The PDF."""
    with Pdf.open(made / "olbook.pdf") as opened:
        yield opened


@pytest.fixture(scope="module")
def texts(made: Path) -> list[str]:
    """What stands on each page of the PDF."""
    with PdfDocument(made / "olbook.pdf") as opened:
        return [page.get_textpage().get_text_range() for page in opened]


def marks_of(book: Pdf) -> list[tuple[str, int]]:
    """The bookmarks of chapters, with their pages from 0."""
    with book.open_outline() as outline:
        marks = [(mark.title, mark.destination) for mark in outline.root]
    numbers = {page.obj.objgen: number for number, page in enumerate(book.pages)}
    return [(title, numbers[place[0].objgen]) for title, place in marks if isinstance(place, Array)]


def front_of(book: Pdf) -> int:
    """How many pages come before page 1."""
    return [page.label for page in book.pages].index("1")


def offered_by(site: Path, page: str) -> set[str]:
    """The names of the files below ``downloads`` that a page links to."""
    text = (site / "book" / f"{page}.html").read_text(encoding="utf-8")
    return set(re.findall(r'href="[./]*downloads/([^"]+)"', text))


def test_the_site_offers_what_it_holds(site: Path) -> None:
    held = {file.name for file in (site / "downloads").iterdir()}
    assert held == set(offered.FILES)
    for page in ("index", "running", "perceptron", "assignments/perceptron"):
        assert offered_by(site, page) == held, page
    running = (site / "book" / "running.html").read_text(encoding="utf-8")
    assert "With one click" not in running  # as long as the book has no address
    assert "put here" not in running


@pytest.mark.thorough
def test_the_published_site_offers_more(made: Path) -> None:
    site = made / "site"
    assert checks.dead_links(checks.pages_of(site)) == []
    held = {file.name for file in (site / "downloads").iterdir()}
    assert held == {*offered.FILES, "olbook.pdf", "olbook-site.zip"}
    for page in ("index", "running", "perceptron", "assignments/perceptron"):
        assert offered_by(site, page) == held, page


@pytest.mark.thorough
def test_the_zip_of_the_site_is_the_site(made: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(made / "olbook-site.zip") as archive:
        archive.extractall(tmp_path)
    assert checks.dead_links(checks.pages_of(tmp_path / "olbook-site")) == []
    assert offered_by(tmp_path / "olbook-site", "running") == set(offered.FILES)


def jupyter(environment: Path, *arguments: str, cwd: Path) -> str:
    """Run Jupyter in an environment of its own, with no setting of ours; what went wrong, or nothing."""
    own = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER", "MPL"))}
    own["IPYTHONDIR"] = str(environment / "ipython")
    done = subprocess.run(
        [environment / "bin" / "python", "-m", "jupyter", *arguments],
        cwd=cwd, env=own, capture_output=True, text=True,
    )  # fmt: skip
    return "" if done.returncode == 0 else done.stderr[-2000:]


def fresh(folder: Path, *packages: str, cwd: Path) -> Path:
    """A new environment with some packages."""
    environment = folder / "environment"
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", "--seed", environment], check=True)
    python = str(environment / "bin" / "python")
    subprocess.run([*uv, "pip", "install", "--python", python, *packages], check=True, cwd=cwd)
    return environment


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="paths of an environment as on Unix")
def test_notebooks_run_after_the_one_command(unpacked: Path, tmp_path: Path) -> None:
    readme = (unpacked / "README.txt").read_text(encoding="utf-8")
    [wanted] = re.findall(r'pip install "([^"]+)"', readme)
    environment = fresh(tmp_path, wanted, cwd=unpacked)
    assert jupyter(environment, "execute", "perceptron.ipynb", cwd=unpacked) == ""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="paths of an environment as on Unix")
def test_a_single_notebook_gets_its_package(site: Path, tmp_path: Path) -> None:
    """From beside it, else from the book's address, else it says what to do, and that helps."""
    environment = fresh(tmp_path, "ipykernel", "nbclient", cwd=tmp_path)
    stored = (ROOT / "book" / "winnow.ipynb").read_text(encoding="utf-8")

    def outcome(home: str, *, beside: bool) -> str:
        uv = [sys.executable, "-m", "uv", "--quiet", "pip", "uninstall", "olbook"]
        subprocess.run([*uv, "--python", environment / "bin" / "python"], check=True)
        folder = Path(mkdtemp(dir=tmp_path))
        text = downloads.with_first_cell(stored, downloads.first_cell(home, "", ""))
        (folder / "winnow.ipynb").write_text(text, encoding="utf-8")
        if beside:
            shutil.copy(site / "downloads" / offered.WHEEL, folder)
        return jupyter(environment, "execute", "winnow.ipynb", cwd=folder)

    alone = outcome("", beside=False)
    assert f"Put {offered.WHEEL} beside this notebook, and run this cell again" in alone
    assert outcome("", beside=True) == ""
    with checks.served(site) as home:
        assert outcome(home, beside=False) == ""
    assert f"{home}book/running.html" in outcome(home, beside=False)  # the address does not answer


def letters(text: str) -> str:
    """A text without its spaces: those of the PDF are guessed, in the middle of a word too."""
    return "".join(normalize("NFKC", text).split())


@pytest.mark.thorough
def test_the_pdf_begins_every_chapter_on_a_page_that_the_contents_name(
    made: Path, book: Pdf, texts: list[str]
) -> None:
    marks, front = marks_of(book), front_of(book)
    assert len(marks) == len(pdf.pages()) + 2  # and the solutions, and the index
    with PdfDocument(made / "olbook.pdf") as printed:
        lines = [
            (letters(printed[number].get_textpage().get_text_bounded(*map(float, link.Rect))), link)
            for number in range(front)
            for link in tagged.items(book.pages[number].get("/Annots"))
        ]
    contents = {line: link.Dest[0].objgen for line, link in lines}
    for name, number in marks:
        line = letters(f"{name} {number - front + 1}")
        assert contents.get(line) == book.pages[number].obj.objgen, name
        assert letters(name) in letters(texts[number])[:300]


@pytest.mark.thorough
def test_links_of_the_pdf_lead_somewhere(book: Pdf) -> None:
    names = set(book.Root.Dests.keys())
    inside = 0
    for page in book.pages:
        for link in tagged.items(page.get("/Annots")):
            if "/Dest" in link:
                inside += 1
                assert isinstance(link.Dest, Array) or str(link.Dest) in names, link.Dest
            else:
                assert str(link.A.URI).startswith("http"), link
    assert inside > 500


@pytest.mark.thorough
def test_the_index_leads_to_the_pages_that_it_names(book: Pdf, texts: list[str]) -> None:
    front = front_of(book)
    label = {page.obj.objgen: number - front for number, page in enumerate(book.pages, 1)}
    start = dict(marks_of(book))[pdf.INDEX.title]
    listed = 0
    for page, text in zip([*book.pages][start:], texts[start:], strict=True):
        named = set(map(int, re.findall(r"\d+", text)))
        for link in tagged.items(page.get("/Annots")):
            if link.Rect[3] - link.Rect[1] < 2:  # the upper edge of one on the next page
                continue
            assert label[link.Dest[0].objgen] in named
            listed += 1
    assert listed > 400


@pytest.mark.thorough
def test_the_pdf_can_be_read_aloud(book: Pdf) -> None:
    """Who hears the PDF hears headings, lists and tables, and what a formula or a picture is."""
    assert book.Root.MarkInfo.Marked
    assert str(book.Root.Lang) == "en-GB"
    assert book.Root.ViewerPreferences.DisplayDocTitle
    tree = tagged.read(book)
    found: dict[str, list[Element]] = {}
    for each in tree:
        found.setdefault(each.kind.removeprefix("/"), []).append(each)
        if each.kind in ("/Document", "/L", "/LI", "/Table", "/TR"):  # hold elements only
            assert [one for one in each.holds if not isinstance(one, Element)] == []
    assert len(found["H1"]) == len(marks_of(book)) + 2  # and the title, and the contents
    levels = [int(each.kind[2:]) for each in tree if tagged.HEADING.fullmatch(each.kind)]
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []
    assert [each for each in (*found["Figure"], *found["Formula"]) if not each.alt] == []
    assert [table for table in found["Table"] if "/TH" not in {each.kind for each in table}] == []
    assert len(found["Formula"]) > 5000
    assert len(found["Code"]) > 500
    content = [*tree.content()]
    links = [each for each in content if isinstance(each, tagged.Linked)]
    assert len(links) == sum(len(tagged.items(page.get("/Annots"))) for page in book.pages)
    assert {each.page for each in content} == set(range(len(book.pages)))


@pytest.mark.thorough
def test_the_pdf_is_of_a_size_to_hand_round(made: Path, book: Pdf) -> None:
    assert len(book.pages) < 400
    assert (made / "olbook.pdf").stat().st_size < 8e6


@pytest.mark.thorough
def test_no_proof_is_lost_on_paper(made: Path, texts: list[str]) -> None:
    shown = letters("".join(texts))
    proofs = 0
    for page in pdf.pages():
        html = (made / "site" / f"{page}.html").read_text(encoding="utf-8")
        summaries = re.findall(r"<summary\b.*?</summary>", html, re.DOTALL)
        titles = [letters(BeautifulSoup(each, "html.parser").get_text()) for each in summaries]
        wanted = [title for title in titles if title.startswith("Proofof")]
        assert [title for title in wanted if title not in shown] == []
        proofs += len(wanted)
    assert proofs > 80
    for gone in ("Exactly what was checked:", "Show code cell source"):
        assert letters(gone) not in shown
