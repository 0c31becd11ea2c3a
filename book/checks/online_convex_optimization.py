"""What this chapter asserts about its own runs, cell by cell."""

from olbook.comparator import lower_bound

# %% after regret-table
assert regrets["follow the leader"][0] == 400 / 2
thirty = []
for seed in range(30):
    rain = often_rain(400, seed)
    forecasts = [0.0]
    for z in rain:
        forecasts.append(min(1.0, max(0.0, forecasts[-1] + 0.05 * (1 if z else -1))))
    thirty.append(regret_so_far(np.array(forecasts[:-1]), rain)[-1])
assert np.isclose(thirty[0], regrets["small steps"][1])
assert thirty[0] == max(thirty)
measured = [*thirty, regrets["small steps"][0]]
_ = bounds.check("ogd.tuned", measured, on="rain", U=1.0, G=1.0, T=400)

# %% after cell-10
assert all(max(pair) <= np.sqrt(T) for pair, T in zip(growth["small steps"], lengths))
assert np.isclose(growth["follow the leader"][-1][0], 1024 / 2)
assert growth["your rule"][-1][1] > 0.1 * 1024

# %% after cell-24
rng = np.random.default_rng(1)
for name, W in sets.items():
    p = W.project(v)
    assert W.contains(p)
    for _ in range(100):
        v_r, u_r = 2 * rng.normal(size=2), W.project(rng.normal(size=2))
        assert (v - p) @ (u_r - p) <= 1e-12
        on = "a point inside" if W.contains(v_r) else name
        after, D = np.sum((W.project(v_r) - u_r) ** 2), np.linalg.norm(v_r - u_r)
        bounds.check("ogd.projection", after, on=on, D=D)

# %% after cell-30
assert all(np.array_equal(b, disc.project(a - eta * g)) for a, g, b in zip(path, pulls, path[1:]))
assert 0 < sum(not disc.contains(a - eta * g) for a, g in zip(path, pulls)) < len(pulls)

# %% after cell-14
points = online_gradient_descent(losses, eta=0.5, W=ball, d=d)
assert np.array_equal(points, oco_run.weights)
assert 0 < y.min() < y.max() <= 1
assert best_constant < oco_run.losses.sum()
tuned_step = U / (np.linalg.norm(X, axis=1).max() * np.sqrt(T))
bill_of_tuned = ol.play(ol.GradientDescent(tuned_step, "absolute", ball), X, y).losses.sum()
same_steps = ol.GradientDescent(0.5, loss="absolute", domain=ball)
assert np.array_equal(points, ol.play(same_steps, X, y, keep_weights=True).weights)

# %% after cell-34
assert np.isclose(np.linalg.norm(u), U_s)
assert np.allclose(sum(parts.values()), bound_s)
assert min(part.min() for name, part in parts.items() if name != "regret") > -1e-9
_ = bounds.check("ogd.regret", parts["regret"], on="diabetes, small ball", U=U_s, eta=eta_s, S=S)

# %% after cell-36
_ = bounds.check("ogd.regret", regret_u, on="u = w[T+1]", **values)
assert np.isclose(regret_u, bound)

# %% after cell-40
assert regret == 0.0
_ = bounds.check("ogd.regret_from_any_start", 45.0, on="far end", D=9.0, eta=1.0, S=9)

# %% after cell-61
assert paid == 0
edge_run = ol.play_oco(edge, [SteepOutside(kink, True) for kink in (0, 1)] * 200, d=1)
S, paid_long = float((edge_run.gradients**2).sum()), edge_run.losses.sum()
_ = bounds.check("ogd.regret", paid_long, on="long subgradients", U=1.0, eta=1 / 20, S=S)

# %% after cell-44
pull = np.ones((100, 1))
steady = ol.play_oco(ol.OnlineGradientDescent(1 / np.sqrt(100)), pull)
regret_p = steady.losses.sum() - (pull @ steady.w).sum()  # against u = w[T+1]
U_p = abs(steady.w[0])
on = "a steady pull, no set, u = w[T+1]"
_ = bounds.check("ogd.known_horizon", regret_p, on=on, U=U_p, G=1.0, T=100)
G = np.linalg.norm(X, axis=1).max()

# %% after two-terms
assert np.allclose(start_price + moving_price, both)
assert np.isclose(start_price[18], moving_price[18])
assert both.argmin() == 18
assert np.isclose(both[18], ol.theorem("ogd.tuned").bound(U=1.0, G=1.0, T=100))
_ = bounds.check("ogd.regret", forced, on="push and wiggle", U=1.0, eta=etas, S=100.0)

