"""What this chapter asserts about its own runs, cell by cell."""

from scipy.optimize import minimize

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

# %% after fig-young
assert labelled(r"slope $\tau$", (0, 2.4), (0, 2.4 / 2))

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
assert labelled.axes(r"step size $\eta$", "total loss")
assert labelled("bound, least squares", etas, C / (1 - etas) + U**2 / etas)
for_each = []
for e in etas:
    u_e = np.linalg.solve(X.T @ X + (1 - e) / e * np.eye(X.shape[1]), X.T @ y)
    for_each.append(
        ol.theorem("square.widrow_hoff").bound(C=loss_of(u_e, X, y), U=np.linalg.norm(u_e), eta=e)
    )
assert labelled("bound, best", etas, for_each)
assert labelled("loss of Widrow-Hoff", etas, [(widrow_hoff(X, y, e)[1] ** 2).sum() for e in etas])
assert labelled("loss of least squares", ..., fitted.sum())
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

# %% after fig-implicit-step
assert labelled.axes("first weight", "second weight")
explicit_ends = [w_t - e * (w_t @ x_t - y_t) * x_t + shift for e in etas[:4]]
implicit_ends = [
    np.linalg.solve(np.eye(2) + e * np.outer(x_t, x_t), w_t + e * y_t * x_t) - shift for e in etas
]
assert labelled("explicit", *np.transpose(explicit_ends))
assert labelled("implicit", *np.transpose(implicit_ends))
assert np.all(over[2:] @ x_t > y_t)
assert np.all(ahead @ x_t < y_t)

# %% after cell-56
w, x_t, y_t, eta = np.array([1.0, -2.0]), np.array([2.0, 1.0]), 3.0, 0.7
v = w - eta * (w @ x_t - y_t) / (1 + eta * x_t @ x_t) * x_t


def wishes(z):
    return eta / 2 * (z @ x_t - y_t) ** 2 + (z - w) @ (z - w) / 2


assert np.allclose(v, minimize(wishes, w, tol=1e-10).x, atol=1e-6)
fitted, _ = implicit_widrow_hoff(np.tile(x_t, (99, 1)), np.full(99, y_t), eta)
assert np.isclose(fitted @ x_t, y_t)

# %% after cell-60
assert labelled.axes(r"step size $\eta$", "total loss")
assert labelled("explicit", short, [(widrow_hoff(X_5, y_5, e)[1] ** 2).sum() for e in short])
implicit_paid = [(implicit_widrow_hoff(X_5, y_5, e)[1] ** 2).sum() for e in etas]
assert labelled("implicit", etas, implicit_paid)
assert labelled("always predict 0", ..., (y_5**2).sum())
same = etas / (1 + etas)
assert np.isclose(implicit[20], total_loss(ol.play(ol.WidrowHoff(same[20]), X_5, y_5)))
guarantee = [best_trade_off(X_5, y_5, eta)[1] for eta in same]
bounds.check("square.widrow_hoff_best", implicit, on="implicit steps, unit inputs", B=guarantee)
assert explicit[short > 2.3].min() > 1000 * implicit.max()
assert implicit[-1] < y_5 @ y_5
size = u_5 @ u_5 * (1 + etas) ** 2 / (etas * (2 + etas))
sharpened = 4 * loss_of(u_5, X_5, y_5) + 2 * size
assert np.all(implicit <= sharpened)

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

# %% after cell-78
additive = best_runs["Widrow-Hoff"]
ahead = additive < best_runs["EG+-, r = 6"]
signed = ol.ExponentiatedGradient(1.0 / (100 * m) ** 2, signed=True, radius=100.0)
adding = total_loss(ol.play(ol.WidrowHoff(1.0 / (m**2 * X.shape[1])), X, y))
assert adding < total_loss(ol.play(signed, X, y)) < 1.001 * adding

# %% after fig-forecaster
assert labelled.axes("new input", "prediction")
assert labelled("examples", seen, told)


def ridge_says(x_f, more_inputs=(), more_targets=()):
    """The prediction at x_f of ridge regression on the examples and more, as a least-squares problem."""
    rows = np.array([*seen, *more_inputs, np.sqrt(a)])[:, np.newaxis]
    return x_f * np.linalg.lstsq(rows, np.array([*told, *more_targets, 0.0]))[0][0]


