"""The sample examination and the project: answers are the package's, and points add up."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import olbook as ol
from instructor import bank

FOLDER = Path(bank.__file__).parent
EXAM = (FOLDER / "examination.md").read_text(encoding="utf-8")
QUESTIONS, SOLUTIONS = EXAM.split("## Solutions and rubric")


def test_four_rounds() -> None:
    X, y = np.array([[1, 0], [1, 1], [0, 1], [2, 1]], float), np.array([1, -1, -1, 1], float)
    stream = re.findall(r"\(\((\d),(\d)\),([+-]1)\)", QUESTIONS)
    assert [[int(n) for n in each] for each in stream] == np.column_stack([X, y]).tolist()
    run = ol.play(ol.Perceptron(), X, y)
    assert run.mistakes.tolist() == [True, True, False, True]
    assert f"$w_5=({run.w[0]:g},{run.w[1]:g})$" in SOLUTIONS
    assert rf"$R^2M=5\cdot3={5 * run.n_mistakes}$" in SOLUTIONS


def test_a_step() -> None:
    bound = ol.theorem("ogd.tuned").bound
    assert f"$UG\\sqrt T={bound(U=3, G=2, T=900):g}$" in SOLUTIONS
    rounds = np.arange(1, 5000)
    small = bound(U=3, G=2, T=rounds) / rounds <= 0.1 * (1 + 1e-12)
    assert f"from $T={rounds[small.argmax()]}$ on" in SOLUTIONS
    assert rf"\frac1{{{round(2 * 30 / 3)}}}$" in SOLUTIONS


def test_experts() -> None:
    G = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    run = ol.play_oco(ol.Hedge(np.log(2)), G)
    rows = re.findall(r"\(\\frac(\d)(\d),\\frac(\d)(\d),\\frac(\d)(\d)\)", SOLUTIONS)
    said = [[int(a) / int(b) for a, b in zip(row[::2], row[1::2], strict=True)] for row in rows]
    assert said == pytest.approx(run.weights[:3])
    total = Fraction(run.losses.sum()).limit_denominator(1000)
    assert rf"\frac{{{total.numerator}}}{{{total.denominator}}}$" in SOLUTIONS


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
    assert len(bank.choose(names.split())) == 3
