"""The visible checks beside the assignments: what they say of wrong answers, and that none raises.

What each assignment's checks say is tested with the assignment; here are their common parts.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import pytest
from assignment_checks import ASSIGNMENTS, demand_fine_lines

from grading.derivations import grade_chain
from olbook import exercises
from olbook.checked import Context
from olbook.exercises import NotYet, answer, array, close, require, text, visible
from olbook.exercises.chains import Pinned, show_facts
from olbook.exercises.online_convex_optimization import in_the_cone, nearer_to


@pytest.mark.parametrize("topic", ASSIGNMENTS)
def test_visible_checks_are_fine_with_the_solutions(
    topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    demand_fine_lines(topic, capsys)


def test_the_checks_of_a_topic_need_no_import() -> None:
    assert exercises.winnow.check_pairs.__module__ == "olbook.exercises.winnow"
    for name in ("knitting", "_private"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(exercises, name)


# ---------------------------------------------------------------------- the student's function
def add_in_place(x: Any, y: Any) -> Any:
    y += x
    return y


def unwritten() -> None:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("function", "arguments", "reason"),
    [
        (3.5, (), "a function is expected, this is a float"),
        (add_in_place, (np.ones(2), np.ones(2)), "changes its argument number 2 in place"),
        (print, (), "returns nothing"),
        (lambda x: x.shape, ([1, 2],), r"\(\[1, 2\]\) fails: AttributeError: 'list'"),
        (lambda: sys.exit("enough"), (), r"fails: SystemExit: enough"),
        (lambda x, y: 1 / 0, (np.ones((3, 4)), object()), r"\(array of shape \(3, 4\), a object\)"),
        (lambda x: 1 / 0, ("z" * 99,), r"\('z{56}\.\.\.\) fails: ZeroDivisionError"),
    ],
)
def test_a_function_that_gives_no_answer(
    function: Any, arguments: tuple[Any, ...], reason: str
) -> None:
    with pytest.raises(NotYet, match=reason):
        answer(function, *arguments)


def test_a_function_works_on_copies() -> None:
    given = np.ones(2)
    with pytest.raises(NotYet):
        answer(add_in_place, 1.0, given)
    assert given.tolist() == [1, 1]
    assert answer(lambda x: x, np.array([np.nan])).shape == (1,)  # NaN is not a change
    with pytest.raises(NotImplementedError):
        answer(unwritten)


@pytest.mark.parametrize(
    "file",
    [
        "<a cell>",
        "/tmp/ipykernel_7/3181.py",  # Jupyter
        "<ipython-input-3-1a2b>",  # Colab
        "/home/ann/perceptron.ipynb Cell 3",  # VS Code
    ],
)
@pytest.mark.parametrize("line", ["return y[7]", "return np.linalg.inv(np.zeros((2, 2)))"])
def test_the_line_of_the_cell_is_named_in_every_editor(file: str, line: str) -> None:
    names: dict[str, Any] = {"__name__": "__main__", "np": np}
    exec(compile(f"def f(x):\n    y = x\n    {line}", file, "exec"), names)
    with pytest.raises(NotYet, match=r"f\(\[1\.0\]\) fails: .*Error: .* \(line 3 of your cell\)"):
        answer(names["f"], [1.0])


# ---------------------------------------------------------------------- what it returned
@pytest.mark.parametrize(
    ("got", "shape", "reason"),
    [
        ("seven", (), "w should be a number, it is 'seven'"),
        ([[1], [2, 3]], (2,), r"w should be an array of shape \(2,\), it is \[\[1\], \[2, 3\]\]"),
        (1.0, (2,), r"w should be of shape \(2,\), it is one number"),
        ([1.0, 2.0], (), r"w should be one number, it is of shape \(2,\)"),
        ([1.0, np.inf], (2,), r"w holds a NaN or an infinity: \[ ?1\., inf\]"),
    ],
)
def test_what_is_no_array_of_this_shape(got: Any, shape: tuple[int, ...], reason: str) -> None:
    with pytest.raises(NotYet, match=reason):
        array(got, shape, "w")


@pytest.mark.parametrize(
    ("got", "expected", "reason"),
    [
        (1.5, 1.0, "^w should be 1, it is 1.5; look again$"),
        ([1, 2], [1, 3], r"^w should be \[1\., 3\.\], it is \[1\., 2\.\]; look again$"),
        (np.arange(9), np.maximum(3, np.arange(9)), "in 3 of 9 entries; the first is number 0 "),
        (np.zeros((3, 4)), np.eye(3, 4)[::-1], r"in 3 of 12 entries; the first is number \(0, 2\)"),
    ],
)
def test_where_an_array_is_wrong(got: Any, expected: Any, reason: str) -> None:
    with pytest.raises(NotYet, match=reason):
        close(got, expected, "w", hint="look again")
    assert np.array_equal(close(expected, expected, "w"), expected)


def test_rounding_is_not_wrong() -> None:
    close(1e9 + 1e-3, 1e9, "w")
    close(1e-12, 0.0, "w")
    with pytest.raises(NotYet, match=r"^w should be 1e-08, it is 0$"):
        close(0.0, 1e-8, "w")


def test_a_text_is_a_text() -> None:
    assert text("0\n<= 1", "the derivation") == "0\n<= 1"
    with pytest.raises(NotYet, match=r"the derivation should be a text, it is 0\.5"):
        text(np.float64(0.5), "the derivation")


# ---------------------------------------------------------------------- the line that is printed
@visible
def check(got: Any) -> str:
    """A check that takes its argument for a number."""
    require(got + 1 > 0, "it is too small")
    warnings.warn("a warning would fail a test of nbgrader", stacklevel=1)
    return "it is large"


@pytest.mark.parametrize(
    ("got", "line"),
    [
        (1, "fine: it is large\n"),
        (-3, "not yet: it is too small\n"),
        ("x", "not yet: the check cannot use your answer: TypeError: can only concatenate str"),
    ],
)
def test_a_check_prints_one_line_and_never_raises(
    got: Any, line: str, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    check(got)
    printed = capsys.readouterr().out
    assert printed.startswith(line)
    assert printed.count("\n") == 1
    assert not recwarn.list


# ---------------------------------------------------------------------- derivations
def known() -> Context:
    ctx = Context(real="x y z p", posint="T", index="t: 1..T")
    ctx.hyp("low", "x <= y")
    ctx.hyp("high", "y <= z")
    ctx.hyp("rounds", "p[t] <= y")
    return ctx


UPWARDS = Pinned(known, "x <= z")


@pytest.mark.parametrize(
    "derivation",
    [
        "x\n<= y | by low\n<= z | by high",
        "x + 0\n<= z | by low, high",
        "z\n>= y | by high\n>= x | by low",  # read backwards
        "x  # from below\n≤ y | by low\n≤ z | by high",
    ],
)
def test_a_derivation_of_the_claim_is_fine(derivation: str) -> None:
    steps = derivation.count("\n")
    assert UPWARDS.check(derivation) == f"proved, in {steps} step{'s' * (steps > 1)}"


@pytest.mark.parametrize(
    ("derivation", "reason"),
    [
        (7, "the derivation should be a text, it is 7"),
        ("x <= z", "a derivation has a first line and at least one line"),
        ("x\n<= z | by low", "^step 1: after low, right - left leaves"),
        ("y\n<= z | by high", "every step is accepted, but the first line should be  x"),
        ("x\n<= y | by low", "every step is accepted, but the last line should be  z"),
    ],
)
def test_a_derivation_of_something_else_is_not(derivation: Any, reason: str) -> None:
    with pytest.raises(NotYet, match=reason):
        UPWARDS.check(derivation)


@pytest.mark.parametrize(
    ("claim", "ends"),
    [
        ("x <= z", ("x", "<=", "z")),
        ("z >= x", ("z", ">=", "x")),
        ("x + 1 == y", ("x + 1", "==", "y")),
    ],
)
def test_the_ends_of_a_claim(claim: str, ends: tuple[str, str, str]) -> None:
    assert Pinned(known, claim).ends == ends


def test_a_step_may_rest_on_so_many_facts_and_no_more() -> None:
    stepwise = Pinned(known, "x <= z", most=1)
    for derivation in (
        "x\n<= z | by low, high",
        "x\n<= x\n<= z | by low, high",
        "z\n>= x | by high, low",
    ):
        with pytest.raises(
            NotYet, match=r"rests on (low, high|high, low) at once, and here a step may"
        ):
            stepwise.check(derivation)
    assert stepwise.check("x\n<= y | by low\n<= z | by high") == "proved, in 2 steps"
    mark = grade_chain("x\n<= z | by low, high", context=known, claim="x <= z", points=2, most=1)
    assert mark.earned == 0
    assert "step 1: it holds, but it rests on low, high at once" in mark.reason
    twice, way = "2*x\n<= x + z | by low, high\n<= 2*z | by low, high", ["x + z"]
    mark = grade_chain(twice, context=known, claim="2*x <= 2*z", points=2, milestones=way, most=1)
    assert mark.reason.startswith("0 of 2 stretches accepted")


@pytest.mark.parametrize(
    ("derivation", "said", "secret"),
    [
        ("x\n<= z | by low", "One more reason is needed", "high"),
        ("x\n<= y | by rounds", "with at, or add all of them up", "t="),
    ],
)
def test_a_refusal_does_not_name_the_reason_that_is_asked_for(
    derivation: str, said: str, secret: str
) -> None:
    with pytest.raises(NotYet, match=said) as refused:
        UPWARDS.check(derivation)
    mark = grade_chain(derivation, context=known, claim="x <= z", points=1)
    for words in (str(refused.value), mark.reason):
        assert said in words
        assert secret not in words


def test_a_claim_has_a_relation() -> None:
    with pytest.raises(ValueError, match="a claim has the form left <= right, got 'x'"):
        Pinned(known, "x").check("x\n<= z | by low, high")


def test_what_may_be_cited_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show_facts(UPWARDS)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["low", "high", "rounds", "to"]
    assert "p[t] <= y" in lines[2]
    assert "for t = 1..T" in lines[2]
    assert lines[3].endswith("x <= z")


# ---------------------------------------------------------------------- single checks
@pytest.mark.parametrize(
    ("v", "nearest"),
    [
        ((1.0, 0.0, 3.0), (1.0, 0.0, 3.0)),
        ((0.0, 0.0, 2.0), (0.0, 0.0, 2.0)),
        ((0.5, 0.0, -2.0), (0.0, 0.0, 0.0)),
        ((3.0, 4.0, 1.0), (1.8, 2.4, 3.0)),
    ],
)
def test_a_point_that_is_not_the_nearest_is_told_by_a_nearer_one(
    v: tuple[float, ...], nearest: tuple[float, ...]
) -> None:
    given, right = np.array(v), np.array(nearest)
    assert nearer_to(given, right) is None
    for wrong in (right / 2, 2 * right, np.zeros(3), right + [0, 0, 1], right + [0.3, -0.4, 0.5]):
        if np.allclose(wrong, right):
            continue
        assert in_the_cone(wrong)
        u = nearer_to(given, wrong)
        assert in_the_cone(u)
        assert (given - wrong) @ (u - wrong) > 0
