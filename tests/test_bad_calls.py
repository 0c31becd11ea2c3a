"""Bad input is refused: by which exception, and in words that name the argument.

Each row is a call as a reader might type it, the exception, and the beginning of what it says.
A round is named where there is one; it is counted from 1.
"""

from __future__ import annotations

import re
from importlib import import_module

import numpy as np
import pytest

import olbook as ol

NAN, INF = np.nan, np.inf


class Writes:
    """A learner that scales the example it was shown."""

    def predict(self, x):
        return 0.0

    def update(self, x, y):
        x *= y


class Nowhere:
    """Has no point to play."""

    w = None

    def update(self, g):
        pass


class Anything:
    """A domain of somebody else."""

    def project(self, v):
        return v

    def contains(self, v, tolerance=1e-9):
        return True

    def support(self, c):
        return INF


X, y = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), np.array([1.0, -1.0, 1.0])
OF_TOPICS = {k: v for topic in ol.TOPICS for k, v in vars(import_module(f"olbook.{topic}")).items()}
NAMES = OF_TOPICS | {
    "ol": ol,
    "np": np,
    "nan": NAN,
    "inf": INF,
    "rng": np.random.default_rng(0),
    "X": X,
    "y": y,
    "Y": np.array([0.5, -2.0, 7.0]),
    "B": np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
    "H": np.arange(3) >= np.arange(4)[:, np.newaxis],
    "G": np.array([[1.0, -1.0], [0.5, 2.0]]),
    "run": ol.play(ol.Perceptron(), [[1.0, 0.0], [0.0, 2.0]], [1, -1]),
    "replicas": ol.replicate(ol.WidrowHoff(0.1), X[:, np.newaxis], y[:, np.newaxis]),
    "oco": ol.OnlineGradientDescent,
    "Writes": Writes,
    "Nowhere": Nowhere,
    "Anything": Anything,
}

