"""The pages that are not notebooks: what they quote is what the programs say."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

import aims
import api
import index
import nbformat
import pytest
import status
import theorems
from chapter_checks import (
    BOX,
    FORMULA,
    SAYS_MUCH,
    STATED,
    faults_of_statements,
    formulas_unlike_their_source,
    signs_of,
    stands_in,
    wrong_numbers,
)
from faults import tell
from test_bank import SECRETS

import olbook as ol
from grading.assignment import Assignment
from grading.assignment import topics as topics_of_assignments
from grading.nb import questions
from grading.sandbox import CALLS, Limits
from olbook.checked import CheckError
from olbook.checked.context import KINDS
from olbook.checked.reading.language import RESERVED
from olbook.checked.show.render import label_for
from olbook.checked.show.theorem import sentence_markdown
from olbook.checked.show.wording import wrapped

BOOK = Path(__file__).parents[1] / "book"
HOW_IT_IS_CHECKED = (BOOK / "how_it_is_checked.md").read_text(encoding="utf-8")


def blocks(page: str) -> list[tuple[str, str | None]]:
    """Every piece of Python on a page, with the refusal quoted right after it, if any."""
    pieces = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page, re.DOTALL)
    return [(code, quoted or None) for code, quoted in pieces]


def test_the_checking_page_has_three_derivations_and_three_refusals() -> None:
    quoted = [refusal for _, refusal in blocks(HOW_IT_IS_CHECKED)]
    assert (quoted.count(None), len(quoted) - quoted.count(None)) == (4, 3)


def test_the_checking_page_runs_and_quotes_what_the_checker_says() -> None:
    names: dict[str, object] = {}
    for code, quoted in blocks(HOW_IT_IS_CHECKED):
        if quoted is None:
            exec(code, names)
            continue
        with pytest.raises(CheckError) as refusal:
            exec(code, names)
        said = " ".join(str(refusal.value).split())
        start, dots, _ = " ".join(quoted.split()).partition("...")
        assert said.startswith(start.strip())
        assert dots or said == start
    assert names["thm"].bound(U=1.0, eta=0.5, L=4.0) == pytest.approx(2.0)  # type: ignore[attr-defined]


def test_the_language_on_the_checking_page_is_all_of_it() -> None:
    """Each word of the language stands on the page, and each reason of its table is a reason."""
    for word in RESERVED - {"Dot", "Max", "Ex", "by", "e", "ln"}:
        assert re.search(rf"`[^`\n]*\b{word}\b", HOW_IT_IS_CHECKED), word
    for kind in KINDS:
        assert f"`{kind}`" in HOW_IT_IS_CHECKED


def test_every_public_name_is_on_the_api_page() -> None:
    page = (BOOK / "api.md").read_text(encoding="utf-8")
    page = page.replace(api.PLACE, api.as_markdown(BOOK))
    listed = re.findall(r"automodule:: (\S+)\n\s+:members:([^\n]*)", page)
    on_page = {re.sub(r".*\.", "", name) for name in re.findall(r"autofunction:: (\S+)", page)}
    for module, members in listed:
        names = [name.strip() for name in members.split(",") if name.strip()]
        on_page.update(names or vars(importlib.import_module(module)))
    modules = {name for name in ol.__all__ if isinstance(getattr(ol, name), ModuleType)}
    documented_modules = {module.removeprefix("olbook.") for module, _ in listed}
    missing = (set(ol.__all__) - modules - on_page) | (modules - documented_modules)
    tell([f"does not show ol.{name}" for name in sorted(missing - {"__version__"})], "book/api.md")


def test_the_first_page_has_every_chapter_with_what_one_does_there() -> None:
    entries = dict(re.findall(r"^\{doc\}`(.+ <\w+>)`\n: (.+)$", index.as_markdown(BOOK), re.M))
    assert "The Perceptron <perceptron>" in entries
    assert [re.sub(r".*<|>", "", entry) for entry in entries] == list(ol.TOPICS)
    tell(
        f"book/{entry}.ipynb: **In this chapter** is no sentence: {said}"
        for entry, said in entries.items()
        if not re.match(r"[A-Z].*\.$", said)
    )


@pytest.mark.parametrize(("page", "made"), [("preface", index), ("api", api)])
def test_the_page_has_a_place_for_the_topics(page: str, made: ModuleType) -> None:
    assert (BOOK / f"{page}.md").read_text(encoding="utf-8").count(made.PLACE) == 1


# --- what is tied to what is true: marks, as in the chapters ------------------------------------
PAGES = sorted(BOOK.glob("*.md"))
BIBLIOGRAPHY = (BOOK / "references.bib").read_text(encoding="utf-8")


@cache
def points() -> list[float]:
    """The points of each assignment."""
    return [Assignment.load(topic).points for topic in topics_of_assignments().split(", ")]


@cache
def in_words() -> float:
    """The points that each assignment has for a proof in words."""
    topics = topics_of_assignments().split(", ")
    (same,) = {q.points for topic in topics for q in questions(topic).values() if q.by_hand}
    return same


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_says_what_is_checked(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    faults = formulas_unlike_their_source(text) + faults_of_statements(text)
    if path.stem != "bounds":  # its numbers are those of test_bounds.py
        names = {"ol": ol, "math": math, "Limits": Limits, "CALLS": CALLS, "points": points()}
        names |= {"secrets": SECRETS, "in_words": in_words()}
        faults += wrong_numbers(text, names)
    tell(faults, path)


def test_a_wrong_number_on_a_page_is_found() -> None:
    assert wrong_numbers("So it is 4<!-- = 2 + 2 -->, or 3.9<!-- = a -->.", {"a": 3.93}) == []
    assert len(wrong_numbers("So it is 4<!-- = 2 + 1 -->, or 3.9<!-- = a -->.", {"a": 3.96})) == 2
    assert wrong_numbers("Twelve hundred<!-- = 1200 -->, sixty-four<!-- = 64 --> times.", {}) == []
    assert wrong_numbers("A third of half<!-- = 0.5 --> a million<!-- = 10**6 -->.", {}) == []
    assert wrong_numbers("About 940<!-- = 939 -->, more than 900<!-- = 939 -->.", {}) == []
    assert len(wrong_numbers("About 950<!-- = 939 -->, more than 940<!-- = 939 -->.", {})) == 2
    assert wrong_numbers("It is better<!-- so: a < 4 -->.", {"a": 3}) == []
    assert len(wrong_numbers("Better<!-- so: a < 4 -->, ahead<!-- so: 1 < 2 -->.", {"a": 5})) == 2
    assert len(wrong_numbers("More than 100<!-- = 939 -->, 940<!-- = 939 -->.", {})) == 2
    assert len(wrong_numbers("Forty<!-- = 30 --> or twice<!-- = 3 -->.", {})) == 2


# What pages that are no chapters define in letters of their own.
OWN = (
    r"\max_{\lVert a\rVert\le1}\langle g,a\rangle",
    r"w_{t+1}=w_t-\eta\nabla\ell_t(w_{t+1})",
    r"\ell(y,s)\ge\ell(y,\hat y)+z(s-\hat y)",
    r"a_{t+1}-a_t",
    r"\epsilon I+\sum_{s\le t}g_sg_s^\top",
    r"\lVert a\rVert^2",
    r"\sum_{t=1}^Ta",
    r"\langle w_1,x_1\rangle=0",
    r"\sigma>0",
    r"\beta^0",
)
SAYS_SOMETHING = re.compile(r"\\(?:frac|sqrt|sum|max|min|le|ge|langle)(?![a-z])|[=<>+]|\^\d")


@cache
def formulas_of_the_chapters() -> str:
    notebooks = (nbformat.read(BOOK / f"{topic}.ipynb", as_version=4) for topic in ol.TOPICS)
    cells = (cell.source for notebook in notebooks for cell in notebook.cells)
    return " ".join(signs_of(match[1]) for cell in cells for match in FORMULA.finditer(cell))


def formulas_of_its_own(page: str) -> list[str]:
    """Formulas that neither carry their source nor stand in a chapter."""
    found = (match[1] for match in FORMULA.finditer(STATED.sub(" ", page)))
    told = [f for f in found if len(f) > 3 and SAYS_SOMETHING.search(f) and f not in OWN]
    return [f for f in told if not stands_in(f, formulas_of_the_chapters())]


@pytest.mark.parametrize("name", ["glossary", "notation", "teaching", "index", "preface"])
def test_a_formula_that_defines_a_word_stands_in_a_chapter(name: str) -> None:
    page = (BOOK / f"{name}.md").read_text(encoding="utf-8")
    told = [f"no chapter has the formula {f}" for f in formulas_of_its_own(page)]
    tell(told, f"book/{name}.md")
    assert all(any(own in text.read_text(encoding="utf-8") for text in PAGES) for own in OWN)


def test_a_definition_that_no_chapter_has_is_found() -> None:
    assert formulas_of_its_own(r"It is $f(u)\ge f(w)+\langle g,u-w\rangle$ for all $u\in W$.") == []
    assert len(formulas_of_its_own(r"It is $f(u)\le f(w)+\langle g,u-w\rangle$.")) == 1
    assert len(formulas_of_its_own(r"Start at $w_1=7$.")) == 1


# What a definition or a correction says and no other place of the book: read it twice.
SAID_ONCE = r"""
(\langle u,x\rangle-y)^2
0<\eta<\frac12
0<y\langle w,x\rangle<1
0\le c\le1
1+(\ln d-1)k\le k\ln d
1<p<\infty
1\le k\le d
2\le p<\infty
2\ln d\;\lVert u\rVert_1^2R_\infty^2/\kappa(u)^2
L(h)=\mathbb E_{z\sim\mathcal D}\,\ell(h,z)
L=\sum_{t=1}^T(\hat y_t-y_t)^2
S_{t+1}=D_1+\dots+D_t
UR_2Z/\sqrt T
U_T^2/(\eta_TT)\to0
[a]_+=\max(a,0)
\frac{\mathrm{Reg}_T(u)}T\le\epsilon
\Pr[L_{\mathcal D}(h_r)>\varepsilon]\le M/(\varepsilon T)
\Pr[\sup_w\lvert L_{\mathcal D}(w)-L_S(w)\rvert\ge\varepsilon]\le\delta
\alpha\frac{\sqrt2\sqrt T-1}{\sqrt2-1}\le\frac{\sqrt2}{\sqrt2-1}\alpha\sqrt T
\chi_t(w)=[\,1-y_t\langle w,x_t\rangle\,]_+
\chi_t(w)\ge\mathbb 1[y_t\langle w,x_t\rangle\le0]
\eta g_{t,i}\ge-1
\frac12(\cdot)^2
\frac{\lVert u-w_1\rVert^2}{2\eta}+\frac\eta2\sum_t\lVert g_t\rVert^2
\frac{\sqrt2}{\sqrt2-1}=2+\sqrt2
\lVert g_t\rVert\le\rho
\lVert u\rVert_1=k
\lVert u_T\rVert\le U_T
\lVert x\rVert\le1
\lVert\phi(x)\rVert^2\le4d+1
\mathbb E\,L_{\mathcal D}(\bar w)-L_{\mathcal D}(u)\le\frac1T\,\mathbb E\,\mathrm{Reg}_T(u)
\mathbb E\,L_{\mathcal D}(h_r)\le M/T
\mathrm{Ldim}(\mathcal H)=\infty
\mathrm{Reg}_T(u)=\sum_{t=1}^Tf_t(w_t)-\sum_{t=1}^Tf_t(u)
\mathrm{Reg}_T(u)\le\frac1\eta\big(B_\psi(u,w_1)+\sum_tB_\psi(w_t,v_t)\big)
\mathrm{Reg}_T/T
\mathrm{Reg}_T=\sup_{u\in\mathcal W}\mathrm{Reg}_T(u)
\sum_{t=1}^Tf_t(s_t)-\sum_{t=1}^Tf_t(\langle u,x_t\rangle)
a_\eta=\frac1{1-2\eta}
a_\eta=\frac1{1-\eta}
ab\le\lvert ab\rvert
b_\eta=\frac1\eta
b_\eta=\frac2\eta
f_t(s)\ge f_t(s_t)+z\,(s-s_t)
f_t(s_t)=\ell(y_t,s_t)
f_t(w_t)\ge\iota_t
f_t:\mathbb R^d\to\mathbb R
f_t=\iota_t\chi_t
m=T
m\ge C\,\frac{\mathrm{VC}}{\varepsilon^2}(\ln\frac1\varepsilon+\ln\frac1\delta)
n=c+1
r\le n
u\in\{0,1\}^d
w\in\{0,1\}^d
w_{t+1,i}=w_{t,i}\,e^{+2\eta y_tx_{t,i}}
w_{t+1}=\arg\min_w\{\langle g_t,w\rangle+\frac1\eta B_\psi(w,w_t)\}
w_{t+1}=w_t-\frac{\eta(\langle w_t,x_t\rangle-y_t)}{1+\eta\lVert x_t\rVert^2}\,x_t
y_t\hat y_t\le0
"""


@cache
def formulas_of_the_book() -> list[str]:
    """Every formula of the chapters, of the pages, of the docstrings, and of the theorems."""
    notebooks = (nbformat.read(path, as_version=4) for path in sorted(BOOK.rglob("*.ipynb")))
    texts = [cell.source for notebook in notebooks for cell in notebook.cells]
    texts += [path.read_text(encoding="utf-8") for path in PAGES]
    found = [match[1] for text in texts for match in FORMULA.finditer(text)]
    for path in Path(ol.__file__).parent.glob("*.py"):
        found += re.findall(r":math:`([^`]+)`", path.read_text(encoding="utf-8"))
    for name in ol.theorems():
        theorem = ol.theorem(name)
        found += [fact.tex for fact in (*theorem.displayed, *theorem.facts.values())]
    return [signs_of(tex.strip().rstrip(".,;")) for tex in found]


def said_once(text: str) -> list[str]:
    """Formulas of a definition or a correction that carry no source and stand nowhere else."""
    faults = []
    for match in FORMULA.finditer(STATED.sub(" ", text)):
        tex = match[1].strip().rstrip(".,;")
        known = not SAYS_MUCH.search(tex) or f"\n{tex}\n" in SAID_ONCE
        if not known and sum(stands_in(tex, other) for other in formulas_of_the_book()) < 2:
            faults.append(tex)
    return faults


@pytest.mark.parametrize(
    "path", sorted(BOOK.rglob("[!.]*.ipynb")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_definitions_and_corrections_stand_elsewhere_too(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    texts = [body for kind, _, body in BOX.findall(text) if kind == "definition"]
    texts += re.findall(r"\*\*Read:\*\*(.*?)^:::$", text, re.DOTALL | re.MULTILINE)
    tell([f"a formula that nothing ties: {tex}" for part in texts for tex in said_once(part)], path)


def test_a_slip_in_a_definition_is_found() -> None:
    assert said_once(r"The margin $\kappa(u)=\min_ty_t\langle u,x_t\rangle$.") == []
    assert said_once(r"The margin $\kappa(u)=\max_ty_t\langle u,x_t\rangle$.") != []


def misnamed(bibliography: str) -> list[str]:
    """Keys that are not the first author's name and the year of their entries."""
    faults = []
    for key, entry in re.findall(
        r"^@\w+\{(\w+),\n(.*?)^\}", bibliography, re.DOTALL | re.MULTILINE
    ):
        said = dict(
            re.findall(r"^ +(author|year) += \{(.*?)(?: and .*|,.*)?\},?$", entry, re.MULTILINE)
        )
        name = re.sub(r"\\\W|[^a-z]", "", said["author"].lower())
        faults += [] if re.fullmatch(f"{name}{said['year']}[a-z]*", key) else [key]
    return faults


