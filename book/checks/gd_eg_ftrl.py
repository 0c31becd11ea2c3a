"""What this chapter asserts about its own runs, cell by cell."""

# %% after between-run
assert np.isclose(np.linalg.norm(u_k), 1)
assert np.count_nonzero(u_k) == k == 32
at_recommended = valleys[:, 4]  # every truth itself loses nothing
R_gauges = np.linalg.norm(gauges, axis=1).max()
add_bound = ol.theorem("gd.tuned").bound(U=1.0, R=R_gauges, Z=1.0, T=T)
both_signs = ol.theorem("eg.tuned").bound(B=np.sqrt(counts), Z=1.0, T=T, d=2 * d)
assert np.all(at_recommended[:, 0] <= add_bound)
assert np.all(at_recommended[:, 1] <= both_signs)
ahead = valleys.min(axis=1)  # multiplying wins while few count, adding when all do
assert np.all(np.diff(ahead[:, 1]) > 0)
assert ahead[0, 1] < ahead[0, 0]
assert ahead[-1, 0] < ahead[-1, 1]

# %% after cell-5
many = np.random.default_rng(0)
X_30 = many.choice([-1.0, 1.0], size=(T, 30, d))
u_30 = many.choice([-1.0, 1.0], size=(30, d)) / 8
y_30 = np.einsum("trd,rd->tr", X_30, u_30)
add_30, multiply_30 = (
    ol.replicate(learner, X_30, y_30).losses.sum(axis=0)
    for learner in (
        ol.GradientDescent(1 / np.sqrt(d * T), "absolute"),
        ol.ExponentiatedGradient(
            np.sqrt(0.1 * 2 * np.log(2 * d) / T) / 8, "absolute", signed=True, radius=8.0
        ),
    )
)
U_1_of = {name: np.abs(u).sum() for name, u in targets.items()}
twice_1, twice_all = (
    total_losses(gauges, gauges @ u, 1.0, 2 * U_1_of[name], factors)[:, 1].min()
    for name, u in targets.items()
)
one, every = games["one gauge counts"], games["all gauges count"]
assert factors[every[:, 0].argmin()] == 1.0
assert np.isclose(factors[every[:, 1].argmin()] ** 2, 0.1)
assert np.all(add_30 < multiply_30)
assert np.all(one[4:, 1] < one[4:, 0] / 4)
assert one[:, 0].min() > 2 * twice_1
assert 1 < twice_all / every[:, 0].min() < 1.05
# With noise: adding with its recommended step, multiplying with 3.2 times or 0.32 times its own,
# which are the best of the nine.
noise = many.normal(size=(T, 5))
X_5, noisy = np.repeat(gauges[:, None], 5, axis=1), {}
for (name, u), factor in zip(targets.items(), factors[[6, 2]]):
    eta = factor * np.sqrt(2 * np.log(2 * d) / T) / U_1_of[name]
    both = (
        ol.GradientDescent(1 / np.sqrt(d * T), "absolute"),
        ol.ExponentiatedGradient(eta, "absolute", signed=True, radius=U_1_of[name]),
    )
    runs = [ol.replicate(learner, X_5, (gauges @ u)[:, None] + noise) for learner in both]
    noisy[name] = [np.median((run.losses - np.abs(noise)).sum(axis=0)) for run in runs]
assert 5 * noisy["one gauge counts"][1] < noisy["one gauge counts"][0]
assert noisy["all gauges count"][0] < noisy["all gauges count"][1]
fenced = ol.GradientDescent(1 / np.sqrt(d * T), "absolute", ol.Ball(1.0))
fenced = ol.play(fenced, gauges, gauges @ targets["one gauge counts"]).losses.sum()
del X_30, y_30, X_5

# %% after cell-15
run = ol.play(ol.GradientDescent(eta, "absolute"), X, y)
translator = ol.LinearPredictor(ol.OnlineGradientDescent(eta), "absolute")
for same in (run, ol.play(translator, X, y)):
    assert np.allclose(same.scores, predictions, rtol=0, atol=1e-12)
    assert np.allclose(same.w, w, rtol=0, atol=1e-12)

