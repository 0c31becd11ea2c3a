"""A bound in a docstring of the package is that of a theorem, or says why it is of none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from chapter_checks import STATED, formulas_unlike_their_source
from faults import tell

import olbook as ol

PACKAGE = Path(ol.__file__).parent
BOUND = re.compile(
    r"\b(?:(?:at\s+most|at\s+least|grows\s+like)(?:\s+the\s+length)?|regret|bound)\s+:math:`([^`]+)`"
)
# The bounds as the docstrings have them, each with its theorem, as in the text of a chapter.
MARKS = r"""
$D\sqrt{2\sum_{t=1}^T\lVert g_t\rVert^2}$<!-- is ftrl.adagrad -->
$\frac1\alpha\bigl(1+d\ln(1+\frac T{4d})\bigr)$<!-- is curved.newton_tuned -->
$L\le C+aU^2+dY^2\ln\bigl(1+\frac{R^2T}{ad}\bigr)$<!-- is curved.vovk_azoury_warmuth -->
$(2+\sqrt2)\,\alpha\sqrt T$<!-- is doubling.regret -->
$\sqrt{kT/8}$<!-- is games.forced -->
$e^{-2\sum_{t=1}^T\gamma_t^2}$<!-- is games.adaboost -->
$\log_2n$<!-- is littlestone.halving, n for N -->
$\mathrm{Ldim}(H)$<!-- is littlestone.standard_optimal, \mathrm{Ldim}(H) for D -->
$R^2U^2$<!-- is perceptron.margin -->
$\frac{D^2}{2\eta}+\frac\eta2G^2T$<!-- is ogd.regret_from_any_start, G^2T for S -->
$\frac32DG\sqrt T$<!-- is ogd.shrinking_steps -->
$\sqrt{\frac T2\ln d}$<!-- is hedge.regret -->
$UG\sqrt T$<!-- is ogd.tuned -->
$R^2/\gamma^2$<!-- is perceptron.geometric_margin -->
$\frac14(1+\ln T)$<!-- is curved.lower_bound -->
$8k\ln d$<!-- is winnow.disjunctions -->
$\epsilon+U\sqrt{(T+1)\ln(1+(T+1)^2U^2/\epsilon^2)}$<!-- is tuning.coin_betting -->
"""
# What is no bound of a theorem: a hypothesis, or a computation beside it.
NO_THEOREM = {
    r"\alpha\sqrt n": "the hypothesis on the learner that is restarted",
    r"(\sqrt2-\frac43)\,T^{3/2}": "an adversary's, measured in test_adaptive_ftrl.py",
    r"4^T": "the Perceptron's bound on halved margins, measured in test_perceptron.py",
    r"\sum_tf_t(w_t)-\min_{u\in C}F(u)": "a definition",
    r"B": "a letter",
    r"G": "a letter",
    r"s": "a letter",
}


TIED = {match["tex"].removeprefix(r"L\le C+"): match[0] for match in STATED.finditer(MARKS)}


def bounds(text: str) -> Iterator[tuple[str, str]]:
    """The formulas behind words of a bound, with U for the length of u, each with what stands before it."""
    for letter, length in (("U", r"\lVert u\rVert"), ("D", r"\lVert u-w_1\rVert"), ("U", "|u|")):
        text = text.replace(length, letter)
    for match in BOUND.finditer(text):
        paragraph = text[: match.end()].rpartition("\n\n")[2].rpartition(":math:")[0]
        yield " ".join(match[1].split()), " ".join(paragraph.split())


def faults_of_bounds(text: str) -> list[str]:
    """Bounds in a module that are of no theorem, or of one that bounds from the other side."""
    faults = []
    for tex, before in bounds(text):
        if tex in TIED:
            faults += formulas_unlike_their_source(f"{before} {TIED[tex]}")
        elif tex not in NO_THEOREM:
            faults.append(f"a bound that no theorem is tied to: {tex}")
    return faults


def test_bounds_in_docstrings_are_those_of_theorems() -> None:
    modules = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py")}
    tell(
        f"olbook/{name}: {fault}"
        for name, text in modules.items()
        for fault in faults_of_bounds(text)
    )
    said = {tex for text in modules.values() for tex, _ in bounds(text)}
    gone = (TIED | NO_THEOREM).keys() - said
    tell([f"no docstring says this any more: {tex}" for tex in gone], "tests/test_docstrings.py")


@pytest.mark.parametrize(
    "said", [r"most :math:`R^2U`", r"most :math:`8k\ln(2d)`", r"least :math:`R^2U^2`"]
)
def test_another_bound_is_found(said: str) -> None:
    assert faults_of_bounds("The number is at\n    most :math:`R^2U^2`.") == []
    assert len(faults_of_bounds(f"The number is at\n    {said}.")) == 1
