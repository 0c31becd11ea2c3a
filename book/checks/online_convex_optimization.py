"""What this chapter asserts about its own runs, cell by cell."""

from olbook.comparator import lower_bound

# %% after cell-6
for said_w, leader_w in (([], 0), ([1], 1), ([0, 1], 0), ([1, 1, 0], 1), ([0, 0, 1], 0)):
    assert follow_the_leader(said_w) == leader_w
    assert your_rule(said_w) == (np.mean(said_w) if said_w else 0.5)
    on_unit = ol.OnlineGradientDescent(0.4, ol.Box(0.0, 1.0), d=1)
    for v in said_w:
        on_unit.update([1.0 - 2 * v])
    assert np.isclose(small_steps(said_w, 0.4), on_unit.w[0])

# %% after cell-10
assert labelled.axes("days $T$", "", "often rain")
assert labelled.axes("days $T$", "regret after $T$ days", "contrary weather")
for label, own_rule in (rules | {"small steps": None}).items():
    ends = np.array(
        [
            both_regrets(own_rule or (lambda past, T=T: small_steps(past, T**-0.5)), T)
            for T in lengths
        ]
    )
    assert labelled(label, lengths, ends[:, 0], "contrary weather")
    assert labelled(label, lengths, ends[:, 1], "often rain")
for title in ("contrary weather", "often rain"):
    assert labelled(r"$\sqrt{T}$", lengths, (4, 8, 16, 32), title)
assert all(max(pair) <= np.sqrt(T) for pair, T in zip(growth["small steps"], lengths))
assert np.isclose(growth["follow the leader"][-1][0], 1024 / 2)
assert growth["your rule"][-1][1] > 0.1 * 1024

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

# %% after eg-parabola
assert labelled.axes(r"$\theta$", "", "2")
assert labelled(r"$e^{\lambda x}$", x, np.exp(x) ** 2, "1")
assert labelled("chord", (0, 1), (1, np.exp(2)), "1")
assert labelled(r"$\theta^2/8$", theta, (theta / 2) ** 2 / 2, "2")
for chance in (0.5, 0.2, 0.05):
    of_coin = (1 - chance) * np.exp(-chance * theta) + chance * np.exp((1 - chance) * theta)
    assert labelled(f"$p={chance}$", theta, np.log(of_coin), "2")
for lambda_ in (0.1, 1.0, 3.0):  # a coin with the values -1 and 1, so c = 2
    measured = np.log(np.array([0.5, 0.5]) @ np.exp(lambda_ * np.array([-1.0, 1.0])))
    on = f"a fair coin, lambda = {lambda_}"
    _ = bounds.check("eg.hoeffding", measured, on=on, lambda_=lambda_, m=0.0, c=2.0)
rng = np.random.default_rng(0)
for _ in range(500):
    w_5, x_5, lambda_ = rng.dirichlet(np.ones(5)), rng.uniform(-1, 1, size=5), 3 * rng.normal()
    excess = np.log(w_5 @ np.exp(lambda_ * x_5)) - lambda_ * (w_5 @ x_5)
    assert -1e-12 <= excess <= lambda_**2 * 2**2 / 8

# %% after hedge-rain
in_both = both_regrets(trust(eta), 400)
assert np.isclose(promised, ol.theorem("hedge.regret").bound(T=400, d=2))
_ = bounds.check("hedge.regret", in_both, on="rain", T=400, d=2)
weather = often_rain(400)
of_two = np.c_[1 - weather, weather].astype(float)
shares = hedge(of_two, eta)
assert np.allclose(shares, ol.play_oco(ol.Hedge(eta), of_two).weights[:-1], rtol=0, atol=1e-12)
assert np.allclose(shares[:, 0], [trust(eta)(weather[:t].tolist()) for t in range(400)])
assert np.array_equal(hedge(np.ones((200, 2)), 10.0), np.full((200, 2), 1 / 2))  # no weight is lost
for seen_w in ([], [1], [1, 0, 0, 1], [0, 0, 1]):
    wise = ol.Hedge(0.3, d=2)
    for v in seen_w:
        wise.update([float(v == 0), float(v == 1)])
    assert np.isclose(trust(0.3)(seen_w), wise.w[0])
    heard = [float(part) for part in hedge_in_both(0.3, 30).split()]
