"""What this chapter asserts about its own runs, cell by cell."""

from olbook.without_tuning import CoinBetting

# %% after wt-4
for size, goal in ((0.3, 2.0), (0.05, 0.0)):
    w_d, bill_d = 0.0, 0.0
    for target in goal + noise:
        bill_d += abs(w_d - target) - abs(goal - target)
        w_d += size * (1 if target > w_d else -1 if target < w_d else 0)
    assert np.isclose(descent(np.array([1.0, size]), goal)[1], bill_d)

# %% after wt-5
for goal, purse in ((2.0, 1.0), (0.0, 0.3)):
    better, bill_d = CoinBetting(epsilon=purse, d=1), 0.0
    for target in goal + noise:
        w_d = better.w[0]
        bill_d += abs(w_d - target) - abs(goal - target)
        better.update([np.sign(w_d - target)])
    assert np.isclose(bettor(goal, purse), bill_d)

# %% after wt-6
assert labelled.axes(r"step $\eta$ of gradient descent", "regret")
for target in (1, 10, 100):
    assert labelled(f"$u={target}$", steps, seen[target][0])
for regrets, betting in seen.values():
    assert regrets.min() > 0
    assert regrets.min() < betting < regrets[0]
    assert betting < regrets[-1]
assert np.argmin(seen[1][0]) < np.argmin(seen[100][0])
price = max(betting / regrets.min() for regrets, betting in seen.values())
margin = np.inf  # how far off a step may be, either way, and still beat the bettor
for regrets, betting in seen.values():
    best, better = steps[regrets.argmin()], steps[regrets < betting]
    margin = min(margin, best / better.min(), better.max() / best)
assert price < 5  # as the caption says
back = seen[1][0][np.argmin(seen[100][0])] / seen[1][1]
off = seen[100][0][np.argmin(seen[1][0])] / seen[100][1]

# %% after wt-conjugate
assert labelled.axes("$x$, minus the sum of the slopes", "", "1")
assert labelled.axes("$u$", "", "2")
F_at = np.exp(x**2 / 50) / 5
assert labelled("$F$", x, F_at, "1")
assert labelled("tangent", x, 3 * x - (3 * x - F_at).max(), "1")
assert labelled("$F^*$", many_u, [(v * x - F_at).max() for v in many_u], "2")
assert labelled("the bound", many_u, ol.theorem("tuning.duality").bound(A=0.2, B=25, U=many_u), "2")
assert np.all(conjugate <= above)
assert np.all(above < 1.5 * conjugate + 3)  # no picture of two curves that have nothing in common
assert abs(x[np.argmax(u_shown * x - wealth_curve)]) < 17
for base, share in ((2, 1.0), (3, 1.0), (2, 0.5), (4, 0.5)):
    # What blocks cost by round, over sqrt(T); the share is paid at once.
    s, cost, curve, m = np.sqrt(base), 0.0, [], 0
    while len(curve) < 4000:
        n = base**m
        late = (1 - share) * np.arange(1, n + 1) / np.sqrt(n)
        curve.extend(cost + share * np.sqrt(n) + late)
        cost, m = cost + np.sqrt(n), m + 1
    curve = np.array(curve) / np.sqrt(np.arange(1, len(curve) + 1))
    if share == 1:
        bounds.check("tuning.any_base", curve, on="blocks in full", alpha=1.0, s=s, T=1)
    else:
        bounds.check(
            "tuning.gradient_descent_any_base", curve, on="blocks in full", U=1.0, G=1.0, s=s, T=1
        )
wiggles = np.r_[np.tile([-1.0, 1.0], 2500 - 50), -np.ones(100)][:, np.newaxis]
lazy = ol.FollowTheRegularizedLeader(lambda t: 1 / np.sqrt(2 * t), ol.SquaredNorm())
paid = ol.play_oco(lazy, wiggles).losses.sum() + abs(wiggles.sum())
bounds.check("tuning.any_time", paid, on="wiggles, then a push", U=1.0, G=1.0, T=5000)
for name in ("golden_base", "base_four"):
    s = (1 + np.sqrt(5)) / 2 if name == "golden_base" else 2.0
    value = s**2 * (s + 1) / (s - 1) if name == "golden_base" else (s + 1) ** 3 / (4 * (s - 1))
    assert np.isclose(value, ol.theorem(f"tuning.{name}").bound())

# %% after wt-29
assert labelled.axes("round", "logarithm of the wealth")
assert labelled("the theorem", t, coin.cumsum() ** 2 / 2 / (t + 1) - np.log(np.sqrt(t + 1)))
for label, bet in (
    ("knows the coin", 0.2),
    ("ours", np.tanh((coin.cumsum() - coin) / (t + 1))),
    ("Krichevsky", (coin.cumsum() - coin) / t),
    ("too bold", 0.6),
):
    assert labelled(label, t, np.log(np.cumprod(1 + coin * bet)))