def test_a_work_is_called_by_its_author_and_its_year() -> None:
    assert "novikoff1962" in BIBLIOGRAPHY
    found = [f"{key}: not called by its first author and year" for key in misnamed(BIBLIOGRAPHY)]
    tell(found, "book/references.bib")
    assert misnamed(BIBLIOGRAPHY.replace("{Novikoff, ", "{Novikov, ")) == ["novikoff1962"]


# --- the page of all theorems --------------------------------------------------------------------


def test_the_page_of_theorems_states_every_theorem() -> None:
    page = theorems.as_markdown(BOOK, set())
    assert re.findall(r"^\*\*.*\*\*, `(.*)`$", page, re.M) == list(ol.theorems())
    for name in ol.theorems():
        theorem = ol.theorem(name)
        entry = page.partition(f"({theorems.anchor(label_for(theorem.name))})=\n")[2].partition(
            "\n(row-"
        )[0]
        assert theorem.title in entry
        assert all(line in entry for line in sentence_markdown(theorem))
        assert all(label_for(other.name) in entry for other in theorem.cited)
        assert all(fact.words in entry for fact in theorem.assumed)


def test_the_words_of_every_theorem_stand_beside_what_they_stand_for() -> None:
    page = theorems.as_markdown(BOOK, set(), theorems._phrases)
    for name in ol.theorems():
        theorem = ol.theorem(name)
        entry = page.partition(f"`{name}`\n")[2].partition("\n::::\n")[0]
        for part in theorem.sentence.parts:
            assert all(wrapped(exact.formula) in entry for exact in part.stands_for)