# %% after cell-23
bounds.check("gd.tuned", high, on="diabetes", U=U, R=1.0, Z=1.0, T=T)
bounds.check("gd.regret", regrets, on="diabetes", U=U, eta=etas, R=1.0, Z=1.0, T=T)
shorter, longer = regrets[[6, 10]] / regrets[8] - 1
dearer = every[6, 0] / every[:, 0].min()
assert np.all(regrets <= allowed)
assert regrets.argmin() == 8

# %% after cell-26
assert regret > promised
values = {"U": U_one, "eta": eta, "R": 1.0, "Z": Z_tuned, "T": 4}
bounds.check("gd.regret", regret, on="x = y = 1", **values)

# %% after cell-28
regrets_of = {name: best.regret(ol.play(learner, X, y))[1] for name, learner in steps.items()}
doubled = ol.theorem("doubling.regret").bound(alpha=U, T=T)
assert regrets_of["tuned for T"] < regrets_of["shrinking"] < regrets_of["doubling"] < doubled
assert regrets_of["doubling"] > 2 * regrets_of["tuned for T"]
assert regrets_of["shrinking"] <= 3 * U * np.sqrt(T)

# %% after cell-32
average = ol.best_in_hindsight(X, y, "absolute", ol.Simplex())
assert average.loss < constant < total
run = ol.play(ol.ExponentiatedGradient(0.5, "absolute"), X, y)
assert np.allclose(run.scores, predictions, rtol=1e-12)
assert np.allclose(run.w, w, rtol=1e-12)

# %% after cell-34
assert w[0] == 0.0
assert summed.w[0] > 0.999999

# %% after cell-38
for lambda_ in (0.1, 1.0, 3.0):
    measured = np.log(half @ np.exp(lambda_ * ends))
    on = f"a fair coin, lambda = {lambda_}"
    bounds.check("eg.hoeffding", measured, on=on, lambda_=lambda_, m=0.0, c=2.0)
rng = np.random.default_rng(0)
for _ in range(500):
    w_5, x_5, lambda_ = rng.dirichlet(np.ones(5)), rng.uniform(-1, 1, size=5), 3 * rng.normal()
    excess = np.log(w_5 @ np.exp(lambda_ * x_5)) - lambda_ * (w_5 @ x_5)
    assert -1e-12 <= excess <= lambda_**2 * 2**2 / 8

# %% after cell-45
bounds.check("eg.tuned", high, on="diabetes", B=B, Z=1.0, T=T, d=2 * d)
twice = ol.play(ol.ExponentiatedGradient(eta, "absolute"), r * np.hstack([X, -X]), y)
assert np.allclose(twice.scores, run.scores, rtol=0, atol=1e-12)
assert np.allclose(r * (twice.w[:d] - twice.w[d:]), run.w, rtol=0, atol=1e-12)

# %% after cell-51
regret = gd.losses.sum() - 1000.0
values = {"U": 0.0, "eta": eta, "R": 1.0, "Z": 1.0, "T": 1000}
bounds.check("gd.regret", regret, on="alternating truth", **values)
assert np.isclose(regret / 1000, eta / 2)


# %% after cell-59
class Linear:
    """The loss is the prediction; no truth is needed."""

    lipschitz, kind = 1.0, "regression"

    def value(self, y, s):
        return np.asarray(s, dtype=float)

    def slope(self, y, s):
        return np.ones_like(self.value(y, s))


linear = ol.ExponentiatedGradient(eta, Linear())
eg = ol.play(linear, wrong, np.zeros(n_rounds), keep_weights=True)
assert np.allclose(hedge.weights, eg.weights, rtol=0, atol=1e-12)
v, paid = np.ones(n_experts), []
for g_t in wrong:
    paid.append(v @ g_t / v.sum())
    v = v * np.exp(-eta * g_t)
assert np.allclose(paid, hedge.losses, rtol=0, atol=1e-12)
bounds.check("hedge.regret", regret, on="sixty experts", T=n_rounds, d=n_experts)

