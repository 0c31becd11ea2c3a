"""Every fast path equals the loop, bit for bit: results, state, errors, and the round they name."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shares import first_of_each

import olbook as ol
from olbook import fast, record, rows
from olbook.learners import inner
from olbook.validation import BoolArray, FloatArray

SHOWN = ("scores", "losses", "mistakes", "updates", "w", "average_w", "weights")
SHOWN_OCO = ("losses", "gradients", "w", "average_w", "weights")


def bits(value: object) -> object:
    """The value itself, or the bytes of an array: minus zero differs from zero, ties do not help."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return repr(value)


def outcome(play: Callable[[], Any], shown: tuple[str, ...] = SHOWN) -> Any:
    """All that can be seen of a run and of its learner, or the error."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            run = play()
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    state = {name: bits(value) for name, value in vars(run.learner).items()}
    return {name: bits(getattr(run, name)) for name in shown}, state, run.T, run.d


def decreasing(t: int) -> float:
    return 1.0 / t**0.5


SKIPPERS: dict[str, Callable[[], Any]] = {
    "Perceptron": ol.Perceptron,
    "Winnow": ol.Winnow,
    "Winnow, decreasing": lambda: ol.Winnow(decreasing),
    "Perceptron as gradient descent": lambda: ol.GradientDescent(1.0, "hinge", conservative=True),
    "conservative, logistic, ball": lambda: ol.GradientDescent(
        decreasing, "logistic", ol.Ball(0.7), conservative=True
    ),
    "hinge": lambda: ol.GradientDescent(0.3, "hinge"),
    "hinge, ball": lambda: ol.GradientDescent(decreasing, "hinge", ol.Ball(0.7)),
    "hinge, l1 ball": lambda: ol.GradientDescent(0.5, "hinge", ol.L1Ball(0.9)),
    "hinge, simplex": lambda: ol.GradientDescent(decreasing, "hinge", ol.Simplex()),
    "hinge, box": lambda: ol.GradientDescent(0.5, "hinge", ol.Box(-0.3, 0.4)),
    "EG": lambda: ol.ExponentiatedGradient(decreasing, "hinge"),
    "EG plus-minus, conservative": lambda: ol.ExponentiatedGradient(
        0.4, "hinge", signed=True, radius=3.0, conservative=True
    ),
    "p-norm Perceptron": lambda: ol.PNorm(4.0, 1.0, "hinge", conservative=True),
    "p-norm, hinge": lambda: ol.PNorm(2.5, decreasing, "hinge"),
}
each_skipper = pytest.mark.parametrize("make", SKIPPERS.values(), ids=SKIPPERS)
# For what the way to play does alike with all of them.
skipper_of_each_kind = pytest.mark.parametrize(
    "name", first_of_each(SKIPPERS, lambda name: type(SKIPPERS[name]()))
)
sizes = {
    "T": st.integers(1, 200),
    "d": st.integers(1, 70),
    "seed": st.integers(0, 2**32 - 1),
    "noise": st.sampled_from([0.0, 0.01, 0.2, 0.5]),
    "kind": st.sampled_from(["integer", "unit", "binary", "wild", "zeros"]),
}


def stream(T: int, d: int, seed: int, noise: float, kind: str) -> tuple[FloatArray, FloatArray]:
    """Rows with a half-space behind their labels: many ties, unit rows, or entries of all sizes."""
    rng = np.random.default_rng(seed)
    if kind == "integer":
        X = rng.integers(-2, 3, (T, d)).astype(float)
    elif kind == "binary":
        X = rng.integers(0, 2, (T, d)).astype(float)
    elif kind == "wild":
        X = rng.standard_normal((T, d)) * 10.0 ** rng.integers(-8, 9, (T, d))
    elif kind == "zeros":
        X = rng.choice([0.0, -0.0, 1.0], (T, d))
    else:
        X = rng.standard_normal((T, d))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
    u = rng.standard_normal(d)
    y = np.where((X @ u >= (u.sum() / 2 if kind == "binary" else 0)), 1.0, -1.0)
    return X, np.where(rng.random(T) < noise, -y, y)


def assert_methods_agree(
    make: Callable[[], Any], X: Any, y: FloatArray, keep_weights: bool = False
) -> object:
    scan, loop = (
        outcome(lambda m=m: ol.play(make(), X, y, method=m, keep_weights=keep_weights))
        for m in ("auto", "loop")
    )
    assert scan == loop
    return scan


@each_skipper
@given(**sizes, keep_weights=st.booleans())
@settings(max_examples=20)
def test_the_scan_is_the_loop(
    make: Callable[[], Any], T: int, d: int, seed: int, noise: float, kind: str, keep_weights: bool
) -> None:
    X, y = stream(T, d, seed, noise, kind)
    assert_methods_agree(make, X, y, keep_weights)


@given(d=st.integers(200, 3000), seed=st.integers(0, 2**32 - 1), noise=st.sampled_from([0.0, 0.1]))
@settings(max_examples=10)
@example(d=20001, seed=0, noise=0.1)
def test_the_scan_is_the_loop_in_many_dimensions(d: int, seed: int, noise: float) -> None:
    X, y = stream(60, d, seed, noise, "unit")
    for make in (ol.Perceptron, SKIPPERS["hinge, ball"]):
        assert_methods_agree(make, X, y)


@pytest.mark.landing
@skipper_of_each_kind
@pytest.mark.parametrize("at_once", [1, 8, 60])
@pytest.mark.parametrize("kind", ["binary", "zeros"])
def test_it_does_not_matter_when_the_diary_catches_up(
    name: str, at_once: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = stream(200, 3, 6, 0.2, kind)
    monkeypatch.setattr(record, "AT_ONCE", at_once)
    assert_methods_agree(SKIPPERS[name], X, y, keep_weights=True)
    X[120, 1] = np.nan
    assert_methods_agree(SKIPPERS[name], X, y)


@given(
    T=st.integers(1, 70),
    d=st.integers(1, 300) | st.integers(301, 20_000),
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(["unit", "wild", "zeros"]),
)
@settings(max_examples=30)
def test_an_inner_product_is_the_same_alone_and_among_others(
    T: int, d: int, seed: int, kind: str
) -> None:
    """It hangs on the numbers: not on the rows beside, their layout, or where they begin in memory."""
    T = min(T, 1 + 100_000 // d)
    X, w = stream(T, d, seed, 0.0, kind)[0], np.random.default_rng(seed).standard_normal(d)
    alone = bits(np.array([inner(x, w) for x in X]))
    room = np.empty(X.size + 8)
    for start in range(8):
        moved = room[start : start + X.size].reshape(X.shape)
        moved[:] = X
        assert bits(inner(moved, w)) == alone
        assert bits(np.array([inner(x, w) for x in moved])) == alone
    for name in ("Fortran order", "strided", "reversed"):
        odd = LAYOUTS[name](X)
        assert bits(inner(odd, w)) == alone
        assert bits(np.array([inner(x, w) for x in odd])) == alone
    assert bits(inner(X, np.tile(w, (T, 1)))) == alone


@given(
    d=st.integers(1, 600),
    n=st.integers(0, 300),
    seed=st.integers(0, 2**32 - 1),
    long_row=st.sampled_from([1, 256, 10_000]),
)
@settings(max_examples=30)
def test_sums_are_made_in_order(d: int, n: int, seed: int, long_row: int) -> None:
    summands = stream(n + 1, d, seed, 0.0, "wild")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "LONG_ROW", long_row)
        sums = rows.sums_in_order(summands[0], summands[1:])
    total = summands[0]
    assert bits(sums[0]) == bits(total)
    for row, found in zip(summands[1:], sums[1:], strict=True):
        total = total + row
        assert bits(found.copy()) == bits(total)
    assert bits(rows.total_in_order(summands)) == bits(total)


LAYOUTS: dict[str, Callable[[FloatArray], Any]] = {
    "list": lambda X: X.tolist(),
    "float32": lambda X: X.astype(np.float32),
    "longdouble": lambda X: X.astype(np.longdouble),
    "float16": lambda X: X.astype(np.float16),
    "big-endian": lambda X: X.astype(">f8"),
    "int": lambda X: np.rint(X).astype(np.int8),
    "bool": lambda X: X > 0,
    "Fortran order": np.asfortranarray,
    "strided": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
    "reversed": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "misaligned": lambda X: np.frombuffer(b"." + X.tobytes(), offset=1).reshape(X.shape),
    "read-only": lambda X: np.broadcast_to(X, X.shape),
    "broadcast": lambda X: np.broadcast_to(X[:1], X.shape),
}


@pytest.mark.landing
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@given(seed=st.integers(0, 2**32 - 1), d=st.integers(1, 40))
@settings(max_examples=15)
def test_the_scan_is_the_loop_for_every_layout_and_dtype(
    layout: Callable[[FloatArray], Any], seed: int, d: int
) -> None:
    X, y = stream(120, d, seed, 0.02, "unit")
    contiguous = np.array(np.asarray(layout(X)), dtype=np.float64, order="C")
    scan = outcome(lambda: ol.play(ol.Perceptron(), layout(X), y))
    assert scan == outcome(lambda: ol.play(ol.Perceptron(), layout(X), y, method="loop"))
    assert scan == outcome(lambda: ol.play(ol.Perceptron(), contiguous, y, method="loop"))


@skipper_of_each_kind
@given(**sizes, cuts=st.lists(st.integers(1, 199), unique=True, max_size=8))
@settings(max_examples=10)
def test_the_scan_of_blocks_is_the_loop(
    name: str, T: int, d: int, seed: int, noise: float, kind: str, cuts: list[int]
) -> None:
    make = SKIPPERS[name]
    X, y = stream(T, d, seed, noise, kind)
    edges = [0, *sorted(cut for cut in cuts if cut < T), T]
    blocks = [(X[a:b], y[a:b]) for a, b in itertools.pairwise(edges)]
    loop = outcome(lambda: ol.play(make(), X, y, method="loop", keep_weights=True))
    if isinstance(loop, tuple) and loop[0] is ValueError:
        return  # an error in X may show in another block than the first that goes wrong
    assert outcome(lambda: ol.play(make(), iter(blocks), keep_weights=True)) == loop


@pytest.mark.landing
@each_skipper
@given(
    seed=st.integers(0, 2**32 - 1),
    T=st.integers(1, 120),
    bad=st.sampled_from([np.nan, np.inf, -np.inf, 1e200, -1e300, 0.5]),
    entries=st.integers(1, 3),
)
@settings(max_examples=15)
def test_the_errors_of_the_scan_are_those_of_the_loop(
    make: Callable[[], Any], seed: int, T: int, bad: float, entries: int
) -> None:
    X, y = stream(T, 3, seed, 0.1, "binary")
    rng = np.random.default_rng(seed)
    X[rng.integers(0, T, entries), rng.integers(0, 3, entries)] = bad
    assert_methods_agree(make, X, y)


@pytest.mark.parametrize("name", ["Perceptron", "Perceptron as gradient descent"])
def test_a_score_that_is_infinite_on_the_right_side_is_an_error(name: str) -> None:
    # In the second stream round 4 is one that the update of gradient descent refuses.
    for last in (1.0, -1e200):
        X, y = np.array([[1e200], [1.0], [1e200], [last]]), np.ones(4)
        for method in ("auto", "loop"):
            with (
                np.errstate(over="ignore"),
                pytest.raises(ValueError, match=r"^round 3: the score must stay finite, got inf$"),
            ):
                ol.play(SKIPPERS[name](), X, y, method=method)


def test_weights_that_overflow_between_finite_scores_are_an_error_in_their_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Swelling:
        """Grows in the rounds labelled -1, and does not look whether it can."""

        def __init__(self) -> None:
            self.w = np.ones(2)
            self._t = 0

        def predict(self, x: FloatArray) -> float:
            return float(inner(x, self.w))

        def update(self, x: FloatArray, y: float) -> None:
            self.w = self.w if y > 0 else 1e200 * self.w
            self._t += 1

    monkeypatch.setitem(fast.SCAN, Swelling, lambda learner, X, y, scores: y > 0)
    X, y = np.zeros((7, 2)), np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
    blocks = [(X[:3], y[:3]), (X[3:], y[3:])]
    for game in ((X[:4], y[:4]), (X, y), (blocks, None)):
        kind, message = assert_methods_agree(Swelling, *game)
        assert kind is ValueError
        assert message.startswith("round 4: w must be finite")


def test_what_lies_ahead_causes_no_warning() -> None:
    # With the weights of round 1 the score of round 2 overflows, but round 1 makes them zero.
    learner, x = ol.Perceptron(), np.full(64, 1e153)
    learner.update(x, 1)
    with np.errstate(all="raise"):
        for signs in ([1.0, 1.0], [1.0, -1.0]):  # infinite, or a difference of infinities
            ahead = np.resize(signs, 64) * 1e200
            for method in ("auto", "loop"):
                run = ol.play(learner, [x, ahead], [-1, 1], method=method)
                assert run.scores[0] > 1e306
                assert run.scores[1] == 0.0


@pytest.mark.parametrize("bad_step", [0.0, np.nan, "large"])
def test_a_bad_step_shows_in_the_same_round(bad_step: object) -> None:
    X, y = stream(100, 3, 5, 0.1, "unit")
    for make in (
        lambda eta: ol.GradientDescent(eta, "hinge", conservative=True),
        lambda eta: ol.PNorm(3.0, eta, "hinge"),
    ):
        learner = make(lambda t: 0.5 if t < 40 else bad_step)
        found = assert_methods_agree(lambda p=learner: p, X, y)
        assert isinstance(found, tuple)
        assert found[0] in (TypeError, ValueError)


def test_an_error_is_reported_before_what_was_seen_ahead_of_it() -> None:
    # Round 2 has no step; with the weights that it leaves the score of round 3 overflows.
    learner = ol.GradientDescent(lambda t: 2.0 if t == 1 else 0.0, "hinge")
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1e308, 1e308]])
    kind, message = assert_methods_agree(lambda: learner, X, np.ones(3))
    assert kind is ValueError
    assert message.startswith("round 2: eta(2) must be positive")


def test_the_scan_of_every_short_stream_is_the_loop() -> None:
    for xs in itertools.product([0.0, 1.0, -1.0], repeat=4):
        assert_methods_agree(ol.Perceptron, np.array(xs)[:, np.newaxis], np.ones(4), True)


@each_skipper
def test_the_scan_is_used(make: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    learner = make()
    binary = isinstance(learner, ol.Winnow)
    X, y = stream(400, 4, 3, 0.01, "binary" if binary else "unit")
    X = X if binary else 20 * X
    shown = []

    def counted(update: Callable[[Any, Any, float], None]) -> Callable[[Any, Any, float], None]:
        return lambda self, x, y: (shown.append(x), update(self, x, y))[1]

    monkeypatch.setattr(fast, "perceptron_update", counted(fast.perceptron_update))
    monkeypatch.setattr(type(learner), "update", counted(type(learner).update))
    run = ol.play(learner, X, y)
    assert run.updates.sum() <= len(shown) < 400
    shown.clear()
    ol.play(learner, X, y, method="loop")
    assert len(shown) == 400


class Told:
    """A learner that the label -1 changes, and that counts how often and how far one looks ahead."""

    def __init__(self, d: int) -> None:
        self.w, self.looks, self.rows, self.farthest = np.zeros(d), 0, 0, 0
        self._t = 0

    def leaves_alone(self, X: FloatArray, y: FloatArray, scores: FloatArray) -> BoolArray:
        self.looks, self.rows = self.looks + 1, self.rows + len(y)
        self.farthest = max(self.farthest, len(y))
        return y > 0

    def predict(self, x: FloatArray) -> float:
        return 0.0

    def update(self, x: FloatArray, y: float) -> None:
        self._t += 1


@pytest.fixture
def _told_is_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fast.SCAN, Told, Told.leaves_alone)


def looks_and_rows(changes: FloatArray, T: int, look_ahead: int) -> tuple[int, int]:
    """How often one looks ahead and at how many rows, if one always looks as far."""
    looks = rows = 0
    for quiet in np.diff(np.concatenate([[-1], changes, [T]])).tolist():
        n = -(-quiet // look_ahead)
        looks, rows = looks + n, rows + n * look_ahead
    return looks, rows


@pytest.mark.usefixtures("_told_is_scanned")
@pytest.mark.parametrize("d", [1, 10, 100, 1000])
@pytest.mark.parametrize("gap", [2, 5, 20, 100, 400])
def test_the_look_ahead_finds_its_length(d: int, gap: int) -> None:
    # Changes come by chance, every `gap` rounds on average.
    T = 300 * gap
    y = np.where(np.random.default_rng(d + gap).random(T) < 1 / gap, -1.0, 1.0)
    told = ol.play(Told(d), np.zeros((T, d)), y).learner
    call = fast.CALL / (d + fast.ROW)  # what a look costs, in rows
    best = min(
        looks * call + rows
        for length in {round(2 ** (i / 2)) for i in range(24)}
        for looks, rows in [looks_and_rows(np.flatnonzero(y < 0), T, length)]
    )
    assert told.looks * call + told.rows <= 1.1 * best


@pytest.mark.usefixtures("_told_is_scanned")
def test_a_look_ahead_has_a_row_at_least_and_fits_into_the_cache() -> None:
    d, T = 10_000, 3000
    X = np.zeros((T, d))
    always = ol.play(Told(d), X[:50], -np.ones(50)).learner
    assert always.looks == always.rows == 50
    never = ol.play(Told(d), X, np.ones(T)).learner
    assert never.farthest == fast.LONGEST // d


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_on_the_hinge_loss_a_margin_of_one_is_enough(seed: int) -> None:
    X, y = stream(100, 3, seed, 0.1, "integer")
    w = np.zeros(3)
    for x, label in zip(X, y, strict=True):
        if label * np.dot(w, x) < 1:
            w = w + 0.25 * label * x  # sums of quarters: without rounding
    for method in ("auto", "loop"):
        np.testing.assert_array_equal(
            ol.play(ol.GradientDescent(0.25, "hinge"), X, y, method=method).w, w
        )


def test_learners_that_every_round_changes_are_not_scanned() -> None:
    for learner in (
        ol.GradientDescent(0.1),
        ol.GradientDescent(0.1, "logistic"),
        ol.WidrowHoff(0.1),
        ol.LinearPredictor(ol.OnlineGradientDescent(0.1), "hinge"),
        ol.KernelPerceptron(ol.kernels.linear),
        ol.DoublingTrick(lambda n: ol.GradientDescent(0.1, "hinge")),
    ):
        assert not fast.is_scanned(learner)


def imports_of_the_package() -> dict[str, set[str]]:
    """Module to the modules of the package that it imports when it is imported itself."""
    return {
        path.stem: {
            name
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.ImportFrom) and node.level == 1
            for name in ([node.module] if node.module else [alias.name for alias in node.names])
        }
        for path in Path(fast.__file__).parent.glob("*.py")
    }


def test_imports_point_one_way() -> None:
    order = list(TopologicalSorter(imports_of_the_package()).static_order())  # no circle
    assert order.index("learners") < order.index("perceptron") < order.index("fast")
    assert order.index("fast") < order.index("protocol") < order.index("__init__")


def test_the_topics_know_nothing_of_the_ways_to_play_them() -> None:
    imports = imports_of_the_package()
    fastest = [*fast.SCAN, *fast.FOLLOW, ol.WidrowHoff]
    topics = {learner.__module__.removeprefix("olbook.") for learner in fastest}
    assert topics
    above = {"rows", "record", "fast", "protocol", "replicates"}
    for module in topics | {"learners", "players", "online_convex_optimization", "doubling_trick"}:
        assert not imports[module] & above, module


def test_a_subclass_with_another_update_is_played_as_it_stands() -> None:
    class Averse(ol.Perceptron):
        """Learns from every round."""

        def update(self, x: Any, y: float) -> None:
            self._w = self._w + y * x

    class Biased(ol.GradientDescent):
        """Adds one to its score."""

        def predict(self, x: Any) -> float:
            return super().predict(x) + 1.0

    X, y = stream(100, 3, 0, 0.0, "unit")
    for learner in (Averse(), Biased(1.0, "hinge", conservative=True)):
        assert not fast.is_scanned(learner)
        assert_methods_agree(lambda p=learner: p, X, y)
    np.testing.assert_allclose(ol.play(Averse(), X, y).w, y @ X)


# Linear losses


class Linear:
    """A linear loss that `play_oco` cannot know to be one."""

    def __init__(self, g: FloatArray) -> None:
        self.g = g

    def value(self, w: FloatArray) -> float:
        return float(inner(self.g, w))

    def gradient(self, w: FloatArray) -> FloatArray:
        return self.g


FOLLOWERS: dict[str, Callable[[], Any]] = {
    "Hedge": lambda: ol.Hedge(0.7),
    "Hedge, decreasing": lambda: ol.Hedge(decreasing),
    "FTRL, entropy": lambda: ol.FollowTheRegularizedLeader(decreasing, ol.Entropy(), ol.Simplex()),
    "FTRL, entropy, no domain": lambda: ol.FollowTheRegularizedLeader(0.1, ol.Entropy()),
    "FTRL, square": lambda: ol.FollowTheRegularizedLeader(decreasing, ol.SquaredNorm()),
    "FTRL, square, ball": lambda: ol.FollowTheRegularizedLeader(
        0.3, ol.SquaredNorm(), ol.Ball(1.0)
    ),
    "FTRL, square, simplex": lambda: ol.FollowTheRegularizedLeader(
        0.3, ol.SquaredNorm(), ol.Simplex()
    ),
    "FTRL, p-norm": lambda: ol.FollowTheRegularizedLeader(0.3, ol.SquaredPNorm(1.3)),
}
each_follower = pytest.mark.parametrize("make", FOLLOWERS.values(), ids=FOLLOWERS)


def assert_ways_agree(make: Callable[[], Any], G: FloatArray, keep_weights: bool) -> object:
    together = outcome(lambda: ol.play_oco(make(), G, keep_weights=keep_weights), SHOWN_OCO)
    one_by_one = outcome(
        lambda: ol.play_oco(
            make(), [Linear(g) for g in G], d=G.shape[1], keep_weights=keep_weights
        ),
        SHOWN_OCO,
    )
    assert together == one_by_one
    return together


@each_follower
@given(
    T=st.integers(1, 60),
    d=st.integers(1, 70),
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(["integer", "unit", "wild", "zeros"]),
    keep_weights=st.booleans(),
)
@settings(max_examples=30)
def test_learning_at_once_is_the_loop(
    make: Callable[[], Any], T: int, d: int, seed: int, kind: str, keep_weights: bool
) -> None:
    assert_ways_agree(make, stream(T, d, seed, 0.0, kind)[0], keep_weights)


@pytest.mark.landing
@each_follower
@pytest.mark.parametrize(("T", "d"), [(2500, 1), (50, 300), (300, 50)])
def test_learning_at_once_is_the_loop_over_several_blocks(
    make: Callable[[], Any], T: int, d: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in (fast, record):
        monkeypatch.setattr(room, "AT_ONCE", 1000)
    assert_ways_agree(make, stream(T, d, 1, 0.0, "unit")[0], keep_weights=d < 100)


@each_follower
@pytest.mark.parametrize("at_once", [2, 4, 10])
def test_learning_at_once_keeps_the_signs_of_zeros(
    make: Callable[[], Any], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A point that did not change is the old one, though 0 may have become -0 in another block."""
    G = np.zeros((7, 2))
    G[4] = [1.0, -1.0]
    G[5] = -G[4]
    for room in (fast, record):
        monkeypatch.setattr(room, "AT_ONCE", at_once)
    assert_ways_agree(make, G, True)


