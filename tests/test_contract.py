"""What stands outside may rely on: names, signatures, shapes, meanings, errors, imports.

A change that breaks one of these tests breaks the book, the assignments and other people's code.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from faults import tell

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad, DiagonalAdaGrad, HintedLeader
from olbook.curved_losses import OnlineNewtonStep
from olbook.games import FixedShare
from olbook.regret_to_risk import AnytimeAverage
from olbook.without_tuning import CoinBetting, DirectionAndMagnitude

X = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [2.0, -1.0]])
y = np.array([1.0, -1.0, 1.0, 1.0])

SIGNATURES = {
    "play": "(learner, X, y=None, *, keep_weights=False, method='auto', progress=False)",
    "play_oco": "(learner, losses, *, d=None, keep_weights=True)",
    "replicate": "(learner, X, y)",
    "Perceptron": "()",
    "KernelPerceptron": "(kernel)",
    "OnlineGradientDescent": "(eta, domain=None, d=None)",
    "Winnow": "(eta=0.25)",
    "GradientDescent": "(eta, loss='square', domain=None, conservative=False)",
    "WidrowHoff": "(eta)",
    "ExponentiatedGradient": ("(eta, loss='square', signed=False, radius=1.0, conservative=False)"),
    "PNorm": "(p, eta, loss='square', conservative=False)",
    "LinearPredictor": "(oco_learner, loss)",
    "MirrorDescent": "(eta, regularizer, domain=None, d=None)",
    "FollowTheRegularizedLeader": "(eta, regularizer, domain=None, d=None)",
    "Hedge": "(eta, d=None)",
    "DoublingTrick": "(make_learner)",
    "SquaredNorm": "()",
    "Entropy": "()",
    "SquaredPNorm": "(q)",
    "online_to_batch": "(run, how='average', rng=None)",
    "best_in_hindsight": "(X, y, loss='square', domain=None, tolerance=1e-06)",
    "comparator.Comparator": "(u, loss, lower_bound, T=None)",
    "comparator.Comparator.regret": "(self, run)",
    "MeasuredBounds": "()",
    "MeasuredBounds.check": "(self, name, measured, *, on, **values)",
    "streams.orthogonal_gradients": "(learner, T, *, size=1.0, d=3)",
    "streams.push_and_wiggle": "(eta, T)",
    "streams.hidden_literals": "(learner, d, k)",
    "streams.disjunction": "(T, d, k, *, density=None, noise=0.0, rng)",
    "streams.diabetes": "()",
    "losses.ZeroOne": "(threshold=0.0)",
    "kernels.linear": "(A, B)",
    "kernels.polynomial": "(degree, offset=1.0)",
    "kernels.rbf": "(gamma)",
    "Ball": "(radius)",
    "Simplex": "()",
    "L1Ball": "(radius)",
    "Box": "(low, high)",
    "WholeSpace": "()",
    "streams.digits_pair": "(a, b)",
    "streams.breast_cancer": "()",
    "streams.shares": "()",
    "streams.separable": "(T, d, margin, *, radius=1.0, rng)",
    "streams.noisy": "(T, d, margin, noise, *, radius=1.0, rng)",
    "streams.orthonormal_rows": "(learner, n, *, radius=1.0, d=None)",
    "streams.bisection": "(learner, T)",
    "streams.threshold_interval": "(X, y)",
    "functional_margin": "(u, X, y)",
    "geometric_margin": "(u, X, y)",
    "setting": "(name)",
    "theorem": "(name)",
    "theorems": "()",
}
PREDICTORS = {
    "Perceptron": ol.Perceptron(),
    "Winnow": ol.Winnow(),
    "GradientDescent": ol.GradientDescent(0.1),
    "WidrowHoff": ol.WidrowHoff(0.1),
    "ExponentiatedGradient": ol.ExponentiatedGradient(0.1),
    "EG plus-minus": ol.ExponentiatedGradient(0.1, signed=True, radius=2.0),
    "conservative": ol.GradientDescent(0.1, "hinge", conservative=True),
    "PNorm": ol.PNorm(3.0, 0.1),
    "LinearPredictor": ol.LinearPredictor(ol.OnlineGradientDescent(0.1), "square"),
}
OCO_LEARNERS = {
    "OnlineGradientDescent": ol.OnlineGradientDescent(0.1),
    "MirrorDescent": ol.MirrorDescent(0.1, ol.SquaredPNorm(1.5)),
    "FollowTheRegularizedLeader": ol.FollowTheRegularizedLeader(0.1, ol.Entropy(), ol.Simplex()),
    "Hedge": ol.Hedge(0.1),
}
# Those of the topics that are not among the public names learn by the same rules.
OF_TOPICS = {
    "AdaGrad": AdaGrad(1.0),
    "DiagonalAdaGrad": DiagonalAdaGrad(ol.Box(-1.0, 1.0)),
    "HintedLeader": HintedLeader(0.1),
    "OnlineNewtonStep": OnlineNewtonStep(1.0, 1.0),
    "FixedShare": FixedShare(0.5, 0.1),
    "AnytimeAverage": AnytimeAverage(ol.OnlineGradientDescent(0.1)),
    "CoinBetting": CoinBetting(),
    "DirectionAndMagnitude": DirectionAndMagnitude(),
}


def class_name(learner: object) -> str:
    """An id without the address of a kernel, which would differ between processes."""
    return type(learner).__name__


each_predictor = pytest.mark.parametrize("learner", PREDICTORS.values(), ids=PREDICTORS)
EVERY_OCO_LEARNER = OCO_LEARNERS | OF_TOPICS
each_oco_learner = pytest.mark.parametrize(
    "learner", EVERY_OCO_LEARNER.values(), ids=EVERY_OCO_LEARNER
)
EVERY_LEARNER = PREDICTORS | EVERY_OCO_LEARNER
each_learner = pytest.mark.parametrize("learner", EVERY_LEARNER.values(), ids=EVERY_LEARNER)
STARTED = {"start": "(self, d)", "copy": "(self)"}
LOSSES = ["losses.Square", "losses.Absolute", "losses.Hinge", "losses.Logistic", "losses.ZeroOne"]
# whose methods, and what each of them takes
METHODS: list[tuple[list[str], dict[str, str]]] = [
    ([*map(class_name, PREDICTORS.values()), "KernelPerceptron"],
        STARTED | {"predict": "(self, x)", "update": "(self, x, y)"}),
    ([*map(class_name, OCO_LEARNERS.values())], STARTED | {"update": "(self, g)"}),
    (["DoublingTrick"], STARTED),
    (["SquaredNorm", "Entropy", "SquaredPNorm"],
        {"value": "(self, w)", "gradient": "(self, w)", "inverse_gradient": "(self, theta)",
         "divergence": "(self, u, w)"}),
    (["Ball", "Simplex", "L1Ball", "Box", "WholeSpace"],
        {"project": "(self, v)", "contains": "(self, v, tolerance=1e-09)", "support": "(self, c)"}),
    (LOSSES, {"value": "(self, y, s)", "slope": "(self, y, s)"}),
]  # fmt: skip
EVERY_SIGNATURE = SIGNATURES | {
    f"{name}.{method}": signature
    for names, methods in METHODS
    for name in names
    for method, signature in methods.items()
} | dict.fromkeys(LOSSES[:-1], "()")  # fmt: skip


def without_types(function: object) -> str:
    """The signature as a caller sees it."""
    signature = inspect.signature(function)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    return str(inspect.Signature(bare))


@pytest.mark.parametrize(("name", "signature"), EVERY_SIGNATURE.items())
def test_signature(name: str, signature: str) -> None:
    found: object = ol
    for part in name.split("."):
        found = getattr(found, part)
    if (now := without_types(found)) != signature:
        tell([f"tests/test_contract.py: SIGNATURES: {name} has {signature}, now it is {now}"])


def test_every_public_name_exists_and_has_a_docstring() -> None:
    for name in ol.__all__:
        assert inspect.getdoc(getattr(ol, name)), name
    assert {name.split(".")[0] for name in SIGNATURES} - {"comparator"} <= set(ol.__all__)


def test_every_learner_is_in_the_contract() -> None:
    """The contract is tried on all in the two tables, and on these by tests of their own."""
    alone = {"KernelPerceptron", "DoublingTrick"}
    learners = {name for name in ol.__all__ if hasattr(getattr(ol, name), "update")}
    tried = {class_name(each) for each in (*PREDICTORS.values(), *OCO_LEARNERS.values())}
    tell(
        [f"SIGNATURES: does not have {name}" for name in learners - set(SIGNATURES)]
        + [f"PREDICTORS, OCO_LEARNERS: do not have {name}" for name in learners - alone - tried],
        "tests/test_contract.py",
    )


def test_import_brings_only_numpy() -> None:
    code = (
        "import sys, olbook; "
        "heavy = {'sympy', 'matplotlib', 'sklearn', 'scipy'} & set(sys.modules); "
        "print(sorted(heavy))"
    )
    root = Path(ol.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")


def test_import_does_not_touch_the_global_generator() -> None:
    root = Path(ol.__file__).parents[1]
    code = (
        "import numpy as np; np.random.seed(1); expected = np.random.random(); "
        "np.random.seed(1); import olbook; "
        "assert np.random.random() == expected"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=root).returncode == 0


# The run of a prediction learner


def test_weights_are_kept_only_on_demand() -> None:
    assert ol.play(ol.Perceptron(), X, y).weights is None
    assert ol.play_oco(ol.OnlineGradientDescent(1.0), X, keep_weights=False).weights is None


def test_repr_is_one_line_with_rounds_and_mistakes() -> None:
    run = ol.play(ol.Perceptron(), X, y)
    assert repr(run) == f"Run(T=4, mistakes={run.n_mistakes})"
    assert repr(ol.play_oco(ol.OnlineGradientDescent(1.0), X)).startswith("OcoRun(T=4, total loss=")


def test_kernel_run_has_no_weights() -> None:
    run = ol.play(ol.KernelPerceptron(ol.kernels.linear), X, y, keep_weights=True)
    assert run.w is run.average_w is run.weights is None
    assert not hasattr(run.learner, "w")
    np.testing.assert_array_equal(run.updates, run.mistakes)
    np.testing.assert_array_equal(run.learner.support, X[run.mistakes])
    np.testing.assert_array_equal(run.learner.coefficients, y[run.mistakes])


def test_replicas_have_an_axis_of_their_own() -> None:
    streams, labels = np.stack([X, -X, X[::-1]], axis=1), np.stack([y, y, -y], axis=1)
    for learner in (ol.Perceptron(), ol.GradientDescent(0.1, "logistic"), ol.WidrowHoff(0.1)):
        run = ol.replicate(learner, streams, labels)
        assert isinstance(run, ol.record.Replicas)
        assert not isinstance(run, ol.record.Run)
        assert (run.R, run.T, run.d) == (3, 4, 2)
        assert repr(run).startswith("Replicas(R=3, T=4, mean total loss=")
        assert run.scores.shape == run.losses.shape == run.updates.shape == (4, 3)
        assert run.w.shape == run.average_w.shape == (3, 2)
        assert learner.w is None


# Learners


@each_predictor
def test_every_predictor_starts_predicts_updates_and_copies(learner: Any) -> None:
    assert learner.w is None
    assert learner.predict([1.0, 0.0]) in (0.0, 0.5)
    assert learner.w is None

    player = learner.copy()
    assert player.update([1, 0], -1) is None
    assert player.w.dtype == np.float64
    assert player.w.shape == (2,)
    assert isinstance(player.predict([1, 0]), float)
    assert player.predict([1.0, 1.0]) == player.w @ [1.0, 1.0]
    assert not player.w.flags.writeable
    kept, copied = player.w, player.w.copy()
    twin = player.copy()
    twin.update([1, 1], 1)
    player.predict([1, 1])
    assert player.w is kept
    player.update([1, 1], -1)
    np.testing.assert_array_equal(kept, copied)
    player.start(3)
    assert player.w.shape == (3,)
    np.testing.assert_array_equal(player.w, fresh(learner, 3).w)
    assert learner.w is None


def fresh(learner: Any, d: int) -> Any:
    player = learner.copy()
    player.start(d)
    return player


def remade(learner: Any, kind: Any = None, **changes: Any) -> Any:
    """A new learner with the parameters of this one, which all are its attributes, but for some."""
    names = inspect.signature(type(learner)).parameters.keys() - {"d"}
    same = {name: getattr(learner, name) for name in names}
    return (kind or type(learner))(**same | changes)


@each_predictor
def test_first_weights(learner: Any) -> None:
    uniform = isinstance(learner, ol.Winnow | ol.ExponentiatedGradient)
    uniform = uniform and not getattr(learner, "signed", False)
    np.testing.assert_array_equal(fresh(learner, 4).w, np.full(4, 0.25 if uniform else 0.0))


def test_first_weights_lie_in_the_domain() -> None:
    np.testing.assert_array_equal(
        fresh(ol.GradientDescent(0.1, domain=ol.Box(1.0, 2.0)), 2).w, [1.0, 1.0]
    )


@each_predictor
def test_play_with_every_predictor(learner: Any) -> None:
    binary = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]])
    run = ol.play(learner, binary, y, keep_weights=True)
    assert learner.w is None
    assert (run.T, run.d) == (4, 2)
    assert run.scores.shape == run.losses.shape == run.updates.shape == (4,)
    assert run.weights.shape == (5, 2)
    np.testing.assert_array_equal(run.weights[0], fresh(learner, 2).w)
    np.testing.assert_array_equal(
        run.scores, [w @ x for w, x in zip(run.weights[:-1], binary, strict=True)]
    )
    np.testing.assert_array_equal(run.losses, learner.loss.value(y, run.scores))
    np.testing.assert_array_equal(run.updates, (run.weights[1:] != run.weights[:-1]).any(axis=1))
    np.testing.assert_allclose(run.average_w, run.weights[:-1].mean(axis=0), rtol=1e-14)
    np.testing.assert_array_equal(run.w, run.weights[-1])
    np.testing.assert_array_equal(run.learner.w, run.w)
    assert run.updates.dtype == np.bool_
    if learner.loss.kind == "regression":
        assert run.mistakes is run.n_mistakes is None
        assert repr(run).startswith("Run(T=4, total loss=")
    else:
        theta = 0.5 if isinstance(learner, ol.Winnow) else 0.0
        np.testing.assert_array_equal(run.mistakes, y * (run.scores - theta) <= 0)
        assert run.mistakes.dtype == np.bool_
        assert type(run.n_mistakes) is int
        assert run.n_mistakes == run.mistakes.sum()

    half = ol.play(learner, binary[:2], y[:2]).learner
    again = ol.play(half, binary[2:], y[2:])
    np.testing.assert_array_equal(again.scores, run.scores[2:])
    np.testing.assert_array_equal(again.w, run.w)


@each_predictor
@pytest.mark.parametrize(
    ("bad_x", "bad_y", "error"),
    [
        ([1.0, 0.0], np.nan, ValueError),
        ([1.0, 0.0], "yes", (TypeError, ValueError)),
        ([1.0, np.nan], 1, ValueError),
        ([np.inf, 1.0], 1, ValueError),
        ([1.0, 0.0, 1.0], 1, ValueError),
        ([[1.0, 0.0]], 1, ValueError),
        (["a", "b"], 1, ValueError),
    ],
)
def test_after_an_error_every_predictor_is_what_it_was(
    learner: Any, bad_x: object, bad_y: object, error: Any
) -> None:
    player = learner.copy()
    player.update([1.0, 1.0], 1)
    twin, kept = player.copy(), player.w
    with np.errstate(invalid="ignore"), pytest.raises(error):
        player.update(bad_x, bad_y)
    assert player.w is kept
    for one in (player, twin):  # counters and hidden state are what they were, too
        one.update([1.0, 0.0], -1)
    np.testing.assert_array_equal(player.w, twin.w)

    first = learner.copy()
    with np.errstate(invalid="ignore"), pytest.raises(error):
        first.update([np.inf, 1.0], 1) if error is ValueError else first.update([1, 0], bad_y)
    assert first.w is None
    first.update([1.0, 1.0, 0.0], 1)
    assert first.w.shape == (3,)


@each_oco_learner
def test_every_oco_learner(learner: Any) -> None:
    assert learner.w is None
    assert not hasattr(learner, "predict")
    assert repr(learner).startswith(f"{class_name(learner)}(")
    gradients = np.array([[1.0, 0.0], [0.0, -1.0], [0.5, 0.5]])  # none is longer than 1
    run = ol.play_oco(learner, gradients)
    assert learner.w is None
    np.testing.assert_array_equal(run.weights[0], fresh(learner, 2).w)
    again = ol.play_oco(ol.play_oco(learner, gradients[:1]).learner, gradients[1:])
    np.testing.assert_array_equal(again.weights, run.weights[1:])

    player = learner.copy()
    player.update([1.0, 0.0])
    kept, twin = player.w, player.copy()
    assert not kept.flags.writeable
    for bad in ([np.nan, 0.0], [1.0], ["a", "b"], [[1.0, 0.0]]):
        with pytest.raises(ValueError, match="g must"):
            player.update(bad)
    assert player.w is kept
    for one in (player, twin):
        one.update([0.0, -1.0])
    np.testing.assert_array_equal(player.w, run.weights[2])
    np.testing.assert_array_equal(twin.w, run.weights[2])


@pytest.mark.parametrize("learner", OF_TOPICS.values(), ids=OF_TOPICS)
def test_a_start_forgets_all(learner: Any) -> None:
    """So it does for those above, in test_learners."""
    player = learner.copy()
    for d in (2, 3):
        player.start(d)
        np.testing.assert_array_equal(player.w, fresh(learner, d).w)
        player.update(np.full(d, 0.5))


@each_oco_learner
def test_oco_learners_start_at_once_if_they_know_the_dimension(learner: Any) -> None:
    if "d" not in inspect.signature(type(learner)).parameters:
        return
    np.testing.assert_array_equal(remade(learner.copy(), d=3).w, fresh(learner, 3).w)
    with pytest.raises(ValueError, match="d must be at least 1"):
        remade(learner, d=0)


@each_learner
def test_what_a_learner_was_made_with_are_its_attributes(learner: Any) -> None:
    assert repr(remade(learner)) == repr(learner)


@each_learner
def test_the_weights_cannot_be_set(learner: Any) -> None:
    with pytest.raises(AttributeError):
        learner.w = np.zeros(2)


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (ol.KernelPerceptron(ol.kernels.linear), "support"),
        (ol.KernelPerceptron(ol.kernels.linear), "coefficients"),
        (ol.Winnow(), "threshold"),
        (ol.LinearPredictor(ol.OnlineGradientDescent(0.1), "square"), "oco_learner"),
        (ol.DoublingTrick(lambda n: ol.Hedge(0.1)), "block"),
        (ol.DoublingTrick(lambda n: ol.Hedge(0.1)), "horizon"),
        (ol.SquaredPNorm(1.5), "q"),
        (ol.SquaredPNorm(1.5), "p"),
        (ol.losses.ZeroOne(), "threshold"),
    ],
)
def test_what_cannot_be_set_either(thing: Any, name: str) -> None:
    assert hasattr(thing, name)
    with pytest.raises(AttributeError):
        setattr(thing, name, None)


# Errors; test_bad_calls.py has the table of them


@pytest.mark.filterwarnings("error")
def test_scores_that_stop_being_finite_name_the_round() -> None:
    with pytest.raises(ValueError, match=r"round 2: the score must"):
        ol.play(ol.Perceptron(), [[1e200], [1e200]], [1, 1])


@pytest.mark.filterwarnings("error")
def test_weights_that_stop_being_finite_name_the_round() -> None:
    class Sum:
        """Adds up its inputs, whatever happens."""

        w = np.zeros(1)

        def predict(self, x: np.ndarray) -> float:
            return 0.0

        def update(self, x: np.ndarray, y: float) -> None:
            self.w = self.w + x

    with pytest.raises(ValueError, match=r"round 2: w must be finite"):
        ol.play(Sum(), [[1e308], [1e308]], [1, 1])
