"""What this chapter asserts about its own runs, cell by cell."""

# %% after fig-gap
quartic, logistic = np.polynomial.Polynomial([0, 0, 0.4, 0, 0.04]), np.log1p(np.exp(3 * line - 2))
third = 1 / (1 + np.exp(-2.5))  # the derivative of the second at w, over 3
for place, curve, at_w, slope_w, bent in (
    ("1", quartic(line), quartic(w), quartic.deriv()(w), quartic.deriv(2)(0)),
    ("2", logistic, np.log1p(np.exp(2.5)), 3 * third, 9 / 4),
):
    assert labelled("the loss", line, curve, place)
    assert labelled("its tangent", line, at_w + slope_w * (line - w), place)
    touching = at_w + slope_w * (line - w) + bent / 2 * (line - w) ** 2
    assert labelled("a parabola", line, touching, place)

# %% after numbers
assert mean.mean() < 1.5 < 4 < root.mean()
_ = bounds.check("curved.logarithmic", mean, on="numbers of days", G=1.0, mu=1.0, T=T)

# %% after hinge
rng_h = np.random.default_rng(3)
X_h, y_h = rng_h.choice([-1.0, 0.0, 1.0], (40, 3)) / 2, rng_h.choice([-1.0, 1.0], 40)
rates_h = np.array([np.full(40, 0.5), 1 / (0.2 * np.arange(1, 41)), np.full(40, 3.0)]).T


class HingeAndSquare:
    def __init__(self, x, label):
        self.x, self.label = x, label

    def value(self, w):
        return max(0.0, 1 - self.label * (w @ self.x)) + 0.1 * w @ w

    def gradient(self, w):
        return 0.2 * w - (self.label * self.x if self.label * (w @ self.x) < 1 else 0)


for column in range(3):
    one_h = ol.OnlineGradientDescent(
        lambda t, rates=rates_h[:, column]: rates[t - 1], ol.Ball(1 / np.sqrt(0.2))
    )
    run_h = ol.play_oco(one_h, [HingeAndSquare(*pair) for pair in zip(X_h, y_h)], d=3)
    shown_h = regularised_hinge(X_h, y_h, 0.2, rates_h)[:, column]
    assert np.allclose(shown_h, run_h.losses.cumsum())

# %% after least
line_h = np.linspace(-3, 3, 60_001)
X_one, y_one = np.array([[1.0], [1.0], [0.5], [-1.0]]), np.array([1.0, 1, -1, 1])
by_grid = (
    np.maximum(0, 1 - np.outer(y_one * X_one[:, 0], line_h)).sum(axis=0) + 4 * 0.15 * line_h**2
)
assert np.isclose(least_loss(X_one, y_one, 0.3), by_grid.min(), atol=1e-6)

# %% after fig-hinge
assert labelled.axes("rounds $T$", "regret, best $c$")
for label in ("constant", "1/√t", "1/t"):
    assert labelled(label, len(y) * np.array([1, 2, 4, 8, 16]), np.median(regrets[label], axis=0))
final = {name: np.median(found, axis=0) for name, found in regrets.items()}
own = np.median(regrets["exactly 1/(μt)"], axis=0)
assert final["1/t"][-1] < final["1/√t"][-1] < final["constant"][-1]
assert all(final["1/√t"][:2] < final["1/t"][:2])
bounds.check("curved.logarithmic", own, on="hinge", G=1 + np.sqrt(mu), mu=mu, T=at)

# %% after broken
assert lost[0] > 0.2 * T > 10 * cap
assert lost[1] < 3 * np.sqrt(T)

# %% after newton-streams
X_two, y_two = two_scales(0, 20_000)
unturned = X_two @ np.array([[0.8, 0.6], [-0.6, 0.8]])
assert np.allclose(np.abs(unturned), [1.0, 0.1])
for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
    share = np.mean(y_two[(np.sign(unturned) == signs).all(axis=1)] == 1)
    assert abs(share - 1 / (1 + np.exp(signs[1] - signs[0]))) < 0.02
assert sorted(map(tuple, patients(1)[0])) == sorted(map(tuple, X))

# %% after fig-ellipse
assert labelled.axes("first weight", "second weight")
for label, seen in (("Euclidean", 0), ("after 1", 1), ("after 50", 50)):
    A_t = sum((np.outer(z, z) for z in slopes[:seen]), 0.05 * np.eye(2))
    assert labelled(label, ..., ...)
    curve = np.transpose(next(a.get_data() for a in ax.lines if a.get_label() == label))
    assert np.allclose(np.einsum("ij,jk,ik->i", curve, A_t, curve), np.sqrt(np.linalg.det(A_t)))
cosine = step @ best_way / np.linalg.norm(step) / np.linalg.norm(best_way)
assert cosine > 0.95 > 0.5 > down @ best_way / np.linalg.norm(down) / np.linalg.norm(best_way)

# %% after newton-loop
assert np.allclose(ours, played.weights[:-1])
for gamma_n, epsilon_n in ((0.3, 4.0), (5.0, 0.1)):
    twice = np.repeat(np.random.default_rng(2).normal(size=(10, 3)), 2, axis=0)
    by_package = ol.play_oco(OnlineNewtonStep(gamma=gamma_n, epsilon=epsilon_n), twice)
    assert np.allclose(online_newton_step(twice, gamma_n, epsilon_n), by_package.weights[:-1])