assert np.allclose(heard, both_regrets(trust(0.3), 30), atol=0.005)


# %% after fig-trust
assert labelled.axes("day $t$", "trust in rain", "1")
assert labelled.axes("day $t$", "regret", "2")
for label, days in (("contrary", contrary_weather(trust(eta), 400)[1]), ("often", often_rain(400))):
    says = np.array([trust(eta)(days[:t].tolist()) for t in range(400)])
    assert labelled(label, np.arange(2, 401, 2), regret_so_far(says, days)[1::2], "2")
assert labelled("bound", ..., np.sqrt(400 / 2 * np.log(2)), "2")

# %% after hedge-steps
assert both_regrets(trust(10.0), 400)[0] > 0.24 * 400

# %% after sixty
v, paid = np.ones(n_experts), []
for g_t in wrong:
    paid.append(v @ g_t / v.sum())
    v = v * np.exp(-eta * g_t)
assert np.allclose(paid, sixty.losses, rtol=0, atol=1e-12)
_ = bounds.check("hedge.regret", regret, on="sixty experts", T=n_rounds, d=n_experts)

# %% after fig-potential
assert labelled.axes("round $t$", "")
lost = np.vstack([np.zeros(n_experts), wrong.cumsum(axis=0)])
assert labelled(r"$\ln V_{t+1}$", t, np.log(np.exp(-eta * lost).sum(axis=1)))
assert labelled("from the best expert's loss", t, -eta * lost.min(axis=1))
by_learner = np.r_[0, sixty.losses.cumsum()]
assert labelled("from the learner's loss", t, np.log(60) - eta * by_learner + t * eta**2 / 8)
assert np.all(below <= potential + 1e-9)
assert np.all(potential <= above + 1e-9)

# %% after coins-run
_ = bounds.check("hedge.regret", max(ratios) * promised, on="4096 coins", T=400, d=4096)

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

# %% after fig-one-round
assert distances == sorted(distances, reverse=True)

# %% after cell-58
pull = np.ones((100, 1))
steady = ol.play_oco(ol.OnlineGradientDescent(1 / np.sqrt(100)), pull)
regret_p = steady.losses.sum() - (pull @ steady.w).sum()  # against u = w[T+1]
U_p = abs(steady.w[0])
on = "a steady pull, no set, u = w[T+1]"
_ = bounds.check("ogd.known_horizon", regret_p, on=on, U=U_p, G=1.0, T=100)

# %% after two-terms
assert np.allclose(start_price + moving_price, both)
assert np.isclose(start_price[18], moving_price[18])
assert both.argmin() == 18
assert np.isclose(both[18], ol.theorem("ogd.tuned").bound(U=1.0, G=1.0, T=100))
_ = bounds.check("ogd.regret", forced, on="push and wiggle", U=1.0, eta=etas, S=100.0)

# %% after cell-12
for loss_r in (ol.losses.Square(), ol.losses.Logistic()):
    round_r, at_r = RoundLoss(loss_r, np.array([1.0, -2.0]), 1.0), np.array([0.3, 0.2])
    assert np.isclose(round_r.value(at_r), loss_r.value(1.0, -0.1))
    moves_r = [(round_r.value(at_r + e) - round_r.value(at_r - e)) / 2e-6 for e in 1e-6 * np.eye(2)]
    assert np.allclose(round_r.gradient(at_r), moves_r, atol=1e-6)

# %% after slacks
points = online_gradient_descent(losses, eta=eta_s, W=small_ball, d=d)
assert np.array_equal(points, run.weights)
same_steps = ol.GradientDescent(eta_s, loss="absolute", domain=small_ball)
assert np.array_equal(points, ol.play(same_steps, X, y, keep_weights=True).weights)
assert np.allclose(from_u(w) * 2 * eta_s, [np.linalg.norm(point - u) ** 2 for point in w])


