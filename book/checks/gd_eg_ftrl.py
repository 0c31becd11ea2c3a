"""What this chapter asserts about its own runs, cell by cell."""

# %% after fig-correction
assert labelled.axes("gauge shows", "", "multiply")
assert labelled.axes("gauge shows", "weight", "add")
for panel, moved in (("add", added), ("multiply", multiplied)):
    assert labelled("before", np.arange(4) - 0.2, (0.5, 0.2, 0.2, 0.1), panel)
    assert labelled("after", np.arange(4) + 0.2, moved, panel)
assert np.isclose(added.sum(), 1)
assert added.min() < 0 < multiplied.min()
assert multiplied[0] - before[0] == max(np.abs(multiplied - before))

# %% after cell-12
for loss in ("hinge loss", "logistic loss"):
    assert labelled.axes("prediction $s$", "", loss)

# %% after cell-21
translator = ol.LinearPredictor(ol.OnlineGradientDescent(0.1), "absolute")
predictions, w = gradient_descent(X, y, ol.losses.Absolute(), 0.1)
for same in (ol.play(ol.GradientDescent(0.1, "absolute"), X, y), ol.play(translator, X, y)):
    assert np.allclose(same.scores, predictions, rtol=0, atol=1e-12)
    assert np.allclose(same.w, w, rtol=0, atol=1e-12)
bounds.check("gd.tuned", high, on="diabetes", U=U, R=1.0, Z=1.0, T=T)

# %% after cell-23
bounds.check("gd.regret", regrets, on="diabetes", U=U, eta=etas, R=1.0, Z=1.0, T=T)
assert np.all(regrets <= allowed)
assert regrets.argmin() == 8

# %% after cell-24
assert labelled.axes(r"$\eta$ divided by the tuned step size", "regret")
step_sizes = multiples * U / np.sqrt(T)
assert labelled("bound", multiples, U**2 / (2 * step_sizes) + step_sizes / 2 * T)
assert labelled("regret", multiples, regrets)

# %% after cell-26
assert regret > promised
values = {"U": U_one, "eta": eta, "R": 1.0, "Z": Z_tuned, "T": 4}
bounds.check("gd.regret", regret, on="x = y = 1", **values)

# %% after cell-51
regret = gd.losses.sum() - 1000.0
values = {"U": 0.0, "eta": eta, "R": 1.0, "Z": 1.0, "T": 1000}
bounds.check("gd.regret", regret, on="alternating truth", **values)
assert np.isclose(regret / 1000, eta / 2)
X_28, y_28 = ol.streams.digits_pair(2, 8)
twins = ol.Perceptron(), ol.GradientDescent(1.0, "hinge", conservative=True)
assert np.array_equal(*(ol.play(learner, X_28, y_28).w for learner in twins))


# %% after cell-32
class Linear:
    """The loss is the prediction; no truth is needed."""

    lipschitz, kind = 1.0, "regression"

    def value(self, y, s):
        return np.asarray(s, dtype=float)

    def slope(self, y, s):
        return np.ones_like(self.value(y, s))


predictions, w = exponentiated_gradient(X, y, ol.losses.Absolute(), eta=0.5)
run = ol.play(ol.ExponentiatedGradient(0.5, "absolute"), X, y)
assert np.allclose(run.scores, predictions, rtol=1e-12)
assert np.allclose(run.w, w, rtol=1e-12)
eg = ol.play(ol.ExponentiatedGradient(0.5, Linear()), X, y, keep_weights=True)
assert np.allclose(ol.play_oco(ol.Hedge(0.5), X).weights, eg.weights, rtol=0, atol=1e-12)
far, last = exponentiated_gradient(-X, y, ol.losses.Absolute(), eta=1e4)  # exponents in thousands
assert np.isfinite([*far, *last]).all()

# %% after cell-34
assert w[0] == 0.0
assert summed.w[0] > 0.999999

# %% after cell-45
bounds.check("eg.tuned", high, on="diabetes", B=B, Z=1.0, T=T, d=2 * d)
twice = ol.play(ol.ExponentiatedGradient(eta, "absolute"), r * np.hstack([X, -X]), y)
assert np.allclose(twice.scores, run.scores, rtol=0, atol=1e-12)
assert np.allclose(r * (twice.w[:d] - twice.w[d:]), run.w, rtol=0, atol=1e-12)