WRONG_VALUES = """
ol.play(ol.Perceptron(), X[:, 0], y)                         | X must have shape (T, d)
ol.play(ol.Perceptron(), X.astype(object), y)                | X must hold real numbers
ol.play(ol.Perceptron(), [[1], [1, 2]], [1, 1])              | X must be an array of real numbers
ol.play(ol.Perceptron(), [[1, 2], [nan, 1]], [1, 1])         | X must be finite; round 2
ol.play(ol.Perceptron(), X, y[:2])                           | y must have shape (3,)
ol.play(ol.Perceptron(), X, [1, 0, 1])                       | y must be -1 or +1 in every round; round 2
ol.play(ol.Perceptron(), X, ['a', 'b', 'c'])                 | y must hold real numbers
ol.play(ol.Perceptron(), X, y, method="turbo")               | method must be "auto" or "loop"
ol.play(ol.Perceptron(), [])                                 | empty stream
ol.play(ol.Perceptron(), [(X, y), (X, [1, 1, 0])])           | y must be -1 or +1 in every round; round 6
ol.play(ol.Perceptron(), [(X, y), (X * nan, y)])             | X must be finite; round 4
ol.play(ol.KernelPerceptron(ol.kernels.linear), X, [1, 0, 1]) | y must be -1 or +1 in every round; round 2
ol.play(ol.WidrowHoff(0.1), X, [1, nan, 1])                  | y must be a finite number in every round; round 2
ol.play(ol.WidrowHoff(1e300), X, Y)                          | round 3: w must be finite
ol.play(ol.GradientDescent(0.1, "hinge"), X, Y)              | y must be -1 or +1 in every round; round 1
ol.play(ol.GradientDescent(0.1, "logistic"), X, Y)           | y must be -1 or +1 in every round; round 1
ol.play(ol.Winnow(), X, y)                                   | round 2: x must be
ol.play(ol.Winnow(), B, [1, 0, 1])                           | y must be -1 or +1 in every round; round 2
ol.play(ol.Perceptron().copy(), X * 1e308, -y)               | round
ol.Perceptron().start(0)                                     | d must be at least 1
ol.Perceptron().predict([])                                  | x must have shape (d,)
ol.Perceptron().predict(["one"])                             | x must hold real numbers
ol.Perceptron().update([1.0, 2.0], 0)                        | y must be -1 or +1, got 0
ol.Perceptron().update([1j], 1)                              | x must hold real numbers
ol.GradientDescent(0.1, loss="cubic")                        | "absolute", "hinge", "logistic", "zero-one", or a loss
ol.GradientDescent(0.1, conservative=True)                   | conservative
ol.GradientDescent(0.1, domain=ol.Simplex()).start(0)        | d must be at least 1
ol.ExponentiatedGradient(0.1, radius=0.0)                    | radius must be positive
ol.ExponentiatedGradient(0.1, loss="log")                    | loss
ol.ExponentiatedGradient(0.1, conservative=True)             | conservative
ol.PNorm(1.0, 0.1)                                           | p must be
ol.PNorm(3.0, 0.1, loss="square", conservative=True)         | conservative
ol.LinearPredictor(oco(0.1), "cube")                         | loss
ol.LinearPredictor(oco(0.1), "hinge").update([1.0], 3)       | y must be -1 or +1
oco(1.0).update([])                                          | g must have shape
oco(1.0, domain=ol.Box([0, 0], [1, 1]), d=3)                 | v must have shape (2,)
ol.SquaredPNorm(1.0)                                         | q must be
ol.SquaredPNorm(2.5)                                         | q must be
ol.play(ol.Perceptron(), [(X, y), (np.ones((1, 3)), [1])])   | round 4 has 3
ol.play_oco(oco(1.0), [])                                    | losses
ol.play_oco(oco(1.0), [[1.0, nan]])                          | losses must be finite; round 1
ol.play_oco(oco(1.0), [[1.0], [1.0, 2.0]])                   | losses
ol.play_oco(oco(1.0), [1, 2])                                | losses must have shape
ol.play_oco(oco(1.0), np.array(1.0))                         | losses must have shape
ol.play_oco(oco(1.0), G, d=3)                                | d
ol.play_oco(oco(1.0), G, d=0)                                | d must be at least 1
ol.play_oco(oco(1e308), G * 1e10)                            | round
ol.replicate(ol.Perceptron(), X, y)                          | X must have shape (T, R, d)
ol.replicate(ol.Perceptron(), X[:, :0, None], y[:, None])    | X must have shape (T, R, d)
ol.replicate(ol.Perceptron(), [[["a"]]], [[1]])              | X must hold real numbers
ol.replicate(ol.Perceptron(), [[[1]]], [["a"]])              | y must hold real numbers
ol.replicate(run.learner, np.ones((1, 1, 3)), [[1]])         | dimension 2, but the stream has d = 3
ol.replicate(ol.Perceptron(), X[:, None], y)                 | y must have shape (3, 1)
ol.replicate(ol.Perceptron(), X[:, None] * nan, y[:, None])  | X must be finite
ol.replicate(ol.Perceptron(), X[:, None], 0 * y[:, None])    | y must be -1 or +1
ol.replicate(ol.Perceptron(), X[:0, None], y[:0, None])      | X must have shape
ol.ExponentiatedGradient(0.1, radius=2.0)                    | radius must be 1 unless signed=True
ol.doubling_trick.push_and_wiggle(0.0, 8)                    | eta must be positive and finite
ol.streams.separable(5, 3, 1e-152, radius=1e-151, rng=rng)   | radius must be between 1e-150 and 1e
ol.streams.separable(5, 3, 1e150, radius=1e151, rng=rng)     | radius must be between 1e-150 and 1e
ol.streams.separable(5, 1, 1.5, radius=2.0, rng=rng)         | margin must be exactly the radius, 2.0, for d = 1
ol.streams.disjunction(5, 3, 1, noise=-0.1, rng=rng)         | noise must be a probability
ol.streams.hidden_literals(ol.Winnow(), 8, 0)                | k must be at least 1, got 0
ol.Ball(0)                                                   | radius must be positive
ol.Ball(10**400)                                             | radius must be finite as a float
ol.L1Ball(-2)                                                | radius must be positive
ol.Box(2, 1)                                                 | low must not exceed high in any coordinate
ol.Box([0, nan], 1)                                          | low and high must be finite
ol.Box([], [])                                               | must be numbers or of shape
ol.Box(0, [inf, 1])                                          | low and high must be finite
ol.Box(-inf, 1)                                              | low and high must be finite
ol.Box([0, 0], [1, 1, 1])                                    | must have the same shape
ol.Box([[0]], 1)                                             | must be numbers or of shape
ol.kernels.rbf(0)                                            | gamma must be positive
ol.kernels.polynomial(0)                                     | degree must be at least 1
ol.kernels.polynomial(2, offset=-0.5)                        | offset must be at least 0
ol.kernels.linear([1.0], [[1.0]])                            | A must have shape
ol.kernels.rbf(1.0)([[1.0]], [[1.0, 2.0]])                   | A and B must have as many columns
ol.kernels.polynomial(2)([[1.0]], [[1.0, 2.0]])              | A and B must have as many columns
ol.best_in_hindsight(X, y[:2])                               | y must have shape (3,)
ol.best_in_hindsight(X * nan, y)                             | X must be finite
ol.best_in_hindsight(X, Y, loss="hinge", domain=ol.Ball(1.0)) | y must be -1 or +1
ol.best_in_hindsight(X, y, tolerance=0.0)                    | tolerance must be positive
ol.best_in_hindsight(X[:, :0], y)                            | X must have shape
ol.comparator.Comparator([nan], 1.0, 0.0)                               | u must be finite
ol.streams.separable(0, 2, 0.1, rng=rng)                             | T must be at least 1
ol.streams.separable(10**400, 2, 0.1, rng=rng)                       | T must be at most
ol.streams.separable(5, 0, 0.1, rng=rng)                             | d must be at least 1
ol.streams.separable(5, 2, -0.1, rng=rng)                            | margin must be
ol.streams.separable(5, 2, 2.0, rng=rng)                             | margin must be at most
ol.streams.separable(5, 2, 0.1, radius=0, rng=rng)                   | radius must be positive
ol.streams.noisy(5, 2, 0.1, -0.1, rng=rng)                           | noise must be a probability
ol.streams.disjunction(0, 3, 1, rng=rng)                             | T must be at least 1
ol.streams.disjunction(5, 0, 1, rng=rng)                             | d must be at least 1
ol.streams.disjunction(5, 3, 4, rng=rng)                             | k must be
ol.streams.disjunction(5, 3, 0, rng=rng)                             | k must be at least 1
ol.streams.disjunction(5, 3, 1, density=2.0, rng=rng)                | density must be a probability
ol.streams.bisection(ol.Perceptron(), 0)                             | T must be at least 1
ol.streams.orthonormal_rows(ol.Perceptron(), 0)                      | n must be at least 1
ol.streams.orthonormal_rows(ol.Perceptron(), 3, d=2)                 | d must be at least 3
ol.streams.orthonormal_rows(ol.Perceptron(), 3, radius=-1)           | radius must be positive
ol.streams.hidden_literals(ol.Perceptron(), 2, 3)                    | d must be at least 6
ol.streams.orthogonal_gradients(oco(1.0), 0)                         | T must be at least 1
ol.streams.orthogonal_gradients(oco(1.0), 5, size=0.0)               | size must be positive
ol.streams.orthogonal_gradients(oco(1.0), 5, d=1)                    | d must be at least
ol.functional_margin([1.0], X, y)                            | u must have shape (2,)
ol.functional_margin([nan, 1.0], X, y)                       | u must be finite
ol.functional_margin([1.0, 1.0], X, [1, 0, 1])               | y must be -1 or +1
ol.geometric_margin([0.0, 0.0], X, y)                        | u must not be zero
ol.streams.threshold_interval(X, [1, 0, 1])                          | y must be -1 or +1
ol.streams.threshold_interval([], [])                                | X must have shape
ol.streams.threshold_interval([[0.5, 2.0]], [1])                     | X must have two columns, the second of ones
ol.play(ol.WidrowHoff(0.1), [[0, 0]] * 2, [1, 1e200])        | round 2: the loss must stay finite
ol.replicate(ol.WidrowHoff(0.1), np.zeros((2, 2, 1)), [[1, 1], [1, 1e200]]) | copy 1: round 2: the loss must
ol.play(Writes(), X, y)                                      | round 1: output array is read-only
ol.best_in_hindsight(X, Y, type("Mine", (ol.losses.Square,), {})(), ol.Ball(1.0)) | loss must be
ol.comparator.lower_bound(X, Y, type("Mine", (ol.losses.Square,), {})(), ol.Ball(1.0), Y) | loss must be
ol.Entropy().inverse_gradient([1000.0])                      | the point with this mirror image must be finite
ol.MirrorDescent(1.0, ol.SquaredPNorm(1.5), type("Mine", (ol.WholeSpace,), {})()) | domain
ol.doubling_trick.push_and_wiggle(5e-324, 3)                 | eta must be at most 1 and T at least
ol.MeasuredBounds().check("perceptron.margin", [1e12 + 9, 2], on="it", R=[1e6, 1], U=1.0) | on it: measured 2 exceeds
ol.MeasuredBounds().check("perceptron.margin", 5, on="it", R=1.0, U=2.0) | on it: measured 5 exceeds the bound 4
ol.play(run.learner, np.ones((1, 3)), [1])                   | dimension 2, but the stream has d = 3
ol.play_oco(oco(1.0), [SquaredDistance(1.0)])                | d must be given
ol.play_oco(oco(1.0), np.array([[1.0], [nan]]))              | losses must be finite; round 2
ol.play_oco(oco(1.0, d=3), np.ones((4, 2)))                  | dimension 3, but the stream has d = 2
ol.losses.ZeroOne(threshold=nan)                             | threshold must be finite
ol.streams.digits_pair(3, 3)                                 | a and b must be two different digits, 0 to 9; got
ol.streams.digits_pair(3, 10)                                | a and b must be two different digits, 0 to 9; got
ol.streams.digits_pair(10, 3)                                | a and b must be two different digits, 0 to 9; got
ol.streams.digits_pair(-1, 3)                                | a must be at least 0, got -1
ol.streams.digits_pair(3, -1)                                | b must be at least 0, got -1
ol.streams.threshold_interval([[0.5, 1.0], [0.5, 1.0]], [1, -1])   | no threshold fits
ol.streams.threshold_interval([[0.5, 1.0], [0.75, 1.0]], [1, -1])  | no threshold fits
ol.best_in_hindsight(X, [1.0, inf, 1.0])                     | round 2 has inf
ol.best_in_hindsight(X, y, "cubic")                          | loss must be one of
ol.best_in_hindsight(X, y, "zero-one", ol.Ball(1.0))         | for others no certificate is known here
ol.best_in_hindsight(X, y, domain=Anything())                | domain must be a Ball, Simplex
ol.best_in_hindsight(X, y, domain=ol.Box([0, 0, 0], 1))      | domain must have as many coordinates
ol.best_in_hindsight(X, y, "logistic", ol.WholeSpace())      | domain must be bounded
ol.best_in_hindsight(X, [1e200, 1e200, -1e200])              | X, y and domain must be smaller
ol.best_in_hindsight(1e300 * X, y, domain=ol.Ball(1e300))    | X, y and domain must be smaller
ol.comparator.Comparator(np.zeros(1), nan, 0.0)              | loss must be finite
ol.comparator.Comparator(np.zeros(1), inf, 0.0)              | loss must be finite
ol.comparator.Comparator(np.zeros(1), 1.0, -inf)             | lower_bound must be finite
ol.comparator.Comparator(np.zeros(1), 1.0, 0.0, 0)           | T must be at least 1, got 0
ol.comparator.lower_bound(X, y, "square", ol.Ball(1.0), [0.0])      | slopes must have shape
ol.comparator.lower_bound(X, y, "square", ol.Ball(1.0), [0, nan, 0]) | slopes must be a finite number
ol.comparator.lower_bound(X, [1.0], "hinge", ol.Ball(1.0), [0, 0, 0]) | y must have shape
ol.comparator.lower_bound(X, [1, 0, 1], "hinge", ol.Ball(1.0), [0, 0, 0]) | y must be -1 or +1
ol.comparator.lower_bound(X, y, "zero-one", ol.Ball(1.0), [0, 0, 0]) | conjugate is not known here
ol.online_to_batch(run, "best")                              | how must be one of "average", "last"
ol.online_to_batch(ol.play(ol.KernelPerceptron(ol.kernels.linear), X, y)) | run must have weights w, but its learner has
ol.online_to_batch(run, "random", rng)                       | needs a run with keep_weights=True
ol.online_to_batch(run, "longest_survivor")                  | needs a run with keep_weights=True
weighted_average(run)                                        | keep_weights=True
linear_decay(0.0, 1.0, 3)                                    | U must be positive
linear_decay(1.0, -1.0, 3)                                   | G must be positive
linear_decay(1.0, 1.0, 0)                                    | T must be at least 1
AdaGrad(0.0)                                                 | D must be positive
AdaGrad(1.0, ol.Box([0.0, 0.0], 1.0), d=3)                   | v must have shape (2,), got shape (3,)
DiagonalAdaGrad(ol.Box(0.0, 1.0), epsilon=-1.0)              | epsilon must be at least 0
DiagonalAdaGrad(ol.Box(0.0, 1.0), D=0.0)                     | D must be positive
DiagonalAdaGrad(ol.Box([0.0, 0.0], 1.0), d=3)                | v must have shape (2,), got shape (3,)
HintedLeader(0.0)                                            | eta must be positive
late_turn(0)                                                 | T must be at least 1
OnlineNewtonStep(0.0, 1.0)                                   | gamma must be positive
OnlineNewtonStep(inf, 1.0)                                   | gamma must be positive
OnlineNewtonStep(1.0, -1.0)                                  | epsilon must be positive
VovkAzouryWarmuth(0.0)                                       | a must be positive
RegularizedLoss(np.ones(2), 1.0, mu=0.0)                     | mu must be positive
opposite_targets(oco(0.1, d=2), 5)                           | dimension 2
opposite_targets(oco(0.1), 0)                                | T must be at least 1
CoinBetting(epsilon=0.0)                                     | epsilon must be positive
DirectionAndMagnitude(epsilon=0.0)                           | epsilon must be positive
UCB1(-1.0)                                                   | c must be at least 0
play_bandit(UCB1(), [[0.0, 0.0], [nan, 0.0]], rng)           | losses must be finite; round 2
hidden_arm(T=3, d=4, rng=rng)                                | T must be at least 4
FixedShare(1.0, alpha=0.0)                                   | alpha must be positive
FixedShare(1.0, alpha=-0.1)                                  | alpha must be positive
FixedShare(1.0, alpha=1.1)                                   | alpha must be at most 1
FixedShare(1.0, alpha=nan)                                   | alpha must be positive
coins_in_blocks(T=5, k=2, rng=rng)                           | T must be a multiple of k, got T=5 and k=2
self_play([[0.0, 1.0]], 5)                                   | A must have two rows and columns
self_play([[0.0, 2.0], [1.0, 0.0]], 5)                       | entries from 0 to 2
self_play([[0.0, -1.0], [1.0, 0.0]], 5)                      | entries from -1 to 1
Halving([[0.5, 1.0]])                                        | H must hold truth values
littlestone_dimension([True, False])                         | got an array of shape
Halving(H).predict([3])                                      | x must hold the number of a point, 0 to 2; got 3
Halving(H).predict([0.5])                                    | x must hold the number of a point
Halving(H).predict([0, 1])                                   | x must have shape
Halving(H).update([0], 0)                                    | y must be -1 or +1
StandardOptimalAlgorithm(H[:1]).update([0], -1)              | y must be the label of some
forced_path(Halving(H[:1]), H[:1])                           | two hypotheses that differ
AgnosticExperts(H, 0)                                        | T must be at least 1
HypothesisClass(H).tree(frozenset({0, 1}), 2)                | depth must be at most
PassiveAggressive().update([1.0], 0)                         | y must be -1 or +1
"""

