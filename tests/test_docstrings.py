"""Formulas in docstrings are true: a bound is that of a theorem, a quantity is what the package computes.

What defines a quantity of a class or a function is computed in the table ``COMPUTED``, at random values. Small
changes of all other formulas, such as updates that have no value without a run, are noticed by ``turned.py``.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chapter_checks import STATED, formulas_unlike_their_source
from faults import ROOT, tell
from test_asked_formulas import bound, hedge, least
from tex_vectors import NUMBER, VECTOR, is_computed

import olbook as ol
from olbook import kernels, losses, regularizers
from olbook.bandits import UCB1
from olbook.curved_losses import SquaredDistance
from olbook.games import duality_gap
from olbook.littlestone_dimension import PassiveAggressive
from olbook.regret_to_risk import LargestCoordinate, linear_decay

PLACE = "tests/test_docstrings.py"
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
            faults.append(f"a bound that no theorem is tied to in MARKS, test_docstrings.py: {tex}")
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
    tell([f"no docstring says this any more: {tex}" for tex in gone], PLACE)


@pytest.mark.parametrize(
    "said", [r"most :math:`R^2U`", r"most :math:`8k\ln(2d)`", r"least :math:`R^2U^2`"]
)
def test_another_bound_is_found(said: str) -> None:
    assert faults_of_bounds("The number is at\n    most :math:`R^2U^2`.") == []
    assert len(faults_of_bounds(f"The number is at\n    {said}.")) == 1


# --- all other formulas ----------------------------------------------------------------------
def least_arm(a: Any, n: Any, c: float, t: int) -> Callable[[Any], bool]:
    """Whether the arm that UCB1 pulls next is the one with the smallest value."""
    learner = UCB1(c, d=3)
    for arm, average in enumerate(a):
        for _ in range(n[arm]):
            learner.update(arm, average)
    return lambda value: bool(learner.choose() == np.argmin(value))


def after(learner: Any, *examples: tuple[Any, float]) -> Any:
    """The weights after some examples."""
    for x, y in examples:
        learner.update(x, y)
    return learner.w


ENTROPY, HALF, TO_Q = regularizers.Entropy(), regularizers.SquaredNorm(), regularizers.SquaredPNorm
# What the formulas of a docstring are of their letters: those of a class or a function, or of one method.
COMPUTED: dict[str, list[Callable[..., Any]]] = {
    "bandits.UCB1": [least_arm],
    "curved_losses.SquaredDistance": [lambda w, y=VECTOR: SquaredDistance(y).value(w)],
    "domains.Ball.project": [lambda v, r: ol.Ball(r).project(v)],
    "domains.Ball.support": [lambda r, c=VECTOR: ol.Ball(r).support(c)],
    "domains.L1Ball.support": [lambda r, c=VECTOR: ol.L1Ball(r).support(c)],
    "games.FixedShare": [lambda w, g, eta: regularizers.softmax(np.log(w) - eta * g)],
    "games.duality_gap": [lambda A, p=VECTOR, q=VECTOR: duality_gap(A, p, q)],
    "games.self_play": [
        lambda m, T: least(lambda eta: hedge(eta, m, T)),
        lambda T, n=NUMBER: least(lambda eta: hedge(eta, n, T)),
    ],
    "kernels.linear": [lambda a, b: kernels.linear([a], [b])[0, 0]],
    "kernels.rbf": [lambda gamma, a, b: kernels.rbf(gamma)([a], [b])[0, 0]],
    "littlestone_dimension.PassiveAggressive": [
        lambda w, x, y: (after(PassiveAggressive(), (w / (w @ w), 1), (x, y)) - w) @ (y * x),
    ],
    "losses.Square": [
        lambda s, y: losses.Square().value(y, s),
        lambda s, y: losses.Square().slope(y, s),
    ],
    "losses.Absolute": [
        lambda s, y: losses.Absolute().value(y, s),
        lambda s, y: losses.Absolute().slope(y, s),
    ],
    "losses.Hinge": [lambda s, y: losses.Hinge().value(y, s)],
    "losses.Logistic": [
        lambda s, y: losses.Logistic().value(y, s),
        lambda s, y: losses.Logistic().slope(y, s),
    ],
    "online_convex_optimization.orthogonal_gradients": [
        lambda U, G, T: -bound("ogd.tuned", U=U, G=G, T=T)
    ],
    "regret_to_risk.linear_decay": [lambda U, G, T, t: linear_decay(U, G, T)(t)],
    "regret_to_risk.LargestCoordinate": [lambda G, w: LargestCoordinate(G).value(w)],
    "regularizers.SquaredNorm": [
        lambda w: HALF.value(w),
        lambda u, w: HALF.divergence(u, w),
    ],
    "regularizers.Entropy": [
        lambda w: ENTROPY.value(w),
        lambda w: ENTROPY.gradient(w),
        lambda u, w: ENTROPY.divergence(u, w),
        lambda theta: ENTROPY.inverse_gradient(theta),
        lambda theta: ENTROPY.minimize(theta, ol.Simplex())[0],
    ],
    "regularizers.SquaredPNorm": [
        lambda w, q: TO_Q(q).value(w),
        lambda w, q: TO_Q(q).gradient(w),
        lambda q: TO_Q(q).p,
        lambda theta, p: TO_Q(p / (p - 1)).inverse_gradient(theta),
    ],
    "regularizers.gradient_of_half_squared_norm": [
        lambda v, r: regularizers.gradient_of_half_squared_norm(v, r) @ v / 2
    ],
    "square_loss.WidrowHoff": [
        lambda w, eta, x, y: after(ol.WidrowHoff(eta), (w, 1 / eta), (x, y)),
    ],
}
TEX = re.compile(r":math:`([^`]+)`|\.\. math::((?:[^\n]*\n)(?:\s*\n)?(?:[ ]+\S[^\n]*\n)*)")
PLAIN = re.compile(r"_(?:\{[^}]*\}|\\?\w)")  # subscripts
SAYS = re.compile(r"[=+\-^/<>]|\\(?:frac|sqrt|ln|sum|le|ge|lvert|lVert)(?![A-Za-z])")
OF_NUMBERS = re.compile(r"\\?\w+(?:_\\?\w+)?(?:=|<|>|\\le|\\ge)\s?-?\d")


def documented(module: str, text: str) -> Iterator[tuple[str, str]]:
    """The docstrings of a module, of its public classes and functions, and their places."""

    def below(node: Any, place: str) -> Iterator[tuple[str, str]]:
        if doc := ast.get_docstring(node):
            yield place, doc
        for inner in node.body:
            if isinstance(inner, ast.ClassDef | ast.FunctionDef) and not inner.name.startswith("_"):
                yield from below(inner, f"{place}.{inner.name}")

    yield from below(ast.parse(text), module)


def formulas(doc: str) -> Iterator[str]:
    """The formulas of a docstring that say something."""
    for match in TEX.finditer(doc + "\n"):
        for part in re.split(r"\\q?quad", " ".join((match[1] or match[2]).split())):
            tex = part.strip().rstrip(".,")
            if SAYS.search(PLAIN.sub("", tex)) and not OF_NUMBERS.fullmatch(tex):
                yield tex


@pytest.mark.parametrize(
    "tool", sorted((ROOT / "book" / "_tools").glob("*.py")), ids=lambda p: p.stem
)
def test_examples_of_tools_are_right(tool: Path) -> None:
    if ">>>" in tool.read_text(encoding="utf-8"):
        assert doctest.testmod(import_module(tool.stem)).failed == 0


def idle(texts: dict[str, str]) -> list[str]:
    """What is computed, and no formula of its docstring says."""
    every = [
        (place, tex)
        for module, text in texts.items()
        for place, doc in documented(module, text)
        for tex in formulas(doc)
    ]
    return [
        f"olbook/{place}: no formula there is the {number}. of COMPUTED, {PLACE}"
        for place, table in COMPUTED.items()
        for number, how in enumerate(table, start=1)
        if not any(where.startswith(place) and is_computed(tex, how) for where, tex in every)
    ]


def test_formulas_in_docstrings_are_what_the_package_computes() -> None:
    tell(idle({path.stem: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py")}))


@pytest.mark.parametrize(
    ("module", "said", "slip"),
    [
        ("bandits", r"a_{t,i}-\sqrt", r"a_{t,i}+\sqrt"),
        ("regularizers", "-u_i+w_i)", "+u_i-w_i)"),
        ("losses", "1+e^{-ys}", "1+e^{ys}"),
        ("regret_to_risk", r"G\max_iw_i", r"\max_iw_i"),
        ("domains", r"\min(1,r/", r"\max(1,r/"),
        ("games", r"\max_j(p^\top A)_j-\min_i", r"\max_j(p^\top A)_j+\min_i"),
    ],
)
def test_a_slip_in_a_docstring_is_found(module: str, said: str, slip: str) -> None:
    text = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
    assert said in text
    before, after = (
        [fault for fault in idle({module: each}) if fault.startswith(f"olbook/{module}")]
        for each in (text, text.replace(said, slip))
    )
    assert before == []
    assert after
