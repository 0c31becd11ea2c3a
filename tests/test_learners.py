"""What the learners have in common.

Copies are independent, an error leaves no trace, and a class is all of its algorithm.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from faults import tell
from games import anytime
from numpy.typing import ArrayLike
from test_contract import EVERY_LEARNER, remade

import olbook as ol
from olbook import curved_losses
from olbook.learners import (
    OCOPlayer,
    StepSize,
    all_or_nothing,
    independent_copy,
    is_frozen,
    step_at,
    step_size,
)
from olbook.validation import FloatArray, read_only


class FollowThePerturbedLeader(OCOPlayer):
    """It follows the expert that has lost least after a random perturbation of the losses."""

    def __init__(self, eta: StepSize, rng: np.random.Generator) -> None:
        super().__init__()
        self.eta, self.rng = step_size(eta), rng

    @all_or_nothing
    def update(self, g: ArrayLike) -> None:
        g, _ = self._begin_round(g)
        self._total = self._total + g
        self._move_to(self._perturbed_leader())

    def _first_weights(self, d: int) -> FloatArray:
        self._total = np.zeros(d)
        return self._perturbed_leader()

    def _perturbed_leader(self) -> FloatArray:
        perturbation = self.rng.exponential(size=len(self._total))
        total = self._total - perturbation / step_at(
            self.eta, self._t + 1
        )  # after the draw it may fail
        return np.eye(len(total))[total.argmin()]


class Ours(FollowThePerturbedLeader):
    """The same, as if it were a part of the package."""

    __module__ = "olbook.perturbed_leader"


each_home = pytest.mark.parametrize("make", [FollowThePerturbedLeader, Ours])
GRADIENTS = np.random.default_rng(0).random((40, 3))


@each_home
def test_two_plays_of_a_random_learner_are_equal(make: Any) -> None:
    learner = make(0.5, np.random.default_rng(1))
    first, second = (ol.play_oco(learner, GRADIENTS) for _ in range(2))
    np.testing.assert_array_equal(first.weights, second.weights)
    assert first.learner.rng is not second.learner.rng
    assert len(np.unique(first.weights.argmax(axis=1))) > 1
    # The learner that was given has drawn nothing.
    assert learner.rng.random() == np.random.default_rng(1).random()


@each_home
def test_a_random_learner_goes_on_where_it_stood(make: Any) -> None:
    learner = make(0.5, np.random.default_rng(1))
    whole = ol.play_oco(learner, GRADIENTS).weights
    half = ol.play_oco(learner, GRADIENTS[:15]).learner
    np.testing.assert_array_equal(ol.play_oco(half, GRADIENTS[15:]).weights, whole[15:])


@each_home
def test_inside_of_another_learner_randomness_is_copied_too(make: Any) -> None:
    X, y = GRADIENTS, GRADIENTS @ [1.0, 2.0, 3.0]
    for learner in (
        ol.LinearPredictor(make(0.5, np.random.default_rng(1)), "absolute"),
        ol.DoublingTrick(
            lambda n: ol.LinearPredictor(make(n**-0.5, np.random.default_rng(n)), "absolute")
        ),
    ):
        first, second = (ol.play(learner, X, y, keep_weights=True) for _ in range(2))
        np.testing.assert_array_equal(first.weights, second.weights)


@each_home
def test_an_error_takes_back_what_was_drawn(make: Any) -> None:
    answers = {4: 0.0}  # the step of round 4 is refused, the first time that it is asked for

    def eta(t: int) -> float:
        return answers.pop(t, 0.5)

    learner, careless = make(0.5, np.random.default_rng(1)), make(eta, np.random.default_rng(1))
    rng = careless.rng
    failures = 0
    for g in GRADIENTS[:6]:
        for one in (learner, careless):
            if one.w is None:
                one.start(3)
        learner.update(g)
        kept = careless.w
        try:
            careless.update(g)
        except ValueError:
            failures += 1
            assert careless.w is kept
            careless.update(g)
        np.testing.assert_array_equal(careless.w, learner.w)
    assert failures == 1
    assert careless.rng is rng


@each_home
def test_a_start_that_failed_has_drawn_nothing(make: Any) -> None:
    learner = make(lambda t: 0.0, np.random.default_rng(1))
    with pytest.raises(ValueError, match=r"eta\(1\) must be positive"):
        learner.start(3)
    assert learner.rng.random() == np.random.default_rng(1).random()


@pytest.mark.parametrize("home", ["olbook.perceptron", "__main__"])
@pytest.mark.parametrize(
    ("base", "arguments"),
    [
        (ol.Perceptron, ()),
        (ol.KernelPerceptron, (ol.kernels.linear,)),
        (ol.GradientDescent, (0.5,)),
        (ol.LinearPredictor, (ol.OnlineGradientDescent(0.5), "hinge")),
        (ol.DoublingTrick, (lambda n: ol.Perceptron(),)),
    ],
)
def test_what_a_subclass_adds_is_copied_wherever_it_lives(
    base: Any, arguments: Any, home: str
) -> None:
    class Remembers(base):
        __module__ = home

        def __init__(self) -> None:
            super().__init__(*arguments)
            self.seen: list[float] = []
            self.also_seen = self.seen
            self.me = self

        def update(self, x: FloatArray, y: float) -> None:
            self.seen.append(y)
            super().update(x, y)

    learner = Remembers()
    run = ol.play(learner, [[1.0], [2.0]], [1, -1])
    assert type(run.learner) is Remembers
    assert learner.seen == []
    assert run.learner.seen == [1.0, -1.0]
    assert run.learner.also_seen is run.learner.seen
    assert run.learner.me is run.learner


def test_a_wrapped_learner_copies_itself_in_its_own_way() -> None:
    class Locked:
        """Cannot be copied by others."""

        w = np.zeros(2)

        def update(self, g: FloatArray) -> None:
            self.w = self.w - g

        def copy(self) -> Locked:
            return Locked()

        def __deepcopy__(self, memo: object) -> Locked:
            raise TypeError("locked")

    ol.LinearPredictor(Locked(), "square").copy()
    ol.DoublingTrick(lambda n: Locked()).copy()


@dataclass(frozen=True)
class Pair:
    first: Any
    second: Any = None


class MutablePair(Pair):
    """It can be given further attributes, though its base is frozen."""


def schedule(t: int) -> float:
    return 1.0 / t


class Schedule:
    def __call__(self, t: int) -> float:
        return 1.0 / t


@pytest.mark.parametrize(
    "value",
    [
        None,
        0.5,
        True,
        "hinge",
        schedule,
        len,
        ol.losses.ZeroOne(),
        ol.Ball(2.0),
        ol.Box(-1.0, [1.0, 2.0]),
        ol.SquaredPNorm(1.5),
        Pair(schedule, Pair(read_only(np.ones(2)))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_nobody_can_change_is_shared(value: object) -> None:
    learner = ol.Perceptron()
    learner.extra = value
    assert is_frozen(value)
    assert learner.copy().extra is value


@pytest.mark.parametrize(
    "value",
    [
        [1.0],
        {"a": 1},
        np.ones(2),
        read_only(np.ones(3)[:2]),  # the rest of it is still open
        read_only(np.array([[], 1], dtype=object)),
        np.random.default_rng(0),
        Schedule(),
        Pair([1.0]),
        MutablePair(1.0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_could_change_is_copied(value: object) -> None:
    learner = ol.Perceptron()
    learner.extra = value
    assert not is_frozen(value)
    assert learner.copy().extra is not value


def test_weights_are_shared_until_one_of_the_two_moves() -> None:
    learner = ol.OnlineGradientDescent(0.5, ol.Ball(1.0), d=2)
    twin = learner.copy()
    assert twin.w is learner.w
    twin.update([1.0, 0.0])
    np.testing.assert_array_equal(learner.w, [0.0, 0.0])


def test_parts_that_were_copied_already_are_taken_as_they_are() -> None:
    learner = ol.Perceptron()
    learner.extra = [1.0]
    part = copy.copy(learner.extra)
    assert independent_copy(learner, extra=part).extra is part


# Steps that fail, starts and errors, of every learner with a step

STEPPING: dict[str, Callable[[Any], Any]] = {
    name: lambda eta, learner=learner: remade(learner, eta=eta)
    for name, learner in EVERY_LEARNER.items()
    if "eta: 'StepSize'" in str(inspect.signature(type(learner)))
    and not getattr(learner, "conservative", False)  # such a one asks for fewer steps
} | {"LinearPredictor": lambda eta: ol.LinearPredictor(ol.OnlineGradientDescent(eta), "square")}
each_with_a_step = pytest.mark.parametrize("make", STEPPING.values(), ids=STEPPING)
EXAMPLES = ([1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0])


def teach(learner: Any, x: object) -> None:
    """Show the learner an example that Winnow gets wrong, or a gradient."""
    if hasattr(learner, "predict"):
        learner.update(x, -1.0 if learner.predict(x) >= 0.5 else 1.0)
    else:
        learner.update(x)


@pytest.mark.parametrize("eta", [-0.5, 0.0, np.nan, "x"])
@pytest.mark.parametrize("name", [n for n in STEPPING if hasattr(EVERY_LEARNER[n], "eta")])
def test_a_step_that_is_no_step_is_refused_also_if_it_was_set_later(name: str, eta: Any) -> None:
    learner: Any = EVERY_LEARNER[name].copy()
    learner.eta = eta
    with pytest.raises((TypeError, ValueError), match=r"^eta must be"):
        teach(learner, EXAMPLES[0])


@each_with_a_step
@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_a_bad_step_names_the_round_and_changes_nothing(
    make: Callable[[Any], Any], bad: float
) -> None:
    with pytest.raises(ValueError, match="eta must be positive and finite"):
        make(bad)
    learner = make(lambda t: 0.5 if t < 4 else bad)
    for x in EXAMPLES[:2]:
        teach(learner, x)
    kept = learner.w
    stream = np.tile(np.eye(2), (4, 1)), np.resize([1.0, 1.0, -1.0, -1.0], 8)
    play = ol.play if hasattr(learner, "predict") else ol.play_oco
    with pytest.raises(ValueError, match=r"round \d: eta\(4\) must be positive and finite"):
        play(learner, *stream[: 1 + hasattr(learner, "predict")])
    np.testing.assert_array_equal(learner.w, kept)


def unreliable(fails: set[int]) -> Callable[[int], float]:
    """Steps that depend on the round, with a failure now and then; asked again, it answers."""

    def eta(t: int) -> float:
        if t in fails:
            fails.remove(t)
            raise ValueError("no answer")
        return 0.5 / t

    return eta


@each_with_a_step
def test_a_round_that_failed_can_be_played_again(make: Callable[[Any], Any]) -> None:
    learner, reliable = make(unreliable({1, 2, 3})), make(unreliable(set()))
    failures = 0
    for t, x in enumerate(EXAMPLES, start=1):
        before = vars(learner).copy()
        try:
            teach(learner, x)
        except ValueError:
            failures += 1
            assert vars(learner).keys() == before.keys()
            assert t > 1 or learner.w is None
            teach(learner, x)
        teach(reliable, x)
        np.testing.assert_array_equal(learner.w, reliable.w)
    assert failures >= 2  # a leader does not ask for the first step


@each_with_a_step
def test_a_start_that_failed_changes_nothing_and_one_that_did_not_forgets_all(
    make: Callable[[Any], Any],
) -> None:
    learner, other = make(anytime), make(anytime)
    for player in (learner, other):
        teach(player, [1.0, 0.0])
        teach(player, [1.0, 1.0])
    with pytest.raises(ValueError, match="d must be at least 1"):
        learner.start(0)
    for player in (learner, other):
        teach(player, [1.0, 0.0])
    np.testing.assert_array_equal(learner.w, other.w)

    learner.start(2)
    fresh = make(anytime)
    for player in (learner, fresh):
        teach(player, [0.0, 1.0])
        teach(player, [1.0, 1.0])
    np.testing.assert_array_equal(learner.w, fresh.w)


class Steep:
    """A linear loss, as an object."""

    def value(self, w: np.ndarray) -> float:
        return 1e200 * float(w[0])

    def gradient(self, w: np.ndarray) -> list[float]:
        return [1e200]


@pytest.mark.filterwarnings("error")
def test_weights_that_overflow_name_the_round_without_a_warning_before() -> None:
    for learner in (ol.WidrowHoff(1.0), ol.GradientDescent(1.0)):
        with pytest.raises(ValueError, match="round 1: w must be finite"):
            ol.play(learner, [[1e200, 1.0]], [1e200])
    with pytest.raises(ValueError, match="round 1: the sum of exponents must be finite"):
        ol.play(ol.ExponentiatedGradient(1.0), [[1e200, 1.0]], [1e200])
    with pytest.raises(ValueError, match="round 1: theta must be finite"):
        ol.play(ol.PNorm(3.0, 1.0), [[1e200, 1.0]], [1e200])
    for oco_learner in (
        ol.MirrorDescent(1e200, ol.SquaredNorm()),
        ol.FollowTheRegularizedLeader(1e200, ol.SquaredNorm(), ol.Ball(1.0)),
    ):
        with pytest.raises(ValueError, match="round 1: theta must be finite"):
            ol.play_oco(oco_learner, [[1e200]])
    with pytest.raises(ValueError, match="round 1: the sum of exponents must be finite"):
        ol.play_oco(ol.Hedge(1e200), [[1e200, 0.0]])
    for losses in ([[1e200]], [Steep()]):
        with pytest.raises(ValueError, match="round 1: v must be finite"):
            ol.play_oco(ol.OnlineGradientDescent(1e200), losses, d=1)


SHOWN = """
Winnow(eta=0.25)
OnlineGradientDescent(eta=0.5, domain=Ball(radius=2.0))
GradientDescent(eta=0.5, loss=Hinge(), domain=Ball(radius=2.0), conservative=True)
WidrowHoff(eta=0.5)
ExponentiatedGradient(eta=0.5, loss=Square(), signed=True, radius=3.0, conservative=False)
PNorm(p=3.0, eta=0.5, loss=Square(), conservative=False)
Hedge(eta=0.5)
MirrorDescent(eta=0.5, regularizer=Entropy(), domain=Simplex())
VovkAzouryWarmuth(a=2.0)
OnlineNewtonStep(gamma=1.0, epsilon=2.0, domain=None)
"""


@pytest.mark.parametrize("shown", SHOWN.strip().splitlines())
def test_learners_show_how_they_were_made(shown: str) -> None:
    assert repr(eval(shown, vars(ol) | vars(ol.losses) | vars(curved_losses))) == shown


def test_the_dimension_is_not_shown() -> None:
    assert repr(ol.Hedge(0.5, d=2)) == "Hedge(eta=0.5)"


# The class is the pseudocode

MAKERS: dict[str, Callable[[Any], Any]] = {
    "Perceptron": lambda made: made(),
    "KernelPerceptron": lambda made: made(ol.kernels.linear),
    "Winnow": lambda made: made(schedule),
    "GradientDescent": lambda made: made(schedule, "hinge", ol.Ball(1.0), conservative=True),
    "WidrowHoff": lambda made: made(0.1),
    "ExponentiatedGradient": lambda made: made(0.5, "logistic", signed=True, radius=2.0),
    "PNorm": lambda made: made(3.0, schedule, "absolute"),
    "LinearPredictor": lambda made: made(ol.OnlineGradientDescent(0.1, ol.Ball(1.0)), "hinge"),
    "OnlineGradientDescent": lambda made: made(schedule, ol.Ball(0.5)),
    "MirrorDescent": lambda made: made(schedule, ol.Entropy(), ol.Simplex()),
    "FollowTheRegularizedLeader": lambda made: made(0.3, ol.SquaredNorm(), ol.Ball(1.0)),
    "Hedge": lambda made: made(schedule, d=3),
    "DoublingTrick": lambda made: made(lambda n: ol.WidrowHoff(0.3 / n)),
}


def in_a_notebook(learner: type) -> type:
    """The class as a student gets it who copies its text into a cell below two imports."""
    cell = f"import numpy as np\nfrom {learner.__module__} import *\n{inspect.getsource(learner)}"
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(cell, "<cell>", "exec", dont_inherit=True), names)
    copied: type = names[learner.__name__]
    return copied


PUBLIC = [name for name in ol.__all__ if callable(getattr(getattr(ol, name), "update", None))]


@pytest.mark.parametrize("name", PUBLIC)
def test_a_class_copied_into_a_notebook_plays_as_the_original(name: str) -> None:
    if name not in EVERY_LEARNER and name not in MAKERS:
        tell([f"tests/test_contract.py: PREDICTORS, OCO_LEARNERS: do not have {name}"])
    original = getattr(ol, name)
    copied = in_a_notebook(original)
    assert copied is not original
    assert copied.__module__ == "__main__"
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (60, 3)).astype(float), rng.choice([-1.0, 1.0], 60)
    make = MAKERS.get(name) or partial(remade, EVERY_LEARNER[name])
    theirs, ours = (make(made) for made in (copied, original))
    if hasattr(ours, "predict"):
        runs = [ol.play(learner, X, y, keep_weights=True) for learner in (theirs, ours)]
        shown = ["scores", "losses", "mistakes", "updates", "w", "average_w", "weights"]
    else:
        runs = [ol.play_oco(learner, X - 0.3) for learner in (theirs, ours)]
        shown = ["losses", "gradients", "w", "average_w", "weights"]
    assert type(runs[0].learner) is copied
    for shown_name in shown:
        found, expected = (getattr(run, shown_name) for run in runs)
        np.testing.assert_array_equal(found, expected)
    assert repr(theirs) == repr(ours)
