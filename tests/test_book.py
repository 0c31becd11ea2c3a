"""The pages that are not notebooks: what they quote is what the programs say."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

import olbook as ol
from olbook.checked import CheckError, Context

BOOK = Path(__file__).parents[1] / "book"
HOW_IT_IS_CHECKED = (BOOK / "how_it_is_checked.md").read_text(encoding="utf-8")


def python_blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_the_example_of_the_checking_page_runs() -> None:
    (example,) = python_blocks(HOW_IT_IS_CHECKED)
    names: dict[str, object] = {}
    exec(example, names)
    theorem = names["thm"]
    assert theorem.bound(U=1.0, G=2.0, T=100) == pytest.approx(20.0)  # type: ignore[attr-defined]


def test_the_checking_page_quotes_the_refusal_the_checker_gives() -> None:
    (example,) = python_blocks(HOW_IT_IS_CHECKED)
    wrong = example.replace("U/(G*sqrt(T))", "U/sqrt(T)")
    assert wrong != example
    with pytest.raises(CheckError) as refusal:
        exec(wrong, {})
    (quoted,) = re.findall(r"```text\n(tuned, step 2:.*?)\.\.\.\n```", HOW_IT_IS_CHECKED, re.DOTALL)
    said = " ".join(str(refusal.value).split())
    assert said.startswith(" ".join(quoted.split()).rstrip(" ,"))


def test_the_gap_shown_on_the_checking_page_is_accepted() -> None:
    (line,) = re.findall(r"```text\n(\s*U\*G\*sqrt\(T\)\n.*?)```", HOW_IT_IS_CHECKED, re.DOTALL)
    ctx = Context(positive="eta U G", posint="T")
    assert ctx.prove("no_better_step", line).fact.operator == "<="


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