assert labelled("ridge regression", new, [ridge_says(x_f) for x_f in new])
up, down, zero = ([ridge_says(x_f, [x_f], [y_f]) for x_f in new] for y_f in (1, -1, 0))
assert labelled("after the target $1$", new, up)
assert labelled("after the target $-1$", new, down)
assert labelled("forecaster", new, zero)
assert np.allclose(zero, np.add(up, down) / 2)

# %% after sq-vaw-run
values = {"C": C_n, "U": U_n, "T": n, "d": 5, "a": 1.0, "R": 1.0, "Y": np.abs(y_n).max()}
_ = bounds.check("curved.vovk_azoury_warmuth", squares.sum(), on="noisy stream", **values)
bounds.check("square.tuned", L_n, on="noisy stream", C=C_n, U=U_n)
# The forecast shrinks, and this is what ridge regression pays for the round.
A_f, b_f, told_f = np.eye(5), np.zeros(5), 0.0
for x_f, y_f, square_f in zip(X_n[:60], y_n, squares):
    r_f, h_f = x_f @ np.linalg.solve(A_f, b_f), x_f @ np.linalg.solve(A_f, x_f)
    paid_f = told_f - b_f @ np.linalg.solve(A_f, b_f)
    A_f, b_f, told_f = A_f + np.outer(x_f, x_f), b_f + y_f * x_f, told_f + y_f**2
    more_f = told_f - b_f @ np.linalg.solve(A_f, b_f) - paid_f
    assert np.isclose((r_f / (1 + h_f) - y_f) ** 2, square_f)
    assert np.isclose(more_f, (r_f - y_f) ** 2 / (1 + h_f))
    assert np.isclose(x_f @ np.linalg.solve(A_f, x_f), h_f / (1 + h_f))

# %% after sq-sharp-run
for eta_s in (0.5, 1.9):
    w_s, bill_s = 0.0, 0.0
    for target in alternating:
        bill_s, w_s = bill_s + (w_s - target) ** 2, w_s - eta_s * (w_s - target)
    assert np.isclose(
        total_loss(ol.play(ol.WidrowHoff(eta_s), np.ones((4000, 1)), alternating)), bill_s
    )
assert np.isclose(bill_s / 4000, ratio)
assert 0.99 * factor < ratio < factor

# %% after sq-long-run
bounds.check("square.tuned", total_loss(run_long), on="noisy stream", C=C_long, U=U_long)
run_long = ol.play(ol.WidrowHoff(0.6), X_long, y_long)
values = {"C": C_long, "eta": 0.6, "U": U_long}
bounds.check("square.widrow_hoff", total_loss(run_long), on="noisy stream", **values)
assert total_loss(run_long) > 1.2 * C_long > 1.15 * len(y_long) * average

# %% after cell-99
w_s, bill_s = np.zeros(2), 0.0
for x_s, target in zip(X_turn, y_turn):
    wrong_s = w_s @ x_s - target
    bill_s, w_s = bill_s + wrong_s**2, w_s - eta * wrong_s * x_s
assert np.isclose(L, bill_s)
assert np.isclose(C_fixed, ((X_turn @ u_fixed - y_turn) ** 2).sum())
promise_s = [
    ol.theorem("square.widrow_hoff").bound(C=C_fixed, U=U_fixed, eta=e)
    for e in (0.9 * eta_fixed, eta_fixed, 1.1 * eta_fixed)
]
assert promise_s[1] < min(promise_s[::2])
assert np.allclose(np.linalg.norm(X_turn, axis=1), 1)

# %% after forecaster-run
U, R, Y = np.linalg.norm(u_ls), np.linalg.norm(X, axis=1).max(), y.max()
L = total_loss(ol.play(VovkAzouryWarmuth(0.1), X, y))
assert np.isclose(L, vovk_azoury_warmuth(X, y, 0.1).sum())
values = {"C": least, "a": 0.1, "U": U, "d": X.shape[1], "Y": Y, "R": R, "T": len(y)}
_ = bounds.check("curved.vovk_azoury_warmuth", L, on="diabetes", **values)
