"""The pages that are not notebooks: what they quote is what the programs say."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
import summary

import olbook as ol
from olbook.checked import CheckError
from olbook.checked.context import KINDS
from olbook.checked.language import RESERVED
from olbook.checked.render import inline, label_for

BOOK = Path(__file__).parents[1] / "book"
HOW_IT_IS_CHECKED = (BOOK / "how_it_is_checked.md").read_text(encoding="utf-8")


#: What each chapter must contain: items of the five sets of notes, and slips in them or our copies.
ANCHORS = {
    "perceptron": """
        s0-d5 s0-r6 s0-d6 s0-f1 s0-al2 s0-x2
        s1-d1 s1-f1 s1-f2 s1-d2 s1-d3 s1-l1 s1-r5 s1-al1 s1-l2 s1-al2 s1-t1 s1-t2 s1-t3 s1-t4 s1-l3
        s3-r1 s3-d1 s3-d2 s3-d3 s3-d4 s3-r2 s3-d5 s3-d6 s3-l1 s3-al1 s3-t1 s3-r5 s3-d7 s3-r3 s3-l2
        s3-d8 s3-r4
        e0-12 e0-13 e0-14 e1-01 e1-02 e1-03 e1-04 e1-05 e1-06 e1-07 e1-08 e1-21 e2-01 e2-02
        e3-01 e3-02 e3-03 e3-04 e3-05 e3-06 e3-07
    """
}


@pytest.mark.parametrize("chapter", ANCHORS)
def test_every_item_of_a_chapter_has_its_anchor(chapter: str) -> None:
    notebook = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    anchors = re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE)
    assert sorted(set(ANCHORS[chapter].split()) - set(anchors)) == []
    assert len(anchors) == len(set(anchors))
    errata = {anchor for anchor in anchors if re.fullmatch(r"e\d-\d\d", anchor)}
    listed = re.findall(r"^\| \[E\d-\d\d\]\(#(e\d-\d\d)\)", text, re.MULTILINE)
    assert sorted(listed) == sorted(errata)


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
    listed = re.findall(r"automodule:: (\S+)\n\s+:members:([^\n]*)", page)
    on_page = {re.sub(r".*\.", "", name) for name in re.findall(r"autofunction:: (\S+)", page)}
    for module, members in listed:
        names = [name.strip() for name in members.split(",") if name.strip()]
        on_page.update(names or vars(importlib.import_module(module)))
    modules = {name for name in ol.__all__ if isinstance(getattr(ol, name), ModuleType)}
    documented_modules = {module.removeprefix("olbook.") for module, _ in listed}
    assert set(ol.__all__) - modules - on_page == {"__version__"} & set(ol.__all__)
    assert modules <= documented_modules


# --- the page of all theorems --------------------------------------------------------------------


def test_the_page_of_theorems_has_every_theorem_with_all_it_supposes() -> None:
    page = summary.as_markdown(set())
    rows = re.findall(
        r"^\* - \((row-[\w-]+)\)=\n    \*\*(\S+)\*\* (.*)\n  - (.*)\n  - (.*)$", page, re.M
    )
    assert [row[1] for row in rows] == [
        theorem.source for theorems in summary.topics().values() for theorem in theorems
    ]
    assert {row[1] for row in rows} == set(ol.theorems())
    assert len({row[0] for row in rows}) == len(rows)
    for _, identifier, title, claim, under in rows:
        theorem = ol.theorem(identifier)
        assert title == theorem.title
        assert claim == inline(theorem.claim_tex)
        for fact in theorem.supposed:
            stated = f"{fact.label} {inline(fact.tex)}"
            assert stated in under or (fact in theorem.of_setting and stated in page)
        assert all(other.source in under for other in theorem.cited)
        assert all(fact.words in under for fact in theorem.assumed)


def test_a_theorem_is_linked_if_a_chapter_shows_it() -> None:
    shown = summary.labels_in(BOOK)
    assert "thm-s1-t3" in shown
    assert summary.as_markdown(shown).count("{prf:ref}`thm-") == len(
        {label_for(identifier) for identifier in ol.theorems()} & shown
    )


def test_the_page_has_a_place_for_the_theorems() -> None:
    text = (BOOK / "theorems.md").read_text(encoding="utf-8")
    assert len(summary.PLACE.findall(text)) == 1
