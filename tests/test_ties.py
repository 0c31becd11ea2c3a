"""Ties are mistakes, in every text: no rule compares a learner's score strictly, and no words make an exception.

The learners of the package are asked what they do at a tie; the texts are the pages of the book, but for
those on lecture notes, whose rules they correct; the assignments; the bank, the examination, and the docstrings.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from chapter_checks import NO_TIE, TEMPTING
from faults import ROOT, tell

import olbook as ol

TIE = re.compile(
    r"\b[Tt]ies?\b|\bexactly \$(?:\\frac12|0)\$|\bscore (?:of|is) (?:exactly )?(?:zero\b|\$0\$)"
)
ERRS = re.compile(r"\b(?:mistakes?|errors?|errs?|wrong|right|counts?)\b")
SAYS_ALL = re.compile(
    r",? (?:whatever the label is|with either label|for both labels)\b|\b(?:No mistakes, no ties|right, and no tie)\b",
    re.IGNORECASE,
)
EXCEPTS = re.compile(
    r"\b(?:no|not|never|neither|nor|only|unless|right|if|when|except|but|either|labels?)\b"
    r"|\b(?:on|for|with) (?:a|the|an) (?:positive|negative)\b|[-+]1"
)
# Sentences that say of a tie what holds on a condition, or what others do.
OTHERS = (
    "If a tie is not a mistake, a learner that updates only on mistakes stays at zero for ever.",
    "On this page Halving says *minus* at a tie, where elsewhere in the book it is wrong, and also when",
    "A score of zero is no answer, so it counts as a mistake.",
    "A score of zero has no wrong sign, so update only if $y_t\\langle w_t,x_t\\rangle<0$.",
    "So a tie on a negative point is no mistake.",
    "A score of zero is right",
    "Whoever calls a tie $-1$ saves the first of these mistakes, and no other.",
    "To a tie, which is a mistake",  # of a player who has to answer something
)
PLACE = "tests/test_ties.py"


def faults_of(text: str) -> list[str]:
    """Rules and words of a text in which a tie is no mistake."""
    faults = [
        f"a tie is a mistake, here it is not: {m[0]}"
        for m in NO_TIE.finditer(TEMPTING.sub("", text))
    ]
    for sentence in re.split(r"(?<=[.:;!?])\s+|\n\n|\||\s\(", text):
        said = SAYS_ALL.sub("", " ".join(sentence.split()))
        of_others = any(other in said for other in OTHERS)
        if not of_others and all(words.search(said) for words in (TIE, ERRS, EXCEPTS)):
            faults.append(f"excepts some ties; if that is right, enter it in {PLACE}: {said}")
    return faults


def texts() -> dict[Path, str]:
    """All texts in which a rule of a learner may stand, with the strings of a program in one piece."""
    found = {}
    for pattern in ("book/*.ipynb", "book/*.md", "instructor/*.ipynb", "instructor/*.md"):
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".ipynb":
                cells = nbformat.reads(text, as_version=4).cells
                text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
            found[path] = text
    for path in sorted([*ROOT.glob("instructor/*.py"), *ROOT.glob("olbook/*.py")]):
        text = re.sub(r'"\s*\n\s*[rf]*"', "", path.read_text(encoding="utf-8"))
        found[path] = "\n\n".join(re.findall(r'"""[\s\S]*?"""|"[^"\n]*"', text))
    return found


def test_ties_are_mistakes_in_every_text() -> None:
    tell(
        f"{path.relative_to(ROOT)}: {fault}"
        for path, text in texts().items()
        for fault in faults_of(text)
    )
    every = " ".join(" ".join(texts().values()).split())
    tell([f"no text says this any more: {other}" for other in OTHERS if other not in every], PLACE)


@pytest.mark.parametrize("label", [-1, 1])
@pytest.mark.parametrize(("learner", "x"), [(ol.Perceptron, [1.0, 2.0]), (ol.Winnow, [1, 1, 0, 0])])
def test_a_learner_of_the_package_moves_at_a_tie(learner: type, x: list[float], label: int) -> None:
    run = ol.play(learner(), [x], [label], keep_weights=True)
    assert run.n_mistakes == 1
    assert (run.weights[0] != run.w).any()


@pytest.mark.parametrize(
    ("said", "slip"),
    [
        (r"if $y_t\langle w_t,x_t\rangle\le0$", r"if $y_t\langle w_t,x_t\rangle<0$"),
        (r"$y_t(\langle w_t,x_t\rangle-\frac12)\le0$", r"$y_t(\langle w_t,x_t\rangle-\frac12)<0$"),
        ("A tie is a mistake, whatever the label is.", "A tie is a mistake if the label is $+1$."),
        ("a score of zero is a mistake;", "a score of zero is right;"),
        ("exactly $\\frac12$ counts as a mistake", "exactly $\\frac12$ counts as no mistake"),
        ("a tie counts.", "a tie does not count."),
        ("It counts a tie as a mistake.", "It counts no tie as a mistake."),
    ],
)
def test_an_exception_is_found(said: str, slip: str) -> None:
    assert faults_of(said) == []
    assert faults_of(slip)