# %% after cell-62
assert np.all(below <= potential + 1e-9)
assert np.all(potential <= above + 1e-9)

# %% after cell-64
bounds.check("hedge.regret", max(ratios) * promised, on="4096 coins", T=400, d=4096)

# %% after gd-eg-quotients
assert all(max(row) < 1 for (_, kind), row in quotients.items() if kind == "128")
assert all(row[0] < min(row[1:3]) for row in quotients.values())
assert quotients[1, "1"][0] < 1 < quotients[12, "1"][0] < quotients[128, "1"][0]
of_the_table = {}
for k in (1, 12):
    rng, inputs = np.random.default_rng(0), np.zeros((T, d))
    for x_t in inputs:
        x_t[rng.permutation(d)[:k]] = rng.choice([-1.0, 1.0], size=k)
    of_the_table[k] = inputs, inputs[:, 0]
n_shown = np.count_nonzero(of_the_table[1][1])
idle_12 = np.abs(of_the_table[12][1]).sum()
assert np.all(total_losses(*of_the_table[12], 1.0, 1.0, tried)[:, 0] > idle_12)
assert np.allclose(total_losses(*of_the_table[1], 1.0, 1.0, tried).min(axis=0), 1, atol=0.05)

# %% after cell-76
told_sparse = []
for n in (dimensions[0], dimensions[-1]):
    signs = np.random.default_rng(n).choice([-1.0, 1.0], size=(1000, n))
    told_sparse.append(total_losses(signs, signs[:, 0], 1.0, 2.0, tried)[:, 1].min())
assert told_sparse[0] < curves["sparse"][0][0]
assert told_sparse[1] / told_sparse[0] < 1.5

# %% after cell-78
coins = np.stack(
    [np.random.default_rng(s).choice([-scale, scale], size=(len(y), 15)) for s in range(30)], 1
)
wide = np.concatenate([np.repeat(X[:, None], 30, 1), coins], 2)
R_2 = np.linalg.norm(wide, axis=2).max()
eta = np.sqrt(2 * np.log(52)) / (4 * scale * root)
gd_15, eg_15 = (
    ol.replicate(learner, wide, np.repeat(y[:, None], 30, 1)).losses.sum(axis=0)
    for learner in (
        ol.GradientDescent(2 / (R_2 * root), "absolute"),
        ol.ExponentiatedGradient(eta, "absolute", signed=True, radius=4.0),
    )
)
assert R_2 / scale < 2 * np.sqrt(2 * np.log(52))
assert np.all(eg_15 < gd_15)
assert np.all(rows[1:, 1] < rows[1:, 0])
assert np.all(rows[2:] > constant)

# %% after cell-81
assert np.array_equal(H @ H.T, 256 * np.eye(256))
assert not gd.scores.any()
gd = ol.play(ol.GradientDescent(1 / 256, "absolute"), H, H[:, 1])
eg = ol.play(ol.ExponentiatedGradient(eta, "absolute"), H, H[:, 1])
bounds.check("gd.tuned", gd.losses.sum(), on="Hadamard rows", U=1.0, R=16.0, Z=1.0, T=256)
bounds.check("eg.tuned", eg.losses.sum(), on="Hadamard rows", B=1.0, Z=1.0, T=256, d=256)

# %% after cell-84
assert np.isclose(np.linalg.norm(run.w), U_n)
bounds.check("gd.tuned", regret, on="unit vectors", U=U_n, R=1.0, Z=1.0, T=n)

# %% after cell-86
bounds.check("eg.linear_losses", regret, on="one good expert", **values)
values = {"eta": eta, "d": n, "B": 1.0, "Z": 1.0, "T": rounds}
bounds.check("eg.regret", regret, on="one good expert", **values)

# %% after cell-111
assert abs(totals.mean() - hedge.losses.sum()) < 4 * totals.std() / np.sqrt(1000)
assert regrets[1] <= 3 * np.sqrt(1600)
assert sharp <= plain