# %% after cell-34
assert labelled.axes("round $t$", "summed so far")
for label in ("regret", "tangents", "projections", "last distance"):
    assert labelled(label, np.arange(1, T + 1), parts[label])
assert labelled("bound", np.arange(1, T + 1), sum(parts.values()))
assert np.isclose(np.linalg.norm(u), U_s)
assert np.allclose(sum(parts.values()), bound_s)
assert min(part.min() for name, part in parts.items() if name != "regret") > -1e-9
_ = bounds.check("ogd.regret", parts["regret"], on="diabetes, small ball", U=U_s, eta=eta_s, S=S)

# %% after cell-36
_ = bounds.check("ogd.regret", regret_u, on="u = w[T+1]", **values)
assert np.isclose(regret_u, bound)

# %% after cell-64
package = ol.streams.orthogonal_gradients(victim, 50, size=2.0)
assert np.isclose(length, np.linalg.norm(package.sum(axis=0)))
assert np.isclose(length, 2 * np.sqrt(50))
against_v, sum_v = ol.play_oco(victim, g), np.vstack([np.zeros(3), g.cumsum(axis=0)])[:-1]
assert np.allclose(np.linalg.norm(g, axis=1), 2.0)
assert np.allclose((g * sum_v).sum(axis=1), 0)
assert np.allclose(against_v.losses, 0)
assert np.array_equal(g, unbeatable(victim.copy(), T=50, G=2.0))


# %% after cell-70
chaser = YourLearner()
for g_c in ([1.0, 0.0, 4.0], [2.0, 0.0, 0.0]):
    chaser.update(np.array(g_c))
assert np.allclose(chaser.w, [-0.6, 0.0, -0.8])  # the point of the ball with the least loss
still, jumps = NeverMoves(), YourLearner()
for slope_y in ([1.0, 2.0, 2.0], [2.0, 1.0, -4.0]):
    still.update(np.array(slope_y))
    jumps.update(np.array(slope_y))
assert still.w.tolist() == [0, 0, 1]
assert np.allclose(jumps.w, -np.array([3, 3, -2]) / np.sqrt(22))


# %% after cell-71
t = np.arange(1, T_b + 1)
assert all(np.allclose(values, G_b * np.sqrt(t)) for values in forced.values())
measured = forced["gradient descent"][-1]
_ = bounds.check("ogd.tuned", measured, on="orthogonal gradients", U=1.0, G=G_b, T=T_b)

# %% after cell-89
unplanned = forced_regret(0.1, 1.0, 10_000)  # planned for 100 rounds
on = "a hundred times as long as planned"
_ = bounds.check("ogd.stopped_early", unplanned, on=on, U=1.0, G=1.0, n=100, T=10_000)
assert unplanned > 0.1 / 2 * 10_000

# %% after thm-shrinking
swaying = np.where(np.arange(1000) % 2, 1.0, -1.0)[:, None]
shrinking = ol.OnlineGradientDescent(lambda t: 2 / np.sqrt(t), ol.Ball(1.0))
shrunk = ol.play_oco(shrinking, swaying).losses.sum() + abs(swaying.sum())
_ = bounds.check("ogd.shrinking_steps", shrunk, on="a swaying pull", D=2.0, G=1.0, T=1000)

# %% after cell-95
at_v = np.array([-1.0, -0.7, -0.4, 0.0, 0.4, 0.7, 1.3])
values_v = [min(0.5 + abs(v + 0.5), 2 * abs(v - 1)) for v in at_v]
assert np.allclose([TwoValleys().value([v]) for v in at_v], values_v)
for v in at_v:
    move_v = (TwoValleys().value([v + 1e-6]) - TwoValleys().value([v - 1e-6])) / 2e-6
    assert np.isclose(TwoValleys().gradient(np.array([v]))[0], move_v)

# %% after cell-40
assert regret == 0.0
_ = bounds.check("ogd.regret_from_any_start", 45.0, on="far end", D=9.0, eta=1.0, S=9)

