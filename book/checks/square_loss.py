"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-6
first = np.linalg.norm(u_plane)
for eta_i, distance, loss in zip(steps, distances, paid):
    closer = eta_i < 2 - 1e-9, eta_i > 2 + 1e-9
    assert closer[0] == bool(np.all(np.diff(distance) < 0))
    assert closer[1] == bool(np.all(np.diff(distance) > 0))
    if closer[0]:  # what is paid is taken off the squared distance
        assert np.isclose((2 * eta_i - eta_i**2) * loss, first**2 - distance[-1] ** 2)
assert paid[:19].argmin() == np.argmin(paid)

# %% after cell-10
assert np.isclose(total_loss(run), squares.sum())
assert np.allclose(errors, run.scores - y, rtol=1e-12)
assert np.allclose(w, run.w, rtol=1e-12)
assert np.allclose(w, descent.w)
assert 1.2 < own / best < 1.3

# %% after cell-18
assert np.allclose(left, -(square + short))
assert left.max() <= 0

# %% after cell-26
bounds.check("square.widrow_hoff", total_loss(run), on="diabetes", C=C, eta=0.5, U=U)
bounds.check("square.widrow_hoff_best", total_loss(run), on="diabetes", B=B)
rng = np.random.default_rng(0)
others = u_best + rng.normal(scale=0.3, size=(1000, X.shape[1]))
assert all(loss_of(v, X, y) / 0.5 + v @ v / 0.5 > B for v in others)

# %% after cell-32
bounds.check("square.widrow_hoff_best", measured, on="diabetes", B=ridged)
tuned_run = ol.play(ol.WidrowHoff(eta_tuned), X, y)
bounds.check("square.tuned", total_loss(tuned_run), on="diabetes", C=C, U=U)
assert np.all(measured <= ridged)
assert np.all(ridged <= fixed)
assert np.all(smallest <= fixed)
assert abs(etas[np.argmin(fixed)] - eta_tuned) <= 0.03

# %% after cell-35
for eta in (0.1, 0.5, 0.9):
    tight = total_loss(ol.play(ol.WidrowHoff(eta), units, ones))
    u, B = best_trade_off(units, ones, eta)
    assert np.allclose(u, eta)
    C_t, U_t = loss_of(u, units, ones), np.linalg.norm(u)
    assert np.isclose(eta, U_t / (U_t + np.sqrt(C_t)))  # the tuned step size as well
    on = "unit vectors, targets 1"
    for bound in (
        bounds.check("square.widrow_hoff", tight, on=on, C=C_t, eta=eta, U=U_t),
        bounds.check("square.widrow_hoff_best", tight, on=on, B=B),
        bounds.check("square.tuned", tight, on=on, C=C_t, U=U_t),
    ):
        assert np.isclose(tight, bound)

# %% after cell-43
bounds.check("square.tuned", tuned, on="noisy stream", C=C_long, U=U_long)
c = C_long[-1] / T
assert averages[0.6][-1] > 1.2 * c
assert tuned[-1] / T < 1.05 * c

# %% after cell-45
assert total_loss(again) == T

# %% after cell-56
w, x_t, y_t, eta = np.array([1.0, -2.0]), np.array([2.0, 1.0]), 3.0, 0.7
v = w - eta * (w @ x_t - y_t) / (1 + eta * x_t @ x_t) * x_t


def wishes(z):
    return eta / 2 * (z @ x_t - y_t) ** 2 + (z - w) @ (z - w) / 2


assert np.allclose(v, minimize(wishes, w, tol=1e-10).x, atol=1e-6)

# %% after cell-60
same = etas / (1 + etas)
assert np.isclose(implicit[20], total_loss(ol.play(ol.WidrowHoff(same[20]), X_5, y_5)))
guarantee = [best_trade_off(X_5, y_5, eta)[1] for eta in same]
bounds.check("square.widrow_hoff_best", implicit, on="implicit steps, unit inputs", B=guarantee)
assert explicit[short > 2.3].min() > 1000 * implicit.max()
assert implicit[-1] < y_5 @ y_5
size = u_5 @ u_5 * (1 + etas) ** 2 / (etas * (2 + etas))
sharpened = 4 * loss_of(u_5, X_5, y_5) + 2 * size
assert np.all(implicit <= sharpened)

# %% after cell-66
for step in (euclidean_step, entropic_step):
    assert np.allclose([step(eta).sum() for eta in etas], 1)
