"""The sample examination and the project: answers are the package's, and points add up."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import calendars
import chapters
import numpy as np
import pytest
from faults import tell

import olbook as ol
from instructor import bank

FOLDER = Path(bank.__file__).parent
BOOK = FOLDER.parent / "book"
EXAM = (FOLDER / "examination.md").read_text(encoding="utf-8")
QUESTIONS, SOLUTIONS = EXAM.split("## Solutions and rubric")


def demand(*said: str) -> None:
    """Demand that the solutions say what was computed."""
    tell(
        (
            f"solutions: they should have {each}, which the package computes"
            for each in said
            if each not in SOLUTIONS
        ),
        "instructor/examination.md",
    )


def test_four_rounds() -> None:
    X, y = np.array([[1, 0], [1, 1], [0, 1], [2, 1]], float), np.array([1, -1, -1, 1], float)
    stream = re.findall(r"\(\((\d),(\d)\),([+-]1)\)", QUESTIONS)
    assert [[int(n) for n in each] for each in stream] == np.column_stack([X, y]).tolist()
    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    assert run.mistakes.tolist() == [True, True, False, True]
    scores, weights = run.scores, run.weights
    demand(*(f"the score is ${scores[t]:g}$" for t in (1, 2, 3)))
    demand(*(f"$w_{t + 1}=({weights[t, 0]:g},{weights[t, 1]:g})$" for t in (1, 2)))
    demand(rf"$\lVert w_5\rVert^2={run.w @ run.w:g}$", f"${run.w @ run.w:g}\\le15$")
    demand(f"$w_5=({run.w[0]:g},{run.w[1]:g})$", rf"$R^2M=5\cdot3={5 * run.n_mistakes}$")


def test_a_step() -> None:
    bound = ol.theorem("ogd.tuned").bound
    blocks = [int(n) for n in re.search(r"blocks of \$([\d,]+),", QUESTIONS)[1].split(",")]  # type: ignore[index]
    of_all = sum(bound(U=3, G=2, T=T) for T in blocks)
    demand(f"$UG\\sqrt T={bound(U=3, G=2, T=900):g}$", rf"\frac1{{{round(2 * 30 / 3)}}}$")
    demand(f"={of_all:g}$, in ${'+'.join(map(str, blocks))}={sum(blocks)}$ rounds")


def test_experts() -> None:
    G = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    run = ol.play_oco(ol.Hedge(np.log(2)), G)
    rows = re.findall(r"\(\\frac(\d)(\d),\\frac(\d)(\d),\\frac(\d)(\d)\)", SOLUTIONS)
    said = [[int(a) / int(b) for a, b in zip(row[::2], row[1::2], strict=True)] for row in rows]
    assert said == pytest.approx(run.weights[:3])
    paid = [Fraction(loss).limit_denominator(1000) for loss in run.losses]
    demand("The losses are " + ", ".join(rf"$\frac{p.numerator}{p.denominator}$" for p in paid))
    total = Fraction(run.losses.sum()).limit_denominator(1000)
    demand(rf"\frac{{{total.numerator}}}{{{total.denominator}}}$")


def test_a_margin_of_two_on_one_side() -> None:
    (factor,) = map(int, re.findall(r"\$M_\+\+(\d)M_-\\le R\^2", QUESTIONS))
    for minus in range(7):  # unit vectors at right angles: every one is a mistake
        y = np.r_[np.ones(6 - minus), -np.ones(minus)]
        u = y * np.where(y > 0, 1, 2)
        wrong = ol.play(ol.Perceptron(), np.eye(6), y).mistakes
        assert wrong.all()
        assert (wrong * np.where(y > 0, 1, factor)).sum() <= u @ u
    X, y = np.array([[-2.0]]), np.array([-1.0])  # and with the margin 1 on both sides it is false
    assert factor * ol.play(ol.Perceptron(), X, y).n_mistakes > 4 * 0.5**2


def test_late_hypotheses_are_likelier() -> None:
    """All samples of three of two points; one with the label -1. The learner remembers."""
    T, labels = 3, (1, -1)
    chances = [Fraction(2 * t, T * (T + 1)) for t in range(1, T + 1)]
    assert (sum(chances), max(chances)) == (1, Fraction(2, T + 1))
    risk = sum(
        chance * Fraction(sum(labels[x] < 0 and x not in sample[:t] for x in (0, 1)), 2)
        for sample in product((0, 1), repeat=T)
        for t, chance in enumerate(chances)
    ) / Fraction(2**T)
    assert 0 < risk <= Fraction(2, T + 1)
    assert r"at most $\frac{2M}{T+1}$" in QUESTIONS
    demand(r"with chance $\frac{2t}{T(T+1)}$, at most $\frac2{T+1}$")


def test_claims() -> None:
    bound = ol.theorem("winnow.disjunctions").bound
    assert bound(k=3, d=1024) == pytest.approx(24 * np.log(1024))
    assert bound(k=3, d=2048) / bound(k=3, d=1024) == pytest.approx(1.1)
    assert ol.Simplex().project([-0.5, 0.5]).tolist() == [0, 1]
    squares = ol.theorem("square.widrow_hoff").bound(C=0, U=1, eta=1 / 2)
    assert squares == 2
    assert rf"at most ${squares * 10**2:.0f}\lVert u\rVert^2$ rounds" in QUESTIONS
    demand(r"$\frac1\eta\lVert u\rVert^2=2\lVert u\rVert^2$")
    demand(r"$8k\ln(2d)=8k\ln d+8k\ln2$", "a tenth more", "is $(0,1)$")


def test_the_pages_that_it_needs_are_in_both_calendars() -> None:
    titles = {chapters.title(BOOK, topic): topic for topic in ol.TOPICS}
    table = re.findall(r"^\| [\d, ]+ \|.*$", EXAM.split("## Questions")[0], re.MULTILINE)
    needed = re.findall(r"\*(.+?)\*", "\n".join(table))
    assert needed
    assert set(needed) <= set(titles)
    for calendar in calendars.read(BOOK)[:2]:
        assert {titles[name] for name in needed} <= {unit.page for unit in calendar.units}
    questions = re.findall(r"^\| ([\d, ]+) \|", EXAM.split("## Questions")[0], re.MULTILINE)
    assert sorted(", ".join(questions).split(", ")) == list("123456")


def test_points_add_up() -> None:
    asked = [int(n) for n in re.findall(r"\((\d+) points\)", QUESTIONS)]
    assert sum(asked) == 40
    tables = re.findall(r"\| points \| for \|\n\|---\|---\|\n((?:\|.*\n)+)", SOLUTIONS)
    given = [sum(map(int, re.findall(r"^\| (\d+) \|", table, re.MULTILINE))) for table in tables]
    assert given == asked
    project = (FOLDER / "project.md").read_text(encoding="utf-8")
    assert sum(map(int, re.findall(r"\| (\d+) \|$", project, re.MULTILINE))) == 40


def test_the_bank_has_what_it_names() -> None:
    (names,) = re.findall(r'QUESTIONS="([\w -]+)"', EXAM)
    chosen = bank.choose(names.split())
    assert [question.name for question in chosen] == names.split()
    asked = re.findall(r"\((\d+) points\)", QUESTIONS)
    assert [str(sum(question.points.values())) for question in chosen] == asked[: len(chosen)]