# %% after cell-64
package = ol.streams.orthogonal_gradients(victim, 50, size=2.0)
assert np.isclose(length, np.linalg.norm(package.sum(axis=0)))
assert np.isclose(length, 2 * np.sqrt(50))

# %% after cell-71
t = np.arange(1, T_b + 1)
assert all(np.allclose(values, G_b * np.sqrt(t)) for values in forced.values())
measured = forced["gradient descent"][-1]
_ = bounds.check("ogd.tuned", measured, on="orthogonal gradients", U=1.0, G=G_b, T=T_b)

# %% after horizon-table
known, longer, _, shrinking, half = (np.array(row) for row in table.values())
for n, measured, on in ((T_u, known, "orthogonal gradients"), (4000, longer, "a steady pull")):
    _ = bounds.check("ogd.stopped_early", measured, on=on, U=1.0, G=1.0, n=n, T=T_u)
_ = bounds.check("ogd.shrinking_steps", shrinking, on="a swaying pull", D=2.0, G=1.0, T=T_u)
by_doubling = ol.theorem("doubling.gradient_descent").bound(U=1, G=1, T=T_u)
if_planned = ol.theorem("ogd.stopped_early").bound(U=1, G=1, n=4000, T=T_u)
by_shrinking = ol.theorem("ogd.shrinking_steps").bound(D=2, G=1, T=T_u)
assert max(table["doubling"]) <= by_doubling
assert max(half) <= by_shrinking

# %% after cell-85
assert all(high - low <= 1e-4 for low, high, _ in played)
for (name, X_g, y_g, _, W, D), (_, high, _) in zip(games, played):
    G_g, T_g = np.linalg.norm(X_g, axis=1).max(), len(y_g)
    eta, S = D / (G_g * np.sqrt(T_g)), G_g**2 * T_g
    on = f"{name}, {type(W).__name__}"
    _ = bounds.check("ogd.regret_from_any_start", high, on=on, D=D, eta=eta, S=S)
shares = [high / bound for _, high, bound in played]
assert 0.2 < min(shares) < max(shares) < 0.4

# %% after cell-15
in_order, sorted_by_target = both_ways.values()
sorted_regret = sorted_by_target[0].sum() - ol.best_in_hindsight(X, y, "absolute", ball).loss
late = in_order[0][300:].mean()
assert in_order[2] < late
assert in_order[2] < 1.05 * in_order[1]
assert sorted_by_target[2] > 3 * sorted_by_target[1]
assert sorted_by_target[0].mean() < in_order[0].mean()

# %% after cell-81
for a in ([1.0, -0.5, -0.5], [1.0, -1.0, -1.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 1.0]):
    theirs = lower_bound(X_3, y_3, "absolute", W_3, np.array(a))
    ours = no_point_is_better_than(X_3, y_3, np.array(a), W_3)
    assert np.isclose(max(0.0, ours), theirs)
kept = ol.play(
    ol.GradientDescent(U / (G * np.sqrt(T)), loss="absolute", domain=ball), X, y, keep_weights=True
)
gradients = slopes[:, None] * X
on_tangents = np.vecdot(gradients, kept.weights[:-1])
to_best = np.vecdot(gradients, kept.weights[:-1] - best.u).sum()
linear_regret = on_tangents.sum() + ball.support(-gradients.sum(axis=0))
assert np.isclose(own, run.losses.sum() - linear_regret)
assert to_best <= linear_regret
_ = bounds.check("ogd.tuned", linear_regret, on="diabetes, tangents", U=U, G=G, T=T)

# %% after cell-121
theirs = lower_bound(X_bc, y_bc, "hinge", ol.Ball(5.0), -p * y_bc)
assert np.isclose(max(0.0, ours), theirs)
assert np.allclose(line_regrets, m(0, 10))
assert p_regret >= 30 - 1e-9
assert np.all(in_orders[:, :2] <= in_orders[:, 2:])
assert shrinks <= (1 + np.log(T_q)) / 2
four = ol.play_oco(ol.OnlineGradientDescent(0.5, ol.Ball(1.0)), np.array([[2.0], [-1], [-1], [-1]]))
assert np.allclose(four.weights[:4, 0], [0, -1, -0.5, 0])
_ = bounds.check("ogd.regret", four.losses.sum() + 1, on="four rounds", U=1.0, eta=0.5, S=7.0)
points_by_hand = [W.project([3.0, 4.0]) for W in (ol.Ball(1.0), ol.Box(-1.0, 1.0), ol.Simplex())]
assert np.allclose(points_by_hand, [[0.6, 0.8], [1, 1], [0, 1]])