@each_follower
@pytest.mark.parametrize("huge", [1e154, 1e200, 1e308])
def test_errors_of_learning_at_once_are_those_of_the_loop(
    make: Callable[[], Any], huge: float
) -> None:
    G = np.array([[1.0, 2.0], [-huge, huge], [-huge, huge], [1.0, -1.0]])
    assert_ways_agree(make, G, True)


def test_infinite_gradients_are_refused_before_anything_is_computed_with_them() -> None:
    for make in FOLLOWERS.values():
        with (
            np.errstate(all="raise"),
            pytest.raises(ValueError, match=r"^losses must be finite; round 2"),
        ):
            ol.play_oco(make(), [[1.0, 2.0], [np.inf, 0.0], [-np.inf, 0.0]])


@pytest.mark.parametrize("bad_step", [0.0, np.nan, "large"])
def test_a_bad_step_of_a_follower_shows_in_the_same_round(bad_step: object) -> None:
    def eta(t: int) -> Any:
        return 0.5 if t < 4 else bad_step

    G = stream(10, 3, 0, 0.0, "unit")[0]
    for learner in (ol.Hedge(eta), ol.FollowTheRegularizedLeader(eta, ol.SquaredNorm())):
        found = assert_ways_agree(lambda p=learner: p, G, True)
        assert isinstance(found, tuple)
        assert found[0] in (TypeError, ValueError)