own = growth["ours"]
assert (own >= promise - 1e-9).all()
assert own[-1] > 12
assert growth["too bold"][-1] < -20
assert abs(own[-1] - growth["Krichevsky and Trofimov"][-1]) < 1
run = ol.play_oco(CoinBetting(), -coin[:, np.newaxis])
assert np.allclose(np.log(1 - np.cumsum(run.losses)), own)

# %% after wt-32
coin_bound = ol.theorem("tuning.coin_betting").bound
for seed in range(20):
    rng = np.random.default_rng(seed)
    for slopes in (
        rng.choice([-1.0, 1.0], 400),
        rng.choice([-1.0, 1.0], 400, p=[0.7, 0.3]),
        -np.ones(400),
    ):
        run = ol.play_oco(CoinBetting(), slopes[:, np.newaxis])
        for u in (0.1, 1.0, 10.0, 1e3, 1e8):
            lost = run.losses.sum() + u * abs(slopes.sum())
            bounds.check("tuning.coin_betting", lost, on="one-sided coins", epsilon=1.0, U=u, T=400)
for u, (_, betting) in seen.items():
    assert betting <= coin_bound(epsilon=1.0, U=u, T=T)

# %% after wt-39
for scale_d in (0.1, 10.0):
    one_d = ol.play(falling(scale_d), X[orders[2]], y[orders[2]])
    assert np.isclose(losses(falling, scale_d)[2], one_d.losses.sum())
    w_d, bill_d = np.zeros(X.shape[1]), 0.0
    for t_d, (x_d, label_d) in enumerate(zip(X[orders[2]], y[orders[2]]), start=1):
        loss_d = max(0.0, 1 - label_d * (w_d @ x_d))
        bill_d += loss_d
        w_d = w_d + (loss_d > 0) * scale_d / np.sqrt(t_d) * label_d * x_d
    assert np.isclose(one_d.losses.sum(), bill_d)
    bettor_d, bill_d = DirectionAndMagnitude(scale_d, d=X.shape[1]), 0.0
    for x_d, label_d in zip(X[orders[2]], y[orders[2]]):
        loss_d = max(0.0, 1 - label_d * (bettor_d.w @ x_d))
        bill_d += loss_d
        bettor_d.update((loss_d > 0) * -label_d * x_d)
    assert np.isclose(losses(betting, scale_d)[2], bill_d)

# %% after wt-41
assert labelled.axes(r"factor of the step, or endowment $\epsilon$", "total hinge loss")
for label in ("gradient descent", "betting"):
    assert labelled(label, scales, [np.median(row) for row in paid[label]])
medians = {name: np.median(each, axis=1) for name, each in paid.items()}
assert medians["gradient descent"].min() < medians["betting"].min()
spread = {name: m.max() / m.min() for name, m in medians.items()}
assert medians["gradient descent"][2] < medians["betting"][2]  # both with 1
rng = np.random.default_rng(0)
vectors = rng.normal(size=(300, 3)) + 0.5
vectors = vectors / np.maximum(1, np.linalg.norm(vectors, axis=1, keepdims=True))
points = ol.play_oco(DirectionAndMagnitude(), vectors).weights[:-1]
disc = ol.OnlineGradientDescent(lambda t: 2 / np.sqrt(t), ol.Ball(1.0))
z = ol.play_oco(disc, vectors).weights[:-1]
h = np.sum(vectors * z, axis=1)
v = -vectors.sum(axis=0) / np.linalg.norm(vectors.sum(axis=0))
s = ol.play_oco(CoinBetting(), h[:, np.newaxis]).weights[:-1, 0]
P, Q = h @ (s - 2.0), np.sum(vectors * (z - v))
assert np.isclose(np.sum(vectors * (points - 2.0 * v)), P + 2.0 * Q)

# %% after wt-44
assert left < 0
assert 1.0 - left > coin_bound(epsilon=1.0, U=1e-9, T=51)
for n in range(10, 100):  # the bound of the exercise on debt
    run = ol.play_oco(CoinBetting(), -np.ones((n, 1)))
    owed = 2 * run.w[0] - (1 - run.losses.sum())
    assert owed > np.exp((n - 1) / 2) / (3 * np.sqrt(n + 1))

# %% after wt-50
for name_d, share_of in (
    ("ours", lambda s, t: np.tanh(s / (t + 1))),
    ("theta/t", lambda s, t: s / t),
):
    purse, sum_d, purses = 1.0, 0.0, []
    for t_d, coin in enumerate(turning, start=1):
        purse, sum_d = purse * (1 + coin * share_of(sum_d, t_d)), sum_d + coin
        purses.append(purse)
    assert np.allclose(np.cumprod(1 + turning * both[name_d]), purses)
    poor_d = sum(p < 1 for p in purses)
assert poor_d == len(poor)