# %% after gd-eg-balls
for panel, order in (("comparators $u$", 1), ("inputs $x$", np.inf)):
    assert labelled("GD", np.cos(angle), np.sin(angle), panel)
    assert labelled("EG", ..., ..., panel)
    drawn_by = next(a for a in fig.axes if a.get_title() == panel)
    eg_ball = next(line.get_xydata() for line in drawn_by.lines if line.get_label() == "EG")
    assert np.all(np.linalg.norm(eg_ball, order, axis=1) == 1)
    assert np.all(np.linalg.norm((eg_ball[1:] + eg_ball[:-1]) / 2, order, axis=1) == 1)

# %% after cell-4
X_f, y_f = np.array([[1.0, 0.0], [0.5, -2.0], [0.0, 1.0], [1.0, 1.0]]), np.array([1.0, 0, 2, -1])
for factor_f, (added_f, multiplied_f) in zip(
    (0.5, 2.0), total_losses(X_f, y_f, 1.5, 3.0, (0.5, 2.0))
):
    w_f, theta_f, paid_f = np.zeros(2), np.zeros(4), np.zeros(2)
    step_f = factor_f * 1.5 / (np.sqrt(4.25) * 2)
    rate_f = factor_f * np.sqrt(2 * np.log(4) / 4) / (3 * 2)
    for x_f, z_f in zip(X_f, y_f):
        v_f = np.exp(theta_f) / np.exp(theta_f).sum()
        signed_f = 3 * (v_f[:2] - v_f[2:])
        errors_f = w_f @ x_f - z_f, signed_f @ x_f - z_f
        paid_f += np.abs(errors_f)
        w_f = w_f - step_f * np.sign(errors_f[0]) * x_f
        theta_f = theta_f - 3 * rate_f * np.sign(errors_f[1]) * np.r_[x_f, -x_f]
    assert np.allclose((added_f, multiplied_f), paid_f)

# %% after fig-grid
assert labelled.axes(r"density of $u$: $\|u\|_1/\|u\|_2$", r"of $x$: $\|x\|_2/\|x\|_\infty$")
promise = np.sqrt(2 * np.log(2 * d_grid))
above = [np.sqrt(k) > promise * np.sqrt(n) for k, n in won]
squares = [ratio > 1 for ratio in won.values()]
assert all(square for high, square in zip(above, squares) if high)  # no circle above the line
assert sum(above) < sum(squares) < 8
assert max(won, key=won.get) == (128, 1)

# %% after between-run
assert np.isclose(np.linalg.norm(u_n), 1)
at_recommended = valleys[:, 3]  # every truth itself loses nothing
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
one, every = valleys[0], valleys[-1]
assert np.all(one[4:, 1] < one[4:, 0] / 4)

# %% after cell-78
root = np.sqrt(len(y))
coins = np.stack(
    [np.random.default_rng(s).choice([-scale, scale], size=(len(y), 15)) for s in range(10)], 1
)
wide = np.concatenate([np.repeat(X[:, None], 10, 1), coins], 2)
R_2 = np.linalg.norm(wide, axis=2).max()
eta = np.sqrt(2 * np.log(52)) / (4 * scale * root)
gd_15, eg_15 = (
    ol.replicate(learner, wide, np.repeat(y[:, None], 10, 1)).losses.sum(axis=0)
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
bounds.check("gd.tuned", gd.losses.sum(), on="Hadamard rows", U=1.0, R=16.0, Z=1.0, T=256)
bounds.check("eg.tuned", eg.losses.sum(), on="Hadamard rows", B=1.0, Z=1.0, T=256, d=256)

# %% after cell-86
bounds.check("eg.linear_losses", regret, on="one good expert", **values)
values = {"eta": eta, "d": n, "B": 1.0, "Z": 1.0, "T": rounds}
bounds.check("eg.regret", regret, on="one good expert", **values)

# %% after cell-88
points_f = np.array([-3.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0])
assert Capped().value(2.0, points_f).tolist() == [1, 1, 1, 0.5, 0, 0.5, 1, 1]
assert Capped().slope(2.0, points_f)[[0, 1, 2, 3, 5, 6, 7]].tolist() == [0, 0, 0, -1, 1, 0, 0]

# %% after gd-pinball-run
assert [Pinball(tau).lipschitz for tau in (0.25, 0.5, 0.75)] == [0.75, 0.5, 0.75]
assert all(d < 16 * np.log(2 * d) for d in range(4, 82, 2))
assert 16 * np.log(2 * 82) < 82
