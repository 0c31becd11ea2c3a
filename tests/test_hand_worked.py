"""Exercises that are worked by hand: each number of their solutions is computed here, and each is said.

Each row of numbers and each number in a formula of such a solution is one that is computed here, or is
given by the exercise, or is the end of an equation between numbers, which ``test_chapters.py`` tries.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
import tex_vectors
from chapter_checks import FORMULA, GIVEN, SOURCED, STATED
from faults import tell
from scipy.optimize import minimize
from sources import SPELLED, in_digits
from tex_values import Unreadable, members, near, worth

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad
from olbook.curved_losses import forced_numbers

BOOK = Path(__file__).parents[1] / "book"
Row = tuple[float, ...]  # of one number, too


def perceptron() -> list[Any]:
    X = np.array([[1, 2], [2, -1], [0, 1], [3, 1], [1, 1]], float)
    run = ol.play(ol.Perceptron(), X, np.array([1.0, -1, 1, -1, 1]), keep_weights=True)
    radius = (X**2).sum(axis=1).max()
    return [
        *run.weights[[1, 2, 4, 5]],
        *run.scores[[1, 2, 3, 4]],
        *(run.n_mistakes, radius, run.w @ run.w, radius * run.n_mistakes),
    ]


def winnow() -> list[Any]:
    X = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 1, 1], [1, 1, 0, 0]], float)
    y = np.array([-1.0, 1, -1, 1])
    run = ol.play(ol.Winnow(np.log(2) / 2), X, y, keep_weights=True)
    return [*run.weights[1:4], *run.scores]


def add_and_multiply() -> list[Any]:
    """By the formulas of the exercise, not the package: its steps are of no unit."""
    X, y = np.array([[1, -1], [1, 0], [0, 1]], float), np.array([1.0, 1, 0])
    w, v, found = np.zeros(2), np.ones(2), []
    for x, truth in zip(X, y, strict=True):
        z = np.sign(w @ x - truth)
        found += [w, w @ x, z]
        w = w - z * x
    for x, truth in zip(X, y, strict=True):
        p = v / v.sum()
        z = np.sign(p @ x - truth)
        found += [v, *([p] if p[0] != p[1] else []), p @ x, z]
        v = v * np.exp(-np.log(2) * z * x)
    run = ol.play(ol.GradientDescent(1.0, "absolute"), X, y)
    np.testing.assert_allclose(run.w, w)
    return [*found, w, v, v / v.sum(), run.losses.sum(), 1 + 1 / 5 + 1 / 9]


def square_loss() -> list[Any]:
    X, y = np.array([[1.0, 0], [1, 0]]), np.ones(2)
    run = ol.play(ol.WidrowHoff(0.5), X, y, keep_weights=True)
    bound = ol.theorem("square.widrow_hoff").bound
    errors = run.scores - y
    bounds = [bound(eta=0.5, C=0.0, U=1.0), bound(eta=0.5, C=0.5, U=0.5)]
    return [*run.weights[1:], *errors, (errors**2).sum(), *bounds]


def step_to_tune() -> list[Any]:
    """The best of a hundred steps."""
    bound = ol.theorem("square.widrow_hoff").bound
    eta = min(np.arange(1, 100) / 100, key=lambda eta: bound(eta=eta, C=4.0, U=3.0))
    return [bound(eta=0.5, C=4.0, U=3.0), eta, bound(eta=eta, C=4.0, U=3.0)]


def leaders() -> list[Any]:
    g = np.array([0.5, -1, 1, -1])
    sums = np.r_[0, np.cumsum(g)[:-1]]
    leader, gentle = -np.sign(sums), -0.5 * sums
    return [leader, leader @ g, gentle, gentle @ g, g.sum(), 1, -abs(g.sum())]


def mirrors() -> list[Any]:
    w, g = np.array([0.5, 0.5]), np.array([np.log(2), 0])
    simplex = ol.Simplex()
    back = ol.Entropy().inverse_gradient(ol.Entropy().gradient(w) - g)
    pictures = [back[0], back[1], back.sum(), back / back.sum(), w - g, simplex.project(w - g)]
    return [ol.Entropy().gradient(w)[0], g[0], *pictures]


def projections() -> list[Any]:
    v = np.array([3.0, 4.0])
    domains = (ol.Ball(1.0), ol.Box(-1.0, 1.0), ol.Simplex())
    return [*(domain.project(v) for domain in domains), -1]


def experts() -> list[Any]:
    G = np.array([[1.0, 0], [0, 1], [1, 0]])
    run = ol.play_oco(ol.Hedge(np.log(2)), G)
    paid = run.losses.sum()
    return [run.weights[:3, 0], paid, paid - 1]


def four_slopes() -> list[Any]:
    g = np.array([2.0, -1, -1, -1])
    run = ol.play_oco(ol.OnlineGradientDescent(0.5, ol.Box(-1.0, 1.0)), g[:, None])
    paid, best = run.losses.sum(), -abs(g.sum())
    squares = (g**2).sum()
    bound = ol.theorem("ogd.regret").bound(U=1.0, S=squares, eta=0.5)
    return [run.weights[:4, 0], run.losses, best, paid - best, 1, squares, bound]


def halving() -> list[Any]:
    """The risks of the thresholds 2, 1, 1 where all three points are plus."""
    risks = np.array([2, 1, 1]) / 3
    return [risks, risks.mean(), 2 / 3]


def three_targets() -> list[Any]:
    y = np.array([1.0, -1, 1])
    w = np.r_[0, np.cumsum(y)[:-1] / np.arange(1, 3)]
    paid, best = (w - y) ** 2 / 2, ((y - y.mean()) ** 2).sum() / 2
    c = np.asarray(forced_numbers(3))[1:]
    return [w, paid, paid.sum(), y.mean(), best, paid.sum() - best, *c, c.sum() / 2]


def two_steps() -> list[Any]:
    run = ol.play_oco(AdaGrad(5 * 2**0.5), np.array([[3.0], [4.0]]))
    rates = 5 * 2**0.5 / np.sqrt(2 * np.cumsum([9, 16]))
    return [*run.weights[1:, 0], *rates, 3**2 + 4**2]


def two_draws() -> list[Any]:
    """Each draw of arm 1 has the estimate of its loss, divided by its probability."""
    p, found = np.array([1 / 2, 1 / 2]), []
    for loss in (1 / 2, 1 / 3):
        found += [*p]
        other = (1 / 3) / p[1]
        p = p * np.exp(-np.log(2) * np.array([loss / p[0], 0]))
        p = p / p.sum()
    return [*found, *p, other]


def three_points() -> list[Any]:
    c = 1 / (3 * 3**0.5)
    y_1 = -1 / 3  # from 0 to the target 1 in the three rounds
    ends = [1 - 3 * c, 3 * c, (3 * c - 1 / 3) ** 2]  # the last loss, the bound, what is dropped
    return [c, -1, 0, 3 * c, y_1, -y_1, 1 + y_1, *ends]


def two_tosses() -> list[Any]:
    sums = np.array([2.0, 0, 0, -2])
    best = np.abs(sums)
    return [sums, -sums, best, (-sums).mean(), best.mean(), best.mean() / 2]


def defeat() -> list[Any]:
    """Rows of signs, lifted with the bias 1, and the scores of what was added before, with the labels."""
    signs = np.array([[1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])
    labels = signs[:, 1]
    lifted = np.column_stack([signs + 1, [-1, -1, -1]])
    inner = lifted @ lifted.T
    scores = np.tril(inner, -1) @ labels
    return [*signs, *lifted, inner[0, 1], inner[0, 2], inner[1, 2], *scores]


def corners() -> list[Any]:
    """The corner of the rectangle at which 3a - 4b is largest."""
    rectangle = np.array([[a, b] for a in (-1, 1) for b in (-0.5, 0.5)])
    worths = rectangle @ [3.0, -4.0]
    return [rectangle[worths.argmax()], worths.max()]


COMPUTED: dict[str, Callable[[], list[Any]]] = {
    "ex-five-rounds": perceptron,
    "ex-winnow-by-hand": winnow,
    "ex-three-rounds": add_and_multiply,
    "ex-sq-hand": square_loss,
    "ex-sq-tune": step_to_tune,
    "ex-four-rounds": leaders,
    "ex-two-mirrors": mirrors,
    "ex-oco-by-hand": projections,
    "ex-hedge-rounds": experts,
    "ex-oco-four-rounds": four_slopes,
    "ex-by-hand": halving,
    "ex-curved-hand": three_targets,
    "ex-af-two-rounds": two_steps,
    "ex-bandits-draws": two_draws,
    "ex-risk-three": three_points,
    "ex-two-tosses": two_tosses,
    "ex-winnow-defeat": defeat,
    "ex-convex-dual": corners,
}
BOX = re.compile(
    r"^(:{3,})\{(exercise|solution)(?:-start)?\}(.*?)^\1\s*$", re.DOTALL | re.MULTILINE
)


def boxes() -> Iterator[tuple[str, str, str, Path]]:
    """The label, kind, text and file of each exercise and solution of the book."""
    for path in sorted(BOOK.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                for _, kind, text in BOX.findall(cell.source):
                    yield re.findall(r"\bex-[\w-]+", text)[0], kind, text, path


TEXTS = {(label, kind): text for label, kind, text, _ in boxes()}
FILES = {label: path for label, _, _, path in boxes()}


def row(tex: str) -> Row:
    """A number, or numbers between commas, perhaps in brackets; else the empty row."""
    inside = re.sub(r"^\(([^()]*)\)$", r"\1", tex.strip())
    try:
        values = [worth(part) for part in inside.split(",")]
    except Unreadable:
        return ()
    return () if any(names for _, names in values) else tuple(v.real for v, _ in values)


def rows(text: str) -> Iterator[tuple[str, Row]]:
    """The numbers and rows in the formulas of a text, each with its formula; not the ends of equations in numbers."""
    for mark in (SOURCED, GIVEN, STATED):
        text = mark.sub(" ", text)
    for match in FORMULA.finditer(text):
        sides = members(match[1])[0]
        for before, side in zip([""] + sides, sides, strict=False):
            if (found := row(side)) and not (len(found) == 1 and row(before)):
                yield match[1], found


def alike(one: Row, other: Row) -> bool:
    """Whether two rows have the same numbers."""
    return len(one) == len(other) and all(map(near, one, other))


@pytest.mark.parametrize("label", COMPUTED)
def test_a_solution_says_what_is_computed(label: str) -> None:
    computed = [tuple(np.ravel(value).astype(float)) for value in COMPUTED[label]()]
    said = list(rows(TEXTS[label, "solution"]))
    given = [row for _, row in rows(TEXTS[label, "exercise"])]
    faults = [
        f"solution of {label}: {tex}, and tests/test_hand_worked.py computes nothing like it"
        for tex, found in said
        if not any(alike(found, other) for other in computed + given)
    ]
    shown = [row for _, row in said] + given
    ends = [row(side) for f in FORMULA.findall(TEXTS[label, "solution"]) for side in members(f)[0]]
    words = [
        (float(n),) for n in re.findall(r"(?<![\w.])-?\d+(?!\w|\.\d)", TEXTS[label, "solution"])
    ]
    faults += [
        f"solution of {label}: it does not say {', '.join(f'{n:.6g}' for n in value)}, which is computed"
        for value in computed
        if not any(alike(value, other) for other in shown + ends + words)
    ]
    tell(dict.fromkeys(faults), FILES[label])


def literals(how: Callable[[], list[Any]]) -> set[float]:
    """The numbers from which something is computed, and those that it makes of numbers alone."""
    found = {0.0}
    for node in ast.walk(ast.parse(inspect.getsource(how))):
        if isinstance(node, ast.Constant | ast.BinOp | ast.Call):
            try:
                found.add(abs(float(eval(ast.unparse(node), {"np": np}))))
            except (NameError, TypeError, ValueError, AttributeError):  # no number
                continue
    return found


# Numbers in words; those of rounds and of the places of a letter count what is there.
IN_WORDS = re.compile(rf"(?<![\w.$\\{{])(?:\d+|{SPELLED})(?![\w.]*\d)", re.IGNORECASE)
COUNTS = re.compile(
    r"\W*(?:\w+ )?(?:rounds?|steps?|samples|examples|draws?|points|rows|experts|arms|advisers|switch(?:es)?"
    r"|losses|coordinates|projections|tosses|numbers|mirrors)\b"
)
# What the package, or the solution in words, begins with.
GIVEN_OTHERWISE: dict[str, set[float]] = {
    "ex-winnow-by-hand": {1 / 2, 1 / 4},  # the threshold, and the start for four switches
    "ex-oco-by-hand": {2},  # a point at which the hinge is flat
    "ex-two-tosses": {1},  # the ends of the interval, and the coin
    "ex-winnow-defeat": {4},  # the length of the rows
}


FACTORS = re.compile(r"(?:^|(?<=[-+(|\s]))\d+(?=[A-Za-z|])")  # of letters


def givens(label: str, text: str) -> list[str]:
    """The numbers that an exercise states, and that its computation here does not begin with."""
    known = literals(COMPUTED[label]) | GIVEN_OTHERWISE.get(label, set())
    body = text.partition("\n")[2]
    for mark in (SOURCED, GIVEN, STATED):
        body = mark.sub(" ", body)
    body = re.sub(
        r"^:label:.*$|\{\w+(?::\w+)?\}`[^`]*`|\]\([^)]*\)|^\d\. |\barm \d",
        " ",
        body,
        flags=re.MULTILINE,
    )
    told = [side for tex in FORMULA.findall(body) for side in members(tex)[0]]
    numbers = [(side, abs(n)) for side in told for n in all_of(side)]
    numbers += [(side, float(n)) for side in told for n in FACTORS.findall(side)]
    prose = FORMULA.sub(" $ ", body)
    numbers += [
        (m[0], float(in_digits(m[0])))
        for m in IN_WORDS.finditer(prose)
        if not COUNTS.match(prose, m.end())
    ]
    return [said for said, n in numbers if not any(near(n, other) for other in known)]


def all_of(tex: str) -> Iterator[float]:
    """The numbers of a row, or of rows in brackets."""
    parts = [tex] if row(tex) else re.findall(r"\(([^()]*)\)", tex) or tex.split(",")
    for part in parts:
        yield from row(part)


@pytest.mark.parametrize("label", COMPUTED)
def test_a_solution_is_computed_from_what_the_exercise_gives(label: str) -> None:
    tell(
        (
            f"exercise {label}: {said}, and {COMPUTED[label].__name__} in tests/test_hand_worked.py "
            "computes the solution from no such number"
            for said in givens(label, TEXTS[label, "exercise"])
        ),
        FILES[label],
    )


TIMES = re.compile(rf"(?i:\btwice (?=as\b)|(?:{SPELLED}|\b\d+) \*?times\b(?! (?:smaller|larger)))")


def unsaid_factors(text: str) -> list[str]:
    """How many times something is another, without what this comes from."""
    return [" ".join(m[0].split()) for m in TIMES.finditer(SOURCED.sub("\n", text))]


def test_a_factor_in_a_solution_has_its_source() -> None:
    tell(
        f"{FILES[label].name}: solution of {label}: {said!r} without a mark <!-- = expression --> behind the number"
        for (label, kind), text in TEXTS.items()
        if kind == "solution"
        for said in unsaid_factors(text)
    )


@pytest.mark.parametrize(
    ("label", "said", "slip"),
    [
        ("ex-sq-tune", "length 3", "length 2"),
        ("ex-five-rounds", "(3,1)", "(3,7)"),
        ("ex-hedge-rounds", r"\ln2", r"\ln3"),
        ("ex-convex-dual", "(3,-4)", "(3,-5)"),
        ("ex-oco-four-rounds", "$2w$", "$3w$"),
    ],
)
def test_another_number_given_is_found(label: str, said: str, slip: str) -> None:
    text = TEXTS[label, "exercise"]
    assert said in text
    assert givens(label, text.replace(said, slip))
    assert unsaid_factors("costs four *times* as many") == ["four *times"]


# Worked by hand, with numbers that nothing here computes: letters, or one equation.
BY_LETTERS = {
    "ex-af-constant",
    "ex-bandits-spread",
    "ex-convex-five",
    "ex-convex-pinsker",
    "ex-curved-cash",
    "ex-dt-guess",
    "ex-dt-hedge",
    "ex-how-many",
    "ex-which-bound",
    "ex-root",
    "ex-risk-coins",
    "ex-winnow-start",
    "ex-wt-heads",
}


def test_what_is_worked_by_hand_is_computed() -> None:
    """A solution by hand with fractions or rows of numbers is in the table above."""
    faults = [f"{label} is no exercise of the book" for label in BY_LETTERS - FILES.keys()]
    for (label, kind), text in TEXTS.items():
        if kind == "exercise" and "by hand" in text.split("\n")[0]:
            given = [row for _, row in rows(text)]
            said = rows(TEXTS[label, "solution"])
            loose = [t for t, r in said if "frac" in t or len(r) > 1 if r not in given]
            if loose and label not in COMPUTED.keys() | BY_LETTERS:
                faults.append(
                    f"{label}: compute its numbers in tests/test_hand_worked.py, by a function named in "
                    f"COMPUTED that returns them: {loose}"
                )
    tell(faults, "book")


# --- tables with a formula in each row -------------------------------------------------------
def table(name: str, above: str) -> list[list[str]]:
    """The cells of the rows below a heading, each the first formula in it, if there is one."""
    text = "\n".join(
        cell.source
        for cell in nbformat.read(BOOK / name, as_version=4).cells
        if cell.cell_type == "markdown"
    )
    (body,) = re.findall(rf"^{re.escape(above)}.*\n\|[-|]+\n((?:\|.*\n?)+)", text, re.MULTILINE)
    lines = [line.strip("| ").split(" | ") for line in body.splitlines()]
    return [[(re.findall(r"\$([^$]+)\$", c) or [c])[0] for c in line] for line in lines]


def at(tex: str, **values: float) -> float:
    """The value of a formula of a table at a point, with its letters and norms."""
    names = {"w": r"\lVert w\rVert", "theta": r"\lVert\theta\rVert_*"}
    told = {names.get(n, n): v for n, v in values.items()} | {
        f"\\{n}": v for n, v in values.items()
    }
    value, loose = worth(tex, 0, told | values)
    assert not loose, (tex, loose)
    return value.real


def test_a_slope_in_the_table_is_that_of_the_loss_beside_it() -> None:
    """Where both are formulas: by a difference quotient, for both labels."""
    tried, faults = 0, []
    for loss, ell, slope, *_ in table("gd_eg_ftrl.ipynb", "| loss | $\\ell(y,s)$"):
        for y, s in ((1.0, -0.7), (1.0, 0.4), (-1.0, 0.9)):
            try:
                rise = (at(ell, y=y, s=s + 1e-6) - at(ell, y=y, s=s - 1e-6)) / 2e-6
                said = at(slope, y=y, s=s)
            except Unreadable:
                continue
            tried += 1
            if abs(rise - said) > 1e-6:
                faults.append(
                    f"{loss}: the slope of {ell} at y={y:g}, s={s:g} is {rise:.4f}, by {slope} it is {said:.4f}"
                )
    tell(faults, "book/gd_eg_ftrl.ipynb")
    assert tried == 6  # the square and the logistic loss; the others have words in them


def dual_norm(norm: str, g: Any, values: dict[str, Any]) -> float:
    """The largest inner product with a vector of this norm 1."""

    def loss(a: Any) -> float:
        return -float(g @ a) / float(tex_vectors.worth(norm, values | {"a": a}))

    starts = [g, np.sign(g), *np.eye(3) * np.sign(g)]
    return -min(float(minimize(loss, a, method="Nelder-Mead").fun) for a in starts)


def faults_of_norms(rows: list[list[str]]) -> Iterator[str]:
    """Dual norms that are no suprema."""
    for sides in rows:
        norm, dual = (members(side)[0][-1] for side in sides[:2])
        for seed in range(3):
            rng = np.random.default_rng(seed)
            root, g = rng.uniform(-1, 1, (3, 3)), rng.uniform(-2, 2, 3)
            values = {"A": root @ root.T + np.eye(3), "q": 1.5, "p": 3.0, "g": g}
            largest, said = dual_norm(norm, g, values), float(tex_vectors.worth(dual, values))
            if abs(said - largest) > 1e-3:
                yield f"the dual of {norm} is {largest:.4f}, by {dual} it is {said:.4f}"


def test_a_dual_norm_in_the_table_is_a_supremum() -> None:
    rows = table("convex_analysis.ipynb", "| norm of $a$ | dual norm of $g$")
    assert len(rows) == 4
    tell(faults_of_norms(rows), "book/convex_analysis.ipynb")
    slip = [[norm, dual.replace("^{-1}", "")] for norm, dual, _ in rows if "A" in norm]
    assert list(faults_of_norms(slip))


def test_a_conjugate_in_the_table_is_the_largest_gain() -> None:
    """On the line, on a grid; a norm is the length there."""
    w, tried, faults = np.linspace(-8, 8, 160_001), 0, []
    for F, conjugate in table("convex_analysis.ipynb", "| $F(w)$ |"):
        for theta in (0.5, 1.7):
            try:
                values = [
                    at(F, w=abs(v), sigma=1.6) if "Vert" in F else at(F, w=v) for v in w[::400]
                ]
                said = at(conjugate, theta=theta, sigma=1.6)
            except (Unreadable, AssertionError):
                continue
            tried += 1
            largest = (theta * w[::400] - values).max()
            if abs(largest - said) > 2e-3:
                faults.append(
                    f"the conjugate of {F} at {theta:g} is {largest:.3f}, by {conjugate} it is {said:.3f}"
                )
    tell(faults, "book/convex_analysis.ipynb")
    assert tried == 6  # the squares and the exponential; on sets the suprema are in the text
