"""The game: `play` does what a hand-written loop does, for our learners and for a reader's own."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import olbook as ol
from olbook.validation import FloatArray

sizes = {"T": st.integers(1, 40), "d": st.integers(1, 6), "seed": st.integers(0, 2**32 - 1)}


def random_stream(T: int, d: int, seed: int) -> tuple[FloatArray, FloatArray]:
    rng = np.random.default_rng(seed)
    # Small integers give many ties and zero rows.
    return rng.integers(-2, 3, (T, d)).astype(float), rng.choice([-1.0, 1.0], T)


class InPlacePerceptron:
    """As a reader may write it: one array, changed in place; no loss, no copy."""

    def __init__(self) -> None:
        self.w: FloatArray | None = None

    def start(self, d: int) -> None:
        self.w = np.zeros(d)

    def predict(self, x: FloatArray) -> float:
        return float(self.w @ x)

    def update(self, x: FloatArray, y: float) -> None:
        if y * self.predict(x) <= 0:
            self.w += y * x


class ViewPerceptron(InPlacePerceptron):
    """Hands out a read-only view of an array that it goes on changing."""

    def __init__(self) -> None:
        self.inner = InPlacePerceptron()

    @property
    def w(self) -> FloatArray | None:
        if self.inner.w is None:
            return None
        view = self.inner.w.view()
        view.flags.writeable = False
        return view

    def start(self, d: int) -> None:
        self.inner.start(d)

    def update(self, x: FloatArray, y: float) -> None:
        self.inner.update(x, y)


class Stubborn:
    """Always says plus; has nothing to look at."""

    def predict(self, x: FloatArray) -> float:
        return 1.0

    def update(self, x: FloatArray, y: float) -> None:
        pass


class Follower:
    """Predicts the last target; for regression."""

    loss = ol.losses.Square()

    def __init__(self) -> None:
        self.last = 0.0

    def predict(self, x: FloatArray) -> float:
        return self.last

    def update(self, x: FloatArray, y: float) -> None:
        self.last = y


@given(**sizes)
def test_play_is_the_loop(T: int, d: int, seed: int) -> None:
    X, y = random_stream(T, d, seed)
    learner = ol.Perceptron()
    learner.start(d)
    scores, weights = [], [learner.w]
    for x, label in zip(X, y, strict=True):
        scores.append(learner.predict(x))
        learner.update(x, label)
        weights.append(learner.w)

    run = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    np.testing.assert_array_equal(run.scores, scores)
    np.testing.assert_array_equal(run.weights, weights)
    np.testing.assert_allclose(run.average_w, np.mean(weights[:-1], axis=0), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("make", [InPlacePerceptron, ViewPerceptron])
@given(**sizes)
@settings(max_examples=30)
def test_a_readers_own_learner_is_watched_correctly(
    make: type[InPlacePerceptron], T: int, d: int, seed: int
) -> None:
    X, y = random_stream(T, d, seed)
    theirs = ol.play(make(), X, y, keep_weights=True)
    ours = ol.play(ol.Perceptron(), X, y, keep_weights=True)
    for name in ("scores", "losses", "mistakes", "updates", "w", "average_w", "weights"):
        np.testing.assert_array_equal(getattr(theirs, name), getattr(ours, name))


def test_a_readers_own_learner_is_copied() -> None:
    learner = InPlacePerceptron()
    ol.play(learner, [[1.0]], [1])
    assert learner.w is None


def test_a_learner_without_weights_has_no_updates() -> None:
    run = ol.play(Stubborn(), [[1.0], [2.0]], [1, -1], keep_weights=True)
    assert run.updates is run.w is run.average_w is run.weights is None
    assert run.n_mistakes == 1


def test_regression_has_no_mistakes() -> None:
    run = ol.play(Follower(), [[0.0]] * 3, [2.0, 2.0, 5.0])
    assert run.mistakes is run.n_mistakes is None
    np.testing.assert_array_equal(run.losses, [2.0, 0.0, 4.5])
    assert repr(run) == "Run(T=3, total loss=6.5)"
    with pytest.raises(ValueError, match=r"y must be a finite number .*round 2 has inf"):
        ol.play(Follower(), [[0.0]] * 2, [2.0, np.inf])


def test_a_score_must_be_one_finite_number() -> None:
    class Odd(Stubborn):
        def __init__(self, answer: object) -> None:
            self.answer = answer

        def predict(self, x: FloatArray) -> float:
            return self.answer

    with pytest.raises(ValueError, match="round 1: the score must stay finite, got nan"):
        ol.play(Odd(np.nan), [[1.0]], [1])
    for answer in (None, np.ones(1), "plus"):
        with pytest.raises(TypeError, match="the score must be a real number"):
            ol.play(Odd(answer), [[1.0]], [1])


def test_an_input_must_be_finite_even_if_the_learner_does_not_look_at_it() -> None:
    X, y = np.ones((5, 2)), np.ones(5)
    X[3, 1] = np.nan
    for stream in ((X, y), ([(X[:2], y[:2]), (X[2:], y[2:])],)):
        with pytest.raises(ValueError, match="X must be finite; round 4"):
            ol.play(Stubborn(), *stream)


def test_an_error_inside_a_learner_names_the_round() -> None:
    class Tired(Stubborn):
        rounds = 0

        def update(self, x: FloatArray, y: float) -> None:
            self.rounds += 1
            if self.rounds == 3:
                raise ValueError("no more")

    with pytest.raises(ValueError, match=r"^round 3: no more$"):
        ol.play(Tired(), np.ones((5, 1)), np.ones(5))


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    X, y = np.ones((2001, 1)), np.ones(2001)
    quiet = ol.play(ol.Perceptron(), X, y)
    assert capsys.readouterr() == ("", "")

    for method in ("auto", "loop"):
        run = ol.play(ol.Perceptron(), X, y, progress=True, method=method)
        told = capsys.readouterr()
        assert told.out == ""
        drawn = told.err.split("\r")
        assert drawn[0] == ""
        assert drawn[1] == "[" + "." * 40 + "] 20 of 2001"
        assert drawn[-1] == "[" + "#" * 40 + "] 2001 of 2001\n"
        assert len(drawn) == 1 + 101
        np.testing.assert_array_equal(run.scores, quiet.scores)

    ol.play(ol.Perceptron(), [(X[:7], y[:7]), (X[7:], y[7:])], progress=True)
    assert capsys.readouterr().err == "\rround 7\rround 2001\n"
    ol.play(ol.Perceptron(), X[:3], y[:3], progress=True)
    assert re.findall(r"\d of 3", capsys.readouterr().err) == ["1 of 3", "2 of 3", "3 of 3"]


def test_progress_is_shown_while_the_game_goes_on() -> None:
    class Screen(io.StringIO):
        """Shows what was written only when it is flushed."""

        shown = ""

        def flush(self) -> None:
            self.shown = self.getvalue()

    screen = Screen()

    def blocks() -> Iterator[tuple[FloatArray, FloatArray]]:
        for done in (0, 5, 10):
            assert screen.shown == "".join(f"\rround {t}" for t in (5, 10) if t <= done)
            yield np.ones((5, 1)), np.ones(5)

    with contextlib.redirect_stderr(screen):
        ol.play(ol.Perceptron(), blocks(), progress=True)


# Online convex optimisation


class Distance:
    """The convex loss |w - a| in one dimension or more, by the Euclidean norm."""

    def __init__(self, a: FloatArray) -> None:
        self.a = a

    def value(self, w: FloatArray) -> float:
        return float(np.linalg.norm(w - self.a))

    def gradient(self, w: FloatArray) -> FloatArray:
        length = np.linalg.norm(w - self.a)
        return (w - self.a) / length if length > 0 else np.zeros_like(w)


@given(**sizes)
def test_play_oco_is_the_loop(T: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    losses = [Distance(a) for a in rng.standard_normal((T, d))]
    learner = ol.OnlineGradientDescent(0.3, ol.Ball(1.0), d=d)
    values, gradients, weights = [], [], [learner.w]
    for loss in losses:
        values.append(loss.value(learner.w))
        gradients.append(loss.gradient(learner.w))
        learner.update(gradients[-1])
        weights.append(learner.w)

    run = ol.play_oco(ol.OnlineGradientDescent(0.3, ol.Ball(1.0)), iter(losses), d=d)
    np.testing.assert_array_equal(run.losses, values)
    np.testing.assert_array_equal(run.gradients, gradients)
    np.testing.assert_array_equal(run.weights, weights)
    np.testing.assert_allclose(run.average_w, np.mean(weights[:-1], axis=0), atol=1e-13)


def test_a_gradient_of_another_shape_is_named_with_its_round() -> None:
    class Broken(Distance):
        def gradient(self, w: FloatArray) -> FloatArray:
            return np.ones(3)

    losses = [Distance(np.ones(2)), Broken(np.ones(2))]
    with pytest.raises(ValueError, match=r"round 2: the gradient must have shape \(2,\)"):
        ol.play_oco(ol.OnlineGradientDescent(1.0), losses, d=2)


def test_a_run_is_a_record_of_its_own() -> None:
    """It is not written to, and equals only itself: of two runs arrays would have to be compared."""
    for play in (
        lambda: ol.play(ol.Perceptron(), np.eye(3), np.ones(3)),
        lambda: ol.play_oco(ol.Hedge(1.0), np.eye(3)),
    ):
        run, again = play(), play()
        assert run != again
        assert len({run, again}) == 2
        with pytest.raises(AttributeError):
            run.T = 5  # type: ignore[misc]


def test_gradients_are_noted_as_they_were() -> None:
    class Counts:
        """The losses 1w, 2w, 3w, ..., whose gradients all come in one array."""

        def __init__(self) -> None:
            self.buffer = np.zeros(1)

        def value(self, w: FloatArray) -> float:
            return 0.0

        def gradient(self, w: FloatArray) -> FloatArray:
            self.buffer += 1.0
            return self.buffer

    run = ol.play_oco(ol.OnlineGradientDescent(0.1), [Counts()] * 3, d=1)
    np.testing.assert_array_equal(run.gradients, [[1.0], [2.0], [3.0]])


@pytest.mark.parametrize("method", ["auto", "loop"])
@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1e200, 0], [1e200, 0], [0, 1], [0, 1]], "round 2: the score must stay finite"),
        ([[1, 0], [0, 1], [1, 1], [0, np.inf]], "X must be finite; round 4"),
    ],
)
def test_a_schedule_that_ends_does_not_hide_an_earlier_fault(
    method: str, X: list[list[float]], message: str
) -> None:
    table = [0.0, 1.0, 1.0]
    learner = ol.GradientDescent(lambda t: table[t], "hinge")
    with pytest.raises(ValueError, match=re.escape(message)):
        ol.play(learner, np.array(X), np.ones(4), method=method)


def test_a_subclass_with_a_parameter_of_its_own_has_a_name() -> None:
    class Scaled(ol.WidrowHoff):
        def __init__(self, scale: float) -> None:
            super().__init__(scale / 10)

    assert repr(Scaled(1.0)) == "Scaled()"
