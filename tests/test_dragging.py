"""Pictures that are dragged: their arithmetic is the package's, their words say what it says."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from inspect import getsource
from itertools import permutations, product
from operator import itemgetter
from pathlib import Path
from typing import Any

import dragging
import numpy as np
import pytest
from faults import tell
from formulas import NODE
from numpy.typing import ArrayLike
from shares import first_of_each

import olbook as ol
from olbook.adaptive_ftrl import AdaGrad
from olbook.bandits import UCB1, play_bandit
from olbook.curved_losses import SquaredDistance, opposite_targets
from olbook.games import duality_gap
from olbook.littlestone_dimension import (
    Halving,
    StandardOptimalAlgorithm,
    littlestone_dimension,
)
from olbook.regret_to_risk import linear_decay
from olbook.without_tuning import CoinBetting

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
RUN = """
const { pictures } = dragging, arithmetic = Object.assign({}, ...Object.values(pictures).map((p) => p.arithmetic));
console.log(JSON.stringify((%s)(arithmetic, pictures)));
"""


def in_node(function: str, *scripts: Path, **names: Any) -> Any:
    """What a function of the arithmetic, and of the names given, returns in Node; these scripts come last."""
    given = "".join(f"const {name} = {json.dumps(value)}; " for name, value in names.items())
    paths = [dragging.COMMON, *dragging.SCRIPTS.values(), *scripts]
    command = [str(NODE), "-e", f"{dragging.LOAD}{given}{RUN % function}", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


def with_slip(folder: Path, old: str, new: str) -> Path:
    """The script of a picture that has this text, with another in its place."""
    scripts = [path.read_text(encoding="utf-8") for path in dragging.SCRIPTS.values()]
    (script,) = [script for script in scripts if old in script]
    assert script.count(old) == 1
    planted = folder / "planted.js"
    planted.write_text(script.replace(old, new), encoding="utf-8")
    return planted


def same(found: ArrayLike, expected: ArrayLike) -> None:
    """Numbers that agree but for the last bits."""
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def check_perceptron(*planted: Path) -> None:
    """The mistakes, the weights, and the margin by a maximiser that knows nothing of this one."""
    rng = np.random.default_rng(5)
    X = rng.uniform(-1, 1, (30, 8, 2)).round(3)
    y = np.where(np.einsum("kij,kj->ki", X, rng.standard_normal((30, 2))) > 0, 1, -1)
    function = "({perceptron, margin}) => X.map((x, k) => [perceptron(x, y[k]), margin(x, y[k])])"
    angles = np.linspace(0, 2 * np.pi, 40_001)
    directions = np.array([np.cos(angles), np.sin(angles)])
    for x, labels, (run, best) in zip(
        X, y, in_node(function, *planted, X=X.tolist(), y=y.tolist()), strict=True
    ):
        played = ol.play(ol.Perceptron(), np.tile(x, (400, 1)), np.tile(labels, 400))
        assert [step["t"] for step in run["steps"]] == played.mistakes.nonzero()[0].tolist()
        same(run["w"], played.w)
        widest = (labels[:, None] * (x @ directions)).min(axis=0).max()
        assert best["gamma"] == pytest.approx(widest, abs=2e-4)
        assert best["gamma"] >= widest - 1e-9
        R = np.linalg.norm(x, axis=1).max()
        bound = ol.theorem("perceptron.margin").bound(R=R, U=1 / best["gamma"])
        same(best["bound"], bound)
        assert len(run["steps"]) <= best["bound"]


def check_descent(*planted: Path) -> None:
    """The points, the regret, and what is promised of it."""
    rng = np.random.default_rng(6)
    given = [
        (eta, rng.uniform(-1.5, 1.5, (12, 2)), rng.uniform(-0.7, 0.7, 2))
        for eta in (0.05, 0.6, 1.5)
    ]
    function = "({descend}) => given.map(([eta, G, u]) => descend([0, 0], G, eta, u))"
    as_lists = [(eta, G.tolist(), u.tolist()) for eta, G, u in given]
    for (eta, G, u), found in zip(given, in_node(function, *planted, given=as_lists), strict=True):
        run = ol.play_oco(ol.OnlineGradientDescent(eta, domain=ol.Ball(1.0)), G)
        same(found["points"], run.weights)
        same(found["regret"], (run.losses - G @ u).sum())
        bound = ol.theorem("ogd.regret_from_any_start").bound
        same(found["promised"], bound(D=np.linalg.norm(u), eta=eta, S=(G**2).sum()))


def check_mirrors(*planted: Path) -> None:
    """Steps of mirror descent on the simplex, and the mirrors themselves."""
    G = np.random.default_rng(7).uniform(-1, 1, (8, 2))
    function = """({reflect, mirrors}) => ["squared", "entropy"].map((name) => {
      const rounds = []; let w = [0.5, 0.5];
      for (const g of G) { const round = reflect(name, w, g, 0.7); rounds.push(round); w = round.next; }
      return [rounds, mirrors[name].back(mirrors[name].into([0.3, 0.7]))];
    })"""
    psis = (ol.SquaredNorm(), ol.Entropy())
    for psi, (rounds, there_and_back) in zip(
        psis, in_node(function, *planted, G=G.tolist()), strict=True
    ):
        run = ol.play_oco(ol.MirrorDescent(0.7, psi, domain=ol.Simplex()), G)
        same([each["next"] for each in rounds], run.weights[1:])
        for w, g, each in zip(run.weights, G, rounds, strict=False):
            same(each["theta"], psi.gradient(w))
            same(each["moved"], psi.gradient(w) - 0.7 * g)
            same(each["v"], psi.inverse_gradient(psi.gradient(w) - 0.7 * g))
        same(there_and_back, [0.3, 0.7])


def check_coins(*planted: Path) -> None:
    """The bets, the wealth, and what is promised of it after each round."""
    given = np.vstack([np.random.default_rng(8).uniform(-1, 1, (5, 12)), np.ones(12)])
    answers = in_node("({bet}) => given.map(bet)", *planted, given=given.tolist())
    for coins, found in zip(given, answers, strict=True):
        learner, wealth, shares = CoinBetting(epsilon=1.0, d=1), [1.0], []
        for coin in coins:
            assert learner.w is not None
            shares.append(learner.w[0] / wealth[-1])
            learner.update([-coin])
            assert learner.wealth is not None
            wealth.append(learner.wealth[0])
        same(found["wealth"], wealth)
        same(found["shares"], shares)
        same(found["next"], learner.w[0] / wealth[-1])  # type: ignore[index]
        T, bound = np.arange(1, 13), ol.theorem("tuning.wealth").bound
        same(found["promised"][1:], bound(epsilon=1.0, S=np.cumsum(coins), T=T))
        assert (np.array(found["wealth"]) >= np.array(found["promised"]) - 1e-12).all()


def check_winnow(*planted: Path) -> None:
    """The weights, the opponent, and what is promised wherever the weights begin."""
    function = """({spite, mistakesLeft}) => starts.map((w) => {
      const left = mistakesLeft(w), rounds = [];
      for (let round; (round = spite(w)); w = round.next) rounds.push(round);
      return [left, rounds];
    })"""
    u, settings = np.isin(np.arange(8), (1, 4)), np.array(list(np.ndindex((2,) * 8)))
    starts = np.vstack([np.full(8, 1 / 8), np.full(8, 0.7), np.geomspace(0.01, 2, 8)])
    answers = in_node(function, *planted, starts=starts.tolist())

    def potential(w: ArrayLike) -> Any:
        return np.sum(w, axis=-1) - np.log(np.asarray(w)[..., u]).sum(axis=-1)

    for start, (left, rounds) in zip(starts, answers, strict=True):
        same(left, (potential(start) - 2) / (np.log(2) - 1 / 2))
        assert 5 < len(rounds) <= left
        for w, each in zip([start, *(each["next"] for each in rounds)], rounds, strict=False):
            y = np.where(settings @ u > 0, 1, -1)
            wrong = y * (settings @ w - 1 / 2) <= 1e-12
            falls = potential(w) - potential(w * 2.0 ** (y[:, None] * settings))
            same(each["drop"], falls[wrong].min())
            same(each["next"], w * 2.0 ** (each["y"] * np.array(each["x"])))
    left, rounds = answers[0]
    same(left, ol.theorem("winnow.factor_two").bound(k=2, d=8))
    X, y = (np.array([each[name] for each in rounds]) for name in "xy")
    run = ol.play(ol.Winnow(np.log(2) / 2), X, y, keep_weights=True)
    assert run.n_mistakes == run.T
    same([each["next"] for each in rounds], run.weights[1:])


def check_players(*planted: Path) -> None:
    """What is played, what each could gain, and the gap of the averages."""
    A, eta = np.array([[1.0, 0.0], [0.25, 0.75]]), np.sqrt(8 * np.log(2) / 60)
    function = (
        "({selfPlay, gains}) => [1, 7, 60].map((T) => [selfPlay(T), selfPlay(T).played.map(gains)])"
    )
    for T, (found, gained) in zip((1, 7, 60), in_node(function, *planted), strict=True):
        row, column = ol.Hedge(eta, d=2), ol.Hedge(eta, d=2)
        p, q = np.empty((T, 2)), np.empty((T, 2))
        for t in range(T):
            p[t], q[t] = row.w, column.w
            row.update(A @ q[t])
            column.update(1 - p[t] @ A)
        same(found["played"], np.column_stack([p[:, 0], q[:, 0]]))
        same(np.sum(gained, axis=1), [duality_gap(A, *pair) for pair in zip(p, q, strict=True)])
        same(found["gap"], duality_gap(A, p.mean(axis=0), q.mean(axis=0)))
        assert found["gap"] <= found["promised"]
    same(found["promised"], ol.theorem("games.self_play").bound(m=2, n=2, T=60))


def check_answers(*planted: Path) -> None:
    """Who errs when on every stream of four points, the dimensions, and how often Halving can be made to err."""
    classes = in_node("({CLASSES}) => Object.values(CLASSES)", *planted)
    page = (ROOT / "book" / "littlestone_dimension.ipynb").read_text(encoding="utf-8")
    assert f"dimension 2: {' '.join(classes[0])}" in page
    orders = list(permutations(range(4)))
    function = """({dimension, answered, hardest}) => classes.map((V) => [dimension(V), hardest(V),
      V.flatMap((h) => orders.map((order) => answered(V, order.map((x) => [x, h[x]]))))])"""
    answers = in_node(function, *planted, classes=classes, orders=orders)
    for words, (D, hardest, streams) in zip(classes, answers, strict=True):
        H = np.array([[sign == "+" for sign in word] for word in words])
        assert littlestone_dimension(H) == D
        for found, (h, order) in zip(streams, product(H, orders), strict=True):
            X, y = np.array(order)[:, np.newaxis], np.where(h[list(order)], 1, -1)
            runs = [ol.play(learner(H), X, y) for learner in (Halving, StandardOptimalAlgorithm)]
            assert found["wrong"] == [run.mistakes.tolist() for run in runs]
            assert found["V"] == [words[i] for i in sorted(runs[0].learner.left)]
        most = np.max([found["made"] for found in streams], axis=0)
        assert most.tolist() == [hardest["errors"], D]
        assert hardest["errors"] <= np.log2(len(words))
    assert [answer[1]["errors"] - answer[0] for answer in answers] == [1, 0, 0]


def check_restarts(*planted: Path) -> None:
    """The blocks, what they cost, what is promised of them, and what one guess costs."""
    horizons, guesses = [1, 2, 3, 7, 8, 20, 1000, 1023, 1024], [1, 8, 64, 1024]
    function = """({blocks, restarted, guessed, allowed}) => horizons.map((T) =>
      [blocks(T), restarted(T), allowed(T), guesses.map((n) => guessed(n, T))])"""
    given = {"horizons": horizons, "guesses": guesses}
    learner, lengths = ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(1.0)), []
    for _ in range(max(horizons)):
        lengths.append(learner.horizon)
        learner.update([0.0])
    answers = in_node(function, *planted, **given)
    for T, (blocks, paid, allowed, once) in zip(horizons, answers, strict=True):
        assert blocks == sorted(set(lengths[:T]))
        not_rounded = ol.theorem("doubling.regret_not_rounded").bound
        same(paid, not_rounded(alpha=1.0, L=len(blocks) - 1))
        same(allowed, ol.theorem("doubling.regret").bound(alpha=1.0, T=T))
        assert paid <= allowed
        bound = ol.theorem("ogd.stopped_early").bound
        same(once, [bound(U=1.0, G=1.0, n=n, T=T) for n in guesses])


def check_conjugate(*planted: Path) -> None:
    """Each conjugate by trying many points, where its line touches, and the gap."""
    slopes, w = np.linspace(0.2, 1.0, 5), np.linspace(-3, 3, 600_001)
    function = """({FUNCTIONS, gap}) => Object.entries(FUNCTIONS).map(([name, f]) => [name, slopes.map((a) =>
      [f.dual(a), f.F(f.touch(a)), a * f.touch(a), gap(f, -0.7, a), f.touch(a), f.F(-0.7)])])"""
    functions = {
        "Square": lambda w: w**2 / 2,
        "Steeper": lambda w: 3 * w**2 / 2,
        "Absolute value": np.abs,
        "Exponential": np.exp,
    }
    answers = dict(in_node(function, *planted, slopes=slopes.tolist()))
    assert list(answers) == list(functions)
    for name, F in functions.items():
        for a, (dual, at_touch, linear, gap, _, there) in zip(slopes, answers[name], strict=True):
            assert dual == pytest.approx((a * w - F(w)).max(), abs=1e-9)
            same(at_touch + dual, linear)
            same([there, gap], [F(-0.7), F(-0.7) + dual + 0.7 * a])
    touched = [touch for *_, touch, _ in answers["Square"]]
    same(touched, ol.SquaredNorm().inverse_gradient(slopes))


def check_arms(*planted: Path) -> None:
    """The pulls and intervals of UCB1, the arm that comes next, what it costs, and what is promised."""
    luck = np.array(in_node("({luck}) => luck", *planted))
    games = [
        ([0.3, 0.5, 0.7], 300),
        ([0.1, 0.1, 0.9], 3000),
        ([0.5, 0.45, 0.0], 30),
        ([1, 0, 1], 3),
    ]
    function = "({explore}) => games.map(([means, T]) => explore(means, T))"
    for (means, T), found in zip(games, in_node(function, *planted, games=games), strict=True):
        losses = (luck[:T] < means).astype(float)
        run = play_bandit(UCB1(), losses, np.random.default_rng(0))
        n = run.pulls
        assert [arm["n"] for arm in found["arms"]] == n.tolist()
        assert found["next"] == run.learner.choose()
        average, radius = np.bincount(run.arms, run.losses, 3) / n, np.sqrt(2 * np.log(T + 1) / n)
        same(
            [[arm["average"], arm["radius"], arm["lowest"]] for arm in found["arms"]],
            np.column_stack([average, radius, average - radius]),
        )
        gaps = np.array(means) - min(means)
        worse = gaps[gaps > 0]
        same([found["regret"], found["inTurn"]], [gaps @ n, T * gaps.mean()])
        bound = ol.theorem("bandits.ucb1").bound(T=T, H=(1 / worse).sum(), S=worse.sum())
        same(found["promised"], bound)
    assert abs(luck.mean(axis=0) - 0.5).max() < 0.02


def check_steps(*planted: Path) -> None:
    """What both learners play, their regret against the best point, and what is promised of it."""
    rng = np.random.default_rng(9)
    given = [*rng.uniform(-1, 1, (4, 12)), np.zeros(12), 0.01 * rng.uniform(-1, 1, 7)]
    answers = in_node("({paid}) => given.map(paid)", *planted, given=[g.tolist() for g in given])
    interval, eta = ol.Ball(1.0), 1 / np.sqrt(12)
    for g, (adaptive, fixed) in zip(given, answers, strict=True):
        B = (g**2).sum()
        promised = [
            ol.theorem("ftrl.adagrad").bound(D=2.0, B=B),
            ol.theorem("ogd.regret_from_any_start").bound(D=1.0, eta=eta, S=B),
        ]
        learners = AdaGrad(2.0, interval), ol.OnlineGradientDescent(eta, interval)
        for learner, found, bound in zip(learners, (adaptive, fixed), promised, strict=True):
            run = ol.play_oco(learner, g[:, np.newaxis])
            same(found["points"], run.weights.ravel())
            same(found["regret"], run.losses.sum() + abs(g.sum()))
            same(found["promised"], bound)
            assert found["regret"] <= found["promised"] + 1e-9


def check_curve(*planted: Path) -> None:
    """Both leaders, their regrets, and what is promised of the curved one."""
    rng = np.random.default_rng(10)
    given = [
        *rng.uniform(-1, 1, (4, 12)),
        opposite_targets(ol.OnlineGradientDescent(lambda t: 1 / t), 12),
    ]
    given += [np.array([0.5, -0.5, 0.7]), np.ones(1)]
    answers = in_node(
        "({follow}) => given.map(follow)", *planted, given=[y.tolist() for y in given]
    )
    for y, found in zip(given, answers, strict=True):
        run = ol.play_oco(
            ol.OnlineGradientDescent(lambda t: 1 / t), [SquaredDistance(v) for v in y], d=1
        )
        same(found["means"], run.weights.ravel())
        same(found["curved"], run.losses.sum() - ((y - y.mean()) ** 2).sum() / 2)
        same(found["promised"], ol.theorem("curved.logarithmic").bound(G=2.0, mu=1.0, T=len(y)))
        assert found["curved"] <= found["promised"]
        assert found["ends"][0] == 0
        same(y.cumsum() * found["ends"][1:], abs(y.cumsum()))
        same(found["straight"], abs(y.sum()) - y @ found["ends"][:-1])


def check_paths(*planted: Path) -> None:
    """The walks over every sample, what the three points lose beyond u, and what is promised of it."""
    noise = np.array(in_node("({noise}) => noise", *planted))
    T, y = noise.shape[1], np.linspace(-1, 1, 2001)
    given = [(0.8, 0.2), (-0.3, 1.5), (1.0, 0.05)]
    function = """({noise, walk, constant, falling, handedIn, promised}) => given.map(([u, eta]) => [handedIn(u, eta),
      promised(u, eta), [constant, falling].map((step) => noise.map((sample) => walk(u, sample, step(eta))))])"""
    answers = in_node(function, *planted, given=given)
    for (u, eta), (risks, promised, walks) in zip(given, answers, strict=True):
        ends = []
        for step, found in zip((eta, linear_decay(eta * np.sqrt(T), 1.0, T)), walks, strict=True):
            learner, X = ol.GradientDescent(step, loss="absolute"), np.ones((T - 1, 1))
            for sample, points in zip(noise, found, strict=True):
                run = ol.play(learner, X, u + sample[:-1], keep_weights=True)
                same(points, run.weights.ravel())
            ends += [np.mean(found, axis=1), np.array(found)[:, -1]]
        lost = [np.abs(w[:, np.newaxis] - u - y).mean(axis=1) - np.abs(y).mean() for w in ends]
        np.testing.assert_allclose(risks, [lost[k].mean() for k in (0, 1, 3)], atol=2e-3)
        same(promised, ol.theorem("ogd.regret_from_any_start").bound(D=abs(u), eta=eta, S=T) / T)
        assert risks[0] <= promised
    assert abs(noise.mean()) < 0.02


CHECKS: list[Callable[..., None]] = [
    check for name, check in globals().items() if name.startswith("check_")
]


@pytest.mark.parametrize("check", CHECKS)
def test_the_arithmetic_is_the_package_s(check: Callable[..., None]) -> None:
    try:
        check()
    except AssertionError as error:
        scripts = {path: path.read_text(encoding="utf-8") for path in dragging.SCRIPTS.values()}
        called = re.findall(r"\w+", " ".join(re.findall(r"\(\{([\w, ]+)\}", getsource(check))))
        named = rf"^ *(?:function|const) (?:{'|'.join(called)})\b"
        files = [
            path.name for path, code in scripts.items() if re.search(named, code, re.MULTILINE)
        ]
        said = " ".join(str(error).split()) or "its numbers are not the package's"
        what = f"{check.__doc__} {said}. {check.__name__} in tests/test_dragging.py compares them"
        tell([what], f"book/_ext/pictures/{' or '.join(files)}")


FAULTS = [
    (check_perceptron, "dot(w, X[i]) <= 0", "dot(w, X[i]) < 0"),
    (check_perceptron, "(R / best.gamma) ** 2", "R / best.gamma"),
    (check_perceptron, "a[1] - b[1], b[0] - a[0]", "a[0] - b[0], a[1] - b[1]"),
    (check_descent, "inBall(plus(w, g, -eta))", "plus(w, g, -eta)"),
    (check_descent, "(eta / 2) * squares", "eta * squares"),
    (check_mirrors, "Math.exp(x - 1)", "Math.exp(x)"),
    (check_mirrors, "(1 + v[0] - v[1]) / 2", "v[0] / (v[0] + v[1])"),
    (check_coins, "Math.tanh(sum / (i + 2))", "sum / (i + 1)"),
    (check_coins, "/ Math.sqrt(i + 2)", "/ Math.sqrt(i + 1)"),
    (check_winnow, "y * (score - 0.5) <= 0", "y * (score - 0.5) < 0"),
    (check_winnow, "least?.drop <= round.drop", "least?.drop >= round.drop"),
    (check_players, "dot(mixed(p), PAYS.map((row) => row[j]))", "rows(p)[j]"),
    (check_players, "b[1] - b[0]", "b[0] - b[1]"),
    (check_winnow, "2 ** (y * x[i])", "(1 + y * x[i] / 2)"),
    (check_answers, "score(worth, V, x) <= 0", "score(worth, V, x) < 0"),
    (check_answers, "1 + Math.min(...pair", "1 + Math.max(...pair"),
    (check_answers, "errors > best.errors", "errors < best.errors"),
    (check_restarts, "1 + Math.floor(Math.log2(T))", "Math.ceil(Math.log2(T))"),
    (check_conjugate, "a ** 2 / 6", "a ** 2 / 3"),
    (check_conjugate, "a * Math.log(a) - a", "a * Math.log(a)"),
    (check_conjugate, "F(w) + dual(a) - a * w", "F(w) - dual(a) - a * w"),
    (check_steps, "theta += more * points[i] - g", "theta -= g"),
    (check_steps, "2 * Math.sqrt(2 * S)", "Math.sqrt(2 * S)"),
    (check_paths, "(eta * (T - t)) / T", "eta / t"),
    (check_paths, "u ** 2 / (2 * eta * T) + eta / 2", "u ** 2 / (2 * eta * T)"),
    (check_paths, "far ** 2 / 2 : far - 0.5", "far ** 2 : far - 0.5"),
    (check_curve, "sum / (i + 1)", "sum / (i + 2)"),
    (check_curve, "2 * (1 + Math.log", "2 * (Math.log"),
    (check_arms, "Math.sqrt((2 * Math.log(t)) / n)", "Math.sqrt(Math.log(t) / n)"),
    (check_arms, "8 * Math.log(T)", "2 * Math.log(T)"),
    (check_restarts, "(Math.sqrt(n) + T / Math.sqrt(n)) / 2", "Math.sqrt(Math.max(n, T))"),
]


@pytest.mark.parametrize(("check", "old", "new"), first_of_each(FAULTS, itemgetter(0)))
def test_a_planted_fault_is_seen(
    check: Callable[..., None], old: str, new: str, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError):
        check(with_slip(tmp_path, old, new))


@pytest.mark.parametrize("hands", first_of_each([250, 1000]))
def test_however_it_is_dragged_no_promise_is_broken_and_no_number_is_missing(hands: int) -> None:
    """Random hands: what a picture says stays finite, and its claims stay true."""
    function = """(arithmetic, pictures) => Object.entries(pictures).map(([name, picture]) => {
      let seed = 1; const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      const state = picture.start(), presets = Object.values(picture.presets ?? {}), said = new Set();
      for (let k = 0; k < hands; k++) {
        const held = [...picture.draw(state).matchAll(/data-handle="([^"]+)".*?cx="([^"]+)" cy="([^"]+)"/g)];
        const [, handle, ...at] = held[Math.floor(random() * held.length)];
        const to = (picture.plane?.(handle) ?? picture).from(at.map((x) => +x + 200 * (random() - 0.5)));
        if (random() < 0.2) picture.step(state); else picture.drag(state, handle, to);
        if (random() < 0.02) presets[Math.floor(random() * presets.length)]?.(state);
        said.add(picture.says(state) + picture.bars(state) + picture.draw(state));
      }
      return [name, [...said].filter((words) => /NaN|Infinity|undefined/.test(words)).length, said.size];
    })"""
    for name, faults, different in in_node(function, hands=hands):
        assert faults == 0, name
        share = 0.12 if name == "answers" else 0.7  # three answers, 24 orders
        assert different > share * hands, name


def test_every_picture_has_its_words_and_its_page() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "book").glob("*.ipynb")]
    shown = [name for page in pages for name in dragging.PLACE.findall(page.replace('\\"', '"'))]
    assert sorted(shown) == sorted(dragging.WORDS) == sorted(dragging.stills())
    for name in shown:
        block = dragging.block(name)
        assert "$" not in block
        assert 100 < len(dragging.WORDS[name].shows) < 250
        assert not re.search(r"\bid=", block)