@each_follower
@pytest.mark.parametrize("d", [1, 3, rows.SHORT_ROW, rows.LONG_ROW])
def test_followers_learn_at_once(
    make: Callable[[], Any], d: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = make()
    monkeypatch.setattr(type(learner), "update", lambda self, g: pytest.fail("round by round"))
    assert ol.play_oco(learner, np.eye(3, d)).T == 3


def test_a_follower_with_another_update_is_played_as_it_stands() -> None:
    class Stubborn(ol.Hedge):
        def update(self, g: Any) -> None:
            pass

    run = ol.play_oco(Stubborn(1.0), np.eye(2))
    np.testing.assert_array_equal(run.weights, np.full((3, 2), 0.5))


def test_the_run_does_not_share_memory_with_the_losses() -> None:
    G = np.eye(3)
    run = ol.play_oco(ol.Hedge(1.0), G)
    G[:] = 7.0
    np.testing.assert_array_equal(run.gradients, np.eye(3))


# Streams


@pytest.mark.landing
def test_a_stream_may_be_longer_than_memory() -> None:
    """Only what the run keeps of a round stays in memory, and never a copy of a block."""
    import tracemalloc

    T, d, rows = 16_000, 200, 200
    u = np.random.default_rng(1).standard_normal(d)

    def blocks() -> Iterator[tuple[FloatArray, FloatArray]]:
        rng = np.random.default_rng(0)
        for _ in range(T // rows):
            X = rng.standard_normal((rows, d))
            yield X, np.where(X @ u > 0, 1.0, -1.0)

    for method in ("auto", "loop"):
        tracemalloc.start()
        run = ol.play(ol.Perceptron(), blocks(), method=method)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert run.T == T
        kept = 18 * T  # scores, losses, mistakes, updates
        block = 8 * rows * (d + 1)
        assert peak < 2 * kept + 4 * block < 8 * T * d / 10


# Replicates

REPLICATED: dict[str, Callable[[], Any]] = {
    "Widrow-Hoff": lambda: ol.WidrowHoff(0.1),
    "Widrow-Hoff, decreasing": lambda: ol.WidrowHoff(lambda t: 0.3 / t),
    "square": lambda: ol.GradientDescent(0.1),
    "absolute, ball": lambda: ol.GradientDescent(decreasing, "absolute", ol.Ball(0.5)),
    "logistic": lambda: ol.GradientDescent(0.5, "logistic"),
    "absolute, l1 ball": lambda: ol.GradientDescent(0.2, "absolute", ol.L1Ball(0.4)),
    "square, box": lambda: ol.GradientDescent(0.2, "square", ol.Box(-0.2, 0.3)),
    "Perceptron": ol.Perceptron,
    "hinge": SKIPPERS["hinge, ball"],
    "EG": lambda: ol.ExponentiatedGradient(0.2),
    "kernel": lambda: ol.KernelPerceptron(ol.kernels.rbf(1.0)),
}
IN_LOCKSTEP = list(REPLICATED)[:7]
each_replicated = pytest.mark.parametrize("make", REPLICATED.values(), ids=REPLICATED)


def assert_replicas_are_runs(learner: Any, X: FloatArray, y: FloatArray) -> None:
    alone = [
        outcome(lambda r=r: ol.play(learner, X[:, r], y[:, r], method="loop"))
        for r in range(X.shape[1])
    ]
    errors = [f"copy {r}: {one[1]}" for r, one in enumerate(alone) if one[0] is ValueError]
    if errors:
        with (
            np.errstate(all="ignore"),
            pytest.raises(ValueError, match=f"^{re.escape(errors[0])}$"),
        ):
            ol.replicate(learner, X, y)
        return
    with np.errstate(over="ignore", invalid="ignore"):
        together = ol.replicate(learner, X, y)
    assert (together.T, together.R, together.d) == X.shape
    assert len(together.learners) == X.shape[1]
    for r, (seen, state, _, _) in enumerate(alone):
        for name in ("scores", "losses", "mistakes", "updates"):
            column = getattr(together, name)
            assert bits(None if column is None else column[:, r].copy()) == seen[name]
        for name in ("w", "average_w"):
            row = getattr(together, name)
            assert bits(None if row is None else row[r].copy()) == seen[name]
        assert {k: bits(v) for k, v in vars(together.learners[r]).items()} == state


@each_replicated
@given(
    T=st.integers(1, 25),
    R=st.integers(1, 6),
    d=st.integers(1, 20),
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(["integer", "unit", "binary", "wild", "zeros"]),
)
@settings(max_examples=25)
def test_replicas_are_separate_runs(
    make: Callable[[], Any], T: int, R: int, d: int, seed: int, kind: str
) -> None:
    X, y = stream(T * R, d, seed, 0.1, kind)
    assert_replicas_are_runs(make(), X.reshape(T, R, d), y.reshape(T, R))


@pytest.mark.parametrize("name", IN_LOCKSTEP)
def test_replicas_go_in_lockstep(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = REPLICATED[name]()
    monkeypatch.setattr(type(learner), "update", lambda self, x, y: pytest.fail("one by one"))
    assert ol.replicate(learner, np.ones((5, 3, 2)), np.ones((5, 3))).scores.shape == (5, 3)


@pytest.mark.landing
@each_replicated
@pytest.mark.parametrize("kind", ["zeros", "binary", "unit"])
@pytest.mark.parametrize("entries", [1, 8, 60])
def test_replicas_are_runs_over_several_blocks(
    make: Callable[[], Any], kind: str, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "AT_ONCE", entries)
    X, y = stream(90, 2, 3, 0.1, kind)
    assert_replicas_are_runs(make(), X.reshape(30, 3, 2), y.reshape(30, 3))


def test_replicas_go_on_where_the_learner_stood() -> None:
    X, y = stream(60, 3, 0, 0.1, "unit")
    learner = ol.play(ol.GradientDescent(decreasing), X, y).learner
    kept = learner.w.copy()
    assert_replicas_are_runs(learner, X.reshape(20, 3, 3), y.reshape(20, 3))
    np.testing.assert_array_equal(learner.w, kept)


def test_conservative_replicas_are_separate_runs() -> None:
    """The logistic loss has a slope in every round, but not every round is to change the weights."""
    X, y = stream(60, 3, 0, 0.1, "unit")
    learner = ol.GradientDescent(0.5, "logistic", conservative=True)
    assert_replicas_are_runs(learner, X.reshape(20, 3, 3), y.reshape(20, 3))


def test_a_subclass_with_another_update_is_replicated_as_it_stands() -> None:
    class Slow(ol.WidrowHoff):
        def update(self, x: Any, y: float) -> None:
            super().update(0.5 * np.asarray(x), y)

    X, y = stream(60, 3, 0, 0.1, "unit")
    assert_replicas_are_runs(Slow(0.1), X.reshape(20, 3, 3), y.reshape(20, 3))


@pytest.mark.parametrize("name", [*IN_LOCKSTEP, "Perceptron"])
@pytest.mark.parametrize(
    ("bad_x", "bad_y"), [(np.nan, 1.0), (np.inf, 1.0), (1e308, 1.0), (1.0, np.nan), (1.0, 0.5)]
)
def test_errors_of_replicas_name_copy_and_round(name: str, bad_x: float, bad_y: float) -> None:
    X, y = stream(60, 3, 0, 0.1, "unit")
    X, y = X.reshape(20, 3, 3), y.reshape(20, 3)
    X[7, 1], y[7, 1] = bad_x, bad_y
    assert_replicas_are_runs(REPLICATED[name](), X, y)


def test_replicas_with_an_infinite_score_and_finite_weights_are_an_error() -> None:
    """The slopes of the absolute loss are finite even there."""
    X, y = np.ones((2, 3, 2)), np.ones((2, 3))
    X[0, 1], X[1, 1] = 1e10, 1e300
    with (
        np.errstate(over="ignore"),
        pytest.raises(ValueError, match=r"^copy 1: round 2: the score must stay finite"),
    ):
        ol.replicate(ol.GradientDescent(0.1, "absolute"), X, y)


def test_infinite_examples_of_replicas_are_refused_before_anything_is_computed() -> None:
    X, y = np.ones((2, 3, 2)), np.ones((2, 3))
    X[1, 1] = [np.inf, -np.inf]
    for name in IN_LOCKSTEP:
        with (
            np.errstate(all="raise"),
            pytest.raises(ValueError, match=r"^copy 1: X must be finite; round 2"),
        ):
            ol.replicate(REPLICATED[name](), X, y)