def test_the_page_of_status_counts_what_is_in_this_book() -> None:
    table = status.contents(BOOK.parent)
    assert f"| theorems proved by the checker | {len(ol.theorems())} |" in table


def test_a_theorem_is_linked_if_a_chapter_shows_it() -> None:
    shown = theorems.labels_in(BOOK)
    assert "thm-perceptron-margin" in shown
    linked = re.findall(
        r"^\*\*.*, \{prf:ref\}`(thm-[\w-]+)`, ", theorems.as_markdown(BOOK, shown), re.M
    )
    assert set(linked) == {label_for(name) for name in ol.theorems()} & shown


def settings_named_too_early(pages: Iterable[Path]) -> list[str]:
    """Settings that a theorem of a page names before a box has said them, there or on an earlier page."""
    said: set[str] = set()
    faults = []
    for page in pages:
        for text in map(aims.text_of, nbformat.read(page, as_version=4).cells):
            said |= set(re.findall(r"^:label: (set-[\w-]+)", text, re.MULTILINE))
            named = set(re.findall(r"\{prf:ref\}`(set-[\w-]+)`", text))
            faults += [f"{page.stem}: {label}" for label in sorted(named - said)]
    return faults


def test_a_page_shows_a_setting_before_the_theorems_that_name_it(tmp_path: Path) -> None:
    toc = (BOOK.parent / "_toc.yml").read_text(encoding="utf-8")
    pages = [
        BOOK / f"{name}.ipynb" for name in re.findall(r"file: book/((?:lectures/)?\w+)$", toc, re.M)
    ]
    assert settings_named_too_early(filter(Path.exists, pages)) == []
    without = nbformat.read(BOOK / "games.ipynb", as_version=4)
    without.cells = [cell for cell in without.cells if "ol.setting(" not in cell.source]
    nbformat.write(without, tmp_path / "games.ipynb")
    assert "games: set-games-compared" in settings_named_too_early([tmp_path / "games.ipynb"])


def test_the_page_has_a_place_for_the_theorems() -> None:
    for page, what in (("theorems", "theorems"), ("what_the_words_stand_for", "phrases")):
        text = (BOOK / f"{page}.md").read_text(encoding="utf-8")
        assert text.count(theorems.PLACE.format(what)) == 1
