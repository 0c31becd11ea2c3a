"""What this chapter asserts about its own runs, cell by cell."""

# %% after numbers
assert mean.mean() < 1.5 < 4 < root.mean()
_ = bounds.check("curved.logarithmic", mean, on="numbers of days", G=1.0, mu=1.0, T=T)

# %% after fig-hinge
final = {name: np.median(found, axis=0) for name, found in regrets.items()}
own = np.median(regrets["exactly 1/(μt)"], axis=0)
assert final["1/t"][-1] < final["1/√t"][-1] < final["constant"][-1]
assert all(final["1/√t"][:2] < final["1/t"][:2])
bounds.check("curved.logarithmic", own, on="hinge", G=1 + np.sqrt(mu), mu=mu, T=at)

# %% after broken
assert lost[0] > 0.2 * T > 10 * cap
assert lost[1] < 3 * np.sqrt(T)

# %% after newton-loop
assert np.allclose(ours, played.weights[:-1])

# %% after fig-ellipse
cosine = step @ best_way / np.linalg.norm(step) / np.linalg.norm(best_way)
assert cosine > 0.95 > 0.5 > down @ best_way / np.linalg.norm(down) / np.linalg.norm(best_way)

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

# %% after fig-small
assert small["regret"][0] < 2
assert small["bound"][0] == 2

# %% after small-broken
absolute = ol.play(ol.GradientDescent(0.5, "absolute"), np.ones((400, 1)), np.full(400, 0.25))
cap = ol.theorem("curved.small_losses").bound(C=0.0, D=0.25, eta=0.5, beta=1.0)
assert absolute.losses.sum() > 100 * cap >= 100 * run.losses.sum()
bounds.check(
    "curved.small_losses", run.losses.sum(), on="one target", C=0.0, D=0.25, eta=0.5, beta=1.0
)

# %% after fig-forced
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