assert np.allclose([end @ x_t for end in ends], y_t)
assert euclidean_step(600.0).min() < 0 < entropic_step(600.0).min()

# %% after cell-70
_ = bounds.check("square.exponentiated_gradient", L, on="one far target", C=C_u, eta=eta, d=2)
for seed in range(100):
    rng = np.random.default_rng(seed)
    d, T, eta = rng.integers(2, 7), rng.integers(1, 100), rng.uniform(0.02, 0.98)
    x = rng.uniform(-1, 1, size=(T, d))
    if seed % 4 < 2:
        x = np.sign(x)
    u, noise = rng.dirichlet(np.full(d, 0.2)), rng.uniform(0, 0.5, size=T)
    learner, targets = ol.ExponentiatedGradient(eta), x @ u
    if seed % 2:
        learner.start(int(d))
        for t in range(T):
            targets[t] += noise[t] * np.sign(targets[t] - learner.predict(x[t]))
            learner.update(x[t], targets[t])
    else:
        targets += rng.normal(size=T)
    L = total_loss(ol.play(ol.ExponentiatedGradient(eta), x, targets))
    C_u = loss_of(u, x, targets)
    bounds.check("square.exponentiated_gradient", L, on="random streams", C=C_u, eta=eta, d=d)

# %% after cell-72
assert np.isclose(plain, 4 * T)
on = "x = (1,1), y = -1"
_ = bounds.check("square.exponentiated_gradient", with_sign, on=on, C=0.0, eta=eta, d=4)

# %% after cell-74
for d in dimensions:
    signs = np.random.default_rng(int(d)).choice([-1.0, 1.0], size=(T, d))
    add = total_loss(ol.play(ol.WidrowHoff(0.5 / d), signs, signs[:, 0]))
    multiply = total_loss(ol.play(ol.ExponentiatedGradient(0.5), signs, signs[:, 0]))
    on = "signs, one relevant"
    bounds.check("square.widrow_hoff", add, on=on, C=0.0, eta=0.5, U=np.sqrt(d))
    bounds.check("square.exponentiated_gradient", multiply, on=on, C=0.0, eta=0.5, d=d)
assert np.all(np.array(losses["EG"]) < losses["WH"])
with_signs = min(
    total_loss(ol.play(ol.ExponentiatedGradient(eta, signed=True), signs, signs[:, 0]))
    for eta in (0.5, 1.0, 2.0, 4.0, 8.0)
)
assert losses["EG"][-1] < with_signs < losses["WH"][-1]

# %% after cell-76
guarantees = np.array([64 / 0.5, 2 * 64**2 * np.log(128) / 0.5])
for d in (4, 16, 64):
    rng = np.random.default_rng(d)
    u = rng.choice([-1.0, 1.0], size=d)
    units = np.eye(d)[rng.integers(d, size=20 * d)]
    signed = ol.ExponentiatedGradient(0.5 / d**2, signed=True, radius=d)
    adding = total_loss(ol.play(ol.WidrowHoff(0.5), units, units @ u))
    multiplying = total_loss(ol.play(signed, units, units @ u)) / d**2
    on = "unit vectors, dense u"
    bounds.check("square.widrow_hoff", adding, on=on, C=0.0, eta=0.5, U=np.sqrt(d))
    bounds.check("square.exponentiated_gradient", multiplying, on=on, C=0.0, eta=0.5, d=2 * d)
assert 1.15 < min(multiply) / min(add) < 1.25
assert len({*np.argmax(units, axis=1)}) == d  # every coordinate is seen

# %% after cell-78
own_order = {}
for r in (20.0, 100.0):
    signed = ol.ExponentiatedGradient(1.0 / (r * m) ** 2, signed=True, radius=r)
    own_order[r] = total_loss(ol.play(signed, X, y))
adding = total_loss(ol.play(ol.WidrowHoff(1.0 / (m**2 * X.shape[1])), X, y))
assert adding < own_order[100.0] < own_order[20.0] < 1.01 * adding
ahead = best_runs["Widrow-Hoff"] < best_runs["EG+-, r = 6"]

# %% after sq-simplex-min
assert np.allclose(found, implicit_step(2), atol=1e-5)
assert not np.allclose(found, implicit_step(1), atol=1e-2)

# %% after sq-vaw-run
assert above[0] < above[2]
assert distance < 1e-5
