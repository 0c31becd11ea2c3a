"""The texts that readers change, what is answered to them, and the changes that are offered."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import replace
from pathlib import Path

import breaks
import build
import live as site
import pytest

import olbook as ol
from olbook.checked import Context
from olbook.checked.written import read, written
from olbook.proofs import CATALOGUE, samplers
from olbook.proofs.live import _help, check, text_of

# One of each kind: a lemma, citations with images, another context, chance, an infimum, a limit.
SAMPLE = (
    "perceptron.margin",
    "perceptron.sharp",
    "batch.average",
    "mirror.trade_off",
    "ogd.average_bound_vanishes",
)
SMALL = textwrap.dedent(
    '''\
    ctx = Context(positive="a b", real="x")

    ctx.hyp("up", "x <= a", label="an upper bound")

    ctx.theorem("t", """
        x
        <= a
            | by up
        <= a + b
            | gap b
    """,
        claim="x <= a + b",
        title="A sum",
        name="small.sum")
    '''
)


def differences_from_the_book(name: str) -> list[str]:
    answer = check(text_of(name))
    if not answer["proved"]:
        return [f"{name}, line {answer['line']}: {answer['said']}"]
    return [f"{name}: proved otherwise"] * (answer["digest"] != ol.theorem(name).digest)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_text_of_a_theorem_proves_it(name: str) -> None:
    assert differences_from_the_book(name) == []


@pytest.mark.thorough
def test_the_texts_of_all_theorems_prove_them() -> None:
    assert [fault for name in CATALOGUE for fault in differences_from_the_book(name)] == []


def test_a_text_is_read_as_it_was_written() -> None:
    for name in CATALOGUE:
        text = text_of(name)
        assert written(read(text)) == text, name


def test_a_small_text_is_proved() -> None:
    answer = check(SMALL)
    assert answer["proved"]
    assert answer["claim"] == r"x \le a + b"
    assert [reason for _, rows in answer["proofs"] for reason, _ in rows] == [
        "",
        "an upper bound",
        r"dropping $b \ge 0$",
    ]


def refusal(old: str, new: str) -> tuple[int, str]:
    assert old in SMALL
    answer = check(SMALL.replace(old, new))
    assert not answer["proved"]
    return answer["line"], answer["said"]


def test_a_refusal_names_the_line() -> None:
    line, said = refusal("        | by up\n", "")
    assert line == 7
    assert "It would close with: by up" in said
    line, said = refusal("<= a + b\n", "<= a - b\n")
    assert line == 9
    assert "The step is FALSE" in said
    assert refusal("x <= a + b", "x <= a")[0] == 5  # the claim of the theorem
    assert refusal("x <= a", "x <= ")[0] == 3
    assert refusal('"a b"', '"a a"')[0] == 1


def test_lines_are_counted_with_the_signs_on_no_keyboard() -> None:
    assert refusal("<= a\n        | by up\n    <= a + b", "≤ a\n    ≤ a - b")[0] == 7


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "": "begins with the names",
        "import os": "line 1: here stands neither",
        'ctx = Context(real="a")\nprint(1)': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx = Context(real="b")': "line 2: one text",
        'ctx = Context(real="a")\nctx._declare("", "", "", {})': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx.facts': "line 2: here stands neither",
        'ctx = Context(real="a")\nctx.hyp("h", open("/etc/passwd"))': "line 2: a string",
        'ctx = Context(real="a")\nctx.hyp("h", f"{1}")': "line 2: a string",
        'ctx = Context(**{"real": "a"})': "line 1: arguments are written out",
        'ctx = Context(real="a")\nctx.hyp("h")': "line 2: ctx.hyp: missing",
        'ctx = Context(real="a")\nctx.hyp("h", 3)': "a formula is a string",
        'ctx = Context(real="a")\nctx.cite("h", theorem("no.such"))': "no theorem of the book",
        'ctx = Context(real="a")\nctx.hyp("h" "a == 1"': "line 2: this cannot be read",
        'ctx = Context(real="a")': "nothing is to be proved",
        "(" * 500: "this cannot be read",
    }.items(),
)
def test_what_is_no_such_call_is_refused_and_not_run(text: str, words: str) -> None:
    answer = check(text)
    assert not answer["proved"]
    assert words in answer["said"]


def test_a_theorem_keeps_the_help_that_the_judge_gets_from_the_book() -> None:
    text = text_of("batch.gradient_descent")
    assert "sample=" not in text
    assert "ctx.model" not in text
    found = _help(Context(vector="u"), "batch.gradient_descent")
    assert found == {"sample": samplers.stochastic_gradient_descent}


# --- the changes that are offered ----------------------------------------------------------------


def misfits(name: str, kept: list[breaks.Break]) -> list[str]:
    """What is wrong with the stored changes of a theorem, as far as one sees without checking."""
    text = text_of(name)
    lines = text.splitlines()
    alone = "ctx.hyp" not in text and len(ol.theorem(name).lines) == 2  # nothing much to change
    faults = [] if len(kept) >= 2 or (kept and alone) else [f"{name}: {len(kept)} changes"]
    for each in kept:
        fits = all(lines[int(n) - 1 : int(n)] == [line] for n, line in each.was.items())
        if (
            not fits
            or each.was.keys() != each.lines.keys()
            or breaks.text_after(text, each) == text
        ):
            faults.append(f"{name}: {each.says}: make it again, python book/_ext/breaks.py {name}")
    return faults


def test_every_theorem_has_changes_that_fit_its_text() -> None:
    kept = breaks.stored()
    assert sorted(kept.keys() - CATALOGUE.keys()) == []
    assert [fault for name in CATALOGUE for fault in misfits(name, kept.get(name, []))] == []


def test_a_change_of_another_text_does_not_fit() -> None:
    first, *others = breaks.stored()["perceptron.margin"]
    number, line = next(iter(first.was.items()))
    stale = replace(first, was={**first.was, number: f"{line} "})
    assert misfits("perceptron.margin", [stale, *others])
    assert misfits("perceptron.margin", [first])


def is_refused(name: str, each: breaks.Break) -> bool:
    return breaks.is_refused(text_of(name), each)


def test_some_changes_are_refused_as_stored() -> None:
    kept = breaks.stored()["perceptron.margin"]
    assert kept
    assert all(is_refused("perceptron.margin", each) for each in kept)
    assert not is_refused("perceptron.margin", replace(kept[0], answer="no"))
    assert not is_refused("perceptron.margin", replace(kept[0], lines=kept[0].was))


@pytest.mark.thorough
def test_all_changes_are_refused_as_stored() -> None:
    kept = breaks.stored()
    wrong = [(n, e.says) for n in CATALOGUE for e in kept.get(n, []) if not is_refused(n, e)]
    assert wrong == []


def test_changes_are_made_and_only_those_that_are_refused() -> None:
    made = breaks.breaks_of(SMALL)
    assert [each.says for each in made[:2]] == ["Without “an upper bound”", "Half of the bound"]
    assert all(not check(breaks.text_after(SMALL, each))["proved"] for each in made)
    assert made[0].lines == {"3": None, "8": None}
    assert breaks.NUMBERS in made[0].answer


def test_every_formula_of_a_refusal_is_set() -> None:
    kept = [each for breaks_of_one in breaks.stored().values() for each in breaks_of_one]
    for each in kept:
        said = "".join(text for text, _ in each.parts)
        assert said == re.sub('  |"', lambda found: found[0][1:], each.answer)
    words = {text for each in kept for text, pieces in each.parts if not pieces}
    assert [
        text for text in words if re.search(r"\w\[|\*|<|==|\b(Sum|dot|norm2|pos)\(", text)
    ] == []


# --- exercises, and the archive ------------------------------------------------------------------

CHAPTERS = sorted((build.ROOT / "book").glob("*.ipynb"))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_an_exercise_is_offered_with_its_hole(chapter: Path) -> None:
    found = site.exercises(chapter)
    assert "new_context()" not in chapter.read_text(encoding="utf-8") or found
    for text in found.values():
        answer = check(text)
        assert not answer["proved"]
        assert "unexplained" in answer["said"]


def test_the_archive_has_every_module_that_is_imported() -> None:
    """What the modules of the checker import from each other, from SymPy and from mpmath."""
    names = {name for name, _ in (*site.algebra(), *site.checker())}
    modules = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in names
    }
    assert "sympy.core.symbol" in modules
    for name, content in site.checker():
        for node in ast.walk(ast.parse(content)) if name.endswith(".py") else ():
            wanted = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            wanted += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for module in wanted:
                if module.partition(".")[0] in ("sympy", "mpmath"):
                    assert module in modules, f"{name} imports {module}"


def test_the_text_of_the_workbench_is_proved() -> None:
    assert check(site.EMPTY)["proved"]


def test_what_is_recorded_is_put_back() -> None:
    from olbook.proofs import perceptron

    before = perceptron.Context
    with site.recording(perceptron):
        assert perceptron.Context is not before
    assert perceptron.Context is before