WRONG_KINDS = """
ol.play(ol.Perceptron, X, y)                                 | learner must be an object, not the class
ol.play(oco(1.0), X, y)                                      | learner must have a method predict
ol.play(ol.Perceptron(), X)                                  | y is missing
ol.play(ol.Perceptron(), 3)                                  | y is missing
ol.play(ol.Perceptron(), [(X, y), X])                        | round 4 is no pair
ol.play(ol.Perceptron(), [None])                             | round 1 is no pair
ol.play(ol.Perceptron(), X, y, speed=1)                      | play() got an unexpected keyword
ol.play(ol.Perceptron(), X, y, True)                         | play() takes
ol.play(ol.GradientDescent(lambda t: "big"), X, Y)           | eta(1) must be a real number, got str
ol.play_oco(oco(1.0), 3)                                     | losses must be
ol.play_oco(oco, G)                                          | learner must be an object, not the class
ol.play_oco(ol.Perceptron(), G)                              | learner must learn from gradients
ol.replicate(ol.Perceptron, X[:, None], y[:, None])          | learner must be an object, not the class
ol.Perceptron(eta=1)                                         | Perceptron
ol.Perceptron().start(2.0)                                   | d must be an integer, got float
ol.KernelPerceptron("rbf")                                   | kernel must be a function
ol.Winnow(eta="0.25")                                        | eta must be a real number
ol.GradientDescent("0.1")                                    | eta must be a real number
ol.GradientDescent(0.1, loss=ol.losses.Square)                      | loss
ol.GradientDescent(0.1, loss=3)                              | loss
ol.GradientDescent(0.1, domain="ball")                       | domain must be a domain
ol.GradientDescent(0.1, domain=ol.Ball)                      | domain must be a domain
ol.GradientDescent(0.1).update([1.0], "1")                   | y must be a real number
ol.WidrowHoff(None)                                          | eta must be a real number
ol.PNorm("2", 0.1)                                           | p must be a real number
ol.LinearPredictor(ol.Perceptron(), "square")                | learner must learn from gradients
ol.LinearPredictor(oco, "square")                            | learner must be an object, not the class
oco(1.0, domain=3)                                           | domain must be a domain
oco(1.0, d=2.5)                                              | d must be an integer
ol.MirrorDescent(1.0, "entropy")                             | regularizer must be
ol.FollowTheRegularizedLeader(1.0, ol.Entropy)               | regularizer must be
ol.Hedge(1.0, d="3")                                         | d must be an integer
ol.SquaredPNorm("1.5")                                       | q must be a real number
ol.Ball("1")                                                 | radius must be a real number
ol.L1Ball(None)                                              | radius must be a real number
ol.Ball(1.0).contains([1.0], tolerance="small")              | tolerance must be a real number
ol.kernels.rbf("1")                                          | gamma must be a real number
ol.kernels.polynomial(2.5)                                   | degree must be an integer
ol.kernels.polynomial(2, offset="1")                         | offset must be a real number
ol.best_in_hindsight(X, y, domain="ball")                    | domain must be a domain
ol.best_in_hindsight(X, y, tolerance="tiny")                 | tolerance must be a real number
ol.DoublingTrick(lambda n: ol.Perceptron)                    | write Perceptron()
ol.doubling_trick.push_and_wiggle(0.5, 8.0)                  | T must be an integer
ol.streams.hidden_literals(ol.Winnow(), 8, 2.0)              | k must be an integer
ol.streams.hidden_literals(ol.Winnow(), 8.0, 2)              | d must be an integer
ol.DoublingTrick(3)                                          | make_learner must be
ol.DoublingTrick(lambda n: n).start(2)                       | learner must have a method update
ol.streams.separable(5.0, 2, 0.1, rng=rng)                           | T must be an integer
ol.streams.separable(5, 2, 0.1, rng=0)                               | rng must be a numpy Generator
ol.streams.separable(5, 2, "0.1", rng=rng)                           | margin must be a real number
ol.streams.noisy(5, 2, 0.1, "0.1", rng=rng)                          | noise must be a real number
ol.streams.disjunction(5, 3, 1.5, rng=rng)                           | k must be an integer
ol.streams.disjunction(5, 3, 1, rng=0)                               | rng must be a numpy Generator
ol.streams.digits_pair("1", 2)                                       | a must be an integer
ol.streams.bisection(ol.Perceptron(), 2.0)                           | T must be an integer
ol.streams.bisection(3, 2)                                           | learner
ol.streams.bisection(ol.Perceptron, 2)                               | learner must be an object, not the class
ol.streams.orthonormal_rows(ol.Perceptron(), "3")                    | n must be an integer
ol.streams.orthonormal_rows(ol.Perceptron, 3)                        | learner must be an object, not the class
ol.streams.orthonormal_rows(oco(1.0), 3)                             | learner must have a method predict
ol.streams.hidden_literals(ol.Winnow, 4, 2)                          | learner must be an object, not the class
ol.streams.hidden_literals(oco(1.0), 4, 2)                           | learner must have a method predict
ol.streams.orthogonal_gradients(oco, 3)                              | learner must be an object, not the class
ol.play_oco(oco(1.0), [SquaredDistance(1.0), [1.0, 2.0]], d=2) | value(w) and gradient(w); round 2 has not
ol.play_oco(Writes(), G)                                     | learner must have an attribute w
ol.play_oco(Nowhere(), G)                                    | learner must have a point w to play in the first round
ol.LinearPredictor(Nowhere(), "square").update([1.0], 1.0)   | oco_learner must have a point w to play in the first
ol.LinearPredictor(Nowhere(), "square").start(2)             | Nowhere has no start(d)
ol.streams.orthogonal_gradients(Nowhere(), 5)                | point w to play
opposite_targets(Nowhere(), 3)                               | point w to play
punish_the_heaviest(Nowhere(), 3, 2)                         | point w to play
ol.losses.ZeroOne(threshold="half")                          | threshold must be a real number
ol.best_in_hindsight(X, y, 3)                                | loss must be a name
ol.best_in_hindsight(X, y).regret(replicas)                  | got Replicas
ol.online_to_batch(replicas)                                 | got Replicas
ol.online_to_batch(run.w)                                    | run must come from play or play_oco, got ndarray
ol.online_to_batch(ol.play(ol.Perceptron(), X, y, keep_weights=True), "random")    | rng must be a numpy Generator
ol.online_to_batch(ol.play(ol.Perceptron(), X, y, keep_weights=True), "random", 0) | rng must be a numpy Generator
AnytimeAverage(3)                                            | learner must have a method update
AnytimeAverage(ol.Perceptron())                              | learns from
AdaGrad(1.0, domain="ball")                                  | domain must be a domain
DiagonalAdaGrad("ball")                                      | box must be a Box
HintedLeader(1.0, hint="ball")                               | hint must be a function
OnlineNewtonStep(1.0, 1.0, ol.Box(-1.0, 1.0))                | domain must be a Ball
Exp3(1.0, d=2).choose(0)                                     | rng must be a numpy Generator
forced_path(object(), H)                                     | learner must have a method predict; object has none
"""


def rows(table: str) -> list[tuple[str, str]]:
    found = [line.rpartition("|") for line in table.strip().splitlines()]
    return [(call.strip(), message.strip()) for call, _, message in found]


@pytest.mark.parametrize(("call", "message"), rows(WRONG_VALUES))
def test_a_wrong_value_is_refused(call: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        eval(call, NAMES)


@pytest.mark.parametrize(("call", "message"), rows(WRONG_KINDS))
def test_a_wrong_kind_of_object_is_refused(call: str, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        eval(call, NAMES)