# %% after newton-run
alpha, D, W5 = np.exp(-5.0), 10.0, ol.Ball(5.0)
slow = ol.LinearPredictor(OnlineNewtonStep(alpha / 2, 4 / (alpha * D) ** 2, W5), "logistic")
best_logistic = ol.best_in_hindsight(X, y, "logistic", W5)
slow_regret = ol.play(slow, X, y).losses.sum() - best_logistic.loss
values = {"alpha": alpha, "d": X.shape[1], "T": len(y)}
_ = bounds.check("curved.newton_tuned", slow_regret, on="patients", **values)
on_patients = [newton[patients, name] for name in makers]
middles = [np.median(own) for own in on_patients]
assert max(middles[:2]) < 1.1 * middles[2]
assert on_patients[2].max() > max(own.max() for own in on_patients[:2])

# %% after portfolio-run
end = {name: money[-1] for name, money in wealth.items()}
assert np.log(end["best share"] / end["split and hold"]) < np.log(four)
assert np.log(end["best rebalanced"] / end["universal"]) < (four - 1) * np.log(months + 1) + 1
gain = (X_m / (X_m @ best_u)[:, np.newaxis]).mean(axis=0)
assert gain.max() < 1 + 1e-6  # so no portfolio is richer than the best one
assert end["universal"] < end["split and hold"] < end["best share"] < end["best rebalanced"]

line_e, lost_e, paid_e = np.linspace(-1, 1, 2001), np.zeros(2001), 0.0
for y_e in np.random.default_rng(1).choice([-1.0, 1.0], 300):  # any exp-concave losses, alpha = 1/4
    share_e = np.exp(-lost_e / 4) / np.exp(-lost_e / 4).sum()
    cost_e = (share_e @ line_e - y_e) ** 2 / 2
    assert np.exp(-cost_e / 4) > share_e @ np.exp(-((line_e - y_e) ** 2) / 8)
    paid_e, lost_e = paid_e + cost_e, lost_e + (line_e - y_e) ** 2 / 2
assert 0 < paid_e - lost_e.min() < 4 * (np.log(300 + 1) + 1)

# %% after fig-portfolio
assert labelled.axes("year", "what 1 became")
for label, became in (
    ("best rebalanced", (X_m @ best_u).cumprod()),
    ("best share", X_m.cumprod(axis=0)[:, X_m.prod(axis=0).argmax()]),
    ("split and hold", X_m.cumprod(axis=0).sum(axis=1) / 4),
    ("universal", (X_m @ portfolios.T).cumprod(axis=0).mean(axis=1)),
    ("equal parts", (X_m.sum(axis=1) / 4).cumprod()),
):
    assert labelled(label, 1990 + np.arange(1, months + 1) / 12, became)

# %% after fig-small
assert labelled.axes("loss of the comparator", "regret")
assert labelled("bound", K, ol.theorem("curved.small_losses_tuned").bound(beta=1, D=1, K=K))
assert labelled("measured", small["loss of u"][1:], small["regret"][1:])
assert labelled("measured, without noise", ..., small["regret"][0])
assert labelled(r"$\sqrt{T}$", ..., np.sqrt(2000))
assert small["regret"][0] < 2
assert small["bound"][0] == 2

# %% after small-broken
absolute = ol.play(ol.GradientDescent(0.5, "absolute"), np.ones((400, 1)), np.full(400, 0.25))
cap = ol.theorem("curved.small_losses").bound(C=0.0, D=0.25, eta=0.5, beta=1.0)
assert absolute.losses.sum() > 100 * cap >= 100 * run.losses.sum()
bounds.check(
    "curved.small_losses", run.losses.sum(), on="one target", C=0.0, D=0.25, eta=0.5, beta=1.0
)

# %% after fig-needle
assert labelled.axes(r"step $\eta$", "regret against the needle")
for number in (1, 6, 36):
    assert labelled(f"turns: {number}", etas, followed[number])

# %% after fig-forced
assert labelled.axes("round $t$", "", "1")
assert labelled.axes("rounds $T$", "regret", "2")
assert labelled("$c_t$", each, forced_numbers(64)[1:], "1")
assert labelled(r"$\frac{1}{t}$", each, 1 / np.arange(1, 65), "1")
paid_1 = [forced_regret(ol.OnlineGradientDescent(T**-0.5, ol.Ball(1.0)), T) for T in lengths]
assert labelled(r"step $1/\sqrt{T}$", lengths, paid_1, "2")
paid_2 = [forced_regret(ol.OnlineGradientDescent(lambda t: 1 / t), T) for T in lengths]
assert labelled("the mean", lengths, paid_2, "2")
assert labelled(
    "what every learner", lengths, [forced_numbers(T)[1:].sum() / 2 for T in lengths], "2"
)
assert labelled(r"$\frac{1}{4}(1+\ln T)$", lengths, np.log(np.e * lengths) / 4, "2")
for found in forced.values():
    assert all(value >= least_possible - 1e-9 for value, least_possible in zip(found, must))
assert all((1 + np.log(T)) / 4 <= value for T, value in zip(lengths, must))

# %% after minimax
assert np.isclose(exact, forced_numbers(T)[1:].sum() / 2)
assert np.isclose(forced_numbers(3)[1:].sum() / 2, 115 / 162)
assert np.all(forced_numbers(T)[1:] <= 1 / np.arange(1, T + 1) + 1e-12)
turned = np.repeat([1.0, 0.0], 20_000)[np.newaxis]
lost = regrets_for_numbers(lambda t: 1 / (2 * t), turned)[0]
assert np.isclose(lost / 40_000, np.log(2) / 4 - 1 / 8, rtol=0.05)
for targets in np.random.default_rng(4).choice([-1.0, 1.0], (5, 30)):
    told_m = [SquaredDistance(v) for v in targets]
    regret_m = ol.play_oco(KnowsTheNumbers(30), told_m, d=1).losses.sum()
    regret_m -= np.sum((targets - targets.mean()) ** 2) / 2
    assert np.isclose(regret_m, forced_numbers(30)[1:].sum() / 2)
