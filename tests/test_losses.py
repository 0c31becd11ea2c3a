"""The losses: values against their formulas, slopes as subgradients, no overflow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol
from olbook.losses import Absolute, Hinge, Logistic, Loss, Square, ZeroOne

CONVEX: list[Loss] = [Square(), Absolute(), Hinge(), Logistic()]
ALL: list[Loss] = [*CONVEX, ZeroOne()]
scores = st.floats(-1e6, 1e6)
labels = st.sampled_from([-1.0, 1.0])


def target(loss: Loss, label: float, number: float) -> float:
    return label if loss.kind == "classification" else number


@pytest.mark.parametrize("loss", CONVEX, ids=repr)
@given(label=labels, number=scores, s=scores, other=scores)
def test_slope_is_a_subgradient(
    loss: Loss, label: float, number: float, s: float, other: float
) -> None:
    y = target(loss, label, number)
    below = loss.value(y, s) + loss.slope(y, s) * (other - s)
    scale = 1 + abs(y) + abs(s) + abs(other)
    # Within this distance of its kink the absolute loss has slope 0, which is too low by as much.
    kink = 1e-9 * max(1.0, abs(y)) if isinstance(loss, Absolute) else 0.0
    assert below <= loss.value(y, other) + kink + 1e-12 * scale**2


@pytest.mark.parametrize("loss", CONVEX, ids=repr)
@given(label=labels, number=scores, s=scores)
def test_slope_is_bounded_by_lipschitz(loss: Loss, label: float, number: float, s: float) -> None:
    assert abs(loss.slope(target(loss, label, number), s)) <= loss.lipschitz


@pytest.mark.parametrize("loss", CONVEX[1:], ids=repr)
def test_lipschitz_is_attained(loss: Loss) -> None:
    assert loss.lipschitz == 1.0 == abs(loss.slope(1.0, -1000.0))


def test_square_and_zero_one_have_no_lipschitz_bound() -> None:
    assert Square().lipschitz == ZeroOne().lipschitz == math.inf
    assert Square().slope(0.0, 1e12) == 1e12


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_elementwise_on_arrays_that_broadcast(loss: Loss) -> None:
    y, s = np.array([[1.0], [-1.0]]), np.array([-2.0, 0.0, 1.0])
    for function in (loss.value, loss.slope):
        table = function(y, s)
        assert table.shape == (2, 3)
        assert np.array_equal(table, [[function(a, b) for b in s] for a in (1.0, -1.0)])


def test_at_the_kinks_and_ties() -> None:
    assert Hinge().value(-1.0, -1.0) == Hinge().slope(-1.0, -1.0) == 0.0
    assert Absolute().slope(2.0, 2.0) == 0.0
    assert ZeroOne().value([1.0, -1.0], 0.0).tolist() == [1.0, 1.0]
    assert ZeroOne().slope(1.0, 5.0) == 0.0


@pytest.mark.parametrize("y", [0.0, 0.25, -2.0, 3e9])
def test_a_score_that_is_the_truth_up_to_rounding_is_on_the_kink(y: float) -> None:
    near, far = [gap * max(1.0, abs(y)) for gap in (1e-10, 1e-8)]
    slopes = Absolute().slope(y, [y - far, y - near, y, y + near, y + far])
    assert slopes.tolist() == [-1.0, 0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize("magnitude", [800.0, 1e5, 1e300])
def test_logistic_does_not_overflow(magnitude: float) -> None:
    with np.errstate(over="raise", invalid="raise"):
        assert Logistic().value(1.0, -magnitude) == magnitude
        assert Logistic().value(1.0, magnitude) == 0.0
        assert Logistic().slope(1.0, -magnitude) == -1.0
        assert Logistic().slope(1.0, magnitude) == 0.0


@given(y=labels, s=st.floats(-30, 30))
def test_logistic_against_its_formula(y: float, s: float) -> None:
    assert Logistic().value(y, s) == pytest.approx(math.log(1 + math.exp(-y * s)), abs=1e-12)
    assert Logistic().slope(y, s) == pytest.approx(-y / (1 + math.exp(y * s)), rel=1e-12)


# Names and thresholds


@pytest.mark.parametrize(
    ("name", "loss"),
    [
        ("square", Square()),
        ("absolute", Absolute()),
        ("hinge", Hinge()),
        ("logistic", Logistic()),
        ("zero-one", ZeroOne()),
    ],
)
def test_a_loss_may_be_named(name: str, loss: object) -> None:
    assert ol.GradientDescent(0.1, name).loss == loss
    assert ol.GradientDescent(0.1, loss).loss is loss


def test_a_learner_of_ones_own_may_name_its_loss() -> None:
    class Zero:
        loss = "absolute"

        def predict(self, x: object) -> float:
            return 0.0

        def update(self, x: object, y: float) -> None:
            pass

    run = ol.play(Zero(), [[1.0], [1.0]], [0.5, -2.0])
    np.testing.assert_array_equal(run.losses, [0.5, 2.0])
    assert run.mistakes is None


def test_zero_one_loss_with_a_threshold() -> None:
    loss = ZeroOne(threshold=0.5)
    np.testing.assert_array_equal(loss.value(+1, [0.4, 0.5, 0.6]), [1, 1, 0])
    assert loss != ZeroOne() == ZeroOne(0.0)


def test_a_loss_of_ones_own_says_its_kind() -> None:
    class Cubic:
        kind = "regression"

        def value(self, y: object, s: object) -> object: ...

        def slope(self, y: object, s: object) -> object: ...

    loss: Any = Cubic()
    assert ol.GradientDescent(0.1, loss).loss is loss
    for kind in (None, "ranking"):
        loss.kind = kind
        with pytest.raises(ValueError, match="loss must have a kind"):
            ol.GradientDescent(0.1, loss)
    for missing in ("value", "slope"):
        incomplete: Any = Cubic()
        setattr(incomplete, missing, None)
        with pytest.raises(TypeError, match="loss must be a name or have value"):
            ol.GradientDescent(0.1, incomplete)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_shapes_that_do_not_broadcast_are_named(loss: Loss) -> None:
    for function in (loss.value, loss.slope):
        with pytest.raises(ValueError, match=r"y and s must have .* got \(2,\) and \(3,\)"):
            function([1.0, -1.0], [0.0, 1.0, 2.0])
        with pytest.raises(ValueError, match="y must hold real numbers"):
            function("one", 0.0)
        with pytest.raises(ValueError, match="s must hold real numbers"):
            function(1.0, "one")