# %% after cell-85
assert all(high - low <= 1e-4 for low, high, _ in played)
for (name, X_g, y_g, _, W, D), (_, high, _) in zip(games, played):
    G_g, T_g = np.linalg.norm(X_g, axis=1).max(), len(y_g)
    eta, S = D / (G_g * np.sqrt(T_g)), G_g**2 * T_g
    on = f"{name}, {type(W).__name__}"
    _ = bounds.check("ogd.regret_from_any_start", high, on=on, D=D, eta=eta, S=S)
shares = [high / bound for _, high, bound in played]
assert 0.2 < min(shares) < max(shares) < 0.4
for X_g, y_g, loss, W, D in (games[0][1:], games[-1][1:]):
    run_g, bound_g = tuned_run(X_g, y_g, loss, W, D)
    longest_g = np.sqrt((X_g**2).sum(axis=1).max())
    assert np.isclose(bound_g, D * longest_g * np.sqrt(len(y_g)))
    by_step = ol.GradientDescent(D / longest_g / np.sqrt(len(y_g)), loss=loss, domain=W)
    assert np.allclose(run_g.losses, ol.play(by_step, X_g, y_g).losses)


# %% after both-ways
in_order, sorted_by_target = both_ways.values()
sorted_regret = sorted_by_target[0].sum() - ol.best_in_hindsight(X, y, "absolute", ball).loss
assert sorted_regret < 0
late = in_order[0][300:].mean()
assert in_order[2] < late
assert in_order[2] < 1.05 * in_order[1]
assert sorted_by_target[2] > 3 * sorted_by_target[1]
assert sorted_by_target[0].mean() < in_order[0].mean()
# The slopes at the points played prove that no fixed point pays less by more than the bound.
G = np.linalg.norm(X, axis=1).max()
kept = ol.play(
    ol.GradientDescent(3.0 / (G * np.sqrt(T)), loss="absolute", domain=ball),
    X,
    y,
    keep_weights=True,
)
slopes = np.sign(kept.scores - y)
gradients = slopes[:, None] * X
on_tangents = np.vecdot(gradients, kept.weights[:-1])
linear_regret = on_tangents.sum() + ball.support(-gradients.sum(axis=0))
own = lower_bound(X, y, "absolute", ball, slopes)
assert np.isclose(own, kept.losses.sum() - linear_regret)
_ = bounds.check("ogd.tuned", linear_regret, on="diabetes, tangents", U=3.0, G=G, T=T)

# %% after cell-112
for eta_p in (0.01, 1.0):
    flat_p = ol.OnlineGradientDescent(eta_p, ol.Ball(1.0))
    g_p = unbeatable_in_the_plane(flat_p.copy(), 60, 3.0)
    sums_p = np.vstack([np.zeros(2), g_p.cumsum(axis=0)])[:-1]
    assert np.allclose(np.linalg.norm(g_p, axis=1), 3.0)
    assert np.allclose((g_p * sums_p).sum(axis=1), 0)
    assert ol.play_oco(flat_p, g_p).losses.min() >= 0
assert np.isclose(p_regret, bill + np.sqrt(900))

# %% after on-the-line
assert np.allclose(line_regrets, m(0, 10))
assert p_regret >= 30 - 1e-9
four = ol.play_oco(ol.OnlineGradientDescent(0.5, ol.Ball(1.0)), np.array([[2.0], [-1], [-1], [-1]]))
assert np.allclose(four.weights[:4, 0], [0, -1, -0.5, 0])
_ = bounds.check("ogd.regret", four.losses.sum() + 1, on="four rounds", U=1.0, eta=0.5, S=7.0)
points_by_hand = [W.project([3.0, 4.0]) for W in (ol.Ball(1.0), ol.Box(-1.0, 1.0), ol.Simplex())]
assert np.allclose(points_by_hand, [[0.6, 0.8], [1, 1], [0, 1]])
three = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
assert np.allclose(hedge(three, np.log(2))[:, 0], [1 / 2, 1 / 3, 1 / 2])
assert np.isclose((hedge(three, np.log(2)) * three).sum(), 5 / 3)
