"""The judge: the evaluator is the page, the search refutes what is false, and its counts are honest."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from olbook.checked.judge import (
    Declared,
    Said,
    Stated,
    Unreadable,
    World,
    counterexample,
    holds,
    judge,
    meaning_of,
)
from olbook.checked.judge.reals import (
    FINE,
    FLOATS,
    Enclosure,
    Formal,
    divide,
    exponential,
    logarithm,
    power,
    root,
    sign,
)
from olbook.checked.judge.shrink import fitted
from olbook.checked.judge.worlds import Shape

pytestmark = pytest.mark.landing

REAL, POSITIVE, VECTOR = Declared("scalar"), Declared("scalar", "positive"), Declared("vector")
WHOLE, COUNT = Declared("scalar", "positive", True), Declared("scalar", "nonnegative", True)
CHANCE = Declared("scalar", random=True)


def said(text, ranges=(), for_all=(), status="hypothesis"):
    return Said(status, "it", text, tuple(ranges), tuple(for_all))


def stated(names, claim, *supposed, uniform=None, ranges=()):
    return Stated(names, uniform or {}, supposed, said(claim, ranges, status="claim"))


def true(text, *, dimension=2, weights=(1,), uniform=None, ranges=(), names=None, **values):
    """Whether a text is true where names have these values."""
    kinds = {}
    for name, value in values.items():
        kinds[name] = VECTOR if isinstance(value, tuple) else REAL
    meaning = meaning_of(stated({**kinds, **(names or {})}, text, uniform=uniform, ranges=ranges))

    def source(name, at, outcome):
        value = values[name]
        if isinstance(value, dict):
            return value[(*at, *(() if outcome is None else (outcome,)))]
        return value

    return holds(meaning.claim, World(meaning, source, dimension, weights))


@pytest.mark.parametrize(
    "text",
    [
        "3 - 2*2 + 1/2 == -1/2",
        "0.25 == 1/4",
        "0.1 + 0.2 == 0.3",
        "0**0 == 1",
        "2**(-3) == 1/8",
        "(-2)**3 == -8",
        "4**(1/2) == 2",
        "8**(2/3) == 4",
        "sqrt(9/4) == 3/2",
        "sqrt(2)*sqrt(3) == sqrt(6)",
        "1/(sqrt(2) - 1) == sqrt(2) + 1",
        "1/(3 + sqrt(10) + sqrt(3*sqrt(10)))*(3 + sqrt(10) + sqrt(3*sqrt(10))) == 1",  # roots of roots
        "exp(0) == 1",
        "log(1) == 0",
        "exp(log(3)) == 3",
        "log(6) == log(2) + log(3)",
        "log(exp(5/7)) == 5/7",
        "pos(-3) == 0",
        "pos(3) == 3",
        "Sum(t, t, 1, 4) == 10",
        "Sum(t, t, 1, 0) == 0",
        "Sum(t, t, 5, 1) == 0",
        "Sum(1/0, t, 1, 0) == 0",
        "Sum(Sum(i, i, 1, t), t, 1, 3) == 10",
        "Sum(Sum(i**2, i, 1, 3 - t), t, 1, 2) == 6",
        "Sum(Sum(t, t, 1, 2), t, 1, 2) == 6",
        "E(3) == 3",
        "lim((2*T + 1)/T, T) == 2",
        "lim(log(T)/sqrt(T), T) == 0",
        "lim((sqrt(2*T) + 3)**2/T, T) == 2",
        "lim(pos(T - 3)/T, T) == 1",
        "lim(pos(3 - T) + pos(2 - log(T)), T) == 0",
        "2 >= 1",
        "2 > 1",
        "exp(1) <= 2.718281828459045235360287471352662498",
        "2.718281828459045235360287471352662497 <= exp(1)",
    ],
)
def test_the_table_of_the_page(text):
    assert true(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "0*(1/0) == 0",
        "1/0 == 1/0",
        "0**(-1) == 0",
        "0**(1/2) == 0",
        "(-8)**(1/3) == -2",
        "sqrt(-1)**2 == -1",
        "log(0) <= 0",
        "exp(log(-1)) == -1",
        "Sum(t, t, 1, 1/2) == 0",
        "Sum(1/t, t, -1, 1) == 0",
        "lim(T, T) == lim(T, T)",
        "9007199254740993.0 == 9007199254740992",
        "Sum(Sum(i**2, i, 1, 3 - t), t, 1, 2) == 7",
        "1 < 1",
    ],
)
def test_what_has_no_value_or_another_one_is_not_true(text):
    assert true(text) is False


def test_vectors_and_the_zero_vector():
    a, b = (1, Fraction(1, 2)), (2, -4)
    assert true("dot(a, b) == 0", a=a, b=b)
    assert true("norm2(2*a - b/2) == 10", a=a, b=b)
    assert true("a - a == 0", a=a)
    assert true("0 == Sum(a, t, 1, 0)", a=a)
    assert true("Sum(a, t, 1, 3) == 3*a", a=a)
    assert true("dot(0, a) == 0", a=a)
    assert true("a == 0", a=a) is False
    for text in ("a <= b", "a == 1", "a*b == 0", "dot(a, 1) == 0", "f == 0"):
        with pytest.raises(Unreadable):
            true(text, a=a, b=b)


def test_indices_run_over_their_ranges_and_an_empty_range_says_nothing():
    values = {"x": {(1,): 1, (2,): 2}, "T": 2}
    assert true("x[t] <= 2", ranges=[("t", "1", "T")], **values)
    assert true("x[t] <= 1", ranges=[("t", "1", "T")], **values) is False
    assert true("x[t] <= 1", ranges=[("t", "1", "T - 1")], **values)
    assert true("x[t] == 1/0", ranges=[("t", "1", "T - 2")], **values)


def test_chance_has_weights_and_a_uniform_index_is_independent():
    coin = {"X": {(0,): 1, (1,): 4}}
    law = {"weights": (2, 1), "names": {"X": CHANCE}}
    assert true("E(X) == 2", **coin, **law)
    assert true("E(X**2) == 6", **coin, **law)
    assert true("E(E(X)*X) == 4", **coin, **law)
    assert true("1 <= X", **coin, **law)
    assert true("X <= E(X)", **coin, **law) is False  # in every outcome
    table = {"g": {(t, o): t + 10 * o for t in (1, 2, 3) for o in (0, 1)}, "T": 3}
    given = {"weights": (1, 1), "names": {"g": CHANCE}, "uniform": {"r": ("1", "T")}}
    assert true("E(g[r]) == Sum(E(g[t]), t, 1, T)/T", **table, **given)
    assert true("E(r) == 2", **table, **given)
    assert true("E(r*g[1]) == E(r)*E(g[1])", **table, **given)
    with pytest.raises(Unreadable):
        true("g[r] <= 100", **table, **given)
    with pytest.raises(Unreadable):
        true("Sum(1, t, 1, g[1]) <= 100", **table, **given)


def test_definitions_give_values_where_they_cover_them():
    names = {"w": REAL, "T": WHOLE, "m": COUNT}
    start, step = (
        said("w[1] == m", status="definition"),
        said("w[t+1] == 2*w[t]", [("t", "1", "T")], status="definition"),
    )
    meaning = meaning_of(stated(names, "w[3] == 12", start, step))

    def world(**drawn):
        return World(meaning, lambda name, at, outcome: drawn[name])

    assert holds(meaning.claim, world(T=2, m=3, w=100))
    assert holds(meaning.claim, world(T=1, m=3, w=12))  # not covered, so drawn
    assert holds(meaning.claim, world(T=1, m=3, w=100)) is False


def test_an_infimum_is_exact_for_quadratic_functions():
    names = {"Q": REAL, "u": VECTOR, "a": VECTOR, "k": REAL}
    for text, least in (
        ("inf(norm2(u - a) + k, u)", 5),
        ("inf(norm2(u) + dot(a, u), u)", Fraction(-5, 4)),
        ("inf(k, u)", 5),
    ):
        meaning = meaning_of(
            stated(
                names,
                f"Q == {least.numerator}/{least.denominator}",
                said(f"Q == {text}", status="infimum"),
            )
        )
        drawn = {"a": (1, -2), "k": 5}
        assert holds(
            meaning.claim, World(meaning, lambda name, at, outcome, drawn=drawn: drawn[name], 2)
        ), text


SHAPE = Declared("scalar")  # with an argument: a function
KINK = Shape("abs", 1, (Fraction(1, 10**6),))
IN_NO_WORLD = {
    "a line beside a function, downwards": ("f(a) + p*x <= f(a) + p*x**2 - 1/p", "a p"),
    "a bowl beside a function": ("f(a)**2 + 1 <= f(a)**2 + (z - 10**7)**2", "a z"),
    "a function of both": ("log(p)*pos(z) <= y", "p z"),
    "slowly up": ("log(p) <= y", "p"),
    "slowly down": ("y <= -sqrt(p)", "p"),
    "close to zero": ("1/p <= y", "p"),
    "close to zero, slowly": ("y <= log(p)", "p"),
    "an odd power": ("y <= z**5", "z"),
    "a whole number": ("log(n) <= y", "n"),
}


@pytest.mark.parametrize("effort", [200, pytest.param(2000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("case", IN_NO_WORLD)
def test_what_is_said_for_all_values_is_not_true_because_it_fails_beyond_those_that_are_tried(
    case, effort
):
    text, letters = IN_NO_WORLD[case]
    names = {"f": SHAPE, "p": POSITIVE, "n": WHOLE, "a": REAL, "x": REAL, "y": REAL, "z": REAL}
    verdict = judge(stated(names, "0 <= 0", said(text, for_all=letters.split())), effort=effort)
    assert (verdict.tried, verdict.undecided, verdict.witness) == (0, 0, None)


FOR_ALL = [  # p is positive, z is not negative
    # read off polynomials
    ("dot(g, v) == 0", "v", {"g": (1, 2)}, False),
    ("dot(g - g, v) == 0", "v", {"g": (1, 2)}, True),
    ("2*dot(g, v) <= norm2(v) + norm2(g)", "v", {"g": (1, 2)}, True),
    ("2*dot(g, v) <= norm2(v) + 0.999999*norm2(g)", "v", {"g": (1, 2)}, False),
    # No number is above all multiples of x, however large the numbers are that were tried.
    ("p*x <= y", "p", {"x": 2, "y": 10**12}, False),
    ("z*x <= y", "z", {"x": 2, "y": 10**12}, False),
    ("p*x <= y", "p", {"x": 0, "y": 0}, True),
    ("z*x <= y", "z", {"x": 0, "y": 0}, True),
    ("0 < p + y", "p", {"y": 1}, True),
    ("0 < z + y", "z", {"y": 1}, True),
    ("x < p", "p", {"x": 0}, True),
    ("x < z", "z", {"x": 0}, False),
    # The function has a kink, so nothing is a polynomial in all letters; large numbers hide the rest.
    ("f(a) + p <= y", "a p", {"f": KINK, "y": 10**9}, False),
    ("f(a) <= y", "a", {"f": KINK, "y": 10**9}, False),
    ("f(a) <= y - dot(v, v)", "a v", {"f": KINK, "y": 10**20}, False),
    ("f(a) <= y - sqrt(dot(v, v))", "a v", {"f": KINK, "y": 10**20}, False),
]


@pytest.mark.parametrize(("text", "letters", "values", "expected"), FOR_ALL)
def test_what_is_said_for_all_values(text, letters, values, expected):
    names = {
        "f": SHAPE,
        "p": POSITIVE,
        "z": Declared("scalar", "nonnegative"),
        "v": VECTOR,
        "g": VECTOR,
    }
    names |= dict.fromkeys("axy", REAL)
    meaning = meaning_of(stated(names, "0 == 0", said(text, for_all=letters.split())))
    world = World(meaning, lambda name, at, outcome: values[name], 2)
    assert holds(meaning.supposed[0], world) is expected


@pytest.mark.parametrize(
    "text",
    ["f(a)*p <= y", "-log(p + 1) <= y", "pos(0 - p) + pos(z)/(1 + pos(z)) <= y", "f(z) <= y + p"],
)
def test_what_is_said_for_all_values_may_be_true(text):
    names = {"f": SHAPE, "a": REAL, "y": REAL, "z": REAL, "p": POSITIVE}
    verdict = judge(stated(names, "0 <= 0", said(text, for_all=("a", "p", "z"))), effort=2000)
    assert verdict.witness


def test_enclosures_contain_the_number_and_exact_numbers_know_zero():
    for value in (
        root(2, FLOATS),
        exponential(Fraction(1, 3), FLOATS),
        logarithm(7, FLOATS),
        power(5, Fraction(2, 3), FLOATS),
    ):
        rough, fine = FLOATS.enclose(value), FINE.enclose(value)
        assert isinstance(value, Formal)
        assert rough.lo <= fine.lo <= fine.hi <= rough.hi
        assert fine.hi - fine.lo < 1e-50
        assert divide(value * value, value, FLOATS) - value == 0
        assert sign(value - FINE.enclose(value) * Fraction(9, 10)) == 1
    assert isinstance(exponential(root(2, FLOATS), FLOATS), Enclosure)


FALSE = {
    "x <= 1": (stated({"x": REAL}, "x <= 1")),
    "no value": stated({"y": REAL}, "exp(log(y)) <= y"),
    "root of a square": stated({"x": REAL}, "sqrt(x**2) == x"),
    "one block only": stated(
        {"T": COUNT, "n": COUNT, "L": COUNT}, "T <= 2**(L+1) - 1",
        said("T == Sum(n[m], m, 0, L)", status="definition"), said("n[m] == 2**m", [("m", "1", "L")]),
    ),
    "product": stated({"X": CHANCE, "Y": CHANCE}, "E(X*Y) == E(X)*E(Y)"),
    "square": stated({"X": CHANCE}, "E(X)**2 == E(X**2)"),
    "uniform": stated({"g": REAL, "T": WHOLE}, "E(g[r]) == E(g[1])", uniform={"r": ("1", "T")}),
    "rounding": stated({}, "9007199254740993.0 == 9007199254740992"),
    "ends": stated({}, "Sum(Sum(i**2, i, 1, 3 - t), t, 1, 2) == 7"),
    "small n": stated({"n": COUNT}, "2*n < 2**n"),
    "large n": stated({"n": WHOLE}, "2**n <= 1000"),
    "middle n": stated({"n": WHOLE}, "n**2 <= 2**n"),
    "an index": stated({"x": REAL, "N": WHOLE}, "x + t <= 1 + t", ranges=[("t", "1", "N")]),
    "a strict sign": stated({"x": Declared("scalar", "nonnegative")}, "x/x == 1"),
    "a tie": stated({"x": REAL, "y": REAL}, "x < y", said("x <= y")),
    "whole": stated({"x": POSITIVE}, "1 <= x"),
    "huge": stated({"x": POSITIVE}, "x <= 1000"),
    "tiny": stated({"x": POSITIVE}, "1/1000 <= x"),
    "beyond floats": stated({"x": REAL}, "1 <= x/(exp(x) + x)", said("1000 <= x")),
    "longer": stated({"u": VECTOR, "v": VECTOR}, "norm2(u) <= norm2(u + v)"),
    "a constant": stated(
        {"x": REAL, "y": REAL}, "2*x*y <= 0.99*(x**2 + y**2)"),
}  # fmt: skip


@pytest.mark.parametrize("case", FALSE)
def test_false_statements_are_refuted(case):
    verdict = judge(FALSE[case])
    assert verdict.counterexample


def test_true_statements_are_not_refuted_and_ties_are_met():
    verdict = judge(stated({"x": REAL, "y": REAL}, "2*x*y <= x**2 + y**2"))
    assert verdict.counterexample is None
    assert verdict.tried >= 200
    assert judge(stated({"x": REAL, "y": REAL}, "2*x*y < x**2 + y**2")).counterexample


@pytest.mark.parametrize(
    ("names", "claim"),
    [
        ({"n": WHOLE}, "n <= Sum(1, t, 1, n)"),
        ({"n": WHOLE, "T": WHOLE}, "n <= Sum(1, t, 1, n + T)"),
        ({"x": REAL}, "x <= x**2 + 1/4"),
        ({"x": POSITIVE}, "log(x) <= x - 1"),
    ],
)
def test_one_or_two_numbers_have_many_values(names, claim):
    assert judge(stated(names, claim)).tried >= 200


def test_what_is_undecided_is_not_counted_for_what_was_tried():
    """A sum that is too long is no refutation, and no reason to stop early."""
    verdict = judge(stated({"x": REAL, "y": REAL}, "x <= pos(x) + exp(exp(y))"))
    assert verdict.undecided
    assert verdict.tried >= 200


def test_contradictory_hypotheses_have_no_world():
    verdict = judge(stated({"x": REAL}, "0 == 1", said("x <= 0"), said("1 <= x")))
    assert (verdict.tried, verdict.undecided, verdict.counterexample, verdict.witness) == (
        0,
        0,
        None,
        None,
    )


def test_a_range_whose_end_is_no_whole_number_is_in_no_world():
    verdict = judge(
        stated(
            {"x": REAL, "y": REAL, "c": REAL, "m": WHOLE},
            "Sum(x[t], t, 1, m) <= m*y",
            said("m == c", status="definition"),
            said("x[t] <= y", [("t", "1", "m")]),
        )
    )
    assert verdict.counterexample is None
    assert verdict.tried >= 30


def test_sums_within_sums_are_not_counted_out():
    """Of three sums to 2**T each, the worlds with few terms are enough."""
    text = "0 <= Sum(Sum(Sum(x[t, s, i]**2, i, 1, 2**T), s, 1, 2**T), t, 1, 2**T)"
    started = time.process_time()
    verdict = judge(stated({"x": REAL, "T": WHOLE}, text))
    assert verdict.counterexample is None
    assert verdict.witness is not None
    assert time.process_time() - started < 10


def test_a_verdict_can_be_repeated():
    names = {"x": REAL, "T": WHOLE, "s": REAL}
    one = stated(
        names,
        "s <= T",
        said("x[t] <= 1", [("t", "1", "T")]),
        said("s == Sum(x[t], t, 1, T)", status="definition"),
    )
    assert judge(one) == judge(one)
    assert judge(one).witness


def test_a_sampler_is_not_believed():
    one = stated({"x": REAL}, "x <= 1", said("x <= 1"))
    assert judge(one, sample=lambda rng: {"x": 2}).counterexample is None
    assert judge(one, model={"x": 2}).counterexample is None


def test_a_sampler_opens_worlds_that_drawing_does_not_find():
    names = {"x": REAL, "y": REAL}
    one = stated(names, "y <= 0", said("x**2 + y**2 == 1"), said("x == 0.28"))
    assert judge(
        one, sample=lambda rng: {"x": Fraction(7, 25), "y": Fraction(24, 25)}
    ).counterexample


def test_a_step_of_a_student_is_explained():
    names, above = {"a": REAL, "b": REAL}, said("a <= b")
    found = counterexample(stated(names, "a**2 <= b**2", above))
    assert found
    assert "a = " in found
    assert "it says" in found
    assert counterexample(stated(names, "a - b <= 0", above)) is None


def test_where_a_claim_is_tight_is_tried_first():
    """One vector for all three names, which chance alone seldom draws."""
    names = {"x": VECTOR, "u": VECTOR, "R": POSITIVE, "U": POSITIVE}
    short = said("norm2(x) <= R**2"), said("norm2(u) <= U**2")
    verdict = judge(stated(names, "dot(x, u) <= 99/100*R*U", *short))
    assert verdict.refutation is not None
    assert judge(stated(names, "dot(x, u) <= R*U", *short)).refutation is None


def test_a_refutation_is_made_small():
    names = {"x": REAL, "T": WHOLE}
    verdict = judge(stated(names, "Sum(x[t], t, 1, T) <= 0"))
    assert verdict.counterexample == "it says 1 <= 0 for T = 1, x[1] = 1"


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (lambda p: 3 - p[0] + 2 * p[1], Shape("bowl", 3, (-1, 2))),
        (lambda p: p[0] * p[0] + p[1] * p[1], Shape("bowl", 0, (0, 0), 1)),
        (lambda p: abs(p[0] - p[1] + 2), Shape("abs", 2, (1, -1))),
        (lambda p: max(1 - 2 * p[0], 0), Shape("hinge", 1, (-2, 0))),
        (lambda p: p[0] ** 4, None),
    ],
)
def test_the_losses_of_a_run_are_written_down_where_they_are_plain(function, shape):
    assert fitted(function, (True,), 2, False) == shape


def test_the_closest_world_is_told():
    verdict = judge(stated({"x": POSITIVE}, "x <= 2", said("x <= 1")))
    assert verdict.closest == 0.5
